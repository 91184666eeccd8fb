//! A prediction about what is at stake in a case, whatever is predicted of it: «долги обнулят», "the ban will be gone".
//!
//! Ends of a case have no closed list of verbs, steps of a procedure nearly have: what is predicted of a thing at stake
//! and is no step is an end. Only where nothing softens it, and where it is no term of a contract.

use super::clause::Atom;
use super::rules::Class::{
    Adverb, Anyway, Client, Commit, Condition, Effort, Event, Future, Hedge, Idiom, Lasting, Number, Party, Predicate,
    Procedure, Relief, Stake, Statute, Strong, Sure,
};
use super::western::Statement;
use super::{Certainty, Promise};

/// Most words between what is at stake and what is predicted of it.
const REACH: usize = 8;

/// What the words of an idiom or of a certainty are never meant by.
const WHOLE: [super::rules::Class; 4] = [Adverb, Sure, Anyway, Idiom];

/// A prediction about what is at stake.
pub(super) fn promise(statement: &Statement) -> Option<Promise> {
    let sentence = statement.sentence;
    let range = &statement.range;
    let free = |atom: &Atom| !WHOLE.iter().any(|class| sentence.inside(*class, atom));
    let kept = [Statute, Relief, Effort, Hedge, Condition];
    if statement.conditional || kept.iter().any(|class| sentence.of_class(*class, range).any(free)) {
        return None;
    }
    let told = if sentence.by_word { Future } else { Event };
    let sure = [Adverb, Sure, Strong, Number, Commit].iter().any(|class| {
        sentence.of_class(*class, range).any(|atom| statement.heard(atom) && !statement.denied(atom, 2))
    });
    let event = |atom: &&Atom| {
        let part = statement.part_of(atom).filter(|part| !statement.silent[*part]);
        let Some(part) = part.map(|part| &statement.parts[part]) else { return false };
        // «Арендатор вернёт депозит»: what a party of a contract does is a term, unless it is said to be certain.
        !sentence.inside(Lasting, atom)
            && !sentence.of_class(Procedure, part).any(|step| free(step) && !sentence.inside(Predicate, step))
            && (sure || !sentence.has(Party, part))
            && statement.told(atom, part)
    };
    let staked = |event: &Atom| {
        sentence.of_class(Stake, range).find(|stake| stake.from != event.from && stake.distance(event) <= REACH)
    };
    sentence.of_class(told, range).filter(event).find_map(|event| {
        let stake = staked(event)?;
        let (from, to) = (stake.from.min(event.from), stake.to.max(event.to));
        Some(Promise { certainty: if sure { Certainty::Adverb } else { Certainty::Flat }, from, to })
    })
}

impl Statement<'_> {
    /// «Будет», will say little by themselves: they tell of the client's end where the client is named.
    fn told(&self, event: &Atom, part: &std::ops::Range<usize>) -> bool {
        let open = self.sentence.inside(super::rules::Class::Link, event);
        !open || self.sentence.has(Client, part)
    }
}
