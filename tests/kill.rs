//! What the program promises when it is killed, stopped or configured wrongly: the real binary, real signals.
#![cfg(all(unix, feature = "ssr", feature = "fakes"))]

#[path = "llm_http/server.rs"]
#[allow(dead_code, reason = "shared with the tests of the model client, which use all of it")]
mod model;
#[path = "process/mod.rs"]
mod process;
#[path = "kill/trial.rs"]
mod trial;

use legalagi::engine::schema;
use model::{Act, Server, good};
use process::{Process, folder_with, run};
use reqwest::Client;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

const ROUNDS: usize = 10;
const LEASE: &str = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";
const WORDS: &[&str] = &["без экипажа", "залог 15 000 ₽", "до 5 числа, переводом", "0,1 % в день", "как обычно"];

/// Every state that was acknowledged: session → version → state.
type Acknowledged = BTreeMap<String, BTreeMap<u64, Value>>;

fn client() -> Client {
    Client::builder().timeout(Duration::from_secs(60)).build().expect("a client")
}

async fn get(client: &Client, url: &str) -> Value {
    let response = client.get(url).send().await.expect("an answer");
    assert!(response.status().is_success(), "{url}: {}", response.status());
    response.json().await.expect("JSON")
}

/// An answer, or nothing when the server died before it came.
async fn post(client: &Client, url: &str, body: &Value) -> Option<(u16, Value)> {
    let response = client.post(url).json(body).send().await.ok()?;
    let status = response.status().as_u16();
    Some((status, response.json().await.ok()?))
}

fn note(kept: &mut Acknowledged, body: &Value) {
    let id = body["session_id"].as_str().expect("an id").to_owned();
    let version = body["state"]["meta"]["state_version"].as_u64().expect("a number");
    kept.entry(id).or_default().insert(version, body["state"].clone());
}

/// Everything that was acknowledged is there, without a gap, and valid.
async fn check(client: &Client, base: &str, kept: &Acknowledged) {
    for (id, states) in kept {
        let list = get(client, &format!("{base}/api/session/{id}/versions")).await;
        let rows = list["versions"].as_array().expect("a list");
        let numbers: Vec<u64> = rows.iter().filter_map(|row| row["version"].as_u64()).collect();
        assert_eq!(numbers, (0..rows.len() as u64).collect::<Vec<_>>(), "{id}");
        for number in &numbers {
            let body = get(client, &format!("{base}/api/session/{id}/versions/{number}")).await;
            assert_eq!(schema::check(schema::STATE, &body["state"]), [], "{id} {number}");
            assert_eq!(body["state"]["meta"]["state_version"], *number);
            if let Some(state) = states.get(number) {
                assert_eq!(&body["state"], state, "{id} {number}");
            }
        }
        let newest = states.last_key_value().map(|(version, _)| *version);
        assert!(numbers.last().copied() >= newest, "{id}: {newest:?} was acknowledged, {numbers:?} is kept");
    }
}

#[tokio::test]
async fn acknowledged_versions_survive_kill_9() {
    let folder = tempfile::tempdir().expect("a folder");
    let client = client();
    let mut kept = Acknowledged::new();
    // The request that was under way when the server died: url and body.
    let mut open: Option<(String, Value)> = None;
    for round in 0..ROUNDS {
        let process = Process::start(folder.path(), &[]);
        check(&client, &process.base, &kept).await;
        if let Some((path, body)) = open.take() {
            // The same request id goes on where the turn was, or gives the kept answer.
            let (status, answer) = post(&client, &format!("{}{path}", process.base), &body).await.expect("an answer");
            assert!(status < 300, "{status} {answer}");
            note(&mut kept, &answer);
            let words = body["message"].as_str().or(body["initial_message"].as_str()).expect("words");
            let turns = answer["state"]["dialogue"]["history"].as_array().expect("a list").clone();
            let same = turns.iter().filter(|turn| turn["text"] == *words).count();
            assert_eq!(same, 1, "said once: {words}");
            check(&client, &process.base, &kept).await;
        }
        // Some whole turns.
        let first =
            json!({"initial_message": format!("{LEASE}, раунд {round}"), "request_id": format!("open-{round}")});
        let (status, body) = post(&client, &format!("{}/api/session", process.base), &first).await.expect("an answer");
        assert_eq!(status, 201, "{body}");
        note(&mut kept, &body);
        let id = body["session_id"].as_str().expect("an id").to_owned();
        let path = format!("/api/session/{id}");
        for (turn, words) in WORDS.iter().take(round % 3).enumerate() {
            let say = json!({"message": words, "request_id": format!("say-{turn}")});
            let (status, body) = post(&client, &format!("{}{path}", process.base), &say).await.expect("an answer");
            assert_eq!(status, 200, "{body}");
            note(&mut kept, &body);
        }
        // And one that the kill interrupts, a little later in each round; in every third there is none.
        if round % 3 != 2 {
            let say = json!({"message": format!("залог 1{round} 000 ₽"), "request_id": "last"});
            let url = format!("{}{path}", process.base);
            let (sending, body) = (client.clone(), say.clone());
            let under_way = tokio::spawn(async move { post(&sending, &url, &body).await });
            tokio::time::sleep(Duration::from_millis(3 * round as u64)).await;
            process.kill();
            match under_way.await.expect("no panic") {
                Some((_, body)) => note(&mut kept, &body),
                None => open = Some((path, say)),
            }
        } else {
            process.kill();
        }
    }
    let process = Process::start(folder.path(), &[]);
    check(&client, &process.base, &kept).await;
    assert_eq!(kept.len(), ROUNDS);
    assert_eq!(process.stop().0, Some(0));
}

/// What a model that behaves answers to INTERPRET.
fn interpreted() -> String {
    json!({
        "step": "INTERPRET", "issues": [], "observations": [],
        "patch": [{"op": "add", "path": "/domain/object", "from": null, "value_json": "{\"year\":2021}"}],
        "next": {"kind": "ask_user", "target": null, "text": "Какой VIN у автомобиля?", "format": "free_text",
                 "choices": [], "why": null, "issue_keys": [], "error": null},
        "rationale": "Из слов человека.",
        "safety": {"has_unconfirmed_assumptions": false, "detected_conflict": false, "repeat_question_risk": false}
    })
    .to_string()
}

/// Opens a session whose first turn never ends, and kills the server in the middle of it.
async fn interrupted(folder: &Path, body: &Value) -> (Server, String) {
    let model = Server::start(vec![vec![Act::Stall], good(&interpreted())]).await;
    let process = started(folder, &model);
    let url = format!("{}/api/session", process.base);
    let (sending, sent) = (client(), body.clone());
    let opening = tokio::spawn(async move { post(&sending, &url, &sent).await });
    while model.seen().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let list = get(&client(), &format!("{}/api/sessions", process.base)).await;
    let id = list["sessions"][0]["session_id"].as_str().expect("an id").to_owned();
    process.kill();
    assert_eq!(opening.await.expect("no panic"), None);
    (model, id)
}

fn started(folder: &Path, model: &Server) -> Process {
    Process::start(folder, &[("LEGALAGI_LLM_BASE_URL", &model.base), ("LEGALAGI_LLM_MODEL", "scripted")])
}

#[tokio::test]
async fn an_interrupted_turn_goes_on_by_its_request_id() {
    let folder = tempfile::tempdir().expect("a folder");
    let body = json!({"initial_message": LEASE, "request_id": "r1"});
    let (model, id) = interrupted(folder.path(), &body).await;
    let process = started(folder.path(), &model);
    let kept = get(&client(), &format!("{}/api/session/{id}", process.base)).await;
    assert_eq!(kept["state"]["meta"]["state_version"], 0);
    assert_eq!(kept["next_action"]["kind"], "halt_error");
    let (status, answer) = post(&client(), &format!("{}/api/session", process.base), &body).await.expect("an answer");
    assert_eq!((status, answer["session_id"].as_str()), (201, Some(id.as_str())), "{answer}");
    assert_eq!(answer["state"]["meta"]["state_version"], 1);
    assert_eq!(answer["state"]["domain"]["object"]["year"], 2021);
    let list = get(&client(), &format!("{}/api/sessions", process.base)).await;
    assert_eq!(list["sessions"].as_array().map(Vec::len), Some(1));
    assert_eq!(process.stop().0, Some(0));
}

#[tokio::test]
async fn an_interrupted_turn_goes_on_by_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let (model, id) = interrupted(folder.path(), &json!({"initial_message": LEASE})).await;
    let process = started(folder.path(), &model);
    let url = format!("{}/api/session/{id}/step", process.base);
    let (status, answer) = post(&client(), &url, &json!({"step": "INTERPRET"})).await.expect("an answer");
    assert_eq!((status, &answer["state"]["meta"]["state_version"]), (200, &json!(1)), "{answer}");
    assert_eq!(process.stop().0, Some(0));
}

#[tokio::test]
async fn a_stop_lets_running_turns_end_and_begins_no_new_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let late = vec![Act::Send(model::stream_head()), Act::Drip(": жду\n".repeat(400).into_bytes())];
    let answer = format!("{}{}{}", model::piece(&interpreted()), model::finish("stop"), model::DONE);
    let model = Server::start(vec![[late, vec![Act::Send(answer.into_bytes())]].concat()]).await;
    let process = started(folder.path(), &model);
    let url = format!("{}/api/session", process.base);
    let opening = tokio::spawn(async move { post(&client(), &url, &json!({"initial_message": LEASE})).await });
    while model.seen().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let base = process.base.clone();
    let stopped = tokio::task::spawn_blocking(move || process.stop());
    let (status, body) = opening.await.expect("no panic").expect("the answer still comes");
    assert_eq!((status, &body["state"]["meta"]["state_version"]), (201, &json!(1)), "{body}");
    let (code, log) = stopped.await.expect("no panic");
    assert_eq!(code, Some(0), "{log}");
    assert!(client().get(format!("{base}/healthz")).send().await.is_err());
}

#[test]
fn a_bad_value_stops_the_start_with_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder_with(folder.path(), "interpret-step.md", "{{#if x}} без конца");
    let own = own.to_str().expect("a path");
    for (name, value, also) in [
        ("LEPTOS_SITE_ADDR", "localhost", ""),
        ("LEPTOS_SITE_ADDR", "256.0.0.1:80", ""),
        ("LEGALAGI_DATABASE_URL", "mysql://x/y", "sqlite:"),
        ("LEGALAGI_DATABASE_URL", "sqlite:///proc/no/such/folder/x.db", ""),
        ("LEGALAGI_LLM", "gpt", "builtin"),
        ("LEGALAGI_LLM", "openai", "LEGALAGI_LLM_API_KEY"),
        ("LEGALAGI_LLM_BASE_URL", "ftp://x", "http"),
        ("LEGALAGI_LLM_BASE_URL", "http://user:secret@x/v1", ""),
        ("LEGALAGI_PROMPTS_DIR", "no/such/folder", ""),
        ("LEGALAGI_PROMPTS_DIR", own, "interpret-step.md"),
        ("LEGALAGI_PROMPT_VERSIONS", "v2", "interpret-step=v2"),
        ("LEGALAGI_PROMPT_VERSIONS", "interpret-step=v99", "interpret-step-v99"),
        ("LEGALAGI_KNOWLEDGE_DIR", "no/such/folder", ""),
        ("LEGALAGI_ACCESS_TOKEN", "short", "16"),
        // Beyond this machine without a token.
        ("LEPTOS_SITE_ADDR", "0.0.0.0:0", "LEGALAGI_OPEN"),
        ("LEPTOS_SITE_ADDR", "[::]:0", "LEGALAGI_ACCESS_TOKEN"),
        ("LEGALAGI_OPEN", "maybe", ""),
        ("LEGALAGI_TRUSTED_PROXIES", "proxy", ""),
        ("LEGALAGI_MAX_CONNECTIONS", "0", ""),
    ] {
        let output = run(folder.path(), &["serve"], &[(name, value)]);
        let errors = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(output.status.code().is_some_and(|code| code != 0), "{name}={value}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{name}={value}: {errors}");
        let named = errors.contains(name) || errors.contains(also) && !also.is_empty();
        assert!(errors.starts_with("legalagi: ") && named && errors.contains(also), "{name}={value}: {errors}");
        assert!(!errors.contains("secret"), "{errors}");
    }
}

#[test]
fn a_taken_port_is_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let addr = taken.local_addr().expect("address").to_string();
    let output = run(folder.path(), &["serve"], &[("LEPTOS_SITE_ADDR", &addr)]);
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!output.status.success() && errors.lines().count() == 1 && errors.contains(&addr), "{errors}");
}

#[test]
fn broken_prompts_and_packs_name_their_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for (variable, file, text, why) in [
        ("LEGALAGI_PROMPTS_DIR", "interpret-step.md", "<!-- user -->{{нет}}", "нет"),
        ("LEGALAGI_PROMPTS_DIR", "interpret-step.md", "<!-- user -->{{no_such_variable}}", "no_such_variable"),
        ("LEGALAGI_PROMPTS_DIR", "gate-check-step.md", "{{open", "{{"),
        ("LEGALAGI_KNOWLEDGE_DIR", "lease.toml", "id = [", "lease.toml"),
    ] {
        let parent = tempfile::tempdir_in(folder.path()).expect("a folder");
        let own = folder_with(parent.path(), file, text);
        let output = run(folder.path(), &["serve"], &[(variable, own.to_str().expect("a path"))]);
        let errors = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(!output.status.success(), "{file}: {errors}");
        assert!(errors.lines().count() == 1 && errors.contains(file) && errors.contains(why), "{file}: {errors}");
    }
}

#[test]
fn help_names_every_variable() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(folder.path(), &["--help"], &[]);
    assert!(output.status.success());
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    let read = include_str!("../src/server/config.rs").to_owned() + include_str!("../src/server/serve.rs");
    let read = read + include_str!("../src/server/door/options.rs");
    let names = read.split('"').filter(|text| {
        ["LEGALAGI_", "LEPTOS_SITE_", "OPENROUTER_"].iter().any(|start| text.starts_with(start))
            && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
    });
    let names: std::collections::BTreeSet<&str> = names.collect();
    assert!(names.len() >= 12, "{names:?}");
    for name in names {
        assert!(help.contains(name), "{name}");
    }
    assert!(help.contains("RUST_LOG") && help.contains("serve"));
    let unknown = run(folder.path(), &["--no-such-option"], &[]);
    assert_eq!(unknown.status.code(), Some(2));
}
