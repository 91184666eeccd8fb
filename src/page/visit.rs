//! Following links and reading the page again, without leaving it.

use crate::page::{acts, arrived, dom, forms, morph};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DomParser, Element, Event, HtmlElement, MouseEvent, RequestInit, Response, SupportedType, Url};

/// What the address line does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// A step that «back» takes back.
    Push,
    /// The same place in another state.
    Replace,
    /// Nothing: it is right already.
    Stay,
}

/// What is done once the page has come.
#[derive(Clone, Default)]
pub struct Then {
    /// The first match gets the focus.
    pub focus: Option<String>,
    /// The first match comes into sight.
    pub reveal: Option<String>,
}

impl Then {
    /// What an element's attributes ask for.
    pub fn of(element: &Element) -> Self {
        Self { focus: dom::attr(element, "data-focus"), reveal: dom::attr(element, "data-reveal") }
    }
}

#[derive(Default)]
struct Course {
    /// Requests that were begun.
    begun: u32,
    /// The latest one whose answer stands on the page.
    shown: u32,
    /// A page is being read again, and once more after it.
    again: Option<bool>,
    /// A link is being followed: nothing else comes in its way.
    going: Option<u32>,
    /// Forms that were sent or answered: what was read before is old.
    sent: u32,
}

thread_local! {
    static COURSE: RefCell<Course> = RefCell::default();
}

/// Takes a number for a request: a later answer is never overwritten by an earlier one.
pub fn begin() -> u32 {
    COURSE.with_borrow_mut(|course| {
        course.begun += 1;
        course.begun
    })
}

/// A form is sent, or its answer has come: pages that were asked for before are old.
pub fn sent() {
    COURSE.with_borrow_mut(|course| course.sent += 1);
}

fn may_show(number: u32) -> bool {
    COURSE.with_borrow_mut(|course| {
        let newer = number > course.shown;
        if newer {
            course.shown = number;
        }
        newer
    })
}

/// Listens to links and to the browser's own steps back and forth.
pub fn listen() {
    let (Some(window), Some(document)) = (dom::window(), dom::document()) else { return };
    dom::on(&document, "click", false, |event: MouseEvent| clicked(&event));
    dom::on(&window, "popstate", false, |event: Event| {
        // A step between fragments of one page is the browser's own.
        if !dom::member(&event, "state").is_undefined() && dom::address() != acts::shown_address() {
            go(dom::address(), Way::Stay, Then::default());
        }
    });
}

fn clicked(event: &MouseEvent) {
    let plain = event.button() == 0 && !event.ctrl_key() && !event.meta_key() && !event.shift_key() && !event.alt_key();
    let link = dom::target(event).and_then(|target| target.closest("a[href]").ok().flatten());
    let Some(link) = link.filter(|_| plain && !event.default_prevented()) else { return };
    let Some(url) = link.get_attribute("href").and_then(|href| own(&href)) else { return };
    if link.has_attribute("download") || link.has_attribute("target") {
        return;
    }
    let here = dom::address();
    let there = url.href().split('#').next().unwrap_or_default().to_owned();
    if there == here && !url.hash().is_empty() {
        within(event, &link, &url);
        return;
    }
    event.prevent_default();
    acts::busy(&link);
    // A menu has led to where it leads.
    if let Ok(Some(menu)) = link.closest("details[data-closes]") {
        let _ = menu.remove_attribute("open");
    }
    go(url.href(), Way::Push, Then::of(&link));
}

/// A place of this page: its pane comes forward, a field gets the focus; the rest the browser does itself.
fn within(event: &MouseEvent, link: &Element, url: &Url) {
    let id = decoded(&url.hash());
    let Some(target) = dom::document().and_then(|document| document.get_element_by_id(&id)) else { return };
    dom::reveal(&target);
    if matches!(target.local_name().as_str(), "textarea" | "input") || link.has_attribute("data-focus") {
        event.prevent_default();
        dom::focus(&target);
    }
}

fn decoded(hash: &str) -> String {
    let hash = hash.trim_start_matches('#');
    js_sys::decode_uri_component(hash).map_or_else(|_| hash.to_owned(), String::from)
}

/// An address of a page of this site; files and tools go their own way.
fn own(href: &str) -> Option<Url> {
    let window = dom::window()?;
    let url = Url::new_with_base(href, &window.location().href().ok()?).ok()?;
    let path = url.pathname();
    let page =
        url.origin() == window.location().origin().ok()? && !["/api/", "/pkg/"].iter().any(|at| path.starts_with(at));
    page.then_some(url)
}

/// Shows another address.
pub fn go(url: String, way: Way, then: Then) {
    let number = begin();
    COURSE.with_borrow_mut(|course| course.going = Some(number));
    spawn_local(async move {
        let init = RequestInit::new();
        let answer = fetch(&url, &init).await;
        COURSE.with_borrow_mut(|course| course.going = course.going.filter(|going| *going != number));
        match answer {
            Some(answer) if answer.is_page => show(number, answer, way, &then, Some(&url)),
            // A file, a page of another kind, or no connection: the browser knows what to do.
            _ => leave(&url),
        }
    });
}

/// Reads this page again; while that is under way, once more after it.
pub fn refresh() {
    let first = COURSE.with_borrow_mut(|course| {
        let first = course.again.is_none();
        course.again = Some(!first);
        first
    });
    if first {
        spawn_local(read_again());
    }
}

async fn read_again() {
    loop {
        let quiet = || COURSE.with_borrow(|course| course.going.is_none()) && !forms::sending();
        if quiet() {
            let (number, address, sent) = (begin(), dom::address(), COURSE.with_borrow(|course| course.sent));
            let answer = fetch(&address, &RequestInit::new()).await;
            let current = || quiet() && COURSE.with_borrow(|course| course.sent) == sent && dom::address() == address;
            if let Some(answer) = answer.filter(|answer| answer.is_page && current()) {
                show(number, answer, Way::Stay, &Then::default(), None);
            }
        }
        let more = COURSE.with_borrow_mut(|course| {
            let more = course.again == Some(true);
            course.again = more.then_some(false);
            more
        });
        if !more {
            return;
        }
    }
}

fn leave(url: &str) {
    if let Some(window) = dom::window() {
        let _ = window.location().assign(url);
    }
}

/// What came for a request.
pub struct Answer {
    /// The address that it came from, after all redirects.
    pub url: String,
    /// The status is one of success.
    pub ok: bool,
    /// Whether it is a page in this site's frame.
    pub is_page: bool,
    html: String,
}

/// Asks for a page; `None` without a connection.
pub async fn fetch(url: &str, init: &RequestInit) -> Option<Answer> {
    let headers = web_sys::Headers::new().ok()?;
    headers.set("accept", "text/html").ok()?;
    init.set_headers(&headers);
    let answer = JsFuture::from(dom::window()?.fetch_with_str_and_init(url, init)).await.ok()?;
    let answer: Response = answer.dyn_into().ok()?;
    let kind = answer.headers().get("content-type").ok().flatten().unwrap_or_default();
    if !kind.starts_with("text/html") {
        return Some(Answer { url: answer.url(), ok: answer.ok(), is_page: false, html: String::new() });
    }
    let html = JsFuture::from(answer.text().ok()?).await.ok()?.as_string()?;
    let is_page = html.contains("id=\"main\"") && html.contains("data-page");
    Some(Answer { url: answer.url(), ok: answer.ok(), is_page, html })
}

/// Puts what came on the page.
pub fn show(number: u32, answer: Answer, way: Way, then: &Then, asked: Option<&str>) {
    if !may_show(number) {
        return;
    }
    let parser = DomParser::new().and_then(|parser| parser.parse_from_string(&answer.html, SupportedType::TextHtml));
    let (Some(document), Ok(fresh)) = (dom::document(), parser) else { return };
    let (Some(old), Some(new)) = (dom::root(), fresh.document_element()) else { return };
    let other = name(way, &answer.url, asked);
    let turns = (!other).then(acts::turns);
    if other {
        // Another page: nothing that was typed or opened on the last one belongs to it.
        if let (Some(main), Ok(Some(next))) = (dom::one("#main"), fresh.query_selector("#main")) {
            morph::replace(&main, &next);
        }
    }
    document.set_title(&fresh.title());
    for attribute in ["lang", "data-theme", "data-signed-in"] {
        match new.get_attribute(attribute) {
            Some(value) => old.set_attribute(attribute, &value),
            None => old.remove_attribute(attribute),
        }
        .unwrap_or_default();
    }
    if let (Some(body), Some(next)) = (document.body(), fresh.body()) {
        morph::element(&body, &next);
    }
    settle(other, other || asked.is_some(), then);
    arrived(turns, other || asked.is_some());
}

/// Writes the address line; says whether this is another page than before.
fn name(way: Way, url: &str, asked: Option<&str>) -> bool {
    let before = path_of(&acts::shown_address());
    let clean = without_error(url);
    // The fragment that was asked for is not part of an answer's address.
    let hash = asked.and_then(|asked| asked.split_once('#')).map(|(_, hash)| format!("#{hash}")).unwrap_or_default();
    let address = format!("{clean}{hash}");
    if let Some(history) = dom::window().and_then(|window| window.history().ok()) {
        let state = JsValue::from_str("page");
        let _ = match way {
            Way::Push => history.push_state_with_url(&state, "", Some(&address)),
            Way::Replace => history.replace_state_with_url(&state, "", Some(&address)),
            Way::Stay => Ok(()),
        };
    }
    acts::set_shown_address(dom::address());
    before != dom::path()
}

fn path_of(address: &str) -> String {
    Url::new(address).map(|url| url.pathname()).unwrap_or_default()
}

/// An error that came with the address is on the page now; it does not belong to the address.
fn without_error(url: &str) -> String {
    let Ok(parsed) = Url::new(url) else { return url.to_owned() };
    let query = parsed.search_params();
    if query.has("__err") {
        query.delete("__err");
        query.delete("__path");
    }
    let whole = parsed.href();
    whole.trim_end_matches('?').to_owned()
}

fn settle(other: bool, asked: bool, then: &Then) {
    if let Some(element) = then.reveal.as_deref().and_then(dom::one) {
        dom::reveal(&element);
    }
    if let Some(element) = then.focus.as_deref().and_then(dom::one) {
        dom::focus(&element);
        return;
    }
    let hash = dom::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    let goal = dom::document().and_then(|document| document.get_element_by_id(&decoded(&hash)));
    if let Some(goal) = goal.filter(|_| asked && !hash.is_empty()) {
        dom::reveal(&goal);
        if goal.dyn_ref::<HtmlElement>().is_some_and(|goal| goal.has_attribute("tabindex")) {
            dom::focus(&goal);
        }
    } else if other {
        if let Some(window) = dom::window() {
            window.scroll_to_with_x_and_y(0.0, 0.0);
        }
        if let Some(main) = dom::one("#main") {
            dom::focus(&main);
        }
    }
}
