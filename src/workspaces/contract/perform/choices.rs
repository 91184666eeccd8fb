//! Choice facts: the words of an option anywhere in a message, its label when it was asked for.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::scope::{self, Scope};
use crate::engine::text::stem::{Word, contains_phrase, phrase_stems, words};
use crate::engine::text::{clause, intent};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::bearing::beside;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::sides::Sides;
use serde_json::{Value, json};

/// Assigns all choice and yes-or-no fields.
pub fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = &heard.turn.text;
    let opened = intent::after_no(text);
    let clauses: Vec<(usize, Vec<Word>)> = clause::clauses(text)
        .into_iter()
        .map(|(start, end)| (start.max(opened.min(end)), end))
        .map(|(start, end)| (start, words(&text[start..end])))
        .collect();
    for field in pack.fields.iter().filter(|f| matches!(f.kind, FieldKind::Choice | FieldKind::YesNo)) {
        let asked = heard.question.is_some_and(|q| q.targets.iter().any(|t| t == &field.pointer));
        if !asked && !condition::all(&field.when, &draft.domain) {
            continue;
        }
        let found = said(field, heard, &clauses, asked);
        let by_person = if found.is_empty() { by_person(pack, field, heard, draft, &clauses) } else { None };
        if let Some((value, span)) = by_person {
            draft.say(heard, &field.pointer, value, span, false);
        }
        for (value, span) in found {
            let clear = heard.scopes.beside_negation(span.0, span.1) == Scope::Asserted;
            draft.say(heard, &field.pointer, value, span, clear);
        }
    }
}

/// «ОСАГО на мне, ремонт на нём»: a duty of the one who speaks or of the other side, where the options are the sides.
fn by_person(
    pack: &Pack,
    field: &Field,
    heard: &Heard<'_>,
    draft: &Draft<'_>,
    clauses: &[(usize, Vec<Word>)],
) -> Option<(Value, (usize, usize))> {
    const OWN: &[&str] = &["на мне", "с меня", "за мной", "на нас", "с нас", " я ", "сам ", "мы "];
    const THEIR: &[&str] = &[
        "на нем",
        "на нём",
        "на них",
        "на ней",
        "с него",
        "с нее",
        "с неё",
        "с них",
        "за ним",
        " он ",
        " она ",
        " они ",
    ];
    let [first, second] = pack.parties.as_slice() else { return None };
    let of =
        |role: &str| field.options.iter().find(|option| option.value.as_str() == Some(role)).map(|o| o.value.clone());
    let (own, their) = (of(&first.role)?, of(&second.role)?);
    let speaker = Sides::of(pack, heard, draft).speaker()?;
    let (own, their) = if speaker.role == first.role { (own, their) } else { (their, own) };
    let about: Vec<String> =
        words(&field.label).into_iter().map(|word| word.stem).filter(|stem| stem.chars().count() > 3).collect();
    let text = &heard.turn.text;
    clauses.iter().find_map(|(start, clause)| {
        let names = |word: &Word| about.iter().any(|stem| word.stem.chars().take(5).eq(stem.chars().take(5)));
        if !clause.iter().any(names) {
            return None;
        }
        let (from, to) = (start + clause.first()?.start, start + clause.last()?.end);
        let low = format!(" {} ", text.get(from..to)?.to_lowercase());
        let said = |list: &[&str]| list.iter().any(|mark| low.contains(mark));
        let value = match (said(OWN), said(THEIR)) {
            (true, false) => own.clone(),
            (false, true) => their.clone(),
            _ => return None,
        };
        Some((value, (from, to)))
    })
}

/// An option as the message says it.
struct Match<'p> {
    phrase: &'p str,
    value: &'p Value,
    span: (usize, usize),
}

impl Match<'_> {
    /// Whether it says more exactly what the other one says: the longer of two phrases that share words, else the one
    /// whose words stand closer together.
    fn beats(&self, other: &Self) -> bool {
        let (own, its) = (phrase_stems(self.phrase), phrase_stems(other.phrase));
        let slack = |m: &Self| (m.span.1 - m.span.0).saturating_sub(m.phrase.len());
        if its.iter().all(|stem| own.contains(stem)) || own.iter().all(|stem| its.contains(stem)) {
            return own.len() > its.len() || (own.len() == its.len() && slack(self) < slack(other));
        }
        (slack(self), usize::MAX - self.phrase.len()) < (slack(other), usize::MAX - other.phrase.len())
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.span.0 < other.span.1 && other.span.0 < self.span.1
    }
}

/// The values that the message gives to a field, in its order: phrases that stand in one of its clauses. Several only
/// where they are said in different places.
fn said(field: &Field, heard: &Heard<'_>, clauses: &[(usize, Vec<Word>)], asked: bool) -> Vec<(Value, (usize, usize))> {
    let text = &heard.turn.text;
    let mut found: Vec<Match<'_>> = Vec::new();
    for (start, clause) in clauses {
        for option in &field.options {
            let label = asked.then_some(option.label.as_str());
            for phrase in option.words.iter().map(String::as_str).chain(label) {
                let Some((s, e)) = contains_phrase(clause, phrase) else { continue };
                let span = (s + start, e + start);
                let part = clause.last().and_then(|last| text.get(*start..start + last.end)).unwrap_or_default();
                if scope::says(text, &heard.scopes, span, phrase) && !beside(field, part) {
                    found.push(Match { phrase, value: &option.value, span });
                }
            }
        }
    }
    let beaten = |one: &Match<'_>| found.iter().any(|other| other.overlaps(one) && other.beats(one));
    let mut out: Vec<(Value, (usize, usize))> = Vec::new();
    let mut kept: Vec<&Match<'_>> = found.iter().filter(|one| !beaten(one)).collect();
    kept.sort_by_key(|one| one.span);
    for one in kept {
        if out.last().is_none_or(|(value, _)| value != one.value) {
            out.push((one.value.clone(), one.span));
        }
    }
    if !out.is_empty() {
        return out;
    }
    let whole = (0, text.len());
    match (field.kind, asked, heard.intent.affirm, heard.intent.deny) {
        (FieldKind::YesNo, true, true, false) => vec![(json!(true), whole)],
        (FieldKind::YesNo, true, false, true) => vec![(json!(false), whole)],
        _ => Vec::new(),
    }
}
