//! Given names in every case: the anchor by which a person is recognised.

use crate::engine::text::token::fold;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The six cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// Кто.
    Nominative,
    /// Кого (нет).
    Genitive,
    /// Кому.
    Dative,
    /// Кого (вижу).
    Accusative,
    /// Кем.
    Instrumental,
    /// О ком.
    Prepositional,
}

/// What a form of a given name may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Given {
    /// The name in the nominative.
    pub(crate) name: &'static str,
    /// Whether a woman bears it.
    pub(crate) female: bool,
    /// The case of the form.
    pub(crate) case: Case,
}

const MEN: &[&str] = &[
    "Александр",
    "Алексей",
    "Анатолий",
    "Андрей",
    "Антон",
    "Аркадий",
    "Арсен",
    "Арсений",
    "Артём",
    "Артур",
    "Богдан",
    "Борис",
    "Вадим",
    "Валентин",
    "Валерий",
    "Василий",
    "Виктор",
    "Виталий",
    "Владимир",
    "Владислав",
    "Всеволод",
    "Вячеслав",
    "Геннадий",
    "Георгий",
    "Герман",
    "Глеб",
    "Григорий",
    "Давид",
    "Даниил",
    "Данила",
    "Денис",
    "Дмитрий",
    "Евгений",
    "Егор",
    "Захар",
    "Иван",
    "Игорь",
    "Илья",
    "Кирилл",
    "Константин",
    "Лев",
    "Леонид",
    "Макар",
    "Максим",
    "Марат",
    "Марк",
    "Матвей",
    "Михаил",
    "Никита",
    "Николай",
    "Олег",
    "Павел",
    "Пётр",
    "Платон",
    "Прохор",
    "Ренат",
    "Роберт",
    "Родион",
    "Роман",
    "Ростислав",
    "Руслан",
    "Рустам",
    "Савелий",
    "Семён",
    "Сергей",
    "Станислав",
    "Степан",
    "Тарас",
    "Тимофей",
    "Тимур",
    "Фёдор",
    "Филипп",
    "Эдуард",
    "Эмиль",
    "Юрий",
    "Яков",
    "Ян",
    "Ярослав",
    "Ринат",
    "Ильдар",
];

const WOMEN: &[&str] = &[
    "Александра",
    "Алина",
    "Алиса",
    "Алла",
    "Анастасия",
    "Ангелина",
    "Анна",
    "Антонина",
    "Валентина",
    "Валерия",
    "Варвара",
    "Вера",
    "Вероника",
    "Виктория",
    "Галина",
    "Дарья",
    "Диана",
    "Евгения",
    "Екатерина",
    "Елена",
    "Елизавета",
    "Жанна",
    "Зинаида",
    "Зоя",
    "Инна",
    "Ирина",
    "Карина",
    "Кира",
    "Кристина",
    "Ксения",
    "Лариса",
    "Лидия",
    "Лилия",
    "Любовь",
    "Людмила",
    "Маргарита",
    "Марина",
    "Мария",
    "Надежда",
    "Наталия",
    "Наталья",
    "Нина",
    "Оксана",
    "Ольга",
    "Полина",
    "Раиса",
    "Регина",
    "Светлана",
    "София",
    "Софья",
    "Тамара",
    "Татьяна",
    "Ульяна",
    "Эльвира",
    "Юлия",
    "Яна",
];

static FORMS: LazyLock<HashMap<String, Vec<Given>>> = LazyLock::new(|| {
    let mut map: HashMap<String, Vec<Given>> = HashMap::new();
    for (names, female) in [(MEN, false), (WOMEN, true)] {
        for name in names {
            for (form, case) in forms(name) {
                map.entry(fold(&form)).or_default().push(Given { name, female, case });
            }
        }
    }
    map
});

/// Every reading of a folded word as a given name, the nominative first.
pub(crate) fn given(low: &str) -> &'static [Given] {
    FORMS.get(low).map_or(&[], Vec::as_slice)
}

/// The cases of a name by its ending.
fn forms(name: &str) -> Vec<(String, Case)> {
    use Case::{Accusative, Dative, Genitive, Instrumental, Nominative, Prepositional};
    let cut = |n: usize| name.chars().take(name.chars().count() - n).collect::<String>();
    let (stem, [gen_, dat, acc, ins, pre]) = match name {
        "Павел" => ("Павл".to_owned(), ["а", "у", "а", "ом", "е"]),
        "Лев" => ("Льв".to_owned(), ["а", "у", "а", "ом", "е"]),
        "Пётр" => ("Петр".to_owned(), ["а", "у", "а", "ом", "е"]),
        "Любовь" => ("Любов".to_owned(), ["и", "и", "ь", "ью", "и"]),
        _ if name.ends_with("ия") => (cut(1), ["и", "и", "ю", "ей", "и"]),
        _ if name.ends_with('я') => (cut(1), ["и", "е", "ю", "ей", "е"]),
        _ if name.ends_with("га") => (cut(1), ["и", "е", "у", "ой", "е"]),
        _ if name.ends_with('а') => (cut(1), ["ы", "е", "у", "ой", "е"]),
        _ if name.ends_with("ий") => (cut(1), ["я", "ю", "я", "ем", "и"]),
        _ if name.ends_with('й') || name.ends_with('ь') => (cut(1), ["я", "ю", "я", "ем", "е"]),
        _ => (name.to_owned(), ["а", "у", "а", "ом", "е"]),
    };
    let mut out = vec![(name.to_owned(), Nominative)];
    let cases = [(gen_, Genitive), (dat, Dative), (acc, Accusative), (ins, Instrumental), (pre, Prepositional)];
    out.extend(cases.map(|(ending, case)| (format!("{stem}{ending}"), case)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oblique_forms() {
        for (form, name) in [
            ("ивану", "Иван"),
            ("петром", "Пётр"),
            ("павла", "Павел"),
            ("льву", "Лев"),
            ("дмитрием", "Дмитрий"),
            ("никитой", "Никита"),
            ("ильей", "Илья"),
            ("марией", "Мария"),
            ("любовью", "Любовь"),
            ("ольги", "Ольга"),
            ("игорем", "Игорь"),
        ] {
            assert!(given(form).iter().any(|g| g.name == name), "{form}");
        }
        assert!(given("стол").is_empty());
        assert_eq!(given("александра").len(), 3);
    }
}
