//! One suite for every store behind the port, and what only the file-backed one promises.
#![cfg(all(feature = "ssr", feature = "fakes"))]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use legalagi::adapters::store::postgres::PostgresStore;
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::engine::patch::unfold::Unfolding;
use legalagi::model::error::{ApiError, ErrorCode};
use legalagi::model::ids::{RequestId, SessionId, Version};
use legalagi::model::share::Share;
use legalagi::model::signoff::{Remark, Settled, Side, Signoff};
use legalagi::model::snapshot::{Aside, Snapshot};
use legalagi::model::told::Told;
use legalagi::model::trace::{Attempt, StepOutcome, TraceEntry, Usage};
use legalagi::model::turn::{Role, Turn};
use legalagi::runner::fakes::fixed_clock::FixedClock;
use legalagi::runner::fakes::memory_store::MemoryStore;
use legalagi::runner::ports::{Clock, Commit, RequestMark, Store, StoreError};
use serde_json::{Value, json};
use std::sync::Arc;

#[path = "store/accounts.rs"]
mod accounts;
#[path = "store/backup.rs"]
mod backup;
#[path = "postgres/cluster.rs"]
mod cluster;
#[path = "store/file.rs"]
mod file;
#[path = "store/holds.rs"]
mod holds;
#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;
#[path = "store/trail.rs"]
mod trail;
#[path = "store/webhooks.rs"]
mod webhooks;

/// Declares each case once per store.
macro_rules! suite {
    ($($case:ident),* $(,)?) => {
        mod memory {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                super::$case(super::Bench::new(super::Arc::new(super::MemoryStore::new()))).await;
            })*
        }
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                let folder = tempfile::tempdir().unwrap();
                let file = folder.path().join("a.db");
                let store = super::Arc::new(super::SqliteStore::open(file.to_str().unwrap()).await.unwrap());
                super::$case(super::Bench::new(store.clone())).await;
                let report = store.fsck().await.unwrap();
                assert!(report.is_sound(), "{report:?}");
                store.close().await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                let Some(url) = super::cluster::database().await else { return };
                let store = super::Arc::new(super::PostgresStore::open(&url).await.unwrap());
                super::$case(super::Bench::new(store.clone())).await;
                store.close().await;
            })*
        }
    };
}

suite!(
    every_version_reads_back,
    an_unknown_session_is_not_found,
    the_status_follows_the_state,
    turns_up_to_a_version,
    traces_stand_in_order,
    events_count_without_a_gap,
    a_request_lives_through_its_states,
    a_request_opens_one_session,
    only_the_next_version_is_taken,
    a_session_is_created_once,
    fifty_appends_have_one_winner_each,
    many_sessions_at_once,
    a_deleted_session_leaves_nothing,
    a_link_lives_until_it_is_ended,
    opinions_stand_beside_the_versions_and_go_with_the_session,
    what_lies_in_the_trash_is_hidden_until_it_comes_back,
    a_whole_session_is_read_at_once,
    the_list_has_the_newest_change_first,
    every_character_is_kept,
    the_store_answers,
);

/// A store under test with a clock.
struct Bench {
    store: Arc<dyn Store>,
    clock: FixedClock,
}

impl Bench {
    fn new(store: Arc<dyn Store>) -> Self {
        Self { store, clock: FixedClock::default() }
    }

    fn commit(&self, session: &SessionId, version: Version, state: Value) -> Commit {
        let at = self.clock.now();
        commit(session, version, state, at)
    }

    async fn open(&self, state: Value) -> SessionId {
        let session = self.clock.session_id();
        let first = self.commit(&session, 0, state);
        self.store.create(legalagi::workspaces::contract::ID, "Аренда".to_owned(), first).await.unwrap();
        session
    }
}

fn commit(session: &SessionId, version: Version, state: Value, at: String) -> Commit {
    let mut aside = Aside { pending: Some(format!("STEP {version}")), ..Aside::default() };
    aside.run.loops = version;
    aside.extra.insert("draft".to_owned(), json!({ "text": "x".repeat(usize::try_from(version).unwrap()) }));
    Commit {
        snapshot: Snapshot { session: session.clone(), version, state: Arc::new(state), aside: Arc::new(aside), at },
        cause: if version == 0 { "message".to_owned() } else { "INTERPRET".to_owned() },
        turns: Vec::new(),
        changed: vec![format!("/domain/{version}")],
        trace: None,
        request: None,
        ends: None,
        events: Vec::new(),
        title: None,
    }
}

fn turn(id: &str, role: Role, text: &str) -> Turn {
    let at = "2026-11-21T09:30:00.000Z".to_owned();
    Turn { id: id.into(), role, text: text.to_owned(), at, answers_to: None, choice: None }
}

fn trace(id: &str, version: Version, outcome: StepOutcome) -> TraceEntry {
    let attempt = Attempt { number: 1, raw: "{}\u{0}".to_owned(), refused: vec!["нет".to_owned()], millis: 12 };
    TraceEntry {
        prompt_name: "interpret-step".to_owned(),
        prompt_hash: "00".to_owned(),
        prompt: "подсказка".to_owned(),
        attempts: vec![attempt],
        observations: vec!["o".to_owned()],
        outcome,
        usage: Usage { prompt_tokens: Some(1), cost_usd: Some(0.000_123), ..Usage::default() },
        millis: 13,
        output: json!({ "a": [1, null, 0.1] }),
        ..TraceEntry::begun(id.into(), "INTERPRET", version, "2026-11-21T09:30:00.000Z", "builtin")
    }
}

fn mark(id: &str, hash: &str) -> RequestMark {
    RequestMark { id: id.into(), body_hash: hash.to_owned() }
}

fn current(outcome: Result<(), StoreError>) -> Version {
    match outcome.unwrap_err() {
        StoreError::Conflict { current } => current,
        other => panic!("expected a conflict, got: {other}"),
    }
}

fn is_not_found<T: std::fmt::Debug>(outcome: &Result<T, StoreError>) -> bool {
    matches!(outcome, Err(StoreError::NotFound))
}

/// States that grow, shrink and change shape.
fn states(count: u32) -> Vec<Value> {
    (0..count)
        .map(|n| match n % 7 {
            5 => json!({ "domain": { "kept": n / 10, "list": (0..n % 9).collect::<Vec<_>>() } }),
            6 => json!([n, { "": null, "a/b": { "m~n": n } }]),
            _ => json!({ "domain": { "kept": n / 10, "list": (0..n % 9).rev().collect::<Vec<_>>(), "n": { n.to_string(): n } } }),
        })
        .collect()
}

async fn every_version_reads_back(bench: Bench) {
    let states = states(70);
    let session = bench.open(states[0].clone()).await;
    let mut kept = vec![bench.store.latest(&session).await.unwrap()];
    for (version, state) in (1..).zip(&states[1..]) {
        let commit = bench.commit(&session, version, state.clone());
        kept.push(commit.snapshot.clone());
        bench.store.append(commit).await.unwrap();
        assert_eq!(bench.store.latest(&session).await.unwrap(), kept[kept.len() - 1]);
    }
    for (version, expected) in (0..).zip(&kept) {
        assert_eq!(*expected.state, states[usize::try_from(version).unwrap()]);
        assert_eq!(bench.store.version(&session, version).await.unwrap(), *expected);
    }
    assert!(is_not_found(&bench.store.version(&session, 70).await));

    let rows = bench.store.versions(&session).await.unwrap();
    assert_eq!(rows.len(), 70);
    for (row, snapshot) in rows.iter().zip(&kept) {
        assert_eq!((row.version, &row.at), (snapshot.version, &snapshot.at));
        assert_eq!(row.changed, [format!("/domain/{}", row.version)]);
        assert_eq!(row.cause, if row.version == 0 { "message" } else { "INTERPRET" });
    }
}

async fn an_unknown_session_is_not_found(bench: Bench) {
    let (store, session) = (&bench.store, bench.clock.session_id());
    assert!(is_not_found(&store.latest(&session).await));
    assert!(is_not_found(&store.version(&session, 0).await));
    assert!(is_not_found(&store.versions(&session).await));
    assert!(is_not_found(&store.turns(&session, 0).await));
    assert!(is_not_found(&store.traces(&session).await));
    assert!(is_not_found(&store.add_trace(&session, trace("t", 0, StepOutcome::Refused)).await));
    assert!(is_not_found(&store.row(&session).await));
    assert!(is_not_found(&store.delete(&session).await));
    assert!(is_not_found(&store.append(bench.commit(&session, 0, json!({}))).await));
    assert!(is_not_found(&store.append(bench.commit(&session, 1, json!({}))).await));
    let request = RequestId::from("r");
    assert!(is_not_found(&store.finish_request(session.as_str(), &request, Ok(1)).await));
    assert_eq!(store.request(session.as_str(), &request).await.unwrap(), None);
    assert_eq!(store.sessions(10).await.unwrap(), []);
}

async fn the_status_follows_the_state(bench: Bench) {
    let session = bench.open(json!({})).await;
    let row = bench.store.row(&session).await.unwrap();
    assert_eq!((row.status.as_str(), row.version, row.title.as_str()), ("collecting", 0, "Аренда"));
    assert_eq!((row.workspace, &row.created_at), (legalagi::workspaces::contract::ID, &row.updated_at));
    bench.store.append(bench.commit(&session, 1, json!({ "meta": { "status": "ready" } }))).await.unwrap();
    let next = bench.store.row(&session).await.unwrap();
    assert_eq!((next.status.as_str(), next.version), ("ready", 1));
    assert_eq!(next.created_at, row.created_at);
    assert!(next.updated_at > row.updated_at);
}

async fn turns_up_to_a_version(bench: Bench) {
    let session = bench.open(json!({})).await;
    assert_eq!(bench.store.turns(&session, 5).await.unwrap(), []);
    let mut said = Vec::new();
    for version in 1..=4 {
        let mut commit = bench.commit(&session, version, json!({ "n": version }));
        let mut answer = turn(&format!("u{version}"), Role::User, "да");
        answer.answers_to = Some("q".into());
        answer.choice = (version % 2 == 0).then(|| "c".to_owned());
        commit.turns = vec![answer, turn(&format!("a{version}"), Role::Assistant, "?"), turn("s", Role::System, "!")];
        said.push(commit.turns.clone());
        bench.store.append(commit).await.unwrap();
    }
    for version in 0..=5_u32 {
        let expected = said.iter().take(usize::try_from(version).unwrap()).flatten().cloned().collect::<Vec<_>>();
        assert_eq!(bench.store.turns(&session, version).await.unwrap(), expected);
    }
}

async fn traces_stand_in_order(bench: Bench) {
    let session = bench.open(json!({})).await;
    assert_eq!(bench.store.traces(&session).await.unwrap(), []);
    let entries = [
        trace("z", 0, StepOutcome::Refused),
        trace("a", 1, StepOutcome::Accepted),
        trace("m", 1, StepOutcome::Cancelled),
    ];
    bench.store.add_trace(&session, entries[0].clone()).await.unwrap();
    let with_trace = Commit { trace: Some(entries[1].clone()), ..bench.commit(&session, 1, json!({})) };
    bench.store.append(with_trace).await.unwrap();
    bench.store.add_trace(&session, entries[2].clone()).await.unwrap();
    assert_eq!(bench.store.traces(&session).await.unwrap(), entries);
    assert_eq!(bench.store.row(&session).await.unwrap().version, 1);
}

async fn events_count_without_a_gap(bench: Bench) {
    let told = |name: &str| Told { name: name.to_owned(), data: json!({ "of": name, "nul": "\u{0}" }) };
    let session = bench.open(json!({})).await;
    assert_eq!(bench.store.last_event(&session).await.unwrap(), 0);
    for version in 1..4 {
        let events = vec![told("A"), told(&version.to_string())];
        bench.store.append(Commit { events, ..bench.commit(&session, version, json!({})) }).await.unwrap();
    }
    // What is not kept tells nothing.
    let stale = Commit { events: vec![told("lost")], ..bench.commit(&session, 2, json!({})) };
    assert!(bench.store.append(stale).await.is_err());
    let all = bench.store.events(&session, 0, 100).await.unwrap();
    let names: Vec<(u64, &str)> = all.iter().map(|one| (one.seq, one.told.name.as_str())).collect();
    assert_eq!(names, [(1, "A"), (2, "1"), (3, "A"), (4, "2"), (5, "A"), (6, "3")]);
    assert_eq!(all[1].told, told("1"));
    assert_eq!(bench.store.events(&session, 3, 2).await.unwrap(), all[3..5]);
    assert_eq!(bench.store.last_event(&session).await.unwrap(), 6);
    let other = bench.open(json!({})).await;
    bench.store.append(Commit { events: vec![told("B")], ..bench.commit(&other, 1, json!({})) }).await.unwrap();
    assert_eq!(bench.store.events(&other, 0, 9).await.unwrap()[0].seq, 1);
    bench.store.delete(&session).await.unwrap();
    assert_eq!(bench.store.events(&session, 0, 9).await.unwrap(), []);
}

async fn a_request_lives_through_its_states(bench: Bench) {
    let session = bench.open(json!({})).await;
    let scope = session.as_str();
    let first = Commit { request: Some(mark("r", "h")), ..bench.commit(&session, 1, json!({ "n": 1 })) };
    bench.store.append(first).await.unwrap();
    let begun = bench.store.request(scope, &"r".into()).await.unwrap().unwrap();
    assert_eq!((begun.body_hash.as_str(), &begun.session, begun.outcome), ("h", &session, None));
    assert_eq!(bench.store.request("new", &"r".into()).await.unwrap(), None);

    let resumed = Commit { request: Some(mark("r", "h")), ..bench.commit(&session, 2, json!({ "n": 2 })) };
    bench.store.append(resumed).await.unwrap();
    let error = ApiError::new(ErrorCode::LlmUnavailable, "позже").with("retry_after", 3);
    bench.store.finish_request(scope, &"r".into(), Err(error.clone())).await.unwrap();
    let ended = bench.store.request(scope, &"r".into()).await.unwrap().unwrap();
    assert_eq!(ended.outcome, Some(Err(error)));
    bench.store.finish_request(scope, &"r".into(), Ok(2)).await.unwrap();
    let ended = bench.store.request(scope, &"r".into()).await.unwrap().unwrap();
    assert_eq!((ended.body_hash.as_str(), ended.outcome), ("h", Some(Ok(2))));

    let ends = Some((scope.to_owned(), "s".into()));
    let whole =
        Commit { request: Some(mark("s", "h")), ends: ends.clone(), ..bench.commit(&session, 3, json!({ "n": 3 })) };
    bench.store.append(whole).await.unwrap();
    assert_eq!(
        bench.store.request(scope, &"s".into()).await.unwrap().unwrap().outcome,
        Some(Ok(3)),
        "with its version"
    );
    let other = Commit { ends: Some((scope.to_owned(), "t".into())), ..bench.commit(&session, 4, json!({})) };
    assert!(bench.store.append(other).await.is_err(), "nobody began it");
    assert_eq!(bench.store.latest(&session).await.unwrap().version, 3, "nothing of it is kept");

    let stale = Commit { request: Some(mark("lost", "h")), ..bench.commit(&session, 2, json!({})) };
    assert_eq!(current(bench.store.append(stale).await), 3);
    assert_eq!(bench.store.request(scope, &"lost".into()).await.unwrap(), None, "goes with its commit");
}

async fn a_request_opens_one_session(bench: Bench) {
    let opening = |session: &SessionId| Commit { request: Some(mark("r", "h")), ..bench.commit(session, 0, json!({})) };
    let (first, second) = (bench.clock.session_id(), bench.clock.session_id());
    bench.store.create(legalagi::workspaces::trial::ID, "t".to_owned(), opening(&first)).await.unwrap();
    let again = bench.store.create(legalagi::workspaces::trial::ID, "t".to_owned(), opening(&second)).await;
    assert_eq!(current(again), 0);
    assert!(is_not_found(&bench.store.row(&second).await));
    let record = bench.store.request("new", &"r".into()).await.unwrap().unwrap();
    assert_eq!(record.session, first);
}

async fn only_the_next_version_is_taken(bench: Bench) {
    let session = bench.open(json!({ "n": 0 })).await;
    for wrong in [0, 2, 7, Version::MAX] {
        let mut commit = bench.commit(&session, 1, json!({ "n": wrong }));
        commit.snapshot.version = wrong;
        commit.turns = vec![turn("t", Role::User, "?")];
        assert_eq!(current(bench.store.append(commit).await), 0);
    }
    bench.store.append(bench.commit(&session, 1, json!({ "n": 1 }))).await.unwrap();
    assert_eq!(current(bench.store.append(bench.commit(&session, 1, json!({ "n": 9 }))).await), 1);
    assert_eq!(*bench.store.latest(&session).await.unwrap().state, json!({ "n": 1 }));
    assert_eq!(bench.store.turns(&session, 9).await.unwrap(), [], "a refused commit leaves nothing");
    assert_eq!(bench.store.versions(&session).await.unwrap().len(), 2);
}

async fn a_session_is_created_once(bench: Bench) {
    let session = bench.open(json!({ "n": 0 })).await;
    bench.store.append(bench.commit(&session, 1, json!({ "n": 1 }))).await.unwrap();
    let again = bench.commit(&session, 0, json!({ "n": 2 }));
    assert_eq!(current(bench.store.create(legalagi::workspaces::norms::ID, "x".to_owned(), again).await), 1);
    let row = bench.store.row(&session).await.unwrap();
    assert_eq!((row.workspace, row.version), (legalagi::workspaces::contract::ID, 1));
    let (other, late) = (bench.clock.session_id(), 3);
    let late = bench
        .store
        .create(legalagi::workspaces::norms::ID, "x".to_owned(), bench.commit(&other, late, json!({})))
        .await;
    assert!(matches!(late, Err(StoreError::Failed(_))));
}

async fn fifty_appends_have_one_winner_each(bench: Bench) {
    let session = bench.open(json!({ "n": 0 })).await;
    for version in 1..=5 {
        let rivals: Vec<_> = (0..50)
            .map(|rival| {
                let store = Arc::clone(&bench.store);
                let mut commit = bench.commit(&session, version, json!({ "n": version, "by": rival }));
                commit.turns = vec![turn(&format!("{version}-{rival}"), Role::User, "я")];
                tokio::spawn(async move { (rival, store.append(commit).await) })
            })
            .collect();
        let mut winners = Vec::new();
        for rival in rivals {
            match rival.await.unwrap() {
                (rival, Ok(())) => winners.push(rival),
                (_, outcome) => assert_eq!(current(outcome), version),
            }
        }
        assert_eq!(winners.len(), 1, "version {version}");
        let latest = bench.store.latest(&session).await.unwrap();
        assert_eq!((latest.version, &*latest.state), (version, &json!({ "n": version, "by": winners[0] })));
    }
    let turns = bench.store.turns(&session, 5).await.unwrap();
    assert_eq!(turns.len(), 5);
}

async fn many_sessions_at_once(bench: Bench) {
    let mut opened = Vec::new();
    for number in 0..300 {
        let (store, session) = (Arc::clone(&bench.store), bench.clock.session_id());
        let commits: Vec<_> =
            (0..4).map(|version| bench.commit(&session, version, json!({ "n": [number, version] }))).collect();
        opened.push((
            session,
            tokio::spawn(async move {
                let mut commits = commits.into_iter();
                store
                    .create(legalagi::workspaces::research::ID, number.to_string(), commits.next().unwrap())
                    .await
                    .unwrap();
                for commit in commits {
                    store.append(commit).await.unwrap();
                }
            }),
        ));
    }
    for (number, (session, work)) in opened.into_iter().enumerate() {
        work.await.unwrap();
        assert_eq!(*bench.store.latest(&session).await.unwrap().state, json!({ "n": [number, 3] }));
        assert_eq!(bench.store.row(&session).await.unwrap().title, number.to_string());
    }
    assert_eq!(bench.store.sessions(1000).await.unwrap().len(), 300);
}

async fn a_deleted_session_leaves_nothing(bench: Bench) {
    let (kept, session) = (bench.open(json!({})).await, bench.clock.session_id());
    let opening = Commit {
        request: Some(mark("open", "h")),
        turns: vec![turn("t", Role::User, "слово")],
        trace: Some(trace("t", 0, StepOutcome::Accepted)),
        ..bench.commit(&session, 0, json!({}))
    };
    bench.store.create(legalagi::workspaces::contract::ID, "x".to_owned(), opening).await.unwrap();
    let next = Commit { request: Some(mark("r", "h")), ..bench.commit(&session, 1, json!({ "n": 1 })) };
    bench.store.append(next).await.unwrap();

    bench.store.delete(&session).await.unwrap();
    assert!(is_not_found(&bench.store.latest(&session).await));
    assert!(is_not_found(&bench.store.version(&session, 0).await));
    assert!(is_not_found(&bench.store.turns(&session, 9).await));
    assert!(is_not_found(&bench.store.traces(&session).await));
    assert_eq!(bench.store.request("new", &"open".into()).await.unwrap(), None);
    assert_eq!(bench.store.request(session.as_str(), &"r".into()).await.unwrap(), None);
    assert!(is_not_found(&bench.store.append(bench.commit(&session, 2, json!({}))).await));
    assert!(is_not_found(&bench.store.delete(&session).await));
    let rows = bench.store.sessions(10).await.unwrap();
    assert_eq!(rows.iter().map(|row| &row.session_id).collect::<Vec<_>>(), [&kept]);

    bench
        .store
        .create(legalagi::workspaces::contract::ID, "x".to_owned(), bench.commit(&session, 0, json!("new")))
        .await
        .unwrap();
    assert_eq!(*bench.store.latest(&session).await.unwrap().state, json!("new"));
    assert_eq!(bench.store.turns(&session, 9).await.unwrap(), []);
}

async fn a_link_lives_until_it_is_ended(bench: Bench) {
    let (session, copy, second) =
        (bench.open(json!({})).await, bench.open(json!({})).await, bench.open(json!({})).await);
    let link = |id: &str, copy: &SessionId, at: &str| Share {
        id: id.to_owned(),
        session: session.clone(),
        copy: Some(copy.clone()),
        version: 3,
        created_at: at.to_owned(),
        revoked_at: None,
    };
    let (first, later) = (link("h1", &copy, "2026-01-01"), link("h2", &second, "2026-01-02"));
    bench.store.add_share(later.clone()).await.unwrap();
    bench.store.add_share(first.clone()).await.unwrap();
    assert!(bench.store.add_share(link("h3", &copy, "2026-01-03")).await.is_err(), "a copy has one link");
    let nowhere = link("h4", &SessionId::from("nowhere"), "2026-01-04");
    assert!(is_not_found(&bench.store.add_share(nowhere).await));
    assert_eq!(bench.store.share("h1").await.unwrap(), Some(first.clone()));
    assert_eq!(bench.store.share("h").await.unwrap(), None);
    assert_eq!(bench.store.share_of_copy(&copy).await.unwrap(), Some(first.clone()));
    assert_eq!(bench.store.share_of_copy(&session).await.unwrap(), None);
    assert_eq!(bench.store.shares(&session).await.unwrap(), [first, later]);
    assert_eq!(bench.store.shares(&copy).await.unwrap(), []);

    bench.store.revoke_share("h1", "2026-02-01").await.unwrap();
    bench.store.revoke_share("h1", "2026-03-01").await.unwrap();
    let ended = bench.store.share("h1").await.unwrap().unwrap();
    assert_eq!((ended.is_live(), ended.revoked_at.as_deref()), (false, Some("2026-02-01")));
    assert!(is_not_found(&bench.store.revoke_share("h", "2026-02-01").await));

    bench.store.delete(&copy).await.unwrap();
    assert_eq!(bench.store.share("h1").await.unwrap(), None);
    bench.store.delete(&session).await.unwrap();
    assert_eq!(bench.store.share("h2").await.unwrap(), None);
    // A copy that stayed would be an ordinary session: open to whoever knows its id, though its link was ended.
    assert!(is_not_found(&bench.store.latest(&second).await), "a copy goes with what it was made of");
    assert!(is_not_found(&bench.store.row(&second).await));
}

async fn opinions_stand_beside_the_versions_and_go_with_the_session(bench: Bench) {
    let (session, other) = (bench.open(json!({})).await, bench.open(json!({})).await);
    // Links for a lawyer have no copy, and a session may have several.
    let link = |id: &str| Share {
        id: id.to_owned(),
        session: session.clone(),
        copy: None,
        version: 0,
        created_at: "2026-01-01".to_owned(),
        revoked_at: None,
    };
    bench.store.add_share(link("h1")).await.unwrap();
    bench.store.add_share(link("h2")).await.unwrap();
    assert_eq!(bench.store.shares(&session).await.unwrap(), [link("h1"), link("h2")]);
    assert_eq!(bench.store.share_of_copy(&session).await.unwrap(), None);

    let remark = |id: &str, at: &str| Remark {
        id: id.into(),
        link: Some("h1".to_owned()),
        version: 0,
        clause: Some("price.rent".to_owned()),
        answers: None,
        name: "Петрова \0\u{1a}".to_owned(),
        text: "Слова\n\0 замечания".to_owned(),
        at: at.to_owned(),
        settled: None,
    };
    let (first, second) =
        (remark("b", "2026-01-01"), Remark { link: None, answers: Some("b".into()), ..remark("a", "2026-01-02") });
    bench.store.add_remark(&session, second.clone()).await.unwrap();
    bench.store.add_remark(&session, first.clone()).await.unwrap();
    assert!(bench.store.add_remark(&session, first.clone()).await.is_err(), "a remark is kept once");
    assert_eq!(bench.store.remarks(&session).await.unwrap(), [first.clone(), second.clone()]);
    assert_eq!(bench.store.remarks(&other).await.unwrap(), []);
    let settled = |at: &str, by| Settled { at: at.to_owned(), by };
    bench.store.settle_remark(&session, &"b".into(), settled("2026-02-01", Side::Lawyer)).await.unwrap();
    bench.store.settle_remark(&session, &"b".into(), settled("2026-03-01", Side::Owner)).await.unwrap();
    let kept = bench.store.remarks(&session).await.unwrap();
    assert_eq!(kept[0].settled, Some(settled("2026-02-01", Side::Lawyer)));
    assert!(is_not_found(&bench.store.settle_remark(&session, &"c".into(), settled("x", Side::Owner)).await));
    assert!(is_not_found(&bench.store.settle_remark(&other, &"b".into(), settled("x", Side::Owner)).await));
    assert!(is_not_found(&bench.store.add_remark(&"nowhere".into(), first).await));

    let signoff = |version| Signoff {
        id: format!("s{version}"),
        link: Some("h1".to_owned()),
        version,
        text: "0".repeat(64),
        name: "Петрова".to_owned(),
        note: "\0".to_owned(),
        at: "2026-01-01".to_owned(),
    };
    assert_eq!(bench.store.add_signoff(&session, signoff(1)).await, Err(StoreError::Conflict { current: 0 }));
    bench.store.add_signoff(&session, signoff(0)).await.unwrap();
    bench.store.append(bench.commit(&session, 1, json!({ "n": 1 }))).await.unwrap();
    assert_eq!(bench.store.add_signoff(&session, signoff(0)).await, Err(StoreError::Conflict { current: 1 }));
    bench.store.add_signoff(&session, signoff(1)).await.unwrap();
    assert!(is_not_found(&bench.store.add_signoff(&"nowhere".into(), signoff(0)).await));
    assert_eq!(bench.store.signoffs(&session).await.unwrap(), [signoff(0), signoff(1)]);
    // None of it is part of the history.
    assert_eq!(bench.store.history(&session, None).await.unwrap().versions.len(), 2);

    bench.store.trash(&session, "2026-04-01").await.unwrap();
    assert_eq!(bench.store.remarks(&session).await.unwrap(), []);
    assert_eq!(bench.store.signoffs(&session).await.unwrap(), []);
    assert!(is_not_found(&bench.store.add_remark(&session, remark("d", "2026-04-02")).await));
    assert!(is_not_found(&bench.store.add_signoff(&session, signoff(1)).await));
    bench.store.restore(&session).await.unwrap();
    assert_eq!(bench.store.remarks(&session).await.unwrap().len(), 2);
    bench.store.delete(&session).await.unwrap();
    assert_eq!(bench.store.share("h1").await.unwrap(), None);
    bench
        .store
        .create(legalagi::workspaces::contract::ID, "x".to_owned(), bench.commit(&session, 0, json!("new")))
        .await
        .unwrap();
    assert_eq!(bench.store.remarks(&session).await.unwrap(), []);
    assert_eq!(bench.store.signoffs(&session).await.unwrap(), []);
}

async fn what_lies_in_the_trash_is_hidden_until_it_comes_back(bench: Bench) {
    let (session, copy, other) =
        (bench.open(json!({ "n": 0 })).await, bench.open(json!({})).await, bench.open(json!({})).await);
    let at = "2026-01-01T00:00:00.000Z".to_owned();
    let link = Share {
        id: "h".into(),
        session: session.clone(),
        copy: Some(copy.clone()),
        version: 0,
        created_at: at.clone(),
        revoked_at: None,
    };
    bench.store.add_share(link).await.unwrap();
    let next = Commit {
        turns: vec![turn("t", Role::User, "слово")],
        events: vec![Told { name: "STATE".into(), data: json!({}) }],
        ..bench.commit(&session, 1, json!({ "n": 1 }))
    };
    bench.store.append(next).await.unwrap();

    assert!(is_not_found(&bench.store.trash(&"nowhere".into(), &at).await));
    assert!(is_not_found(&bench.store.restore(&session).await));
    bench.store.trash(&session, &at).await.unwrap();
    bench.store.trash(&session, "2027-01-01T00:00:00.000Z").await.unwrap();
    for hidden in [&session, &copy] {
        assert!(is_not_found(&bench.store.row(hidden).await));
        assert!(is_not_found(&bench.store.latest(hidden).await));
        assert!(is_not_found(&bench.store.version(hidden, 0).await));
        assert!(is_not_found(&bench.store.versions(hidden).await));
        assert!(is_not_found(&bench.store.turns(hidden, 9).await));
        assert!(is_not_found(&bench.store.traces(hidden).await));
        assert!(is_not_found(&bench.store.history(hidden, None).await));
        assert_eq!(bench.store.events(hidden, 0, 9).await.unwrap(), []);
    }
    assert!(is_not_found(&bench.store.append(bench.commit(&session, 2, json!({}))).await));
    let rows = bench.store.sessions(10).await.unwrap();
    assert_eq!(rows.iter().map(|row| &row.session_id).collect::<Vec<_>>(), [&other]);
    // The link stays the copy's own: without it the copy would be open to everybody.
    assert!(bench.store.share_of_copy(&copy).await.unwrap().is_some());
    let lying = bench.store.trashed().await.unwrap();
    assert_eq!(lying.iter().map(|one| (&one.row.session_id, &one.at)).collect::<Vec<_>>(), [(&session, &at)]);

    assert!(is_not_found(&bench.store.restore(&copy).await), "a copy comes back with its session");
    bench.store.restore(&session).await.unwrap();
    assert_eq!(*bench.store.latest(&session).await.unwrap().state, json!({ "n": 1 }));
    assert_eq!(bench.store.events(&session, 0, 9).await.unwrap().len(), 1);
    assert!(bench.store.latest(&copy).await.is_ok());
    bench.store.append(bench.commit(&session, 2, json!({ "n": 2 }))).await.unwrap();

    bench.store.trash(&session, &at).await.unwrap();
    bench.store.delete(&session).await.unwrap();
    assert_eq!(bench.store.trashed().await.unwrap(), []);
    assert!(is_not_found(&bench.store.restore(&session).await));
    assert!(is_not_found(&bench.store.delete(&copy).await));
}

async fn a_whole_session_is_read_at_once(bench: Bench) {
    let session = bench.clock.session_id();
    let opening = Commit {
        turns: vec![turn("t0", Role::User, "раз")],
        ..bench.commit(&session, 0, json!({ "n": [0], "same": true }))
    };
    bench.store.create(legalagi::workspaces::contract::ID, "x".to_owned(), opening).await.unwrap();
    for version in 1..40 {
        let commit = Commit {
            turns: vec![turn(&format!("t{version}"), Role::User, "два")],
            trace: Some(trace(&format!("s{version}"), version, StepOutcome::Accepted)),
            ..bench.commit(&session, version, json!({ "n": [version, "x".repeat(100)], "same": true }))
        };
        bench.store.append(commit).await.unwrap();
    }
    for last in [0, 17, 39] {
        let history = bench.store.history(&session, Some(last)).await.unwrap();
        let mut unfolding = Unfolding::default();
        for (number, past) in (0..=last).zip(&history.versions) {
            unfolding.apply(&past.ops).unwrap();
            let kept = bench.store.version(&session, number).await.unwrap();
            assert_eq!((past.version, &unfolding.document()["state"]), (number, &*kept.state));
            assert_eq!(unfolding.document()["aside"], json!(*kept.aside));
        }
        assert_eq!(history.versions.len(), usize::try_from(last).unwrap() + 1);
        assert_eq!(
            history.turns.iter().map(|(version, _)| *version).collect::<Vec<_>>(),
            (0..=last).collect::<Vec<_>>()
        );
        assert_eq!(history.traces.len(), 39);
    }
    assert_eq!(bench.store.history(&session, None).await.unwrap().versions.len(), 40);
    assert!(is_not_found(&bench.store.history(&session, Some(40)).await));
}

async fn the_list_has_the_newest_change_first(bench: Bench) {
    let (a, b, c) = (bench.open(json!({})).await, bench.open(json!({})).await, bench.open(json!({})).await);
    bench.store.append(bench.commit(&a, 1, json!({ "n": 1 }))).await.unwrap();
    let ids = |rows: Vec<legalagi::model::session::SessionRow>| {
        rows.into_iter().map(|row| row.session_id).collect::<Vec<_>>()
    };
    assert_eq!(ids(bench.store.sessions(9).await.unwrap()), [a.clone(), c.clone(), b]);
    assert_eq!(ids(bench.store.sessions(2).await.unwrap()), [a, c]);
    assert_eq!(bench.store.sessions(0).await.unwrap(), []);
}

async fn every_character_is_kept(bench: Bench) {
    let hard = "\u{0}a\u{0}\u{0} Ё-е\u{308} 가각 \u{1F468}\u{200D}\u{1F469} \u{202E}abc\u{2028}\u{FEFF}\u{10FFFF}'\";--\r\n\t\\ {{x}}\u{0}";
    let session = bench.clock.session_id();
    let mut first = bench.commit(&session, 0, json!({ hard: [hard, { hard: hard }] }));
    let mut said = turn(hard, Role::User, hard);
    said.choice = Some(hard.to_owned());
    said.answers_to = Some(hard.into());
    first.turns = vec![said];
    first.changed = vec![hard.to_owned(), String::new()];
    first.cause = hard.to_owned();
    first.request = Some(mark(hard, hard));
    let mut entry = trace(hard, 0, StepOutcome::Accepted);
    entry.prompt = hard.to_owned();
    first.trace = Some(entry);
    bench.store.create(legalagi::workspaces::contract::ID, hard.to_owned(), first.clone()).await.unwrap();
    let next = bench.commit(&session, 1, json!({ hard: [hard, { hard: 1 }, hard] }));
    bench.store.append(next.clone()).await.unwrap();

    assert_eq!(bench.store.version(&session, 0).await.unwrap(), first.snapshot);
    assert_eq!(bench.store.version(&session, 1).await.unwrap(), next.snapshot);
    assert_eq!(bench.store.turns(&session, 1).await.unwrap(), first.turns);
    assert_eq!(bench.store.traces(&session).await.unwrap(), [first.trace.unwrap()]);
    assert_eq!(bench.store.row(&session).await.unwrap().title, hard);
    let rows = bench.store.versions(&session).await.unwrap();
    assert_eq!((rows[0].cause.as_str(), &rows[0].changed), (hard, &first.changed));
    assert_eq!(bench.store.request("new", &hard.into()).await.unwrap().unwrap().body_hash, hard);
}

async fn the_store_answers(bench: Bench) {
    bench.store.ping().await.unwrap();
}
