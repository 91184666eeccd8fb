//! Money as integer minor units; decimal text on the outside.

use serde::{Deserialize, Serialize};

/// An amount in minor units (kopecks) of a currency (ISO 4217).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Money {
    /// Minor units; never negative in a contract.
    pub minor: i64,
    /// ISO 4217 code.
    pub currency: String,
}

/// Parses decimal text («30000», «30000.5», «30000.50») into minor units.
///
/// `None` when it is no plain decimal, has more than two decimals, or does not fit.
#[must_use]
pub fn parse_minor(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) || fraction.len() > 2 {
        return None;
    }
    let whole: i64 = whole.parse().ok()?;
    let cents: i64 = if fraction.is_empty() { 0 } else { format!("{fraction:0<2}").parse().ok()? };
    whole.checked_mul(100)?.checked_add(cents)
}

/// Writes minor units as decimal text with two decimals: `30000.00`.
#[must_use]
pub fn format_minor(minor: i64) -> String {
    let sign = if minor < 0 { "-" } else { "" };
    let abs = minor.unsigned_abs();
    format!("{sign}{}.{:02}", abs / 100, abs % 100)
}

/// Writes decimal text for people: `30 000` or `30 000,50`, digits grouped by no-break spaces.
#[must_use]
pub fn human(amount: &str) -> String {
    let (whole, fraction) = amount.split_once('.').unwrap_or((amount, ""));
    let mut grouped = String::new();
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            grouped.push('\u{a0}');
        }
        grouped.push(c);
    }
    if fraction.bytes().all(|b| b == b'0') { grouped } else { format!("{grouped},{fraction}") }
}

/// The sign of a currency, or its code.
#[must_use]
pub fn sign(currency: &str) -> &str {
    match currency {
        "RUB" => "₽",
        "USD" => "$",
        "EUR" => "€",
        "CNY" => "¥",
        "KRW" => "₩",
        other => other,
    }
}
