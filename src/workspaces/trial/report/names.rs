//! What ids, roles and states are called in a report: words are data (`knowledge/disputes/rubrics.toml`, `[names]`).

use crate::engine::knowledge::disputes;
use crate::workspaces::trial::state::Trial;
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// An id in a text, with the word before it: «факты f-1».
static ID: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:(\p{Alphabetic}+) )?(?:^|\b)(f|ev|gap|issue|counter|claim|finding|el|d)-(\d+)").ok()
});
/// A further id of a list that began with a name: «, f-2».
const SAME: usize = 2;

/// The words of a key in a language; the key itself where there are none.
#[must_use]
pub fn name(lang: &str, key: &str) -> String {
    let told = disputes::embedded().ok().and_then(|all| all.words.names.get(key));
    told.map_or_else(|| key.to_owned(), |told| told.of(lang).to_owned())
}

/// A value of a closed list: `state` and `proven` are `state.proven`; empty for nothing.
#[must_use]
pub fn named(lang: &str, list: &str, value: &str) -> String {
    if value.is_empty() { String::new() } else { name(lang, &format!("{list}.{value}")) }
}

/// Who speaks, by the kind of the case.
#[must_use]
pub fn role(trial: &Trial, lang: &str, role: &str) -> String {
    name(lang, &format!("role.{}.{role}", trial.case.case_type))
}

/// A step by its id: `r2-claimant` is the claiming side in round 2.
#[must_use]
pub fn step(trial: &Trial, lang: &str, id: &str) -> String {
    let (round, who) = id.split_once('-').unwrap_or(("", id));
    let number = round.trim_start_matches('r');
    format!("{} · {}", name(lang, "round").replace("{n}", number), role(trial, lang, who))
}

/// An id as it is called: evidence by its label, the rest by a word and a number.
#[must_use]
pub fn id(trial: &Trial, lang: &str, id: &str) -> String {
    if let Some(piece) = trial.evidence.iter().find(|one| one.id == id) {
        return piece.label.clone();
    }
    match id.split_once('-') {
        Some((kind, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            let told = name(lang, &format!("id.{kind}"));
            if told.contains("{n}") { told.replace("{n}", &of_claim(number)) } else { id.to_owned() }
        }
        _ => id.to_owned(),
    }
}

/// A number among those of its claim: 203 is the third of claim 2.
fn of_claim(number: &str) -> String {
    match number.parse::<u32>() {
        Ok(n) if n >= 100 => format!("{}-{}", n / 100, n % 100),
        _ => number.to_owned(),
    }
}

/// Ids of a list as they are called.
pub fn ids<'i>(trial: &Trial, lang: &str, list: impl Iterator<Item = &'i str>) -> String {
    list.map(|one| id(trial, lang, one)).collect::<Vec<_>>().join(", ")
}

/// A text whose ids are called by their names; where the word before says it already, only the number stays.
#[must_use]
pub fn readable(trial: &Trial, lang: &str, text: &str) -> String {
    let Some(pattern) = ID.as_ref() else { return text.to_owned() };
    let replaced = pattern.replace_all(text, |found: &Captures<'_>| {
        let (kind, number) = (&found[2], &found[3]);
        let called = id(trial, lang, &format!("{kind}-{number}"));
        let Some(before) = found.get(1).map(|word| word.as_str()) else { return called };
        let root: String = called.chars().take_while(|c| c.is_alphabetic()).take(4).collect();
        let said = root.chars().count() >= SAME && before.to_lowercase().starts_with(&root.to_lowercase());
        if said { format!("{before} {number}") } else { format!("{before} {called}") }
    });
    replaced.into_owned()
}

/// A place in an output: `/CounterArguments/0/text` is the first counter-argument.
#[must_use]
pub fn place(lang: &str, pointer: &str) -> String {
    let mut parts = pointer.split('/').skip(1);
    let list = parts.next().unwrap_or_default();
    let told = name(lang, &format!("place.{list}"));
    match parts.next().and_then(|index| index.parse::<usize>().ok()) {
        Some(index) if !list.is_empty() => format!("{told} {}", index + 1),
        _ if list.is_empty() => String::new(),
        _ => told,
    }
}
