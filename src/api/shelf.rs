//! What the first pages know of the sources that are held.

use crate::api::app;
use crate::model::error::ApiError;
use crate::model::example::Shelf;
use crate::runner::fail;

/// Whether this visitor may change what the installation holds; provided by the server.
#[derive(Debug, Clone, Copy)]
pub struct MayKeep(pub bool);

/// What is held. Everybody may know it: research says the same to everybody.
///
/// # Errors
/// Storage.
pub async fn held() -> Result<Shelf, ApiError> {
    let editions = app()?.sources.editions().await.map_err(|error| fail::of_store(&error))?;
    Ok(Shelf::of(&editions))
}
