//! Words of an option that do not choose it: one of two that are left open («вернуть или уничтожить»), a subject whose
//! predicate is denied («молчание — не принятие»), fines of somebody else («штрафы ГИБДД платит арендатор»), a thing of
//! which another kind goes another way («чистовые материалы покупаю я, а черновые материалы покупает мастер»).

use crate::engine::knowledge::pack::{Field, FieldOption, Pack, Question};
use crate::engine::text::clause::clauses;
use crate::engine::text::stem::{Word, is_stop, phrase_stems, stem, words};
use crate::engine::text::{folded, intent};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::around::begins;
use crate::workspaces::contract::perform::owner;
use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/turned.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    or: Vec<String>,
    not: Vec<String>,
    means: Vec<String>,
    fines: Vec<String>,
    follows: Vec<String>,
    light: Vec<String>,
    refusal: Vec<String>,
    limits: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/turned.toml")).unwrap_or_default());

/// Bytes on either side of an option that are looked at.
const NEAR: usize = 120;
/// Words of a piece that is only an option: «…, после приёмки».
const BARE: usize = 4;
/// Letters of a noun that is compared by its kinds.
const NOUN: usize = 6;
/// Bytes of a message in which the kinds of a thing are looked for.
const LOOKED: usize = 2_000;

/// What was said of a field without options of which a narrower kind was said too: «переводом на карту».
pub(super) fn narrowest(field: &Field, found: Vec<(Value, (usize, usize))>) -> Vec<(Value, (usize, usize))> {
    let kind =
        |value: &Value| field.options.iter().find(|option| option.value == *value).and_then(|o| o.within.clone());
    let wider: Vec<Value> = found.iter().filter_map(|(value, _)| kind(value)).collect();
    found.into_iter().filter(|(value, _)| !wider.contains(value)).collect()
}

fn split(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn holds(list: &[String], word: &str) -> bool {
    list.iter().any(|one| one == word)
}

/// A few bytes of a text before and behind a span, folded, up to the ends of the sentence.
fn beside(text: &str, (start, end): (usize, usize)) -> (String, String) {
    let (mut from, mut to) = (start.saturating_sub(NEAR), end.saturating_add(NEAR).min(text.len()));
    while !text.is_char_boundary(from) {
        from += 1;
    }
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let ends = ['.', ';', '!', '?', '\n'];
    let before = text.get(from..start).unwrap_or_default().rsplit(ends).next().unwrap_or_default();
    let behind = text.get(end..to).unwrap_or_default().split(ends).next().unwrap_or_default();
    (folded(before), folded(behind))
}

/// Whether the words around the words of an option take their meaning.
pub(super) fn is(field: &Field, text: &str, span: (usize, usize), phrase: &str) -> bool {
    let said = folded(text.get(span.0..span.1).unwrap_or_default());
    let (before, behind) = beside(text, span);
    // «Вправе отказаться, оплатив принятые этапы» says what is paid then, not how the price is paid.
    let refused = field.pointer.starts_with("/payment")
        && [&before, &behind].into_iter().any(|side| split(side).any(|word| begins(word, &MARKS.refusal)));
    refused
        || left_open(&said, &before, &behind, phrase)
        || denied(field, &behind, phrase)
        || of_others(field, &said, &behind, phrase)
        || of_kinds(text, &said, phrase)
}

/// «Вернуть или уничтожить»: what stands beside «или» is one of two, unless the option itself is both.
fn left_open(said: &str, before: &str, behind: &str, phrase: &str) -> bool {
    if split(phrase).any(|word| holds(&MARKS.or, word)) {
        return false;
    }
    let comma = |text: &str| text.trim_start().starts_with([',', '.', ';']);
    split(said).any(|word| holds(&MARKS.or, word))
        || split(before).next_back().is_some_and(|word| holds(&MARKS.or, word))
        || !comma(behind) && split(behind).next().is_some_and(|word| holds(&MARKS.or, word))
}

/// «Молчание — не принятие», «молчание не считается приёмкой»; but «наличными — не переводом» names the other option.
fn denied(field: &Field, behind: &str, phrase: &str) -> bool {
    if split(phrase).any(|word| holds(&MARKS.not, word)) {
        return false;
    }
    let rest = behind.trim_start();
    let dashed = rest.starts_with(['—', '–', '-']);
    let mut said = split(rest);
    if !said.next().is_some_and(|word| holds(&MARKS.not, word)) || rest.starts_with(',') {
        return false;
    }
    let Some(next) = said.next() else { return false };
    let other = stem(next);
    let own = |option: &&FieldOption| option.words.iter().chain([&option.label]).any(|words| words == phrase);
    let mut options = field.options.iter().filter(|option| !own(option)).flat_map(|option| option.words.iter());
    let of_option = |words: &String| phrase_stems(words).contains(&other);
    begins(next, &MARKS.means) || dashed && !options.any(of_option)
}

/// «Штрафы ГИБДД платит арендатор»: a noun behind the fine says whose it is, and the option knows none.
fn of_others(field: &Field, said: &str, behind: &str, phrase: &str) -> bool {
    if !field.pointer.starts_with("/penalty") {
        return false;
    }
    let wanted = phrase_stems(phrase);
    let all: Vec<&str> = split(said).chain(split(behind).take(1)).collect();
    let Some(at) = all.iter().position(|word| begins(word, &MARKS.fines)) else { return false };
    all.get(at + 1).is_some_and(|next| {
        let own = wanted.iter().any(|one| *one == stem(next));
        !own && !is_stop(&stem(next)) && !begins(next, &MARKS.follows) && !next.ends_with(['о', 'е'])
    })
}

/// Whether the thing of an option, as it is said, is told of in two kinds.
fn of_kinds(text: &str, said: &str, phrase: &str) -> bool {
    let own: Vec<String> = split(said).map(stem).collect();
    phrase_stems(phrase).iter().any(|noun| own.contains(noun) && two_kinds(text, noun))
}

/// Whether the thing that a name is about is told of in two kinds: «чистовые материалы …, черновые материалы …».
pub(super) fn told_in_kinds(text: &str, name: &str) -> bool {
    phrase_stems(&folded(name)).iter().any(|noun| two_kinds(text, noun))
}

/// Whether a noun stands twice, with an attribute of its own each time.
fn two_kinds(text: &str, noun: &str) -> bool {
    if noun.chars().count() < NOUN {
        return false;
    }
    let looked: String = folded(&text.chars().take(LOOKED).collect::<String>());
    let list = words(&looked);
    let attributes: Vec<&str> = list
        .windows(2)
        .filter(|pair| pair[1].stem == noun && is_attribute(&looked[pair[0].start..pair[0].end]))
        .map(|pair| &looked[pair[0].start..pair[0].end])
        .collect();
    attributes.windows(2).any(|pair| pair[0].chars().take(NOUN).ne(pair[1].chars().take(NOUN)))
}

/// «Вправе отказаться после любого этапа»: words right behind an option that leave only a part of it.
pub(super) fn limited(field: &Field, text: &str, span: (usize, usize)) -> bool {
    let whole = ["/exit", "/termination", "/rights", "/use"].iter().any(|root| field.pointer.starts_with(root));
    whole && split(&beside(text, span).1).next().is_some_and(|word| holds(&MARKS.limits, word))
}

/// «За просрочку он платит» and «за просрочку платы»: whether a verb stands where an option has the noun of its stem.
pub(super) fn is_verb_of(said: &str, phrase: &str) -> bool {
    const NOUN: &[&str] = &["ы", "а", "е", "ой", "ей"];
    const VERB: &[&str] = &["ит", "ят", "ет", "ют", "ут"];
    let ends = |word: &str, list: &[&str]| list.iter().any(|ending| word.ends_with(ending));
    let (said, phrase) = (folded(said), folded(phrase));
    let nouns = split(&phrase).filter(|word| word.chars().count() > 3 && ends(word, NOUN));
    let stems: Vec<String> = nouns.map(stem).collect();
    let own = |noun: &String| {
        let mut same = split(&said).filter(|word| stem(word) == *noun).peekable();
        same.peek().is_some() && same.all(|word| ends(word, VERB))
    };
    stems.iter().any(own)
}

/// An adjective in the plural, as kinds of things are told.
fn is_attribute(word: &str) -> bool {
    ["ые", "ие", "ых", "их", "ыми", "ими"].iter().any(|ending| word.ends_with(ending)) && word.chars().count() > 4
}

/// «Суд — по умолчанию»: whether the clauses that leave something to the law name another matter than a question's.
pub(super) fn left_elsewhere(pack: &Pack, heard: &Heard<'_>, question: &Question) -> bool {
    if heard.turn.choice.is_some() || heard.intent.enough {
        return false;
    }
    let text = heard.turn.text.as_str();
    let fields = question.targets.iter().filter_map(|at| pack.field_of(at));
    let phrases = fields.flat_map(|field| field.hints.iter().chain([&field.label])).chain([&question.text]);
    let known: Vec<String> = phrases.flat_map(|phrase| phrase_stems(phrase).to_vec()).collect();
    let same = |one: &str, other: &str| one == other || one.chars().take(SAME).eq(other.chars().take(SAME));
    let mut elsewhere = false;
    for (start, end) in clauses(text) {
        let part = text.get(start..end).unwrap_or_default();
        let Some(at) = intent::leaves_at(part) else { continue };
        let subject = words(part.get(..at).unwrap_or_default());
        let says = |word: &&Word| {
            let low = folded(part.get(word.start..word.end).unwrap_or_default());
            low.chars().count() > 2 && !is_stop(&word.stem) && !holds(&MARKS.light, &low) && !owner::is_neutral(&low)
        };
        let mut content = subject.iter().filter(says).peekable();
        if content.peek().is_none() || content.any(|word| known.iter().any(|one| same(one, &word.stem))) {
            return false;
        }
        elsewhere = true;
    }
    elsewhere
}

/// Letters by which two forms of a word are the same.
const SAME: usize = 5;

/// The piece of a clause that holds an option, where it says more than the option; else the whole clause.
pub(super) fn piece(text: &str, (from, to): (usize, usize), span: (usize, usize)) -> Option<&str> {
    let before = text.get(from..span.0)?;
    let behind = text.get(span.1..to.max(span.1))?;
    let start = before.rfind([',', ';', '(']).map_or(from, |at| from + at + 1);
    let end = behind.find([',', ';', ')']).map_or(to.max(span.1), |at| span.1 + at);
    let own = text.get(start..end)?;
    let bare = own.split_whitespace().count() <= BARE;
    if bare { text.get(from..to) } else { Some(own) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::stem::contains_phrase;
    use crate::workspaces::contract::tests::KNOWLEDGE;

    #[test]
    fn words_that_choose_nothing() {
        for (pack, at, phrase, text, want) in [
            ("nda", "/info/media", "уничтожить носители", "Вернуть или уничтожить носители за 10 дней", true),
            ("nda", "/info/media", "вернуть носители", "Вернуть носители либо стереть", true),
            ("nda", "/info/media", "уничтожить носители", "Уничтожить носители за 10 дней", false),
            ("nda", "/info/media", "уничтожить носители", "Уничтожить носители, или платит штраф", false),
            ("software", "/service/acceptance", "молчание", "молчание — не принятие", true),
            ("software", "/service/acceptance", "молчание", "молчание не считается согласием", true),
            ("software", "/service/acceptance", "молчание", "молчание 5 дней — принято", false),
            ("vehicle_lease", "/payment/means", "наличными", "оплата наличными — не переводом", false),
            ("vehicle_lease", "/penalty/who", "штраф платит арендатор", "штрафы гибдд платит арендатор", true),
            ("vehicle_lease", "/penalty/who", "штраф платит арендатор", "штраф платит только арендатор", false),
            (
                "work_contract",
                "/work/materials",
                "материалы покупает мастер",
                "чистовые материалы покупаю я а черновые материалы покупает мастер",
                true,
            ),
            ("work_contract", "/work/materials", "материалы покупает мастер", "все материалы покупает мастер", false),
        ] {
            let field = KNOWLEDGE.pack(pack).and_then(|pack| pack.field_of(at));
            let field = field.unwrap_or_else(|| panic!("{pack} has no {at}"));
            let span = contains_phrase(&words(text), phrase).unwrap_or_else(|| panic!("{text}: {phrase}"));
            assert_eq!(is(field, text, span, phrase), want, "{text}");
        }
    }

    #[test]
    fn a_verb_is_no_noun_of_its_stem() {
        assert!(is_verb_of("за просрочку он платит", "за просрочку платы"));
        assert!(!is_verb_of("за просрочку платы он платит", "за просрочку платы"));
        assert!(!is_verb_of("пеню платит арендатор", "пеню платит арендатор"));
        assert!(!is_verb_of("просрочит плату", "просрочит плату"));
    }

    #[test]
    fn an_option_is_judged_in_its_piece() {
        let text = "снимется с учёта через 14 дней после регистрации, за просрочку 2 000 рублей";
        let at = text.find("после регистрации").unwrap();
        let own = piece(text, (0, text.len()), (at, at + "после регистрации".len())).unwrap();
        assert!(!own.contains("рублей"), "{own}");
        let text = "оплата наличными, после приёмки";
        let at = text.find("после").unwrap();
        assert!(piece(text, (0, text.len()), (at, text.len())).unwrap().contains("оплата"));
    }
}
