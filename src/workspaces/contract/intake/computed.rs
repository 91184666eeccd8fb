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
            let value = evaluate(rule.formula, &inputs)?;
            Some((rule.pointer.clone(), value, explain(rule)))
        })
        .collect()
}

fn explain(rule: &Computed) -> String {
    let name = match rule.formula {
        Formula::EndDate => "начало + срок − 1 день (ГК РФ ст. 191–192)",
        Formula::Product => "цена × количество",
        Formula::Months => "плата за месяц × число месяцев",
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
