//! Short noun phrases: posts, titles of sides, forms of companies.
//!
//! Leading adjectives and the head noun change; whatever follows the head stands in its own case already
//! («председатель правления», «Общество с ограниченной ответственностью»).

use crate::engine::grammar::case::{Case, Gender};
use crate::engine::grammar::endings::{ADJECTIVE_F, ADJECTIVE_M, FIRST, MASCULINE, Rule, apply, rule};

/// Participles that stand for a noun: what follows them is their object.
const ALONE: &[&str] = &["исполняющий", "исполняющая", "заведующий", "заведующая", "управляющий", "управляющая"];
/// First parts that never change.
const FIXED_PARTS: &[&str] = &["вице", "пресс", "экс", "арт", "топ", "бизнес", "гаражно"];
/// Feminine nouns in «-ь» that posts and documents use.
const FEMININE_SOFT: &[&str] = &["доверенность", "часть", "обязанность", "ответственность", "деятельность", "запись"];

const NEUTER: &[Rule] = &[
    rule(&["ие"], 1, ["я", "ю", "е", "ем", "и"]),
    rule(&["о"], 1, ["а", "у", "о", "ом", "е"]),
    rule(&["е"], 1, ["я", "ю", "е", "ем", "е"]),
];
const SOFT: &[Rule] = &[rule(&["ь"], 1, ["и", "и", "ь", "ью", "и"])];
const ADJECTIVE_N: &[Rule] = &[
    rule(&["кое", "гое", "хое"], 2, ["ого", "ому", "ое", "им", "ом"]),
    rule(&["ее"], 2, ["его", "ему", "ее", "им", "ем"]),
    rule(&["ое"], 2, ["ого", "ому", "ое", "ым", "ом"]),
];
/// Nouns whose last vowel flees: «Займодавец» → «Займодавца», «посол» → «посла».
const FLEETING: &[Rule] = &[
    rule(&["родавец"], 2, ["ца", "цу", "ца", "цом", "це"]),
    rule(&["авец"], 2, ["ца", "цу", "ца", "цем", "це"]),
    rule(&["лец"], 2, ["ьца", "ьцу", "ьца", "ьцом", "ьце"]),
    rule(&["посол"], 2, ["ла", "лу", "ла", "лом", "ле"]),
];

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase()
}

fn adjective(word: &str) -> Option<Gender> {
    let word = bare(word);
    let ends = |list: &[&str]| word.chars().count() > 3 && list.iter().any(|end| word.ends_with(end));
    // «комментарий», «сценарий» are nouns.
    if ends(&["арий", "орий"]) {
        None
    } else if ends(&["ый", "ой", "ий"]) {
        Some(Gender::Masculine)
    } else if ends(&["ая", "яя"]) {
        Some(Gender::Feminine)
    } else if ends(&["ое", "ее"]) {
        Some(Gender::Neuter)
    } else {
        None
    }
}

fn noun_gender(word: &str) -> Gender {
    let word = bare(word);
    match word.chars().last() {
        _ if FEMININE_SOFT.contains(&word.as_str()) => Gender::Feminine,
        Some('а' | 'я') => Gender::Feminine,
        Some('о' | 'е' | 'ё') => Gender::Neuter,
        _ => Gender::Masculine,
    }
}

/// Gender of the head of a phrase.
#[must_use]
pub fn gender(phrase: &str) -> Gender {
    match phrase.split(' ').find(|word| adjective(word).is_none() || ALONE.contains(&bare(word).as_str())) {
        Some(head) if ALONE.contains(&bare(head).as_str()) => adjective(head).unwrap_or(Gender::Masculine),
        Some(head) => noun_gender(head),
        None => phrase.split(' ').next_back().and_then(adjective).unwrap_or(Gender::Masculine),
    }
}

/// The phrase in a case; `animate` decides the accusative of masculine words.
#[must_use]
pub fn decline(phrase: &str, case: Case, animate: bool) -> String {
    let Some(mut oblique) = case.oblique() else { return phrase.to_owned() };
    let keeps = case == Case::Accusative && !animate && gender(phrase) == Gender::Masculine;
    if keeps {
        return phrase.to_owned();
    }
    if case == Case::Accusative && animate && gender(phrase) == Gender::Masculine {
        oblique = 0;
    }
    let mut found = false;
    let words = phrase.split(' ').map(|word| {
        if found || word.is_empty() {
            return word.to_owned();
        }
        let low = bare(word);
        if low == "временно" || low == "и.о" || low == "врио" {
            return word.to_owned();
        }
        found = adjective(word).is_none() || ALONE.contains(&low.as_str());
        parts(word, oblique)
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A word, each part of a hyphenated one apart, its punctuation kept.
fn parts(word: &str, oblique: usize) -> String {
    let change = |part: &str| {
        let start = part.find(char::is_alphabetic).unwrap_or(0);
        let end = part.rfind(char::is_alphabetic).map_or(0, |i| i + part[i..].chars().next().map_or(0, char::len_utf8));
        let core = part.get(start..end).unwrap_or(part);
        if FIXED_PARTS.contains(&core.to_lowercase().as_str()) || core.is_empty() {
            return part.to_owned();
        }
        format!("{}{}{}", &part[..start], one(core, oblique), part.get(end..).unwrap_or_default())
    };
    word.split('-').map(change).collect::<Vec<_>>().join("-")
}

fn one(word: &str, oblique: usize) -> String {
    match adjective(word) {
        Some(Gender::Masculine) => apply(word, oblique, &[ADJECTIVE_M]),
        Some(Gender::Feminine) => apply(word, oblique, &[ADJECTIVE_F]),
        Some(Gender::Neuter) => apply(word, oblique, &[ADJECTIVE_N]),
        None => match noun_gender(word) {
            Gender::Masculine => apply(word, oblique, &[FLEETING, MASCULINE]),
            Gender::Neuter => apply(word, oblique, &[NEUTER]),
            Gender::Feminine if word.ends_with('ь') => apply(word, oblique, &[SOFT]),
            Gender::Feminine => apply(word, oblique, &[FIRST]),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posts() {
        for (post, genitive) in [
            ("генеральный директор", "генерального директора"),
            ("директор", "директора"),
            ("заместитель генерального директора", "заместителя генерального директора"),
            ("председатель правления", "председателя правления"),
            ("исполняющий обязанности директора", "исполняющего обязанности директора"),
            ("временно исполняющий обязанности директора", "временно исполняющего обязанности директора"),
            ("управляющий", "управляющего"),
            ("управляющая", "управляющей"),
            ("вице-президент", "вице-президента"),
            ("главный бухгалтер", "главного бухгалтера"),
            ("глава администрации", "главы администрации"),
            ("индивидуальный предприниматель", "индивидуального предпринимателя"),
        ] {
            assert_eq!(decline(post, Case::Genitive, true), genitive);
        }
        assert_eq!(decline("генеральный директор", Case::Instrumental, true), "генеральным директором");
        assert_eq!(decline("генеральный директор", Case::Accusative, true), "генерального директора");
    }

    #[test]
    fn sides() {
        use Case::{Accusative, Dative, Genitive, Instrumental, Prepositional};
        for (title, case, form) in [
            ("Арендодатель", Genitive, "Арендодателя"),
            ("Арендатор", Dative, "Арендатору"),
            ("Займодавец", Instrumental, "Займодавцем"),
            ("Продавец", Dative, "Продавцу"),
            ("Заёмщик", Genitive, "Заёмщика"),
            ("Лицензиат", Instrumental, "Лицензиатом"),
            ("Раскрывающая сторона", Genitive, "Раскрывающей стороны"),
            ("Получающая сторона", Accusative, "Получающую сторону"),
            ("Продавец доли", Genitive, "Продавца доли"),
            ("Сторона 1", Prepositional, "Стороне 1"),
            ("Подрядчик", Accusative, "Подрядчика"),
            ("Поклажедатель", Genitive, "Поклажедателя"),
            ("Одаряемый", Dative, "Одаряемому"),
        ] {
            assert_eq!(decline(title, case, true), form);
        }
        assert_eq!(gender("Раскрывающая сторона"), Gender::Feminine);
        assert_eq!(gender("Покупатель"), Gender::Masculine);
    }

    #[test]
    fn things() {
        assert_eq!(decline("договор", Case::Accusative, false), "договор");
        assert_eq!(
            decline("Соглашение о конфиденциальности", Case::Genitive, false),
            "Соглашения о конфиденциальности"
        );
        assert_eq!(decline("доверенность", Case::Instrumental, false), "доверенностью");
        assert_eq!(decline("Трудовой договор", Case::Dative, false), "Трудовому договору");
    }
}
