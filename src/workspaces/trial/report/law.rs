//! What the pack knows about the type of dispute beside its elements: what is asked, amounts, bars, periods, frames,
//! each with its articles and whether they were compared with the act.

use crate::engine::knowledge::dispute_rules::{RULE_KINDS, Rule};
use crate::engine::knowledge::disputes::Proof;
use crate::say;
use crate::workspaces::trial::report::names::named;
use crate::workspaces::trial::settle;
use crate::workspaces::trial::state::Trial;
use serde_json::{Value, json};

/// Rows of the table, by kind.
#[must_use]
pub fn table(trial: &Trial, lang: &str) -> Value {
    let head = vec![
        say!(lang, "구분", "О чём", "About"),
        say!(lang, "내용", "Содержание", "What it says"),
        say!(lang, "근거", "Основание", "Rule"),
        say!(lang, "대조", "Сверка", "Compared"),
    ];
    let pack = settle::pack(trial);
    let rules = pack.as_deref().map(|pack| pack.rules.as_slice()).unwrap_or_default();
    let of = |kind| rules.iter().filter(move |rule| rule.kind == kind);
    let rows: Vec<Vec<String>> = RULE_KINDS.iter().flat_map(|kind| of(*kind)).map(|rule| row(rule, lang)).collect();
    json!({"head": head, "rows": rows})
}

fn row(rule: &Rule, lang: &str) -> Vec<String> {
    let kind = json!(rule.kind);
    let form = rule.form.as_deref().map(|form| format!(" → {}", named(lang, "form", form))).unwrap_or_default();
    let compared = match rule.proof() {
        Proof::LawText => say!(lang, "조문 대조", "с текстом закона", "with the act"),
        Proof::Unverified => say!(lang, "확인 필요", "проверить", "to be checked"),
    };
    vec![
        named(lang, "rule_kind", kind.as_str().unwrap_or_default()),
        format!("{}{form}", rule.title.of(lang)),
        rule.norms.join(", "),
        compared,
    ]
}

/// Who checked the pack, and which of its articles nobody compared with an act.
#[must_use]
pub fn review(trial: &Trial, lang: &str) -> Vec<String> {
    let Some(pack) = settle::pack(trial) else { return Vec::new() };
    let mut open: Vec<&str> = Vec::new();
    let elements = pack.elements.iter().filter(|one| one.proof == Proof::Unverified).flat_map(|one| &one.norms);
    let defences = pack.defences.iter().filter(|one| one.proof == Proof::Unverified).flat_map(|one| &one.norms);
    let rules = pack.rules.iter().filter(|one| one.proof() == Proof::Unverified).flat_map(|one| &one.norms);
    for norm in elements.chain(defences).chain(rules) {
        if !open.contains(&norm.as_str()) {
            open.push(norm);
        }
    }
    let mut out = Vec::new();
    if pack.review.checked_by == "unreviewed" {
        out.push(say!(
            lang,
            "이 유형의 자료는 법률가의 검토를 받지 않았습니다.",
            "Материал об этом виде дел юрист не проверял.",
            "No lawyer has reviewed the material on this type of case."
        ));
    }
    if !open.is_empty() {
        let list = open.join(", ");
        out.push(say!(
            lang,
            "조문과 대조하지 않은 인용: {list}",
            "Ссылки, не сверенные с текстом: {list}",
            "References not compared with the act: {list}"
        ));
    }
    out
}
