//! A prediction about what is at stake in a case, whatever is predicted of it: «долги обнулят», "the ban will be gone".
//!
//! Ends of a case have no closed list of verbs, steps of a procedure nearly have: what is predicted of a thing at stake
//! and is no step is an end. Only where nothing softens it, and where it is no term of a contract.

use super::clause::Atom;
use super::rules::Class::{
    Adverb, Anyway, Bench, Client, Commit, Condition, Effort, Event, Future, Hedge, Idiom, Lasting, Link, Number, Own,
    Party, Past, Predicate, Procedure, Relief, Stake, Statute, Strong, Sure,
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
    let sure = [Adverb, Sure, Strong, Number, Commit]
        .iter()
        .any(|class| sentence.of_class(*class, range).any(|atom| statement.heard(atom) && !statement.denied(atom, 2)));
    let event = |atom: &&Atom| {
        let part = statement.part_of(atom).filter(|part| !statement.silent[*part]);
        let Some(part) = part.map(|part| &statement.parts[part]) else { return false };
        // «Арендатор вернёт депозит»: what a party of a contract does is a term, unless it is said to be certain.
        !sentence.inside(Lasting, atom)
            && !sentence.of_class(Procedure, part).any(|step| free(step) && !sentence.inside(Predicate, step))
            && (sure || !sentence.has(Party, part))
            && (sure || statement.told(atom, part))
    };
    let staked = |event: &Atom| {
        sentence
            .of_class(Stake, range)
            .chain(sentence.of_class(Client, range))
            .find(|stake| stake.from != event.from && stake.distance(event) <= REACH)
    };
    let told: &[super::rules::Class] = if sentence.by_word { &[Future, Event] } else { &[Event] };
    // «Даю слово, квартира ваша»: a vow beside what is at stake, with nothing predicted and nothing told.
    let vow = [Sure, Strong].iter().find_map(|class| {
        sentence.of_class(*class, range).find(|atom| statement.heard(atom) && !statement.denied(atom, 2))
    });
    let told_of = |class| sentence.of_class(class, range).any(free);
    let step = sentence.of_class(Procedure, range).any(|step| free(step) && !sentence.inside(Predicate, step));
    if let Some(vow) = vow
        && !step
        && !told_of(Past)
        && !told_of(Party)
        && sentence.has(Client, range)
        && let Some(stake) = sentence.of_class(Stake, range).next()
    {
        let (from, to) = (stake.from.min(vow.from), stake.to.max(vow.to));
        return Some(Promise { certainty: Certainty::Adverb, from, to });
    }
    let mut events = told.iter().flat_map(|class| sentence.of_class(*class, range));
    events.by_ref().filter(event).find_map(|event| {
        let stake = staked(event)?;
        let (from, to) = (stake.from.min(event.from), stake.to.max(event.to));
        Some(Promise { certainty: if sure { Certainty::Adverb } else { Certainty::Flat }, from, to })
    })
}

impl Statement<'_> {
    /// A thing that changes by itself is a rule of law or a term: «долг перейдёт к наследникам». It is the client's end
    /// where the client is named, where a court or an opponent acts, or where nobody is named who would: «спишут».
    fn told(&self, event: &Atom, part: &std::ops::Range<usize>) -> bool {
        let sentence = self.sentence;
        if sentence.by_word {
            return event.class != Event || sentence.has(Client, part);
        }
        let little = sentence.inside(Link, event);
        sentence.has(Client, part) || (!little && (sentence.inside(Own, event) || sentence.has(Bench, part)))
    }
}
