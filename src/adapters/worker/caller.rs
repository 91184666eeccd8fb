//! On whose behalf work is done: seats are shared out between callers, and a caller's server may stop.

use crate::model::account::Coming;
use crate::model::trail::Actor;
use std::future::Future;
use tokio::sync::watch;

tokio::task_local! {
    static CALLER: Caller;
}

/// Who waits for the work.
#[derive(Debug, Clone, Default)]
pub struct Caller {
    /// A session, or an address; empty for the program itself.
    pub name: String,
    /// Whether what was sent is long: its analysis takes the seats of long work.
    pub long: bool,
    /// Whom the audit log names; `None` for the program itself.
    pub actor: Option<Actor>,
    /// Who that is to the walls between matters; `None` where there are none, and for the program itself.
    pub coming: Option<Coming>,
    /// Becomes true when nobody will wait any longer.
    pub stop: Option<watch::Receiver<bool>>,
}

impl Caller {
    /// Ends when the caller's server stops, else never.
    pub(super) async fn stopped(mut self) {
        if let Some(stop) = &mut self.stop {
            let told = stop.wait_for(|stopped| *stopped).await.is_ok();
            if told {
                return;
            }
        }
        std::future::pending().await
    }
}

/// Who the running task works for.
#[must_use]
pub fn now() -> Caller {
    CALLER.try_with(Clone::clone).unwrap_or_default()
}

/// The matter of what the running task opens.
#[must_use]
pub fn into() -> Option<String> {
    now().coming.and_then(|coming| coming.into)
}

/// Does something on behalf of a caller.
pub async fn on_behalf<F: Future>(caller: Caller, work: F) -> F::Output {
    CALLER.scope(caller, work).await
}
