//! Citations of a text over a small corpus: held, held in another edition, not held.

use crate::corpus::{empty, own};
use legalagi::engine::wording::citations::Asked;
use legalagi::runner::check_language::check_language;
use serde_json::Value;

fn verdicts(found: &Value) -> Vec<&str> {
    found["citations"].as_array().unwrap().iter().map(|one| one["verdict"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn articles_are_looked_up_where_the_register_ends() {
    let text =
        "По ст. 381 ГК РФ и ст. 999 ГК РФ иск подлежит оценке. 민법 제390조. 대법원 2098. 1. 2. 선고 2098다1 판결.";
    let asked = Asked { today: "2026-11-22", law_as_of: "2026-11-22", case_type: None };
    let bench = own().await;
    let found = check_language(&bench.app, text, Some("ru"), asked).await.unwrap();
    assert_eq!(verdicts(&found), ["verified", "unverified", "verified", "impossible"], "{found}");
    // Before its first edition the article is held in another one only.
    let before = Asked { law_as_of: "2019-06-01", ..asked };
    let found = check_language(&bench.app, text, Some("ru"), before).await.unwrap();
    assert_eq!(verdicts(&found)[0], "stale_version", "{found}");
    // Without a corpus nothing is called false.
    let found = check_language(&empty().await.app, text, Some("ru"), asked).await.unwrap();
    assert_eq!(verdicts(&found), ["unverified", "unverified", "verified", "impossible"], "{found}");
}
