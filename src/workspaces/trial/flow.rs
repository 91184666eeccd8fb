//! The flow of a mock trial: open, absorb a form, next step. Pure.

use crate::engine::knowledge::Knowledge;
use crate::engine::prompt::sha256;
use crate::engine::step::{Kind, Step};
use crate::engine::turn::{Moment, Settled};
use crate::model::action::NextAction;
use crate::model::claim::Claim;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::model::ids::{SessionId, TurnId};
use crate::model::session::WorkspaceId;
use crate::model::snapshot::{Aside, RunCounters, Snapshot};
use crate::model::turn::{Role as Speaker, Turn};
use crate::workspaces::trial::guards::{critic, verifier};
use crate::workspaces::trial::machine::{Move, Phase, Refused, Role};
use crate::workspaces::trial::state::{Case, CaseFile, Evidence, Steering, Trial, fresh};
use crate::workspaces::trial::words::cut;
use crate::workspaces::trial::{
    ID, causes, claims, exhibits, facts, foreign, gates, input, notes, perform, present, report, round_end, settle,
    steps,
};
use crate::workspaces::{Presented, StepInput, Workspace};
use serde_json::{Value, json};

/// The mock trial.
pub struct MockTrial;

/// Its only instance.
pub static TRIAL: MockTrial = MockTrial;

impl Workspace for MockTrial {
    fn id(&self) -> WorkspaceId {
        ID
    }

    fn steps(&self) -> &'static [Step] {
        steps::STEPS
    }

    fn open(&self, session: &SessionId, first: &str, moment: &Moment) -> Settled {
        let told: Value = serde_json::from_str(first).unwrap_or_default();
        let mut trial = fresh(session, case_of(&told, moment.today()), &moment.now);
        trial.note(&moment.now, "CREATE", json!({"case": trial.case}));
        let aside = Aside { next_action: present::action(&trial), ..Aside::default() };
        let text = told["outline"].as_str().map_or_else(|| title(&trial.case), str::to_owned);
        Settled {
            state: trial.value(),
            aside,
            turns: vec![said(0, Speaker::User, &text, moment)],
            decisions: Vec::new(),
        }
    }

    fn title(&self, first: &str) -> String {
        let told: Value = serde_json::from_str(first).unwrap_or_default();
        let kind = title(&case_of(&told, ""));
        told["outline"].as_str().map_or_else(|| kind.clone(), |outline| cut(&format!("{kind} — {outline}"), 120))
    }

    fn opening(&self, state: &Value, _first: &str) -> String {
        state["case"].to_string()
    }

    fn announce(&self, before: &Value, after: &Value) -> Vec<(String, Value)> {
        let known = before["log"].as_array().map_or(0, Vec::len);
        let fresh = after["log"].as_array().into_iter().flatten().skip(known);
        fresh
            .filter_map(|entry| {
                let kind = entry["kind"].as_str()?;
                let data = match kind {
                    "ROUND_END" => after["rounds"].as_array()?.last()?["end"].clone(),
                    "GUARDRAIL_HIT" | "GATE_ACCEPTED" | "GATE_SKIPPED" | "REPORT_READY" => entry["data"].clone(),
                    _ => return None,
                };
                Some((kind.to_owned(), data))
            })
            .collect()
    }

    fn speaks(&self, step: &str) -> bool {
        steps::role(step).is_some_and(|role| !matches!(role, Role::Verifier | Role::Summarize))
    }

    fn sentences(&self, step: &str, state: &Value) -> Vec<Value> {
        present::sentences(step, state)
    }

    fn absorb(
        &self,
        before: &Snapshot,
        event: &Event,
        moment: &Moment,
        _knowledge: &Knowledge,
    ) -> Result<Settled, ApiError> {
        let mut trial = Trial::of(&before.state).ok_or_else(unread)?;
        let mut turns = Vec::new();
        let version = before.version + 1;
        match event {
            Event::Gate { form, form_version, state_version, fields, skip, skip_confirmed } => {
                check_version(&trial, *state_version)?;
                let skips = (*skip).then_some(*skip_confirmed);
                gate(&mut trial, form, *form_version, fields, skips, moment)?;
                turns.push(said(version, Speaker::User, &format!("[{form}]"), moment));
            }
            Event::Evidence { .. } => exhibits::add(&mut trial, event, moment)?,
            Event::Import { .. } => foreign::distrust(&mut trial, &moment.now),
            _ => {
                let message = "В учебном процессе отвечают формами: POST …/gate.";
                return Err(ApiError::new(ErrorCode::NotSupported, message));
            }
        }
        trial.set_status();
        if matches!(event, Event::Import { .. }) && trial.machine.phase == Phase::Done {
            trial.meta["status"] = json!("blocked");
        }
        trial.meta["state_version"] = version.into();
        trial.meta["updated_at"] = json!(moment.now);
        let (mut aside, pending) = ((*before.aside).clone(), pending(&trial).map(str::to_owned));
        (aside.run, aside.pending, aside.next_action) = (RunCounters::default(), pending, present::action(&trial));
        Ok(Settled { state: trial.value(), aside, turns, decisions: Vec::new() })
    }

    fn admits(&self, step: &Step, snapshot: &Snapshot) -> Result<(), ApiError> {
        let turn = Trial::of(&snapshot.state).and_then(|trial| pending(&trial));
        let other = || ApiError::new(ErrorCode::Conflict, "Сейчас этот шаг не на очереди.");
        if turn == Some(step.id) { Ok(()) } else { Err(other().with("step", turn.unwrap_or_default())) }
    }

    fn input(
        &self,
        step: &Step,
        snapshot: &Snapshot,
        _turns: &[Turn],
        moment: &Moment,
        _knowledge: &Knowledge,
    ) -> StepInput {
        let Some(trial) = Trial::of(&snapshot.state) else { return input::rendered(step, Value::Null, &Value::Null) };
        let data = input::of(step.id, &trial, moment.today());
        let shown = match step.id {
            steps::VERIFY => critic::view(&trial),
            _ => input::shown_to(step.id, &trial, &data),
        };
        input::rendered(step, data, &shown)
    }

    fn perform(&self, step: &str, input: &Value, _knowledge: &Knowledge) -> Value {
        match step {
            steps::VERIFY | steps::SUMMARIZE | steps::REPORT => {
                let Some(trial) = Trial::of(&input["state"]) else { return Value::Null };
                let today = input["today"].as_str().unwrap_or_default();
                match step {
                    steps::VERIFY => verifier::answer(&trial, today, &[]),
                    steps::SUMMARIZE => json!({"summary": round_end::payload(&trial, today)}),
                    _ => json!({"report": report::data(&trial)}),
                }
            }
            _ => perform::perform(step, input),
        }
    }

    fn claims(&self, snapshot: &Snapshot, _knowledge: &Knowledge, _today: &str) -> Vec<Claim> {
        claims::claims(snapshot)
    }

    fn present(&self, snapshot: &Snapshot, _knowledge: &Knowledge) -> Presented {
        Trial::of(&snapshot.state).map(|trial| present::present(&trial)).unwrap_or_default()
    }

    fn waiting(&self, state: &Value) -> Option<NextAction> {
        Trial::of(state).and_then(|trial| present::waiting(&trial))
    }

    fn members(&self, state: &Value) -> Vec<(&'static str, Value)> {
        Trial::of(state).map(|trial| vec![present::awaits(&trial)]).unwrap_or_default()
    }

    fn members_of_form(&self, state: &Value) -> Vec<(&'static str, Value)> {
        Trial::of(state).map(|trial| vec![present::awaits(&trial), present::end(&trial)]).unwrap_or_default()
    }

    fn takes_forms(&self) -> bool {
        true
    }

    fn form_fields(&self, state: &Value, form: &str, sent: &[(String, String)]) -> Option<Value> {
        Trial::of(state).map(|trial| gates::plain::fields(&trial, form, sent))
    }

    fn shares(&self) -> Result<(), ApiError> {
        Err(foreign::closed())
    }

    fn fact_roots(&self) -> &'static [&'static str] {
        present::ROOTS
    }

    fn facts(&self, snapshot: &Snapshot) -> Value {
        (*snapshot.state).clone()
    }

    fn needs_model(&self, step: &Step, _input: &Value) -> bool {
        step.kind == Kind::Model
    }
}

fn unread() -> ApiError {
    ApiError::new(ErrorCode::Internal, "Состояние сеанса не читается.")
}

/// The step that the machine asks for.
#[must_use]
pub fn pending(trial: &Trial) -> Option<&'static str> {
    match trial.machine.phase {
        Phase::FactsStipulate => Some(steps::STIPULATE),
        Phase::Report => Some(steps::REPORT),
        _ => trial.machine.role(trial.case.order()).map(steps::of_role),
    }
}

/// The case that an opening names; what it leaves out has a default.
fn case_of(told: &Value, today: &str) -> Case {
    let text = |key: &str, or: &str| told[key].as_str().unwrap_or(or).to_owned();
    Case {
        case_type: text("case_type", "civil"),
        jurisdiction: text("jurisdiction", "KR"),
        law_as_of: text("law_as_of", today),
        user_side: text("user_side", "neutral"),
        lang: text("lang", "ko"),
        order: text("order", "code"),
        pack_id: None,
        causes: Vec::new(),
    }
}

fn title(case: &Case) -> String {
    match (case.case_type.as_str(), case.lang.as_str()) {
        ("criminal", "ru") => "Учебный процесс: уголовное дело".into(),
        ("criminal", "en") => "Mock trial: criminal".into(),
        ("criminal", _) => "모의 재판: 형사".into(),
        (_, "ru") => "Учебный процесс: гражданское дело".into(),
        (_, "en") => "Mock trial: civil".into(),
        _ => "모의 재판: 민사".into(),
    }
}

fn said(version: u32, role: Speaker, text: &str, moment: &Moment) -> Turn {
    let id = TurnId(format!("t{version}"));
    Turn { id, role, text: text.to_owned(), at: moment.now.clone(), answers_to: None, choice: None }
}

/// A form that was filled in on an older state is not taken; the answer carries the card that stands.
fn check_version(trial: &Trial, version: u32) -> Result<(), ApiError> {
    let current = trial.meta["state_version"].as_u64().unwrap_or(0);
    if u64::from(version) == current {
        return Ok(());
    }
    let message = "Сеанс с тех пор изменился: посмотрите на новое состояние и отправьте форму ещё раз.";
    let card = trial.last_round().map(|round| round.end.clone()).unwrap_or_default();
    Err(ApiError::new(ErrorCode::Conflict, message).with("state_version", current).with("card", card))
}

fn gate(
    trial: &mut Trial,
    form: &str,
    form_version: u32,
    fields: &Value,
    skips: Option<bool>,
    moment: &Moment,
) -> Result<(), ApiError> {
    let awaited = round_end::awaited(&trial.machine).unwrap_or_default();
    if awaited != form {
        let message = "Сейчас сеанс ждёт другую форму.";
        return Err(ApiError::new(ErrorCode::Conflict, message).with("form_id", awaited));
    }
    if let Some(confirmed) = skips {
        let fault = |code: &str| gates::refused(vec![json!({"path": "skip", "code": code, "params": {}})]);
        if trial.machine.phase != Phase::UserGate {
            return Err(fault("not_skippable"));
        }
        if !confirmed {
            return Err(fault("ack_missing"));
        }
        go(trial, Move::Skip)?;
        trial.note(&moment.now, "GATE_SKIPPED", json!({"form_id": form}));
        return Ok(());
    }
    let filled = gates::check(trial, form, form_version, fields, moment.today())?;
    let hash = sha256(&fields.to_string());
    match trial.machine.phase {
        Phase::FactsIntake => {
            trial.intake = filled.public.clone();
            exhibits::typed(trial, moment);
            go(trial, Move::Intake)?;
        }
        Phase::FactsReview => review(trial, &filled.public, moment)?,
        _ => steer(trial, form, filled, moment)?,
    }
    trial.note(&moment.now, "GATE_ACCEPTED", json!({"form_id": form, "fields_sha256": hash}));
    Ok(())
}

fn go(trial: &mut Trial, step: Move) -> Result<(), ApiError> {
    let after = trial.machine.after(trial.case.order(), step);
    trial.machine = after.map_err(|refused| match refused {
        Refused::NothingConfirmed => {
            gates::refused(vec![json!({"path": "confirm", "code": "required", "params": {"confirmed": 0}})])
        }
        Refused::ExtensionUsed => gates::refused(vec![json!({"path": "decision", "code": "ext_used", "params": {}})]),
        Refused::Phase => ApiError::new(ErrorCode::Conflict, "Сейчас это сделать нельзя."),
    })?;
    Ok(())
}

/// Changes of the review are taken up at once; confirming fixes a version of the facts.
fn review(trial: &mut Trial, public: &Value, moment: &Moment) -> Result<(), ApiError> {
    let reference = format!("review/{}", trial.log.len());
    let confirmed = json!("confirmed");
    for item in public["items"].as_array().into_iter().flatten() {
        let op = match (item["remove"] == true, item["id"].is_string()) {
            (true, _) => "retract",
            (false, true) => "correct",
            (false, false) => "add",
        };
        let neutral = item["neutral"] == true;
        let offered = json!(facts::neutral(&trial.case.case_type, &trial.case.lang));
        let (text, class) = if neutral { (&offered, &confirmed) } else { (&item["text"], &item["class"]) };
        let mut patch = json!({"op": op, "fact_id": item["id"], "text": text, "class": class, "ref": reference});
        if neutral {
            patch["neutral"] = json!(true);
        }
        if item["links"].is_object() {
            patch["links"] = item["links"].clone();
        }
        trial.patches.push(patch);
    }
    let mut corrected = public["pack_id"].as_str().is_some_and(|id| settle::repacked(trial, id));
    corrected |= rejoined(trial, &public["claims"], moment);
    // What the person calls undisputed as a whole, except for what they sorted by hand in the same form.
    if public["accept"] == "all" {
        let sorted = |id: &str| public["items"].as_array().into_iter().flatten().any(|item| item["id"] == id);
        let alleged: Vec<String> = trial
            .facts
            .items
            .iter()
            .filter(|fact| gates::intake::is_alleged(trial, fact) && !sorted(&fact.id))
            .map(|fact| fact.id.clone())
            .collect();
        trial.patches.extend(
            alleged.iter().map(|id| json!({"op": "correct", "fact_id": id, "class": "confirmed", "ref": reference})),
        );
    }
    if public["confirm"] != true {
        return go(trial, Move::Edit);
    }
    if !trial.patches.is_empty() || corrected {
        // The same rules as in a division of its own.
        let given = input::of(steps::STIPULATE, trial, moment.today());
        let made = perform::perform(steps::STIPULATE, &given);
        let before = trial.facts.clone();
        trial.facts.items = serde_json::from_value(made["items"].clone()).map_err(|_| unread())?;
        trial.facts.needed = serde_json::from_value(made["needed"].clone()).map_err(|_| unread())?;
        settle::stale(trial, &before);
        trial.patches.clear();
        let highest = trial.facts.items.iter().filter_map(|fact| fact.id.strip_prefix("f-")?.parse::<u32>().ok()).max();
        trial.facts.next = trial.facts.next.max(highest.unwrap_or(0) + 1);
    }
    go(trial, Move::Confirm(trial.facts.of("confirmed").count()))?;
    trial.facts.items.iter_mut().for_each(facts::confirmed);
    trial.casefiles.push(CaseFile {
        facts_version: trial.machine.facts_version,
        items: trial.facts.items.clone(),
        evidence: trial.evidence.iter().map(|one| one.id.clone()).collect(),
    });
    let data =
        json!({"facts_version": trial.machine.facts_version, "sha256": sha256(&json!(trial.facts.items).to_string())});
    trial.note(&moment.now, "FACTS_CONFIRMED", data);
    Ok(())
}

/// Claims that were added or taken away, with what rests on them.
fn rejoined(trial: &mut Trial, rows: &Value, moment: &Moment) -> bool {
    if !causes::change(trial, rows) {
        return false;
    }
    let claims: Vec<Value> = causes::standing(&trial.case).map(|one| json!(one)).collect();
    trial.note(&moment.now, "CLAIMS_CHANGED", json!({"claims": claims}));
    true
}

/// A gate after a round: steering, evidence, patches of facts, or the end.
fn steer(trial: &mut Trial, form: &str, mut filled: gates::Filled, moment: &Moment) -> Result<(), ApiError> {
    let patch: Vec<Value> = filled.public["fact_patch"].as_array().cloned().unwrap_or_default();
    // New claims and the facts that serve them are looked at before the next round, as changed facts are.
    let patches = !patch.is_empty() || filled.public["claims"].is_array();
    let step = match (trial.machine.phase, filled.unprompted["decision"].as_str()) {
        (Phase::EndGate, Some("extend")) => Move::Extend { patch: patches },
        (Phase::EndGate, Some("abandon")) => Move::Abandon,
        (Phase::EndGate, _) => Move::Finalize,
        _ => Move::Steer { patch: patches },
    };
    let round = trial.machine.round;
    go(trial, step)?;
    // A claim is no direction to the roles: it stands in the case from now on.
    let claims = filled.public.as_object_mut().and_then(|map| map.remove("claims")).unwrap_or_default();
    rejoined(trial, &claims, moment);
    for (index, row) in patch.into_iter().enumerate() {
        let mut row = row;
        row["ref"] = json!(format!("{form}/{index}"));
        trial.patches.push(row);
    }
    let set = |trial: &mut Trial, id: &Value, change: &dyn Fn(&mut Evidence)| {
        trial.evidence.iter_mut().filter(|one| *id == one.id.as_str()).for_each(change);
    };
    for row in filled.private["evidence_actions"].as_array().into_iter().flatten() {
        set(trial, &row["id"], &|one| one.action = row["action"].as_str().unwrap_or("submit").to_owned());
    }
    for row in filled.public["evidence_responses"].as_array().into_iter().flatten() {
        let admits = matches!(row["response"].as_str(), Some("admit_authenticity" | "consent"));
        set(trial, &row["id"], &|one| one.contested = !admits);
    }
    for row in filled.private["gap_plan"].as_array().into_iter().flatten() {
        for gap in trial.facts.needed.iter_mut().filter(|gap| row["gap_id"] == gap.id.as_str()) {
            gap.plan = row["plan"].as_str().map(str::to_owned);
        }
    }
    // What an earlier gate laid down and this one is silent about goes on.
    let carried = |key: &str, name: &str| -> Value {
        let lists = trial.steering.iter().rev();
        let mut found =
            lists.filter_map(|one| if key == "public" { one.public.get(name) } else { one.private.get(name) });
        found.next().cloned().unwrap_or_default()
    };
    let (mut public, mut private) = (filled.public, filled.private);
    if let Some(note) = private["note"].as_str() {
        let currency = trial.intake["amount"]["currency"].as_str().unwrap_or("KRW");
        let read = notes::read(note, settle::pack(trial).as_deref(), &trial.case.user_side, currency);
        if read.is_object() {
            private[notes::MEANS] = read;
        }
    }
    for (key, names) in [
        ("public", &["focus_issues", "exclusions", "motions"][..]),
        ("private", &["goal", "stance", "constraints", notes::MEANS][..]),
    ] {
        let target = if key == "public" { &mut public } else { &mut private };
        for name in names.iter().filter(|name| !name.is_empty()) {
            // A new note takes the place of what was read from an older one.
            let replaced = *name == notes::MEANS && target["note"].is_string();
            if !replaced && target.get(*name).is_none() && !carried(key, name).is_null() {
                target[*name] = carried(key, name);
            }
        }
    }
    trial.steering.push(Steering {
        version: trial.machine.steering_version,
        round,
        form_id: form.to_owned(),
        public,
        private,
        unprompted: filled.unprompted,
    });
    Ok(())
}
