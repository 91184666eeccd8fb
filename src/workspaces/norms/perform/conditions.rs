//! Which of several conditions a question meets: by the words that tell them apart, by its numbers («12 проходов» is in
//! «9–15»), by what it says there is none of. Conditions that it meets equally well all stay.

use crate::engine::citation::amounts::numeral;
use crate::engine::citation::numbers::amounts;
use crate::engine::fold::folded;
use crate::engine::knowledge::required;
use crate::workspaces::norms::perform::cells::{lacks, without_brackets};
use crate::workspaces::norms::perform::question::Asked;
use crate::workspaces::norms::perform::ranges::{self, in_digits};
use crate::workspaces::norms::perform::rivals;
use crate::workspaces::norms::perform::units;
use crate::workspaces::norms::perform::values;
use crate::workspaces::norms::perform::words::{Bag, Term, stems, terms};
use regex::Regex;
use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

/// What a number of the question that a condition holds is worth beside a telling word.
const HOLDS: f64 = 1.5;
/// What the nearest bound adds to it.
const NEARER: f64 = 0.5;
/// What one that it does not hold takes.
const FAILS: f64 = 2.0;
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
/// What the commonest word tells beside the rarest.
const COMMONEST: f64 = 0.3;
/// What a usual word tells.
const USUAL: f64 = 0.8;
/// What a word is worth that stands in brackets.
const ASIDE: f64 = 0.6;
/// What several words are worth that stand for one.
const SEVERAL: f64 = 1.2;
/// What a case is worth that says there is none of what the question names.
const LACKING: f64 = -1.0;
/// What the other cases of a condition are worth beside the best one.
const OTHER_CASES: f64 = 0.4;
/// Words of a condition by which its number is the least or the most.
const LEAST: [&str; 3] = ["не менее", "не ниже", "минимум"];
const MOST: [&str; 4] = ["не более", "не выше", "максимум", "предел"];
/// Words of a question for the one or the other.
const ASKED_LEAST: [&str; 5] = ["минимум", "минимальн", "наименьш", "не менее", "не меньше"];
const ASKED_MOST: [&str; 6] = ["максимум", "максимальн", "наибольш", "не более", "не больше", "потолок"];
/// Words more that nobody said by which a condition is less likely meant.
const UNSAID: usize = 2;
/// How Greek letters are called.
const GREEK: [(&str, &str); 18] = [
    ("альфа", "α"),
    ("бета", "β"),
    ("гамма", "γ"),
    ("дельта", "δ"),
    ("эпсилон", "ε"),
    ("дзета", "ζ"),
    ("тета", "θ"),
    ("лямбда", "λ"),
    ("мю", "µ"),
    ("ню", "ν"),
    ("кси", "ξ"),
    ("ро", "ρ"),
    ("сигма", "σ"),
    ("тау", "τ"),
    ("фи", "φ"),
    ("хи", "χ"),
    ("пси", "ψ"),
    ("омега", "ω"),
];
/// Words before a number among which its measure stands.
const NAMED: usize = 4;
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
    /// What the words right before it measure: «высотой 6 м».
    of: BTreeSet<usize>,
    /// The symbol that it is the value of: «e = 0,55».
    symbol: String,
}

/// The conditions that a question meets best; all of them when nothing in it tells them apart. `over` is what is said of
/// all of them, `before` what each is worth already.
#[must_use]
pub fn met(conditions: &[String], asked: &Asked, over: &Bag, before: &[f64]) -> Vec<usize> {
    let all: Vec<usize> = (0..conditions.len()).collect();
    let bags: Vec<Bag> = conditions.iter().map(|condition| Bag::of(condition)).collect();
    // «II степень, С1; III степень, С0»: what is met in one of several cases is worth more than the same in two.
    let cases: Vec<Vec<Case>> = conditions.iter().map(|condition| cases(condition)).collect();
    let mut worth: Vec<Vec<f64>> = cases.iter().map(|own| vec![0.0; own.len()]).collect();
    let mut whole = vec![0.0; conditions.len()];
    let denied = |term: &Term| asked.without.iter().any(|one| one.stem == term.stem);
    let own = asked.terms.iter().chain(asked.conditions.iter().flatten());
    let numbers_word = |word: &str| numeral(word).is_some() || matches!(word, "без" | "одном" | "одной" | "одного");
    let tells =
        |term: &&Term| over.meets(term) < 0.95 && !denied(term) && term.weight > 0.5 && !numbers_word(&term.word);
    let own: Vec<&Term> = own.filter(tells).collect();
    let mut vote = |term: &Term, times: f64, lacking: f64| {
        let has = |at: &usize| bags[*at].meets(term) > 0.0 && !lacks(&conditions[*at], term);
        let having = all.iter().filter(|at| has(at)).count();
        if having == 0 {
            return;
        }
        let has = |case: &Case| {
            if lacks(&case.text, term) {
                return lacking;
            }
            // «Вентилируемая воздушная прослойка» stands for «вентфасад» as a whole more than each of its words.
            let others = term.others.iter().filter(|stem| case.bag.has(stem)).count();
            let own = case.bag.meets(term);
            let own = if others > 1 && own < 1.0 { SEVERAL } else { own };
            own.max(ASIDE * case.aside.meets(term))
        };
        let met: Vec<Vec<f64>> = cases.iter().map(|own| own.iter().map(has).collect()).collect();
        let first = met.iter().flatten().copied().next().unwrap_or_default();
        if met.iter().flatten().all(|one| (one - first).abs() < f64::EPSILON) {
            return;
        }
        // A word of the trade tells more than «воздух» or «снаружи».
        let rare = ((count(conditions.len()) + 0.5) / (count(having) + 0.5)).ln();
        let common = COMMONEST;
        let rare = rare * (common + (1.0 - common) * required::shared().rare(&term.stem)) / USUAL;
        for (worth, met) in worth.iter_mut().zip(met) {
            worth.iter_mut().zip(met).for_each(|(worth, met)| *worth += times * met * rare.max(COMMON));
        }
    };
    // What a person names is not where there is none of it; «в грунте без защиты» as the norm calls it may be.
    let said = |term: &Term| asked.terms.iter().any(|one| one.stem == term.stem);
    own.iter().for_each(|term| vote(term, 1.0, if said(term) { LACKING } else { 0.0 }));
    asked.added.iter().for_each(|term| vote(term, LATER, 0.0));
    for class in &asked.classes {
        if bags.iter().all(|bag| bag.has(class)) && cases.iter().all(|own| own.len() < 2) {
            continue;
        }
        for (worth, case) in worth.iter_mut().flatten().zip(cases.iter().flatten()) {
            *worth += if case.bag.has(class) || case.aside.has(class) { CLASS } else { 0.0 };
        }
    }
    for number in numbers(&in_full(&asked.text)) {
        for (worth, case) in worth.iter_mut().flatten().zip(cases.iter().flatten()) {
            *worth += told(&case.text, &number);
        }
    }
    for term in &asked.without {
        for at in all.iter().filter(|at| bags[**at].meets(term) >= 1.0) {
            whole[*at] += if lacks(&conditions[*at], term) { 1.0 } else { -EXCLUDED };
        }
    }
    for at in all.iter().filter(|at| rivals::against(&conditions[**at], &asked.sides)) {
        whole[*at] -= EXCLUDED;
    }
    // «Сколько самое большее» is not answered by what there has to be at least.
    let bounds: Vec<Option<Bound>> = conditions.iter().map(|condition| bound(condition)).collect();
    if let Some(wanted) = wanted(&asked.text).filter(|wanted| bounds.contains(&Some(*wanted))) {
        for at in all.iter().filter(|at| bounds[**at].is_some_and(|own| own != wanted)) {
            whole[*at] -= EXCLUDED;
        }
    }
    for (at, own) in worth.iter().enumerate() {
        let most = own.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let rest: f64 = own.iter().filter(|one| **one > 0.0).sum::<f64>() - most.max(0.0);
        whole[at] += most + OTHER_CASES * rest + before.get(at).copied().unwrap_or_default();
    }
    let most = whole.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let left: Vec<usize> = all.iter().copied().filter(|at| whole[*at] + TIE >= most).collect();
    if left.len() < 2 || most <= 0.0 {
        return left;
    }
    // «Полы по грунту» are no «полы на лагах по грунту»: one of which every word was said is meant.
    let said = Bag::of(&asked.text);
    let shared = |term: &Term| left.iter().all(|at| bags[*at].meets(term) >= 1.0);
    let all_said = |at: &usize| {
        let words = terms(&conditions[*at], &HashSet::new());
        let own = words.iter().filter(|term| term.weight > 0.5 && !shared(term));
        own.into_iter().all(|term| said.meets(term) > 0.0 || over.meets(term) >= 0.95)
    };
    let told: Vec<usize> = left.iter().copied().filter(all_said).collect();
    if !told.is_empty() {
        return told;
    }
    // «Жилое здание» is meant rather than «жилая застройка с запретом проезда машин», of which nothing was said.
    let of_part = |part: &str| {
        let words = terms(part, &HashSet::new());
        let own = words.iter().filter(|term| term.weight > 0.5 && !shared(term));
        own.filter(|term| said.meets(term) <= 0.0 && over.meets(term) < 0.95).count()
    };
    // Of several things that a condition lists one is enough.
    let unsaid = |at: &usize| conditions[*at].split([',', ';']).map(of_part).min().unwrap_or_default();
    let counts: Vec<usize> = left.iter().map(unsaid).collect();
    let least = counts.iter().copied().min().unwrap_or_default();
    let plain: Vec<usize> =
        left.iter().copied().zip(&counts).filter(|(_, own)| **own == least).map(|(at, _)| at).collect();
    let next = counts.iter().copied().filter(|own| *own > least).min().unwrap_or_default();
    if least <= 1 && next >= least + UNSAID { plain } else { left }
}

/// One of the cases that a condition joins by semicolons.
struct Case {
    text: String,
    /// Its words without those in brackets.
    bag: Bag,
    /// All of its words: what stands in brackets explains a condition and chooses less.
    aside: Bag,
}

fn cases(condition: &str) -> Vec<Case> {
    let case =
        |text: &str| Case { text: text.trim().to_owned(), bag: Bag::of(&without_brackets(text)), aside: Bag::of(text) };
    let mut out = Vec::new();
    let (mut from, mut depth) = (0, 0_u32);
    for (at, c) in condition.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => {
                out.push(case(&condition[from..at]));
                from = at + 1;
            }
            _ => {}
        }
    }
    out.push(case(&condition[from..]));
    out
}

/// Which side of a number is bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Least,
    Most,
}

/// The side that a condition names: «не более, общий случай»; none when it bounds a number of its own.
fn bound(condition: &str) -> Option<Bound> {
    let side = |words: &[&str]| {
        words.iter().any(|word| {
            condition.match_indices(word).any(|(at, _)| {
                let behind = condition[at + word.len()..].trim_start();
                !behind.starts_with(|c: char| c.is_ascii_digit()) && !behind.starts_with("чем")
            })
        })
    };
    match (side(&LEAST), side(&MOST)) {
        (true, false) => Some(Bound::Least),
        (false, true) => Some(Bound::Most),
        _ => None,
    }
}

/// The side that a question asks for.
fn wanted(question: &str) -> Option<Bound> {
    let low = question.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| low.contains(word));
    match (has(&ASKED_LEAST), has(&ASKED_MOST)) {
        (true, false) => Some(Bound::Least),
        (false, true) => Some(Bound::Most),
        _ => None,
    }
}

fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

/// A text with «третий этаж» as «3 этаж».
fn ordinals(text: &str) -> String {
    static FLOORS: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?i)\b(перв|втор|трет|четв[её]рт|пят|шест|седьм|восьм|девят|десят)\p{L}{2,3}\s+(?:[IVX]+\s+)?(этаж)",
        )
        .ok()
    });
    const NAMES: [&str; 10] = ["перв", "втор", "трет", "четв", "пят", "шест", "седьм", "восьм", "девят", "десят"];
    let Some(floors) = FLOORS.as_ref() else { return text.to_owned() };
    let digit = |found: &regex::Captures<'_>| {
        let low = found[1].to_lowercase();
        let at = NAMES.iter().position(|name| low.starts_with(name)).map_or(0, |at| at + 1);
        format!("{at} {}", &found[2])
    };
    floors.replace_all(text, digit).into_owned()
}

/// A text with «5 тыс.» as «5000», numbers in digits, signs as they are reckoned with.
fn in_full(text: &str) -> String {
    let Some(pattern) = THOUSANDS.as_ref() else { return text.to_owned() };
    let text = in_digits(&ordinals(text)).replace('−', "-").replace("минус ", "-").replace("плюс ", "+");
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
                of: found.get(1).map_or_else(BTreeSet::new, |own| measured(&text[..own.start()])),
                symbol: found.get(1).map_or_else(String::new, |own| symbol(&text[..own.start()])),
            })
        })
        .collect()
}

/// What is measured by the number behind a text: the last word of measure among the last words of its part.
fn measured(before: &str) -> BTreeSet<usize> {
    let part = before.rsplit([';', '(', ':']).next().unwrap_or(before);
    let part = part.rsplit(", ").next().unwrap_or(part);
    let words: Vec<&str> = part.split_whitespace().rev().take(NAMED).collect();
    words.into_iter().map(values::measures).find(|own| !own.is_empty()).unwrap_or_default()
}

/// The symbol before an equals sign, a Greek one by its letter: «ро =» is «ρ =».
fn symbol(before: &str) -> String {
    let Some(name) = before.trim_end().strip_suffix('=') else { return String::new() };
    let name = name.trim_end().rsplit(|c: char| c.is_whitespace() || "(,;=".contains(c)).next().unwrap_or_default();
    let low = name.to_lowercase();
    GREEK.iter().find(|(word, _)| *word == low).map_or_else(|| folded(name), |(_, letter)| (*letter).to_owned())
}

/// Whether two numbers are of different things: a span is no height, ρ is no χ.
fn apart(a: &Number, b: &Number) -> bool {
    !a.of.is_empty() && !b.of.is_empty() && a.of.is_disjoint(&b.of)
        || !a.symbol.is_empty() && !b.symbol.is_empty() && a.symbol != b.symbol
}

/// Whether a unit is a thousandth part.
fn per(unit: &str) -> bool {
    unit == "‰" || unit.starts_with("промилле")
}

/// Whether two numbers measure the same: 1 when both have one unit or units of one quantity, less when one has none, 0
/// otherwise.
fn alike(a: &str, b: &str) -> f64 {
    let stop = |unit: &str| unit.is_empty() || crate::engine::search::words::is_stop(unit);
    let floors = |unit: &str| unit.starts_with("этаж");
    if stop(a) || stop(b) {
        // A floor is no bare number.
        return if floors(a) || floors(b) { 0.0 } else { BARE };
    }
    match (base(a), base(b)) {
        (Some(a), Some(b)) => f64::from(u8::from(a.0 == b.0)),
        (None, None) => {
            let stem = |unit: &str| stems(unit).pop().map(|(_, stem)| stem).unwrap_or_default();
            let head = |unit: &str| unit.chars().take(UNIT).collect::<String>();
            // «Кресла» are «места»: what is counted has many names.
            if stem(a) == stem(b) || head(a) == head(b) {
                1.0
            } else if floors(a) || floors(b) {
                0.0
            } else {
                BARE
            }
        }
        _ if per(a) && per(b) => 1.0,
        _ => 0.0,
    }
}

/// What a unit measures and how large it is.
fn base(unit: &str) -> Option<(String, f64)> {
    if per(unit) {
        return Some(("permille".to_owned(), 1.0));
    }
    units::dimension(unit)?;
    let one = amounts(&format!("1 {unit}")).into_iter().next()?;
    Some((one.dimension, one.base.nearest()))
}

/// A number of the question in the unit of another one, where both measure one thing.
fn in_unit(number: &Number, of: &str) -> f64 {
    match (base(&number.unit), base(of)) {
        (Some((own, size)), Some((other, unit))) if own == other && unit > 0.0 => {
            // Shifted units («°С») are taken as they are.
            if (size - unit).abs() < f64::EPSILON { number.from } else { number.from * size / unit }
        }
        _ => number.from,
    }
}

/// What a number of the question tells about a condition: every part of the condition with a number of the same unit
/// holds it or not.
fn told(condition: &str, number: &Number) -> f64 {
    let (mut best, mut worst) = (0.0_f64, 0.0_f64);
    for part in condition.split([';', ':']).flat_map(parts) {
        let part = in_full(&part);
        let own = numbers(&part);
        let same = own.iter().filter(|own| !apart(own, number));
        let same = same.map(|own| alike(&own.unit, &number.unit)).fold(0.0, f64::max);
        if same <= 0.0 {
            continue;
        }
        let of_unit: Vec<&Number> = own.iter().filter(|own| alike(&own.unit, &number.unit) >= same).collect();
        let value = of_unit.first().map_or(number.from, |own| in_unit(number, &own.unit));
        let between = of_unit.iter().find_map(|own| Some((own.from, own.to?)));
        let holds = match between {
            Some((from, to)) => Some(from <= value && value <= to),
            None => ranges::holds(&part, (false, value)),
        };
        let equals = |own: &&Number| (own.from - value).abs() < 1e-9;
        let holds = holds.unwrap_or_else(|| of_unit.iter().any(equals));
        // Of «до 350» and «до 450» the nearer bound is meant.
        let near =
            |own: &&Number| if own.from > 0.0 && value > 0.0 { (own.from / value).min(value / own.from) } else { 0.0 };
        let near = if between.is_some() { 0.0 } else { of_unit.iter().map(near).fold(0.0, f64::max) };
        let one = if holds { HOLDS + NEARER * near } else { -FAILS };
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
        met(&conditions, &question::read(question, &[]), &Bag::default(), &[])
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
        // One of the two cases of the second holds as well: how wide the passages are was not said.
        assert_eq!(chosen(&halls, "ангар 12 тыс кубов, здание С0, до выхода"), [0, 1]);
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
