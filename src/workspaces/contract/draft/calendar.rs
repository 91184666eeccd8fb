//! The days of a contract: payments of its schedule, and every date among its facts.

use crate::engine::document::ics::Event;
use crate::engine::document::tree::Part;
use crate::engine::grammar::sum;
use crate::engine::knowledge::clauses::Book;
use crate::engine::knowledge::pack::{Field, FieldKind};
use crate::workspaces::contract::draft::{Facts, Variant, draft, schedule};

/// What is due, by day.
#[must_use]
pub fn events(facts: Facts<'_>, book: &Book, variant: Variant) -> Vec<Event> {
    let document = draft(facts, book, variant).document;
    let note = |text: &str| format!("{}: {text}", document.title);
    let mut events: Vec<Event> = facts.pack.fields.iter().filter_map(|field| fact(facts, field, &note)).collect();
    if document.part(Part::Schedule).is_some() {
        let payments = schedule::dated(facts.domain);
        let count = payments.len();
        events.extend(payments.into_iter().enumerate().map(|(i, (day, minor))| Event {
            id: format!("payment.{}", i + 1),
            day,
            title: format!("Оплатить {} руб.", sum::digits(minor)),
            note: note(&format!("платёж {} из {count}, последний день срока", i + 1)),
        }));
    }
    events.sort_by(|a, b| (a.day, &a.id).cmp(&(b.day, &b.id)));
    events
}

/// A date that was said; dates of instalments come with the schedule.
fn fact(facts: Facts<'_>, field: &Field, note: &dyn Fn(&str) -> String) -> Option<Event> {
    if field.kind != FieldKind::Date || field.pointer.starts_with("/payment/instalments/") {
        return None;
    }
    let day = facts.domain.pointer(&field.pointer)?.as_str()?.parse().ok()?;
    let note = note(&field.label.to_lowercase());
    Some(Event { id: field.pointer.clone(), day, title: field.label.clone(), note })
}
