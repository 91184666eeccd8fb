//! After a click: the next question of the pack at once, without a step; the gate when nothing is left to ask.

use crate::engine::knowledge::Knowledge;
use crate::engine::text::fingerprint;
use crate::engine::turn::{Moment, Settled};
use crate::model::action::NextAction;
use crate::model::ids::{QuestionId, TurnId};
use crate::model::issue::{self, Issue, IssueStatus};
use crate::model::snapshot::{Aside, AskedRecord, Snapshot};
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::guards::pack_of;
use crate::workspaces::contract::intake::{questions, review};
use crate::workspaces::contract::{state, steps};
use serde_json::json;

/// The step that ledger entries of a filled card name.
pub const CARD: &str = "CARD";
/// The step that ledger entries of the review list name.
pub const REVIEW: &str = "REVIEW";

/// Puts the next question, or asks for the gate.
pub fn ask_or_check(before: &Snapshot, settled: &mut Settled, moment: &Moment, knowledge: &Knowledge) {
    let Settled { state: next, aside, turns, .. } = settled;
    let pack = pack_of(&next["domain"], &[], knowledge);
    let issues = issue::of_state(next);
    if let Some(open) = still_open(before, aside, &issues) {
        aside.pending = None;
        aside.next_action = Some(open);
        return;
    }
    let planned = pack.and_then(|pack| questions::next(pack, &next["domain"], &issues, &aside.questions));
    let Some(planned) = planned else {
        next["meta"]["status"] = json!("gating");
        aside.pending = Some(steps::GATE_CHECK.to_owned());
        aside.next_action = Some(NextAction::ProceedToGate);
        return;
    };
    let version = before.version + 1;
    let id = QuestionId(format!("q{version}"));
    let mut question = planned.ask;
    question.question_id = Some(id.clone());
    let turn = Turn {
        id: TurnId(format!("t{version}-q")),
        role: Role::Assistant,
        text: question.question_text.clone(),
        at: moment.now.clone(),
        answers_to: None,
        choice: None,
    };
    state::append_history(next, std::slice::from_ref(&turn));
    turns.push(turn);
    if let Some(asked) = next["dialogue"]["asked"].as_array_mut() {
        let print = fingerprint::digest(&question.question_text);
        asked.push(json!({"id": id, "text": question.question_text, "at": moment.now, "semantic_fingerprint": print}));
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
    aside.run.questions += 1;
    aside.pending = None;
    aside.next_action = Some(NextAction::AskUser { ask_user: question });
}

/// The question that stood open and still does: a word about the list or a card of blanks answers nothing else.
fn still_open(before: &Snapshot, aside: &Aside, issues: &[Issue]) -> Option<NextAction> {
    let action = before.aside.next_action.as_ref()?;
    let id = action.question()?.question_id.as_ref()?;
    let record = aside.questions.get(id).filter(|record| record.answered_by.is_none())?;
    let open = |key: &String| {
        let about = |issue: &&Issue| issue.key.as_ref() == Some(key) && issue.status == IssueStatus::Open;
        // The list that the question shows is another one after every word about it.
        key != review::KEY && issues.iter().any(|issue| about(&issue))
    };
    record.keys.iter().any(open).then(|| action.clone())
}
