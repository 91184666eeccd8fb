//! Inner errors as the one error that a client reads; inner text goes to the log, not to the client.

use crate::engine::knowledge::dialogue;
use crate::engine::turn::Rejection;
use crate::model::error::{ApiError, ErrorCode};
use crate::runner::ports::{LlmError, PageError, StoreError};

/// A failure of storage.
#[must_use]
pub fn of_store(error: &StoreError) -> ApiError {
    match error {
        StoreError::Conflict { current } => busy(*current),
        StoreError::NotFound => {
            ApiError::new(ErrorCode::NotFound, "Такого дела нет. Проверьте ссылку или начните новое.")
        }
        StoreError::OnHold => match dialogue::embedded() {
            Ok(spoken) => ApiError::new(ErrorCode::OnHold, spoken.fault(ErrorCode::OnHold.as_str())),
            Err(error) => ApiError::new(ErrorCode::Internal, error.to_string()),
        },
        StoreError::Failed(_) => {
            ApiError::new(ErrorCode::StorageUnavailable, "База данных не ответила. Повторите через минуту.")
        }
        StoreError::Damaged(_) => damaged(),
    }
}

/// The database file is damaged: trying again cannot help.
#[must_use]
pub fn damaged() -> ApiError {
    let message = "База данных повреждена: прочитать это нельзя. Администратору: остановите сервер и восстановите файл базы из копии.";
    let mut error = ApiError::new(ErrorCode::StorageUnavailable, message).with("storage", "damaged");
    error.retryable = false;
    error
}

/// A page that is not shown.
#[must_use]
pub fn of_page(error: &PageError) -> ApiError {
    let told = |code: ErrorCode| ApiError::new(code, sentence(&error.to_string()));
    match error {
        PageError::NoEdition => told(ErrorCode::NotFound).with("field", "edition"),
        PageError::NoPage { pages, .. } => told(ErrorCode::NotFound).with("field", "page").with("pages", *pages),
        PageError::NoNode => told(ErrorCode::NotFound).with("field", "node"),
        PageError::Unreadable(_) => told(ErrorCode::UnsupportedMediaType),
        PageError::TooComplex => told(ErrorCode::TooComplex).with("field", "page"),
        PageError::Overloaded { retry_after } => told(ErrorCode::Overloaded).with("retry_after", *retry_after),
        PageError::Store(error) => of_store(error),
    }
}

/// A turn is running, or was quicker.
#[must_use]
pub fn busy(current: u32) -> ApiError {
    ApiError::new(ErrorCode::SessionBusy, "Сейчас обрабатывается другое сообщение. Подождите и повторите.")
        .with("current_version", current)
}

/// The process is about to stop.
#[must_use]
pub fn stopping() -> ApiError {
    ApiError::new(ErrorCode::StorageUnavailable, "Сервер останавливается. Повторите через минуту.")
}

/// No answer came.
#[must_use]
pub fn of_llm(error: &LlmError) -> ApiError {
    match error {
        LlmError::Unavailable { reason, retry_after } => {
            let message = format!("{} Ваше сообщение сохранено: нажмите «Повторить».", sentence(reason));
            let error = ApiError::new(ErrorCode::LlmUnavailable, message);
            retry_after.map_or(error.clone(), |seconds| error.with("retry_after", seconds))
        }
        LlmError::Refused { reason } => {
            let message = format!("{} Ваше сообщение сохранено.", sentence(reason));
            let mut error = ApiError::new(ErrorCode::LlmUnavailable, message);
            error.retryable = true;
            error
        }
        LlmError::Unusable { reason, .. } => ApiError::new(
            ErrorCode::LlmInvalidOutput,
            format!("{} Ваше сообщение сохранено: нажмите «Повторить».", sentence(reason)),
        ),
    }
}

/// The reason with its full stop.
fn sentence(reason: &str) -> String {
    let reason = reason.trim_end();
    if reason.ends_with(['.', '!', '?', '…']) { reason.to_owned() } else { format!("{reason}.") }
}

/// All answers were refused.
#[must_use]
pub fn of_rejection(rejection: &Rejection) -> ApiError {
    let rules: Vec<&str> = rejection.problems.iter().map(|problem| problem.rule).collect();
    ApiError::new(
        ErrorCode::LlmInvalidOutput,
        "Модель ответила не по правилам, её ответ отклонён; ничего не изменилось. Нажмите «Повторить» или переформулируйте.",
    )
    .with("rules", rules)
}

/// The person stopped it.
#[must_use]
pub fn cancelled() -> ApiError {
    ApiError::new(ErrorCode::Cancelled, "Остановлено. Ваше сообщение сохранено: нажмите «Повторить», чтобы продолжить.")
}
