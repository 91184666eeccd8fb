//! The answer's own words beside a quotation that is true: whether they say otherwise than what they quote.
//!
//! «Срок составляет пять лет: „… три года …“» quotes rightly and tells wrongly. The clauses of the own words are
//! compared with those of the quoted sentences: polarity, modality, party, number, consent, and «always» against a
//! condition. Where the own words are conditional, or where neither speaks of the same, nothing is held against them.

use crate::engine::citation::compared::Spoken;
use crate::engine::citation::entail::{self, Clause, Force, clauses};
use crate::engine::citation::grammar::Class;
use crate::engine::citation::numbers::{Amount, amounts};
use crate::engine::citation::stems::Stems;
use crate::engine::citation::structure::{Kind, Text};
use crate::engine::citation::voice::Voice;
use std::ops::Range;

/// Letters that two words must begin with to be of one family: «отказ», «отказаться».
const FAMILY: usize = 5;
/// Words of the own clause that the quoted one must have, of a hundred.
const ALIKE: usize = 50;

/// What the own words say otherwise, as a code; `within` are the sentences of the source that are quoted.
pub(crate) fn belied(
    spoken: &Spoken,
    stands: &Text,
    source: &str,
    within: &[usize],
    voice: &Voice,
) -> Option<&'static str> {
    let own = Text::read(&spoken.own, 0);
    let all: Vec<&Range<usize>> = within.iter().map(|&at| &stands.sentences[at].range).collect();
    let theirs = |class: Class| all.iter().any(|range| stands.within(range).any(|mark| mark.class == class));
    let mut words = Stems::every(&own, 0..own.tokens.len());
    words.words.retain(|(_, at)| !own.begins(*at, Class::Universal));
    let quoted: Vec<Stems> = all.iter().map(|range| Stems::every(stands, (*range).clone())).collect();
    let shared = words.words.iter().filter(|(stem, _)| quoted.iter().any(|own| has(own, stem))).count();
    if shared < 2 || shared * 100 < words.words.len() * ALIKE {
        return None;
    }
    if voice.always && (theirs(Class::Exception) || theirs(Class::Condition)) && !voice_of(stands, &all) {
        return Some("condition");
    }
    let their_clauses: Vec<Clause> = within.iter().flat_map(|&at| clauses(stands, &stands.sentences[at])).collect();
    // With a limit on one side and an exception on the other, both may be true: «только если», «кроме».
    let limits = [Class::Limit, Class::Exception, Class::Condition, Class::Circumstance];
    let open = limits.into_iter().any(|class| own.has(class) && !theirs(class))
        && [Class::Exception, Class::Limit].into_iter().any(theirs);
    let consent = consent(&own, &(0..own.tokens.len())).zip(all.iter().find_map(|range| self::consent(stands, range)));
    // «Суд обязан снизить неустойку: „… вправе уменьшить …“»: what leads to a quotation speaks of what it says.
    let leads = spoken.around.0.trim_end_matches(['«', '"', '“', '„', '「', '『', '‘', ' ']).ends_with(':');
    if let Some((said, stands)) = consent.filter(|_| leads)
        && said != stands
    {
        let allows = |clauses: &[Clause]| clauses.iter().find(|own| !own.conditional).map(|own| own.force.allows());
        let own: Vec<Clause> = own.sentences.iter().flat_map(|sentence| clauses(&own, sentence)).collect();
        if allows(&own) == allows(&their_clauses) {
            return Some("condition");
        }
    }
    for sentence in &own.sentences {
        for clause in clauses(&own, sentence).iter().filter(|own| !own.conditional) {
            if let Some(what) = against(clause, &their_clauses, consent, leads)
                && !(open && what == "polarity")
            {
                return Some(what);
            }
        }
    }
    quantity(&own, &spoken.own, stands, source, &all)
}

/// Whether the quoted words say themselves that they hold always.
fn voice_of(stands: &Text, all: &[&Range<usize>]) -> bool {
    all.iter().any(|range| (*range).clone().any(|at| stands.begins(at, Class::Universal)))
}

/// Whether a text needs a consent (`true`) or goes without one.
fn consent(text: &Text, range: &Range<usize>) -> Option<bool> {
    let named = range.clone().find(|&at| text.begins(at, Class::Consent))?;
    let near = named.saturating_sub(2)..named + 2;
    Some(!near.into_iter().any(|at| text.is(at, Class::Negation)))
}

fn has(stems: &Stems, stem: &str) -> bool {
    stems.words.iter().any(|(own, _)| family(own, stem))
}

/// The same word, or one of its family.
fn family(a: &str, b: &str) -> bool {
    a == b || {
        let begins = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
        let rest = a.chars().count().max(b.chars().count()) - begins;
        begins >= FAMILY && rest < FAMILY && !a.starts_with("party ")
    }
}

/// The closest clauses of the source, and what each has against the own one.
fn against(own: &Clause, theirs: &[Clause], consent: Option<(bool, bool)>, leads: bool) -> Option<&'static str> {
    if own.every.words.len() < 2 {
        return None;
    }
    let likeness = |clause: &Clause| own.every.words.iter().filter(|(stem, _)| has(&clause.every, stem)).count();
    let kin = |clause: &Clause| {
        let (said, stands) = (about(own), about(clause));
        said.iter().any(|head| stands.iter().any(|their| family(head, their)))
    };
    let first = |clause: &Clause| clause.every.words.first().map(|(stem, _)| stem.clone());
    let modal = |clause: &Clause| !matches!(clause.force, Force::Is | Force::IsNot);
    let same = |clause: &Clause| {
        kin(clause)
            || likeness(clause) == own.every.words.len()
            || leads && modal(own) && modal(clause) && first(own) == first(clause)
    };
    let alike: Vec<(usize, &Clause)> = theirs
        .iter()
        .filter(|clause| !clause.conditional && same(clause))
        .map(|clause| (likeness(clause), clause))
        // Clauses of one Korean sentence have one subject: what they share is counted over the sentence.
        .filter(|(found, _)| found * 100 >= own.every.words.len() * ALIKE || *found >= 1 && own.asian())
        .collect();
    let best = alike.iter().map(|(found, _)| *found).max()?;
    let differs: Vec<Option<&'static str>> =
        alike.iter().filter(|(found, _)| *found == best).map(|(_, clause)| differs(own, clause, consent)).collect();
    differs.iter().all(Option::is_some).then(|| differs.into_iter().flatten().next()).flatten()
}

/// What a clause says something of: its verbs; of «отказ не допускается» its subject; a Korean clause ends with it.
fn about(clause: &Clause) -> Vec<&str> {
    let modal = !matches!(clause.force, Force::Is | Force::IsNot);
    let words = |most: usize| clause.every.words.iter().take(most).map(|(stem, _)| stem.as_str()).collect();
    if clause.asian() {
        clause.every.words.last().map(|(stem, _)| stem.as_str()).into_iter().collect()
    } else if !clause.verbless {
        clause.heads.iter().map(String::as_str).collect()
    } else if modal {
        words(2)
    } else {
        Vec::new()
    }
}

fn differs(own: &Clause, their: &Clause, consent: Option<(bool, bool)>) -> Option<&'static str> {
    let swapped = own.subject.zip(their.subject).is_some_and(|(a, b)| a.pair == b.pair && a.first != b.first);
    match consent {
        // «нельзя без согласия» and «можно с согласия» say one thing.
        Some((said, stands)) if said != stands => (own.force.allows() == their.force.allows()).then_some("condition"),
        // The right of one is the duty of the other.
        _ if swapped => (own.force == their.force).then_some("party"),
        // What the law says is not done, nobody may do.
        _ if matches!((own.force, their.force), (Force::Allowed, Force::IsNot) | (Force::IsNot, Force::Allowed)) => {
            Some("polarity")
        }
        _ => own.force.against(their.force),
    }
}

/// A number of the own words that the quoted sentences have otherwise, outside of their conditions: those have the
/// thresholds of the law, and a case may well have other numbers.
fn quantity(own: &Text, said: &str, stands: &Text, source: &str, all: &[&Range<usize>]) -> Option<&'static str> {
    let numbers = amounts(said);
    if numbers.is_empty() {
        return None;
    }
    let inside = |amount: &Amount| {
        all.iter().any(|range| {
            let first = stands.tokens[range.start].range.start;
            let last = stands.tokens[range.end - 1].range.end;
            first <= amount.range.start && amount.range.end <= last
        })
    };
    let stated = |text: &Text, amount: &Amount| {
        let at = text.tokens.partition_point(|token| token.range.end <= amount.range.start);
        matches!(text.kind(at), Kind::Main | Kind::Beside { .. })
    };
    let held = amounts(source);
    for amount in numbers.iter().filter(|amount| stated(own, amount)) {
        let kind: Vec<&Amount> =
            held.iter().filter(|other| other.dimension == amount.dimension && inside(other)).collect();
        let equal: Vec<&&Amount> = kind.iter().filter(|other| other.base == amount.base).collect();
        if equal.is_empty() {
            let elsewhere = held.iter().any(|other| other.dimension == amount.dimension && other.base == amount.base);
            if !elsewhere && !kind.is_empty() && kind.iter().all(|other| stated(stands, other)) {
                return Some("quantity");
            }
            continue;
        }
        if equal.iter().all(|other| stated(stands, other))
            && let Some(bound) = entail::bound(own, amount)
            && equal.iter().all(|other| entail::bound(stands, other).is_some_and(|their| their != bound))
        {
            return Some("quantity");
        }
    }
    None
}
