//! «В 1.1 замените «сайт» на «интернет-магазин»»: words that stand once in the facts give way to others, and the fact that
//! holds them is corrected so. Where they stand nowhere or in several places, nothing changes and the order is answered.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::text::folded;
use crate::model::pointer;
use crate::workspaces::contract::intake::edits::{self, Asked};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::changes::Change;
use crate::workspaces::contract::perform::own::OWN;
use serde_json::{Value, json};

/// The corrections that orders of a message make.
pub(super) fn of(pack: &Pack, heard: &Heard<'_>, domain: &Value) -> Vec<Change> {
    let mut out = Vec::new();
    for edit in edits::heard(heard) {
        let Asked::Replace { old, new } = &edit.asked else { continue };
        let words = |kind: FieldKind| matches!(kind, FieldKind::Text);
        let fields = pack.fields.iter().filter(|field| words(field.kind)).map(|field| field.pointer.clone());
        let own = domain.pointer(OWN).and_then(Value::as_object).into_iter().flatten();
        let own = own.map(|(id, _)| format!("{}/quote", pointer::join(OWN, id)));
        let mut holding = fields.chain(own).filter_map(|at| {
            let said = domain.pointer(&at).filter(|value| is_present(value))?.as_str()?.to_owned();
            let places = places(&said, old);
            (!places.is_empty()).then_some((at, said, places))
        });
        let (Some((at, said, places)), None) = (holding.next(), holding.next()) else { continue };
        if let [from] = places.as_slice() {
            let value = format!("{}{}{}", &said[..*from], cased(&said[*from..], new), &said[from + old.len()..]);
            out.push(Change { at, value: Some(json!(value)), span: edit.span, formula: None });
        }
    }
    out
}

/// Where words stand in others, whole, whatever the size of their letters.
fn places(said: &str, old: &str) -> Vec<usize> {
    let (low, wanted) = (folded(said), folded(old));
    if low.len() != said.len() || wanted.len() != old.len() {
        return Vec::new();
    }
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let whole = |at: &usize| edge(low[..*at].chars().next_back()) && edge(low[at + wanted.len()..].chars().next());
    low.match_indices(&wanted).map(|(at, _)| at).filter(whole).collect()
}

/// New words, with a capital where the old ones have it.
fn cased(old: &str, new: &str) -> String {
    let capital = old.chars().next().is_some_and(char::is_uppercase);
    let mut letters = new.chars();
    match letters.next().filter(|_| capital) {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => new.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_whole() {
        for (said, old, want) in [
            ("Сайт для кофейни", "сайт", 1),
            ("сайтостроение", "сайт", 0),
            ("сайт и ещё один сайт", "сайт", 2),
            ("лендинг, форма заявки", "форма заявки", 1),
        ] {
            assert_eq!(places(said, old).len(), want, "{said}");
        }
        assert_eq!(cased("Сайт", "интернет-магазин"), "Интернет-магазин");
        assert_eq!(cased("сайт", "Лендинг"), "Лендинг");
    }
}
