//! Which pages a performer that looks at images is shown when it reads: those of the best places first.

use crate::workspaces::norms::perform;
use crate::workspaces::norms::steps;
use crate::workspaces::{Look, PagePlace};
use serde_json::Value;

/// The places of READ, those first on which rules found an answer; `None` for other steps and without places.
#[must_use]
pub fn of(step: &str, input: &Value) -> Option<Look> {
    let items: Vec<&Value> = input["items"].as_array().into_iter().flatten().collect();
    if step != steps::READ || items.is_empty() {
        return None;
    }
    let mut order: Vec<usize> = Vec::new();
    let read = perform::perform(step, input);
    for finding in read["findings"].as_array().into_iter().flatten() {
        order.extend(holder(&items, finding["node_id"].as_str().unwrap_or_default()));
    }
    order.extend(0..items.len());
    let mut places: Vec<PagePlace> = Vec::new();
    for index in order {
        let place = place(items[index]);
        if !place.edition.is_empty() && !places.contains(&place) {
            places.push(place);
        }
    }
    let visit = input["visit"].as_u64().and_then(|visit| u32::try_from(visit).ok()).unwrap_or(1);
    Some(Look { places, visit })
}

/// The item that a finding stands in: its own, or the table of its cell.
fn holder(items: &[&Value], node: &str) -> Option<usize> {
    let own = |item: &&Value| item["node_id"].as_str().is_some_and(|id| !id.is_empty() && id == node);
    let above = |item: &&Value| {
        let rest = item["node_id"].as_str().filter(|id| !id.is_empty()).and_then(|id| node.strip_prefix(id));
        rest.is_some_and(|rest| rest.starts_with("/row/"))
    };
    items.iter().position(own).or_else(|| items.iter().position(above))
}

fn place(item: &Value) -> PagePlace {
    let text = |key: &str| item[key].as_str().unwrap_or_default().to_owned();
    let label = match item["edition"].as_str() {
        None | Some("" | "undated") => text("document"),
        Some(edition) => format!("{}, редакция {edition}", text("document")),
    };
    PagePlace {
        edition: text("edition_id"),
        node_id: text("node_id"),
        page: item["page"].as_u64().and_then(|page| u32::try_from(page).ok()),
        label,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn item(id: &str, page: Option<u32>, text: &str) -> Value {
        json!({"node_id": id, "kind": "clause", "edition_id": "ru.sp.1@1", "edition": "1", "document": "СП 1",
            "document_id": "ru.sp.1", "address": id, "title": "", "crumbs": "", "text": text, "page": page})
    }

    #[test]
    fn the_place_that_answers_comes_first_and_each_once() {
        let items = [
            item("norm://ru.sp.1@1/p/1", Some(3), "Двор склада подметают."),
            item("norm://ru.sp.1@1/p/2", Some(9), "Ширину ворот склада принимают не менее 3 м."),
            item("norm://ru.sp.1@1/p/2", Some(9), "Ширину ворот склада принимают не менее 3 м."),
        ];
        let input = json!({"user_query": "Какая ширина ворот склада?", "answers": [], "items": items, "visit": 2});
        let look = of(steps::READ, &input).expect("places");
        let pages: Vec<_> = look.places.iter().map(|place| place.page).collect();
        assert_eq!((pages, look.visit), (vec![Some(9), Some(3)], 2));
        assert_eq!(look.places[0].label, "СП 1, редакция 1");
        let tables = [json!({"node_id": "norm://a@1/table/1"}), json!({"node_id": "norm://a@1/table/10"})];
        let tables: Vec<&Value> = tables.iter().collect();
        assert_eq!(holder(&tables, "norm://a@1/table/10/row/3/col/2"), Some(1));
        assert_eq!(holder(&tables, "norm://a@1/table/2"), None);
        assert!(of(steps::PLAN, &input).is_none());
        assert!(of(steps::READ, &json!({"items": []})).is_none());
    }
}
