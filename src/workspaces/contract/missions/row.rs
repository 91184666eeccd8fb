//! What a run of one mission came to.

use serde::Serialize;

/// One row of the report: a mission with one seed.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// The mission.
    pub id: String,
    /// Its contract type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The seed.
    pub seed: u64,
    /// Questions asked.
    pub questions: u32,
    /// Questions about a term whose answer was already given, or in the same words.
    pub repeats: u32,
    /// Questions without an object.
    pub vague: u32,
    /// Known facts that stand as they were told.
    pub facts_right: u32,
    /// Known facts that stand with another value, and values of the mission at a foreign place.
    pub facts_wrong: u32,
    /// Known facts without a value.
    pub facts_missing: u32,
    /// Values that are in no fact, default or computation of the mission.
    pub invented: u32,
    /// Verdicts that must come, in order.
    pub gate_expected: Vec<String>,
    /// Verdicts that came.
    pub gate_got: Vec<String>,
    /// Issues, blockers and questions that had to appear and did not.
    pub not_seen: Vec<String>,
    /// Milliseconds.
    pub ms: u64,
    /// Cost in dollars, when the provider says it.
    pub cost: Option<f64>,
    /// What was wrong, one line each.
    pub notes: Vec<String>,
    /// The dialogue, for the report.
    #[serde(skip)]
    pub talk: Vec<Line>,
}

/// One line of a dialogue.
#[derive(Debug, Clone)]
pub struct Line {
    /// Whether the person spoke.
    pub person: bool,
    /// The words.
    pub text: String,
    /// What stands beside them: a picked choice, a repeated question, a verdict.
    pub mark: String,
}

impl Row {
    /// Whether nothing in it fails the run.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.repeats == 0 && self.invented == 0 && self.gate_got == self.gate_expected && self.not_seen.is_empty()
    }
}

/// Sums over rows.
#[derive(Debug, Clone, Serialize)]
pub struct Totals {
    /// Rows.
    pub runs: usize,
    /// Missions among them.
    pub missions: usize,
    /// Rows that pass.
    pub passed: usize,
    /// Rows whose verdicts are not as expected.
    pub verdicts_wrong: usize,
    /// Questions.
    pub questions: u32,
    /// Questions per row.
    pub questions_average: f64,
    /// Most questions in one row.
    pub questions_most: u32,
    /// Repeated questions.
    pub repeats: u32,
    /// Vague questions.
    pub vague: u32,
    /// Right facts.
    pub facts_right: u32,
    /// Wrong facts.
    pub facts_wrong: u32,
    /// Missing facts.
    pub facts_missing: u32,
    /// Right facts in percent of the known ones.
    pub facts_right_percent: f64,
    /// Invented values.
    pub invented: u32,
    /// Milliseconds.
    pub ms: u64,
    /// Cost in dollars, when the provider says it.
    pub cost: Option<f64>,
}

impl Totals {
    /// Sums rows.
    #[must_use]
    pub fn of(rows: &[Row]) -> Self {
        let sum = |part: fn(&Row) -> u32| rows.iter().map(part).sum::<u32>();
        let ids: std::collections::BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        let (right, wrong, missing) = (sum(|r| r.facts_right), sum(|r| r.facts_wrong), sum(|r| r.facts_missing));
        let questions = sum(|r| r.questions);
        let share = |part: f64, whole: f64| if whole > 0.0 { (part / whole * 100.0).round() / 100.0 } else { 0.0 };
        let runs = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        Self {
            runs: rows.len(),
            missions: ids.len(),
            passed: rows.iter().filter(|row| row.passes()).count(),
            verdicts_wrong: rows.iter().filter(|row| row.gate_got != row.gate_expected).count(),
            questions,
            questions_average: share(f64::from(questions), f64::from(runs)),
            questions_most: rows.iter().map(|row| row.questions).max().unwrap_or(0),
            repeats: sum(|r| r.repeats),
            vague: sum(|r| r.vague),
            facts_right: right,
            facts_wrong: wrong,
            facts_missing: missing,
            facts_right_percent: share(f64::from(right) * 100.0, f64::from(right + wrong + missing)),
            invented: sum(|r| r.invented),
            ms: rows.iter().map(|row| row.ms).sum(),
            cost: rows.iter().map(|row| row.cost).sum(),
        }
    }
}
