//! The report: thirteen sections as data, and the same as pieces of a document for every writer of files.

pub mod closed;
pub mod law;
pub mod names;
pub mod pieces;
pub mod rounds;
pub mod sections;

use crate::engine::prompt::sha256;
use crate::workspaces::trial::input;
use crate::workspaces::trial::state::Trial;
use crate::workspaces::trial::words::{each_text, masked};
use regex::Regex;
use serde_json::{Value, json};
use std::sync::LazyLock;

static SUM: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\d{1,3}(?:,\d{3})+|\d{5,}").ok());

/// How the report is to be made.
#[derive(Debug, Clone)]
pub struct Wish {
    /// `inhouse`, `executive`, `external_counsel`.
    pub audience: String,
    /// `ko`, `ru`, `en`.
    pub language: String,
    /// `one_page`, `standard`, `full`.
    pub detail: String,
    /// `risk_matrix`, `citations`, `changelog`, `settlement`.
    pub include: Vec<String>,
    /// `none`, `names`, `full`.
    pub redaction: String,
    /// Who reviewed it, if anybody.
    pub reviewer: String,
}

impl Wish {
    /// As the last gate laid it down.
    #[must_use]
    pub fn of(trial: &Trial) -> Self {
        let none = Value::Null;
        let told = trial.steering.last().map_or(&none, |one| &one.unprompted);
        let text = |key: &str, or: &str| told["report"][key].as_str().unwrap_or(or).to_owned();
        Self {
            audience: text("audience", "inhouse"),
            language: text("language", &trial.case.lang),
            detail: text("detail", "standard"),
            redaction: text("redaction", "none"),
            include: told["report"]["include"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|one| one.as_str().map(str::to_owned))
                .collect(),
            reviewer: told["human_reviewer"].as_str().unwrap_or_default().to_owned(),
        }
    }

    /// Whether a section of this number belongs into it.
    #[must_use]
    pub fn has(&self, section: u8) -> bool {
        let included = |name: &str| self.include.iter().any(|one| one == name);
        match section {
            7 => included("settlement") && self.redaction != "full",
            _ if self.detail == "one_page" => matches!(section, 1 | 6 | 8 | 9 | 13),
            15 => self.detail == "full" && self.audience != "executive",
            // The management reads what it has to decide on; counsel from outside reads the law, not the directions.
            _ if self.audience == "executive" => matches!(section, 1..=3 | 6 | 8 | 9 | 13),
            10 | 14 if self.audience == "external_counsel" => true,
            11 | 12 if self.audience == "external_counsel" => false,
            14 => true,
            10 => self.detail == "full" || included("citations"),
            11 | 12 => self.detail == "full" || included("changelog"),
            _ => true,
        }
    }
}

/// SHA-256 of the event log, line by line.
#[must_use]
pub fn log_hash(trial: &Trial) -> String {
    let lines: String = trial.log.iter().map(|entry| format!("{}\n", json!(entry))).collect();
    sha256(&lines)
}

/// The whole report: `{title, wish, outcome, sections, footer}`. Redacted before anything is rendered.
#[must_use]
pub fn data(trial: &Trial) -> Value {
    let wish = Wish::of(trial);
    let last = trial.last_output("judge").map(|output| output["body"]["DecisionRange"].clone()).unwrap_or_default();
    let mut value = json!({
        "schema": "trial.report/1",
        "title": sections::title(trial, &wish),
        "language": wish.language,
        "audience": wish.audience,
        "detail": wish.detail,
        "redaction": wish.redaction,
        "outcome": last,
        "sections": sections::all(trial, &wish),
        "footer": {
            "session_id": trial.meta["session_id"],
            "event_log_sha256": log_hash(trial),
            "events": trial.log.len(),
            "law_as_of": trial.case.law_as_of,
            "human_reviewer": wish.reviewer,
            "disclaimer": "simulation_only",
        },
    });
    redact(&mut value, trial, &wish);
    value
}

fn redact(value: &mut Value, trial: &Trial, wish: &Wish) {
    if wish.redaction == "none" {
        return;
    }
    let names = input::names(trial);
    let full = wish.redaction == "full";
    let footer = value["footer"].clone();
    each_text(value, &mut |text| {
        *text = masked(text, &names);
        if full && let Some(sum) = SUM.as_ref() {
            *text = sum.replace_all(text, |found: &regex::Captures<'_>| band(&found[0])).into_owned();
        }
    });
    // The hash is what the footer is for; an id that opens the session goes out of a redacted report.
    value["footer"] = footer;
    value["footer"]["human_reviewer"] =
        json!(masked(value["footer"]["human_reviewer"].as_str().unwrap_or_default(), &names));
    if full {
        value["footer"]["session_id"] = json!("");
        if let Some(range) = value["outcome"].as_object_mut() {
            range.remove("amount");
            range.remove("amount_shown");
            range.remove("amount_formula");
        }
    }
}

/// A sum as the range of its magnitude.
fn band(sum: &str) -> String {
    let digits = sum.chars().filter(char::is_ascii_digit).count();
    format!("10^{}–10^{digits}", digits.saturating_sub(1))
}
