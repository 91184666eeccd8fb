//! Requisites that do not add up: kept as they were said, marked, and asked about by rule L13.

use crate::engine::text::mention::MentionKind;

const DIGITS: &str = "контрольное число не сходится";

/// Why a mention is not beyond doubt.
#[must_use]
pub fn doubtful(kind: &MentionKind) -> Option<&'static str> {
    use MentionKind as M;
    match kind {
        M::Vin { valid_shape: false, .. } => Some("в VIN должно быть 17 знаков, латинские буквы без I, O, Q"),
        M::Vin { twins: true, .. } => Some("в VIN есть русские буквы или O, I, Q, похожие на другие знаки"),
        M::Inn { valid: false, .. } | M::Ogrn { valid: false, .. } | M::Snils { valid: false, .. } => Some(DIGITS),
        _ => None,
    }
}
