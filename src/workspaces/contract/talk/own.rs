//! Questions about this very contract: what is recorded, why something is asked, what is still missing.

use crate::engine::knowledge::dialogue::fill;
use crate::engine::knowledge::pack::Question;
use crate::engine::knowledge::phrases;
use crate::engine::text::stem::words;
use crate::model::claim::Support;
use crate::model::issue::{self, Issue, IssueStatus, Severity};
use crate::workspaces::contract::intake::issues;
use crate::workspaces::contract::talk::asked::{Found, Weight, best_term, hits};
use crate::workspaces::contract::talk::facts::{self, Fact};
use crate::workspaces::contract::talk::{Ground, level};
use std::collections::BTreeSet;

/// Facts that an answer names at most.
const NAMED: usize = 6;
/// The language of contracts.
const CONTRACT: &str = "ru";
/// Words that ask in one question.
const ASKED: usize = 4;
/// Missing things that an answer names at most.
const MISSING: usize = 8;

fn found(text: String) -> Found {
    Found { text, support: Support::Unchecked, sources: Vec::new() }
}

/// What is recorded about the matter of a question; everything, where it names none.
#[must_use]
pub fn recorded(ground: &Ground<'_>, question: &str, asked: &BTreeSet<String>) -> Option<Found> {
    let reply = &ground.words.reply;
    let facts = facts::of(ground, ground.now);
    let matter = matter(ground, question, asked);
    let scored: Vec<(usize, &Fact)> =
        facts.iter().map(|fact| (about(ground, fact, &matter), fact)).filter(|(score, _)| *score > 0).collect();
    let most = scored.iter().map(|(score, _)| *score).max().unwrap_or_default();
    let item = |fact: &&Fact| fill(&reply.item, &[("label", &fact.label), ("shown", &fact.shown)]);
    let named: Vec<&Fact> = match matter.is_empty() {
        true => facts.iter().take(NAMED).collect(),
        false => scored.iter().filter(|(score, _)| *score == most).map(|(_, fact)| *fact).take(NAMED).collect(),
    };
    // Names of facts are in the language of the contract: who asks in another one is shown all of them.
    let foreign = named.is_empty() && ground.words.language != CONTRACT;
    let named = if foreign { facts.iter().take(NAMED).collect() } else { named };
    if named.is_empty() {
        let term = ground.pack.and_then(|pack| best_term(pack, &matter))?.0;
        return Some(found(fill(&reply.not_stands, &[("title", term.title.trim_end_matches('.'))])));
    }
    let items: Vec<String> = named.iter().map(item).collect();
    Some(found(fill(&reply.stands, &[("items", &items.join("; "))])))
}

/// What a question is about without the words that ask: «записано», «договорились».
fn matter(ground: &Ground<'_>, question: &str, asked: &BTreeSet<String>) -> BTreeSet<String> {
    let mut rest = question.to_owned();
    for _ in 0..ASKED {
        let Some((start, end)) = ground.words.asks.own.longest(&phrases::tokens(&rest)) else { break };
        rest.replace_range(start..end, " ");
    }
    words(&rest).into_iter().map(|word| word.stem).filter(|stem| asked.contains(stem)).collect()
}

/// How much of a matter a fact is about: its name tells twice what its words and its value do.
fn about(ground: &Ground<'_>, fact: &Fact, matter: &BTreeSet<String>) -> usize {
    let hints = ground.pack.and_then(|pack| pack.field_of(&fact.pointer)).map(|field| field.hints.join(" "));
    let said = format!("{} {} {}", hints.unwrap_or_default(), fact.quote.as_deref().unwrap_or_default(), fact.shown);
    2 * hits(matter, &fact.label) + hits(matter, &said)
}

/// Why something is asked for: the reason of the question of this contract that the words name.
#[must_use]
pub fn reason(ground: &Ground<'_>, asked: &BTreeSet<String>, weight: &Weight) -> Option<Found> {
    let pack = ground.pack?;
    let telling: BTreeSet<String> = asked.iter().filter(|stem| weight.one(stem) > 1).cloned().collect();
    let named = |question: &&Question| {
        let labels = question.targets.iter().map(|at| {
            let hints = pack.field_of(at).map(|field| field.hints.join(" ")).unwrap_or_default();
            format!("{} {hints}", issues::label(pack, at))
        });
        let own = labels.collect::<Vec<_>>().join(" ");
        2 * hits(&telling, &question.text) + hits(&telling, &own)
    };
    // The first of equals: packs put what matters most first.
    let scored = pack.questions.iter().map(|question| (named(&question), question)).filter(|(score, _)| *score > 0);
    let (_, question) = scored.fold(None::<(usize, _)>, |best, next| match best {
        Some(best) if best.0 >= next.0 => Some(best),
        _ => Some(next),
    })?;
    if question.why.trim().is_empty() {
        return None;
    }
    Some(found(fill(&ground.words.reply.why, &[("why", &question.why)])))
}

/// What is still missing for a contract that can be concluded.
#[must_use]
pub fn left(ground: &Ground<'_>) -> Option<Found> {
    ground.pack?;
    let grave = |issue: &Issue| {
        issue.status == IssueStatus::Open && matches!(issue.severity, Severity::Critical | Severity::High)
    };
    let open = issue::of_state(&ground.now.state).into_iter().filter(grave);
    let mut items: Vec<String> = open.map(|issue| issue.title.trim_end_matches('.').to_owned()).collect();
    items.dedup();
    let reply = &ground.words.reply;
    if items.is_empty() {
        let (_, holds, _, _) = level::of(ground, &facts::of(ground, ground.now));
        items = holds.into_iter().map(|hold| hold.message.trim_end_matches('.').to_owned()).collect();
    }
    items.truncate(MISSING);
    Some(found(match items.is_empty() {
        true => reply.left_nothing.clone(),
        false => fill(&reply.left, &[("items", &items.join("; "))]),
    }))
}
