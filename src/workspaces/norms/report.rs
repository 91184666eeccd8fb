//! An answer about norms as a document: the question, the words, the calculation, the places with their quotations.

use crate::engine::document::flow::Piece;
use crate::model::document_view::{Mark, Run, Runs};
use crate::workspaces::Written;
use crate::workspaces::norms::state::Norms;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Words of the document itself.
#[derive(Deserialize, Default)]
struct Words {
    title: String,
    as_of: String,
    told: String,
    calculation: String,
    sources: String,
    missing: String,
    page: String,
    struck: String,
    verdicts: BTreeMap<String, String>,
}

static WORDS: LazyLock<Words> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/norms/report.toml")).unwrap_or_default());

/// The answer of a session; `None` while there is none.
#[must_use]
pub fn written(norms: &Norms) -> Option<Written> {
    let answer = norms.final_answer.as_ref()?;
    // The name of the file's document is of the product; words of a person stand on its pages only.
    let title = WORDS.title.clone();
    let mut pieces = vec![Piece::Title(line(norms.user_query.trim()))];
    let mut say = |words: &str| pieces.push(Piece::Paragraph(line(words)));
    say(&format!("{} {}.", WORDS.as_of, norms.as_of));
    for given in norms.answers.iter().filter(|given| !given.text.trim().is_empty()) {
        say(&format!("{}: {}", WORDS.told, given.text.trim()));
    }
    text(answer, "text").lines().map(str::trim).filter(|words| !words.is_empty()).for_each(&mut say);
    for struck in list(answer, "struck") {
        say(&format!("{} ({})", text(struck, "text"), WORDS.struck));
    }
    let missing =
        list(answer, "missing").iter().map(|one| one.as_str().unwrap_or_else(|| text(one, "text")).to_owned());
    let sections = [
        (&WORDS.calculation, calculated(&answer["calculation"])),
        (&WORDS.missing, missing.filter(|words| !words.is_empty()).collect()),
        (&WORDS.sources, list(answer, "citations").iter().map(source).collect()),
    ];
    let sections = sections.into_iter().filter(|(_, items)| !items.is_empty());
    for (number, (heading, items)) in (1..).zip(sections) {
        let id = format!("answer.{number}");
        pieces.push(Piece::Heading { number: number.to_string(), id: id.clone(), runs: line(heading) });
        for (item, words) in (1..).zip(items) {
            let (id, number) = (format!("{id}.{item}"), format!("{number}.{item}"));
            pieces.push(Piece::Clause { id, number, level: 2, runs: line(&words) });
        }
    }
    let data = json!({
        "query": norms.user_query, "as_of": norms.as_of, "answers": norms.answers, "answer": answer,
        "warnings": norms.warnings,
    });
    Some(Written { title, pieces, data })
}

/// The inputs of a calculation and what came of them.
fn calculated(made: &Value) -> Vec<String> {
    if !made.is_object() {
        return Vec::new();
    }
    let inputs = list(made, "inputs").iter().map(|input| {
        let from = input["citation"].as_u64().map(|number| format!(" [{number}]")).unwrap_or_default();
        let words = ["name", "title", "value", "unit"].map(|key| text(input, key));
        format!("{} — {}: {} {}{from}", words[0], words[1], words[2], words[3])
    });
    let result = &made["result"];
    let last = format!(
        "{}: {} = {} {}",
        text(made, "title"),
        text(made, "formula"),
        text(result, "value"),
        text(result, "unit")
    );
    inputs.chain([last]).collect()
}

/// A place: what was established about it, its address, its words.
fn source(one: &Value) -> String {
    let verdict = text(one, "verdict");
    let established = WORDS.verdicts.get(verdict).map_or(verdict, String::as_str);
    let page = one["page"].as_u64().map(|page| format!(", {} {page}", WORDS.page)).unwrap_or_default();
    let number = one["number"].as_u64().unwrap_or_default();
    let places = [text(one, "document"), text(one, "edition"), text(one, "address")];
    let place: Vec<&str> = places.into_iter().filter(|words| !words.is_empty()).collect();
    format!("[{number}] {}{page} ({established}): «{}»", place.join(", "), text(one, "quote").trim())
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn line(words: &str) -> Runs {
    vec![Run { text: words.to_owned(), mark: Mark::Plain }]
}
