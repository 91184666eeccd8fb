//! A norms session as its page shows it, read from the state. Pure.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A piece of a line of the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    /// Plain words.
    Words(String),
    /// What matters most: a number with its unit.
    Strong(String),
    /// What did not stand.
    Struck(String),
    /// `[n]`: the n-th citation.
    Cite(u64),
}

/// A line of the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Whether it is an item of a list.
    pub item: bool,
    /// Whether it warns.
    pub warns: bool,
    /// What stands in it.
    pub spans: Vec<Span>,
}

/// A value under a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// The condition in words.
    pub label: String,
    /// Value and unit.
    pub value: String,
    /// Number of its citation.
    pub citation: u64,
    /// Whether the person chose it.
    pub chosen: bool,
}

/// A place that the answer rests on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cited {
    /// Its number.
    pub number: u64,
    /// Address for people.
    pub address: String,
    /// Document and edition.
    pub edition: String,
    /// Id of the edition.
    pub edition_id: String,
    /// The node.
    pub node: String,
    /// Page index, if there are pages.
    pub page: Option<u32>,
    /// The words cited; empty for a cell.
    pub quote: String,
    /// The verdict.
    pub verdict: String,
    /// Why.
    pub reason: String,
}

/// A step of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanRow {
    /// In words.
    pub action: String,
    /// `done`, `pending`…
    pub status: String,
    /// Its tool.
    pub tool: String,
}

/// A calculation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Calculation {
    /// The formula.
    pub formula: String,
    /// Name, value with unit, where it comes from.
    pub inputs: Vec<(String, String, String)>,
    /// The result with its unit.
    pub result: String,
}

/// The session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Norms {
    /// `completed`, `awaiting_user`, `human_review`…
    pub status: String,
    /// The day that is asked for.
    pub as_of: String,
    /// Whether something was found.
    pub found: bool,
    /// Whether it is all that was asked for.
    pub partial: bool,
    /// `agent` or `person`.
    pub by: String,
    /// The answer.
    pub lines: Vec<Line>,
    /// Values by condition.
    pub branches: Vec<Branch>,
    /// Places.
    pub citations: Vec<Cited>,
    /// The calculation.
    pub calculation: Option<Calculation>,
    /// What is missing.
    pub missing: Vec<String>,
    /// The plan.
    pub plan: Vec<PlanRow>,
    /// What the agent is after.
    pub goal: String,
    /// The log: kind and what came of it.
    pub course: Vec<Noted>,
    /// What a person should know.
    pub warnings: Vec<String>,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(text).filter(|text| !text.is_empty()).collect()
}

fn quantity(value: &Value) -> String {
    let number = value["value"].as_str().map_or_else(|| value["value"].to_string(), str::to_owned);
    let unit = text(&value["unit"]);
    if unit.is_empty() { number } else { format!("{number} {unit}") }
}

impl Norms {
    /// Reads the state.
    #[must_use]
    pub fn of(state: &Value) -> Self {
        let answer = &state["final_answer"];
        let list = |value: &'static str| answer[value].as_array().cloned().unwrap_or_default();
        Self {
            status: text(&state["status"]),
            as_of: text(&state["as_of"]),
            found: answer["found"] == true,
            partial: answer["partial"] == true,
            by: text(&answer["by"]),
            lines: lines(answer["text"].as_str().unwrap_or_default()),
            branches: list("branches").iter().map(branch).collect(),
            citations: list("citations").iter().map(cited).collect(),
            calculation: answer["calculation"].is_object().then(|| calculation(&answer["calculation"])),
            missing: texts(&answer["missing"]),
            plan: state["plan"]["steps"].as_array().into_iter().flatten().map(row).collect(),
            goal: text(&state["plan"]["goal"]),
            course: state["execution_history"].as_array().into_iter().flatten().map(event).collect(),
            warnings: texts(&state["warnings"]),
        }
    }

    /// The citation that the page opens at: the one asked for, else that of the chosen branch, else the first.
    #[must_use]
    pub fn shown(&self, asked: Option<u64>) -> Option<&Cited> {
        let by = |number: u64| self.citations.iter().find(|cited| cited.number == number);
        let chosen = || self.branches.iter().find(|branch| branch.chosen).map(|branch| branch.citation);
        asked.and_then(by).or_else(|| chosen().and_then(by)).or_else(|| self.citations.first())
    }

    /// The words of the answer without marks.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| plain(&line.spans)).collect::<Vec<_>>().join("\n")
    }

    /// Whether the agent still works.
    #[must_use]
    pub fn works(&self) -> bool {
        matches!(self.status.as_str(), "planning" | "executing" | "judging" | "finalizing")
    }
}

fn branch(value: &Value) -> Branch {
    Branch {
        label: text(&value["label"]),
        value: quantity(value),
        citation: value["citation"].as_u64().unwrap_or_default(),
        chosen: value["chosen"] == true,
    }
}

fn cited(value: &Value) -> Cited {
    let quote = if value["kind"] == "cell" { String::new() } else { text(&value["quote"]) };
    let (document, edition) = (text(&value["document"]), text(&value["edition"]));
    Cited {
        number: value["number"].as_u64().unwrap_or_default(),
        address: text(&value["address"]),
        edition: if edition.is_empty() || edition == "undated" { document } else { format!("{document}, {edition}") },
        edition_id: text(&value["edition_id"]),
        node: text(&value["node_id"]),
        page: value["page"].as_u64().and_then(|page| u32::try_from(page).ok()),
        quote,
        verdict: text(&value["verdict"]),
        reason: text(&value["verdict_reason"]),
    }
}

fn row(value: &Value) -> PlanRow {
    PlanRow { action: text(&value["action"]), status: text(&value["status"]), tool: text(&value["tool"]) }
}

fn calculation(value: &Value) -> Calculation {
    let input = |one: &Value| {
        let from = if one["address"].is_string() { text(&one["address"]) } else { text(&one["source"]) };
        (text(&one["name"]), quantity(one), from)
    };
    Calculation {
        formula: text(&value["formula"]),
        inputs: value["inputs"].as_array().into_iter().flatten().map(input).collect(),
        result: quantity(&value["result"]),
    }
}

/// Something that was done on the way to an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Noted {
    /// Which step it was.
    pub kind: String,
    /// What was decided, by its name: a verdict or a person's decision.
    pub decided: String,
    /// Why, or what was said, in words.
    pub words: String,
    /// How many places were found.
    pub found: Option<u64>,
}

fn event(value: &Value) -> Noted {
    let first = |keys: &[&str]| keys.iter().find_map(|key| value[*key].as_str()).unwrap_or_default().to_owned();
    // A reason that is a code is not for people.
    let words = Some(first(&["reason", "text", "goal"])).filter(|words| words.chars().any(char::is_lowercase));
    Noted {
        kind: text(&value["kind"]),
        decided: first(&["verdict", "decision"]),
        words: words.unwrap_or_default(),
        found: value["found"].as_u64(),
    }
}

/// The answer's text as lines.
#[must_use]
pub fn lines(whole: &str) -> Vec<Line> {
    let line = |line: &str| {
        let (item, body) = line.strip_prefix("- ").map_or((false, line), |rest| (true, rest));
        Line { item, warns: body.starts_with('⚠'), spans: spans(body) }
    };
    whole.lines().map(str::trim).filter(|line| !line.is_empty()).map(line).collect()
}

/// The first words of an answer that say something, for the dialogue beside it.
#[must_use]
pub fn short(whole: &str) -> String {
    let all = lines(whole);
    let said = all.iter().find(|line| !line.warns).or_else(|| all.first());
    said.map(|line| plain(&line.spans)).unwrap_or_default()
}

/// Words without marks and without what was struck through.
fn plain(spans: &[Span]) -> String {
    let words = |span: &Span| match span {
        Span::Words(words) | Span::Strong(words) => words.clone(),
        Span::Struck(_) | Span::Cite(_) => String::new(),
    };
    let whole: String = spans.iter().map(words).collect();
    // A mark before a full stop leaves its space behind.
    [" .", " ,", " ;"].iter().fold(whole, |text, gap| text.replace(gap, gap.trim_start())).trim().to_owned()
}

fn spans(body: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let mut words = String::new();
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        let marked = |mark: &str| rest.strip_prefix(mark).and_then(|inner| inner.split_once(mark));
        let cite = || {
            let (number, behind) = rest.strip_prefix('[')?.split_once(']')?;
            Some((Span::Cite(number.parse().ok()?), behind))
        };
        let found = marked("**")
            .map(|(inner, behind)| (Span::Strong(inner.to_owned()), behind))
            .or_else(|| marked("~~").map(|(inner, behind)| (Span::Struck(inner.to_owned()), behind)))
            .or_else(cite);
        if let Some((span, behind)) = found {
            if !words.is_empty() {
                out.push(Span::Words(std::mem::take(&mut words)));
            }
            out.push(span);
            rest = behind;
        } else {
            words.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    if !words.is_empty() {
        out.push(Span::Words(words));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_text_becomes_lines_with_marks() {
        let read = lines("⚠ старая редакция\n- **30 мм** — на воздухе [3]\nне ~~40 мм~~ [x] 2**3");
        assert!(read[0].warns && !read[0].item);
        assert_eq!(short("⚠ старая\n**30 мм** — на воздухе [3]."), "30 мм — на воздухе.");
        let words = |text: &str| Span::Words(text.to_owned());
        assert!(read[1].item);
        assert_eq!(read[1].spans, [Span::Strong("30 мм".into()), words(" — на воздухе "), Span::Cite(3)]);
        assert_eq!(read[2].spans, [words("не "), Span::Struck("40 мм".into()), words(" [x] 2**3")]);
    }

    #[test]
    fn the_place_shown_is_the_one_asked_for_or_chosen() {
        let cell =
            |n: u64| json!({"number": n, "kind": "cell", "quote": "30", "document": "СП 63", "edition": "Изм. 1"});
        let state = json!({"status": "completed", "final_answer": {
            "text": "x", "citations": [cell(1), cell(2), cell(3)],
            "branches": [{"label": "а", "value": "30", "unit": "мм", "citation": 2, "chosen": true}],
        }});
        let norms = Norms::of(&state);
        let shown = |asked| norms.shown(asked).map(|cited| cited.number);
        assert_eq!((shown(Some(3)), shown(Some(9)), shown(None)), (Some(3), Some(2), Some(2)));
        assert_eq!((norms.branches[0].value.as_str(), norms.citations[0].edition.as_str()), ("30 мм", "СП 63, Изм. 1"));
        assert_eq!(norms.citations[0].quote, "", "a cell is found by its node");
        assert!(!norms.works() && Norms::of(&json!({"status": "judging"})).works());
    }
}
