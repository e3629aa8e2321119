//! Consoles at live tables: a PIN counts at an open one of its table and nowhere else, and who opened and closed it is
//! on record.

use futures_util::future::join;
use punto_house::log::{Actor, Entity, EntityKind, EntityRef, HouseEvent};
use punto_house::people::totp::TotpBody;
use punto_house::people::{
    CONSOLE_DAYS, CredentialKind, NewSession, OpenConsole, People, Person, Role, Roles, SignedInAgain,
    TableLogIn,
};
use punto_house::ports::ReadStore as _;
use table::{StaffId, TableId};

use crate::held_store::HeldStore;
use crate::test_people::{DAY, MINUTE, PASSWORD, TestPeople, again, from, refused};

const SALON: TableId = TableId(9);
const GOLD: TableId = TableId(7);
const PIN: &str = "402917";

/// A dealer with a PIN, and a supervisor who opened a console at a table.
struct Stage {
    test: TestPeople,
    dan: StaffId,
    una: (StaffId, TotpBody, NewSession),
    secret: String,
}

impl Stage {
    async fn new() -> Self {
        let test = TestPeople::new();
        let (dan, totp, session) = test.staff("Dan", &[Role::Dealer]).await;
        let una = test.staff("Una", &[Role::Supervisor]).await;
        test.pass(MINUTE);
        let (who, code) = (test.logged_in(&session).await, totp.code(test.now()).expect("a code"));
        test.people.set_pin(dan, PIN, (&who, &again(PASSWORD, &code)), from(1)).await.expect("a PIN is set");
        let opened = test.console(SALON, &una).await;
        assert_eq!((opened.console.number, opened.console.opened_by), (1, una.0));
        let secret = opened.secret.secret().to_owned();
        Self { test, dan, una, secret }
    }

    /// The console with the secret of the stage, as these people know it at this table.
    async fn console(&self, people: &People, table: TableId) -> Option<OpenConsole> {
        people.open_console_at(table, Some(&self.secret)).await.expect("the store answers")
    }

    async fn is_open(&self) -> bool {
        self.console(&self.test.people, SALON).await.is_some()
    }

    /// The dealer logs in at a console.
    async fn comes(&self, console: &OpenConsole, pin: &str) -> Result<NewSession, punto_house::Rejection> {
        let log_in = TableLogIn { dealer: self.dan, pin };
        self.test.people.log_in_at_table(log_in, console, from(1)).await
    }

    /// What the log of the house says of a console, oldest first: who, why, and who closed it.
    async fn on_record(&self, number: u32) -> Vec<(Actor, String, Option<StaffId>)> {
        let place = EntityRef { kind: EntityKind::DealerConsole, number };
        let entries = self.test.store.entity_history(place, None, 64).await.expect("the entries");
        assert!(!format!("{entries:?}").contains(&self.secret), "no log has the secret");
        let said = entries.into_iter().rev().filter_map(|entry| match entry.event {
            HouseEvent::Changed { by, why, entity: Entity::DealerConsole(console) } => {
                Some((by, why, console.closed_by))
            }
            _ => None,
        });
        said.collect()
    }
}

#[tokio::test]
async fn a_console_counts_at_its_table_with_its_secret_and_after_a_restart() {
    let stage = Stage::new().await;
    let people = &stage.test.people;
    let console = stage.console(people, SALON).await.expect("it is open");
    assert_eq!((console.number(), console.table()), (1, SALON));
    assert!(stage.console(people, GOLD).await.is_none(), "it is for one table");
    let other = format!("{}0", &stage.secret[1..]);
    for secret in [None, Some(""), Some("1"), Some(other.as_str())] {
        assert!(people.open_console_at(SALON, secret).await.unwrap().is_none(), "{secret:?}");
    }
    let restarted = stage.test.elsewhere();
    assert!(stage.console(&restarted, SALON).await.is_some());
    let una = Actor::Staff(stage.una.0);
    assert_eq!(stage.on_record(1).await, [(una, "opened".to_owned(), None)]);
}

#[tokio::test]
async fn a_console_ends_by_itself() {
    let stage = Stage::new().await;
    stage.test.pass(CONSOLE_DAYS * DAY - MINUTE);
    assert!(stage.is_open().await);
    stage.test.pass(MINUTE);
    assert!(!stage.is_open().await);
    assert_eq!(stage.test.people.consoles().await.unwrap(), []);
}

#[tokio::test]
async fn who_closes_a_console_ends_the_sessions_that_began_there_by_name() {
    let stage = Stage::new().await;
    let people = &stage.test.people;
    stage.test.pass(MINUTE);
    let other = stage.test.console(SALON, &stage.una).await;
    let listed = |lines: Vec<punto_house::people::ConsoleLine>| {
        lines.into_iter().map(|line| (line.number, line.last_used_at)).collect::<Vec<_>>()
    };
    assert_eq!(listed(people.consoles().await.unwrap()), [(1, None), (2, None)]);

    let console = stage.console(people, SALON).await.unwrap();
    let session = stage.comes(&console, PIN).await.unwrap();
    let known = stage.test.logged_in(&session).await;
    let (_, watch) = people.attend(&known).await.unwrap().unwrap();
    assert_eq!(listed(people.consoles().await.unwrap()), [(1, Some(stage.test.now())), (2, None)]);
    people.close_console(stage.una.0, 2).await.unwrap();
    assert!(!watch.has_ended(), "the session began at another console");
    people.close_console(stage.una.0, 1).await.unwrap();
    assert!(watch.has_ended() && stage.test.known(&session).await.is_none());
    assert!(!stage.is_open().await);
    assert!(people.open_console_at(SALON, Some(other.secret.secret())).await.unwrap().is_none());
    people.close_console(stage.dan, 1).await.unwrap();
    let una = Actor::Staff(stage.una.0);
    let closed = (una, "closed".to_owned(), Some(stage.una.0));
    assert_eq!(stage.on_record(1).await[1..], [closed], "to close it once more is no entry");
    assert_eq!(refused(people.close_console(stage.una.0, 3).await), "unknown_console");

    // The number of a closed one is not used again.
    stage.test.pass(MINUTE);
    assert_eq!(stage.test.console(GOLD, &stage.una).await.console.number, 3);
}

#[tokio::test]
async fn a_log_in_that_is_under_way_finds_the_console_closed() {
    let stage = Stage::new().await;
    let people = &stage.test.people;
    let console = stage.console(people, SALON).await.unwrap();
    people.close_console(stage.una.0, 1).await.unwrap();
    for _ in 0..6 {
        assert_eq!(refused(stage.comes(&console, PIN).await), "console_closed");
    }
    stage.test.pass(MINUTE);
    let opened = stage.test.console(SALON, &stage.una).await;
    let console = people.open_console_at(SALON, Some(opened.secret.secret())).await.unwrap().unwrap();
    stage.comes(&console, PIN).await.expect("no right PIN was counted as a wrong one");
}

/// Does the first of two things on a store that holds one write of it, and the second meanwhile.
async fn meanwhile<A, B>(
    test: &TestPeople,
    (kinds, after): (&'static [&'static str], u32),
    first: impl AsyncFnOnce(People) -> A,
    second: impl AsyncFnOnce() -> B,
) -> (A, B) {
    let held = HeldStore::new(&test.store);
    let second = held.hold(kinds, after).meanwhile(second());
    join(first(test.on(held)), second).await
}

#[tokio::test]
async fn a_log_in_while_the_console_is_closed_leaves_no_session_behind() {
    let stage = Stage::new().await;
    let people = &stage.test.people;
    let console = stage.console(people, SALON).await.unwrap();
    let una = stage.una.0;
    let close = async |held: People| held.close_console(una, 1).await;
    let (closed, session) =
        meanwhile(&stage.test, (&["append_entry"], 0), close, async || stage.comes(&console, PIN).await)
            .await;
    closed.unwrap();
    let session = session.expect("the console was open");
    assert!(stage.test.elsewhere().authenticate(session.secret.secret()).await.unwrap().is_none());
    assert!(!stage.is_open().await);
}

#[tokio::test]
async fn a_console_that_is_closed_while_a_dealer_logs_in_lets_nobody_in() {
    let stage = Stage::new().await;
    let people = &stage.test.people;
    let console = stage.console(people, SALON).await.unwrap();
    let log_in = TableLogIn { dealer: stage.dan, pin: PIN };
    // The first change counts the try; the second one begins the session.
    let comes = async |held: People| held.log_in_at_table(log_in, &console, from(1)).await;
    let close = async || people.close_console(stage.una.0, 1).await;
    let (session, closed) = meanwhile(&stage.test, (&["change_credentials"], 1), comes, close).await;
    closed.unwrap();
    assert_eq!(refused(session), "console_closed");
    let sessions = stage.test.store.credentials_of(CredentialKind::Session, Person::Staff(stage.dan)).await;
    let at_tables = sessions.unwrap().into_iter().filter(|session| session.body.contains("at_table"));
    assert_eq!(at_tables.count(), 0);
}

#[tokio::test]
async fn nobody_opens_a_console_without_a_proof_and_a_proof_opens_one() {
    let stage = Stage::new().await;
    let (people, (_, totp, session)) = (&stage.test.people, &stage.una);
    stage.test.pass(MINUTE);
    let (who, code) = (stage.test.logged_in(session).await, totp.code(stage.test.now()).unwrap());
    let by = |password, code| SignedInAgain { who: &who, proof: again(password, code), from: from(1) };
    for proof in [by("another one", &code), by(PASSWORD, "000000")] {
        assert_eq!(refused(people.open_console(SALON, &proof).await), "wrong_credentials");
    }
    let right = by(PASSWORD, &code);
    people.open_console(SALON, &right).await.unwrap();
    assert_eq!(refused(people.open_console(SALON, &right).await), "wrong_credentials");
    assert_eq!(people.consoles().await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_console_ends_when_who_opened_it_is_no_supervisor_any_more() {
    let stage = Stage::new().await;
    let people = &stage.test.people;
    people.change_roles(Actor::Operator, stage.una.0, Roles::from([Role::Auditor])).await.unwrap();
    assert!(!stage.is_open().await && people.consoles().await.unwrap().is_empty());
    let both = Roles::from([Role::Auditor, Role::Supervisor]);
    people.change_roles(Actor::Operator, stage.una.0, both.clone()).await.unwrap();
    assert!(!stage.is_open().await, "it does not come back with the role");

    let stage = Stage::new().await;
    let people = &stage.test.people;
    people.change_roles(Actor::Operator, stage.una.0, both).await.unwrap();
    assert!(stage.is_open().await, "another role changes nothing");
    people.reset_staff(Actor::Operator, stage.una.0).await.unwrap();
    assert!(!stage.is_open().await, "what somebody opened with stolen credentials ends with them");
    people.close_console(stage.dan, 1).await.unwrap();
    assert_eq!(stage.on_record(1).await.len(), 2, "it can still be closed by name");
}
