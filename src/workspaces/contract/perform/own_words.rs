//! What stands around a person's own term and is no part of it: words that announce it, words to the program behind it.

use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::stem::{is_stop, stem, words};
use crate::engine::text::{folded, intent};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::{edits, review};
use crate::workspaces::contract::perform::bearing;
use crate::workspaces::contract::perform::introduced::names;
use crate::workspaces::contract::perform::own::{LEAST, MARKS, binds, starts};

/// «Доставка силами поставщика, я это уже указала»: a term without what is said to the program behind it.
pub(super) fn without_chatter(said: &str) -> &str {
    let low = folded(said);
    if low.len() != said.len() {
        return said;
    }
    let cut = MARKS.chatter.iter().filter_map(|words| low.rfind(words.as_str()).filter(|at| *at > 0)).min();
    let open = |at: &usize| low[..*at].ends_with([' ', ',', '—', '-']);
    cut.filter(open).map_or(said, |at| said[..at].trim_end_matches([' ', ',', '—', '–', '-', '(']))
}

/// Bytes of the words that announce a term.
pub(super) fn announced(part: &str) -> usize {
    let low = folded(part);
    if low.len() != part.len() {
        return 0;
    }
    let open = |c: char| !c.is_alphanumeric();
    let mut at = low.len() - low.trim_start_matches(open).len();
    // «И ещё условие: …»: several may follow each other.
    for _ in 0..4 {
        let rest = low.get(at..).unwrap_or_default();
        // «Добавьте в 5.3, что …»: where it should stand is no part of it.
        if let Some(place) = edits::place(rest).filter(|_| at > 0) {
            at += place;
            continue;
        }
        let fits = |mark: &&String| {
            rest.strip_prefix(mark.as_str()).is_some_and(|rest| rest.starts_with(open) || mark.ends_with(':'))
        };
        let marks = MARKS.open.iter().chain(&MARKS.lead).filter(fits);
        let Some(mark) = marks.max_by_key(|mark| mark.len()) else { break };
        at += mark.len();
        let rest = low.get(at..).unwrap_or_default();
        at += rest.len() - rest.trim_start_matches(|c: char| open(c) && c != '«').len();
    }
    if part.get(at..).is_some_and(|rest| rest.split_whitespace().count() >= LEAST) { at } else { 0 }
}

/// Bytes from a rate to the number that bounds it.
const BOUND: usize = 90;

/// The piece with a rate and the share or sum right behind it that bounds it: «Пеня 0,1 % в день, но не более 10 % цены».
pub(super) fn capped(heard: &Heard<'_>, rate: (usize, usize)) -> Option<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let next = heard.mentions.partition_point(|m| m.start < rate.1);
    let bounds = |m: &&Mention| matches!(m.kind, MentionKind::Percent { .. } | MentionKind::Money { .. });
    let cap = heard.mentions.get(next).filter(bounds)?;
    let gap = text.get(rate.1..cap.start).filter(|gap| gap.len() <= BOUND && !gap.contains(['.', ';', '\n']))?;
    if !bearing::ends_in_cap(gap) {
        return None;
    }
    let stops = [',', '.', ';', ':', '\n', '—'];
    let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let before = text.get(..rate.0)?;
    let cut = before.char_indices().rev().find(|(at, c)| stops.contains(c) && !digit(at + 1));
    let from = cut.map_or(0, |(at, c)| at + c.len_utf8());
    let rest = text.get(cap.end..)?;
    let stop = rest.char_indices().find(|(at, c)| stops.contains(c) && !digit(cap.end + at + 1));
    let to = stop.map_or(text.len(), |(at, _)| cap.end + at);
    let from = from + text[from..].len() - text[from..].trim_start().len();
    Some((from, to))
}

/// «… это тоже впишите»: whether a sentence orders itself into the contract.
pub(super) fn ordered(sentence: &str) -> bool {
    let low = folded(sentence);
    low.split(|c: char| !c.is_alphanumeric()).any(|word| MARKS.write_in.iter().any(|order| order == word))
}

/// «Ну фотосъёмка юбилея»: without the words that only begin to speak.
pub(super) fn without_filler(said: &str) -> &str {
    let first = said.split_whitespace().next().unwrap_or_default();
    let rest = said.get(first.len()..).unwrap_or_default().trim_start();
    let low = folded(first.trim_end_matches(','));
    if !rest.is_empty() && MARKS.filler.contains(&low) { rest } else { said }
}

/// Whether a sentence speaks to the program rather than of the deal: «Погодите, …», «Да, про задаток всё верно».
pub(super) fn is_aside(sentence: &str) -> bool {
    let low = folded(sentence);
    let first = low.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    first.is_some_and(|first| MARKS.aside.iter().any(|word| word == first))
}

/// Whether a part of an answer to the review list speaks of the list: «особые условия верны, кроме третьего».
pub(super) fn about_list(heard: &Heard<'_>, text: &str) -> bool {
    let listed = heard.question.is_some_and(|record| record.keys.iter().any(|key| key == review::KEY));
    let low = folded(text);
    let meta = low.split(|c: char| !c.is_alphanumeric()).filter(|word| starts(word, &MARKS.meta)).count();
    listed && meta >= 2
}

/// «Нет, передача — 01.04.2027»: who begins with a no and names a day or a sum, and binds nobody, puts a value right.
pub(super) fn mends_value(heard: &Heard<'_>, (start, end): (usize, usize)) -> bool {
    let value = |kind: &MentionKind| matches!(kind, MentionKind::Date { .. } | MentionKind::Money { .. });
    let names = || heard.mentions.iter().any(|m| start <= m.start && m.end <= end && value(&m.kind));
    let said = heard.turn.text.get(start..end).unwrap_or_default().trim_start();
    intent::after_no(said) > 0 && names() && !binds(said)
}

/// Where the term begins that a sentence dictates: «напишите просто: …», «уберите оба и запишите так: «…»», «лучше так: …».
pub(super) fn dictated(sentence: &str) -> Option<usize> {
    dictation(sentence).map(|(at, _)| at)
}

/// Whether what a sentence dictates stands in the place of something said before: «напишите так: …», not «добавьте: …».
pub(super) fn rewords(sentence: &str) -> bool {
    dictation(sentence).is_some_and(|(_, anew)| anew)
}

fn dictation(sentence: &str) -> Option<(usize, bool)> {
    let low = folded(sentence);
    let at = low.find(": ").filter(|_| low.len() == sentence.len())?;
    let words: Vec<&str> = low[..at].split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is = |list: &[String], word: &str| list.iter().any(|one| one == word);
    let small = |words: &[&str]| words.iter().all(|word| is(&MARKS.colon, word));
    let adds = |word: &&str| is(&MARKS.append, word);
    let order = words.iter().rposition(|word| is(&MARKS.dictate, word) || adds(word));
    let ordered = order.is_some_and(|order| small(&words[order + 1..]));
    let must = |pair: &[&str]| MARKS.must.iter().map(String::as_str).eq(pair.iter().copied());
    let opens = (words.last() == Some(&MARKS.thus.as_str()) || words.windows(2).any(must)) && small(&words);
    (ordered || opens).then_some((at + 1, !words.iter().any(adds)))
}

/// «Заказчик — хозяин собаки», «Контур — это заказчик»: who somebody is makes no term.
pub(super) fn says_who(pack: &Pack, said: &str) -> bool {
    let roles: Vec<String> = pack.parties.iter().flat_map(names).map(|name| stem(&name)).collect();
    let content = |part: &str| -> Vec<String> {
        words(part).into_iter().map(|word| word.stem).filter(|stem| !is_stop(stem)).collect()
    };
    let Some((left, right)) = [" — ", " – ", " - "].iter().find_map(|dash| said.split_once(dash)) else {
        return false;
    };
    let (left, own) = (content(left), content(right));
    let role = |list: &[String]| matches!(list, [one] if roles.contains(one));
    let verb = |word: &str| ["ет", "ит", "ут", "ют", "ат", "ят", "ть"].iter().any(|end| word.ends_with(end));
    let deed = folded(right).split(|c: char| !c.is_alphanumeric()).any(|word| word.chars().count() > 4 && verb(word));
    let plain = !said.contains(|c: char| c.is_ascii_digit()) && !deed;
    let named =
        folded(right).strip_prefix("это ").is_some_and(|rest| role(&content(rest)[..1.min(content(rest).len())]));
    plain && (role(&left) && !own.is_empty() && !own.iter().any(|one| roles.contains(one)) || named)
}

/// «Никакой помесячной платы нет»: a value that there is not is no term where a field would hold it.
pub(super) fn denies_value(pack: &Pack, said: &str) -> bool {
    let low = folded(said);
    let Some(rest) = low.trim_end().strip_suffix(" нет") else { return false };
    let own: Vec<String> = words(rest)
        .into_iter()
        .filter(|word| !rest[word.start..word.end].starts_with("никак"))
        .map(|word| word.stem)
        .filter(|stem| !is_stop(stem) && !stem.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    let typed = |field: &&Field| matches!(field.kind, FieldKind::Money | FieldKind::Duration | FieldKind::Quantity);
    let names = |field: &Field| {
        let known: Vec<String> =
            field.hints.iter().chain([&field.label]).flat_map(|name| words(name)).map(|word| word.stem).collect();
        own.iter().all(|one| known.iter().any(|stem| alike(one, stem)))
    };
    !own.is_empty() && pack.fields.iter().filter(typed).any(names)
}

/// Whether two stems begin alike: «помесячн» and «месяц» do not, «помесячн» and «помесяч» do.
fn alike(one: &str, other: &str) -> bool {
    let common = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    one == other || common >= 4 && common + 2 >= one.chars().count().min(other.chars().count())
}

/// Words without the quotation marks around all of them.
pub(super) fn bare(said: &str) -> &str {
    // What begins to speak is cut with the mark that opens.
    let end = said.strip_suffix('»').filter(|rest| !rest.contains('«'));
    let inner = said.strip_prefix('«').and_then(|rest| rest.strip_suffix('»')).or(end);
    inner.filter(|inner| !inner.contains(['«', '»'])).unwrap_or(said)
}

#[cfg(test)]
mod tests {
    use super::{bare, dictated, rewords};

    #[test]
    fn what_is_dictated_stands_behind_a_colon() {
        for (said, term) in [
            ("Напишите просто: иное — только с письменного согласия", "иное — только с письменного согласия"),
            ("Уберите оба и запишите так: «Входит только при мне»", "«Входит только при мне»"),
            ("Значит так: вывеска моя", "вывеска моя"),
            ("Нет, лучше так: вход с 8:00", "вход с 8:00"),
            ("добавьте ещё условие: курить нельзя", "курить нельзя"),
        ] {
            assert_eq!(dictated(said).map(|at| said[at..].trim()), Some(term), "{said}");
        }
        assert!(rewords("Нет, лучше так: вход с 8:00") && !rewords("добавьте ещё условие: курить нельзя"));
        for said in ["Оплата так: 30 % сразу", "Укажите адрес: г. Тула", "вход с 8:00 до 21:00", "Срок: год"]
        {
            assert_eq!(dictated(said), None, "{said}");
        }
        assert_eq!(bare("«Входит при мне»"), "Входит при мне");
        assert_eq!(bare("Входит при мне»"), "Входит при мне");
        assert_eq!(bare("«А» и «Б»"), "«А» и «Б»");
    }
}
