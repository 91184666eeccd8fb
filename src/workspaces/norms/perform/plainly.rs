//! A question in full words: abbreviations of the trade spelled out, names of acts as they are cited, what was added to
//! a question told from the question.

use crate::engine::fold::folded;
use crate::engine::knowledge::norms as lexicon;
use crate::workspaces::norms::perform::units;
use regex::Regex;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What parts a question from what was added to it later.
pub const ADDED: &str = "\nУточнение: ";

/// Words of a short question that names nothing of its own.
const ELLIPTIC: usize = 7;

static JOINED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)(^|[\s(,;])(сп|снип|гост|фз|пп|(?-i:п)|табл|таблица|ст|прил)\.?(\d)").ok());
static LAW: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)(^|[\s(,;])(\d{1,4})\s*-?\s*фз\b").ok());
/// «Пп 87 пункт 23», «ПП РФ 87»: what follows tells a decree from points («пп 5.1, 5.2»).
static DECREE_FIRST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(^|[\s(,;])(?:пп|постановлени[а-яё]*)(?:\s+рф)?\s*№?\s*(\d{2,4})(\s+(?:п|пункт|разд|раздел|прил|ст)\b|\s*$)").ok()
});
static DECREE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(^|[\s(,;])(\d{1,4})\s*-?\s*(?:ому|му|е|го)?\s*(?:постановлени[а-яё]*|пп)\b").ok()
});

/// «Ф12», «ø32»: a bar is called by its diameter; «Ф1.3» is a class of use.
static BAR: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(^|[\s(,;])[фФøØ∅]\s?([6-9]|[1-4]\d)((?:[,;?!)]|\.(?:\s|$))|\s+(?:мм\b)?|$)").ok());

/// The question and what was added to it.
#[must_use]
pub fn parts(query: &str) -> (&str, Vec<&str>) {
    let mut pieces = query.split(ADDED);
    (pieces.next().unwrap_or_default(), pieces.collect())
}

/// See the module.
#[must_use]
pub fn spelled(text: &str) -> String {
    let replace = |text: String, pattern: &LazyLock<Option<Regex>>, with: &str| match pattern.as_ref() {
        Some(pattern) => pattern.replace_all(&text, with).into_owned(),
        None => text,
    };
    let mut out = replace(text.to_owned(), &JOINED, "$1$2 $3");
    out = replace(out, &LAW, "$1$2-ФЗ");
    out = replace(out, &DECREE_FIRST, "${1}ПП РФ № $2$3");
    out = replace(out, &DECREE, "${1}ПП РФ № $2");
    out = replace(out, &BAR, "${1}диаметром $2 мм$3");
    shorts(&out.replace("мм мм", "мм"))
}

/// The long form of each abbreviation by its folded letters; of two that fold alike the first one counts.
static SHORTS: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    for short in &lexicon::shared().shorts {
        known.entry(folded(&short.say)).or_insert(short.mean.as_str());
    }
    known
});

fn shorts(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_alphanumeric()) {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let end = from.find(|c: char| !c.is_alphanumeric()).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        let low = word.to_lowercase();
        let same = |said: &str| SHORTS.get(&folded(said)).copied();
        // «Rb,n»: an index behind a comma belongs to the symbol.
        let index = after
            .strip_prefix(',')
            .map(|tail| &tail[..tail.find(|c: char| !c.is_alphanumeric()).unwrap_or(tail.len())]);
        // «400 кН»: a unit behind its number is no symbol («kh»).
        let counts = out.trim_end().ends_with(|c: char| c.is_ascii_digit()) && units::dimension(word).is_some();
        if counts {
            out.push_str(word);
            rest = after;
            continue;
        }
        let long =
            index.filter(|index| !index.is_empty()).and_then(|index| same(&format!("{low},{}", index.to_lowercase())));
        match long.or_else(|| same(&low)) {
            Some(mean) => {
                out.push_str(mean);
                let after = if long.is_some() { &after[1 + index.map_or(0, str::len)..] } else { after };
                // The full stop of an abbreviation, not that of a sentence: behind it no new one begins.
                let begins = |tail: &str| tail.trim_start().chars().next().is_none_or(char::is_uppercase);
                let stop = after.strip_prefix('.').filter(|tail| !mean.is_empty() && !begins(tail));
                rest = stop.unwrap_or(after);
            }
            None if weldable(&low) => {
                out.push_str(word.trim_end_matches(|c: char| !c.is_ascii_digit()));
                rest = after;
            }
            None => {
                out.push_str(word);
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// «А500С», «A400C»: a class of reinforcement with the mark of its steel, which no table of classes has.
fn weldable(low: &str) -> bool {
    static MARKED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^[аa]\d{3}(?:[сc]|св|сп|ск|п)$").ok());
    MARKED.as_ref().is_some_and(|marked| marked.is_match(low))
}

/// Whether a message goes on asking what was asked: it names no quantity and no place of its own, or begins as one that
/// goes on («а в Омске?», «и для колонны»).
#[must_use]
pub fn goes_on(text: &str, asks_itself: bool, names_place: bool) -> bool {
    let words: Vec<String> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let Some(first) = words.first() else { return false };
    let opens = matches!(first.as_str(), "а" | "и" | "тогда" | "но" | "если" | "или");
    let short = words.len() <= ELLIPTIC;
    if opens {
        return words.len() <= 2 * ELLIPTIC;
    }
    short && !asks_itself && !names_place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_and_abbreviations_are_spelled_out() {
        assert_eq!(spelled("сп17 п 9.7"), "сп 17 п 9.7");
        assert_eq!(spelled("384 фз"), "384-ФЗ");
        assert_eq!(spelled("по 87 постановлению"), "по ПП РФ № 87");
        assert_eq!(spelled("макс уклон"), "максимальный уклон");
        assert_eq!(spelled("ширина эвак. лестницы"), "ширина эвакуационной лестницы");
        assert_eq!(spelled("В25 и А500С"), "В25 и А500");
        assert_eq!(spelled("сила 400 кН"), "сила 400 кН");
        assert_eq!(spelled("Rb,n В25"), "нормативное сопротивление бетона осевому сжатию Rb,n В25");
    }

    #[test]
    fn short_messages_go_on() {
        assert!(goes_on("а в омске?", false, false));
        assert!(goes_on("для сборных", false, false));
        assert!(goes_on("а прочность на растяжение?", true, false));
        assert!(!goes_on("Какая ширина марша?", true, false));
        assert!(!goes_on("СП 63 п. 10.3.5", false, true));
        assert_eq!(parts("вопрос\nУточнение: омск"), ("вопрос", vec!["омск"]));
    }
}
