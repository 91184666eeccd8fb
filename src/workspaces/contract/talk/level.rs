//! How far a contract is, and what keeps it from the next level.

use crate::engine::knowledge::dialogue::fill;
use crate::engine::text::mention::MentionKind;
use crate::engine::text::scan;
use crate::model::document_view::{DocumentView, Gap};
use crate::model::issue::{self, EvidenceKind, Issue, Severity};
use crate::model::session::GateView;
use crate::model::turn_answer::{Hold, Level};
use crate::workspaces::contract::document;
use crate::workspaces::contract::draft::Facts;
use crate::workspaces::contract::guards::gate;
use crate::workspaces::contract::talk::closing::{self, Left};
use crate::workspaces::contract::talk::facts::{self, Fact};
use crate::workspaces::contract::talk::{Ground, HEARD, quotes, review};

/// Holds that are listed; the worst come first.
const MOST: usize = 60;

/// The level, its holds, the blanks of the text where the contract can be concluded, and what is left to look at then.
#[must_use]
pub fn of(ground: &Ground<'_>, facts: &[Fact]) -> (Level, Vec<Hold>, Vec<Gap>, Left) {
    let state = &ground.now.state;
    let issues = issue::of_state(state);
    // A performer's verdict may be stricter than the rules, never looser.
    let stored = serde_json::from_value::<GateView>(state["gate"].clone()).ok().filter(|gate| !gate.ready_for_skeleton);
    let verdict = stored.unwrap_or_else(|| gate::judge(ground.pack, state, &ground.now.aside.ledger));
    if ground.pack.is_none() || !verdict.ready_for_skeleton {
        let holds = verdict.blockers.iter().map(|blocker| {
            let id = blocker.linked_issue_ids.first();
            let about = issues.iter().find(|issue| Some(&issue.id) == id);
            Hold {
                level: Level::CanBeConcluded,
                pointer: about.and_then(place),
                issue_id: id.cloned(),
                message: blocker.message.clone(),
                how: about
                    .map(|issue| issue.resolution_hint.clone())
                    .or_else(|| hint(ground, id?.as_str()))
                    .unwrap_or_default(),
            }
        });
        return (Level::Draft, holds.take(MOST).collect(), Vec::new(), Left::default());
    }
    let Ok(Some(view)) = document::view(ground.now, ground.knowledge, None, "contract") else {
        return (Level::CanBeConcluded, Vec::new(), Vec::new(), Left::default());
    };
    let holes = holes(ground, &view);
    if !holes.is_empty() {
        return (Level::Draft, holes, view.gaps, Left::default());
    }
    let left = closing::left(ground, &view.usual);
    let holds = signing(ground, facts, &view, &left);
    let level = if holds.is_empty() { Level::CanBeSigned } else { Level::CanBeConcluded };
    (level, holds, view.gaps, left)
}

/// Terms of the text that lack a fact: with a hole they say nothing, and nobody concludes that.
fn holes(ground: &Ground<'_>, view: &DocumentView) -> Vec<Hold> {
    let words = &ground.words.hold;
    let holes = view.gaps.iter().filter(|gap| gap.needed && !gap.pointer.starts_with("/parties/"));
    let hold = |gap: &Gap| Hold {
        level: Level::CanBeConcluded,
        pointer: Some(gap.pointer.clone()),
        issue_id: gap.issue.clone(),
        message: fill(&words.blank, &[("label", &facts::label(ground, &gap.pointer))]),
        how: gap.words.clone().unwrap_or_else(|| words.blank_how.clone()),
    };
    holes.map(hold).take(MOST).collect()
}

/// What keeps a text that can be concluded from being signed.
fn signing(ground: &Ground<'_>, facts: &[Fact], view: &DocumentView, left: &Left) -> Vec<Hold> {
    let words = &ground.words.hold;
    let hold = |pointer: Option<String>, message: String, how: String| Hold {
        level: Level::CanBeSigned,
        pointer,
        issue_id: None,
        message,
        how,
    };
    let waiting = review::items(ground, facts).into_iter().map(|item| {
        let message = fill(&words.review, &[("label", &item.label), ("shown", &item.shown)]);
        hold(Some(item.pointer), message, words.review_how.clone())
    });
    let conflicts = view.conflicts.iter().map(|conflict| hold(None, conflict.why.clone(), words.conflict_how.clone()));
    let findings = view
        .report
        .findings
        .iter()
        .filter(|finding| finding.blocks_gate || finding.severity == Severity::Critical)
        .map(|finding| {
            let how = finding.fix.as_ref().map(|fix| fix.label.clone());
            let how = how.unwrap_or_else(|| fill(&words.finding_how, &[("why", &finding.why)]));
            hold(finding.pointer.clone(), finding.message.clone(), how)
        });
    let stamp = Facts::of(ground.now, ground.knowledge).and_then(|facts| facts.stamp());
    let stamp = stamp.map(|stamp| hold(None, format!("{stamp}."), words.draft_how.clone()));
    let blanks = view.gaps.iter().map(|gap| {
        let message = fill(&words.blank, &[("label", &facts::label(ground, &gap.pointer))]);
        let how = gap.words.clone().unwrap_or_else(|| words.blank_how.clone());
        Hold { issue_id: gap.issue.clone(), ..hold(Some(gap.pointer.clone()), message, how) }
    });
    let missed = missed(ground).into_iter().map(|quote| {
        let message = fill(&words.missed, &[("quote", &quote)]);
        hold(None, message, words.missed_how.clone())
    });
    let unseen = (!left.usual.is_empty()).then(|| {
        let words = &ground.words.closing;
        hold(None, fill(&words.hold, &[("n", &left.usual.len().to_string())]), words.hold_how.clone())
    });
    let all = waiting.chain(missed).chain(conflicts).chain(findings).chain(unseen).chain(blanks).chain(stamp);
    all.take(MOST).collect()
}

/// Words of the last message that name a sum, a share or a day, and of which nothing was made: whoever said them believes
/// that they are agreed.
pub(super) fn missed(ground: &Ground<'_>) -> Vec<String> {
    let Some(heard) = ground.now.aside.extra.get(HEARD) else { return Vec::new() };
    let names = |quote: &String| {
        let valued = |kind: &MentionKind| {
            matches!(
                kind,
                MentionKind::Money { .. }
                    | MentionKind::Percent { .. }
                    | MentionKind::Date { .. }
                    | MentionKind::DateRange { .. }
            )
        };
        // No date is read here, so the day does not matter.
        scan::mentions(quote, "2000-01-01").iter().any(|mention| valued(&mention.kind))
    };
    quotes(&heard["not_understood"]).into_iter().filter(names).collect()
}

/// The fact that an issue is about.
fn place(issue: &Issue) -> Option<String> {
    let evidence = issue.evidence.as_ref()?.iter().find(|one| one.kind == EvidenceKind::FactPath)?;
    Some(evidence.reference.clone())
}

fn hint(ground: &Ground<'_>, id: &str) -> Option<String> {
    let key = id.strip_prefix("issue:")?;
    let pack = ground.pack?;
    let check = || pack.checks.iter().find(|check| check.key == key).map(|check| check.hint.clone());
    pack.term(key).map(|term| term.hint.clone()).or_else(check)
}
