//! How long to wait before coming back. Pure.

use std::time::Duration;

/// Exponential backoff with full jitter: `unit` (of [0, 1)) of `base · 2^(retry-1)`, at most of `cap`. Retries
/// count from 1.
pub(super) fn backoff(base: Duration, cap: Duration, retry: u32, unit: f64) -> Duration {
    let bound = base.saturating_mul(2_u32.saturating_pow(retry.saturating_sub(1))).min(cap);
    bound.mul_f64(unit.clamp(0.0, 1.0))
}

/// `Retry-After` in seconds (RFC 9110, 10.2.3): a number, or a date, which is measured against the answer's own
/// `Date`, so that a wrong clock on either side does no harm. `None` when it cannot be read.
pub(super) fn retry_after(value: &str, date: Option<&str>) -> Option<u64> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<u64>() {
        return Some(seconds);
    }
    if let Ok(seconds) = value.parse::<f64>() {
        // Some servers send fractions.
        return (seconds.is_finite() && (0.0..1e9).contains(&seconds)).then_some(seconds.ceil() as u64);
    }
    let moment = |text: &str| jiff::fmt::rfc2822::parse(text.trim()).ok().map(|time| time.timestamp().as_second());
    u64::try_from((moment(value)? - moment(date?)?).max(0)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backoff_doubles_up_to_the_cap() {
        let at = |retry, unit| backoff(Duration::from_millis(500), Duration::from_secs(8), retry, unit).as_millis();
        assert_eq!([at(1, 1.0), at(2, 1.0), at(3, 1.0), at(5, 1.0), at(6, 1.0)], [500, 1000, 2000, 8000, 8000]);
        assert_eq!([at(1, 0.0), at(2, 0.5), at(40, 0.25), at(0, 1.0), at(1, 7.0)], [0, 500, 2000, 500, 500]);
    }

    #[test]
    fn retry_after_is_a_number_or_a_date() {
        let date = Some("Sat, 21 Nov 2026 09:30:00 GMT");
        for (value, date, expected) in [
            ("7", None, Some(7)),
            (" 0 ", None, Some(0)),
            ("1.2", None, Some(2)),
            ("-1", None, None),
            ("soon", date, None),
            ("", date, None),
            ("Sat, 21 Nov 2026 09:30:25 GMT", date, Some(25)),
            ("Sat, 21 Nov 2026 09:29:00 GMT", date, Some(0)),
            ("Sat, 21 Nov 2026 09:30:25 GMT", None, None),
            ("99999999999999999999999", None, None),
        ] {
            assert_eq!(retry_after(value, date), expected, "{value}");
        }
    }
}
