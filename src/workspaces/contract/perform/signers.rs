//! Who signs for a side and by what: a post, a charter, a power of attorney with its number and day; and the name of a
//! bank behind an account.

use crate::engine::grammar::bank;
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentences;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::around::tail;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::introduced::stands_as_subject;
use regex::Regex;
use serde::Deserialize;
use serde_json::json;
use std::sync::LazyLock;

/// A post, or a word that makes one whole, by its stem.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    stem: String,
    name: String,
    /// Whether only the stem itself counts: «ген.».
    #[serde(default)]
    whole: bool,
}

/// Words (`knowledge/dialogue/signers.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    deputy: Vec<String>,
    between: Vec<String>,
    signs: Vec<String>,
    /// Beginnings of words for papers beside the contract.
    deeds: Vec<String>,
    led: Vec<String>,
    acts: Vec<String>,
    behalf: Vec<String>,
    own_name: Vec<String>,
    pledged: Vec<String>,
    links: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    post: Vec<Named>,
    kind: Vec<Named>,
    words: Words,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/signers.toml")).unwrap_or_default());

/// Bytes behind a name in which the basis of a signatory stands.
const REACH: usize = 500;
/// Words before a name among which its post stands, and words that belong to the post behind it.
const BEFORE: usize = 7;
/// See [`BEFORE`].
const OF_POST: usize = 4;
/// Words between the verb of a representative and his name: «действует её дочь Смирнова».
const ACTING: usize = 3;
/// Characters behind a name in which its post stands.
const BEHIND: usize = 60;

/// The number and the day of a power of attorney, in either order.
const PAPER: &str = r"(?:\s+(?:(?:№|n|номер)\s*)?\d{2}\s?[а-яa-z]{2}\s?\d{6,7}|\s+(?:№|n|номер)\s*[\w\d/-]+)?(?:\s+от\s+\d{1,2}(?:\.\d{1,2}\.\d{2,4}|\s+[а-яё]+\s+\d{4})(?:\s*(?:года|г\.))?)?(?:\s+(?:(?:№|n|номер)\s*)?\d{2}\s?[а-яa-z]{2}\s?\d{6,7}|\s+(?:№|n|номер)\s*[\w\d/-]+)?";

static BASIS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)(устав(?:а|у|ом|е)?\b|доверенност[а-яё]*{PAPER}|(?:свидетельств|лист[а]? записи)[а-яё]*(?:\s+о\s+(?:государственной\s+)?регистрации)?(?:\s+(?:№|n|номер)\s*[\w\d/-]+)?)"
    ))
    .ok()
});

/// «Доверенность Ганиной — от 15.09.2026 № 9»: whose it is stands between the word and its number.
static OWNED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)доверенност[а-яё]*(?:\s+на)?(?:\s+(?:у\s+)?[а-яё-]{{3,30}}){{1,3}}(?:\s*[—–:-])?(?<paper>{PAPER})"
    ))
    .ok()
});

static BANK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\s*,?\s*(?i:в|банк:?)\s+([«А-ЯЁA-Z][^,;\n()]{2,60}?)\s*(?:[,;\n(]|$|(?i:бик|к/с|корр))").ok()
});

static BRANCH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[,;:(.\n\s])\s*((?:[А-ЯЁ][А-ЯЁа-яё-]+\s+){1,2}(?:банк|филиал|отделение)(?:\s+№\s*\d+)?\s+)$").ok()
});

/// What somebody is who signs for a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Post {
    /// In the nominative; empty where only «в лице» or «подписывает» was said.
    pub(super) name: String,
    /// The bytes of its words.
    pub(super) span: Option<(usize, usize)>,
}

/// Writes who signs for a side, and by what; the bytes of the latter.
pub(super) fn signatory(
    draft: &mut Draft<'_>,
    heard: &Heard<'_>,
    root: &str,
    mention: &Mention,
    post: &Post,
) -> Option<(usize, usize)> {
    let MentionKind::Person { full, .. } = &mention.kind else { return None };
    let span = (mention.start, mention.end);
    draft.say(heard, &format!("{root}/signer/name"), json!(full), span, heard.plain(span));
    // «… действует сын»: the words that lead to him are his.
    if let Some(from) = on_behalf(&heard.turn.text, mention) {
        let words = cut(&heard.turn.text[from..mention.start], from);
        let near = words.get(words.len().saturating_sub(ACTING)..).unwrap_or_default();
        let verb = near.iter().find(|word| begins(word.1, &MARKS.words.acts));
        draft.spans.extend(verb.map(|word| (format!("{root}/signer/name"), (word.0, mention.start))));
    }
    if let Some(span) = post.span.filter(|_| !post.name.is_empty()) {
        draft.say(heard, &format!("{root}/signer/post"), json!(post.name), span, heard.plain(span));
    }
    let person = |m: &&Mention| matches!(m.kind, MentionKind::Person { .. });
    if let Some(from) = on_behalf(&heard.turn.text, mention) {
        // «По доверенности 63АА 7654321 действует …»: it stands before the name, behind the one before.
        let past = heard.mentions.partition_point(|m| m.start < mention.start);
        let last = heard.mentions.get(..past).unwrap_or_default().iter().rev().take(40).find(person);
        let from = last.map_or(from, |last| from.max(last.end));
        if let Some(found) = basis_between(draft, heard, root, from, mention.start) {
            return Some(found);
        }
    }
    // The next person acts by something of his own.
    let next = heard.mentions.partition_point(|m| m.start < mention.end);
    let next = heard.mentions.get(next..).unwrap_or_default().iter().take(40).find(person);
    let to = next.map_or(heard.turn.text.len(), |next| next.start);
    basis_between(draft, heard, root, mention.end, to)
}

/// Where the words begin that say before a name that he acts for somebody: «за него по доверенности … действует дочь …».
pub(super) fn on_behalf(text: &str, mention: &Mention) -> Option<usize> {
    let before = tail(text, mention.start);
    let base = mention.start - before.len();
    let from = sentences(before).last().map_or(before.len(), |(from, _)| *from);
    let own = before.get(from..)?;
    let words = cut(own, base + from);
    let near = words.get(words.len().saturating_sub(ACTING)..).unwrap_or_default();
    // «Действую от своего имени» speaks of nobody else.
    let third = |word: &&Word<'_>| !folded(word.1).ends_with('ю');
    let mut acting = near.iter().filter(third);
    if own_deed(near) {
        return None;
    }
    let acts = acting.any(|word| begins(word.1, &MARKS.words.acts) || begins(word.1, &MARKS.words.signs));
    let own = |at: usize| at.checked_sub(1).is_some_and(|at| begins(words[at].1, &MARKS.words.own_name));
    let behalf = words.iter().enumerate().any(|(at, word)| begins(word.1, &MARKS.words.behalf) && !own(at));
    (acts && behalf && stands_as_subject(text, mention)).then_some(base + from)
}

/// Writes what the signatory of a side acts by, where it stands behind `from`; the bytes of it.
pub(super) fn basis(draft: &mut Draft<'_>, heard: &Heard<'_>, root: &str, from: usize) -> Option<(usize, usize)> {
    basis_between(draft, heard, root, from, heard.turn.text.len())
}

fn basis_between(
    draft: &mut Draft<'_>,
    heard: &Heard<'_>,
    root: &str,
    from: usize,
    to: usize,
) -> Option<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let mut end = to.min(from + REACH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    // The next company has its own.
    let next = heard.mentions.partition_point(|m| m.start < from);
    let rest = heard.mentions.get(next..).unwrap_or_default();
    let company = rest.iter().take(40).find(|m| matches!(m.kind, MentionKind::Company { .. }) && !is_bank(text, m));
    end = company.map_or(end, |m| end.min(m.start));
    let part = text.get(from..end)?;
    let lead =
        ["основан", "действ", "доверен", "устав"].iter().filter_map(|word| part.to_lowercase().find(word)).min()?;
    let found = BASIS.as_ref()?.find_iter(part).find(|found| found.start() + 40 >= lead)?;
    let span = (from + found.start(), from + found.end());
    say_basis(draft, heard, root, span);
    // «действует на основании» goes with it.
    if from + lead < span.0 {
        draft.spans.push((format!("{root}/signer/basis"), (from + lead, span.0)));
    }
    Some(span)
}

fn say_basis(draft: &mut Draft<'_>, heard: &Heard<'_>, root: &str, span: (usize, usize)) {
    let said = &heard.turn.text[span.0..span.1];
    let low = said.to_lowercase();
    let value = if low.starts_with("устав") {
        "устав".to_owned()
    } else if low.starts_with("доверенност") {
        let rest: String = said.chars().skip_while(|c| c.is_alphabetic()).collect();
        format!("доверенность{rest}")
    } else {
        said.to_owned()
    };
    draft.say(heard, &format!("{root}/signer/basis"), json!(value), span, heard.plain(span));
}

/// «Доверенность Ганиной — от 15.09.2026 № 9», where a signatory of that surname is known: its number and day.
pub(super) fn basis_of_known(draft: &mut Draft<'_>, heard: &Heard<'_>, roots: &[String]) -> Option<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let found = OWNED.as_ref()?.captures_iter(text).find(|c| c.name("paper").is_some_and(|paper| !paper.is_empty()))?;
    let (whole, paper) = (found.get(0)?, found.name("paper")?);
    let whose: Vec<String> =
        text.get(whole.start()..paper.start())?.split(|c: char| !c.is_alphanumeric()).skip(1).map(folded).collect();
    let named = |root: &&String| {
        let name = draft.domain.pointer(&format!("{root}/signer/name")).and_then(|name| name.as_str());
        let surname = name.and_then(|name| name.split_whitespace().next()).map(folded).unwrap_or_default();
        // Cases change the last letters.
        let stem: String = surname.chars().take(surname.chars().count().saturating_sub(2)).collect();
        stem.chars().count() > 2 && whose.iter().any(|word| word.starts_with(&stem))
    };
    let mut fits = roots.iter().filter(named);
    let (Some(root), None) = (fits.next(), fits.next()) else { return None };
    let root = root.clone();
    let value = format!("доверенность {}", paper.as_str().trim());
    let span = (whole.start(), whole.end());
    draft.say(heard, &format!("{root}/signer/basis"), json!(value), span, heard.plain(span));
    Some(span)
}

fn is_bank(text: &str, mention: &Mention) -> bool {
    text[mention.start..mention.end].split(|c: char| !c.is_alphanumeric()).any(bank::names)
}

/// «Банк арендодателя ПАО «Сбербанк»»: whether the word for a bank labels what stands behind it.
pub(super) fn labels_bank(text: &str, mention: &Mention) -> bool {
    let before = tail(text, mention.start);
    let part = before.rsplit([',', ';', '.', '\n']).next().unwrap_or_default().to_lowercase();
    part.split(|c: char| !c.is_alphanumeric()).rev().take(4).any(|word| word == "банк")
}

/// «Через аккредитив в АО «… банк»»: a bank behind a preposition of place is where money lies, not a side.
pub(super) fn is_place_of_money(text: &str, mention: &Mention) -> bool {
    let before = tail(text, mention.start);
    let last = before.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    let company = matches!(mention.kind, MentionKind::Company { .. });
    // «Квартира в залоге у ПАО «Сбербанк»»: whom something is pledged to is no side.
    let pledged = || {
        let words = cut(before, 0);
        let place = words.len().checked_sub(2).and_then(|at| words.get(at));
        place.is_some_and(|word| begins(word.1, &MARKS.words.pledged))
    };
    company
        && (is_bank(text, mention) && matches!(last.as_str(), "в" | "во" | "через" | "из") || last == "у" && pledged())
}

/// The name of a bank where a company is named as one: beside accounts, by its name.
pub(super) fn bank_name(text: &str, mention: &Mention) -> Option<String> {
    let MentionKind::Company { name, .. } = &mention.kind else { return None };
    let before = tail(text, mention.start).to_lowercase();
    let near: String = before.chars().rev().take(24).collect::<Vec<_>>().into_iter().rev().collect();
    let said = ["банк", "р/с", "к/с", "счет", "счёт"].iter().any(|word| near.contains(word));
    let whole = || match branch(text, mention.start) {
        from if from < mention.start => text.get(from..mention.end).unwrap_or(name).to_owned(),
        _ => name.clone(),
    };
    (name.split(|c: char| !c.is_alphanumeric()).any(bank::names) || said).then(whole)
}

/// Where the name of a bank begins: «Юго-Западный банк ПАО Сбербанк» is a branch of it.
pub(super) fn branch(text: &str, start: usize) -> usize {
    let before = tail(text, start);
    let found = BRANCH.as_ref().and_then(|regex| regex.captures(before)).and_then(|found| found.get(1));
    found.map_or(start, |own| start - before.len() + own.start())
}

/// The bytes of the bank's name right behind an account: «р/с … в Сбербанке».
pub(super) fn bank_behind(text: &str, from: usize) -> Option<(usize, usize)> {
    let mut end = text.len().min(from + 160);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let found = BANK.as_ref()?.captures(text.get(from..end)?)?.get(1)?;
    Some((from + found.start(), from + found.start() + found.as_str().trim_end().len()))
}

/// A word with its bytes.
type Word<'t> = (usize, &'t str);

/// The words of a part of a text that begins at `from`.
fn cut(part: &str, from: usize) -> Vec<Word<'_>> {
    let mut out = Vec::new();
    let mut at = from;
    for word in part.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '-')) {
        let own = word.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '-'));
        if own.chars().any(char::is_alphanumeric) {
            out.push((at, own));
        }
        at += word.len();
    }
    out
}

fn of<'m>(list: &'m [Named], word: &str) -> Option<&'m str> {
    let low = folded(word);
    // The longest stem: «гендиректор» before «гендир».
    let fits = list.iter().filter(|one| if one.whole { low == one.stem } else { low.starts_with(&one.stem) });
    fits.max_by_key(|one| one.stem.len()).map(|one| one.name.as_str())
}

fn begins(word: &str, list: &[String]) -> bool {
    let low = folded(word);
    list.iter().any(|stem| low.starts_with(stem.as_str()))
}

fn is_one_of(word: &str, list: &[String]) -> bool {
    list.contains(&folded(word))
}

/// The post that some words hold, the last one of them.
fn post_in(words: &[Word<'_>]) -> Option<Post> {
    let (at, name) = words.iter().enumerate().rev().find_map(|(at, (_, word))| {
        // «Директора» of a deputy is found with him; an adjective alone is no post («управляющий директор»).
        of(&MARKS.post, word).map(|name| (at, name))
    })?;
    let mut from = at;
    let mut kinds: Vec<&str> = Vec::new();
    while let Some(before) = from.checked_sub(1) {
        let Some(kind) = of(&MARKS.kind, words[before].1) else { break };
        kinds.insert(0, kind);
        from = before;
    }
    // «Заместитель директора по продажам»: words behind a post belong to it unless they lead to the name.
    let behind: Vec<&Word<'_>> = words.iter().skip(at + 1).collect();
    let small = |word: &&&Word<'_>| word.1.chars().all(|c| c.is_lowercase() || c == '-');
    let own =
        behind.len() <= OF_POST && behind.iter().all(|word| small(&word) && !is_one_of(word.1, &MARKS.words.between));
    let more = if own { behind.iter().map(|word| word.1).collect::<Vec<_>>().join(" ") } else { String::new() };
    let last = behind.last().filter(|_| own).map_or(words[at], |word| **word);
    let deputy = from.checked_sub(1).filter(|before| begins(words[*before].1, &MARKS.words.deputy));
    let name = match deputy {
        // The post as it was said: its words stand in the genitive.
        Some(before) => {
            let said: Vec<&str> = words[before + 1..=at].iter().map(|word| word.1).collect();
            from = before;
            format!("заместитель {}", said.join(" ").to_lowercase())
        }
        None => kinds.into_iter().chain([name]).collect::<Vec<_>>().join(" "),
    };
    let name = if more.is_empty() { name } else { format!("{name} {more}") };
    Some(Post { name, span: Some((words[from].0, last.0 + last.1.len())) })
}

/// The post of somebody who acts for a company: the words before his name («в лице директора», «подписывает гендир»),
/// or behind it («Прохоров П. П. — наш директор»).
pub(super) fn post_of(text: &str, mention: &Mention) -> Option<Post> {
    let before = tail(text, mention.start);
    let base = mention.start - before.len();
    let from = sentences(before).last().map_or(before.len(), |(from, _)| *from);
    let sentence = before.get(from..)?;
    let piece = |part: &str| {
        part.rfind([',', ';', '(', '\n', '»', '…'])
            .map_or(0, |at| at + part[at..].chars().next().map_or(1, char::len_utf8))
    };
    let own = sentence.trim_end_matches([' ', ':', '—', '–', '-']);
    let start = piece(own);
    let words = cut(own.get(start..)?, base + from + start);
    let near = words.get(words.len().saturating_sub(BEFORE)..).unwrap_or_default();
    let led = || {
        let low = folded(own);
        MARKS.words.led.iter().any(|led| low.trim_end().ends_with(led.as_str()))
    };
    post_in(near)
        .or_else(|| {
            // «Генеральный директор, Иванов И. И.»
            let rest = own.trim_end().strip_suffix(',').filter(|_| words.is_empty())?;
            let start = piece(rest);
            let words = cut(rest.get(start..)?, base + from + start);
            words.last().filter(|last| of(&MARKS.post, last.1).is_some())?;
            post_in(words.get(words.len().saturating_sub(BEFORE)..)?)
        })
        .or_else(|| post_behind(text, mention))
        .or_else(|| {
            // «Отдаёт и акт подписывает мой брат»: who signs a deed of handover signs no contract.
            if own_deed(&cut(sentence, base + from)) {
                return None;
            }
            let signs = led() || near.iter().any(|word| begins(word.1, &MARKS.words.signs));
            (signs || acts(text, mention) || on_behalf(text, mention).is_some())
                .then_some(Post { name: String::new(), span: None })
        })
}

/// Whether words before a name speak of signing another paper than the contract.
fn own_deed(words: &[Word<'_>]) -> bool {
    words.iter().any(|word| begins(word.1, &MARKS.words.deeds))
}

/// Whether what stands behind a name says who signs for it: «…, в лице директора …».
pub(super) fn leads(rest: &str) -> bool {
    let low = folded(rest.trim_start_matches([',', ' ', '(']));
    MARKS.words.led.iter().any(|led| low.starts_with(led.as_str()))
}

/// Whether the words right behind a name say by what he acts for somebody: «…, действующий на основании доверенности».
fn acts(text: &str, mention: &Mention) -> bool {
    let behind: String = text.get(mention.end..).unwrap_or_default().chars().take(BEHIND).collect();
    let piece = behind
        .trim_start_matches([' ', ',', '(', '—', '–', '-'])
        .split([',', ';', '\n', '('])
        .next()
        .unwrap_or_default();
    piece.split_whitespace().take(2).any(|word| begins(word, &MARKS.words.acts))
}

/// The post behind a name: «Зуева М. Л., директор», unless it is that of the next name.
fn post_behind(text: &str, mention: &Mention) -> Option<Post> {
    let mut to = text.len().min(mention.end + 2 * BEHIND);
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let behind = text.get(mention.end..to)?;
    let open = behind.len() - behind.trim_start_matches([' ', ',', '(', '—', '–', '-']).len();
    let marked = behind.get(..open)?.contains([',', '(', '—', '–', '-']);
    let rest = behind.get(open..)?;
    let piece = rest.split([',', ';', '.', '\n', '(', ')', '!', '?', ':', '—', '–']).next().unwrap_or_default();
    let words = cut(piece, mention.end + open);
    // «Прохоров — он гендир».
    let skip = words.iter().take_while(|word| is_one_of(word.1, &MARKS.words.links)).count();
    let own = words.get(skip..)?;
    let opens = own.iter().take(3).any(|word| of(&MARKS.post, word.1).is_some());
    // A capital behind the post is the next name.
    let next = own.iter().any(|word| word.1.starts_with(char::is_uppercase))
        || rest.get(piece.len()..).is_some_and(|rest| rest.starts_with([':', '—', '–']));
    (marked && opens && !next && own.len() <= BEFORE).then(|| post_in(own)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::scan::mentions;

    fn post(text: &str) -> Option<String> {
        let all = mentions(text, "2026-11-24");
        let person = all.iter().find(|m| matches!(m.kind, MentionKind::Person { .. })).expect("a person");
        post_of(text, person).map(|post| post.name)
    }

    #[test]
    fn posts_stand_beside_a_name() {
        for (text, want) in [
            ("в лице директора Иванова Ивана Ивановича", "директор"),
            ("Подписывает гендир Белов Денис Алексеевич, по уставу", "генеральный директор"),
            ("ген. директор Белов Денис Алексеевич", "генеральный директор"),
            ("Подписывает, гм, директор… нет, заместитель директора Ганина Альфия Рустамовна", "заместитель директора"),
            ("зам. директора по продажам Ганина Альфия Рустамовна", "заместитель директора по продажам"),
            ("коммерческий директор Лаптев Юрий Константинович, по доверенности", "коммерческий директор"),
            ("директор у нас Шубин Павел Эдуардович", "директор"),
            ("Директор: Зуева Марина Львовна", "директор"),
            ("Зуева Марина Львовна, директор", "директор"),
            ("Белов Денис Алексеевич — наш гендир", "генеральный директор"),
            ("в лице Иванова Ивана Ивановича", ""),
            ("Подписывает Ганина Альфия Рустамовна", ""),
            ("за него по доверенности 63АА 7654321 от 10.10.2026 действует Фёдоров Илья Николаевич", ""),
            ("от её имени по доверенности действует дочь Смирнова Вера Павловна", ""),
            ("Ганина Альфия Рустамовна действует на основании доверенности № 5", ""),
            ("председатель правления Белов Денис Алексеевич", "председатель правления"),
        ] {
            assert_eq!(post(text).as_deref(), Some(want), "{text}");
        }
        for text in [
            "Иванов Иван Иванович, паспорт 4510 111111",
            "арендатор Иванов Иван Иванович, директор Петров Пётр Петрович",
            "сдаю Иванову Ивану Ивановичу",
            "ООО «Вектор» и Иванов Иван Иванович",
            "Оплата директору не нужна. Арендатор Иванов Иван Иванович",
            "при подписании договора Иванов Иван Иванович вносит залог",
        ] {
            assert_eq!(post(text), None, "{text}");
        }
    }
}
