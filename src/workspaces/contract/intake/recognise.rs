//! Which type of contract a message speaks of.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::called::Named;
use crate::engine::knowledge::kinds;
use crate::engine::knowledge::pack::Pack;
use crate::engine::knowledge::phrases::tokens;
use crate::engine::knowledge::worked;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentences;
use crate::engine::text::scope::{Scope, Scopes};
use crate::engine::text::stem::{Word, contains_stems, is_stop, phrase_stems, words};
use std::collections::{HashMap, HashSet};

/// Sentences in which a deal may be named by what is done.
const SENTENCES: usize = 40;

/// Sentences in which a work may be told by its verb alone.
const WORK: usize = 2;

/// Quotation marks around a name, as people type them.
const QUOTES: [char; 6] = ['«', '»', '"', '“', '”', '„'];

/// A recognised type.
#[derive(Debug, Clone, Copy)]
pub struct Recognised<'k> {
    /// The pack.
    pub pack: &'k Pack,
    /// Bytes of the words that name the type; `None` for the generic pack.
    pub span: Option<(usize, usize)>,
    /// Whether a name of the type stands in the text, not only what is done with what.
    pub named: bool,
    /// Whether only the verb of a work tells it: a reading for the first message, for a word of the person.
    pub worked: bool,
}

/// The best pack for a text: the phrase with most content words wins, then the pack's priority.
#[must_use]
pub fn recognise<'k>(text: &str, mentions: &[Mention], knowledge: &'k Knowledge) -> Option<Recognised<'k>> {
    let affirmed = without_names(&without_denied(text), mentions);
    let (said, insertions) = spoken(&affirmed, mentions);
    let parts: Vec<Vec<Word>> = sentences(&said)
        .into_iter()
        .map(|(start, end)| {
            let own = words(&said[start..end]).into_iter();
            own.map(|word| Word { start: word.start + start, end: word.end + start, ..word }).collect()
        })
        .collect();
    // «80 тысяч на ремонт крыши»: what money is for is not what the deal is.
    let for_money = |at: usize| {
        let before = said.get(..at).unwrap_or_default().trim_end();
        let end = before.strip_suffix(" на").or_else(|| before.strip_suffix(" on")).map(|rest| rest.trim_end().len());
        end.is_some_and(|end| mentions.iter().any(|m| matches!(m.kind, MentionKind::Money { .. }) && m.end == end))
    };
    // «Сдаю кабинет. Ремонт делаю сам»: what somebody does for himself beside the deal is none.
    let opening = sentences(&said).first().map_or(0, |first| first.1);
    let for_oneself = |span: (usize, usize)| {
        let next =
            said.get(span.1..).and_then(|rest| rest.split(|c: char| !c.is_alphanumeric()).find(|w| !w.is_empty()));
        span.0 >= opening && next.is_some_and(|word| kinds::for_oneself(&word.to_lowercase()))
    };
    let stems: HashSet<&str> = parts.iter().flatten().map(|word| word.stem.as_str()).collect();
    let named = |phrase: &Named| {
        let known = phrase.stems.iter().all(|stem| stems.contains(stem.as_str()));
        parts.iter().filter(|_| known).find_map(|part| {
            contains_stems(part, &phrase.stems).filter(|span| !for_money(span.0) && !for_oneself(*span))
        })
    };
    knowledge
        .packs
        .iter()
        .filter(|pack| !pack.generic)
        .filter(|pack| !pack.called().not_names.iter().any(|phrase| named(phrase).is_some()))
        .filter_map(|pack| {
            pack.called()
                .names
                .iter()
                .filter_map(|phrase| named(phrase).map(|span| (phrase.weight, span)))
                .max_by_key(|(weight, _)| *weight)
                .map(|(weight, span)| (weight + 2 * pack.priority, pack, span))
        })
        // Of equals the first in the order of ids wins, so that the answer is always the same.
        .fold(None::<(i32, &Pack, (usize, usize))>, |best, next| match best {
            Some(b) if b.0 >= next.0 => Some(b),
            _ => Some(next),
        })
        .map(|(_, pack, span)| (pack, (told_from(pack, &said, span.0), span.1)))
        .map(|(pack, span)| Recognised {
            pack,
            span: Some((original(span.0, &insertions), original(span.1, &insertions))),
            named: true,
            worked: false,
        })
        .or_else(|| {
            // «Договор пожизненной ренты: … передаёт квартиру, … платит»: a kind that the law names and no pack has is not
            // told by its deeds.
            let special =
                |phrase: &Named| phrase.stems.len() > 1 && phrase.stems.iter().all(|stem| stem.chars().count() > 3);
            let without_pack = generic(knowledge).is_some_and(|pack| {
                pack.called().names.iter().any(|phrase| special(phrase) && named(phrase).is_some())
            });
            if without_pack {
                return None;
            }
            by_deed(&said, &insertions, knowledge).or_else(|| by_work(&said, &insertions, knowledge))
        })
}

/// Bytes from the words of what the speaker does to the name of the kind.
const TOLD: usize = 160;

/// «Чиню стиралки, договор … на обслуживание»: the name of a kind with what the speaker says before it that he does or
/// wants, so that its quote tells on which side he stands.
fn told_from(pack: &Pack, said: &str, at: usize) -> usize {
    let sentence = sentences(said).into_iter().find(|(start, end)| *start <= at && at < *end);
    let Some((start, _)) = sentence else { return at };
    let led = kinds::led(&pack.id, &tokens(said.get(start..at).unwrap_or_default())).map(|from| start + from);
    led.filter(|from| at - from <= TOLD).unwrap_or(at)
}

/// The first sentence that tells what is done with what, where no name of a pack stands. A question names no deal.
fn by_deed<'k>(said: &str, insertions: &[Insertion], knowledge: &'k Knowledge) -> Option<Recognised<'k>> {
    sentences(said).into_iter().take(SENTENCES).find_map(|(start, end)| {
        // «Хочу купить однушку, вы сможете?»: only the last piece asks.
        let sentence = said.get(start..end)?;
        let sentence = match sentence.trim_end().ends_with('?') {
            true => sentence.get(..sentence.rfind(',')?)?,
            false => sentence,
        };
        let (id, act) = kinds::of(&kinds::words(sentence))?;
        // «Если сломает — ремонт за её счёт»: what may happen is not the deal.
        if Scopes::of(sentence).at(act.0, act.1) == Scope::Hypothetical || conditional(sentence, act.0) {
            return None;
        }
        let pack = knowledge.pack(id)?;
        let from = told_from(pack, said, start + act.0);
        let span = Some((original(from, insertions), original(start + act.1, insertions)));
        Some(Recognised { pack, span, named: false, worked: false })
    })
}

/// The first sentences, where one of them has nothing but the verb of a work.
fn by_work<'k>(said: &str, insertions: &[Insertion], knowledge: &'k Knowledge) -> Option<Recognised<'k>> {
    sentences(said).into_iter().take(WORK).find_map(|(start, end)| {
        let sentence = said.get(start..end).filter(|sentence| !sentence.trim_end().ends_with('?'))?;
        let (id, verb) = worked::of(&tokens(sentence))?;
        let span = Some((original(start + verb.0, insertions), original(start + verb.1, insertions)));
        Some(Recognised { pack: knowledge.pack(id)?, span, named: false, worked: true })
    })
}

/// Whether a condition opens the sentence before these words.
fn conditional(sentence: &str, at: usize) -> bool {
    let scopes = Scopes::of(sentence);
    scopes.all(Scope::Hypothetical).iter().any(|span| span.1 <= at)
}

/// The types that a text is nearest to, best first: by the words that it shares with their names, sides and facts. A
/// word that many types use says little. For somebody whose contract was not recognised.
#[must_use]
pub fn nearest<'k>(text: &str, knowledge: &'k Knowledge, count: usize) -> Vec<&'k Pack> {
    let said: HashSet<String> = words(text)
        .into_iter()
        .map(|word| word.stem)
        .filter(|stem| !is_stop(stem) && stem.chars().count() > 2)
        .collect();
    let packs: Vec<(&Pack, HashMap<String, u32>)> =
        knowledge.packs.iter().filter(|pack| !pack.generic).map(|pack| (pack, vocabulary(pack, &said))).collect();
    let spread = |stem: &String| packs.iter().filter(|(_, own)| own.contains_key(stem)).count().max(1);
    let shared: HashMap<&String, usize> = said.iter().map(|stem| (stem, spread(stem))).collect();
    let score = |own: &HashMap<String, u32>| -> usize {
        own.iter()
            .map(|(stem, weight)| usize::try_from(*weight).unwrap_or(0) * 720 / shared.get(stem).copied().unwrap_or(1))
            .sum()
    };
    let mut ranked: Vec<(usize, &Pack)> = packs.iter().map(|(pack, own)| (score(own), *pack)).collect();
    // Equal ones stay in the order of their ids.
    ranked.sort_by_key(|(score, _)| usize::MAX - score);
    ranked.into_iter().filter(|(score, _)| *score > 0).take(count).map(|(_, pack)| pack).collect()
}

/// The stems of a text that a pack uses, with how much they say: its names most, then its sides, then its facts.
fn vocabulary(pack: &Pack, said: &HashSet<String>) -> HashMap<String, u32> {
    let names = pack.names.iter().chain([&pack.short, &pack.title]).map(|phrase| (phrase, 6));
    let sides =
        pack.parties.iter().flat_map(|party| party.words.iter().chain([&party.title])).map(|phrase| (phrase, 3));
    let facts = pack.fields.iter().flat_map(|field| {
        field.hints.iter().chain([&field.label]).chain(field.options.iter().flat_map(|option| &option.words))
    });
    let mut out: HashMap<String, u32> = HashMap::new();
    for (phrase, weight) in names.chain(sides).chain(facts.map(|phrase| (phrase, 1))) {
        for stem in phrase_stems(phrase).iter().filter(|stem| said.contains(*stem)) {
            let known = out.entry(stem.clone()).or_insert(0);
            *known = (*known).max(weight);
        }
    }
    out
}

/// «Не аренда, а продажа»: what is denied names nothing. Blanked in place, so that bytes keep their positions.
fn without_denied(text: &str) -> String {
    let low = text.to_lowercase();
    // A letter whose lower case has another length would shift positions: leave such a text alone.
    if low.len() != text.len() {
        return text.to_owned();
    }
    // The particle is a word, and what it denies ends near: «мне бы … а то …» denies nothing.
    let denied = |(at, _): (usize, &str)| {
        let open = low[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        let rest = &low[at..];
        let but = rest.find(" а ").or_else(|| rest.find(",а "))?;
        let near =
            rest[..but].split_whitespace().count() <= DENIED && !rest[..but].contains(['.', '!', '?', ';', '\n']);
        (open && near).then_some((at, at + but))
    };
    let Some((not, but)) = low.match_indices("не ").find_map(denied) else { return text.to_owned() };
    let blank: String = text[not..but].chars().map(|c| " ".repeat(c.len_utf8())).collect();
    format!("{}{blank}{}", &text[..not], &text[but..])
}

/// Words from «не» to «а» that one denial reaches.
const DENIED: usize = 8;

/// «Дарья» is no gift, «ООО «Ремонт»» no repair: who somebody is called says nothing about the deal. Blanked in place.
fn without_names(text: &str, mentions: &[Mention]) -> String {
    let mut out = text.to_owned();
    for mention in mentions {
        let named = match &mention.kind {
            MentionKind::Person { .. } | MentionKind::Entrepreneur { .. } => Some((mention.start, mention.end)),
            // The name in its quotation marks; the form before them may be what is sold.
            MentionKind::Company { .. } => text
                .get(mention.start..mention.end)
                .and_then(|said| Some((mention.start + said.find(QUOTES)?, mention.start + said.rfind(QUOTES)?))),
            _ => None,
        };
        if let Some((start, end)) = named
            && let Some(said) = text.get(start..end)
        {
            // As long as the name, and still words: «у ИП Лаптева виброплиту» must not become «у виброплиту».
            let blank = |c: char| match (c.is_alphabetic(), c.len_utf8()) {
                (true, 2) => "ъ".to_owned(),
                (_, length) => " ".repeat(length),
            };
            let blank: String = said.chars().map(blank).collect();
            out.replace_range(start..end, &blank);
        }
    }
    out
}

/// The pack for everything that was not recognised.
#[must_use]
pub fn generic(knowledge: &Knowledge) -> Option<&Pack> {
    knowledge.packs.iter().find(|pack| pack.generic)
}

/// Words laid into a text: where (bytes of the original) and how many bytes.
type Insertion = (usize, usize);

/// The text with the class of every named thing behind it: «Lada Vesta» is also an «автомобиль».
fn spoken(text: &str, mentions: &[Mention]) -> (String, Vec<Insertion>) {
    const CLASS: &str = " автомобиль";
    let mut said = text.to_owned();
    let mut insertions = Vec::new();
    if kinds::is_machine(&tokens(text)) {
        return (said, insertions);
    }
    for mention in mentions.iter().rev() {
        if matches!(mention.kind, MentionKind::Vehicle { .. } | MentionKind::Vin { .. }) {
            said.insert_str(mention.end, CLASS);
            insertions.insert(0, (mention.end, CLASS.len()));
        }
    }
    (said, insertions)
}

/// A position of the longer text as a position of the original.
fn original(mut at: usize, insertions: &[Insertion]) -> usize {
    for &(place, len) in insertions {
        if at > place {
            at = place.max(at.saturating_sub(len));
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::knowledge::load;

    #[test]
    fn what_is_denied_names_no_type_and_a_pronoun_denies_nothing() {
        let knowledge = load::embedded().unwrap();
        let kind = |text: &str| {
            let mentions = crate::engine::text::scan::mentions(text, "2026-11-21");
            recognise(text, &mentions, &knowledge).map(|found| found.pack.id.clone())
        };
        for (text, want) in [
            ("добрый вечер мне бы дарственную на племянницу хочу чтоб дом ей достался а то мало ли что", Some("gift")),
            (
                "мне нужен мастер который будет ремонт делать в ванной а то прошлый пропал с авансом",
                Some("household_work"),
            ),
            ("не аренда, а дарение", Some("gift")),
            ("мне не аренда нужна а заём под проценты", Some("loan")),
            ("здравствуйте, нужна бумага", None),
        ] {
            assert_eq!(kind(text).as_deref(), want, "{text}");
        }
    }

    #[test]
    fn a_room_for_a_shop_is_no_dwelling_and_own_repairs_are_no_order() {
        for (text, want) in [
            ("Сниму комнату под магазинчик, я ИП", "premises_lease"),
            ("сдаю дом под мастерскую", "premises_lease"),
            ("Сниму комнату в центре", "residential_tenancy"),
            ("сдаю комнату, дом под охраной", "residential_tenancy"),
            ("Сдаю кабинет 18 м². Делаю ремонт сам до заезда.", "premises_lease"),
            ("Сдаю офис. Сделать ремонт самостоятельно можно.", "premises_lease"),
            ("Делаю ремонт офиса сам, а материалы его", "work_contract"),
        ] {
            let found = recognise(text, &[], &crate::workspaces::contract::tests::KNOWLEDGE);
            assert_eq!(found.map(|found| found.pack.id.as_str()), Some(want), "{text}");
        }
    }

    #[test]
    fn the_nearest_types_share_words_with_what_was_said() {
        let knowledge = load::embedded().unwrap();
        let near = |text: &str| -> Vec<String> {
            nearest(text, &knowledge, 3).into_iter().map(|pack| pack.id.clone()).collect()
        };
        // Leasing has no pack of its own: a lease or a sale is what it resembles.
        let leasing = near("лизинг станка: лизинговая компания покупает оборудование и передаёт в аренду с выкупом");
        assert!(leasing.iter().any(|id| id.contains("lease")) && leasing.len() == 3, "{leasing:?}");
        let care = near("уход за пожилым родственником за плату по часам");
        assert!(care.contains(&"services".to_owned()), "{care:?}");
        assert_eq!(near("абракадабра"), Vec::<String>::new());
    }
}
