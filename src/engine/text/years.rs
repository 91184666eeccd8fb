//! Years that are written in words.

use crate::engine::text::dates::{day_number, ordinal_stems};
use crate::engine::text::token::fold;
use regex::Regex;
use std::sync::LazyLock;

static YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let (stems, tens) =
        (ordinal_stems(), "двадцать|тридцать|сорок|пятьдесят|шестьдесят|семьдесят|восемьдесят|девяносто");
    Regex::new(&format!(
        r"(?i)(?:\b(две тысячи|тысяча девятьсот)\s+)?\b((?:(?:{tens})\s+)?(?:{stems}|тридцат|сороков|пятидесят|шестидесят|семидесят|восьмидесят|девяност)(?:ого|его|ый|ой|ом|ем)|двухтысячн(?:ого|ый|ом))(\s+год[ауе]?\b)?"
    ))
    .ok()
});

/// Years in words: «две тысячи девятнадцатого», «двадцатого года»; bytes and year.
pub(super) fn spelled_years(text: &str) -> Vec<(usize, usize, i16)> {
    const TENS: &[(&str, i16)] = &[
        ("двадцат", 20),
        ("тридцат", 30),
        ("сорок", 40),
        ("пятьдесят", 50),
        ("пятидесят", 50),
        ("шестьдесят", 60),
        ("шестидесят", 60),
        ("семьдесят", 70),
        ("семидесят", 70),
        ("восемьдесят", 80),
        ("восьмидесят", 80),
        ("девяност", 90),
    ];
    let tens = |word: &str| TENS.iter().find(|(stem, _)| word.starts_with(stem)).map(|(_, value)| *value);
    let found = YEAR.iter().flat_map(|r| r.captures_iter(text));
    found
        .filter_map(|c| {
            let low = fold(c.get(2)?.as_str());
            if low.starts_with("двухтысячн") {
                let whole = c.get(0)?;
                return Some((whole.start(), whole.end(), 2000));
            }
            let part = match low.split_once(char::is_whitespace) {
                Some((ten, unit)) => tens(ten)? + day_number(unit.trim())?,
                None => tens(&low).or_else(|| day_number(&low))?,
            };
            let century = match c.get(1).map(|m| fold(m.as_str())) {
                Some(words) if words.starts_with("тысяча") => 1900,
                Some(_) => 2000,
                // «Двадцатого года», but no «первого года».
                None if c.get(3).is_some() && (10..=40).contains(&part) => 2000,
                None => return None,
            };
            let whole = c.get(0)?;
            Some((whole.start(), whole.end(), century + part))
        })
        .collect()
}
