//! Everything public that reads a text of a person, a file or a model.

use legalagi::engine::address::find::{Context, find, parse};
use legalagi::engine::citation::claims::claims;
use legalagi::engine::citation::edition::Dates;
use legalagi::engine::citation::evidence::Evidence;
use legalagi::engine::citation::quote::{Quote, diff};
use legalagi::engine::citation::verdict::{judge, needs};
use legalagi::engine::citation::{numbers, report};
use legalagi::engine::corpus::read::{self, Format, Source, clean, html};
use legalagi::engine::document::{align, html as page, redline, typography};
use legalagi::engine::fold;
use legalagi::engine::grammar::{company, person, phrase};
use legalagi::engine::knowledge::{Knowledge, load, phrases, research};
use legalagi::engine::quantity::expression::evaluate;
use legalagi::engine::quantity::number::Number;
use legalagi::engine::search::plan::Plan;
use legalagi::engine::search::snippet;
use legalagi::engine::search::words::{self, Language};
use legalagi::engine::text::clause::clauses;
use legalagi::engine::text::fingerprint::{digest, fingerprint, near};
use legalagi::engine::text::intent::{after_no, command, intent, vague_question};
use legalagi::engine::text::matches::finds;
use legalagi::engine::text::passages;
use legalagi::engine::text::scan::mentions;
use legalagi::engine::text::stem::{self, contains_phrase};
use legalagi::engine::text::{numerals, parts};
use legalagi::engine::wire::dialogue::Quoted;
use legalagi::engine::wording::{citations, definitive_by, definitive_in_any, rules};
use legalagi::engine::{patch, prompt, reply};
use legalagi::model::turn::{Role, Turn};
use legalagi::workspaces::contract::lint;
use legalagi::workspaces::contract::wire::evidence;
use legalagi::workspaces::norms::perform::{day, question, sentences, words as norm_words};
use legalagi::workspaces::research::perform::answer::question as ask;
use legalagi::workspaces::research::perform::{cites, classify, sections};
use legalagi::workspaces::trial;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hint::black_box;
use std::sync::LazyLock;

const TODAY: &str = "2026-11-21";
static PACKS: LazyLock<Knowledge> = LazyLock::new(|| load::embedded().expect("packs are sound"));

/// A name and what it does with a text.
pub(crate) type Analyser = (&'static str, fn(&str));

fn read_as(format: Format, text: &str) {
    let _ = black_box(read::read(format, Source { name: "file.txt", text, jurisdiction: None }));
}

pub(crate) const ALL: &[Analyser] = &[
    ("text mentions", |t| drop(black_box(mentions(t, TODAY)))),
    ("text clauses", |t| drop(black_box(clauses(t)))),
    ("text parts", |t| drop(black_box(parts::sentences(t)))),
    ("text words", |t| drop(black_box(stem::words(t)))),
    ("text phrase", |t| {
        black_box(contains_phrase(&stem::words(t), "аренда склада"));
        black_box(contains_phrase(&stem::words(t), &t[..t.floor_char_boundary(200)]));
    }),
    ("text fingerprint", |t| {
        let print = fingerprint(t);
        black_box(near(&print, &print));
        black_box(digest(t));
    }),
    ("text intent", |t| {
        black_box((intent(t), after_no(t), command(t), vague_question(t)));
    }),
    ("text number", |t| drop(black_box(numerals::parse(t)))),
    ("text finds", |t| {
        for value in
            [json!("Петров Пётр"), json!("ООО «Север»"), json!("2027-01-01"), json!(17), json!("EUR"), json!(t)]
        {
            black_box(finds(&value, t, TODAY));
        }
    }),
    ("address find", |t| drop(black_box(find(t, &Context::default())))),
    ("address parse", |t| drop(black_box(parse(t)))),
    ("citation claims", |t| drop(black_box(claims(t, &sources())))),
    ("citation needs", |t| drop(black_box(needs(t, &sources(), &Evidence::default())))),
    ("citation judge", |t| {
        let dates = Dates { as_of: None, today: TODAY };
        let report: report::Report = judge(t, &sources(), &Evidence::default(), dates);
        black_box(report.output());
    }),
    ("citation amounts", |t| drop(black_box(numbers::amounts(t)))),
    ("citation quote", |t| {
        let own = "Арендатор обязан вносить плату не позднее пяти дней";
        black_box(Quote::new(own).find_in(t));
        black_box(Quote::new(t).find_in(own));
        black_box(Quote::new(t).find_in(t));
        black_box(diff(t, own));
    }),
    ("quantity", |t| {
        black_box(Number::read(t));
        let _ = black_box(evaluate(t, &BTreeMap::new(), "м"));
    }),
    ("wording definitive", |t| drop(black_box(definitive_in_any(t)))),
    ("wording citations", |t| drop(black_box(citations::find(t)))),
    ("wording clauses", |t| {
        for language in ["ru", "en", "ko"] {
            let book = rules::of(language).expect("a book");
            black_box(definitive_by(t, book));
        }
    }),
    ("grammar", |t| {
        let cases = legalagi::engine::grammar::case::Case::parse("genitive");
        if let Some(case) = cases {
            black_box((person::decline(t, case), company::decline(t, case), phrase::decline(t, case, true)));
        }
        black_box((person::Person::parse(t), company::full(t), company::gender(t)));
    }),
    ("search plan", |t| drop(black_box(Plan::of(t)))),
    ("search words", |t| drop(black_box(words::tokens(t)))),
    ("search snippet", |t| {
        let stems: HashSet<String> = ["аренд".to_owned()].into();
        for language in Language::of_text(t) {
            black_box(snippet::of(t, &stems, *language));
        }
        black_box(snippet::bare(t));
    }),
    ("read text", |t| read_as(Format::Text, &format!("Текст о том, что написано в этом файле.\n{t}"))),
    ("read markdown", |t| read_as(Format::Markdown, &format!("# Текст о том, что написано\n\nв этом файле.\n{t}"))),
    ("read html", |t| read_as(Format::Html, &format!("<html><title>а</title><p>Текст о том, что здесь.</p>{t}"))),
    ("read html text", |t| {
        black_box((html::text(t), html::title(t)));
    }),
    ("read rules", |t| {
        read_as(Format::Text, &format!("СП 63.13330.2018\n1 Область применения\nТекст о том, что здесь.\n{t}"));
    }),
    ("read law", |t| read_as(Format::Text, &format!("ЗАКОН\nСтатья 1. Предмет\nТекст о том, что здесь сказано.\n{t}"))),
    ("read korean", |t| {
        read_as(Format::Text, &format!("제1장 총칙\n제1조(목적) 이 법은 목적을 정한다 이 법은 목적을.\n{t}"))
    }),
    ("read decisions", |t| read_as(Format::DecisionsTxt, &format!("=== 1 ===\n{t}"))),
    ("read json", |t| {
        let text = json!({"full_name": "а", "pages": [{"page_content": t}, {"page_content": t}]}).to_string();
        read_as(Format::PagesJson, &text);
    }),
    ("read clean", |t| drop(black_box((clean::characters(t), clean::line(t), clean::squeezed(t))))),
    ("dialogue evidence", |t| {
        let turn = Turn {
            id: "t0".into(),
            role: Role::User,
            text: t.to_owned(),
            at: format!("{TODAY}T00:00:00Z"),
            answers_to: None,
            choice: None,
        };
        let quote = t[..t.floor_char_boundary(200)].to_owned();
        if let Some(place) = evidence::find(std::slice::from_ref(&turn), &Quoted { turn: None, quote }) {
            let _ = black_box(evidence::Witness::default().is_clear(&place, evidence::Proves::Wish));
        }
    }),
    ("reply", |t| {
        let _ = black_box(reply::read(t));
        let _ = black_box(reply::strict(t));
        let _ = black_box(reply::loose::read(t, |value| value.get("operations").is_some()));
    }),
    ("patch", |t| {
        let op = json!({"format": "json_patch", "ops": [{"op": "add", "path": format!("/domain/{t}"), "value": t}]});
        let _ = black_box(patch::apply(&json!({"domain": {}}), &op, &["/domain"]));
        if let Ok(value) = serde_json::from_str::<Value>(t) {
            let _ = black_box(patch::apply(&json!({"domain": {}}), &value, &["/domain"]));
        }
    }),
    ("prompt", |t| {
        let values = BTreeMap::from([("x", t.to_owned())]);
        let _ = black_box(prompt::substitute("t", "{{x}} {{#if x}}{{x}}{{/if}}", &values));
        let _ = black_box(prompt::substitute("t", t, &BTreeMap::from([("x", "1".to_owned())])));
    }),
    ("fold", |t| drop(black_box(fold::fold(t)))),
    ("document", |t| {
        black_box((page::escape(t), typography::set(t)));
    }),
    ("redline words", |t| drop(black_box(redline::words::compare(t, &format!("{t} и ещё"))))),
    ("clause edit", |t| drop(black_box(align::align(&[(false, t.to_owned())], &format!("{t} и ещё"))))),
    ("phrases", |t| {
        let words = phrases::tokens(t);
        let lexicon = research::embedded().expect("the lexicon");
        black_box((lexicon.markers.risk.any.found(&words), lexicon.markers.argument.any.first(&words)));
    }),
    ("lint", |t| drop(black_box(lint::text(t, &PACKS, TODAY)))),
    ("research sentences", |t| drop(black_box(passages::sentences(t)))),
    ("research cites", |t| {
        black_box((cites::found(t), cites::canonical(t, Some("RU")), cites::cases(t), classify::language(t)));
    }),
    ("research sections", |t| {
        let lexicon = research::embedded().expect("the lexicon");
        black_box(sections::of(t, lexicon));
    }),
    ("research trimmed", |t| {
        black_box(ask::trimmed(t));
    }),
    ("norms question", |t| {
        black_box((question::read(t, &[]), day::of(t)));
    }),
    ("norms sentences", |t| {
        black_box((sentences::units(t), sentences::has_number(t), sentences::modifiers(t)));
    }),
    ("norms words", |t| drop(black_box((norm_words::stems(t), norm_words::terms(t, &HashSet::new()))))),
    ("norms amounts", |t| {
        black_box(legalagi::workspaces::norms::guards::numbers::given(t, &Value::Null));
        black_box(legalagi::workspaces::norms::guards::numbers::unsupported(t, &[], &[]));
    }),
    ("trial words", |t| {
        let names = [("Иванов".to_owned(), "И".to_owned())];
        black_box((trial::words::sentences(t), trial::words::numbers(t), trial::words::tokens(t)));
        black_box((trial::words::personal(t), trial::words::masked(t, &names), trial::words::cut(t, 400)));
    }),
    ("trial steering", |t| {
        let phrases = ["последняя цена".to_owned()];
        black_box(trial::steering::leaks(t, &BTreeSet::from([300_000]), &phrases));
        black_box((trial::steering::breaks(t, t, &[]), trial::steering::states_a_fact(t)));
    }),
];

fn sources() -> Vec<Value> {
    vec![
        json!({"id": "1", "title": "ГК РФ", "text": "Арендатор обязан вносить плату не позднее пяти дней.", "address": "ГК РФ ст. 614"}),
        json!({"id": "2", "title": "Письмо", "text": "Плата вносится в срок, который определён договором, 10 дней."}),
    ]
}
