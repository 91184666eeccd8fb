//! A calendar of days (RFC 5545): whole-day events with a reminder on the day before.

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// Most octets of a line, its break not counted.
const WIDTH: usize = 75;

/// Something that is due on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Stable within the contract: a newer file replaces the entry instead of adding one.
    pub id: String,
    /// The day.
    pub day: Date,
    /// What is due.
    pub title: String,
    /// Details.
    pub note: String,
}

/// The file. `owner` makes the entries' names unique and does not show in them: a calendar is passed on more lightly
/// than the contract.
#[must_use]
pub fn render(name: &str, owner: &str, made: Timestamp, events: &[Event]) -> String {
    let mut out = String::new();
    let stamp = made.strftime("%Y%m%dT%H%M%SZ").to_string();
    for text in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//LegalAGI//contract//RU", "CALSCALE:GREGORIAN"] {
        line(&mut out, text);
    }
    line(&mut out, "METHOD:PUBLISH");
    line(&mut out, &format!("X-WR-CALNAME:{}", escape(name)));
    for event in events {
        let next = event.day.checked_add(1.day()).unwrap_or(event.day);
        let title = escape(&event.title);
        for text in [
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}@legalagi", key(owner, &event.id)),
            format!("DTSTAMP:{stamp}"),
            format!("DTSTART;VALUE=DATE:{}", event.day.strftime("%Y%m%d")),
            format!("DTEND;VALUE=DATE:{}", next.strftime("%Y%m%d")),
            format!("SUMMARY:{title}"),
            format!("DESCRIPTION:{}", escape(&event.note)),
            "TRANSP:TRANSPARENT".to_owned(),
            "BEGIN:VALARM".to_owned(),
            "ACTION:DISPLAY".to_owned(),
            format!("DESCRIPTION:{title}"),
            "TRIGGER:-P1D".to_owned(),
            "END:VALARM".to_owned(),
            "END:VEVENT".to_owned(),
        ] {
            line(&mut out, &text);
        }
    }
    line(&mut out, "END:VCALENDAR");
    out
}

fn key(owner: &str, id: &str) -> String {
    let digest = Sha256::digest(format!("{owner}\n{id}"));
    digest.iter().take(12).fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Text as a value: four characters mean something else there.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            ';' => out.push_str("\\;"),
            ',' => out.push_str("\\,"),
            '\n' => out.push_str("\\n"),
            '\r' => {}
            c => out.push(c),
        }
    }
    out
}

/// A line and its break; a long one goes on after a break and a space, never inside a character.
fn line(out: &mut String, text: &str) {
    let mut used = 0;
    for c in text.chars() {
        if used + c.len_utf8() > WIDTH {
            out.push_str("\r\n ");
            used = 1;
        }
        out.push(c);
        used += c.len_utf8();
    }
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_at_75_octets_and_read_back() {
        let title = "Оплатить; не позднее пятого числа, 30 000,00 руб.\nпо договору аренды транспортного средства \\ 1";
        let event =
            Event { id: "pay.1".into(), day: "2026-12-31".parse().unwrap(), title: title.into(), note: String::new() };
        let text = render("Договор", "owner", "2026-12-01T09:00:00Z".parse().unwrap(), &[event]);
        assert!(text.ends_with("END:VCALENDAR\r\n") && !text.replace("\r\n", "").contains(['\r', '\n']));
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        let unfolded = text.replace("\r\n ", "");
        let escaped = "SUMMARY:Оплатить\\; не позднее пятого числа\\, 30 000\\,00 руб.\\nпо договору аренды \
                       транспортного средства \\\\ 1";
        assert!(unfolded.contains(escaped), "{unfolded}");
        assert!(unfolded.contains("DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n"));
        assert!(unfolded.contains("DTSTAMP:20261201T090000Z\r\n") && !unfolded.contains("owner"));
    }

    #[test]
    fn names_of_entries_are_stable_and_differ() {
        assert_eq!(key("a", "pay.1"), key("a", "pay.1"));
        assert!(key("a", "pay.1") != key("a", "pay.2") && key("a", "pay.1") != key("b", "pay.1"));
    }
}
