//! Words that agree with a number: день, дня, дней.

use crate::engine::grammar::case::Gender;
use crate::engine::grammar::number::{words, words_genitive};

/// No-break space.
pub const NBSP: char = '\u{a0}';

/// One of three forms: for 1, for 2–4, for the rest; 11–14 take the last.
pub fn plural<T: Copy>(number: u64, [one, few, many]: [T; 3]) -> T {
    match (number % 10, number % 100) {
        (_, 11..=14) => many,
        (1, _) => one,
        (2..=4, _) => few,
        _ => many,
    }
}

/// A counted unit: one, few, many, and its gender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// «день», «дня», «дней».
    pub forms: [&'static str; 3],
    /// Gender of the noun.
    pub gender: Gender,
}

const UNITS: &[(&str, Unit)] = &[
    ("day", unit(["день", "дня", "дней"], Gender::Masculine)),
    ("working_day", unit(["рабочий день", "рабочих дня", "рабочих дней"], Gender::Masculine)),
    ("calendar_day", unit(["календарный день", "календарных дня", "календарных дней"], Gender::Masculine)),
    ("week", unit(["неделя", "недели", "недель"], Gender::Feminine)),
    ("month", unit(["месяц", "месяца", "месяцев"], Gender::Masculine)),
    ("year", unit(["год", "года", "лет"], Gender::Masculine)),
    ("hour", unit(["час", "часа", "часов"], Gender::Masculine)),
    ("pcs", unit(["штука", "штуки", "штук"], Gender::Feminine)),
    ("set", unit(["комплект", "комплекта", "комплектов"], Gender::Masculine)),
    ("copy", unit(["экземпляр", "экземпляра", "экземпляров"], Gender::Masculine)),
    ("t", unit(["тонна", "тонны", "тонн"], Gender::Feminine)),
    ("kg", unit(["килограмм", "килограмма", "килограммов"], Gender::Masculine)),
    ("km", unit(["километр", "километра", "километров"], Gender::Masculine)),
    ("l", unit(["литр", "литра", "литров"], Gender::Masculine)),
    ("ha", unit(["гектар", "гектара", "гектаров"], Gender::Masculine)),
    ("bag", unit(["мешок", "мешка", "мешков"], Gender::Masculine)),
    ("pack", unit(["упаковка", "упаковки", "упаковок"], Gender::Feminine)),
    ("pallet", unit(["паллета", "паллеты", "паллет"], Gender::Feminine)),
];

const fn unit(forms: [&'static str; 3], gender: Gender) -> Unit {
    Unit { forms, gender }
}

/// The unit with this code (`day`, `month`, `pcs`…).
#[must_use]
pub fn unit_of(code: &str) -> Option<Unit> {
    UNITS.iter().find(|(name, _)| *name == code).map(|(_, unit)| *unit)
}

/// «6 (шесть) месяцев»; an unknown unit stands as it is.
#[must_use]
pub fn counted(number: u64, code: &str) -> String {
    match unit_of(code) {
        Some(unit) => {
            format!("{number}{NBSP}({}) {}", words(number, unit.gender), plural(number, unit.forms))
        }
        None => format!("{number}{NBSP}{code}"),
    }
}

/// «6 (шести) месяцев», «1 (одного) дня»: after «в течение», «не позднее».
#[must_use]
pub fn counted_genitive(number: u64, code: &str) -> String {
    let Some(unit) = unit_of(code) else { return format!("{number}{NBSP}{code}") };
    let noun = match plural(number, [0, 1, 2]) {
        0 => one_genitive(code, unit),
        _ => unit.forms[2],
    };
    format!("{number}{NBSP}({}) {noun}", words_genitive(number, unit.gender))
}

fn one_genitive(code: &str, unit: Unit) -> &'static str {
    match code {
        "working_day" => "рабочего дня",
        "calendar_day" => "календарного дня",
        _ => unit.forms[1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        let days = ["день", "дня", "дней"];
        for (number, form) in
            [(1, "день"), (2, "дня"), (5, "дней"), (11, "дней"), (14, "дней"), (21, "день"), (112, "дней"), (0, "дней")]
        {
            assert_eq!(plural(number, days), form, "{number}");
        }
    }

    #[test]
    fn counted_units() {
        assert_eq!(counted(6, "month"), "6\u{a0}(шесть) месяцев");
        assert_eq!(counted(1, "week"), "1\u{a0}(одна) неделя");
        assert_eq!(counted(3, "working_day"), "3\u{a0}(три) рабочих дня");
        assert_eq!(counted_genitive(1, "month"), "1\u{a0}(одного) месяца");
        assert_eq!(counted_genitive(5, "day"), "5\u{a0}(пяти) дней");
        assert_eq!(counted_genitive(2, "year"), "2\u{a0}(двух) лет");
        assert_eq!(counted_genitive(21, "working_day"), "21\u{a0}(двадцати одного) рабочего дня");
        assert_eq!(counted(2, "parsec"), "2\u{a0}parsec");
    }
}
