//! A store in memory with the behaviour of the real one.

use crate::model::error::ApiError;
use crate::model::ids::{RemarkId, RequestId, SessionId, Version};
use crate::model::session::{SessionRow, VersionRow, WorkspaceId};
use crate::model::share::Share;
use crate::model::signoff::{Remark, Settled, Signoff};
use crate::model::snapshot::Snapshot;
use crate::model::told::{Numbered, Told};
use crate::model::trace::TraceEntry;
use crate::model::turn::Turn;
use crate::model::workflow::Workflow;
use crate::runner::opinions::Opinions;
use crate::runner::past::{Description, History, Listed, Listing, Past, Trashed};
use crate::runner::ports::{BoxFuture, Commit, RequestMark, RequestRecord, Store, StoreError};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::future::ready;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug)]
struct Session {
    row: SessionRow,
    /// Whether a person named it.
    named: bool,
    versions: Vec<(VersionRow, Snapshot)>,
    turns: Vec<(Version, Turn)>,
    traces: Vec<TraceEntry>,
    events: Vec<Told>,
    remarks: Vec<Remark>,
    signoffs: Vec<Signoff>,
}

#[derive(Debug, Default)]
struct Shelf {
    sessions: BTreeMap<SessionId, Session>,
    requests: HashMap<(String, RequestId), RequestRecord>,
    shares: BTreeMap<String, Share>,
    workflows: Vec<Workflow>,
    /// Session → the session that it went along with, and when.
    trash: BTreeMap<SessionId, (SessionId, String)>,
}

/// Sessions for the length of a test.
#[derive(Debug, Default)]
pub struct MemoryStore {
    shelf: Mutex<Shelf>,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(
        &self,
        session: &SessionId,
        change: impl FnOnce(&mut Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut shelf = self.lock();
        let hidden = shelf.trash.contains_key(session);
        shelf.sessions.get_mut(session).filter(|_| !hidden).ok_or(StoreError::NotFound).and_then(change)
    }

    fn read<T>(&self, session: &SessionId, read: impl FnOnce(&Session) -> Option<T>) -> Result<T, StoreError> {
        let shelf = self.lock();
        let found = shelf.sessions.get(session).filter(|_| !shelf.trash.contains_key(session));
        found.and_then(read).ok_or(StoreError::NotFound)
    }
}

impl Shelf {
    fn create(&mut self, workspace: WorkspaceId, title: String, commit: Commit) -> Result<(), StoreError> {
        let snapshot = &commit.snapshot;
        if snapshot.version != 0 {
            return Err(StoreError::Failed("a session begins with version 0".to_owned()));
        }
        if let Some(session) = self.sessions.get(&snapshot.session) {
            return Err(StoreError::Conflict { current: session.row.version });
        }
        if let Some(mark) = &commit.request {
            if let Some(opened) = self.requests.get(&("new".to_owned(), mark.id.clone())) {
                let current = self.sessions.get(&opened.session).map_or(0, |session| session.row.version);
                return Err(StoreError::Conflict { current });
            }
            self.begin("new", mark, &snapshot.session);
        }
        let row = SessionRow {
            session_id: snapshot.session.clone(),
            workspace,
            title,
            status: String::new(),
            version: 0,
            created_at: snapshot.at.clone(),
            updated_at: snapshot.at.clone(),
            archived: false,
        };
        let mut session = Session {
            row,
            named: false,
            versions: Vec::new(),
            turns: Vec::new(),
            traces: Vec::new(),
            events: Vec::new(),
            remarks: Vec::new(),
            signoffs: Vec::new(),
        };
        let id = snapshot.session.clone();
        session.add(commit);
        self.sessions.insert(id, session);
        Ok(())
    }

    fn append(&mut self, commit: Commit) -> Result<(), StoreError> {
        let id = commit.snapshot.session.clone();
        let standing = self.sessions.get(&id).filter(|_| !self.trash.contains_key(&id));
        let current = standing.ok_or(StoreError::NotFound)?.row.version;
        if current.checked_add(1) != Some(commit.snapshot.version) {
            return Err(StoreError::Conflict { current });
        }
        if let Some(mark) = &commit.request {
            self.begin(id.as_str(), mark, &id);
        }
        if let Some(ended) = &commit.ends {
            let record = self.requests.get_mut(ended).ok_or(StoreError::NotFound)?;
            record.outcome = Some(Ok(commit.snapshot.version));
        }
        if let Some(session) = self.sessions.get_mut(&id) {
            session.add(commit);
        }
        Ok(())
    }

    /// A session and its copies for others.
    fn with_copies(&self, session: &SessionId) -> Vec<SessionId> {
        let copies =
            self.shares.values().filter(|share| share.session == *session).filter_map(|share| share.copy.clone());
        std::iter::once(session.clone()).chain(copies).collect()
    }

    fn begin(&mut self, scope: &str, mark: &RequestMark, session: &SessionId) {
        let record = RequestRecord { body_hash: mark.body_hash.clone(), session: session.clone(), outcome: None };
        self.requests.entry((scope.to_owned(), mark.id.clone())).or_insert(record);
    }
}

impl Shelf {
    /// The rows of what does not lie in the trash.
    fn rows(&self) -> Vec<SessionRow> {
        let shown = self.sessions.values().filter(|session| !self.trash.contains_key(&session.row.session_id));
        shown.map(|session| session.row.clone()).collect()
    }
}

impl Session {
    fn add(&mut self, commit: Commit) {
        let Commit { snapshot, cause, turns, changed, trace, request: _, ends: _, events, title } = commit;
        if let Some(title) = title.filter(|_| !self.named) {
            self.row.title = title;
        }
        let version = snapshot.version;
        self.row.version = version;
        self.row.updated_at.clone_from(&snapshot.at);
        let status = snapshot.state.pointer("/meta/status").and_then(Value::as_str).unwrap_or("collecting");
        status.clone_into(&mut self.row.status);
        self.versions.push((VersionRow { version, cause, at: snapshot.at.clone(), changed }, snapshot));
        self.turns.extend(turns.into_iter().map(|turn| (version, turn)));
        self.traces.extend(trace);
        self.events.extend(events);
    }
}

impl Store for MemoryStore {
    fn create(&self, workspace: WorkspaceId, title: String, commit: Commit) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.lock().create(workspace, title, commit) })
    }

    fn append(&self, commit: Commit) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.lock().append(commit) })
    }

    fn latest(&self, session: &SessionId) -> BoxFuture<'_, Result<Snapshot, StoreError>> {
        Box::pin(ready(self.read(session, |found| found.versions.last().map(|(_, snapshot)| snapshot.clone()))))
    }

    fn version(&self, session: &SessionId, version: Version) -> BoxFuture<'_, Result<Snapshot, StoreError>> {
        let place = usize::try_from(version).unwrap_or(usize::MAX);
        Box::pin(ready(self.read(session, |found| found.versions.get(place).map(|(_, snapshot)| snapshot.clone()))))
    }

    fn versions(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<VersionRow>, StoreError>> {
        let rows = self.read(session, |found| Some(found.versions.iter().map(|(row, _)| row.clone()).collect()));
        Box::pin(ready(rows))
    }

    fn spoken(&self, session: &SessionId, up_to: Version) -> BoxFuture<'_, Result<Option<Version>, StoreError>> {
        let found = self.read(session, |found| {
            let by_person = found
                .versions
                .iter()
                .map(|(row, _)| row)
                .filter(|row| row.version <= up_to && matches!(row.cause.as_str(), "message" | "edit"));
            Some(by_person.map(|row| row.version).max())
        });
        Box::pin(ready(found))
    }

    fn turns(&self, session: &SessionId, up_to: Version) -> BoxFuture<'_, Result<Vec<Turn>, StoreError>> {
        let turns = self.read(session, |found| {
            let turns = found.turns.iter().filter(|(version, _)| *version <= up_to);
            Some(turns.map(|(_, turn)| turn.clone()).collect())
        });
        Box::pin(ready(turns))
    }

    fn history(&self, session: &SessionId, up_to: Option<Version>) -> BoxFuture<'_, Result<History, StoreError>> {
        let history = self.read(session, |found| {
            let last = up_to.unwrap_or(found.row.version);
            let mut document = Value::Null;
            let kept = found.versions.iter().take_while(|(row, _)| row.version <= last);
            let versions = kept.map(|(row, snapshot)| {
                let next = json!({"state": *snapshot.state, "aside": *snapshot.aside});
                let ops = json!(json_patch::diff(&document, &next));
                document = next;
                Past { version: row.version, cause: row.cause.clone(), at: row.at.clone(), ops }
            });
            let versions = versions.collect();
            (last <= found.row.version).then(|| History {
                row: found.row.clone(),
                versions,
                turns: found.turns.iter().filter(|(version, _)| *version <= last).cloned().collect(),
                traces: found.traces.clone(),
            })
        });
        Box::pin(ready(history))
    }

    fn add_trace(&self, session: &SessionId, trace: TraceEntry) -> BoxFuture<'_, Result<(), StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            self.lock().sessions.get_mut(&session).ok_or(StoreError::NotFound)?.traces.push(trace);
            Ok(())
        })
    }

    fn traces(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<TraceEntry>, StoreError>> {
        Box::pin(ready(self.read(session, |found| Some(found.traces.clone()))))
    }

    fn events(&self, session: &SessionId, after: u64, limit: u32) -> BoxFuture<'_, Result<Vec<Numbered>, StoreError>> {
        let all = self.read(session, |found| Some(found.events.clone())).unwrap_or_default();
        let numbered = (1..).zip(all).map(|(seq, told)| Numbered { seq, told });
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Box::pin(ready(Ok(numbered.filter(|one| one.seq > after).take(limit).collect())))
    }

    fn last_event(&self, session: &SessionId) -> BoxFuture<'_, Result<u64, StoreError>> {
        let count = self.read(session, |found| Some(found.events.len())).unwrap_or_default();
        Box::pin(ready(Ok(count as u64)))
    }

    fn request(&self, scope: &str, id: &RequestId) -> BoxFuture<'_, Result<Option<RequestRecord>, StoreError>> {
        let record = self.lock().requests.get(&(scope.to_owned(), id.clone())).cloned();
        Box::pin(ready(Ok(record)))
    }

    fn finish_request(
        &self,
        scope: &str,
        id: &RequestId,
        outcome: Result<Version, ApiError>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        let key = (scope.to_owned(), id.clone());
        Box::pin(async move {
            self.lock().requests.get_mut(&key).ok_or(StoreError::NotFound)?.outcome = Some(outcome);
            Ok(())
        })
    }

    fn row(&self, session: &SessionId) -> BoxFuture<'_, Result<SessionRow, StoreError>> {
        Box::pin(ready(self.read(session, |found| Some(found.row.clone()))))
    }

    fn sessions(&self, limit: u32) -> BoxFuture<'_, Result<Vec<SessionRow>, StoreError>> {
        let shelf = self.lock();
        let mut rows = shelf.rows();
        drop(shelf);
        rows.retain(|row| !row.archived);
        rows.sort_by(|a, b| {
            let newest = |row: &SessionRow| (row.updated_at.clone(), row.created_at.clone());
            newest(b).cmp(&newest(a)).then_with(|| a.session_id.cmp(&b.session_id))
        });
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Box::pin(ready(Ok(rows)))
    }

    fn matters(&self, asked: &Listing) -> BoxFuture<'_, Result<Listed, StoreError>> {
        let mut rows = self.lock().rows();
        rows.retain(|row| {
            row.archived == asked.archived
                && asked.workspace.is_none_or(|workspace| row.workspace == workspace)
                && asked.matches(&row.title)
                && asked.is_behind(row)
        });
        let place = |row: &SessionRow| (row.updated_at.clone(), row.session_id.clone());
        rows.sort_by_key(|row| std::cmp::Reverse(place(row)));
        Box::pin(ready(Ok(asked.page(rows))))
    }

    fn describe(&self, session: &SessionId, change: Description) -> BoxFuture<'_, Result<(), StoreError>> {
        let mut shelf = self.lock();
        let hidden = shelf.trash.contains_key(session);
        let found = shelf.sessions.get_mut(session).filter(|_| !hidden);
        let done = found.ok_or(StoreError::NotFound).map(|found| {
            if let Some(title) = change.title {
                found.named = title.is_some();
                found.row.title = title.unwrap_or_else(|| found.row.title.clone());
            }
            if let Some(at) = change.archived_at {
                found.row.archived = at.is_some();
            }
        });
        Box::pin(ready(done))
    }

    fn trash(&self, session: &SessionId, at: &str) -> BoxFuture<'_, Result<(), StoreError>> {
        let (owner, at) = (session.clone(), at.to_owned());
        Box::pin(async move {
            let mut shelf = self.lock();
            if !shelf.sessions.contains_key(&owner) {
                return Err(StoreError::NotFound);
            }
            for id in shelf.with_copies(&owner) {
                shelf.trash.entry(id).or_insert_with(|| (owner.clone(), at.clone()));
            }
            Ok(())
        })
    }

    fn restore(&self, session: &SessionId) -> BoxFuture<'_, Result<(), StoreError>> {
        let owner = session.clone();
        Box::pin(async move {
            let mut shelf = self.lock();
            if shelf.trash.get(&owner).is_none_or(|(by, _)| *by != owner) {
                return Err(StoreError::NotFound);
            }
            shelf.trash.retain(|_, (by, _)| *by != owner);
            Ok(())
        })
    }

    fn trashed(&self) -> BoxFuture<'_, Result<Vec<Trashed>, StoreError>> {
        let shelf = self.lock();
        let own = shelf.trash.iter().filter(|(id, (by, _))| by == *id);
        let mut found: Vec<Trashed> = own
            .filter_map(|(id, (_, at))| Some(Trashed { row: shelf.sessions.get(id)?.row.clone(), at: at.clone() }))
            .collect();
        found.sort_by(|a, b| (&a.at, &a.row.session_id).cmp(&(&b.at, &b.row.session_id)));
        Box::pin(ready(Ok(found)))
    }

    fn delete(&self, session: &SessionId) -> BoxFuture<'_, Result<(), StoreError>> {
        let session = session.clone();
        Box::pin(async move {
            let mut shelf = self.lock();
            if !shelf.sessions.contains_key(&session) {
                return Err(StoreError::NotFound);
            }
            for gone in shelf.with_copies(&session) {
                shelf.sessions.remove(&gone);
                shelf.trash.remove(&gone);
                shelf.requests.retain(|_, record| record.session != gone);
                shelf.shares.retain(|_, share| share.session != gone && share.copy.as_ref() != Some(&gone));
            }
            Ok(())
        })
    }

    fn add_share(&self, share: Share) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let mut shelf = self.lock();
            let is_there = |session| shelf.sessions.contains_key(session);
            if !is_there(&share.session) || !share.copy.as_ref().is_none_or(is_there) {
                return Err(StoreError::NotFound);
            }
            let same = |kept: &Share| kept.id == share.id || share.copy.is_some() && kept.copy == share.copy;
            if shelf.shares.values().any(same) {
                return Err(StoreError::Failed("a link is kept once".to_owned()));
            }
            shelf.shares.insert(share.id.clone(), share);
            Ok(())
        })
    }

    fn share(&self, id: &str) -> BoxFuture<'_, Result<Option<Share>, StoreError>> {
        Box::pin(ready(Ok(self.lock().shares.get(id).cloned())))
    }

    fn share_of_copy(&self, copy: &SessionId) -> BoxFuture<'_, Result<Option<Share>, StoreError>> {
        Box::pin(ready(Ok(self.lock().shares.values().find(|share| share.copy.as_ref() == Some(copy)).cloned())))
    }

    fn shares(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Share>, StoreError>> {
        let shelf = self.lock();
        let mut found: Vec<Share> = shelf.shares.values().filter(|share| share.session == *session).cloned().collect();
        found.sort_by(|a, b| (&a.created_at, &a.id).cmp(&(&b.created_at, &b.id)));
        Box::pin(ready(Ok(found)))
    }

    fn add_workflow(&self, workflow: Workflow) -> BoxFuture<'_, Result<(), StoreError>> {
        self.lock().workflows.push(workflow);
        Box::pin(ready(Ok(())))
    }

    fn workflows(&self) -> BoxFuture<'_, Result<Vec<Workflow>, StoreError>> {
        Box::pin(ready(Ok(self.lock().workflows.clone())))
    }

    fn revoke_share(&self, id: &str, at: &str) -> BoxFuture<'_, Result<(), StoreError>> {
        let (id, at) = (id.to_owned(), at.to_owned());
        Box::pin(async move {
            let mut shelf = self.lock();
            let share = shelf.shares.get_mut(&id).ok_or(StoreError::NotFound)?;
            share.revoked_at.get_or_insert(at);
            Ok(())
        })
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(ready(Ok(())))
    }
}

impl Opinions for MemoryStore {
    fn add_remark(&self, session: &SessionId, remark: Remark) -> BoxFuture<'_, Result<(), StoreError>> {
        let done = self.change(session, |found| {
            if found.remarks.iter().any(|kept| kept.id == remark.id) {
                return Err(StoreError::Failed("a remark is kept once".to_owned()));
            }
            found.remarks.push(remark);
            found.remarks.sort_by(|a, b| (&a.at, &a.id).cmp(&(&b.at, &b.id)));
            Ok(())
        });
        Box::pin(ready(done))
    }

    fn remarks(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Remark>, StoreError>> {
        Box::pin(ready(Ok(self.read(session, |found| Some(found.remarks.clone())).unwrap_or_default())))
    }

    fn settle_remark(
        &self,
        session: &SessionId,
        id: &RemarkId,
        settled: Settled,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        let done = self.change(session, |found| {
            let remark = found.remarks.iter_mut().find(|remark| remark.id == *id).ok_or(StoreError::NotFound)?;
            remark.settled.get_or_insert(settled);
            Ok(())
        });
        Box::pin(ready(done))
    }

    fn add_signoff(&self, session: &SessionId, signoff: Signoff) -> BoxFuture<'_, Result<(), StoreError>> {
        let done = self.change(session, |found| match found.row.version {
            current if current != signoff.version => Err(StoreError::Conflict { current }),
            _ => {
                found.signoffs.push(signoff);
                found.signoffs.sort_by(|a, b| (&a.at, &a.id).cmp(&(&b.at, &b.id)));
                Ok(())
            }
        });
        Box::pin(ready(done))
    }

    fn signoffs(&self, session: &SessionId) -> BoxFuture<'_, Result<Vec<Signoff>, StoreError>> {
        Box::pin(ready(Ok(self.read(session, |found| Some(found.signoffs.clone())).unwrap_or_default())))
    }
}
