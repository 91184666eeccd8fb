//! `/firm`: the page of people and matters, and its plain forms. They lead back to it; one that was not taken is shown
//! again with why.

use crate::engine::prompt::sha256;
use crate::engine::rights::Act;
use crate::model::account::{Coming, Role, Standing};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::session::SessionRow;
use crate::runner::fail;
use crate::server::body::Failure;
use crate::server::desk::pages as desk;
use crate::server::people::{self, Shown, person, shown, sign_in, stored};
use crate::server::prefs::cookie;
use crate::server::rest::session_id;
use crate::server::router::Server;
use crate::ui::served::firm::{self as view, Found, PasswordNote, Person};
use axum::extract::{Form, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

/// Sessions that are offered for a matter.
const OFFERED: u32 = 50;

/// `GET /firm`.
pub async fn firm(State(server): State<Server>, asked: Parts) -> Response {
    let done = asked.uri.query().is_some_and(|query| query.split('&').any(|pair| pair == "done=password"));
    drawn(&server, asked, None, done.then_some(PasswordNote::Changed)).await
}

/// The page with what became of a new password.
pub(in crate::server) async fn with_password(server: &Server, asked: Parts, note: PasswordNote) -> Response {
    let mut response = drawn(server, asked, None, Some(note)).await;
    if let PasswordNote::Wait(seconds) = note {
        *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    } else if response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::BAD_REQUEST;
    }
    response
}

async fn drawn(server: &Server, asked: Parts, problem: Option<ApiError>, password: Option<PasswordNote>) -> Response {
    let (coming, name, role) = match person(server, &asked.extensions) {
        Ok(person) => person,
        // The page that says that there is nothing.
        Err(_) => return desk::unknown(server, asked).await,
    };
    let status = problem.as_ref().and_then(|error| StatusCode::from_u16(error.code.status()).ok());
    match found(server, &coming, &name, role, problem).await {
        Ok(found) => {
            let found = Found { password, ..found };
            let mut response = desk::page(server, asked, move || view::page(&found)).await;
            if let Some(status) = status {
                *response.status_mut() = status;
            }
            response
        }
        Err(error) => Failure(error).into_response(),
    }
}

async fn found(
    server: &Server,
    coming: &Coming,
    name: &str,
    role: Role,
    problem: Option<ApiError>,
) -> Result<Found, ApiError> {
    let may = |act: Act| act.least().is_some_and(|least| role >= least);
    let matters = shown(&server.sessions, name, role).await?;
    let people = match may(Act::Manage) {
        true => server.sessions.accounts().await.map_err(|error| stored(&error))?,
        false => Vec::new(),
    };
    let mut common: Vec<SessionRow> = Vec::new();
    if may(Act::PutIn) {
        let recent = server.app.store.sessions(OFFERED).await.map_err(|error| fail::of_store(&error))?;
        for row in recent {
            let placed = server.sessions.place(&row.session_id, name).await.map_err(|error| fail::of_store(&error))?;
            if placed.0.is_none() {
                common.push(row);
            }
        }
    }
    let person = |one: crate::model::account::Account| Person {
        name: one.name,
        role: one.role,
        is_disabled: one.disabled_at.is_some(),
    };
    let matter = |one: Shown| view::MatterRow { matter: one.matter, own: one.own, people: one.people };
    Ok(Found {
        name: name.to_owned(),
        role,
        manages: may(Act::Manage),
        works_in: coming.into.clone(),
        matters: matters.into_iter().map(matter).collect(),
        people: people.into_iter().map(person).collect(),
        common,
        problem,
        password: None,
    })
}

/// What the forms send; each of them its own part.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Sent {
    matter: String,
    name: String,
    account: String,
    standing: String,
    session: String,
}

/// Leads back to the page, or shows it with what is wrong.
async fn back(server: &Server, asked: Parts, done: Result<(), ApiError>) -> Response {
    match done {
        Ok(()) => Redirect::to("/firm").into_response(),
        Err(error) => drawn(server, asked, Some(error), None).await,
    }
}

/// `POST /firm/work`: the matter that new sessions go into; none: they are common.
pub async fn work(State(server): State<Server>, asked: Parts, Form(sent): Form<Sent>) -> Response {
    let done = async {
        let (coming, ..) = person(&server, &asked.extensions)?;
        let matter = Some(sent.matter).filter(|matter| !matter.is_empty());
        if let Some(matter) = &matter {
            let standing = server.sessions.standing(matter, coming.name()).await.map_err(|error| stored(&error))?;
            if standing != Some(Standing::Member) {
                return Err(stored(&crate::runner::ports::StoreError::NotFound));
            }
        }
        let value = cookie(&asked.headers, sign_in::COOKIE).unwrap_or_default();
        server.sessions.work_in(&sha256(&value), matter).await.map_err(|error| stored(&error))
    };
    let done = done.await;
    back(&server, asked, done).await
}

/// `POST /firm/put`: puts a common session into a matter.
pub async fn put(State(server): State<Server>, asked: Parts, Form(sent): Form<Sent>) -> Response {
    let done = async {
        let (coming, ..) = person(&server, &asked.extensions)?;
        if sent.matter.is_empty() {
            return Err(ApiError::new(ErrorCode::NotFound, "Такого дела нет."));
        }
        people::put(&server, &coming, &session_id(&sent.session)?, Some(&sent.matter)).await
    };
    let done = done.await;
    back(&server, asked, done).await
}

/// `POST /firm/matter`: makes a matter.
pub async fn add_matter(State(server): State<Server>, asked: Parts, Form(sent): Form<Sent>) -> Response {
    let done = async {
        person(&server, &asked.extensions)?;
        people::add_matter(&server, &sent.name).await.map(|_| ())
    };
    let done = done.await;
    back(&server, asked, done).await
}

/// `POST /firm/stand`: makes somebody a member, or puts up a wall.
pub async fn stand(State(server): State<Server>, asked: Parts, Form(sent): Form<Sent>) -> Response {
    let done = async {
        person(&server, &asked.extensions)?;
        match Standing::parse(&sent.standing) {
            Some(standing) => people::stand(&server, &sent.matter, &sent.account, standing).await,
            None => Err(ApiError::field("standing", "Возможны member (участник) и walled (за стеной).")),
        }
    };
    let done = done.await;
    back(&server, asked, done).await
}

/// `POST /firm/leave`: takes somebody out, or a wall away.
pub async fn leave(State(server): State<Server>, asked: Parts, Form(sent): Form<Sent>) -> Response {
    let done = async {
        person(&server, &asked.extensions)?;
        people::leave(&server, &sent.matter, &sent.account).await
    };
    let done = done.await;
    back(&server, asked, done).await
}
