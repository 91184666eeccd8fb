//! What may follow what: phases, rounds, roles, rewrites. Pure, small, the same for every kind of case.

use serde::{Deserialize, Serialize};

/// Where a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The person tells the case.
    FactsIntake,
    /// The telling is divided into confirmed, disputed, needed.
    FactsStipulate,
    /// The person reviews and confirms.
    FactsReview,
    /// A round runs.
    Round,
    /// The gate after round 1 and 2.
    UserGate,
    /// The gate after round 3 and the extension.
    EndGate,
    /// The report is made.
    Report,
    /// The report stands.
    Done,
    /// Given up without a report.
    Closed,
}

/// Who speaks in a round, and what is done at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Counsel of the claimant, or the prosecutor.
    Claimant,
    /// Counsel of the defendant, or defence counsel.
    Opposing,
    /// The party, or the accused.
    Party,
    /// The judge.
    Judge,
    /// Actions for the user's own side; enters no prompt.
    Recommend,
    /// The checks of the whole round.
    Verifier,
    /// What the gate shows.
    Summarize,
}

/// What the order of roles depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// Criminal, where the accused has the last word.
    pub criminal: bool,
    /// The defence's closing before the prosecutor's in round 3.
    pub seed_literal: bool,
}

/// The number of the extension.
pub const EXTENSION: u8 = 4;

impl Order {
    /// The roles of a round. `asked`: the judge put questions to the party in the round before.
    #[must_use]
    pub fn roles(self, round: u8, asked: bool) -> Vec<Role> {
        let mut roles = vec![Role::Claimant, Role::Opposing];
        if self.criminal && self.seed_literal && round == 3 {
            roles.swap(0, 1);
        }
        if asked || (self.criminal && round == 3) {
            roles.push(Role::Party);
        }
        roles.extend([Role::Judge, Role::Recommend, Role::Verifier, Role::Summarize]);
        roles
    }
}

/// The verdict of a verifier; `None` when it was unavailable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// Go or Conditional.
    Passes,
    /// No-Go.
    Fails,
    /// Nobody could judge.
    Unavailable,
}

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A valid intake was submitted.
    Intake,
    /// The facts are divided.
    Stipulated,
    /// The person changed facts in the review.
    Edit,
    /// The person confirmed so many facts.
    Confirm(usize),
    /// A role's output: whether it broke a guardrail, and whether it put questions to the party.
    Spoke {
        /// A guardrail was broken.
        violation: bool,
        /// The judge put questions.
        questions: bool,
    },
    /// The verifier is done.
    Verified(Checked),
    /// The round is summed up.
    Summarized,
    /// A gate form with steering; whether it changes facts.
    Steer {
        /// With a patch of the facts.
        patch: bool,
    },
    /// Go on as before.
    Skip,
    /// One more round on an open issue.
    Extend {
        /// With a patch of the facts.
        patch: bool,
    },
    /// To the report.
    Finalize,
    /// Without a report.
    Abandon,
    /// The report is made.
    Reported,
}

/// Why a move is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Not in this phase.
    #[error("this does not fit the phase")]
    Phase,
    /// Nothing is confirmed.
    #[error("nothing is confirmed")]
    NothingConfirmed,
    /// The extension was used.
    #[error("the extension was used")]
    ExtensionUsed,
}

/// The machine of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Where it stands.
    pub phase: Phase,
    /// 0 before the first; 4 is the extension.
    pub round: u8,
    /// Index into the roles of the round.
    pub step: usize,
    /// The role speaks a second time because of a guardrail.
    pub rewriting: bool,
    /// The judge spoke a second time because of the verifier.
    pub rejudged: bool,
    /// The judge put questions in the round before.
    pub asked: bool,
    /// The judge put questions in this round.
    pub asks: bool,
    /// Grows with every confirmation.
    pub facts_version: u32,
    /// Grows with every gate form.
    pub steering_version: u32,
    /// The extension was used.
    pub ext_used: bool,
    /// The round that follows the review.
    pub return_to: u8,
}

impl Default for Machine {
    fn default() -> Self {
        Self {
            phase: Phase::FactsIntake,
            round: 0,
            step: 0,
            rewriting: false,
            rejudged: false,
            asked: false,
            asks: false,
            facts_version: 0,
            steering_version: 0,
            ext_used: false,
            return_to: 1,
        }
    }
}

impl Machine {
    /// Who is to speak; nobody outside a round.
    #[must_use]
    pub fn role(&self, order: Order) -> Option<Role> {
        (self.phase == Phase::Round).then(|| order.roles(self.round, self.asked).get(self.step).copied())?
    }

    /// What follows a move.
    ///
    /// # Errors
    /// A move that does not fit; the machine stays.
    pub fn after(&self, order: Order, step: Move) -> Result<Self, Refused> {
        let mut next = self.clone();
        match (self.phase, step) {
            (Phase::FactsIntake, Move::Intake) | (Phase::FactsReview, Move::Edit) => next.phase = Phase::FactsStipulate,
            (Phase::FactsStipulate, Move::Stipulated) => next.phase = Phase::FactsReview,
            (Phase::FactsReview, Move::Confirm(0)) => return Err(Refused::NothingConfirmed),
            (Phase::FactsReview, Move::Confirm(_)) => {
                next.facts_version += 1;
                next.enter(self.return_to);
            }
            (Phase::Round, Move::Spoke { violation, questions }) => match self.role(order) {
                Some(Role::Verifier | Role::Summarize) | None => return Err(Refused::Phase),
                Some(_) if violation && !self.rewriting => next.rewriting = true,
                Some(role) => {
                    next.asks |= questions && role == Role::Judge;
                    next.rewriting = false;
                    next.step += 1;
                }
            },
            (Phase::Round, Move::Verified(checked)) if self.role(order) == Some(Role::Verifier) => {
                if checked == Checked::Fails && !self.rejudged {
                    next.rejudged = true;
                    next.asks = false;
                    let judge = order.roles(self.round, self.asked).iter().position(|role| *role == Role::Judge);
                    next.step = judge.unwrap_or(self.step);
                } else {
                    next.step += 1;
                }
            }
            (Phase::Round, Move::Summarized) if self.role(order) == Some(Role::Summarize) => {
                next.phase = if self.round < 3 { Phase::UserGate } else { Phase::EndGate };
            }
            (Phase::UserGate, Move::Steer { patch }) => {
                next.steering_version += 1;
                next.on(self.round + 1, patch);
            }
            (Phase::UserGate, Move::Skip) => next.enter(self.round + 1),
            (Phase::EndGate, Move::Extend { .. }) if self.ext_used => return Err(Refused::ExtensionUsed),
            (Phase::EndGate, Move::Extend { patch }) => {
                next.steering_version += 1;
                next.ext_used = true;
                next.on(EXTENSION, patch);
            }
            (Phase::EndGate, Move::Finalize) => {
                next.steering_version += 1;
                next.phase = Phase::Report;
            }
            (Phase::EndGate, Move::Abandon) => next.phase = Phase::Closed,
            (Phase::Report, Move::Reported) => next.phase = Phase::Done,
            _ => return Err(Refused::Phase),
        }
        Ok(next)
    }

    /// A round, or first the facts that were changed at its gate.
    fn on(&mut self, round: u8, patch: bool) {
        if patch {
            self.return_to = round;
            self.phase = Phase::FactsStipulate;
        } else {
            self.enter(round);
        }
    }

    fn enter(&mut self, round: u8) {
        self.phase = Phase::Round;
        self.round = round;
        self.step = 0;
        self.rewriting = false;
        self.rejudged = false;
        self.asked = self.asks;
        self.asks = false;
    }

    /// Whether a performer is to act.
    #[must_use]
    pub fn runs(&self) -> bool {
        matches!(self.phase, Phase::FactsStipulate | Phase::Round | Phase::Report)
    }
}
