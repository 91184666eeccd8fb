//! Names of units, periods and currencies, read at a token.

use crate::engine::text::token::Token;

/// The folded text of token `j`, unless something else covers it or a new line starts there.
pub(crate) fn low(tokens: &[Token], j: usize) -> &str {
    tokens.get(j).filter(|t| !t.taken && !t.line).map_or("", |t| t.low.as_str())
}

/// The token after `j`, skipping the dot of an abbreviation when the sentence goes on after it.
fn dotted(tokens: &[Token], j: usize) -> usize {
    let dot = tokens.get(j).is_some_and(|t| t.is(".") && t.glued());
    let goes_on = tokens.get(j + 1).is_some_and(|t| !t.line && !t.upper);
    if dot && goes_on { j + 1 } else { j }
}

/// A currency at token `j`: ISO 4217 code and the token after it.
pub(crate) fn currency(tokens: &[Token], j: usize) -> Option<(&'static str, usize)> {
    let word = low(tokens, j);
    let code = match word {
        "₽" | "rub" | "rur" => "RUB",
        "руб" => return Some(("RUB", dotted(tokens, j + 1))),
        "р" => {
            // «р/с» is an account; «р» before a hyphen is a region, «6Р82» a model.
            let other = tokens
                .get(j + 1)
                .is_some_and(|t| t.glued() && (t.is("-") || t.is_digits() || t.is("/") && is_account(tokens, j + 2)));
            return (!other).then(|| ("RUB", dotted(tokens, j + 1)));
        }
        "$" | "usd" | "бакс" | "бакса" | "баксов" | "долл" => "USD",
        "€" | "eur" | "евро" => "EUR",
        "¥" | "cny" | "юань" | "юаня" | "юаней" => "CNY",
        "₩" | "krw" => "KRW",
        "₸" | "kzt" | "тенге" => "KZT",
        "российских" | "росс" => return currency(tokens, j + 1).filter(|(code, _)| *code == "RUB"),
        "белорусских" => return currency(tokens, j + 1).map(|(_, next)| ("BYN", next)),
        _ if word.starts_with("рубл") => "RUB",
        _ if word.starts_with("доллар") => {
            let next = if low(tokens, j + 1) == "сша" { j + 2 } else { j + 1 };
            return Some(("USD", next));
        }
        _ => return None,
    };
    Some((code, j + 1))
}

fn is_account(tokens: &[Token], j: usize) -> bool {
    matches!(low(tokens, j), "с" | "сч" | "счет")
}

/// A sign of a currency written before the sum.
pub(crate) fn currency_sign(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "$" => "USD",
        "€" => "EUR",
        "₽" => "RUB",
        "¥" => "CNY",
        "₩" => "KRW",
        _ => return None,
    })
}

/// A period named in the singular, as after «в» or «за»: its code.
pub(crate) fn period(word: &str) -> Option<&'static str> {
    Some(match word {
        "месяц" | "мес" | "месяца" => "month",
        "день" | "дн" | "сутки" | "сут" | "суток" | "дня" => "day",
        "час" | "ч" => "hour",
        "год" | "г" | "года" => "year",
        "неделю" | "неделя" | "нед" | "недели" => "week",
        _ => return None,
    })
}

/// A unit of time that is counted: its code and how many of them one word means.
pub(crate) fn time_unit(word: &str) -> Option<(&'static str, i128)> {
    Some(match word {
        "день" | "дня" | "дней" | "дни" | "дням" | "днями" | "днях" | "дн" | "сутки" | "суток" | "суткам" | "сут"
        | "деньков" => ("day", 1),
        "неделя" | "недели" | "неделю" | "недель" | "неделе" | "неделям" | "неделями" | "нед" | "недельку" => {
            ("week", 1)
        }
        "мес" | "месяц" | "месяца" | "месяцев" | "месяцам" | "месяцами" | "месяцах" | "месяцу" | "месяцем"
        | "месяцы" => ("month", 1),
        "квартал" | "квартала" | "кварталов" => ("month", 3),
        "полугодие" | "полугодия" | "полугодий" => ("month", 6),
        "год" | "года" | "лет" | "годам" | "году" | "годом" | "годами" | "годы" | "годик" => {
            ("year", 1)
        }
        _ => return None,
    })
}

/// A unit of measure at token `j`: its code, a factor in thousandths, and the token after it.
pub(crate) fn measure(tokens: &[Token], j: usize) -> Option<(&'static str, i128, usize)> {
    let word = low(tokens, j);
    let one = |unit| Some((unit, 1000, j + 1));
    let short = |unit| Some((unit, 1000, dotted(tokens, j + 1)));
    let glued = |k: usize, mark: &str| tokens.get(k).is_some_and(|t| t.glued() && t.is(mark));
    match word {
        "м" | "m" if glued(j + 1, "²") || glued(j + 1, "2") => Some(("m2", 1000, j + 2)),
        "м" | "m" if glued(j + 1, "³") || glued(j + 1, "3") => Some(("m3", 1000, j + 2)),
        "м" if low(tokens, j + 1) == "кв" => Some(("m2", 1000, j + 2)),
        "квм" => one("m2"),
        "кв" => {
            let at = if glued(j + 1, ".") { j + 2 } else { j + 1 };
            let next = low(tokens, at);
            (next == "м" || next.starts_with("метр")).then(|| ("m2", 1000, dotted(tokens, at + 1)))
        }
        "куб" => {
            let at = if glued(j + 1, ".") { j + 2 } else { j + 1 };
            let next = low(tokens, at);
            let metres = next == "м" || next.starts_with("метр");
            Some(("m3", 1000, if metres { dotted(tokens, at + 1) } else { j + 1 }))
        }
        "кубов" | "куба" | "кубометр" | "кубометра" | "кубометров" => one("m3"),
        "квадрат" | "квадрата" | "квадратов" => one("m2"),
        "км" | "км." | "km" => short("km"),
        "кг" | "kg" | "кило" => short("kg"),
        "т" => {
            let abbreviation = glued(j + 1, ".")
                && tokens
                    .get(j + 2)
                    .is_some_and(|t| t.glued() && matches!(t.low.as_str(), "е" | "р" | "к" | "д" | "п" | "ч"));
            if abbreviation { None } else { short("t") }
        }
        "га" => one("ha"),
        "сотка" | "сотки" | "соток" | "сотку" => Some(("m2", 100_000, j + 1)),
        "л" => short("l"),
        "м" => short("m"),
        "ч" => short("hour"),
        "час" | "часа" | "часов" | "часам" => one("hour"),
        "шт" | "ед" => short("pcs"),
        "экз" => short("copy"),
        _ => inflected(tokens, j, word),
    }
}

/// Units that are words with endings.
fn inflected(tokens: &[Token], j: usize, word: &str) -> Option<(&'static str, i128, usize)> {
    if word.starts_with("квадратн") || word.starts_with("кубическ") {
        let metres = low(tokens, j + 1);
        let unit = if word.starts_with("квадратн") { "m2" } else { "m3" };
        return (metres == "м" || metres.starts_with("метр")).then_some((unit, 1000, j + 2));
    }
    let stems = [
        ("километр", "km"),
        ("килограмм", "kg"),
        ("тонн", "t"),
        ("метр", "m"),
        ("литр", "l"),
        ("гектар", "ha"),
        ("штук", "pcs"),
        ("единиц", "pcs"),
        ("комплект", "set"),
        ("экземпляр", "copy"),
        ("упаков", "pack"),
        ("мешк", "bag"),
        ("мешок", "bag"),
        ("паллет", "pallet"),
    ];
    let (stem, unit) = stems.iter().find(|(stem, _)| word.starts_with(stem))?;
    // «метраж», «комплектация», «тоннаж» are no units.
    (word.chars().count() <= stem.chars().count() + 3 && !word.ends_with('ж')).then_some((*unit, 1000, j + 1))
}

/// «50 % в день загрузки» is paid on that day, not every day; «в день просрочки» is every day.
fn of_event(tokens: &[Token], j: usize) -> bool {
    let next = tokens.get(j).filter(|token| token.is_word() && !token.line).map_or("", |token| token.low.as_str());
    let late = ["просроч", "опозд", "задерж"].iter().any(|stem| next.starts_with(stem));
    next.chars().count() > 4 && next.ends_with(['и', 'ы', 'а', 'я']) && !late
}

/// «в месяц», «/мес», «за м²», «ежемесячно» at token `j`: the code and the token after it.
pub(crate) fn per(tokens: &[Token], j: usize) -> Option<(&'static str, usize)> {
    let word = low(tokens, j);
    let adverb = match word {
        "ежемесячно" | "помесячно" | "ежемесячный" | "ежемесячная" => "month",
        "ежедневно" | "посуточно" | "ежесуточно" => "day",
        "ежегодно" => "year",
        "еженедельно" => "week",
        "почасово" => "hour",
        _ => "",
    };
    if !adverb.is_empty() {
        return Some((adverb, j + 1));
    }
    let mut at = match word {
        "/" | "в" | "во" | "за" | "с" | "per" | "каждый" | "каждую" | "каждые" => j + 1,
        _ => return None,
    };
    let skip = |w: &str| {
        ["кажд", "календарн", "расчетн", "полн", "рабоч"].iter().any(|stem| w.starts_with(stem))
            || matches!(w, "один" | "одну" | "одни" | "1")
    };
    while at < j + 4 && word != "с" && skip(low(tokens, at)) {
        at += 1;
    }
    if matches!(word, "за" | "/" | "с")
        && let Some((unit, 1000, next)) = measure(tokens, at).filter(|(unit, ..)| *unit != "hour")
    {
        let unit = if unit == "pcs" { "unit" } else { unit };
        return (word != "с" || unit == "m2").then_some((unit, next));
    }
    if word == "с" {
        return None;
    }
    // «в г. Москва» names no year, «в дня» no day.
    let name = low(tokens, at);
    let wrong =
        name == "г" && word != "/" || name == "дня" && word == "в" || name == "день" && of_event(tokens, at + 1);
    period(name).filter(|_| !wrong).map(|code| (code, at + 1))
}
