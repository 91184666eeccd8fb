//! Where the law computes, the answer computes: interest for late payment by the key rate, shown as a calculation.

use crate::engine::interest::{self, Interest};
use crate::engine::knowledge::answers;
use crate::engine::knowledge::phrases::tokens;
use crate::engine::text::mention::MentionKind;
use crate::engine::text::scan::mentions;
use crate::workspaces::research::perform::answer::Draft;
use crate::workspaces::research::perform::answer::words::Words;
use jiff::civil::Date;

/// The debt, the first and the last day, as the question names them.
fn asked(query: &str) -> Option<(i128, Date, Date)> {
    if !answers::embedded().ok()?.interest(&tokens(query)) {
        return None;
    }
    let (mut sum, mut days) = (None, Vec::new());
    for mention in mentions(query, "2000-01-01") {
        match mention.kind {
            MentionKind::Money { minor, ref currency, per: None } if currency == "RUB" && sum.is_none() => {
                sum = Some(i128::from(minor));
            }
            // A day without its year is no day of a period that lies in the past.
            MentionKind::Date { iso, complete: true } => days.extend(iso.parse::<Date>().ok()),
            MentionKind::DateRange { from, to } => {
                days.extend(from.parse::<Date>().ok());
                days.extend(to.parse::<Date>().ok());
            }
            _ => {}
        }
    }
    match days.as_slice() {
        [from, to] if from <= to => Some((sum?, *from, *to)),
        _ => None,
    }
}

/// Writes the calculation that the question asks for; whether there was one.
pub fn write(query: &str, say: &Words, draft: &mut Draft) -> bool {
    let (Some((sum, from, to)), Ok(rates)) = (asked(query), interest::embedded()) else { return false };
    // «Срок 10.01» is the last day to pay: interest begins the day after. «С 11.01» is the first day itself.
    let low = query.to_lowercase();
    let due =
        ["срок", "должен был", "должны были", "до "].iter().any(|word| low.contains(word)) && !low.contains(" с ");
    let first = if due { from.tomorrow().unwrap_or(from) } else { from };
    let found = rates.interest(sum, first, to);
    draft.heading(say.computed);
    draft.say(format!("- {}", say.formula));
    for stretch in &found.stretches {
        draft.say(format!(
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
        draft.say(format!("- **{} {}**", say.total, money(found.kopecks)));
    }
    notes(&found, rates.reviewed(first, to), say, draft);
    true
}

fn notes(found: &Interest, reviewed: bool, say: &Words, draft: &mut Draft) {
    for (from, to) in &found.without {
        draft.say(format!("- {} {} — {}", say.no_rate, shown(*from), shown(*to)));
    }
    if !reviewed && !found.stretches.is_empty() {
        draft.say(format!("- {}", say.rates_unchecked));
    }
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
    use crate::workspaces::research::perform::answer::words;

    fn written(query: &str) -> Option<String> {
        let mut draft = Draft::default();
        write(query, words::of("ru"), &mut draft).then(|| draft.text())
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
}
