//! Own terms against norms that no agreement sets aside: one issue for each, until the person takes the term away,
//! words it anew or leaves it knowingly.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::mandatory::{self, Norm, Wording};
use crate::engine::knowledge::pack::{OWN_TERMS, Pack};
use crate::engine::knowledge::profiles;
use crate::engine::turn::short;
use crate::model::issue::{Evidence, EvidenceKind, Issue, IssueStatus, Severity};
use crate::model::pointer;
use crate::workspaces::contract::intake::issues::id_of;
use crate::workspaces::contract::wire::OWN;
use serde_json::Value;

/// What keys of these issues begin with; the rest is the place of the term.
pub const KEY: &str = "law:";
/// Characters of a term in a question.
const SHOWN: usize = 160;

/// Own terms of a deal: the place and the words.
fn terms(domain: &Value) -> impl Iterator<Item = (String, &str)> {
    let below = |root: &'static str, leaf: &'static str| {
        let own = domain.pointer(root).and_then(Value::as_object).into_iter().flatten();
        own.filter_map(move |(id, term)| {
            let words = if leaf.is_empty() { term.as_str() } else { term[leaf].as_str() };
            words.filter(|words| !words.trim().is_empty()).map(|words| (pointer::join(root, id), words))
        })
    };
    below(OWN_TERMS, "quote").chain(below(OWN, ""))
}

/// Own terms against the law: the place, the words, the norm.
#[must_use]
pub fn found(pack: &Pack, domain: &Value) -> Vec<(String, String, &'static Norm)> {
    // The patterns are compiled with the first term of anybody, not with the first turn.
    if terms(domain).next().is_none() {
        return Vec::new();
    }
    let Ok(law) = mandatory::embedded() else { return Vec::new() };
    let roles: Vec<&str> = pack.parties.iter().map(|party| party.role.as_str()).collect();
    let profile = profiles::of(&pack.id, &roles, domain).map(|profile| profile.id.as_str());
    let one = |(at, words): (String, &str)| {
        law.first_broken(&pack.id, profile, words).map(|norm| (at, words.to_owned(), norm))
    };
    terms(domain).filter_map(one).collect()
}

/// The issue of every own term that stands against the law, and of those that no longer do.
pub fn issues(pack: &Pack, domain: &Value, standing: &[Issue]) -> Vec<(Issue, bool)> {
    let found = found(pack, domain);
    let is_open = |key: &str| found.iter().any(|(at, ..)| key.strip_prefix(KEY) == Some(at));
    let gone =
        standing.iter().filter(|issue| issue.key.as_deref().is_some_and(|key| key.starts_with(KEY) && !is_open(key)));
    let gone: Vec<(Issue, bool)> = gone.map(|issue| (issue.clone(), false)).collect();
    found.iter().map(|(at, words, norm)| (issue(at, words, norm), true)).chain(gone).collect()
}

fn issue(at: &str, words: &str, norm: &Norm) -> Issue {
    let key = format!("{KEY}{at}");
    let law = mandatory::embedded().ok();
    let effect = law.map_or("", |law| law.effect(norm));
    let article = law.map(|law| law.article(norm)).unwrap_or_default();
    let (seems, question) = law.map_or(("", ""), |law| (law.wording.seems.as_str(), law.wording.question.as_str()));
    Issue {
        id: id_of(&key),
        key: Some(key),
        severity: Severity::Critical,
        status: IssueStatus::Open,
        title: norm.title.clone(),
        why_it_matters: format!("{} {effect} ({article})", norm.says),
        missing_or_conflict: Some(format!("«{}»", short(words.trim().trim_end_matches('.'), SHOWN))),
        resolution_hint: format!("{seems} {} {question}", norm.advice),
        requires_user_confirmation: Some(true),
        evidence: Some(vec![Evidence { kind: EvidenceKind::FactPath, reference: at.to_owned() }]),
    }
}

/// Whether an issue is one of these.
#[must_use]
pub fn is(key: &str) -> bool {
    key.starts_with(KEY)
}

/// What the choices are called.
#[must_use]
pub fn wording() -> Option<&'static Wording> {
    mandatory::embedded().ok().map(|law| &law.wording)
}

/// The term that an issue is about, while it stands.
#[must_use]
pub fn standing<'k>(key: &'k str, domain: &Value) -> Option<&'k str> {
    key.strip_prefix(KEY).filter(|at| domain.pointer(at).is_some_and(is_present))
}
