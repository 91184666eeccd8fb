//! What is typed into a long form stays in this tab until the form is taken: a reload or an upload loses nothing.
//!
//! A form names its state in `data-draft`; what was typed for another state is not put back.

use crate::page::dom;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use web_sys::{
    Element, FormData, HtmlFormElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement, UrlSearchParams,
};

thread_local! {
    /// The form that was filled in last, so that what comes later is not written over.
    static FILLED: RefCell<String> = const { RefCell::new(String::new()) };
}

fn key() -> String {
    key_of(&dom::path())
}

fn key_of(path: &str) -> String {
    format!("draft:{}", path.split('/').take(3).collect::<Vec<_>>().join("/"))
}

/// Everything that is typed and picked in a form.
pub fn pairs(form: &HtmlFormElement) -> Option<UrlSearchParams> {
    let data = FormData::new_with_form(form).ok()?;
    UrlSearchParams::new_with_str_sequence_sequence(&data).ok()
}

/// Keeps what a form holds now.
pub fn keep(form: &HtmlFormElement) {
    let (Some(state), Some(store), Some(pairs)) = (dom::attr(form, "data-draft"), dom::store(), pairs(form)) else {
        return;
    };
    let _ = store.set_item(&key(), &format!("{state}\n{}", String::from(pairs.to_string())));
}

/// The form of a page was taken.
pub fn forget(path: &str) {
    if let Some(store) = dom::store() {
        let _ = store.remove_item(&key_of(path));
    }
}

/// Puts back what was typed, once, when the form that it was typed into has come. A form that came back with its faults
/// holds what was typed already.
pub fn restore() {
    let form = dom::one("form[data-draft]").and_then(|form| form.dyn_into::<HtmlFormElement>().ok());
    let state = form.as_ref().and_then(|form| dom::attr(form, "data-draft")).unwrap_or_default();
    let place = format!("{} {state}", key());
    let first = FILLED.with_borrow_mut(|filled| std::mem::replace(filled, place.clone()) != place);
    let (Some(form), Some(store)) = (form.filter(|form| first && !form.has_attribute("data-returned")), dom::store())
    else {
        return;
    };
    let kept = store.get_item(&key()).ok().flatten().unwrap_or_default();
    if let Some((of, body)) = kept.split_once('\n').filter(|(of, _)| *of == state)
        && let Ok(pairs) = UrlSearchParams::new_with_str(body)
    {
        let _ = of;
        fill(&form, &pairs);
    }
}

/// What travels in hidden fields stays.
fn fill(form: &Element, pairs: &UrlSearchParams) {
    for field in dom::all(form, "input:not([type=hidden]), textarea, select") {
        let name = field.get_attribute("name").unwrap_or_default();
        let value = pairs.get(&name).unwrap_or_default();
        if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
            match input.type_().as_str() {
                "radio" | "checkbox" => {
                    let own = input.value();
                    input.set_checked(pairs.get_all(&name).iter().any(|one| one.as_string().as_ref() == Some(&own)));
                }
                "file" => {}
                _ => input.set_value(&value),
            }
        } else if let Some(area) = field.dyn_ref::<HtmlTextAreaElement>() {
            area.set_value(&value);
        } else if let Some(select) = field.dyn_ref::<HtmlSelectElement>() {
            select.set_value(&value);
        }
    }
}
