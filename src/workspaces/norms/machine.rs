//! What may follow what, and why every run ends. Pure and small.
//!
//! The measure (questions left, plans left, steps left) falls lexicographically: an executed step lowers the steps, a
//! plan lowers the plans and resets the steps, a question lowers the questions and stops until it is answered, and
//! everything else leads to an end. So a run visits the executor at most `PLANS * STEPS` times.

use crate::engine::prompt::sha256;
use serde::{Deserialize, Serialize};

/// Plans of a question.
pub const PLANS: u32 = 4;
/// Steps of a plan.
pub const STEPS: u32 = 8;
/// Questions to the person about one question of theirs.
pub const QUESTIONS: u32 = 2;
/// Calls of a language model; what comes later is done by rules.
pub const LLM_CALLS: u32 = 24;
/// Seconds that a run may take before it has to end.
pub const SECONDS: i64 = 600;

/// Where a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A plan is made.
    Planning,
    /// A step of the plan is carried out.
    Executing,
    /// What it brought is judged.
    Judging,
    /// The answer is written.
    Finalizing,
    /// The answer stands.
    Completed,
    /// Something failed for good.
    Error,
    /// A question waits for the person.
    AwaitingUser,
    /// A person has to look at it.
    HumanReview,
}

impl Status {
    /// Whether a performer is to act.
    #[must_use]
    pub fn runs(self) -> bool {
        matches!(self, Self::Planning | Self::Executing | Self::Judging | Self::Finalizing)
    }
}

/// What a judge decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// On with the plan.
    Continue,
    /// Another plan.
    Replan,
    /// There is enough for an answer.
    Finalize,
    /// A person has to look at it.
    HumanReview,
}

/// Why another plan is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// Nothing is wrong.
    Ok,
    /// The page cannot be read.
    ImageQualityLow,
    /// Something was found, but about another thing.
    TextFoundButIrrelevant,
    /// Several readings are possible.
    AmbiguousInfo,
    /// Nothing was found.
    InfoNotFound,
    /// The source has no images.
    NoImagesProvided,
}

/// How the next plan differs from the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Strategy {
    /// The same words, fewer documents.
    RefineAndRestrictSearch,
    /// Other words.
    ChangeKeywords,
    /// Another idea of where it stands.
    FormNewHypothesis,
    /// The number has to be calculated.
    FormCalculationStep,
}

impl Strategy {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 4] =
        [Self::RefineAndRestrictSearch, Self::ChangeKeywords, Self::FormNewHypothesis, Self::FormCalculationStep];

    /// What a code asks for first.
    #[must_use]
    pub fn of(code: Code) -> Self {
        match code {
            Code::TextFoundButIrrelevant => Self::RefineAndRestrictSearch,
            Code::AmbiguousInfo => Self::FormCalculationStep,
            Code::InfoNotFound | Code::Ok => Self::ChangeKeywords,
            Code::ImageQualityLow | Code::NoImagesProvided => Self::FormNewHypothesis,
        }
    }
}

/// What is left of a run, and what it started with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Plans that may still be made.
    pub plans_left: u32,
    /// Steps of the plan that may still be carried out.
    pub steps_left: u32,
    /// Questions that may still be put.
    pub questions_left: u32,
    /// Model calls that may still be made.
    pub llm_calls_left: u32,
    /// How often the executor was visited.
    pub visits: u32,
    /// When the run began, RFC 3339.
    pub begun_at: String,
}

/// A plan that was made, with the evidence there was then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// Hash of tools, stems, documents and filters, without wording.
    pub fingerprint: String,
    /// Pieces of evidence when it was made.
    pub evidence: usize,
}

/// The machine of one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine {
    /// Where it stands.
    pub status: Status,
    /// What is left.
    pub budget: Budget,
    /// Plans that were made.
    pub seen: Vec<Seen>,
    /// Strategies that were tried.
    pub tried: Vec<Strategy>,
    /// What the next plan has to follow.
    pub strategy: Option<Strategy>,
    /// The same work came round and nothing new was left to try.
    pub looped: bool,
    /// The answer will not be whole.
    pub partial: bool,
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// A plan: fingerprint, number of steps, pieces of evidence so far.
    Planned(String, u32, usize),
    /// A step of the plan was carried out.
    Executed,
    /// A step of the plan is a question to the person.
    Asks,
    /// The judge decided; whether there is evidence, and whether time is up.
    Judged(Verdict, Code, bool, bool),
    /// The answer is written; whether it ends in a question.
    Finalized(bool),
    /// The person answered the question.
    Answered,
    /// A reviewer wants another search.
    SearchAgain,
    /// A reviewer gave the answer or approved the draft.
    Settled,
}

/// A move that does not fit the status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this does not fit the status")]
pub struct Refused;

impl Machine {
    /// At the beginning of a question.
    #[must_use]
    pub fn fresh(now: &str) -> Self {
        Self {
            status: Status::Planning,
            budget: Budget {
                plans_left: PLANS,
                steps_left: 0,
                questions_left: QUESTIONS,
                llm_calls_left: LLM_CALLS,
                visits: 0,
                begun_at: now.to_owned(),
            },
            seen: Vec::new(),
            tried: Vec::new(),
            strategy: None,
            looped: false,
            partial: false,
        }
    }

    /// What falls with every move: questions, plans, steps left.
    #[must_use]
    pub fn measure(&self) -> (u32, u32, u32) {
        (self.budget.questions_left, self.budget.plans_left, self.budget.steps_left)
    }

    /// What follows a move.
    ///
    /// # Errors
    /// A move that does not fit; the machine stays.
    pub fn after(&self, step: &Move) -> Result<Self, Refused> {
        let mut next = self.clone();
        match (self.status, step) {
            (Status::Planning, Move::Planned(fingerprint, steps, evidence)) => {
                next.planned(fingerprint, *steps, *evidence);
            }
            (Status::Executing, Move::Executed) => {
                next.spend_step()?;
                next.status = Status::Judging;
            }
            (Status::Executing, Move::Asks) => {
                next.spend_step()?;
                if next.budget.questions_left > 0 {
                    next.budget.questions_left -= 1;
                    next.status = Status::AwaitingUser;
                } else {
                    next.status = Status::Judging;
                }
            }
            (Status::Judging, Move::Judged(verdict, code, evidence, late)) => {
                next.judged(*verdict, *code, *evidence, *late);
            }
            (Status::Finalizing, Move::Finalized(asks)) => {
                if *asks && next.budget.questions_left > 0 {
                    next.budget.questions_left -= 1;
                    next.status = Status::AwaitingUser;
                } else {
                    next.status = Status::Completed;
                }
            }
            // A question in the middle of a plan goes on with it; one that came with an answer only narrows that answer.
            (Status::AwaitingUser, Move::Answered) => {
                next.status = if next.budget.steps_left > 0 { Status::Executing } else { Status::Finalizing };
            }
            // A person begins anew: with full hands, but with what was seen.
            (Status::HumanReview | Status::Completed, Move::SearchAgain) => {
                next.budget.plans_left = PLANS;
                next.status = Status::Planning;
                next.seen.clear();
                next.tried.clear();
                next.strategy = None;
                next.looped = false;
            }
            (Status::HumanReview, Move::Settled) => next.status = Status::Completed,
            _ => return Err(Refused),
        }
        Ok(next)
    }

    fn spend_step(&mut self) -> Result<(), Refused> {
        self.budget.steps_left = self.budget.steps_left.checked_sub(1).ok_or(Refused)?;
        self.budget.visits += 1;
        Ok(())
    }

    fn planned(&mut self, fingerprint: &str, steps: u32, evidence: usize) {
        self.budget.plans_left = self.budget.plans_left.saturating_sub(1);
        let stale = self.seen.iter().any(|seen| seen.fingerprint == fingerprint && seen.evidence >= evidence);
        if stale || steps == 0 {
            let untried = Strategy::ALL.into_iter().find(|one| !self.tried.contains(one));
            match untried.filter(|_| self.budget.plans_left > 0) {
                Some(strategy) => self.force(strategy),
                None => {
                    self.looped = true;
                    self.end(evidence > 0);
                }
            }
            return;
        }
        self.seen.push(Seen { fingerprint: fingerprint.to_owned(), evidence });
        self.budget.steps_left = steps.min(STEPS);
        self.status = Status::Executing;
    }

    fn force(&mut self, strategy: Strategy) {
        self.strategy = Some(strategy);
        if !self.tried.contains(&strategy) {
            self.tried.push(strategy);
        }
    }

    fn judged(&mut self, verdict: Verdict, code: Code, evidence: bool, late: bool) {
        let mut verdict = verdict;
        if late && matches!(verdict, Verdict::Continue | Verdict::Replan) {
            self.end(evidence);
            return;
        }
        if verdict == Verdict::Continue && self.budget.steps_left == 0 {
            verdict = Verdict::Replan;
        }
        match verdict {
            Verdict::Continue => self.status = Status::Executing,
            Verdict::Replan if self.budget.plans_left == 0 => self.end(evidence),
            Verdict::Replan => {
                let wanted = Strategy::of(code);
                let others = Strategy::ALL.into_iter().find(|one| !self.tried.contains(one));
                let strategy = if self.tried.contains(&wanted) { others.unwrap_or(wanted) } else { wanted };
                self.force(strategy);
                self.budget.steps_left = 0;
                self.status = Status::Planning;
            }
            Verdict::Finalize => {
                self.budget.steps_left = 0;
                self.status = Status::Finalizing;
            }
            Verdict::HumanReview => self.status = Status::HumanReview,
        }
    }

    /// Nothing more can be tried: a partial answer, or a person.
    fn end(&mut self, evidence: bool) {
        self.partial = true;
        self.budget.steps_left = 0;
        self.status = if evidence { Status::Finalizing } else { Status::HumanReview };
    }
}

/// The fingerprint of a plan: tools with sorted stems, documents and filters, in order, without wording.
#[must_use]
pub fn fingerprint(steps: &[(String, Vec<String>, Vec<String>)]) -> String {
    let mut text = String::new();
    for (tool, stems, documents) in steps {
        let sorted = |list: &[String]| {
            let mut list = list.to_vec();
            list.sort();
            list.dedup();
            list.join(",")
        };
        text.push_str(&format!("{tool}({};{})\n", sorted(stems), sorted(documents)));
    }
    sha256(&text)
}
