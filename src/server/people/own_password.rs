//! A person's own password: changed with the old one, by the page or by JSON. Every other browser of the account is
//! signed out; who tries wrong old ones waits, as at the door.

use crate::adapters::password;
use crate::engine::prompt::sha256;
use crate::model::account::AccountChange;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::trail::{Action, Draft, Outcome};
use crate::runner::ports::StoreError;
use crate::server::body::{Failure, Json};
use crate::server::door::caller::Caller;
use crate::server::people::{pages, person, sign_in, stored};
use crate::server::prefs::cookie;
use crate::server::router::Server;
use crate::ui::served::firm::PasswordNote;
use axum::extract::{Form, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use std::time::Instant;

/// Where the page shows that it is done.
const DONE: &str = "/firm?done=password#own-password";

/// What a program sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    old: String,
    new: String,
}

/// What the form sends.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Sent {
    old: String,
    new: String,
    again: String,
}

/// `PUT /api/account/password` `{old, new}` → 204.
///
/// # Errors
/// Nobody is signed in; the old one is wrong; the new one cannot be taken (`details.reason`); storage.
pub async fn json(
    State(server): State<Server>,
    caller: Caller,
    asked: Parts,
    Json(body): Json<Asked>,
) -> Result<StatusCode, Failure> {
    match changed(&server, &caller, &asked, &body.old, &body.new).await? {
        None => Ok(StatusCode::NO_CONTENT),
        Some(why) => Err(refused(why).into()),
    }
}

/// `POST /firm/password`: back to the page, or the page with what is wrong.
pub async fn form(State(server): State<Server>, caller: Caller, asked: Parts, Form(sent): Form<Sent>) -> Response {
    let done = match sent.new == sent.again {
        true => changed(&server, &caller, &asked, &sent.old, &sent.new).await,
        false => Ok(Some(PasswordNote::Differs)),
    };
    match done {
        Ok(None) => Redirect::to(DONE).into_response(),
        Ok(Some(why)) => pages::with_password(&server, asked, why).await,
        Err(error) => Failure(error).into_response(),
    }
}

fn refused(why: PasswordNote) -> ApiError {
    let told = |field: &str, reason: &str, words: &str| ApiError::field(field, words).with("reason", reason);
    match why {
        PasswordNote::Wrong => told("old", "wrong", "Прежний пароль не подошёл. Проверьте и введите ещё раз."),
        PasswordNote::Unfit => told("new", "unfit", "Новый пароль — не короче 12 знаков и не длиннее 256 байт."),
        PasswordNote::Same => told("new", "same", "Новый пароль совпадает с прежним."),
        PasswordNote::Differs | PasswordNote::Changed => told("new", "differs", "Новые пароли не совпадают."),
        PasswordNote::Wait(seconds) => {
            let words = "Слишком много неверных попыток. Подождите и попробуйте ещё раз.";
            ApiError::new(ErrorCode::TooManyRequests, words).with("retry_after", seconds)
        }
    }
}

/// Changes it; `Some` says why not.
async fn changed(
    server: &Server,
    caller: &Caller,
    asked: &Parts,
    old: &str,
    new: &str,
) -> Result<Option<PasswordNote>, ApiError> {
    let (_, name, _) = person(server, &asked.extensions)?;
    let Some(people) = &server.people else { return Ok(Some(PasswordNote::Wrong)) };
    if !password::is_fit(new) {
        return Ok(Some(PasswordNote::Unfit));
    }
    if old == new {
        return Ok(Some(PasswordNote::Same));
    }
    // Counted before it is looked at, as at the door: who found an open browser guesses no quicker here.
    let (address, now) = (caller.subscriber(), Instant::now());
    let waits = people.addresses.take(address, now).and_then(|()| people.names.take(name.clone(), now));
    if let Err(seconds) = waits {
        return Ok(Some(PasswordNote::Wait(seconds)));
    }
    let account = server.sessions.account(&name).await.map_err(|error| stored(&error))?;
    let kept = account.filter(|account| account.disabled_at.is_none()).map(|account| account.password);
    if !server.app.aside(|| password::is(old, kept.as_deref())).await {
        let note = server.trail.note(Action::Update, |draft| {
            let draft = draft.of(&format!("account:{name}")).text("cause", "password");
            Draft { result: Outcome::Refused, ..draft }
        });
        if let Err(error) = note.await {
            tracing::error!(error = error.to_string(), "the audit log was not written");
        }
        return Ok(Some(PasswordNote::Wrong));
    }
    people.addresses.give_back(&address);
    people.names.give_back(&name);
    let hash = server.app.aside(|| password::kept(new)).await;
    let password = hash.ok_or_else(|| {
        tracing::error!("the system gives no randomness");
        ApiError::new(ErrorCode::Internal, "Пароль не сохранён. Повторите через минуту.")
    })?;
    let stays = sha256(&cookie(&asked.headers, sign_in::COOKIE).unwrap_or_default());
    let change = AccountChange::Own { password, was: kept.unwrap_or_default(), stays };
    match server.sessions.change_account(&name, change).await {
        // Another browser was quicker: the old one is not that any more.
        Err(StoreError::NotFound) => Ok(Some(PasswordNote::Wrong)),
        done => done.map(|()| None).map_err(|error| stored(&error)),
    }
}
