//! What can be said of a citation without a corpus: dates, courts, marks of cases, articles of the register.

use crate::engine::wording::citations::{Asked, Citation, Kind, Parsed, Verdict, register};
use jiff::civil::Date;

/// What is known of a citation. Worse findings come first: what cannot be, what was repealed, another edition.
#[must_use]
pub fn of(citation: &Citation, asked: Asked<'_>) -> Verdict {
    match citation.kind {
        Kind::Statute => article(&citation.parsed, asked),
        Kind::Case => case(&citation.parsed, asked),
    }
}

fn article(parsed: &Parsed, asked: Asked<'_>) -> Verdict {
    let Some(number) = parsed.article.as_deref() else { return Verdict::Unverified };
    let main: Option<u32> = number.split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse().ok());
    if main == Some(0) || parsed.paragraph.as_deref() == Some("0") {
        return Verdict::Impossible;
    }
    let known = register::embedded().ok();
    let Some(act) = parsed.act.as_deref().zip(known).and_then(|(name, register)| register.act(name)) else {
        return Verdict::Unverified;
    };
    if main.is_none_or(|main| main > act.last) {
        return Verdict::Impossible;
    }
    let ended = act.repealed.iter().any(|one| {
        one.n == number
            && one.on.as_str() <= asked.law_as_of
            && (one.paragraph.is_none() || one.paragraph == parsed.paragraph)
    });
    if ended {
        return Verdict::Repealed;
    }
    if !act.articles.contains(number) || parsed.former {
        return Verdict::Unverified;
    }
    if act.changed.iter().any(|one| one.n == number && asked.law_as_of < one.from.as_str()) {
        return Verdict::StaleVersion;
    }
    Verdict::Verified
}

fn case(parsed: &Parsed, asked: Asked<'_>) -> Verdict {
    let today_year: i16 = asked.today.get(..4).and_then(|year| year.parse().ok()).unwrap_or(i16::MAX);
    let decided = parsed.date.as_deref().map(|date| date.parse::<Date>());
    if let Some(decided) = &decided {
        match decided {
            Err(_) => return Verdict::Impossible,
            Ok(date) if date.to_string().as_str() > asked.today => return Verdict::Impossible,
            Ok(_) => {}
        }
    }
    for number in &parsed.numbers {
        let Some((year, code)) = split(number) else { continue };
        let year = full(year, today_year);
        if year > today_year || !(1948..).contains(&year) {
            return Verdict::Impossible;
        }
        if let Some(Ok(date)) = &decided
            && date.year() < year
        {
            return Verdict::Impossible;
        }
        if let Some(court) = parsed.court.as_deref()
            && !fits(court, code)
        {
            return Verdict::Impossible;
        }
        if let (Some(case_type), Some(kind)) = (asked.case_type, branch(code))
            && case_type != kind
        {
            return Verdict::Mismatch;
        }
    }
    Verdict::Unverified
}

/// «2018다12345» → 2018 and 다; a Russian number has no mark of this kind.
fn split(number: &str) -> Option<(&str, &str)> {
    let digits = number.find(|c: char| !c.is_ascii_digit())?;
    let rest = &number[digits..];
    let end = rest.find(|c: char| c.is_ascii_digit())?;
    let code = &rest[..end];
    code.chars().all(|c| ('가'..='힣').contains(&c)).then_some((&number[..digits], code))
}

/// Two digits are a year of the last hundred years.
fn full(year: &str, today: i16) -> i16 {
    let value: i16 = year.parse().unwrap_or(i16::MAX);
    match year.len() {
        2 if 2000 + value <= today => 2000 + value,
        2 => 1900 + value,
        _ => value,
    }
}

/// Whether a court gives cases such marks.
fn fits(court: &str, code: &str) -> bool {
    let first = code.chars().next().unwrap_or(' ');
    let constitutional = matches!(court, "헌법재판소" | "헌재");
    if constitutional || first == '헌' {
        return constitutional && first == '헌';
    }
    let supreme = court == "대법원";
    match code {
        "다" | "도" | "두" | "므" | "후" | "모" | "마" | "스" | "무" | "흐" | "수" | "추" | "재다" | "재도"
        | "재두" => supreme,
        "나" | "노" | "누" | "르" | "재나" | "재노" => !supreme,
        _ if matches!(first, '가' | '고' | '구' | '드' | '느' | '차' | '타' | '하' | '회' | '개') => {
            !supreme && !court.ends_with("고등법원") && !court.ends_with("고법")
        }
        _ => true,
    }
}

/// The branch of law that a mark belongs to, where a mock trial has it.
fn branch(code: &str) -> Option<&'static str> {
    match code {
        "가단" | "가합" | "가소" | "나" | "다" => Some("civil"),
        "고단" | "고합" | "고정" | "고약" | "노" | "도" => Some("criminal"),
        _ => None,
    }
}
