//! The ports of the runner: everything that is not a pure function of state.

use crate::engine::address::Address;
use crate::engine::corpus::Imported;
use crate::engine::corpus::boxes::Mark;
use crate::engine::turn::{Prompt, Rejection};
use crate::model::error::ApiError;
use crate::model::ids::{RequestId, SessionId, Version};
use crate::model::session::{Performer, SessionRow, VersionRow, WorkspaceId};
use crate::model::share::Share;
use crate::model::snapshot::Snapshot;
use crate::model::source::{EditionRow, Hit, NodeView, PageBox, PageBoxes, PageView, SearchQuery};
use crate::model::told::{Numbered, Told};
use crate::model::trace::{TraceEntry, Usage};
use crate::model::turn::Turn;
use crate::model::workflow::Workflow;
use crate::runner::excerpts::Excerpts;
use crate::runner::lane::TurnRight;
use crate::runner::opinions::Opinions;
use crate::runner::past::{Description, History, Listed, Listing, Trashed};
use serde_json::Value;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// A boxed future, so that ports stay object safe.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// One question to a performer: the typed input and the same input rendered.
#[derive(Debug, Clone)]
pub struct LlmRequest {
    /// The workspace whose step runs.
    pub workspace: WorkspaceId,
    /// The session that asks; `None` for a tool outside of any.
    pub session: Option<SessionId>,
    /// Step id, e.g. `INTERPRET`.
    pub step: &'static str,
    /// The structured input of the step.
    pub input: Arc<Value>,
    /// The same input rendered for a model.
    pub prompt: Arc<Prompt>,
    /// Earlier answers of this step and why each was refused, oldest first.
    pub refused: Vec<(String, Rejection)>,
    /// Pages of sources to look at beside the prompt; a performer that takes none leaves them out and says so.
    pub images: Vec<Picture>,
}

/// An image that goes to a performer, with the line that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Which page of which document it is, for whoever looks at it.
    pub caption: String,
    /// `image/png` or `image/jpeg`.
    pub media: &'static str,
    /// The file.
    pub bytes: Arc<Vec<u8>>,
}

/// How many images a performer takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sight {
    /// Most images of one question to it.
    pub each: u32,
    /// Most images of one run.
    pub run: u32,
    /// Most bytes of the images of one question, before they are put into text.
    pub bytes: usize,
    /// Longest side in pixels.
    pub side: u32,
}

/// What a performer answered.
#[derive(Debug, Clone, PartialEq)]
pub struct LlmReply {
    /// JSON text, unread.
    pub text: String,
    /// Tokens and cost as the performer reports them.
    pub usage: Usage,
    /// `builtin` or the model that answered.
    pub performer: String,
    /// Why the answer was given without the images of the request; `None` when nothing was left out.
    pub unseen: Option<String>,
}

/// Why no answer came.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LlmError {
    /// Nobody answered in time, or the provider is down. Trying again can help.
    #[error("{reason}")]
    Unavailable {
        /// For a person: what failed, without inner text of libraries.
        reason: String,
        /// Seconds after which the provider asks to come back.
        retry_after: Option<u64>,
    },
    /// The provider refuses this request (key, credit, model, privacy routing). Trying again does not help.
    #[error("{reason}")]
    Refused {
        /// For a person: what to change.
        reason: String,
    },
    /// An answer came, but it is cut, empty or larger than the limit. Counts as an attempt.
    #[error("{reason}")]
    Unusable {
        /// What is wrong with it.
        reason: String,
        /// What came of it.
        partial: String,
    },
}

/// Where the question of a step goes when it leaves this machine's program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// Host of the server, with its port.
    pub host: String,
    /// The model; `None` until the server has said which it has.
    pub model: Option<String>,
}

/// A notice while a performer works: a retry of the transport with its number and reason.
pub type OnRetry<'a> = &'a (dyn Fn(u32, &str) + Send + Sync);

/// Performs steps: a model over HTTP, or the built-in performer.
pub trait Llm: Send + Sync {
    /// Answers one request. Transport retries happen inside; content is never judged here.
    fn complete<'a>(
        &'a self,
        request: &'a LlmRequest,
        on_retry: OnRetry<'a>,
    ) -> BoxFuture<'a, Result<LlmReply, LlmError>>;

    /// Who answers, for the page.
    fn performer(&self) -> Performer;

    /// Where the question of a step goes; `None` when it stays here.
    fn destination(&self, _step: &str) -> Option<Destination> {
        None
    }

    /// What images it takes for a step; `None` when it takes none.
    fn sight<'a>(&'a self, _step: &'a str) -> BoxFuture<'a, Option<Sight>> {
        Box::pin(std::future::ready(None))
    }
}

/// Why storage did not do it.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another version came first.
    #[error("the session is at version {current}")]
    Conflict {
        /// The version that stands.
        current: Version,
    },
    /// No such session or version.
    #[error("not found")]
    NotFound,
    /// A legal hold forbids to delete it.
    #[error("on hold")]
    OnHold,
    /// The database failed; the text is for the log only.
    #[error("storage failed: {0}")]
    Failed(String),
    /// The database file is damaged; the text is for the log only.
    #[error("storage is damaged: {0}")]
    Damaged(String),
}

/// A new version and everything that must be on disk with it.
#[derive(Debug, Clone)]
pub struct Commit {
    /// The new version; its number is the expected current version + 1 (0 for a new session).
    pub snapshot: Snapshot,
    /// What made it: `message`, `edit`, or a step id.
    pub cause: String,
    /// Turns that join the append-only log, in order.
    pub turns: Vec<Turn>,
    /// Pointers into `domain` whose value differs from the version before.
    pub changed: Vec<String>,
    /// The step's trace.
    pub trace: Option<TraceEntry>,
    /// The user event this belongs to: recorded as begun with the first commit.
    pub request: Option<RequestMark>,
    /// The request that ends with this version, with its scope: the version is its outcome.
    pub ends: Option<(String, RequestId)>,
    /// What is told of it; each gets the next number of the session.
    pub events: Vec<Told>,
    /// What lists call the session from now on; `None` leaves its name.
    pub title: Option<String>,
}

/// A request id with the hash of its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestMark {
    /// Chosen by the client.
    pub id: RequestId,
    /// SHA-256 of the canonical body, hex.
    pub body_hash: String,
}

/// What is kept of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestRecord {
    /// Hash of the body it came with.
    pub body_hash: String,
    /// The session it acted on (for an opening request: the session it made).
    pub session: SessionId,
    /// `None` while it runs or was interrupted; then the version it ended at, or the error it ended with.
    pub outcome: Option<Result<Version, ApiError>>,
}

/// Sessions, versions, turns, traces, requests.
pub trait Store: Opinions + Send + Sync {
    /// The right to run a turn, among all processes that share this store; `None` while another one has it.
    fn enter(&self, _session: &SessionId) -> BoxFuture<'_, Result<Option<TurnRight>, StoreError>> {
        Box::pin(std::future::ready(Ok(Some(TurnRight::free()))))
    }

    /// Creates a session with version 0. The row's title and workspace are stored with it.
    fn create(&self, workspace: WorkspaceId, title: String, commit: Commit) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Appends a version if the current one is `commit.snapshot.version - 1`.
    fn append(&self, commit: Commit) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The newest version.
    fn latest(&self, session: &SessionId) -> BoxFuture<'_, Result<Snapshot, StoreError>>;

    /// One version.
    fn version(&self, session: &SessionId, version: Version) -> BoxFuture<'_, Result<Snapshot, StoreError>>;

    /// All versions, oldest first.
    fn versions(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<VersionRow>, StoreError>>;

    /// The newest version up to this one that an event of the person made; `None` before the first.
    fn spoken(&self, session: &SessionId, up_to: Version) -> BoxFuture<'_, Result<Option<Version>, StoreError>>;

    /// The whole dialogue up to and including a version, oldest first.
    fn turns(&self, session: &SessionId, up_to: Version) -> BoxFuture<'_, Result<Vec<Turn>, StoreError>>;

    /// A session up to and including a version, or whole, in one read.
    fn history(&self, session: &SessionId, up_to: Option<Version>) -> BoxFuture<'_, Result<History, StoreError>>;

    /// Adds a trace without a new version (a refused, failed or cancelled step).
    fn add_trace(&self, session: &SessionId, trace: TraceEntry) -> BoxFuture<'_, Result<(), StoreError>>;

    /// All traces, oldest first.
    fn traces(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<TraceEntry>, StoreError>>;

    /// What was told of a session after this number, oldest first, at most `limit`; nothing for an unknown one.
    fn events(&self, session: &SessionId, after: u64, limit: u32) -> BoxFuture<'_, Result<Vec<Numbered>, StoreError>>;

    /// The number of the newest event; 0 without any.
    fn last_event(&self, session: &SessionId) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// What is known of a request. Scope: the session id as text, or `new` for opening requests.
    fn request(&self, scope: &str, id: &RequestId) -> BoxFuture<'_, Result<Option<RequestRecord>, StoreError>>;

    /// Records how a request ended.
    fn finish_request(
        &self,
        scope: &str,
        id: &RequestId,
        outcome: Result<Version, ApiError>,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The row of one session.
    fn row(&self, session: &SessionId) -> BoxFuture<'_, Result<SessionRow, StoreError>>;

    /// Sessions, newest change first, at most `limit`.
    fn sessions(&self, limit: u32) -> BoxFuture<'_, Result<Vec<SessionRow>, StoreError>>;

    /// The sessions that are asked for, newest first.
    fn matters(&self, asked: &Listing) -> BoxFuture<'_, Result<Listed, StoreError>>;

    /// Names a session (`Some(None)`: by its facts again) and puts it away or brings it back.
    fn describe(&self, session: &SessionId, change: Description) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Hides a session and its copies from everything but [`Store::restore`], [`Store::delete`] and the trash's list.
    fn trash(&self, session: &SessionId, at: &str) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Brings a session back from the trash, with the copies that went along.
    fn restore(&self, session: &SessionId) -> BoxFuture<'_, Result<(), StoreError>>;

    /// What lies in the trash, without copies that went along, oldest first.
    fn trashed(&self) -> BoxFuture<'_, Result<Vec<Trashed>, StoreError>>;

    /// Removes a session with everything that belongs to it, its copies and their links included: no file keeps a word.
    fn delete(&self, session: &SessionId) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Keeps a link between two sessions that exist.
    fn add_share(&self, share: Share) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The link with this id.
    fn share(&self, id: &str) -> BoxFuture<'_, Result<Option<Share>, StoreError>>;

    /// The link that opens this session, if it is a copy.
    fn share_of_copy(&self, copy: &SessionId) -> BoxFuture<'_, Result<Option<Share>, StoreError>>;

    /// Links of a session, oldest first.
    fn shares(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Share>, StoreError>>;

    /// Ends a link; a second time changes nothing.
    fn revoke_share(&self, id: &str, at: &str) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Keeps a named sequence of steps.
    fn add_workflow(&self, workflow: Workflow) -> BoxFuture<'_, Result<(), StoreError>>;

    /// All named sequences, oldest first.
    fn workflows(&self) -> BoxFuture<'_, Result<Vec<Workflow>, StoreError>>;

    /// Whether the database answers.
    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>>;
}

/// What came of keeping an edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// New, or a changed file: nodes written.
    Written {
        /// Nodes with text.
        nodes: u32,
    },
    /// A file of this hash is held already; nothing was written.
    Unchanged,
}

/// A file that is kept as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptFile {
    /// `application/pdf`, `image/jpeg`, `image/png`.
    pub media: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Files whose pages are shown as they are, and words that were recognised on images; by the hash of their bytes.
pub trait PageFiles: Send + Sync {
    /// Keeps a file; the same one again changes nothing.
    fn put_file<'a>(&'a self, sha256: &'a str, file: &'a KeptFile) -> BoxFuture<'a, Result<(), StoreError>>;

    /// A file.
    fn file(&self, sha256: &str) -> BoxFuture<'_, Result<Option<KeptFile>, StoreError>>;

    /// The media type of a file that is kept.
    fn media(&self, sha256: &str) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// Keeps the words of an image; their pages are not read.
    fn put_words<'a>(&'a self, sha256: &'a str, words: &'a [Mark]) -> BoxFuture<'a, Result<(), StoreError>>;

    /// The words of an image; `None` when nobody has recognised any.
    fn words(&self, sha256: &str) -> BoxFuture<'_, Result<Option<Vec<Mark>>, StoreError>>;
}

/// The corpus of legal sources.
pub trait Sources: PageFiles + Send + Sync {
    /// Whether a file of this hash has been imported by this version of the readers.
    fn holds(&self, sha256: &str) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Keeps the editions of a file, each whole or not at all; the same file again changes nothing.
    fn keep<'a>(
        &'a self,
        file: &'a str,
        sha256: &'a str,
        editions: Vec<Imported>,
        at: &'a str,
    ) -> BoxFuture<'a, Result<Kept, StoreError>>;

    /// All editions held, by document and label.
    fn editions(&self) -> BoxFuture<'_, Result<Vec<EditionRow>, StoreError>>;

    /// Removes an edition with its nodes; `false` when there was none.
    fn forget(&self, edition: &str) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Searches: addresses first, then words. Best first; ties by address.
    fn search(&self, query: &SearchQuery) -> BoxFuture<'_, Result<Vec<Hit>, StoreError>>;

    /// What a person should know about the last search: a list of it that had to be left out.
    fn search_notice(&self) -> Option<&'static str> {
        None
    }

    /// The nodes at an address, in every edition held, or only in those in force on a day.
    fn locate(&self, address: &Address, on: Option<&str>) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>>;

    /// One node with its text and that of everything below it.
    fn node(&self, node_id: &str) -> BoxFuture<'_, Result<Option<NodeView>, StoreError>>;

    /// Nodes right below a node, or the topmost of an edition, in order.
    fn below(&self, edition: &str, parent: Option<&str>) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>>;

    /// Every node of an edition with its own text, in reading order.
    fn outline(&self, edition: &str) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>>;

    /// One page of an edition, from 1.
    fn page(&self, edition: &str, page: u32) -> BoxFuture<'_, Result<Option<PageView>, StoreError>>;

    /// Changes with every import or removal: part of every cache key.
    fn revision(&self) -> BoxFuture<'_, Result<String, StoreError>>;
}

/// What is looked for on pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sought {
    /// The edition.
    pub edition: String,
    /// Where to look first; `None` means where the node begins.
    pub page: Option<u32>,
    /// A node: its words, or its cell, are marked.
    pub node: Option<String>,
    /// Words; of the node, if there is one.
    pub quote: Option<String>,
}

/// A page as an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageImage {
    /// `image/png` or `image/jpeg`.
    pub media: &'static str,
    /// The file.
    pub bytes: Arc<Vec<u8>>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Lower-case hex SHA-256 of the bytes.
    pub sha256: String,
}

/// Why a page is not shown.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// No such edition.
    #[error("Такой редакции нет в базе")]
    NoEdition,
    /// No such page.
    #[error("Страницы {page} нет: всего страниц {pages}")]
    NoPage {
        /// The page asked for.
        page: u32,
        /// How many there are.
        pages: u32,
    },
    /// The edition holds no such node.
    #[error("Такого места в этой редакции нет")]
    NoNode,
    /// The file cannot be shown.
    #[error("{0}")]
    Unreadable(String),
    /// Drawing it took more time or memory than a worker has.
    #[error("Страница слишком сложная: её рисование остановлено по пределу времени или памяти")]
    TooComplex,
    /// Too much is being drawn and read.
    #[error("Сейчас читается и рисуется много файлов: повторите через несколько секунд")]
    Overloaded {
        /// Seconds after which to come again.
        retry_after: u64,
    },
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Pages of editions as images, and where words stand on them.
pub trait Pages: Send + Sync {
    /// A page at a scale: 1 is a pixel per point.
    fn image<'a>(&'a self, edition: &'a str, page: u32, scale: f32) -> BoxFuture<'a, Result<PageImage, PageError>>;

    /// Where words stand. Nothing is marked where the words are not.
    fn boxes<'a>(&'a self, sought: &'a Sought) -> BoxFuture<'a, Result<PageBoxes, PageError>>;

    /// Stretches of a page around places, each with its places framed.
    fn excerpts<'a>(
        &'a self,
        edition: &'a str,
        page: u32,
        wanted: &'a [Vec<PageBox>],
    ) -> BoxFuture<'a, Result<Excerpts, PageError>>;
}

/// Time and fresh identifiers.
pub trait Clock: Send + Sync {
    /// Now, RFC 3339 with milliseconds, UTC: `2026-11-21T09:30:00.000Z`.
    fn now(&self) -> String;

    /// A fresh `UUIDv7`.
    fn id(&self) -> String;

    /// A fresh session id: 16 random bytes, base64url.
    fn session_id(&self) -> SessionId;

    /// A fresh secret: 32 random bytes, base64url.
    fn token(&self) -> String;

    /// Milliseconds of a clock that never goes back.
    fn monotonic_ms(&self) -> u64;
}
