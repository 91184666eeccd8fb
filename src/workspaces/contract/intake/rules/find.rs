//! What each rule looks for. Pure functions of the facts.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::mention::MentionKind;
use crate::engine::text::{requisites, scan};
use crate::model::money::{format_minor, human, parse_minor};
use crate::model::pointer::{self, Token};
use crate::workspaces::contract::intake::computed;
use serde_json::Value;
use std::ops::ControlFlow;

/// What a rule found: where, and in words.
pub struct Found {
    /// The fact.
    pub at: String,
    /// What is wrong with it.
    pub what: String,
}

fn sum(domain: &Value, at: &str) -> Option<i64> {
    domain.pointer(at)?.get("amount")?.as_str().and_then(parse_minor)
}

fn rub(minor: i64) -> String {
    human(&format_minor(minor))
}

/// Percent in thousandths; `None` when it is no plain decimal.
fn thousandths(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}{:0<3}", fraction.get(..fraction.len().min(3))?).parse().ok()
}

/// Thousandths of a percent a year above which a penalty waits for a word of the person: 1 % a day, the rate that statutes
/// themselves give the weaker side (art. 23 of the law on consumers). Up to there it is a matter of a warning.
const EXCESSIVE: i64 = 365_000;

/// L01: a penalty over the rate that statutes set themselves.
#[must_use]
pub fn penalty_year(_: &Pack, domain: &Value) -> Option<Found> {
    let rate = domain.pointer("/penalty/rate")?;
    let percent = thousandths(rate["percent"].as_str()?)?;
    let times = match rate["per"].as_str() {
        Some("day") | None => 365,
        Some("week") => 52,
        Some("month") => 12,
        _ => 1,
    };
    let year = percent.checked_mul(times)?;
    // A one-off percentage without a period is no yearly rate.
    (year > EXCESSIVE && rate["per"].is_string())
        .then(|| Found { at: "/penalty/rate".into(), what: format!("Это {} % годовых", (year + 500) / 1000) })
}

/// L04: payments that do not add up to the price.
#[must_use]
pub fn instalments_sum(_: &Pack, domain: &Value) -> Option<Found> {
    let price = sum(domain, "/price/total");
    if let Some(list) = domain.pointer("/payment/instalments").and_then(Value::as_object)
        && let Some(price) = price
    {
        let parts: Vec<i64> =
            list.keys().filter_map(|name| sum(domain, &format!("/payment/instalments/{name}/amount"))).collect();
        let part = sum(domain, "/payment/part");
        let count = domain.pointer("/payment/parts").and_then(Value::as_i64);
        // A first payment and equal ones: as long as nobody said how many, nothing can be added up.
        if part.is_some() && count.is_none() {
            return None;
        }
        let equal = part.zip(count).and_then(|(part, count)| part.checked_mul(count)).unwrap_or_default();
        let total: i64 = parts.iter().sum::<i64>().checked_add(equal)?;
        return (!parts.is_empty() && total != price).then(|| Found {
            at: "/payment/instalments".into(),
            what: format!("Платежи вместе {} ₽, цена {} ₽", rub(total), rub(price)),
        });
    }
    // Equal parts: only where no interest changes their sum.
    let interest = domain.pointer("/interest").is_some_and(is_present)
        && domain.pointer("/interest/kind").and_then(Value::as_str) != Some("none");
    let whole = price.or_else(|| sum(domain, "/loan/amount").filter(|_| !interest))?;
    let total = sum(domain, "/payment/part")?.checked_mul(domain.pointer("/payment/parts")?.as_i64()?)?;
    (total != whole).then(|| Found {
        at: "/payment/part".into(),
        what: format!("Платежи вместе {} ₽, всего {} ₽", rub(total), rub(whole)),
    })
}

/// L05: a total that is not price × quantity.
#[must_use]
pub fn product(pack: &Pack, domain: &Value) -> Option<Found> {
    computed::all(pack, domain).into_iter().find_map(|(at, value, _)| {
        let standing = sum(domain, &at)?;
        let product = value["amount"].as_str().and_then(parse_minor)?;
        (standing != product)
            .then(|| Found {
                what: format!("Названо {} ₽, а по расчёту {} ₽", rub(standing), rub(product)), at
            })
    })
}

/// L07: an end before its start.
#[must_use]
pub fn date_order(_: &Pack, domain: &Value) -> Option<Found> {
    let day = |at: &str| domain.pointer(at).and_then(Value::as_str);
    // ISO dates compare as text.
    [("/term/start", "/term/end"), ("/delivery/loading_date", "/delivery/date"), ("/work/docs_date", "/term/end")]
        .into_iter()
        .find_map(|(first, last)| {
            let (from, to) = (day(first)?, day(last)?);
            (from > to)
                .then(|| Found { at: last.to_owned(), what: format!("Начало {from}, окончание {to}") })
        })
}

/// L13: a number that cannot be right.
#[must_use]
pub fn checksum(pack: &Pack, domain: &Value) -> Option<Found> {
    let found = pointer::walk(domain, |way, value| {
        let Some(text) = value.as_str() else { return ControlFlow::Continue(()) };
        let wrong = match way.last() {
            Some(Token::Key("inn")) => !requisites::inn_ok(text),
            Some(Token::Key("ogrn")) => !requisites::ogrn_ok(text),
            Some(Token::Key("snils")) => !requisites::snils_ok(text),
            _ => named_wrong(text),
        };
        if !wrong {
            return ControlFlow::Continue(());
        }
        let what = format!("«{text}»: контрольное число не сходится");
        ControlFlow::Break(Found { at: pointer::of_way(way), what })
    });
    found.break_value().or_else(|| vin(pack, domain)).or_else(|| account(pack, domain))
}

/// A VIN of another length, or with letters that no VIN has.
fn vin(pack: &Pack, domain: &Value) -> Option<Found> {
    let fields = pack.fields.iter().filter(|field| field.kind == FieldKind::Vin);
    fields.into_iter().find_map(|field| {
        let said = domain.pointer(&field.pointer)?.as_str().filter(|said| !said.is_empty())?;
        let wrong = !requisites::vin_shape(said);
        let what = format!("«{said}»: в VIN 17 знаков, латинские буквы без I, O, Q");
        wrong.then(|| Found { at: field.pointer.clone(), what })
    })
}

/// An account that does not go with the bank's code beside it.
fn account(pack: &Pack, domain: &Value) -> Option<Found> {
    pack.parties.iter().find_map(|party| {
        let at = format!("/parties/{}/bank", party.role);
        let leaf = |name: &str| domain.pointer(&format!("{at}/{name}")).and_then(Value::as_str);
        let bik = leaf("bik").filter(|bik| requisites::bik_shape(bik))?;
        ["account", "correspondent"].into_iter().find_map(|name| {
            let said = leaf(name).filter(|said| !requisites::account_ok(bik, said))?;
            let what = format!("«{said}»: счёт не подходит к БИК {bik}, контрольное число не сходится");
            Some(Found { at: format!("{at}/{name}"), what })
        })
    })
}

/// Whether a free text names a number of a taxpayer or a company that cannot be right.
fn named_wrong(text: &str) -> bool {
    ["ИНН", "ОГРН", "СНИЛС"].iter().any(|name| text.contains(name))
        && scan::mentions(text, "1970-01-01").iter().any(|mention| {
            matches!(
                mention.kind,
                MentionKind::Inn { valid: false, .. }
                    | MentionKind::Ogrn { valid: false, .. }
                    | MentionKind::Snils { valid: false, .. }
            )
        })
}

/// L19: «без залога» beside a sum of it, «без процентов» beside a rate, «бесплатно» beside a price.
#[must_use]
pub fn exclusive(pack: &Pack, domain: &Value) -> Option<Found> {
    let no = |at: &str| matches!(domain.pointer(at).and_then(Value::as_str), Some("none" | "free"));
    let has = |at: &str| domain.pointer(at).is_some_and(is_present);
    [
        ("/deposit/kind", "/deposit/amount"),
        ("/penalty/kind", "/penalty/amount"),
        ("/penalty/kind", "/penalty/rate"),
        ("/price/kind", "/price/fee"),
        ("/price/index", "/price/index_rate"),
    ]
    .into_iter()
    .find(|(kind, value)| no(kind) && has(value))
    .map(|(kind, value)| {
        let label = |at: &str| {
            let field = pack.fields.iter().find(|field| field.pointer == at);
            field.map_or_else(|| at.to_owned(), |field| field.label.clone())
        };
        let what = format!("«{}» — отказ, а «{}» названа", label(kind), label(value));
        Found { at: kind.to_owned(), what }
    })
}

/// L81: two sides with the same name or the same taxpayer number.
#[must_use]
pub fn same_person(pack: &Pack, domain: &Value) -> Option<Found> {
    let bare =
        |text: &str| text.to_lowercase().replace('ё', "е").chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let of = |role: &str, leaf: &str| {
        let said = domain.pointer(&format!("/parties/{role}/{leaf}")).and_then(Value::as_str)?;
        Some((said, bare(said))).filter(|(_, bare)| bare.chars().count() >= 5)
    };
    pack.parties.iter().enumerate().find_map(|(i, one)| {
        pack.parties[i + 1..].iter().find_map(|other| {
            ["name", "inn"].iter().find_map(|leaf| {
                let ((said, a), (_, b)) = (of(&one.role, leaf)?, of(&other.role, leaf)?);
                (a == b).then(|| Found {
                    at: format!("/parties/{}/{leaf}", other.role),
                    what: format!("«{said}» — и {}, и {}", one.title, other.title),
                })
            })
        })
    })
}

/// Whether a date is one by which the matter has to be done or ends. A payment or a handover may have been made before.
#[must_use]
pub fn is_deadline(field: &Field) -> bool {
    let name = field.pointer.rsplit('/').next().unwrap_or_default();
    let of_deal = ["/term/", "/work/"].iter().any(|root| field.pointer.starts_with(root));
    field.kind == FieldKind::Date && of_deal && ["end", "due", "date"].iter().any(|word| name.contains(word))
}

/// L82: a deadline before the day of the turn.
#[must_use]
pub fn past(pack: &Pack, domain: &Value, today: &str) -> Option<Found> {
    pack.fields.iter().filter(|field| is_deadline(field)).find_map(|field| {
        // ISO dates compare as text.
        let day =
            domain.pointer(&field.pointer).and_then(Value::as_str).filter(|day| day.len() == 10 && *day < today)?;
        Some(Found { at: field.pointer.clone(), what: format!("{} — {day}, а сегодня {today}", field.label) })
    })
}
