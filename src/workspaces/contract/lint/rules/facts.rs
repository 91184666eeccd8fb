//! What only the facts of a session show.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::Pack;
use crate::model::facts::Origin;
use crate::model::issue::{IssueStatus, Severity};
use crate::model::pointer;
use crate::model::terms::Proof;
use crate::workspaces::contract::intake::{issues, rules, terms};
use crate::workspaces::contract::lint::report::Repair;
use crate::workspaces::contract::lint::{Hit, Subject};

fn label(pack: &Pack, at: &str) -> String {
    pack.field_of(at).map_or_else(|| issues::label(pack, at), |field| field.label.clone())
}

/// L16: a rule of law that stands when the parties are silent, and that they changed.
pub(super) fn default_overridden(subject: &Subject<'_>) -> Vec<Hit> {
    let Some(stated) = &subject.stated else { return Vec::new() };
    let (pack, domain) = (stated.facts.pack, stated.facts.domain);
    // What a check of the pack says about the same fact is said better there.
    let checked: Vec<&str> = pack
        .checks
        .iter()
        .filter(|check| condition::all(&check.when, domain))
        .flat_map(|check| check.when.iter().map(|condition| condition.at.as_str()))
        .collect();
    let mut hits: Vec<Hit> = Vec::new();
    for rule in pack.defaults.iter().filter(|rule| rule.proof == Proof::Verified && rule.article.contains("ст.")) {
        for (at, value) in &rule.sets {
            let Some(standing) = domain.pointer(at).filter(|standing| is_present(standing)) else { continue };
            let ours = pointer::leaves(standing)
                .into_keys()
                .any(|leaf| stated.facts.ledger.origin(&format!("{at}{leaf}")) == Some(Origin::Default));
            // Several rules may settle one fact: another of them is no departure.
            let lawful = pack.defaults.iter().any(|other| other.sets.get(at) == Some(standing));
            let known = checked.contains(&at.as_str()) || hits.iter().any(|hit| hit.pointer.as_deref() == Some(at));
            // Having a deposit or a penalty at all is a choice, not a departure.
            let extra = ["/deposit/", "/penalty/"].iter().any(|part| at.starts_with(part));
            if standing != value && !extra && !ours && !lawful && !known && value.is_string() {
                let law = ("Отступление от правила закона".into(), rule.text.clone(), rule.article.clone());
                let message =
                    format!("{}: закон говорит иначе, его правило — {}", label(pack, at), favours(&rule.favours));
                hits.push(Hit { law: Some(law), ..Hit::fact(at, message) });
            }
        }
    }
    hits
}

fn favours(whom: &str) -> String {
    if whom == "нейтрально" {
        "нейтральное".to_owned()
    } else {
        format!("в пользу стороны «{whom}»")
    }
}

/// L21.
pub(super) fn assumed(subject: &Subject<'_>) -> Vec<Hit> {
    let Some(stated) = &subject.stated else { return Vec::new() };
    let entries = stated.facts.ledger.0.iter();
    let open = entries.filter(|(_, entry)| entry.origin == Origin::Assumed && is_present(&entry.value));
    let mut hits: Vec<Hit> = Vec::new();
    for (at, _) in open {
        // Composite facts are confirmed whole.
        let whole = stated.facts.pack.field_of(at).map_or(at.as_str(), |field| field.pointer.as_str());
        let shown = subject.paper.blocks.iter().flat_map(|block| &block.pointers);
        let shown = shown.into_iter().any(|shown| pointer::is_within(at, shown) || pointer::is_within(shown, whole));
        if shown && !hits.iter().any(|hit| hit.pointer.as_deref() == Some(whole)) {
            let message = format!("{}: подтвердите или назовите верное", label(stated.facts.pack, whole));
            hits.push(Hit { fix: Some(Repair::Confirm(whole.to_owned())), ..Hit::fact(whole, message) });
        }
    }
    hits
}

/// L22.
pub(super) fn orphans(subject: &Subject<'_>) -> Vec<Hit> {
    let Some(stated) = &subject.stated else { return Vec::new() };
    let pack = stated.facts.pack;
    // A number that the side cannot have is another rule's business.
    let own = stated.unused.iter().filter(|at| !at.ends_with("/kpp"));
    own.map(|at| Hit::fact(at, format!("{}: в тексте этого нет", label(pack, at)))).collect()
}

/// L23.
pub(super) fn essential(subject: &Subject<'_>) -> Vec<Hit> {
    let Some(stated) = &subject.stated else { return Vec::new() };
    let open = stated.facts.pack.terms.iter().filter(|term| term.essential || term.severity == Severity::Critical);
    open.filter(|term| terms::is_open(term, stated.facts.domain))
        .map(|term| {
            let at = terms::missing(term, stated.facts.domain)
                .first()
                .map_or("", |need| terms::alternatives(need).next().unwrap_or_default());
            let law = Some((term.title.clone(), term.consequence.clone(), term.article.clone()));
            Hit { law, ..Hit::fact(at, &term.hint) }
        })
        .collect()
}

/// L24: the pack's own checks; its bans and duties of form have rules of their own.
pub(super) fn checks_of_the_pack(subject: &Subject<'_>) -> Vec<Hit> {
    let Some(stated) = &subject.stated else { return Vec::new() };
    let own = stated.facts.pack.checks.iter().filter(|check| !matches!(check.key.as_str(), "L15" | "L17"));
    own.filter(|check| condition::all(&check.when, stated.facts.domain))
        .map(|check| {
            let id = issues::id_of(&check.key);
            let dismissed = |status| status == IssueStatus::Dismissed;
            let settled = rules::acceptable(Some(stated.facts.pack), &check.key)
                && stated.issues.iter().any(|issue| issue.id == id && dismissed(issue.status));
            let severity = Some(if settled { Severity::Low } else { check.severity });
            let law = Some((check.title.clone(), check.consequence.clone(), check.article.clone()));
            let at = check.when.first().map(|condition| condition.at.clone()).unwrap_or_default();
            Hit { severity, law, ..Hit::fact(&at, &check.hint) }
        })
        .collect()
}
