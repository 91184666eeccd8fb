//! What a person did to a text made of words and slots: which slots stand, which were written over, what is new.

use crate::engine::work;

/// A piece of the new text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aligned {
    /// Words that follow nothing.
    Words(String),
    /// The slot of this number, as it was.
    Slot(usize),
    /// The slot of this number, written over.
    Over {
        /// Its number.
        slot: usize,
        /// What stands in its place now.
        now: String,
    },
}

/// Aligns the pieces of the old text (`true` = a slot) with the new text.
#[must_use]
pub fn align(old: &[(bool, String)], new: &str) -> Vec<Aligned> {
    let mut from: Vec<(usize, String)> = Vec::new();
    for (piece, (_, text)) in old.iter().enumerate() {
        from.extend(tokens(text).into_iter().map(|token| (piece, token)));
    }
    let to = tokens(new);
    let partner = matched(&from, &to);
    // For each slot: where it stands in the new text, from the words around it that stayed.
    let mut spans: Vec<(usize, usize, usize, bool)> = Vec::new();
    let mut floor = 0;
    for (piece, _) in old.iter().enumerate().filter(|(_, (slot, _))| *slot) {
        let Some(first) = from.iter().position(|(of, _)| *of == piece) else { continue };
        let last = from.iter().rposition(|(of, _)| *of == piece).unwrap_or(first);
        let own: Vec<Option<usize>> = partner[first..=last].to_vec();
        let whole = own.iter().enumerate().all(|(k, at)| *at == own[0].map(|start| start + k));
        let start = if whole { own[0] } else { None };
        let (start, end, kept) = if let Some(start) = start {
            (start, start + own.len(), true)
        } else {
            let before = partner[..first].iter().rev().flatten().next().map_or(0, |at| at + 1);
            let after = partner[last + 1..].iter().flatten().next().copied().unwrap_or(to.len());
            (before, after, false)
        };
        let start = start.max(floor);
        if start < end {
            spans.push((piece, start, end, kept));
            floor = end;
        }
    }
    let mut out: Vec<Aligned> = Vec::new();
    let mut at = 0;
    for (slot, start, end, kept) in spans {
        words(&to[at..start], &mut out);
        out.push(if kept { Aligned::Slot(slot) } else { Aligned::Over { slot, now: to[start..end].concat() } });
        at = end;
    }
    words(&to[at..], &mut out);
    out
}

fn words(tokens: &[String], out: &mut Vec<Aligned>) {
    if !tokens.is_empty() {
        out.push(Aligned::Words(tokens.concat()));
    }
}

/// Runs of letters and digits, and every other character by itself; a hard space is a space.
fn tokens(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut open = false;
    for c in text.chars().map(|c| if c == '\u{a0}' || c == '\u{202f}' { ' ' } else { c }) {
        match out.last_mut() {
            Some(last) if open && c.is_alphanumeric() => last.push(c),
            _ => out.push(c.to_string()),
        }
        open = c.is_alphanumeric();
    }
    out
}

/// The longest common subsequence: for each old token the new one it became.
///
/// Equal beginnings need no table. Where the rest is too large for one, words are looked for near the place where they
/// stood: a person who writes a long text anew keeps little of its order.
fn matched(from: &[(usize, String)], to: &[String]) -> Vec<Option<usize>> {
    let same = from.iter().zip(to).take_while(|((_, a), b)| a == *b).count();
    let (from, to) = (&from[same..], &to[same..]);
    let rest = if from.len().saturating_mul(to.len()) > CELLS { nearby(from, to) } else { longest(from, to) };
    (0..same).map(Some).chain(rest.into_iter().map(|at| at.map(|at| at + same))).collect()
}

/// Cells of the largest table: a clause of six thousand letters against another one.
const CELLS: usize = 4_000_000;
/// Words that are skipped at most to find the next pair.
const REACH: usize = 64;

fn nearby(from: &[(usize, String)], to: &[String]) -> Vec<Option<usize>> {
    let mut out = vec![None; from.len()];
    let (mut i, mut j) = (0, 0);
    while i < from.len() && j < to.len() {
        let skipped = (0..REACH).find_map(|skip| {
            work::spend(1);
            let here = to.get(j + skip).is_some_and(|word| *word == from[i].1);
            let there = from.get(i + skip).is_some_and(|(_, word)| *word == to[j]);
            if here { Some((i, j + skip)) } else { there.then_some((i + skip, j)) }
        });
        if let Some((at, other)) = skipped {
            out[at] = Some(other);
            (i, j) = (at, other);
        }
        (i, j) = (i + 1, j + 1);
    }
    out
}

fn longest(from: &[(usize, String)], to: &[String]) -> Vec<Option<usize>> {
    let (n, m) = (from.len(), to.len());
    work::spend(n * m);
    let mut best = vec![0_u32; (n + 1) * (m + 1)];
    let at = |i: usize, j: usize| i * (m + 1) + j;
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            best[at(i, j)] = if from[i].1 == to[j] {
                best[at(i + 1, j + 1)] + 1
            } else {
                best[at(i + 1, j)].max(best[at(i, j + 1)])
            };
        }
    }
    let mut out = vec![None; n];
    let (mut i, mut j) = (0, 0);
    while i < n && j < m {
        if from[i].1 == to[j] && best[at(i, j)] == best[at(i + 1, j + 1)] + 1 {
            out[i] = Some(j);
            (i, j) = (i + 1, j + 1);
        } else if best[at(i + 1, j)] >= best[at(i, j + 1)] {
            i += 1;
        } else {
            j += 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn old() -> Vec<(bool, String)> {
        vec![
            (false, "Плата составляет ".into()),
            (true, "30\u{a0}000 (тридцать тысяч) рублей".into()),
            (false, " в месяц, не позднее ".into()),
            (true, "5".into()),
            (false, " числа.".into()),
        ]
    }

    #[test]
    fn words_change_and_slots_stay() {
        let same = align(&old(), "Плата составляет 30 000 (тридцать тысяч) рублей в месяц, не позднее 5 числа.");
        assert_eq!(same.iter().filter(|piece| matches!(piece, Aligned::Slot(_))).count(), 2);
        let more = align(
            &old(),
            "Арендная плата составляет 30 000 (тридцать тысяч) рублей в месяц и вносится не позднее 5 числа.",
        );
        assert_eq!(more[1], Aligned::Slot(1));
        assert_eq!(more[3], Aligned::Slot(3));
        assert_eq!(more[2], Aligned::Words(" в месяц и вносится не позднее ".into()));
    }

    #[test]
    fn a_slot_that_was_written_over_says_what_stands_there() {
        let over = align(&old(), "Плата составляет 35 000 (тридцать тысяч) рублей в месяц, не позднее 5 числа.");
        assert_eq!(over[1], Aligned::Over { slot: 1, now: "35 000 (тридцать тысяч) рублей".into() });
        let gone = align(&old(), "Платы нет.");
        assert!(gone.iter().all(|piece| !matches!(piece, Aligned::Slot(_))), "{gone:?}");
    }
}
