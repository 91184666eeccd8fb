//! Russian number words in all cases, and the words that multiply.

use crate::engine::text::token::Token;

/// Millionths: the fixed point in which numerals are read.
pub(crate) const MICRO: i128 = 1_000_000;

/// A word that stands for a number below a thousand: its value and its rank (3 hundreds, 2 tens, 1 teens and units).
pub(crate) fn small(low: &str) -> Option<(i128, u8)> {
    let units = match low {
        "ноль" | "нуль" | "ноля" | "нуля" => 0,
        "один" | "одна" | "одно" | "одного" | "одной" | "одному" | "одним" | "одном" | "одну" => {
            1
        }
        "два" | "две" | "двух" | "двум" | "двумя" | "двое" | "двоих" => 2,
        "три" | "трех" | "трем" | "тремя" | "трое" | "троих" => 3,
        "четыре" | "четырех" | "четырем" | "четырьмя" | "четверо" | "четверых" => {
            4
        }
        "пять" | "пяти" | "пятью" | "пятеро" | "пятерых" => 5,
        "шесть" | "шести" | "шестью" => 6,
        "семь" | "семи" | "семью" => 7,
        "восемь" | "восьми" | "восемью" | "восьмью" => 8,
        "девять" | "девяти" | "девятью" => 9,
        "десять" | "десяти" | "десятью" => 10,
        "одиннадцать" | "одинадцать" | "одиннадцати" | "одиннадцатью" => 11,
        "двенадцать" | "двенацать" | "двенадцати" | "двенадцатью" => 12,
        "тринадцать" | "тринадцати" | "тринадцатью" => 13,
        "четырнадцать" | "четырнадцати" | "четырнадцатью" => 14,
        "пятнадцать" | "пятнадцати" | "пятнадцатью" => 15,
        "шестнадцать" | "шестнадцати" | "шестнадцатью" => 16,
        "семнадцать" | "семнадцати" | "семнадцатью" => 17,
        "восемнадцать" | "восемнадцати" | "восемнадцатью" => 18,
        "девятнадцать" | "девятнадцати" | "девятнадцатью" => 19,
        _ => -1,
    };
    if units >= 0 {
        return Some((units, 1));
    }
    let tens = match low {
        "двадцать" | "двадцати" | "двадцатью" => 20,
        "тридцать" | "тридцати" | "тридцатью" => 30,
        "сорок" | "сорока" => 40,
        "пятьдесят" | "пятдесят" | "пятидесяти" | "пятьюдесятью" => 50,
        "шестьдесят" | "шестдесят" | "шестидесяти" | "шестьюдесятью" => 60,
        "семьдесят" | "семдесят" | "семидесяти" | "семьюдесятью" => 70,
        "восемьдесят" | "восемдесят" | "восьмьдесят" | "восьмидесяти" | "восемьюдесятью" => {
            80
        }
        "девяносто" | "девяноста" => 90,
        _ => 0,
    };
    if tens > 0 {
        return Some((tens, 2));
    }
    let hundreds = match low {
        "сто" | "ста" => 100,
        "двести" | "двухсот" | "двумстам" | "двумястами" | "двухстах" => 200,
        "триста" | "трехсот" | "тремстам" | "тремястами" | "трехстах" => 300,
        "четыреста" | "четырехсот" | "четыремстам" | "четырьмястами" => 400,
        "пятьсот" | "пятсот" | "пятисот" | "пятистам" | "пятьюстами" => 500,
        "шестьсот" | "шестсот" | "шестисот" | "шестистам" | "шестьюстами" => {
            600
        }
        "семьсот" | "семсот" | "семисот" | "семистам" | "семьюстами" => 700,
        "восемьсот" | "восемсот" | "восьмисот" | "восьмистам" | "восемьюстами" => {
            800
        }
        "девятьсот" | "девятсот" | "девятисот" | "девятистам" | "девятьюстами" => {
            900
        }
        _ => 0,
    };
    (hundreds > 0).then_some((hundreds, 3))
}

/// Whether a word is cut like a numeral above ten and is none that is known: what stands behind it is a part of a
/// number that cannot be read («девеносто семь» is not seven).
pub(crate) fn broken(low: &str) -> bool {
    const ENDINGS: &[&str] = &["десят", "дцать", "цать", "дцати", "десяти", "сот", "ести", "носто", "риста"];
    low.chars().count() >= 6 && ENDINGS.iter().any(|ending| low.ends_with(ending)) && small(low).is_none()
}

/// «полтора», «полмиллиона» and the like: millionths.
pub(crate) fn half(low: &str) -> Option<i128> {
    Some(match low {
        "полтора" | "полторы" | "полутора" => MICRO * 3 / 2,
        "полтораста" => 150 * MICRO,
        "полмиллиона" | "полмлн" | "поллимона" | "полляма" => 500_000 * MICRO,
        "полтысячи" => 500 * MICRO,
        _ => return None,
    })
}

/// A word that multiplies what stands before it.
pub(crate) struct Multiplier {
    /// 1 000, 1 000 000 or 1 000 000 000.
    pub(crate) factor: i128,
    /// The token after it.
    pub(crate) next: usize,
    /// Whether it names roubles too («т.р.»).
    pub(crate) roubles: bool,
}

/// The multiplier at token `j`. `after_digits` allows the suffixes that are words of their own elsewhere («к», «т»).
pub(crate) fn multiplier(tokens: &[Token], j: usize, after_digits: bool) -> Option<Multiplier> {
    let token = tokens.get(j).filter(|t| t.is_word() && !t.taken)?;
    let low = token.low.as_str();
    let dot = |k: usize| tokens.get(k).is_some_and(|t| t.is(".") && t.glued());
    let plain = |factor: i128, abbreviated: bool| {
        // The dot of «тыс.» belongs to it only when the sentence goes on.
        let goes_on = dot(j + 1)
            && tokens.get(j + 2).is_some_and(|t| !t.line && !t.taken && (!t.is_word() || !t.upper || t.glued()));
        let next = if abbreviated && goes_on { j + 2 } else { j + 1 };
        Some(Multiplier { factor, next, roubles: false })
    };
    match low {
        "тыс" => plain(1000, true),
        "млн" => plain(1_000_000, true),
        "млрд" => plain(1_000_000_000, true),
        "тыр" | "тр" if after_digits => Some(Multiplier { factor: 1000, next: j + 1, roubles: true }),
        "т" if after_digits && dot(j + 1) => {
            let rouble =
                tokens.get(j + 2).is_some_and(|t| matches!(t.low.as_str(), "р" | "руб" | "рублей") && !t.taken);
            rouble.then_some(Multiplier { factor: 1000, next: j + 3, roubles: true })
        }
        "к" | "k" if after_digits && token.glued() => {
            // «25к» and «25к/мес», but not «р/с 25к/с».
            let slash = tokens.get(j + 1).is_some_and(|t| t.glued() && t.is("/"))
                && tokens.get(j + 2).is_some_and(|t| t.glued() && t.is("с"));
            // «16К20» is a model.
            let model = tokens.get(j + 1).is_some_and(|t| t.glued() && t.is_digits());
            (!slash && !model).then_some(Multiplier { factor: 1000, next: j + 1, roubles: false })
        }
        _ if low.starts_with("тысяч") && low.len() <= "тысячами".len() => plain(1000, false),
        "тыща" | "тыщи" | "тыщ" | "тыщу" | "косарь" | "косаря" | "косарей" => {
            plain(1000, false)
        }
        "лям" | "ляма" | "лямов" => plain(1_000_000, false),
        _ if low.starts_with("миллион") && !low.starts_with("миллионер") => plain(1_000_000, false),
        _ if low.starts_with("миллиард") && !low.starts_with("миллиардер") => {
            plain(1_000_000_000, false)
        }
        _ => None,
    }
}

/// Whether the word alone means one thousand, million and so on («за тысячу рублей»).
pub(crate) fn alone(low: &str) -> bool {
    matches!(
        low,
        "тысяча"
            | "тысячу"
            | "миллион"
            | "миллиона"
            | "миллиард"
            | "миллиарда"
            | "лям"
            | "тыща"
            | "тыщу"
    )
}
