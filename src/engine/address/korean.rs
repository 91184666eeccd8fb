//! Addresses in Korean texts: «민법 제750조», «제15조제2항제1호», «부칙 제2조», «2017다226629».

use crate::engine::address::acts::Register;
use crate::engine::address::{Act, Address, Locator, Unit};
use crate::engine::work;
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

/// Characters of the longest word that [`UNKNOWN`] takes: twenty and an ending of four.
const LONGEST_LAW: usize = 24;
/// Characters of the longest name in brackets that is read, with its brackets and a few spaces.
const LONGEST_NAME: usize = 72;

fn pattern(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

/// The way down. Every step is optional, but one must be there.
static WAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(concat!(
        r"(?:(?P<supplement>부칙)\s*)?",
        r"(?:(?P<annex>별표)\s*(?P<annexno>\d+)?\s*)?",
        r"(?:제?\s*(?P<article>\d+)\s*조(?:\s*의\s*(?P<articlesub>\d+))?\s*)?",
        r"(?:(?:제\s*)?(?P<clause>\d+)\s*항(?:\s*의\s*(?P<clausesub>\d+))?\s*)?",
        r"(?:(?:제\s*)?(?P<sub>\d+)\s*호(?:\s*의\s*(?P<subsub>\d+))?\s*)?",
        r"(?:(?P<item>[가나다라마바사아자차카타파하])\s*목)?",
    ))
});
static CHAPTER: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"^(?:제\s*(\d+)\s*편\s*)?(?:제\s*(\d+)\s*장\s*)?(?:제\s*(\d+)\s*절)?"));
static START: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"제\s*\d+\s*(?:조|항|호|편|장|절)|부칙|별표\s*\d|\d+\s*조"));
static CASE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(concat!(
        r"(?:(?:대법원|헌법재판소|헌재|[가-힣]{2,10}법원)\s*)?(?:\d{4}\s*\.\s*\d{1,2}\s*\.\s*\d{1,2}\s*\.?\s*(?:자\s*)?)?(?:선고\s*)?",
        r"(?P<number>(?:19|20)?\d{2}(?P<mark>[가-힣]{1,3})\d{1,7})(?:\s*(?:전원합의체\s*)?(?:판결|결정))?",
    ))
});
static UNKNOWN: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"([가-힣]{1,20}(?:법|법률|시행령|시행규칙|규칙|조례))$"));

/// A place found, in bytes of the folded text.
pub(crate) struct Place {
    pub(crate) range: Range<usize>,
    pub(crate) addresses: Vec<Address>,
}

/// Places of a Korean text in order.
pub(crate) fn places(text: &str, register: &Register, current: Option<&str>) -> Vec<Place> {
    if !text.chars().any(|ch| ('가'..='힣').contains(&ch)) {
        return Vec::new();
    }
    let mut out = cases(text);
    let Some(start) = START.as_ref() else { return out };
    let mut from = 0;
    let mut last: Option<(Act, usize)> = None;
    while let Some(found) = start.find_at(text, from) {
        let Some((path, end)) = way(&text[found.start()..]) else {
            from = found.end();
            continue;
        };
        let end = found.start() + end;
        let named = act_before(text, found.start(), register);
        // «750조» without 제 is an article only behind the name of an act.
        if named.is_none() && text[found.start()..].starts_with(|ch: char| ch.is_ascii_digit()) {
            from = found.end();
            continue;
        }
        let (act, begin) = match named {
            Some((act, begin)) => (act, begin),
            // «제750조, 제751조»: the act of the one before, when only a joint stands between.
            None => match &last {
                Some((act, until)) if joint(&text[*until..found.start()]) => (act.clone(), found.start()),
                _ => (current.map_or(Act::Unnamed, |id| Act::Known(id.to_owned())), found.start()),
            },
        };
        let (paths, end) = until(text, path, end);
        let addresses = paths.into_iter().map(|path| Address { act: act.clone(), path }.tidy()).collect();
        last = Some((act, end));
        out.push(Place { range: begin..end, addresses });
        from = end;
    }
    out.sort_by_key(|place| place.range.start);
    out
}

/// The act that a text names and nothing else.
pub(crate) fn act(text: &str, register: &Register) -> Option<String> {
    let mut acts = register.acts().iter().filter(|act| act.jurisdiction == "KR");
    acts.find(|act| act.short == text || act.names.iter().any(|name| name == text)).map(|act| act.id.clone())
}

/// «제750조 내지 제753조», «제750조부터 제753조까지».
fn until(text: &str, path: Vec<Locator>, end: usize) -> (Vec<Vec<Locator>>, usize) {
    static RANGE: LazyLock<Option<Regex>> =
        LazyLock::new(|| pattern(r"^\s*(?:내지|부터|~|-)\s*제?\s*(\d+)\s*(조|항|호)(?:\s*까지)?"));
    let one = |path: Vec<Locator>| (vec![path], end);
    let Some(found) = RANGE.as_ref().and_then(|range| range.captures(&text[end..])) else { return one(path) };
    let unit = match &found[2] {
        "조" => Unit::Article,
        "항" => Unit::Clause,
        _ => Unit::Subclause,
    };
    let (Some(step), Ok(to)) = (path.last().cloned(), found[1].parse::<u32>()) else { return one(path) };
    let Ok(first) = step.number.parse::<u32>() else { return one(path) };
    if step.unit != unit || first >= to || to - first > 64 {
        return one(path);
    }
    let all = (first..=to).map(|number| {
        let mut path = path.clone();
        if let Some(last) = path.last_mut() {
            last.number = number.to_string();
        }
        path
    });
    (all.collect(), end + found[0].len())
}

fn joint(between: &str) -> bool {
    let between = between.trim();
    between.len() <= 12 && matches!(between, "" | "," | "및" | "와" | "과" | "또는" | "·" | ";" | ", 및")
}

/// The steps at the beginning of a text, and where they end.
fn way(text: &str) -> Option<(Vec<Locator>, usize)> {
    if let Some((path, end)) = wide(text) {
        return Some((path, end));
    }
    let found = WAY.as_ref()?.captures(text).filter(|found| found.get(0).is_some_and(|all| all.start() == 0))?;
    let mut path = Vec::new();
    let number = |main: &str, sub: &str, found: &Captures<'_>| -> Option<String> {
        let main = found.name(main)?.as_str();
        Some(match found.name(sub) {
            Some(sub) => format!("{main}의{}", sub.as_str()),
            None => main.to_owned(),
        })
    };
    if found.name("supplement").is_some() {
        path.push(Locator::new(Unit::Supplement, ""));
    }
    if found.name("annex").is_some() {
        path.push(Locator::new(Unit::Annex, found.name("annexno").map_or("", |no| no.as_str())));
    }
    for (unit, main, sub) in [
        (Unit::Article, "article", "articlesub"),
        (Unit::Clause, "clause", "clausesub"),
        (Unit::Subclause, "sub", "subsub"),
        (Unit::Item, "item", "item"),
    ] {
        let text =
            if main == sub { found.name(main).map(|m| m.as_str().to_owned()) } else { number(main, sub, &found) };
        path.extend(text.map(|text| Locator::new(unit, text)));
    }
    let end = found.get(0)?.as_str().trim_end().len();
    (!path.is_empty()).then_some((path, end))
}

/// «제3편 제2장 제1절».
fn wide(text: &str) -> Option<(Vec<Locator>, usize)> {
    let found = CHAPTER.as_ref()?.captures(text)?;
    let units = [Unit::Division, Unit::Chapter, Unit::Paragraph];
    let path: Vec<Locator> = units
        .into_iter()
        .enumerate()
        .filter_map(|(at, unit)| found.get(at + 1).map(|number| Locator::new(unit, number.as_str())))
        .collect();
    let end = found.get(0)?.as_str().trim_end().len();
    (!path.is_empty()).then_some((path, end))
}

/// The act named right before a place: of the register, in 「」, or any word that ends as laws do.
fn act_before(text: &str, at: usize, register: &Register) -> Option<(Act, usize)> {
    let before = text[..at].trim_end();
    let (before, bracket) = match before.strip_suffix('」').or_else(|| before.strip_suffix('』')) {
        Some(inner) => (inner, true),
        None => (before, false),
    };
    // «민법상 제750조», «민법의 제750조».
    let stems = [before, before.strip_suffix('상').unwrap_or(before), before.strip_suffix('의').unwrap_or(before)];
    let mut best: Option<(&str, usize)> = None;
    for stem in stems {
        for act in register.acts().iter().filter(|act| act.jurisdiction == "KR") {
            for name in act.names.iter().chain([&act.short]) {
                let Some(rest) = stem.strip_suffix(name.as_str()) else { continue };
                // «민사소송법» is not «소송법»: a name begins a word.
                let whole = rest.chars().next_back().is_none_or(|ch| !ch.is_alphanumeric());
                if whole && best.is_none_or(|(_, start)| rest.len() < start) {
                    best = Some((&act.id, rest.len()));
                }
            }
        }
    }
    if let Some((id, start)) = best {
        let start = if bracket { opening(text, start).unwrap_or(start) } else { start };
        return Some((Act::Known(id.to_owned()), start));
    }
    if bracket {
        let open = opening(before, before.len())?;
        let name = before[open..].trim_start_matches(['「', '『']).trim();
        return (!name.is_empty() && name.chars().count() <= 60).then(|| (Act::Named(name.to_owned()), open));
    }
    let from = back(before, before.len(), LONGEST_LAW);
    let found = UNKNOWN.as_ref()?.find(&before[from..])?;
    let begin = from + found.start();
    let whole = before[..begin].chars().next_back().is_none_or(|ch| !ch.is_alphanumeric());
    let pointer = matches!(found.as_str(), "동법" | "같은법" | "이법" | "법" | "방법" | "불법");
    (whole && !pointer).then(|| (Act::Named(found.as_str().to_owned()), begin))
}

/// So many characters before a place, or the beginning of the text.
fn back(text: &str, at: usize, characters: usize) -> usize {
    work::spend(characters);
    text[..at].char_indices().rev().take(characters).last().map_or(at, |(at, _)| at)
}

/// The bracket that opens a name which ends here; a name in brackets has at most sixty characters.
fn opening(text: &str, end: usize) -> Option<usize> {
    let from = back(text, end, LONGEST_NAME);
    text[from..end].rfind(['「', '『']).map(|at| from + at)
}

fn cases(text: &str) -> Vec<Place> {
    // Counters and words for places: «12월 3일», «제10호의3».
    const OTHER: &[char] = &['조', '항', '호', '목', '년', '월', '일', '원', '장', '절', '편', '회', '명', '개', '시'];
    let Some(case) = CASE.as_ref() else { return Vec::new() };
    let found = case.captures_iter(text).filter_map(|found| {
        let all = found.get(0)?;
        let mark = found.name("mark")?.as_str();
        // The number ends the word: «2017다226629», not «12월3» of «12월31일».
        let after = text[all.end()..].chars().next();
        if mark.starts_with(OTHER) || after.is_some_and(|ch| ch.is_ascii_digit()) {
            return None;
        }
        let plain = all.as_str() == &found["number"]
            && after.is_some_and(|ch| matches!(ch, '년' | '월' | '일' | '조' | '항' | '호'));
        let act = Act::Case(found["number"].to_owned());
        (!plain).then(|| Place { range: all.range(), addresses: vec![Address { act, path: Vec::new() }] })
    });
    found.collect()
}
