//! Facts that came from elsewhere: out of a file, or with a copy for the other side. Whoever opens it has confirmed
//! nothing yet, so every fact waits as an assumption; its quote stays beside it.

use crate::engine::knowledge::Knowledge;
use crate::engine::turn::{Moment, Settled};
use crate::model::claim::{Evidence, Support};
use crate::model::facts::{Ledger, Origin};
use crate::model::ids::{TurnId, Version};
use crate::model::issue::{self, Issue, IssueStatus};
use crate::model::snapshot::{Aside, RunCounters, Snapshot};
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::guards::{issues, pack_of};
use crate::workspaces::contract::intake::{coverage, review};
use crate::workspaces::contract::{flow, state, steps};
use serde_json::{Value, json};
use std::sync::Arc;

/// The step that a ledger names for such an entry.
const STEP: &str = "IMPORT";
/// How many turns came with a file: they are evidence of nothing.
const TURNS: &str = "foreign_turns";
/// Why the gate is closed.
const NOTICE: &str = "Этот договор открыт из файла. Подтверждения и ответы из файла здесь не считаются: все сведения \
                      ждут вашей проверки, и до неё договор не готов.";

/// Facts as they open to the other side.
#[must_use]
pub fn handed_over(copy: &Snapshot, moment: &Moment, knowledge: &Knowledge) -> (Value, Aside) {
    let mut aside = (*copy.aside).clone();
    aside.extra.remove(coverage::KEY);
    distrusted(&Snapshot { aside: Arc::new(aside), ..copy.clone() }, 0, moment, knowledge)
}

/// The version after those of the file.
#[must_use]
pub fn absorb(before: &Snapshot, came: usize, moment: &Moment, knowledge: &Knowledge) -> Settled {
    let version = before.version + 1;
    let (mut next, mut aside) = distrusted(before, version, moment, knowledge);
    let turn = Turn {
        id: TurnId(format!("t{version}")),
        role: Role::System,
        text: NOTICE.to_owned(),
        at: moment.now.clone(),
        answers_to: None,
        choice: None,
    };
    state::append_history(&mut next, std::slice::from_ref(&turn));
    aside.extra.insert(TURNS.to_owned(), came.into());
    Settled { state: next, aside, turns: vec![turn], decisions: Vec::new() }
}

/// The same facts, each waiting for the person; no verdict of the gate, no finished document; the gate is to come.
#[must_use]
pub fn distrusted(before: &Snapshot, version: Version, moment: &Moment, knowledge: &Knowledge) -> (Value, Aside) {
    let mut next = (*before.state).clone();
    let mut aside = (*before.aside).clone();
    aside.ledger.each_mut(|_, entry| {
        entry.origin = Origin::Assumed;
        // At most read, whatever the file says; its clicks are nobody's here.
        entry.support = Some(Support::Read);
        entry.evidence.retain(|evidence| !matches!(evidence, Evidence::Click { .. }));
        entry.candidates.clear();
        STEP.clone_into(&mut entry.step);
        entry.at.clone_from(&moment.now);
        entry.version = version;
    });
    let pack = pack_of(&next["domain"], &[], knowledge);
    let mut list = issue::of_state(&next);
    issues::assumed(&mut list, pack, &aside.ledger);
    review::sync(&mut list, pack, &next["domain"], &aside.ledger, &aside.questions);
    next["issues"] = json!(list);
    flow::reopen(&mut next, &mut aside, version, moment);
    aside.run = RunCounters::default();
    aside.next_action = None;
    aside.pending = Some(steps::GATE_CHECK.to_owned());
    (next, aside)
}

/// Whether an issue is about a fact that came from elsewhere and was not accepted here: then it keeps the gate closed,
/// however small the term is.
#[must_use]
pub fn waits(ledger: &Ledger, issue: &Issue) -> bool {
    let about = issue.key.as_deref().and_then(|key| key.strip_prefix("assumed:"));
    let entry = about.and_then(|at| ledger.get(at));
    issue.status == IssueStatus::Open
        && entry.is_some_and(|entry| entry.step == STEP && entry.origin == Origin::Assumed)
}

/// How many of the first turns are evidence of nothing.
#[must_use]
pub fn turns(aside: &Aside) -> usize {
    aside.extra.get(TURNS).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok()).unwrap_or_default()
}
