//! What a value does not mean although it stands beside the name of a fact: an age, a repetition, a bound, an extra, a
//! part of the whole.

use crate::engine::knowledge::pack::{Field, FieldKind};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::workspaces::contract::perform::around::{Around, begins, tail};
use crate::workspaces::contract::perform::own;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/outside.toml`).
#[derive(Debug, Default, Deserialize)]
pub(super) struct Marks {
    pub(super) events: Vec<String>,
    pub(super) of_events: Vec<String>,
    pub(super) forbids: Vec<String>,
    pub(super) breach: Vec<String>,
    pub(super) or_else: Vec<String>,
    pub(super) parts_of: Vec<String>,
    pub(super) matters: Vec<String>,
    pub(super) age: Vec<String>,
    pub(super) family: Vec<String>,
    pub(super) each: Vec<String>,
    pub(super) every: Vec<String>,
    pub(super) cap: Vec<String>,
    pub(super) over: Vec<String>,
    pub(super) extra: Vec<String>,
    pub(super) part: Vec<String>,
    pub(super) total: Vec<String>,
    pub(super) monthly: Vec<String>,
    pub(super) pause: Vec<String>,
    pub(super) late: Vec<String>,
    pub(super) doing: Vec<String>,
    pub(super) within: Vec<String>,
    /// Words of a currency, as they stand behind a sum.
    pub(super) currency: Vec<String>,
    pub(super) lasting: Vec<String>,
    pub(super) today: Vec<String>,
    pub(super) money: Vec<String>,
    pub(super) joint: Vec<String>,
    pub(super) worth: Vec<String>,
    pub(super) valued: Vec<String>,
    pub(super) bought: Vec<String>,
    pub(super) fixes: Vec<String>,
    /// Beginnings of words of bank details.
    banks: Vec<String>,
    pub(super) prepay: Vec<String>,
    /// Beginnings of words for giving money back.
    back: Vec<String>,
    pub(super) paying: Vec<String>,
    pub(super) months: Vec<String>,
    pub(super) keeps: Vec<String>,
    /// Beginnings of words for a guarantee.
    pub(super) warrants: Vec<String>,
    pub(super) apiece: Vec<String>,
    pub(super) given: Vec<String>,
    pub(super) weekday: Vec<String>,
    pub(super) by: Vec<String>,
    pub(super) day: Vec<String>,
    pub(super) born: Vec<String>,
    pub(super) born_behind: Vec<String>,
    pub(super) elsewhere: Vec<String>,
    pub(super) not: Vec<String>,
    pub(super) need: Vec<String>,
    pub(super) no: Vec<String>,
    pub(super) when: Vec<String>,
    pub(super) lots: Vec<String>,
    pub(super) for_all: Vec<String>,
    pub(super) lasts: Vec<String>,
    pub(super) inside: Vec<String>,
    pub(super) history: Vec<String>,
    pub(super) reports: Vec<String>,
    pub(super) visits: Vec<String>,
}

pub(super) static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/outside.toml")).unwrap_or_default());

/// Years that are an age rather than a term.
const LIFETIME: u32 = 50;
/// Roubles below which a bare number in a long message is no sum.
const FEW: f64 = 100.0;
/// Words behind a choice among which its denial stands: «за задержку оплаты пени не предусматриваем».
const DECLINING: usize = 4;
/// Characters behind a choice in which it is declined.
const DECLINED: usize = 40;

/// Whether a value cannot be the value of this field.
#[must_use]
pub(super) fn is(field: &Field, mention: &Mention, text: &str) -> bool {
    Around::of(text, mention).is_outside(field, mention)
}

impl Around {
    /// The same, where many fields are asked about one value.
    #[must_use]
    pub(super) fn is_outside(&self, field: &Field, mention: &Mention) -> bool {
        let around = self;
        let marks = &*MARKS;
        if self.said.as_ref().is_some_and(|said| said.is_other(field)) && !self.named(field) {
            return true;
        }
        if around.holds_in_case(field) {
            return true;
        }
        match &mention.kind {
            M::Duration { count, unit } if field.kind == FieldKind::Duration => {
                let of_deal = field.pointer.ends_with("/term/duration");
                // Nobody rents or works for a lifetime: that is somebody's age.
                let lifetime = of_deal && unit == "year" && *count >= LIFETIME && !around.named(field);
                let aged =
                    around.in_years(mention) && around.words().next().is_some_and(|word| begins(word, &marks.family));
                let kept = of_deal && !names(field, &marks.keeps) && around.clause_says(&marks.keeps);
                let fixed = field.pointer.ends_with("/objection_days")
                    && (around.clause_says(&marks.fixes) || around.behind_says(&marks.fixes));
                // «Ответ на претензию 15 дней», «предупреждаем за месяц»: terms of another matter.
                let other = !names(field, &marks.matters)
                    && field.pointer != "/term/duration"
                    && around.clause_says(&marks.matters);
                // «Гарантия 2 года на стекло и 1 год на замок»: no term of the deal.
                let warranted = of_deal && !around.named(field) && around.clause_says(&marks.warrants);
                // «Компания работает 10 лет»: how old somebody's business is.
                let old = of_deal
                    && around.in_years(mention)
                    && !around.named(field)
                    && !around.last_is(&marks.lasts)
                    && (around.says(&marks.history) || around.behind_says(&marks.history));
                // «Уведомление об осмотре — за 3 дня»: notice of a visit, not of leaving.
                let visit = field.pointer.ends_with("/notice")
                    && !names(field, &marks.visits)
                    && (around.clause_says(&marks.visits) || around.behind_says(&marks.visits));
                // «Десять месяцев по 26 000»: how often something is paid is no term.
                let times = of_deal && around.counts_payments();
                lifetime
                    || times
                    || other
                    || fixed
                    || old
                    || visit
                    || aged
                    || kept
                    || warranted
                    || around.last_is(&marks.age)
                    || around.after_name && around.in_years(mention)
                    || around.last_is(&marks.each)
                    || around.ends(&marks.every)
                    || of_deal
                        && (around.clause_says(&marks.late) || around.last_is(&marks.within) && !around.does(marks))
            }
            M::Money { .. } | M::Number { .. } if field.kind == FieldKind::Money => {
                let per = matches!(mention.kind, M::Money { per: Some(_), .. });
                let price = field.pointer.starts_with("/price");
                let fine = field.pointer == "/penalty/amount";
                let capped = (price || fine) && around.ends(&marks.cap) || price && around.clause_contains(&marks.part);
                let extra = price && !names(field, &marks.extra) && around.near(&marks.extra);
                // «Не ниже +5» on the way is a number of something else; nobody names so few roubles in a long message.
                let few = matches!(&mention.kind, M::Number { value } if value.parse::<f64>().is_ok_and(|n| n < FEW))
                    && !around.brief
                    && !around.named(field);
                // «Не курить, а то химчистка 5000», «за нарушение 5000»: what a breach costs is no price.
                let breach = price
                    && !around.named(field)
                    && (around.clause_says(&marks.breach)
                        || around.clause_says(&marks.late)
                        || around.clause_contains(&marks.or_else)
                        || around.says(&marks.forbids));
                let whole = field.per.is_some() && !per;
                // «По 9 тысяч» is the price of one of many.
                let each = matches!(field.pointer.rsplit('/').next(), Some("total" | "amount"))
                    && around.last_is(&marks.apiece);
                // «За декабрь плата 39 000»: one month of many; «за декабрь 2026» is no sum at all.
                let month = field.per.as_deref() == Some("month") && around.of_month(&marks.months);
                let year = matches!(&mention.kind, M::Number { value } if value.len() == 4)
                    && (around.words().next().is_some_and(|word| begins(word, &marks.months))
                        || around.last_is(&marks.inside));
                // «25.02, 25.03 и 26.04» are days.
                let dated = matches!(&mention.kind, M::Number { .. }) && is_day(&around.inside);
                let tax = !field.pointer.starts_with("/penalty") && around.is_tax(false);
                capped
                    || field.pointer.ends_with("/price/unit") && around.of_all()
                    || few
                    || tax
                    || breach
                    || fine && around.fined_for(field)
                    || month
                    || year
                    || dated
                    || extra
                    || each && !field.pointer.starts_with("/penalty")
                    || price && around.worth(field, &marks.valued)
                    || whole
                        && (around.says_near(&marks.total) || around.for_days() || around.worth(field, &marks.worth))
            }
            M::Percent { .. } => {
                field.kind == FieldKind::Rate
                    && (around.ends(&marks.cap)
                        || around.last_is(&marks.over)
                        || around.is_tax(true)
                        || field.pointer.starts_with("/payment") && around.of_each(&marks.lots)
                        || field.pointer == "/penalty/rate" && around.fined_for(field))
            }
            M::Quantity { .. } => {
                field.kind == FieldKind::Quantity
                    && (around.last_is(&marks.each)
                        || around.last_is(&marks.over) && !hinted(field, &marks.over)
                        || around.last_is(&marks.apiece)
                        || around.word_near(&marks.cap) && !names(field, &marks.cap)
                        || self.of_sides(mention)
                        || self.of_each_period(field)
                        || !around.brief && around.last_is_begin(&marks.parts_of))
            }
            M::Date { .. } | M::DateRange { .. } => {
                // «Даю в долг 100 тысяч до июня»: where money is given back, that is the day behind its sum.
                let back = || field.hints.iter().any(|hint| begins(&folded(hint), &marks.back));
                let given = field.pointer == "/term/end"
                    && !back()
                    && (around.clause_says(&marks.given) || around.behind_says(&marks.given));
                let ends = field.pointer == "/term/end" && !around.brief;
                // «23 500 через месяц»: when money is paid is not when the contract is made.
                let signed = field.pointer == "/contract/date"
                    && (around.says(&marks.money) || around.says(&marks.paying) || around.counts_sum());
                let weekday = around.begins_inside(&marks.weekday) && (around.last_is(&marks.by) || ends);
                let today = field.pointer == "/term/end" && around.begins_inside(&marks.today);
                let handed = ["/term", "/delivery"].iter().any(|root| field.pointer.starts_with(root));
                let paid = handed && around.behind_sum(&marks.by) && !back();
                given
                    || signed && !around.named(field)
                    || weekday
                    || today
                    || paid
                    || field.pointer.starts_with("/term")
                        && around.last_is(&marks.by)
                        && around.says(&marks.prepay)
                        && !around.named(field)
                    || (field.pointer.starts_with("/term") || field.pointer.starts_with("/delivery"))
                        && (around.clause_says(&marks.pause)
                            || around.behind_says(&marks.pause)
                            || around.monthly(&marks.monthly))
            }
            // Where a passport was issued or somebody lives is not where the contract is made.
            M::City { .. } => {
                field.kind == FieldKind::City && (around.clause_says(&marks.elsewhere) || around.says(&marks.banks))
            }
            // «Показания счётчиков до 25 числа»: when something is reported is not when it is paid.
            M::DayOfMonth { .. } => {
                around.clause_says(&marks.reports) && !names(field, &marks.reports) && !around.named(field)
            }
            M::Number { .. } if field.kind == FieldKind::DayOfMonth => {
                !(around.brief || around.last_is(&marks.by) || around.behind_says(&marks.day))
            }
            M::Number { value } if field.kind == FieldKind::Integer => {
                !around.brief && value.parse::<i32>().is_ok_and(|number| (1990..=2100).contains(&number))
            }
            M::Year { .. } | M::Number { .. } if field.kind == FieldKind::Year => {
                let bought = around.clause_says(&marks.bought) || around.behind_says(&marks.bought);
                bought || around.says_near(&marks.born) || around.behind_says(&marks.born) || around.born()
            }
            _ => false,
        }
    }
}

/// «Предоплаты не дам»: whether the words behind something decline it.
#[must_use]
pub(super) fn declined_behind(text: &str, end: usize) -> bool {
    let rest = folded(&text.get(end..).unwrap_or_default().chars().take(DECLINED).collect::<String>());
    let clause = rest.split([',', '.', ';', '\n', '—', '-']).next().unwrap_or_default();
    let said: Vec<&str> = clause.split_whitespace().take(DECLINING).collect();
    let verb = said.windows(2).any(|pair| MARKS.not.iter().any(|one| one == pair[0]) && begins(pair[1], &MARKS.need));
    verb || said.first().is_some_and(|no| MARKS.no.iter().any(|one| one == no))
}

/// «С даты подписания акта» is not «с даты подписания» of the contract: the words behind the phrase complete it.
#[must_use]
pub(super) fn goes_on(text: &str, end: usize, phrase: &str) -> bool {
    let last = folded(phrase.rsplit(' ').next().unwrap_or_default());
    if !begins(&last, &MARKS.events) {
        return false;
    }
    let rest = folded(&text.get(end..).unwrap_or_default().chars().take(DECLINED).collect::<String>());
    rest.strip_prefix(' ').is_some_and(|rest| {
        let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        begins(word, &MARKS.of_events)
    })
}

/// Whether a few words decline what they name: «залог не предусматриваем», «депозита никакого».
#[must_use]
pub(super) fn declines(part: &str) -> bool {
    let low = folded(part);
    let said: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let verb = said.windows(2).any(|pair| MARKS.not.iter().any(|not| not == pair[0]) && begins(pair[1], &MARKS.need));
    let conditional = said.iter().any(|word| MARKS.when.iter().any(|one| one == word));
    (verb || said.iter().any(|word| MARKS.no.iter().any(|one| one == word))) && !conditional
}

/// Whether the piece before a place speaks of money that is given back and of none that is paid.
#[must_use]
pub(super) fn gives_back(text: &str, at: usize) -> bool {
    let low = folded(tail(text, at));
    let piece = low.rsplit([',', '.', ';', '\n', '—', ':']).next().unwrap_or_default();
    let says = |list: &[String]| piece.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, list));
    says(&MARKS.back) && !says(&own::MARKS.pays)
}

/// Whether a clause speaks of money that is paid.
#[must_use]
pub(super) fn speaks_of_payment(clause: Option<&str>) -> bool {
    let low = folded(clause.unwrap_or_default());
    low.contains('%') || low.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, &MARKS.paying))
}

/// Whether a clause speaks of money that is paid before the rest.
#[must_use]
pub(super) fn speaks_of_part(clause: &str) -> bool {
    let low = folded(clause);
    !low.contains("100") && low.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, &MARKS.prepay))
}

/// Whether a number is written as a day of a month is: «25.02».
fn is_day(said: &str) -> bool {
    let two = |part: &str, most: u32| part.len() == 2 && part.parse::<u32>().is_ok_and(|n| (1..=most).contains(&n));
    said.trim().split_once('.').is_some_and(|(day, month)| two(day, 31) && two(month, 12))
}

/// Whether one of these words announces a field: «пробег до 3000 км» is its bound.
fn hinted(field: &Field, list: &[String]) -> bool {
    field.hints.iter().any(|hint| list.contains(&folded(hint)))
}

fn names(field: &Field, list: &[String]) -> bool {
    let low = folded(&field.label);
    let hint = |stem: &str| field.hints.iter().any(|hint| folded(hint).starts_with(stem));
    list.iter().any(|stem| low.contains(stem.as_str()) || hint(stem))
}

/// Whether words behind a name explain whose kin that is: «— это жена арендатора».
pub(super) fn is_kin(text: &str, end: usize) -> bool {
    let behind = text.get(end..).unwrap_or_default();
    let low = folded(behind.get(..behind.floor_char_boundary(80)).unwrap_or_default());
    let rest = low.trim_start_matches([' ', ',', '—', '–', '-']);
    let Some(rest) = rest.strip_prefix("это ") else { return false };
    rest.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(2)
        .any(|word| MARKS.family.iter().any(|stem| word.starts_with(stem.as_str())))
}

#[cfg(test)]
#[path = "outside_tests.rs"]
mod tests;
