//! Russian citations: «ч. 1 ст. 65 АПК РФ», «ст. ст. 309, 310 ГК РФ», «Пленум ВС РФ от … № 7», «№ 305-ЭС23-1234».

use crate::engine::scalars::Scalars;
use crate::engine::wording::citations::{Citation, Kind, Parsed};
use regex::{Captures, Regex};
use std::collections::BTreeMap;
use std::sync::LazyLock;

const ACT: &str = r"(?P<act>(?:ГрК|КоАП|ГПК|АПК|УПК|УИК|КАС|БК|ВК|ЗК|ЛК|ТК|НК|СК|ЖК|ГК|УК)(?:\s?РФ)?\b|[А-ЯЁ][а-яё-]+(?:\s[а-яё]+)?\sкодекс[а-яё]*\s(?:РФ|Российской Федерации)|Конституци[а-яё]+(?:\s(?:РФ|Российской Федерации))?|(?:ФЗ|Федеральн\w+ закон\w*)\s(?:от\s\d{1,2}\.\d{2}\.\d{4}\s)?[№N]\s?\d+-ФЗ|\d{1,3}-ФЗ\b)";
const LEAD: &str =
    r"(?:абз\.\s?[\d-]+\s)?(?:подп\.\s?[\d.а-я]+\s)?(?:пп?\.\s?(?P<item>[\d.]+)\s)?(?:ч\.\s?(?P<paragraph>[\d.]+)\s)?";
const NUMBERS: &str = r"\d+(?:\.\d+)*(?:(?:\s?[,–-]\s?|\sи\s)\d+(?:\.\d+)*)*";

static ARTICLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(r"(?:{LEAD})(?:ст\.\s?ст\.|ст\.|стать[а-яё]+)\s?(?P<article>{NUMBERS})\s+{ACT}")).ok()
});
static BEHIND: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r"\b{ACT},?\s(?:ст\.|стать[а-яё]+)\s?(?P<article>{NUMBERS})")).ok());
static CASE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?x)",
        r"(?P<court>(?:Постановлени[ея]|Определени[ея]|Решени[ея])\s(?:Пленума\s|Президиума\s)?(?:ВС|ВАС|КС|Верховного\sСуда|Высшего\sАрбитражного\sСуда|Конституционного\sСуда)(?:\s(?:РФ|Российской\sФедерации))?|Пленум\s(?:ВС|ВАС)(?:\sРФ)?)",
        r"\s*(?:от\s(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})\s*)?(?:г\.\s*)?[№N]\s?(?P<number>[\dА-Яа-я/-]+)",
        r"|(?P<arbitration>\b[АA]\d\d-\d+/(?:20)?\d\d\b)",
        r"|(?P<supreme>\b\d{1,3}-(?:ЭС|КГ|УД|АД|ЭД|КАД)\d\d-\d+\b)",
        r"|(?:дел[оауе]|решени[еяю])\s[№N]\s?(?P<district>\d\d?а?-\d+/20\d\d)",
    ))
    .ok()
});

/// Citations of a text, in order.
#[must_use]
pub fn find(text: &str) -> Vec<Citation> {
    let mut out = Vec::new();
    // Taken stretches never overlap, so the last one that begins before an end tells all.
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    let scalars = Scalars::of(text);
    for pattern in [CASE.as_ref(), ARTICLE.as_ref(), BEHIND.as_ref()].into_iter().flatten() {
        for found in pattern.captures_iter(text) {
            let Some(whole) = found.get(0) else { continue };
            if taken.range(..whole.end()).next_back().is_some_and(|(_, to)| whole.start() < *to) {
                continue;
            }
            taken.insert(whole.start(), whole.end());
            let kind = if found.name("act").is_some() { Kind::Statute } else { Kind::Case };
            let parsed = if kind == Kind::Statute { statute(&found) } else { case(&found) };
            let raw = whole.as_str().trim().to_owned();
            out.push(Citation { raw, span: scalars.span(whole.start(), whole.end()), kind, parsed });
        }
    }
    out
}

fn statute(found: &Captures<'_>) -> Parsed {
    let part = |name: &str| found.name(name).map(|m| m.as_str().to_owned());
    Parsed {
        act: part("act"),
        article: part("article"),
        paragraph: part("paragraph"),
        item: part("item"),
        ..Parsed::default()
    }
}

fn case(found: &Captures<'_>) -> Parsed {
    let part = |name: &str| found.name(name).map(|m| m.as_str().to_owned());
    let number =
        part("number").or_else(|| part("arbitration")).or_else(|| part("supreme")).or_else(|| part("district"));
    let date = match (part("y"), part("m"), part("d")) {
        (Some(y), Some(m), Some(d)) => Some(format!("{y}-{m:0>2}-{d:0>2}")),
        _ => None,
    };
    Parsed { court: part("court"), date, numbers: number.into_iter().collect(), ..Parsed::default() }
}
