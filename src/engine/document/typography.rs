//! Typography of a legal text: no-break spaces, «ёлочки», long dashes.

use crate::engine::work;

const NBSP: char = '\u{a0}';

/// Words that stay with what follows them.
const BEFORE: &[&str] =
    &["п.", "пп.", "ст.", "№", "г.", "ул.", "д.", "кв.", "стр.", "гл.", "ч.", "абз.", "р/с", "к/с", "тел."];
/// Words that stay with the number before them.
const AFTER: &[&str] = &[
    "₽",
    "$",
    "€",
    "%",
    "руб.",
    "коп.",
    "г.",
    "кв.",
    "м²",
    "м³",
    "км",
    "кг",
    "т",
    "га",
    "л",
    "шт.",
    "рубль",
    "рубля",
    "рублей",
    "копейка",
    "копейки",
    "копеек",
    "дней",
    "дня",
    "день",
    "месяца",
    "месяцев",
    "лет",
    "года",
];

/// The text with quotes, dashes and spaces as they are printed.
#[must_use]
pub fn set(text: &str) -> String {
    spaces(&dashes(&quotes(text)))
}

/// Straight quotes become «ёлочки».
fn quotes(text: &str) -> String {
    if !text.contains('"') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    for c in text.chars() {
        let set = match c {
            '"' if before.is_whitespace() || matches!(before, '(' | '«' | '[') => '«',
            '"' => '»',
            other => other,
        };
        out.push(set);
        before = set;
    }
    out
}

/// A hyphen between spaces becomes a long dash, held by the word before it.
fn dashes(text: &str) -> String {
    text.replace(" - ", "\u{a0}— ").replace(" – ", "\u{a0}— ").replace(" — ", "\u{a0}— ")
}

fn spaces(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(at) = rest.find(' ') {
        let (head, tail) = (&rest[..at], &rest[at + 1..]);
        out.push_str(head);
        let left = out.rsplit([' ', '\n', NBSP]).next().unwrap_or_default();
        let right = tail.split([' ', NBSP, '\n']).next().unwrap_or_default();
        work::spend(1 + left.len() + right.len());
        let space = if tied(left, right) { NBSP } else { ' ' };
        out.push(space);
        rest = tail;
    }
    out.push_str(rest);
    out
}

fn tied(left: &str, right: &str) -> bool {
    let bare_left = left.trim_start_matches(['(', '«']);
    let bare_right = right.trim_end_matches([',', ';', ')', '»']);
    let number =
        bare_left.ends_with(|c: char| c.is_ascii_digit()) && bare_left.starts_with(|c: char| c.is_ascii_digit());
    let digits = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let bare_right_dot = bare_right.trim_end_matches('.');
    BEFORE.contains(&bare_left) && !right.is_empty()
        || number && (AFTER.contains(&bare_right) || AFTER.contains(&bare_right_dot))
        || number && digits(bare_right) && bare_right.len() >= 3 && bare_left.len() <= 3
        || initial(bare_left) && (initial(right) || right.starts_with(char::is_uppercase))
        || right.starts_with('—')
}

fn initial(word: &str) -> bool {
    let mut chars = word.chars();
    matches!((chars.next(), chars.next(), chars.next()), (Some(c), Some('.'), None) if c.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::set;

    #[test]
    fn spaces_that_do_not_break() {
        for (text, set_text) in [
            ("см. п. 4.2 и ст. 330", "см. п.~4.2 и ст.~330"),
            ("25 000 ₽", "25~000~₽"),
            ("0,1 % за день", "0,1~% за день"),
            ("И. И. Иванов", "И.~И.~Иванов"),
            ("Договор № 5", "Договор №~5"),
            ("10 дней", "10~дней"),
            ("г. Москва", "г.~Москва"),
            ("цена - твёрдая", "цена~— твёрдая"),
            ("обычный текст", "обычный текст"),
        ] {
            assert_eq!(set(text), set_text.replace('~', "\u{a0}"), "{text}");
        }
    }

    #[test]
    fn quotes_become_guillemets() {
        assert_eq!(set("ООО \"Вектор\" (\"Арендатор\")"), "ООО «Вектор» («Арендатор»)");
        assert_eq!(set(&set("ООО \"Вектор\" - п. 5")), set("ООО \"Вектор\" - п. 5"));
    }
}
