//! Risks of the user's own side: what it may fail to prove, and what of the other side may be believed.

use crate::engine::knowledge::disputes::DefenceKind;
use crate::say;
use crate::workspaces::trial::state::Trial;
use crate::workspaces::trial::{pleaded, settle};
use serde_json::{Value, json};

/// Most risks of a round.
const MOST: usize = 7;

/// The risks by the judge's burden table. What the other side fails to prove is no risk of one's own.
#[must_use]
pub fn risks(trial: &Trial, judge: &Value) -> Vec<Value> {
    let rows = judge["BurdenOfProof"].as_array();
    let found = rows.into_iter().flatten().filter_map(|row| risk(trial, row)).take(MOST);
    let numbered = found.enumerate().map(|(n, mut risk)| {
        risk["id"] = json!(format!("risk-{}", n + 1));
        risk
    });
    numbered.collect()
}

fn risk(trial: &Trial, row: &Value) -> Option<Value> {
    let lang = trial.case.lang.as_str();
    let (id, state) = (row["id"].as_str()?, row["state"].as_str().unwrap_or_default());
    let element = row["element"].as_str().unwrap_or_default();
    let defence = id.starts_with("d-");
    let pack = settle::pack(trial);
    let own = if trial.case.user_side == "opposing" { "opposing" } else { "claimant" };
    let theirs = pack.as_deref().is_some_and(|pack| pack.bearer(id) != own);
    let proven = matches!(state, "admitted" | "proven");
    if theirs {
        let likelihood = match state {
            "unproven" => return None,
            "admitted" | "proven" => "high",
            "partial" => "medium",
            _ => "low",
        };
        let text = match defence {
            true => say!(
                lang,
                "상대방의 「{element}」 주장이 받아들여질 위험",
                "Риск: довод другой стороны «{element}» будет принят",
                "Risk: the other side's “{element}” is accepted"
            ),
            false => say!(
                lang,
                "상대방의 「{element}」 증명이 받아들여질 위험",
                "Риск: доказательства другой стороны по «{element}» будут приняты",
                "Risk: the other side's proof of “{element}” is accepted"
            ),
        };
        let control = match defence {
            true => say!(lang, "반박 자료의 정리", "подготовить опровержение", "prepare the rebuttal"),
            false => say!(
                lang,
                "반박 자료와 항변의 정리",
                "подготовить опровержение и возражения",
                "prepare the rebuttal and defences"
            ),
        };
        return Some(json!({"id": "", "text": text, "likelihood": likelihood, "impact": "medium", "control": control}));
    }
    // A denial has nothing to prove.
    let denial = pack
        .as_deref()
        .is_some_and(|pack| pack.defences.iter().any(|one| one.id == id && one.kind == DefenceKind::Denial));
    if proven || denial {
        return None;
    }
    let likelihood = match state {
        "unproven" => "high",
        "disputed" => "medium",
        _ => "low",
    };
    let amount = pack.as_deref().is_some_and(|pack| pack.elements.iter().any(|one| one.id == id && one.amount));
    let control = if pack.as_deref().is_some_and(|pack| pleaded::is_denied(pack, id, &trial.facts.items)) {
        say!(
            lang,
            "자기 쪽 진술과 어긋나므로 청구원인을 다시 검토",
            "противоречит собственным словам: пересмотреть основание",
            "it contradicts the own account: look at the cause again"
        )
    } else {
        say!(lang, "증거 확보 및 대체 입증", "собрать доказательства или замену", "obtain evidence or a substitute")
    };
    Some(json!({
        "id": "",
        "text": say!(lang, "「{element}」 입증이 부족할 위험", "Риск: «{element}» останется недоказанным", "Risk: “{element}” stays unproven"),
        "likelihood": likelihood,
        "impact": if amount { "high" } else { "medium" },
        "control": control,
    }))
}
