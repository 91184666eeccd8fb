//! What an answer claims: its sentences, the citations in them, and the quotation that belongs to each.

use crate::engine::address::find::{Context, find};
use crate::engine::address::{Act, Address};
use crate::engine::citation::sentences::{Role, sentences};
use serde_json::Value;
use std::ops::Range;

/// Longest quotation, in letters.
const LONGEST: usize = 6_000;

/// What a citation points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Addresses; a list or a range gives several.
    Places(Vec<Address>),
    /// `[n]` is `sources[n - 1]`; the number as it stands in the answer.
    Source(usize),
}

/// A citation in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// Bytes of the answer.
    pub range: Range<usize>,
    /// What it points to.
    pub target: Target,
    /// The quotation that belongs to it, without its marks, in bytes of the answer.
    pub quote: Option<Range<usize>>,
}

/// A sentence with what it cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Bytes of the answer.
    pub range: Range<usize>,
    /// Counts for coverage: no heading, no question.
    pub states: bool,
    /// In order.
    pub citations: Vec<Citation>,
    /// Addresses of places and quotations: numbers in them are no claims of the sentence.
    pub apart: Vec<Range<usize>>,
    /// Its quotations without their marks.
    pub quotes: Vec<Range<usize>>,
}

/// Reads an answer. The sources give `[n]` its meaning; a number beyond them is kept and judged.
#[must_use]
pub fn claims(answer: &str, sources: &[Value]) -> Vec<Claim> {
    let jurisdiction = sources.iter().find_map(|source| source.get("jurisdiction")?.as_str().map(str::to_owned));
    let found = find(answer, &Context { act: None, jurisdiction: jurisdiction.clone() });
    let all_quotes = quotations(answer);
    let kept: Vec<Range<usize>> = found.iter().map(|found| found.range.clone()).chain(all_quotes.clone()).collect();
    let mut current: Option<String> = None;
    let mut out = Vec::new();
    for sentence in sentences(answer, &kept) {
        let within = |range: &&Range<usize>| sentence.range.start <= range.start && range.end <= sentence.range.end;
        let quotes: Vec<Range<usize>> = all_quotes.iter().filter(within).cloned().collect();
        let mut citations = Vec::new();
        let mut apart: Vec<Range<usize>> = quotes.clone();
        let inside =
            |range: &Range<usize>| quotes.iter().any(|quote| quote.start <= range.start && range.end <= quote.end);
        for found in found
            .iter()
            .filter(|found| sentence.range.start <= found.range.start && found.range.end <= sentence.range.end)
        {
            apart.push(found.range.clone());
            // What a quoted text cites is the text's own business.
            if inside(&found.range) {
                continue;
            }
            let addresses = in_context(&found.addresses, current.as_deref());
            if let Some(Act::Known(id)) = addresses.first().map(|address| &address.act) {
                current = Some(id.clone());
            }
            let whole = addresses.iter().all(|address| address.path.is_empty() && !matches!(address.act, Act::Case(_)));
            let loose = addresses.iter().any(|address| address.act == Act::Unnamed);
            if loose || whole && quotes.is_empty() {
                continue;
            }
            citations.push(Citation { range: found.range.clone(), target: Target::Places(addresses), quote: None });
        }
        for (range, number) in marks(answer, sentence.range.clone()) {
            if !inside(&range) {
                apart.push(range.clone());
                citations.push(Citation { range, target: Target::Source(number), quote: None });
            }
        }
        // An act as a whole is a citation only where nothing nearer is cited.
        let placed = citations.iter().any(|citation| !whole_act(citation));
        citations.retain(|citation| !placed || !whole_act(citation));
        citations.sort_by_key(|citation| citation.range.start);
        give(answer, &mut citations, &quotes);
        out.push(Claim { range: sentence.range, states: sentence.role == Role::Claim, citations, apart, quotes });
    }
    out
}

fn whole_act(citation: &Citation) -> bool {
    match &citation.target {
        Target::Places(addresses) => {
            addresses.iter().all(|address| address.path.is_empty() && !matches!(address.act, Act::Case(_)))
        }
        Target::Source(_) => false,
    }
}

/// «ст. 5» after a sentence about an act is a place of that act.
fn in_context(addresses: &[Address], current: Option<&str>) -> Vec<Address> {
    let named = |address: &Address| match (&address.act, current) {
        (Act::Unnamed, Some(id)) => Address::of(id, address.path.clone()),
        (Act::Ambiguous(ids), Some(id)) if ids.iter().any(|other| other == id) => Address::of(id, address.path.clone()),
        _ => address.clone(),
    };
    addresses.iter().map(named).collect()
}

/// `[1]`, `[2, 3]` with their numbers.
fn marks(answer: &str, within: Range<usize>) -> Vec<(Range<usize>, usize)> {
    let text = &answer[within.clone()];
    let mut out = Vec::new();
    for (open, _) in text.match_indices('[') {
        let Some(close) = text[open..].find(']') else { continue };
        let inner = &text[open + 1..open + close];
        let numbers: Option<Vec<usize>> = inner.split(',').map(|part| part.trim().parse().ok()).collect();
        let range = within.start + open..within.start + open + close + 1;
        out.extend(
            numbers.unwrap_or_default().into_iter().filter(|n| *n < 1_000).map(|number| (range.clone(), number)),
        );
    }
    out
}

/// Quotations of an answer without their marks: «…», “…”, „…“, "…", 「…」; shorter than two letters are none.
fn quotations(answer: &str) -> Vec<Range<usize>> {
    const PAIRS: &[(char, &[char])] = &[
        ('«', &['»']),
        ('“', &['”']),
        ('„', &['“', '”']),
        ('"', &['"']),
        ('‘', &['’']),
        ('『', &['』']),
        ('\'', &['\'']),
    ];
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut chars = answer.char_indices();
    let mut before = ' ';
    while let Some((at, ch)) = chars.next() {
        let pair = PAIRS.iter().find(|(open, _)| *open == ch);
        // An apostrophe inside a word opens nothing.
        let opens = pair.is_some() && !(matches!(ch, '\'' | '"' | '‘') && before.is_alphanumeric());
        before = ch;
        let (Some((open, closing)), true) = (pair, opens) else { continue };
        let start = at + ch.len_utf8();
        let Some(end) = close(&answer[start..], *open, closing) else { continue };
        let range = start..start + end;
        if answer[range.clone()].chars().filter(|ch| ch.is_alphanumeric()).count() >= 2 {
            out.push(range);
        }
        while chars.as_str().len() > answer.len() - start - end {
            before = chars.next().map_or(' ', |(_, ch)| ch);
        }
    }
    out
}

/// Where the quotation closes; quotations of the same kind may stand inside. None is longer than `LONGEST` letters or
/// goes over an empty line: then the mark was opened by mistake.
fn close(text: &str, open: char, closing: &[char]) -> Option<usize> {
    let mut depth = 0;
    let all: Vec<(usize, char)> = text.char_indices().take(LONGEST).collect();
    for (index, &(at, ch)) in all.iter().enumerate() {
        if ch == '\n' && all.get(index + 1).is_some_and(|(_, next)| *next == '\n') {
            return None;
        }
        if closing.contains(&ch) {
            let word = all.get(index + 1).is_some_and(|(_, next)| next.is_alphanumeric());
            if matches!(ch, '\'' | '’') && word {
                continue;
            }
            if depth == 0 {
                return Some(at);
            }
            depth -= 1;
        } else if ch == open {
            depth += 1;
        }
    }
    None
}

/// Every quotation goes to the citation nearest to it, and to those that stand side by side with that one.
fn give(answer: &str, citations: &mut [Citation], quotes: &[Range<usize>]) {
    // Words and commas between push apart more than signs do.
    let gap = |a: &Range<usize>, b: &Range<usize>| -> usize {
        let (from, to) = if a.end <= b.start { (a.end, b.start) } else { (b.end.min(a.start), a.start) };
        let far = |ch: char| if ch.is_alphanumeric() || matches!(ch, ',' | ';') { 4 } else { 1 };
        answer[from..to].chars().map(far).sum()
    };
    for quote in quotes {
        let Some(nearest) = (0..citations.len()).min_by_key(|&at| gap(quote, &citations[at].range)) else { return };
        let beside = |a: &Range<usize>, b: &Range<usize>| {
            let (from, to) = if a.end <= b.start { (a.end, b.start) } else { (b.end.min(a.start), a.start) };
            // Only signs between: «ст. 333 ГК РФ [1]».
            !answer[from..to].contains(|ch: char| ch.is_alphanumeric() || matches!(ch, '«' | '»'))
        };
        let range = citations[nearest].range.clone();
        for citation in citations.iter_mut() {
            let same = citation.range == range || beside(&citation.range, &range);
            let nearer =
                citation.quote.as_ref().is_none_or(|own| gap(quote, &citation.range) < gap(own, &citation.range));
            if same && nearer {
                citation.quote = Some(quote.clone());
            }
        }
    }
}

/// Sentences with a claim and how many of them carry a citation.
#[must_use]
pub fn coverage(claims: &[Claim]) -> (usize, usize) {
    let stating = claims.iter().filter(|claim| claim.states);
    (stating.clone().filter(|claim| !claim.citations.is_empty()).count(), stating.count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(answer: &str) -> Vec<(String, Option<&str>)> {
        let show = |citation: Citation| {
            let target = match citation.target {
                Target::Places(places) => places.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + "),
                Target::Source(number) => format!("[{number}]"),
            };
            (target, citation.quote.map(|range| &answer[range]))
        };
        claims(answer, &[]).into_iter().flat_map(|claim| claim.citations).map(show).collect()
    }

    #[test]
    fn citations_and_their_quotations() {
        assert_eq!(
            read("По п. 1 ст. 432 ГК РФ «договор считается заключённым». Суд вправе снизить неустойку. [2]"),
            [("ГК РФ ст. 432 п. 1".into(), Some("договор считается заключённым")), ("[2]".into(), None)]
        );
        assert_eq!(
            read("«Одно» — ст. 1 ГК РФ, а «другое» — ст. 2 ГК РФ [1]."),
            [
                ("ГК РФ ст. 1".into(), Some("Одно")),
                ("ГК РФ ст. 2".into(), Some("другое")),
                ("[1]".into(), Some("другое"))
            ]
        );
        assert_eq!(read("Сказано: \"срок — 5 дней\" (ст. 7 ГК РФ)."), [("ГК РФ ст. 7".into(), Some("срок — 5 дней"))]);
        assert_eq!(read("„об'єкт — це річ“ (ст. 5 ЦПК)."), [("ЦПК ст. 5".into(), Some("об'єкт — це річ"))]);
        assert_eq!(
            read("«Как сказано в «Законе» и ст. 5» — ст. 6 ГК РФ."),
            [("ГК РФ ст. 6".into(), Some("Как сказано в «Законе» и ст. 5"))]
        );
        let straight = "Сказано: \"Плата вносится вперёд. Срок не продлевается.\" (ст. 7 ГК РФ). Иное возможно.";
        assert_eq!(read(straight), [("ГК РФ ст. 7".into(), Some("Плата вносится вперёд. Срок не продлевается."))]);
        assert_eq!(read("Знак « открыт зря. По ст. 8 ГК РФ можно."), [("ГК РФ ст. 8".into(), None)]);
        assert_eq!(read("ГК РФ знает неустойку."), []);
        assert_eq!(
            read("Ст. 330 ГК РФ говорит о неустойке. Далее ст. 333 о её уменьшении."),
            [("ГК РФ ст. 330".into(), None), ("ГК РФ ст. 333".into(), None)]
        );
    }

    #[test]
    fn coverage_counts_claims_only() {
        let answer = "# Ответ\nНеустойку можно снизить (ст. 333 ГК РФ). Это делает суд первой инстанции. А если нет? Тогда ничего. [1]";
        assert_eq!(coverage(&claims(answer, &[])), (1, 2));
    }
}
