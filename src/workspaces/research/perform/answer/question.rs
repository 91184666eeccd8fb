//! Answers to questions: the best passage first, then the basis, conditions, practice, and what is missing.

use crate::engine::knowledge::phrases::tokens;
use crate::engine::knowledge::research::Lexicon;
use crate::engine::text::stem;
use crate::workspaces::research::perform::answer::Draft;
use crate::workspaces::research::perform::answer::source::{Kind, Source};
use crate::workspaces::research::perform::answer::words::Words;
use crate::workspaces::research::perform::{cites, passages, patterns};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Most characters of a quote.
const QUOTE: usize = 420;
/// Passages worth less than this part of the best one are left out.
const NEAR: f64 = 0.4;

/// A passage of a source with what it is worth for the question.
#[derive(Debug, Clone, Copy)]
pub struct Passage<'s> {
    /// The source.
    pub source: Source<'s>,
    /// The words, a slice of the source's text.
    pub text: &'s str,
    /// Higher is better.
    pub score: f64,
}

/// See the module.
pub fn write(task: &str, input: &Value, sources: &[Source<'_>], lexicon: &Lexicon, say: &Words, draft: &mut Draft) {
    let query = input["query"].as_str().unwrap_or_default();
    if sources.is_empty() {
        if input["corpus_empty"] == true {
            draft.say(say.empty);
            return;
        }
        let hints: Vec<&str> =
            input["hints"].as_array().into_iter().flatten().filter_map(Value::as_str).take(6).collect();
        let looked = if hints.is_empty() { query.to_owned() } else { hints.join("; ") };
        draft.say(format!("{} {looked}.", say.nothing));
        return;
    }
    let ranked = ranked(query, sources);
    if task == "find_sources" || task == "semantic_search" {
        let best = best_of_each(&ranked, sources);
        let cited: Vec<Source<'_>> = best.iter().take(20).map(|passage| passage.source).collect();
        warning(&cited, say, draft);
        draft.heading(say.found);
        for passage in best.iter().take(20) {
            draft.quote(&lead(&passage.source, ""), &passage.source, passage.text);
        }
        return missing(&cited, sources, say, draft);
    }
    let most = match input["depth"].as_str() {
        Some("quick") => 2,
        Some("deep") => 8,
        _ => 5,
    };
    let mut best = best_of_each(&ranked, sources);
    let top = best.first().map_or(0.0, |passage| passage.score);
    best.retain(|passage| passage.score >= top * NEAR);
    let mut used: BTreeSet<(usize, usize)> = BTreeSet::new();
    let rules: Vec<&Passage<'_>> = best.iter().filter(|p| p.source.kind != Kind::Case).collect();
    let first = rules.first().copied().or(best.first());
    let cited: Vec<Source<'_>> = rules
        .iter()
        .take(most)
        .chain(&best.iter().filter(|p| p.source.kind == Kind::Case).take(4).collect::<Vec<_>>())
        .map(|p| p.source)
        .collect();
    warning(&cited, say, draft);
    if let Some(first) = first {
        draft.heading(say.short);
        draft.quote(&lead(&first.source, ""), &first.source, first.text);
        used.insert(key(first));
    }
    let basis: Vec<&&Passage<'_>> = rules.iter().filter(|p| !used.contains(&key(p))).take(most - 1).collect();
    if !basis.is_empty() {
        draft.heading(say.basis);
        for passage in basis {
            draft.quote(&lead(&passage.source, ""), &passage.source, passage.text);
            used.insert(key(passage));
        }
    }
    branches(&rules, &mut used, lexicon, say, draft);
    practice(&best, input, sources, say, draft);
    missing(&cited, sources, say, draft);
}

fn key(passage: &Passage<'_>) -> (usize, usize) {
    (passage.source.number, passage.text.as_ptr() as usize)
}

fn lead(source: &Source<'_>, word: &str) -> String {
    let name = source.name();
    if word.is_empty() { format!("{name}:") } else { format!("{name}, {word}") }
}

/// Conditions and exceptions of the rules that were quoted.
fn branches(
    rules: &[&Passage<'_>],
    used: &mut BTreeSet<(usize, usize)>,
    lexicon: &Lexicon,
    say: &Words,
    draft: &mut Draft,
) {
    let mut lines: Vec<(String, Source<'_>, &str)> = Vec::new();
    for rule in rules.iter().take(3) {
        for (start, end) in passages::sentences(rule.source.text) {
            let text = trimmed(&rule.source.text[start..end]);
            let words = tokens(text);
            let exception = lexicon.markers.exception.any.found(&words);
            let condition = lexicon.markers.condition.any.found(&words);
            let key = (rule.source.number, text.as_ptr() as usize);
            if (exception || condition) && words.len() > 4 && lines.len() < 3 && used.insert(key) {
                let word = if exception { say.exception } else { say.condition };
                lines.push((lead(&rule.source, word), rule.source, text));
            }
        }
    }
    if !lines.is_empty() {
        draft.heading(say.branches);
        for (lead, source, text) in lines {
            draft.quote(&lead, &source, text);
        }
    }
}

/// Decisions with their best passage, arguments and risks with the passages they rest on.
fn practice(best: &[Passage<'_>], input: &Value, sources: &[Source<'_>], say: &Words, draft: &mut Draft) {
    let cases: Vec<&Passage<'_>> = best.iter().filter(|p| p.source.kind == Kind::Case).take(4).collect();
    if !cases.is_empty() {
        draft.heading(say.practice);
        for passage in cases {
            draft.quote(&lead(&passage.source, ""), &passage.source, passage.text);
        }
    }
    for (heading, items) in
        [(say.arguments, &input["patterns"]["success_arguments"]), (say.risks, &input["patterns"]["risk_factors"])]
    {
        let quotes: Vec<(&Source<'_>, &str)> = items
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .filter_map(|item| {
                let (id, start, end) = patterns::mark(item)?;
                let source = sources.iter().find(|source| source.id == id)?;
                Some((source, trimmed(passages::slice(source.text, start, end)?)))
            })
            .take(3)
            .collect();
        if !quotes.is_empty() {
            draft.heading(heading);
            for (source, quote) in quotes {
                draft.quote(&lead(source, ""), source, quote);
            }
        }
    }
}

/// Documents of cited sources that are in one of these states.
fn documents<'s>(cited: &[Source<'s>], states: &[&str]) -> BTreeSet<&'s str> {
    let of = |s: &&Source<'s>| s.item["in_force"].as_str().is_some_and(|now| states.contains(&now));
    cited.iter().filter(of).filter_map(|s| s.item["document"].as_str()).collect()
}

/// What is quoted and no longer in force: said first.
fn warning(cited: &[Source<'_>], say: &Words, draft: &mut Draft) {
    let gone = documents(cited, &["repealed", "replaced"]);
    if !gone.is_empty() {
        draft.heading(say.warning);
        draft.say(format!("- {}", say.outdated));
        gone.into_iter().for_each(|name| draft.say(format!("- {name}")));
    }
}

/// What the person should know is not there. One name a line: a list of names is no claim that would need a source.
fn missing(cited: &[Source<'_>], sources: &[Source<'_>], say: &Words, draft: &mut Draft) {
    let unchecked = documents(cited, &["unchecked"]);
    let practice = sources.iter().any(|source| source.kind == Kind::Case);
    if unchecked.is_empty() && practice {
        return;
    }
    draft.heading(say.missing);
    if !unchecked.is_empty() {
        draft.say(format!("- {}", say.unchecked));
        unchecked.into_iter().for_each(|name| draft.say(format!("- {name}")));
    }
    if !practice {
        draft.say(format!("- {}", say.no_practice));
    }
}

/// What a word is compared by: the stem of a Russian word, the beginning of any other.
#[must_use]
pub fn root(word: &str) -> String {
    let low = word.to_lowercase().replace('ё', "е");
    let foreign = low.chars().any(|c| matches!(c, 'і' | 'ї' | 'є' | 'ґ') || !('а'..='я').contains(&c));
    let cut: String = low.chars().take(5).collect();
    if foreign { cut } else { stem::stem(&low).chars().take(6).collect() }
}

/// Every sentence of every source with its score, best first; ties by source and place.
#[must_use]
pub fn ranked<'s>(query: &str, sources: &[Source<'s>]) -> Vec<Passage<'s>> {
    let wanted: BTreeSet<String> = stem::words(query)
        .into_iter()
        .filter(|word| !stem::is_stop(&word.stem))
        .filter_map(|word| query.get(word.start..word.end))
        .filter(|word| word.chars().count() > 2)
        .map(root)
        .collect();
    let mut all: Vec<(Source<'s>, &'s str, BTreeSet<String>)> = Vec::new();
    for source in sources {
        let heading: BTreeSet<String> = stem::words(source.title)
            .iter()
            .filter_map(|w| source.title.get(w.start..w.end))
            .map(root)
            .filter(|word| wanted.contains(word))
            .collect();
        for (start, end) in passages::sentences(source.text) {
            let text = trimmed(&source.text[start..end]);
            let mut roots: BTreeSet<String> =
                stem::words(text).iter().filter_map(|w| text.get(w.start..w.end)).map(root).collect();
            // A number of words, or it is a heading.
            if text.split_whitespace().count() < 4 {
                continue;
            }
            roots.retain(|word| wanted.contains(word));
            roots.extend(heading.iter().cloned());
            all.push((*source, text, roots));
        }
    }
    let mut spread: BTreeMap<&str, f64> = BTreeMap::new();
    for (_, _, roots) in &all {
        for root in roots {
            *spread.entry(root).or_default() += 1.0;
        }
    }
    let addresses = cites::canonical(query, None);
    let top = sources.iter().filter_map(|source| source.item["score"].as_f64()).fold(0.0, f64::max);
    let total = f64::from(u32::try_from(all.len()).unwrap_or(u32::MAX));
    let mut out: Vec<Passage<'s>> = all
        .iter()
        .map(|(source, text, roots)| {
            let worth: f64 =
                roots.iter().map(|root| (1.0 + total / spread.get(root.as_str()).copied().unwrap_or(1.0)).ln()).sum();
            // Sources that were found to fit better as a whole come first.
            let rank = match source.item["score"].as_f64() {
                Some(score) if top > 0.0 => 0.25 + score / top,
                _ => 1.0 / (1.0 + 0.15 * f64::from(u32::try_from(position(source, sources)).unwrap_or(u32::MAX))),
            };
            // What the question names by its address is what it is about.
            let named = if addresses.iter().any(|own| own == source.address) { 4.0 } else { 1.0 };
            Passage { source: *source, text, score: (0.2 + worth) * rank * named * whole(text, source.text) }
        })
        .collect();
    out.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.source.number.cmp(&b.source.number)));
    out
}

/// A lead-in of a list and a line of one say less by themselves than a sentence.
fn whole(text: &str, of: &str) -> f64 {
    let end = (text.as_ptr() as usize + text.len()).saturating_sub(of.as_ptr() as usize);
    let opens = of.get(end..).is_some_and(|rest| rest.trim_start().starts_with(':'));
    let small = text.chars().next().is_some_and(char::is_lowercase);
    if opens || small { 0.5 } else { 1.0 }
}

/// The place of a source among those of its kind.
fn position(source: &Source<'_>, sources: &[Source<'_>]) -> usize {
    sources.iter().filter(|other| other.kind == source.kind && other.number < source.number).count()
}

/// The best passage of each source, in the order of their scores.
#[must_use]
pub fn best_of_each<'s>(ranked: &[Passage<'s>], sources: &[Source<'s>]) -> Vec<Passage<'s>> {
    let mut seen = BTreeSet::new();
    let mut out: Vec<Passage<'s>> =
        ranked.iter().filter(|passage| seen.insert(passage.source.number)).copied().collect();
    // A source without a sentence of its own still stands, by its first words.
    for source in sources.iter().filter(|source| !seen.contains(&source.number) && !source.text.trim().is_empty()) {
        out.push(Passage { source: *source, text: trimmed(source.text), score: 0.0 });
    }
    out
}

/// A sentence without its list mark, cut at a word before it grows too long. Always a slice of what came.
#[must_use]
pub fn trimmed(text: &str) -> &str {
    let mut body = text.trim();
    let head = body.find(char::is_whitespace).map_or("", |at| &body[..at]);
    let mark = head.trim_end_matches(['.', ')']);
    let clause = head.contains('.') && head.chars().all(|c| c.is_ascii_digit() || c == '.');
    if (head.len() > mark.len() || clause)
        && mark.chars().count() <= 10
        && mark.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '-')
    {
        body = body[head.len()..].trim_start();
    }
    match body.char_indices().nth(QUOTE) {
        None => body.trim_end_matches([';', ':', '.']).trim_end(),
        Some((end, _)) => {
            let cut = &body[..end];
            cut.rfind(char::is_whitespace).map_or(cut, |at| cut[..at].trim_end_matches([',', ';', ':', ' ']))
        }
    }
}
