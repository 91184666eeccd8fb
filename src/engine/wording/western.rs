//! Promises of an outcome in Russian and English: what governs stands before what is governed.
//!
//! A sentence falls into statements at a contrast, a statement into parts at commas. Speech (report, ban, request,
//! condition) covers its statement or part; certainty is bound to an outcome inside a part, over a comma only where
//! the certainty is a clause of its own or the outcome depends on it («гарантируем, что …»).

use super::clause::{Atom, Sentence};
use super::rules::Class;
use super::rules::Class::{
    Adverb, Anyway, Aside, Commit, Condition, Contrast, Dependent, Doubt, Effort, Forbidden, Future, Hedge, Idiom,
    Impossible, Joint, Lasting, Link, LossInfinitive, LossNoun, LossVerb, Negation, Number, Opponent, Own, Past,
    Predicate, Procedure, Relief, Report, Rhetorical, Stake, Statute, Strong, Subject, Sure, WeakNoun, WeakVerb,
    WinInfinitive, WinNoun, WinVerb,
};
use super::{Certainty, Promise};
use std::ops::Range;

const OUTCOMES: [Class; 8] = [WinVerb, LossVerb, WinInfinitive, LossInfinitive, WinNoun, LossNoun, WeakNoun, WeakVerb];

/// Phrases whose words mean nothing by themselves: «cannot but», «come what may».
const FIXED: [Class; 5] = [Adverb, Sure, Anyway, Predicate, Impossible];

/// Promises of a sentence, at most one per statement.
#[must_use]
pub fn promises(sentence: &Sentence) -> Vec<Promise> {
    let whole = sentence.whole();
    if !OUTCOMES.iter().chain(&[Idiom, Strong, Sure, Commit, Stake]).any(|class| sentence.has(*class, &whole)) {
        return Vec::new();
    }
    if sentence.question {
        return rhetorical(sentence).into_iter().collect();
    }
    let fixed = |atom: &&Atom| !FIXED.iter().any(|class| sentence.inside(*class, atom));
    let mut contrasts: Vec<usize> = sentence.of_class(Contrast, &whole).filter(fixed).map(|atom| atom.from).collect();
    // «Хотя процесс затянется, суд …»: what begins with a concession ends at its comma.
    if contrasts.first().is_some_and(|at| sentence.word(*at) == 0)
        && let Some(comma) = sentence.text.find(',')
    {
        contrasts.push(comma);
        contrasts.sort_unstable();
    }
    let statements = sentence.cut(contrasts.into_iter(), &whole);
    statements.iter().filter_map(|range| Statement::of(sentence, range)?.promise()).collect()
}

fn rhetorical(sentence: &Sentence) -> Option<Promise> {
    let whole = sentence.whole();
    let asks = sentence.of_class(Rhetorical, &whole).next()?;
    let rest = asks.from..whole.end;
    let turned = |atom: &Atom| {
        let (from, to) = (asks.from.min(atom.from), asks.to.max(atom.to));
        Some(Promise { certainty: Certainty::Rhetorical, from, to })
    };
    if let Some(doubt) = sentence.of_class(Doubt, &rest).next() {
        return turned(doubt);
    }
    let denied = sentence.has(Negation, &rest);
    let classes = if denied { [WinVerb, WinInfinitive, WinNoun] } else { [LossVerb, LossInfinitive, LossNoun] };
    classes.iter().find_map(|class| turned(sentence.of_class(*class, &rest).next()?))
}

/// What is said at once: certainty and outcome belong together inside it.
pub(super) struct Statement<'a> {
    pub(super) sentence: &'a Sentence,
    pub(super) range: Range<usize>,
    pub(super) parts: Vec<Range<usize>>,
    /// Parts of which nothing counts: what is denied, and what depends on it.
    pub(super) silent: Vec<bool>,
    pub(super) conditional: bool,
}

impl<'a> Statement<'a> {
    /// `None` where everything in it is another's speech, or a ban.
    fn of(sentence: &'a Sentence, range: &Range<usize>) -> Option<Self> {
        let reported = |atom: &Atom| {
            let clause =
                sentence.text[range.start..atom.from].rfind([',', ';']).map_or(range.start, |at| range.start + at);
            // «Что бы ни говорил ответчик» reports nothing; «be declared void» is what a court does.
            !sentence.has(Anyway, &(clause..atom.from))
                && !sentence.inside(WinVerb, atom)
                && !FIXED.iter().any(|class| sentence.inside(*class, atom))
        };
        // «Не можем не гарантировать»: the same negation twice forbids nothing; «nobody could convict» is an idiom.
        let forbids = |atom: &Atom| {
            let inside = atom.from..atom.to;
            let words: Vec<&str> =
                sentence.of_class(Negation, &inside).map(|one| &sentence.text[one.from..one.to]).collect();
            let twice = words.iter().enumerate().any(|(index, word)| words[..index].contains(word));
            !twice && ![Sure, Adverb, Anyway, Idiom].iter().any(|class| sentence.inside(*class, atom))
        };
        if sentence.of_class(Forbidden, range).any(forbids) || sentence.of_class(Report, range).any(reported) {
            return None;
        }
        let text = &sentence.text[range.clone()];
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        // The comma of a decimal parts nothing.
        let decimal = |at: usize| digit(text[..at].chars().next_back()) && digit(text[at + 1..].chars().next());
        // «Will never, ever convict»: a comma inside a phrase parts nothing.
        let phrase = |at: usize| {
            let near = at.saturating_sub(80)..at;
            [Adverb, Sure, Anyway, Idiom, Impossible]
                .iter()
                .any(|class| sentence.of_class(*class, &near).any(|atom| atom.from < at && atom.to > at + 1))
        };
        let parting =
            |(at, c): &(usize, char)| matches!(c, ',' | ';' | '(' | ')') && !decimal(*at) && !phrase(range.start + at);
        let commas = text.char_indices().filter(parting);
        let commas: Vec<usize> = commas.map(|(at, _)| range.start + at).collect();
        let parts = joined(sentence, sentence.cut(commas.into_iter(), range));
        let silent = vec![false; parts.len()];
        let whole = sentence.whole();
        // «Любой выиграл бы, а мы и подавно выиграем»: what is both a condition and a hedge holds its own statement.
        let holds = |atom: &Atom| range.contains(&atom.from) || !sentence.inside(Hedge, atom);
        let conditional = sentence
            .of_class(Condition, &whole)
            .any(|atom| holds(atom) && !FIXED.iter().any(|class| sentence.inside(*class, atom)));
        let mut out = Self { sentence, range: range.clone(), parts, silent, conditional };
        out.silence();
        Some(out)
    }

    /// A denied certainty («не гарантируем», not certain) takes its part and the clauses that depend on it.
    fn silence(&mut self) {
        for index in 0..self.parts.len() {
            let part = self.parts[index].clone();
            let denied = |atom: &Atom| {
                matches!(atom.class, Commit | Sure | Adverb | Number | Predicate)
                    && !FIXED.iter().any(|class| *class != atom.class && self.sentence.inside(*class, atom))
                    && !self.sentence.inside(Idiom, atom)
                    && self.denied(atom, if atom.class == Commit { 4 } else { 2 })
            };
            let from = self.sentence.atoms.partition_point(|atom| atom.from < part.start);
            let atoms = self.sentence.atoms[from..].iter().take_while(|atom| atom.from < part.end);
            if !atoms.clone().any(denied) {
                continue;
            }
            let kept = atoms.clone().any(|atom| atom.class == Commit && !self.denied(atom, 4));
            if kept {
                continue;
            }
            self.silent[index] = true;
            let mut next = index + 1;
            while next < self.parts.len() && self.depends(next) {
                self.silent[next] = true;
                next += 1;
            }
            if self.depends(index.saturating_sub(1)) && index > 0 {
                self.silent[index - 1] = true;
            }
        }
    }

    /// Whether a part begins with «что», that.
    fn depends(&self, part: usize) -> bool {
        let range = &self.parts[part];
        let first = self.sentence.word(range.start + 1);
        self.sentence.of_class(Dependent, range).next().is_some_and(|atom| atom.word <= first + 1)
    }

    /// An odd number of negations right before, in the same clause.
    pub(super) fn denied(&self, atom: &Atom, window: usize) -> bool {
        // «Никогда не осудят»: a denial that agrees with another one.
        if self.sentence.text[atom.from..atom.to].starts_with("ни") {
            return false;
        }
        let from = self.part_of(atom).map_or(self.range.start, |part| self.parts[part].start);
        let text = &self.sentence.text;
        let near = |other: &&Atom| {
            // «Срока не будет, забудьте этот страх»: what stands behind a comma is not denied before it.
            let apart = |c| matches!(c, ',' | ':' | '—' | '–');
            other.last < atom.word && atom.word - other.last <= window && !text[other.from..atom.from].contains(apart)
        };
        let before = from..atom.from;
        let joint = self.sentence.of_class(Joint, &before).rfind(near).map_or(0, |joint| joint.word);
        self.sentence.of_class(Negation, &before).filter(near).filter(|other| other.word >= joint).count() % 2 == 1
    }

    pub(super) fn part_of(&self, atom: &Atom) -> Option<usize> {
        Some(self.parts.partition_point(|part| part.end <= atom.from)).filter(|part| *part < self.parts.len())
    }

    fn promise(&self) -> Option<Promise> {
        let condition = |atom: &Atom| {
            !self.sentence.inside(Anyway, atom)
                && !self.sentence.inside(Sure, atom)
                && !self.sentence.inside(Idiom, atom)
        };
        let idiom = self.sentence.of_class(Idiom, &self.range).find(|atom| {
            let part = self.part_of(atom).map(|index| self.parts[index].clone());
            // A condition stands before an idiom or beside it: «… a slam dunk if he appears».
            let reach = 0..part.as_ref().map_or(atom.to, |part| part.end);
            let depends = self.sentence.of_class(Condition, &reach).any(condition);
            self.counts(atom) && !depends && !self.denied(atom, 2) && !part.is_some_and(|part| self.may(&part, atom))
        });
        if let Some(idiom) = idiom {
            return Some(Promise { certainty: Certainty::Idiom, from: idiom.from, to: idiom.to });
        }
        let found = OUTCOMES.iter().find_map(|class| {
            let mut outcomes = self.sentence.of_class(*class, &self.range).filter(|atom| self.counts(atom));
            outcomes.find_map(|outcome| self.certain(outcome))
        });
        found.or_else(|| self.open()).or_else(|| super::stakes::promise(self))
    }

    /// A strong certainty beside a prediction about the case, whatever is predicted: «the charges will vanish, I swear».
    fn open(&self) -> Option<Promise> {
        let sentence = self.sentence;
        let kept = [Statute, Relief, Effort, Procedure];
        let happened = !sentence.by_word && sentence.has(Past, &self.range);
        if happened || self.conditional || kept.iter().any(|class| sentence.has(*class, &self.range)) {
            return None;
        }
        let soft = sentence.of_class(Hedge, &self.range).any(|atom| self.free_standing(atom));
        // «Даю слово, что квартиру я осмотрел»: a noun may end as a verb does.
        let own = |atom: &&Atom| {
            self.part_of(atom).is_some_and(|part| !self.silent[part])
                && (sentence.by_word || !sentence.inside(Lasting, atom))
        };
        let told = if sentence.by_word { Future } else { Own };
        let event = sentence.of_class(told, &self.range).find(own).filter(|_| !soft)?;
        let spoken = self.part_of(event).map(|part| self.parts[part].clone())?;
        if !sentence.has(Subject, &spoken) {
            return None;
        }
        let mut certain = sentence.of_class(Strong, &self.range).chain(sentence.of_class(Sure, &self.range));
        let sure = certain.find(|atom| self.heard(atom) && !self.denied(atom, 2))?;
        Some(Promise { certainty: Certainty::Adverb, from: sure.from.min(event.from), to: sure.to.max(event.to) })
    }

    /// Whether an outcome is stated, and not a topic, a wish or a condition.
    fn counts(&self, atom: &Atom) -> bool {
        let Some(part) = self.part_of(atom) else { return false };
        if self.silent[part] {
            return false;
        }
        let colon = self.sentence.text[self.parts[part].start..atom.from].rfind(':').unwrap_or(0);
        let before = self.parts[part].start + colon..atom.from;
        let near = |other: &&Atom| other.last < atom.word && atom.word - other.last <= 3;
        // A Russian verb of the lists has a form of its own, so that «о», «для» before it govern another word.
        let clause = atom.class == Idiom && self.sentence.has(Subject, &(atom.from..atom.to));
        let form = !self.sentence.by_word && (clause || matches!(atom.class, WinVerb | LossVerb | WeakVerb));
        // «No doubt about your acquittal»: what a phrase of certainty governs is no topic.
        let aside = !form
            && self.sentence.of_class(Aside, &before).any(|other| {
                (near(&other) || other.to > atom.from)
                    && !FIXED.iter().chain(&[Commit]).any(|class| self.sentence.inside(*class, other))
            });
        // A predicted verb is no request: in Russian by its form, in English by the word before it.
        let verb = matches!(atom.class, WinVerb | LossVerb | WeakVerb | Idiom);
        let asked = self.sentence.of_class(Relief, &before).any(|other| {
            if !self.free_standing(other) {
                return false;
            }
            let predicted = verb && (!self.sentence.by_word || self.sentence.has(Future, &(other.from..atom.from)));
            !predicted && atom.word - other.last.min(atom.word) <= 7
        });
        let condition = self.sentence.of_class(Condition, &before).any(|other| self.free_standing(other));
        // «No liability will attach», «we promise: no deportation»: a denied end is one where that is what is sure.
        let sure = [Commit, Sure, Strong].iter().any(|class| self.sentence.has(*class, &self.range));
        let instead = matches!(atom.class, WinNoun | LossNoun | WeakNoun)
            && !(atom.class == LossNoun && (sure || self.sentence.inside(Impossible, atom)))
            && self.sentence.of_class(Negation, &before).any(|other| atom.word - other.last.min(atom.word) == 1);
        !(aside || asked || condition || instead)
    }

    fn certain(&self, outcome: &Atom) -> Option<Promise> {
        let verb = matches!(outcome.class, WinVerb | LossVerb | WeakVerb);
        let infinitive = matches!(outcome.class, WinInfinitive | LossInfinitive);
        let loss = matches!(outcome.class, LossVerb | LossInfinitive | LossNoun);
        let weak = outcome.class == WeakNoun;
        let acts = outcome.class == WeakVerb;
        // What the other side does is an end where it is predicted, not where it is owed.
        if acts && (self.conditional || self.sentence.has(Statute, &self.sentence.whole())) {
            return None;
        }
        let index = self.part_of(outcome)?;
        let part = self.parts[index].clone();
        // «Вы обязательно получите копию решения»: a step of the procedure is no end.
        if acts && self.sentence.has(Procedure, &part) {
            return None;
        }
        let noun = !verb && !infinitive;
        let hit = |certainty, atom: &Atom| {
            Some(Promise { certainty, from: atom.from.min(outcome.from), to: atom.to.max(outcome.to) })
        };
        let free = |atom: &Atom, most: usize| {
            atom.distance(outcome) <= most
                && !self.between(Effort, atom, outcome)
                && !self.between(Relief, atom, outcome)
        };
        // A guarantee: in the part, or before it where the part depends on it.
        let mut reach = part.start;
        if index > 0 && (self.depends(index) || !self.stated(index - 1)) {
            reach = self.parts[index - 1].start;
        }
        let governs = |atom: &&Atom| free(atom, 12) && !self.denied(atom, 4) && self.heard(atom);
        let own = self.sentence.of_class(Commit, &(reach..part.end)).find(governs);
        if let Some(found) = own {
            return hit(Certainty::Commitment, found);
        }
        // «Дело прекратят, я вам это обещаю.»
        let after = self.parts.get(index + 1).filter(|_| !self.stated(index + 1) && !self.depends(index + 1));
        let added = after.and_then(|range| {
            self.sentence.of_class(Commit, range).find(|atom| {
                !self.denied(atom, 4)
                    && self.heard(atom)
                    && self.sentence.word(range.end.saturating_sub(1)) - self.sentence.word(range.start + 1) <= 4
            })
        });
        if let Some(found) = added.filter(|_| verb || infinitive) {
            return hit(Certainty::Commitment, found);
        }
        let named = |atom: &&Atom| free(atom, if atom.word < outcome.word { 4 } else { 6 }) && !self.denied(atom, 2);
        if noun && let Some(found) = self.sentence.of_class(Predicate, &part).find(named) {
            return hit(Certainty::Predicate, found);
        }
        if weak {
            return None;
        }
        if let Some(found) = self.sentence.of_class(Number, &part).find(|atom| free(atom, 7) && !self.denied(atom, 2)) {
            return hit(Certainty::Number, found);
        }
        if !acts && let Some(found) = self.impossible(outcome, loss, &part) {
            return hit(Certainty::Impossible, found);
        }
        let joined = self.sentence.has(Link, &part);
        let bound = |atom: &&Atom| {
            free(atom, 8) && !self.denied(atom, 2) && !self.hedged(atom, outcome) && !self.may(&part, outcome)
        };
        // «Однозначно победа истца»: a short statement without a verb is one all the same.
        let words = self.sentence.word(part.end.saturating_sub(1)).saturating_sub(self.sentence.word(part.start + 1));
        let bare = noun && words <= 3 && !self.sentence.has(Procedure, &part);
        if (!noun || joined || bare)
            && let Some(found) = self.sentence.of_class(Adverb, &part).find(bound)
        {
            return hit(Certainty::Adverb, found);
        }
        let sure = |atom: &&Atom| {
            self.heard(atom)
                && !self.denied(atom, 2)
                && (!noun || joined || atom.distance(outcome) <= 5)
                && !self.may(&part, outcome)
        };
        if let Some(found) = self.sentence.of_class(Sure, &self.range).find(sure) {
            return hit(Certainty::Adverb, found);
        }
        // «A hundred per cent, you get the house»: a certainty that is a part of its own covers the statement.
        let alone = |atom: &&Atom| {
            let part = self.part_of(atom).map(|index| self.parts[index].clone());
            part.is_some_and(|range| {
                let words = self.sentence.word(range.end.saturating_sub(1)) - self.sentence.word(range.start + 1);
                words <= atom.last - atom.word + 1 && self.heard(atom) && !self.denied(atom, 2)
            })
        };
        let mut covering =
            self.sentence.of_class(Number, &self.range).chain(self.sentence.of_class(Strong, &self.range));
        if (!noun || joined)
            && !self.may(&part, outcome)
            && let Some(found) = covering.find(alone)
        {
            return hit(Certainty::Adverb, found);
        }
        if verb && !acts && self.flat(outcome, &part) {
            return hit(Certainty::Flat, outcome);
        }
        None
    }

    /// Cannot lose; cannot but win; the other side cannot win.
    fn impossible(&self, outcome: &Atom, loss: bool, part: &Range<usize>) -> Option<&Atom> {
        let near = |atom: &&Atom| atom.distance(outcome) <= 7 && !self.denied(atom, 1);
        let found = self.sentence.of_class(Impossible, part).find(near)?;
        let turned = self.sentence.of_class(Negation, part).any(|other| {
            let inside = other.from < found.to && other.to > found.from;
            let most = if other.from >= found.to { 2 } else { 1 };
            !inside && other.last < outcome.word && outcome.word - other.last <= most
        });
        let other = self.sentence.has(Opponent, part);
        let open = matches!(outcome.class, LossNoun) && self.conditional;
        (!open && (loss != turned || (other && !turned)))
            .then_some(found)
            .filter(|_| !self.sentence.has(Statute, &self.range))
    }

    /// A prediction with a subject and nothing that softens it.
    fn flat(&self, outcome: &Atom, part: &Range<usize>) -> bool {
        let sentence = self.sentence;
        let own = |class| sentence.of_class(class, part).any(|atom: &Atom| atom.word == outcome.word);
        let will = |atom: &Atom| {
            atom.word <= outcome.word
                && atom.last <= outcome.last
                && outcome.word.saturating_sub(atom.last) <= 9
                && !self.between(Hedge, atom, outcome)
        };
        let predicted = sentence.of_class(Future, part).any(will);
        let subject = own(Own) || sentence.has(Subject, part);
        (predicted || !sentence.by_word)
            && subject
            && !self.conditional
            && !self.softened(part, outcome)
            && !sentence.has(Effort, &(part.start..outcome.to))
            && !sentence.has(Statute, &self.range)
    }

    /// «Есть шанс, что суд взыщет»: a hedge in the part, or in the one that it depends on.
    fn softened(&self, part: &Range<usize>, outcome: &Atom) -> bool {
        let index = self.parts.iter().position(|other| other == part).unwrap_or(0);
        let before =
            index.checked_sub(1).filter(|_| self.depends(index)).map_or(part.start, |before| self.parts[before].start);
        // What stands before a colon softens nothing behind it.
        let colon = self.sentence.text[before..outcome.from.max(before)].rfind(':').unwrap_or(0);
        self.sentence
            .of_class(Hedge, &(before + colon..part.end))
            .any(|atom| self.free_standing(atom) && !self.sentence.inside(WinVerb, atom))
    }

    /// Whether a certainty is the speaker's: its part is not denied, no condition holds it.
    pub(super) fn heard(&self, atom: &Atom) -> bool {
        let Some(part) = self.part_of(atom) else { return false };
        let before = self.parts[part].start..atom.from;
        let condition = self.sentence.of_class(Condition, &before).any(|other| !self.sentence.inside(Anyway, other));
        !self.silent[part] && !condition
    }

    /// A part that states an outcome or a verb of its own is no introduction.
    fn stated(&self, part: usize) -> bool {
        OUTCOMES
            .iter()
            .any(|class| !matches!(class, WeakNoun | WeakVerb) && self.sentence.has(*class, &self.parts[part]))
    }

    fn hedged(&self, atom: &Atom, outcome: &Atom) -> bool {
        self.between(Hedge, atom, outcome)
    }

    fn free_standing(&self, atom: &Atom) -> bool {
        !FIXED.iter().any(|class| self.sentence.inside(*class, atom))
    }

    /// «может отказать»: a possibility right before the outcome.
    fn may(&self, part: &Range<usize>, outcome: &Atom) -> bool {
        self.sentence.of_class(Hedge, part).any(|atom| {
            atom.word < outcome.word
                && outcome.word - atom.last.min(outcome.word) <= 3
                && self.free_standing(atom)
                && !self.sentence.text[atom.from..outcome.from.max(atom.from)].contains(':')
        })
    }

    fn between(&self, class: Class, one: &Atom, other: &Atom) -> bool {
        let (from, to) = (one.from.min(other.from), one.from.max(other.from));
        let inner = |atom: &Atom| [one, other].iter().any(|outer| outer.from <= atom.from && atom.to <= outer.to);
        self.sentence.of_class(class, &(from..to)).any(|atom| !inner(atom))
    }
}

/// «Победа, безусловно, гарантирована»: an adverb between commas parts nothing.
fn joined(sentence: &Sentence, parts: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let words = |range: &Range<usize>| {
        let text = sentence.text[range.clone()].trim_matches([',', ';', '(', ')', ' ']);
        text.split_whitespace().count()
    };
    let alone = |range: &Range<usize>| {
        let own = [Adverb, Sure, Hedge].into_iter().flat_map(|class| sentence.of_class(class, range));
        own.map(|atom| atom.last - atom.word + 1).max().is_some_and(|longest| words(range) <= longest)
    };
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    for part in parts {
        let inserted = alone(&part);
        match out.last_mut() {
            Some(last) if open || inserted => last.end = part.end,
            _ => out.push(part),
        }
        open = inserted;
    }
    out
}
