//! Laws and decrees by their number and date: «123-ФЗ», «ФЗ № 384», «ПП РФ № 87», «Закон № 2747-IV».

use crate::engine::address::acts::ActRecord;
use crate::engine::address::lex::{Kind, Token, lex};
use crate::engine::address::named::{Meaning, Name, Names};
use crate::engine::address::numbers::roman;
use crate::engine::fold::folded;
use crate::model::source::DocumentKind;

impl Names<'_> {
    /// «постановление [Правительства РФ] от 16.02.2008 № 87», «ПП РФ № 87».
    pub(super) fn decree(&self, at: usize) -> Option<Name> {
        let word = self.token(at)?.text;
        let short = word == "пп";
        if !short && !word.starts_with("постановлени") {
            return None;
        }
        let mut next = at + 1;
        let mut of_government = false;
        let mut body = "";
        if self.starts(next, "правительств") {
            (of_government, next) = (true, next + 1);
        } else if self.starts(next, "пленум") {
            body = "Пленум";
            next += 1;
            while self.token(next).is_some_and(|token| {
                token.is("вс")
                    || token.is("вас")
                    || ["верховн", "высш", "арбитражн", "суд"].iter().any(|s| token.text.starts_with(s))
            }) {
                next += 1;
            }
        }
        if let Some((country, after)) = self.country(next) {
            if country != "RU" {
                return None;
            }
            of_government |= short;
            next = after;
        }
        let mut date = None;
        if self.is(next, "от") {
            let (day, after) = self.date(next + 1)?;
            (date, next) = (Some(day), after);
        }
        if !(self.is(next, "№") || self.is(next, "n")) {
            return None;
        }
        let token = self.token(next + 1).filter(|token| token.kind == Kind::Digits)?;
        let (number, mut next) = (token.text.to_owned(), next + 2);
        if date.is_none()
            && self.is(next, "от")
            && let Some((day, after)) = self.date(next + 1)
        {
            (date, next) = (Some(day), after);
        }
        next = self.title(next);
        let tail = date.as_deref().map(|day| format!(" от {}", russian(day))).unwrap_or_default();
        let name = |meaning| Some(Name { meaning, next, technical: false, clear: true, said: String::new() });
        if !body.is_empty() {
            return name(Meaning::Named(format!("{body} № {number}{tail}")));
        }
        let known: Vec<String> = self
            .dated(&number, date.as_deref())
            .into_iter()
            .filter(|act| act.id.starts_with("ru.pp.") && (of_government || date.is_some()))
            .map(|act| act.id.clone())
            .collect();
        if !known.is_empty() {
            return name(Meaning::Acts(known));
        }
        let series = if of_government { "ПП РФ" } else { "Постановление" };
        name(Meaning::Named(format!("{series} № {number}{tail}")))
    }

    /// Acts of this number, and of this day if one is given.
    fn dated(&self, number: &str, date: Option<&str>) -> Vec<&ActRecord> {
        let mut acts = self.register.numbered(number);
        acts.retain(|act| date.is_none_or(|date| act.date.as_deref().is_none_or(|day| day == date)));
        // Of several laws of one number the register gives it to one: «135-ФЗ» is the law on competition.
        if date.is_none() && acts.iter().any(|act| act.short == number) {
            acts.retain(|act| act.short == number);
        }
        acts
    }

    /// «123-ФЗ», «ФЗ № 384», «Федеральный закон от 30.12.2009 № 384-ФЗ», «Закон України № 2747-IV».
    pub(super) fn law(&self, at: usize) -> Option<Name> {
        let word = self.token(at)?;
        // «123-ФЗ» by itself, and «№ 123-ФЗ».
        let begin = self.number_sign(at);
        if self.token(begin)?.kind == Kind::Digits {
            let (number, next) = self.law_number(begin)?;
            let ukrainian = begin > at && number.contains('-') && number.ends_with(['I', 'V', 'X']);
            if !(number.ends_with("-ФЗ") || ukrainian) {
                return None;
            }
            return Some(self.numbered_law(number, None, next));
        }
        if word.is("фз") {
            // «ФЗ «О рекламе»»
            let behind = self.title(at + 1);
            if behind > at + 1 && !self.requisites_follow(behind) {
                return self.quoted(at + 1, behind);
            }
            let begin = self.number_sign(at + 1 + usize::from(self.is(at + 1, "-")));
            let (number, mut date, mut next) = if self.is(at + 1, "от") {
                let (date, after) = self.date(at + 2)?;
                let (number, next) = self.law_number(self.number_sign(after))?;
                (number, Some(date), next)
            } else {
                let (number, next) = self.law_number(begin)?;
                (number, None, next)
            };
            if date.is_none()
                && self.is(next, "от")
                && let Some((day, after)) = self.date(next + 1)
            {
                (date, next) = (Some(day), after);
            }
            let number = if number.contains("-ФЗ") { number } else { format!("{number}-ФЗ") };
            return Some(self.numbered_law(number, date, next));
        }
        let federal = word.text.starts_with("федеральн") && self.starts(at + 1, "закон");
        if !federal && !word.text.starts_with("закон") {
            return None;
        }
        let mut next = at + 1 + usize::from(federal);
        if let Some((_, after)) = self.country(next) {
            next = after;
        }
        let titled = next;
        next = self.title(next);
        if next > titled && !self.requisites_follow(next) {
            return self.quoted(titled, next);
        }
        let mut date = None;
        if self.is(next, "от") || self.is(next, "від") {
            let (day, after) = self.date(next + 1)?;
            (date, next) = (Some(day), after);
        }
        if !(self.is(next, "№") || self.is(next, "n")) {
            return None;
        }
        let (number, next) = self.law_number(next + 1)?;
        let number = if federal && !number.ends_with("-ФЗ") { format!("{number}-ФЗ") } else { number };
        Some(self.numbered_law(number, date, next))
    }

    /// `384-ФЗ`, `2747-IV`, `2747-15`, `2300-1`, `384`, `280/97-ВР`, canonical.
    pub(super) fn law_number(&self, at: usize) -> Option<(String, usize)> {
        let first = self.token(at).filter(|token| token.kind == Kind::Digits)?;
        let mut number = first.text.to_owned();
        let mut next = at + 1;
        if self.is(next, "/") && self.token(next + 1).is_some_and(|token| token.kind == Kind::Digits && !token.spaced) {
            number = format!("{number}/{}", self.tokens[next + 1].text);
            next += 2;
        }
        if self.is(next, "-") && self.token(next).is_some_and(|token| !token.spaced) {
            let part = self.token(next + 1)?;
            let tail = match part.kind {
                Kind::Digits => Some(part.text.to_owned()),
                Kind::Letters if part.is("фз") => Some("ФЗ".to_owned()),
                Kind::Letters if part.is("вр") => Some("ВР".to_owned()),
                Kind::Letters => roman(part.text),
                Kind::Sign => None,
            };
            if let Some(tail) = tail {
                number = format!("{number}-{tail}");
                next += 2;
            }
        }
        Some((number, next))
    }

    fn numbered_law(&self, number: String, date: Option<String>, next: usize) -> Name {
        let (mut date, mut next) = (date, next);
        if date.is_none()
            && (self.is(next, "от") || self.is(next, "від"))
            && let Some((day, after)) = self.date(next + 1)
        {
            (date, next) = (Some(day), after);
        }
        let next = self.title(next);
        let mut acts = self.dated(&number, date.as_deref());
        // A code goes by its number only together with its date: «14-ФЗ» is the law on companies.
        if date.is_none() && number.ends_with("-ФЗ") {
            acts.retain(|act| act.id.starts_with("ru.fz."));
        }
        acts.retain(|act| !act.technical() && !act.id.starts_with("ru.pp."));
        let meaning = if acts.is_empty() {
            let tail = date.as_deref().map(|day| format!(" от {}", russian(day))).unwrap_or_default();
            if number.ends_with("-ФЗ") {
                Meaning::Named(format!("{number}{tail}"))
            } else {
                let country = if number.ends_with(['I', 'V', 'X']) || number.contains("-ВР") { "" } else { " РФ" };
                Meaning::Named(format!("Закон{country} № {number}{tail}"))
            }
        } else {
            Meaning::Acts(acts.into_iter().map(|act| act.id.clone()).collect())
        };
        Name { meaning, next, technical: false, clear: true, said: String::new() }
    }

    /// Whether the day or the number of a law stands here.
    fn requisites_follow(&self, at: usize) -> bool {
        ["от", "від", "№", "n"].iter().any(|word| self.is(at, word))
    }

    /// «Закон «О рекламе»»: the law of this title; one that the register does not know goes by its title.
    fn quoted(&self, from: usize, next: usize) -> Option<Name> {
        let inside = self.tokens.get(from + 1..next - 1)?;
        let words = |tokens: &[Token<'_>]| tokens.iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
        let said = words(inside);
        let about = inside.first().is_some_and(|first| matches!(first.text, "о" | "об" | "про"));
        if !about || inside.len() < 2 {
            return None;
        }
        let is_it = |act: &&ActRecord| {
            let title = folded(&act.title);
            let quoted = title.split('"').nth(1).map(|title| words(&lex(title)));
            act.kind == DocumentKind::Law && quoted.is_some_and(|title| title == said)
        };
        let known: Vec<String> = self.register.acts().iter().filter(is_it).map(|act| act.id.clone()).collect();
        let meaning = if known.is_empty() {
            let mut title = said.clone();
            if let Some(first) = title.chars().next() {
                title.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
            }
            Meaning::Named(format!("Закон «{title}»"))
        } else {
            Meaning::Acts(known)
        };
        Some(Name { meaning, next, technical: false, clear: true, said: String::new() })
    }

    /// A title in quotation marks.
    fn title(&self, at: usize) -> usize {
        if !self.is(at, "\"") {
            return at;
        }
        let end = self.tokens[at + 1..].iter().take(40).position(|token| token.is("\""));
        end.map_or(at, |end| at + end + 2)
    }

    /// «30.12.2009 [г.]», «30 декабря 2009 г.», as `YYYY-MM-DD`.
    pub(super) fn date(&self, at: usize) -> Option<(String, usize)> {
        const MONTHS: &[(&str, &str)] = &[
            ("январ", "січ"),
            ("феврал", "лют"),
            ("март", "берез"),
            ("апрел", "квіт"),
            ("мая", "трав"),
            ("июн", "черв"),
            ("июл", "лип"),
            ("август", "серп"),
            ("сентябр", "верес"),
            ("октябр", "жовт"),
            ("ноябр", "листоп"),
            ("декабр", "груд"),
        ];
        let digits = |at: usize| self.token(at).filter(|token| token.kind == Kind::Digits).map(|token| token.text);
        let day: u32 = digits(at)?.parse().ok()?;
        let (month, year, mut next) = if self.is(at + 1, ".") {
            if !self.is(at + 3, ".") {
                return None;
            }
            (digits(at + 2)?.parse::<usize>().ok()?, digits(at + 4)?, at + 5)
        } else {
            let word = self.token(at + 1)?.text;
            let month = MONTHS.iter().position(|(ru, ua)| word.starts_with(ru) || word.starts_with(ua))? + 1;
            (month, digits(at + 2)?, at + 3)
        };
        if self.is(next, "г") || self.is(next, "р") {
            next += 1 + usize::from(self.is(next + 1, "."));
        } else if self.starts(next, "год") || self.starts(next, "року") {
            next += 1;
        }
        (year.len() == 4 && (1..=12).contains(&month) && (1..=31).contains(&day))
            .then(|| (format!("{year}-{month:02}-{day:02}"), next))
    }
}

/// `2009-12-30` → `30.12.2009`.
fn russian(day: &str) -> String {
    let mut parts: Vec<&str> = day.split('-').collect();
    parts.reverse();
    parts.join(".")
}
