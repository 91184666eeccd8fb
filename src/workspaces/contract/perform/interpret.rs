//! INTERPRET without a model: facts from the last message, issues of the pack, the next question.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::pack::Pack;
use crate::model::issue::{Evidence, EvidenceKind, Issue, IssueStatus, Severity};
use crate::model::pointer;
use crate::workspaces::contract::intake::issues::{id_of, label, sync};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::{questions, recognise, requisites, review, rules};
use crate::workspaces::contract::perform::answer;
use crate::workspaces::contract::perform::facts::{Doubt, Draft, collect};
use crate::workspaces::contract::perform::input::Given;
use crate::workspaces::contract::{edit, present, state, steps};
use serde_json::{Value, json};

/// Answers one INTERPRET step.
#[must_use]
pub fn perform(given: &Given, knowledge: &Knowledge) -> Value {
    let Some(last) = given.turns.last() else {
        return answer::halt(steps::INTERPRET, "В диалоге нет ни одного сообщения.");
    };
    let question = last.answers_to.as_ref().and_then(|id| given.asked.get(id));
    let heard = Heard::new(last, question);
    let before = &given.state["domain"];
    let mut draft = Draft::new(before, &given.ledger);
    let Some(pack) = choose_type(&heard, &mut draft, knowledge) else {
        return answer::halt(steps::INTERPRET, "В базе знаний нет ни одного вида договора.");
    };
    let mut issues = given.issues();
    if state::contract_type(before).is_some_and(|id| id != pack.id && !pack.generic) {
        change_type(pack, given, knowledge, &mut draft);
    }
    draft.disputed = disputed(pack, &issues);
    collect(pack, &heard, &mut draft);

    let mut updates = doubts(pack, &heard, &draft, &mut issues);
    for issue in sync(pack, &draft.domain, &issues, given.now.get(..10).unwrap_or_default()) {
        let op = if issue.status == IssueStatus::Open { "upsert" } else { "resolve" };
        updates.push(json!({"op": op, "issue": issue}));
        match issues.iter_mut().find(|standing| standing.key == issue.key) {
            Some(standing) => *standing = issue,
            None => issues.push(issue),
        }
    }
    let asked_about = heard.question.map(|q| q.keys.as_slice());
    let accepted = rules::accepted(pack, asked_about, last.choice.as_deref(), &heard.intent, &issues).cloned();
    if let Some(issue) = accepted {
        updates.push(json!({"op": "dismiss", "issue": issue}));
        issues.iter_mut().filter(|i| i.key == issue.key).for_each(|i| i.status = IssueStatus::Dismissed);
    }
    let mut asked = given.asked.clone();
    if let Some(record) = last.answers_to.as_ref().and_then(|id| asked.get_mut(id)) {
        record.settled = questions::is_settled(&heard, record, &draft.writes);
    }
    let next =
        answer::next(Some(pack), &draft.domain, &issues, &asked).unwrap_or_else(|| json!({"kind": "proceed_to_gate"}));
    let after = json!({"domain": draft.domain});
    let ops = json!(json_patch::diff(&json!({"domain": before}), &after));
    let rationale = format!("Вид договора: {}. Новых фактов: {}.", pack.short, draft.writes.len());
    let mut output = answer::output(steps::INTERPRET, ops, json!(updates), next, &rationale, &draft.notes);
    if draft.doubts.iter().any(|doubt| matches!(doubt, Doubt::Conflict { .. })) {
        output["safety"] = json!({"detected_conflict": true});
    }
    output
}

/// What open conflicts, bans and rules are about.
#[must_use]
pub fn disputed(pack: &Pack, issues: &[Issue]) -> Vec<String> {
    let open = issues.iter().filter(|issue| issue.status == IssueStatus::Open);
    open.flat_map(|issue| match issue.key.as_deref().and_then(|key| key.split_once(':')) {
        Some((_, at)) => vec![at.to_owned()],
        None if issue.key.as_deref() == Some(review::KEY) => Vec::new(),
        None if pack.term(issue.key.as_deref().unwrap_or_default()).is_none() => rules::targets(pack, issue),
        None => Vec::new(),
    })
    .collect()
}

/// The pack of the session: the type that stands, a correction of it, or what the words name.
fn choose_type<'k>(heard: &Heard<'_>, draft: &mut Draft, knowledge: &'k Knowledge) -> Option<&'k Pack> {
    let standing = state::contract_type(&draft.domain).and_then(|id| knowledge.pack(id));
    let named = recognise::recognise(&heard.turn.text, &heard.mentions, knowledge).map(|found| found.pack);
    let chosen = match (standing, named) {
        (Some(standing), Some(named)) if standing.id != named.id && (heard.intent.correction || standing.generic) => {
            named
        }
        (Some(standing), _) => return Some(standing),
        (None, Some(named)) => named,
        (None, None) => {
            draft.notes.push("Вид договора не распознан: взята общая форма.".into());
            recognise::generic(knowledge)?
        }
    };
    if !chosen.generic {
        draft.replace("/contract/type", json!(chosen.id));
    }
    Some(chosen)
}

/// Another type: what was said before is read again with its eyes, sides keep their places, the rest goes.
fn change_type(after: &Pack, given: &Given, knowledge: &Knowledge, draft: &mut Draft) {
    let before = state::contract_type(&given.state["domain"]).and_then(|id| knowledge.pack(id));
    let earlier = given.turns.len().saturating_sub(1);
    for turn in &given.turns[..earlier] {
        let question = turn.answers_to.as_ref().and_then(|id| given.asked.get(id));
        collect(after, &Heard::new(turn, question), draft);
        draft.reads.clear();
    }
    draft.doubts.clear();
    draft.spans.clear();
    for (old, new) in before.into_iter().flat_map(|before| before.parties.iter().zip(&after.parties)) {
        let to = format!("/parties/{}", new.role);
        let standing = draft.domain.pointer(&format!("/parties/{}", old.role)).cloned();
        if let Some(side) = standing.filter(|_| after.party(&old.role).is_none() && !draft.has(&to)) {
            draft.replace(&to, side);
        }
    }
    let leaves: Vec<String> = pointer::leaves(&draft.domain).into_keys().collect();
    for at in leaves.iter().filter(|at| !after.knows(at)) {
        if let Some(tokens) = pointer::tokens(at) {
            edit::remove(&mut draft.domain, &tokens);
        }
    }
}

/// Issues for what does not fit together: conflicts and requisites that do not add up; and the end of such doubts.
fn doubts(pack: &Pack, heard: &Heard<'_>, draft: &Draft, issues: &mut Vec<Issue>) -> Vec<Value> {
    let mut updates = Vec::new();
    for issue in issues.iter_mut().filter(|issue| issue.status == IssueStatus::Open) {
        let Some(key) = issue.key.clone() else { continue };
        let Some((kind @ ("conflict" | "requisite"), at)) = key.split_once(':') else { continue };
        let renewed = draft.doubts.iter().any(|doubt| doubt.key() == key);
        let answered = heard.question.is_some_and(|q| q.keys.contains(&key));
        let written = draft.writes.iter().any(|w| crate::model::pointer::is_within(w, at));
        let marks = &heard.intent;
        let evades = marks.question || marks.unknown || marks.as_usual || marks.refuse;
        let closed = written || (kind == "conflict" && answered && !evades);
        if closed && !renewed {
            issue.status = IssueStatus::Resolved;
            updates.push(json!({"op": "resolve", "issue": issue}));
        }
    }
    for doubt in &draft.doubts {
        let issue = issue_of(pack, heard, doubt);
        updates.push(json!({"op": "upsert", "issue": issue}));
        issues.retain(|standing| standing.key != issue.key);
        issues.insert(0, issue);
    }
    updates
}

fn issue_of(pack: &Pack, heard: &Heard<'_>, doubt: &Doubt) -> Issue {
    let key = doubt.key();
    let base = |title: String, why: String, what: String, hint: String, at: &str| Issue {
        id: id_of(&key),
        key: Some(key.clone()),
        severity: Severity::Critical,
        status: IssueStatus::Open,
        title,
        why_it_matters: why,
        missing_or_conflict: Some(what),
        resolution_hint: hint,
        requires_user_confirmation: Some(true),
        evidence: Some(vec![
            Evidence { kind: EvidenceKind::Turn, reference: heard.turn.id.0.clone() },
            Evidence { kind: EvidenceKind::FactPath, reference: at.to_owned() },
        ]),
    };
    match doubt {
        Doubt::Conflict { at, old, old_quote, new, new_quote, one_message } => {
            let name = label(pack, at);
            if *one_message {
                let shown = |value: &Value| present::value(Some(pack), at, value);
                return base(
                    format!("Противоречие: {name}"),
                    "В договоре не может быть двух разных значений одного условия.".into(),
                    format!("Названо два значения: «{old_quote}» и «{new_quote}»."),
                    format!("{name}: сказано и «{}», и «{}». Какое значение верно?", shown(old), shown(new)),
                    at,
                );
            }
            let (old, new) = (present::value(Some(pack), at, old), present::value(Some(pack), at, new));
            base(
                format!("Противоречие: {name}"),
                "В договоре не может быть двух разных значений одного условия.".into(),
                format!("Было: {old} («{old_quote}»). Теперь: {new} («{new_quote}»)."),
                format!("{name}: раньше было «{old}», теперь — «{new}». Какое значение верно?"),
                at,
            )
        }
        Doubt::Requisite { at, said, why } => requisites::issue(Some(pack), at, said, why, Some(&heard.turn.id)),
    }
}
