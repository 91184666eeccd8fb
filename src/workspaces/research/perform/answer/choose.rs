//! What is cut out of a place for a question: the search says which place, the kind of the question which of its words.

use crate::engine::citation::grammar::numeric;
use crate::engine::knowledge::answers::{Answers, Kind};
use crate::engine::knowledge::phrases::tokens;
use crate::engine::search::thesaurus;
use crate::engine::search::words::{self, Language};
use crate::engine::text::passages;
use crate::workspaces::research::perform::answer::question::trimmed_to;
use crate::workspaces::research::perform::answer::source::{self, Source};
use std::collections::{BTreeMap, BTreeSet};

/// Most characters of a rule with its list.
pub const RULE: usize = 900;
/// A source in the shadow of the law: technical norms beside statutes.
const TECHNICAL: f64 = 0.55;

/// A sentence of a source, with the list that it leads to.
#[derive(Debug, Clone)]
pub struct Unit<'s> {
    /// The words, a slice of the source's text.
    pub text: &'s str,
    /// Its place among the sentences of the source.
    pub index: usize,
    /// Share of the question's words that stand in it, by their worth.
    pub overlap: f64,
    /// How well it answers this kind of question, from 0 to 1.
    pub fit: f64,
    /// Higher is better.
    pub score: f64,
}

/// A source with its sentences, the best first.
#[derive(Debug, Clone)]
pub struct Place<'s> {
    /// The source.
    pub source: Source<'s>,
    /// Its sentences, the best first.
    pub units: Vec<Unit<'s>>,
    /// Share of the question's words that the place has, title included.
    pub covered: f64,
    /// How many of them it has.
    pub said: usize,
    /// Its title has one.
    pub titled: bool,
    /// The question names it, or the law treats its concept there.
    pub meant: bool,
    /// Higher is better.
    pub score: f64,
}

/// A question, read.
pub struct Asked<'q> {
    /// Its kind, if it shows one.
    pub kind: Option<&'q Kind>,
    /// Its words of content: every one with the stems that stand for it.
    pub words: Vec<BTreeSet<String>>,
    /// Where the law treats what it is about, and what it names.
    pub heads: Vec<String>,
    languages: &'static [Language],
}

impl<'q> Asked<'q> {
    /// Reads a question.
    #[must_use]
    pub fn read(query: &str, answers: &'q Answers, named: Vec<String>, language: &str) -> Self {
        let all = tokens(query);
        let kind = answers.kind(&all);
        let languages = Language::of_text(query);
        let mut words = Vec::new();
        for token in all.iter().filter(|token| !answers.idle(token)) {
            if words::is_stop(&token.low)
                || token.low.chars().count() < 2
                || token.low.bytes().all(|b| b.is_ascii_digit())
            {
                continue;
            }
            let own = stems(&token.low, languages);
            let mut forms: BTreeSet<String> = own.iter().cloned().collect();
            if languages != [Language::Korean] {
                forms.extend(thesaurus::shared().expand(&forms, languages));
            }
            if !own.is_empty() && !words.contains(&forms) {
                words.push(forms);
            }
        }
        let mut heads = named;
        heads.extend(answers.first(query, language, kind.map(|kind| kind.id.as_str())));
        Self { kind, words, heads, languages }
    }

    /// Share of the question's words that a text has.
    #[must_use]
    pub fn share(&self, text: &str) -> f64 {
        let stems = self.stems_of(text);
        ratio(self.words.iter().filter(|word| self.said(word, &stems) > 0.0).count(), self.words.len())
    }

    fn stems_of(&self, text: &str) -> BTreeSet<String> {
        tokens(text).iter().flat_map(|token| stems(&token.low, self.languages)).collect()
    }

    /// How much of a word of the question stands among these stems.
    fn said(&self, word: &BTreeSet<String>, stems: &BTreeSet<String>) -> f64 {
        if self.languages == [Language::Korean] {
            // Pairs of syllables: a word is said by half of them, its ending aside.
            let found = word.iter().filter(|pair| stems.contains(*pair)).count();
            let share = ratio(found, word.len());
            return if share >= 0.5 { share } else { 0.0 };
        }
        if word.iter().any(|stem| stems.contains(stem)) { 1.0 } else { 0.0 }
    }
}

fn stems(word: &str, languages: &[Language]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for language in languages {
        for stem in words::stems(word, *language) {
            if !out.contains(&stem) {
                out.push(stem);
            }
        }
    }
    out
}

fn ratio(part: usize, all: usize) -> f64 {
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    if all == 0 { 0.0 } else { count(part) / count(all) }
}

/// The places that the sources offer, best first: as the search ranked them, unless another one says plainly more.
#[must_use]
pub fn places<'s>(asked: &Asked<'_>, sources: &[Source<'s>]) -> Vec<Place<'s>> {
    let read: Vec<(Source<'s>, BTreeSet<String>, Vec<(&'s str, usize, BTreeSet<String>)>)> = sources
        .iter()
        .map(|source| {
            let units = cut(source.text).into_iter().map(|(text, index)| (text, index, asked.stems_of(text))).collect();
            (*source, asked.stems_of(source.title), units)
        })
        .collect();
    let total = read.iter().map(|(_, _, units)| units.len()).sum::<usize>().max(1);
    // Words that few sentences have tell the most.
    let worth: Vec<f64> = asked
        .words
        .iter()
        .map(|word| {
            let having = read
                .iter()
                .flat_map(|(_, _, units)| units)
                .filter(|(_, _, stems)| asked.said(word, stems) > 0.0)
                .count();
            (1.0 + ratio(total, having.max(1))).ln()
        })
        .collect();
    let whole: f64 = worth.iter().sum();
    let share = |stems: &BTreeSet<String>, title: &BTreeSet<String>| -> f64 {
        let mut sum = 0.0;
        for (word, worth) in asked.words.iter().zip(&worth) {
            // What the title says, every sentence under it is about.
            sum += worth * asked.said(word, stems).max(0.5 * asked.said(word, title));
        }
        if whole > 0.0 { sum / whole } else { 0.0 }
    };
    let top = sources.iter().filter_map(|source| source.item["score"].as_f64()).fold(0.0, f64::max);
    let mut out: Vec<Place<'s>> = Vec::new();
    for (at, (source, title, units)) in read.iter().enumerate() {
        let mut all: BTreeSet<String> = title.clone();
        let mut units: Vec<Unit<'s>> = units
            .iter()
            .map(|(text, index, stems)| {
                all.extend(stems.iter().cloned());
                let overlap = share(stems, title);
                let fit = asked.kind.map_or(0.0, |kind| fit(kind, text, *index));
                let first = if *index == 0 { 0.12 } else { 0.0 };
                let score = (0.5 * overlap + 0.42 * fit * (0.3 + 0.7 * overlap.min(1.0)) + first) * plain(text);
                Unit { text, index: *index, overlap, fit, score }
            })
            .collect();
        units.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.index.cmp(&b.index)));
        let said = asked.words.iter().filter(|word| asked.said(word, &all) > 0.0).count();
        let titled = asked.words.iter().any(|word| asked.said(word, title) > 0.0);
        let covered = ratio(said, asked.words.len());
        let meant = asked.heads.iter().any(|head| head == source.address);
        let rank = match source.item["score"].as_f64() {
            Some(score) if top > 0.0 => score / top,
            _ => 1.0 / (1.0 + 0.15 * ratio(at, 1)),
        };
        let kind = if source.kind == source::Kind::Guidance { TECHNICAL } else { 1.0 };
        let best = units.first().map_or(0.0, |unit| unit.score);
        // Where the law itself treats the concept, the answer is looked for first.
        let head = match asked.heads.iter().position(|head| head == source.address) {
            Some(0) => 0.4,
            Some(_) => 0.1,
            None => 0.0,
        };
        // A question for a number is not answered by a place without one.
        let silent = asked.kind.is_some_and(|kind| kind.number) && units.iter().all(|unit| unit.fit < 1.0);
        let score = (0.62 * rank + 0.38 * best + 0.1 * covered + head - if silent { 0.15 } else { 0.0 }) * kind;
        out.push(Place { source: *source, units, covered, said, titled, meant, score });
    }
    out.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.source.number.cmp(&b.source.number)));
    out
}

/// How well a sentence answers this kind of question.
fn fit(kind: &Kind, text: &str, index: usize) -> f64 {
    let words = tokens(text);
    let signs = !kind.signs.is_empty() && kind.signs.found(&words);
    if kind.number {
        let counted = words.iter().any(|word| numeric(&word.low));
        let unit = kind.unit.is_empty() || kind.unit.found(&words) || words.iter().any(|word| korean_unit(&word.low));
        return match (counted && unit, signs) {
            (true, _) => 1.0,
            (false, true) => 0.4,
            _ => 0.0,
        };
    }
    // A definition opens its article.
    let opens = kind.id == "definition" && index == 0;
    match (signs, opens) {
        (true, true) => 1.0,
        (true, false) => 0.7,
        (false, true) => 0.5,
        _ => 0.0,
    }
}

/// «3년간», «30일», «연 25퍼센트»: a number with its unit in one word.
fn korean_unit(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < word.len() && rest.chars().next().is_some_and(|c| ('가'..='힣').contains(&c))
}

/// What is worth less as an answer: a line out of a list, a note of the publisher, a repealed place.
fn plain(text: &str) -> f64 {
    let low = text.to_lowercase();
    let gone = ["утратил", "втратил", "виключен", "исключен", "삭제"].iter().any(|word| low.starts_with(word));
    let note = text.starts_with("См. ") || text.starts_with('(') || text.starts_with('<');
    let small = text.chars().next().is_some_and(char::is_lowercase);
    if gone || note {
        0.2
    } else if small {
        0.6
    } else {
        1.0
    }
}

/// The sentences of a text, each with the list that it leads to as far as that is not long.
fn cut(text: &str) -> Vec<(&str, usize)> {
    let spans = whole(text, passages::sentences(text));
    let mut out = Vec::new();
    for (at, (start, end)) in spans.iter().enumerate() {
        let own = text[*start..*end].trim();
        if own.split_whitespace().count() < 3 {
            continue;
        }
        let mut last = *end;
        if own.ends_with(':') {
            let mut next = at + 1;
            while let Some((_, until)) = spans.get(next) {
                if text[*start..*until].chars().count() > RULE {
                    break;
                }
                last = *until;
                let item = text[spans[next].0..*until].trim_end();
                next += 1;
                // «1)» alone is the mark of an item, not its end.
                if item.ends_with('.') && item.split_whitespace().count() > 2 {
                    break;
                }
            }
        }
        let body = trimmed_to(&text[*start..last], RULE);
        if body.split_whitespace().count() >= 3 {
            out.push((body, at));
        }
    }
    out
}

/// Sentences that end inside brackets, «(… 포함한다. 이하 같다)», go on with the next ones, as far as a rule may be long.
fn whole(text: &str, spans: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::with_capacity(spans.len());
    let mut depth = 0_usize;
    for (start, end) in spans {
        let goes_on = depth > 0
            && out.last().is_some_and(|(from, to)| {
                end - from <= RULE * 3 && !text.get(*to..start).unwrap_or_default().contains('\n')
            });
        match out.last_mut().filter(|_| goes_on) {
            Some(last) => last.1 = end,
            None => {
                depth = 0;
                out.push((start, end));
            }
        }
        for ch in text[start..end].chars() {
            match ch {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }
    out
}

/// Documents that stand for each other: the same address of another edition adds nothing.
#[must_use]
pub fn unlike<'s>(places: Vec<Place<'s>>) -> Vec<Place<'s>> {
    let mut seen: BTreeMap<String, ()> = BTreeMap::new();
    places
        .into_iter()
        .filter(|place| {
            let key = if place.source.address.is_empty() { place.source.id } else { place.source.address };
            seen.insert(key.to_owned(), ()).is_none()
        })
        .collect()
}
