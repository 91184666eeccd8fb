//! The words of an answer around what was put together: the value, its conditions, corrections, where it stands.

use serde_json::{Value, json};

/// FINALIZE by rules: the words around what was put together.
#[must_use]
pub fn write(input: &Value) -> Value {
    let draft = &input["draft"];
    json!({"text": words(draft, input)})
}

fn words(draft: &Value, input: &Value) -> String {
    let mut lines: Vec<String> = Vec::new();
    let missing: Vec<&str> = draft["missing"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if draft["found"] != true {
        lines.push("В базе этого нет.".to_owned());
        lines.extend(missing.iter().map(|one| format!("- {one}")));
        lines.push("Загрузите нужный документ или уточните вопрос: назовите документ, пункт или таблицу.".to_owned());
        return lines.join("\n");
    }
    let citations: Vec<&Value> = draft["citations"].as_array().into_iter().flatten().collect();
    if draft["calculation"].is_object() {
        lines.extend(sum(&draft["calculation"]));
    } else {
        let branches: Vec<&Value> = draft["branches"].as_array().into_iter().flatten().collect();
        let numbers: Vec<&Value> = draft["numbers"].as_array().into_iter().flatten().collect();
        let shown: Vec<&Value> = citations.iter().copied().filter(|one| is_main(one, draft)).collect();
        if draft["measured"] == true && numbers.is_empty() {
            lines.push("Числа, которое можно привязать к вопросу, здесь нет. Где смотреть:".to_owned());
        } else if draft["unsure"] == true && numbers.is_empty() {
            lines.push("Прямого ответа не нашлось. Ближе всего к вопросу:".to_owned());
        }
        if numbers.len() == 1 || shown.len() == 1 {
            lines.push(single(numbers.first().copied(), shown[0]));
            // A number of a place that is not plainly meant: the others of the place stand beside it.
            let beside: Vec<&Value> = branches.iter().copied().filter(|one| one["chosen"] != true).collect();
            if draft["unsure"] == true && numbers.len() == 1 && shown[0]["kind"] == "clause" && !beside.is_empty() {
                lines.push("Другие числа этого места:".to_owned());
                lines.extend(beside.into_iter().map(branch));
            }
        } else if draft["question"].is_null() && branches.is_empty() {
            lines.extend(shown.iter().map(|one| single(None, one)));
        } else {
            lines.push("Значение зависит от условий:".to_owned());
            lines.extend(branches.iter().filter(|one| one["citation"] != 0).map(|one| branch(one)));
        }
    }
    for one in draft["corrections"].as_array().into_iter().flatten() {
        lines.push(format!("Поправка: «{}» [{}].", text(one, "text").trim_end_matches('.'), one["citation"]));
    }
    if let Some(place) = citations.first() {
        lines.push(where_it_stands(place));
    }
    let mut doubts: Vec<&str> = Vec::new();
    for one in draft["numbers"].as_array().into_iter().flatten() {
        for doubt in one["binding"]["doubts"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !doubts.contains(&doubt) {
                doubts.push(doubt);
            }
        }
    }
    lines.extend(doubts.iter().map(|doubt| format!("О таблице: {doubt}.")));
    lines.extend(missing.iter().map(|one| format!("Не найдено: {one}.")));
    let _ = input;
    lines.join("\n")
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// Whether a citation carries a value rather than a correction.
fn is_main(citation: &Value, draft: &Value) -> bool {
    !draft["corrections"].as_array().into_iter().flatten().any(|one| one["citation"] == citation["number"])
}

fn single(number: Option<&Value>, citation: &Value) -> String {
    let mark = &citation["number"];
    if citation["kind"] == "clause" {
        let quote = text(citation, "quote");
        return match number.filter(|one| !text(one, "value").is_empty()) {
            Some(one) => format!("**{}** — «{}» [{mark}].", valued(one), quote.trim_end_matches(['.', ';'])),
            None => format!("«{}» [{mark}].", quote.trim_end_matches(['.', ';'])),
        };
    }
    let value = number.map_or_else(|| text(citation, "quote").to_owned(), valued);
    let direction = number.map_or("", direction);
    let condition = number.map_or("", |one| text(one, "condition"));
    format!("{direction}**{value}** — {condition} [{mark}].")
}

/// «не менее » of a value that the norm bounds; a value that says it itself needs no other.
fn direction(one: &Value) -> &'static str {
    if text(one, "value").to_lowercase().contains("не ") {
        return "";
    }
    match text(&one["binding"], "bound") {
        "min" => "не менее ",
        "max" => "не более ",
        _ => "",
    }
}

fn valued(one: &Value) -> String {
    format!("{} {}", text(one, "value"), text(one, "unit")).trim().to_owned()
}

fn branch(one: &Value) -> String {
    format!("- **{}** — {} [{}]", valued(one), text(one, "label").trim_end_matches(['.', ';']), one["citation"])
}

fn sum(made: &Value) -> Vec<String> {
    let mut lines = vec![format!("**{}** — {}.", valued(&made["result"]), text(made, "title"))];
    let formula = text(made, "formula").replace("pi", "π").replace('*', "·");
    lines.push(format!(
        "Формула: {formula} = {} → округление: {}.",
        text(made, "exact"),
        match made["rounding"].as_str() {
            Some("down") => "вниз",
            Some("up") => "вверх",
            _ => "нет",
        }
    ));
    for input in made["inputs"].as_array().into_iter().flatten() {
        let source = match input["citation"].as_u64() {
            Some(number) => format!("[{number}]"),
            None => "дано".to_owned(),
        };
        lines.push(format!("- {} = {} — {} ({source})", text(input, "name"), valued(input), text(input, "title")));
    }
    if !text(made, "note").is_empty() {
        lines.push(text(made, "note").to_owned());
    }
    lines
}

fn where_it_stands(place: &Value) -> String {
    let mut parts = vec![text(place, "document").to_owned(), text(place, "edition").to_owned()];
    let bare = |address: &str| address.strip_prefix(text(place, "document")).unwrap_or(address).trim().to_owned();
    if place["clause"].is_object() {
        parts.push(bare(text(&place["clause"], "address")));
    }
    parts.push(bare(text(place, "address")));
    if let Some(page) = place["page"].as_u64() {
        parts.push(format!("с. {page}"));
    }
    parts.retain(|part| !part.is_empty() && part != "undated");
    format!("Где: {}.", parts.join(", "))
}
