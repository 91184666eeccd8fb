//! Words and signs.

use crate::workspaces::contract::lint::paper::Kind;
use crate::workspaces::contract::lint::pattern::{Pattern, pattern};
use crate::workspaces::contract::lint::report::Repair;
use crate::workspaces::contract::lint::{Hit, Subject};

pattern!(DOUBLE, r"[^\s|]( {2,})[^\s|]");
pattern!(QUOTES, r#"("[^"\n]{1,120}")"#);
pattern!(HYPHEN, r"[а-яёА-ЯЁ»)]( - )[а-яёА-ЯЁ«(]");
pattern!(BEFORE_MARK, r"[а-яё»)](\s+)[,;:](?:\s|$)");
pattern!(
    VAGUE,
    r"(?i)\b(?:в\s+разумн(?:ый|ые)\s+срок(?:и)?|в\s+кратчайш(?:ий|ие)\s+(?:возможн\w+\s+)?срок(?:и)?|в\s+ближайшее\s+время|по\s+мере\s+возможности|в\s+минимальн\w+\s+срок\w*)"
);
pattern!(BOUNDED, r"(?i)^\s*,?\s*(?:но\s+(?:в\s+пределах|не\s+(?:более|позднее))|не\s+превыша|в\s+пределах)");
pattern!(DAYS, r"(?i)\b\d+\s*(?:\([^)]{1,40}\)\s*)?(?:дн(?:я|ей)|день)\b");
pattern!(KIND_OF_DAYS, r"(?i)(?:рабочи|календарн|банковск)");
pattern!(
    DAYS_DEFINED,
    r"(?i)(?:под\s+дн(?:ем|ями|ём)\s|дни\s+(?:в\s+договоре\s+)?(?:считаются|исчисляются|календарные)|срок\w*(?:,[^,.]{1,40},)?\s+(?:исчисля|считаю)\w*\s+в\s+(?:календарн|рабоч))"
);

/// Only so many of one kind.
const MOST: usize = 5;

/// L32.
pub(super) fn typography(subject: &Subject<'_>) -> Vec<Hit> {
    if subject.paper.drafted {
        return Vec::new();
    }
    let kinds: [(&Pattern, &str, fn(&str) -> String); 4] = [
        (&DOUBLE, "Два пробела подряд", |_| " ".to_owned()),
        (&QUOTES, "Прямые кавычки вместо «ёлочек»", |said| {
            format!("«{}»", said.trim_matches('"'))
        }),
        (&HYPHEN, "Дефис вместо тире", |_| " — ".to_owned()),
        (&BEFORE_MARK, "Пробел перед знаком", |_| String::new()),
    ];
    let mut hits = Vec::new();
    for (pattern, message, right) in kinds {
        let mut count = 0;
        for (index, block, body) in subject.paper.all().filter(|(_, block, _)| block.kind != Kind::Row) {
            for found in pattern.all(body).iter().filter_map(|c| c.get(1)) {
                count += 1;
                if count <= MOST {
                    let span = block.range.start + found.start()..block.range.start + found.end();
                    let fix = Repair::Replace("Исправить", span.clone(), right(found.as_str()));
                    hits.push(Hit { fix: Some(fix), ..Hit::words(index, span, message) });
                }
            }
        }
    }
    hits
}

/// L40.
pub(super) fn vague_time(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (index, block, body) in subject.paper.main() {
        for found in VAGUE.all(body).iter().filter_map(|c| c.get(0)) {
            // «в разумный срок, но не позднее двух лет» has an end.
            if BOUNDED.is(&body[found.end()..]) {
                continue;
            }
            let span = block.range.start + found.start()..block.range.start + found.end();
            hits.push(Hit::words(index, span, format!("«{}»: назовите число дней", found.as_str())));
        }
    }
    hits
}

/// L41.
pub(super) fn days(subject: &Subject<'_>) -> Vec<Hit> {
    if subject.paper.main().any(|(_, _, body)| DAYS_DEFINED.is(body)) {
        return Vec::new();
    }
    let open: Vec<usize> = subject
        .paper
        .main()
        .filter(|(_, _, body)| DAYS.is(body) && !KIND_OF_DAYS.is(body))
        .map(|(index, ..)| index)
        .collect();
    let Some(first) = open.first() else { return Vec::new() };
    let message = format!("Рабочие или календарные? Таких условий: {}", open.len());
    vec![Hit::block(*first, message)]
}
