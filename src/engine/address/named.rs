//! Names of acts in Russian and Ukrainian texts: of the register, of the numbered series (СП, СНиП, ГОСТ, ФЗ, ПП РФ,
//! закони України), court cases, and «настоящий Кодекс».

use crate::engine::address::acts::Register;
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
    /// The folded words of a name of the register, without a country.
    pub(crate) said: String,
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

    pub(super) fn token(&self, at: usize) -> Option<&Token<'_>> {
        self.tokens.get(at)
    }

    pub(super) fn is(&self, at: usize, text: &str) -> bool {
        self.token(at).is_some_and(|token| token.is(text))
    }

    pub(super) fn starts(&self, at: usize, stem: &str) -> bool {
        self.token(at).is_some_and(|token| token.text.starts_with(stem))
    }

    pub(super) fn number_sign(&self, at: usize) -> usize {
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
        // «того же Кодекса», «того ж Закону»
        let same = matches!(token.text, "того" | "тому" | "том") && (self.is(at + 1, "же") || self.is(at + 1, "ж"));
        let points = same || POINTERS.contains(&token.text) || token.text.starts_with("настоящ");
        let noun = at + usize::from(points) + usize::from(same);
        let word = self.token(noun)?.text;
        let act = ["кодекс", "закон", "свод", "правил", "положени", "стандарт", "норм"]
            .iter()
            .any(|stem| word.starts_with(stem));
        if !(points && act) {
            return None;
        }
        let next = noun + 1 + usize::from(word.starts_with("свод") && self.starts(noun + 1, "правил"));
        Some(Name { meaning: Meaning::This, next, technical: false, clear: false, said: String::new() })
    }

    /// «Кодексу», «Закона» alone: only a place before it makes it an act.
    pub(crate) fn bare(&self, at: usize) -> Option<Name> {
        const WORDS: &[&str] = &["кодекса", "кодексу", "закона", "закону", "кодексом", "кодексі"];
        self.token(at).filter(|token| WORDS.contains(&token.text))?;
        Some(Name { meaning: Meaning::This, next: at + 1, technical: false, clear: false, said: String::new() })
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
        Some(Name { meaning: Meaning::Case(number), next, technical: false, clear: true, said: String::new() })
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
        Some(Name {
            meaning: self.meaning_of_series(series, &number, short),
            next,
            technical: true,
            clear: true,
            said: String::new(),
        })
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
                return Some(Name { meaning: Meaning::Named(format!("{name} {tail}")), next, technical, clear, said });
            }
        }
        next = self.requisites(next);
        Some(Name { meaning: Meaning::Acts(ids), next, technical, clear, said })
    }

    /// «РФ», «Российской Федерации», «України».
    pub(super) fn country(&self, at: usize) -> Option<(&'static str, usize)> {
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
        if (self.is(next, "№") || self.is(next, "n"))
            && let Some((_, after)) = self.law_number(next + 1)
        {
            next = after;
        }
        next
    }
}
