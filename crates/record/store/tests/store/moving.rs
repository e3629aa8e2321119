//! Entities and credentials outlive the store that has them, also by an export into another one. Sees rows of exports.

use house::log::EntityKind;
use house::people::{CredentialChange, CredentialKind, Person};
use house::ports::{CommitStore as _, HouseEntry, Store};
use punto_store::{ExportCounts, ExportRow};
use table::{PatronId, StaffId, Timestamp};

use crate::entries::{appended, change, compared, hired, manager, passkey, password, session_of, staff};
use crate::places::Place;
use crate::rebuild::{elsewhere, is_rebuilt_to_the_byte};
use crate::support::*;

/// Two managers of whom one took the other's name, a password and a passkey.
async fn staffed(store: &impl Store) -> [u32; 2] {
    let (one, two) = (fresh(), fresh());
    let (ann, bob) = (format!("Ann {one}"), format!("Bob {one}"));
    let (first, second) = (hired(store, one, &ann).await, hired(store, two, &bob).await);
    let renamed = change(manager(one, &format!("Al {one}")), first);
    appended(store.append_entry(renamed).await.unwrap());
    let credentials = [password(two, "1"), passkey(two)].map(CredentialChange::Put).into();
    let renamed = HouseEntry { credentials, ..change(manager(two, &ann), second) };
    appended(store.append_entry(renamed).await.unwrap());
    [one, two]
}

/// Everything that can be asked about these managers.
async fn told(store: &impl Store, numbers: [u32; 2]) -> String {
    let mut told = Vec::new();
    for number in numbers {
        let history = store.entity_history(staff(number), None, 9).await.unwrap();
        let named =
            store.entity_named(EntityKind::Staff, compared(&format!("Ann {}", numbers[0]))).await.unwrap();
        let owner = Person::Staff(StaffId(number));
        let mut own = store.credentials_of(CredentialKind::Password, owner).await.unwrap();
        own.extend(store.credentials_of(CredentialKind::Passkey, owner).await.unwrap());
        let bodies: Vec<_> = own.into_iter().map(|own| (own.key, own.body)).collect();
        told.push(format!("{history:?} {named:?} {bodies:?}"));
    }
    told.push(format!("{:?}", store.entities(EntityKind::Staff, 0, u16::MAX).await.unwrap()));
    told.concat()
}

pub(crate) async fn entities_and_credentials_are_there_after_any_end<P: Place>(place: &P) {
    for (end, reopen) in P::ENDS {
        let store = place.open();
        let numbers = staffed(&store).await;
        let before = told(&store, numbers).await;
        let reopened = reopen(place, store);
        assert_eq!(told(&reopened, numbers).await, before, "{end}");
        let taken = change(manager(fresh(), &format!("ann {}", numbers[0])), 0);
        let taken = reopened.append_entry(taken).await;
        assert_eq!(taken, Ok(house::ports::HouseOutcome::NameTaken), "{end}");
    }
    is_rebuilt_to_the_byte(place);
}

pub(crate) async fn an_import_brings_entities_and_credentials<P: Place>(place: &P) {
    let store = place.open();
    let (numbers, new) = (staffed(&store).await, new_patron("Eve"));
    let patron = store.create_patron(new.clone()).await.unwrap().id;
    let table = fresh_table();
    store.outcomes(table, 0, vec![proved(1)]).await.unwrap();
    let (bulletins, secret) = (store.bulletins(table, 1, 9).await, store.locked_secret(table, 1).await);
    let before = told(&store, numbers).await;
    drop(store);
    let (rows, other) = (elsewhere(|| place.export()), P::new());
    let kept = rows.clone();
    let counts = elsewhere(|| other.import(kept)).unwrap();
    assert_eq!((counts.credentials, counts.proofs), (Some(3), Some((1, 1))));
    assert_eq!(elsewhere(|| other.export()), rows);
    let store = other.open();
    assert_eq!(told(&store, numbers).await, before);
    assert_eq!(session_of(&store, new.token_hash).await, Some((patron, AT)));
    assert_eq!(
        (store.bulletins(table, 1, 9).await, store.locked_secret(table, 1).await),
        (bulletins, secret)
    );
    drop(store);
    is_rebuilt_to_the_byte(&other);
    let again = elsewhere(|| other.import(rows)).unwrap_err().to_string();
    assert!(again.contains("not empty"), "{again}");
}

pub(crate) async fn an_import_from_before_gives_each_patron_a_session<P: Place>(place: &P) {
    let store = place.open();
    let mut patrons = Vec::<(PatronId, [u8; 32])>::new();
    for name in ["Ann", "Bob", "Carl"] {
        let new = new_patron(name);
        patrons.push((store.create_patron(new.clone()).await.unwrap().id, new.token_hash));
    }
    drop(store);
    let mut rows = elsewhere(|| place.export());
    rows.retain(|row| !matches!(row, ExportRow::Credential(_)));
    let Some(ExportRow::Counts(counts)) = rows.first_mut() else { panic!("counts come first") };
    *counts = ExportCounts { credentials: None, proofs: None, records: None, ..*counts };
    let other = P::new();
    assert_eq!(elsewhere(|| other.import(rows)).unwrap().credentials, None);
    let store = other.open();
    for (patron, hash) in patrons {
        let (owner, since) = session_of(&store, hash).await.unwrap();
        assert!(owner == patron && since > Timestamp(AT.0), "{owner:?} since {since:?}");
    }
}
