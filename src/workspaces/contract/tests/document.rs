//! The document's stages: built-in and hostile performers, words of the person, back to the facts.

use super::lease::finished;
use super::{Dialogue, KNOWLEDGE, moment, step};
use crate::engine::schema;
use crate::engine::turn;
use crate::model::action::NextAction;
use crate::model::event::{Edit, Event};
use crate::model::facts::Origin;
use crate::workspaces::Workspace;
use crate::workspaces::contract::flow::CONTRACT;
use crate::workspaces::contract::{clause_edit, stage, steps};
use serde_json::{Value, json};

fn answer(step: &str, ops: &Value, next: &str) -> Value {
    json!({"step": step, "output_id": "x", "patch": {"format": "json_patch", "ops": ops},
        "next_action": {"kind": next}, "rationale": "Так написано."})
}

impl Dialogue {
    /// The built-in performer's answer to a step of the document.
    fn make(&mut self, id: &str) {
        CONTRACT.admits(step(id), &self.now).expect("the step may run");
        let answer = self.builtin(step(id));
        self.perform(step(id), &answer.to_string()).expect("accepted");
    }

    /// All three steps.
    fn composed(mut self) -> Self {
        for id in [steps::SKELETON, steps::DRAFT_CLAUSES, steps::FINAL_CHECK] {
            self.make(id);
        }
        self
    }

    fn stage(&self) -> &str {
        stage::of(&self.now.state)
    }

    fn words(&self, clause: &str) -> String {
        self.now.state["document"]["clauses"][clause]["text"].as_str().unwrap_or_default().replace('\u{a0}', " ")
    }

    fn rewrite(&mut self, clause: &str, text: Option<&str>) {
        self.absorb(&Event::Clause { clause: clause.into(), text: text.map(str::to_owned) });
    }
}

#[test]
fn three_steps_make_a_final_document() {
    let mut d = finished();
    assert_eq!((d.stage(), d.ready()), ("pre_skeleton", true));
    for (id, stage, kind) in [
        (steps::SKELETON, "skeleton", NextAction::ProceedToClauses),
        (steps::DRAFT_CLAUSES, "clauses", NextAction::ProceedToFinal),
        (steps::FINAL_CHECK, "final", NextAction::Done),
    ] {
        d.make(id);
        assert_eq!((d.stage(), d.now.aside.next_action.clone()), (stage, Some(kind)), "{}", d.now.state["document"]);
        assert_eq!(schema::check(schema::STATE_2, &d.now.state), []);
        assert_ne!(schema::check(schema::STATE, &d.now.state), []);
    }
    assert!(d.words("price.rent").contains("30 000 (тридцать тысяч) рублей"), "{}", d.words("price.rent"));
    let text = d.now.state["document"]["clauses"].to_string();
    assert!(!text.contains('['), "no placeholder is left");
    assert_eq!(d.now.state["document"]["check"]["passed"], true);
}

#[test]
fn stages_come_in_their_order() {
    let d = Dialogue::open(super::lease::FIRST);
    for id in [steps::SKELETON, steps::DRAFT_CLAUSES, steps::FINAL_CHECK] {
        assert!(CONTRACT.admits(step(id), &d.now).is_err(), "{id}");
        // Nor does an answer get by that nobody asked for.
        let answer = d.builtin(step(id));
        assert!(turn::accept(step(id), &d.now, &d.turns, &moment(), &KNOWLEDGE, &answer.to_string()).is_err(), "{id}");
    }
}

#[test]
fn a_skeleton_keeps_every_clause_whatever_a_performer_drops_or_invents() {
    let mut d = finished();
    d.make(steps::SKELETON);
    let whole = d.now.state["document"]["sections"].clone();
    let ids = |sections: &Value| -> std::collections::BTreeSet<String> {
        let sections = sections.as_array().expect("sections").iter();
        sections.flat_map(|s| s["clauses"].as_array().expect("clauses")).map(|id| id.as_str().unwrap().into()).collect()
    };
    let last = whole.as_array().unwrap().last().unwrap().clone();
    let hostile = json!([
        {"id": last["id"], "title": "Штраф 900 000", "clauses": ["penalty.invented", "subject.object"]},
        {"id": "bribe", "title": "Прочее", "clauses": ["x"]},
    ]);
    let value = json!({"variant": "neutral", "sections": hostile});
    let ops = json!([{"op": "add", "path": "/document", "value": value}]);
    d.perform(step(steps::SKELETON), &answer("SKELETON", &ops, "proceed_to_clauses").to_string()).unwrap();
    let made = &d.now.state["document"]["sections"];
    assert_eq!(ids(made), ids(&whole));
    assert_eq!((&made[0]["id"], &made[0]["title"]), (&last["id"], &last["title"]), "order yes, figures in titles no");
    assert!(d.rules.iter().any(|rule| rule == "G31_skeleton"));
}

#[test]
fn a_wording_stands_only_with_all_facts_and_no_invented_one() {
    let mut d = finished();
    d.make(steps::SKELETON);
    let good = "За аренду {{@lessee}} платит {{/price/rent}} в месяц; неполный месяц считается по дням.";
    for (text, stands) in [
        (good, true),
        ("Плата — 90 000 рублей в месяц вместо {{/price/rent}}.", false),
        ("Плата — девяносто тысяч рублей, а не {{/price/rent}}.", false),
        ("Плата вносится вовремя.", false),
        ("Плата — {{/price/rent}}, залог {{/deposit/amount}}.", false),
        ("Плата — {{/price/rent}}, см. п. [{{#penalty.none}}].", false),
        ("{{/price/rent", false),
        ("", false),
    ] {
        let mut tried = d.clone();
        let ops = json!([{"op": "add", "path": "/document/clauses", "value": {"price.rent": {"template": text}}}]);
        let answer = answer("DRAFT_CLAUSES", &ops, "proceed_to_final").to_string();
        tried.perform(step(steps::DRAFT_CLAUSES), &answer).unwrap();
        let source = &tried.now.state["document"]["clauses"]["price.rent"]["source"];
        assert_eq!(source == "model", stands, "{text}");
        assert!(tried.words("price.rent").contains("30 000 (тридцать тысяч) рублей"), "{}", tried.words("price.rent"));
        assert_eq!(tried.rules.iter().any(|rule| rule == "G32_wording"), !stands, "{text}");
    }
}

#[test]
fn a_model_adds_findings_and_closes_nothing() {
    let mut d = finished();
    d.make(steps::SKELETON);
    d.make(steps::DRAFT_CLAUSES);
    let check = json!({"passed": false, "summary": "нельзя", "findings": [
        {"rule": "L01", "severity": "critical", "message": "Мне не нравится."},
        {"rule": "M01", "severity": "low", "message": "x"},
    ]});
    let ops = json!([{"op": "add", "path": "/document/check", "value": check}]);
    d.perform(step(steps::FINAL_CHECK), &answer("FINAL_CHECK", &ops, "done").to_string()).unwrap();
    assert_eq!(d.stage(), "final", "only rules keep a document from being final");
    let findings = d.now.state["document"]["check"]["findings"].to_string();
    assert!(
        findings.contains("Мне не нравится.") && findings.contains("M01") && !findings.contains("L01"),
        "{findings}"
    );
}

#[test]
fn words_of_a_person_stay_when_facts_change() {
    let mut d = finished().composed();
    let old = clause_edit::text_of(&d.now, "price.rent", &KNOWLEDGE).unwrap();
    let new = old.replace("Арендная плата составляет", "За пользование автомобилем арендатор платит");
    assert_ne!(old, new);
    d.rewrite("price.rent", Some(&new));
    assert_eq!((d.stage(), d.now.aside.next_action.clone()), ("clauses", Some(NextAction::ProceedToFinal)));
    assert_eq!(d.now.state["document"]["clauses"]["price.rent"]["source"], "person");
    assert!(d.words("price.rent").starts_with("За пользование автомобилем арендатор платит 30 000"));

    let edit = Edit::Set { value: json!({"amount": "35000.00", "currency": "RUB"}) };
    d.absorb(&Event::Edit { pointer: "/price/rent".into(), edit });
    assert_eq!(d.stage(), "pre_skeleton");
    assert_eq!(schema::check(schema::STATE, &d.now.state), [], "back to the facts means back to 1.0.0");
    d.run();
    assert!(d.ready());
    let d = d.composed();
    assert_eq!(d.stage(), "final", "{}", d.now.state["document"]["check"]);
    let words = d.words("price.rent");
    assert!(words.starts_with("За пользование автомобилем арендатор платит 35 000 (тридцать пять тысяч)"), "{words}");
}

#[test]
fn a_fact_written_into_the_text_goes_back_to_the_facts() {
    let mut d = finished().composed();
    let old = clause_edit::text_of(&d.now, "price.rent", &KNOWLEDGE).unwrap();
    d.rewrite("price.rent", Some(&old.replace("30 000", "40 000")));
    assert_eq!(d.fact("/price/rent/amount"), "40000.00");
    assert_eq!(d.origin("/price/rent/amount"), Some(Origin::Stated));
    assert_eq!(d.stage(), "pre_skeleton", "the gate looks again");
    d.run();
    let d = d.composed();
    assert!(d.words("price.rent").contains("40 000 (сорок тысяч) рублей"), "{}", d.words("price.rent"));
}

#[test]
fn a_fact_overwritten_with_words_is_shown_as_a_conflict_when_it_changes() {
    let mut d = finished().composed();
    let old = clause_edit::text_of(&d.now, "price.rent", &KNOWLEDGE).unwrap();
    let start = old.find("30 000").unwrap();
    let end = old.find(" в месяц").unwrap();
    d.rewrite("price.rent", Some(&format!("{}столько, сколько скажет оценщик,{}", &old[..start], &old[end..])));
    assert_eq!(d.fact("/price/rent/amount"), "30000.00");
    d.make(steps::FINAL_CHECK);
    assert_eq!(d.stage(), "final");
    let edit = Edit::Set { value: json!({"amount": "35000.00", "currency": "RUB"}) };
    d.absorb(&Event::Edit { pointer: "/price/rent".into(), edit });
    d.run();
    d.make(steps::SKELETON);
    d.make(steps::DRAFT_CLAUSES);
    d.make(steps::FINAL_CHECK);
    assert_eq!(d.stage(), "clauses", "a conflict is looked at first");
    assert!(d.now.state["document"]["check"]["findings"].to_string().contains("D01"));
    let kept = clause_edit::text_of(&d.now, "price.rent", &KNOWLEDGE).unwrap();
    let mut own = d.clone();
    own.rewrite("price.rent", Some(&kept));
    own.make(steps::FINAL_CHECK);
    assert_eq!(own.stage(), "final", "saved again, the person's words stand");
    assert!(own.words("price.rent").contains("оценщик"));
    d.rewrite("price.rent", None);
    d.make(steps::FINAL_CHECK);
    assert_eq!(d.stage(), "final");
    assert!(d.words("price.rent").contains("35 000"));
}

#[test]
fn saving_the_words_that_stand_makes_nobody_their_author() {
    let mut d = finished().composed();
    let old = clause_edit::text_of(&d.now, "price.rent", &KNOWLEDGE).unwrap();
    d.rewrite("price.rent", Some(&old));
    assert_eq!(d.now.state["document"]["clauses"]["price.rent"]["source"], "library");
}

#[test]
fn broken_words_are_refused_and_nothing_happens() {
    let d = finished().composed();
    for (clause, text) in [("no.such", "x"), ("price.rent", " "), ("price.rent", "a\u{0}b")] {
        let event = Event::Clause { clause: clause.into(), text: Some(text.into()) };
        assert!(CONTRACT.absorb(&d.now, &event, &moment(), &KNOWLEDGE).is_err(), "{clause} {text:?}");
    }
    let long = Event::Clause { clause: "price.rent".into(), text: Some("я".repeat(4_001)) };
    assert!(CONTRACT.absorb(&d.now, &long, &moment(), &KNOWLEDGE).is_err());
}
