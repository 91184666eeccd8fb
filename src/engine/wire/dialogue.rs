//! The dialogue wire, `llm_dialogue_wire` 1.0.0: what a model may answer to the words of a person, read with patience.
//!
//! Spelling is forgiven (case of names, a path without `/domain`, a value written directly, members that are missing or
//! too many); sense is not: an operation without a place or a value is told back.

use serde_json::Value;

/// Operations of one answer.
pub const MOST_OPERATIONS: usize = 300;
/// Own clauses, answers and quotes of one answer.
const MOST_ITEMS: usize = 50;
/// Characters of the words to the person.
const MOST_REPLY: usize = 2_000;

/// Words of the person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Quoted {
    /// The turn that holds them; the last one when it is not named.
    pub turn: Option<String>,
    /// The words, letter by letter.
    pub quote: String,
}

/// What an operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Writes a value, whatever stands there.
    Set,
    /// Takes a value away.
    Remove,
    /// Says that what was read there is right.
    Confirm,
    /// Compares; the operations that depend on it fall with it.
    Test,
}

/// How a value follows from its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// It stands there.
    Literal,
    /// It is meant.
    Interpreted,
    /// It was computed, by this formula.
    Computed(String),
}

/// One operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// Its place in the answer.
    pub index: usize,
    /// What it does.
    pub act: Act,
    /// JSON Pointer into the facts.
    pub path: String,
    /// The value; null for a removal.
    pub value: Value,
    /// The words it comes from.
    pub said: Option<Quoted>,
    /// How it follows from them.
    pub reading: Reading,
}

/// A term in the person's own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnClause {
    /// Its place in the answer.
    pub index: usize,
    /// A short name.
    pub title: String,
    /// The words of the contract, with slots.
    pub words: String,
    /// The words of the person.
    pub said: Option<Quoted>,
}

/// A question of the person with an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The question, letter by letter.
    pub question: String,
    /// The answer.
    pub text: String,
    /// Articles that it names.
    pub sources: Vec<String>,
}

/// What could not be read, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// JSON Pointer into the answer.
    pub at: String,
    /// The key of what is wrong.
    pub why: &'static str,
}

/// An answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dialogue {
    /// What it does.
    pub operations: Vec<Operation>,
    /// Words to the person.
    pub reply: String,
    /// Answers to the person's questions.
    pub answers: Vec<Reply>,
    /// Words of the person that mean nothing to the model.
    pub not_understood: Vec<String>,
    /// Terms in the person's own words.
    pub own_clauses: Vec<OwnClause>,
    /// Another type of contract.
    pub type_change: Option<(String, Option<Quoted>)>,
    /// The person takes the last turn back.
    pub undo: Option<Quoted>,
    /// What could not be read.
    pub unread: Vec<Unread>,
}

/// Whether a value is of this form.
#[must_use]
pub fn is(value: &Value) -> bool {
    let own = ["operations", "own_clauses", "type_change", "answers", "not_understood", "reply"];
    let other = ["next", "next_action", "patch"];
    own.iter().any(|name| value.get(*name).is_some()) && !other.iter().any(|name| value.get(*name).is_some())
}

/// Reads an answer of this form.
#[must_use]
pub fn read(value: &Value) -> Dialogue {
    let mut out = Dialogue { reply: text(value, "reply").chars().take(MOST_REPLY).collect(), ..Dialogue::default() };
    let list = |name: &str| value.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    for (index, one) in list("operations").iter().enumerate().take(MOST_OPERATIONS) {
        match operation(one, index) {
            Ok(operation) => out.operations.push(operation),
            Err(why) => out.unread.push(Unread { at: format!("/operations/{index}"), why }),
        }
    }
    if list("operations").len() > MOST_OPERATIONS {
        out.unread.push(Unread { at: format!("/operations/{MOST_OPERATIONS}"), why: "too_many" });
    }
    for (index, one) in list("own_clauses").iter().enumerate().take(MOST_ITEMS) {
        let (title, words) = (text(one, "title"), first_text(one, &["words", "text"]));
        if words.is_empty() || title.is_empty() {
            out.unread.push(Unread { at: format!("/own_clauses/{index}"), why: "clause_empty" });
        } else {
            out.own_clauses.push(OwnClause { index, title, words, said: quoted(one) });
        }
    }
    for one in list("answers").iter().take(MOST_ITEMS) {
        let (question, words) = (text(one, "question"), first_text(one, &["text", "answer"]));
        let sources = one.get("sources").and_then(Value::as_array).into_iter().flatten();
        if !words.is_empty() {
            let sources = sources.filter_map(Value::as_str).map(str::to_owned).collect();
            out.answers.push(Reply { question, text: words, sources });
        }
    }
    let missed = list("not_understood");
    let missed = missed.iter().take(MOST_ITEMS).filter_map(|one| one.as_str().or_else(|| one["quote"].as_str()));
    out.not_understood = missed.map(str::to_owned).collect();
    out.type_change = value.get("type_change").and_then(|change| {
        let to = change.as_str().map_or_else(|| first_text(change, &["to", "type"]), str::to_owned);
        (!to.is_empty()).then(|| (to.to_lowercase(), quoted(change)))
    });
    out.undo = value.get("undo").filter(|undo| undo.is_object()).and_then(quoted);
    out
}

fn operation(value: &Value, index: usize) -> Result<Operation, &'static str> {
    let map = value.as_object().ok_or("operation_shape")?;
    let coded = map.get("value_json").filter(|coded| !coded.is_null());
    let direct = map.get("value");
    let given = coded.map(decoded).or_else(|| direct.cloned());
    let act = match first_text(value, &["op", "operation", "act"]).to_lowercase().as_str() {
        "remove" | "delete" | "clear" => Act::Remove,
        "test" => Act::Test,
        "confirm" => Act::Confirm,
        "add" | "replace" | "set" | "correct" | "" => Act::Set,
        _ => return Err("operation_kind"),
    };
    let path = pointer(&first_text(value, &["path", "pointer"])).ok_or("operation_path")?;
    let value_given = given.unwrap_or_default();
    if act == Act::Set && value_given.is_null() {
        return Err("operation_value");
    }
    let reading = match text(value, "reading").to_lowercase().as_str() {
        "computed" | "calculated" | "derived" => Reading::Computed(text(value, "formula")),
        "literal" | "stated" => Reading::Literal,
        _ => Reading::Interpreted,
    };
    Ok(Operation { index, act, path, value: value_given, said: quoted(value), reading })
}

/// The value behind `value_json`; words that are no JSON are words.
fn decoded(coded: &Value) -> Value {
    match coded {
        Value::String(text) => crate::engine::reply::strict(text).unwrap_or_else(|_| coded.clone()),
        other => other.clone(),
    }
}

/// A pointer into the facts: with or without `/domain`, with or without its first slash.
fn pointer(path: &str) -> Option<String> {
    let path = path.trim();
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    let path = match path.strip_prefix("/domain") {
        Some("") => return None,
        Some(rest) if rest.starts_with('/') => rest.to_owned(),
        _ => path,
    };
    let path = path.trim_end_matches('/').to_owned();
    (path.len() > 1 && crate::model::pointer::tokens(&path).is_some()).then_some(path)
}

/// The words of the person that a member carries: `evidence {turn, quote}`, a bare string, or a `quote` of its own.
fn quoted(value: &Value) -> Option<Quoted> {
    let evidence = value.get("evidence").unwrap_or(&Value::Null);
    let evidence = evidence.as_array().and_then(|list| list.first()).unwrap_or(evidence);
    let quote = evidence.as_str().map(str::to_owned).unwrap_or_else(|| text(evidence, "quote"));
    let quote = if quote.is_empty() { text(value, "quote") } else { quote };
    let turn = Some(first_text(evidence, &["turn", "id"])).filter(|turn| !turn.is_empty());
    (!quote.is_empty()).then_some(Quoted { turn, quote })
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().trim().to_owned()
}

fn first_text(value: &Value, names: &[&str]) -> String {
    names.iter().map(|name| text(value, name)).find(|text| !text.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn spelling_is_forgiven_and_sense_is_not() {
        let read = read(&json!({
            "operations": [
                {"op": "REPLACE", "path": "price/rent", "value": 30000, "evidence": "за 30 тысяч", "more": 1},
                {"op": "add", "path": "/domain/deposit/kind", "value_json": "\"none\"",
                 "evidence": {"turn": "t3", "quote": "без залога"}, "reading": "Interpreted"},
                {"path": "/parties/lessor/name", "value_json": "Иванов", "quote": "Иванов"},
                {"op": "remove", "path": "/penalty", "evidence": [{"quote": "пени уберите"}]},
                {"op": "move", "path": "/a", "value": 1},
                {"op": "add", "path": "", "value": 1},
                {"op": "add", "path": "/a"},
                "нет",
            ],
            "type_change": "Services",
        }));
        let paths: Vec<&str> = read.operations.iter().map(|one| one.path.as_str()).collect();
        assert_eq!(paths, ["/price/rent", "/deposit/kind", "/parties/lessor/name", "/penalty"]);
        let acts: Vec<Act> = read.operations.iter().map(|one| one.act).collect();
        assert_eq!(acts, [Act::Set, Act::Set, Act::Set, Act::Remove]);
        let values: Vec<&Value> = read.operations.iter().map(|one| &one.value).collect();
        assert_eq!(values, [&json!(30000), &json!("none"), &json!("Иванов"), &Value::Null]);
        let quotes: Vec<_> = read.operations.iter().filter_map(|one| one.said.as_ref()).collect();
        assert_eq!(quotes.len(), 4);
        assert_eq!((quotes[1].turn.as_deref(), quotes[3].quote.as_str()), (Some("t3"), "пени уберите"));
        let unread: Vec<_> = read.unread.iter().map(|one| (one.at.as_str(), one.why)).collect();
        let want = [
            ("/operations/4", "operation_kind"),
            ("/operations/5", "operation_path"),
            ("/operations/6", "operation_value"),
            ("/operations/7", "operation_shape"),
        ];
        assert_eq!(unread, want);
        assert_eq!(read.type_change, Some(("services".to_owned(), None)));
    }
}
