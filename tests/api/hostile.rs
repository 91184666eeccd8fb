//! A model that answers whatever it likes: refused, told, and the session goes on.

use crate::bench::{self, Bench, KEY, LEASE, answer, with_model};
use crate::import;
use crate::model::{Act, DONE, Server, finish, good, piece, refused, status, stream, stream_head};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpSocket;

/// An answer with these operations and nothing else to complain about.
fn with_ops(ops: &Value) -> Value {
    json!({
        "step": "INTERPRET", "patch": ops, "issues": [],
        "next": {"kind": "ask_user", "target": null, "text": "Какой VIN у автомобиля?", "format": "free_text",
                 "choices": [], "why": "Без VIN предмет не определён.", "issue_keys": [], "error": null},
        "rationale": "Из первого сообщения.",
        "safety": {"has_unconfirmed_assumptions": false, "detected_conflict": false, "repeat_question_risk": false},
        "observations": []
    })
}

fn op(op: &str, path: &str, value: &str) -> Value {
    json!({"op": op, "path": path, "from": null, "value_json": value})
}

/// What a model that behaves answers to INTERPRET.
pub(crate) fn good_answer() -> String {
    with_ops(&json!([op("add", "/domain/object", r#"{"make":"Lada","model":"Vesta","year":2021}"#)])).to_string()
}

/// Answers that must be refused, with the rule that refuses them.
fn answers() -> Vec<(&'static str, String, &'static str)> {
    let ops = |list: Value| with_ops(&list).to_string();
    let changed = |pointer: &str, value: Value| {
        let mut answer = with_ops(&json!([]));
        *answer.pointer_mut(pointer).expect("a place") = value;
        answer.to_string()
    };
    let whole = good_answer();
    let half = whole[..whole.floor_char_boundary(whole.len() / 2)].to_owned();
    let many: Vec<Value> = (0..10_000).map(|n| op("add", &format!("/domain/x{n}"), "1")).collect();
    let mut bomb = vec![op("add", "/domain/b", &json!({"a": "x".repeat(1000)}).to_string())];
    bomb.extend(
        (0..30)
            .map(|n| json!({"op": "copy", "path": format!("/domain/b/c{n}"), "from": "/domain/b", "value_json": null})),
    );
    let merge = |ops: Value| {
        let next = json!({"kind": "proceed_to_gate"});
        json!({"output_id": "o", "step": "INTERPRET", "patch": {"format": "merge_patch", "ops": ops},
               "issue_updates": [], "next_action": next, "rationale": "Потому что так сказано."})
        .to_string()
    };
    vec![
        ("prose", "Извините, я не могу помочь.".to_owned(), "R01"),
        ("truncated", half.clone(), "R02"),
        ("fenced and truncated", format!("```json\n{half}\n```"), "R02"),
        ("an array", "[1,2]".to_owned(), "R06"),
        ("two answers", format!("{whole}\n{whole}"), "R07"),
        ("a key twice", whole.replacen("\"step\":", "\"rationale\":\"x\",\"step\":", 1), "R05"),
        ("100k brackets", "[".repeat(100_000), "R0"),
        ("100k objects", "{\"a\":".repeat(100_000), "R0"),
        ("other object", json!({"foo": 1}).to_string(), "W02"),
        ("no list", changed("/patch", json!("x")), "W04"),
        ("value is no JSON", ops(json!([op("add", "/domain/a", "Иванов")])), "W01"),
        ("unknown kind", changed("/next/kind", json!("ship_it")), "S01"),
        ("other step", changed("/step", json!("GATE_CHECK")), "G00"),
        ("skips the gate", changed("/next/kind", json!("proceed_to_skeleton")), "G01"),
        ("status", ops(json!([op("replace", "/meta/status", "\"ready\"")])), "P03"),
        ("version", ops(json!([op("replace", "/meta/state_version", "99")])), "P03"),
        ("limits", ops(json!([op("replace", "/control/limits/max_loops", "99")])), "P03"),
        ("history item", ops(json!([op("remove", "/dialogue/history/0", "null")])), "P03"),
        ("history", ops(json!([op("replace", "/dialogue/history", "[]")])), "P03"),
        ("gate", ops(json!([op("add", "/gate", r#"{"ready_for_skeleton":true,"summary":"x"}"#)])), "P03"),
        ("issues", ops(json!([op("replace", "/issues", "[]")])), "P03"),
        ("everything", ops(json!([op("replace", "", "{}")])), "S01"),
        ("lookalike", ops(json!([op("add", "/domainx", "1")])), "P03"),
        (
            "from outside",
            ops(json!([{"op": "copy", "path": "/domain/h", "from": "/dialogue", "value_json": null}])),
            "P03",
        ),
        ("nothing there", ops(json!([op("remove", "/domain/nothing", "null")])), "P04"),
        ("bad pointer", ops(json!([op("add", "domain/a", "1")])), "P04"),
        ("10 000 operations", ops(json!(many)), "P02"),
        ("copy bomb", ops(json!(bomb)), "P02"),
        ("deep value", ops(json!([op("add", "/domain/a", &format!("{}{}", "[".repeat(70), "]".repeat(70)))])), ""),
        ("merge over history", merge(json!({"dialogue": {"history": null}})), "P03"),
        ("merge away", merge(json!({"domain": null})), "P04"),
        ("merge status", merge(json!({"meta": {"status": "ready"}})), "P03"),
        ("silent conflict", changed("/safety/detected_conflict", json!(true)), "G07"),
    ]
}

/// What a person reads: sentences, nothing of the inside.
fn readable(text: &str, name: &str) {
    assert!(text.chars().any(|c| ('а'..='я').contains(&c)) && text.ends_with('.'), "{name}: {text}");
    for inner in [KEY, "reqwest", "hyper", "serde", "panicked", "127.0.0.1", "/meta", "Err("] {
        assert!(!text.contains(inner), "{name}: {text}");
    }
}

/// What the rules read in the first words; a model that gives nothing changes nothing of it.
async fn floor() -> Value {
    let bench = bench::builtin().await;
    let (_, body) = bench.open(LEASE).await;
    bench.close().await;
    body["state"]["domain"].clone()
}

/// The opening stands on the built-in reading and says why (decision 49: the conversation goes on).
async fn read_by_rules(bench: &Bench, name: &str, floor: &Value, warning: &str) -> String {
    let (id, body) = bench.open(LEASE).await;
    assert_eq!((&body["performer"], &body["warnings"]), (&json!("builtin"), &json!([warning])), "{name}: {body}");
    assert_eq!(&body["state"]["domain"], floor, "{name}");
    assert_eq!(body["state"]["meta"]["state_version"], 1, "{name}");
    assert_eq!(body["state"]["meta"]["status"], "collecting", "{name}");
    assert_eq!(body["next_action"]["kind"], "ask_user", "{name}");
    let reply = body["reply"].as_str().expect("words");
    assert!(reply.contains("без неё"), "{name}: {reply}");
    readable(reply, name);
    id
}

/// A step that is asked for by name fails where its model fails, and then runs.
async fn goes_on(bench: &Bench, id: &str, name: &str) {
    let got = bench.step(id, "INTERPRET").await;
    assert_eq!(got.status, 200, "{name}: {got:?}");
    let body = got.ok();
    assert_eq!(body["state"]["meta"]["state_version"], 2, "{name}");
    assert_eq!(body["state"]["domain"]["object"]["year"], 2021, "{name}");
    assert_eq!(body["next_action"]["kind"], "ask_user", "{name}");
}

#[tokio::test]
async fn bad_answers_are_refused_three_times_and_change_nothing() {
    let floor = floor().await;
    let mut faults = Vec::new();
    for (name, answer, rule) in answers() {
        let model = Server::start(vec![good(&answer), good(&answer), good(&answer), good(&good_answer())]).await;
        let bench = with_model(&model.base, |_| {}).await;
        let id = read_by_rules(&bench, name, &floor, "model_refused").await;
        assert_eq!(model.seen().len(), 3, "{name}: one answer and two repairs");
        let trace = bench.trace(&id).await;
        assert_eq!((trace.len(), &trace[0]["outcome"]), (2, &json!("refused")), "{name}");
        assert_eq!((&trace[1]["outcome"], &trace[1]["performer"]), (&json!("accepted"), &json!("builtin")), "{name}");
        assert_eq!(trace[0]["version"], 0, "{name}");
        let attempts = trace[0]["attempts"].as_array().expect("attempts");
        assert_eq!(attempts.len(), 3, "{name}");
        for attempt in attempts {
            let refused = attempt["refused"].as_array().expect("reasons");
            if refused.is_empty() || !refused.iter().all(|it| it.as_str().is_some_and(|it| it.starts_with(rule))) {
                faults.push(format!("{name}: {refused:?}, not {rule}"));
            }
            assert!(attempt["raw"].as_str().is_some_and(|raw| !raw.is_empty() && raw.len() <= 65_536), "{name}");
        }
        goes_on(&bench, &id, name).await;
        assert_eq!(model.seen().len(), 4, "{name}");
        bench.close().await;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[tokio::test]
async fn a_forced_step_fails_where_its_model_fails() {
    let bad = good("не JSON");
    let script = vec![good(&good_answer()), bad.clone(), bad.clone(), bad, refused(401, "x"), good(&good_answer())];
    let model = Server::start(script).await;
    let bench = with_model(&model.base, |_| {}).await;
    let (id, body) = bench.open(LEASE).await;
    assert_eq!((&body["performer"], &body["warnings"]), (&json!("scripted"), &json!([])));
    let error = bench.step(&id, "INTERPRET").await.err(502, "llm_invalid_output");
    assert_eq!(error["details"]["rules"], json!(["R01_not_json"]));
    readable(error["message"].as_str().expect("words"), "502");
    let error = bench.step(&id, "INTERPRET").await.err(503, "llm_unavailable");
    readable(error["message"].as_str().expect("words"), "503");
    assert_eq!(bench.version(&id).await, 1, "nothing was written");
    goes_on(&bench, &id, "again").await;
    bench.close().await;
}

#[tokio::test]
async fn one_repair_is_enough_and_carries_the_reasons() {
    let bad = with_ops(&json!([op("replace", "/meta/status", "\"ready\"")])).to_string();
    let model = Server::start(vec![good(&bad), good(&format!("Вот ответ:\n```json\n{}\n```", good_answer()))]).await;
    let bench = with_model(&model.base, |_| {}).await;
    let (id, body) = bench.open(LEASE).await;
    assert_eq!(body["state"]["domain"]["object"]["make"], "Lada");
    let seen = model.seen();
    assert_eq!(seen.len(), 2);
    let first = seen[0].body["messages"].as_array().expect("a list");
    let second = seen[1].body["messages"].as_array().expect("a list");
    assert_eq!((first.len(), second.len()), (2, 4));
    assert_eq!(second[..2], first[..]);
    assert_eq!((&second[2]["role"], &second[2]["content"]), (&json!("assistant"), &json!(bad)));
    let repair = second[3]["content"].as_str().expect("words");
    assert!(repair.contains("P03_forbidden_path") && repair.contains("/meta/status"), "{repair}");
    let trace = &bench.trace(&id).await[0];
    assert_eq!(trace["outcome"], "accepted");
    assert_eq!(trace["attempts"].as_array().map(Vec::len), Some(2));
    assert_eq!(trace["performer"], "scripted");
    bench.close().await;
}

#[tokio::test]
async fn the_request_asks_for_the_strict_schema() {
    let model = Server::start(vec![good(&good_answer())]).await;
    let bench = with_model(&model.base, |_| {}).await;
    bench.open(LEASE).await;
    let seen = &model.seen()[0];
    assert!(seen.head.starts_with("POST /v1/chat/completions "), "{}", seen.head);
    assert_eq!(seen.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    let format = &seen.body["response_format"];
    assert_eq!((&format["type"], &format["json_schema"]["strict"]), (&json!("json_schema"), &json!(true)));
    assert_eq!(format["json_schema"]["name"], "llm_dialogue_wire");
    let schema = &format["json_schema"]["schema"];
    assert_eq!(schema["additionalProperties"], false);
    let (required, members) = (schema["required"].as_array(), schema["properties"].as_object());
    assert_eq!(required.map(Vec::len), members.map(serde_json::Map::len));
    assert_eq!(seen.body["model"], "scripted");
    assert_eq!(seen.body["stream"], true);
    let user = seen.body["messages"][1]["content"].as_str().expect("words");
    assert!(user.contains(LEASE), "{user}");
    bench.close().await;
}

#[tokio::test]
async fn unusable_answers_count_as_attempts() {
    let length = stream(&format!("{}{}{DONE}", piece("{\"step\":"), finish("length")));
    let large: String = (0..33).map(|_| piece(&"x".repeat(64 * 1024))).collect();
    let whole = status(200, &[], &json!({"choices": [{"message": {"content": "x".repeat(2 << 20)}}]}).to_string());
    let empty = stream(&format!("{}{DONE}", finish("stop")));
    let floor = floor().await;
    for (name, script) in
        [("length", length), ("2 MB streamed", stream(&large)), ("2 MB whole", whole), ("empty", empty)]
    {
        let model = Server::start(vec![script.clone(), script.clone(), script, good(&good_answer())]).await;
        let bench = with_model(&model.base, |_| {}).await;
        let id = read_by_rules(&bench, name, &floor, "model_refused").await;
        assert!(bench.trace(&id).await[0]["attempts"].to_string().contains("T02_unusable"), "{name}");
        assert_eq!(model.seen().len(), 3, "{name}");
        goes_on(&bench, &id, name).await;
        bench.close().await;
    }
}

#[tokio::test]
async fn a_model_that_cannot_be_reached_keeps_the_words() {
    let inside = status(200, &[], &json!({"error": {"code": 502, "message": format!("upstream {KEY}")}}).to_string());
    let floor = floor().await;
    let mid = stream(&format!("{}data: {}\n\n", piece("{\"step\""), json!({"error": {"message": "boom"}})));
    for (name, script, asked) in [
        ("error inside 200", inside, 3),
        ("error in the stream", mid, 3),
        ("429", refused(429, "slow down"), 3),
        ("503", refused(503, "Loading model"), 3),
        ("500 with the key", refused(500, KEY), 3),
        ("reset", vec![Act::Reset], 3),
        ("401", refused(401, &format!("Incorrect API key provided: {KEY}")), 1),
        ("402", refused(402, "no credits"), 1),
        ("404", refused(404, "The model `scripted` does not exist"), 1),
        ("400 with the key", refused(400, &format!("bad {KEY}")), 1),
        ("a page", status(200, &[], "<html>"), 1),
    ] {
        let mut scripts = vec![script; asked];
        scripts.push(good(&good_answer()));
        let model = Server::start(scripts).await;
        let bench = with_model(&model.base, |_| {}).await;
        let id = read_by_rules(&bench, name, &floor, "model_unavailable").await;
        assert_eq!(model.seen().len(), asked, "{name}");
        let trace = bench.trace(&id).await;
        assert_eq!(trace[0]["outcome"], "unavailable", "{name}");
        assert!(!json!(trace).to_string().contains(KEY), "{name}");
        goes_on(&bench, &id, name).await;
        bench.close().await;
    }
}

#[tokio::test]
async fn a_wish_to_wait_is_passed_on_to_who_asks_for_the_step() {
    let wait = || status(429, &["Retry-After: 3600"], "{}");
    let model = Server::start(vec![wait(), wait()]).await;
    let bench = with_model(&model.base, |_| {}).await;
    let (id, body) = bench.open(LEASE).await;
    assert_eq!(body["warnings"], json!(["model_unavailable"]));
    let step = bench.request(Method::POST, &format!("/api/session/{id}/step")).json(&json!({"step": "INTERPRET"}));
    let response = step.send().await.expect("an answer");
    assert_eq!(response.headers()["retry-after"], "3600");
    let error = answer(response).await.err(503, "llm_unavailable");
    assert_eq!(error["details"]["retry_after"], 3600);
    assert_eq!(model.seen().len(), 2);
    bench.close().await;
}

#[tokio::test]
async fn refused_connections_and_slow_streams_end_in_time() {
    // Bound but not listening: every connection is refused.
    let socket = TcpSocket::new_v4().expect("socket");
    socket.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
    let base = format!("http://{}/v1", socket.local_addr().expect("address"));
    let bench = with_model(&base, |_| {}).await;
    let floor = floor().await;
    read_by_rules(&bench, "refused", &floor, "model_unavailable").await;
    bench.close().await;

    let slow = vec![Act::Send(stream_head()), Act::Drip(": жду\n".repeat(100_000).into_bytes())];
    let stalled = vec![Act::Send(stream_head()), Act::Send(piece("{").into_bytes()), Act::Stall];
    for (name, script) in [("slow", slow), ("stalled", stalled), ("silent", vec![Act::Stall])] {
        let model = Server::start(vec![script, good(&good_answer())]).await;
        let bench = with_model(&model.base, |config| config.timeouts.total = Duration::from_millis(200)).await;
        let id = read_by_rules(&bench, name, &floor, "model_unavailable").await;
        let trace = bench.trace(&id).await;
        assert!(trace[0]["attempts"].to_string().contains("не уложилась"), "{name}");
        goes_on(&bench, &id, name).await;
        bench.close().await;
    }
}

#[tokio::test]
async fn a_model_that_always_wants_the_gate_gets_the_rules_of_the_gate() {
    let mut gate = with_ops(&json!([op("add", "/domain/note", "\"x\"")]));
    gate["next"]["kind"] = json!("proceed_to_gate");
    gate["next"]["text"] = Value::Null;
    let model = Server::start((0..40).map(|_| good(&gate.to_string())).collect()).await;
    let bench = with_model(&model.base, |_| {}).await;
    let (_, body) = bench.open(LEASE).await;
    // The gate is the rules' own and costs no call; closed, it asks for what is missing.
    assert_eq!(body["next_action"]["kind"], "ask_user");
    assert_eq!(model.seen().len(), 1);
    bench.close().await;
}

/// An edition of a long law; its name.
async fn law(bench: &Bench, edition: u32) -> String {
    let article =
        |n: usize| format!("Статья {n}. Проход {n}\n1. Проход шириной {} м свободен.\n\n", n as u32 * edition);
    let text: String = (1..400).map(article).collect();
    let text = format!("# Закон о складах (ред. от 0{edition}.01.2026)\n\n{text}");
    let body = format!(
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{edition}.md\"\r\n\r\n{text}\r\n--edge--\r\n"
    );
    let request = bench.request(Method::POST, "/api/corpus").header("origin", &bench.base);
    let request = request.header("content-type", "multipart/form-data; boundary=edge").body(body);
    let kept = answer(request.send().await.expect("an answer")).await.ok();
    kept["files"][0]["editions"][0].as_str().expect("an edition").to_owned()
}

/// Text that was read again at each of its tokens stopped the only thread for minutes, and the server with it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn others_are_served_while_hostile_texts_are_read() {
    let bench = bench::with_one_worker().await;
    let steps = "1.".repeat(15_000);
    let open = |workspace: &'static str| {
        let body = json!({"workspace": workspace, "initial_message": steps});
        let bench = &bench;
        async move { bench.post("/api/session", &body).await }
    };
    let dots = vec![b'.'; 250 * 1024];
    let (old, new) = (law(&bench, 1).await, law(&bench, 2).await);
    let compared = async || bench.get(&format!("/api/corpus/compare?a={old}&b={new}")).await;
    let checked = json!({"text": "завтра ".repeat(8_000)});
    let hostile = async {
        tokio::join!(
            open("research"),
            open("research"),
            open("norms"),
            open("contract"),
            import::send(&bench, "text", dots, None),
            bench.post("/api/lint", &checked),
            compared(),
            compared(),
        )
    };
    let mut hostile = std::pin::pin!(hostile);
    let mut served = 0;
    let answers = loop {
        tokio::select! {
            biased;
            answers = &mut hostile => break answers,
            health = bench.get("/healthz") => {
                assert_eq!(health.status, 200, "{health:?}");
                served += 1;
            }
        }
    };
    let (a, b, c, d, e, f, g, h) = answers;
    for answer in [a, b, c, d, e, f] {
        assert!(answer.status < 500, "{answer:?}");
    }
    for answer in [g, h] {
        assert_eq!(answer.status, 200, "{}", answer.body.to_string().chars().take(300).collect::<String>());
    }
    assert!(served > 0, "somebody was served in between");
    let (_, body) = bench.open(LEASE).await;
    assert_eq!(body["next_action"]["kind"], "ask_user");
}
