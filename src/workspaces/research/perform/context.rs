//! Step 2 without a model: the question, addresses, key words and synonyms as hints; courts and procedure by words.

use crate::engine::knowledge::answers;
use crate::engine::knowledge::phrases::tokens;
use crate::engine::knowledge::research::{Hints, Lexicon};
use crate::engine::text::stem;
use crate::workspaces::research::perform::cites;
use serde_json::{Value, json};

/// Most hints of the built-in performer.
pub const HINTS: usize = 12;
/// Most characters of one hint.
pub const HINT_CHARS: usize = 300;

/// See the module.
#[must_use]
pub fn perform(input: &Value, lexicon: &Lexicon) -> Value {
    let query = input["query"].as_str().unwrap_or_default();
    let intent = &input["intent"]["inputs"];
    let question = intent["question"].as_str().filter(|text| !text.trim().is_empty()).unwrap_or(query);
    let language = intent["language"].as_str().unwrap_or("ru");
    let jurisdiction = intent["jurisdiction"].as_str().filter(|text| !text.is_empty());
    let mut laws = cites::canonical(question, jurisdiction);
    // Where the law itself treats the concepts of the question, when the person has not said where.
    if laws.iter().all(|law| !law.contains(|c: char| c.is_ascii_digit()))
        && let Ok(answers) = answers::embedded()
    {
        let words = tokens(question);
        let kind = answers.kind(&words).map(|kind| kind.id.as_str());
        for at in answers.first(question, language, kind) {
            if !laws.contains(&at) {
                laws.push(at);
            }
        }
    }
    let cases = cites::cases(question);
    let mut hints: Vec<String> = Vec::new();
    let mut add = |text: String| {
        let text: String = text.chars().take(HINT_CHARS).collect();
        let text = text.trim().to_owned();
        if !text.is_empty() && !hints.contains(&text) && hints.len() < HINTS {
            hints.push(text);
        }
    };
    add(question.split_whitespace().collect::<Vec<_>>().join(" "));
    cases.iter().cloned().for_each(&mut add);
    add(keywords(question));
    synonyms(question, language, &lexicon.hints).into_iter().for_each(&mut add);
    let words = tokens(question);
    let here = |code: &str| jurisdiction.is_none_or(|own| own == code);
    let courts: Vec<&str> = lexicon
        .hints
        .courts
        .iter()
        .filter(|court| here(&court.jurisdiction) && court.any.found(&words))
        .map(|court| court.name.as_str())
        .collect();
    let mut output = json!({"search_hints": hints});
    if !courts.is_empty() {
        output["court_filters"] = json!(courts);
    }
    if !laws.is_empty() {
        output["law_filters"] = json!(laws);
    }
    if jurisdiction == Some("UA") {
        let by_words = lexicon.hints.procedures.iter().find(|procedure| procedure.any.found(&words)).map(|p| &p.code);
        let by_court =
            lexicon.hints.courts.iter().filter(|court| court.any.found(&words)).find_map(|c| c.procedure.as_ref());
        let by_case = cases.iter().find_map(|case| of_case(case, &lexicon.hints));
        if let Some(code) = by_words.or(by_court).or(by_case) {
            output["procedure_code"] = json!(code);
        }
    }
    if let Some(code) = jurisdiction {
        output["jurisdiction"] = json!(code);
    }
    output
}

/// The code that a case number points to: by the letter at its end.
fn of_case<'h>(case: &str, hints: &'h Hints) -> Option<&'h String> {
    let suffix = case.rsplit_once('-').map(|(_, letter)| letter).unwrap_or_default();
    hints.procedures.iter().find(|procedure| procedure.suffix == suffix).map(|procedure| &procedure.code)
}

/// Words that carry the question, each once, without addresses.
fn keywords(question: &str) -> String {
    let mut seen = Vec::new();
    let mut out = Vec::new();
    for word in stem::words(question) {
        let plain = question.get(word.start..word.end).unwrap_or_default();
        let long = plain.chars().count() > 3 || plain.chars().all(char::is_uppercase);
        if long && !stem::is_stop(&word.stem) && !seen.contains(&word.stem) && out.len() < 10 {
            seen.push(word.stem);
            out.push(plain.to_lowercase());
        }
    }
    out.join(" ")
}

/// The other words of every group of which one word stands in the question.
fn synonyms(question: &str, language: &str, hints: &Hints) -> Vec<String> {
    let words = stem::words(question);
    let mut out = Vec::new();
    for group in hints.synonyms.iter().filter(|group| group.language == language || language == "en") {
        let said: Vec<bool> = group.words.iter().map(|word| stem::contains_phrase(&words, word).is_some()).collect();
        if said.contains(&true) {
            let others = group.words.iter().zip(&said).filter(|(_, said)| !**said).map(|(word, _)| word.clone());
            out.extend(others);
        }
    }
    out
}
