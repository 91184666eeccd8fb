//! Names and places that belong to no side: a place of birth, the company whose share is sold («Общество: …»), a
//! subcontractor.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::parts::sentence_at;
use serde::Deserialize;
use std::sync::LazyLock;

/// Words (`knowledge/dialogue/foreign_names.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    /// Beginnings of words of birth.
    born: Vec<String>,
    /// Beginnings of words between them and the place.
    between: Vec<String>,
    /// Words that a label of no side begins with.
    labels: Vec<String>,
    /// Beginnings of words under somebody's work, before his name.
    credits: Vec<String>,
    /// The same of the company that a deal is about.
    company: Vec<String>,
}

static MARKS: LazyLock<Marks> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../../knowledge/dialogue/foreign_names.toml")).unwrap_or_default()
});

/// Words from the word of birth to the place.
const BIRTH: usize = 10;
/// Words of a label.
const LABEL: usize = 4;
/// The place of the company that a deal is about.
const COMPANY: &str = "/object/company";

/// Whether a word begins so; a stem of a letter or two is a whole word.
fn begins(word: &str, list: &[String]) -> bool {
    list.iter().any(|stem| word == stem || stem.chars().count() > 2 && word.starts_with(stem.as_str()))
}

/// «Родилась 21.05.1975 в городе Тулун»: a place of birth is no address. Only the day and «в городе» stand between;
/// «родился …, адрес …» and «родился …, живёт …» tell the address.
pub(super) fn is_birthplace(text: &str, mention: &Mention) -> bool {
    matches!(mention.kind, M::Address { .. }) && follows_birth(text, mention)
}

/// Whether the word of birth leads to a place, with nothing but a day between.
pub(super) fn follows_birth(text: &str, mention: &Mention) -> bool {
    let low = folded(head(text, mention.start));
    let mut before = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev().take(BIRTH);
    let number = |word: &str| word.chars().all(|c| c.is_ascii_digit());
    before.find(|word| !number(word) && !begins(word, &MARKS.between)).is_some_and(|word| begins(word, &MARKS.born))
}

/// «Общество: ООО «Вектор»», «Субисполнитель — только дизайнер Закирова»: a label says that the name behind it is none of
/// a side.
pub(super) fn is_labelled(pack: &Pack, text: &str, mention: &Mention) -> bool {
    if !matches!(mention.kind, M::Person { .. } | M::Company { .. } | M::Entrepreneur { .. }) {
        return false;
    }
    let head = head(text, mention.start);
    // «При публикации указывает автора: Фото: Иван Белов»: the second colon opens words to be printed, not a side.
    let lead = head.trim_end().trim_end_matches(['«', '"', ' ']).strip_suffix(':');
    let credit = lead.and_then(|lead| lead.rsplit_once(':')).map(|(_, word)| folded(word.trim()));
    if credit.is_some_and(|word| !word.contains([',', ' ']) && begins(&word, &MARKS.credits)) {
        return true;
    }
    let Some((label, _)) = head.split_once([':', '—', '–']) else { return false };
    let low = folded(label);
    let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let of_company = |word: &str| pack.field_of(COMPANY).is_some() && begins(word, &MARKS.company);
    // Where a side bears that name itself, the label names it.
    let side =
        |word: &str| pack.parties.iter().flat_map(|party| &party.words).any(|name| same_word(&folded(name), word));
    if words.first().is_some_and(|word| side(word)) {
        return false;
    }
    words.len() <= LABEL && words.first().is_some_and(|word| begins(word, &MARKS.labels) || of_company(word))
}

/// Whether a word is a name in some case: «поручителя» of «поручитель».
fn same_word(name: &str, word: &str) -> bool {
    let stem: String = name.chars().take(name.chars().count().saturating_sub(1).max(3)).collect();
    !name.contains(' ') && word.starts_with(&stem) && word.chars().count() <= name.chars().count() + 2
}

/// The sentence up to a place.
fn head(text: &str, at: usize) -> &str {
    text.get(sentence_at(text, at).0..at).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{MARKS, is_birthplace, is_labelled};
    use crate::engine::knowledge::load;
    use crate::engine::text::scan::mentions;

    #[test]
    fn a_place_of_birth_is_no_address() {
        assert!(!MARKS.born.is_empty() && !MARKS.labels.is_empty(), "the file is not read");
        let born = |text: &str| mentions(text, "2026-11-27").iter().any(|m| is_birthplace(text, m));
        for text in [
            "Родилась 21.05.1975 в городе Тулун Иркутской области",
            "родилась 30.05.1991, Новосибирская обл., г. Бердск, паспорт 45 10 111111",
        ] {
            assert!(born(text), "{text}: {:?}", mentions(text, "2026-11-27"));
        }
        for text in [
            "Живёт: г. Иркутск, ул. Багульная, д. 18",
            "родился 21.05.1975, адрес 664022, г. Иркутск, ул. Багульная, д. 18",
            "родился 21.05.1975, живёт г. Иркутск, ул. Багульная, д. 18",
            "родился 21.05.1975 адрес г. Иркутск, ул. Багульная, д. 18",
        ] {
            assert!(!born(text), "{text}");
        }
    }

    #[test]
    fn some_labels_name_no_side() {
        let knowledge = load::embedded().expect("packs");
        let other = |id: &str, text: &str| {
            let pack = knowledge.pack(id).expect("a pack");
            mentions(text, "2026-11-27").iter().any(|m| is_labelled(pack, text, m))
        };
        assert!(other("share_sale", "Общество: ООО «Вектор», ИНН 7707083893"));
        assert!(other("software", "Субисполнитель — только дизайнер Закирова Анна Маратовна"));
        // A firm may call itself so, and its bank has accounts of its own behind it.
        assert!(!other("supply", "Общество: ООО «Вектор», ИНН 7707083893"));
        assert!(!other("supply", "Банк: ПАО «Пример», БИК 044525225, р/с 40702810200000000001"));
        assert!(!other("vehicle_sale", "Покупатель — Рябов Марк Олегович"));
        assert!(!other("services", "Исполнитель: ООО «Вектор»"));
        // A surety is a side of his own contract only.
        assert!(other("supply", "Поручитель — директор Сомов Илья Юрьевич"));
        assert!(other("loan", "Поручитель: Сомов Илья Юрьевич"));
        assert!(!other("surety", "Поручитель — Сомов Илья Юрьевич"));
        // What is printed under a work names no side.
        assert!(other("author_order", "При публикации указывает автора: Фото: Белов Иван Петрович"));
        assert!(other("licence", "подпись под снимком: фото: Белов Иван"));
        assert!(!other("author_order", "Автор: Белов Иван Петрович"));
        assert!(!other("author_order", "Заказчик: ООО «Вектор», автор: Белов Иван Петрович"));
    }
}
