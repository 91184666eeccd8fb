//! The contract as the page shows it: the draft laid out, and for every gap the question or the issue that fills it.

use crate::engine::document::flow::{self, Piece};
use crate::engine::document::html::anchor;
use crate::engine::document::table;
use crate::engine::document::tree::{Document, Part};
use crate::engine::grammar::case::Case;
use crate::engine::grammar::phrase;
use crate::engine::knowledge::pack::Pack;
use crate::engine::knowledge::{Knowledge, clauses, condition};
use crate::model::document_view::{self as page, Block, DocumentView, Gap, PartTitle, SideTitle};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::issue::{self, Issue, IssueStatus};
use crate::model::pointer;
use crate::model::signoff::Beside;
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::draft::overlay::Overlay;
use crate::workspaces::contract::draft::{Facts, Variant, draft_of, plain, signed};
use crate::workspaces::contract::intake::{issues, terms};
use crate::workspaces::contract::{lint, state};

/// The document of a version, in its own variant unless another is wished for; `None` while nothing is known of the
/// deal. A part that the contract does not have (any more) gives the contract itself.
///
/// # Errors
/// An unknown variant or part; a text that cannot be laid out.
pub fn view(
    snapshot: &Snapshot,
    knowledge: &Knowledge,
    variant: Option<&str>,
    part: &str,
) -> Result<Option<DocumentView>, ApiError> {
    let unknown = || ApiError::field("variant", "Возможны party_1, neutral и party_2.");
    let wished = variant.map(|name| Variant::parse(name).ok_or_else(unknown)).transpose()?;
    let wanted = Part::parse(part)
        .ok_or_else(|| ApiError::field("part", "Возможны contract, act, schedule, receipt и plain."))?;
    let Some(facts) = Facts::of(snapshot, knowledge) else { return Ok(None) };
    let pack = facts.pack;
    let book = clauses::embedded().map_err(|error| failed(&error))?;
    let drafted = draft_of(facts, snapshot, book, wished);
    let variant = wished.or(Overlay::of(snapshot).variant).unwrap_or_default();
    let explained = plain::explain(facts, book, variant);
    let document = match wanted {
        Part::Plain => &explained,
        wanted => drafted.document.part(wanted).unwrap_or(&drafted.document),
    };
    let pieces = flow::lay(document).map_err(|error| failed(&error))?;
    let blocks: Vec<Block> = pieces.iter().map(block).collect();
    Ok(Some(DocumentView {
        version: snapshot.version,
        variant: variant.as_str().to_owned(),
        part: name(document.part).unwrap_or(page::CONTRACT).to_owned(),
        title: document.title.clone(),
        sides: pack.parties.iter().map(|party| side_title(&party.title)).collect(),
        parts: parts(&drafted.document, &explained),
        gaps: gaps(snapshot, pack, &blocks),
        blocks,
        unused: drafted.unused.clone(),
        conflicts: drafted.conflicts.clone(),
        usual: drafted.usual.clone(),
        text_sha256: signed::digest(&pieces),
        beside: Beside::default(),
        report: lint::drafted(facts, &issue::of_state(&snapshot.state), drafted, day(&snapshot.at)),
    }))
}

/// The calendar day of a version.
fn day(at: &str) -> &str {
    at.get(..10).unwrap_or(at)
}

fn failed(error: &dyn std::fmt::Display) -> ApiError {
    ApiError::new(ErrorCode::Internal, format!("Документ не удалось собрать: {error}."))
}

fn name(part: Part) -> Option<&'static str> {
    page::PARTS.into_iter().find(|name| Part::parse(name) == Some(part))
}

/// The parts that can be shown alone, each kind once.
fn parts(contract: &Document, explained: &Document) -> Vec<PartTitle> {
    let all = page::PARTS.into_iter().filter_map(|name| {
        let part = Part::parse(name)?;
        let document = if part == Part::Plain { explained } else { contract.part(part)? };
        Some(PartTitle { part: name.to_owned(), title: document.title.clone() })
    });
    all.collect()
}

fn side_title(title: &str) -> SideTitle {
    SideTitle { title: title.to_owned(), genitive: phrase::decline(title, Case::Genitive, true).to_lowercase() }
}

fn block(piece: &Piece) -> Block {
    match piece {
        Piece::PageBreak => Block::PageBreak,
        Piece::Above(line) => Block::Above { runs: runs(line) },
        Piece::Title(line) => Block::Title { runs: runs(line) },
        Piece::Place(place, date) => Block::Place { place: runs(place), date: runs(date) },
        Piece::Paragraph(line) => Block::Paragraph { runs: runs(line) },
        Piece::Heading { number, id, runs: line } => {
            Block::Heading { number: number.clone(), id: id.clone(), anchor: anchor(id), runs: runs(line) }
        }
        Piece::Clause { number, level, id, runs: line } => {
            let (number, id, anchor) = (number.clone(), id.clone(), anchor(id));
            Block::Clause { number, level: *level, id, anchor, runs: runs(line) }
        }
        Piece::Table { head, rows } => {
            let words: Vec<Vec<String>> =
                rows.iter().map(|row| row.iter().map(|cell| flow::text(cell)).collect()).collect();
            Block::Table {
                head: head.clone(),
                rows: rows.iter().map(|row| row.iter().map(|cell| runs(cell)).collect()).collect(),
                right: table::right(&words),
                total: words.last().is_some_and(|row| table::is_total(row)),
            }
        }
        Piece::Signatures { title, sides } => {
            Block::Signatures { title: title.clone(), sides: sides.iter().map(signature).collect() }
        }
    }
}

fn signature(side: &page::Signature) -> page::Signature {
    page::Signature {
        lines: side.lines.iter().map(|line| runs(line)).collect(),
        sign: runs(&side.sign),
        ..side.clone()
    }
}

/// The same runs, with references as anchors of the page.
fn runs(line: &[page::Run]) -> page::Runs {
    let mut out = line.to_vec();
    for run in &mut out {
        if let page::Mark::Ref { target } = &mut run.mark {
            *target = anchor(target);
        }
    }
    out
}

/// Every gap of the text once, in its order; then what the law makes essential and the text has no place for.
fn gaps(snapshot: &Snapshot, pack: &Pack, blocks: &[Block]) -> Vec<Gap> {
    let open: Vec<Issue> =
        issue::of_state(&snapshot.state).into_iter().filter(|issue| issue.status == IssueStatus::Open).collect();
    let mut found: Vec<Gap> = Vec::new();
    for run in blocks.iter().flat_map(Block::lines).flatten() {
        let (at, needed) = match &run.mark {
            page::Mark::Missing { pointer } => (pointer, true),
            page::Mark::Blank { pointer } if !pointer.is_empty() => (pointer, false),
            _ => continue,
        };
        match found.iter_mut().find(|gap| &gap.pointer == at) {
            Some(gap) => gap.needed |= needed,
            None => found.push(gap(snapshot, pack, &open, at, needed)),
        }
    }
    let domain = &snapshot.state["domain"];
    for term in pack.terms.iter().filter(|term| term.essential && terms::applies(term, domain)) {
        for need in terms::missing(term, domain) {
            let ways: Vec<&str> = terms::alternatives(need).collect();
            let shown = |gap: &Gap| gap.needed && ways.iter().any(|at| meet(&gap.pointer, at));
            if !found.iter().any(shown)
                && let Some(first) = ways.first()
            {
                let names: Vec<String> = ways.iter().map(|at| issues::label(pack, at)).collect();
                found.push(Gap { label: names.join(" или "), ..gap(snapshot, pack, &open, first, true) });
            }
        }
    }
    found
}

/// Whether two places are the same, or one lies within the other.
fn meet(one: &str, other: &str) -> bool {
    pointer::is_within(one, other) || pointer::is_within(other, one)
}

fn gap(snapshot: &Snapshot, pack: &Pack, open: &[Issue], at: &str, needed: bool) -> Gap {
    let domain = &snapshot.state["domain"];
    let meets = |other: &str| meet(at, other);
    let term = pack.terms.iter().find(|term| term.needs.iter().any(|need| terms::alternatives(need).any(meets)));
    let about = |issue: &&Issue| {
        let key = issue.key.as_deref().unwrap_or_default();
        term.is_some_and(|term| term.key == key) || key.split_once(':').is_some_and(|(_, root)| meets(root))
    };
    let asked = state::open_question(snapshot).filter(|record| needed && record.targets.iter().any(|root| meets(root)));
    let question = pack
        .questions
        .iter()
        .filter(|question| needed && condition::all(&question.when, domain))
        .find(|question| question.targets.iter().any(|root| meets(root)));
    // A side is asked for by its title: «Арендодатель», not «Арендодатель: имя или название».
    let side =
        at.strip_suffix("/name").filter(|side| pack.parties.iter().any(|p| *side == format!("/parties/{}", p.role)));
    Gap {
        pointer: at.to_owned(),
        label: issues::label(pack, side.unwrap_or(at)),
        needed,
        question: asked.and_then(|record| record.question.question_id.clone()),
        words: question.map(|question| question.text.clone()),
        issue: open.iter().find(about).map(|issue| issue.id.clone()),
    }
}
