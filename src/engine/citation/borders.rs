//! What stands just outside a quotation and under its «…»: whether cutting it off turns the meaning.
//!
//! A complete sentence or clause is quoted as it stands. Of a sentence that is quoted in part, the words left out of a
//! quoted clause must not govern what was quoted (negation, prohibition, modality, limit, quantity), and the clauses
//! left out must not be its condition, its exception, or what leads to it. The sentence around the quotation may say
//! in its own words what was left out.

use crate::engine::citation::grammar::{Class, Mark, korean, shared};
use crate::engine::citation::structure::{Kind, Segment, Sentence, Text};
use crate::engine::citation::tokens::Weight;
use crate::engine::citation::voice::Voice;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What was lost at a border.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lost {
    Negation,
    Exception,
    Condition,
    Quantity,
    Subject,
    Modality,
}

impl Lost {
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::Negation => "negation",
            Self::Exception => "exception",
            Self::Condition => "condition",
            Self::Quantity => "quantity",
            Self::Modality => "modality",
            Self::Subject => "subject",
        }
    }

    fn of(class: Class) -> Option<Self> {
        match class {
            Class::Negation | Class::Ban | Class::Averse => Some(Self::Negation),
            Class::Exception => Some(Self::Exception),
            Class::Condition | Class::Circumstance | Class::Consent => Some(Self::Condition),
            Class::Limit | Class::Most | Class::Least => Some(Self::Quantity),
            Class::Right | Class::Duty => Some(Self::Modality),
            _ => None,
        }
    }
}

/// What a quotation lost; `None` when nothing that it needs. `fragments` are tokens of the text, in order.
pub(crate) fn lost(text: &Text, fragments: &[Range<usize>], voice: &Voice) -> Option<Lost> {
    let (first, last) = (fragments.first()?.start, fragments.last()?.end);
    let mut quoted_before = false;
    for sentence in &text.sentences {
        // The sentence right behind the quotation may limit it; the full stop between them is in neither.
        if sentence.range.end <= first || sentence.range.start > last + 1 {
            continue;
        }
        let view = View { text, sentence, fragments, voice };
        let touched = view.words().any(|at| view.covered(at));
        // A sentence that limits the one before it is one thought with it.
        if sentence.limits && quoted_before && !touched && !voice.goes_on(text, &sentence.range) {
            return Some(Lost::Exception);
        }
        quoted_before = touched;
        if !touched {
            continue;
        }
        if view.words().any(|at| !view.covered(at)) {
            let found = view.omitted();
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// What the quoted words of a clause hold.
#[derive(Debug, Clone, Copy, Default)]
struct Quoted {
    predicate: bool,
    infinitive: bool,
}

/// What a quotation does with its sentence as a whole.
struct Shape {
    /// It has no predicate.
    phrase: bool,
    /// Where the last clause begins whose predicate it has.
    resumes: usize,
    /// Items that it has words of: what stands in another item is that item's.
    groups: BTreeSet<usize>,
}

struct View<'a> {
    text: &'a Text,
    sentence: &'a Sentence,
    fragments: &'a [Range<usize>],
    voice: &'a Voice,
}

impl View<'_> {
    fn covered(&self, at: usize) -> bool {
        self.fragments.iter().any(|range| range.contains(&at))
    }

    /// Words of the sentence without the numbers of items.
    fn words(&self) -> impl Iterator<Item = usize> {
        self.words_of(&self.sentence.range)
    }

    fn words_of(&self, range: &Range<usize>) -> impl Iterator<Item = usize> {
        range.clone().filter(|&at| self.text.word(at).is_some() && !self.text.label(at, &self.sentence.range))
    }

    fn segment(&self, at: usize) -> Option<&Segment> {
        self.sentence.segments.iter().find(|segment| segment.range.contains(&at))
    }

    fn touches(&self, segment: &Segment) -> bool {
        self.words_of(&segment.range).any(|at| self.covered(at))
    }

    /// Clauses that are quoted, whole or in part.
    fn clauses(&self) -> BTreeSet<usize> {
        let touched = self.sentence.segments.iter().filter(|segment| self.touches(segment));
        touched.map(|segment| segment.clause).collect()
    }

    fn omitted(&self) -> Option<Lost> {
        let clauses = self.clauses();
        let quoted_of = self.quoted_of(&clauses);
        let mut found: Vec<Lost> = Vec::new();
        for mark in self.text.within(&self.sentence.range) {
            let tokens = mark.at..mark.at + mark.len;
            let quoted = tokens.clone().filter(|&at| self.covered(at)).count();
            let Some(segment) = self.segment(mark.at) else { continue };
            // What opens a proviso limits the sentence before it, not its own.
            if self.sentence.limits && mark.at == self.text.first_word(&self.sentence.range) {
                continue;
            }
            let Some(clause) = quoted_of.get(&segment.clause).filter(|_| quoted != mark.len) else { continue };
            found.extend(self.beside(mark, *clause, quoted > 0).filter(|lost| !self.excused(*lost, mark)));
        }
        let groups = self.sentence.segments.iter().filter(|own| self.touches(own)).map(|own| own.group).collect();
        let shape = Shape { phrase: self.phrase(&quoted_of), resumes: self.resumes(), groups };
        for (index, segment) in self.sentence.segments.iter().enumerate() {
            if !clauses.contains(&segment.clause) {
                found.extend(self.left_out(index, segment, &shape));
            }
        }
        found.extend(self.split_number());
        found.extend(self.narrowed());
        found.extend(self.counted());
        found.extend(self.other_subject());
        found.into_iter().min()
    }

    /// A Korean quotation that begins behind the words that narrow its first noun: «손해를 가한 | 자는 …».
    fn narrowed(&self) -> Option<Lost> {
        for (index, range) in self.fragments.iter().enumerate() {
            let inside = |at: &usize| self.sentence.range.contains(at) && !self.covered(*at);
            let Some(before) = range.start.checked_sub(1).filter(inside) else { continue };
            let narrows = shared().adnominal(&self.text.tokens[before].text) && self.text.word(range.start).is_some();
            let states = range.clone().any(|at| self.text.predicate(at));
            let from = if index == 0 { self.sentence.range.start } else { self.fragments[index - 1].end };
            let said = from.max(before.saturating_sub(2))..before + 1;
            if narrows && states && !self.voice.repeats(self.text, &said) {
                return Some(Lost::Condition);
            }
        }
        None
    }

    /// What the quoted words of each quoted clause hold, read once however many marks the sentence has.
    fn quoted_of(&self, clauses: &BTreeSet<usize>) -> BTreeMap<usize, Quoted> {
        let mut all: BTreeMap<usize, Quoted> = clauses.iter().map(|&clause| (clause, Quoted::default())).collect();
        for segment in &self.sentence.segments {
            let Some(own) = all.get_mut(&segment.clause) else { continue };
            for at in self.words_of(&segment.range).filter(|&at| self.covered(at)) {
                own.predicate |= self.text.predicate(at);
                own.infinitive |= shared().infinitive(&self.text.tokens[at].text);
            }
        }
        all
    }

    /// An operator of a quoted clause that was left out of the quotation.
    fn beside(&self, mark: &Mark, clause: Quoted, torn: bool) -> Option<Lost> {
        let lost = Lost::of(mark.class)?;
        if torn {
            return Some(lost);
        }
        let predicate = clause.predicate;
        let target = (mark.at + mark.len..self.sentence.range.end).find(|&at| self.text.word(at).is_some());
        let word = |at: usize| self.text.tokens[at].text.as_str();
        let korean = korean(word(mark.at));
        match mark.class {
            Class::Negation => {
                let apart = target.is_some_and(|at| !self.covered(at) && shared().adjective(word(at)));
                (!(predicate && apart)).then_some(lost)
            }
            Class::Ban | Class::Averse => (!predicate || korean).then_some(lost),
            Class::Right | Class::Duty => {
                let bare = clause.infinitive;
                let governs = target.is_some_and(|at| self.covered(at)) && word(mark.at).is_ascii();
                (!predicate && (bare || governs || korean)).then_some(lost)
            }
            Class::Most | Class::Least => {
                let near = |at: usize| (at..at + 3).any(|at| self.text.numeric(at));
                // A Korean limit stands behind its number: «14일 이내에».
                let behind = [1, 2].into_iter().filter_map(|back| mark.at.checked_sub(back));
                let behind = korean && behind.into_iter().any(|at| self.text.numeric(at));
                let firm = mark.len > 1;
                (firm || behind || !korean && near(mark.at + mark.len)).then_some(lost)
            }
            _ => Some(lost),
        }
    }

    /// A whole clause that was left out.
    fn left_out(&self, index: usize, segment: &Segment, shape: &Shape) -> Option<Lost> {
        // What opens a proviso limits the sentence before it, not its own.
        if self.sentence.limits && index == 0 && self.words_of(&segment.range).count() <= 1 {
            return None;
        }
        let marks: Vec<&Mark> = self.text.within(&segment.range).collect();
        let has = |class: Class| marks.iter().find(|mark| mark.class == class).copied();
        let turning =
            [Class::Negation, Class::Ban, Class::Averse, Class::Exception, Class::Condition, Class::Circumstance];
        if segment.lead && self.listed(segment) {
            for class in turning.into_iter().chain([Class::Limit]) {
                if let Some(mark) = has(class) {
                    return Lost::of(class).filter(|lost| !self.excused(*lost, mark));
                }
            }
            let bare = self.first_quoted().is_some_and(|at| {
                let word = &self.text.tokens[at].text;
                shared().infinitive(word) || korean(word)
            });
            let modal = [Class::Right, Class::Duty].into_iter().find_map(has).filter(|_| bare)?;
            return Lost::of(modal.class).filter(|lost| !self.excused(*lost, modal));
        }
        match segment.kind {
            Kind::Condition | Kind::Exception if !segment.lead && !shape.groups.contains(&segment.group) => None,
            Kind::Condition if shape.phrase => None,
            Kind::Exception if shape.phrase && !self.follows_quoted(segment) => None,
            Kind::Condition | Kind::Exception if self.attached(index) => {
                let lost = if segment.kind == Kind::Exception { Lost::Exception } else { Lost::Condition };
                (!self.voice.repeats(self.text, &segment.range)).then_some(lost)
            }
            // «Дарение … может быть совершено устно»: which gift is meant stood between.
            Kind::Relative if segment.range.end <= shape.resumes && self.follows_quoted(segment) => {
                (!self.voice.repeats(self.text, &segment.range)).then_some(Lost::Condition)
            }
            Kind::Relative | Kind::Inserted if self.follows_quoted(segment) => {
                let limits = [Class::Negation, Class::Exception, Class::Limit];
                let own = [Class::Condition, Class::Ban].into_iter().filter(|_| segment.kind == Kind::Inserted);
                let mark = limits.into_iter().chain(own).find_map(has)?;
                Lost::of(mark.class).filter(|lost| !self.excused(*lost, mark))
            }
            // «…, но не более чем на год»: no clause of its own, it limits the one before it.
            Kind::Beside { .. }
                if self.follows_quoted(segment) && !self.words_of(&segment.range).any(|at| self.text.predicate(at)) =>
            {
                let limits =
                    [Class::Exception, Class::Condition, Class::Circumstance, Class::Limit, Class::Most, Class::Least];
                let mark = limits.into_iter().find_map(has)?;
                Lost::of(mark.class).filter(|lost| !self.excused(*lost, mark))
            }
            // «Не считается, что …»: what governs the quoted clause.
            Kind::Main | Kind::Beside { .. } => {
                let next = self.sentence.segments.get(index + 1)?;
                let governs = next.kind == Kind::That && self.touches(next);
                let mark =
                    [Class::Negation, Class::Ban, Class::Averse].into_iter().find_map(has).filter(|_| governs)?;
                Lost::of(mark.class).filter(|lost| !self.excused(*lost, mark))
            }
            _ => None,
        }
    }

    /// Nothing is stated: of every quoted clause that stands for itself only words beside its predicate are quoted.
    fn phrase(&self, quoted: &BTreeMap<usize, Quoted>) -> bool {
        let free = |own: &&Segment| matches!(own.kind, Kind::Main | Kind::Beside { .. });
        let own = || self.sentence.segments.iter().filter(free).filter(|own| quoted.contains_key(&own.clause));
        let mut lacking: BTreeSet<usize> = own().map(|own| own.clause).collect();
        let states = |clause: &usize| quoted.get(clause).is_some_and(|own| own.predicate || own.infinitive);
        if lacking.is_empty() || lacking.iter().any(states) {
            return false;
        }
        let mut begun: BTreeSet<usize> = BTreeSet::new();
        for segment in own() {
            // What a clause begins with may be its subject, and that needs its condition.
            let first = self.words_of(&segment.range).next();
            if begun.insert(segment.clause) && first.is_some_and(|at| self.covered(at)) {
                return false;
            }
            if self.words_of(&segment.range).any(|at| self.text.predicate(at)) {
                lacking.remove(&segment.clause);
            }
        }
        lacking.is_empty()
    }

    /// Where the last clause begins whose predicate is quoted.
    fn resumes(&self) -> usize {
        let states = |own: &&Segment| {
            own.kind == Kind::Main && self.words_of(&own.range).any(|at| self.covered(at) && self.text.predicate(at))
        };
        self.sentence.segments.iter().rfind(states).map_or(0, |own| own.range.start)
    }

    /// The quotation has an item of the list that this leads to.
    fn listed(&self, lead: &Segment) -> bool {
        self.sentence.segments.iter().any(|segment| segment.group > lead.group && self.touches(segment))
    }

    fn first_quoted(&self) -> Option<usize> {
        self.words().find(|&at| self.covered(at))
    }

    fn follows_quoted(&self, segment: &Segment) -> bool {
        let before = (self.sentence.range.start..segment.range.start).rev().find(|&at| self.text.word(at).is_some());
        before.is_some_and(|at| self.covered(at))
    }

    /// Whether a condition belongs to what is quoted, and not to a clause beside it.
    fn attached(&self, index: usize) -> bool {
        let segments = &self.sentence.segments;
        let own = &segments[index];
        let touched: Vec<usize> = (0..segments.len()).filter(|&at| self.touches(&segments[at])).collect();
        let (Some(&first), Some(&last)) = (touched.first(), touched.last()) else { return false };
        let independent = touched.iter().any(|&at| matches!(segments[at].kind, Kind::Main | Kind::Beside { .. }));
        if !independent {
            return own.kind == Kind::Exception && index == last + 1;
        }
        if index > first && index < last {
            return true;
        }
        let apart = |at: &Segment| at.group != own.group || matches!(at.kind, Kind::Beside { own: true });
        if index < first {
            // A condition at the head goes for all that follows; one behind a clause goes for that clause.
            let head = (0..index).all(|at| {
                segments[at].group != own.group || !matches!(segments[at].kind, Kind::Main | Kind::Beside { .. })
            });
            let same = segments[first].group == own.group;
            return same && (head || !segments[index + 1..=first].iter().any(apart));
        }
        !segments[last + 1..=index].iter().any(apart)
    }

    /// A border between a number and its unit, or between a limit and its number.
    fn split_number(&self) -> Option<Lost> {
        for range in self.fragments {
            let inside = |at: usize| self.sentence.range.contains(&at);
            if let Some(before) = range.start.checked_sub(1).filter(|&at| inside(at) && !self.covered(at)) {
                let numbered = self.text.numeric(before) && !self.text.label(before, &self.sentence.range);
                if numbered && self.text.word(range.start).is_some() {
                    return Some(Lost::Quantity);
                }
            }
            let last = range.end.saturating_sub(1);
            if inside(last) && inside(range.end) && !self.covered(range.end) && self.text.numeric(last) {
                let next = &self.text.tokens[range.end];
                if next.weight != Weight::Sign && next.text.chars().count() > 2 && !self.text.is(range.end, Class::Join)
                {
                    return Some(Lost::Quantity);
                }
            }
        }
        None
    }

    /// «40 часов | в неделю»: what the number is counted by was left out, and nobody says it.
    fn counted(&self) -> Option<Lost> {
        self.fragments.iter().find_map(|range| {
            let last = range.end.checked_sub(2).filter(|&at| at >= range.start && self.text.numeric(at))?;
            let next = range.end;
            let apart = self.sentence.range.contains(&last) && self.sentence.range.contains(&next);
            let rate = apart && !self.covered(next) && self.text.begins(next, Class::Rate);
            (rate && !self.voice.repeats(self.text, &(next..next + 2))).then_some(Lost::Quantity)
        })
    }

    /// Words of the sentence that were left out before a fragment, in the clause that it begins in.
    fn before(&self, fragment: usize) -> Vec<usize> {
        let start = self.fragments[fragment].start;
        let from = if fragment == 0 { 0 } else { self.fragments[fragment - 1].end };
        let Some(own) = self.segment(start) else { return Vec::new() };
        let same = self.sentence.segments.iter().filter(|segment| segment.clause == own.clause);
        same.flat_map(|segment| self.words_of(&segment.range)).filter(|&at| at >= from && at < start).collect()
    }

    /// An ellipsis that goes over the end of a clause must not swallow the next one's subject, and the sentence around
    /// the quotation must not give it another.
    fn other_subject(&self) -> Option<Lost> {
        for at in 0..self.fragments.len() {
            let start = self.fragments[at].start;
            if !self.sentence.range.contains(&start) {
                continue;
            }
            let before = self.before(at);
            if at > 0 {
                let over = |range: &Range<usize>| range.end <= start;
                let own = self.segment(start);
                let earlier = self.segment(self.fragments[at - 1].end.saturating_sub(1));
                // «… и вносится …» has the subject of the clause before.
                let shared = own.is_some_and(|own| own.kind == Kind::Beside { own: false });
                let apart = own.map(|own| own.clause) != earlier.map(|own| own.clause) && !shared;
                let crossed = apart && over(&self.fragments[at - 1]);
                let named =
                    before.iter().any(|&at| self.text.tokens[at].text.chars().count() > 2 && !self.operator(at));
                if crossed && named {
                    return Some(Lost::Subject);
                }
            } else if self.text.predicate(start) && self.voice.other_subject(self.text, &before)
                || self.voice.other_party(self.text, &self.acting(start, before))
            {
                return Some(Lost::Subject);
            }
        }
        None
    }

    /// The words that may name who acts: those before in the clause, or, of a clause that goes on beside another one
    /// and names nobody itself, those of the whole sentence before it.
    fn acting(&self, start: usize, before: Vec<usize>) -> Vec<usize> {
        let own = self.segment(start);
        let beside = own.is_some_and(|own| matches!(own.kind, Kind::Beside { .. }));
        let names = |at: usize| shared().parties(&self.text.tokens[at].text).iter().any(|party| party.subject);
        let quoted = || own.into_iter().flat_map(|own| self.words_of(&own.range)).any(names);
        if beside && !before.iter().any(|&at| names(at)) && !quoted() {
            return self.words().take_while(|&at| at < start).collect();
        }
        before
    }

    fn operator(&self, at: usize) -> bool {
        self.text.within(&self.sentence.range).any(|mark| (mark.at..mark.at + mark.len).contains(&at))
    }

    /// The sentence around the quotation says it in its own words.
    fn excused(&self, lost: Lost, mark: &Mark) -> bool {
        match lost {
            Lost::Negation => [Class::Negation, Class::Ban, Class::Averse].iter().any(|class| self.voice.says(*class)),
            Lost::Condition | Lost::Exception => {
                let end = self.segment(mark.at).map_or(mark.at + mark.len, |segment| segment.range.end);
                self.voice.repeats(self.text, &(mark.at..end.min(mark.at + mark.len + 6)))
            }
            Lost::Quantity | Lost::Modality => self.voice.says(mark.class),
            Lost::Subject => false,
        }
    }
}
