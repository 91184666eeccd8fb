//! Citations of a text over a small corpus: held, held in another edition, not held.

use crate::corpus::{empty, own};
use legalagi::engine::wording::citations::Asked;
use legalagi::runner::check_language::check_language;
use legalagi::runner::held;
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

#[tokio::test]
async fn each_words_are_looked_up_once_and_no_more_than_a_bound() {
    let asked = Asked { today: "2026-11-22", law_as_of: "2026-11-22", case_type: None };
    let bench = own().await;
    let last = "По ст. 381 ГК РФ иск подлежит оценке.";
    // The same words many times are one look-up.
    let text = format!("{}{last}", "По ст. 999 ГК РФ иск подлежит оценке.\n".repeat(held::MOST + 50));
    let found = check_language(&bench.app, &text, Some("ru"), asked).await.unwrap();
    assert_eq!((verdicts(&found).len(), verdicts(&found).last()), (held::MOST + 51, Some(&"verified")));
    assert!(found["not_looked_up"].is_null() && found["warnings"].is_null(), "{found}");
    // Different ones are told apart from those that nobody asked about.
    let many: String =
        (0..held::MOST + 50).map(|n| format!("По ст. {} ГК РФ иск подлежит оценке.\n", 2000 + n)).collect();
    let found = check_language(&bench.app, &format!("{last}\n{many}{last}"), Some("ru"), asked).await.unwrap();
    let told = verdicts(&found);
    assert_eq!((told[0], told[told.len() - 1], told[told.len() - 2]), ("verified", "verified", "unverified"));
    assert_eq!(found["not_looked_up"].as_u64(), Some(51), "{}", found["warnings"]);
    assert!(found["warnings"][0].as_str().is_some_and(|words| words.contains("51") && words.contains("200")));
    let beyond = check_language(&bench.app, &format!("{many}{last}"), Some("ru"), asked).await.unwrap();
    assert_eq!(verdicts(&beyond).last(), Some(&"unverified"), "what was not looked up is not called verified");
}
