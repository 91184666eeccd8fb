//! A clause in the person's own words: kept when facts change, and a fact written into it goes back to the facts.

use crate::engine::document::align::{Aligned, align};
use crate::engine::document::{flow, typography};
use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::template::{self, Node};
use crate::engine::turn::{Moment, Settled};
use crate::model::error::ApiError;
use crate::model::event::Edit;
use crate::model::facts::Origin;
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::draft::overlay::{self, EDITS, Edited, Part};
use crate::workspaces::contract::draft::{self, Facts, read_back};
use crate::workspaces::contract::guards::clauses;
use crate::workspaces::contract::{edit, flow as contract_flow, stage};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Longest clause, in characters.
const LONGEST: usize = 4_000;

/// A clause as it is edited.
struct Open {
    ground: String,
    parts: Vec<Part>,
    shown: Vec<String>,
    /// Slots that words stand for, with what the slots would say now.
    replaced: BTreeMap<String, String>,
}

/// The words of a clause as the person gets them to edit.
///
/// # Errors
/// No type of contract, no such clause.
pub fn text_of(snapshot: &Snapshot, clause: &str, knowledge: &Knowledge) -> Result<String, ApiError> {
    Ok(open(snapshot, clause, knowledge)?.shown.concat().replace('\u{a0}', " "))
}

fn open(snapshot: &Snapshot, clause: &str, knowledge: &Knowledge) -> Result<Open, ApiError> {
    let unknown = || ApiError::field("clause_id", "Такого пункта в договоре нет.").with("value", clause);
    let (facts, book) = stage::ground(&snapshot.state, &snapshot.aside, knowledge).map_err(|_| unknown())?;
    let overlay = overlay::Overlay::of(snapshot);
    let (_, chosen) = draft::skeleton(facts, book, overlay.variant.unwrap_or_default());
    let found = chosen.iter().find(|known| known.id == clause).ok_or_else(unknown)?;
    let ground = overlay.templates.get(clause).unwrap_or(&found.template).clone();
    let ids: BTreeSet<String> = chosen.iter().map(|known| known.id.clone()).collect();
    let drafted = draft::draft_of(facts, snapshot, book, None);
    let numbers = flow::numbers(&drafted.document);
    let parts = match overlay.edits.get(clause) {
        Some(edited) => edited.parts.clone(),
        None => draft::parts(facts, &ids, &ground),
    };
    let pieces = draft::pieces(facts, &ids, &parts, &numbers);
    // Typography looks at the whole line and keeps its length, so the pieces keep theirs.
    let whole: String = pieces.iter().map(|(_, text)| text.as_str()).collect();
    let set: Vec<char> = typography::set(&whole).chars().collect();
    let mut rest = if set.len() == whole.chars().count() { set } else { whole.chars().collect() }.into_iter();
    let shown = pieces.iter().map(|(_, text)| rest.by_ref().take(text.chars().count()).collect()).collect();
    let replaced = overlay.edits.get(clause).map(|edited| {
        let now = |slot: &String| (slot.clone(), draft::slot_words(facts, &ids, slot));
        edited.replaced.keys().map(now).collect()
    });
    Ok(Open { ground, parts, shown, replaced: replaced.unwrap_or_default() })
}

/// Applies new words; none brings the library's back.
///
/// # Errors
/// No such clause; empty or too long words; a fact that cannot stand.
pub fn absorb(
    before: &Snapshot,
    clause: &str,
    text: Option<&str>,
    moment: &Moment,
    knowledge: &Knowledge,
) -> Result<Settled, ApiError> {
    let opened = open(before, clause, knowledge)?;
    let mut edits = overlay::edits(before);
    let mut facts: Vec<(String, Value)> = Vec::new();
    match text {
        None => drop(edits.remove(clause)),
        Some(text) => {
            let text = checked(text)?;
            let (facts_ground, _) = stage::ground(&before.state, &before.aside, knowledge)
                .map_err(|error| ApiError::field("clause_id", error.to_string()))?;
            // Saving what stands there already makes nobody its author; an author who saves again has looked at what
            // changed below the words.
            if edits.contains_key(clause) || plain(text) != plain(&opened.shown.concat()) {
                let edited = read(&opened, text, facts_ground, moment, &mut facts);
                edits.insert(clause.to_owned(), edited);
            }
        }
    }
    let mut aside = (*before.aside).clone();
    aside.extra.insert(EDITS.to_owned(), json!(edits));
    if edits.is_empty() {
        aside.extra.remove(EDITS);
    }
    let worded = Snapshot { aside: Arc::new(aside), ..before.clone() };
    if facts.is_empty() {
        Ok(rewritten(&worded, moment, knowledge))
    } else {
        refacted(worded, clause, facts, moment, knowledge)
    }
}

/// Words with single spaces, whatever kind they are.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn checked(text: &str) -> Result<&str, ApiError> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > LONGEST {
        let why = format!(
            "Пункт должен иметь от 1 до {LONGEST} знаков. Чтобы вернуть формулировку библиотеки, нажмите «Вернуть»."
        );
        return Err(ApiError::field("text", why).with("limit", LONGEST));
    }
    if text.chars().any(|c| c.is_control() && c != '\n') {
        return Err(ApiError::field("text", "В тексте есть служебные знаки: уберите их."));
    }
    Ok(text)
}

/// New words against the old ones: slots that stand go on following their facts.
fn read(opened: &Open, text: &str, ground: Facts<'_>, moment: &Moment, facts: &mut Vec<(String, Value)>) -> Edited {
    let slots = opened.parts.iter().map(|part| matches!(part, Part::Slot { .. }));
    let old: Vec<(bool, String)> = slots.zip(opened.shown.iter().cloned()).collect();
    let mut replaced = opened.replaced.clone();
    let mut parts: Vec<Part> = Vec::new();
    for piece in align(&old, &text.replace('\n', " ")) {
        match piece {
            Aligned::Words(words) => parts.push(Part::Text { text: words }),
            Aligned::Slot(slot) => parts.push(opened.parts[slot].clone()),
            Aligned::Over { slot, now } => {
                let Part::Slot { slot: source } = &opened.parts[slot] else { continue };
                let fact = fact_of(source).and_then(|(at, form)| {
                    let value = read_back::value(ground.pack, ground.domain, &at, &form, &now, moment.today())?;
                    Some((at, value))
                });
                match fact {
                    Some((at, read_back::Read { value, rest })) => {
                        facts.push((at, value));
                        parts.push(opened.parts[slot].clone());
                        if !rest.trim().is_empty() {
                            parts.push(Part::Text { text: rest });
                        }
                    }
                    None => {
                        replaced.insert(source.clone(), opened.shown[slot].clone());
                        parts.push(Part::Text { text: now });
                    }
                }
            }
        }
    }
    Edited { parts, base: opened.ground.clone(), replaced }
}

fn fact_of(slot: &str) -> Option<(String, String)> {
    match template::parse(slot).ok()?.as_slice() {
        [Node::Fact { pointer, form }] => Some((pointer.clone(), form.clone())),
        _ => None,
    }
}

/// Words only: the facts and the gate stand; a final document has to be checked again.
fn rewritten(worded: &Snapshot, moment: &Moment, knowledge: &Knowledge) -> Settled {
    let mut next = (*worded.state).clone();
    let mut aside = (*worded.aside).clone();
    if next["document"]["clauses"].is_object() {
        if let Ok(clauses) = clauses::read_out(worded, knowledge) {
            next["document"]["clauses"] = clauses;
        }
        if let Some(document) = next["document"].as_object_mut() {
            document.remove("check");
        }
        next["meta"]["stage"] = json!("clauses");
        next["meta"]["status"] = json!("ready");
        aside.next_action = Some(crate::model::action::NextAction::ProceedToFinal);
    }
    next["meta"]["state_version"] = (worded.version + 1).into();
    next["meta"]["updated_at"] = json!(moment.now);
    Settled { state: next, aside, turns: Vec::new(), decisions: Vec::new() }
}

/// Facts too: they are the person's own words, and the gate has to look again.
fn refacted(
    mut worded: Snapshot,
    clause: &str,
    facts: Vec<(String, Value)>,
    moment: &Moment,
    knowledge: &Knowledge,
) -> Result<Settled, ApiError> {
    let version = worded.version + 1;
    let mut last = None;
    for (at, value) in facts {
        let mut settled = edit::absorb(&worded, &at, &Edit::Set { value }, moment, knowledge)?;
        settled.aside.ledger.each_mut(|leaf, entry| {
            if crate::model::pointer::is_within(leaf, &at) && entry.origin == Origin::Confirmed {
                entry.origin = Origin::Stated;
                entry.note = Some(format!("вписано в текст пункта {clause}"));
            }
        });
        worded.state = Arc::new(settled.state.clone());
        worded.aside = Arc::new(settled.aside.clone());
        last = Some(settled);
    }
    let mut settled = last.ok_or_else(|| ApiError::field("text", "В тексте нет изменений."))?;
    contract_flow::reopen(&mut settled.state, &mut settled.aside, version, moment);
    Ok(settled)
}
