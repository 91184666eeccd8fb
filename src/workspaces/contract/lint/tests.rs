//! Every rule fires on its seeded defect only: a clean text and clean facts, one change, the expected codes.

mod facts;
mod packs;
mod words;

use crate::model::finding::LintReport;
use std::collections::BTreeSet;

/// The day of all checks.
const TODAY: &str = "2026-11-21";

/// Codes that were found.
fn codes(report: &LintReport) -> BTreeSet<&str> {
    report.findings.iter().map(|finding| finding.rule.as_str()).collect()
}

/// Findings in words, for messages of failed tests.
fn told(report: &LintReport) -> String {
    let line = |f: &crate::model::finding::Finding| {
        format!(
            "{} {:?} {:?}{:?} {} «{}»",
            f.rule,
            f.severity,
            f.pointer,
            f.clause,
            f.message,
            f.quote.clone().unwrap_or_default()
        )
    };
    report.findings.iter().map(line).collect::<Vec<_>>().join("\n")
}
