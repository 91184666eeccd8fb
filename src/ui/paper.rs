//! The document on a session page: what is asked for, what came, which fact is looked at.

use crate::api::load_document;
use crate::model::document_view::DocumentView;
use crate::model::error::ApiError;
use crate::model::ids::Version;
use crate::ui::logic::place::Place;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// A document that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// The session.
    pub session: String,
    /// The version on the page.
    pub version: Version,
    /// The variant; without one, the document's own.
    pub variant: Option<String>,
    /// The part.
    pub part: String,
}

/// A document that was asked for and what the server said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fetched {
    /// What was asked for.
    pub wanted: Wanted,
    /// The document, nothing yet, or why it cannot be shown.
    pub outcome: Result<Option<DocumentView>, ApiError>,
}

impl Fetched {
    /// Asks the server.
    pub async fn read(wanted: Wanted) -> Self {
        let Wanted { session, version, variant, part } = wanted.clone();
        Self { wanted, outcome: load_document(session, Some(version), variant, part).await }
    }
}

/// The document of the page. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Paper {
    /// What the address asks for.
    pub place: Memo<Place>,
    /// What came.
    pub fetched: RwSignal<Option<Fetched>>,
    /// The fact that is looked at.
    pub picked: RwSignal<Option<String>>,
}

impl Paper {
    /// From what the server gave.
    #[must_use]
    pub fn new(place: Memo<Place>, fetched: Option<Fetched>) -> Self {
        Self { place, fetched: RwSignal::new(fetched), picked: RwSignal::new(None) }
    }

    /// The document on the page.
    #[must_use]
    pub fn view(self) -> Option<DocumentView> {
        self.fetched.with(|fetched| fetched.as_ref()?.outcome.as_ref().ok()?.clone())
    }
}
