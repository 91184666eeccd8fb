//! What a mention says about a side, and where that is written.

use crate::engine::text::mention::{Mention, MentionKind, MentionKind as M};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::requisites::doubtful;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::sides::is_name;
use serde_json::{Value, json};

/// Bytes of the words that label a number: «расчётный счёт №».
const LABEL: usize = 60;

/// The name that a mention gives somebody.
pub(super) fn name_of(kind: &M) -> Option<&str> {
    match kind {
        M::Person { full, .. } => Some(full),
        M::Company { name, .. } => Some(name),
        M::Entrepreneur { person } => Some(person),
        _ => None,
    }
}

/// Whether a mention tells who somebody is.
pub(super) fn identifies(kind: &M) -> bool {
    is_name(kind) || matches!(kind, M::Inn { .. } | M::Ogrn { .. } | M::Passport { .. })
}

/// Whether a mention is a number by which somebody is registered.
pub(super) fn is_number(kind: &M) -> bool {
    matches!(kind, M::Inn { .. } | M::Ogrn { .. } | M::Kpp { .. } | M::Passport { .. })
}

/// Whether a mention is a number or an address of contact that a side has.
pub(super) fn is_detail(kind: &M) -> bool {
    matches!(
        kind,
        M::Inn { .. }
            | M::Ogrn { .. }
            | M::Kpp { .. }
            | M::Bik { .. }
            | M::Account { .. }
            | M::Snils { .. }
            | M::Passport { .. }
            | M::Phone { .. }
            | M::Email { .. }
    )
}

/// Where a number or an address of contact stands below its side.
pub(super) fn leaf(kind: &M) -> Option<&'static str> {
    Some(match kind {
        M::Inn { .. } => "inn",
        M::Ogrn { .. } => "ogrn",
        M::Kpp { .. } => "kpp",
        M::Bik { .. } => "bank/bik",
        M::Account { digits } if digits.starts_with("301") => "bank/correspondent",
        M::Account { .. } => "bank/account",
        M::Snils { .. } => "snils",
        M::Passport { .. } => "passport",
        M::Phone { .. } => "phone",
        M::Email { .. } => "email",
        _ => return None,
    })
}

/// Whether a mention tells anything of a side.
pub(super) fn is_about_party(kind: &M) -> bool {
    is_name(kind) || is_detail(kind) || matches!(kind, M::PartyKind { .. })
}

/// Writes what a mention says about a side.
pub(super) fn write(draft: &mut Draft<'_>, heard: &Heard<'_>, root: &str, mention: &Mention, clear: bool) {
    let span = (mention.start, mention.end);
    let at = |leaf: &str| format!("{root}/{leaf}");
    // What cannot be right stands as it was said and is shown once more.
    let clear = clear && heard.plain(span) && doubtful(&mention.kind).is_none();
    let label = labelled(&heard.turn.text, mention.start);
    let mut say = |leaf: &str, value: Value| draft.say(heard, &at(leaf), value, span, clear);
    match &mention.kind {
        MentionKind::Person { full, .. } => say("name", json!(full)),
        MentionKind::Company { name, .. } => {
            say("name", json!(name));
            say("kind", json!("company"));
        }
        MentionKind::Entrepreneur { person } => {
            say("name", json!(person));
            say("kind", json!("entrepreneur"));
        }
        MentionKind::PartyKind { kind } => say("kind", json!(kind)),
        MentionKind::Inn { digits, .. } => say("inn", json!(digits)),
        MentionKind::Ogrn { digits, .. } => say("ogrn", json!(digits)),
        MentionKind::Snils { digits, .. } => say("snils", json!(digits)),
        MentionKind::Kpp { text } => say("kpp", json!(text)),
        MentionKind::Bik { digits } => say("bank/bik", json!(digits)),
        // Accounts of banks with each other begin so (Банк России, план счетов).
        MentionKind::Account { digits } if digits.starts_with("301") => say("bank/correspondent", json!(digits)),
        MentionKind::Account { digits } => say("bank/account", json!(digits)),
        MentionKind::Passport { series, number } => say("passport", json!({"series": series, "number": number})),
        MentionKind::Phone { text } => say("phone", json!(text)),
        MentionKind::Email { text } => say("email", json!(text)),
        _ => {}
    }
    if let Some((at, _)) = draft.spans.last().filter(|(_, last)| *last == span && label < span.0).cloned() {
        draft.spans.push((at, (label, span.0)));
    }
}

/// Where the words that label a number begin: «р/с», «ИНН», «паспорт серия».
fn labelled(text: &str, start: usize) -> usize {
    const LABELS: &[&str] = &[
        "р",
        "с",
        "к",
        "р/с",
        "к/с",
        "рс",
        "кс",
        "сч",
        "счет",
        "счёт",
        "расчетный",
        "расчётный",
        "корреспондентский",
        "кор",
        "корр",
        "инн",
        "кпп",
        "огрн",
        "огрнип",
        "бик",
        "снилс",
        "паспорт",
        "серия",
        "номер",
        "тел",
        "телефон",
        "почта",
        "email",
        "е",
        "ф",
    ];
    let mut from = start.saturating_sub(LABEL);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let mut begin = start;
    let before = text.get(from..start).unwrap_or_default();
    let mut rest = before;
    loop {
        let own = rest.trim_end_matches([' ', '/', '.', ':', '№', '-', '—', '–']);
        let word = own.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        if word.is_empty() || !LABELS.contains(&word.to_lowercase().as_str()) {
            return begin;
        }
        rest = own.get(..own.len() - word.len()).unwrap_or_default();
        begin = from + rest.len();
    }
}

/// Whether nothing but marks stands between two bytes.
pub(super) fn only_marks(text: &str, from: usize, to: usize) -> bool {
    let gap = text.get(from..to).unwrap_or("x");
    gap.chars().all(|c| matches!(c, ' ' | ',' | '.'))
}

/// A number of a side that stands at some bytes: it tells whose they are.
pub(super) fn number_at((start, end): (usize, usize)) -> Mention {
    Mention { start, end, kind: M::Passport { series: String::new(), number: String::new() } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_go_with_their_numbers() {
        for (text, want) in [
            ("помещ. 7-Н, р/с 4070", "р/с "),
            ("расчётный счёт № 4070", "расчётный счёт № "),
            ("в АО «Банк», БИК 0473", "БИК "),
            ("его паспорт серия 4510", "паспорт серия "),
            ("телефон: 8916", "телефон: "),
            ("платит с 5000", "с "),
            ("сумма 5000", ""),
        ] {
            let end = text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            assert_eq!(&text[labelled(text, end)..end], want, "{text}");
        }
    }
}
