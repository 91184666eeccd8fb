//! Runs the steps that the state asks for, one version each, until the person is to act.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::RequestId;
use crate::model::pointer;
use crate::model::snapshot::Snapshot;
use crate::model::turn::Turn;
use crate::runner::app::App;
use crate::runner::by_rules::instead_of_model;
use crate::runner::cancel::Cancel;
use crate::runner::fail;
use crate::runner::notice::{self, Happened, Notice};
use crate::runner::ports::Commit;
use crate::runner::run_step::run_step;
use crate::workspaces::{Next, Workspace};
use serde_json::Value;
use std::collections::BTreeSet;

/// Where a run ended, with the outputs of its steps.
pub struct Driven {
    /// The newest version.
    pub snapshot: Snapshot,
    /// Canonical output of the last accepted step; null when none ran.
    pub output: Value,
    /// Whether the request that asked for it was ended with the newest version.
    pub ended: bool,
}

/// The request that a run ends, with its scope.
pub type Ends<'a> = Option<(&'a str, &'a RequestId)>;

/// The request that this version ends: that of the run, if no step follows.
#[must_use]
pub fn ends(workspace: &dyn Workspace, made: &Snapshot, ends: Ends<'_>) -> Option<(String, RequestId)> {
    let last = matches!(workspace.next(made), Next::Wait);
    ends.filter(|_| last).map(|(scope, id)| (scope.to_owned(), id.clone()))
}

/// Runs until the person is to act.
///
/// # Errors
/// The step that failed; what was accepted before it stays.
pub async fn drive(
    app: &App,
    workspace: &dyn Workspace,
    from: Snapshot,
    cancel: &Cancel,
    ends: Ends<'_>,
) -> Result<Driven, ApiError> {
    run(app, workspace, from, cancel, false, ends).await
}

/// The code that an answer carries where the built-in reading stands in for the model, if this failure allows it.
fn warning(error: &ApiError) -> Option<&'static str> {
    match error.code {
        ErrorCode::LlmInvalidOutput => Some("model_refused"),
        ErrorCode::LlmUnavailable => Some("model_unavailable"),
        _ => None,
    }
}

/// `forced`: a person or a program asked for the first step itself, so its failure is theirs to know.
async fn run(
    app: &App,
    workspace: &dyn Workspace,
    from: Snapshot,
    cancel: &Cancel,
    mut forced: bool,
    ending: Ends<'_>,
) -> Result<Driven, ApiError> {
    let session = from.session.clone();
    let mut turns: Vec<Turn> = app.store.turns(&session, from.version).await.map_err(|error| fail::of_store(&error))?;
    let mut driven = Driven { snapshot: from, output: Value::Null, ended: false };
    while let Next::Run(step) = workspace.next(&driven.snapshot) {
        let standing = driven.snapshot.aside.standing(&turns);
        let mut ran = run_step(app, workspace, step, &driven.snapshot, &standing, cancel).await;
        let stand_in = ran.result.as_ref().err().and_then(warning).filter(|_| !forced && workspace.falls_back(step));
        if let Some(why) = stand_in {
            app.store.add_trace(&session, ran.trace).await.map_err(|error| fail::of_store(&error))?;
            let rules = instead_of_model(app, why);
            ran = run_step(&rules, workspace, step, &driven.snapshot, &standing, cancel).await;
        }
        forced = false;
        let accepted = match ran.result {
            Ok(accepted) => accepted,
            Err(error) => {
                app.store.add_trace(&session, ran.trace).await.map_err(|error| fail::of_store(&error))?;
                return Err(error);
            }
        };
        let knowledge = app.knowledge.current();
        let told = || {
            let title = workspace.named(&accepted.snapshot, &knowledge);
            (title, changed(workspace, &driven.snapshot.state, &accepted.snapshot.state))
        };
        let (title, changed) = app.aside(told).await;
        let commit = Commit {
            title,
            changed,
            snapshot: accepted.snapshot.clone(),
            cause: step.id.to_owned(),
            turns: accepted.turns.clone(),
            trace: Some(ran.trace),
            request: None,
            ends: ends(workspace, &accepted.snapshot, ending),
            events: notice::of_version(workspace, Some(&driven.snapshot.state), &accepted.snapshot, Some(step.id)),
        };
        let ended = commit.ends.is_some();
        app.store.append(commit).await.map_err(|error| fail::of_store(&error))?;
        turns.extend(accepted.turns);
        driven = Driven { snapshot: accepted.snapshot, output: accepted.output, ended };
    }
    Ok(driven)
}

/// Runs on from a version that stood already: the step in turn is told anew, then as [`drive`]. A `forced` step fails
/// where its model fails.
///
/// # Errors
/// As [`drive`].
pub async fn go_on(
    app: &App,
    workspace: &dyn Workspace,
    from: Snapshot,
    cancel: &Cancel,
    forced: bool,
) -> Result<Driven, ApiError> {
    if let Next::Run(step) = workspace.next(&from) {
        let happened = Happened::StepStarted { step: step.id.to_owned() };
        (app.publish)(Notice { session: from.session.clone(), happened });
    }
    run(app, workspace, from, cancel, forced, None).await
}

/// The facts that differ, where the workspace keeps them.
#[must_use]
pub fn changed(workspace: &dyn Workspace, before: &Value, after: &Value) -> Vec<String> {
    let roots = workspace.fact_roots();
    let mut all = match roots {
        [] => {
            let differ = pointer::changes(&before["domain"], &after["domain"]);
            differ.fresh.into_keys().chain(differ.gone.into_keys()).collect()
        }
        _ => roots.iter().flat_map(|root| differing(root, before, after)).collect::<Vec<String>>(),
    };
    all.sort();
    all
}

/// The place, or the places right below it, that differ.
fn differing(root: &str, before: &Value, after: &Value) -> Vec<String> {
    let (place, each) = root.strip_suffix("/*").map_or((root, false), |place| (place, true));
    let (old, new) = (before.pointer(place), after.pointer(place));
    if old == new {
        return Vec::new();
    }
    if !each {
        return vec![place.to_owned()];
    }
    let members = |of: Option<&Value>| -> BTreeSet<String> {
        match of {
            Some(Value::Array(items)) => (0..items.len()).map(|index| index.to_string()).collect(),
            Some(Value::Object(map)) => map.keys().cloned().collect(),
            _ => BTreeSet::new(),
        }
    };
    let below = |of: Option<&'_ Value>, at: &str| of.and_then(|of| of.pointer(at)).cloned();
    let all: BTreeSet<String> = members(old).union(&members(new)).cloned().collect();
    let at = all.into_iter().map(|member| pointer::join("", &member));
    at.filter(|at| below(old, at) != below(new, at)).map(|at| format!("{place}{at}")).collect()
}
