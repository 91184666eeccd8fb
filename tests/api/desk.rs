//! The desk: the state of the installation, pages that the server alone makes, what lies beside every page.

use crate::bench::{Bench, LEASE, builtin, guarded};
use reqwest::Method;
use serde_json::json;

const TOKEN: &str = "an-instance-token-of-some-length";

async fn text(bench: &Bench, path: &str) -> (u16, String) {
    let response = bench.request(Method::GET, path).header("accept", "text/html").send().await.expect("an answer");
    (response.status().as_u16(), response.text().await.expect("text"))
}

#[tokio::test]
async fn the_state_is_told_without_keys_and_paths() {
    let bench = builtin().await;
    let status = bench.get("/api/status").await.ok();
    assert_eq!(status["performer"]["is_model"], false);
    assert_eq!(status["outward"], json!({"model": null, "confidential": false, "images": false, "meaning": null}));
    assert!(status["contracts"].as_array().is_some_and(|all| all.len() > 15), "{status}");
    assert!(status["storage"]["bytes"].as_u64().is_some_and(|bytes| bytes > 0), "{status}");
    let folder = bench.folder().display().to_string();
    assert!(!status.to_string().contains(&folder), "a path of the machine is told");
    let (code, page) = text(&bench, "/settings").await;
    assert_eq!(code, 200);
    assert!(!page.contains(&folder) && page.contains("data-field=\"outward\""), "{page}");
    bench.close().await;
}

#[tokio::test]
async fn the_token_stands_before_the_desk_too() {
    let bench = guarded(TOKEN).await;
    let client = reqwest::Client::new();
    for path in ["/settings", "/types", "/api/status", "/offline", "/styleguide", "/sw.js"] {
        let asked = client.get(format!("{}{path}", bench.base)).send().await.expect("an answer");
        assert_eq!(asked.status(), 401, "{path}");
    }
    let mine = bench.get("/api/status").await.ok();
    assert_eq!(mine["token"], true);
    assert!(!mine.to_string().contains(TOKEN));
    bench.close().await;
}

#[tokio::test]
async fn the_notice_without_a_connection_names_no_matter() {
    let bench = builtin().await;
    let (id, _) = bench.open(LEASE).await;
    // The browser keeps this page: it must be the same for everybody.
    let (code, page) = text(&bench, "/offline").await;
    assert_eq!(code, 200);
    assert!(!page.contains(&id) && !page.contains("Vesta"), "{page}");
    let (_, settings) = text(&bench, "/settings").await;
    assert!(settings.contains(&id), "the matters stand beside the page");
    let worker = bench.request(Method::GET, "/sw.js").send().await.expect("an answer");
    let policy = worker.headers()["content-security-policy"].to_str().expect("text").to_owned();
    assert_eq!(policy, "default-src 'none'; connect-src 'self'");
    let (code, why) = text(&bench, &format!("/s/{id}/why")).await;
    assert_eq!(code, 200);
    assert!(why.contains("data-check=\"no\""), "{why}");
    let (code, _) = text(&bench, "/s/AAAAAAAAAAAAAAAAAAAAAA/why").await;
    assert_eq!(code, 404);
    bench.close().await;
}

#[tokio::test]
async fn the_style_guide_shows_every_part_in_the_theme_that_is_asked_for() {
    let bench = builtin().await;
    for (query, theme) in [("", "auto"), ("?theme=dark", "dark"), ("?theme=contrast", "contrast"), ("?theme=x", "auto")]
    {
        let (code, page) = text(&bench, &format!("/styleguide{query}")).await;
        assert_eq!(code, 200);
        assert!(page.contains(&format!("data-theme=\"{theme}\"")), "{query}");
        for part in ["colours", "dialogue", "card", "review", "facts", "issues", "paper", "answer", "trial", "lists"] {
            assert!(page.contains(&format!("id=\"{part}\"")), "{part} is missing");
        }
        for class in
            ["review-list", "card-form", "fact-card", "failure-card", "progress-line", "toast", "burden", "sheet"]
        {
            assert!(page.contains(class), "{class} is missing");
        }
    }
    bench.close().await;
}
