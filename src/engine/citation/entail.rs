//! A sentence in the answer's own words against the place that it cites, by rule.
//!
//! Three answers. The place says otherwise: the same clause with another polarity, modality, quantity or party. The
//! place says so: the same words in the same order with the same operators, and nothing lost at the borders. Anything
//! between was not compared, and says so.

use crate::engine::citation::borders::lost;
use crate::engine::citation::grammar::{Class, Party, korean, shared};
use crate::engine::citation::numbers::{Amount, amounts};
use crate::engine::citation::stems::Stems;
use crate::engine::citation::structure::{Kind, Sentence, Text};
use crate::engine::citation::voice::Voice;
use std::ops::Range;

/// Clauses that share less do not speak of one thing.
const ALIKE: f64 = 0.5;
/// A place that has less of the sentence says nothing about its numbers.
const RELATED: f64 = 0.6;

/// What the rules found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entailed {
    /// The place says so.
    Supported,
    /// The place says otherwise: what differs.
    Contradicted(&'static str),
    /// Neither was established; why.
    Unchecked(&'static str),
    /// There is no sentence to compare, only an address.
    Bare,
}

/// Compares a sentence (without its citations) with the text of a place.
pub(crate) fn compare(sentence: &str, source: &str, body: usize) -> Entailed {
    let said = Text::read(sentence, 0);
    let stems = Stems::of(&said, 0..said.tokens.len());
    let numbers = amounts(sentence);
    if stems.words.len() < 2 && numbers.is_empty() {
        return Entailed::Bare;
    }
    let stands = Text::read(source, body);
    if let Some(what) = contradiction(&said, &numbers, &stands, source) {
        return Entailed::Contradicted(what);
    }
    let best = stands.sentences.iter().filter(|own| stands.tokens[own.range.start].range.start >= body);
    let mut why = "not_compared";
    for own in best {
        match same(&said, &stems, &stands, own) {
            Some(true) => return Entailed::Supported,
            Some(false) => why = "condition",
            None => {}
        }
    }
    Entailed::Unchecked(why)
}

/// What a clause does with its predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Force {
    Forbidden,
    Allowed,
    Required,
    NotRequired,
    Is,
    IsNot,
}

impl Force {
    pub(super) fn allows(self) -> bool {
        matches!(self, Self::Allowed | Self::Is | Self::Required)
    }

    /// What differs where both cannot be true.
    pub(super) fn against(self, other: Self) -> Option<&'static str> {
        use Force::{Allowed, Forbidden, Is, IsNot, NotRequired, Required};
        match (self, other) {
            (Forbidden, Allowed | Required | Is)
            | (Allowed | Required | Is, Forbidden)
            | (Is | Required, IsNot)
            | (IsNot, Is | Required) => Some("polarity"),
            (Allowed, Required) | (Required, Allowed | NotRequired) | (NotRequired, Required) => Some("modality"),
            _ => None,
        }
    }
}

/// A clause with its words, its predicate and its subject.
pub(super) struct Clause {
    pub(super) stems: Stems,
    /// With the operators that are words of content.
    pub(super) every: Stems,
    pub(super) heads: Vec<String>,
    /// It has no verb of content: its heads are all its words.
    pub(super) verbless: bool,
    pub(super) force: Force,
    pub(super) subject: Option<Party>,
    pub(super) conditional: bool,
}

impl Clause {
    /// Its words are Korean.
    pub(super) fn asian(&self) -> bool {
        self.every.words.iter().any(|(stem, _)| korean(stem))
    }
}

/// The clauses of a sentence.
pub(super) fn clauses(text: &Text, sentence: &Sentence) -> Vec<Clause> {
    let mut ids: Vec<usize> = sentence.segments.iter().map(|segment| segment.clause).collect();
    ids.dedup();
    let mut out: Vec<Clause> = Vec::new();
    let mut done: Vec<usize> = Vec::new();
    for id in ids {
        if done.contains(&id) {
            continue;
        }
        done.push(id);
        let own: Vec<_> = sentence.segments.iter().filter(|segment| segment.clause == id).collect();
        let words: Vec<usize> = own.iter().flat_map(|segment| segment.range.clone()).collect();
        let kind = own[0].kind;
        let (mut stems, mut every) = (Stems::default(), Stems::default());
        for segment in &own {
            stems.words.extend(Stems::of(text, segment.range.clone()).words);
            every.words.extend(Stems::every(text, segment.range.clone()).words);
        }
        let subject = words
            .iter()
            .filter_map(|&at| text.word(at))
            .find_map(|token| shared().parties(&token.text).into_iter().find(|party| party.subject));
        // «… и не вправе …»: the subject is that of the clause before.
        let inherited =
            (kind == Kind::Beside { own: false }).then(|| out.last().and_then(|last| last.subject)).flatten();
        let (heads, force) = predicate(text, &words, &stems);
        out.push(Clause {
            verbless: heads.len() == stems.words.len(),
            heads,
            force,
            subject: subject.or(inherited),
            conditional: matches!(kind, Kind::Condition | Kind::Exception),
            stems,
            every,
        });
    }
    out
}

/// The words that a clause is about, and what it does with them.
fn predicate(text: &Text, words: &[usize], stems: &Stems) -> (Vec<String>, Force) {
    let is = |at: usize, class: Class| text.is(at, class);
    // «недействительность» names a ban and is no predicate.
    let noun = |at: usize| text.word(at).is_some_and(|token| shared().nominal(&token.text));
    let any = |class: Class| words.iter().copied().find(|&at| is(at, class) && !noun(at));
    let asian = words.iter().any(|&at| text.word(at).is_some_and(|token| korean(&token.text)));
    let english = words.iter().any(|&at| text.word(at).is_some_and(|token| token.text.is_ascii()));
    let modal = [Class::Ban, Class::Right, Class::Duty].into_iter().find_map(|class| any(class).map(|at| (class, at)));
    // A Korean clause ends with its predicate: what is denied before it is not the clause.
    let tail = words.iter().rev().copied().filter(|&at| text.word(at).is_some()).nth(2).filter(|_| asian).unwrap_or(0);
    let negations: Vec<usize> = words.iter().copied().filter(|&at| at >= tail && is(at, Class::Negation)).collect();
    let before = |at: usize| at > 0 && negations.iter().any(|&no| no + 1 == at || (asian || english) && no != at);
    let infinitives: Vec<usize> = words
        .iter()
        .copied()
        .filter(|&at| text.word(at).is_some_and(|token| shared().infinitive(&token.text)))
        .collect();
    let finite: Vec<usize> =
        words.iter().copied().filter(|&at| text.word(at).is_some_and(|token| shared().finite(&token.text))).collect();
    let stem = |at: &usize| stems.words.iter().find(|(_, own)| own == at).map(|(stem, _)| stem.clone());
    let all = || stems.words.iter().map(|(stem, _)| stem.clone()).collect::<Vec<_>>();
    if let Some((class, at)) = modal {
        // The double negation of Korean law, «…하지 아니하면 아니 된다», is left alone.
        let negated = before(at);
        let force = match (class, negated) {
            (Class::Ban, false) | (Class::Right, true) => Force::Forbidden,
            (Class::Ban, true) | (Class::Right, false) => Force::Allowed,
            // «얻을 필요가 없다» denies the duty, «하지 아니하여야 한다» what is due.
            (_, true) if asian && !negations.iter().any(|&no| no == at + 1) => Force::Forbidden,
            (_, true) => Force::NotRequired,
            (_, false) => Force::Required,
        };
        let heads: Vec<String> = infinitives.iter().filter_map(stem).collect();
        return (if heads.is_empty() { all() } else { heads }, force);
    }
    let heads: Vec<String> = finite.iter().filter_map(stem).collect();
    let negated = match finite.first() {
        Some(_) if !asian && !english => finite.iter().any(|&at| before(at)),
        _ => negations.len() % 2 == 1,
    };
    let heads = if heads.is_empty() { all() } else { heads };
    (heads, if negated { Force::IsNot } else { Force::Is })
}

fn contradiction(said: &Text, numbers: &[Amount], stands: &Text, source: &str) -> Option<&'static str> {
    let theirs: Vec<Clause> = stands.sentences.iter().flat_map(|own| clauses(stands, own)).collect();
    for own in said.sentences.iter().flat_map(|own| clauses(said, own)) {
        if own.conditional || own.stems.words.len() < 2 {
            continue;
        }
        // The clauses that speak of the same, the closest first.
        let mut alike: Vec<(f64, &Clause)> = theirs
            .iter()
            .filter(|clause| own.heads.iter().any(|head| clause.heads.contains(head)) && !clause.conditional)
            .map(|clause| (own.stems.within(&clause.stems).min(2.0 * clause.stems.within(&own.stems)), clause))
            .filter(|(likeness, _)| *likeness >= ALIKE)
            .collect();
        alike.sort_by(|a, b| b.0.total_cmp(&a.0));
        let Some(&(best, _)) = alike.first() else { continue };
        let closest: Vec<&Clause> =
            alike.iter().filter(|(likeness, _)| *likeness >= best - 0.05).map(|(_, clause)| *clause).collect();
        let differs: Vec<Option<&'static str>> = closest.iter().map(|clause| differs(&own, clause)).collect();
        if let Some(what) = differs.iter().flatten().next()
            && differs.iter().all(Option::is_some)
        {
            return Some(what);
        }
    }
    quantity(said, numbers, stands, source)
}

fn differs(own: &Clause, their: &Clause) -> Option<&'static str> {
    if let Some(what) = own.force.against(their.force) {
        return Some(what);
    }
    let swapped = own.subject.zip(their.subject).is_some_and(|(a, b)| a.pair == b.pair && a.first != b.first);
    swapped.then_some("party")
}

/// Numbers of one kind that differ, or the same number as the other bound.
fn quantity(said: &Text, numbers: &[Amount], stands: &Text, source: &str) -> Option<&'static str> {
    let own = Stems::of(said, 0..said.tokens.len());
    let all = amounts(source);
    let bytes = |text: &Text, range: &Range<usize>| {
        let first = text.tokens.get(range.start).map_or(0, |token| token.range.start);
        first..text.tokens.get(range.end.saturating_sub(1)).map_or(first, |token| token.range.end)
    };
    let near: Vec<Range<usize>> = stands
        .sentences
        .iter()
        .filter(|sentence| own.within(&Stems::of(stands, sentence.range.clone())) >= RELATED)
        .map(|sentence| bytes(stands, &sentence.range))
        .collect();
    for amount in numbers {
        let kind: Vec<&Amount> = all
            .iter()
            .filter(|other| other.dimension == amount.dimension)
            .filter(|other| near.iter().any(|range| range.start <= other.range.start && other.range.end <= range.end))
            .collect();
        let equal: Vec<&&Amount> = kind.iter().filter(|other| other.base == amount.base).collect();
        if equal.is_empty() {
            let elsewhere = all.iter().any(|other| other.dimension == amount.dimension && other.base == amount.base);
            if !kind.is_empty() && !elsewhere {
                return Some("quantity");
            }
            continue;
        }
        let bound = bound(said, amount);
        if let Some(bound) = bound
            && equal.iter().all(|other| self::bound(stands, other).is_some_and(|their| their != bound))
        {
            return Some("quantity");
        }
    }
    None
}

/// Whether a number is the most or the least, by the word beside it.
pub(super) fn bound(text: &Text, amount: &Amount) -> Option<Class> {
    let at = text.tokens.iter().position(|token| token.range.start >= amount.range.start)?;
    let end = text.tokens.iter().position(|token| token.range.start >= amount.range.end).unwrap_or(text.tokens.len());
    let is = |mark: &&crate::engine::citation::grammar::Mark| matches!(mark.class, Class::Most | Class::Least);
    let before = text.marks.iter().filter(is).rfind(|mark| mark.at < at && mark.at + mark.len + 2 >= at);
    let behind =
        text.marks.iter().filter(is).find(|mark| mark.at >= at && mark.at <= end && korean(&text.tokens[mark.at].text));
    behind.or(before).map(|mark| mark.class)
}

/// `Some(true)` when the sentence repeats the source's, `Some(false)` when it does so without a condition.
fn same(said: &Text, stems: &Stems, stands: &Text, own: &Sentence) -> Option<bool> {
    let theirs = Stems::of(stands, own.range.clone());
    // The words of the sentence in their order in the source.
    let mut at = own.range.start;
    let (mut first, mut last, mut found) = (None, own.range.start, 0);
    for (stem, _) in &stems.words {
        let Some((_, place)) = theirs.words.iter().find(|(their, place)| their == stem && *place >= at) else {
            continue;
        };
        first.get_or_insert(*place);
        at = place + 1;
        last = at;
        found += 1;
    }
    let first = first?;
    if found < stems.words.len() || found < 2 {
        return None;
    }
    // Operators at the edges belong to what they stand at.
    let joins =
        |class: Class| matches!(class, Class::Join | Class::Clause | Class::That | Class::Relative | Class::Then);
    let edge = |at: usize| {
        stands.within(&own.range).any(|mark| !joins(mark.class) && (mark.at..mark.at + mark.len).contains(&at))
    };
    let mut range = first..last;
    while range.start > own.range.start && edge(range.start - 1) {
        range.start -= 1;
    }
    while range.end < own.range.end && (edge(range.end) || korean(&stands.tokens[range.end].text)) {
        range.end += 1;
    }
    // Word for word, small words and endings too: a case or a preposition can change the parties.
    let (said_first, said_last) = (stems.words.first()?.1, stems.words.last()?.1);
    let operator =
        |at: usize| said.marks.iter().any(|mark| !joins(mark.class) && (mark.at..mark.at + mark.len).contains(&at));
    let mut own_range = said_first..said_last + 1;
    while own_range.start > 0 && (operator(own_range.start - 1) || said.numeric(own_range.start - 1)) {
        own_range.start -= 1;
    }
    let counted =
        |at: usize| said.word(at).is_some_and(|token| operator(at) || said.numeric(at) || korean(&token.text));
    while own_range.end < said.tokens.len() && counted(own_range.end) {
        own_range.end += 1;
    }
    while range.start > own.range.start && stands.numeric(range.start - 1) && !stands.label(range.start - 1, &own.range)
    {
        range.start -= 1;
    }
    while range.end < own.range.end && stands.numeric(range.end) {
        range.end += 1;
    }
    let words = |text: &Text, range: &Range<usize>| -> Vec<String> {
        range.clone().filter_map(|at| text.word(at).map(|token| token.text.clone())).collect()
    };
    // What the sentence says outside of the words that it shares must be nothing that counts.
    let beside = |at: usize| operator(at) || said.numeric(at);
    let outside = (0..own_range.start).chain(own_range.end..said.tokens.len()).any(beside);
    if outside || words(said, &own_range) != words(stands, &range) {
        return None;
    }
    Some(lost(stands, std::slice::from_ref(&range), &Voice::silent()).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RU: &str = "Арендодатель обязан возместить арендатору расходы на ремонт в течение трех лет. \
        Арендатор не вправе сдавать имущество в субаренду, если иное не установлено договором. \
        Односторонний отказ от исполнения обязательства не допускается.";

    #[test]
    fn what_the_place_denies() {
        for (said, what) in [
            ("Арендодатель вправе возместить арендатору расходы на ремонт.", "modality"),
            ("Арендатор обязан возместить арендодателю расходы на ремонт.", "party"),
            ("Арендодатель обязан возместить арендатору расходы на ремонт в течение двух лет.", "quantity"),
            ("Арендатор вправе сдавать имущество в субаренду.", "polarity"),
            ("Односторонний отказ от исполнения обязательства допускается.", "polarity"),
            ("Запрещается возместить расходы на ремонт арендатору.", "polarity"),
        ] {
            assert_eq!(compare(said, RU, 0), Entailed::Contradicted(what), "{said}");
        }
        for (said, source) in [
            ("Кредитор може вимагати сплати боргу.", "Кредитор не може вимагати сплати боргу."),
            ("Строк не може перевищувати 5 років.", "Строк не може бути меншим 5 років і перевищувати 10 років."),
            (
                "임차인은 임대인의 동의 없이 임차물을 전대할 수 있다.",
                "임차인은 임대인의 동의 없이 임차물을 전대하지 못한다.",
            ),
            ("The tenant may sublet the premises.", "The tenant shall not sublet the premises."),
        ] {
            let found = compare(said, source, 0);
            assert!(!matches!(found, Entailed::Supported), "{said}: {found:?}");
        }
    }

    #[test]
    fn what_the_place_says() {
        for said in [
            "Односторонний отказ от исполнения обязательства не допускается.",
            "Арендодатель обязан возместить арендатору расходы на ремонт в течение трёх лет.",
        ] {
            assert_eq!(compare(said, RU, 0), Entailed::Supported, "{said}");
        }
        assert_eq!(
            compare("Арендатор не вправе сдавать имущество в субаренду.", RU, 0),
            Entailed::Unchecked("condition")
        );
        assert_eq!(compare("Ремонт оплачивает владелец здания.", RU, 0), Entailed::Unchecked("not_compared"));
        assert_eq!(compare("См.", RU, 0), Entailed::Bare);
    }
}
