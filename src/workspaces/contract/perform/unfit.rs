//! Sentences that do not answer a question about a thing or a work, because a term stands in them: «госпошлину оплачивает
//! доверитель» is no action of the performer, «замена брака — 7 рабочих дней» is no goods.
//!
//! The first part of a sentence decides: what is described is named there, and what follows may say anything of it.

use crate::engine::grammar::deeds;
use crate::engine::knowledge::pack::{Pack, Party};
use crate::engine::text::folded;
use crate::workspaces::contract::perform::own::starts;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/unfit.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    /// Places of a thing, and of what is done.
    things: Vec<String>,
    deeds: Vec<String>,
    /// Verbs that describe a thing, whole, and beginnings of those that name the deal.
    states: Vec<String>,
    deal: Vec<String>,
    /// Beginnings of verbs that name a work in the passive too.
    does: Vec<String>,
    /// Openings of a case.
    cases: Vec<String>,
    /// Phrases behind a dash that lay something on somebody or limit it.
    weigh: Vec<String>,
    /// Beginnings of words that measure a period or a share.
    spans: Vec<String>,
    /// Beginnings of words behind which what was named is described.
    relative: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/unfit.toml")).unwrap_or_default());

/// Whether a sentence states a term where the place asks for a thing or for a work.
pub(super) fn is(pack: &Pack, at: &str, sentence: &str) -> bool {
    let thing = MARKS.things.iter().any(|place| place == at);
    if !thing && !MARKS.deeds.iter().any(|place| place == at) {
        return false;
    }
    let low = folded(sentence.trim());
    let (first, behind) = halves(&low);
    let words: Vec<&str> = first.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if limits(behind, thing) {
        return true;
    }
    let until = words.iter().position(|word| starts(word, &MARKS.relative)).unwrap_or(words.len());
    let words = &words[..until];
    if thing {
        let deal = |word: &str| starts(word, &MARKS.deal) || speaks_the_deal(&pack.parties, word);
        let verb = words.iter().position(|word| is_verb(word) || deal(word));
        return verb.is_some_and(|i| !deal(words[i]) && !MARKS.states.iter().any(|state| state == words[i]));
    }
    let denied = words.windows(2).any(|pair| pair[0] == "не" && is_verb(pair[1]));
    let passive =
        |word: &&str| word.ends_with("тся") && third(word.trim_end_matches("ся")) && !starts(word, &MARKS.does);
    let opens = |case: &String| low.strip_prefix(case.as_str()).is_some_and(|rest| rest.starts_with(' '));
    // «Госпошлину оплачивает доверитель»: who does it is what is said.
    let by_whom = words.split_last().is_some_and(|(last, before)| {
        is_side(&pack.parties, last) && before.iter().any(|word| third(word)) && !third(before[0])
    });
    denied || by_whom || words.iter().any(passive) || MARKS.cases.iter().any(opens)
}

/// A sentence up to its first mark, and what stands behind a dash or a colon there.
fn halves(low: &str) -> (&str, Option<&str>) {
    let marks = [", ", "; ", " (", ": ", " — ", " – ", " - "];
    let first = marks.iter().filter_map(|mark| low.find(mark).map(|at| (at, mark))).min();
    match first {
        Some((at, mark)) => {
            (&low[..at], Some(&low[at + mark.len()..]).filter(|_| !matches!(*mark, ", " | "; " | " (")))
        }
        None => (low, None),
    }
}

/// Whether what stands behind a dash says who bears something, within which limits, or how long it takes.
fn limits(behind: Option<&str>, thing: bool) -> bool {
    let Some(behind) = behind else { return false };
    if MARKS.weigh.iter().any(|phrase| behind.starts_with(phrase.as_str())) {
        return true;
    }
    let mut words = behind.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%'));
    let number = words.next().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    // How often a work is done belongs to it; of a thing a period says nothing.
    number && words.next().is_some_and(|unit| starts(unit, &MARKS.spans) && (thing || unit.starts_with(['%', 'п'])))
}

/// A verb of the first person or of the third, in the singular or the plural.
fn is_verb(word: &str) -> bool {
    deeds::third(word).is_some() || third(word.trim_end_matches("ся"))
}

/// «Меняют» is the plural of «меняет», «привозят» of «привозит».
fn third(word: &str) -> bool {
    let plural = [("ют", "ет"), ("ут", "ет"), ("ят", "ит"), ("ат", "ит")];
    let singular = |(from, to): (&str, &str)| word.strip_suffix(from).map(|stem| format!("{stem}{to}"));
    deeds::is_third(word) || plural.into_iter().filter_map(singular).any(|form| deeds::is_third(&form))
}

/// A word with which a side says what the deal is: «сдаю», «заказываем».
fn speaks_the_deal(parties: &[Party], word: &str) -> bool {
    parties.iter().any(|party| party.first_person.iter().any(|form| folded(form) == word))
}

fn is_side(parties: &[Party], word: &str) -> bool {
    let names = parties.iter().flat_map(|party| party.words.iter().chain([&party.title]));
    names.into_iter().any(|name| folded(name) == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::contract::tests::KNOWLEDGE;

    fn unfit(pack: &str, at: &str, said: &str) -> bool {
        is(KNOWLEDGE.pack(pack).unwrap(), at, said)
    }

    #[test]
    fn a_term_is_no_thing_and_no_work() {
        for (pack, at, said) in [
            ("supply", "/object/name", "Замена брака — 7 рабочих дней"),
            ("supply", "/object/name", "Пустую тару забираем со следующей партией"),
            ("equipment_lease", "/object/name", "Чистка — за счёт арендодателя"),
            ("franchise", "/object/trademark", "Двое наших пекарей учатся у них бесплатно десять дней"),
            ("services", "/service/actions", "Госпошлину и экспертизу оплачивает заказчик"),
            ("services", "/service/actions", "Пиротехника и открытый огонь не используются"),
            ("services", "/service/actions", "Имя художника ставится на обороте титула"),
            ("services", "/service/actions", "Если опоздает, возвращаем половину"),
            ("commission", "/service/deals", "Через 60 дней непроданное уценивается на 30 %"),
            ("work_contract", "/work/scope", "Мусор вывозит заказчик"),
        ] {
            assert!(unfit(pack, at, said), "{said}");
        }
        for (pack, at, said) in [
            ("supply", "/object/name", "Мука пшеничная высшего сорта, мешки по 50 кг"),
            ("supply", "/object/name", "Поставляем кирпич — 5000 шт"),
            ("equipment_lease", "/object/name", "Кофемашина стоит у нас на втором этаже"),
            ("equipment_lease", "/object/name", "Сдаю экскаватор, который работает на дизеле"),
            ("services", "/service/actions", "Моем окна, полы и раз в месяц чистим ковры"),
            ("services", "/service/actions", "Уборка — 2 раза в неделю"),
            ("services", "/service/actions", "Мастер приезжает и чинит насос"),
            ("work_contract", "/work/scope", "Выполняются отделочные работы"),
            ("work_contract", "/work/scope", "покрасить стены, не трогая потолок"),
            ("supply", "/terms/other", "Замена брака — 7 рабочих дней"),
        ] {
            assert!(!unfit(pack, at, said), "{said}");
        }
    }
}
