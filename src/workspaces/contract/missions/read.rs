//! Reads mission files: one clear error with the file and the field, nothing is half-loaded.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::workspaces::contract::missions::format::Mission;
use include_dir::{Dir, include_dir};
use serde_json::Value;
use std::collections::BTreeMap;

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tests/missions");

/// Why a mission cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {field}: {why}")]
pub struct MissionError {
    /// The file.
    pub file: String,
    /// The key inside it.
    pub field: String,
    /// What is wrong.
    pub why: String,
}

/// The missions that the program carries.
///
/// # Errors
/// The first broken mission.
pub fn embedded(knowledge: &Knowledge) -> Result<Vec<Mission>, MissionError> {
    let files = EMBEDDED.files().filter(|file| file.path().extension().is_some_and(|ext| ext == "toml"));
    let texts = files.map(|file| {
        let name = file.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name, file.contents_utf8().unwrap_or_default().to_owned())
    });
    from_files(texts.collect(), knowledge)
}

/// Missions from `(file name, text)` pairs, in the order of their names.
///
/// # Errors
/// The first broken mission, with file and field.
pub fn from_files(mut files: Vec<(String, String)>, knowledge: &Knowledge) -> Result<Vec<Mission>, MissionError> {
    files.sort();
    files.iter().map(|(name, text)| one(name, text, knowledge)).collect()
}

fn one(file: &str, text: &str, knowledge: &Knowledge) -> Result<Mission, MissionError> {
    let broken = |field: &str, why: String| MissionError { file: file.to_owned(), field: field.to_owned(), why };
    let mission: Mission = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        broken(&format!("line {line}"), error.message().to_owned())
    })?;
    if file != format!("{}.toml", mission.id) {
        return Err(broken("id", format!("the file of {} must be called {}.toml", mission.id, mission.id)));
    }
    let pack = knowledge.pack(&mission.kind).ok_or_else(|| broken("type", format!("no pack {}", mission.kind)))?;
    check(&mission, pack).map_err(|(field, why)| broken(&field, why))?;
    Ok(mission)
}

type Fault = (String, String);

fn check(mission: &Mission, pack: &Pack) -> Result<(), Fault> {
    for (number, fact) in mission.facts.iter().enumerate() {
        let field = format!("fact {}", number + 1);
        possible(pack, &fact.set).map_err(|why| (field.clone(), why))?;
        if fact.say.is_empty() && !fact.opening {
            return Err((field, "say is missing: nobody could learn this fact".into()));
        }
    }
    possible(pack, &mission.expect).map_err(|why| ("expect".to_owned(), why))?;
    for (number, unknown) in mission.unknown.iter().enumerate() {
        for at in &unknown.at {
            known(pack, at).map_err(|why| (format!("unknown {}", number + 1), why))?;
        }
        if unknown.say.is_empty() {
            return Err((format!("unknown {}", number + 1), "say is missing".into()));
        }
    }
    for reply in &mission.replies {
        possible(pack, &reply.set).map_err(|why| (format!("reply {}", reply.to), why))?;
    }
    let last = u32::try_from(mission.gates.len()).unwrap_or(u32::MAX);
    for (number, trap) in mission.traps.iter().enumerate() {
        let field = format!("trap {}", number + 1);
        possible(pack, &trap.set).map_err(|why| (field.clone(), why))?;
        let moments = [trap.after_question.is_some(), trap.after_gate.is_some(), trap.at_question.is_some()];
        if moments.iter().filter(|given| **given).count() != 1 {
            return Err((field, "exactly one of after_question, after_gate, at_question".into()));
        }
        if trap.after_gate.is_some_and(|gate| gate == 0 || gate >= last) {
            return Err((field, format!("after_gate {:?} needs a [[gate]] behind it", trap.after_gate)));
        }
    }
    for at in &mission.asks {
        known(pack, at).map_err(|why| ("asks".to_owned(), why))?;
    }
    if mission.gates.is_empty() { Err(("gate".into(), "at least one verdict".into())) } else { Ok(()) }
}

/// Whether a session of this pack could hold these values.
fn possible(pack: &Pack, set: &BTreeMap<String, Value>) -> Result<(), String> {
    for (at, value) in set {
        known(pack, at)?;
        let Some(field) = pack.field_of(at) else { continue };
        let fits = match field.kind {
            FieldKind::Choice => field.options.iter().any(|option| &option.value == value),
            FieldKind::YesNo => value.is_boolean(),
            FieldKind::Money => &field.pointer != at || (value["amount"].is_string() && value["currency"].is_string()),
            FieldKind::Rate => &field.pointer != at || value["percent"].is_string(),
            FieldKind::Quantity => &field.pointer != at || value["value"].is_string(),
            FieldKind::Duration => &field.pointer != at || value["count"].is_u64(),
            FieldKind::Integer | FieldKind::DayOfMonth | FieldKind::Year => value.is_i64(),
            _ => value.is_string(),
        };
        if !fits {
            return Err(format!("{at}: {value} is no value of this fact"));
        }
    }
    Ok(())
}

fn known(pack: &Pack, at: &str) -> Result<(), String> {
    if pack.knows(at) { Ok(()) } else { Err(format!("no fact {at} in the pack {}", pack.id)) }
}
