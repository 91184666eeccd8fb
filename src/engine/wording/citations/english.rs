//! English citations of Korean law: «Article 750 of the Civil Act», «Supreme Court Decision 2018Da12345».

use crate::engine::scalars::Scalars;
use crate::engine::wording::citations::{Citation, Kind, Parsed};
use regex::Regex;
use std::sync::LazyLock;

static ARTICLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\bArticle\s(?P<n>\d+(?:-\d+)?)(?:\((?P<p>\d+)\))?\sof\sthe\s(?P<act>(?:[A-Z][A-Za-z]+\s|of\s|and\s|on\s){1,8}(?:Act|Code|Constitution))\b").ok()
});
static CASE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\b(?P<court>Supreme Court|Constitutional Court|High Court|District Court)\s(?:en banc\s)?Decision\s(?P<year>(?:19|20)?\d\d)\s?(?P<code>Da|Na|Do|No|Du|Nu|Gahap|Gadan|Gohap|Godan|Hun-?Ma|Hun-?Ba|Hun-?Ga)\s?(?P<n>\d{1,7})\b").ok()
});

/// Citations of a text, in order.
#[must_use]
pub fn find(text: &str) -> Vec<Citation> {
    let mut out = Vec::new();
    let scalars = Scalars::of(text);
    for found in ARTICLE.iter().flat_map(|pattern| pattern.captures_iter(text)) {
        let Some(whole) = found.get(0) else { continue };
        let act = found["act"].trim().to_owned();
        let full = match act.as_str() {
            "Civil Act" | "Civil Code" => "민법",
            "Criminal Act" | "Criminal Code" => "형법",
            "Civil Procedure Act" => "민사소송법",
            "Criminal Procedure Act" => "형사소송법",
            "Commercial Act" | "Commercial Code" => "상법",
            "Housing Lease Protection Act" => "주택임대차보호법",
            "Road Traffic Act" => "도로교통법",
            other => other,
        };
        out.push(Citation {
            raw: whole.as_str().to_owned(),
            span: scalars.span(whole.start(), whole.end()),
            kind: Kind::Statute,
            parsed: Parsed {
                act: Some(full.to_owned()),
                article: Some(found["n"].replace('-', "의")),
                paragraph: found.name("p").map(|m| m.as_str().to_owned()),
                ..Parsed::default()
            },
        });
    }
    for found in CASE.iter().flat_map(|pattern| pattern.captures_iter(text)) {
        let Some(whole) = found.get(0) else { continue };
        out.push(Citation {
            raw: whole.as_str().to_owned(),
            span: scalars.span(whole.start(), whole.end()),
            kind: Kind::Case,
            parsed: Parsed {
                court: Some(court(&found["court"]).to_owned()),
                numbers: vec![format!("{}{}{}", &found["year"], code(&found["code"]), &found["n"])],
                ..Parsed::default()
            },
        });
    }
    out
}

fn court(english: &str) -> &str {
    match english {
        "Supreme Court" => "대법원",
        "Constitutional Court" => "헌법재판소",
        "High Court" => "고등법원",
        _ => "지방법원",
    }
}

fn code(english: &str) -> &str {
    match english.replace('-', "").as_str() {
        "Da" => "다",
        "Na" => "나",
        "Do" => "도",
        "No" => "노",
        "Du" => "두",
        "Nu" => "누",
        "Gahap" => "가합",
        "Gadan" => "가단",
        "Gohap" => "고합",
        "Godan" => "고단",
        "HunMa" => "헌마",
        "HunBa" => "헌바",
        _ => "헌가",
    }
}
