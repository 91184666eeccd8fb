//! Actions for the user's own side, by its goal and limits. What stands here enters no prompt.

use crate::say;
use crate::workspaces::trial::perform::noted::asks;
use crate::workspaces::trial::perform::{Case, strategy};
use crate::workspaces::trial::words::cut;
use jiff::civil::Date;
use jiff::{Span, ToSpan};
use serde_json::{Value, json};

/// Most steps of a recommendation.
const MOST: usize = 7;

/// The steps, the goal's own first; every direction of the gates shows in one of them.
#[must_use]
pub fn recommend(case: &Case<'_>) -> Value {
    let mut steps = Steps { case, out: Vec::new() };
    steps.offer();
    steps.goal();
    steps.stance();
    steps.noted();
    let mut last = Steps { case, out: Vec::new() };
    last.evidence();
    last.motions();
    last.amounts();
    steps.gaps(MOST.saturating_sub(steps.out.len() + last.out.len()));
    steps.out.extend(last.out);
    steps.out.truncate(MOST);
    json!({"RecommendedNextSteps": steps.out})
}

/// The steps as they come together.
pub struct Steps<'c, 'i> {
    pub(super) case: &'c Case<'i>,
    out: Vec<Value>,
}

impl Steps<'_, '_> {
    fn private(&self) -> &Value {
        &self.case.input["steering"]["private"]
    }

    pub(super) fn push(&mut self, id: &str, text: &str, owner: &str, route: Option<&str>, days: i64) {
        let mut step = json!({"id": id, "text": cut(text, 200), "owner": owner});
        if let Some(route) = route {
            step["route"] = json!(route);
        }
        if let Some(due) = due(self.case, days) {
            step["due"] = json!(due);
        }
        self.out.push(step);
    }

    /// Whether goal, stance or the outcome aimed at ask for an offer.
    pub(super) fn settles(&self) -> bool {
        let private = self.private();
        private["goal"] == "settlement" || private["acceptable_outcome"] == "settle" || private["stance"] == "flexible"
    }

    /// A conditional offer, where the goal, the stance or the outcome aimed at asks for one.
    fn offer(&mut self) {
        let lang = self.case.lang;
        let private = self.private();
        let wished = asks(self.case, "settle");
        if !self.settles() && !wished {
            return;
        }
        let civil = self.case.pack.case_type == "civil";
        let route = private["adr_route"].as_str().filter(|route| *route != "none").map(str::to_owned);
        let route = route.unwrap_or_else(|| if civil { "mediation" } else { "victim_settlement" }.to_owned());
        let text = say!(
            lang,
            "조건부 합의안을 마련하여 상대방에게 제안하고 회신 기한을 정함",
            "Подготовить условное предложение об урегулировании и назначить срок ответа",
            "Prepare a conditional offer to settle and set a date for the answer"
        );
        let first = say!(lang, "최우선 — ", "В первую очередь: ", "First of all: ");
        let text = if wished { format!("{first}{text}") } else { text };
        self.push("step-1", &text, "inhouse", Some(&route), if wished { 3 } else { 7 });
    }

    fn goal(&mut self) {
        let lang = self.case.lang;
        let private = self.private();
        let mut text = match private["goal"].as_str() {
            Some("win_rate") if opposing(self.case) => say!(
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
            Some("evidence_first") => say!(
                lang,
                "증거가 있는 주장만 남기고 부족한 자료의 목록부터 정리",
                "Оставить доводы с доказательствами и сначала составить список недостающего",
                "Keep the arguments that have evidence and list first what is missing"
            ),
            Some("settlement") => say!(
                lang,
                "협의할 수 있는 쟁점과 양보할 수 없는 쟁점을 나누어 정리",
                "Разделить вопросы, которые можно обсуждать, и те, что нельзя уступить",
                "Separate what can be discussed from what cannot be given up"
            ),
            _ => say!(
                lang,
                "다툼 있는 사실의 확인과 기록 정리",
                "Уточнить спорные факты и собрать материалы",
                "Clear up disputed facts and order the file"
            ),
        };
        text.push_str(&match private["risk_tolerance"].as_str() {
            Some("low") => say!(
                lang,
                " (직접 확인된 자료만 사용)",
                " (только подтверждённые материалы)",
                " (confirmed material only)"
            ),
            Some("medium") => say!(
                lang,
                " (추론은 보강 자료가 있는 경우에 한함)",
                " (выводы только с подкреплением)",
                " (inferences only with support)"
            ),
            Some("high") => say!(
                lang,
                " (추론도 사용하되 추론임을 표시)",
                " (выводы допустимы с пометкой)",
                " (inferences allowed, marked as such)"
            ),
            _ => String::new(),
        });
        if self.gap_list().is_empty() {
            let lead = strategy(self.case);
            text = format!("{lead}{text}");
        }
        let limits = &private["constraints"];
        if limits["budget_limit"].is_object() {
            text.push_str(&say!(
                lang,
                "; 비용이 드는 조치는 견적을 먼저 받아 한도와 비교",
                "; платные действия сначала сверить с пределом расходов",
                "; compare paid steps with the limit of costs first"
            ));
        }
        // A limit of time is used to its end by what takes longest.
        let days = if limits["deadline"].is_object() { 730 } else { 13 };
        self.push("step-9", &text, "inhouse", None, days);
    }

    fn stance(&mut self) {
        let lang = self.case.lang;
        let text = match self.private()["stance"].as_str() {
            Some("aggressive") => say!(
                lang,
                "상대방 주장마다 반박 자료를 하나씩 대응시켜 정리",
                "К каждому доводу другой стороны подобрать возражение и материал",
                "Match every argument of the other side with an answer and its material"
            ),
            Some("neutral") => say!(
                lang,
                "쌍방의 자료를 같은 기준으로 비교표에 정리",
                "Свести материалы обеих сторон в одну таблицу по одним и тем же признакам",
                "Put the material of both sides into one table by the same measures"
            ),
            _ => return,
        };
        self.push("step-8", &text, "inhouse", None, 10);
    }

    fn gap_list(&self) -> &[Value] {
        self.case.input["gap_plans"].as_array().map_or(&[], Vec::as_slice)
    }

    fn gaps(&mut self, most: usize) {
        let (lang, case) = (self.case.lang, self.case);
        let lead = strategy(case);
        let focus = case.focus();
        let mut gaps: Vec<Value> = self.gap_list().to_vec();
        // What the person looks at first is done first.
        gaps.sort_by_key(|gap| focus.iter().position(|id| gap["for"] == **id).unwrap_or(usize::MAX));
        for gap in gaps.iter().take(most.min(4)) {
            let title = case.title(gap["for"].as_str().unwrap_or_default()).to_owned();
            let means = gap["means"].as_str().unwrap_or_default();
            let text = match gap["plan"].as_str() {
                // What the other side has to prove is not brought for it: what is missing is pointed at.
                _ if other(case, gap) => say!(
                    lang,
                    "{lead}상대방이 증명할 「{title}」의 증명 부족을 지적하고 그 자료를 다툼",
                    "{lead}Указать, что другая сторона не доказала «{title}», и оспорить её материалы",
                    "{lead}Point out that the other side has not proven “{title}” and contest its material"
                ),
                Some("cannot_provide") => say!(
                    lang,
                    "{lead}「{title}」 자료가 없는 경우의 대체 입증 검토: {means}",
                    "{lead}Подумать, чем заменить доказательства «{title}»: {means}",
                    "{lead}Look for a substitute for evidence of “{title}”: {means}"
                ),
                Some("treat_unknown") => say!(
                    lang,
                    "{lead}「{title}」 부분을 불명으로 두고 그 경우의 주장 순서를 정리",
                    "{lead}Считать «{title}» невыясненным и продумать порядок доводов на этот случай",
                    "{lead}Leave “{title}” open and order the arguments for that case"
                ),
                Some("will_provide") => say!(
                    lang,
                    "{lead}「{title}」 자료를 제출할 날을 정하고 준비: {means}",
                    "{lead}Назначить день и подготовить материалы «{title}»: {means}",
                    "{lead}Set a day and prepare the material on “{title}”: {means}"
                ),
                _ => say!(
                    lang,
                    "{lead}「{title}」 입증자료 확보: {means}",
                    "{lead}Получить доказательства «{title}»: {means}",
                    "{lead}Obtain evidence of “{title}”: {means}"
                ),
            };
            let id = format!("step-g{}", gap["id"].as_str().unwrap_or_default().trim_start_matches("gap-"));
            self.push(&id, &text, if other(case, gap) { "inhouse" } else { "business" }, None, 10);
        }
    }

    /// What is done with every piece of evidence, one's own and the other side's.
    fn evidence(&mut self) {
        let (lang, case) = (self.case.lang, self.case);
        let label = |id: &Value| {
            let known = case.evidence.iter().find(|one| *id == one.id.as_str());
            known.map_or_else(|| id.as_str().unwrap_or_default().to_owned(), |one| one.label.clone())
        };
        let own = self.private()["evidence_actions"].as_array();
        let theirs = case.input["steering"]["public"]["evidence_responses"].as_array();
        let rows = own.into_iter().flatten().map(|row| (label(&row["id"]), row["action"].as_str()));
        let rows = rows.chain(theirs.into_iter().flatten().map(|row| (label(&row["id"]), row["response"].as_str())));
        let rows: Vec<String> =
            rows.map(|(label, what)| format!("{label} {}", handling(lang, what.unwrap_or_default()))).collect();
        if rows.is_empty() {
            return;
        }
        let rows = rows.join(", ");
        let text = say!(lang, "증거 처리: {rows}", "По доказательствам: {rows}", "On the evidence: {rows}");
        self.push("step-6", &text, "inhouse", None, 10);
    }

    fn motions(&mut self) {
        let (lang, case) = (self.case.lang, self.case);
        let listed = case.input["steering"]["public"]["motions"].as_array();
        let names: Vec<String> =
            listed.into_iter().flatten().filter_map(Value::as_str).map(|id| motion_name(lang, id)).collect();
        if names.is_empty() {
            return;
        }
        let names = names.join(", ");
        let text = say!(lang, "신청 준비: {names}", "Подготовить ходатайства: {names}", "Prepare motions: {names}");
        self.push("step-m1", &text, "inhouse", None, 10);
    }

    /// On what the sum rests, or what is brought for the sentence. No sum is named here.
    fn amounts(&mut self) {
        let lang = self.case.lang;
        let private = self.private();
        if let Some(basis) = private["damages_basis"]["basis"].as_str() {
            let basis = handling(lang, basis);
            let text = say!(
                lang,
                "손해액을 {basis} 기준으로 계산하고 증명할 수 있는 부분과 나머지를 나눔",
                "Рассчитать сумму по основанию «{basis}» и отделить доказуемую часть от остальной",
                "Work out the sum as {basis} and separate what can be proven from the rest"
            );
            self.push("step-5", &text, "inhouse", None, 10);
        }
        let listed = self.private()["sentencing_materials"].as_array();
        let names: Vec<String> =
            listed.into_iter().flatten().filter_map(Value::as_str).map(|id| handling(lang, id)).collect();
        if !names.is_empty() {
            let names = names.join(", ");
            let text = say!(
                lang,
                "양형자료 준비: {names}",
                "Подготовить материалы о смягчении: {names}",
                "Prepare material for the sentence: {names}"
            );
            self.push("step-5", &text, "inhouse", None, 10);
        }
    }
}

fn opposing(case: &Case<'_>) -> bool {
    case.input["case"]["user_side"] == "opposing"
}

/// Whether a gap is the other side's to fill.
fn other(case: &Case<'_>, gap: &Value) -> bool {
    let own = if opposing(case) { "opposing" } else { "claimant" };
    gap["holder"] != own
}

/// A day: so many after today, but before the limit.
fn due(case: &Case<'_>, days: i64) -> Option<String> {
    let today: Date = case.input["today"].as_str()?.parse().ok()?;
    // Who is in a hurry does everything in half the time.
    let days = if asks(case, "hurry") { (days + 1) / 2 } else { days };
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

/// A choice of the form in words.
fn handling(lang: &str, id: &str) -> String {
    match id {
        "submit" => say!(lang, "제출", "представить", "submit"),
        "hold" => say!(lang, "보류", "придержать", "hold"),
        "withdraw" => say!(lang, "철회", "отозвать", "withdraw"),
        "obtain" => say!(lang, "확보 예정", "получить", "obtain"),
        "admit_authenticity" => say!(lang, "성립인정", "подлинность признать", "authentic"),
        "deny" => say!(lang, "부인", "оспорить", "deny"),
        "unknown" => say!(lang, "부지", "не знаем", "unknown"),
        "consent" => say!(lang, "동의", "согласны", "consent"),
        "no_consent" => say!(lang, "부동의", "возражаем", "no consent"),
        "dispute_purpose" => say!(lang, "입증취지 부인", "спор о цели", "purpose disputed"),
        "exclude_illegal" => say!(lang, "위법수집 배제 신청", "исключить как незаконное", "exclude as illegal"),
        "actual_loss" => say!(lang, "적극손해", "реальный ущерб", "actual loss"),
        "lost_profit" => say!(lang, "일실이익", "упущенная выгода", "lost profit"),
        "liquidated" => say!(lang, "위약금", "неустойка", "liquidated damages"),
        "consolation" => say!(lang, "위자료", "моральный вред", "consolation"),
        "unsure" => say!(lang, "미확정", "пока не ясно", "not settled"),
        "victim_settlement" => say!(lang, "피해자와의 합의", "примирение с потерпевшим", "settlement with the victim"),
        "deposit" => say!(lang, "공탁", "депозит", "deposit"),
        "remorse" => say!(lang, "반성문", "письмо с раскаянием", "letter of remorse"),
        "petition" => say!(lang, "탄원서", "ходатайства близких", "petitions"),
        _ => say!(lang, "초범 자료", "сведения о несудимости", "first offence"),
    }
}
