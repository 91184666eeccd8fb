//! A term that names no person at all: «замена брака — 7 рабочих дней» stands as it was said.
//!
//! Only where nothing in it speaks to somebody, asks, or could be a verb of the first person: such words stay a quotation,
//! for the contract would not say whose they are.

use crate::workspaces::contract::draft::said::Word;
use crate::workspaces::contract::draft::voice::{VOICE, has};
use serde::Deserialize;

/// Words of one part between marks; more were dictated without any, and nobody knows where a thought ends.
const LONGEST: usize = 24;
/// Words of a term at least.
const LEAST: usize = 2;

/// What keeps a term in its quotation marks.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Impersonal {
    /// Words by which somebody is spoken to or spoken of as present, whole.
    spoken: Vec<String>,
    /// Endings of a verb in the first person wherever it stands.
    anywhere: Vec<String>,
    /// Endings of one where a verb would stand: first in its part, or behind one of `before`.
    placed: Vec<String>,
    before: Vec<String>,
    /// Beginnings of words that end so and are no verbs.
    nouns: Vec<String>,
    /// Endings of adjectives that look like them.
    adjectives: Vec<String>,
}

/// Whether these words can stand in a contract as they are.
pub(super) fn stands(quote: &str, words: &[Word<'_>]) -> bool {
    let marks = &VOICE.impersonal;
    if words.len() < LEAST || quote.contains(['?', '…']) || quote.contains("...") {
        return false;
    }
    let russian = |c: &char| matches!(c, 'а'..='я' | 'А'..='Я' | 'ё' | 'Ё');
    let (letters, own) = (quote.chars().filter(|c| c.is_alphabetic()).count(), quote.chars().filter(russian).count());
    if own * 3 < letters * 2 {
        return false;
    }
    let last = words.last().map_or(0, |word| word.part);
    let long = |part: usize| words.iter().filter(|word| word.part == part).count() > LONGEST;
    if (0..=last).any(long) {
        return false;
    }
    let doubtful = |i: usize| {
        let word = &words[i];
        if has(&marks.spoken, &word.low) {
            return true;
        }
        if marks.nouns.iter().any(|noun| word.low.starts_with(noun.as_str())) || ends(&marks.adjectives, &word.low) {
            return false;
        }
        let before = i.checked_sub(1).map(|b| &words[b]).filter(|before| before.part == word.part);
        let verb_place = before.is_none_or(|before| has(&marks.before, &before.low));
        ends(&marks.anywhere, &word.low) || verb_place && ends(&marks.placed, &word.low)
    };
    !(0..words.len()).any(doubtful)
}

fn ends(list: &[String], low: &str) -> bool {
    list.iter().any(|end| low.len() > end.len() + 2 && low.ends_with(end.as_str()))
}

/// The words without signs before them.
pub(super) fn headed(quote: &str) -> &str {
    quote.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '«' | '(' | '№' | '{'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::contract::draft::said::tokens;

    #[test]
    fn what_names_nobody_stands_as_it_was_said() {
        for quote in [
            "Замена брака — 7 рабочих дней",
            "Досрочная поставка — только с согласия покупателя",
            "Если машина пришла в другое время, разгрузка переносится, простой за счёт поставщика",
            "по доставке: приём машин только по вторникам и четвергам с 8:00 до 12:00",
            "Право собственности и риск переходят с подписания УПД на складе",
            "Курение в квартире и на лестничной площадке — штраф подрядчику 5 000 руб",
            "Проценты по ст. 317.1 ГК не начисляются",
            "уборку проводят дважды в неделю, оплату за пропущенную не берут",
            "Дверь в спальню держать закрытой: там кошка",
        ] {
            assert!(stands(quote, &tokens(quote)), "{quote}");
        }
    }

    #[test]
    fn who_speaks_or_is_spoken_to_keeps_quotation_marks() {
        for quote in [
            "расписку напишу завтра",
            "про ключи вам уже писали",
            "пусть так и будет, спасибо",
            "а если не отдаст?",
            "не пущу на склад без пропуска",
            "the deposit is returned within ten days",
            "нет ни залогов ни арестов ни запретов нету штрафы если какие до третьего декабря придут пробег восемьдесят \
             четыре триста птс бумажный автоваз выдал стс один хозяин с новья с девятнадцатого года",
        ] {
            assert!(!stands(quote, &tokens(quote)), "{quote}");
        }
        assert_eq!(headed(": фото — в JPEG"), "фото — в JPEG");
        assert_eq!(headed("«Диадок» — для обмена"), "«Диадок» — для обмена");
    }
}
