//! What a private note asks for, so that it changes something definite of the own side's plan: an offer, how soon, how
//! dear, how quiet, what comes first, the line of a settlement. The words are data: `knowledge/notes.toml`.
//!
//! What was read stands beside the note in the private part of the directions, each with the words that it was read from.

use crate::engine::knowledge::disputes::{self, Dispute, speaks};
use crate::say;
use crate::workspaces::trial::polarity::{Said, said};
use crate::workspaces::trial::sums::sums;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The member of the private part that holds what was read.
pub const MEANS: &str = "note_means";

/// Smaller numbers of a note are days and pieces.
const LEAST: i64 = 10_000;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    #[serde(default)]
    opposite: Option<String>,
    cues: Vec<String>,
}

static WISHES: LazyLock<BTreeMap<String, Wish>> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/notes.toml")).unwrap_or_default());

/// Wishes that are asked for by a word alone.
const PLAIN: [&str; 6] = ["settle", "no_settle", "hurry", "thrift", "ties", "quiet"];

/// Clauses of a note: what one of them says counts for it alone.
fn clauses(note: &str) -> Vec<&str> {
    let marks = |c: char| matches!(c, '.' | '!' | '?' | ';' | '\n' | '。');
    note.split(marks).flat_map(|part| part.split(", ")).map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// What a note asks for, by name: the words that it was read from, elements that come first, the line in money.
#[must_use]
pub fn read(note: &str, pack: Option<&Dispute>, user_side: &str, currency: &str) -> Value {
    let Ok(all) = disputes::embedded() else { return Value::Null };
    let cues = |name: &str| WISHES.get(name).map_or(&[][..], |wish| wish.cues.as_slice());
    let mut out = Map::new();
    let (mut limits, mut budgets, mut first) = (Vec::new(), Vec::new(), Vec::new());
    // Sums are read over the whole note: a comma inside «50,000,000» ends no clause, one behind a word does.
    for clause in clauses(note) {
        let lower = clause.to_lowercase();
        for name in PLAIN {
            let opposite = WISHES.get(name).and_then(|wish| wish.opposite.as_deref());
            let name = match (said(&all.words, cues(name), &lower), opposite) {
                (Said::Stands, _) => name,
                (Said::Denied, Some(opposite)) => opposite,
                _ => continue,
            };
            out.entry(name).or_insert_with(|| json!(clause));
        }
        let told: Vec<i64> = sums(clause).into_iter().filter(|sum| *sum >= LEAST).collect();
        if speaks(cues("budget"), &lower) {
            budgets.extend(told);
        } else if speaks(cues("limit"), &lower) {
            limits.extend(told);
        }
        if said(&all.words, cues("first"), &lower) == Said::Stands {
            let named = pack.into_iter().flat_map(|pack| {
                let elements = pack.elements.iter().map(|one| (&one.id, &one.cues, &one.title));
                elements.chain(pack.defences.iter().map(|one| (&one.id, &one.cues, &one.title)))
            });
            let named = named.filter(|(_, cues, _)| speaks(cues, &lower)).map(|(id, ..)| id.clone());
            first.extend(named.take(2));
        }
    }
    // Who wants both does not say which.
    if out.contains_key("settle") && out.contains_key("no_settle") {
        out.remove("settle");
        out.remove("no_settle");
    }
    let line = if user_side == "opposing" { limits.iter().max() } else { limits.iter().min() };
    if let Some(amount) = line {
        out.insert("limit".into(), json!({"amount": amount, "currency": currency}));
    }
    if let Some(amount) = budgets.iter().min() {
        out.insert("budget".into(), json!({"amount": amount, "currency": currency}));
    }
    first.dedup();
    first.truncate(2);
    if !first.is_empty() {
        out.insert("first".into(), json!(first));
    }
    if out.is_empty() { Value::Null } else { Value::Object(out) }
}

/// What a wish changes in the plan of the own side, in words that name neither the note nor a sum.
#[must_use]
pub fn effect(lang: &str, wish: &str) -> String {
    match wish {
        "settle" => say!(
            lang,
            "합의 제안을 첫 조치로 두고 기한을 앞당겼습니다.",
            "Предложение об урегулировании стоит первым, срок ближе.",
            "The offer to settle comes first and sooner."
        ),
        "no_settle" => say!(
            lang,
            "판결까지 진행할 계획을 조치에 넣었습니다.",
            "В план внесена подготовка к решению суда.",
            "The plan prepares for judgment."
        ),
        "hurry" => say!(
            lang,
            "모든 조치의 기한을 절반으로 줄였습니다.",
            "Сроки всех действий сокращены вдвое.",
            "Every date of the plan is halved."
        ),
        "thrift" | "budget" => say!(
            lang,
            "비용이 드는 조치를 뒤로 미루었습니다.",
            "Платные действия отложены.",
            "Steps that cost money come later."
        ),
        "ties" => say!(
            lang,
            "거래 관계를 고려한 조치를 넣었습니다.",
            "Добавлено действие ради отношений.",
            "A step on going on dealing is added."
        ),
        "quiet" => say!(
            lang,
            "비밀유지 조항을 조치에 넣었습니다.",
            "Добавлено условие о конфиденциальности.",
            "A step adds a clause on confidentiality."
        ),
        "first" => say!(
            lang,
            "주장과 조치의 순서를 바꾸었습니다.",
            "Изменён порядок доводов и действий.",
            "The order of arguments and steps changed."
        ),
        "limit" => say!(
            lang,
            "합의 범위를 비공개 부분에 계산하였습니다.",
            "Пределы урегулирования посчитаны в закрытой части.",
            "The range of a settlement stands in the private part."
        ),
        _ => String::new(),
    }
}

/// The range of a settlement by the line of the note and what the judge's range leaves: `(from, to)`, ordered.
#[must_use]
pub fn range(limit: i64, amount: &Value, user_side: &str) -> Option<(i64, i64)> {
    let (low, high) = (amount["low"].as_i64()?, amount["high"].as_i64()?);
    // Who receives goes from its line up to the most that is open, who pays from the least to its line.
    let (from, to) = if user_side == "opposing" { (low, limit) } else { (limit, high) };
    (from <= to).then_some((from, to))
}
