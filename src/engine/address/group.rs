//! Places and acts that stand in a row become addresses: which steps belong together, and who shares an act.
//!
//! «п. 1 ст. 432 и ст. 433 ГК РФ» is two places of one act; «п. 1 и п. 2 ст. 432» are two clauses of one article.

use crate::engine::address::named::{Meaning, Name};
use crate::engine::address::{Locator, Unit};
use std::ops::Range;

/// Most addresses of one row.
const MOST: usize = 200;

/// What stands in a row.
#[derive(Debug, Clone)]
pub(crate) enum Part {
    Place { unit: Unit, numbers: Vec<String> },
    Act(Name),
}

/// How a part joins the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Joint {
    /// Nothing between, or the first of the row.
    Beside,
    Comma,
    /// «и», «та», «;».
    And,
}

/// A part with its tokens.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub(crate) part: Part,
    pub(crate) joint: Joint,
    pub(crate) tokens: Range<usize>,
}

impl Piece {
    fn unit(&self) -> Option<Unit> {
        match &self.part {
            Part::Place { unit, .. } => Some(*unit),
            Part::Act(_) => None,
        }
    }
}

/// One place, or a list of places of one kind.
#[derive(Debug, Clone, Default)]
pub(crate) struct Group {
    pub(crate) steps: Vec<(Unit, Vec<String>)>,
    pub(crate) name: Option<Name>,
    /// The act, or the wider step, came first.
    downward: bool,
    /// The act came first.
    pub(crate) act_first: bool,
    pub(crate) tokens: Range<usize>,
}

impl Group {
    fn has(&self, unit: Unit) -> bool {
        self.steps.iter().any(|(own, _)| *own == unit)
    }

    fn widest(&self) -> Option<Unit> {
        self.steps.iter().map(|(unit, _)| *unit).min()
    }

    fn take(&mut self, piece: Piece) {
        match piece.part {
            Part::Place { unit, numbers } => {
                if let Some((last, _)) = self.steps.last() {
                    self.downward = *last < unit;
                }
                self.steps.push((unit, numbers));
            }
            Part::Act(name) => {
                self.downward = self.steps.is_empty();
                self.act_first = self.downward;
                self.name = Some(name);
            }
        }
        let start = if self.tokens.is_empty() { piece.tokens.start } else { self.tokens.start };
        self.tokens = start..piece.tokens.end;
    }

    /// Every way of the group. Of a list with a narrower step the nearest number has that step: «ст. 164, 433 п. 3» and
    /// «п. 1 ст. 432, 433» name one article whole.
    pub(crate) fn paths(&self) -> Vec<Vec<Locator>> {
        let mut steps = self.steps.clone();
        steps.sort_by_key(|(unit, _)| *unit);
        let mut done: Vec<Vec<Locator>> = Vec::new();
        let mut open: Vec<Vec<Locator>> = vec![Vec::new()];
        for (index, (unit, numbers)) in steps.iter().enumerate() {
            let last = index + 1 == steps.len();
            let carrier = if self.downward { numbers.len().saturating_sub(1) } else { 0 };
            let mut next = Vec::new();
            for path in &open {
                for (at, number) in numbers.iter().enumerate() {
                    let path = [path.clone(), vec![Locator::new(*unit, number.clone())]].concat();
                    if last || at == carrier { next.push(path) } else { done.push(path) }
                }
            }
            next.truncate(MOST);
            open = next;
        }
        done.extend(open);
        done.sort_by_key(|path| self.place_of(path));
        done
    }

    /// Ways stand in the order in which the text names their widest steps.
    fn place_of(&self, path: &[Locator]) -> usize {
        let Some(first) = path.first() else { return 0 };
        let numbers = self.steps.iter().find(|(unit, _)| *unit == first.unit).map(|(_, numbers)| numbers.as_slice());
        numbers.unwrap_or_default().iter().position(|number| *number == first.number).unwrap_or(0)
    }
}

/// Parts groups of a row, and lets neighbours share what one of them says for all.
pub(crate) fn groups(row: Vec<Piece>) -> Vec<Group> {
    let mut out: Vec<Group> = Vec::new();
    for at in 0..row.len() {
        let joins = at > 0 && out.last().is_some_and(|group| belongs(group, &row, at));
        if !joins {
            out.push(Group::default());
        }
        if let Some(group) = out.last_mut() {
            group.take(row[at].clone());
        }
    }
    for group in &mut out {
        settle(group);
    }
    share(&mut out);
    out
}

/// Whether a part goes on with the group before it.
fn belongs(group: &Group, row: &[Piece], at: usize) -> bool {
    let piece = &row[at];
    let next = row.get(at + 1).filter(|next| next.joint == Joint::Beside);
    if piece.joint == Joint::And {
        return false;
    }
    let Some(unit) = piece.unit() else {
        // An act: the first of the group, and not the beginning of «…, ГК РФ ст. 310».
        let begins = piece.joint == Joint::Comma && next.is_some_and(|next| next.unit().is_some());
        return group.name.is_none() && !begins && !group.steps.is_empty();
    };
    if group.has(unit) {
        return false;
    }
    let leaf = |unit: Unit| matches!(unit, Unit::Table | Unit::Formula | Unit::Figure);
    // A table hangs under an act or an annex; rows and notes hang under it.
    if leaf(unit) && group.steps.iter().any(|(own, _)| *own != Unit::Annex && *own < Unit::Row) {
        return false;
    }
    if group.steps.iter().any(|(own, _)| leaf(*own)) && unit < Unit::Row && unit != Unit::Annex {
        return false;
    }
    let Some((last, _)) = group.steps.last() else {
        // Only an act so far: «ГК РФ, п. 1 ст. 333», but not «ГК РФ, ст. 65 АПК РФ».
        let mut rest = row[at + 1..].iter().take_while(|piece| piece.joint == Joint::Beside);
        return piece.joint == Joint::Beside || rest.all(|piece| piece.unit().is_some());
    };
    if piece.joint == Joint::Beside {
        // Behind «ст. 5 ГК» an own place begins with a wider step: «ст. 5 ГК п. 1 ст. 6 АПК».
        return !(group.name.is_some() && next.is_some_and(|next| next.unit().is_some_and(|wider| wider < unit)));
    }
    let downward = group.downward || group.steps.len() == 1;
    let wider_follows = next.is_some_and(|next| next.unit().is_none_or(|wider| wider < unit));
    if unit > *last { downward && !wider_follows } else { !group.downward || group.steps.len() == 1 }
}

/// «пп. 1, 2 ст. 5» are clauses when no clause is named and there are several.
fn settle(group: &mut Group) {
    let clause = group.has(Unit::Clause);
    for (unit, numbers) in &mut group.steps {
        if *unit == Unit::Subclause
            && !clause
            && numbers.len() > 1
            && numbers[0].starts_with(|ch: char| ch.is_ascii_digit())
        {
            *unit = Unit::Clause;
        }
    }
}

/// Backward, then forward: a place without an act or an article takes them from its neighbour.
fn share(groups: &mut [Group]) {
    for at in (0..groups.len().saturating_sub(1)).rev() {
        let next = groups[at + 1].clone();
        if !next.downward {
            inherit(&mut groups[at], &next);
        }
    }
    for at in 1..groups.len() {
        let before = groups[at - 1].clone();
        // The one before is whole by now, whichever way it was written.
        inherit(&mut groups[at], &before);
    }
}

fn inherit(group: &mut Group, from: &Group) {
    if group.name.is_some() || group.steps.is_empty() {
        return;
    }
    let technical = from.name.as_ref().is_some_and(|name| name.technical);
    let widest = group.widest().unwrap_or(Unit::Article);
    if from.has(Unit::Article) && widest > Unit::Article && !technical && widest <= Unit::Indent {
        let wider: Vec<(Unit, Vec<String>)> =
            from.steps.iter().filter(|(unit, _)| *unit < widest && !group.has(*unit)).cloned().collect();
        // Only from one place: «п. 1 и ст. 5, 6» says nothing.
        if wider.iter().all(|(_, numbers)| numbers.len() == 1) {
            group.steps.extend(wider);
        }
    }
    let shares =
        from.name.as_ref().filter(|name| name.meaning != Meaning::This && !matches!(name.meaning, Meaning::Case(_)));
    group.name = shares.cloned();
}
