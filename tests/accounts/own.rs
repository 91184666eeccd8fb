//! A person's own password, and what the log says of those who were refused.

use crate::bench::{FOREIGN, Key, PASSWORD, TOKEN, start};
use reqwest::Method;
use serde_json::{Value, json};

const NEW: &str = "another password of this test";
const ROUTE: &str = "/api/account/password";

#[tokio::test(flavor = "multi_thread")]
async fn a_person_changes_the_own_password_with_the_old_one_and_other_browsers_are_signed_out() {
    let bench = start().await;
    let (here, there) = (bench.sign_in("author").await, bench.sign_in("author").await);
    let other = bench.sign_in("reader").await;
    for (old, new, reason) in
        [("a wrong password", NEW, "wrong"), (PASSWORD, "short", "unfit"), (PASSWORD, PASSWORD, "same")]
    {
        let (status, body) = bench.send(Method::PUT, ROUTE, &here, &json!({"old": old, "new": new})).await;
        assert_eq!((status, &body["error"]["details"]["reason"]), (400, &json!(reason)), "{body}");
    }
    // The page says it in the visitor's language, and gives nothing back of what was typed.
    let fields = [("old", "a wrong password"), ("new", NEW), ("again", NEW)];
    let (status, _, page) = bench.form("/firm/password", &format!("{here}; lang=en"), &fields).await;
    assert_eq!(status, 400);
    assert!(page.contains("The old password is wrong") && !page.contains(NEW) && !page.contains("a wrong password"));
    let (status, _, page) =
        bench.form("/firm/password", &here, &[("old", PASSWORD), ("new", NEW), ("again", "x")]).await;
    assert!(status == 400 && page.contains("Новые пароли не совпадают"), "{page}");
    assert_eq!(bench.get("/api/account", &there).await.0, 200, "nothing has changed yet");

    let fields = [("old", PASSWORD), ("new", NEW), ("again", NEW)];
    let (status, to, _) = bench.form("/firm/password", &here, &fields).await;
    assert_eq!((status, to.as_str()), (303, "/firm?done=password#own-password"));
    let request = bench.ask(Method::GET, "/firm?done=password", Key::Cookie(&here)).header("accept", "text/html");
    let page = request.send().await.unwrap().text().await.unwrap();
    assert!(page.contains("Пароль изменён"), "{page}");
    assert_eq!(bench.get("/api/account", &here).await.0, 200, "this browser stays");
    assert_eq!(bench.get("/api/account", &there).await.0, 401, "the others do not");
    assert_eq!(bench.get("/api/account", &other).await.0, 200, "nobody else is touched");
    assert_eq!(bench.typed("author", PASSWORD).await, Err(401));
    assert!(bench.typed("author", NEW).await.is_ok());
    // A program has no password.
    let program = bench.ask(Method::PUT, ROUTE, Key::Bearer(TOKEN)).json(&json!({"old": PASSWORD, "new": NEW}));
    assert_eq!(program.send().await.unwrap().status(), 404);

    let log = bench.close().await;
    let of = |result: &str| -> Vec<&Value> {
        let is =
            |one: &&Value| one["action"] == "update" && one["result"] == result && one["subject"] == "account:author";
        log.iter().filter(is).collect()
    };
    assert_eq!((of("done").len(), of("refused").len()), (1, 2), "{log:?}");
    assert!(of("done").iter().all(|one| one["actor"] == "account:author" && one["details"]["cause"] == "password"));
    let all = format!("{log:?}");
    assert!(!all.contains(NEW) && !all.contains("a wrong password") && !all.contains("argon2"), "{all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_tries_wrong_old_passwords_waits() {
    let bench = start().await;
    let cookie = bench.sign_in("reader").await;
    let mut told = Vec::new();
    for _ in 0..12 {
        let body = json!({"old": "a wrong password", "new": NEW});
        told.push(bench.send(Method::PUT, ROUTE, &cookie, &body).await.0);
    }
    assert_eq!((told.first(), told.last()), (Some(&400), Some(&429)), "{told:?}");
    let (status, _) = bench.send(Method::PUT, ROUTE, &cookie, &json!({"old": PASSWORD, "new": NEW})).await;
    assert_eq!(status, 429, "the right one neither, for a while");
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_in_the_log_with_who_and_what_kind_and_no_words() {
    let bench = start().await;
    let (owner, author, reader) =
        (bench.sign_in("owner").await, bench.sign_in("author").await, bench.sign_in("reader").await);
    let secret = bench.open(&owner, Some(FOREIGN)).await;
    // Several times within a minute: one entry.
    for _ in 0..3 {
        assert_eq!(bench.get(&format!("/api/session/{secret}"), &author).await.0, 404);
        assert_eq!(
            bench.send(Method::POST, "/api/matters", &reader, &json!({"name": "Тайное дело Кукушкина"})).await.0,
            403
        );
    }
    let wrong = bench.ask(Method::GET, "/api/sessions", Key::Bearer("kukushkin-wrong-token"));
    assert_eq!(wrong.send().await.unwrap().status(), 401);
    // Who shows nothing is asked to sign in, and is nobody yet.
    assert_eq!(bench.ask(Method::GET, "/api/sessions", Key::Nothing).send().await.unwrap().status(), 401);
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;

    let log = bench.close().await;
    let denied: Vec<&Value> = log.iter().filter(|one| one["action"] == "deny").collect();
    let told = |one: &&Value| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (
            text(&one["actor"]),
            text(&one["details"]["why"]),
            text(&one["details"]["method"]),
            text(&one["details"]["route"]),
        )
    };
    let mut found: Vec<_> = denied.iter().map(told).collect();
    found.sort();
    let want = [
        ("account:author", "matter", "GET", "/api/session/{id}"),
        ("account:reader", "role", "POST", "/api/matters"),
        ("anyone", "key", "GET", "/api/sessions"),
    ];
    let want = want.map(|(a, b, c, d)| (a.to_owned(), b.to_owned(), c.to_owned(), d.to_owned()));
    assert_eq!(found, want, "{denied:?}");
    assert!(denied.iter().all(|one| one["result"] == "refused" && one["at"].as_str().is_some_and(|at| at.len() > 18)));
    let all = format!("{log:?}");
    for word in ["Кукушкин", "kukushkin", &secret] {
        assert!(!all.contains(word), "{word}");
    }
}
