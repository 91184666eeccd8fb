//! What stands before a value in its own piece of a sentence: a name of the fact, words of something else, or nothing.

use crate::engine::knowledge::pack::Field;
use crate::engine::text::folded;
use crate::engine::text::mention::Mention;
use crate::engine::text::stem::{Word, is_stop, phrase_stems};
use crate::workspaces::contract::perform::owner;

/// Bytes within which a word labels a value.
pub(super) const LABEL: usize = 120;
/// Letters of a stem that names something.
const LONG: usize = 4;
/// Words that join a piece to another one.
const JOINTS: &[&str] = &[" и ", " а ", " но ", " потом ", " затем "];
/// Fields that hold what is said of the whole.
const WHOLE: &[&str] = &["/term/end", "/price", "/object/quantity"];

/// What stands before a value in its own piece of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// A word that names the fact.
    Own,
    /// Words of something else: «переработка 350 в час», «участок 1 500 000».
    Other,
    /// Nothing that names anything.
    None,
}

/// Reads what stands before a value.
pub(super) fn label(field: &Field, text: &str, said: &[Word], mention: &Mention) -> Label {
    let mut from = mention.start.saturating_sub(LABEL);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = text.get(from..mention.start).unwrap_or_default();
    let ends = [',', ';', '.', '\n', ':', '!', '?'];
    let mut piece = before.rfind(ends).unwrap_or(0);
    piece = JOINTS.iter().filter_map(|joint| before.rfind(joint)).fold(piece, usize::max);
    let says = |text: &str| text.chars().any(char::is_alphanumeric);
    // «Обратный вывоз оплачиваем мы, 15 000», «сторговались: 6 450 000»: a piece that is only a value is of the one before.
    if !says(&before[piece..]) && before[piece..].starts_with([',', ':']) {
        let outer = before[..piece].rfind(ends).unwrap_or(0);
        let counted = before[outer..piece].bytes().any(|b| b.is_ascii_digit());
        piece = if counted { piece } else { outer };
    }
    let first = said.partition_point(|word| word.start < from + piece);
    let past = said.partition_point(|word| word.end <= mention.start);
    let own = said.get(first..past.max(first)).unwrap_or_default();
    let low = |word: &Word| folded(text.get(word.start..word.end).unwrap_or_default());
    let long = |stem: &str| stem.chars().count() >= LONG;
    let hints = field.hints.iter().chain([&field.label]).flat_map(|hint| phrase_stems(hint).to_vec());
    let hints: Vec<String> = hints.filter(|stem| long(stem)).collect();
    let content = own.iter().filter(|word| long(&word.stem) && !is_stop(&word.stem));
    let content: Vec<&Word> = content.filter(|word| !owner::is_neutral(&low(word))).collect();
    // «Всё целиком до 28 февраля», «итого 6300»: the whole is what fields of the deal hold; «сторговались на …» is a price.
    let of_whole = |word: &Word| {
        owner::is_whole(&low(word)) && WHOLE.iter().any(|at| field.pointer.starts_with(at))
            || field.primary && field.pointer.starts_with("/price") && owner::bargains(&low(word))
    };
    if own.iter().any(of_whole) || content.iter().any(|word| hints.contains(&word.stem)) {
        Label::Own
    } else if content.is_empty() {
        Label::None
    } else {
        Label::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::mention::MentionKind as M;
    use crate::engine::text::scan;
    use crate::engine::text::stem::words;
    use crate::workspaces::contract::tests::KNOWLEDGE;

    #[test]
    fn a_piece_names_its_value() {
        for (pack, at, text, want) in [
            ("equipment_lease", "/price/total", "обратный вывоз оплачивает арендатор, 15 000 рублей", Label::Other),
            ("equipment_lease", "/price/total", "итого за весь срок 648 000 рублей", Label::Own),
            ("equipment_lease", "/price/total", "пусть 30 000 рублей", Label::None),
            ("equipment_lease", "/price/total", "плата 10 000 рублей, 30 000 рублей", Label::None),
            ("real_estate_sale", "/price/total", "Мы немного сторговались: 6 450 000 рублей", Label::Own),
            ("real_estate_sale", "/price/total", "ремонт 450 000 рублей", Label::Other),
            ("work_contract", "/term/end", "черновые до 15 января 2027", Label::Other),
            ("work_contract", "/term/end", "черновые сделает а всё целиком до 28 февраля 2027", Label::Own),
        ] {
            let field = KNOWLEDGE.pack(pack).and_then(|pack| pack.field_of(at)).unwrap();
            let mentions = scan::mentions(text, "2026-11-24");
            let last = mentions.iter().rfind(|m| matches!(m.kind, M::Money { .. } | M::Date { .. })).unwrap();
            assert_eq!(label(field, text, &words(text), last), want, "{text}");
        }
    }
}
