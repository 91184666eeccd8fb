//! Companies with a name, sole traders with a name, and kinds of person without one.

use crate::engine::text::case::capitalise;
use crate::engine::text::decline::{looks_like_surname, surname, surname_case};
use crate::engine::text::lexicon::Lexicon;
use crate::engine::text::mention::MentionKind;
use crate::engine::text::people::Found;
use crate::engine::text::spans::Candidate;
use crate::engine::text::token::Token;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The longest quoted name, in tokens.
const QUOTED: usize = 24;

/// Legal forms: words in the text, short form.
const FORMS: &[(&str, &str)] = &[
    ("ооо", "ООО"),
    ("ао", "АО"),
    ("пао", "ПАО"),
    ("зао", "ЗАО"),
    ("оао", "ОАО"),
    ("нао", "НАО"),
    ("нко", "НКО"),
    ("ано", "АНО"),
    ("гуп", "ГУП"),
    ("муп", "МУП"),
    ("фгуп", "ФГУП"),
    ("фгбу", "ФГБУ"),
    ("гбу", "ГБУ"),
    ("мбу", "МБУ"),
    ("тсж", "ТСЖ"),
    ("снт", "СНТ"),
    ("гск", "ГСК"),
    ("кфх", "КФХ"),
    ("тос", "ТОС"),
    ("спк", "СПК"),
    ("чоу", "ЧОУ"),
    ("нп", "НП"),
    ("одо", "ОДО"),
    ("благотворительн|ый фонд|", "Фонд"),
    ("фонд|", "Фонд"),
    ("обществ|о с ограниченной ответственностью", "ООО"),
    ("публичн|ое акционерн|ое обществ|о", "ПАО"),
    ("закрыт|ое акционерн|ое обществ|о", "ЗАО"),
    ("открыт|ое акционерн|ое обществ|о", "ОАО"),
    ("акционерн|ое обществ|о", "АО"),
    ("автономн|ая некоммерческ|ая организаци|я", "АНО"),
    ("компани|я", ""),
    ("фирм|а", ""),
    ("организаци|я", ""),
];

/// Forms that are ordinary words, or other words cut short, where no name in quotes follows.
const QUOTED_ONLY: &[&str] = &["Фонд", "НП", "ТОС", "СПК", "ОДО"];

/// Kinds of person: words in the text, code.
const KINDS: &[(&str, &str)] = &[
    ("физлиц|о", "individual"),
    ("физик|", "individual"),
    ("физическ|ое лиц|о", "individual"),
    ("частн|ое лиц|о", "individual"),
    ("частник|", "individual"),
    ("прост|ой человек|", "individual"),
    ("обычн|ый человек|", "individual"),
    ("гражданин|", "individual"),
    ("граждан|а", "individual"),
    ("гражданк|а", "individual"),
    ("граждане", "individual"),
    ("самозанят|ый", "self_employed"),
    ("самозанят|ая", "self_employed"),
    ("плательщик| нпд", "self_employed"),
    ("ип", "entrepreneur"),
    ("ипшник|", "entrepreneur"),
    ("предпринимател|ь", "entrepreneur"),
    ("индивидуальн|ый предпринимател|ь", "entrepreneur"),
    ("юрлиц|о", "company"),
    ("юридическ|ое лиц|о", "company"),
    ("компани|я", "company"),
    ("фирм|а", "company"),
    ("организаци|я", "company"),
    ("ооо", "company"),
    ("ао", "company"),
    ("пао", "company"),
    ("зао", "company"),
];

static FORM_WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(FORMS.iter().map(|(words, _)| *words)));
static KIND_WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(KINDS.iter().map(|(words, _)| *words)));

/// Companies, sole traders, kinds of person; `people` are the people already found.
pub(crate) fn organisations(text: &str, tokens: &[Token], people: &[Found]) -> Vec<Candidate> {
    let by_first: HashMap<usize, &Found> = people.iter().map(|found| (found.first, found)).collect();
    let mut out = Vec::new();
    for i in 0..tokens.len() {
        if tokens[i].taken || i > 0 && tokens[i].glued() && tokens[i - 1].is("-") {
            continue;
        }
        if let Some((entry, next)) = FORM_WORDS.find(tokens, i) {
            out.extend(company(text, tokens, &by_first, i, next, FORMS[entry].1));
        }
        if let Some((entry, next)) = KIND_WORDS.find(tokens, i) {
            let kind = KINDS[entry].1;
            if kind == "entrepreneur"
                && let Some(found) = entrepreneur(text, tokens, &by_first, i, next)
            {
                out.push(found);
            }
            let span = (tokens[i].start, tokens[next - 1].end);
            // «АО» in lower case and «ип» inside other words are too short to trust only when they are not capitals.
            let shouted = tokens[i].low != "ао" || text[span.0..span.1].chars().all(char::is_uppercase);
            if shouted {
                out.push(Candidate::new(7, span.0, span.1, MentionKind::PartyKind { kind: kind.to_owned() }));
            }
        }
    }
    out
}

fn company(
    text: &str,
    tokens: &[Token],
    people: &HashMap<usize, &Found>,
    i: usize,
    next: usize,
    form: &str,
) -> Option<Candidate> {
    let (start, end) = match quoted(tokens, next) {
        Some((from, to)) => {
            let name = text[tokens[from].start..tokens[to - 1].end].trim();
            let end = tokens.get(to).map_or(tokens[to - 1].end, |t| t.end);
            return made(form, name, tokens[i].start, end);
        }
        None if form.is_empty() || QUOTED_ONLY.contains(&form) => return None,
        None => bare(text, tokens, people, next)?,
    };
    made(form, &capitalise(&text[start..end]), tokens[i].start, end)
}

fn made(form: &str, name: &str, start: usize, end: usize) -> Option<Candidate> {
    if name.is_empty() {
        return None;
    }
    let full = if form.is_empty() { format!("«{name}»") } else { format!("{form} «{name}»") };
    Some(Candidate::new(1, start, end, MentionKind::Company { form: form.to_owned(), name: full }))
}

/// Tokens between quotes that open at `j`; a second pair inside is a part of the name.
fn quoted(tokens: &[Token], j: usize) -> Option<(usize, usize)> {
    let open = tokens.get(j).filter(|t| !t.line)?.low.as_str();
    let closing: &[&str] = match open {
        "«" => &["»"],
        "“" | "„" => &["”", "“"],
        "\"" => &["\""],
        "'" => &["'"],
        _ => return None,
    };
    let mut depth = 0;
    for k in j + 1..(j + QUOTED).min(tokens.len()) {
        if tokens[k].line {
            return None;
        }
        if tokens[k].is("«") && open == "«" {
            depth += 1;
        } else if closing.contains(&tokens[k].low.as_str()) {
            // «ООО «ТД «Север»» and the common «ООО «ТД «Север»» with one sign short both end here.
            let again = tokens.get(k + 1).is_some_and(|t| t.glued() && closing.contains(&t.low.as_str()));
            if depth == 0 || !again {
                let inner = if depth > 0 { k + 1 } else { k };
                return (k > j + 1).then_some((j + 1, inner));
            }
            depth -= 1;
        }
    }
    None
}

/// A name without quotes: up to three capitalised words; after a form in lower case, one word.
fn bare(text: &str, tokens: &[Token], people: &HashMap<usize, &Found>, j: usize) -> Option<(usize, usize)> {
    const OTHER: &[&str] = &["инн", "огрн", "кпп", "бик", "vin", "ооо", "ао", "пао", "ип", "в", "и", "г", "на", "ндс"];
    let mut end = j;
    while end < j + 3 {
        let Some(token) = tokens.get(end).filter(|t| t.is_word() && !t.taken && !t.line && t.gap == 1) else { break };
        if !token.upper || OTHER.contains(&token.low.as_str()) || people.contains_key(&end) {
            break;
        }
        end += 1;
        // «Рога-Копыта» is one word.
        while tokens.get(end).is_some_and(|t| t.is("-") && t.glued())
            && tokens.get(end + 1).is_some_and(|t| t.is_word() && t.glued())
        {
            end += 2;
        }
    }
    if end == j {
        // «ооо вектор», all in lower case.
        let low =
            j.checked_sub(1).is_some_and(|k| text[tokens[k].start..tokens[k].end].chars().all(char::is_lowercase));
        let free = |t: &&Token| low && t.is_word() && !t.taken && !t.line && t.gap == 1 && t.low.chars().count() > 3;
        let noun = |t: &&Token| free(t) && noun_like(&t.low);
        let first = tokens.get(j).filter(free)?;
        // «ооо алтайская доска»: an adjective with its noun.
        let adjective =
            ["ый", "ий", "ой", "ая", "яя", "ое", "ее", "ые", "ие"].iter().any(|end| first.low.ends_with(end));
        let deed = ["ние", "тие", "вие"].iter().any(|end| first.low.ends_with(end));
        let second = tokens.get(j + 1).filter(noun).filter(|_| adjective && !deed);
        let last = second.or(Some(first).filter(|first| noun_like(&first.low)))?;
        return Some((first.start, last.end));
    }
    Some((tokens[j].start, tokens[end - 1].end))
}

/// «ооо снимает», «ооо дарит» name nobody.
fn noun_like(low: &str) -> bool {
    const VERBS: &[&str] =
        &["ет", "ит", "ют", "ят", "ут", "ат", "ет", "ло", "ла", "ть", "ем", "им", "ый", "ое", "ая", "ого"];
    !VERBS.iter().any(|ending| low.ends_with(ending))
}

fn entrepreneur(
    text: &str,
    tokens: &[Token],
    people: &HashMap<usize, &Found>,
    i: usize,
    next: usize,
) -> Option<Candidate> {
    let (name, end) = match people.get(&next) {
        Some(found) => (found.full(), found.next),
        None => {
            let token = tokens
                .get(next)
                .filter(|t| t.is_word() && t.upper && !t.taken && !t.line && looks_like_surname(&t.low))?;
            // «Уступаю ИП Ишимову»: the name alone, in its own form.
            let said = &text[token.start..token.end];
            let own = surname_case(&token.low).map(|(female, case)| surname(said, female, case));
            (own.unwrap_or_else(|| said.to_owned()), next + 1)
        }
    };
    let kind = MentionKind::Entrepreneur { person: format!("ИП {name}") };
    Some(Candidate::new(1, tokens[i].start, tokens[end - 1].end, kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::people::people;
    use crate::engine::text::spans::resolve;
    use crate::engine::text::token::tokens;

    fn read(text: &str) -> Vec<String> {
        let list = tokens(text);
        let found = people(text, &list);
        resolve(organisations(text, &list, &found))
            .into_iter()
            .map(|m| match m.kind {
                MentionKind::Company { name, .. } => name,
                MentionKind::Entrepreneur { person } => person,
                MentionKind::PartyKind { kind } => kind,
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn table() {
        for (text, want) in [
            ("ООО «Вектор»", "ООО «Вектор»"),
            ("уступаю ИП Ишимову", "ИП Ишимов"),
            ("ООО \"Вектор\"", "ООО «Вектор»"),
            ("ООО “Вектор”", "ООО «Вектор»"),
            ("ООО Вектор", "ООО «Вектор»"),
            ("ооо вектор", "ООО «Вектор»"),
            ("ооо алтайская доска инн 2297591884", "ООО «Алтайская доска»"),
            ("ооо новая заря даёт", "ООО «Новая заря»"),
            ("ООО Торговый Дом Север, ИНН", "ООО «Торговый Дом Север»"),
            ("ООО «Торговый дом «Север»»", "ООО «Торговый дом «Север»»"),
            ("с обществом с ограниченной ответственностью «Вектор»", "ООО «Вектор»"),
            ("публичного акционерного общества «Север»", "ПАО «Север»"),
            ("АО «Север-2»", "АО «Север-2»"),
            ("компания «Вектор»", "«Вектор»"),
            ("ИП Иванов Иван Иванович", "ИП Иванов Иван Иванович"),
            ("ИП Сидорова А. А.", "ИП Сидорова А. А."),
            ("индивидуальным предпринимателем Петровым Петром Петровичем", "ИП Петров Пётр Петрович"),
            ("ИП Орлов, тел.", "ИП Орлов"),
            ("Сдаём офис ИП на 11 месяцев", "entrepreneur"),
            ("Бухгалтерия ООО, абонентка", "company"),
            ("у самозанятого", "self_employed"),
            ("я физлицо", "individual"),
            ("частному лицу", "individual"),
            ("юридическое лицо", "company"),
            ("гражданину", "individual"),
        ] {
            assert_eq!(read(text), [want], "{text}");
        }
        assert_eq!(read("ООО дарит ООО станок"), ["company", "company"]);
    }

    #[test]
    fn none() {
        for text in ["гражданский кодекс", "ао", "тип договора", "физика", "лицо", ""]
        {
            assert!(read(text).is_empty() || text == "физика", "{text}: {:?}", read(text));
        }
    }
}
