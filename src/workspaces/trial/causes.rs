//! Several claims in one civil case: alternative ones, joined ones, a counterclaim. Each has its pack, its elements, its
//! tree and its result; all of them together are one pack, so that every layer sees them.

use crate::engine::knowledge::dispute_parts::{Part, Relation, claim_of, together};
use crate::engine::knowledge::disputes::{self, Dispute};
use crate::say;
use crate::workspaces::trial::amounts::Amount;
use crate::workspaces::trial::gates::form::{For, Form};
use crate::workspaces::trial::score::{self, Standing};
use crate::workspaces::trial::state::{Case, Evidence, Fact, Trial};
use crate::workspaces::trial::words::grouped;
use crate::workspaces::trial::{facts, settle, tree};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::borrow::Cow;

/// Further claims that may stand at the same time.
pub const MOST: usize = 3;

/// A claim beside the main one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// From 2 on; a number is never given out twice.
    pub number: u32,
    /// How it stands beside the main claim.
    pub relation: Relation,
    /// Its pack.
    pub pack_id: String,
    /// What is claimed: `{value, currency}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Value>,
    /// The person took it away again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dropped: bool,
}

/// The claims beside the main one that stand.
pub fn standing(case: &Case) -> impl Iterator<Item = &Cause> {
    case.causes.iter().filter(|one| !one.dropped)
}

/// The pack of a case with all its claims.
#[must_use]
pub fn pack(case: &Case) -> Option<Cow<'static, Dispute>> {
    let all = disputes::embedded().ok()?;
    let main = all.get(case.pack_id.as_deref()?)?;
    with(main, case)
}

/// The same around another main pack.
#[must_use]
pub fn with(main: &'static Dispute, case: &Case) -> Option<Cow<'static, Dispute>> {
    let all = disputes::embedded().ok()?;
    let further: Vec<(u32, Relation, &Dispute)> =
        standing(case).filter_map(|one| Some((one.number, one.relation, all.get(&one.pack_id)?))).collect();
    Some(if further.is_empty() { Cow::Borrowed(main) } else { Cow::Owned(together(main, &further)) })
}

/// The pack of the case of an input.
#[must_use]
pub fn pack_in(case: &Value) -> Option<Cow<'static, Dispute>> {
    let all = disputes::embedded().ok()?;
    around(all.get(case["pack_id"].as_str()?)?, case)
}

/// A main pack with the further claims of the case of an input.
#[must_use]
pub fn around(main: &'static Dispute, case: &Value) -> Option<Cow<'static, Dispute>> {
    let causes: Vec<Cause> = Vec::deserialize(&case["causes"]).unwrap_or_default();
    let blank = |causes| Case {
        case_type: String::new(),
        jurisdiction: String::new(),
        law_as_of: String::new(),
        user_side: String::new(),
        lang: String::new(),
        order: String::new(),
        pack_id: None,
        causes,
    };
    with(main, &blank(causes))
}

/// Packs that a further claim may have.
pub fn offered() -> impl Iterator<Item = &'static Dispute> {
    let all = disputes::embedded().map(|all| all.packs.as_slice()).unwrap_or_default();
    all.iter().filter(|pack| pack.case_type == "civil" && !pack.general)
}

/// Members of a change of the claims.
const MEMBERS: [&str; 5] = ["op", "relation", "pack_id", "amount", "number"];

/// `claims[{op: add, relation, pack_id, amount?} | {op: remove, number}]`: in the review and at every gate.
pub fn field(form: &mut Form<'_>, trial: &Trial) {
    let rows = form.list("claims", false, 6);
    if rows.is_empty() {
        return;
    }
    if trial.case.case_type != "civil" {
        form.error("claims", "wrong_case_type", json!({}));
        return;
    }
    let (mut count, mut gone) = (standing(&trial.case).count(), Vec::new());
    for (index, row) in rows.iter().enumerate() {
        let at = |key: &str| format!("claims/{index}/{key}");
        for key in row.as_object().into_iter().flat_map(|row| row.keys()) {
            if !MEMBERS.contains(&key.as_str()) {
                form.error(&at(key), "unknown_member", json!({"field": key, "allowed": MEMBERS}));
            }
        }
        match row["op"].as_str() {
            Some("add") => {
                count += 1;
                if row["relation"].as_str().and_then(Relation::further).is_none() {
                    form.error(&at("relation"), "unknown_id", json!({"allowed": Relation::FURTHER}));
                }
                let known = row["pack_id"].as_str().is_some_and(|id| offered().any(|pack| pack.id == id));
                if !known {
                    form.error(&at("pack_id"), "unknown_id", json!({"id": row["pack_id"]}));
                }
                let amount = &row["amount"];
                let sum = amount["value"].as_i64().filter(|value| (0..1_000_000_000_000_000).contains(value));
                let currency = amount["currency"].as_str().filter(|code| code.len() == 3);
                if !amount.is_null() && sum.zip(currency).is_none() {
                    form.error(&at("amount"), "required", json!({"keys": ["value", "currency"]}));
                }
            }
            Some("remove") => {
                let number = row["number"].as_u64().unwrap_or(0);
                let stands = standing(&trial.case).any(|one| u64::from(one.number) == number);
                if !stands || gone.contains(&number) {
                    form.error(&at("number"), "unknown_id", json!({"id": row["number"]}));
                }
                gone.push(number);
                count = count.saturating_sub(1);
            }
            _ => form.error(&at("op"), "unknown_id", json!({"allowed": ["add", "remove"]})),
        }
    }
    if count > MOST {
        form.error("claims", "count", json!({"max": MOST}));
    }
    form.keep("claims", json!(rows), For::All);
}

/// Adds and takes away claims as a form says. Facts and evidence are linked to the elements of a new claim and no longer
/// to those of one that is gone; what was laid down about the others holds. Whether anything changed.
pub fn change(trial: &mut Trial, rows: &Value) -> bool {
    let mut changed = false;
    for row in rows.as_array().into_iter().flatten() {
        changed |= match row["op"].as_str() {
            Some("remove") => row["number"].as_u64().is_some_and(|number| removed(trial, number)),
            _ => added(trial, row).is_some(),
        };
    }
    changed
}

fn removed(trial: &mut Trial, number: u64) -> bool {
    let whole = pack(&trial.case);
    let mut hit = trial.case.causes.iter_mut().filter(|one| u64::from(one.number) == number && !one.dropped);
    let Some(one) = hit.next() else { return false };
    one.dropped = true;
    let number = one.number;
    if let Some(pack) = whole {
        settle::gone(trial, &pack.alone(number));
    }
    let stays = |id: &String| claim_of(id) != number;
    for fact in &mut trial.facts.items {
        fact.supports.retain(stays);
        fact.contradicts.retain(stays);
        fact.links_set.retain(|id, _| stays(id));
    }
    trial.evidence.iter_mut().for_each(|piece| piece.supports.retain(stays));
    trial.facts.needed.retain(|gap| stays(&gap.element));
    true
}

fn added(trial: &mut Trial, row: &Value) -> Option<()> {
    let relation = row["relation"].as_str().and_then(Relation::further)?;
    let number = trial.case.causes.iter().map(|one| one.number).max().unwrap_or(1) + 1;
    let amount = (!row["amount"].is_null()).then(|| row["amount"].clone());
    let pack_id = row["pack_id"].as_str()?.to_owned();
    trial.case.causes.push(Cause { number, relation, pack_id, amount, dropped: false });
    let own = pack(&trial.case)?.alone(number);
    let words = &disputes::embedded().ok()?.words;
    for fact in &mut trial.facts.items {
        let links = facts::links(&own, words, &fact.text.to_lowercase());
        fact.supports.extend(links.supports);
        fact.contradicts.extend(links.contradicts);
    }
    // What a piece is known to prove of the others stays beside what it proves of this one.
    let mut bare = trial.evidence.clone();
    bare.iter_mut().for_each(|piece| piece.supports.clear());
    for (piece, linked) in trial.evidence.iter_mut().zip(facts::linked(bare, &own)) {
        piece.supports.extend(linked.supports);
    }
    Some(())
}

/// A claim with where it stands.
pub struct Result {
    /// The claim.
    pub part: Part,
    /// Its pack alone.
    pub pack: Dispute,
    /// Its standing.
    pub standing: Standing,
    /// Its sum by the facts.
    pub amount: Option<(Amount, String)>,
}

/// Every claim of the case by the facts as they stand, the main one first.
#[must_use]
pub fn results(trial: &Trial) -> Vec<Result> {
    let Some(pack) = settle::pack(trial) else { return Vec::new() };
    pack.claims().into_iter().map(|part| result(trial, &pack, part)).collect()
}

fn result(trial: &Trial, whole: &Dispute, part: Part) -> Result {
    let pack = whole.alone(part.number);
    let standing = score::standing(&pack, &trial.facts.items, &trial.evidence);
    let further = trial.case.causes.iter().find(|one| one.number == part.number);
    let told = further.map_or(Some(&trial.intake["amount"]), |one| one.amount.as_ref());
    let claimed = told.and_then(|told| told["value"].as_i64()).filter(|_| trial.case.case_type == "civil");
    let currency = told.and_then(|told| told["currency"].as_str()).unwrap_or("KRW").to_owned();
    let amount = claimed.map(|sum| (Amount::of(&pack, &trial.facts.items, &standing, sum), currency));
    Result { part, pack, standing, amount }
}

/// Whether a court would come to the claim: an alternative one waits for the main one to fail.
fn reached(relation: Relation, main: Option<&Standing>) -> &'static str {
    match (relation, main.map(|main| score::band(main.mid))) {
        (Relation::Alternative, Some("high")) => "not_reached",
        (Relation::Alternative, Some("medium")) => "if_main_fails",
        _ => "judged",
    }
}

/// The claims as a card shows them: `[{number, relation, party, pack_id, title, labels, low, high, index, reached,
/// amount?, amount_formula?}]`.
#[must_use]
pub fn shown(trial: &Trial) -> Vec<Value> {
    let lang = trial.case.lang.as_str();
    let all = results(trial);
    let main = all.first().map(|one| &one.standing);
    let row = |one: &Result| {
        let titled = |id: &str| titled(&one.pack, id, lang);
        let mut value = json!({
            "number": one.part.number, "relation": one.part.relation, "party": one.part.claiming(),
            "pack_id": one.part.pack_id, "title": one.part.title.of(lang), "labels": score::forms(&one.pack, &one.standing),
            "low": one.standing.low, "high": one.standing.high, "index": score::band(one.standing.mid),
            "reached": reached(one.part.relation, main),
        });
        if let Some((amount, currency)) = &one.amount {
            value["amount"] = json!({"low": amount.low(), "high": amount.high(), "currency": currency});
            value["amount_shown"] = json!(format!("{}–{} {currency}", grouped(amount.low()), grouped(amount.high())));
            value["amount_formula"] = json!(amount.formula(lang, &titled));
        }
        value
    };
    all.iter().map(row).collect()
}

fn titled(pack: &Dispute, id: &str, lang: &str) -> String {
    let element = pack.elements.iter().find(|one| one.id == id).map(|one| &one.title);
    let defence = || pack.defences.iter().find(|one| one.id == id).map(|one| &one.title);
    element.or_else(defence).map_or_else(String::new, |title| title.of(lang).to_owned())
}

/// The judge's tree of every claim, one after the other; each node says whose it is.
#[must_use]
pub fn trees(trial: &Trial) -> Option<Vec<Value>> {
    let pack = settle::pack(trial)?;
    let of = |part: Part| branches(&pack.alone(part.number), part.number, &trial.facts.items, &trial.evidence);
    Some(pack.claims().into_iter().flat_map(of).collect())
}

fn branches(pack: &Dispute, number: u32, facts: &[Fact], evidence: &[Evidence]) -> Vec<Value> {
    let mut nodes = tree::tree(pack, facts, evidence);
    nodes.iter_mut().for_each(|node| node["claim"] = json!(number));
    nodes
}

/// How the claims depend on each other, in words: what a condition of the judge says of them.
#[must_use]
pub fn conditions(pack: &Dispute, lang: &str) -> Vec<String> {
    let has = |relation: Relation| pack.parts.iter().any(|part| part.relation == relation);
    let mut out = Vec::new();
    if has(Relation::Alternative) {
        out.push(say!(
            lang,
            "예비적 청구는 주위적 청구가 받아들여지지 않는 경우에만 판단합니다",
            "требование на случай отказа рассматривается, только если в основном отказано",
            "the alternative claim is judged only where the primary one fails"
        ));
    }
    if has(Relation::Counterclaim) {
        out.push(say!(
            lang,
            "반소는 본소와 함께 심리하되 결과는 따로 정합니다",
            "встречное требование рассматривается вместе с основным, но решается отдельно",
            "the counterclaim is heard with the claim and decided apart"
        ));
    }
    out
}

/// What a claim came to, for a report.
#[must_use]
pub fn told(trial: &Trial, lang: &str, name: &dyn Fn(&str, &str) -> String) -> Vec<String> {
    let rows = shown(trial);
    if rows.len() < 2 {
        return Vec::new();
    }
    let pack = settle::pack(trial);
    let title = |number: u64| {
        let parts = pack.iter().flat_map(|pack| &pack.parts);
        parts.filter(|part| u64::from(part.number) == number).map(|part| part.title.of(lang).to_owned()).next()
    };
    rows.iter()
        .map(|row| {
            let title = title(row["number"].as_u64().unwrap_or(1)).unwrap_or_default();
            let index = name("severity", row["index"].as_str().unwrap_or_default());
            let labels = row["labels"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let labels = labels.map(|label| name("form", label)).collect::<Vec<_>>().join(", ");
            let amount = row["amount_shown"].as_str().map(|sum| format!(" · {sum}")).unwrap_or_default();
            let reached = match row["reached"].as_str() {
                Some("judged") => String::new(),
                Some(how) => format!(" · {}", name("reached", how)),
                None => String::new(),
            };
            let (low, high) = (&row["low"], &row["high"]);
            say!(
                lang,
                "{title}: {index} ({low}–{high}) · {labels}{amount}{reached}",
                "{title}: {index} ({low}–{high}) · {labels}{amount}{reached}",
                "{title}: {index} ({low}–{high}) · {labels}{amount}{reached}"
            )
        })
        .collect()
}
