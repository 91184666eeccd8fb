//! Requisites that do not add up: asked about, never stored, whoever performs.

use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::text::mention::MentionKind;
use crate::engine::text::requisites::{account_ok, inn_ok, ogrn_ok, snils_ok};
use crate::model::ids::TurnId;
use crate::model::issue::{Evidence, EvidenceKind, Issue, IssueStatus, Severity};
use crate::workspaces::contract::intake::issues::{id_of, label};
use serde_json::Value;

const DIGITS: &str = "контрольное число не сходится";

/// Why a mention is not stored but asked about.
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

/// Why a value is not a requisite of this place: its digits, or the doubt about the mention that brought it.
#[must_use]
pub fn wrong(
    pack: Option<&Pack>,
    at: &str,
    value: &Value,
    domain: &Value,
    said: &[MentionKind],
) -> Option<&'static str> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let bare: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
    let vin = pack.and_then(|pack| pack.field_of(at)).is_some_and(|field| field.kind == FieldKind::Vin);
    let party = at.starts_with("/parties/");
    let by_place = match at.rsplit('/').next() {
        Some("inn") if party && !inn_ok(&bare) => Some(DIGITS),
        Some("ogrn") if party && !ogrn_ok(&bare) => Some(DIGITS),
        Some("snils") if party && !snils_ok(&bare) => Some(DIGITS),
        Some("account") if party => {
            let bik = domain.pointer(&format!("{}/bik", at.strip_suffix("/account")?)).and_then(Value::as_str)?;
            (!account_ok(bik, &bare)).then_some("счёт не подходит к БИК: контрольное число не сходится")
        }
        _ => None,
    };
    by_place.or_else(|| said.iter().filter(|kind| carries(kind, &bare, vin)).find_map(doubtful))
}

fn carries(kind: &MentionKind, bare: &str, vin: bool) -> bool {
    match kind {
        MentionKind::Vin { text, .. } => vin && (text == bare || bare.chars().count() == text.chars().count()),
        MentionKind::Inn { digits, .. } | MentionKind::Ogrn { digits, .. } | MentionKind::Snils { digits, .. } => {
            digits == bare
        }
        _ => false,
    }
}

/// The issue about a requisite that was said and does not add up.
#[must_use]
pub fn issue(pack: Option<&Pack>, at: &str, said: &str, why: &str, turn: Option<&TurnId>) -> Issue {
    let key = format!("requisite:{at}");
    let name = pack.map_or_else(|| at.to_owned(), |pack| label(pack, at));
    let turn = turn.map(|id| Evidence { kind: EvidenceKind::Turn, reference: id.0.clone() });
    let fact = Evidence { kind: EvidenceKind::FactPath, reference: at.to_owned() };
    Issue {
        id: id_of(&key),
        key: Some(key),
        severity: Severity::Critical,
        status: IssueStatus::Open,
        title: format!("Проверьте: {name}"),
        why_it_matters: "Ошибка в реквизите делает сторону или предмет неопределёнными.".into(),
        missing_or_conflict: Some(format!("«{said}»: {why}")),
        resolution_hint: format!("{name} «{said}»: {why}. Проверьте и напишите ещё раз."),
        requires_user_confirmation: Some(true),
        evidence: Some(turn.into_iter().chain([fact]).collect()),
    }
}
