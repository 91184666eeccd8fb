//! Settles an INTERPRET answer: facts traced, issues decided, the next question chosen.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::pack::Pack;
use crate::engine::text::fingerprint;
use crate::engine::turn::{Problem, Proposal, Rejection, Settled, is_builtin, short};
use crate::model::action::{HaltCategory, HaltError, NextAction};
use crate::model::ids::{QuestionId, TurnId};
use crate::model::issue::{Issue, IssueStatus};
use crate::model::pointer;
use crate::model::snapshot::{Aside, AskedRecord};
use crate::model::trace::Decision;
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::guards::question::{self, Ground};
use crate::workspaces::contract::guards::reading::keep_candidates;
use crate::workspaces::contract::guards::{decision, facts, issues, pack_of};
use crate::workspaces::contract::intake::coverage;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::questions::{self, Planned};
use crate::workspaces::contract::wire::kept;
use crate::workspaces::contract::{edit, stage, state, steps};
use serde_json::{Value, json};

/// See the module.
///
/// # Errors
/// G01, G02, G07.
pub fn settle(proposal: &mut Proposal<'_>, knowledge: &Knowledge) -> Result<Settled, Rejection> {
    let action = action(proposal, &["ask_user", "proceed_to_gate", "halt_error"])?;
    let pack = pack_of(&proposal.patched["domain"], proposal.turns, knowledge);
    let last = last_heard(proposal);
    let mut decisions = Vec::new();
    let mut traced = trace(proposal, pack, knowledge, &mut decisions)?;
    decisions.append(&mut traced.decisions);
    let issues = issues::settle(proposal, pack, &traced.ledger, &traced.changed, last.as_ref(), &mut decisions);
    silent_conflict(proposal.output, &issues)?;
    let by_model = kept::conflicts(proposal.wire, proposal.turns);
    if let Some(reading) = traced.reading.as_mut().filter(|_| !by_model.is_empty()) {
        reading.conflicts.extend(by_model);
    }
    keep_candidates(&mut traced.ledger, traced.reading.as_ref(), &issues);

    let mut next = std::mem::take(&mut proposal.patched);
    next["issues"] = json!(issues);
    let mut aside: Aside = (*proposal.before.aside).clone();
    stage::shelve(&mut next, &mut aside);
    if let Some(heard) = &last {
        let mut noted = coverage::of(pack, heard, &used(heard, &traced));
        if proposal.wire.get("performer").is_some() {
            // Whoever reads whole sentences says himself what he did not understand; a number or a whole statement that
            // neither he nor the rules quoted is told all the same.
            let told = |words: &str| words.split_whitespace().count() >= STATEMENT;
            noted.not_understood.retain(|words| words.contains(|c: char| c.is_ascii_digit()) || told(words));
        }
        aside.extra.insert(coverage::KEY.to_owned(), noted.json(heard.turn.id.0.as_str()));
    }
    kept::keep(&mut aside, proposal.wire, last.as_ref().map(|heard| heard.turn));
    aside.ledger = traced.ledger;
    aside.pending = None;
    aside.run.loops += 1;
    note_answer(&mut aside, last.as_ref(), &traced.changed);
    let mut turns = Vec::new();
    let ground = Ground {
        pack,
        domain: &next["domain"],
        issues: &issues,
        asked: &aside.questions,
        strict: proposal.output["safety"]["repeat_question_risk"] == true,
    };
    let settled_action = match action {
        NextAction::AskUser { ask_user } => match question::settle(&ground, &ask_user, &mut decisions) {
            Some(planned) => ask(proposal, &mut next, &mut aside, &mut turns, planned, &mut decisions),
            None => NextAction::ProceedToGate,
        },
        NextAction::HaltError { error } => {
            next["meta"]["status"] = json!("blocked");
            halt(proposal, &mut next, &mut turns, error)
        }
        _ => NextAction::ProceedToGate,
    };
    if settled_action == NextAction::ProceedToGate {
        next["meta"]["status"] = json!("gating");
        aside.pending = Some(steps::GATE_CHECK.to_owned());
    }
    aside.next_action = Some(settled_action);
    Ok(Settled { state: next, aside, turns, decisions })
}

/// The facts with their origins. The built-in reader is the floor under every turn: a protected fact that it would
/// change without words for it stays as it was, and the rest of its reading holds; a model is told and asked again.
fn trace(
    proposal: &mut Proposal<'_>,
    pack: Option<&Pack>,
    knowledge: &Knowledge,
    decisions: &mut Vec<Decision>,
) -> Result<facts::Traced, Rejection> {
    let builtin = is_builtin(proposal.output);
    for _ in 0..TRIES {
        let refused = match facts::trace(proposal, pack, knowledge) {
            Err(refused) if builtin => refused,
            other => return other,
        };
        for at in refused.problems.iter().filter_map(|problem| problem.pointer.as_deref()) {
            let Some(tokens) = pointer::tokens(at).filter(|_| at.starts_with("/domain/")) else { return Err(refused) };
            match proposal.before.state.pointer(at).cloned() {
                Some(value) => edit::put(&mut proposal.patched, &tokens, value),
                None => edit::remove(&mut proposal.patched, &tokens),
            }
            decisions.push(decision("G02_confirmed_fact", "Факт человека остался: слов о нём не было.", Some(at)));
        }
    }
    proposal.patched["domain"] = proposal.before.state["domain"].clone();
    facts::trace(proposal, pack, knowledge)
}

/// Words of a statement that is told as not understood beside a model.
const STATEMENT: usize = 5;

/// How often protected facts are put back before the whole reading is dropped.
const TRIES: usize = 3;

/// The bytes of the last turn that became evidence: by the reader, and by the quotes of what was written.
fn used(heard: &Heard<'_>, traced: &facts::Traced) -> Vec<(usize, usize)> {
    let text = &heard.turn.text;
    let mut spans: Vec<(usize, usize)> = traced.reading.iter().flat_map(|reading| reading.spans.clone()).collect();
    let own = traced.ledger.0.values().filter(|entry| entry.turn_id.as_ref() == Some(&heard.turn.id));
    let quotes: std::collections::BTreeSet<&str> = own.filter_map(|entry| entry.quote.as_deref()).collect();
    // A quote of the whole message names no words of it.
    for quote in quotes.into_iter().filter(|quote| !quote.is_empty() && (quote.len() < text.len() || text.len() < 80)) {
        spans.extend(text.find(quote).map(|at| (at, at + quote.len())));
    }
    spans
}

/// Reads the action and checks that this step may answer it (G01).
///
/// # Errors
/// `G01_kind`.
pub fn action(proposal: &Proposal<'_>, legal: &[&str]) -> Result<NextAction, Rejection> {
    let raw = &proposal.output["next_action"];
    let kind = raw["kind"].as_str().unwrap_or_default();
    if !legal.contains(&kind) {
        let message = format!("{kind} is not an action of this step; use one of {}", legal.join(", "));
        return Err(Problem::new("G01_kind", message).at("/next_action/kind").into());
    }
    serde_json::from_value(raw.clone())
        .map_err(|error| Problem::new("G01_kind", error.to_string()).at("/next_action").into())
}

/// The last turn of the person, with the question it answers.
#[must_use]
pub fn last_heard<'a>(proposal: &Proposal<'a>) -> Option<Heard<'a>> {
    let turn = state::last_said(proposal.turns)?;
    let question = turn.answers_to.as_ref().and_then(|id| proposal.before.aside.questions.get(id));
    Some(Heard::new(turn, question))
}

/// G07: a conflict that the performer saw must stand among the issues.
///
/// # Errors
/// `G07_silent_conflict`.
pub fn silent_conflict(output: &Value, issues: &[Issue]) -> Result<(), Rejection> {
    if output["safety"]["detected_conflict"] != true {
        return Ok(());
    }
    let updated = |issue: &Issue| {
        output["issue_updates"]
            .as_array()
            .into_iter()
            .flatten()
            .any(|update| update["op"] == "upsert" && (update["issue"]["key"].as_str() == issue.key.as_deref()))
    };
    let about = |issue: &Issue| {
        issue.status == IssueStatus::Open
            && (issue.key.as_deref().is_some_and(|key| key.starts_with("conflict:")) || updated(issue))
    };
    if issues.iter().any(about) {
        return Ok(());
    }
    Err(Problem::new("G07_silent_conflict", "detected_conflict needs an open issue about the conflict")
        .at("/safety")
        .into())
}

/// Remembers whether the answered question brought what it asked for.
fn note_answer(aside: &mut Aside, last: Option<&Heard<'_>>, changed: &[String]) {
    let Some(id) = last.and_then(|heard| heard.turn.answers_to.as_ref()) else { return };
    if let Some((record, heard)) = aside.questions.get_mut(id).zip(last) {
        record.settled = record.settled || questions::is_settled(heard, record, changed);
    }
}

/// Puts a question: into the dialogue, into the list of asked ones, and beside the state with its targets.
pub fn ask(
    proposal: &Proposal<'_>,
    next: &mut Value,
    aside: &mut Aside,
    turns: &mut Vec<Turn>,
    planned: Planned,
    decisions: &mut Vec<Decision>,
) -> NextAction {
    let limit = state::limit(next, "max_questions_per_run");
    if aside.run.questions >= limit {
        decisions.push(decision("G09_limit", format!("Вопросов за один ход не больше {limit}."), None));
        let error = HaltError {
            category: HaltCategory::PolicyViolation,
            message: "Достигнут предел вопросов за один ход.".into(),
            suggested_recovery: Some("Ответьте на предыдущий вопрос.".into()),
        };
        return NextAction::HaltError { error };
    }
    aside.run.questions += 1;
    let version = proposal.before.version + 1;
    let id = QuestionId(format!("q{version}"));
    let mut question = planned.ask;
    question.question_id = Some(id.clone());
    let at = proposal.moment.now.clone();
    let turn = Turn {
        id: TurnId(format!("t{version}")),
        role: Role::Assistant,
        text: question.question_text.clone(),
        at: at.clone(),
        answers_to: None,
        choice: None,
    };
    state::append_history(next, std::slice::from_ref(&turn));
    turns.push(turn);
    if let Some(asked) = next["dialogue"]["asked"].as_array_mut() {
        let print = fingerprint::digest(&question.question_text);
        asked.push(json!({"id": id, "text": question.question_text, "at": at, "semantic_fingerprint": print}));
    }
    let record = AskedRecord {
        question: question.clone(),
        targets: planned.targets,
        keys: planned.keys,
        times: 1,
        answered_by: None,
        settled: false,
    };
    aside.questions.insert(id, record);
    NextAction::AskUser { ask_user: question }
}

/// Says in the dialogue why the run stops.
pub fn halt(proposal: &Proposal<'_>, next: &mut Value, turns: &mut Vec<Turn>, error: HaltError) -> NextAction {
    let error = HaltError {
        message: short(&error.message, 2_000),
        suggested_recovery: error.suggested_recovery.as_deref().map(|text| short(text, 1_000)),
        ..error
    };
    let text = match &error.suggested_recovery {
        Some(recovery) => format!("{} {recovery}", error.message),
        None => error.message.clone(),
    };
    let turn = Turn {
        id: TurnId(format!("t{}", proposal.before.version + 1)),
        role: Role::Assistant,
        text,
        at: proposal.moment.now.clone(),
        answers_to: None,
        choice: None,
    };
    state::append_history(next, std::slice::from_ref(&turn));
    turns.push(turn);
    NextAction::HaltError { error }
}

/// Whether a pack question is left after this state.
#[must_use]
pub fn next_question(ground: &Ground<'_>) -> Option<Planned> {
    ground.pack.and_then(|pack| questions::next(pack, ground.domain, ground.issues, ground.asked))
}
