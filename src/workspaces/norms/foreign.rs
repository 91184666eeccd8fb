//! A session that came from a file, and what a copy of a session carries.

use crate::model::share::Parts;
use crate::workspaces::norms::state::{Norms, Plan, Scratchpad};
use serde_json::{Value, json};

/// Why a verdict does not count.
const REASON: &str = "ответ открыт из файла: место не сверено с тем, что есть в этой базе";
/// What the person is told.
const NOTICE: &str = "Этот ответ открыт из файла: его слова здесь не проверены. Задайте вопрос ещё раз, чтобы получить \
                      ответ по источникам этой установки.";

/// The cited words of the answer: node and quotation.
#[must_use]
pub fn cited(norms: &Norms) -> Vec<(String, String)> {
    let list = norms.final_answer.as_ref().and_then(|answer| answer["citations"].as_array());
    let one = |cited: &Value| Some((cited["node_id"].as_str()?.to_owned(), cited["quote"].as_str()?.to_owned()));
    list.into_iter().flatten().filter_map(one).collect()
}

/// A verdict counts where the cited words stand in what is held here; the words of the answer count nowhere.
pub fn distrust(norms: &mut Norms, held: &[(String, String)]) {
    for asked in &mut norms.history {
        doubt(&mut asked["final_answer"], &[]);
    }
    let Some(answer) = &mut norms.final_answer else { return };
    doubt(answer, held);
    norms.meta["status"] = json!("blocked");
    norms.warn(NOTICE);
}

fn doubt(answer: &mut Value, held: &[(String, String)]) {
    if !answer.is_object() {
        return;
    }
    answer["is_valid"] = json!(false);
    for cited in answer["citations"].as_array_mut().into_iter().flatten() {
        let stands = held.iter().any(|(node, quote)| cited["node_id"] == *node && cited["quote"] == *quote);
        if !stands {
            cited["verdict"] = json!("UNVERIFIED");
            cited["verdict_reason"] = json!(REASON);
        }
    }
}

/// The answer with the places that it cites; the question only where it was ticked; never the way to the answer.
#[must_use]
pub fn copied(norms: &Norms, parts: Parts) -> Norms {
    let mut copy = norms.clone();
    let places: Vec<String> = cited(norms).into_iter().map(|(node, _)| node).collect();
    copy.evidence.retain(|item| {
        let id = item["node_id"].as_str().unwrap_or_default();
        places.iter().any(|place| place == id || place.strip_prefix(id).is_some_and(|rest| rest.starts_with('/')))
    });
    copy.plan = Plan::default();
    copy.scratchpad = Scratchpad::default();
    copy.execution_history.clear();
    copy.step_results.clear();
    copy.answers.clear();
    copy.seen_plans.clear();
    copy.last.clear();
    copy.edited.clear();
    copy.history.clear();
    copy.warnings.clear();
    copy.question = None;
    copy.review = None;
    copy.number = 1;
    if !parts.question {
        copy.user_query.clear();
    }
    copy
}
