//! Rounds that answer: from round 2 on an argument meets a named one of the other side of the round before. What nobody
//! contested is not said again, and a round that adds nothing new says so.

use crate::engine::knowledge::dispute_parts::claim_of;
use crate::engine::knowledge::dispute_rules::RuleKind;
use crate::engine::knowledge::disputes::DefenceKind;
use crate::say;
use crate::workspaces::trial::perform::parties::state_words;
use crate::workspaces::trial::perform::{Case, depth, issue_of, manner};
use crate::workspaces::trial::score::{PROVEN, Proven, Row};
use crate::workspaces::trial::words::cut;
use serde_json::{Value, json};

/// Points of a side that one round tells apart; the rest is named together.
const MOST: usize = 8;

/// What the other side said about an element in the round before: `list` of its output, `key` naming the issue.
fn met<'c>(case: &'c Case<'_>, list: &str, key: &str, row: &Row) -> Option<&'c Value> {
    let issue = issue_of(&row.id);
    case.input["before"][list].as_array()?.iter().find(|one| one[key] == issue.as_str() && one["none"] != true)
}

/// What is new about an element since the round before; `None` where nothing is.
#[must_use]
pub fn news(case: &Case<'_>, row: &Row) -> Option<String> {
    let (lang, before) = (case.lang, &case.input["before"]);
    let mut parts: Vec<String> = Vec::new();
    let burden = before["burden"].as_array().into_iter().flatten().find(|one| one["id"] == row.id.as_str());
    let was = burden.and_then(|one| PROVEN.into_iter().find(|state| one["state"] == state.as_str()));
    match was {
        None => parts.push(say!(lang, "처음 다루는 점", "рассматривается впервые", "taken up for the first time")),
        Some(was) if was != row.state => {
            parts.push(format!("{} → {}", state_words(lang, was), state_words(lang, row.state)));
        }
        Some(_) => {}
    }
    let known = |ids: &Value, id: &String| ids.as_array().into_iter().flatten().any(|one| one == id.as_str());
    let shown = burden.map_or(&Value::Null, |one| &one["evidence"]);
    let fresh: Vec<&str> = case
        .evidence
        .iter()
        .filter(|one| row.evidence.contains(&one.id) && !known(shown, &one.id))
        .map(|one| one.label.as_str())
        .collect();
    if was.is_some() && !fresh.is_empty() {
        let fresh = fresh.join(", ");
        parts.push(say!(lang, "새 증거 {fresh}", "новое доказательство {fresh}", "new evidence {fresh}"));
    }
    let fresh: Vec<&str> = row.facts.iter().filter(|id| !known(&before["confirmed"], id)).map(String::as_str).collect();
    if was.is_some() && !fresh.is_empty() {
        let fresh = fresh.join(", ");
        parts.push(say!(
            lang,
            "새 확정 사실 {fresh}",
            "новый установленный факт {fresh}",
            "new confirmed fact {fresh}"
        ));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The argument that is met, as it is called in a text: its round, its kind, its element.
fn named(case: &Case<'_>, row: &Row, what: &str) -> String {
    let (lang, round, title) = (case.lang, &case.input["before"]["round"], case.title(&row.id));
    let what = match what {
        "denial" => say!(lang, "부인", "отрицание", "denial"),
        "defence" => say!(lang, "항변", "возражение", "defence"),
        "counterclaim" => say!(lang, "반소 주장", "встречное требование", "counterclaim"),
        "objection" => say!(lang, "이의", "возражение", "objection"),
        _ => say!(lang, "주장", "довод", "argument"),
    };
    say!(
        lang,
        "{round}라운드 상대방의 {what} 「{title}」에 대하여",
        "На {what} другой стороны в раунде {round} («{title}»)",
        "To the other side's {what} of round {round}, “{title}”"
    )
}

fn answers(case: &Case<'_>, one: &Value) -> Value {
    json!({"round": case.input["before"]["round"], "id": one["id"]})
}

fn labels(case: &Case<'_>, row: &Row) -> Option<String> {
    let shown = case.evidence.iter().filter(|one| row.evidence.contains(&one.id));
    let shown: Vec<&str> = shown.map(|one| one.label.as_str()).collect();
    (!shown.is_empty()).then(|| shown.join(", "))
}

fn contested(case: &Case<'_>, row: &Row) -> bool {
    case.evidence.iter().any(|one| one.contested && row.evidence.contains(&one.id))
}

/// Nobody produced anything against a piece of evidence: a sentence of the performer's own.
#[must_use]
pub fn unmet(lang: &str) -> String {
    say!(
        lang,
        "이 증거에 대한 반증은 제출되지 않았습니다.",
        "Опровергающих материалов не представлено.",
        "Nothing was produced against this evidence."
    )
}

/// Evidence is lacking: a sentence of its own, so that its denial covers no word of the fact before it.
#[must_use]
pub fn lacking(lang: &str) -> String {
    say!(
        lang,
        "증거가 부족하다는 점은 다투지 않습니다.",
        "Что доказательств мало, не оспаривается.",
        "That evidence is lacking is not denied."
    )
}

/// What the side that has to prove an element answers.
fn upheld(case: &Case<'_>, row: &Row) -> String {
    let lang = case.lang;
    let facts = row.facts.join(", ");
    let words = row.facts.first().map(|id| case.words(id)).unwrap_or_default();
    let (alleged, unmet, lacking) = (row.disputed.join(", "), unmet(lang), lacking(lang));
    let missing = case.gap(&row.id).and_then(|gap| Some((gap["id"].as_str()?, gap["means"].as_str()?)));
    let planned = missing.map_or_else(String::new, |(id, means)| {
        say!(lang, " 보완: {id} ({means}).", " Восполнить: {id} ({means}).", " To be supplied: {id} ({means}).")
    });
    match (row.state, labels(case, row)) {
        (Proven::Admitted | Proven::Proven | Proven::Partial, Some(shown)) if !contested(case, row) => say!(
            lang,
            "확정 사실 {facts}{words}; 증거 {shown}. {unmet}",
            "установленные факты {facts}{words}; доказательства {shown}. {unmet}",
            "confirmed facts {facts}{words}; evidence {shown}. {unmet}"
        ),
        (_, Some(shown)) if !row.facts.is_empty() && contested(case, row) => say!(
            lang,
            "확정 사실 {facts}{words}; 성립이 다투어지는 증거 {shown}의 진정성립을 증명합니다.",
            "установленные факты {facts}{words}; подлинность оспоренных доказательств ({shown}) будет доказана.",
            "confirmed facts {facts}{words}; the authenticity of contested evidence ({shown}) will be proven."
        ),
        _ if !row.facts.is_empty() => say!(
            lang,
            "확정 사실 {facts}{words}. {lacking}{planned}",
            "установленные факты {facts}{words}. {lacking}{planned}",
            "confirmed facts {facts}{words}. {lacking}{planned}"
        ),
        _ if !row.disputed.is_empty() => say!(
            lang,
            "주장하는 사실 {alleged}은 아직 전제로 삼지 않고 증명의 대상으로 남깁니다.{planned}",
            "утверждаемое ({alleged}) пока не посылка, а предмет доказывания.{planned}",
            "what is alleged ({alleged}) is no premise yet and remains to be proven.{planned}"
        ),
        _ => say!(
            lang,
            "증명이 없다는 지적은 다투지 않습니다.{planned}",
            "что доказательств нет, признаётся.{planned}",
            "that nothing proves it is conceded.{planned}"
        ),
    }
}

/// What the side that does not have to prove an element answers.
fn opposed(case: &Case<'_>, row: &Row) -> String {
    let lang = case.lang;
    let facts = row.facts.join(", ");
    let alleged = row.disputed.join(", ");
    match (row.state, labels(case, row)) {
        (Proven::Admitted | Proven::Proven, shown) => {
            let shown = shown.unwrap_or_else(|| facts.clone());
            say!(
                lang,
                "{shown}의 증명력을 다투며, 작성 경위와 취지를 확인할 것을 구합니다.",
                "доказательственная сила ({shown}) оспаривается: происхождение и смысл нужно проверить.",
                "the weight of {shown} is contested: how it came about and what it means is to be looked at."
            )
        }
        (Proven::Partial, _) => say!(
            lang,
            "확정 사실 {facts}만으로는 증명에 이르지 않습니다. 이를 뒷받침하는 증거가 제출되지 않았습니다.",
            "одних установленных фактов ({facts}) мало: подкрепляющих доказательств не представлено.",
            "confirmed facts {facts} alone do not prove it: no evidence supports them."
        ),
        (Proven::Disputed, _) if !alleged.is_empty() => say!(
            lang,
            "주장된 사실 {alleged}을 다투며, 이를 증명할 자료가 없습니다.",
            "утверждаемое ({alleged}) оспаривается, материалов в подтверждение нет.",
            "what is alleged ({alleged}) is disputed and nothing proves it."
        ),
        _ => say!(
            lang,
            "주장과 증거가 없어 입증책임을 진 쪽의 불이익으로 남습니다.",
            "ни довода, ни доказательств: это против того, кто несёт бремя.",
            "there is neither argument nor evidence: that weighs against the side with the burden."
        ),
    }
}

/// What the claiming side says to a defence: a reply that the law knows, or that the burden is not its own.
fn rejoined(case: &Case<'_>, row: &Row) -> String {
    let (lang, state) = (case.lang, state_words(case.lang, row.state));
    let defence = case.pack.defences.iter().find(|one| one.id == row.id);
    let words: Vec<String> = defence
        .map(|one| one.title.ko.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect())
        .unwrap_or_default();
    let fits = |title: &str| words.iter().any(|word| word.chars().count() >= 2 && title.contains(word.as_str()));
    let rule = case.pack.rules.iter().find(|rule| rule.kind == RuleKind::Reply && fits(&rule.title.ko));
    let denial = defence.is_some_and(|one| one.kind == DefenceKind::Denial);
    match rule {
        Some(rule) => {
            let (title, norms) = (rule.title.of(lang), rule.norms.join(", "));
            say!(
                lang,
                "{title} ({norms}; 현재 상태: {state}).",
                "{title} ({norms}; состояние: {state}).",
                "{title} ({norms}; it stands as: {state})."
            )
        }
        None if denial => say!(
            lang,
            "부인은 입증책임을 옮기지 않으며, 요건의 증명으로 답합니다(현재 상태: {state}).",
            "отрицание бремени не переносит; ответ — доказательства элемента (состояние: {state}).",
            "a denial moves no burden; the proof of the element answers it (it stands as: {state})."
        ),
        None => say!(
            lang,
            "입증책임은 항변하는 쪽에 있습니다(현재 상태: {state}).",
            "бремя на том, кто возражает (состояние: {state}).",
            "the burden is on the side that pleads it (it stands as: {state})."
        ),
    }
}

/// One sentence for what a round has nothing new about, with the facts that could still turn it.
fn unchanged(case: &Case<'_>, rows: &[&Row]) -> (String, Vec<String>) {
    let (lang, round) = (case.lang, &case.input["before"]["round"]);
    let titles: Vec<String> = rows.iter().take(6).map(|row| format!("「{}」", case.title(&row.id))).collect();
    let titles = titles.join(", ");
    // What was chosen is looked at again, though nothing came.
    let looked: String = rows.iter().map(|row| depth(case, row)).collect();
    let mut alleged: Vec<String> = rows.iter().flat_map(|row| row.disputed.iter().cloned()).collect();
    alleged.sort();
    alleged.dedup();
    let open = alleged.join(", ");
    let text = if alleged.is_empty() {
        say!(
            lang,
            "{titles}: {round}라운드 이후 새로 더하는 주장이 없습니다.",
            "{titles}: с раунда {round} добавить нечего.",
            "{titles}: nothing to add since round {round}."
        )
    } else {
        say!(
            lang,
            "{titles}: {round}라운드 이후 새로 더하는 주장이 없습니다. 다툼 있는 {open}의 인정 여부에 달려 있습니다.",
            "{titles}: с раунда {round} добавить нечего. Решают спорные {open}.",
            "{titles}: nothing to add since round {round}. It turns on disputed {open}."
        )
    };
    (format!("{text}{looked}"), alleged)
}

/// Arguments of the claiming side from round 2 on, over its own elements in their order.
#[must_use]
pub fn claimant(case: &Case<'_>, rows: &[&Row]) -> Vec<Value> {
    let focus = case.focus();
    let mut out: Vec<Value> = Vec::new();
    let mut quiet: Vec<&Row> = Vec::new();
    for row in rows {
        let counter = met(case, "counters", "target", row);
        let new = news(case, row);
        let chosen = focus.contains(&row.id.as_str());
        let says = match case.round {
            2 => counter.is_some() || chosen || new.is_some(),
            _ => new.is_some(),
        };
        if !says || out.len() >= MOST + 2 * case.further() {
            quiet.push(row);
            continue;
        }
        let lead = counter.map(|one| named(case, row, one["kind"].as_str().unwrap_or_default()));
        out.push(point(case, row, lead, new, counter, &upheld(case, row), out.len() + 1));
    }
    let defences = case.standing.defences.iter().filter(|row| case.is_main(&row.id));
    for row in defences {
        let Some(counter) = met(case, "counters", "target", row) else { continue };
        if (case.round > 2 && news(case, row).is_none()) || out.len() >= MOST + 2 * case.further() {
            quiet.push(row);
            continue;
        }
        let lead = named(case, row, counter["kind"].as_str().unwrap_or_default());
        let text = format!("{lead}: {}{}{}", rejoined(case, row), depth(case, row), manner(case));
        out.push(json!({
            "id": format!("claim-{}", out.len() + 1), "issue_id": issue_of(&row.id), "kind": "reply",
            "text": cut(&text, 600), "facts": [], "answers": answers(case, counter),
        }));
    }
    if let Some(row) = quiet.first() {
        let (text, alleged) = unchanged(case, &quiet);
        let mut one = json!({
            "id": format!("claim-{}", out.len() + 1), "issue_id": issue_of(&row.id), "kind": "reply", "none": true,
            "text": cut(&format!("{text}{}", manner(case)), 600), "facts": [],
        });
        if !alleged.is_empty() {
            one["alleged"] = json!(alleged);
        }
        out.push(one);
    }
    out
}

fn point(
    case: &Case<'_>,
    row: &Row,
    lead: Option<String>,
    new: Option<String>,
    met: Option<&Value>,
    answer: &str,
    number: usize,
) -> Value {
    let (lang, title, norm) = (case.lang, case.title(&row.id), case.norm(&row.id));
    let lead = lead.unwrap_or_else(|| format!("「{title}」"));
    let new = new.map_or_else(String::new, |new| format!(" [{new}]"));
    let norm = match norm.is_empty() {
        true => String::new(),
        false => say!(lang, " 근거: {norm}.", " Основание: {norm}.", " Basis: {norm}."),
    };
    let text = format!("{lead}{new}: {answer}{norm}{}{}", depth(case, row), manner(case));
    let mut value = json!({
        "id": format!("claim-{number}"), "issue_id": issue_of(&row.id), "text": cut(&text, 600), "facts": row.facts,
    });
    if row.facts.is_empty() {
        value["kind"] = json!("reply");
    }
    if row.facts.is_empty() && !row.disputed.is_empty() {
        value["alleged"] = json!(row.disputed);
    }
    if let Some(one) = met {
        value["answers"] = answers(case, one);
    }
    let is_amount = case.pack.elements.iter().any(|one| one.id == row.id && one.amount);
    let amount = &case.input["amount"];
    if is_amount && !row.facts.is_empty() && amount["value"].is_i64() && case.pack.leading() == claim_of(&row.id) {
        value["amount"] = json!({"value": amount["value"], "currency": amount["currency"]});
    }
    value
}

/// Arguments of the other side from round 2 on: against elements, then its defences.
#[must_use]
pub fn opposing(case: &Case<'_>, rows: &[&Row]) -> Vec<Value> {
    let (lang, focus) = (case.lang, case.focus());
    let mut out: Vec<Value> = Vec::new();
    let mut quiet: Vec<&Row> = Vec::new();
    let defences = case.standing.defences.iter().filter(|row| case.is_main(&row.id));
    for row in rows.iter().copied().chain(defences) {
        let defence = case.pack.defences.iter().find(|one| one.id == row.id);
        let claim = met(case, "claims", "issue_id", row);
        let new = news(case, row);
        let chosen = focus.contains(&row.id.as_str());
        let says =
            new.is_some() || (case.round == 2 && (chosen || claim.is_some() || defence.is_some() || !is_proven(row)));
        if !says || out.len() >= MOST + 2 * case.further() {
            quiet.push(row);
            continue;
        }
        let title = case.title(&row.id);
        let lead = claim.map_or_else(|| format!("「{title}」"), |_| named(case, row, "claim"));
        let new = new.map_or_else(String::new, |new| format!(" [{new}]"));
        let words = match defence {
            Some(one) => pleaded(case, row, one.kind == DefenceKind::Denial),
            None => opposed(case, row),
        };
        let mut value = json!({
            "id": format!("counter-{}", out.len() + 1), "target": issue_of(&row.id),
            "kind": if defence.is_some_and(|one| one.kind == DefenceKind::Defence) { "defence" } else { "denial" },
            "text": cut(&format!("{lead}{new}: {words}{}{}", depth(case, row), manner(case)), 600), "facts": row.facts,
        });
        if row.facts.is_empty() && !row.disputed.is_empty() {
            value["alleged"] = json!(row.disputed);
        }
        if let Some(claim) = claim {
            value["answers"] = answers(case, claim);
        }
        out.push(value);
    }
    // What is proven and was left alone is no point of this side.
    quiet.retain(|row| row.id.starts_with("d-") || !is_proven(row) || focus.contains(&row.id.as_str()));
    if let Some(row) = quiet.first() {
        let (text, alleged) = unchanged(case, &quiet);
        let mut one = json!({
            "id": format!("counter-{}", out.len() + 1), "target": issue_of(&row.id), "kind": "objection", "none": true,
            "text": cut(&format!("{text}{}", manner(case)), 600), "facts": [],
        });
        if !alleged.is_empty() {
            one["alleged"] = json!(alleged);
        }
        out.push(one);
    }
    if out.is_empty()
        && let Some(row) = rows.first()
    {
        let text = say!(
            lang,
            "앞 라운드의 주장에 새로 더하여 다툴 점이 없습니다.",
            "К сказанному в прошлом раунде возразить больше нечего.",
            "There is nothing more to say against the round before."
        );
        let text = format!("{text}{}", manner(case));
        out.push(json!({
            "id": "counter-1", "target": issue_of(&row.id), "kind": "objection", "none": true, "text": text, "facts": [],
        }));
    }
    out
}

fn is_proven(row: &Row) -> bool {
    matches!(row.state, Proven::Admitted | Proven::Proven)
}

/// How a defence stands once it has to be proven.
fn pleaded(case: &Case<'_>, row: &Row, denies: bool) -> String {
    let (lang, norm, state) = (case.lang, case.norm(&row.id), state_words(case.lang, row.state));
    let ids = if row.facts.is_empty() { row.disputed.join(", ") } else { row.facts.join(", ") };
    let words = row.facts.first().or(row.disputed.first()).map(|id| case.words(id)).unwrap_or_default();
    let shown = labels(case, row);
    let shown = shown.map_or_else(
        || say!(lang, "증거 미제출", "доказательств пока нет", "no evidence yet"),
        |shown| say!(lang, "증거 {shown}", "доказательства {shown}", "evidence {shown}"),
    );
    match denies {
        true => say!(
            lang,
            "부인의 이유 ({norm}) — {ids}{words}; {shown}. 입증책임은 옮겨지지 않습니다.",
            "основания отрицания ({norm}) — {ids}{words}; {shown}. Бремя не переходит.",
            "reasons of the denial ({norm}) — {ids}{words}; {shown}. The burden does not move."
        ),
        false => say!(
            lang,
            "항변의 입증 ({norm}): {state} — {ids}{words}; {shown}.",
            "доказывание возражения ({norm}): {state} — {ids}{words}; {shown}.",
            "proof of the defence ({norm}): {state} — {ids}{words}; {shown}."
        ),
    }
}
