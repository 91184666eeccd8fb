//! A flag that a person sets to stop a run, and a future that ends when it is set.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

#[derive(Default)]
struct Inner {
    set: bool,
    wakers: Vec<Waker>,
}

/// The flag. Clones share it.
#[derive(Clone, Default)]
pub struct Cancel(Arc<Mutex<Inner>>);

impl Cancel {
    /// Sets the flag and wakes who waits for it.
    pub fn set(&self) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        inner.set = true;
        inner.wakers.drain(..).for_each(Waker::wake);
    }

    /// Whether the flag is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).set
    }

    /// Runs a future until it ends or the flag is set (`None`); then the future is dropped.
    pub async fn unless_set<F: Future>(&self, future: F) -> Option<F::Output> {
        let mut future = Box::pin(future);
        std::future::poll_fn(|cx| self.poll(future.as_mut(), cx)).await
    }

    fn poll<F: Future>(&self, future: Pin<&mut F>, cx: &mut Context<'_>) -> Poll<Option<F::Output>> {
        {
            let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if inner.set {
                return Poll::Ready(None);
            }
            if !inner.wakers.iter().any(|waker| waker.will_wake(cx.waker())) {
                inner.wakers.push(cx.waker().clone());
            }
        }
        future.poll(cx).map(Some)
    }
}
