//! What an answer did not find: what the steps missed, documents that are not held.

use crate::engine::address::acts;
use crate::workspaces::norms::perform::question;
use crate::workspaces::norms::state::Norms;
use serde_json::Value;

/// What was looked for and not found.
#[must_use]
pub fn missing(norms: &Norms) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for result in norms.step_results.values() {
        for one in result["missing"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !out.iter().any(|known| known == one) {
                out.push(one.to_owned());
            }
        }
    }
    if norms.looped {
        out.push("одинаковые планы кончились: новых сведений они не дают".to_owned());
    }
    out
}

/// Whether every document that the question names is absent.
#[must_use]
pub fn only_absent(norms: &Norms) -> bool {
    let asked = question::read(&norms.user_query, &[]);
    let lost = missing(norms);
    // «СП 54» is any of its editions: only when none of them is held it is absent.
    let name = |id: &String| acts::shared().get(id).map(|act| act.short.clone());
    let names: Vec<String> = if asked.documents.len() == asked.names.len() {
        asked.documents.iter().zip(&asked.names).map(|(id, said)| name(id).unwrap_or_else(|| said.clone())).collect()
    } else {
        asked.names.clone()
    };
    !names.is_empty()
        && names
            .iter()
            .all(|name| lost.iter().any(|one| one.starts_with(name.as_str()) && one.ends_with("документа нет в базе")))
}

/// What is said where nothing was found.
#[must_use]
pub fn not_found(norms: &Norms) -> String {
    format!("«{}»: такого в имеющихся документах не нашлось", norms.user_query.trim())
}
