//! Kinds of contract by act and thing (`knowledge/dialogue/kinds.toml`): what people do with what, where no name of a
//! pack stands in their words.

use crate::engine::knowledge::phrases::{Phrases, Token, tokens};
use crate::engine::knowledge::worked;
use crate::engine::text::mention::{Mention, MentionKind};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The rules with their lists of words.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kinds {
    acts: BTreeMap<String, Phrases>,
    things: BTreeMap<String, Phrases>,
    kind: Vec<Kind>,
    speaker: Speaker,
    /// Prepositions behind which no thing of the deal stands: «соседу по даче».
    #[serde(default)]
    aside: Vec<String>,
    #[serde(default)]
    narrow: Vec<Narrow>,
    denials: Denials,
    /// The word as which the sign of a share is read.
    percent: String,
    /// Words for the contract itself, with which its kind is corrected.
    contract: Phrases,
    /// Phrases that order another kind: «поменяйте вид договора».
    orders: Phrases,
    /// Words behind the name of a work with which it is nobody's order.
    selves: Vec<String>,
}

/// Words that deny the kind they stand beside.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Denials {
    before: Vec<String>,
    behind: Vec<String>,
}

/// A kind that turns out to be a special one: a thing with a VIN is a vehicle.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Narrow {
    from: String,
    to: String,
    /// `vin`, `cadastral`: what a message holds that only the special kind has.
    mention: String,
}

/// What tells on which side the person who says it stands, in packs whose first side gives and whose second takes.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Speaker {
    packs: Vec<String>,
    gives: Phrases,
    takes: Phrases,
    #[serde(default)]
    other: Vec<String>,
}

/// One rule.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    pack: String,
    acts: String,
    #[serde(default)]
    things: String,
    /// Bytes between the act and the thing; any number where it is left out.
    #[serde(default)]
    near: Option<usize>,
}

static KINDS: LazyLock<Kinds> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/dialogue/kinds.toml")).unwrap_or_default());

/// Whether a word right before the name of a kind denies it: «не услуги».
#[must_use]
pub fn denies_before(low: &str) -> bool {
    KINDS.denials.before.iter().any(|word| word == low)
}

/// Whether a word right behind the name of a kind denies it: «услуг никаких».
#[must_use]
pub fn denies_behind(low: &str) -> bool {
    KINDS.denials.behind.iter().any(|word| word == low)
}

/// Whether a word says that somebody does a thing for himself: «ремонт делаю сам».
#[must_use]
pub fn for_oneself(low: &str) -> bool {
    KINDS.selves.iter().any(|word| word == low)
}

/// Whether words order another kind of contract.
#[must_use]
pub fn orders(words: &[Token]) -> bool {
    KINDS.orders.found(words)
}

/// Whether words name the contract itself: «это договор займа», «не аренда».
#[must_use]
pub fn names_contract(words: &[Token]) -> bool {
    KINDS.contract.found(words)
}

/// Whether words speak of a machine that does not drive, whose maker may build vehicles too: «лодочный мотор Yamaha».
#[must_use]
pub fn is_machine(words: &[Token]) -> bool {
    KINDS.things.get("machine").is_some_and(|list| list.found(words))
}

/// The words of a sentence, and its signs of a share among them: «30 % ООО» are words in a row.
#[must_use]
pub fn words(text: &str) -> Vec<Token> {
    let sign = |(at, sign): (usize, &str)| Token { start: at, end: at + sign.len(), low: KINDS.percent.clone() };
    let mut all = tokens(text);
    all.extend(text.match_indices('%').map(sign));
    all.sort_by_key(|token| token.start);
    all
}

/// The pack that the words of one sentence speak of, and the bytes of what is done.
#[must_use]
pub fn of(words: &[Token]) -> Option<(&'static str, (usize, usize))> {
    let all = &*KINDS;
    // «Сдаю соседу по даче бетономешалку»: what stands behind such a preposition is not what the deal is about.
    let behind =
        |at: usize| at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|w| all.aside.contains(&w.low));
    let own: Vec<Token> =
        words.iter().enumerate().filter(|(at, _)| !behind(*at)).map(|(_, word)| word.clone()).collect();
    all.kind.iter().find_map(|kind| {
        let act = all.acts.get(&kind.acts)?.first(words)?;
        let thing = || all.things.get(&kind.things).is_some_and(|list| list.found(&own));
        // «Хочет взять на время инструмент, площадку под гараж»: what is taken stands near.
        let near = || {
            let found = all.things.get(&kind.things).and_then(|list| list.first(&own));
            found.is_some_and(|thing| kind.near.is_none_or(|near| thing.0.abs_diff(act.1) <= near))
        };
        (kind.things.is_empty() || thing() && near()).then_some((kind.pack.as_str(), act))
    })
}

/// Where the words begin by which the speaker says what he does or wants, in a pack with a side for it.
#[must_use]
pub fn led(pack: &str, words: &[Token]) -> Option<usize> {
    let all = &KINDS.speaker;
    if !all.packs.iter().any(|known| known == pack) {
        return worked::led(pack, words);
    }
    let found = [all.gives.first(words), all.takes.first(words)];
    found.into_iter().flatten().map(|(start, _)| start).min()
}

/// The place among the sides of a pack of whoever says these words of himself.
#[must_use]
pub fn speaker(pack: &str, words: &[Token]) -> Option<usize> {
    let all = &KINDS.speaker;
    if !all.packs.iter().any(|known| known == pack) {
        return worked::speaker(pack, words);
    }
    // «Он хочет купить»: what another one wants is not said of oneself.
    let wanted =
        |at: usize| at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|w| all.other.contains(&w.low));
    let own: Vec<Token> =
        words.iter().enumerate().filter(|(at, _)| !wanted(*at)).map(|(_, word)| word.clone()).collect();
    match (all.gives.found(&own), all.takes.found(&own)) {
        (true, false) => Some(0),
        (false, true) => Some(1),
        _ => None,
    }
}

/// The special kind that a standing one becomes by what a message holds, and the bytes that show it.
#[must_use]
pub fn narrowed(standing: &str, mentions: &[Mention]) -> Option<(&'static str, (usize, usize))> {
    KINDS
        .narrow
        .iter()
        .filter(|rule| rule.from == standing)
        .find_map(|rule| Some((rule.to.as_str(), shows(rule, mentions)?)))
}

/// What of a message shows that a deal is of a special kind.
#[must_use]
pub fn shown(kind: &str, mentions: &[Mention]) -> Option<(usize, usize)> {
    KINDS.narrow.iter().filter(|rule| rule.to == kind).find_map(|rule| shows(rule, mentions))
}

fn shows(rule: &Narrow, mentions: &[Mention]) -> Option<(usize, usize)> {
    let holds = |mention: &&Mention| match mention.kind {
        MentionKind::Vin { .. } => rule.mention == "vin",
        MentionKind::Cadastral { .. } => rule.mention == "cadastral",
        _ => false,
    };
    mentions.iter().find(holds).map(|mention| (mention.start, mention.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::knowledge::{load, phrases::tokens};

    #[test]
    fn the_file_reads_and_names_packs_and_lists_that_exist() {
        let kinds: Kinds =
            toml::from_str(include_str!("../../../knowledge/dialogue/kinds.toml")).expect("the file reads");
        let knowledge = load::embedded().expect("packs");
        for kind in &kinds.kind {
            assert!(knowledge.pack(&kind.pack).is_some(), "{}", kind.pack);
            assert!(kinds.acts.contains_key(&kind.acts), "{}", kind.acts);
            assert!(kind.things.is_empty() || kinds.things.contains_key(&kind.things), "{}", kind.things);
        }
    }

    #[test]
    fn what_is_done_for_oneself_is_no_order() {
        assert!(for_oneself("сам") && for_oneself("сами") && !for_oneself("мастер"));
    }

    #[test]
    fn what_is_done_with_what_tells_the_kind() {
        for (text, want) in [
            ("Сдаю свой старенький грузовой фургон соседней пекарне", Some("vehicle_lease")),
            ("Хотим снять небольшой светлый кабинет под массаж", Some("premises_lease")),
            ("уборка в подъезде два раза в неделю", Some("services")),
            ("продаём мы с мужем нашу дачу", Some("real_estate_sale")),
            ("I want to rent out my apartment", Some("residential_tenancy")),
            ("сдам в аренду швейную машину на месяц", Some("equipment_lease")),
            ("снимаю свадьбу с дрона", Some("services")),
            ("сдаю соседу по даче бетономешалку", Some("equipment_lease")),
            ("хозяин не против моего договора аренды, помещение под цветы", Some("premises_lease")),
            ("Здравствуйте, нужна бумага", None),
            ("Сдаю в аренду мини-экскаватор Bobcat", Some("equipment_lease")),
            ("сдаём вилочный погрузчик на склад", Some("equipment_lease")),
            ("сдаю генератор посуточно", Some("equipment_lease")),
            ("сдаём экскаватор с машинистом", Some("vehicle_lease")),
            ("сдаю погрузчик с оператором", Some("vehicle_lease")),
            ("сдаю газель помесячно", Some("vehicle_lease")),
            ("подруга просит взаймы девяносто", Some("loan")),
            ("сосед одолжит нам на ремонт", Some("loan")),
            ("долг отдаёт тремя частями", Some("loan")),
            ("нам возят муку с мельницы", Some("supply")),
            ("овощи привозит фермер по средам", Some("supply")),
            ("привозят мебель и собирают", None),
        ] {
            assert_eq!(of(&tokens(text)).map(|(pack, _)| pack), want, "{text}");
        }
    }
}
