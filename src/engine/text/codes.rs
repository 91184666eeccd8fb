//! Requisites and other codes: numbers that mean themselves.

use crate::engine::text::mention::MentionKind;
use crate::engine::text::requisites::{inn_ok, kpp_shape, ogrn_ok, snils_ok};
use crate::engine::text::spans::Candidate;
use regex::Regex;
use std::sync::LazyLock;

/// Codes after their word are the strongest readings; bare ones come right after.
const NAMED: u8 = 0;
const BARE: u8 = 1;

macro_rules! pattern {
    ($name:ident, $text:expr) => {
        static $name: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new($text).ok());
    };
}

// What may stand between the word and the code: whose it is, and marks.
pattern!(
    INN,
    r"(?i)инн(?:\s*/\s*кпп)?(?:\s+[а-яё]{2,16}){0,2}[\s:|№#=.–—-]{0,6}(\d{8,14}|\d{2,4}(?:[ \u{a0}-]\d{2,4}){2,4})\b"
);
pattern!(OGRN, r"(?i)огрн(?:ип)?(?:\s+[а-яё]{2,16}){0,2}[\s:|№#=.–—-]{0,6}(\d{11,16}|\d(?: \d{2,4}){3,6})\b");
pattern!(KPP, r"(?i)кпп(?:\s+[а-яё]{5,16})?[\s:|№#=.–—-]{0,6}([\dA-Za-z]{9})\b");
pattern!(BIK, r"(?i)бик(?:\s+[а-яё]{5,16})?[\s:|№#=.–—-]{0,6}(\d{9}|\d{3} \d{3} \d{3})\b");
pattern!(
    SNILS,
    r"(?i)\b(\d{3}-\d{3}-\d{3}[ -]\d{2})\b|снилс[\s:|№#=.–—-]{0,6}(\d{11}|\d{3}[ -]\d{3}[ -]\d{3}[ -]\d{2})\b"
);
pattern!(ACCOUNT, r"\b(\d{20}|(?:30|40|42|45)\d{3}[ .-]\d{3}[ .-]\d[ .-]?\d{4}[ .-]?\d{7})\b");
pattern!(PASSPORT, r"(?i)паспорт[а-яё]*[^\d\n;]{0,40}?(\d{2}\s?\d{2})(?:\s|,|№|n|номер|-)*(\d{6})\b");
pattern!(PASSPORT_BARE, r"\b(\d{2}\s?\d{2})\s?(?:№\s?|\s)(\d{6})\b");
pattern!(CADASTRAL, r"\b\d{2}:\d{2}:\d{1,7}:\d{1,7}\b");
pattern!(PHONE, r"(?:\+7|\b[78])[\s(-]{0,2}\d{3}[\s)-]{0,2}\d{3}[\s-]?\d{2}[\s-]?\d{2}\b");
pattern!(EMAIL, r"(?i)\b[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9а-яё][a-z0-9а-яё.-]{0,250}\.[a-zа-яё]{2,24}\b");
pattern!(BARE_DIGITS, r"\b(?:\d{10}|\d{12}|\d{13}|\d{15})\b");

// «БИК / к/с | 046015602 / 30101810600000000602», «ИНН / КПП / ОГРН: …»: labels with strokes, then as many codes.
pattern!(
    LISTED,
    r"(?i)(?P<labels>(?:инн|кпп|огрн(?:ип)?|бик|[рк]/с)(?:\s*/\s*(?:инн|кпп|огрн(?:ип)?|бик|[рк]/с)){1,3})[\s:|№=—–-]{0,6}(?P<codes>[\dA-Z]{9,20}(?:\s*/\s*[\dA-Z]{9,20}){1,3})\b"
);
pattern!(LABEL, r"(?i)инн|кпп|огрн(?:ип)?|бик|[рк]/с");

/// The digits of a text.
pub(crate) fn digits_of(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Every code of a text except those of vehicles.
pub(crate) fn codes(text: &str) -> Vec<Candidate> {
    let mut out = Vec::new();
    let mut each = |pattern: &LazyLock<Option<Regex>>, tier: u8, make: &dyn Fn(&str) -> Option<MentionKind>| {
        for c in pattern.iter().flat_map(|r| r.captures_iter(text)) {
            // The first group that took part, or the whole.
            let Some(m) = c.iter().skip(1).flatten().next().or(c.get(0)) else { continue };
            if let Some(kind) = make(m.as_str()) {
                out.push(Candidate::new(tier, m.start(), m.end(), kind));
            }
        }
    };
    each(&EMAIL, NAMED, &|s| Some(MentionKind::Email { text: s.to_lowercase() }));
    each(&CADASTRAL, NAMED, &|s| Some(MentionKind::Cadastral { text: s.to_owned() }));
    each(&INN, NAMED, &|s| Some(inn(digits_of(s))));
    each(&OGRN, NAMED, &|s| Some(ogrn(digits_of(s))));
    each(&KPP, NAMED, &kpp);
    each(&BIK, NAMED, &|s| Some(MentionKind::Bik { digits: digits_of(s) }));
    each(&SNILS, NAMED, &|s| {
        let digits = digits_of(s);
        Some(MentionKind::Snils { valid: snils_ok(&digits), digits })
    });
    each(&ACCOUNT, NAMED, &|s| Some(MentionKind::Account { digits: digits_of(s) }));
    each(&PHONE, BARE, &phone);
    each(&BARE_DIGITS, BARE, &|s| match s.len() {
        10 | 12 if inn_ok(s) => Some(inn(s.to_owned())),
        13 | 15 if ogrn_ok(s) => Some(ogrn(s.to_owned())),
        _ => None,
    });
    passports(text, &mut out);
    listed(text, &mut out);
    out
}

/// Codes that stand in a row under a row of labels.
fn listed(text: &str, out: &mut Vec<Candidate>) {
    for c in LISTED.iter().flat_map(|r| r.captures_iter(text)) {
        let (Some(labels), Some(codes)) = (c.name("labels"), c.name("codes")) else { continue };
        let names: Vec<&str> = LABEL.iter().flat_map(|r| r.find_iter(labels.as_str())).map(|m| m.as_str()).collect();
        let values: Vec<&str> = codes.as_str().split('/').collect();
        if names.len() != values.len() {
            continue;
        }
        let mut at = codes.start();
        for (name, value) in names.iter().zip(&values) {
            let own = value.trim();
            let start = at + value.find(own).unwrap_or_default();
            at += value.len() + 1;
            let kind = match name.to_lowercase().as_str() {
                "инн" => Some(inn(digits_of(own))),
                "кпп" => kpp(own),
                "бик" => Some(MentionKind::Bik { digits: digits_of(own) }).filter(|_| own.len() == 9),
                "р/с" | "к/с" => Some(MentionKind::Account { digits: digits_of(own) }).filter(|_| own.len() == 20),
                _ => Some(ogrn(digits_of(own))),
            };
            out.extend(kind.map(|kind| Candidate::new(NAMED, start, start + own.len(), kind)));
        }
    }
}

fn inn(digits: String) -> MentionKind {
    MentionKind::Inn { valid: inn_ok(&digits), digits }
}

fn ogrn(digits: String) -> MentionKind {
    MentionKind::Ogrn { valid: ogrn_ok(&digits), digits }
}

fn kpp(text: &str) -> Option<MentionKind> {
    let text = text.to_ascii_uppercase();
    kpp_shape(&text).then_some(MentionKind::Kpp { text })
}

fn phone(text: &str) -> Option<MentionKind> {
    let digits = digits_of(text);
    // No area code starts with 0, 1 or 2; «8 200 300 00 00» is no number to call.
    let area = digits.chars().nth(1).is_some_and(|c| ('3'..='9').contains(&c));
    (digits.len() == 11 && area).then(|| MentionKind::Phone { text: format!("+7{}", &digits[1..]) })
}

/// Papers whose numbers look like those of passports: driving licences, papers of cars.
const OTHER_PAPERS: &[&str] =
    &["ву", "в/у", "права", "прав", "удостоверение", "удостоверения", "стс", "птс", "свидетельство", "полис"];

/// Passports: two groups make one value.
fn passports(text: &str, out: &mut Vec<Candidate>) {
    for (pattern, tier) in [(&PASSPORT, NAMED), (&PASSPORT_BARE, BARE)] {
        for c in pattern.iter().flat_map(|r| r.captures_iter(text)) {
            if let (Some(series), Some(number)) = (c.get(1), c.get(2)) {
                // «до 27.12.2026 100000 после установки»: the year of a day is no series.
                let of_day = text.get(..series.start()).is_some_and(|before| before.ends_with(['.', '/', '-']));
                let other = || {
                    let before = text.get(..series.start()).unwrap_or_default().trim_end_matches([' ', ':', '№']);
                    let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '/').next().unwrap_or_default();
                    OTHER_PAPERS.contains(&word.to_lowercase().as_str())
                };
                if tier == BARE && (of_day || other()) {
                    continue;
                }
                let kind =
                    MentionKind::Passport { series: digits_of(series.as_str()), number: number.as_str().to_owned() };
                out.push(Candidate::new(tier, series.start(), number.end(), kind));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::spans::resolve;

    fn read(text: &str) -> Vec<String> {
        resolve(codes(text))
            .into_iter()
            .map(|m| match m.kind {
                MentionKind::Inn { digits, valid } => format!("inn {digits} {valid}"),
                MentionKind::Ogrn { digits, valid } => format!("ogrn {digits} {valid}"),
                MentionKind::Kpp { text } => format!("kpp {text}"),
                MentionKind::Bik { digits } => format!("bik {digits}"),
                MentionKind::Account { digits } => format!("acc {digits}"),
                MentionKind::Snils { digits, valid } => format!("snils {digits} {valid}"),
                MentionKind::Passport { series, number } => format!("pass {series} {number}"),
                MentionKind::Cadastral { text } => format!("cad {text}"),
                MentionKind::Phone { text } => format!("tel {text}"),
                MentionKind::Email { text } => text,
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn table() {
        for (text, want) in [
            ("ИНН 7700000016", "inn 7700000016 true"),
            ("инн: 7700000017", "inn 7700000017 false"),
            ("ИНН7700000016", "inn 7700000016 true"),
            ("ИНН 77 0000 0016", "inn 7700000016 true"),
            ("770000010193", "inn 770000010193 true"),
            ("ИНН 123456789", "inn 123456789 false"),
            ("ОГРН 1247700000008", "ogrn 1247700000008 true"),
            ("ОГРНИП 324774600000002", "ogrn 324774600000002 true"),
            ("1247700000008", "ogrn 1247700000008 true"),
            ("КПП 770001001", "kpp 770001001"),
            ("БИК 044525225", "bik 044525225"),
            ("БИК хранителя | 044525225", "bik 044525225"),
            ("р/с 40602810700000000025", "acc 40602810700000000025"),
            ("счёт 40602 810 7 0000 0000025", "acc 40602810700000000025"),
            ("СНИЛС 112-233-445 95", "snils 11223344595 true"),
            ("снилс 11223344596", "snils 11223344596 false"),
            ("паспорт 4510 123456", "pass 4510 123456"),
            ("паспорт серия 45 10 № 123456", "pass 4510 123456"),
            ("паспорт РФ: серия 4510, номер 123456", "pass 4510 123456"),
            ("кадастровый номер 77:01:0001001:1234", "cad 77:01:0001001:1234"),
            ("+7 (916) 123-45-67", "tel +79161234567"),
            ("89161234567", "tel +79161234567"),
            ("8 916 123 45 67", "tel +79161234567"),
            ("Пишите на Ivanov@Example.ru.", "ivanov@example.ru"),
        ] {
            assert_eq!(read(text), [want], "{text}");
        }
        assert_eq!(read("ИНН/КПП 7700000016/770001001"), ["inn 7700000016 true", "kpp 770001001"]);
        assert_eq!(read("ИНН 7700000016 КПП 770001001"), ["inn 7700000016 true", "kpp 770001001"]);
        assert_eq!(
            read("ИНН / КПП / ОГРН | 7700000016 / 770001001 / 1247700000008"),
            ["inn 7700000016 true", "kpp 770001001", "ogrn 1247700000008 true"]
        );
        assert_eq!(read("БИК / к/с | 044525225 / 30101810400000000225"), ["bik 044525225", "acc 30101810400000000225"]);
    }

    #[test]
    fn no_codes() {
        for text in ["7700000017", "1 250 000", "044525225", "10:30", "30 000 000 000", "123456", ""] {
            assert!(read(text).is_empty(), "{text}: {:?}", read(text));
        }
    }
}
