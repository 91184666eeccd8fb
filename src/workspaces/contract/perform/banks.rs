//! The name of a bank in a block of details, as it is written there: form, branch and town belong to it.

use crate::engine::grammar::bank::{self, MARKS};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::workspaces::contract::intake::provenance::Heard;

/// Words of a label before its mark.
const LABELS: usize = 4;
/// Letters of a name at most.
const LONGEST: usize = 120;
/// Digits of a code, before and behind which a name ends.
const CODE: usize = 8;

/// The bytes of the name of the first bank between two bytes.
pub(super) fn in_block(text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
    let pieces = pieces(text, from, to);
    let words = |(start, end): (usize, usize)| -> Vec<String> {
        let part = folded(&text[start..end]);
        part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let at = pieces.iter().position(|piece| words(*piece).iter().any(|word| is_bank(word)))?;
    let own = words(pieces[at]);
    // «Банк поставщика: …»: a few words before a colon only say what follows.
    let behind = text[pieces[at].1..].trim_start_matches(' ').chars().next();
    let named = own.len() <= LABELS && behind.is_some_and(|c| ":|\t—–".contains(c));
    let label = named || own.iter().all(|word| MARKS.label.contains(word));
    let at = at + usize::from(label);
    let (start, end) = name_in(text, *pieces.get(at)?)?;
    // «АО «Альфа-Банк», г. Москва»: its town tells one bank from another of the same name.
    let town = pieces.get(at + 1).filter(|piece| {
        let part = folded(&text[piece.0..piece.1]);
        (part.starts_with("г.") || part.starts_with("г ") || part.starts_with("город "))
            && !text[end..piece.0].contains('\n')
    });
    let end = town.and_then(|piece| name_in(text, *piece)).map_or(end, |town| town.1);
    let letters = text[start..end].chars().filter(|c| c.is_alphabetic()).count();
    (letters > 1 && end - start <= 2 * LONGEST).then_some((start, end))
}

/// «У заказчика верно ПАО Сбербанк, и счёт, бик»: whether a message speaks of accounts beside the names in it.
pub(super) fn speaks(text: &str, mentions: &[Mention]) -> bool {
    let says = |part: &str| {
        let mut words = part.split(|c: char| !(c.is_alphanumeric() || c == '/'));
        words.any(|word| MARKS.accounts.contains(&folded(word)))
    };
    let mut from = 0;
    for mention in mentions {
        if text.get(from..mention.start).is_some_and(says) {
            return true;
        }
        from = from.max(mention.end);
    }
    text.get(from..).is_some_and(says)
}

/// «Сбербанк», «Альфа-Банк», «банк».
fn is_bank(word: &str) -> bool {
    bank::names(word)
}

/// The parts between marks, without the spaces around them.
fn pieces(text: &str, from: usize, to: usize) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut at = from;
    for piece in text.get(from..to).unwrap_or_default().split(|c: char| ",;\n|\t:—–".contains(c)) {
        let start = at + piece.len() - piece.trim_start().len();
        let end = start + piece.trim().len();
        if end > start {
            out.push((start, end));
        }
        at += piece.len();
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    out
}

/// A part without the account before the name, a preposition, and the code behind it.
fn name_in(text: &str, (start, end): (usize, usize)) -> Option<(usize, usize)> {
    let whole = text.get(start..end)?;
    let low = whole.to_lowercase();
    let stops = [" бик", " к/с", " корр", " инн", " кпп"];
    // Lower case may have other bytes than the text; letters of these words have the same.
    let stop = stops.iter().filter_map(|stop| low.find(stop)).min().filter(|at| whole.is_char_boundary(*at));
    let part = &whole[..stop.unwrap_or(whole.len())];
    // What stands behind an account: «р/с 40702… в ПАО Сбербанк».
    let mut code = 0;
    let mut run = 0;
    for (at, c) in part.char_indices() {
        run = if c.is_ascii_digit() { run + 1 } else { 0 };
        if run >= CODE {
            code = at + 1;
        }
    }
    let mut from = if part[code..].chars().any(char::is_alphabetic) { code } else { 0 };
    // «3. Банк …»: a number of a list is no part of a name.
    let listed = part[from..].trim_start_matches(|c: char| c.is_ascii_digit());
    if listed.len() < part[from..].len() && listed.starts_with(['.', ')']) {
        from = part.len() - listed.len() + 1;
    }
    from += part[from..].len() - part[from..].trim_start().len();
    for lead in ["и ", "в ", "во ", "В ", "тоже ", "Тоже ", "также ", "в "] {
        if part[from..].starts_with(lead) {
            from += lead.len();
        }
    }
    // «… д. 14, кв. 204. Банк ВТБ»: a sentence ends before the name.
    let opens = |at: &usize| {
        let rest = part[at + 2..].trim_start();
        rest.starts_with(|c: char| c.is_uppercase() || c == '«')
            && folded(rest).split(|c: char| !c.is_alphanumeric()).any(is_bank)
    };
    if let Some(stop) = part.match_indices(". ").map(|(at, _)| at).filter(|at| *at >= from && opens(at)).last() {
        from = stop + 2;
        from += part[from..].len() - part[from..].trim_start().len();
    }
    let to = part.len();
    let name = part.get(from..to)?.trim_end_matches([' ', '.', '(']);
    (!name.is_empty()).then_some((start + from, start + from + name.len()))
}

/// «Р/с …, АО «Купеческий Расчёт», БИК …»: a company between an account and a BIK is where it lies.
pub(super) fn among_accounts(heard: &Heard<'_>, mention: &Mention) -> Option<String> {
    let MentionKind::Company { name, .. } = &mention.kind else { return None };
    let text = heard.turn.text.as_str();
    let at = heard.mentions.partition_point(|m| m.start < mention.start);
    let close = |from: usize, to: usize, most: usize| {
        text.get(from..to).is_some_and(|gap| gap.chars().count() <= most && !gap.contains(['.', ';', '\n', ':']))
    };
    let behind = at
        .checked_sub(1)
        .and_then(|before| heard.mentions.get(before))
        .is_some_and(|m| matches!(m.kind, MentionKind::Account { .. }) && close(m.end, mention.start, ACCOUNT));
    let before = heard
        .mentions
        .get(at + 1)
        .is_some_and(|m| matches!(m.kind, MentionKind::Bik { .. }) && close(mention.end, m.start, BIK));
    (behind && before).then(|| name.clone())
}

/// Characters from an account to its bank, and from a bank to its BIK.
const ACCOUNT: usize = 4;
/// See [`ACCOUNT`].
const BIK: usize = 7;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bank_has_its_form_its_branch_and_its_town() {
        for (text, want) in [
            ("р/с 40702810060000031875, Банк ВТБ (ПАО), г. Москва, БИК 044525187", Some("Банк ВТБ (ПАО), г. Москва")),
            (
                "БАНК\tСИБИРСКИЙ БАНК ПАО СБЕРБАНК, Г. НОВОСИБИРСК\nБИК\t045004641",
                Some("СИБИРСКИЙ БАНК ПАО СБЕРБАНК, Г. НОВОСИБИРСК"),
            ),
            ("Банк: АО «ТБанк», БИК 044525974", Some("АО «ТБанк»")),
            (
                "Счёт 40817810722240061738, Калужское отделение № 8608 ПАО Сбербанк, г. Калуга, БИК 042908612",
                Some("Калужское отделение № 8608 ПАО Сбербанк, г. Калуга"),
            ),
            ("р/с 40702810719000073524 в ПАО Сбербанк БИК 044525187", Some("ПАО Сбербанк")),
            ("наименование банка — Банк «Восход»\nг. Тверь, ул. Мира", Some("Банк «Восход»")),
            (
                "3. Банк поставщика: Краснодарское отделение № 8619 ПАО Сбербанк, г. Краснодар",
                Some("Краснодарское отделение № 8619 ПАО Сбербанк, г. Краснодар"),
            ),
            (
                "счёт 40817810006280031972 Башкирское отделение № 8598 ПАО Сбербанк, г. Уфа, БИК 048073601",
                Some("Башкирское отделение № 8598 ПАО Сбербанк, г. Уфа"),
            ),
            ("ул. Мира, д. 14, кв. 204. Банк ВТБ (ПАО), г. Москва", Some("Банк ВТБ (ПАО), г. Москва")),
            ("ООО «Сосна», ИНН 7700000016", None),
            ("Заказчик ООО «Фотобанк», ИНН 7700000016", None),
            ("ООО «Фотобанк», ИНН 7700000016, р/с 40702810719000073524 в ПАО Сбербанк", Some("ПАО Сбербанк")),
        ] {
            assert_eq!(in_block(text, 0, text.len()).map(|(from, to)| &text[from..to]), want, "{text}");
        }
    }
}
