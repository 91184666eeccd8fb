//! Figures of this process in the format of Prometheus: counts and times, never words of anybody. Labels are routes,
//! steps and outcomes, of which there are few; no label holds an id.

use crate::adapters::{compute, worker::pool};
use crate::model::session::Performer;
use crate::model::trace::Usage;
use crate::runner::ports::{BoxFuture, Destination, Llm, LlmError, LlmReply, LlmRequest, OnRetry, Sight};
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// The media type of [`Figures::text`].
pub const MEDIA: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Upper bounds of times in seconds: a page takes milliseconds, a model minutes.
const SECONDS: [f64; 12] = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 20.0, 60.0, 300.0];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Performed {
    step: &'static str,
    /// `builtin` or `model`.
    by: &'static str,
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct By {
    by: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Kind {
    kind: &'static str,
}

/// What is only known when somebody asks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Now {
    /// Turns that run.
    pub turns: usize,
    /// Event streams that are open.
    pub streams: usize,
    /// Requests that are worked on.
    pub requests: usize,
    /// Bytes of the database with its log.
    pub database: u64,
    /// Whether the storage answers.
    pub storage: bool,
}

/// The figures of this process.
pub struct Figures {
    registry: Registry,
    requests: Family<Asked, Counter>,
    request_seconds: Family<Route, Histogram>,
    steps: Family<Performed, Counter>,
    step_seconds: Family<By, Histogram>,
    tokens: Family<Kind, Counter>,
    cost: Counter<f64, AtomicU64>,
    work: Family<Kind, Gauge>,
    database: Gauge,
    storage: Gauge,
    uptime: Gauge,
    began: Instant,
}

fn times() -> Histogram {
    Histogram::new(SECONDS)
}

impl Default for Figures {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("legalagi");
        let figures = Self {
            requests: Family::default(),
            request_seconds: Family::new_with_constructor(times),
            steps: Family::default(),
            step_seconds: Family::new_with_constructor(times),
            tokens: Family::default(),
            cost: Counter::default(),
            work: Family::default(),
            database: Gauge::default(),
            storage: Gauge::default(),
            uptime: Gauge::default(),
            began: Instant::now(),
            registry: Registry::default(),
        };
        registry.register("http_requests", "Requests answered, by route", figures.requests.clone());
        registry.register_with_unit(
            "http_request",
            "Time to the head of an answer",
            Unit::Seconds,
            figures.request_seconds.clone(),
        );
        registry.register("steps", "Steps performed, by who performed and what came of it", figures.steps.clone());
        registry.register_with_unit("step", "Time of a performer", Unit::Seconds, figures.step_seconds.clone());
        registry.register("model_tokens", "Tokens as the model reports them", figures.tokens.clone());
        registry.register("model_cost_usd", "Cost as the provider reports it", figures.cost.clone());
        registry.register("work", "What is at work or waits just now", figures.work.clone());
        registry.register_with_unit("database", "The database with its log", Unit::Bytes, figures.database.clone());
        registry.register("storage_up", "1 when the storage answers and is sound", figures.storage.clone());
        registry.register_with_unit("uptime", "Since the process began", Unit::Seconds, figures.uptime.clone());
        Self { registry, ..figures }
    }
}

/// The figures of this process.
pub fn get() -> &'static Figures {
    static FIGURES: LazyLock<Figures> = LazyLock::new(Figures::default);
    &FIGURES
}

impl Figures {
    /// Counts an answered request.
    pub fn answered(&self, method: &'static str, route: String, status: u16, took: Duration) {
        self.request_seconds.get_or_create(&Route { route: route.clone() }).observe(took.as_secs_f64());
        self.requests.get_or_create(&Asked { method, route, status }).inc();
    }

    fn performed(&self, step: &'static str, by: &'static str, outcome: &'static str, took: Duration) {
        self.steps.get_or_create(&Performed { step, by, outcome }).inc();
        self.step_seconds.get_or_create(&By { by }).observe(took.as_secs_f64());
    }

    fn paid(&self, usage: &Usage) {
        let kinds =
            [("prompt", usage.prompt_tokens), ("answer", usage.completion_tokens), ("cached", usage.cached_tokens)];
        for (kind, tokens) in kinds {
            self.tokens.get_or_create(&Kind { kind }).inc_by(tokens.unwrap_or_default());
        }
        // A provider that reports less than nothing is not believed.
        self.cost.inc_by(usage.cost_usd.filter(|cost| cost.is_finite() && *cost > 0.0).unwrap_or_default());
    }

    /// Everything, as Prometheus reads it.
    #[must_use]
    pub fn text(&self, now: Now) -> String {
        let (workers, jobs) = pool::get().load();
        let (short, long) = compute::waiting();
        let gauges = [
            ("turns", now.turns),
            ("streams", now.streams),
            ("requests", now.requests),
            ("workers", workers),
            ("worker_jobs_waiting", jobs),
            ("short_texts_waiting", short),
            ("long_texts_waiting", long),
        ];
        for (kind, count) in gauges {
            self.work.get_or_create(&Kind { kind }).set(signed(count as u64));
        }
        self.database.set(signed(now.database));
        self.storage.set(i64::from(now.storage));
        self.uptime.set(signed(self.began.elapsed().as_secs()));
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = text::encode(&mut out, &self.registry);
        out
    }
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A performer whose work is counted.
pub struct Watched {
    inner: Arc<dyn Llm>,
}

impl Watched {
    /// The same performer, counted.
    #[must_use]
    pub fn new(inner: Arc<dyn Llm>) -> Self {
        Self { inner }
    }
}

impl Llm for Watched {
    fn complete<'a>(
        &'a self,
        request: &'a LlmRequest,
        on_retry: OnRetry<'a>,
    ) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        Box::pin(async move {
            let began = Instant::now();
            let by = if self.inner.performer().is_model { "model" } else { "builtin" };
            let answer = self.inner.complete(request, on_retry).await;
            let outcome = match &answer {
                Ok(reply) => {
                    get().paid(&reply.usage);
                    "answered"
                }
                Err(LlmError::Unavailable { .. }) => "unavailable",
                Err(LlmError::Refused { .. }) => "refused",
                Err(LlmError::Unusable { .. }) => "unusable",
            };
            get().performed(request.step, by, outcome, began.elapsed());
            answer
        })
    }

    fn performer(&self) -> Performer {
        self.inner.performer()
    }

    fn destination(&self, step: &str) -> Option<Destination> {
        self.inner.destination(step)
    }

    fn sight<'a>(&'a self, step: &'a str) -> BoxFuture<'a, Option<Sight>> {
        self.inner.sight(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_times_stand_in_the_text() {
        let figures = Figures::default();
        figures.answered("GET", "/api/session/{id}".to_owned(), 200, Duration::from_millis(3));
        figures.performed("INTERPRET", "builtin", "answered", Duration::from_millis(3));
        figures.paid(&Usage { prompt_tokens: Some(7), cost_usd: Some(f64::NAN), ..Usage::default() });
        let text = figures.text(Now { turns: 2, storage: true, ..Now::default() });
        for line in [
            r#"legalagi_http_requests_total{method="GET",route="/api/session/{id}",status="200"} 1"#,
            r#"legalagi_http_request_seconds_count{route="/api/session/{id}"} 1"#,
            r#"legalagi_steps_total{step="INTERPRET",by="builtin",outcome="answered"} 1"#,
            r#"legalagi_model_tokens_total{kind="prompt"} 7"#,
            "legalagi_model_cost_usd_total 0.0",
            r#"legalagi_work{kind="turns"} 2"#,
            "legalagi_storage_up 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
    }
}
