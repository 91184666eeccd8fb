//! Where a value was said: the words of a turn that carry a scalar, or nothing.

use crate::engine::text::locate::exact;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::names::{company_is, is_personal, parts, person_is, surname_is};
use crate::engine::text::scan::mentions;
use crate::engine::text::stem::{Word, contains_stems, is_stop, stem, words};
use crate::engine::text::token::{fold, tokens};
use crate::engine::text::units::currency;
use crate::engine::text::vehicle_codes::{canonical_plate, canonical_vin};
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::HashSet;
use std::sync::OnceLock;

/// Codes of units and periods: they match what a mention measures, never letters.
const UNITS: &[&str] = &[
    "day",
    "working_day",
    "week",
    "month",
    "year",
    "hour",
    "m2",
    "m3",
    "m",
    "km",
    "ha",
    "t",
    "kg",
    "l",
    "pcs",
    "set",
    "copy",
    "pack",
    "bag",
    "pallet",
    "unit",
];

/// Codes of kinds of person.
const KINDS: &[&str] = &["individual", "self_employed", "entrepreneur", "company"];

/// The byte span of the words in `text` that carry the scalar `value`; `None` when nobody said it.
///
/// Numbers equal amounts however written («30000.00» in «30 тысяч»), ISO dates equal days, codes equal their canonical
/// form, names equal themselves in any case, units and currencies equal what was measured. Other text must stand there
/// literally or by its stems. A value right after «не» was denied, not said. Booleans, null and containers never match.
#[must_use]
pub fn finds(value: &Value, text: &str, today: &str) -> Option<(usize, usize)> {
    among(value, text, today, &mentions(text, today), &Cut::default())
}

/// The words of a text in which many values are looked for: cut once, not once for every value.
#[derive(Debug, Clone, Default)]
pub struct Cut {
    words: OnceLock<Vec<Word>>,
    /// The stems of all words; nothing for a text of letters whose forms differ in length or kind.
    stems: OnceLock<Option<HashSet<String>>>,
}

impl Cut {
    fn words(&self, text: &str) -> &[Word] {
        self.words.get_or_init(|| words(text))
    }

    /// Whether a word of the value, of several, stands in the text in no form: then the value does not stand there
    /// either, letter by letter or by its stems. The first such word ends the search.
    fn lacks(&self, text: &str, value: &str) -> bool {
        let all = || self.words(text).iter().map(|word| word.stem.clone()).collect();
        let Some(said) = self.stems.get_or_init(|| is_plain(text).then(all)) else { return false };
        let mut runs = value.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty());
        runs.clone().nth(1).is_some()
            && is_plain(value)
            && runs.any(|run| {
                let stem = stem(run);
                !is_stop(&stem) && !said.contains(&stem)
            })
    }
}

/// Letters whose two cases are single letters, and marks that no folding makes letters of.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii() || ('\u{410}'..='\u{44f}').contains(&c) || "ёЁ«»„“”—–…№\u{a0}".contains(c))
}

/// [`finds`] in a text whose mentions are known.
#[must_use]
pub fn among(value: &Value, text: &str, today: &str, list: &[Mention], cut: &Cut) -> Option<(usize, usize)> {
    match value {
        Value::Number(number) => decimal(&number.to_string()).and_then(|d| measured(&d, text, list)),
        // Words cannot stand in a text that is much shorter than they are.
        Value::String(said) if said.len() <= 2 * text.len() + 64 => string(said.trim(), text, today, list, cut),
        _ => None,
    }
}

fn string(value: &str, text: &str, today: &str, list: &[Mention], cut: &Cut) -> Option<(usize, usize)> {
    if value.is_empty() {
        return None;
    }
    let spoken = |fits: &dyn Fn(&MentionKind) -> bool| {
        list.iter().find(|m| fits(&m.kind) && !denied(text, m.start)).map(|m| (m.start, m.end))
    };
    if UNITS.contains(&value) {
        return spoken(&|kind| measures(kind, value));
    }
    if KINDS.contains(&value) {
        return spoken(&|kind| of_kind(kind, value));
    }
    let said = Said::of(value);
    if let Some(span) = spoken(&|kind| said.is_named_by(kind)) {
        return Some(span);
    }
    if let Some(number) = decimal(value) {
        return measured(&number, text, list);
    }
    if is_currency(value)
        && let Some(span) = spoken(&|kind| matches!(kind, MentionKind::Money { currency, .. } if currency == value))
            .or_else(|| currency_word(value, text))
    {
        return Some(span);
    }
    if cut.lacks(text, value) {
        return None;
    }
    literal(value, text, cut).or_else(|| loose(value, text, today, cut))
}

/// Whether the word right before `start` is «не».
fn denied(text: &str, start: usize) -> bool {
    let before = text[..start].trim_end();
    // Signs such as «$» or an opening quote may stand between.
    let before = before.trim_end_matches(['«', '"', '“', '$', '€', '(']).trim_end();
    let mut chars = before.chars().rev();
    let ends = matches!((chars.next(), chars.next()), (Some('е' | 'Е'), Some('н' | 'Н')));
    ends && chars.next().is_none_or(|c| !c.is_alphanumeric())
}

/// Canonical decimal of plain decimal text («30000.00» → «30000»); leading zeros make a code, not a number.
fn decimal(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    let code = whole.len() > 1 && whole.starts_with('0');
    if whole.is_empty() || whole.len() > 15 || code || !digits(whole) || !digits(fraction) || text.ends_with('.') {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    Some(if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") })
}

/// A mention that measures exactly `number`.
fn measured(number: &str, text: &str, list: &[Mention]) -> Option<(usize, usize)> {
    let fits = |kind: &MentionKind| match kind {
        MentionKind::Money { minor, .. } => {
            decimal(&crate::model::money::format_minor(*minor)).as_deref() == Some(number)
        }
        MentionKind::Number { value } | MentionKind::Percent { value, .. } | MentionKind::Quantity { value, .. } => {
            value == number
        }
        MentionKind::Year { year } => year.to_string() == number,
        MentionKind::Duration { count, .. } => count.to_string() == number,
        MentionKind::DayOfMonth { day } => day.to_string() == number,
        _ => false,
    };
    list.iter().find(|m| fits(&m.kind) && !denied(text, m.start)).map(|m| (m.start, m.end))
}

fn measures(kind: &MentionKind, code: &str) -> bool {
    match kind {
        MentionKind::Duration { unit, .. } | MentionKind::Quantity { unit, .. } => unit == code,
        MentionKind::Money { per, .. } | MentionKind::Percent { per, .. } => per.as_deref() == Some(code),
        _ => false,
    }
}

fn of_kind(kind: &MentionKind, code: &str) -> bool {
    match kind {
        MentionKind::PartyKind { kind } => kind == code,
        MentionKind::Company { .. } => code == "company",
        MentionKind::Entrepreneur { .. } => code == "entrepreneur",
        _ => false,
    }
}

/// A value that is looked for, with what its comparisons need: cut once, not once for every mention.
struct Said<'v> {
    value: &'v str,
    /// Letters and digits alone.
    compact: String,
    upper: OnceCell<String>,
    lower: OnceCell<String>,
    folded: OnceCell<String>,
    parts: OnceCell<Vec<String>>,
    vin: OnceCell<String>,
    plate: OnceCell<String>,
}

impl<'v> Said<'v> {
    fn of(value: &'v str) -> Self {
        let compact = value.chars().filter(|c| c.is_alphanumeric()).collect();
        let (upper, lower, folded) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let (parts, vin, plate) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { value, compact, upper, lower, folded, parts, vin, plate }
    }

    fn folded(&self) -> &str {
        self.folded.get_or_init(|| fold(self.value))
    }

    fn parts(&self) -> &[String] {
        self.parts.get_or_init(|| parts(self.value))
    }

    /// Whether a mention names the value: a day, a code, a person, a company, a car, a city.
    fn is_named_by(&self, kind: &MentionKind) -> bool {
        let (value, compact) = (self.value, &self.compact);
        match kind {
            MentionKind::Date { iso, .. } => iso == value,
            MentionKind::DateRange { from, to } => from == value || to == value,
            MentionKind::Inn { digits, .. }
            | MentionKind::Ogrn { digits, .. }
            | MentionKind::Bik { digits }
            | MentionKind::Account { digits }
            | MentionKind::Snils { digits, .. } => digits == compact,
            MentionKind::Passport { series, number } => {
                compact == series || compact == number || *compact == format!("{series}{number}")
            }
            MentionKind::Kpp { text } => text == self.upper.get_or_init(|| compact.to_uppercase()),
            MentionKind::Phone { text } => {
                compact.len() >= 10
                    && compact.len() <= 11
                    && compact.is_ascii()
                    && text.ends_with(&compact[compact.len() - 10..])
            }
            MentionKind::Vin { text, .. } => {
                compact.len() >= 5 && text == self.vin.get_or_init(|| canonical_vin(value).0)
            }
            MentionKind::Plate { text } => text == self.plate.get_or_init(|| canonical_plate(value)),
            MentionKind::Cadastral { text } => text == value,
            MentionKind::Email { text } => text == self.lower.get_or_init(|| value.to_lowercase()),
            MentionKind::Person { surname, given, patronymic, .. } => {
                person_is([surname, given, patronymic], self.parts())
            }
            MentionKind::Entrepreneur { person } => company_is("ИП", person, self.parts()),
            MentionKind::Company { form, name } => company_is(form, name, self.parts()),
            MentionKind::Vehicle { make, model } => {
                let said = self.folded();
                said == fold(make)
                    || !model.is_empty() && (said == fold(model) || said == fold(&format!("{make} {model}")))
            }
            MentionKind::City { name } => fold(name) == self.folded(),
            _ => false,
        }
    }
}

fn is_currency(value: &str) -> bool {
    value.len() == 3 && value.bytes().all(|b| b.is_ascii_uppercase())
}

/// A currency named without a sum: «в рублях».
fn currency_word(code: &str, text: &str) -> Option<(usize, usize)> {
    let list = tokens(text);
    let found =
        (0..list.len()).find(|&i| !list[i].is("р") && currency(&list, i).is_some_and(|(found, _)| found == code))?;
    Some((list[found].start, list[found].end))
}

/// Stands in no word.
const BREAK: &str = "\n";

/// The words as they stand, or the same words with other marks between them.
fn literal(value: &str, text: &str, cut: &Cut) -> Option<(usize, usize)> {
    if let Some(span) = exact(text, value).into_iter().find(|(start, _)| !denied(text, *start)) {
        return Some(span);
    }
    let bare = |s: &str, w: &Word| fold(&s[w.start..w.end]);
    let wanted: Vec<String> = words(value).iter().map(|w| bare(value, w)).collect();
    if wanted.len() < 2 {
        return None;
    }
    let list = cut.words(text);
    // Words in a row are looked for as one text, each between two breaks: a search that never goes back.
    let mut begins: Vec<usize> = Vec::with_capacity(list.len());
    let mut row = String::from(BREAK);
    for word in list {
        begins.push(row.len());
        row.push_str(&bare(text, word));
        row.push_str(BREAK);
    }
    let found = row.find(&format!("{BREAK}{}{BREAK}", wanted.join(BREAK)))?;
    let at = begins.binary_search(&(found + BREAK.len())).ok()?;
    let (start, end) = (list[at].start, list[at + wanted.len() - 1].end);
    (!denied(text, start)).then_some((start, end))
}

/// The value in other words: names of persons and companies are not read by stems, «АО «Вектор»» is not ООО «Вектор».
fn loose(value: &str, text: &str, today: &str, cut: &Cut) -> Option<(usize, usize)> {
    if is_personal(value) {
        return lone(value, text, cut);
    }
    let company = |kind: &MentionKind| matches!(kind, MentionKind::Company { .. } | MentionKind::Entrepreneur { .. });
    stems(value, text, cut).filter(|_| !mentions(value, today).iter().any(|m| company(&m.kind)))
}

/// A surname alone in another case: «Иванов» in «с Ивановым».
fn lone(value: &str, text: &str, cut: &Cut) -> Option<(usize, usize)> {
    if words(value).len() != 1 {
        return None;
    }
    let list = cut.words(text);
    list.iter().find(|w| surname_is(&text[w.start..w.end], value) && !denied(text, w.start)).map(|w| (w.start, w.end))
}

/// Words with endings: every content stem of the value occurs nearby. Values with digits must be literal, and a
/// negation must stand on both sides or on neither.
fn stems(value: &str, text: &str, cut: &Cut) -> Option<(usize, usize)> {
    const NEGATIONS: &[&str] = &["не", "без", "нет", "ни", "нельз"];
    if value.chars().any(|c| c.is_ascii_digit()) {
        return None;
    }
    let mut wanted: Vec<String> = words(value).into_iter().map(|w| w.stem).filter(|stem| !is_stop(stem)).collect();
    let denies = |stem: &str| NEGATIONS.contains(&stem);
    if !wanted.iter().any(|stem| stem.chars().count() >= 3 && !denies(stem)) {
        return None;
    }
    wanted.sort_unstable();
    let list = cut.words(text);
    let (start, end) = contains_stems(list, &wanted)?;
    let negated = wanted.iter().any(|stem| denies(stem));
    let first = list.partition_point(|w| w.start < start);
    let said = list[first.saturating_sub(1)..].iter().take_while(|w| w.end <= end).any(|w| denies(&w.stem));
    (negated || !said).then_some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TODAY: &str = "2026-11-21";

    #[test]
    fn carried() {
        for (value, text, want) in [
            (json!("30000.00"), "за 30 тысяч", "30 тысяч"),
            (json!("25000.00"), "25к в месяц", "25к в месяц"),
            (json!(25000), "двадцать пять тысяч рублей", "двадцать пять тысяч рублей"),
            (json!("30000.50"), "30 000 рублей 50 копеек", "30 000 рублей 50 копеек"),
            (json!("45.6"), "площадь 45,6 м²", "45,6 м²"),
            (json!("0.1"), "неустойка 0,1 % в день", "0,1 % в день"),
            (json!(6), "на полгода", "полгода"),
            (json!(6), "на шесть месяцев", "шесть месяцев"),
            (json!("month"), "на полгода", "полгода"),
            (json!("month"), "30 000 в месяц", "30 000 в месяц"),
            (json!("m2"), "1 400 руб. за кв. м", "1 400 руб. за кв. м"),
            (json!("day"), "0,1 % в день", "0,1 % в день"),
            (json!(5), "до 5-го числа", "5-го числа"),
            (json!(2021), "Lada Vesta 2021", "2021"),
            (json!("RUB"), "30 000 ₽", "30 000 ₽"),
            (json!("RUB"), "25к", "25к"),
            (json!("RUB"), "платим в рублях", "рублях"),
            (json!("USD"), "$500", "$500"),
            (json!("2026-11-22"), "завтра", "завтра"),
            (json!("2026-12-01"), "с 1 декабря", "1 декабря"),
            (json!("2027-05-31"), "с 01.12.2026 по 31.05.2027", "01.12.2026 по 31.05.2027"),
            (json!("2026-12-01"), "с 01.12.2026 по 31.05.2027", "01.12.2026 по 31.05.2027"),
            (json!("Иванов Иван Иванович"), "договор с Ивановым Иваном Ивановичем", "Ивановым Иваном Ивановичем"),
            (json!("Петров Пётр Петрович"), "Петрову Петру Петровичу", "Петрову Петру Петровичу"),
            (json!("Иванов И. И."), "Иванов И.И.", "Иванов И.И."),
            (json!("ООО «Вектор»"), "арендатор ООО \"Вектор\"", "ООО \"Вектор\""),
            (json!("Вектор"), "ООО Вектор", "ООО Вектор"),
            (json!("ИП Сидорова А. А."), "ИП Сидорова А.А.", "ИП Сидорова А.А."),
            (json!("company"), "арендатор ООО «Вектор»", "ООО «Вектор»"),
            (json!("self_employed"), "у самозанятого", "самозанятого"),
            (json!("Lada"), "Сдаю Весту", "Весту"),
            (json!("Vesta"), "Сдаю Весту", "Весту"),
            (json!("XW8ZZZCK4KG000001"), "VIN XW8ZZZСK4КG000001", "XW8ZZZСK4КG000001"),
            (json!("А123ВС777"), "a123bc777", "a123bc777"),
            (json!("7700000016"), "ИНН 77 0000 0016", "77 0000 0016"),
            (json!("40702810900000000001"), "р/с 40702810900000000001", "40702810900000000001"),
            (json!("11223344595"), "СНИЛС 112-233-445 95", "112-233-445 95"),
            (json!("044525225"), "БИК 044525225", "044525225"),
            (json!("4510"), "паспорт 45 10 123456", "45 10 123456"),
            (json!("+79161234567"), "8 916 123-45-67", "8 916 123-45-67"),
            (json!("Москва"), "квартира в Москве", "Москве"),
            (json!("склад"), "Аренда склада", "склада"),
            (json!("офис"), "под ОФИС", "ОФИС"),
            (json!("ремонт ванной"), "Нужен ремонт моей ванной комнаты", "ремонт моей ванной"),
            (json!("г. Москва, ул. Ленина, д. 5"), "г Москва ул Ленина д 5", "г Москва ул Ленина д 5"),
            (json!("без животных"), "только без животных", "без животных"),
            (json!("М500"), "Поставка цемента М500", "М500"),
            (json!("кв"), "это кв в доме", "кв"),
            (json!("Иванов"), "договор с Ивановым", "Ивановым"),
            (json!("Склад"), "Аренда склада", "склада"),
        ] {
            let found = finds(&value, text, TODAY).map(|(start, end)| &text[start..end]);
            assert_eq!(found, Some(want), "{value} in {text}");
        }
    }

    #[test]
    fn not_there() {
        for (value, text) in [
            (json!("30"), "за 30 тысяч"),
            (json!("30000.00"), "за 300 тысяч"),
            (json!(5), "15 месяцев"),
            (json!(5), "4,5 тонны"),
            (json!(2), "01.02.2027"),
            (json!(7700), "ИНН 7700000016"),
            (json!("7700000017"), "ИНН 7700000016"),
            (json!(11), "не 11, а 12 месяцев"),
            (json!(500), "цемент М500"),
            (json!("2026-12-02"), "с 1 декабря"),
            (json!("2027-02-01"), "с 01.12.2026 по 31.05.2027"),
            (json!("2026-11-22"), "сегодня"),
            (json!("year"), "на 6 месяцев"),
            (json!("month"), "на 2 недели"),
            (json!("day"), "сегодня"),
            (json!("m"), "45 м²"),
            (json!("RUB"), "$500"),
            (json!("EUR"), "30 000 ₽"),
            (json!("RUB"), "900 000"),
            (json!("Иванов Иван Иванович"), "Петров Иван Иванович"),
            (json!("Иванов Пётр Иванович"), "Иванов Иван Иванович, Петров Пётр Петрович"),
            (json!("Иванов"), "Иванович"),
            (json!("Иванов"), "друг Иван"),
            (json!("Иванов"), "город Иваново"),
            (json!("Иван"), "гражданин Иванов"),
            (json!("Петров Пётр"), "Петров Иван"),
            (json!("ООО «Вектор»"), "ООО «Север»"),
            (json!("АО «Вектор»"), "ООО «Вектор»"),
            (json!("company"), "сдаю другу"),
            (json!("individual"), "ИП"),
            (json!("Granta"), "Lada Vesta"),
            (json!("Kia"), "Lada Vesta"),
            (json!("XW8ZZZCK4KG000002"), "VIN XW8ZZZCK4KG000001"),
            (json!("А123ВС777"), "А124ВС777"),
            (json!("Москва"), "в Казани"),
            (json!("склад"), "складно"),
            (json!("субаренда разрешена"), "субаренда не разрешена"),
            (json!("животные"), "без животных"),
            (json!("разрешена"), "не разрешена"),
            (json!("д"), "дом"),
            (json!("ок"), "срок"),
            (json!("и"), "Иванов"),
            (json!("в"), "аренда"),
            (json!(true), "да true"),
            (json!(false), "нет false"),
            (json!(null), "null"),
            (json!(""), "что угодно"),
            (json!("  "), "что угодно"),
            (json!({"a": 1}), "1"),
            (json!([1]), "1"),
            (json!("ремонт ванной"), "ремонт кухни"),
            (json!(-5), "5"),
            (json!("007"), "7"),
        ] {
            let found = finds(&value, text, TODAY).map(|(start, end)| &text[start..end]);
            assert_eq!(found, None, "{value} in {text}");
        }
    }
}
