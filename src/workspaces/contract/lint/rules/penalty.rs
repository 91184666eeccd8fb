//! Penalties and interest.

use crate::engine::text::mention::MentionKind;
use crate::model::issue::Severity;
use crate::workspaces::contract::intake::rules::find;
use crate::workspaces::contract::lint::balance::{Periods, is_penalty, percent, thousandths};
use crate::workspaces::contract::lint::paper::{Block, Paper};
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::report::Repair;
use crate::workspaces::contract::lint::sentence::sentences;
use crate::workspaces::contract::lint::{Hit, Subject};
use serde_json::json;
use std::cell::LazyCell;
use std::ops::Range;

pattern!(
    BASE,
    r"(?i)(?:\bот\s|\bс\s+(?:суммы|неуплач)|суммы|стоимост|цен[ыу]|задолженност|платежа|долга|вознаграждения)"
);
pattern!(
    INTEREST,
    r"(?i)(?:процент\w*\s+(?:за\s+пользование|по\s+(?:займу|договору\s+займа)|на\s+сумму\s+займа)|за\s+пользование\s+(?:займом|суммой|денежными|кредитом|деньгами)|(?:заём|заем|займ)\w*\s.{0,60}\bпод\s+\d)"
);
pattern!(
    LIMIT,
    r"(?i)(?:не\s+более|не\s+больше|максимум|макс\.?|предел\w*|потол\w+|лимит\w*|огранич\w+|в\s+пределах|не\s+выше|не\s+свыше|не\s+может\s+превышать|не\s+превыша\w+|до)\s+(?:чем\s+)?(?:\w+\s+){0,2}$"
);
pattern!(ALSO_395, r"(?i)(?:ст(?:\.|атьёй|атьей|атье|атьи)\s*395|395\s+ГК)");
pattern!(NOT_BOTH, r"(?i)(?:не\s+(?:установлен|предусмотрен|начисля|примен|взыскива)|вместо|взамен)");

/// Thousandths of a percent a year from which a penalty is spoken of, and from which it holds: 1 % a day is what statutes
/// themselves set.
const WARNED: i64 = 50_000;
const HELD: i64 = 365_000;
/// Thousandths of a percent a year above which interest on a loan is called excessive: a rule of the product.
const USURY: i64 = 50_000;

/// A percentage in a sentence.
struct Rate<'p> {
    block: usize,
    span: Range<usize>,
    sentence: &'p str,
    thousandths: i64,
    times: Option<i64>,
}

/// Percentages of sentences that pass a test.
fn rates<'p>(paper: &'p Paper, test: impl Fn(&Block, &str) -> bool) -> Vec<Rate<'p>> {
    let mut out = Vec::new();
    for (index, block, body) in paper.main() {
        for range in sentences(body) {
            let sentence = &body[range.clone()];
            if !test(block, sentence) {
                continue;
            }
            let within = block.range.start + range.start..block.range.start + range.end;
            let periods = LazyCell::new(|| Periods::of(sentence));
            let first = block.mentions.partition_point(|m| m.start < within.start);
            let own = block.mentions[first..].iter().take_while(|m| m.start < within.end);
            for mention in own.filter(|m| m.end <= within.end) {
                let MentionKind::Percent { value, per } = &mention.kind else { continue };
                // «но не более 10 %» is a limit, not a rate.
                if LIMIT.ends(paper.text.get(within.start..mention.start).unwrap_or_default()) {
                    continue;
                }
                let times = match per.as_deref() {
                    Some("day") => Some(365),
                    Some("week") => Some(52),
                    Some("month") => Some(12),
                    Some("year") => Some(1),
                    _ => periods.behind(mention.start - within.start).or_else(|| periods.behind(0)),
                };
                if let Some(thousandths) = thousandths(value) {
                    let span = mention.start..mention.end;
                    out.push(Rate { block: index, span, sentence, thousandths, times });
                }
            }
        }
    }
    out
}

/// L01.
pub(super) fn over_half_a_year(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    if let Some(stated) = &subject.stated
        && let Some(found) = find::penalty_year(stated.facts.pack, stated.facts.domain)
    {
        let value = json!({"percent": "0.1", "per": "day"});
        let fix = Repair::Set("Поставить 0,1 % в день (36,5 % в год)", found.at.clone(), value);
        hits.push(Hit { fix: Some(fix), ..Hit::fact(&found.at, found.what) });
    }
    for rate in rates(&subject.paper, |_, words| is_penalty(words)) {
        let Some(year) = rate.times.and_then(|times| rate.thousandths.checked_mul(times)) else { continue };
        if rate.times != Some(1) && year > WARNED {
            let said = subject.paper.text.get(rate.span.clone()).unwrap_or_default();
            let message = format!("«{said}» — это {} % годовых", (year + 500) / 1000);
            // What no statute calls too much is the parties' choice: a court may lower it, and that is said.
            let severity = (year <= HELD).then_some(Severity::Med);
            hits.push(Hit { severity, ..Hit::words(rate.block, rate.span, message) });
        }
    }
    hits
}

/// L54.
pub(super) fn without_base(subject: &Subject<'_>) -> Vec<Hit> {
    rates(&subject.paper, |_, words| is_penalty(words) && !BASE.is(words))
        .into_iter()
        .map(|rate| Hit::words(rate.block, rate.span, "Добавьте, от какой суммы считается процент"))
        .collect()
}

/// L61.
pub(super) fn double(subject: &Subject<'_>) -> Vec<Hit> {
    let both = |words: &str| is_penalty(words) && ALSO_395.is(words) && !NOT_BOTH.is(words);
    let blocks = subject.paper.main().filter(|(_, _, body)| both(body));
    blocks.map(|(i, ..)| Hit::block(i, "За одну просрочку названы и неустойка, и проценты по ст. 395")).collect()
}

fn is_interest(words: &str) -> bool {
    INTEREST.is(words) && !is_penalty(words)
}

/// L37.
pub(super) fn usury(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    if let Some(stated) = &subject.stated
        && let Some(rate) = stated.facts.domain.pointer("/interest/rate")
        && let Some(part) = rate["percent"].as_str().and_then(thousandths)
    {
        let times = match rate["per"].as_str() {
            Some("day") => 365,
            Some("week") => 52,
            Some("month") => 12,
            _ => 1,
        };
        let year = part.saturating_mul(times);
        if year > USURY {
            hits.push(Hit::fact("/interest/rate", excessive(year)));
        }
    }
    for rate in rates(&subject.paper, |_, words| is_interest(words)) {
        if let Some(year) = rate.times.and_then(|times| rate.thousandths.checked_mul(times)).filter(|y| *y > USURY) {
            hits.push(Hit::words(rate.block, rate.span, excessive(year)));
        }
    }
    hits
}

fn excessive(year: i64) -> String {
    format!("Это {} % годовых; мы предупреждаем с {} %", percent(year), percent(USURY))
}

/// L69.
pub(super) fn interest_without_period(subject: &Subject<'_>) -> Vec<Hit> {
    rates(&subject.paper, |_, words| is_interest(words))
        .into_iter()
        .filter(|rate| rate.times.is_none() && !rate.sentence.to_lowercase().contains("единовременно"))
        .map(|rate| Hit::words(rate.block, rate.span, "Добавьте «годовых», «в месяц» или «в день»"))
        .collect()
}
