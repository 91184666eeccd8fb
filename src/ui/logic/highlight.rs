//! Cutting a turn's words into marked and unmarked spans.

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The words.
    pub text: String,
    /// Whether they are the ones looked for.
    pub marked: bool,
}

/// Splits `text` around the first occurrence of `quote`; without one the whole text is one plain span.
#[must_use]
pub fn spans(text: &str, quote: &str) -> Vec<Span> {
    let plain = |part: &str| Span { text: part.to_owned(), marked: false };
    let found = if quote.is_empty() { None } else { find(text, quote) };
    let Some((start, end)) = found else {
        return vec![plain(text)];
    };
    let mut out = Vec::with_capacity(3);
    if start > 0 {
        out.push(plain(&text[..start]));
    }
    out.push(Span { text: text[start..end].to_owned(), marked: true });
    if end < text.len() {
        out.push(plain(&text[end..]));
    }
    out
}

/// The same, taking any run of spaces and line ends for one space.
#[must_use]
pub fn loose(text: &str, quote: &str) -> Vec<Span> {
    let exact = spans(text, quote);
    if quote.is_empty() || exact.iter().any(|span| span.marked) {
        return exact;
    }
    // Characters of the text without spaces, each with its place.
    let body: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
    let wanted: Vec<char> = quote.chars().filter(|c| !c.is_whitespace()).map(fold).collect();
    let at = (!wanted.is_empty())
        .then(|| body.windows(wanted.len()).position(|w| w.iter().map(|(_, c)| fold(*c)).eq(wanted.iter().copied())))
        .flatten();
    let Some(at) = at else { return exact };
    let (start, (last, c)) = (body[at].0, body[at + wanted.len() - 1]);
    let end = last + c.len_utf8();
    let piece = |text: &str, marked| Span { text: text.to_owned(), marked };
    let all = [piece(&text[..start], false), piece(&text[start..end], true), piece(&text[end..], false)];
    all.into_iter().filter(|span| !span.text.is_empty()).collect()
}

/// Spans of a snippet whose found words stand between `\u{2}` and `\u{3}`.
#[must_use]
pub fn snippet(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    for (i, piece) in text.split('\u{2}').enumerate() {
        let (marked, plain) = match piece.split_once('\u{3}') {
            Some((marked, plain)) if i > 0 => (marked, plain),
            _ => ("", piece),
        };
        for (words, marked) in [(marked, true), (plain, false)] {
            if !words.is_empty() {
                out.push(Span { text: words.replace('\u{3}', ""), marked });
            }
        }
    }
    out
}

/// Exact first; then without regard to case, as long as both have the same number of characters.
fn find(text: &str, quote: &str) -> Option<(usize, usize)> {
    if let Some(start) = text.find(quote) {
        return Some((start, start + quote.len()));
    }
    let wanted: Vec<char> = quote.chars().map(fold).collect();
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let at = chars.windows(wanted.len()).position(|w| w.iter().map(|(_, c)| fold(*c)).eq(wanted.iter().copied()))?;
    let end = chars.get(at + wanted.len()).map_or(text.len(), |(i, _)| *i);
    Some((chars[at].0, end))
}

fn fold(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn marks_of_a_search_and_loose_quotes() {
        let cut = |spans: Vec<super::Span>| -> Vec<(String, bool)> {
            spans.into_iter().map(|s| (s.text, s.marked)).collect()
        };
        let own = |list: &[(&str, bool)]| -> Vec<(String, bool)> {
            list.iter().map(|(s, m)| ((*s).to_owned(), *m)).collect()
        };
        assert_eq!(cut(super::snippet("a \u{2}b\u{3} c")), own(&[("a ", false), ("b", true), (" c", false)]));
        assert_eq!(cut(super::snippet("\u{3}a")), own(&[("a", false)]));
        assert_eq!(
            cut(super::loose("суд\nвправе  уменьшить её", "вправе уменьшить")),
            own(&[("суд\n", false), ("вправе  уменьшить", true), (" её", false)])
        );
        assert_eq!(cut(super::loose("нет", "да")), own(&[("нет", false)]));
    }

    use super::spans;

    fn shape(text: &str, quote: &str) -> Vec<(String, bool)> {
        spans(text, quote).into_iter().map(|s| (s.text, s.marked)).collect()
    }

    #[test]
    fn marks_the_first_occurrence() {
        let found = shape("за 30 000 рублей", "30 000");
        assert_eq!(found, vec![("за ".into(), false), ("30 000".into(), true), (" рублей".into(), false)]);
    }

    #[test]
    fn edges_and_misses() {
        assert_eq!(shape("Лада", "Лада"), vec![("Лада".into(), true)]);
        assert_eq!(shape("Лада Веста", "лада"), vec![("Лада".into(), true), (" Веста".into(), false)]);
        assert_eq!(shape("Лада", "Вектор"), vec![("Лада".into(), false)]);
        assert_eq!(shape("Лада", ""), vec![("Лада".into(), false)]);
        assert_eq!(shape("", "x"), vec![(String::new(), false)]);
    }

    #[test]
    fn nothing_is_lost() {
        for (text, quote) in [("ёлка 👩‍👩‍👧 и ещё", "👩‍👩‍👧"), ("<b>x</b>", "<b>"), ("ИНН 77", "инн 77")]
        {
            let whole: String = spans(text, quote).into_iter().map(|s| s.text).collect();
            assert_eq!(whole, text);
        }
    }
}
