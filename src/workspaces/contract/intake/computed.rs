//! Values that follow from other facts by a named formula.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{Computed, Formula, Pack};
use crate::model::money;
use jiff::{Span, ToSpan, civil::Date};
use serde_json::{Value, json};

/// What every formula of the pack gives for this domain: pointer, value, formula in words.
#[must_use]
pub fn all(pack: &Pack, domain: &Value) -> Vec<(String, Value, String)> {
    pack.computed
        .iter()
        .filter_map(|rule| {
            let inputs: Vec<&Value> =
                rule.inputs.iter().map(|at| domain.pointer(at).filter(|v| is_present(v))).collect::<Option<_>>()?;
            let value = match (rule.formula, &pack.rows) {
                (Formula::Rows, Some(rows)) => sum_of_rows(domain.pointer(&rows.at)?)?,
                (formula, _) => evaluate(formula, &inputs)?,
            };
            Some((rule.pointer.clone(), value, explain(rule)))
        })
        .collect()
}

/// Whether a sum of rows was computed (`is_computed` tells it of a place and of what its formula names) that the rows as they stand do not give any more.
#[must_use]
pub fn lost(pack: &Pack, domain: &Value, is_computed: impl Fn(&str, &str) -> bool) -> Option<String> {
    let rows = pack.rows.as_ref()?;
    let gone = domain.pointer(&rows.at).is_none_or(|items| sum_of_rows(items).is_none());
    let formula = |rule: &&Computed| rule.formula == Formula::Rows && is_computed(&rule.pointer, &rows.at);
    let rule = pack.computed.iter().find(formula).filter(|_| gone)?;
    // Another formula may give the sum of a single thing.
    let other = all(pack, domain).iter().any(|(at, ..)| *at == rule.pointer);
    (!other).then(|| rule.pointer.clone())
}

/// Whether the total that stands is the sum of the rows.
#[must_use]
pub fn is_sum_of_rows(pack: &Pack, domain: &Value) -> bool {
    let Some(rows) = &pack.rows else { return false };
    let sum = domain.pointer(&rows.at).and_then(sum_of_rows);
    sum.is_some() && sum.as_ref() == domain.pointer(&rows.total)
}

/// The rows of a deal in their order: number and row.
#[must_use]
pub fn rows(items: &Value) -> Vec<(u32, &Value)> {
    let all = items.as_object().into_iter().flatten().filter(|(_, row)| is_present(row));
    let mut rows: Vec<(u32, &Value)> = all.filter_map(|(n, row)| Some((n.parse().ok()?, row))).collect();
    rows.sort_by_key(|(n, _)| *n);
    rows
}

/// Price × quantity of a row, half-up to a kopeck: minor units.
#[must_use]
pub fn sum_of_row(row: &Value) -> Option<i64> {
    let product = evaluate(Formula::Product, &[&row["price"], &row["quantity"]])?;
    money::parse_minor(product["amount"].as_str()?)
}

/// All rows together; `None` while one of them lacks its price or quantity, or their currencies differ.
fn sum_of_rows(items: &Value) -> Option<Value> {
    let rows = rows(items);
    let currency = rows.first()?.1["price"]["currency"].clone();
    let mut total: i64 = 0;
    for (_, row) in rows {
        let one = sum_of_row(row).filter(|_| row["price"]["currency"] == currency)?;
        total = total.checked_add(one)?;
    }
    Some(json!({"amount": money::format_minor(total), "currency": currency}))
}

fn explain(rule: &Computed) -> String {
    let name = match rule.formula {
        Formula::EndDate => "начало + срок − 1 день (ГК РФ ст. 191–192)",
        Formula::Product => "цена × количество",
        Formula::Months => "плата за месяц × число месяцев",
        Formula::Sum => "сумма частей",
        Formula::Rows => "сумма по позициям: цена × количество каждой",
    };
    format!("{name}: {}", rule.inputs.join(", "))
}

fn evaluate(formula: Formula, inputs: &[&Value]) -> Option<Value> {
    match (formula, inputs) {
        (Formula::EndDate, [start, duration]) => {
            let start: Date = start.as_str()?.parse().ok()?;
            let count = duration["count"].as_i64()?;
            let span = match duration["unit"].as_str()? {
                "day" => Span::new().try_days(count),
                "week" => Span::new().try_weeks(count),
                "month" => Span::new().try_months(count),
                "year" => Span::new().try_years(count),
                _ => return None,
            };
            let same_day = start.checked_add(span.ok()?).ok()?;
            // A month without the day of the start ends on its own last day (ГК РФ ст. 192 п. 3).
            let clipped = matches!(duration["unit"].as_str(), Some("month" | "year")) && same_day.day() != start.day();
            let end = if clipped { same_day } else { same_day.checked_sub(1.day()).ok()? };
            Some(Value::String(end.to_string()))
        }
        (Formula::Product, [price, quantity]) => {
            let minor = money::parse_minor(price["amount"].as_str()?)?;
            // Quantities have at most three decimals: thousandths keep the product exact, half-up to a kopeck.
            let (whole, fraction) =
                quantity["value"].as_str()?.split_once('.').unwrap_or((quantity["value"].as_str()?, ""));
            let thousandths: i64 = format!("{whole}{:0<3}", fraction.get(..fraction.len().min(3))?).parse().ok()?;
            let product = minor.checked_mul(thousandths)?.checked_add(500)? / 1000;
            Some(json!({"amount": money::format_minor(product), "currency": price["currency"]}))
        }
        (Formula::Months, [price, duration]) => {
            let minor = money::parse_minor(price["amount"].as_str()?)?;
            let count = duration["count"].as_i64().filter(|_| duration["unit"] == "month")?;
            let sum = minor.checked_mul(count)?;
            Some(json!({"amount": money::format_minor(sum), "currency": price["currency"]}))
        }
        (Formula::Sum, [one, other]) => {
            let minor = |money: &Value| money::parse_minor(money["amount"].as_str()?);
            let sum = minor(one)?.checked_add(minor(other)?).filter(|_| one["currency"] == other["currency"])?;
            Some(json!({"amount": money::format_minor(sum), "currency": one["currency"]}))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_end_the_day_before() {
        for (start, count, unit, end) in [
            ("2026-12-01", 6, "month", "2027-05-31"),
            ("2027-01-31", 1, "month", "2027-02-28"),
            ("2027-02-01", 1, "year", "2028-01-31"),
            ("2026-12-25", 10, "day", "2027-01-03"),
        ] {
            let duration = json!({"count": count, "unit": unit});
            assert_eq!(evaluate(Formula::EndDate, &[&json!(start), &duration]), Some(json!(end)));
        }
    }

    #[test]
    fn rows_add_up_and_a_row_without_its_price_gives_no_sum() {
        let row = |price: &str, count: &str| json!({"name": "х", "price": {"amount": price, "currency": "RUB"}, "quantity": {"value": count, "unit": "pcs"}});
        let items = json!({"2": row("300.00", "20"), "1": row("11.50", "48")});
        assert_eq!(sum_of_rows(&items).unwrap()["amount"], "6552.00");
        assert_eq!(rows(&items).iter().map(|(n, _)| *n).collect::<Vec<_>>(), [1, 2]);
        for broken in [
            json!({"1": row("11.50", "48"), "2": {"name": "х", "quantity": {"value": "2", "unit": "pcs"}}}),
            json!({"1": row("11.50", "48"), "2": {"name": "х", "price": {"amount": "2.00", "currency": "USD"},
                "quantity": {"value": "2", "unit": "pcs"}}}),
            json!({}),
        ] {
            assert_eq!(sum_of_rows(&broken), None, "{broken}");
        }
    }

    #[test]
    fn products_are_exact() {
        let price = json!({"amount": "1400.00", "currency": "RUB"});
        let area = json!({"value": "45.6", "unit": "m2"});
        assert_eq!(evaluate(Formula::Product, &[&price, &area]).unwrap()["amount"], "63840.00");
        let months = json!({"count": 2, "unit": "month"});
        assert_eq!(evaluate(Formula::Months, &[&price, &months]).unwrap()["amount"], "2800.00");
        assert_eq!(evaluate(Formula::Months, &[&price, &json!({"count": 2, "unit": "day"})]), None);
        let price = json!({"amount": "0.05", "currency": "RUB"});
        assert_eq!(evaluate(Formula::Product, &[&price, &json!({"value": "0.1"})]).unwrap()["amount"], "0.01");
    }
}
