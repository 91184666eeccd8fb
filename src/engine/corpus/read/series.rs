//! Acts that say what they are by their form and number: laws of Russia, Ukraine and the regions, decrees, rulings of the
//! plenum. «Закон РФ от 07.02.1992 № 2300-1», «Постановление Правительства РФ от 31.12.2020 № 2463».

use crate::engine::address::acts::{self, ActRecord};
use crate::engine::corpus::read::identity::{Identity, slug};
use crate::engine::fold::folded;
use crate::engine::text::full_dates::full_dates;
use crate::model::source::DocumentKind;
use regex::Regex;
use std::sync::LazyLock;

/// Letters of the head in which the form must stand.
const NAMED: usize = 160;

/// A form with the words that tell it, in plain letters.
struct Form {
    id: &'static str,
    kind: DocumentKind,
    jurisdiction: &'static str,
    /// `{number}` and `{day}` stand for the act's own.
    short: &'static str,
    words: &'static [&'static str],
}

const FORMS: [Form; 6] = [
    Form {
        id: "ru.fz",
        kind: DocumentKind::Law,
        jurisdiction: "RU",
        short: "{number}",
        words: &["федеральный закон", "федеральный конституционный закон"],
    },
    Form {
        id: "ru.law",
        kind: DocumentKind::Law,
        jurisdiction: "RU",
        short: "Закон РФ № {number}",
        words: &["закон рф", "закон российской федерации", "российская федерация закон", "закон рсфср"],
    },
    Form {
        id: "ru.pp",
        kind: DocumentKind::Decree,
        jurisdiction: "RU",
        short: "ПП РФ № {number}",
        words: &[
            "постановление правительства рф",
            "постановление правительства российской федерации",
            "правительство российской федерации постановление",
        ],
    },
    Form {
        id: "ru.plenum",
        kind: DocumentKind::Decree,
        jurisdiction: "RU",
        short: "Пленум № {number} от {day}",
        words: &[
            "постановление пленума верховного суда",
            "постановление пленума вс рф",
            "постановление пленума высшего арбитражного суда",
            "пленум верховного суда российской федерации постановление",
        ],
    },
    Form {
        id: "ru.ukaz",
        kind: DocumentKind::Decree,
        jurisdiction: "RU",
        short: "Указ Президента РФ № {number}",
        words: &["указ президента рф", "указ президента российской федерации"],
    },
    Form {
        id: "ua.law",
        kind: DocumentKind::Law,
        jurisdiction: "UA",
        short: "Закон № {number}",
        words: &["закон україни", "україна закон"],
    },
];

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:№|\bN|\bNo\.?)\s*(\d{1,5}(?:/\d{2,4})?(?:-(?:\d{1,2}|[IVXLC]+|ВР|ФКЗ|ФЗ|[А-ЯЁ]{1,3}))?)").ok()
});
static REGION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)закон\s+((?:города\s+|г\.\s*)(?:москвы|санкт-петербурга|севастополя)|республики\s+[а-яё]+|[а-яё-]+(?:ской|ой)\s+(?:автономной\s+)?области|[а-яё-]+(?:ского|ого)\s+(?:края|автономного\s+округа))",
    )
    .ok()
});
static QUOTED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"[«"“„](.{3,300}?)[»"”]"#).ok());

/// Letters and digits with single spaces, folded.
#[must_use]
pub fn plain(text: &str) -> String {
    let text: String = folded(text).chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The act that a text is by its form, with this label; `own` are the lines of its head without notes, `foot` its last
/// ones.
#[must_use]
pub fn identity(own: &[&str], foot: &[&str], label: &str) -> Option<Identity> {
    let head = own.iter().copied().take(8).collect::<Vec<_>>().join("\n");
    let said = plain(&head);
    let begin: String = said.chars().take(NAMED).collect();
    let first = |form: &Form| form.words.iter().filter_map(|word| begin.find(word)).min();
    let form = FORMS.iter().filter_map(|form| Some((first(form)?, form))).min_by_key(|(at, _)| *at);
    let region =
        REGION.as_ref()?.captures(&head).map(|found| found[1].split_whitespace().collect::<Vec<_>>().join(" "));
    if form.as_ref().is_some_and(|(at, form)| is_about(&begin[..*at], form)) {
        return None;
    }
    let number = number(&head, foot);
    let day = full_dates(&head).first().map(|(_, day)| *day);
    let day = day.or_else(|| full_dates(&foot.join("\n")).first().map(|(_, day)| *day));
    if let Some((_, form)) = &form
        && let Some(act) = known(form, &said, number.as_deref(), day.map(|day| day.year()))
    {
        return Identity::of_act(&act.id, label);
    }
    let (number, day) = (number?, day?);
    let shown = format!("{:02}.{:02}.{}", day.day(), day.month(), day.year());
    let (id, jurisdiction, kind, short) = match (&form, region) {
        (Some((_, form)), _) if form.id == "ru.fz" => {
            let number = number.split("-Ф").next().unwrap_or(&number).to_owned();
            let short =
                if said.contains("федеральный конституционный") { "ФКЗ" } else { "ФЗ" };
            (format!("ru.fz.{number}.{}", day.year()), "RU", form.kind, format!("{number}-{short}"))
        }
        (Some((_, form)), _) => {
            let id = format!("{}.{}.{}", form.id, slug(&number), day.year());
            (id, form.jurisdiction, form.kind, form.short.replace("{number}", &number).replace("{day}", &shown))
        }
        (None, Some(region)) => {
            let id = format!("ru.reg.{}.{}.{}", slug(&region), slug(&number), day.year());
            (id, "RU", DocumentKind::Law, format!("Закон {region} № {number}"))
        }
        (None, None) => return None,
    };
    Identity::of_act(&id, label).or_else(|| {
        Some(Identity {
            document: id,
            jurisdiction: jurisdiction.to_owned(),
            kind,
            title: title(own).unwrap_or_else(|| short.clone()),
            short,
            label: label.to_owned(),
            valid_from: None,
            valid_to: None,
        })
    })
}

/// A text about an act («Комментарий к Закону РФ …») is not that act.
fn is_about(before: &str, form: &Form) -> bool {
    let words = ["внесени", "коммент", "обзор", "разъяснени", "применени", "внесення", "комент"];
    words.iter().any(|word| before.contains(word)) || before.split(' ').count() > 12 && form.id != "ru.fz"
}

/// The number in the head, else in a short line at the foot, where an act is signed.
fn number(head: &str, foot: &[&str]) -> Option<String> {
    let of = |line: &str| Some(NUMBER.as_ref()?.captures(line)?[1].to_owned());
    // Notes within a line name the numbers of other acts.
    let own = head.split(['(', '[']).next().unwrap_or(head);
    of(own).or_else(|| foot.iter().rev().filter(|line| line.chars().count() < 40).find_map(|line| of(line)))
}

/// The act of the register: by its number and year, else by its title right behind the form.
fn known(form: &Form, said: &str, number: Option<&str>, year: Option<i16>) -> Option<&'static ActRecord> {
    let register = acts::embedded().ok()?;
    let fits = |act: &&ActRecord| {
        act.jurisdiction == form.jurisdiction && act.id.starts_with(&format!("{}.", form.id)) && act.kind == form.kind
    };
    if let Some(number) = number {
        let of_year = |act: &&ActRecord| {
            let day = act.date.as_deref().and_then(|day| day.split('-').next()?.parse::<i16>().ok());
            let own = act.id.rsplit('.').next().and_then(|end| end.parse::<i16>().ok());
            year.is_none() || day.or(own).is_none_or(|day| Some(day) == year)
        };
        let found = register.numbered(number).into_iter().filter(fits).find(of_year);
        if found.is_some() {
            return found;
        }
    }
    let titled = |act: &&ActRecord| {
        let Some(name) = QUOTED.as_ref().and_then(|rule| Some(plain(&rule.captures(&act.title)?[1]))) else {
            return false;
        };
        form.words.iter().any(|word| said.contains(&format!("{word} {name}")))
    };
    register.acts().iter().filter(fits).find(titled)
}

/// What an act calls itself: in quotation marks, or the line that begins with «О», «Об», «Про».
fn title(own: &[&str]) -> Option<String> {
    let about = |line: &&&str| ["о ", "об ", "обо ", "про "].iter().any(|word| plain(line).starts_with(word));
    let quoted = own.iter().take(4).find_map(|line| Some(QUOTED.as_ref()?.captures(line)?[1].to_owned()));
    quoted.or_else(|| own.iter().take(8).find(about).map(|line| (*line).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &[&str], foot: &[&str]) -> Option<(String, String, String)> {
        identity(lines, foot, "x").map(|own| (own.document, own.short, own.title))
    }

    #[test]
    fn the_form_and_the_number_tell_the_act() {
        let id = |lines: &[&str]| of(lines, &[]).map(|(id, ..)| id).unwrap_or_default();
        let consumers = "ru.law.2300-1.1992";
        assert_eq!(id(&["Закон РФ от 07.02.1992 N 2300-1 (ред. от 08.08.2024) \"О бочках\""]), consumers);
        assert_eq!(id(&["7 февраля 1992 года N 2300-1", "РОССИЙСКАЯ ФЕДЕРАЦИЯ", "ЗАКОН", "О БОЧКАХ"]), consumers);
        assert_eq!(id(&["РОССИЙСКАЯ ФЕДЕРАЦИЯ", "ЗАКОН", "О защите прав потребителей"]), consumers);
        assert_eq!(id(&["ЗАКОН УКРАЇНИ", "Про захист прав споживачів"]), "ua.law.consumers");
        assert_eq!(id(&["Закон України № 1023-XII від 12.05.1991"]), "ua.law.consumers");
        assert_eq!(id(&["ПОСТАНОВЛЕНИЕ ПРАВИТЕЛЬСТВА РФ от 16 февраля 2008 г. N 87 \"О составе\""]), "ru.pp.87.2008");
        let (id_of, short, title) = of(
            &["Постановление Правительства РФ от 31.12.2020 N 2463 (ред. от 28.12.2024) \"Об утверждении Правил\""],
            &[],
        )
        .unwrap();
        assert_eq!(
            (id_of.as_str(), short.as_str(), title.as_str()),
            ("ru.pp.2463.2020", "ПП РФ № 2463", "Об утверждении Правил")
        );
        let (id_of, short, _) =
            of(&["ПОСТАНОВЛЕНИЕ ПЛЕНУМА ВЕРХОВНОГО СУДА РФ от 24 марта 2016 г. N 7", "О ПРИМЕНЕНИИ СУДАМИ"], &[])
                .unwrap();
        assert_eq!((id_of.as_str(), short.as_str()), ("ru.plenum.7.2016", "Пленум № 7 от 24.03.2016"));
        let (id_of, short, title) =
            of(&["Закон города Москвы от 07.04.2004 N 21 \"О розничной торговле\""], &[]).unwrap();
        assert_eq!(
            (id_of.as_str(), short.as_str(), title.as_str()),
            ("ru.reg.goroda-moskvy.21.2004", "Закон города Москвы № 21", "О розничной торговле")
        );
        assert_eq!(
            id(&["Закон Московской области от 01.02.2010 № 5/2010-ОЗ \"О садах\""]),
            "ru.reg.moskovskoi-oblasti.5-2010-oz.2010"
        );
    }

    #[test]
    fn a_text_about_an_act_is_not_that_act() {
        assert_eq!(of(&["Комментарий к Закону РФ от 07.02.1992 N 2300-1"], &[]), None);
        assert_eq!(of(&["Обзор практики", "Закон РФ от 07.02.1992 N 2300-1"], &[]), None);
        let change = [
            "Федеральный закон от 05.05.2014 N 999-ФЗ",
            "О внесении изменений в Закон РФ \"О защите прав потребителей\"",
        ];
        assert_eq!(of(&change, &[]).map(|(id, ..)| id).as_deref(), Some("ru.fz.999.2014"));
        assert_eq!(of(&["Договор аренды № 5 от 01.02.2024", "Стороны договорились"], &[]), None);
    }
}
