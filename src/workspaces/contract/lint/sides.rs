//! Who the sides of a text are: how the preamble names them.

use crate::engine::grammar::case::Case;
use crate::engine::grammar::phrase;
use crate::engine::text::mention::MentionKind;
use crate::workspaces::contract::lint::paper::{Kind, Paper};
use crate::workspaces::contract::lint::pattern::pattern;
use std::ops::Range;

pattern!(
    NAMED,
    r#"(?i)(?:именуем(?:ый|ая|ое|ые|ого|ой)\s+(?:в\s+дальнейшем|далее)(?:\s+по\s+тексту)?\s*,?\s*[-–—]?\s*|\(?далее(?:\s+по\s+тексту)?\s*[-–—]\s*)[«"“„']([^»"”“']{2,60})[»"”'“]"#
);

/// What a side is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Person {
    Individual,
    SelfEmployed,
    Entrepreneur,
    Company,
}

/// A side.
#[derive(Debug, Clone)]
pub(crate) struct Side {
    /// «Арендатор».
    pub(crate) title: String,
    /// The title in lower case, in all cases.
    pub(crate) forms: Vec<String>,
    /// What it is, when the preamble shows it.
    pub(crate) person: Option<Person>,
    /// Bytes of its introduction: from the side before to the end of its title.
    pub(crate) intro: Range<usize>,
}

impl Side {
    fn new(title: &str, person: Option<Person>, intro: Range<usize>) -> Self {
        let cases =
            [Case::Nominative, Case::Genitive, Case::Dative, Case::Accusative, Case::Instrumental, Case::Prepositional];
        let forms = cases.map(|case| phrase::decline(title, case, true).to_lowercase()).to_vec();
        Self { title: title.to_owned(), forms, person, intro }
    }

    /// Whether words name it, in any case.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        let low = text.to_lowercase();
        self.forms.iter().any(|form| position(&low, form).is_some())
    }

    /// Where words name it as the one who acts: in the nominative, the last such place.
    pub(crate) fn acts_in(&self, low: &str) -> Option<usize> {
        let first = self.forms.first()?;
        low.rmatch_indices(first.as_str()).map(|(at, _)| at).find(|at| whole(low, *at, first.len()))
    }

    /// Whether it acts for business.
    pub(crate) fn is_business(&self) -> bool {
        matches!(self.person, Some(Person::Company | Person::Entrepreneur))
    }
}

/// Where a whole word or phrase stands.
pub(crate) fn position(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word).map(|(at, _)| at).find(|at| whole(text, *at, word.len()))
}

fn whole(text: &str, at: usize, len: usize) -> bool {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    !letter(text[..at].chars().next_back()) && !letter(text[at + len..].chars().next())
}

/// The sides that the preamble names, in order.
pub(crate) fn of(paper: &Paper) -> Vec<Side> {
    let mut sides: Vec<Side> = Vec::new();
    for (i, block, body) in paper.all() {
        if block.part > 0 || block.kind == Kind::Heading && i > 0 || sides.len() > 1 {
            break;
        }
        let mut from = 0;
        for found in NAMED.all(body) {
            let (Some(whole), Some(title)) = (found.get(0), found.get(1)) else { continue };
            let name = title.as_str().trim();
            let low = name.to_lowercase();
            let other = ["договор", "сторон", "соглашен", "контракт"].iter().any(|word| low.starts_with(word));
            if other && !low.contains(' ') || sides.iter().any(|side| side.title == name) {
                continue;
            }
            let own = body.get(from..whole.start()).map_or(from, |words| from + before(words));
            let intro = block.range.start + own..block.range.start + whole.end();
            let person = person(paper, i, &intro);
            from = whole.end();
            if person.is_some() || whole.as_str().to_lowercase().starts_with("именуем") {
                sides.push(Side::new(name, person, intro));
            }
        }
    }
    sides
}

/// How much of the words before a title still belongs to the side before: its signer, «с одной стороны».
fn before(words: &str) -> usize {
    if let Some(at) = words.find("с одной стороны") {
        return at + "с одной стороны".len();
    }
    let signer = words.trim_start_matches([' ', ',', '\n']).starts_with("в лице");
    let joint = if signer { words.rfind(" и ") } else { None };
    joint.map_or(0, |at| at + " и ".len())
}

fn person(paper: &Paper, block: usize, intro: &Range<usize>) -> Option<Person> {
    let words = paper.text.get(intro.clone())?.to_lowercase();
    if words.contains("профессиональный доход") || words.contains("самозанят") {
        return Some(Person::SelfEmployed);
    }
    if words.contains("индивидуальный предприниматель") {
        return Some(Person::Entrepreneur);
    }
    let within = paper.blocks[block].mentions.iter().filter(|m| m.start >= intro.start && m.end <= intro.end);
    within.into_iter().find_map(|mention| match &mention.kind {
        MentionKind::Company { .. } => Some(Person::Company),
        MentionKind::Entrepreneur { .. } => Some(Person::Entrepreneur),
        MentionKind::Person { .. } => Some(Person::Individual),
        MentionKind::PartyKind { kind } => match kind.as_str() {
            "company" => Some(Person::Company),
            "entrepreneur" => Some(Person::Entrepreneur),
            "individual" => Some(Person::Individual),
            _ => None,
        },
        _ => None,
    })
}
