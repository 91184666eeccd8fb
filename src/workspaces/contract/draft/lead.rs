//! A term without the talk around it: words that only lead to it go, sentences begin with capitals.

use crate::engine::text::folded;
use crate::engine::text::stamps::stamps;
use crate::workspaces::contract::draft::voice::{VOICE, has};

/// The same text with a capital behind every full stop that ends a sentence: a long word stands before it, no abbreviation.
pub(super) fn sentences(text: &str) -> String {
    const LONG: usize = 4;
    let mut out = String::with_capacity(text.len());
    let (mut letters, mut ended) = (0, false);
    for c in text.chars() {
        match c {
            // A number or a sign before it is no abbreviation either.
            '.' | '!' | '?' => ended = letters >= LONG || letters == 0 && !out.is_empty() || c != '.',
            c if c.is_whitespace() => {}
            c => {
                // «12.30», «сайт.рф» go on without a space.
                if ended && c.is_lowercase() && out.ends_with(char::is_whitespace) {
                    out.extend(c.to_uppercase());
                    (letters, ended) = (1, false);
                    continue;
                }
                ended = false;
            }
        }
        letters = if c.is_alphabetic() { letters + 1 } else { 0 };
        out.push(c);
    }
    out
}

/// «А ещё вот что: вместе с мотоциклом …»: without the words that only lead to the term.
pub(super) fn without_lead(quote: &str) -> &str {
    let mut rest = without_head(quote.trim());
    for _ in 0..6 {
        let Some(after) = phrase_behind(rest).or_else(|| word_behind(rest)) else { break };
        if after.split_whitespace().count() < 2 {
            break;
        }
        rest = after;
    }
    rest
}

/// «[10:31] Назар: возврат за 90 дней», «> план три миллиона»: a term that was pasted from a talk, without who said it
/// when.
fn without_head(quote: &str) -> &str {
    let end = stamps(quote).first().filter(|head| head.0 == 0).map_or(0, |head| head.1);
    quote[end..].trim_start_matches(['>', ' '])
}

/// What stands behind one word that only leads.
fn word_behind(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    has(&VOICE.words.lead, &folded(&text[..end])).then(|| behind(&text[end..]))
}

/// What stands behind words that only lead together, and say something one by one: «ещё вот что».
fn phrase_behind(text: &str) -> Option<&str> {
    VOICE.words.lead_phrases.iter().find_map(|phrase| {
        let mut rest = text;
        for want in phrase.split(' ') {
            rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
            let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            if folded(&rest[..end]) != want {
                return None;
            }
            rest = &rest[end..];
        }
        Some(behind(rest))
    })
}

fn behind(rest: &str) -> &str {
    rest.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '«')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_before_a_term_is_no_part_of_it() {
        for (said, want) in [
            ("Ещё вот что: топливо покупает арендатор", "топливо покупает арендатор"),
            ("И ещё момент: копии запрещены", "копии запрещены"),
            ("Так мы же писали: штраф за каждый случай", "штраф за каждый случай"),
            ("чуть не забыл, вывоз мусора раз в неделю", "вывоз мусора раз в неделю"),
            ("[10:31] Аркадий Ф.: возврат в течение 90 дней", "возврат в течение 90 дней"),
            ("10:32] Назар: только если вернут", "только если вернут"),
            ("> план три миллиона", "план три миллиона"),
            // These words say something themselves.
            ("С 10:00: ключи у охраны", "С 10:00: ключи у охраны"),
            ("Момент передачи — подписание акта", "Момент передачи — подписание акта"),
            ("Главный вход закрывают на ночь", "Главный вход закрывают на ночь"),
            ("Вот что", "Вот что"),
        ] {
            assert_eq!(without_lead(said), want);
        }
    }

    #[test]
    fn a_sentence_begins_with_a_capital() {
        for (said, want) in [
            ("платит каждую пятницу. если опоздает, пени", "платит каждую пятницу. Если опоздает, пени"),
            ("сдать ключи! мебель остаётся", "сдать ключи! Мебель остаётся"),
            ("штраф 3 000. ездить по области", "штраф 3 000. Ездить по области"),
            ("0,5 % в день. а потом больше", "0,5 % в день. А потом больше"),
            ("права кат. в, стаж 5 лет, г. казань", "права кат. в, стаж 5 лет, г. казань"),
            ("почта сайта адрес.рф и 12.30", "почта сайта адрес.рф и 12.30"),
        ] {
            assert_eq!(sentences(said), want);
        }
    }
}
