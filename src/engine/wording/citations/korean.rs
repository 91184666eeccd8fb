//! Korean citations: «형사소송법 제308조의2», «같은 법 제5조 제2항», «대법원 2019. 4. 11. 선고 2018다12345 판결».

use crate::engine::scalars::Scalars;
use crate::engine::wording::citations::{Citation, Kind, Parsed, register};
use crate::engine::work;
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// Marks of cases that courts give; the longer ones first.
pub const CODES: &str = "가단|가합|가소|나|다|라|마|머|카합|카단|카기|차전|차|고단|고합|고정|고약|노|도|로|모|초기|초재|전고|감고|구합|구단|누|두|루|무|드단|드합|느단|느합|르|므|스|브|헌가|헌나|헌다|헌라|헌마|헌바|헌사|하합|하단|회합|회단|개회|간회합|타경|타채|타기|재나|재다|재노|재도|재두|허|후|흐|수|추|즈단|호";

static WAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"제\s?(?P<article>\d+)\s?조(?:\s?의\s?(?P<sub>\d+))?",
        r"(?:\s?제\s?(?P<paragraph>\d+)\s?항)?(?:\s?제\s?(?P<item>\d+)\s?호)?(?:\s?[가-하]목)?(?:\s(?:단서|본문|전문|후문))?",
    ))
    .ok()
});
static CASE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let number = format!(r"(?:(?:19|20)\d\d|\d\d)(?:{CODES})\d{{1,7}}");
    Regex::new(&format!(
        concat!(
            r"(?:(?P<court>대법원|헌법재판소|헌재|[가-힣]{{2,12}}(?:고등|지방|행정|가정|회생|특허|군사)법원(?:\s?[가-힣]{{2,6}}지원)?|[가-힣]{{2,6}}(?:고법|지법|행법|가법)|특허법원)\s*)?",
            r"(?:(?P<y>\d{{4}})\s?\.\s?(?P<m>\d{{1,2}})\s?\.\s?(?P<d>\d{{1,2}})\s?\.?\s*(?:선고|자)?\s*)?",
            r"(?P<numbers>{number}(?:\s?[,·]\s?(?:{number}|\d{{3,7}}))*)",
            r"(?:\s?전원합의체)?(?P<what>\s?(?:판결|결정|명령))?",
        ),
        number = number,
    ))
    .ok()
});
static ONE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r"((?:19|20)\d\d|\d\d)({CODES})(\d{{1,7}})")).ok());
/// A name of an act that the register does not know.
static NAMED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:「[^」]{2,60}」|[가-힣]{1,20}(?:법|법률|시행령|시행규칙|규칙|조례|령))\s?$").ok());
static SAME: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?:같은\s?|동\s?|위\s)법(?:률)?\s?$").ok());

/// Characters of the longest name in brackets with what may stand around it: «구 「…」 ».
const NAME: usize = 120;

/// Words that end like the name of an act and are none.
const NO_ACTS: [&str; 12] =
    ["방법", "위법", "불법", "적법", "합법", "해법", "문법", "수법", "기법", "용법", "사법", "입법"];

/// Citations of a text, in order.
#[must_use]
pub fn find(text: &str) -> Vec<Citation> {
    let scalars = Scalars::of(text);
    let mut all = cases(text, &scalars);
    all.extend(articles(text, &scalars));
    all.sort_by_key(|citation| citation.span);
    all
}

fn cases(text: &str, scalars: &Scalars<'_>) -> Vec<Citation> {
    let (Some(case), Some(one)) = (CASE.as_ref(), ONE.as_ref()) else { return Vec::new() };
    let mut out = Vec::new();
    for found in case.captures_iter(text) {
        let Some(whole) = found.get(0) else { continue };
        let numbers = found.name("numbers").map_or("", |m| m.as_str());
        let named = found.name("court").is_some() || found.name("what").is_some() || found.name("y").is_some();
        let after = text[whole.end()..].trim_start_matches(' ').chars().next();
        let begins = text[..whole.start()].chars().next_back();
        let joined = begins.is_some_and(|c| c.is_ascii_digit() || c == '-')
            || text[whole.end()..].starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let counted = found.name("what").is_none() && after.is_some_and(|c| "명개원건회호년월일조항%".contains(c));
        // Two digits, a letter, four digits is also how a car is numbered.
        let short = !numbers.starts_with("19") && !numbers.starts_with("20") && !named;
        if joined || counted || short {
            continue;
        }
        out.push(Citation {
            raw: whole.as_str().trim().to_owned(),
            span: scalars.span(whole.start(), whole.start() + whole.as_str().trim_end().len()),
            kind: Kind::Case,
            parsed: Parsed {
                court: found.name("court").map(|m| m.as_str().to_owned()),
                date: date(&found),
                numbers: each(one, numbers),
                ..Parsed::default()
            },
        });
    }
    out
}

fn date(found: &Captures<'_>) -> Option<String> {
    let part = |name: &str| found.name(name)?.as_str().parse::<u32>().ok();
    Some(format!("{:04}-{:02}-{:02}", part("y")?, part("m")?, part("d")?))
}

/// «2016다46338, 46345»: a number without year and mark has those of the one before.
fn each(one: &Regex, numbers: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut last = String::new();
    for part in numbers.split([',', '·']).map(str::trim) {
        match one.captures(part) {
            Some(found) => {
                last = format!("{}{}", &found[1], &found[2]);
                out.push(part.to_owned());
            }
            None => out.push(format!("{last}{part}")),
        }
    }
    out
}

fn articles(text: &str, scalars: &Scalars<'_>) -> Vec<Citation> {
    let Some(way) = WAY.as_ref() else { return Vec::new() };
    let mut out: Vec<Citation> = Vec::new();
    let mut last: Option<(Option<String>, bool, usize)> = None;
    for found in way.captures_iter(text) {
        let Some(whole) = found.get(0) else { continue };
        let before = text[..whole.start()].trim_end();
        let gap = whole.start() - before.len();
        let named =
            if gap > 1 { None } else { name_before(near(before), last.as_ref().and_then(|(act, ..)| act.clone())) };
        let skipped = before.len() - near(before).len();
        let (act, former, from) = match (named, &last) {
            (Some((act, former, from)), _) => (act, former, skipped + from),
            // «제390조, 제393조»: the act of the one before.
            (None, Some((act, former, until))) if joint(&text[*until..whole.start()]) => {
                (act.clone(), *former, whole.start())
            }
            _ => {
                last = None;
                continue;
            }
        };
        let part = |name: &str| found.name(name).map(|m| m.as_str().to_owned());
        let article = match (part("article"), part("sub")) {
            (Some(article), Some(sub)) => Some(format!("{article}의{sub}")),
            (article, _) => article,
        };
        last = Some((act.clone(), former, whole.end()));
        out.push(Citation {
            raw: text[from..whole.end()].to_owned(),
            span: scalars.span(from, whole.end()),
            kind: Kind::Statute,
            parsed: Parsed {
                act,
                former,
                article,
                paragraph: part("paragraph"),
                item: part("item"),
                ..Parsed::default()
            },
        });
    }
    out
}

/// What of a text before an article may name its act: the patterns take no more, and a text is not read from its
/// beginning for every article.
fn near(before: &str) -> &str {
    work::spend(NAME);
    before.char_indices().rev().take(NAME).last().map_or(before, |(at, _)| &before[at..])
}

fn joint(between: &str) -> bool {
    matches!(between.trim(), "," | "·" | "및" | "내지" | "또는" | "와" | "과" | "ㆍ" | ", 및")
}

/// The act right before an article: its full name, whether a former edition is meant, where the citation begins.
fn name_before(before: &str, antecedent: Option<String>) -> Option<(Option<String>, bool, usize)> {
    if let Some(same) = SAME.as_ref().and_then(|same| same.find(before)) {
        return Some((antecedent, false, same.start()));
    }
    let bare = before.strip_suffix('」').unwrap_or(before);
    let known = register::embedded().ok().and_then(|register| register.ending(bare));
    let (mut start, name) = match known {
        Some((words, full)) => (bare.len() - words.len(), Some(full.to_owned())),
        None => {
            let found = NAMED.as_ref()?.find(before)?;
            let words = found.as_str().trim();
            if NO_ACTS.iter().any(|no| words.ends_with(no)) {
                return None;
            }
            (found.start(), Some(words.trim_matches(['「', '」']).to_owned()))
        }
    };
    if before[..start].ends_with('「') {
        start -= '「'.len_utf8();
    }
    // «남민법» is no Civil Act: a known name begins a word.
    if known.is_some() && before[..start].chars().next_back().is_some_and(|c| ('가'..='힣').contains(&c)) {
        let word = NAMED.as_ref()?.find(before)?;
        return Some((Some(word.as_str().trim().to_owned()), false, word.start()));
    }
    let former = before[..start].trim_end().ends_with('구')
        // «(구 민법», not «지구 민법».
        && before[..start]
            .trim_end()
            .strip_suffix('구')
            .is_none_or(|rest| !rest.ends_with(|c: char| ('가'..='힣').contains(&c)));
    if former {
        start = before[..start].trim_end().len() - '구'.len_utf8();
    }
    Some((name, former, start))
}
