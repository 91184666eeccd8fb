//! Branches of a trial over the wire: forks from any version, two side by side, the judge again, a file that replays.

use crate::bench::{Bench, builtin, builtin_in};
use crate::trial::{gate, intake, open};
use legalagi::runner::bundle::Bundle;
use reqwest::Method;
use serde_json::{Value, json};

fn steer(after: &Value, goal: &str, stance: &str) -> Value {
    let issue = after["round_end"]["gate"]["options"]["issues"][0]["id"].clone();
    json!({"focus_issues": [issue], "goal": goal, "stance": stance, "constraints": {"deadline": {"days": 14}}})
}

pub(crate) async fn skip(bench: &Bench, id: &str, form: &str) -> Value {
    let body = json!({"state_version": bench.version(id).await, "form_id": form, "skip": true, "skip_confirmed": true});
    bench.post(&format!("/api/session/{id}/gate"), &body).await.ok()
}

/// The fields of the last gate that finish a session.
pub(crate) fn finish(after: &Value) -> Value {
    let options = &after["round_end"]["gate"]["options"];
    let acks: Vec<Value> = options["deadlines"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| json!({"deadline_id": one, "ack": true}))
        .collect();
    json!({
        "decision": "finalize", "acceptable_outcome": "partial", "concessions": [{"type": "none"}],
        "deadlines_ack": acks, "open_risks_ack": options["risks"],
        "report": {"audience": "inhouse", "language": "ko", "detail": "full", "redaction": "none", "include": []},
    })
}

/// A whole session with a provoked promise, steered to settle.
async fn whole(bench: &Bench) -> String {
    let id = open(bench, "claimant").await;
    let mut told = intake();
    told["summary"] = json!(format!("계약서가 있으므로 확정 승소이다. {}", told["summary"].as_str().expect("words")));
    gate(bench, &id, "facts_intake", told).await.ok();
    let first = gate(bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();
    gate(bench, &id, "gate_r1_issues", steer(&first, "settlement", "flexible")).await.ok();
    let third = skip(bench, &id, "gate_r2_evidence").await;
    let done = gate(bench, &id, "gate_r3_final", {
        let mut fields = finish(&third);
        fields["settlement_line"] =
            json!({"direction": "receive", "opening": 11_000_000, "target": 9_000_000, "walk_away": 7_000_000, "currency": "KRW"});
        fields
    })
    .await
    .ok();
    assert_eq!(done["state"]["machine"]["phase"], "done");
    id
}

async fn fork(bench: &Bench, id: &str, version: u64) -> String {
    let branch = bench.post(&format!("/api/session/{id}/fork"), &json!({"version": version})).await;
    assert_eq!(branch.status, 201, "{branch:?}");
    branch.ok()["session_id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn a_branch_from_every_version_goes_on_to_the_same_report() {
    let bench = builtin().await;
    let id = whole(&bench).await;
    let newest = bench.version(&id).await;
    let state = bench.state(&id).await;
    let mut gates = 0;
    for version in 0..=newest {
        let copy = fork(&bench, &id, version).await;
        let there = bench.get(&format!("/api/session/{id}/versions/{version}")).await.ok()["state"].clone();
        let own = bench.state(&copy).await;
        assert_eq!((&own["log"], &own["machine"]), (&there["log"], &there["machine"]), "{version}");
        let phase = there["machine"]["phase"].as_str().expect("a phase").to_owned();
        let path = format!("/api/session/{copy}/resume");
        match phase.as_str() {
            // In the middle of a round: the same step is run again and the round ends as it did.
            "round" | "facts_stipulate" | "report" => {
                let after = bench.post(&path, &json!({})).await.ok();
                let at = after["state"]["rounds"].as_array().map_or(0, Vec::len);
                if at > 0 {
                    let (new, old) = (&after["state"]["rounds"][at - 1], &state["rounds"][at - 1]);
                    assert_eq!(new["steps"], old["steps"], "{version}");
                    assert_eq!(new["end"]["card"], old["end"]["card"], "{version}");
                }
            }
            _ => {
                gates += 1;
                bench.post(&path, &json!({})).await.err(409, "conflict");
            }
        }
        bench.request(Method::DELETE, &format!("/api/session/{copy}")).send().await.expect("an answer");
    }
    assert!(gates >= 6 && newest > 25, "{gates} of {newest}");
    bench.close().await;
}

#[tokio::test]
async fn two_branches_and_the_judge_again() {
    let bench = builtin().await;
    let id = open(&bench, "claimant").await;
    gate(&bench, &id, "facts_intake", intake()).await.ok();
    bench.get(&format!("/api/session/{id}/audit")).await.err(404, "not_found");
    let first = gate(&bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();
    let other = fork(&bench, &id, bench.version(&id).await).await;
    gate(&bench, &id, "gate_r1_issues", steer(&first, "settlement", "flexible")).await.ok();
    gate(&bench, &other, "gate_r1_issues", steer(&first, "win_rate", "aggressive")).await.ok();
    let found = bench.get(&format!("/api/session/{id}/compare?with={other}")).await.ok();
    assert_eq!((&found["common"]["rounds"], &found["rounds"][0]["range"]["same"]), (&json!(1), &json!(true)));
    assert_eq!(found["sessions"][1]["session_id"], other.as_str());
    let differs = found["differs"].as_array().expect("a list");
    assert!(differs.contains(&json!("r2.recommend")) && !differs.contains(&json!("r1.judge")), "{differs:?}");
    let path = format!("/api/session/{id}/compare");
    assert_eq!(bench.get(&path).await.err(400, "invalid_request")["details"]["field"], "with");
    bench.get(&format!("{path}?with=AAAAAAAAAAAAAAAAAAAAAA")).await.err(404, "not_found");
    let criminal = bench.post("/api/session", &json!({"workspace": "trial", "case_type": "criminal"})).await.ok();
    let criminal = criminal["session_id"].as_str().expect("an id").to_owned();
    bench.get(&format!("{path}?with={criminal}")).await.err(422, "not_supported");

    let audit = bench.get(&format!("/api/session/{id}/audit?round=1&law_as_of=2024-01-01")).await.ok();
    assert_eq!((&audit["side_swap"]["asymmetry"], &audit["law_as_of"]["to"]), (&json!(0.0), &json!("2024-01-01")));
    assert!(!audit["law_as_of"]["citations"].as_array().expect("a list").is_empty());
    for (query, field) in
        [("round=x", "round"), ("law_as_of=yesterday", "law_as_of"), ("law_as_of=2024-1-1", "law_as_of")]
    {
        let error = bench.get(&format!("/api/session/{id}/audit?{query}")).await.err(400, "invalid_request");
        assert_eq!(error["details"]["field"], field);
    }
    bench.get(&format!("/api/session/{id}/audit?round=3")).await.err(404, "not_found");

    // The same for a person without scripts.
    let page = async |path: String| {
        let request = bench.request(Method::GET, &path).header("accept", "text/html");
        request.send().await.expect("a page").text().await.expect("text")
    };
    let chosen = page(format!("/s/{id}/compare?with={other}")).await;
    assert!(chosen.contains("Общее прошлое — раундов: 1"), "{chosen}");
    assert!(chosen.contains("data-round=\"2\"") && chosen.contains("data-differs"), "the second round differs");
    assert!(page(format!("/s/{id}/compare")).await.contains("Выберите вторую ветку"), "nothing is chosen yet");
    assert!(page(format!("/s/{id}/compare?with={criminal}")).await.contains("role=\"alert\""));
    let audited = page(format!("/s/{id}/audit?round=1&law_as_of=2024-01-01")).await;
    assert!(audited.contains("Судья не зависит от стороны: расхождение 0"), "{audited}");
    assert!(audited.contains("data-part=\"law\"") && audited.contains("01.01.2024"), "{audited}");
    assert!(!page(format!("/s/{id}/audit")).await.contains("data-part=\"law\""), "no other day is asked for");
    assert!(page(format!("/s/{criminal}/audit")).await.contains("Законченного раунда ещё нет"));
    let session = page(format!("/s/{id}")).await;
    assert!(session.contains(&format!("/s/{id}/compare")) && session.contains(&format!("/s/{id}/audit")));
    bench.close().await;
}

#[tokio::test]
async fn a_file_of_a_whole_trial_replays_step_by_step() {
    let bench = builtin().await;
    let id = whole(&bench).await;
    let file = bench.get(&format!("/api/session/{id}/replay")).await.ok();
    // What broke a guardrail is kept word for word in the file, and only there.
    assert!(file["traces"].to_string().contains("확정 승소"));
    let versions = file["versions"].as_array().expect("a list").len();
    let opened = bench.post("/api/replay", &file).await;
    assert_eq!((opened.status, &opened.body["versions"]), (201, &json!(versions)), "{opened:?}");
    let copy = opened.body["session_id"].as_str().expect("an id").to_owned();
    let last = bench.get(&format!("/api/session/{copy}/versions/{}", versions - 1)).await.ok();
    let (mut old, new) = (bench.state(&id).await, last["state"].clone());
    // After the versions of the file: what was said there was said about facts that nobody here has confirmed.
    let here = bench.state(&copy).await;
    assert_eq!((&new["meta"]["status"], &here["meta"]["status"]), (&json!("ready"), &json!("blocked")));
    let stale = |state: &Value| {
        let rounds = state["rounds"].as_array().expect("rounds").clone();
        !rounds.is_empty() && rounds.iter().all(|round| round["stale"] == true)
    };
    assert!(stale(&here) && !stale(&new));
    assert_eq!(new["log"], old["log"], "the hashes of a copy are those of the original");
    let text = old.to_string().replace(&id, &copy);
    old = serde_json::from_str(&text).expect("JSON");
    assert_eq!(new, old);
    // A copy replays too, in another process.
    let bench = builtin_in(bench.close().await).await;
    let again = bench.get(&format!("/api/session/{copy}/replay")).await.ok();
    bench.post("/api/replay", &again).await.ok();
    // An altered answer is named by its version; its seal alone would tell too.
    let mut altered: Bundle = serde_json::from_value(file).expect("a bundle");
    let trace = altered.traces.iter_mut().find(|trace| trace.step == "JUDGE").expect("a judge");
    let version = trace.version;
    let attempt = trace.attempts.last_mut().expect("an attempt");
    attempt.raw = attempt.raw.replace("\"medium\"", "\"low\"").replace("\"high\"", "\"low\"");
    altered.seal = altered.expected_seal();
    let refused = bench.post("/api/replay", &json!(altered)).await.err(400, "invalid_request");
    assert_eq!(refused["details"]["version"], version);
    bench.close().await;
}
