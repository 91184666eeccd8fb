//! `ROUND_END`: everything that the card of a gate shows, by itself. No private value enters it.

use crate::engine::wording::citations;
use crate::say;
use crate::workspaces::trial::guards::{self, asked, known};
use crate::workspaces::trial::machine::{EXTENSION, Machine, Phase};
use crate::workspaces::trial::risks::risks;
use crate::workspaces::trial::state::{Evidence, Round, Trial};
use crate::workspaces::trial::words::cut;
use crate::workspaces::trial::{causes, receipts, score, settle};
use serde_json::{Value, json};

/// Version of the forms.
pub const FORM_VERSION: u32 = 1;

/// Deadlines of procedure: kind of case, id, days, article, Korean, Russian, English, the day it runs from.
const DEADLINES: [(&str, u32, &str, [&str; 3], &str); 7] = [
    ("civil", 30, "민사소송법 제256조", ["답변서 제출", "отзыв на иск", "answer to the complaint"], "service"),
    ("civil", 14, "민사소송법 제396조", ["항소", "апелляция", "appeal"], "judgment_service"),
    ("civil", 40, "민사소송법 제402조의2", ["항소이유서", "доводы апелляции", "grounds of appeal"], "record_notice"),
    (
        "civil",
        14,
        "민사소송법 제226조",
        ["화해권고결정 이의", "возражение на предложение суда", "objection to the proposed settlement"],
        "service",
    ),
    (
        "civil",
        14,
        "민사조정법 제34조",
        [
            "조정을 갈음하는 결정 이의",
            "возражение на решение вместо примирения",
            "objection to the decision in lieu of mediation",
        ],
        "service",
    ),
    ("criminal", 7, "형사소송법 제358조", ["항소", "апелляция", "appeal"], "judgment"),
    ("criminal", 20, "형사소송법 제361조의3", ["항소이유서", "доводы апелляции", "grounds of appeal"], "record_notice"),
];

/// The payload of the round that ran last; null without one.
#[must_use]
pub fn payload(trial: &Trial, today: &str) -> Value {
    let Some(round) = trial.last_round() else { return Value::Null };
    let body = |role: &str| round.steps.iter().rev().find(|step| step.role == role).map(|step| &step.output["body"]);
    let null = Value::Null;
    let judge = body("judge").unwrap_or(&null);
    let gate = gate(trial, round, judge);
    let risks = risks(trial, judge);
    let recommended = body("recommend").map_or(&judge["RecommendedNextSteps"], |one| &one["RecommendedNextSteps"]);
    let evidence: Vec<Value> = trial
        .evidence
        .iter()
        .map(|one| {
            json!({"id": one.id, "label": one.label, "side": one.side, "supports": one.supports, "contested": one.contested, "sha256": one.sha256})
        })
        .collect();
    json!({
        "schema": "trial.round_end/1",
        "session_id": trial.meta["session_id"],
        "seq": trial.log.len() + 1,
        "state_version": trial.meta["state_version"].as_u64().unwrap_or(0) + 1,
        "round": round.round,
        "is_extension": round.round == EXTENSION,
        "gate_required": true,
        "case": {
            "case_type": trial.case.case_type, "jurisdiction": trial.case.jurisdiction, "law_as_of": trial.case.law_as_of,
            "user_side": trial.case.user_side, "lang": trial.case.lang, "pack_id": trial.case.pack_id,
            "scope": if settle::is_outside(trial) { "out" } else { "in" },
            "cause_review": settle::near(trial).map(|pack| json!({"pack_id": pack.id, "title": pack.title.of(&trial.case.lang)})),
        },
        "facts": {
            "version": trial.machine.facts_version,
            "confirmed": trial.facts.of("confirmed").count(),
            "disputed": trial.facts.of("disputed").count(),
            "needed": trial.facts.needed.len(),
            "stale_rounds": trial.rounds.iter().filter(|one| one.stale).map(|one| one.round).collect::<Vec<_>>(),
        },
        "gate": gate,
        "card": {
            "decision_summary": summary(trial, judge),
            "what_changed": changed(trial, round, judge),
            "open_issues": open_issues(judge, trial),
            "decision_range": judge["DecisionRange"],
            "recommended_next_steps": recommended,
            "tree": causes::trees(trial),
            "claims": causes::shown(trial),
        },
        "burden_table": judge["BurdenOfProof"],
        "evidence": evidence,
        "gaps": trial.facts.needed,
        "deadlines": deadlines(trial),
        "risks": risks,
        "sensitivity": settle::pack(trial).map(|pack| score::flips(&pack, &trial.facts.items, &trial.evidence)),
        "steering": {"version": trial.machine.steering_version, "compliance": receipts::of(trial, round, today)},
        "verifier": round.verifier,
        "rewrites": round.rewrites,
        "citations": cited(trial, round, today),
        "steps": round.steps.iter().map(|step| json!({
            "id": step.id, "role": step.role, "mode": step.mode, "attempts": step.attempts, "status": step.status,
        })).collect::<Vec<_>>(),
        "disclaimer": "simulation_only",
        "next": next(round.round),
    })
}

fn next(round: u8) -> &'static str {
    match round {
        1 => "round_2",
        2 => "round_3",
        _ => "finalize_extend_or_abandon",
    }
}

/// The form of the gate of a round.
#[must_use]
pub fn form_of(round: u8) -> &'static str {
    match round {
        1 => "gate_r1_issues",
        2 => "gate_r2_evidence",
        _ => "gate_r3_final",
    }
}

/// The form that the session waits for.
#[must_use]
pub fn awaited(machine: &Machine) -> Option<&'static str> {
    match machine.phase {
        Phase::FactsIntake => Some("facts_intake"),
        Phase::FactsReview => Some("facts_review"),
        Phase::UserGate | Phase::EndGate => Some(form_of(machine.round)),
        _ => None,
    }
}

/// Whether evidence is the user's own; a neutral user sits with the claimant's.
#[must_use]
pub fn is_own(trial: &Trial, one: &Evidence) -> bool {
    let own = if trial.case.user_side == "opposing" { "opposing" } else { "claimant" };
    one.side == own
}

fn gate(trial: &Trial, round: &Round, judge: &Value) -> Value {
    let ids = |own: bool| -> Vec<Value> {
        let listed = trial.evidence.iter().filter(|one| is_own(trial, one) == own && one.action != "withdraw");
        listed.map(|one| json!({"id": one.id, "label": one.label, "title": one.title})).collect()
    };
    let end = round.round >= 3;
    let issues: Vec<Value> = list(&judge["Issues"])
        .iter()
        .map(|issue| json!({"id": issue["id"], "title": issue["title"], "status": issue["status"]}))
        .collect();
    let elements: Vec<Value> =
        list(&judge["BurdenOfProof"]).iter().map(|row| json!({"id": row["id"], "title": row["element"]})).collect();
    json!({
        "kind": if end { "END_GATE" } else { "USER_GATE" },
        "form_id": form_of(round.round),
        "form_version": FORM_VERSION,
        "skippable": !end,
        "options": {
            "issues": issues,
            "elements": elements,
            "evidence_own": ids(true),
            "evidence_other": ids(false),
            "gaps": trial.facts.needed.iter().map(|gap| json!({"id": gap.id, "title": gap.need})).collect::<Vec<_>>(),
            "deadlines": deadlines(trial).iter().map(|one| one["id"].clone()).collect::<Vec<_>>(),
            "risks": risks(trial, judge).iter().map(|one| one["id"].clone()).collect::<Vec<_>>(),
        },
    })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn summary(trial: &Trial, judge: &Value) -> String {
    let lang = trial.case.lang.as_str();
    let open = list(&judge["Issues"]).iter().filter(|issue| issue["status"] != "closed").count();
    let shown = match judge["DecisionRange"]["index"].as_str() {
        Some("low") => say!(lang, "낮음", "низкая", "low"),
        Some("high") => say!(lang, "높음", "высокая", "high"),
        _ => say!(lang, "중간", "средняя", "medium"),
    };
    let (low, high) = (&judge["DecisionRange"]["low"], &judge["DecisionRange"]["high"]);
    let first = judge["DecisionRange"]["conditions"][0].as_str().unwrap_or_default();
    let outside = if settle::is_outside(trial) {
        say!(
            lang,
            "범위 밖: 이 사건 유형의 쟁점 모음이 없어 일반적인 틀만 제시합니다. ",
            "Вне охвата (범위 밖): для такого дела нет набора вопросов, дана только общая рамка. ",
            "Out of scope (범위 밖): there is no pack for this kind of case, only the general frame is shown. "
        )
    } else {
        String::new()
    };
    let text = if trial.case.case_type == "civil" {
        say!(
            lang,
            "승소가능성(청구하는 쪽) 지표: {shown} ({low}–{high}). 열린 쟁점 {open}개. 조건: {first}.",
            "Показатель возможности успеха заявителя: {shown} ({low}–{high}). Открытых вопросов: {open}. Условие: {first}.",
            "Index for the claiming side: {shown} ({low}–{high}). Open issues: {open}. Condition: {first}."
        )
    } else {
        say!(
            lang,
            "공소사실의 증명 정도 지표: {shown} ({low}–{high}). 열린 쟁점 {open}개. 조건: {first}.",
            "Показатель доказанности обвинения: {shown} ({low}–{high}). Открытых вопросов: {open}. Условие: {first}.",
            "Index of how far the charge is proven: {shown} ({low}–{high}). Open issues: {open}. Condition: {first}."
        )
    };
    cut(&format!("{outside}{text}"), 600)
}

/// What differs from the round before.
fn changed(trial: &Trial, round: &Round, judge: &Value) -> Vec<Value> {
    let lang = trial.case.lang.as_str();
    let before = trial.rounds.iter().rev().find(|one| one.round < round.round);
    let focus: Vec<&str> = trial
        .steer()
        .map(|one| list(&one.public["focus_issues"]).iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let mut out = Vec::new();
    let empty = Value::Null;
    let old = before
        .and_then(|one| one.steps.iter().find(|step| step.role == "judge"))
        .map_or(&empty, |step| &step.output["body"]);
    for issue in list(&judge["Issues"]) {
        let known = list(&old["Issues"]).iter().find(|one| one["id"] == issue["id"]);
        let by_steering = issue["id"].as_str().is_some_and(|id| focus.contains(&id));
        let why = match known {
            None => say!(lang, "새 쟁점", "новый вопрос", "new issue"),
            Some(one) if one["status"] != issue["status"] => {
                let (from, to) =
                    (one["status"].as_str().unwrap_or_default(), issue["status"].as_str().unwrap_or_default());
                format!("{from} → {to}")
            }
            Some(_) => continue,
        };
        out.push(json!({"kind": "issue", "id": issue["id"], "why": why, "by_steering": by_steering}));
    }
    let range = |one: &Value| (one["low"].as_f64(), one["high"].as_f64());
    let (was, is) = (range(&old["DecisionRange"]), range(&judge["DecisionRange"]));
    if before.is_some() && was != is {
        let why = format!("{}–{} → {}–{}", show(was.0), show(was.1), show(is.0), show(is.1));
        out.push(json!({"kind": "decision_range", "id": "decision_range", "why": why, "by_steering": false}));
    }
    out
}

fn show(value: Option<f64>) -> String {
    value.map(|value| format!("{value}")).unwrap_or_default()
}

fn open_issues(judge: &Value, trial: &Trial) -> Vec<Value> {
    list(&judge["Issues"])
        .iter()
        .filter(|issue| issue["status"] != "closed")
        .map(|issue| {
            let burden = list(&judge["BurdenOfProof"]).iter().find(|row| row["issue_id"] == issue["id"]);
            let element = burden.and_then(|row| row["id"].as_str()).unwrap_or_default();
            let depends: Vec<&str> = trial
                .facts
                .items
                .iter()
                .filter(|fact| fact.supports.iter().any(|id| id == element))
                .map(|fact| fact.id.as_str())
                .collect();
            json!({
                "id": issue["id"], "title": issue["title"], "severity": issue["severity"],
                "burden": burden.map(|row| row["holder"].clone()), "proof_state": burden.map(|row| row["state"].clone()),
                "depends_on_facts": depends,
            })
        })
        .collect()
}

/// Deadlines of this kind of case. Articles that the register knows are verified.
#[must_use]
pub fn deadlines(trial: &Trial) -> Vec<Value> {
    let index = match trial.case.lang.as_str() {
        "ru" => 1,
        "en" => 2,
        _ => 0,
    };
    let own = DEADLINES.iter().filter(|(kind, ..)| *kind == trial.case.case_type);
    own.enumerate()
        .map(|(n, (_, days, rule, names, from))| {
            let day = trial.case.law_as_of.as_str();
            let found = citations::find(rule);
            let verified = found
                .first()
                .is_some_and(|one| citations::verdict(one, asked(trial, day)) == citations::Verdict::Verified);
            json!({"id": format!("deadline-{}", n + 1), "name": names[index], "rule": rule, "days": days, "from": from, "verified": verified})
        })
        .collect()
}

fn cited(trial: &Trial, round: &Round, today: &str) -> Vec<Value> {
    let held = guards::held(&round.verifier["held"]);
    let mut out: Vec<Value> = Vec::new();
    for step in &round.steps {
        for text in list(&step.output["body"]["Citations"]).iter().filter_map(Value::as_str) {
            for one in citations::find(text) {
                if out.iter().any(|known| known["raw"] == one.raw.as_str()) {
                    continue;
                }
                let verdict = known(&one, asked(trial, today), &held);
                out.push(json!({
                    "raw": one.raw, "kind": one.kind, "verdict": verdict.as_str(), "version_date": trial.case.law_as_of,
                }));
            }
        }
    }
    out
}
