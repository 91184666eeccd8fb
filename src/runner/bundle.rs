//! A session as one file: every version, every turn, every trace; to be carried, replayed and opened elsewhere.

use crate::engine::limits;
use crate::engine::measure::heap;
use crate::engine::patch::unfold::{Unfit, Unfolding};
use crate::engine::prompt::sha256;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{SessionId, Version};
use crate::model::session::WorkspaceId;
use crate::model::snapshot::{Aside, Snapshot};
use crate::model::trace::{StepOutcome, TraceEntry};
use crate::model::turn::{Role, Turn};
use crate::runner::app::App;
use crate::runner::drive::changed;
use crate::runner::past::History;
use crate::runner::ports::{Commit, StoreError};
use crate::runner::{fail, notice, open_file};
use crate::workspaces;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
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

/// All but the seal, in the same order.
#[derive(Serialize)]
struct Bare<'a> {
    format: &'a str,
    format_version: u32,
    knowledge_hash: &'a str,
    workspace: WorkspaceId,
    title: &'a str,
    session: &'a SessionId,
    versions: &'a [Kept],
    turns: &'a [Turn],
    traces: &'a [TraceEntry],
    seal: &'a str,
}

fn bad(why: &str) -> ApiError {
    ApiError::field("bundle", why)
}

/// A file that is too large in some way: which, and what fits.
fn over(why: &str, limit: usize) -> ApiError {
    let message = format!("Файл повтора слишком велик: {why}.");
    ApiError::new(ErrorCode::ValidationFailed, message).with("field", "bundle").with("limit", limit)
}

fn unfit(version: Version, why: Unfit) -> ApiError {
    let error = match why {
        Unfit::Broken => bad(&format!("Версия {version} в файле повреждена.")),
        Unfit::Operations => over(&format!("в версии {version} слишком много правок"), limits::HISTORY_OPS),
        Unfit::Depth => over(&format!("в версии {version} слишком глубокая вложенность"), limits::HISTORY_DEPTH),
        Unfit::State => over(&format!("версия {version} больше допустимого"), limits::HISTORY_STATE_BYTES),
        Unfit::Work => over("все версии вместе больше допустимого", limits::HISTORY_WORK),
    };
    error.with("version", version)
}

impl Bundle {
    /// The seal that the contents should have.
    #[must_use]
    pub fn expected_seal(&self) -> String {
        let bare = Bare {
            format: &self.format,
            format_version: self.format_version,
            knowledge_hash: &self.knowledge_hash,
            workspace: self.workspace,
            title: &self.title,
            session: &self.session,
            versions: &self.versions,
            turns: &self.turns,
            traces: &self.traces,
            seal: "",
        };
        sha256(&serde_json::to_string(&bare).unwrap_or_default())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Not this format, newer than this program, altered; `validation_failed` when it is over a limit.
    pub fn read(text: &str) -> Result<Self, ApiError> {
        if text.len() > limits::UPLOAD_BYTES {
            return Err(over("больше 25 МБ", limits::UPLOAD_BYTES));
        }
        if heap(text) > limits::HISTORY_HEAP {
            return Err(over("в нём слишком много значений", limits::HISTORY_HEAP));
        }
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
        bundle.check_shape()?;
        Ok(bundle)
    }

    /// Versions from 0 without a gap, turns that only join, words no longer than anybody may say.
    fn check_shape(&self) -> Result<(), ApiError> {
        if self.versions.len() > limits::HISTORY_VERSIONS {
            return Err(over("слишком много версий", limits::HISTORY_VERSIONS));
        }
        if self.versions.is_empty() {
            return Err(bad("В файле повтора нет ни одной версии."));
        }
        let mut spoken = 0;
        for (number, kept) in (0..).zip(&self.versions) {
            if kept.version != number || kept.turns < spoken || kept.turns > self.turns.len() {
                return Err(bad(&format!("В файле повтора версия {number} стоит не на своём месте.")));
            }
            spoken = kept.turns;
        }
        let long = |turn: &&Turn| turn.role == Role::User && turn.text.len() > limits::MESSAGE_BYTES;
        if self.turns.iter().any(|turn| long(&turn)) {
            return Err(over("сообщение длиннее допустимого", limits::MESSAGE_BYTES));
        }
        Ok(())
    }

    /// The versions as they were stored, one after the other; nothing comes after an error.
    pub fn unfold(&self) -> impl Iterator<Item = Result<Snapshot, ApiError>> + Send + '_ {
        let mut history = Unfolding::default();
        let mut broken = false;
        self.versions.iter().map_while(move |kept| {
            if broken {
                return None;
            }
            let made = history.apply(&kept.ops).and_then(|()| {
                let aside = Aside::deserialize(&history.document()["aside"]).map_err(|_| Unfit::Broken)?;
                Ok(Snapshot {
                    session: self.session.clone(),
                    version: kept.version,
                    state: Arc::new(history.document()["state"].clone()),
                    aside: Arc::new(aside),
                    at: kept.at.clone(),
                })
            });
            broken = made.is_err();
            Some(made.map_err(|why| unfit(kept.version, why)))
        })
    }
}

/// Writes a session, up to a version, as a bundle.
///
/// # Errors
/// Unknown session or version; storage.
pub async fn export(app: &App, session: &SessionId, up_to: Option<Version>) -> Result<Bundle, ApiError> {
    let history = app.store.history(session, up_to).await.map_err(|error| fail::of_store(&error))?;
    let knowledge = app.knowledge.current();
    Ok(app.aside(|| sealed(history, session, &knowledge.hash)).await)
}

/// The bundle of a history. A long one takes as long as reading a message does: aside.
fn sealed(history: History, session: &SessionId, knowledge: &str) -> Bundle {
    let History { row, versions, turns, traces } = history;
    let last = versions.last().map_or(0, |past| past.version);
    let mut spoken = turns.iter().map(|(version, _)| *version).peekable();
    let mut joined = 0;
    let versions = versions
        .into_iter()
        .map(|past| {
            while spoken.next_if(|version| *version <= past.version).is_some() {
                joined += 1;
            }
            Kept { version: past.version, cause: past.cause, at: past.at, turns: joined, ops: past.ops }
        })
        .collect();
    let accepted = |trace: &TraceEntry| trace.outcome == StepOutcome::Accepted && trace.version <= last;
    let mut bundle = Bundle {
        format: FORMAT.into(),
        format_version: FORMAT_VERSION,
        knowledge_hash: knowledge.to_owned(),
        workspace: row.workspace,
        title: row.title,
        session: session.clone(),
        versions,
        turns: turns.into_iter().map(|(_, turn)| turn).collect(),
        traces: traces.into_iter().filter(accepted).collect(),
        seal: String::new(),
    };
    bundle.seal = bundle.expected_seal();
    bundle
}

/// Opens a bundle as a new session with the same versions.
///
/// # Errors
/// A broken bundle, one over the limits; storage. Then there is no new session.
pub async fn import(app: &App, bundle: &Bundle, title: String) -> Result<SessionId, ApiError> {
    let session = app.clock.session_id();
    match copy(app, bundle, title, &session).await {
        Ok(true) => Ok(session),
        Ok(false) => Err(bad("В файле повтора нет ни одной версии.")),
        Err(error) => {
            // Half a session is none.
            if let Err(left) = app.store.delete(&session).await
                && !matches!(left, StoreError::NotFound)
            {
                return Err(fail::of_store(&left));
            }
            Err(error)
        }
    }
}

/// Stores the versions; whether there were any.
async fn copy(app: &App, bundle: &Bundle, title: String, session: &SessionId) -> Result<bool, ApiError> {
    let flow = workspaces::get(bundle.workspace)
        .ok_or_else(|| ApiError::new(ErrorCode::NotSupported, "Это рабочее пространство ещё не готово."))?;
    let mut traces: BTreeMap<Version, &TraceEntry> = BTreeMap::new();
    for trace in &bundle.traces {
        traces.entry(trace.version).or_insert(trace);
    }
    let mut before: Option<Snapshot> = None;
    let mut spoken = 0;
    for (kept, stored) in bundle.versions.iter().zip(bundle.unfold()) {
        let stored = stored?;
        let mut state = (*stored.state).clone();
        renamed(&mut state, bundle.session.as_str(), session.as_str());
        let snapshot = Snapshot { session: session.clone(), state: Arc::new(state), ..stored };
        let turns = bundle.turns.get(spoken..kept.turns).unwrap_or_default().to_vec();
        spoken = kept.turns;
        let step = (!matches!(kept.cause.as_str(), "message" | "edit" | open_file::CAUSE) && kept.version > 0)
            .then_some(kept.cause.as_str());
        let events = notice::of_version(flow, before.as_ref().map(|b| &*b.state), &snapshot, step);
        let commit = Commit {
            changed: before.as_ref().map(|b| changed(flow, &b.state, &snapshot.state)).unwrap_or_default(),
            snapshot: snapshot.clone(),
            cause: kept.cause.clone(),
            turns,
            trace: traces.get(&kept.version).filter(|_| kept.cause != "message").map(|trace| (*trace).clone()),
            request: None,
            ends: None,
            events,
            title: None,
        };
        let done = match kept.version {
            0 => app.store.create(bundle.workspace, title.clone(), commit).await,
            _ => app.store.append(commit).await,
        };
        done.map_err(|e| fail::of_store(&e))?;
        before = Some(snapshot);
    }
    Ok(before.is_some())
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
