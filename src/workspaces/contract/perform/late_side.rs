//! Whose delay a penalty is for, where a pronoun or the verb alone tells it: «за просрочку он платит 1000 в день», «если
//! опоздаю, 0,1 %». «Он» is the other side of whoever speaks; where nobody knows who speaks, the penalty is shown once more.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::{Field, Pack, Party};
use crate::engine::text::folded;
use crate::engine::text::parts::{sentence_at, sentences};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::sides::Sides;
use crate::workspaces::contract::perform::{duties, triggers};
use serde_json::Value;

/// Where a pack keeps who pays.
const WHO: &str = "/penalty/who";
/// What a penalty says of itself.
const TOLD: [&str; 4] = ["/penalty/rate", "/penalty/amount", "/penalty/kind", "/penalty/per"];

/// Writes who is late, as a reading: a person's part is never certain by a pronoun.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let Some(field) = pack.fields.iter().find(|field| field.pointer == WHO) else { return };
    // Where there is no penalty nobody pays it.
    if !condition::all(&field.when, &draft.domain) {
        return;
    }
    let read = draft.reads.iter().rev().find(|read| TOLD[..2].contains(&read.at.as_str())).map(|read| read.span);
    let Some(span) = read.filter(|_| !draft.first_wins) else { return };
    let text = heard.turn.text.as_str();
    // «Мастеру за просрочку 0,5 %, мне за задержку оплаты 0,1 %»: the number that the field took is that of one side.
    if let Some(value) = of_each(text, span).map(|payer| Value::from(if payer { "payer" } else { "payee" }))
        && field.options.iter().any(|option| option.value == value)
    {
        draft.forget(WHO);
        draft.reads.retain(|read| read.at != WHO);
        draft.say(heard, WHO, value, span, false);
        return;
    }
    if draft.wrote(WHO) {
        return;
    }
    let (start, end) = sentence_at(text, span.0);
    let theirs = match subject(text.get(start..end).unwrap_or_default()) {
        Some(theirs) => theirs,
        None => return,
    };
    let sides = Sides::of(pack, heard, draft);
    let late = sides.speaker().and_then(|speaker| if theirs { sides.other(speaker) } else { Some(speaker) });
    match late.and_then(|party| part(pack, field, party)) {
        Some(value) => draft.say(heard, WHO, value, span, false),
        None => TOLD.iter().for_each(|at| draft.shade(at)),
    }
}

/// Where a message gives a number for the delay of a payment and another for that of what is paid for: whether the one at
/// these bytes is the payer's.
fn of_each(text: &str, span: (usize, usize)) -> Option<bool> {
    let piece = |at: usize| {
        let (start, end) = sentence_at(text, at);
        let from =
            text[start..at].rfind([',', ';']).filter(|_| late_twice(&text[start..end])).map_or(start, |i| start + i);
        let to = text[at..end].find(", ").filter(|_| late_twice(&text[start..end])).map_or(end, |i| at + i);
        (from, to)
    };
    let own = piece(span.0);
    let pays = |part: &str| folded(part).split(|c: char| !c.is_alphanumeric()).any(triggers::is_payment);
    let late = |part: &str| folded(part).split(|c: char| !c.is_alphanumeric()).any(triggers::is_delay);
    let numbers = |part: &str| part.contains('%') || folded(part).contains("руб");
    let said = text.get(own.0..own.1)?;
    let mut others = sentences(text).into_iter().flat_map(|(start, end)| {
        let parts = text[start..end].split(", ").flat_map(|part| part.split("; "));
        parts.filter(|part| late(part) && numbers(part)).collect::<Vec<_>>()
    });
    let apart = others.any(|part| !said.contains(part) && !part.contains(said) && pays(part) != pays(said));
    (late(said) && apart).then(|| pays(said))
}

/// Whether one sentence speaks of two delays.
fn late_twice(sentence: &str) -> bool {
    folded(sentence).split(|c: char| !c.is_alphanumeric()).filter(|word| triggers::is_delay(word)).count() > 1
}

/// Whether a sentence tells of the other side's delay, or of the speaker's own; nothing where it tells both or neither.
fn subject(sentence: &str) -> Option<bool> {
    match duties::laid(sentence) {
        (false, true) => return Some(true),
        (true, false) => return Some(false),
        (true, true) => return None,
        (false, false) => {}
    }
    // «Если опоздает, штраф …»: a verb of delay without a name before it.
    let low = folded(sentence);
    let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.iter().enumerate().find_map(|(at, word)| {
        let bare = at == 0 || words.get(at - 1).is_some_and(|before| triggers::opens_case(before) || *before == "не");
        triggers::late_by(word).filter(|_| bare)
    })
}

/// The option by which a field says that a side is late: one whose words name the side, or the part of its title.
fn part(pack: &Pack, field: &Field, party: &Party) -> Option<Value> {
    let title = folded(&party.title);
    let names = |words: &String| folded(words).split(' ').any(|word| word == title);
    let mut named = field.options.iter().filter(|option| option.words.iter().any(names));
    let own = named.next().filter(|_| named.next().is_none()).map(|option| option.value.clone());
    let by_title = || {
        let pays = triggers::pays(&title)?;
        let value = Value::from(if pays { "payer" } else { "payee" });
        field.options.iter().any(|option| option.value == value).then_some(value)
    };
    own.or_else(by_title).filter(|_| pack.parties.len() == 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::contract::tests::KNOWLEDGE;

    #[test]
    fn the_words_tell_whose_delay_it_is() {
        for (text, want) in [
            ("за просрочку он платит 1000 рублей за каждый день", Some(true)),
            ("если она задержит оплату, пеня 0,1 % в день", Some(true)),
            ("с них 0,2 % за день просрочки", Some(true)),
            ("если опоздает, штраф 1000 в день", Some(true)),
            ("если просрочат, штраф 1000 в день", Some(true)),
            ("если я опоздаю, 0,1 % в день", Some(false)),
            ("если опоздаю, 0,1 % в день", Some(false)),
            ("за просрочку пеня 0,1 % в день", None),
            ("если мастер опоздает, штраф 1000 в день", None),
            ("я с него беру 0,1 % в день", None),
        ] {
            assert_eq!(subject(text), want, "{text}");
        }
    }

    #[test]
    fn of_two_delays_each_has_its_number() {
        for (text, number, want) in [
            (
                "Мастеру за просрочку 0,5 % в день, но не больше 20 000 рублей. Мне за задержку оплаты 0,1 % в день",
                "0,5",
                Some(false),
            ),
            ("За просрочку оплаты 0,1 % в день, за просрочку работ 0,5 % в день", "0,1", Some(true)),
            ("За просрочку оплаты 0,1 % в день, за просрочку работ 0,5 % в день", "0,5", Some(false)),
            ("За просрочку оплаты 0,1 % в день", "0,1", None),
            ("За просрочку оплаты и поставки 0,1 % в день", "0,1", None),
        ] {
            let at = text.find(number).unwrap();
            assert_eq!(of_each(text, (at, at + number.len())), want, "{text}");
        }
    }

    #[test]
    fn every_side_of_two_has_its_part() {
        for (pack, role, want) in [
            ("residential_tenancy", "tenant", "payer"),
            ("residential_tenancy", "landlord", "payee"),
            ("sublease", "lessee", "payer"),
            ("sublease", "lessor", "payee"),
            ("software", "contractor", "payee"),
            ("software", "customer", "payer"),
            ("loan", "borrower", "payer"),
            ("carriage", "carrier", "payee"),
            ("supply", "buyer", "payer"),
        ] {
            let pack = KNOWLEDGE.pack(pack).unwrap_or_else(|| panic!("{pack}"));
            let field = pack.field_of(WHO).unwrap_or_else(|| panic!("{}", pack.id));
            let roles: Vec<&String> = pack.parties.iter().map(|party| &party.role).collect();
            let party = pack.party(role).unwrap_or_else(|| panic!("{} has {roles:?}", pack.id));
            assert_eq!(part(pack, field, party), Some(Value::from(want)), "{} {role}", pack.id);
        }
    }
}
