//! What a person can do to a session.

use crate::model::ids::{QuestionId, Version};
use crate::model::snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// One user event; what follows it is a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// Words, possibly an answer to a question, possibly a picked choice.
    Message {
        /// The words; 1 byte to 64 KB, no NUL.
        text: String,
        /// The question they answer.
        answers_to: Option<QuestionId>,
        /// The id of the picked choice.
        choice: Option<String>,
    },
    /// One fact edited by the person.
    Edit {
        /// JSON Pointer into `domain`.
        pointer: String,
        /// What to do with it.
        edit: Edit,
    },
    /// The words of one clause, as the person wants them.
    Clause {
        /// Its stable id.
        clause: String,
        /// The new words; none brings the library's back.
        text: Option<String>,
    },
    /// A step of the pipeline done by the person: its input, its output, or neither (it runs again).
    Rework {
        /// The step.
        step: String,
        /// What the step is given instead of the pipeline's own input.
        input: Option<Value>,
        /// What stands as the step's result.
        output: Option<Value>,
    },
    /// A document joins the session.
    Attach {
        /// Its id in the session.
        id: String,
        /// What it is called.
        title: String,
        /// Its text.
        text: String,
        /// Lower-case hex SHA-256 of the file.
        sha256: String,
    },
    /// A kept sequence of steps on a question.
    Sequence {
        /// The question; as [`Event::Message`] has it.
        text: String,
        /// What the sequence is called.
        name: String,
        /// Its steps, in the order of the pipeline.
        steps: Vec<String>,
    },
    /// A form of a gate, as it was filled in.
    Gate {
        /// The form's id.
        form: String,
        /// Its version.
        form_version: u32,
        /// The version of the state that the person saw.
        state_version: u32,
        /// The fields.
        fields: Value,
        /// Go on as before.
        skip: bool,
        /// That is meant.
        skip_confirmed: bool,
    },
    /// The session came in a file: nothing that the file says of itself counts here.
    Import {
        /// Turns that came with it.
        turns: usize,
        /// Cited words that stand in what is held here: node and quotation.
        held: Vec<(String, String)>,
    },
    /// A piece of evidence joins a session.
    Evidence {
        /// What it is called.
        title: String,
        /// `claimant` or `opposing`; empty for the user's own side.
        side: String,
        /// Media type.
        mime: String,
        /// Its text; empty when it has none.
        text: String,
        /// Bytes of the file.
        bytes: u64,
        /// Lower-case hex SHA-256 of the file.
        sha256: String,
    },
    /// A card of fields, as it was filled in.
    Card {
        /// The card's id.
        card: String,
        /// Values by JSON Pointer into `domain`: canonical, or as they are typed.
        fields: BTreeMap<String, Value>,
    },
    /// The person's word about the review list.
    Review {
        /// The version that the person saw.
        state_version: u32,
        /// Everything that is not named below is right.
        all: bool,
        /// Ids of what is right.
        accept: Vec<String>,
        /// Ids of what is wrong and goes away.
        reject: Vec<String>,
        /// Values by id.
        set: BTreeMap<String, Value>,
    },
    /// The last turn that stands is taken back.
    Undo {
        /// The version that the turn made; 0 until it is looked up.
        undone: Version,
        /// The words that asked for it; none for a click.
        words: Option<String>,
        /// The version before that turn; looked up, never kept.
        #[serde(skip)]
        base: Option<Box<Snapshot>>,
    },
}

/// What an edit does to a fact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Edit {
    /// Write a value.
    Set {
        /// The new value.
        value: Value,
    },
    /// The value that stands is right.
    Confirm,
    /// The value that stands is wrong and goes away.
    Reject,
}
