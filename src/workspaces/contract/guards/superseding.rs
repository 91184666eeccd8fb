//! What goes when the person's last words bring something else in its place.
//!
//! A fact of the person changes only by their words. Words for one leaf carry its own composite value («5 %» ends
//! «0,1 % в день» with its period) and its own kind («без залога» ends the sum, a sum ends «без залога»); nothing else.

use crate::engine::knowledge::kinds;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::model::facts::Origin;
use crate::model::pointer;
use crate::workspaces::contract::guards::facts::Traced;
use crate::workspaces::contract::intake::provenance::Heard;
use serde_json::Value;

/// The facts after the patch, with their origins.
pub struct Superseding<'a> {
    /// The pack that rules.
    pub pack: Option<&'a Pack>,
    /// The new ledger, whole.
    pub traced: &'a Traced,
    /// The facts after the patch.
    pub domain: &'a Value,
    /// The person's last turn.
    pub last: Option<&'a Heard<'a>>,
}

impl Superseding<'_> {
    /// Whether a leaf that is gone went by the last words.
    #[must_use]
    pub fn removal(&self, at: &str) -> bool {
        // The person named another type of contract, and that type has no such fact.
        if self.said_below("/contract/type") && self.pack.is_some_and(|pack| !pack.knows(at)) {
            return true;
        }
        if self.traced.reading.as_ref().is_some_and(|reading| reading.removes(at)) {
            return true;
        }
        let Some(field) = self.pack.and_then(|pack| pack.field_of(at)) else { return false };
        self.of_composite(field, at) || self.of_kind(field)
    }

    /// Whether a leaf that differs follows the last words: the kind of a sum or a rate that they brought.
    #[must_use]
    pub fn change(&self, at: &str) -> bool {
        if at == "/contract/type" {
            let kind = self.domain.pointer(at).and_then(Value::as_str).unwrap_or_default();
            return self.last.is_some_and(|last| kinds::shown(kind, &last.mentions).is_some());
        }
        let Some(parent) = at.strip_suffix("/kind") else { return false };
        let is_kind = self.pack.and_then(|pack| pack.field_of(at)).is_some_and(|f| f.kind == FieldKind::Choice);
        let part = match self.domain.pointer(at).and_then(Value::as_str) {
            Some("sum") => "amount",
            Some("percent") => "rate",
            _ => return false,
        };
        is_kind && self.said_below(&format!("{parent}/{part}"))
    }

    /// The number of the same composite value was said anew, and is still a number: its unit may go with the old one.
    fn of_composite(&self, field: &Field, at: &str) -> bool {
        let number = match field.kind {
            FieldKind::Money => "amount",
            FieldKind::Rate => "percent",
            FieldKind::Duration => "count",
            FieldKind::Quantity => "value",
            _ => return false,
        };
        let number = format!("{}/{number}", field.pointer);
        let stands = self.domain.pointer(&number).is_some_and(|value| value.is_string() || value.is_number());
        at != field.pointer && at != number && stands && self.said_below(&number)
    }

    /// The kind beside the field was said anew and has no place for the field.
    fn of_kind(&self, field: &Field) -> bool {
        let Some((parent, name)) = field.pointer.rsplit_once('/') else { return false };
        let kind = format!("{parent}/kind");
        let takes = match name {
            "amount" => "sum",
            "rate" => "percent",
            _ => return false,
        };
        let options = self.pack.and_then(|pack| pack.fields.iter().find(|f| f.pointer == kind)).map(|f| &f.options);
        let now = self.domain.pointer(&kind).filter(|now| *now != takes);
        // A word in the place of a kind is no kind.
        let is_kind = options.zip(now).is_some_and(|(options, now)| options.iter().any(|option| option.value == *now));
        is_kind && self.said_below(&kind)
    }

    /// Whether the last turn brought a leaf at or below this place.
    fn said_below(&self, root: &str) -> bool {
        let Some(last) = self.last else { return false };
        self.traced.changed.iter().filter(|at| pointer::is_within(at, root)).any(|at| {
            self.traced.ledger.get(at).is_some_and(|entry| {
                entry.turn_id.as_ref() == Some(&last.turn.id) && (entry.origin != Origin::Assumed || entry.is_read())
            })
        })
    }
}
