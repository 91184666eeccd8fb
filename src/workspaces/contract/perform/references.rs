//! Sides by their own names: «паспорт Белова 2210 …», «у «Ромашки» директор …».
//!
//! A name that stands is spoken of by its surname, by its given name where no other side bears it, or by the name
//! between its quotation marks, in any case.

use crate::engine::grammar::case::Case;
use crate::engine::grammar::person;
use crate::engine::knowledge::pack::Pack;
use crate::engine::text::folded;
use crate::engine::text::stem::Word;
use crate::workspaces::contract::perform::side_words::MARKS;
use serde_json::Value;
use std::collections::BTreeSet;

/// Letters that a surname has at least to be known in another case.
const LEAST: usize = 4;
/// Words behind a word of kinship among which the name stands.
const NAMED: usize = 4;
/// Letters that a case may add.
const ENDING: usize = 3;

/// Where a message speaks of a side that has a name: the end of the word, and the place of the side.
pub(super) struct References(Vec<(usize, usize, String)>);

impl References {
    /// Reads them; a name that two sides share says nothing. `earlier` is what was said before.
    pub(super) fn of(pack: &Pack, domain: &Value, text: &str, said: &[Word], earlier: &[String]) -> Self {
        let kin = kin(pack, domain, text, earlier);
        let mut names: Vec<(String, String)> = Vec::new();
        for party in &pack.parties {
            let root = format!("/parties/{}", party.role);
            if let Some(name) = domain.pointer(&format!("{root}/name")).and_then(Value::as_str)
                && let Some(short) = short(name)
            {
                names.push((short, root));
            }
        }
        let same = |at: usize| names.iter().enumerate().any(|(other, (name, _))| other != at && *name == names[at].0);
        let known: Vec<&(String, String)> =
            names.iter().enumerate().filter(|(at, _)| !same(*at)).map(|(_, name)| name).collect();
        let givens = givens(pack, domain);
        let any = !(known.is_empty() && kin.is_empty() && givens.is_empty());
        let found = said.iter().filter(|_| any).filter_map(|word| {
            let form = folded(text.get(word.start..word.end)?);
            let mut fits = known.iter().filter(|(name, _)| is_form(&form, name)).map(|(_, root)| root);
            // «Жена» in a marriage contract is a side, not somebody's wife.
            let of_side = pack.parties.iter().flat_map(|party| &party.words).any(|name| folded(name) == form);
            let mut relative = kin
                .iter()
                .filter(|_| !of_side)
                .filter(|(stem, _)| form.starts_with(stem.as_str()))
                .map(|(_, root)| root);
            match (fits.next(), fits.next(), relative.next()) {
                (Some(root), None, _) | (None, _, Some(root)) => Some((word.start, word.end, root.clone())),
                (None, ..) => {
                    let given = givens.iter().find(|one| one.forms.contains(&form))?;
                    given.is_alone(text, word).then(|| (word.start, word.end, given.root.clone()))
                }
                _ => None,
            }
        });
        Self(found.collect())
    }

    /// The side named last between two bytes.
    pub(super) fn between(&self, from: usize, to: usize) -> Option<&str> {
        let past = self.0.partition_point(|(_, end, _)| *end <= to);
        let (start, _, root) = self.0.get(past.checked_sub(1)?)?;
        (*start >= from).then_some(root)
    }

    /// The side named right behind a mention, in the same clause: «4116 998877 у Ермакова».
    pub(super) fn behind(&self, text: &str, end: usize) -> Option<&str> {
        let next = self.0.partition_point(|(start, _, _)| *start < end);
        let (start, _, root) = self.0.get(next)?;
        let gap = text.get(end..*start)?;
        let close = gap.split_whitespace().count() <= 2 && !gap.contains([',', '.', ';', '\n', '?', '!']);
        close.then_some(root)
    }
}

/// The given name of a side, which no other side bears.
struct Given {
    forms: BTreeSet<String>,
    /// The other parts of the name, in all cases.
    rest: BTreeSet<String>,
    root: String,
}

impl Given {
    /// Whether no other surname or patronymic stands beside it: «Илья Зотов» is somebody else than Илья Петров.
    fn is_alone(&self, text: &str, word: &Word) -> bool {
        let capital = |part: &str| {
            let own = part.trim_matches(|c: char| !c.is_alphanumeric());
            own.chars().next().is_some_and(char::is_uppercase) && !self.rest.contains(&folded(own))
        };
        let before = text.get(..word.start).and_then(|before| before.strip_suffix(' '));
        let behind = text.get(word.end..).and_then(|behind| behind.strip_prefix(' '));
        let next = behind.and_then(|rest| rest.split_whitespace().next());
        // The first word of a sentence has its capital for that.
        let last = before.and_then(|rest| {
            let (rest, last) = rest.rsplit_once(char::is_whitespace)?;
            (!rest.trim_end().ends_with(['.', '!', '?', ':', ';']) && !rest.ends_with('\n')).then_some(last)
        });
        !next.is_some_and(capital) && !last.is_some_and(capital)
    }
}

fn givens(pack: &Pack, domain: &Value) -> Vec<Given> {
    const CASES: [Case; 5] = [Case::Genitive, Case::Dative, Case::Accusative, Case::Instrumental, Case::Prepositional];
    let mut out: Vec<Given> = Vec::new();
    for party in &pack.parties {
        let root = format!("/parties/{}", party.role);
        let name = domain.pointer(&format!("{root}/name")).and_then(Value::as_str).unwrap_or_default();
        let name = name.strip_prefix("ИП ").unwrap_or(name);
        if name.contains(['«', '"']) || !(2..=3).contains(&name.split_whitespace().count()) {
            continue;
        }
        let all = std::iter::once(name.to_owned()).chain(CASES.iter().map(|case| person::decline(name, *case).0));
        let mut given = Given { forms: BTreeSet::new(), rest: BTreeSet::new(), root };
        for declined in all {
            for (at, part) in declined.split_whitespace().enumerate() {
                let forms = if at == 1 { &mut given.forms } else { &mut given.rest };
                forms.insert(folded(part));
            }
        }
        given.forms.retain(|form| form.chars().count() >= SHORT);
        out.push(given);
    }
    let shared = |at: usize| out.iter().enumerate().any(|(n, one)| n != at && !one.forms.is_disjoint(&out[at].forms));
    let alone: Vec<bool> = (0..out.len()).map(|at| !shared(at)).collect();
    out.into_iter().zip(alone).filter(|(_, alone)| *alone).map(|(given, _)| given).collect()
}

/// Letters of a given name.
const SHORT: usize = 3;

/// «Внук Артём» and later «у внука»: the words of kinship that stood beside the name of a side, each of one side alone.
fn kin(pack: &Pack, domain: &Value, text: &str, earlier: &[String]) -> Vec<(String, String)> {
    let names: Vec<(String, Vec<String>)> = pack
        .parties
        .iter()
        .map(|party| {
            let root = format!("/parties/{}", party.role);
            let name = domain.pointer(&format!("{root}/name")).and_then(Value::as_str).unwrap_or_default();
            let parts = name.split_whitespace().map(folded).filter(|part| part.chars().count() >= LEAST).collect();
            (root, parts)
        })
        .collect();
    let mut out: Vec<(String, String)> = Vec::new();
    for told in earlier.iter().map(String::as_str).chain([text]) {
        let low = folded(told);
        let said: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        for (at, word) in said.iter().enumerate() {
            let Some(stem) = MARKS.relatives.iter().find(|stem| word.starts_with(stem.as_str())) else { continue };
            let near = said.get(at + 1..said.len().min(at + 1 + NAMED)).unwrap_or_default();
            let score =
                |parts: &[String]| near.iter().filter(|next| parts.iter().any(|part| is_form(next, part))).count();
            let mut best: Vec<(usize, &String)> = names.iter().map(|(root, parts)| (score(parts), root)).collect();
            best.sort_by_key(|(score, _)| usize::MAX - score);
            let sure = best.first().is_some_and(|first| first.0 > 0 && best.get(1).is_none_or(|next| next.0 < first.0));
            let found = best.first().filter(|_| sure).map(|(_, root)| (stem.clone(), (*root).clone()));
            out.extend(found.filter(|found| !out.contains(found)));
        }
    }
    let twice = |stem: &String| out.iter().filter(|(one, _)| one == stem).count() > 1;
    out.iter().filter(|(stem, _)| !twice(stem)).cloned().collect()
}

/// What a name is known by: the surname, the company's own name.
fn short(name: &str) -> Option<String> {
    let own = name.split(['«', '"']).nth(1).map(|rest| rest.split(['»', '"']).next().unwrap_or(rest));
    let of_person = || name.strip_prefix("ИП ").unwrap_or(name).split_whitespace().next();
    let short = folded(own.or_else(of_person)?);
    (short.chars().count() >= LEAST && !short.contains(' ')).then_some(short)
}

/// Whether a word is the name, or the name in another case.
fn is_form(form: &str, name: &str) -> bool {
    let length = name.chars().count();
    let kept = name.chars().last().is_some_and(|last| !"аяьй".contains(last));
    let stem: String = name.chars().take(if kept { length } else { length - 1 }).collect();
    form == name
        || (length > LEAST
            && form.starts_with(&stem)
            && form.chars().count() <= stem.chars().count() + ENDING
            // «Иванова» of «Иванов», but not «Ивановна».
            && !form.ends_with("вна")
            && !form.ends_with("вич"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surname_is_known_in_other_cases() {
        for (form, name, want) in [
            ("белова", "белов", true),
            ("белову", "белов", true),
            ("орловой", "орлова", true),
            ("ромашки", "ромашка", true),
            ("ромашкой", "ромашка", true),
            ("фёдоровна", "федоров", false),
            ("белый", "белов", false),
            ("лева", "лев", false),
        ] {
            assert_eq!(is_form(&folded(form), name), want, "{form} of {name}");
        }
    }
}
