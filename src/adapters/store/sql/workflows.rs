//! Named sequences of research steps.

use super::engine::{Connection, Pool, kept, words};
use crate::adapters::store::rows::failed;
use crate::model::workflow::Workflow;
use crate::runner::ports::StoreError;
use sqlx::FromRow;

#[derive(FromRow)]
struct Columns {
    id: String,
    name: String,
    steps: String,
    created_at: String,
}

pub(in crate::adapters::store) async fn all(pool: &Pool) -> Result<Vec<Workflow>, StoreError> {
    let query = "SELECT id, name, steps, created_at FROM workflows ORDER BY created_at, id LIMIT 500";
    let rows: Vec<Columns> = sqlx::query_as(query).fetch_all(pool).await.map_err(|e| failed("read workflows", &e))?;
    rows.into_iter()
        .map(|row| {
            let steps = serde_json::from_str(&row.steps).map_err(|e| StoreError::Failed(format!("workflow: {e}")))?;
            Ok(Workflow { id: row.id, name: words(row.name), steps, created_at: row.created_at })
        })
        .collect()
}

pub(in crate::adapters::store) async fn add(
    connection: &mut Connection,
    workflow: &Workflow,
) -> Result<(), StoreError> {
    let steps = serde_json::to_string(&workflow.steps).unwrap_or_default();
    sqlx::query("INSERT INTO workflows (id, name, steps, created_at) VALUES ($1, $2, $3, $4)")
        .bind(workflow.id.as_str())
        .bind(kept(&workflow.name))
        .bind(steps)
        .bind(workflow.created_at.as_str())
        .execute(connection)
        .await
        .map(|_| ())
        .map_err(|e| failed("add workflow", &e))
}
