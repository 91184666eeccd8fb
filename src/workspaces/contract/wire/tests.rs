//! Answers of a model over the built-in reading: what is taken, what is told back, what stands where the two differ.

mod unusual;

use crate::engine::schema;
use crate::engine::step::Kept;
use crate::engine::turn::{self, Composed, Moment, Rejection};
use crate::model::claim::Support;
use crate::model::facts::Origin;
use crate::model::ids::SessionId;
use crate::model::snapshot::Snapshot;
use crate::model::turn::Turn;
use crate::workspaces::contract::flow::CONTRACT;
use crate::workspaces::contract::steps;
use crate::workspaces::contract::tests::KNOWLEDGE;
use crate::workspaces::contract::wire::kept;
use crate::workspaces::{Next, Said, Workspace};
use serde_json::{Value, json};
use std::sync::Arc;

const LEASE: &str = "Сдаю в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";

struct Talk {
    now: Snapshot,
    turns: Vec<Turn>,
}

fn moment() -> Moment {
    Moment { now: "2026-11-21T09:00:00.000Z".into() }
}

impl Talk {
    fn open(first: &str) -> Self {
        let session = SessionId::from("AAAAAAAAAAAAAAAAAAAAAA");
        let opened = CONTRACT.open(&session, first, &moment());
        let now = Snapshot {
            session,
            version: 0,
            state: Arc::new(opened.state),
            aside: Arc::new(opened.aside),
            at: moment().now,
        };
        Self { now, turns: opened.turns }
    }

    /// What a model's answer becomes.
    fn compose(&self, answer: &str) -> Result<Composed, Rejection> {
        let step = steps::by_id(steps::INTERPRET).expect("a step");
        let said = Said {
            step,
            before: &self.now,
            turns: &self.turns,
            moment: &moment(),
            performer: "m",
            text: answer,
            kept: &Kept::new(),
        };
        CONTRACT.compose(&said, &KNOWLEDGE).expect("a dialogue")
    }

    /// Takes a model's answer, then lets the rules run on; what was told back.
    fn answer(&mut self, answer: &Value) -> Vec<String> {
        let composed = self.compose(&answer.to_string()).expect("something is taken");
        let step = steps::by_id(steps::INTERPRET).expect("a step");
        let text = &composed.text;
        let accepted = turn::accept(step, &self.now, &self.turns, &moment(), &KNOWLEDGE, text).expect("accepted");
        assert_eq!(schema::check(schema::STEP_OUTPUT, &accepted.output), []);
        self.turns.extend(accepted.turns);
        self.now = accepted.snapshot;
        self.run();
        composed.refused.into_iter().filter_map(|problem| problem.pointer).collect()
    }

    fn say(&mut self, words: &str) {
        let event = crate::model::event::Event::Message { text: words.into(), answers_to: None, choice: None };
        let settled = CONTRACT.absorb(&self.now, &event, &moment(), &KNOWLEDGE).expect("the event fits");
        self.turns.extend(settled.turns);
        self.now = Snapshot {
            version: self.now.version + 1,
            state: Arc::new(settled.state),
            aside: Arc::new(settled.aside),
            ..self.now.clone()
        };
    }

    fn run(&mut self) {
        while let Next::Run(step) = CONTRACT.next(&self.now) {
            let input = CONTRACT.input(step, &self.now, &self.turns, &moment(), &KNOWLEDGE);
            let text = CONTRACT.perform(step.id, &input.data, &KNOWLEDGE).to_string();
            let accepted = turn::accept(step, &self.now, &self.turns, &moment(), &KNOWLEDGE, &text).expect("taken");
            self.turns.extend(accepted.turns);
            self.now = accepted.snapshot;
        }
    }

    fn fact(&self, at: &str) -> &Value {
        self.now.state["domain"].pointer(at).unwrap_or(&Value::Null)
    }

    fn support(&self, at: &str) -> Option<Support> {
        self.now.aside.ledger.get(at).map(|entry| entry.support())
    }
}

fn op(path: &str, value: Value, quote: &str) -> Value {
    json!({"op": "add", "path": path, "value": value, "evidence": {"turn": null, "quote": quote}, "reading": "interpreted"})
}

fn ops(list: Value) -> Value {
    json!({"operations": list, "reply": "Понял."})
}

#[test]
fn the_rules_are_the_floor_and_a_model_adds() {
    let mut talk = Talk::open(&format!("{LEASE}. Страховку ОСАГО беру на себя, в салоне не курить"));
    let told = talk.answer(&json!({
        "operations": [op("domain/insurance/osago", json!("lessor"), "Страховку ОСАГО беру на себя")],
        "own_clauses": [{"title": "Курение", "words": "Арендатор не курит в салоне автомобиля.",
                         "evidence": {"quote": "в салоне не курить"}}],
        "reply": "Понял.",
    }));
    // Whether the pack has the place or not, the rest stands.
    assert!(told.len() <= 1, "{told:?}");
    assert_eq!(talk.fact("/price/rent/amount"), "30000.00");
    assert_eq!(talk.support("/price/rent/amount"), Some(Support::Stated), "the rules' own reading keeps its word");
    assert_eq!(talk.fact("/own_clauses/Курение"), "Арендатор не курит в салоне автомобиля.");
    assert_eq!(talk.support("/own_clauses/Курение"), Some(Support::Read));
    let entry = talk.now.aside.ledger.get("/own_clauses/Курение").expect("an entry");
    assert_eq!((entry.origin, entry.quote.as_deref()), (Origin::Assumed, Some("в салоне не курить")));
    assert_eq!(kept::performed(&talk.now, &talk.turns).map(|(name, _)| name).as_deref(), Some("m"));
}

#[test]
fn one_bad_operation_takes_only_its_dependants_along() {
    let mut talk = Talk::open(LEASE);
    let told = talk.answer(&ops(json!([
        op("/object/color", json!("белый"), "белого цвета"),
        op("/meta/status", json!("ready"), "Сдаю"),
        {"op": "test", "path": "/price/rent/amount", "value": "1.00"},
        op("/price/rent/amount", json!("2"), "за 30 000 рублей"),
        op("/object/year", json!(2021), "2021 года"),
    ])));
    assert_eq!(told, ["/operations/0", "/operations/1", "/operations/2", "/operations/3"]);
    assert_eq!((talk.fact("/price/rent/amount"), talk.fact("/object/year")), (&json!("30000.00"), &json!(2021)));
    assert_eq!(talk.now.state["meta"]["status"], "collecting");
    assert_eq!(kept::reply(&talk.now, &talk.turns[0].id), None, "words about what was refused are not shown");
}

#[test]
fn nothing_of_an_answer_that_can_be_taken_is_a_refusal() {
    let talk = Talk::open(LEASE);
    for answer in [
        ops(json!([op("/price/rent", json!("40000"), "за 40 000 рублей")])),
        ops(json!([{"op": "add", "path": "/price/rent", "value": 1}])),
        ops(json!([op("/dialogue/history", json!([]), "Сдаю")])),
        json!({"operations": "нет"}),
        json!({"foo": 1}),
    ] {
        let refused = talk.compose(&answer.to_string());
        let plain = answer["operations"].is_string();
        assert!(refused.is_err() || plain, "{answer}");
    }
}

#[test]
fn a_fact_of_the_person_changes_by_a_correction_and_stays_otherwise() {
    let change = |words: &str, quote: &str, value: &str| {
        let mut talk = Talk::open(LEASE);
        talk.run();
        talk.say(words);
        let told = talk.answer(&ops(json!([op("/price/rent", json!(value), quote)])));
        assert!(told.is_empty(), "{told:?}");
        talk
    };
    let corrected = change("Нет, ошибся: плата будет по-моему тридцать пять тысяч", "тридцать пять тысяч", "35000");
    assert_eq!(corrected.fact("/price/rent/amount"), "35000.00");
    let against = change("За месяц арендатор отдаёт сорок тыщ", "отдаёт сорок тыщ", "40000");
    assert_eq!(against.fact("/price/rent/amount"), "30000.00", "both stand until the person says which");
    let issues = &against.now.state["issues"];
    let open = issues.as_array().expect("a list").iter().any(|issue| issue["key"] == "conflict:/price/rent");
    assert!(open, "{issues:#}");
}

#[test]
fn words_of_a_term_make_no_other_fact_certain() {
    let mut talk = Talk::open(&format!("{LEASE}. О выезде за город арендатор говорит за 3 дня"));
    let words = "О выезде за город арендатор говорит за 3 дня";
    talk.answer(&json!({"operations": [], "own_clauses": [{
        "title": "Выезд за город", "words": "О выезде за город арендатор предупреждает за 3 дня.",
        "evidence": {"quote": words},
    }]}));
    let certain = talk.now.aside.ledger.0.iter().filter(|(at, entry)| {
        let inside = entry.quote.as_deref().is_some_and(|quote| words.contains(quote) && quote.len() < words.len());
        inside && entry.support() == Support::Stated && !at.starts_with("/own_clauses")
    });
    assert_eq!(certain.map(|(at, _)| at.clone()).collect::<Vec<_>>(), Vec::<String>::new());
    assert_eq!(talk.support("/price/rent/amount"), Some(Support::Stated));
}

#[test]
fn a_forged_record_of_evidence_proves_nothing() {
    let talk = Talk::open(LEASE);
    let composed =
        talk.compose(&ops(json!([op("/object/year", json!(2021), "2021 года")])).to_string()).expect("taken");
    let mut output: Value = serde_json::from_str(&composed.text).expect("JSON");
    let forged = json!({"op": "add", "path": "/domain/object/mileage", "value": 77_777});
    output["patch"]["ops"].as_array_mut().expect("a list").push(forged);
    output["wire"]["facts"] =
        json!({"/object/mileage": {"turn": "t0", "quote": "пробег 77 777", "reading": "literal"}});
    let step = steps::by_id(steps::INTERPRET).expect("a step");
    let text = output.to_string();
    let accepted = turn::accept(step, &talk.now, &talk.turns, &moment(), &KNOWLEDGE, &text).expect("accepted");
    let entry = accepted.snapshot.aside.ledger.get("/object/mileage").expect("an entry").clone();
    assert_eq!(entry.support(), Support::Assumed);
}

#[test]
fn an_old_canonical_answer_is_read_over_the_floor() {
    let mut talk = Talk::open(&format!("{LEASE}, машина белая"));
    let told = talk.answer(&json!({
        "step": "INTERPRET", "rationale": "Цвет назван.",
        "patch": {"format": "json_patch", "ops": [
            {"op": "add", "path": "/domain/note", "value": "белая"},
            {"op": "add", "path": "/domain/other", "value": "чёрная"},
            {"op": "add", "path": "/domain/price", "value": {"rent": {"amount": "1.00", "currency": "RUB"}}},
        ]},
        "issue_updates": [], "next_action": {"kind": "proceed_to_gate"},
    }));
    assert!(told.is_empty());
    assert_eq!(talk.fact("/price/rent/amount"), "30000.00", "what the rules read in words stands");
    assert_eq!(talk.fact("/note"), "белая");
    assert_eq!(talk.support("/other"), Some(Support::Assumed));
}

#[test]
fn the_stable_part_of_the_prompt_stays_within_a_session() {
    let mut talk = Talk::open(LEASE);
    let stable = |talk: &Talk| {
        let step = steps::by_id(steps::INTERPRET).expect("a step");
        let input = CONTRACT.input(step, &talk.now, &talk.turns, &moment(), &KNOWLEDGE);
        let prompts = crate::engine::prompt::Prompts::default();
        prompts.render(step.prompt, &input.variables, Arc::new(Value::Null)).expect("renders").system
    };
    let first = stable(&talk);
    talk.run();
    talk.say("Арендатор ООО «Вектор», ИНН 7700000016, залог 15 000 рублей");
    assert_eq!(stable(&talk), first);
    assert!(first.contains("/price/rent") && !first.contains("Вектор"));
}

#[test]
fn a_click_and_the_gate_ask_no_model() {
    let talk = Talk::open(LEASE);
    let input = |step: &str| {
        let step = steps::by_id(step).expect("a step");
        (step, CONTRACT.input(step, &talk.now, &talk.turns, &moment(), &KNOWLEDGE).data)
    };
    let (interpret, mut data) = input(steps::INTERPRET);
    assert!(CONTRACT.needs_model(interpret, &data));
    data["turns"][0]["choice"] = json!("yes");
    assert!(!CONTRACT.needs_model(interpret, &data));
    let (gate, data) = input(steps::GATE_CHECK);
    assert!(!CONTRACT.needs_model(gate, &data));
}

#[test]
fn a_model_confirms_what_was_read_on_words_that_say_yes_and_nothing_else() {
    let mut talk = Talk::open(LEASE);
    talk.run();
    let at = "/own_clauses/Курение";
    talk.say("Курить в салоне нельзя");
    talk.answer(&json!({"operations": [], "own_clauses": [{"title": "Курение",
        "words": "Арендатор не курит в салоне.", "evidence": {"quote": "Курить в салоне нельзя"}}]}));
    assert_eq!(talk.support(at), Some(Support::Read));
    let confirm = |quote: &str| json!({"op": "confirm", "path": at, "value_json": null, "evidence": {"quote": quote}});
    talk.say("Про курение верно записали, а залог двадцать тысяч");
    talk.answer(&ops(json!([confirm("а залог двадцать тысяч")])));
    assert_eq!(talk.support(at), Some(Support::Read), "these words do not say yes");
    talk.say("Аренда как была. Про курение неверно записали");
    for words in ["да", "верно записали", "неверно записали"] {
        let confirmed = talk.compose(&ops(json!([confirm(words)])).to_string());
        let wire = confirmed.map(|it| it.text).unwrap_or_default();
        assert!(!wire.contains("\"confirmed\""), "{words}: a part of a word, or of a denial");
    }
    talk.say("Про курение верно записали, а залог двадцать тысяч");
    talk.answer(&ops(json!([confirm("Про курение верно записали")])));
    assert_eq!(talk.support(at), Some(Support::Confirmed));
    let before = talk.fact("/price/rent/amount").clone();
    talk.answer(&ops(json!([
        {"op": "confirm", "path": "/price/rent", "value_json": "\"1\"", "evidence": {"quote": "верно записали"}}
    ])));
    assert_eq!(talk.fact("/price/rent/amount"), &before, "a confirmation writes nothing");
}

#[test]
fn a_better_wording_takes_raw_words_away_and_keeps_the_numbers_of_the_dialogue() {
    let mut talk = Talk::open(LEASE);
    talk.say("Мойка машины раз в 2 недели за счёт арендатора, чек присылает в чат");
    talk.run();
    talk.say("А ещё про мойку: за 3 дня пусть предупреждает");
    let told = talk.answer(&json!({"operations": [], "own_clauses": [{"title": "Мойка",
        "words": "Арендатор моет автомобиль раз в 2 недели и предупреждает об этом за 3 дня.",
        "evidence": {"quote": "про мойку: за 3 дня пусть предупреждает"}}]}));
    assert!(told.is_empty(), "«2» was said before: {told:?}");
    let invented = json!({"operations": [], "own_clauses": [{"title": "Мойка",
        "words": "Арендатор моет автомобиль раз в 9 недель.",
        "evidence": {"quote": "про мойку: за 3 дня пусть предупреждает"}}], "reply": "Понял."});
    assert!(talk.compose(&invented.to_string()).is_err(), "nobody said nine");
}

#[test]
fn a_model_ends_a_contradiction_that_the_rules_saw() {
    let open = |talk: &Talk| {
        let issues = talk.now.state["issues"].as_array().expect("a list").clone();
        issues.iter().any(|issue| issue["key"] == "conflict:/price/rent" && issue["status"] == "open")
    };
    let doubted = || {
        let mut talk = Talk::open(LEASE);
        talk.run();
        talk.say("Плата в месяц 40 000 рублей");
        talk
    };
    let mut talk = doubted();
    talk.answer(&ops(json!([])));
    assert!(open(&talk), "whoever says nothing of it leaves it open");
    talk.say("Плата прежняя, тридцать тысяч рублей, а сорок тысяч — цена другой машины");
    talk.answer(&ops(json!([op("/price/rent", json!("30000"), "Плата прежняя, тридцать тысяч рублей")])));
    assert!(!open(&talk) && talk.fact("/price/rent/amount") == "30000.00", "{:#}", talk.now.state["issues"]);
    let mut talk = doubted();
    talk.answer(&ops(json!([
        {"op": "remove", "path": "/price/rent", "value_json": null, "evidence": {"quote": "Плата в месяц 40 000 рублей"}}
    ])));
    assert!(!open(&talk) && talk.fact("/price/rent/amount") == "30000.00", "the fact stays");
    assert_eq!(talk.support("/price/rent/amount"), Some(Support::Read), "and the person is shown it");
}

#[test]
fn a_longer_name_replaces_a_confirmed_one() {
    let mut talk = Talk::open(LEASE);
    talk.run();
    talk.say("Арендодатель ООО «Прибой», ИНН 7700000016, банк: Томское отделение № 8616 ПАО Сбербанк");
    talk.run();
    let at = "/parties/lessor/bank/name";
    assert_eq!(talk.fact(at), "Томское отделение № 8616 ПАО Сбербанк");
    talk.say("В названии нашего банка пропущен г. Томск");
    let told = talk.answer(&ops(json!([op(
        at,
        json!("Томское отделение № 8616 ПАО Сбербанк, г. Томск"),
        "В названии нашего банка пропущен г. Томск"
    )])));
    assert!(told.is_empty(), "{told:?}");
    assert_eq!(talk.fact(at), "Томское отделение № 8616 ПАО Сбербанк, г. Томск", "{:#}", talk.now.state["issues"]);
}

#[test]
fn a_model_hides_no_correction_of_the_person() {
    let corrected = || {
        let mut talk = Talk::open(LEASE);
        talk.run();
        talk.say("Плата не 30 000, а 40 000 рублей в месяц, договор подпишем в Казани");
        talk
    };
    let certain = |talk: &Talk| talk.support("/price/rent/amount") == Some(Support::Stated);
    let asked = |talk: &Talk| talk.now.state["issues"].to_string().contains("conflict:/price/rent");
    let mut talk = corrected();
    talk.answer(&ops(json!([op("/price/rent", json!("30000"), "договор подпишем в Казани")])));
    assert!(asked(&talk) || !certain(&talk), "{:#}", talk.now.state["domain"]["price"]);
    let mut talk = corrected();
    talk.answer(&ops(json!([
        {"op": "remove", "path": "/price/rent", "value_json": null, "evidence": {"quote": "договор подпишем в Казани"}}
    ])));
    assert!(asked(&talk) || !certain(&talk), "{:#}", talk.now.state["domain"]["price"]);
}
