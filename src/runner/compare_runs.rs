//! Two runs of a question about norms, or two branches of a mock trial, side by side.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{SessionId, Version};
use crate::model::run_compare::{ComparePage, RunComparison, RunRow, RunSide};
use crate::model::session::{SessionRow, WorkspaceId};
use crate::model::trace::TraceEntry;
use crate::runner::app::App;
use crate::runner::fail;
use crate::workspaces::norms::compare::{Run, compare};
use crate::workspaces::norms::runs::{measure, run_at, runs};
use crate::workspaces::norms::state::Norms;
use crate::workspaces::trial::compare as branches;
use crate::workspaces::trial::state::Trial;
use serde_json::Value;

/// Sessions that a page offers to compare with.
const OFFERED: u32 = 100;

/// What is compared: a session, another one (or the same), a version of each; without numbers the last two runs of one
/// session, or the latest versions of two.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The session.
    pub session: SessionId,
    /// The other session.
    pub with: Option<SessionId>,
    /// A version of the session.
    pub from: Option<Version>,
    /// A version of the other session.
    pub to: Option<Version>,
}

/// A session with its runs.
struct Read {
    row: SessionRow,
    runs: Vec<RunRow>,
    traces: Vec<TraceEntry>,
}

async fn read(app: &App, session: &SessionId) -> Result<Read, ApiError> {
    let row = app.store.row(session).await.map_err(|e| fail::of_store(&e))?;
    if row.workspace != WorkspaceId::Norms {
        return Ok(Read { row, runs: Vec::new(), traces: Vec::new() });
    }
    let versions = app.store.versions(session).await.map_err(|e| fail::of_store(&e))?;
    let turns = app.store.turns(session, row.version).await.map_err(|e| fail::of_store(&e))?;
    let traces = app.store.traces(session).await.map_err(|e| fail::of_store(&e))?;
    Ok(Read { runs: runs(&versions, &turns, &traces), row, traces })
}

/// Both sessions and the versions that are compared.
///
/// # Errors
/// Unknown session or version; two workspaces; storage.
async fn both(app: &App, asked: &Asked) -> Result<([Read; 2], [Version; 2]), ApiError> {
    let first = read(app, &asked.session).await?;
    let second = read(app, asked.with.as_ref().unwrap_or(&asked.session)).await?;
    if first.row.workspace != second.row.workspace {
        let message = "Сравниваются сеансы одного рабочего пространства. Выберите другой сеанс.";
        return Err(ApiError::new(ErrorCode::NotSupported, message).with("field", "with"));
    }
    let same = first.row.session_id == second.row.session_id;
    let to = asked.to.unwrap_or(second.row.version);
    // Of one session: the run before the one that the second version stands in.
    let since = second.runs.iter().rfind(|run| run.since <= to).map_or(0, |run| run.since);
    let before = if same { since.checked_sub(1).unwrap_or(to) } else { first.row.version };
    let from = asked.from.unwrap_or(before);
    for (field, version, row) in [("from", from, &first.row), ("to", to, &second.row)] {
        if version > row.version {
            let message = format!("Такой версии у сеанса нет. Укажите число от 0 до {}.", row.version);
            return Err(ApiError::field(field, message));
        }
    }
    Ok(([first, second], [from, to]))
}

/// What the page of a comparison shows; while there is nothing to compare, only what can be chosen.
///
/// # Errors
/// As [`norms`].
pub async fn page(app: &App, asked: &Asked, may_list: bool) -> Result<ComparePage, ApiError> {
    let (reads, picked) = both(app, asked).await?;
    let workspace = reads[0].row.workspace;
    let same = reads[0].row.session_id == reads[1].row.session_id;
    let one = same && picked[0] == picked[1];
    let norms = match workspace {
        WorkspaceId::Norms if !one => Some(runs_of(app, &reads, picked).await?),
        _ => None,
    };
    let trial = match workspace {
        WorkspaceId::Trial if !one => Some(trials(app, &reads, picked).await?),
        _ => None,
    };
    let others = if may_list {
        let all = app.store.sessions(OFFERED).await.map_err(|e| fail::of_store(&e))?;
        let fits = |row: &SessionRow| row.workspace == workspace && row.session_id != asked.session;
        all.into_iter().filter(fits).collect()
    } else {
        Vec::new()
    };
    let [first, second] = reads;
    let (row, other, runs) = (first.row, second.row, [first.runs, second.runs]);
    Ok(ComparePage { row, other, runs, picked, others, norms, trial })
}

/// Two runs of questions about norms.
///
/// # Errors
/// Unknown session or version; no norms; one run only and no other session; storage.
pub async fn norms(app: &App, asked: &Asked) -> Result<RunComparison, ApiError> {
    let (reads, picked) = both(app, asked).await?;
    let same = reads[0].row.session_id == reads[1].row.session_id;
    if same && picked[0] == picked[1] {
        let message =
            "Сравнивать не с чем: это один и тот же прогон. Укажите другой сеанс (with) или версии (from, to).";
        return Err(ApiError::field("with", message));
    }
    runs_of(app, &reads, picked).await
}

async fn runs_of(app: &App, reads: &[Read; 2], picked: [Version; 2]) -> Result<RunComparison, ApiError> {
    let (old, first) = side(app, &reads[0], picked[0]).await?;
    let (new, second) = side(app, &reads[1], picked[1]).await?;
    Ok(compare(Run { norms: &old, side: first }, Run { norms: &new, side: second }))
}

async fn side(app: &App, read: &Read, version: Version) -> Result<(Norms, RunSide), ApiError> {
    let id = &read.row.session_id;
    let snapshot = app.store.version(id, version).await.map_err(|e| fail::of_store(&e))?;
    let norms = Norms::of(&snapshot.state).ok_or_else(|| {
        ApiError::new(ErrorCode::NotSupported, "Это не вопрос о нормах: прогонов для сравнения у этого сеанса нет.")
    })?;
    let run = run_at(&read.runs, version).unwrap_or_default();
    let mut side = RunSide { session_id: id.to_string(), title: read.row.title.clone(), run, ..RunSide::default() };
    measure(&mut side, &read.traces);
    Ok((norms, side))
}

async fn trials(app: &App, reads: &[Read; 2], picked: [Version; 2]) -> Result<Value, ApiError> {
    let [left, right] = [trial(app, &reads[0], picked[0]).await?, trial(app, &reads[1], picked[1]).await?];
    if left.case.case_type != right.case.case_type {
        let message = "Сравниваются ветки одного вида дела: гражданское с гражданским, уголовное с уголовным.";
        return Err(ApiError::new(ErrorCode::NotSupported, message).with("field", "with"));
    }
    Ok(branches::compare(&left, &right))
}

async fn trial(app: &App, read: &Read, version: Version) -> Result<Trial, ApiError> {
    let snapshot = app.store.version(&read.row.session_id, version).await.map_err(|e| fail::of_store(&e))?;
    Trial::of(&snapshot.state)
        .ok_or_else(|| ApiError::new(ErrorCode::NotSupported, "Это не учебный процесс: такого у этого сеанса нет."))
}

/// Two branches of a mock trial.
///
/// # Errors
/// Unknown session or version; no mock trial; two kinds of case; storage.
pub async fn trial_branches(app: &App, asked: &Asked) -> Result<Value, ApiError> {
    let (reads, picked) = both(app, asked).await?;
    trials(app, &reads, picked).await
}
