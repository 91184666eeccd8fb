//! The event stream of a session.

use crate::bench::{Bench, LEASE, builtin, with_model};
use crate::hostile::good_answer;
use crate::model::{Server, good, refused};
use reqwest::{Method, Response};
use serde_json::{Value, json};

/// A reader of one stream.
pub(crate) struct Reader {
    response: Response,
    text: String,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seen {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) data: Value,
}

impl Reader {
    pub(crate) async fn open(bench: &Bench, id: &str, last: Option<&str>) -> Self {
        let mut request = bench.request(Method::GET, &format!("/api/session/{id}/events"));
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self { response, text: String::new() }
    }

    /// The next event; `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<Seen> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| {
                    block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ").map(str::to_owned))
                };
                let seen = field("data").map(|data| Seen {
                    id: field("id").expect("an id").parse().expect("an integer"),
                    name: field("event").expect("a name"),
                    data: serde_json::from_str(&data).expect("JSON"),
                });
                self.text = rest.to_owned();
                if seen.is_some() {
                    return seen;
                }
                continue;
            }
            let chunk = self.response.chunk().await.ok()??;
            self.text.push_str(std::str::from_utf8(&chunk).expect("UTF-8"));
        }
    }

    async fn take(&mut self, n: usize) -> Vec<Seen> {
        let mut all = Vec::new();
        for _ in 0..n {
            all.push(self.next().await.expect("an event"));
        }
        assert!(all.windows(2).all(|two| two[0].id < two[1].id), "{all:?}");
        all
    }
}

fn names(events: &[Seen]) -> Vec<&str> {
    events.iter().map(|event| event.name.as_str()).collect()
}

#[tokio::test]
async fn a_turn_is_told_as_it_goes_and_can_be_resumed() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let version = bench.version(&id).await;
    let mut live = Reader::open(&bench, &id, None).await;
    bench.say(&id, "залог 15 000 ₽").await.ok();
    let seen = live.take(4).await;
    assert_eq!(names(&seen), ["STATE", "STEP_STARTED", "STEP_ACCEPTED", "STATE"]);
    assert_eq!(seen[0].data, json!({"version": version + 1}));
    assert_eq!(seen[1].data["step"], "INTERPRET");
    assert_eq!(seen[2].data, json!({"step": "INTERPRET", "version": version + 2}));
    assert_eq!(seen[3].data, json!({"version": version + 2}));

    // What was missed comes again, each once, then what is new.
    let mut resumed = Reader::open(&bench, &id, Some(&seen[1].id.to_string())).await;
    assert_eq!(resumed.take(2).await, seen[2..]);
    bench.say(&id, "без экипажа").await.ok();
    let more = live.take(4).await;
    assert_eq!(resumed.take(4).await, more);

    // Ids that this process never gave: one STATE with the newest version.
    for last in ["1", "18446744073709551615"] {
        let mut late = Reader::open(&bench, &id, Some(last)).await;
        let newest = json!({"version": bench.version(&id).await});
        let told = loop {
            let event = late.next().await.expect("an event");
            if event.id > more[3].id {
                break event;
            }
        };
        assert_eq!((told.name.as_str(), &told.data), ("STATE", &newest));
        // The stream goes on after it, and its id can be resumed from.
        bench.say(&id, "как обычно").await.ok();
        let after = late.next().await.expect("an event");
        assert!(after.id > told.id && after.name == "STATE", "{after:?}");
        let mut again = Reader::open(&bench, &id, Some(&told.id.to_string())).await;
        assert_eq!(again.next().await, Some(after));
    }
    // An id that is none is no id.
    drop(Reader::open(&bench, &id, Some("abc")).await);
    bench.close().await;
}

#[tokio::test]
async fn retries_and_failures_are_told() {
    let mut script = vec![good(&good_answer())];
    script.extend([refused(503, "x"), refused(503, "x"), refused(503, "x")]);
    script.extend([good("не JSON"), good(&good_answer())]);
    let model = Server::start(script).await;
    let bench = with_model(&model.base, |_| {}).await;
    let (id, _) = bench.open(LEASE).await;
    let mut live = Reader::open(&bench, &id, None).await;
    bench.say(&id, "ещё").await.err(503, "llm_unavailable");
    let seen = live.take(5).await;
    assert_eq!(names(&seen), ["STATE", "STEP_STARTED", "STEP_RETRIED", "STEP_RETRIED", "FAILED"]);
    assert_eq!((&seen[2].data["attempt"], &seen[3].data["attempt"]), (&json!(2), &json!(3)));
    assert!(seen[2].data["reason"].as_str().is_some_and(|text| text.contains("503")));
    assert_eq!(seen[4].data["error"]["code"], "llm_unavailable");
    bench.step(&id, "INTERPRET").await.ok();
    let seen = live.take(4).await;
    assert_eq!(names(&seen), ["STEP_STARTED", "STEP_RETRIED", "STEP_ACCEPTED", "STATE"]);
    bench.close().await;
}

#[tokio::test]
async fn a_stop_ends_the_streams() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let mut live = Reader::open(&bench, &id, None).await;
    let end = tokio::spawn(async move { live.next().await });
    bench.close().await;
    assert_eq!(end.await.expect("no panic"), None);
}
