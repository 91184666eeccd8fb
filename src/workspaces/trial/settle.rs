//! What an answer makes of the state: guarded, put in its place, the machine moved on.

use crate::engine::knowledge::disputes::{self, Dispute};
use crate::engine::prompt::sha256;
use crate::engine::turn::{Problem, Proposal, Rejection, Settled};
use crate::engine::wording;
use crate::model::action::NextAction;
use crate::model::ids::TurnId;
use crate::model::trace::Decision;
use crate::model::turn::{Role as Speaker, Turn};
use crate::workspaces::trial::guards::{self, Violation};
use crate::workspaces::trial::machine::{Checked, Move, Phase};
use crate::workspaces::trial::perform::issue_of;
use crate::workspaces::trial::state::{Fact, Facts, Rewrite, Round, Spoken, Trial};
use crate::workspaces::trial::words::{each_text, masked, texts};
use crate::workspaces::trial::{causes, facts, flow, input, steps};
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Settles the answer to a step.
///
/// # Errors
/// What the guards refuse outright; a step that is not in turn.
pub fn settle(step: &'static str, proposal: &Proposal<'_>) -> Result<Settled, Rejection> {
    let mut trial = Trial::of(&proposal.patched).ok_or_else(|| Problem::new("G74_state", "the state does not read"))?;
    if flow::pending(&trial) != Some(step) {
        return Err(Problem::new("G74_turn", format!("{step} is not in turn")).into());
    }
    let moment = proposal.moment;
    let mut decisions = Vec::new();
    match step {
        steps::STIPULATE => {
            let given = input::of(step, &trial, moment.today());
            stipulated(&mut trial, &given, proposal.output, &moment.now)?;
        }
        steps::VERIFY => verified(&mut trial, proposal.output, &moment.now)?,
        steps::SUMMARIZE => summarized(&mut trial, proposal.output, &moment.now)?,
        steps::REPORT => {
            trial.report = proposal.output["report"].clone();
            moved(&mut trial, Move::Reported)?;
            let mut bare = trial.report.clone();
            bare["footer"]["session_id"] = Value::Null;
            trial.note(&moment.now, "REPORT_READY", json!({"sha256": sha256(&bare.to_string())}));
        }
        _ => {
            let given = input::of(step, &trial, moment.today());
            decisions = spoken(step, &mut trial, &given, proposal)?;
        }
    }
    trial.set_status();
    let mut aside = (*proposal.before.aside).clone();
    aside.run.loops += 1;
    aside.pending = flow::pending(&trial).map(str::to_owned);
    aside.next_action = (trial.machine.phase == Phase::Done).then_some(NextAction::Done);
    let turns = said(step, &trial, proposal);
    Ok(Settled { state: trial.value(), aside, turns, decisions })
}

fn moved(trial: &mut Trial, step: Move) -> Result<(), Rejection> {
    trial.machine = trial
        .machine
        .after(trial.case.order(), step)
        .map_err(|error| Rejection::from(Problem::new("G74_turn", error.to_string())))?;
    Ok(())
}

/// The pack of the session, with every claim that stands.
#[must_use]
pub fn pack(trial: &Trial) -> Option<Cow<'static, Dispute>> {
    causes::pack(&trial.case)
}

/// The pack of the main claim alone, as it stands among the packs.
fn main(trial: &Trial, pack: &Dispute) -> Dispute {
    let known = disputes::embedded().ok().zip(trial.case.pack_id.as_deref()).and_then(|(all, id)| all.get(id));
    known.unwrap_or(pack).clone()
}

/// Whether the case lies outside of the packs: then only the general frame holds. A pack that the person chose holds.
#[must_use]
pub fn is_outside(trial: &Trial) -> bool {
    let (Ok(disputes), Some(pack)) = (disputes::embedded(), pack(trial)) else { return true };
    let told = ["summary", "charge", "issues"].map(|key| trial.intake[key].as_str().unwrap_or_default()).join("\n");
    pack.general || (trial.intake["pack_id"].is_null() && disputes.is_outside(&main(trial, &pack), &told))
}

fn stipulated(trial: &mut Trial, given: &Value, output: &Value, now: &str) -> Result<(), Rejection> {
    let problems = guards::facts::check(given, output);
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let unread = |error: serde_json::Error| Rejection::from(Problem::new("G70_shape", error.to_string()));
    let mut items: Vec<_> = Vec::deserialize(&output["items"]).map_err(unread)?;
    facts::distrusted(&mut items, given);
    facts::kept(&mut items, given);
    let needed = Vec::deserialize(&output["needed"]).map_err(unread)?;
    trial.case.pack_id = output["pack_id"].as_str().map(str::to_owned);
    if let Some(pack) = pack(trial) {
        trial.evidence = facts::linked(std::mem::take(&mut trial.evidence), &pack);
    }
    let highest = |items: &[Fact]| {
        items.iter().filter_map(|fact| fact.id.strip_prefix("f-")?.parse::<u32>().ok()).max().unwrap_or(0)
    };
    let next = trial.facts.next.max(highest(&items) + 1);
    let before = std::mem::replace(&mut trial.facts, Facts { items, needed, next });
    trial.patches.clear();
    stale(trial, &before);
    moved(trial, Move::Stipulated)?;
    let count = |class: &'static str| trial.facts.of(class).count();
    let data =
        json!({"confirmed": count("confirmed"), "disputed": count("disputed"), "needed": trial.facts.needed.len()});
    trial.note(now, "FACTS_STIPULATED", data);
    Ok(())
}

/// Another pack for the case: what was told is linked to its elements, the rounds that were run rest on the old one.
/// Whether anything changed.
pub fn repacked(trial: &mut Trial, id: &str) -> bool {
    trial.intake["pack_id"] = json!(id);
    let changed = trial.case.pack_id.as_deref() != Some(id);
    let known = disputes::embedded().ok().filter(|all| changed && all.get(id).is_some());
    let Some(all) = known else { return false };
    trial.case.pack_id = Some(id.to_owned());
    let Some(pack) = pack(trial) else { return false };
    for fact in &mut trial.facts.items {
        // What was laid down about elements of another pack says nothing about these.
        fact.links_set.clear();
        facts::relink(fact, &pack, &all.words);
    }
    let mut evidence = std::mem::take(&mut trial.evidence);
    evidence.iter_mut().for_each(|one| one.supports.clear());
    trial.evidence = facts::linked(evidence, &pack);
    trial.facts.needed.clear();
    for round in &mut trial.rounds {
        round.stale = true;
        round.steps.iter_mut().for_each(|step| step.stale = true);
    }
    true
}

/// The pack that what was told speaks of nearly as much as of the one taken; none where the person chose.
#[must_use]
pub fn near(trial: &Trial) -> Option<&'static Dispute> {
    if !trial.intake["pack_id"].is_null() {
        return None;
    }
    let told = facts::all_told(&input::of(steps::STIPULATE, trial, ""));
    let main = main(trial, &*pack(trial)?);
    disputes::embedded().ok()?.near(&main, &told)
}

/// Ids of elements to which facts are linked otherwise than before.
fn relinked(before: &Facts, after: &Facts) -> BTreeSet<String> {
    let links = |facts: &Facts| -> BTreeSet<(String, String, bool)> {
        let of = |fact: &Fact| {
            let speaks = fact.supports.iter().map(|id| (fact.id.clone(), id.clone(), true)).collect::<Vec<_>>();
            let denies = fact.contradicts.iter().map(|id| (fact.id.clone(), id.clone(), false)).collect::<Vec<_>>();
            [speaks, denies].concat()
        };
        facts.items.iter().flat_map(of).collect()
    };
    let (old, new) = (links(before), links(after));
    old.symmetric_difference(&new).map(|(_, id, _)| id.clone()).collect()
}

/// A step that used a changed fact, or spoke of an element to which facts are linked otherwise now, is stale, with its
/// round and every later one.
pub fn stale(trial: &mut Trial, before: &Facts) {
    let moved = relinked(before, &trial.facts);
    let spoken: Vec<String> = moved.iter().flat_map(|id| [id.clone(), issue_of(id)]).collect();
    let kept = |id: &str| {
        let of = |facts: &Facts| facts.items.iter().find(|fact| fact.id == id).cloned();
        of(before) == of(&trial.facts)
    };
    let changed: Vec<String> = before.items.iter().filter(|fact| !kept(&fact.id)).map(|fact| fact.id.clone()).collect();
    outdated(trial, &changed, &spoken);
}

/// What was said of a claim that is gone is stale.
pub fn gone(trial: &mut Trial, pack: &Dispute) {
    let elements = pack.elements.iter().map(|one| &one.id);
    let ids = elements.chain(pack.defences.iter().map(|one| &one.id));
    let spoken: Vec<String> = ids.flat_map(|id| [id.clone(), issue_of(id)]).collect();
    outdated(trial, &[], &spoken);
}

/// Marks steps that used changed facts or spoke of these ids, their rounds and every later one.
fn outdated(trial: &mut Trial, changed: &[String], spoken: &[String]) {
    let mut later = false;
    for round in &mut trial.rounds {
        for step in &mut round.steps {
            let used = step.output["uses"]["facts"].as_array();
            let hit =
                used.into_iter().flatten().filter_map(Value::as_str).any(|id| changed.iter().any(|one| one == id));
            let spoke = !spoken.is_empty()
                && texts(&step.output["body"]).iter().any(|(_, text)| spoken.iter().any(|id| id == text));
            step.stale |= hit || spoke;
            round.stale |= hit || spoke;
        }
        round.stale |= later;
        later |= round.stale;
    }
}

/// A role spoke: guarded, rewritten once, replaced by neutral words the second time.
fn spoken(
    step: &'static str,
    trial: &mut Trial,
    given: &Value,
    proposal: &Proposal<'_>,
) -> Result<Vec<Decision>, Rejection> {
    let pack = pack(trial).ok_or_else(|| Problem::new("G74_state", "the session has no pack"))?;
    let now = proposal.moment.now.as_str();
    let mut output = proposal.output.clone();
    let problems = guards::hard(step, &output["body"], trial, &pack);
    if !problems.is_empty() {
        return Err(problems.into());
    }
    for key in ["role", "round", "mode", "facts_version", "steering_version", "lang"] {
        output[key] = given[key].clone();
    }
    output["law_as_of"] = json!(trial.case.law_as_of);
    let id = format!("r{}-{}", trial.machine.round, step.to_lowercase());
    let violations = guards::soft(&output["body"], trial, &pack, proposal.moment.today());
    let decisions: Vec<Decision> = violations.iter().map(|one| decision(one, &id)).collect();
    let first = !trial.machine.rewriting;
    for one in &violations {
        let data = json!({
            "step": id, "code": one.code, "rule": one.rule, "at": one.at, "attempt": if first { 1 } else { 2 },
            "sentence_sha256": sha256(&one.sentence),
        });
        trial.note(now, "GUARDRAIL_HIT", data);
    }
    open_round(trial);
    if !violations.is_empty() && first {
        let values = violations.iter().map(|one| json!(one)).collect();
        trial.rewrite = Some(Rewrite { violations: values });
        moved(trial, Move::Spoke { violation: true, questions: false })?;
        return Ok(decisions);
    }
    let status = match (violations.is_empty(), first) {
        (true, true) => "ok",
        (true, false) => "fixed",
        (false, _) => "replaced_by_safe_text",
    };
    if !violations.is_empty() {
        make_safe(&mut output["body"], &violations, trial);
    }
    if !first {
        log_rewrites(trial, &id, status);
    }
    let questions = output["body"]["Questions"].as_array().is_some_and(|list| !list.is_empty());
    let role = step.to_lowercase();
    let attempts = if first { 1 } else { 2 };
    let hash = sha256(&given.to_string());
    let made = Spoken {
        id: id.clone(),
        role: role.clone(),
        mode: given["mode"].as_str().unwrap_or_default().to_owned(),
        attempts,
        status: status.to_owned(),
        facts_version: trial.machine.facts_version,
        steering_version: trial.machine.steering_version,
        stale: false,
        input_hash: hash.clone(),
        output: output.clone(),
    };
    if let Some(round) = trial.rounds.last_mut() {
        match round.steps.iter_mut().find(|old| old.role == role) {
            Some(old) => {
                let attempts = old.attempts + made.attempts;
                *old = Spoken { attempts, ..made };
            }
            None => round.steps.push(made),
        }
    }
    trial.rewrite = None;
    moved(trial, Move::Spoke { violation: false, questions })?;
    let data = json!({"step": id, "status": status, "attempts": attempts, "input_hash": hash, "output_sha256": sha256(&output.to_string())});
    trial.note(now, "STEP_ACCEPTED", data);
    Ok(decisions)
}

fn decision(one: &Violation, step: &str) -> Decision {
    Decision { rule: format!("G8_{}", one.code), message: one.rule.clone(), at: Some(format!("{step}{}", one.at)) }
}

fn open_round(trial: &mut Trial) {
    let (round, facts_version) = (trial.machine.round, trial.machine.facts_version);
    if trial.rounds.last().is_none_or(|last| last.round != round) {
        trial.rounds.push(Round { round, facts_version, ..Round::default() });
    }
}

fn log_rewrites(trial: &mut Trial, step: &str, status: &str) {
    let outcome = if status == "fixed" { "fixed" } else { "replaced_by_safe_text" };
    let violations = trial.rewrite.take().map(|rewrite| rewrite.violations).unwrap_or_default();
    if let Some(round) = trial.rounds.last_mut() {
        for one in violations {
            let row = json!({"step": step, "code": one["code"], "rule": one["rule"], "outcome": outcome, "attempt": 1});
            if !round.rewrites.contains(&row) && round.rewrites.len() < 40 {
                round.rewrites.push(row);
            }
        }
    }
}

/// What may stand after a failed rewrite: neutral words, confirmed facts, citations that read.
pub fn make_safe(body: &mut Value, violations: &[Violation], trial: &Trial) {
    let neutral = wording::neutral(&trial.case.lang);
    let names = input::names(trial);
    let confirmed: Vec<&str> = trial.facts.of("confirmed").map(|fact| fact.id.as_str()).collect();
    for one in violations {
        match one.code.as_str() {
            "fact_not_confirmed" | "number_mismatch" => {
                if let Some(item) = body.pointer_mut(&one.at) {
                    for key in ["facts", "basis"] {
                        if let Some(ids) = item[key].as_array_mut() {
                            ids.retain(|id| {
                                id.as_str().is_some_and(|id| !id.starts_with("f-") || confirmed.contains(&id))
                            });
                            // A claim needs a fact by its form; a finding is not put on another matter's.
                            if ids.is_empty() && one.at.starts_with("/Claims") {
                                ids.extend(confirmed.first().map(|id| json!(id)));
                            }
                        }
                    }
                    if let Some(item) = item.as_object_mut() {
                        item.remove("alleged");
                    }
                    item["text"] = json!(neutral);
                }
            }
            "citation_unverified" => {}
            _ if one.rule == "exclusions.no_personal_data_exposure" => {
                each_text(body, &mut |text| *text = masked(text, &names));
            }
            _ => {
                if let Some(text) = body.pointer_mut(&one.at) {
                    let owner = one.at.ends_with("/owner");
                    *text = json!(if owner { "inhouse" } else { neutral });
                }
            }
        }
    }
    if let Some(list) = body["Citations"].as_array_mut() {
        list.retain(|one| {
            let text = one.as_str().unwrap_or_default();
            text == "No citation" || (text != neutral && !wording::citations::find(text).is_empty())
        });
        if list.is_empty() {
            list.push(json!("No citation"));
        }
    }
}

fn verified(trial: &mut Trial, output: &Value, now: &str) -> Result<(), Rejection> {
    let available = output["available"] == true;
    let checked = match (available, output["verdict"].as_str()) {
        (true, Some("Go" | "Conditional")) => Checked::Passes,
        (true, Some(_)) => Checked::Fails,
        _ => Checked::Unavailable,
    };
    let mut kept = output.clone();
    if checked == Checked::Unavailable {
        kept["verdict"] = Value::Null;
    }
    if let Some(round) = trial.rounds.last_mut() {
        round.verifier = kept;
    }
    moved(trial, Move::Verified(checked))?;
    let data = json!({"round": trial.machine.round, "verdict": output["verdict"], "available": available});
    trial.note(now, "VERIFIED", data);
    Ok(())
}

fn summarized(trial: &mut Trial, output: &Value, now: &str) -> Result<(), Rejection> {
    moved(trial, Move::Summarized)?;
    let mut end = output["summary"].clone();
    let seq = trial.log.len() + 1;
    end["seq"] = json!(seq);
    let number = trial.machine.round;
    // A copy of the session has the same hash: the id is no part of it.
    let mut bare = end.clone();
    bare["session_id"] = Value::Null;
    let hash = sha256(&bare.to_string());
    if let Some(round) = trial.rounds.last_mut() {
        round.end = end;
    }
    trial.note(now, "ROUND_END", json!({"round": number, "sha256": hash}));
    Ok(())
}

/// The turn that the dialogue shows.
fn said(step: &str, trial: &Trial, proposal: &Proposal<'_>) -> Vec<Turn> {
    let text = match step {
        steps::SUMMARIZE => trial
            .last_round()
            .and_then(|round| round.end["card"]["decision_summary"].as_str())
            .unwrap_or_default()
            .to_owned(),
        _ => return Vec::new(),
    };
    if text.is_empty() {
        return Vec::new();
    }
    vec![Turn {
        id: TurnId(format!("t{}", proposal.before.version + 1)),
        role: Speaker::Assistant,
        text,
        at: proposal.moment.now.clone(),
        answers_to: None,
        choice: None,
    }]
}
