//! The state of a mock trial, typed; its JSON is what `schemas/trial/state.schema.json` describes.

use crate::model::ids::SessionId;
use crate::workspaces::trial::causes::Cause;
use crate::workspaces::trial::machine::{Machine, Order, Phase};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// `$id` of the state schema.
pub const STATE: &str = crate::engine::schema::trial::STATE;

/// What kind of case it is, and for whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// `civil` or `criminal`.
    pub case_type: String,
    /// `KR`.
    pub jurisdiction: String,
    /// The day for which the law is asked.
    pub law_as_of: String,
    /// `claimant`, `opposing`, `neutral`.
    pub user_side: String,
    /// `ko`, `ru`, `en`.
    pub lang: String,
    /// `code` or `seed_literal`.
    pub order: String,
    /// The dispute pack, once the facts are divided.
    pub pack_id: Option<String>,
    /// Claims beside the main one, those that were taken away among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<Cause>,
}

impl Case {
    /// What the order of roles depends on.
    #[must_use]
    pub fn order(&self) -> Order {
        Order { criminal: self.case_type == "criminal", seed_literal: self.order == "seed_literal" }
    }
}

/// Where a fact comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// `user_text`, `evidence`, `admission`.
    pub kind: String,
    /// `summary`, `timeline/0`, `ev-1`, `review`, `gate_r1_issues`…
    #[serde(rename = "ref")]
    pub reference: String,
    /// Characters of it.
    pub span: [usize; 2],
    /// Its words, at most 200 characters.
    pub quote: String,
}

/// A fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// `f-1`.
    pub id: String,
    /// `confirmed` or `disputed`.
    pub class: String,
    /// At most 300 characters.
    pub text: String,
    /// Elements and defences that it speaks of.
    pub supports: Vec<String>,
    /// The side that says it.
    pub asserted_by: String,
    /// The side that denies it.
    pub denied_by: Option<String>,
    /// The side that it is said against: an allegation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Elements and defences that it denies: «상해는 없다».
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradicts: Vec<String>,
    /// `undisputed`, `disputed`, `unknown`; empty in sessions of before, see [`Fact::standing`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub standing: String,
    /// What a person laid down about its elements: `supports`, `contradicts`, `irrelevant`; it holds however the links
    /// are computed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub links_set: BTreeMap<String, String>,
    /// Where it comes from.
    pub source: Source,
}

impl Fact {
    /// Whether it stands: admitted or confirmed by the person, disputed, or only said.
    #[must_use]
    pub fn standing(&self) -> &str {
        match (self.standing.as_str(), self.class.as_str()) {
            ("", "confirmed") => "undisputed",
            ("", _) => "disputed",
            (standing, _) => standing,
        }
    }

    /// `negative` when all that it says of the elements is that they are not so.
    #[must_use]
    pub fn polarity(&self) -> &'static str {
        if self.supports.is_empty() && !self.contradicts.is_empty() { "negative" } else { "positive" }
    }
}

/// Something that is still needed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gap {
    /// `gap-1`.
    pub id: String,
    /// What.
    pub need: String,
    /// The element.
    #[serde(rename = "for")]
    pub element: String,
    /// The side that has to bring it.
    pub holder: String,
    /// How it is obtained.
    pub means: String,
    /// What the person plans: `will_provide`, `cannot_provide`, `treat_unknown`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
}

/// A piece of evidence. Its text is data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// `ev-1`; a new file has a new id.
    pub id: String,
    /// `갑 제1호증`.
    pub label: String,
    /// What the person calls it.
    pub title: String,
    /// `claimant` or `opposing`.
    pub side: String,
    /// Media type.
    pub mime: String,
    /// Bytes of the file or text.
    pub bytes: u64,
    /// Lower-case hex.
    pub sha256: String,
    /// `given` (typed in), `extracted`, `none`.
    pub text_status: String,
    /// The other side denies it.
    pub contested: bool,
    /// `submit`, `hold`, `withdraw`, `obtain`.
    pub action: String,
    /// Elements that it proves.
    pub supports: Vec<String>,
    /// Its words.
    pub text: String,
}

/// The three classes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Confirmed and disputed.
    pub items: Vec<Fact>,
    /// Needed.
    pub needed: Vec<Gap>,
    /// Numbers of facts that were given out; an id is never used twice.
    pub next: u32,
}

impl Facts {
    /// Facts of a class.
    pub fn of<'f>(&'f self, class: &'f str) -> impl Iterator<Item = &'f Fact> {
        self.items.iter().filter(move |fact| fact.class == class)
    }
}

/// The facts of a version; never changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// Its number.
    pub facts_version: u32,
    /// The facts.
    pub items: Vec<Fact>,
    /// Ids of the evidence that stood beside them.
    pub evidence: Vec<String>,
}

/// What a gate form laid down.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Steering {
    /// Its number.
    pub version: u32,
    /// The round whose gate it was given at.
    pub round: u8,
    /// The form.
    pub form_id: String,
    /// What all roles see.
    pub public: Value,
    /// What only the user's side sees.
    pub private: Value,
    /// What enters no prompt.
    pub unprompted: Value,
}

/// A step of a round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spoken {
    /// `r1-claimant`.
    pub id: String,
    /// The role.
    pub role: String,
    /// `rule`, `closing`, `last_word`…
    pub mode: String,
    /// 1, or 2 after a rewrite.
    pub attempts: u32,
    /// `ok`, `fixed`, `replaced_by_safe_text`.
    pub status: String,
    /// The facts it rests on.
    pub facts_version: u32,
    /// The steering it was given.
    pub steering_version: u32,
    /// A fact that it uses has changed since.
    pub stale: bool,
    /// SHA-256 of the input.
    pub input_hash: String,
    /// The whole output.
    pub output: Value,
}

/// A round.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Its number; 4 is the extension.
    pub round: u8,
    /// Facts it was run on.
    pub facts_version: u32,
    /// The steps.
    pub steps: Vec<Spoken>,
    /// Rewrites.
    pub rewrites: Vec<Value>,
    /// The verifier's output.
    pub verifier: Value,
    /// What the gate shows; null while the round runs.
    pub end: Value,
    /// A fact has changed since.
    pub stale: bool,
}

/// Why a role speaks again.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rewrite {
    /// Violations of the first attempt.
    pub violations: Vec<Value>,
}

/// An event of the session's own log. No private value enters it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogEntry {
    /// From 1, without a gap.
    pub seq: u32,
    /// RFC 3339, UTC.
    pub at: String,
    /// `FACTS_INTAKE`, `STEP_ACCEPTED`, `GUARDRAIL_HIT`, `ROUND_END`, `GATE_ACCEPTED`…
    pub kind: String,
    /// What it was about.
    pub data: Value,
}

/// The whole state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// Identity, status, version.
    pub meta: Value,
    /// The case.
    pub case: Case,
    /// The machine.
    pub machine: Machine,
    /// What was told; null before.
    pub intake: Value,
    /// Evidence.
    pub evidence: Vec<Evidence>,
    /// The facts as they stand.
    pub facts: Facts,
    /// Changes of facts that the next division takes up.
    pub patches: Vec<Value>,
    /// Facts by version.
    pub casefiles: Vec<CaseFile>,
    /// Steering, oldest first.
    pub steering: Vec<Steering>,
    /// Rounds, oldest first.
    pub rounds: Vec<Round>,
    /// The violations that the role in turn has to mend; null otherwise.
    pub rewrite: Option<Rewrite>,
    /// The report; null before.
    pub report: Value,
    /// Events.
    pub log: Vec<LogEntry>,
    /// Limits.
    pub control: Value,
}

/// A fresh session.
#[must_use]
pub fn fresh(session: &SessionId, case: Case, now: &str) -> Trial {
    Trial {
        meta: json!({
            "session_id": session, "schema_id": STATE, "schema_version": "1.0.0", "stage": "trial",
            "locale": {"language": case.lang}, "status": "collecting", "created_at": now, "updated_at": now,
            "state_version": 0,
        }),
        case,
        machine: Machine::default(),
        intake: Value::Null,
        evidence: Vec::new(),
        facts: Facts { next: 1, ..Facts::default() },
        patches: Vec::new(),
        casefiles: Vec::new(),
        steering: Vec::new(),
        rounds: Vec::new(),
        rewrite: None,
        report: Value::Null,
        log: Vec::new(),
        control: json!({"limits": {"max_loops": 40}}),
    }
}

impl Trial {
    /// Reads a state; `None` for one of another workspace.
    #[must_use]
    pub fn of(state: &Value) -> Option<Self> {
        Self::deserialize(state).ok()
    }

    /// As the snapshot keeps it.
    #[must_use]
    pub fn value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Adds an event to the log.
    pub fn note(&mut self, now: &str, kind: &str, data: Value) {
        let seq = u32::try_from(self.log.len()).unwrap_or(u32::MAX).saturating_add(1);
        self.log.push(LogEntry { seq, at: now.to_owned(), kind: kind.to_owned(), data });
    }

    /// The status that lists of sessions show.
    pub fn set_status(&mut self) {
        let status = match self.machine.phase {
            Phase::FactsIntake | Phase::FactsReview | Phase::FactsStipulate => "collecting",
            Phase::Round | Phase::UserGate | Phase::EndGate | Phase::Report => "gating",
            Phase::Done => "ready",
            Phase::Closed => "blocked",
        };
        self.meta["status"] = json!(status);
    }

    /// The steering in force.
    #[must_use]
    pub fn steer(&self) -> Option<&Steering> {
        self.steering.last()
    }

    /// The round that runs or ran last.
    #[must_use]
    pub fn last_round(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// The last output of a role, in the newest round that has one.
    #[must_use]
    pub fn last_output(&self, role: &str) -> Option<&Value> {
        self.rounds
            .iter()
            .rev()
            .flat_map(|round| round.steps.iter().rev())
            .find(|step| step.role == role)
            .map(|s| &s.output)
    }
}
