//! The state of the installation, collected.

use crate::adapters::llm_http::config::Images;
use crate::engine::knowledge::disputes;
use crate::engine::knowledge::pack::Pack;
use crate::model::status::{Outward, PackState, Status, Storage};
use crate::runner::fail;
use crate::server::config::{Config, LlmChoice};
use crate::server::rest::Answer;
use crate::server::router::Server;
use axum::Json;
use axum::extract::State;
use axum::http::request::Parts;
use serde_json::Value;
use std::path::Path;

/// What a pack says that nobody has checked.
const UNREVIEWED: &str = "unreviewed";

/// Who is asked beyond this machine, by the configuration; keys and paths stay out.
#[must_use]
pub fn outward(config: &Config) -> Outward {
    let mut out = Outward::default();
    if let LlmChoice::OpenAi { base_url, confidential, images, .. } = &config.llm {
        out.model = Some(host(base_url));
        out.confidential = *confidential;
        out.images = *images != Images::Off;
    }
    out.meaning = config.embeddings.as_ref().map(|meaning| host(&meaning.base_url));
    out
}

/// The host of an address, with its port.
fn host(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default().to_owned()
}

/// `GET /api/status`.
///
/// # Errors
/// Storage.
pub async fn json(State(server): State<Server>, asked: Parts) -> Answer {
    let status = read(&server, server.may_list(&asked), "ru").await?;
    Ok(Json(serde_json::to_value(status).unwrap_or(Value::Null)))
}

/// The state; sources and sizes only for whoever may see lists.
///
/// # Errors
/// Storage.
pub async fn read(server: &Server, allowed: bool, lang: &str) -> Result<Status, crate::model::error::ApiError> {
    let sources = match allowed {
        true => server.app.sources.editions().await.map_err(|error| fail::of_store(&error))?,
        false => Vec::new(),
    };
    let audit = match allowed {
        true => server.trail.head().await.map_err(|error| fail::of_store(&error))?,
        false => None,
    };
    let bytes = server.database.as_deref().filter(|_| allowed).and_then(size);
    Ok(Status {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        performer: server.app.llm.performer(),
        outward: if allowed { server.outward.clone() } else { Outward::default() },
        token: server.token.is_some(),
        storage: Storage { bytes, trash_minutes: server.trash_minutes },
        sources,
        audit,
        contracts: contracts(server),
        disputes: disputes(lang),
    })
}

/// The types of contract, those with a fallback's name last.
#[must_use]
pub fn contracts(server: &Server) -> Vec<PackState> {
    let mut all: Vec<PackState> = server.app.knowledge.current().packs.iter().map(of_contract).collect();
    all.sort_by(|a, b| (a.generic, &a.title).cmp(&(b.generic, &b.title)));
    all
}

fn of_contract(pack: &Pack) -> PackState {
    PackState {
        id: pack.id.clone(),
        title: pack.title.clone(),
        source: pack.review.source.clone(),
        edition: pack.review.edition.clone(),
        checked_by: checked(&pack.review.checked_by),
        essential: pack.terms.iter().filter(|term| term.essential).count(),
        questions: pack.questions.len(),
        generic: pack.generic,
        notice: pack.notice.clone(),
    }
}

fn disputes(lang: &str) -> Vec<PackState> {
    let packs = disputes::embedded().map(|all| all.packs.as_slice()).unwrap_or_default();
    let state = |pack: &disputes::Dispute| PackState {
        id: pack.id.clone(),
        title: pack.title.of(lang).to_owned(),
        source: pack.review.source.clone(),
        edition: pack.review.edition.clone(),
        checked_by: checked(&pack.review.checked_by),
        essential: pack.elements.len(),
        questions: 0,
        generic: pack.general,
        notice: None,
    };
    packs.iter().map(state).collect()
}

fn checked(by: &str) -> Option<String> {
    (by != UNREVIEWED).then(|| by.to_owned())
}

/// The database with its journal.
#[must_use]
pub fn size(database: &Path) -> Option<u64> {
    let of = |end: &str| {
        let mut name = database.as_os_str().to_owned();
        name.push(end);
        std::fs::metadata(name).map(|data| data.len()).ok()
    };
    of("").map(|main| main + of("-wal").unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn only_the_host_of_an_address_is_told() {
        for (url, want) in [
            ("https://openrouter.ai/api/v1", "openrouter.ai"),
            ("http://127.0.0.1:8089/v1?key=1", "127.0.0.1:8089"),
            ("http://user:word@host.example", "host.example"),
            ("host", "host"),
        ] {
            assert_eq!(host(url), want);
        }
    }
}
