//! Which act a text is, by what it says of itself: its title and number at the head, its number and day at the foot.
//!
//! An official text begins with the name of the act, the day of its adoption and the laws that changed it, and ends
//! with the day it was signed and its number. A text about another act («О внесении изменений в …») names that act
//! too, so a name counts only where nothing before it says that the text is about it.

use crate::engine::address::acts::{self, ActRecord};
use crate::engine::corpus::read::identity::{self, Identity, UNDATED};
use crate::engine::corpus::read::series;
use crate::engine::fold::folded;
use crate::model::source::DocumentKind;
use regex::Regex;
use std::sync::LazyLock;

/// Lines of the head and of the foot, and bytes of a line, that are looked at.
const HEAD: usize = 40;
const FOOT: usize = 12;
const LINE: usize = 40_000;
/// Letters of the head in which the name of the act must begin.
const NAMED: usize = 500;

static NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)(?:№|\bN)\s*(\d{1,4}(?:-\d)?)-(ФЗ|ФКЗ)").ok());
static SIGNED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b\d{1,2}(?:\.\d{2}\.|\s+(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)\s+)(\d{4})").ok()
});
static EDITION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\(?\s*(?:(?:в|у)\s+редакц|в\s+ред\.|ред\.|с\s+изменениями|с\s+изм\.|с\s+уч[её]том|(?:действующая\s+|актуальная\s+|поточна\s+|чинна\s+)?редакц(?:ия|ія)|із?\s+змінами|edition:|дата\s+редакции|действует\s+с|чинн\p{L}{1,3}\s+з|станом\s+на|по\s+состоянию\s+на)",
    )
    .ok()
});
static WITHIN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\((?:(?:в|у)\s+)?(?:ред(?:акци[иіїя]|\.)|с\s+изм|зі?\s+змін|із\s+змін)[^()]{0,200}\)|\bредакц(?:ия|ія)\s+(?:от|від)\s+[^,;()\n]{8,24}",
    )
    .ok()
});
static PART: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^\(?часть\s+(первая|вторая|третья|четвертая|четвёртая)\)?\.?$").ok());

/// The act that a text is, with its edition; `None` when it does not say.
#[must_use]
pub fn identity(title: Option<&str>, body: &str) -> Option<Identity> {
    let lines: Vec<&str> = body.lines().map(bare).filter(|line| !line.is_empty()).collect();
    let first = lines.iter().position(|line| is_article(line)).unwrap_or(HEAD).clamp(1, HEAD).min(lines.len());
    let head = &lines[..first];
    let foot = &lines[lines.len().saturating_sub(FOOT).max(first)..];
    let code = named(head, title);
    let label = edition(head, title);
    let own: Vec<&str> = title.into_iter().chain(head.iter().copied().filter(|line| !is_note(line))).collect();
    let form = series::identity(&own, foot, &label);
    // A number with «-ФЗ» is the act's own only where no other form stands at its head.
    if form.as_ref().is_some_and(|own| !own.document.starts_with("ru.fz.")) && code.is_none() {
        return form;
    }
    if let Some(act) = code.or_else(|| numbered(head, foot)) {
        let label = match part(head) {
            Some(part) if label != UNDATED => format!("{label}, часть {part}"),
            Some(part) => format!("часть {part}"),
            None => label,
        };
        return Identity::of_act(&act.id, &label);
    }
    unknown(head, foot, &label).or(form)
}

fn bare(line: &str) -> &str {
    let line = line.trim_start_matches(['#', '*', ' ']).trim_end_matches(['*', ' ']).trim();
    line.get(..LINE).unwrap_or(line)
}

fn is_article(line: &str) -> bool {
    ["Статья ", "Стаття ", "СТАТЬЯ "]
        .iter()
        .any(|word| line.strip_prefix(word).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())))
}

/// A line that tells of changes, not of the act.
fn is_note(line: &str) -> bool {
    line.starts_with('(') || EDITION.as_ref().is_some_and(|rule| rule.is_match(line))
}

fn plain(text: &str) -> String {
    let text: String = folded(text).chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The act whose title stands first at the head, and is not what the text is about.
fn named(head: &[&str], title: Option<&str>) -> Option<&'static ActRecord> {
    let said: Vec<&str> =
        title.into_iter().chain(head.iter().copied().filter(|line| !is_note(line)).take(12)).collect();
    let text: String = plain(&said.join(" ")).chars().take(NAMED).collect();
    let mut best: Option<(usize, usize, &ActRecord)> = None;
    for act in acts::embedded().ok()?.acts().iter().filter(|act| !act.technical() && act.jurisdiction != "KR") {
        // The short titles of laws are words of everyday: «О защите прав потребителей».
        if !matches!(act.kind, DocumentKind::Code) && !act.id.ends_with(".constitution") {
            continue;
        }
        let own = plain(&act.title);
        let Some(at) = text.find(&own) else { continue };
        let better = best.is_none_or(|(from, len, _)| at < from || at == from && own.len() > len);
        if better {
            best = Some((at, own.len(), act));
        }
    }
    let (at, _, act) = best?;
    let before = &text[..at];
    let about = ["внесении", "введении", "применении", "комментар", "вопрос", "пленум", "постановлени", "признании"];
    let foreign = ["внесення", "введення", "застосування", "коментар", "постанов"];
    let ends = ["в", "к", "с", "о", "до", "по", "статьи", "статей"];
    let last = before.split(' ').rfind(|word| !word.is_empty()).unwrap_or_default();
    let is_about = about.iter().chain(&foreign).any(|word| before.contains(word)) || ends.contains(&last);
    (!is_about).then_some(act)
}

/// The number of the act: at its head outside of notes, else at its foot, where it was signed.
fn number(head: &[&str], foot: &[&str]) -> Option<(String, String)> {
    let number = |line: &&str| {
        let found = NUMBER.as_ref()?.captures(line)?;
        Some(format!("{}-{}", &found[1], found[2].to_uppercase()))
    };
    let year = |lines: &[&str]| {
        let found = lines.iter().filter(|line| !is_note(line)).find_map(|line| SIGNED.as_ref()?.captures(line))?;
        Some(found[1].to_owned())
    };
    let own: Vec<&str> = head.iter().copied().filter(|line| !is_note(line)).take(8).collect();
    // A heading that names other laws («О внесении изменений в … № 5-ФЗ») has a long line of its own.
    let short = own.iter().filter(|line| line.chars().count() < 120).find_map(number);
    let signed = foot.iter().rev().filter(|line| line.chars().count() < 40).find_map(number);
    match (signed, short) {
        (Some(signed), _) => Some((signed, year(foot).or_else(|| year(&own))?)),
        (None, Some(short)) => Some((short, year(&own)?)),
        (None, None) => None,
    }
}

fn numbered(head: &[&str], foot: &[&str]) -> Option<&'static ActRecord> {
    let (number, year) = number(head, foot)?;
    acts::embedded().ok()?.numbered(&number).into_iter().find(|act| {
        act.jurisdiction == "RU"
            && (act.date.as_deref().is_some_and(|date| date.starts_with(&year))
                || act.id.ends_with(&format!(".{year}")))
    })
}

/// A federal law that the register does not know: its number, its year, and the heading as its title.
fn unknown(head: &[&str], foot: &[&str], label: &str) -> Option<Identity> {
    let is_law = |line: &&str| plain(line).starts_with("федеральный закон");
    let at = head.iter().position(is_law)?;
    let (number, year) = number(head, foot)?;
    let title = head[at..].iter().find(|line| {
        let own = plain(line);
        own.starts_with("о ") || own.starts_with("об ")
    });
    let title = title.map_or_else(|| format!("Федеральный закон № {number}"), |line| (*line).to_owned());
    let digits = number.split('-').next().unwrap_or(&number);
    let noted = format!("1 января {year} года № {number}");
    let law = Identity::of_law(digits, &noted, &title, label, false)?;
    Some(law)
}

/// The edition by the notes at the head: the last day that they name.
fn edition(head: &[&str], title: Option<&str>) -> String {
    let mut notes: Vec<String> = head.iter().filter(|line| is_note(line)).map(|line| (*line).to_owned()).collect();
    for line in head.iter().copied().chain(title) {
        let found = WITHIN.as_ref().into_iter().flat_map(|rule| rule.find_iter(line));
        notes.extend(found.map(|found| found.as_str().to_owned()));
    }
    identity::last_day(&notes.join("\n")).unwrap_or_else(|| UNDATED.to_owned())
}

/// The part of an act that is published in parts: named right below the title.
fn part(head: &[&str]) -> Option<u8> {
    let own: Vec<&str> = head.iter().copied().take_while(|line| !is_note(line)).take(6).collect();
    let found = own.iter().find_map(|line| {
        let whole = PART.as_ref()?.captures(line).map(|found| found[1].to_owned());
        whole.or_else(|| {
            let inner = line.rsplit_once('(')?.1.trim_end_matches(')');
            PART.as_ref()?.captures(inner).map(|found| found[1].to_owned())
        })
    })?;
    Some(match folded(&found).as_str() {
        "первая" => 1,
        "вторая" => 2,
        "третья" => 3,
        _ => 4,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (String, String) {
        identity(None, text).map_or_else(Default::default, |own| (own.document, own.label))
    }

    #[test]
    fn an_act_says_what_it_is() {
        let code = "РОССИЙСКАЯ ФЕДЕРАЦИЯ\nТрудовой кодекс Российской Федерации\nПринят Государственной Думой 21 декабря 2001 года\n\
            (В редакции федеральных законов от 24.07.2002 № 97-ФЗ, от 04.08.2023 № 471-ФЗ)\n\
            (С учетом постановлений от 15.03.2005 № 3-П, от 24.10.2023 № 49-П)\nЧАСТЬ ПЕРВАЯ\nСтатья 1. Цели\nТекст.\n30 декабря 2001 года\n№ 197-ФЗ";
        assert_eq!(of(code), ("ru.tk".into(), "24.10.2023".into()));
        let part = "Гражданский кодекс Российской Федерации\nЧАСТЬ ВТОРАЯ\n(В редакции законов от 12.08.1996 № 110-ФЗ, от 24.07.2023 № 339-ФЗ)\nСтатья 454. Договор";
        assert_eq!(of(part), ("ru.gk".into(), "24.07.2023, часть 2".into()));
        assert_eq!(identity::label_slug("24.07.2023, часть 2"), "2023-07-24-part2");
        let quoted =
            "\"Семейный кодекс Российской Федерации\" от 29.12.1995 N 223-ФЗ (ред. от 31.07.2023)\nСтатья 1. Начала";
        assert_eq!(of(quoted), ("ru.sk".into(), "31.07.2023".into()));
        let loud = "ЦИВІЛЬНИЙ КОДЕКС УКРАЇНИ\nКНИГА ПЕРША\nСтаття 1. Відносини";
        assert_eq!(of(loud), ("ua.civil".into(), "undated".into()));
    }

    #[test]
    fn the_day_of_an_edition_is_read_however_it_is_written() {
        let head = "Закон РФ от 07.02.1992 N 2300-1";
        for note in [
            " (ред. от 01.09.2025) \"О бочках\"",
            "\n(в редакции от 1 сентября 2025 г.)",
            "\nс изм. от 1 сентября 2025 года",
            "\nРедакция от 2025-09-01",
            "\n(с изменениями на 01.09.2025)",
            "\nПо состоянию на 1 сентября 2025 г.",
            "\nдействует с 2025-09-01",
        ] {
            let found = of(&format!("{head}{note}\nСтатья 1. Бочки\nТекст."));
            assert_eq!(found, ("ru.law.2300-1.1992".into(), "01.09.2025".into()), "{note}");
        }
        let labour = "КОДЕКС ЗАКОНІВ ПРО ПРАЦЮ УКРАЇНИ\nЗаконом № 322-VIII від 10.12.71\nРедакція від 1 вересня 2024 року\nСтаття 1. Мета";
        assert_eq!(of(labour), ("ua.labour".into(), "01.09.2024".into()));
        // The number of another law at the head of a decree is not its own.
        let decree = "ПОСТАНОВЛЕНИЕ ПРАВИТЕЛЬСТВА РФ\nот 31 декабря 2020 г. N 2463\nВ соответствии с Законом № 2300-1 и № 381-ФЗ\n1. Утвердить.";
        assert_eq!(of(decree).0, "ru.pp.2463.2020");
    }

    #[test]
    fn a_law_is_told_by_its_number_and_a_text_about_an_act_is_not_that_act() {
        let law = "ФЕДЕРАЛЬНЫЙ ЗАКОН\nОб обществах с ограниченной ответственностью\nот 8 февраля 1998 г. № 14-ФЗ\nСтатья 1. Предмет";
        assert_eq!(of(law).0, "ru.fz.14.1998");
        let other = "ФЕДЕРАЛЬНЫЙ ЗАКОН\nО бочках и ящиках\n(В редакции закона от 02.03.2021 № 12-ФЗ)\nСтатья 1. Бочки\nТекст.\nМосква, Кремль\n5 мая 2014 года\n№ 999-ФЗ";
        assert_eq!(of(other), ("ru.fz.999.2014".into(), "02.03.2021".into()));
        let about = "ФЕДЕРАЛЬНЫЙ ЗАКОН\nО внесении изменений в Трудовой кодекс Российской Федерации\nСтатья 1. Внести";
        assert_ne!(of(about).0, "ru.tk");
        assert_eq!(identity(None, "Договор аренды\nСтороны договорились.\nСтатья 1. Предмет"), None);
    }
}
