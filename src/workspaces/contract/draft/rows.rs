//! Several things in one deal as a table, and as a list in words.

use crate::engine::document::tree::{Inline, Line, Table, line};
use crate::engine::grammar::sum;
use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::Pack;
use crate::engine::knowledge::rows::words;
use crate::workspaces::contract::draft::fill::Source;
use crate::workspaces::contract::draft::values;
use crate::workspaces::contract::intake::computed;
use serde_json::Value;

/// The table of the rows under a pointer; without prices of its own where one price was told for all.
pub(super) fn table(source: &Source<'_>, at: &str) -> Option<Table> {
    let items = source.facts.domain.pointer(at)?;
    let rows = computed::rows(items);
    let total = &source.facts.pack.rows.as_ref()?.total;
    let whole = source.facts.domain.pointer(total).is_some_and(is_present);
    let priced = rows.iter().any(|(_, row)| is_present(&row["price"])) || !whole;
    let words = words();
    let mut head: Vec<String> = ["no", "item", "count"].map(|name| words.of(name, 0)).to_vec();
    if priced {
        head.extend(["unit_price", "sum"].map(|name| words.of(name, 0)));
    }
    let mut out: Vec<Vec<Line>> = Vec::new();
    let mut sums: Vec<Option<i64>> = Vec::new();
    for (i, (n, row)) in rows.iter().enumerate() {
        let leaf = |leaf: &str| format!("{at}/{n}/{leaf}");
        let mut cells: Vec<Line> = vec![
            line((i + 1).to_string()),
            vec![capital(source.fact(&leaf("name"), ""))],
            vec![source.fact(&leaf("quantity"), "")],
        ];
        if priced {
            let one = computed::sum_of_row(row);
            sums.push(one);
            cells.push(vec![source.fact(&leaf("price"), "digits")]);
            cells.push(one.map_or_else(Line::new, |minor| line(sum::digits(minor))));
        }
        out.push(cells);
    }
    // What cannot be added up has no sum.
    let all: Option<Vec<i64>> = sums.into_iter().collect();
    if let Some(all) = all.filter(|all| priced && !all.is_empty()) {
        let total = words.of("total", 0);
        out.push(vec![line(""), line(total), line(""), line(""), line(sum::digits(all.iter().sum()))]);
    }
    (!out.is_empty()).then_some(Table { head, rows: out })
}

fn capital(inline: Inline) -> Inline {
    match inline {
        Inline::Value { text, pointer, origin } => {
            Inline::Value { text: crate::engine::text::case::capitalise(&text), pointer, origin }
        }
        other => other,
    }
}

/// «Печь — 1 шт., тестомес — 2 шт.»
pub(super) fn listed(pack: &Pack, domain: &Value, at: &str) -> Option<String> {
    let one = |(n, _): (u32, &Value)| {
        let name = values::show(pack, domain, &format!("{at}/{n}/name"), "")?;
        let count = values::show(pack, domain, &format!("{at}/{n}/quantity"), "");
        Some(count.map_or_else(|| name.clone(), |count| format!("{name} — {count}")))
    };
    let all: Vec<String> = computed::rows(domain.pointer(at)?).into_iter().filter_map(one).collect();
    (!all.is_empty()).then(|| all.join(", ").trim_end_matches('.').to_owned())
}
