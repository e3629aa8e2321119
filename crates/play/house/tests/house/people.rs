//! Accounts of patrons, log-in and lock-out.

use std::cell::RefCell;
use std::sync::Once;

use punto_house::log::{Actor, HouseEvent};
use punto_house::people::{Known, LogIn, Role, Roles};
use punto_house::ports::ReadStore as _;

use crate::test_house::{GIFT, SALON, TestHouse};
use crate::test_people::{DAY, MINUTE, PASSWORD, TestPeople, again, from, refused};

#[tokio::test(start_paused = true)]
async fn a_guest_becomes_a_patron_and_keeps_wallet_and_history() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 100").await.unwrap();
    test.end(SALON).await;
    let before = (test.balance(patron).await, test.history(patron).await);
    assert_eq!(before.1[0].round, round);
    let (people, (_, token)) = (test.house.people(), test.house.new_guest("Other").await.unwrap());
    let session = people.open_account(patron, "Mara Lee", PASSWORD, "").await.unwrap();
    let known = people.authenticate(session.secret.secret()).await.unwrap().unwrap();
    assert_eq!(known.roles, Roles::from([Role::Patron]));
    assert_eq!((test.balance(patron).await, test.history(patron).await), before);
    assert_eq!(test.house.patron(patron).await.unwrap().unwrap().nickname, "Mara Lee");
    let other = people.authenticate(token.secret()).await.unwrap().unwrap();
    assert_eq!(other.roles, Roles::from([Role::Guest]), "another guest stays one");
    assert_eq!(test.audit().await, 0);
    assert!(before.0 < 2 * GIFT);
}

#[tokio::test]
async fn an_account_ends_the_sessions_of_the_guest_and_is_opened_once() {
    let test = TestPeople::new();
    let (patron, secret) = test.guest("Mara").await;
    let session = test.people.open_account(patron, "Mara", PASSWORD, "").await.unwrap();
    assert!(test.people.authenticate(&secret).await.unwrap().is_none(), "rights changed, so the id is new");
    let Known::Patron(known) = &test.logged_in(&session).await.known else { panic!("a patron") };
    assert_eq!((known.id, known.nickname.as_str()), (patron, "Mara"));
    let again = test.people.open_account(patron, "Mara Two", PASSWORD, "").await;
    assert_eq!(refused(again), "account_exists");
    let log = test.store.house_log(None, 1).await.unwrap();
    assert!(matches!(&log[0].event, HouseEvent::Changed { .. }), "{log:?}");
    assert!(!format!("{log:?}").contains("argon2"), "no log has a password");
}

#[tokio::test]
async fn no_two_accounts_look_alike_and_passwords_are_checked() {
    let test = TestPeople::new();
    test.patron("Alex Lee").await;
    for (name, password, expected) in [
        ("alex lee", PASSWORD, "name_taken"),
        ("AIex Lee", PASSWORD, "name_taken"),
        ("\u{fe0f}\u{fe0f}", PASSWORD, "bad_nickname"),
        ("Ben", "short", "bad_password"),
        ("Ben", "password1", "bad_password"),
        ("Ben", "Ben and a kettle", "bad_password"),
    ] {
        assert_eq!(refused(test.people.check_account(name, password).await), expected, "{name} {password}");
    }
    test.patron("Alexa Lee").await;
}

#[tokio::test(start_paused = true)]
async fn a_guest_cannot_take_the_name_of_an_account() {
    let test = TestHouse::with(SALON).await;
    let patron = test.guest("Mara").await;
    test.house.people().open_account(patron, "Mara", PASSWORD, "").await.unwrap();
    assert_eq!(refused(test.house.new_guest("mara").await), "name_taken");
    test.house.new_guest("Marah").await.unwrap();
}

#[tokio::test]
async fn a_failed_log_in_does_not_say_what_was_wrong() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    test.with_second_factor(&session).await;
    test.patron("Ben").await;
    let mut refusals = Vec::new();
    for (name, password, code) in [
        ("Nobody", PASSWORD, None),
        ("Ben", "another kettle", None),
        ("Ben", "", None),
        ("Mara", PASSWORD, None),
        ("Mara", PASSWORD, Some("000000")),
        ("Mara", "another kettle", Some("000000")),
    ] {
        refusals.push(test.log_in(name, password, code).await.unwrap_err());
    }
    assert_eq!(
        refusals[0].to_string().split(';').next(),
        Some("the name, the password or the code is wrong")
    );
    assert!(refusals.iter().all(|refusal| *refusal == refusals[0]), "{refusals:?}");
    let session = test.log_in("BEN", PASSWORD, None).await.unwrap();
    assert_eq!(test.logged_in(&session).await.roles, Roles::from([Role::Patron]));
    assert_eq!(
        refused(test.log_in_staff("Ben", PASSWORD, None).await),
        "wrong_credentials",
        "he is no staff"
    );
}

#[tokio::test]
async fn failures_slow_down_a_name_and_a_success_starts_over() {
    let test = TestPeople::new();
    test.patron("Mara").await;
    for name in ["Mara", "Nobody"] {
        for _ in 0..5 {
            assert_eq!(refused(test.log_in(name, "wrong", None).await), "wrong_credentials");
        }
        assert_eq!(refused(test.log_in(name, "wrong", None).await), "wrong_credentials");
        assert_eq!(
            refused(test.log_in(name, PASSWORD, None).await),
            "too_many_attempts",
            "the right one, too"
        );
    }
    test.pass(1_000);
    test.log_in("Mara", PASSWORD, None).await.unwrap();
    assert_eq!(refused(test.log_in("Mara", "wrong", None).await), "wrong_credentials", "it starts over");
}

#[tokio::test]
async fn a_recovery_code_is_logged_as_used_when_it_was() {
    LinesOfThisTest::record();
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (_, codes, _) = test.with_second_factor(&session).await;
    test.log_in("Mara", "another kettle", Some(&codes[0])).await.unwrap_err();
    assert!(!LinesOfThisTest::text().contains("recovery code was used"), "{}", LinesOfThisTest::text());
    test.log_in("Mara", PASSWORD, Some(&codes[0])).await.unwrap();
    let log = LinesOfThisTest::text();
    let line = log.lines().find(|line| line.contains("a recovery code was used")).expect("it was used");
    assert!(line.contains(" security: ") && line.contains("left=9"), "{line}");
}

#[tokio::test]
async fn failed_log_ins_and_changes_of_rights_are_security_events() {
    LinesOfThisTest::record();
    let test = TestPeople::new();
    let (patron, session) = test.patron("Mara").await;
    test.log_in("Mara", "wrong kettle", None).await.unwrap_err();
    test.log_in("Nobody", "wrong kettle", None).await.unwrap_err();
    test.log_in("Mara", PASSWORD, None).await.unwrap();
    let (_, _, session) = test.with_second_factor(&session).await;
    test.people.log_out(&*test.logged_in(&session).await).await.unwrap();
    let (ann, _, _) = test.staff("Ann", &[Role::Manager]).await;
    test.people.change_roles(Actor::Operator, ann, Roles::from([Role::Auditor])).await.unwrap();
    test.people.reset_staff(Actor::Operator, ann).await.unwrap();
    test.people.disable_staff(Actor::Operator, ann).await.unwrap();
    let log = LinesOfThisTest::text();
    for expected in [
        &format!("a log-in failed address=192.0.2.1 known=\"patron:{}\"", patron.0),
        "a log-in failed address=192.0.2.1\n",
        "somebody logged in",
        "a guest opened an account",
        "a second factor was set",
        "a session was ended",
        "staff was added",
        "staff enrolled",
        "roles were changed",
        "staff was reset",
        "staff was disabled",
    ] {
        let line = log.split_inclusive('\n').find(|line| line.contains(expected));
        assert!(line.is_some_and(|line| line.contains(" security: ")), "{expected}: {log}");
    }
    for secret in ["kettle", session.secret.secret(), "argon2"] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}

/// Keeps the log lines of each test apart: a test and all it awaits run on one thread.
///
/// One subscriber serves the whole process. Events that another test reaches first stay disabled for a subscriber
/// that only one thread knows.
pub(crate) struct LinesOfThisTest;

thread_local! {
    static LINES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl LinesOfThisTest {
    pub(crate) fn record() {
        static RECORDED: Once = Once::new();
        RECORDED.call_once(|| {
            tracing_subscriber::fmt().with_ansi(false).with_writer(|| Self).init();
            tracing::callsite::rebuild_interest_cache();
        });
    }

    pub(crate) fn text() -> String {
        LINES.with_borrow(|lines| String::from_utf8(lines.clone()).expect("it is text"))
    }
}

impl std::io::Write for LinesOfThisTest {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LINES.with_borrow_mut(|lines| lines.extend(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_new_password_ends_all_sessions() {
    let test = TestPeople::new();
    let (_, first) = test.patron("Mara").await;
    let second = test.log_in("Mara", PASSWORD, None).await.unwrap();
    let who = test.logged_in(&second).await;
    let change =
        async |present: &str, new: &str| test.people.change_password(&who, present, new, from(1)).await;
    assert_eq!(refused(change("wrong", "yellow kettle rolled").await), "wrong_credentials");
    assert_eq!(refused(change(PASSWORD, "12345678").await), "bad_password");
    let third = change(PASSWORD, "yellow kettle rolled").await.unwrap();
    assert!(test.known(&first).await.is_none() && test.known(&second).await.is_none());
    test.logged_in(&third).await;
    assert_eq!(refused(test.log_in("Mara", PASSWORD, None).await), "wrong_credentials");
    test.log_in("Mara", "yellow kettle rolled", None).await.unwrap();
    test.pass(DAY + MINUTE);
    test.logged_in(&third).await;
}

#[tokio::test]
async fn a_stranger_elsewhere_does_not_lock_anybody_out() {
    let test = TestPeople::new();
    test.patron("Mara").await;
    let log_in = async |password: &str, network: u8| {
        test.people.log_in(&LogIn { name: "Mara", password, code: None, label: "" }, from(network)).await
    };
    for _ in 0..6 {
        assert_eq!(refused(log_in("wrong", 2).await), "wrong_credentials");
    }
    assert_eq!(refused(log_in("wrong", 2).await), "too_many_attempts");
    log_in(PASSWORD, 1).await.unwrap();
}

#[tokio::test]
async fn who_proves_their_password_again_counts_once_and_apart_from_log_ins() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (_, codes, session) = test.with_second_factor(&session).await;
    let who = test.logged_in(&session).await;
    let remove = async |password: &str| {
        test.people.remove_second_factor(&who, &again(password, &codes[0]), from(1)).await
    };
    for _ in 0..6 {
        assert_eq!(refused(remove("wrong").await), "wrong_credentials");
    }
    assert_eq!(refused(remove(PASSWORD).await), "too_many_attempts");
    let change = test.people.change_password(&who, PASSWORD, "yellow kettle rolled", from(1)).await;
    assert_eq!(refused(change), "too_many_attempts", "every proof of the same person counts");
    test.log_in("Mara", PASSWORD, Some(&codes[1])).await.unwrap();
    // Twenty of the network are free: six proofs and what else came from it are fewer.
    for n in 0..13 {
        assert_eq!(refused(test.log_in(&format!("Nobody {n}"), "", None).await), "wrong_credentials");
    }
    test.pass(1_000);
    remove(PASSWORD).await.unwrap();
}
