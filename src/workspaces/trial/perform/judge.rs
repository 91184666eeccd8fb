//! The judge: issues, findings, the burden, a range with its conditions. Never a promise.

use crate::say;
use crate::workspaces::trial::amounts::Amount;
use crate::workspaces::trial::causes;
use crate::workspaces::trial::perform::parties::state_words;
use crate::workspaces::trial::perform::{Case, issue_of, replies};
use crate::workspaces::trial::score::{self, Proven, Row};
use crate::workspaces::trial::words::{cut, grouped};
use serde_json::{Value, json};

/// The judge's output.
#[must_use]
pub fn judge(case: &Case<'_>) -> Value {
    let issues = issues(case);
    let mut body = json!({
        "Issues": issues.iter().map(|(issue, _)| issue).collect::<Vec<_>>(),
        "Findings": findings(case, &issues),
        "BurdenOfProof": burden(case),
        "DecisionRange": range(case),
        "RecommendedNextSteps": next_steps(case),
        "Citations": case.citations(issues.iter().map(|(_, row)| row.id.as_str())),
    });
    let questions = questions(case);
    if !questions.is_empty() {
        body["Questions"] = json!(questions);
    }
    body
}

fn is_open(state: Proven) -> bool {
    !matches!(state, Proven::Admitted | Proven::Proven)
}

/// The chosen ones first, then what is open, then defences; what was an issue before stays one, closed.
fn issues<'c>(case: &'c Case<'_>) -> Vec<(Value, &'c Row)> {
    let focus = case.focus();
    let before: Vec<&str> =
        case.input["issues"].as_array().into_iter().flatten().filter_map(|issue| issue["id"].as_str()).collect();
    let known = |row: &&Row| before.contains(&issue_of(&row.id).as_str());
    let mut rows: Vec<&Row> = focus.iter().filter_map(|id| case.rows().find(|row| row.id == *id)).collect();
    let open = case.ordered().into_iter().filter(|row| is_open(row.state) || known(row));
    let defences = case.standing.defences.iter();
    for row in open.chain(defences) {
        if !rows.iter().any(|one| one.id == row.id) {
            rows.push(row);
        }
    }
    // Where everything is proven the weakest is still looked at.
    if rows.is_empty() {
        rows.extend(case.ordered().into_iter().take(1));
    }
    rows.truncate(7 + 4 * (case.pack.claims().len() - 1));
    rows.into_iter().map(|row| (issue(case, row, &before), row)).collect()
}

fn issue(case: &Case<'_>, row: &Row, before: &[&str]) -> Value {
    let id = issue_of(&row.id);
    let severity = match row.state {
        Proven::Unproven | Proven::Disputed => "high",
        Proven::Partial => "medium",
        Proven::Admitted | Proven::Proven => "low",
    };
    let status = match row.state {
        Proven::Admitted | Proven::Proven if row.id.starts_with("el-") => "closed",
        Proven::Partial if before.contains(&id.as_str()) => "narrowed",
        _ => "open",
    };
    json!({"id": id, "title": cut(case.title(&row.id), 120), "severity": severity, "status": status})
}

fn findings(case: &Case<'_>, issues: &[(Value, &Row)]) -> Vec<Value> {
    let lang = case.lang;
    issues
        .iter()
        .enumerate()
        .map(|(index, (issue, row))| {
            let title = case.title(&row.id);
            // What moved since the round before is told; where nothing did, that.
            let state = match (case.round > 1).then(|| replies::news(case, row)) {
                None => state_words(lang, row.state),
                Some(Some(new)) => format!("{} [{new}]", state_words(lang, row.state)),
                Some(None) => {
                    let state = state_words(lang, row.state);
                    say!(lang, "{state} (앞 라운드와 같음)", "{state} (как в прошлом раунде)", "{state} (as before)")
                }
            };
            let mut basis: Vec<String> = row.facts.iter().chain(&row.evidence).take(6).cloned().collect();
            if basis.is_empty()
                && let Some(gap) = case.gap(&row.id).and_then(|gap| gap["id"].as_str())
            {
                basis.push(gap.to_owned());
            }
            let ids = basis.join(", ");
            let mut text = match basis.is_empty() {
                // A fact about something else is no basis.
                true => say!(
                    lang,
                    "「{title}」: {state}. 판단 기초가 될 자료가 없습니다.",
                    "«{title}»: {state}. Основы для оценки нет.",
                    "“{title}”: {state}. There is no basis for it."
                ),
                false => say!(
                    lang,
                    "「{title}」: {state}. 판단 기초: {ids}.",
                    "«{title}»: {state}. Основа оценки: {ids}.",
                    "“{title}”: {state}. Basis: {ids}."
                ),
            };
            let mut finding = json!({"id": format!("finding-{}", index + 1), "issue_id": issue["id"], "basis": basis});
            let alleged: Vec<&String> = row.disputed.iter().take(6).collect();
            if !alleged.is_empty() {
                let ids = row.disputed.iter().take(6).cloned().collect::<Vec<_>>().join(", ");
                text.push_str(&say!(
                    lang,
                    " 다툼 있는 주장: {ids}.",
                    " Спорные утверждения: {ids}.",
                    " Disputed allegations: {ids}."
                ));
                finding["alleged"] = json!(alleged);
            }
            finding["text"] = json!(cut(&text, 400));
            finding
        })
        .collect()
}

/// The burden table: elements to the claiming side, defences to the other; in a criminal case all to the prosecutor.
fn burden(case: &Case<'_>) -> Vec<Value> {
    let criminal = case.pack.case_type == "criminal";
    let standard = if criminal { "kr_criminal_beyond_doubt" } else { "kr_civil_high_probability" };
    case.rows()
        .take(60)
        .map(|row| {
            let defence = row.id.starts_with("d-");
            let denial = case
                .pack
                .defences
                .iter()
                .any(|one| one.id == row.id && one.kind == crate::engine::knowledge::disputes::DefenceKind::Denial);
            let holder = match defence {
                // Who denies bears nothing; in a criminal case the prosecution proves all of it.
                true if criminal || denial => case.pack.claiming(&row.id),
                _ => case.pack.bearer(&row.id),
            };
            let gaps: Vec<&Value> = case.gap(&row.id).map(|gap| &gap["id"]).into_iter().collect();
            json!({
                "id": row.id, "issue_id": issue_of(&row.id), "element": cut(case.title(&row.id), 120), "holder": holder,
                "standard": standard, "state": row.state, "evidence": row.evidence, "gap_ids": gaps,
            })
        })
        .collect()
}

fn range(case: &Case<'_>) -> Value {
    let (lang, standing) = (case.lang, &case.standing);
    let criminal = case.pack.case_type == "criminal";
    let labels = score::forms(&case.pack, standing);
    let mut conditions: Vec<String> = causes::conditions(&case.pack, lang);
    let gaps = case.input["gaps"].as_array().into_iter().flatten();
    conditions.extend(gaps.take(4 - conditions.len()).map(|gap| {
        let title = case.title(gap["for"].as_str().unwrap_or_default());
        say!(
            lang,
            "「{title}」 자료가 제출되는지에 따라 달라집니다",
            "зависит от доказательств по «{title}»",
            "depends on evidence of “{title}”"
        )
    }));
    if conditions.is_empty() {
        conditions.push(say!(
            lang,
            "상대방이 새로운 증거를 제출하지 않는 경우",
            "если другая сторона не представит новых доказательств",
            "unless the other side brings new evidence"
        ));
    }
    for condition in &mut conditions {
        *condition = cut(condition, 160);
    }
    let mut basis: Vec<String> = Vec::new();
    for id in case.rows().flat_map(|row| row.facts.iter().take(2)) {
        if !basis.contains(id) && basis.len() < 12 {
            basis.push(id.clone());
        }
    }
    if basis.is_empty() {
        basis = case.any_fact();
    }
    let mut value = json!({
        "labels": labels, "low": standing.low, "high": standing.high, "conditions": conditions, "basis": basis,
        "index": score::band(standing.mid),
    });
    if let (Some(claimed), Some(currency), false) =
        (case.input["amount"]["value"].as_i64(), case.input["amount"]["currency"].as_str(), criminal)
    {
        let amount = Amount::of(&case.pack.alone(case.pack.leading()), &case.facts, standing, claimed);
        value["amount"] = json!({"low": amount.low(), "high": amount.high(), "currency": currency});
        value["amount_formula"] = json!(amount.formula(lang, &|id| case.title(id).to_owned()));
        let (low, high) = (grouped(amount.low()), grouped(amount.high()));
        value["amount_shown"] = json!(format!("{low}–{high} {currency}"));
    }
    value
}

/// What anybody would do next; nothing private enters here.
fn next_steps(case: &Case<'_>) -> Vec<Value> {
    let lang = case.lang;
    let mut out: Vec<Value> = Vec::new();
    for gap in case.input["gaps"].as_array().into_iter().flatten().take(5) {
        let title = case.title(gap["for"].as_str().unwrap_or_default()).to_owned();
        let means = gap["means"].as_str().unwrap_or_default();
        let text = say!(
            lang,
            "청구하는 쪽의 증명이 더 필요한 사항 「{title}」: {means}",
            "Заявителю ещё предстоит доказать «{title}»: {means}",
            "Still to be proven by the claiming side, “{title}”: {means}"
        );
        out.push(json!({"id": format!("step-{}", out.len() + 1), "text": cut(&text, 200), "owner": "inhouse"}));
    }
    let text = say!(
        lang,
        "다툼 있는 사실의 확인과 기록 정리",
        "Уточнить спорные факты и собрать материалы",
        "Clear up disputed facts and order the file"
    );
    out.push(json!({"id": format!("step-{}", out.len() + 1), "text": text, "owner": "inhouse"}));
    out
}

/// At most three, about what is not proven; only where another round follows.
fn questions(case: &Case<'_>) -> Vec<Value> {
    if case.round >= 2 {
        return Vec::new();
    }
    let lang = case.lang;
    let open = case.ordered().into_iter().filter(|row| matches!(row.state, Proven::Unproven | Proven::Disputed));
    let open = open.filter(|row| !case.is_denied(&row.id));
    open.take(3)
        .enumerate()
        .map(|(index, row)| {
            let title = case.title(&row.id);
            let text = say!(
                lang,
                "「{title}」에 관하여 알고 있는 사실이 있습니까?",
                "Что известно о «{title}»?",
                "What do you know of “{title}”?"
            );
            json!({"id": format!("q-{}", index + 1), "el_id": row.id, "text": cut(&text, 200)})
        })
        .collect()
}
