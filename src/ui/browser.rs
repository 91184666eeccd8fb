//! The few things only a browser can do: views call them from handlers and effects.

use super::logic::stream::NAMES;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::session::SessionView;
use leptos::__reexports::send_wrapper::SendWrapper;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Element, EventSource, FormData, Headers, HtmlElement, HtmlFormElement, HtmlInputElement, HtmlSelectElement,
    HtmlTextAreaElement, MessageEvent, RequestInit, Response, SubmitEvent, UrlSearchParams,
};

/// An attribute of the root element.
pub fn root_attribute(name: &str) -> Option<String> {
    web_sys::window()?.document()?.document_element()?.get_attribute(name)
}

/// Writes an attribute of the root element.
pub fn set_root_attribute(name: &str, value: &str) {
    if let Some(root) = web_sys::window().and_then(|w| w.document()).and_then(|d| d.document_element()) {
        let _ = root.set_attribute(name, value);
    }
}

/// Shows another address of this page without reading it again.
pub fn rename(url: &str) {
    if let Some(history) = web_sys::window().and_then(|w| w.history().ok()) {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(url));
    }
}

/// Prints the page.
pub fn print() {
    if let Some(window) = web_sys::window() {
        let _ = window.print();
    }
}

/// Puts text on the clipboard; nothing happens where the browser does not allow it.
pub fn copy(text: &str) {
    if let Some(window) = web_sys::window() {
        let _ = window.navigator().clipboard().write_text(text);
    }
}

/// The whole address of a path.
#[must_use]
pub fn absolute(path: &str) -> String {
    let origin = web_sys::window().and_then(|window| window.location().origin().ok()).unwrap_or_default();
    format!("{origin}{path}")
}

/// Goes to another address.
pub fn open(url: &str) {
    if let Some(window) = web_sys::window() {
        let _ = window.location().set_href(url);
    }
}

/// Sends the file that was chosen in an `input` as JSON; gives the text of the answer, whatever its status.
pub async fn post_chosen(input: Element, url: &'static str) -> Option<String> {
    let input: HtmlInputElement = input.dyn_into().ok()?;
    let file = input.files()?.get(0)?;
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_body(&file);
    let headers = Headers::new().ok()?;
    headers.set("content-type", "application/json").ok()?;
    init.set_headers(&headers);
    let answer = JsFuture::from(web_sys::window()?.fetch_with_str_and_init(url, &init)).await;
    // The same file may be chosen again after a refusal.
    input.set_value("");
    let answer: Response = answer.ok()?.dyn_into().ok()?;
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}

/// Sends a form to an address of this site and reads the session that comes back.
pub async fn post_form(url: String, body: String) -> Result<SessionView, ApiError> {
    // What JavaScript gives stays on its thread; there is only one here.
    let text = SendWrapper::new(async move { post_text(&url, &body).await }).await;
    let answer = text.as_deref().ok_or_else(lost)?;
    if let Ok(view) = serde_json::from_str(answer) {
        return Ok(view);
    }
    let mut answer: serde_json::Value = serde_json::from_str(answer).map_err(|_| lost())?;
    Err(serde_json::from_value(answer["error"].take()).unwrap_or_else(|_| lost()))
}

fn lost() -> ApiError {
    ApiError::new(
        ErrorCode::StorageUnavailable,
        "Нет связи с сервером. Проверьте соединение и повторите: ничего не потеряно.",
    )
}

async fn post_text(url: &str, body: &str) -> Option<String> {
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_body(&JsValue::from_str(body));
    let headers = Headers::new().ok()?;
    headers.set("content-type", "application/x-www-form-urlencoded").ok()?;
    headers.set("accept", "application/json").ok()?;
    init.set_headers(&headers);
    let answer = JsFuture::from(web_sys::window()?.fetch_with_str_and_init(url, &init)).await;
    let answer: Response = answer.ok()?.dyn_into().ok()?;
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}

/// The fields of a form that is being sent, with the button that sends it.
pub fn form_body(ev: &SubmitEvent) -> Option<String> {
    let form: HtmlFormElement = ev.target()?.dyn_into().ok()?;
    let data = FormData::new_with_form(&form).ok()?;
    let pairs = UrlSearchParams::new_with_str_sequence_sequence(&data).ok()?;
    let button = ev.submitter();
    let named = |name: &str| button.as_ref().and_then(|button| button.get_attribute(name));
    if let (Some(name), Some(value)) = (named("name"), named("value")) {
        pairs.append(&name, &value);
    }
    Some(pairs.to_string().into())
}

/// Keeps a text for this tab, until it is closed.
pub fn keep(key: &str, text: &str) {
    if let Some(store) = web_sys::window().and_then(|w| w.session_storage().ok().flatten()) {
        let _ = store.set_item(key, text);
    }
}

/// The text that this tab keeps.
pub fn kept(key: &str) -> Option<String> {
    web_sys::window()?.session_storage().ok()??.get_item(key).ok()?
}

/// Keeps it no longer.
pub fn forget(key: &str) {
    if let Some(store) = web_sys::window().and_then(|w| w.session_storage().ok().flatten()) {
        let _ = store.remove_item(key);
    }
}

/// Everything that is typed and picked in a form now.
pub fn form_now(selector: &str) -> Option<String> {
    let form: HtmlFormElement = find(selector)?.dyn_into().ok()?;
    let data = FormData::new_with_form(&form).ok()?;
    Some(UrlSearchParams::new_with_str_sequence_sequence(&data).ok()?.to_string().into())
}

/// Puts what was kept back into a form; what travels in hidden fields stays.
pub fn fill_form(selector: &str, body: &str) {
    let (Some(form), Ok(pairs)) = (find(selector), UrlSearchParams::new_with_str(body)) else { return };
    let Ok(fields) = form.query_selector_all("input:not([type=hidden]), textarea, select") else { return };
    for index in 0..fields.length() {
        let Some(field) = fields.item(index).and_then(|node| node.dyn_into::<Element>().ok()) else { continue };
        let name = field.get_attribute("name").unwrap_or_default();
        if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
            if matches!(input.type_().as_str(), "radio" | "checkbox") {
                let picked =
                    pairs.get_all(&name).iter().any(|value| value.as_string().as_deref() == Some(&input.value()));
                input.set_checked(picked);
                continue;
            }
            input.set_value(&pairs.get(&name).unwrap_or_default());
        } else if let Some(area) = field.dyn_ref::<HtmlTextAreaElement>() {
            area.set_value(&pairs.get(&name).unwrap_or_default());
        } else if let Some(select) = field.dyn_ref::<HtmlSelectElement>() {
            select.set_value(&pairs.get(&name).unwrap_or_default());
        }
    }
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

/// What a field holds already: words typed before the page came alive.
pub fn typed(selector: &str) -> String {
    let field = web_sys::window().and_then(|w| w.document()).and_then(|d| d.query_selector(selector).ok().flatten());
    field.and_then(|f| f.dyn_into::<HtmlTextAreaElement>().ok()).map(|f| f.value()).unwrap_or_default()
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
