//! People at work: who comes in, where what they open goes, and that nobody else sees it by any way.

use crate::bench::{Bench, FOREIGN, Key, LEASE, OWN, PASSWORD, start};
use reqwest::Method;
use serde_json::{Value, json};

async fn page(bench: &Bench, path: &str, cookie: &str) -> (u16, String) {
    let request = bench.ask(Method::GET, path, Key::Cookie(cookie)).header("accept", "text/html");
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_are_slowed_down_and_a_cookie_ends() {
    let bench = start().await;
    let set = bench.typed("AUTHOR", PASSWORD).await.unwrap();
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax") && !set.contains("Secure"), "{set}");
    let cookie = set.split(';').next().unwrap().to_owned();
    let (status, who) = bench.get("/api/account", &cookie).await;
    assert_eq!((status, &who["name"], &who["role"]), (200, &json!("author"), &json!("author")));
    let secure = bench.ask(Method::POST, "/sign-in", Key::Nothing).header("x-forwarded-proto", "https");
    let secure = secure.header("content-type", "application/x-www-form-urlencoded").body("name=author&password=x");
    assert_eq!(secure.send().await.unwrap().status(), 401, "a proxy that is not trusted changes nothing");
    // Signed out here it opens nothing anywhere.
    let second = bench.sign_in("author").await;
    assert_eq!(bench.form("/sign-out", &cookie, &[]).await.1, "/sign-in");
    assert_eq!(bench.get("/api/account", &cookie).await.0, 401);
    assert_eq!(bench.get("/api/account", &second).await.0, 200);
    // Wrong, unknown and disabled are told alike; then nobody is even looked at.
    let mut told = Vec::new();
    for attempt in 0..14 {
        let name = if attempt % 2 == 0 { "reader" } else { "nobody" };
        told.push(bench.typed(name, "a wrong password").await.unwrap_err());
    }
    assert_eq!(told.first(), Some(&401));
    assert_eq!(told.last(), Some(&429));
    assert_eq!(bench.typed("reader", PASSWORD).await, Err(429), "the right one neither, for a while");
    let (status, text) = page(&bench, "/sign-in", "lang=en").await;
    assert!(status == 200 && text.contains("name=\"password\"") && text.contains("<html lang=\"en\">"), "{text}");
    let log = bench.close().await;
    let of = |result: &str| -> Vec<&Value> {
        log.iter().filter(|entry| entry["action"] == "sign_in" && entry["result"] == result).collect()
    };
    assert!(of("done").iter().all(|entry| entry["actor"] == "account:author"), "{log:?}");
    assert_eq!(of("done").len(), 2);
    assert!(of("refused").iter().any(|entry| entry["details"]["account"] == "reader"), "{log:?}");
    let all = format!("{log:?}");
    assert!(!all.contains("nobody") && !all.contains("wrong password"), "what is typed is in no log");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_sees_a_matter_by_any_way() {
    let bench = start().await;
    let (owner, author, outside) =
        (bench.sign_in("owner").await, bench.sign_in("author").await, bench.sign_in("outside").await);
    // What is opened goes where its person has chosen to work, by the page's form too.
    assert_eq!(bench.form("/firm/work", &owner, &[("matter", FOREIGN)]).await.1, "/firm");
    let fields = [("message", "Сдаю гараж Тихону Кукушкину"), ("workspace", "contract")];
    let (status, to, text) = bench.form("/fn/start_session", &owner, &fields).await;
    assert_eq!(status, 302, "{text}");
    let secret = to.rsplit('/').next().unwrap().to_owned();
    let common = bench.open(&author, None).await;
    let (_, placed) = bench.get(&format!("/api/session/{secret}/matter"), &owner).await;
    assert_eq!(placed["matter"], FOREIGN);
    // Found by its title where it may be seen.
    let listed = bench.get("/api/sessions", &owner).await.1;
    let row = listed["sessions"].as_array().unwrap().iter().find(|row| row["session_id"] == secret.as_str()).unwrap();
    let title = row["title"].as_str().unwrap().to_owned();
    let search = reqwest::Url::parse_with_params("http://x/api/sessions", [("q", title.as_str())]).unwrap();
    let search = format!("/api/sessions?{}", search.query().unwrap());
    let (_, found) = bench.get(&search, &owner).await;
    assert!(found.to_string().contains(&secret), "{title}: {found}");
    for stranger in [&author, &outside] {
        for path in ["/", "/matters", "/contract", "/firm", "/api/sessions", "/norms/reviews", "/settings"] {
            let (status, text) = page(&bench, path, stranger).await;
            assert_eq!(status, 200, "{path}");
            assert!(!text.contains(&secret) && !text.contains("Кукушкин"), "{path}");
        }
        let (_, found) = bench.get(&search, stranger).await;
        assert!(!found.to_string().contains(&secret), "{found}");
        // One's own session in the address, that of others in a field.
        for path in [
            format!("/api/session/{common}/compare?with={secret}"),
            format!("/api/session/{common}/protocol?with={secret}&format=json"),
            format!("/api/session/{common}/redline?with={secret}"),
        ] {
            let (status, text) = page(&bench, &path, stranger).await;
            assert!(!text.contains("Кукушкин"), "{path}: {status} {text}");
        }
        let (status, text) = page(&bench, &format!("/s/{common}/compare?with={secret}"), stranger).await;
        assert!(!text.contains("Кукушкин"), "{status}");
        for function in ["load_comparison", "load_sharing", "take_theirs"] {
            let fields = [("session", common.as_str()), ("with", secret.as_str()), ("pointer", "/price")];
            let text = bench.form(&format!("/fn/{function}"), stranger, &fields).await.2;
            assert!(!text.contains("Кукушкин"), "{function}");
        }
        // What is not for somebody looks like what is not there.
        let other = "AAAAAAAAAAAAAAAAAAAAAA";
        for path in ["/api/session/{}", "/api/session/{}/export.md", "/api/session/{}/events", "/api/session/{}/matter"]
        {
            let there = bench.get(&path.replace("{}", &secret), stranger).await;
            let nowhere = bench.get(&path.replace("{}", other), stranger).await;
            assert_eq!(there, nowhere, "{path}");
            assert_eq!(there.0, 404, "{path}");
        }
        for path in [format!("/s/{secret}"), format!("/s/{secret}/"), format!("/s/{secret}?view=document")] {
            let (status, text) = page(&bench, &path, stranger).await;
            assert!(status == 404 && !text.contains("Кукушкин"), "{path}: {status}");
        }
        // An id that is written in other letters is no way around the door.
        let coded = format!("%{:02X}{}", secret.as_bytes()[0], &secret[1..]);
        for end in ["fork", "share", "cancel", "message"] {
            let path = format!("/api/session/{coded}/{end}");
            assert_eq!(bench.send(Method::POST, &path, stranger, &json!({"version": 1})).await.0, 404, "{path}");
        }
        let request = bench.ask(Method::POST, "/fn/cancel_turn", Key::Cookie(stranger));
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        assert_eq!(request.body(format!("session={coded}")).send().await.unwrap().status(), 404);
        // A matter of others takes nothing in.
        let path = format!("/api/session?matter={FOREIGN}");
        assert_eq!(bench.send(Method::POST, &path, stranger, &json!({"initial_message": LEASE})).await.0, 404);
        let path = format!("/api/session/{common}/matter");
        assert_eq!(bench.send(Method::PUT, &path, stranger, &json!({"matter": FOREIGN})).await.0, 404);
    }
    // Members see it where it belongs, and a fork stays there.
    let (status, text) = page(&bench, "/matters", &owner).await;
    assert!(status == 200 && text.contains(&secret), "{text}");
    let (status, text) = page(&bench, &format!("/s/{secret}"), &owner).await;
    assert!(status == 200 && text.contains("Кукушкин"), "the page of a member has the session");
    let (status, fork) =
        bench.send(Method::POST, &format!("/api/session/{secret}/fork"), &owner, &json!({"version": 1})).await;
    assert!((200..300).contains(&status), "{fork}");
    let fork = fork["session_id"].as_str().unwrap().to_owned();
    assert_eq!(bench.get(&format!("/api/session/{fork}"), &owner).await.0, 200);
    assert_eq!(bench.get(&format!("/api/session/{fork}"), &author).await.0, 404);
    // An author is no reviewer, whatever route takes the form.
    let form = json!({"form_id": "human_review", "form_version": 1, "state_version": 1, "fields": {}});
    let question = json!({"workspace": "norms", "initial_message": "Какой защитный слой у плиты?"});
    let (status, norms) = bench.send(Method::POST, "/api/session", &author, &question).await;
    assert_eq!(status, 201, "{norms}");
    let path = format!("/api/session/{}/gate", norms["session_id"].as_str().unwrap());
    assert_eq!(bench.send(Method::POST, &path, &author, &form).await.0, 403);
    let reviewer = bench.sign_in("reviewer").await;
    assert_ne!(bench.send(Method::POST, &path, &reviewer, &form).await.0, 403);
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_of_a_request_is_ones_own() {
    let bench = start().await;
    let (owner, author) = (bench.sign_in("owner").await, bench.sign_in("author").await);
    bench.form("/firm/work", &owner, &[("matter", FOREIGN)]).await;
    let body = json!({ "initial_message": LEASE, "request_id": "the-same-id" });
    let (status, first) = bench.send(Method::POST, "/api/session", &owner, &body).await;
    assert_eq!(status, 201, "{first}");
    let (status, other) = bench.send(Method::POST, "/api/session", &author, &body).await;
    assert_eq!(status, 201, "somebody else has used it for a matter behind a wall: {other}");
    assert_ne!(first["session_id"], other["session_id"]);
    let (status, again) = bench.send(Method::POST, "/api/session", &owner, &body).await;
    assert_eq!((status, &again["session_id"]), (201, &first["session_id"]), "asked twice, opened once");
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn matters_are_kept_by_administrators_who_read_them_only_as_members() {
    let bench = start().await;
    let (outside, author) = (bench.sign_in("outside").await, bench.sign_in("author").await);
    let (status, made) = bench.send(Method::POST, "/api/matters", &outside, &json!({"name": "Новое дело"})).await;
    assert_eq!(status, 201, "{made}");
    let matter = made["id"].as_str().unwrap().to_owned();
    assert_eq!(bench.send(Method::POST, "/api/matters", &author, &json!({"name": "x"})).await.0, 403);
    assert_eq!(bench.send(Method::POST, "/api/matters", &outside, &json!({"name": " "})).await.0, 400);
    let person = |name: &str| format!("/api/matters/{matter}/people/{name}");
    let member = json!({"standing": "member"});
    assert_eq!(bench.send(Method::PUT, &person("author"), &outside, &member).await.0, 204);
    assert_eq!(bench.send(Method::PUT, &person("reader"), &outside, &json!({"standing": "walled"})).await.0, 204);
    assert_eq!(bench.send(Method::PUT, &person("reader"), &outside, &member).await.0, 409);
    assert_eq!(bench.send(Method::PUT, &person("nobody"), &outside, &member).await.0, 404);
    assert_eq!(bench.send(Method::PUT, &person("author"), &outside, &json!({"standing": "x"})).await.0, 400);
    // The administrator knows the name, the author the matter; nobody else knows either.
    let names = async |cookie: &str| format!("{}", bench.get("/api/matters", cookie).await.1);
    assert!(names(&outside).await.contains("walled") && names(&author).await.contains(&matter));
    let reader = bench.sign_in("reader").await;
    assert!(!names(&reader).await.contains(&matter) && !names(&author).await.contains("walled"));
    let session = bench.open(&author, Some(&matter)).await;
    assert_eq!(bench.get(&format!("/api/session/{session}"), &outside).await.0, 404);
    // A common session goes in by its author, and comes out by an administrator among the members only.
    let common = bench.open(&author, None).await;
    let to = |session: &str| format!("/api/session/{session}/matter");
    assert_eq!(bench.send(Method::PUT, &to(&common), &reader, &json!({"matter": matter})).await.0, 403);
    assert_eq!(bench.send(Method::PUT, &to(&common), &author, &json!({"matter": matter})).await.0, 200);
    assert_eq!(bench.get(&format!("/api/session/{common}"), &reader).await.0, 404);
    assert_eq!(bench.send(Method::PUT, &to(&common), &author, &json!({"matter": null})).await.0, 403);
    assert_eq!(bench.send(Method::PUT, &to(&common), &outside, &json!({"matter": null})).await.0, 404);
    assert_eq!(bench.send(Method::PUT, &person("outside"), &outside, &member).await.0, 204);
    assert_eq!(bench.send(Method::PUT, &to(&common), &outside, &json!({"matter": null})).await.0, 200);
    assert_eq!(bench.get(&format!("/api/session/{common}"), &reader).await.0, 200);
    // The same by the page alone, in the language of the visitor.
    let english = format!("{outside}; lang=en");
    let (_, text) = page(&bench, "/firm", &english).await;
    assert!(text.contains("People and matters") && text.contains("Новое дело"), "{text}");
    let fields = [("matter", matter.as_str()), ("account", "reviewer"), ("standing", "member")];
    assert_eq!(bench.form("/firm/stand", &outside, &fields).await.1, "/firm");
    assert_eq!(bench.form("/firm/stand", &author, &fields).await.0, 403);
    let reviewer = bench.sign_in("reviewer").await;
    let put = [("session", common.as_str()), ("matter", matter.as_str())];
    assert_eq!(bench.form("/firm/put", &reviewer, &put).await.1, "/firm");
    assert_eq!(bench.get(&format!("/api/session/{common}"), &reader).await.0, 404);
    let walled = [("matter", matter.as_str()), ("account", "reviewer"), ("standing", "walled")];
    let (status, _, text) = bench.form("/firm/stand", &english, &walled).await;
    assert!(status == 409 && text.contains("role=\"alert\""), "{text}");
    assert_eq!(bench.form("/firm/matter", &outside, &[("name", "Ещё дело")]).await.1, "/firm");
    // Whoever is taken out of the matter in which new work goes is signed out: nothing becomes common unseen.
    assert_eq!(bench.form("/firm/work", &reviewer, &[("matter", &matter)]).await.1, "/firm");
    assert_eq!(bench.form("/firm/work", &reviewer, &[("matter", FOREIGN)]).await.0, 404);
    let fields = [("matter", matter.as_str()), ("account", "reviewer")];
    assert_eq!(bench.form("/firm/leave", &outside, &fields).await.1, "/firm");
    assert_eq!(bench.get("/api/account", &reviewer).await.0, 401);
    let log = bench.close().await;
    let subject = format!("matter:{matter}");
    let of: Vec<String> = log
        .iter()
        .filter(|entry| entry["subject"] == subject.as_str())
        .map(|entry| format!("{} {} {}", entry["actor"], entry["action"], entry["details"]["account"]).replace('"', ""))
        .collect();
    assert_eq!(
        of,
        [
            "account:outside create null",
            "account:outside grant author",
            "account:outside grant reader",
            "account:outside grant outside",
            "account:outside grant reviewer",
            "account:outside revoke reviewer",
        ]
    );
    assert!(log.iter().any(|entry| entry["actor"] == "account:author" && entry["action"] == "create"));
    assert!(!format!("{log:?}").contains("Новое"), "names of matters are in no log");
}

#[tokio::test(flavor = "multi_thread")]
async fn links_open_what_they_opened_before() {
    let bench = start().await;
    let chief = bench.sign_in("chief").await;
    let session = bench.open(&chief, Some(OWN)).await;
    let (status, link) = bench.send(Method::POST, &format!("/api/session/{session}/share"), &chief, &json!({})).await;
    assert!((200..300).contains(&status), "{link}");
    let token = link["token"].as_str().unwrap();
    let followed = bench.ask(Method::GET, &format!("/share/{token}"), Key::Nothing).send().await.unwrap();
    let cookie = followed.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let copy = followed.headers()["location"].to_str().unwrap().to_owned();
    let id = copy.rsplit('/').next().unwrap().to_owned();
    let (status, text) = page(&bench, &copy, &cookie).await;
    assert_eq!(status, 200, "{text}");
    assert_eq!(bench.get(&format!("/api/session/{id}"), &cookie).await.0, 200);
    let said =
        bench.send(Method::POST, &format!("/api/session/{id}"), &cookie, &json!({"message": "без экипажа"})).await;
    assert_eq!(said.0, 200, "{said:?}");
    for path in
        [format!("/api/session/{session}"), "/api/sessions".to_owned(), "/matters".to_owned(), "/firm".to_owned()]
    {
        assert_eq!(bench.get(&path, &cookie).await.0, 401, "{path}");
    }
    // The copy is behind the wall of its matter for everybody else.
    let outside = bench.sign_in("outside").await;
    assert_eq!(bench.get(&format!("/api/session/{id}"), &outside).await.0, 404);
    // Whoever has an account and the link has the copy by the link.
    assert_eq!(bench.get(&format!("/api/session/{id}"), &format!("{outside}; {cookie}")).await.0, 200);
    let (status, link) =
        bench.send(Method::POST, &format!("/api/session/{session}/share"), &chief, &json!({"to": "lawyer"})).await;
    assert!((200..300).contains(&status), "{link}");
    let token = link["token"].as_str().unwrap();
    let request = bench.ask(Method::GET, &format!("/api/share/{token}/remarks"), Key::Nothing);
    assert_eq!(request.send().await.unwrap().status(), 200);
    bench.close().await;
}
