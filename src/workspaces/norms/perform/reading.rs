//! READ by rules: what the places of one step say about the question, best first, with how much of it they meet.

use crate::engine::search::asked as like;
use crate::workspaces::norms::perform::cells::{self, Reading};
use crate::workspaces::norms::perform::judge::ENOUGH;
use crate::workspaces::norms::perform::question::{self, Asked};
use crate::workspaces::norms::perform::words::{Bag, Term, coverage};
use crate::workspaces::norms::perform::{plan, required, sentences, units};
use serde_json::{Value, json};

/// Findings that one reading brings at most.
const MOST: usize = 60;
/// Places whose findings are kept.
const PLACES: usize = 10;
/// Characters of a place that is shown as it stands.
const SHOWN: usize = 1500;
/// Lines of a table that is not rebuilt which an answer shows.
const SHOWN_LINES: usize = 10;
/// What a table that is not rebuilt is worth beside one that is.
const UNREAD: f64 = 0.75;
/// What it adds to a place that people who ask like this are answered by it.
const LIKE: f64 = 0.25;
/// What a place is worth of another kind than the one that is asked for.
const OTHER_KIND: f64 = 0.7;
/// Cells of such a table that answer a question which names no quantity.
const CELLS: usize = 3;
/// What such a place is worth at most by it: it is never plainly about the question.
const LIKELIEST: f64 = 0.7;
/// What the next of such places has less.
const BEHIND: f64 = 0.04;
/// How much worse a place may fit that tells the unit of the question.
const UNIT: f64 = 0.15;
/// What a place with another unit is worth beside it.
const OTHER_UNIT: f64 = 0.85;
/// What a word is worth that only the phrases of a place have.
const PHRASED: f64 = 0.8;
/// What phrases add to a place that does not say the number that is asked for.
const UNSAID: f64 = 0.6;
/// What a place is worth at most by its phrases, also in a document on the subject.
const LESS_THAN_PLAIN: f64 = 0.74;
/// Under this, a place says nothing about the question.
pub const NEAR: f64 = 0.45;

/// The question of an input with the person's answers.
#[must_use]
pub fn asked(input: &Value) -> Asked {
    let more: Vec<String> = input["answers"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|answer| answer["text"].as_str().map(str::to_owned))
        .collect();
    question::read(input["user_query"].as_str().unwrap_or_default(), &more)
}

/// Reads one place.
#[must_use]
pub fn place(item: &Value, asked: &Asked) -> Reading {
    let cells = if item["table"]["rows"].as_array().is_some_and(|rows| !rows.is_empty()) {
        cells::read(item, asked)
    } else {
        Reading::default()
    };
    let mut said = match (item["kind"].as_str(), cells.findings.is_empty()) {
        (Some("table"), true) => unread(item, asked),
        (Some("table"), false) => Reading::default(),
        _ => sentences::read(item, asked),
    };
    // Cells of another quantity are no answer: the table is shown, its numbers are not.
    // («Метров на место» are square ones: who names a unit may name it loosely.)
    let strange = asked.wants_number
        && !asked.named_unit
        && !asked.dimensions.is_empty()
        && cells.findings.iter().all(|one| {
            let unit = units::dimension(one["unit"].as_str().unwrap_or_default());
            unit.is_some_and(|own| !sentences::fits(&own, asked))
        });
    let cells = if strange && !cells.findings.is_empty() && item["named"] != true {
        let score = cells.score;
        let mut shown = opened(item, Reading::default());
        shown.score = score;
        shown.findings.iter_mut().for_each(|one| one["score"] = json!(score));
        shown
    } else {
        cells
    };
    // An address without another word asks for the place itself.
    if item["named"] == true && asked.names_only_places() {
        return opened(item, cells);
    }
    // A place that the person named is meant.
    if item["named"] == true {
        said.score = (said.score + 0.35).min(1.0);
        said.findings.iter_mut().for_each(|one| one["score"] = json!(said.score));
    }
    let mut cells = cells;
    if item["named"] == true {
        cells.score = (cells.score + 0.35).min(1.0);
        cells.findings.iter_mut().for_each(|one| one["score"] = json!(cells.score));
    }
    if cells.score >= said.score { cells } else { said }
}

/// A place whose questions are like this one, `rank` from 0: it counts for more than its words, though never as plainly
/// about the question. Where its words say nothing that is asked, it is shown as it stands, as the place to look at.
fn likely(item: &Value, mut best: Reading, rank: usize, asked: &Asked) -> Reading {
    // Of a table few cells are what is asked, whatever its words; all of them are the table.
    let cells = best.findings.iter().all(|one| one["kind"] == "cell") && best.findings.len() <= CELLS;
    let says = best.findings.iter().any(|one| is_said(one, asked)) || cells && !asked.wants_number;
    if best.findings.is_empty() || !says && (asked.wants_number || best.score + LIKE < ENOUGH) {
        let mut shown = opened(item, Reading::default());
        shown.score = ENOUGH;
        shown.findings.iter_mut().for_each(|one| one["score"] = json!(ENOUGH));
        return shown;
    }
    // A rule is asked for by its words; a number that stands where such questions are answered is mostly the one.
    let most = LIKELIEST - BEHIND * f64::from(u32::try_from(rank).unwrap_or(u32::MAX));
    let most = if asked.wants_number { most } else { ENOUGH };
    best.score = (best.score + LIKE).clamp(ENOUGH, most.max(ENOUGH)).max(best.score);
    best.findings.iter_mut().for_each(|one| one["score"] = json!(best.score));
    best
}

/// What the phrases by which people ask for a place add to it: the share of the question's words that only they have.
/// Whoever asks «электрокаменка» is answered by a place on «электропечи»; what only the phrases say is never plain.
fn phrased(item: &Value, reading: &mut Reading, asked: &Asked) {
    let wanted = asked.wanted();
    let all: f64 = wanted.iter().map(|term| term.weight).sum();
    if all <= 0.0 || reading.findings.is_empty() {
        return;
    }
    let mut own = Bag::of(item["text"].as_str().unwrap_or_default());
    for key in ["title", "crumbs", "document_title", "clause"] {
        own.add(item[key].as_str().unwrap_or_default());
    }
    for row in item["table"]["rows"].as_array().into_iter().flatten() {
        own.add(row["label"].as_str().unwrap_or_default());
    }
    let words: Vec<&str> = wanted.iter().map(|term| term.word.as_str()).collect();
    let met = like::norms_met(item["address"].as_str().unwrap_or_default(), &words);
    let only = |(term, met): (&Term, f64)| if own.meets(term) > 0.0 { 0.0 } else { met * term.weight };
    let mut gain = PHRASED * wanted.iter().zip(met).map(only).sum::<f64>() / all;
    if asked.wants_number && !reading.findings.iter().any(|one| is_said(one, asked)) {
        gain *= UNSAID;
    }
    // What the words of the places tell apart stays apart.
    let score = reading.score + (LESS_THAN_PLAIN - reading.score).max(0.0) * gain.min(1.0);
    if score > reading.score {
        reading.score = score;
        reading.findings.iter_mut().for_each(|one| one["score"] = json!(score));
    }
}

/// Whether a finding has a number of the kind that is asked for.
fn is_said(one: &Value, asked: &Asked) -> bool {
    let value = one["value"].as_str().unwrap_or_default();
    let unit = one["unit"].as_str().unwrap_or_default();
    // «Сколько» alone asks for a number of anything.
    let open = !asked.named_unit && asked.dimensions.iter().all(|one| one == "count");
    let fits = open || units::dimension(unit).map_or(!asked.named_unit, |own| sentences::fits(&own, asked));
    asked.wants_number && fits && value.contains(|c: char| c.is_ascii_digit())
}

/// Whether a place is of the kind that is asked for.
fn has_kind(address: &str, kind: &str) -> bool {
    address.split_whitespace().any(|word| word == kind)
}

/// The content of a place: the cells of a table, the words of a clause; no number is singled out of words.
fn opened(item: &Value, cells: Reading) -> Reading {
    let mut reading = cells;
    if reading.findings.is_empty() {
        let text = item["text"].as_str().unwrap_or_default().trim();
        let quote = beginning(text);
        if quote.is_empty() {
            return Reading::default();
        }
        let label = match item["kind"].as_str() {
            Some("table") => "таблица не восстановлена: значения смотрите на странице",
            _ => quote,
        };
        reading.findings = vec![json!({
            "kind": "clause", "entity": item["title"], "variable": "", "value": "", "unit": "",
            "conditions": [label], "quote": quote, "node_id": item["node_id"], "group": item["node_id"],
        })];
    }
    reading.score = 1.0;
    reading.findings.iter_mut().for_each(|one| one["score"] = json!(1.0));
    reading
}

/// As much of a text as an answer shows, whole sentences where they fit.
fn beginning(text: &str) -> &str {
    let Some((most, _)) = text.char_indices().nth(SHOWN) else { return text };
    let ends = |at: usize| text[..at].rfind(". ").or_else(|| text[..at].rfind('\n')).map(|at| at + 1);
    text[..ends(most).unwrap_or(most)].trim_end()
}

/// A table whose cells could not be told apart: it is named, none of its values is.
fn unread(item: &Value, asked: &Asked) -> Reading {
    let text = item["text"].as_str().unwrap_or_default();
    let bag = Bag::of(&format!("{text} {}", item["title"].as_str().unwrap_or_default()));
    let clause = Bag::of(item["clause"].as_str().unwrap_or_default());
    let quote = nearest(text, asked);
    if quote.is_empty() {
        return Reading::default();
    }
    let score = UNREAD * coverage(&asked.wanted(), &[(&bag, 1.0), (&clause, 0.7)]);
    let finding = json!({
        "kind": "clause", "entity": item["title"], "variable": "", "value": "", "unit": "",
        "conditions": ["таблица не восстановлена: значение смотрите на странице"],
        "quote": quote, "node_id": item["node_id"], "group": item["node_id"], "score": score,
    });
    Reading { score, findings: vec![finding] }
}

/// Lines of a table that is not rebuilt around those with most words of the question: to look at, not to believe.
fn nearest<'t>(text: &'t str, asked: &Asked) -> &'t str {
    let mut starts: Vec<usize> = vec![0];
    starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
    let line = |index: usize| {
        let end = starts.get(index + 1).map_or(text.len(), |next| next - 1);
        text.get(starts[index]..end).unwrap_or_default()
    };
    let met = |index: usize| -> f64 {
        let bag = Bag::of(&(index..(index + 3).min(starts.len())).map(line).collect::<Vec<_>>().join(" "));
        asked.terms.iter().map(|term| bag.meets(term) * term.weight).sum()
    };
    let scored: Vec<f64> = (0..starts.len()).map(met).collect();
    // The heading names every column: the row is met further down.
    let best = (0..starts.len()).max_by(|a, b| scored[*a].total_cmp(&scored[*b]).then(a.cmp(b))).unwrap_or(0);
    let (from, to) = (best.saturating_sub(1), (best + SHOWN_LINES).min(starts.len()));
    let end = starts.get(to).map_or(text.len(), |next| next - 1);
    text.get(starts[from]..end).unwrap_or_default().trim()
}

/// Where a place tells the very unit that the question names, values of another one are hardly meant: «мкм» is no «мм».
fn prefer_unit(readings: &mut [(usize, Reading)], asked: &Asked) {
    let tells = |reading: &Reading| {
        reading
            .findings
            .iter()
            .any(|one| asked.is_unit(one["unit"].as_str().unwrap_or_default()) && is_said(one, asked))
    };
    let best = readings.iter().filter(|(_, own)| tells(own)).map(|(_, own)| own.score).fold(0.0, f64::max);
    for (_, reading) in readings.iter_mut().filter(|(_, own)| !tells(own)) {
        if reading.score < best + UNIT && reading.findings.iter().any(|one| is_said(one, asked)) {
            reading.score *= OTHER_UNIT;
        }
    }
}

/// See the module.
#[must_use]
pub fn read(input: &Value) -> Value {
    let asked = asked(input);
    let mut readings: Vec<(usize, Reading)> = Vec::new();
    let mut rejected = Vec::new();
    let first = asked.priority();
    let likes = plan::likes(&asked);
    let meant_by = required::meant(&asked);
    for (index, item) in input["items"].as_array().into_iter().flatten().enumerate() {
        let mut reading = place(item, &asked);
        phrased(item, &mut reading, &asked);
        // A definition holds the words of many questions and decides none.
        let rank = likes.iter().position(|own| item["address"] == own.as_str()).filter(|_| item["term"] != true);
        // The place itself is asked for, not what it says.
        let meant = |kind: &&str| {
            let known = likes.iter().any(|own| has_kind(own, kind));
            has_kind(item["address"].as_str().unwrap_or_default(), kind)
                && if known { rank.is_some() } else { reading.score >= NEAR }
        };
        if asked.place.filter(meant).is_some() {
            let least = if rank == Some(0) { LIKELIEST } else { ENOUGH };
            let score = (reading.score + LIKE).clamp(least, 1.0);
            reading = opened(item, Reading::default());
            reading.score = score;
        } else if asked.place.is_some() {
            reading.score *= OTHER_KIND;
        }
        if let Some(rank) = rank {
            reading = likely(item, reading, rank, &asked);
        }
        reading = required::read(item, reading, &meant_by, &asked);
        // A document on the subject is asked first; a place that says nothing of what is asked gains nothing by it.
        let said = rank.is_none() || !asked.wants_number || reading.findings.iter().any(|one| is_said(one, &asked));
        match first.iter().position(|id| item["document_id"] == id.as_str()) {
            Some(0) if said => reading.score += 0.05,
            Some(_) if said => reading.score += 0.03,
            _ => {}
        }
        if !asked.proper.is_empty() && item["named"] != true {
            let mut bag = Bag::of(item["text"].as_str().unwrap_or_default());
            bag.add(item["title"].as_str().unwrap_or_default());
            for row in item["table"]["rows"].as_array().into_iter().flatten() {
                bag.add(row["label"].as_str().unwrap_or_default());
            }
            // What has a name of its own is meant by that name: a place without it says nothing about it.
            if asked.proper.iter().any(|name| bag.meets(name) < 0.7) {
                reading.score *= 0.5;
            }
        }
        // Places stand in the order of the search; among equals the earlier one is meant.
        reading.score -= 0.001 * f64::from(u32::try_from(index).unwrap_or(0));
        if reading.score < NEAR || reading.findings.is_empty() {
            rejected.push(json!({"node_id": item["node_id"], "reason": "слова вопроса здесь почти не встречаются"}));
        } else {
            readings.push((index, reading));
        }
    }
    prefer_unit(&mut readings, &asked);
    readings.sort_by(|a, b| b.1.score.total_cmp(&a.1.score).then(a.0.cmp(&b.0)));
    let relevance = readings.first().map_or(0.0, |(_, reading)| reading.score.clamp(0.0, 1.0));
    let mut findings: Vec<Value> = Vec::new();
    for (_, reading) in readings.into_iter().take(PLACES) {
        for mut one in reading.findings {
            one["score"] = json!((reading.score.clamp(0.0, 1.0) * 1000.0).round() / 1000.0);
            if findings.len() < MOST {
                findings.push(one);
            }
        }
    }
    let group = findings.first().map(|one| one["group"].clone()).unwrap_or_default();
    let branches = findings.iter().filter(|one| one["group"] == group && one["note"] != sentences::ASIDE).count();
    let none = input["items"].as_array().is_none_or(Vec::is_empty);
    let code = match (none, findings.is_empty(), branches) {
        (true, ..) => "INFO_NOT_FOUND",
        (_, true, _) => "TEXT_FOUND_BUT_IRRELEVANT",
        (.., 1) => "OK",
        _ => "AMBIGUOUS_INFO",
    };
    json!({"findings": findings, "code": code, "relevance": (relevance * 1000.0).round() / 1000.0, "rejected": rejected})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::norms::perform::plan;

    fn input(query: &str, items: Value) -> Value {
        json!({"user_query": query, "answers": [], "items": items, "strategy": ""})
    }

    fn clause(text: &str) -> Value {
        json!({"node_id": "norm://a/p/5", "kind": "clause", "title": "", "crumbs": "", "text": text, "named": true})
    }

    #[test]
    fn a_bare_address_opens_its_place() {
        let said = read(&input("СП 63 п. 10.3.2", json!([clause("10.3.2 Толщину слоя принимают по таблице.")])));
        assert_eq!(said["relevance"], 1.0);
        assert_eq!(said["findings"][0]["quote"], "10.3.2 Толщину слоя принимают по таблице.");
        assert_eq!(said["findings"][0]["value"], "", "an opened place singles out no number");
    }

    #[test]
    fn a_question_of_small_words_can_still_be_planned() {
        for query in ["СП 63 табл. 10.1", "привет", "что это?"] {
            for strategy in ["", "CHANGE_KEYWORDS", "FORM_NEW_HYPOTHESIS"] {
                let mut input = input(query, json!([]));
                input["strategy"] = json!(strategy);
                let steps = plan::plan(&input)["steps"].as_array().cloned().unwrap_or_default();
                let searches = |step: &Value| {
                    step["tool"] == "open_address"
                        || step["input"]["keywords"].as_array().is_some_and(|w| !w.is_empty())
                };
                assert!(steps.iter().any(searches), "{query} {strategy}: {steps:?}");
            }
        }
    }

    #[test]
    fn a_number_of_another_quantity_is_no_answer() {
        let text = "Для районов со средней температурой января выше минус 5 °С снеговую нагрузку не снижают.";
        let said = read(&input("снеговая нагрузка в районе 4", json!([clause(text)])));
        for one in said["findings"].as_array().into_iter().flatten() {
            assert_eq!(one["value"], "", "{one}");
        }
    }
}
