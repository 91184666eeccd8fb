//! Wrong keys are counted: by the form of everybody, by header or cookie of everybody but this machine's programs.

use crate::model::error::{ApiError, ErrorCode};
use crate::server::door::caller::Caller;
use crate::server::door::rates::Rates;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Guesses of the instance's token, by address.
pub struct Guesses {
    form: Rates<IpAddr>,
    carried: Rates<IpAddr>,
}

impl Default for Guesses {
    fn default() -> Self {
        Self { form: Rates::new(Duration::from_secs(6), 10), carried: Rates::new(Duration::from_secs(1), 60) }
    }
}

impl Guesses {
    /// Whether a key typed into the form is right; when too many were wrong it is not even looked at.
    ///
    /// # Errors
    /// Too many wrong keys came from this address.
    pub fn typed(&self, caller: &Caller, is_right: impl FnOnce() -> bool) -> Result<bool, ApiError> {
        counted(&self.form, caller, is_right)
    }

    /// Whether a key in a header or a cookie is right.
    ///
    /// # Errors
    /// Too many wrong keys came from this address.
    pub fn carried(&self, caller: &Caller, is_right: impl FnOnce() -> bool) -> Result<bool, ApiError> {
        if caller.here { Ok(is_right()) } else { counted(&self.carried, caller, is_right) }
    }
}

/// Counted before it is looked at, so that guesses sent all at once count too; a right one costs nothing.
fn counted(rates: &Rates<IpAddr>, caller: &Caller, is_right: impl FnOnce() -> bool) -> Result<bool, ApiError> {
    let subscriber = caller.subscriber();
    rates.take(subscriber, Instant::now()).map_err(|seconds| {
        let message = "Слишком много неверных ключей. Подождите немного и попробуйте ещё раз.";
        ApiError::new(ErrorCode::TooManyRequests, message).with("retry_after", seconds)
    })?;
    let right = is_right();
    if right {
        rates.give_back(&subscriber);
    }
    Ok(right)
}
