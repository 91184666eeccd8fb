//! Actions for the user's own side, by its goal and limits. What stands here enters no prompt.

use crate::say;
use crate::workspaces::trial::perform::Case;
use crate::workspaces::trial::words::cut;
use jiff::civil::Date;
use jiff::{Span, ToSpan};
use serde_json::{Value, json};

/// The steps, the goal's own first.
#[must_use]
pub fn recommend(case: &Case<'_>) -> Value {
    let lang = case.lang;
    let private = &case.input["steering"]["private"];
    let public = &case.input["steering"]["public"];
    let civil = case.pack.case_type == "civil";
    let mut out: Vec<Value> = Vec::new();
    let settles = private["goal"] == "settlement" || private["acceptable_outcome"] == "settle";
    let flexible = private["stance"] == "flexible";
    let mut push = |id: String, text: String, owner: &str, route: Option<&str>, days: i64| {
        let mut step = json!({"id": id, "text": cut(&text, 200), "owner": owner});
        if let Some(route) = route {
            step["route"] = json!(route);
        }
        if let Some(due) = due(case, days) {
            step["due"] = json!(due);
        }
        if out.len() < 7 {
            out.push(step);
        }
    };
    if settles || flexible {
        let route = private["adr_route"].as_str().filter(|route| *route != "none");
        let route = route.unwrap_or(if civil { "mediation" } else { "victim_settlement" });
        let text = say!(
            lang,
            "조건부 합의안을 마련하여 상대방에게 제안하고 회신 기한을 정함",
            "Подготовить условное предложение об урегулировании и назначить срок ответа",
            "Prepare a conditional offer to settle and set a date for the answer"
        );
        push("step-1".into(), text, "inhouse", Some(route), 7);
    }
    for gap in case.input["gap_plans"].as_array().into_iter().flatten().take(4) {
        let title = case.title(gap["for"].as_str().unwrap_or_default()).to_owned();
        let means = gap["means"].as_str().unwrap_or_default();
        let text = match gap["plan"].as_str() {
            // What the other side has to prove is not brought for it: what is missing is pointed at.
            _ if other(case, gap) => say!(
                lang,
                "상대방이 증명할 「{title}」의 증명 부족을 지적하고 그 자료를 다툼",
                "Указать, что другая сторона не доказала «{title}», и оспорить её материалы",
                "Point out that the other side has not proven “{title}” and contest its material"
            ),
            Some("cannot_provide") => say!(
                lang,
                "「{title}」 자료가 없는 경우의 대체 입증 검토: {means}",
                "Подумать, чем заменить доказательства «{title}»: {means}",
                "Look for a substitute for evidence of “{title}”: {means}"
            ),
            _ => say!(
                lang,
                "「{title}」 입증자료 확보: {means}",
                "Получить доказательства «{title}»: {means}",
                "Obtain evidence of “{title}”: {means}"
            ),
        };
        push(
            format!("step-g{}", gap["id"].as_str().unwrap_or_default().trim_start_matches("gap-")),
            text,
            if other(case, gap) { "inhouse" } else { "business" },
            None,
            10,
        );
    }
    for (index, motion) in public["motions"].as_array().into_iter().flatten().filter_map(Value::as_str).enumerate() {
        let name = motion_name(lang, motion);
        let text = say!(lang, "신청 준비: {name}", "Подготовить ходатайство: {name}", "Prepare a motion: {name}");
        push(format!("step-m{}", index + 1), text, "inhouse", None, 10);
    }
    let text = match private["goal"].as_str() {
        Some("win_rate") if opposing(case) => say!(
            lang,
            "자기 쪽 항변과 반증의 자료를 보강",
            "Усилить материалы собственных возражений и опровержений",
            "Strengthen the material of one's own defences and rebuttals"
        ),
        Some("win_rate") => say!(
            lang,
            "입증이 약한 요건부터 증거를 보강",
            "Усилить доказательства самых слабых элементов",
            "Strengthen the evidence of the weakest elements"
        ),
        Some("risk_min") => say!(
            lang,
            "불리한 결과에 대비한 충당과 보고 준비",
            "Подготовить резерв и отчёт на случай неблагоприятного исхода",
            "Prepare a provision and a report for an adverse outcome"
        ),
        _ => say!(
            lang,
            "다툼 있는 사실의 확인과 기록 정리",
            "Уточнить спорные факты и собрать материалы",
            "Clear up disputed facts and order the file"
        ),
    };
    push("step-9".into(), text, "inhouse", None, 13);
    json!({"RecommendedNextSteps": out})
}

fn opposing(case: &Case<'_>) -> bool {
    case.input["case"]["user_side"] == "opposing"
}

/// Whether a gap is the other side's to fill.
fn other(case: &Case<'_>, gap: &Value) -> bool {
    opposing(case) && gap["holder"] == "claimant"
}

/// A day: so many after today, but before the limit.
fn due(case: &Case<'_>, days: i64) -> Option<String> {
    let today: Date = case.input["today"].as_str()?.parse().ok()?;
    let span: Span = days.days();
    let due = today.checked_add(span).ok()?;
    let limit = case.input["steering"]["private"]["constraints"]["deadline"]["until"].as_str();
    let limit = limit.and_then(|limit| limit.parse::<Date>().ok());
    Some(limit.map_or(due, |limit| due.min(limit)).to_string())
}

fn motion_name(lang: &str, id: &str) -> String {
    match id {
        "witness" => say!(lang, "증인", "свидетель", "witness"),
        "document_order" => say!(lang, "문서제출명령", "истребование документов", "order to produce documents"),
        "fact_inquiry" => say!(lang, "사실조회", "запрос сведений", "inquiry"),
        "appraisal" => say!(lang, "감정", "экспертиза", "appraisal"),
        "inspection" => say!(lang, "검증", "осмотр", "inspection"),
        "preservation" => say!(lang, "증거보전", "обеспечение доказательств", "preservation of evidence"),
        _ => say!(lang, "전문증거 이의", "возражение против показаний с чужих слов", "hearsay objection"),
    }
}
