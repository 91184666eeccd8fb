//! The same functions where there is no browser: handlers and effects never run there, so nothing happens.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::session::SessionView;
use leptos::ev::SubmitEvent;
use leptos::web_sys::Element;

/// An attribute of the root element.
pub fn root_attribute(_name: &str) -> Option<String> {
    None
}

/// Writes an attribute of the root element.
pub fn set_root_attribute(_name: &str, _value: &str) {}

/// Shows another address of this page without reading it again.
pub fn rename(_url: &str) {}

/// Prints the page.
pub fn print() {}

/// Puts text on the clipboard.
pub fn copy(_text: &str) {}

/// The whole address of a path.
#[must_use]
pub fn absolute(path: &str) -> String {
    path.to_owned()
}

/// Goes to another address.
pub fn open(_url: &str) {}

/// Sends the file that was chosen in an `input` as JSON.
pub async fn post_chosen(_input: Element, _url: &'static str) -> Option<String> {
    None
}

/// Sends a form to an address of this site.
pub async fn post_form(_url: String, _body: String) -> Result<SessionView, ApiError> {
    Err(ApiError::new(ErrorCode::Internal, "Форма отправляется только из браузера."))
}

/// The fields of a form that is being sent.
pub fn form_body(_ev: &SubmitEvent) -> Option<String> {
    None
}

/// Keeps a text for this tab.
pub fn keep(_key: &str, _text: &str) {}

/// The text that this tab keeps.
#[must_use]
pub fn kept(_key: &str) -> Option<String> {
    None
}

/// Keeps it no longer.
pub fn forget(_key: &str) {}

/// Everything that is typed and picked in a form now.
#[must_use]
pub fn form_now(_selector: &str) -> Option<String> {
    None
}

/// Puts what was kept back into a form.
pub fn fill_form(_selector: &str, _body: &str) {}

/// An id that nobody else has.
pub fn fresh_id() -> Option<String> {
    None
}

/// Asks yes or no.
pub fn confirm(_question: &str) -> bool {
    false
}

/// What a field holds already.
pub fn typed(_selector: &str) -> String {
    String::new()
}

/// A title as it goes into the page: the framework writes it without escaping.
#[must_use]
pub fn title(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Moves the focus to the first match.
pub fn focus(_selector: &str) {}

/// Clicks the first match.
pub fn click(_selector: &str) {}

/// Scrolls the first match to its end.
pub fn scroll_to_end(_selector: &str) {}

/// Brings the first match into sight.
pub fn reveal(_selector: &str) {}

/// Whether the keyboard is writing somewhere now.
pub fn is_typing() -> bool {
    false
}

/// An open stream of events.
pub struct Stream;

/// Opens the stream of events at `url`.
pub fn listen(_url: &str, _on_event: impl Fn(&'static str, String) + Clone + 'static) -> Option<Stream> {
    None
}
