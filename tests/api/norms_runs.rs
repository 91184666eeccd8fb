//! Two runs about norms over HTTP: of one session after other words, of two sessions; the page without scripts.

use crate::bench::Bench;
use crate::pages::bench;
use serde_json::{Value, json};

async fn ask(bench: &Bench, words: &str) -> (String, Value) {
    let body = json!({"workspace": "norms", "initial_message": words});
    let opened = bench.post("/api/session", &body).await;
    assert_eq!(opened.status, 201, "{opened:?}");
    let body = opened.ok();
    (body["session_id"].as_str().expect("an id").to_owned(), body)
}

/// The plan again, with one search by these words.
async fn search(bench: &Bench, id: &str, words: &[&str]) -> Value {
    let plan = json!({
        "goal": "Другие слова", "query_domain": "", "priority_documents": [], "search_hypotheses": [], "keywords": words,
        "steps": [{"step_number": 1, "action": "Искать", "tool": "search", "input": {"keywords": words, "documents": []}}],
    });
    bench.post(&format!("/api/session/{id}/step"), &json!({"step": "PLAN", "output": plan})).await.ok()
}

fn fates(found: &Value, list: &str) -> Vec<String> {
    let rows = found[list].as_array().expect("a list");
    rows.iter().map(|row| row["fate"].as_str().expect("a fate").to_owned()).collect()
}

const FLOOR: &str = "Какое требование к полу склада?";
const HEIGHT: [&str; 1] = ["высота помещения"];

#[tokio::test]
async fn a_run_after_other_words_is_compared_with_the_one_before() {
    let (bench, _) = bench().await;
    let (id, first) = ask(&bench, FLOOR).await;
    let path = format!("/api/session/{id}/compare");
    assert_eq!(bench.get(&path).await.err(400, "invalid_request")["details"]["field"], "with");
    let end = bench.version(&id).await;
    let second = search(&bench, &id, &HEIGHT).await;
    let found = bench.get(&path).await.ok();
    assert_eq!(found["schema"], "norms.compare/1");
    let runs = found["runs"].as_array().expect("two runs");
    assert_eq!((runs[0]["run"]["version"].as_u64(), runs[0]["run"]["began"].as_str()), (Some(end), Some("question")));
    assert_eq!((&runs[1]["run"]["said"], &runs[1]["run"]["began"]), (&json!(HEIGHT.join(", ")), &json!("plan")));
    assert_eq!((&runs[0]["edited"], &runs[1]["edited"]), (&json!([]), &json!(["PLAN"])));
    assert!(
        runs.iter().all(|run| run["steps"].as_u64() > Some(2) && run["performers"] == json!(["builtin"])),
        "{runs:?}"
    );
    // The same question, another plan; what the answers are is in the two states.
    let differs: Vec<&str> = found["differs"].as_array().expect("names").iter().filter_map(Value::as_str).collect();
    assert!(differs.contains(&"plan") && !differs.contains(&"question"), "{differs:?}");
    let answers = [&first["state"]["final_answer"], &second["state"]["final_answer"]];
    assert_eq!(differs.contains(&"words"), answers[0]["text"] != answers[1]["text"]);
    let cited = |answer: &Value| -> Vec<Value> {
        let all = answer["citations"].as_array().expect("citations");
        all.iter().map(|one| one["node_id"].clone()).collect()
    };
    assert_ne!(cited(answers[0]), cited(answers[1]), "other words lead to another place");
    assert!(fates(&found, "citations").iter().any(|fate| fate == "gained"), "{found:#}");
    let summary = found["summary"].as_str().expect("a sentence");
    assert!(summary.chars().next().is_some_and(char::is_uppercase) && !summary.contains('{'), "{summary}");

    // Any two versions; the other way round, what was gained is lost.
    let last = bench.version(&id).await;
    let back = bench.get(&format!("{path}?from={last}&to={end}")).await.ok();
    assert!(fates(&back, "citations").iter().any(|fate| fate == "lost"), "{back:#}");
    for (query, field) in [("from=x", "from"), ("to=999", "to"), (&*format!("from={last}&to={last}"), "with")] {
        let error = bench.get(&format!("{path}?{query}")).await.err(400, "invalid_request");
        assert_eq!(error["details"]["field"], field, "{query}");
    }

    // The page, as a browser without scripts gets it.
    let send = async |query: &str| {
        let request =
            bench.request(reqwest::Method::GET, &format!("/s/{id}/compare{query}")).header("accept", "text/html");
        let response = request.send().await.expect("a page");
        (response.status().as_u16(), response.text().await.expect("text"))
    };
    let (status, page) = send("").await;
    assert_eq!(status, 200);
    assert!(page.contains("compare-headline") && page.contains("data-fate=\"gained\""), "{page}");
    assert!(page.contains("name=\"from\"") && page.contains("name=\"with\""), "forms stand on the page");
    let (_, page) = send("?with=nobody").await;
    assert!(page.contains("role=\"alert\""), "a wrong choice is told, with a way on");
    let session = bench.request(reqwest::Method::GET, &format!("/s/{id}")).header("accept", "text/html");
    let session = session.send().await.expect("a page").text().await.expect("text");
    assert!(session.contains(&format!("/s/{id}/compare")), "the session leads there");
    bench.close().await;
}

#[tokio::test]
async fn two_sessions_are_compared_and_other_kinds_are_refused() {
    let (bench, _) = bench().await;
    let (one, _) = ask(&bench, FLOOR).await;
    let (two, _) = ask(&bench, FLOOR).await;
    let path = |id: &str, with: &str| format!("/api/session/{id}/compare?with={with}");
    let same = bench.get(&path(&one, &two)).await.ok();
    assert_eq!(same["differs"], json!([]), "the same question, the same answer: {same:#}");
    assert!(same["summary"].as_str().is_some_and(|text| text.starts_with("Ответы не различаются")), "{same:#}");
    // A copy goes its own way.
    let fork = json!({"version": bench.version(&one).await});
    let copy = bench.post(&format!("/api/session/{one}/fork"), &fork).await;
    let copy = copy.body["session_id"].as_str().expect("an id").to_owned();
    search(&bench, &copy, &HEIGHT).await;
    let found = bench.get(&path(&one, &copy)).await.ok();
    assert_eq!(found["runs"][1]["session_id"], copy.as_str());
    assert!(fates(&found, "citations").iter().any(|fate| fate != "same"), "{found:#}");
    bench.get(&path(&one, "AAAAAAAAAAAAAAAAAAAAAA")).await.err(404, "not_found");
    let asked = json!({"workspace": "research", "initial_message": "Что такое склад?"});
    let research = bench.post("/api/session", &asked).await.body["session_id"].as_str().expect("an id").to_owned();
    bench.get(&path(&one, &research)).await.err(422, "not_supported");
    bench.get(&format!("/api/session/{research}/compare")).await.err(422, "not_supported");
    let (contract, _) = bench.open(crate::bench::LEASE).await;
    let facts = bench.get(&format!("/api/session/{contract}/compare?from=0")).await.ok();
    assert!(facts["facts"].as_array().is_some_and(|rows| !rows.is_empty()), "{facts}");
    bench.get(&path(&contract, &one)).await.err(422, "not_supported");
    bench.close().await;
}
