//! Answers by the descriptions of what codes require (`engine::knowledge::required`): which description a question means,
//! which of its values the question's conditions leave, and where in the place that was read their numbers stand. What is
//! found by a description alone is shown, and never certified.

use crate::engine::knowledge::required::{self, Given, Like, Requirement};
use crate::workspaces::norms::perform::between::{self, BETWEEN, FACTOR, Keyed};
use crate::workspaces::norms::perform::cells::{self, Reading};
use crate::workspaces::norms::perform::conditions;
use crate::workspaces::norms::perform::printed;
use crate::workspaces::norms::perform::question::{self, Asked};
use crate::workspaces::norms::perform::rivals;
use crate::workspaces::norms::perform::sentences::{self, ASIDE};
use crate::workspaces::norms::perform::units;
use crate::workspaces::norms::perform::values;
use crate::workspaces::norms::perform::words::{Bag, Term};
use crate::workspaces::norms::perform::{calculate, judge};
use serde_json::{Value, json};
use std::collections::HashSet;

/// What is said of a number that only a description leads to.
pub const DESCRIBED: &str = "место найдено по описанию требования, сверьте условие с текстом";

/// The climate of towns.
const CLIMATE: &str = "ru.sp.131.13330.2020";
/// Documents on the subject of a question that count.
const SUBJECTS: usize = 2;
/// Descriptions of a question that count.
const MOST: usize = 6;
/// Worth of a description beside the best one.
const CLOSE: f64 = 0.75;
/// Score under which a description says nothing about the question. What no code answers can score more; every number
/// that a description alone leads to carries a warning.
const LEAST: f64 = 45.0;
/// Score that is enough for one that is alone …
const ALONE: f64 = 33.0;
/// … when the next one has this share of it at most.
const APART: f64 = 0.5;
/// Score from which it is plainly meant: its place is opened before anything is searched.
const PLAIN: f64 = 85.0;
/// Score that it needs beside a question that asks for no number.
const UNASKED: f64 = 95.0;
/// Score that adds nothing any more.
const MOST_LIKE: f64 = 150.0;
/// What a description that is plainly meant gains up to there.
const BEYOND: f64 = 0.17;
/// What the score counts beside the share of the question's words that the description has.
const HALF: f64 = 0.55;
/// What a description is worth that measures something else than what is asked for.
const OTHER: f64 = 0.65;
/// What it is worth when only «сколько» tells what is asked for.
const OPEN: f64 = 0.85;
/// What it is worth with another unit of the same quantity than the question names.
const OTHER_UNIT: f64 = 0.85;
/// What it is worth without the class that the question names.
const UNCLASSED: f64 = 0.5;
/// What it is worth when it is about what the question says there is none of.
const DENIED: f64 = 0.6;
/// What it gains when the question gives the number of its key.
const KEYED: f64 = 1.2;
/// What it gains when the question is about the subject of its document.
const SUBJECT: f64 = 1.15;
/// Worth of a description beside the best one of its place whose values are chosen among together.
const TOGETHER: f64 = 0.8;
/// What such a description loses beside the best one.
const FURTHER: f64 = 2.0;

/// A description that a question means.
#[derive(Debug, Clone, Copy)]
pub struct Meant {
    /// What it requires.
    pub requirement: &'static Requirement,
    /// How like the question it is: higher is better.
    pub fit: f64,
}

/// The descriptions that a question means, best first; none for one that names its place or is calculated.
#[must_use]
pub fn meant(asked: &Asked) -> Vec<Meant> {
    let subjects: Vec<String> = asked.priority().into_iter().take(SUBJECTS).collect();
    // The climate of a town stands in tables by town: no description has it.
    let climate = subjects.first().is_some_and(|first| first == CLIMATE);
    let rule = asked.asks_otherwise && asked.dimensions.is_empty() && !asked.asks_which;
    if !asked.addresses.is_empty() || asked.place.is_some() || climate || calculate::step(asked).is_some() {
        return Vec::new();
    }
    let mut all = ranked(asked);
    // A question for a rule or a place that names a quantity too needs a description that is nearer to it.
    let number = !rule && (asked.wants_number || asked.asks_which || !asked.asks_otherwise);
    // Of few words a score is low: where no other description is near, less is enough.
    let next = all.get(1).map_or(0.0, |one| one.fit);
    let alone = |one: &Meant| number && one.fit >= ALONE && next <= one.fit * APART;
    let least = if number { LEAST } else { UNASKED };
    all.retain(|one| one.fit >= least || alone(one));
    let best = all.first().map_or(0.0, |one| one.fit);
    all.retain(|one| one.fit >= best * CLOSE);
    all.truncate(MOST);
    all
}

/// All descriptions that are like a question, best first.
#[must_use]
pub fn ranked(asked: &Asked) -> Vec<Meant> {
    let subjects: Vec<String> = asked.priority().into_iter().take(SUBJECTS).collect();
    let near = required::shared().near(&asked.text, &asked.documents).into_iter();
    let mut all: Vec<Meant> =
        near.map(|like| Meant { requirement: like.requirement, fit: fit(&like, asked, &subjects) }).collect();
    all.sort_by(|a, b| b.fit.total_cmp(&a.fit));
    all
}

/// Whether a message that means nothing by itself tells a condition of what the question before it asks for: «у нас
/// реконструкция, до скольки можно?».
#[must_use]
pub fn leans_on(before: &str, message: &str) -> bool {
    let own = question::read(message, &[]);
    if !own.addresses.is_empty() || !own.documents.is_empty() || !meant(&own).is_empty() {
        return false;
    }
    let both = question::read(before, &[message.to_owned()]);
    let Some(one) = meant(&both).into_iter().next().filter(is_plain) else { return false };
    let told = |given: &Given| {
        let bag = Bag::of(&given.when);
        both.added.iter().any(|term| term.weight > 0.5 && bag.meets(term) > 0.0)
    };
    one.requirement.values.len() > 1 && one.requirement.values.iter().any(told)
}

/// Whether a description is plainly meant.
#[must_use]
pub fn is_plain(one: &Meant) -> bool {
    one.fit >= PLAIN
}

/// How like a question a description is.
fn fit(like: &Like, asked: &Asked, subjects: &[String]) -> f64 {
    let one = like.requirement;
    let mut out = like.score * (HALF + like.covered);
    // A bare number counts, multiplies or is a part of something; a grade is one.
    let bare = asked.dimensions.iter().any(|one| matches!(one.as_str(), "count" | "ratio" | "percent" | "sound"));
    let measured = |given: &Given| {
        let marked = given.value.starts_with(char::is_alphabetic);
        match units::dimension(&given.unit) {
            _ if units::passing(&given.unit).is_some_and(|own| sentences::fits(&own, asked)) => true,
            Some(own) => sentences::fits(&own, asked),
            None if given.unit.is_empty() => bare || marked && !asked.named_unit,
            // «Этажей», «ламп»: things are counted.
            None => !asked.named_unit && asked.dimensions.iter().any(|one| one == "count"),
        }
    };
    if !asked.dimensions.is_empty() && !one.values.iter().any(measured) {
        // Who names a unit is answered in it.
        if asked.named_unit {
            return 0.0;
        }
        // «Сколько» alone asks for anything.
        let open = asked.dimensions.iter().all(|one| one == "count");
        out *= if open { OPEN } else { OTHER };
    }
    // «Мкм» is no «мм».
    let named = |given: &Given| {
        asked.is_unit(&given.unit) || given.unit.split_once('/').is_some_and(|(passes, _)| asked.is_unit(passes))
    };
    if asked.named_unit && !one.values.iter().any(named) {
        out *= OTHER_UNIT;
    }
    // «Ширина» is not answered by a height.
    let (own, wanted) = (values::first_measure(&one.what), values::asked_measure(&asked.text));
    if !own.is_empty() && !wanted.is_empty() && own.is_disjoint(&wanted) {
        return 0.0;
    }
    // Who names a class is answered by what has it.
    let classed = |given: &Given| {
        let bag = Bag::of(&format!("{} {} {}", given.when, given.value, given.unit));
        asked.classes.iter().any(|class| bag.has(class))
    };
    if !asked.classes.is_empty() && !one.values.iter().any(classed) && !has_class(&one.what, asked) {
        out *= UNCLASSED;
    }
    // «Не эквивалентный» is not answered by what is, nor what is asked for by its rival.
    let what = Bag::of(&one.what);
    let denied = |term: &Term| what.meets(term) >= 1.0 && !cells::lacks(&one.what, term);
    if asked.without.iter().any(denied) || rivals::against(&one.what, &asked.sides) {
        out *= DENIED;
    }
    // What was added later has to be somewhere in it.
    let mut later = asked.added.iter().filter(|term| term.weight > 0.5).peekable();
    if later.peek().is_some() {
        let told = |given: &Given| format!(" {}", given.when);
        let whole = Bag::of(&format!("{}{}", one.what, one.values.iter().map(told).collect::<String>()));
        if !later.any(|term| whole.meets(term) > 0.0) {
            out *= DENIED;
        }
    }
    // Of an old and a new document on one subject the new one is asked.
    if asked.documents.is_empty() && one.documents.iter().any(|id| required::is_followed(id)) {
        return 0.0;
    }
    if one.documents.iter().any(|id| subjects.contains(id)) {
        out *= SUBJECT;
    }
    // Who gives the number of a key asks for what is read by it.
    if !one.by.is_empty() && between::key(&one.by, asked).is_some() {
        out *= KEYED;
    }
    out
}

/// Whether the name of a requirement has a class of the question.
fn has_class(what: &str, asked: &Asked) -> bool {
    let bag = Bag::of(what);
    asked.classes.iter().any(|class| bag.has(class))
}

/// What a place says by the descriptions of it that are meant, beside what its own words say. Where both give one number,
/// the words are kept, since they can be checked.
#[must_use]
pub fn read(item: &Value, own: Reading, meant: &[Meant], asked: &Asked) -> Reading {
    // A place may have a longer address than the one by which it was opened.
    let is_it = |one: &&Meant| ["address", "like"].iter().any(|key| item[*key] == one.requirement.address.as_str());
    let of_it: Vec<Meant> = meant.iter().filter(is_it).copied().collect();
    let Some(one) = of_it.iter().max_by(|a, b| a.fit.total_cmp(&b.fit)) else { return own };
    let told = findings(item, &of_it, asked);
    if told.is_empty() {
        return own;
    }
    let score = score(one.fit);
    let numbers = |list: &[Value]| -> HashSet<String> {
        list.iter()
            .filter(|one| one["note"] != ASIDE)
            .map(|one| printed::plain(one["value"].as_str().unwrap_or_default()))
            .collect()
    };
    // Between two rows the words of one of them say nothing.
    let is_pair = told.iter().any(|one| one["note"] == BETWEEN);
    if own.score >= judge::ENOUGH && !is_pair && numbers(&own.findings) == numbers(&told) {
        let mut own = own;
        if own.score < score {
            let sure = own.score >= judge::GOOD;
            own.findings.iter_mut().for_each(|one| {
                one["score"] = json!(score);
                if !sure && one["note"] != ASIDE {
                    one["note"] = json!(DESCRIBED);
                }
            });
            own.score = score;
        }
        return own;
    }
    // What its words say plainly outdoes a description that is only like the question, or that says the same and less; of
    // several conditions that the question does not tell apart none is the answer. Cells are told by their classes.
    let (own_numbers, told_numbers) = (numbers(&own.findings), numbers(&told));
    let same = own_numbers.is_superset(&told_numbers);
    let classed = !asked.classes.is_empty() && own.findings.iter().all(|one| one["kind"] == "cell");
    if own.score >= judge::GOOD && !is_pair && (same || classed || one.fit < PLAIN && own.score > score) {
        return own;
    }
    let mut told = told;
    told.iter_mut().for_each(|one| one["score"] = json!(score));
    Reading { score, findings: told }
}

/// What a description is worth as an answer.
fn score(fit: f64) -> f64 {
    let share = ((fit - LEAST) / (PLAIN - LEAST)).clamp(0.0, 1.0);
    let beyond = ((fit - PLAIN) / (MOST_LIKE - PLAIN)).clamp(0.0, 1.0);
    judge::ENOUGH + (judge::GOOD - judge::ENOUGH) * share + BEYOND * beyond
}

/// The values that the question's conditions leave among those of descriptions that are meant about as well, each with the
/// description that it is of. What tells the descriptions apart is a condition too.
#[must_use]
pub fn left(meant: &[Meant], asked: &Asked) -> Vec<(Meant, &'static Given)> {
    let best = meant.iter().map(|one| one.fit).fold(0.0, f64::max);
    let near = nearest(meant);
    let all: Vec<(Meant, &'static Given)> =
        near.iter().flat_map(|one| one.requirement.values.iter().map(|given| (*one, given))).collect();
    let alone = near.len() < 2;
    let label = |(one, given): &(Meant, &'static Given)| {
        if alone {
            return given.when.clone();
        }
        let case = |case: &str| format!("({}) {}", one.requirement.what.replace(['(', ')'], " "), case.trim());
        given.when.split(';').map(case).collect::<Vec<_>>().join("; ")
    };
    let labels: Vec<String> = all.iter().map(label).collect();
    let before: Vec<f64> = all.iter().map(|(one, _)| FURTHER * (one.fit / best - 1.0)).collect();
    let over = if alone { near.first().map(|one| Bag::of(&one.requirement.what)) } else { None }.unwrap_or_default();
    conditions::met(&labels, asked, &over, &before).into_iter().map(|at| all[at]).collect()
}

/// The values that the question's conditions leave, each with where its number stands; with those around its key, and what
/// notes multiply by.
fn findings(item: &Value, meant: &[Meant], asked: &Asked) -> Vec<Value> {
    let keyed = between::keyed(&nearest(meant), asked);
    // A number that is meant and does not stand here is not replaced by one that does.
    let stand = |(one, given): (Meant, &'static Given)| {
        printed::stands(item, one.requirement, given).map(|found| (one.requirement, found))
    };
    let mut told: Vec<(&'static Requirement, Value)> = match keyed {
        Some(Keyed::One(one, given)) => stand((one, given)).into_iter().collect(),
        Some(Keyed::Two(two, key)) => two
            .into_iter()
            .filter_map(|(one, given)| {
                let (requirement, mut found) = stand((one, given))?;
                found["note"] = json!(BETWEEN);
                found["key"] = between::carried(requirement, given, key);
                found["conditions"] = json!([given.when]);
                Some((requirement, found))
            })
            .collect(),
        None => left(meant, asked).into_iter().filter_map(stand).collect(),
    };
    // One of two is no answer.
    if told.len() == 1 && told[0].1["note"] == BETWEEN {
        told.clear();
    }
    let Some((requirement, group)) = told.first().map(|(one, found)| (*one, found["group"].clone())) else {
        return Vec::new();
    };
    let mut out: Vec<Value> = told.into_iter().map(|(_, found)| found).collect();
    for given in between::factors(requirement, asked) {
        if let Some(mut found) = printed::said_in(item, requirement, given) {
            found["note"] = json!(FACTOR);
            found["group"] = group.clone();
            found["entity"] = json!(given.when);
            found["unit"] = json!(given.unit);
            found["variable"] = json!(if given.down { between::DOWN } else { "" });
            out.push(found);
        }
    }
    out
}

/// The descriptions that are meant about as well as the best one.
fn nearest(meant: &[Meant]) -> Vec<Meant> {
    let best = meant.iter().map(|one| one.fit).fold(0.0, f64::max);
    meant.iter().filter(|one| one.fit >= best * TOGETHER).copied().collect()
}
