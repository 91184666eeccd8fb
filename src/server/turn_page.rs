//! `POST /s/{id}/card`, `/review`, `/undo`: the plain forms of a turn's answer. They lead back to the session; a card
//! that was not taken is shown again with what was typed and the reason at each field.

use crate::engine::form::{Plain, pairs};
use crate::engine::limits;
use crate::engine::prompt::sha256;
use crate::model::error::ApiError;
use crate::model::event::Event;
use crate::model::form::Returned;
use crate::server::body::{Failure, too_large};
use crate::server::rest::handle;
use crate::server::router::Server;
use crate::server::{back, gate_page};
use axum::body::to_bytes;
use axum::extract::{Path, Request, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The form of a card, as a page that comes back names it.
const CARD: &str = "card";

/// A filled card.
pub async fn card(State(server): State<Server>, Path(id): Path<String>, request: Request) -> Response {
    submit(&server, &id, request, CARD, |sent| {
        let fields = sent.iter().filter(|(name, _)| name.starts_with('/'));
        let fields = fields.map(|(name, value)| (name.clone(), json!(value))).collect();
        let card = Plain(sent).one("card_id").unwrap_or_default().to_owned();
        Event::Card { card, fields }
    })
    .await
}

/// The person's word about the review list.
pub async fn review(State(server): State<Server>, Path(id): Path<String>, request: Request) -> Response {
    submit(&server, &id, request, "review", |sent| {
        let plain = Plain(sent);
        let one = |name: &str| plain.one(name).map(str::to_owned).into_iter().collect::<Vec<String>>();
        let accept = one("accept");
        let all = accept == ["all"];
        let set: BTreeMap<String, Value> = sent
            .iter()
            .filter_map(|(name, value)| Some((name.strip_prefix("set:")?.to_owned(), option(value))))
            .collect();
        Event::Review {
            state_version: plain.one("state_version").and_then(|text| text.parse().ok()).unwrap_or_default(),
            all,
            accept: if all { Vec::new() } else { accept },
            reject: one("reject"),
            set,
        }
    })
    .await
}

/// A value of the list: canonical where an option sends JSON, else as it is typed.
fn option(text: &str) -> Value {
    serde_json::from_str(text).ok().filter(|value: &Value| value.is_object()).unwrap_or_else(|| json!(text))
}

/// The last turn back. The version in the form makes a second click the same request.
pub async fn undo(State(server): State<Server>, Path(id): Path<String>, request: Request) -> Response {
    submit(&server, &id, request, "undo", |_| Event::Undo { undone: 0, words: None, base: None }).await
}

async fn submit(
    server: &Server,
    id: &str,
    request: Request,
    form: &str,
    event: impl FnOnce(&[(String, String)]) -> Event,
) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, limits::BODY_BYTES).await else { return Failure(too_large()).into_response() };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let sent = pairs(&text);
    match taken(server, id, form, &text, event(&sent)).await {
        Ok(()) => Redirect::to(&back::to(&parts.headers, id, &[])).into_response(),
        Err(error) => {
            let returned = Returned { form: form.to_owned(), pairs: sent, error };
            gate_page::again(server, id, form, &parts.headers, returned).await
        }
    }
}

/// The version that the form was drawn for is part of its request: the same form sent twice has one effect.
async fn taken(server: &Server, id: &str, form: &str, text: &str, event: Event) -> Result<(), ApiError> {
    let drawn =
        text.contains("version=").then(|| sha256(text).get(..32).map(|hash| format!("{form}-{hash}"))).flatten();
    handle(server, id, drawn, event).await.map(|_| ())
}
