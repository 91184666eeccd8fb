//! Arithmetic: sums, products, digits against words, values that differ from place to place.

use crate::engine::grammar::case::Gender;
use crate::engine::grammar::number::{words, words_genitive};
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::numerals;
use crate::model::money::{format_minor, human};
use crate::workspaces::contract::intake::rules::find;
use crate::workspaces::contract::lint::paper::Kind;
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::report::Repair;
use crate::workspaces::contract::lint::{Hit, Subject};

pattern!(
    DIGITS_WORDS,
    r"(\d{1,3}(?:[\s\u{a0}]\d{3})+|\d+)(?:[,.]\d{1,2})?\s*(?:%\s*)?\(([А-Яа-яЁё][А-Яа-яЁё\s\u{a0}-]{1,200})\)\s*(\w*)"
);
pattern!(TOTAL, r"(?i)(?:всего|итого|общая\s+(?:стоимость|цена|сумма)|на\s+(?:общую\s+)?сумму|цена\s+договора)");
pattern!(
    PRICE,
    r"(?i)(?:цена\s+(?:настоящего\s+)?договора|общая\s+(?:стоимость|цена)|стоимость\s+(?:услуг|работ|товара|имущества)|цена\s+(?:услуг|работ|товара|имущества|автомобиля))[^.;\d]{0,60}$"
);
pattern!(
    PARTS,
    r"(?i)(?:перв|втор|трет|четв[её]рт|аванс|предоплат|остат|оставш|последн|платеж\s*№?\s*\d|платёж\s*№?\s*\d)"
);

fn rub(minor: i64) -> String {
    human(&format_minor(minor))
}

fn money(mention: &Mention) -> Option<(i64, Option<&str>)> {
    match &mention.kind {
        MentionKind::Money { minor, per, .. } => Some((*minor, per.as_deref())),
        _ => None,
    }
}

/// L04.
pub(super) fn instalments(subject: &Subject<'_>) -> Vec<Hit> {
    let stated = subject.stated.as_ref().and_then(|s| find::instalments_sum(s.facts.pack, s.facts.domain));
    let mut hits: Vec<Hit> = stated.map(|found| Hit::fact(&found.at, found.what)).into_iter().collect();
    hits.extend(table_sum(subject));
    hits.extend(listed_sum(subject));
    hits
}

/// A table whose last row is «Итого».
fn table_sum(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut rows: Vec<i64> = Vec::new();
    for (index, block, body) in subject.paper.all() {
        if block.kind != Kind::Row {
            rows.clear();
            continue;
        }
        let Some(cell) = body.trim_matches(['|', ' ']).split(['|', '\t']).next_back().and_then(amount) else {
            continue;
        };
        let low = body.to_lowercase();
        if low.contains("итого") || low.contains("всего") {
            let sum: i64 = rows.iter().sum();
            if rows.len() > 1 && sum != cell {
                hits.push(Hit::block(index, format!("Строки вместе {} ₽, в итоге {} ₽", rub(sum), rub(cell))));
            }
            rows.clear();
        } else {
            rows.push(cell);
        }
    }
    hits
}

/// «30 000,00» as kopecks; only a cell with kopecks is surely money.
fn amount(cell: &str) -> Option<i64> {
    let bare: String = cell.trim().trim_end_matches(['₽', '.']).chars().filter(|c| !c.is_whitespace()).collect();
    let bare = bare.trim_end_matches("руб");
    let (whole, rest) = bare.rsplit_once([',', '.']).filter(|(_, rest)| rest.len() == 2)?;
    Some(whole.parse::<i64>().ok()?.checked_mul(100)? + rest.parse::<i64>().ok()?)
}

/// «цена 900 000: первый платёж 300 000, второй 500 000».
fn listed_sum(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (index, block, body) in subject.paper.main() {
        let sums: Vec<&Mention> =
            block.mentions.iter().filter(|m| money(m).is_some_and(|(_, per)| per.is_none())).collect();
        let [price, parts @ ..] = sums.as_slice() else { continue };
        let before = body.get(..price.start - block.range.start).unwrap_or_default();
        let after = |m: &Mention| subject.paper.text.get(price.end..m.start).unwrap_or_default();
        // What stands before the first part stands before all of them.
        if parts.len() < 2 || !PRICE.ends(before) || !parts.first().is_some_and(|part| PARTS.is(after(part))) {
            continue;
        }
        let total = money(price).map_or(0, |(minor, _)| minor);
        let sum: i64 = parts.iter().filter_map(|part| money(part)).map(|(minor, _)| minor).sum();
        if sum != total {
            hits.push(Hit::block(index, format!("Платежи вместе {} ₽, цена {} ₽", rub(sum), rub(total))));
        }
    }
    hits
}

/// L05.
pub(super) fn product(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    if let Some(stated) = &subject.stated
        && let Some(found) = find::product(stated.facts.pack, stated.facts.domain)
    {
        let all = crate::workspaces::contract::intake::computed::all(stated.facts.pack, stated.facts.domain);
        let right = all.into_iter().find(|(at, ..)| *at == found.at).map(|(_, value, _)| value);
        let fix = right.map(|value| Repair::Set("Поставить сумму по расчёту", found.at.clone(), value));
        hits.push(Hit { fix, ..Hit::fact(&found.at, found.what) });
    }
    for (index, block, body) in subject.paper.main() {
        let quantity = block.mentions.iter().find_map(|m| match &m.kind {
            MentionKind::Quantity { value, unit } => Some((value.clone(), unit.clone())),
            _ => None,
        });
        let Some((value, unit)) = quantity else { continue };
        let price =
            block.mentions.iter().filter_map(money).find(|(_, per)| per.is_some_and(|p| p == unit || p == "unit"));
        let total = block.mentions.iter().find_map(|m| {
            let (minor, per) = money(m)?;
            let before = body.get(..m.start - block.range.start)?;
            let near: String = before.chars().rev().take(60).collect::<Vec<_>>().into_iter().rev().collect();
            (per.is_none() && TOTAL.is(&near)).then_some(minor)
        });
        let (Some((price, _)), Some(total), Some(micro)) = (price, total, micro(&value)) else { continue };
        let right = (i128::from(price) * micro + 500_000) / 1_000_000;
        if right != i128::from(total) {
            let right = i64::try_from(right).unwrap_or_default();
            hits.push(Hit::block(index, format!("Названо {} ₽, а по расчёту {} ₽", rub(total), rub(right))));
        }
    }
    hits
}

fn micro(decimal: &str) -> Option<i128> {
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    format!("{whole}{fraction:0<6}").parse().ok()
}

/// L06.
pub(super) fn digits_and_words(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (index, block, body) in subject.paper.all() {
        for found in DIGITS_WORDS.all(body) {
            let (Some(digits), Some(spelled)) = (found.get(1), found.get(2)) else { continue };
            let bare: String = digits.as_str().chars().filter(char::is_ascii_digit).collect();
            let end = spelled.as_str().to_lowercase().find("рубл").unwrap_or(spelled.as_str().len());
            let said = spelled.as_str()[..end].trim();
            let (Ok(number), Some(read)) = (bare.parse::<u64>(), numerals::parse(said)) else { continue };
            if read == number.to_string() {
                continue;
            }
            let next = found.get(3).map_or("", |m| m.as_str()).to_lowercase();
            let feminine =
                ["копе", "недел", "минут", "единиц", "штук", "тонн"].iter().any(|stem| next.starts_with(stem));
            let gender = if feminine { Gender::Feminine } else { Gender::Masculine };
            let genitive = read.parse::<u64>().is_ok_and(|read| {
                words_genitive(read, gender) == said.to_lowercase() && words(read, gender) != said.to_lowercase()
            });
            let right = if genitive { words_genitive(number, gender) } else { words(number, gender) };
            let from = block.range.start + spelled.start();
            let span = block.range.start + digits.start()..block.range.start + spelled.end();
            let fix = Repair::Replace("Исправить слова по цифрам", from..from + said.len(), right.clone());
            let message = format!("Цифрами {}, словами — {read}; должно быть «{right}»", digits.as_str());
            hits.push(Hit { fix: Some(fix), ..Hit::words(index, span, message) });
        }
    }
    hits
}

pattern!(
    UNTIL,
    r"(?i)(?:договор\s+(?:действует|заключ[её]н)|срок\s+(?:действия\s+)?(?:договора|аренды|найма|оказания\s+услуг|займа))[^.;\d]{0,80}$"
);
pattern!(
    RENT,
    r"(?i)(?:арендная\s+плата|плата\s+за\s+(?:наём|найм|пользование)|сумма\s+займа)\s+(?:по\s+договору\s+)?(?:составляет|устанавливается|равна)[^.;\d]{0,60}$"
);

/// L19.
pub(super) fn conflicts(subject: &Subject<'_>) -> Vec<Hit> {
    let stated = subject.stated.as_ref().and_then(|s| find::exclusive(s.facts.pack, s.facts.domain));
    let mut hits: Vec<Hit> = Vec::new();
    if let Some(found) = stated {
        let value = [
            ("/deposit/kind", "/deposit/amount", "Убрать сумму залога"),
            ("/price/kind", "/price/fee", "Убрать плату"),
            ("/price/index", "/price/index_rate", "Убрать индексацию"),
        ];
        let fix = value.iter().find(|(kind, ..)| *kind == found.at);
        let fix = fix.map(|(_, at, label)| Repair::Reject(label, (*at).to_owned()));
        hits.push(Hit { fix, ..Hit::fact(&found.at, found.what) });
    }
    let mut anchors: Vec<(String, String, String)> = Vec::new();
    for (index, block, body) in subject.paper.main() {
        for mention in &block.mentions {
            let before = body.get(..mention.start - block.range.start).unwrap_or_default();
            let (kind, value): (String, String) = match &mention.kind {
                MentionKind::Money { minor, per, .. } if PRICE.ends(before) && per.is_none() => {
                    ("price".into(), minor.to_string())
                }
                MentionKind::Money { minor, per, .. } if RENT.ends(before) => {
                    (format!("rent {}", per.as_deref().unwrap_or_default()), minor.to_string())
                }
                MentionKind::Date { iso, .. } | MentionKind::DateRange { to: iso, .. } if UNTIL.ends(before) => {
                    ("until".into(), iso.clone())
                }
                _ => continue,
            };
            let said = subject.paper.text.get(mention.start..mention.end).unwrap_or_default().to_owned();
            match anchors.iter().find(|(anchor, ..)| *anchor == kind) {
                Some((_, other, first)) if *other != value => {
                    let message = format!("Здесь «{said}», а раньше — «{first}»");
                    hits.push(Hit::words(index, mention.start..mention.end, message));
                }
                Some(_) => {}
                None => anchors.push((kind, value, said)),
            }
        }
    }
    hits
}
