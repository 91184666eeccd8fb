//! Words in the three languages of the workspace, numbers in texts, names of people hidden.

use crate::engine::wording::citations;
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A formatted text in the language of the session: Korean, Russian, English.
#[macro_export]
macro_rules! say {
    ($lang:expr, $ko:literal, $ru:literal, $en:literal $(,)?) => {
        match $lang {
            "ru" => format!($ru),
            "en" => format!($en),
            _ => format!($ko),
        }
    };
}

static ID: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|[^A-Za-z])(?:f|el|d|ev|gap|issue|claim|counter|q|step|finding|r)-\d+").ok());
static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\d+(?:[,.\u{a0} ]\d{3})*(?:\.\d+)?").ok());
static PERSONAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        // No word boundaries: a Korean ending stands right behind the digits.
        r"\d{6}-?[1-4]\d{6}",
        r"|01\d-?\d{3,4}-?\d{4}|\+\d{1,3}[\s-]?\d{2,3}[\s-]?\d{3,4}[\s-]?\d{2,4}|8[\s-]\(?\d{3}\)?[\s-]\d{3}-?\d{2}-?\d{2}",
        r"|[\w.+-]+@[\w-]+\.[\w.-]+",
        r"|\d{2,6}-\d{2,6}-\d{4,8}|\d{20}",
    ))
    .ok()
});

/// Sentences of a text with the characters they stand at.
#[must_use]
pub fn sentences(text: &str) -> Vec<([usize; 2], String)> {
    let chars: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let mut from = 0;
    for at in 0..=chars.len() {
        let ends = match chars.get(at) {
            None => true,
            Some('\n' | '!' | '?' | '。') => true,
            // «2024. 3. 1.», «5.5», «ст. 8»: a full stop ends a sentence only before a space and a letter that is
            // not small, and not behind a digit or a short abbreviation.
            Some('.') => {
                let before = at.checked_sub(1).map(|i| chars[i]);
                let next = chars.get(at + 1);
                let word = chars[from..at].iter().rev().take_while(|c| c.is_alphabetic()).count();
                let hangul = before.is_some_and(|c| ('가'..='힣').contains(&c));
                !before.is_some_and(|c| c.is_ascii_digit())
                    && next.is_none_or(|c| c.is_whitespace())
                    && (hangul || word > 2)
            }
            Some(_) => false,
        };
        if ends {
            let to = (at + 1).min(chars.len());
            let piece: String = chars[from..to].iter().collect();
            let lead = piece.chars().take_while(|c| c.is_whitespace()).count();
            let trimmed = piece.trim();
            if trimmed.chars().any(char::is_alphanumeric) {
                out.push(([from + lead, from + lead + trimmed.chars().count()], trimmed.to_owned()));
            }
            from = to;
        }
    }
    out
}

/// Numbers of a text without separators; ids and citations are no numbers.
#[must_use]
pub fn numbers(text: &str) -> BTreeSet<String> {
    // Citations are blanked where they stand, all in one walk.
    let mut bare = String::with_capacity(text.len());
    let mut spans = citations::find(text).into_iter().map(|one| one.span).peekable();
    let mut until = 0;
    for (at, c) in text.chars().enumerate() {
        while let Some([_, to]) = spans.next_if(|[from, _]| *from <= at) {
            until = until.max(to);
        }
        bare.push(if at < until { ' ' } else { c });
    }
    if let Some(id) = ID.as_ref() {
        bare = id.replace_all(&bare, " ").into_owned();
    }
    let found = NUMBER.iter().flat_map(|number| number.find_iter(&bare));
    found.map(|one| one.as_str().chars().filter(|c| c.is_ascii_digit() || *c == '.').collect::<String>()).collect()
}

/// Words of a text in small letters, at least two characters each.
#[must_use]
pub fn tokens(text: &str) -> BTreeSet<String> {
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() >= 2).map(str::to_owned).collect()
}

/// Personal data by shape: numbers of residents, telephones, mail, accounts.
#[must_use]
pub fn personal(text: &str) -> Option<String> {
    PERSONAL.as_ref()?.find(text).map(|found| found.as_str().to_owned())
}

/// The text with personal data blanked and names replaced.
#[must_use]
pub fn masked(text: &str, names: &[(String, String)]) -> String {
    let mut out = text.to_owned();
    for (name, alias) in names {
        out = out.replace(name.as_str(), alias);
    }
    PERSONAL.as_ref().map_or(out.clone(), |pattern| pattern.replace_all(&out, "***").into_owned())
}

/// Changes every text of a value.
pub fn each_text(value: &mut Value, change: &mut dyn FnMut(&mut String)) {
    match value {
        Value::String(text) => change(text),
        Value::Array(items) => items.iter_mut().for_each(|item| each_text(item, change)),
        Value::Object(map) => map.values_mut().for_each(|item| each_text(item, change)),
        _ => {}
    }
}

/// Every text of a value with its pointer.
#[must_use]
pub fn texts(value: &Value) -> Vec<(String, &str)> {
    fn walk<'v>(value: &'v Value, at: &str, out: &mut Vec<(String, &'v str)>) {
        match value {
            Value::String(text) => out.push((at.to_owned(), text)),
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(i, item)| walk(item, &format!("{at}/{i}"), out));
            }
            Value::Object(map) => map.iter().for_each(|(key, item)| walk(item, &format!("{at}/{key}"), out)),
            _ => {}
        }
    }
    let mut out = Vec::new();
    walk(value, "", &mut out);
    out
}

/// At most so many characters, with an ellipsis.
#[must_use]
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(most.saturating_sub(1)).collect();
    out.push('…');
    out
}

/// A sum with its thousands apart: `50,000,000`.
#[must_use]
pub fn grouped(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if value < 0 { format!("-{out}") } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_three_languages() {
        let split = |text: &str| sentences(text).into_iter().map(|(_, one)| one).collect::<Vec<_>>();
        assert_eq!(split("2024. 3. 1. 계약하였다. 갚지 않았다."), ["2024. 3. 1. 계약하였다.", "갚지 않았다."]);
        assert_eq!(split("По ст. 8 ГК РФ долг есть. Срок прошёл."), ["По ст. 8 ГК РФ долг есть.", "Срок прошёл."]);
        assert_eq!(split("Paid 5.5 million. Nothing came back"), ["Paid 5.5 million.", "Nothing came back"]);
        let (span, one) = &sentences("가. 나다.  라마바.")[1];
        assert_eq!("가. 나다.  라마바.".chars().skip(span[0]).take(span[1] - span[0]).collect::<String>(), *one);
        let found = numbers("f-12에 따르면 50,000,000원을 2024년에 (민법 제598조) counter-2의");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["2024", "50000000"]);
        assert_eq!(grouped(50_000_000), "50,000,000");
        assert_eq!(cut("가나다라", 3), "가나…");
    }

    #[test]
    fn personal_data_is_known_by_its_shape() {
        for text in
            ["900101-1234567은", "연락처010-1234-5678로", "a.b@c.kr", "тел. 8-495-123-45-67", "계좌 110-123-456789"]
        {
            assert!(personal(text).is_some(), "{text}");
        }
        for text in ["2024-03-01", "50,000,000원", "2018다12345", "제1호증"] {
            assert!(personal(text).is_none(), "{text}");
        }
        let names = [("김민수".to_owned(), "갑".to_owned())];
        assert_eq!(masked("김민수는 010-1234-5678로", &names), "갑는 ***로");
    }
}
