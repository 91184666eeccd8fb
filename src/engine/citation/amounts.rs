//! Units of measure and exact decimals: `3 см` and `30 мм` are one length.

use crate::engine::address::lex::{Kind, Token};

/// An exact decimal number: `mantissa · 10^exponent`, without zeros at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal {
    mantissa: i128,
    exponent: i32,
}

impl Decimal {
    /// `mantissa · 10^exponent`.
    #[must_use]
    pub fn new(mantissa: i128, exponent: i32) -> Self {
        let (mut mantissa, mut exponent) = (mantissa, exponent);
        while mantissa != 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            exponent += 1;
        }
        Self { mantissa, exponent: if mantissa == 0 { 0 } else { exponent } }
    }

    /// `30`, `0,5`, `1.80`; nothing else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.replace(',', ".");
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        let digits = format!("{whole}{part}");
        let plain = !digits.is_empty() && digits.len() <= 30 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let exponent = -i32::try_from(part.len()).ok()?;
        plain.then(|| digits.parse().ok().map(|mantissa| Self::new(mantissa, exponent))).flatten()
    }

    /// The nearest number that a computer has.
    #[must_use]
    pub fn nearest(self) -> f64 {
        format!("{}e{}", self.mantissa, self.exponent).parse().unwrap_or(f64::NAN)
    }

    pub(crate) fn times(self, other: Self) -> Option<Self> {
        Some(Self::new(self.mantissa.checked_mul(other.mantissa)?, self.exponent.checked_add(other.exponent)?))
    }

    pub(crate) fn negative(self) -> Self {
        Self { mantissa: -self.mantissa, ..self }
    }

    pub(crate) fn year(self) -> bool {
        self.exponent >= 0
            && self.exponent <= 3
            && (1_900..=2_100).contains(&(self.mantissa.saturating_mul(10_i128.pow(self.exponent.unsigned_abs()))))
    }
}

/// A unit: what it measures, and how many base units it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Measure {
    pub(crate) dimension: String,
    pub(crate) factor: Decimal,
}

/// Folded names; a name with `~` has any ending.
const UNITS: &[(&[&str], &str, (i128, i32))] = &[
    (&["мкм", "микрон~"], "length", (1, -3)),
    (&["мм", "миллиметр~", "міліметр~"], "length", (1, 0)),
    (&["см", "сантиметр~"], "length", (1, 1)),
    (&["дм"], "length", (1, 2)),
    (&["м", "метр", "метра", "метров", "метрів", "метри", "метры", "метрам"], "length", (1, 3)),
    (&["км", "километр~", "кілометр~"], "length", (1, 6)),
    (&["га", "гектар~"], "area", (1, 10)),
    (&["па"], "pressure", (1, 0)),
    (&["кпа", "kpa"], "pressure", (1, 3)),
    (&["мпа", "мра", "mpa"], "pressure", (1, 6)),
    (&["гпа", "gpa"], "pressure", (1, 9)),
    (&["н"], "force", (1, 0)),
    (&["кн", "kn"], "force", (1, 3)),
    (&["мн"], "force", (1, 6)),
    (&["кгс"], "force", (980_665, -5)),
    (&["тс"], "force", (980_665, -2)),
    (&["кг", "килограмм~", "кілограм~"], "mass", (1, 0)),
    (&["т", "тонн~"], "mass", (1, 3)),
    (&["грамм~", "грам", "грамів"], "mass", (1, -3)),
    (&["%", "процент~", "відсотк~", "відсоток", "процентов"], "percent", (1, 0)),
    (&["‰", "промилле"], "percent", (1, -1)),
    (&["градус~"], "degree", (1, 0)),
    (&["дб", "дба"], "sound", (1, 0)),
    (
        &[
            "день",
            "дня",
            "дней",
            "дню",
            "днем",
            "днями",
            "днях",
            "дни",
            "днів",
            "дні",
            "дням",
            "сут",
            "сутки",
            "суток",
            "діб",
            "доби",
            "доба",
            "добу",
        ],
        "day",
        (1, 0),
    ),
    (&["недел~", "тижн~", "тиждень"], "week", (1, 0)),
    (&["месяц~", "місяц~", "мес"], "month", (1, 0)),
    (&["год", "года", "годов", "году", "годами", "лет", "рік", "року", "років", "роки", "роком"], "month", (12, 0)),
    (&["час", "часа", "часов", "часы", "годин~", "ч"], "hour", (1, 0)),
    (&["минут~", "хвилин~"], "minute", (1, 0)),
    (&["руб", "рубл~", "₽"], "RUB", (1, 0)),
    (&["коп", "копеек", "копейки", "копейка", "копійок", "копійки"], "kopeck", (1, 0)),
    (&["грн", "гривень", "гривен~", "гривн~", "₴"], "UAH", (1, 0)),
    (&["долл~", "$", "usd"], "USD", (1, 0)),
    (&["евро", "євро", "€", "eur"], "EUR", (1, 0)),
    (&["мрот"], "wage", (1, 0)),
    (&["раз", "раза", "разів", "рази"], "times", (1, 0)),
    (&["л", "литр~", "літр~"], "volume", (1, 6)),
    (&["원"], "KRW", (1, 0)),
    (&["만원"], "KRW", (1, 4)),
    (&["천만원"], "KRW", (1, 7)),
    (&["억원"], "KRW", (1, 8)),
    (&["일"], "day", (1, 0)),
    (&["주"], "week", (1, 0)),
    (&["개월"], "month", (1, 0)),
    (&["년"], "month", (12, 0)),
    (&["퍼센트"], "percent", (1, 0)),
];

/// The unit at a token and the token after it.
pub(crate) fn measure(tokens: &[Token<'_>], at: usize) -> Option<(Measure, usize)> {
    let mut at = at;
    let mut thousands = Decimal::new(1, 0);
    let token = tokens.get(at)?;
    let scale = |text: &str| match text {
        "тыс" | "тис" => Some(3),
        "млн" => Some(6),
        "млрд" => Some(9),
        word if word.starts_with("тысяч") || word.starts_with("тисяч") => Some(3),
        word if word.starts_with("миллион") || word.starts_with("мільйон") => Some(6),
        _ => None,
    };
    if let Some(exponent) = scale(token.text) {
        thousands = Decimal::new(1, exponent);
        at = dot(tokens, at + 1);
    }
    let kind_of_day = tokens.get(at).and_then(|token| {
        let stems = [
            ("календарн", "day"),
            ("рабоч", "working day"),
            ("робоч", "working day"),
            ("банковск", "banking day"),
            ("банківськ", "banking day"),
        ];
        stems.iter().find(|(stem, _)| token.text.starts_with(stem)).map(|(_, kind)| *kind)
    });
    at += usize::from(kind_of_day.is_some());
    let (mut first, mut next) = power(tokens, at)?;
    if let (Some(kind), "day") = (kind_of_day, first.dimension.as_str()) {
        kind.clone_into(&mut first.dimension);
    }
    if tokens.get(next).is_some_and(|token| token.is("/") && !token.spaced)
        && let Some((second, after)) = power(tokens, next + 1)
    {
        first = over(&first, &second);
        next = after;
    }
    first.factor = first.factor.times(thousands)?;
    Some((first, next))
}

fn dot(tokens: &[Token<'_>], at: usize) -> usize {
    at + usize::from(tokens.get(at).is_some_and(|token| token.is(".")))
}

/// A unit with its square or cube: `м²`, `м2`, `кв. м`.
fn power(tokens: &[Token<'_>], at: usize) -> Option<(Measure, usize)> {
    let token = tokens.get(at)?;
    let before = match token.text {
        "кв" | "квадратных" | "квадратные" => 2,
        "куб" | "кубических" => 3,
        _ => 1,
    };
    let at = if before > 1 { dot(tokens, at + 1) } else { at };
    let (unit, mut next) = plain(tokens, at)?;
    let after = tokens.get(next).filter(|token| !token.spaced).map_or(1, |token| match token.text {
        "²" | "2" => 2,
        "³" | "3" => 3,
        _ => 1,
    });
    next += usize::from(after > 1);
    let exponent = before.max(after);
    if exponent == 1 || unit.dimension != "length" {
        return Some((unit, dot_of_abbreviation(tokens, at, next)));
    }
    let mut factor = unit.factor;
    for _ in 1..exponent {
        factor = factor.times(unit.factor)?;
    }
    let dimension = if exponent == 2 { "area" } else { "volume" };
    Some((Measure { dimension: dimension.to_owned(), factor }, next))
}

/// «руб.» keeps its full stop.
fn dot_of_abbreviation(tokens: &[Token<'_>], at: usize, next: usize) -> usize {
    let short = tokens.get(at).is_some_and(|token| matches!(token.text, "руб" | "коп" | "грн" | "мес"));
    if short { dot(tokens, next) } else { next }
}

fn plain(tokens: &[Token<'_>], at: usize) -> Option<(Measure, usize)> {
    let token = tokens.get(at)?;
    if token.is("°") {
        let celsius = tokens.get(at + 1).is_some_and(|token| token.is("с"));
        let dimension = if celsius { "celsius" } else { "degree" };
        return Some((
            Measure { dimension: dimension.to_owned(), factor: Decimal::new(1, 0) },
            at + 1 + usize::from(celsius),
        ));
    }
    let korean = token.text.starts_with(|ch: char| ('가'..='힣').contains(&ch));
    let fits = |name: &str| match name.strip_suffix('~') {
        Some(stem) => token.text.starts_with(stem),
        // A Korean word carries its particle: «3년의», «원을».
        None if korean => token.text.strip_prefix(name).is_some_and(|rest| rest.chars().count() <= 3),
        None => token.text == name,
    };
    let named = UNITS.iter().filter_map(|(names, dimension, factor)| {
        let name = names.iter().filter(|name| fits(name)).max_by_key(|name| name.len())?;
        Some((name.len(), *dimension, *factor))
    });
    let (_, dimension, (mantissa, exponent)) = named.max_by_key(|(len, ..)| *len)?;
    let single = token.kind == Kind::Letters && token.text.chars().count() == 1;
    // «5 т. е.», «2 м.» is a metre, «10 н» is not followed by «.е».
    // «ст. 5 ч. 3» names a part of an article.
    if single && matches!(token.text, "т" | "ч") && tokens.get(at + 1).is_some_and(|token| token.is(".")) {
        return None;
    }
    Some((Measure { dimension: dimension.to_owned(), factor: Decimal::new(mantissa, exponent) }, at + 1))
}

/// `кгс/см²` is a pressure, `кН/м` a unit of its own.
fn over(first: &Measure, second: &Measure) -> Measure {
    let inverse = Decimal::new(1, -second.factor.exponent);
    let exact = second.factor.mantissa == 1;
    if exact && first.dimension == "force" && second.dimension == "area" {
        // The base of area is mm², that of pressure N/m².
        let factor = first.factor.times(inverse).and_then(|factor| factor.times(Decimal::new(1, 6)));
        return Measure { dimension: "pressure".to_owned(), factor: factor.unwrap_or(first.factor) };
    }
    let factor = if exact { first.factor.times(inverse).unwrap_or(first.factor) } else { first.factor };
    let named =
        if exact { second.dimension.clone() } else { format!("{}·{}", second.dimension, second.factor.mantissa) };
    Measure { dimension: format!("{}/{named}", first.dimension), factor }
}

/// «десяти», «тридцять», «двух»: what a numeral means.
pub(crate) fn numeral(word: &str) -> Option<i128> {
    const STEMS: &[(&str, i128)] = &[
        ("один", 1),
        ("одного", 1),
        ("одной", 1),
        ("одну", 1),
        ("одна", 1),
        ("одного", 1),
        ("однієї", 1),
        ("одним", 1),
        ("два", 2),
        ("две", 2),
        ("двух", 2),
        ("двумя", 2),
        ("дві", 2),
        ("двох", 2),
        ("двом", 2),
        ("двум", 2),
        ("три", 3),
        ("трех", 3),
        ("трем", 3),
        ("трьох", 3),
        ("тремя", 3),
        ("трьом", 3),
        ("четыре", 4),
        ("четырех", 4),
        ("четырем", 4),
        ("чотири", 4),
        ("чотирьох", 4),
        ("пять", 5),
        ("пяти", 5),
        ("п'ять", 5),
        ("п'яти", 5),
        ("шесть", 6),
        ("шести", 6),
        ("шість", 6),
        ("семь", 7),
        ("семи", 7),
        ("сім", 7),
        ("восемь", 8),
        ("восьми", 8),
        ("вісім", 8),
        ("девять", 9),
        ("девяти", 9),
        ("дев'ять", 9),
        ("дев'яти", 9),
        ("десять", 10),
        ("десяти", 10),
        ("двенадцать", 12),
        ("двенадцати", 12),
        ("дванадцять", 12),
        ("дванадцяти", 12),
        ("пятнадцать", 15),
        ("пятнадцати", 15),
        ("п'ятнадцять", 15),
        ("п'ятнадцяти", 15),
        ("двадцать", 20),
        ("двадцати", 20),
        ("двадцять", 20),
        ("тридцать", 30),
        ("тридцати", 30),
        ("тридцять", 30),
        ("сорок", 40),
        ("сорока", 40),
        ("пятьдесят", 50),
        ("пятидесяти", 50),
        ("п'ятдесят", 50),
        ("п'ятдесяти", 50),
        ("шестьдесят", 60),
        ("шестидесяти", 60),
        ("шістдесят", 60),
        ("шістдесяти", 60),
        ("девяносто", 90),
        ("девяноста", 90),
        ("дев'яносто", 90),
        ("сто", 100),
        ("ста", 100),
        ("семьдесят", 70),
        ("семидесяти", 70),
        ("сімдесят", 70),
        ("восемьдесят", 80),
        ("восьмидесяти", 80),
        ("вісімдесят", 80),
    ];
    STEMS.iter().find(|(stem, _)| *stem == word).map(|(_, value)| *value)
}
