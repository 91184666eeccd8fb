//! The gate: a deterministic verdict; a model may be stricter, never looser.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::Pack;
use crate::engine::turn::{Proposal, Rejection, Settled, short};
use crate::model::action::{HaltCategory, HaltError, NextAction};
use crate::model::facts::Ledger;
use crate::model::issue::{self, Issue, IssueStatus, Severity};
use crate::model::session::{Blocker, GateView};
use crate::workspaces::contract::guards::question::{self, Ground};
use crate::workspaces::contract::guards::{decision, interpret, pack_of};
use crate::workspaces::contract::intake::{issues as intake_issues, review, rules, terms};
use crate::workspaces::contract::{foreign, stage, state};
use serde_json::{Value, json};

/// Blockers that a performer may add, and issues that one of them may name.
const MOST: usize = 50;

/// The verdict of the rules alone.
///
/// Closed while a critical issue or one about an essential term is open (sides, subject, price, term, conflicts,
/// critical assumptions, forbidden deals), or when such a term was dismissed. A dismissed check opens the gate only
/// where the pack lets the person accept it.
#[must_use]
pub fn judge(pack: Option<&Pack>, state_value: &Value, ledger: &Ledger) -> GateView {
    let domain = &state_value["domain"];
    let all = issue::of_state(state_value);
    let confirm = state::assumptions_need_confirmation(state_value);
    let stands = |issue: &&Issue| blocks(pack, issue, confirm) || foreign::waits(ledger, issue);
    let mut blockers: Vec<Blocker> = all.iter().filter(stands).map(blocker).collect();
    // A term can be missing, or a check hold, without an issue when the state was made by another performer.
    for (key, severity, message) in pack.into_iter().flat_map(|pack| wanted(pack, domain)) {
        let id = intake_issues::id_of(key);
        let settled = all.iter().any(|issue| issue.id == id && issue.status == IssueStatus::Dismissed);
        let named = blockers.iter().any(|b| b.linked_issue_ids.contains(&id));
        let accepted = settled && rules::acceptable(pack, key);
        if !named && !accepted {
            blockers.push(Blocker { severity, message, linked_issue_ids: vec![id] });
        }
    }
    // A deed that a notary makes is never ready here, whatever a person accepts: the text stays a draft for him.
    if let Some(duty) = pack.and_then(|pack| pack.notary(domain)) {
        let id = intake_issues::id_of(NOTARY);
        if !blockers.iter().any(|blocker| blocker.linked_issue_ids.contains(&id)) {
            let message = format!("Проект для нотариуса: {} ({})", duty.text, duty.article);
            let linked = all.iter().any(|issue| issue.id == id).then_some(id);
            blockers.push(Blocker {
                severity: Severity::Critical,
                message,
                linked_issue_ids: linked.into_iter().collect(),
            });
        }
    }
    let meter = pack.map(|pack| terms::meter(pack, domain, ledger)).unwrap_or_default();
    let summary = if blockers.is_empty() {
        format!(
            "Существенные условия согласованы: {} из {}. Можно строить структуру договора.",
            meter.done, meter.total
        )
    } else {
        let first: Vec<&str> =
            blockers.iter().take(3).map(|b| b.message.split(':').next().unwrap_or_default()).collect();
        format!("Договор ещё не готов: {}. Препятствий: {}.", first.join("; "), blockers.len())
    };
    GateView { ready_for_skeleton: blockers.is_empty(), summary, blockers }
}

/// Key of the check by which packs say that a notary makes the deed.
const NOTARY: &str = "L15";

/// What the facts alone want of the gate: open critical or essential terms, critical checks that hold.
fn wanted<'p>(pack: &'p Pack, domain: &Value) -> Vec<(&'p str, Severity, String)> {
    let words = |title: &str, consequence: &str, article: &str| format!("{title}: {consequence} ({article})");
    let open = pack
        .terms
        .iter()
        .filter(|term| (term.severity == Severity::Critical || term.essential) && terms::is_open(term, domain))
        .map(|t| (t.key.as_str(), t.severity, words(&t.title, &t.consequence, &t.article)));
    let held = pack
        .checks
        .iter()
        .filter(|check| check.severity == Severity::Critical && condition::all(&check.when, domain))
        .map(|c| (c.key.as_str(), c.severity, words(&c.title, &c.consequence, &c.article)));
    open.chain(held).collect()
}

fn blocks(pack: Option<&Pack>, issue: &Issue, confirm_assumptions: bool) -> bool {
    let key = issue.key.as_deref().unwrap_or_default();
    let essential = pack.and_then(|pack| pack.term(key)).is_some_and(|term| term.essential);
    let rule = rules::by_id(key).is_some();
    if !(essential || rule || issue.severity == Severity::Critical)
        || (key.starts_with("assumed:") && !confirm_assumptions)
    {
        return false;
    }
    match issue.status {
        IssueStatus::Open => true,
        IssueStatus::Dismissed => intake_issues::is_pack_key(key) && !rules::acceptable(pack, key),
        IssueStatus::Resolved => false,
    }
}

fn blocker(issue: &Issue) -> Blocker {
    let what = issue
        .missing_or_conflict
        .as_deref()
        .map(|text| format!("{}. ", text.trim_end_matches('.')))
        .unwrap_or_default();
    Blocker {
        severity: issue.severity,
        message: format!("{}: {what}{}", issue.title, issue.why_it_matters),
        linked_issue_ids: vec![issue.id.clone()],
    }
}

/// Settles a `GATE_CHECK` answer.
///
/// # Errors
/// G01, G07.
pub fn settle(proposal: &mut Proposal<'_>, knowledge: &Knowledge) -> Result<Settled, Rejection> {
    let action = interpret::action(proposal, &["ask_user", "proceed_to_skeleton", "halt_error"])?;
    interpret::silent_conflict(proposal.output, &issue::of_state(&proposal.before.state))?;
    let mut decisions = Vec::new();
    let pack = pack_of(&proposal.patched["domain"], proposal.turns, knowledge);
    let mut verdict = judge(pack, &proposal.patched, &proposal.before.aside.ledger);
    let proposed: Option<GateView> = serde_json::from_value(proposal.patched["gate"].clone()).ok();
    match proposed {
        Some(gate) if gate.ready_for_skeleton && !verdict.ready_for_skeleton => {
            decisions.push(decision(
                "G20_gate_looser",
                "Исполнитель открыл бы ворота; правила их закрывают.",
                Some("/gate"),
            ));
        }
        Some(gate) if !gate.ready_for_skeleton => stricter(&mut verdict, gate),
        _ => {}
    }
    let mut next = proposal.patched.clone();
    next["gate"] = json!(verdict);
    let mut aside = (*proposal.before.aside).clone();
    stage::shelve(&mut next, &mut aside);
    aside.pending = None;
    aside.run.loops += 1;
    let mut turns = Vec::new();
    let settled_action = if verdict.ready_for_skeleton {
        next["meta"]["status"] = json!("ready");
        NextAction::ProceedToSkeleton
    } else {
        next["meta"]["status"] = json!("blocked");
        let issues = issue::of_state(&next);
        let domain = next["domain"].clone();
        let ground = Ground { pack, domain: &domain, issues: &issues, asked: &aside.questions, strict: false };
        let planned = match action {
            NextAction::AskUser { ask_user } => question::settle(&ground, &ask_user, &mut decisions),
            _ => interpret::next_question(&ground),
        };
        match planned {
            Some(planned) => interpret::ask(proposal, &mut next, &mut aside, &mut turns, planned, &mut decisions),
            None => interpret::halt(proposal, &mut next, &mut turns, nothing_left(&verdict, &domain, pack)),
        }
    };
    aside.next_action = Some(settled_action);
    Ok(Settled { state: next, aside, turns, decisions })
}

/// Adds what a stricter performer sees; a closed gate has at least one blocker.
fn stricter(verdict: &mut GateView, gate: GateView) {
    verdict.ready_for_skeleton = false;
    for mut blocker in gate.blockers.into_iter().take(MOST) {
        blocker.message = short(&blocker.message, 1_000);
        blocker.linked_issue_ids.truncate(MOST);
        if !verdict.blockers.iter().any(|b| b.message == blocker.message) {
            verdict.blockers.push(blocker);
        }
    }
    if verdict.blockers.is_empty() {
        let message = if gate.summary.trim().is_empty() {
            "Исполнитель считает договор неготовым.".into()
        } else {
            short(&gate.summary, 1_000)
        };
        verdict.blockers.push(Blocker { severity: Severity::High, message, linked_issue_ids: Vec::new() });
        verdict.summary = short(&gate.summary, 1_000);
    }
}

/// Why the run stops where no question is left: what the person can still do about each thing, said once. A deed of a notary
/// is no lack: its facts are whole, and the next step is his.
fn nothing_left(verdict: &GateView, domain: &Value, pack: Option<&Pack>) -> HaltError {
    let notary = intake_issues::id_of(NOTARY);
    let duty = pack.and_then(|pack| pack.notary(domain));
    let deed = |blocker: &&Blocker| {
        duty.is_some_and(|duty| blocker.message.contains(&duty.article)) || blocker.linked_issue_ids.contains(&notary)
    };
    let (deeds, others): (Vec<&Blocker>, Vec<&Blocker>) =
        verdict.blockers.iter().partition(|blocker| duty.is_some() && deed(blocker));
    let list: Vec<&str> = others.iter().take(5).map(|b| b.message.trim_end_matches('.')).collect();
    if let Some(first) = deeds.first().filter(|_| others.is_empty()) {
        return HaltError {
            category: HaltCategory::InsufficientContext,
            message: format!("Проект договора собран. {}.", first.message.trim_end_matches('.')),
            suggested_recovery: Some("Скачайте проект и покажите его нотариусу: договор удостоверяет он.".into()),
        };
    }
    let reviewed = intake_issues::id_of(review::KEY);
    if !others.is_empty() && others.iter().all(|blocker| blocker.linked_issue_ids.contains(&reviewed)) {
        return HaltError {
            category: HaltCategory::InsufficientContext,
            message: format!("Осталось ваше слово о том, что прочитано: {}.", list.join("; ")),
            suggested_recovery: Some("Ответьте «всё верно» или напишите, что исправить.".into()),
        };
    }
    HaltError {
        category: HaltCategory::InsufficientContext,
        message: format!("Вопросы закончились, договору мешает: {}.", list.join("; ")),
        suggested_recovery: Some("Исправьте или дополните это обычными словами либо в карточке.".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::contract::tests::KNOWLEDGE;

    #[test]
    fn a_deed_of_a_notary_is_no_lack() {
        let pack = KNOWLEDGE.pack("share_sale").unwrap();
        let domain = json!({});
        let duty = pack.notary(&domain).unwrap();
        let blocker = |message: String| Blocker { severity: Severity::Critical, message, linked_issue_ids: Vec::new() };
        let deed = blocker(format!("Проект для нотариуса: {} ({})", duty.text, duty.article));
        let verdict = |blockers| GateView { ready_for_skeleton: false, summary: String::new(), blockers };
        let halt = nothing_left(&verdict(vec![deed.clone()]), &domain, Some(pack));
        assert!(halt.message.starts_with("Проект договора собран") && !halt.message.contains(".."), "{}", halt.message);
        let halt = nothing_left(&verdict(vec![deed, blocker("Цена: не названа.".into())]), &domain, Some(pack));
        assert_eq!(halt.message, "Вопросы закончились, договору мешает: Цена: не названа.");
    }
}
