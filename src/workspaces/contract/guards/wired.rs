//! The words that a model named for what it wrote: checked again here, whoever put them beside the answer.
//!
//! A quote that stands in a turn of the person and says it makes a value `read`; it never makes it `stated`.

use crate::engine::wire::dialogue::{Quoted, Reading};
use crate::model::claim::Support;
use crate::model::facts::Origin;
use crate::model::pointer;
use crate::model::turn::Turn;
use crate::workspaces::contract::intake::provenance::{Found, Heard};
use crate::workspaces::contract::wire::OWN;
use crate::workspaces::contract::wire::evidence::{self, Place, Proves, Witness};
use serde_json::{Map, Value};

/// The evidence beside an answer, over the turns of the person.
pub struct Wired<'a> {
    facts: Option<&'a Map<String, Value>>,
    removed: Option<&'a Map<String, Value>>,
    confirmed: Option<&'a Map<String, Value>>,
    settled: Option<&'a Map<String, Value>>,
    turns: &'a [Turn],
    witness: Witness,
}

impl<'a> Wired<'a> {
    /// What stands beside an answer; `turns` are the person's own, oldest first.
    #[must_use]
    pub fn of(wire: &'a Value, turns: &'a [Turn]) -> Self {
        Self {
            facts: wire["facts"].as_object(),
            removed: wire["removed"].as_object(),
            confirmed: wire["confirmed"].as_object(),
            settled: wire["settled"].as_object(),
            turns,
            witness: Witness::default(),
        }
    }

    /// The words for a value, with their turn.
    #[must_use]
    pub fn found(&self, at: &str, value: &Value) -> Option<(Found, &'a Turn)> {
        let (place, reading) = self.place(at, value)?;
        let note = match reading {
            Reading::Computed(formula) if !formula.is_empty() => Some(formula),
            _ => None,
        };
        let quote = Some(place.quote().to_owned());
        Some((Found { origin: Origin::Assumed, support: Support::Read, quote, note }, place.turn))
    }

    /// Whether the last words change a fact that the person named before.
    #[must_use]
    pub fn overrides(&self, at: &str, old: &Value, value: &Value, last: &Heard<'_>) -> bool {
        let found = self.place(at, value).filter(|(place, _)| place.turn.id == last.turn.id);
        found.is_some_and(|(place, reading)| {
            let free = at == "/contract/type" || pointer::is_within(at, OWN);
            free || evidence::extends(old, value, place.quote()) || evidence::mends(last, at, &reading)
        })
    }

    /// Whether the words of a value stand inside those of a term of the person's own: «предупреждаю за три дня» as a
    /// term leaves «за три дня» no certain period of the contract.
    #[must_use]
    pub fn belongs_to_a_term(&self, at: &str, quote: &str, turn: &Turn) -> bool {
        let terms = self.facts.into_iter().flatten().filter(|(root, _)| pointer::is_within(root, OWN));
        let mut wider =
            terms.filter(|(_, said)| said["turn"] == turn.id.as_str()).filter_map(|(_, said)| said["quote"].as_str());
        !pointer::is_within(at, OWN) && wider.any(|words| words.len() > quote.len() && words.contains(quote))
    }

    /// Whether the last words take a fact away.
    #[must_use]
    pub fn removes(&self, at: &str) -> bool {
        let said = self.removed.into_iter().flatten().find(|(root, _)| pointer::is_within(at, root));
        let place = said.and_then(|(_, said)| evidence::find(self.turns, &quoted(said)));
        place.is_some_and(|place| place.last && self.witness.is_clear(&place, Proves::Wish))
    }

    /// Whether the last words say that a reading is right: a model names the words, they have to say yes themselves.
    #[must_use]
    pub fn confirms(&self, at: &str) -> bool {
        let said = self.confirmed.into_iter().flatten().find(|(root, _)| pointer::is_within(at, root));
        let place = said.and_then(|(_, said)| evidence::find(self.turns, &quoted(said)));
        place
            .is_some_and(|place| place.last && evidence::affirms(&place) && self.witness.is_clear(&place, Proves::Wish))
    }

    /// Whether the last words leave what stands at a place, where something seemed to contradict it.
    #[must_use]
    pub fn settles(&self, at: &str) -> bool {
        let near = |root: &str| pointer::is_within(root, at);
        let said = self.settled.into_iter().flatten().find(|(root, _)| near(root));
        let place = said.and_then(|(_, said)| evidence::find(self.turns, &quoted(said)));
        place.is_some_and(|place| place.last)
    }

    /// Places whose value stands because a model saw no contradiction where the rules saw one: the person is shown them.
    pub fn shown_again(&self) -> impl Iterator<Item = &str> {
        let all = self.settled.into_iter().flatten();
        all.filter(|(_, said)| said["again"] == true).map(|(at, _)| at.as_str())
    }

    fn place(&self, at: &str, value: &Value) -> Option<(Place<'a>, Reading)> {
        let (root, said) = self.facts?.iter().find(|(root, _)| pointer::is_within(at, root))?;
        let place = evidence::find(self.turns, &quoted(said))?;
        let proves = match root.as_str() {
            root if pointer::is_within(root, OWN) => Proves::Term,
            "/contract/type" => Proves::Wish,
            root => Proves::of(root, value),
        };
        let formula = said["formula"].as_str().unwrap_or_default().to_owned();
        let reading = if said["reading"] == "computed" { Reading::Computed(formula) } else { Reading::Interpreted };
        self.witness.is_clear(&place, proves).then_some((place, reading))
    }
}

fn quoted(said: &Value) -> Quoted {
    let text = |name: &str| said[name].as_str().map(str::to_owned);
    Quoted { turn: text("turn"), quote: text("quote").unwrap_or_default() }
}
