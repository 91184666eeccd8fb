//! What this installation is, what it holds and what leaves the machine: `GET /api/status` and the page of settings.

use crate::model::session::Performer;
use crate::model::source::EditionRow;
use crate::model::trail::TrailHead;
use serde::Serialize;

/// The whole state, as one answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Status {
    /// Version of the program.
    pub version: String,
    /// Who performs the steps of new turns.
    pub performer: Performer,
    /// What leaves the machine.
    pub outward: Outward,
    /// Whether a token is needed.
    pub token: bool,
    /// Where data lies and for how long.
    pub storage: Storage,
    /// Editions of legal sources that are held; none for visitors who may not see lists.
    pub sources: Vec<EditionRow>,
    /// The end of the audit log, to be kept elsewhere; none where nothing is noted, and for visitors who may not see lists.
    pub audit: Option<TrailHead>,
    /// Types of contract.
    pub contracts: Vec<PackState>,
    /// Types of dispute.
    pub disputes: Vec<PackState>,
}

/// To whom words are sent beyond this machine. Nothing is sent where both are none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Outward {
    /// Host of the language model.
    pub model: Option<String>,
    /// Whether only providers that keep nothing are used.
    pub confidential: bool,
    /// Whether pages of sources may go to the model as images.
    pub images: bool,
    /// Host that turns texts into vectors for the search by meaning.
    pub meaning: Option<String>,
}

/// What came of asking the language model for one short answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelCheck {
    /// Whether an answer came that steps can be built on.
    pub reached: bool,
    /// The model that answered; none where nobody did.
    pub model: Option<String>,
    /// How long it took, milliseconds.
    pub millis: u64,
    /// When, RFC 3339 UTC.
    pub at: String,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<ModelProblem>,
    /// The same in the words of the program, with what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// Why a model is of no use just now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelProblem {
    /// No model is configured: there is nobody to ask.
    NotConfigured,
    /// Nobody answers, or the budget of the day is spent.
    Unavailable,
    /// Its server does not take the address, the key, or the name of the model.
    Refused,
    /// It answers, but not in a form that can be used.
    Unusable,
    /// No answer came in the time that a check may take.
    Late,
}

/// Data on the disk.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Storage {
    /// Size of the database with its journal, bytes; none in memory.
    pub bytes: Option<u64>,
    /// Minutes in which a deleted matter can be brought back.
    pub trash_minutes: u32,
}

/// A pack and how far it was checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PackState {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What it was written from.
    pub source: String,
    /// The edition that was read.
    pub edition: String,
    /// Who checked it; none when nobody did.
    pub checked_by: Option<String>,
    /// How many terms are essential, or how many elements there are.
    pub essential: usize,
    /// How many questions it can ask.
    pub questions: usize,
    /// Whether it is the fallback for what is not recognised.
    pub generic: bool,
    /// What is to be said when it is used.
    pub notice: Option<String>,
}
