//! What was signed off, told by its words; and the lines that a file says of it.

use crate::engine::document::flow::Piece;
use crate::engine::document::plain;
use crate::engine::knowledge::dialogue;
use crate::engine::prompt::sha256;
use crate::model::document_view::{Mark, Run};
use crate::model::signoff::Signoff;

/// Names the words of a text: SHA-256 of it as plain text, hex.
#[must_use]
pub fn digest(pieces: &[Piece]) -> String {
    sha256(&plain::render(pieces))
}

/// The pieces of a text with a line for each sign-off of exactly these words at their end, and whose statement it is.
/// `pieces` come as they are laid out: what is signed are the words of the document, not the stamp of a draft.
#[must_use]
pub fn lines(pieces: &[Piece], signoffs: &[Signoff]) -> Vec<Piece> {
    let text = digest(pieces);
    let Ok(book) = dialogue::embedded() else { return Vec::new() };
    let words = &book.words("ru").stamp;
    let line = |text: String| Piece::Paragraph(vec![Run { text, mark: Mark::Plain }]);
    let mut out: Vec<Piece> = signoffs
        .iter()
        .filter(|signoff| signoff.text == text)
        .map(|signoff| {
            let note = if signoff.note.is_empty() { String::new() } else { format!(" {}", signoff.note) };
            let (version, date) = (signoff.version.to_string(), day(&signoff.at));
            let values = [("name", signoff.name.as_str()), ("version", &version), ("date", &date)];
            // What the owner states is no word of a lawyer.
            let said = if signoff.link.is_some() { &words.signed } else { &words.signed_owner };
            let told = dialogue::fill(said, &values);
            line(format!("{told}{note}"))
        })
        .collect();
    if !out.is_empty() {
        out.push(line(words.signed_is.clone()));
    }
    out
}

/// «26.11.2026» of an RFC 3339 time.
fn day(at: &str) -> String {
    let mut parts: Vec<&str> = at.get(..10).unwrap_or(at).split('-').collect();
    parts.reverse();
    parts.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::document::flow;

    fn text(words: &str) -> Vec<Piece> {
        vec![Piece::Paragraph(vec![Run { text: words.to_owned(), mark: Mark::Plain }])]
    }

    fn told(pieces: &[Piece]) -> Vec<String> {
        let words = |piece: &Piece| match piece {
            Piece::Paragraph(runs) => flow::text(runs),
            _ => String::new(),
        };
        pieces.iter().map(words).collect()
    }

    #[test]
    fn only_the_words_that_were_signed_have_a_line() {
        let signoff = Signoff {
            id: "s".into(),
            link: None,
            version: 7,
            text: digest(&text("Слова.")),
            name: "Петрова {date}".into(),
            note: "Без {version} замечаний.".into(),
            at: "2026-11-26T10:00:00.000Z".into(),
        };
        let lines = told(&lines(&text("Слова."), std::slice::from_ref(&signoff)));
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].contains("Петрова {date}") && lines[0].ends_with("Без {version} замечаний."), "{lines:?}");
        assert!(lines[0].contains("версия 7") && lines[0].contains("26.11.2026"), "{lines:?}");
        assert!(lines[0].contains("владельцем"), "{lines:?}");
        let by_link = Signoff { link: Some("l".into()), ..signoff.clone() };
        assert!(told(&super::lines(&text("Слова."), &[by_link]))[0].starts_with("Согласовано"));
        assert!(super::lines(&text("Другие слова."), &[signoff]).is_empty());
    }
}
