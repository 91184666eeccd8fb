//! Defined terms.

use crate::workspaces::contract::lint::paper::{Kind, Paper};
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::{Hit, Subject};
use std::collections::BTreeSet;

pattern!(
    DEFINED,
    r#"(?i)(?:\(?\s*далее(?:\s+по\s+тексту)?\s*[-–—:]?\s*|именуем\w+\s+(?:в\s+дальнейшем|далее)\s*,?\s*[-–—]?\s*)[«"“„']([^»"”“']{2,60})[»"”'“]"#
);
pattern!(ENTRY, r#"^[«"“]?([А-ЯЁ][А-Яа-яЁё\s-]{2,50})[»"”]?\s+[–—-]\s"#);
pattern!(TERMS, r"(?i)(?:термин|определени|понятия)");
// Nouns that contracts write with a capital when they define them.
pattern!(
    CAPITAL,
    r"[а-яё,;)»\d%][\s\u{a0}]+((?:Автомобил|Товар|Услуг|Работ|Помещени|Квартир|Объект|Имуществ|Оборудовани|Продукци|Груз|Программ|Произведени|Результат|Сотрудник|Персонал|Площадк|Проект|Здани|Склад|Станок|Станк|Территори|Сайт|Платформ|Сервис|Контент|Материал|Техник|Документаци|Депозит|Вознаграждени|Аванс|Неустойк|Ключ|Дом|Участ(?:о)?к)(?:а|я|о|е|у|ю|ы|и|ь|й|ой|ей|ом|ем|ам|ям|ах|ях|ов|ев|ами|ями|ью|ия|ии|ию|ие|ием|иям|иях|иями)?)\b"
);

fn stem(word: &str) -> String {
    let low = word.to_lowercase();
    let keep = low.chars().count().saturating_sub(2).max(4);
    low.chars().take(keep).collect()
}

/// Terms that the text defines: name, block, bytes.
fn defined(paper: &Paper) -> Vec<(String, usize, std::ops::Range<usize>)> {
    let mut out = Vec::new();
    let mut among_terms = false;
    for (index, block, body) in paper.all() {
        if block.kind == Kind::Heading {
            among_terms = TERMS.is(body);
        }
        let entry = ENTRY.first(body).filter(|_| among_terms && block.number.len() > 1);
        for name in DEFINED.all(body).iter().filter_map(|c| c.get(1)).chain(entry.iter().filter_map(|c| c.get(1))) {
            let span = block.range.start + name.start()..block.range.start + name.end();
            out.push((name.as_str().trim().to_owned(), index, span));
        }
    }
    out
}

/// L09.
pub(super) fn undefined(subject: &Subject<'_>) -> Vec<Hit> {
    let paper = &subject.paper;
    let known: BTreeSet<String> =
        defined(paper).iter().flat_map(|(name, ..)| name.split_whitespace().map(stem).collect::<Vec<_>>()).collect();
    let mut said = BTreeSet::new();
    let mut hits = Vec::new();
    for (index, block, body) in paper.main() {
        for word in CAPITAL.all(body).iter().filter_map(|c| c.get(1)) {
            let stem = stem(word.as_str());
            let is_known = known.iter().any(|known| known.starts_with(&stem) || stem.starts_with(known.as_str()));
            if !is_known && said.insert(stem) {
                let span = block.range.start + word.start()..block.range.start + word.end();
                hits.push(Hit::words(index, span, format!("«{}» нигде не определён", word.as_str())));
            }
        }
    }
    hits
}

/// L10.
pub(super) fn unused(subject: &Subject<'_>) -> Vec<Hit> {
    let paper = &subject.paper;
    let low = paper.text.to_lowercase();
    let mut hits = Vec::new();
    for (name, index, span) in defined(paper) {
        let general = ["договор", "сторон", "соглашен"].iter().any(|word| name.to_lowercase().starts_with(word));
        if general || paper.sides.iter().any(|side| side.title == name) {
            continue;
        }
        let Some(first) = name.split_whitespace().next().map(stem) else { continue };
        let uses = low.split(|c: char| !c.is_alphanumeric()).filter(|word| word.starts_with(&first));
        if uses.count() < 2 {
            hits.push(Hit::words(index, span, format!("«{name}» больше нигде не встречается")));
        }
    }
    hits
}
