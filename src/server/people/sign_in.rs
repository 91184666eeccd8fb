//! The way in and out by an account: a form, a cookie whose value is kept as a hash, and patience with wrong passwords.

use crate::adapters::password;
use crate::engine::prompt::sha256;
use crate::model::account::{Login, name_of};
use crate::runner::fail;
use crate::runner::ports::StoreError;
use crate::server::access::{SignIn, alone};
use crate::server::body::Failure;
use crate::server::desk::files;
use crate::server::door::caller::Caller;
use crate::server::people::People;
use crate::server::prefs::{cookie, local};
use crate::server::router::Server;
use crate::server::trail::Tried;
use crate::ui::{logic::format, people_text};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use jiff::{SignedDuration, Timestamp};
use std::time::Instant;

/// Name of the cookie.
pub(in crate::server) const COOKIE: &str = "legalagi_login";
/// Hours after which everybody signs in again.
const HOURS: i64 = 7 * 24;

/// Why the form is shown again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::server) enum Problem {
    /// Name or password is wrong; which of them is not said.
    Wrong,
    /// Too many were wrong; seconds to wait.
    Wait(u64),
}

/// `POST /sign-in`. Counted before it is looked at, by address and by name, so that guesses sent all at once count too;
/// a right password costs nothing. An account that there is not takes the same time as a wrong password.
pub(in crate::server) async fn sign_in(
    server: &Server,
    people: &People,
    caller: &Caller,
    headers: &HeaderMap,
    sent: &SignIn,
) -> Response {
    let back = local(&sent.back);
    let name = name_of(&sent.name).unwrap_or_default();
    let (address, now) = (caller.subscriber(), Instant::now());
    // What an address is refused counts against no name: one that guesses at many keeps few of them out.
    let waits = people.addresses.take(address, now).and_then(|()| people.names.take(name.clone(), now));
    if let Err(seconds) = waits {
        return form(StatusCode::TOO_MANY_REQUESTS, headers, Some(Problem::Wait(seconds)), &back);
    }
    let account = match server.sessions.account(&name).await {
        Ok(account) => account,
        Err(error) => return unread(&error),
    };
    let kept =
        account.as_ref().filter(|account| account.disabled_at.is_none()).map(|account| account.password.as_str());
    let right = server.app.aside(|| password::is(&sent.password, kept)).await;
    let known = account.as_ref().map(|account| Tried(account.name.clone()));
    let mut response = if right {
        people.addresses.give_back(&address);
        people.names.give_back(&name);
        match opened(server, &name).await {
            Ok(value) => {
                let cookie = set(&value, HOURS * 60 * 60, caller);
                ([(header::SET_COOKIE, cookie)], Redirect::to(&back)).into_response()
            }
            Err(error) => return unread(&error),
        }
    } else {
        form(StatusCode::UNAUTHORIZED, headers, Some(Problem::Wrong), &back)
    };
    if let Some(known) = known {
        response.extensions_mut().insert(known);
    }
    response
}

/// Keeps that somebody is in; the value of the cookie.
async fn opened(server: &Server, name: &str) -> Result<String, StoreError> {
    let (value, now) = (server.app.clock.token(), server.app.clock.now());
    let at: Result<Timestamp, _> = now.parse();
    let end = at.ok().and_then(|at| at.checked_add(SignedDuration::from_hours(HOURS)).ok());
    let expires_at = end.map_or_else(|| now.clone(), |end| end.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string());
    let login = Login { hash: sha256(&value), account: name.to_owned(), matter: None, created_at: now, expires_at };
    server.sessions.sign_in(login).await.map(|()| value)
}

/// `POST /sign-out`: the cookie opens nothing any more, also where it was copied to.
pub(in crate::server) async fn sign_out(server: &Server, caller: &Caller, headers: &HeaderMap) -> Response {
    if let Some(value) = cookie(headers, COOKIE)
        && let Err(error) = server.sessions.sign_out(&sha256(&value)).await
    {
        return unread(&error);
    }
    ([(header::SET_COOKIE, set("", 0, caller))], Redirect::to("/sign-in")).into_response()
}

fn set(value: &str, seconds: i64, caller: &Caller) -> String {
    format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{}", caller.cookie_end())
}

fn unread(error: &StoreError) -> Response {
    Failure(fail::of_store(error)).into_response()
}

/// The form, in the language of the visitor.
pub(in crate::server) fn form(
    status: StatusCode,
    headers: &HeaderMap,
    problem: Option<Problem>,
    back: &str,
) -> Response {
    let lang = files::prefs(headers).lang;
    let t = people_text::of(lang);
    let words = match problem {
        None => String::new(),
        Some(Problem::Wrong) => t.wrong.to_owned(),
        Some(Problem::Wait(seconds)) => format::fill(t.wait, &[("n", &seconds.to_string())]),
    };
    let alert = if words.is_empty() { words } else { format!("<p class=\"problem\" role=\"alert\">{words}</p>") };
    let back = back.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let (title, name, pass, enter, lead) = (t.sign_in, t.name, t.password, t.enter, t.sign_in_lead);
    let body = format!(
        "<h1>{title}</h1><p class=\"lead\">{lead}</p>{alert}<form class=\"sign-in-form\" method=\"post\" \
         action=\"/sign-in\"><input type=\"hidden\" name=\"back\" value=\"{back}\"><label>{name} <input name=\"name\" \
         autocomplete=\"username\" autocapitalize=\"none\" required autofocus></label> <label>{pass} <input \
         type=\"password\" name=\"password\" autocomplete=\"current-password\" required></label> \
         <button type=\"submit\" class=\"primary\">{enter}</button></form>"
    );
    let mut response = alone(status, lang.as_str(), title, &body);
    if let Some(Problem::Wait(seconds)) = problem {
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    response
}
