//! A quotation against the text it is said to come from.
//!
//! First exactly: the same tokens in the same order. Else the closest stretch of the text, with the distance in
//! letters; a short distance tells an altered quotation from another passage, it never makes it right.

use crate::engine::citation::grammar::{korean, shared};
use crate::engine::citation::tokens::{Token, Weight, tokens};
use crate::engine::fold::fold;
use crate::model::compare::{RunKind, TextRun};
use serde::Serialize;
use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::ops::Range;

/// An edit distance up to this share of the quotation is an altered quotation.
pub const TOLERANCE: f64 = 0.05;
/// A passage elsewhere that is at least so alike is where the wording stands.
pub const ALIKE: f64 = 0.9;
/// Longest quotation and text that are compared letter by letter, in tokens.
const QUOTE_TOKENS: usize = 600;
const WINDOW: usize = 4_000;
/// Most places of one text that a quotation is looked for at.
const PLACES: usize = 16;

/// How a quotation and a text compare.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Match {
    /// The same tokens in the same order.
    pub exact: bool,
    /// 1 is the same, 0 nothing in common.
    pub similarity: f64,
    /// A number, a unit, a negation, an exception or a modal word differs.
    pub hard: bool,
    /// Bytes of the text: the closest stretch.
    pub range: Range<usize>,
}

impl Match {
    /// Close enough to be the same passage, altered.
    #[must_use]
    pub fn near(&self) -> bool {
        self.similarity >= 1.0 - TOLERANCE
    }
}

/// A quotation, cut into fragments at «…».
#[derive(Debug, Clone)]
pub struct Quote {
    text: String,
    fragments: Vec<Vec<Token>>,
}

impl Quote {
    /// Reads a quotation without its quotation marks.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut fragments = Vec::new();
        let plain =
            text.replace("...", "…").replace("..", "…").replace("[…]", "…").replace("<…>", "…").replace("(…)", "…");
        let plain = shared().gaps().iter().fold(plain, |plain, gap| plain.replace(gap.as_str(), "…"));
        for part in plain.split('…') {
            let words = trimmed(tokens(part));
            if !words.is_empty() {
                fragments.push(words);
            }
        }
        Self { text: text.to_owned(), fragments }
    }

    /// As it was given.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of words and numbers.
    #[must_use]
    pub fn words(&self) -> usize {
        self.fragments.iter().flatten().filter(|token| token.weight != Weight::Sign).count()
    }

    /// The most telling three words in a row, at most three times: what to search for to find it elsewhere.
    #[must_use]
    pub fn phrases(&self) -> Vec<String> {
        let mut all: Vec<(usize, usize, String)> = Vec::new();
        for (index, fragment) in self.fragments.iter().enumerate() {
            let words: Vec<&str> =
                fragment.iter().filter(|token| token.weight != Weight::Sign).map(|token| token.text.as_str()).collect();
            for (at, three) in words.windows(3.min(words.len().max(1))).enumerate() {
                let letters = three.iter().map(|word| word.chars().count().min(14)).sum();
                all.push((letters, index * 1_000 + at, three.join(" ")));
            }
        }
        all.sort_by_key(|(letters, at, _)| (std::cmp::Reverse(*letters), *at));
        let mut out: Vec<(usize, String)> = Vec::new();
        for (_, at, phrase) in all {
            // Apart from each other, so that one altered word does not spoil all.
            if out.len() < 3 && out.iter().all(|(other, _)| other.abs_diff(at) >= 3) {
                out.push((at, phrase));
            }
        }
        out.into_iter().map(|(_, phrase)| phrase).collect()
    }

    /// Compares with a text; `None` when nothing of the quotation is in it.
    #[must_use]
    pub fn find_in(&self, text: &str) -> Option<Match> {
        let source = tokens(text);
        if self.fragments.is_empty() || source.is_empty() {
            return None;
        }
        self.exactly(&source).or_else(|| self.nearly(&source))
    }

    /// Every place where the quotation stands word for word: its fragments in tokens of the text.
    pub(crate) fn places(&self, source: &[Token]) -> Vec<Vec<Range<usize>>> {
        let mut out = Vec::new();
        let Some((first, rest)) = self.fragments.split_first() else { return out };
        let firsts = (0..source.len()).filter_map(|at| stands(first, source, at).map(|end| at..end));
        for begin in firsts.take(PLACES) {
            let mut found: Vec<Range<usize>> = Vec::with_capacity(self.fragments.len());
            found.push(begin);
            for fragment in rest {
                let from = found.last().map_or(0, |range| range.end);
                let next = (from..source.len()).find_map(|at| stands(fragment, source, at).map(|end| at..end));
                let Some(next) = next else { break };
                found.push(next);
            }
            if found.len() == self.fragments.len() {
                out.push(found);
            }
        }
        out
    }

    fn exactly(&self, source: &[Token]) -> Option<Match> {
        let mut from = 0;
        let mut range: Option<Range<usize>> = None;
        for fragment in &self.fragments {
            let (at, end) = (from..source.len()).find_map(|at| stands(fragment, source, at).map(|end| (at, end)))?;
            let start = range.map_or(source[at].range.start, |range| range.start);
            range = Some(start..source[end - 1].range.end);
            from = end;
        }
        Some(Match { exact: true, similarity: 1.0, hard: false, range: range? })
    }

    /// The closest stretch for every fragment; what is said of the whole is the sum.
    fn nearly(&self, source: &[Token]) -> Option<Match> {
        let (mut distance, mut letters, mut hard) = (0, 0, false);
        let mut range: Option<Range<usize>> = None;
        for fragment in &self.fragments {
            let fragment = &fragment[..fragment.len().min(QUOTE_TOKENS)];
            let own: usize = fragment.iter().map(|token| token.text.chars().count() + 1).sum();
            letters += own;
            let Some(found) = closest(fragment, source) else {
                distance += own;
                continue;
            };
            let stretch = &source[found.clone()];
            distance += apart(fragment, stretch).min(own);
            hard |= hard_tokens(fragment) != hard_tokens(stretch);
            let start =
                range.map_or(source[found.start].range.start, |range| range.start.min(source[found.start].range.start));
            range = Some(start..source[found.end - 1].range.end.max(start));
        }
        #[expect(clippy::cast_precision_loss, reason = "counts of letters are small")]
        let similarity = 1.0 - distance as f64 / letters.max(1) as f64;
        Some(Match { exact: false, similarity: similarity.max(0.0), hard, range: range? })
    }
}

/// Where a fragment that begins at a token of the source ends in it; nothing when it does not stand there. Korean words
/// are written together or apart, «동의없이» or «동의 없이», and a quotation may end before the particle of its last noun.
fn stands(fragment: &[Token], source: &[Token], at: usize) -> Option<usize> {
    let (mut own, mut next) = (0, at);
    while own < fragment.len() {
        let (a, b) = (&fragment[own], source.get(next)?);
        own += 1;
        next += 1;
        if a.text == b.text {
            continue;
        }
        if !korean(&a.text) || !korean(&b.text) {
            return None;
        }
        let (mut left, mut right) = (a.text.as_str(), b.text.as_str());
        loop {
            if let Some(rest) = right.strip_prefix(left) {
                right = rest;
                if right.is_empty() {
                    break;
                }
                let Some(more) = fragment.get(own) else {
                    return shared().particle(right).then_some(next);
                };
                left = &more.text;
                own += 1;
            } else {
                left = left.strip_prefix(right)?;
                right = &source.get(next)?.text;
                next += 1;
            }
        }
    }
    Some(next)
}

/// Without the signs at its ends: «неустойку.» is quoted from «неустойку, если».
fn trimmed(mut words: Vec<Token>) -> Vec<Token> {
    let soft =
        |token: &Token| token.weight == Weight::Sign && !matches!(token.text.as_str(), "(" | ")" | "№" | "§" | "-");
    while words.last().is_some_and(soft) {
        words.pop();
    }
    let from = words.iter().position(|token| !soft(token)).unwrap_or(0);
    words.split_off(from)
}

fn hard_tokens(words: &[Token]) -> Vec<&str> {
    words.iter().filter(|token| token.weight == Weight::Hard).map(|token| token.text.as_str()).collect()
}

/// The stretch of the source whose tokens are closest, by semi-global alignment around the rarest common words.
fn closest(fragment: &[Token], source: &[Token]) -> Option<Range<usize>> {
    if source.len() <= WINDOW {
        return align(fragment, source);
    }
    // A long text: only around places where its rarest words in a row stand.
    let mut best: Option<(usize, Range<usize>)> = None;
    for begin in anchors(fragment, source) {
        let from = begin.saturating_sub(fragment.len() * 2);
        let to = (begin + fragment.len() * 2 + 3).min(source.len());
        if let Some(found) = align(fragment, &source[from..to]) {
            let found = found.start + from..found.end + from;
            let distance = apart(fragment, &source[found.clone()]);
            if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                best = Some((distance, found));
            }
        }
    }
    best.map(|(_, found)| found)
}

/// Places of the source where three, two or one words of the fragment stand, the rarest first.
fn anchors(fragment: &[Token], source: &[Token]) -> Vec<usize> {
    for size in [3, 2, 1] {
        let mut rare: Vec<(usize, Vec<usize>)> = fragment
            .windows(size)
            .filter(|words| words.iter().any(|token| token.weight == Weight::Word && token.text.chars().count() > 3))
            .map(|words| {
                let same = |at: &usize| source[*at..*at + size].iter().zip(words).all(|(a, b)| a.text == b.text);
                let places: Vec<usize> = (0..=source.len().saturating_sub(size)).filter(same).collect();
                (places.len(), places)
            })
            .filter(|(count, _)| *count > 0)
            .collect();
        rare.sort();
        if !rare.is_empty() {
            return rare.into_iter().take(4).flat_map(|(_, places)| places.into_iter().take(8)).collect();
        }
    }
    Vec::new()
}

/// Semi-global alignment: all of the fragment against any stretch of the source.
fn align(fragment: &[Token], source: &[Token]) -> Option<Range<usize>> {
    let columns = source.len() + 1;
    // Cost so far, and where the stretch began.
    let mut row: Vec<(u32, u32)> = (0..columns).map(|at| (0, u32::try_from(at).unwrap_or(u32::MAX))).collect();
    for token in fragment {
        let weight = cost(token);
        let mut before = row[0];
        row[0].0 += weight;
        for at in 1..columns {
            let other = &source[at - 1];
            let change =
                if token.text == other.text { 0 } else { weight.max(cost(other)) + u32::from(!kin(token, other)) };
            let replaced = (before.0 + change, before.1);
            let dropped = (row[at].0 + weight, row[at].1);
            let added = (row[at - 1].0 + cost(other), row[at - 1].1);
            before = row[at];
            row[at] = [replaced, dropped, added].into_iter().min_by_key(|cell| cell.0).unwrap_or(replaced);
        }
    }
    let (end, &(_, start)) = row.iter().enumerate().skip(1).min_by_key(|(_, cell)| cell.0)?;
    let start = start as usize;
    (start < end).then_some(start..end)
}

fn cost(token: &Token) -> u32 {
    if token.weight == Weight::Sign { 1 } else { 4 }
}

/// Words of one beginning are rather the same word.
fn kin(a: &Token, b: &Token) -> bool {
    a.weight == b.weight && a.text.chars().zip(b.text.chars()).take_while(|(a, b)| a == b).count() >= 3
}

/// Edit distance in letters between two stretches.
fn apart(a: &[Token], b: &[Token]) -> usize {
    let joined =
        |words: &[Token]| -> Vec<char> { words.iter().flat_map(|token| token.text.chars().chain([' '])).collect() };
    let (a, b) = (joined(a), joined(b));
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ch) in a.iter().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for j in 1..=b.len() {
            let replaced = before + usize::from(*ch != b[j - 1]);
            before = row[j];
            row[j] = replaced.min(row[j] + 1).min(row[j - 1] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

/// Longer texts are compared word by word.
const LETTERS: usize = 3_000;

/// What differs, letter by letter: `Deleted` stands in the source only, `Inserted` in the quotation only. Case, spaces
/// and look-alike signs are no difference; where they meet, the source is shown.
#[must_use]
pub fn diff(source: &str, quote: &str) -> Vec<TextRun> {
    let (source, quote) = (shown(source), shown(quote));
    let whole = source.chars().count().max(quote.chars().count()) > LETTERS;
    let cut = |text: &str| -> Vec<String> {
        if whole {
            text.split_inclusive(' ').map(str::to_owned).collect()
        } else {
            text.chars().map(String::from).collect()
        }
    };
    let (old, new) = (cut(&source), cut(&quote));
    let plain = |parts: &[String]| -> Vec<String> { parts.iter().map(|part| fold(part).text).collect() };
    let mut out: Vec<TextRun> = Vec::new();
    let mut add = |kind: RunKind, parts: &[String]| {
        if !parts.is_empty() {
            out.push(TextRun { kind, text: parts.concat() });
        }
    };
    for op in capture_diff_slices(Algorithm::Myers, &plain(&old), &plain(&new)) {
        let (tag, before, after) = op.as_tag_tuple();
        if tag == DiffTag::Equal {
            add(RunKind::Same, &old[before]);
        } else {
            add(RunKind::Deleted, &old[before]);
            add(RunKind::Inserted, &new[after]);
        }
    }
    out
}

/// On one line, without what nobody sees.
fn shown(text: &str) -> String {
    let seen = text.replace('\u{ad}', "");
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODE: &str = "Хранитель вправе вернуть вещь досрочно, если поклажедатель не внёс плату в течение 30 дней. \
        Он обязан предупредить об этом не позднее чем за десять дней, кроме случаев угрозы людям.";

    fn in_node(quote: &str) -> Match {
        Quote::new(quote).find_in(NODE).unwrap()
    }

    #[test]
    fn the_same_words_match_under_noise() {
        for quote in [
            "вправе вернуть вещь досрочно",
            "ВПРАВЕ вернуть  вещь дос\u{ad}рочно.",
            "поклаже-\nдатель не внес плату",
            "Хранитель вправе… если поклажедатель не внёс плату",
            "Хранитель вправе [...] обязан предупредить",
        ] {
            assert!(in_node(quote).exact, "{quote}");
        }
        let found = in_node("поклажедатель не внес плату");
        assert_eq!(&NODE[found.range], "поклажедатель не внёс плату");
    }

    #[test]
    fn any_other_word_does_not() {
        for (quote, hard) in [
            ("Хранитель вправе вернуть вещь досрочно, если поклажедатель внёс плату", true),
            ("Хранитель обязан вернуть вещь досрочно, если поклажедатель не внёс плату", true),
            ("если поклажедатель не внёс плату в течение 60 дней", true),
            ("Хранитель вправе возвратить вещь досрочно, если поклажедатель не внёс плату", false),
            ("Он обязан предупредить… Хранитель вправе вернуть", false),
        ] {
            let found = in_node(quote);
            assert!(!found.exact && found.hard == hard, "{quote}: {found:?}");
        }
        let found =
            in_node("Хранитель вправе вернуть вещь досрочно, если поклажедателъ не внёс плату в течение 30 дней");
        assert!(!found.exact && found.near() && !found.hard);
        let other = Quote::new("Совсем другие слова про погоду на завтра").find_in(NODE);
        assert!(other.is_none_or(|found| found.similarity < 0.6));
    }

    #[test]
    fn a_long_text_is_searched_around_its_rare_words() {
        let long =
            format!("{}{NODE}{}", "Одно и то же слово много раз подряд. ".repeat(900), " И снова одно. ".repeat(900));
        let quote = Quote::new("если поклажедатель не внёс плату в течение 60 дней");
        let found = quote.find_in(&long).unwrap();
        assert!(found.similarity > 0.9 && found.hard && !found.exact, "{found:?}");
        assert!(long[found.range].contains("30 дней"));
    }

    #[test]
    fn what_differs() {
        let runs = diff("за 30 дней", "за 60 дней");
        let show: Vec<(RunKind, &str)> = runs.iter().map(|run| (run.kind, run.text.as_str())).collect();
        assert_eq!(
            show,
            [(RunKind::Same, "за "), (RunKind::Deleted, "3"), (RunKind::Inserted, "6"), (RunKind::Same, "0 дней")]
        );
    }

    #[test]
    fn typography_is_no_difference() {
        let (source, quote) = ("Плата вносится «вперёд»", "плата\nвноси\u{ad}тся \"вперед\"");
        assert_eq!(diff(source, quote), [TextRun { kind: RunKind::Same, text: source.to_owned() }]);
        let runs = diff(source, &quote.replace("тся", "лась"));
        let old: String =
            runs.iter().filter(|run| run.kind != RunKind::Inserted).map(|run| run.text.as_str()).collect();
        assert_eq!(old, source);
        assert!(runs.len() > 1);
    }

    #[test]
    fn phrases_to_search_for() {
        let phrases = Quote::new("если поклажедатель не внёс плату в течение 30 дней").phrases();
        assert!(!phrases.is_empty() && phrases.len() <= 3);
        assert!(phrases[0].contains("поклажедатель"), "{phrases:?}");
    }
}
