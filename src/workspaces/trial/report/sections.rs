//! What stands in the sections: issues, risks and actions in the middle, everything traced to its step.

use crate::say;
use crate::workspaces::trial::report::Wish;
use crate::workspaces::trial::score;
use crate::workspaces::trial::state::{Fact, Spoken, Trial};
use serde_json::{Value, json};

/// The title.
#[must_use]
pub fn title(trial: &Trial, wish: &Wish) -> String {
    let pack = crate::workspaces::trial::settle::pack(trial).map_or("", |pack| pack.title.of(&wish.language));
    say!(
        wish.language.as_str(),
        "모의 재판 리스크 보고서 — {pack}",
        "Отчёт о рисках: учебный процесс — {pack}",
        "Mock trial risk report — {pack}"
    )
}

fn section(number: u8, title: String, lines: Vec<String>, table: Option<Value>) -> Value {
    let mut value = json!({"number": number, "title": title, "lines": lines, "private": number == 7});
    if let Some(table) = table {
        value["table"] = table;
    }
    value
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| if value.is_null() { String::new() } else { value.to_string() }, str::to_owned)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The last output of a role with its step.
fn step<'t>(trial: &'t Trial, role: &str) -> Option<&'t Spoken> {
    trial.rounds.iter().rev().flat_map(|round| round.steps.iter().rev()).find(|step| step.role == role)
}

fn trace(step: &Spoken, ids: &Value) -> String {
    let ids: Vec<&str> = list(ids).iter().filter_map(Value::as_str).collect();
    format!(" [{} · {} · v{}]", step.id, ids.join(", "), step.steering_version)
}

/// All sections that were wished for.
#[must_use]
pub fn all(trial: &Trial, wish: &Wish) -> Vec<Value> {
    let lang = wish.language.as_str();
    let null = Value::Null;
    let judge = step(trial, "judge");
    let body = judge.map_or(&null, |step| &step.output["body"]);
    let end = trial.rounds.iter().rev().map(|round| &round.end).find(|end| !end.is_null()).unwrap_or(&null);
    let mut out = Vec::new();
    let mut add = |number: u8, title: String, lines: Vec<String>, table: Option<Value>| {
        if wish.has(number) {
            out.push(section(number, title, lines, table));
        }
    };
    add(1, say!(lang, "요약과 결과 범위", "Итог и диапазон", "Summary and range"), summary(lang, body, end), None);
    add(2, say!(lang, "확정 사실", "Установленные факты", "Confirmed facts"), facts(trial, "confirmed"), None);
    add(
        3,
        say!(
            lang,
            "다툼 있는 사실과 그 영향",
            "Спорные факты и что от них зависит",
            "Disputed facts and what they turn"
        ),
        disputed(trial, lang),
        None,
    );
    add(
        4,
        say!(lang, "쟁점별 양측 주장과 판단", "Вопросы: обе стороны и оценка", "Issues: both sides and the finding"),
        issues(trial, body),
        None,
    );
    add(
        5,
        say!(lang, "입증책임과 증거", "Бремя доказывания и доказательства", "Burden and evidence"),
        Vec::new(),
        Some(burden(lang, body)),
    );
    add(6, say!(lang, "리스크", "Риски", "Risks"), Vec::new(), Some(risks(lang, end)));
    add(
        7,
        say!(lang, "합의 검토(비공개)", "Урегулирование (закрытая часть)", "Settlement (private)"),
        settlement(trial, lang),
        None,
    );
    add(8, say!(lang, "권고 조치", "Рекомендуемые действия", "Recommended actions"), actions(end), None);
    add(9, say!(lang, "기한", "Сроки", "Deadlines"), Vec::new(), Some(deadlines(lang, end)));
    add(10, say!(lang, "인용", "Ссылки на право", "Citations"), citations(trial), None);
    add(11, say!(lang, "조향 반영 내역", "Как учтены указания", "Receipts of steering"), receipts(trial), None);
    add(12, say!(lang, "가드레일 기록", "Журнал ограничителей", "Guardrail log"), guardrails(trial), None);
    add(13, say!(lang, "한계", "Пределы", "Limits"), limits(trial, wish), None);
    out
}

fn summary(lang: &str, body: &Value, end: &Value) -> Vec<String> {
    let mut out = vec![text(&end["card"]["decision_summary"])];
    let range = &body["DecisionRange"];
    if let Some(shown) = range["amount_shown"].as_str() {
        out.push(say!(lang, "금액 범위: {shown}", "Диапазон суммы: {shown}", "Range of the amount: {shown}"));
    }
    out.extend(list(&range["conditions"]).iter().map(text));
    out.retain(|line| !line.is_empty());
    out
}

fn told(fact: &Fact) -> String {
    format!("{}: {} [{} · {}]", fact.id, fact.text, fact.source.kind, fact.source.reference)
}

fn facts(trial: &Trial, class: &str) -> Vec<String> {
    trial.facts.items.iter().filter(|fact| fact.class == class).map(told).collect()
}

fn disputed(trial: &Trial, lang: &str) -> Vec<String> {
    let pack = crate::workspaces::trial::settle::pack(trial);
    let title = |id: &str| {
        pack.and_then(|pack| pack.elements.iter().find(|one| one.id == id)).map(|one| one.title.of(lang).to_owned())
    };
    let flips = pack.map(|pack| score::flips(pack, &trial.facts.items, &trial.evidence)).unwrap_or_default();
    trial
        .facts
        .of("disputed")
        .map(|fact| {
            let turns: Vec<String> = fact.supports.iter().filter_map(|id| title(id)).collect();
            let flip = flips.iter().find(|flip| flip.fact_id == fact.id);
            let (yes, no) = flip.map_or((0.0, 0.0), |flip| (flip.if_true, flip.if_false));
            let turned = say!(
                lang,
                "사실이면 {yes}, 아니면 {no}",
                "если верно — {yes}, если нет — {no}",
                "{yes} if true, {no} if not"
            );
            format!("{} → {} ({turned})", told(fact), turns.join(", "))
        })
        .collect()
}

fn issues(trial: &Trial, body: &Value) -> Vec<String> {
    let mut out = Vec::new();
    for issue in list(&body["Issues"]) {
        out.push(format!(
            "{} — {} ({}, {})",
            text(&issue["id"]),
            text(&issue["title"]),
            text(&issue["severity"]),
            text(&issue["status"])
        ));
        for (role, key, of, ids) in [
            ("claimant", "Claims", "issue_id", "facts"),
            ("opposing", "CounterArguments", "target", "facts"),
            ("judge", "Findings", "issue_id", "basis"),
        ] {
            let Some(step) = step(trial, role) else { continue };
            for item in list(&step.output["body"][key]).iter().filter(|item| item[of] == issue["id"]) {
                out.push(format!("— {}{}", text(&item["text"]), trace(step, &item[ids])));
            }
        }
    }
    out
}

fn table(head: Vec<String>, rows: Vec<Vec<String>>) -> Value {
    json!({"head": head, "rows": rows})
}

fn burden(lang: &str, body: &Value) -> Value {
    let head = vec![
        say!(lang, "요건", "Элемент", "Element"),
        say!(lang, "입증책임", "Бремя", "Burden"),
        say!(lang, "상태", "Состояние", "State"),
        say!(lang, "증거", "Доказательства", "Evidence"),
    ];
    let rows = list(&body["BurdenOfProof"])
        .iter()
        .map(|row| {
            let shown: Vec<String> = list(&row["evidence"]).iter().chain(list(&row["gap_ids"])).map(text).collect();
            vec![text(&row["element"]), text(&row["holder"]), text(&row["state"]), shown.join(", ")]
        })
        .collect();
    table(head, rows)
}

fn risks(lang: &str, end: &Value) -> Value {
    let head = vec![
        say!(lang, "리스크", "Риск", "Risk"),
        say!(lang, "가능성", "Вероятность", "Likelihood"),
        say!(lang, "영향", "Влияние", "Impact"),
        say!(lang, "통제", "Мера", "Control"),
    ];
    let row = |one: &Value| ["text", "likelihood", "impact", "control"].iter().map(|key| text(&one[*key])).collect();
    table(head, list(&end["risks"]).iter().map(row).collect())
}

fn settlement(trial: &Trial, lang: &str) -> Vec<String> {
    let mut out = Vec::new();
    for steering in &trial.steering {
        for key in [
            "goal",
            "acceptable_outcome",
            "settlement_line",
            "concessions",
            "adr_route",
            "non_negotiables",
            "damages_basis",
            "constraints",
            "note",
        ] {
            if let Some(value) = steering.private.get(key).filter(|value| !value.is_null()) {
                out.push(format!("v{} {key}: {}", steering.version, text(value)));
            }
        }
    }
    if let Some(step) = step(trial, "opposing") {
        out.extend(list(&step.output["body"]["SettlementOptions"]).iter().map(|one| {
            let (route, words, condition) = (text(&one["route"]), text(&one["text"]), text(&one["condition"]));
            say!(
                lang,
                "{route}: {words} ({condition})",
                "{route}: {words} ({condition})",
                "{route}: {words} ({condition})"
            )
        }));
    }
    out
}

fn actions(end: &Value) -> Vec<String> {
    list(&end["card"]["recommended_next_steps"])
        .iter()
        .map(|one| {
            let extra: Vec<String> =
                ["owner", "due", "route"].iter().map(|key| text(&one[*key])).filter(|one| !one.is_empty()).collect();
            format!("{} [{}]", text(&one["text"]), extra.join(" · "))
        })
        .collect()
}

fn deadlines(lang: &str, end: &Value) -> Value {
    let head = vec![
        say!(lang, "기한", "Срок", "Deadline"),
        say!(lang, "일수", "Дней", "Days"),
        say!(lang, "근거", "Основание", "Rule"),
    ];
    let row = |one: &Value| vec![text(&one["name"]), text(&one["days"]), text(&one["rule"])];
    table(head, list(&end["deadlines"]).iter().map(row).collect())
}

fn citations(trial: &Trial) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for end in trial.rounds.iter().map(|round| &round.end) {
        for one in list(&end["citations"]) {
            let line = format!("{} — {} ({})", text(&one["raw"]), text(&one["verdict"]), text(&one["version_date"]));
            if !out.contains(&line) {
                out.push(line);
            }
        }
    }
    if out.is_empty() {
        out.push("No citation".into());
    }
    out
}

fn receipts(trial: &Trial) -> Vec<String> {
    let mut out = Vec::new();
    for round in &trial.rounds {
        for one in list(&round.end["steering"]["compliance"]) {
            out.push(format!(
                "R{} {}: {} {}",
                round.round,
                text(&one["rule"]),
                text(&one["status"]),
                text(&one["span"])
            ));
        }
    }
    out
}

fn guardrails(trial: &Trial) -> Vec<String> {
    let hits = trial.log.iter().filter(|entry| entry.kind == "GUARDRAIL_HIT");
    let mut out: Vec<String> = hits
        .map(|entry| {
            format!(
                "#{} {} {} {}",
                entry.seq,
                text(&entry.data["step"]),
                text(&entry.data["code"]),
                text(&entry.data["rule"])
            )
        })
        .collect();
    for round in &trial.rounds {
        let verdict = round.verifier["verdict"].as_str().unwrap_or("—");
        out.push(format!("R{}: {verdict}", round.round));
    }
    out
}

fn limits(trial: &Trial, wish: &Wish) -> Vec<String> {
    let lang = wish.language.as_str();
    let day = &trial.case.law_as_of;
    let mut out = vec![
        say!(
            lang,
            "이 문서는 모의 재판의 결과이며 법률 자문이 아닙니다. 지표는 판결의 확률이 아닙니다.",
            "Это результат учебного процесса, а не юридическая консультация. Показатель не является вероятностью решения.",
            "This is the result of a simulation, not legal advice. The index is no probability of a judgment."
        ),
        say!(lang, "기준일: {day}", "Право на {day}", "Law as of {day}"),
    ];
    let stale: Vec<String> =
        trial.rounds.iter().filter(|round| round.stale).map(|round| round.round.to_string()).collect();
    if !stale.is_empty() {
        let rounds = stale.join(", ");
        out.push(say!(
            lang,
            "사실 변경 전에 진행된 라운드: {rounds}",
            "Раунды на прежних фактах: {rounds}",
            "Rounds run on earlier facts: {rounds}"
        ));
    }
    if !wish.reviewer.is_empty() {
        let reviewer = &wish.reviewer;
        out.push(say!(lang, "검토자: {reviewer}", "Проверил: {reviewer}", "Reviewed by: {reviewer}"));
    }
    out
}
