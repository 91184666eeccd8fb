//! A fact in words, by its type and the form that a clause asks for.

use crate::engine::grammar::case::Case;
use crate::engine::grammar::{bank, company, date, person, plural, sum};
use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::model::money;
use crate::workspaces::contract::draft::rows;
use serde_json::Value;

const NBSP: char = '\u{a0}';

/// The value in a form; `None` when there is no value to show.
pub(in crate::workspaces::contract) fn show(pack: &Pack, domain: &Value, at: &str, form: &str) -> Option<String> {
    let value = domain.pointer(at).filter(|value| crate::engine::knowledge::condition::is_present(value))?;
    if form == "rows" {
        return rows::listed(pack, domain, at);
    }
    let field = pack.field_of(at).filter(|field| field.pointer == at);
    let text = match (value, field.map(|field| field.kind)) {
        (Value::Object(map), _) if map.contains_key("amount") => amount(value, form)?,
        (Value::Object(map), _) if map.contains_key("percent") => rate(value, at, form)?,
        (Value::Object(map), _) if map.contains_key("count") => duration(value, form)?,
        (Value::Object(map), _) if map.contains_key("value") => quantity(value)?,
        (Value::String(text), Some(FieldKind::Date)) => day(text, form),
        (value, Some(FieldKind::Choice)) => choice(pack, at, value),
        (Value::Bool(yes), _) => if *yes { "да" } else { "нет" }.to_owned(),
        (Value::Number(number), _) => number.to_string(),
        (Value::String(text), _) if at.ends_with("/bank/name") => bank::nominative(text),
        (Value::String(text), _) if at.starts_with("/parties/") => name(domain, at, text, form),
        (Value::String(text), _) => lines(text.trim().trim_end_matches('.')),
        _ => return None,
    };
    Some(if form == "lower" { lower(&text) } else { text })
}

/// Lines of a person's list as parts of one sentence.
fn lines(text: &str) -> String {
    let all: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let ends = [',', ';', ':', '.'];
    let mut out = String::new();
    for (i, line) in all.iter().enumerate() {
        match out.chars().last() {
            Some(last) if i > 0 && ends.contains(&last) => out.push(' '),
            Some(_) => out.push_str("; "),
            None => {}
        }
        out.push_str(line);
    }
    out
}

/// Words that go on with a sentence begin small: «Пекарь 4-го разряда» is «пекарь 4-го разряда» behind a colon. A name in
/// another alphabet, an abbreviation and what has capitals inside keep theirs.
fn lower(text: &str) -> String {
    let first: String = text.chars().take_while(|c| !c.is_whitespace()).collect();
    let mut letters = first.chars();
    let plain = letters.next().is_some_and(|c| c.is_uppercase() && ('А'..='Я').contains(&c) || c == 'Ё')
        && !letters.any(|c| c.is_uppercase() || c.is_ascii_alphanumeric())
        && first.chars().count() > 1 + usize::from(first.ends_with('.'));
    if plain {
        text.chars().take(1).flat_map(char::to_lowercase).chain(text.chars().skip(1)).collect()
    } else {
        text.to_owned()
    }
}

fn amount(value: &Value, form: &str) -> Option<String> {
    let text = value["amount"].as_str()?;
    let currency = value["currency"].as_str().unwrap_or("RUB");
    let minor = money::parse_minor(text)?;
    Some(match form {
        "short" => format!("{}{NBSP}{}", money::human(text), money::sign(currency)),
        "digits" => sum::digits(minor),
        "words" => sum::sum_in_words(minor, currency),
        _ => sum::full_sum(minor, currency),
    })
}

fn rate(value: &Value, at: &str, form: &str) -> Option<String> {
    if form == "period" {
        return Some(period(value["per"].as_str().unwrap_or_default(), at).to_owned());
    }
    Some(format!("{}{NBSP}%", value["percent"].as_str()?.replace('.', ",")))
}

/// «за каждый день просрочки», «годовых».
pub(super) fn period(per: &str, at: &str) -> &'static str {
    match (at.starts_with("/penalty"), per) {
        (true, "month") => "за каждый месяц просрочки",
        (true, "year") => "годовых за время просрочки",
        (true, "week") => "за каждую неделю просрочки",
        (true, "once" | "fact") => "за каждый случай просрочки",
        (true, _) => "за каждый день просрочки",
        (_, "day") => "в день",
        (_, "week") => "в неделю",
        (_, "month") => "в месяц",
        (_, "year") => "годовых",
        _ => "",
    }
}

fn duration(value: &Value, form: &str) -> Option<String> {
    let (count, unit) = (value["count"].as_u64()?, value["unit"].as_str()?);
    Some(match form {
        "gen" => plural::counted_genitive(count, unit),
        _ => plural::counted(count, unit),
    })
}

fn quantity(value: &Value) -> Option<String> {
    let number = value["value"].as_str()?;
    let unit = match value["unit"].as_str().unwrap_or_default() {
        "m2" => "кв.\u{a0}м",
        "m3" => "куб.\u{a0}м",
        "km" => "км",
        "kg" => "кг",
        "t" => "т",
        "l" => "л",
        "ha" => "га",
        "m" => "м",
        "pcs" => "шт.",
        "set" => "компл.",
        "hour" => "ч",
        other => plural::unit_of(other).map_or(other, |unit| unit.forms[2]),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), sum::grouped);
    let number = if fraction.is_empty() { whole } else { format!("{whole},{fraction}") };
    Some(format!("{number}{NBSP}{unit}"))
}

fn day(iso: &str, form: &str) -> String {
    match form {
        "quoted" => date::quoted(iso),
        "short" => date::short(iso),
        _ => date::long(iso),
    }
}

fn choice(pack: &Pack, at: &str, value: &Value) -> String {
    let field = pack.field_of(at);
    let option = field.and_then(|field| field.options.iter().find(|option| option.value == *value));
    option.map_or_else(|| value.as_str().unwrap_or_default().to_owned(), |option| option.label.clone())
}

fn name(domain: &Value, at: &str, text: &str, form: &str) -> String {
    let case = Case::parse(form).unwrap_or(Case::Nominative);
    let side = at.rsplit_once('/').map_or("", |(side, _)| side);
    let kind = domain.pointer(&format!("{side}/kind")).and_then(Value::as_str).unwrap_or_default();
    match kind {
        "company" if at.ends_with("/name") => company::decline(&company::full(text), case),
        _ if at.ends_with("/name") => person::decline(text, case).0,
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_person_go_on_with_the_sentence() {
        for (said, want) in [
            ("Пекарь 4-го разряда", "пекарь 4-го разряда"),
            ("Для стендовых испытаний", "для стендовых испытаний"),
            ("ООО «Вектор»", "ООО «Вектор»"),
            ("КамАЗ с прицепом", "КамАЗ с прицепом"),
            ("АД-60С в кожухе", "АД-60С в кожухе"),
            ("iPhone 13", "iPhone 13"),
            ("3D-модели", "3D-модели"),
        ] {
            assert_eq!(lower(said), want);
        }
        assert_eq!(lines("вход\nзаявки;\n\nотчёты"), "вход; заявки; отчёты");
    }
}
