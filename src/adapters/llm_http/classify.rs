//! What to do about a failure: another shape of the request, another try, or a refusal with its remedy. Pure.

use crate::adapters::llm_http::body::Shape;
use crate::adapters::llm_http::eyes::Unseen;
use crate::adapters::llm_http::failure::Failure;

/// What follows a provider's failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    /// Ask again in another shape, at once.
    Reshape(Shape),
    /// Ask again without images, at once.
    Unsee(Unseen),
    /// Ask again later.
    Retry,
    /// Do not ask again.
    Refuse(Remedy),
}

/// What a person has to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remedy {
    /// The key.
    Key,
    /// The credit.
    Credit,
    /// The rights of the key, or the model.
    Access,
    /// The words: a moderation flagged them.
    Moderation,
    /// The model's name.
    Model,
    /// The privacy routing.
    Privacy,
    /// The size of the session, or the model.
    TooLong,
    /// The address.
    Address,
    /// Whatever the provider says.
    Other,
}

const EXTRAS: &[&str] = &["stream_options", "include_usage", "max_tokens", "max_completion_tokens"];
const FORMAT: &[&str] = &[
    "response_format",
    "response format",
    "json_schema",
    "json schema",
    "json_object",
    "json mode",
    "structured output",
    "structured_output",
    "requested parameters",
    "no endpoints found that",
    "grammar",
];
const PRIVACY: &[&str] = &["data policy", "privacy", "data retention", "zdr", "guardrail"];
const QUOTA: &[&str] = &["insufficient_quota", "billing_hard_limit", "insufficient credits"];
const LENGTH: &[&str] = &["context length", "context_length", "context size", "context window", "too many tokens"];
const MODEL: &[&str] =
    &["not a valid model", "model_not_found", "invalid model", "does not exist", "no endpoints found"];

/// How servers say that they take no images: `OpenRouter`, llama.cpp, vLLM and others.
const IMAGES: &[&str] = &[
    "image",
    "multimodal",
    "multi-modal",
    "mmproj",
    "support vision",
    "vision model",
    "modalit",
    "content part",
    "content type",
    "content must be a string",
    "valid string",
];

/// Judges a failure of a request sent in `shape`. No request fails because of its images: whatever else a refusal may
/// mean, it is repeated without them first.
pub(super) fn decide(failure: &Failure, shape: Shape) -> Decision {
    if !shape.images {
        return of_words(failure, shape);
    }
    if !matches!(failure.status, 401 | 402 | 429) && failure.says(IMAGES) {
        return Decision::Unsee(Unseen::Refused);
    }
    match of_words(failure, shape) {
        Decision::Refuse(Remedy::TooLong) => Decision::Unsee(Unseen::TooLong),
        Decision::Refuse(Remedy::Moderation | Remedy::Model | Remedy::Privacy | Remedy::Other) => {
            Decision::Unsee(Unseen::Refused)
        }
        other => other,
    }
}

/// Judges a failure by its status and words.
fn of_words(failure: &Failure, shape: Shape) -> Decision {
    match failure.status {
        402 if failure.retry_after.is_some() => Decision::Retry,
        402 => Decision::Refuse(Remedy::Credit),
        429 if failure.says(QUOTA) => Decision::Refuse(Remedy::Credit),
        408 | 429 | 500..=599 => Decision::Retry,
        400 | 404 | 422 => of_request(failure, shape),
        401 => Decision::Refuse(Remedy::Key),
        403 if failure.says(&["moderation", "flagged", "content_policy"]) => Decision::Refuse(Remedy::Moderation),
        403 if failure.says(PRIVACY) => Decision::Refuse(Remedy::Privacy),
        403 => Decision::Refuse(Remedy::Access),
        413 => Decision::Refuse(Remedy::TooLong),
        300..=399 | 405 => Decision::Refuse(Remedy::Address),
        _ => Decision::Refuse(Remedy::Other),
    }
}

/// The provider does not like the request itself.
fn of_request(failure: &Failure, shape: Shape) -> Decision {
    // First, because privacy routing must never be loosened by stepping down.
    if failure.says(PRIVACY) {
        return Decision::Refuse(Remedy::Privacy);
    }
    if failure.says(&["api key", "api_key"]) {
        return Decision::Refuse(Remedy::Key);
    }
    if shape.extras && failure.says(EXTRAS) {
        return Decision::Reshape(Shape { extras: false, ..shape });
    }
    if let Some(rung) = shape.rung.below()
        && failure.says(FORMAT)
    {
        return Decision::Reshape(Shape { rung, ..shape });
    }
    Decision::Refuse(if failure.says(LENGTH) {
        Remedy::TooLong
    } else if failure.says(MODEL) || (failure.status == 404 && failure.says(&["model"])) {
        Remedy::Model
    } else if failure.status == 404 {
        Remedy::Address
    } else {
        Remedy::Other
    })
}

/// The words for a failure that is tried again, or was tried too often.
pub(super) fn retry_reason(status: u16) -> String {
    match status {
        402 | 429 => format!("Провайдер модели просит подождать (код {status})"),
        408 => "Провайдер модели не успел ответить (код 408)".to_owned(),
        _ => format!("Сбой у провайдера модели (код {status})"),
    }
}

/// The words for a refusal: what happened and what to change. `said` are the provider's words, already free of
/// secrets; they are shown only where nothing better is known.
pub(super) fn remedy_text(remedy: Remedy, status: u16, model: &str, has_key: bool, said: &str) -> String {
    match remedy {
        Remedy::Key if has_key => {
            "Сервер модели не принял ключ. Проверьте LEGALAGI_LLM_API_KEY (или OPENROUTER_API_KEY).".to_owned()
        }
        Remedy::Key => "Сервер модели требует ключ. Задайте LEGALAGI_LLM_API_KEY (или OPENROUTER_API_KEY).".to_owned(),
        Remedy::Credit => {
            "У провайдера модели не хватает средств на счёте или исчерпан лимит ключа. Пополните счёт, поднимите \
             лимит или выберите другую модель в LEGALAGI_LLM_MODEL."
                .to_owned()
        }
        Remedy::Access => format!(
            "Провайдер не даёт доступа к модели «{model}». Проверьте права ключа LEGALAGI_LLM_API_KEY или выберите \
             другую модель в LEGALAGI_LLM_MODEL."
        ),
        Remedy::Moderation => format!(
            "Модерация провайдера отклонила текст. Измените формулировку или выберите в LEGALAGI_LLM_MODEL модель \
             вместо «{model}»."
        ),
        Remedy::Model => {
            format!("Модель «{model}» недоступна на этом сервере. Укажите другую в LEGALAGI_LLM_MODEL.")
        }
        Remedy::Privacy => format!(
            "Для модели «{model}» нет провайдера, который выполняет требования конфиденциальности (без хранения и \
             обучения). Выберите другую модель в LEGALAGI_LLM_MODEL или измените настройки приватности у провайдера."
        ),
        Remedy::TooLong => format!(
            "Запрос длиннее, чем принимает модель «{model}». Выберите в LEGALAGI_LLM_MODEL модель с большим контекстом."
        ),
        Remedy::Address => {
            "По адресу LEGALAGI_LLM_BASE_URL отвечает не сервер модели. Проверьте адрес: обычно он кончается на «/v1»."
                .to_owned()
        }
        Remedy::Other if said.trim().is_empty() => {
            format!(
                "Сервер модели отклонил запрос (код {status}). Проверьте LEGALAGI_LLM_MODEL и LEGALAGI_LLM_BASE_URL."
            )
        }
        Remedy::Other => format!(
            "Сервер модели отклонил запрос (код {status}): «{said}». Проверьте LEGALAGI_LLM_MODEL и \
             LEGALAGI_LLM_BASE_URL."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::llm_http::body::Rung;
    use serde_json::json;

    const TOP: Shape = Shape { rung: Rung::Schema, extras: true, images: false };

    fn judged(status: u16, message: &str, shape: Shape) -> Decision {
        decide(&Failure { status, ..Failure::of_error(&json!(message)) }, shape)
    }

    #[test]
    fn only_a_refusal_of_the_format_steps_down() {
        let object = Decision::Reshape(Shape { rung: Rung::Object, ..TOP });
        for message in [
            "No endpoints found that can handle the requested parameters. To learn more, visit: x",
            "Invalid schema for response_format 'llm_step_wire'",
            "'response_format.type' must be 'json_object' or 'text'",
            "This model does not support structured outputs",
            "Either \"json_schema\" or \"grammar\" can be specified, but not both",
        ] {
            for status in [400, 404, 422] {
                assert_eq!(judged(status, message, TOP), object, "{status} {message}");
            }
            assert_eq!(judged(401, message, TOP), Decision::Refuse(Remedy::Key));
            assert_eq!(judged(500, message, TOP), Decision::Retry);
        }
        let lowest = Shape { rung: Rung::Text, ..TOP };
        assert_eq!(judged(400, "response_format", lowest), Decision::Refuse(Remedy::Other));
        assert_eq!(
            judged(422, "stream_options: Extra inputs are not permitted", TOP),
            Decision::Reshape(Shape { extras: false, ..TOP })
        );
        let bare = Shape { extras: false, ..TOP };
        assert_eq!(judged(400, "max_tokens", bare), Decision::Refuse(Remedy::Other));
    }

    #[test]
    fn every_status_has_its_answer() {
        for (status, message, expected) in [
            (401, "", Decision::Refuse(Remedy::Key)),
            (400, "API key not valid", Decision::Refuse(Remedy::Key)),
            (402, "", Decision::Refuse(Remedy::Credit)),
            (429, "insufficient_quota", Decision::Refuse(Remedy::Credit)),
            (429, "slow down", Decision::Retry),
            (408, "", Decision::Retry),
            (500, "", Decision::Retry),
            (502, "", Decision::Retry),
            (503, "", Decision::Retry),
            (529, "", Decision::Retry),
            (403, "", Decision::Refuse(Remedy::Access)),
            (403, "input was flagged", Decision::Refuse(Remedy::Moderation)),
            (404, "No endpoints found matching your data policy", Decision::Refuse(Remedy::Privacy)),
            (404, "No endpoints found for x/y", Decision::Refuse(Remedy::Model)),
            (404, "The model `x` does not exist", Decision::Refuse(Remedy::Model)),
            (400, "x is not a valid model ID", Decision::Refuse(Remedy::Model)),
            (404, "", Decision::Refuse(Remedy::Address)),
            (405, "", Decision::Refuse(Remedy::Address)),
            (302, "", Decision::Refuse(Remedy::Address)),
            (413, "", Decision::Refuse(Remedy::TooLong)),
            (400, "maximum context length is 8192", Decision::Refuse(Remedy::TooLong)),
            (400, "", Decision::Refuse(Remedy::Other)),
            (418, "", Decision::Refuse(Remedy::Other)),
        ] {
            assert_eq!(judged(status, message, TOP), expected, "{status} {message}");
        }
        let wait = Failure { status: 402, retry_after: Some(5), ..Failure::of_error(&json!("")) };
        assert_eq!(decide(&wait, TOP), Decision::Retry);
    }

    #[test]
    fn images_go_before_anything_is_refused() {
        let with = Shape { images: true, ..TOP };
        for (status, message) in [
            (404, "No endpoints found that support image input"),
            (500, "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"),
            (400, "messages.1.content: Input should be a valid string"),
            (422, "Unsupported content part type"),
            (400, "the model is not multimodal"),
            (415, ""),
            (400, "что-то ещё"),
        ] {
            assert_eq!(judged(status, message, with), Decision::Unsee(Unseen::Refused), "{status} {message}");
            assert!(!matches!(judged(status, message, TOP), Decision::Unsee(_)));
        }
        assert_eq!(judged(413, "", with), Decision::Unsee(Unseen::TooLong));
        assert_eq!(judged(400, "maximum context length is 8192", with), Decision::Unsee(Unseen::TooLong));
        // What images have no part in stays as it is.
        assert_eq!(judged(401, "image", with), Decision::Refuse(Remedy::Key));
        assert_eq!(judged(402, "image", with), Decision::Refuse(Remedy::Credit));
        assert_eq!(judged(503, "", with), Decision::Retry);
        assert_eq!(judged(400, "response_format", with), Decision::Reshape(Shape { rung: Rung::Object, ..with }));
    }

    #[test]
    fn every_remedy_names_what_to_change() {
        use Remedy::*;
        for remedy in [Key, Credit, Access, Moderation, Model, Privacy, TooLong, Address, Other] {
            for (has_key, said) in [(true, ""), (false, "сказано")] {
                assert!(remedy_text(remedy, 400, "m", has_key, said).contains("LEGALAGI_LLM_"), "{remedy:?}");
            }
        }
        assert!(remedy_text(Other, 400, "m", true, "сказано").contains("«сказано»"));
    }
}
