//! Where given words stand in a text, whatever their case, spaces, quotes and dashes.

use crate::engine::text::token::fold_char;

/// A text folded for comparison, with the place of every folded byte in the original.
struct Folded {
    text: String,
    /// For each byte of `text`: start and end of the original character.
    places: Vec<(usize, usize)>,
}

/// Lower case, ё→е, one kind of quotes and dashes, single spaces.
fn folded(text: &str) -> Folded {
    let mut out = Folded { text: String::with_capacity(text.len()), places: Vec::with_capacity(text.len()) };
    let mut space = true;
    for (start, c) in text.char_indices() {
        if c.is_whitespace() {
            if !space {
                out.add(' ', start, start + c.len_utf8());
            }
            space = true;
            continue;
        }
        space = false;
        for low in fold_char(c) {
            let low = match low {
                '«' | '»' | '“' | '”' | '„' => '"',
                '–' | '—' | '‑' | '−' => '-',
                other => other,
            };
            out.add(low, start, start + c.len_utf8());
        }
    }
    out
}

impl Folded {
    fn add(&mut self, c: char, start: usize, end: usize) {
        self.text.push(c);
        self.places.extend(std::iter::repeat_n((start, end), c.len_utf8()));
    }
}

/// Every place where `value` stands in `text` between word borders, in order; bounded to the first hundred.
#[must_use]
pub fn exact(text: &str, value: &str) -> Vec<(usize, usize)> {
    let needle = folded(value.trim()).text;
    let needle = needle.trim_end();
    if needle.is_empty() {
        return Vec::new();
    }
    let hay = folded(text);
    let fits = |at: usize| {
        let (before, after) = (&hay.text[..at], &hay.text[at + needle.len()..]);
        borders(before, needle, after)
    };
    hay.text
        .match_indices(needle)
        .take(100)
        .filter(|(at, _)| fits(*at))
        .map(|(at, _)| (hay.places[at].0, hay.places[at + needle.len() - 1].1))
        .collect()
}

/// Whether words begin and end where the needle does; «5» is no word of «4,5» or «5.1».
fn borders(before: &str, needle: &str, after: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let (first, last) = (needle.chars().next(), needle.chars().next_back());
    let (mut back, mut ahead) = (before.chars().rev(), after.chars());
    let (b, a) = (back.next(), ahead.next());
    if word(first) && word(b) || word(last) && word(a) {
        return false;
    }
    let joint = |c: Option<char>| matches!(c, Some('.' | ',' | ':'));
    !(digit(first) && joint(b) && digit(back.next()) || digit(last) && joint(a) && digit(ahead.next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let text = "Аренда  СКЛАДА у «Вектора» — ёлка 4,5";
        for (value, want) in [
            ("склада", Some("СКЛАДА")),
            ("аренда склада", Some("Аренда  СКЛАДА")),
            ("\"вектора\" - елка", Some("«Вектора» — ёлка")),
            ("склад", None),
            ("5", None),
            ("4,5", Some("4,5")),
            ("", None),
            (" ", None),
        ] {
            let found = exact(text, value).first().map(|&(start, end)| &text[start..end]);
            assert_eq!(found, want, "{value}");
        }
    }
}
