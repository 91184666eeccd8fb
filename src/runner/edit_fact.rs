//! One fact edited by the person; what would reopen can be asked before.

use crate::engine::limits;
use crate::engine::measure::size;
use crate::engine::turn::Settled;
use crate::model::error::ApiError;
use crate::model::event::{Edit, Event};
use crate::model::facts::Origin;
use crate::model::ids::{RequestId, SessionId};
use crate::model::issue::{self, Issue, IssueStatus};
use crate::model::snapshot::Snapshot;
use crate::runner::app::App;
use crate::runner::fail;
use crate::runner::handle_event::{handle_event, holds_nul, workspace_of};
use serde::Serialize;
use serde_json::Value;

/// Something that an edit reopens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reopened {
    /// `issue`, `computed` or `gate`.
    pub kind: &'static str,
    /// Key of the issue, pointer of the computed fact, or `gate`.
    #[serde(rename = "ref")]
    pub reference: String,
    /// For a person.
    pub title: String,
}

/// What an edit made, or would make.
pub struct Edited {
    /// The newest version (unchanged by a dry run).
    pub snapshot: Snapshot,
    /// What reopens.
    pub reopened: Vec<Reopened>,
}

/// Edits a fact, or only says what would reopen.
///
/// # Errors
/// As [`handle_event`].
pub async fn edit_fact(
    app: &App,
    session: &SessionId,
    request: Option<RequestId>,
    pointer: String,
    edit: Edit,
    dry_run: bool,
) -> Result<Edited, ApiError> {
    let flow = workspace_of(app, session).await?;
    let before = app.store.latest(session).await.map_err(|e| fail::of_store(&e))?;
    let (moment, knowledge) = (app.moment(), app.knowledge.current());
    // Looked at here and not when a version is made: what older releases took can be replayed.
    let edit = match edit {
        // What is no value at all, or too much of one, is told as such by whoever takes the event.
        Edit::Set { value } if !holds_nul(&value) && size(&value).bytes <= limits::MESSAGE_BYTES => {
            let fits = || flow.fitting(&before, &pointer, &value, &moment, &knowledge);
            match app.aside(fits).await {
                Ok(value) => Edit::Set { value },
                // Another turn runs: that is what there is to say.
                Err(_) if app.lanes.is_busy(session) => Edit::Set { value },
                Err(error) => return Err(error),
            }
        }
        other => other,
    };
    let event = Event::Edit { pointer, edit };
    let reopened = match app.aside(|| flow.absorb(&before, &event, &moment, &knowledge)).await {
        Ok(settled) => reopened(&before, &settled),
        Err(error) if dry_run => return Err(error),
        // A repeated request finds its own effect here; whether it is one is not decided by the state.
        Err(_) => Vec::new(),
    };
    if dry_run {
        return Ok(Edited { snapshot: before, reopened });
    }
    let driven = handle_event(app, session, request, event).await?;
    Ok(Edited { snapshot: driven.snapshot, reopened })
}

fn reopened(before: &Snapshot, after: &Settled) -> Vec<Reopened> {
    let open = |state: &Value| -> Vec<Issue> {
        issue::of_state(state).into_iter().filter(|issue| issue.status == IssueStatus::Open).collect()
    };
    let old = open(&before.state);
    let mut list: Vec<Reopened> = open(&after.state)
        .into_iter()
        .filter(|issue| !old.iter().any(|before| before.id == issue.id))
        .map(|issue| Reopened { kind: "issue", reference: issue.key.unwrap_or_default(), title: issue.title })
        .collect();
    let computed = after.aside.ledger.0.iter().filter(|(at, entry)| {
        entry.origin == Origin::Computed && before.aside.ledger.get(at).is_none_or(|old| old.value != entry.value)
    });
    list.extend(computed.map(|(at, entry)| Reopened {
        kind: "computed",
        reference: at.clone(),
        title: entry.note.clone().unwrap_or_default(),
    }));
    if before.state.get("gate").is_some() && after.state.get("gate").is_none() {
        list.push(Reopened {
            kind: "gate",
            reference: "gate".into(),
            title: "Готовность будет проверена заново".into(),
        });
    }
    list
}
