//! What the built-in performer answers: arguments from confirmed facts × elements × evidence. The same input gives the
//! same bytes; no model, no network.

pub mod counterclaim;
pub mod judge;
pub mod noted;
pub mod parties;
pub mod recommend;
pub mod replies;

use crate::engine::knowledge::dispute_parts::claim_of;
use crate::engine::knowledge::disputes::Dispute;
use crate::engine::wording::citations::{self, Asked, Verdict};
use crate::say;
use crate::workspaces::trial::notes::MEANS;
use crate::workspaces::trial::score::{self, Row, Standing};
use crate::workspaces::trial::state::{Evidence, Fact};
use crate::workspaces::trial::words::{cut, each_text, masked};
use crate::workspaces::trial::{causes, facts, pleaded, steps};
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;

/// What a role argues from.
pub struct Case<'i> {
    /// The whole input.
    pub input: &'i Value,
    /// Language of the session.
    pub lang: &'i str,
    /// The round.
    pub round: u64,
    /// The pack.
    pub pack: Cow<'static, Dispute>,
    /// Confirmed facts.
    pub facts: Vec<Fact>,
    /// Disputed facts.
    pub disputed: Vec<Fact>,
    /// Evidence.
    pub evidence: Vec<Evidence>,
    /// Where the case stands.
    pub standing: Standing,
    /// The first attempt broke a guardrail: words of others are left out.
    pub plain: bool,
}

impl<'i> Case<'i> {
    /// Reads an input.
    #[must_use]
    pub fn of(input: &'i Value) -> Option<Self> {
        let pack = causes::pack_in(&input["case"])?;
        let facts: Vec<Fact> = Vec::deserialize(&input["facts"]).unwrap_or_default();
        let disputed: Vec<Fact> = Vec::deserialize(&input["disputed"]).unwrap_or_default();
        let evidence: Vec<Evidence> = Vec::deserialize(&input["evidence"]).unwrap_or_default();
        let all: Vec<Fact> = facts.iter().chain(&disputed).cloned().collect();
        let mut standing = score::standing(&pack, &all, &evidence);
        // What is not claimed is no matter of the trial.
        let claimed: Vec<bool> = pack.elements.iter().map(|one| pleaded::is_claimed(&pack, one, &all)).collect();
        let mut claimed = claimed.into_iter();
        standing.elements.retain(|_| claimed.next().unwrap_or(true));
        Some(Self {
            input,
            lang: input["lang"].as_str().unwrap_or("ko"),
            round: input["round"].as_u64().unwrap_or(1),
            pack,
            facts,
            disputed,
            evidence,
            standing,
            plain: input["rewrite"].is_array(),
        })
    }

    /// The name of an element or defence.
    #[must_use]
    pub fn title(&self, id: &str) -> &str {
        let element = self.pack.elements.iter().find(|one| one.id == id).map(|one| &one.title);
        let defence = || self.pack.defences.iter().find(|one| one.id == id).map(|one| &one.title);
        element.or_else(defence).map_or("", |title| title.of(self.lang))
    }

    /// The words of a fact, without their full stop; nothing in a second attempt.
    #[must_use]
    pub fn words(&self, id: &str) -> String {
        if self.plain {
            return String::new();
        }
        let fact = self.facts.iter().chain(&self.disputed).find(|fact| fact.id == id);
        fact.map(|fact| format!(": {}", cut(fact.text.trim_end_matches(['.', '。', ' ']), 160))).unwrap_or_default()
    }

    /// The first article of an element as it is cited.
    #[must_use]
    pub fn norm(&self, id: &str) -> String {
        self.cited(id).into_iter().next().unwrap_or_default()
    }

    /// Articles of an element that may be cited on the day of the session.
    #[must_use]
    pub fn cited(&self, id: &str) -> Vec<String> {
        let day = self.input["case"]["law_as_of"].as_str().unwrap_or_default();
        let asked = Asked { today: day, law_as_of: day, case_type: None };
        let stands = |norm: &&String| {
            citations::find(norm)
                .first()
                .is_some_and(|one| !matches!(citations::verdict(one, asked), Verdict::Impossible | Verdict::Repealed))
        };
        score::norms(&self.pack, id).0.iter().filter(stands).cloned().collect()
    }

    /// Articles of several elements, each once, at most 20; «No citation» without any.
    #[must_use]
    pub fn citations<'a>(&self, ids: impl Iterator<Item = &'a str>) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for norm in ids.flat_map(|id| self.cited(id)) {
            if !out.contains(&norm) && out.len() < 20 {
                out.push(norm);
            }
        }
        if out.is_empty() { vec!["No citation".to_owned()] } else { out }
    }

    /// Elements of the issues that the person chose, in their order.
    #[must_use]
    pub fn focus(&self) -> Vec<&str> {
        let public = &self.input["steering"]["public"];
        let chosen = public["focus_issues"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let extended = public["extend_issue"].as_str();
        let burden = public["burden_focus"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let mut out: Vec<&str> = Vec::new();
        let ids = extended.into_iter().chain(chosen);
        // What a note of the own side puts first stands behind what is chosen openly.
        let noted = self.input["steering"]["private"][MEANS]["first"].as_array().into_iter().flatten();
        let noted = noted.filter_map(Value::as_str);
        for id in ids.filter_map(|id| self.of_issue(id)).chain(burden).chain(noted) {
            if let Some(row) = self.rows().find(|row| row.id == id)
                && !out.contains(&row.id.as_str())
            {
                out.push(&row.id);
            }
        }
        out
    }

    /// Rows of elements, then of defences.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.standing.elements.iter().chain(&self.standing.defences)
    }

    /// The element or defence of an issue.
    #[must_use]
    pub fn of_issue(&self, issue: &str) -> Option<&str> {
        let own = |id: &str| issue_of(id) == issue;
        let elements = self.pack.elements.iter().map(|one| one.id.as_str());
        elements.chain(self.pack.defences.iter().map(|one| one.id.as_str())).find(|id| own(id))
    }

    /// Rows with the chosen ones first, then the weakest; ties in the order of the pack.
    #[must_use]
    pub fn ordered(&self) -> Vec<&Row> {
        let focus = self.focus();
        let mut rows: Vec<&Row> = self.standing.elements.iter().collect();
        #[expect(clippy::cast_possible_truncation, reason = "weights are between 0 and 1")]
        rows.sort_by_key(|row| {
            let place = focus.iter().position(|id| *id == row.id).unwrap_or(usize::MAX);
            // What is chosen comes first, then the claims in their order.
            (place, if place == usize::MAX { claim_of(&row.id) } else { 0 }, (row.state.weight() * 100.0) as u32)
        });
        rows
    }

    /// Whether the claiming side of the case pleads what an element belongs to; the rest is a counterclaim.
    #[must_use]
    pub fn is_main(&self, id: &str) -> bool {
        self.pack.claiming(id) == "claimant"
    }

    /// How many claims stand beside the main one.
    #[must_use]
    pub fn further(&self) -> usize {
        self.pack.claims().len() - 1
    }

    /// The gap of an element.
    #[must_use]
    pub fn gap(&self, element: &str) -> Option<&Value> {
        self.input["gaps"].as_array()?.iter().find(|gap| gap["for"] == element)
    }

    /// Whether the claiming side itself says that an element is not so.
    #[must_use]
    pub fn is_denied(&self, id: &str) -> bool {
        let all: Vec<Fact> = self.facts.iter().chain(&self.disputed).cloned().collect();
        pleaded::is_denied(&self.pack, id, &all)
    }

    /// Any confirmed fact, where none speaks of the element itself.
    #[must_use]
    pub fn any_fact(&self) -> Vec<String> {
        self.facts.first().map(|fact| fact.id.clone()).into_iter().collect()
    }
}

/// The id of the issue about an element or defence.
#[must_use]
pub fn issue_of(id: &str) -> String {
    match id.split_once('-') {
        Some(("d", number)) => format!("issue-{}", 20 + number.parse::<u32>().unwrap_or(0)),
        Some((_, number)) => format!("issue-{number}"),
        None => id.to_owned(),
    }
}

/// Performs a step; null for one that is done elsewhere.
#[must_use]
pub fn perform(step: &str, input: &Value) -> Value {
    if step == steps::STIPULATE {
        return facts::perform(input);
    }
    let Some(case) = Case::of(input) else { return Value::Null };
    let body = match step {
        steps::CLAIMANT => parties::claimant(&case),
        steps::OPPOSING => parties::opposing(&case),
        steps::PARTY => parties::party(&case),
        steps::JUDGE => judge::judge(&case),
        steps::RECOMMEND => recommend::recommend(&case),
        _ => return Value::Null,
    };
    enveloped(&case, body)
}

/// The body in its envelope, with the ids that it uses.
fn enveloped(case: &Case<'_>, mut body: Value) -> Value {
    let hidden = case.input["steering"]["public"]["exclusions"]
        .as_array()
        .is_some_and(|list| list.iter().any(|one| one == "no_personal_data_exposure"));
    if hidden {
        let names: Vec<(String, String)> = Vec::deserialize(&case.input["names"]).unwrap_or_default();
        each_text(&mut body, &mut |text| *text = masked(text, &names));
    }
    let (mut facts, mut evidence) = (Vec::new(), Vec::new());
    uses(&body, &mut facts, &mut evidence);
    json!({
        "role": case.input["role"], "round": case.input["round"], "mode": case.input["mode"],
        "facts_version": case.input["facts_version"], "steering_version": case.input["steering_version"],
        "law_as_of": case.input["case"]["law_as_of"], "lang": case.input["lang"],
        "uses": {"facts": facts, "evidence": evidence},
        "body": body,
    })
}

/// Ids of facts and evidence in a body, in order, each once.
fn uses(value: &Value, facts: &mut Vec<String>, evidence: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            let is = |lead: &str| text.strip_prefix(lead).is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
            if is("f-") && !facts.contains(text) {
                facts.push(text.clone());
            } else if is("ev-") && !evidence.contains(text) {
                evidence.push(text.clone());
            }
        }
        Value::Array(items) => items.iter().for_each(|item| uses(item, facts, evidence)),
        Value::Object(map) => map.values().for_each(|item| uses(item, facts, evidence)),
        _ => {}
    }
}

/// The words that a chosen way of proof begins with; nothing without one.
#[must_use]
pub fn strategy(case: &Case<'_>) -> String {
    let lang = case.lang;
    match case.input["steering"]["private"]["proof_strategy"].as_str().unwrap_or_default() {
        "direct" => say!(lang, "직접증거: ", "прямые: ", "direct: "),
        "circumstantial" => say!(lang, "정황증거: ", "косвенные: ", "circumstantial: "),
        "attack_burden" => say!(lang, "입증책임 공략: ", "недоказанность: ", "attack on the burden: "),
        "expert" => say!(lang, "감정: ", "экспертиза: ", "expert: "),
        "compel" => say!(lang, "제출명령: ", "истребование: ", "order to produce: "),
        _ => String::new(),
    }
}

/// What is added to the words of one's own counsel by the stance that the person chose.
#[must_use]
pub fn manner(case: &Case<'_>) -> String {
    case.input["steering"]["private"]["stance"].as_str().map(|stance| of_stance(case.lang, stance)).unwrap_or_default()
}

/// The stances of the form.
const STANCES: [&str; 3] = ["aggressive", "neutral", "flexible"];

/// Sentences of the built-in performer that speak of the manner, not of the facts.
#[must_use]
pub fn set_phrases(lang: &str) -> Vec<String> {
    let stances = STANCES.iter().map(|stance| of_stance(lang, stance).trim().to_owned());
    stances.chain([counterclaim::burden(lang), replies::unmet(lang), replies::lacking(lang)]).collect()
}

fn of_stance(lang: &str, stance: &str) -> String {
    match stance {
        "aggressive" => say!(
            lang,
            " 이 점에 관한 상대방의 설명은 전부 다툽니다.",
            " Объяснения другой стороны об этом оспариваются полностью.",
            " The other side's account of this is contested in full."
        ),
        "neutral" => say!(
            lang,
            " 이 점은 제출된 자료의 범위에서만 주장합니다.",
            " Довод ограничен представленными материалами.",
            " The argument stays within the material produced."
        ),
        "flexible" => say!(
            lang,
            " 자료가 보완되는 정도에 따라 주장의 범위를 조정할 수 있습니다.",
            " Объём довода может измениться с новыми материалами.",
            " The scope of this argument may change with new material."
        ),
        _ => String::new(),
    }
}

/// What is added where the person asked to look deeper: the evidence that is there and what is still missing.
#[must_use]
pub fn depth(case: &Case<'_>, row: &Row) -> String {
    if !case.focus().contains(&row.id.as_str()) {
        return String::new();
    }
    let lang = case.lang;
    let shown = case.evidence.iter().filter(|one| row.evidence.contains(&one.id));
    let shown: Vec<&str> = shown.map(|one| one.label.as_str()).collect();
    let none = say!(lang, "없음", "нет", "none");
    let shown = if shown.is_empty() { none.clone() } else { shown.join(", ") };
    let missing = case.gap(&row.id).and_then(|gap| gap["means"].as_str()).map_or(none, str::to_owned);
    // With nothing produced and nothing missing the sentence would otherwise name nothing at all.
    let title = case.title(&row.id);
    say!(
        lang,
        " 「{title}」 중점 검토 — 제출된 증거: {shown}; 보완할 자료: {missing}.",
        " Подробно о «{title}»: представлено — {shown}; не хватает — {missing}.",
        " “{title}” in depth: produced — {shown}; missing — {missing}."
    )
}
