//! How the sides stand against each other.

use crate::model::issue::Severity;
use crate::workspaces::contract::lint::balance::{Leave, percent};
use crate::workspaces::contract::lint::sides::Person;
use crate::workspaces::contract::lint::{Hit, Subject, table};

/// Rights to leave without a reason, of one side.
fn free<'s>(subject: &'s Subject<'_>, side: usize) -> impl Iterator<Item = &'s Leave> {
    subject.balance.leaves.iter().filter(move |leave| leave.place.side == side && !leave.for_cause)
}

fn two<'s>(subject: &'s Subject<'_>) -> Option<[&'s str; 2]> {
    match subject.paper.sides.as_slice() {
        [first, second] => Some([&first.title, &second.title]),
        _ => None,
    }
}

/// L02.
pub(super) fn notice(subject: &Subject<'_>) -> Vec<Hit> {
    let days = |side| free(subject, side).filter_map(|leave| Some((leave.notice_days?, leave))).min_by_key(|(d, _)| *d);
    let (Some(titles), Some((first, a)), Some((second, b))) = (two(subject), days(0), days(1)) else {
        return Vec::new();
    };
    let (short, long) = (first.min(second), first.max(second));
    if short == 0 || long <= short.saturating_mul(2) {
        return Vec::new();
    }
    let place = if first < second { &a.place } else { &b.place };
    let message = format!("{} предупреждает за {first} дн., {} — за {second} дн.", titles[0], titles[1]);
    vec![Hit::words(place.block, place.span.clone(), message)]
}

/// What the law gives to one side alone is no choice of the parties.
fn is_lawful(subject: &Subject<'_>, block: usize) -> bool {
    let clause = subject.paper.blocks.get(block).and_then(|block| block.clause.as_deref());
    let stated = subject.stated.as_ref();
    stated.zip(clause).is_some_and(|(stated, id)| stated.lawful.contains(id))
}

/// Whether the law gives to this side of this kind of contract what a rule looks for, in a text of others.
fn is_by_law(subject: &Subject<'_>, rule: &str, title: &str) -> bool {
    let Some((pack, rule)) = subject.pack.zip(table::by_id(rule)) else { return false };
    let role = rule.lawful.get(&pack.id);
    role.and_then(|role| pack.party(role)).is_some_and(|party| party.title.to_lowercase() == title.to_lowercase())
}

/// L03.
pub(super) fn one_sided_exit(subject: &Subject<'_>) -> Vec<Hit> {
    let Some(titles) = two(subject) else { return Vec::new() };
    let holder = match [0, 1].map(|side| free(subject, side).next()) {
        [Some(leave), None] => leave,
        [None, Some(leave)] => leave,
        _ => return Vec::new(),
    };
    let side = holder.place.side;
    if is_lawful(subject, holder.place.block) || is_by_law(subject, "L03", titles[side]) {
        return Vec::new();
    }
    let other = &subject.paper.sides[1 - side];
    let over_citizen = subject.paper.sides[side].is_business() && other.person == Some(Person::Individual);
    let message = format!("Без причины может выйти {}, а {} — нет", titles[side], titles[1 - side]);
    let severity = over_citizen.then_some(Severity::Critical);
    vec![Hit { severity, ..Hit::words(holder.place.block, holder.place.span.clone(), message) }]
}

/// L55.
pub(super) fn no_notice(subject: &Subject<'_>) -> Vec<Hit> {
    let mut blocks: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
    for leave in subject.balance.leaves.iter().filter(|leave| !leave.for_cause && leave.notice_days == Some(0)) {
        if !blocks.iter().any(|(block, _)| *block == leave.place.block) {
            blocks.push((leave.place.block, leave.place.span.clone()));
        }
    }
    blocks.into_iter().map(|(block, span)| Hit::words(block, span, "Назовите срок предупреждения")).collect()
}

/// L18.
pub(super) fn cap(subject: &Subject<'_>) -> Vec<Hit> {
    let Some(titles) = two(subject) else { return Vec::new() };
    let of = |side| subject.balance.caps.iter().find(|place| place.side == side);
    let (side, place) = match [of(0), of(1)] {
        [Some(place), None] => (0, place),
        [None, Some(place)] => (1, place),
        _ => return Vec::new(),
    };
    if is_lawful(subject, place.block) {
        return Vec::new();
    }
    let message = format!("Предел есть у стороны «{}», у стороны «{}» его нет", titles[side], titles[1 - side]);
    vec![Hit::words(place.block, place.span.clone(), message)]
}

/// L60.
pub(super) fn penalties(subject: &Subject<'_>) -> Vec<Hit> {
    let Some(titles) = two(subject) else { return Vec::new() };
    let of = |side: usize| subject.balance.rates.iter().filter(move |rate| rate.place.side == side);
    let yearly = |side: usize| of(side).filter_map(|rate| rate.yearly).max();
    let message = match (yearly(0), yearly(1)) {
        (Some(a), Some(b)) if a.max(b) > a.min(b).saturating_mul(2) => {
            format!("{}: {} % годовых, {}: {} % годовых", titles[0], percent(a), titles[1], percent(b))
        }
        (Some(a), None) if of(1).next().is_none() => only(titles[0], a),
        (None, Some(b)) if of(0).next().is_none() => only(titles[1], b),
        _ => return Vec::new(),
    };
    let heavier = usize::from(yearly(1) > yearly(0));
    let place = of(heavier).next().map(|rate| rate.place.clone());
    place.map(|place| Hit::words(place.block, place.span, message)).into_iter().collect()
}

fn only(title: &str, yearly: i64) -> String {
    format!("Неустойку платит только {title}: {} % годовых", percent(yearly))
}
