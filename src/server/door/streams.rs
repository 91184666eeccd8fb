//! How many event streams are open, in all and of each session.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::SessionId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

struct Inner {
    most: usize,
    most_of_session: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    all: usize,
    of_session: HashMap<SessionId, usize>,
}

/// The open streams. Clones share them.
#[derive(Clone)]
pub struct Streams(Arc<Inner>);

/// The right to keep a stream open; given back when dropped.
pub struct OpenStream {
    streams: Streams,
    session: Option<SessionId>,
}

impl Streams {
    /// Room for so many.
    #[must_use]
    pub fn new(most: usize, most_of_session: usize) -> Self {
        Self(Arc::new(Inner { most, most_of_session, open: Mutex::default() }))
    }

    /// Opens a stream of a session, or one that belongs to none.
    ///
    /// # Errors
    /// This session has its number (429), or all have (503).
    pub fn open(&self, session: Option<&SessionId>) -> Result<OpenStream, ApiError> {
        let mut open = self.lock();
        if open.all >= self.0.most {
            let message = "Слишком много открытых страниц следят за сеансами. Закройте лишние или повторите позже.";
            return Err(ApiError::new(ErrorCode::Overloaded, message).with("retry_after", 10));
        }
        if let Some(session) = session {
            let count = open.of_session.get(session).copied().unwrap_or_default();
            if count >= self.0.most_of_session {
                let message = "За этим сеансом следит слишком много открытых страниц. Закройте лишние вкладки.";
                let error = ApiError::new(ErrorCode::TooManyRequests, message);
                return Err(error.with("limit", self.0.most_of_session).with("retry_after", 10));
            }
            open.of_session.insert(session.clone(), count + 1);
        }
        open.all += 1;
        Ok(OpenStream { streams: self.clone(), session: session.cloned() })
    }

    /// Streams that are open.
    #[must_use]
    pub fn count(&self) -> usize {
        self.lock().all
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.streams.lock();
        open.all -= 1;
        if let Some(session) = &self.session
            && let Some(count) = open.of_session.get_mut(session)
        {
            *count -= 1;
            if *count == 0 {
                open.of_session.remove(session);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_counted_in_all_and_by_session_and_given_back() {
        let streams = Streams::new(3, 2);
        let (one, two) = (SessionId::from("1"), SessionId::from("2"));
        let first = streams.open(Some(&one)).unwrap();
        let second = streams.open(Some(&one)).unwrap();
        assert_eq!(streams.open(Some(&one)).err().unwrap().code, ErrorCode::TooManyRequests);
        let third = streams.open(Some(&two)).unwrap();
        assert_eq!(streams.open(None).err().unwrap().code, ErrorCode::Overloaded);
        drop(first);
        let again = streams.open(Some(&one)).unwrap();
        drop((second, third, again));
        assert!(streams.lock().all == 0 && streams.lock().of_session.is_empty(), "nothing is kept");
    }
}
