//! What is written on every page of a text that is no contract yet.

use crate::engine::document::flow::{self, Piece};
use crate::engine::document::plain;
use crate::engine::knowledge::{Knowledge, clauses, condition, dialogue};
use crate::engine::turn::Moment;
use crate::model::document_view::{Mark, Run, Usual};
use crate::model::issue;
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::draft::{Facts, Variant, draft_of, usual};
use crate::workspaces::contract::guards::{gate, pack_of};
use crate::workspaces::contract::perform::{self, input};
use crate::workspaces::contract::stage;
use crate::workspaces::contract::talk::closing;
use serde_json::{Value, json};

/// The rule about deals that a notary makes.
const NOTARY: &str = "L15";

/// The stamp of a version: a deal that a notary has to make is a project for the notary at every level; anything else
/// is a draft until it can be concluded, or when a draft was `asked` for.
#[must_use]
pub fn of(snapshot: &Snapshot, knowledge: &Knowledge, asked: bool) -> Option<&'static str> {
    if let Some(stamp) = Facts::of(snapshot, knowledge).and_then(|facts| facts.stamp()) {
        return Some(stamp);
    }
    let words = &dialogue::embedded().ok()?.words("ru").stamp;
    let (state, domain) = (&snapshot.state, &snapshot.state["domain"]);
    let pack = pack_of(domain, &[], knowledge);
    let by_pack = pack
        .is_some_and(|pack| pack.checks.iter().any(|check| check.key == NOTARY && condition::all(&check.when, domain)));
    let by_issue = || issue::of_state(state).iter().any(|issue| issue.key.as_deref() == Some(NOTARY));
    if by_pack || by_issue() {
        return Some(words.notary.as_str());
    }
    let ready = gate::judge(pack, state, &snapshot.aside.ledger).ready_for_skeleton;
    // A text in which a term has a hole is a draft, whatever the gate says.
    let has_holes = || {
        let facts = Facts::of(snapshot, knowledge)?;
        let drafted = draft_of(facts, snapshot, clauses::embedded().ok()?, None);
        drafted.document.holes().next().map(|_| ())
    };
    (asked || !ready || has_holes().is_some()).then_some(words.draft.as_str())
}

/// The pieces of a draft with a mark behind every value that was only read from the person's words and behind every term
/// that the library wrote and the person has not looked at, and above them what the mark means. A text that claims to be
/// more than a draft has none: what it holds was confirmed.
#[must_use]
pub fn marked(snapshot: &Snapshot, stamp: Option<&str>, usual: &[Usual], mut pieces: Vec<Piece>) -> Vec<Piece> {
    let Some(words) = dialogue::embedded().ok().map(|book| &book.words("ru").stamp).filter(|_| stamp.is_some()) else {
        return pieces;
    };
    let ledger = &snapshot.aside.ledger;
    let (mut any, mut marks) = (false, false);
    let mut each = |runs: &mut Vec<Run>| {
        let read = |run: &Run| match &run.mark {
            Mark::Fact { pointer, .. } => ledger.within(pointer).any(|(_, entry)| entry.is_read()),
            _ => false,
        };
        for at in (0..runs.len()).rev().filter(|at| read(&runs[*at])).collect::<Vec<_>>() {
            any = true;
            let mark = Run { text: format!("\u{a0}{}", words.read), mark: Mark::Plain };
            runs.insert(at + 1, mark);
        }
    };
    let unseen: Vec<&Usual> = usual.iter().filter(|one| !closing::is_seen(&snapshot.aside, one)).collect();
    let mark = || Run { text: format!("\u{a0}{}", words.read), mark: Mark::Plain };
    for piece in &mut pieces {
        if let Piece::Clause { id, runs, .. } = piece
            && unseen.iter().any(|one| one.stands_in(id))
            && (runs.iter().any(|run| run.mark == Mark::Plain && usual::counts(&run.text))
                || unseen.iter().any(|one| one.clause == *id && !one.counts))
        {
            runs.push(mark());
            marks = true;
        }
        match piece {
            Piece::PageBreak => {}
            Piece::Above(runs) | Piece::Title(runs) | Piece::Paragraph(runs) => each(runs),
            Piece::Place(left, right) => {
                each(left);
                each(right);
            }
            Piece::Heading { runs, .. } | Piece::Clause { runs, .. } => each(runs),
            Piece::Table { rows, .. } => rows.iter_mut().flatten().for_each(&mut each),
            Piece::Signatures { sides, .. } => sides.iter_mut().flat_map(|side| &mut side.lines).for_each(&mut each),
        }
    }
    if any || marks {
        let at = pieces.iter().position(|piece| !matches!(piece, Piece::Above(_))).unwrap_or(0);
        pieces.insert(at, Piece::Above(vec![Run { text: words.legend.clone(), mark: Mark::Plain }]));
    }
    pieces
}

/// The title that stands on every page of a paper.
#[must_use]
pub fn title(stamp: Option<&str>, title: &str) -> String {
    stamp.map_or_else(|| title.to_owned(), |stamp| format!("{} · {title}", stamp.to_uppercase()))
}

/// The pieces with the stamp above each page that they begin.
#[must_use]
pub fn above(stamp: Option<&str>, pieces: Vec<Piece>) -> Vec<Piece> {
    let Some(stamp) = stamp else { return pieces };
    let line = || Piece::Above(vec![Run { text: stamp.to_owned(), mark: Mark::default() }]);
    // A deed of a notary and an unknown type say it on their own heads already.
    let said = matches!(pieces.first(), Some(Piece::Above(runs)) if flow::text(runs) == stamp);
    let mut out = if said { Vec::new() } else { vec![line()] };
    for piece in pieces {
        let breaks = matches!(piece, Piece::PageBreak);
        out.push(piece);
        if breaks {
            out.push(line());
        }
    }
    out
}

/// The skeleton that the rules give now, and the text of its draft with the stamp; `None` while nothing is known of the
/// deal.
#[must_use]
pub fn drafted(
    snapshot: &Snapshot,
    knowledge: &Knowledge,
    moment: &Moment,
    wished: Option<&str>,
) -> Option<(Value, Value)> {
    let variant = wished.and_then(Variant::parse);
    let drafted = stage::document(snapshot, knowledge, variant).ok()?;
    let stamp = of(snapshot, knowledge, true);
    let pieces = above(stamp, marked(snapshot, stamp, &drafted.usual, flow::lay(&drafted.document).ok()?));
    let mut given = input::given(snapshot, Vec::new(), moment);
    given.extra.extend(wished.map(|wished| (stage::WISHED.to_owned(), Value::from(wished))));
    let output = perform::document::skeleton(&given, knowledge);
    let draft = json!({
        "stamp": of(snapshot, knowledge, true),
        "text": plain::render(&pieces),
        "missing": drafted.document.missing(),
    });
    Some((output, draft))
}
