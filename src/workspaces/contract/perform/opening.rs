//! What the deal is about, from the words that open the conversation: «продаю холодильник Атлант за 12000».
//!
//! Read, never certain: it waits in the list of what is shown once more.

use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::text::mention::MentionKind;
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{Word, is_stop, words};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::{acceptance, edits};
use crate::workspaces::contract::perform::bounded::tells_discount;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::{own, stated};
use serde::Deserialize;
use serde_json::json;
use std::sync::LazyLock;

/// Words about the subject (`knowledge/dialogue/opening.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    skip: Vec<String>,
    stop: Vec<String>,
    rights: Vec<String>,
    for_whom: Vec<String>,
    place: Vec<String>,
    no_place: Vec<String>,
    talk: Vec<String>,
    kin: Vec<String>,
    thing: Vec<Thing>,
}

/// Where the subject of some types lives, and the words before it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Thing {
    at: String,
    packs: Vec<String>,
    after: Vec<String>,
    /// Whether an infinitive tells it too: «поменять трубы».
    #[serde(default)]
    deed: bool,
    /// Content words that name it well enough; [`ENOUGH`] without it.
    #[serde(default)]
    enough: Option<usize>,
    /// Words that a sentence about the thing begins with: «сайт на Тильде, пять страниц, меню и бронь».
    #[serde(default)]
    heads: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/opening.toml")).unwrap_or_default());

/// Words of a message in which the subject is looked for, and words of the subject.
const OPENING: usize = 60;
/// Content words that name a subject well enough.
const ENOUGH: usize = 3;
/// See [`OPENING`].
const MOST: usize = 8;
/// Words of whom it is for, before it.
const WHOM: usize = 10;

/// Reads the subject of the deal from the first message.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    if heard.question.is_some() || heard.turn.choice.is_some() || !draft.opens() {
        return;
    }
    let Some(thing) = MARKS.thing.iter().find(|thing| thing.packs.contains(&pack.id)) else { return };
    if pack.field_of(&thing.at).is_none() || draft.has(&thing.at) {
        return;
    }
    let text = heard.turn.text.as_str();
    let said: Vec<Word> = words(text).into_iter().take(OPENING).collect();
    let form = |word: &Word| text[word.start..word.end].to_lowercase().replace('ё', "е");
    let opens = |at: usize| {
        let pair = at.checked_sub(1).map(|before| format!("{} {}", form(&said[before]), form(&said[at])));
        thing.after.iter().any(|after| *after == form(&said[at]) || pair.as_ref() == Some(after))
    };
    let begins: Vec<usize> = (0..said.len()).filter(|at| opens(*at)).map(|at| at + 1).collect();
    let deeds = (0..said.len()).filter(|at| thing.deed && !opens(*at) && infinitive(&form(&said[*at])));
    // «Школа может заменить преподавателя и поменять цену»: a right, to the end of its sentence.
    let pieces = sentences(text);
    let right = |at: usize| {
        let from =
            pieces.iter().find(|(start, end)| *start <= said[at].start && said[at].end <= *end).map_or(0, |own| own.0);
        said[..at].iter().any(|word| word.start >= from && MARKS.rights.contains(&form(word)))
    };
    let deeds = deeds.filter(|at| !MARKS.talk.contains(&form(&said[*at])) && !right(*at));
    // The deed itself says more than the noun behind «заказываю».
    let begins = begins.into_iter().filter(|at| said.get(*at).is_some_and(|word| !MARKS.talk.contains(&form(word))));
    let enough = thing.enough.unwrap_or(ENOUGH);
    let deeds = deeds.filter_map(|at| subject(heard, &said, at, enough, &form));
    let found = deeds.chain(begins.filter_map(|at| subject(heard, &said, at, enough, &form))).next();
    // What a sentence of its own says of the thing is more than its name.
    let found = headed(heard, thing).or(found);
    if let Some(span) = found.filter(|span| heard.scopes.at(span.0, span.1).tells()) {
        draft.say(heard, &thing.at, json!(nominative(&text[span.0..span.1])), span, false);
    }
}

/// Where the thing of a type stands in the person's words.
pub(super) fn thing_of(pack: &Pack) -> Option<&'static str> {
    let thing = MARKS.thing.iter().find(|thing| thing.packs.contains(&pack.id) && !thing.deed)?;
    Some(thing.at.as_str())
}

/// Most words of an address.
const ADDRESS: usize = 14;

/// An address as it was told, where one was asked for and the words hold nothing else: «ГСК «Восток», бокс 17».
pub(super) fn address(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = heard.turn.text.as_str();
    let marks = &heard.intent;
    let other = marks.unknown || marks.as_usual || marks.refuse || marks.question || heard.turn.choice.is_some();
    if other || !text.contains(|c: char| c.is_ascii_digit()) {
        return;
    }
    // «Цена до 31.03.2027, повышать нельзя»: what binds or names a day, a sum or a length of time is no place.
    let measured = heard.mentions.iter().any(|m| is_measured(&m.kind));
    // Nor is an order about the text, or what is taken off the price: «скидываю 8000 с января».
    let other = tells_discount(text, &heard.mentions, (0, text.len()))
        || !edits::spans(heard).is_empty()
        || edits::adds(text)
        || acceptance::mended::opens(text);
    if measured || other || own::binds(text) || stated::is_talk(text) {
        return;
    }
    // «Если съедет раньше чем за 30 дней, …» is a term and no address.
    let first = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    if MARKS.no_place.contains(&first.to_lowercase()) {
        return;
    }
    let place = |at: &&String| pack.field_of(at).is_some_and(|field| field.kind == FieldKind::Address);
    let asked = heard.question.and_then(|q| q.targets.iter().find(|at| place(at) && !draft.has(at)));
    let mut from = 0;
    let mut count = 0;
    for word in words(text) {
        let low = text[word.start..word.end].to_lowercase();
        let opens = MARKS.place.iter().any(|mark| mark.split(' ').any(|own| own == low));
        if count == 0 && opens {
            from = word.end;
        } else {
            count += 1;
        }
    }
    let shown = text.get(from..).unwrap_or_default();
    // «… дом 24 кв 61. Сдаю комнату»: behind the last number and a dot something else begins.
    let mut dots = shown.match_indices(". ").map(|(at, _)| at);
    let end = dots.find(|at| shown[..*at].ends_with(|c: char| c.is_ascii_digit())).unwrap_or(shown.len());
    let shown = &shown[..end];
    let open = shown.len() - shown.trim_start_matches([' ', ':', '—', '-', ',']).len();
    let said = shown[open..].trim_end().trim_end_matches('.');
    let nothing_else = draft.reads.iter().all(|read| read.span.1 <= from);
    if let Some(at) = asked.filter(|_| nothing_else && (2..=ADDRESS).contains(&count)) {
        let span = (from + open, from + open + said.len());
        draft.say(heard, at, json!(said), span, false);
    }
}

/// Whether the word behind this one names a side, somebody of the family, or points at somebody.
fn is_for_somebody(heard: &Heard<'_>, said: &[Word], word: &Word, form: &dyn Fn(&Word) -> String) -> bool {
    let Some(next) = said.iter().find(|next| next.start > word.start) else { return false };
    let side =
        heard.mentions.iter().take(OPENING).any(|m| m.start <= next.start && next.start < m.end && is_side(&m.kind));
    let low = form(next);
    side || is_stop(&next.stem) || MARKS.kin.iter().any(|stem| low.starts_with(stem.as_str()))
}

/// The sentence that begins with a word for the thing: what it says is what the thing is.
fn headed(heard: &Heard<'_>, thing: &Thing) -> Option<(usize, usize)> {
    let text = heard.turn.text.as_str();
    sentences(text).into_iter().find_map(|(start, end)| {
        let own = text.get(start..end)?;
        let from = start + own.len() - own.trim_start().len();
        let said = own.trim().trim_end_matches(['.', ';', '!']);
        let first = said.split(|c: char| !(c.is_alphanumeric() || c == '-')).next()?.to_lowercase();
        let told = thing.heads.contains(&first)
            && words(said).iter().filter(|word| !is_stop(&word.stem)).count() >= ENOUGH
            && !said.ends_with('?')
            && !own::binds(said)
            && !heard.mentions.iter().any(|m| from <= m.start && m.end <= from + said.len() && is_measured(&m.kind));
        told.then_some((from, from + said.len()))
    })
}

fn is_measured(kind: &MentionKind) -> bool {
    matches!(
        kind,
        MentionKind::Date { .. }
            | MentionKind::DateRange { .. }
            | MentionKind::Duration { .. }
            | MentionKind::Money { .. }
            | MentionKind::Percent { .. }
    )
}

fn is_side(kind: &MentionKind) -> bool {
    matches!(kind, MentionKind::Person { .. } | MentionKind::Entrepreneur { .. } | MentionKind::Company { .. })
}

fn infinitive(form: &str) -> bool {
    form.chars().count() > 4 && (form.ends_with("ть") || form.ends_with("ти") || form.ends_with("чь"))
}

/// The bytes of the subject that begins at a word.
fn subject(
    heard: &Heard<'_>,
    said: &[Word],
    at: usize,
    enough: usize,
    form: &dyn Fn(&Word) -> String,
) -> Option<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let marks = &*MARKS;
    let mut span: Option<(usize, usize)> = None;
    let mut edge = at.checked_sub(1).and_then(|before| said.get(before)).map_or(0, |word| word.end);
    let mut content = 0;
    let mut whose = false;
    let mut past_side = false;
    let mut kept = 0;
    for word in said.iter().skip(at).take(WHOM + MOST) {
        if kept == MOST {
            break;
        }
        let low = form(word);
        let gap = text.get(edge..word.start)?;
        let mut around = heard.mentions.iter().take(OPENING).filter(|m| m.start <= word.start && word.end <= m.end);
        // «Поставляет нам, ИП Мельник, муку …», «сдаёт ООО «Заря» кран …»: to whom stands before what.
        let side = around.clone().any(|m| is_side(&m.kind));
        if span.is_none() && (side || past_side && gap.trim().trim_matches([',', '"', '»']).is_empty()) {
            edge = word.end;
            past_side = side;
            if side {
                whose = false;
                continue;
            }
        }
        let gap = if span.is_none() && edge == word.end { "" } else { gap };
        let mentioned = around.any(|m| !matches!(m.kind, MentionKind::Vehicle { .. }));
        let whom = marks.kin.iter().any(|stem| low.starts_with(stem.as_str()));
        if gap.contains([',', '.', ';', ':', '!', '?', '\n', '—', '–', '(']) || mentioned || whom {
            break;
        }
        edge = word.end;
        // «Беру в аренду у Лаптева виброплиту»: what a preposition leads to stands before the thing.
        if span.is_none() && std::mem::take(&mut whose) {
            continue;
        }
        // «Кухня для Ивановой», but «приложение для iOS».
        let whom_for = marks.for_whom.contains(&low) && is_for_somebody(heard, said, word, form);
        whose = marks.stop.contains(&low) || whom_for;
        if span.is_none() && (marks.skip.contains(&low) || is_stop(&word.stem)) {
            continue;
        }
        if whose {
            break;
        }
        content += usize::from(!is_stop(&word.stem));
        kept += 1;
        span = Some((span.map_or(word.start, |(from, _)| from), word.end));
    }
    // A preposition at the end belongs to what was cut off.
    let (from, mut to) = span?;
    while let Some(last) =
        said.iter().rev().find(|word| word.start >= from && word.end == to).filter(|w| is_stop(&w.stem))
    {
        to = said.iter().rev().find(|word| word.end < last.start && word.start >= from)?.end;
    }
    // «Диван» alone says too little: the question asks for more.
    let proper = text.get(from..to)?.contains(|c: char| c.is_uppercase() || c.is_ascii_alphanumeric());
    (content >= enough || content > 1 && proper).then_some((from, to))
}

/// «Доску обрезную» is «доска обрезная»: the first noun and its adjectives in the nominative.
fn nominative(said: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for (at, word) in said.split(' ').enumerate() {
        let adjective = word
            .strip_suffix("ую")
            .map(|own| format!("{own}ая"))
            .or_else(|| word.strip_suffix("юю").map(|own| format!("{own}яя")));
        let noun = |end: &str, by: &str| {
            word.strip_suffix(end).filter(|own| own.chars().count() > 2).map(|own| format!("{own}{by}"))
        };
        let led = at == 0
            || said.split(' ').nth(at - 1).is_some_and(|before| before.ends_with("ую") || before.ends_with("юю"));
        let read = adjective.or_else(|| noun("у", "а").or_else(|| noun("ю", "я")).filter(|_| led));
        out.push(read.unwrap_or_else(|| word.to_owned()));
    }
    out.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_read() {
        let read: Marks = toml::from_str(include_str!("../../../../knowledge/dialogue/opening.toml")).unwrap();
        assert!(!read.thing.is_empty() && !read.stop.is_empty());
    }

    #[test]
    fn the_object_of_a_verb_is_named_in_the_nominative() {
        for (said, want) in [
            ("доску обрезную", "доска обрезная"),
            ("чёрную кожаную сумку", "чёрная кожаная сумка"),
            ("холодильник Атлант", "холодильник Атлант"),
            ("поменять трубы", "поменять трубы"),
        ] {
            assert_eq!(nominative(said), want);
        }
    }
}
