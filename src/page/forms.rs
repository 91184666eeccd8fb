//! Sending forms without leaving the page.
//!
//! One form is on its way at a time; another one that is sent meanwhile goes behind it, as it was when it was sent. Words that were sent stand in the dialogue at once and come back into their field if
//! the server did not take them. Forms with files go the browser's own way.

use crate::page::visit::{self, Then, Way};
use crate::page::{acts, dom, drafts};
use std::cell::{Cell, RefCell};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, Event, HtmlFormElement, HtmlTextAreaElement, RequestInit, SubmitEvent, UrlSearchParams};

/// How long a run may take before the page tells that it runs: quicker ones would only flicker.
const TOLD_AFTER: i32 = 150;

thread_local! {
    /// The page that a form is on its way from, and the form.
    static SENDING: RefCell<Option<(String, HtmlFormElement)>> = const { RefCell::new(None) };
    /// Another form of the page, sent meanwhile.
    static WAITS: RefCell<Option<Post>> = const { RefCell::new(None) };
    /// The newest version that was told of meanwhile.
    static TOLD: Cell<u32> = const { Cell::new(0) };
}

/// Whether a form of this page is on its way.
pub fn sending() -> bool {
    SENDING.with_borrow(|from| from.as_ref().is_some_and(|(path, _)| *path == dom::path()))
}

/// A version was told of while a form is on its way: its answer may hold it already.
pub fn told(version: u32) {
    TOLD.set(TOLD.get().max(version));
}

/// Listens to forms and to what is typed into them.
pub fn listen() {
    let Some(document) = dom::document() else { return };
    dom::on(&document, "submit", false, |event: SubmitEvent| submitted(&event));
    dom::on(&document, "input", false, |event: Event| {
        let Some(field) = dom::target(&event) else { return };
        unfault(&field);
        let form = field.closest("form[data-draft]").ok().flatten();
        if let Some(form) = form.and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) {
            drafts::keep(&form);
        }
    });
}

fn submitted(event: &SubmitEvent) {
    let form = dom::target(event).and_then(|target| target.dyn_into::<HtmlFormElement>().ok());
    let Some(form) = form.filter(|_| !event.default_prevented()) else { return };
    let button = event.submitter().map(Element::from);
    if !ours(&form) {
        return;
    }
    event.prevent_default();
    let question = dom::attr(&form, "data-confirm");
    let sure = question.is_none_or(|question| {
        dom::window().is_some_and(|window| window.confirm_with_message(&question).unwrap_or(false))
    });
    if sure {
        send(&form, button.as_ref());
    }
}

/// A form of this site's pages; files, dialogs and other windows are the browser's.
fn ours(form: &HtmlFormElement) -> bool {
    let kind = form.enctype();
    !form.has_attribute("data-plain")
        && !form.has_attribute("target")
        && form.method() != "dialog"
        && kind != "multipart/form-data"
}

/// A choice stands for itself; otherwise the words must be there and fit.
fn faulty(form: &HtmlFormElement, button: Option<&Element>) -> bool {
    if button.is_some_and(|button| button.has_attribute("data-choice")) {
        return false;
    }
    for field in dom::all(form, "textarea[data-words]") {
        let Some(area) = field.dyn_ref::<HtmlTextAreaElement>() else { continue };
        let words = area.value();
        let limit = dom::attr(&field, "data-most-bytes").and_then(|most| most.parse().ok()).unwrap_or(usize::MAX);
        let fault = if words.trim().is_empty() {
            "data-empty"
        } else if words.len() > limit {
            "data-too-long"
        } else {
            continue;
        };
        unfault(&field);
        let told = dom::document().and_then(|document| document.create_element("p").ok());
        if let Some(told) = told {
            told.set_class_name("problem");
            let _ = told.set_attribute("role", "alert");
            told.set_text_content(dom::attr(&field, fault).as_deref());
            let _ = field.after_with_node_1(&told);
        }
        dom::focus(&field);
        return true;
    }
    false
}

fn unfault(field: &Element) {
    let next = field.next_element_sibling().filter(|_| field.has_attribute("data-words"));
    if let Some(told) = next.filter(|next| next.class_list().contains("problem")) {
        told.remove();
    }
}

/// The button counts as a field.
fn pairs(form: &HtmlFormElement, button: Option<&Element>) -> Option<UrlSearchParams> {
    let pairs = drafts::pairs(form)?;
    if let Some(name) = button.and_then(|button| dom::attr(button, "name")) {
        pairs.append(&name, &button.and_then(|button| button.get_attribute("value")).unwrap_or_default());
    }
    Some(pairs)
}

fn send(form: &HtmlFormElement, button: Option<&Element>) {
    let Some(body) = pairs(form, button) else { return };
    let body = String::from(body.to_string());
    let action = form.get_attribute("action").filter(|action| !action.is_empty()).unwrap_or_else(dom::address);
    let then = Then::of(form);
    if form.method() == "get" {
        let way = if form.has_attribute("data-auto") { Way::Replace } else { Way::Push };
        let address = action.split(['?', '#']).next().unwrap_or_default();
        visit::go(format!("{address}?{body}"), way, then);
        return;
    }
    let Ok(pairs) = UrlSearchParams::new_with_str(&body) else { return };
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_body(&JsValue::from(pairs));
    // To stop what runs is no turn of its own.
    if form.has_attribute("data-beside") {
        let _ = acts::disable(button);
        spawn_local(async move {
            let _ = visit::fetch(&action, &init).await;
        });
        return;
    }
    if faulty(form, button) {
        return;
    }
    let path = dom::path();
    let post = Post { form: form.clone(), button: button.cloned(), path, action, init, then };
    match SENDING.with_borrow(|from| from.as_ref().map(|(_, sent)| sent == form)) {
        None => set_out(post),
        // Pressed twice.
        Some(true) => {}
        Some(false) => WAITS.set(Some(post)),
    }
}

/// What a form sends, as it was when it was sent.
struct Post {
    form: HtmlFormElement,
    button: Option<Element>,
    path: String,
    action: String,
    init: RequestInit,
    then: Then,
}

fn set_out(post: Post) {
    let Post { form, button, path, action, init, mut then } = post;
    let (form, button) = (&form, button.as_ref());
    SENDING.set(Some((path.clone(), form.clone())));
    TOLD.set(0);
    visit::sent();
    let said = acts::say(form, button);
    let was_in = form.contains(dom::document().and_then(|document| document.active_element()).as_deref());
    let pressed = acts::disable(button);
    dom::later(TOLD_AFTER, || {
        if sending() {
            acts::show_progress();
        }
    });
    if then.focus.is_none() && said.is_some() && was_in {
        // To the question when digits can answer it, else to the field.
        then.focus = Some("[data-next-focus], #chat-text".to_owned());
    }
    let sent = Sent { form: form.clone(), path, number: visit::begin(), said, pressed, then };
    spawn_local(async move {
        let answer = visit::fetch(&action, &init).await;
        SENDING.set(None);
        visit::sent();
        sent.came(answer);
        if let Some(next) = WAITS.take().filter(|next| next.path == dom::path()) {
            set_out(next);
        }
    });
}

/// A form on its way.
struct Sent {
    form: HtmlFormElement,
    path: String,
    number: u32,
    said: Option<acts::Said>,
    pressed: Option<acts::Pressed>,
    then: Then,
}

impl Sent {
    fn came(self, answer: Option<visit::Answer>) {
        let here = dom::path() == self.path;
        match answer {
            Some(answer) if answer.is_page => self.finish(answer, here),
            _ if !here => {
                if let Some(said) = self.said {
                    said.back(&self.path);
                }
            }
            Some(_) => self.turned_away(),
            None => self.lost(),
        }
    }

    fn finish(mut self, answer: visit::Answer, here: bool) {
        let taken = answer.ok && !answer.url.contains("__err=");
        if taken {
            drafts::forget(&self.path);
        }
        if !here {
            // Somebody went on to another page: that one stays.
            if let Some(said) = self.said.filter(|_| !taken) {
                said.back(&self.path);
            }
            return;
        }
        let same = web_sys::Url::new(&answer.url).is_ok_and(|url| url.pathname() == self.path);
        acts::unsay();
        if taken {
            acts::drop_about();
            let _ = self.form.remove_attribute("data-returned");
            if self.said.is_none() {
                self.form.reset();
            }
        }
        // Whoever writes the next words already goes on writing.
        let active = dom::document().and_then(|document| document.active_element());
        if active
            .and_then(|active| active.dyn_into::<HtmlTextAreaElement>().ok())
            .is_some_and(|area| !area.value().is_empty())
        {
            self.then.focus = None;
        }
        // A form that came back stands at the address of the form; the page keeps its own.
        let way = match (taken, same) {
            (true, false) => Way::Push,
            (true, true) => Way::Replace,
            (false, _) => Way::Stay,
        };
        visit::show(self.number, answer, way, &self.then, None);
        if let Some(pressed) = &self.pressed {
            pressed.keep_focus();
        }
        if !taken {
            if let Some(said) = self.said {
                said.back(&self.path);
            }
            let places = ["main .fault", ".failure-region .problem", "main .problem"];
            if let Some(told) = places.iter().find_map(|place| dom::one(place)) {
                dom::reveal(&told);
            }
        }
        let known = dom::one("main[data-latest]").and_then(|main| dom::attr(&main, "data-latest")?.parse().ok());
        if Some(TOLD.get()) > known {
            visit::refresh();
        }
    }

    /// Another kind of page came: the way in, or a link that ended. It is shown in place of this one, unless words would
    /// be lost that no draft keeps.
    fn turned_away(self) {
        acts::unsay();
        let kept = self.said.is_some() || self.form.has_attribute("data-draft");
        let typed = dom::all(&self.form, "textarea")
            .iter()
            .any(|area| area.dyn_ref::<HtmlTextAreaElement>().is_some_and(|area| !area.value().trim().is_empty()));
        if typed && !kept {
            return self.lost();
        }
        if let Some(said) = self.said {
            said.back(&self.path);
        }
        if let Some(window) = dom::window() {
            let _ = window.location().reload();
        }
    }

    /// No connection: nothing is lost, and the page says so.
    fn lost(self) {
        acts::unsay();
        if let Some(said) = self.said {
            said.back(&self.path);
        }
        if let Some(pressed) = &self.pressed {
            pressed.enable();
        }
        acts::hide_progress();
        acts::tell_lost();
        visit::refresh();
    }
}
