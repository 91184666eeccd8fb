//! Two runs or branches of a workspace side by side: what is compared, and what the page of a comparison shows.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{SessionId, Version};
use crate::model::run_compare::ComparePage;
use crate::model::session::{SessionRow, WorkspaceId};
use crate::registry;
use crate::runner::app::App;
use crate::runner::fail;
use crate::runner::workspace::{Beside, Nothing, Run, Side};

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

async fn read(app: &App, session: &SessionId) -> Result<Side, ApiError> {
    let row = app.store.row(session).await.map_err(|e| fail::of_store(&e))?;
    run_of(row.workspace).side(app, row).await
}

fn run_of(workspace: WorkspaceId) -> &'static dyn Run {
    registry::of(workspace).map_or(&Nothing, |one| one.run)
}

/// Both sessions and the versions that are compared.
///
/// # Errors
/// Unknown session or version; two workspaces; storage.
pub async fn both(app: &App, asked: &Asked) -> Result<([Side; 2], [Version; 2]), ApiError> {
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
/// Unknown session or version; two workspaces, or what cannot be compared; storage.
pub async fn page(app: &App, asked: &Asked, may_list: bool) -> Result<ComparePage, ApiError> {
    let (reads, picked) = both(app, asked).await?;
    let workspace = reads[0].row.workspace;
    let same = reads[0].row.session_id == reads[1].row.session_id;
    let one = same && picked[0] == picked[1];
    let found = if one { None } else { run_of(workspace).beside(app, &reads, picked).await? };
    let (norms, trial) = match found {
        Some(Beside::Runs(runs)) => (Some(*runs), None),
        Some(Beside::Branches(branches)) => (None, Some(branches)),
        None => (None, None),
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
