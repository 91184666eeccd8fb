//! What the audit log says of a job. Every change passes through here on its way to the database, whichever door it came
//! through, and its entry is committed with it or not at all.

use crate::adapters::clock::SystemClock;
use crate::adapters::store::jobs::{Job, NewVersion};
use crate::adapters::worker::caller;
use crate::engine::trail::of_session;
use crate::model::account::AccountChange;
use crate::model::ids::SessionId;
use crate::model::trail::{Action, Actor, Draft, Level};
use crate::model::webhook::{Delivery, DeliveryState, Kind};
use crate::runner::ports::Clock;

/// How the log names an account.
fn of_account(name: &str) -> String {
    format!("account:{name}")
}

/// How the log names a matter.
fn of_matter(id: &str) -> String {
    format!("matter:{id}")
}

/// What is committed beside a job.
#[derive(Debug, Default)]
pub(super) struct Beside {
    /// What the audit log says of it.
    pub(super) draft: Option<Draft>,
    /// Notices to programs elsewhere.
    pub(super) deliveries: Vec<Delivery>,
}

/// What is noted, and whom an entry names where no caller is known.
#[derive(Debug, Clone)]
pub struct Keeping {
    level: Level,
    usual: Actor,
    /// Receivers of notices, and what they are told.
    receivers: Vec<String>,
    kinds: Vec<Kind>,
}

impl Keeping {
    /// Notes what a level wants.
    #[must_use]
    pub fn new(level: Level, usual: Actor) -> Self {
        Self { level, usual, receivers: Vec::new(), kinds: Vec::new() }
    }

    /// Tells programs elsewhere, too.
    #[must_use]
    pub fn telling(self, receivers: Vec<String>, kinds: Vec<Kind>) -> Self {
        Self { receivers, kinds, ..self }
    }

    /// Whether an action is noted.
    #[must_use]
    pub fn wants(&self, action: Action) -> bool {
        self.level.wants(action)
    }

    /// An entry by whoever the running task works for, now.
    #[must_use]
    pub fn begin(&self, action: Action) -> Draft {
        let actor = caller::now().actor.unwrap_or_else(|| self.usual.clone());
        Draft::new(SystemClock::default().now(), &actor, action)
    }

    /// What is committed beside a job.
    pub(super) fn beside(&self, job: &Job) -> Beside {
        Beside { draft: self.draft(job), deliveries: self.deliveries(job) }
    }

    /// Notices about a version, one for each receiver.
    fn deliveries(&self, job: &Job) -> Vec<Delivery> {
        let (session, version, at, kinds) = match job {
            Job::Create { version, .. } | Job::Append { version } => {
                let snapshot = &version.head.snapshot;
                (&snapshot.session, snapshot.version, &snapshot.at, version.kinds.as_slice())
            }
            // What the owner states of the own document is told to nobody as a lawyer's word.
            Job::AddSignoff { session, signoff } if signoff.link.is_some() => {
                (session, signoff.version, &signoff.at, std::slice::from_ref(&Kind::SignedOff))
            }
            _ => return Vec::new(),
        };
        let clock = SystemClock::default();
        let told = kinds.iter().filter(|kind| self.kinds.contains(kind));
        let to = |(kind, receiver): (&Kind, &String)| Delivery {
            id: format!("evt_{}", clock.id()),
            session: session.0.clone(),
            version,
            kind: *kind,
            at: at.clone(),
            receiver: receiver.clone(),
            attempts: 0,
            due: clock.now(),
            state: DeliveryState::Waiting,
            last: None,
        };
        told.flat_map(|kind| self.receivers.iter().map(move |receiver| (kind, receiver))).map(to).collect()
    }

    /// The entry of a job, if it is one that is noted.
    fn draft(&self, job: &Job) -> Option<Draft> {
        if self.level == Level::Off {
            return None;
        }
        let of = |action: Action, session: &SessionId| self.begin(action).of(&of_session(session));
        let made = |action: Action, version: &NewVersion| {
            let snapshot = &version.head.snapshot;
            of(action, &snapshot.session).at_version(Some(snapshot.version)).text("cause", &version.cause)
        };
        Some(match job {
            Job::Create { workspace, matter, version, .. } => {
                let draft = made(Action::Create, version).text("workspace", workspace);
                matter.iter().fold(draft, |draft, matter| draft.text("matter", matter))
            }
            Job::Append { version } if version.cause == "message" => made(Action::Say, version),
            Job::Append { version } => made(Action::Update, version),
            Job::Describe { session, .. } => of(Action::Update, session).text("cause", "describe"),
            Job::Trash { session, .. } => of(Action::Trash, session),
            Job::Restore { session } => of(Action::Restore, session),
            Job::Delete { session } => of(Action::Delete, session),
            Job::Hold { session, .. } => of(Action::Hold, session),
            Job::Release { session, .. } => of(Action::Release, session),
            Job::AddShare { share } => {
                let draft = of(Action::Share, &share.session).at_version(Some(share.version)).text("link", &share.id);
                // A lawyer's link opens the document itself.
                share.copy.iter().fold(draft, |draft, copy| draft.text("copy", &of_session(copy)))
            }
            Job::AddRemark { session, remark } => of(Action::Say, session)
                .at_version(Some(remark.version))
                .text("cause", "remark")
                .text("remark", remark.id.as_str()),
            Job::SettleRemark { session, id, .. } => {
                of(Action::Update, session).text("cause", "settle").text("remark", id.as_str())
            }
            Job::AddSignoff { session, signoff } => of(Action::SignOff, session)
                .at_version(Some(signoff.version))
                .text("signoff", &signoff.id)
                .text("sha256", &signoff.text),
            Job::RevokeShare { id, .. } => self.begin(Action::Revoke).of(&format!("link:{id}")),
            Job::AddWorkflow { workflow } => self.begin(Action::Update).of(&format!("workflow:{}", workflow.id)),
            Job::AddToken { token } => {
                let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.as_str()).collect();
                self.begin(Action::Grant).of(&format!("key:{}", token.id)).text("scopes", &scopes.join("+"))
            }
            Job::RevokeToken { id, .. } => self.begin(Action::Revoke).of(&format!("key:{id}")),
            Job::AddAccount { account } => {
                self.begin(Action::Grant).of(&of_account(&account.name)).text("role", account.role.as_str())
            }
            Job::ChangeAccount { name, change } => match change {
                AccountChange::Role(role) => {
                    self.begin(Action::Update).of(&of_account(name)).text("role", role.as_str())
                }
                AccountChange::Password(_) | AccountChange::Own { .. } => {
                    self.begin(Action::Update).of(&of_account(name)).text("cause", "password")
                }
                AccountChange::Disabled(Some(_)) => self.begin(Action::Revoke).of(&of_account(name)),
                AccountChange::Disabled(None) => {
                    self.begin(Action::Grant).of(&of_account(name)).text("cause", "enable")
                }
            },
            Job::AddMatter { matter } => self.begin(Action::Create).of(&of_matter(&matter.id)),
            Job::Stand { person } => self
                .begin(Action::Grant)
                .of(&of_matter(&person.matter))
                .text("account", &person.account)
                .text("standing", person.standing.as_str()),
            Job::Leave { matter, account } => {
                self.begin(Action::Revoke).of(&of_matter(matter)).text("account", account)
            }
            Job::PutSession { session, matter } => {
                of(Action::Update, session).text("matter", matter.as_deref().unwrap_or("common"))
            }
            // Who signs in is noted at the door, with those who failed. What a performer did is in the version's own entry; the others change no matter.
            Job::AddTrace { .. }
            | Job::Tell { .. }
            | Job::FinishRequest { .. }
            | Job::SignIn { .. }
            | Job::SignOut { .. }
            | Job::WorkIn { .. }
            | Job::Note { .. }
            | Job::CutTrail { .. }
            | Job::SettleWebhook { .. }
            | Job::ForgetWebhooks { .. }
            | Job::Corpus(_)
            | Job::Ping => return None,
        })
    }
}
