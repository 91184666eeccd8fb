//! The pages of a lawyer's link and of its owner, and their plain forms. They lead back to where they were sent from; a
//! form that was not taken is shown again with what was typed and why.

use crate::engine::form::{Plain, pairs};
use crate::engine::limits;
use crate::engine::prompt::sha256;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::form::Returned;
use crate::model::ids::RemarkId;
use crate::model::share::Share;
use crate::model::signoff::{Remark, Side};
use crate::runner::signoff::{NewRemark, NewSignoff, Seat};
use crate::runner::{fail, share as shares, signoff, view};
use crate::server::body::{Failure, too_large};
use crate::server::desk::pages as desk;
use crate::server::rest::session_id;
use crate::server::router::Server;
use crate::server::share::{self, closed};
use crate::server::signoff::{by_link, owner};
use crate::server::{access, back};
use crate::ui::components::remark_list::Desk;
use crate::ui::served;
use axum::body::to_bytes;
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};

/// `GET /share/{token}` of a link for a lawyer.
pub async fn lawyer(server: &Server, token: &str, asked: Parts) -> Response {
    drawn(server, token, asked, None).await
}

/// `POST /share/{token}/{act}`: a form of the lawyer's page.
pub async fn lawyer_form(
    State(server): State<Server>,
    Path((token, act)): Path<(String, String)>,
    request: Request,
) -> Response {
    let (asked, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, limits::BODY_BYTES).await else { return Failure(too_large()).into_response() };
    let seat = match by_link(&server, &token).await {
        Ok(Ok(seat)) => seat,
        Ok(Err(why)) => return closed(why, &asked.headers),
        Err(error) => return Failure(error).into_response(),
    };
    let sent = pairs(&String::from_utf8_lossy(&bytes));
    match done(&server, &seat, &act, &sent).await {
        None => closed(share::Closed::Beyond, &asked.headers),
        Some(Ok(place)) => Redirect::to(&format!("/share/{token}#{place}")).into_response(),
        Some(Err(error)) => {
            let returned = Returned { form: act, pairs: sent, error };
            drawn(&server, &token, asked, Some(returned)).await
        }
    }
}

/// What a form asks for, done; the part of the page that shows it. `None` for a form that the page does not have.
async fn done(
    server: &Server,
    seat: &Seat,
    act: &str,
    sent: &[(String, String)],
) -> Option<Result<&'static str, ApiError>> {
    let plain = Plain(sent);
    let one = |name: &str| plain.one(name).unwrap_or_default().to_owned();
    Some(match act {
        "remark" => {
            let new = NewRemark {
                name: one("name"),
                text: one("text"),
                clause: plain.one("clause").map(str::to_owned),
                answers: plain.one("answers").map(RemarkId::from),
            };
            signoff::remark(&server.app, seat, new).await.map(|_| "remarks")
        }
        "settle" => signoff::settle(&server.app, seat, &RemarkId(one("remark"))).await.map(|()| "remarks"),
        "signoff" => match one("version").parse() {
            Err(_) => Err(ApiError::field("version", "Форма заполнена не так, как ожидает сервер. Обновите страницу.")),
            Ok(version) => {
                let seen = plain.one("seen").map(str::to_owned);
                let new = NewSignoff { name: one("name"), note: one("note"), version, seen };
                signoff::sign(&server.app, seat, new).await.map(|_| "main")
            }
        },
        _ => return None,
    })
}

async fn drawn(server: &Server, token: &str, mut asked: Parts, returned: Option<Returned>) -> Response {
    let seat = match by_link(server, token).await {
        Ok(Ok(seat)) => seat,
        Ok(Err(why)) => return closed(why, &asked.headers),
        Err(error) => return Failure(error).into_response(),
    };
    let found = match for_lawyer(server, &seat, &asked, returned.clone()).await {
        Ok(found) => found,
        Err(error) => return Failure(error).into_response(),
    };
    let own = |remark: &&Remark| remark.link == seat.link;
    let name = found.document.beside.remarks.iter().rev().find(own).map(|remark| remark.name.clone());
    let desk = Desk { base: format!("/share/{token}"), side: Side::Lawyer, name: name.unwrap_or_default() };
    // Where the instance is closed, the files of the page are open to whoever has the cookie of a link.
    let opens = access::needs_cookie(server, &asked.headers).then(|| share::cookie_of(token, Some(&asked)));
    asked.extensions.insert(desk::Alone);
    let mut response = desk::page(server, asked, move || served::lawyer::page(&found, &desk)).await;
    if let Some(Ok(opens)) = opens {
        response.headers_mut().append(header::SET_COOKIE, opens);
    }
    with_status(response, returned.as_ref())
}

/// A page with a form that was not taken says so to programs too.
fn with_status(mut response: Response, returned: Option<&Returned>) -> Response {
    if let Some(status) = returned.and_then(|returned| StatusCode::from_u16(returned.error.code.status()).ok()) {
        *response.status_mut() = status;
    }
    response
}

async fn for_lawyer(
    server: &Server,
    seat: &Seat,
    asked: &Parts,
    returned: Option<Returned>,
) -> Result<served::lawyer::Found, ApiError> {
    let view = view::view(&server.app, &seat.session, None).await?;
    let checked = desk::checked(server, &seat.session).await?;
    let document = signoff::shown(&server.app, &seat.session).await?;
    let query = pairs(asked.uri.query().unwrap_or_default());
    let clause = Plain(&query).one("clause").map(str::to_owned);
    Ok(served::lawyer::Found { view, checked, document, clause, returned })
}

/// `GET /s/{id}/signoff`.
pub async fn own(State(server): State<Server>, Path(id): Path<String>, asked: Parts) -> Response {
    own_drawn(&server, &id, asked, None).await
}

/// `POST /s/{id}/signoff/{act}`: a form of the owner's page, or of the document's.
pub async fn own_form(
    State(server): State<Server>,
    Path((id, act)): Path<(String, String)>,
    request: Request,
) -> Response {
    let (asked, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, limits::BODY_BYTES).await else { return Failure(too_large()).into_response() };
    let sent = pairs(&String::from_utf8_lossy(&bytes));
    match own_done(&server, &id, &act, &sent, &asked).await {
        Ok(response) => response,
        Err(error) => {
            let returned = Returned { form: act, pairs: sent, error };
            own_drawn(&server, &id, asked, Some(returned)).await
        }
    }
}

async fn own_done(
    server: &Server,
    id: &str,
    act: &str,
    sent: &[(String, String)],
    asked: &Parts,
) -> Result<Response, ApiError> {
    let session = session_id(id)?;
    let page = format!("/s/{session}/signoff");
    match act {
        "link" => {
            let opened = signoff::open_link(&server.app, &session).await?;
            let told = share::tell_once(&page, &opened, Some(asked))?;
            Ok(([(header::SET_COOKIE, told)], Redirect::to(&page)).into_response())
        }
        "end" => {
            let link = Plain(sent).one("link").unwrap_or_default().to_owned();
            shares::revoke(&server.app, &session, &link).await?;
            Ok(Redirect::to(&page).into_response())
        }
        // The owner of a document states nothing about it here.
        "signoff" => Err(ApiError::new(ErrorCode::NotFound, NO_FORM)),
        act => match done(server, &owner(session), act, sent).await {
            None => Err(ApiError::new(ErrorCode::NotFound, NO_FORM)),
            Some(Err(error)) => Err(error),
            Some(Ok(place)) => {
                let from = asked.headers.get(header::REFERER).and_then(|from| from.to_str().ok()).unwrap_or_default();
                let from_page = from.split('?').next().is_some_and(|from| from.ends_with("/signoff"));
                let to = if from_page { page } else { back::to(&asked.headers, id, &[]) };
                Ok(Redirect::to(&format!("{to}#{place}")).into_response())
            }
        },
    }
}

/// A form that no page has.
const NO_FORM: &str = "Такой формы нет. Обновите страницу.";

async fn own_drawn(server: &Server, id: &str, asked: Parts, returned: Option<Returned>) -> Response {
    let Ok(found) = for_owner(server, id, &asked, returned.clone()).await else {
        // The page of the matter says that there is none.
        return desk::unknown(server, asked).await;
    };
    let base = format!("/s/{}/signoff", found.session);
    let seat = Desk { base, side: Side::Owner, name: String::new() };
    with_status(desk::page(server, asked, move || served::signoff::page(&found, &seat)).await, returned.as_ref())
}

async fn for_owner(
    server: &Server,
    id: &str,
    asked: &Parts,
    returned: Option<Returned>,
) -> Result<served::signoff::Found, ApiError> {
    let session = session_id(id)?;
    let stored = |error| fail::of_store(&error);
    let row = server.app.store.row(&session).await.map_err(stored)?;
    let links: Vec<Share> = server.app.store.shares(&session).await.map_err(stored)?;
    let links: Vec<Share> = links.into_iter().filter(|link| link.copy.is_none()).collect();
    // A new link is shown while it works.
    let live = |path: &String| {
        let id = sha256(path.trim_start_matches("/share/"));
        links.iter().any(|link| link.id == id && link.is_live())
    };
    let fresh = share::fresh(&asked.headers).filter(live);
    let document = signoff::shown(&server.app, &session).await.ok();
    let (session, title) = (session.0, row.title);
    Ok(served::signoff::Found { session, title, document, links, fresh, returned })
}
