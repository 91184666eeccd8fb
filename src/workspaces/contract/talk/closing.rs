//! The last look: what the library wrote and nobody said, and what people in such a deal usually agree on besides.
//!
//! Asked once, when nothing else is left to ask. Until the person has looked, the text cannot be signed and drafts mark
//! these terms; another wording of a clause is another term and is shown again.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::dialogue::fill;
use crate::engine::text::folded;
use crate::engine::turn::{Moment, Settled};
use crate::model::document_view::Usual;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::TurnId;
use crate::model::snapshot::{Aside, Snapshot};
use crate::model::turn::{Role, Turn};
use crate::model::turn_answer::Card;
use crate::workspaces::contract::intake::acceptance;
use crate::workspaces::contract::talk::Ground;
use crate::workspaces::contract::{document, state};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Prefix of its card.
pub const CARD: &str = "closing:";
/// Where the terms that the person has looked at stand beside the state.
const SEEN: &str = "closing";
/// Where the terms stand that a list has shown and the person answered with something else.
const SHOWN: &str = "closing_shown";
/// Matters that one question names.
const TOPICS: usize = 5;
/// Words of an answer that says no more than that all may stay.
const BRIEF: usize = 9;

/// The words (`knowledge/dialogue/closing.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Closing {
    /// Words that leave everything as it is, or say that there is nothing more.
    keeps: Vec<String>,
    /// Words beside them that say nothing else.
    beside: Vec<String>,
    /// A word that turns the next one round.
    not: String,
    /// `place=value`: without the fact, a clause that stands because it is not that value says what nobody chose.
    silent: Vec<String>,
    #[serde(default)]
    topic: Vec<Topic>,
}

/// A matter that people agree on and no question asks for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Topic {
    packs: Vec<String>,
    label: String,
    /// Beginnings of words, or of two, that show that it was spoken of.
    words: Vec<String>,
    #[serde(default)]
    facts: Vec<String>,
}

static WORDS: LazyLock<Closing> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/closing.toml")).unwrap_or_default());

/// Whether a clause that stands because this fact is not that value says what nobody chose, while the fact is missing.
#[must_use]
pub fn is_silent(at: &str, value: &Value) -> bool {
    let named = |one: &String| one.split_once('=').is_some_and(|(place, not)| place == at && value == not);
    WORDS.silent.iter().any(named)
}

/// What is left to look at.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Left {
    /// Terms that nobody said.
    pub usual: Vec<Usual>,
    /// Matters that nobody spoke of.
    pub topics: Vec<&'static str>,
}

impl Left {
    /// Nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.usual.is_empty() && self.topics.is_empty()
    }
}

/// What the person has looked at.
fn seen(aside: &Aside) -> BTreeSet<&str> {
    marks(aside, SEEN)
}

fn marks<'a>(aside: &'a Aside, place: &str) -> BTreeSet<&'a str> {
    let marks = aside.extra.get(place).and_then(|seen| seen["marks"].as_array());
    marks.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Whether a term of the library was looked at in this wording.
#[must_use]
pub fn is_seen(aside: &Aside, usual: &Usual) -> bool {
    seen(aside).contains(usual.mark.as_str())
}

/// What is left to look at; `usual` is what the text of this version says unasked.
#[must_use]
pub fn left(ground: &Ground<'_>, usual: &[Usual]) -> Left {
    let seen = seen(&ground.now.aside);
    let usual = usual.iter().filter(|one| !seen.contains(one.mark.as_str())).cloned().collect();
    // The matters are named with the first list and never again.
    let asked = ground.now.aside.extra.contains_key(SEEN);
    Left { usual, topics: if asked { Vec::new() } else { topics(ground) } }
}

fn topics(ground: &Ground<'_>) -> Vec<&'static str> {
    let Some(pack) = ground.pack else { return Vec::new() };
    let domain = &ground.now.state["domain"];
    let history = ground.now.state["dialogue"]["history"].as_array();
    let said =
        history.into_iter().flatten().filter(|turn| turn["role"] == "user").filter_map(|turn| turn["text"].as_str());
    let said: Vec<String> = said.map(|text| spaced(&folded(text))).collect();
    let spoken = |topic: &Topic| {
        let stems = topic.words.iter().map(|stem| format!(" {stem}"));
        let known = |at: &String| domain.pointer(at).is_some_and(is_present);
        topic.facts.iter().any(known) || stems.into_iter().any(|stem| said.iter().any(|text| text.contains(&stem)))
    };
    let own = WORDS.topic.iter().filter(|topic| topic.packs.contains(&pack.id));
    own.filter(|topic| !spoken(topic)).map(|topic| topic.label.as_str()).take(TOPICS).collect()
}

/// Words with one space between them and one before the first.
fn spaced(low: &str) -> String {
    let words = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(String::new(), |all, word| format!("{all} {word}"))
}

/// The id of the list of this version.
fn id(ground: &Ground<'_>) -> String {
    format!("{CARD}{}", ground.now.version)
}

/// The list as a card: nothing to fill in, one button that leaves it as it is.
#[must_use]
pub fn card(ground: &Ground<'_>, left: &Left) -> Option<Card> {
    let words = &ground.words.closing;
    let usual = left.usual.iter().map(|one| format!("{}.", one.text));
    let topics = (!left.topics.is_empty()).then(|| fill(&words.topics, &[("items", &left.topics.join("; "))]));
    (!left.is_empty()).then(|| Card {
        card_id: id(ground),
        title: if left.usual.is_empty() { words.more_title.clone() } else { words.title.clone() },
        why: if left.usual.is_empty() { words.more_why.clone() } else { words.why.clone() },
        lines: usual.chain(topics).collect(),
        fields: Vec::new(),
    })
}

/// The same in words, short where the person saw all of it a turn ago.
#[must_use]
pub fn reply(ground: &Ground<'_>, left: &Left, before: &Left) -> Option<String> {
    let words = &ground.words.closing;
    if left.is_empty() {
        return None;
    }
    let shown = marks(&ground.now.aside, SHOWN);
    let again = !before.is_empty() || ground.now.aside.extra.contains_key(SHOWN);
    let new = left.usual.iter().filter(|one| !before.usual.contains(one) && !shown.contains(one.mark.as_str()));
    let new: Vec<&Usual> = new.collect();
    if again && new.is_empty() {
        return Some(words.again.clone());
    }
    let items: Vec<String> = new.iter().enumerate().map(|(i, one)| format!("{}) {}", i + 1, one.text)).collect();
    let list = (!items.is_empty()).then(|| fill(&words.list, &[("items", &items.join(";\n"))]));
    let topics =
        (!again && !left.topics.is_empty()).then(|| fill(&words.topics, &[("items", &left.topics.join("; "))]));
    let parts: Vec<String> = list.into_iter().chain(topics).chain([words.end.clone()]).collect();
    Some(parts.join("\n"))
}

/// What is left to look at in a version that has no other question open; nothing in any other.
#[must_use]
pub fn open(ground: &Ground<'_>) -> Left {
    let before = ground.now;
    let asks = before.aside.pending.is_some() || state::open_question(before).is_some();
    if asks || before.state["gate"]["ready_for_skeleton"] != true {
        return Left::default();
    }
    let view = document::view(before, ground.knowledge, None, "contract").ok().flatten();
    view.map(|view| left(ground, &view.usual)).unwrap_or_default()
}

/// Whether words say that everything may stay, and nothing else.
#[must_use]
pub fn keeps(text: &str) -> bool {
    let low = spaced(&folded(&text.chars().take(200).collect::<String>()));
    let words: Vec<&str> = low.split_whitespace().collect();
    let is = |list: &[String], word: &str| list.iter().any(|one| one == word);
    let turned = |at: usize| at > 0 && words[at - 1] == WORDS.not;
    let only = words.iter().all(|word| is(&WORDS.keeps, word) || is(&WORDS.beside, word));
    let kept = words.iter().enumerate().any(|(at, word)| is(&WORDS.keeps, word) && !turned(at));
    let turns = words.iter().enumerate().any(|(at, word)| is(&WORDS.keeps, word) && turned(at));
    words.len() <= BRIEF && (only && kept && !turns || acceptance::is_plain(text)) && !text.contains('?')
}

/// Whether these words took what was left to look at.
#[must_use]
pub fn took(now: &Snapshot, text: &str) -> bool {
    now.aside.extra.contains_key(SEEN) && keeps(text)
}

/// Keeps what the list of this version showed, when the person answers it with something else: it is not told again.
pub fn show(aside: &mut Aside, left: &Left) {
    let mut marks: BTreeSet<String> = marks(aside, SHOWN).into_iter().map(str::to_owned).collect();
    marks.extend(left.usual.iter().map(|usual| usual.mark.clone()));
    aside.extra.insert(SHOWN.to_owned(), json!({"marks": marks}));
}

/// Takes the word that everything may stay: what was left of this version is looked at.
#[must_use]
pub fn taken(before: &Snapshot, left: Left, turn: Turn, moment: &Moment) -> Settled {
    let mut marks: BTreeSet<String> = seen(&before.aside).into_iter().map(str::to_owned).collect();
    marks.extend(left.usual.into_iter().map(|usual| usual.mark));
    let mut aside = (*before.aside).clone();
    aside.extra.insert(SEEN.to_owned(), json!({"marks": marks}));
    let mut next = (*before.state).clone();
    state::append_history(&mut next, std::slice::from_ref(&turn));
    next["meta"]["state_version"] = (before.version + 1).into();
    next["meta"]["updated_at"] = json!(moment.now);
    Settled { state: next, aside, turns: vec![turn], decisions: Vec::new() }
}

/// The same by the button of the card that this version shows.
///
/// # Errors
/// A card of another version, or nothing is left to look at (409): nobody accepts a list that he has not seen.
pub fn absorb(ground: &Ground<'_>, card: &str, moment: &Moment) -> Result<Settled, ApiError> {
    let left = open(ground);
    if card != id(ground) || left.is_empty() {
        let gone = ApiError::new(ErrorCode::Conflict, ground.dialogue.fault("review_stale"));
        return Err(gone.with("field", "card_id"));
    }
    let turn = Turn {
        id: TurnId(format!("t{}", ground.now.version + 1)),
        role: Role::User,
        text: ground.words.closing.keep.clone(),
        at: moment.now.clone(),
        answers_to: None,
        choice: None,
    };
    Ok(taken(ground.now, left, turn, moment))
}

#[cfg(test)]
mod tests {
    use super::{WORDS, keeps};
    use crate::engine::knowledge::load;

    #[test]
    fn the_words_are_read_and_every_matter_belongs_to_a_pack() {
        let knowledge = load::embedded().expect("packs");
        assert!(!WORDS.keeps.is_empty() && !WORDS.topic.is_empty(), "the file is not read");
        for topic in &WORDS.topic {
            for id in &topic.packs {
                let pack = knowledge.pack(id).unwrap_or_else(|| panic!("{}: no pack {id}", topic.label));
                assert!(!topic.words.is_empty(), "{}", topic.label);
                let _ = pack;
            }
            let known = |at: &String| {
                let packs = topic.packs.iter().filter_map(|id| knowledge.pack(id));
                packs.into_iter().any(|pack| pack.fields.iter().any(|field| field.pointer == *at))
            };
            assert!(topic.facts.iter().all(known), "{}", topic.label);
        }
        for pack in &knowledge.packs {
            assert!(WORDS.topic.iter().any(|topic| topic.packs.contains(&pack.id)), "{}", pack.id);
        }
    }

    #[test]
    fn only_words_that_leave_everything_leave_it() {
        for text in [
            "так и оставить",
            "Оставляем так",
            "Больше ничего, так и оставить",
            "всё верно",
            "да",
            "Нет, больше ничего",
            "как обычно",
            "пусть будет как обычно",
            "меня всё устраивает",
            "ничего добавлять не надо",
            "keep it as it is",
        ] {
            assert!(keeps(text), "{text}");
        }
        for text in [
            "не оставляйте",
            "нет",
            "оставьте 3 дня",
            "так и оставить?",
            "не устраивает",
            "оставьте акт, но срок три дня",
            "больше ничего не плачу",
            "пусть будет десять дней",
            "нет, не верно",
        ] {
            assert!(!keeps(text), "{text}");
        }
    }
}
