//! What `POST /api/session` may say beside the words: the case of a mock trial. Other workspaces refuse it.

use crate::model::error::{ApiError, ErrorCode};
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Map, Value, json};

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

    /// A field that nobody knows.
    fn known(&self) -> Result<(), ApiError> {
        match self.rest.keys().next() {
            None => Ok(()),
            Some(field) => {
                let why = format!("Поле заполнено неверно: unknown field `{field}`.");
                Err(ApiError::field(&field.chars().take(100).collect::<String>(), why))
            }
        }
    }

    /// The words of a person; a case does not belong there.
    ///
    /// # Errors
    /// A field that does not belong there, no words.
    pub fn words(self, message: Option<String>) -> Result<String, ApiError> {
        self.known()?;
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
        message.ok_or_else(|| {
            ApiError::field("initial_message", "Поле заполнено неверно: missing field `initial_message`.")
        })
    }

    /// The case of a mock trial with its outline, as the first words of its session.
    ///
    /// # Errors
    /// A field that does not belong there, an unknown value.
    pub fn case(self, message: Option<String>, today: &str) -> Result<String, ApiError> {
        self.known()?;
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
