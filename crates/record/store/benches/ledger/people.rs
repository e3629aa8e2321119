//! Whether a house with a hundred thousand people starts, lists and logs in as a house with a thousand does: the same
//! calls on both stores, in turn. Each person is a patron with a session, an account and a password, written through
//! the port. All have the same password, which is hashed once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use house::log::{Actor, Entity, EntityKind, HouseEvent};
use house::people::password::Passwords;
use house::people::{Account, Credential, CredentialChange, CredentialKind, Person};
use house::ports::search::{Found, PatronPlace, PatronSearch};
use house::ports::{
    Clock as _, HouseEntry, HouseOutcome, NewPatron, Patron, PortFuture, RecordedEntry, Store,
};
use house::{House, OsEntropy, SystemClock, default_tables};
use money::{Amount, Currency};
use table::{PatronId, Timestamp};
use tokio::task::JoinSet;

use crate::kinds::{Kind, Spot};
use crate::log_in::{self, Accounts};
use crate::report::{Limit, Line, grouped, micros};

/// How many people the control has.
const FEW: u32 = 1_000;
/// How many requests wait at the same time while a store is filled: a transaction of its writer.
const AT_ONCE: usize = 1_024;
/// How many entries a page has.
const PAGE: u16 = 100;
/// How often each call is timed; the quickest counts.
const TURNS: usize = 25;
/// How often a store is opened; the quickest counts.
const OPENED: usize = 3;
/// The password of everybody.
pub(crate) const PASSWORD: &str = "green kettle unrolled";

/// What one call costs with so many people, against the same call with few.
pub(crate) async fn compare(kind: &Kind<'_>, people: u32) -> Vec<Line> {
    let hash = Passwords::default().hash(PASSWORD, [7; 16]).await.expect("nobody waits").expect("a hash");
    let body: Arc<str> = serde_json::to_string(&hash).expect("a hash is JSON").into();
    let (few, many) = (Filled::new(kind, FEW, &body).await, Filled::new(kind, people, &body).await);
    let (shown, name) = (grouped(people.into()), kind.name);
    let mut lines = vec![Line::new(&format!("{name}, {shown} people written"), micros(many.took), "us")];
    let [control, started] = [&few, &many].map(Filled::start);
    let (control, started) = (control.await, started.await);
    lines.push(Line::new(&format!("{name}, opened, started, {}", grouped(FEW.into())), control, "us"));
    let limit = Limit::below(Duration::from_secs(1));
    lines.push(Line::new(&format!("{name}, opened, started, {shown}"), started, "us").held_to(limit));
    let [small, large] = [few.spot.open(), many.spot.open()];
    for (what, call) in CALLS {
        let mut best = [u64::MAX; 2];
        for _ in 0..TURNS {
            for (best, (store, filled)) in best.iter_mut().zip([(&small, &few), (&large, &many)]) {
                let begun = Instant::now();
                let found = call(&**store, filled.people).await.expect("the store works");
                *best = micros(begun.elapsed()).min(*best);
                assert!(found > 0, "{what} finds somebody");
            }
        }
        let limit = Limit::at_most(3, best[0], "1,000");
        lines.push(Line::new(&format!("{name}, {what}"), best[1], "us").held_to(limit));
    }
    drop((small, large));
    let houses = [few.accounts().await, many.accounts().await];
    lines.extend(log_in::compare(name, &hash, houses.clone()).await);
    for accounts in houses {
        accounts.house.shutdown().await;
    }
    few.spot.clear();
    many.spot.clear();
    lines
}

/// A call on a store with so many people; how many rows it found.
type Call = for<'a> fn(&'a dyn Store, u32) -> PortFuture<'a, usize>;

const CALLS: [(&str, Call); 13] = [
    ("the first page of accounts", |store, _| counted(store.entities(EntityKind::Account, 0, PAGE))),
    ("a page in the middle", |store, people| counted(store.entities(EntityKind::Account, people / 2, PAGE))),
    ("the last page", |store, people| {
        counted(store.entities(EntityKind::Account, people - u32::from(PAGE), PAGE))
    }),
    ("an account by name", |store, people| {
        let name = account(PatronId(1), people / 2).unique_name().unwrap_or_default();
        let named = store.entity_named(EntityKind::Account, name);
        Box::pin(async { Ok(usize::from(named.await?.is_some())) })
    }),
    ("the newest patrons", |store, _| found(store.search_patrons(PatronSearch::All, None, PAGE))),
    ("the oldest patrons", |store, _| {
        let before = PatronPlace { patron: PatronId(1 + u32::from(PAGE)), nickname: String::new() };
        found(store.search_patrons(PatronSearch::All, Some(before), PAGE))
    }),
    ("patrons by name", |store, people| {
        found(store.search_patrons(PatronSearch::Named(name(people / 2)), None, PAGE))
    }),
    ("patrons by how a name begins", |store, people| {
        found(store.search_patrons(PatronSearch::Beginning(name(people / 2)), None, PAGE))
    }),
    ("a patron", |store, people| {
        let patron = store.patron(PatronId(people / 2));
        Box::pin(async { Ok(usize::from(patron.await?.is_some())) })
    }),
    ("a patron by session", |store, people| {
        let patron = store.patron_by_token(token_hash(people / 2));
        Box::pin(async { Ok(usize::from(patron.await?.is_some())) })
    }),
    ("the sessions of a patron", |store, people| {
        let owner = Person::Patron(PatronId(people / 2));
        let sessions = store.credentials_of(CredentialKind::Session, owner);
        Box::pin(async { Ok(sessions.await?.len()) })
    }),
    ("the latest log entries", |store, _| counted(store.house_log(None, PAGE))),
    ("a password", |store, people| {
        let password = store.credential(CredentialKind::Password, key(PatronId(people / 2)));
        Box::pin(async { Ok(usize::from(password.await?.is_some())) })
    }),
];

fn counted(page: PortFuture<'_, Vec<RecordedEntry>>) -> PortFuture<'_, usize> {
    Box::pin(async { Ok(page.await?.len()) })
}

fn found(page: PortFuture<'_, Found<Patron, PatronPlace>>) -> PortFuture<'_, usize> {
    Box::pin(async { Ok(page.await?.found.len()) })
}

/// A store with so many people.
struct Filled<'a> {
    spot: Spot<'a>,
    people: u32,
    /// How long it took to write them.
    took: Duration,
}

impl<'a> Filled<'a> {
    async fn new(kind: &Kind<'a>, people: u32, password: &Arc<str>) -> Self {
        let (spot, begun) = (kind.fresh(), Instant::now());
        let store = spot.open();
        let numbers: Vec<u32> = (1..=people).collect();
        for batch in numbers.chunks(AT_ONCE) {
            let write = |number: &u32| write(Arc::clone(&store), *number, Arc::clone(password));
            batch.iter().map(write).collect::<JoinSet<_>>().join_all().await;
        }
        Self { took: begun.elapsed(), spot, people }
    }

    /// How long it takes until the house runs, in microseconds.
    async fn start(&self) -> u64 {
        let mut best = Duration::MAX;
        for _ in 0..OPENED {
            let begun = Instant::now();
            let house = self.house().await;
            best = best.min(begun.elapsed());
            house.shutdown().await;
        }
        micros(best)
    }

    async fn house(&self) -> House {
        let (clock, entropy) = (Arc::new(SystemClock), Arc::new(OsEntropy));
        House::start(self.spot.open(), clock, entropy, default_tables()).await.expect("the house starts")
    }

    async fn accounts(&self) -> Accounts {
        Accounts { house: Arc::new(self.house().await), people: self.people }
    }
}

/// Writes a patron with a session, and an account with a password. Patrons get their numbers in any order, so the
/// numbers in names are others.
async fn write(store: Arc<dyn Store>, number: u32, password: Arc<str>) {
    let (nickname, token_hash) = (name(number), token_hash(number));
    // A session that began long ago would have ended, and a log-in removes some that have.
    let (currency, at) = (Currency::PLAY, SystemClock.now());
    let new = NewPatron { nickname, token_hash, currency, gift: Amount::ZERO, at };
    let patron = store.create_patron(new).await.expect("a patron").id;
    let entity = account(patron, number);
    let event = HouseEvent::Changed { by: Actor::Operator, why: String::new(), entity };
    let (owner, body) = (Person::Patron(patron), password.to_string());
    let password =
        Credential { kind: CredentialKind::Password, key: key(patron), owner, body, expires_at: None };
    let credentials = vec![CredentialChange::Put(password)];
    let entry = HouseEntry { at, event, expected: 0, postings: Vec::new(), credentials };
    let outcome = store.append_entry(entry).await.expect("the store works");
    assert!(matches!(outcome, HouseOutcome::Appended { .. }), "{outcome:?}");
}

/// The account of a patron.
fn account(patron: PatronId, number: u32) -> Entity {
    Entity::Account(Account { patron, nickname: name(number), since: Timestamp(0) })
}

pub(crate) fn name(number: u32) -> String {
    format!("person {number}")
}

/// The key of a patron's password.
fn key(patron: PatronId) -> String {
    Person::Patron(patron).to_string()
}

/// The hash of the secret of a session.
fn token_hash(number: u32) -> [u8; 32] {
    let mut hash = [0; 32];
    hash[..4].copy_from_slice(&number.to_be_bytes());
    hash
}
