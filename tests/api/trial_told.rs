//! What a trial tells on its stream: kept, in order, resumable at every event, and only checked words.

use crate::bench::{Bench, builtin, builtin_in};
use crate::events::{Reader, Seen};
use crate::trial::{gate, intake, open};
use serde_json::{Value, json};

/// Events up to and including this one.
async fn until(reader: &mut Reader, last: u64) -> Vec<Seen> {
    let mut all = Vec::new();
    loop {
        let seen = reader.next().await.expect("an event");
        let ends = seen.id == last;
        all.push(seen);
        if ends {
            return all;
        }
    }
}

async fn head(bench: &Bench, id: &str) -> u64 {
    let path = format!("/api/session/{id}/events");
    let beyond = bench.request(reqwest::Method::GET, &path).header("last-event-id", u64::MAX.to_string());
    let error = crate::bench::answer(beyond.send().await.expect("an answer")).await.err(409, "conflict");
    error["details"]["last_event_id"].as_u64().expect("a number")
}

#[tokio::test]
async fn a_round_is_told_in_checked_sentences_and_from_any_event_on_again() {
    let bench = builtin().await;
    let id = open(&bench, "claimant").await;
    let mut told = intake();
    told["summary"] =
        json!(format!("계약서가 있으므로 원고의 확정 승소이다. {}", told["summary"].as_str().expect("words")));
    gate(&bench, &id, "facts_intake", told).await.ok();
    let first = gate(&bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();
    let last = head(&bench, &id).await;
    let all = until(&mut Reader::open(&bench, &id, Some("0")).await, last).await;

    let numbered: Vec<&Seen> = all.iter().filter(|one| one.id > 0).collect();
    assert_eq!(numbered.iter().map(|one| one.id).collect::<Vec<_>>(), (1..=last).collect::<Vec<_>>(), "no gap");
    assert!(all.iter().all(|one| (one.id == 0) == (one.name == "SENTENCE")));
    let names: Vec<&str> = numbered.iter().map(|one| one.name.as_str()).collect();
    for name in ["STATE", "STEP_STARTED", "STEP_ACCEPTED", "GATE_ACCEPTED", "GUARDRAIL_HIT", "ROUND_END"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    let end = numbered.iter().find(|one| one.name == "ROUND_END").expect("the end of the round");
    assert_eq!(end.data, first["round_end"]);

    // Every sentence stands in the output that was accepted, right before it; the provoked promise in none.
    let spoken = first["state"]["rounds"][0]["steps"].as_array().expect("steps");
    let sentences: Vec<&Value> = all.iter().filter(|one| one.name == "SENTENCE").map(|one| &one.data).collect();
    assert!(sentences.len() > 10, "{sentences:?}");
    for one in &sentences {
        let step = spoken.iter().find(|step| step["id"] == one["step"]).expect("the step");
        let at = one["at"].as_str().expect("a pointer");
        let whole = step["output"]["body"].pointer(at).and_then(Value::as_str).expect("the words");
        let text = one["text"].as_str().expect("words");
        assert!(whole.contains(text) && !text.contains("확정 승소"), "{text}");
    }
    for (index, one) in all.iter().enumerate().filter(|(_, one)| one.name == "SENTENCE") {
        let follows = all[index..].iter().find(|one| one.id > 0).expect("an event");
        assert_eq!(follows.name, "STEP_ACCEPTED", "{one:?}");
    }

    // Cut after every event, over a restart: what comes is what came.
    let bench = builtin_in(bench.close().await).await;
    for (index, cut) in all.iter().enumerate().filter(|(_, one)| one.id > 0 && one.id < last) {
        let again = until(&mut Reader::open(&bench, &id, Some(&cut.id.to_string())).await, last).await;
        assert_eq!(again, all[index + 1..], "after {}", cut.id);
    }
    bench.close().await;
}

#[tokio::test]
async fn a_hundred_sessions_at_once_keep_their_order_and_lose_nothing() {
    let bench = builtin().await;
    let opened = futures_util::future::join_all((0..100).map(|_| open(&bench, "claimant"))).await;
    let run = |id: String| {
        let bench = &bench;
        async move {
            gate(bench, &id, "facts_intake", intake()).await.ok();
            let after =
                gate(bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();
            (id, after)
        }
    };
    let ended = futures_util::future::join_all(opened.into_iter().map(run)).await;
    assert_eq!(ended.len(), 100);
    let steps = ended[0].1["state"]["rounds"][0]["steps"].clone();
    for (id, after) in &ended {
        assert_eq!(after["awaits"], "gate_r1_issues", "{id}");
        assert_eq!(after["state"]["rounds"][0]["steps"], steps, "every session has its own round, whole");
        let log = after["state"]["log"].as_array().expect("a log");
        assert!((1..).zip(log).all(|(seq, entry)| entry["seq"] == seq), "{id}");
    }
    let bench = builtin_in(bench.close().await).await;
    for (id, after) in &ended {
        assert_eq!(bench.state(id).await, after["state"], "{id}");
        let last = head(&bench, id).await;
        let told = until(&mut Reader::open(&bench, id, Some("0")).await, last).await;
        let ids: Vec<u64> = told.iter().map(|one| one.id).filter(|id| *id > 0).collect();
        assert_eq!(ids, (1..=last).collect::<Vec<_>>(), "{id}");
        let versions: Vec<u64> =
            told.iter().filter(|one| one.name == "STATE").filter_map(|one| one.data["version"].as_u64()).collect();
        let newest = after["state"]["meta"]["state_version"].as_u64().expect("a number");
        assert_eq!(versions, (0..=newest).collect::<Vec<_>>(), "{id}");
    }
    bench.close().await;
}
