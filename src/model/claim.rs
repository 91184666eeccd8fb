//! A claim: anything the product keeps or says, with where it comes from (evidence) and what was really established
//! (support). One set of words for all workspaces; `docs/adr/0012-claims-and-support.md` says why.

use crate::model::ids::TurnId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where a claim comes from, letter by letter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Evidence {
    /// Words of a turn of the dialogue.
    Turn {
        /// The turn.
        id: TurnId,
        /// The words, a verbatim part of it.
        quote: String,
    },
    /// A place of a source: `norm://…`, or a document of the session.
    Node {
        /// The place.
        id: String,
        /// The words, a verbatim part of it.
        quote: String,
    },
    /// Another fact of the same session.
    Fact {
        /// JSON Pointer into the facts.
        pointer: String,
    },
    /// A calculation.
    Calculation {
        /// Its name or formula, as it is shown.
        formula: String,
        /// JSON Pointers or named inputs.
        inputs: Vec<String>,
    },
    /// The person chose or confirmed this very reading.
    Click {
        /// The turn or version that recorded it.
        turn: TurnId,
    },
}

/// What was established about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Support {
    /// The person confirmed this reading.
    Confirmed,
    /// The quote is the person's, the value its normal form, the scope clear, no second candidate.
    Stated,
    /// The quote is the person's, the value an interpretation of it.
    Read,
    /// Computed from other claims.
    Derived,
    /// The usual value of the law or the pack, because the person asked for it.
    Default,
    /// No quote.
    Assumed,
    /// The quotation equals the source, and nothing beside it turns its meaning.
    Verbatim,
    /// The place entails the sentence; `by` says who established it.
    Supported,
    /// The place exists and is held; nothing was compared.
    Located,
    /// The place says otherwise.
    Contradicted,
    /// Nothing could be compared.
    Unchecked,
    /// The act is not in the library.
    NotHeld,
}

/// Who established that a place supports a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Polarity, quantity, modality, party and condition were compared by code.
    Rule,
    /// A separate call of a model that saw only place and sentence: counts as a hint, never as a certificate.
    Critic,
}

impl Support {
    /// The name on the wire and in class names.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Stated => "stated",
            Self::Read => "read",
            Self::Derived => "derived",
            Self::Default => "default",
            Self::Assumed => "assumed",
            Self::Verbatim => "verbatim",
            Self::Supported => "supported",
            Self::Located => "located",
            Self::Contradicted => "contradicted",
            Self::Unchecked => "unchecked",
            Self::NotHeld => "not_held",
        }
    }

    /// Whether a claim with this support may stand behind «готов», `VERIFIED`, `is_valid`, `Go`.
    ///
    /// `supported` counts only when a rule established it: nobody certifies by a model's yes.
    #[must_use]
    pub fn certifies(self, by: Option<By>) -> bool {
        match self {
            Self::Confirmed | Self::Stated | Self::Derived | Self::Default | Self::Verbatim => true,
            Self::Supported => by == Some(By::Rule),
            Self::Read | Self::Assumed | Self::Located | Self::Contradicted | Self::Unchecked | Self::NotHeld => false,
        }
    }
}

/// What kind of thing is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// A fact of a person.
    Fact,
    /// A number with its unit.
    Number,
    /// A sentence of an answer.
    Sentence,
    /// A quotation.
    Quotation,
    /// An argument of a side.
    Argument,
    /// A finding of a check.
    Finding,
}

/// One claim, as `GET /api/session/{id}/support` lists it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// Unique within its list; stable for the same version.
    pub id: String,
    /// What it is.
    pub kind: ClaimKind,
    /// Where it stands: JSON Pointer into the state.
    pub at: String,
    /// As people read it.
    pub text: String,
    /// Its value; null where the text is all there is.
    #[serde(default)]
    pub value: Value,
    /// What was established.
    pub support: Support,
    /// Who established it, where that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// Where it comes from.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
    /// Why it has this support, as a code (`cut`, `polarity`, `not_held`…); empty where nothing is to be said.
    #[serde(default)]
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_or_a_model_alone_certifies_nothing() {
        for support in [Support::Located, Support::Read, Support::Assumed, Support::Unchecked, Support::NotHeld] {
            assert!(!support.certifies(Some(By::Rule)), "{support:?}");
        }
        assert!(!Support::Supported.certifies(Some(By::Critic)));
        assert!(!Support::Supported.certifies(None));
        assert!(Support::Supported.certifies(Some(By::Rule)));
    }

    #[test]
    fn evidence_reads_as_the_wire_has_it() {
        let text = r#"{"kind":"turn","id":"t1","quote":"35 тысяч"}"#;
        let evidence: Evidence = serde_json::from_str(text).expect("a turn with a quote");
        assert_eq!(serde_json::to_string(&evidence).expect("writes"), text);
    }
}
