//! A workspace that only the tests have: a letter of claim in two steps. It is this folder and its line of
//! `src/registry.rs`; everything else (routes, page, files, comparison, lists) is what every workspace gets.

use crate::engine::document::flow::Piece;
use crate::engine::knowledge::Knowledge;
use crate::engine::step::{Answer, Kind, Step};
use crate::engine::turn::{Moment, Proposal, Rejection, Settled};
use crate::model::action::NextAction;
use crate::model::document_view::{Mark, Run};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::model::ids::{SessionId, TurnId};
use crate::model::session::WorkspaceId;
use crate::model::snapshot::{Aside, RunCounters, Snapshot};
use crate::model::turn::{Role, Turn};
use crate::registry::Registered;
use crate::runner::workspace::Nothing;
#[cfg(feature = "ssr")]
use crate::server::workspace::Web;
#[cfg(feature = "ssr")]
use crate::ui::face::Face;
use crate::workspaces::{Presented, StepInput, Workspace, Written};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Its name.
pub const ID: WorkspaceId = WorkspaceId::new("claim_letter");

/// Its line of the registry.
pub static REGISTERED: Registered = Registered {
    flow: &ClaimLetter,
    run: &Nothing,
    #[cfg(feature = "ssr")]
    web: &LetterWeb,
    #[cfg(feature = "ssr")]
    face: &Face::PLAIN,
    states: &[STATE],
    schemas: &[include_str!("state.schema.json"), include_str!("read.schema.json"), include_str!("write.schema.json")],
    prompts: &[("claim-letter-read", include_str!("read.md"))],
};

const STATE: &str = "schema://legalagi/claim_letter/state/1.0.0";
const READ: &str = "READ_CLAIM";
const WRITE: &str = "WRITE_CLAIM";

static STEPS: &[Step] = &[
    Step {
        id: READ,
        kind: Kind::Model,
        answer: Answer::Whole("/steps/READ_CLAIM"),
        prompt: "claim-letter-read",
        output: "schema://legalagi/claim_letter/read/1.0.0",
        wire: "schema://legalagi/claim_letter/read/1.0.0",
        state: STATE,
        writes: &[],
        max_repairs: 1,
        settle: |proposal, _| Ok(settled(READ, Some(WRITE), proposal)),
    },
    Step {
        id: WRITE,
        kind: Kind::Code,
        answer: Answer::Whole("/steps/WRITE_CLAIM"),
        prompt: "",
        output: "schema://legalagi/claim_letter/write/1.0.0",
        wire: "schema://legalagi/claim_letter/write/1.0.0",
        state: STATE,
        writes: &[],
        max_repairs: 0,
        settle: write,
    },
];

/// What its sessions decide.
pub struct ClaimLetter;

/// It serves nothing of its own.
#[cfg(feature = "ssr")]
pub struct LetterWeb;

#[cfg(feature = "ssr")]
impl Web for LetterWeb {}

impl Workspace for ClaimLetter {
    fn id(&self) -> WorkspaceId {
        ID
    }

    fn steps(&self) -> &'static [Step] {
        STEPS
    }

    fn open(&self, session: &SessionId, first: &str, moment: &Moment) -> Settled {
        let state = json!({
            "meta": {
                "session_id": session, "schema_id": STATE, "stage": "claim_letter", "status": "collecting",
                "state_version": 0, "created_at": moment.now, "updated_at": moment.now,
            },
            "control": {"limits": {"max_loops": 2}},
            "domain": {"claim": first},
            "steps": {},
        });
        let aside = Aside { pending: Some(READ.to_owned()), ..Aside::default() };
        Settled { state, aside, turns: vec![said(0, Role::User, first, moment)], decisions: Vec::new() }
    }

    fn absorb(
        &self,
        before: &Snapshot,
        event: &Event,
        moment: &Moment,
        _knowledge: &Knowledge,
    ) -> Result<Settled, ApiError> {
        let version = before.version + 1;
        let (mut state, mut aside) = ((*before.state).clone(), (*before.aside).clone());
        let mut turns = Vec::new();
        match event {
            Event::Message { text, .. } => {
                state["domain"] = json!({"claim": text});
                state["steps"] = json!({});
                state["meta"]["status"] = json!("collecting");
                (aside.run, aside.pending) = (RunCounters::default(), Some(READ.to_owned()));
                turns.push(said(version, Role::User, text, moment));
            }
            // Nothing in it was confirmed by anybody.
            Event::Import { .. } => {}
            _ => return Err(ApiError::new(ErrorCode::NotSupported, "A letter takes words only.")),
        }
        state["meta"]["state_version"] = version.into();
        state["meta"]["updated_at"] = json!(moment.now);
        Ok(Settled { state, aside, turns, decisions: Vec::new() })
    }

    fn admits(&self, _step: &Step, _snapshot: &Snapshot) -> Result<(), ApiError> {
        Ok(())
    }

    fn input(
        &self,
        _step: &Step,
        snapshot: &Snapshot,
        _turns: &[Turn],
        _moment: &Moment,
        _knowledge: &Knowledge,
    ) -> StepInput {
        let claim = snapshot.state["domain"]["claim"].as_str().unwrap_or_default().to_owned();
        StepInput { data: snapshot.state["domain"].clone(), variables: BTreeMap::from([("claim", claim)]) }
    }

    fn perform(&self, step: &str, input: &Value, _knowledge: &Knowledge) -> Value {
        let claim = input["claim"].as_str().unwrap_or_default();
        let digits: String = claim.chars().filter(char::is_ascii_digit).collect();
        match step {
            READ => json!({"sum": digits.parse::<u64>().unwrap_or(0)}),
            _ => json!({"letter": format!("{claim} Please pay {}.", input["sum"])}),
        }
    }

    fn present(&self, _snapshot: &Snapshot, _knowledge: &Knowledge) -> Presented {
        let labels = [("/claim", "Claim"), ("/sum", "Sum"), ("/letter", "Letter")];
        let labels = labels.into_iter().map(|(at, name)| (at.to_owned(), name.to_owned())).collect();
        Presented { labels, ..Presented::default() }
    }

    fn written(&self, snapshot: &Snapshot) -> Option<Written> {
        let letter = snapshot.state["domain"]["letter"].as_str()?;
        let words = |text: &str| vec![Run { text: text.to_owned(), mark: Mark::Plain }];
        let title = "A letter of claim";
        let pieces = vec![Piece::Title(words(title)), Piece::Paragraph(words(letter))];
        Some(Written { title: title.to_owned(), pieces, data: snapshot.state["domain"].clone() })
    }
}

fn write(proposal: &mut Proposal<'_>, _knowledge: &Knowledge) -> Result<Settled, Rejection> {
    let mut settled = settled(WRITE, None, proposal);
    settled.state["meta"]["status"] = json!("ready");
    settled.aside.next_action = Some(NextAction::Done);
    let letter = proposal.output["letter"].as_str().unwrap_or_default();
    settled.turns.push(said(proposal.before.version + 1, Role::Assistant, letter, proposal.moment));
    Ok(settled)
}

/// What a step found joins the facts, and the next one is due.
fn settled(step: &str, next: Option<&str>, proposal: &Proposal<'_>) -> Settled {
    let mut state = proposal.patched.clone();
    state["steps"][step] = proposal.output.clone();
    for (key, value) in proposal.output.as_object().into_iter().flatten() {
        state["domain"][key] = value.clone();
    }
    let mut aside = (*proposal.before.aside).clone();
    aside.run.loops += 1;
    (aside.pending, aside.next_action) = (next.map(str::to_owned), None);
    Settled { state, aside, turns: Vec::new(), decisions: Vec::new() }
}

fn said(version: u32, role: Role, text: &str, moment: &Moment) -> Turn {
    Turn {
        id: TurnId(format!("t{version}")),
        role,
        text: text.to_owned(),
        at: moment.now.clone(),
        answers_to: None,
        choice: None,
    }
}
