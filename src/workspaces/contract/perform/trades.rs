//! Who is called by his trade: «композитор Ветров», «курьера зовут Султанов»; and who stands beside the deal.

use crate::engine::knowledge::pack::{Pack, Party};
use crate::engine::text::folded;
use crate::engine::text::mention::Mention;
use crate::engine::text::stem::Word;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::duties;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::introduced::{
    agrees, beside_deal, denied_side, explained_as, is_cooperative, leads, names, stands_as_subject,
};
use crate::workspaces::contract::perform::side_words::MARKS;
use crate::workspaces::contract::perform::sides::Sides;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/trades.toml`).
#[derive(Debug, Default, Deserialize)]
struct Trades {
    /// Beginnings of words for what people do for a living.
    trades: Vec<String>,
    /// Words before a trade that make it one beside the deal: «наш бухгалтер».
    whose: Vec<String>,
    side: Vec<Doer>,
}

/// The side of some types that a trade calls.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Doer {
    packs: Vec<String>,
    role: String,
}

static TRADES: LazyLock<Trades> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/trades.toml")).unwrap_or_default());

/// Words before a name among which a deed names whom it is done to.
const RECEIVED: usize = 4;
/// Words from a trade to the name of who has it.
const NEAR: usize = 3;

/// The side that does the work of a type.
fn doer(pack: &Pack) -> Option<&Party> {
    let side = TRADES.side.iter().find(|side| side.packs.contains(&pack.id))?;
    pack.parties.iter().find(|party| party.role == side.role)
}

/// Whether a word calls somebody by his trade.
fn is_trade(low: &str) -> bool {
    TRADES.trades.iter().any(|stem| low.starts_with(stem.as_str()))
}

impl<'p> Sides<'p> {
    /// The side that the trade right before a name calls: «с бухгалтером Новиковой», «курьера зовут Султанов».
    pub(super) fn trade_of(&self, heard: &Heard<'_>, mention: &Mention) -> Option<&'p Party> {
        let text = heard.turn.text.as_str();
        let low = |word: &Word| folded(&text[word.start..word.end]);
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let from = past.saturating_sub(NEAR);
        let at = (from..past).rev().find(|at| is_trade(&low(&self.said[*at])))?;
        let whose = at.checked_sub(1).is_some_and(|before| TRADES.whose.contains(&low(&self.said[before])));
        let named = leads(text, self.said[at].end, mention.start) && self.role(&self.said[at]).is_none();
        // «Я врач Петрова Анна» tells who speaks.
        let whose = whose || at.checked_sub(1).is_some_and(|before| MARKS.own.contains(&low(&self.said[before])));
        doer(self.pack).filter(|_| named && !whose)
    }

    /// The same, while the side has no name.
    pub(super) fn by_trade(&self, heard: &Heard<'_>, draft: &Draft<'_>, mention: &Mention) -> Option<&'p Party> {
        let party = self.trade_of(heard, mention)?;
        (!draft.has(&format!("/parties/{}/name", party.role))).then_some(party)
    }

    /// Whether a name is that of somebody beside the sides: «поручитель Смирнов», «дочь Алиса». Kin and friends are a
    /// side where a side was asked for, or where the speaker names himself beside them.
    pub(super) fn is_other(&self, heard: &Heard<'_>, mention: &Mention) -> bool {
        let text = &heard.turn.text;
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let near = self.said.get(past.saturating_sub(2)..past).unwrap_or_default().iter().rev();
        // «Дочка наша — Юрченко Соня».
        let low_of = |word: &Word| folded(&text[word.start..word.end]);
        // «Арендодатель» is somebody else where a subtenant is spoken to, and a side of any other lease.
        let sides: Vec<String> = self.pack.parties.iter().flat_map(names).map(|name| folded(&name)).collect();
        let others: Vec<String> = MARKS
            .others
            .iter()
            .filter(|stem| !sides.iter().any(|name| name.starts_with(stem.as_str())))
            .cloned()
            .collect();
        if explained_as(text, mention, &others) || self.stands_apart(text, mention, &others) {
            return true;
        }
        let Some(word) = near.clone().find(|word| !MARKS.possessive.contains(&low_of(word))) else { return false };
        let low = low_of(word);
        let begins = |list: &[String]| list.iter().any(|stem| low.starts_with(stem.as_str()));
        let asked = || {
            let of_side = |target: &String| target.starts_with("/parties/");
            heard.question.is_some_and(|question| question.targets.iter().any(of_side))
        };
        let introduced = || self.introduces_himself(heard, mention);
        // «Бабушка Седова дарит», «мой брат Иванов покупает»: whose deed stands behind his name is a side.
        let acts = || self.doer(text, mention).is_some() || self.receiver(text, mention).is_some();
        let stranger = || !asked() && !introduced() && !acts() || agrees(text, &self.said, mention);
        if beside_deal(text, &self.said, mention)
            || is_cooperative(mention) && !asked() && !self.is_own(heard, mention)
            || denied_side(text, &self.said, mention, |word| self.role(word).is_some())
        {
            return true;
        }
        let trade = self.trade_of(heard, mention).is_some();
        self.role(word).is_none() && !trade && (begins(&others) || begins(&MARKS.kin) && stranger())
    }

    /// «С поручителем, его женой Кузнецовой Ольгой»: only words of kinship stand between somebody beside the deal and a name.
    fn stands_apart(&self, text: &str, mention: &Mention, others: &[String]) -> bool {
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let mut edge = mention.start;
        for word in self.said[past.saturating_sub(RECEIVED)..past].iter().rev() {
            let gap = text.get(word.end..edge).unwrap_or("\n");
            if !gap.chars().all(|c| matches!(c, ' ' | ',' | '(' | '—' | '–' | '-')) {
                return false;
            }
            let low = folded(&text[word.start..word.end]);
            let begins = |list: &[String]| list.iter().any(|stem| low.starts_with(stem.as_str()));
            // Right before the name the trade itself may be a side.
            if begins(others) && self.role(word).is_none() {
                return edge < mention.start;
            }
            let whose = MARKS.possessive.contains(&low) || MARKS.whose.contains(&low) || TRADES.whose.contains(&low);
            if !whose && !duties::of_them(&low) && !begins(&MARKS.kin) && !begins(&MARKS.relatives) {
                return false;
            }
            edge = word.start;
        }
        false
    }

    /// «Дарю дочери Ивановой Марии», «продаём брату Белову»: the side of kin whom a deed of the other side names: only words
    /// of kinship stand between, and the name is no subject.
    pub(super) fn receiver(&self, text: &str, mention: &Mention) -> Option<&'p Party> {
        if stands_as_subject(text, mention) {
            return None;
        }
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let mut edge = mention.start;
        for word in self.said[past.saturating_sub(RECEIVED)..past].iter().rev() {
            let gap = text.get(word.end..edge).unwrap_or("\n");
            if !gap.chars().all(|c| matches!(c, ' ' | '—' | '–' | '-')) {
                return None;
            }
            let low = folded(&text[word.start..word.end]);
            if let Some((party, _)) = self.deed(&low) {
                return self.other(party);
            }
            let whose = MARKS.possessive.contains(&low) || MARKS.whose.contains(&low) || TRADES.whose.contains(&low);
            let kin = MARKS.kin.iter().chain(&MARKS.relatives).any(|stem| low.starts_with(stem.as_str()));
            if !whose && !kin {
                return None;
            }
            edge = word.start;
        }
        None
    }

    /// Whether a word of kinship stands right before a name.
    pub(super) fn is_kin(&self, heard: &Heard<'_>, mention: &Mention) -> bool {
        let text = heard.turn.text.as_str();
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let low = |word: &Word| folded(&text[word.start..word.end]);
        let near = self.said.get(past.saturating_sub(2)..past).unwrap_or_default().iter().rev();
        let word = near.map(low).find(|word| !MARKS.possessive.contains(word));
        word.is_some_and(|word| MARKS.relatives.iter().any(|stem| word.starts_with(stem.as_str())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::contract::tests::KNOWLEDGE;

    #[test]
    fn the_words_read_and_every_side_is_one_of_its_type() {
        let read: Trades = toml::from_str(include_str!("../../../../knowledge/dialogue/trades.toml")).unwrap();
        assert!(!read.trades.is_empty() && !read.whose.is_empty());
        for id in read.side.iter().flat_map(|side| &side.packs) {
            let pack = KNOWLEDGE.pack(id).unwrap_or_else(|| panic!("{id}"));
            assert!(doer(pack).is_some(), "{id}");
        }
    }

    #[test]
    fn a_trade_is_no_side_word_of_a_sale() {
        assert!(KNOWLEDGE.pack("vehicle_sale").is_some_and(|pack| doer(pack).is_none()));
        assert!(is_trade("композитора") && !is_trade("продавец") && !is_trade("квартира"));
    }
}
