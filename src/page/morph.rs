//! Makes the page equal to another one of the server, and changes nothing that is equal already.
//!
//! What a person did on the page stays: words in fields, picked options, opened parts, focus. A field follows the server
//! only where the server's own value of it changed. `data-own` marks what this
//! program holds itself.

use crate::page::dom;
use std::cell::RefCell;
use std::collections::HashMap;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlInputElement, HtmlOptionElement, HtmlSelectElement, HtmlTextAreaElement, Node};

thread_local! {
    /// Whether a part that opens was open as the server sent it.
    static SERVED_OPEN: RefCell<js_sys::WeakMap> = RefCell::new(js_sys::WeakMap::new());
}

/// Attributes that scripts of the page write; the server never sends them.
const KEPT: [&str; 2] = ["data-alive", "data-drafts"];

/// Takes down how the parts that open were sent.
pub fn remember(within: &Element) {
    for part in dom::all(within, "details") {
        served(&part, part.has_attribute("open"));
    }
}

fn served(part: &Element, open: bool) {
    SERVED_OPEN.with_borrow(|map| {
        map.set(part, &JsValue::from_bool(open));
    });
}

fn was_served(part: &Element) -> Option<bool> {
    SERVED_OPEN.with_borrow(|map| map.get(part).as_bool())
}

/// Makes `old` equal to `new`. Both are elements of one name.
pub fn element(old: &Element, new: &Element) {
    // What is equal stays, with all that was done in it.
    if old.has_attribute("data-own") || old.is_equal_node(Some(new)) {
        return;
    }
    match old.local_name().as_str() {
        "script" | "style" => return,
        // What came back with its faults stays until it is sent again: the same form as the server has it knows of none.
        "form" if came_back(old) && !came_back(new) && same_form(old, new) => return,
        // The server's clock is not the visitor's: the same moment is written already.
        "time" if old.get_attribute("datetime") == new.get_attribute("datetime") => {
            attributes(old, new);
            return;
        }
        "input" => return input(old, new),
        "textarea" => return words(old, new),
        "select" => return select(old, new),
        _ => {}
    }
    attributes(old, new);
    children(old, new);
}

fn came_back(form: &Element) -> bool {
    form.has_attribute("data-returned")
}

fn same_form(old: &Element, new: &Element) -> bool {
    ["id", "data-key", "data-draft"].iter().all(|name| old.get_attribute(name) == new.get_attribute(name))
}

/// Puts another element in place of one, with nothing that was done in the old one.
pub fn replace(old: &Element, new: &Element) {
    let _ = old.replace_with_with_node_1(&adopted(new));
}

fn attributes(old: &Element, new: &Element) {
    let name = old.local_name();
    let part = name == "details";
    let keep = |attribute: &str| KEPT.contains(&attribute) || (attribute == "open" && (part || name == "dialog"));
    for attribute in new.get_attribute_names().iter().filter_map(|name| name.as_string()) {
        let value = new.get_attribute(&attribute).unwrap_or_default();
        if !keep(&attribute) && old.get_attribute(&attribute).as_ref() != Some(&value) {
            let _ = old.set_attribute(&attribute, &value);
        }
    }
    for attribute in old.get_attribute_names().iter().filter_map(|name| name.as_string()) {
        if !keep(&attribute) && !new.has_attribute(&attribute) {
            let _ = old.remove_attribute(&attribute);
        }
    }
    if part {
        let open = new.has_attribute("open");
        if was_served(old).is_some_and(|before| before != open) {
            let _ = old.toggle_attribute_with_force("open", open);
        }
        served(old, open);
    }
}

fn has_focus(element: &Element) -> bool {
    dom::document().and_then(|document| document.active_element()).is_some_and(|active| &active == element)
}

fn input(old: &Element, new: &Element) {
    let (Some(field), Some(fresh)) = (old.dyn_ref::<HtmlInputElement>(), new.dyn_ref::<HtmlInputElement>()) else {
        return;
    };
    let (value, checked) = (field.default_value(), field.default_checked());
    let kind = field.type_();
    attributes(old, new);
    match kind.as_str() {
        "checkbox" | "radio" if checked != fresh.default_checked() => field.set_checked(fresh.default_checked()),
        "checkbox" | "radio" | "file" => {}
        _ if value != fresh.default_value() && !has_focus(old) => field.set_value(&fresh.default_value()),
        _ => {}
    }
}

fn words(old: &Element, new: &Element) {
    let (Some(field), Some(fresh)) = (old.dyn_ref::<HtmlTextAreaElement>(), new.dyn_ref::<HtmlTextAreaElement>())
    else {
        return;
    };
    attributes(old, new);
    let served = |area: &HtmlTextAreaElement| area.default_value().unwrap_or_default();
    let (before, now) = (served(field), served(fresh));
    if before != now {
        let shown = field.value();
        let _ = field.set_default_value(&now);
        let typed = if has_focus(old) { shown } else { now };
        field.set_value(&typed);
    }
}

fn chosen_by_server(select: &Element) -> Option<String> {
    let options = dom::all(select, "option");
    let first = options.first().cloned();
    let option = options.into_iter().find(|option| option.has_attribute("selected")).or(first)?;
    Some(option.dyn_ref::<HtmlOptionElement>()?.value())
}

fn select(old: &Element, new: &Element) {
    let Some(list) = old.dyn_ref::<HtmlSelectElement>() else { return };
    let (before, shown) = (chosen_by_server(old), list.value());
    let now = chosen_by_server(new);
    attributes(old, new);
    children(old, new);
    let still = dom::all(old, "option").iter().any(|option| option.get_attribute("value").as_ref() == Some(&shown));
    let value = if before == now && still { shown } else { now.unwrap_or_default() };
    if list.value() != value {
        list.set_value(&value);
    }
}

/// By what a node is found again among its siblings.
fn sign(node: &Node) -> Option<String> {
    let Some(element) = node.dyn_ref::<Element>() else {
        // Comments are marks of the server's framework.
        return (node.node_type() == Node::TEXT_NODE).then(|| "#text".to_owned());
    };
    let name = element.local_name();
    for key in ["id", "data-key", "data-pointer", "data-branch", "data-turn", "data-version", "data-fact"] {
        if let Some(value) = dom::attr(element, key) {
            return Some(format!("{name}#{value}"));
        }
    }
    if matches!(name.as_str(), "input" | "select" | "textarea") {
        let of = |key: &str| element.get_attribute(key).unwrap_or_default();
        let value = if matches!(of("type").as_str(), "radio" | "checkbox") { of("value") } else { String::new() };
        return Some(format!("{name}[{}={value}]", of("name")));
    }
    let class = element.get_attribute("class").unwrap_or_default();
    Some(format!("{name}.{}", class.split_whitespace().next().unwrap_or_default()))
}

fn nodes(parent: &Element) -> Vec<Node> {
    let list = parent.child_nodes();
    (0..list.length()).filter_map(|index| list.item(index)).collect()
}

fn children(old: &Element, new: &Element) {
    let mut known: HashMap<String, Vec<Node>> = HashMap::new();
    let before = nodes(old);
    for node in before.iter().rev() {
        if let Some(sign) = sign(node) {
            known.entry(sign).or_default().push(node.clone());
        }
    }
    // Each new node takes the first old one of its sign.
    let wanted: Vec<(Node, Option<Node>)> = nodes(new)
        .into_iter()
        .filter_map(|node| {
            let twin = known.get_mut(&sign(&node)?).and_then(Vec::pop);
            Some((node, twin))
        })
        .collect();
    let left: Vec<Node> = known.into_values().flatten().collect();
    for node in before.iter().filter(|node| sign(node).is_none()).chain(&left) {
        let _ = old.remove_child(node);
    }
    let mut at = old.first_child();
    for (fresh, twin) in wanted {
        let placed = match twin {
            Some(twin) => {
                same(&twin, &fresh);
                twin
            }
            None => adopted(&fresh),
        };
        if at.as_ref() == Some(&placed) {
            at = placed.next_sibling();
        } else {
            let _ = old.insert_before(&placed, at.as_ref());
        }
    }
}

fn same(old: &Node, new: &Node) {
    match (old.dyn_ref::<Element>(), new.dyn_ref::<Element>()) {
        (Some(old), Some(new)) => element(old, new),
        _ if old.node_value() != new.node_value() => old.set_node_value(new.node_value().as_deref()),
        _ => {}
    }
}

fn adopted(fresh: &Node) -> Node {
    let node = dom::document().and_then(|document| document.import_node_with_deep(fresh, true).ok());
    let node = node.unwrap_or_else(|| fresh.clone());
    if let Some(element) = node.dyn_ref::<Element>() {
        remember(element);
        if element.local_name() == "details" {
            served(element, element.has_attribute("open"));
        }
    }
    node
}
