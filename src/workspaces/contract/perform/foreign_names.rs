//! Names and places that belong to no side: a place of birth, the company whose share is sold («Общество: …»), a
//! subcontractor.

use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::parts::sentences;
use serde::Deserialize;
use std::sync::LazyLock;

/// Words (`knowledge/dialogue/foreign_names.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    /// Beginnings of words of birth.
    born: Vec<String>,
    /// Words that a label of no side begins with.
    labels: Vec<String>,
}

static MARKS: LazyLock<Marks> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../../knowledge/dialogue/foreign_names.toml")).unwrap_or_default()
});

/// Bytes from the word of birth to the place.
const BIRTH: usize = 90;
/// Words of a label.
const LABEL: usize = 4;

/// «Родилась 21.05.1975 в городе Тулун»: a place of birth is no address.
pub(super) fn is_birthplace(text: &str, mention: &Mention) -> bool {
    if !matches!(mention.kind, M::Address { .. }) {
        return false;
    }
    let before = head(text, mention.start);
    let mut at = before.len().saturating_sub(BIRTH);
    while !before.is_char_boundary(at) {
        at += 1;
    }
    let low = folded(&before[at..]);
    // What stands between them is the day and «в городе»: a comma before another word begins something else.
    let born = low
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| MARKS.born.iter().any(|stem| word.starts_with(stem.as_str())));
    let last = low.rsplit(',').next().unwrap_or_default();
    born && (last.trim().is_empty()
        || !low.contains(',')
        || last.split_whitespace().all(|word| word.len() <= "родился".len()))
}

/// «Общество: ООО «Вектор»», «Субисполнитель — Закирова»: a label says that the name behind it is none of a side.
pub(super) fn is_labelled(text: &str, mention: &Mention) -> bool {
    if !matches!(mention.kind, M::Person { .. } | M::Company { .. } | M::Entrepreneur { .. }) {
        return false;
    }
    let before = head(text, mention.start);
    let label = before.trim_end().trim_end_matches([':', '—', '–', '-', ' ']);
    if label.len() == before.trim_end().len() {
        // «Субисполнитель — только дизайнер Закирова»: a word or two may stand between.
        let Some((label, _)) = before.split_once(['—', ':', '–']) else { return false };
        return begins(label);
    }
    begins(label)
}

fn begins(label: &str) -> bool {
    let low = folded(label);
    let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.len() <= LABEL
        && words.first().is_some_and(|word| MARKS.labels.iter().any(|stem| word.starts_with(stem.as_str())))
}

/// The sentence up to a place.
fn head(text: &str, at: usize) -> &str {
    let from = sentences(text).into_iter().find(|(from, to)| *from <= at && at < *to).map_or(0, |(from, _)| from);
    text.get(from..at).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{MARKS, is_birthplace, is_labelled};
    use crate::engine::text::scan::mentions;

    #[test]
    fn a_place_of_birth_is_no_address() {
        assert!(!MARKS.born.is_empty() && !MARKS.labels.is_empty(), "the file is not read");
        let born = |text: &str| mentions(text, "2026-11-27").iter().any(|m| is_birthplace(text, m));
        assert!(born("Родилась 21.05.1975 в городе Тулун Иркутской области"));
        assert!(!born("Живёт: г. Иркутск, ул. Багульная, д. 18"));
    }

    #[test]
    fn some_labels_name_no_side() {
        let other = |text: &str| mentions(text, "2026-11-27").iter().any(|m| is_labelled(text, m));
        assert!(other("Общество: ООО «Вектор», ИНН 7707083893"));
        assert!(other("Субисполнитель — только дизайнер Закирова Анна Маратовна"));
        assert!(!other("Покупатель — Рябов Марк Олегович"));
        assert!(!other("Исполнитель: ООО «Вектор»"));
    }
}
