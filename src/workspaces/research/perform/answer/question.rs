//! Answers to questions: the best passage first, then the basis, conditions, practice, and what is missing.

use crate::engine::calculation;
use crate::engine::citation::compared::{cut, grown};
use crate::engine::fold::folded;
use crate::engine::knowledge::answers;
use crate::engine::knowledge::phrases::tokens;
use crate::engine::knowledge::research::Lexicon;
use crate::engine::search::asked::likeness;
use crate::engine::text::passages;
use crate::engine::text::stem;
use crate::workspaces::research::borders::stands_in;
use crate::workspaces::research::perform::answer::Draft;
use crate::workspaces::research::perform::answer::choose::{self, Asked, Place, Unit};
use crate::workspaces::research::perform::answer::compute;
use crate::workspaces::research::perform::answer::scope::{self, Left};
use crate::workspaces::research::perform::answer::source::{Kind, Source};
use crate::workspaces::research::perform::answer::words::Words;
use crate::workspaces::research::perform::{cites, patterns};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Most characters of a quote.
const QUOTE: usize = 420;
/// Least share of the question's words that a place must hold to answer it.
const ENOUGH: f64 = 0.34;
/// Share of a short question's worth that people who ask about law say too.
const LIKE: f64 = 0.6;
/// Least share of words where the act that governs the question is not held.
const PLAIN: f64 = 0.7;
/// Share of the question's words that a passage of a decision must have.
const ABOUT: f64 = 0.5;
/// The same for a place beside the answer.
const NEAR: f64 = 0.5;

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
    // The person's own numbers are computed whatever is held.
    let computed = compute::write(query, say, draft);
    let mut left = scope::tell(input, say, draft);
    if left == Left::Nothing {
        return;
    }
    // What stands in a document that is not there, no law tells: only what plainly answers stands beside the request.
    let documents = input["documents"].as_array().is_some_and(|list| !list.is_empty());
    if !documents && answers::embedded().is_ok_and(|answers| answers.own_document(&tokens(query))) {
        draft.say(say.attach);
        left = left.max(Left::Plain);
    }
    if sources.is_empty() {
        if input["corpus_empty"] == true {
            draft.say(say.empty);
        } else if left == Left::All {
            let hints: Vec<&str> =
                input["hints"].as_array().into_iter().flatten().filter_map(Value::as_str).take(6).collect();
            let looked = if hints.is_empty() { query.to_owned() } else { hints.join("; ") };
            draft.say(format!("{} {looked}.", say.nothing));
        }
        return;
    }
    let all = ranked(query, sources);
    if task == "find_sources" || task == "semantic_search" {
        let best = best_of_each(&all, sources);
        let cited: Vec<Source<'_>> = best.iter().take(20).map(|passage| passage.source).collect();
        warning(&cited, say, draft);
        draft.heading(say.found);
        for passage in best.iter().take(20) {
            draft.quote(&lead(&passage.source, ""), &passage.source, passage.text);
        }
        return missing(&cited, sources, say, draft);
    }
    let language = input["language"].as_str().unwrap_or(say.language);
    let Ok(answers) = answers::embedded() else { return };
    // «ст. 619 ГК» is of the country whose law is asked for: two have an act of this name.
    let here = input["jurisdiction"].as_str();
    let mut named = cites::canonical(query, here);
    let places = input["places"].as_array().into_iter().flatten().filter_map(Value::as_str);
    named.extend(places.flat_map(|place| cites::canonical(place, here)));
    named.extend(spelled(query, sources));
    let asked = Asked::read(query, answers, named.clone(), language);
    let rules: Vec<Source<'_>> = sources.iter().filter(|source| source.kind != Kind::Case).copied().collect();
    let mut places = choose::unlike(choose::places(&asked, &rules));
    // What the question names by its address is what it is about.
    if let Some(at) = places.iter().position(|place| named.iter().any(|own| is_of(place.source.address, own))) {
        let place = places.remove(at);
        places.insert(0, Place { meant: true, ..place });
    }
    // Beside a calculation stands what it rests on, and nothing that only shares its words.
    if computed && named.is_empty() {
        places.retain(|place| calculation::BASES.iter().any(|base| is_of(place.source.address, base)));
        places.iter_mut().for_each(|place| place.meant = true);
        if places.is_empty() {
            return;
        }
    }
    let enough = if left == Left::All { ENOUGH } else { PLAIN };
    let everyday = named.is_empty() && answers.everyday(&tokens(query));
    let like = likeness(query);
    let answered = places.iter().position(|place| {
        !everyday && (place.meant && left != Left::Places || says(place, asked.words.len(), enough, like))
    });
    let cases: Vec<Source<'_>> = sources.iter().filter(|source| source.kind == Kind::Case).copied().collect();
    let Some(first) = answered.filter(|_| left != Left::Places) else {
        return nowhere(&places, &cases, left, say, draft);
    };
    let place = places.remove(first);
    let most = match input["depth"].as_str() {
        Some("quick") => 1,
        Some("deep") => 6,
        _ => 3,
    };
    // Beside the answer stand only places that are about the question too.
    let near = NEAR.max(place.covered * 0.75);
    places.retain(|other| other.covered >= near || other.meant);
    // Statutes before technical norms: where a statute answers, those are not asked.
    if place.source.kind == Kind::Law {
        places.retain(|other| other.source.kind != Kind::Guidance);
    }
    places.truncate(most);
    let best: Vec<Passage<'_>> =
        best_of_each(&all, sources).into_iter().filter(|p| p.source.kind == Kind::Case).collect();
    let top = all.first().map_or(0.0, |passage| passage.score);
    // A decision stands beside the law only where its words are about the question.
    let about = |passage: &Passage<'_>| passage.score >= top * 0.4 && asked.share(passage.text) >= ABOUT;
    let best: Vec<Passage<'_>> = best.into_iter().filter(about).collect();
    let cited: Vec<Source<'_>> = std::iter::once(place.source)
        .chain(places.iter().map(|p| p.source))
        .chain(best.iter().map(|p| p.source))
        .collect();
    warning(&cited, say, draft);
    draft.heading(say.short);
    let mut used: BTreeSet<usize> = BTreeSet::new();
    for text in shown(&place) {
        draft.quote(&lead(&place.source, ""), &place.source, text);
        let within = |unit: &&Unit<'_>| text.contains(unit.text);
        used.extend(place.units.iter().filter(within).map(|unit| unit.index));
    }
    branches(&place, &mut used, lexicon, say, draft);
    let compared = asked.kind.is_some_and(|kind| kind.id == "compare");
    let heading = if compared { say.basis } else { say.beside };
    let others: Vec<(&Place<'_>, &str)> =
        places.iter().filter_map(|other| Some((other, *shown(other).first()?))).collect();
    if !others.is_empty() {
        draft.heading(heading);
        for (other, text) in others {
            draft.quote(&lead(&other.source, ""), &other.source, text);
        }
    }
    practice(&best, input, sources, say, draft);
    missing(&cited, sources, say, draft);
}

/// Whether the words of a place say enough of what is asked. One word that it shares with a question is chance, unless
/// the place is called so or people ask about law in these words.
fn says(place: &Place<'_>, words: usize, enough: f64, like: f64) -> bool {
    if place.covered < enough {
        return false;
    }
    let chance = place.said < 2 && (words > 1 || !place.titled);
    !chance || like >= LIKE
}

/// The words that answer: a short article whole, else the paragraph of every sentence that answers, as far as it is no
/// longer than a rule. What decides often stands beside the sentence that shares the question's words.
fn shown<'p, 's>(place: &'p Place<'s>) -> Vec<&'s str> {
    let text = place.source.text.trim();
    let fits = |part: &str| part.chars().count() <= choose::RULE && cut(place.source.text, part).is_none();
    if place.source.kind == Kind::Law && fits(text) {
        return vec![text];
    }
    let mut out: Vec<&'s str> = Vec::new();
    for unit in rule(place) {
        let part = paragraph(place.source.text, unit.text).filter(|part| fits(part)).unwrap_or(unit.text);
        if !out.iter().any(|own| own.contains(part)) {
            out.push(part);
        }
    }
    out
}

/// The lines of a text that a slice of it stands in.
fn paragraph<'s>(text: &'s str, part: &str) -> Option<&'s str> {
    let at = text.find(part)?;
    let from = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let to = text[at + part.len()..].find('\n').map_or(text.len(), |end| at + part.len() + end);
    Some(text[from..to].trim())
}

/// The sentences that answer: the best one, and a second one of the same place that says nearly as much.
fn rule<'p, 's>(place: &'p Place<'s>) -> Vec<&'p Unit<'s>> {
    // A sentence that cannot be quoted whole would be struck by the check: the next one stands for it.
    let whole = |unit: &&Unit<'_>| cut(place.source.text, grown(place.source.text, unit.text)).is_none();
    let Some(first) = place.units.iter().take(6).find(whole).or(place.units.first()) else { return Vec::new() };
    let mut out = vec![first];
    let more = place.units.iter().take(6).filter(|unit| unit.index != first.index && whole(unit));
    out.extend(more.take(1).filter(|unit| unit.score >= first.score * 0.8 && unit.score > 0.3));
    out.sort_by_key(|unit| unit.index);
    out
}

/// Nothing answers: said in plain words, with the places that are worth a look.
fn nowhere(places: &[Place<'_>], cases: &[Source<'_>], left: Left, say: &Words, draft: &mut Draft) {
    if left == Left::All {
        draft.heading(say.no_answer);
    }
    let near: Vec<&Place<'_>> = places.iter().filter(|place| place.covered > 0.0).take(3).collect();
    if near.is_empty() && cases.is_empty() {
        return;
    }
    draft.heading(say.look);
    for place in near {
        draft.say(format!("- {}", titled(&place.source).trim_end_matches(':')));
    }
    for case in cases.iter().take(2) {
        draft.say(format!("- {}", case.name()));
    }
}

/// Whether an address is this place, a part of it, or what it is a part of.
fn is_of(address: &str, named: &str) -> bool {
    let inside = |whole: &str, part: &str| part.strip_prefix(whole).is_some_and(|rest| rest.starts_with(' '));
    !address.is_empty()
        && (address == named || named.contains(' ') && (inside(named, address) || inside(address, named)))
}

/// Places of documents that the register does not know, named in the question as they call themselves.
fn spelled(query: &str, sources: &[Source<'_>]) -> Vec<String> {
    let query = folded(query);
    sources
        .iter()
        .map(|source| source.address)
        .filter(|address| stands_in(&query, &folded(address)))
        .map(str::to_owned)
        .collect()
}

/// The place with its title. Not beside a quotation: a title between an address and its quotation is a claim of its own.
fn titled(source: &Source<'_>) -> String {
    let title = source.title.trim_end_matches('.');
    let short = title.chars().count() <= 120 && source.kind != Kind::Document;
    if source.address.is_empty() || title.is_empty() || !short || source.address.contains(title) {
        return lead(source, "");
    }
    format!("{} ({title}):", source.name())
}

fn lead(source: &Source<'_>, word: &str) -> String {
    let name = source.name();
    if word.is_empty() { format!("{name}:") } else { format!("{name}, {word}") }
}

/// Conditions and exceptions of the same place: those right behind the answer first.
fn branches(place: &Place<'_>, used: &mut BTreeSet<usize>, lexicon: &Lexicon, say: &Words, draft: &mut Draft) {
    let answer = used.iter().next().copied().unwrap_or_default();
    let mut found: Vec<(usize, f64, bool, &Unit<'_>)> = place
        .units
        .iter()
        .filter(|unit| !used.contains(&unit.index))
        .filter_map(|unit| {
            let words = tokens(unit.text);
            let exception = lexicon.markers.exception.any.found(&words);
            let condition = lexicon.markers.condition.any.found(&words);
            (words.len() > 4 && (exception || condition))
                .then(|| (unit.index.abs_diff(answer), unit.score, exception, unit))
        })
        .collect();
    // What is near says more of the answer than what only shares its words.
    let worth = |far: usize, score: f64| score + 0.3 / (1.0 + f64::from(u32::try_from(far).unwrap_or(u32::MAX)));
    found.sort_by(|a, b| worth(b.0, b.1).total_cmp(&worth(a.0, a.1)).then(a.3.index.cmp(&b.3.index)));
    found.truncate(3);
    found.sort_by_key(|(_, _, _, unit)| unit.index);
    if found.is_empty() {
        return;
    }
    draft.heading(say.branches);
    for (_, _, exception, unit) in found {
        let word = if exception { say.exception } else { say.condition };
        draft.quote(&lead(&place.source, word), &place.source, unit.text);
        used.insert(unit.index);
    }
}

/// Decisions with their best passage, arguments and risks with the passages they rest on.
fn practice(best: &[Passage<'_>], input: &Value, sources: &[Source<'_>], say: &Words, draft: &mut Draft) {
    let cases: Vec<&Passage<'_>> = best.iter().filter(|p| p.source.kind == Kind::Case).take(4).collect();
    if !cases.is_empty() {
        draft.heading(say.practice);
        for passage in &cases {
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
                // An argument of a decision that is not about the question is none.
                let about = source.kind != Kind::Case || cases.iter().any(|case| case.source.id == source.id);
                if !about {
                    return None;
                }
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
    trimmed_to(text, QUOTE)
}

/// The same with another length.
#[must_use]
pub fn trimmed_to(text: &str, most: usize) -> &str {
    let mut body = text.trim();
    body = body.trim_start_matches(|c: char| ('①'..='⑳').contains(&c)).trim_start();
    let head = body.find(char::is_whitespace).map_or("", |at| &body[..at]);
    let mark = head.trim_end_matches(['.', ')']);
    let clause = head.contains('.') && head.chars().all(|c| c.is_ascii_digit() || c == '.');
    if (head.len() > mark.len() || clause)
        && mark.chars().count() <= 10
        && mark.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '-')
    {
        body = body[head.len()..].trim_start();
    }
    match body.char_indices().nth(most) {
        None => body.trim_end_matches([';', ':', '.']).trim_end(),
        Some((end, _)) => {
            let cut = &body[..end];
            cut.rfind(char::is_whitespace).map_or(cut, |at| cut[..at].trim_end_matches([',', ';', ':', ' ']))
        }
    }
}
