//! Requisites: control digits, formats, what fits whom.

use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::requisites::{account_ok, bik_shape, vin_check_digit};
use crate::engine::text::scan;
use crate::workspaces::contract::intake::rules::find;
use crate::workspaces::contract::lint::paper::Paper;
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::report::Repair;
use crate::workspaces::contract::lint::sides::Person;
use crate::workspaces::contract::lint::{Hit, Stated, Subject};
use serde_json::{Value, json};

pattern!(PASSPORT, r"(?i)паспорт[^\n;]{0,40}?(?:серия\s*)?(\d[\d\s]*)(?:,|\s)*(?:№|N|номер)\s*(\d+)");
pattern!(DIVISION, r"(?i)(?:код\s+подразделения|к/п)[\s:№-]*([\d–—-]+)");
pattern!(EMAIL, r"(?i)(?:e-?mail|эл(?:ектронная|ектронной|\.)?\s*почт\w*)\s*[:–—-]?\s*([^\s,;()]+)");
pattern!(PHONE, r"(?i)\b(?:тел(?:ефон)?|моб)\b\.?\s*[:–—-]?\s*(\+?\d[\d\s()-]{2,20}\d)");

/// Every mention with its block.
fn mentions(paper: &Paper) -> impl Iterator<Item = (usize, &Mention)> {
    paper.blocks.iter().enumerate().flat_map(|(i, block)| block.mentions.iter().map(move |mention| (i, mention)))
}

/// Facts of each side: role, title, value.
fn parties<'a>(stated: &'a Stated<'_>) -> impl Iterator<Item = (String, &'a str, &'a Value)> {
    stated.facts.pack.parties.iter().filter_map(|party| {
        let at = format!("/parties/{}", party.role);
        let value = stated.facts.domain.pointer(&at)?;
        Some((at, party.title.as_str(), value))
    })
}

/// L13.
pub(super) fn checksum(subject: &Subject<'_>) -> Vec<Hit> {
    let stated = subject.stated.as_ref().and_then(|s| find::checksum(s.facts.pack, s.facts.domain));
    // A VIN and an account have rules of their own here.
    let stated = stated.filter(|found| !found.at.ends_with("/vin") && !found.at.ends_with("/bank/account"));
    let mut hits: Vec<Hit> = stated.map(|found| Hit::fact(&found.at, found.what)).into_iter().collect();
    for (index, mention) in mentions(&subject.paper) {
        let (name, digits) = match &mention.kind {
            MentionKind::Inn { digits, valid: false } => ("ИНН", digits),
            MentionKind::Ogrn { digits, valid: false } => ("ОГРН", digits),
            MentionKind::Snils { digits, valid: false } => ("СНИЛС", digits),
            _ => continue,
        };
        let message = format!("{name} {digits}: контрольное число не сходится");
        hits.push(Hit::words(index, mention.start..mention.end, message));
    }
    hits
}

/// L46.
pub(super) fn account_bik(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    if let Some(stated) = &subject.stated {
        for (at, title, party) in parties(stated) {
            if let (Some(bik), Some(account)) = (party["bank"]["bik"].as_str(), party["bank"]["account"].as_str())
                && (!bik_shape(bik) || !account_ok(bik, account))
            {
                let message = format!("{title}: счёт {account} не подходит к БИК {bik}");
                hits.push(Hit::fact(&format!("{at}/bank/account"), message));
            }
        }
        return hits;
    }
    let biks: Vec<&str> = mentions(&subject.paper)
        .filter_map(|(_, mention)| match &mention.kind {
            MentionKind::Bik { digits } => Some(digits.as_str()),
            _ => None,
        })
        .collect();
    for (index, mention) in mentions(&subject.paper) {
        if let MentionKind::Account { digits } = &mention.kind
            && !biks.is_empty()
            && !biks.iter().any(|bik| account_ok(bik, digits))
        {
            let message = format!("Счёт {digits} не подходит ни к одному БИК в тексте");
            hits.push(Hit::words(index, mention.start..mention.end, message));
        }
    }
    hits
}

/// Who may have accounts that begin so.
fn owners(account: &str) -> Option<&'static [Person]> {
    Some(match account.get(..5)? {
        "40802" => &[Person::Entrepreneur],
        "40817" | "40820" => &[Person::Individual, Person::SelfEmployed],
        "40701" | "40702" | "40703" => &[Person::Company],
        other if other.starts_with("423") || other.starts_with("426") => &[Person::Individual, Person::SelfEmployed],
        _ => return None,
    })
}

fn person(kind: Option<&str>) -> Option<Person> {
    Some(match kind? {
        "company" => Person::Company,
        "entrepreneur" => Person::Entrepreneur,
        "self_employed" => Person::SelfEmployed,
        "individual" => Person::Individual,
        _ => return None,
    })
}

/// L44.
pub(super) fn account_kind(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    if let Some(stated) = &subject.stated {
        for (at, title, party) in parties(stated) {
            let account = party["bank"]["account"].as_str();
            if let (Some(account), Some(person)) = (account, person(party["kind"].as_str()))
                && owners(account).is_some_and(|owners| !owners.contains(&person))
            {
                let message = format!("{title}: счёт {account} открывают другим лицам");
                hits.push(Hit::fact(&format!("{at}/bank/account"), message));
            }
        }
        return hits;
    }
    let known: Vec<Person> = subject.paper.sides.iter().filter_map(|side| side.person).collect();
    if known.len() < 2 || known.len() < subject.paper.sides.len() {
        return hits;
    }
    for (index, mention) in mentions(&subject.paper) {
        if let MentionKind::Account { digits } = &mention.kind
            && owners(digits).is_some_and(|owners| !known.iter().any(|person| owners.contains(person)))
        {
            let message = format!("Счёт {digits} не мог быть открыт ни одной из сторон");
            hits.push(Hit::words(index, mention.start..mention.end, message));
        }
    }
    hits
}

/// L45.
pub(super) fn kpp(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    if let Some(stated) = &subject.stated {
        for (at, title, party) in parties(stated) {
            let other = person(party["kind"].as_str()).is_some_and(|person| person != Person::Company);
            if other && party["kpp"].as_str().is_some_and(|kpp| !kpp.is_empty()) {
                let fix = Repair::Reject("Убрать КПП", format!("{at}/kpp"));
                hits.push(Hit {
                    fix: Some(fix), ..Hit::fact(&format!("{at}/kpp"), format!("{title}: КПП не бывает"))
                });
            }
        }
        return hits;
    }
    let known: Vec<Person> = subject.paper.sides.iter().filter_map(|side| side.person).collect();
    if known.len() < 2 || known.contains(&Person::Company) {
        return hits;
    }
    let found = mentions(&subject.paper).filter(|(_, mention)| matches!(mention.kind, MentionKind::Kpp { .. }));
    found.map(|(i, m)| Hit::words(i, m.start..m.end, "Среди сторон нет организаций, а КПП есть")).collect()
}

/// L43.
pub(super) fn passport(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    if let Some(stated) = &subject.stated {
        for (at, title, party) in parties(stated) {
            let digits = |key: &str, count: usize| {
                party["passport"][key].as_str().is_none_or(|text| {
                    let digits = text.chars().filter(char::is_ascii_digit).count();
                    digits == count && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || c == '-')
                })
            };
            if !(digits("series", 4) && digits("number", 6) && digits("code", 6)) {
                hits.push(Hit::fact(&format!("{at}/passport"), format!("{title}: проверьте паспорт")));
            }
        }
        return hits;
    }
    let count = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    for (index, block, body) in subject.paper.all() {
        for found in PASSPORT.all(body) {
            let Some(whole) = found.get(0) else { continue };
            let (series, number) = (count(&found[1]), count(&found[2]));
            if (series, number) != (4, 6) {
                let span = block.range.start + whole.start()..block.range.start + whole.end();
                hits.push(Hit::words(index, span, format!("В серии {series} цифр, в номере {number}")));
            }
        }
        for code in DIVISION.all(body).iter().filter_map(|c| c.get(1)) {
            let text = code.as_str();
            if !(text.len() == 7 && text.as_bytes()[3] == b'-' && count(text) == 6) {
                let span = block.range.start + code.start()..block.range.start + code.end();
                hits.push(Hit::words(index, span, format!("Код подразделения «{text}» — не NNN-NNN")));
            }
        }
    }
    hits
}

/// Every VIN: where, what was written, how it was read.
fn vins<'s>(subject: &'s Subject<'_>) -> Vec<(Hit, &'s str, Mention)> {
    let words = mentions(&subject.paper).filter(|(_, mention)| matches!(mention.kind, MentionKind::Vin { .. }));
    let words = words.map(|(index, mention)| {
        let hit = Hit::words(index, mention.start..mention.end, "");
        (hit, subject.paper.text.get(mention.start..mention.end).unwrap_or_default(), mention.clone())
    });
    let fact = subject.stated.as_ref().and_then(|stated| {
        let said = stated.facts.domain.pointer("/object/vin")?.as_str()?;
        let mention = scan::mentions(&format!("VIN {said}"), "").into_iter().next()?;
        Some((Hit::fact("/object/vin", ""), said, mention))
    });
    fact.into_iter().chain(words).collect()
}

/// L47.
pub(super) fn vin(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (hit, said, mention) in vins(subject) {
        let MentionKind::Vin { text, twins, valid_shape, .. } = &mention.kind else { continue };
        if *valid_shape && !twins {
            continue;
        }
        let label = "Записать латинскими буквами";
        let fix = match (&hit.pointer, &hit.span) {
            _ if !valid_shape => None,
            (Some(at), _) => Some(Repair::Set(label, at.clone(), json!(text))),
            (None, Some(span)) => Some(Repair::Replace(label, span.clone(), text.clone())),
            (None, None) => None,
        };
        let message = if *valid_shape {
            format!("«{said}»: есть русские буквы или I, O, Q; верно {text}")
        } else {
            format!("«{said}»: в VIN должно быть 17 латинских букв и цифр")
        };
        hits.push(Hit { message, fix, ..hit });
    }
    hits
}

/// L48.
pub(super) fn vin_check_digit_of(subject: &Subject<'_>) -> Vec<Hit> {
    let wrong = |mention: &Mention| match &mention.kind {
        MentionKind::Vin { text, valid_shape: true, twins: false, .. } => !vin_check_digit(text),
        _ => false,
    };
    let found = vins(subject).into_iter().filter(|(_, _, mention)| wrong(mention));
    found
        .map(|(hit, said, _)| Hit {
            message: format!("«{said}»: контрольный знак не сходится"), ..hit
        })
        .collect()
}

/// L49.
pub(super) fn contacts(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    if let Some(stated) = &subject.stated {
        for (at, title, party) in parties(stated) {
            if party["email"].as_str().is_some_and(|text| !email_ok(text)) {
                hits.push(Hit::fact(&format!("{at}/email"), format!("{title}: проверьте адрес почты")));
            }
            if party["phone"].as_str().is_some_and(|text| !phone_ok(text)) {
                hits.push(Hit::fact(&format!("{at}/phone"), format!("{title}: проверьте телефон")));
            }
        }
        return hits;
    }
    for (index, block, body) in subject.paper.all() {
        let mail = EMAIL.all(body).into_iter().filter_map(|c| c.get(1)).filter(|m| {
            let text = m.as_str().trim_end_matches('.');
            (text.contains('@') || text.contains('.') && text.is_ascii()) && !email_ok(text)
        });
        let phone = PHONE.all(body).into_iter().filter_map(|c| c.get(1)).filter(|m| !phone_ok(m.as_str()));
        for found in mail.chain(phone) {
            let span = block.range.start + found.start()..block.range.start + found.end();
            hits.push(Hit::words(index, span, format!("«{}»: проверьте", found.as_str())));
        }
    }
    hits
}

/// One «@», a dot behind it, letters of one alphabet before it.
fn email_ok(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    let latin = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || "._%+-".contains(c));
    let cyrillic = text.chars().all(|c| !c.is_ascii_alphabetic());
    let zone = host.rsplit_once('.').is_some_and(|(site, zone)| !site.is_empty() && zone.chars().count() > 1);
    !name.is_empty() && (latin(name) && latin(host) || cyrillic) && zone && !host.contains("..")
}

/// Eleven digits from 7 or 8; other countries with «+».
fn phone_ok(text: &str) -> bool {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let foreign = text.trim_start().starts_with('+') && !digits.starts_with('7') && (8..=15).contains(&digits.len());
    foreign || digits.len() == 11 && digits.starts_with(['7', '8'])
}

/// L68.
pub(super) fn incomplete(subject: &Subject<'_>) -> Vec<Hit> {
    let Some(stated) = &subject.stated else { return Vec::new() };
    let mut hits = Vec::new();
    for (at, title, party) in parties(stated) {
        let kind = person(party["kind"].as_str());
        let wanted: &[(&str, &str)] = match kind {
            Some(Person::Company) => &[("inn", "ИНН"), ("ogrn", "ОГРН"), ("address", "адрес"), ("signer", "подписант")],
            Some(Person::Entrepreneur) => &[("inn", "ИНН"), ("ogrn", "ОГРНИП"), ("address", "адрес")],
            Some(Person::SelfEmployed) => &[("inn", "ИНН"), ("passport", "паспорт"), ("address", "адрес")],
            _ => &[("passport", "паспорт"), ("address", "адрес")],
        };
        let lacks: Vec<&str> =
            wanted.iter().filter(|(key, _)| party.get(key).is_none_or(Value::is_null)).map(|(_, name)| *name).collect();
        if !lacks.is_empty() {
            hits.push(Hit::fact(&at, format!("{title}: нет данных — {}", lacks.join(", "))));
        }
    }
    hits
}
