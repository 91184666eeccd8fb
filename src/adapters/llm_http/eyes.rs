//! Whether the model looks at images, and what is done when it does not.

use crate::adapters::llm_http::HttpLlm;
use crate::adapters::llm_http::config::{self, Dialect, Images};
use crate::adapters::llm_http::failure::{Failure, Fault};
use crate::runner::ports::{LlmRequest, Sight};
use reqwest::Url;
use serde_json::Value;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::Instant;

/// A list of models is longer than any answer.
const MAX_LIST: usize = 16 * 1024 * 1024;
/// Nobody waits longer than this to learn whether images may be sent.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a request went without its images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unseen {
    /// They are switched off, or the model takes none.
    Blind,
    /// The server refused them.
    Refused,
    /// With them the request is too long.
    TooLong,
    /// With them the time ran out.
    Late,
    /// With them the server failed again and again.
    Failing,
}

impl Unseen {
    /// The words for the trace.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Blind => "Модель не принимает изображений: вопрос задан без них.",
            Self::Refused => "Сервер модели не принял изображения страниц: вопрос повторён без них.",
            Self::TooLong => "С изображениями запрос длиннее, чем принимает модель: вопрос повторён без них.",
            Self::Late => "С изображениями модель не уложилась в срок: вопрос повторён без них.",
            Self::Failing => "С изображениями сервер модели давал сбой: вопрос повторён без них.",
        }
    }

    /// Whether the next requests would end the same way.
    fn lasts(self) -> bool {
        matches!(self, Self::Refused | Self::Late)
    }
}

impl HttpLlm {
    /// The images that may be sent; `None` when none may.
    pub(super) async fn looks(&self) -> Option<Sight> {
        let may = match self.config.images {
            Images::Off => false,
            _ if self.blind.load(Ordering::Relaxed) => false,
            Images::On => true,
            Images::Auto => self.eyes.get_or_try_init(|| self.ask_eyes()).await.copied().unwrap_or(false),
        };
        may.then_some(self.config.sight).filter(|sight| sight.each > 0 && sight.run > 0)
    }

    /// Why the images of a request cannot go along; `None` when they can, or there are none.
    pub(super) async fn unseen(&self, request: &LlmRequest) -> Option<Unseen> {
        (!request.images.is_empty() && self.looks().await.is_none()).then_some(Unseen::Blind)
    }

    /// An answer came without images: what will not change is remembered while the program runs.
    pub(super) fn settle_unseen(&self, why: Option<Unseen>) {
        if why.is_some_and(Unseen::lasts) && !self.blind.swap(true, Ordering::Relaxed) {
            tracing::warn!("the model's server takes no images: none are sent until the next start");
        }
    }

    /// Asks the server about its model. A failure of the line is not remembered; what nobody says means no.
    async fn ask_eyes(&self) -> Result<bool, Fault> {
        let model = self.resolve_model().await.map_err(|_| Fault::OutOfTime)?;
        let deadline = Instant::now() + PATIENCE.min(self.config.timeouts.total);
        let list = config::endpoint(&self.base, "models");
        if let Some(known) =
            silent(self.transport.fetch(list, MAX_LIST, deadline).await)?.and_then(|list| listed(&list, model))
        {
            return Ok(known);
        }
        if self.dialect == Dialect::OpenRouter {
            return Ok(false);
        }
        let props = silent(self.transport.fetch(props(&self.base), MAX_LIST, deadline).await)?.unwrap_or_default();
        Ok(props.pointer("/modalities/vision").and_then(Value::as_bool).unwrap_or(false))
    }
}

/// A server that has no such page says nothing; one that cannot be reached may say it later.
fn silent(answer: Result<Value, Fault>) -> Result<Option<Value>, Fault> {
    match answer {
        Ok(value) => Ok(Some(value)),
        Err(Fault::Provider(Failure { status: 408 | 429, .. })) => Err(Fault::OutOfTime),
        Err(Fault::NotAnApi | Fault::Provider(Failure { status: 300..=499 | 501, .. })) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// llama.cpp's own page stands beside `/v1`, not below it.
fn props(base: &Url) -> Url {
    let path = base.path().trim_end_matches('/');
    let mut url = base.clone();
    url.set_path(&format!("{}/props", path.strip_suffix("/v1").unwrap_or(path)));
    url
}

/// What a list of models says about one of them; `None` when it says nothing.
fn listed(list: &Value, model: &str) -> Option<bool> {
    let entries: Vec<&Value> =
        ["data", "models"].iter().flat_map(|key| list[*key].as_array().into_iter().flatten()).collect();
    let named = |name: &str| -> Option<bool> {
        let own = |entry: &&&Value| ["id", "name", "model"].iter().any(|key| entry[*key] == name);
        entries.iter().filter(own).find_map(|entry| of_entry(entry))
    };
    // `model:free` is a way to the same model.
    let bare = model.rsplit_once(':').map(|(bare, _)| bare);
    named(model).or_else(|| bare.and_then(named))
}

/// An entry in the words of `OpenRouter`, llama.cpp, Mistral.
fn of_entry(entry: &Value) -> Option<bool> {
    let holds = |list: &Value, words: &[&str]| -> Option<bool> {
        let list = list.as_array()?;
        Some(list.iter().any(|one| one.as_str().is_some_and(|one| words.contains(&one))))
    };
    holds(&entry["architecture"]["input_modalities"], &["image"])
        .or_else(|| holds(&entry["input_modalities"], &["image"]))
        .or_else(|| entry["capabilities"]["vision"].as_bool())
        .or_else(|| holds(&entry["capabilities"], &["multimodal", "vision", "image"]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::llm_http::config::parse_base;
    use serde_json::json;

    #[test]
    fn lists_of_several_servers_are_understood() {
        let router = json!({"data": [
            {"id": "a/sees", "architecture": {"modality": "text+image->text", "input_modalities": ["text", "image"]}},
            {"id": "a/reads", "architecture": {"input_modalities": ["text"]}},
            {"id": "a/unknown"},
        ]});
        for (model, known) in [
            ("a/sees", Some(true)),
            ("a/sees:free", Some(true)),
            ("a/reads", Some(false)),
            ("a/unknown", None),
            ("a/absent", None),
        ] {
            assert_eq!(listed(&router, model), known, "{model}");
        }
        let own = |capabilities: Value| {
            json!({"models": [{"name": "m.gguf", "model": "m.gguf", "capabilities": capabilities}],
                "data": [{"id": "m.gguf", "meta": {}}]})
        };
        assert_eq!(listed(&own(json!(["completion", "multimodal"])), "m.gguf"), Some(true));
        assert_eq!(listed(&own(json!(["completion"])), "m.gguf"), Some(false));
        assert_eq!(listed(&own(json!({"vision": true})), "m.gguf"), Some(true));
        for odd in [json!(null), json!([]), json!({"data": {}}), json!({"data": [1, "a", null]})] {
            assert_eq!(listed(&odd, "m"), None, "{odd}");
        }
    }

    #[test]
    fn the_page_of_llama_cpp_stands_beside_the_api() {
        for (base, expected) in [
            ("http://127.0.0.1:8089/v1", "http://127.0.0.1:8089/props"),
            ("http://127.0.0.1:8089", "http://127.0.0.1:8089/props"),
            ("http://h/llm/v1/", "http://h/llm/props"),
        ] {
            assert_eq!(props(&parse_base(base).expect(base)).as_str(), expected);
        }
    }
}
