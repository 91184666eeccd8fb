//! The scripted person: answers whatever is asked from what the mission knows.
//!
//! He sees a question as a page shows it (words, choices, what it aims at), never the performer's thoughts. The seed
//! decides phrasings, how much is said at once, in which order facts come up, and when he speaks of something else.

use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::model::issue::Severity;
use crate::model::pointer;
use crate::model::snapshot::AskedRecord;
use crate::workspaces::contract::intake::questions::{NO, USUAL, YES};
use crate::workspaces::contract::missions::dice::Dice;
use crate::workspaces::contract::missions::format::{Fact, Mission, Trap};
use crate::workspaces::contract::missions::judge;
use crate::workspaces::contract::missions::told::Told;
use serde_json::Value;
use std::collections::BTreeMap;

/// What he sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The words; empty with a choice.
    pub text: String,
    /// The id of the picked choice.
    pub choice: Option<String>,
}

impl Said {
    fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), choice: None }
    }
}

/// The person of one mission and one seed.
pub struct Person<'m> {
    mission: &'m Mission,
    pack: &'m Pack,
    dice: Dice,
    said: Vec<bool>,
    used: Vec<bool>,
    answers: u32,
    dodged: bool,
    /// What he has told.
    pub told: Told,
}

impl<'m> Person<'m> {
    /// A person before his first word.
    #[must_use]
    pub fn new(mission: &'m Mission, pack: &'m Pack, seed: u64) -> Self {
        let dice = Dice::new(seed, &mission.id);
        let said = mission.facts.iter().map(|fact| fact.opening).collect();
        let mut told = Told::default();
        for fact in mission.facts.iter().filter(|fact| fact.opening) {
            told.tell(&fact.set);
        }
        let used = vec![false; mission.traps.len()];
        Self { mission, pack, dice, said, used, answers: 0, dodged: false, told }
    }

    /// The first message: the opening, sometimes with a fact or two.
    pub fn open(&mut self) -> String {
        let mut text = self.mission.opening.clone();
        let extra = [0, 0, 1, 2][self.dice.below(4)];
        for index in self.spare(extra) {
            text = joined(&text, &self.tell(index, false));
        }
        text
    }

    /// A trap whose moment has come while a question is open.
    pub fn interrupt(&mut self, record: &AskedRecord) -> Option<Said> {
        let answers = self.answers;
        let due = |trap: &Trap| {
            trap.after_question.is_some_and(|after| answers >= after)
                || trap.at_question.as_ref().is_some_and(|at| aims(&record.targets, at))
        };
        self.spring(due)
    }

    /// The answer to a question.
    pub fn answer(&mut self, record: &AskedRecord) -> Said {
        self.answers += 1;
        if let Some(reply) = self.mission.replies.iter().find(|reply| record.keys.contains(&reply.to)) {
            for at in &reply.drop {
                self.told.forget(at);
            }
            self.told.tell(&reply.set);
            return Said::words(&reply.say);
        }
        if let Some(said) = self.about_doubt(record) {
            return said;
        }
        let mut relevant: Vec<usize> = (0..self.mission.facts.len())
            .filter(|index| self.stands(*index))
            .filter(|index| self.mission.facts[*index].set.keys().any(|at| aims(&record.targets, at)))
            .collect();
        // What the opening has said is repeated only when nothing else answers the question.
        if relevant.iter().any(|index| !self.mission.facts[*index].say.is_empty()) {
            relevant.retain(|index| !self.mission.facts[*index].say.is_empty());
        }
        if relevant.is_empty() {
            return self.without_answer(record);
        }
        if self.may_dodge(record) {
            self.dodged = true;
            if let Some(index) = self.spare(1).first().copied().filter(|index| !relevant.contains(index)) {
                return Said::words(self.tell(index, false));
            }
        }
        if relevant.len() == 1
            && let Some(choice) = self.offered(record, &self.mission.facts[relevant[0]])
            && self.dice.below(2) == 0
        {
            self.note(relevant[0]);
            return Said { text: String::new(), choice: Some(choice) };
        }
        // Most people answer everything that was asked; some stop half-way.
        if relevant.len() > 1 && self.dice.below(5) == 0 && relevant.iter().all(|index| self.is_spare(*index)) {
            relevant.pop();
        }
        self.dice.shuffle(&mut relevant);
        // Words of a free text come first, as people write them.
        relevant.sort_by_key(|index| self.is_spare(*index));
        let extra = [0, 0, 0, 1, 2][self.dice.below(5)];
        let more: Vec<usize> = self.spare(extra).into_iter().filter(|index| !relevant.contains(index)).collect();
        let brief = relevant.len() == 1 && more.is_empty();
        let parts: Vec<String> = relevant.iter().chain(&more).map(|index| self.tell(*index, brief)).collect();
        Said::words(parts.iter().fold(String::new(), |all, part| joined(&all, part)))
    }

    /// The answer to the list of what was read: yes when it equals what he told, else the first thing that is wrong.
    pub fn review(&mut self, record: &AskedRecord, domain: &Value) -> Said {
        self.answers += 1;
        let mut wrong = record.targets.iter().filter(|target| !self.is_true(target, domain));
        let Some(wrong) = wrong.next() else {
            return Said { text: String::new(), choice: record.question.choices.as_ref().map(|_| YES.to_owned()) }
                .or_words("всё верно");
        };
        let mends = |fact: &&Fact| !fact.say.is_empty() && fact.set.keys().any(|at| touches(at, wrong));
        match self.mission.facts.iter().find(mends) {
            Some(fact) => Said::words(format!("Нет, {}", fact.say[0])),
            None => Said::words("Нет, это не так"),
        }
    }

    /// Whether what stands at a place is what he told or knows.
    fn is_true(&self, target: &str, domain: &Value) -> bool {
        let facts = self.mission.facts.iter().map(|fact| &fact.set).chain([&self.mission.expect]);
        let mut known = self.told.truth.iter().filter(|(at, _)| touches(at, target)).peekable();
        if known.peek().is_some() {
            return known.all(|(at, value)| self.holds(domain, at, value));
        }
        let mut later = facts.flatten().filter(|(at, _)| touches(at, target)).peekable();
        later.peek().is_some() && later.any(|(at, value)| self.holds(domain, at, value))
    }

    fn holds(&self, domain: &Value, at: &str, told: &Value) -> bool {
        judge::leaves(at, told).iter().all(|(leaf, value)| {
            domain.pointer(leaf).is_some_and(|standing| judge::same(self.pack, leaf, value, standing))
        })
    }

    /// What he still has to say when nothing is asked any more.
    pub fn rest(&mut self) -> Option<Said> {
        if let Some(said) = self.spring(|trap| trap.after_question.is_some()) {
            return Some(said);
        }
        let left = self.spare(usize::MAX);
        let parts: Vec<String> = left.iter().map(|index| self.tell(*index, false)).collect();
        (!parts.is_empty()).then(|| Said::words(parts.iter().fold(String::new(), |all, part| joined(&all, part))))
    }

    /// The trap behind a verdict.
    pub fn after_gate(&mut self, gate: u32) -> Option<Said> {
        self.spring(|trap| trap.after_gate == Some(gate))
    }

    /// Facts that he never got to say.
    pub fn unsaid(&self) -> impl Iterator<Item = &'m Fact> {
        self.mission.facts.iter().zip(&self.said).filter(|(_, said)| !**said).map(|(fact, _)| fact)
    }

    /// Traps that had no occasion.
    pub fn unsprung(&self) -> impl Iterator<Item = &'m Trap> {
        self.mission.traps.iter().zip(&self.used).filter(|(_, used)| !**used).map(|(trap, _)| trap)
    }

    fn spring(&mut self, due: impl Fn(&Trap) -> bool) -> Option<Said> {
        let index = (0..self.used.len()).find(|index| !self.used[*index] && due(&self.mission.traps[*index]))?;
        self.used[index] = true;
        let trap = &self.mission.traps[index];
        for at in &trap.drop {
            self.told.forget(at);
        }
        self.told.tell(&trap.set);
        // What the trap replaces is not said any more.
        for (number, fact) in self.mission.facts.iter().enumerate() {
            let touches = |at: &String| {
                trap.set.keys().chain(&trap.drop).any(|t| pointer::is_within(at, t) || pointer::is_within(t, at))
            };
            if fact.set.keys().any(touches) {
                self.said[number] = true;
            }
        }
        Some(Said::words(&trap.say))
    }

    /// Questions about doubts: which value holds, is this assumption right.
    fn about_doubt(&mut self, record: &AskedRecord) -> Option<Said> {
        let (kind, at) = record.keys.first()?.split_once(':')?;
        match kind {
            "assumed" => {
                let right = self.told.truth.keys().any(|told| pointer::is_within(at, told));
                let choice = if right { YES } else { NO };
                Some(Said { text: String::new(), choice: Some(choice.to_owned()) })
            }
            _ => {
                let touches = |set: &BTreeMap<String, Value>| {
                    set.keys().any(|t| pointer::is_within(at, t) || pointer::is_within(t, at))
                };
                let trap = (0..self.used.len()).rev().find(|i| self.used[*i] && touches(&self.mission.traps[*i].set));
                if let Some(index) = trap {
                    return Some(Said::words(&self.mission.traps[index].say));
                }
                let fact = (0..self.mission.facts.len()).find(|i| touches(&self.mission.facts[*i].set))?;
                let fact = &self.mission.facts[fact];
                Some(Said::words(fact.say.first().cloned().unwrap_or_else(|| self.mission.opening.clone())))
            }
        }
    }

    /// «Не знаю», «как обычно», by word or by click.
    fn without_answer(&mut self, record: &AskedRecord) -> Said {
        let known = self.mission.unknown.iter().find(|unknown| unknown.at.iter().any(|at| aims(&record.targets, at)));
        let usual = record.question.choices.as_ref().is_some_and(|list| list.iter().any(|c| c.id == USUAL));
        if usual {
            self.told.leave_to_law(self.pack, record);
            if self.dice.below(3) == 0 {
                return Said { text: String::new(), choice: Some(USUAL.to_owned()) };
            }
        }
        match known {
            Some(unknown) => Said::words(&unknown.say[self.dice.below(unknown.say.len())]),
            None => {
                Said::words(["как обычно", "не знаю", "не знаю, как обычно", "на ваше усмотрение"][self.dice.below(4)])
            }
        }
    }

    /// Once in a dialogue he may answer with something else; only where a question may be put again.
    fn may_dodge(&mut self, record: &AskedRecord) -> bool {
        let required = record.keys.iter().filter_map(|key| self.pack.term(key)).any(|t| t.severity <= Severity::High);
        let first = self.pack.questions.iter().any(|q| q.text == record.question.question_text);
        self.dice.below(12) == 0 && !self.dodged && required && first
    }

    fn offered(&self, record: &AskedRecord, fact: &Fact) -> Option<String> {
        let id = fact.choice.as_ref()?;
        let choices = record.question.choices.as_ref()?;
        choices.iter().any(|choice| &choice.id == id).then(|| id.clone())
    }

    /// Whether a fact is true now: no trap or reply has replaced it.
    fn stands(&self, index: usize) -> bool {
        let fact = &self.mission.facts[index];
        !self.said[index] || fact.set.iter().all(|(at, value)| self.told.truth.get(at) == Some(value))
    }

    /// Whether a fact can be said unasked: words for a free text cannot.
    fn is_spare(&self, index: usize) -> bool {
        let fact = &self.mission.facts[index];
        let text = |at: &String| self.pack.field_of(at).is_some_and(|field| field.kind == FieldKind::Text);
        !fact.say.is_empty() && !fact.set.keys().any(text)
    }

    /// Facts that were not said yet, in the order of the dice.
    fn spare(&mut self, most: usize) -> Vec<usize> {
        let mut left: Vec<usize> =
            (0..self.said.len()).filter(|index| !self.said[*index] && self.is_spare(*index)).collect();
        self.dice.shuffle(&mut left);
        left.truncate(most);
        left
    }

    fn note(&mut self, index: usize) {
        self.said[index] = true;
        self.told.tell(&self.mission.facts[index].set);
    }

    fn tell(&mut self, index: usize, brief: bool) -> String {
        self.note(index);
        let fact = &self.mission.facts[index];
        let mut ways: Vec<&String> = fact.say.iter().collect();
        if brief {
            ways.extend(&fact.brief);
        }
        ways.get(self.dice.below(ways.len())).map_or_else(|| self.mission.opening.clone(), |way| (*way).clone())
    }
}

impl Said {
    /// The same in words where nothing can be clicked.
    fn or_words(self, words: &str) -> Self {
        if self.choice.is_some() { self } else { Self::words(words) }
    }
}

fn touches(a: &str, b: &str) -> bool {
    pointer::is_within(a, b) || pointer::is_within(b, a)
}

/// Whether a question aims at a place.
fn aims(targets: &[String], at: &str) -> bool {
    targets.iter().any(|target| pointer::is_within(at, target) || pointer::is_within(target, at))
}

/// Two statements as people write them: one after the other.
fn joined(all: &str, part: &str) -> String {
    if all.is_empty() {
        return part.to_owned();
    }
    let mut rest = part.chars();
    let upper: String = rest.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{}. {upper}{}", all.trim_end_matches(['.', ' ']), rest.as_str())
}
