//! Names of acts in Russian and Ukrainian texts: of the register, of the numbered series (СП, СНиП, ГОСТ, ФЗ, ПП РФ,
//! закони України), court cases, and «настоящий Кодекс».

use crate::engine::address::acts::{ActRecord, Register};
use crate::engine::address::lex::{Kind, Token};
use crate::engine::address::numbers::roman;

/// What a name may mean, before the text around it decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Acts of the register.
    Acts(Vec<String>),
    /// The form is clear; the register does not have it.
    Named(String),
    /// A court case.
    Case(String),
    /// «настоящий Кодекс».
    This,
}

/// A name with the token after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) meaning: Meaning,
    pub(crate) next: usize,
    /// Its places are clauses with dotted numbers.
    pub(crate) technical: bool,
    /// Clear without a place beside it («ГК РФ», «СП 63»; not «ВК»).
    pub(crate) clear: bool,
}

/// Reads names at tokens.
pub(crate) struct Names<'a> {
    pub(crate) register: &'a Register,
    pub(crate) tokens: &'a [Token<'a>],
}

impl Names<'_> {
    /// The name of an act at a token.
    pub(crate) fn at(&self, at: usize) -> Option<Name> {
        self.this(at)
            .or_else(|| self.case(at))
            .or_else(|| self.series(at))
            .or_else(|| self.registered(at))
            .or_else(|| self.decree(at))
            .or_else(|| self.law(at))
    }

    fn token(&self, at: usize) -> Option<&Token<'_>> {
        self.tokens.get(at)
    }

    fn is(&self, at: usize, text: &str) -> bool {
        self.token(at).is_some_and(|token| token.is(text))
    }

    fn starts(&self, at: usize, stem: &str) -> bool {
        self.token(at).is_some_and(|token| token.text.starts_with(stem))
    }

    fn number_sign(&self, at: usize) -> usize {
        at + usize::from(self.is(at, "№") || self.is(at, "n"))
    }

    /// «настоящего Кодекса», «цього Закону», «этого свода правил», and «Кодексу» alone right behind a place.
    fn this(&self, at: usize) -> Option<Name> {
        const POINTERS: &[&str] = &[
            "цього",
            "цьому",
            "цим",
            "цей",
            "даного",
            "даний",
            "зазначеного",
            "этого",
            "этому",
            "этим",
            "данного",
            "указанного",
            "названного",
            "вказаного",
            "сього",
            "наведеного",
        ];
        let token = self.token(at)?;
        let points = POINTERS.contains(&token.text) || token.text.starts_with("настоящ");
        let noun = if points { at + 1 } else { at };
        let word = self.token(noun)?.text;
        let act = ["кодекс", "закон", "свод", "правил", "положени", "стандарт", "норм"]
            .iter()
            .any(|stem| word.starts_with(stem));
        if !(points && act) {
            return None;
        }
        let next = noun + 1 + usize::from(word.starts_with("свод") && self.starts(noun + 1, "правил"));
        Some(Name { meaning: Meaning::This, next, technical: false, clear: false })
    }

    /// «Кодексу», «Закона» alone: only a place before it makes it an act.
    pub(crate) fn bare(&self, at: usize) -> Option<Name> {
        const WORDS: &[&str] = &["кодекса", "кодексу", "закона", "закону", "кодексом", "кодексі"];
        let token = self.token(at).filter(|token| WORDS.contains(&token.text))?;
        let _ = token;
        Some(Name { meaning: Meaning::This, next: at + 1, technical: false, clear: false })
    }

    /// «справа № 826/19268/13-а», «дело № А40-12345/2020».
    fn case(&self, at: usize) -> Option<Name> {
        let word = self.token(at)?;
        let said = word.text.starts_with("справ") || matches!(word.text, "дело" | "дела" | "делу" | "деле" | "делом");
        if !said {
            return None;
        }
        let mut next = self.number_sign(at + 1);
        let begin = next;
        let mut number = String::new();
        while let Some(token) = self.token(next) {
            let part = token.kind == Kind::Digits
                || token.letter().is_some() && (next == begin || self.is(next - 1, "-"))
                || matches!(token.text, "/" | "-") && next > begin;
            // A line may break inside the number after its hyphen or slash.
            let holds = next == begin || !token.spaced || matches!(self.tokens[next - 1].text, "/" | "-");
            if !part || !holds {
                break;
            }
            number.push_str(token.text);
            next += 1;
        }
        let number = number.trim_end_matches(['-', '/']).to_owned();
        let digits = number.bytes().filter(u8::is_ascii_digit).count();
        if digits < 3 || !number.contains('/') {
            return None;
        }
        let first = number.chars().next().filter(|ch| !ch.is_ascii_digit());
        let number = match first {
            Some(ch) => format!("{}{}", ch.to_uppercase(), &number[ch.len_utf8()..]),
            None => number,
        };
        Some(Name { meaning: Meaning::Case(number), next, technical: false, clear: true })
    }

    /// СП, СНиП, ГОСТ.
    fn series(&self, at: usize) -> Option<Name> {
        let (series, from) = match self.token(at)?.text {
            "сп" => ("СП", at + 1),
            "снип" => ("СНиП", at + 1),
            "гост" => ("ГОСТ", at + 1),
            word if word.starts_with("свод") && self.starts(at + 1, "правил") => {
                ("СП", at + 2 + usize::from(self.is(at + 2, "сп")))
            }
            _ => return None,
        };
        let mut begin = self.number_sign(from);
        let mut mark = String::new();
        if series == "ГОСТ" {
            while let Some(token) = self.token(begin).filter(|token| token.kind == Kind::Letters && mark.len() < 16) {
                let word = match token.text {
                    "р" => "Р",
                    "исо" | "ізо" => "ИСО",
                    "іѕо" | "iso" => "ISO",
                    "мэк" => "МЭК",
                    "еn" | "en" => "EN",
                    _ => return None,
                };
                mark.push_str(word);
                mark.push(' ');
                begin += 1;
            }
        }
        let (number, next) = self.document_number(begin, series == "СНиП")?;
        let short = format!("{series} {mark}{number}");
        Some(Name { meaning: self.meaning_of_series(series, &number, short), next, technical: true, clear: true })
    }

    /// `63.13330.2018`, `52-101-2003`, `II-26-76`, `27751-2014`; ends before a space.
    fn document_number(&self, at: usize, may_be_roman: bool) -> Option<(String, usize)> {
        let first = self.token(at)?;
        let mut number = match first.kind {
            Kind::Digits => first.text.to_owned(),
            Kind::Letters if may_be_roman => roman(first.text)?,
            _ => return None,
        };
        let mut next = at + 1;
        while let (Some(sign), Some(part)) = (self.token(next), self.token(next + 1)) {
            let letter = part.letter().filter(|_| sign.is("-") && may_be_roman);
            let goes_on = matches!(sign.text, "." | "-") && !sign.spaced;
            // A line may break behind the hyphen.
            let tight = !part.spaced || sign.is("-");
            if !goes_on || !tight || part.kind != Kind::Digits && letter.is_none() {
                break;
            }
            number.push_str(sign.text);
            match letter {
                Some(letter) => number.extend(letter.to_uppercase()),
                None => number.push_str(part.text),
            }
            next += 2;
        }
        next += usize::from(self.is(next, "*"));
        Some((number, next))
    }

    fn meaning_of_series(&self, series: &str, number: &str, short: String) -> Meaning {
        let prefix = match series {
            "СП" => "ru.sp.",
            "СНиП" => "ru.snip.",
            _ => return self.register_or(&short),
        };
        let id = format!("{prefix}{number}");
        if self.register.get(&id).is_some() {
            return Meaning::Acts(vec![id]);
        }
        // «СП 63» is the one of its number, the newest first if there are several.
        let begin = format!("{id}.");
        let mut ids: Vec<&str> =
            self.register.acts().iter().map(|act| act.id.as_str()).filter(|id| id.starts_with(&begin)).collect();
        ids.sort_by_key(|id| std::cmp::Reverse(id.rsplit('.').next().map(str::to_owned)));
        if ids.is_empty() { Meaning::Named(short) } else { Meaning::Acts(ids.into_iter().map(str::to_owned).collect()) }
    }

    fn register_or(&self, short: &str) -> Meaning {
        match self.register.acts().iter().find(|act| act.short == short) {
            Some(act) => Meaning::Acts(vec![act.id.clone()]),
            None => Meaning::Named(short.to_owned()),
        }
    }

    /// A name of the register, with the country, the date and the number that may follow it.
    fn registered(&self, at: usize) -> Option<Name> {
        if self.token(at)?.kind != Kind::Letters {
            return None;
        }
        // A word for the kind of act may stand before its name.
        let (acts, len) = self.register.named(&self.tokens[at..])?;
        let mut next = at + len;
        let said: String = self.tokens[at..next].iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
        let long = len > 1 || said.chars().count() > 3;
        let technical = acts[0].technical();
        let mut ids: Vec<String> = acts.iter().map(|act| act.id.clone()).collect();
        let mut clear = long;
        if let Some((country, after)) = self.country(next) {
            ids = acts.iter().filter(|act| act.jurisdiction == country).map(|act| act.id.clone()).collect();
            clear = true;
            next = after;
            if ids.is_empty() {
                let name = said.to_uppercase();
                let tail = if country == "RU" { "РФ" } else { "України" };
                return Some(Name { meaning: Meaning::Named(format!("{name} {tail}")), next, technical, clear });
            }
        }
        next = self.requisites(next);
        Some(Name { meaning: Meaning::Acts(ids), next, technical, clear })
    }

    /// «РФ», «Российской Федерации», «України».
    fn country(&self, at: usize) -> Option<(&'static str, usize)> {
        let token = self.token(at)?;
        match token.text {
            "рф" => Some(("RU", at + 1)),
            "россіі" | "россии" => Some(("RU", at + 1)),
            "україни" | "украины" | "україні" => Some(("UA", at + 1)),
            word if word.starts_with("российск") && self.starts(at + 1, "федерац") => {
                Some(("RU", at + 2))
            }
            _ => None,
        }
    }

    /// «от 07.02.1992 № 2300-1 «О защите…»» behind a name that has already said which act it is.
    fn requisites(&self, at: usize) -> usize {
        let mut next = at;
        if self.is(next, "от") || self.is(next, "від") {
            let Some((_, after)) = self.date(next + 1) else { return at };
            next = after;
        }
        if self.is(next, "№") || self.is(next, "n") {
            if let Some((_, after)) = self.law_number(next + 1) {
                next = after;
            }
        }
        next
    }

    /// «постановление [Правительства РФ] от 16.02.2008 № 87», «ПП РФ № 87».
    fn decree(&self, at: usize) -> Option<Name> {
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
        if date.is_none() && self.is(next, "от") {
            if let Some((day, after)) = self.date(next + 1) {
                (date, next) = (Some(day), after);
            }
        }
        next = self.title(next);
        let tail = date.as_deref().map(|day| format!(" от {}", russian(day))).unwrap_or_default();
        let name = |meaning| Some(Name { meaning, next, technical: false, clear: true });
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
    fn law(&self, at: usize) -> Option<Name> {
        let word = self.token(at)?;
        // «123-ФЗ» by itself, and «№ 123-ФЗ».
        let begin = self.number_sign(at);
        if self.token(begin)?.kind == Kind::Digits {
            let (number, next) = self.law_number(begin)?;
            if !number.ends_with("-ФЗ") && !(begin > at && number.contains('-') && number.ends_with(['I', 'V', 'X']))
            {
                return None;
            }
            return Some(self.numbered_law(number, None, next));
        }
        if word.is("фз") {
            let begin = self.number_sign(at + 1 + usize::from(self.is(at + 1, "-")));
            let (number, mut date, mut next) = if self.is(at + 1, "от") {
                let (date, after) = self.date(at + 2)?;
                let (number, next) = self.law_number(self.number_sign(after))?;
                (number, Some(date), next)
            } else {
                let (number, next) = self.law_number(begin)?;
                (number, None, next)
            };
            if date.is_none() && self.is(next, "от") {
                if let Some((day, after)) = self.date(next + 1) {
                    (date, next) = (Some(day), after);
                }
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
        next = self.title(next);
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
    fn law_number(&self, at: usize) -> Option<(String, usize)> {
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
        if date.is_none() && (self.is(next, "от") || self.is(next, "від")) {
            if let Some((day, after)) = self.date(next + 1) {
                (date, next) = (Some(day), after);
            }
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
        Name { meaning, next, technical: false, clear: true }
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
    fn date(&self, at: usize) -> Option<(String, usize)> {
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
