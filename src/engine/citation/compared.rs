//! A citation's words against the text of its place: what was really established.

use crate::engine::citation::belied::belied;
use crate::engine::citation::borders::{Lost, lost};
use crate::engine::citation::entail::{Entailed, compare};
use crate::engine::citation::quote::Quote;
use crate::engine::citation::structure::Text;
use crate::engine::citation::voice::Voice;
use std::ops::Range;

/// Quotations of at most so many words name a term; they state nothing by themselves.
const TERM: usize = 3;

/// The sentence that a citation stands in.
#[derive(Debug, Clone)]
pub(crate) struct Spoken {
    /// Its words without citations and quotations.
    pub(crate) own: String,
    /// Its words without citations.
    pub(crate) whole: String,
    /// Its words before and after the quotation, without citations.
    pub(crate) around: (String, String),
    /// The sentence behind it.
    pub(crate) next: String,
}

/// What the comparison found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compared {
    /// The quotation stands there with all that it needs.
    Verbatim,
    /// The place says what the sentence says.
    Supported,
    /// The quotation lost what turns its meaning.
    Cut(&'static str),
    /// The place says otherwise.
    Contradicted(&'static str),
    /// No rule establishes anything.
    Unchecked(&'static str),
    /// There is nothing to compare.
    Located,
}

/// A sentence without a quotation.
pub(crate) fn of_sentence(spoken: &Spoken, source: &str, body: usize) -> Compared {
    match compare(&spoken.own, source, body) {
        Entailed::Supported => Compared::Supported,
        Entailed::Contradicted(what) => Compared::Contradicted(what),
        Entailed::Unchecked(why) => Compared::Unchecked(why),
        Entailed::Bare => Compared::Located,
    }
}

/// A quotation that stands word for word in the source; with the bytes of the place that serves it best.
pub(crate) fn of_quote(quote: &Quote, spoken: &Spoken, source: &str, body: usize) -> (Compared, Option<Range<usize>>) {
    let text = Text::read(source, body);
    let voice = Voice::new(&spoken.around.0, &spoken.around.1, &spoken.next);
    let mut cut: Option<(Lost, Range<usize>)> = None;
    for place in quote.places(&text.tokens) {
        let (Some(first), Some(last)) = (place.first(), place.last()) else { continue };
        let range = text.tokens[first.start].range.start..text.tokens[last.end - 1].range.end;
        let states = place.iter().flat_map(Clone::clone).any(|at| text.predicate(at));
        // A whole sentence of the source is a statement, however short it is.
        let whole = whole(&text, &place);
        let term = quote.words() <= TERM && !whole;
        // One with the subject of its sentence states something too: «Заработная плата выплачивается».
        let subject = text.sentences.iter().any(|own| text.first_word(&own.range) == first.start);
        let turns = |lost: &Lost| states && (*lost == Lost::Negation || subject && *lost == Lost::Quantity);
        let found = lost(&text, &place, &voice).filter(|lost| !term || turns(lost));
        if let Some(found) = found {
            cut.get_or_insert((found, range));
            continue;
        }
        // What the sentence denies is what the source denies beside the quotation, or it denies the source.
        let needed = lost(&text, &place, &Voice::silent()) == Some(Lost::Negation);
        if !needed && let Some(what) = voice.denies(states) {
            return (
                Compared::Contradicted(if what == Lost::Negation { "polarity" } else { what.code() }),
                Some(range),
            );
        }
        if term && let Entailed::Contradicted(what) = compare(&spoken.whole, source, body) {
            return (Compared::Contradicted(what), Some(range));
        }
        // The words around may say otherwise than what they quote.
        let sentences: Vec<usize> = touched(&text, &place).collect();
        if let Some(what) = belied(spoken, &text, source, &sentences, &voice) {
            return (Compared::Contradicted(what), Some(range));
        }
        return (Compared::Verbatim, Some(range));
    }
    match cut {
        Some((found, range)) => (Compared::Cut(found.code()), Some(range)),
        None => (Compared::Verbatim, None),
    }
}

/// Sentences of the source that a quotation has words of.
fn touched<'t>(text: &'t Text, place: &'t [Range<usize>]) -> impl Iterator<Item = usize> + 't {
    let touches = |own: &Range<usize>| place.iter().any(|range| range.start < own.end && own.start < range.end);
    (0..text.sentences.len()).filter(move |&at| touches(&text.sentences[at].range))
}

fn whole(text: &Text, place: &[Range<usize>]) -> bool {
    let covered = |at: usize| place.iter().any(|range| range.contains(&at));
    touched(text, place).all(|at| {
        let range = &text.sentences[at].range;
        range.clone().all(|at| text.word(at).is_none() || text.label(at, range) || covered(at))
    })
}

/// What a quotation lost at its borders in a text, as a code; `None` when nothing, or when it does not stand there.
#[must_use]
pub fn cut(text: &str, quote: &str) -> Option<&'static str> {
    let nobody = Spoken {
        own: String::new(),
        whole: String::new(),
        around: (String::new(), String::new()),
        next: String::new(),
    };
    match of_quote(&Quote::new(quote), &nobody, text, 0).0 {
        Compared::Cut(lost) => Some(lost),
        _ => None,
    }
}

/// Longest quotation that a cut one grows to, in letters.
const GROWN: usize = 1_500;

/// The quotation with what it needs: the whole sentence, and what limits it behind it. The quotation itself when it
/// lost nothing, or when no whole sentence of the text serves it better.
#[must_use]
pub fn grown<'t>(text: &'t str, quote: &'t str) -> &'t str {
    if cut(text, quote).is_none() {
        return quote;
    }
    let read = Text::read(text, 0);
    let places = Quote::new(quote).places(&read.tokens);
    let Some((first, last)) = places.first().and_then(|place| Some((place.first()?.start, place.last()?.end))) else {
        return quote;
    };
    let begin = read.sentences.iter().position(|own| own.range.end > first).unwrap_or(0);
    let mut end = read.sentences.iter().rposition(|own| own.range.start < last).unwrap_or(begin);
    while read.sentences.get(end + 1).is_some_and(|next| next.limits) {
        end += 1;
    }
    let (Some(from), Some(to)) = (read.sentences.get(begin), read.sentences.get(end)) else { return quote };
    let start = read.tokens[read.first_word(&from.range)].range.start;
    let whole = text.get(start..read.tokens[to.range.end - 1].range.end).unwrap_or(quote);
    if whole.chars().count() <= GROWN && cut(text, whole).is_none() { whole } else { quote }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_quotation_grows_to_its_sentence() {
        let text = "1. Суд вправе отказать истцу, если срок истёк. Стороны равны. 2. 임대인은 해지할 수 있다. 다만, 예외로 한다.";
        assert_eq!(grown(text, "Суд вправе отказать истцу"), "Суд вправе отказать истцу, если срок истёк.");
        assert_eq!(grown(text, "Стороны равны"), "Стороны равны");
        assert_eq!(grown(text, "임대인은 해지할 수 있다."), "임대인은 해지할 수 있다. 다만, 예외로 한다.");
    }
}
