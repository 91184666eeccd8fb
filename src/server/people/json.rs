//! People and matters over JSON. The door has asked for the role; here is what is done.

use crate::engine::rights::Place;
use crate::model::account::{Account, Standing};
use crate::model::error::{ApiError, ErrorCode};
use crate::runner::fail;
use crate::runner::ports::StoreError;
use crate::server::body::{Failure, Json};
use crate::server::people::{self, Shown, person, shown, stored};
use crate::server::rest::{Answer, session_id};
use crate::server::router::Server;
use axum::extract::{Path, State};
use axum::http::{Extensions, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

/// `GET /api/account`: who is signed in.
///
/// # Errors
/// Nobody is.
pub async fn account(State(server): State<Server>, extensions: Extensions) -> Answer {
    let (coming, name, role) = person(&server, &extensions)?;
    Ok(axum::Json(json!({"name": name, "role": role, "matter": coming.into})))
}

/// `GET /api/accounts`: everybody, for administrators.
///
/// # Errors
/// Storage.
pub async fn accounts(State(server): State<Server>, extensions: Extensions) -> Answer {
    person(&server, &extensions)?;
    let all = server.sessions.accounts().await.map_err(|error| stored(&error))?;
    let told = |one: Account| json!({"name": one.name, "role": one.role, "created_at": one.created_at, "disabled_at": one.disabled_at});
    Ok(axum::Json(json!({"accounts": all.into_iter().map(told).collect::<Vec<_>>()})))
}

fn told(one: &Shown) -> Value {
    let people: Vec<Value> =
        one.people.iter().map(|person| json!({"account": person.account, "standing": person.standing})).collect();
    let matter = &one.matter;
    json!({"id": matter.id, "name": matter.name, "created_at": matter.created_at, "own": one.own, "people": people})
}

/// `GET /api/matters`: the own ones; for administrators all.
///
/// # Errors
/// Storage.
pub async fn matters(State(server): State<Server>, extensions: Extensions) -> Answer {
    let (_, name, role) = person(&server, &extensions)?;
    let all = shown(&server.sessions, &name, role).await?;
    Ok(axum::Json(json!({"matters": all.iter().map(told).collect::<Vec<_>>()})))
}

/// Body of `POST /api/matters`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewMatter {
    name: String,
}

/// `POST /api/matters` `{name}` → 201. Whoever makes it is no member.
///
/// # Errors
/// A name that is none; storage.
pub async fn add_matter(
    State(server): State<Server>,
    extensions: Extensions,
    Json(body): Json<NewMatter>,
) -> Result<(StatusCode, axum::Json<Value>), Failure> {
    person(&server, &extensions)?;
    let matter = people::add_matter(&server, &body.name).await?;
    Ok((StatusCode::CREATED, axum::Json(told(&Shown { matter, own: false, people: Vec::new() }))))
}

/// Body of `PUT /api/matters/{matter}/people/{account}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewStanding {
    standing: String,
}

/// `PUT /api/matters/{matter}/people/{account}` `{standing}` → 204.
///
/// # Errors
/// No such matter or account; the person stands there otherwise; storage.
pub async fn stand(
    State(server): State<Server>,
    Path((matter, account)): Path<(String, String)>,
    extensions: Extensions,
    Json(body): Json<NewStanding>,
) -> Result<StatusCode, Failure> {
    person(&server, &extensions)?;
    let standing = Standing::parse(&body.standing)
        .ok_or_else(|| ApiError::field("standing", "Возможны member (участник) и walled (за стеной)."))?;
    people::stand(&server, &matter, &account, standing).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/matters/{matter}/people/{account}` → 204.
///
/// # Errors
/// The person has no standing there; storage.
pub async fn leave(
    State(server): State<Server>,
    Path((matter, account)): Path<(String, String)>,
    extensions: Extensions,
) -> Result<StatusCode, Failure> {
    person(&server, &extensions)?;
    people::leave(&server, &matter, &account).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/session/{id}/matter`: `null` where the session is common.
///
/// # Errors
/// Unknown session; storage.
pub async fn of_session(State(server): State<Server>, Path(id): Path<String>, extensions: Extensions) -> Answer {
    let (coming, ..) = person(&server, &extensions)?;
    let session = session_id(&id)?;
    let of_store = |error: StoreError| fail::of_store(&error);
    server.app.store.row(&session).await.map_err(of_store)?;
    let (matter, place) = server.sessions.place(&session, coming.name()).await.map_err(of_store)?;
    if place == Place::Outside {
        return Err(of_store(StoreError::NotFound).into());
    }
    Ok(axum::Json(json!({"session_id": session, "matter": matter})))
}

/// Body of `PUT /api/session/{id}/matter`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPlace {
    /// Its id; `null`: the session becomes common.
    #[serde(deserialize_with = "Value::deserialize")]
    matter: Value,
}

/// `PUT /api/session/{id}/matter` `{matter}`: puts a session into a matter, or takes it out (`null`).
///
/// # Errors
/// No such session or matter for this person; the role is not enough; storage.
pub async fn put(
    State(server): State<Server>,
    Path(id): Path<String>,
    extensions: Extensions,
    Json(body): Json<NewPlace>,
) -> Answer {
    let (coming, ..) = person(&server, &extensions)?;
    let session = session_id(&id)?;
    let target = match body.matter {
        Value::Null => None,
        Value::String(matter) => Some(matter),
        _ => return Err(ApiError::new(ErrorCode::InvalidRequest, "matter — id дела или null.").into()),
    };
    people::put(&server, &coming, &session, target.as_deref()).await?;
    Ok(axum::Json(json!({"session_id": session, "matter": target})))
}
