//! What an answer claims: its sentences, the citations in them, and the quotation that belongs to each.

use crate::engine::address::find::{Context, find};
use crate::engine::address::{Act, Address};
use crate::engine::citation::dated;
use crate::engine::citation::sentences::{Role, sentences};
use crate::engine::work;
use serde_json::Value;
use std::collections::HashSet;
use std::ops::Range;

/// Longest quotation, in letters.
const LONGEST: usize = 6_000;

/// Most sources that one pair of brackets names.
const MOST_MARKED: usize = 64;

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
    /// The day (`YYYY-MM-DD`) of the edition that is named behind it: «(ред. от …)».
    pub edition: Option<String>,
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
        let (begin, end) = (sentence.range.start, sentence.range.end);
        // Quotations and addresses stand in order: a sentence looks at its own.
        let from = all_quotes.partition_point(|range| range.start < begin);
        let own = all_quotes[from..].iter().take_while(|range| range.start < end);
        let quotes: Vec<Range<usize>> = own.filter(|range| range.end <= end).cloned().collect();
        let mut citations = Vec::new();
        let mut apart: Vec<Range<usize>> = quotes.clone();
        let inside = |range: &Range<usize>| {
            let next = quotes.partition_point(|quote| quote.start <= range.start);
            next.checked_sub(1).is_some_and(|last| range.end <= quotes[last].end)
        };
        let from = found.partition_point(|found| found.range.start < begin);
        let own = found[from..].iter().take_while(|found| found.range.start < end);
        for found in own.filter(|found| found.range.end <= end) {
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
            citations.push(Citation {
                range: found.range.clone(),
                target: Target::Places(addresses),
                quote: None,
                edition: None,
            });
        }
        for (range, number) in marks(answer, sentence.range.clone()) {
            if !inside(&range) {
                apart.push(range.clone());
                citations.push(Citation { range, target: Target::Source(number), quote: None, edition: None });
            }
        }
        // An act as a whole is a citation only where nothing nearer is cited.
        let placed = citations.iter().any(|citation| !whole_act(citation));
        citations.retain(|citation| !placed || !whole_act(citation));
        citations.sort_by_key(|citation| citation.range.start);
        in_editions(&answer[begin..end], begin, &mut citations, &mut apart);
        give(answer, &mut citations, &quotes);
        adopt(answer, &mut citations, &quotes);
        out.push(Claim { range: sentence.range, states: sentence.role == Role::Claim, citations, apart, quotes });
    }
    lend(answer, &mut out);
    out
}

/// An edition that the sentence names belongs to the last place before it; its day is no claim of the sentence.
fn in_editions(sentence: &str, begin: usize, citations: &mut [Citation], apart: &mut Vec<Range<usize>>) {
    for (range, day) in dated::editions(sentence) {
        let range = range.start + begin..range.end + begin;
        let places = citations.iter_mut().filter(|own| matches!(own.target, Target::Places(_)));
        if let Some(own) = places.filter(|own| own.range.start < range.start).last() {
            own.edition = Some(day);
            apart.push(range);
        }
    }
}

/// Quotations of so many words state something; shorter ones are names and terms.
const STATING: usize = 4;
/// Most quotations of a sentence beyond those that have a citation beside them: each is compared with the whole sentence.
const MORE: usize = 12;

fn stating(text: &str) -> bool {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).nth(STATING - 1).is_some()
}

/// A citation serves several quotations of its sentence: each that states something is compared.
fn adopt(answer: &str, citations: &mut Vec<Citation>, quotes: &[Range<usize>]) {
    let given: HashSet<usize> =
        citations.iter().filter_map(|own| own.quote.as_ref().map(|quote| quote.start)).collect();
    let ranges: Vec<usize> = citations.iter().map(|citation| citation.range.start).collect();
    let Some(last) = ranges.len().checked_sub(1) else { return };
    let mut more = Vec::new();
    for quote in
        quotes.iter().filter(|quote| !given.contains(&quote.start) && stating(&answer[(*quote).clone()])).take(MORE)
    {
        let next = ranges.partition_point(|start| *start < quote.end).min(last);
        more.push(Citation { quote: Some(quote.clone()), ..citations[next].clone() });
    }
    citations.extend(more);
    citations.sort_by_key(|citation| citation.range.start);
}

/// A quotation in a sentence that cites nothing belongs to what the next sentence of its paragraph cites, or else to
/// what the one before did.
fn lend(answer: &str, claims: &mut [Claim]) {
    for at in 0..claims.len() {
        if !claims[at].citations.is_empty() {
            continue;
        }
        let quotes: Vec<Range<usize>> =
            claims[at].quotes.iter().filter(|quote| stating(&answer[(*quote).clone()])).take(MORE).cloned().collect();
        if quotes.is_empty() {
            continue;
        }
        let near = |a: &Claim, b: &Claim| {
            // A colon introduces what stands on the next line: «п. 2 ст. 452 ГК РФ:», then the quotation.
            let introduces = answer.get(a.range.clone()).is_some_and(|text| text.ends_with(':'));
            answer.get(a.range.end..b.range.start).is_some_and(|gap| introduces || !gap.contains('\n'))
        };
        let behind = claims.get(at + 1).filter(|next| near(&claims[at], next)).and_then(|next| next.citations.first());
        let before = at.checked_sub(1).map(|at| &claims[at]).filter(|before| near(before, &claims[at]));
        let moves = behind.is_none() && before.is_some_and(|before| !before.states);
        let Some(lent) = behind.or_else(|| before.and_then(|before| before.citations.last())).cloned() else {
            continue;
        };
        // A line that only introduces the quotation states nothing of the place itself.
        if moves && let Some(before) = at.checked_sub(1).and_then(|at| claims.get_mut(at)) {
            before.citations.retain(|citation| citation.quote.is_some());
        }
        claims[at].citations =
            quotes.into_iter().map(|quote| Citation { quote: Some(quote), ..lent.clone() }).collect();
    }
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
    let mut open: Option<usize> = None;
    work::spend(text.len());
    for (at, bracket) in text.match_indices(['[', ']']) {
        if bracket == "[" {
            // The bracket before it would hold this one: no number does.
            open = Some(at);
            continue;
        }
        let Some(from) = open.take() else { continue };
        let numbers: Option<Vec<usize>> = text[from + 1..at].split(',').map(|part| part.trim().parse().ok()).collect();
        let range = within.start + from..within.start + at + 1;
        let known = numbers.unwrap_or_default().into_iter().filter(|n| *n < 1_000).take(MOST_MARKED);
        out.extend(known.map(|number| (range.clone(), number)));
    }
    out
}

/// Marks of quotations: what opens one and what closes it.
const PAIRS: &[(char, &[char])] = &[
    ('«', &['»']),
    ('“', &['”']),
    ('„', &['“', '”']),
    ('"', &['"']),
    ('‘', &['’']),
    ('『', &['』']),
    ('「', &['」']),
    ('\'', &['\'']),
];

/// Last words of the names of Korean acts, which stand between the same marks as quotations: 「주택임대차보호법」.
const NAMES: [&str; 14] =
    ["법", "법률", "령", "규칙", "규정", "조례", "헌법", "협약", "조약", "협정", "의정서", "고시", "예규", "훈령"];

/// Whether words between 「 and 」 are the name of an act.
fn is_name(text: &str) -> bool {
    let bare = text.split('(').next().unwrap_or(text).trim();
    // «… 법률 제3조» is a place in it.
    let last = bare.split_whitespace().rfind(|word| !word.starts_with('제') || !word.contains(['조', '항', '호']));
    let last = last.unwrap_or(bare);
    last.chars().count() <= 24 && NAMES.iter().any(|name| last.ends_with(name))
}

/// Quotations of an answer without their marks: «…», “…”, „…“, "…", 「…」; shorter than two letters are none.
fn quotations(answer: &str) -> Vec<Range<usize>> {
    let chars: Vec<(usize, char)> = answer.char_indices().collect();
    let closings = closings(&chars);
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut before = ' ';
    let mut index = 0;
    while index < chars.len() {
        let (at, ch) = chars[index];
        // An apostrophe inside a word opens nothing.
        let opens = closings[index].filter(|_| !(matches!(ch, '\'' | '"' | '‘') && before.is_alphanumeric()));
        before = ch;
        index += 1;
        let Some(close) = opens else { continue };
        let range = at + ch.len_utf8()..chars[close].0;
        if ch == '「' && is_name(&answer[range.clone()]) {
            continue;
        }
        if answer[range.clone()].chars().filter(|ch| ch.is_alphanumeric()).count() >= 2 {
            out.push(range);
        }
        if index < close {
            before = chars[close - 1].1;
            index = close;
        }
    }
    out
}

/// For every opening mark the character that closes it; quotations of the same kind may stand inside. None is longer
/// than `LONGEST` letters or goes over an empty line: then the mark was opened by mistake.
fn closings(chars: &[(usize, char)]) -> Vec<Option<usize>> {
    let mut out: Vec<Option<usize>> = vec![None; chars.len()];
    let is = |index: usize, what: &dyn Fn(char) -> bool| chars.get(index).is_some_and(|(_, ch)| what(*ch));
    let empty_line = |index: usize| chars[index].1 == '\n' && is(index + 1, &|ch| ch == '\n');
    // Korean words have no apostrophe: what stands behind the mark is the particle of the quotation, ‘…’라고.
    let in_word = |index: usize| {
        let letter = |ch: char| ch.is_alphanumeric() && !('가'..='힣').contains(&ch);
        matches!(chars[index].1, '\'' | '’') && is(index + 1, &letter)
    };
    let near = |from: usize, to: usize| to - from <= LONGEST;
    for (open, closing) in PAIRS {
        work::spend(chars.len());
        if closing == &[*open] {
            let mut next: Option<usize> = None;
            for index in (0..chars.len()).rev() {
                if empty_line(index) {
                    next = None;
                } else if chars[index].1 == *open {
                    out[index] = next.filter(|next| near(index, *next));
                    next = if in_word(index) { next } else { Some(index) };
                }
            }
            continue;
        }
        let mut opened: Vec<usize> = Vec::new();
        for (index, (_, ch)) in chars.iter().enumerate() {
            let ch = *ch;
            if empty_line(index) {
                opened.clear();
            } else if closing.contains(&ch) {
                if !in_word(index)
                    && let Some(from) = opened.pop()
                {
                    out[from] = Some(index).filter(|to| near(from, *to));
                }
            } else if ch == *open {
                opened.push(index);
            }
        }
    }
    out
}

/// What stands between places of a stretch of the answer, added up from its beginning.
struct Between {
    base: usize,
    /// How far apart the signs push.
    far: Vec<usize>,
    /// Letters, digits and marks of quotations.
    walls: Vec<usize>,
}

impl Between {
    fn of(answer: &str, range: Range<usize>) -> Self {
        let text = &answer[range.clone()];
        work::spend(text.len());
        let (mut far, mut walls) = (vec![0; text.len() + 1], vec![0; text.len() + 1]);
        let (mut pushed, mut walled) = (0, 0);
        for (at, ch) in text.char_indices() {
            // Words and commas between push apart more than signs do.
            pushed += if ch.is_alphanumeric() || matches!(ch, ',' | ';') { 4 } else { 1 };
            walled += usize::from(ch.is_alphanumeric() || matches!(ch, '«' | '»'));
            let end = at + ch.len_utf8();
            far[end] = pushed;
            walls[end] = walled;
        }
        Self { base: range.start, far, walls }
    }

    fn stretch(&self, a: &Range<usize>, b: &Range<usize>) -> (usize, usize) {
        let (from, to) = if a.end <= b.start { (a.end, b.start) } else { (b.end.min(a.start), a.start) };
        (from - self.base, to - self.base)
    }

    fn gap(&self, a: &Range<usize>, b: &Range<usize>) -> usize {
        let (from, to) = self.stretch(a, b);
        self.far[to] - self.far[from]
    }

    /// Whether only signs stand between: «ст. 333 ГК РФ [1]».
    fn beside(&self, a: &Range<usize>, b: &Range<usize>) -> bool {
        let (from, to) = self.stretch(a, b);
        self.walls[to] == self.walls[from]
    }
}

/// Every quotation goes to the citation nearest to it, and to those that stand side by side with that one. Citations
/// stand in order, and every one holds a letter or a digit: what is nearest stands next, and so does what is beside.
fn give(answer: &str, citations: &mut [Citation], quotes: &[Range<usize>]) {
    let ranges: Vec<Range<usize>> = citations.iter().map(|citation| citation.range.clone()).collect();
    let all = || ranges.iter().chain(quotes);
    let (Some(start), Some(end)) = (all().map(|range| range.start).min(), all().map(|range| range.end).max()) else {
        return;
    };
    if ranges.is_empty() || quotes.is_empty() {
        return;
    }
    let between = Between::of(answer, start..end);
    for quote in quotes {
        let next = ranges.partition_point(|range| range.start < quote.start);
        let before = next.checked_sub(1).map(|last| ranges.partition_point(|range| range.start < ranges[last].start));
        let behind = Some(next).filter(|next| *next < ranges.len());
        let Some(nearest) = before.into_iter().chain(behind).min_by_key(|at| between.gap(quote, &ranges[*at])) else {
            return;
        };
        // «По ст. 330 ГК РФ «…» [1]»: the address leads to the quotation, the mark closes it.
        let marked = |at: &usize| {
            let other = quotes.partition_point(|other| other.start <= quote.start);
            matches!(citations[*at].target, Target::Source(_))
                && quotes.get(other).is_none_or(|other| other.start > ranges[*at].start)
        };
        let closes = behind.filter(|at| *at != nearest).filter(marked);
        let mut row: Vec<usize> = Vec::new();
        for from in [Some(nearest), closes].into_iter().flatten() {
            let range = &ranges[from];
            let beside = |at: &usize| ranges[*at] == *range || between.beside(&ranges[*at], range);
            row.extend((0..from).rev().take_while(beside).chain((from..ranges.len()).take_while(beside)));
        }
        for at in row {
            let own = citations[at].quote.as_ref();
            if own.is_none_or(|own| between.gap(quote, &ranges[at]) < between.gap(own, &ranges[at])) {
                citations[at].quote = Some(quote.clone());
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
