//! One request of the step INTERPRET to a real model server, if there is one.
//!
//! Set `LEGALAGI_REAL_LLM_BASE_URL` (for example `http://127.0.0.1:8089/v1`) to run it; without it the test is
//! skipped. A small model answers badly: what counts is that a reply or a typed error comes, and that the
//! reader and the codec stand whatever it says.
#![cfg(feature = "ssr")]

#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;

use legalagi::adapters::llm_http::HttpLlm;
use legalagi::adapters::llm_http::config::HttpLlmConfig;
use legalagi::engine::turn::{Prompt, Rejection};
use legalagi::engine::{reply, wire};
use legalagi::runner::ports::{Llm, LlmError, LlmRequest};
use serde_json::Value;
use std::io::Write;
use std::sync::Arc;

const SYSTEM: &str = "Ты помогаешь составить договор. Извлеки из слов человека факты и запиши их операциями JSON Patch \
    в /domain, затем задай один вопрос о самом важном, чего не хватает. Ответ: один объект JSON по схеме, шаг INTERPRET.";
const USER: &str = "<message>Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц</message>";

/// Past the test harness, which hides the output of tests that pass.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

#[tokio::test]
async fn a_real_server_brings_a_reply_or_a_typed_error() {
    #[expect(clippy::disallowed_methods, reason = "a switch of this test, no setting of the product")]
    let base = std::env::var("LEGALAGI_REAL_LLM_BASE_URL");
    let Ok(base) = base else {
        skip::skip("LEGALAGI_REAL_LLM_BASE_URL is not set");
        return;
    };
    let mut config = HttpLlmConfig::new(base);
    config.max_tokens = Some(1024);
    let llm = HttpLlm::new(config).expect("client");
    let schema: Value = serde_json::from_str(include_str!("../schemas/llm_step_wire.schema.json")).expect("schema");
    let mut refused: Vec<(String, Rejection)> = Vec::new();
    for attempt in 1..=2 {
        let request = LlmRequest {
            workspace: legalagi::workspaces::contract::ID,
            session: None,
            step: "INTERPRET",
            input: Arc::new(Value::Null),
            prompt: Arc::new(Prompt {
                name: "interpret-step".to_owned(),
                system: SYSTEM.to_owned(),
                user: USER.to_owned(),
                hash: String::new(),
                schema: Arc::new(schema.clone()),
                repair: None,
            }),
            refused: refused.clone(),
            images: Vec::new(),
        };
        let answer = llm.complete(&request, &|n, reason| say(&format!("retry {n}: {reason}"))).await;
        match answer {
            Ok(reply) => {
                let tokens = (reply.usage.prompt_tokens, reply.usage.completion_tokens);
                say(&format!(
                    "attempt {attempt}: {} bytes of {}, tokens {tokens:?}",
                    reply.text.len(),
                    reply.performer
                ));
                assert!(!reply.text.trim().is_empty());
                match reply::read(&reply.text).and_then(|raw| wire::canonical(raw, "INTERPRET")) {
                    Ok(output) => return say(&format!("canonical: {output}")),
                    Err(why) => {
                        say(&format!("refused: {why}"));
                        refused.push((reply.text, why));
                    }
                }
            }
            Err(LlmError::Unusable { reason, partial }) => {
                say(&format!("attempt {attempt}: {reason}, {} bytes came", partial.len()));
                let why = reply::read(&partial).err();
                refused.extend(why.map(|why| (partial, why)));
            }
            Err(error) => return say(&format!("typed error: {error}")),
        }
    }
}
