//! Several things in one deal: the fields, terms and questions of rows, made from the pack's `[rows]` when it is read, and
//! the words by which rows are read and shown (`knowledge/dialogue/rows.toml`).

use crate::engine::knowledge::condition::Condition;
use crate::engine::knowledge::pack::{Computed, Field, FieldKind, Formula, Pack, Question, Term};
use crate::model::issue::Severity;
use crate::model::terms::Proof;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Rows of one deal.
pub const MOST: usize = 20;

/// What the file has.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// Words before the price of one.
    pub at: Vec<String>,
    /// Beginnings of words for thousands behind a price.
    pub thousand: Vec<String>,
    /// Beginnings of words for money.
    pub money: Vec<String>,
    /// Beginnings of words that announce prices.
    pub priced: Vec<String>,
    /// Beginnings of words for one of several.
    pub each: Vec<String>,
    /// Words between the price of one and the sum of its row.
    pub sums: Vec<String>,
    /// Words between rows.
    pub join: Vec<String>,
    /// Beginnings of counted words that are no things.
    pub not_things: Vec<String>,
    /// Words before a list that are no name.
    pub intro: Vec<String>,
    /// Containers that are the thing itself, in the nominative.
    pub things: BTreeMap<String, String>,
    /// Numbers in words.
    pub numbers: BTreeMap<String, u32>,
    /// Units: code and beginnings of words.
    pub units: BTreeMap<String, Vec<String>>,
    /// Labels and sentences.
    pub words: BTreeMap<String, String>,
}

impl Words {
    /// A sentence about row `n`.
    #[must_use]
    pub fn of(&self, name: &str, n: usize) -> String {
        self.words.get(name).map(|text| text.replace("{n}", &n.to_string())).unwrap_or_default()
    }

    /// The code of a unit that a folded word names.
    #[must_use]
    pub fn unit(&self, low: &str) -> Option<&str> {
        self.units.iter().find(|(_, begins)| begins_one(begins, low)).map(|(code, _)| code.as_str())
    }

    /// Whether a counted word is a period, a share or money rather than a thing.
    #[must_use]
    pub fn is_no_thing(&self, low: &str) -> bool {
        begins_one(&self.not_things, low)
    }
}

/// A short beginning is a whole word.
fn begins_one(begins: &[String], low: &str) -> bool {
    begins.iter().any(|begin| low == begin || begin.chars().count() > 3 && low.starts_with(begin.as_str()))
}

static WORDS: LazyLock<Words> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/dialogue/rows.toml")).unwrap_or_default());

/// The words of rows.
#[must_use]
pub fn words() -> &'static Words {
    &WORDS
}

/// Gives a pack the fields of its rows, what each row needs, the question about it, and the sum.
pub(super) fn expand(pack: &mut Pack) {
    let Some(rows) = pack.rows.clone() else { return };
    let words = words();
    for n in 1..=MOST {
        let at = |leaf: &str| format!("{}/{n}/{leaf}", rows.at);
        // Until a row stands, its fields take nothing from the words: a single thing is no row.
        let beside = |leaf: &str| if leaf == "name" { at("quantity") } else { at("name") };
        let field = |leaf: &str, kind: FieldKind| Field {
            when: vec![Condition::present(&beside(leaf))],
            units: if kind == FieldKind::Quantity { rows.units.clone() } else { Vec::new() },
            ..Field::bare(&at(leaf), &words.of(leaf, n), kind)
        };
        pack.fields.push(field("name", FieldKind::Text));
        pack.fields.push(field("quantity", FieldKind::Quantity));
        pack.fields.push(field("price", FieldKind::Money));
        let key = format!("{}.row_{n}", pack.id);
        pack.terms.push(Term {
            key: key.clone(),
            title: words.of("title", n),
            severity: Severity::High,
            essential: false,
            // A price for all together needs none for each.
            needs: vec![at("quantity"), format!("{}|{}", at("price"), rows.total)],
            when: vec![Condition::present(&at("name"))],
            article: words.of("article", n),
            proof: Proof::Verified,
            consequence: words.of("consequence", n),
            hint: words.of("hint", n),
        });
        pack.questions.push(Question {
            id: format!("row_{n}"),
            terms: vec![key],
            targets: vec![at("quantity"), at("price")],
            text: words.of("question", n),
            again: words.of("again", n),
            why: words.of("why", n),
            choices: Vec::new(),
            usual: Vec::new(),
            when: Vec::new(),
        });
    }
    pack.computed.push(Computed {
        pointer: rows.total.clone(),
        formula: Formula::Rows,
        inputs: vec![format!("{}/1/name", rows.at)],
        label: words.of("total", 0),
    });
}
