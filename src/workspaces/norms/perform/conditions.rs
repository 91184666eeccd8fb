//! Which of several conditions a question meets: by the words that tell them apart, by its numbers («12 проходов» is in
//! «9–15»), by what it says there is none of. Conditions that it meets equally well all stay.

use crate::workspaces::norms::perform::cells::lacks;
use crate::workspaces::norms::perform::question::Asked;
use crate::workspaces::norms::perform::ranges::{self, in_digits};
use crate::workspaces::norms::perform::rivals;
use crate::workspaces::norms::perform::units;
use crate::workspaces::norms::perform::words::{Bag, Term, stems, terms};
use regex::Regex;
use std::collections::HashSet;
use std::sync::LazyLock;

/// What a number of the question that a condition holds is worth beside a telling word.
const HOLDS: f64 = 1.5;
/// What one that it does not hold takes.
const FAILS: f64 = 1.0;
/// What a number without a unit counts beside one with it.
const BARE: f64 = 0.5;
/// What a class that a condition names is worth.
const CLASS: f64 = 2.0;
/// What a condition loses that names what there is none of.
const EXCLUDED: f64 = 3.0;
/// What a word is worth that was added later.
const LATER: f64 = 4.0;
/// Worth that makes no difference.
const TIE: f64 = 0.05;
/// What a word that most conditions have is worth at least.
const COMMON: f64 = 0.1;
/// Letters of a unit that are compared.
const UNIT: usize = 4;

static NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[^\p{L}\d,.])([-−]?\d+(?:[.,]\d+)?)(?:\s*([-–—])\s*(\d+(?:[.,]\d+)?))?[\s-]*([\p{L}°%‰]+)?").ok()
});

static THOUSANDS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(\d+(?:,\d+)?)\s*тыс(?:яч[а-я]*|\b\.?)").ok());

/// A number with the word behind it, or the two ends of a range.
struct Number {
    from: f64,
    to: Option<f64>,
    unit: String,
}

/// The conditions that a question meets best; all of them when nothing in it tells them apart. `over` is what is said of
/// all of them.
#[must_use]
pub fn met(conditions: &[String], asked: &Asked, over: &Bag) -> Vec<usize> {
    let all: Vec<usize> = (0..conditions.len()).collect();
    let bags: Vec<Bag> = conditions.iter().map(|condition| Bag::of(condition)).collect();
    let mut worth = vec![0.0; conditions.len()];
    let denied = |term: &Term| asked.without.iter().any(|one| one.stem == term.stem);
    let own = asked.terms.iter().chain(asked.conditions.iter().flatten());
    let own: Vec<&Term> = own.filter(|term| over.meets(term) < 0.95 && !denied(term) && term.weight > 0.5).collect();
    let mut vote = |term: &Term, times: f64| {
        let has = |at: &usize| if lacks(&conditions[*at], term) { 0.0 } else { bags[*at].meets(term) };
        let met: Vec<f64> = all.iter().map(has).collect();
        let having = met.iter().filter(|one| **one > 0.0).count();
        if having == 0 || having == conditions.len() {
            return;
        }
        let rare = ((count(conditions.len()) + 0.5) / (count(having) + 0.5)).ln();
        worth.iter_mut().zip(met).for_each(|(worth, met)| *worth += times * met * rare.max(COMMON));
    };
    own.iter().for_each(|term| vote(term, 1.0));
    asked.added.iter().for_each(|term| vote(term, LATER));
    for class in &asked.classes {
        let having: Vec<usize> = all.iter().copied().filter(|at| bags[*at].has(class)).collect();
        if having.len() < conditions.len() {
            having.into_iter().for_each(|at| worth[at] += CLASS);
        }
    }
    for term in &asked.without {
        for at in all.iter().filter(|at| bags[**at].meets(term) >= 1.0) {
            worth[*at] += if lacks(&conditions[*at], term) { 1.0 } else { -EXCLUDED };
        }
    }
    for at in all.iter().filter(|at| rivals::against(&conditions[**at], &asked.sides)) {
        worth[*at] -= EXCLUDED;
    }
    for number in numbers(&in_full(&asked.text)) {
        worth.iter_mut().zip(conditions).for_each(|(worth, condition)| *worth += told(condition, &number));
    }
    let most = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let left: Vec<usize> = all.iter().copied().filter(|at| worth[*at] + TIE >= most).collect();
    if left.len() < 2 || most <= 0.0 {
        return left;
    }
    // «Полы по грунту» are no «полы на лагах по грунту»: one of which every word was said is meant.
    let said = Bag::of(&asked.text);
    let shared = |term: &Term| left.iter().all(|at| bags[*at].meets(term) >= 1.0);
    let whole = |at: &usize| {
        let words = terms(&conditions[*at], &HashSet::new());
        let own = words.iter().filter(|term| term.weight > 0.5 && !shared(term));
        own.into_iter().all(|term| said.meets(term) > 0.0 || over.meets(term) >= 0.95)
    };
    let whole: Vec<usize> = left.iter().copied().filter(whole).collect();
    if whole.is_empty() { left } else { whole }
}

fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

/// A text with «5 тыс.» as «5000».
fn in_full(text: &str) -> String {
    let Some(pattern) = THOUSANDS.as_ref() else { return text.to_owned() };
    let text = in_digits(text);
    let full = |found: &regex::Captures<'_>| {
        let value: f64 = found[1].replace(',', ".").parse().unwrap_or_default();
        format!("{}", value * 1000.0)
    };
    pattern.replace_all(&text, full).into_owned()
}

/// The numbers of a text that [`in_full`] has read.
fn numbers(text: &str) -> Vec<Number> {
    let Some(pattern) = NUMBERS.as_ref() else { return Vec::new() };
    let value = |found: regex::Match<'_>| found.as_str().replace(',', ".").replace('−', "-").parse::<f64>().ok();
    pattern
        .captures_iter(text)
        .filter_map(|found| {
            Some(Number {
                from: value(found.get(1)?)?,
                to: found.get(3).and_then(value),
                unit: found.get(4).map_or_else(String::new, |unit| unit.as_str().to_lowercase()),
            })
        })
        .collect()
}

/// Whether a unit is a thousandth part.
fn per(unit: &str) -> bool {
    unit == "‰" || unit.starts_with("промилле")
}

/// Whether two numbers measure the same: 1 when both have the same unit, less when one has none, 0 otherwise.
fn alike(a: &str, b: &str) -> f64 {
    let stop = |unit: &str| unit.is_empty() || crate::engine::search::words::is_stop(unit);
    if stop(a) || stop(b) {
        return BARE;
    }
    match (units::dimension(a), units::dimension(b)) {
        (Some(_), Some(_)) => f64::from(u8::from(a == b || per(a) && per(b))),
        (None, None) => {
            let stem = |unit: &str| stems(unit).pop().map(|(_, stem)| stem).unwrap_or_default();
            let head = |unit: &str| unit.chars().take(UNIT).collect::<String>();
            // «Кресла» are «места»: what is counted has many names.
            if stem(a) == stem(b) || head(a) == head(b) { 1.0 } else { BARE }
        }
        _ => 0.0,
    }
}

/// What a number of the question tells about a condition: every part of the condition with a number of the same unit
/// holds it or not.
fn told(condition: &str, number: &Number) -> f64 {
    let (mut best, mut worst) = (0.0_f64, 0.0_f64);
    for part in condition.split([';', ':']).flat_map(parts) {
        let part = in_full(&part);
        let own = numbers(&part);
        let same = own.iter().map(|own| alike(&own.unit, &number.unit)).fold(0.0, f64::max);
        if same <= 0.0 {
            continue;
        }
        let between = own.iter().find_map(|own| Some((own.from, own.to?)));
        let holds = match between {
            Some((from, to)) => Some(from <= number.from && number.from <= to),
            None => ranges::holds(&part, (false, number.from)),
        };
        let holds = holds.unwrap_or_else(|| own.iter().any(|own| (own.from - number.from).abs() < f64::EPSILON));
        let one = if holds { HOLDS } else { -FAILS };
        best = best.max(one * same);
        worst = worst.min(one * same);
    }
    best + worst
}

/// The parts of a condition between commas that part no decimals.
fn parts(text: &str) -> Vec<String> {
    text.split(", ").map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::norms::perform::question;

    fn chosen(conditions: &[&str], question: &str) -> Vec<usize> {
        let conditions: Vec<String> = conditions.iter().map(|one| (*one).to_owned()).collect();
        met(&conditions, &question::read(question, &[]), &Bag::default())
    }

    #[test]
    fn numbers_choose_the_range_that_holds_them() {
        let gates = ["всего 1–4 ворот", "всего 5–8", "всего 9–15"];
        assert_eq!(chosen(&gates, "у склада 12 ворот, сколько широких"), [2]);
        let halls = [
            "проходы не менее 25 %; С0, св. 10 тыс. м3",
            "не менее 25 %, С1, до 5 тыс. м3; менее 25 %, С0, св. 10 тыс. м3",
            "не менее 25 %; С0, до 5 тыс. м3",
        ];
        assert_eq!(chosen(&halls, "ангар 12 тыс кубов, здание С0, до выхода"), [0]);
        let floors =
            ["полы по грунту, 15 °С", "полы по грунту, 20 °С и более", "полы на лагах по грунту, 20 °С и более"];
        assert_eq!(chosen(&floors, "полы по грунту, внутри +20"), [1]);
    }

    #[test]
    fn telling_words_choose_and_silence_leaves_all() {
        let windows = ["деревянные окна жилых зданий", "окна пластиковые или алюминиевые", "ворота жилых зданий"];
        assert_eq!(chosen(&windows, "пластиковые окна в жилой дом"), [1]);
        assert_eq!(chosen(&windows, "сколько пропускает"), [0, 1, 2]);
        let rooms = ["между номерами: пять звезд", "между номерами: менее трех звезд", "от ресторанов"];
        assert_eq!(chosen(&rooms, "стена между номерами"), [0, 1]);
    }
}
