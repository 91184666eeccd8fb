//! Citations inside a round over a small corpus of our own: held, taken out, in another edition, not held.
#![cfg(all(feature = "ssr", feature = "fakes"))]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "research/corpus.rs"]
#[allow(dead_code, reason = "shared with the tests of research, which use all of it")]
mod corpus;

use legalagi::adapters::llm_builtin::BuiltinLlm;
use legalagi::engine::corpus::{Imported, ImportedNode};
use legalagi::engine::prompt::sha256;
use legalagi::model::event::Event;
use legalagi::model::ids::SessionId;
use legalagi::model::session::Performer;
use legalagi::model::source::DocumentKind;
use legalagi::runner::app::App;
use legalagi::runner::ports::{BoxFuture, Llm, LlmError, LlmReply, LlmRequest, OnRetry};
use legalagi::runner::{handle_event, start_session};
use legalagi::workspaces;
use legalagi::workspaces::trial::run::audit;
use legalagi::workspaces::trial::state::Trial;
use serde_json::{Value, json};
use std::sync::Arc;

/// The built-in performer, whose defence cites what it is told to.
struct Citing {
    usual: BuiltinLlm,
    cites: Vec<&'static str>,
}

impl Llm for Citing {
    fn complete<'a>(&'a self, request: &'a LlmRequest, on: OnRetry<'a>) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        Box::pin(async move {
            let mut reply = self.usual.complete(request, on).await?;
            if request.step == "OPPOSING" {
                let mut output: Value = serde_json::from_str(&reply.text).unwrap();
                output["body"]["Citations"] = json!(self.cites);
                reply.text = output.to_string();
            }
            Ok(reply)
        })
    }

    fn performer(&self) -> Performer {
        self.usual.performer()
    }
}

fn edition(
    document: &str,
    short: &str,
    label: &str,
    days: (&str, Option<&str>),
    articles: &[(&str, &str)],
) -> Imported {
    let node = |path: &str, text: &str| ImportedNode {
        parent: None,
        kind: "article".into(),
        path: path.to_owned(),
        address: format!("{short} {path}"),
        title: String::new(),
        text: text.to_owned(),
        page: None,
        lossy: false,
    };
    Imported {
        document: document.into(),
        jurisdiction: "KR".into(),
        kind: DocumentKind::Code,
        short: short.into(),
        title: short.into(),
        label: label.into(),
        valid_from: Some(days.0.into()),
        valid_to: days.1.map(str::to_owned),
        nodes: articles.iter().map(|(path, text)| node(path, text)).collect(),
        pages: Vec::new(),
        remarks: Vec::new(),
    }
}

/// Two editions of an act, one of another that begins later than the cases, a decision.
async fn filled(app: &App) {
    let labour = "근로기준법";
    let editions = [
        edition(
            "kr.own.labour",
            labour,
            "1",
            ("2019-01-01", Some("2025-01-01")),
            &[("art/2", "정의"), ("art/9", "옛 조문"), ("art/11", "적용")],
        ),
        edition(
            "kr.own.labour",
            labour,
            "2",
            ("2025-01-01", None),
            &[("art/2", "정의"), ("art/11", "삭제 <2025. 1. 1.>")],
        ),
        edition("kr.own.later", "변호사법", "1", ("2027-01-01", None), &[("art/6", "일반원칙")]),
        edition("case.2016다46338", "2016다46338", "1", ("2018-08-30", None), &[("section/1", "판단")]),
    ];
    for one in editions {
        let hash = sha256(&format!("{one:?}"));
        app.sources.keep("own.json", &hash, vec![one], "2026-01-01T00:00:00.000Z").await.unwrap();
    }
}

async fn gate(app: &App, id: &SessionId, form: &str, fields: Value) -> Trial {
    let state_version = app.store.latest(id).await.unwrap().version;
    let form = form.to_owned();
    let event = Event::Gate { form, form_version: 1, state_version, fields, skip: false, skip_confirmed: false };
    Trial::of(&handle_event::handle_event(app, id, None, event).await.unwrap().snapshot.state).unwrap()
}

async fn round(app: &App) -> Trial {
    let case = json!({"case_type": "civil", "user_side": "claimant", "lang": "ko", "law_as_of": "2026-11-22"});
    let id = start_session::start_session(app, legalagi::workspaces::trial::ID, &case.to_string(), None)
        .await
        .unwrap()
        .session;
    let intake = json!({
        "summary": "원고는 2024년 3월 1일 피고에게 50,000,000원을 대여하기로 합의하였다. 원고는 같은 날 피고 계좌로 50,000,000원을 이체하였다. 변제기는 2025년 3월 1일이다.",
        "parties": [
            {"name": "가온상사", "kind": "company", "side": "claimant"}, {"name": "나래상사", "kind": "company", "side": "opposing"},
        ],
        "objectives": ["대여금 회수"],
    });
    gate(app, &id, "facts_intake", intake).await;
    gate(app, &id, "facts_review", json!({"items": [], "accept": "all", "confirm": true})).await
}

const CITES: [&str; 6] = [
    "근로기준법 제2조",
    "근로기준법 제9조",
    "근로기준법 제11조",
    "변호사법 제6조",
    "대법원 2018. 8. 30. 선고 2016다46338 판결",
    "대법원 2018. 9. 30. 선고 2016다46338 판결",
];

async fn bench(with_corpus: bool) -> corpus::Bench {
    let mut bench = corpus::empty().await;
    if with_corpus {
        filled(&bench.app).await;
    }
    let usual = BuiltinLlm::new(workspaces::perform, bench.app.knowledge.clone());
    bench.app.llm = Arc::new(Citing { usual, cites: CITES.to_vec() });
    bench
}

fn verdicts(end: &Value) -> Vec<String> {
    let all = end["citations"].as_array().unwrap();
    CITES
        .iter()
        .map(|raw| all.iter().find(|one| one["raw"] == *raw).unwrap()["verdict"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn citations_inside_a_round_are_looked_up_in_the_corpus() {
    let own = bench(true).await;
    let trial = round(&own.app).await;
    let end = &trial.rounds[0].end;
    assert_eq!(
        verdicts(end),
        ["verified", "repealed", "repealed", "stale_version", "verified", "mismatch"],
        "{}",
        end["citations"]
    );
    assert_eq!(end["verifier"]["verdict"], "Conditional");
    let codes: Vec<&str> =
        end["verifier"]["findings"].as_array().unwrap().iter().filter_map(|one| one["code"].as_str()).collect();
    assert_eq!(codes.iter().filter(|code| **code == "citation_repealed").count(), 2, "{codes:?}");
    assert!(codes.contains(&"citation_stale_version") && !codes.contains(&"citation_unverified"), "{codes:?}");
    // The same citations before the act changed.
    let before = audit::audit(&own.app, &trial, None, Some("2024-06-01")).await.unwrap();
    let rows = before["law_as_of"]["citations"].as_array().unwrap();
    let row = |raw: &str| rows.iter().find(|one| one["raw"] == raw).unwrap();
    assert_eq!((&row(CITES[1])["from"], &row(CITES[1])["to"]), (&json!("repealed"), &json!("verified")));
    assert_eq!(row(CITES[0])["differs"], false);

    // Without a corpus it works, and nothing is called false.
    let bare = bench(false).await;
    let trial = round(&bare.app).await;
    assert_eq!(verdicts(&trial.rounds[0].end), vec!["unverified"; 6]);
    assert_eq!(trial.rounds[0].end["verifier"]["available"], true);
}
