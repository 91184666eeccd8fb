//! The passage of a text that shows why it was found.

use crate::engine::search::words::{self, Language};
use std::collections::HashSet;

/// Before a word that was found.
pub const OPEN: char = '\u{2}';
/// After it.
pub const CLOSE: char = '\u{3}';

/// Characters of a passage, about.
const WIDTH: usize = 280;
/// Bytes of a text that are looked at.
const LOOK: usize = 64 * 1024;

/// The passage with most of the words, each between [`OPEN`] and [`CLOSE`]; the beginning where none is in it.
#[must_use]
pub fn of(text: &str, stems: &HashSet<String>, language: Language) -> String {
    let mut end = text.len().min(LOOK);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text[..end];
    let tokens = words::tokens(text);
    let hits: Vec<(usize, usize, String)> = tokens
        .into_iter()
        .filter_map(|token| {
            let found = words::stems(&token.word, language).into_iter().find(|stem| stems.contains(stem))?;
            Some((token.at.start, token.at.end, found))
        })
        .collect();
    let start = best_start(text, &hits);
    let (from, to) = window(text, start);
    let mut out = String::new();
    if from > 0 {
        out.push('…');
    }
    let mut at = from;
    for (start, end, _) in hits.iter().filter(|(start, end, _)| *start >= from && *end <= to) {
        if *start < at {
            continue;
        }
        out.push_str(&text[at..*start]);
        out.push(OPEN);
        out.push_str(&text[*start..*end]);
        out.push(CLOSE);
        at = *end;
    }
    out.push_str(&text[at..to]);
    if to < text.len() {
        out.push('…');
    }
    out.replace('\n', " ")
}

/// A passage without the marks.
#[must_use]
pub fn bare(snippet: &str) -> String {
    snippet.replace([OPEN, CLOSE], "")
}

/// Where the window with most different words begins.
fn best_start(text: &str, hits: &[(usize, usize, String)]) -> usize {
    let mut best = (0, 0);
    for (index, (from, _, _)) in hits.iter().enumerate() {
        let reach = from + WIDTH * 2;
        let seen: HashSet<&str> =
            hits[index..].iter().take_while(|(_, end, _)| *end <= reach).map(|(_, _, stem)| stem.as_str()).collect();
        if seen.len() > best.0 {
            best = (seen.len(), *from);
        }
    }
    // From the beginning of the sentence, if it is near.
    let near = text[..best.1].rfind(['.', '\n', ';']).map_or(0, |at| at + 1);
    let near = near + text[near..best.1].len() - text[near..best.1].trim_start().len();
    if best.1 - near < WIDTH { near } else { best.1 }
}

fn window(text: &str, from: usize) -> (usize, usize) {
    let to = text[from..].char_indices().nth(WIDTH).map_or(text.len(), |(at, _)| from + at);
    let to = if to == text.len() { to } else { text[from..to].rfind(' ').map_or(to, |space| from + space) };
    (from, to.max(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_marked_where_they_meet() {
        let filler = "Общие слова без смысла. ".repeat(40);
        let text = format!("{filler}Хранитель возвращает вещи со склада по записи. {filler}");
        let stems: HashSet<String> =
            ["вещь", "склад"].iter().flat_map(|word| words::stems(word, Language::Russian)).collect();
        let found = of(&text, &stems, Language::Russian);
        assert!(found.contains("\u{2}вещи\u{3} со \u{2}склада\u{3}"), "{found}");
        assert!(found.starts_with("…Хранитель"), "{found}");
        assert!(bare(&found).contains("вещи со склада"));
        assert_eq!(of("Коротко.", &HashSet::new(), Language::Russian), "Коротко.");
    }
}
