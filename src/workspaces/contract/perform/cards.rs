//! Blocks of details: whose each of them is, decided for the block as a whole.
//!
//! «ЗАКАЗЧИК / ООО «…» / ИНН … / р/с … / ИСПОЛНИТЕЛЬ / ИП … / ИНН …»: a person has one taxpayer number, one passport,
//! one account. A second one begins somebody else's block, and so do the word of a side at the beginning of a line or of
//! a sentence, and a second name once the first has a number. Whose a block is, its heading says, or a number or a name
//! in it that a side has already, or the other block of the message, or, where one side has other numbers, that only the
//! other one is left. What a block leaves open is asked once, not detail by detail.

use crate::engine::knowledge::pack::{Pack, Party};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::parts::sentences;
use crate::model::pointer;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::banks;
use crate::workspaces::contract::perform::card_heads::{HEAD, Head, heads};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::introduced::stands_as_subject;
use crate::workspaces::contract::perform::references::References;
use crate::workspaces::contract::perform::side_words::MARKS;
use crate::workspaces::contract::perform::sides::{Sides, Whose, is_name};
use crate::workspaces::contract::perform::signers;
use crate::workspaces::contract::perform::written::{is_detail, name_of};
use serde_json::Value;

/// Details that make a block, counting its heading.
const LEAST: usize = 3;
/// Mentions looked at in one message; a longer list is no block of details.
const MOST: usize = 400;

/// A block of details.
#[derive(Debug, Clone)]
pub(super) struct Card<'p> {
    /// From its heading to the end of its last detail.
    pub(super) span: (usize, usize),
    /// Whose it is.
    pub(super) party: Option<&'p Party>,
    /// Whether this is beyond doubt.
    clear: bool,
    /// Whether the speaker calls it his own; while nobody knows which side he is, it is no side's.
    own: bool,
}

/// A block before it is given to anybody.
struct Block {
    start: usize,
    head: Option<Head>,
    /// Whether its first number is called somebody's: no more is needed to know whose it is.
    labelled: bool,
    /// Indices of its mentions.
    own: Vec<usize>,
}

/// The number that only one of exists for a person: its kind and digits.
pub(super) fn identity(kind: &M) -> Option<(u8, String)> {
    match kind {
        M::Inn { digits, .. } => Some((0, digits.clone())),
        M::Ogrn { digits, .. } => Some((1, digits.clone())),
        M::Passport { series, number } => Some((2, format!("{series}{number}"))),
        M::Account { digits } if !digits.starts_with("301") => Some((3, digits.clone())),
        M::Kpp { text } => Some((4, text.clone())),
        M::Bik { digits } => Some((5, digits.clone())),
        M::Account { digits } => Some((6, digits.clone())),
        _ => None,
    }
}

/// Whether a name is that of whom the block is about: no bank, nobody who signs.
fn is_holder(text: &str, mention: &Mention) -> bool {
    match &mention.kind {
        M::Company { .. } => signers::bank_name(text, mention).is_none() && !signers::labels_bank(text, mention),
        M::Person { surname, given, .. } => {
            !surname.is_empty() && !given.is_empty() && signers::post_of(text, mention).is_none()
        }
        M::Entrepreneur { .. } => true,
        _ => false,
    }
}

/// Cuts a message into blocks; those that are none are left out.
fn blocks(pack: &Pack, text: &str, mentions: &[Mention], names: Option<&References>) -> Vec<Block> {
    let heads = heads(pack, text, mentions, names);
    let starts: Vec<usize> = sentences(text).iter().map(|(start, _)| *start).collect();
    let mut out: Vec<Block> = Vec::new();
    let mut open = Block { start: 0, head: None, labelled: false, own: Vec::new() };
    let mut seen: Vec<(u8, String)> = Vec::new();
    let mut holder: Option<String> = None;
    let mut next_head = 0;
    for (at, mention) in mentions.iter().enumerate() {
        let mut cut = None;
        while let Some(next) = heads.get(next_head).filter(|next| next.from <= mention.start) {
            // «КПП поклажедателя | …», «БИК поклажедателя | …»: the same side goes on.
            if open.head != Some(next.head) || open.own.is_empty() {
                cut = Some((next.from, Some(next.head), next.inner));
            }
            next_head += 1;
        }
        let part =
            starts[..starts.partition_point(|start| *start <= mention.start)].last().copied().unwrap_or_default();
        let here = |open: &Block| match open.own.last().map(|at| mentions[*at].end) {
            Some(end) if end > part => mention.start,
            _ => part,
        };
        let id = identity(&mention.kind);
        let name = is_holder(text, mention).then(|| name_of(&mention.kind).map(folded)).flatten();
        if cut.is_none() {
            let numbered = seen.iter().any(|(kind, _)| *kind < 4);
            let repeats = id.as_ref().is_some_and(|id| seen.iter().any(|one| one.0 == id.0 && one.1 != id.1));
            let renamed = name.as_ref().zip(holder.as_ref()).is_some_and(|(new, old)| !same_person(new, old));
            // «Директор Орлов» without a post behind the numbers of his company brings no numbers of his own.
            let brings = || {
                let rest = mentions.get(at + 1..).unwrap_or_default();
                let own = rest.iter().take_while(|m| !is_holder(text, m)).take(12);
                own.into_iter().any(|m| identity(&m.kind).is_some_and(|(kind, _)| kind < 4))
            };
            if repeats || renamed && numbered && brings() {
                cut = Some((here(&open), None, false));
            }
        }
        if let Some((start, head, labelled)) = cut {
            out.push(std::mem::replace(&mut open, Block { start, head, labelled, own: Vec::new() }));
            seen.clear();
            holder = None;
        }
        if open.own.is_empty() && open.head.is_none() {
            open.start = part;
        }
        // The first name is that of the block; others before any number make it nobody's (`is_block`).
        if let Some(name) = name {
            holder.get_or_insert(name);
        }
        seen.extend(id);
        let detail = is_detail(&mention.kind) || is_name(&mention.kind);
        if detail || matches!(mention.kind, M::Address { .. }) && !open.own.is_empty() {
            open.own.push(at);
        }
    }
    out.push(open);
    out.retain(|block| is_block(text, mentions, block));
    out
}

/// Whether what stands together is a block of somebody's details.
fn is_block(text: &str, mentions: &[Mention], block: &Block) -> bool {
    let own = || block.own.iter().map(|at| &mentions[*at]);
    let numbers = own().filter(|m| is_detail(&m.kind)).count();
    let holders: Vec<String> =
        own().filter(|m| is_holder(text, m)).filter_map(|m| name_of(&m.kind).map(folded)).collect();
    let one = holders.windows(2).all(|pair| same_person(&pair[0], &pair[1]));
    let named = usize::from(!holders.is_empty());
    let identified = own().any(|m| identity(&m.kind).is_some());
    one && identified && (block.labelled || numbers + named + usize::from(block.head.is_some()) >= LEAST)
}

/// Whether two names are of the same person: the shorter name of a citizen says no word that the longer does not, and
/// both names of a company say the same words.
pub(super) fn same_person(one: &str, other: &str) -> bool {
    let firm = [one, other].iter().any(|name| name.contains(['«', '"']));
    let cut = |name: &str| -> Vec<String> {
        folded(name).split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (one, other) = (cut(one), cut(other));
    // The form of a sole trader belongs to the person: «ИП Белов» is Белов.
    let within = |few: &[String], many: &[String]| {
        let mut few = few.iter().filter(|word| *word != "ип").peekable();
        // «Ковязин Р. В.»: an initial stands for a name.
        let initial =
            |word: &String| word.chars().count() == 1 && many.iter().any(|one| one.starts_with(word.as_str()));
        few.peek().is_some() && few.all(|word| many.contains(word) || !firm && initial(word))
    };
    if firm { within(&one, &other) && within(&other, &one) } else { within(&one, &other) || within(&other, &one) }
}

/// The blocks of a message and whose they are.
pub(super) fn cards<'p>(sides: &Sides<'p>, pack: &'p Pack, heard: &Heard<'_>, draft: &Draft<'_>) -> Vec<Card<'p>> {
    let (text, mentions) = (heard.turn.text.as_str(), heard.mentions.as_slice());
    if mentions.len() > MOST || pack.parties.len() != 2 {
        return Vec::new();
    }
    let blocks = blocks(pack, text, mentions, Some(&sides.references));
    let ends = |block: &Block| {
        let last = block.own.iter().rev().map(|at| &mentions[*at]).find(|m| !matches!(m.kind, M::Address { .. }));
        let end = last.map_or(block.start, |m| m.end);
        // An address right behind the last number is one of the details.
        let address = block.own.iter().map(|at| &mentions[*at]).find(|m| m.start >= end);
        address
            .filter(|m| text.get(end..m.start).is_some_and(|gap| gap.matches('\n').count() <= 1))
            .map_or(end, |m| m.end)
    };
    let mut out: Vec<Card<'p>> = blocks
        .iter()
        .map(|block| {
            let party = told(sides, pack, heard, draft, block);
            Card { span: (block.start, ends(block)), party, clear: party.is_some(), own: block.head == Some(Head::Own) }
        })
        .collect();
    // Of two blocks of a message one is the other side's.
    if let [one, two] = out.as_mut_slice() {
        let (known, open) = if one.party.is_some() { (one, two) } else { (two, one) };
        if let Some(party) = known.party.filter(|_| open.party.is_none()) {
            (open.party, open.clear) = (sides.other(party), known.clear);
        }
    }
    let single = out.len() == 1;
    // «Продаю я, … Переписываю с паспорта: Орлов Пётр Львович, …».
    let presents = sides.speaker().filter(|party| single && presents(party, text));
    for (card, block) in out.iter_mut().zip(&blocks).filter(|(card, _)| card.party.is_none() && !card.own) {
        let fits: Vec<&'p Party> = pack.parties.iter().filter(|party| !differs(draft, party, heard, block)).collect();
        let asked = |party: &Party| {
            let root = format!("/parties/{}", party.role);
            heard.question.is_some_and(|q| q.targets.iter().any(|target| pointer::is_within(target, &root)))
        };
        let subject = block.own.iter().map(|at| &mentions[*at]).find(|m| is_holder(text, m));
        if let Some(party) = presents.filter(|party| fits.iter().any(|one| one.role == party.role))
            && subject.is_some_and(|holder| stands_as_subject(text, holder))
        {
            (card.party, card.clear) = (Some(party), asked(party));
            continue;
        }
        match fits.as_slice() {
            // One side has another name or other numbers: this is the other one's block.
            [only] => (card.party, card.clear) = (Some(*only), asked(only)),
            [..] if single => {
                if let Some(party) = fits.iter().find(|party| asked(party)) {
                    (card.party, card.clear) = (Some(*party), true);
                }
            }
            _ => {}
        }
    }
    out
}

/// «Продаю я»: whether the speaker says of himself by a verb and «я» beside it which side he is.
fn presents(party: &Party, text: &str) -> bool {
    let low = folded(text);
    let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let own = |word: &str| MARKS.own.iter().any(|one| one == word);
    let verb = |word: &str| party.first_person.iter().any(|form| folded(form) == word);
    words.windows(2).any(|pair| own(pair[0]) && verb(pair[1]) || verb(pair[0]) && own(pair[1]))
}

/// Whose a block is by its own words and by what a side has already.
fn told<'p>(
    sides: &Sides<'p>,
    pack: &'p Pack,
    heard: &Heard<'_>,
    draft: &Draft<'_>,
    block: &Block,
) -> Option<&'p Party> {
    let text = heard.turn.text.as_str();
    let by_head = block.head.and_then(|head| match head {
        Head::Role(at) => pack.parties.get(at),
        Head::Own => sides.speaker(),
        Head::Theirs => sides.speaker().and_then(|own| sides.other(own)),
    });
    let own = || block.own.iter().map(|at| &heard.mentions[*at]);
    by_head.or_else(|| pack.parties.iter().find(|party| own().any(|m| has(draft, party, m)))).or_else(|| {
        let holder = own().find(|m| is_holder(text, m))?;
        let by_word = sides.just_before(text, holder).or_else(|| sides.behind(heard, holder));
        by_word.or_else(|| sides.speaker().filter(|_| sides.is_own(heard, holder)))
    })
}

/// Whether a side has this name or this number already.
fn has(draft: &Draft<'_>, party: &Party, mention: &Mention) -> bool {
    let at = |leaf: &str| draft.domain.pointer(&format!("/parties/{}/{leaf}", party.role)).and_then(Value::as_str);
    match &mention.kind {
        M::Inn { digits, .. } => at("inn") == Some(digits),
        M::Ogrn { digits, .. } => at("ogrn") == Some(digits),
        M::Account { digits } if !digits.starts_with("301") => at("bank/account") == Some(digits),
        M::Passport { number, .. } => at("passport/number") == Some(number),
        kind => name_of(kind).zip(at("name")).is_some_and(|(said, name)| same_person(said, name)),
    }
}

/// Whether a side has another name or another number than a block.
fn differs(draft: &Draft<'_>, party: &Party, heard: &Heard<'_>, block: &Block) -> bool {
    let text = heard.turn.text.as_str();
    let at = |leaf: &str| draft.domain.pointer(&format!("/parties/{}/{leaf}", party.role)).and_then(Value::as_str);
    block.own.iter().map(|at| &heard.mentions[*at]).any(|mention| match &mention.kind {
        M::Inn { digits, .. } => at("inn").is_some_and(|own| own != digits),
        M::Passport { number, .. } => at("passport/number").is_some_and(|own| own != number),
        kind if is_holder(text, mention) => {
            name_of(kind).zip(at("name")).is_some_and(|(said, name)| !same_person(said, name))
        }
        _ => false,
    })
}

impl<'p> Sides<'p> {
    /// The block that a mention stands in, where it is somebody's.
    pub(super) fn card_of(&self, mention: &Mention) -> Option<Whose<'p>> {
        let card = self.cards.iter().find(|card| card.span.0 <= mention.start && mention.end <= card.span.1)?;
        card.party.map(|party| Whose { party, clear: card.clear, told: true })
    }

    /// Whether a mention stands in a block that the speaker calls his own, while nobody knows which side he is.
    pub(super) fn is_unknown_own(&self, mention: &Mention) -> bool {
        let within = |card: &Card<'_>| card.span.0 <= mention.start && mention.end <= card.span.1;
        self.cards.iter().any(|card| card.own && card.party.is_none() && within(card))
    }

    /// The banks of the blocks: whose, the bytes of the name, whether it is beyond doubt.
    pub(super) fn banks(&self, text: &str) -> Vec<(String, (usize, usize), bool)> {
        let found = self.cards.iter().filter_map(|card| {
            let span = banks::in_block(text, card.span.0, card.span.1)?;
            Some((format!("/parties/{}/bank/name", card.party?.role), span, card.clear))
        });
        found.collect()
    }

    /// The parts of the blocks that only label details: headings, «ИНН/КПП», «карточка предприятия».
    pub(super) fn labels(&self, heard: &Heard<'_>) -> Vec<(String, (usize, usize))> {
        let text = heard.turn.text.as_str();
        let mut out = Vec::new();
        for card in &self.cards {
            let Some(party) = card.party else { continue };
            let at = format!("/parties/{}", party.role);
            // «Мы заказчик, реквизиты обоих»: what only leads to a block is no answer to anything.
            let before = sentences(text.get(..card.span.0).unwrap_or_default()).last().copied();
            let leads = before.filter(|span| self.leads(text, *span));
            out.extend(leads.map(|span| (at.clone(), span)));
            let first = heard.mentions.partition_point(|m| m.start < card.span.0);
            let own = heard.mentions.iter().skip(first).take_while(|m| m.end <= card.span.1);
            let mut from = card.span.0;
            for mention in own {
                self.gaps(text, from, mention.start, &mut |span| out.push((at.clone(), span)));
                from = from.max(mention.end);
            }
        }
        out
    }

    /// Whether a short sentence says only whose details follow: it names a side or details, and hardly anything else.
    fn leads(&self, text: &str, (start, end): (usize, usize)) -> bool {
        let words: Vec<String> = text[start..end]
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(folded)
            .collect();
        words.len() <= HEAD && (words.iter().any(|word| MARKS.details.contains(word)) || self.between(start, end))
    }

    /// The words between two details that label the next one: behind the last mark of its line, and lines that only say
    /// whose or what details these are. «Работаем без НДС» between them is no label and stays to be read.
    fn gaps(&self, text: &str, from: usize, to: usize, each: &mut dyn FnMut((usize, usize))) {
        let Some(gap) = text.get(from..to) else { return };
        let mut at = from;
        for line in gap.split_inclusive('\n') {
            let ends = line.ends_with('\n');
            let cut = if ends { 0 } else { line.rfind([',', ';', '.']).map_or(0, |mark| mark + 1) };
            let part = &line[cut..];
            let words = part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count();
            let span = (at + cut, at + cut + part.trim_end().len());
            let few = (1..=HEAD).contains(&words) && !part.contains(|c: char| c.is_ascii_digit());
            if few && (!ends || self.leads(text, span)) {
                each(span);
            }
            at += line.len();
        }
    }
}

#[cfg(test)]
#[path = "cards_tests.rs"]
mod tests;
