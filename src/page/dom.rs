//! Short names for what the program asks of the document.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Document, Element, Event, EventTarget, HtmlElement, HtmlInputElement, HtmlTextAreaElement, Storage, Window,
};

/// The window; there is always one where this program runs.
pub fn window() -> Option<Window> {
    web_sys::window()
}

/// The document.
pub fn document() -> Option<Document> {
    window()?.document()
}

/// The `html` element.
pub fn root() -> Option<Element> {
    document()?.document_element()
}

/// The first match in the document.
pub fn one(selector: &str) -> Option<Element> {
    document()?.query_selector(selector).ok().flatten()
}

/// All matches below an element.
pub fn all(within: &Element, selector: &str) -> Vec<Element> {
    let Ok(found) = within.query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.item(index)?.dyn_into().ok()).collect()
}

/// An attribute that is there and not empty.
pub fn attr(element: &Element, name: &str) -> Option<String> {
    element.get_attribute(name).filter(|value| !value.is_empty())
}

/// The element that an event happened on.
pub fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// Hears an event for as long as the page lives. What it does may lead to the same event again.
pub fn on<E: wasm_bindgen::convert::FromWasmAbi + 'static>(
    at: &EventTarget,
    name: &str,
    capture: bool,
    heard: impl Fn(E) + 'static,
) {
    let heard = Closure::<dyn Fn(E)>::new(heard).into_js_value();
    let _ = at.add_event_listener_with_callback_and_bool(name, heard.unchecked_ref(), capture);
}

/// Does something after so many milliseconds.
pub fn later(milliseconds: i32, what: impl FnOnce() + 'static) {
    let Some(window) = window() else { return };
    let what = Closure::once_into_js(what);
    let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(what.unchecked_ref(), milliseconds);
}

/// Moves the focus.
pub fn focus(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let _ = element.focus();
    }
}

/// Brings an element into sight; on a narrow screen the pane that it stands in comes forward first.
pub fn reveal(element: &Element) {
    for (pane, button) in [(".result-pane", "#pane-result"), (".chat-pane", "#pane-chat")] {
        if element.closest(pane).ok().flatten().is_some() {
            pick(button);
        }
    }
    element.scroll_into_view();
}

fn pick(button: &str) {
    let button = one(button).and_then(|button| button.dyn_into::<HtmlInputElement>().ok());
    if let Some(button) = button.filter(|button| !button.checked()) {
        button.click();
    }
}

/// Whether the keyboard is writing somewhere now.
pub fn is_typing() -> bool {
    document().and_then(|document| document.active_element()).is_some_and(|active| {
        matches!(active.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT") || active.has_attribute("contenteditable")
    })
}

/// Writes into a field as if it was typed: whoever listens to the field hears it.
pub fn write(field: &HtmlTextAreaElement, words: &str) {
    field.set_value(words);
    let init = web_sys::EventInit::new();
    init.set_bubbles(true);
    if let Ok(event) = Event::new_with_event_init_dict("input", &init) {
        let _ = field.dispatch_event(&event);
    }
}

/// What this tab keeps until it is closed.
pub fn store() -> Option<Storage> {
    window()?.session_storage().ok().flatten()
}

/// The address of the page without its fragment.
pub fn address() -> String {
    let href = window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// The path of the page.
pub fn path() -> String {
    window().and_then(|window| window.location().pathname().ok()).unwrap_or_default()
}

/// A named value of an object of the browser.
pub fn member(object: &JsValue, name: &str) -> JsValue {
    js_sys::Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}
