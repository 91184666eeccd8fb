//! Subjects that one document decides: masonry, steel, plumbing. Where it is not held, a number of a neighbour that is only
//! like the question is no answer; the document is named instead.

use crate::engine::knowledge::norms::{self as lexicon, Elsewhere};
use crate::engine::knowledge::phrases;
use crate::workspaces::norms::perform::question::Asked;
use crate::workspaces::norms::perform::required::DESCRIBED;
use serde_json::Value;

/// The subject of a question that names no document.
#[must_use]
pub fn of(asked: &Asked) -> Option<&'static Elsewhere> {
    if !asked.documents.is_empty() || !asked.addresses.is_empty() {
        return None;
    }
    let words = phrases::tokens(&asked.text);
    lexicon::shared().elsewhere.iter().find(|one| one.all.iter().all(|group| group.found(&words)))
}

/// What is missing for a question whose subject a document decides that is not held, unless a place is plainly about it:
/// `sure` when its words or its description are.
#[must_use]
pub fn absent(asked: &Asked, missing: &[String], sure: bool) -> Option<String> {
    let one = of(asked).filter(|_| !sure)?;
    let named = |told: &&String| told.starts_with(&one.document) && told.ends_with("документа нет в базе");
    missing.iter().find(named).map(|told| format!("{told} ({})", one.title))
}

/// Whether a draft is plainly about the question: nothing is wrong with its number, or only that a description led to it.
#[must_use]
pub fn is_sure(unsure: bool, unbound: &[&str], numbers: &[Value]) -> bool {
    !unsure && !numbers.is_empty() && unbound.iter().all(|why| *why == DESCRIBED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::norms::perform::question;

    #[test]
    fn a_subject_of_its_own_names_its_document() {
        let told = |text: &str| of(&question::read(text, &[])).map(|one| one.document.as_str());
        assert_eq!(told("прочность кирпичной кладки на растворе М50"), Some("СП 15.13330.2020"));
        assert_eq!(told("катет сварного шва стальной балки"), Some("СП 16.13330.2017"));
        assert_eq!(told("прогиб стальной балки"), None, "loads and deflections are held");
        assert_eq!(told("защитный слой в кирпичном доме"), None);
        assert_eq!(told("СП 63 прочность кладки"), None, "a document is named");
        let asked = question::read("прочность кирпичной кладки на растворе М50", &[]);
        let lost = ["СП 15.13330.2020: документа нет в базе".to_owned()];
        assert!(absent(&asked, &lost, false).is_some());
        assert!(absent(&asked, &lost, true).is_none() && absent(&asked, &[], false).is_none());
        assert!(
            is_sure(false, &[DESCRIBED], &[Value::Null]) && !is_sure(false, &["единица не найдена"], &[Value::Null])
        );
    }
}
