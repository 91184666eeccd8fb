//! From what the runner commits to what a database writes: texts and operations, whichever engine keeps them.

use crate::adapters::store::document::{Document, Weight, check_depth, unreadable};
use crate::adapters::store::heads::Head;
use crate::adapters::store::jobs::{NewTrace, NewVersion};
use crate::adapters::store::packed::pack;
use crate::adapters::store::rows::status;
use crate::model::error::ApiError;
use crate::model::ids::Version;
use crate::model::trace::TraceEntry;
use crate::model::webhook::Kind;
use crate::runner::ports::{Commit, StoreError};
use serde_json::Value;
use std::sync::Arc;

pub(super) fn follows(base: &Head, commit: &Commit) -> bool {
    base.snapshot.version.checked_add(1) == Some(commit.snapshot.version)
}

pub(super) fn first_version(commit: Commit) -> Result<NewVersion, StoreError> {
    let document = Document::of(&commit.snapshot)?;
    let whole = document.text()?;
    let weight = Weight { version: 0, snapshot: whole.len(), ops: 0 };
    encode(None, commit, document, weight, (None, Some(whole)))
}

pub(super) fn next_version(base: &Head, commit: Commit) -> Result<NewVersion, StoreError> {
    let version = commit.snapshot.version;
    let (document, ops) = base.document.next(&commit.snapshot)?;
    let ops = serde_json::to_string(&ops).map_err(|e| unreadable("operations", &e))?;
    if base.weight.is_snapshot_due(version, ops.len()) {
        let whole = document.text()?;
        let weight = Weight { version, snapshot: whole.len(), ops: 0 };
        encode(Some(base), commit, document, weight, (Some(ops), Some(whole)))
    } else {
        let weight = Weight { ops: base.weight.ops + ops.len(), ..base.weight };
        encode(Some(base), commit, document, weight, (Some(ops), None))
    }
}

/// What a version means to programs elsewhere.
fn kinds(base: Option<&Head>, commit: &Commit) -> Vec<Kind> {
    let ready = |state: &Value| status(state) == "ready";
    let becomes = ready(&commit.snapshot.state) && !base.is_some_and(|base| ready(&base.snapshot.state));
    let mut kinds: Vec<Kind> = commit.events.iter().filter_map(|told| Kind::of_event(&told.name)).collect();
    kinds.extend(becomes.then_some(Kind::Ready));
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn encode(
    base: Option<&Head>,
    commit: Commit,
    document: Document,
    weight: Weight,
    (ops, snapshot): (Option<String>, Option<String>),
) -> Result<NewVersion, StoreError> {
    Ok(NewVersion {
        kinds: kinds(base, &commit),
        status: status(&commit.snapshot.state).to_owned(),
        cause: commit.cause,
        changed: serde_json::to_string(&commit.changed).map_err(|e| unreadable("changed pointers", &e))?,
        ops: ops.as_deref().map(pack),
        snapshot: snapshot.as_deref().map(pack),
        turns: commit.turns,
        trace: commit.trace.map(encode_trace).transpose()?,
        request: commit.request,
        ends: commit.ends,
        events: commit.events,
        title: commit.title,
        head: Arc::new(Head { snapshot: commit.snapshot, document, weight }),
    })
}

pub(super) fn encode_trace(trace: TraceEntry) -> Result<NewTrace, StoreError> {
    check_depth(&trace.output)?;
    let body = serde_json::to_string(&trace).map_err(|e| unreadable("trace", &e))?;
    Ok(NewTrace { id: trace.id.0, step: trace.step, version: trace.version, at: trace.at, body: pack(&body) })
}

/// How a request ended, as a version or the text of its error.
pub(super) fn outcome(ended: Result<Version, ApiError>) -> Result<(Option<Version>, Option<String>), StoreError> {
    match ended {
        Ok(version) => Ok((Some(version), None)),
        Err(error) => {
            check_depth(&error.details)?;
            Ok((None, Some(serde_json::to_string(&error).map_err(|e| unreadable("error of a request", &e))?)))
        }
    }
}
