//! Numbers that are no value of a fact whatever stands beside them: what is taken off a price («скидываю 8000 с января»),
//! what bounds something else («мелкий ремонт до 7 000 — она сама»), the article of a law («проценты по 395»).

use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::workspaces::contract::perform::around::{Around, begins};
use crate::workspaces::contract::perform::owner::names;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/bounded.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    off: Vec<String>,
    included: Vec<String>,
    moves: Vec<String>,
    limits: Vec<String>,
    counted: Vec<String>,
    by: Vec<String>,
    law: Vec<String>,
    articles: Vec<String>,
    /// Beginnings of words for one side of a thing.
    edges: Vec<String>,
    /// Words before what is metered.
    each: Vec<String>,
    /// Beginnings of words by which something is metered.
    metered: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/bounded.toml")).unwrap_or_default());

/// Words before a sum among which the word of a discount stands, and before an article what is counted by it.
const NEAR: usize = 5;
const COUNTED: usize = 6;
/// What a limit says of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    /// It bounds another thing.
    Other,
    /// Its clause names the fact: perhaps a bound of the fact itself.
    Named,
}

fn is(list: &[String], word: &str) -> bool {
    list.iter().any(|one| one == word)
}

fn measured(mention: &Mention) -> bool {
    matches!(mention.kind, M::Money { .. } | M::Number { .. } | M::Percent { .. })
}

impl Around {
    /// «Скидка 5 тысяч», «8000 скидываю»: what is taken off says not what is left. «Скинул до 35 000» and «со скидкой
    /// 36 000» tell the price itself.
    pub(super) fn takes_off(&self, mention: &Mention) -> bool {
        if !measured(mention) {
            return false;
        }
        let own: Vec<&str> = self.words().take(NEAR).collect();
        let left = own.first().is_some_and(|word| is(&MARKS.limits, word) || *word == "за");
        // Behind another number a discount is of that one: «скидка 5 000 с 40 000».
        let near = own.iter().take_while(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
        let before = near.clone().position(|word| begins(word, &MARKS.off));
        let included = |at: usize| own.get(at + 1).is_some_and(|word| is(&MARKS.included, word));
        let first = || self.behind.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
        let behind = || !self.behind.trim_start().starts_with(',') && first().is_some_and(|w| begins(w, &MARKS.off));
        !left && before.map_or_else(behind, |at| !included(at))
    }

    /// «Ремонт до 7 000 делает она»: whether a sum of money only bounds something.
    pub(super) fn limits(&self, pack: &Pack, field: &Field, mention: &Mention) -> Option<Limit> {
        let sum = matches!(mention.kind, M::Money { .. } | M::Number { .. }) && field.kind == FieldKind::Money;
        let mut own = self.words();
        if !sum || !own.next().is_some_and(|word| is(&MARKS.limits, word)) {
            return None;
        }
        let own: Vec<&str> = own.collect();
        // «Сторговались до 30 000» tells where the price came to; a bare «до 30 000» answers what was asked.
        if own.is_empty() || own.iter().any(|word| begins(word, &MARKS.moves)) {
            return None;
        }
        let named = own.iter().any(|word| names(pack, field, word));
        Some(if named { Limit::Named } else { Limit::Other })
    }

    /// «Длина 6,2 м, высота 2,8 м»: metres along one side are no area.
    pub(super) fn is_edge(&self, field: &Field, mention: &Mention) -> bool {
        let metres = matches!(&mention.kind, M::Quantity { unit, .. } if unit == "m");
        let area = field.pointer.ends_with("/area");
        let edge = |word: &str| begins(word, &MARKS.edges);
        // «20 м, высота 3 м»: behind a comma another measure begins.
        let own = self.behind.split([',', ';']).next().unwrap_or_default();
        let mut behind = own.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(2);
        metres && area && (self.words().take(2).any(edge) || behind.any(edge))
    }

    /// «По 6 рублей за киловатт»: what one of something costs that is metered is no price of the deal.
    pub(super) fn is_metered(&self, field: &Field, mention: &Mention) -> bool {
        let sum = matches!(mention.kind, M::Money { .. } | M::Number { .. }) && field.kind == FieldKind::Money;
        let whole = matches!(field.pointer.rsplit('/').next(), Some("total" | "rent" | "fee" | "amount"));
        // «За киловатт», «за каждый киловатт»; «500 километров за 30 000» tells how far, and a price.
        let each = |words: &[&str]| {
            let mut pairs = words.windows(2);
            pairs.any(|pair| is(&MARKS.each, pair[0]) && begins(pair[1], &MARKS.metered))
        };
        let mut before: Vec<&str> = self.words().take(NEAR + 2).collect();
        before.reverse();
        let behind = self.behind.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        sum && whole && (each(&before) || each(&behind.take(3).collect::<Vec<&str>>()))
    }

    /// «Проценты по 395», «пени по 395-й ГК»: a number of an article.
    pub(super) fn is_article(&self, mention: &Mention) -> bool {
        let number = self.inside.trim_matches(|c: char| !c.is_ascii_digit());
        // Where no currency was said, a number behind «по» may have been taken for a sum.
        let bare = matches!(mention.kind, M::Money { .. }) && self.inside.bytes().all(|b| b.is_ascii_digit());
        if !bare && !matches!(mention.kind, M::Number { .. } | M::DayOfMonth { .. }) || !is(&MARKS.articles, number) {
            return false;
        }
        let mut before = self.before.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev();
        let by = before.next().is_some_and(|word| is(&MARKS.by, word));
        let counted = || before.take(COUNTED).any(|word| begins(word, &MARKS.counted));
        // «Пени по 500 в день» is a sum.
        let behind = self.behind.trim_start_matches(['-', '‑', '–', ' ']);
        let first = behind.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        by && counted() && (first.is_empty() || is(&MARKS.law, first))
    }
}

/// Whether a number is no value of anything: the article of a law.
pub(super) fn names_article(text: &str, mention: &Mention) -> bool {
    Around::of(text, mention).is_article(mention)
}

/// «Подарки до 3 000 можно»: whether a part of a message bounds something by a sum.
pub(super) fn tells_limit(text: &str, mentions: &[Mention], (start, end): (usize, usize)) -> bool {
    let first = mentions.partition_point(|m| m.start < start);
    let sums = |m: &&Mention| matches!(m.kind, M::Money { .. } | M::Number { .. });
    let mut own = mentions.iter().skip(first).take_while(|m| m.end <= end).filter(sums);
    own.any(|mention| Around::of(text, mention).words().next().is_some_and(|word| is(&MARKS.limits, word)))
}

/// Whether a part of a message tells what is taken off a price.
pub(super) fn tells_discount(text: &str, mentions: &[Mention], (start, end): (usize, usize)) -> bool {
    let first = mentions.partition_point(|m| m.start < start);
    let mut own = mentions.iter().skip(first).take_while(|m| m.end <= end);
    own.any(|mention| Around::of(text, mention).takes_off(mention))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::scan;
    use crate::workspaces::contract::tests::KNOWLEDGE;

    /// The value that stands last, with what is around it.
    fn last(text: &str) -> (Around, Mention) {
        let mentions = scan::mentions(text, "2026-11-24");
        let mention = mentions.into_iter().rfind(measured).unwrap_or_else(|| panic!("{text}"));
        (Around::of(text, &mention), mention)
    }

    #[test]
    fn what_is_taken_off_is_no_price() {
        for (text, want) in [
            ("скидываю 8000 с январской платы", true),
            ("за первый месяц скидка 5 тысяч", true),
            ("5 тысяч скидка за первый месяц", true),
            ("скидка постоянному заказчику 3 000 рублей", true),
            ("за самовывоз уступлю 2000 рублей", true),
            ("скидка на доставку — 700 рублей", true),
            ("скинул до 35 000", false),
            ("уступил за 870 000 рублей", false),
            ("цена со скидкой 36 000 рублей", false),
            ("без скидки 40 000 рублей", false),
            ("скидок нет, цена 40 000 рублей", false),
            ("плата 40 000, скидки не будет", false),
        ] {
            let (around, mention) = last(text);
            assert_eq!(around.takes_off(&mention), want, "{text}");
        }
    }

    #[test]
    fn a_limit_is_no_price() {
        for (pack, at, text, want) in [
            ("residential_tenancy", "/price/rent", "Мелкий ремонт до 7 000 делает она сама", Some(Limit::Other)),
            ("vehicle_lease", "/price/rent", "ущерб до 5 000 рублей не считаем", Some(Limit::Other)),
            ("employment", "/price/salary", "подарки до 3 000 рублей берёт сама", Some(Limit::Other)),
            ("services", "/price/total", "расходники до 10 тысяч покупаю я", Some(Limit::Other)),
            ("supply", "/price/total", "заказы от 50 000 рублей везём бесплатно", Some(Limit::Other)),
            ("services", "/price/total", "цена до 50 000 рублей", Some(Limit::Named)),
            ("services", "/price/total", "сторговались до 50 000 рублей", None),
            ("services", "/price/total", "до 50 000 рублей", None),
            ("services", "/price/total", "за всё 50 000 рублей до нового года", None),
        ] {
            let pack = KNOWLEDGE.pack(pack).unwrap_or_else(|| panic!("{pack}"));
            let Some(field) = pack.field_of(at).or_else(|| pack.fields.iter().find(|f| f.kind == FieldKind::Money))
            else {
                panic!("{text}");
            };
            let (around, mention) = last(text);
            assert_eq!(around.limits(pack, field, &mention), want, "{text}");
        }
    }

    #[test]
    fn an_article_is_no_sum() {
        for (text, want) in [
            ("проценты по 395", true),
            ("неустойку считаем по 395 ГК", true),
            ("проценты за просрочку по 811 и по 395", true),
            ("пени по 500 в день", false),
            ("за просрочку платит по 500", false),
            ("пени по 395 в день", false),
            ("платит по 395", false),
            ("проценты по 20", false),
            ("штраф 395", false),
        ] {
            let (around, mention) = last(text);
            assert_eq!(around.is_article(&mention), want, "{text} {mention:?}");
        }
    }
}
