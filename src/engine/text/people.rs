//! People: surname, given name and patronymic in any order and case, or with initials.

use crate::engine::text::case::name_case;
use crate::engine::text::decline::{looks_like_surname, patronymic, surname, surname_case};
use crate::engine::text::given::{Case, Given, given};
use crate::engine::text::mention::MentionKind;
use crate::engine::text::token::Token;

/// A person among tokens.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The first token.
    pub(crate) first: usize,
    /// The token after the last.
    pub(crate) next: usize,
    /// Surname, given name, patronymic; the last may be empty.
    pub(crate) parts: [String; 3],
}

impl Found {
    /// «Иванов Иван Иванович».
    pub(crate) fn full(&self) -> String {
        self.parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ")
    }

    /// The person as a mention's value.
    pub(crate) fn kind(&self) -> MentionKind {
        let [surname, given, patronymic] = self.parts.clone();
        MentionKind::Person { full: self.full(), surname, given, patronymic }
    }
}

/// A word that may be a part of a name.
struct Part<'a> {
    next: usize,
    low: String,
    /// The word in name case.
    name: String,
    upper: bool,
    /// A single capital, with or without a dot.
    initial: bool,
    /// A space, not a line, stands before it.
    near: bool,
    token: &'a Token,
}

/// Everyone named in the tokens, in order.
pub(crate) fn people(text: &str, tokens: &[Token]) -> Vec<Found> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match person(text, tokens, i) {
            Some(found) => {
                i = found.next;
                out.push(found);
            }
            None => i += 1,
        }
    }
    out
}

fn part<'a>(text: &str, tokens: &'a [Token], i: usize) -> Option<Part<'a>> {
    let token = tokens.get(i).filter(|t| t.is_word() && !t.taken && t.low.chars().all(|c| ('а'..='я').contains(&c)))?;
    let mut next = i + 1;
    let initial = token.upper && token.low.chars().count() == 1;
    if initial {
        if tokens.get(next).is_some_and(|t| t.is(".") && t.glued()) {
            next += 1;
        }
    } else {
        let hyphen = tokens.get(next).is_some_and(|t| t.is("-") && t.glued());
        if hyphen && tokens.get(next + 1).is_some_and(|t| t.is_word() && t.glued() && t.upper) {
            next += 2;
        }
    }
    let said = &text[token.start..tokens[next - 1].end];
    let near = i > 0 && !token.line && token.gap <= 1;
    let name = if initial { format!("{}.", token.low.to_uppercase()) } else { name_case(said) };
    Some(Part { next, low: crate::engine::text::token::fold(said), name, upper: token.upper, initial, near, token })
}

/// Words that stand beside a name and begin with a capital at the start of a sentence.
fn is_role(low: &str) -> bool {
    const STEMS: &[&str] = &[
        "арендодател",
        "арендатор",
        "продав",
        "продаю",
        "покупател",
        "заказчик",
        "исполнител",
        "подрядчик",
        "займодав",
        "заимодав",
        "заемщик",
        "нанимател",
        "наймодател",
        "поставщик",
        "директор",
        "граждан",
        "физлиц",
        "самозанят",
        "друг",
        "знаком",
        "сосед",
        "сын",
        "дочь",
        "жена",
        "муж",
        "собственник",
        "владел",
        "паспорт",
        "договор",
        "между",
        "сдаю",
        "беру",
        "лицензиар",
        "лицензиат",
        "принципал",
        "агент",
        "комитент",
        "комиссионер",
        "даритель",
        "одаряем",
        "ооо",
        "инн",
        "стороны",
        "сторона",
        "хранител",
        "поклажедател",
        "работник",
        "работодател",
        "бухгалтер",
    ];
    STEMS.iter().any(|stem| low.starts_with(stem))
        || matches!(low, "ип" | "ао" | "пао" | "от" | "я" | "это" | "для" | "с")
}

fn person(text: &str, tokens: &[Token], i: usize) -> Option<Found> {
    let a = part(text, tokens, i)?;
    if a.initial {
        // «Я. Громов Пётр Аркадьевич»: a whole name needs no initial, the letter is a word of its own.
        let next = part(text, tokens, a.next).filter(|next| !next.initial && a.low.starts_with('я'));
        let whole = next.and_then(|_| person(text, tokens, a.next));
        if whole.is_some_and(|found| found.parts.iter().all(|part| part.chars().count() > 2)) {
            return None;
        }
        return initials_first(text, tokens, i, &a);
    }
    let b = part(text, tokens, a.next).filter(|p| p.near || p.initial && !p.token.line)?;
    if b.initial {
        return surname_and_initials(text, tokens, i, &a, &b);
    }
    let c = part(text, tokens, b.next).filter(|p| p.near && !p.initial);
    // Surname, given name, patronymic.
    if let Some(c) = &c
        && let Some(found) = full_name(tokens, text, i, &a, &b, c)
    {
        return Some(found);
    }
    // Given name, patronymic and perhaps surname.
    if let Some(p) = patronymic(&b.name).filter(|_| !given(&a.low).is_empty() && (a.upper || b.upper || c.is_some())) {
        let name = nominative_given(&a, p.female, p.case);
        let last = c.filter(|c| is_surname(c, a.upper));
        let next = last.as_ref().map_or(b.next, |c| c.next);
        let surname = last.map(|c| surname(&c.name, p.female, p.case)).unwrap_or_default();
        return Some(Found { first: i, next, parts: [surname, name, p.name] });
    }
    two_words(tokens, i, &a, &b)
}

/// Whether a word may be a surname beside a name written with or without capitals.
fn is_surname(part: &Part<'_>, capitals: bool) -> bool {
    !part.initial
        && !is_role(&part.low)
        && part.low.chars().count() >= 2
        && (part.upper || !capitals && looks_like_surname(&part.low))
        && patronymic(&part.name).is_none()
}

fn full_name(tokens: &[Token], text: &str, i: usize, a: &Part<'_>, b: &Part<'_>, c: &Part<'_>) -> Option<Found> {
    // «Мамедов Эльдар Ариф оглы».
    if let Some(d) = part(text, tokens, c.next).filter(|d| matches!(d.low.as_str(), "оглы" | "кызы" | "улы"))
        && a.upper
        && b.upper
        && c.upper
    {
        let parts = [a.name.clone(), b.name.clone(), format!("{} {}", c.name, d.low)];
        return Some(Found { first: i, next: d.next, parts });
    }
    let p = patronymic(&c.name)?;
    let known = !given(&b.low).is_empty();
    let capitals = a.upper && b.upper && c.upper;
    // «Я мельник игорь степанович»: dictated behind a pronoun or a word of a side.
    let led = || {
        let before = i.checked_sub(1).map(|before| &tokens[before]);
        before.is_some_and(|t| matches!(t.low.as_str(), "он" | "она" | "мы") || is_role(&t.low)) && !a.upper
    };
    let written = capitals || known && (looks_like_surname(&a.low) || led());
    if !written
        || is_role(&a.low)
        || a.low.chars().count() < 2
        || !given(&a.low).is_empty() && !looks_like_surname(&a.low) && a.low == b.low
    {
        return None;
    }
    // «Арендатор Иван Иванович Петров»: the word before a name that has its surname after it.
    let after =
        part(text, tokens, c.next).filter(|d| d.near && known && is_surname(d, true) && looks_like_surname(&d.low));
    if after.is_some() && !looks_like_surname(&a.low) {
        return None;
    }
    let parts = [surname(&a.name, p.female, p.case), nominative_given(b, p.female, p.case), p.name];
    Some(Found { first: i, next: c.next, parts })
}

/// The nominative of a given name said in `case`; kept as said when it already is one.
fn nominative_given(part: &Part<'_>, female: bool, case: Case) -> String {
    let readings = given(&part.low);
    let fits =
        |g: &&Given| g.female == female && (g.case == case || case != Case::Nominative && g.case != Case::Nominative);
    if case == Case::Nominative {
        return part.name.clone();
    }
    match readings.iter().find(fits) {
        Some(found) => found.name.to_owned(),
        None if female => {
            replaced_ending(&part.name, &[("ией", "ия"), ("ии", "ия"), ("ой", "а"), ("ы", "а"), ("е", "а"), ("у", "а")])
        }
        None => replaced_ending(&part.name, &[("ием", "ий"), ("ом", ""), ("ем", "ь"), ("а", ""), ("у", ""), ("е", "")]),
    }
}

fn replaced_ending(word: &str, pairs: &[(&str, &str)]) -> String {
    pairs
        .iter()
        .find_map(|(from, to)| word.strip_suffix(from).map(|stem| format!("{stem}{to}")))
        .unwrap_or_else(|| word.to_owned())
}

/// «Иван Иванов», «Петрову Ивану»: one word is a known name, the other ends like a surname.
fn two_words(tokens: &[Token], i: usize, a: &Part<'_>, b: &Part<'_>) -> Option<Found> {
    // «Продавец Мельник Оксана», «арендатор: Ким Юлия»: behind the word of a side a surname needs no ending of one.
    let led = || {
        let said = tokens.get(..i).unwrap_or_default();
        let marked = said.last().is_some_and(|last| [":", "—", "–", "-"].iter().any(|mark| last.is(mark)));
        let role = said.iter().rev().nth(usize::from(marked)).is_some_and(|word| is_role(&word.low));
        role && !a.token.line && given(&a.low).is_empty() && a.low.chars().count() > 2
    };
    let ordered = [(a, b), (b, a)];
    let (name, family) = ordered.into_iter().find(|(name, family)| {
        !given(&name.low).is_empty()
            && (looks_like_surname(&family.low) || std::ptr::eq(*family, a) && led())
            && !is_role(&family.low)
            && patronymic(&family.name).is_none()
            && name.upper
            && family.upper
    })?;
    let readings = given(&name.low);
    // Of several readings the one that leaves a surname of the right sex wins.
    let female_surname = ["ва", "на", "ая"].iter().any(|end| family.low.ends_with(end));
    // «Ким Юлия»: such a surname tells no sex, and the name is in its own form.
    let bare = !looks_like_surname(&family.low);
    let nominative = readings.iter().find(|g| g.case == Case::Nominative && (bare || g.female == female_surname));
    let shown = surname_case(&family.low);
    let agreed = readings.iter().find(|g| shown.is_some_and(|(female, case)| g.female == female && g.case == case));
    let oblique = readings.iter().find(|g| g.case != Case::Nominative && (!g.female || !female_surname));
    let reading = nominative.or(agreed).or(oblique).or(readings.first())?;
    let given_name = if reading.case == Case::Nominative { name.name.clone() } else { reading.name.to_owned() };
    let parts = [surname(&family.name, reading.female, reading.case), given_name, String::new()];
    Some(Found { first: i, next: b.next, parts })
}

/// «Иванов И. И.», «Петрову П.П.».
fn surname_and_initials(text: &str, tokens: &[Token], i: usize, a: &Part<'_>, b: &Part<'_>) -> Option<Found> {
    let dotted = b.next - 1 != index_of(tokens, b);
    let c = part(text, tokens, b.next).filter(|c| c.initial && !c.token.line && (c.token.gap <= 1));
    // «СБЕРБАНК Г. МОСКВА», «ГОНЧАРНАЯ Д. 4»: in capitals one letter with a dot is a word cut short.
    let shouted = text[a.token.start..a.token.end].chars().all(|c| !c.is_lowercase());
    let named = a.upper
        && !(shouted && c.is_none())
        && a.low.chars().count() >= 3
        && !is_role(&a.low)
        && (dotted || looks_like_surname(&a.low) && c.is_some());
    if !named {
        return None;
    }
    let family = match surname_case(&a.low) {
        Some((female, case)) => surname(&a.name, female, case),
        None => a.name.clone(),
    };
    let next = c.as_ref().map_or(b.next, |c| c.next);
    Some(Found { first: i, next, parts: [family, b.name.clone(), c.map(|c| c.name).unwrap_or_default()] })
}

/// «И. И. Иванов», «И.И. Иванову».
fn initials_first(text: &str, tokens: &[Token], i: usize, a: &Part<'_>) -> Option<Found> {
    let b = part(text, tokens, a.next).filter(|p| !p.token.line)?;
    let (second, family) = if b.initial { (b.name.clone(), part(text, tokens, b.next)?) } else { (String::new(), b) };
    let dotted = a.next > i + 1;
    let fits = dotted
        && is_surname(&family, true)
        && !family.token.line
        && family.low.chars().count() >= 3
        && (!second.is_empty() || looks_like_surname(&family.low));
    if !fits {
        return None;
    }
    let name = match surname_case(&family.low) {
        Some((female, case)) => surname(&family.name, female, case),
        None => family.name.clone(),
    };
    Some(Found { first: i, next: family.next, parts: [name, a.name.clone(), second] })
}

/// The index of a part's token.
fn index_of(tokens: &[Token], part: &Part<'_>) -> usize {
    tokens.partition_point(|t| t.start < part.token.start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::token::tokens;

    fn read(text: &str) -> Vec<String> {
        people(text, &tokens(text)).iter().map(Found::full).collect()
    }

    #[test]
    fn table() {
        for (text, want) in [
            ("Иванов Иван Иванович", "Иванов Иван Иванович"),
            ("Я. Громов Пётр Аркадьевич", "Громов Пётр Аркадьевич"),
            ("я мельник игорь степанович", "Мельник Игорь Степанович"),
            ("Продавец Мельник Оксана", "Мельник Оксана"),
            ("арендатор: Ким Юлия", "Ким Юлия"),
            ("соседу Фомичёву Кузьме", "Фомичёв Кузьма"),
            ("Агент Князева Роза", "Князева Роза"),
            ("Иван Иванович Иванов", "Иванов Иван Иванович"),
            ("Петрову Петру Петровичу", "Петров Пётр Петрович"),
            ("с Ивановым Иваном Ивановичем", "Иванов Иван Иванович"),
            ("у Сидоровой Анны Андреевны", "Сидорова Анна Андреевна"),
            ("для Ивановой Марии Ильиничны", "Иванова Мария Ильинична"),
            ("иванов иван иванович", "Иванов Иван Иванович"),
            ("ИВАНОВ ИВАН ИВАНОВИЧ", "Иванов Иван Иванович"),
            ("Арендатор Петров Пётр Петрович.", "Петров Пётр Петрович"),
            ("Арендатор Пётр Петрович Петров", "Петров Пётр Петрович"),
            ("Иван Иванович согласен", "Иван Иванович"),
            ("Иванов И. И.", "Иванов И. И."),
            ("Иванов И.И.", "Иванов И. И."),
            ("И. И. Иванов", "Иванов И. И."),
            ("с Петровым П. П.", "Петров П. П."),
            ("Сидорова А. А.", "Сидорова А. А."),
            ("Иван Иванов", "Иванов Иван"),
            ("Иванову Ивану", "Иванов Иван"),
            ("Анной Сидоровой", "Сидорова Анна"),
            ("Ковальскому Льву Сергеевичу", "Ковальский Лев Сергеевич"),
            ("Мамедов Эльдар Ариф оглы", "Мамедов Эльдар Ариф оглы"),
        ] {
            assert_eq!(read(text), [want], "{text}");
        }
    }

    #[test]
    fn nobody() {
        for text in ["СБЕРБАНК Г. МОСКВА", "УЛ. ГОНЧАРНАЯ Д. 4", "ПОЗЕМСКОГО Д. 110 КОРП. 2"]
        {
            assert!(read(text).is_empty(), "{text}: {:?}", read(text));
        }
        for text in ["Сдаю Весту знакомому", "Хочу сдать квартиру", "ул. Ленина", "г. Москва", "В. 5", "А потом", ""]
        {
            assert!(read(text).is_empty(), "{text}: {:?}", read(text));
        }
    }
}
