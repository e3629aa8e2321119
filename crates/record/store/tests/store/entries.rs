//! What every store must do about the house's own log, the entities that it changes, and credentials. Knows the port
//! alone.

use house::devices::{Device, Standing};
use house::log::{Actor, Entity, EntityKind, EntityRef, HouseEvent};
use house::people::{
    Credential, CredentialChange, CredentialKind, Person, Role, Roles, SessionBody, StaffMember,
};
use house::ports::{HouseEntry, HouseOutcome, Store};
use ledger::{Account, TransferRefusal};
use table::{DeviceId, PatronId, StaffId, TableId, Timestamp};

use crate::support::*;

/// A manager of that name.
pub(crate) fn manager(number: u32, name: &str) -> Entity {
    let roles = Roles::from([Role::Manager]);
    Entity::Staff(StaffMember::new(StaffId(number), name, roles))
}

/// A change that nothing else changes with.
pub(crate) fn change(entity: Entity, expected: u64) -> HouseEntry {
    let event = HouseEvent::Changed { by: Actor::Operator, why: "a test".to_owned(), entity };
    HouseEntry { at: AT, event, expected, postings: Vec::new(), credentials: Vec::new() }
}

/// A new manager with a number that nobody has; the number of the entry.
pub(crate) async fn hired(store: &impl Store, number: u32, name: &str) -> u64 {
    appended(store.append_entry(change(manager(number, name), 0)).await.unwrap())
}

/// The number of the entry.
pub(crate) fn appended(outcome: HouseOutcome) -> u64 {
    match outcome {
        HouseOutcome::Appended { seq } => seq,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn staff(number: u32) -> EntityRef {
    EntityRef { kind: EntityKind::Staff, number }
}

/// The form in which a manager's name is compared.
pub(crate) fn compared(name: &str) -> String {
    manager(1, name).unique_name().expect("names of staff differ")
}

/// A password of a member of staff.
pub(crate) fn password(number: u32, body: &str) -> Credential {
    let (kind, owner) = (CredentialKind::Password, Person::Staff(StaffId(number)));
    Credential { kind, key: format!("staff:{number}"), owner, body: body.to_owned(), expires_at: None }
}

/// A passkey of a member of staff.
pub(crate) fn passkey(number: u32) -> Credential {
    let (kind, owner) = (CredentialKind::Passkey, Person::Staff(StaffId(number)));
    let body = r#"{"name":"phone","created_at":7,"public_key":"pQEC","algorithm":-7,"counter":4}"#.to_owned();
    Credential { kind, key: format!("id-of_{number}"), owner, body, expires_at: None }
}

fn session(number: u32, key: &str, expires_at: Option<i64>) -> Credential {
    let (kind, owner) = (CredentialKind::Session, Person::Staff(StaffId(number)));
    let (key, body) = (format!("{number}-{key}"), "{}".to_owned());
    Credential { kind, key, owner, body, expires_at: expires_at.map(Timestamp) }
}

fn replace(body: &str, by: Credential) -> CredentialChange {
    CredentialChange::Replace { body: body.to_owned(), by }
}

/// The body of a password, if there is one.
async fn password_of(store: &impl Store, number: u32) -> Option<String> {
    let stored = store.credential(CredentialKind::Password, format!("staff:{number}")).await.unwrap();
    stored.map(|stored| stored.body)
}

/// The keys of somebody's sessions, without the number.
async fn sessions_of(store: &impl Store, number: u32) -> Vec<String> {
    let owner = Person::Staff(StaffId(number));
    let own = store.credentials_of(CredentialKind::Session, owner).await.unwrap();
    own.into_iter().map(|own| own.key.split_once('-').unwrap().1.to_owned()).collect()
}

pub(crate) async fn an_entity_is_its_latest_entry(store: &impl Store) {
    let number = fresh();
    let (old, new) = (format!("Ann {number}"), format!("Anne {number}"));
    assert_eq!(store.entity(staff(number)).await, Ok(None));
    let first = hired(store, number, &old).await;
    let second = store.append_entry(change(manager(number, &new), first)).await.unwrap();
    let second = appended(second);
    assert_eq!(second, first + 1);
    let latest = store.entity(staff(number)).await.unwrap().unwrap();
    let event = change(manager(number, &new), 0).event;
    assert_eq!((latest.seq, latest.at, &latest.event), (second, AT, &event));
    let kind = EntityKind::Staff;
    assert_eq!(store.entity_named(kind, compared(&new)).await, Ok(Some(latest.clone())));
    for nobody in [compared(&old), format!("{new} ")] {
        assert_eq!(store.entity_named(kind, nobody).await, Ok(None));
    }
    let history = store.entity_history(staff(number), None, 9).await.unwrap();
    assert_eq!(history.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [second, first]);
    assert_eq!(history[0], latest);
    assert_eq!(store.entity_history(staff(number), None, 1).await.unwrap(), history[..1]);
    assert_eq!(store.entity_history(staff(number), Some(second), 9).await.unwrap(), history[1..]);
    assert_eq!(store.house_log(Some(second + 1), 2).await.unwrap(), history);
    assert_eq!(store.house_log(None, 1).await.unwrap(), history[..1]);
}

pub(crate) async fn entities_are_listed_by_number_page_by_page(store: &impl Store) {
    let mut numbers = [(); 5].map(|()| fresh());
    numbers.reverse();
    for number in numbers {
        let hired = hired(store, number, &format!("Bob {number}")).await;
        appended(store.append_entry(change(manager(number, &format!("Bo {number}")), hired)).await.unwrap());
    }
    numbers.sort_unstable();
    let page = async |after, limit| {
        let page = store.entities(EntityKind::Staff, after, limit).await.unwrap();
        page.iter().map(|entry| entry.event.entity().unwrap().entity_ref().number).collect::<Vec<_>>()
    };
    let before = numbers[0] - 1;
    assert_eq!(page(before, 5).await, numbers);
    assert_eq!(page(before, 2).await, numbers[..2]);
    assert_eq!(page(numbers[1], 2).await, numbers[2..4]);
    assert_eq!(page(u32::MAX, 5).await, [0; 0]);
}

pub(crate) async fn a_late_change_writes_nothing(store: &impl Store) {
    let number = fresh();
    let name = format!("Carl {number}");
    let first = hired(store, number, &name).await;
    for late in [0, first - 1, first + 1] {
        let mut entry = change(manager(number, "another"), late);
        entry.credentials = vec![CredentialChange::Put(password(number, "late"))];
        assert_eq!(store.append_entry(entry).await, Ok(HouseOutcome::Outdated), "{late}");
    }
    let nobody = change(manager(fresh(), "nobody"), first);
    assert_eq!(store.append_entry(nobody).await, Ok(HouseOutcome::Outdated));
    assert_eq!(store.entity(staff(number)).await.unwrap().unwrap().seq, first);
    assert_eq!(store.house_log(None, 1).await.unwrap()[0].seq, first);
    assert_eq!(password_of(store, number).await, None);
    assert!(store.append_entry(change(manager(0, "zero"), 0)).await.is_err(), "numbers begin at 1");
    assert_eq!(store.house_log(None, 1).await.unwrap()[0].seq, first);
}

pub(crate) async fn a_name_belongs_to_one_at_a_time(store: &impl Store) {
    let (one, two) = (fresh(), fresh());
    let (ann, bob) = (format!("Ann {one}"), format!("Bob {one}"));
    let renamed =
        async |number, name: &str, seq| store.append_entry(change(manager(number, name), seq)).await.unwrap();
    let first = hired(store, one, &ann).await;
    assert_eq!(
        renamed(two, &ann.to_uppercase(), 0).await,
        HouseOutcome::NameTaken,
        "letter case does not matter"
    );
    let second = hired(store, two, &bob).await;
    assert_eq!(renamed(two, &ann, second).await, HouseOutcome::NameTaken);
    let first = appended(renamed(one, &ann.to_uppercase(), first).await);
    let first = appended(renamed(one, "free", first).await);
    let second = appended(renamed(two, &ann, second).await);
    assert_eq!(renamed(one, &ann, first).await, HouseOutcome::NameTaken);
    appended(renamed(one, &bob, first).await);
    assert_eq!(renamed(one, &ann, 0).await, HouseOutcome::Outdated, "that comes first");
    let holder = store.entity_named(EntityKind::Staff, compared(&ann)).await.unwrap().unwrap();
    assert_eq!((holder.seq, holder.event.entity().unwrap().entity_ref()), (second, staff(two)));
}

pub(crate) async fn changes_sent_together_happen_once(store: &impl Store) {
    let (number, [one, two]) = (fresh(), [fresh(), fresh()]);
    let sent = |number, name: String, seq| store.append_entry(change(manager(number, &name), seq));
    let (first, second) =
        tokio::join!(sent(number, format!("A{number}"), 0), sent(number, format!("B{number}"), 0));
    let outcomes = [first.unwrap(), second.unwrap()];
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == HouseOutcome::Outdated).count(), 1);
    let (first, second) = tokio::join!(sent(one, format!("C{one}"), 0), sent(two, format!("c{one}"), 0));
    let outcomes = [first.unwrap(), second.unwrap()];
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == HouseOutcome::NameTaken).count(), 1);
    let entries = store.house_log(None, 2).await.unwrap();
    assert_eq!(entries[0].seq, entries[1].seq + 1, "nothing else was written");
}

pub(crate) async fn a_credential_is_replaced_once(store: &impl Store) {
    replaced_once(store, store).await;
}

/// Of two that replace the same credential at once, through one store or two, one succeeds.
pub(crate) async fn replaced_once(one: &impl Store, two: &impl Store) {
    let number = fresh();
    let replaced = |body: &str, by: &str| vec![replace(body, password(number, by))];
    assert_eq!(one.change_credentials(replaced("0", "1")).await, Ok(false), "there is nothing to replace");
    assert_eq!(one.change_credentials(vec![CredentialChange::Put(password(number, "0"))]).await, Ok(true));
    for round in 0..8 {
        let (body, [left, right]) = (round.to_string(), ["left", "right"]);
        let (first, second) = tokio::join!(
            one.change_credentials(replaced(&body, left)),
            two.change_credentials(replaced(&body, right))
        );
        let winner = match (first.unwrap(), second.unwrap()) {
            (true, false) => left,
            (false, true) => right,
            both => panic!("{both:?}"),
        };
        assert_eq!(password_of(one, number).await.as_deref(), Some(winner));
        let next = (round + 1).to_string();
        assert_eq!(two.change_credentials(replaced(winner, &next)).await, Ok(true));
    }
}

pub(crate) async fn credentials_are_added_replaced_and_removed_in_order(store: &impl Store) {
    let (ann, bob) = (fresh(), fresh());
    let put = |key: &str| CredentialChange::Put(session(ann, key, None));
    let remove_all =
        || CredentialChange::RemoveAll { kind: CredentialKind::Session, owner: Person::Staff(StaffId(ann)) };
    let remove = |key: &str| {
        let (kind, key) = (CredentialKind::Session, format!("{ann}-{key}"));
        CredentialChange::Remove { kind, key }
    };
    let others =
        vec![CredentialChange::Put(session(bob, "a", None)), CredentialChange::Put(password(ann, "1"))];
    assert_eq!(store.change_credentials(others).await, Ok(true));
    for (changes, left) in [
        (vec![put("b"), put("a")], &["a", "b"][..]),
        (vec![remove("a"), remove("nothing")], &["b"]),
        (vec![put("c"), remove_all(), put("d")], &["d"]),
        (vec![put("d"), put("e"), remove("d")], &["e"]),
        (vec![remove("e"), put("e"), put("f")], &["e", "f"]),
        (vec![put("g"), remove_all()], &[]),
    ] {
        assert_eq!(store.change_credentials(changes).await, Ok(true));
        assert_eq!(sessions_of(store, ann).await, left);
    }
    assert_eq!(sessions_of(store, bob).await, ["a"]);
    // A credential is replaced as it is after the changes before it, and all or none are made.
    let one_of = |body: &str, by: &str| replace(body, password(ann, by));
    let removed =
        CredentialChange::RemoveAll { kind: CredentialKind::Password, owner: Person::Staff(StaffId(ann)) };
    for (changes, is_made, left) in [
        (vec![one_of("1", "2"), one_of("2", "3")], true, "3"),
        (vec![put("h"), one_of("3", "4"), one_of("3", "5")], false, "3"),
        (vec![removed, one_of("3", "4")], false, "3"),
    ] {
        assert_eq!(store.change_credentials(changes).await, Ok(is_made));
        assert_eq!(password_of(store, ann).await.as_deref(), Some(left));
    }
    assert_eq!(sessions_of(store, ann).await, [""; 0]);
}

pub(crate) async fn an_entry_and_what_changes_with_it_stand_or_fall_together(store: &impl Store) {
    let (number, patron) = (fresh(), patron_with(store, 100).await);
    let seq = hired(store, number, &format!("Dan {number}")).await;
    let cash = Account::patron_cash(patron.0, PLAY);
    let taken = |minor| {
        let to = Account::issue(PLAY);
        request(ledger::Action::Move { from: cash, to, amount: amount(minor) })
    };
    let entry = |postings, credentials| {
        let renamed = change(manager(number, &format!("Don {number}")), seq);
        store.append_entry(HouseEntry { postings, credentials, ..renamed })
    };
    let put = || CredentialChange::Put(password(number, "1"));
    for (postings, credentials, is_outdated) in [
        (vec![taken(1), taken(100)], vec![put()], false),
        (vec![taken(101)], vec![put()], false),
        (vec![taken(1)], vec![put(), replace("2", password(number, "3"))], true),
    ] {
        let refused = entry(postings, credentials).await.unwrap();
        match refused {
            HouseOutcome::Outdated => assert!(is_outdated),
            HouseOutcome::Refused(refusal) => {
                assert!(!is_outdated && matches!(refusal, TransferRefusal::InsufficientFunds { .. }));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(store.wallet(patron).await.unwrap().wallet.cash.minor(), 100);
        assert_eq!(password_of(store, number).await, None);
        assert_eq!(store.entity(staff(number)).await.unwrap().unwrap().seq, seq);
    }
    let moved = taken(30);
    let changed = appended(entry(vec![moved], vec![put()]).await.unwrap());
    assert_eq!(store.wallet(patron).await.unwrap().wallet.cash.minor(), 70);
    assert_eq!(password_of(store, number).await.as_deref(), Some("1"));
    assert_eq!(store.entity(staff(number)).await.unwrap().unwrap().seq, changed);
    // Money that was moved before is not moved by another entry.
    let again = HouseEntry { postings: vec![moved], ..change(manager(number, "again"), changed) };
    let exists = HouseOutcome::Refused(TransferRefusal::ExistsDifferent { id: moved.id });
    assert_eq!(store.append_entry(again).await, Ok(exists));
    let without_entity = HouseEntry {
        event: HouseEvent::MoneyPosted,
        postings: vec![gift(patron, 5)],
        ..change(manager(number, "not this"), 0)
    };
    assert_eq!(appended(store.append_entry(without_entity).await.unwrap()), changed + 1);
    assert_eq!(store.wallet(patron).await.unwrap().wallet.cash.minor(), 75);
}

pub(crate) async fn credentials_that_ended_are_removed(store: &impl Store) {
    let number = fresh();
    let put = |(key, ends): (&str, Option<i64>)| CredentialChange::Put(session(number, key, ends));
    let all = [("a", Some(30)), ("b", Some(10)), ("c", None), ("d", Some(20)), ("e", Some(40))];
    assert_eq!(store.change_credentials(all.map(put).to_vec()).await, Ok(true));
    for (now, limit, left) in [
        (9, 9, &["a", "b", "c", "d", "e"][..]),
        (30, 0, &["a", "b", "c", "d", "e"]),
        (30, 2, &["a", "c", "e"]),
        (30, 9, &["c", "e"]),
    ] {
        // Together with other changes, as a log-in does it.
        let ended = CredentialChange::RemoveEnded { now: Timestamp(now), most: limit };
        let changes = vec![CredentialChange::Put(password(number, "1")), ended];
        assert_eq!(store.change_credentials(changes).await, Ok(true));
        assert_eq!(sessions_of(store, number).await, left, "at {now}, at most {limit}");
    }
}

pub(crate) async fn a_newcomer_has_a_session(store: &impl Store) {
    let new = new_patron("Eve");
    let patron = store.create_patron(new.clone()).await.unwrap();
    assert_eq!(session_of(store, new.token_hash).await, Some((patron.id, AT)));
}

/// Whose the session of that hash is, and since when.
pub(crate) async fn session_of(store: &impl Store, hash: [u8; 32]) -> Option<(PatronId, Timestamp)> {
    let session = store.credential(CredentialKind::Session, SessionBody::key(hash)).await.unwrap()?;
    let Person::Patron(patron) = session.owner else { panic!("{session:?}") };
    let body: SessionBody = journal::from_json(&session.body).unwrap();
    assert_eq!((body.last_used_at, body.scope.as_str()), (body.created_at, SessionBody::ALL));
    Some((patron, body.created_at))
}

pub(crate) async fn a_device_comes_once_with_its_code_and_its_key(store: &impl Store) {
    let (by, [one, two]) = (fresh(), [fresh(), fresh()]);
    let key = |number: u32| {
        let mut bytes = [9; 32];
        bytes[..4].copy_from_slice(&number.to_be_bytes());
        fair::Bytes(bytes)
    };
    let code = |name: &str| Credential {
        kind: CredentialKind::DeviceCode,
        key: format!("{by}-{name}"),
        owner: Person::Staff(StaffId(by)),
        body: r#"{"table":9,"simulator":false}"#.to_owned(),
        expires_at: Some(AT),
    };
    let come = async |number: u32, of: u32, used: &str| {
        let (number, table, by) = (DeviceId(number), TableId(9), StaffId(by));
        let (confirmed_by, standing) = (None, Standing::Waiting);
        let device = Device { number, key: key(of), table, simulator: true, by, confirmed_by, standing };
        let event = HouseEvent::Changed {
            by: Actor::Device(number),
            why: "a test".to_owned(),
            entity: Entity::Device(device),
        };
        let remove = CredentialChange::Remove { kind: CredentialKind::DeviceCode, key: code(used).key };
        let credentials = vec![replace(&code(used).body, code(used)), remove];
        let entry = HouseEntry { at: AT, event, expected: 0, postings: Vec::new(), credentials };
        (entry.event.clone(), store.append_entry(entry).await.unwrap())
    };
    let codes = ["a", "b"].map(|name| CredentialChange::Put(code(name)));
    assert_eq!(store.change_credentials(codes.into()).await, Ok(true));
    let (event, outcome) = come(one, one, "a").await;
    let seq = appended(outcome);
    assert_eq!(come(two, two, "a").await.1, HouseOutcome::Outdated, "the code is used");
    assert_eq!(come(one, two, "b").await.1, HouseOutcome::Outdated, "the number is taken");
    assert_eq!(come(two, one, "b").await.1, HouseOutcome::NameTaken, "the key is known");
    assert_eq!(store.credential(CredentialKind::DeviceCode, code("a").key).await, Ok(None));
    assert_eq!(store.credential(CredentialKind::DeviceCode, code("b").key).await, Ok(Some(code("b"))));
    let found = store.entity_named(EntityKind::Device, key(one).to_string()).await.unwrap().unwrap();
    assert_eq!((found.seq, &found.event), (seq, &event));
    let place = EntityRef { kind: EntityKind::Device, number: one };
    assert_eq!(store.entity(place).await, Ok(Some(found)));
    assert_eq!(store.entity_named(EntityKind::Device, key(two).to_string()).await, Ok(None));
}
