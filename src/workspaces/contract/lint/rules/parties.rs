//! Names, roles and gender of the sides.

use crate::engine::grammar::case::Gender;
use crate::engine::grammar::person::Person as Name;
use crate::engine::text::mention::MentionKind;
use crate::workspaces::contract::lint::paper::{Kind, Paper};
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::sides::Person;
use crate::workspaces::contract::lint::{Hit, Subject};

pattern!(NAMED, r"(?i)именуем(ый|ая|ое|ые)\b");
pattern!(ACTING, r"(?i)в\s+лице\s+([^,]{3,120}),\s+действующ(его|ей)\b");
pattern!(QUOTED, r#"[«"“]([^»"”]{2,80})[»"”]"#);

/// Titles of sides, in pairs, by the contract that has them.
const ROLES: &[(&str, &str)] = &[
    ("Арендодатель", "Арендатор"),
    ("Наймодатель", "Наниматель"),
    ("Продавец", "Покупатель"),
    ("Поставщик", "Покупатель"),
    ("Заказчик", "Исполнитель"),
    ("Заказчик", "Подрядчик"),
    ("Займодавец", "Заёмщик"),
    ("Заимодавец", "Заемщик"),
    ("Лицензиар", "Лицензиат"),
    ("Принципал", "Агент"),
    ("Комитент", "Комиссионер"),
    ("Доверитель", "Поверенный"),
    ("Хранитель", "Поклажедатель"),
    ("Даритель", "Одаряемый"),
    ("Перевозчик", "Грузоотправитель"),
    ("Лизингодатель", "Лизингополучатель"),
];

/// L12.
pub(super) fn names(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = gender_of_sides(&subject.paper);
    hits.extend(gender_of_signers(&subject.paper));
    hits.extend(two_spellings(&subject.paper));
    hits
}

/// «Иванова Анна Петровна, именуемый».
fn gender_of_sides(paper: &Paper) -> Vec<Hit> {
    let mut hits = Vec::new();
    for side in paper.sides.iter().filter(|side| side.person == Some(Person::Individual)) {
        let Some(intro) = paper.text.get(side.intro.clone()) else { continue };
        let Some((index, block, _)) = paper.all().find(|(_, block, _)| block.range.contains(&side.intro.start)) else {
            continue;
        };
        let name = block.mentions.iter().find_map(|mention| match &mention.kind {
            MentionKind::Person { .. } if mention.start >= side.intro.start && mention.end <= side.intro.end => {
                paper.text.get(mention.start..mention.end)
            }
            _ => None,
        });
        let gender = name.and_then(Name::parse).and_then(|name| name.gender());
        let Some(found) = NAMED.first(intro) else { continue };
        let said = match &found[1] {
            "ый" => Gender::Masculine,
            "ая" => Gender::Feminine,
            _ => continue,
        };
        if let (Some(gender), Some(name), Some(word)) = (gender, name, found.get(0))
            && gender != said
        {
            let span = side.intro.start + word.start()..side.intro.start + word.end();
            hits.push(Hit::words(index, span, format!("«{name}» и «{}» не согласованы", word.as_str())));
        }
    }
    hits
}

/// «в лице директора Ивановой Анны Петровны, действующего».
fn gender_of_signers(paper: &Paper) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (index, block, body) in paper.main() {
        for found in ACTING.all(body) {
            let (Some(whole), Some(who)) = (found.get(0), found.get(1)) else { continue };
            // A genitive shows the gender by its patronymic: «Петровны», «Петровича».
            let low = who.as_str().trim().to_lowercase();
            let gender = if ["вны", "чны", "кызы"].iter().any(|end| low.ends_with(end)) {
                Gender::Feminine
            } else if ["вича", "ьича", "оглы"].iter().any(|end| low.ends_with(end)) {
                Gender::Masculine
            } else {
                continue;
            };
            let said = if &found[2] == "ей" { Gender::Feminine } else { Gender::Masculine };
            if gender != said {
                let span = block.range.start + whole.start()..block.range.start + whole.end();
                let right =
                    if gender == Gender::Feminine { "действующей" } else { "действующего" };
                hits.push(Hit::words(index, span, format!("Должно быть «{right}»")));
            }
        }
    }
    hits
}

/// One company under two names: another form, or a letter apart.
fn two_spellings(paper: &Paper) -> Vec<Hit> {
    let mut known: Vec<(String, String, String)> = Vec::new();
    let mut hits = Vec::new();
    for (index, block, _) in paper.all() {
        for mention in &block.mentions {
            let MentionKind::Company { form, name } = &mention.kind else { continue };
            let Some(bare) = QUOTED.first(name).map(|c| c[1].to_lowercase()) else { continue };
            let other = known.iter().find(|(f, b, _)| {
                let near = bare != *b && bare.chars().count() > 4 && distance(&bare, b) <= 1;
                near || bare == *b && !form.is_empty() && !f.is_empty() && f != form
            });
            if let Some((_, _, first)) = other {
                let message = format!("Здесь {name}, раньше — {first}");
                hits.push(Hit::words(index, mention.start..mention.end, message));
            } else if !known.iter().any(|(_, b, _)| *b == bare) {
                known.push((form.clone(), bare, name.clone()));
            }
        }
    }
    hits
}

/// Edits between two short texts, at most 2 counted.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 1 {
        return 2;
    }
    let head = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let tail = a[head..].iter().rev().zip(b[head..].iter().rev()).take_while(|(x, y)| x == y).count();
    (a.len().max(b.len()) - head - tail).min(2)
}

/// L42.
pub(super) fn mixed_roles(subject: &Subject<'_>) -> Vec<Hit> {
    let paper = &subject.paper;
    if paper.sides.len() < 2 {
        return Vec::new();
    }
    let own: Vec<String> = paper.sides.iter().map(|side| side.title.to_lowercase().replace('ё', "е")).collect();
    let mut said: Vec<&str> = Vec::new();
    let mut hits = Vec::new();
    for (index, block, body) in paper.main().filter(|(_, block, _)| block.kind != Kind::Title) {
        for title in ROLES.iter().flat_map(|(a, b)| [*a, *b]) {
            if own.contains(&title.to_lowercase().replace('ё', "е")) || said.contains(&title) {
                continue;
            }
            let stem: String = title.chars().take(title.chars().count() - 2).collect();
            let Some(at) = body.find(&stem).filter(|at| *at > 0) else { continue };
            // A capital inside a sentence: the role, not the word.
            let before = body[..at].trim_end();
            if before.ends_with(['.', ':', '«', '"', '(', '/']) {
                continue;
            }
            let end = body[at..].find(|c: char| !c.is_alphabetic()).map_or(body.len(), |len| at + len);
            said.push(title);
            let message = format!("Стороны — {}; «{}» здесь чужой", titles(paper), &body[at..end]);
            hits.push(Hit::words(index, block.range.start + at..block.range.start + end, message));
        }
    }
    hits
}

fn titles(paper: &Paper) -> String {
    paper.sides.iter().map(|side| format!("«{}»", side.title)).collect::<Vec<_>>().join(" и ")
}

/// L64.
pub(super) fn authority(subject: &Subject<'_>) -> Vec<Hit> {
    let paper = &subject.paper;
    let mut hits = Vec::new();
    for (i, side) in paper.sides.iter().enumerate().filter(|(_, side)| side.person == Some(Person::Company)) {
        let Some((index, block, body)) = paper.all().find(|(_, block, _)| block.range.contains(&side.intro.start))
        else {
            continue;
        };
        // The signer may be named before the title or after it.
        let until = paper.sides.get(i + 1).map_or(block.range.end, |next| {
            let gap = paper.text.get(side.intro.end..next.intro.end).unwrap_or_default();
            side.intro.end + gap.find("с одной стороны").unwrap_or(gap.len())
        });
        let until = until.min(block.range.end).max(side.intro.end);
        let words = paper.text.get(side.intro.start..until).unwrap_or(body).to_lowercase();
        if !words.contains("на основании") {
            let message = format!("Кто подписывает за сторону «{}» и на каком основании?", side.title);
            hits.push(Hit::words(index, side.intro.clone(), message));
        }
    }
    hits
}
