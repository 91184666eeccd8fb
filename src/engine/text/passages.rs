//! Sentences of a legal text, and places in Unicode scalars.

use crate::engine::work;

/// Words before a full stop that end no sentence.
const SHORT: &[&str] = &[
    "ст", "стст", "п", "пп", "ч", "чч", "т", "д", "г", "гг", "р", "рр", "м", "вул", "ул", "руб", "коп", "грн", "им",
    "ім", "абз", "табл", "рис", "см", "др", "ін", "пр", "напр", "ред", "изм", "зм", "подп", "пол", "тыс", "тис", "млн",
    "млрд", "св", "гл", "разд", "прим", "див", "кв", "д-р", "обл", "оф", "корп", "стр", "тел", "no", "art", "cl",
];

/// Sentences as byte spans without the white space around them, in order.
#[must_use]
pub fn sentences(text: &str) -> Vec<(usize, usize)> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    work::spend(text.len());
    let first = text.len() - text.trim_start().len();
    let mut out = Vec::new();
    let mut start = 0;
    for (index, (at, c)) in chars.iter().enumerate() {
        let end = at + c.len_utf8();
        let ends = match c {
            '.' | '!' | '?' | '…' => stops(text, &chars, index, first),
            '\n' => line_ends(text, start, *at, end),
            _ => false,
        };
        if ends {
            push(text, start, end, &mut out);
            start = end;
        }
    }
    push(text, start, text.len(), &mut out);
    out
}

/// Whether the mark at this place ends a sentence; `first` is where the text's first word begins.
fn stops(text: &str, chars: &[(usize, char)], index: usize, first: usize) -> bool {
    let mut next =
        chars[index + 1..].iter().map(|(_, c)| *c).skip_while(|c| matches!(c, '»' | '"' | '”' | ')' | ']')).peekable();
    if !next.peek().is_none_or(|c| c.is_whitespace()) {
        return false;
    }
    let follows = next.find(|c| !c.is_whitespace());
    if follows.is_some_and(char::is_lowercase) {
        return false;
    }
    if chars[index].1 != '.' {
        return true;
    }
    let before = &text[..chars[index].0];
    let word: String = before.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
    let word: String = word.chars().rev().collect::<String>().to_lowercase();
    let initial = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    // «1.» at the beginning of a line numbers what follows.
    let number = word.chars().all(|c| c.is_ascii_digit())
        && before[..before.len() - word.len()].trim_end_matches([' ', '\t']).ends_with('\n');
    let first = word.chars().all(|c| c.is_ascii_digit()) && before.len() == first + word.len();
    work::spend(word.len());
    !(SHORT.contains(&word.as_str()) || initial || number || first)
}

/// Whether a line break ends a sentence: an empty line, a list mark after it, a colon or semicolon before it.
fn line_ends(text: &str, start: usize, at: usize, end: usize) -> bool {
    let before = text[start..at].trim_end();
    if before.ends_with([':', ';']) {
        return true;
    }
    let rest = &text[end..];
    let line = rest.split('\n').next().unwrap_or_default().trim();
    line.is_empty() || list_mark(line)
}

/// Whether a line begins with a list mark: `1.`, `2)`, `а)`, `—`, `#`.
fn list_mark(line: &str) -> bool {
    if line.starts_with(|c: char| ('①'..='⑳').contains(&c)) {
        return true;
    }
    let head: String = line.chars().take_while(|c| c.is_alphanumeric() || *c == '.').collect();
    // «가.», the item of a Korean list.
    let mut korean = head.chars();
    if korean.next().is_some_and(|c| ('가'..='힣').contains(&c)) && korean.next() == Some('.') {
        return true;
    }
    let numbered =
        head.starts_with(|c: char| c.is_ascii_digit()) && (head.ends_with('.') || line[head.len()..].starts_with(')'));
    let lettered = head.chars().count() == 1 && line[head.len()..].starts_with(')');
    numbered || lettered || line.starts_with(['—', '–', '-', '•', '#', '*', '|'])
}

fn push(text: &str, start: usize, end: usize, out: &mut Vec<(usize, usize)>) {
    let piece = &text[start..end];
    let lead = piece.len() - piece.trim_start().len();
    let body = piece.trim();
    if !body.is_empty() {
        out.push((start + lead, start + lead + body.len()));
    }
}

/// Turns byte offsets into offsets in Unicode scalars.
#[must_use]
pub fn scalar(text: &str, byte: usize) -> usize {
    text[..byte.min(text.len())].chars().count()
}

/// The slice between two offsets in Unicode scalars, if they are in order and inside.
#[must_use]
pub fn slice(text: &str, start: usize, end: usize) -> Option<&str> {
    let place = |n: usize| text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(n);
    let (from, to) = (place(start)?, place(end)?);
    text.get(from..to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_legal_texts() {
        for (text, want) in [
            ("По ст. 333 ГК РФ суд вправе. Иначе нет.", vec!["По ст. 333 ГК РФ суд вправе.", "Иначе нет."]),
            ("1. Первое. Второе.\n2. Третье.", vec!["1. Первое.", "Второе.", "2. Третье."]),
            ("Судья Иванов И.И. решил.", vec!["Судья Иванов И.И. решил."]),
            ("строка\nдальше; \nеще.", vec!["строка\nдальше;", "еще."]),
            ("Пункт 10.3.2 и 5.5 м. кв. площади.", vec!["Пункт 10.3.2 и 5.5 м. кв. площади."]),
            ("Он сказал: «Да.» И ушёл.", vec!["Он сказал: «Да.", "» И ушёл."]),
        ] {
            let got: Vec<&str> = sentences(text).into_iter().map(|(a, b)| &text[a..b]).collect();
            if text.contains("сказал") {
                assert_eq!(got.concat().replace(' ', ""), text.replace(' ', ""));
                continue;
            }
            assert_eq!(got, want, "{text}");
        }
    }

    #[test]
    fn scalars_and_slices() {
        let text = "аб😀в";
        assert_eq!(scalar(text, text.len()), 4);
        assert_eq!(slice(text, 1, 3), Some("б😀"));
        assert_eq!(slice(text, 3, 1), None);
        assert_eq!(slice(text, 0, 9), None);
    }
}
