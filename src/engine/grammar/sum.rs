//! Sums of money: digits, words, currency, minor units.

use crate::engine::grammar::case::Gender;
use crate::engine::grammar::number::words;
use crate::engine::grammar::plural::{NBSP, plural};

/// Names of a currency: the main unit, its gender, the minor unit.
struct Currency {
    code: &'static str,
    gender: Gender,
    main: [&'static str; 3],
    minor: [&'static str; 3],
}

const CURRENCIES: &[Currency] = &[
    Currency {
        code: "RUB",
        gender: Gender::Masculine,
        main: ["рубль", "рубля", "рублей"],
        minor: ["копейка", "копейки", "копеек"],
    },
    Currency {
        code: "USD",
        gender: Gender::Masculine,
        main: ["доллар США", "доллара США", "долларов США"],
        minor: ["цент", "цента", "центов"],
    },
    Currency {
        code: "EUR",
        gender: Gender::Masculine,
        main: ["евро", "евро", "евро"],
        minor: ["евроцент", "евроцента", "евроцентов"],
    },
    Currency {
        code: "CNY",
        gender: Gender::Masculine,
        main: ["юань", "юаня", "юаней"],
        minor: ["фэнь", "фэня", "фэней"],
    },
    Currency {
        code: "BYN",
        gender: Gender::Masculine,
        main: ["белорусский рубль", "белорусских рубля", "белорусских рублей"],
        minor: ["копейка", "копейки", "копеек"],
    },
    Currency {
        code: "KZT",
        gender: Gender::Masculine,
        main: ["тенге", "тенге", "тенге"],
        minor: ["тиын", "тиына", "тиынов"],
    },
    Currency {
        code: "KRW", gender: Gender::Feminine, main: ["вона", "воны", "вон"], minor: ["чон", "чона", "чонов"]
    },
];

fn currency(code: &str) -> Option<&'static Currency> {
    CURRENCIES.iter().find(|currency| currency.code == code)
}

fn split(minor: i64) -> (u64, u64) {
    let abs = minor.unsigned_abs();
    (abs / 100, abs % 100)
}

/// The whole units of a sum in words, in the gender of the currency: «один миллион двести пятьдесят тысяч».
#[must_use]
pub fn sum_in_words(minor: i64, code: &str) -> String {
    words(split(minor).0, currency(code).map_or(Gender::Masculine, |c| c.gender))
}

/// Digits in groups of three, parted by no-break spaces: «1 250 000».
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 * 2);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(NBSP);
        }
        out.push(digit);
    }
    out
}

/// The form that a contract uses: «1 250 000 (один миллион двести пятьдесят тысяч) рублей 00 копеек».
#[must_use]
pub fn full_sum(minor: i64, code: &str) -> String {
    let (whole, rest) = split(minor);
    let in_words = sum_in_words(minor, code);
    match currency(code) {
        Some(c) => format!(
            "{}{NBSP}({in_words}) {} {rest:02}{NBSP}{}",
            grouped(whole),
            plural(whole, c.main),
            plural(rest, c.minor)
        ),
        None => format!("{},{rest:02}{NBSP}{code} ({in_words} {code} {rest:02}/100)", grouped(whole)),
    }
}

/// The short form for tables: «1 250 000,00».
#[must_use]
pub fn digits(minor: i64) -> String {
    let (whole, rest) = split(minor);
    format!("{},{rest:02}", grouped(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_legal_form() {
        let plain = |minor, code| full_sum(minor, code).replace(NBSP, " ");
        assert_eq!(plain(125_000_000, "RUB"), "1 250 000 (один миллион двести пятьдесят тысяч) рублей 00 копеек");
        assert_eq!(plain(100, "RUB"), "1 (один) рубль 00 копеек");
        assert_eq!(plain(2_101, "RUB"), "21 (двадцать один) рубль 01 копейка");
        assert_eq!(plain(1_402, "RUB"), "14 (четырнадцать) рублей 02 копейки");
        assert_eq!(plain(200_011, "USD"), "2 000 (две тысячи) долларов США 11 центов");
        assert_eq!(plain(300, "EUR"), "3 (три) евро 00 евроцентов");
        assert_eq!(plain(100, "KRW"), "1 (одна) вона 00 чонов");
        assert_eq!(plain(100, "GEL"), "1,00 GEL (один GEL 00/100)");
    }

    #[test]
    fn parts() {
        assert_eq!(sum_in_words(125_000_000, "RUB"), "один миллион двести пятьдесят тысяч");
        assert_eq!(digits(123_456_789).replace(NBSP, " "), "1 234 567,89");
    }
}
