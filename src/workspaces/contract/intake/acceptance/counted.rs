//! Lines of a list by their number: «первые два», «кроме третьего», «1 и 3».

use super::{MARKS, begins, is_soft, is_yes};

/// The places of the list that words count: «первые два», «кроме третьего», «1 и 3».
pub(super) fn counted(part: &[&str], len: usize) -> Vec<usize> {
    let ordinal = |word: &str| MARKS.ordinals.iter().position(|stem| word.starts_with(stem.as_str()));
    let number = |word: &str| word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let count = |word: &str| MARKS.counts.iter().position(|one| one == word).map(|n| n + 2);
    let mut out: Vec<usize> = Vec::new();
    // «120 рублей и 0,1 % — верно», «до 5-го»: where a number counts no line, none does.
    let digits = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
    let other = part.iter().filter(|word| digits(word)).any(|word| number(word).is_none_or(|n| n >= len));
    let joined = part.windows(2).any(|pair| pair.iter().all(digits));
    let bound = |at: usize| at > 0 && MARKS.bounds.iter().any(|one| *one == part[at - 1]);
    // «Первый платёж 11 января» counts no line: an ordinal does where nothing, a yes, or the word for a line follows.
    let counts_lines = |at: usize| {
        part.get(at + 1).is_none_or(|next| {
            let joins = ["и", "а", "не", "или"].contains(next) || ordinal(next).is_some() || count(next).is_some();
            joins
                || is_yes(next)
                || is_soft(next)
                || begins(next, &MARKS.lines)
                || begins(next, &MARKS.away)
                || begins(next, &MARKS.wrong)
                || begins(next, &MARKS.keep)
                || digits(next)
        })
    };
    for (at, word) in part.iter().enumerate() {
        if digits(word) && (other || joined || bound(at)) {
            continue;
        }
        let next = part.get(at + 1);
        let many = next.and_then(|next| count(next).or_else(|| next.parse().ok()));
        match (MARKS.first.iter().any(|one| one == word), many) {
            (true, Some(many)) => out.extend(0..many.min(len)),
            _ => out.extend(ordinal(word).filter(|_| counts_lines(at)).or_else(|| number(word)).filter(|n| *n < len)),
        }
    }
    out
}

/// Whether a word only says yes, or nothing.
#[must_use]
pub fn says_nothing_else(word: &str) -> bool {
    is_yes(word) || is_soft(word)
}

/// Whether a stem is a word for a line of a list: «пункт», «условие».
#[must_use]
pub fn is_line_word(stem: &str) -> bool {
    MARKS.lines.iter().any(|line| stem.starts_with(line.as_str()) || line.starts_with(stem) && stem.chars().count() > 4)
}

/// The line of every label in the text of a list, in order; empty where a label does not stand in it.
#[must_use]
pub fn lines<'t>(text: &'t str, labels: &[String]) -> Vec<&'t str> {
    let mut starts: Vec<Option<(usize, usize)>> = Vec::with_capacity(labels.len());
    let mut from = 0;
    for label in labels {
        let mark = format!("{label} — ");
        let found = text.get(from..).and_then(|rest| rest.find(&mark)).map(|at| (from + at, from + at + mark.len()));
        from = found.map_or(from, |(_, end)| end);
        starts.push(found);
    }
    let end = |n: usize| starts[n + 1..].iter().flatten().next().map_or(text.len(), |(start, _)| *start);
    let line = |n: usize| starts[n].and_then(|(_, begin)| text.get(begin..end(n))).unwrap_or_default();
    (0..labels.len()).map(line).map(|line| line.trim_end_matches([' ', ';', '.', '\n'])).collect()
}
