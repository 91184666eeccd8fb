//! A page in a language that its workspace does not speak says so once; no page shows the ids of forms.

use crate::bench::{Bench, builtin};
use crate::trial::{gate, intake, open};
use reqwest::Method;
use serde_json::json;

async fn page(bench: &Bench, path: &str, lang: &str) -> String {
    let request = bench.request(Method::GET, path).header("cookie", format!("lang={lang}"));
    request.send().await.expect("an answer").text().await.expect("a page")
}

/// The words of a page, without tags and without what its program reads.
fn words(page: &str) -> String {
    let page = page
        .split("<script")
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { part.split_once("</script>").map_or("", |(_, rest)| rest) });
    let page: String = page.collect();
    page.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn a_page_in_a_language_that_is_not_spoken_says_so_once() {
    let bench = builtin().await;
    let mut paths: Vec<(String, bool)> =
        [("/contract", true), ("/norms", true), ("/research", true), ("/trial", false)]
            .map(|(path, foreign)| (path.to_owned(), foreign))
            .to_vec();
    for (workspace, first) in [("contract", "Хочу сдать в аренду Lada Vesta"), ("research", "Что такое задаток?")]
    {
        let body = json!({"workspace": workspace, "initial_message": first});
        let opened = bench.post("/api/session", &body).await;
        paths.push((format!("/s/{}", opened.body["session_id"].as_str().expect("an id")), true));
    }
    paths.push((format!("/s/{}", open(&bench, "claimant").await), false));
    for (path, foreign) in paths {
        for (lang, said) in [("ru", ""), ("en", "are in Russian here"), ("ko", "러시아어로 되어 있습니다")] {
            let page = page(&bench, &path, lang).await;
            let times = usize::from(foreign && lang != "ru");
            assert_eq!(page.matches("class=\"speaks hint\"").count(), times, "{path} in {lang}");
            assert_eq!(page.matches(said).count().min(1), times.max(usize::from(said.is_empty())), "{path} in {lang}");
        }
    }
}

#[tokio::test]
async fn no_page_of_a_trial_shows_the_ids_of_its_forms() {
    let bench = builtin().await;
    let id = open(&bench, "claimant").await;
    let ids = ["facts_intake", "facts_review", "gate_r1_issues", "gate_r2_evidence", "gate_r3_final"];
    let look = async |at: &str| {
        for lang in ["ru", "en", "ko"] {
            let words = words(&page(&bench, &format!("/s/{id}"), lang).await);
            let shown: Vec<&&str> = ids.iter().filter(|id| words.contains(**id)).collect();
            assert!(words.len() > 500 && shown.is_empty(), "{at} in {lang}: {shown:?}");
        }
    };
    look("at the beginning").await;
    let after = gate(&bench, &id, "facts_intake", intake()).await.ok();
    let question = after["next_action"]["ask_user"]["question_text"].as_str().expect("a question");
    assert!(!ids.iter().any(|id| question.contains(id)), "{question}");
    assert_eq!(after["awaits"], "facts_review", "programs read the id where ids stand");
    look("at the review").await;
    gate(&bench, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await.ok();
    look("at the first gate").await;
}
