//! PLAN by rules: named places are opened, then the documents of the domain are searched, then all of them.

use crate::engine::address::acts;
use crate::engine::search::words::Language;
use crate::engine::search::{asked as like, thesaurus};
use crate::workspaces::norms::perform::calculate;
use crate::workspaces::norms::perform::elsewhere;
use crate::workspaces::norms::perform::question::Asked;
use crate::workspaces::norms::perform::reading;
use crate::workspaces::norms::perform::required::{self, Meant};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Places that a plan opens at most.
const PLACES: usize = 3;

/// See the module.
#[must_use]
pub fn plan(input: &Value) -> Value {
    let asked = reading::asked(input);
    let names = |ids: &[String]| -> Vec<String> { ids.iter().map(|id| name(id, &asked)).collect() };
    let priority = asked.priority();
    let strategy = input["strategy"].as_str().unwrap_or_default();
    let mut steps: Vec<(String, &str, Value)> = Vec::new();
    let mut hypotheses = Vec::new();
    let keywords = asked.keywords();
    let wider = Some(synonyms(&asked)).filter(|words| !words.is_empty()).unwrap_or_else(|| keywords.clone());
    match strategy {
        "REFINE_AND_RESTRICT_SEARCH" => {
            let words: Vec<String> = keywords.iter().take(4).cloned().collect();
            hypotheses.push("ответ стоит в документе по предмету вопроса".to_owned());
            steps.push(search(&words, &names(&priority)));
        }
        "CHANGE_KEYWORDS" => {
            hypotheses.push("норма называет это другими словами".to_owned());
            steps.push(search(&wider, &names(&asked.documents)));
        }
        "FORM_NEW_HYPOTHESIS" => {
            hypotheses.push("ответ стоит в документе о другом предмете".to_owned());
            let mut words: Vec<String> = keywords.iter().rev().take(3).cloned().collect();
            words.reverse();
            steps.push(search(&words, &[]));
        }
        "FORM_CALCULATION_STEP" => {
            hypotheses.push("значение складывается из нескольких".to_owned());
            let words: Vec<String> = keywords.iter().chain(&wider).take(10).cloned().collect();
            steps.push(search(&words, &names(&asked.documents)));
        }
        _ => {
            for address in asked.addresses.iter().take(PLACES) {
                let address = address.canonical();
                steps.push((format!("Открыть {address}"), "open_address", json!({"address": address})));
            }
            for wanted in calculate::needs(&asked) {
                steps.push((format!("Открыть {wanted}: вход расчёта"), "open_address", json!({"address": wanted})));
            }
            // What is described as such a question asks for it is looked at first.
            let (plain, like): (Vec<Meant>, Vec<Meant>) =
                required::meant(&asked).into_iter().partition(required::is_plain);
            steps.extend(opened(&plain));
            if !keywords.is_empty() {
                // A subject that one document decides is looked up there; where that one is not held, this says so.
                if let Some(one) = elsewhere::of(&asked) {
                    hypotheses.push(format!("ответ в документе: {} ({})", one.document, one.title));
                    steps.push(search(&keywords, std::slice::from_ref(&one.document)));
                }
                if !priority.is_empty() {
                    let title = asked
                        .domains
                        .first()
                        .map_or("названный документ", |domain| domain.title.as_str());
                    hypotheses.push(format!("ответ в документе: {} ({title})", names(&priority).join(", ")));
                    steps.push(search(&keywords, &names(&priority)));
                }
                if asked.documents.is_empty() {
                    hypotheses.push("ответ в другом документе базы".to_owned());
                    steps.push(search(&keywords, &[]));
                }
            }
            // Where people who ask like this are answered, when its own words find nothing that is plainly about it.
            let mut opens = opened(&like);
            for address in likes(&asked) {
                opens.push((format!("Открыть {address}"), "open_address", json!({"address": address, "like": true})));
            }
            // Who asks where something stands is shown such places first.
            if asked.place.is_some() {
                opens.append(&mut steps);
            }
            steps.append(&mut opens);
            let mut known = BTreeSet::new();
            steps.retain(|(action, tool, _)| *tool != "open_address" || known.insert(action.clone()));
            if let Some(step) = calculate::step(&asked) {
                steps.push(("Посчитать по формуле".to_owned(), "calculate", step));
            }
        }
    }
    let steps: Vec<Value> = steps
        .into_iter()
        .take(8)
        .enumerate()
        .map(|(index, (action, tool, input))| {
            json!({"step_number": index + 1, "action": action, "tool": tool, "input": input})
        })
        .collect();
    json!({
        "goal": goal(&asked),
        "query_domain": asked.domains.first().map_or("general", |domain| domain.id.as_str()),
        "priority_documents": names(&priority),
        "search_hypotheses": hypotheses,
        "keywords": keywords,
        "steps": steps,
    })
}

/// Steps that open the places of descriptions, the likeliest first.
fn opened(meant: &[Meant]) -> Vec<(String, &'static str, Value)> {
    let open = |one: &Meant| {
        let address = one.requirement.address.as_str();
        (format!("Открыть {address}"), "open_address", json!({"address": address, "like": true}))
    };
    let mut known = BTreeSet::new();
    meant.iter().filter(|one| known.insert(&one.requirement.address)).take(PLACES).map(open).collect()
}

/// The places that questions like this one are answered by; none for a question that names its place or is calculated.
#[must_use]
pub fn likes(asked: &Asked) -> Vec<String> {
    let open = asked.addresses.is_empty() && calculate::step(asked).is_none();
    if open { like::norms(&asked.text, &asked.documents) } else { Vec::new() }
}

fn goal(asked: &Asked) -> String {
    let what = if asked.wants_number { "значение с единицей" } else { "правило" };
    format!("Найти {what} и место, где оно стоит: «{}»", asked.text.trim())
}

fn search(keywords: &[String], documents: &[String]) -> (String, &'static str, Value) {
    let place = if documents.is_empty() {
        "во всех документах".to_owned()
    } else {
        format!("в {}", documents.join(", "))
    };
    (
        format!("Искать «{}» {place}", keywords.join(" ")),
        "search",
        json!({"keywords": keywords, "documents": documents}),
    )
}

/// How a document is cited.
fn name(id: &str, asked: &Asked) -> String {
    let said = asked.documents.iter().position(|own| own == id).and_then(|at| asked.names.get(at).cloned());
    acts::shared().get(id).map(|act| act.short.clone()).or(said).unwrap_or_else(|| id.to_owned())
}

/// Words that stand for those of the question; those of the question where none does.
fn synonyms(asked: &Asked) -> Vec<String> {
    let stems: BTreeSet<String> = asked.terms.iter().map(|term| term.stem.clone()).collect();
    let mut out = thesaurus::shared().expand(&stems, &[Language::Russian]);
    out.extend(asked.conditions.iter().flatten().map(|term| term.word.clone()));
    out.extend(asked.terms.iter().take(2).map(|term| term.word.clone()));
    out.dedup();
    out.truncate(12);
    out
}
