//! Tables of the flow, without I/O.

mod branches;
mod canaries;
mod claims;
mod facts;
mod gates;
mod machine;
mod notes;
mod packs;
mod review;
mod rounds;
mod scenario;
mod steering;

use crate::engine::knowledge::Knowledge;
use crate::engine::prompt::Prompts;
use crate::engine::step::{Kind, Step};
use crate::engine::turn::{self, Moment, Rejection};
use crate::model::error::ApiError;
use crate::model::event::Event;
use crate::model::ids::SessionId;
use crate::model::snapshot::Snapshot;
use crate::workspaces::trial::flow::TRIAL;
use crate::workspaces::trial::state::Trial;
use crate::workspaces::{Next, Workspace};
use serde_json::{Value, json};
use std::sync::Arc;

/// A session in memory with everything that its performers were shown.
pub(super) struct Play {
    pub(super) snapshot: Snapshot,
    pub(super) moment: Moment,
    /// Step, system prompt, user prompt, input.
    pub(super) shown: Vec<(String, String, String, Value)>,
}

impl Play {
    pub(super) fn open(case: &Value) -> Self {
        let moment = Moment { now: "2026-11-22T09:00:00.000Z".into() };
        let session = SessionId::from("AAAAAAAAAAAAAAAAAAAAAA");
        let opened = TRIAL.open(&session, &case.to_string(), &moment);
        let snapshot = Snapshot {
            session,
            version: 0,
            state: Arc::new(opened.state),
            aside: Arc::new(opened.aside),
            at: moment.now.clone(),
        };
        Self { snapshot, moment, shown: Vec::new() }
    }

    pub(super) fn trial(&self) -> Trial {
        Trial::of(&self.snapshot.state).unwrap()
    }

    pub(super) fn absorb(&mut self, event: &Event) -> Result<(), ApiError> {
        let settled = TRIAL.absorb(&self.snapshot, event, &self.moment, &Knowledge::default())?;
        let problems = crate::engine::schema::check(crate::workspaces::trial::state::STATE, &settled.state);
        assert_eq!(problems, [], "a form made a state that does not fit its schema");
        self.snapshot = Snapshot {
            session: self.snapshot.session.clone(),
            version: self.snapshot.version + 1,
            state: Arc::new(settled.state),
            aside: Arc::new(settled.aside),
            at: self.moment.now.clone(),
        };
        Ok(())
    }

    pub(super) fn gate(&mut self, form: &str, fields: Value) -> Result<(), ApiError> {
        let state_version = self.snapshot.version;
        let form = form.to_owned();
        self.absorb(&Event::Gate { form, form_version: 1, state_version, fields, skip: false, skip_confirmed: false })
    }

    pub(super) fn skip(&mut self) -> Result<(), ApiError> {
        let form = crate::workspaces::trial::round_end::awaited(&self.trial().machine).unwrap().to_owned();
        let (state_version, fields) = (self.snapshot.version, json!({}));
        self.absorb(&Event::Gate { form, form_version: 1, state_version, fields, skip: true, skip_confirmed: true })
    }

    /// Runs until the person is to act, each answer possibly changed on its way.
    pub(super) fn run_with(&mut self, change: &mut dyn FnMut(&'static Step, &mut Value)) {
        let prompts = Prompts::default();
        while let Next::Run(step) = TRIAL.next(&self.snapshot) {
            let input = TRIAL.input(step, &self.snapshot, &[], &self.moment, &Knowledge::default());
            if !step.prompt.is_empty() {
                let prompt = prompts.render(step.prompt, &input.variables, Arc::default()).unwrap();
                // A critic is given its prompt alone.
                let given = if step.kind == Kind::Verify { Value::Null } else { input.data.clone() };
                self.shown.push((step.id.to_owned(), prompt.system, prompt.user, given));
            }
            let mut output = TRIAL.perform(step.id, &input.data, &Knowledge::default());
            change(step, &mut output);
            self.accept(step, &output).unwrap_or_else(|error| panic!("{}: {error}\n{output}", step.id));
        }
    }

    pub(super) fn accept(&mut self, step: &'static Step, output: &Value) -> Result<(), Rejection> {
        let text = output.to_string();
        let accepted = turn::accept(step, &self.snapshot, &[], &self.moment, &Knowledge::default(), &text)?;
        self.snapshot = accepted.snapshot;
        Ok(())
    }

    pub(super) fn run(&mut self) {
        self.run_with(&mut |_, _| {});
    }

    /// The payload of the last round.
    pub(super) fn end(&self) -> Value {
        self.trial().last_round().unwrap().end.clone()
    }
}

/// A loan, told in Korean by the lender's lawyers.
pub(super) fn loan() -> Value {
    json!({
        "summary": "원고 김민수는 2024년 3월 1일 피고 주식회사 한빛에 50,000,000원을 대여하기로 합의하였다. 원고는 같은 날 피고 계좌로 50,000,000원을 이체하였다. 변제기는 2025년 3월 1일이다. 피고는 위 돈이 투자금이라고 주장한다.",
        "parties": [
            {"name": "김민수", "alias": "갑", "kind": "person", "side": "claimant"},
            {"name": "주식회사 한빛", "alias": "을회사", "kind": "company", "side": "opposing"},
        ],
        "objectives": ["대여금 회수"],
        "amount": {"value": 50_000_000, "currency": "KRW"},
        "evidence": [
            {"title": "차용증", "text": "차용인은 50,000,000원을 차용하였음을 확인한다.", "side": "claimant"},
            {"title": "이체 내역", "text": "2024년 3월 1일 50,000,000원 이체", "side": "claimant"},
        ],
    })
}

pub(super) fn civil(user_side: &str) -> Value {
    json!({"case_type": "civil", "user_side": user_side, "lang": "ko", "law_as_of": "2026-11-22"})
}

/// A civil session up to the gate of round 1.
pub(super) fn at_first_gate(user_side: &str) -> Play {
    let mut play = Play::open(&civil(user_side));
    play.gate("facts_intake", loan()).unwrap();
    play.run();
    play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true})).unwrap();
    play.run();
    play
}

/// The fields of the first gate that ask for a settlement within two weeks.
pub(super) fn settle_soon(play: &Play) -> Value {
    let issue = play.end()["gate"]["options"]["issues"][0]["id"].clone();
    json!({
        "focus_issues": [issue], "goal": "settlement", "stance": "flexible",
        "constraints": {"deadline": {"days": 14}}, "exclusions": ["no_personal_data_exposure"],
    })
}

/// The fields of the second gate, whatever it lists.
pub(super) fn proof(play: &Play) -> Value {
    let trial = play.trial();
    let options = &play.end()["gate"]["options"];
    let ids = |name: &str| -> Vec<String> {
        options[name].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
    };
    let actions: Vec<Value> = ids("evidence_own").iter().map(|id| json!({"id": id, "action": "submit"})).collect();
    let criminal = trial.case.case_type == "criminal";
    let response = if criminal { "consent" } else { "admit_authenticity" };
    let responses: Vec<Value> =
        ids("evidence_other").iter().map(|id| json!({"id": id, "response": response})).collect();
    let plans: Vec<Value> = ids("gaps").iter().map(|id| json!({"gap_id": id, "plan": "will_provide"})).collect();
    let mut fields = json!({
        "burden_focus": [options["elements"][0]["id"]], "proof_strategy": "direct", "risk_tolerance": "medium",
        "evidence_actions": actions, "evidence_responses": responses, "gap_plan": plans, "motions": ["witness"],
    });
    if !criminal && !trial.intake["amount"].is_null() {
        fields["damages_basis"] =
            json!({"claimed": 50_000_000, "provable": 50_000_000, "currency": "KRW", "basis": "actual_loss"});
    }
    fields
}

/// The fields of the last gate that finish the session.
pub(super) fn finish(play: &Play) -> Value {
    let options = &play.end()["gate"]["options"];
    let deadlines: Vec<Value> =
        options["deadlines"].as_array().unwrap().iter().map(|id| json!({"deadline_id": id, "ack": true})).collect();
    let criminal = play.trial().case.case_type == "criminal";
    json!({
        "decision": "finalize",
        "acceptable_outcome": if criminal { "reduced" } else { "partial" },
        "concessions": [{"type": "none"}],
        "deadlines_ack": deadlines,
        "open_risks_ack": options["risks"],
        "report": {"audience": "inhouse", "language": play.trial().case.lang, "detail": "full", "redaction": "none", "include": ["risk_matrix", "citations", "changelog"]},
    })
}
