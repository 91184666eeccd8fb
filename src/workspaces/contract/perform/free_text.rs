//! Free text: what is left of an answer about words when the other facts in it are taken out.

use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::knowledge::{dialogue, phrases};
use crate::engine::text::folded;
use crate::engine::text::intent;
use crate::engine::text::is_numeral;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentences;
use crate::engine::text::scope::Scope;
use crate::engine::text::stamps::stamps;
use crate::engine::text::stem::{Word, is_stop, phrase_stems, words};
use crate::model::pointer;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::{acceptance, edits};
use crate::workspaces::contract::perform::bounded::{tells_discount, tells_limit};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::{
    bearing, duties, excepted, explained, own, own_words, side_words, sides, stated, unfit,
};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Longest text of a fact, in characters.
const LONGEST: usize = 2_000;

/// Remarks that are never an answer, and the words of one.
const GREETINGS: [&str; 4] = ["greeting", "thanks", "protest", "bye"];
const GREETING: usize = 3;

/// Where a place is asked for.
const ADDRESS: &str = "/address";

/// Words of an answer that is a number.
const NUMBER: usize = 8;

/// Writes the answer into the first open text field of the question.
pub fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let Some(question) = heard.question else { return };
    let marks = &heard.intent;
    let text = &heard.turn.text;
    // «Один», «Один. Кот со мной»: an answer that counts says nothing in words.
    let counts = |part: &str| is_numeral(&part.trim().trim_end_matches(['.', '!']).to_lowercase());
    if sentences(text).into_iter().any(|(start, end)| counts(&text[start..end])) {
        return;
    }
    // A mere yes names nothing.
    if marks.affirm && text.split_whitespace().count() == 1 {
        return;
    }
    let several = sentences(text).len() > 1;
    // «Пекарь. Печёт хлеб. А штраф можно прописать?»: a question beside an answer takes nothing of it.
    let evades = marks.unknown || marks.as_usual || marks.refuse;
    if intent::command(text) || !several && (evades || marks.question) {
        return;
    }
    let asked = heard.scopes.all(Scope::Question);
    let orders = edits::spans(heard);
    // Who asks first tells why he asks: «Сколько ещё вопросов? У меня через час отправка».
    let asks_from = asked.iter().map(|span| span.0).min();
    let evading = |start: usize, end: usize| {
        let act = intent::intent(&text[start..end]);
        let questions =
            asks_from.is_some_and(|from| from <= start) || asked.iter().any(|span| span.0 < end && start < span.1);
        // Beside a question a story tells why it is asked: «Он сам просит платить раз в месяц. Можно?».
        questions
            || asks_from.is_some() && (stated::narrates(&text[start..end]) || stated::happens(&text[start..end]))
            || stated::refuses(&text[start..end])
            || stated::only_refuses(&text[start..end])
            || greets(&text[start..end])
            || acceptance::mended::opens(&text[start..end])
            || edits::adds(&text[start..end])
            || tells_discount(text, &heard.mentions, (start, end))
            || orders.iter().any(|span| span.0 < end && start < span.1)
            || acceptance::notary::takes_notary(&text[start..end])
            || several && (act.question || act.unknown || act.as_usual || act.refuse)
    };
    let is_text = |at: &String| pack.fields.iter().any(|f| &f.pointer == at && f.kind == FieldKind::Text);
    // «Верно, да, ещё погрузка в восемь»: a yes is about what was shown, and what follows is something else.
    if acceptance::opens_with_yes(text) {
        return;
    }
    let Some(at) = question.targets.iter().find(|at| is_text(at) && !draft.has(at)) else { return };
    // A question that its typed answer has already settled needs no words beside it.
    let typed = question.targets.iter().any(|target| !is_text(target) && draft.wrote(target));
    let told = |target: &String| draft.spans.iter().any(|(at, _)| pointer::is_within(at, target));
    let again = question.targets.iter().any(|target| !is_text(target) && told(target));
    // Numbers of a side are no words about anything else, read or not, unless the question asks for them by name.
    let asked_codes = codes_asked(pack, at);
    let coded = |start: usize, end: usize| {
        let inside = |m: &&Mention| start <= m.start && m.end <= end;
        let named = || words(&text[start..end]).iter().any(|word| asked_codes.contains(&word.stem));
        heard.mentions.iter().filter(inside).any(|m| is_code(&m.kind)) && !named()
    };
    let labelled = |start: usize, end: usize| {
        let mut first = words(&text[start..end]).into_iter().take(2);
        first.any(|word| side_words::is_detail(&text[start + word.start..start + word.end]))
    };
    // «Депозит в размере …», «питание за мой счёт, проезд её»: a term of its own answers nothing else.
    let field = pack.field_of(at);
    let split = duties::split(text);
    let labels = field.map(|field| other_labels(pack, field)).unwrap_or_default();
    let term = |start: usize, end: usize| {
        // A number has digits and is short.
        let no_number = || {
            let said = &text[start..end];
            !said.contains(|c: char| c.is_ascii_digit()) || said.split_whitespace().count() > NUMBER
        };
        own_words::ordered(&text[start..end])
            || unfit::is(pack, at, stated::without_lead(&text[start..end]))
            || tells_limit(text, &heard.mentions, (start, end))
                && (own::binds(&text[start..end]) || excepted::speaks(&text[start..end]))
            || at.ends_with(ADDRESS) && binds_nowhere(heard, (start, end))
            || field.is_some_and(|field| field.code && no_number())
            || begins_with(&labels, &text[start..end])
            || field.is_some_and(|field| bearing::opens_other(field, &text[start..end]))
            || split.iter().any(|span| span.0 < end && start < span.1)
            || stated::only_denies(&text[start..end])
                && field.is_some_and(|field| denies_other(pack, field, &text[start..end]))
            // «Порядок оплаты: …», «Агент не вправе …»: another matter, unless the question names it.
            || field.is_some_and(|field| opens_another(field, &text[start..end]))
            // «Телефоном за кассой не пользоваться» is no place of work: a ban answers what asks for it by name.
            || stated::forbids(&text[start..end])
                && !stated::asks_deeds(at)
                && field.is_some_and(|field| !named_by(field, &text[start..end]))
    };
    // «Работодатель выплачивает премию», «Расходы на учёт несёт покупатель»: what a side does or may do answers a question
    // about deeds only, or one that asks for it by name.
    let names = pack.parties.iter().flat_map(|party| party.words.iter().chain([&party.title]));
    let names: Vec<String> = names.filter_map(|name| words(name).into_iter().next()).map(|word| word.stem).collect();
    let acts = |start: usize, end: usize| {
        let said = &text[start..end];
        let spoken: Vec<Word> = words(said).into_iter().filter(|word| !is_stop(&word.stem)).collect();
        let first = spoken.first().is_some_and(|word| names.contains(&word.stem));
        // «Расходы несёт покупатель», but no «картины, которые передаёт комитент».
        let last = spoken.last().is_some_and(|word| names.contains(&word.stem));
        let inner = spoken.iter().any(|word| word.stem.starts_with("котор")) || folded(said).contains(" что ");
        let asked = || field.is_some_and(|field| named_by(field, said));
        let does = first && stated::states(said, false);
        let may = (first && own::binds(said) || last && !inner && stated::states(said, false)) && !asked();
        (does || may) && !stated::asks_deeds(at)
    };
    let about_side = |start: usize, end: usize| {
        let given = draft.spans.iter().filter(|(_, span)| start <= span.0 && span.1 <= end);
        given.into_iter().any(|(at, _)| at.starts_with("/parties/") && !at.ends_with("/kind"))
    };
    let keep = |typed: bool| -> Vec<(usize, usize)> {
        let other = |start, end| {
            evading(start, end)
                || acts(start, end)
                || stated::is_talk(stated::without_lead(&text[start..end]))
                || about_side(start, end)
                || labelled(start, end)
                || coded(start, end)
                || term(start, end)
                || speaks_of_other_facts(pack, question.targets.as_slice(), draft, text, start, end, typed)
        };
        sentences(text).into_iter().filter(|&(start, end)| !other(start, end)).collect()
    };
    // A typed value said once more stays out of the words, unless the words are all there is.
    let kept = keep(typed || again);
    let kept = if kept.is_empty() && !typed { keep(false) } else { kept };
    let kept = field.map_or(kept.clone(), |field| answering(field, heard, kept));
    let kept = together(text, &kept);
    let whole = kept.clone();
    let kept = thought(pack, heard, draft, kept);
    let (Some(first), Some(last)) = (kept.first(), kept.last()) else { return };
    let span = (first.0, last.1);
    // Who said it when is no part of an answer: «[10:31] Назар: …».
    let heads = stamps(text);
    let bare_from = |start: usize, end: usize| heads.iter().find(|h| start <= h.0 && h.1 <= end).map_or(start, |h| h.1);
    let words: Vec<&str> = kept.iter().map(|&(start, end)| text[bare_from(start, end)..end].trim()).collect();
    let words = words.join(" ");
    let said: String = bare(pack, at, own_words::without_filler(stated::without_lead(&words)))
        .trim_end_matches('.')
        .chars()
        .take(LONGEST)
        .collect();
    if said.chars().count() >= 2 {
        // A form for anything certifies no sentence by itself: the person sees it once more.
        // Nor is a sentence that says other things too, or mends something, beyond doubt.
        let told = |m: &Mention| !asked_codes.is_empty() && (is_code(&m.kind) || sides::is_name(&m.kind));
        let inside = |m: &Mention| {
            span.0 <= m.start && m.end <= span.1 && !matches!(m.kind, MentionKind::Number { .. }) && !told(m)
        };
        let alone = !heard.mentions.iter().any(inside) && !marks.correction && draft.reads.is_empty();
        let one = kept.len() <= SURE && !runs_on(&said) && kept == whole;
        draft.say(heard, at, Value::String(said), span, !pack.generic && alone && one);
    }
}

/// «Мелкий ремонт делает она сама»: whether a sentence lays something on somebody and names no place.
fn binds_nowhere(heard: &Heard<'_>, (start, end): (usize, usize)) -> bool {
    let place = |m: &&Mention| matches!(m.kind, MentionKind::Address { .. } | MentionKind::City { .. });
    let said = heard.turn.text.get(start..end).unwrap_or_default();
    let deed = || stated::states(said, false) || own::binds(said);
    !heard.mentions.iter().filter(place).any(|m| start <= m.start && m.end <= end) && deed()
}

/// Whether a sentence is a word of the conversation: a greeting, thanks, a protest.
fn greets(said: &str) -> bool {
    let Ok(dialogue) = dialogue::embedded() else { return false };
    let tokens = phrases::tokens(said);
    let mut talks = dialogue.words("ru").talks.iter().filter(|talk| GREETINGS.contains(&talk.id.as_str()));
    tokens.len() <= GREETING && talks.any(|talk| talk.any.begin(&tokens))
}

/// «За оплату пени нет»: whether what is denied is called by another fact and not by the one that is asked for.
fn denies_other(pack: &Pack, asked: &Field, said: &str) -> bool {
    let others = pack.fields.iter().filter(|field| field.pointer != asked.pointer && field.kind != FieldKind::Text);
    !named_by(asked, said) && others.into_iter().any(|field| named_by(field, said))
}

/// Whether a sentence has a word of the name of a field, or of a phrase that leads to it.
fn named_by(field: &Field, said: &str) -> bool {
    let names = field.hints.iter().chain([&field.label]).flat_map(|name| phrase_stems(name).to_vec());
    let names: BTreeSet<String> = names.filter(|stem| stem.chars().count() > 3).collect();
    words(said).iter().any(|word| names.contains(&word.stem))
}

/// Whether a sentence opens a matter that the question does not name.
fn opens_another(field: &Field, said: &str) -> bool {
    let low: Vec<String> = field.hints.iter().chain([&field.label]).map(|name| folded(name)).collect();
    let names = |head: &str| low.iter().any(|name| name.split_whitespace().any(|word| word.starts_with(head)));
    stated::opens_matter(said).is_some_and(|head| !names(head)) || stated::entitles(said) && !named_by(field, said)
}

/// The numbers that a field in words asks for by name: «Общество: название, ИНН, ОГРН».
fn codes_asked(pack: &Pack, at: &str) -> Vec<String> {
    let field = pack.field_of(at).filter(|field| field.kind == FieldKind::Text && !at.starts_with("/parties/"));
    let label = field.map(|field| field.label.as_str()).unwrap_or_default();
    let named = words(label).into_iter().filter(|word| side_words::is_detail(&label[word.start..word.end]));
    named.map(|word| word.stem).collect()
}

/// Sentences with a number that the open question asks for by name: the company whose share is sold is no side.
pub(super) fn asked_by_code(pack: &Pack, heard: &Heard<'_>) -> Vec<(usize, usize)> {
    let targets = heard.question.map(|question| question.targets.as_slice()).unwrap_or_default();
    let codes: Vec<String> = targets.iter().flat_map(|at| codes_asked(pack, at)).collect();
    if codes.is_empty() {
        return Vec::new();
    }
    let text = heard.turn.text.as_str();
    let named = |span: &(usize, usize)| words(&text[span.0..span.1]).iter().any(|word| codes.contains(&word.stem));
    sentences(text).into_iter().filter(named).collect()
}

/// The first sentences that follow each other: what stands between them and others is somebody else's word.
fn together(text: &str, kept: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for span in kept {
        let between = out.last().and_then(|last| text.get(last.1..span.0));
        if between.is_some_and(|gap| gap.chars().any(char::is_alphanumeric)) {
            break;
        }
        out.push(*span);
    }
    out
}

/// Of somebody who dictates without stops the thoughts that answer: from the first one that holds no value of another
/// fact to the next one that does, or that begins with another matter.
fn thought(pack: &Pack, heard: &Heard<'_>, draft: &Draft<'_>, kept: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let [span] = kept.as_slice() else { return kept };
    let pieces = stated::pieces(text, *span);
    if pieces.len() < 2 {
        return kept;
    }
    let valued = |(start, end): &(usize, usize)| {
        let inside = |m: &&Mention| *start <= m.start && m.end <= *end && !matches!(m.kind, MentionKind::Number { .. });
        let told = |(at, own): &(String, (usize, usize))| {
            pack.field_of(at).is_some_and(|field| field.kind != FieldKind::Text) && start <= &own.0 && &own.1 <= end
        };
        heard.mentions.iter().any(|m| inside(&m)) || draft.spans.iter().any(told)
    };
    let other = |(start, end): &(usize, usize)| {
        let part = text.get(*start..*end).unwrap_or_default();
        own_words::is_aside(part) || own::binds(part) || stated::is_talk(part) || valued(&(*start, *end))
    };
    let first = pieces.iter().position(|piece| !other(piece)).unwrap_or(0);
    let count = pieces[first..].iter().take_while(|piece| !other(piece)).count().max(1);
    let (from, to) = (pieces[first].0, pieces[first + count - 1].1);
    vec![(from, to)]
}

/// Numbers of a side that stand for nothing else.
fn is_code(kind: &MentionKind) -> bool {
    use MentionKind as M;
    matches!(kind, M::Inn { .. } | M::Ogrn { .. } | M::Kpp { .. } | M::Bik { .. } | M::Account { .. })
}

/// Words without a stop that are more than one thought.
const BREATH: usize = 14;

/// Whether somebody dictates without any stop: where the answer ends nobody can tell.
fn runs_on(said: &str) -> bool {
    !said.contains([',', '.', ';', ':', '—', '\n', '(']) && said.split_whitespace().count() > BREATH
}

/// Sentences of an answer that is beyond doubt.
const SURE: usize = 2;
/// Characters from the beginning of a sentence to the colon behind the name of what is asked for.
const COLON: usize = 40;

/// The sentences that answer: from the one that names what is asked for («Погодите, … А недостатки у мотора: скол»),
/// without what is said to the program, and behind the first one without what binds, which is a term of its own.
fn answering(field: &Field, heard: &Heard<'_>, kept: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let names = field.hints.iter().chain([&field.label]).flat_map(|name| phrase_stems(name).to_vec());
    let names: BTreeSet<String> = names.filter(|stem| stem.chars().count() > 3).collect();
    let labelled = kept.iter().enumerate().find_map(|(at, (start, end))| {
        let sentence = text.get(*start..*end)?;
        let colon = sentence.find(':').filter(|colon| sentence[..*colon].chars().count() <= COLON)?;
        let named = words(&sentence[..colon]).iter().any(|word| names.contains(&word.stem));
        named.then_some((at, start + colon + 1))
    });
    let mut kept = match labelled {
        Some((at, from)) => {
            let mut rest = kept[at..].to_vec();
            rest[0].0 = from + text[from..].len() - text[from..].trim_start().len();
            rest
        }
        None => kept,
    };
    kept.retain(|span| !explained::only_explains(heard, span.0, span.1));
    let about = |span: &(usize, usize)| !own_words::is_aside(text.get(span.0..span.1).unwrap_or_default());
    if kept.iter().any(about) {
        kept.retain(about);
    }
    let mut first = true;
    kept.retain(|span| std::mem::take(&mut first) || !own::binds(text.get(span.0..span.1).unwrap_or_default()));
    kept
}

/// «Дарю автомобиль Нива», «Товар: картофель»: what is described, without the deed or the label before it.
fn bare<'t>(pack: &Pack, at: &str, said: &'t str) -> &'t str {
    let first = said.split_whitespace().next().unwrap_or_default();
    let rest = said.get(first.len()..).unwrap_or_default().trim_start();
    let low = first.to_lowercase();
    // What is done is part of a work; of a thing it is not.
    let deed = || at.starts_with("/object") && pack.parties.iter().any(|party| party.first_person.contains(&low));
    let label = first.ends_with(':') && first.chars().count() > 3;
    if rest.split_whitespace().count() > 1 && (label || deed()) { rest } else { said }
}

/// The first words of the labels of all facts but the one that is asked for: «Коммунальные: капремонт хозяин» speaks of
/// another.
fn other_labels(pack: &Pack, asked: &Field) -> BTreeSet<String> {
    let own: Vec<String> =
        asked.hints.iter().chain([&asked.label]).flat_map(|name| words(name)).map(|w| w.stem).collect();
    let others = pack.fields.iter().filter(|field| field.pointer != asked.pointer);
    let first = others.filter_map(|field| words(&field.label).into_iter().next()).map(|word| word.stem);
    first.filter(|stem| stem.chars().count() > 4 && !own.contains(stem)).collect()
}

/// Whether a sentence begins with one of these words.
fn begins_with(labels: &BTreeSet<String>, sentence: &str) -> bool {
    words(sentence).into_iter().find(|word| !is_stop(&word.stem)).is_some_and(|word| labels.contains(&word.stem))
}

/// Whether nothing of a sentence is left when the words of other facts and of their labels are taken out.
fn speaks_of_other_facts(
    pack: &Pack,
    targets: &[String],
    draft: &Draft<'_>,
    text: &str,
    start: usize,
    end: usize,
    typed: bool,
) -> bool {
    let aimed = |at: &str| targets.iter().any(|target| pointer::is_within(at, target));
    let found = || {
        let within = draft.spans.iter().filter(move |(_, span)| start <= span.0 && span.1 <= end);
        within.filter(move |(at, _)| typed || !aimed(at))
    };
    let spans: Vec<(usize, usize)> = found().map(|(_, span)| *span).collect();
    if spans.is_empty() {
        return false;
    }
    // A phrase that picks an option carries more words of its own than a number does.
    // «Строительство бани из бруса»: the kind of what is described is part of the description.
    let kin = |at: &str| {
        let root = |at: &str| at.split('/').nth(1).map(str::to_owned);
        targets.iter().any(|target| root(target) == root(at))
    };
    let choice = |at: &str| pack.field_of(at).is_some_and(|field| field.kind == FieldKind::Choice);
    let option = found().any(|(at, _)| choice(at) && !kin(at));
    let labels: Vec<Arc<[String]>> = pack
        .parties
        .iter()
        .flat_map(|party| party.words.iter().chain([&party.title]))
        .chain(pack.fields.iter().flat_map(|field| field.hints.iter().chain([&field.label])))
        .map(|phrase| phrase_stems(phrase))
        .collect();
    let left = |word: &&Word| {
        !is_stop(&word.stem)
            && !matches!(word.stem.as_str(), "год" | "не")
            && !labels.iter().any(|label| label.contains(&word.stem))
            && !spans.iter().any(|span| span.0 <= word.start && word.end <= span.1)
    };
    let own: Vec<Word> = words(&text[start..end])
        .into_iter()
        .map(|word| Word { start: word.start + start, end: word.end + start, ..word })
        .collect();
    own.iter().filter(left).count() <= if option { 3 } else { 1 }
}
