//! What of the list of readings an answer accepts: all of it, all but what it names, only what it counts, or the rest.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{is_stop, stem};
use crate::engine::text::{folded, intent};
use crate::model::pointer;
use crate::model::snapshot::AskedRecord;
use crate::workspaces::contract::intake::issues::label;
use crate::workspaces::contract::intake::provenance::Heard;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/acceptance.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    except: Vec<String>,
    all: Vec<String>,
    right: Vec<String>,
    keep: Vec<String>,
    rest: Vec<String>,
    first: Vec<String>,
    counts: Vec<String>,
    ordinals: Vec<String>,
}

static MARKS: LazyLock<Marks> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../../knowledge/dialogue/acceptance.toml")).unwrap_or_default()
});

/// Characters of an answer that are read.
const LONGEST: usize = 600;
/// Words of a yes that stands by itself before other sentences.
const BRIEF: usize = 4;

/// Whether the answer to the list accepts the reading at a place.
#[must_use]
pub fn accepts(pack: Option<&Pack>, heard: &Heard<'_>, record: &AskedRecord, at: &str) -> bool {
    if heard.turn.choice.is_some() {
        return heard.says_yes();
    }
    let low = folded(&heard.turn.text.chars().take(LONGEST).collect::<String>());
    let cut = |(start, end): (usize, usize)| words_of(low.get(start..end).unwrap_or_default());
    let said: Vec<Vec<&str>> = sentences(&low).into_iter().map(cut).filter(|words| !words.is_empty()).collect();
    let index = record.targets.iter().position(|root| pointer::is_within(at, root));
    let named = |part: &[&str], root: &str| pack.is_some_and(|pack| names(part, &label(pack, root)));
    let pointed = |part: &[&str]| {
        let counted = counted(part, record.targets.len());
        let by_name = |n: usize| record.targets.get(n).is_some_and(|root| named(part, root));
        (0..record.targets.len()).filter(|n| counted.contains(n) || by_name(*n)).collect::<Vec<usize>>()
    };
    // «Всё верно. Паспорт Белова: …»: only the sentence that says «верно» counts and excepts, and the exception behind it.
    let Some(yes) = said.iter().position(|words| is_right(words)) else { return heard.says_yes() };
    let words = &said[yes];
    let act = intent::intent(&words.join(" "));
    let assents = act.affirm && !act.deny && !act.question;
    // «Остальное верно»: what the answer speaks of itself is not the rest.
    if words.iter().any(|word| MARKS.rest.iter().any(|stem| word.starts_with(stem.as_str()))) {
        let spoken = said.iter().flat_map(|words| pointed(words)).collect::<Vec<usize>>();
        return index.is_some_and(|index| !spoken.contains(&index));
    }
    let excepts = |words: &[&str]| words.iter().position(|word| MARKS.except.iter().any(|one| one == word));
    if let Some(cut) = excepts(words) {
        let left_out = pointed(&words[cut..]);
        // An exception that names nothing of the list: nobody can tell what was accepted.
        return !left_out.is_empty() && index.is_some_and(|index| !left_out.contains(&index));
    }
    let behind = said.get(yes + 1).filter(|words| excepts(words) == Some(0));
    let left_out = behind.map(|words| pointed(words)).unwrap_or_default();
    let all = words.windows(2).any(|pair| MARKS.all.iter().any(|one| one == pair[0]) && is_right(&pair[1..]));
    let only = if all { Vec::new() } else { counted(words, record.targets.len()) };
    if only.is_empty() && !assents {
        return heard.says_yes();
    }
    index.is_some_and(|index| (only.is_empty() || only.contains(&index)) && !left_out.contains(&index))
}

/// «Оставить. А регистрировать надо?»: whether the first sentence, or one that keeps what stands, says yes.
#[must_use]
pub fn agrees(heard: &Heard<'_>) -> bool {
    let low = folded(&heard.turn.text.chars().take(LONGEST).collect::<String>());
    let parts = sentences(&low).into_iter().filter_map(|(start, end)| low.get(start..end));
    parts.enumerate().any(|(at, part)| {
        let act = intent::intent(part);
        let keeps = || words_of(part).iter().any(|word| MARKS.keep.iter().any(|stem| word.starts_with(stem.as_str())));
        act.affirm && !act.deny && !act.question && (at == 0 || keeps())
    })
}

/// «Всё верно. Город Пермь.»: whether a message begins with a yes to what was shown and goes on with something else.
#[must_use]
pub fn opens_with_yes(text: &str) -> bool {
    let low = folded(&text.chars().take(LONGEST).collect::<String>());
    let first = sentences(&low).first().map(|(start, end)| words_of(low.get(*start..*end).unwrap_or_default()));
    first.is_some_and(|words| words.len() <= BRIEF && is_right(&words) && intent::intent(&words.join(" ")).affirm)
}

fn words_of(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// Whether words say that what was shown is right.
fn is_right(words: &[&str]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let denied = at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|before| *before == "не");
        !denied && MARKS.right.iter().any(|one| one == word)
    })
}

/// Whether a part of the message keeps a value that a rule doubts: «неустойку оставьте», «0,5 % подтверждаю».
#[must_use]
pub fn keeps(heard: &Heard<'_>, label: &str) -> bool {
    let low = folded(&heard.turn.text.chars().take(LONGEST).collect::<String>());
    sentences(&low).into_iter().map(|(start, end)| words_of(low.get(start..end).unwrap_or_default())).any(|words| {
        let kept = words.iter().enumerate().any(|(at, word)| {
            let denied = at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|before| *before == "не");
            !denied && MARKS.keep.iter().any(|stem| word.starts_with(stem.as_str()))
        });
        kept && names(&words, label)
    })
}

/// Whether words name a fact by its label: what it is, and of a side only where no other side is named.
fn names(part: &[&str], label: &str) -> bool {
    let stems = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).map(folded);
        words.map(|word| stem(&word)).filter(|stem| stem.chars().count() > 2 && !is_stop(stem)).collect()
    };
    let said: Vec<String> = part.iter().map(|word| stem(word)).collect();
    let what = label.rsplit_once(": ").map_or(label, |(_, what)| what);
    stems(what).iter().any(|stem| said.contains(stem))
}

/// The places of the list that words count: «первые два», «кроме третьего», «1 и 3».
fn counted(part: &[&str], len: usize) -> Vec<usize> {
    let ordinal = |word: &str| MARKS.ordinals.iter().position(|stem| word.starts_with(stem.as_str()));
    let number = |word: &str| word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let count = |word: &str| MARKS.counts.iter().position(|one| one == word).map(|n| n + 2);
    let mut out: Vec<usize> = Vec::new();
    for (at, word) in part.iter().enumerate() {
        let next = part.get(at + 1);
        let many = next.and_then(|next| count(next).or_else(|| next.parse().ok()));
        match (MARKS.first.iter().any(|one| one == word), many) {
            (true, Some(many)) => out.extend(0..many.min(len)),
            _ => out.extend(ordinal(word).or_else(|| number(word)).filter(|n| *n < len)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted() {
        let of = |text: &str| counted(&text.split(' ').collect::<Vec<_>>(), 5);
        assert_eq!(of("первые два верно"), [0, 1]);
        assert_eq!(of("третьего и пятого"), [2, 4]);
        assert_eq!(of("1 и 4 верно"), [0, 3]);
        assert!(of("верно 2026").is_empty());
    }

    #[test]
    fn facts_are_named() {
        assert!(names(&["банка", "банк", "покупателя"], "Покупатель: банк"));
        assert!(!names(&["цены"], "Покупатель: банк"));
    }
}
