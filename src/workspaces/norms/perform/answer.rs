//! The answer: citations, numbers, branches put together by code from the findings, and the words around them.

use crate::engine::citation::compared::cut;
use crate::engine::prompt::sha256;
use crate::workspaces::norms::lookup;
use crate::workspaces::norms::perform::between::{self, BETWEEN, FACTOR};
use crate::workspaces::norms::perform::binding;
use crate::workspaces::norms::perform::calculate;
use crate::workspaces::norms::perform::cells::pick;
use crate::workspaces::norms::perform::derived;
use crate::workspaces::norms::perform::elsewhere;
use crate::workspaces::norms::perform::judge::{ENOUGH, GOOD};
use crate::workspaces::norms::perform::lost;
use crate::workspaces::norms::perform::question;
use crate::workspaces::norms::perform::required::DESCRIBED;
use crate::workspaces::norms::perform::sentences::{ASIDE, modifiers};
use crate::workspaces::norms::perform::words::{Bag, terms};
use crate::workspaces::norms::state::{Given, Norms};
use serde_json::{Value, json};

/// Branches that an answer shows.
const BRANCHES: usize = 24;
/// Branches that a question offers as choices.
const CHOICES: usize = 12;
/// Corrections of a value that are shown.
const MODIFIERS: usize = 4;
/// Scores that tell no place from another.
const NEAR: f64 = 0.02;
/// The choice that shows everything.
pub const ALL: &str = "all";

/// The findings of all steps, best first; of each place once.
#[must_use]
pub fn findings(norms: &Norms) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::new();
    for result in norms.step_results.values() {
        for one in result["findings"].as_array().into_iter().flatten() {
            let same = |known: &Value| {
                known["node_id"] == one["node_id"] && known["quote"] == one["quote"] && known["value"] == one["value"]
            };
            if !out.iter().any(same) {
                out.push(one.clone());
            }
        }
    }
    out.sort_by(|a, b| b["score"].as_f64().unwrap_or_default().total_cmp(&a["score"].as_f64().unwrap_or_default()));
    out
}

/// How well the best finding meets the question.
#[must_use]
pub fn best(norms: &Norms) -> f64 {
    norms.step_results.values().filter_map(|result| result["relevance"].as_f64()).fold(0.0, f64::max)
}

/// Everything of an answer but its words; `question` beside it when several branches remain.
#[must_use]
pub fn assemble(norms: &Norms) -> Value {
    let missing = lost::missing(norms);
    if let Some(made) = norms.step_results.values().rev().find_map(|result| result["calculation"].as_object()) {
        return calculated(norms, &json!(made), missing);
    }
    let all = findings(norms);
    let found = best(norms) >= ENOUGH && !all.is_empty() && !lost::only_absent(norms);
    if !found {
        return nothing(if missing.is_empty() { vec![lost::not_found(norms)] } else { missing });
    }
    let group = all[0]["group"].clone();
    let mut chosen: Vec<Value> = all.iter().filter(|one| one["group"] == group).cloned().collect();
    // What a note multiplies by is no answer of its own.
    let multiplied: Vec<Value> = chosen.iter().filter(|one| one["note"] == FACTOR).cloned().collect();
    chosen.retain(|one| one["note"] != FACTOR);
    // In the order of the document.
    chosen.truncate(BRANCHES);
    let full = chosen.clone();
    let (mut picked, settled) = picked(&chosen, &norms.answers);
    // What stands beside the number that is meant is chosen by the person only.
    if picked.iter().any(|at| chosen[*at]["note"] != ASIDE) {
        picked.retain(|at| chosen[*at]["note"] != ASIDE);
    }
    // A row with a dash gives no value beside those that do.
    if picked.iter().any(|at| is_number(&chosen[*at])) {
        picked.retain(|at| is_number(&chosen[*at]));
    }
    // Rows that say one and the same need no choice: the first stands for all of them.
    let alike = |at: &usize| {
        let (one, first) = (&chosen[*at], &chosen[picked[0]]);
        one["value"] == first["value"] && one["unit"] == first["unit"] && is_number(one)
    };
    if picked.len() > 1 && picked.iter().all(alike) {
        picked.truncate(1);
    }
    let values: Vec<Value> = picked.iter().map(|at| chosen[*at].clone()).collect();
    let mut citations = Vec::new();
    let mut numbers = Vec::new();
    let mut branches = Vec::new();
    let mut unbound: Vec<&str> = Vec::new();
    let asked = asked_with(norms);
    let measured = asked.wants_number && asked.dimensions.iter().all(|one| !matches!(one.as_str(), "count" | "ratio"));
    let counted = asked.dimensions.iter().any(|one| matches!(one.as_str(), "count" | "ratio" | "percent" | "sound"));
    for (index, one) in full.iter().enumerate() {
        let shown = picked.contains(&index);
        let number = if shown { Some(cite(norms, one, &mut citations)) } else { None };
        branches.push(json!({
            "id": format!("b{}", index + 1),
            "label": label(one),
            "value": one["value"],
            "unit": one["unit"],
            "citation": number.unwrap_or(0),
            "chosen": shown && full.len() > 1 && values.len() == 1,
        }));
        if let Some(number) = number.filter(|_| is_number(one)) {
            let mut made = json!({
                "value": one["value"], "unit": one["unit"], "condition": label(one), "citation": number,
            });
            if let Some(item) = one["node_id"].as_str().and_then(|id| holder(norms, id)) {
                let bound = binding::bind(item, one);
                let whole = if one["kind"] == "cell" { measured } else { !counted };
                unbound.extend(binding::faults(&bound, item, one, whole));
                // What was added to the question has to choose; else it is the answer to the question before.
                let told = Bag::of(&format!("{} {} {} {}", label(one), text_of(one), text_of(item), title_of(item)));
                let mut later = asked.added.iter().filter(|term| term.weight > 0.5).peekable();
                if later.peek().is_some() && !later.any(|term| told.meets(term) > 0.0) {
                    unbound.push("уточнение здесь не встречается");
                }
                if one["note"] == DESCRIBED || one["note"] == BETWEEN {
                    unbound.push(DESCRIBED);
                }
                if one["note"] != BETWEEN && between::is_astray(&asked.text, &label(one)) {
                    unbound.push(between::ASTRAY);
                }
                // A number of prose answers a quantity that the question names.
                if one["kind"] != "cell" && asked.dimensions.is_empty() {
                    unbound.push("величина в вопросе не названа");
                }
                made["binding"] = json!(bound);
            }
            numbers.push(made);
        }
    }
    // A branch that is not shown cites nothing: it needs a place of its own all the same.
    for (index, one) in full.iter().enumerate() {
        if branches[index]["citation"] == 0 {
            branches[index]["citation"] = json!(cite(norms, one, &mut citations));
        }
    }
    if rivalled(&all, &group, &values) {
        unbound.push("другое место подходит не хуже и говорит иное");
    }
    let corrections = corrections(norms, &values, &mut citations);
    let pair = values.len() == 2 && values.iter().all(|one| one["note"] == BETWEEN);
    let factors: Vec<(Value, usize)> = match (pair, values.as_slice()) {
        (true, _) | (_, [_]) => {
            multiplied.into_iter().map(|one| (one.clone(), cite(norms, &one, &mut citations))).collect()
        }
        _ => Vec::new(),
    };
    let reckoned = if pair || !factors.is_empty() { between::calculation(&values, &numbers, &factors) } else { None };
    if !factors.is_empty() {
        unbound.push(DESCRIBED);
    }
    let asks = values.len() > 1 && !settled && reckoned.is_none();
    let question = asks.then(|| ask(&branches, &values));
    let made = match (numbers.as_slice(), asks) {
        ([only], false) if reckoned.is_none() => derived::calculation(only, &corrections, &asked),
        _ => reckoned,
    };
    if let Some(made) = &made {
        numbers.insert(0, json!({
            "value": made["result"]["value"], "unit": made["result"]["unit"], "condition": "расчёт", "citation": null,
        }));
    }
    let unsure = best(norms) < GOOD;
    if let Some(lost) = elsewhere::absent(&asked, &missing, elsewhere::is_sure(unsure, &unbound, &numbers)) {
        return nothing(vec![lost]);
    }
    json!({
        "citations": citations,
        "numbers": numbers,
        "branches": if full.len() > 1 && !(pair && made.is_some()) { json!(branches) } else { json!([]) },
        "calculation": made,
        "missing": missing,
        "found": true,
        "corrections": corrections,
        "question": question,
        "unsure": unsure,
        "unbound": unbound,
        "measured": measured,
    })
}

/// An answer that says what is missing.
fn nothing(missing: Vec<String>) -> Value {
    json!({
        "citations": [], "numbers": [], "branches": [], "calculation": null, "missing": missing,
        "found": false, "question": null,
    })
}

/// Whether another place fits about as well and gives another number of the same unit: nobody has chosen between them.
fn rivalled(all: &[Value], group: &Value, values: &[Value]) -> bool {
    let [only] = values else { return false };
    let score = |one: &Value| one["score"].as_f64().unwrap_or_default();
    let other = |one: &&Value| one["group"] != *group && is_number(one) && one["unit"] == only["unit"];
    let near = all.iter().filter(other).filter(|one| score(one) + NEAR >= score(only));
    let near: Vec<&Value> = near.filter(|one| one["kind"] == only["kind"]).collect();
    !near.is_empty() && near.iter().all(|one| one["value"] != only["value"])
}

/// The question with everything that was answered to it.
fn asked_with(norms: &Norms) -> question::Asked {
    let more: Vec<String> = norms.answers.iter().map(|given| given.text.clone()).collect();
    question::read(&norms.user_query, &more)
}

/// Which findings the person's answers leave, and whether the person is content with what is shown.
fn picked(findings: &[Value], answers: &[Given]) -> (Vec<usize>, bool) {
    let mut left: Vec<usize> = (0..findings.len()).collect();
    let mut settled = false;
    for answer in answers {
        if answer.choice.as_deref() == Some(ALL) || answer.text.trim().to_lowercase() == "показать все" {
            settled = true;
            continue;
        }
        let by_id = answer.choice.as_deref().and_then(|id| id.strip_prefix('b')?.parse::<usize>().ok());
        if let Some(at) = by_id.and_then(|number| number.checked_sub(1)).filter(|at| left.contains(at)) {
            left = vec![at];
            continue;
        }
        let labels: Vec<String> = left.iter().map(|at| label(&findings[*at])).collect();
        let rows = pick(&labels, &question::read(&answer.text, &[]), &Bag::default());
        left = rows.into_iter().map(|row| left[row]).collect();
    }
    (left, settled)
}

/// What a finding holds under: its row and column, or the words of its item.
#[must_use]
pub fn label(one: &Value) -> String {
    let conditions: Vec<&str> = one["conditions"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    match one["kind"].as_str() {
        Some("clause") => conditions.last().map(|text| (*text).to_owned()).unwrap_or_default(),
        _ => conditions.join("; "),
    }
}

fn is_number(one: &Value) -> bool {
    one["value"].as_str().is_some_and(|value| value.chars().any(|c| c.is_ascii_digit()))
}

/// Adds the citation of a finding; its number from 1.
fn cite(norms: &Norms, one: &Value, citations: &mut Vec<Value>) -> usize {
    let id = one["node_id"].as_str().unwrap_or_default();
    let Some(item) = holder(norms, id) else { return 0 };
    let same = |known: &Value| known["node_id"] == id && known["quote"] == one["quote"];
    if let Some(at) = citations.iter().position(same) {
        return at + 1;
    }
    let head = |id: &Value, text: Option<String>| match (id.as_str().filter(|id| !id.is_empty()), text) {
        (Some(id), Some(text)) => json!({"node_id": id, "text": text}),
        _ => Value::Null,
    };
    let (row, cell) = cell_of(item, id);
    let column =
        item["table"]["columns"].as_array().into_iter().flatten().find(|c| c["node_id"] == one["column_header"]);
    let address = cell.map_or(&item["address"], |cell| &cell["address"]);
    let table = if cell.is_some() { json!({"node_id": item["node_id"], "text": title_of(item)}) } else { Value::Null };
    let clause = if item["clause_id"].is_string() {
        json!({"node_id": item["clause_id"], "address": item["clause_address"]})
    } else {
        Value::Null
    };
    // An item that is shown with the words that open its list has lost nothing to them.
    let alone = one["conditions"].as_array().is_none_or(|list| list.len() < 2);
    let (verdict, reason) = verdict(item, cell, one["quote"].as_str().filter(|_| alone).unwrap_or_default());
    citations.push(json!({
        "number": citations.len() + 1,
        "document": item["document"],
        "title": item["document_title"],
        "edition": item["edition"],
        "edition_id": item["edition_id"],
        "address": address,
        "node_id": id,
        "kind": if cell.is_some() { "cell" } else { "clause" },
        "quote": one["quote"],
        "page": item["page"],
        "boxes": [],
        "row_header": row.map_or(Value::Null, |row| head(&row["header_id"], row["header"].as_str().map(str::to_owned))),
        "column_header": column.map_or(Value::Null, |c| head(&c["node_id"], c["text"].as_str().map(str::to_owned))),
        "table": table,
        "clause": clause,
        "verdict": verdict,
        "verdict_reason": reason,
        "currency": item["currency"],
        "hash": sha256(&format!("{}\n{}", address.as_str().unwrap_or_default(), one["quote"].as_str().unwrap_or_default())),
    }));
    citations.len()
}

/// The words of a place or of a finding.
fn text_of(one: &Value) -> &str {
    one["quote"].as_str().or(one["text"].as_str()).unwrap_or_default()
}

/// What a table is called.
fn title_of(item: &Value) -> String {
    let title = item["title"].as_str().unwrap_or_default();
    if title.is_empty() { item["table"]["head"].as_str().unwrap_or_default().to_owned() } else { title.to_owned() }
}

/// The evidence that a node belongs to: itself, or the table of a cell.
#[must_use]
pub fn holder<'n>(norms: &'n Norms, id: &str) -> Option<&'n Value> {
    norms.held(id).or_else(|| norms.evidence.iter().find(|item| cell_of(item, id).1.is_some()))
}

/// The row and the cell of a node.
fn cell_of<'v>(item: &'v Value, id: &str) -> (Option<&'v Value>, Option<&'v Value>) {
    for row in item["table"]["rows"].as_array().into_iter().flatten() {
        if let Some(cell) = row["cells"].as_array().into_iter().flatten().find(|cell| cell["node_id"] == id) {
            return (Some(row), Some(cell));
        }
    }
    (None, None)
}

/// The words that a number at this node may stand on: for a cell its row and headings too.
#[must_use]
pub fn ground(norms: &Norms, id: &str) -> Option<(String, bool)> {
    let item = holder(norms, id)?;
    let (row, cell) = cell_of(item, id);
    match (row, cell) {
        (Some(row), Some(cell)) => {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let columns = item["table"]["columns"].as_array().into_iter().flatten();
            let heads: Vec<String> = columns.map(|column| text(&column["text"])).collect();
            Some((
                format!("{}\n{}\n{}\n{}", text(&row["label"]), text(&cell["text"]), heads.join("\n"), title_of(item)),
                true,
            ))
        }
        _ => Some((item["text"].as_str().unwrap_or_default().to_owned(), false)),
    }
}

/// The verdict on a place: lost signs, the edition, a cut clause; the quote is a slice by the guards.
fn verdict(item: &Value, cell: Option<&Value>, quote: &str) -> (&'static str, String) {
    // A table that lost signs is doubtful as a whole: the cell may stand in the wrong row.
    if item["lossy"] == true || item["table"]["lossy"] == true || cell.is_some_and(|cell| cell["lossy"] == true) {
        return ("UNVERIFIED", "при чтении источника потеряны знаки: сверьте со страницей".to_owned());
    }
    match item["currency"]["status"].as_str() {
        Some("replaced") => {
            let text = |key: &str| item["currency"][key].as_str().unwrap_or_default();
            ("OUTDATED_EDITION", format!("с {} действует {}", text("from"), text("by")))
        }
        Some("repealed") => ("OUTDATED_EDITION", "документ утратил силу".to_owned()),
        _ if cell.is_none() && cut(item["text"].as_str().unwrap_or_default(), quote).is_some() => (
            "QUOTE_ALTERED",
            "рядом в пункте стоят слова, без которых смысл цитаты другой: прочитайте пункт целиком".to_owned(),
        ),
        _ => ("VERIFIED", String::new()),
    }
}

/// Sentences of the table's notes and of its clause that change the value.
fn corrections(norms: &Norms, values: &[Value], citations: &mut Vec<Value>) -> Vec<Value> {
    let Some(first) = values.first().filter(|one| one["kind"] == "cell") else { return Vec::new() };
    let Some(item) = first["node_id"].as_str().and_then(|id| holder(norms, id)).cloned() else { return Vec::new() };
    let mut out = Vec::new();
    let mut places: Vec<(Value, Value, Value, String)> = Vec::new();
    for note in item["table"]["notes"].as_array().into_iter().flatten() {
        let text = note["text"].as_str().unwrap_or_default().to_owned();
        places.push((
            note["node_id"].clone(),
            json!(format!("{} прим.", item["address"].as_str().unwrap_or_default())),
            item["page"].clone(),
            text,
        ));
    }
    if item["clause_id"].is_string() {
        let text = item["clause"].as_str().unwrap_or_default().to_owned();
        places.push((item["clause_id"].clone(), item["clause_address"].clone(), item["clause_page"].clone(), text));
    }
    let number = item["node_id"].as_str().and_then(|id| id.rsplit('/').next()).unwrap_or_default().to_owned();
    let about = Bag::of(&format!("{} {}", title_of(&item), item["table"]["head"].as_str().unwrap_or_default()));
    for (id, address, page, text) in places {
        for quote in modifiers(&text) {
            // The clause may speak of other tables too.
            let named = lookup::tables_in(&quote);
            let own =
                named.contains(&number) || named.is_empty() && (id != item["clause_id"] || is_about(&about, &quote));
            if !own {
                continue;
            }
            if out.len() >= MODIFIERS {
                return out;
            }
            let (verdict, reason) = verdict(&item, None, "");
            citations.push(json!({
                "number": citations.len() + 1,
                "document": item["document"], "title": item["document_title"], "edition": item["edition"],
                "edition_id": item["edition_id"], "address": address, "node_id": id, "kind": "clause", "quote": quote,
                "page": page, "boxes": [], "row_header": null, "column_header": null, "table": null, "clause": null,
                "verdict": verdict, "verdict_reason": reason, "currency": item["currency"],
                "hash": sha256(&format!("{}\n{quote}", address.as_str().unwrap_or_default())),
            }));
            out.push(json!({"text": quote, "citation": citations.len()}));
        }
    }
    out
}

/// Whether a sentence speaks of what the table gives: two of its first words stand in the table's heading.
fn is_about(heading: &Bag, quote: &str) -> bool {
    let numbered = quote.starts_with(|c: char| c.is_ascii_digit());
    let words = terms(quote, &std::collections::HashSet::new());
    !numbered && words.iter().filter(|term| heading.meets(term) >= 1.0).count() >= 3
}

fn ask(branches: &[Value], values: &[Value]) -> Value {
    let quotes: Vec<&str> = values.iter().filter_map(|one| one["node_id"].as_str()).collect();
    let open: Vec<&Value> = branches.iter().filter(|_| !quotes.is_empty()).collect();
    let mut choices: Vec<Value> = open
        .iter()
        .take(CHOICES)
        .map(|one| {
            let label: String = one["label"].as_str().unwrap_or_default().chars().take(280).collect();
            json!({"id": one["id"], "label": label})
        })
        .collect();
    choices.push(json!({"id": ALL, "label": "Показать все"}));
    json!({
        "text": "Значение зависит от условий. Какие условия у вас?",
        "why": "в норме несколько строк, и вопрос не выбирает между ними",
        "choices": choices,
    })
}

fn calculated(norms: &Norms, made: &Value, missing: Vec<String>) -> Value {
    let mut citations = Vec::new();
    let unsure = !calculate::is_about(made, &asked_with(norms), &norms.evidence);
    let mut calculation = made.clone();
    let mut numbers = vec![json!({
        "value": made["result"]["value"], "unit": made["result"]["unit"], "condition": "расчёт", "citation": null,
    })];
    for input in calculation["inputs"].as_array_mut().into_iter().flatten() {
        let finding = input["finding"].take();
        let mut number = Value::Null;
        if finding.is_object() {
            number = json!(cite(norms, &finding, &mut citations));
            numbers.push(json!({
                "value": finding["value"], "unit": input["unit"], "condition": label(&finding), "citation": number,
            }));
        }
        if let Some(map) = input.as_object_mut() {
            map.remove("finding");
            map.insert("citation".to_owned(), number);
        }
    }
    json!({
        "citations": citations, "numbers": numbers, "branches": [], "calculation": calculation, "missing": missing,
        "found": true, "question": null, "unsure": unsure,
    })
}
