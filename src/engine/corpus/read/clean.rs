//! Cleaning of source text: invisible characters, broken words, letter-spaced headings, wrapped lines.

use regex::Regex;
use std::sync::LazyLock;

static BROKEN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\u{ad}[ \t]*\n[ \t]*|\u{ad}[ \t]+").ok());

/// Text without soft hyphens, zero-width marks, no-break spaces and carriage returns; words broken by a soft hyphen
/// at the end of a line are whole again.
#[must_use]
pub fn characters(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let joined = match (&*BROKEN, text.contains('\u{ad}')) {
        (Some(broken), true) => broken.replace_all(&text, "").into_owned(),
        _ => text,
    };
    joined
        .chars()
        .filter_map(|c| match c {
            '\u{ad}' | '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}' | '\0' => None,
            '\u{a0}' | '\u{2007}' | '\u{202f}' | '\t' => Some(' '),
            '\r' | '\u{2028}' | '\u{2029}' | '\u{85}' => Some('\n'),
            c => Some(c),
        })
        .collect()
}

/// One line: runs of spaces are one space, none at the ends.
#[must_use]
pub fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The letters of a line without any space: letter-spaced headings («В С Т А Н О В И В») meet plain ones in it.
#[must_use]
pub fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// A letter-spaced word at the beginning of a line closed up («Т а б л и ц а  5.1» → «Таблица 5.1»), if it is this one.
#[must_use]
pub fn close_up(text: &str, word: &str) -> Option<String> {
    let mut wanted = word.chars().flat_map(char::to_lowercase);
    let mut next = wanted.next();
    for (at, c) in text.char_indices() {
        let Some(letter) = next else {
            // The word is over: what follows must not be a letter of the same word.
            return (!c.is_alphabetic()).then(|| format!("{word} {}", text[at..].trim()));
        };
        if c.is_whitespace() {
            continue;
        }
        if c.to_lowercase().next() != Some(letter) {
            return None;
        }
        next = wanted.next();
    }
    next.is_none().then(|| word.to_owned())
}

/// Whether the next line of a wrapped text goes on in the same paragraph.
#[must_use]
pub fn goes_on(before: &str, next: &str) -> bool {
    let ends = before.trim_end().ends_with(['.', ';', ':', '!', '?']);
    let begins = next.chars().next().is_some_and(|c| c.is_uppercase() || c == '-' || c == '–' || c == '—' || c == '«');
    !(ends && (begins || starts_item(next)))
}

/// `1.`, `2)`, `а)`, `①`, `- ` at the beginning of a line.
fn starts_item(text: &str) -> bool {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return false };
    if ('①'..='⑳').contains(&first) {
        return true;
    }
    if first.is_ascii_digit() {
        return true;
    }
    first.is_lowercase() && chars.next() == Some(')')
}

/// Characters at the end of a line that tell how it ends.
const LINE_END: usize = 64;

/// Adds a line to a text: to its last paragraph, or as a new one. A word broken by a hyphen at the end of the line is
/// joined only when the hyphen is a break and no part of the word: that cannot be known, so the hyphen stays.
pub fn append(text: &mut String, line: &str) {
    if line.is_empty() {
        return;
    }
    if text.is_empty() {
        text.push_str(line);
        return;
    }
    // How the last line ends is all that is asked of it.
    let from = text.char_indices().rev().take(LINE_END).last().map_or(0, |(at, _)| at);
    let last = text[from..].rsplit('\n').next().unwrap_or_default();
    if goes_on(last, line) {
        if last.ends_with('-') && last.chars().rev().nth(1).is_some_and(char::is_alphabetic) {
            text.push_str(line);
            return;
        }
        text.push(' ');
    } else {
        text.push('\n');
    }
    text.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_again() {
        assert_eq!(characters("докумен\u{ad}\nтах\u{a0}и"), "документах и");
        assert_eq!(characters("про\u{ad}емами"), "проемами");
    }

    #[test]
    fn letter_spaced_words_close_up() {
        assert_eq!(close_up("Т а б л и ц а  5.1", "Таблица").as_deref(), Some("Таблица 5.1"));
        assert_eq!(close_up("Таблица 6.7", "Таблица").as_deref(), Some("Таблица 6.7"));
        assert_eq!(close_up("ПРИЛОЖЕНИЕ А", "Приложение").as_deref(), Some("Приложение А"));
        assert_eq!(close_up("Приложение", "Приложение").as_deref(), Some("Приложение"));
        assert_eq!(close_up("Таблицами пользуются", "Таблица"), None);
        assert_eq!(close_up("Табл", "Таблица"), None);
    }

    #[test]
    fn lines_join_into_paragraphs() {
        let mut text = String::new();
        for line in
            ["Хранитель обязан принять", "вещь в срок.", "Срок назван в договоре", "или в правилах:", "1) первое;"]
        {
            append(&mut text, line);
        }
        assert_eq!(text, "Хранитель обязан принять вещь в срок.\nСрок назван в договоре или в правилах:\n1) первое;");
    }
}
