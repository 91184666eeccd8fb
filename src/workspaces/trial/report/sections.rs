//! What stands in the sections: issues, risks and actions in the middle, everything traced to its step.

use crate::say;
use crate::workspaces::trial::report::names::{self, named, readable};
use crate::workspaces::trial::report::{Wish, closed, law, rounds};
use crate::workspaces::trial::state::{Fact, Spoken, Trial};
use crate::workspaces::trial::{causes, notes, score};
use serde_json::{Value, json};

/// The title.
#[must_use]
pub fn title(trial: &Trial, wish: &Wish) -> String {
    let pack = crate::workspaces::trial::settle::pack(trial);
    let pack = pack.as_deref().map_or("", |pack| pack.title.of(&wish.language));
    let reader = names::name(&wish.language, &format!("audience.{}", wish.audience));
    say!(
        wish.language.as_str(),
        "모의 재판 리스크 보고서 — {pack} ({reader})",
        "Отчёт о рисках: учебный процесс — {pack} ({reader})",
        "Mock trial risk report — {pack} ({reader})"
    )
}

fn section(number: u8, title: String, lines: Vec<String>, table: Option<Value>) -> Value {
    let mut value = json!({"number": number, "title": title, "lines": lines, "private": number == 7});
    if let Some(table) = table {
        value["table"] = table;
    }
    value
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| if value.is_null() { String::new() } else { value.to_string() }, str::to_owned)
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The last output of a role with its step.
pub(super) fn step<'t>(trial: &'t Trial, role: &str) -> Option<&'t Spoken> {
    trial.rounds.iter().rev().flat_map(|round| round.steps.iter().rev()).find(|step| step.role == role)
}

/// Who said it, from which facts, under which directions.
pub(super) fn trace(trial: &Trial, lang: &str, step: &Spoken, ids: &Value) -> String {
    let mut parts = vec![names::step(trial, lang, &step.id)];
    let ids = names::ids(trial, lang, list(ids).iter().filter_map(Value::as_str));
    if !ids.is_empty() {
        parts.push(ids);
    }
    if step.steering_version > 0 {
        parts.push(names::name(lang, "steering_version").replace("{n}", &step.steering_version.to_string()));
    }
    format!(" [{}]", parts.join(" · "))
}

/// All sections that were wished for.
#[must_use]
pub fn all(trial: &Trial, wish: &Wish) -> Vec<Value> {
    let lang = wish.language.as_str();
    let null = Value::Null;
    let sourced = wish.audience != "executive";
    let judge = step(trial, "judge");
    let body = judge.map_or(&null, |step| &step.output["body"]);
    let end = trial.rounds.iter().rev().map(|round| &round.end).find(|end| !end.is_null()).unwrap_or(&null);
    let mut out = Vec::new();
    let mut add = |number: u8, title: String, lines: Vec<String>, table: Option<Value>| {
        if wish.has(number) {
            let lines = lines.iter().map(|line| readable(trial, lang, line)).collect();
            out.push(section(number, title, lines, table));
        }
    };
    let mut lines = summary(lang, body, end);
    lines.extend(causes::told(trial, lang, &|list, value| named(lang, list, value)));
    add(1, say!(lang, "요약과 결과 범위", "Итог и диапазон", "Summary and range"), lines, None);
    add(
        2,
        say!(lang, "확정 사실", "Установленные факты", "Confirmed facts"),
        facts(trial, lang, "confirmed", sourced),
        None,
    );
    add(
        3,
        say!(
            lang,
            "다툼 있는 사실과 그 영향",
            "Спорные факты и что от них зависит",
            "Disputed facts and what they turn"
        ),
        disputed(trial, lang, sourced),
        None,
    );
    add(
        4,
        say!(lang, "쟁점별 양측 주장과 판단", "Вопросы: обе стороны и оценка", "Issues: both sides and the finding"),
        issues(trial, lang, body),
        None,
    );
    add(
        5,
        say!(lang, "입증책임과 증거", "Бремя доказывания и доказательства", "Burden and evidence"),
        Vec::new(),
        Some(burden(trial, lang, body)),
    );
    add(6, say!(lang, "리스크", "Риски", "Risks"), Vec::new(), Some(risks(lang, end)));
    add(
        7,
        say!(lang, "합의 검토(비공개)", "Урегулирование (закрытая часть)", "Settlement (private)"),
        closed::settlement(trial, lang),
        None,
    );
    add(8, say!(lang, "권고 조치", "Рекомендуемые действия", "Recommended actions"), actions(lang, end), None);
    add(9, say!(lang, "기한", "Сроки", "Deadlines"), Vec::new(), Some(deadlines(lang, end)));
    add(10, say!(lang, "인용", "Ссылки на право", "Citations"), citations(trial, lang), None);
    add(11, say!(lang, "조향 반영 내역", "Как учтены указания", "Receipts of steering"), receipts(trial, lang), None);
    add(12, say!(lang, "가드레일 기록", "Журнал ограничителей", "Guardrail log"), guardrails(trial, lang), None);
    add(13, say!(lang, "한계", "Пределы", "Limits"), limits(trial, wish), None);
    add(
        14,
        say!(lang, "이 유형의 법적 틀", "Право об этом виде дел", "The law on this type of case"),
        law::review(trial, lang),
        Some(law::table(trial, lang)),
    );
    add(15, say!(lang, "라운드별 기록", "Раунды по порядку", "Round by round"), rounds::all(trial, lang), None);
    out
}

fn summary(lang: &str, body: &Value, end: &Value) -> Vec<String> {
    let mut out = vec![text(&end["card"]["decision_summary"])];
    let range = &body["DecisionRange"];
    if let Some(shown) = range["amount_shown"].as_str() {
        out.push(say!(lang, "금액 범위: {shown}", "Диапазон суммы: {shown}", "Range of the amount: {shown}"));
    }
    if let Some(formula) = range["amount_formula"].as_str() {
        out.push(say!(
            lang,
            "금액 산식: {formula}",
            "Как получена сумма: {formula}",
            "How the amount comes about: {formula}"
        ));
    }
    out.extend(list(&range["conditions"]).iter().map(text));
    out.retain(|line| !line.is_empty());
    out
}

/// A fact in words; the management is spared where it stands.
fn told(trial: &Trial, lang: &str, fact: &Fact, sourced: bool) -> String {
    if !sourced {
        return fact.text.clone();
    }
    let reference = fact.source.reference.as_str();
    let source = match reference.split_once('/') {
        _ if reference.starts_with("ev-") => names::id(trial, lang, reference),
        Some((place, _)) => named(lang, "source", place),
        None => named(lang, "source", reference),
    };
    let said = say!(lang, "출처: {source}", "источник: {source}", "source: {source}");
    format!("{}: {} [{said}]", names::id(trial, lang, &fact.id), fact.text)
}

fn facts(trial: &Trial, lang: &str, class: &str, sourced: bool) -> Vec<String> {
    trial.facts.items.iter().filter(|fact| fact.class == class).map(|fact| told(trial, lang, fact, sourced)).collect()
}

fn disputed(trial: &Trial, lang: &str, sourced: bool) -> Vec<String> {
    let pack = crate::workspaces::trial::settle::pack(trial);
    let title = |id: &str| -> Option<String> {
        let pack = pack.as_deref()?;
        let element = pack.elements.iter().find(|one| one.id == id).map(|one| &one.title);
        let defence = || pack.defences.iter().find(|one| one.id == id).map(|one| &one.title);
        element.or_else(defence).map(|title| format!("「{}」", title.of(lang)))
    };
    let flips = pack.as_deref().map(|pack| score::flips(pack, &trial.facts.items, &trial.evidence)).unwrap_or_default();
    trial
        .facts
        .of("disputed")
        .map(|fact| {
            let flip = flips.iter().find(|flip| flip.fact_id == fact.id);
            let moved: Vec<String> = flip.into_iter().flat_map(|flip| &flip.moves).filter_map(|id| title(id)).collect();
            let linked = fact.supports.iter().chain(&fact.contradicts).filter_map(|id| title(id)).collect::<Vec<_>>();
            let (moved, linked) = (moved.join(", "), linked.join(", "));
            let what = match (moved.is_empty(), linked.is_empty()) {
                (false, _) => say!(
                    lang,
                    "인정 여부에 따라 {moved}의 상태가 달라짐",
                    "от него зависит состояние: {moved}",
                    "it turns the state of {moved}"
                ),
                (true, false) => say!(
                    lang,
                    "{linked}에 관한 것이나 이 사실만으로는 상태가 달라지지 않음",
                    "относится к {linked}, но один этот факт состояния не меняет",
                    "it concerns {linked}, but alone it does not change the state"
                ),
                (true, true) => say!(
                    lang,
                    "어느 요건에도 연결되지 않음",
                    "не связан ни с одним элементом",
                    "it is linked to no element"
                ),
            };
            format!("{} — {what}", told(trial, lang, fact, sourced))
        })
        .collect()
}

fn issues(trial: &Trial, lang: &str, body: &Value) -> Vec<String> {
    let mut out = Vec::new();
    for issue in list(&body["Issues"]) {
        out.push(format!(
            "{} — {} ({}, {})",
            names::id(trial, lang, &text(&issue["id"])),
            text(&issue["title"]),
            named(lang, "severity", &text(&issue["severity"])),
            named(lang, "status", &text(&issue["status"]))
        ));
        // The exchange in its order, round by round, then the finding.
        let sides = trial.rounds.iter().flat_map(|round| &round.steps).filter_map(|step| match step.role.as_str() {
            "claimant" => Some((step, "Claims", "issue_id", "facts")),
            "opposing" => Some((step, "CounterArguments", "target", "facts")),
            _ => None,
        });
        let finding = step(trial, "judge").map(|step| (step, "Findings", "issue_id", "basis"));
        for (step, key, of, ids) in sides.chain(finding) {
            for item in list(&step.output["body"][key]).iter().filter(|item| item[of] == issue["id"]) {
                let named: Vec<Value> = [&item[ids], &item["alleged"]].into_iter().flat_map(list).cloned().collect();
                out.push(format!("— {}{}", text(&item["text"]), trace(trial, lang, step, &json!(named))));
            }
        }
    }
    out
}

fn table(head: Vec<String>, rows: Vec<Vec<String>>) -> Value {
    json!({"head": head, "rows": rows})
}

fn burden(trial: &Trial, lang: &str, body: &Value) -> Value {
    let head = vec![
        say!(lang, "요건", "Элемент", "Element"),
        say!(lang, "입증책임", "Бремя", "Burden"),
        say!(lang, "상태", "Состояние", "State"),
        say!(lang, "증거", "Доказательства", "Evidence"),
    ];
    let rows = list(&body["BurdenOfProof"])
        .iter()
        .map(|row| {
            let shown = list(&row["evidence"]).iter().chain(list(&row["gap_ids"])).filter_map(Value::as_str);
            vec![
                text(&row["element"]),
                names::role(trial, lang, &text(&row["holder"])),
                named(lang, "state", &text(&row["state"])),
                names::ids(trial, lang, shown),
            ]
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
    let row = |one: &Value| {
        let level = |key: &str| named(lang, "severity", &text(&one[key]));
        vec![text(&one["text"]), level("likelihood"), level("impact"), text(&one["control"])]
    };
    table(head, list(&end["risks"]).iter().map(row).collect())
}

fn actions(lang: &str, end: &Value) -> Vec<String> {
    list(&end["card"]["recommended_next_steps"])
        .iter()
        .map(|one| {
            let owner = named(lang, "owner", &text(&one["owner"]));
            let route = named(lang, "value", &text(&one["route"]));
            let extra: Vec<String> =
                [owner, text(&one["due"]), route].into_iter().filter(|one| !one.is_empty()).collect();
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

fn citations(trial: &Trial, lang: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for end in trial.rounds.iter().map(|round| &round.end) {
        for one in list(&end["citations"]) {
            let verdict = named(lang, "citation", &text(&one["verdict"]));
            let line = format!("{} — {verdict} ({})", text(&one["raw"]), text(&one["version_date"]));
            if !out.contains(&line) {
                out.push(line);
            }
        }
    }
    if out.is_empty() {
        out.push(names::name(lang, "no_citation"));
    }
    out
}

fn receipts(trial: &Trial, lang: &str) -> Vec<String> {
    let mut out = Vec::new();
    for round in &trial.rounds {
        let number = names::name(lang, "round").replace("{n}", &round.round.to_string());
        for one in list(&round.end["steering"]["compliance"]) {
            let (rule, status) = (text(&one["rule"]), named(lang, "receipt", &text(&one["status"])));
            // What a note asks for is read on the private page; here stands that there was one.
            let rule = if rule.starts_with(notes::MEANS) { "note".to_owned() } else { rule };
            let place = names::place(lang, &text(&one["span"]));
            let place = if place.is_empty() { place } else { format!(" ({place})") };
            let line = format!("{number} · {}: {status}{place}", rule_name(lang, &rule));
            if !out.contains(&line) {
                out.push(line);
            }
        }
    }
    out
}

/// The name of a direction: `exclusions.no_personal_data_exposure` is the exclusion and what it excludes.
fn rule_name(lang: &str, rule: &str) -> String {
    match rule.split_once('.') {
        Some((field, value)) => {
            let value = [format!("value.{value}"), format!("rule.{value}")]
                .into_iter()
                .map(|key| (names::name(lang, &key), key))
                .find(|(name, key)| name != key)
                .map_or_else(|| value.to_owned(), |(name, _)| name);
            format!("{} — {value}", named(lang, "rule", field))
        }
        None => named(lang, "rule", rule),
    }
}

fn guardrails(trial: &Trial, lang: &str) -> Vec<String> {
    let hits = trial.log.iter().filter(|entry| entry.kind == "GUARDRAIL_HIT");
    // What a step broke several times over is one line with its count.
    let mut groups: Vec<(String, u32, u32, usize)> = Vec::new();
    for entry in hits {
        let step = names::step(trial, lang, &text(&entry.data["step"]));
        let rule = text(&entry.data["rule"]);
        let detail = named(lang, "guard", &rule);
        let detail = if detail == format!("guard.{rule}") { rule } else { detail };
        let code = named(lang, "guard", &text(&entry.data["code"]));
        let words = match code == detail || detail.is_empty() {
            true => format!("{step}: {code}"),
            false => format!("{step}: {code} ({detail})"),
        };
        match groups.iter_mut().find(|(known, ..)| *known == words) {
            Some((_, _, last, count)) => (*last, *count) = (entry.seq, *count + 1),
            None => groups.push((words, entry.seq, entry.seq, 1)),
        }
    }
    let mut out: Vec<String> = groups
        .into_iter()
        .map(|(words, first, last, count)| match count {
            1 => format!("№ {first} {words}"),
            _ => format!("№ {first}–{last} {words} × {count}"),
        })
        .collect();
    for round in &trial.rounds {
        let verdict = named(lang, "verdict", round.verifier["verdict"].as_str().unwrap_or("none"));
        out.push(format!("{}: {verdict}", names::name(lang, "round").replace("{n}", &round.round.to_string())));
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
    if let Some(near) = crate::workspaces::trial::settle::near(trial) {
        let title = near.title.of(lang);
        out.push(say!(
            lang,
            "청구원인 검토: 「{title}」도 같은 정도로 해당할 수 있습니다.",
            "Проверьте основание: не меньше подходит «{title}».",
            "Look at the cause: “{title}” fits nearly as well."
        ));
    }
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
