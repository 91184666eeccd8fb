//! Layout as a list: numbers given, references resolved, typography set. All renderers read this and nothing else.

use crate::engine::document::tree::{Clause, Document, Inline, Line, Signature, Table};
use crate::engine::document::typography;
use crate::model::document_view::{Mark, Run, Runs, Signature as Side};
use std::collections::BTreeMap;

/// A piece of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// The next document begins on a new page.
    PageBreak,
    /// Right-aligned, above a title.
    Above(Runs),
    /// A title.
    Title(Runs),
    /// City on the left, date on the right.
    Place(Runs, Runs),
    /// A paragraph without a number.
    Paragraph(Runs),
    /// A section's heading.
    Heading {
        /// «4».
        number: String,
        /// Its id.
        id: String,
        /// Its title.
        runs: Runs,
    },
    /// A numbered clause; level 2 is «4.1», level 3 «4.1.1».
    Clause {
        /// «4.1».
        number: String,
        /// 1 (in a plain list) to 4.
        level: usize,
        /// Its id.
        id: String,
        /// Its words.
        runs: Runs,
    },
    /// A table.
    Table {
        /// Names of the columns.
        head: Vec<String>,
        /// Cells.
        rows: Vec<Vec<Runs>>,
    },
    /// The signature table with its title.
    Signatures {
        /// «Реквизиты и подписи сторон», with the section's number.
        title: String,
        /// The sides.
        sides: Vec<Side>,
    },
}

/// A reference to a clause that is not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("ссылка на отсутствующий пункт {target} (в {at})")]
pub struct Dangling {
    /// The id that nothing carries.
    pub target: String,
    /// The clause whose words refer to it; empty for the preamble.
    pub at: String,
}

/// The document and its attachments, each on a new page.
///
/// # Errors
/// The first reference whose target does not exist.
pub fn lay(document: &Document) -> Result<Vec<Piece>, Dangling> {
    let mut pieces = Vec::new();
    one(document, &mut pieces)?;
    for attachment in &document.attachments {
        pieces.push(Piece::PageBreak);
        one(attachment, &mut pieces)?;
    }
    Ok(pieces)
}

/// Numbers of sections and clauses by id.
#[must_use]
pub fn numbers(document: &Document) -> BTreeMap<String, String> {
    fn number(clauses: &[Clause], prefix: &str, out: &mut BTreeMap<String, String>) {
        for (i, clause) in clauses.iter().enumerate() {
            let own = if prefix.is_empty() { (i + 1).to_string() } else { format!("{prefix}.{}", i + 1) };
            number(&clause.items, &own, out);
            out.insert(clause.id.clone(), own);
        }
    }
    let mut out = BTreeMap::new();
    for (i, section) in document.sections.iter().enumerate() {
        let own = if section.title.is_empty() { String::new() } else { (i + 1).to_string() };
        number(&section.clauses, &own, &mut out);
        out.insert(section.id.clone(), own);
    }
    out
}

fn one(document: &Document, out: &mut Vec<Piece>) -> Result<(), Dangling> {
    let numbers = numbers(document);
    let set = |line: &Line, at: &str| runs(line, &numbers, at);
    for above in &document.above {
        out.push(Piece::Above(set(above, "")?));
    }
    let mut title = vec![plain(&document.title)];
    if !document.number.is_empty() {
        title.push(plain(" "));
        title.extend(set(&document.number, "")?);
    }
    out.push(Piece::Title(title));
    if !document.place.is_empty() || !document.date.is_empty() {
        out.push(Piece::Place(set(&document.place, "")?, set(&document.date, "")?));
    }
    for paragraph in &document.preamble {
        out.push(Piece::Paragraph(set(paragraph, "")?));
    }
    for section in &document.sections {
        // A section without a title is a plain numbered list.
        let number = numbers[&section.id].clone();
        let level = if number.is_empty() { 1 } else { 2 };
        if level == 2 {
            out.push(Piece::Heading { number, id: section.id.clone(), runs: vec![plain(&section.title)] });
        }
        if let (1, [only]) = (level, section.clauses.as_slice()) {
            // A list of one is no list.
            out.push(Piece::Paragraph(set(&only.body, &only.id)?));
            table(only, &numbers, out)?;
            continue;
        }
        clauses(&section.clauses, level, &numbers, out)?;
    }
    if !document.signatures.is_empty() {
        let sides = document.signatures.iter().map(|side| signature(side, &numbers)).collect::<Result<_, _>>()?;
        let title = match document.sections.iter().filter(|section| !section.title.is_empty()).count() {
            0 => document.sign_title.clone(),
            n if !document.sign_title.is_empty() => format!("{}. {}", n + 1, document.sign_title),
            _ => String::new(),
        };
        out.push(Piece::Signatures { title, sides });
    }
    Ok(())
}

fn clauses(
    list: &[Clause],
    level: usize,
    numbers: &BTreeMap<String, String>,
    out: &mut Vec<Piece>,
) -> Result<(), Dangling> {
    for clause in list {
        let number = numbers[&clause.id].clone();
        let id = clause.id.clone();
        out.push(Piece::Clause { number, level, runs: runs(&clause.body, numbers, &id)?, id });
        table(clause, numbers, out)?;
        clauses(&clause.items, level + 1, numbers, out)?;
    }
    Ok(())
}

fn table(clause: &Clause, numbers: &BTreeMap<String, String>, out: &mut Vec<Piece>) -> Result<(), Dangling> {
    let Some(Table { head, rows }) = &clause.table else { return Ok(()) };
    let cells = |row: &Vec<Line>| row.iter().map(|cell| runs(cell, numbers, &clause.id)).collect();
    let rows = rows.iter().map(cells).collect::<Result<Vec<Vec<Runs>>, _>>()?;
    out.push(Piece::Table { head: head.clone(), rows });
    Ok(())
}

fn signature(side: &Signature, numbers: &BTreeMap<String, String>) -> Result<Side, Dangling> {
    Ok(Side {
        role: side.role.clone(),
        lines: side.lines.iter().map(|line| runs(line, numbers, "")).collect::<Result<_, _>>()?,
        post: side.post.clone(),
        sign: runs(&side.sign, numbers, "")?,
        seal: side.seal,
    })
}

fn plain(text: &str) -> Run {
    Run { text: typography::set(text), mark: Mark::Plain }
}

/// The words of runs without their marks.
#[must_use]
pub fn text(runs: &[Run]) -> String {
    runs.iter().map(|run| run.text.as_str()).collect()
}

/// Numbers in, typography over the whole line, so that «п.» holds the number of the next run.
fn runs(line: &Line, numbers: &BTreeMap<String, String>, at: &str) -> Result<Runs, Dangling> {
    let mut out = Vec::with_capacity(line.len());
    for inline in line {
        let (text, mark) = match inline {
            Inline::Text { text } => (text.clone(), Mark::Plain),
            Inline::Value { text, pointer, origin } => {
                (text.clone(), Mark::Fact { pointer: pointer.clone(), origin: *origin })
            }
            Inline::Missing { label, pointer } => (format!("[{label}]"), Mark::Missing { pointer: pointer.clone() }),
            Inline::Blank { text, pointer, .. } => (text.clone(), Mark::Blank { pointer: pointer.clone() }),
            Inline::Ref { target } => {
                let number =
                    numbers.get(target).ok_or_else(|| Dangling { target: target.clone(), at: at.to_owned() })?;
                (number.clone(), Mark::Ref { target: target.clone() })
            }
        };
        out.push(Run { text, mark });
    }
    Ok(typeset(out))
}

/// Typography does not change how many characters a line has, so the runs keep their lengths; only a dash moves
/// a space, one for one.
fn typeset(mut runs: Runs) -> Runs {
    let joined: String = runs.iter().map(|run| run.text.as_str()).collect();
    let set: Vec<char> = typography::set(&joined).chars().collect();
    if set.len() != joined.chars().count() {
        return runs;
    }
    let mut rest = set.as_slice();
    for run in &mut runs {
        let (own, tail) = rest.split_at(run.text.chars().count());
        run.text = own.iter().collect();
        rest = tail;
    }
    runs
}
