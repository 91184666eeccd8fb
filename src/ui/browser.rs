//! The few things only a browser can do: views call them from handlers and effects.

use super::logic::stream::NAMES;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, EventSource, HtmlElement, MessageEvent};

/// An attribute of the root element.
pub fn root_attribute(name: &str) -> Option<String> {
    web_sys::window()?.document()?.document_element()?.get_attribute(name)
}

/// An id that nobody else has; `None` without a source of randomness.
pub fn fresh_id() -> Option<String> {
    let mut bytes = [0_u8; 16];
    web_sys::window()?.crypto().ok()?.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// Asks yes or no.
pub fn confirm(question: &str) -> bool {
    web_sys::window().is_some_and(|w| w.confirm_with_message(question).unwrap_or(false))
}

fn find(selector: &str) -> Option<HtmlElement> {
    let found: Element = web_sys::window()?.document()?.query_selector(selector).ok()??;
    found.dyn_into().ok()
}

/// A title as the browser takes it: as text.
#[must_use]
pub fn title(text: &str) -> String {
    text.to_owned()
}

/// Moves the focus to the first match.
pub fn focus(selector: &str) {
    if let Some(element) = find(selector) {
        let _ = element.focus();
    }
}

/// Clicks the first match.
pub fn click(selector: &str) {
    if let Some(element) = find(selector) {
        element.click();
    }
}

/// Scrolls the first match to its end.
pub fn scroll_to_end(selector: &str) {
    if let Some(element) = find(selector) {
        element.set_scroll_top(element.scroll_height());
    }
}

/// Brings the first match into sight.
pub fn reveal(selector: &str) {
    if let Some(element) = find(selector) {
        element.scroll_into_view();
    }
}

/// Whether the keyboard is writing somewhere now.
pub fn is_typing() -> bool {
    web_sys::window().and_then(|w| w.document()).and_then(|d| d.active_element()).is_some_and(|active| {
        matches!(active.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT") || active.has_attribute("contenteditable")
    })
}

/// A handler of events, kept alive as long as the stream.
type Listener = Closure<dyn FnMut(MessageEvent)>;

/// An open stream of events; closes when dropped.
pub struct Stream {
    source: EventSource,
    listeners: Vec<(&'static str, Listener)>,
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.source.close();
        for (name, listener) in &self.listeners {
            let _ = self.source.remove_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
        }
    }
}

/// Opens the stream of events at `url`.
pub fn listen(url: &str, on_event: impl Fn(&'static str, String) + Clone + 'static) -> Option<Stream> {
    let source = EventSource::new(url).ok()?;
    let listeners = NAMES
        .into_iter()
        .map(|name| {
            let on_event = on_event.clone();
            let listener = Listener::new(move |event: MessageEvent| {
                on_event(name, event.data().as_string().unwrap_or_default());
            });
            let _ = source.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
            (name, listener)
        })
        .collect();
    Some(Stream { source, listeners })
}
