//! What a person says a value is: «70 лет — это имениннику», «30 ноября это когда он даёт деньги, а не конец срока».
//! A value that is said to be something else is no value of a fact, and leaves it where it stood there already.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::clause::clauses;
use crate::engine::text::folded;
use crate::engine::text::intent::intent;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::{sentence_at, sentences};
use crate::engine::text::scan;
use crate::engine::text::stem::{is_stop, phrase_stems, stem};
use crate::model::money::parse_minor;
use crate::workspaces::contract::intake::provenance::{Heard, day};
use crate::workspaces::contract::perform::around::Around;
use crate::workspaces::contract::perform::changes::Change;
use crate::workspaces::contract::perform::values::value_for;
use crate::workspaces::contract::perform::{owner, removed};
use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/explained.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    is: Vec<String>,
    kinds: Vec<String>,
    wrong: Vec<String>,
    not: Vec<String>,
    more: Vec<String>,
    until: Vec<String>,
    both: Vec<String>,
    neither: Vec<String>,
    joints: Vec<String>,
    here: Vec<String>,
    stands: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/explained.toml")).unwrap_or_default());

/// Characters behind a value in which it is explained.
const BEHIND: usize = 120;

/// What a value is said to be, and what not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    is: Vec<String>,
    is_not: Vec<String>,
}

/// Whether a piece of a message only says what a value is: it is no term of the deal.
pub(super) fn only_explains(heard: &Heard<'_>, start: usize, end: usize) -> bool {
    let next = heard.mentions.partition_point(|m| m.start < start);
    let mut inside = heard.mentions.iter().skip(next).take_while(|m| m.end <= end);
    inside.any(|mention| behind(&heard.turn.text, mention).is_some())
}

/// «Там у вас двусторонний акт записан»: the pieces that tell what the draft says, which is no word of the person's own.
pub(super) fn reported(text: &str) -> Vec<(usize, usize)> {
    let tells = |(start, end): &(usize, usize)| {
        let low = folded(text.get(*start..*end).unwrap_or_default());
        let padded = format!(" {} ", low.split(|c: char| !c.is_alphanumeric()).collect::<Vec<_>>().join(" "));
        let here = MARKS.here.iter().any(|mark| padded.contains(&format!(" {mark} ")));
        here && padded.split(' ').any(|word| MARKS.stands.iter().any(|mark| mark == word))
    };
    clauses(text).into_iter().filter(tells).collect()
}

/// Reads what the words right behind a value say that it is; `None` when they say nothing of it.
pub(super) fn behind(text: &str, mention: &Mention) -> Option<Said> {
    let marks = &*MARKS;
    let rest: String = text.get(mention.end..)?.chars().take(BEHIND).collect();
    let rest = rest.split(['.', ';', '!', '?', '\n']).next()?;
    let dash = rest.trim_start_matches([' ', ')', '»', '"', ',']);
    let dashed = dash.starts_with(['—', '–', '-']);
    let low = folded(dash.trim_start_matches(['—', '–', '-', ' ']));
    let first = low.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty())?;
    let begins = |list: &[String], word: &str| list.iter().any(|stem| word.starts_with(stem.as_str()));
    if !rest.trim_start().starts_with(',') && marks.wrong.iter().any(|word| word == first) {
        return Some(Said { is: vec![first.to_owned()], is_not: Vec::new() });
    }
    let named = dashed && begins(&marks.kinds, first);
    let says = marks.is.iter().any(|word| word == first);
    if !says && !named {
        return None;
    }
    let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let told = words.get(usize::from(says)..)?;
    // «Это километры, а две тысячи …» without its comma: another thought begins there, unless it only denies.
    let joint = (1..told.len()).find(|at| {
        let denies = told.get(at + 1).is_some_and(|next| marks.not.iter().any(|not| not == next));
        marks.joints.iter().any(|one| *one == told[*at]) && !denies
    });
    let told = &told[..joint.unwrap_or(told.len())];
    // «624 000, это 52 метра по 12 000»: how a sum is made says not that it is another one.
    let priced = told.windows(2).any(|pair| pair[0] == "по" && pair[1].starts_with(|c: char| c.is_ascii_digit()));
    if priced && matches!(mention.kind, MentionKind::Money { .. } | MentionKind::Number { .. }) {
        return None;
    }
    // «Это день выдачи, а не конец срока»: what stands behind «не» is what it is not.
    let cut = told.iter().position(|word| marks.not.iter().any(|not| not == word));
    let (is, is_not) = told.split_at(cut.unwrap_or(told.len()));
    // «25 тысяч это за месяц»: more of the same value, unless it is said of what.
    let leads = is.first().is_some_and(|word| marks.more.iter().any(|more| more == word));
    let of_what = is.first().is_some_and(|first| marks.until.iter().any(|until| until == first));
    let more = leads && !(of_what && is.iter().any(|word| begins(&marks.kinds, word)));
    let stems = |part: &[&str]| {
        let long = part.iter().filter(|word| word.chars().count() > 2);
        long.map(|word| stem(word)).filter(|stem| !is_stop(stem)).collect::<Vec<String>>()
    };
    let said = Said { is: if more { Vec::new() } else { stems(is) }, is_not: stems(is_not) };
    (!said.is.is_empty() || !said.is_not.is_empty()).then_some(said)
}

/// «Оба верны, это разные вещи»: two values of one place are both right, so that neither is its value. The words stay
/// where they were said.
pub(super) fn both(heard: &Heard<'_>) -> Option<Change> {
    let at = heard.question?.keys.iter().find_map(|key| key.strip_prefix("conflict:"))?;
    let text = heard.turn.text.as_str();
    // «Ни одно: срока приёмки нет», «приёмку уберите», «по закону»: neither holds.
    let says = |(start, end): &(usize, usize)| {
        let part = text.get(*start..*end).unwrap_or_default();
        let low = folded(part);
        let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let padded = format!(" {} ", words.join(" "));
        // «Штраф платят обе стороны» is a term.
        let sides = |word: Option<&&str>| word.is_some_and(|word| word.starts_with("сторон"));
        let both = |at: usize| MARKS.both.iter().any(|one| one == words[at]) && !sides(words.get(at + 1));
        (0..words.len()).any(both)
            || MARKS.neither.iter().any(|phrase| padded.contains(&format!(" {phrase} ")))
            // «По форс-мажору, спорам и экземплярам как обычно» leaves other matters.
            || words.len() <= ALONE && (removed::orders_away(&low) || intent(part).as_usual)
    };
    // The other sentences tell something of their own.
    let (start, end) = sentences(text).into_iter().find(says)?;
    // «Оба верны: чистовые — заказчика, черновые — подрядчика»: what stands behind the colon is a term.
    let colon = text.get(start..end).and_then(|part| part.find(": ")).map_or(end, |at| start + at);
    let span = (start, colon);
    Some(Change { at: at.to_owned(), value: None, span, formula: None })
}

/// Words of a sentence that says nothing but that neither value holds.
const ALONE: usize = 6;

impl Said {
    /// Whether a value that is said to be this is no value of a field.
    pub(super) fn is_other(&self, field: &Field) -> bool {
        let names = |said: &[String]| {
            let hints = field.hints.iter().chain([&field.label]);
            let stems = hints.flat_map(|hint| phrase_stems(hint).to_vec()).filter(|stem| stem.chars().count() > 2);
            let stems: Vec<String> = stems.filter(|stem| !is_stop(stem)).collect();
            // «Это испытательный срок»: a general noun says nothing beside its attribute.
            let specific = said.iter().any(|word| !owner::is_general(word));
            let foreign =
                said.iter().any(|word| owner::is_money(word)) && !stems.iter().any(|stem| owner::is_money(stem));
            !foreign && said.iter().any(|word| stems.contains(word) && !(specific && owner::is_general(word)))
        };
        names(&self.is_not) || (!self.is.is_empty() && !names(&self.is))
    }
}

/// Facts that stand on a value which the person says is something else.
pub(super) fn removals(pack: &Pack, heard: &Heard<'_>, domain: &Value) -> Vec<Change> {
    let text = heard.turn.text.as_str();
    let mut out: Vec<Change> = denied(pack, heard, domain);
    for mention in &heard.mentions {
        let Some(said) = behind(text, mention) else { continue };
        // «В графике 46 612,90 до 15.12.2026 лишнее»: of two values nobody knows which one is wrong.
        let (start, end) = sentence_at(text, mention.start);
        let inside = heard.mentions.iter().filter(|m| start <= m.start && m.end <= end).count();
        if inside > 1 && said.is.first().is_some_and(|word| MARKS.wrong.contains(word)) {
            continue;
        }
        let around = Around::of(text, mention);
        let stands = |field: &&Field| {
            let value = domain.pointer(&field.pointer).filter(|value| is_present(value));
            value
                .is_some_and(|value| value_for(field, mention, false).as_ref() == Some(value) || is_sum(mention, value))
                && said.is_other(field)
                && !around.named(field)
        };
        let span = (mention.start, mention.end);
        let fields = pack.fields.iter().filter(stands);
        out.extend(fields.map(|field| Change { at: field.pointer.clone(), value: None, span, formula: None }));
    }
    out
}

/// «900 это одна пушка»: a bare number that is the very sum that stands.
fn is_sum(mention: &Mention, value: &Value) -> bool {
    let MentionKind::Number { value: number } = &mention.kind else { return false };
    let stands = value["amount"].as_str().and_then(parse_minor);
    stands.is_some() && stands == parse_minor(number)
}

/// «Срок не 255 месяцев»: facts that stand on a value which is denied as such. What is denied is no mention of the turn,
/// so the text is read once more, with it.
fn denied(pack: &Pack, heard: &Heard<'_>, domain: &Value) -> Vec<Change> {
    let text = heard.turn.text.as_str();
    if !folded(text).split_whitespace().any(|word| word == "не") {
        return Vec::new();
    }
    let mut out = Vec::new();
    for mention in scan::mentions(text, day(heard.turn)) {
        let before = text.get(..mention.start).unwrap_or_default().trim_end();
        let near: String = before.chars().rev().take(3).collect::<Vec<char>>().into_iter().rev().collect();
        let not = folded(&near);
        // «Не 11, а 12 месяцев»: the other value takes its place.
        let same = |m: &Mention| std::mem::discriminant(&m.kind) == std::mem::discriminant(&mention.kind);
        if (not != "не" && not != " не") || heard.mentions.iter().any(same) {
            continue;
        }
        let measured = matches!(
            mention.kind,
            MentionKind::Duration { .. } | MentionKind::Date { .. } | MentionKind::Quantity { .. }
        );
        // «Круги правок: не 3, это ошибка»: a bare number where the fact is named, and nothing else takes its place.
        let around = Around::of(text, &mention);
        let counted = |field: &Field| {
            matches!(mention.kind, MentionKind::Number { .. })
                && matches!(field.kind, FieldKind::Integer | FieldKind::DayOfMonth)
                && (around.named(field) || around.says_label(field))
        };
        let stands = |field: &&Field| {
            let value = domain.pointer(&field.pointer).filter(|value| is_present(value));
            let same = || value_for(field, &mention, counted(field)).as_ref() == value;
            (measured || counted(field)) && value.is_some() && same()
        };
        let span = (mention.start, mention.end);
        let fields = pack.fields.iter().filter(stands);
        out.extend(fields.map(|field| Change { at: field.pointer.clone(), value: None, span, formula: None }));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::contract::tests::KNOWLEDGE;

    #[test]
    fn a_value_that_is_said_to_be_something_else_is_told() {
        for (pack, at, text, want) in [
            ("services", "/term/duration", "70 лет это имениннику", Some(true)),
            ("services", "/term/duration", "70 лет — это мужу исполняется, это не срок договора", Some(true)),
            ("loan", "/term/end", "11.03.2014 это дата выдачи паспорта", Some(true)),
            ("loan", "/term/end", "30 ноября это когда он мне деньги даёт, а не конец срока", Some(true)),
            ("premises_lease", "/term/end", "30.11.2026 — дата передачи помещения по акту", Some(true)),
            ("premises_lease", "/term/end", "31.10.2027 — дата окончания", Some(false)),
            ("premises_lease", "/price/rent", "78 000 рублей — это аренда", Some(false)),
            ("premises_lease", "/price/rent", "78 000 рублей это за месяц", None),
            ("premises_lease", "/price/rent", "78 000 рублей в месяц", None),
            ("storage", "/price/total", "90 000 рублей – это оценка пианино, а не оплата хранения", Some(true)),
            ("loan", "/term/end", "30.11.2026 неверно", Some(true)),
            ("services", "/term/end", "12.12.2026, это и есть дата", None),
            ("services", "/term/end", "1 декабря — это до какого числа предоплата", Some(true)),
            ("employment", "/term/duration", "два месяца — это испытательный срок", Some(true)),
            ("employment", "/work/probation", "два месяца — это испытательный срок", Some(false)),
            ("real_estate_sale", "/delivery/date", "20.11.2026 — это день передачи аванса", Some(true)),
            ("real_estate_sale", "/delivery/date", "20.12.2026 — это день передачи квартиры", Some(false)),
        ] {
            let field = KNOWLEDGE.pack(pack).and_then(|pack| pack.field_of(at)).unwrap();
            let mentions = scan::mentions(text, "2026-11-23");
            let first = mentions.first().unwrap_or_else(|| panic!("{text}"));
            assert_eq!(behind(text, first).map(|said| said.is_other(field)), want, "{text}: {:?}", behind(text, first));
        }
    }
}
