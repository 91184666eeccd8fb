//! The flow of a contract session: open, absorb, next. Pure.

use crate::engine::knowledge::{Knowledge, dialogue};
use crate::engine::schema;
use crate::engine::step::Step;
use crate::engine::text::folded;
use crate::engine::text::once::once;
use crate::engine::turn::{Composed, Moment, Rejection, Settled};
use crate::model::claim::Claim;
use crate::model::compare::TextChange;
use crate::model::document_view::DocumentView;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::model::ids::{QuestionId, SessionId, TurnId, Version};
use crate::model::session::WorkspaceId;
use crate::model::snapshot::{Aside, AskedRecord, RunCounters, Snapshot};
use crate::model::turn::{Role, Turn};
use crate::model::turn_answer::{Told, TurnAnswer};
use crate::workspaces::contract::intake::{acceptance, provenance, recognise, review};
use crate::workspaces::contract::{
    ID, claims, document, foreign, matter, perform, present, redline, stage, state, steps, talk, wire,
};
use crate::workspaces::{Asking, Presented, Said, StepInput, Workspace};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The contract workspace.
pub struct Contract;

/// Its only instance.
pub static CONTRACT: Contract = Contract;

impl Workspace for Contract {
    fn id(&self) -> WorkspaceId {
        ID
    }

    fn steps(&self) -> &'static [Step] {
        steps::STEPS
    }

    fn open(&self, session: &SessionId, first: &str, moment: &Moment) -> Settled {
        let turn = said(0, first, moment);
        let state = json!({
            "meta": {
                "session_id": session,
                "schema_id": schema::STATE,
                "schema_version": "1.0.0",
                "stage": "pre_skeleton",
                "locale": {"language": "ru", "jurisdiction": "RU"},
                "status": "collecting",
                "created_at": moment.now,
                "updated_at": moment.now,
                "state_version": 0,
            },
            "domain": {},
            "issues": [],
            "dialogue": {"history": [state::history_item(&turn)], "asked": []},
            "control": {
                "limits": {"max_questions_per_run": 3, "max_loops": 6, "max_history_turns": 40},
                "checks": {"require_user_confirmation_for_assumptions": true},
                "flags": {},
            },
        });
        let aside = Aside { pending: Some(steps::INTERPRET.to_owned()), ..Aside::default() };
        Settled { state, aside, turns: vec![turn], decisions: Vec::new() }
    }

    fn fitting(
        &self,
        before: &Snapshot,
        at: &str,
        value: &Value,
        moment: &Moment,
        knowledge: &Knowledge,
    ) -> Result<Value, ApiError> {
        super::fitting::fitting(before, at, value, moment, knowledge)
    }

    fn absorb(
        &self,
        before: &Snapshot,
        event: &Event,
        moment: &Moment,
        knowledge: &Knowledge,
    ) -> Result<Settled, ApiError> {
        match event {
            Event::Message { text, answers_to, choice } => {
                absorb_message(before, text, answers_to.as_ref(), choice.as_deref(), moment, knowledge)
            }
            Event::Edit { pointer, edit } => super::edit::absorb(before, pointer, edit, moment, knowledge),
            Event::Clause { clause, text } => {
                super::clause_edit::absorb(before, clause, text.as_deref(), moment, knowledge)
            }
            Event::Import { turns, .. } => Ok(super::foreign::absorb(before, *turns, moment, knowledge)),
            Event::Card { card, fields } => talk::card::absorb(before, card, fields, moment, knowledge),
            Event::Review { state_version, all, accept, reject, set } => {
                let word = talk::review::Word { version: *state_version, all: *all, accept, reject, set };
                talk::review::absorb(before, &word, moment, knowledge)
            }
            Event::Undo { undone, words, base } => {
                talk::undo::absorb(before, *undone, words.as_deref(), base.as_deref(), moment)
            }
            Event::Rework { .. }
            | Event::Sequence { .. }
            | Event::Attach { .. }
            | Event::Gate { .. }
            | Event::Evidence { .. } => {
                let message = "В договоре правятся факты и пункты, а не результаты шагов.";
                Err(ApiError::new(ErrorCode::NotSupported, message))
            }
        }
    }

    fn admits(&self, step: &Step, snapshot: &Snapshot) -> Result<(), ApiError> {
        stage::admits(step.id, snapshot)
    }

    fn input(
        &self,
        step: &Step,
        snapshot: &Snapshot,
        turns: &[Turn],
        moment: &Moment,
        knowledge: &Knowledge,
    ) -> StepInput {
        perform::input::of(step, snapshot, turns, moment, knowledge)
    }

    fn for_model(&self, step: &Step, data: &Value, knowledge: &Knowledge) -> BTreeMap<&'static str, String> {
        perform::input::for_model(step, data, knowledge)
    }

    fn asked(&self, asking: &Asking<'_>) -> Option<StepInput> {
        perform::input::asked(asking)
    }

    fn named_input(&self, asking: &Asking<'_>) -> StepInput {
        // The gate is the rules' own: no prompt is rendered for it.
        let named = |name: &str| asking.step.id != steps::GATE_CHECK && (asking.named)(name);
        perform::input::named(&Asking { named: &named, ..*asking })
    }

    fn perform(&self, step: &str, input: &Value, knowledge: &Knowledge) -> Value {
        perform::perform(step, input, knowledge)
    }

    fn falls_back(&self, step: &Step) -> bool {
        step.id == steps::INTERPRET
    }

    fn compose(&self, said: &Said<'_>, knowledge: &Knowledge) -> Option<Result<Composed, Rejection>> {
        (said.step.id == steps::INTERPRET).then(|| wire::compose(said, knowledge))
    }

    fn language(&self, turns: &[Turn]) -> &'static str {
        wire::language(turns)
    }

    /// A click says one thing only, so does a plain yes to the list of what was read, and the gate is the rules' own: none
    /// of them needs a call.
    fn needs_model(&self, step: &Step, input: &Value) -> bool {
        let last = input["turns"].as_array().and_then(|turns| turns.last());
        let says_one_thing = |turn: &Value| {
            let listed = || {
                let question = turn["answers_to"].as_str().map(|id| &input["asked"][id]);
                let keys = question.and_then(|question| question["keys"].as_array());
                keys.is_some_and(|keys| keys.iter().any(|key| key == review::KEY))
            };
            turn["choice"].is_string() || turn["text"].as_str().is_some_and(acceptance::is_plain) && listed()
        };
        step.id != steps::GATE_CHECK && !(step.id == steps::INTERPRET && last.is_some_and(says_one_thing))
    }

    fn performed(&self, now: &Snapshot, turns: &[Turn]) -> Option<(String, Vec<String>)> {
        wire::kept::performed(now, turns)
    }

    fn recognises(&self, words: &str, knowledge: &Knowledge) -> u8 {
        // «Может ли арендатор…?» names a type and asks about law.
        let asks = words.trim_end().ends_with('?');
        // «Привет, что ты умеешь?» is answered in a dialogue, not with articles.
        if dialogue::embedded().is_ok_and(|words_of| words_of.asks_about_itself(words)) {
            return 5;
        }
        if !asks && recognise::recognise(words, &[], knowledge).is_some_and(|found| found.named) { 4 } else { 1 }
    }

    fn claims(&self, snapshot: &Snapshot, knowledge: &Knowledge, today: &str) -> Vec<Claim> {
        claims::claims(snapshot, knowledge, today)
    }

    fn present(&self, snapshot: &Snapshot, knowledge: &Knowledge) -> Presented {
        present::present(snapshot, knowledge)
    }

    fn named(&self, snapshot: &Snapshot, knowledge: &Knowledge) -> Option<String> {
        matter::name(snapshot, knowledge)
    }

    fn told(&self, before: Option<&Snapshot>, now: &Snapshot, turns: &[Turn], knowledge: &Knowledge) -> Told {
        talk::told(before, now, turns, knowledge)
    }

    fn answer(&self, before: Option<&Snapshot>, now: &Snapshot, turns: &[Turn], knowledge: &Knowledge) -> TurnAnswer {
        talk::answer(before, now, turns, knowledge)
    }

    fn replies(&self) -> bool {
        true
    }

    fn undo_target(&self, causes: &[(Version, &str)], now: &Snapshot) -> Option<Version> {
        talk::undo::target(causes, now)
    }

    fn undoes(&self, text: &str) -> bool {
        dialogue::embedded().is_ok_and(|words| words.undoes(text))
    }

    fn text_changes(
        &self,
        before: &Snapshot,
        after: &Snapshot,
        knowledge: &Knowledge,
    ) -> Result<Option<Vec<TextChange>>, String> {
        Ok(redline::between(before, after, knowledge, None)?.map(|(_, redline)| redline.changes()))
    }

    fn has_document(&self) -> bool {
        true
    }

    fn wish(&self, step: &Step, variant: &str, aside: &mut Aside) {
        if step.id == steps::SKELETON {
            aside.extra.insert(stage::WISHED.to_owned(), variant.into());
        }
    }

    fn handed_over(&self, copy: &Snapshot, moment: &Moment, knowledge: &Knowledge) -> (Value, Aside) {
        foreign::handed_over(copy, moment, knowledge)
    }

    fn document(
        &self,
        snapshot: &Snapshot,
        knowledge: &Knowledge,
        variant: Option<&str>,
        part: &str,
    ) -> Result<Option<DocumentView>, ApiError> {
        document::view(snapshot, knowledge, variant, part)
    }
}

fn said(version: u32, text: &str, moment: &Moment) -> Turn {
    Turn {
        id: TurnId(format!("t{version}")),
        role: Role::User,
        text: text.to_owned(),
        at: moment.now.clone(),
        answers_to: None,
        choice: None,
    }
}

/// The choice whose label the person typed instead of clicking it.
fn typed_label<'r>(record: &'r AskedRecord, text: &str) -> Option<&'r str> {
    let letters = |said: &str| folded(said).chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let said = letters(text);
    let mut fits = record.question.choices.iter().flatten().filter(|choice| letters(&choice.label) == said);
    // Questions of packs compare their labels themselves.
    let own = record.keys.iter().any(|key| key == review::KEY || key.contains(':'));
    fits.next().filter(|_| own && !said.is_empty()).map(|choice| choice.id.as_str())
}

/// Stores the person's words: a turn in the history, the question marked as answered, INTERPRET to come.
fn absorb_message(
    before: &Snapshot,
    text: &str,
    answers_to: Option<&QuestionId>,
    choice: Option<&str>,
    moment: &Moment,
    knowledge: &Knowledge,
) -> Result<Settled, ApiError> {
    let open = state::open_question(before).and_then(|record| record.question.question_id.clone());
    let question = match answers_to {
        Some(id) if before.aside.questions.contains_key(id) => Some(id.clone()),
        Some(id) => {
            let message =
                "Такого вопроса в этом договоре не было. Обновите страницу и ответьте на вопрос, который на ней.";
            return Err(ApiError::field("answer_to_question_id", message).with("value", id.as_str()));
        }
        // Words without a question answer the one that is open, if they answer anything.
        None => open,
    };
    // A choice of a question that was put before and never answered is an answer to that question.
    let offers = |id: &QuestionId, choice: &str| {
        let record = before.aside.questions.get(id);
        record.is_some_and(|one| one.question.choices.iter().flatten().any(|own| own.id == choice))
    };
    let question = match choice {
        Some(choice) if answers_to.is_none() && !question.as_ref().is_some_and(|id| offers(id, choice)) => {
            let open = before.aside.questions.iter().filter(|(id, one)| !one.settled && offers(id, choice));
            open.max_by_key(|(id, _)| number(id)).map(|(id, _)| id.clone()).or(question)
        }
        _ => question,
    };
    let record = question.as_ref().and_then(|id| before.aside.questions.get(id));
    let choice = choice.or_else(|| typed_label(record?, text));
    let picked = match choice {
        None => None,
        Some(id) => {
            let found =
                record.and_then(|r| r.question.choices.as_ref()).and_then(|list| list.iter().find(|c| c.id == id));
            let message = "Такого варианта в этом вопросе нет. Выберите один из предложенных или ответьте словами.";
            Some(found.ok_or_else(|| ApiError::field("choice_id", message).with("value", id))?)
        }
    };
    let text = match (text.trim().is_empty(), picked) {
        (true, Some(choice)) => choice.label.as_str(),
        _ => text,
    };
    let version = before.version + 1;
    let turn = Turn { answers_to: question.clone(), choice: choice.map(str::to_owned), ..said(version, text, moment) };
    let mut next = (*before.state).clone();
    state::append_history(&mut next, std::slice::from_ref(&turn));
    let mut aside = (*before.aside).clone();
    // Read here, before anybody asks for a part of the reading.
    let _ = once(&turn.text, provenance::day(&turn));
    // A question of the person or a mere remark is answered from what is held: it changes nothing and asks nobody.
    let ground = talk::Ground::new(before, std::slice::from_ref(&turn), knowledge);
    if before.aside.pending.is_none() && ground.is_some_and(|ground| talk::asked::is_pure(&ground, &turn)) {
        next["meta"]["state_version"] = version.into();
        next["meta"]["updated_at"] = json!(moment.now);
        return Ok(Settled { state: next, aside, turns: vec![turn], decisions: Vec::new() });
    }
    // What the last look asked: left as it is, or answered with what else was agreed on.
    let ground = talk::Ground::new(before, std::slice::from_ref(&turn), knowledge).filter(|_| question.is_none());
    let left = ground.map(|ground| talk::closing::open(&ground)).unwrap_or_default();
    if !left.is_empty() {
        if picked.is_none() && talk::closing::keeps(&turn.text) {
            return Ok(talk::closing::taken(before, left, turn, moment));
        }
        talk::closing::show(&mut aside, &left);
        aside.extra.insert(state::CLOSING.to_owned(), json!(turn.id));
    }
    reopen(&mut next, &mut aside, version, moment);
    aside.pending = Some(steps::INTERPRET.to_owned());
    aside.run = RunCounters::default();
    if let Some(record) = question.and_then(|id| aside.questions.get_mut(&id)) {
        record.answered_by = Some(turn.id.clone());
    }
    Ok(Settled { state: next, aside, turns: vec![turn], decisions: Vec::new() })
}

/// The version in which a question was put: `q12`.
fn number(id: &QuestionId) -> u32 {
    id.as_str().trim_start_matches('q').parse().unwrap_or(0)
}

/// New words make an older verdict of the gate void; a document waits aside until the facts stand again.
pub fn reopen(next: &mut Value, aside: &mut Aside, version: u32, moment: &Moment) {
    stage::shelve(next, aside);
    next["meta"]["status"] = json!("collecting");
    next["meta"]["state_version"] = version.into();
    next["meta"]["updated_at"] = json!(moment.now);
    if let Some(map) = next.as_object_mut() {
        map.remove("gate");
    }
}
