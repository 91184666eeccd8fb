//! What elements ask for by their attributes, and the small states between two pages of the server.

use crate::page::dom;
use crate::page::visit::{self, Then, Way};
use std::cell::{Cell, RefCell};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Element, Event, HtmlButtonElement, HtmlFormElement, HtmlInputElement, HtmlTemplateElement, HtmlTextAreaElement,
    MouseEvent, RequestInit, Response,
};

/// How long somebody types before a list follows.
const PAUSE: i32 = 180;

thread_local! {
    static SHOWN: RefCell<String> = const { RefCell::new(String::new()) };
    static TYPED: Cell<u32> = const { Cell::new(0) };
}

/// The address whose page is shown.
pub fn shown_address() -> String {
    SHOWN.with_borrow(Clone::clone)
}

/// Takes it down.
pub fn set_shown_address(address: String) {
    SHOWN.set(address);
}

/// Listens to whatever carries one of the attributes.
pub fn listen() {
    let Some(document) = dom::document() else { return };
    set_shown_address(dom::address());
    dom::on(&document, "click", false, |event: MouseEvent| clicked(&event));
    dom::on(&document, "change", false, |event: Event| {
        let Some(field) = dom::target(&event) else { return };
        if let Some(url) = dom::attr(&field, "data-post") {
            spawn_local(send_file(field, url));
        } else if field.local_name() == "select" {
            follow_form(&field);
        }
    });
    dom::on(&document, "input", false, |event: Event| {
        let Some(field) = dom::target(&event).filter(|field| field.get_attribute("type").as_deref() == Some("search"))
        else {
            return;
        };
        let turn = TYPED.get() + 1;
        TYPED.set(turn);
        dom::later(PAUSE, move || {
            if TYPED.get() == turn {
                follow_form(&field);
            }
        });
    });
    // What opens may be read only then. This event does not rise: it is caught on its way down.
    dom::on(&document, "toggle", true, |event: Event| {
        let Some(part) = dom::target(&event).filter(|part| part.has_attribute("open")) else { return };
        if let Some(url) = dom::attr(&part, "data-load") {
            visit::go(url, Way::Replace, Then::default());
        }
    });
}

/// Sends a form that follows its fields.
fn follow_form(field: &Element) {
    let form = field.closest("form[data-auto]").ok().flatten();
    if let Some(form) = form.and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) {
        let _ = form.request_submit();
    }
}

fn clicked(event: &MouseEvent) {
    let Some(found) = dom::target(event).and_then(|target| target.closest("[data-act]").ok().flatten()) else { return };
    match dom::attr(&found, "data-act").as_deref() {
        Some("print") => {
            let _ = dom::window().map(|window| window.print());
        }
        Some("copy") => {
            let text = dom::attr(&found, "data-copy").map(|path| whole(&path)).unwrap_or_default();
            if let Some(window) = dom::window() {
                let _ = window.navigator().clipboard().write_text(&text);
            }
        }
        Some("fill") => {
            event.prevent_default();
            fill(&found);
        }
        Some("drop-about") => {
            drop_about();
            if let Some(field) = field() {
                dom::focus(&field);
            }
        }
        _ => {}
    }
}

/// The whole address of a path.
fn whole(path: &str) -> String {
    let origin = dom::window().and_then(|window| window.location().origin().ok()).unwrap_or_default();
    format!("{origin}{path}")
}

/// Addresses that are to be copied are shown whole.
pub fn absolute() {
    let Some(root) = dom::root() else { return };
    for element in dom::all(&root, "[data-absolute]") {
        let path = dom::attr(&element, "data-absolute").unwrap_or_default();
        element.set_text_content(Some(&whole(&path)));
    }
}

/// The field for words.
fn field() -> Option<HtmlTextAreaElement> {
    dom::one(".chat-input textarea")?.dyn_into().ok()
}

/// Leads to where a gap is filled: the question that is open, or the field, told what the next words are about.
fn fill(gap: &Element) {
    drop_about();
    let Some(field) = field() else { return };
    dom::reveal(&field);
    let (line, opening) = (dom::one(".about-line"), dom::attr(gap, "data-opening"));
    if let (Some(line), Some(opening)) = (line, opening) {
        let put = |selector: &str, words: Option<String>| {
            if let Ok(Some(place)) = line.query_selector(selector) {
                place.set_text_content(words.as_deref());
                let _ = place.toggle_attribute_with_force("hidden", words.is_none());
            }
        };
        put(".about-title", dom::attr(gap, "data-title"));
        put(".about-words", dom::attr(gap, "data-ask"));
        if let Ok(Some(link)) = line.query_selector("a") {
            let href = dom::attr(gap, "href").filter(|href| href.contains("#issue-"));
            let _ = link.toggle_attribute_with_force("hidden", href.is_none());
            let _ = link.set_attribute("href", href.as_deref().unwrap_or_default());
        }
        let _ = line.remove_attribute("hidden");
        let _ = line.set_attribute("data-own", "");
        let _ = line.set_attribute("data-opening", &opening);
        if field.value().trim().is_empty() {
            dom::write(&field, &opening);
        }
    }
    let next = dom::one("[data-next-focus]").filter(|_| dom::attr(gap, "data-opening").is_none());
    dom::focus(next.as_ref().unwrap_or(&field));
}

/// Gives up filling a gap; what was put into the field for it goes too.
pub fn drop_about() {
    let Some(line) = dom::one(".about-line[data-own]") else { return };
    let opening = dom::attr(&line, "data-opening").unwrap_or_default();
    if let Some(field) = field().filter(|field| field.value().trim() == opening.trim()) {
        dom::write(&field, "");
    }
    let _ = line.remove_attribute("data-own");
    let _ = line.set_attribute("hidden", "");
}

/// Words on their way, to be put back if they were not taken.
pub struct Said {
    field: Option<HtmlTextAreaElement>,
    words: String,
}

impl Said {
    /// Puts the words back where nothing else was typed meanwhile.
    pub fn back(self, path: &str) {
        // Somebody is on another page by now: there the words wait as a draft.
        if dom::path() != path {
            let key = format!("draft:{}", path.split('/').take(3).collect::<Vec<_>>().join("/"));
            let store = dom::window().and_then(|window| window.local_storage().ok().flatten());
            if let Some(store) = store.filter(|_| !self.words.trim().is_empty()) {
                let _ = store.set_item(&key, &self.words);
            }
            return;
        }
        let field = self.field.filter(|field| field.is_connected()).or_else(field);
        if let Some(field) = field.filter(|field| field.value().trim().is_empty()) {
            dom::write(&field, &self.words);
            dom::focus(&field);
        }
    }
}

/// Shows the words of a form in the dialogue at once, and empties their field.
pub fn say(form: &HtmlFormElement, button: Option<&Element>) -> Option<Said> {
    if !form.has_attribute("data-says") {
        return None;
    }
    let choice = button.filter(|button| button.has_attribute("data-choice"));
    let field = form.query_selector("textarea[data-words]").ok().flatten()?.dyn_into::<HtmlTextAreaElement>().ok()?;
    let typed = field.value();
    let shown = match choice {
        Some(choice) => {
            choice.query_selector("span").ok().flatten().and_then(|label| label.text_content()).unwrap_or_default()
        }
        None => typed.clone(),
    };
    show_on_its_way(&shown);
    if choice.is_some() {
        return Some(Said { field: None, words: String::new() });
    }
    dom::write(&field, "");
    Some(Said { field: Some(field), words: typed })
}

fn show_on_its_way(words: &str) -> Option<()> {
    let pattern = dom::one("template.turn-on-its-way")?.dyn_into::<HtmlTemplateElement>().ok()?;
    let row = pattern.content().clone_node_with_deep(true).ok()?;
    dom::one(".chat-history ol")?.append_child(&row).ok()?;
    dom::one(".turn[data-pending] .turn-text")?.set_text_content(Some(words));
    scroll_to_end();
    Some(())
}

/// What was on its way has come, or came back.
pub fn unsay() {
    if let Some(row) = dom::one(".turn[data-pending]") {
        row.remove();
    }
}

/// How many turns the dialogue has.
pub fn turns() -> u32 {
    dom::root().map_or(0, |root| u32::try_from(dom::all(&root, ".chat-history .turn[data-turn]").len()).unwrap_or(0))
}

fn scroll_to_end() {
    if let Some(history) = dom::one(".chat-history") {
        history.set_scroll_top(history.scroll_height());
    }
}

/// The dialogue shows its end when a page comes and when a turn comes, unless words in it are pointed at.
pub fn to_the_end(before: Option<u32>, asked: bool) {
    if let Some(mark) = dom::one(".chat-history mark") {
        if asked {
            mark.scroll_into_view();
        }
        return;
    }
    if before != Some(turns()) {
        scroll_to_end();
    }
}

/// The document is on its way.
pub fn busy(link: &Element) {
    if let Ok(Some(view)) = link.closest(".document-view") {
        let _ = view.set_attribute("aria-busy", "true");
    }
}

/// Whether the server runs a step of this session, as far as the page knows.
pub fn runs() -> bool {
    dom::one(".progress-line:not([hidden])").is_some()
}

/// Tells that something runs.
pub fn show_progress() {
    if let Some(line) = dom::one(".progress-line") {
        let _ = line.remove_attribute("hidden");
    }
}

/// Nothing runs any more.
pub fn hide_progress() {
    if let Some(line) = dom::one(".progress-line") {
        let _ = line.set_attribute("hidden", "");
    }
}

/// Tells which step runs, in words that the server put beside.
pub fn tell_step(step: &str, attempt: u32) {
    let Some(place) = dom::one(".progress-words") else { return };
    let names = dom::attr(&place, "data-steps").and_then(|names| js_sys::JSON::parse(&names).ok());
    let Some(name) = names.and_then(|names| dom::member(&names, step).as_string()) else { return };
    let again = dom::attr(&place, "data-attempt").filter(|_| attempt > 1);
    let again = again.map(|words| format!(" {}", words.replace("{n}", &attempt.to_string()))).unwrap_or_default();
    place.set_text_content(Some(&format!("{name}{again}")));
    show_progress();
}

/// A button that was pressed takes no second press.
pub fn disable(button: Option<&Element>) -> Option<Pressed> {
    let button = button?.dyn_ref::<HtmlButtonElement>()?.clone();
    let label = button.text_content().filter(|_| button.has_attribute("data-sending"));
    button.set_disabled(true);
    if label.is_some() {
        button.set_text_content(dom::attr(&button, "data-sending").as_deref());
    }
    Some(Pressed { button, label })
}

/// A button that was pressed.
pub struct Pressed {
    button: HtmlButtonElement,
    label: Option<String>,
}

impl Pressed {
    /// It can be pressed again.
    pub fn enable(&self) {
        self.button.set_disabled(false);
        if let Some(label) = &self.label {
            self.button.set_text_content(Some(label));
        }
    }

    /// The keyboard goes on from it, where it stands still and nothing else has the focus.
    pub fn keep_focus(&self) {
        let nothing = dom::document()
            .and_then(|document| document.active_element())
            .is_none_or(|active| active.local_name() == "body");
        if nothing && self.button.is_connected() {
            dom::focus(&self.button);
        }
    }
}

/// Says that there is no connection.
pub fn tell_lost() {
    let words = dom::one("[data-lost]").and_then(|found| dom::attr(&found, "data-lost"));
    tell_problem(dom::one(".failure-region"), words.as_deref());
}

fn tell_problem(place: Option<Element>, words: Option<&str>) {
    let Some(place) = place.or_else(|| dom::one("main")) else { return };
    let Some(told) = dom::document().and_then(|document| document.create_element("p").ok()) else { return };
    told.set_class_name("problem");
    let _ = told.set_attribute("role", "alert");
    told.set_text_content(words);
    let _ = place.append_child(&told);
    dom::reveal(&told);
}

/// Sends a file that was chosen, as it is, and goes to the session that it became.
async fn send_file(field: Element, url: String) {
    let Some(input) = field.dyn_ref::<HtmlInputElement>() else { return };
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_body(&file);
    if let Ok(headers) = web_sys::Headers::new() {
        let _ = headers.set("content-type", "application/json");
        init.set_headers(&headers);
    }
    let section = field.closest("section").ok().flatten();
    let told = section.as_ref().and_then(|section| section.query_selector("[role=status]").ok().flatten());
    let tell = |words: Option<String>| {
        if let Some(told) = &told {
            told.set_text_content(words.as_deref());
        }
    };
    tell(dom::attr(&field, "data-reading"));
    let answer = read_json(&url, &init).await;
    // The same file may be chosen again after a refusal.
    input.set_value("");
    tell(None);
    match answer.as_ref().map(|answer| dom::member(answer, "session_id")).and_then(|id| id.as_string()) {
        Some(session) => visit::go(format!("/s/{session}"), Way::Push, Then::default()),
        None => {
            let error = answer.map(|answer| dom::member(&dom::member(&answer, "error"), "message"));
            let words = error.and_then(|words| words.as_string()).or_else(|| dom::attr(&field, "data-failed"));
            tell_problem(section, words.as_deref());
        }
    }
}

async fn read_json(url: &str, init: &RequestInit) -> Option<JsValue> {
    let answer = JsFuture::from(dom::window()?.fetch_with_str_and_init(url, init)).await.ok()?;
    JsFuture::from(answer.dyn_into::<Response>().ok()?.json().ok()?).await.ok()
}
