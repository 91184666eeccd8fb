//! Interest for the late payment of money by the key rate (ГК РФ ст. 395): by days, by rate, by year; rounded once.
//!
//! The rates are data, `knowledge/research/key_rates.toml`. Days for which the table has no row are named and not
//! computed. Compound interest is not computed (п. 5), nor any day before the key rate became the measure.

use crate::engine::knowledge::load::{self, LoadError};
use jiff::ToSpan;
use jiff::civil::Date;
use serde::Deserialize;
use std::sync::LazyLock;

/// A row: the rate from a day on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    /// Its first day.
    pub from: Date,
    /// Hundredths of a per cent.
    pub hundredths: i128,
    /// Where it comes from.
    pub source: String,
    /// Who compared it with the source, or `unreviewed`.
    pub checked_by: String,
}

/// The rows, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rates {
    rows: Vec<Rate>,
    known_days: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    review: Review,
    #[serde(rename = "rate")]
    rates: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Review {
    source: String,
    edition: String,
    checked_by: String,
    known_days: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    from: String,
    rate_pct: String,
    source: String,
    checked_by: String,
    checked_at: String,
}

static RATES: LazyLock<Result<Rates, LoadError>> =
    LazyLock::new(|| Rates::from_text(include_str!("../../knowledge/research/key_rates.toml")));

/// The rates that the program carries.
///
/// # Errors
/// A file that cannot be read.
pub fn embedded() -> Result<&'static Rates, LoadError> {
    RATES.as_ref().map_err(Clone::clone)
}

/// A stretch of days with one rate in one year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// First day.
    pub from: Date,
    /// Last day.
    pub to: Date,
    /// Days.
    pub days: i64,
    /// Hundredths of a per cent.
    pub hundredths: i128,
    /// Days of its year.
    pub year: i128,
}

/// What was computed, and what was not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Interest {
    /// The stretches, in order.
    pub stretches: Vec<Stretch>,
    /// Kopecks.
    pub kopecks: i128,
    /// Days that no row covers: first and last.
    pub without: Vec<(Date, Date)>,
}

impl Rates {
    /// Rates from the text of a file.
    ///
    /// # Errors
    /// The first broken row.
    pub fn from_text(text: &str) -> Result<Self, LoadError> {
        let file: File = load::toml_file("research/key_rates.toml", text)?;
        let broken = |field: &str, why: &str| LoadError {
            file: "research/key_rates.toml".to_owned(),
            field: field.to_owned(),
            why: why.to_owned(),
        };
        if file.review.source.is_empty() || file.review.edition.is_empty() || file.review.checked_by.is_empty() {
            return Err(broken("review", "a review is needed"));
        }
        let mut rows: Vec<Rate> = Vec::new();
        for row in file.rates {
            let from: Date = row.from.parse().map_err(|_| broken("from", "a day is YYYY-MM-DD"))?;
            let hundredths = hundredths(&row.rate_pct).ok_or_else(|| broken("rate_pct", "a rate is a number"))?;
            if row.source.is_empty() || row.checked_at.parse::<Date>().is_err() {
                return Err(broken("source", "each row has a source and the day it was looked at"));
            }
            if rows.last().is_some_and(|last| last.from >= from) {
                return Err(broken("from", "rows stand in order"));
            }
            rows.push(Rate { from, hundredths, source: row.source, checked_by: row.checked_by });
        }
        Ok(Self { rows, known_days: file.review.known_days })
    }

    /// Whether every row that covers these days was compared with its source.
    #[must_use]
    pub fn reviewed(&self, from: Date, to: Date) -> bool {
        let mut used = self
            .rows
            .iter()
            .enumerate()
            .filter(|(index, row)| row.from <= to && self.rows.get(index + 1).is_none_or(|next| next.from > from));
        used.all(|(_, row)| row.checked_by != "unreviewed")
    }

    /// Interest on a sum for the days from the first to the last, both included.
    #[must_use]
    pub fn interest(&self, kopecks: i128, from: Date, to: Date) -> Interest {
        let mut out = Interest::default();
        let (mut plain, mut leap) = (0_i128, 0_i128);
        let mut at = from;
        while at <= to {
            let row = self.rows.iter().rposition(|row| row.from <= at);
            let next = match row {
                Some(row) => self.rows.get(row + 1).map(|next| next.from),
                None => self.rows.first().map(|first| first.from),
            };
            let last_of_year = Date::new(at.year(), 12, 31).unwrap_or(Date::MAX);
            let mut end = to.min(last_of_year);
            if let Some(before) = next.and_then(|next| next.yesterday().ok()) {
                end = end.min(before);
            }
            // The last row holds for some time only: then nobody has looked.
            let known = row
                .filter(|_| next.is_none())
                .map(|row| self.rows[row].from.checked_add(self.known_days.days()).unwrap_or(Date::MAX));
            let covered = row.is_some() && known.is_none_or(|known| at <= known);
            if let Some(known) = known.filter(|_| covered) {
                end = end.min(known);
            }
            match row.filter(|_| covered) {
                Some(row) => {
                    let days = i64::from((end - at).get_days()) + 1;
                    let (rate, year) = (self.rows[row].hundredths, i128::from(at.days_in_year()));
                    let part = kopecks * rate * i128::from(days);
                    if year == 366 {
                        leap += part
                    } else {
                        plain += part
                    }
                    out.stretches.push(Stretch { from: at, to: end, days, hundredths: rate, year });
                }
                None => match out.without.last_mut().filter(|last| last.1.tomorrow().ok() == Some(at)) {
                    Some(last) => last.1 = end,
                    None => out.without.push((at, end)),
                },
            }
            let Ok(next) = end.tomorrow() else { break };
            at = next;
        }
        // plain / (10000 · 365) + leap / (10000 · 366), rounded half up.
        let whole = 10_000 * 365 * 366;
        out.kopecks = (2 * (plain * 366 + leap * 365) + whole) / (2 * whole);
        out
    }
}

/// «16.5» → 1650.
fn hundredths(text: &str) -> Option<i128> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if part.len() > 2 || !part.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(whole.parse::<i128>().ok()? * 100 + format!("{part:0<2}").parse::<i128>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn a_debt_of_one_rate_and_a_debt_over_the_end_of_a_year() {
        let rates = embedded().unwrap();
        // Due on 10.01.2025, paid on 10.03.2025: 59 days at 21 %.
        let one = rates.interest(10_000_000, day("2025-01-11"), day("2025-03-10"));
        assert_eq!((one.kopecks, one.stretches.len(), one.stretches[0].days), (339_452, 1, 59));
        // 16 days of a leap year at 21 % and 10 of a plain one.
        let two = rates.interest(10_000_000, day("2024-12-16"), day("2025-01-10"));
        let exact = 10_000_000 * 2_100 * (16 * 365 + 10 * 366_i128);
        assert_eq!(two.stretches.len(), 2);
        assert!((two.kopecks * 10_000 * 365 * 366 - exact).abs() <= 5_000 * 365 * 366, "{}", two.kopecks);
    }

    #[test]
    fn days_without_a_row_are_named_and_not_computed() {
        let rates = embedded().unwrap();
        let early = rates.interest(100_000, day("2018-12-01"), day("2018-12-31"));
        assert_eq!(early.without, [(day("2018-12-01"), day("2018-12-16"))]);
        assert_eq!(early.stretches.iter().map(|own| own.days).sum::<i64>(), 15);
        let late = rates.interest(100_000, day("2025-12-22"), day("2026-06-30"));
        assert_eq!(late.without, [(day("2026-02-21"), day("2026-06-30"))]);
        assert!(!rates.reviewed(day("2025-01-01"), day("2025-02-01")));
    }

    #[test]
    fn a_broken_row_is_refused() {
        let text = include_str!("../../knowledge/research/key_rates.toml");
        assert!(Rates::from_text(&text.replacen("2018-12-17", "17.12.2018", 1)).is_err());
        assert!(Rates::from_text(&text.replacen("2019-06-17", "2017-06-17", 1)).is_err());
    }
}
