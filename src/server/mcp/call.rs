//! One `tools/call`: envelope in and out, progress, cancellation; the work itself is the runner's.

use crate::adapters::worker::caller::{self, Caller, on_behalf};
use crate::model::tool::{CallMeta, ToolCode, ToolError};
use crate::model::trail::Actor;
use crate::runner::app::App;
use crate::runner::call_tool::{self, ToolReply};
use crate::runner::cancel::Cancel;
use crate::runner::{corpus_tools, fail};
use crate::server::caller::LONG;
use futures_util::FutureExt;
use rmcp::RoleServer;
use rmcp::model::{
    CallToolResult, ContentBlock, JsonObject, MetaObject, ProgressNotificationParam, ProgressToken, Resource,
};
use rmcp::service::{Peer, RequestContext};
use serde_json::{Value, json};
use std::panic::AssertUnwindSafe;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// Links beside a result: at most this many.
const LINKS: usize = 10;
/// Bytes of a value of the envelope.
const META_BYTES: usize = 200;

/// Calls a tool that exists. A failure of it is a result, as the protocol wants.
pub(super) async fn call(app: &App, name: &str, input: Value, context: &RequestContext<RoleServer>) -> CallToolResult {
    let era = Era::of(context);
    let envelope = match envelope(&context.meta.0.0) {
        Ok(envelope) => envelope,
        Err(error) => return refused(&error, era),
    };
    let stop = Stop(Cancel::default());
    let (told, steps) = unbounded_channel();
    let progress = move |step: &str, done: usize, total: usize| {
        // The reader is gone only when the call is.
        let _ = told.send((step.to_owned(), done, total));
    };
    // A message over standard input, or in a task of its own, has no caller yet.
    let long = input.to_string().len() as u64 > LONG;
    let caller = Caller { long, actor: Some(Actor::Mcp), ..caller::now() };
    let work = on_behalf(caller, reply(app, name, input, &envelope, &stop.0, &progress));
    let work = AssertUnwindSafe(work).catch_unwind();
    let pump = Pump { steps, peer: &context.peer, token: context.meta.get_progress_token(), last: 0 };
    tokio::select! {
        biased;
        () = context.ct.cancelled() => refused(&fail::cancelled().into(), era),
        done = pump.beside(work) => match done {
            Ok(reply) => result(&reply, era),
            Err(_) => {
                tracing::error!(tool = name, "a tool panicked");
                {
                    let message = "Внутренняя ошибка. Повторите; если не поможет, сообщите администратору.";
                    refused(&ToolError::new(ToolCode::Internal, message), era)
                }
            }
        },
    }
}

/// Stops the work when its request is dropped.
struct Stop(Cancel);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.set();
    }
}

async fn reply(
    app: &App,
    name: &str,
    input: Value,
    envelope: &CallMeta,
    cancel: &Cancel,
    progress: call_tool::Progress<'_>,
) -> ToolReply {
    if corpus_tools::NAMES.contains(&name) {
        corpus_tools::call(app, name, &input, envelope, cancel).await
    } else {
        call_tool::call_tool(app, name, input, envelope, cancel, progress).await
    }
}

/// Carries finished steps to the client while the work goes on.
struct Pump<'a> {
    steps: UnboundedReceiver<(String, usize, usize)>,
    peer: &'a Peer<RoleServer>,
    token: Option<ProgressToken>,
    last: usize,
}

impl Pump<'_> {
    async fn beside<T>(mut self, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        let done = loop {
            tokio::select! {
                biased;
                Some(step) = self.steps.recv() => self.tell(step).await,
                done = &mut work => break done,
            }
        };
        while let Ok(step) = self.steps.try_recv() {
            self.tell(step).await;
        }
        done
    }

    /// Progress only rises: an answer that is written once more is no step back.
    async fn tell(&mut self, (step, done, total): (String, usize, usize)) {
        let Some(token) = self.token.clone() else { return };
        if done <= self.last {
            return;
        }
        self.last = done;
        let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        let notice = ProgressNotificationParam::new(token, number(done)).with_total(number(total)).with_message(step);
        // A client that left is told nothing.
        let _ = self.peer.notify_progress(notice).await;
    }
}

/// What the caller says beside the input, from `_meta`. Keys of others are left alone.
fn envelope(meta: &JsonObject) -> Result<CallMeta, ToolError> {
    let invalid = |key: &str, message: &str| {
        ToolError::new(ToolCode::InvalidInput, message).with("pointer", format!("/_meta/{key}"))
    };
    let text = |key: &str| match meta.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if (1..=META_BYTES).contains(&text.len()) => Ok(Some(text.clone())),
        Some(_) => Err(invalid(key, "Значение в _meta должно быть строкой от 1 до 200 байт.")),
    };
    let budget = match meta.get("budget") {
        None | Some(Value::Null) => None,
        Some(value) => Some(
            serde_json::from_value(value.clone())
                .map_err(|_| invalid("budget", "budget — объект: {\"max_tokens\": число, \"max_cost_usd\": число}."))?,
        ),
    };
    Ok(CallMeta { trace_id: text("trace_id")?, cache_key: text("cache_key")?, budget, as_of: text("as_of")? })
}

fn result(reply: &ToolReply, era: Era) -> CallToolResult {
    let mut result = match &reply.result {
        Ok(output) => {
            let mut result = CallToolResult::structured(output.clone());
            result.content.extend(links(output));
            result
        }
        Err(error) => refused(error, era),
    };
    if let Value::Object(meta) = json!(reply.meta) {
        result.meta.get_or_insert_default().extend(MetaObject(meta));
    }
    // What was established about every citation stands where a client looks for it.
    if reply.meta.details["claims"].is_array() {
        let claims = reply.meta.details["claims"].clone();
        let mut own = JsonObject::new();
        own.insert("claims".to_owned(), claims);
        result.meta.get_or_insert_default().extend(MetaObject(own));
    }
    result
}

/// The two eras of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Era {
    /// With a handshake.
    Sessions,
    /// 2026-07-28 and later.
    Stateless,
}

impl Era {
    fn of(context: &RequestContext<RoleServer>) -> Self {
        let modern = context.protocol_version().is_some_and(|version| version.as_str() >= "2026-07-28");
        if modern { Self::Stateless } else { Self::Sessions }
    }
}

/// The unified error, as text and in `_meta`; as structured content where clients take it for an error. Those of the
/// older era hold it against the output schema and show their own words instead of ours
/// (modelcontextprotocol/typescript-sdk#1943).
fn refused(error: &ToolError, era: Era) -> CallToolResult {
    let whole = json!({"error": error});
    let mut result = match era {
        Era::Sessions => CallToolResult::error(vec![ContentBlock::text(whole.to_string())]),
        Era::Stateless => CallToolResult::structured_error(whole.clone()),
    };
    if let Value::Object(meta) = whole {
        result.meta = Some(MetaObject(meta));
    }
    result
}

/// Links to the places that a result names first.
fn links(output: &Value) -> Vec<ContentBlock> {
    let mut seen = Vec::new();
    let mut links = Vec::new();
    for list in ["provisions", "results", "nearest", "laws", "cases", "guidance", "sources"] {
        for item in output[list].as_array().into_iter().flatten() {
            let uri = item["node_id"].as_str().or_else(|| item["id"].as_str()).unwrap_or_default();
            if uri.starts_with("norm://") && !seen.contains(&uri) && seen.len() < LINKS {
                seen.push(uri);
                let name = item["address"].as_str().or_else(|| item["title"].as_str()).unwrap_or(uri);
                links.push(ContentBlock::ResourceLink(Resource::new(uri, name).with_mime_type("text/plain")));
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_envelope_is_read_and_its_faults_are_named() {
        let read = |value: Value| envelope(value.as_object().unwrap());
        let call = read(json!({"trace_id": "t", "as_of": "2026-01-01", "budget": {"max_tokens": 0}, "other/key": 1}));
        let call = call.unwrap();
        assert_eq!((call.trace_id.as_deref(), call.as_of.as_deref()), (Some("t"), Some("2026-01-01")));
        assert!(call.budget.unwrap().is_zero());
        for (bad, pointer) in [
            (json!({"trace_id": 1}), "/_meta/trace_id"),
            (json!({"cache_key": ""}), "/_meta/cache_key"),
            (json!({"budget": {"max_tokens": -1}}), "/_meta/budget"),
            (json!({"budget": {"tokens": 1}}), "/_meta/budget"),
        ] {
            let error = read(bad).unwrap_err();
            assert_eq!(error.details["pointer"], pointer);
        }
    }

    #[test]
    fn links_name_each_place_once() {
        let output = json!({"results": [
            {"node_id": "norm://a@1/art/1", "address": "А ст. 1"},
            {"node_id": "norm://a@1/art/1", "address": "А ст. 1"},
            {"id": "https://example.org"},
        ]});
        assert_eq!(links(&output).len(), 1);
    }
}
