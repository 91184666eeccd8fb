//! Step 1 without a model: language by letters, jurisdiction and task by the lexicon, depth by length and addresses.

use crate::engine::knowledge::phrases::{Token, tokens};
use crate::engine::knowledge::research::{Intent, Lexicon};
use crate::workspaces::research::perform::cites;
use serde_json::{Map, Value, json};

/// Below this a model is asked, if there is one.
pub const SURE: f64 = 0.7;

/// Characters from which a question counts as a long one.
const LONG: usize = 400;

/// See the module.
#[must_use]
pub fn perform(input: &Value, lexicon: &Lexicon) -> Value {
    let query = input["query"].as_str().unwrap_or_default();
    let context = &input["context"];
    let words = tokens(query);
    let language = told(context, "language").unwrap_or_else(|| spoken(query, &words, &lexicon.intent).to_owned());
    let jurisdiction =
        told(context, "jurisdiction").unwrap_or_else(|| jurisdiction(&words, &lexicon.intent, &language));
    let documents: Vec<&str> =
        context["documents"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let (service, task, confidence) = task(&words, &lexicon.intent, !documents.is_empty());
    let mut inputs = Map::new();
    inputs.insert("question".into(), json!(question(query, context)));
    inputs.insert("jurisdiction".into(), json!(jurisdiction));
    inputs.insert("language".into(), json!(language));
    if !documents.is_empty() {
        inputs.insert("documents".into(), json!(documents));
    }
    let mut output = json!({
        "service": service,
        "task": task,
        "inputs": inputs,
        "depth": depth(query, &words, &lexicon.intent),
    });
    if let Some(confidence) = confidence {
        output["confidence"] = json!(confidence);
    }
    output
}

fn told(context: &Value, key: &str) -> Option<String> {
    context[key].as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

/// Words that carry a question on from the one before it.
const ON: &[&str] = &[
    "а",
    "и",
    "но",
    "также",
    "еще",
    "тогда",
    "або",
    "але",
    "й",
    "та",
    "ще",
    "тоді",
    "and",
    "but",
    "then",
    "그럼",
    "그러면",
    "그리고",
    "그런데",
    "만약",
];
/// Words that point back.
const BACK: &[&str] = &[
    "это",
    "этого",
    "этот",
    "этой",
    "этому",
    "этом",
    "такой",
    "такого",
    "такая",
    "нее",
    "него",
    "них",
    "ним",
    "ними",
    "там",
    "тот",
    "той",
    "цього",
    "цей",
    "ця",
    "цій",
    "такий",
    "неї",
    "нього",
    "них",
    "it",
    "that",
    "this",
    "그것",
    "이것",
    "그",
];
/// Words of a follow-up at most.
const SHORT: usize = 8;
/// The same place as before, in words.
const SAME: &[&str] = &[
    "той же статьи",
    "той же статье",
    "этой статьи",
    "этой же статьи",
    "этой статье",
    "данной статьи",
    "тієї ж статті",
    "цієї статті",
    "цієї ж статті",
    "같은 조",
    "그 조",
];

/// The same act as before, in words.
const SAME_ACT: &[&str] = &[
    "того же кодекса",
    "того же закона",
    "этого кодекса",
    "этого закона",
    "этого же кодекса",
    "этого же закона",
    "того ж кодексу",
    "того ж закону",
    "цього кодексу",
    "цього закону",
];

/// «ГК РФ ст. 333» as people say it, so that a smaller place may stand before it: «п. 2 ст. 333 ГК РФ».
fn spoken_place(place: &str) -> String {
    match place.split_once(" ст. ") {
        Some((act, article)) => format!("ст. {article} {act}"),
        None => place.to_owned(),
    }
}

/// The text with one of some phrases, whatever its case, put into other words.
fn put(text: &str, phrases: &[&str], words: &str) -> String {
    let low = text.to_lowercase();
    let found = phrases.iter().filter_map(|phrase| low.find(phrase).map(|at| (at, phrase.len())));
    // Lower case of these letters is as long as they are; where it is not, nothing is replaced.
    match found.max_by_key(|(_, len)| *len).filter(|_| low.len() == text.len()) {
        Some((at, len)) if text.is_char_boundary(at) && text.is_char_boundary(at + len) => {
            format!("{}{words}{}", &text[..at], &text[at + len..])
        }
        _ => text.to_owned(),
    }
}

/// Whether a question goes on from the one before it and says too little by itself.
#[must_use]
pub fn follows(query: &str) -> bool {
    let words = tokens(query);
    let first = words.first().is_some_and(|w| ON.contains(&w.low.as_str()));
    let back = words.iter().any(|w| BACK.contains(&w.low.as_str()));
    let low = query.to_lowercase();
    let same = SAME.iter().chain(SAME_ACT).any(|phrase| low.contains(phrase));
    // «ст. 808», «п. 2»: a place and nothing else.
    let bare = words.len() <= 4 && !cites::found(query).is_empty();
    words.len() <= SHORT && (first || back) || bare || same && words.len() <= 2 * SHORT
}

/// The question to search for: a follow-up stands together with what it goes on from, its act included.
fn question(query: &str, context: &Value) -> String {
    let query = query.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(previous) = context["previous"].as_str().filter(|_| follows(&query)) else { return query };
    let place = context["previous_place"].as_str().unwrap_or_default();
    let act = context["previous_act"].as_str().unwrap_or_default();
    let mut own = query.clone();
    if !place.is_empty() {
        own = put(&own, SAME, &spoken_place(place));
    }
    if !act.is_empty() {
        own = put(&own, SAME_ACT, act);
    }
    // A place without its act is a place of the act that was spoken of.
    let unnamed = !cites::found(&own).is_empty() && cites::canonical(&own, None).is_empty();
    if unnamed && !act.is_empty() {
        own = format!("{own} {act}");
        if !cites::canonical(&own, None).is_empty() {
            return format!("{own}. {previous}");
        }
    }
    if own == query { format!("{previous} {query}") } else { format!("{own}. {previous}") }
}

/// The language of a question: by letters, and Ukrainian also by its own words.
fn spoken(query: &str, words: &[Token], intent: &Intent) -> &'static str {
    match language(query) {
        "ru" if !query.contains(['ы', 'э', 'ъ', 'ё', 'Ы', 'Э', 'Ё']) && intent.ukrainian.any.found(words) => {
            "uk"
        }
        other => other,
    }
}

/// Two letters of the language, by letters that only it has.
#[must_use]
pub fn language(text: &str) -> &'static str {
    let count = |set: &str| text.chars().filter(|c| set.contains(*c)).count();
    let hangul = text.chars().filter(|c| ('가'..='힣').contains(c)).count();
    let (ukrainian, russian) = (count("іїєґІЇЄҐ"), count("ыэъёЫЭЪЁ"));
    let cyrillic = text.chars().any(|c| ('а'..='я').contains(&c.to_ascii_lowercase()) || ('А'..='Я').contains(&c));
    if hangul > 0 {
        "ko"
    } else if ukrainian > russian {
        "uk"
    } else if cyrillic || russian > 0 {
        "ru"
    } else {
        "en"
    }
}

fn jurisdiction(words: &[Token], intent: &Intent, language: &str) -> String {
    let counted = intent.jurisdictions.iter().map(|j| (j.any.count(words), j.code.as_str()));
    let most = counted.clone().map(|(count, _)| count).max().unwrap_or_default();
    let mut best = counted.filter(|(count, _)| *count == most && most > 0).map(|(_, code)| code);
    let own = match language {
        "uk" => "UA",
        "ko" => "KR",
        _ => "RU",
    };
    match (best.next(), best.next()) {
        (Some(only), None) => only.to_owned(),
        _ => own.to_owned(),
    }
}

/// Service, task and the margin of the first rule over the second one; no margin when no rule speaks.
fn task<'l>(words: &[Token], intent: &'l Intent, documents: bool) -> (&'l str, &'l str, Option<f64>) {
    let documents = documents || intent.documents.any.found(words);
    let mut scored: Vec<(f64, usize)> = intent
        .rules
        .iter()
        .enumerate()
        .map(|(index, rule)| {
            let count = u32::try_from(rule.any.count(words)).unwrap_or(u32::MAX);
            // A second phrase of the same rule adds half of the first.
            let hits = if count == 0 { 0.0 } else { 1.0 + 0.5 * f64::from(count - 1) };
            let weight = if rule.needs_document && !documents { rule.weight * 0.4 } else { rule.weight };
            (hits * weight, index)
        })
        .filter(|(score, _)| *score > 0.0)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    match scored.first() {
        None => (&intent.fallback.service, &intent.fallback.task, None),
        Some((first, index)) => {
            let second = scored.get(1).map_or(0.0, |(score, _)| *score);
            let margin = ((first - second) / first * 100.0).round() / 100.0;
            (&intent.rules[*index].service, &intent.rules[*index].task, Some(margin))
        }
    }
}

fn depth(query: &str, words: &[Token], intent: &Intent) -> &'static str {
    let addresses = cites::found(query).len();
    if intent.depth.deep.found(words) || query.chars().count() > LONG || addresses > 2 {
        "deep"
    } else if intent.depth.quick.found(words) || (addresses == 1 && words.len() <= 8) {
        "quick"
    } else {
        "standard"
    }
}
