//! The events of the session on the page: what runs is told, and what is new is read.

use crate::page::{acts, dom, forms, visit};
use std::cell::RefCell;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{EventSource, MessageEvent};

/// The names that mean something to the page.
const NAMES: [&str; 5] = ["STEP_STARTED", "STEP_RETRIED", "STATE", "ROUND_END", "FAILED"];

/// How often a page asks while a turn runs, in case no event comes.
const POLL: i32 = 2000;

thread_local! {
    static OPEN: RefCell<Option<(String, EventSource)>> = const { RefCell::new(None) };
}

/// Follows the session that the page shows, and no other.
pub fn follow() {
    let url = dom::one("main[data-events]").and_then(|main| dom::attr(&main, "data-events"));
    OPEN.with_borrow_mut(|open| {
        if open.as_ref().map(|(known, _)| known) == url.as_ref() {
            return;
        }
        if let Some((_, source)) = open.take() {
            source.close();
        }
        let Some(url) = url else { return };
        let Ok(source) = EventSource::new(&url) else { return };
        for name in NAMES {
            let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                happened(name, &event.data().as_string().unwrap_or_default());
            });
            let heard = heard.into_js_value();
            let _ = source.add_event_listener_with_callback(name, heard.unchecked_ref());
        }
        *open = Some((url, source));
    });
    if acts::runs() {
        dom::later(POLL, || {
            if acts::runs() && !forms::sending() {
                visit::refresh();
            }
        });
    }
}

/// A number of an event; they are all whole and small.
fn whole(value: &JsValue) -> Option<u32> {
    value.as_f64().map(|number| number as u32)
}

fn happened(name: &str, data: &str) {
    let data = js_sys::JSON::parse(data).unwrap_or_default();
    if name.starts_with("STEP_") {
        let step = dom::member(&data, "step").as_string().unwrap_or_default();
        acts::tell_step(&step, whole(&dom::member(&data, "attempt")).unwrap_or(1));
    }
    if forms::sending() {
        forms::told(whole(&dom::member(&data, "version")).unwrap_or(0));
        return;
    }
    let known = dom::one("main[data-latest]").and_then(|main| dom::attr(&main, "data-latest")?.parse().ok());
    let newer = match name {
        "STATE" => whole(&dom::member(&data, "version")) > known || acts::runs(),
        _ => true,
    };
    if newer {
        visit::refresh();
    }
}
