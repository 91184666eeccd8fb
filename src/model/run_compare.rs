//! Two runs of a question about norms side by side: what was asked, planned, found, calculated, said, and by whom.

use crate::model::compare::TextRun;
use crate::model::ids::Version;
use crate::model::session::SessionRow;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Name of the format.
pub const NORMS_COMPARE: &str = "norms.compare/1";

/// In which of two runs something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// In both, alike.
    Same,
    /// In both, differing.
    Changed,
    /// In the first only.
    Lost,
    /// In the second only.
    Gained,
}

/// One thing of both runs; at least one side is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row<T> {
    /// In which of them it stands.
    pub fate: Fate,
    /// As the first run has it.
    pub first: Option<T>,
    /// As the second run has it.
    pub second: Option<T>,
}

/// A step of a plan.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanStep {
    /// In words.
    pub action: String,
    /// Its tool.
    pub tool: String,
    /// What the tool is given.
    pub input: Value,
    /// `pending`, `done`, `failed`.
    pub status: String,
}

/// A number of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quantity {
    /// As it stands in the source.
    pub value: String,
    /// Its unit; empty for none.
    pub unit: String,
    /// What it holds under; empty for everything.
    pub condition: String,
}

/// What differs about a place that both runs cite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceChange {
    /// The same place of another edition.
    Edition,
    /// The same words at another address.
    Address,
    /// Other words of the same place.
    Quote,
    /// The same place and words, judged otherwise.
    Verdict,
}

/// A place that an answer rests on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Its number in the answer.
    pub number: u64,
    /// Address for people.
    pub address: String,
    /// The document, as people cite it.
    pub document: String,
    /// The edition's label; empty for none.
    pub edition: String,
    /// The node.
    pub node_id: String,
    /// The words.
    pub quote: String,
    /// The verdict on it.
    pub verdict: String,
}

/// A cited place of both runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceRow {
    /// In which of the runs it stands.
    pub fate: Fate,
    /// As the first run cites it.
    pub first: Option<Place>,
    /// As the second run cites it.
    pub second: Option<Place>,
    /// What differs, if it stands in both.
    pub change: Option<PlaceChange>,
}

/// A calculation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calculation {
    /// The formula.
    pub formula: String,
    /// Inputs as `name = value unit`.
    pub inputs: Vec<String>,
    /// The result with its unit.
    pub result: String,
}

/// What the judge decided last.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// `CONTINUE`, `REPLAN`, `FINALIZE`, `HUMAN_REVIEW`.
    pub verdict: String,
    /// Why, as a code.
    pub code: String,
    /// Why, in words.
    pub reason: String,
}

/// What began a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Began {
    /// A question.
    #[default]
    Question,
    /// The answer to a question back.
    Answer,
    /// The plan, begun again.
    Again,
    /// A person's own plan or words to search by.
    Plan,
    /// A person's own input of a step.
    Step,
    /// A person's own words of the answer.
    Words,
    /// A person's decision.
    Review,
}

/// One run: what follows one act of a person.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRow {
    /// The last version of it.
    pub version: Version,
    /// The version that the person's act made.
    pub since: Version,
    /// When it began, RFC 3339, UTC.
    pub at: String,
    /// What began it.
    pub began: Began,
    /// The person's words.
    pub said: String,
}

/// One run as a whole.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RunSide {
    /// Whose run it is.
    pub session_id: String,
    /// What the session is called.
    pub title: String,
    /// Where it begins and ends, and with what.
    pub run: RunRow,
    /// The question.
    pub question: String,
    /// The day of the norms.
    pub as_of: String,
    /// Whether the person named that day.
    pub as_of_given: bool,
    /// `completed`, `awaiting_user`, `human_review`…
    pub status: String,
    /// The judge's last decision.
    pub judged: Option<Judged>,
    /// Whether there is an answer.
    pub found: bool,
    /// Whether it is all that was asked for.
    pub partial: bool,
    /// Whether every number and place of it stands.
    pub valid: bool,
    /// `agent` or `person`; empty without an answer.
    pub by: String,
    /// Who performed the steps that need judgment: `builtin` or names of models.
    pub performers: Vec<String>,
    /// Steps whose result the person wrote.
    pub edited: Vec<String>,
    /// Plans that were made for this answer, the person's own among them.
    pub plans: usize,
    /// Steps of the run.
    pub steps: u32,
    /// Milliseconds of its steps.
    pub millis: u64,
    /// Tokens of its steps, as far as reported.
    pub tokens: Option<u64>,
    /// US dollars, as far as reported.
    pub cost_usd: Option<f64>,
}

/// The two runs and what differs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RunComparison {
    /// [`NORMS_COMPARE`].
    pub schema: String,
    /// The runs.
    pub runs: [RunSide; 2],
    /// Names of what differs, in a fixed order: `question`, `day`, `found`, `numbers`, `sources`, `calculation`, `words`,
    /// `missing`, `plan`, `judge`, `performer`.
    pub differs: Vec<String>,
    /// Steps of the plans, in the order of the second.
    pub plan: Vec<Row<PlanStep>>,
    /// Cited places, in the order of the second.
    pub citations: Vec<PlaceRow>,
    /// Numbers by condition, in the order of the second.
    pub numbers: Vec<Row<Quantity>>,
    /// The calculations, if there is any.
    pub calculation: Option<Row<Calculation>>,
    /// Words of the answers.
    pub words: Vec<TextRun>,
    /// What is missing.
    pub missing: Vec<Row<String>>,
}

/// What the page of a comparison shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ComparePage {
    /// The session.
    pub row: SessionRow,
    /// The other session; the same one for two runs of it.
    pub other: SessionRow,
    /// Runs to choose from, of the session and of the other.
    pub runs: [Vec<RunRow>; 2],
    /// The compared versions.
    pub picked: [Version; 2],
    /// Other sessions of the workspace, for whoever may list them.
    pub others: Vec<SessionRow>,
    /// The comparison of two runs about norms.
    pub norms: Option<RunComparison>,
    /// The comparison of two branches of a mock trial.
    pub trial: Option<Value>,
}

/// What the page of an audit shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AuditPage {
    /// The mock trial.
    pub row: SessionRow,
    /// Rounds that have ended.
    pub rounds: Vec<u8>,
    /// The round that is looked at.
    pub round: Option<u8>,
    /// The other day of the law; empty for none.
    pub law_as_of: String,
    /// Titles of the issues, by id.
    pub titles: Vec<(String, String)>,
    /// Whether it is a criminal case.
    pub criminal: bool,
    /// `trial.audit/1`, once a round has ended.
    pub found: Option<Value>,
}
