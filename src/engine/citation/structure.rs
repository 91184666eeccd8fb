//! The build of a legal text as the check of borders needs it: sentences with their lists, and in them clauses.
//!
//! No parser: punctuation, connectives and the endings of words say where a clause begins, what kind it is, and to
//! which clause the words behind an inserted one go back.

use crate::engine::citation::grammar::{Class, Mark, korean, numeric, shared};
use crate::engine::citation::sentences::SHORT;
use crate::engine::citation::tokens::{Token, Weight, tokens};
use std::collections::BTreeSet;
use std::ops::Range;

/// What a stretch of a sentence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Main,
    /// Goes on beside another clause; `own` when it has a subject of its own.
    Beside {
        own: bool,
    },
    Condition,
    Exception,
    Relative,
    That,
    Inserted,
}

/// A stretch of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Tokens.
    pub(crate) range: Range<usize>,
    pub(crate) kind: Kind,
    /// Stretches of one clause have one number.
    pub(crate) clause: usize,
    /// Counts semicolons and colons before it.
    pub(crate) group: usize,
    /// Stands before a colon that opens a list.
    pub(crate) lead: bool,
}

/// A sentence, or a list with what leads to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence {
    /// Tokens.
    pub(crate) range: Range<usize>,
    pub(crate) segments: Vec<Segment>,
    /// It limits the sentence before it.
    pub(crate) limits: bool,
}

/// A text, read.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(crate) tokens: Vec<Token>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) sentences: Vec<Sentence>,
    /// Where an item of a list begins on a line of its own.
    items: BTreeSet<usize>,
    /// For every token the marks that begin at it, as an index range of `marks`.
    at: Vec<Range<usize>>,
}

impl Text {
    /// Reads a text; a sentence begins at `body` in any case, in bytes: the title before it is no part of it.
    pub(crate) fn read(text: &str, body: usize) -> Self {
        let tokens = tokens(text);
        let marks = shared().marks(&tokens);
        let mut at = vec![0..0; tokens.len()];
        for (index, mark) in marks.iter().enumerate() {
            let own = &mut at[mark.at];
            *own = if own.start == own.end { index..index + 1 } else { own.start..index + 1 };
        }
        let mut out = Self { tokens, marks, sentences: Vec::new(), items: BTreeSet::new(), at };
        out.items = (1..out.tokens.len()).filter(|&at| out.item(text, at)).collect();
        for range in out.cut(text, body) {
            let segments = out.segments(range.clone());
            let limits = shared().begins(&out.tokens, out.first_word(&range), Class::Proviso);
            out.sentences.push(Sentence { range, segments, limits });
        }
        out
    }

    /// Whether a mark of this class begins at a token.
    pub(crate) fn is(&self, at: usize, class: Class) -> bool {
        self.at.get(at).is_some_and(|own| self.marks[own.clone()].iter().any(|mark| mark.class == class))
    }

    /// Whether words of a class begin at a token, also of one that is no operator of a text.
    pub(crate) fn begins(&self, at: usize, class: Class) -> bool {
        shared().begins(&self.tokens, at, class)
    }

    /// Whether the text has an operator of this class.
    pub(crate) fn has(&self, class: Class) -> bool {
        self.marks.iter().any(|mark| mark.class == class)
    }

    /// The kind of the clause that a token stands in.
    pub(crate) fn kind(&self, at: usize) -> Kind {
        self.segment(at).map_or(Kind::Main, |own| own.kind)
    }

    /// The stretch of a sentence that a token stands in.
    pub(crate) fn segment(&self, at: usize) -> Option<&Segment> {
        let sentence = self.sentences.get(self.sentences.partition_point(|own| own.range.end <= at))?;
        sentence.segments.get(sentence.segments.partition_point(|own| own.range.end <= at))
    }

    /// Marks that begin in a stretch.
    pub(crate) fn within(&self, range: &Range<usize>) -> impl Iterator<Item = &Mark> {
        let from = self.marks.partition_point(|mark| mark.at < range.start);
        let to = self.marks.partition_point(|mark| mark.at < range.end);
        self.marks[from..to.max(from)].iter()
    }

    pub(crate) fn word(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at).filter(|token| token.weight != Weight::Sign && token.text.contains(char::is_alphanumeric))
    }

    /// The first token of a sentence that is a word and no number of an item.
    pub(crate) fn first_word(&self, range: &Range<usize>) -> usize {
        range.clone().find(|&at| self.word(at).is_some() && !self.label(at, range)).unwrap_or(range.start)
    }

    /// «1.», «а)», «①» at the beginning of a sentence or an item.
    pub(crate) fn label(&self, at: usize, range: &Range<usize>) -> bool {
        let Some(token) = self.tokens.get(at) else { return false };
        let text = token.text.as_str();
        let before = at.checked_sub(1).map_or("", |before| self.tokens[before].text.as_str());
        let short = text.starts_with(|ch: char| ch.is_ascii_digit()) || text.chars().count() == 1;
        let begins =
            at == range.start || matches!(before, ";" | ":" | "." | "(") || circled(before) || self.items.contains(&at);
        let next = self.tokens.get(at + 1).map_or("", |token| token.text.as_str());
        circled(text) || begins && short && matches!(next, "." | ")")
    }

    /// «1.», «가.», «2)» at the beginning of a line.
    fn item(&self, source: &str, at: usize) -> bool {
        let (before, token) = (&self.tokens[at - 1], &self.tokens[at]);
        let next = self.tokens.get(at + 1).map_or("", |token| token.text.as_str());
        let mark = token.text.chars().count() == 1 || token.text.chars().all(|ch| ch.is_ascii_digit() || ch == '.');
        mark && matches!(next, "." | ")")
            && source.get(before.range.end..token.range.start).is_some_and(|gap| gap.contains('\n'))
    }

    /// Something that can be the predicate of a clause.
    pub(crate) fn predicate(&self, at: usize) -> bool {
        let Some(token) = self.word(at) else { return false };
        [Class::Right, Class::Duty, Class::Ban].iter().any(|class| self.is(at, *class))
            || shared().finite(&token.text)
            || token.text.as_str() == "нет"
    }

    fn cut(&self, text: &str, body: usize) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let mut start = 0;
        let inside = self.bracketed(text);
        for (at, (token, inside)) in self.tokens.iter().zip(inside).enumerate() {
            if at > start
                && (!inside && self.breaks(text, at)
                    || token.range.start >= body && self.tokens[at - 1].range.start < body)
            {
                out.push(start..at);
                start = at;
            }
        }
        if start < self.tokens.len() {
            out.push(start..self.tokens.len());
        }
        out
    }

    /// Which tokens stand in brackets that close on their line: a full stop there ends no sentence, «자동차등(…을 포함한다.
    /// 이하 같다)을 운전하여서는 아니 된다».
    fn bracketed(&self, text: &str) -> Vec<bool> {
        let mut out = vec![false; self.tokens.len()];
        let mut open: Vec<usize> = Vec::new();
        for at in 0..self.tokens.len() {
            let gap = at.checked_sub(1).map(|before| self.tokens[before].range.end..self.tokens[at].range.start);
            if gap.and_then(|gap| text.get(gap)).is_some_and(|gap| gap.contains('\n')) {
                open.clear();
            }
            match self.tokens[at].text.as_str() {
                "(" => open.push(at),
                ")" => {
                    // Of brackets within brackets the outer ones mark it all, once.
                    if let Some(from) = open.pop()
                        && open.is_empty()
                    {
                        out[from + 1..=at].fill(true);
                    }
                }
                _ => {}
            }
        }
        out
    }

    /// Whether a sentence begins at a token.
    fn breaks(&self, text: &str, at: usize) -> bool {
        let (before, token) = (&self.tokens[at - 1], &self.tokens[at]);
        let gap = text.get(before.range.end..token.range.start).unwrap_or_default();
        if gap.contains("\n\n") || circled(&token.text) && (gap.contains('\n') || before.text == ".") {
            return true;
        }
        let big = text[token.range.clone()].chars().next().is_some_and(|ch| {
            ch.is_uppercase() || ch.is_ascii_digit() || korean(&token.text) || matches!(ch, '(' | '[' | '<' | '〈')
        }) || !gap.is_empty() && gap.contains(['«', '"', '“', '「', '„']);
        match before.text.as_str() {
            "!" | "?" | "…" => big,
            "." => {
                if gap.is_empty() || at < 2 {
                    return false;
                }
                let word = &self.tokens[at - 2];
                let first = at == 2 || {
                    let earlier = &self.tokens[at - 3];
                    matches!(earlier.text.as_str(), "." | ";" | ":")
                        || text.get(earlier.range.end..word.range.start).unwrap_or_default().contains('\n')
                };
                // «1. Текст» is one sentence with its number.
                let number = first && word.text.chars().all(|ch| ch.is_ascii_digit() || ch == '.');
                let initial = word.text.chars().count() == 1 && word.text.chars().all(char::is_alphabetic);
                let short = SHORT.contains(&word.text.as_str()) && !gap.contains('\n');
                big && !number && !initial && !short
            }
            _ => false,
        }
    }

    fn segments(&self, range: Range<usize>) -> Vec<Segment> {
        let mut build = Build { out: Vec::new(), start: range.start, kind: Kind::Main, clause: 0, group: 0, next: 1 };
        let mut main = Some(0_usize);
        let mut stack: Vec<(Kind, usize)> = Vec::new();
        // What stands before a colon leads to what is behind it; those before have been told already.
        let mut led = 0;
        let mut at = range.start;
        while at < range.end {
            let text = self.tokens[at].text.as_str();
            if at > range.start && self.items.contains(&at) {
                // An item on a line of its own says nothing of the item before it.
                build.close(at);
                build.group += 1;
                build.open(Kind::Main, None);
                main = Some(build.clause);
            }
            match text {
                ";" | ":" if at + 1 < range.end => {
                    build.close(at + 1);
                    if text == ":" {
                        build.out[led..].iter_mut().for_each(|segment| segment.lead = true);
                        led = build.out.len();
                    }
                    build.group += 1;
                    build.open(Kind::Main, None);
                    main = Some(build.clause);
                }
                "(" if !self.label(at + 1, &range) || at + 2 >= range.end => {
                    build.close(at);
                    stack.push((build.kind, build.clause));
                    build.open(Kind::Inserted, None);
                }
                ")" => {
                    if let Some((kind, clause)) = stack.pop() {
                        build.close(at + 1);
                        build.open(kind, Some(clause));
                    }
                }
                "," | "-" | "–" if at + 1 < range.end => self.comma(at, &range, &mut build, &mut main),
                _ => self.inside(at, &range, &mut build, &mut main),
            }
            at += 1;
        }
        build.close(range.end);
        build.out
    }

    /// What begins behind a comma.
    fn comma(&self, at: usize, range: &Range<usize>, build: &mut Build, main: &mut Option<usize>) {
        let next = at + 1;
        let Some(word) = self.word(next) else { return };
        let far = |class: Class| self.is(next, class) || next + 1 < range.end && self.is(next + 1, class);
        let near = |class: Class| self.is(next, class);
        if korean(&word.text) {
            return;
        }
        let dash = self.tokens[at].text != ",";
        let joined = near(Class::Clause) || near(Class::Join);
        let hard = [Class::Condition, Class::Circumstance].into_iter().any(|class| near(class) || joined && far(class));
        let exception = near(Class::Exception) || joined && far(Class::Exception);
        let dependent = !matches!(build.kind, Kind::Main | Kind::Beside { .. });
        let kind = if exception {
            Kind::Exception
        } else if hard {
            Kind::Condition
        } else if far(Class::Relative) && (near(Class::Relative) || word.text.chars().count() <= 3) {
            Kind::Relative
        } else if near(Class::That) {
            Kind::That
        } else if near(Class::Clause) {
            Kind::Beside { own: true }
        } else if near(Class::Join) {
            if !self.clause_ahead(next + 1, range) {
                return;
            }
            Kind::Beside { own: true }
        } else if near(Class::Then) {
            Kind::Main
        } else if shared().participle(&word.text) && !dash {
            Kind::Relative
        } else if dependent && !dash {
            Kind::Main
        } else {
            return;
        };
        build.close(next);
        match kind {
            Kind::Main => {
                build.open(kind, *main);
                *main = Some(build.clause);
            }
            Kind::Beside { .. } => {
                build.open(kind, None);
                *main = Some(build.clause);
            }
            _ => build.open(kind, None),
        }
    }

    /// A clause that begins or ends without a comma.
    fn inside(&self, at: usize, range: &Range<usize>, build: &mut Build, main: &mut Option<usize>) {
        let text = self.tokens[at].text.as_str();
        if korean(text) {
            let kind = if self.is(at, Class::Exception) {
                Some(Kind::Exception)
            } else {
                self.is(at, Class::Condition).then_some(Kind::Condition)
            };
            if kind.is_some() || shared().ends(text) {
                if let Some(kind) = kind {
                    build.kind = kind;
                    build.clause = build.fresh();
                }
                build.close(at + 1);
                build.open(if kind.is_some() { Kind::Main } else { Kind::Beside { own: true } }, None);
            }
            return;
        }
        let opens = if self.is(at, Class::Exception) {
            Some(Kind::Exception)
        } else if self.is(at, Class::Condition) {
            Some(Kind::Condition)
        } else if text.is_ascii() && self.is(at, Class::Relative) {
            Some(Kind::Relative)
        } else {
            (text.is_ascii() && self.is(at, Class::That)).then_some(Kind::That)
        };
        if let Some(kind) = opens {
            let begun = (build.start..at).any(|at| self.word(at).is_some() && !self.label(at, range));
            if begun {
                build.close(at);
                build.open(kind, None);
            } else if matches!(build.kind, Kind::Main | Kind::Beside { .. }) {
                // The sentence begins with it: the clause that it belongs to is still to come.
                build.kind = kind;
                *main = None;
            }
            return;
        }
        let joins = self.is(at, Class::Join) && at > build.start;
        if joins && (self.predicate(at + 1) || self.is(at + 1, Class::Negation)) && at + 1 < range.end {
            let dependent = !matches!(build.kind, Kind::Main | Kind::Beside { .. });
            let kind = if dependent { build.kind } else { Kind::Beside { own: false } };
            build.close(at);
            build.open(kind, None);
            if !dependent {
                *main = Some(build.clause);
            }
        }
    }

    /// Whether a predicate comes before the next comma.
    fn clause_ahead(&self, from: usize, range: &Range<usize>) -> bool {
        (from..range.end)
            .take_while(|&at| !matches!(self.tokens[at].text.as_str(), "," | ";" | ":" | "."))
            .any(|at| self.predicate(at))
    }

    /// Whether a token is a number or stands for one.
    pub(crate) fn numeric(&self, at: usize) -> bool {
        self.word(at).is_some_and(|token| numeric(&token.text))
    }
}

fn circled(text: &str) -> bool {
    text.starts_with(|ch: char| ('①'..='⑳').contains(&ch))
}

struct Build {
    out: Vec<Segment>,
    start: usize,
    kind: Kind,
    clause: usize,
    group: usize,
    next: usize,
}

impl Build {
    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    fn close(&mut self, end: usize) {
        if end > self.start {
            self.out.push(Segment {
                range: self.start..end,
                kind: self.kind,
                clause: self.clause,
                group: self.group,
                lead: false,
            });
            self.start = end;
        }
    }

    fn open(&mut self, kind: Kind, clause: Option<usize>) {
        self.kind = kind;
        self.clause = match clause {
            Some(clause) => clause,
            None => self.fresh(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<String> {
        let read = Text::read(text, 0);
        read.sentences
            .iter()
            .flat_map(|sentence| &sentence.segments)
            .map(|segment| {
                let first = &read.tokens[segment.range.start].range;
                let last = &read.tokens[segment.range.end - 1].range;
                format!("{:?}: {}", segment.kind, &text[first.start..last.end])
            })
            .collect()
    }

    #[test]
    fn clauses() {
        assert_eq!(
            cut("Если цена выросла, арендатор вправе отказаться, а арендодатель обязан вернуть залог."),
            [
                "Condition: Если цена выросла,",
                "Main: арендатор вправе отказаться,",
                "Beside { own: true }: а арендодатель обязан вернуть залог."
            ]
        );
        assert_eq!(
            cut(
                "Лицо, не исполнившее обязанность, платит штраф и не вправе требовать возврата, кроме случаев, указанных в законе."
            ),
            [
                "Main: Лицо, не исполнившее обязанность, платит штраф",
                "Beside { own: false }: и не вправе требовать возврата,",
                "Exception: кроме случаев,",
                "Relative: указанных в законе."
            ]
        );
        assert_eq!(cut("1. Дом стоит.\n2. Сад растёт."), ["Main: 1. Дом стоит.", "Main: 2. Сад растёт."]);
        assert_eq!(cut("권리는 남용하지 못한다. 다만, 예외로 한다.")[0], "Main: 권리는 남용하지 못한다.");
        assert_eq!(
            cut("임차인이 차임을 지급하지 아니한 때에는 임대인은 계약을 해지할 수 있다."),
            ["Condition: 임차인이 차임을 지급하지 아니한 때에는", "Main: 임대인은 계약을 해지할 수 있다."]
        );
    }
}
