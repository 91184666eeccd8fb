//! The sample that the parts of the style guide are drawn from: a contract in the middle of its dialogue, an answer of
//! research, rows of a trial. It is data, kept beside the program.

use crate::model::compare::FactChange;
use crate::model::document_view::DocumentView;
use crate::model::form::Returned;
use crate::model::session::{SessionView, VersionRow};
use crate::model::source::Hit;
use crate::ui::live::{Compared, Live, PageData};
use crate::ui::logic::place::Place;
use crate::ui::paper::{Fetched, Paper, Wanted};
use leptos::prelude::*;
use leptos_router::params::ParamsMap;
use serde::Deserialize;
use serde_json::Value;

const TEXT: &str = include_str!("../../../../assets/guide/sample.json");

/// See the module.
#[derive(Clone, Deserialize)]
pub struct Sample {
    /// A contract that is talked about.
    pub session: SessionView,
    /// Its versions.
    pub versions: Vec<VersionRow>,
    /// Its text, a part of it.
    pub document: DocumentView,
    /// The state of an answered question.
    pub research: Value,
    /// What a search found.
    pub hits: Vec<Hit>,
    /// Rows of a mock trial.
    pub trial: Value,
    /// Facts that differ between two versions.
    pub facts: Vec<FactChange>,
}

impl Sample {
    /// Reads it; `None` only if the file beside the program is broken, which a test forbids.
    #[must_use]
    pub fn read() -> Option<Self> {
        serde_json::from_str(TEXT).ok()
    }

    /// The signals of a page that shows the contract as `change` leaves it.
    #[must_use]
    pub fn live(&self, change: impl FnOnce(&mut SessionView)) -> Live {
        self.page(change, None, None)
    }

    /// The same with a form that came back, or with two versions side by side.
    #[must_use]
    pub fn page(
        &self,
        change: impl FnOnce(&mut SessionView),
        returned: Option<Returned>,
        compared: Option<Compared>,
    ) -> Live {
        let mut view = self.session.clone();
        view.latest = view.row.version;
        change(&mut view);
        let wanted = Wanted {
            session: view.row.session_id.as_str().to_owned(),
            version: view.row.version,
            variant: None,
            part: self.document.part.clone(),
        };
        let document = Some(Fetched { wanted, outcome: Ok(Some(self.document.clone())) });
        let paper = Paper::new(Memo::new(|_| Place::default()), document.clone());
        let versions = self.versions.clone();
        let data = PageData { view, versions, trace: None, compared, proposal: None, document, returned };
        Live::new(data, paper, ParamsMap::new())
    }
}

#[cfg(test)]
mod tests {
    use super::{Sample, TEXT};

    #[test]
    fn the_sample_is_read() {
        let sample: Sample = serde_json::from_str(TEXT).expect("assets/guide/sample.json");
        assert!(!sample.session.told.review.items.is_empty() && sample.session.told.answer.card.is_some());
        assert!(sample.document.blocks.len() > 5 && !sample.hits.is_empty());
    }
}
