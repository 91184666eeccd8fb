//! Links for the other side: a copy of the facts without the dialogue, and who may open it.

use crate::engine::knowledge::Knowledge;
use crate::engine::prompt::sha256;
use crate::engine::turn::Moment;
use crate::model::action::NextAction;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{QuestionId, SessionId, TurnId};
use crate::model::share::{Parts, Share};
use crate::model::snapshot::{Aside, AskedRecord, RunCounters, Snapshot};
use crate::model::turn::{Role, Turn};
use crate::runner::app::App;
use crate::runner::by_rules::by_rules;
use crate::runner::drive::drive;
use crate::runner::notice::{Happened, Notice};
use crate::runner::ports::Commit;
use crate::runner::{fail, handle_event};
use crate::workspaces::Workspace;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What made version 0 of a copy.
pub const CAUSE: &str = "share";
/// The first words of a copy.
const WELCOME: &str = "Это копия для согласования. Здесь можно отвечать на вопросы и менять всё по-своему: исходное \
                       дело не изменится, а отличия увидит тот, кто дал ссылку.";

/// A new link: its token is told once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// What is kept of it.
    pub share: Share,
    /// 32 random bytes, base64url.
    pub token: String,
}

/// Opens a session to the other side: a copy of its newest version with these parts, and a link to that copy.
///
/// # Errors
/// Unknown session, a copy of another session, a turn that is not finished, storage.
pub async fn share(app: &App, session: &SessionId, parts: Parts) -> Result<Opened, ApiError> {
    let stored = |error| fail::of_store(&error);
    let row = app.store.row(session).await.map_err(stored)?;
    let flow = handle_event::workspace_of(app, session).await?;
    flow.shares()?;
    if app.store.share_of_copy(session).await.map_err(stored)?.is_some() {
        let message = "Это уже копия для согласования. Откройте доступ к исходному делу.";
        return Err(ApiError::new(ErrorCode::Conflict, message));
    }
    let latest = app.store.latest(session).await.map_err(stored)?;
    if latest.aside.pending.is_some() {
        let message = "Последнее сообщение ещё не обработано. Нажмите «Повторить», а затем откройте доступ.";
        return Err(ApiError::new(ErrorCode::Conflict, message));
    }
    let (copy, at) = (app.clock.session_id(), app.clock.now());
    let turn = Turn {
        id: TurnId::from("t0"),
        role: Role::System,
        text: WELCOME.to_owned(),
        at: at.clone(),
        answers_to: None,
        choice: None,
    };
    let snapshot = without_dialogue(flow, &latest, &copy, &turn, parts, &app.knowledge.current());
    let commit = Commit {
        snapshot: snapshot.clone(),
        cause: CAUSE.into(),
        turns: vec![turn],
        changed: Vec::new(),
        trace: None,
        request: None,
        ends: None,
        events: vec![Happened::State { version: 0 }.told()],
        title: None,
    };
    let version = latest.version;
    app.store.create(row.workspace, "Копия для согласования".into(), commit).await.map_err(stored)?;
    let token = app.clock.token();
    let own = session.clone();
    let share =
        Share { id: sha256(&token), session: own, copy: Some(copy.clone()), version, created_at: at, revoked_at: None };
    app.store.add_share(share.clone()).await.map_err(stored)?;
    // Where facts wait for the other side, the rules say what is to be asked first.
    let Some(lane) = app.enter(&copy).await? else { return Err(fail::stopping()) };
    if let Err(error) = drive(&by_rules(app), flow, snapshot, &lane.cancel, None).await {
        (app.publish)(Notice { session: copy, happened: Happened::Failed { error } });
    }
    Ok(Opened { share, token })
}

/// The answer, or the facts and what is open about them; of what the person said only the parts that were ticked.
/// Nobody on the other side has confirmed anything: facts wait there.
#[must_use]
pub fn without_dialogue(
    flow: &dyn Workspace,
    latest: &Snapshot,
    copy: &SessionId,
    first: &Turn,
    parts: Parts,
    knowledge: &Knowledge,
) -> Snapshot {
    let mut state = flow.copied(&latest.state, parts);
    state["meta"]["session_id"] = json!(copy);
    state["meta"]["state_version"] = json!(0);
    state["meta"]["created_at"] = json!(first.at);
    state["meta"]["updated_at"] = json!(first.at);
    if state["dialogue"].is_object() {
        state["dialogue"]["history"] = json!([{"id": first.id, "role": "system", "text": first.text, "at": first.at}]);
    }
    for issue in state["issues"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        issue.remove("evidence");
    }
    let mut aside: Aside = (*latest.aside).clone();
    aside.run = RunCounters::default();
    // Facts travel, the words that they came from do not.
    aside.ledger.each_mut(|_, entry| {
        (entry.turn_id, entry.quote, entry.version) = (None, None, 0);
        (entry.evidence, entry.candidates) = (Vec::new(), Vec::new());
    });
    rename_questions(&mut state, &mut aside, &first.id);
    let snapshot = |state, aside| Snapshot {
        session: copy.clone(),
        version: 0,
        state: Arc::new(state),
        aside: Arc::new(aside),
        at: first.at.clone(),
    };
    let (state, aside) = flow.handed_over(&snapshot(state, aside), &Moment { now: first.at.clone() }, knowledge);
    snapshot(state, aside)
}

/// Ids of questions follow from versions, and a copy counts anew: what was asked before gets names of its own.
fn rename_questions(state: &mut Value, aside: &mut Aside, first: &TurnId) {
    let renamed = |id: &str| format!("shared-{id}");
    for asked in state["dialogue"]["asked"].as_array_mut().into_iter().flatten() {
        asked["id"] = json!(renamed(asked["id"].as_str().unwrap_or_default()));
    }
    let questions = std::mem::take(&mut aside.questions);
    let own = questions.iter().map(|(id, record)| (id, record.clone()));
    let named: BTreeMap<QuestionId, AskedRecord> = own
        .map(|(id, mut record)| {
            let id = QuestionId(renamed(id.as_str()));
            record.question.question_id = Some(id.clone());
            record.answered_by = record.answered_by.map(|_| first.clone());
            (id, record)
        })
        .collect();
    aside.questions = named.into();
    if let Some(NextAction::AskUser { ask_user }) = &mut aside.next_action {
        ask_user.question_id = ask_user.question_id.take().map(|id| QuestionId(renamed(id.as_str())));
    }
}

/// Ends a link of a session, named by its token or its id.
///
/// # Errors
/// No such link of this session; storage.
pub async fn revoke(app: &App, session: &SessionId, token: &str) -> Result<(), ApiError> {
    let stored = |error| fail::of_store(&error);
    let is_id = token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    let id = if is_id { token.to_ascii_lowercase() } else { sha256(token) };
    match app.store.share(&id).await.map_err(stored)? {
        Some(share) if share.session == *session => app.store.revoke_share(&id, &app.clock.now()).await.map_err(stored),
        _ => Err(ApiError::new(ErrorCode::NotFound, "Такой ссылки у этого дела нет.")),
    }
}

/// The link that a token belongs to. Compared by hash: time tells nothing about the token.
///
/// # Errors
/// Storage.
pub async fn of_token(app: &App, token: &str) -> Result<Option<Share>, ApiError> {
    app.store.share(&sha256(token)).await.map_err(|error| fail::of_store(&error))
}
