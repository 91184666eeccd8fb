//! `POST /s/{id}/say`: the composer with a file. What was typed is said as always; the text of the file is read as the
//! person's words after it, by the same door as any other words: data, traced to quotes, guarded.

use crate::adapters::extract::ExtractError;
use crate::adapters::worker;
use crate::engine::limits;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::model::form::Returned;
use crate::model::ids::QuestionId;
use crate::registry;
use crate::runner::fail;
use crate::server::rest::{handle, session_id};
use crate::server::router::Server;
use crate::server::upload::{broken, bytes, multipart, refused};
use crate::server::{back, gate_page};
use axum::extract::{Path, Request, State};
use axum::response::{IntoResponse, Redirect, Response};

/// The form, as a page that comes back names it.
const FORM: &str = "say";
/// Most turns that a file becomes.
const MOST_PARTS: usize = 4;

#[derive(Default)]
struct Sent {
    text: String,
    request: Option<String>,
    answers_to: Option<String>,
    choice: Option<String>,
    file: Option<Vec<u8>>,
}

/// See the module. A form that was not taken is shown again with what was typed.
pub async fn say(State(server): State<Server>, Path(id): Path<String>, request: Request) -> Response {
    let headers = request.headers().clone();
    let mut sent = Sent::default();
    let taken = async {
        // Nobody's file is read for a session that there is not.
        let session = session_id(&id)?;
        let row = server.app.store.row(&session).await.map_err(|error| fail::of_store(&error))?;
        fill(&mut sent, request).await?;
        if sent.file.is_some() && !registry::of(row.workspace).is_some_and(|one| one.flow.has_document()) {
            let words = "Файл здесь не прикладывается: вставьте его текст в сообщение.";
            return Err(ApiError::new(ErrorCode::NotSupported, words).with("field", "file"));
        }
        said(&server, &id, &mut sent).await
    };
    match taken.await {
        Ok(()) => Redirect::to(&back::to(&headers, &id, &[])).into_response(),
        Err(error) => {
            let returned = Returned { form: FORM.to_owned(), pairs: vec![("text".to_owned(), sent.text)], error };
            gate_page::again(&server, &id, FORM, &headers, returned).await
        }
    }
}

async fn said(server: &Server, id: &str, sent: &mut Sent) -> Result<(), ApiError> {
    // Read before anything is said: a file that nobody can read leaves everything as it was.
    let file = match sent.file.take() {
        Some(bytes) => read(bytes).await?,
        None => Vec::new(),
    };
    let typed = !sent.text.trim().is_empty() || sent.choice.is_some();
    if !typed && file.is_empty() {
        return Err(ApiError::field("text", "Напишите сообщение или приложите файл."));
    }
    if typed {
        let event = Event::Message {
            text: sent.text.clone(),
            answers_to: sent.answers_to.clone().map(QuestionId),
            choice: sent.choice.clone(),
        };
        handle(server, id, sent.request.clone(), event).await?;
        // It is said now: a file that fails behind it does not bring it back.
        sent.text.clear();
    }
    for (part, text) in file.into_iter().enumerate() {
        // A form that is sent twice says nothing twice.
        let request = sent.request.as_ref().map(|request| format!("{}.f{part}", request.get(..90).unwrap_or(request)));
        // A document is no answer to the open question: its facts are read, and the question stays if they hold none.
        handle(server, id, request, Event::Message { text, answers_to: None, choice: None }).await?;
    }
    Ok(())
}

/// The text of a file, in as many turns as it needs.
async fn read(bytes: Vec<u8>) -> Result<Vec<String>, ApiError> {
    let text = worker::text(bytes).await.map_err(refused)?.replace("\r\n", "\n").replace('\0', "");
    if text.trim().is_empty() {
        return Err(ApiError::field("file", "В файле нет текста: возможно, это снимок без распознанных слов."));
    }
    let parts = limits::parts(&text, limits::MESSAGE_BYTES);
    if parts.len() > MOST_PARTS {
        return Err(refused(ExtractError::TooLong));
    }
    Ok(parts)
}

async fn fill(sent: &mut Sent, request: Request) -> Result<(), ApiError> {
    let mut form = multipart(request).await?;
    let mut left = limits::UPLOAD_BYTES;
    while let Some(mut field) = form.next_field().await.map_err(|error| broken(&error))? {
        let name = field.name().unwrap_or_default().to_owned();
        let bytes = bytes(&mut field, &mut left).await?;
        if name == "file" {
            sent.file = Some(bytes).filter(|bytes| !bytes.is_empty());
            continue;
        }
        let words = String::from_utf8(bytes).map_err(|_| ApiError::field(&name, "Поле — не UTF-8."))?;
        let filled = Some(words.clone()).filter(|words| !words.is_empty());
        match name.as_str() {
            // Browsers send line breaks of a field as two signs.
            "text" => sent.text = words.replace("\r\n", "\n"),
            "request" => sent.request = filled,
            "answers_to" => sent.answers_to = filled,
            "choice" => sent.choice = filled,
            "session" => {}
            _ => return Err(ApiError::field("form", "Форма заполнена не так, как ожидает сервер. Обновите страницу.")),
        }
    }
    Ok(())
}
