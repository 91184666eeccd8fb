//! What the workspaces and the corpus do with a text: they read it beside something else, such as a state or a source.

use crate::analysers::Analyser;
use legalagi::engine::corpus::compare::{Piece, compare};
use legalagi::engine::knowledge::{answers, disputes, research};
use legalagi::model::ids::SessionId;
use legalagi::model::turn::{Role, Turn};
use legalagi::model::turn_answer::CardField;
use legalagi::workspaces::contract::talk::{asked, typed};
use legalagi::workspaces::norms::guards::answer::finish;
use legalagi::workspaces::research::perform::answer::choose::{Asked, places, unlike};
use legalagi::workspaces::research::perform::answer::{compute, documents, perform, question, render, source};
use legalagi::workspaces::{norms, trial};
use serde_json::{Value, json};
use std::hint::black_box;

const NOW: &str = "2026-11-21T00:00:00.000Z";
const TODAY: &str = "2026-11-21";
const LAW: &str = "Арендатор обязан вносить плату не позднее пяти дней. Штраф составляет 50 рублей.";

pub(crate) const ALL: &[Analyser] = &[
    ("corpus compare", |t| {
        let (old, new) = (pieces(t, "p"), pieces(t, "q"));
        black_box((compare(&old, &new), compare(&old, &old[..old.len() / 2]), compare(&old, &[])));
        let one = |text: &str| [Piece { path: "p/1".into(), address: String::new(), text: text.to_owned() }];
        black_box(compare(&one(t), &one(&format!("{t} и ещё"))));
    }),
    ("contract questions", |t| drop(black_box(asked::questions(&turn(t))))),
    ("contract typed", |t| {
        for kind in typed_kinds() {
            let field = CardField {
                pointer: "/x".into(),
                label: String::new(),
                kind: kind.to_owned(),
                required: false,
                value: Value::Null,
                support: None,
                quote: None,
                choices: Vec::new(),
            };
            let _ = black_box(typed::read(None, &field, &json!(t), TODAY));
        }
    }),
    ("research answer", |t| {
        let lexicon = research::embedded().expect("the lexicon");
        for task in ["answer_question", "summarize", "extract_key_clauses"] {
            black_box(perform(&input(task, "Когда вносится плата?", t), lexicon));
            black_box(perform(&input(task, t, LAW), lexicon));
        }
    }),
    ("research places", |t| {
        let lexicon = research::embedded().expect("the lexicon");
        for (query, text) in [(t, LAW), ("Когда вносится плата?", t)] {
            let input = input("answer_question", query, text);
            let sources = source::of(&input);
            let asked = Asked::read(query, answers::embedded().expect("answers"), Vec::new(), "ru");
            black_box((unlike(places(&asked, &sources)).len(), question::ranked(query, &sources).len()));
            black_box(documents::table(&sources, lexicon, false));
        }
        black_box((documents::sequence(t), question::root(t)));
    }),
    ("research computed and rendered", |t| {
        let say = legalagi::workspaces::research::perform::answer::words::of("ru");
        black_box(compute::write(t, say, &mut Default::default()));
        black_box((render::render(t, "html"), render::render(t, "plain")));
    }),
    ("trial guards", |t| {
        let case = json!({"case_type": "civil", "jurisdiction": "KR", "law_as_of": TODAY, "user_side": "claimant",
                          "lang": "ru", "order": "code", "pack_id": null});
        let case = serde_json::from_value(case).expect("a case");
        let trial = trial::state::fresh(&SessionId("s".repeat(22)), case, NOW);
        let pack = disputes::embedded().expect("packs").get("contract_breach").expect("a pack");
        let claim = |text: &str| json!({"text": text, "issue_id": "i1", "fact_ids": ["f1"], "evidence_ids": []});
        let body = json!({"Claims": [claim(t), claim(t)], "Responses": [claim(t)], "Citations": [t], "Summary": t});
        black_box(trial::guards::soft(&body, &trial, pack, TODAY));
    }),
    ("norms answer", |t| {
        let asked = norms::state::fresh(&SessionId("s".repeat(22)), t, NOW);
        let draft = json!({"found": true, "numbers": [], "citations": [], "branches": []});
        black_box(finish(&asked, &draft, &json!({"text": t})));
        let asked = norms::state::fresh(&SessionId("s".repeat(22)), "Какова ширина прохода?", NOW);
        black_box(finish(&asked, &draft, &json!({"text": t, "missing": [t]})));
    }),
];

/// A text as a document: a place for every 32 bytes of it, under paths of its own.
fn pieces(text: &str, root: &str) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (head, tail) = rest.split_at(rest.ceil_char_boundary(32));
        let path = format!("{root}/{}", out.len());
        out.push(Piece { address: path.clone(), path, text: head.to_owned() });
        rest = tail;
    }
    out
}

fn turn(text: &str) -> Turn {
    Turn {
        id: "t0".into(),
        role: Role::User,
        text: text.to_owned(),
        at: NOW.to_owned(),
        answers_to: None,
        choice: None,
    }
}

fn typed_kinds() -> impl Iterator<Item = &'static str> {
    let more = ["phone", "email", "inn", "ogrn", "account", "passport", "party"];
    let kinds = ["text", "money", "rate", "date", "duration", "quantity", "integer", "day_of_month", "year", "vin"];
    kinds.into_iter().chain(["plate", "cadastral", "address", "city", "yes_no"]).chain(more)
}

fn input(task: &str, query: &str, text: &str) -> Value {
    let item =
        |id: &str| json!({"id": id, "title": "ГК РФ ст. 614", "address": "ГК РФ ст. 614", "url": "", "text": text});
    json!({"task": task, "query": query, "language": "ru", "laws": [item("1")], "cases": [], "guidance": [],
           "documents": [item("2")], "issues": []})
}
