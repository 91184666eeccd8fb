//! What a store is asked to write.

use crate::adapters::store::corpus_writes::CorpusChange;
use crate::adapters::store::heads::Head;
use crate::model::access_token::AccessToken;
use crate::model::account::{Account, AccountChange, Login, Matter, Participant};
use crate::model::ids::{RemarkId, RequestId, SessionId, Version};
use crate::model::share::Share;
use crate::model::signoff::{Remark, Settled, Signoff};
use crate::model::told::Told;
use crate::model::trail::Draft;
use crate::model::turn::Turn;
use crate::model::webhook::{Delivery, Kind};
use crate::model::workflow::Workflow;
use crate::runner::past::Description;
use crate::runner::ports::RequestMark;
use std::sync::Arc;

/// One change of the database. Texts are encoded before it reaches the writer.
#[derive(Debug)]
pub(super) enum Job {
    Create {
        workspace: String,
        title: String,
        /// The matter that it belongs to from the first moment.
        matter: Option<String>,
        version: NewVersion,
    },
    Append {
        version: NewVersion,
    },
    AddTrace {
        session: SessionId,
        trace: NewTrace,
    },
    /// Something happened that makes no version.
    Tell {
        session: SessionId,
        told: Told,
    },
    FinishRequest {
        scope: String,
        id: String,
        version: Option<Version>,
        error: Option<String>,
    },
    Trash {
        session: SessionId,
        at: String,
    },
    Restore {
        session: SessionId,
    },
    Describe {
        session: SessionId,
        change: Description,
    },
    Delete {
        session: SessionId,
    },
    /// From now on nobody may delete it.
    Hold {
        session: SessionId,
        at: String,
    },
    Release {
        session: SessionId,
        at: String,
    },
    AddShare {
        share: Share,
    },
    RevokeShare {
        id: String,
        at: String,
    },
    AddRemark {
        session: SessionId,
        remark: Remark,
    },
    SettleRemark {
        session: SessionId,
        id: RemarkId,
        settled: Settled,
    },
    AddSignoff {
        session: SessionId,
        signoff: Signoff,
    },
    AddWorkflow {
        workflow: Workflow,
    },
    /// Entries of the audit log that belong to no other job.
    Note {
        drafts: Vec<Draft>,
    },
    /// Removes the part of the audit log up to an entry.
    CutTrail {
        through: u64,
        draft: Draft,
    },
    AddToken {
        token: AccessToken,
    },
    RevokeToken {
        id: String,
        at: String,
    },
    AddAccount {
        account: Account,
    },
    ChangeAccount {
        name: String,
        change: AccountChange,
    },
    SignIn {
        login: Login,
    },
    SignOut {
        hash: String,
    },
    /// Chooses the matter that new sessions of a browser go into.
    WorkIn {
        hash: String,
        matter: Option<String>,
    },
    AddMatter {
        matter: Matter,
    },
    /// Somebody becomes a member of a matter, or stands behind a wall.
    Stand {
        person: Participant,
    },
    Leave {
        matter: String,
        account: String,
    },
    /// Puts a session into a matter, or makes it common.
    PutSession {
        session: SessionId,
        matter: Option<String>,
    },
    /// How a notice to a program elsewhere stands.
    SettleWebhook {
        now: Delivery,
        attempts_before: u32,
    },
    ForgetWebhooks {
        before: String,
    },
    /// A change of the corpus.
    Corpus(CorpusChange),
    /// Asks whether the database takes writes.
    Ping,
}

/// A version with everything that is committed with it.
#[derive(Debug)]
pub(super) struct NewVersion {
    pub(super) head: Arc<Head>,
    pub(super) status: String,
    pub(super) cause: String,
    pub(super) changed: String,
    /// Operations and whole document as they are stored.
    pub(super) ops: Option<Vec<u8>>,
    pub(super) snapshot: Option<Vec<u8>>,
    pub(super) turns: Vec<Turn>,
    pub(super) trace: Option<NewTrace>,
    pub(super) request: Option<RequestMark>,
    pub(super) ends: Option<(String, RequestId)>,
    pub(super) events: Vec<Told>,
    /// What it means to programs elsewhere.
    pub(super) kinds: Vec<Kind>,
    pub(super) title: Option<String>,
}

/// A trace, encoded.
#[derive(Debug)]
pub(super) struct NewTrace {
    pub(super) id: String,
    pub(super) step: String,
    pub(super) version: Version,
    pub(super) at: String,
    pub(super) body: Vec<u8>,
}

impl Job {
    /// Bytes that it brings.
    pub(super) fn bytes(&self) -> usize {
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let version = |version: &NewVersion| {
            version.ops.as_ref().map_or(0, Vec::len)
                + version.snapshot.as_ref().map_or(0, Vec::len)
                + version.turns.iter().map(|turn| turn.text.len()).sum::<usize>()
                + version.trace.as_ref().map_or(0, |trace| trace.body.len())
        };
        match self {
            Self::Create { version: new, .. } | Self::Append { version: new } => version(new),
            Self::AddTrace { trace, .. } => trace.body.len(),
            Self::FinishRequest { error, .. } => text(error),
            Self::AddWorkflow { workflow } => workflow.name.len(),
            Self::AddRemark { remark, .. } => remark.text.len(),
            Self::AddSignoff { signoff, .. } => signoff.note.len(),
            Self::Corpus(change) => change.bytes(),
            Self::Tell { .. }
            | Self::Trash { .. }
            | Self::Restore { .. }
            | Self::Describe { .. }
            | Self::Delete { .. }
            | Self::Hold { .. }
            | Self::Release { .. }
            | Self::AddShare { .. }
            | Self::RevokeShare { .. }
            | Self::SettleRemark { .. }
            | Self::Note { .. }
            | Self::CutTrail { .. }
            | Self::AddToken { .. }
            | Self::RevokeToken { .. }
            | Self::AddAccount { .. }
            | Self::ChangeAccount { .. }
            | Self::SignIn { .. }
            | Self::SignOut { .. }
            | Self::WorkIn { .. }
            | Self::AddMatter { .. }
            | Self::Stand { .. }
            | Self::Leave { .. }
            | Self::PutSession { .. }
            | Self::SettleWebhook { .. }
            | Self::ForgetWebhooks { .. }
            | Self::Ping => 0,
        }
    }
}
