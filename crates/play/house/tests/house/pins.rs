//! Dealers who log in at a table by number and PIN: how often they may try, what the session is for, and who ends it.

use futures_util::future::join_all;
use punto_house::Rejection;
use punto_house::log::{Actor, Entity, EntityKind, EntityRef, HouseEvent};
use punto_house::people::{NewSession, People, PinStanding, Role, Roles, TableLogIn};
use punto_house::ports::ReadStore as _;
use table::{StaffId, TableId};

use crate::test_people::{MINUTE, PASSWORD, TestPeople, again, from, refused};

const SALON: TableId = TableId(9);
const GOLD: TableId = TableId(7);
const PIN: &str = "402917";
const WRONG: &str = "402918";
const HOUR: i64 = 60 * MINUTE;

/// A dealer with a PIN of their own, a supervisor, and a console that she opened at each table.
struct Stage {
    test: TestPeople,
    dan: StaffId,
    una: StaffId,
    consoles: [(TableId, String); 2],
}

impl Stage {
    async fn new() -> Self {
        Self::with(&[Role::Dealer]).await
    }

    async fn with(roles: &[Role]) -> Self {
        let test = TestPeople::new();
        let (dan, totp, session) = test.staff("Dan", roles).await;
        let una = test.staff("Una", &[Role::Supervisor]).await;
        test.pass(MINUTE);
        let (who, code) = (test.logged_in(&session).await, totp.code(test.now()).expect("a code"));
        test.people.set_pin(dan, PIN, (&who, &again(PASSWORD, &code)), from(1)).await.expect("a PIN is set");
        let salon = test.console(SALON, &una).await.secret.secret().to_owned();
        test.pass(MINUTE);
        let gold = test.console(GOLD, &una).await.secret.secret().to_owned();
        Self { test, dan, una: una.0, consoles: [(SALON, salon), (GOLD, gold)] }
    }

    async fn log_in(&self, table: TableId, pin: &str) -> Result<NewSession, Rejection> {
        self.log_in_from(&self.test.people, 1, (table, pin)).await
    }

    async fn log_in_from(
        &self,
        people: &People,
        network: u8,
        (table, pin): (TableId, &str),
    ) -> Result<NewSession, Rejection> {
        self.as_dealer(people, network, (table, TableLogIn { dealer: self.dan, pin })).await
    }

    /// Somebody logs in at the console of a table.
    async fn as_dealer(
        &self,
        people: &People,
        network: u8,
        (table, log_in): (TableId, TableLogIn<'_>),
    ) -> Result<NewSession, Rejection> {
        let secret = self.consoles.iter().find(|(own, _)| *own == table).map(|(_, secret)| secret.as_str());
        let console = people.open_console_at(table, secret).await.expect("the store answers");
        people.log_in_at_table(log_in, &console.expect("it is open"), from(network)).await
    }

    async fn is_in(&self, session: &NewSession) -> bool {
        self.test.known(session).await.is_some()
    }

    async fn standing(&self) -> (PinStanding, Option<TableId>) {
        let dealers = self.test.people.dealers().await.expect("the dealers");
        let dan = dealers.iter().find(|line| line.member.id == self.dan).expect("Dan");
        (dan.pin, dan.at_table)
    }

    /// What the log of the house says of the PIN, oldest first: who, why, and who chose it.
    async fn on_record(&self) -> Vec<(Actor, String, StaffId)> {
        let place = EntityRef { kind: EntityKind::DealerPin, number: self.dan.0 };
        let entries = self.test.store.entity_history(place, None, 64).await.expect("the entries");
        assert!(!format!("{entries:?}").contains("argon2"), "no log has a PIN");
        let said = entries.into_iter().rev().filter_map(|entry| match entry.event {
            HouseEvent::Changed { by, why, entity: Entity::DealerPin(pin) } => Some((by, why, pin.set_by)),
            _ => None,
        });
        said.collect()
    }
}

#[tokio::test]
async fn a_dealer_comes_in_at_one_table_as_a_dealer_alone() {
    let stage = Stage::with(&[Role::Dealer, Role::Supervisor]).await;
    let session = stage.log_in(SALON, PIN).await.unwrap();
    let known = stage.test.logged_in(&session).await;
    assert_eq!(known.roles, Roles::from([Role::Dealer]), "not a supervisor, though the person is one");
    assert_eq!((known.at_table, known.needs_second_factor, known.is_program), (Some(SALON), false, false));
    assert_eq!(stage.standing().await, (PinStanding::Set, Some(SALON)));

    let other = stage.log_in(GOLD, PIN).await.unwrap();
    assert!(!stage.is_in(&session).await, "a dealer is at one table");
    assert_eq!(stage.test.logged_in(&other).await.at_table, Some(GOLD));

    // Used all the time, and over after twelve hours.
    for _ in 0..71 {
        stage.test.pass(10 * MINUTE);
        assert!(stage.is_in(&other).await);
    }
    stage.test.pass(12 * HOUR - 710 * MINUTE);
    assert!(!stage.is_in(&other).await);
    assert_eq!(stage.standing().await.1, None);
}

#[tokio::test]
async fn five_wrong_tries_lock_a_pin_until_a_supervisor_unlocks_it() {
    let stage = Stage::new().await;
    for _ in 0..4 {
        assert_eq!(refused(stage.log_in(SALON, WRONG).await), "wrong_credentials");
    }
    assert_eq!(refused(stage.log_in(SALON, WRONG).await), "pin_locked");
    // The count is in the store: neither time, nor another network, nor a restart helps.
    stage.test.pass(12 * HOUR);
    let restarted = stage.test.elsewhere();
    assert_eq!(refused(stage.log_in_from(&restarted, 2, (SALON, PIN)).await), "pin_locked");
    assert_eq!(stage.standing().await.0, PinStanding::Locked);

    stage.test.people.unlock_pin(stage.una, stage.dan).await.unwrap();
    stage.log_in(SALON, PIN).await.unwrap();
    stage.test.people.unlock_pin(stage.una, stage.dan).await.unwrap();
    let una = Actor::Staff(stage.una);
    let on_record = stage.on_record().await;
    assert_eq!(on_record[1..], [(una, "PIN unlocked".to_owned(), stage.dan)], "an unlocked one is none");
}

#[tokio::test]
async fn a_right_pin_forgives_the_wrong_ones() {
    let stage = Stage::new().await;
    for _ in 0..3 {
        for _ in 0..4 {
            assert_eq!(refused(stage.log_in(SALON, WRONG).await), "wrong_credentials");
        }
        stage.log_in(SALON, PIN).await.unwrap();
    }
}

#[tokio::test]
async fn guesses_side_by_side_are_no_more_than_five() {
    let stage = Stage::new().await;
    let guesses = (0..30).map(|network| stage.log_in_from(&stage.test.people, network, (SALON, WRONG)));
    let judged = join_all(guesses).await.into_iter().map(refused).filter(|code| *code == "wrong_credentials");
    assert!(judged.count() <= 5);
    assert_eq!(refused(stage.log_in_from(&stage.test.people, 99, (SALON, PIN)).await), "pin_locked");
}

#[tokio::test]
async fn a_try_that_nobody_judged_is_given_back() {
    let (stage, most) = (Stage::new().await, 20);
    let busy = stage.test.busy();
    for _ in 0..most {
        assert_eq!(refused(stage.log_in_from(&busy, 1, (SALON, PIN)).await), "busy");
    }
    stage.log_in(SALON, PIN).await.unwrap();
}

#[tokio::test]
async fn a_supervisor_ends_the_session_at_once_and_by_name() {
    let stage = Stage::new().await;
    let session = stage.log_in(SALON, PIN).await.unwrap();
    let known = stage.test.logged_in(&session).await;
    let (_, watch) = stage.test.people.attend(&known).await.unwrap().unwrap();
    stage.test.people.end_at_tables(stage.una, stage.dan).await.unwrap();
    assert!(watch.has_ended() && !stage.is_in(&session).await);
    stage.test.people.end_at_tables(stage.una, stage.dan).await.unwrap();
    let ended = (Actor::Staff(stage.una), "session at a table ended".to_owned(), stage.dan);
    assert_eq!(stage.on_record().await[1..], [ended], "nothing to end is no entry");
}

#[tokio::test]
async fn a_new_pin_is_on_record_and_ends_the_sessions_before_it() {
    let stage = Stage::new().await;
    let test = &stage.test;
    let session = stage.log_in(SALON, PIN).await.unwrap();
    let (cid, totp, supervisor) = test.staff("Cid", &[Role::Supervisor]).await;
    let who = test.logged_in(&supervisor).await;
    test.pass(MINUTE);
    let code = totp.code(test.now()).unwrap();
    let (proof, wrong) = (again(PASSWORD, &code), again(PASSWORD, "000000"));
    for (dealer, pin, proof, expected) in [
        (stage.dan, "913570", &wrong, "wrong_credentials"),
        (StaffId(99), "913570", &proof, "unknown_staff"),
        (stage.una, "913570", &proof, "no_dealer"),
        (stage.dan, "123456", &proof, "bad_pin"),
        (stage.dan, "91357", &proof, "bad_pin"),
    ] {
        assert_eq!(refused(test.people.set_pin(dealer, pin, (&who, proof), from(2)).await), expected);
    }
    assert!(stage.is_in(&session).await, "nothing has changed");
    test.people.set_pin(stage.dan, "913570", (&who, &proof), from(2)).await.unwrap();
    assert!(!stage.is_in(&session).await);
    let used = test.people.set_pin(stage.dan, "913571", (&who, &proof), from(2)).await;
    assert_eq!(refused(used), "wrong_credentials", "a code counts once");
    assert_eq!(refused(stage.log_in(SALON, PIN).await), "wrong_credentials");
    stage.log_in(SALON, "913570").await.unwrap();
    let by_cid = (Actor::Staff(cid), "PIN set".to_owned(), cid);
    assert_eq!(stage.on_record().await[1..], [by_cid]);
}

#[tokio::test]
async fn nobody_but_a_dealer_with_a_pin_comes_in() {
    let stage = Stage::new().await;
    let test = &stage.test;
    for (dealer, pin) in [(stage.una, PIN), (StaffId(99), PIN), (stage.dan, ""), (stage.dan, PASSWORD)] {
        let came = stage.as_dealer(&test.people, 1, (SALON, TableLogIn { dealer, pin })).await;
        assert_eq!(refused(came), "wrong_credentials");
    }
    let session = stage.log_in(SALON, PIN).await.unwrap();
    test.people.change_roles(Actor::Operator, stage.dan, [Role::Auditor].into()).await.unwrap();
    assert!(!stage.is_in(&session).await);
    assert_eq!(refused(stage.log_in(SALON, PIN).await), "wrong_credentials", "they deal no more");
    test.people.change_roles(Actor::Operator, stage.dan, [Role::Dealer].into()).await.unwrap();
    stage.log_in(SALON, PIN).await.unwrap();
    test.people.reset_staff(Actor::Operator, stage.dan).await.unwrap();
    assert_eq!(refused(stage.log_in(SALON, PIN).await), "wrong_credentials", "a reset takes the PIN");
    assert_eq!(refused(test.people.unlock_pin(stage.una, stage.dan).await), "no_pin");
}
