//! Accounts, matters and walls as they are kept: the same on both engines.

use super::{cluster, commit, states};
use legalagi::adapters::store::moving::move_store;
use legalagi::adapters::store::sessions::Sessions;
use legalagi::adapters::walls::Walled;
use legalagi::engine::rights::Place;
use legalagi::model::account::{
    Account, AccountChange, Coming, Login, Matter, Participant, Role, SignedIn, Standing, Visitor,
};
use legalagi::model::ids::SessionId;
use legalagi::model::share::Share;
use legalagi::runner::fakes::fixed_clock::FixedClock;
use legalagi::runner::opinions::Opinions;
use legalagi::runner::past::Listing;
use legalagi::runner::ports::{Clock, Store, StoreError};

const AT: &str = "2026-11-22T10:00:00.000Z";
const LATER: &str = "2026-11-23T10:00:00.000Z";

fn account(name: &str, role: Role) -> Account {
    Account { name: name.into(), role, password: "$argon2id$".into(), created_at: AT.into(), disabled_at: None }
}

fn person(matter: &str, account: &str, standing: Standing) -> Participant {
    Participant { matter: matter.into(), account: account.into(), standing, since: AT.into() }
}

fn login(hash: char, account: &str) -> Login {
    let (created_at, expires_at) = (AT.into(), LATER.into());
    Login { hash: hash.to_string().repeat(64), account: account.into(), matter: None, created_at, expires_at }
}

fn seen_by(sessions: &Sessions, name: &str, into: Option<&str>) -> Walled {
    let visitor = Visitor::Person { name: name.into(), role: Role::Author };
    Walled::seen_by(sessions.clone(), Coming { visitor, into: into.map(str::to_owned) })
}

async fn open(store: &dyn Store, clock: &FixedClock, title: &str) -> SessionId {
    let session = clock.session_id();
    let first = commit(&session, 0, states(1)[0].clone(), clock.now());
    store.create(legalagi::workspaces::contract::ID, title.to_owned(), first).await.unwrap();
    session
}

/// Two matters, one person in each.
async fn two_matters(sessions: &Sessions) {
    for (name, role) in [("author", Role::Author), ("other", Role::Author), ("chief", Role::Administrator)] {
        sessions.add_account(account(name, role)).await.unwrap();
    }
    for (id, member) in [("mat_a", "author"), ("mat_b", "other")] {
        let matter = Matter { id: id.into(), name: format!("Дело {id}"), created_at: AT.into() };
        sessions.add_matter(matter).await.unwrap();
        sessions.stand(person(id, member, Standing::Member)).await.unwrap();
    }
}

async fn accounts_and_sign_ins(sessions: &Sessions) {
    two_matters(sessions).await;
    let again = sessions.add_account(account("author", Role::Reader)).await;
    assert_eq!(again, Err(StoreError::Conflict { current: 0 }), "a name is given once");
    let who = |role: Role, matter: Option<&str>| {
        Some(SignedIn { account: "author".into(), role, matter: matter.map(str::to_owned) })
    };
    let hash = "a".repeat(64);
    sessions.sign_in(login('a', "author")).await.unwrap();
    assert_eq!(sessions.signed_in(&hash, AT).await.unwrap(), who(Role::Author, None));
    assert_eq!(sessions.signed_in(&hash, LATER).await.unwrap(), None, "a sign-in ends by itself");
    // A role is the one of now.
    sessions.change_account("author", AccountChange::Role(Role::Reviewer)).await.unwrap();
    assert_eq!(sessions.signed_in(&hash, AT).await.unwrap(), who(Role::Reviewer, None));
    sessions.work_in(&hash, Some("mat_a".into())).await.unwrap();
    assert_eq!(sessions.signed_in(&hash, AT).await.unwrap(), who(Role::Reviewer, Some("mat_a")));
    // Whoever is taken out of the chosen matter is signed out, and nobody else.
    sessions.sign_in(login('b', "author")).await.unwrap();
    sessions.leave("mat_a", "author").await.unwrap();
    assert_eq!(sessions.signed_in(&hash, AT).await.unwrap(), None);
    assert!(sessions.signed_in(&"b".repeat(64), AT).await.unwrap().is_some());
    for change in [AccountChange::Password("$other".into()), AccountChange::Disabled(Some(AT.into()))] {
        sessions.sign_in(login('c', "author")).await.unwrap();
        sessions.change_account("author", change.clone()).await.unwrap();
        assert_eq!(sessions.signed_in(&"c".repeat(64), AT).await.unwrap(), None, "{change:?}");
    }
    sessions.change_account("author", AccountChange::Disabled(None)).await.unwrap();
    // One's own choice leaves one's own browser in, and does nothing where the password has changed meanwhile.
    let own = |was: &str| AccountChange::Own { password: "$own".into(), was: was.into(), stays: "f".repeat(64) };
    for one in ['f', 'g'] {
        sessions.sign_in(login(one, "author")).await.unwrap();
    }
    assert_eq!(sessions.change_account("author", own("$stale")).await, Err(StoreError::NotFound));
    assert!(sessions.signed_in(&"g".repeat(64), AT).await.unwrap().is_some());
    sessions.change_account("author", own("$other")).await.unwrap();
    assert!(sessions.signed_in(&"f".repeat(64), AT).await.unwrap().is_some());
    assert_eq!(sessions.signed_in(&"g".repeat(64), AT).await.unwrap(), None);
    sessions.change_account("author", AccountChange::Password("$other".into())).await.unwrap();
    sessions.change_account("author", AccountChange::Disabled(Some(AT.into()))).await.unwrap();
    assert_eq!(sessions.change_account("author", own("$other")).await, Err(StoreError::NotFound), "it is disabled");
    // A disabled account opens nothing, even where somebody got in.
    sessions.sign_in(login('d', "author")).await.unwrap();
    assert_eq!(sessions.signed_in(&"d".repeat(64), AT).await.unwrap(), None);
    sessions.change_account("author", AccountChange::Disabled(None)).await.unwrap();
    sessions.sign_in(login('e', "author")).await.unwrap();
    assert!(sessions.signed_in(&"e".repeat(64), AT).await.unwrap().is_some());
    sessions.sign_out(&"e".repeat(64)).await.unwrap();
    assert_eq!(sessions.signed_in(&"e".repeat(64), AT).await.unwrap(), None);
    let kept = sessions.account("author").await.unwrap().unwrap();
    assert_eq!((kept.role, kept.password.as_str(), kept.disabled_at), (Role::Reviewer, "$other", None));
    let unknown = sessions.change_account("nobody", AccountChange::Role(Role::Reader)).await;
    assert_eq!(unknown, Err(StoreError::NotFound));
    let names: Vec<String> = sessions.accounts().await.unwrap().into_iter().map(|one| one.name).collect();
    assert_eq!(names, ["author", "chief", "other"]);
}

async fn walls_stand_around_sessions(sessions: &Sessions) {
    two_matters(sessions).await;
    let clock = FixedClock::default();
    let (author, other, chief) = (
        seen_by(sessions, "author", Some("mat_a")),
        seen_by(sessions, "other", None),
        seen_by(sessions, "chief", None),
    );
    let walled = open(&author, &clock, "Иск к поставщику").await;
    let common = open(&other, &clock, "Общий договор").await;
    assert_eq!(sessions.place(&walled, "author").await.unwrap(), (Some("mat_a".into()), Place::Inside));
    assert_eq!(sessions.place(&walled, "chief").await.unwrap(), (Some("mat_a".into()), Place::Outside));
    assert_eq!(sessions.place(&common, "").await.unwrap(), (None, Place::Common));
    for stranger in [&other, &chief, &Walled::new(sessions.clone())] {
        assert_eq!(stranger.latest(&walled).await.unwrap_err(), StoreError::NotFound);
        assert_eq!(stranger.row(&walled).await.unwrap_err(), StoreError::NotFound);
        assert_eq!(stranger.history(&walled, None).await.unwrap_err(), StoreError::NotFound);
        assert_eq!(stranger.events(&walled, 0, 9).await.unwrap_err(), StoreError::NotFound);
        assert_eq!(stranger.trash(&walled, AT).await.unwrap_err(), StoreError::NotFound);
        assert_eq!(stranger.signoffs(&walled).await.unwrap_err(), StoreError::NotFound);
        let append = stranger.append(commit(&walled, 1, states(2)[1].clone(), clock.now())).await;
        assert_eq!(append.unwrap_err(), StoreError::NotFound);
        let ids: Vec<SessionId> = stranger.sessions(9).await.unwrap().into_iter().map(|row| row.session_id).collect();
        assert_eq!(ids, std::slice::from_ref(&common), "lists hold nothing of others");
        let words = Listing { words: "иск".into(), limit: 9, ..Listing::default() };
        assert_eq!(stranger.matters(&words).await.unwrap().rows, [], "searches find nothing of others");
        assert!(stranger.latest(&common).await.is_ok());
    }
    assert!(author.latest(&walled).await.is_ok());
    assert_eq!(author.sessions(9).await.unwrap().len(), 2);
    // Hidden rows take no places of a page, and the page knows whether another one follows.
    for number in 0..3 {
        open(&author, &clock, &format!("Ещё {number}")).await;
    }
    let one = |after: Option<String>| Listing { limit: 1, after, ..Listing::default() };
    let second = open(&other, &clock, "Второй общий").await;
    let first = other.matters(&one(None)).await.unwrap();
    assert_eq!(first.rows[0].session_id, second);
    let next = other.matters(&one(first.next.clone())).await.unwrap();
    assert_eq!((&next.rows[0].session_id, next.next), (&common, None));
    assert!(first.next.is_some());
    // A copy goes where its session goes.
    let copy = open(&other, &clock, "Копия").await;
    let share = Share {
        id: "link".into(),
        session: common.clone(),
        copy: Some(copy.clone()),
        version: 0,
        created_at: AT.into(),
        revoked_at: None,
    };
    other.add_share(share).await.unwrap();
    sessions.put_session(&common, Some("mat_b".into())).await.unwrap();
    for id in [&common, &copy] {
        assert_eq!(author.latest(id).await.unwrap_err(), StoreError::NotFound);
        assert!(other.latest(id).await.is_ok());
    }
    sessions.put_session(&common, None).await.unwrap();
    assert!(author.latest(&copy).await.is_ok());
    for (session, matter) in [(common.clone(), Some("mat_x".to_owned())), (clock.session_id(), None)] {
        assert_eq!(sessions.put_session(&session, matter).await, Err(StoreError::NotFound));
    }
    // What is deleted leaves no row behind.
    author.trash(&walled, AT).await.unwrap();
    assert_eq!(other.trashed().await.unwrap().len(), 0);
    assert_eq!(author.trashed().await.unwrap().len(), 1);
    author.delete(&walled).await.unwrap();
    assert!(!sessions.hidden("").await.unwrap().contains(&walled.0));
}

async fn a_wall_is_taken_away_before_somebody_joins(sessions: &Sessions) {
    two_matters(sessions).await;
    let wall = person("mat_b", "author", Standing::Walled);
    sessions.stand(wall.clone()).await.unwrap();
    sessions.stand(wall).await.unwrap();
    let join = person("mat_b", "author", Standing::Member);
    assert_eq!(sessions.stand(join.clone()).await, Err(StoreError::Conflict { current: 0 }));
    assert_eq!(sessions.standing("mat_b", "author").await.unwrap(), Some(Standing::Walled));
    sessions.leave("mat_b", "author").await.unwrap();
    sessions.stand(join).await.unwrap();
    assert_eq!(sessions.standing("mat_b", "author").await.unwrap(), Some(Standing::Member));
    let wall = sessions.stand(person("mat_b", "other", Standing::Walled)).await;
    assert_eq!(wall, Err(StoreError::Conflict { current: 0 }), "nor is a member walled off unseen");
    for (matter, account) in [("mat_x", "author"), ("mat_a", "nobody")] {
        assert_eq!(sessions.stand(person(matter, account, Standing::Member)).await, Err(StoreError::NotFound));
        assert_eq!(sessions.leave(matter, account).await, Err(StoreError::NotFound));
    }
    assert_eq!(sessions.matter_people().await.unwrap().len(), 3);
    assert_eq!(sessions.all_matters().await.unwrap()[0].name, "Дело mat_a");
}

/// Declares each case once per engine.
macro_rules! both {
    ($($case:ident),*) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                let folder = tempfile::tempdir().unwrap();
                let url = format!("sqlite:{}", folder.path().join("a.db").display());
                let sessions = super::Sessions::open(&url).await.unwrap();
                super::$case(&sessions).await;
                sessions.close().await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                let Some(url) = super::cluster::database().await else { return };
                let sessions = super::Sessions::open(&url).await.unwrap();
                super::$case(&sessions).await;
                sessions.close().await;
            })*
        }
    };
}

both!(accounts_and_sign_ins, walls_stand_around_sessions, a_wall_is_taken_away_before_somebody_joins);

#[tokio::test(flavor = "multi_thread")]
async fn walls_move_with_their_sessions() {
    let folder = tempfile::tempdir().unwrap();
    let url = |name: &str| format!("sqlite:{}", folder.path().join(name).display());
    let sessions = Sessions::open(&url("from.db")).await.unwrap();
    two_matters(&sessions).await;
    let walled = open(&seen_by(&sessions, "author", Some("mat_a")), &FixedClock::default(), "Иск").await;
    sessions.close().await;
    let into = match cluster::if_installed().await {
        Some(postgres) => postgres,
        None => url("to.db"),
    };
    move_store(&url("from.db"), &into, |_, _| {}).await.unwrap();
    let moved = Sessions::open(&into).await.unwrap();
    assert_eq!(moved.place(&walled, "author").await.unwrap(), (Some("mat_a".into()), Place::Inside));
    assert_eq!(moved.place(&walled, "other").await.unwrap(), (Some("mat_a".into()), Place::Outside));
    assert_eq!(moved.accounts().await.unwrap().len(), 3);
    moved.close().await;
}
