//! The fairness view: exits, penalties and caps of each side, read from the words of the text.

use crate::engine::text::mention::{Mention, MentionKind};
use crate::model::fairness::{Cap, Exit, Fairness, Penalty, SideFairness};
use crate::workspaces::contract::lint::paper::{Block, Kind, Paper};
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::sentence::sentences;
use crate::workspaces::contract::lint::sides::position;
use std::ops::Range;

pattern!(
    EXIT,
    r"(?i)(?:отказаться\s+от\s+(?:исполнения\s+)?(?:настоящего\s+)?(?:договора|соглашения|него)|расторгнуть\s+(?:настоящий\s+)?договор|отказ\s+от\s+договора)"
);
pattern!(MAY, r"(?i)\b(?:вправе|имеет\s+право|имеют\s+право|может|могут)\b");
pattern!(BY_COURT, r"(?i)\b(?:судом|через\s+суд|в\s+судебном\s+порядке|по\s+решению\s+суда)\b");
pattern!(
    CAUSE,
    r"(?i)\b(?:если|иначе|при\s+(?:просрочке|нарушении|неоплате|существенном|невозможности)|в\s+случа(?:е|ях)|наруш\w+|недостоверн\w+)\b"
);
pattern!(NOTICE, r"(?i)(?:предупре|уведом|извест|извещ|\bза\s|позднее)");
pattern!(PENALTY, r"(?i)\b(?:неустойк|пен[яиюеь]|штраф)");
pattern!(NO_PENALTY, r"(?i)(?:не\s+установлена|не\s+предусмотрена|не\s+начисля|не\s+уплачива|не\s+взыскива|двойн)");
pattern!(PAYS, r"(?i)\b(?:уплачива|выплачива|оплачива|платит|уплатить|выплатить|обязан\w*\s+(?:у|вы)платить)");
pattern!(CLAIM, r"(?i)(?:взыскать|потребовать|требовать|взыскивает|требует|удержать|начислить|начисляет)");
pattern!(
    CAP,
    r"(?i)(?:но\s+не\s+более|не\s+более|не\s+может\s+превышать|не\s+превыша\w+|ограничива\w+|ограничена)\s+(?:\w+\s+){0,2}?(?:\d|сумм|размер|цен|стоимост)"
);
pattern!(
    EACH,
    r"(?i)(?:кажд\w+\s+(?:из\s+)?сторон|люб\w+\s+(?:из\s+)?сторон|стороны\s+(?:вправе|несут|уплачивают)|\bсторона\b|виновн\w+\s+сторон|нарушивш\w+\s+сторон|обе\s+стороны|стороны)"
);
pattern!(PER_DAY, r"(?i)(?:за\s+кажд\w+\s+(?:календарн\w+\s+|рабоч\w+\s+)?(?:день|дня)|в\s+день|ежедневно|за\s+день)");
pattern!(PER_WEEK, r"(?i)(?:за\s+кажд\w+\s+недел|в\s+неделю)");
pattern!(PER_MONTH, r"(?i)(?:за\s+кажд\w+\s+месяц|в\s+месяц|ежемесячно)");
pattern!(PER_YEAR, r"(?i)(?:годовых|в\s+год)");

/// Where something stands.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// Index of the side.
    pub(crate) side: usize,
    /// Index of the block.
    pub(crate) block: usize,
    /// Bytes of the sentence in the whole text.
    pub(crate) span: Range<usize>,
}

/// A rate of a penalty in thousandths of a percent a year.
#[derive(Debug, Clone)]
pub(crate) struct Rate {
    pub(crate) place: Place,
    pub(crate) yearly: Option<i64>,
}

/// A right to leave.
#[derive(Debug, Clone)]
pub(crate) struct Leave {
    pub(crate) place: Place,
    pub(crate) for_cause: bool,
    pub(crate) notice_days: Option<u32>,
}

/// The view with places, for rules.
#[derive(Debug, Clone, Default)]
pub(crate) struct Balance {
    pub(crate) leaves: Vec<Leave>,
    pub(crate) rates: Vec<Rate>,
    pub(crate) caps: Vec<Place>,
    pub(crate) view: Fairness,
}

/// How often a percentage falls due, from the words around it: times a year.
pub(crate) fn times_a_year(words: &str) -> Option<i64> {
    [(&PER_DAY, 365), (&PER_WEEK, 52), (&PER_MONTH, 12), (&PER_YEAR, 1)]
        .into_iter()
        .find(|(pattern, _)| pattern.is(words))
        .map(|(_, times)| times)
}

/// Where the last words about each period begin: whether one stands behind a percentage is then known at once.
pub(crate) struct Periods([(Option<usize>, i64); 4]);

impl Periods {
    /// Reads a sentence.
    pub(crate) fn of(sentence: &str) -> Self {
        Self([(&PER_DAY, 365), (&PER_WEEK, 52), (&PER_MONTH, 12), (&PER_YEAR, 1)].map(|(p, n)| (p.last(sentence), n)))
    }

    /// [`times_a_year`] of what stands behind a byte of the sentence.
    pub(crate) fn behind(&self, at: usize) -> Option<i64> {
        self.0.iter().find(|(last, _)| last.is_some_and(|last| last >= at)).map(|(_, times)| *times)
    }
}

/// Thousandths of a percent.
pub(crate) fn thousandths(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}{:0<3}", fraction.get(..fraction.len().min(3))?).parse().ok()
}

/// Thousandths as decimal text for people: «36,5».
pub(crate) fn percent(thousandths: i64) -> String {
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    text.trim_end_matches('0').trim_end_matches('.').replace('.', ",")
}

/// Whether a sentence speaks of a penalty that is owed.
pub(crate) fn is_penalty(words: &str) -> bool {
    PENALTY.is(words) && !NO_PENALTY.is(words)
}

impl Balance {
    /// Reads the text; without two named sides there is nothing to compare.
    pub(crate) fn of(paper: &Paper) -> Self {
        let mut balance = Self::default();
        balance.view.sides =
            paper.sides.iter().map(|s| SideFairness { title: s.title.clone(), ..SideFairness::default() }).collect();
        for (index, block, body) in paper.main() {
            if !matches!(block.kind, Kind::Clause | Kind::Paragraph) {
                continue;
            }
            for range in sentences(body) {
                let own = &body[range.clone()];
                // An item of «Арендатор вправе:» is read with the words above it.
                let words = if block.lead.is_some() { paper.led(block) } else { own.to_owned() };
                let span = block.range.start + range.start..block.range.start + range.end;
                balance.sentence(paper, block, own, &words, &Place { side: 0, block: index, span });
            }
        }
        balance
    }

    fn sentence(&mut self, paper: &Paper, block: &Block, own: &str, words: &str, at: &Place) {
        if EXIT.is(own) && MAY.is(words) && !BY_COURT.is(words) {
            for side in actors(paper, words, MAY.span(words).map(|(start, _)| start)) {
                self.leave(paper, block, own, Place { side, ..at.clone() });
            }
        }
        if is_penalty(words) {
            for side in debtors(paper, words) {
                self.rate(paper, block, own, Place { side, ..at.clone() });
            }
        }
        if CAP.is(own) && (is_penalty(words) || words.to_lowercase().contains("ответственност")) {
            for side in debtors(paper, words) {
                let text =
                    CAP.span(own).map_or(own, |(start, _)| &own[start..]).trim_end_matches(['.', ';']).to_owned();
                self.caps.push(Place { side, ..at.clone() });
                if let Some(view) = self.view.sides.get_mut(side) {
                    view.caps.push(Cap { text: text.trim().to_owned(), clause: block.clause.clone() });
                }
            }
        }
    }

    fn leave(&mut self, paper: &Paper, block: &Block, own: &str, place: Place) {
        let days = within(paper, &place).find_map(|mention| match &mention.kind {
            MentionKind::Duration { count, unit } if NOTICE.is(own) => Some(days(*count, unit)),
            _ => None,
        });
        let for_cause = CAUSE.is(own) || block.lead.is_some_and(|i| CAUSE.is(paper.body(&paper.blocks[i])));
        let notice_days = days.or_else(|| zero_notice(own).then_some(0));
        if let Some(view) = self.view.sides.get_mut(place.side) {
            let (clause, quote) = (block.clause.clone(), own.trim().to_owned());
            view.exits.push(Exit { for_cause, notice_days, clause, quote });
        }
        self.leaves.push(Leave { place, for_cause, notice_days });
    }

    fn rate(&mut self, paper: &Paper, block: &Block, own: &str, place: Place) {
        let mut capped = CAP.span(own).map(|(start, _)| place.span.start + start);
        let leading = own.len() - own.trim_start().len();
        capped = capped.filter(|at| *at > place.span.start + leading);
        let before_cap = |mention: &&Mention| capped.is_none_or(|at| mention.start < at);
        let said = within(paper, &place).filter(before_cap);
        let found = said.into_iter().find_map(|mention| match &mention.kind {
            MentionKind::Percent { value, per } => {
                let times = match per.as_deref() {
                    Some("day") => Some(365),
                    Some("week") => Some(52),
                    Some("month") => Some(12),
                    Some("year") => Some(1),
                    _ => times_a_year(own),
                };
                Some((times.and_then(|times| thousandths(value)?.checked_mul(times)), None))
            }
            MentionKind::Money { .. } => Some((None, Some(paper.text[mention.start..mention.end].to_owned()))),
            _ => None,
        });
        let Some((yearly, amount)) = found else { return };
        if let Some(view) = self.view.sides.get_mut(place.side) {
            view.penalties.push(Penalty {
                per_day: yearly.map(|year| percent((year + 182) / 365)),
                per_year: yearly.map(percent),
                amount,
                clause: block.clause.clone(),
                quote: own.trim().to_owned(),
            });
        }
        self.rates.push(Rate { place, yearly });
    }
}

pattern!(
    ZERO_NOTICE,
    r"(?i)(?:без\s+(?:предварительного\s+|письменного\s+)?(?:уведомления|предупреждения)|немедленно,?\s+без|в\s+тот\s+же\s+день|за\s+0\s)"
);

/// Whether one may leave without warning.
pub(crate) fn zero_notice(words: &str) -> bool {
    ZERO_NOTICE.is(words)
}

fn days(count: u32, unit: &str) -> u32 {
    count.saturating_mul(match unit {
        "week" => 7,
        "month" => 30,
        "year" => 365,
        _ => 1,
    })
}

fn within<'p>(paper: &'p Paper, place: &Place) -> impl Iterator<Item = &'p Mention> {
    let span = place.span.clone();
    let all = &paper.blocks[place.block].mentions;
    let first = all.partition_point(|m| m.start < span.start);
    let (start, end) = (span.start, span.end);
    all[first..].iter().take_while(move |m| m.start < end.max(start + 1)).filter(move |m| m.end <= end)
}

/// Sides that act in a sentence: the one named last before the verb, or every side.
pub(crate) fn actors(paper: &Paper, words: &str, verb: Option<usize>) -> Vec<usize> {
    let low = words.to_lowercase();
    let head = verb.and_then(|at| low.get(..at)).unwrap_or(&low);
    let named = paper.sides.iter().enumerate().filter_map(|(i, side)| Some((side.acts_in(head)?, i))).max();
    let each = EACH.span(head);
    match (named, each) {
        (Some((at, side)), each) if each.is_none_or(|(start, _)| start < at) => vec![side],
        (_, Some(_)) => (0..paper.sides.len()).collect(),
        _ => Vec::new(),
    }
}

/// Sides that owe a penalty.
fn debtors(paper: &Paper, words: &str) -> Vec<usize> {
    let low = words.to_lowercase();
    if let Some((verb, _)) = PAYS.span(words) {
        let found = actors(paper, words, Some(verb));
        if !found.is_empty() {
            return found;
        }
    }
    // «Исполнитель вправе взыскать с Заказчика», «требовать от Заказчика уплаты».
    if let Some((verb, _)) = CLAIM.span(words) {
        let claims = actors(paper, words, Some(verb));
        if let [creditor] = claims.as_slice() {
            let rest = low.get(verb..).unwrap_or_default();
            let named = (0..paper.sides.len()).find(|i| *i != *creditor && paper.sides[*i].is_in(rest));
            let other = (0..paper.sides.len()).find(|i| *i != *creditor);
            return named.or(other).into_iter().collect();
        }
    }
    let named: Vec<usize> = (0..paper.sides.len())
        .filter(|i| paper.sides[*i].forms.iter().any(|form| position(&low, form).is_some()))
        .collect();
    match named.as_slice() {
        [one] => vec![*one],
        [] if EACH.is(words) => (0..paper.sides.len()).collect(),
        _ => Vec::new(),
    }
}
