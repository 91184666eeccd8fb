//! Keys: Enter sends the words of a field that says so, other keys press what carries their name in `data-press`.

use crate::page::{dom, forms};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlTextAreaElement, KeyboardEvent};

/// Listens.
pub fn listen() {
    if let Some(document) = dom::document() {
        dom::on(&document, "keydown", false, |event: KeyboardEvent| pressed(&event));
    }
}

fn pressed(event: &KeyboardEvent) {
    let plain = !event.ctrl_key() && !event.alt_key() && !event.meta_key();
    if !plain || event.is_composing() || event.default_prevented() {
        return;
    }
    let key = event.key();
    if key == "Enter" && !event.shift_key() {
        let field = dom::target(event).and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
        if let Some(field) = field.filter(|field| field.has_attribute("data-words")) {
            event.prevent_default();
            if let Some(form) = field.form() {
                let _ = form.request_submit();
            }
        }
        return;
    }
    // Only keys whose name cannot break a selector. Without Shift the key of «+» gives «=».
    let key = if key == "=" { "+".to_owned() } else { key };
    let named = key.chars().all(|one| one.is_alphanumeric() || "+-".contains(one)) && !event.repeat();
    if !named || dom::is_typing() || forms::sending() || dom::one("dialog[open]").is_some() {
        return;
    }
    let element = dom::one(&format!("[data-press=\"{key}\"]")).and_then(|found| found.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        event.prevent_default();
        element.click();
    }
}
