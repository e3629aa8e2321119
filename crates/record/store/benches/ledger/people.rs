//! Whether a house with a hundred thousand people starts and lists as a house with a thousand does: the same calls on
//! both stores, in turn. Each person is an entity with a password and a session, written through the port.

use std::sync::Arc;
use std::time::{Duration, Instant};

use house::log::{Actor, Entity, EntityKind, HouseEvent};
use house::people::{Credential, CredentialChange, CredentialKind, Person, Role, StaffMember};
use house::ports::{HouseEntry, HouseOutcome, NewPatron, PortFuture, RecordedEntry, Store};
use house::{House, OsEntropy, SystemClock, default_tables};
use money::{Amount, Currency};
use table::{StaffId, Timestamp};
use tokio::task::JoinSet;

use crate::kinds::{Kind, Spot};
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

/// What one call costs with so many people, against the same call with few.
pub(crate) async fn compare(kind: &Kind<'_>, people: u32) -> Vec<Line> {
    let (few, many) = (Filled::new(kind, FEW).await, Filled::new(kind, people).await);
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
    few.spot.clear();
    many.spot.clear();
    lines
}

/// A call on a store with so many people; how many rows it found.
type Call = for<'a> fn(&'a dyn Store, u32) -> PortFuture<'a, usize>;

const CALLS: [(&str, Call); 6] = [
    ("the first page", |store, _| counted(store.entities(EntityKind::Staff, 0, PAGE))),
    ("a page in the middle", |store, people| counted(store.entities(EntityKind::Staff, people / 2, PAGE))),
    ("the last page", |store, people| {
        counted(store.entities(EntityKind::Staff, people - u32::from(PAGE), PAGE))
    }),
    ("somebody by name", |store, people| {
        let name = member(people / 2).unique_name().unwrap_or_default();
        let named = store.entity_named(EntityKind::Staff, name);
        Box::pin(async { Ok(usize::from(named.await?.is_some())) })
    }),
    ("the latest log entries", |store, _| counted(store.house_log(None, PAGE))),
    ("a password", |store, people| {
        let password = store.credential(CredentialKind::Password, key(people / 2));
        Box::pin(async { Ok(usize::from(password.await?.is_some())) })
    }),
];

fn counted(page: PortFuture<'_, Vec<RecordedEntry>>) -> PortFuture<'_, usize> {
    Box::pin(async { Ok(page.await?.len()) })
}

/// A store with so many people.
struct Filled<'a> {
    spot: Spot<'a>,
    people: u32,
    /// How long it took to write them.
    took: Duration,
}

impl<'a> Filled<'a> {
    async fn new(kind: &Kind<'a>, people: u32) -> Self {
        let (spot, begun) = (kind.fresh(), Instant::now());
        let store = spot.open();
        let numbers: Vec<u32> = (1..=people).collect();
        for batch in numbers.chunks(AT_ONCE) {
            let writing: JoinSet<_> = batch.iter().map(|number| write(Arc::clone(&store), *number)).collect();
            writing.join_all().await;
        }
        Self { took: begun.elapsed(), spot, people }
    }

    /// How long it takes until the house runs, in microseconds.
    async fn start(&self) -> u64 {
        let mut best = Duration::MAX;
        for _ in 0..OPENED {
            let begun = Instant::now();
            let house =
                House::start(self.spot.open(), Arc::new(SystemClock), Arc::new(OsEntropy), default_tables());
            let house = house.await.expect("the house starts");
            best = best.min(begun.elapsed());
            house.shutdown().await;
        }
        micros(best)
    }
}

/// Writes a patron with a session, and an entity with a password.
async fn write(store: Arc<dyn Store>, number: u32) {
    let mut token_hash = [0; 32];
    token_hash[..4].copy_from_slice(&number.to_be_bytes());
    let (nickname, currency, at) = (name(number), Currency::PLAY, Timestamp(0));
    let new = NewPatron { nickname, token_hash, currency, gift: Amount::ZERO, at };
    store.create_patron(new).await.expect("a patron");
    let event = HouseEvent::Changed { by: Actor::Operator, why: String::new(), entity: member(number) };
    let (owner, body) = (Person::Staff(StaffId(number)), "$argon2id$v=19$m=19456,t=2,p=1".repeat(3));
    let password =
        Credential { kind: CredentialKind::Password, key: key(number), owner, body, expires_at: None };
    let credentials = vec![CredentialChange::Put(password)];
    let entry = HouseEntry { at, event, expected: 0, postings: Vec::new(), credentials };
    let outcome = store.append_entry(entry).await.expect("the store works");
    assert!(matches!(outcome, HouseOutcome::Appended { .. }), "{outcome:?}");
}

/// A member of staff.
fn member(number: u32) -> Entity {
    let (id, roles) = (StaffId(number), [Role::Dealer].into());
    Entity::Staff(StaffMember { id, name: name(number), roles, disabled: false })
}

fn name(number: u32) -> String {
    format!("person {number}")
}

fn key(number: u32) -> String {
    format!("staff:{number}")
}
