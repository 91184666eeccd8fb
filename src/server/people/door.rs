//! The door: who asks, for what, and whether they may.

use crate::adapters::llm_http::secret::Secret;
use crate::engine::prompt::sha256;
use crate::engine::rights::{Act, Place, Verdict, decide};
use crate::model::account::{Coming, Standing, Visitor};
use crate::model::error::ApiError;
use crate::model::ids::SessionId;
use crate::model::trail::Actor;
use crate::runner::fail;
use crate::runner::ports::StoreError;
use crate::server::access::{self, Link, bears, wants_page, with_form};
use crate::server::body::Failure;
use crate::server::desk::pages as desk;
use crate::server::door::admission::refuse;
use crate::server::door::caller::Caller;
use crate::server::people::{forbidden, routes, sign_in};
use crate::server::prefs::cookie;
use crate::server::router::Server;
use crate::server::{admit, desk::files, share, tokens, trail};
use crate::ui::people_text;
use axum::body::Body;
use axum::extract::{MatchedPath, Request};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Lets a request pass as far as its visitor may go.
pub(in crate::server) async fn guard(server: &Server, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if routes::is_open(path) {
        if routes::is_link(path) {
            // The handler asks for the link, and opens what it opens.
            request.extensions_mut().insert(Coming { visitor: Visitor::Link, into: None });
        }
        return next.run(request).await;
    }
    let known = match who(server, &mut request).await {
        Ok(known) => known,
        Err(refused) => return refused,
    };
    let (mut request, form) = match with_form(request).await {
        Ok(read) => read,
        Err(refused) => return refused,
    };
    let Some(coming) = known else { return by_link(server, request, &form, next).await };
    match allowed(server, Wanted::of(&request), &form, coming).await {
        Ok((Verdict::Allowed, _, coming)) => {
            request.extensions_mut().insert(coming);
            next.run(request).await
        }
        Ok((Verdict::Forbidden, act, _)) => {
            trail::denied(server, &request, "role");
            refused(&request, act)
        }
        // Whoever has a link as well has its copy.
        Ok((Verdict::Hidden, ..)) if has_link(&request) => by_link(server, request, &form, next).await,
        Ok((Verdict::Hidden, _, coming)) => {
            trail::denied(server, &request, "matter");
            request.extensions_mut().insert(coming);
            hidden(server, request).await
        }
        Err(error) => Failure(error).into_response(),
    }
}

/// Who shows a token or the cookie of an account; `None` for who shows neither.
async fn who(server: &Server, request: &mut Request) -> Result<Option<Coming>, Response> {
    let program = Some(Coming { visitor: Visitor::Program, into: None });
    if let Some(given) = tokens::shown(request.headers()).map(str::to_owned) {
        let (caller, scope) = (Caller::found(request.extensions()), access::scope_of(request));
        let key = access::key(server, &given, &caller, scope).await.map_err(|why| why.told(server, request))?;
        request.extensions_mut().insert(Actor::Key(key.id.clone()));
        request.extensions_mut().insert(key);
        return Ok(program);
    }
    // What a proxy in front asks for («Basic …») is no token of ours.
    let bearer = |value: &axum::http::HeaderValue| value.as_bytes().starts_with(b"Bearer ");
    if request.headers().get(header::AUTHORIZATION).is_some_and(bearer) {
        // The instance's token is for programs: no cookie stands for it.
        let right = |token: &Secret| bears(request.headers(), token);
        let caller = Caller::found(request.extensions());
        let is = server.door.guesses.carried(&caller, || server.token.as_deref().is_some_and(right));
        return match is {
            Ok(true) => {
                request.extensions_mut().insert(Actor::Token);
                Ok(program)
            }
            Ok(false) => {
                trail::denied(server, request, "key");
                Err(access::unknown(server, request))
            }
            Err(error) => Err(refuse(error, request)),
        };
    }
    let Some(value) = cookie(request.headers(), sign_in::COOKIE) else { return Ok(None) };
    let found = server.sessions.signed_in(&sha256(&value), &server.app.clock.now()).await;
    match found.map_err(|error| Failure(fail::of_store(&error)).into_response())? {
        Some(person) => {
            request.extensions_mut().insert(Actor::Account(person.account.clone()));
            let visitor = Visitor::Person { name: person.account, role: person.role };
            Ok(Some(Coming { visitor, into: person.matter }))
        }
        None => Ok(None),
    }
}

/// What a request asks for. Not the request itself: its body cannot be shared.
struct Wanted {
    method: Method,
    route: String,
    path: String,
    query: Option<String>,
}

impl Wanted {
    fn of(request: &Request) -> Self {
        let (uri, route) = (request.uri(), request.extensions().get::<MatchedPath>());
        Self {
            method: request.method().clone(),
            route: route.map_or_else(String::new, |route| route.as_str().to_owned()),
            path: uri.path().to_owned(),
            query: uri.query().map(str::to_owned),
        }
    }
}

/// What is decided about a request, and where what it opens goes.
async fn allowed(
    server: &Server,
    wanted: Wanted,
    form: &str,
    mut coming: Coming,
) -> Result<(Verdict, Act, Coming), ApiError> {
    let Wanted { method, route, path, query } = &wanted;
    let Some(act) = routes::act(method, route, path) else {
        tracing::error!(route, "a route without a right is closed");
        return Ok((Verdict::Hidden, Act::Program, coming));
    };
    let session = admit::addressed(path, form).filter(|id| SessionId::is_well_formed(id)).map(SessionId::from);
    // An id in other letters («%41…») would be read behind the door only: nobody is let in by one.
    if session.is_none() && names_session(route, form) {
        return Ok((Verdict::Hidden, act, coming));
    }
    let place = match &session {
        Some(session) => {
            let found = server.sessions.place(session, coming.name()).await;
            let (matter, place) = found.map_err(|error| fail::of_store(&error))?;
            // A branch, a copy, a fork stays where it comes from.
            coming.into = matter;
            place
        }
        None => {
            let changes = !matches!(*method, Method::GET | Method::HEAD);
            if let Some(matter) = asked_for(query.as_deref()) {
                coming.into = Some(matter);
            }
            match &coming.into {
                Some(matter) if changes && act == Act::Write => {
                    let standing = server.sessions.standing(matter, coming.name()).await;
                    match standing.map_err(|error| fail::of_store(&error))? {
                        Some(Standing::Member) => Place::Inside,
                        _ => Place::Outside,
                    }
                }
                _ => Place::Nowhere,
            }
        }
    };
    Ok((decide(&coming.visitor, place, act), act, coming))
}

/// Whether a request is about one session, however it writes its id.
fn names_session(route: &str, form: &str) -> bool {
    ["/s/{id}", "/api/session/{id}"].iter().any(|start| route.starts_with(start))
        || route.starts_with("/fn/") && form.split('&').any(|pair| pair.starts_with("session="))
}

/// The matter that a program or a form names for what is opened: `?matter=…`.
fn asked_for(query: Option<&str>) -> Option<String> {
    let value = query?.split('&').find_map(|pair| pair.strip_prefix("matter="))?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    // What is no id is the id of nothing: it is refused and never taken for common.
    Some(if value.bytes().all(plain) { value.to_owned() } else { String::new() })
}

fn has_link(request: &Request) -> bool {
    cookie(request.headers(), share::COOKIE).is_some()
}

/// Who follows a link has its copy and nothing else; everybody else is asked to sign in.
async fn by_link(server: &Server, mut request: Request, form: &str, next: Next) -> Response {
    if !has_link(&request) {
        return access::unknown(server, &request);
    }
    match access::link(server, access::Asked::of(&request, form)).await {
        Ok(Link::Admits(id)) => {
            request.extensions_mut().insert(Actor::Link(id));
            request.extensions_mut().insert(Coming { visitor: Visitor::Link, into: None });
            next.run(request).await
        }
        Ok(Link::Closed(why @ (share::Closed::Revoked | share::Closed::Beyond))) => {
            trail::denied(server, &request, "link");
            share::closed(why, request.headers())
        }
        Ok(_) => access::unknown(server, &request),
        Err(error) => Failure(error).into_response(),
    }
}

/// As if there were no such thing.
async fn hidden(server: &Server, request: Request) -> Response {
    if is_page(&request) {
        let (parts, _) = request.into_parts();
        return desk::unknown(server, parts).await;
    }
    Failure(fail::of_store(&StoreError::NotFound)).into_response()
}

/// What the role may not do.
fn refused(request: &Request<Body>, act: Act) -> Response {
    if is_page(request) {
        let t = people_text::of(files::prefs(request.headers()).lang);
        return access::notice(StatusCode::FORBIDDEN, t.forbidden, t.forbidden_why);
    }
    Failure(forbidden(act)).into_response()
}

fn is_page(request: &Request<Body>) -> bool {
    wants_page(request.headers()) && !request.uri().path().starts_with("/api/")
}

#[cfg(test)]
mod tests {
    use super::{asked_for, names_session};

    #[test]
    fn an_id_in_other_letters_still_names_a_session() {
        assert!(names_session("/api/session/{id}/fork", ""));
        assert!(names_session("/fn/{*name}", "reason=1&session=%41AAA"));
        assert!(!names_session("/fn/{*name}", "reason=session") && !names_session("/api/sessions", "session=1"));
    }

    #[test]
    fn a_matter_is_named_by_its_id_or_is_none() {
        assert_eq!(asked_for(Some("a=1&matter=mat_01-x")).as_deref(), Some("mat_01-x"));
        assert_eq!(asked_for(Some("matter=%6dat")).as_deref(), Some(""));
        assert_eq!(asked_for(Some("matter=")).as_deref(), Some(""));
        assert_eq!((asked_for(Some("a=matter")), asked_for(None)), (None, None));
    }
}
