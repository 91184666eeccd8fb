//! Details of a person: the day of birth, the day a passport was issued, where somebody lives.

use crate::engine::text::mention::{Mention, MentionKind};
use crate::workspaces::contract::perform::around::tail;
use crate::workspaces::contract::perform::signers;

/// «Белов Андрей Николаевич, 02.02.1988»: a day of years ago right behind a name is the day of birth.
pub(super) fn birthday<'m>(mention: &'m Mention, now: &str) -> Option<&'m str> {
    let MentionKind::Date { iso, .. } = &mention.kind else { return None };
    let year = |date: &str| date.get(..4).and_then(|year| year.parse::<i32>().ok());
    (year(now)? - year(iso)? >= 14).then_some(iso)
}

/// A date of birth, the day a passport was issued, an address where somebody lives or sits: the leaf and its value.
pub(super) fn of_person<'m>(text: &str, mention: &'m Mention, follows: bool) -> Option<(&'static str, &'m str)> {
    let before = tail(text, mention.start);
    let part = before.rsplit([';', '\n', ',']).next().unwrap_or_default().to_lowercase();
    match &mention.kind {
        MentionKind::Date { iso, .. } => {
            let after: String =
                text.get(mention.end..)?.trim_start().chars().take(12).collect::<String>().to_lowercase();
            let born = ["г.р", "г. р", "г р", "года рожд", "р."].iter().any(|mark| after.starts_with(mark));
            if born || part.contains("рожд") || part.contains("родил") {
                return Some(("birth_date", iso.as_str()));
            }
            // «паспорт …, УМВД России по Ивановской области, 02.07.2019»: the day stands behind a comma.
            let issuer = || {
                let before = before.trim_end().strip_suffix(',').map(|rest| rest.rsplit([';', '\n', ',']).next());
                part.trim().is_empty()
                    && before.flatten().is_some_and(|part| signers::names_issuer(&part.to_lowercase()))
            };
            (part.contains("выдан") || part.contains("дата выдачи") || signers::names_issuer(&part) || issuer())
                .then_some(("passport_issued", iso.as_str()))
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
