//! L5: the few server functions that all workspaces share. Thin doors to the runner; never SQL, never rules.

#![expect(missing_docs, reason = "the macro makes structs of the arguments")]

pub mod edits;
pub mod matters;
pub mod shelf;

use crate::model::compare::Difference;
use crate::model::document_view::DocumentView;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::library::{PageSheet, SearchPage, SourcePage};
use crate::model::protocol::Sharing;
use crate::model::run_compare::{AuditPage, ComparePage};
use crate::model::session::{ANY, SessionRow, SessionView, VersionRow};
use crate::model::trace::TraceEntry;
use crate::model::workflow::Workflow;
use leptos::prelude::*;
use leptos::server_fn::codec::JsonEncoding;
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use serde::{Deserialize, Serialize};
#[cfg(feature = "ssr")]
use {
    crate::model::event::Event,
    crate::model::ids::{QuestionId, SessionId},
    crate::model::session::WorkspaceId,
    crate::model::share::Parts,
    crate::model::source::SearchQuery,
    crate::registry,
    crate::runner::{
        app::App,
        bundle, compare_runs, document,
        drive::Driven,
        fail, handle_event, library,
        ports::Sought,
        run_workflow, share as shares, start_session as opening, trash, view,
        workspace::{Nothing, Run},
    },
    crate::server::{
        history,
        opening::Opening,
        rest::{request_id, session_id, to_the_end},
        search, share,
    },
    serde_json::{Value, json},
};

impl FromServerFnError for ApiError {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::Request(_) => Self::new(
                ErrorCode::StorageUnavailable,
                "Нет связи с сервером. Проверьте соединение и повторите: ничего не потеряно.",
            ),
            ServerFnErrorErr::Args(_) | ServerFnErrorErr::MissingArg(_) | ServerFnErrorErr::Deserialization(_) => {
                Self::new(ErrorCode::InvalidRequest, "Форма заполнена не так, как ожидает сервер. Обновите страницу.")
            }
            _ => Self::new(ErrorCode::Internal, "Внутренняя ошибка. Повторите; сказанное сохранено."),
        }
    }
}

/// Whether this visitor may see lists of sessions; provided by the server.
#[derive(Debug, Clone, Copy)]
pub struct MayList(pub bool);

/// Whether this visitor came in with the instance's token; provided by the server.
#[derive(Debug, Clone, Copy)]
pub struct SignedIn(pub bool);

/// Whether this visitor came in by an account, and so has a page of people and matters; provided by the server.
#[derive(Debug, Clone, Copy)]
pub struct HasFirm(pub bool);

/// The list on the home page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionList {
    /// Whether this visitor may see the list (loopback or the instance's token).
    pub allowed: bool,
    /// Newest change first.
    pub rows: Vec<SessionRow>,
    /// Deleted, but still to be brought back.
    pub trashed: Vec<SessionRow>,
}

/// Opens a session with the first words and goes to its page.
#[server(prefix = "/fn", endpoint = "start_session")]
pub async fn start_session(message: String, workspace: Option<String>) -> Result<SessionView, ApiError> {
    let app = app()?;
    let workspace = match workspace.as_deref() {
        Some(ANY) => opening::fitting(&app, &message),
        name => workspace_of(name)?,
    };
    let started = to_the_end({
        let app = app.clone();
        async move { opening::start_session(&app, workspace, &message, None).await }
    })
    .await;
    let started = told(started)?;
    // A failed first step is shown on the session's page, with its retry.
    leptos_axum::redirect(&format!("/s/{}", started.session));
    view::view(&app, &started.session, None).await
}

/// Opens a mock trial and goes to its page.
#[server(prefix = "/fn", endpoint = "start_trial")]
pub async fn start_trial(
    case_type: String,
    user_side: String,
    lang: String,
    order: Option<String>,
    law_as_of: Option<String>,
    outline: Option<String>,
) -> Result<SessionView, ApiError> {
    let (app, asked) = (app()?, Opening::of_form(case_type, user_side, lang, filled(order), filled(law_as_of)));
    let case = told(asked.case(filled(outline), app.moment().today()))?;
    let own = registry::all().find(|one| one.web.takes_case());
    let own = own.ok_or_else(|| ApiError::new(ErrorCode::NotSupported, "Учебного процесса здесь нет."))?.flow.id();
    let opened = (app.clone(), case);
    let begin = async move { opening::start_session(&opened.0, own, &opened.1, None).await };
    let started = told(to_the_end(begin).await)?;
    leptos_axum::redirect(&format!("/s/{}", started.session));
    view::view(&app, &started.session, None).await
}

/// Sends words or a picked choice. `request` is chosen by the page, so that a double click has one effect.
#[server(prefix = "/fn", endpoint = "send_message")]
pub async fn send_message(
    session: String,
    request: Option<String>,
    text: Option<String>,
    answers_to: Option<String>,
    choice: Option<String>,
) -> Result<SessionView, ApiError> {
    let text = text.unwrap_or_default();
    let event = Event::Message { text, answers_to: filled(answers_to).map(QuestionId), choice: filled(choice) };
    told(handle(session, request, event).await)
}

/// Runs again the step that a failed turn left pending.
#[server(prefix = "/fn", endpoint = "retry_turn")]
pub async fn retry_turn(session: String) -> Result<SessionView, ApiError> {
    let (app, session) = (app()?, session_id(&session)?);
    let run = (app.clone(), session.clone());
    told(to_the_end(async move { handle_event::force_step(&run.0, &run.1, None).await }).await)?;
    view::view(&app, &session, None).await
}

/// Puts the contract together: skeleton, clauses, final check; then shows it.
#[server(prefix = "/fn", endpoint = "compose_document")]
pub async fn compose_document(session: String, variant: Option<String>) -> Result<(), ApiError> {
    let (app, session) = (app()?, session_id(&session)?);
    let run = (app.clone(), session.clone());
    told(to_the_end(async move { compose(&run.0, &run.1, filled(variant).as_deref()).await }).await)?;
    leptos_axum::redirect(&format!("/s/{session}?view=document"));
    Ok(())
}

/// A person's own words for a clause; `restore` brings the library's back. Then the document again.
#[server(prefix = "/fn", endpoint = "write_clause")]
pub async fn write_clause(
    session: String,
    clause: String,
    text: String,
    restore: Option<String>,
) -> Result<(), ApiError> {
    let text = restore.is_none().then_some(text);
    told(handle(session.clone(), None, Event::Clause { clause, text }).await)?;
    leptos_axum::redirect(&format!("/s/{session}?view=document"));
    Ok(())
}

/// Stops the running step.
#[server(prefix = "/fn", endpoint = "cancel_turn")]
pub async fn cancel_turn(session: String) -> Result<(), ApiError> {
    let _ = app()?.lanes.cancel(&session_id(&session)?);
    Ok(())
}

/// The session as it stands, or one of its versions.
#[server(prefix = "/fn", endpoint = "load_session")]
pub async fn load_session(session: String, version: Option<u32>) -> Result<SessionView, ApiError> {
    view::view(&app()?, &session_id(&session)?, version).await
}

/// All versions, oldest first.
#[server(prefix = "/fn", endpoint = "load_versions")]
pub async fn load_versions(session: String) -> Result<Vec<VersionRow>, ApiError> {
    app()?.store.versions(&session_id(&session)?).await.map_err(|error| fail::of_store(&error))
}

/// The trace of every step, oldest first.
#[server(prefix = "/fn", endpoint = "load_trace")]
pub async fn load_trace(session: String) -> Result<Vec<TraceEntry>, ApiError> {
    app()?.store.traces(&session_id(&session)?).await.map_err(|error| fail::of_store(&error))
}

/// Sessions of this instance.
#[server(prefix = "/fn", endpoint = "list_sessions")]
pub async fn list_sessions() -> Result<SessionList, ApiError> {
    let allowed = use_context::<MayList>().is_some_and(|may| may.0);
    if !allowed {
        return Ok(SessionList { allowed, rows: vec![], trashed: vec![] });
    }
    let store = app()?.store;
    let rows = store.sessions(100).await.map_err(|error| fail::of_store(&error))?;
    let trashed = store.trashed().await.map_err(|error| fail::of_store(&error))?;
    Ok(SessionList { allowed, rows, trashed: trashed.into_iter().map(|lying| lying.row).collect() })
}

/// Puts a session into the trash and goes home, or back to the page of matters when it came `from` there.
#[server(prefix = "/fn", endpoint = "delete_session")]
pub async fn delete_session(session: String, from: Option<String>) -> Result<(), ApiError> {
    let id = session_id(&session)?;
    trash::trash(&app()?, &id).await?;
    match from.as_deref() {
        Some("matters") => leptos_axum::redirect(&format!("/matters?done=deleted&session={id}")),
        _ => leptos_axum::redirect("/"),
    }
    Ok(())
}

/// Brings a session back from the trash and shows it.
#[server(prefix = "/fn", endpoint = "restore_session")]
pub async fn restore_session(session: String) -> Result<(), ApiError> {
    let session = session_id(&session)?;
    told(trash::restore(&app()?, &session).await)?;
    leptos_axum::redirect(&format!("/s/{session}"));
    Ok(())
}

/// What differs between two versions.
#[server(prefix = "/fn", endpoint = "compare_versions")]
pub async fn compare_versions(session: String, from: u32, to: u32) -> Result<Difference, ApiError> {
    told(history::difference(&app()?, &session_id(&session)?, from, to).await)
}

/// Two runs or branches side by side, with what can be chosen: of one session, or of another too.
#[server(prefix = "/fn", endpoint = "load_comparison")]
pub async fn load_comparison(
    session: String,
    with: Option<String>,
    from: Option<u32>,
    to: Option<u32>,
) -> Result<ComparePage, ApiError> {
    let (session, with) = (session_id(&session)?, filled(with).map(|with| session_id(&with)).transpose()?);
    let asked = compare_runs::Asked { session, with, from, to };
    told(compare_runs::page(&app()?, &asked, use_context::<MayList>().is_some_and(|may| may.0)).await)
}

/// The judge of a mock trial looked at again.
#[server(prefix = "/fn", endpoint = "load_audit")]
pub async fn load_audit(session: String, round: Option<u8>, law_as_of: Option<String>) -> Result<AuditPage, ApiError> {
    let (app, session) = (app()?, session_id(&session)?);
    let own = run_of(&app, &session).await?;
    told(own.audit(&app, &session, round, law_as_of).await)
}

/// The document of a version (without one, of the latest); nothing while the type of the contract is unknown.
#[server(prefix = "/fn", endpoint = "load_document")]
pub async fn load_document(
    session: String,
    version: Option<u32>,
    variant: Option<String>,
    part: String,
) -> Result<Option<DocumentView>, ApiError> {
    told(document::document(&app()?, &session_id(&session)?, version, variant.as_deref(), &part).await)
}

/// Links of a session, and the protocol against one of the copies.
#[server(prefix = "/fn", endpoint = "load_sharing")]
pub async fn load_sharing(session: String, with: Option<String>) -> Result<Sharing, ApiError> {
    let fresh = use_context::<axum::http::request::Parts>().and_then(|parts| share::fresh(&parts.headers));
    let with = filled(with).map(|with| session_id(&with)).transpose()?;
    told(share::sharing(&app()?, &session_id(&session)?, with, fresh).await)
}

/// Opens a link for the other side, with the ticked parts beside the answer or document; its address is told once, on the page about sharing.
#[server(prefix = "/fn", endpoint = "open_share")]
pub async fn open_share(session: String, question: Option<String>, documents: Option<String>) -> Result<(), ApiError> {
    let parts = Parts { question: filled(question).is_some(), documents: filled(documents).is_some() };
    let opened = told(shares::share(&app()?, &session_id(&session)?, parts).await)?;
    let page = format!("/s/{session}/share");
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        let asked = use_context::<axum::http::request::Parts>();
        response.append_header(axum::http::header::SET_COOKIE, share::tell_once(&page, &opened, asked.as_ref())?);
    }
    leptos_axum::redirect(&page);
    Ok(())
}

/// Ends a link.
#[server(prefix = "/fn", endpoint = "revoke_share")]
pub async fn revoke_share(session: String, link: String) -> Result<(), ApiError> {
    told(shares::revoke(&app()?, &session_id(&session)?, &link).await)?;
    leptos_axum::redirect(&format!("/s/{session}/share"));
    Ok(())
}

/// Takes a fact over as the other side has it.
#[server(prefix = "/fn", endpoint = "take_theirs")]
pub async fn take_theirs(session: String, with: String, pointer: String) -> Result<(), ApiError> {
    let (app, copy) = (app()?, session_id(&with)?);
    let event = told(share::theirs(&app, &session_id(&session)?, &copy, pointer).await)?;
    told(handle(session.clone(), None, event).await)?;
    leptos_axum::redirect(&format!("/s/{session}/share?with={copy}#protocol"));
    Ok(())
}

/// A person's own output of a research step, or the step once more; everything behind it runs again.
#[server(prefix = "/fn", endpoint = "rework_step")]
pub async fn rework_step(
    session: String,
    step: String,
    output: Option<String>,
    again: Option<String>,
) -> Result<SessionView, ApiError> {
    let output = filled(output).filter(|_| again.is_none()).map(|text| json_of("output", &text)).transpose();
    let event = Event::Rework { step, input: None, output: told(output)? };
    let view = told(handle(session.clone(), None, event).await)?;
    leptos_axum::redirect(&format!("/s/{session}"));
    Ok(view)
}

/// The kept sequences of research steps.
#[server(prefix = "/fn", endpoint = "load_workflows")]
pub async fn load_workflows() -> Result<Vec<Workflow>, ApiError> {
    app()?.store.workflows().await.map_err(|error| fail::of_store(&error))
}

/// Runs a kept sequence on the session's question.
#[server(prefix = "/fn", endpoint = "run_sequence")]
pub async fn run_sequence(session: String, workflow: String) -> Result<(), ApiError> {
    let (app, id) = (app()?, session_id(&session)?);
    told(to_the_end(async move { run_workflow::in_session(&app, &id, &workflow, None, None).await }).await)?;
    leptos_axum::redirect(&format!("/s/{session}"));
    Ok(())
}

/// Searches again for a question about norms, by other words.
#[server(prefix = "/fn", endpoint = "norms_search")]
pub async fn norms_search(session: String, keywords: String) -> Result<SessionView, ApiError> {
    let (app, id) = (app()?, session_id(&session)?);
    let again = handle_event::workspace_of(&app, &id).await?.search_again(&keywords);
    let none = || ApiError::new(ErrorCode::NotSupported, "У этого сеанса нет поиска по источникам.");
    let view = told(handle(session.clone(), None, again.ok_or_else(none)?).await)?;
    leptos_axum::redirect(&format!("/s/{session}"));
    Ok(view)
}

/// A person's decision about a run that could not end by itself.
#[server(prefix = "/fn", endpoint = "review_norms")]
pub async fn review_norms(
    session: String,
    version: u32,
    decision: String,
    keywords: Option<String>,
    page: Option<String>,
    answer: Option<String>,
    note: Option<String>,
) -> Result<SessionView, ApiError> {
    let fields = json!({"decision": decision, "keywords": filled(keywords), "page": filled(page), "answer": filled(answer), "note": filled(note)});
    let view = told(handle(session.clone(), None, reviewed(version, fields)).await)?;
    leptos_axum::redirect(&format!("/s/{session}"));
    Ok(view)
}

/// Searches the corpus.
#[server(prefix = "/fn", endpoint = "search_corpus")]
pub async fn search_corpus(
    q: String,
    jurisdiction: Option<String>,
    document: Option<String>,
    on: Option<String>,
) -> Result<SearchPage, ApiError> {
    let asked = SearchQuery { q, jurisdiction, document, on, limit: 30, ..SearchQuery::default() };
    // Without words the page only lists what is held.
    let asked = if asked.q.trim().is_empty() { Ok(SearchQuery::default()) } else { search::checked(asked) };
    told(library::search(&app()?, told(asked)?).await)
}

/// A document of the corpus at a node.
#[server(prefix = "/fn", endpoint = "load_source")]
pub async fn load_source(node: String) -> Result<SourcePage, ApiError> {
    told(library::source(&app()?, &node).await)
}

/// A page of a document with what is marked on it.
#[server(prefix = "/fn", endpoint = "load_page")]
pub async fn load_page(
    edition: String,
    page: Option<u32>,
    node: Option<String>,
    quote: Option<String>,
) -> Result<PageSheet, ApiError> {
    let sought = Sought { edition, page, node: filled(node), quote: filled(quote) };
    told(library::page(&app()?, &sought).await)
}

/// Opens a copy of the session as it was at a version and goes to its page.
#[server(prefix = "/fn", endpoint = "fork_session")]
pub async fn fork_session(session: String, version: u32) -> Result<String, ApiError> {
    let copy = told(bundle::fork(&app()?, &session_id(&session)?, version).await)?;
    leptos_axum::redirect(&format!("/s/{copy}"));
    Ok(copy.0)
}

/// Whether a plain form asks, which wants a page.
#[cfg(feature = "ssr")]
fn by_form(headers: &axum::http::HeaderMap) -> bool {
    headers.get("accept").and_then(|value| value.to_str().ok()).is_some_and(|accept| accept.contains("text/html"))
}

/// Gives the answer of a script the error's status. A plain form is answered with a redirect, which must stay one.
#[cfg(feature = "ssr")]
fn told<T>(result: Result<T, ApiError>) -> Result<T, ApiError> {
    let html = use_context::<axum::http::request::Parts>().is_some_and(|parts| by_form(&parts.headers));
    if let (Err(error), Some(response), false) = (&result, use_context::<leptos_axum::ResponseOptions>(), html)
        && let Ok(status) = axum::http::StatusCode::from_u16(error.code.status())
    {
        response.set_status(status);
    }
    result
}

#[cfg(feature = "ssr")]
fn app() -> Result<App, ApiError> {
    use_context::<App>().ok_or_else(|| ApiError::new(ErrorCode::Internal, "Сервер запущен без служб."))
}

/// What the workspace of a session does over the ports.
#[cfg(feature = "ssr")]
async fn run_of(app: &App, session: &SessionId) -> Result<&'static dyn Run, ApiError> {
    let row = app.store.row(session).await.map_err(|error| fail::of_store(&error))?;
    Ok(registry::of(row.workspace).map_or(&Nothing, |one| one.run))
}

/// Puts the document of a session together.
#[cfg(feature = "ssr")]
async fn compose(app: &App, session: &SessionId, variant: Option<&str>) -> Result<Driven, ApiError> {
    run_of(app, session).await?.compose(app, session, variant).await
}

/// The workspace of a form; the usual one unless another is named.
#[cfg(feature = "ssr")]
fn workspace_of(name: Option<&str>) -> Result<WorkspaceId, ApiError> {
    let unknown = || ApiError::field("workspace", "Такого рабочего пространства нет.");
    let named = name.filter(|name| !name.is_empty());
    named.map_or(Ok(registry::usual()), |name| registry::named(name).ok_or_else(unknown))
}

/// The form of a review as the gate takes it; an empty field is no field.
#[cfg(feature = "ssr")]
fn reviewed(state_version: u32, mut fields: Value) -> Event {
    if let Some(map) = fields.as_object_mut() {
        map.retain(|_, value| !value.is_null());
    }
    let form = "human_review".to_owned();
    Event::Gate { form, form_version: 1, state_version, fields, skip: false, skip_confirmed: false }
}

/// An empty field of a form is no field.
#[cfg(feature = "ssr")]
fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

#[cfg(feature = "ssr")]
async fn handle(session: String, request: Option<String>, event: Event) -> Result<SessionView, ApiError> {
    let (app, session): (App, SessionId) = (app()?, session_id(&session)?);
    let request = request_id(filled(request))?;
    let run = (app.clone(), session.clone());
    to_the_end(async move { handle_event::handle_event(&run.0, &run.1, request, event).await }).await?;
    view::view(&app, &session, None).await
}

/// JSON that a person wrote.
#[cfg(feature = "ssr")]
fn json_of(field: &str, text: &str) -> Result<serde_json::Value, ApiError> {
    serde_json::from_str(text).map_err(|error| {
        ApiError::field(field, format!("Это не JSON: строка {}, знак {}.", error.line(), error.column()))
    })
}
