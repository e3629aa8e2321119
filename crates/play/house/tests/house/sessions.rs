//! Sessions: how long they last, how they end, and who hears of it.

use futures_util::FutureExt as _;
use punto_house::people::sessions::SESSIONS;
use punto_house::people::{CredentialChange, CredentialKind, Person, Role, SessionBody};
use punto_house::ports::{CommitStore as _, ReadStore as _};

use crate::test_people::{DAY, MINUTE, PASSWORD, TestPeople, refused};

/// Every so many milliseconds for so long, the session of a person is used. Gives when it ended.
async fn ended_after(test: &TestPeople, secret: &str, every: i64) -> i64 {
    let start = test.now();
    loop {
        test.pass(every);
        if test.people.authenticate(secret).await.expect("the store answers").is_none() {
            return test.now().0 - start.0;
        }
    }
}

#[tokio::test]
async fn sessions_end_when_idle_and_after_all() {
    for (role, every, expected) in [
        // Used just in time, it ends after 30 days.
        (Role::Guest, 7 * DAY - 1, 5 * (7 * DAY - 1)),
        (Role::Guest, 7 * DAY, 7 * DAY),
        (Role::Patron, DAY, 30 * DAY),
        (Role::Patron, 7 * DAY, 7 * DAY),
        // Twelve hours.
        (Role::Supervisor, 10 * MINUTE, 720 * MINUTE),
        (Role::Supervisor, 15 * MINUTE, 15 * MINUTE),
    ] {
        let test = TestPeople::new();
        let secret = match role {
            Role::Guest => test.guest("Mara").await.1,
            Role::Patron => test.patron("Mara").await.1.secret.secret().to_owned(),
            _ => test.staff("Mara", &[role]).await.2.secret.secret().to_owned(),
        };
        assert_eq!(ended_after(&test, &secret, every).await, expected, "{role} {every}");
    }
}

#[tokio::test]
async fn the_last_use_is_written_at_most_once_a_minute() {
    let test = TestPeople::new();
    let (patron, session) = test.patron("Mara").await;
    let used = async || {
        let sessions =
            test.store.credentials_of(CredentialKind::Session, Person::Patron(patron)).await.unwrap();
        serde_json::from_str::<SessionBody>(&sessions[0].body).unwrap().last_used_at.0
    };
    let start = test.now().0;
    for (pass, written) in [(59_999, 0), (1, 60_000), (59_999, 60_000), (MINUTE, 179_999)] {
        test.pass(pass);
        test.logged_in(&session).await;
        assert_eq!(used().await - start, written);
    }
}

#[tokio::test]
async fn a_person_lists_and_ends_their_own_sessions_only() {
    let test = TestPeople::new();
    let (mara, one) = test.patron("Mara").await;
    let (ben, other) = test.patron("Benno").await;
    let two = test.log_in("Mara", PASSWORD, None).await.unwrap();
    let lines = test.people.sessions_of(Person::Patron(mara)).await.unwrap();
    let id = test.logged_in(&two).await.session_id.clone();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().any(|line| line.id == id && line.times[2].0 == test.now().0 + 7 * DAY));
    let revoke = async |of, id: &str| test.people.revoke(Person::Patron(of), id).await;
    assert_eq!(refused(revoke(ben, &id).await), "unknown_session", "it is not his");
    revoke(mara, &id).await.unwrap();
    assert!(test.known(&two).await.is_none() && test.known(&one).await.is_some());
    assert_eq!(refused(revoke(mara, &id).await), "unknown_session");
    let three = test.log_in("Mara", PASSWORD, None).await.unwrap();
    test.people.log_out(&*test.logged_in(&three).await).await.unwrap();
    assert!(test.known(&three).await.is_none());
    test.people.log_out_everywhere(Person::Patron(mara)).await.unwrap();
    assert!(test.known(&one).await.is_none() && test.known(&other).await.is_some());
}

#[tokio::test]
async fn who_watches_a_session_hears_of_its_end_at_once() {
    let test = TestPeople::new();
    let (mara, one) = test.patron("Mara").await;
    let two = test.log_in("Mara", PASSWORD, None).await.unwrap();
    let (who, mut first) = test.people.attend(&*test.logged_in(&one).await).await.unwrap().unwrap();
    let (_, mut second) = test.people.attend(&*test.logged_in(&two).await).await.unwrap().unwrap();
    assert!(first.ended().now_or_never().is_none() && !first.has_ended());
    test.people.log_out(&who).await.unwrap();
    first.ended().await;
    assert!(first.has_ended() && !second.has_ended());
    assert!(test.people.attend(&who).await.unwrap().is_none(), "nobody attends what has ended");
    test.people.log_out_everywhere(Person::Patron(mara)).await.unwrap();
    second.ended().await;
}

#[tokio::test]
async fn what_another_server_ends_counts_within_a_minute() {
    let test = TestPeople::new();
    let (mara, session) = test.patron("Mara").await;
    let who = test.logged_in(&session).await;
    test.elsewhere().log_out_everywhere(Person::Patron(mara)).await.unwrap();
    test.pass(MINUTE);
    assert!(!test.people.is_open(&who, false).await.unwrap());
    assert!(test.known(&session).await.is_none());
}

#[tokio::test]
async fn sessions_that_ended_are_removed() {
    let test = TestPeople::new();
    let (mara, _) = test.patron("Mara").await;
    for _ in 0..3 {
        test.log_in("Mara", PASSWORD, None).await.unwrap();
    }
    test.pass(31 * DAY);
    test.log_in("Mara", PASSWORD, None).await.unwrap();
    let stored = test.store.credentials_of(CredentialKind::Session, Person::Patron(mara)).await.unwrap();
    assert_eq!(stored.len(), 1);
}

#[tokio::test]
async fn of_too_many_log_ins_those_end_that_were_used_longest_ago() {
    let test = TestPeople::new();
    let (_, _, first) = test.staff("Ann", &[Role::Manager]).await;
    let token = test.people.staff_token("Ann", &[Role::Manager].into(), 1).await.unwrap();
    let owner = test.logged_in(&first).await.known.person();
    // A second factor would need another code for each log-in.
    let keys = [CredentialKind::Totp, CredentialKind::Recovery];
    let removed = keys.map(|kind| CredentialChange::RemoveAll { kind, owner });
    assert!(test.store.change_credentials(removed.into()).await.unwrap());
    test.pass(1);
    let second = test.log_in_staff("Ann", PASSWORD, None).await.unwrap();
    let (_, mut watch) = test.people.attend(&*test.logged_in(&second).await).await.unwrap().unwrap();
    test.pass(MINUTE);
    test.logged_in(&first).await;
    for _ in 2..SESSIONS {
        test.pass(1);
        test.log_in_staff("Ann", PASSWORD, None).await.unwrap();
    }
    assert!(!watch.has_ended() && test.people.sessions_of(owner).await.unwrap().len() == SESSIONS + 1);
    let newest = test.log_in_staff("Ann", PASSWORD, None).await.unwrap();
    watch.ended().await;
    assert!(test.known(&second).await.is_none(), "it was used longest ago");
    for kept in [&first, &token, &newest] {
        test.logged_in(kept).await;
    }
    assert_eq!(test.people.sessions_of(owner).await.unwrap().len(), SESSIONS + 1);
}
