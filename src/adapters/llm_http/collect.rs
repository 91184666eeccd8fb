//! One answer put together from stream events or from a whole body. Pure; the content itself is never read.

use crate::adapters::llm_http::body::cut;
use crate::adapters::llm_http::failure::{Failure, Fault};
use crate::adapters::llm_http::usage;
use crate::model::trace::Usage;
use serde_json::Value;

/// Most bytes of a partial answer that are kept.
const MAX_PARTIAL: usize = 64 * 1024;

/// A whole answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answer {
    /// The content.
    pub(super) text: String,
    /// Tokens and cost.
    pub(super) usage: Usage,
    /// The model that answered, as reported.
    pub(super) model: Option<String>,
}

/// What has come so far.
#[derive(Debug, Default)]
pub(super) struct Collector {
    text: String,
    finish: Option<String>,
    declined: bool,
    done: bool,
    usage: Usage,
    model: Option<String>,
    cap: usize,
}

impl Collector {
    /// An empty answer of at most `cap` bytes.
    pub(super) fn new(cap: usize) -> Self {
        Self { cap, ..Self::default() }
    }

    /// Takes one event of a stream.
    pub(super) fn event(&mut self, data: &str) -> Result<(), Fault> {
        if data.trim() == "[DONE]" {
            self.done = true;
            return Ok(());
        }
        match serde_json::from_str(data) {
            Ok(chunk) => self.chunk(&chunk),
            Err(_) => Err(self.unusable("Сервер модели прислал нечитаемую часть ответа")),
        }
    }

    /// Takes a whole body from a server that does not stream.
    pub(super) fn whole(&mut self, body: &[u8]) -> Result<(), Fault> {
        match serde_json::from_slice(body) {
            Ok(chunk) => {
                self.chunk(&chunk)?;
                self.done = true;
                Ok(())
            }
            Err(_) => {
                self.text = String::from_utf8_lossy(body).into_owned();
                Err(self.unusable("Сервер модели прислал нечитаемый ответ"))
            }
        }
    }

    fn chunk(&mut self, chunk: &Value) -> Result<(), Fault> {
        let told = |value: &Value, key: &str| value.get(key).filter(|error| !error.is_null()).cloned();
        if let Some(error) = told(chunk, "error") {
            return Err(Fault::Provider(Failure::of_error(&error)));
        }
        if let Some(model) = chunk.get("model").and_then(Value::as_str).filter(|model| !model.is_empty()) {
            self.model = Some(cut(model, 200).replace(char::is_control, " "));
        }
        if let Some(report) = chunk.get("usage").filter(|usage| usage.is_object()) {
            self.usage = usage::read(report);
        }
        let Some(choice) = chunk.pointer("/choices/0") else { return Ok(()) };
        if let Some(error) = told(choice, "error") {
            return Err(Fault::Provider(Failure::of_error(&error)));
        }
        if let Some(part) = choice.get("delta").or_else(|| choice.get("message")) {
            self.declined |= part.get("refusal").is_some_and(|it| it.as_str().is_some_and(|it| !it.is_empty()));
            match part.get("content") {
                Some(Value::String(text)) => self.add(text)?,
                Some(Value::Array(parts)) => {
                    for text in parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)) {
                        self.add(text)?;
                    }
                }
                _ => {}
            }
        }
        if let Some(finish) = choice.get("finish_reason").and_then(Value::as_str) {
            self.finish = Some(finish.to_owned());
        }
        Ok(())
    }

    fn add(&mut self, text: &str) -> Result<(), Fault> {
        if self.text.len() + text.len() > self.cap {
            return Err(self.too_large());
        }
        self.text.push_str(text);
        Ok(())
    }

    /// Whether nothing of the answer itself is missing, whatever happens to the line.
    pub(super) fn is_complete(&self) -> bool {
        self.done || self.finish.is_some()
    }

    /// Whether the stream said that nothing follows.
    pub(super) fn is_done(&self) -> bool {
        self.done
    }

    /// The answer, once everything came.
    pub(super) fn settle(self) -> Result<Answer, Fault> {
        let wrong = match self.finish.as_deref() {
            Some("length" | "max_tokens") => Some("Ответ модели обрезан по длине"),
            Some("content_filter") => Some("Ответ модели остановлен фильтром содержания"),
            Some("error") => Some("Модель прервала ответ с ошибкой"),
            None if !self.done => Some("Ответ модели оборвался"),
            _ if self.declined && self.text.trim().is_empty() => Some("Модель отказалась отвечать"),
            _ if self.text.trim().is_empty() => Some("Модель вернула пустой ответ"),
            _ => None,
        };
        match wrong {
            Some(reason) => Err(self.unusable(reason)),
            None => Ok(Answer { text: self.text, usage: self.usage, model: self.model }),
        }
    }

    /// The answer is over its limit.
    pub(super) fn too_large(&self) -> Fault {
        self.unusable("Ответ модели больше допустимого размера")
    }

    /// The answer cannot be used, for this reason.
    pub(super) fn unusable(&self, reason: &'static str) -> Fault {
        Fault::Unusable { reason, partial: cut(&self.text, MAX_PARTIAL).to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(events: &[&str]) -> Result<Answer, Fault> {
        let mut collector = Collector::new(100);
        events.iter().try_for_each(|event| collector.event(event))?;
        collector.settle()
    }

    fn partial(result: Result<Answer, Fault>) -> String {
        match result {
            Err(Fault::Unusable { partial, .. }) => partial,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn deltas_join_and_the_last_words_count() {
        let answer = run(&[
            r#"{"model":"a/b","choices":[{"delta":{"role":"assistant","content":""}}]}"#,
            r#"{"choices":[{"delta":{"content":"{\"a\""}}],"error":null,"usage":null}"#,
            r#"{"choices":[{"delta":{"content":": 1}","reasoning":"x"},"finish_reason":"stop"}]}"#,
            r#"{"choices":[],"usage":{"prompt_tokens":3,"cost":0.5}}"#,
            "{}",
            "[DONE]",
        ])
        .expect("answer");
        assert_eq!((answer.text.as_str(), answer.model.as_deref()), ("{\"a\": 1}", Some("a/b")));
        assert_eq!((answer.usage.prompt_tokens, answer.usage.cost_usd), (Some(3), Some(0.5)));
    }

    #[test]
    fn cut_answers_are_unusable_with_what_came() {
        let part = r#"{"choices":[{"delta":{"content":"да"}}]}"#;
        let finish = |reason: &str| format!(r#"{{"choices":[{{"delta":{{}},"finish_reason":"{reason}"}}]}}"#);
        for reason in ["length", "content_filter", "error"] {
            assert_eq!(partial(run(&[part, &finish(reason), "[DONE]"])), "да");
        }
        assert_eq!(partial(run(&[part])), "да");
        assert_eq!(partial(run(&[part, "{\"choi"])), "да");
        assert_eq!(partial(run(&["[DONE]"])), "");
        assert_eq!(partial(run(&[])), "");
        let long = format!(r#"{{"choices":[{{"delta":{{"content":"{}"}}}}]}}"#, "x".repeat(60));
        assert_eq!(partial(run(&[&long, &long])).len(), 60);
        assert!(run(&[part, &finish("stop")]).is_ok() && run(&[part, "[DONE]"]).is_ok());
    }

    #[test]
    fn whole_bodies_and_their_errors() {
        let mut collector = Collector::new(100);
        collector
            .whole(br#"{"choices":[{"message":{"content":[{"type":"text","text":"ok"}]},"finish_reason":null}]}"#)
            .expect("body");
        assert_eq!(collector.settle().expect("answer").text, "ok");
        let failed = |body: &str| match Collector::new(9).whole(body.as_bytes()) {
            Err(Fault::Provider(failure)) => failure.status,
            other => panic!("{other:?}"),
        };
        assert_eq!(failed(r#"{"error":{"code":429},"choices":[{"message":{"content":"x"}}]}"#), 429);
        assert_eq!(failed(r#"{"choices":[{"error":{"code":503},"message":{"content":"x"}}]}"#), 503);
        assert_eq!(partial(Collector::new(9).whole(b"{\"cho").map(|()| unreachable!())), "{\"cho");
    }
}
