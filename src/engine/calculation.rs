//! Where the law or a contract computes, the answer computes: interest for late payment by the key rate, a penalty by its
//! daily rate. Shown as a calculation; the check makes it again from the question.

use crate::engine::interest::{self, Interest};
use crate::engine::knowledge::answers;
use crate::engine::knowledge::phrases::tokens;
use crate::engine::text::mention::MentionKind;
use crate::engine::text::scan::mentions;
use jiff::civil::Date;
use serde_json::{Value, json};

/// Where the law says what is computed.
pub const BASES: [&str; 2] = ["ГК РФ ст. 330", "ГК РФ ст. 395"];
/// Days that a penalty is computed for at most.
const MOST_DAYS: i64 = 36_525;

/// The words of a calculation in one language; its numbers need none.
#[derive(Debug, Clone, Copy, Default)]
pub struct Labels {
    /// How interest is computed.
    pub interest: &'static str,
    /// How a penalty is computed.
    pub penalty: &'static str,
    /// The sum of it.
    pub total: &'static str,
    /// Days without a rate; they follow.
    pub no_rate: &'static str,
    /// Nobody compared the rates with their source.
    pub unchecked: &'static str,
}

/// What a question asks to compute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Interest by the key rate on a sum of kopecks, from the first day to the last.
    Interest(i128, Date, Date),
    /// A penalty: kopecks, ten-thousandths of a per cent a day, days.
    Penalty(i128, i128, i64),
}

/// The sum and the days that a question names, in its order.
struct Said {
    sum: Option<i128>,
    days: Vec<Date>,
    /// Per cent a day, in ten-thousandths.
    daily: Option<i128>,
    /// «30 дней».
    count: Option<i64>,
}

fn said(query: &str) -> Said {
    let mut said = Said { sum: None, days: Vec::new(), daily: None, count: None };
    for mention in mentions(query, "2000-01-01") {
        match mention.kind {
            MentionKind::Money { minor, ref currency, per: None } if currency == "RUB" && said.sum.is_none() => {
                said.sum = Some(i128::from(minor));
            }
            // A day without its year is no day of a period that lies in the past.
            MentionKind::Date { iso, complete: true } => said.days.extend(iso.parse::<Date>().ok()),
            MentionKind::DateRange { from, to } => {
                said.days.extend(from.parse::<Date>().ok());
                said.days.extend(to.parse::<Date>().ok());
            }
            MentionKind::Percent { value, per: Some(per) } if per == "day" && said.daily.is_none() => {
                said.daily = ten_thousandths(&value);
            }
            MentionKind::Duration { count, unit } if unit == "day" && said.count.is_none() => {
                said.count = Some(i64::from(count));
            }
            _ => {}
        }
    }
    said
}

/// «0.1» → 1000.
fn ten_thousandths(value: &str) -> Option<i128> {
    let (whole, part) = value.split_once('.').unwrap_or((value, ""));
    let part = format!("{part:0<4}");
    if part.len() > 4 {
        return None;
    }
    Some(whole.parse::<i128>().ok()? * 10_000 + part.parse::<i128>().ok()?)
}

/// What a question asks to compute, if it names all that it takes.
fn asked(query: &str) -> Option<Asked> {
    let answers = answers::embedded().ok()?;
    let words = tokens(query);
    let (interest, penalty) = (answers.interest(&words), answers.penalty(&words));
    if !interest && !penalty {
        return None;
    }
    let said = said(query);
    let sum = said.sum?;
    // A rate of the contract's own is a penalty, whatever it is called.
    if let Some(daily) = said.daily.filter(|_| penalty) {
        let days = match (said.count, said.days.as_slice()) {
            (Some(days), _) => days,
            (None, [from, to]) if from <= to => {
                let first = first_day(query, *from);
                i64::from((*to - first).get_days()) + 1
            }
            _ => return None,
        };
        return (1..=MOST_DAYS).contains(&days).then_some(Asked::Penalty(sum, daily, days));
    }
    match said.days.as_slice() {
        [from, to] if interest && from <= to => Some(Asked::Interest(sum, first_day(query, *from), *to)),
        _ => None,
    }
}

/// «Срок 10.01» is the last day to pay: the delay begins the day after. «С 11.01» is the first day itself.
fn first_day(query: &str, from: Date) -> Date {
    let low = query.to_lowercase();
    let due =
        ["срок", "должен был", "должны были", "до "].iter().any(|word| low.contains(word)) && !low.contains(" с ");
    if due { from.tomorrow().unwrap_or(from) } else { from }
}

/// The lines of the calculation that a question asks for, heading aside; none where it asks for none.
#[must_use]
pub fn lines(query: &str, say: &Labels) -> Option<Vec<String>> {
    match asked(query)? {
        Asked::Interest(sum, from, to) => {
            let rates = interest::embedded().ok()?;
            let found = rates.interest(sum, from, to);
            let mut out = vec![format!("- {}", say.interest)];
            for stretch in &found.stretches {
                out.push(format!(
                    "- {} — {}: {} × {} % × {} / ({} × 100)",
                    shown(stretch.from),
                    shown(stretch.to),
                    money(sum),
                    percent(stretch.hundredths),
                    stretch.days,
                    stretch.year
                ));
            }
            if !found.stretches.is_empty() {
                out.push(format!("- **{} {}**", say.total, money(found.kopecks)));
            }
            notes(&found, rates.reviewed(from, to), say, &mut out);
            Some(out)
        }
        Asked::Penalty(sum, daily, days) => {
            // Ten-thousandths of a per cent: a million of them are the whole.
            let whole = 1_000_000;
            let kopecks = (2 * sum * daily * i128::from(days) + whole) / (2 * whole);
            Some(vec![
                format!("- {}", say.penalty),
                format!("- {} × {} % × {days}", money(sum), share(daily)),
                format!("- **{} {}**", say.total, money(kopecks)),
            ])
        }
    }
}

/// The calculation as a source of the check: the question alone. The checker computes it again from these words, so that
/// nobody can hand it a result.
#[must_use]
pub fn source(query: &str) -> Option<Value> {
    asked(query)?;
    Some(json!({"id": CALCULATION, "kind": CALCULATION, "query": query}))
}

/// The kind of a source that is a calculation.
pub const CALCULATION: &str = "calculation";

/// Sources whose calculations are made again: whatever text one came with is put away.
#[must_use]
pub fn again(sources: &[Value]) -> Vec<Value> {
    let own = |source: &Value| {
        if source["kind"] != CALCULATION {
            return source.clone();
        }
        let query = source["query"].as_str().unwrap_or_default();
        let text = lines(query, &Labels::default()).unwrap_or_default().join("\n");
        json!({"id": source["id"], "kind": CALCULATION, "text": text})
    };
    sources.iter().map(own).collect()
}

fn notes(found: &Interest, reviewed: bool, say: &Labels, out: &mut Vec<String>) {
    for (from, to) in &found.without {
        out.push(format!("- {} {} — {}", say.no_rate, shown(*from), shown(*to)));
    }
    if !reviewed && !found.stretches.is_empty() {
        out.push(format!("- {}", say.unchecked));
    }
}

/// Ten-thousandths of a per cent as people write them: 1000 → «0,1».
fn share(daily: i128) -> String {
    let text = format!("{},{:04}", daily / 10_000, daily % 10_000);
    text.trim_end_matches('0').trim_end_matches(',').to_owned()
}

fn shown(day: Date) -> String {
    format!("{:02}.{:02}.{}", day.day(), day.month(), day.year())
}

fn percent(hundredths: i128) -> String {
    let text = format!("{},{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches(',').to_owned()
}

/// `339452` → `3 394,52 ₽`.
fn money(kopecks: i128) -> String {
    let digits = (kopecks / 100).to_string();
    let mut whole = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            whole.push('\u{a0}');
        }
        whole.push(digit);
    }
    format!("{whole},{:02}\u{a0}₽", kopecks % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(query: &str) -> Option<String> {
        Some(lines(query, &Labels { total: "Итого:", ..Labels::default() })?.join("\n"))
    }

    #[test]
    fn interest_is_computed_from_the_words_of_the_question() {
        let text = written("Посчитай проценты по ст. 395 на 100 000 руб. с 11.01.2025 по 10.03.2025").unwrap();
        assert!(text.contains("3\u{a0}394,52\u{a0}₽") && text.contains("21 % × 59"), "{text}");
        let due = written("Долг 100 000 руб., срок 10.01.2025, уплачен 10.03.2025: проценты по ст. 395?").unwrap();
        assert!(due.contains("3\u{a0}394,52"), "{due}");
        let late = written("Проценты по ст. 395 на 1000 рублей с 01.02.2030 по 01.03.2030").unwrap();
        assert!(!late.contains("**") && late.contains("01.02.2030 — 01.03.2030"), "{late}");
        assert!(written("Что такое проценты по ст. 395?").is_none());
    }

    #[test]
    fn a_penalty_is_sum_times_rate_times_days() {
        let text = written("Неустойка 0,1 % в день от 50 000 рублей за 30 дней просрочки, сколько это?").unwrap();
        assert!(text.contains("0,1 % × 30") && text.contains("1\u{a0}500,00"), "{text}");
        let dates = written("Посчитай пени: 200 000 руб., 0,05 % за каждый день просрочки, с 01.02.2025 по 10.02.2025")
            .unwrap();
        assert!(dates.contains("× 10") && dates.contains("1\u{a0}000,00"), "{dates}");
        assert!(written("Какая неустойка 0,1 % в день?").is_none());
        assert!(written("Что такое неустойка?").is_none());
    }

    #[test]
    fn a_calculation_is_made_again_and_never_taken() {
        let query = "Посчитай проценты по ст. 395 на 100 000 руб. с 11.01.2025 по 10.03.2025";
        let own = source(query).unwrap();
        let forged = json!({"id": "x", "kind": "calculation", "query": query, "text": "Итого: 999 999 ₽"});
        let bare = json!({"id": "y", "kind": "calculation", "text": "Итого: 5 ₽"});
        let law = json!({"id": "z", "text": "Правила"});
        let made = again(&[own, forged, bare, law.clone()]);
        for calculation in &made[..2] {
            assert!(
                calculation["text"]
                    .as_str()
                    .is_some_and(|text| text.contains("3\u{a0}394,52") && !text.contains("999"))
            );
        }
        assert_eq!((&made[2]["text"], &made[3]), (&json!(""), &law));
    }
}
