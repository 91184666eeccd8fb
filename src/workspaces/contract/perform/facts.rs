//! Facts from one message: a draft of the domain, with what was written and what is in doubt.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::Pack;
use crate::engine::text::intent;
use crate::model::facts::{Ledger, Origin};
use crate::model::pointer;
use crate::workspaces::contract::edit;
use crate::workspaces::contract::intake::provenance::{Heard, picked};
use crate::workspaces::contract::intake::{acceptance, edits, questions};
use crate::workspaces::contract::perform::{
    bounded, changes, choices, contract_text, deposits, each_own, explained, follows, free_text, heading, labelled,
    late_side, led, left, lists, named, opening, own, parties, paydays, periods, portions, price_list, products,
    removed, rivals, rows, same, single, slips, speaking, stages, triggers, typed, values,
};
use crate::workspaces::contract::present;
use serde_json::Value;

/// Key of the issue about details without a side: the turn stands behind it.
pub const SIDE: &str = "side:";

/// Turns in which the person may have said who he is, and characters of each.
const EARLIER: usize = 40;
/// See [`EARLIER`].
const BEGINNING: usize = 300;

/// Something that the person has to settle.
#[derive(Debug, Clone, PartialEq)]
pub enum Doubt {
    /// Two values of one fact.
    Conflict {
        /// Where.
        at: String,
        /// The value that stands.
        old: Value,
        /// The words it came from.
        old_quote: String,
        /// The value of the last message.
        new: Value,
        /// Its words.
        new_quote: String,
        /// Whether both stand in the last message.
        one_message: bool,
    },
    /// Details of somebody of whom nothing says which side he is.
    Side {
        /// The turn that holds them.
        turn: String,
        /// The first words of them.
        said: String,
    },
}

impl Doubt {
    /// Key of the issue about it.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Conflict { at, .. } => format!("conflict:{at}"),
            Self::Side { turn, .. } => format!("{SIDE}{turn}"),
        }
    }

    /// The place it is about.
    #[must_use]
    pub fn place(&self) -> &str {
        match self {
            Self::Conflict { at, .. } => at,
            Self::Side { .. } => "/parties",
        }
    }
}

/// A place with two values, and the values as the person is shown them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rivals {
    /// Pointer of the place.
    pub at: String,
    /// The values in words; none when the question does not name them.
    pub shown: Vec<String>,
}

/// The domain as the message makes it.
#[derive(Clone)]
pub struct Draft<'a> {
    /// The facts.
    pub domain: Value,
    /// Pointers written, in order.
    pub writes: Vec<String>,
    /// What is in doubt.
    pub doubts: Vec<Doubt>,
    /// Notes for the trace.
    pub notes: Vec<String>,
    /// Which words of the message spoke of which fact.
    pub spans: Vec<(String, (usize, usize))>,
    /// What the words were read as, in order.
    pub reads: Vec<Read>,
    /// Places that an open issue asks to settle: what the person says about them holds.
    pub disputed: Vec<String>,
    /// Where two values stand against each other: only one of them, or one that is named, settles them.
    pub conflicts: Vec<Rivals>,
    /// Whether what was written first stands: a contract says a thing where it belongs and mentions it later.
    pub first_wins: bool,
    /// Places that this message has decided as a whole: single words of it say nothing else of them.
    pub decided: Vec<String>,
    /// Places of which this message took one of two values.
    pub settled: Vec<String>,
    /// What the person said before, the newest first: who speaks is told once.
    pub earlier: Vec<String>,
    /// It answers «what else did you agree on?», or the list of readings was put, which asks the same: terms told then are
    /// told plainly.
    pub closes: bool,
    /// Sentences with two values of one kind, each for a thing of its own: they are terms as they were said.
    pub(super) apart: Vec<(usize, usize)>,
    pub(super) ledger: &'a Ledger,
    pub(super) before: Value,
}

impl<'a> Draft<'a> {
    /// A draft over the facts that stand.
    #[must_use]
    pub fn new(domain: &Value, ledger: &'a Ledger) -> Self {
        Self {
            domain: domain.clone(),
            writes: Vec::new(),
            doubts: Vec::new(),
            notes: Vec::new(),
            spans: Vec::new(),
            reads: Vec::new(),
            disputed: Vec::new(),
            conflicts: Vec::new(),
            first_wins: false,
            decided: Vec::new(),
            settled: Vec::new(),
            earlier: Vec::new(),
            closes: false,
            apart: Vec::new(),
            ledger,
            before: domain.clone(),
        }
    }

    /// Keeps the beginnings of what the person said before.
    pub fn hear_before(&mut self, state: &Value) {
        let history = state["dialogue"]["history"].as_array().into_iter().flatten().rev();
        let said = history.filter(|turn| turn["role"] == "user").filter_map(|turn| turn["text"].as_str());
        self.earlier = said.take(EARLIER).map(|text| text.chars().take(BEGINNING).collect()).collect();
    }

    /// Whether a place has a value.
    #[must_use]
    pub fn has(&self, at: &str) -> bool {
        self.domain.pointer(at).is_some_and(is_present)
    }

    /// Whether no kind of contract stood before this message.
    #[must_use]
    pub fn opens(&self) -> bool {
        !self.before.pointer("/contract/type").is_some_and(is_present)
    }

    /// Whether this message wrote the place.
    #[must_use]
    pub fn wrote(&self, at: &str) -> bool {
        self.writes.iter().any(|written| written == at)
    }

    /// Writes a value, whatever stood there.
    pub fn replace(&mut self, at: &str, value: Value) {
        if self.domain.pointer(at) == Some(&value) {
            return;
        }
        if let Some(tokens) = pointer::tokens(at) {
            edit::end_other_kind(&mut self.domain, at, &value);
            edit::put(&mut self.domain, &tokens, value);
            self.writes.push(at.to_owned());
        }
    }

    /// The words that told the kind of the deal, in an earlier turn.
    #[must_use]
    pub fn type_quote(&self) -> Option<&str> {
        self.ledger.get("/contract/type")?.quote.as_deref()
    }

    /// The values that stand against each other at a place.
    #[must_use]
    pub fn candidates(&self, at: &str) -> Vec<Value> {
        let entries = self.ledger.within(at);
        let values = entries.flat_map(|(_, entry)| entry.candidates.iter().map(|candidate| candidate.value.clone()));
        values.chain(self.domain.pointer(at).filter(|value| is_present(value)).cloned()).collect()
    }

    /// Writes a value as words of the person bring it; `clear` when the place is named by the words or the question.
    ///
    /// Two values for one place are never resolved by their order: a different value of the person's own is replaced
    /// only by an answer to a question about it or by a correction; otherwise both stand against each other.
    pub fn say(&mut self, heard: &Heard<'_>, at: &str, value: Value, span: (usize, usize), clear: bool) {
        let here = |read: &&Read| read.at == at && read.value != value;
        let rival = self.reads.iter().rev().find(here).filter(|read| same::fuller(at, &read.value, &value).is_none());
        let rival = rival.cloned();
        if self.first_wins && self.wrote(at)
            || self.decided.iter().any(|place| place == at && self.domain.pointer(at).is_none())
        {
            return;
        }
        // The answer to a conflict stands; another value for the place stays among what was not understood.
        let settled = self.settled.iter().any(|place| place == at);
        if settled && self.domain.pointer(at) != Some(&value) {
            return;
        }
        // Beside a beginning and an end a length that nothing names is that of something else: «лабрадор, 4 года».
        if at == "/term/duration" && !clear && self.has("/term/start") && self.has("/term/end") {
            return;
        }
        self.spans.push((at.to_owned(), span));
        if settled {
            return;
        }
        self.reads.push(Read { at: at.to_owned(), value: value.clone(), span, clear });
        let quote = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let said = |span: (usize, usize)| quote(heard.turn.text.get(span.0..span.1));
        if let Some(first) = rival {
            let between = heard.turn.text.get(first.span.1.min(span.0)..span.0).unwrap_or_default();
            if intent::mends(between) {
                self.doubts.retain(|doubt| doubt.place() != at);
                self.replace(at, value);
                return;
            }
            if let Some(sentence) = each_own::told(&heard.turn.text, first.span, span) {
                self.apart.push(sentence);
                self.reads.pop();
                self.spans.pop();
                self.shade(at);
                return;
            }
            self.take_back(at);
            self.doubts.retain(|doubt| doubt.place() != at);
            let (old_quote, new_quote) = (said(first.span), said(span));
            self.doubts.push(Doubt::Conflict {
                at: at.to_owned(),
                old: first.value,
                old_quote,
                new: value,
                new_quote,
                one_message: true,
            });
            return;
        }
        let standing = self.domain.pointer(at).filter(|v| is_present(v)).cloned();
        let Some(old) = standing.filter(|old| *old != value) else {
            self.replace(at, value);
            return;
        };
        // «г. Самара, …» and «Самара, …», «0,5 % в день» and «0,5 %» say the same: the fuller one stands.
        if let Some(fuller) = same::fuller(at, &old, &value) {
            self.replace(at, fuller);
            return;
        }
        let asked =
            heard.question.is_some_and(|q| q.targets.iter().any(|t| pointer::is_within(at, t))) || self.is_disputed(at);
        let own: Vec<_> = self.ledger.within(at).collect();
        // What was only read of a side gives way to what is said of it plainly.
        let read = !own.is_empty() && own.iter().all(|(_, entry)| entry.is_read());
        let outdone = clear && at.starts_with("/parties/") && read;
        // «26 руб/шт без НДС» told only how the price is counted: what is said of the tax itself stands.
        let weak = at.ends_with("/vat") && read;
        if asked || weak || outdone || corrects(heard, span) || !self.is_firm(at) || self.wrote(at) {
            self.replace(at, value);
            return;
        }
        let doubt = Doubt::Conflict {
            at: at.to_owned(),
            old,
            old_quote: quote(own.iter().find_map(|(_, entry)| entry.quote.as_deref())),
            new: value,
            new_quote: said(span),
            one_message: false,
        };
        self.doubts.push(doubt);
    }

    /// Whether what stands at a place was said by the person.
    #[must_use]
    pub fn is_firm(&self, at: &str) -> bool {
        self.ledger.within(at).any(|(_, entry)| {
            let said = matches!(entry.origin, Origin::Stated | Origin::Confirmed) || entry.is_read();
            // An end that follows from a start and a term is as good as said.
            said || at == "/term/end" && entry.origin == Origin::Computed
        })
    }

    /// Whether an open issue asks about a place.
    #[must_use]
    pub fn is_disputed(&self, at: &str) -> bool {
        self.disputed.iter().any(|place| pointer::is_within(at, place))
    }

    /// Takes a value away.
    pub fn drop_at(&mut self, at: &str) {
        if self.domain.pointer(at).is_some()
            && let Some(tokens) = pointer::tokens(at)
        {
            edit::remove(&mut self.domain, &tokens);
            self.writes.push(at.to_owned());
        }
    }

    /// Whether the words between the last value that this message gave to a place and these put it right.
    #[must_use]
    pub fn mended(&self, heard: &Heard<'_>, at: &str, span: (usize, usize)) -> bool {
        let last = self.reads.iter().rev().find(|read| read.at == at);
        let between = last.and_then(|read| heard.turn.text.get(read.span.1.min(span.0)..span.0));
        between.is_some_and(intent::mends)
    }

    /// Leaves what this message was read to say of a place to its words.
    pub fn forget(&mut self, at: &str) {
        self.take_back(at);
        self.reads.retain(|read| read.at != at);
        self.spans.retain(|(place, _)| place != at);
        self.doubts.retain(|doubt| doubt.place() != at);
    }

    /// What was read of a place is shown once more: another value stood beside it.
    pub fn shade(&mut self, at: &str) {
        for read in self.reads.iter_mut().filter(|read| read.at == at) {
            read.clear = false;
        }
    }

    /// Brings back what stood at a place before this message.
    pub fn take_back(&mut self, at: &str) {
        let Some(tokens) = pointer::tokens(at) else { return };
        match self.before.pointer(at).cloned() {
            Some(value) => edit::put(&mut self.domain, &tokens, value),
            None => edit::remove(&mut self.domain, &tokens),
        }
        self.writes.retain(|written| written != at);
    }
}

/// Whether the words that hold these bytes put something right: «Корректировка: 20 000 шт.», «поставьте две тысячи». What
/// another sentence corrects is corrected there.
#[must_use]
pub fn corrects(heard: &Heard<'_>, span: (usize, usize)) -> bool {
    let text = heard.turn.text.as_str();
    intent::corrects(text, span, heard.intent.correction) || slips::behind_denied(text, span.0)
}

/// What some words of the message were read as.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// The place.
    pub at: String,
    /// The value, whole.
    pub value: Value,
    /// The bytes of the words.
    pub span: (usize, usize),
    /// Whether the words or the question name this place, plainly.
    pub clear: bool,
}

/// Reads everything the message says about this pack's facts.
pub fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let clicked = picked(pack, heard);
    if let Some(choice) = clicked {
        for (at, value) in &choice.sets {
            draft.replace(at, value.clone());
        }
    }
    removed::unlawful(heard, draft);
    let assumption_denied = confirm_or_reject(heard, draft);
    // The label of a choice between two values is a value said again.
    let of_conflict = heard.question.is_some_and(|q| q.keys.iter().any(|key| key.starts_with("conflict:")));
    let settled = of_conflict && settle(pack, heard, draft);
    let by_click = heard.turn.choice.is_some() && (!of_conflict || settled);
    if !by_click {
        let mut listed = Vec::new();
        if let Some(paper) = contract_text::of(heard) {
            draft.first_wins = true;
            contract_text::parties(&paper, pack, heard, draft);
            let clauses = Heard { mentions: contract_text::said_in_clauses(&paper), ..heard.clone() };
            typed::collect(pack, &clauses, draft);
        } else {
            // What changes a standing value is no value of its own.
            let changed = changes::collect(pack, heard, draft);
            let mut rest = heard.clone();
            slips::mend(&mut rest);
            // The number of a clause is no value: «перепишите пункт 2».
            let orders = edits::spans(heard);
            rest.mentions.retain(|m| !orders.iter().any(|span| span.0 <= m.start && m.end <= span.1));
            rest.mentions.retain(|m| !bounded::names_article(&heard.turn.text, m));
            rest.mentions.retain(|m| !changed.iter().any(|span| span.0 <= m.start && m.end <= span.1));
            speaking::collect(pack, &rest, draft);
            let named = named::collect(pack, &rest, draft);
            rest.mentions.retain(|m| !named.iter().any(|span| span.0 <= m.start && m.end <= span.1));
            let personal = parties::collect(pack, &rest, draft);
            rest.mentions.retain(|m| !personal.iter().any(|span| span.0 <= m.start && m.end <= span.1));
            let told = explained::reported(&heard.turn.text);
            rest.mentions.retain(|m| !told.iter().any(|span| span.0 <= m.start && m.end <= span.1));
            let head = heading::collect(&rest, draft, &pack.title);
            rest.mentions.retain(|m| !head.iter().any(|span| span.0 <= m.start && m.end <= span.1));
            let list = stages::collect(pack, &rest, draft);
            rest.mentions.retain(|m| list.iter().all(|span| m.end <= span.0 || span.1 <= m.start));
            let parts = portions::collect(pack, &rest, draft);
            rest.mentions.retain(|m| !parts.iter().any(|span| span.0 <= m.start && m.end <= span.1));
            // Both days of a pair: what mends slips leaves neither.
            let days = paydays::collect(pack, heard, draft);
            rest.mentions.retain(|m| !days.iter().any(|span| span.0 <= m.start && m.end <= span.1));
            triggers::leave_out(pack, &mut rest);
            let prices = price_list::collect(pack, &rest, draft);
            rest.mentions.retain(|m| !prices.iter().any(|span| span.0 <= m.start && m.end <= span.1));
            listed = if prices.is_empty() { rows::collect(pack, &rest, draft) } else { prices };
            rest.mentions.retain(|m| !listed.iter().any(|span| span.0 <= m.start && m.end <= span.1));
            let deposit = deposits::collect(pack, &rest, draft);
            rest.mentions.retain(|m| !deposit.iter().any(|span| span.0 <= m.start && m.end <= span.1));
            typed::collect(pack, &lists::without_parts(&rest), draft);
        }
        if clicked.is_none() {
            let closed = typed::closed(pack, draft);
            choices::collect(pack, heard, draft);
            if !draft.first_wins {
                typed::opened(pack, heard, draft, &closed);
            }
            lists::keep(pack, heard, draft);
            triggers::keep(pack, heard, draft);
            if !assumption_denied {
                labelled::collect(pack, &lists::without_parts(heard), draft);
                led::collect(pack, heard, draft);
                free_text::collect(pack, heard, draft);
            }
            opening::collect(pack, heard, draft);
            single::collect(pack, heard, draft);
            opening::address(pack, heard, draft);
            rows::reclaim(pack, &listed, draft);
            own::collect(pack, heard, draft);
            periods::keep(pack, heard, draft);
            products::settle(pack, heard, draft);
            removed::replaced(heard, draft);
            choices::half_understood(pack, heard, draft);
            late_side::collect(pack, heard, draft);
            follows::whose_delay(pack, heard, draft);
        }
    }
    follows::implied_kinds(pack, draft);
    follows::named_persons(pack, draft);
    follows::paid_later(pack, draft);
    left::leave_to_law(pack, heard, draft);
    follows::follow(pack, draft);
}

/// A click on one of two values takes exactly that value, and so does «второе»; whether it did.
fn settle(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> bool {
    let Some(record) = heard.question else { return false };
    let choices = record.question.choices.as_deref().unwrap_or_default();
    let (choice, span) = match (heard.turn.choice.as_deref(), acceptance::picked::picks(heard)) {
        (Some(id), _) => (choices.iter().find(|choice| choice.id == id), (0, heard.turn.text.len())),
        (None, Some((place, span))) => (choices.get(place), span),
        (None, None) => {
            let [first, second] = choices else { return false };
            let Some(at) = record.keys.iter().find_map(|key| key.strip_prefix("conflict:")) else { return false };
            let shown = [first.label.as_str(), second.label.as_str()];
            if let Some((value, span)) = rivals::third(pack, heard, at, shown) {
                draft.say(heard, at, value, span, true);
                draft.settled.push(at.to_owned());
                return true;
            }
            let Some((place, span)) = rivals::taken(pack, heard, at, shown) else { return false };
            (choices.get(place), span)
        }
    };
    let at = record.keys.iter().find_map(|key| key.strip_prefix("conflict:"));
    let Some((choice, at)) = choice.zip(at) else { return false };
    // A long value is cut in its label and whole in the choice.
    let said = choice.value.as_str().unwrap_or(&choice.label);
    let meant = |value: &Value| present::value(Some(pack), at, value) == said;
    let value = draft.candidates(at).into_iter().find(meant).or_else(|| values::of_label(pack, at, said));
    let Some(value) = value else { return false };
    draft.say(heard, at, value, span, true);
    draft.settled.push(at.to_owned());
    true
}

/// «Нет» to an assumption removes it; «да» is settled by the guard that keeps the ledger.
fn confirm_or_reject(heard: &Heard<'_>, draft: &mut Draft<'_>) -> bool {
    let about = heard.question.and_then(|q| q.keys.iter().find_map(|key| key.strip_prefix("assumed:")));
    let Some(at) = about else { return false };
    let no = match heard.turn.choice.as_deref() {
        Some(choice) => choice == questions::NO,
        None => heard.intent.deny,
    };
    if no
        && let Some((parent, leaf)) = at.rsplit_once('/')
        && let Some(map) = draft.domain.pointer_mut(parent).and_then(Value::as_object_mut)
    {
        map.remove(leaf);
    }
    true
}
