//! Details of the sides that were put where they do not belong: «адрес вы перепутали, это адрес арендатора», «Белов —
//! не работник», «ИНН не …07, а …70».

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{Pack, Party};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::parts::sentences;
use crate::engine::text::scan;
use crate::engine::text::stem::{Word, words};
use crate::workspaces::contract::intake::provenance::{Heard, day};
use crate::workspaces::contract::perform::around::tail;
use crate::workspaces::contract::perform::changes::Change;
use crate::workspaces::contract::perform::introduced::{names, spoken};
use crate::workspaces::contract::perform::references::References;
use regex::Regex;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// A detail as it is called, and its leaves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Detail {
    words: Vec<String>,
    leaves: Vec<String>,
}

/// Words (`knowledge/dialogue/moved.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    mixed: Vec<String>,
    phrases: Vec<String>,
    own: Vec<String>,
    theirs: Vec<String>,
    is: Vec<String>,
    detail: Vec<Detail>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/moved.toml")).unwrap_or_default());

/// Words of a sentence that only says whose something is.
const SHORT: usize = 16;
/// Words between a denied value and the one in its place.
const GAP: usize = 4;

/// The endings of a number: «не …07, а …70».
static ENDING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(инн|огрнип|огрн|кпп|бик|снилс|сч[её]т[а-я]*|паспорт[а-я]*)\b[^\d.;!?\n]{0,40}?\bне\s*(?:на\s+)?[….]*\s*(\d{2,20})[^\d.;!?\n]{0,20}?,?\s*\bа\s*(?:на\s+)?[….]*\s*(\d{2,20})\b").ok()
});

/// The changes that a turn makes to whose details are whose.
pub(super) fn of(pack: &Pack, heard: &Heard<'_>, domain: &Value) -> Vec<Change> {
    let text = heard.turn.text.as_str();
    let low = folded(text);
    if heard.turn.choice.is_some() || !domain["parties"].is_object() {
        return Vec::new();
    }
    let mut out = Vec::new();
    let said = spoken(pack, text);
    let mixed = MARKS.mixed.iter().chain(&MARKS.phrases).any(|mark| low.contains(mark.as_str()));
    let whose =
        |low: &str| low.split(|c: char| !c.is_alphanumeric()).any(|word| MARKS.is.iter().any(|one| one == word));
    if pack.parties.len() == 2 && (mixed || whose(&low)) {
        for (start, end) in sentences(text) {
            let first = said.partition_point(|word| word.start < start);
            let past = said.partition_point(|word| word.end <= end);
            out.extend(reassigned(pack, heard, domain, said.get(first..past).unwrap_or_default(), (start, end)));
        }
    }
    if low.contains("не ") {
        out.extend(denied(pack, heard, domain, &said));
        out.extend(replaced(pack, heard, domain));
    }
    out
}

fn root(party: &Party) -> String {
    format!("/parties/{}", party.role)
}

/// «Это адрес арендатора», «адрес и паспорт вы перепутали».
fn reassigned(pack: &Pack, heard: &Heard<'_>, domain: &Value, said: &[Word], span: (usize, usize)) -> Vec<Change> {
    let text = heard.turn.text.as_str();
    let low = |word: &Word| folded(&text[word.start..word.end]);
    let own = folded(text.get(span.0..span.1).unwrap_or_default());
    let mixed = said.iter().any(|word| MARKS.mixed.iter().any(|stem| low(word).starts_with(stem.as_str())))
        || MARKS.phrases.iter().any(|phrase| own.contains(phrase.as_str()));
    let is = said.iter().any(|word| MARKS.is.contains(&low(word)));
    // A new value says itself whose it is.
    let first = heard.mentions.partition_point(|m| m.start < span.0);
    let new =
        heard.mentions.iter().skip(first).take_while(|m| m.end <= span.1).any(|m| !matches!(m.kind, M::City { .. }));
    if new || !(mixed || is) || said.len() > SHORT || own.contains('?') {
        return Vec::new();
    }
    let begins = |word: &Word, list: &[String]| list.iter().any(|stem| low(word).starts_with(stem.as_str()));
    let details = MARKS.detail.iter().filter(|detail| said.iter().any(|word| begins(word, &detail.words)));
    let party = |word: &Word| {
        let is =
            |party: &&Party| names(party).iter().any(|name| words(name).len() == 1 && words(name)[0].stem == word.stem);
        pack.parties.iter().position(|party| is(&party))
    };
    let not = |at: usize| at.checked_sub(1).is_some_and(|before| low(&said[before]) == "не");
    let named = said.iter().enumerate().filter_map(|(at, word)| Some((party(word)?, not(at))));
    let mut to: Option<usize> = None;
    for (side, denied) in named {
        let side = if denied { 1 - side } else { side };
        if to.is_some_and(|other| other != side) {
            return Vec::new();
        }
        to = Some(side);
    }
    let pronoun = |list: &[String], denied: bool| {
        said.iter().enumerate().any(|(at, word)| list.contains(&low(word)) && not(at) == denied)
    };
    let mut out = Vec::new();
    for leaf in details.flat_map(|detail| &detail.leaves) {
        let at = [0, 1].map(|side| format!("{}/{leaf}", root(&pack.parties[side])));
        let value = [0, 1].map(|side: usize| domain.pointer(&at[side]).filter(|value| is_present(value)).cloned());
        let set = |side: usize, value: Option<Value>, from: usize| Change {
            at: at[side].clone(),
            formula: value.as_ref().map(|_| format!("{} → {}", pack.parties[from].title, pack.parties[side].title)),
            value,
            span,
        };
        match (&value, to) {
            ([Some(one), Some(two)], _) if mixed && one != two && swapped(&own, [one, two], to) => {
                out.extend([set(0, Some(two.clone()), 1), set(1, Some(one.clone()), 0)]);
            }
            ([Some(one), None], Some(1)) => out.extend([set(1, Some(one.clone()), 0), set(0, None, 0)]),
            ([None, Some(two)], Some(0)) => out.extend([set(0, Some(two.clone()), 1), set(1, None, 1)]),
            // «Адрес перепутали, это его»: it is not where it stands.
            ([Some(value), None] | [None, Some(value)], None)
                if mixed
                    && (pronoun(&MARKS.theirs, false) || pronoun(&MARKS.own, true) || pronoun(&MARKS.own, false)) =>
            {
                let from = usize::from(at[0].is_empty() || domain.pointer(&at[0]).is_none_or(|v| !is_present(v)));
                out.extend([set(1 - from, Some(value.clone()), from), set(from, None, from)]);
            }
            _ => {}
        }
    }
    out
}

/// Whether two values change places: nobody was named, or the words speak of the value that stands at the other side.
fn swapped(low: &str, values: [&Value; 2], to: Option<usize>) -> bool {
    let Some(to) = to else { return true };
    let bag = |value: &Value| -> Vec<String> {
        let text = folded(value.as_str().unwrap_or_default());
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 3).map(str::to_owned).collect()
    };
    let [one, two] = values.map(bag);
    let (here, there) = if to == 0 { (one, two) } else { (two, one) };
    let said: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).collect();
    there.iter().any(|word| !here.contains(word) && said.contains(&word.as_str()))
}

/// «Белов — не работник»: a name that stands for a side is denied to be it.
fn denied(pack: &Pack, heard: &Heard<'_>, domain: &Value, said: &[Word]) -> Vec<Change> {
    let text = heard.turn.text.as_str();
    let references = References::of(pack, domain, text, said, &[]);
    let low = |word: &Word| folded(&text[word.start..word.end]);
    let mut out = Vec::new();
    for pair in said.windows(2) {
        let [not, role] = pair else { continue };
        let party = pack
            .parties
            .iter()
            .find(|party| names(party).iter().any(|name| words(name).len() == 1 && words(name)[0].stem == role.stem));
        let Some(party) = party.filter(|_| low(not) == "не" && text.get(not.end..role.start) == Some(" ")) else {
            continue;
        };
        let before = tail(text, not.start);
        let ends = before.rfind(['.', ';', ',', '\n', '!', '?']).map_or(0, |at| at + 1);
        let from = not.start - before.len() + ends;
        let own = root(party);
        if references.between(from, not.start) == Some(own.as_str()) {
            out.push(Change { at: format!("{own}/name"), value: None, span: (from, role.end), formula: None });
        }
    }
    out
}

/// «ИНН не 7707…, а 7708…», «ИНН не …07, а …70»: a number that stands is denied beside the one in its place.
fn replaced(pack: &Pack, heard: &Heard<'_>, domain: &Value) -> Vec<Change> {
    let text = heard.turn.text.as_str();
    let mut out = Vec::new();
    // What is denied is no mention of the turn: the numbers are looked at once more, with it.
    let all = scan::mentions(text, day(heard.turn));
    let numbers: Vec<(&Mention, &str, String)> =
        all.iter().filter_map(|m| number(&m.kind).map(|(leaf, value)| (m, leaf, value))).collect();
    for pair in numbers.windows(2) {
        let [(first, leaf, one), (second, other, two)] = pair else { continue };
        let gap = text.get(first.end..second.start).unwrap_or("\n");
        let near = gap.split_whitespace().count() <= GAP && !gap.contains(['.', ';', '?', '!', '\n']);
        let before = folded(tail(text, first.start));
        let not = |part: &str| part.split_whitespace().rev().take(2).any(|word| word == "не");
        let (old, new, span) = match (not(&before), not(&folded(gap))) {
            _ if leaf != other || !near || one == two => continue,
            (true, false) => (one, two, (second.start, second.end)),
            (false, true) => (two, one, (first.start, first.end)),
            _ => continue,
        };
        let mut places = pack.parties.iter().map(|party| format!("{}/{leaf}", root(party)));
        let stands = places.find(|at| domain.pointer(at).and_then(Value::as_str) == Some(old.as_str()));
        out.extend(stands.map(|at| Change { at, value: Some(json!(new)), span, formula: None }));
    }
    if out.is_empty() {
        out.extend(ENDING.iter().flat_map(|regex| regex.captures_iter(text)).filter_map(|c| {
            let leaf = match folded(c.get(1)?.as_str()) {
                word if word.starts_with("инн") => "inn",
                word if word.starts_with("огрн") => "ogrn",
                word if word.starts_with("кпп") => "kpp",
                word if word.starts_with("бик") => "bank/bik",
                word if word.starts_with("снилс") => "snils",
                word if word.starts_with("счет") => "bank/account",
                _ => "passport/number",
            };
            let (old, new) = (c.get(2)?, c.get(3)?);
            if old.as_str().len() != new.as_str().len() {
                return None;
            }
            let mut fits = pack.parties.iter().filter_map(|party| {
                let at = format!("{}/{leaf}", root(party));
                let head = domain.pointer(&at)?.as_str()?.strip_suffix(old.as_str())?.to_owned();
                Some((at, head))
            });
            let ((at, head), None) = (fits.next()?, fits.next()) else { return None };
            let formula = format!("…{} → …{}", old.as_str(), new.as_str());
            let value = json!(format!("{head}{}", new.as_str()));
            Some(Change { at, value: Some(value), span: (old.start(), new.end()), formula: Some(formula) })
        }));
    }
    out
}

/// A number of a side: its leaf and its value.
fn number(kind: &M) -> Option<(&'static str, String)> {
    Some(match kind {
        M::Inn { digits, .. } => ("inn", digits.clone()),
        M::Ogrn { digits, .. } => ("ogrn", digits.clone()),
        M::Kpp { text } => ("kpp", text.clone()),
        M::Snils { digits, .. } => ("snils", digits.clone()),
        M::Bik { digits } => ("bank/bik", digits.clone()),
        M::Account { digits } => ("bank/account", digits.clone()),
        M::Phone { text } => ("phone", text.clone()),
        M::Email { text } => ("email", text.clone()),
        _ => return None,
    })
}
