//! Choice facts: the words of an option anywhere in a message, its label when it was asked for.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::kinds;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::{sentence_at, sentences};
use crate::engine::text::scope::{self, Scope};
use crate::engine::text::stem::{Word, contains_phrase, is_stop, phrase_stems, words};
use crate::engine::text::{clause, intent};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::{edits, review};
use crate::workspaces::contract::perform::bearing::{behind_advance, beside, governed, hands_over, of_rest};
use crate::workspaces::contract::perform::facts::{Draft, corrects};
use crate::workspaces::contract::perform::sides::Sides;
use crate::workspaces::contract::perform::{
    duties, excepted, explained, outside, portions, removed, stated, triggers, turned, vat,
};
use serde_json::{Value, json};

/// Words of a clause that only declines something.
const DECLINES: usize = 6;
/// Content words of an answer that nothing took and that may still say nothing.
const LOST: usize = 3;

/// Assigns all choice and yes-or-no fields.
pub fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = &heard.turn.text;
    let opened = intent::after_no(text);
    let split = duties::split(text).into_iter().chain(explained::reported(text)).chain(edits::spans(heard));
    let split: Vec<(usize, usize)> = split.collect();
    let clauses: Vec<(usize, Vec<Word>)> = clause::clauses(text)
        .into_iter()
        .map(|(start, end)| (start.max(opened.min(end)), end))
        // «Аванс удалите» chooses no advance.
        .filter(|(start, end)| !removed::orders_away(&text[*start..*end].to_lowercase()))
        .filter(|(start, end)| !split.iter().any(|span| span.0 < *end && *start < span.1))
        .map(|(start, end)| (start, words(&text[start..end])))
        .collect();
    for field in pack.fields.iter().filter(|f| matches!(f.kind, FieldKind::Choice | FieldKind::YesNo)) {
        // The list of readings asks about none of its lines alone.
        let listed = |keys: &[String]| keys.iter().any(|key| key == review::KEY);
        let asked = heard.question.is_some_and(|q| !listed(&q.keys) && q.targets.iter().any(|t| t == &field.pointer));
        if !asked && !condition::all(&field.when, &draft.domain) || draft.decided.contains(&field.pointer) {
            continue;
        }
        let found = turned::narrowest(field, said(field, heard, &clauses, asked));
        // Only where the message says two things: «до 5 числа переводом» answers about the means beside the day.
        let two = asked && found.len() > 1;
        let found: Vec<_> =
            found.into_iter().filter(|(_, span)| !two || !names_other(pack, field, heard, *span)).collect();
        // «0,2 % в день за просрочку поставки. За оплату пени нет»: what is denied beside a rate is not all of it.
        let whole =
            |value: &Value, span: (usize, usize)| value != &json!("none") || !rated_elsewhere(pack, field, heard, span);
        // «Штрафа 500 нет» denies this sum, not every penalty.
        let counted = |span: (usize, usize)| text.get(span.0..span.1).is_some_and(|s| s.contains(char::is_numeric));
        let none = |value: &Value, span: (usize, usize)| value == &json!("none") && counted(span);
        let half = |value: &Value, span| none(value, span) || excepted::is_half(field, value, text, span);
        let found: Vec<_> =
            found.into_iter().filter(|(value, span)| whole(value, *span) && !half(value, *span)).collect();
        let declined = if found.is_empty() { declined(pack, field, heard, &clauses) } else { None };
        if let Some((value, span)) = declined.filter(|(value, span)| whole(value, *span)) {
            draft.say(heard, &field.pointer, value, span, heard.plain(span) && (asked || corrects(heard, span)));
            continue;
        }
        let kinds = turned::told_in_kinds(text, &field.label);
        let by_person = if found.is_empty() && !kinds { by_person(pack, field, heard, draft, &clauses) } else { None };
        if let Some((value, span)) = by_person {
            draft.say(heard, &field.pointer, value, span, false);
        }
        // «Даю наличкой, возвращает переводом»: two ways for two payments, no contradiction.
        if field.pointer == "/payment/means" && found.len() > 1 && !heard.intent.correction {
            let between: Vec<&str> = found.windows(2).filter_map(|pair| text.get(pair[0].1.1..pair[1].1.0)).collect();
            if between.iter().any(|gap| gap.contains([',', '.', ';', '—']))
                && !between.iter().any(|gap| intent::mends(gap))
            {
                continue;
            }
        }
        let found = plan_of_two(field, draft, heard, who_of_two(field, heard, vat::settle(field, heard, found)));
        for (value, span, plain) in found {
            // «Депозит возвращает переводом»: how money comes back is not how it is paid.
            if !asked && field.pointer == "/payment/means" && outside::gives_back(text, span.0) {
                continue;
            }
            if !asked && (slips_in(field, heard, draft, &value, span) || in_case(text, span)) {
                continue;
            }
            // What no question asked for is shown once before it counts, «перевод в книгу» is no bank transfer, unless the
            // words name the matter and say nothing else.
            let clear = plain
                && (asked
                    || says_only(field, heard, span)
                    || corrects(heard, span)
                    || draft.is_disputed(&field.pointer))
                && !turned::limited(field, text, span)
                && heard.scopes.beside_negation(span.0, span.1) == Scope::Asserted;
            draft.say(heard, &field.pointer, value, span, clear);
        }
    }
}

/// «Субаренда запрещена», «капитальный ремонт — за арендодателем»: whether a clause names the field and says nothing but
/// the choice.
fn says_only(field: &Field, heard: &Heard<'_>, span: (usize, usize)) -> bool {
    let text = heard.turn.text.as_str();
    let all = clause::clauses(text);
    let Some((start, end)) = all.into_iter().find(|(start, end)| *start <= span.0 && span.1 <= *end) else {
        return false;
    };
    let stems = |name: &str| words(name).into_iter().map(|word| word.stem).collect::<Vec<String>>();
    let label: Vec<String> = stems(&field.label).into_iter().filter(|stem| stem.chars().count() >= NAME).collect();
    let known: Vec<String> = field.hints.iter().chain([&field.label]).flat_map(|name| stems(name)).collect();
    let own = words(text.get(start..end).unwrap_or_default());
    let outside = |word: &&Word| span.1 <= start + word.start || start + word.end <= span.0;
    let rest: Vec<&Word> = own.iter().filter(outside).filter(|word| !is_stop(&word.stem)).collect();
    own.iter().any(|word| label.contains(&word.stem)) && rest.iter().all(|word| known.contains(&word.stem))
}

/// Letters of a stem that names a field.
const NAME: usize = 5;

/// «Вправе отказаться, если этап задержан»: what holds in one case only is no choice of the deal.
fn in_case(text: &str, (start, end): (usize, usize)) -> bool {
    let (_, to) = sentence_at(text, start);
    let rest = folded(text.get(end..to).unwrap_or_default());
    let mut said = rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(CASE);
    said.any(triggers::opens_case)
}

/// Words between a choice and the case it holds in.
const CASE: usize = 4;

/// «Просрочка оплаты — 0,1 %, поставки — 0,2 %»: of two penalties the first is the pack's, and so is who pays it; one for
/// delay of either side binds both.
fn who_of_two(field: &Field, heard: &Heard<'_>, found: Found) -> Found {
    let own = if field.pointer == "/penalty/who" && found.is_empty() { triggers::of_payer(heard) } else { None };
    if let Some(span) = own {
        return vec![(json!("payer"), span, heard.plain(span))];
    }
    let (true, [first, rest @ ..]) = (field.pointer == "/penalty/who", found.as_slice()) else { return found };
    if !rest.iter().any(|other| other.0 != first.0) {
        return found;
    }
    if !triggers::second(heard).is_empty() {
        let own = found.iter().find(|one| one.0 == json!("payer")).unwrap_or(first).clone();
        return vec![own];
    }
    let both = field.options.iter().find(|option| option.value == json!("both"));
    both.map_or_else(|| found.clone(), |both| vec![(both.value.clone(), first.1, first.2)])
}

/// «Аванс 30 %, платим по этапам»: an advance has a place of its own, so that the other way is the plan; and where parts
/// stand, words of when one of them is paid («после акта этапа») name no other plan. Any other plan contradicts them.
fn plan_of_two(field: &Field, draft: &Draft<'_>, heard: &Heard<'_>, found: Found) -> Found {
    const PLAN: &str = "/payment/plan";
    if field.pointer != PLAN || heard.intent.correction || found.is_empty() {
        return found;
    }
    let by_parts = |value: &Value| ["schedule", "stages", "instalments", "monthly"].iter().any(|plan| value == plan);
    let stands = draft.domain.pointer(PLAN).is_some_and(by_parts) && !draft.is_disputed(PLAN);
    let told = found.iter().any(|one| by_parts(&one.0));
    let text = heard.turn.text.as_str();
    let of_part = |value: &Value, at: usize| stands && value == "once" && portions::tells_of_parts(text, at);
    found
        .into_iter()
        .filter(|(value, span, _)| !((told || stands) && value == "advance" || of_part(value, span.0)))
        .collect()
}

/// Values of a choice with the bytes that say them, and whether plainly.
type Found = Vec<(Value, (usize, usize), bool)>;

/// Whether a rate of the same matter stands in another sentence of the message.
fn rated_elsewhere(pack: &Pack, field: &Field, heard: &Heard<'_>, span: (usize, usize)) -> bool {
    let Some(root) = field.pointer.strip_suffix("kind") else { return false };
    let rate = pack.fields.iter().find(|one| one.kind == FieldKind::Rate && one.pointer.starts_with(root));
    let names: Vec<String> = rate
        .into_iter()
        .flat_map(|rate| rate.hints.iter().chain([&rate.label]))
        .flat_map(|name| words(name))
        .map(|word| word.stem)
        .filter(|stem| stem.chars().count() > 2)
        .collect();
    let text = heard.turn.text.as_str();
    let all = sentences(text);
    let own = all.iter().find(|(start, end)| *start <= span.0 && span.1 <= *end).copied();
    let within = |m: &Mention| own.is_some_and(|(start, end)| start <= m.start && m.end <= end);
    // «Без процентов. Пеня 0,1 %»: the rate must be called by the name of this matter.
    let named = |m: &Mention| {
        let sentence = all.iter().find(|(start, end)| *start <= m.start && m.end <= *end);
        sentence.is_some_and(|&(start, end)| words(&text[start..end]).iter().any(|word| names.contains(&word.stem)))
    };
    rate.is_some()
        && heard.mentions.iter().any(|m| {
            matches!(m.kind, MentionKind::Percent { per: Some(_), .. })
                && !within(m)
                && named(m)
                && heard.scopes.at(m.start, m.end).tells()
        })
}

/// «Отопление плачу я, свет и воду по счётчикам он треть»: of an answer whose other words nothing took, a choice is only a
/// reading.
pub(super) fn half_understood(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    if heard.turn.choice.is_some() {
        return;
    }
    let text = heard.turn.text.as_str();
    let said = words(text);
    let taken = |word: &Word| draft.spans.iter().any(|(_, span)| span.0 <= word.start && word.end <= span.1);
    let asked = heard.scopes.all(Scope::Question);
    let asks = |word: &Word| asked.iter().any(|span| span.0 <= word.start && word.end <= span.1);
    let lost = |(start, end): &(usize, usize)| {
        let own = said.iter().filter(|word| *start <= word.start && word.end <= *end);
        own.filter(|word| !is_stop(&word.stem) && !taken(word) && !asks(word)).count() > LOST
    };
    let halves: Vec<(usize, usize)> = sentences(text).into_iter().filter(lost).collect();
    let chosen = |at: &str| {
        let field = pack.fields.iter().find(|field| field.pointer == at);
        field.is_some_and(|field| matches!(field.kind, FieldKind::Choice | FieldKind::YesNo))
    };
    for read in &mut draft.reads {
        let inside = halves.iter().any(|(start, end)| *start <= read.span.0 && read.span.1 <= *end);
        read.clear &= !(inside && chosen(&read.at));
    }
}

/// «Текущий ремонт арендатор, капитальный арендодатель» where both are asked: a piece that names the other matter, and
/// this one by no word, is no answer about this one.
fn names_other(pack: &Pack, field: &Field, heard: &Heard<'_>, span: (usize, usize)) -> bool {
    let targets = heard.question.map(|question| question.targets.as_slice()).unwrap_or_default();
    let label = |field: &Field| -> Vec<String> {
        words(&field.label).into_iter().map(|word| word.stem).filter(|stem| stem.chars().count() > 3).collect()
    };
    let own = label(field);
    let others = targets.iter().filter(|at| **at != field.pointer).filter_map(|at| pack.field_of(at)).map(label);
    let others: Vec<Vec<String>> = others.collect();
    if others.is_empty() {
        return false;
    }
    let text = heard.turn.text.as_str();
    let cut = |c: char| matches!(c, ',' | ';' | '.' | '\n');
    let from = text.get(..span.0).and_then(|before| before.rfind(cut)).map_or(0, |at| at + 1);
    let to = text.get(span.1..).and_then(|behind| behind.find(cut)).map_or(text.len(), |at| span.1 + at);
    let said: Vec<String> = words(text.get(from..to).unwrap_or_default()).into_iter().map(|word| word.stem).collect();
    // What tells the two apart: «текущий» and «капитальный», not «ремонт».
    let tells = |one: &[String], other: &[String]| one.iter().any(|stem| !other.contains(stem) && said.contains(stem));
    others.iter().any(|other| tells(other, &own) && !tells(&own, other))
}

/// «Квартира моя по договору дарения» where a room is let: a word that meets an option of a settled fact disputes it only
/// where the clause names the fact or puts something right.
fn slips_in(field: &Field, heard: &Heard<'_>, draft: &Draft<'_>, value: &Value, span: (usize, usize)) -> bool {
    let at = field.pointer.as_str();
    let apart = draft.domain.pointer(at).is_some_and(|now| condition::is_present(now) && now != value);
    if !apart || draft.wrote(at) || corrects(heard, span) || draft.is_disputed(at) || !draft.is_firm(at) {
        return false;
    }
    let text = &heard.turn.text;
    let clauses = clause::clauses(text);
    let own =
        clauses.iter().find(|(start, end)| *start <= span.0 && span.1 <= *end).copied().unwrap_or((0, text.len()));
    let clause = text.get(own.0..own.1).unwrap_or_default();
    let names: Vec<String> =
        words(&field.label).into_iter().map(|word| word.stem).filter(|stem| stem.chars().count() > 3).collect();
    let phrase = text.get(span.0..span.1).unwrap_or_default();
    let named = words(clause).iter().any(|word| names.contains(&word.stem)) || words(phrase).len() > 2;
    !named && !intent::mends(clause)
}

/// «Обеспечительный платёж не предусматриваем»: a matter that is named and declined, where the pack knows its absence.
fn declined(
    pack: &Pack,
    field: &Field,
    heard: &Heard<'_>,
    clauses: &[(usize, Vec<Word>)],
) -> Option<(Value, (usize, usize))> {
    let none = field.options.iter().find(|option| option.value == json!("none"))?;
    let root = field.pointer.strip_suffix("/kind")?;
    let within = |other: &&Field| other.pointer.rsplit_once('/').is_some_and(|(parent, _)| parent == root);
    let hints = pack.fields.iter().filter(within).flat_map(|field| field.hints.iter());
    let names: Vec<String> =
        hints.flat_map(|hint| words(hint)).map(|word| word.stem).filter(|stem| stem.chars().count() > 3).collect();
    let text = &heard.turn.text;
    clauses.iter().find_map(|(start, clause)| {
        let (from, to) = (start + clause.first()?.start, start + clause.last()?.end);
        let named = clause.iter().any(|word| names.contains(&word.stem));
        let part = text.get(from..to).filter(|_| named && clause.len() <= DECLINES)?;
        let first = heard.mentions.partition_point(|m| m.start < from);
        let counted = heard.mentions.get(first).is_some_and(|m| m.end <= to);
        (!counted && outside::declines(part)).then(|| (none.value.clone(), (from, to)))
    })
}

/// «ОСАГО на мне, ремонт на нём»: a duty of the one who speaks or of the other side, where the options are the sides.
fn by_person(
    pack: &Pack,
    field: &Field,
    heard: &Heard<'_>,
    draft: &Draft<'_>,
    clauses: &[(usize, Vec<Word>)],
) -> Option<(Value, (usize, usize))> {
    let [first, second] = pack.parties.as_slice() else { return None };
    let of =
        |role: &str| field.options.iter().find(|option| option.value.as_str() == Some(role)).map(|o| o.value.clone());
    let (own, their) = (of(&first.role)?, of(&second.role)?);
    let about: Vec<String> =
        words(&field.label).into_iter().map(|word| word.stem).filter(|stem| stem.chars().count() > 3).collect();
    let named =
        |about: &[String], word: &Word| about.iter().any(|stem| word.stem.chars().take(5).eq(stem.chars().take(5)));
    // Who speaks is looked for only where the matter is spoken of at all.
    if !clauses.iter().any(|(_, clause)| clause.iter().any(|word| named(&about, word))) {
        return None;
    }
    let speaker = Sides::of(pack, heard, draft).speaker()?;
    let (own, their) = if speaker.role == first.role { (own, their) } else { (their, own) };
    // «Ремонт делаю сам» tells nothing of capital repairs: a word that an earlier matter has too is not enough.
    let earlier = pack.fields.iter().take_while(|one| one.pointer != field.pointer);
    let taken: Vec<String> = earlier
        .filter(|one| one.kind == FieldKind::Choice)
        .flat_map(|one| words(&one.label))
        .map(|word| word.stem)
        .collect();
    let apart: Vec<String> = about.iter().filter(|stem| !taken.contains(stem)).cloned().collect();
    let about = if apart.is_empty() { about } else { apart };
    let text = &heard.turn.text;
    clauses.iter().find_map(|(start, clause)| {
        if !clause.iter().any(|word| named(&about, word)) {
            return None;
        }
        let (from, to) = (start + clause.first()?.start, start + clause.last()?.end);
        // «Материалы мои»; «никому работу не передаёт» says who does not.
        let part = text.get(from..to).filter(|part| !stated::only_refuses(part))?;
        let laid = match duties::laid(part) {
            (false, false) if clause.len() <= SHORT => duties::half(part),
            laid => laid,
        };
        let value = match laid {
            (true, false) => own.clone(),
            (false, true) => their.clone(),
            _ => return None,
        };
        Some((value, (from, to)))
    })
}

/// Words of a clause that may tell by «мои» alone whose something is.
const SHORT: usize = 4;

/// The bytes of a phrase in a clause, in one of its pieces: «ремонт на арендаторе, капитальный на нас» says nothing of
/// capital repairs by the lessee.
fn in_piece(text: &str, start: usize, clause: &[Word], phrase: &str) -> Option<(usize, usize)> {
    let whole = contains_phrase(clause, phrase)?;
    let cut = |from: usize, to: usize| text.get(start + from..start + to).is_some_and(|gap| gap.contains([',', ';']));
    if !cut(whole.0, whole.1) || phrase.contains(',') {
        return Some(whole);
    }
    clause
        .chunk_by(|one, next| !cut(one.end, next.start))
        .find_map(|piece| contains_phrase(piece, phrase).filter(|span| !cut(span.0, span.1)))
}

/// «Комната в трёшке»: the thing that stands behind «в» is where the other one is.
fn is_place(field: &Field, before: &str, phrase: &str) -> bool {
    let last = before.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    let counted = last.starts_with(|c: char| c.is_ascii_digit());
    field.pointer.ends_with("/object/kind")
        && !phrase.contains(' ')
        && (counted || matches!(last.as_str(), "в" | "во" | "из" | "in"))
}

/// «Без залога и поручителей»: what is joined to something that is left out is left out too.
fn without(before: &str) -> bool {
    let low = folded(before);
    let mut words = low.split_whitespace().rev().take(LEFT_OUT);
    words.next().is_some_and(|joint| matches!(joint, "и" | "или" | "and" | "or"))
        && words.any(|word| matches!(word, "без" | "without"))
}

/// «Для личного пользования» does not say «лично», nor «за просрочку он платит» «за просрочку платы».
fn is_other_form(text: &str, span: (usize, usize), phrase: &str) -> bool {
    let (adverb, said) = (!phrase.contains(' ') && phrase.ends_with('о'), text.get(span.0..span.1).unwrap_or_default());
    adverb && folded(said) != folded(phrase) || turned::is_verb_of(said, phrase)
}

/// Words before a joint among which «без» stands.
const LEFT_OUT: usize = 4;

/// An option as the message says it.
struct Match<'p> {
    phrase: &'p str,
    value: &'p Value,
    span: (usize, usize),
}

impl Match<'_> {
    /// Whether it says more exactly what the other one says: the longer of two phrases that share words, else the one
    /// whose words stand closer together.
    fn beats(&self, other: &Self) -> bool {
        let (own, its) = (phrase_stems(self.phrase), phrase_stems(other.phrase));
        let slack = |m: &Self| (m.span.1 - m.span.0).saturating_sub(m.phrase.len());
        if its.iter().all(|stem| own.contains(stem)) || own.iter().all(|stem| its.contains(stem)) {
            return own.len() > its.len() || (own.len() == its.len() && slack(self) < slack(other));
        }
        (slack(self), usize::MAX - self.phrase.len()) < (slack(other), usize::MAX - other.phrase.len())
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.span.0 < other.span.1 && other.span.0 < self.span.1
    }
}

/// The values that the message gives to a field, in its order: phrases that stand in one of its clauses. Several only
/// where they are said in different places.
fn said(field: &Field, heard: &Heard<'_>, clauses: &[(usize, Vec<Word>)], asked: bool) -> Vec<(Value, (usize, usize))> {
    let text = &heard.turn.text;
    let mut found: Vec<Match<'_>> = Vec::new();
    for (start, clause) in clauses {
        for option in &field.options {
            let label = asked.then_some(option.label.as_str());
            for phrase in option.words.iter().map(String::as_str).chain(label) {
                let Some((s, e)) = in_piece(text, *start, clause, phrase) else { continue };
                let span = (s + start, e + start);
                let before = text.get(*start..span.0).unwrap_or_default();
                // «Ошибки исправляет 6 месяцев после приёмки» says nothing of payment.
                let paid = |at: &String| at.starts_with("/payment");
                let paid = heard.question.is_some_and(|q| q.targets.iter().any(paid));
                let plan = field.pointer == "/payment/plan" && !paid && phrase.starts_with("после");
                let last = clause.last().map_or(e, |word| word.end);
                if plan && !outside::speaks_of_payment(turned::piece(text, (*start, start + last), span)) {
                    continue;
                }
                // «Вещь остаётся моей до полной оплаты» tells when it passes, not how it is paid.
                let until = before.split_whitespace().next_back().map(folded);
                let until = until.is_some_and(|word| matches!(word.as_str(), "до" | "until"));
                if field.pointer == "/payment/plan" && until {
                    continue;
                }
                // «Да никаких актов».
                let denied =
                    before.split_whitespace().next_back().is_some_and(|word| kinds::denies_behind(&folded(word)));
                if denied && !phrase.contains(' ') {
                    continue;
                }
                if is_place(field, before, phrase)
                    || without(before)
                    || is_other_form(text, span, phrase)
                    || outside::goes_on(text, span.1, phrase)
                    || turned::is(field, text, span, phrase)
                {
                    continue;
                }
                let own = clause.iter().position(|word| word.start == s).unwrap_or(0);
                let past = clause.iter().rposition(|word| word.end == e).map_or(clause.len(), |at| at + 1);
                if !governed(&clause[own..past.max(own)], phrase, text.get(*start..).unwrap_or_default()) {
                    continue;
                }
                let part = clause.last().and_then(|last| text.get(*start..start + last.end)).unwrap_or_default();
                let payment = field.pointer.starts_with("/payment");
                let before = text.get(*start..span.0).unwrap_or_default();
                let said_before = text.get(..span.0).unwrap_or_default();
                let paid =
                    payment && (!asked && hands_over(part) || of_rest(before) || behind_advance(said_before, phrase));
                // «Задаток отдал переводом, остальное наличными»: how a part was paid is not how the price is.
                let of_part = field.pointer == "/payment/means" && outside::speaks_of_part(part);
                let declined = option.value != json!("none")
                    && !phrase.split(' ').any(|word| matches!(word, "не" | "нет" | "без"))
                    && outside::declined_behind(text, span.1);
                if scope::says(text, &heard.scopes, span, phrase)
                    && !beside(field, part)
                    && !paid
                    && !of_part
                    && !declined
                {
                    found.push(Match { phrase, value: &option.value, span });
                }
            }
        }
    }
    let beaten = |one: &Match<'_>| found.iter().any(|other| other.overlaps(one) && other.beats(one));
    let mut out: Vec<(Value, (usize, usize))> = Vec::new();
    let mut kept: Vec<&Match<'_>> = found.iter().filter(|one| !beaten(one)).collect();
    kept.sort_by_key(|one| one.span);
    for one in kept {
        if out.last().is_none_or(|(value, _)| value != one.value) {
            out.push((one.value.clone(), one.span));
        }
    }
    if !out.is_empty() {
        return out;
    }
    let whole = (0, text.len());
    match (field.kind, asked, heard.intent.affirm, heard.intent.deny) {
        (FieldKind::YesNo, true, true, false) => vec![(json!(true), whole)],
        (FieldKind::YesNo, true, false, true) => vec![(json!(false), whole)],
        _ => Vec::new(),
    }
}
