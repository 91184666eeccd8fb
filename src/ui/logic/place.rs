//! Which view of the result pane is shown, and of the document which variant and part; all of it lives in the address.

use crate::model::document_view::{CONTRACT, PARTS, VARIANTS};
use crate::model::ids::Version;
use crate::ui::logic::links;

/// The views of the result pane.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum View {
    /// Facts, issues, readiness.
    Facts,
    /// The document: what a person came for, from the first sentence on.
    #[default]
    Document,
}

impl View {
    /// Every view, in the order of the tabs.
    pub const ALL: [Self; 2] = [Self::Document, Self::Facts];

    /// The name in the query.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Facts => "facts",
            Self::Document => "document",
        }
    }
}

/// What the result pane shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The view.
    pub view: View,
    /// The variant of the document, one of [`VARIANTS`]; without one, the document's own.
    pub variant: Option<&'static str>,
    /// The part of the document, one of [`PARTS`].
    pub part: &'static str,
}

impl Default for Place {
    fn default() -> Self {
        Self { view: View::Document, variant: None, part: CONTRACT }
    }
}

impl Place {
    /// Reads the query; unknown names are left out.
    #[must_use]
    pub fn parse(view: Option<&str>, variant: Option<&str>, part: Option<&str>) -> Self {
        let place = Self::default();
        Self {
            view: View::ALL.into_iter().find(|known| Some(known.as_str()) == view).unwrap_or_default(),
            variant: VARIANTS.into_iter().find(|known| Some(*known) == variant),
            part: PARTS.into_iter().find(|known| Some(*known) == part).unwrap_or(place.part),
        }
    }

    /// The same document in another view.
    #[must_use]
    pub fn with_view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// Variant and part as the export routes and [`Self::parse`] read them; empty when neither is chosen.
    #[must_use]
    pub fn choice(self) -> String {
        let mut pairs = Vec::new();
        if let Some(variant) = self.variant {
            pairs.push(format!("variant={variant}"));
        }
        if self.part != CONTRACT {
            pairs.push(format!("part={}", self.part));
        }
        pairs.join("&")
    }

    /// The address of this place in a session, at an older version when one is given.
    #[must_use]
    pub fn href(self, id: &str, viewed: Option<Version>) -> String {
        let mut pairs: Vec<String> = viewed.map(|version| format!("v={version}")).into_iter().collect();
        if self.view != View::default() {
            pairs.push(format!("view={}", self.view.as_str()));
        }
        let choice = self.choice();
        if !choice.is_empty() {
            pairs.push(choice);
        }
        let query = pairs.join("&");
        links::session(id) + if query.is_empty() { "" } else { "?" } + &query
    }

    /// The same with one fact looked at: its card is open, the words behind it are highlighted.
    #[must_use]
    pub fn fact(self, id: &str, viewed: Option<Version>, pointer: &str) -> String {
        let href = self.href(id, viewed);
        let joint = if href.contains('?') { '&' } else { '?' };
        format!("{href}{joint}mark={}#fact-card", links::encode(pointer))
    }

    /// The same at the turn whose words are highlighted.
    #[must_use]
    pub fn mark(self, id: &str, viewed: Option<Version>, pointer: &str, turn: &str) -> String {
        self.fact(id, viewed, pointer).replace("#fact-card", &format!("#turn-{}", links::encode(turn)))
    }
}

/// The answer of a research session as a file.
#[must_use]
pub fn answer_file(id: &str, extension: &str) -> String {
    format!("/api/session/{}/export.{extension}", links::encode(id))
}

/// The file of a document.
#[must_use]
pub fn export(id: &str, extension: &str, place: Place) -> String {
    let choice = place.choice();
    let joint = if choice.is_empty() { "" } else { "?" };
    format!("/api/session/{}/export.{extension}{joint}{choice}", links::encode(id))
}

#[cfg(test)]
mod tests {
    use super::{Place, View, export};

    #[test]
    fn addresses_read_back() {
        let place = Place::parse(Some("document"), Some("party_2"), Some("act"));
        assert_eq!(place.href("a", None), "/s/a?variant=party_2&part=act");
        assert_eq!(place.href("a", Some(3)), "/s/a?v=3&variant=party_2&part=act");
        assert_eq!(Place::default().href("a", None), "/s/a");
        assert_eq!(place.with_view(View::Facts).href("a", None), "/s/a?view=facts&variant=party_2&part=act");
        assert_eq!(Place::default().fact("a", None, "/x y"), "/s/a?mark=%2Fx%20y#fact-card");
        assert_eq!(Place::default().mark("a", Some(2), "/x", "t1"), "/s/a?v=2&mark=%2Fx#turn-t1");
        assert_eq!(export("a", "pdf", place), "/api/session/a/export.pdf?variant=party_2&part=act");
        assert_eq!(export("a", "pdf", Place::default()), "/api/session/a/export.pdf");
    }

    #[test]
    fn unknown_names_are_the_usual_ones() {
        assert_eq!(Place::parse(Some("x"), Some("<script>"), Some("form")), Place::default());
        assert_eq!(Place::parse(None, None, None), Place::default());
    }
}
