//! What a model may be asked in a day: by one session and by all. A loop that never ends, or a stranger with a script,
//! must not spend what the owner did not mean to.
//!
//! Counted in this process and by its monotonic clock: a changed date gives nothing back, a restart does.

use crate::model::ids::SessionId;
use crate::model::session::Performer;
use crate::model::trace::Usage;
use crate::runner::ports::{BoxFuture, Destination, Llm, LlmError, LlmReply, LlmRequest, OnRetry, Sight};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Questions and tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// Questions to the model.
    pub calls: u64,
    /// Tokens of prompts and answers, as far as the model reports them.
    pub tokens: u64,
}

/// The limits of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Of one session.
    pub session: Spent,
    /// Of all.
    pub all: Spent,
}

impl Default for Budget {
    fn default() -> Self {
        Self { session: Spent { calls: 1_000, tokens: 20_000_000 }, all: Spent { calls: 20_000, tokens: 400_000_000 } }
    }
}

struct Day {
    began: Instant,
    all: Spent,
    sessions: HashMap<SessionId, Spent>,
}

/// A model within a budget.
pub struct Budgeted {
    inner: Arc<dyn Llm>,
    budget: Budget,
    day: Mutex<Day>,
}

impl Budgeted {
    /// The same model, within this budget.
    #[must_use]
    pub fn new(inner: Arc<dyn Llm>, budget: Budget) -> Self {
        let day = Day { began: Instant::now(), all: Spent::default(), sessions: HashMap::new() };
        Self { inner, budget, day: Mutex::new(day) }
    }

    /// Counts a question before it is asked.
    fn ask(&self, session: Option<&SessionId>, now: Instant) -> Result<(), LlmError> {
        let mut day = self.day.lock().unwrap_or_else(PoisonError::into_inner);
        if now.saturating_duration_since(day.began) >= DAY {
            *day = Day { began: now, all: Spent::default(), sessions: HashMap::new() };
        }
        let wait = (DAY - now.saturating_duration_since(day.began)).as_secs() + 1;
        let over = |spent: Spent, most: Spent, whose: &str, name: &str| {
            let what = if spent.calls >= most.calls {
                "CALLS"
            } else if spent.tokens >= most.tokens {
                "TOKENS"
            } else {
                return Ok(());
            };
            let reason =
                format!("Дневной предел обращений к модели исчерпан {whose} (LEGALAGI_LLM_MAX_{what}_PER_{name}).");
            Err(LlmError::Unavailable { reason, retry_after: Some(wait) })
        };
        over(day.all, self.budget.all, "для всей установки", "DAY")?;
        if let Some(session) = session {
            let spent = day.sessions.get(session).copied().unwrap_or_default();
            over(spent, self.budget.session, "для этого сеанса", "SESSION")?;
            day.sessions.entry(session.clone()).or_default().calls += 1;
        }
        day.all.calls += 1;
        Ok(())
    }

    /// Counts what an answer took.
    fn paid(&self, session: Option<&SessionId>, usage: &Usage) {
        let tokens =
            usage.prompt_tokens.unwrap_or_default().saturating_add(usage.completion_tokens.unwrap_or_default());
        let mut day = self.day.lock().unwrap_or_else(PoisonError::into_inner);
        day.all.tokens = day.all.tokens.saturating_add(tokens);
        if let Some(spent) = session.and_then(|session| day.sessions.get_mut(session)) {
            spent.tokens = spent.tokens.saturating_add(tokens);
        }
    }
}

impl Llm for Budgeted {
    fn complete<'a>(
        &'a self,
        request: &'a LlmRequest,
        on_retry: OnRetry<'a>,
    ) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        Box::pin(async move {
            self.ask(request.session.as_ref(), Instant::now())?;
            let reply = self.inner.complete(request, on_retry).await?;
            self.paid(request.session.as_ref(), &reply.usage);
            Ok(reply)
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

    struct Silent;

    impl Llm for Silent {
        fn complete<'a>(&'a self, _: &'a LlmRequest, _: OnRetry<'a>) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
            Box::pin(std::future::pending())
        }

        fn performer(&self) -> Performer {
            Performer { name: "silent".to_owned(), is_model: true }
        }
    }

    fn refusal(asked: Result<(), LlmError>) -> String {
        match asked {
            Err(LlmError::Unavailable { reason, retry_after }) => {
                assert!(retry_after.is_some_and(|seconds| seconds > 0 && seconds <= DAY.as_secs() + 1));
                reason
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_session_and_a_day_have_their_limits_and_the_next_day_begins_anew() {
        let budget = Budget { session: Spent { calls: 2, tokens: 100 }, all: Spent { calls: 4, tokens: 1_000 } };
        let model = Budgeted::new(Arc::new(Silent), budget);
        let (one, two, now) = (SessionId::from("1"), SessionId::from("2"), Instant::now());
        let used = |tokens| Usage { prompt_tokens: Some(tokens), ..Usage::default() };
        assert_eq!((model.ask(Some(&one), now), model.ask(Some(&one), now)), (Ok(()), Ok(())));
        assert!(refusal(model.ask(Some(&one), now)).contains("MAX_CALLS_PER_SESSION"));
        assert_eq!(model.ask(Some(&two), now), Ok(()));
        model.paid(Some(&two), &used(100));
        assert!(refusal(model.ask(Some(&two), now)).contains("MAX_TOKENS_PER_SESSION"));
        assert_eq!(model.ask(None, now), Ok(()));
        assert!(refusal(model.ask(None, now)).contains("MAX_CALLS_PER_DAY"));
        let tomorrow = now + DAY + Duration::from_secs(1);
        assert_eq!(model.ask(Some(&one), tomorrow), Ok(()));
        model.paid(None, &used(1_000));
        assert!(refusal(model.ask(Some(&two), tomorrow)).contains("MAX_TOKENS_PER_DAY"));
    }
}
