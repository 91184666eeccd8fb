//! The only `<textarea>` of the tree.
//!
//! The framework writes the children of a text area as they are, so words such as `</textarea><meta …>` would become
//! markup. Here they are escaped.

use crate::ui::logic::message::{Fault, LIMIT_BYTES};
use crate::ui::text;
use leptos::prelude::*;

/// A field for words of several lines.
#[component]
pub fn TextArea(
    /// The name in the form.
    #[prop(into)]
    name: String,
    /// What stands in it at first.
    #[prop(optional, into)]
    value: String,
    /// Visible lines.
    #[prop(default = 2)]
    rows: usize,
    /// Most characters.
    #[prop(optional)]
    maxlength: Option<u32>,
    /// The element's id, for a label elsewhere.
    #[prop(optional, into)]
    id: Option<String>,
    /// What it is called where no label shows it.
    #[prop(optional, into)]
    label: Option<String>,
    /// What the empty field says.
    #[prop(optional, into)]
    placeholder: Option<String>,
    /// Whether it must be filled in.
    #[prop(optional)]
    required: bool,
    /// Words of a person to the service: Enter sends them, and they are looked at before they go.
    #[prop(optional)]
    is_words: bool,
    /// Code or data: no spelling is checked.
    #[prop(optional)]
    is_code: bool,
) -> impl IntoView {
    view! {
        <textarea
            name=name
            id=id
            rows=rows.to_string()
            maxlength=maxlength.map(|most| most.to_string())
            aria-label=label
            placeholder=placeholder
            required=required
            spellcheck=is_code.then_some("false")
            data-words=is_words.then_some("true")
            data-most-bytes=is_words.then(|| LIMIT_BYTES.to_string())
            data-empty=is_words.then(|| text::text().fault(Fault::Empty))
            data-too-long=is_words.then(|| text::text().fault(Fault::TooLong))
        >
            {as_children(&value)}
        </textarea>
    }
}

/// The words as children of the element.
fn as_children(words: &str) -> String {
    // The reader of HTML drops one line break right after the tag.
    let break_kept = if words.starts_with(['\n', '\r']) { "\n" } else { "" };
    format!("{break_kept}{}", words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"))
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn words_never_become_markup() {
        let words = "</textarea><meta http-equiv=refresh content=0> & \n";
        let html = Owner::new().with(|| view! { <TextArea name="text" value=words/> }.to_html());
        assert_eq!(html.matches("</textarea>").count(), 1, "{html}");
        assert!(html.contains("&lt;/textarea&gt;&lt;meta") && html.contains("&amp;"), "{html}");
    }

    #[test]
    fn a_first_line_break_stays() {
        let html = Owner::new().with(|| view! { <TextArea name="text" value="\nвторая строка"/> }.to_html());
        assert!(html.contains(">\n\nвторая строка</textarea>"), "{html}");
    }
}
