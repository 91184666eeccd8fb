//! What a turn is answered with over HTTP: recorded, not understood, the reply, the card, review, undo, the level.

use crate::bench::{Bench, LEASE, answer, builtin};
use crate::dialogues::ready_lease;
use reqwest::Method;
use serde_json::{Value, json};

/// A recorded fact by its pointer.
fn recorded<'a>(body: &'a Value, at: &str) -> &'a Value {
    let list = body["recorded"].as_array().expect("a list");
    list.iter().find(|one| one["pointer"] == at).unwrap_or(&Value::Null)
}

async fn post(bench: &Bench, id: &str, tail: &str, body: &Value) -> crate::bench::Answer {
    bench.post(&format!("/api/session/{id}{tail}"), body).await
}

#[tokio::test]
async fn the_first_words_are_answered_with_what_was_recorded() {
    let bench = builtin().await;
    let (id, body) = bench.open(LEASE).await;
    let rent = recorded(&body, "/price/rent");
    assert_eq!(rent["value"], json!({"amount": "30000.00", "currency": "RUB"}), "{body:#}");
    assert!(rent["shown"].as_str().is_some_and(|text| text.contains("000 ₽")), "{rent}");
    assert_eq!((&rent["was"], &rent["support"], &rent["turn"]), (&Value::Null, &json!("stated"), &json!("t0")));
    assert!(LEASE.contains(rent["quote"].as_str().expect("a quote")));
    assert!(body["reply"].as_str().is_some_and(|text| text.starts_with("Записал: ")), "{}", body["reply"]);
    assert_eq!(
        (&body["level"], &body["performer"], &body["warnings"]),
        (&json!("draft"), &json!("builtin"), &json!([]))
    );
    let hold = &body["holds"][0];
    assert!(hold["level"] == "can_be_concluded" && hold["message"].is_string() && hold["how"].is_string(), "{hold}");
    // The same answer again from the stored versions.
    assert_eq!(bench.get(&format!("/api/session/{id}")).await.ok(), body);

    // A change says what stood before.
    let said = bench.say(&id, "нет, аренда 35 000 рублей в месяц").await.ok();
    let rent = recorded(&said, "/price/rent");
    assert_eq!(rent["value"]["amount"], "35000.00", "{said:#}");
    assert_eq!(rent["was"]["amount"], "30000.00");
    assert_eq!(recorded(&said, "/object/make"), &Value::Null, "what stood is not recorded again");
    bench.close().await;
}

#[tokio::test]
async fn other_workspaces_answer_the_same_members_empty() {
    let bench = builtin().await;
    let body = json!({"workspace": "research", "initial_message": "Что такое неустойка?"});
    let body = bench.post("/api/session", &body).await.ok();
    for member in ["recorded", "not_understood", "answers", "holds", "warnings"] {
        assert_eq!(body[member], json!([]), "{member}");
    }
    assert_eq!((&body["card"], &body["level"]), (&Value::Null, &Value::Null));
    bench.close().await;
}

#[tokio::test]
async fn words_that_say_nothing_come_back_as_not_understood() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let said = bench.say(&id, "фыва олдж йцук").await.ok();
    assert_eq!(said["recorded"], json!([]));
    assert_eq!(said["not_understood"][0]["quote"], "фыва олдж йцук", "{said:#}");
    assert!(said["reply"].as_str().is_some_and(|text| text.contains("фыва")), "{}", said["reply"]);
    let thanks = bench.say(&id, "спасибо").await.ok();
    assert_eq!((&thanks["not_understood"], &thanks["reply"]), (&json!([]), &json!("Пожалуйста.")));
    bench.close().await;
}

#[tokio::test]
async fn a_card_takes_ten_details_of_a_side_at_once() {
    let bench = builtin().await;
    let (id, body) = bench.open(LEASE).await;
    let mut body = body;
    // To the question about a side.
    for _ in 0..4 {
        let fields = body["card"]["fields"].as_array().cloned().unwrap_or_default();
        if fields.iter().any(|field| field["pointer"] == "/parties/lessor/name") {
            break;
        }
        let at = fields.iter().map(|field| field["pointer"].as_str().unwrap_or_default());
        assert!(at.clone().any(|at| at == "/object/vin"), "{body:#}");
        let filled = json!({"card_id": body["card"]["card_id"], "fields": {
            "/object/vin": "XTAGFL113M0000001", "/object/plate": "А123ВС777"}});
        body = post(&bench, &id, "", &filled).await.ok();
        assert_eq!(recorded(&body, "/object/vin")["support"], "confirmed", "{body:#}");
    }
    let card = body["card"].clone();
    assert_eq!(card["card_id"], body["next_action"]["ask_user"]["question_id"]);
    let name = card["fields"].as_array().expect("fields").iter().find(|f| f["pointer"] == "/parties/lessor/name");
    assert_eq!(name.expect("a name")["required"], true);
    let kind = &card["fields"][0];
    assert!(kind["type"] == "choice" && kind["choices"].as_array().is_some_and(|list| list.len() == 4), "{kind}");

    let details = json!({
        "/parties/lessor/kind": "организация", "/parties/lessor/name": "ООО «Вектор»",
        "/parties/lessor/inn": "7700000016", "/parties/lessor/address": "г. Москва, ул. Лесная, д. 5",
        "/parties/lessor/bank/name": "АО «Пример Банк»", "/parties/lessor/phone": "+7 916 123-45-67",
        "/parties/lessor/email": "office@example.org", "/parties/lessor/signer/name": "Иванов Иван Иванович",
        "/parties/lessor/signer/post": "генеральный директор", "/parties/lessor/signer/basis": "устав",
    });
    let before = bench.version(&id).await;
    let filled = json!({"card_id": card["card_id"], "fields": details, "request_id": "card-1"});
    let done = post(&bench, &id, "", &filled).await.ok();
    assert_eq!(done["recorded"].as_array().map(Vec::len), Some(10), "{done:#}");
    assert_eq!(done["state"]["domain"]["parties"]["lessor"]["kind"], "company");
    assert_eq!(done["state"]["meta"]["state_version"], before + 1, "one version, no step");
    assert_eq!(done["next_action"]["kind"], "ask_user");
    assert_ne!(done["next_action"]["ask_user"]["question_id"], card["card_id"], "the next question");
    let ledger = bench.get(&format!("/api/session/{id}/ledger")).await.ok();
    let inn = ledger["entries"].as_array().expect("entries").iter().find(|e| e["pointer"] == "/parties/lessor/inn");
    assert_eq!(inn.expect("an entry")["origin"], "confirmed");
    assert_eq!(post(&bench, &id, "", &filled).await.ok(), done, "the same request has one effect");

    // What was filled in is rebuilt by a replay, byte for byte.
    let bundle = bench.get(&format!("/api/session/{id}/replay")).await.ok();
    let copy = answer(bench.request(Method::POST, "/api/replay").json(&bundle).send().await.expect("an answer")).await;
    assert!(copy.status < 300, "{copy:?}");
    bench.close().await;
}

#[tokio::test]
async fn a_wrong_card_names_its_fields_and_changes_nothing() {
    let bench = builtin().await;
    let (id, body) = bench.open(LEASE).await;
    let card = body["card"]["card_id"].clone();
    let before = bench.version(&id).await;
    let wrong = json!({"card_id": card, "fields": {
        "/object/vin": "XTAGFL113M0000001", "/parties/lessor/inn": "семь", "/term/start": "когда-нибудь",
        "/price/rent": "много", "/object/crew": "полтора", "/no/such": 1}});
    let error = post(&bench, &id, "", &wrong).await.err(422, "validation_failed");
    let faults = error["details"]["fields"].as_array().expect("a list");
    let code = |at: &str| faults.iter().find(|fault| fault["path"] == at).map(|fault| fault["code"].clone());
    for (at, want) in [
        // A number whose control digit is wrong is taken as it was typed (rule L13 marks it); a word is no number.
        ("/parties/lessor/inn", "format"),
        ("/term/start", "not_a_date"),
        ("/price/rent", "not_a_sum"),
        ("/object/crew", "unknown_choice"),
        ("/no/such", "unknown_pointer"),
    ] {
        assert_eq!(code(at), Some(json!(want)), "{at} {faults:?}");
    }
    assert_eq!(faults.len(), 5, "the right field is not named");
    let both = json!({"message": "да", "card_id": card, "fields": {}});
    post(&bench, &id, "", &both).await.err(422, "validation_failed");
    let empty = json!({"card_id": card, "fields": {"/object/vin": "  "}});
    post(&bench, &id, "", &empty).await.err(422, "validation_failed");
    let unknown = json!({"card_id": "q999", "fields": {"/object/vin": "XTAGFL113M0000001"}});
    post(&bench, &id, "", &unknown).await.err(422, "validation_failed");
    assert_eq!(bench.version(&id).await, before);
    bench.close().await;
}

#[tokio::test]
async fn the_last_turn_is_taken_back_again_and_again() {
    let bench = builtin().await;
    let (id, opened) = bench.open(LEASE).await;
    let first = bench.say(&id, "Арендодатель Иванов Иван Иванович, физлицо").await.ok();
    let second = bench.say(&id, "залог 15 000 рублей").await.ok();
    assert_ne!(first["state"]["domain"], second["state"]["domain"]);
    let undone = post(&bench, &id, "/undo", &json!({"request_id": "u1"})).await.ok();
    for part in ["domain", "issues"] {
        assert_eq!(undone["state"][part], first["state"][part], "{part}");
    }
    assert_eq!(undone["state"]["dialogue"]["asked"], first["state"]["dialogue"]["asked"]);
    assert_eq!(undone["next_action"], first["next_action"], "the question stands again");
    let history = undone["state"]["dialogue"]["history"].as_array().expect("a list");
    let last = history.last().expect("a turn");
    assert_eq!(last["role"], "system");
    assert!(last["text"].as_str().is_some_and(|text| text.contains("залог 15 000")), "{last}");
    assert!(history.iter().any(|turn| turn["text"] == "залог 15 000 рублей"), "the history keeps it");
    assert_eq!(recorded(&undone, "/deposit/amount")["value"], Value::Null, "{undone:#}");
    assert_eq!(recorded(&undone, "/deposit/amount")["was"]["amount"], "15000.00");
    assert_eq!(post(&bench, &id, "/undo", &json!({"request_id": "u1"})).await.ok(), undone, "once");

    // In words, and to the beginning; then there is nothing left.
    let again = bench.say(&id, "отмени последнее").await.ok();
    assert_eq!(again["state"]["domain"], opened["state"]["domain"]);
    post(&bench, &id, "/undo", &json!({})).await.err(409, "nothing_to_undo");

    // What was taken back is evidence of nothing, and may be said anew.
    let said = bench.say(&id, "залог 15 000 рублей").await.ok();
    assert_eq!(recorded(&said, "/deposit/amount")["turn"], format!("t{}", turn_of(&said)), "{said:#}");
    let bundle = bench.get(&format!("/api/session/{id}/replay")).await.ok();
    let copy = bench.post("/api/replay", &bundle).await;
    assert!(copy.status < 300, "{copy:?}");
    bench.close().await;
}

/// The version of the last turn of the person.
fn turn_of(body: &Value) -> u64 {
    let history = body["state"]["dialogue"]["history"].as_array().expect("a list");
    let last = history.iter().rev().find(|turn| turn["role"] == "user").expect("a turn of the person");
    last["id"].as_str().and_then(|id| id.strip_prefix('t')).and_then(|n| n.parse().ok()).expect("a version")
}

#[tokio::test]
async fn an_edit_is_taken_back_too() {
    let bench = builtin().await;
    let (id, opened) = bench.open(LEASE).await;
    let edit = json!({"pointer": "/object/year", "op": "set", "value": 2020});
    let request = bench.request(Method::PATCH, &format!("/api/session/{id}/facts")).json(&edit).send();
    let edited = answer(request.await.expect("an answer")).await.ok();
    assert_eq!(recorded(&edited, "/object/year")["support"], "confirmed", "{edited:#}");
    let undone = post(&bench, &id, "/undo", &json!({})).await.ok();
    assert_eq!(undone["state"]["domain"], opened["state"]["domain"]);
    bench.close().await;
}

#[tokio::test]
async fn the_review_list_is_empty_where_everything_was_said_and_a_stale_one_is_refused() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let list = bench.get(&format!("/api/session/{id}/review")).await.ok();
    let version = bench.version(&id).await;
    assert_eq!((&list["state_version"], &list["items"]), (&json!(version), &json!([])));
    let stale = json!({"state_version": version - 1, "accept": "all"});
    let error = post(&bench, &id, "/review", &stale).await.err(409, "conflict");
    assert_eq!(error["details"]["current_version"], version);
    let unknown = json!({"state_version": version, "accept": ["/nope"]});
    post(&bench, &id, "/review", &unknown).await.err(422, "validation_failed");
    bench.close().await;
}

#[tokio::test]
async fn questions_of_the_person_are_answered_and_become_no_facts() {
    let bench = builtin().await;
    let (id, opened) = bench.open(LEASE).await;
    for (question, wanted) in [
        ("а зачем вам ИНН?", "ИНН нужен"),
        ("какая неустойка обычная?", "Неустойка действует, только если записана"),
        ("а если он разобьёт машину?", "В этом договоре сказано"),
        ("Сколько обычно залог, 50 000?", "Платёж-«залог»"),
    ] {
        let said = bench.say(&id, question).await.ok();
        let answered = &said["answers"][0];
        assert_eq!(answered["question"], question, "{said:#}");
        assert!(answered["text"].as_str().is_some_and(|text| text.contains(wanted)), "{question}: {answered:#}");
        assert!(
            ["unchecked", "default", "located"].contains(&answered["support"].as_str().unwrap_or("")),
            "{answered}"
        );
        assert_eq!(said["state"]["domain"], opened["state"]["domain"], "{question}");
        assert_eq!((&said["recorded"], &said["not_understood"]), (&json!([]), &json!([])), "{question}");
        // Back to the question, which was not used up.
        assert_eq!(said["next_action"], opened["next_action"], "{question}");
        assert!(said["reply"].as_str().is_some_and(|text| text.contains(wanted)));
    }
    let unheld = bench.say(&id, "Какая сегодня погода?").await.ok();
    assert_eq!(unheld["answers"][0]["support"], "unchecked", "{unheld:#}");
    assert!(unheld["answers"][0]["text"].as_str().is_some_and(|text| text.contains("не нашёл")));
    bench.close().await;
}

#[tokio::test]
async fn a_ready_contract_can_be_concluded_and_its_blanks_lead_to_signing() {
    let bench = builtin().await;
    let id = ready_lease(&bench).await;
    let mut body = bench.get(&format!("/api/session/{id}")).await.ok();
    assert_eq!(body["level"], "can_be_concluded", "{:#}", body["holds"]);
    // What the text says without the person's words is looked at first; another version of the list is no list.
    let card = body["card"].clone();
    assert!(card["card_id"].as_str().is_some_and(|id| id.starts_with("closing:")), "{card:#}");
    let lines = card["lines"].as_array().expect("lines");
    assert!(
        lines.iter().any(|line| line.as_str().is_some_and(|line| line.contains("5 (пяти) рабочих дней"))),
        "{card:#}"
    );
    let marked = |draft: String| draft.lines().any(|line| line.contains("(пяти)") && line.contains(r"\[?\]"));
    let path = format!("/api/session/{id}/export.md?draft=true");
    let draft = || async {
        let file = bench.request(reqwest::Method::GET, &path).send().await.expect("an answer");
        file.text().await.expect("text")
    };
    assert!(marked(draft().await), "an unseen term has a mark");
    body = post(&bench, &id, "", &json!({"card_id": card["card_id"]})).await.ok();
    assert_eq!(body["level"], "can_be_concluded", "{:#}", body["holds"]);
    assert!(!marked(draft().await), "a term that was looked at has none");
    post(&bench, &id, "", &json!({"card_id": card["card_id"]})).await.err(409, "conflict");
    let blanks = body["holds"].as_array().expect("a list").len();
    assert!(blanks > 0 && body["card"]["card_id"].as_str().is_some_and(|id| id.starts_with("blanks:")), "{body:#}");
    let values = json!({
        "series": "4510", "number": "123456", "address": "г. Москва, ул. Лесная, д. 5", "bank/account": "40702810200000000001",
        "bank/bik": "044525225", "bank/name": "ПАО «Пример»", "bank/correspondent": "30101810400000000225",
        "kpp": "770001001", "ogrn": "1027700132195", "signer/post": "директор", "signer/name": "Петров Пётр Петрович",
        "signer/basis": "устав", "city": "Москва", "date": "2026-12-01", "passport/series": "4510", "passport/number": "123456",
    });
    let mut rounds = 0;
    while body["level"] == "can_be_concluded" && body["card"].is_object() && rounds < 4 {
        rounds += 1;
        let mut filled = serde_json::Map::new();
        for field in body["card"]["fields"].as_array().expect("fields") {
            let at = field["pointer"].as_str().expect("a pointer");
            let leaf = at.splitn(4, '/').nth(3).unwrap_or_else(|| at.rsplit('/').next().unwrap_or_default());
            // The lessor is a person, the lessee a company: their accounts begin otherwise.
            let person = at == "/parties/lessor/bank/account";
            if let Some(value) = values.get(leaf) {
                let value = if person { json!("40817810700000000001") } else { value.clone() };
                filled.insert(at.to_owned(), value);
            }
        }
        let sent = json!({"card_id": body["card"]["card_id"], "fields": filled});
        body = post(&bench, &id, "", &sent).await.ok();
    }
    assert_eq!(body["state"]["meta"]["status"], "ready", "{body:#}");
    let left = body["holds"].as_array().expect("a list").len();
    assert!(left < blanks, "{left} of {blanks}: {:#}", body["holds"]);
    assert_eq!(body["level"], "can_be_signed", "{:#}", body["holds"]);
    bench.close().await;
}
