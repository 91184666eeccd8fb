//! The two sides and the party.

use crate::engine::knowledge::disputes::DefenceKind;
use crate::say;
use crate::workspaces::trial::perform::{Case, counterclaim, depth, issue_of, manner, replies, strategy};
use crate::workspaces::trial::score::{Proven, Row};
use crate::workspaces::trial::words::cut;
use serde_json::{Value, json};

/// Claims from what is proven, elements, a plan for what is not, one's own weak points.
#[must_use]
pub fn claimant(case: &Case<'_>) -> Value {
    let mut ordered = case.ordered();
    ordered.retain(|row| case.is_main(&row.id));
    let focus = case.focus();
    let mut claims: Vec<Value> = Vec::new();
    let mut supported: Vec<&&Row> = ordered.iter().filter(|row| !row.facts.is_empty()).collect();
    // Where risk is to be small, or evidence comes first, a claim without evidence waits.
    let careful = matches!(case.input["steering"]["private"]["goal"].as_str(), Some("risk_min" | "evidence_first"));
    if careful && supported.iter().any(|row| !row.evidence.is_empty()) {
        supported.retain(|row| !row.evidence.is_empty());
    }
    let chosen = supported.iter().filter(|row| focus.contains(&row.id.as_str()));
    let others = supported.iter().filter(|row| !focus.contains(&row.id.as_str()));
    if case.round == 1 {
        for row in chosen.chain(others).take(5 + 2 * case.further()) {
            claims.push(claim(case, row, claims.len() + 1));
        }
    } else {
        // What the other side denies is answered, whether a fact speaks of it or not.
        let careful = careful && !supported.is_empty();
        let own = ordered.iter().copied().filter(|row| !careful || supported.iter().any(|one| one.id == row.id));
        claims = replies::claimant(case, &own.collect::<Vec<_>>());
    }
    if claims.is_empty()
        && let Some(row) = ordered.first()
    {
        let text = no_direct(case, &row.id);
        claims.push(json!({"id": "claim-1", "issue_id": issue_of(&row.id), "text": text, "facts": case.any_fact()}));
    }
    claims.extend(counterclaim::answered(case, claims.len() + 1));
    let own = case.standing.elements.iter().filter(|row| case.is_main(&row.id));
    let elements: Vec<Value> = own
        .take(8 + 8 * case.further())
        .map(|row| {
            json!({
                "el_id": row.id, "text": cut(&format!("{}: {}", case.title(&row.id), state_words(case.lang, row.state)), 200),
                "facts": row.facts, "evidence": row.evidence,
            })
        })
        .collect();
    let weak: Vec<Value> = weakest(case)
        .into_iter()
        .take(2)
        .map(|row| json!({"el_id": row.id, "text": cut(&weakness(case, row), 200)}))
        .collect();
    json!({
        "Claims": claims, "LegalElements": elements, "EvidencePlan": plan(case), "WeakPoints": weak,
        "Citations": case.citations(case.standing.elements.iter().map(|row| row.id.as_str())),
    })
}

fn claim(case: &Case<'_>, row: &Row, number: usize) -> Value {
    let (lang, title, norm) = (case.lang, case.title(&row.id), case.norm(&row.id));
    let ids = row.facts.join(", ");
    let words = row.facts.first().map(|id| case.words(id)).unwrap_or_default();
    let lead = say!(
        lang,
        "요건 「{title}」 — 확정 사실 {ids}{words}",
        "Элемент «{title}» — установленные факты {ids}{words}",
        "Element “{title}” — confirmed facts {ids}{words}"
    );
    let answer = format!("{}{}", depth(case, row), manner(case));
    let text = match norm.is_empty() {
        true => format!("{lead}.{answer}"),
        false => say!(
            lang,
            "{lead}. 근거: {norm}.{answer}",
            "{lead}. Основание: {norm}.{answer}",
            "{lead}. Basis: {norm}.{answer}"
        ),
    };
    let mut value = json!({
        "id": format!("claim-{number}"), "issue_id": issue_of(&row.id), "text": cut(&text, 600), "facts": row.facts,
    });
    let is_amount = case.pack.elements.iter().any(|one| one.id == row.id && one.amount);
    if let (true, Some(amount), Some(currency)) =
        (is_amount, case.input["amount"]["value"].as_i64(), case.input["amount"]["currency"].as_str())
    {
        value["amount"] = json!({"value": amount, "currency": currency});
    }
    value
}

fn no_direct(case: &Case<'_>, id: &str) -> String {
    let (lang, title) = (case.lang, case.title(id));
    say!(
        lang,
        "요건 「{title}」에 직접 관련된 확정 사실이 없어 현재 주장은 제한적입니다.",
        "О «{title}» прямо не говорит ни один установленный факт: довод пока ограничен.",
        "No confirmed fact speaks directly of “{title}”: the argument is limited so far."
    )
}

/// Elements from the weakest.
fn weakest<'c>(case: &'c Case<'_>) -> Vec<&'c Row> {
    let mut rows: Vec<&Row> = case.standing.elements.iter().filter(|row| case.is_main(&row.id)).collect();
    #[expect(clippy::cast_possible_truncation, reason = "weights are between 0 and 1")]
    rows.sort_by_key(|row| (row.state.weight() * 100.0) as u32);
    rows
}

fn weakness(case: &Case<'_>, row: &Row) -> String {
    let (lang, title) = (case.lang, case.title(&row.id));
    let state = state_words(lang, row.state);
    say!(lang, "「{title}」: {state}", "«{title}»: {state}", "“{title}”: {state}")
}

/// How far an element is proven, in words.
#[must_use]
pub fn state_words(lang: &str, state: Proven) -> String {
    match state {
        Proven::Admitted => say!(lang, "다툼 없음", "признано", "admitted"),
        Proven::Proven => say!(
            lang,
            "확정 사실과 증거가 있음",
            "есть установленный факт и доказательство",
            "confirmed fact with evidence"
        ),
        Proven::Partial => say!(
            lang,
            "확정 사실은 있으나 증거가 부족함",
            "факт установлен, доказательств недостаточно",
            "confirmed fact, evidence lacking"
        ),
        Proven::Disputed => say!(lang, "다툼이 있음", "оспаривается", "disputed"),
        Proven::Unproven => say!(lang, "아직 입증되지 않음", "пока не доказано", "not proven yet"),
    }
}

/// What is planned for every element without full proof: gaps and evidence, focus first.
#[must_use]
pub fn plan(case: &Case<'_>) -> Vec<Value> {
    let lead = strategy(case);
    let mut out = Vec::new();
    for row in case.ordered() {
        if let Some(gap) = case.gap(&row.id) {
            let means = cut(&format!("{lead}{}", gap["means"].as_str().unwrap_or_default()), 200);
            out.push(json!({"el_id": row.id, "gap_id": gap["id"], "means": means}));
        } else if let Some(id) = row.evidence.first() {
            let label = case.evidence.iter().find(|one| one.id == *id).map_or("", |one| one.label.as_str());
            out.push(json!({"el_id": row.id, "evidence_id": id, "means": cut(&format!("{lead}{label}"), 200)}));
        }
    }
    out.truncate(10);
    out
}

/// Denials of what is weak, defences that the facts speak of, risks, settlement in a civil case.
#[must_use]
pub fn opposing(case: &Case<'_>) -> Value {
    let (lang, focus) = (case.lang, case.focus());
    let mut counters: Vec<Value> = Vec::new();
    let weak = case
        .ordered()
        .into_iter()
        .filter(|row| case.is_main(&row.id))
        .filter(|row| !matches!(row.state, Proven::Admitted | Proven::Proven) || focus.contains(&row.id.as_str()));
    for row in weak.take(if case.round == 1 { 4 + 2 * case.further() } else { 0 }) {
        let (title, state) = (case.title(&row.id), state_words(lang, row.state));
        let text = say!(
            lang,
            "「{title}」 부인: {state}. 입증책임은 청구하는 쪽에 있습니다.",
            "Отрицание «{title}»: {state}. Бремя доказывания на заявителе.",
            "Denial of “{title}”: {state}. The burden is on the claiming side."
        );
        counters.push(json!({
            "id": format!("counter-{}", counters.len() + 1), "target": issue_of(&row.id), "kind": "denial",
            "text": cut(&format!("{text}{}{}", depth(case, row), manner(case)), 600), "facts": row.facts,
        }));
    }
    for row in case.standing.defences.iter().filter(|row| case.is_main(&row.id)) {
        if case.round > 1 || counters.len() >= 7 + 2 * case.further() {
            break;
        }
        let defence = case.pack.defences.iter().find(|one| one.id == row.id);
        let denies = defence.is_some_and(|one| one.kind == DefenceKind::Denial);
        // What is disputed is named as what this side says, not as a fact.
        let alleged: Vec<String> = row.disputed.iter().filter(|_| row.facts.is_empty()).cloned().collect();
        let lead = led(case, row, denies, &alleged);
        let mut counter = json!({
            "id": format!("counter-{}", counters.len() + 1), "target": issue_of(&row.id),
            "kind": if denies { "denial" } else { "defence" },
            "text": cut(&format!("{lead}{}{}", depth(case, row), manner(case)), 600), "facts": row.facts,
        });
        if !alleged.is_empty() {
            counter["alleged"] = json!(alleged);
        }
        counters.push(counter);
    }
    if case.round > 1 {
        let own: Vec<&Row> = case.ordered().into_iter().filter(|row| case.is_main(&row.id)).collect();
        counters = replies::opposing(case, &own);
    }
    counters.extend(counterclaim::pleaded(case, counters.len() + 1));
    if counters.is_empty()
        && let Some(row) = case.ordered().first()
    {
        let title = case.title(&row.id);
        let text = say!(
            lang,
            "「{title}」에 대한 증거의 신빙성에 이의가 있습니다.",
            "Достоверность доказательств по «{title}» под вопросом.",
            "The reliability of the evidence on “{title}” is questioned."
        );
        counters.push(json!({
            "id": "counter-1", "target": issue_of(&row.id), "kind": "objection", "text": text, "facts": row.facts,
        }));
    }
    let risks: Vec<Value> = case
        .evidence
        .iter()
        .filter(|one| one.contested)
        .take(5)
        .map(|one| {
            let label = &one.label;
            let text = say!(
                lang,
                "{label}: 성립이 다투어지고 있어 증거능력 심리가 필요합니다.",
                "{label}: подлинность оспорена, допустимость предстоит обсудить.",
                "{label}: contested, its admission has to be argued."
            );
            json!({"text": cut(&text, 200)})
        })
        .collect();
    let mut body = json!({
        "CounterArguments": counters,
        "DisproofPlan": disproof(case),
        "ProceduralRisks": risks,
        "Citations": case.citations(
            case.standing.defences.iter().chain(&case.standing.elements).map(|row| row.id.as_str())
        ),
    });
    if case.pack.case_type == "civil" {
        body["SettlementOptions"] = json!(settlement(case));
    }
    body
}

/// How a defence or a denial is put at first. A denial is none of the defences: it shifts no burden.
fn led(case: &Case<'_>, row: &Row, denies: bool, alleged: &[String]) -> String {
    let lang = case.lang;
    let (title, norm, state) = (case.title(&row.id), case.norm(&row.id), state_words(lang, row.state));
    let stands = match (row.facts.first(), alleged.first()) {
        (Some(first), _) => format!(" — {}{}", row.facts.join(", "), case.words(first)),
        (None, Some(first)) => {
            let (ids, words) = (alleged.join(", "), case.words(first));
            say!(lang, " — 주장하는 사실 {ids}{words}", " — утверждается {ids}{words}", " — as alleged, {ids}{words}")
        }
        (None, None) => String::new(),
    };
    match denies {
        false => say!(
            lang,
            "항변 「{title}」 ({norm}): {state}{stands}.",
            "Возражение «{title}» ({norm}): {state}{stands}.",
            "Defence “{title}” ({norm}): {state}{stands}."
        ),
        true => say!(
            lang,
            "부인 「{title}」 ({norm}): 입증책임은 옮겨지지 않습니다{stands}.",
            "Отрицание «{title}» ({norm}): бремя доказывания не переходит{stands}.",
            "Denial “{title}” ({norm}): the burden does not move{stands}."
        ),
    }
}

fn disproof(case: &Case<'_>) -> Vec<Value> {
    let mut rows = plan(case);
    for row in &mut rows {
        if row["gap_id"].is_string() {
            let lang = case.lang;
            row["means"] = json!(say!(
                lang,
                "미제출 상태 지적 및 반대증거 검토",
                "указать на отсутствие, подобрать встречные",
                "point at the gap, look for contrary evidence"
            ));
        }
    }
    rows
}

fn settlement(case: &Case<'_>) -> Vec<Value> {
    let lang = case.lang;
    vec![
        json!({
            "route": "mediation",
            "text": say!(lang, "조정 절차에서 다툼 없는 부분부터 지급 방법을 협의하는 방안", "В примирительной процедуре договориться о порядке уплаты неоспоренной части", "Agree in mediation how the undisputed part is paid"),
            "condition": say!(lang, "쌍방이 책임을 인정하지 않는 조건", "без признания ответственности", "without admission of liability"),
        }),
        json!({
            "route": "in_court",
            "text": say!(lang, "소송상 화해로 기한과 분할 방법을 정하는 방안", "Мировое соглашение в суде с графиком платежей", "A settlement in court with a schedule of payments"),
            "condition": say!(lang, "이행 시 나머지 청구를 다투지 않는 조건", "при исполнении остальное не оспаривается", "on performance the rest is not pursued"),
        }),
    ]
}

/// Answers from confirmed facts only; what they do not say is Unknown. No new facts.
#[must_use]
pub fn party(case: &Case<'_>) -> Value {
    let lang = case.lang;
    let questions = case.input["questions"].as_array();
    let answers: Vec<Value> = questions
        .into_iter()
        .flatten()
        .take(5)
        .map(|question| {
            let element = question["el_id"].as_str().unwrap_or_default();
            let row = case.standing.elements.iter().find(|row| row.id == element);
            match row.and_then(|row| row.facts.first()) {
                Some(id) => {
                    let words = case.words(id);
                    json!({"question_id": question["id"], "text": cut(&format!("{id}{words}"), 300), "basis": [id]})
                }
                None => json!({"question_id": question["id"], "text": "Unknown", "basis": []}),
            }
        })
        .collect();
    let last = if case.pack.case_type == "criminal" && case.round == 3 {
        let plea = case.input["plea"].as_str().unwrap_or("silent");
        match plea {
            "admit" => say!(
                lang,
                "공소사실을 인정하고 있으며 양형에 관한 사정을 살펴 주시기 바랍니다.",
                "Обвинение признаю; прошу учесть обстоятельства, влияющие на наказание.",
                "I admit the charge and ask that the circumstances be considered."
            ),
            "deny" => say!(
                lang,
                "공소사실을 다투고 있으며 제출된 증거를 신중히 살펴 주시기 바랍니다.",
                "Обвинение не признаю; прошу внимательно оценить доказательства.",
                "I deny the charge and ask that the evidence be weighed with care."
            ),
            "partial" => say!(
                lang,
                "일부만 인정하며 나머지는 다툽니다.",
                "Признаю частично, остальное оспариваю.",
                "I admit a part and deny the rest."
            ),
            _ => say!(lang, "진술하지 않겠습니다.", "От показаний отказываюсь.", "I make no statement."),
        }
    } else {
        say!(
            lang,
            "확정된 사실 밖의 내용은 알지 못합니다.",
            "За пределами установленных фактов мне ничего не известно.",
            "Beyond the confirmed facts I know nothing."
        )
    };
    json!({"Answers": answers, "FinalStatement": last})
}
