//! The event stream of a session.

use crate::bench::{Bench, LEASE, builtin, builtin_in, with_model};
use crate::hostile::good_answer;
use crate::model::{Server, good, refused};
use reqwest::{Method, Response};
use serde_json::{Value, json};

/// A reader of one stream.
pub(crate) struct Reader {
    response: Response,
    bytes: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seen {
    /// 0 for an event without one.
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
        Self { response, bytes: Vec::new() }
    }

    /// The next event; `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<Seen> {
        loop {
            // A piece may end inside a character, a block never does.
            if let Some(end) = self.bytes.windows(2).position(|two| two == b"\n\n") {
                let block = String::from_utf8(self.bytes.drain(..end + 2).collect()).expect("UTF-8");
                let field = |name: &str| {
                    block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ").map(str::to_owned))
                };
                let seen = field("data").map(|data| Seen {
                    id: field("id").map_or(0, |id| id.parse().expect("an integer")),
                    name: field("event").expect("a name"),
                    data: serde_json::from_str(&data).expect("JSON"),
                });
                if seen.is_some() {
                    return seen;
                }
                continue;
            }
            let chunk = self.response.chunk().await.ok()??;
            self.bytes.extend_from_slice(&chunk);
        }
    }

    async fn take(&mut self, n: usize) -> Vec<Seen> {
        let mut all = Vec::new();
        while all.len() < n {
            let seen = self.next().await.expect("an event");
            // Without an id: it belongs to the STATE behind it.
            if seen.name != "REPLY" {
                all.push(seen);
            }
        }
        assert!(all.windows(2).all(|two| two[0].id + 1 == two[1].id), "no gap: {all:?}");
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

    // From the first one on, in this process and in the next.
    let mut all = Reader::open(&bench, &id, Some("0")).await;
    let count = usize::try_from(more[3].id).expect("a number");
    let told = all.take(count).await;
    assert_eq!((told[0].id, &told[0].name[..], &told[count - 4..]), (1, "STATE", &more[..]));
    drop((all, resumed, live));
    let bench = builtin_in(bench.close().await).await;
    let mut again = Reader::open(&bench, &id, Some("0")).await;
    assert_eq!(again.take(count).await, told);
    let mut resumed = Reader::open(&bench, &id, Some(&more[3].id.to_string())).await;
    bench.say(&id, "как обычно").await.ok();
    let next = resumed.take(4).await;
    assert_eq!((next[0].id, &next[0].name[..]), (more[3].id + 1, "STATE"));
    assert_eq!(again.take(4).await, next);
    // An id that the session has not reached.
    for last in [(next[3].id + 1).to_string(), u64::MAX.to_string()] {
        let path = format!("/api/session/{id}/events");
        let refused = bench.request(Method::GET, &path).header("last-event-id", &last).send().await.expect("an answer");
        let error = crate::bench::answer(refused).await.err(409, "conflict");
        assert_eq!(error["details"]["last_event_id"], next[3].id);
    }
    // An id that is none is no id.
    drop(Reader::open(&bench, &id, Some("abc")).await);
    drop((again, resumed));
    // A branch has the events of what it was taken from.
    let copy = bench.post(&format!("/api/session/{id}/fork"), &json!({"version": version})).await.ok();
    let copy = copy["session_id"].as_str().expect("an id").to_owned();
    let mut branch = Reader::open(&bench, &copy, Some("0")).await;
    let first = branch.next().await.expect("an event");
    assert_eq!((first.id, first.data), (1, json!({"version": 0})));
    drop(branch);
    bench.close().await;
}

#[tokio::test]
async fn the_reply_is_told_without_an_id_right_before_the_state_that_ended_its_turn() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    let mut live = Reader::open(&bench, &id, None).await;
    let said = bench.say(&id, "залог 15 000 ₽").await.ok();
    let mut seen = Vec::new();
    while seen.len() < 5 {
        seen.push(live.next().await.expect("an event"));
    }
    assert_eq!(names(&seen), ["STATE", "STEP_STARTED", "STEP_ACCEPTED", "REPLY", "STATE"]);
    assert_eq!(
        (seen[3].id, &seen[3].data["reply"], &seen[3].data["version"]),
        (0, &said["reply"], &seen[4].data["version"])
    );
    assert!(said["reply"].as_str().is_some_and(|text| text.contains("15\u{a0}000")), "{}", said["reply"]);
    bench.close().await;
}

#[tokio::test]
async fn retries_and_failures_are_told() {
    let mut script = vec![good(&good_answer())];
    script.extend((0..6).map(|_| refused(503, "x")));
    script.extend([good("не JSON"), good(&good_answer())]);
    let model = Server::start(script).await;
    let bench = with_model(&model.base, |_| {}).await;
    let (id, _) = bench.open(LEASE).await;
    let mut live = Reader::open(&bench, &id, None).await;
    // The built-in reading stands in for the model (decision 49).
    let said = bench.say(&id, "ещё").await.ok();
    assert_eq!(said["warnings"], json!(["model_unavailable"]));
    let seen = live.take(6).await;
    let told = ["STATE", "STEP_STARTED", "STEP_RETRIED", "STEP_RETRIED", "STEP_ACCEPTED", "STATE"];
    assert_eq!(names(&seen), told);
    assert_eq!((&seen[2].data["attempt"], &seen[3].data["attempt"]), (&json!(2), &json!(3)));
    assert!(seen[2].data["reason"].as_str().is_some_and(|text| text.contains("503")));
    bench.step(&id, "INTERPRET").await.err(503, "llm_unavailable");
    let seen = live.take(4).await;
    assert_eq!(names(&seen), ["STEP_STARTED", "STEP_RETRIED", "STEP_RETRIED", "FAILED"]);
    assert_eq!(seen[3].data["error"]["code"], "llm_unavailable");
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
