//! Which amounts of an answer stand on nothing: one reading for the live answer and for one that was carried away.

use crate::engine::citation::numbers::{self, Amount, Ground, amounts};
use crate::engine::corpus::table_check::units;
use crate::engine::text::passages;
use serde_json::Value;
use std::ops::Range;

/// What a citation gives to the numbers of a sentence that bears its mark.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Support {
    /// The cited words.
    pub quote: String,
    /// The cited number as it was read.
    pub value: String,
    /// The unit that the cited number was read with.
    pub unit: String,
    /// The cited words are a cell: a bare number.
    pub cell: bool,
    /// The words around them.
    pub words: String,
}

impl Support {
    /// Of a citation of an answer with its numbers, and the words around it.
    #[must_use]
    pub fn of(citation: &Value, numbers: &[Value], words: String, cell: bool) -> Self {
        let own = numbers.iter().find(|number| number["citation"] == citation["number"]);
        let part = |key: &str| own.and_then(|number| number[key].as_str()).unwrap_or_default().to_owned();
        let quote = citation["quote"].as_str().unwrap_or_default().to_owned();
        Self { quote, value: part("value"), unit: part("unit"), cell, words }
    }

    /// The number of an item whose list opens with its unit: «ширина, м, не менее: 1,2 — в складе».
    fn listed(&self) -> Option<String> {
        let stands =
            self.quote.split(|c: char| !(c.is_ascii_digit() || matches!(c, ',' | '.'))).any(|own| own == self.value);
        let opens = || self.words.lines().filter(|line| line.trim_end().ends_with(':'));
        let named = || opens().any(|line| units(line).contains(&self.unit.as_str()));
        (!self.cell && !self.unit.is_empty() && stands && named()).then(|| format!("{} {}", self.value, self.unit))
    }
}

/// Amounts that need no place: those that the person gave, and those of the recorded calculation.
#[must_use]
pub fn given(told: &str, calculation: &Value) -> Vec<Amount> {
    let mut text = told.to_owned();
    let mut add = |value: &Value, unit: &Value| {
        let (value, unit) = (value.as_str().unwrap_or_default(), unit.as_str().unwrap_or_default());
        text.push_str(&format!("\n{value} {unit}."));
    };
    if calculation.is_object() {
        add(&calculation["result"]["value"], &calculation["result"]["unit"]);
        add(&calculation["exact"], &calculation["result"]["unit"]);
        for input in calculation["inputs"].as_array().into_iter().flatten() {
            add(&input["value"], &input["unit"]);
        }
    }
    amounts(&text)
}

/// Amounts that neither the cited places of their sentence nor the given ones support: bytes of the text, in order.
#[must_use]
pub fn unsupported(text: &str, supports: &[Support], given: &[Amount]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    for (start, end) in passages::sentences(text) {
        let sentence = &text[start..end];
        let mut texts: Vec<(String, bool)> = Vec::new();
        for one in cited(sentence, supports) {
            texts.push((one.words.clone(), false));
            texts.extend(one.listed().map(|own| (own, false)));
            // A cell has its unit in a heading: where that was read, the number counts with it, else bare.
            if one.cell && !one.unit.is_empty() {
                texts.push((format!("{} {}", one.quote, one.unit), false));
            } else {
                texts.push((one.quote.clone(), one.cell));
            }
        }
        let grounds: Vec<Ground<'_>> = texts.iter().map(|(text, table)| Ground { text, table: *table }).collect();
        let checked = numbers::check(sentence, &[], &grounds, given);
        out.extend(checked.unsupported.iter().map(|one| start + one.range.start..start + one.range.end));
    }
    out
}

/// The citations of a sentence by its marks; all of them when it has none.
fn cited<'c>(sentence: &str, supports: &'c [Support]) -> Vec<&'c Support> {
    let numbers: Vec<usize> = sentence
        .split('[')
        .skip(1)
        .filter_map(|part| part.split_once(']'))
        .flat_map(|(inner, _)| inner.split(',').filter_map(|part| part.trim().parse().ok()).collect::<Vec<usize>>())
        .collect();
    let own: Vec<&Support> = numbers.iter().filter_map(|number| supports.get(number.checked_sub(1)?)).collect();
    if own.is_empty() { supports.iter().collect() } else { own }
}
