//! Goods told one behind another, each with its count, its price and perhaps its sum: «контейнер 500 мл с крышкой, пищевой —
//! 60 000 шт. по 7,80 руб., итого 468 000 руб.; ящик 600×400 мм — 800 шт. по 415 руб.».
//!
//! Two counts with «по» and a price behind each make a list, whatever commas stand in the names.

use crate::engine::knowledge::pack::Rows;
use crate::engine::knowledge::rows::words;
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::model::money::parse_minor;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::rows::Row;

/// Goods that make a list, and that are read.
const LEAST: usize = 2;
const MOST: usize = 60;
/// Characters of a name.
const LONGEST: usize = 200;

/// Reads the goods; none unless there are two.
pub(super) fn read(rows: &Rows, heard: &Heard<'_>) -> Vec<Row> {
    let text = heard.turn.text.as_str();
    let mut out: Vec<Row> = Vec::new();
    let mut from = 0;
    for (at, pair) in heard.mentions.windows(2).enumerate() {
        let (Some((count, unit)), Some(price)) = (counted(&pair[0]), money(&pair[1])) else { continue };
        let gap = folded(text.get(pair[0].end..pair[1].start).unwrap_or("?"));
        let by = gap.trim_matches(|c: char| !c.is_alphanumeric());
        if !words().at.iter().any(|word| word == by) || !rows.units.iter().any(|one| one == unit) || out.len() >= MOST {
            continue;
        }
        let Some((start, name)) = name(text, from, pair[0].start) else { continue };
        // «…, итого 468 000 руб.»: the sum of the line belongs to it.
        let sum = heard.mentions.get(at + 2).filter(|m| matches!(m.kind, M::Money { .. }));
        let sum = sum.filter(|m| {
            let gap = folded(text.get(pair[1].end..m.start).unwrap_or("?"));
            let mut said = gap.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
            said.peek().is_some() && said.all(|word| words().sums.iter().any(|one| one == word))
        });
        let end = sum.map_or(pair[1].end, |m| m.end);
        out.push(Row { span: (start, end), name, count: count.to_owned(), unit: unit.to_owned(), price: Some(price) });
        from = end;
    }
    if out.len() >= LEAST { out } else { Vec::new() }
}

fn counted(mention: &Mention) -> Option<(&str, &str)> {
    match &mention.kind {
        M::Quantity { value, unit } => Some((value, unit)),
        _ => None,
    }
}

fn money(mention: &Mention) -> Option<i64> {
    match &mention.kind {
        M::Money { minor, .. } => Some(*minor),
        // «Сахар 200 кг по 60»: roubles, as beside it.
        M::Number { value } => parse_minor(value),
        _ => None,
    }
}

/// The name before a count: from the last mark that ends a line, a sentence or a label.
fn name(text: &str, from: usize, to: usize) -> Option<(usize, String)> {
    let part = text.get(from..to)?;
    let sentence = part
        .match_indices(". ")
        .filter(|(at, _)| part[at + 2..].starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()))
        .map(|(at, _)| at + 2)
        .last();
    let line = part.rfind([';', '\n', ':']).map(|at| at + 1);
    let cut = sentence.into_iter().chain(line).max().unwrap_or(0);
    let own = &part[cut..];
    let open = own.len() - own.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '«').len();
    let own = &own[open..];
    // «2) ящик», «2. ящик»: the number of a line.
    let digits = own.len() - own.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let marked = (1..=2).contains(&digits) && own[digits..].starts_with([')', '.']);
    let skip = if marked { digits + 1 } else { 0 };
    let own = &own[skip..];
    let lead = own.len() - own.trim_start().len();
    let said = own.trim().trim_end_matches(['—', '–', '-', ',', ':', ' ']).trim();
    let fits = said.chars().any(char::is_alphabetic) && said.chars().count() <= LONGEST;
    fits.then(|| (from + cut + open + skip + lead, said.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_name_keeps_its_commas_and_loses_its_label() {
        for (text, want) in [
            ("Товар две позиции: контейнер 500 мл с крышкой, пищевой — ", "контейнер 500 мл с крышкой, пищевой"),
            ("; ящик 600×400×200 мм, перфорированный — ", "ящик 600×400×200 мм, перфорированный"),
            ("Берём так. 2) Мешок крафт, ", "Мешок крафт"),
            (" руб. Позиция 2: ящик, ", "ящик"),
        ] {
            assert_eq!(name(text, 0, text.len()).map(|(_, name)| name).as_deref(), Some(want), "{text}");
        }
        assert_eq!(name(" — ", 0, 5), None);
    }
}
