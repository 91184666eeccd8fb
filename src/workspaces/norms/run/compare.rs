//! Two runs of questions about norms, read from the store.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::Version;
use crate::model::run_compare::{RunComparison, RunSide};
use crate::model::session::SessionRow;
use crate::runner::app::App;
use crate::runner::compare_runs::{self, Asked};
use crate::runner::fail;
use crate::runner::workspace::Side;
use crate::workspaces::norms::compare::{Run, compare};
use crate::workspaces::norms::runs::{measure, run_at, runs};
use crate::workspaces::norms::state::Norms;

/// A session with its runs.
///
/// # Errors
/// Storage.
pub async fn side(app: &App, row: SessionRow) -> Result<Side, ApiError> {
    let session = &row.session_id;
    let versions = app.store.versions(session).await.map_err(|e| fail::of_store(&e))?;
    let turns = app.store.turns(session, row.version).await.map_err(|e| fail::of_store(&e))?;
    let traces = app.store.traces(session).await.map_err(|e| fail::of_store(&e))?;
    Ok(Side { runs: runs(&versions, &turns, &traces), row, traces })
}

/// Two runs of questions about norms.
///
/// # Errors
/// Unknown session or version; no norms; one run only and no other session; storage.
pub async fn norms(app: &App, asked: &Asked) -> Result<RunComparison, ApiError> {
    let (sides, picked) = compare_runs::both(app, asked).await?;
    let same = sides[0].row.session_id == sides[1].row.session_id;
    if same && picked[0] == picked[1] {
        let message =
            "Сравнивать не с чем: это один и тот же прогон. Укажите другой сеанс (with) или версии (from, to).";
        return Err(ApiError::field("with", message));
    }
    runs_of(app, &sides, picked).await
}

/// The runs that these versions stand in.
///
/// # Errors
/// A session of another workspace; storage.
pub async fn runs_of(app: &App, sides: &[Side; 2], picked: [Version; 2]) -> Result<RunComparison, ApiError> {
    let (old, first) = measured(app, &sides[0], picked[0]).await?;
    let (new, second) = measured(app, &sides[1], picked[1]).await?;
    Ok(compare(Run { norms: &old, side: first }, Run { norms: &new, side: second }))
}

async fn measured(app: &App, read: &Side, version: Version) -> Result<(Norms, RunSide), ApiError> {
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
