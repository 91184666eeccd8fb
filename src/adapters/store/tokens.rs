//! Tokens of programs, over either engine.

use crate::adapters::store::jobs::Job;
use crate::adapters::store::rows::failed;
use crate::adapters::store::sessions::Sessions;
use crate::adapters::store::{over_postgres, over_sqlite};
use crate::model::access_token::AccessToken;
use crate::runner::ports::StoreError;

impl Sessions {
    /// Keeps a token.
    ///
    /// # Errors
    /// Storage.
    pub async fn add_token(&self, token: AccessToken) -> Result<(), StoreError> {
        self.submit(Job::AddToken { token }).await
    }

    /// Ends a token.
    ///
    /// # Errors
    /// No such token, or ended before; storage.
    pub async fn revoke_token(&self, id: &str, at: &str) -> Result<(), StoreError> {
        self.submit(Job::RevokeToken { id: id.to_owned(), at: at.to_owned() }).await
    }

    /// The token with this hash.
    ///
    /// # Errors
    /// Storage.
    pub async fn token(&self, hash: &str) -> Result<Option<AccessToken>, StoreError> {
        match self {
            Self::Sqlite(store) => {
                let mut reader = store.readers.acquire().await.map_err(|e| failed("tokens", &e))?;
                over_sqlite::tokens::by_hash(&mut reader, hash).await
            }
            Self::Postgres(store) => {
                let mut reader = store.shared.pool.acquire().await.map_err(|e| failed("tokens", &e))?;
                over_postgres::tokens::by_hash(&mut reader, hash).await
            }
        }
    }

    /// All tokens, oldest first, those that are ended, too.
    ///
    /// # Errors
    /// Storage.
    pub async fn tokens(&self) -> Result<Vec<AccessToken>, StoreError> {
        match self {
            Self::Sqlite(store) => {
                let mut reader = store.readers.acquire().await.map_err(|e| failed("tokens", &e))?;
                over_sqlite::tokens::all(&mut reader).await
            }
            Self::Postgres(store) => {
                let mut reader = store.shared.pool.acquire().await.map_err(|e| failed("tokens", &e))?;
                over_postgres::tokens::all(&mut reader).await
            }
        }
    }
}
