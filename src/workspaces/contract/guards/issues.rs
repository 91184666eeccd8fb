//! G04 and G08: a performer proposes issues; the pack and the person decide about theirs.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::fingerprint;
use crate::engine::turn::{Proposal, short};
use crate::model::facts::Ledger;
use crate::model::issue::{self, Evidence, EvidenceKind, Issue, IssueStatus, Severity};
use crate::model::pointer;
use crate::model::trace::Decision;
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::guards::wired::Wired;
use crate::workspaces::contract::guards::{decision, facts::assumptions};
use crate::workspaces::contract::intake::issues::{id_of, is_pack_key, label, sync};
use crate::workspaces::contract::intake::{against, provenance::Heard, review, rules, terms};
use crate::workspaces::contract::present;
use serde_json::Value;

/// Issues beside those of the pack; what a performer proposes beyond is dropped.
const MOST: usize = 100;

/// The issues of the next version.
#[must_use]
pub fn settle(
    proposal: &Proposal<'_>,
    pack: Option<&Pack>,
    ledger: &Ledger,
    changed: &[String],
    last: Option<&Heard<'_>>,
    decisions: &mut Vec<Decision>,
) -> Vec<Issue> {
    let mut issues = issue::of_state(&proposal.before.state);
    // A fact settles a doubt when the person's last words brought it, not when a performer wrote something there.
    let said: Vec<&String> = changed
        .iter()
        .filter(|at| {
            let turn = ledger.get(at).and_then(|entry| entry.turn_id.as_ref());
            turn.is_some() && turn == last.map(|heard| &heard.turn.id)
        })
        .collect();
    // What a model settles rests on the last words alone.
    let people: Vec<Turn> = proposal.turns.iter().rfind(|turn| turn.role == Role::User).cloned().into_iter().collect();
    let wired = Wired::of(proposal.wire, &people);
    let heard = Said { leaves: &said, last, wired: &wired };
    for update in proposal.output["issue_updates"].as_array().into_iter().flatten().take(MOST) {
        apply(&mut issues, update, pack, &heard, decisions);
    }
    assumed(&mut issues, pack, ledger);
    review::sync(&mut issues, pack, &proposal.patched["domain"], ledger, &proposal.before.aside.questions);
    if let Some(pack) = pack {
        for issue in sync(pack, &proposal.patched["domain"], &issues, proposal.moment.today()) {
            put(&mut issues, issue);
        }
    }
    issues
}

fn put(issues: &mut Vec<Issue>, issue: Issue) {
    match issues.iter_mut().find(|standing| standing.key == issue.key) {
        Some(standing) => *standing = issue,
        None => issues.push(issue),
    }
}

/// What the last words did.
struct Said<'a> {
    /// The leaves that they brought.
    leaves: &'a [&'a String],
    last: Option<&'a Heard<'a>>,
    wired: &'a Wired<'a>,
}

fn apply(issues: &mut Vec<Issue>, update: &Value, pack: Option<&Pack>, said: &Said<'_>, decisions: &mut Vec<Decision>) {
    let last = said.last;
    let proposed = &update["issue"];
    let key = key_of(proposed, issues);
    if key.is_empty() {
        return;
    }
    let op = update["op"].as_str().unwrap_or_default();
    let standing = issues.iter().position(|issue| issue.key.as_deref() == Some(&key));
    match op {
        // The pack opens and closes its own issues by the facts; a proposal about them is a comment.
        "upsert" | "resolve" if is_pack_key(&key) => {}
        // The list of readings is the server's own.
        _ if key == review::KEY => {}
        "upsert" => {
            let proposal = from_proposal(proposed, &key);
            let made = issues.iter().filter(|issue| issue.key.as_deref().is_some_and(|key| !is_pack_key(key))).count();
            if standing.is_none() && made >= MOST {
                decisions.push(decision("G04_issue_stays", "Замечаний уже слишком много.", Some(&key)));
                return;
            }
            put(issues, stricter(proposal, standing.and_then(|index| issues.get(index))));
        }
        "resolve" => {
            let Some(index) = standing else { return };
            let about = key.split_once(':').map(|(_, at)| at);
            let touched = about.is_some_and(|at| said.leaves.iter().any(|leaf| pointer::is_within(leaf, at)));
            let touched = touched || about.is_some_and(|at| said.wired.settles(at));
            let answered = last.is_some_and(|h| {
                let evades = h.intent.unknown || h.intent.refuse || h.intent.question;
                !evades && h.question.is_some_and(|q| q.keys.contains(&key))
            });
            let own = about.is_none() && issues[index].requires_user_confirmation != Some(true);
            if own || touched || answered {
                issues[index].status = IssueStatus::Resolved;
            } else {
                decisions.push(decision(
                    "G04_issue_stays",
                    "Ничего не изменилось: вопрос остаётся открытым.",
                    Some(&key),
                ));
            }
        }
        "dismiss" => {
            let Some(index) = standing else { return };
            let accepted = last.zip(pack).and_then(|(h, pack)| rules::accepted(pack, h, issues));
            if accepted.is_some_and(|issue| issue.key.as_deref() == Some(&key)) {
                issues[index].status = IssueStatus::Dismissed;
                return;
            }
            // «Нет» to a forbidden deal is no way round it: it is taken by a yes, or not at all.
            let rule = against::is(&key)
                || rules::by_id(&key).is_some()
                || pack.is_some_and(|p| p.checks.iter().any(|c| c.key == key));
            let answered = last.filter(|_| !rule).is_some_and(|h| {
                (h.intent.refuse || h.intent.deny) && h.question.is_some_and(|q| q.keys.contains(&key))
            });
            if answered {
                issues[index].status = IssueStatus::Dismissed;
            } else {
                decisions.push(decision("G08_dismissal", "Снять вопрос может только человек.", Some(&key)));
            }
        }
        _ => {}
    }
}

/// A performer may see an issue it knows more strictly, never more loosely; what the person dismissed stays so.
fn stricter(proposal: Issue, standing: Option<&Issue>) -> Issue {
    let Some(standing) = standing.filter(|issue| issue.status != IssueStatus::Resolved) else { return proposal };
    if standing.status == IssueStatus::Dismissed && standing.key.as_deref().is_some_and(|key| !key.contains(':')) {
        return standing.clone();
    }
    let confirm = [&proposal, standing].iter().any(|issue| issue.requires_user_confirmation == Some(true));
    Issue {
        severity: proposal.severity.min(standing.severity),
        requires_user_confirmation: confirm.then_some(true).or(proposal.requires_user_confirmation),
        ..proposal
    }
}

/// The key of a proposed issue: its own, that of the issue it names by id, or one made of its title.
fn key_of(proposed: &Value, issues: &[Issue]) -> String {
    if let Some(key) = proposed["key"].as_str().filter(|key| !key.is_empty() && key.len() <= 200) {
        return key.to_owned();
    }
    if let Some(id) = proposed["id"].as_str()
        && let Some(issue) = issues.iter().find(|issue| issue.id.as_str() == id)
    {
        return issue.key.clone().unwrap_or_default();
    }
    proposed["title"].as_str().map(|title| format!("model.{}", fingerprint::digest(title))).unwrap_or_default()
}

fn from_proposal(proposed: &Value, key: &str) -> Issue {
    let text = |name: &str, fallback: &str| {
        let given: String = proposed[name].as_str().unwrap_or_default().trim().chars().take(1_000).collect();
        if given.chars().count() < 3 { fallback.to_owned() } else { given }
    };
    let optional = |name: &str| Some(text(name, "")).filter(|t| !t.is_empty());
    Issue {
        id: id_of(key),
        key: Some(key.to_owned()),
        severity: serde_json::from_value(proposed["severity"].clone()).unwrap_or(Severity::Med),
        status: IssueStatus::Open,
        title: text("title", "Замечание"),
        why_it_matters: text("why_it_matters", "Исполнитель не пояснил, почему это важно."),
        missing_or_conflict: optional("missing_or_conflict"),
        resolution_hint: text("resolution_hint", "Уточните это в ответе."),
        requires_user_confirmation: proposed["requires_user_confirmation"].as_bool(),
        evidence: evidence(&proposed["evidence"]),
    }
}

fn evidence(proposed: &Value) -> Option<Vec<Evidence>> {
    let list: Vec<Evidence> = serde_json::from_value(proposed.clone()).ok()?;
    Some(list.into_iter().take(20).map(|e| Evidence { reference: short(&e.reference, 300), ..e }).collect())
}

/// Every assumption has an issue that only the person closes; it goes when the assumption goes.
pub fn assumed(issues: &mut Vec<Issue>, pack: Option<&Pack>, ledger: &Ledger) {
    let standing = assumptions(ledger);
    for issue in issues.iter_mut() {
        let about = issue.key.as_deref().and_then(|key| key.strip_prefix("assumed:"));
        if about.is_some_and(|at| !standing.contains_key(at)) && issue.status == IssueStatus::Open {
            issue.status = IssueStatus::Resolved;
        }
    }
    for (at, value) in standing {
        let key = format!("assumed:{at}");
        let name = pack.map_or_else(|| at.to_owned(), |pack| label(pack, at));
        let shown = short(&present::value(pack, at, value), 300);
        // The type decides which terms are essential at all.
        let critical = at == "/contract/type"
            || pack.is_some_and(|pack| {
                pack.terms.iter().any(|term| {
                    term.essential
                        && term
                            .needs
                            .iter()
                            .flat_map(|need| terms::alternatives(need))
                            .any(|root| pointer::is_within(at, root))
                })
            });
        put(
            issues,
            Issue {
                id: id_of(&key),
                key: Some(key.clone()),
                severity: if critical { Severity::Critical } else { Severity::High },
                status: IssueStatus::Open,
                title: format!("Предположение: {name}"),
                why_it_matters: "Этого никто не говорил: без подтверждения предположение не станет условием договора."
                    .into(),
                missing_or_conflict: Some(format!("{name}: {shown}")),
                resolution_hint: format!("Верно ли: {name} — {shown}?"),
                requires_user_confirmation: Some(true),
                evidence: Some(vec![Evidence { kind: EvidenceKind::FactPath, reference: at.to_owned() }]),
            },
        );
    }
}
