//! The routes of a mock trial: opening, gates, evidence, rounds, the report.

use crate::adapters::extract::ExtractError;
use crate::adapters::worker;
use crate::engine::limits;
use crate::engine::prompt::hex;
use crate::engine::rights::{Act, Place, Verdict, decide};
use crate::model::account::Coming;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::model::ids::RequestId;
use crate::model::session::WorkspaceId;
use crate::model::snapshot::Snapshot;
use crate::runner::{fail, handle_event};
use crate::server::body::{Failure, Json};
use crate::server::download::{attachment, inline};
use crate::server::export::{self, Format};
use crate::server::import::{refused, told};
use crate::server::people;
use crate::server::rest::{Answer, answer, request_id, session_id, to_the_end};
use crate::server::router::Server;
use crate::workspaces::norms::review;
use crate::workspaces::norms::state::Norms;
use crate::workspaces::trial::report::pieces::{Which, part, pieces};
use crate::workspaces::trial::round_end::awaited;
use crate::workspaces::trial::state::Trial;
use crate::workspaces::trial::{settle, tree};
use axum::extract::{FromRequest, Multipart, Path, Query, Request, State};
use axum::http::{Extensions, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get};
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// The case that `POST /api/session` opens; for the other workspaces none of it is sent.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Opening {
    case_type: Option<String>,
    jurisdiction: Option<String>,
    user_side: Option<String>,
    law_as_of: Option<String>,
    lang: Option<String>,
    order: Option<String>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl Opening {
    /// As the form of the page has it.
    #[must_use]
    pub fn of_form(
        case_type: String,
        user_side: String,
        lang: String,
        order: Option<String>,
        law_as_of: Option<String>,
    ) -> Self {
        let (case_type, user_side, lang) = (Some(case_type), Some(user_side), Some(lang));
        Self { case_type, user_side, lang, order, law_as_of, ..Self::default() }
    }

    /// The first words of a session: those of the person, or the case of a mock trial with its outline.
    ///
    /// # Errors
    /// A field that does not belong there, an unknown value, no words.
    pub fn words(self, workspace: WorkspaceId, message: Option<String>, today: &str) -> Result<String, ApiError> {
        if let Some(field) = self.rest.keys().next() {
            let why = format!("Поле заполнено неверно: unknown field `{field}`.");
            return Err(ApiError::field(&field.chars().take(100).collect::<String>(), why));
        }
        if workspace != WorkspaceId::Trial {
            let given = [
                ("case_type", &self.case_type),
                ("jurisdiction", &self.jurisdiction),
                ("user_side", &self.user_side),
                ("law_as_of", &self.law_as_of),
                ("lang", &self.lang),
                ("order", &self.order),
            ];
            if let Some((field, _)) = given.into_iter().find(|(_, value)| value.is_some()) {
                return Err(ApiError::field(field, format!("Поле заполнено неверно: unknown field `{field}`.")));
            }
            let absent =
                || ApiError::field("initial_message", "Поле заполнено неверно: missing field `initial_message`.");
            return message.ok_or_else(absent);
        }
        let one = |field: &str, value: Option<String>, allowed: &[&str]| -> Result<String, ApiError> {
            let value = value.unwrap_or_else(|| allowed[0].to_owned());
            if allowed.contains(&value.as_str()) {
                return Ok(value);
            }
            Err(ApiError::field(field, format!("Возможны: {}.", allowed.join(", "))).with("allowed", allowed.to_vec()))
        };
        if self.case_type.is_none() {
            return Err(ApiError::field("case_type", "Выберите вид дела: civil или criminal."));
        }
        if self.jurisdiction.as_deref().is_some_and(|code| code != "KR") {
            let message = "Учебный процесс пока есть только для права Кореи (KR).";
            return Err(ApiError::new(ErrorCode::NotSupported, message).with("field", "jurisdiction"));
        }
        let day = self.law_as_of.unwrap_or_else(|| today.to_owned());
        if day.parse::<Date>().is_err() {
            return Err(ApiError::field("law_as_of", "Дата — в виде ГГГГ-ММ-ДД."));
        }
        let case = json!({
            "case_type": one("case_type", self.case_type, &["civil", "criminal"])?,
            "jurisdiction": "KR",
            "user_side": one("user_side", self.user_side, &["neutral", "claimant", "opposing"])?,
            "lang": one("lang", self.lang, &["ko", "ru", "en"])?,
            "order": one("order", self.order, &["code", "seed_literal"])?,
            "law_as_of": day,
            "outline": message.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()),
        });
        Ok(case.to_string())
    }
}

/// Body of `POST /api/session/{id}/gate`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    #[serde(default)]
    request_id: Option<String>,
    state_version: u32,
    form_id: String,
    #[serde(default = "first")]
    form_version: u32,
    #[serde(default)]
    fields: Value,
    #[serde(default)]
    skip: bool,
    #[serde(default)]
    skip_confirmed: bool,
}

fn first() -> u32 {
    1
}

/// A session with the form that it waits for and the card of the last round.
fn shown(snapshot: &Snapshot) -> Value {
    let mut value = answer(snapshot);
    if let Some(trial) = Trial::of(&snapshot.state) {
        value["awaits"] = json!(awaited(&trial.machine));
        value["round_end"] = trial.last_round().map(|round| round.end.clone()).unwrap_or_default();
    }
    value
}

/// A session of this workspace, as it stands.
///
/// # Errors
/// No such session, another workspace, storage.
pub async fn trial_of(server: &Server, id: &str) -> Result<(Snapshot, Trial), ApiError> {
    let snapshot = server.app.store.latest(&session_id(id)?).await.map_err(|error| fail::of_store(&error))?;
    let trial = Trial::of(&snapshot.state)
        .ok_or_else(|| ApiError::new(ErrorCode::NotSupported, "Это не учебный процесс: такого у этого сеанса нет."))?;
    Ok((snapshot, trial))
}

/// Mock trials and norms wait for forms.
async fn takes_forms(server: &Server, id: &str) -> Result<(), ApiError> {
    let snapshot = server.app.store.latest(&session_id(id)?).await.map_err(|error| fail::of_store(&error))?;
    if Trial::of(&snapshot.state).is_some() || Norms::of(&snapshot.state).is_some() {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::NotSupported, "У этого сеанса нет форм: такого у него нет."))
}

async fn take(server: &Server, id: &str, request: Option<RequestId>, event: Event) -> Result<Snapshot, ApiError> {
    let (app, session) = (server.app.clone(), session_id(id)?);
    let driven = to_the_end(async move { handle_event::handle_event(&app, &session, request, event).await }).await?;
    Ok(driven.snapshot)
}

/// `POST /api/session/{id}/gate`: a form of the session; the run that follows ends at the next gate.
///
/// # Errors
/// `validation_failed` with every field; `conflict` for an old version or another form; busy.
pub async fn gate(
    State(server): State<Server>,
    Path(id): Path<String>,
    extensions: Extensions,
    Json(body): Json<Gate>,
) -> Answer {
    takes_forms(&server, &id).await?;
    // The decision about norms asks for more than a turn of a trial.
    let reviews = |coming: &Coming| decide(&coming.visitor, Place::Common, Act::Review) == Verdict::Allowed;
    if body.form_id == review::FORM && people::coming(&extensions).is_some_and(|coming| !reviews(coming)) {
        return Err(people::forbidden(Act::Review).into());
    }
    let event = Event::Gate {
        form: body.form_id,
        form_version: body.form_version,
        state_version: body.state_version,
        fields: if body.fields.is_null() { json!({}) } else { body.fields },
        skip: body.skip,
        skip_confirmed: body.skip_confirmed,
    };
    let snapshot = take(&server, &id, request_id(body.request_id)?, event).await?;
    Ok(axum::Json(shown(&snapshot)))
}

/// `POST /api/session/{id}/resume`: goes on where a run stopped.
///
/// # Errors
/// Nothing to go on with; busy.
pub async fn resume(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    let (app, session) = (server.app.clone(), session_id(&id)?);
    let driven = to_the_end(async move { handle_event::force_step(&app, &session, None).await }).await?;
    Ok(axum::Json(shown(&driven.snapshot)))
}

/// `GET /api/session/{id}/rounds/{n}`: the payload of `ROUND_END`.
///
/// # Errors
/// No such round, or it still runs.
pub async fn round(State(server): State<Server>, Path((id, number)): Path<(String, String)>) -> Answer {
    let (_, trial) = trial_of(&server, &id).await?;
    let found = trial.rounds.iter().find(|round| round.round.to_string() == number && !round.end.is_null());
    let absent = || ApiError::new(ErrorCode::NotFound, "Такого раунда ещё нет.");
    Ok(axum::Json(found.map(|round| round.end.clone()).ok_or_else(absent)?))
}

/// Body of `POST /api/session/{id}/flip`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turned {
    fact_id: String,
}

/// `POST /api/session/{id}/flip`: what another answer about one fact would change. Writes nothing.
///
/// # Errors
/// No such fact, or the facts are not divided yet.
pub async fn flip(State(server): State<Server>, Path(id): Path<String>, Json(body): Json<Turned>) -> Answer {
    let (_, trial) = trial_of(&server, &id).await?;
    let found = settle::pack(&trial)
        .and_then(|pack| tree::flip(pack, &trial.facts.items, &trial.evidence, &body.fact_id))
        .ok_or_else(|| ApiError::new(ErrorCode::NotFound, "Такого факта нет.").with("fact_id", body.fact_id.clone()))?;
    Ok(axum::Json(found))
}

/// `POST /api/session/{id}/evidence`: multipart with `file` or `text`, `title`, `side`, `request_id`. A form of the page
/// leads back to it, or to words about what is wrong; a program gets the piece or the error.
pub async fn evidence(State(server): State<Server>, Path(id): Path<String>, request: Request) -> Response {
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let by_form = accept.contains("text/html");
    match (added(&server, &id, request).await, by_form) {
        (Ok(_), true) => Redirect::to(&format!("/s/{id}#evidence")).into_response(),
        (Ok(value), false) => (StatusCode::CREATED, axum::Json(value)).into_response(),
        (Err(error), true) => told("Файл не прочитан", &error.0),
        (Err(error), false) => error.into_response(),
    }
}

async fn added(server: &Server, id: &str, request: Request) -> Result<Value, Failure> {
    trial_of(server, id).await?;
    let broken = || ApiError::field("form", "Форма оборвана или записана неверно. Отправьте файл ещё раз.");
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| {
        ApiError::new(ErrorCode::UnsupportedMediaType, "Файл отправляется как multipart/form-data, поле file или text.")
    })?;
    let (mut file, mut mime, mut words) = (None, String::new(), Map::new());
    let mut left = limits::UPLOAD_BYTES;
    while let Some(mut field) = form.next_field().await.map_err(|_| broken())? {
        let name = field.name().unwrap_or_default().to_owned();
        let kind = field.content_type().unwrap_or("application/octet-stream").to_owned();
        if let Some(given) = field.file_name() {
            words.entry("title").or_insert_with(|| json!(given));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = field.chunk().await.map_err(|_| broken())? {
            left = left.checked_sub(chunk.len()).ok_or_else(|| {
                ApiError::new(ErrorCode::PayloadTooLarge, "Файл больше 25 МБ.")
                    .with("limit_bytes", limits::UPLOAD_BYTES)
            })?;
            bytes.extend_from_slice(&chunk);
        }
        match name.as_str() {
            "file" => (file, mime) = (Some(bytes), kind),
            "text" | "title" | "side" | "request_id" => {
                let text = String::from_utf8(bytes).map_err(|_| ApiError::field(&name, "Поле — не UTF-8."))?;
                // A title that was left empty is the name of the file.
                if !text.trim().is_empty() {
                    words.insert(name, json!(text));
                }
            }
            _ => return Err(ApiError::field("form", "Есть поля file, text, title, side и request_id.").into()),
        }
    }
    let text = |key: &str| words.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let bytes = match (file, text("text")) {
        (Some(bytes), typed) if typed.is_empty() && !bytes.is_empty() => bytes,
        (None, typed) if !typed.trim().is_empty() => {
            mime = "text/plain".into();
            typed.into_bytes()
        }
        _ => return Err(ApiError::field("file", "Нужен файл (file) или текст (text), что-то одно.").into()),
    };
    let sha256 = hex(&Sha256::digest(&bytes));
    let size = bytes.len() as u64;
    // A picture has no text; it stays evidence.
    let read = match mime.as_str() {
        "text/plain" => String::from_utf8(bytes).unwrap_or_default(),
        kind if kind.starts_with("image/") || kind.starts_with("audio/") || kind.starts_with("video/") => String::new(),
        _ => match worker::text(bytes).await {
            Ok(text) => text,
            // It was not read to its end, so nothing can be said of it.
            Err(error @ (ExtractError::TooComplex | ExtractError::Overloaded | ExtractError::Unavailable)) => {
                return Err(refused(error).into());
            }
            // What has no text that can be read stays evidence.
            Err(_) => String::new(),
        },
    };
    let request = Some(text("request_id")).filter(|id| !id.is_empty());
    let event = Event::Evidence {
        title: text("title"),
        side: text("side"),
        mime,
        text: read.replace('\0', ""),
        bytes: size,
        sha256: sha256.clone(),
    };
    let snapshot = take(server, id, request_id(request)?, event).await?;
    let held = Trial::of(&snapshot.state).and_then(|trial| trial.evidence.into_iter().find(|one| one.sha256 == sha256));
    Ok(json!({"session_id": snapshot.session, "evidence": held}))
}

/// Query of the report routes.
#[derive(Deserialize, Default)]
pub struct Choice {
    part: Option<String>,
}

async fn file(server: Server, id: String, choice: Choice, extension: &'static str) -> Result<Response, Failure> {
    let (snapshot, trial) = trial_of(&server, &id).await?;
    if trial.report.is_null() {
        return Err(ApiError::new(
            ErrorCode::Conflict,
            "Отчёта ещё нет: он появится после завершения у последних ворот.",
        )
        .into());
    }
    let which = Which::parse(choice.part.as_deref().unwrap_or("whole"))
        .ok_or_else(|| ApiError::field("part", "Возможны whole, public и settlement."))?;
    let format = Format::parse(extension).unwrap_or(Format::Json);
    let made = || -> Result<Vec<u8>, ApiError> {
        let (title, pieces) = pieces(&trial.report, which);
        export::written(format, &title, &pieces, &snapshot.at, || part(&trial.report, which))
    };
    let bytes = server.app.aside(made).await?;
    // The page of the report opens, the files are kept.
    let name = format!("report.{extension}");
    let name = if extension == "html" { inline(&name) } else { attachment(&name) };
    let kind = HeaderValue::from_static(format.media_type());
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes).into_response())
}

/// `GET /api/session/{id}/report.{extension}`.
pub fn report(extension: &'static str) -> MethodRouter<Server> {
    get(move |State(server): State<Server>, Path(id): Path<String>, Query(choice): Query<Choice>| async move {
        file(server, id, choice, extension).await
    })
}
