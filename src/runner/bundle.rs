//! A session as one file: every version, every turn, every trace; to be carried, replayed and opened elsewhere.

use crate::engine::prompt::sha256;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{SessionId, Version};
use crate::model::session::WorkspaceId;
use crate::model::snapshot::{Aside, Snapshot};
use crate::model::trace::{StepOutcome, TraceEntry};
use crate::model::turn::Turn;
use crate::runner::app::App;
use crate::runner::drive::changed;
use crate::runner::ports::{Commit, StoreError};
use crate::runner::{fail, notice};
use crate::workspaces;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// Name of the format.
pub const FORMAT: &str = "legalagi-replay";
/// Newest version of the format that this program reads.
pub const FORMAT_VERSION: u32 = 1;

/// The file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bundle {
    /// [`FORMAT`].
    pub format: String,
    /// [`FORMAT_VERSION`] of the writer.
    pub format_version: u32,
    /// SHA-256 of the packs that were in force, hex.
    pub knowledge_hash: String,
    /// Its workspace.
    pub workspace: WorkspaceId,
    /// Its title.
    pub title: String,
    /// The session it was.
    pub session: SessionId,
    /// Versions, from 0.
    pub versions: Vec<Kept>,
    /// The whole dialogue.
    pub turns: Vec<Turn>,
    /// Traces of accepted steps and edits: prompts' hashes, model, attempts, outputs.
    pub traces: Vec<TraceEntry>,
    /// SHA-256 over all the above, hex: shows an altered file.
    pub seal: String,
}

/// One version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// Its number.
    pub version: Version,
    /// What made it.
    pub cause: String,
    /// When.
    pub at: String,
    /// How many turns the dialogue has with it.
    pub turns: usize,
    /// RFC 6902 operations on `{"state","aside"}` against the version before; against null for version 0.
    pub ops: Value,
}

impl Bundle {
    /// The seal that the contents should have.
    #[must_use]
    pub fn expected_seal(&self) -> String {
        let bare = Self { seal: String::new(), ..self.clone() };
        sha256(&serde_json::to_string(&bare).unwrap_or_default())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Not this format, newer than this program, altered.
    pub fn read(text: &str) -> Result<Self, ApiError> {
        let bad = |why: &str| ApiError::field("bundle", why);
        let raw: Value = serde_json::from_str(text).map_err(|_| bad("Это не файл повтора: содержимое — не JSON."))?;
        if raw["format"] != FORMAT {
            return Err(bad("Это не файл повтора LegalAGI."));
        }
        if raw["format_version"].as_u64().is_none_or(|version| version > u64::from(FORMAT_VERSION)) {
            return Err(bad("Файл записан более новой версией программы. Обновите программу и повторите."));
        }
        let bundle: Self = serde_json::from_value(raw).map_err(|_| bad("В файле повтора не хватает частей."))?;
        if bundle.seal != bundle.expected_seal() {
            return Err(bad("Файл повтора изменён после записи: печать не сходится."));
        }
        Ok(bundle)
    }

    /// The versions as they were stored.
    ///
    /// # Errors
    /// Operations that do not apply.
    pub fn snapshots(&self) -> Result<Vec<Snapshot>, ApiError> {
        let broken = |version| ApiError::field("bundle", format!("Версия {version} в файле повреждена."));
        let mut document = Value::Null;
        self.versions
            .iter()
            .map(|kept| {
                let ops: json_patch::Patch =
                    serde_json::from_value(kept.ops.clone()).map_err(|_| broken(kept.version))?;
                json_patch::patch(&mut document, &ops).map_err(|_| broken(kept.version))?;
                let aside: Aside =
                    serde_json::from_value(document["aside"].clone()).map_err(|_| broken(kept.version))?;
                Ok(Snapshot {
                    session: self.session.clone(),
                    version: kept.version,
                    state: Arc::new(document["state"].clone()),
                    aside: Arc::new(aside),
                    at: kept.at.clone(),
                })
            })
            .collect()
    }
}

/// Writes a session, up to a version, as a bundle.
///
/// # Errors
/// Unknown session or version; storage.
pub async fn export(app: &App, session: &SessionId, up_to: Option<Version>) -> Result<Bundle, ApiError> {
    let stored = |error: StoreError| fail::of_store(&error);
    let row = app.store.row(session).await.map_err(stored)?;
    let last = up_to.unwrap_or(row.version);
    if last > row.version {
        return Err(fail::of_store(&StoreError::NotFound));
    }
    let rows = app.store.versions(session).await.map_err(stored)?;
    let turns = app.store.turns(session, last).await.map_err(stored)?;
    let traces = app.store.traces(session).await.map_err(stored)?;
    let mut document = Value::Null;
    let mut versions = Vec::new();
    for row in rows.into_iter().filter(|row| row.version <= last) {
        let snapshot = app.store.version(session, row.version).await.map_err(stored)?;
        let next = json!({"state": *snapshot.state, "aside": *snapshot.aside});
        let spoken = app.store.turns(session, row.version).await.map_err(stored)?.len();
        let ops = json!(json_patch::diff(&document, &next));
        versions.push(Kept { version: row.version, cause: row.cause, at: row.at, turns: spoken, ops });
        document = next;
    }
    let accepted = |trace: &TraceEntry| trace.outcome == StepOutcome::Accepted && trace.version <= last;
    let mut bundle = Bundle {
        format: FORMAT.into(),
        format_version: FORMAT_VERSION,
        knowledge_hash: app.knowledge.current().hash.clone(),
        workspace: row.workspace,
        title: row.title,
        session: session.clone(),
        versions,
        turns,
        traces: traces.into_iter().filter(accepted).collect(),
        seal: String::new(),
    };
    bundle.seal = bundle.expected_seal();
    Ok(bundle)
}

/// Opens a bundle as a new session with the same versions.
///
/// # Errors
/// A broken bundle; storage.
pub async fn import(app: &App, bundle: &Bundle, title: String) -> Result<SessionId, ApiError> {
    let flow = workspaces::get(bundle.workspace)
        .ok_or_else(|| ApiError::new(ErrorCode::NotSupported, "Это рабочее пространство ещё не готово."))?;
    let session = app.clock.session_id();
    let mut before: Option<Snapshot> = None;
    let mut spoken = 0;
    for (kept, stored) in bundle.versions.iter().zip(bundle.snapshots()?) {
        let mut state = (*stored.state).clone();
        renamed(&mut state, bundle.session.as_str(), session.as_str());
        let snapshot = Snapshot { session: session.clone(), state: Arc::new(state), ..stored };
        let turns = bundle.turns.get(spoken..kept.turns).unwrap_or_default().to_vec();
        spoken = kept.turns;
        let step =
            (!matches!(kept.cause.as_str(), "message" | "edit") && kept.version > 0).then_some(kept.cause.as_str());
        let events = notice::of_version(flow, before.as_ref().map(|b| &*b.state), &snapshot, step);
        let commit = Commit {
            changed: before.as_ref().map(|b| changed(&b.state, &snapshot.state)).unwrap_or_default(),
            snapshot: snapshot.clone(),
            cause: kept.cause.clone(),
            turns,
            trace: bundle.traces.iter().find(|trace| trace.version == kept.version && kept.cause != "message").cloned(),
            request: None,
            events,
        };
        let done = match kept.version {
            0 => app.store.create(bundle.workspace, title.clone(), commit).await,
            _ => app.store.append(commit).await,
        };
        done.map_err(|e| fail::of_store(&e))?;
        before = Some(snapshot);
    }
    if before.is_none() {
        return Err(ApiError::new(ErrorCode::InvalidRequest, "В файле повтора нет ни одной версии."));
    }
    Ok(session)
}

/// Gives a state the id of its copy, wherever it names itself.
fn renamed(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::String(text) if text == from => to.clone_into(text),
        Value::Array(items) => items.iter_mut().for_each(|item| renamed(item, from, to)),
        Value::Object(map) => map.values_mut().for_each(|item| renamed(item, from, to)),
        _ => {}
    }
}

/// Opens a copy of a session as it was at a version: «Что если».
///
/// # Errors
/// Unknown session or version; storage.
pub async fn fork(app: &App, session: &SessionId, version: Version) -> Result<SessionId, ApiError> {
    let bundle = export(app, session, Some(version)).await?;
    let title: String = format!("Что если: {}", bundle.title).chars().take(120).collect();
    import(app, &bundle, title).await
}
