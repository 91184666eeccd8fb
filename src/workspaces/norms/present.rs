//! What the page shows beside the state: the question that waits, remarks.

use crate::model::action::{AnswerFormat, AskUser, Choice, NextAction};
use crate::model::ids::QuestionId;
use crate::model::snapshot::{Aside, AskedRecord};
use crate::workspaces::Presented;
use crate::workspaces::norms::machine::Status;
use crate::workspaces::norms::state::Norms;
use crate::workspaces::norms::{review, steps};
use serde_json::Value;

/// What each step is called.
const NAMES: &[(&str, &str)] = &[
    (steps::PLAN, "План"),
    (steps::EXECUTE, "Поиск"),
    (steps::READ, "Чтение найденного"),
    (steps::JUDGE, "Оценка"),
    (steps::LOCATE, "Места на страницах"),
    (steps::FINALIZE, "Ответ"),
];

/// What a version changes for a person: the question, the answers to questions of the product, the answer.
pub const ROOTS: &[&str] = &["/user_query", "/answers/*", "/final_answer"];

/// What each of these places is called.
const PLACES: &[(&str, &str)] = &[("/user_query", "Вопрос"), ("/answers", "Уточнение"), ("/final_answer", "Ответ")];

/// See the module.
#[must_use]
pub fn present(norms: &Norms) -> Presented {
    let steps = NAMES.iter().map(|(step, name)| (format!("/steps/{step}"), (*name).to_owned()));
    let places = PLACES.iter().map(|(place, name)| ((*place).to_owned(), (*name).to_owned()));
    let answers = (0..norms.answers.len()).map(|at| (format!("/answers/{at}"), (at + 1).to_string()));
    let labels = steps.chain(places).chain(answers).collect();
    let mut notices = norms.warnings.clone();
    if norms.as_of_given {
        notices.push(format!("Нормы на дату {}.", norms.as_of));
    }
    Presented { labels, notices, ..Presented::default() }
}

/// Puts the open question where every page looks for it.
pub fn ask(norms: &Norms, aside: &mut Aside) {
    aside.next_action = match norms.status {
        Status::Completed => Some(NextAction::Done),
        Status::AwaitingUser => {
            norms.question.as_ref().map(|question| NextAction::AskUser { ask_user: asked(question) })
        }
        Status::HumanReview => Some(NextAction::AskUser { ask_user: review::asked(norms) }),
        _ => None,
    };
    if let (Status::AwaitingUser, Some(question)) =
        (norms.status, aside.next_action.as_ref().and_then(NextAction::question))
    {
        let question = question.clone();
        if let Some(id) = question.question_id.clone() {
            aside.questions.entry(id).or_insert(AskedRecord {
                question,
                targets: Vec::new(),
                keys: Vec::new(),
                times: 1,
                answered_by: None,
                settled: false,
            });
        }
    }
}

fn asked(question: &Value) -> AskUser {
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let choices: Vec<Choice> = question["choices"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| Choice { id: text(one, "id"), label: text(one, "label"), value: one["id"].clone() })
        .collect();
    let enough = choices.len() > 1;
    AskUser {
        question_id: Some(QuestionId(text(question, "question_id"))),
        question_text: text(question, "text"),
        answer_format: if enough { AnswerFormat::Choices } else { AnswerFormat::FreeText },
        choices: enough.then_some(choices),
        why_this_question: Some(text(question, "why")).filter(|why| !why.is_empty()),
        links_to_issue_ids: None,
    }
}
