//! What no output may carry, whoever gave it.
//!
//! G70 a fact without its source, G71 an unknown id, G72 a role that says what it must not: refused, the performer is
//! asked again. Promises of an outcome, false citations, facts that are not confirmed, numbers out of nowhere, broken
//! steering, private values: one rewrite, then neutral words.

pub mod critic;
pub mod facts;
pub mod verifier;

use crate::engine::knowledge::disputes::{self, Dispute};
use crate::engine::turn::Problem;
use crate::engine::wording::citations::{self, Asked, Citation, Verdict};
use crate::engine::wording::{self, definitive};
use crate::workspaces::trial::perform::{issue_of, set_phrases};
use crate::workspaces::trial::state::{Round, Trial};
use crate::workspaces::trial::words::{numbers, texts, tokens};
use crate::workspaces::trial::{input, steering, steps};
use regex::Regex;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

static ID: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?:^|[^A-Za-z])((?:f|ev|gap)-\d+)").ok());

/// A broken guardrail that one rewrite may mend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// `definitive_advice`, `citation_impossible`, `private_leak`…
    pub code: String,
    /// The rule inside the code: `K1`, `exclusions.no_aggressive_position`; the code itself without one.
    pub rule: String,
    /// Pointer into the body.
    pub at: String,
    /// The words; empty for private ones.
    pub sentence: String,
}

fn violation(code: &str, rule: &str, at: &str, sentence: &str) -> Violation {
    Violation { code: code.into(), rule: rule.into(), at: at.into(), sentence: sentence.chars().take(300).collect() }
}

/// What makes an output unusable: unknown ids, a shape that the role must not have.
#[must_use]
pub fn hard(step: &str, body: &Value, trial: &Trial, pack: &Dispute) -> Vec<Problem> {
    let mut problems = Vec::new();
    let known: BTreeSet<&str> = trial
        .facts
        .items
        .iter()
        .map(|fact| fact.id.as_str())
        .chain(trial.evidence.iter().map(|one| one.id.as_str()))
        .chain(trial.facts.needed.iter().map(|gap| gap.id.as_str()))
        .collect();
    // Words of the case itself may look like an id («f-16»); repeated they are no invention.
    let own: BTreeSet<String> = trial
        .facts
        .items
        .iter()
        .map(|fact| fact.text.as_str())
        .chain(trial.evidence.iter().flat_map(|one| [one.text.as_str(), one.title.as_str()]))
        .flat_map(mentioned)
        .collect();
    let elements: BTreeSet<&str> = pack
        .elements
        .iter()
        .map(|one| one.id.as_str())
        .chain(pack.defences.iter().map(|one| one.id.as_str()))
        .collect();
    let issues: BTreeSet<String> = elements.iter().map(|id| issue_of(id)).collect();
    for (at, text) in texts(body) {
        for id in mentioned(text) {
            // A list of ids holds ids, whatever the words of the case look like.
            let listed = text == id;
            if !known.contains(id.as_str()) && (listed || !own.contains(&id)) {
                problems.push(Problem::new("G71_unknown_id", format!("there is no {id}")).at(at.clone()));
            }
        }
        let key = at.rsplit('/').next().unwrap_or_default();
        if key == "el_id" && !elements.contains(text) {
            problems.push(Problem::new("G71_unknown_id", format!("the pack has no {text}")).at(at.clone()));
        }
        if key == "issue_id" && !issues.contains(text) {
            problems.push(Problem::new("G71_unknown_id", format!("there is no {text}")).at(at.clone()));
        }
    }
    if step == steps::OPPOSING && trial.case.case_type == "criminal" && body.get("SettlementOptions").is_some() {
        let why = "settlement options exist in civil cases only";
        problems.push(Problem::new("G72_role", why).at("/SettlementOptions"));
    }
    // A claim rests on facts; who only answers a counterclaim may deny without any.
    for (index, claim) in body["Claims"].as_array().into_iter().flatten().enumerate() {
        let answers = matches!(claim["kind"].as_str(), Some("denial" | "defence" | "reply"));
        if !answers && claim["facts"].as_array().is_none_or(Vec::is_empty) {
            problems.push(Problem::new("G72_role", "a claim names its facts").at(format!("/Claims/{index}/facts")));
        }
    }
    // What is answered was said by the other side in the round that is named.
    for (list, other, of) in [("Claims", "opposing", "CounterArguments"), ("CounterArguments", "claimant", "Claims")] {
        for (index, item) in body[list].as_array().into_iter().flatten().enumerate() {
            let answers = &item["answers"];
            let rounds = trial.rounds.iter().filter(|round| answers["round"] == round.round);
            let said = rounds.flat_map(|round| &round.steps).filter(|step| step.role == other);
            let mut said = said.flat_map(|step| step.output["body"][of].as_array().into_iter().flatten());
            if !answers.is_null() && !said.any(|one| one["id"] == answers["id"]) {
                let at = format!("/{list}/{index}/answers");
                problems.push(Problem::new("G71_unknown_id", "nobody said what is answered").at(at));
            }
        }
    }
    if step == steps::JUDGE {
        let (low, high) = (body["DecisionRange"]["low"].as_f64(), body["DecisionRange"]["high"].as_f64());
        if low.zip(high).is_none_or(|(low, high)| low + 0.0499 > high) {
            problems.push(Problem::new("G73_range", "low + 0.05 must not be above high").at("/DecisionRange"));
        }
    }
    problems
}

/// Ids of facts, evidence and gaps in a text.
fn mentioned(text: &str) -> Vec<String> {
    let found = ID.iter().flat_map(|id| id.captures_iter(text));
    found.filter_map(|one| one.get(1).map(|id| id.as_str().to_owned())).collect()
}

/// The day of the check.
#[must_use]
pub fn asked<'t>(trial: &'t Trial, today: &'t str) -> Asked<'t> {
    Asked { today, law_as_of: &trial.case.law_as_of, case_type: Some(&trial.case.case_type) }
}

/// What the corpus said of citations that the register leaves open, by their words.
pub type Held = BTreeMap<String, Verdict>;

/// Reads rows `{raw, verdict}`.
#[must_use]
pub fn held(rows: &Value) -> Held {
    let rows = rows.as_array().into_iter().flatten();
    rows.filter_map(|row| Some((row["raw"].as_str()?.to_owned(), Verdict::parse(row["verdict"].as_str()?)?))).collect()
}

/// What is known of a citation: by the register, then by the corpus.
#[must_use]
pub fn known(one: &Citation, asked: Asked<'_>, held: &Held) -> Verdict {
    match citations::verdict(one, asked) {
        Verdict::Unverified => held.get(&one.raw).copied().unwrap_or(Verdict::Unverified),
        told => told,
    }
}

/// Citations in the outputs of a round, each once.
#[must_use]
pub fn cited(round: &Round) -> Vec<Citation> {
    let mut out: Vec<Citation> = Vec::new();
    for step in &round.steps {
        for (_, text) in texts(&step.output["body"]) {
            for one in citations::find(text) {
                if !out.iter().any(|known| known.raw == one.raw) {
                    out.push(one);
                }
            }
        }
    }
    out
}

/// What one rewrite may mend.
#[must_use]
pub fn soft(body: &Value, trial: &Trial, pack: &Dispute, today: &str) -> Vec<Violation> {
    let mut out = Vec::new();
    let (sums, phrases) = steering::secrets(trial);
    let names = input::names(trial);
    let exclusions: Vec<String> = trial
        .steer()
        .and_then(|one| one.public["exclusions"].as_array())
        .into_iter()
        .flatten()
        .filter_map(|one| one.as_str().map(str::to_owned))
        .collect();
    for (at, text) in texts(body) {
        for hit in promises(text, &trial.case.lang) {
            out.push(violation("definitive_advice", &hit.rule, &at, &hit.sentence));
        }
        for one in citations::find(text) {
            let verdict = citations::verdict(&one, asked(trial, today));
            if matches!(verdict, Verdict::Impossible | Verdict::Repealed | Verdict::Mismatch) {
                let code = format!("citation_{}", verdict.as_str());
                out.push(violation(&code, &code, &at, &one.raw));
            }
        }
        if steering::leaks(text, &sums, &phrases) {
            out.push(violation("private_leak", "private_leak", &at, ""));
        }
        for exclusion in &exclusions {
            if steering::breaks(exclusion, text, &names) {
                out.push(violation("steering_violation", &format!("exclusions.{exclusion}"), &at, ""));
            }
        }
        if says_wrong_role(text, trial) {
            out.push(violation("role_violation", "role_violation", &at, text));
        }
    }
    unreadable(body, &mut out);
    grounded(body, trial, pack, &mut out);
    out
}

/// Promises by the rules of the session's language, and of the others: a model may slip into another language.
fn promises(text: &str, lang: &str) -> Vec<wording::Hit> {
    let own = definitive(text, lang);
    if !own.is_empty() {
        return own;
    }
    wording::LANGUAGES.iter().filter(|other| **other != lang).flat_map(|other| definitive(text, other)).collect()
}

/// A citation list holds citations or says that there are none.
fn unreadable(body: &Value, out: &mut Vec<Violation>) {
    for (index, one) in body["Citations"].as_array().into_iter().flatten().enumerate() {
        let text = one.as_str().unwrap_or_default();
        if text != "No citation" && citations::find(text).is_empty() && !text.starts_with("ev-") {
            let at = format!("/Citations/{index}");
            out.push(violation("citation_unverified", "citation_unreadable", &at, text));
        }
    }
}

/// The accused is no defendant of a civil case, and the other way round.
fn says_wrong_role(text: &str, trial: &Trial) -> bool {
    let told = |word: &str| trial.facts.items.iter().any(|fact| fact.text.contains(word));
    if trial.case.case_type == "civil" {
        return ["피고인", "변호인", "подсудим"].iter().any(|word| text.contains(word) && !told(word));
    }
    let bare = |text: &str| {
        text.match_indices("피고").any(|(at, word)| {
            !text[at + word.len()..].starts_with('인') && !text[at + word.len()..].starts_with("소인")
        })
    };
    bare(text) && !trial.facts.items.iter().any(|fact| bare(&fact.text))
}

/// Lists whose items rest on facts, the key of the words and of the basis.
const GROUNDED: [(&str, &str); 4] =
    [("Claims", "facts"), ("CounterArguments", "facts"), ("Findings", "basis"), ("Answers", "basis")];

/// Only confirmed facts carry an argument, and only their numbers stand in it.
fn grounded(body: &Value, trial: &Trial, pack: &Dispute, out: &mut Vec<Violation>) {
    let titles = |id: &str| {
        let element = pack.elements.iter().find(|one| one.id == id).map(|one| &one.title);
        element.or_else(|| pack.defences.iter().find(|one| one.id == id).map(|one| &one.title))
    };
    let all_titles = pack.elements.iter().map(|one| &one.title).chain(pack.defences.iter().map(|one| &one.title));
    let rules = pack.rules.iter().map(|rule| &rule.title).chain(pack.usual.iter().map(|usual| &usual.title));
    let known: String = all_titles
        .chain(rules)
        .flat_map(|title| [&title.ko, &title.ru, &title.en])
        .map(|words| format!("{words}\n"))
        .collect();
    let labels: String = trial.evidence.iter().map(|one| format!("{}\n", one.label)).collect();
    let phrases = set_phrases(&trial.case.lang);
    let amount = trial.intake["amount"]["value"].as_i64().map(|value| value.to_string()).unwrap_or_default();
    for (list, key) in GROUNDED {
        for (index, item) in body[list].as_array().into_iter().flatten().enumerate() {
            let at = format!("/{list}/{index}");
            let text = item["text"].as_str().unwrap_or_default();
            if text == wording::neutral(&trial.case.lang) {
                continue;
            }
            // The round that is answered, or was the last, may be named.
            let rounds = trial.machine.round.to_string() + " " + &trial.machine.round.saturating_sub(1).to_string();
            let mut ground = format!("{known}{labels}{amount}\n{rounds}\n");
            for id in item[key].as_array().into_iter().flatten().filter_map(Value::as_str) {
                match trial.facts.items.iter().find(|fact| fact.id == id) {
                    Some(fact) if fact.class == "confirmed" => ground.push_str(&format!("{}\n", fact.text)),
                    Some(_) => out.push(violation("fact_not_confirmed", "fact_not_confirmed", &at, id)),
                    None => {
                        let shown = trial.evidence.iter().find(|one| one.id == id);
                        ground.push_str(&format!("{}\n", shown.map_or("", |one| one.text.as_str())));
                    }
                }
            }
            // What is named as alleged is no premise: its words and numbers may be repeated as what a side says.
            for id in item["alleged"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                match trial.facts.items.iter().find(|fact| fact.id == id) {
                    Some(fact) => ground.push_str(&format!("{}\n", fact.text)),
                    None => out.push(violation("fact_not_confirmed", "fact_not_confirmed", &at, id)),
                }
            }
            let allowed = numbers(&ground);
            if let Some(number) = numbers(text).into_iter().find(|number| !allowed.contains(number)) {
                out.push(violation("number_mismatch", "number_mismatch", &at, &number));
            }
            // Words of a claim are about the facts that it names, or about its element.
            if list == "Claims" {
                let element = titles(element_of(item["issue_id"].as_str().unwrap_or_default(), pack));
                let title = element.map(|title| format!("{} {} {}", title.ko, title.ru, title.en)).unwrap_or_default();
                let words = tokens(&format!("{ground}{title}"));
                let ids =
                    [&item[key], &item["alleged"]].into_iter().flat_map(|ids| ids.as_array().into_iter().flatten());
                let ids: Vec<&str> = ids.filter_map(Value::as_str).collect();
                for (_, sentence) in crate::workspaces::trial::words::sentences(text) {
                    // Who is spoken of says nothing about what.
                    let of_sentence: BTreeSet<String> =
                        tokens(&sentence).into_iter().filter(|word| !names_a_side(word)).collect();
                    let cites = !citations::find(&sentence).is_empty()
                        || ids.iter().any(|id| mentioned(&sentence).iter().any(|named| named == id))
                        || phrases.contains(&sentence);
                    if of_sentence.len() > 2 && of_sentence.is_disjoint(&words) && !cites {
                        out.push(violation("fact_not_confirmed", "unsupported_sentence", &at, &sentence));
                    }
                }
            }
        }
    }
}

fn names_a_side(word: &str) -> bool {
    let Ok(all) = disputes::embedded() else { return false };
    all.words.claimant.iter().chain(&all.words.opposing).any(|side| word.starts_with(side.as_str()))
}

fn element_of<'p>(issue: &str, pack: &'p Dispute) -> &'p str {
    let elements = pack.elements.iter().map(|one| one.id.as_str());
    elements.chain(pack.defences.iter().map(|one| one.id.as_str())).find(|id| issue_of(id) == issue).unwrap_or("")
}
