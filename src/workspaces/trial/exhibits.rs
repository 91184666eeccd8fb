//! Evidence of a session: typed in or brought as a file.

use crate::engine::prompt::sha256;
use crate::engine::turn::Moment;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::workspaces::trial::machine::Phase;
use crate::workspaces::trial::state::{Evidence, Trial};
use crate::workspaces::trial::{facts, settle};
use serde_json::{Value, json};

/// Evidence that was typed in.
pub fn typed(trial: &mut Trial, moment: &Moment) {
    let rows: Vec<Value> = trial.intake["evidence"].as_array().cloned().unwrap_or_default();
    for row in rows {
        let text = row["text"].as_str().unwrap_or_default();
        let event = Event::Evidence {
            title: row["title"].as_str().unwrap_or_default().to_owned(),
            side: row["side"].as_str().unwrap_or_default().to_owned(),
            mime: "text/plain".into(),
            text: text.to_owned(),
            bytes: text.len() as u64,
            sha256: sha256(&format!("{}\0{text}", row["title"].as_str().unwrap_or_default())),
        };
        // A repeated piece is held already.
        let _ = add(trial, &event, moment);
    }
}

/// Evidence that comes in: numbered, labelled, linked to the elements that it speaks of.
///
/// # Errors
/// Not at this time, an unknown side, no title, too many.
pub fn add(trial: &mut Trial, event: &Event, moment: &Moment) -> Result<(), ApiError> {
    let Event::Evidence { title, side, mime, text, bytes, sha256 } = event else { return Ok(()) };
    if !matches!(trial.machine.phase, Phase::FactsIntake | Phase::FactsReview | Phase::UserGate | Phase::EndGate) {
        return Err(ApiError::new(ErrorCode::Conflict, "Доказательства добавляют до раунда или у его ворот."));
    }
    let own = if trial.case.user_side == "opposing" { "opposing" } else { "claimant" };
    let side = match side.as_str() {
        "" => own,
        "claimant" => "claimant",
        "opposing" => "opposing",
        _ => return Err(ApiError::field("side", "Сторона — claimant или opposing.")),
    };
    if trial.evidence.iter().any(|one| one.sha256 == *sha256) {
        return Ok(());
    }
    if trial.evidence.len() >= 60 {
        return Err(ApiError::field("file", "В сеансе уже 60 доказательств."));
    }
    let title: String = title.trim().chars().take(200).collect();
    if title.is_empty() {
        return Err(ApiError::field("title", "Назовите доказательство."));
    }
    let number = trial.evidence.iter().filter(|one| one.side == side).count() + 1;
    let label = label(trial, side, number);
    let id = format!("ev-{}", trial.evidence.len() + 1);
    let text: String = text.chars().take(60_000).collect();
    let status = match (text.is_empty(), mime.as_str()) {
        (true, _) => "none",
        (false, "text/plain") => "given",
        (false, _) => "extracted",
    };
    trial.note(&moment.now, "EVIDENCE_ADDED", json!({"id": id, "sha256": sha256, "side": side}));
    let mut made = vec![Evidence {
        id,
        label,
        title,
        side: side.to_owned(),
        mime: mime.chars().take(120).collect(),
        bytes: *bytes,
        sha256: sha256.clone(),
        text_status: status.into(),
        contested: false,
        action: "submit".into(),
        supports: Vec::new(),
        text,
    }];
    if let Some(pack) = settle::pack(trial) {
        made = facts::linked(made, &pack);
    }
    trial.evidence.extend(made);
    Ok(())
}

fn label(trial: &Trial, side: &str, number: usize) -> String {
    match (trial.case.lang.as_str(), trial.case.case_type.as_str(), side) {
        ("ru", _, "claimant") => format!("И-{number}"),
        ("ru", _, _) => format!("О-{number}"),
        ("en", _, "claimant") => format!("Exhibit A{number}"),
        ("en", _, _) => format!("Exhibit B{number}"),
        (_, "criminal", "claimant") => format!("증 제{number}호"),
        (_, "criminal", _) => format!("변 제{number}호"),
        (_, _, "claimant") => format!("갑 제{number}호증"),
        (_, _, _) => format!("을 제{number}호증"),
    }
}
