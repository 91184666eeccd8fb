//! Every route × every role × a matter of one's own, a matter of others, no matter. What is asked is read from the tree, so
//! that a route which nobody gave a right is found.

use crate::bench::{Bench, FOREIGN, Key, OWN, TOKEN, start};
use legalagi::engine::rights::Act;
use legalagi::model::account::Role;
use legalagi::server::people::routes::{act, all, is_open};
use legalagi::server::router::api;
use reqwest::Method;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// Method and route of everything that the router, the pages and the server functions declare.
fn declared() -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let own = ["contract", "norms", "trial"].map(|name| read(&format!("src/workspaces/{name}/web/mod.rs")));
    let router = read("src/server/router.rs") + &own.concat();
    let routes: Vec<&str> = router.split(".route(").skip(1).collect();
    assert!(routes.len() > 100, "the router is read");
    for rest in routes {
        let path = rest.split('"').nth(1).unwrap_or_default();
        let handlers = rest.split(".layer(").next().unwrap_or_default();
        let before = found.len();
        for (word, method) in
            [("get(", "GET"), ("post(", "POST"), ("put(", "PUT"), ("patch(", "PATCH"), ("delete(", "DELETE")]
        {
            if handlers.contains(&format!(" {word}")) || handlers.contains(&format!(".{word}")) {
                found.insert((method.to_owned(), path.to_owned()));
            }
        }
        // Files of one matter, each by its own function.
        if handlers.contains("export::export(") || handlers.contains("export::report(") {
            found.insert(("GET".to_owned(), path.to_owned()));
        }
        assert!(found.len() > before || handlers.contains("any("), "{path}: no method is read");
    }
    for (path, methods) in api() {
        found.extend(methods.iter().map(|method| (method.to_uppercase(), path.to_owned())));
    }
    for rest in read("src/ui/app.rs").split("path!(\"").skip(1) {
        let path = rest.split('"').next().unwrap().replace(":id", "{id}");
        found.insert(("GET".to_owned(), path));
    }
    let mut functions = 0;
    for file in ["src/api.rs", "src/api/edits.rs", "src/api/matters.rs", "src/api/shelf.rs"] {
        for rest in read(file).split("endpoint = \"").skip(1) {
            functions += 1;
            found.insert(("POST".to_owned(), format!("/fn/{}", rest.split('"').next().unwrap())));
        }
    }
    assert!(
        functions > 30 && fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/api")).unwrap().count() == 3
    );
    found
}

#[test]
fn every_route_has_a_right() {
    let rights: BTreeSet<(String, String)> = all()
        .flat_map(|(path, methods)| methods.iter().map(|(method, _)| ((*method).to_owned(), (*path).to_owned())))
        .collect();
    // One path is written in two ways: the table of the interface names what the router catches to the end.
    let same = |path: &str| path.replace("/api/corpus/tables/{*node}", "/api/corpus/tables/{node}");
    let rights: BTreeSet<_> = rights.into_iter().map(|(method, path)| (method, same(&path))).collect();
    // A form that is shown again lies at the address that it was sent to.
    let declared: BTreeSet<_> = declared().into_iter().map(|(method, path)| (method, same(&path))).collect();
    let open = |path: &str| is_open(path) || path.starts_with("/pkg/");
    let without: Vec<_> = declared.iter().filter(|(_, path)| !open(path)).filter(|one| !rights.contains(one)).collect();
    assert!(without.is_empty(), "routes without a right (src/server/people/routes.rs): {without:?}");
    let gone: Vec<_> = rights.iter().filter(|(_, path)| path != "/mcp").filter(|one| !declared.contains(one)).collect();
    assert!(gone.is_empty(), "rights of no route: {gone:?}");
    // What would be added without one is closed.
    assert_eq!(act(&Method::GET, "/api/a-new-route", "/api/a-new-route"), None);
}

/// A path with something in each of its places.
fn filled(route: &str, session: &str) -> String {
    let path = match route.starts_with("/s/") || route.starts_with("/api/session/") {
        true => route.replacen("{id}", session, 1),
        false => route.to_owned(),
    };
    let path = path.replace("{version}", "0").replace("{clause_id}", "price.rent").replace("{n}", "1");
    let path = path.replace("{matter}", OWN).replace("{account}", "nobody").replace("{*node}", "x");
    let path = path.replace("{tool}", "search_corpus").replace("{page}", "1");
    let mut out = String::new();
    let mut inside = false;
    for c in path.chars() {
        match c {
            '{' => {
                inside = true;
                out.push('x');
            }
            '}' => inside = false,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    out
}

fn is_of_a_session(route: &str) -> bool {
    route.starts_with("/s/{id}") || route.starts_with("/api/session/{id}") || route.starts_with("/fn/")
}

/// The status of one request; a stream is not read.
async fn status(bench: &Bench, method: &str, route: &str, session: &str, key: Key<'_>) -> u16 {
    let method = Method::from_bytes(method.as_bytes()).unwrap();
    let request = bench.ask(method.clone(), &filled(route, session), key);
    let form = |words: String| ("application/x-www-form-urlencoded", words);
    let request = if method == Method::GET {
        request
    } else {
        let (kind, body) = match route {
            route if route.starts_with("/fn/") => form(format!("session={session}")),
            route if route.starts_with("/firm/") || route.starts_with("/s/") || route == "/sign-out" => {
                form("matter=mat_none&account=nobody&standing=member".to_owned())
            }
            _ => ("application/json", "{}".to_owned()),
        };
        request.header("content-type", kind).body(body)
    };
    request.send().await.unwrap().status().as_u16()
}

/// The sessions that are asked for: one's own matter's, that of others, a common one.
struct Places {
    own: String,
    foreign: String,
    common: String,
}

async fn places(bench: &Bench, chief: &str) -> Places {
    Places {
        own: bench.open(chief, Some(OWN)).await,
        foreign: bench.open(chief, Some(FOREIGN)).await,
        common: bench.open(chief, None).await,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_answers_as_role_and_matter_say() {
    let bench = start().await;
    let chief = bench.sign_in("chief").await;
    let places = places(&bench, &chief).await;
    let mut asked = 0;
    for role in Role::ALL {
        for (route, methods) in all() {
            for (method, act) in *methods {
                let may = act.least().is_some_and(|least| role >= least);
                let rooms: Vec<(&str, &String)> = match is_of_a_session(route) {
                    true => vec![("own", &places.own), ("foreign", &places.foreign), ("common", &places.common)],
                    false => vec![("nowhere", &places.common)],
                };
                for (room, session) in rooms {
                    // Signing out ends the cookie, deleting the session: each has one of its own.
                    let own = match (*route, may) {
                        ("/sign-out", _) => bench.sign_in(role.as_str()).await,
                        _ => cookie(&bench, role).await,
                    };
                    let fresh = match (*act == Act::Delete && may, room) {
                        (true, "own") => Some(bench.open(&chief, Some(OWN)).await),
                        (true, "common") => Some(bench.open(&chief, None).await),
                        _ => None,
                    };
                    let session = fresh.as_ref().unwrap_or(session);
                    let got = status(&bench, method, route, session, Key::Cookie(&own)).await;
                    let what = format!("{role:?} {room} {method} {route}: {got}");
                    asked += 1;
                    match (room, may) {
                        ("foreign", _) => assert_eq!(got, 404, "{what}"),
                        (_, false) => assert_eq!(got, 403, "{what}"),
                        _ => {
                            // A function says that its form is not whole by 500.
                            let fault = got == 500 && !route.starts_with("/fn/");
                            assert!(![401, 403].contains(&got) && !fault, "{what}");
                            // What only shows answers as it answers somebody who may everything.
                            if *method == "GET" && fresh.is_none() {
                                let want = status(&bench, method, route, session, Key::Cookie(&chief)).await;
                                assert_eq!(got, want, "{what}");
                            }
                            if *method == "GET" && ["/s/{id}", "/api/session/{id}", "/matters", "/firm"].contains(route)
                            {
                                assert!((200..400).contains(&got), "{what}");
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(asked > 800, "{asked}");
    // Nothing of the matter of others was changed by anybody.
    assert_eq!(bench.get(&format!("/api/session/{}", places.foreign), &chief).await.0, 200);
    bench.close().await;
}

/// A cookie of somebody with this role; signed in once.
async fn cookie(bench: &Bench, role: Role) -> String {
    static COOKIES: tokio::sync::Mutex<Vec<(String, Role, String)>> = tokio::sync::Mutex::const_new(Vec::new());
    let mut cookies = COOKIES.lock().await;
    if let Some((_, _, cookie)) = cookies.iter().find(|(base, one, _)| *base == bench.base && *one == role) {
        return cookie.clone();
    }
    let cookie = bench.sign_in(role.as_str()).await;
    cookies.push((bench.base.clone(), role, cookie.clone()));
    cookie
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_account_nothing_opens_and_programs_reach_what_is_common() {
    let bench = start().await;
    let chief = bench.sign_in("chief").await;
    let places = places(&bench, &chief).await;
    // The cookie of an instance's token is no key here, nor is the password of the token's form.
    let old = format!("legalagi_access={}", legalagi::engine::prompt::sha256(TOKEN));
    for (route, methods) in all() {
        for (method, act) in *methods {
            for key in [Key::Nothing, Key::Cookie(&old), Key::Cookie("legalagi_login=x"), Key::Bearer("wrong")] {
                let got = status(&bench, method, route, &places.common, key).await;
                assert_eq!(got, 401, "{method} {route}");
            }
            if is_of_a_session(route) {
                for session in [&places.own, &places.foreign] {
                    let got = status(&bench, method, route, session, Key::Bearer(TOKEN)).await;
                    assert_eq!(got, 404, "a program, {method} {route}");
                }
            }
            if *method == "GET" && *act == Act::Read && route.starts_with("/api/session/{id}") {
                let got = status(&bench, method, route, &places.common, Key::Bearer(TOKEN)).await;
                assert!(![401, 403].contains(&got), "a program, {method} {route}: {got}");
            }
        }
    }
    let (listed, _) = bench.get("/api/sessions", &chief).await;
    assert_eq!(listed, 200);
    let request = bench.ask(Method::GET, "/api/sessions", Key::Bearer(TOKEN));
    let listed = request.send().await.unwrap().text().await.unwrap();
    assert!(listed.contains(&places.common) && !listed.contains(&places.own) && !listed.contains(&places.foreign));
    bench.close().await;
}
