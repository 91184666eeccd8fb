//! The list of matters over HTTP: called by what they are about, searched, named, put away, in pages.

use crate::bench::{Bench, LEASE, answer, builtin};
use reqwest::Method;
use serde_json::{Value, json};

async fn patch(bench: &Bench, id: &str, body: &Value) -> (u16, Value) {
    let request = bench.request(Method::PATCH, &format!("/api/session/{id}")).json(body);
    let response = request.send().await.expect("an answer");
    let status = response.status().as_u16();
    (status, response.json().await.unwrap_or_default())
}

async fn list(bench: &Bench, query: &str) -> Value {
    answer(bench.request(Method::GET, &format!("/api/sessions?{query}")).send().await.expect("an answer")).await.ok()
}

fn ids(list: &Value) -> Vec<&str> {
    list["sessions"].as_array().into_iter().flatten().filter_map(|row| row["session_id"].as_str()).collect()
}

#[tokio::test]
async fn matters_are_found_named_and_put_away() {
    let bench = builtin().await;
    let (lease, _) = bench.open(LEASE).await;
    let (loan, _) = bench.open("Договор займа: 150 000 рублей на год").await;
    let all = list(&bench, "").await;
    assert_eq!(ids(&all), [loan.as_str(), &lease], "newest first");
    assert!(all["next_cursor"].is_null());
    // Called by what the facts say.
    let title = all["sessions"][1]["title"].as_str().expect("a title");
    assert!(title.starts_with("Аренда автомобиля"), "{title}");
    assert_eq!(all["sessions"][0]["title"], "Заём");

    // Found in any case; a person's name stays whatever is said afterwards.
    assert_eq!(ids(&list(&bench, "q=АРЕНДА").await), [lease.as_str()]);
    assert_eq!(ids(&list(&bench, "workspace=norms").await), [""; 0]);
    let (status, row) = patch(&bench, &loan, &json!({"title": "  Долг   Ёлкина "})).await;
    assert_eq!((status, &row["title"]), (200, &json!("Долг Ёлкина")));
    bench.post(&format!("/api/session/{loan}"), &json!({"message": "Под 12 % годовых", "request_id": "r"})).await.ok();
    assert_eq!(ids(&list(&bench, "q=елкин").await), [loan.as_str()]);
    let (_, row) = patch(&bench, &loan, &json!({"title": ""})).await;
    assert_eq!(row["title"], "Заём", "called by its facts again");

    // Put away and back.
    let (status, row) = patch(&bench, &lease, &json!({"archived": true})).await;
    assert_eq!((status, &row["archived"]), (200, &json!(true)));
    assert_eq!(ids(&list(&bench, "").await), [loan.as_str()]);
    assert_eq!(ids(&list(&bench, "archived=true").await), [lease.as_str()]);
    patch(&bench, &lease, &json!({"archived": false})).await;

    // In pages, each row once.
    let first = list(&bench, "limit=1").await;
    let cursor = first["next_cursor"].as_str().expect("more").to_owned();
    let second = list(&bench, &format!("limit=1&cursor={}", cursor.replace('+', "%2B"))).await;
    assert!(second["next_cursor"].is_null());
    assert_eq!([ids(&first), ids(&second)].concat().len(), 2);
    assert_ne!(ids(&first), ids(&second));
}

#[tokio::test]
async fn what_cannot_be_listed_or_changed_is_told() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    for query in ["workspace=tax", "colour=red", "limit=many", "archived=perhaps"] {
        let response = bench.request(Method::GET, &format!("/api/sessions?{query}")).send().await.expect("an answer");
        assert_eq!(response.status(), 400, "{query}");
    }
    for body in [json!({}), json!({"title": "я".repeat(121)}), json!({"title": 5}), json!({"colour": "red"})] {
        assert_eq!(patch(&bench, &id, &body).await.0, 400, "{body}");
    }
    let unknown = "A".repeat(22);
    assert_eq!(patch(&bench, &unknown, &json!({"archived": true})).await.0, 404);
}
