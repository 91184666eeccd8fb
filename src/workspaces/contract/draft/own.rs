//! What was said and no library clause says: a person's own terms, and facts that the chosen clauses leave out. Both
//! become clauses of the contract, so that nothing that was said is lost between the dialogue and the text.

use crate::engine::document::tree::{Document, Inline};
use crate::engine::knowledge::clauses::{ClauseSpec, Library};
use crate::engine::knowledge::condition::{Condition, is_present};
use crate::engine::knowledge::pack::{FieldKind, OWN_TERMS};
use crate::model::pointer;
use crate::workspaces::contract::draft::{Facts, values};
use serde_json::Value;
use std::collections::BTreeSet;

/// The section for terms that belong to no other.
const SPECIAL: &str = "special";
/// The clause that lists what no other clause says.
const TOLD: &str = "special.told";

/// The clause that says which words count where special terms differ from the others.
const PRECEDENCE: &str = "special.precedence";

/// Clauses for the terms under [`OWN_TERMS`], in the order of their ids: the clause made of the words, else the words
/// themselves in quotation marks.
pub(super) fn terms(domain: &Value, library: &mut Library) {
    let none = serde_json::Map::new();
    let own = domain.pointer(OWN_TERMS).and_then(Value::as_object).unwrap_or(&none);
    let mut ids: Vec<&String> = own.keys().collect();
    ids.sort_by_key(|id| (id.parse::<u32>().unwrap_or(u32::MAX), id.as_str().to_owned()));
    for (i, id) in ids.into_iter().enumerate() {
        let term = &own[id];
        let said = |leaf: &str| term[leaf].as_str().filter(|text| !text.trim().is_empty());
        // Another id would be no slot; such a term stays untold, and the final check says so.
        if !is_plain(id) {
            continue;
        }
        let at = pointer::join(OWN_TERMS, id);
        let text = match (said("text"), said("quote")) {
            (Some(_), _) => format!("{{{{{at}/text}}}}."),
            (None, Some(_)) => format!("Стороны согласовали особое условие: «{{{{{at}/quote}}}}»."),
            (None, None) => continue,
        };
        let named = said("section").filter(|name| library.sections.iter().any(|section| section.id == **name));
        let section = named.unwrap_or(SPECIAL);
        library.clauses.push(ClauseSpec { id: format!("{section}.own_{}", i + 1), text, ..ClauseSpec::default() });
    }
    let special = format!("{SPECIAL}.own_");
    if !library.clauses.iter().any(|clause| clause.id.starts_with(&special)) {
        library.clauses.retain(|clause| clause.id != PRECEDENCE);
    }
}

fn is_plain(id: &str) -> bool {
    id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

/// Whether a clause stands for a person's own words or for facts that no library clause says.
pub(super) fn is_own(id: &str) -> bool {
    id == TOLD || id.rsplit_once('.').is_some_and(|(_, name)| name.starts_with("own_"))
}

/// Facts of the pack that neither the words nor a choice of clauses tells.
pub(super) fn untold(facts: Facts<'_>, chosen: &[&ClauseSpec], document: &Document) -> Vec<String> {
    let shown: BTreeSet<String> = document
        .lines()
        .into_iter()
        .flatten()
        .filter_map(|inline| match inline {
            Inline::Value { pointer, .. } => Some(pointer.clone()),
            _ => None,
        })
        .collect();
    let conditions = || chosen.iter().flat_map(|clause| &clause.when);
    let asked: BTreeSet<&str> = conditions().filter(|one| tells(facts, one)).map(|one| one.at.as_str()).collect();
    let told = |leaf: &str, value: &Value| {
        shown.iter().any(|at| pointer::is_within(leaf, at))
            || asked.iter().any(|at| pointer::is_within(leaf, at))
            || names_a_kind(leaf, value, &shown)
    };
    pointer::leaves(facts.domain)
        .into_iter()
        .filter(|(leaf, value)| is_present(value) && !of_form(leaf) && !told(leaf, value))
        .map(|(leaf, _)| leaf)
        .collect()
}

/// Facts that shape the document and are no term of it.
fn of_form(leaf: &str) -> bool {
    let plain = || leaf.rsplit('/').nth(1).is_some_and(is_plain);
    let own = leaf.starts_with(OWN_TERMS) && (leaf.ends_with("/quote") || leaf.ends_with("/section")) && plain();
    matches!(leaf, "/contract/type" | "/contract/named")
        || leaf.ends_with("/kind") && leaf.starts_with("/parties/")
        || own
}

/// Whether a clause that is chosen by this condition says the fact: it wants this value, it stands because the value is
/// not another one, or the fact has only one value that it could have.
fn tells(facts: Facts<'_>, one: &Condition) -> bool {
    let value = facts.domain.pointer(&one.at).filter(|value| is_present(value));
    let other = one.is_not.as_ref().is_some_and(|unwanted| value.is_some_and(|value| value != unwanted));
    let only = one.exists == Some(true) && facts.pack.field_of(&one.at).is_some_and(|field| field.options.len() == 1);
    one.is.is_some() || one.any_of.is_some() || one.at_least.is_some() || one.below.is_some() || other || only
}

/// «/penalty/kind = percent» only says how the penalty is given: it is said where the penalty is. «none» is a term.
fn names_a_kind(leaf: &str, value: &Value, shown: &BTreeSet<String>) -> bool {
    let Some(root) = leaf.strip_suffix("/kind") else { return false };
    value != "none" && shown.iter().any(|at| pointer::is_within(at, root))
}

/// The clause that lists them by their names; `None` when there is nothing to list.
pub(super) fn told(facts: Facts<'_>, untold: &[String]) -> Option<ClauseSpec> {
    let mut fields: Vec<(&str, &str)> = Vec::new();
    for field in &facts.pack.fields {
        let meant = untold.iter().any(|leaf| pointer::is_within(leaf, &field.pointer));
        // Money is «в рублях»; a text has its own words.
        let known = values::show(facts.pack, facts.domain, &field.pointer, "label").is_some();
        if meant
            && known
            && !field.pointer.starts_with("/parties/")
            && !fields.iter().any(|(at, _)| *at == field.pointer)
        {
            fields.push((&field.pointer, &field.label));
        }
    }
    let last = fields.len().checked_sub(1)?;
    let lower = |label: &str| {
        let mut chars = label.chars();
        let first: String = chars.next().into_iter().flat_map(char::to_lowercase).collect();
        // «НДС», «ОСАГО» keep their capitals.
        if chars.clone().next().is_some_and(char::is_uppercase) { label.to_owned() } else { first + chars.as_str() }
    };
    let form = |at: &str| match facts.pack.field_of(at).map(|field| field.kind) {
        Some(FieldKind::Rate) => format!("{{{{{at}}}}} {{{{{at}|period}}}}"),
        _ => format!("{{{{{at}}}}}"),
    };
    let items = fields
        .iter()
        .enumerate()
        .map(|(i, (at, label))| format!("{}: {}{}", lower(label), form(at), if i == last { "." } else { ";" }));
    Some(ClauseSpec {
        id: TOLD.into(),
        text: "Стороны также согласовали:".into(),
        items: items.collect(),
        ..ClauseSpec::default()
    })
}
