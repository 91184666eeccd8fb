//! Tables of payments: instalments that were said, rent by months, equal parts of a loan.

use crate::engine::document::tree::{Clause, Inline, Line, Table, line};
use crate::engine::grammar::{date, sum};
use crate::model::money;
use crate::workspaces::contract::draft::fill::Source;
use jiff::{Span, ToSpan as _, civil::Date};
use serde_json::Value;

/// One payment: when, how much, and the fact behind the sum.
struct Payment {
    day: Option<Date>,
    minor: i64,
    pointer: String,
    /// The fact behind the day, when it was said and not computed.
    said: Option<String>,
}

fn payments(domain: &Value) -> Vec<Payment> {
    instalments(domain)
        .map(|said| with_rest(domain, said))
        .or_else(|| rent(domain))
        .or_else(|| parts(domain, price(domain)?, day(domain, "/term/start")))
        .unwrap_or_default()
}

/// Whether every payment is known with its day: a table of blank lines is no schedule.
pub(super) fn is_whole(domain: &Value) -> bool {
    let all = payments(domain);
    !all.is_empty() && all.iter().all(|payment| payment.day.is_some())
}

/// Payments whose day is known: last day and kopecks.
pub(super) fn dated(domain: &Value) -> Vec<(Date, i64)> {
    payments(domain).into_iter().filter_map(|payment| Some((payment.day?, payment.minor))).collect()
}

/// The clause that carries the table.
pub(super) fn clause(source: &Source<'_>, id: &str) -> Clause {
    let payments = payments(source.facts.domain);
    let total: i64 = payments.iter().map(|payment| payment.minor).sum();
    let blank =
        || vec![Inline::Blank { label: "сумма".into(), text: "__________".into(), pointer: String::new() }];
    let mut rows: Vec<Vec<Line>> = Vec::new();
    for (i, payment) in payments.iter().enumerate() {
        let day = payment.day.map_or_else(blank, |day| {
            let text = date::short(&day.to_string());
            payment.said.as_ref().map_or_else(|| line(text.clone()), |at| vec![source.value(&text, at)])
        });
        rows.push(vec![
            line((i + 1).to_string()),
            day,
            vec![source.value(&sum::digits(payment.minor), &payment.pointer)],
        ]);
    }
    if payments.is_empty() {
        rows.extend((1..=3).map(|i| vec![line(i.to_string()), blank(), blank()]));
    } else {
        rows.push(vec![line(""), line("Итого"), line(sum::digits(total))]);
    }
    Clause {
        id: id.to_owned(),
        body: line("Платежи вносятся в следующие сроки:"),
        table: Some(Table {
            head: vec!["№".into(), "Срок, не позднее".into(), "Сумма, руб.".into()], rows
        }),
        ..Clause::default()
    }
}

fn minor(domain: &Value, at: &str) -> Option<i64> {
    money::parse_minor(domain.pointer(at)?["amount"].as_str()?)
}

fn day(domain: &Value, at: &str) -> Option<Date> {
    domain.pointer(at)?.as_str()?.parse().ok()
}

fn instalments(domain: &Value) -> Option<Vec<Payment>> {
    let one = |i: u32| {
        let at = format!("/payment/instalments/{i}");
        let pointer = format!("{at}/amount");
        let on = format!("{at}/date");
        Some(Payment { minor: minor(domain, &pointer)?, day: day(domain, &on), pointer, said: Some(on) })
    };
    Some((1..=6).filter_map(one).collect::<Vec<_>>()).filter(|list| !list.is_empty())
}

/// Rent of each calendar month, an incomplete one by its days, half-up to a kopeck.
fn rent(domain: &Value) -> Option<Vec<Payment>> {
    let (start, end) = (day(domain, "/term/start")?, day(domain, "/term/end")?);
    let rent = minor(domain, "/price/rent")?;
    let due = domain.pointer("/payment/day").and_then(Value::as_i64).unwrap_or(31);
    let told = domain.pointer("/payment/day").and_then(Value::as_i64);
    if let Some(months) = told.and_then(|due| months_of_lease(start, end, due)) {
        let pay = |day| Payment { day: Some(day), minor: rent, pointer: "/price/rent".into(), said: None };
        return Some(months.into_iter().map(pay).collect());
    }
    let mut out = Vec::new();
    let mut first = start.first_of_month();
    while first <= end && out.len() < 120 {
        let last = first.last_of_month();
        let (from, to) = (first.max(start), last.min(end));
        let days = i64::from(to.day() - from.day()) + 1;
        let all = i64::from(last.day());
        let minor = if days == all { rent } else { (rent.checked_mul(days)? * 2 + all) / (all * 2) };
        let on = i8::try_from(due.clamp(1, all)).ok()?;
        let day = first.with().day(on).build().ok()?.max(from);
        out.push(Payment { day: Some(day), minor, pointer: "/price/rent".into(), said: None });
        first = last.checked_add(1.day()).ok()?;
    }
    Some(out).filter(|list| !list.is_empty())
}

/// «С 15 января по 14 декабря, до 15-го числа»: a lease whose months begin on the day when they are paid has whole months
/// of its own and no parts of calendar months.
fn months_of_lease(start: Date, end: Date, due: i64) -> Option<Vec<Date>> {
    if start.day() == 1 || i64::from(start.day()) != due {
        return None;
    }
    let after = end.checked_add(1.day()).ok()?;
    let month = |n: i64| start.checked_add(Span::new().try_months(n).ok()?).ok();
    let days: Vec<Date> = (0..120).map_while(month).take_while(|day| *day <= after).collect();
    let (last, all) = days.split_last()?;
    (*last == after && !all.is_empty()).then(|| all.to_vec())
}

/// What is paid in all.
fn price(domain: &Value) -> Option<i64> {
    minor(domain, "/loan/amount").or_else(|| minor(domain, "/price/total"))
}

/// «Сначала двадцать тысяч, потом по десять»: the equal parts after the payments that were named.
fn with_rest(domain: &Value, mut said: Vec<Payment>) -> Vec<Payment> {
    let paid: i64 = said.iter().map(|payment| payment.minor).sum();
    let left =
        price(domain).map(|total| total - paid).filter(|left| *left > 0 && minor(domain, "/payment/part").is_some());
    let after = said.iter().filter_map(|payment| payment.day).max().or_else(|| day(domain, "/term/start"));
    said.extend(left.and_then(|left| parts(domain, left, after)).unwrap_or_default());
    said
}

/// Equal parts of a total, a month apart after a day; the last takes the rest.
fn parts(domain: &Value, total: i64, start: Option<Date>) -> Option<Vec<Payment>> {
    let named = domain.pointer("/payment/instalments/1/amount").is_some();
    let part = minor(domain, "/payment/part").filter(|part| *part > 0);
    let count =
        domain.pointer("/payment/parts").and_then(Value::as_i64).filter(|count| (1..=120).contains(count) && !named);
    let part = part.or_else(|| count.map(|count| total / count))?;
    let count = count.unwrap_or_else(|| (total + part - 1) / part.max(1)).clamp(1, 120);
    let on = domain.pointer("/payment/day").and_then(Value::as_i64);
    let pointer = if domain.pointer("/payment/part").is_some() { "/payment/part" } else { "/payment/parts" };
    let end = day(domain, "/term/end");
    let first = day(domain, "/payment/first").filter(|_| !named);
    let start = first.and_then(|first| first.checked_sub(Span::new().try_months(1).ok()?).ok()).or(start);
    let on = on.or_else(|| first.map(|first| i64::from(first.day())));
    let mut left = total;
    let mut out = Vec::new();
    for i in 1..=count {
        let minor = if i == count { left } else { part.min(left) };
        left -= minor;
        // «Десять платежей, последний в октябре»: where nothing begins, the last one ends with the term.
        let from_end = || end.and_then(|end| end.checked_sub(Span::new().try_months(count - i).ok()?).ok());
        let month = start.map_or_else(from_end, |start| start.checked_add(Span::new().try_months(i).ok()?).ok());
        let day = month.map(|month| {
            let last = month.last_of_month().day();
            let on = on.and_then(|on| i8::try_from(on).ok()).map_or(month.day(), |on| on.clamp(1, last));
            month.with().day(on).build().unwrap_or(month)
        });
        let said = (i == 1 && first.is_some()).then(|| "/payment/first".to_owned());
        out.push(Payment { day, minor, pointer: pointer.into(), said });
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_month_of_the_lease_is_no_part_of_a_calendar_month() {
        let lease = |start: &str, end: &str, day: u32| {
            json!({"term": {"start": start, "end": end}, "price": {"rent": {"amount": "34000.00", "currency": "RUB"}},
                "payment": {"day": day}})
        };
        let own = dated(&lease("2027-01-15", "2027-12-14", 15));
        assert_eq!(own.len(), 11);
        assert!(own.iter().all(|(day, minor)| day.day() == 15 && *minor == 3_400_000));
        // Paid on another day, the first calendar month is an incomplete one.
        assert_eq!(dated(&lease("2027-01-15", "2027-12-14", 5)).len(), 12);
        assert_eq!(dated(&lease("2027-01-01", "2027-11-30", 1)).len(), 11);
    }

    #[test]
    fn equal_parts_follow_the_payments_that_were_named() {
        let rub = |amount: &str| json!({"amount": amount, "currency": "RUB"});
        let first = json!({"1": {"amount": rub("20000.00"), "date": "2027-01-31"}});
        for (domain, want) in [
            (
                json!({"price": {"total": rub("45000.00")}, "payment": {"instalments": first, "part": rub("10000.00"), "parts": 9}}),
                vec![
                    ("2027-01-31", 2_000_000),
                    ("2027-02-28", 1_000_000),
                    ("2027-03-31", 1_000_000),
                    ("2027-04-30", 500_000),
                ],
            ),
            // Nothing says how the rest is paid, or nothing is left.
            (
                json!({"price": {"total": rub("45000.00")}, "payment": {"instalments": first}}),
                vec![("2027-01-31", 2_000_000)],
            ),
            (
                json!({"price": {"total": rub("20000.00")}, "payment": {"instalments": first, "part": rub("10000.00")}}),
                vec![("2027-01-31", 2_000_000)],
            ),
            (
                json!({"loan": {"amount": rub("10.00")}, "term": {"start": "2027-01-15"}, "payment": {"parts": 2}}),
                vec![("2027-02-15", 500), ("2027-03-15", 500)],
            ),
            // A first payment that was told begins the schedule, whenever the money was handed over.
            (
                json!({"loan": {"amount": rub("10.00")}, "term": {"start": "2026-11-25"},
                    "payment": {"parts": 2, "first": "2027-01-31"}}),
                vec![("2027-01-31", 500), ("2027-02-28", 500)],
            ),
        ] {
            let got: Vec<(String, i64)> =
                dated(&domain).into_iter().map(|(day, minor)| (day.to_string(), minor)).collect();
            let want: Vec<(String, i64)> = want.into_iter().map(|(day, minor)| (day.to_owned(), minor)).collect();
            assert_eq!(got, want, "{domain}");
        }
    }
}
