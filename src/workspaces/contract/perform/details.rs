//! Details of a person: the day of birth, where somebody lives.

use crate::engine::text::mention::{Mention, MentionKind};
use crate::workspaces::contract::perform::around::tail;
use crate::workspaces::contract::perform::papers;

/// «Белов Андрей Николаевич, 02.02.1988»: a day of years ago right behind a name is the day of birth.
pub(super) fn birthday<'m>(mention: &'m Mention, now: &str) -> Option<&'m str> {
    let MentionKind::Date { iso, .. } = &mention.kind else { return None };
    let year = |date: &str| date.get(..4).and_then(|year| year.parse::<i32>().ok());
    (year(now)? - year(iso)? >= 14).then_some(iso)
}

/// A date of birth, an address where somebody lives or sits: the leaf and its value. What stands before `since`, the end
/// of the address before, leads to that one.
pub(super) fn of_person<'m>(
    text: &str,
    mention: &'m Mention,
    since: usize,
    follows: bool,
) -> Option<(&'static str, &'m str)> {
    let before = tail(text, mention.start);
    let before = text.get(since.max(mention.start - before.len())..mention.start).unwrap_or(before);
    let part = before.rsplit([';', '\n', ',']).next().unwrap_or_default().to_lowercase();
    match &mention.kind {
        MentionKind::Date { iso, .. } => {
            let born = papers::born(text, mention.end) || part.contains("рожд") || part.contains("родил");
            born.then_some(("birth_date", iso.as_str()))
        }
        MentionKind::Address { text: address } => {
            let lives = [
                "адрес регистрации",
                "адрес прожив",
                "юридическ",
                "юр. адрес",
                "юр адрес",
                "зарегистрирован",
                "прописан",
                "проживает",
                "живет",
                "живу",
                "живем",
                "живёт",
                "зарег",
                "проживающ",
                "место нахожд",
                "местонахожд",
                "почтовый адрес",
            ];
            let labelled = part.trim_end_matches([':', ' ', '—', '–', '-']).ends_with("адрес");
            // «Адрес:» alone belongs to a side only inside its block of numbers.
            let block = labelled
                && before
                    .rsplit("\n\n")
                    .next()
                    .is_some_and(|block| ["ИНН", "ОГРН", "аспорт"].iter().any(|mark| block.contains(mark)));
            (follows || block || lives.iter().any(|word| part.contains(word))).then_some(("address", address.as_str()))
        }
        _ => None,
    }
}

/// Where the mark of a birth behind a day ends: «г.р.», «года рождения».
pub(super) fn mark_behind(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..).filter(|_| papers::born(text, from))?;
    let mut end = 0;
    for word in rest.split_inclusive(|c: char| !c.is_alphabetic()).take(6) {
        let low = word.to_lowercase();
        let own = low.trim_matches(|c: char| !c.is_alphabetic());
        let mark = own.is_empty() || matches!(own, "г" | "р" | "год" | "года") || own.starts_with("рожд");
        if !mark {
            break;
        }
        end += word.len();
        if own == "р" || own.starts_with("рожд") {
            break;
        }
    }
    (end > 0).then_some(from + end)
}
