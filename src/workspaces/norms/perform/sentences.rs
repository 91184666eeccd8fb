//! The sentences of a clause that a question is about; items of a list are read with the words that open the list.

use crate::engine::knowledge::norms as lexicon;
use crate::engine::knowledge::phrases;
use crate::engine::text::passages;
use crate::workspaces::norms::perform::bare::{bare_number, counted, first_number};
use crate::workspaces::norms::perform::cells::{self, Reading, lacks, pick};
use crate::workspaces::norms::perform::judge::GOOD;
use crate::workspaces::norms::perform::question::Asked;
use crate::workspaces::norms::perform::rivals;
use crate::workspaces::norms::perform::values::{self, Found};
use crate::workspaces::norms::perform::words::{Bag, Term, adjacency, coverage, stems, terms, worth};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::ops::Range;

/// What is said of a bare number when the question names no thing that it counts.
pub const LOOSE: &str = "чего это число, в предложении не сказано";

/// Words behind an «и» that goes on.
const JOINED: [&str; 5] = ["более", "менее", "выше", "ниже", "больше"];
/// Prepositions that parts of a sentence share.
const PARALLEL: [&str; 8] = ["из", "для", "в", "на", "при", "с", "от", "между"];
/// What a number is that stands in the same place as the one that is meant.
pub const ASIDE: &str = "другое число этого места";
/// Sentences of a place whose numbers are shown beside.
const BESIDES: usize = 6;

/// What a sentence gains by a pair of words, or by the measure of the question.
const BESIDE: f64 = 0.05;

/// A sentence or an item of a list.
#[derive(Debug, Clone)]
pub struct Unit {
    /// Bytes of the text.
    pub at: Range<usize>,
    /// The words that open the list, if it is an item.
    pub opens: Option<Range<usize>>,
    /// Those that open the list in which this list is an item.
    pub above: Option<Range<usize>>,
}

/// Sentences of a clause; a list is its opening and its items.
#[must_use]
pub fn units(text: &str) -> Vec<Unit> {
    let mut out: Vec<Unit> = Vec::new();
    let mut opens: Option<Range<usize>> = None;
    let mut above: Option<Range<usize>> = None;
    for (from, to) in passages::sentences(text) {
        for (from, to) in lines_of_list(text, from, to) {
            let piece = &text[from..to];
            if piece.trim_end().ends_with(':') {
                // «- в колоннах:» is an item that opens a list of its own.
                let inner = piece.starts_with(['-', '–', '—']) || piece.chars().next().is_some_and(char::is_lowercase);
                above = if inner { above.or(opens) } else { None };
                out.push(Unit { at: from..to, opens: None, above: above.clone() });
                opens = Some(from..to);
                continue;
            }
            out.push(Unit { at: from..to, opens: opens.clone(), above: above.clone() });
            // A list ends with its last full stop.
            if piece.trim_end().ends_with('.') {
                opens = None;
                above = None;
            }
        }
    }
    out
}

/// Pieces of a sentence that end with a semicolon or a colon at the end of a line are items of their own.
fn lines_of_list(text: &str, from: usize, to: usize) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = from;
    for (at, c) in text[from..to].char_indices() {
        let end = from + at + c.len_utf8();
        let next = text[end..to].chars().next();
        let list = matches!(c, ';' | ':') && next.is_some_and(char::is_whitespace);
        // «…не менее 0,8 м. Размер…»: after a unit a full stop ends a sentence all the same.
        let ends = list || c == '.' && begins(&text[end..to]) && after_unit(&text[from..from + at]);
        if ends && end < to {
            push(text, start, end, &mut out);
            start = end;
        }
    }
    push(text, start, to, &mut out);
    out
}

/// Whether a text ends with a number and a unit.
fn after_unit(text: &str) -> bool {
    const UNITS: [&str; 19] = [
        "м", "мм", "см", "км", "м2", "м3", "м²", "м³", "кг", "ч", "мин", "сут", "кПа", "МПа", "кН", "дБ", "дБА", "%",
        "°С",
    ];
    let Some((before, unit)) = text.rsplit_once([' ', '\u{a0}']) else { return false };
    UNITS.contains(&unit) && before.ends_with(|c: char| c.is_ascii_digit())
}

/// Whether a new sentence begins.
fn begins(text: &str) -> bool {
    let next = text.trim_start();
    next.len() < text.len() && next.chars().next().is_some_and(|c| c.is_uppercase() || c == '-' || c == '–')
}

fn push(text: &str, from: usize, to: usize, out: &mut Vec<(usize, usize)>) {
    let piece = &text[from..to];
    let start = from + (piece.len() - piece.trim_start().len());
    let end = start + piece.trim().len();
    if end > start {
        out.push((start, end));
    }
}

/// Reads a clause.
#[must_use]
pub fn read(item: &Value, asked: &Asked) -> Reading {
    let text = item["text"].as_str().unwrap_or_default();
    let title = Bag::of(item["title"].as_str().unwrap_or_default());
    let mut crumbs = Bag::of(item["crumbs"].as_str().unwrap_or_default());
    crumbs.add(item["document_title"].as_str().unwrap_or_default());
    let all = units(text);
    let wanted = asked.wanted();
    let whole = Bag::of(text);
    let in_unit = values::values(text, "").iter().any(|one| asked.is_unit(&one.unit));
    let pairs = cells::bigrams(&asked.text);
    let mut best: Option<(f64, usize)> = None;
    let mut scores = Vec::with_capacity(all.len());
    for (index, unit) in all.iter().enumerate() {
        let own = Bag::of(&text[unit.at.clone()]);
        let mut opening = unit.opens.clone().map(|at| Bag::of(&text[at])).unwrap_or_default();
        if let Some(above) = unit.above.clone().filter(|_| unit.opens.is_some()) {
            opening.add(&text[above]);
        }
        let mut score =
            coverage(&wanted, &[(&own, 1.0), (&opening, 0.95), (&title, 0.8), (&crumbs, 0.6), (&whole, 0.55)]);
        let opens = unit.opens.clone().map(|at| &text[at]).unwrap_or_default();
        let above = item["crumbs"].as_str().unwrap_or_default();
        score = worth(score, adjacency(&asked.terms, &[&text[unit.at.clone()], opens, above]));
        // «уменьшают на» changes a value: it is none, unless that is what is asked.
        let changes = |text: &str| lexicon::shared().changes.found(&phrases::tokens(text));
        if changes(&text[unit.at.clone()]) && !changes(&asked.text) {
            score *= 0.7;
        }
        let found = valued(&text[unit.at.clone()], opens, asked);
        let piece = &text[unit.at.clone()];
        let told = |one: &Found| fits(&one.dimension, asked) && !values::is_condition(piece, one);
        let fitting: Vec<Found> = found.into_iter().filter(told).collect();
        // «Ширина» is not answered by a height.
        if values::strange(&asked.measures, &values::governors(piece, opens, &fitting)) {
            score *= 0.8;
        }
        let fits = !fitting.is_empty();
        // Where a place tells the unit that the question names, another one of the same dimension is not meant.
        if fits && in_unit && !fitting.iter().any(|one| asked.is_unit(&one.unit)) {
            score *= 0.7;
        }
        if asked.wants_number {
            // «Не менее двух»: a count is often spelled out.
            let spelled = || counts(asked) && !bare_number(piece).is_empty();
            score *= match (fits, has_value(piece, opens) || spelled(), bare_counts(asked)) {
                (true, ..) => 1.0,
                (false, true, true) => 0.9,
                (false, true, false) => 0.65,
                (false, false, _) => 0.5,
            };
        }
        // «Сжатие» is not answered by a tension, «не линейный» not by the words on linear things.
        if rivals::against(&format!("{opens} {piece}"), &asked.sides) || denied(&own, piece, asked) {
            score *= 0.7;
        }
        let mut beside = 0.0;
        // «Между барьером и вешалкой»: a word with its preposition says more than the word; so does a value of the very
        // measure that is asked for.
        if asked.wants_number && !pairs.is_disjoint(&cells::bigrams(piece)) {
            beside += BESIDE;
        }
        let governed = values::governors(piece, opens, &fitting);
        if governed.iter().flatten().any(|measure| asked.measures.contains(measure)) {
            beside += BESIDE;
        }
        // A definition says what a thing is, not how large it has to be.
        if item["term"] == true && asked.wants_number {
            score *= 0.8;
        }
        let classes = asked.classes.iter().filter(|class| own.has(class)).count();
        score += 0.1 * f64::from(u32::try_from(classes).unwrap_or(0));
        scores.push(score);
        // They choose among the sentences; a place is worth no more by them.
        if best.is_none_or(|(most, _)| score + beside > most + 0.0001) {
            best = Some((score + beside, index));
        }
    }
    let Some((_, index)) = best else { return Reading::default() };
    let score = scores[index];
    // An item of a list: its neighbours are the branches, unless the question's words choose among them.
    let mut chosen = vec![index];
    if let Some(opens) = &all[index].opens {
        let opening = &text[opens.clone()];
        let items: Vec<usize> = (0..all.len())
            .filter(|at| all[*at].opens.as_ref() == Some(opens) && has_value(&text[all[*at].at.clone()], opening))
            .collect();
        if items.len() > 1 && items.contains(&index) {
            let labels: Vec<String> = items.iter().map(|at| text[all[*at].at.clone()].to_owned()).collect();
            let opening = Bag::of(&text[opens.clone()]);
            chosen = pick(&labels, asked, &opening).into_iter().map(|at| items[at]).collect();
        }
    }
    let mut told: Vec<Value> = chosen.iter().flat_map(|at| findings(item, asked, text, &all[*at], score)).collect();
    // Of a place that is not plainly about the question its other numbers are shown beside the one that is meant.
    if asked.wants_number && score < GOOD && item["term"] != true && told.iter().any(|one| one["value"] != "") {
        let group = told[0]["group"].clone();
        let beside = |at: &usize| {
            let piece = &text[all[*at].at.clone()];
            let opens = all[*at].opens.clone().map(|at| &text[at]).unwrap_or_default();
            let own = |one: &Found| fits(&one.dimension, asked) && !values::is_condition(piece, one);
            !chosen.contains(at) && !asked.dimensions.is_empty() && valued(piece, opens, asked).iter().any(own)
        };
        for at in (0..all.len()).filter(beside).take(BESIDES) {
            for mut one in findings(item, asked, text, &all[at], score) {
                one["note"] = json!(ASIDE);
                one["group"] = group.clone();
                told.push(one);
            }
        }
    }
    let findings = told;
    Reading { score: score.min(1.0), findings }
}

/// The values of a sentence; classes and grades count where one is asked for.
fn valued(text: &str, opens: &str, asked: &Asked) -> Vec<Found> {
    let mut out = values::values(text, opens);
    if asked.dimensions.iter().any(|one| one == "grade") {
        out.extend(values::grades(text));
        out.sort_by_key(|one| one.at.start);
    }
    out
}

/// Whether a sentence speaks of all that the question says there is none of.
fn denied(own: &Bag, piece: &str, asked: &Asked) -> bool {
    let speaks = |term: &Term| own.meets(term) >= 1.0 && !lacks(piece, term);
    !asked.without.is_empty() && asked.without.iter().all(speaks)
}

/// What a sentence says: its amount, or one for each amount between which the question does not choose.
fn findings(item: &Value, asked: &Asked, text: &str, unit: &Unit, score: f64) -> Vec<Value> {
    let quote = text[unit.at.clone()].trim();
    let opens = unit.opens.as_ref().map(|at| text[at.clone()].trim().trim_end_matches(':').to_owned());
    let opening = opens.as_deref().unwrap_or_default();
    let found = valued(quote, opening, asked);
    let mut fitting: Vec<Found> = found.iter().filter(|one| fits(&one.dimension, asked)).cloned().collect();
    if fitting.iter().any(|one| asked.is_unit(&one.unit)) {
        fitting.retain(|one| asked.is_unit(&one.unit));
    }
    let governed = values::meant(&asked.measures, &values::governors(quote, opening, &fitting));
    let several: Vec<(&Found, Range<usize>)> =
        governed.iter().map(|at| (&fitting[*at], part_of(quote, &fitting, *at))).collect();
    let left = choose(quote, &several, asked);
    let one = |value: String, measure: String, quote: &str| {
        let mut conditions = Vec::from_iter(opens.clone().map(|own| match &unit.above {
            Some(above) => format!("{}: {own}", text[above.clone()].trim().trim_end_matches(':')),
            None => own,
        }));
        conditions.push(quote.to_owned());
        json!({
            "kind": "clause",
            "entity": item["title"].as_str().filter(|title| !title.is_empty()).or(item["crumbs"].as_str()).unwrap_or_default(),
            "variable": "",
            "value": value,
            "unit": measure,
            "conditions": conditions,
            "quote": quote,
            "node_id": item["node_id"],
            "group": format!(
                "{}#{}",
                item["node_id"].as_str().unwrap_or_default(),
                unit.opens.as_ref().map_or(unit.at.start, |at| at.start)
            ),
            "score": (score.min(1.0) * 1000.0).round() / 1000.0,
        })
    };
    let mut told = match left.as_slice() {
        // Another quantity than the one asked for is no answer: the place is shown, its numbers are not.
        [] if asked.wants_number && !bare_counts(asked) && !found.is_empty() => {
            vec![one(String::new(), String::new(), quote)]
        }
        [] => match found.first() {
            Some(found) => vec![one(found.value.clone(), found.unit.clone(), quote)],
            None => {
                let counted = counted(quote, asked);
                let mut only = one(counted.clone().unwrap_or_else(|| bare_number(quote)), String::new(), quote);
                // A bare number of a thing that the question does not name may count anything.
                if counted.is_none() && counts(asked) {
                    only["note"] = json!(LOOSE);
                }
                vec![only]
            }
        },
        [only] => {
            let found = several[*only].0;
            vec![one(found.value.clone(), found.unit.clone(), quote)]
        }
        more => more
            .iter()
            .map(|at| {
                let (found, part) = &several[*at];
                one(found.value.clone(), found.unit.clone(), quote[part.clone()].trim())
            })
            .collect(),
    };
    if score < GOOD && asked.wants_number && !left.is_empty() {
        for at in (0..several.len()).filter(|at| !left.contains(at)) {
            let (found, part) = &several[at];
            let mut beside = one(found.value.clone(), found.unit.clone(), quote[part.clone()].trim());
            beside["note"] = json!(ASIDE);
            told.push(beside);
        }
    }
    told
}

/// The amounts of a sentence that the question leaves.
fn choose(quote: &str, several: &[(&Found, Range<usize>)], asked: &Asked) -> Vec<usize> {
    let Some((first, _)) = several.first().filter(|_| several.len() > 1) else { return (0..several.len()).collect() };
    // What stands before the first amount is said of all of them.
    const OPENS: [&str; 12] = [
        " не менее ",
        " не более ",
        " не уже ",
        " не шире ",
        " не ниже ",
        " не выше ",
        " до ",
        " от ",
        " — ",
        " – ",
        " быть ",
        " на ",
    ];
    let before = &quote[..first.at.start];
    let opened = OPENS.iter().filter_map(|mark| before.rfind(mark).map(|at| at + mark.len())).max().unwrap_or(0);
    // … unless the later ones have a subject of their own of the same kind: «прямых лестниц — 2 м, винтовых лестниц — 3 м».
    let listed = first.at.len() == first.value.len();
    let whole = listed || contrasts(before, quote, &several[1..]) || parallel(before, quote, &several[1..]);
    let from = if whole { 0 } else { opened.max(several[0].1.start) };
    let over = Bag::of(&quote[..from]);
    let label = |(index, (_, at)): (usize, &(&Found, Range<usize>))| {
        let start = match (index, from) {
            (0, 0) => 0,
            (0, _) => from.max(at.start).min(at.end),
            _ => at.start,
        };
        quote[start..at.end].to_owned()
    };
    let labels: Vec<String> = several.iter().enumerate().map(label).collect();
    let left = pick(&labels, asked, &over);
    // «…IA, IB — 2,7 м, а в других — 2,5 м»: who names one of the first is not among the others.
    let named = asked.text.split(|c: char| !c.is_alphanumeric()).any(|word| {
        let class = (2..=3).contains(&word.chars().count()) && word.chars().all(char::is_uppercase);
        class && terms(word, &HashSet::new()).iter().any(|term| over.has(&term.word))
    });
    let other = |label: &str| ["других", "остальных", "прочих", "иных"].iter().any(|word| label.contains(word));
    let rest: Vec<usize> = left.iter().copied().filter(|at| !other(&labels[*at])).collect();
    if named && !rest.is_empty() { rest } else { left }
}

/// Whether what stands between the later values and their marks names the subject of the first again.
fn contrasts(before: &str, quote: &str, later: &[(&Found, Range<usize>)]) -> bool {
    let first: HashSet<String> = stems(before).into_iter().map(|(_, stem)| stem).collect();
    let weak = &lexicon::shared().weak;
    let own = |(found, part): &(&Found, Range<usize>)| {
        let words = stems(quote.get(part.start..found.at.start).unwrap_or_default());
        let tells =
            |word: &String| word.chars().count() > 3 && !weak.contains(word) && values::measures(word).is_empty();
        let told: Vec<&String> = words.iter().filter(|(word, _)| tells(word)).map(|(_, stem)| stem).collect();
        told.len() >= 2 && told.iter().any(|stem| first.contains(*stem))
    };
    later.iter().all(own)
}

/// Whether the later values are told by the same preposition as the first: «из кухни — 60 м3, из ванны — 25 м3».
fn parallel(before: &str, quote: &str, later: &[(&Found, Range<usize>)]) -> bool {
    // One that opens the sentence: further on it belongs to anything.
    let opening: Vec<String> = stems(before).into_iter().take(2).map(|(word, _)| word).collect();
    let again = |(found, part): &(&Found, Range<usize>)| {
        let own = stems(quote.get(part.start..found.at.start).unwrap_or_default());
        own.iter().any(|(word, _)| PARALLEL.contains(&word.as_str()) && opening.contains(word))
    };
    later.iter().all(again)
}

/// The part of a sentence that belongs to a value. A sentence that ends with its last value names the conditions before
/// the values («для глин 0,2 м; для песков — 0,3 м»): a part goes from one value to the next.
fn part_of(text: &str, all: &[Found], index: usize) -> Range<usize> {
    let ends = all.last().is_some_and(|last| !text[last.at.end..].contains(char::is_alphabetic));
    match index.checked_sub(1).filter(|_| ends) {
        Some(before) => all[before].at.end..all[index].at.end,
        None => segment(text, &all[index].at),
    }
}

/// The part of a sentence around an amount: between commas, semicolons, «и», «а».
fn segment(text: &str, amount: &Range<usize>) -> Range<usize> {
    const MARKS: [&str; 7] = [", ", "; ", " и ", " а ", " или ", ": ", ". "];
    let start =
        MARKS.iter().filter_map(|mark| text[..amount.start].rfind(mark).map(|at| at + mark.len())).max().unwrap_or(0);
    // «Для одно- и двухэтажных», «трехэтажных и более высоких»: such an «и» parts nothing.
    let parts = |at: usize, mark: &str| {
        let next = &text[at + mark.len()..];
        mark != " и " || !text[..at].ends_with('-') && !JOINED.iter().any(|word| next.starts_with(word))
    };
    let first = |mark: &&str| {
        let mut found = text[amount.end..].match_indices(*mark).map(|(at, _)| amount.end + at);
        found.find(|at| parts(*at, mark))
    };
    start..MARKS.iter().filter_map(first).min().unwrap_or(text.len())
}

/// Whether what is asked is often written without a unit: a count, a slope, a coefficient.
fn bare_counts(asked: &Asked) -> bool {
    // Who names a unit is answered with it.
    let bare = |one: &String| matches!(one.as_str(), "count" | "ratio" | "percent" | "sound");
    !asked.named_unit && asked.dimensions.iter().any(bare)
}

/// Whether an amount measures what is asked.
#[must_use]
pub fn fits(dimension: &str, asked: &Asked) -> bool {
    asked.dimensions.is_empty()
        || asked.dimensions.iter().any(|wanted| {
            wanted == dimension
                || wanted == "pressure" && dimension.starts_with("force")
                || wanted == "day" && dimension.ends_with("day")
        })
}

/// Whether an item of a list has a value.
fn has_value(text: &str, opens: &str) -> bool {
    has_number(text) || !values::values(text, opens).is_empty()
}

/// Whether a number stands in it beside the number of the clause.
#[must_use]
pub fn has_number(text: &str) -> bool {
    !first_number(text).is_empty()
}

/// Whether things are counted.
fn counts(asked: &Asked) -> bool {
    asked.dimensions.iter().any(|one| one == "count")
}

/// Sentences of a text that change a value of a table: «уменьшают на», «умножают», with a number.
#[must_use]
pub fn modifiers(text: &str) -> Vec<String> {
    let lexicon = lexicon::shared();
    let mut out = Vec::new();
    for unit in units(text) {
        let piece = text[unit.at].trim();
        if lexicon.modifiers.found(&phrases::tokens(piece)) && has_number(piece) {
            out.push(piece.to_owned());
        }
    }
    out
}

#[cfg(test)]
#[path = "sentences_tests.rs"]
mod tests;
