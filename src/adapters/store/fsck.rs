//! A check of everything stored: no version gap, operations fold to snapshots, the dialogue has no hole.

use crate::adapters::store::document::Fold;
use crate::adapters::store::packed::unpack;
use crate::adapters::store::rows::failed;
use crate::adapters::store::sqlite::SqliteStore;
use crate::model::ids::{SessionId, Version};
use crate::runner::ports::StoreError;
use futures_util::TryStreamExt;
use sqlx::SqlitePool;

/// What a check found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FsckReport {
    /// Sessions checked.
    pub sessions: usize,
    /// Versions checked.
    pub versions: usize,
    /// Whole snapshots compared with their operations.
    pub snapshots: usize,
    /// What is wrong; empty in a sound database.
    pub faults: Vec<Fault>,
}

impl FsckReport {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where; `None` for the file as a whole.
    pub session: Option<SessionId>,
    /// The version concerned.
    pub version: Option<Version>,
    /// What it is; never text of a user.
    pub what: String,
}

impl SqliteStore {
    /// Checks the file and every session. A session that is deleted meanwhile may be reported as faulty.
    ///
    /// # Errors
    /// When the database cannot be read at all; what is wrong inside it is in the report.
    pub async fn fsck(&self) -> Result<FsckReport, StoreError> {
        let mut report = FsckReport::default();
        check_file(&self.readers, &mut report).await?;
        let sessions: Vec<(String, Version)> = sqlx::query_as("SELECT id, version FROM sessions ORDER BY id")
            .fetch_all(&self.readers)
            .await
            .map_err(|e| failed("fsck", &e))?;
        for (id, newest) in sessions {
            let session = SessionId(id);
            report.sessions += 1;
            check_versions(&self.readers, &session, newest, &mut report).await?;
            check_turns(&self.readers, &session, newest, &mut report).await?;
            check_events(&self.readers, &session, &mut report).await?;
        }
        Ok(report)
    }
}

async fn check_file(pool: &SqlitePool, report: &mut FsckReport) -> Result<(), StoreError> {
    let words: Vec<String> =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_all(pool).await.map_err(|e| failed("fsck", &e))?;
    let orphans = sqlx::query("PRAGMA foreign_key_check").fetch_all(pool).await.map_err(|e| failed("fsck", &e))?;
    let file = |what: String| Fault { session: None, version: None, what };
    report.faults.extend(words.into_iter().filter(|word| word != "ok").map(file));
    if !orphans.is_empty() {
        report.faults.push(file(format!("{} rows belong to no session", orphans.len())));
    }
    Ok(())
}

async fn check_versions(
    pool: &SqlitePool,
    session: &SessionId,
    newest: Version,
    report: &mut FsckReport,
) -> Result<(), StoreError> {
    let query = "SELECT version, ops, snapshot FROM versions WHERE session = ? AND version <= ? ORDER BY version";
    let mut rows = sqlx::query_as::<_, (Version, Option<Vec<u8>>, Option<Vec<u8>>)>(query)
        .bind(session.as_str())
        .bind(newest)
        .fetch(pool);
    let mut folded: Option<Fold> = None;
    let mut next = 0;
    while let Some((version, ops, whole)) = rows.try_next().await.map_err(|e| failed("fsck", &e))? {
        let mut fault =
            |what: String| report.faults.push(Fault { session: Some(session.clone()), version: Some(version), what });
        if version != next {
            fault(format!("version {next} is missing"));
            folded = None;
        }
        next = version + 1;
        report.versions += 1;
        if let (Some(fold), Some(ops)) = (&mut folded, ops)
            && let Err(error) = unpack("operations", ops).and_then(|ops| fold.apply(&ops))
        {
            fault(error.to_string());
            folded = None;
        }
        if let Some(whole) = whole {
            match unpack("snapshot", whole).and_then(|whole| Fold::begin(&whole)) {
                Err(error) => fault(error.to_string()),
                Ok(stored) => {
                    if folded.as_ref().is_some_and(|fold| *fold != stored) {
                        fault("the operations do not fold to the snapshot".to_owned());
                    }
                    folded = Some(stored);
                    report.snapshots += 1;
                }
            }
        }
    }
    if next != newest.saturating_add(1) {
        let what = format!("the newest version should be {newest}");
        report.faults.push(Fault { session: Some(session.clone()), version: next.checked_sub(1), what });
    }
    Ok(())
}

async fn check_turns(
    pool: &SqlitePool,
    session: &SessionId,
    newest: Version,
    report: &mut FsckReport,
) -> Result<(), StoreError> {
    let query = "SELECT seq, version FROM turns WHERE session = ? AND version <= ? ORDER BY seq";
    let rows: Vec<(i64, Version)> = sqlx::query_as(query)
        .bind(session.as_str())
        .bind(newest)
        .fetch_all(pool)
        .await
        .map_err(|e| failed("fsck", &e))?;
    let mut fault = |what: &str| {
        report.faults.push(Fault { session: Some(session.clone()), version: None, what: what.to_owned() });
    };
    if rows.iter().zip(0..).any(|((seq, _), expected)| *seq != expected) {
        fault("a turn of the dialogue is missing");
    }
    if !rows.iter().is_sorted_by_key(|(_, version)| *version) {
        fault("turns stand out of order");
    }
    Ok(())
}

async fn check_events(pool: &SqlitePool, session: &SessionId, report: &mut FsckReport) -> Result<(), StoreError> {
    let query = "SELECT count(*), coalesce(max(seq), 0) FROM events WHERE session = ?";
    let (count, last): (i64, i64) =
        sqlx::query_as(query).bind(session.as_str()).fetch_one(pool).await.map_err(|e| failed("fsck", &e))?;
    if count != last {
        let what = "an event is missing".to_owned();
        report.faults.push(Fault { session: Some(session.clone()), version: None, what });
    }
    Ok(())
}
