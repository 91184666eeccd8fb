//! What the check says: the seed's output and, beside it, the badges of the page.

use crate::engine::scalars::Scalars;
use crate::model::claim::{By, Claim, ClaimKind, Evidence, Support};
use crate::model::compare::TextRun;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ops::Range;

/// What is true of a citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// The edition fits the day, and the quotation stands there with all that it needs, or the place says what the
    /// sentence says.
    Verified,
    /// The place is there; nothing was compared with it.
    Located,
    /// The place is right; the wording differs, or was cut where its meaning turns.
    QuoteAltered,
    /// The place says otherwise.
    Contradicted,
    /// The wording stands elsewhere.
    Misattributed,
    /// The document is held, the address is not in it.
    Unresolved,
    /// True in an edition that is not in force on the day.
    OutdatedEdition,
    /// Nothing could be checked.
    Unverified,
}

impl Verdict {
    /// `QUOTE_ALTERED`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Verified => "VERIFIED",
            Self::Located => "LOCATED",
            Self::Contradicted => "CONTRADICTED",
            Self::QuoteAltered => "QUOTE_ALTERED",
            Self::Misattributed => "MISATTRIBUTED",
            Self::Unresolved => "UNRESOLVED",
            Self::OutdatedEdition => "OUTDATED_EDITION",
            Self::Unverified => "UNVERIFIED",
        }
    }
}

/// Why a citation could not be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Reason {
    /// No edition of the document is held.
    SourceNotHeld,
    /// It could not be asked.
    SourceFailed,
    /// The place is there, its text was lost.
    Empty,
    /// Something of the text was lost on the way.
    Lossy,
    /// No edition held was in force on the day.
    EditionNotHeld,
}

impl Reason {
    /// `SOURCE_NOT_HELD`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::SourceNotHeld => "SOURCE_NOT_HELD",
            Self::SourceFailed => "SOURCE_FAILED",
            Self::Empty => "EMPTY",
            Self::Lossy => "LOSSY",
            Self::EditionNotHeld => "EDITION_NOT_HELD",
        }
    }
}

/// A citation with its verdict: a badge of the page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Badge {
    /// Bytes of the answer: the citation.
    pub range: Range<usize>,
    /// Bytes of the answer: its quotation.
    pub quote: Option<Range<usize>>,
    /// The number of `[n]`.
    pub source: Option<usize>,
    /// The verdict.
    pub verdict: Verdict,
    /// Why nothing could be checked.
    pub reason: Option<Reason>,
    /// What was established.
    pub support: Support,
    /// Who established it.
    pub by: Option<By>,
    /// What the comparison found: `cut`, `polarity`, `quantity`…; empty where there is nothing to say.
    pub cause: String,
    /// Bytes of the answer: the sentence.
    pub sentence: Range<usize>,
    /// The words of the source that it was compared with.
    pub stands: String,
    /// What a cut lost: `negation`, `condition`…
    pub lost: Option<String>,
    /// Canonical address that is cited; empty for a source without one.
    pub address: String,
    /// The node that was read.
    pub node_id: Option<String>,
    /// Bytes of the node's text that the quotation is, or is closest to.
    pub passage: Option<Range<usize>>,
    /// Where the wording stands.
    pub found_at: Option<String>,
    /// The node of `found_at`.
    pub found_node: Option<String>,
    /// Addresses near the one that is not there.
    pub candidates: Vec<String>,
    /// What took the place of an edition.
    pub successor: Option<String>,
    /// `deleted` stands in the source only, `inserted` in the answer only.
    pub diff: Vec<TextRun>,
    /// For a person: what is wrong and what to do.
    pub message: String,
}

/// A number that stands in no cited place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Strike {
    /// Bytes of the answer.
    pub range: Range<usize>,
    /// For a person.
    pub message: String,
}

/// A number that the source has in another unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Converted {
    /// Bytes of the answer.
    pub range: Range<usize>,
    /// As the source has it.
    pub stands: String,
}

/// What came of a check.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// At least one citation, all verified, every number supported.
    pub is_valid: bool,
    /// Verified citations of all; 0 without citations.
    pub confidence: f64,
    /// Sentences with a claim that carry a citation, of all with a claim; 1 without claims.
    pub coverage: f64,
    /// Every citation.
    pub badges: Vec<Badge>,
    /// Numbers to strike.
    pub strikes: Vec<Strike>,
    /// Numbers to show in both units.
    pub converted: Vec<Converted>,
    /// What stands in the output.
    pub issues: Vec<Value>,
    /// Every citation and every struck number as a claim.
    pub claims: Vec<Claim>,
}

/// Below this the answer says too much without a source.
pub const COVERAGE: f64 = 0.9;

impl Report {
    pub(crate) fn new(
        answer: &str,
        badges: Vec<Badge>,
        strikes: Vec<Strike>,
        converted: Vec<Converted>,
        cited: (usize, usize),
    ) -> Self {
        let verified = badges.iter().filter(|badge| badge.verdict == Verdict::Verified).count();
        let share = |part: usize, all: usize| -> f64 {
            let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
            if all == 0 { 0.0 } else { count(part) / count(all) }
        };
        let coverage = if cited.1 == 0 { 1.0 } else { share(cited.0, cited.1) };
        let scalars = Scalars::of(answer);
        let mut issues: Vec<Value> = badges
            .iter()
            .filter(|badge| badge.verdict != Verdict::Verified)
            .map(|badge| issue(answer, &scalars, badge))
            .collect();
        issues.extend(strikes.iter().map(|strike| {
            json!({
                "type": "NUMBER_UNSUPPORTED", "message": strike.message, "number": &answer[strike.range.clone()],
                "span": scalars.span(strike.range.start, strike.range.end), "support": Support::Unchecked, "reason": "number",
            })
        }));
        if coverage < COVERAGE {
            let message = format!(
                "Без источника {} из {} утверждений: добавьте ссылку на норму или уберите их.",
                cited.1 - cited.0,
                cited.1
            );
            issues.push(json!({"type": "COVERAGE", "message": message, "coverage": coverage}));
        }
        let claims = claims(answer, &badges, &strikes);
        Self {
            is_valid: !badges.is_empty() && claims.iter().all(|claim| claim.support.certifies(claim.by)),
            confidence: share(verified, badges.len()),
            coverage,
            badges,
            strikes,
            converted,
            issues,
            claims,
        }
    }

    /// The output of step 7, by the seed's schema.
    #[must_use]
    pub fn output(&self) -> Value {
        json!({"is_valid": self.is_valid, "confidence": self.confidence, "issues": self.issues})
    }
}

/// How often a sentence is said again for its citations: «[1][1][1]…» would repeat a whole answer at every mark.
const MOST_SAID: usize = 32;

/// A quotation claims its words, a citation without one the sentence that it stands behind; beyond [`MOST_SAID`]
/// citations of one sentence each has its own words only.
fn claims(answer: &str, badges: &[Badge], strikes: &[Strike]) -> Vec<Claim> {
    let text = |range: &Range<usize>| answer.get(range.clone()).unwrap_or_default().to_owned();
    let mut row: (Option<&Range<usize>>, usize) = (None, 0);
    let cited = badges.iter().enumerate().map(|(at, badge)| {
        row = if row.0 == Some(&badge.sentence) { (row.0, row.1 + 1) } else { (Some(&badge.sentence), 1) };
        let quote = badge.quote.as_ref().map(text);
        let kind = if quote.is_some() { ClaimKind::Quotation } else { ClaimKind::Sentence };
        let id = badge.node_id.clone().unwrap_or_else(|| badge.address.clone());
        Claim {
            id: format!("c{}", at + 1),
            kind,
            at: String::new(),
            text: text(badge.quote.as_ref().unwrap_or(if row.1 > MOST_SAID { &badge.range } else { &badge.sentence })),
            value: json!({"citation": text(&badge.range), "address": badge.address, "verdict": badge.verdict.code()}),
            support: badge.support,
            by: badge.by,
            evidence: vec![Evidence::Node { id, quote: badge.stands.clone() }],
            reason: badge.why(),
        }
    });
    let numbers = strikes.iter().enumerate().map(|(at, strike)| Claim {
        id: format!("n{}", at + 1),
        kind: ClaimKind::Number,
        at: String::new(),
        text: text(&strike.range),
        value: Value::Null,
        support: Support::Unchecked,
        by: None,
        evidence: Vec::new(),
        reason: "number".to_owned(),
    });
    cited.chain(numbers).collect()
}

impl Badge {
    /// Why it has its verdict, as a code; empty where nothing is to be said.
    #[must_use]
    pub fn why(&self) -> String {
        self.reason.map_or_else(|| self.cause.clone(), |reason| reason.code().to_owned())
    }
}

fn issue(answer: &str, scalars: &Scalars<'_>, badge: &Badge) -> Value {
    // Offsets in the wire are characters, as in the other steps.
    let span = scalars.span(badge.range.start, badge.range.end);
    let mut citation =
        json!({"text": answer.get(badge.range.clone()).unwrap_or_default(), "address": badge.address, "span": span});
    let mut out = json!({"type": badge.verdict.code(), "message": badge.message});
    let optional = [
        ("source", badge.source.map(Value::from)),
        ("node_id", badge.node_id.clone().map(Value::from)),
        ("quote", badge.quote.clone().and_then(|range| answer.get(range)).map(Value::from)),
    ];
    for (key, value) in optional {
        if let Some(value) = value {
            citation[key] = value;
        }
    }
    out["citation"] = citation;
    let why = badge.why();
    out["support"] = json!(badge.support);
    let details = [
        ("reason", (!why.is_empty()).then(|| Value::from(why))),
        ("by", badge.by.map(|by| json!(by))),
        ("lost", badge.lost.clone().map(Value::from)),
        ("found_at", badge.found_at.clone().map(Value::from)),
        ("found_node", badge.found_node.clone().map(Value::from)),
        ("successor", badge.successor.clone().map(Value::from)),
        ("candidates", (!badge.candidates.is_empty()).then(|| json!(badge.candidates))),
        ("diff", (!badge.diff.is_empty()).then(|| json!(badge.diff))),
    ];
    for (key, value) in details {
        if let Some(value) = value {
            out[key] = value;
        }
    }
    out
}
