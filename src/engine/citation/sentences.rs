//! Cuts an answer into sentences, as a reader of citations needs them: «ст. 5», a quotation and «[1]» are not torn.

use crate::engine::work;
use std::ops::Range;

/// What a sentence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// It states something.
    Claim,
    /// A heading, a lead-in that ends with a colon, a few words without a verb.
    Heading,
    /// It asks.
    Question,
}

/// A sentence in bytes of the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub(crate) range: Range<usize>,
    pub(crate) role: Role,
}

/// Words that end with a full stop inside a sentence.
pub(crate) const SHORT: &[&str] = &[
    "ст", "п", "пп", "ч", "чч", "абз", "табл", "рис", "гл", "разд", "розд", "прил", "дод", "прим", "г", "гг", "р",
    "рр", "руб", "коп", "грн", "тыс", "тис", "млн", "млрд", "им", "ім", "ред", "т", "д", "е", "др", "ін", "см", "подп",
    "підп", "кв", "куб", "напр", "св", "вв", "в", "обл", "ул", "вул", "No", "art", "n",
];

/// Cuts a text; `kept` are stretches that nothing cuts: addresses and quotations.
pub(crate) fn sentences(text: &str, kept: &[Range<usize>]) -> Vec<Sentence> {
    let mut out = Vec::new();
    let kept = Kept::of(kept);
    for line in lines(text, &kept) {
        split(text, line, &kept, &mut out);
    }
    join_marks(text, out)
}

/// Stretches that nothing cuts, in order, so that a place is looked up and not compared with all of them.
struct Kept {
    /// Joined where they overlap.
    joined: Vec<Range<usize>>,
    starts: Vec<usize>,
}

impl Kept {
    fn of(kept: &[Range<usize>]) -> Self {
        let mut sorted: Vec<Range<usize>> = kept.iter().filter(|range| !range.is_empty()).cloned().collect();
        sorted.sort_by_key(|range| (range.start, range.end));
        let starts = sorted.iter().map(|range| range.start).collect();
        let mut joined: Vec<Range<usize>> = Vec::with_capacity(sorted.len());
        for range in sorted {
            match joined.last_mut().filter(|last| range.start <= last.end) {
                Some(last) => last.end = last.end.max(range.end),
                None => joined.push(range),
            }
        }
        Self { joined, starts }
    }

    fn holds(&self, at: usize) -> bool {
        let next = self.joined.partition_point(|range| range.start <= at);
        next.checked_sub(1).is_some_and(|last| at < self.joined[last].end)
    }

    /// Whether one begins behind a place, at most so many bytes away.
    fn begins_behind(&self, at: usize, bytes: usize) -> bool {
        let next = self.starts.partition_point(|start| *start <= at);
        self.starts.get(next).is_some_and(|start| *start <= at + bytes)
    }
}

/// For every character the first one from it on that is no such character; the number of all behind the last.
fn ends_of_runs(chars: &[(usize, char)], is: impl Fn(char) -> bool) -> Vec<usize> {
    work::spend(chars.len());
    let mut out = vec![chars.len(); chars.len() + 1];
    for index in (0..chars.len()).rev() {
        out[index] = if is(chars[index].1) { out[index + 1] } else { index };
    }
    out
}

/// Lines that stand for themselves; a line that only wraps goes on with the one before.
fn lines(text: &str, kept: &Kept) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    let mut glue = false;
    for line in text.split_inclusive('\n') {
        let (from, to) = (start, start + line.len());
        start = to;
        let words = line.trim();
        if words.is_empty() {
            glue = false;
            continue;
        }
        let wraps = words.starts_with(|ch: char| ch.is_lowercase() || matches!(ch, '[' | '(' | '»'))
            || glue && words.starts_with(|ch: char| ch.is_ascii_digit())
            // A quotation that goes over the end of the line.
            || from > 0 && kept.holds(from - 1);
        match out.last_mut() {
            Some(last) if wraps && last.end == from => last.end = to,
            _ => out.push(from..to),
        }
        // «ст.» at the end of a line waits for its number.
        let last = words.trim_end_matches('.').rsplit(|ch: char| !ch.is_alphanumeric()).next().unwrap_or_default();
        glue = words.ends_with('.') && SHORT.contains(&last.to_lowercase().as_str());
    }
    out
}

fn split(text: &str, line: Range<usize>, kept: &Kept, out: &mut Vec<Sentence>) {
    let body = &text[line.clone()];
    let heading = body.trim_start().starts_with('#') || body.trim_start().starts_with('|');
    let mut from = line.start;
    let chars: Vec<(usize, char)> = body.char_indices().map(|(at, ch)| (line.start + at, ch)).collect();
    let closed = ends_of_runs(&chars, |ch| matches!(ch, ')' | '"' | '»' | '”' | '*' | '_' | '.' | '!' | '?'));
    let spaced = ends_of_runs(&chars, char::is_whitespace);
    for (index, &(at, ch)) in chars.iter().enumerate() {
        let mark = matches!(ch, '.' | '!' | '?' | '…' | '»' | '”' | '"');
        let inside = mark && kept.holds(at);
        let ends = matches!(ch, '.' | '!' | '?' | '…') && !inside;
        // A quotation that ends with a full stop and closes the sentence.
        let closing =
            matches!(ch, '»' | '”' | '"') && !inside && index > 0 && matches!(chars[index - 1].1, '.' | '!' | '?');
        if !(ends || closing) || ch == '.' && abbreviation(&chars[..index]) {
            continue;
        }
        let next = closed[index + 1];
        let spaces = spaced[next] - next;
        let after = chars.get(spaced[next]);
        // «… неустойку. (ст. 333 ГК РФ)»: the address belongs to what it follows.
        let cites = after.is_some_and(|(at, _)| kept.begins_behind(*at, 12));
        let begins = after.is_none_or(|(_, ch)| {
            ch.is_uppercase()
                || ch.is_ascii_digit()
                || matches!(ch, '«' | '“' | '"' | '[' | '*')
                || *ch == '(' && !cites
        }) || after.is_some_and(|(_, ch)| ('가'..='힣').contains(ch));
        let inside_number = spaces == 0 && next < chars.len();
        if begins && !inside_number {
            let to = chars.get(next).map_or(line.end, |(at, _)| *at);
            if to > from {
                push(text, from..to, heading, out);
                from = to;
            }
        }
    }
    push(text, from..line.end, heading, out);
}

/// Whether the word before a full stop is one that is written short.
fn abbreviation(before: &[(usize, char)]) -> bool {
    let mut word: Vec<char> = before.iter().rev().map(|(_, ch)| *ch).take_while(|ch| ch.is_alphabetic()).collect();
    work::spend(word.len());
    word.reverse();
    let word: String = word.into_iter().collect();
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    initial || SHORT.contains(&word.to_lowercase().as_str())
}

fn push(text: &str, range: Range<usize>, heading: bool, out: &mut Vec<Sentence>) {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    let range = start..start + part.trim().len();
    let part = &text[range.clone()];
    if part.is_empty() {
        return;
    }
    let words = part.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
    let bare = part.trim_end_matches(['*', '_', ')', '»', '"']);
    let ended = bare.ends_with(['.', '!', '?', '…', ';', ']']) || part.ends_with('.');
    let role = if bare.ends_with('?') {
        Role::Question
    } else if heading
        || bare.ends_with(':')
        || words < 3
        || !ended && words <= 6 && !part.chars().any(|ch| ch.is_ascii_digit())
    {
        Role::Heading
    } else {
        Role::Claim
    };
    out.push(Sentence { range, role });
}

/// «… неустойку. [1]»: the mark belongs to the sentence before it.
fn join_marks(text: &str, sentences: Vec<Sentence>) -> Vec<Sentence> {
    let mut out: Vec<Sentence> = Vec::with_capacity(sentences.len());
    for mut sentence in sentences {
        let part = &text[sentence.range.clone()];
        work::spend(part.len());
        let end = part.rfind(']').map_or(0, |end| end + 1);
        let marks = &part[..end];
        let only = end > 0
            && marks.starts_with('[')
            && marks.chars().all(|ch| ch.is_ascii_digit() || matches!(ch, '[' | ']' | ' ' | ','));
        let before = out.last_mut().filter(|_| only);
        let near = before.filter(|before| !text[before.range.end..sentence.range.start].contains('\n'));
        let Some(before) = near else {
            out.push(sentence);
            continue;
        };
        let cut = sentence.range.start + end;
        before.range.end = cut;
        let rest = &text[cut..sentence.range.end];
        let blank = rest.chars().all(|ch| ch.is_whitespace() || matches!(ch, '.' | ','));
        if !blank {
            sentence.range.start = cut + (rest.len() - rest.trim_start_matches([' ', '.', ',']).len());
            out.push(sentence);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(&str, Role)> {
        let kept: Vec<Range<usize>> =
            text.find('«').zip(text.find('»')).map(|(from, to)| from..to).into_iter().collect();
        sentences(text, &kept).into_iter().map(|sentence| (&text[sentence.range], sentence.role)).collect()
    }

    #[test]
    fn sentences_of_an_answer() {
        let text = "## Ответ\nСуд вправе уменьшить неустойку (ст. 333 ГК РФ). Так ли это? [1]\nОснование:\n\
            - «Сумма. И точка.» — п. 1 ст. 2. [2] Срок 10.5 дня истёк. [3][4]";
        let got: Vec<&str> = cut(text).iter().map(|(text, _)| *text).collect();
        assert_eq!(
            got,
            [
                "## Ответ",
                "Суд вправе уменьшить неустойку (ст. 333 ГК РФ).",
                "Так ли это? [1]",
                "Основание:",
                "- «Сумма. И точка.» — п. 1 ст. 2. [2]",
                "Срок 10.5 дня истёк. [3][4]",
            ]
        );
        let roles: Vec<Role> =
            cut("Заголовок\n\nЧто делать? Платить надо вовремя. Итого:").iter().map(|s| s.1).collect();
        assert_eq!(roles, [Role::Heading, Role::Question, Role::Claim, Role::Heading]);
    }

    #[test]
    fn wrapped_lines_are_one_sentence() {
        assert_eq!(cut("Суд применил ст.\n71 КАС и\nотказал в иске.").len(), 1);
        assert_eq!(cut("").len(), 0);
    }
}
