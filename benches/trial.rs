//! A whole civil simulation of three rounds with the built-in performer, in CPU time: `make bench`.
//!
//! Everything that a run costs but the disk: forms, inputs, rendered prompts, the performer, reading, schemas, guards,
//! the verifier, the report. The time is what the kernel counted for this thread, so other work on the machine does not
//! show.

use legalagi::engine::knowledge::Knowledge;
use legalagi::engine::prompt::Prompts;
use legalagi::engine::turn::{Moment, accept};
use legalagi::model::event::Event;
use legalagi::model::ids::SessionId;
use legalagi::model::snapshot::Snapshot;
use legalagi::workspaces::trial::flow::TRIAL;
use legalagi::workspaces::{Next, Workspace};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

const RUNS: usize = 20;

struct Play {
    snapshot: Snapshot,
    moment: Moment,
    prompts: Prompts,
    /// CPU by part, in nanoseconds.
    spent: BTreeMap<String, u64>,
}

/// CPU time of this thread in nanoseconds.
fn cpu() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or_default()
}

impl Play {
    fn open() -> Self {
        let moment = Moment { now: "2026-11-22T09:00:00.000Z".into() };
        let session = SessionId::from("AAAAAAAAAAAAAAAAAAAAAA");
        let case = json!({"case_type": "civil", "user_side": "claimant", "lang": "ko", "law_as_of": "2026-11-22"});
        let opened = TRIAL.open(&session, &case.to_string(), &moment);
        let (state, aside) = (Arc::new(opened.state), Arc::new(opened.aside));
        let snapshot = Snapshot { session, version: 0, state, aside, at: moment.now.clone() };
        Self { snapshot, moment, prompts: Prompts::default(), spent: BTreeMap::new() }
    }

    fn part<T>(&mut self, name: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        let begun = cpu();
        let made = work(self);
        *self.spent.entry(name.to_owned()).or_default() += cpu() - begun;
        made
    }

    fn gate(&mut self, form: &str, fields: Value) {
        let state_version = self.snapshot.version;
        let form = form.to_owned();
        let event = Event::Gate { form, form_version: 1, state_version, fields, skip: false, skip_confirmed: false };
        let settled = self.part("gates", |play| {
            TRIAL.absorb(&play.snapshot, &event, &play.moment, &Knowledge::default()).expect("the form fits")
        });
        let (state, aside) = (Arc::new(settled.state), Arc::new(settled.aside));
        self.snapshot = Snapshot { version: state_version + 1, state, aside, ..self.snapshot.clone() };
        self.run();
    }

    fn run(&mut self) {
        let knowledge = Knowledge::default();
        while let Next::Run(step) = TRIAL.next(&self.snapshot) {
            let input = self.part("inputs", |play| TRIAL.input(step, &play.snapshot, &[], &play.moment, &knowledge));
            if !step.prompt.is_empty() {
                let rendered =
                    self.part("prompts", |play| play.prompts.render(step.prompt, &input.variables, Arc::default()));
                rendered.expect("a prompt");
            }
            let text = self
                .part(&format!("perform {}", step.id), |_| TRIAL.perform(step.id, &input.data, &knowledge).to_string());
            let made = self.part(&format!("accept {}", step.id), |play| {
                accept(step, &play.snapshot, &[], &play.moment, &knowledge, &text)
            });
            self.snapshot = made.expect("accepted").snapshot;
        }
    }

    fn options(&self) -> Value {
        let rounds = self.snapshot.state["rounds"].as_array().expect("rounds");
        rounds.last().expect("a round")["end"]["gate"]["options"].clone()
    }
}

fn intake() -> Value {
    json!({
        "summary": "원고는 2025년 1월 10일 피고와 기계 부품 공급계약을 체결하였다. 피고는 2025년 3월 31일까지 납품하지 않았다. 원고는 납품 지연 때문에 대체 구매를 하여 12,000,000원의 손해를 입었다. 피고는 사양 변경이 있었다고 주장한다.",
        "parties": [
            {"name": "한결기계 주식회사", "alias": "A사", "kind": "company", "side": "claimant"},
            {"name": "누리부품 주식회사", "alias": "B사", "kind": "company", "side": "opposing"},
        ],
        "objectives": ["손해배상 회수", "거래 관계 유지"],
        "amount": {"value": 12_000_000, "currency": "KRW"},
        "timeline": [{"date": "2025-04-05", "text": "원고는 내용증명으로 이행을 최고하였다."}],
        "evidence": [
            {"title": "공급계약서", "text": "납기는 2025년 3월 31일로 한다.", "side": "claimant"},
            {"title": "대체품 견적서", "text": "대체 구매 견적 12,000,000원", "side": "claimant"},
        ],
    })
}

fn simulation() -> Play {
    let mut play = Play::open();
    play.gate("facts_intake", intake());
    play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true}));
    let issue = play.options()["issues"][0]["id"].clone();
    let first = json!({
        "focus_issues": [issue], "goal": "settlement", "stance": "flexible", "constraints": {"deadline": {"days": 14}},
        "exclusions": ["no_aggressive_position"], "note": "합의 우선, 2주 내 마무리",
    });
    play.gate("gate_r1_issues", first);
    let options = play.options();
    let ids = |name: &str| options[name].as_array().expect("a list").clone();
    let own: Vec<Value> = ids("evidence_own").iter().map(|one| json!({"id": one["id"], "action": "submit"})).collect();
    let plans: Vec<Value> =
        ids("gaps").iter().map(|one| json!({"gap_id": one["id"], "plan": "will_provide"})).collect();
    let second = json!({
        "burden_focus": [options["elements"][0]["id"]], "proof_strategy": "direct", "risk_tolerance": "medium",
        "evidence_actions": own, "evidence_responses": [], "gap_plan": plans, "motions": ["witness"],
        "damages_basis": {"claimed": 12_000_000, "provable": 12_000_000, "currency": "KRW", "basis": "actual_loss"},
    });
    play.gate("gate_r2_evidence", second);
    let options = play.options();
    let acks: Vec<Value> = options["deadlines"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|id| json!({"deadline_id": id, "ack": true}))
        .collect();
    let last = json!({
        "decision": "finalize", "acceptable_outcome": "settle", "concessions": [{"type": "installments"}],
        "settlement_line": {"direction": "receive", "opening": 11_000_000, "target": 9_000_000, "walk_away": 7_000_000, "currency": "KRW"},
        "deadlines_ack": acks, "open_risks_ack": options["risks"],
        "report": {"audience": "inhouse", "language": "ko", "detail": "full", "redaction": "none", "include": ["citations", "changelog"]},
    });
    play.gate("gate_r3_final", last);
    assert_eq!(play.snapshot.state["machine"]["phase"], "done");
    play
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let begun = cpu();
    simulation();
    let cold = cpu() - begun;
    let mut totals = Vec::new();
    let mut parts: BTreeMap<String, u64> = BTreeMap::new();
    for _ in 0..RUNS {
        let begun = cpu();
        let play = simulation();
        totals.push(cpu() - begun);
        for (name, spent) in play.spent {
            *parts.entry(name).or_default() += spent;
        }
    }
    totals.sort_unstable();
    let ms = |ns: u64| ns as f64 / 1e6;
    writeln!(out, "civil simulation, three rounds and report, built-in performer, CPU of the thread")?;
    writeln!(out, "first (schemas and patterns compile)  {:8.1} ms", ms(cold))?;
    writeln!(out, "median of {RUNS}                          {:8.1} ms", ms(totals[RUNS / 2]))?;
    writeln!(out, "slowest                               {:8.1} ms", ms(totals[RUNS - 1]))?;
    let mut parts: Vec<(String, u64)> = parts.into_iter().collect();
    parts.sort_by_key(|(_, spent)| std::cmp::Reverse(*spent));
    for (name, spent) in parts {
        writeln!(out, "  {name:36}{:8.2} ms", ms(spent) / RUNS as f64)?;
    }
    Ok(())
}
