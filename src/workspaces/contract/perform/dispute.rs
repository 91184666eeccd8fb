//! The answer to an open conflict: one of its values, by its number, by the value itself, or by a click.
//!
//! What a message says in passing answers nothing: «в машине 2 ключа» is no price. A value counts in the place's own
//! dimension and where the words around it name no other fact; a bare number counts where nothing else is said.

use crate::engine::knowledge::dialogue;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::clause::clauses;
use crate::engine::text::matches;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::scope;
use crate::engine::text::stem::{Word, contains_phrase, is_stop, phrase_stems, stem, words};
use crate::model::money::parse_minor;
use crate::workspaces::contract::intake::dispute::{Dispute, chosen};
use crate::workspaces::contract::intake::issues::label;
use crate::workspaces::contract::intake::provenance::{Heard, day};
use crate::workspaces::contract::perform::facts::{Draft, clear_other_kind};
use crate::workspaces::contract::perform::typed::value_for;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Bytes from the first to the last word.
type Span = (usize, usize);

/// A conflict that the message settles.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The key of its issue.
    pub key: String,
    /// The place.
    pub at: String,
    /// The value that holds.
    pub value: Value,
    /// The words.
    pub span: Span,
}

/// Settles the open conflicts that the message answers; returns the bytes of the words.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> Vec<Span> {
    let mut used = Vec::new();
    for dispute in draft.disputes.clone() {
        let Some((value, span)) = answer(pack, heard, &dispute) else { continue };
        clear_other_kind(draft, &dispute.at, &value);
        draft.replace(&dispute.at, value.clone());
        draft.spans.push((dispute.at.clone(), span));
        draft.disputes.retain(|open| open.key != dispute.key);
        draft.answers.push(Answer { key: dispute.key, at: dispute.at, value, span });
        used.push(span);
    }
    used
}

/// Which value the message picks.
#[must_use]
pub fn answer(pack: &Pack, heard: &Heard<'_>, dispute: &Dispute) -> Option<(Value, Span)> {
    let asked = heard.question.is_some_and(|question| question.keys.contains(&dispute.key));
    let text = &heard.turn.text;
    if let Some(choice) = heard.turn.choice.as_deref() {
        let value = dispute.options.get(chosen(choice).filter(|_| asked)?)?;
        return Some((value.clone(), (0, text.len())));
    }
    let view = View::of(pack, heard, dispute);
    let index = view.by_value(asked).or_else(|| view.by_order().filter(|_| asked));
    match index {
        Some((index, span)) => Some((dispute.options.get(index)?.clone(), span)),
        None => view.by_other().filter(|_| asked),
    }
}

/// A message beside a conflict.
struct View<'a> {
    pack: &'a Pack,
    heard: &'a Heard<'a>,
    dispute: &'a Dispute,
    field: Option<&'a Field>,
    said: Vec<Word>,
    clauses: Vec<Span>,
    /// Stems that only announce an answer, or name the place.
    plain: BTreeSet<String>,
}

/// A value of the conflict in the words.
struct Hit {
    index: usize,
    span: Span,
    named: bool,
}

/// What the words nearest to a value name.
#[derive(PartialEq, Clone, Copy)]
enum Subject {
    Own,
    Other,
    Nothing,
}

impl<'a> View<'a> {
    fn of(pack: &'a Pack, heard: &'a Heard<'a>, dispute: &'a Dispute) -> Self {
        let field = pack.fields.iter().find(|field| field.pointer == dispute.at);
        let mut plain: BTreeSet<String> = spoken(|pick| &pick.filler);
        let name = label(pack, &dispute.at);
        let hints = field.into_iter().flat_map(|field| &field.hints).map(String::as_str);
        for phrase in hints.chain([name.as_str()]) {
            plain.extend(phrase_stems(phrase).iter().cloned());
        }
        let text = &heard.turn.text;
        Self { pack, heard, dispute, field, said: words(text), clauses: clauses(text), plain }
    }

    fn clause(&self, span: Span) -> Span {
        let found = self.clauses.iter().find(|clause| clause.0 <= span.0 && span.1 <= clause.1);
        found.copied().unwrap_or((0, self.heard.turn.text.len()))
    }

    fn within(&self, clause: Span) -> &[Word] {
        let first = self.said.partition_point(|word| word.start < clause.0);
        let past = self.said.partition_point(|word| word.end <= clause.1);
        self.said.get(first..past).unwrap_or_default()
    }

    /// Whether a part of the text says nothing beside these bytes.
    fn alone(&self, clause: Span, span: Span) -> bool {
        let mut beside = self.within(clause).iter().filter(|word| word.end <= span.0 || span.1 <= word.start);
        beside.all(|word| is_stop(&word.stem) || self.plain.contains(&word.stem))
    }

    /// The fact that the words around a value name: the nearest name of a fact that could take it.
    fn subject(&self, mention: &Mention) -> Subject {
        let around = self.within(self.clause((mention.start, mention.end)));
        let takes = |field: &&Field| value_for(field, mention, true).is_some();
        let nearest = |field: &Field| {
            let names = field.hints.iter().flat_map(|hint| phrase_stems(hint).to_vec());
            let names: BTreeSet<String> = names.filter(|stem| !is_stop(stem) && stem.chars().count() > 2).collect();
            let named = |word: &&Word| names.iter().any(|name| same(&word.stem, name));
            around.iter().filter(named).map(|word| distance(word, mention)).min()
        };
        let all = self.pack.fields.iter().filter(takes);
        let all = all.filter_map(|field| Some((nearest(field)?, field.pointer != self.dispute.at)));
        match all.min() {
            Some((_, false)) => Subject::Own,
            Some((_, true)) => Subject::Other,
            None => Subject::Nothing,
        }
    }

    fn by_value(&self, asked: bool) -> Option<(usize, Span)> {
        let hits = match self.field {
            Some(field) if matches!(field.kind, FieldKind::Choice | FieldKind::YesNo) => self.of_choice(field),
            Some(field) if field.kind != FieldKind::Text => self.of_typed(field, asked),
            _ if asked => self.of_words(),
            _ => Vec::new(),
        };
        one(&hits, |_| true).or_else(|| one(&hits, |hit| hit.named))
    }

    /// Numbers, sums, dates.
    fn of_typed(&self, field: &Field, asked: bool) -> Vec<Hit> {
        let mut hits = Vec::new();
        for mention in &self.heard.mentions {
            let span = (mention.start, mention.end);
            let bare = matches!(mention.kind, MentionKind::Number { .. } | MentionKind::DayOfMonth { .. });
            let exact = self.indexes(|option| equals(field, mention, option));
            let whole = exact.len() == 1 && !bare;
            let fits = if exact.is_empty() { self.indexes(|option| shortened(mention, option)) } else { exact };
            let [index] = fits.as_slice() else { continue };
            let subject = self.subject(mention);
            let counts = match subject {
                Subject::Other => false,
                Subject::Own => whole || asked && self.alone(self.clause(span), span),
                Subject::Nothing => asked && (whole || self.alone(self.clause(span), span)),
            };
            if counts {
                hits.push(Hit { index: *index, span, named: subject == Subject::Own });
            }
        }
        hits
    }

    /// The words of an option.
    fn of_choice(&self, field: &Field) -> Vec<Hit> {
        let mut hits = Vec::new();
        for (index, value) in self.dispute.options.iter().enumerate() {
            let Some(option) = field.options.iter().find(|option| &option.value == value) else { continue };
            for phrase in option.words.iter().chain([&option.label]) {
                let spans = self.clauses.iter().filter_map(|clause| contains_phrase(self.within(*clause), phrase));
                let mut told =
                    spans.filter(|span| scope::says(&self.heard.turn.text, &self.heard.scopes, *span, phrase));
                if let Some(span) = told.next() {
                    hits.push(Hit { index, span, named: false });
                    break;
                }
            }
        }
        hits
    }

    /// Names and other words: the whole value, or the words that no other value has.
    fn of_words(&self) -> Vec<Hit> {
        let text = &self.heard.turn.text;
        let stems = |value: &Value| -> BTreeSet<String> {
            words(value.as_str().unwrap_or_default()).into_iter().map(|word| word.stem).collect()
        };
        let all: Vec<BTreeSet<String>> = self.dispute.options.iter().map(stems).collect();
        let mut hits = Vec::new();
        for (index, value) in self.dispute.options.iter().enumerate() {
            if let Some(span) = matches::among(value, text, day(self.heard.turn), &self.heard.mentions) {
                hits.push(Hit { index, span, named: true });
                continue;
            }
            let others = |stem: &String| all.iter().enumerate().any(|(i, other)| i != index && other.contains(stem));
            let own = |word: &&Word| all[index].contains(&word.stem) && !others(&word.stem) && !is_stop(&word.stem);
            let told = |word: &&Word| self.heard.scopes.at(word.start, word.end).tells();
            if let Some(word) = self.said.iter().filter(own).find(told) {
                hits.push(Hit { index, span: (word.start, word.end), named: false });
            }
        }
        hits
    }

    /// «Второе», «не первое», «2».
    fn by_order(&self) -> Option<(usize, Span)> {
        let order = [spoken(|pick| &pick.first), spoken(|pick| &pick.second)];
        let free = |word: &&Word| {
            let span = (word.start, word.end);
            !self.heard.mentions.iter().any(|m| m.start < word.end && word.start < m.end)
                && self.alone(self.clause(span), span)
        };
        let text = &self.heard.turn.text;
        let low = |word: &Word| text[word.start..word.end].to_lowercase().replace('ё', "е");
        let place = |word: &Word| order.iter().position(|names| names.contains(&low(word)));
        let named: Vec<(usize, Span, bool)> = self
            .said
            .iter()
            .filter(free)
            .filter_map(|word| {
                let span = (word.start, word.end);
                Some((place(word)?, span, self.heard.scopes.beside_negation(span.0, span.1).tells()))
            })
            .collect();
        let only = |told: bool| {
            let found: BTreeSet<usize> = named.iter().filter(|one| one.2 == told).map(|one| one.0).collect();
            let index = found.first().copied().filter(|_| found.len() == 1)?;
            named.iter().find(|one| one.0 == index && one.2 == told).map(|one| (index, one.1))
        };
        if let Some(found) = only(true) {
            return Some(found);
        }
        if named.iter().all(|one| !one.2) && self.dispute.options.len() == 2 && let Some((index, span)) = only(false) {
            return Some((1 - index, span));
        }
        let [mention] = self.heard.mentions.as_slice() else { return None };
        let MentionKind::Number { value } = &mention.kind else { return None };
        let span = (mention.start, mention.end);
        let index = value.parse::<usize>().ok()?.checked_sub(1)?;
        (index < self.dispute.options.len() && self.alone((0, text.len()), span)).then_some((index, span))
    }

    /// Another value than the two, said alone and whole: the person has decided anew.
    fn by_other(&self) -> Option<(Value, Span)> {
        let [mention] = self.heard.mentions.as_slice() else { return None };
        let span = (mention.start, mention.end);
        if !self.alone((0, self.heard.turn.text.len()), span) || !self.heard.plain(span) {
            return None;
        }
        let value = match self.field {
            Some(field) => {
                let bare = matches!(mention.kind, MentionKind::Number { .. });
                value_for(field, mention, true).filter(|value| !bare || self.of_same_size(value))?
            }
            None => json!(leaf(&self.dispute.at, &mention.kind)?),
        };
        Some((value, span))
    }

    /// Whether a number has as many digits as one of the values: «38 000» for 35 000, not «2».
    fn of_same_size(&self, value: &Value) -> bool {
        let size = |value: &Value| {
            let text = value["amount"].as_str().map_or_else(|| value.to_string(), str::to_owned);
            text.split('.').next().unwrap_or_default().len()
        };
        self.dispute.options.iter().any(|option| size(option) == size(value))
    }

    fn indexes(&self, test: impl Fn(&Value) -> bool) -> Vec<usize> {
        let all = self.dispute.options.iter().enumerate();
        all.filter(|(_, option)| test(option)).map(|(index, _)| index).collect()
    }
}

/// The only value among the hits that pass.
fn one(hits: &[Hit], test: impl Fn(&Hit) -> bool) -> Option<(usize, Span)> {
    let mut found = hits.iter().filter(|hit| test(hit));
    let first = found.next()?;
    found.all(|hit| hit.index == first.index).then_some((first.index, first.span))
}

fn same(word: &str, hint: &str) -> bool {
    word == hint || (hint.chars().count() >= 4 && word.starts_with(hint))
}

/// Bytes from a word to a value; a word behind it announces it less.
fn distance(word: &Word, mention: &Mention) -> usize {
    if word.end <= mention.start { mention.start - word.end } else { word.start.saturating_sub(mention.end) * 2 }
}

/// Words of both languages for picking.
fn spoken(list: impl Fn(&dialogue::Pick) -> &Vec<String>) -> BTreeSet<String> {
    let Ok(words) = dialogue::embedded() else { return BTreeSet::new() };
    let all = ["ru", "en"].into_iter().flat_map(|language| list(&words.words(language).pick).clone());
    all.flat_map(|word| [stem(&word), word.to_lowercase().replace('ё', "е")]).collect()
}

/// Whether a mention is a value, in its own dimension.
fn equals(field: &Field, mention: &Mention, option: &Value) -> bool {
    match &mention.kind {
        MentionKind::DateRange { from, to } => option == from || option == to,
        // A rate said again need not repeat its period.
        MentionKind::Percent { value, .. } => option["percent"] == value.as_str(),
        MentionKind::Money { minor, currency, .. } => {
            option["currency"] == currency.as_str()
                && option["amount"].as_str().and_then(parse_minor) == Some(*minor)
        }
        _ => value_for(field, mention, true).as_ref() == Some(option),
    }
}

/// Whether a bare number is the short name of a value: «40» of 40 000 roubles, «30» of the thirtieth.
fn shortened(mention: &Mention, option: &Value) -> bool {
    let number = match &mention.kind {
        MentionKind::Number { value } => value.clone(),
        MentionKind::DayOfMonth { day } => day.to_string(),
        _ => return false,
    };
    let money = option["amount"].as_str().and_then(parse_minor).zip(parse_minor(&number));
    if let Some((amount, said)) = money {
        return [1_000_i64, 1_000_000].iter().any(|times| said.checked_mul(*times) == Some(amount));
    }
    let date = option.as_str().filter(|text| text.len() == 10).and_then(|text| text.get(8..));
    if let Some(day) = date {
        return day.trim_start_matches('0') == number;
    }
    ["count", "percent", "value"].iter().any(|name| match &option[*name] {
        Value::String(text) => *text == number,
        Value::Number(count) => count.to_string() == number,
        _ => false,
    })
}

/// What a mention gives to a detail of a side.
fn leaf(at: &str, kind: &MentionKind) -> Option<String> {
    match (at.rsplit('/').next()?, kind) {
        ("name", MentionKind::Person { full, .. }) => Some(full.clone()),
        ("name", MentionKind::Company { name, .. }) => Some(name.clone()),
        ("name", MentionKind::Entrepreneur { person }) => Some(person.clone()),
        ("inn", MentionKind::Inn { digits, valid: true, .. })
        | ("ogrn", MentionKind::Ogrn { digits, valid: true, .. })
        | ("bik", MentionKind::Bik { digits })
        | ("account" | "correspondent", MentionKind::Account { digits }) => Some(digits.clone()),
        ("address", MentionKind::Address { text })
        | ("phone", MentionKind::Phone { text })
        | ("email", MentionKind::Email { text })
        | ("kpp", MentionKind::Kpp { text }) => Some(text.clone()),
        _ => None,
    }
}
