//! One step of a norms plan over the corpus: what is planned and put together is pure (`workspaces::norms::lookup`).

use crate::engine::corpus::editions::{laid_over, speaks};
use crate::model::error::ApiError;
use crate::model::source::{EditionRow, NodeView};
use crate::runner::app::App;
use crate::runner::fail;
use crate::runner::ports::{Sought, StoreError};
use crate::workspaces::norms::lookup;
use crate::workspaces::norms::perform::{calculate, reading};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// How far up headings are gathered.
const ABOVE: usize = 6;

/// The output of EXECUTE.
///
/// # Errors
/// Storage.
pub async fn execute(app: &App, input: &Value) -> Result<Value, ApiError> {
    let tool = input["tool"].as_str().unwrap_or_default();
    let on = input["as_of"].as_str().unwrap_or_default();
    let given = &input["input"];
    let mut output = match tool {
        "calculate" => {
            let evidence = input["evidence"].as_array().cloned().unwrap_or_default();
            calculate::run(given, &evidence, &reading::asked(input))
        }
        "ask_user" => json!({"outcome": "AMBIGUOUS_INFO", "question": given}),
        _ => find(app, tool, given, on, reading::asked(input).keywords())
            .await
            .map_err(|error| fail::of_store(&error))?,
    };
    output["tool"] = json!(tool);
    if output["items"].is_null() {
        output["items"] = json!([]);
    }
    Ok(output)
}

async fn find(app: &App, tool: &str, given: &Value, on: &str, words: Vec<String>) -> Result<Value, StoreError> {
    let editions = app.sources.editions().await?;
    if editions.is_empty() {
        let missing = "База пуста. Загрузите документы: legalagi corpus import ПАПКА.";
        return Ok(json!({"outcome": "INFO_NOT_FOUND", "items": [], "missing": [missing]}));
    }
    let mut read = Read { app, editions: &editions, on, seen: BTreeSet::new(), items: Vec::new(), words, whole: false };
    let mut missing = Vec::new();
    match tool {
        "search" => {
            missing.extend(lookup::absent(given, &editions));
            let asked = given["documents"].as_array().is_some_and(|list| !list.is_empty());
            // Named documents that are not held leave nothing to search in.
            if !asked || missing.len() < given["documents"].as_array().map_or(0, Vec::len) {
                read.search(given).await?;
            }
        }
        _ => {
            let found = read.open(given).await?;
            // A place that was only guessed from the question is missed by nobody.
            if !found && given["like"] != true {
                let place = given["address"].as_str().or(given["node_id"].as_str()).unwrap_or_default();
                missing.push(read.why_absent(given, place));
            }
        }
    }
    let items = read.items;
    let outcome = if items.is_empty() { "INFO_NOT_FOUND" } else { "OK" };
    Ok(json!({"outcome": outcome, "items": items, "missing": missing}))
}

struct Read<'a> {
    app: &'a App,
    editions: &'a [EditionRow],
    on: &'a str,
    seen: BTreeSet<String>,
    items: Vec<Value>,
    /// The words of the question: of a long table they choose the rows.
    words: Vec<String>,
    /// Whether a clause is read with all that stands under it.
    whole: bool,
}

impl Read<'_> {
    async fn search(&mut self, given: &Value) -> Result<(), StoreError> {
        let mut lists = Vec::new();
        for query in lookup::searches(given) {
            lists.push(self.app.sources.search(&query).await?);
        }
        // One document after the other, by rank, so that none drowns the rest.
        let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
        let mut ids: Vec<String> = Vec::new();
        for rank in 0..longest {
            for hit in lists.iter().filter_map(|list| list.get(rank)) {
                if !ids.contains(&hit.node_id) {
                    ids.push(hit.node_id.clone());
                }
            }
        }
        let mut terms = 0;
        for id in ids {
            if self.seen.len() >= lookup::READ {
                break;
            }
            if let Some(node) = self.app.sources.node(&id).await? {
                // Definitions hold every word and no rule: a few of them are enough.
                terms += usize::from(node.kind == "term");
                if node.kind != "term" || terms <= 2 {
                    self.place(&node, false, true).await?;
                }
            }
        }
        Ok(())
    }

    /// Opens a named place; whether there is one.
    async fn open(&mut self, given: &Value) -> Result<bool, StoreError> {
        let mut found = Vec::new();
        if let Some(id) = given["node_id"].as_str().filter(|id| !id.is_empty()) {
            found.extend(self.app.sources.node(id).await?);
        } else if let Some(address) = lookup::address_of(given) {
            found = self.app.sources.locate(&address, None).await?;
        }
        let before = self.items.len();
        let like = given["like"] == true;
        self.whole = like;
        // A definition holds the words of many questions and decides none.
        for node in found.into_iter().filter(|node| !like || node.kind != "term").take(3) {
            self.place(&node, !like, true).await?;
        }
        // What a place refers to was not asked for; the place itself was, by this address.
        if let Some(item) = self.items.get_mut(before).filter(|_| like) {
            item["like"] = given["address"].clone();
        }
        Ok(self.items.len() > before)
    }

    fn why_absent(&self, given: &Value, place: &str) -> String {
        let documents = lookup::address_of(given).map(|address| address.act.documents()).unwrap_or_default();
        let held = self.editions.iter().any(|row| documents.contains(&row.document) && row.nodes > 0);
        if held {
            format!("{place}: такого места в имеющейся редакции нет")
        } else {
            format!("{place}: документа нет в базе")
        }
    }

    /// Reads a place into the evidence, with the tables it refers to.
    async fn place(&mut self, node: &NodeView, named: bool, links: bool) -> Result<(), StoreError> {
        let Some(row) = self.editions.iter().find(|row| row.edition == node.edition) else { return Ok(()) };
        if self.seen.contains(&node.node_id) {
            return Ok(());
        }
        // Of two editions the one that speaks on that day is read; what a partial one replaces is read there.
        let over = laid_over(row, self.editions, self.on);
        let is_over = over.iter().any(|own| own.edition == row.edition);
        if !is_over {
            if speaks(row, self.editions, self.on).edition != row.edition {
                return Ok(());
            }
            for own in over {
                let id =
                    node.node_id.replacen(&format!("norm://{}/", row.edition), &format!("norm://{}/", own.edition), 1);
                if let Some(newer) = self.app.sources.node(&id).await?.filter(|newer| !newer.text.trim().is_empty()) {
                    return Box::pin(self.place(&newer, named, links)).await;
                }
            }
        }
        self.seen.insert(node.node_id.clone());
        // A cell is read with its table.
        if matches!(node.kind.as_str(), "row" | "cell" | "column" | "row_header" | "note")
            && let Some(parent) = &node.parent
            && let Some(above) = self.app.sources.node(parent).await?
        {
            return Box::pin(self.place(&above, named, links)).await;
        }
        let below = self.app.sources.below(&node.edition, Some(&node.node_id)).await?;
        let own = lookup::own_text(&node.text, &below).to_owned();
        let crumbs = self.crumbs(node).await?;
        let mut item = lookup::item(node, row, &own, &crumbs, self.on);
        if named {
            item["named"] = json!(true);
        }
        if node.kind == "table" {
            self.table(&mut item, node, &below, &own).await?;
            self.items.push(item);
            return Ok(());
        }
        if node.kind == "section" || node.kind == "annex" || node.kind == "figure" {
            // The parts of a section are found themselves; of an annex its own words are read.
            if own.trim().is_empty() {
                return Ok(());
            }
        }
        // What a clause opens below itself is part of it: points, sub-points, indents.
        if below.iter().any(|node| matches!(node.kind.as_str(), "subclause" | "part" | "clause"))
            && (own.len() < 400 || self.whole)
        {
            item["text"] = json!(node.text.chars().take(6_000).collect::<String>());
        }
        self.items.push(item);
        if !links {
            return Ok(());
        }
        for number in lookup::tables_in(&own) {
            let id = lookup::table_id(&node.edition, &number);
            if let Some(table) = self.app.sources.node(&id).await? {
                Box::pin(self.place(&table, false, false)).await?;
            }
        }
        Ok(())
    }

    async fn table(&self, item: &mut Value, node: &NodeView, below: &[NodeView], head: &str) -> Result<(), StoreError> {
        let of = |kind: &str| -> Vec<NodeView> { below.iter().filter(|node| node.kind == kind).cloned().collect() };
        let mut rows = Vec::new();
        for row in lookup::rows_for(&of("row"), &self.words) {
            let cells = self.app.sources.below(&node.edition, Some(&row.node_id)).await?;
            rows.push(lookup::row(row, &cells));
        }
        let head = head.lines().next().unwrap_or_default();
        item["table"] = lookup::table(node, head, &of("column"), rows, &of("note"));
        if let Some(parent) = &node.parent
            && let Some(clause) = self.app.sources.node(parent).await?
            && clause.kind != "section"
        {
            let beside = self.app.sources.below(&node.edition, Some(parent)).await?;
            item["clause"] = json!(lookup::own_text(&clause.text, &beside));
            item["clause_id"] = json!(clause.node_id);
            item["clause_address"] = json!(clause.address);
            item["clause_page"] = json!(clause.page);
        }
        Ok(())
    }

    /// Headings above a place, from the top.
    async fn crumbs(&self, node: &NodeView) -> Result<String, StoreError> {
        let mut out = Vec::new();
        let mut above = node.parent.clone();
        for _ in 0..ABOVE {
            let Some(id) = above else { break };
            let Some(parent) = self.app.sources.node(&id).await? else { break };
            if !parent.title.is_empty() {
                out.push(parent.title.clone());
            }
            above = parent.parent;
        }
        out.reverse();
        Ok(out.join(" / "))
    }
}

/// The output of LOCATE. A page that cannot be shown leaves its place without boxes: the words stand without it.
pub async fn locate(app: &App, input: &Value) -> Value {
    let mut places: Vec<Value> = Vec::new();
    for place in input["places"].as_array().into_iter().flatten() {
        let text = |key: &str| place[key].as_str().unwrap_or_default().to_owned();
        let (node, quote) = (text("node_id"), text("quote"));
        if places.iter().any(|known| known["node_id"] == node.as_str() && known["quote"] == quote.as_str()) {
            continue;
        }
        let sought = Sought {
            edition: text("edition_id"),
            page: place["page"].as_u64().and_then(|page| u32::try_from(page).ok()),
            node: Some(node.clone()).filter(|node| !node.is_empty()),
            quote: Some(quote.clone()).filter(|quote| !quote.is_empty()),
        };
        let boxes = app.pages.boxes(&sought).await.map(|found| found.boxes).unwrap_or_default();
        places.push(json!({"node_id": node, "quote": quote, "boxes": boxes}));
    }
    json!({"places": places})
}
