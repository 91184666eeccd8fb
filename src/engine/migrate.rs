//! Migrations between schema versions: pure functions; the original document is kept by the store.

use crate::engine::schema;
use serde_json::Value;

/// One migration.
pub struct Migration {
    /// `$id` it reads.
    pub from: &'static str,
    /// `$id` it writes.
    pub to: &'static str,
    /// The change.
    pub apply: fn(Value) -> Value,
}

/// All migrations, oldest first. The first schema version has none before it.
///
/// 2.0.0 of the contract state only opens what 1.0.0 had closed, so the document itself stays as it is.
pub const MIGRATIONS: &[Migration] = &[Migration { from: schema::STATE, to: schema::STATE_2, apply: |state| state }];

/// Why a document cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MigrateError {
    /// The document says nothing of its schema.
    #[error("the document has no meta.schema_id")]
    NoSchema,
    /// The document's schema is newer than this program, or unknown.
    #[error("schema {0} is unknown to this version of the program: update it")]
    Unknown(String),
}

/// Brings a state document to `target`, one migration at a time.
///
/// # Errors
/// When the document's schema is missing, unknown, or no chain of migrations leads to the target.
pub fn to(target: &str, mut document: Value, migrations: &[Migration]) -> Result<Value, MigrateError> {
    let mut current = document["meta"]["schema_id"].as_str().ok_or(MigrateError::NoSchema)?.to_owned();
    while current != target {
        let step = migrations.iter().find(|m| m.from == current).ok_or(MigrateError::Unknown(current))?;
        document = (step.apply)(document);
        current = step.to.to_owned();
        document["meta"]["schema_id"] = Value::String(current.clone());
        document["meta"]["schema_version"] =
            Value::String(schema::record(step.to).map_or_else(String::new, |record| record.schema_version.clone()));
    }
    Ok(document)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_chain_is_followed_and_a_newer_document_is_refused() {
        fn mark(mut document: Value) -> Value {
            document["domain"]["marked"] = json!(true);
            document
        }
        let chain =
            [Migration { from: "a", to: "b", apply: mark }, Migration { from: "b", to: schema::STATE, apply: |d| d }];
        let old = json!({"meta": {"schema_id": "a", "schema_version": "0.1.0"}, "domain": {}});
        let new = to(schema::STATE, old, &chain).unwrap();
        assert_eq!(new["meta"]["schema_id"], schema::STATE);
        assert_eq!(new["meta"]["schema_version"], "1.0.0");
        assert_eq!(new["domain"]["marked"], true);
        let newer = json!({"meta": {"schema_id": "schema://legalagi/pre_skeleton_state/9.0.0"}});
        assert!(matches!(to(schema::STATE, newer, &chain), Err(MigrateError::Unknown(_))));
        assert_eq!(to(schema::STATE, json!({}), &chain), Err(MigrateError::NoSchema));
    }

    #[test]
    fn a_contract_of_the_first_version_opens_in_the_second() {
        let old = json!({
            "meta": {"session_id": "AAAAAAAAAAAAAAAAAAAAAA", "schema_id": schema::STATE, "schema_version": "1.0.0",
                "stage": "pre_skeleton", "created_at": "2026-11-21T09:00:00.000Z",
                "updated_at": "2026-11-21T09:00:00.000Z"},
            "domain": {"a": 1}, "issues": [], "dialogue": {"history": [], "asked": []},
            "control": {"limits": {"max_questions_per_run": 3, "max_loops": 6, "max_history_turns": 40},
                "checks": {"require_user_confirmation_for_assumptions": true}, "flags": {}},
        });
        assert_eq!(schema::check(schema::STATE, &old), []);
        let new = to(schema::STATE_2, old, MIGRATIONS).unwrap();
        assert_eq!(schema::check(schema::STATE_2, &new), []);
        assert_eq!((new["meta"]["schema_version"].as_str(), new["domain"]["a"].as_i64()), (Some("2.0.0"), Some(1)));
    }
}
