//! Several servers behind one PostgreSQL: real processes, a real database. Skipped, visibly, where none is installed.
//!
//! `LEGALAGI_KILL_ROUNDS=200 cargo test --features ssr,fakes --test postgres` kills longer.
#![cfg(all(unix, feature = "ssr", feature = "fakes"))]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "postgres/cluster.rs"]
mod cluster;
#[path = "process/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of one process, which use all of it")]
mod process;
#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;

use process::{Process, run};
use reqwest::Client;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

const LEASE: &str = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";
const CLIENTS: usize = 8;

fn client() -> Client {
    Client::builder().timeout(Duration::from_secs(60)).build().unwrap()
}

/// A server with a folder of its own, behind the database.
fn server(folder: &std::path::Path, url: &str) -> Process {
    let sources = format!("sqlite://{}", folder.join("sources.db").display());
    let rates = [("LEGALAGI_RATE", "100000"), ("LEGALAGI_RATE_WRITES", "100000")];
    let mut all = vec![("LEGALAGI_DATABASE_URL", url), ("LEGALAGI_SOURCES_URL", sources.as_str())];
    all.extend(rates);
    Process::start(folder, &all)
}

async fn post(url: &str, body: &Value) -> Option<(u16, Value)> {
    let response = client().post(url).json(body).send().await.ok()?;
    let status = response.status().as_u16();
    Some((status, response.json().await.ok()?))
}

async fn get(url: &str) -> Value {
    let response = client().get(url).send().await.unwrap();
    assert!(response.status().is_success(), "{url}: {}", response.status());
    response.json().await.unwrap()
}

fn version(body: &Value) -> u64 {
    body["state"]["meta"]["state_version"].as_u64().unwrap()
}

/// The numbers of the events of a session, as its stream tells them from the first one.
async fn event_numbers(base: &str, session: &str) -> Vec<u64> {
    let mut response =
        client().get(format!("{base}/api/session/{session}/events")).header("last-event-id", "0").send().await.unwrap();
    let mut text = String::new();
    while let Ok(Ok(Some(bytes))) = tokio::time::timeout(Duration::from_millis(700), response.chunk()).await {
        text.push_str(&String::from_utf8_lossy(&bytes));
    }
    let ids: BTreeSet<u64> =
        text.lines().filter_map(|line| line.strip_prefix("id:")).filter_map(|id| id.trim().parse().ok()).collect();
    ids.into_iter().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_work_on_the_same_sessions() {
    let Some(url) = cluster::database().await else { return };
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (a, b) = (server(one.path(), &url), server(two.path(), &url));

    let (status, opened) = post(&format!("{}/api/session", a.base), &json!({"initial_message": LEASE})).await.unwrap();
    assert_eq!(status, 201, "{opened}");
    let id = opened["session_id"].as_str().unwrap().to_owned();
    let path = format!("/api/session/{id}");
    assert_eq!(get(&format!("{}{path}", b.base)).await["state"], opened["state"]);

    // Whoever listens at one server hears a turn at the other.
    let mut stream = client().get(format!("{}{path}/events", a.base)).send().await.unwrap();
    let hearing = tokio::spawn(async move {
        let mut text = String::new();
        while let Ok(Some(bytes)) = stream.chunk().await {
            text.push_str(&String::from_utf8_lossy(&bytes));
            if text.contains("state_version") || text.matches("id:").count() > 1 {
                break;
            }
        }
        text
    });
    let (status, said) = post(&format!("{}{path}", b.base), &json!({"message": "без экипажа"})).await.unwrap();
    assert_eq!(status, 200, "{said}");
    let heard = tokio::time::timeout(Duration::from_secs(20), hearing).await.unwrap().unwrap();
    assert!(heard.contains("id:"), "{heard}");
    assert_eq!(get(&format!("{}{path}", a.base)).await["state"], said["state"]);

    // One request at both: one turn, one answer.
    let say = json!({"message": "залог 15 000 ₽", "request_id": "same"});
    let (first, second) = (format!("{}{path}", a.base), format!("{}{path}", b.base));
    let (one_answer, other_answer) = tokio::join!(post(&first, &say), post(&second, &say));
    let answers: Vec<(u16, Value)> = [one_answer, other_answer].into_iter().map(Option::unwrap).collect();
    assert!(answers.iter().any(|(status, _)| *status == 200), "{answers:?}");
    assert!(answers.iter().all(|(status, _)| matches!(status, 200 | 409)), "{answers:?}");
    let again = post(&second, &say).await.unwrap();
    assert_eq!(again.0, 200, "{}", again.1);
    let history = again.1["state"]["dialogue"]["history"].as_array().unwrap().clone();
    assert_eq!(history.iter().filter(|turn| turn["text"] == "залог 15 000 ₽").count(), 1);

    // Two different messages at the same moment: nobody's words are lost without a word.
    let (left, right) = (json!({"message": "до 5 числа, переводом"}), json!({"message": "0,1 % в день"}));
    let (left, right) = tokio::join!(post(&first, &left), post(&second, &right));
    let statuses: Vec<u16> = [left.unwrap().0, right.unwrap().0].into();
    assert!(statuses.contains(&200) && statuses.iter().all(|status| matches!(status, 200 | 409)), "{statuses:?}");
    let numbers = event_numbers(&a.base, &id).await;
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "events without a gap");
    assert!(numbers.len() > 3, "{numbers:?}");
    assert_eq!((a.stop().0, b.stop().0), (Some(0), Some(0)));
}

/// What was acknowledged: session → version → state.
type Acknowledged = Arc<Mutex<BTreeMap<String, BTreeMap<u64, Value>>>>;

/// One client: opens a session and says things at whichever server answers, with a request id for each.
async fn talk(bases: Arc<Mutex<Vec<String>>>, kept: Acknowledged, number: usize) {
    let mut asked = number;
    let mut at = |bases: &[String]| {
        asked += 1;
        bases[asked % bases.len()].clone()
    };
    let open = json!({"initial_message": format!("{LEASE}, клиент {number}"), "request_id": format!("open-{number}")});
    let mut id = None;
    for turn in 0..8 {
        for _ in 0..400 {
            let base = at(&bases.lock().await);
            let sent = match &id {
                None => post(&format!("{base}/api/session"), &open).await,
                Some(id) => {
                    let say =
                        json!({"message": format!("залог {} 000 ₽", turn + 10), "request_id": format!("say-{turn}")});
                    post(&format!("{base}/api/session/{id}"), &say).await
                }
            };
            if let Some((200 | 201, body)) = sent {
                let session = body["session_id"].as_str().unwrap().to_owned();
                kept.lock().await.entry(session.clone()).or_default().insert(version(&body), body["state"].clone());
                id = Some(session);
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::disallowed_methods, reason = "how long the test goes on, no setting of the program")]
async fn nothing_acknowledged_is_lost_when_servers_are_killed() {
    let Some(url) = cluster::database().await else { return };
    let rounds: usize = std::env::var("LEGALAGI_KILL_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let start = |index: usize| server(folders[index].path(), &url);
    let mut servers = vec![Some(start(0)), Some(start(1))];
    let bases = |servers: &[Option<Process>]| servers.iter().flatten().map(|one| one.base.clone()).collect::<Vec<_>>();
    let kept = Acknowledged::default();
    for round in 0..rounds {
        let known = Arc::new(Mutex::new(bases(&servers)));
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| tokio::spawn(talk(known.clone(), kept.clone(), round * CLIENTS + number)))
            .collect();
        // One of the two dies in the middle of turns and comes back.
        tokio::time::sleep(Duration::from_millis(400 + 170 * (round as u64 % 5))).await;
        let victim = round % 2;
        servers[victim].take().unwrap().kill();
        *known.lock().await = bases(&servers);
        let back = tokio::task::block_in_place(|| start(victim));
        servers[victim] = Some(back);
        *known.lock().await = bases(&servers);
        for one in clients {
            one.await.unwrap();
        }
    }
    let survivor = servers[0].as_ref().unwrap().base.clone();
    let kept = kept.lock().await;
    assert_eq!(kept.len(), rounds * CLIENTS);
    for (id, states) in kept.iter() {
        let list = get(&format!("{survivor}/api/session/{id}/versions")).await;
        let numbers: Vec<u64> =
            list["versions"].as_array().unwrap().iter().filter_map(|row| row["version"].as_u64()).collect();
        assert_eq!(numbers, (0..numbers.len() as u64).collect::<Vec<_>>(), "{id}");
        for (number, state) in states {
            let body = get(&format!("{survivor}/api/session/{id}/versions/{number}")).await;
            assert_eq!(&body["state"], state, "{id} {number}");
        }
        let newest = get(&format!("{survivor}/api/session/{id}")).await;
        let history = newest["state"]["dialogue"]["history"].as_array().unwrap().clone();
        for turn in 0..7 {
            let words = format!("залог {} 000 ₽", turn + 11);
            assert_eq!(history.iter().filter(|one| one["text"] == words.as_str()).count(), 1, "{id}: {words}");
        }
    }
    for id in kept.keys().take(4) {
        let numbers = event_numbers(&survivor, id).await;
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "{id}: events without a gap");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_work_on_the_database() {
    let Some(url) = cluster::database().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let process = server(folder.path(), &url);
    let opening = format!("{}/api/session", process.base);
    let (_, opened) = post(&opening, &json!({"initial_message": LEASE})).await.unwrap();
    let id = opened["session_id"].as_str().unwrap().to_owned();
    let variables = [("LEGALAGI_DATABASE_URL", url.as_str())];
    let hold = tokio::task::block_in_place(|| run(folder.path(), &["hold", "add", &id], &variables));
    assert!(hold.status.success(), "{}", String::from_utf8_lossy(&hold.stderr));
    let trash = post(&format!("{}/api/session/{id}/trash", process.base), &json!({})).await.unwrap();
    assert_eq!(trash.0, 409, "{}", trash.1);
    let doctor = tokio::task::block_in_place(|| run(folder.path(), &["doctor"], &variables));
    let told = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(told.contains("PostgreSQL answers"), "{told}");
    // A database that does not answer is named without its password.
    let gone = [("LEGALAGI_DATABASE_URL", "postgres://legalagi:kanarejka@127.0.0.1:1/none")];
    let refused = tokio::task::block_in_place(|| run(folder.path(), &["serve"], &gone));
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{told}");
    assert!(told.contains("LEGALAGI_DATABASE_URL") && !told.contains("kanarejka"), "{told}");
    assert_eq!(process.stop().0, Some(0));
}

/// A server of a SQLite file.
fn plain(folder: &std::path::Path, file: &str) -> Process {
    let url = format!("sqlite://{}", folder.join(file).display());
    Process::start(folder, &[("LEGALAGI_DATABASE_URL", url.as_str())])
}

/// What a session can be carried away as, without the moment at which it was.
async fn replay_file(base: &str, id: &str) -> String {
    let response = client().get(format!("{base}/api/session/{id}/replay")).send().await.unwrap();
    assert!(response.status().is_success());
    response.text().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_move_there_and_back_with_every_byte() {
    let Some(url) = cluster::database().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let process = plain(folder.path(), "a.db");
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for number in 0..5 {
        // The character that is written otherwise there.
        let words = format!("{LEASE}, вариант {number} \u{1a}0");
        let open = json!({"initial_message": words, "request_id": format!("open-{number}")});
        let (status, body) = post(&format!("{}/api/session", process.base), &open).await.unwrap();
        assert_eq!(status, 201, "{body}");
        let id = body["session_id"].as_str().unwrap().to_owned();
        let say = json!({"message": "без экипажа, залог 15 000 ₽", "request_id": "say"});
        assert_eq!(post(&format!("{}/api/session/{id}", process.base), &say).await.unwrap().0, 200);
        // More than ten versions and events: they are numbers, not words.
        let more = if number == 0 { 9 } else { 0 };
        for (turn, words) in ["до 5 числа, переводом", "0,1 % в день", "Казань"].iter().cycle().take(more).enumerate()
        {
            let say = json!({"message": words, "request_id": format!("more-{turn}")});
            assert_eq!(post(&format!("{}/api/session/{id}", process.base), &say).await.unwrap().0, 200);
        }
        files.insert(id.clone(), replay_file(&process.base, &id).await);
    }
    // What stands beside the versions goes along.
    let first = files.keys().next().unwrap().clone();
    let own = format!("/api/session/{first}");
    let (status, link) = post(&format!("{}{own}/share", process.base), &json!({"to": "lawyer"})).await.unwrap();
    assert_eq!(status, 201, "{link}");
    let by_link = format!("/api/share/{}", link["token"].as_str().unwrap());
    let remark = json!({"text": "Слова \u{1a}0", "name": "Петрова", "clause": "price.rent"});
    let (status, remark) = post(&format!("{}{by_link}/remarks", process.base), &remark).await.unwrap();
    assert_eq!(status, 201, "{remark}");
    let beside = get(&format!("{}{own}/remarks", process.base)).await;
    let signoff = json!({"version": beside["version"], "name": "Петрова"});
    let (status, signoff) = post(&format!("{}{by_link}/signoff", process.base), &signoff).await.unwrap();
    assert_eq!(status, 201, "{signoff}");
    let beside = get(&format!("{}{own}/remarks", process.base)).await;
    assert_eq!(beside["signoffs"][0]["holds"], true, "{beside}");
    let (a, b) = (folder.path().join("a.db"), folder.path().join("b.db"));
    let (a, b) = (format!("sqlite://{}", a.display()), format!("sqlite://{}", b.display()));
    let moved =
        |from: &str, to: &str| tokio::task::block_in_place(|| run(folder.path(), &["migrate-store", from, to], &[]));
    let served = moved(&a, &url);
    assert!(!served.status.success(), "a server works on it");
    assert_eq!(process.stop().0, Some(0));
    for (from, to, want) in
        [(&a, &url, "5 sessions copied, 0"), (&a, &url, "0 sessions copied, 5"), (&url, &b, "5 sessions copied, 0")]
    {
        let done = moved(from, to);
        let told = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(told.starts_with(want), "{told} {}", String::from_utf8_lossy(&done.stderr));
    }
    let (over, back) = (server(folder.path(), &url), plain(folder.path(), "b.db"));
    for base in [&over.base, &back.base] {
        assert_eq!(get(&format!("{base}{own}/remarks")).await, beside);
        assert_eq!(get(&format!("{base}{by_link}/remarks")).await, beside, "the link works there");
    }
    for (id, file) in &files {
        assert_eq!(&replay_file(&over.base, id).await, file, "{id} in PostgreSQL");
        assert_eq!(&replay_file(&back.base, id).await, file, "{id} back in SQLite");
        // The same request is still known.
        let say = json!({"message": "без экипажа, залог 15 000 ₽", "request_id": "say"});
        let (status, answer) = post(&format!("{}/api/session/{id}", over.base), &say).await.unwrap();
        assert_eq!(status, 200, "{answer}");
        assert_eq!(&replay_file(&over.base, id).await, file, "nothing was said twice");
    }
    // What goes on at one side is no longer the same.
    let id = files.keys().next().unwrap();
    let more = json!({"message": "до 5 числа, переводом"});
    assert_eq!(post(&format!("{}/api/session/{id}", over.base), &more).await.unwrap().0, 200);
    assert_eq!((over.stop().0, back.stop().0), (Some(0), Some(0)));
    let differs = moved(&a, &url);
    assert!(!differs.status.success());
    assert!(
        String::from_utf8_lossy(&differs.stderr).contains("differs"),
        "{}",
        String::from_utf8_lossy(&differs.stderr)
    );
}
