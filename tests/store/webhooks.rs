//! Notices to programs elsewhere, against a real receiver on this machine: signed, once, again after a failure, given up
//! after the bound, and none lost by a restart.

use super::{Bench, cluster};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use jiff::SignedDuration;
use legalagi::adapters::store::keeping::Keeping;
use legalagi::adapters::store::sessions::Sessions;
use legalagi::adapters::webhooks::sign::Key;
use legalagi::adapters::webhooks::{Pace, Sender, WebhookConfig, run};
use legalagi::model::ids::SessionId;
use legalagi::model::told::Told;
use legalagi::model::trail::{Actor, Level};
use legalagi::model::webhook::{Delivery, DeliveryState, Kind};
use legalagi::runner::ports::Commit;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;

const KEY: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// What the receiver got, and the statuses that it answers with, the last one for ever.
#[derive(Clone, Default)]
struct Ear {
    heard: Arc<Mutex<Vec<(HeaderMap, String)>>>,
    answers: Arc<Mutex<Vec<u16>>>,
}

impl Ear {
    async fn open(answers: &[u16]) -> (Self, String) {
        let ear = Self { answers: Arc::new(Mutex::new(answers.to_vec())), ..Self::default() };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/in", listener.local_addr().unwrap());
        let hear = async |State(ear): State<Self>, headers: HeaderMap, body: String| {
            ear.heard.lock().unwrap().push((headers, body));
            let mut answers = ear.answers.lock().unwrap();
            let status = if answers.len() > 1 { answers.remove(0) } else { answers[0] };
            (StatusCode::from_u16(status).unwrap(), [("location", "/elsewhere")])
        };
        let router = Router::new().route("/in", post(hear)).route("/elsewhere", post(hear)).with_state(ear.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        (ear, url)
    }

    fn heard(&self) -> Vec<(HeaderMap, Value)> {
        let heard = self.heard.lock().unwrap().clone();
        heard.into_iter().map(|(headers, body)| (headers, serde_json::from_str(&body).unwrap())).collect()
    }
}

fn config(url: &str) -> WebhookConfig {
    WebhookConfig { urls: vec![url.to_owned()], key: Key::parse(KEY).unwrap(), private: true, kinds: Kind::ALL.into() }
}

async fn opened(database: &str, url: &str) -> Sessions {
    let sessions = Sessions::open(database).await.unwrap();
    let names = Sender::new(&config(url)).unwrap().names();
    sessions.keep_trail(Keeping::new(Level::Changes, Actor::Server).telling(names, Kind::ALL.into()));
    sessions
}

fn sending(sessions: &Sessions, url: &str, attempts: u32) -> JoinHandle<()> {
    let (base, cap) = (SignedDuration::from_millis(20), SignedDuration::from_millis(50));
    let pace = Pace { base, cap, lease: base, attempts };
    tokio::spawn(run(sessions.clone(), Sender::new(&config(url)).unwrap(), pace))
}

/// A session that becomes ready, and then ends a round.
async fn tell(sessions: &Sessions) -> SessionId {
    let store = sessions.port();
    let bench = Bench::new(store.clone());
    let id = bench.open(json!({"meta": {"status": "collecting"}})).await;
    let ready = json!({"meta": {"status": "ready"}, "words": "канарейка"});
    store.append(bench.commit(&id, 1, ready.clone())).await.unwrap();
    // It is ready still: nothing new.
    store.append(bench.commit(&id, 2, ready.clone())).await.unwrap();
    let events = vec![Told { name: "ROUND_END".into(), data: json!({"words": "канарейка"}) }];
    store.append(Commit { events, ..bench.commit(&id, 3, ready) }).await.unwrap();
    id
}

/// Waits until nothing waits to be sent.
async fn settled(sessions: &Sessions) -> Vec<Delivery> {
    for _ in 0..400 {
        let all = sessions.newest_webhooks(100).await.unwrap();
        if all.iter().all(|one| one.state != DeliveryState::Waiting) {
            return all;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{:?}", sessions.newest_webhooks(100).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happened_is_told_once_signed_and_without_words() {
    let folder = tempfile::tempdir().unwrap();
    let mut databases = vec![format!("sqlite:{}", folder.path().join("a.db").display())];
    databases.extend(cluster::if_installed().await);
    for database in databases {
        let (ear, url) = Ear::open(&[204]).await;
        let sessions = opened(&database, &url).await;
        let id = tell(&sessions).await;
        // Two senders, as two servers have them: each notice is sent by one.
        let senders = [sending(&sessions, &url, 3), sending(&sessions, &url, 3)];
        let all = settled(&sessions).await;
        senders.iter().for_each(JoinHandle::abort);
        assert!(all.iter().all(|one| one.state == DeliveryState::Delivered && one.last.as_deref() == Some("204")));
        let heard = ear.heard();
        let mut kinds: Vec<(&str, u64)> = heard
            .iter()
            .map(|(_, body)| (body["type"].as_str().unwrap(), body["data"]["version"].as_u64().unwrap()))
            .collect();
        kinds.sort_unstable();
        assert_eq!(kinds, [("ready", 1), ("round_end", 3)], "{database}");
        for ((headers, body), (_, text)) in heard.iter().zip(ear.heard.lock().unwrap().iter()) {
            let header = |name: &str| headers[name].to_str().unwrap().to_owned();
            let (event, moment) = (header("webhook-id"), header("webhook-timestamp"));
            assert_eq!((body["id"].as_str(), body["data"]["session"].as_str()), (Some(&*event), Some(id.as_str())));
            assert_eq!(header("webhook-signature"), Key::parse(KEY).unwrap().sign(&event, &moment, text));
            assert_ne!(
                header("webhook-signature"),
                Key::parse(KEY).unwrap().sign(&event, "1", text),
                "the time is signed"
            );
            assert!(!text.contains("канарейка"), "{text}");
        }
        // What left the machine is in the audit log.
        let log = sessions.trail_after(0).await.unwrap();
        assert_eq!(log.iter().filter(|sealed| sealed.body.contains("\"action\":\"send\"")).count(), 2);
        assert!(sessions.check_trail(&[]).await.is_ok());
        sessions.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_is_tried_again_and_given_up_after_the_bound() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("a.db").display());
    let (ear, url) = Ear::open(&[500, 302, 200]).await;
    let sessions = opened(&database, &url).await;
    let bench = Bench::new(sessions.port());
    let ready = async || bench.open(json!({"meta": {"status": "ready"}})).await;
    ready().await;
    let sender = sending(&sessions, &url, 5);
    let all = settled(&sessions).await;
    assert_eq!((all[0].state, all[0].attempts), (DeliveryState::Delivered, 3), "{all:?}");
    let ids: Vec<String> = ear.heard().iter().map(|(_, body)| body["id"].as_str().unwrap().to_owned()).collect();
    assert!(
        ids.len() == 3 && ids.iter().all(|id| *id == ids[0]),
        "one id for all attempts, no redirect followed: {ids:?}"
    );

    *ear.answers.lock().unwrap() = vec![503];
    let gone = ready().await;
    let all = settled(&sessions).await;
    let given_up = all.iter().find(|one| one.session == gone.as_str()).unwrap();
    assert_eq!((given_up.state, given_up.attempts), (DeliveryState::GivenUp, 5));
    assert_eq!((given_up.last.as_deref(), ear.heard().len()), (Some("503"), 8));
    let log = sessions.trail_after(0).await.unwrap();
    assert!(log.iter().any(|sealed| sealed.body.contains("\"result\":\"failed\"")), "a record stays");
    sender.abort();
    sessions.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_in_between_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("a.db").display());
    let (ear, url) = Ear::open(&[500, 500, 200]).await;
    let sessions = opened(&database, &url).await;
    tell(&sessions).await;
    let sender = sending(&sessions, &url, 50);
    while ear.heard().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    sender.abort();
    sessions.close().await;
    let sessions = opened(&database, &url).await;
    assert_eq!(sessions.newest_webhooks(100).await.unwrap().len(), 2);
    let sender = sending(&sessions, &url, 50);
    let all = settled(&sessions).await;
    assert!(all.iter().all(|one| one.state == DeliveryState::Delivered), "{all:?}");
    let told: std::collections::BTreeSet<String> =
        ear.heard().iter().map(|(_, body)| body["type"].as_str().unwrap().to_owned()).collect();
    assert_eq!(told, ["ready".to_owned(), "round_end".to_owned()].into());
    sender.abort();
    sessions.close().await;
}
