//! Sentences of a clause.

use std::ops::Range;

/// Words whose dot ends no sentence.
const SHORT: &[&str] = &[
    "п",
    "пп",
    "ст",
    "ч",
    "г",
    "гг",
    "руб",
    "коп",
    "кв",
    "куб",
    "д",
    "ул",
    "т",
    "им",
    "стр",
    "тыс",
    "млн",
    "млрд",
    "шт",
    "обл",
    "др",
    "см",
    "м",
    "р",
    "н",
    "е",
    "корп",
    "оф",
    "пом",
    "тел",
    "эл",
    "абз",
    "подп",
    "экз",
    "мес",
    "сут",
    "no",
    "пер",
    "просп",
    "пр",
    "наб",
    "компл",
    "утв",
    "ред",
    "прим",
    "напр",
    "ин",
];

/// Bytes of every sentence.
pub(crate) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    for (i, (at, c)) in chars.iter().enumerate() {
        if !matches!(c, '.' | ';' | '!' | '?') {
            continue;
        }
        let spaced = chars.get(i + 1).is_none_or(|(_, next)| next.is_whitespace());
        let before = text[start..*at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let initial = before.chars().count() == 1 && before.chars().all(char::is_uppercase);
        let short = *c == '.' && (initial || SHORT.contains(&before.to_lowercase().as_str()));
        if spaced && !short {
            out.push(start..at + c.len_utf8());
            start = at + c.len_utf8();
        }
    }
    if !text[start..].trim().is_empty() {
        out.push(start..text.len());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_end_nothing() {
        let text = "По п. 4.1 платят 5 руб. в день. Иванов И. И. подписал; ул. Мира.";
        let parts: Vec<&str> = sentences(text).into_iter().map(|range| text[range].trim()).collect();
        assert_eq!(parts, ["По п. 4.1 платят 5 руб. в день.", "Иванов И. И. подписал;", "ул. Мира."]);
    }
}
