//! Promises of an outcome in Korean: what governs stands behind what is governed, so what an outcome is worth is told
//! by the endings and verbs behind it.
//!
//! A sentence falls into statements at a contrast (지만), a statement into clauses at the endings that join them. A ban
//! or another's speech (-라고 주장) takes its statement; an ending of purpose, of condition, a request or the past takes
//! the outcome before it.

use super::clause::{Atom, Sentence};
use super::rules::Class;
use super::rules::Class::{
    Adverb, Anyway, Aside, Client, Commit, Condition, Contrast, Doubt, Effort, Event, Forbidden, Future, Hedge, Idiom,
    Impossible, Joint, Link, LossVerb, Negation, Number, Opinion, Opponent, Own, Party, Past, Predicate, Procedure,
    Relief, Report, Rhetorical, Stake, Statute, Strong, Subject, Sure, WeakNoun, WeakVerb, WinVerb,
};
use super::{Certainty, Promise};
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;

const OUTCOMES: [Class; 4] = [WinVerb, LossVerb, WeakVerb, WeakNoun];

/// Phrases whose words mean nothing by themselves: «무조건» is no condition, «수밖에 없» denies nothing.
const FIXED: [Class; 7] = [Adverb, Sure, Predicate, Impossible, Commit, Idiom, Anyway];

/// Where a word of topic or effort is part of what is said, not said of it: «주장을 받아들», «이유가 없».
const FIXED_TOPICS: [Class; 8] = [Adverb, Predicate, Impossible, Commit, Idiom, WinVerb, LossVerb, WeakVerb];

/// Promises of a sentence, at most one per statement.
#[must_use]
pub fn promises(sentence: &Sentence) -> Vec<Promise> {
    let inner = sentence.without_inner(&FIXED, &[Condition, Report, Forbidden, Past, Effort, Relief]);
    let sentence = &inner.without_inner(&FIXED_TOPICS, &[Aside, Effort, Report]);
    let whole = sentence.whole();
    if !OUTCOMES.iter().chain(&[Idiom, Strong, Sure, Commit, Stake]).any(|class| sentence.has(*class, &whole)) {
        return Vec::new();
    }
    let rhetorical = rhetorical(sentence);
    if sentence.question || rhetorical.is_some() {
        return rhetorical.into_iter().collect();
    }
    let contrasts: Vec<usize> = sentence.of_class(Contrast, &whole).map(|atom| atom.from).collect();
    let statements = sentence.cut(contrasts.into_iter(), &whole);
    statements.into_iter().filter_map(|range| Statement { sentence, range }.promise()).collect()
}

/// «어떻게 질 수 있겠습니까»: asked so that only one answer is left.
fn rhetorical(sentence: &Sentence) -> Option<Promise> {
    let whole = sentence.whole();
    let asks: Vec<&Atom> = sentence.of_class(Rhetorical, &whole).collect();
    // One word that asks is a question; with the ending of doubt it is rhetorical.
    if asks.len() < 2 || !(sentence.question || asks.iter().any(|atom| sentence.text[atom.from..atom.to].len() > 24)) {
        return None;
    }
    let held = |atom: &Atom| is_if(&sentence.text[atom.from..atom.to]) && !sentence.inside(Anyway, atom);
    if sentence.of_class(Condition, &whole).any(held) {
        return None;
    }
    let denied = sentence.has(Negation, &whole);
    let loss = sentence.of_class(LossVerb, &whole).next();
    let win = sentence.of_class(WinVerb, &whole).next();
    let doubt = sentence.of_class(Doubt, &whole).next();
    let meant = match (loss, win) {
        (Some(loss), None) => Some(loss).filter(|_| !denied || sentence.has(Own, &whole)),
        (None, Some(win)) => Some(win).filter(|_| denied || doubt.is_some()),
        (Some(loss), Some(_)) => Some(loss),
        (None, None) => None,
    }?;
    let (from, to) = (asks[0].from.min(meant.from), asks[0].to.max(meant.to));
    Some(Promise { certainty: Certainty::Rhetorical, from, to })
}

/// The ending of a concession, in letters.
fn concession() -> String {
    "더라도".nfd().collect()
}

/// Whether letters end in that of «if».
fn is_if(letters: &str) -> bool {
    letters.trim_end_matches([' ', ',']).ends_with(&"면".nfd().collect::<String>())
}

/// The word that denies a verb, in letters.
fn undone() -> String {
    "안".nfd().collect()
}

/// Whether letters have an ending that honours or serves who is spoken to.
fn honours(letters: &str) -> bool {
    ["드리", "드립", "드릴", "십", "실", "셔", "세요"]
        .iter()
        .any(|ending| letters.contains(&ending.nfd().collect::<String>()))
}

/// The ending that makes a verb qualify a noun, in letters.
fn qualifying() -> String {
    "는".nfd().collect()
}

struct Statement<'a> {
    sentence: &'a Sentence,
    range: Range<usize>,
}

impl Statement<'_> {
    fn promise(&self) -> Option<Promise> {
        let sentence = self.sentence;
        let reported = |atom: &Atom| !sentence.inside(Anyway, atom);
        // «울지 마세요»: a ban that a phrase of certainty begins.
        let begun = |atom: &Atom| {
            let near = atom.from.saturating_sub(60)..atom.from;
            sentence.of_class(Sure, &near).any(|other| other.to > atom.from)
        };
        let fixed = |atom: &Atom| [Sure, Strong, Idiom].iter().any(|class| sentence.inside(*class, atom));
        let forbids = |atom: &Atom| !fixed(atom) && !begun(atom);
        if sentence.of_class(Forbidden, &self.range).any(forbids)
            || sentence.of_class(Report, &self.range).any(reported)
        {
            return None;
        }
        let whole = sentence.whole();
        // What is said at the end of the sentence covers all that is said in it.
        if sentence.of_class(Report, &(self.range.end..whole.end)).next().is_some() && !self.ends() {
            return None;
        }
        if let Some(idiom) = sentence.of_class(Idiom, &self.range).find(|atom| self.counts(atom)) {
            return Some(Promise { certainty: Certainty::Idiom, from: idiom.from, to: idiom.to });
        }
        let found = OUTCOMES.iter().find_map(|class| {
            let mut outcomes = sentence.of_class(*class, &self.range).filter(|atom| self.counts(atom));
            outcomes.find_map(|outcome| self.certain(outcome))
        });
        found.or_else(|| self.open()).or_else(|| self.staked())
    }

    /// What is at stake and what becomes of it: «압류는 풀립니다», or a vow about it: «보증금 걱정은 마세요».
    fn staked(&self) -> Option<Promise> {
        if self.sentence.has(Report, &(self.range.end..self.sentence.text.len())) {
            return None;
        }
        let commas = self.sentence.text[self.range.clone()].match_indices(',').map(|(at, _)| self.range.start + at);
        let parts = self.sentence.cut(commas.collect::<Vec<_>>().into_iter(), &self.range);
        parts.iter().find_map(|part| self.becomes(part))
    }

    /// The same of one part: what stands behind its comma is said of something else.
    fn becomes(&self, part: &Range<usize>) -> Option<Promise> {
        let sentence = self.sentence;
        let kept = [Statute, Hedge, Opinion, Relief, Past, Party];
        let free = |atom: &Atom| !FIXED.iter().any(|class| sentence.inside(*class, atom));
        let end = part.start + sentence.text[part.clone()].trim_end_matches([' ', ',', '.', '!', '\n']).len();
        let last = sentence.word(end.saturating_sub(1));
        let near = |atom: &&Atom| last.saturating_sub(atom.last) <= 1;
        let future = sentence.of_class(Future, part).find(near);
        // «소송하면 풀려나십니다»: what is predicted to the one who asks is no rule that has a condition.
        let asker = future.is_some_and(|atom| honours(&sentence.text[atom.from..atom.to]));
        let held = |atom: &Atom| free(atom) && !(asker && is_if(&sentence.text[atom.from..atom.to]));
        // A step stands beside its verb: «판결문을 보내 드립니다», not «증거가 있으니 무죄 나옵니다».
        let beside = |atom: &Atom| free(atom) && last.saturating_sub(atom.last) <= 2;
        let soft = kept.iter().any(|class| sentence.of_class(*class, part).any(free))
            || [Effort, Procedure].iter().any(|class| sentence.of_class(*class, part).any(beside))
            || sentence.of_class(Condition, &(self.range.start..part.end)).any(held);
        // A judgment and a statute speak without politeness.
        let plain = |atom: &Atom| sentence.text[atom.from..atom.to].starts_with(['\u{11ab}', '\u{11b7}', '\u{1103}']);
        let polite = |atom: &&Atom| near(atom) && !plain(atom);
        let told = sentence.of_class(Link, part).find(polite).or(future);
        let stake = sentence.of_class(Stake, &(self.range.start..part.end)).next_back();
        let (stake, _) = stake.zip(told).filter(|_| !soft)?;
        let hit = |certainty, atom: &Atom| {
            Some(Promise { certainty, from: stake.from.min(atom.from), to: stake.to.max(atom.to) })
        };
        let vows = |atom: &&Atom| !sentence.text[atom.from..atom.to].ends_with(&concession());
        let mut certain = [Sure, Strong, Commit].into_iter().flat_map(|class| sentence.of_class(class, part));
        if let Some(vow) = certain.find(vows) {
            return hit(Certainty::Adverb, vow);
        }
        let events = [Event, Impossible, WeakVerb, WinVerb, LossVerb]
            .into_iter()
            .flat_map(|class| sentence.of_class(class, part));
        let mut events = events.filter(|atom| atom.to > stake.to && last.saturating_sub(atom.last) <= 2);
        let event = events.next().or(future)?;
        // «회사가 안 지켜요»: what the other side does not do is a complaint.
        if future.is_none()
            && sentence.has(Opponent, part)
            && sentence.text[event.from..event.to].starts_with(&undone())
        {
            return None;
        }
        hit(Certainty::Flat, event)
    }

    /// A strong certainty beside a prediction about the case, whatever is predicted: «아이는 무조건 의뢰인이 키우게 됩니다».
    fn open(&self) -> Option<Promise> {
        let sentence = self.sentence;
        let whole = sentence.whole();
        let kept = [Condition, Statute, Hedge, Opinion, Relief, Past, Effort, Negation, Procedure, Aside];
        if !self.ends() || kept.iter().any(|class| sentence.has(*class, &self.range)) || !sentence.has(Subject, &whole)
        {
            return None;
        }
        let last = sentence.word(sentence.text.trim_end().len().saturating_sub(1));
        let near = |atom: &&Atom| last.saturating_sub(atom.last) <= 1;
        let told = sentence
            .of_class(Future, &self.range)
            .chain(sentence.of_class(Link, &self.range))
            .filter(near)
            .max_by_key(|atom| atom.to)?;
        let sure = sentence.of_class(Strong, &self.range).next()?;
        Some(Promise { certainty: Certainty::Adverb, from: sure.from.min(told.from), to: sure.to.max(told.to) })
    }

    fn ends(&self) -> bool {
        self.range.end >= self.sentence.text.len()
    }

    /// The clause around an outcome: from the joining ending before it to the one behind it.
    fn clause(&self, outcome: &Atom) -> Range<usize> {
        let fixed = |atom: &&Atom| !self.sentence.inside(Adverb, atom);
        let joints = |range: Range<usize>| {
            self.sentence.of_class(Joint, &range).filter(fixed).map(|atom| atom.to).collect::<Vec<_>>()
        };
        let from = joints(self.range.start..outcome.from).last().copied().unwrap_or(self.range.start).min(outcome.from);
        let to = joints(outcome.to..self.range.end).first().copied().unwrap_or(self.range.end);
        from..to.max(outcome.to)
    }

    /// Whether an outcome is stated, and not a topic, an aim, a condition or the past.
    fn counts(&self, outcome: &Atom) -> bool {
        // «인정되는 서류»: what qualifies a noun is said of the noun.
        let qualifies = outcome.class == WeakVerb && self.sentence.text[outcome.to..].starts_with(&qualifying());
        if qualifies {
            return false;
        }
        let clause = self.clause(outcome);
        let behind = outcome.to.saturating_sub(3).max(outcome.from + 1)..clause.end;
        // An idiom is whole: only an ending of its own makes a topic of it.
        let reach = usize::from(outcome.class != Idiom);
        let near = |atom: &&Atom| atom.word.saturating_sub(outcome.last) <= reach;
        let aside = self
            .sentence
            .of_class(Aside, &behind)
            .any(|atom| near(&atom) && !self.guaranteed(outcome, atom) && !self.fixed(atom));
        let asked = self.sentence.of_class(Relief, &behind).any(|atom| atom.word.saturating_sub(outcome.last) <= 4);
        let settled = |atom: &Atom| {
            self.sentence.of_class(Predicate, &behind).any(|sure| sure.from <= atom.to && atom.from <= sure.to)
        };
        // The past of an idiom is its own: «끝났습니다».
        let ended = if outcome.class == Idiom { outcome.to } else { outcome.from };
        let past = self.sentence.of_class(Past, &(ended..clause.end)).any(|atom| !settled(atom));
        // An idiom is no aim, unless the effort stands beside it: «축하주나 준비하시죠».
        let beside = |atom: &Atom| outcome.class != Idiom || atom.word.saturating_sub(outcome.last) <= 1;
        let after = outcome.from..self.range.end;
        let effort = self.sentence.of_class(Effort, &after).any(|atom| atom.from >= outcome.from && beside(atom));
        !(aside || asked || past || effort)
    }

    /// A part of a phrase of certainty: «확실한 사건», «경우는 없».
    fn fixed(&self, atom: &Atom) -> bool {
        self.sentence.inside(Impossible, atom) || self.sentence.inside(Predicate, atom)
    }

    /// «승소 가능성이 100 %»: a chance with a number of certainty is no hedge.
    fn guaranteed(&self, outcome: &Atom, aside: &Atom) -> bool {
        let behind = aside.from..self.range.end;
        outcome.last.abs_diff(aside.word) <= 1
            && self.sentence.has(Hedge, &(outcome.to.saturating_sub(3)..aside.to))
            && self.sentence.has(Number, &behind)
    }

    fn certain(&self, outcome: &Atom) -> Option<Promise> {
        let sentence = self.sentence;
        let loss = outcome.class == LossVerb;
        let clause = self.clause(outcome);
        let behind = outcome.from..self.range.end;
        let hit = |certainty, atom: &Atom| {
            Some(Promise { certainty, from: atom.from.min(outcome.from), to: atom.to.max(outcome.to) })
        };
        let close = |most: usize| move |atom: &&Atom| atom.distance(outcome) <= most;
        if let Some(found) = sentence.of_class(Commit, &behind).find(close(6)) {
            return hit(Certainty::Commitment, found);
        }
        let hedged = sentence.has(Hedge, &behind);
        let before = outcome.from.saturating_sub(60).max(clause.start)..outcome.from;
        let attributive =
            sentence.of_class(Predicate, &before).find(|atom| outcome.word.saturating_sub(atom.last) <= 1);
        let predicate = sentence.of_class(Predicate, &(outcome.to..self.range.end)).find(close(5)).or(attributive);
        if let Some(found) =
            predicate.filter(|atom| !sentence.has(Hedge, &(atom.to..self.range.end)) && !self.denied(atom))
        {
            return hit(Certainty::Predicate, found);
        }
        if let Some(found) = sentence.of_class(Number, &self.range).find(close(6)) {
            return hit(Certainty::Number, found);
        }
        if outcome.class == WeakNoun {
            return None;
        }
        if let Some(found) = sentence
            .of_class(Impossible, &behind)
            .find(|atom| outcome.class != WeakVerb && atom.word.saturating_sub(outcome.last) <= 2 && !self.denied(atom))
        {
            let denied = sentence.of_class(Negation, &(outcome.from..found.from)).next().is_some()
                || sentence
                    .of_class(Negation, &(before.clone()))
                    .any(|atom| outcome.word.saturating_sub(atom.last) <= 1);
            let ruled = sentence.has(Statute, &self.range) || sentence.has(Condition, &self.range);
            let other = !ruled && sentence.has(Opponent, &(clause.start..outcome.from));
            if loss != denied || (other && !loss) {
                return hit(Certainty::Impossible, found);
            }
        }
        if hedged {
            return None;
        }
        let bound = |atom: &&Atom| atom.distance(outcome) <= if atom.word > outcome.word { 2 } else { 7 };
        // «전부 갚게 됩니다, 반드시요»: what is added behind the last comma belongs to the clause before it.
        let last = sentence.word(sentence.text.trim_end().len().saturating_sub(1));
        let added = sentence.of_class(Adverb, &(clause.end..self.range.end)).find(|atom| atom.last == last);
        if let Some(found) = sentence.of_class(Adverb, &(clause.start..clause.end)).rfind(bound).or(added) {
            return hit(Certainty::Adverb, found);
        }
        // «인정하더라도 감액할 수 있다»: a concession beside a possibility promises nothing.
        let possible = sentence.has(Condition, &(outcome.to.saturating_sub(3)..self.range.end));
        let concedes = |atom: &Atom| sentence.text[atom.from..atom.to].ends_with(&concession());
        if let Some(found) = sentence.of_class(Sure, &self.range).find(|atom| !(possible && concedes(atom))) {
            return hit(Certainty::Adverb, found);
        }
        // What the other side does is an end beside a certainty only.
        if outcome.class != WeakVerb && self.flat(outcome) { hit(Certainty::Flat, outcome) } else { None }
    }

    /// «확실하지 않습니다», «가능성이 없지 않습니다»: denied right behind.
    fn denied(&self, atom: &Atom) -> bool {
        let behind = atom.to.saturating_sub(3).max(atom.from + 1)..self.range.end;
        self.sentence.of_class(Negation, &behind).any(|other| other.word == atom.last)
    }

    /// A prediction with a subject, in the future or of the client, and nothing that softens it.
    fn flat(&self, outcome: &Atom) -> bool {
        let sentence = self.sentence;
        let whole = sentence.whole();
        // A condition stands before what it holds.
        let held =
            sentence.of_class(Condition, &(0..self.clause(outcome).end)).any(|atom| !sentence.inside(Anyway, atom));
        if held || [Statute, Opinion, Party].iter().any(|class| sentence.has(*class, &whole)) || !self.ends() {
            return false;
        }
        let behind = outcome.from..self.range.end;
        let next =
            |class| sentence.of_class(class, &behind).any(|atom: &Atom| atom.word.saturating_sub(outcome.last) <= 3);
        let personal = sentence.of_class(Own, &(outcome.from..outcome.to)).next().is_some();
        let subject = sentence.has(Subject, &whole);
        let denied = sentence.of_class(Negation, &behind).next().is_some();
        let alone = sentence.word(sentence.text.trim_end().len().saturating_sub(1)) <= 1;
        if outcome.class == LossVerb && !denied {
            return subject && next(Future);
        }
        let client = sentence.has(Client, &whole) && next(Link);
        // Who wins may be left out: «반드시» or not, «승소합니다» speaks of the one who is spoken to. Another outcome in
        // the present needs its subject.
        // A judgment speaks without politeness: «청구를 인용한다».
        let polite = |atom: &Atom| !sentence.text[atom.from..atom.to].starts_with('\u{11ab}');
        let told = |atom: &Atom| atom.word.saturating_sub(outcome.last) <= 3 && polite(atom);
        let plain = sentence.of_class(Link, &behind).any(told) && !sentence.has(Relief, &whole);
        client || (next(Future) && (subject || personal)) || (plain && subject) || (personal && next(Link) && alone)
    }
}
