//! Terms that no field of a pack has: kept in the person's own words, with their quote, and read back in the list.
//!
//! «За курение штраф 5000» is a term of the deal; a pack that knows a penalty for delay only must neither lose it nor
//! take its sum. Where such a term lives: `/terms/own/<n>/quote`.

use crate::engine::knowledge::condition::{self, is_present};
use crate::engine::knowledge::pack::Pack;
use crate::engine::text::clause::clauses;
use crate::engine::text::folded;
use crate::engine::text::intent;
use crate::engine::text::mention::MentionKind as M;
use crate::engine::text::parts::sentences;
use crate::engine::text::scope::Scope;
use crate::engine::text::stamps::stamps;
use crate::engine::text::stem::{Word, is_stop, words};
use crate::model::issue::Severity;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::{acceptance, edits};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::fragments::{leans, whole_from};
use crate::workspaces::contract::perform::own_parts::{Labels, Part, labels, look};
use crate::workspaces::contract::perform::own_words::{
    about_list, announced, bare, capped, denies_value, dictated, mends_value, ordered, says_who, without_chatter,
};
use crate::workspaces::contract::perform::wishes::{Wish, plainly};
use crate::workspaces::contract::perform::{duties, each_own, explained, removed, stated};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Where they live.
pub const OWN: &str = "/terms/own";
/// Where the ways of paying live.
const PAYMENT: &str = "/payment/";
/// Terms of one message, and characters of one.
const MOST: usize = 30;
const LONGEST: usize = 600;
/// Letters of a label of a choice that is no word of a term.
const SHORT: usize = 8;
/// Words of a sentence that only says that something is not right.
const BRIEF: usize = 3;
/// Content words that a term has at least.
pub(super) const LEAST: usize = 2;

/// What tells a term from talk (`knowledge/dialogue/own.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Marks {
    /// Words to the program behind a term.
    pub(super) chatter: Vec<String>,
    /// Beginnings of words that bind, allow, forbid, limit or condition.
    pub(super) bind: Vec<String>,
    /// The same in several words.
    pub(super) phrases: Vec<String>,
    /// Words that announce a term.
    pub(super) open: Vec<String>,
    /// Small words beside them.
    pub(super) lead: Vec<String>,
    /// Orders to take a term away, as whole words.
    pub(super) away: Vec<String>,
    /// Words by which something is called too much, at the end of a piece.
    pub(super) surplus: Vec<String>,
    /// Words for words of a text, whole.
    pub(super) pieces: Vec<String>,
    /// What was said last, as whole words.
    pub(super) last: Vec<String>,
    /// Beginnings of words by which a named term is called off.
    pub(super) unwanted: Vec<String>,
    /// Beginnings of words for what is paid when something is broken.
    pub(super) fine: Vec<String>,
    /// Beginnings of words for paying at all.
    pub(super) pays: Vec<String>,
    /// Words that make it a fine: it is paid only in a case.
    pub(super) case: Vec<String>,
    /// Beginnings of words for delay: the penalty that packs know.
    pub(super) delay: Vec<String>,
    /// Words that name what a fine is for.
    pub(super) cause: Vec<String>,
    /// First words of a term that is not cut.
    whole: Vec<String>,
    /// First words of a sentence that speaks to the program.
    pub(super) aside: Vec<String>,
    /// Words that only begin to speak.
    pub(super) filler: Vec<String>,
    /// Orders to write a term into the contract, whole words.
    pub(super) write_in: Vec<String>,
    /// Endings of verbs that are denied: «не заходим».
    pub(super) not_doing: Vec<String>,
    /// Beginnings of words for what is left of a whole.
    pub(super) rest: Vec<String>,
    /// Words that only bound a value: «не позднее».
    pub(super) bound: Vec<String>,
    pub(super) wish: Wish,
    /// Beginnings of words of talk about the talk itself.
    pub(super) talk: Vec<String>,
    /// Orders by which a person dictates a term, whole words.
    pub(super) dictate: Vec<String>,
    /// The same by which a term is added to what stands.
    pub(super) append: Vec<String>,
    /// Words between such an order and its colon, and words that open a dictation without one.
    pub(super) colon: Vec<String>,
    /// The word of that dictation, and two that say how it should be.
    pub(super) thus: String,
    pub(super) must: Vec<String>,
    /// Beginnings of words about terms as such.
    pub(super) meta: Vec<String>,
}

pub(super) static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/own.toml")).unwrap_or_default());

pub(super) fn ends(low: &str, list: &[String]) -> bool {
    list.iter().any(|mark| low.ends_with(mark.as_str()))
}

pub(super) fn starts(low: &str, list: &[String]) -> bool {
    list.iter().any(|mark| low.starts_with(mark.as_str()))
}

/// Keeps the terms of a message that no field took.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = heard.turn.text.as_str();
    // A short yes with a reason accepts what was asked; it is no term.
    let answers = heard.question.is_some() || heard.mentions.is_empty();
    let yes = || acceptance::is_plain(text.split([',', '.', '!', '—']).next().unwrap_or_default());
    let accepts = heard.intent.affirm && answers && text.split_whitespace().count() <= 10 && yes();
    if heard.turn.choice.is_some() || draft.first_wins || accepts {
        return;
    }
    // «Этапы по срокам: демонтаж до 18 декабря, …»: what stands as a term whole pays for nothing.
    let whole = |span: &(usize, usize)| draft.apart.iter().any(|one| one.0 <= span.0 && span.1 <= one.1);
    let paid = draft.spans.iter().filter(|(at, span)| at.starts_with(PAYMENT) && whole(span));
    for at in paid.map(|(at, _)| at.clone()).collect::<Vec<String>>() {
        draft.forget(&at);
    }
    let mut used: Vec<(usize, usize)> = draft.spans.iter().map(|(_, span)| *span).collect();
    let split = duties::split(text);
    used.extend(&split);
    used.sort_unstable();
    let said = words(text);
    let labels = labels(pack, draft);
    let parts = clauses(text);
    let mut found: Vec<((usize, usize), bool)> = Vec::new();
    // The first clause of a conversation says which contract is wanted; a greeting alone is not it.
    let opens = draft.opens() && heard.question.is_none();
    let opening = parts.iter().find(|part| text[part.0..part.1].split_whitespace().count() > 1);
    let wanted = opening.filter(|_| opens).map_or(0, |first| first.1);
    let banned = banned(pack, draft);
    let orders = edits::spans(heard);
    let is_banned = |(start, end): (usize, usize)| banned.iter().any(|span| span.0 < end && start < span.1);
    let alone = sentences(text).len() == 1;
    // Who asks tells why he asks: «Зачем график? Сказано же — до осени». A number or an order is a term all the same.
    let asks_from = heard.scopes.all(Scope::Question).iter().map(|span| span.0).min();
    let remarks = |(start, end): (usize, usize)| {
        let said = &text[start..end];
        let story = || !binds(said) && stated::narrates(said) && !stated::refuses(said);
        let digits = said.contains(|c: char| c.is_ascii_digit());
        let told = asks_from.is_some_and(|from| from <= start && !digits || from > start && story());
        (told || stated::recounts(said)) && !ordered(said)
    };
    for sentence in sentences(text) {
        // «Уберите оба и запишите так: …»: what is dictated is the term.
        let behind = dictated(&text[sentence.0..sentence.1]).map(|at| (sentence.0 + at, sentence.1));
        let takes = |span: &(usize, usize)| {
            let part = look(heard, &said, &used, &labels, *span);
            part.free >= LEAST && part.free * 2 >= part.content && !is_banned(*span)
        };
        if let Some(span) = behind.filter(takes) {
            found.push((span, true));
            continue;
        }
        // «Не совсем.» finds fault and says nothing else.
        let own = &text[sentence.0..sentence.1];
        let edits = orders.iter().any(|span| span.0 < sentence.1 && sentence.0 < span.1)
            || own.split_whitespace().count() <= BRIEF && acceptance::mended::opens(own);
        if edits
            || remarks(sentence)
            || mends_value(heard, sentence)
            || stated::dismisses(&text[sentence.0..sentence.1])
        {
            continue;
        }
        let Part { content, free, binds, opened } = look(heard, &said, &used, &labels, sentence);
        // What the law forbids is told as such; it is no term that a text could hold.
        // «Без такси»: what there is not needs no second word.
        let plain = stated::without_lead(&text[sentence.0..sentence.1]);
        let least = if content == 1 && stated::only_denies(plain) { 1 } else { LEAST };
        if content < least || asks(heard, sentence) || is_banned(sentence) || mends(text, &used, sentence) {
            continue;
        }
        let first = parts.partition_point(|part| part.0 < sentence.0);
        if opened || (binds && free * 2 >= content.max(2) && free >= least) {
            // From the first clause that nothing took to the last one.
            let own = parts.iter().skip(first).take_while(|part| part.1 <= sentence.1);
            let own = own.filter(|part| opened || part.0 >= wanted);
            let mut open = own.filter(|part| look(heard, &said, &used, &labels, **part).free > 0);
            let ends = open.next().map(|one| (one.0, open.last().map_or(one.1, |last| last.1)));
            let ends = ends.map(|span| trimmed(heard, &said, &used, &labels, span));
            match ends.filter(|_| !opened) {
                Some(ends) => {
                    // Who runs on says several things: each piece is a term of its own, or none.
                    let pieces = stated::pieces(text, ends);
                    let whole = pieces.len() == 1;
                    let own = pieces.into_iter().filter(|piece| {
                        let part = look(heard, &said, &used, &labels, *piece);
                        whole || part.binds && part.free >= LEAST && !asks(heard, *piece)
                    });
                    found.extend(own.map(|piece| (piece, opened)));
                }
                None if opened || wanted == 0 => found.push((sentence, opened)),
                None => {}
            }
            continue;
        }
        let known = found.len();
        let mut before = None;
        for clause in parts.iter().skip(first).take_while(|part| part.1 <= sentence.1) {
            let part = look(heard, &said, &used, &labels, *clause);
            let whole = before.replace(clause.0);
            if clause.0 >= wanted
                && part.binds
                && part.free >= LEAST
                && part.free * 2 > part.content
                && !asks(heard, *clause)
            {
                let leans = leans(text.get(clause.0..clause.1).unwrap_or_default());
                let from = whole.filter(|_| leans).unwrap_or(clause.0);
                found.push(((from, clause.1), false));
            }
        }
        if found.len() == known && sentence.0 >= wanted {
            found.extend(beside(heard, &said, &used, &labels, sentence).map(|span| (span, false)));
            // «Регионы: Томская область», «храним до 120 паллет»: what counts or labels is no talk, whoever takes it.
            let own = free * 3 >= content * 2 && free > LEAST && stated::counts(&text[sentence.0..sentence.1]);
            let none = found.len() == known && !(alone && heard.question.is_some()) && !of_contact(heard, sentence);
            found.extend((own && none && heard.scopes.at(sentence.0, sentence.1).tells()).then_some((sentence, false)));
        }
    }
    // «Пеня 0,1 % в день, не больше 10 %»: no field has the bound, so that the rate with it is the term.
    let rates: Vec<(usize, usize)> =
        draft.spans.iter().filter(|(at, _)| at == "/penalty/rate").map(|(_, span)| *span).collect();
    for span in rates.into_iter().filter_map(|rate| capped(heard, rate)) {
        let free = !found.iter().any(|(own, _)| span.0 < own.1 && own.0 < span.1);
        if free && span.0 >= wanted && !asks(heard, span) && !is_banned(span) {
            found.push((span, false));
        }
    }
    for (at, sentence) in each_own::left(heard, draft) {
        draft.shade(&at);
        draft.apart.push(sentence);
    }
    found.retain(|(span, _)| !draft.apart.iter().any(|whole| whole.0 <= span.0 && span.1 <= whole.1));
    found.extend(draft.apart.iter().map(|span| (*span, false)));
    found.extend(split.into_iter().filter(|span| !asks(heard, *span)).map(|span| (span, false)));
    let found = found.into_iter().map(|(span, opened)| (if opened { span } else { conditioned(text, span) }, opened));
    let mut found: Vec<((usize, usize), bool)> = found.collect();
    found.sort_unstable();
    // «Аванс 444 000, за 3 рабочих дня после подписания»: a piece that says nothing alone takes the one before it along.
    let mut joined: Vec<((usize, usize), bool)> = Vec::new();
    for (span, opened) in found {
        let from = if opened { span.0 } else { whole_from(text, span) };
        match joined.last_mut().filter(|(last, _)| from < last.1) {
            Some((last, led)) => (*last, *led) = ((last.0.min(from), last.1.max(span.1)), *led || opened),
            None => joined.push(((from, span.1), opened)),
        }
    }
    for (span, opened) in joined.into_iter().take(MOST) {
        // «Передача на базе: г. Самара, ул. Гаражная, 3»: a comma inside an address ends nothing.
        let home =
            heard.mentions.iter().find(|m| matches!(m.kind, M::Address { .. }) && m.start < span.1 && span.1 < m.end);
        let span = (span.0, home.map_or(span.1, |m| m.end));
        keep(pack, heard, draft, span, opened);
    }
}

/// A term with the case that its sentence names for it, before it or right behind: without it the term would promise more
/// than was said.
fn conditioned(text: &str, (start, end): (usize, usize)) -> (usize, usize) {
    let Some(sentence) = sentences(text).into_iter().find(|one| one.0 <= start && start < one.1) else {
        return (start, end);
    };
    let opens = |part: &str| {
        let low = folded(part);
        let first = low.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
        first.is_some_and(|first| MARKS.whole.iter().any(|word| word == first))
    };
    let before = text.get(sentence.0..start).unwrap_or_default();
    let from = if opens(stated::without_lead(before)) { sentence.0 } else { start };
    let behind = text.get(end..sentence.1).unwrap_or_default();
    let to = if opens(behind) { sentence.1 } else { end };
    (from, to.max(end))
}

/// The pieces of a sentence whose other pieces fields took: «осаго плачу я, каско нет».
fn beside<'p>(
    heard: &'p Heard<'_>,
    said: &'p [Word],
    used: &'p [(usize, usize)],
    labels: &'p Labels,
    (start, end): (usize, usize),
) -> impl Iterator<Item = (usize, usize)> + 'p {
    let text = heard.turn.text.as_str();
    let part = text.get(start..end).unwrap_or_default();
    let cuts = part.match_indices(", ").map(move |(at, mark)| start + at + mark.len());
    let mut from = start;
    let pieces = cuts.chain([end]).map(move |to| (std::mem::replace(&mut from, to), to)).take(MOST);
    let several = part.contains(", ");
    pieces.filter(move |piece| {
        let look = look(heard, said, used, labels, *piece);
        let own = text.get(piece.0..piece.1).unwrap_or_default().trim_end_matches([',', ' ', '.']);
        let denies = look.content == 1 && stated::only_denies(own);
        // Two words are a term only where one of them is a deed: «доставкой и монтажом» is a rest of the price.
        let deed = || own.split(|c: char| !c.is_alphanumeric()).any(is_deed);
        let free = look.free == look.content && (look.free > LEAST || denies || look.free == LEAST && deed());
        several && free && (look.binds || denies) && !asks(heard, *piece) && !leans(own)
    })
}

/// Whether a word tells a deed or a right by its form: «расторгнуть», «может».
fn is_deed(word: &str) -> bool {
    let low = folded(word);
    let verb = ["ть", "ти", "чь", "ет", "ит", "ут", "ют", "ат", "ят"].iter().any(|end| low.ends_with(end));
    low.chars().count() > 4 && verb
}

/// A term without the pieces at its ends that fields took: «гарантия год, материалы мои, вывоз мусора за его счёт».
fn trimmed(
    heard: &Heard<'_>,
    said: &[Word],
    used: &[(usize, usize)],
    labels: &Labels,
    (start, end): (usize, usize),
) -> (usize, usize) {
    let text = heard.turn.text.as_str();
    let taken = |from: usize, to: usize| {
        let part = look(heard, said, used, labels, (from, to));
        part.free < part.content && part.free * 2 <= part.content && !part.opened
    };
    let (mut from, mut to) = (start, end);
    // «Если жених откажется, предоплата не возвращается»: the case and what follows from it are one term.
    let low = folded(text.get(start..end).unwrap_or_default());
    let first = low.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    if MARKS.whole.iter().any(|word| word == first) {
        return (start, end);
    }
    // «…, но не больше суммы долга» says nothing without what stands before it.
    let free =
        |at: &usize, from: usize| !leans(text.get(from + at + 2..to).unwrap_or_default()) && taken(from, from + at);
    while let Some(comma) = text.get(from..to).and_then(|rest| rest.find(", ")).filter(|at| free(at, from)) {
        from += comma + 2;
    }
    // «…, предупредив за месяц» tells how, whoever took the month.
    let behind =
        |at: &usize, to: usize| !leans(text.get(from + at + 2..to).unwrap_or_default()) && taken(from + at, to);
    while let Some(comma) = text.get(from..to).and_then(|rest| rest.rfind(", ")).filter(|at| behind(at, to)) {
        to = from + comma;
    }
    (from, to)
}

/// «Залог не 38, а 30 тысяч»: a correction whose value a field took is no term beside it.
fn mends(text: &str, used: &[(usize, usize)], (start, end): (usize, usize)) -> bool {
    let next = used.partition_point(|span| span.1 <= start);
    used.iter().skip(next.saturating_sub(3)).take(8).any(|span| span.0 < end && start < span.1)
        && intent::intent(&text[start..end]).correction
}

/// The words from which a value was read that a rule of the pack forbids.
fn banned(pack: &Pack, draft: &Draft<'_>) -> Vec<(usize, usize)> {
    let forbids = |at: &str| {
        let rules = pack.checks.iter().filter(|check| check.severity == Severity::Critical && !check.acceptable);
        rules
            .filter(|check| condition::all(&check.when, &draft.domain))
            .any(|check| check.when.iter().any(|one| one.at == at))
    };
    draft.spans.iter().filter(|(at, _)| forbids(at)).map(|(_, span)| *span).collect()
}

/// Whether a part tells how somebody is reached.
fn of_contact(heard: &Heard<'_>, (start, end): (usize, usize)) -> bool {
    let contact = |kind: &M| matches!(kind, M::Phone { .. } | M::Email { .. });
    heard.mentions.iter().any(|m| start <= m.start && m.end <= end && contact(&m.kind))
}

/// Whether a sentence binds somebody: a term of the deal, whatever it stands beside.
pub(super) fn binds(sentence: &str) -> bool {
    let low = folded(sentence);
    low.split(|c: char| !c.is_alphanumeric()).any(|word| starts(word, &MARKS.bind))
        || MARKS.phrases.iter().any(|phrase| low.contains(phrase.as_str()))
}

/// Whether a part asks, orders, quotes another, or only answers.
fn asks(heard: &Heard<'_>, (start, end): (usize, usize)) -> bool {
    let text = &heard.turn.text[start..end];
    let asked = heard.scopes.all(Scope::Question).iter().any(|span| span.0 < end && start < span.1);
    let marks = intent::intent(text);
    // «Оставить на свой риск, …»: a choice that the question offers is no term.
    let low = folded(text);
    let choices = heard.question.and_then(|q| q.question.choices.as_deref()).unwrap_or_default();
    let offered = choices.iter().any(|one| one.label.chars().count() > SHORT && low.starts_with(&folded(&one.label)));
    // «Если бы взяли второй этаж, было бы 40 тысяч» tells what is not.
    let unreal = ["если бы ", "если б "].iter().any(|words| folded(text).contains(words));
    asked
        || offered
        || unreal
        || stated::wonders(text)
        || text.trim_end().ends_with('?')
        || matches!(heard.scopes.at(start, end), Scope::Quoted | Scope::Elsewhere)
        || intent::order(text)
        || intent::command(text)
        || removed::orders_away(&folded(text))
        || about_list(heard, text)
        || marks.unknown
        || marks.as_usual
        || marks.refuse
}

pub(super) fn keep(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>, (start, end): (usize, usize), opened: bool) {
    if !opened && explained::only_explains(heard, start, end) {
        return;
    }
    let text = heard.turn.text.as_str();
    let lead = if opened { announced(&text[start..end]) } else { 0 };
    draft.spans.extend((lead > 0).then(|| (OWN.to_owned(), (start, start + lead))));
    let start = start + lead;
    // Who said it when is no part of it: «[10:31] Назар: …».
    let head = stamps(text).into_iter().find(|head| head.0 <= start && start < head.1);
    draft.spans.extend(head.map(|head| (OWN.to_owned(), head)));
    let start = head.map_or(start, |head| head.1.min(end));
    let part = &text[start..end];
    let from = start + part.len() - part.trim_start().len();
    // «Ещё вот что: …», «2) …»: what only begins to speak is cut, and what is said aside with it.
    let plain = stated::without_lead(part.trim());
    let from = from + part.trim().len() - plain.len();
    let said: String = plain.trim_end_matches(['.', ';', ',', '!']).chars().take(LONGEST).collect();
    let said = without_chatter(&said);
    let whole = said.len();
    let said = plainly(bare(&stated::without_asides(said)));
    let few = head.is_some() && words(&said).iter().filter(|w| !is_stop(&w.stem)).count() < LEAST;
    let none = !opened && (says_who(pack, &said) || denies_value(pack, &said));
    if said.is_empty() || few || none || standing(draft).any(|(_, quote)| quote == said) {
        return;
    }
    let free = standing(draft).filter_map(|(id, _)| id.parse::<usize>().ok()).max().unwrap_or(0) + 1;
    let span = (from, from + whole);
    // Words under «добавьте в договор», or told once the list of readings or the last look asked for more («нельзя» and
    // «если» are the term's own), are a term by the person's own word; others are shown once more.
    let scope = heard.scopes.at(span.0, span.1);
    let told = matches!(scope, Scope::Asserted | Scope::Negated | Scope::Hypothetical | Scope::OtherParty);
    let dictates = opened && (scope == Scope::Asserted || text.get(from..).is_some_and(|own| own.starts_with('«')));
    let asked = draft.closes && told && !stated::opens_doubt(part);
    let clear = !pack.generic && (asked || dictates);
    draft.say(heard, &format!("{OWN}/{free}/quote"), json!(said), span, clear);
}

/// The own terms that stand: id and quote.
fn standing<'d>(draft: &'d Draft<'_>) -> impl Iterator<Item = (&'d str, &'d str)> {
    let own = draft.domain.pointer(OWN).and_then(Value::as_object);
    own.into_iter()
        .flatten()
        .filter(|(_, term)| is_present(term))
        .filter_map(|(id, term)| Some((id.as_str(), term["quote"].as_str()?)))
}
