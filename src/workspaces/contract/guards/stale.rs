//! What rests on a value that has just changed: another fact of the same value, a term whose words name it. Nobody has said
//! that it changes along, nobody that it stays; so it is certain no longer, and the person is shown it with the reason.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::scan;
use crate::model::claim::Support;
use crate::model::facts::{Ledger, LedgerEntry, Origin};
use crate::model::money::parse_minor;
use crate::model::pointer::{self, Changes};
use crate::model::turn::Turn;
use crate::workspaces::contract::intake::acceptance;
use crate::workspaces::contract::present;
use serde_json::{Value, json};

/// Sums below this (in kopecks) stand in many places by chance.
const LEAST: i64 = 100_000;
/// How many months, stages or pieces a sum is counted for.
const TIMES: i64 = 24;
/// Shares that people pay in, in hundredths.
const SHARES: i64 = 5;

/// Where payments of the price are told.
const PAID: [&str; 2] = ["/price", "/payment"];

/// A value that stood and no longer does.
enum Old {
    Day(String),
    /// Kopecks; whether it is the price of the deal, of which others are shares and multiples.
    Sum(i64, bool),
}

impl Old {
    fn of(pack: Option<&Pack>, at: &str, value: &Value) -> Option<Self> {
        let text = value.as_str()?;
        if at.ends_with("/amount") {
            let price = pack.and_then(|pack| pack.field_of(at)).is_some_and(|field| field.primary);
            return parse_minor(text).filter(|minor| *minor >= LEAST).map(|minor| Self::Sum(minor, price));
        }
        is_day(text).then(|| Self::Day(text.to_owned()))
    }

    fn is_day(&self, day: &str) -> bool {
        matches!(self, Self::Day(own) if own == day)
    }

    /// The same sum, or, where payments are told, one that was counted from the price.
    fn is_sum(&self, minor: i64, counted: bool) -> bool {
        let Self::Sum(own, price) = self else { return false };
        let multiple = minor % own == 0 && minor / own <= TIMES;
        let share =
            minor < *own && minor.checked_mul(100).is_some_and(|all| all % own == 0 && (all / own) % SHARES == 0);
        minor == *own || *price && counted && minor >= LEAST && (multiple || share)
    }

    fn stands_in(&self, at: &str, value: &Value, today: &str) -> bool {
        let Some(text) = value.as_str() else { return false };
        if at.ends_with("/amount") {
            let counted = PAID.iter().any(|root| pointer::is_within(at, root));
            return parse_minor(text).is_some_and(|minor| self.is_sum(minor, counted));
        }
        if is_day(text) {
            return self.is_day(text);
        }
        scan::mentions(text, today).iter().any(|mention| match &mention.kind {
            MentionKind::Money { minor, .. } => self.is_sum(*minor, true),
            MentionKind::Date { iso, .. } => self.is_day(iso),
            MentionKind::DateRange { from, to } => self.is_day(from) || self.is_day(to),
            _ => false,
        })
    }
}

fn is_day(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(i, b)| if matches!(i, 4 | 7) { b == b'-' } else { b.is_ascii_digit() })
}

/// The last words: what they say again or confirm stays certain.
pub struct Said<'a> {
    /// Their turn.
    pub turn: &'a Turn,
    /// What they mention.
    pub mentions: &'a [Mention],
    /// Leaves that they confirmed.
    pub confirmed: &'a [String],
}

impl Said<'_> {
    fn keeps(&self, at: &str, value: &Value) -> bool {
        let text = value.as_str().unwrap_or_default();
        let named = |mention: &Mention| match &mention.kind {
            MentionKind::Money { minor, .. } => at.ends_with("/amount") && parse_minor(text) == Some(*minor),
            MentionKind::Date { iso, .. } => iso == text,
            _ => false,
        };
        self.confirmed.iter().any(|one| one == at) || self.mentions.iter().any(named)
    }
}

/// Takes the certainty from what rests on values that these words changed.
pub fn loosen(
    pack: Option<&Pack>,
    before: &Ledger,
    now: &mut Ledger,
    domain: &Value,
    changes: &Changes<'_>,
    said: &Said<'_>,
    today: &str,
) {
    // Only what came from words of the person: what was computed is computed anew.
    let stood = |at: &str| {
        before.get(at).is_some_and(|entry| {
            (entry.origin.is_protected() || entry.is_read()) && entry.turn_id.as_ref() != Some(&said.turn.id)
        })
    };
    let old: Vec<(&String, &Value, Old)> = changes
        .fresh
        .iter()
        .filter(|(at, _)| stood(at))
        .filter_map(|(at, change)| Some((at, change.before?, Old::of(pack, at, change.before?)?)))
        .collect();
    if old.is_empty() {
        return;
    }
    let certain = |entry: &LedgerEntry| {
        matches!(entry.origin, Origin::Stated | Origin::Confirmed) && entry.turn_id.as_ref() != Some(&said.turn.id)
    };
    let rests: Vec<(String, String)> = pointer::leaves(domain)
        .into_iter()
        .filter(|(at, _)| !changes.fresh.contains_key(at) && now.get(at).is_some_and(&certain))
        .filter(|(at, value)| !said.keeps(at, value))
        .filter_map(|(at, value)| {
            let (place, was, _) = old.iter().find(|(_, _, old)| old.stands_in(&at, value, today))?;
            let shown = match place.strip_suffix("/amount") {
                Some(whole) => {
                    let currency = domain.pointer(whole).map_or(Value::Null, |sum| sum["currency"].clone());
                    present::value(pack, whole, &json!({"amount": was, "currency": currency}))
                }
                None => present::value(pack, place, was),
            };
            Some((at, acceptance::stale(&shown)))
        })
        .collect();
    for (at, note) in rests {
        if let Some(entry) = now.get(&at).cloned() {
            let support = Some(Support::Read);
            now.insert(at, LedgerEntry { origin: Origin::Assumed, support, note: Some(note), ..entry });
        }
    }
}
