//! Finds addresses in running text, whatever its case, spaces, line breaks and look-alike letters.

use crate::engine::address::acts::{self, Register};
use crate::engine::address::group::{Group, Joint, Part, Piece, groups};
use crate::engine::address::lex::{Kind, lex};
use crate::engine::address::named::{Meaning, Name, Names};
use crate::engine::address::numbers::{Words, number, numbers};
use crate::engine::address::units::unit_word;
use crate::engine::address::{Act, Address, Unit, korean};
use crate::engine::fold::{Folded, fold, folded};
use crate::engine::work;
use std::collections::HashSet;
use std::ops::Range;

/// “the” as folded text has it: letters that both scripts have are Cyrillic.
const THE: &str = "тне";

/// What the reader knows before reading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// Id of the act that «ст. 5» and «настоящий Кодекс» mean.
    pub act: Option<String>,
    /// `RU`, `UA`, `KR`: decides between acts of one name.
    pub jurisdiction: Option<String>,
}

/// A place in a text where addresses stand; a list or a range gives several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Bytes of the original text.
    pub range: Range<usize>,
    /// At least one.
    pub addresses: Vec<Address>,
}

/// Why a text is no address of one place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// No form of an address.
    #[error("это не похоже на адрес: назовите акт и место, например «ГК РФ ст. 333 п. 1»")]
    NoAddress,
    /// «цього Кодексу», «ст. 5»: which act, only the text around can tell.
    #[error("не назван акт: добавьте его, например «ст. 5 ГК РФ»")]
    ActMissing(Address),
    /// Several acts of one name.
    #[error("под этим именем известно несколько актов: {}", .0.iter().map(Address::canonical).collect::<Vec<_>>().join("; "))]
    Ambiguous(Vec<Address>),
}

/// All addresses of a text, in order, without overlaps.
#[must_use]
pub fn find(text: &str, context: &Context) -> Vec<Found> {
    let folded = fold(text);
    Reader::new(text, &folded, context, false).read()
}

/// The address that a text is, if it is one: nothing else stands in it, and a list or range is none.
#[must_use]
pub fn parse(text: &str) -> Option<Address> {
    whole(text, &Context::default())
}

/// The address that a text is, in a context, or why it is none.
///
/// # Errors
/// [`AddressError`]: no address, no act, several acts.
pub fn resolve(text: &str, context: &Context) -> Result<Address, AddressError> {
    let address = whole(text, context).ok_or(AddressError::NoAddress)?;
    match &address.act {
        Act::Unnamed => Err(AddressError::ActMissing(address)),
        Act::Ambiguous(ids) => Err(AddressError::Ambiguous(
            ids.iter().map(|id| Address { act: Act::Known(id.clone()), path: address.path.clone() }).collect(),
        )),
        _ => Ok(address),
    }
}

fn whole(text: &str, context: &Context) -> Option<Address> {
    let folded = fold(text);
    let found = Reader::new(text, &folded, context, true).read();
    let [found] = found.as_slice() else {
        let act = korean::act(folded.text.trim(), acts::shared()).filter(|_| found.is_empty())?;
        return Some(Address { act: Act::Known(act), path: Vec::new() });
    };
    let [address] = found.addresses.as_slice() else { return None };
    let outside = [&text[..found.range.start], &text[found.range.end..]].concat();
    let empty = outside.chars().all(|ch| !ch.is_alphanumeric());
    empty.then(|| address.clone())
}

struct Reader<'a> {
    folded: &'a Folded,
    words: Words<'a>,
    register: &'a Register,
    context: &'a Context,
    /// The text is expected to be one address: names too short for running text count.
    alone: bool,
    /// What the letters of the text tell about its country.
    country: Option<&'static str>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, folded: &'a Folded, context: &'a Context, alone: bool) -> Self {
        let tokens = lex(&folded.text);
        let capital = |start: usize, end: usize| {
            text[folded.original(start..end)].chars().find(|ch| ch.is_alphabetic()).is_some_and(char::is_uppercase)
        };
        let capital =
            tokens.iter().map(|token| token.kind == Kind::Letters && capital(token.start, token.end)).collect();
        let country = country(&tokens.iter().map(|token| token.text).collect::<Vec<_>>());
        Self { folded, words: Words { tokens, capital }, register: acts::shared(), context, alone, country }
    }

    fn read(&self) -> Vec<Found> {
        let mut out: Vec<Found> = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        let mut at = 0;
        while at < self.words.tokens.len() {
            let (row, next) = self.row(at);
            if row.is_empty() {
                at += 1;
                continue;
            }
            at = next.max(at + 1);
            for group in groups(row) {
                out.extend(self.found(&group, &mut seen));
            }
        }
        let korean = korean::places(&self.folded.text, self.register, self.context.act.as_deref());
        let places = korean.into_iter().map(|place| {
            let range = self.folded.original(place.range);
            Found { range, addresses: place.addresses }
        });
        joined(out, places.collect())
    }

    /// Parts that stand in a row from a token on, and the token after them.
    fn row(&self, at: usize) -> (Vec<Piece>, usize) {
        let mut row: Vec<Piece> = Vec::new();
        let mut at = at;
        loop {
            let (joint, begin) = if row.is_empty() { (Joint::Beside, at) } else { self.joint(at) };
            let Some(mut piece) = self.piece(begin, &row) else { break };
            piece.joint = joint;
            at = piece.tokens.end;
            row.push(piece);
        }
        (row, at)
    }

    /// What joins the next part: nothing, a comma, «и», and where the part begins.
    fn joint(&self, at: usize) -> (Joint, usize) {
        let text = |at: usize| self.words.tokens.get(at).map_or("", |token| token.text);
        match text(at) {
            "," => match text(at + 1) {
                "и" | "та" | "і" | "а" => (Joint::And, at + 2 + usize::from(text(at + 2) == "также")),
                _ => (Joint::Comma, at + 1),
            },
            ";" | "и" | "та" | "і" | "й" | "или" | "або" => (Joint::And, at + 1),
            // «примечание к таблице 10.1», «прил. Л к СП 63»
            "к" | "до" => (Joint::Beside, at + 1),
            ":" => (Joint::Beside, at + 1),
            // “Article 196 of the Civil Code of Russia”, “under the Civil Code of Ukraine”
            "of" | "under" => (Joint::Beside, at + 1 + usize::from(text(at + 1) == THE)),
            _ => (Joint::Beside, at),
        }
    }

    fn piece(&self, at: usize, row: &[Piece]) -> Option<Piece> {
        let piece = |part, next| Some(Piece { part, joint: Joint::Beside, tokens: at..next });
        let names = Names { register: self.register, tokens: &self.words.tokens };
        let last = row.last().map(|piece| &piece.part);
        if let Some(word) = unit_word(&self.words.tokens, at) {
            let inside = matches!(word.unit, Unit::Row | Unit::Column | Unit::Note);
            // «строк» and «граф» are words of their own: only beside a table they are places.
            let after = numbers(&self.words, word.next, word.unit).map_or(word.next, |(_, next)| next);
            let fits = !inside || !row.is_empty() || self.alone || word.unit == Unit::Note && self.table_follows(after);
            // «ПП РФ № 87» begins with an abbreviation of a place.
            if fits && names.at(at).is_none() {
                if let Some((numbers, next)) = numbers(&self.words, word.next, word.unit) {
                    return piece(Part::Place { unit: word.unit, numbers }, next);
                }
                if word.unit == Unit::Note {
                    return piece(Part::Place { unit: Unit::Note, numbers: vec!["1".to_owned()] }, word.next)
                        .filter(|_| self.table_follows(word.next));
                }
            }
        }
        let technical = matches!(last, Some(Part::Act(name)) if name.technical);
        let token = self.words.tokens.get(at)?;
        if token.kind == Kind::Digits || token.letter().is_some() {
            // A number is read once, where it begins: «1.1.1.1» would be read again at each of its steps.
            let fresh = at == 0 || !matches!(self.words.tokens[at - 1].text, "." | "-" | "/") || token.spaced;
            // «СП 63 10.3.2», «10.3.2 СП 63».
            if fresh
                && let Some((text, next)) = number(&self.words, at, Unit::Clause).filter(|(text, _)| text.contains('.'))
            {
                let before = row.is_empty() && names.at(next).is_some_and(|name| name.technical);
                if technical && token.spaced || before {
                    return piece(Part::Place { unit: Unit::Clause, numbers: vec![text] }, next);
                }
            }
        }
        // «ст.333ГК РФ»: behind a place the act needs no space.
        if row.is_empty() && self.inside_a_word(at) {
            return None;
        }
        let name =
            names.at(at).or_else(|| matches!(last, Some(Part::Place { .. })).then(|| names.bare(at)).flatten())?;
        let next = name.next;
        piece(Part::Act(name), next)
    }

    fn table_follows(&self, at: usize) -> bool {
        let begin = at + usize::from(self.words.tokens.get(at).is_some_and(|token| token.is("к") || token.is("до")));
        unit_word(&self.words.tokens, begin).is_some_and(|word| word.unit == Unit::Table)
    }

    /// Behind a hyphen or a digit without a space: «АБ-ГК», «2ГК».
    fn inside_a_word(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).and_then(|at| self.words.tokens.get(at)) else { return false };
        let token = &self.words.tokens[at];
        !token.spaced
            && (before.kind == Kind::Digits && token.kind == Kind::Letters
                || matches!(before.text, "-" | "/" | "." | ",") && token.kind == Kind::Digits)
    }

    fn found(&self, group: &Group, seen: &mut HashSet<String>) -> Option<Found> {
        let act = self.act(group, seen);
        if group.steps.is_empty() {
            let name = group.name.as_ref()?;
            let named = name.clear || self.alone;
            let known = act != Act::Unnamed || self.alone;
            let pointed = name.meaning == Meaning::This && self.context.act.is_some();
            if !(named || pointed) || !known {
                return None;
            }
        }
        let (first, last) = (group.tokens.start, group.tokens.end.checked_sub(1)?);
        let range = self.words.tokens.get(first)?.start..self.words.tokens.get(last)?.end;
        let addresses = group.paths().into_iter().map(|path| Address { act: act.clone(), path }.tidy()).collect();
        Some(Found { range: self.folded.original(range), addresses })
    }

    /// Decides which act a group means.
    fn act(&self, group: &Group, seen: &mut HashSet<String>) -> Act {
        let act = match group.name.as_ref().map(|name: &Name| &name.meaning) {
            None | Some(Meaning::This) => match &self.context.act {
                Some(id) => return Act::Known(id.clone()),
                None => return Act::Unnamed,
            },
            Some(Meaning::Named(name)) => return Act::Named(name.clone()),
            Some(Meaning::Case(number)) => return Act::Case(number.clone()),
            Some(Meaning::Acts(ids)) => self.choose(ids, group, seen),
        };
        if let Act::Known(id) = &act {
            seen.insert(id.clone());
        }
        act
    }

    fn choose(&self, ids: &[String], group: &Group, seen: &HashSet<String>) -> Act {
        let mut ids = ids.to_vec();
        let country = |id: &String| self.register.get(id).map_or("", |act| act.jurisdiction.as_str());
        let article = group.steps.iter().find(|(unit, _)| *unit == Unit::Article).map(|(_, numbers)| &numbers[0]);
        // Articles of Ukrainian codes are numbered 266-1, of Russian ones 8.1.
        let style = article.and_then(|number| match (number.contains('.'), number.contains('-')) {
            (true, _) => Some("RU"),
            (false, true) => Some("UA"),
            _ => None,
        });
        let name = group.name.as_ref().map_or("", |name| name.said.as_str());
        let said = |short: &str| folded(short) == name;
        let hints: [&dyn Fn(&String) -> bool; 6] = [
            &|id| self.context.jurisdiction.as_deref() == Some(country(id)),
            &|id| self.context.act.as_deref() == Some(id.as_str()),
            // The canonical form: «КАС ст. 71» is the act whose canonical name is «КАС».
            &|id| group.act_first && self.register.get(id).is_some_and(|act| said(&act.short)),
            &|id| self.country == Some(country(id)),
            &|id| seen.contains(id.as_str()),
            &|id| style == Some(country(id)),
        ];
        for hint in hints {
            if ids.len() > 1 && ids.iter().any(hint) {
                ids.retain(hint);
            }
        }
        match ids.len() {
            1 => Act::Known(ids.remove(0)),
            _ => Act::Ambiguous(ids),
        }
    }
}

/// Both lists in order, each in one pass: of places that overlap the later reading stays.
fn joined(mut first: Vec<Found>, later: Vec<Found>) -> Vec<Found> {
    if later.is_empty() {
        return first;
    }
    first.sort_by_key(|found| (found.range.start, found.range.end));
    let mut gone = vec![false; first.len()];
    let mut kept: Vec<Found> = Vec::with_capacity(later.len());
    let mut from = 0;
    for place in later {
        let range = place.range.clone();
        while from < first.len() && first[from].range.end <= range.start {
            from += 1;
        }
        let mut at = from;
        while at < first.len() && first[at].range.start < range.end {
            work::spend(1);
            gone[at] |= first[at].range.end > range.start;
            at += 1;
        }
        while kept.last().is_some_and(|last| last.range.end > range.start && last.range.start < range.end) {
            kept.pop();
        }
        kept.push(place);
    }
    let mut out: Vec<Found> = first.into_iter().zip(gone).filter(|(_, gone)| !gone).map(|(found, _)| found).collect();
    out.extend(kept);
    out.sort_by_key(|found| (found.range.start, found.range.end));
    out
}

/// Russian has ы and э, Ukrainian і, ї, є, ґ; a text with both tells nothing.
fn country(words: &[&str]) -> Option<&'static str> {
    let cyrillic = |word: &&&str| {
        word.chars().count() > 1 && word.chars().any(|ch| matches!(ch, 'а'..='я') && !"хсм".contains(ch))
    };
    let any = |letters: &str, stems: &[&str]| {
        words
            .iter()
            .filter(cyrillic)
            .any(|word| word.contains(|ch| letters.contains(ch)) || stems.iter().any(|stem| word.starts_with(stem)))
    };
    let russian = any("ыэъ", &["статьи", "статье", "статья", "статью", "статьями", "федеральн", "настоящ", "абзаца"]);
    let ukrainian = any("іїєґ", &["статт", "частин", "цього", "розділ", "підп"]);
    match (russian, ukrainian) {
        (true, false) => Some("RU"),
        (false, true) => Some("UA"),
        _ => None,
    }
}
