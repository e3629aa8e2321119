//! Passwords and invitations of tables: set and taken away while the house runs, on record, and there after a restart.

use std::sync::Arc;

use punto_house::floor::{
    Change, FloorPlan, FloorRefusal, GivenTable, Invitations, Kept, PatronName, TablePassword, TableRecord,
};
use punto_house::log::{Actor, Entity, HouseEvent};
use punto_house::ports::RecordedEntry;
use punto_house::{House, HouseRefusal, Pass, Rejection, default_tables};
use store::MemoryStore;
use table::{PatronId, StaffId, TableId};

use crate::test_house::{CountingEntropy, SALON, TestHouse, code};

const BY: Actor = Actor::Staff(StaffId(3));
const PASSWORD: &str = "green kettle unrolled";

fn because(why: &str) -> Change<'_> {
    Change { by: BY, why }
}

/// A plan with the salon alone, whose password the file of tables gives.
fn plan(password: Option<&str>) -> FloorPlan {
    let mut salon = GivenTable::of(&default_tables()[0]);
    salon.password = password.map(|password| TablePassword(password.to_owned()));
    FloorPlan { tables: Some(vec![salon]), ..FloorPlan::default() }
}

async fn open_with(store: &Arc<MemoryStore>, password: Option<&str>) -> House {
    let (clock, entropy) = (Arc::new(TestHouse::clock()), Arc::new(CountingEntropy::default()));
    House::open(store.clone(), clock, entropy, plan(password)).await.expect("the house opens")
}

async fn set_password(house: &House, password: &str, why: &str) -> Result<Arc<Kept>, Rejection> {
    let hash = house.password_hash(Some(SALON), &TablePassword(password.to_owned())).await?;
    let edit = |record: &mut TableRecord| {
        record.entry.password_hash.clone_from(&hash);
        Ok(())
    };
    house.change_table(SALON, because(why), edit).await
}

/// Asks for a seat with this password, gives the seat up again, and returns the answer.
async fn knock(house: &House, patron: PatronId, password: &str) -> &'static str {
    knock_with(house, patron, Pass { password: Some(password.to_owned()), invitation: None }).await
}

async fn knock_with(house: &House, patron: PatronId, pass: Pass) -> &'static str {
    while house.snapshot(SALON).is_none_or(|snapshot| snapshot.view.phase.id() != "betting") {
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
    let answer = house.take_seat(patron, SALON, pass).await;
    house.leave(patron, SALON, house.now()).await.expect("they leave");
    answer.map_or_else(|refused| code(&refused), |_| "seated")
}

/// Who changed the salon and why, newest first.
async fn record_of(house: &House) -> Vec<(Actor, String)> {
    let entries = house.table_changes(SALON, None, 20).await.expect("the store answers");
    let change = |entry: &RecordedEntry| match &entry.event {
        HouseEvent::Changed { by, why, entity: Entity::Table(_) } => Some((*by, why.clone())),
        _ => None,
    };
    entries.iter().filter_map(change).collect()
}

async fn guest(house: &House, nickname: &str) -> PatronId {
    house.new_guest(nickname).await.expect("a guest").0.id
}

#[tokio::test(start_paused = true)]
async fn a_password_holds_from_its_change_on_and_after_a_restart_until_it_is_removed() {
    let store = Arc::new(MemoryStore::new());
    let house = open_with(&store, None).await;
    let mara = guest(&house, "Mara").await;
    assert_eq!(knock(&house, mara, "").await, "seated");
    set_password(&house, PASSWORD, "a private party").await.unwrap();
    assert_eq!(knock(&house, mara, "green kettle").await, "wrong_password");
    assert_eq!(knock(&house, mara, PASSWORD).await, "seated");
    let first = house.table(SALON).unwrap().record.entry.password_hash.clone();
    set_password(&house, PASSWORD, "the same once more").await.unwrap();
    assert_eq!(house.table(SALON).unwrap().record.entry.password_hash, first, "it is not hashed again");
    set_password(&house, "another kettle unrolled", "it was overheard").await.unwrap();
    assert_eq!(knock(&house, mara, PASSWORD).await, "wrong_password");
    house.shutdown().await;

    let house = open_with(&store, None).await;
    assert_eq!(knock(&house, mara, "another kettle unrolled").await, "seated");
    assert_eq!(knock(&house, mara, "").await, "wrong_password");
    set_password(&house, "", "the party is over").await.unwrap();
    assert_eq!(knock(&house, mara, "").await, "seated");
    let whys: Vec<_> = record_of(&house).await;
    assert_eq!(whys.iter().filter(|(by, _)| *by == BY).count(), 3, "{whys:?}");
    assert_eq!(whys[0], (BY, "the party is over".to_owned()));
    let records = format!("{:?}", house.table_changes(SALON, None, 20).await.unwrap());
    assert!(!records.contains("kettle"), "a hash alone is kept: {records}");
}

#[tokio::test(start_paused = true)]
async fn a_password_that_is_easy_to_guess_is_refused_and_says_what_is_accepted() {
    let house = open_with(&Arc::new(MemoryStore::new()), None).await;
    for (password, expected) in [
        ("short7!", "password: a password has 8 to 128 characters"),
        ("12345678", "password: the password is too easy to guess"),
    ] {
        let refused = set_password(&house, password, "?").await.unwrap_err();
        let Rejection::Refused(HouseRefusal::Floor(FloorRefusal::BadSettings { problems })) = refused else {
            panic!("{refused}")
        };
        assert!(problems[0].to_string().starts_with(expected), "{problems:?}");
    }
    assert_eq!(house.table(SALON).unwrap().record.entry.password_hash, None);
}

#[tokio::test(start_paused = true)]
async fn a_file_of_tables_gives_a_new_table_its_password_and_leaves_that_of_the_store() {
    let store = Arc::new(MemoryStore::new());
    let house = open_with(&store, Some(PASSWORD)).await;
    let mara = guest(&house, "Mara").await;
    assert_eq!(knock(&house, mara, "").await, "wrong_password");
    house.shutdown().await;
    let house = open_with(&store, Some("another kettle unrolled")).await;
    assert_eq!(knock(&house, mara, PASSWORD).await, "seated", "the store decides");
    assert_eq!(record_of(&house).await.len(), 1);
}

async fn invite(house: &House, invitations: Invitations) -> Result<Arc<Kept>, Rejection> {
    house.change_invitations(SALON, because("the guests of Mara"), &invitations).await
}

fn named(name: &str) -> PatronName {
    PatronName::Nickname(name.to_owned())
}

#[tokio::test(start_paused = true)]
async fn invited_patrons_sit_until_they_are_uninvited_and_those_who_sit_stay() {
    let store = Arc::new(MemoryStore::new());
    let house = open_with(&store, None).await;
    let (mara, noor, zoe) =
        (guest(&house, "Mara").await, guest(&house, "Noor").await, guest(&house, "Zoe").await);
    let by_both = Invitations {
        invite: vec![PatronName::Number(mara), named("NOOR")],
        uninvite: vec![],
        ..Invitations::default()
    };
    invite(&house, by_both.clone()).await.unwrap();
    invite(&house, by_both).await.unwrap();
    for (patron, expected) in [(mara, "seated"), (noor, "seated"), (zoe, "not_invited")] {
        assert_eq!(knock(&house, patron, "").await, expected, "{patron:?}");
    }
    house.shutdown().await;

    let house = open_with(&store, None).await;
    assert_eq!(knock(&house, mara, "").await, "seated");
    house.take_seat(noor, SALON, Pass::default()).await.unwrap();
    let out = Invitations {
        invite: vec![],
        uninvite: vec![named("Noor"), PatronName::Number(mara)],
        ..Invitations::default()
    };
    invite(&house, out).await.unwrap();
    assert_eq!(house.seats_taken(SALON), 1, "entry is asked for once");
    assert_eq!(knock(&house, mara, "").await, "not_invited");
    assert_eq!(knock(&house, zoe, "").await, "not_invited", "a list of nobody admits nobody");
    let open = |record: &mut TableRecord| {
        record.entry.invitation = None;
        Ok(())
    };
    house.change_table(SALON, because("open to all"), open).await.unwrap();
    assert_eq!(knock(&house, zoe, "").await, "seated");
    let told = record_of(&house).await;
    let whys: Vec<_> = told.iter().filter(|(by, _)| *by == BY).map(|(_, why)| why.as_str()).collect();
    assert_eq!(whys, ["open to all", "the guests of Mara", "the guests of Mara"]);
}

#[tokio::test(start_paused = true)]
async fn patrons_are_invited_by_a_name_that_says_who_is_meant() {
    let house = open_with(&Arc::new(MemoryStore::new()), None).await;
    let (one, two) = (guest(&house, "Mara").await, guest(&house, "Mara").await);
    let asked =
        |name: PatronName| Invitations { invite: vec![name], uninvite: vec![], ..Invitations::default() };
    for (name, expected) in [
        (named("Nobody"), "there is no patron Nobody".to_owned()),
        (PatronName::Number(PatronId(77)), "there is no patron 77".to_owned()),
        (
            named("mara"),
            format!("several patrons have this nickname; send the number of one: {}, {}", two.0, one.0),
        ),
    ] {
        let refused = invite(&house, asked(name)).await.unwrap_err();
        assert_eq!(refused.to_string(), expected);
    }
    let unknown = house.change_invitations(TableId(9), because("?"), &asked(PatronName::Number(one))).await;
    assert_eq!(code(&unknown.unwrap_err()), "unknown_table");
    house.people().open_account(two, "Mara", PASSWORD, "").await.expect("it is opened");
    invite(&house, asked(named("mara"))).await.unwrap();
    let invited = house.table(SALON).unwrap().record.entry.invitation.clone().unwrap();
    assert_eq!(Vec::from_iter(invited.patrons), [two], "an account comes before a guest");
}

#[tokio::test(start_paused = true)]
async fn wrong_passwords_slow_down_the_patron_who_guesses_and_nobody_else() {
    let house = open_with(&Arc::new(MemoryStore::new()), Some(PASSWORD)).await;
    let (mara, noor) = (guest(&house, "Mara").await, guest(&house, "Noor").await);
    for n in 0..6 {
        assert_eq!(knock(&house, mara, "green kettle").await, "wrong_password", "attempt {n}");
    }
    assert_eq!(knock(&house, mara, PASSWORD).await, "too_many_attempts", "the right one, too");
    assert_eq!(knock(&house, noor, PASSWORD).await, "seated");
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    assert_eq!(knock(&house, mara, PASSWORD).await, "seated");
    assert_eq!(knock(&house, mara, "green kettle").await, "wrong_password", "it starts over");
}

#[tokio::test(start_paused = true)]
async fn everybody_with_a_code_sits_down_until_it_is_withdrawn() {
    let store = Arc::new(MemoryStore::new());
    let house = open_with(&store, None).await;
    let (mara, noor) = (guest(&house, "Mara").await, guest(&house, "Noor").await);
    let by_code = |code: &str| Pass { password: None, invitation: Some(code.to_owned()) };
    let first = house.add_invitation_code(SALON, because("a party")).await.unwrap();
    let second = house.add_invitation_code(SALON, because("a second party")).await.unwrap();
    assert_ne!(first.code, second.code);
    for (code, expected) in [
        (first.code.clone(), "seated"),
        (first.code.to_uppercase().replace('-', " "), "seated"),
        (second.code.clone(), "seated"),
        (String::new(), "not_invited"),
        (first.code[..4].to_owned(), "not_invited"),
    ] {
        assert_eq!(knock_with(&house, mara, by_code(&code)).await, expected, "{code}");
        assert_eq!(knock_with(&house, noor, by_code(&code)).await, expected, "{code}");
    }
    let records = format!("{:?}", house.table_changes(SALON, None, 20).await.unwrap());
    assert!(!records.contains(&first.code), "a hash alone is kept: {records}");
    house.shutdown().await;

    let house = open_with(&store, None).await;
    assert_eq!(knock_with(&house, mara, by_code(&first.code)).await, "seated");
    invite(&house, Invitations { invite: vec![PatronName::Number(noor)], ..Invitations::default() })
        .await
        .unwrap();
    assert_eq!(knock_with(&house, mara, by_code(&second.code)).await, "seated", "codes stay");
    invite(&house, Invitations { withdraw_codes: true, ..Invitations::default() }).await.unwrap();
    assert_eq!(knock_with(&house, mara, by_code(&first.code)).await, "not_invited");
    assert_eq!(knock(&house, noor, "").await, "seated", "who is on the list stays invited");
}
