//! What states a term of the deal in a plain clause («разгрузка — силами покупателя»), what is only talk about the program
//! and the text («остальное готов дополнить»), and the words that only begin or interrupt.
//!
//! The reasons are grammar: a predicate behind a dash or a colon, a present verb of a third person, a denied thing, a
//! measure with its name.

use crate::engine::grammar::deeds;
use crate::engine::text::{folded, intent};
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/stated.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    talk: Vec<String>,
    phrases: Vec<String>,
    /// Phrases that take the whole sentence out of the deal.
    dismiss: Vec<String>,
    /// First words of a question that may have no mark.
    doubt: Vec<String>,
    /// Words that ask, where one of them opens the sentence.
    asking: Vec<String>,
    places: Vec<String>,
    lead: Vec<String>,
    asides: Vec<String>,
    nouns: Vec<String>,
    deeds: Vec<String>,
    details: Vec<String>,
    securing: Vec<String>,
    /// Verbs by which people tell what both sides do.
    ours: Vec<String>,
    /// Words that a dot cuts short.
    short: Vec<String>,
    /// Who does something in a story.
    narrators: Vec<String>,
    /// Phrases with which people say what they do not want.
    unwilling: Vec<String>,
    /// Words by which the program is spoken to, whole.
    you: Vec<String>,
    /// Words and phrases of feeling, and beginnings of such words.
    feelings: Vec<String>,
    feelings_begin: Vec<String>,
    /// Beginnings of past verbs that a contract tells too: «задаток получен».
    done: Vec<String>,
    /// Words with which what is told is no past: «если ключи потеряли».
    unless: Vec<String>,
    /// Beginnings of the words with which matters of a contract are opened: «Порядок оплаты: …».
    heads: Vec<String>,
    /// Words of what somebody may or must do, whole.
    may: Vec<String>,
    /// Words by which the rest is left as it is, whole.
    leaves: Vec<String>,
    /// Words that turn to another matter, and those behind them, whole.
    turns_to: Vec<String>,
    about: Vec<String>,
    /// Words by which people say that something was agreed, whole.
    agreed: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/stated.toml")).unwrap_or_default());

/// Endings of present verbs of a third person.
const VERBS: &[&str] =
    &["ет", "ит", "ут", "ют", "жат", "чат", "шат", "щат", "ят", "ется", "ится", "утся", "ются", "атся", "ятся"];
/// Endings of verbs in the past.
const PAST: &[&str] = &["л", "ла", "ли", "ло", "лся", "лась", "лись", "лось"];
/// Words of a part among which a detail of a side makes it one: «переписка с указанных адресов имеет силу» is none.
const DETAIL: usize = 3;
/// Words of a heading: «теперь про ключи и замок».
const HEADING: usize = 4;
/// Words on the left of a dash that still name one thing.
const SUBJECT: usize = 6;
/// Words without a stop that are more than one thought.
const BREATH: usize = 14;
/// Words of a piece of such a dictation.
const PIECE: usize = 2;
/// Words with which another thought begins in a dictation without stops: pairs first.
const TURNS: &[&[&str]] = &[
    &["а", "если"],
    &["и", "если"],
    &["и", "еще"],
    &["а", "еще"],
    &["а", "то"],
    &["и", "чтоб"],
    &["и", "чтобы"],
    &["а", "за"],
    &["а", "с"],
    &["еще"],
    &["если"],
    &["итого"],
    &["также"],
    &["ой"],
    &["кстати"],
    &["короче"],
    &["значит"],
    &["поэтому"],
    &["потом"],
    &["а"],
];

fn words_of(low: &str) -> Vec<&str> {
    low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

fn begins(word: &str, list: &[String]) -> bool {
    list.iter().any(|stem| word.starts_with(stem.as_str()))
}

fn ends(word: &str, list: &[&str]) -> bool {
    list.iter().any(|ending| word.ends_with(ending))
}

/// Whether words speak of the conversation, of the program or of the text instead of the deal.
pub(super) fn is_talk(part: &str) -> bool {
    let low = folded(part);
    let words = words_of(&low);
    let padded = format!(" {} ", words.join(" "));
    let pointed = words.windows(2).any(|pair| {
        let number = pair[1].starts_with(|c: char| c.is_ascii_digit());
        number && (begins(pair[0], &MARKS.places) || pair[0] == "п" || pair[0] == "пп")
    });
    pointed
        || words.iter().any(|word| MARKS.talk.iter().chain(&MARKS.you).any(|one| one == word))
        || words.iter().any(|word| begins(word, &MARKS.feelings_begin))
        || MARKS.feelings.iter().any(|phrase| padded.contains(&format!(" {phrase} ")))
        || MARKS.phrases.iter().any(|phrase| padded.contains(&format!(" {phrase} ")))
}

/// «Страховку делаю сам, это моё дело»: whether a sentence says of itself that it is no term.
pub(super) fn dismisses(sentence: &str) -> bool {
    let low = folded(sentence);
    let words = words_of(&low);
    let padded = format!(" {} ", words.join(" "));
    let is = |list: &[String], word: &str| list.iter().any(|one| one == word);
    let short = words.len() <= SUBJECT && !low.contains(|c: char| c.is_ascii_digit());
    // «Остальное пусть пока так», «теперь про ключи»: where the talk goes on.
    let rest = matches!(words.first(), Some(&"остальное" | &"остальные")) && words.iter().any(|w| is(&MARKS.leaves, w));
    let head = words.len() <= HEADING
        && words.first().is_some_and(|word| is(&MARKS.turns_to, word))
        && words.get(1).is_some_and(|word| is(&MARKS.about, word));
    short && (rest || head) || MARKS.dismiss.iter().any(|phrase| padded.contains(&format!(" {phrase} ")))
}

/// «А если она умрёт кто отдаст»: whether a part asks, though no mark says so.
pub(super) fn wonders(part: &str) -> bool {
    // «А если кто-то курит — 500» asks nothing: the hyphen belongs to the word, and a number to a term.
    let low = folded(part);
    let asks = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        MARKS.asking.iter().any(|one| one == word)
    };
    opens_doubt(part) && !low.contains(|c: char| c.is_ascii_digit()) && low.split_whitespace().any(asks)
}

/// «А если вазу украдут мне заплатят»: what begins so is a question as often as a term.
pub(super) fn opens_doubt(part: &str) -> bool {
    let low = format!("{} ", words_of(&folded(part)).join(" "));
    MARKS.doubt.iter().any(|phrase| low.starts_with(&format!("{phrase} ")))
}

/// «Ой, нога болит»: whether a part opens with an interjection, which no term does.
pub(super) fn exclaims(part: &str) -> bool {
    let low = folded(part);
    let first = low.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    first.is_some_and(|first| matches!(first, "ой" | "ох" | "эх" | "ах" | "увы" | "уф"))
}

/// «У меня был клиент, который …», «проверил по реестру»: whether a sentence tells of somebody or of what happened, and
/// names no thing and no work.
pub(super) fn narrates(part: &str) -> bool {
    let low = folded(part);
    let words = words_of(&low);
    let past = |word: &&str| word.chars().count() > 3 && ends(word, PAST) && !begins(word, &MARKS.nouns);
    words.iter().any(|word| past(word) || MARKS.narrators.iter().any(|one| one == word))
}

/// «Никому другому работу не передаёт»: whether a part only says what nobody gets or nobody does.
pub(super) fn only_refuses(part: &str) -> bool {
    let low = folded(part);
    let words = words_of(&low);
    let nobody = |word: &&str| matches!(*word, "никому" | "никого" | "никто" | "никем" | "ничего");
    words.iter().any(nobody) && words.contains(&"не")
}

/// «Брак же не сразу вылезет», «клиент не забирает»: whether a sentence says what somebody or something does not do, which
/// beside a question tells why it is asked.
pub(super) fn happens(part: &str) -> bool {
    let low = folded(part);
    let words = words_of(&low);
    let verb = |word: &&str| word.chars().count() > 4 && ends(word, VERBS) && !begins(word, &MARKS.nouns);
    let denied = words.iter().position(|word| *word == "не");
    denied.is_some_and(|at| words[at + 1..].iter().any(verb))
}

/// «Осенью привезли голые корни, половина засохла»: whether a sentence only tells what happened. Who does something now or
/// then, a case, and what a contract tells of the past itself («задаток получен») are no such story.
pub(super) fn recounts(part: &str) -> bool {
    let low = folded(part);
    let words = words_of(&low);
    let past = |word: &&&str| word.chars().count() > 3 && ends(word, PAST) && !begins(word, &MARKS.nouns);
    let told: Vec<&&str> = words.iter().filter(past).collect();
    let verb = |word: &str| word.chars().count() > 3 && ends(word, VERBS) && !begins(word, &MARKS.nouns);
    let now = |word: &&str| verb(word) || deeds::third(word).is_some() || MARKS.unless.iter().any(|one| one == word);
    !told.is_empty() && !told.iter().any(|word| begins(word, &MARKS.done)) && !words.iter().any(now)
}

/// «Не хочу, чтобы …»: whether a sentence says what somebody does not want, which is a term of its own.
pub(super) fn refuses(part: &str) -> bool {
    let padded = format!(" {} ", words_of(&folded(part)).join(" "));
    MARKS.unwilling.iter().any(|phrase| padded.contains(&format!(" {phrase} ")))
}

/// «Телефоном не пользоваться», «передать другому нельзя»: whether a part forbids something.
pub(super) fn forbids(part: &str) -> bool {
    let low = folded(part);
    let words = words_of(&low);
    let infinitive =
        |word: &str| word.chars().count() > 4 && ["ть", "ться", "ти", "тись"].iter().any(|e| word.ends_with(e));
    words.iter().any(|word| *word == "нельзя" || word.starts_with("запрещ") || word.starts_with("воспрещ"))
        || words.windows(2).any(|pair| pair[0] == "не" && (infinitive(pair[1]) || pair[1].starts_with("допуска")))
}

/// «Порядок оплаты: …», «Обеспечительный платёж не вносится»: the word with which a part opens a matter of contracts, as it
/// begins.
pub(super) fn opens_matter(part: &str) -> Option<&'static str> {
    let low = folded(part);
    let words = words_of(&low);
    let mut first = words.iter().take(2);
    first.find_map(|word| MARKS.heads.iter().find(|head| word.starts_with(head.as_str()))).map(String::as_str)
}

/// «Агент не вправе …»: whether a part says what somebody may or must do.
pub(super) fn entitles(part: &str) -> bool {
    let low = folded(part);
    words_of(&low).iter().any(|word| MARKS.may.iter().any(|one| one == word))
}

/// Whether a place holds what somebody does.
pub(super) fn asks_deeds(at: &str) -> bool {
    MARKS.deeds.iter().any(|place| place == at)
}

/// Whether a part states how something is or what somebody does; `measured` when a measure stands in it.
pub(super) fn states(part: &str, measured: bool) -> bool {
    let low = folded(part);
    let words = words_of(&low);
    let letters = words.iter().filter(|word| word.chars().count() > 2 && word.chars().all(char::is_alphabetic)).count();
    if words.is_empty()
        || part.trim_end().ends_with('?')
        || is_talk(part)
        || words.iter().take(DETAIL).any(|w| begins(w, &MARKS.details))
        // «Это банк поклажедателя» explains what was said.
        || words.first() == Some(&"это")
    {
        return false;
    }
    let self_told = words.iter().any(|word| matches!(*word, "я" | "мы" | "мне" | "меня" | "нам" | "нас"));
    let past = words.iter().any(|word| word.chars().count() > 3 && ends(word, PAST) && !begins(word, &MARKS.nouns));
    let verb = |word: &&str| word.chars().count() > 3 && ends(word, VERBS) && !begins(word, &MARKS.nouns);
    // «Подписываем сканами по почте»: what both sides do.
    let verb = words.iter().any(|word| verb(word) || MARKS.ours.iter().any(|one| one == word));
    // «Прошлая бригада пропала»: what happened is no term.
    if past && (!verb || self_told) {
        return false;
    }
    // «Поручитель мой брат …»: who answers for a side is a term of its own.
    let secures = letters > 1 && words.iter().take(SUBJECT).any(|word| begins(word, &MARKS.securing));
    if denies(&words) || predicate(&low) || secures {
        return true;
    }
    // «Смена с 07:00 до 19:00»: hours need no second word.
    let clock = low.as_bytes().windows(3).any(|w| w[0].is_ascii_digit() && w[1] == b':' && w[2].is_ascii_digit());
    let least = usize::from(!clock);
    (verb && letters > 2) || (measured && letters > least && !first_person(&words))
}

/// «Каско нет», «без такси»: a thing that there is not.
pub(super) fn denies(words: &[&str]) -> bool {
    let named = words.iter().filter(|word| word.chars().count() > 2 && **word != "нет").count();
    let last = words.len() > 1 && words.last() == Some(&"нет");
    let none = words.first().is_some_and(|word| matches!(*word, "без" | "никаких" | "никакой" | "никакого"));
    (last || none) && (1..=SUBJECT).contains(&named)
}

/// Whether a part only denies a thing.
pub(super) fn only_denies(part: &str) -> bool {
    let low = folded(part);
    denies(&words_of(&low)) && !is_talk(part)
}

/// «Разгрузка — силами покупателя»: a name, a dash or a colon, and what is said of it.
fn predicate(low: &str) -> bool {
    let dash = [" — ", " – ", " - ", ": "].iter().filter_map(|mark| low.find(mark).map(|at| (at, mark.len()))).min();
    let Some((at, len)) = dash else { return false };
    let (left, right) = (words_of(&low[..at]), words_of(&low[at + len..]));
    let named = left.iter().any(|word| word.chars().count() > 2 && word.chars().all(char::is_alphabetic));
    let said = right.iter().any(|word| word.chars().count() > 2 && word.chars().all(char::is_alphabetic));
    named && said && left.len() <= SUBJECT && !left.iter().any(|word| matches!(*word, "я" | "мы"))
}

/// «Плитка — я, черновые — мастер»: whether a sentence lays several things on somebody each.
pub(super) fn deals_out(part: &str) -> bool {
    let dashes = [" — ", " – ", " - "].iter().map(|mark| part.matches(mark).count()).sum::<usize>();
    dashes > 1 && !part.contains(|c: char| c.is_ascii_digit() || c == '?') && !is_talk(part)
}

fn first_person(words: &[&str]) -> bool {
    words.iter().any(|word| matches!(*word, "хочу" | "хотим" | "нужен" | "нужна" | "нужно" | "прошу" | "я" | "мы"))
}

/// «Ещё вот что: такси запрещены», «2) такси запрещены»: a term without the marker of its line and the words that only
/// begin to speak.
pub(super) fn without_lead(said: &str) -> &str {
    let mut rest = said.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '«' | '"'));
    // Several may follow each other.
    for _ in 0..5 {
        let next = cut_lead(rest);
        if next.len() == rest.len() || next.split_whitespace().count() < PIECE {
            break;
        }
        rest = next;
    }
    rest
}

fn cut_lead(said: &str) -> &str {
    let low = folded(said);
    if low.len() != said.len() {
        return said;
    }
    let digits = low.len() - low.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let open = |c: char| !c.is_alphanumeric() && !matches!(c, '«' | '"');
    if (1..=2).contains(&digits)
        && let Some(rest) = low[digits..].strip_prefix(['.', ')'])
        && rest.starts_with([' ', '\u{a0}', '\t'])
    {
        return said[said.len() - rest.len()..].trim_start_matches(open);
    }
    if let Some(at) = agreed(&low) {
        return said[at..].trim_start_matches(open);
    }
    let fits = |mark: &&String| {
        low.strip_prefix(mark.as_str()).is_some_and(|rest| rest.starts_with(|c: char| !c.is_alphanumeric()))
    };
    let Some(mark) = MARKS.lead.iter().filter(fits).max_by_key(|mark| mark.len()) else { return said };
    let rest = &said[mark.len()..];
    // «Плюс-минус», «так-то», «вот: …»: a hyphen makes another word.
    if rest.starts_with('-') { said } else { rest.trim_start_matches(open) }
}

/// «Мы договорились, что …», «договорились по шуму: …»: where what was agreed begins.
fn agreed(low: &str) -> Option<usize> {
    let mut words = low.split_whitespace().take(HEADING).map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let said = words.find(|word| MARKS.agreed.iter().any(|one| one == word))?;
    let end = low.find(said)? + said.len();
    let rest = &low[end..];
    let that = rest.trim_start_matches([',', ' ']);
    if let Some(what) = that.strip_prefix("что ").or_else(|| that.strip_prefix("так: ")) {
        return Some(low.len() - what.len());
    }
    let colon = rest.find([':', '—'])?;
    (rest[..colon].split_whitespace().count() <= HEADING).then(|| {
        let mark = rest[colon..].chars().next().map_or(1, char::len_utf8);
        end + colon + mark
    })
}

/// A term without the asides in it: «если я внука переживу, не дай бог, дар отменяется».
pub(super) fn without_asides(said: &str) -> String {
    let mut out = said.to_owned();
    for aside in &MARKS.asides {
        let low = folded(&out);
        if low.len() != out.len() {
            return out;
        }
        // «Если что-то утекло»: the hyphen belongs to the word.
        let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '-');
        let found = low
            .match_indices(aside.as_str())
            .find(|(at, mark)| edge(low[..*at].chars().next_back()) && edge(low[at + mark.len()..].chars().next()));
        let Some((at, mark)) = found else { continue };
        let before = out[..at].trim_end_matches([' ', ',', '(', '—', '–', '-']);
        let after = out[at + mark.len()..].trim_start_matches([' ', ',', ')']);
        let rest = if after.starts_with(['.', ';', '!', ':']) || before.is_empty() || after.is_empty() {
            format!("{before}{after}")
        } else {
            let comma = if out[..at].trim_end().ends_with(',') || out[at + mark.len()..].trim_start().starts_with(',') {
                ", "
            } else {
                " "
            };
            format!("{before}{comma}{after}")
        };
        if rest.split_whitespace().count() >= PIECE {
            out = rest;
        }
    }
    out.trim_end_matches([' ', ',', ';', '!', '.', '—', '–', '-']).to_owned()
}

/// The thoughts of a part that runs on: cut where a sentence ends without a capital behind it, and, where somebody dictates
/// without stops, at the words with which another thought begins.
pub(super) fn pieces(text: &str, (start, end): (usize, usize)) -> Vec<(usize, usize)> {
    let part = text.get(start..end).unwrap_or_default();
    let mut cuts: Vec<usize> = vec![start];
    for (at, _) in part.match_indices(". ") {
        let last = part[..at].rsplit(|c: char| c.is_whitespace()).next().unwrap_or_default();
        let next = part[at + 2..].split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
        let next = folded(next.unwrap_or_default());
        let long = last.chars().count() > 3 && last.chars().all(char::is_alphabetic);
        let opens = TURNS.iter().any(|turn| turn[0] == next) || matches!(next.as_str(), "за" | "при" | "но" | "и");
        // «5 000 руб. за каждый случай» goes on.
        let cut_short = last.chars().count() == 1 || MARKS.short.iter().any(|one| *one == folded(last));
        if (long || opens) && !cut_short {
            cuts.push(start + at + 2);
        }
    }
    // «Чтобы не курил)) И чтобы собак не заводил»: a smile ends a sentence as a stop does.
    for (at, _) in part.match_indices(") ") {
        let before = part[..at].chars().next_back();
        let capital = part[at + 2..].starts_with(char::is_uppercase);
        if capital && matches!(before, Some(')' | ':' | '-' | ';' | '=')) {
            cuts.push(start + at + 2);
        }
    }
    cuts.sort_unstable();
    let list: Vec<(usize, usize)> =
        cuts.iter().enumerate().map(|(n, from)| (*from, cuts.get(n + 1).copied().unwrap_or(end))).collect();
    list.into_iter().flat_map(|span| breaths(text, span)).collect()
}

/// See [`pieces`].
fn breaths(text: &str, (start, end): (usize, usize)) -> Vec<(usize, usize)> {
    let part = text.get(start..end).unwrap_or_default();
    let low = folded(part);
    let many = low.split_whitespace().count() > BREATH;
    if !many || low.len() != part.len() || part.contains([',', ';', ':', '—', '\n', '(']) {
        return vec![(start, end)];
    }
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut from = 0;
    for word in low.split(' ') {
        if !word.is_empty() {
            words.push((from, word));
        }
        from += word.len() + 1;
    }
    let mut cuts: Vec<usize> = vec![0];
    let mut last = 0;
    for (n, (at, _)) in words.iter().enumerate().skip(PIECE) {
        let turns =
            |turn: &&&[&str]| turn.iter().enumerate().all(|(k, one)| words.get(n + k).is_some_and(|w| w.1 == *one));
        if n >= last + PIECE && TURNS.iter().any(|turn| turns(&turn)) {
            cuts.push(*at);
            last = n;
        }
    }
    (0..cuts.len()).map(|n| (start + cuts[n], cuts.get(n + 1).map_or(end, |next| start + next))).collect()
}

/// Whether a sentence holds a number in digits or begins with a label: «Регионы: …», «объём | 120 паллет». Numbers that
/// only number a list, and words to the program, do not count.
pub(super) fn counts(sentence: &str) -> bool {
    let plain = without_lead(sentence.trim());
    let body = plain.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ')' | '.' | ' '));
    let label = body.find([':', '|']).is_some_and(|at| {
        let words = body[..at].split_whitespace().count();
        (1..=LABEL).contains(&words) && body[at + 1..].split_whitespace().count() > 1
    });
    let digits = body.contains(|c: char| c.is_ascii_digit());
    let letters = |word: &&str| word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
    if words_of(&folded(body)).iter().filter(|word| letters(word)).count() < 2 {
        return false;
    }
    (label || digits) && !is_talk(plain) && !exclaims(sentence) && !intent::intent(sentence).correction
}

/// Words of a label.
const LABEL: usize = 3;

#[cfg(test)]
#[path = "stated_tests.rs"]
mod tests;
