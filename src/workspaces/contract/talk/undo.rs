//! A turn taken back: facts, issues and questions are those before it; the dialogue keeps it and says so.

use crate::engine::knowledge::dialogue::{self, fill};
use crate::engine::turn::{Moment, Settled, short};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{TurnId, Version};
use crate::model::snapshot::Snapshot;
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::state;
use serde_json::json;

/// The cause of the version that opened a file from elsewhere.
const IMPORT: &str = "import";
/// Characters of the words that the dialogue repeats.
const QUOTE: usize = 120;

/// Takes back the turn that made `undone`; `base` is the version before it.
///
/// # Errors
/// Nothing to take back, or a base that does not fit.
pub fn absorb(
    before: &Snapshot,
    undone: Version,
    words: Option<&str>,
    base: Option<&Snapshot>,
    moment: &Moment,
) -> Result<Settled, ApiError> {
    let spoken = dialogue::embedded().map_err(|error| ApiError::new(ErrorCode::Internal, error.to_string()))?;
    let nothing = || ApiError::new(ErrorCode::NothingToUndo, spoken.fault("nothing_to_undo"));
    let base = base.filter(|base| base.version + 1 == undone && undone <= before.version).ok_or_else(nothing)?;
    let version = before.version + 1;
    let id = format!("t{undone}");
    let history = before.state["dialogue"]["history"].as_array();
    let quote = history.into_iter().flatten().find(|turn| turn["id"] == id.as_str() && turn["role"] == "user");
    let quote = quote.and_then(|turn| turn["text"].as_str()).map(|text| short(text.trim(), QUOTE));
    let language = quote.as_deref().and_then(dialogue::language).unwrap_or("ru");
    let reply = &spoken.words(language).reply;
    let text = match &quote {
        Some(quote) => fill(&reply.undone, &[("quote", quote)]),
        None => reply.undone_edit.clone(),
    };
    let turn = |id: String, role: Role, text: &str| Turn {
        id: TurnId(id),
        role,
        text: text.to_owned(),
        at: moment.now.clone(),
        answers_to: None,
        choice: None,
    };
    let asked = words.map(|words| turn(format!("t{version}"), Role::User, words));
    let turns: Vec<Turn> = asked.into_iter().chain([turn(format!("t{version}-s"), Role::System, &text)]).collect();
    let mut next = (*base.state).clone();
    next["dialogue"]["history"] = before.state["dialogue"]["history"].clone();
    state::append_history(&mut next, &turns);
    next["meta"]["state_version"] = version.into();
    next["meta"]["updated_at"] = json!(moment.now);
    let mut aside = (*base.aside).clone();
    let mut taken = before.aside.undone();
    taken.extend([undone, version]);
    aside.set_undone(&taken);
    Ok(Settled { state: next, aside, turns, decisions: Vec::new() })
}

/// Which turn is taken back next: the last one of the person that stands; the first words open the session and stay.
#[must_use]
pub fn target(causes: &[(Version, &str)], now: &Snapshot) -> Option<Version> {
    let undone = now.aside.undone();
    let by_person = |cause: &str| matches!(cause, "message" | "edit");
    // What came from elsewhere earns its words when it is opened; nothing leads back behind that.
    let here = causes.iter().rev().take_while(|(_, cause)| *cause != IMPORT);
    let mut standing = here.filter(|(version, cause)| *version > 0 && by_person(cause));
    standing.find(|(version, _)| *version <= now.version && !undone.contains(version)).map(|(version, _)| *version)
}
