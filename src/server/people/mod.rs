//! Accounts, where the configuration switches them on: who comes in, what they may do, where they work.
//!
//! A request passes `door`, which finds out who asks, where, and by `routes` what they want, and asks
//! [`crate::engine::rights::decide`]. Behind it stands the wall around the store ([`crate::adapters::walls`]), so that
//! whatever else a request names is looked up for the same person.

pub mod door;
pub mod json;
pub mod own_password;
pub mod pages;
pub mod routes;
pub mod sign_in;

use crate::adapters::store::sessions::Sessions;
use crate::engine::rights::{Act, Place, Verdict, decide};
use crate::model::account::{Coming, Matter, Participant, Role, Standing, Visitor, matter_name_of, name_of};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::SessionId;
use crate::runner::fail;
use crate::runner::ports::StoreError;
use crate::server::door::rates::Rates;
use crate::server::router::Server;
use axum::http::Extensions;
use std::net::IpAddr;
use std::time::Duration;

/// What the door keeps about those who sign in.
pub struct People {
    /// Wrong passwords by address, as for the instance's token.
    addresses: Rates<IpAddr>,
    /// Wrong passwords by name, whoever types them.
    names: Rates<String>,
}

impl Default for People {
    fn default() -> Self {
        Self { addresses: Rates::new(Duration::from_secs(6), 10), names: Rates::new(Duration::from_secs(30), 10) }
    }
}

/// Who asks, as the door has found out.
pub(in crate::server) fn coming(extensions: &Extensions) -> Option<&Coming> {
    extensions.get::<Coming>()
}

/// The person who asks.
///
/// # Errors
/// Accounts are off, or it is no person: then there is no such address.
fn person(server: &Server, extensions: &Extensions) -> Result<(Coming, String, Role), ApiError> {
    let found = coming(extensions).filter(|_| server.people.is_some());
    match found.map(|coming| (coming, &coming.visitor)) {
        Some((coming, Visitor::Person { name, role })) => Ok((coming.clone(), name.clone(), *role)),
        _ => Err(ApiError::new(ErrorCode::NotFound, "Такого адреса нет: учётные записи на этой установке выключены.")),
    }
}

fn stored(error: &StoreError) -> ApiError {
    match error {
        StoreError::NotFound => ApiError::new(ErrorCode::NotFound, "Такого дела или такого человека нет."),
        StoreError::Conflict { .. } => ApiError::new(
            ErrorCode::Conflict,
            "Этот человек уже стоит у дела иначе. Сначала снимите то, что есть, потом поставьте новое.",
        ),
        error => fail::of_store(error),
    }
}

/// Why something is not allowed to a role.
pub(in crate::server) fn forbidden(act: Act) -> ApiError {
    let role = act.least().map_or("program", Role::as_str);
    ApiError::new(ErrorCode::Forbidden, "Вашей роли это не разрешено. Обратитесь к администратору.").with("role", role)
}

/// What the page and the JSON routes show of a matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The matter.
    pub matter: Matter,
    /// Whether the visitor works on it.
    pub own: bool,
    /// Who else stands how to it; walls are shown to administrators only.
    pub people: Vec<Participant>,
}

/// The matters that a person is shown: the own ones; administrators see what all are called and who works on them.
async fn shown(sessions: &Sessions, name: &str, role: Role) -> Result<Vec<Shown>, ApiError> {
    let manages = decide(&Visitor::Person { name: name.to_owned(), role }, Place::Nowhere, Act::Manage);
    let manages = manages == Verdict::Allowed;
    let matters = sessions.all_matters().await.map_err(|error| stored(&error))?;
    let people = sessions.matter_people().await.map_err(|error| stored(&error))?;
    let of = |matter: Matter| {
        let mut people: Vec<Participant> = people.iter().filter(|one| one.matter == matter.id).cloned().collect();
        let own = people.iter().any(|one| one.account == name && one.standing == Standing::Member);
        people.retain(|one| manages || one.standing == Standing::Member);
        Shown { matter, own, people }
    };
    Ok(matters.into_iter().map(of).filter(|one| manages || one.own).collect())
}

/// Makes a matter.
///
/// # Errors
/// A name that is none; storage.
async fn add_matter(server: &Server, name: &str) -> Result<Matter, ApiError> {
    let name = matter_name_of(name)
        .ok_or_else(|| ApiError::field("name", "Название дела — от 1 до 120 знаков, без управляющих."))?;
    let matter = Matter { id: format!("mat_{}", server.app.clock.id()), name, created_at: server.app.clock.now() };
    server.sessions.add_matter(matter.clone()).await.map_err(|error| stored(&error))?;
    Ok(matter)
}

/// Makes somebody a member, or puts up a wall.
///
/// # Errors
/// No such matter or account; the person stands there otherwise; storage.
async fn stand(server: &Server, matter: &str, account: &str, standing: Standing) -> Result<(), ApiError> {
    let person = Participant {
        matter: matter.to_owned(),
        account: name_of(account).unwrap_or_default(),
        standing,
        since: server.app.clock.now(),
    };
    server.sessions.stand(person).await.map_err(|error| stored(&error))
}

/// Takes somebody out of a matter, or a wall away.
///
/// # Errors
/// The person has no standing there; storage.
async fn leave(server: &Server, matter: &str, account: &str) -> Result<(), ApiError> {
    server.sessions.leave(matter, account).await.map_err(|error| stored(&error))
}

/// Puts a session into a matter of the person, or makes it common. What is in a matter is taken out of it only by those
/// who keep matters, and only where they are members.
///
/// # Errors
/// No such session for this person, no such matter; the role is not enough; storage.
async fn put(server: &Server, coming: &Coming, session: &SessionId, target: Option<&str>) -> Result<(), ApiError> {
    let no_session = || fail::of_store(&StoreError::NotFound);
    let (matter, place) =
        server.sessions.place(session, coming.name()).await.map_err(|error| fail::of_store(&error))?;
    let act = if matter.is_some() { Act::TakeOut } else { Act::PutIn };
    match decide(&coming.visitor, place, act) {
        _ if place == Place::Inside && matter.as_deref() == target => return Ok(()),
        Verdict::Allowed => {}
        Verdict::Forbidden => return Err(forbidden(act)),
        Verdict::Hidden => return Err(no_session()),
    }
    // A copy that a link opens stays with what it was copied from.
    let copied = server.app.store.share_of_copy(session).await.map_err(|error| fail::of_store(&error))?;
    if copied.is_some() {
        return Err(ApiError::new(ErrorCode::Conflict, "Это копия для ссылки: она остаётся там же, где её сеанс."));
    }
    if let Some(target) = target {
        let standing = server.sessions.standing(target, coming.name()).await.map_err(|error| stored(&error))?;
        if standing != Some(Standing::Member) {
            return Err(stored(&StoreError::NotFound));
        }
    }
    match server.sessions.put_session(session, target.map(str::to_owned)).await {
        Err(StoreError::NotFound) => Err(no_session()),
        done => done.map_err(|error| stored(&error)),
    }
}
