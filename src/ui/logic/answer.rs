//! A research session as the page shows it, read from its state; text that does not parse is shown as it is.

use crate::ui::logic::links;
use serde_json::Value;

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    /// Words.
    Plain(String),
    /// Words that did not stand and are struck through.
    Struck(String),
    /// Stressed words.
    Strong(String),
    /// `[n]`: a citation, as its index in [`Research::citations`].
    Cite(usize),
}

/// A block of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading(Vec<Span>),
    /// An item of a list.
    Item(Vec<Span>),
    /// A paragraph.
    Paragraph(Vec<Span>),
}

/// A citation with its passage and what the check says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// Number of its source, from 1.
    pub number: u64,
    /// Where it says it stands.
    pub address: String,
    /// The words.
    pub quote: String,
    /// `VERIFIED`, `QUOTE_ALTERED`…; empty before the check.
    pub verdict: String,
    /// The quotation was cut where its meaning turns.
    pub cut: bool,
    /// The check's words.
    pub message: String,
    /// The document at the place; empty for a source that has no page.
    pub href: String,
}

/// A source of the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its number, from 1.
    pub number: u64,
    /// `law`, `case`, `guidance`, `document`.
    pub kind: String,
    /// Canonical address, or the title.
    pub address: String,
    /// Its title.
    pub title: String,
    /// The edition, if it has one.
    pub edition: String,
    /// Whether it is in force, in words; empty when nobody has checked.
    pub currency: String,
    /// The document at the place.
    pub href: String,
}

/// A problem of the check that belongs to no citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// `NUMBER_UNSUPPORTED`, `COVERAGE`…
    pub kind: String,
    /// In words.
    pub message: String,
}

/// A table of a review.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns.
    pub head: Vec<String>,
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
}

/// The session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Research {
    /// The question.
    pub query: String,
    /// The day for which the law is asked.
    pub as_of: String,
    /// The answer, once there is one.
    pub answer: Option<Vec<Block>>,
    /// Whether every citation stood.
    pub is_valid: bool,
    /// Citations, in the order of the marks.
    pub citations: Vec<Citation>,
    /// Sources by number.
    pub sources: Vec<Source>,
    /// Problems that belong to no citation.
    pub remarks: Vec<Remark>,
    /// What the person should know.
    pub warnings: Vec<String>,
    /// The table of a review.
    pub table: Option<Table>,
    /// Steps that have run, each with its output as JSON.
    pub steps: Vec<(String, String)>,
    /// Steps whose output the person wrote.
    pub edited: Vec<String>,
    /// Whether the answer was written a second time.
    pub rewritten: bool,
    /// The sequence that was asked for: its name and steps.
    pub sequence: Option<(String, Vec<String>)>,
}

/// The seven steps in their order.
pub const STEPS: [&str; 7] = [
    "classify_intent",
    "build_query_context",
    "retrieve_legal_sources",
    "extract_document_sections",
    "analyze_legal_patterns",
    "synthesize_answer",
    "validate_response",
];

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn texts(value: &Value) -> Vec<String> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned))
        .collect()
}

fn bare(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The reader at a node, with words to mark.
fn href(id: &str, quote: &str) -> String {
    if id.starts_with("norm://") { links::source(id, quote) } else { String::new() }
}

impl Research {
    /// Reads a state.
    #[must_use]
    pub fn of(state: &Value) -> Self {
        let mut found = Self {
            query: text(&state["query"]),
            as_of: text(&state["as_of"]),
            is_valid: state["answer"]["is_valid"] == true,
            sources: state["sources"].as_array().into_iter().flatten().map(source).collect(),
            warnings: texts(&state["warnings"]),
            edited: texts(&state["edited"]),
            rewritten: state["rewrite"]["count"].as_u64().unwrap_or_default() > 0,
            sequence: sequence(state),
            steps: STEPS
                .iter()
                .filter_map(|id| state["steps"].get(*id).map(|output| ((*id).to_owned(), pretty(output))))
                .collect(),
            table: table(&state["answer"]["table"]),
            ..Self::default()
        };
        let cited: Vec<Citation> = state["verdicts"].as_array().into_iter().flatten().filter_map(citation).collect();
        found.remarks = state["verdicts"].as_array().into_iter().flatten().filter_map(remark).collect();
        if let Some(words) = state["answer"]["text"].as_str() {
            found.answer = Some(found.blocks(words, &cited));
        }
        found
    }

    fn blocks(&mut self, words: &str, cited: &[Citation]) -> Vec<Block> {
        let mut out = Vec::new();
        for line in words.lines().map(str::trim).filter(|line| !line.is_empty()) {
            out.push(
                if let Some(rest) = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')) {
                    Block::Heading(self.spans(rest, cited))
                } else if let Some(rest) = line.strip_prefix("- ") {
                    Block::Item(self.spans(rest, cited))
                } else {
                    Block::Paragraph(self.spans(line, cited))
                },
            );
        }
        out
    }

    fn spans(&mut self, line: &str, cited: &[Citation]) -> Vec<Span> {
        let whole = bare(line);
        let mut out = Vec::new();
        for (i, struck) in line.split("~~").enumerate() {
            for (j, strong) in struck.split("**").enumerate() {
                let wrap = |words: &str| match (i % 2, j % 2) {
                    (1, _) => Span::Struck(words.to_owned()),
                    (_, 1) => Span::Strong(words.to_owned()),
                    _ => Span::Plain(words.to_owned()),
                };
                let mut rest = strong;
                while let Some((before, number, after)) = mark(rest) {
                    if !before.is_empty() {
                        out.push(wrap(before));
                    }
                    match self.cite(number, &whole, cited) {
                        Some(index) => out.push(Span::Cite(index)),
                        None => out.push(wrap(&format!("[{number}]"))),
                    }
                    rest = after;
                }
                if !rest.is_empty() {
                    out.push(wrap(rest));
                }
            }
        }
        out
    }

    /// The citation of a mark: the one whose words stand in the line, else the source's first.
    fn cite(&mut self, number: u64, line: &str, cited: &[Citation]) -> Option<usize> {
        let of_source = || cited.iter().filter(|citation| citation.number == number);
        let here = of_source().find(|citation| !citation.quote.is_empty() && line.contains(&bare(&citation.quote)));
        let found = here.or_else(|| of_source().next()).cloned();
        let bare_source = || {
            let source = self.sources.iter().find(|source| source.number == number)?;
            Some(Citation {
                number,
                address: source.address.clone(),
                quote: String::new(),
                verdict: String::new(),
                cut: false,
                message: String::new(),
                href: source.href.clone(),
            })
        };
        self.citations.push(found.or_else(bare_source)?);
        Some(self.citations.len() - 1)
    }
}

/// The first claim of an answer in plain words, for the dialogue beside it, and whether it stood.
#[must_use]
pub fn short(words: &str) -> (String, bool) {
    let lines = || words.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines().find(|line| line.starts_with("- ")).or_else(|| lines().next()).unwrap_or_default();
    (first.trim_start_matches("- ").replace("~~", "").replace("**", ""), !first.contains("~~"))
}

/// The first `[n]` of a text: what stands before it, its number, what stands behind it.
fn mark(text: &str) -> Option<(&str, u64, &str)> {
    let mut from = 0;
    while let Some(open) = text[from..].find('[').map(|at| at + from) {
        let close = text[open..].find(']').map(|at| at + open)?;
        if let Ok(number) = text[open + 1..close].parse() {
            return Some((&text[..open], number, &text[close + 1..]));
        }
        from = open + 1;
    }
    None
}

fn citation(verdict: &Value) -> Option<Citation> {
    let about = &verdict["citation"];
    let number = about["number"].as_u64()?;
    let quote = text(&about["quote"]);
    Some(Citation {
        number,
        address: ["address", "title"]
            .iter()
            .map(|key| text(&about[*key]))
            .find(|words| !words.is_empty())
            .unwrap_or_default(),
        href: href(about["source_id"].as_str().unwrap_or_default(), &quote),
        quote,
        verdict: text(&verdict["verdict"]),
        cut: verdict["reason"] == "cut",
        message: text(&verdict["message"]),
    })
}

/// The sequence that the answer built; an empty one where the person only asked to run some.
fn sequence(state: &Value) -> Option<(String, Vec<String>)> {
    let built = &state["answer"]["workflow"];
    let asked = state["steps"]["classify_intent"]["task"] == "run_workflow";
    (built.is_object() || asked).then(|| (text(&built["name"]), texts(&built["steps"])))
}

fn remark(verdict: &Value) -> Option<Remark> {
    let free = verdict["citation"]["number"].as_u64().is_none();
    free.then(|| Remark { kind: text(&verdict["verdict"]), message: text(&verdict["message"]) })
}

fn source(item: &Value) -> Source {
    let id = item["id"].as_str().unwrap_or_default();
    let either = |first: &str, second: &str| match item[first].as_str() {
        Some(words) if !words.is_empty() => words.to_owned(),
        _ => text(&item[second]),
    };
    Source {
        number: item["number"].as_u64().unwrap_or_default(),
        kind: text(&item["kind"]),
        address: either("address", "title"),
        title: text(&item["title"]),
        edition: text(&item["edition"]),
        currency: item["in_force"].as_str().map_or_else(String::new, str::to_owned),
        href: href(id, ""),
    }
}

fn table(value: &Value) -> Option<Table> {
    let columns = value["columns"].as_array().filter(|columns| !columns.is_empty())?;
    let cell = |value: &Value| match value {
        Value::Null => "—".to_owned(),
        Value::String(words) => words.clone(),
        other => ["quote", "text"].iter().find_map(|key| other[*key].as_str()).unwrap_or("—").to_owned(),
    };
    let row = |row: &Value| {
        let cells = columns.iter().map(|column| cell(&row["cells"][column["key"].as_str().unwrap_or_default()]));
        std::iter::once(text(&row["title"])).chain(cells).collect()
    };
    let head = std::iter::once(String::new()).chain(columns.iter().map(|column| text(&column["title"]))).collect();
    Some(Table { head, rows: value["rows"].as_array()?.iter().map(row).collect() })
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn marks_become_citations_and_struck_words_stay_readable() {
        let state = json!({
            "query": "?", "as_of": "2026-01-01", "edited": [], "warnings": ["w"], "rewrite": {"count": 1},
            "steps": {"classify_intent": {"task": "answer_question"}},
            "sources": [{"number": 1, "id": "norm://a@b/art/1", "kind": "law", "title": "Закон", "address": "Закон ст. 1"}],
            "answer": {"is_valid": false, "text": "### Ответ\n- Суд «вправе уменьшить» [1].\n~~- Всегда 5 % [2].~~\nБез [ссылки] [1]."},
            "verdicts": [
                {"verdict": "VERIFIED", "citation": {"number": 1, "source_id": "norm://a@b/art/1", "quote": "вправе  уменьшить", "address": "Закон ст. 1"}},
                {"verdict": "COVERAGE", "message": "мало ссылок", "citation": null},
            ],
        });
        let research = Research::of(&state);
        let blocks = research.answer.clone().unwrap();
        assert_eq!(blocks[0], Block::Heading(vec![Span::Plain("Ответ".into())]));
        let Block::Item(spans) = &blocks[1] else { panic!("{blocks:?}") };
        assert_eq!(spans[1], Span::Cite(0));
        assert_eq!(research.citations[0].verdict, "VERIFIED");
        assert!(research.citations[0].href.starts_with("/source?node=norm%3A"), "{:?}", research.citations[0]);
        assert!(
            matches!(&blocks[2], Block::Paragraph(spans) if spans.contains(&Span::Struck("[2]".into()))),
            "{blocks:?}"
        );
        assert_eq!(research.remarks[0].kind, "COVERAGE");
        assert_eq!(super::short("### Коротко\n- Суд **вправе** [1].\n- Ещё"), ("Суд вправе [1].".into(), true));
        assert!(research.rewritten && research.steps.len() == 1);
        assert_eq!(Research::of(&Value::Null), Research::default());
    }
}
