//! Works and services by their verb alone: «кошу газоны у Инессы», «мебельщик делает нам шкаф», «заказываю грузчиков».
//!
//! People name thousands of trades by what they do, and no list of trades holds them all. A verb of the first person that is
//! no giving, taking or paying is work for somebody; whether it makes a thing tells works from services. It is only a
//! reading: the person is asked for a word about it (`knowledge/dialogue/worked.toml`).

use crate::engine::grammar::deeds;
use crate::engine::knowledge::phrases::Token;
use serde::Deserialize;
use std::sync::LazyLock;

/// Words of a sentence among which its verb stands.
const EARLY: usize = 4;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Worked {
    /// The pack of works and that of services.
    works: String,
    services: String,
    /// Packs in which one side works, and its place among the sides.
    sides: std::collections::BTreeMap<String, usize>,
    /// Beginnings of verbs by which a thing is made, put up or mended.
    makes: Vec<String>,
    /// Verbs that are no work for somebody, whole.
    not: Vec<String>,
    /// Of these the verbs that are work where the kind is known: «снимаю свадьбу».
    also: Vec<String>,
    /// Verbs by which work is ordered, whole.
    hires: Vec<String>,
    /// Words by which somebody says that he wants it done, whole.
    wants: Vec<String>,
    /// Beginnings of what is wanted when it is the paper alone: «нужен договор».
    papers: Vec<String>,
    /// Words by which somebody says of himself that he works for others, whole.
    status: Vec<String>,
    /// Beginnings of verbs of the one who orders.
    receives: Vec<String>,
    /// Whom it is done for, when it is the speaker.
    for_me: Vec<String>,
    /// «Я», «мы».
    selves: Vec<String>,
    /// Words that may stand before the verb.
    before: Vec<String>,
}

static WORKED: LazyLock<Worked> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/dialogue/worked.toml")).unwrap_or_default());

fn is(list: &[String], low: &str) -> bool {
    list.iter().any(|word| word == low)
}

/// Whether a word is a verb by which somebody says that he works.
fn works(low: &str) -> bool {
    deeds::third(low).is_some() && !is(&WORKED.not, low) && !is(&WORKED.hires, low)
}

/// The pack that the verb of a sentence tells, and the bytes of the verb.
#[must_use]
pub fn of(words: &[Token]) -> Option<(&'static str, (usize, usize))> {
    let all = &*WORKED;
    let pack = |low: &str| match all.makes.iter().any(|stem| low.starts_with(stem.as_str())) {
        true => all.works.as_str(),
        false => all.services.as_str(),
    };
    let early = words.iter().take(EARLY).take_while(|word| !is(&all.not, &word.low));
    let own = early.clone().find(|word| works(&word.low) || is(&all.hires, &word.low));
    if let Some(verb) = own {
        // «Мы «ЭкоТранс», вывозим …»: who says who he is goes on with what he does.
        let told = words.first().is_some_and(|first| is(&all.selves, &first.low));
        let led =
            told || words.iter().take_while(|word| word.start < verb.start).all(|word| is(&all.before, &word.low));
        return led.then(|| (pack(&verb.low), (verb.start, verb.end)));
    }
    // «Захар делает нам шкаф»: the speaker is who it is done for.
    words.windows(2).find_map(|pair| {
        let (verb, whom) = match is(&all.for_me, &pair[1].low) {
            true => (&pair[0], &pair[1]),
            false => (&pair[1], &pair[0]),
        };
        let done = is(&all.for_me, &whom.low) && deeds::is_third(&verb.low) && !deeds::any(&verb.low, &all.not);
        done.then(|| (pack(&verb.low), (verb.start.min(whom.start), verb.end.max(whom.end))))
    })
}

/// Where the words begin by which the speaker says what he does, in a pack in which one side works.
#[must_use]
pub fn led(pack: &str, words: &[Token]) -> Option<usize> {
    let all = &*WORKED;
    let told = [&all.hires, &all.wants, &all.also];
    let tells = |word: &&Token| works(&word.low) || told.iter().any(|list| is(list, &word.low));
    all.sides.contains_key(pack).then(|| words.iter().find(tells).map(|word| word.start)).flatten()
}

/// Whether a verb tells what the one who orders does: «платить», «принимать».
#[must_use]
pub fn receives(infinitive: &str) -> bool {
    WORKED.receives.iter().any(|stem| infinitive.starts_with(stem.as_str()))
}

/// The place of the side that works, where a message says «я самозанятая» and orders nothing.
#[must_use]
pub fn by_status(pack: &str, words: &[Token]) -> Option<usize> {
    let all = &*WORKED;
    let status = words.windows(2).any(|pair| is(&all.selves, &pair[0].low) && is(&all.status, &pair[1].low));
    let worker = worker(pack)?;
    (status && speaker(pack, words) == Some(worker)).then_some(worker)
}

/// The place among the sides of a pack of the one that works.
#[must_use]
pub fn worker(pack: &str) -> Option<usize> {
    WORKED.sides.get(pack).copied()
}

/// The place among the sides of a pack of whoever says these words of himself.
#[must_use]
pub fn speaker(pack: &str, words: &[Token]) -> Option<usize> {
    let all = &*WORKED;
    let side = *all.sides.get(pack)?;
    let paper = |at: usize| {
        let near = words.iter().skip(at + 1).take(2).chain(at.checked_sub(1).and_then(|before| words.get(before)));
        near.into_iter().any(|word| all.papers.iter().any(|stem| word.low.starts_with(stem.as_str())))
    };
    let orders = words.iter().enumerate().any(|(at, word)| {
        is(&all.hires, &word.low) || (is(&all.wants, &word.low) || is(&all.for_me, &word.low)) && !paper(at)
    });
    let status = words.windows(2).any(|pair| is(&all.selves, &pair[0].low) && is(&all.status, &pair[1].low));
    match (orders, status || words.iter().any(|word| works(&word.low) || is(&all.also, &word.low))) {
        (true, false) => Some(1_usize.saturating_sub(side)),
        (false, true) => Some(side),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::knowledge::phrases::tokens;

    #[test]
    fn a_verb_of_the_first_person_tells_the_work() {
        for (text, want) in [
            ("Кошу газоны в коттедже, 6 тыс. в месяц", Some("services")),
            ("Мы ремонтируем ноутбуки школе", Some("work_contract")),
            ("Мебельщик делает нам шкаф-купе", Some("work_contract")),
            ("Студия ведёт мне соцсети", Some("services")),
            ("Заказываю грузчиков на субботу", Some("services")),
            ("Беру генератор на неделю, делаю фундамент", None),
            ("Мы «ЭкоТранс», вывозим отходы от кафе", Some("services")),
            ("Открываю пекарню", None),
            ("Соседи мои строят баню", None),
            ("Договор нужен", None),
        ] {
            assert_eq!(of(&tokens(text)).map(|(pack, _)| pack), want, "{text}");
        }
        let said = |pack, text| speaker(pack, &tokens(text));
        assert_eq!(said("services", "Кошу"), Some(1));
        assert_eq!(said("work_contract", "делает нам"), Some(0));
        assert_eq!(said("loan", "кошу"), None);
        assert_eq!(said("services", "Шьём форму, нужна уборка"), None);
        assert_eq!(said("services", "нужна уборка"), Some(0));
        assert_eq!(led("services", &tokens("я чиню стиралки")), Some("я ".len()));
    }
}
