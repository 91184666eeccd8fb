//! Accounts and matters, over either engine.

use crate::adapters::store::jobs::Job;
use crate::adapters::store::rows::failed;
use crate::adapters::store::sessions::Sessions;
use crate::adapters::store::{over_postgres, over_sqlite};
use crate::engine::rights::Place;
use crate::model::account::{Account, AccountChange, Login, Matter, Participant, SignedIn, Standing};
use crate::model::ids::SessionId;
use crate::runner::ports::StoreError;

/// Asks whichever engine it is.
macro_rules! asked {
    ($sessions:expr, $function:ident($($argument:expr),*)) => {
        match $sessions {
            Sessions::Sqlite(store) => {
                let mut reader = store.readers.acquire().await.map_err(|e| failed("accounts", &e))?;
                over_sqlite::accounts::$function(&mut reader, $($argument),*).await
            }
            Sessions::Postgres(store) => {
                let mut reader = store.shared.pool.acquire().await.map_err(|e| failed("accounts", &e))?;
                over_postgres::accounts::$function(&mut reader, $($argument),*).await
            }
        }
    };
}

impl Sessions {
    /// Keeps an account.
    ///
    /// # Errors
    /// The name is taken; storage.
    pub async fn add_account(&self, account: Account) -> Result<(), StoreError> {
        self.submit(Job::AddAccount { account }).await
    }

    /// Changes an account.
    ///
    /// # Errors
    /// No such account; storage.
    pub async fn change_account(&self, name: &str, change: AccountChange) -> Result<(), StoreError> {
        self.submit(Job::ChangeAccount { name: name.to_owned(), change }).await
    }

    /// The account of this name.
    ///
    /// # Errors
    /// Storage.
    pub async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        asked!(self, by_name(name))
    }

    /// All accounts, by name.
    ///
    /// # Errors
    /// Storage.
    pub async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        asked!(self, all())
    }

    /// Keeps that somebody is signed in at a browser.
    ///
    /// # Errors
    /// Storage.
    pub async fn sign_in(&self, login: Login) -> Result<(), StoreError> {
        self.submit(Job::SignIn { login }).await
    }

    /// Ends it; a second time changes nothing.
    ///
    /// # Errors
    /// Storage.
    pub async fn sign_out(&self, hash: &str) -> Result<(), StoreError> {
        self.submit(Job::SignOut { hash: hash.to_owned() }).await
    }

    /// Chooses the matter that new sessions of a browser go into.
    ///
    /// # Errors
    /// Nobody is signed in by this cookie; storage.
    pub async fn work_in(&self, hash: &str, matter: Option<String>) -> Result<(), StoreError> {
        self.submit(Job::WorkIn { hash: hash.to_owned(), matter }).await
    }

    /// Who is signed in by the cookie of this hash.
    ///
    /// # Errors
    /// Storage.
    pub async fn signed_in(&self, hash: &str, now: &str) -> Result<Option<SignedIn>, StoreError> {
        asked!(self, signed_in(hash, now))
    }

    /// Keeps a matter.
    ///
    /// # Errors
    /// Storage.
    pub async fn add_matter(&self, matter: Matter) -> Result<(), StoreError> {
        self.submit(Job::AddMatter { matter }).await
    }

    /// All matters, oldest first.
    ///
    /// # Errors
    /// Storage.
    pub async fn all_matters(&self) -> Result<Vec<Matter>, StoreError> {
        asked!(self, matters())
    }

    /// Who stands how to which matter.
    ///
    /// # Errors
    /// Storage.
    pub async fn matter_people(&self) -> Result<Vec<Participant>, StoreError> {
        asked!(self, people())
    }

    /// Makes somebody a member of a matter, or puts up a wall.
    ///
    /// # Errors
    /// No such matter or account; the person stands there otherwise; storage.
    pub async fn stand(&self, person: Participant) -> Result<(), StoreError> {
        self.submit(Job::Stand { person }).await
    }

    /// Takes somebody out of a matter, or a wall away.
    ///
    /// # Errors
    /// The person has no standing there; storage.
    pub async fn leave(&self, matter: &str, account: &str) -> Result<(), StoreError> {
        self.submit(Job::Leave { matter: matter.to_owned(), account: account.to_owned() }).await
    }

    /// Puts a session with its copies into a matter, or makes it common.
    ///
    /// # Errors
    /// No such session or matter; storage.
    pub async fn put_session(&self, session: &SessionId, matter: Option<String>) -> Result<(), StoreError> {
        self.submit(Job::PutSession { session: session.clone(), matter }).await
    }

    /// The matter of a session, and its place as somebody stands to it. Nobody has an empty name.
    ///
    /// # Errors
    /// Storage.
    pub async fn place(&self, session: &SessionId, account: &str) -> Result<(Option<String>, Place), StoreError> {
        let found: Result<_, StoreError> = asked!(self, place(session, account));
        let (matter, standing) = found?;
        let place = Place::of(matter.as_deref(), standing);
        Ok((matter, place))
    }

    /// How somebody stands to a matter.
    ///
    /// # Errors
    /// Storage.
    pub async fn standing(&self, matter: &str, account: &str) -> Result<Option<Standing>, StoreError> {
        asked!(self, standing(matter, account))
    }

    /// Sessions of the matters that somebody does not work on.
    ///
    /// # Errors
    /// Storage.
    pub async fn hidden(&self, account: &str) -> Result<Vec<String>, StoreError> {
        asked!(self, hidden(account))
    }
}
