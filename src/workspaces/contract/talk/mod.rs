//! What a turn of a contract is answered with: recorded, not understood, the reply, the card, the level. Pure.
//!
//! Read in this order: `facts` (facts as people read them), `card`, `level`, `asked` and `own` (questions of the
//! person), `review`, `undo`. The words stand in `knowledge/dialogue`.

pub mod asked;
pub mod card;
pub mod closing;
pub mod facts;
pub mod level;
mod nearest;
pub mod next;
pub mod own;
pub mod review;
#[cfg(test)]
mod tests;
pub mod typed;
pub mod undo;

use crate::engine::knowledge::dialogue::{self, Dialogue, Words, fill};
use crate::engine::knowledge::pack::Pack;
use crate::engine::knowledge::{Knowledge, phrases};
use crate::engine::text::intent;
use crate::engine::text::once::intent_of;
use crate::engine::turn::short;
use crate::model::document_view::Gap;
use crate::model::ids::{TurnId, Version};
use crate::model::issue::{self, Evidence, EvidenceKind, Issue, IssueStatus};
use crate::model::pointer;
use crate::model::snapshot::Snapshot;
use crate::model::turn::{Role, Turn};
use crate::model::turn_answer::{Answered, Level, Missed, Recorded, Review, Told, TurnAnswer, TurnNote};
use crate::workspaces::contract::guards::pack_of;
use crate::workspaces::contract::intake::edits::{self, Edit};
use crate::workspaces::contract::perform::own::OWN;
use crate::workspaces::contract::wire::kept;
use crate::workspaces::contract::{stage, state};
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// Where the reading of the last message stands beside the state.
const HEARD: &str = "heard";
/// Recorded facts that a reply names; the list has all.
const NAMED: usize = 6;
/// Words of a message that can be a mere remark.
const REMARK: usize = 12;
/// Characters of a quote that nothing was made of.
const QUOTE: usize = 300;
/// Turns of the past whose questions are answered again for the page.
const PAST: usize = 40;

/// What all parts of an answer look at.
pub struct Ground<'a> {
    /// The version after the turn.
    pub now: &'a Snapshot,
    /// The pack that rules, if the type is known.
    pub pack: Option<&'a Pack>,
    /// Everything the product knows.
    pub knowledge: &'a Knowledge,
    /// Words and details.
    pub dialogue: &'a Dialogue,
    /// The words of the person's language.
    pub words: &'a Words,
    clauses: OnceCell<BTreeMap<String, String>>,
}

impl<'a> Ground<'a> {
    /// Looks at a version; `None` when the words cannot be read, which a test of theirs excludes.
    #[must_use]
    pub fn new(now: &'a Snapshot, turns: &[Turn], knowledge: &'a Knowledge) -> Option<Self> {
        let dialogue = dialogue::embedded().ok()?;
        let said = turns.iter().rev().filter(|turn| turn.role == Role::User);
        let language = said.filter_map(|turn| dialogue::language(&turn.text)).next().unwrap_or("ru");
        let pack = pack_of(&now.state["domain"], &[], knowledge);
        Some(Self { now, pack, knowledge, dialogue, words: dialogue.words(language), clauses: OnceCell::new() })
    }
}

impl Ground<'_> {
    /// How every clause of this draft reads, by its id; written once, since several questions may ask for it.
    fn clauses(&self) -> &BTreeMap<String, String> {
        self.clauses.get_or_init(|| {
            let drafted = stage::document(self.now, self.knowledge, None).ok();
            drafted.and_then(|drafted| stage::texts(&drafted).ok()).unwrap_or_default()
        })
    }
}

/// The answer of the turn between two versions; without an earlier one, of the first words.
#[must_use]
pub fn answer(before: Option<&Snapshot>, now: &Snapshot, turns: &[Turn], knowledge: &Knowledge) -> TurnAnswer {
    let Some(ground) = Ground::new(now, turns, knowledge) else { return TurnAnswer::default() };
    let from = before.map_or(0, |before| before.version + 1);
    let facts = facts::of(&ground, now);
    let recorded = facts::recorded(&ground, before, &facts);
    let said = turns.iter().rev().find(|turn| turn.role == Role::User && since(turn, from));
    let note = said.map(|turn| note(&ground, turn, recorded.clone(), true)).unwrap_or_default();
    let told = turns.iter().rev().find(|turn| turn.role == Role::System && since(turn, from));
    let (level, holds, gaps, left) = level::of(&ground, &facts);
    let mut reply = Vec::new();
    reply.extend(told.map(|turn| turn.text.clone()));
    reply.extend(sentence(&ground, &recorded).filter(|_| told.is_none()));
    reply.extend(note.answers.iter().map(|answered| answered.text.clone()));
    reply.extend(missed(&ground, &note.not_understood));
    reply.extend(Some(note.reply).filter(|words| !words.is_empty()));
    let warned = kept::performed(now, turns).map(|(_, warnings)| warnings).unwrap_or_default();
    reply.extend(warned.iter().filter_map(|code| ground.words.warning.get(code).cloned()));
    // One thing at a time: what nobody said is looked at before the details are filled in.
    let last = state::open_question(now).is_none() && now.aside.pending.is_none();
    let seen = before.filter(|_| last && !left.is_empty()).and_then(|before| Ground::new(before, &[], knowledge));
    let seen = seen.map(|before| closing::open(&before)).unwrap_or_default();
    let looked = closing::reply(&ground, &left, &seen).filter(|_| last);
    reply.extend(looked.or_else(|| blanks(&ground, level, &gaps)));
    let card = card::next(&ground, &facts, level, &gaps, &left);
    // Where nothing is asked, the reply says what the person can do about what is open.
    let open = holds.first().filter(|_| card.is_none() && level == Level::Draft);
    // What the run said when it stopped is not said again.
    let open = open.filter(|hold| !reply.iter().any(|part| part.contains(hold.message.trim_end_matches('.'))));
    reply.extend(open.map(|hold| format!("{} {}", hold.message, hold.how).trim().to_owned()));
    TurnAnswer {
        recorded,
        not_understood: note.not_understood,
        reply: reply.join(" "),
        answers: note.answers,
        card,
        level: Some(level),
        holds,
        performer: String::new(),
        warnings: Vec::new(),
    }
}

/// Everything that the page shows: the answer, a note under each turn of the person, the review list.
#[must_use]
pub fn told(before: Option<&Snapshot>, now: &Snapshot, turns: &[Turn], knowledge: &Knowledge) -> Told {
    let answer = answer(before, now, turns, knowledge);
    let Some(ground) = Ground::new(now, turns, knowledge) else { return Told { answer, ..Told::default() } };
    let facts = facts::of(&ground, now);
    let items = review::items(&ground, &facts);
    let from = before.map_or(0, |before| before.version + 1);
    let undone = now.aside.undone();
    let users: Vec<&Turn> = turns.iter().filter(|turn| turn.role == Role::User).collect();
    let skip = users.len().saturating_sub(PAST);
    let mut notes: BTreeMap<TurnId, TurnNote> = BTreeMap::new();
    for (i, turn) in users.iter().enumerate() {
        if turn.id.version().is_some_and(|version| undone.contains(&version)) {
            continue;
        }
        let last = since(turn, from);
        let recorded: Vec<Recorded> = match last {
            true => answer.recorded.clone(),
            false => facts.iter().filter(|fact| fact.turn.as_ref() == Some(&turn.id)).map(facts::standing).collect(),
        };
        let note =
            if i >= skip { note(&ground, turn, recorded, last) } else { TurnNote { recorded, ..TurnNote::default() } };
        if note != TurnNote::default() {
            notes.insert(turn.id.clone(), note);
        }
    }
    let rows = last_turn(now, turns).is_some();
    Told { answer, notes, review: Review { state_version: now.version, items }, can_undo: rows }
}

/// The version of the last turn in words that stands and is not the first one.
fn last_turn(now: &Snapshot, turns: &[Turn]) -> Option<Version> {
    let undone = now.aside.undone();
    let mut versions = turns.iter().rev().filter(|turn| turn.role == Role::User).filter_map(|turn| turn.id.version());
    versions.find(|version| *version > 0 && !undone.contains(version))
}

fn since(turn: &Turn, from: Version) -> bool {
    turn.id.version().is_none_or(|version| version >= from)
}

/// What is said about one turn of the person; `last` when what was not understood of it is known.
fn note(ground: &Ground<'_>, turn: &Turn, recorded: Vec<Recorded>, last: bool) -> TurnNote {
    let heard = ground.now.aside.extra.get(HEARD).filter(|heard| heard["turn"] == turn.id.as_str());
    // Where the words were read, the reading knows what asks: «можете сделать договор?» is a request.
    let questions = heard.map_or_else(|| asked::questions(turn), |heard| quotes(&heard["questions"]));
    let questions: Vec<String> =
        questions.into_iter().filter(|question| question.chars().any(char::is_alphabetic)).collect();
    let remark = remark(ground.words, &turn.text);
    // What answers a question put by the product in its own card is no question of the person.
    let clicked = turn.choice.is_some() || turn.id.version().is_some_and(|version| by_card(ground.now, version));
    let answers: Vec<Answered> = match clicked {
        true => Vec::new(),
        false => {
            let telling = asked::telling(ground, &questions);
            let whole = telling.take(asked::ANSWERED).map(|question| asked::whole(ground, turn, question));
            let mut told: Vec<Answered> = Vec::new();
            for answer in whole.map(|question| asked::answer(ground, turn, &question)) {
                // Two questions about one matter have one answer.
                if !told.iter().any(|one| one.text == answer.text) {
                    told.push(answer);
                }
            }
            told
        }
    };
    let answers = kept::added(ground.now, turn, answers);
    let mut not_understood: Vec<Missed> = heard
        .map(|heard| quotes(&heard["not_understood"]))
        .unwrap_or_default()
        .into_iter()
        .map(|quote| Missed { quote, turn: turn.id.clone() })
        .collect();
    for quote in kept::not_understood(ground.now, &turn.id) {
        let known = not_understood.iter().any(|missed| missed.quote.contains(&quote) || quote.contains(&missed.quote));
        if !known {
            not_understood.push(Missed { quote, turn: turn.id.clone() });
        }
    }
    // «Вроде всё рассказал, пусть остаётся как обычно» says nothing that could be missed.
    if closing::keeps(&turn.text) {
        not_understood.clear();
    }
    // What a question takes along is understood with it.
    not_understood.retain(|missed| !answers.iter().any(|answered| answered.question.contains(&missed.quote)));
    let mut reply = remark.unwrap_or_default().to_owned();
    // An order about the words of a clause that nothing was made of is answered with what can be said instead.
    let commands = heard.map(|heard| quotes(&heard["commands"])).unwrap_or_default();
    let undone = |edit: &Edit| {
        commands
            .iter()
            .any(|said| turn.text.get(edit.span.0..edit.span.1).is_some_and(|own| own.contains(said.as_str())))
    };
    if edits::of(&turn.text).iter().any(undone) {
        reply = [reply.as_str(), &ground.words.reply.edit].join(" ").trim().to_owned();
    }
    let silent = recorded.is_empty() && answers.is_empty() && reply.is_empty() && not_understood.is_empty();
    let own = kept::reply(ground.now, &turn.id).filter(|_| last);
    let doubt = doubt(ground, turn).filter(|_| last);
    if let Some(doubt) = doubt {
        reply = [reply, doubt].join(" ").trim().to_owned();
    } else if let Some(own) = own {
        // The model's words stand in for a mere «хорошо»; what was recorded is said by the server.
        reply = own;
    } else if last && silent && (clicked || heard.is_some() || settles(ground.now, turn)) {
        reply.clone_from(&ground.words.reply.noted);
    } else if last && silent && !dialogue::embedded().is_ok_and(|words| words.undoes(&turn.text)) {
        let quote: String = turn.text.trim().chars().take(QUOTE).collect();
        not_understood.push(Missed { quote, turn: turn.id.clone() });
        reply.clone_from(&ground.words.reply.nothing);
    }
    TurnNote { recorded, not_understood, reply, answers }
}

/// What a turn contradicts, or the requisite in it that does not add up: the open issue that names the turn.
fn doubt(ground: &Ground<'_>, turn: &Turn) -> Option<String> {
    let issues = issue::of_state(&ground.now.state);
    let about = |issue: &&Issue| {
        let names = |one: &Evidence| one.kind == EvidenceKind::Turn && one.reference == turn.id.as_str();
        // The list of readings is the question itself.
        let listed = issue.key.as_deref() == Some(crate::workspaces::contract::intake::review::KEY);
        !listed && issue.status == IssueStatus::Open && issue.evidence.iter().flatten().any(names)
    };
    let issue = issues.iter().find(about)?;
    let text = issue.missing_or_conflict.as_deref().unwrap_or(&issue.why_it_matters);
    Some(fill(&ground.words.reply.doubt, &[("title", &issue.title), ("text", text)]))
}

/// Whether a turn came from a filled card.
fn by_card(now: &Snapshot, version: Version) -> bool {
    now.aside.ledger.0.values().any(|entry| entry.version == version && entry.step == next::CARD)
}

/// Whether a turn dealt with its question without a fact: declined it, left it to custom, said yes or no.
fn settles(now: &Snapshot, turn: &Turn) -> bool {
    let record = turn.answers_to.as_ref().and_then(|id| now.aside.questions.get(id));
    let marks = intent_of(&turn.text);
    // «Хорошо» to a long message that brought nothing would say that it was heard.
    let short = turn.text.split_whitespace().count() <= ACT;
    record.is_some_and(|record| record.settled) || short && acts(marks) || closing::took(now, &turn.text)
}

/// What a contract that can be concluded still lacks for signing, where no question stands open.
fn blanks(ground: &Ground<'_>, level: Level, gaps: &[Gap]) -> Option<String> {
    if level != Level::CanBeConcluded || gaps.is_empty() || state::open_question(ground.now).is_some() {
        return None;
    }
    let mut labels: Vec<String> = Vec::new();
    for gap in gaps {
        let label = facts::label(ground, &gap.pointer);
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    Some(fill(&ground.words.reply.blanks, &[("items", &labels.join("; "))]))
}

/// Words of a reply that only agrees, declines or puts off.
const ACT: usize = 5;

fn acts(marks: intent::Intent) -> bool {
    marks.affirm || marks.deny || marks.unknown || marks.as_usual || marks.refuse || marks.enough
}

/// Quotes as the reading of a message keeps them: strings, or objects with a quote.
fn quotes(list: &Value) -> Vec<String> {
    let quote = |item: &Value| item.as_str().or_else(|| item["quote"].as_str()).map(str::to_owned);
    list.as_array().into_iter().flatten().filter_map(quote).filter(|quote| !quote.trim().is_empty()).collect()
}

/// The word for a remark: thanks, a greeting, a protest.
#[must_use]
pub fn remark<'w>(words: &'w Words, text: &str) -> Option<&'w str> {
    let tokens = phrases::tokens(text);
    // «Привет, что ты умеешь?» is more than a greeting.
    let talk = words
        .about_itself(&tokens)
        .or_else(|| words.talks.iter().filter(|_| tokens.len() <= REMARK).find(|talk| talk.any.found(&tokens)))?;
    Some(talk.reply.as_str())
}

/// Characters of a term that went, in the receipt.
const GONE: usize = 60;

/// «Записал: …».
fn sentence(ground: &Ground<'_>, recorded: &[Recorded]) -> Option<String> {
    let reply = &ground.words.reply;
    let item = |one: &Recorded| {
        let own = pointer::is_within(&one.pointer, OWN);
        let was = one.was.as_str().filter(|_| own).map(|was| short(was, GONE)).unwrap_or_default();
        let template = match (one.shown.is_empty(), was.is_empty()) {
            (false, _) => &reply.item,
            (true, true) => &reply.removed,
            (true, false) => &reply.removed_words,
        };
        fill(template, &[("label", &one.label), ("shown", &one.shown), ("quote", &was)])
    };
    // What went is told first: nobody would look for it.
    let (gone, told): (Vec<&Recorded>, Vec<&Recorded>) = recorded.iter().partition(|one| one.shown.is_empty());
    let mut items: Vec<String> = gone.into_iter().chain(told).take(NAMED).map(item).collect();
    if recorded.len() > NAMED {
        items.push(fill(&reply.more, &[("n", &(recorded.len() - NAMED).to_string())]));
    }
    (!items.is_empty()).then(|| fill(&reply.recorded, &[("items", &items.join("; "))]))
}

fn missed(ground: &Ground<'_>, list: &[Missed]) -> Option<String> {
    let items: Vec<String> = list.iter().take(5).map(|one| format!("«{}»", one.quote)).collect();
    (!items.is_empty()).then(|| fill(&ground.words.reply.missed, &[("items", &items.join(", "))]))
}
