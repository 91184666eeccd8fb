//! Whole numbers in words: nominative, and the genitive that «в течение» wants.

use crate::engine::grammar::case::Gender;
use crate::engine::grammar::plural::plural;

const UNITS: [&str; 20] = [
    "",
    "один",
    "два",
    "три",
    "четыре",
    "пять",
    "шесть",
    "семь",
    "восемь",
    "девять",
    "десять",
    "одиннадцать",
    "двенадцать",
    "тринадцать",
    "четырнадцать",
    "пятнадцать",
    "шестнадцать",
    "семнадцать",
    "восемнадцать",
    "девятнадцать",
];
const TENS: [&str; 10] =
    ["", "", "двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят", "восемьдесят", "девяносто"];
const HUNDREDS: [&str; 10] =
    ["", "сто", "двести", "триста", "четыреста", "пятьсот", "шестьсот", "семьсот", "восемьсот", "девятьсот"];
const UNITS_OF: [&str; 20] = [
    "",
    "одного",
    "двух",
    "трёх",
    "четырёх",
    "пяти",
    "шести",
    "семи",
    "восьми",
    "девяти",
    "десяти",
    "одиннадцати",
    "двенадцати",
    "тринадцати",
    "четырнадцати",
    "пятнадцати",
    "шестнадцати",
    "семнадцати",
    "восемнадцати",
    "девятнадцати",
];
const TENS_OF: [&str; 10] =
    ["", "", "двадцати", "тридцати", "сорока", "пятидесяти", "шестидесяти", "семидесяти", "восьмидесяти", "девяноста"];
const HUNDREDS_OF: [&str; 10] =
    ["", "ста", "двухсот", "трёхсот", "четырёхсот", "пятисот", "шестисот", "семисот", "восьмисот", "девятисот"];

/// Powers of a thousand: gender, nominative one/few/many, genitive one/many.
struct Scale {
    gender: Gender,
    forms: [&'static str; 3],
    of: [&'static str; 2],
}

const SCALES: [Scale; 6] = [
    Scale {
        gender: Gender::Feminine, forms: ["тысяча", "тысячи", "тысяч"], of: ["тысячи", "тысяч"]
    },
    Scale {
        gender: Gender::Masculine, forms: ["миллион", "миллиона", "миллионов"], of: ["миллиона", "миллионов"]
    },
    Scale {
        gender: Gender::Masculine,
        forms: ["миллиард", "миллиарда", "миллиардов"],
        of: ["миллиарда", "миллиардов"],
    },
    Scale {
        gender: Gender::Masculine,
        forms: ["триллион", "триллиона", "триллионов"],
        of: ["триллиона", "триллионов"],
    },
    Scale {
        gender: Gender::Masculine,
        forms: ["квадриллион", "квадриллиона", "квадриллионов"],
        of: ["квадриллиона", "квадриллионов"],
    },
    Scale {
        gender: Gender::Masculine,
        forms: ["квинтиллион", "квинтиллиона", "квинтиллионов"],
        of: ["квинтиллиона", "квинтиллионов"],
    },
];

/// The number in words, its last word agreeing with the gender: «двадцать одна».
#[must_use]
pub fn words(number: u64, gender: Gender) -> String {
    spell(number, gender, false)
}

/// The genitive: «двадцати одной».
#[must_use]
pub fn words_genitive(number: u64, gender: Gender) -> String {
    spell(number, gender, true)
}

fn spell(number: u64, gender: Gender, genitive: bool) -> String {
    if number == 0 {
        return if genitive { "ноля" } else { "ноль" }.to_owned();
    }
    let mut groups = Vec::new();
    let mut rest = number;
    while rest > 0 {
        groups.push(rest % 1000);
        rest /= 1000;
    }
    let mut out: Vec<&str> = Vec::new();
    for (power, group) in groups.iter().enumerate().rev().filter(|(_, group)| **group > 0) {
        let scale = power.checked_sub(1).and_then(|i| SCALES.get(i));
        below_thousand(*group, scale.map_or(gender, |s| s.gender), genitive, &mut out);
        match scale {
            Some(scale) if genitive => out.push(scale.of[usize::from(plural(*group, [0, 1, 2]) != 0)]),
            Some(scale) => out.push(plural(*group, scale.forms)),
            None => {}
        }
    }
    out.join(" ")
}

fn below_thousand(group: u64, gender: Gender, genitive: bool, out: &mut Vec<&'static str>) {
    let at = |n: u64| usize::try_from(n).unwrap_or(0);
    let (hundreds, tens, units) = if genitive { (HUNDREDS_OF, TENS_OF, UNITS_OF) } else { (HUNDREDS, TENS, UNITS) };
    let below = group % 100;
    let last = if below < 20 { below } else { below % 10 };
    let tens = if below < 20 { "" } else { tens[at(below / 10)] };
    let unit = match (last, gender, genitive) {
        (1, Gender::Feminine, false) => "одна",
        (1, Gender::Neuter, false) => "одно",
        (1, Gender::Feminine, true) => "одной",
        (2, Gender::Feminine, false) => "две",
        _ => units[at(last)],
    };
    out.extend([hundreds[at(group / 100)], tens, unit].into_iter().filter(|word| !word.is_empty()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (number, text) in [
            (0, "ноль"),
            (1, "один"),
            (12, "двенадцать"),
            (21, "двадцать один"),
            (100, "сто"),
            (1_000, "одна тысяча"),
            (2_002, "две тысячи два"),
            (11_014, "одиннадцать тысяч четырнадцать"),
            (1_250_000, "один миллион двести пятьдесят тысяч"),
            (1_000_000_001, "один миллиард один"),
        ] {
            assert_eq!(words(number, Gender::Masculine), text);
        }
        assert_eq!(words(31, Gender::Feminine), "тридцать одна");
        assert_eq!(words(2, Gender::Feminine), "две");
        assert_eq!(words(1, Gender::Neuter), "одно");
        assert!(words(u64::MAX, Gender::Masculine).starts_with("восемнадцать квинтиллионов"));
    }

    #[test]
    fn genitive() {
        for (number, text) in [
            (1, "одного"),
            (5, "пяти"),
            (10, "десяти"),
            (14, "четырнадцати"),
            (30, "тридцати"),
            (42, "сорока двух"),
            (1_001, "одной тысячи одного"),
            (21_000, "двадцати одной тысячи"),
            (500, "пятисот"),
        ] {
            assert_eq!(words_genitive(number, Gender::Masculine), text);
        }
    }
}
