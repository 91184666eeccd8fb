//! A message that is the text of a contract: its preamble names the sides, its requisites belong to them, and the
//! clauses say each thing first where it belongs.

use crate::engine::knowledge::pack::{Pack, Party};
use crate::engine::text::mention::{Mention, MentionKind};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::lint::paper::{Kind, Paper};
use crate::workspaces::contract::lint::sides::{Person, Side};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::written;
use serde_json::json;

/// Numbered clauses from which a message counts as a contract.
const CLAUSES: usize = 4;
/// Bytes below which nobody sends a contract.
const SHORT: usize = 600;

/// The message as a paper, when it is one.
pub(super) fn of(heard: &Heard<'_>) -> Option<Paper> {
    let text = &heard.turn.text;
    if text.len() < SHORT || heard.turn.choice.is_some() {
        return None;
    }
    let paper = Paper::of_text(text, "");
    let clauses = paper.main().filter(|(_, block, _)| block.kind == Kind::Clause).count();
    (paper.sides.len() == 2 && clauses >= CLAUSES).then_some(paper)
}

/// Names, kinds and requisites of the sides.
pub(super) fn parties(paper: &Paper, pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    for (i, side) in paper.sides.iter().enumerate() {
        let Some(party) = party(pack, side, i) else { continue };
        name(paper, side, party, heard, draft);
        for mention in requisites(paper, side) {
            written::write(draft, heard, &format!("/parties/{}", party.role), mention, false);
        }
    }
}

/// The party of the pack that a title means: by its words, else by its place.
fn party<'p>(pack: &'p Pack, side: &Side, index: usize) -> Option<&'p Party> {
    let title = side.title.to_lowercase().replace('ё', "е");
    let means = |party: &&Party| {
        party.title.to_lowercase().replace('ё', "е") == title
            || party.words.iter().any(|word| word.to_lowercase().replace('ё', "е") == title)
    };
    pack.parties.iter().find(means).or_else(|| pack.parties.get(index))
}

/// The first name of the introduction that fits what the side is.
fn name(paper: &Paper, side: &Side, party: &Party, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let within = mentions(paper).filter(|m| m.start >= side.intro.start && m.end <= side.intro.end);
    let fits = |m: &&Mention| match side.person {
        Some(Person::Company) => matches!(m.kind, MentionKind::Company { .. }),
        Some(Person::Entrepreneur) => matches!(m.kind, MentionKind::Entrepreneur { .. } | MentionKind::Person { .. }),
        _ => matches!(m.kind, MentionKind::Person { .. }),
    };
    let Some(mention) = within.into_iter().find(fits) else { return };
    written::write(draft, heard, &format!("/parties/{}", party.role), mention, false);
    let kind = match side.person {
        Some(Person::Company) => "company",
        Some(Person::Entrepreneur) => "entrepreneur",
        Some(Person::SelfEmployed) => "self_employed",
        _ => "individual",
    };
    draft.say(heard, &format!("/parties/{}/kind", party.role), json!(kind), (mention.start, mention.end), false);
}

fn mentions(paper: &Paper) -> impl Iterator<Item = &Mention> {
    paper.blocks.iter().flat_map(|block| &block.mentions)
}

/// Numbers in the introduction of a side and under its title at the end.
fn requisites<'p>(paper: &'p Paper, side: &'p Side) -> Vec<&'p Mention> {
    let number = |m: &&Mention| written::is_detail(&m.kind);
    let intro = mentions(paper).filter(|m| m.start >= side.intro.start && m.end <= side.intro.end);
    let mut own = false;
    let mut out: Vec<&Mention> = intro.filter(number).collect();
    for block in paper.blocks.iter().filter(|block| block.kind == Kind::Tail && block.part == 0) {
        let low = paper.body(block).to_lowercase();
        let opens = |side: &Side| side.forms.first().is_some_and(|title| low.starts_with(title.as_str()));
        if paper.sides.iter().any(opens) {
            own = opens(side);
        }
        if own {
            out.extend(block.mentions.iter().filter(number));
        }
    }
    out
}

/// What the clauses say: without preamble, requisites and attachments.
pub(super) fn said_in_clauses(paper: &Paper) -> Vec<Mention> {
    let clauses = paper.main().filter(|(_, block, _)| matches!(block.kind, Kind::Clause | Kind::Row));
    clauses.flat_map(|(_, block, _)| block.mentions.clone()).collect()
}
