//! Words of a person as evidence: whether a quote stands in its turn letter by letter, and says what it is used for.

use crate::engine::text::mention::MentionKind;
use crate::engine::text::parts::sentences;
use crate::engine::text::scope::{Scope, Scopes};
use crate::engine::text::{folded, locate, scan};
use crate::engine::wire::dialogue::{Quoted, Reading};
use crate::model::ids::TurnId;
use crate::model::money::parse_minor;
use crate::model::pointer;
use crate::model::turn::Turn;
use crate::workspaces::contract::intake::acceptance;
use crate::workspaces::contract::intake::provenance::{Heard, day};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where a quote stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place<'t> {
    /// The turn.
    pub turn: &'t Turn,
    /// Its bytes.
    pub span: (usize, usize),
    /// Whether it is the last turn of the person.
    pub last: bool,
}

impl<'t> Place<'t> {
    /// The words.
    #[must_use]
    pub fn quote(&self) -> &'t str {
        self.turn.text.get(self.span.0..self.span.1).unwrap_or_default()
    }
}

/// What the words are to prove.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Proves<'v> {
    /// This value.
    Value(&'v Value),
    /// This value of what follows upon a breach: its condition is a part of it («если задержит, 0,1 % в день»).
    Sanction(&'v Value),
    /// That a value goes, or a wish of the person.
    Wish,
    /// A term in the person's own words; it may speak of others.
    Term,
}

/// Places of terms that hold upon a condition.
const SANCTIONS: [&str; 3] = ["/penalty", "/warranty", "/deposit"];

impl<'v> Proves<'v> {
    /// What words for a value at a place are to prove.
    #[must_use]
    pub fn of(at: &str, value: &'v Value) -> Self {
        let upon_breach = SANCTIONS.iter().any(|root| pointer::is_within(at, root));
        if upon_breach { Self::Sanction(value) } else { Self::Value(value) }
    }
}

/// Finds the words among the turns of the person, oldest first; `None` where they stand in none.
///
/// A turn that is not named, or does not hold the words, gives way to the last one: the words are what counts.
#[must_use]
pub fn find<'t>(turns: &'t [Turn], said: &Quoted) -> Option<Place<'t>> {
    let last = turns.last()?;
    let named = said.turn.as_deref().and_then(|id| turns.iter().find(|turn| turn.id.as_str() == id));
    let of = |turn: &'t Turn| {
        let span = within(&turn.text, &said.quote)?;
        Some(Place { turn, span, last: turn.id == last.id })
    };
    named.and_then(of).or_else(|| of(last))
}

/// The words in a text: letter by letter, else whatever their case, spaces, quotes and dashes.
fn within(text: &str, quote: &str) -> Option<(usize, usize)> {
    let trimmed = quote.trim_matches(|c: char| c.is_whitespace() || "«»\"“”„….,;:!?".contains(c));
    let exact = |words: &str| {
        let at = text.find(words).filter(|_| !words.is_empty())?;
        Some((at, at + words.len()))
    };
    let folded = |words: &str| locate::exact(text, words).into_iter().next();
    exact(quote.trim()).or_else(|| folded(quote)).or_else(|| folded(trimmed))
}

/// The scopes of turns that quotes were taken from, each read once.
#[derive(Default)]
pub struct Witness {
    read: RefCell<BTreeMap<TurnId, Rc<Scopes>>>,
}

impl Witness {
    /// Whether the words say it: they are not all a question, a supposition, another's words; and a quantity is not
    /// what they deny. What denies by itself («без водителя», «курить нельзя») can prove a choice or a term.
    #[must_use]
    pub fn is_clear(&self, place: &Place<'_>, proves: Proves<'_>) -> bool {
        let scopes = self.read.borrow().get(&place.turn.id).cloned();
        let scopes = scopes.unwrap_or_else(|| {
            let scopes = Rc::new(Scopes::of(&place.turn.text));
            self.read.borrow_mut().insert(place.turn.id.clone(), scopes.clone());
            scopes
        });
        says(&scopes, place, proves)
    }
}

fn says(scopes: &Scopes, place: &Place<'_>, proves: Proves<'_>) -> bool {
    let counted = matches!(proves, Proves::Value(value) | Proves::Sanction(value) if is_quantity(value));
    let mut kinds = vec![Scope::Question, Scope::Quoted];
    // A term often begins with its condition, and may bind somebody else.
    match proves {
        Proves::Term => {}
        Proves::Sanction(_) => kinds.extend([Scope::OtherParty, Scope::Elsewhere]),
        Proves::Value(_) | Proves::Wish => {
            kinds.extend([Scope::OtherParty, Scope::Elsewhere, Scope::Hypothetical]);
        }
    }
    if counted {
        kinds.push(Scope::Negated);
    }
    let (start, end) = place.span;
    let mut bad: Vec<(usize, usize)> = kinds.iter().flat_map(|kind| near(scopes, *kind, start, end)).collect();
    bad.sort_unstable();
    let mut free: Vec<&str> = Vec::new();
    let mut from = start;
    for (a, b) in bad {
        if a > from {
            free.extend(place.turn.text.get(from..a.min(end)));
        }
        from = from.max(b);
    }
    if from < end {
        free.extend(place.turn.text.get(from..end));
    }
    let numbers =
        |text: &str| text.bytes().any(|b| b.is_ascii_digit()) || !scan::mentions(text, day(place.turn)).is_empty();
    if counted && numbers(place.quote()) {
        return free.iter().any(|text| numbers(text));
    }
    free.iter().map(|text| text.trim().len()).sum::<usize>() * 2 >= place.quote().len()
}

/// Parts of the spans of one kind that lie within these bytes.
fn near(scopes: &Scopes, kind: Scope, start: usize, end: usize) -> Vec<(usize, usize)> {
    let spans = scopes.all(kind);
    let first = spans.partition_point(|span| span.1 <= start);
    let own = spans.get(first..).unwrap_or_default().iter().take_while(|span| span.0 < end);
    own.map(|span| (span.0.max(start), span.1.min(end))).collect()
}

/// Sums, dates, periods, shares: values that a denied number cannot prove.
fn is_quantity(value: &Value) -> bool {
    match value {
        Value::Number(_) => true,
        Value::String(text) => text.bytes().any(|b| b.is_ascii_digit()),
        Value::Object(map) => map.values().any(is_quantity),
        Value::Array(items) => items.iter().any(is_quantity),
        _ => false,
    }
}

/// Whether the last words change what stands at a place: they correct, answer its question, or compute the new value
/// from the old one.
#[must_use]
pub fn mends(heard: &Heard<'_>, at: &str, reading: &Reading) -> bool {
    let targets = heard.question.into_iter().flat_map(|question| &question.targets);
    heard.intent.correction
        || targets.into_iter().any(|root| pointer::is_within(at, root) || pointer::is_within(root, at))
        || matches!(reading, Reading::Computed(formula) if !formula.is_empty())
}

/// Words that turn what they are added to.
const TURNS: [&str; 6] = ["не", "без", "нет", "нельзя", "кроме", "запрещ"];

/// Whether a text is a longer form of another one: it says all of it, then more, which stands in the quote, counts nothing
/// and turns nothing.
#[must_use]
pub fn extends(old: &Value, new: &Value, quote: &str) -> bool {
    let row = |text: &str| folded(text).chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let (Some(old), Some(new)) = (old.as_str(), new.as_str()) else { return false };
    let Some(added) = new.trim().strip_prefix(old.trim()) else { return false };
    let low = folded(added);
    let turns = low.split(|c: char| !c.is_alphanumeric()).any(|word| TURNS.iter().any(|one| word.starts_with(one)));
    let counts = added.bytes().any(|b| b.is_ascii_digit());
    let apart = !added.starts_with(char::is_alphanumeric) && !row(added).is_empty();
    apart && !turns && !counts && row(quote).contains(&row(added))
}

/// Whether words carry a value: its number or day, or its very words.
#[must_use]
pub fn carries(quote: &str, value: &Value, today: &str) -> bool {
    let mentions = || scan::mentions(quote, today).into_iter().map(|mention| mention.kind);
    if let Some(minor) = value["amount"].as_str().and_then(parse_minor) {
        return mentions().any(|kind| matches!(kind, MentionKind::Money { minor: said, .. } if said == minor));
    }
    let Some(text) = value.as_str() else { return false };
    if text.bytes().any(|b| b.is_ascii_digit()) {
        let is_said = |kind: MentionKind| match kind {
            MentionKind::Date { iso, .. } => iso == text,
            MentionKind::Money { minor, .. } => parse_minor(text) == Some(minor),
            _ => false,
        };
        return quote.contains(text) || mentions().any(is_said);
    }
    let row = |text: &str| folded(text).chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    !row(text).is_empty() && row(quote).contains(&row(text))
}

/// Whether the sentence that holds the words says that something is right, takes nothing back and leaves nothing out; the
/// words are whole ones.
#[must_use]
pub fn affirms(place: &Place<'_>) -> bool {
    let text = place.turn.text.as_str();
    let (start, end) = place.span;
    let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let before = text.get(..start).and_then(|text| text.chars().next_back());
    let behind = text.get(end..).and_then(|text| text.chars().next());
    if joins(before) || joins(behind) {
        return false;
    }
    let whole = sentences(text).into_iter().filter(|(from, to)| *from < end && start < *to);
    let said: Vec<&str> = whole.filter_map(|(from, to)| text.get(from..to)).collect();
    acceptance::affirms(place.quote())
        && !said.is_empty()
        && said.iter().all(|one| acceptance::affirms(one) && !acceptance::leaves_out(one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::turn::Role;
    use serde_json::json;

    fn turn(id: &str, text: &str) -> Turn {
        Turn {
            id: TurnId(id.to_owned()),
            role: Role::User,
            text: text.to_owned(),
            at: "2026-11-21T09:00:00Z".to_owned(),
            answers_to: None,
            choice: None,
        }
    }

    fn quoted(turn: Option<&str>, quote: &str) -> Quoted {
        Quoted { turn: turn.map(str::to_owned), quote: quote.to_owned() }
    }

    #[test]
    fn a_quote_stands_in_its_turn_or_nowhere() {
        let turns = [turn("t0", "Сдаю дом за 30 000 рублей."), turn("t2", "Залог — «20 000», курить нельзя.")];
        let found = |turn: Option<&str>, quote: &str| find(&turns, &quoted(turn, quote)).map(|place| place.quote());
        assert_eq!(found(Some("t0"), "за 30 000 рублей"), Some("за 30 000 рублей"));
        assert_eq!(found(None, "курить нельзя"), Some("курить нельзя"));
        assert_eq!(
            found(Some("t9"), "Курить  нельзя!"),
            Some("курить нельзя"),
            "what stands around the words does not count"
        );
        assert_eq!(found(None, "залог - \"20 000\""), Some("Залог — «20 000»"));
        assert_eq!(found(None, "за 30 000 рублей"), None, "an earlier turn has to be named");
        assert_eq!(found(Some("t0"), "за 40 000 рублей"), None);
        assert_eq!(found(None, ""), None);
    }

    #[test]
    fn what_is_asked_supposed_or_denied_proves_no_number() {
        for (text, quote, value, clear) in [
            ("Сдаю за 30 000 рублей", "за 30 000 рублей", json!("30000"), true),
            ("А можно за 30 000 рублей?", "за 30 000 рублей", json!("30000"), false),
            ("Если бы он платил 30 000, я бы согласился", "платил 30 000", json!("30000"), false),
            ("Срок не 11 месяцев", "не 11 месяцев", json!({"count": 11, "unit": "month"}), false),
            ("Не 30 тысяч, а 35 тысяч", "Не 30 тысяч, а 35 тысяч", json!("35000"), true),
            ("Курить в квартире нельзя", "Курить в квартире нельзя", json!(false), true),
            ("Сдаю без водителя", "без водителя", json!("none"), true),
            ("начну не 1 февраля а 1 марта", "начну не 1 февраля а 1 марта", json!("2027-03-01"), true),
        ] {
            let turns = [turn("t0", text)];
            let place = find(&turns, &quoted(None, quote)).expect(text);
            assert_eq!(Witness::default().is_clear(&place, Proves::Value(&value)), clear, "{text}");
        }
    }
}
