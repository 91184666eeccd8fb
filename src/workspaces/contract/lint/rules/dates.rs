//! Days: order, existence, weekends, the past.

use crate::engine::grammar::date::MONTHS;
use crate::engine::text::mention::MentionKind;
use crate::workspaces::contract::intake::rules::find;
use crate::workspaces::contract::lint::paper::Kind;
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::{Hit, Subject};
use jiff::civil::{Date, Weekday};
use std::cell::LazyCell;

pattern!(NUMERIC, r"\b(\d{1,2})\.(\d{1,2})\.((?:19|20)\d{2})\b");
pattern!(
    WORDED,
    r"(?i)\b(\d{1,2})[»”]?\s+(января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)\s+((?:19|20)\d{2})"
);
pattern!(ENDS, r"(?i)(?:действует|срок\w*|по\s+договору|заключ[её]н|период)[^.;]{0,80}$");
pattern!(UNTIL, r"(?i)(?:\bдо|\bпо)\s*[«“]?$");
pattern!(DUE, r"(?i)(?:не\s+позднее|в\s+срок\s+до|оплатить\s+до|вносит\w*\s+до|возвра\w+\s+до|\bдо)\s*[«“]?$");
pattern!(PAY, r"(?i)(?:оплат|уплат|плат[её]ж|вносит|вернуть|возвра|перечисл)");
pattern!(BACK, r"(?i)(?:распространя|возникш|фактическ|с\s+даты\s+передачи|действие\s+договора\s+начинается)");

/// L07.
pub(super) fn order(subject: &Subject<'_>) -> Vec<Hit> {
    let stated = subject.stated.as_ref().and_then(|s| find::date_order(s.facts.pack, s.facts.domain));
    let mut hits: Vec<Hit> = stated.map(|found| Hit::fact(&found.at, found.what)).into_iter().collect();
    for (index, block, _) in subject.paper.main() {
        for mention in &block.mentions {
            if let MentionKind::DateRange { from, to } = &mention.kind
                && from > to
            {
                let message = format!("Начало {from}, окончание {to}");
                hits.push(Hit::words(index, mention.start..mention.end, message));
            }
        }
    }
    hits
}

/// L52.
pub(super) fn impossible(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (index, block, body) in subject.paper.all() {
        let numeric =
            NUMERIC.all(body).into_iter().map(|c| (c.get(0), c[1].parse(), c[2].parse::<i8>().ok(), c[3].parse()));
        let worded = WORDED.all(body).into_iter().map(|c| {
            let month =
                MONTHS.iter().position(|name| *name == c[2].to_lowercase()).and_then(|i| i8::try_from(i + 1).ok());
            (c.get(0), c[1].parse(), month, c[3].parse())
        });
        let found: Vec<_> = numeric.chain(worded).collect();
        for (whole, day, month, year) in found {
            let (Some(whole), Ok(day), Some(month), Ok(year)) = (whole, day, month, year) else { continue };
            if Date::new(year, month, day).is_err() {
                let span = block.range.start + whole.start()..block.range.start + whole.end();
                hits.push(Hit::words(index, span, format!("«{}»: в календаре нет такого дня", whole.as_str())));
            }
        }
    }
    hits
}

/// L27.
pub(super) fn weekend(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (index, block, body) in subject.paper.main() {
        let pays = LazyCell::new(|| PAY.is(body));
        for mention in &block.mentions {
            let MentionKind::Date { iso, complete: true } = &mention.kind else { continue };
            let before = body.get(..mention.start - block.range.start).unwrap_or_default();
            let Ok(day) = iso.parse::<Date>() else { continue };
            if !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) || !DUE.ends(before) || !*pays {
                continue;
            }
            let name = if day.weekday() == Weekday::Saturday { "суббота" } else { "воскресенье" };
            let message = format!("{} — {name}; платить можно в ближайший рабочий день", day.strftime("%d.%m.%Y"));
            hits.push(Hit::words(index, mention.start..mention.end, message));
        }
    }
    hits
}

/// L50.
pub(super) fn expired(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    if let Some(end) = subject.stated.as_ref().and_then(|s| s.facts.domain.pointer("/term/end")?.as_str())
        && end < subject.today
    {
        hits.push(Hit::fact("/term/end", format!("Окончание {end} уже прошло")));
    }
    for (index, block, body) in subject.paper.main() {
        for mention in &block.mentions {
            let before = body.get(..mention.start - block.range.start).unwrap_or_default();
            let end = match &mention.kind {
                MentionKind::DateRange { to, .. } if ENDS.ends(before) => to,
                MentionKind::Date { iso, complete: true } if ENDS.ends(before) && UNTIL.ends(before) => iso,
                _ => continue,
            };
            if end.as_str() < subject.today {
                hits.push(Hit::words(index, mention.start..mention.end, format!("Окончание {end} уже прошло")));
            }
        }
    }
    hits
}

/// L51.
pub(super) fn before_signing(subject: &Subject<'_>) -> Vec<Hit> {
    let head = subject.paper.main().take_while(|(_, block, _)| block.kind != Kind::Heading && block.number.is_empty());
    let signed = head.take(5).find_map(|(_, block, _)| {
        block.mentions.iter().find_map(|mention| match &mention.kind {
            MentionKind::Date { iso, complete: true } => Some(iso.clone()),
            _ => None,
        })
    });
    let Some(signed) = signed else { return Vec::new() };
    if subject.paper.main().any(|(_, _, body)| BACK.is(body)) {
        return Vec::new();
    }
    let mut hits = Vec::new();
    for (index, block, body) in subject.paper.main() {
        for mention in &block.mentions {
            let before = body.get(..mention.start - block.range.start).unwrap_or_default();
            if let MentionKind::DateRange { from, to } = &mention.kind
                && ENDS.ends(before)
                && *from < signed
                && from <= to
            {
                let message = format!("Договор от {signed}, а срок течёт с {from}");
                hits.push(Hit::words(index, mention.start..mention.end, message));
            }
        }
    }
    hits
}
