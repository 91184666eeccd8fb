//! The cells of a table that a question is about: rows by their words, columns by their headings, nothing guessed.

use crate::engine::citation::numbers::amounts;
use crate::engine::corpus::table_check;
use crate::engine::fold::folded;
use crate::engine::knowledge::norms as lexicon;
use crate::engine::knowledge::phrases::{self, Token};
use crate::workspaces::norms::perform::keys;
use crate::workspaces::norms::perform::question::Asked;
use crate::workspaces::norms::perform::ranges;
use crate::workspaces::norms::perform::rivals;
use crate::workspaces::norms::perform::sentences;
use crate::workspaces::norms::perform::units;
use crate::workspaces::norms::perform::values;
use crate::workspaces::norms::perform::words::{Bag, Term, adjacency, coverage, stems, terms, worth};
use serde_json::{Value, json};
use std::collections::HashSet;

/// What a word that was added later is worth beside all that was said before.
const LATER: f64 = 100.0;

/// Votes that make no difference.
const TIE: f64 = 0.001;
/// What a row loses that names what the question excludes.
const EXCLUDED: f64 = 3.0;
/// Words between «без» and what there is none of.
const LACK: usize = 4;

/// What a table says about a question.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// How much of the question it meets.
    pub score: f64,
    /// The cells, in the order of the table.
    pub findings: Vec<Value>,
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// Reads a table.
#[must_use]
pub fn read(item: &Value, asked: &Asked) -> Reading {
    let table = &item["table"];
    let rows: Vec<&Value> = table["rows"].as_array().into_iter().flatten().collect();
    if rows.is_empty() {
        return Reading::default();
    }
    let columns: Vec<&Value> = table["columns"].as_array().into_iter().flatten().collect();
    let head = format!("{} {} {}", text(item, "title"), text(table, "head"), text(item, "crumbs"));
    let caption = Bag::of(&head);
    let document = Bag::of(text(item, "document_title"));
    let headings = Bag::of(&columns.iter().map(|column| text(column, "text")).collect::<Vec<_>>().join(" "));
    let clause = Bag::of(text(item, "clause"));
    let labels = named_whole(&rows.iter().map(|row| text(row, "label")).collect::<Vec<_>>());
    let all_rows = Bag::of(&labels.join(" "));
    let context = [(&caption, 1.0), (&headings, 1.0), (&clause, 0.7), (&all_rows, 0.9), (&document, 0.6)];
    // What the heading says of all rows chooses none of them.
    let mut over = caption.clone();
    over.add(&columns.iter().map(|column| text(column, "text")).collect::<Vec<_>>().join(" "));
    let widths = pick_columns(&columns, asked);
    // A row that has a dash where the value is asked for has none to give.
    let filled = |row: &Value| {
        let cell = |column: &usize| row["cells"].get(*column).map(|cell| text(cell, "text")).unwrap_or_default();
        widths.iter().any(|column| cell(column).contains(|c: char| c.is_ascii_digit()))
    };
    // A row of a number is told by its number, not by the words of its axis.
    let keyed = keys::chosen(&labels, asked);
    let told = |at: &usize| keyed.as_ref().is_none_or(|keyed| keyed.contains(at));
    let own: Vec<usize> = (0..rows.len()).filter(|at| told(at) && filled(rows[*at])).collect();
    let own = if own.is_empty() || !asked.wants_number { (0..rows.len()).collect() } else { own };
    let told: Vec<String> = own.iter().map(|at| labels[*at].clone()).collect();
    let chosen: Vec<usize> = pick(&told, asked, &over).into_iter().map(|at| own[at]).collect();
    let wanted = asked.wanted();
    let row_bags: Vec<Bag> = chosen.iter().map(|at| Bag::of(&labels[*at])).collect();
    let best = row_bags
        .iter()
        .map(|bag| {
            coverage(&wanted, &[(&caption, 1.0), (&headings, 1.0), (&clause, 0.7), (bag, 1.0), (&document, 0.6)])
        })
        .fold(0.0, f64::max);
    let whole = coverage(&wanted, &context);
    let chosen_labels: Vec<&str> = chosen.iter().map(|at| labels[*at].as_str()).collect();
    let near =
        adjacency(&asked.terms, &[[head.as_str(), text(item, "clause")], [&chosen_labels.join(" "), ""]].concat());
    let score = worth(if chosen.len() == rows.len() { whole } else { best.max(whole * 0.85) }, near)
        + 0.06 * precision(&format!("{} {}", text(item, "title"), text(table, "head")), asked);
    // «Диаметр» is not answered by a table of thicknesses.
    let headings: Vec<&str> = columns.iter().map(|column| text(column, "text")).collect();
    let measured = values::measures(&format!("{} {} {}", text(item, "title"), text(table, "head"), headings.join(" ")));
    let about = format!("{head} {} {}", headings.join(" "), chosen_labels.join(" "));
    let strange = !asked.measures.is_empty() && !measured.is_empty() && asked.measures.is_disjoint(&measured)
        || rivals::against(&about, &asked.sides);
    let score = if strange { score * 0.8 } else { score };
    let mut findings = Vec::new();
    for at in &chosen {
        let row = rows[*at];
        for column in &widths {
            let Some(cell) = row["cells"].get(*column) else { continue };
            let heading = columns.get(*column).map(|column| text(column, "text")).unwrap_or_default();
            let value = text(cell, "text");
            let mut conditions = vec![text(row, "label").to_owned()];
            if columns.len() > 1 && !heading.is_empty() {
                conditions.push(heading.to_owned());
            }
            findings.push(json!({
                "kind": "cell",
                "entity": if text(item, "title").is_empty() { text(table, "head") } else { text(item, "title") },
                "variable": heading,
                "value": value,
                "unit": unit(heading, &[text(table, "head"), text(item, "title")], text(row, "label"), columns.len() < 2),
                "conditions": conditions,
                "quote": value,
                "node_id": text(cell, "node_id"),
                "row_header": text(row, "header_id"),
                "column_header": columns.get(*column).map(|c| text(c, "node_id")).unwrap_or_default(),
                "group": text(item, "node_id"),
                "score": (score * 1000.0).round() / 1000.0,
            }));
        }
    }
    of_its_kind(score, findings, asked)
}

/// The names of the rows; «то же …» has the words of the row above it too.
fn named_whole(labels: &[&str]) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(labels.len());
    for label in labels {
        let own = label.rsplit(" — ").next().unwrap_or(label);
        let again = lexicon::shared().again.begin(&phrases::tokens(own));
        let above = out.last().filter(|_| again).map(|above| format!("{above}; "));
        out.push(format!("{}{label}", above.unwrap_or_default()));
    }
    out
}

/// Cells that measure what is asked: a column of another unit answers nothing; a table of other units only is not meant.
fn of_its_kind(score: f64, findings: Vec<Value>, asked: &Asked) -> Reading {
    if asked.dimensions.is_empty() {
        return Reading { score, findings };
    }
    let fits = |one: &Value| {
        let unit = text(one, "unit");
        // «м/с» is no length, and no unit that is known: it answers no question about another quantity.
        let strange = || amounts(&format!("1 {unit}")).is_empty();
        unit.is_empty() || units::dimension(unit).map_or_else(strange, |own| sentences::fits(&own, asked))
    };
    // Who names a unit is hardly answered by cells of which none has any.
    let bare = asked.named_unit && findings.iter().all(|one| text(one, "unit").is_empty());
    let score = if bare { score * 0.8 } else { score };
    let mut own: Vec<Value> = findings.iter().filter(|one| fits(one)).cloned().collect();
    if own.iter().any(|one| asked.is_unit(text(one, "unit"))) {
        own.retain(|one| asked.is_unit(text(one, "unit")));
    }
    if own.is_empty() { Reading { score: score * 0.75, findings } } else { Reading { score, findings: own } }
}

/// How much of a heading the question speaks of: of two tables the one about nothing else is meant.
fn precision(heading: &str, asked: &Asked) -> f64 {
    let own = Bag::of(&asked.text);
    let words = terms(heading, &std::collections::HashSet::new());
    coverage(&words, &[(&own, 1.0)])
}

/// The rows that the question's words choose; all of them when no word chooses.
#[must_use]
pub fn pick(labels: &[String], asked: &Asked, over: &Bag) -> Vec<usize> {
    let all: Vec<usize> = (0..labels.len()).collect();
    // What stands in brackets limits a row and does not name it: it chooses only when nothing else does.
    let bare: Vec<String> = labels.iter().map(|label| without_brackets(label)).collect();
    let mut left = voted(&bare, asked, over);
    if left.len() == all.len() && bare != labels {
        left = voted(labels, asked, over);
    }
    let within = ranges::within(labels, &asked.said);
    let both: Vec<usize> = left.iter().copied().filter(|at| within.contains(at)).collect();
    if !both.is_empty() {
        return both;
    }
    // The words choose one row and the number another: both are possible.
    all.into_iter().filter(|at| left.contains(at) || within.contains(at)).collect()
}

/// A label without what stands in brackets.
#[must_use]
pub fn without_brackets(label: &str) -> String {
    let mut depth = 0_u32;
    let mut out = String::with_capacity(label.len());
    for c in label.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    if out.trim().is_empty() { label.to_owned() } else { out }
}

fn voted(labels: &[String], asked: &Asked, over: &Bag) -> Vec<usize> {
    let all: Vec<usize> = (0..labels.len()).collect();
    let bags: Vec<Bag> = labels.iter().map(|label| Bag::of(label)).collect();
    let pairs: Vec<Vec<(String, String)>> = labels.iter().map(|label| neighbours(label)).collect();
    let mut votes = vec![0.0; labels.len()];
    let mut spoke = false;
    for class in &asked.classes {
        let exact: Vec<usize> = all.iter().copied().filter(|at| bags[*at].has(class)).collect();
        if !exact.is_empty() && exact.len() < labels.len() {
            exact.iter().for_each(|at| votes[*at] += 2.0);
            spoke = true;
        }
    }
    let mut vote = |terms: &[Term], worth: f64| {
        for (index, term) in terms.iter().enumerate() {
            // A row without the thing has none of it, though it names it.
            let has = |at: &usize| if lacks(&labels[*at], term) { 0.0 } else { bags[*at].meets(term) };
            let met: Vec<f64> = all.iter().map(has).collect();
            let some = met.iter().filter(|met| **met > 0.0).count();
            if some > 0 && some < labels.len() {
                met.iter().enumerate().for_each(|(at, met)| votes[at] += met * worth * term.weight);
                spoke = true;
            }
            // Two words side by side say more than the two apart.
            if let Some(next) = terms.get(index + 1) {
                let beside = |list: &[(String, String)]| list.iter().any(|(a, b)| *a == term.stem && *b == next.stem);
                let some = pairs.iter().filter(|list| beside(list)).count();
                if some > 0 && some < labels.len() {
                    pairs
                        .iter()
                        .enumerate()
                        .filter(|(_, list)| beside(list))
                        .for_each(|(at, _)| votes[at] += worth / 2.0);
                    spoke = true;
                }
            }
        }
    };
    let denied = |term: &Term| asked.without.iter().any(|one| one.stem == term.stem);
    let own: Vec<Term> = asked.terms.iter().filter(|term| over.meets(term) < 0.95 && !denied(term)).cloned().collect();
    vote(&own, 1.0);
    for condition in &asked.conditions {
        let own: Vec<Term> = condition.iter().filter(|term| over.meets(term) < 0.95).cloned().collect();
        vote(&own, 1.0);
    }
    // What was added later replaces what was said before: it chooses among the rows first.
    let added: Vec<f64> =
        bags.iter().map(|bag| asked.added.iter().map(|term| bag.meets(term) * term.weight).sum()).collect();
    let best = added.iter().copied().fold(0.0, f64::max);
    if best > 0.0 && added.iter().any(|one| *one < best) {
        added.iter().enumerate().filter(|(_, one)| **one + 0.001 >= best).for_each(|(at, _)| votes[at] += LATER);
        spoke = true;
    }
    // «Между квартирами»: a word with its preposition says more than the word.
    let said = bigrams(&asked.text);
    let told: Vec<HashSet<(String, String)>> = labels.iter().map(|label| bigrams(label)).collect();
    for pair in &said {
        let some = told.iter().filter(|own| own.contains(pair)).count();
        if some > 0 && some < labels.len() {
            told.iter().enumerate().filter(|(_, own)| own.contains(pair)).for_each(|(at, _)| votes[at] += 0.4);
            spoke = true;
        }
    }
    // «Без поясов» leaves no row with them, unless the row says itself that there are none.
    for term in &asked.without {
        let met: Vec<usize> = all.iter().copied().filter(|at| bags[*at].meets(term) >= 1.0).collect();
        if !met.is_empty() {
            for at in met {
                votes[at] += if lacks(&labels[at], term) { 1.0 } else { -EXCLUDED };
            }
            spoke = true;
        }
    }
    // «Сжатие» leaves no row that names only tension, though the heading speaks of it too.
    let rivals: Vec<usize> = all.iter().copied().filter(|at| rivals::against(&labels[*at], &asked.sides)).collect();
    if !rivals.is_empty() && rivals.len() < labels.len() {
        rivals.iter().for_each(|at| votes[*at] -= EXCLUDED);
        spoke = true;
    }
    if !spoke {
        return all;
    }
    let most = votes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // A row that the question fits as well as the best one stays a possibility.
    all.into_iter().filter(|at| votes[*at] + TIE >= most).collect()
}

/// Whether a text says that there is none of a thing: «без подготовки», «при отсутствии бетонной подготовки».
#[must_use]
pub fn lacks(text: &str, term: &Term) -> bool {
    let tokens = phrases::tokens(text);
    let said =
        |token: &Token| token.low == term.word || stems(&token.low).first().is_some_and(|(_, stem)| *stem == term.stem);
    // «Без подвала, полы по грунту»: the ground is there.
    let parted = |a: &Token, b: &Token| text.get(a.end..b.start).is_some_and(|gap| gap.contains([',', ';', ':', '.']));
    let near = |at: usize| {
        let from = (at.saturating_sub(LACK)..at).rev().find(|from| parted(&tokens[*from], &tokens[from + 1]));
        &tokens[from.map_or(at.saturating_sub(LACK), |from| from + 1)..at]
    };
    (0..tokens.len()).any(|at| said(&tokens[at]) && lexicon::shared().lacks.found(near(at)))
}

/// A preposition with the word behind it, by stems.
#[must_use]
pub fn bigrams(text: &str) -> HashSet<(String, String)> {
    let stems = stems(text);
    let stop = |word: &str| crate::engine::search::words::is_stop(word);
    let pairs = stems.windows(2).filter(|two| stop(&two[0].0) && !stop(&two[1].0));
    pairs.map(|two| (two[0].0.clone(), two[1].1.clone())).collect()
}

/// Neighbouring stems, small words left out.
fn neighbours(label: &str) -> Vec<(String, String)> {
    let stems: Vec<String> = stems(label)
        .into_iter()
        .filter(|(word, _)| !crate::engine::search::words::is_stop(word))
        .map(|(_, stem)| stem)
        .collect();
    stems.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}

/// The columns that the question's words choose.
fn pick_columns(columns: &[&Value], asked: &Asked) -> Vec<usize> {
    if columns.len() < 2 {
        return vec![0];
    }
    let headings: Vec<String> = columns.iter().map(|column| text(column, "text").to_owned()).collect();
    let exact: Vec<usize> =
        (0..headings.len()).filter(|at| asked.classes.iter().any(|class| folded(&headings[*at]) == *class)).collect();
    if !exact.is_empty() {
        return exact;
    }
    // «0,45», «IL 0,1, кПа»: a column of a number is told by its number.
    let Some(keyed) = keys::chosen(&headings, asked) else { return pick(&headings, asked, &Bag::default()) };
    let told: Vec<String> = keyed.iter().map(|at| headings[*at].clone()).collect();
    pick(&told, asked, &Bag::default()).into_iter().map(|at| keyed[at]).collect()
}

/// The unit that governs a value: that of its own column, else the only one of the heading. A heading that names several
/// governs none; a unit in the words of a row belongs to the row's key, unless the row is all there is.
#[must_use]
pub fn unit(column: &str, head: &[&str], row: &str, alone: bool) -> String {
    if let Some(unit) = table_check::units(column).first() {
        return (*unit).to_owned();
    }
    // «Песок — модуль деформации E, МПа»: rows of several quantities have units of their own.
    if let Some((_, end)) = row.rsplit_once(", ")
        && table_check::units(row).first() == Some(&end)
        && !row.to_lowercase().contains("при ")
    {
        return end.to_owned();
    }
    let mut shared: Vec<&str> = head.iter().flat_map(|text| table_check::units(text)).collect();
    shared.sort_unstable();
    shared.dedup();
    match shared.as_slice() {
        [only] => (*only).to_owned(),
        [] if alone && !row.to_lowercase().contains("при ") => of_row(row),
        _ => String::new(),
    }
}

/// The only unit that the name of a row has.
fn of_row(row: &str) -> String {
    match table_check::units(row).as_slice() {
        [only] => (*only).to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::norms::perform::question;

    #[test]
    fn words_choose_rows_and_silence_chooses_all() {
        let labels: Vec<String> =
            ["В сухом складе", "Под навесом", "Под открытым небом"].iter().map(|label| (*label).to_owned()).collect();
        let rows = |text: &str| pick(&labels, &question::read(text, &[]), &Bag::default());
        assert_eq!(rows("высота штабеля под навесом"), [1]);
        assert_eq!(rows("высота штабеля"), [0, 1, 2]);
        assert_eq!(rows("высота в складе"), [0]);
    }

    #[test]
    fn what_the_question_excludes_is_not_chosen() {
        let rows = |labels: &[&str], over: &str, text: &str| {
            let labels: Vec<String> = labels.iter().map(|label| (*label).to_owned()).collect();
            pick(&labels, &question::read(text, &[]), &Bag::of(over))
        };
        // The heading speaks of compression too: the row of tension is left out all the same.
        let strength = ["Сжатие — сосна", "Растяжение — сосна", "Сжатие — дуб", "Растяжение — дуб"];
        let head = "Сопротивление досок по прочности на сжатие";
        assert_eq!(rows(&strength, head, "сопротивление сосны сжатию"), [0]);
        assert_eq!(rows(&strength, head, "сопротивление дуба растяжению"), [3]);
        assert_eq!(rows(&strength, head, "сопротивление дуба"), [2, 3]);
        // A row that says itself that there is none is the one that is meant.
        let floors = ["На полу при наличии подкладки", "На полу при отсутствии подкладки"];
        assert_eq!(rows(&floors, "", "высота стопки на полу без подкладки"), [1]);
        assert_eq!(rows(&["Сводчатые навесы", "Навесы"], "", "высота навеса (не сводчатого)"), [1]);
    }

    #[test]
    fn units_stand_in_headings() {
        assert_eq!(unit("Высота штабеля, м, не более", &[], "", true), "м");
        assert_eq!(unit("П1", &["Нагрузка, кПа, при классе пола"], "", false), "кПа");
        assert_eq!(unit("Место", &[], "", true), "");
        // A heading with two units governs no column; the unit of a key is not that of a value.
        assert_eq!(unit("Сила", &["Нагрузка, кПа, и сила, кН"], "", false), "");
        assert_eq!(unit("Прогиб", &[], "при пролете l, м", true), "");
        assert_eq!(unit("e 0,45", &["сцепление, кПа"], "Песок — модуль E, МПа", false), "МПа");
    }
}
