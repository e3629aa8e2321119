//! Passkeys beside passwords and apps: the proof they take, what they are to a log-in, how they are removed.

use punto_house::log::Actor;
use punto_house::people::passkey::{MOST_PASSKEYS, NewPasskey};
use punto_house::people::{LoggedIn, NewSession, Proof, Role, Roles};

use crate::device::{BrowserError, Device};
use crate::passkeys::{ORIGIN, creation, made, request, site, used};
use crate::test_people::{MINUTE, PASSWORD, TestPeople, again, from, refused};

impl TestPeople {
    /// A member of staff who has set a password and no second factor.
    pub(crate) async fn enrolled(&self, name: &str, role: Role) -> NewSession {
        let added =
            self.people.add_staff(Actor::Operator, name, Roles::from([role])).await.expect("they are added");
        self.people.enrol(name, &added.code, PASSWORD, from(1)).await.expect("they enrol")
    }
}

#[tokio::test]
async fn a_passkey_is_added_by_who_proves_who_they_are_in_one_session() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let who = test.logged_in(&session).await;
    let begin = async |proof: &Proof<'_>| test.people.begin_passkey(&who, proof, from(1)).await;
    assert_eq!(refused(begin(&Proof::password("wrong")).await), "wrong_credentials");
    let options = begin(&Proof::password(PASSWORD)).await.unwrap();
    let mut device = Device::default();
    let answer = made(&device.make(ORIGIN, &creation(&options)).await.unwrap());

    let elsewhere = test.log_in("Mara", PASSWORD, None).await.unwrap();
    let elsewhere = test.logged_in(&elsewhere).await;
    let add = async |who: &LoggedIn, answer: &NewPasskey| {
        test.people.add_passkey(&site(), who, "", answer, from(1)).await
    };
    assert_eq!(refused(add(&elsewhere, &answer).await), "bad_passkey", "another session");
    test.pass(5 * MINUTE);
    assert_eq!(refused(add(&who, &answer).await), "bad_passkey", "too late");

    for (what, origin, user) in [
        ("another origin", "https://www.punto.example", "required"),
        ("a user who was not verified", ORIGIN, "discouraged"),
    ] {
        let mut asked = creation(&begin(&Proof::password(PASSWORD)).await.unwrap());
        asked["authenticatorSelection"]["userVerification"] = user.into();
        let answer = made(&Device::default().make(origin, &asked).await.unwrap());
        assert_eq!(refused(add(&who, &answer).await), "bad_passkey", "{what}");
    }
    begin(&Proof::password(PASSWORD)).await.unwrap();
    assert_eq!(refused(add(&who, &answer).await), "bad_passkey", "another challenge");
    let options = begin(&Proof::password(PASSWORD)).await.unwrap();
    let answer = made(&device.make(ORIGIN, &creation(&options)).await.unwrap());
    let (one, two) = tokio::join!(add(&who, &answer), add(&who, &answer));
    assert_eq!(usize::from(one.is_ok()) + usize::from(two.is_ok()), 1, "of two at once, one counts");
}

#[tokio::test]
async fn a_browser_makes_one_passkey_of_an_account_and_for_its_own_site() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (mut device, added) = test.with_passkey(&session, &Proof::password(PASSWORD)).await;
    let who = test.logged_in(&added.session).await;
    let proof = again(PASSWORD, &added.recovery_codes[0]);
    let options = creation(&test.people.begin_passkey(&who, &proof, from(1)).await.unwrap());
    assert_eq!(device.make(ORIGIN, &options).await, Err(BrowserError::InvalidState));
    for origin in ["https://evil.example", "https://evilpunto.example", "http://punto.example"] {
        let made = Device::default().make(origin, &options).await;
        assert_eq!(made, Err(BrowserError::Security), "{origin}");
    }
    let asked = request(&test.challenge(Some("Mara")).await);
    assert_eq!(Device::default().answer(ORIGIN, &asked).await, Err(BrowserError::NotAllowed));
    device.answer(ORIGIN, &asked).await.unwrap();
}

#[tokio::test]
async fn with_a_passkey_the_password_alone_does_not_let_in() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (mut device, added) = test.with_passkey(&session, &Proof::password(PASSWORD)).await;
    let codes = &added.recovery_codes;
    assert_eq!(refused(test.log_in("Mara", PASSWORD, None).await), "wrong_credentials");
    test.log_in("Mara", PASSWORD, Some(&codes[0])).await.unwrap();
    assert_eq!(refused(test.log_in("Mara", PASSWORD, Some(&codes[0])).await), "wrong_credentials");

    let who = test.logged_in(&added.session).await;
    let set = async |proof: &Proof<'_>| test.people.set_second_factor(&who, proof, from(1)).await;
    assert_eq!(refused(set(&Proof::password(PASSWORD)).await), "wrong_credentials");
    set(&again(PASSWORD, &codes[1])).await.unwrap();
    let answer = test.used(&mut device, None).await;
    let proof = Proof::Passkey { site: &site(), used: &answer };
    let renewed = test.people.renew_recovery_codes(&who, &proof, from(1)).await.unwrap();
    assert_eq!(refused(test.people.renew_recovery_codes(&who, &proof, from(1)).await), "wrong_credentials");
    assert_eq!(refused(test.log_in("Mara", PASSWORD, Some(&codes[2])).await), "wrong_credentials");
    test.log_in("Mara", PASSWORD, Some(&renewed[2])).await.unwrap();
    let none = test.people.remove_second_factor(&who, &again(PASSWORD, &renewed[3]), from(1)).await;
    assert_eq!(refused(none), "no_second_factor", "an app that waits is not in use");
}

#[tokio::test]
async fn a_removed_passkey_lets_nobody_in() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (mut device, added) = test.with_passkey(&session, &Proof::password(PASSWORD)).await;
    let who = test.logged_in(&added.session).await;
    let (id, owner) = (added.passkey.id.as_str(), who.known.person());
    let renamed = test.people.rename_passkey(owner, id, " old\nphone ").await.unwrap();
    assert_eq!((renamed.id.as_str(), renamed.name.as_str()), (id, "oldphone"));

    let remove =
        async |id: &str, proof: &Proof<'_>| test.people.remove_passkey(&who, id, proof, from(1)).await;
    assert_eq!(refused(remove(id, &Proof::password(PASSWORD)).await), "wrong_credentials");
    let waits = test.used(&mut device, None).await;
    let options = test.people.begin_proof(&who, from(1)).await.unwrap();
    let answer = used(&options, &device.answer(ORIGIN, &request(&options)).await.unwrap());
    let proof = Proof::Passkey { site: &site(), used: &answer };
    let session = remove(id, &proof).await.unwrap();
    assert!(test.known(&added.session).await.is_none(), "rights changed, so the id is new");
    assert_eq!(refused(test.let_in(&waits).await), "wrong_credentials");
    assert!(!test.people.has_second_factor(owner).await.unwrap());
    assert!(test.people.passkeys_of(owner).await.unwrap().is_empty());
    test.log_in("Mara", PASSWORD, None).await.unwrap();
    let who = test.logged_in(&session).await;
    let gone = test.people.remove_passkey(&who, id, &Proof::password(PASSWORD), from(1)).await;
    assert_eq!(refused(gone), "unknown_passkey");
}

#[tokio::test]
async fn staff_keep_a_second_factor_and_recovery_codes_stay_with_it() {
    let test = TestPeople::new();
    let enrolled = test.enrolled("Ann", Role::Manager).await;
    let (_, added) = test.with_passkey(&enrolled, &Proof::password(PASSWORD)).await;
    let codes = &added.recovery_codes;
    let who = test.logged_in(&added.session).await;
    let first = added.passkey.id.as_str();
    let last = test.people.remove_passkey(&who, first, &again(PASSWORD, &codes[0]), from(1)).await;
    assert_eq!(refused(last), "last_second_factor");

    let (_, second) = test.with_passkey(&added.session, &again(PASSWORD, &codes[0])).await;
    assert!(second.recovery_codes.is_empty(), "those of before count");
    let who = test.logged_in(&second.session).await;
    let (one, two) = (again(PASSWORD, &codes[1]), again(PASSWORD, &codes[2]));
    let (one, two) = tokio::join!(
        test.people.remove_passkey(&who, first, &one, from(1)),
        test.people.remove_passkey(&who, &second.passkey.id, &two, from(2)),
    );
    assert_eq!(usize::from(one.is_ok()) + usize::from(two.is_ok()), 1, "one of the two stays");
    let session = test.log_in_staff("Ann", PASSWORD, Some(&codes[3])).await.unwrap();
    assert!(!test.logged_in(&session).await.needs_second_factor);
}

#[tokio::test]
async fn of_an_app_and_a_passkey_staff_remove_one_and_keep_the_other() {
    let test = TestPeople::new();
    let (_, totp, session) = test.staff("Ann", &[Role::Manager]).await;
    test.pass(MINUTE);
    let code = totp.code(test.now()).unwrap();
    let (mut device, added) = test.with_passkey(&session, &again(PASSWORD, &code)).await;
    let who = test.logged_in(&added.session).await;
    test.pass(MINUTE);
    let (code, answer) = (totp.code(test.now()).unwrap(), test.used(&mut device, None).await);
    let (by_app, by_passkey) = (again(PASSWORD, &code), Proof::Passkey { site: &site(), used: &answer });
    let (app, passkey) = tokio::join!(
        test.people.remove_second_factor(&who, &by_passkey, from(1)),
        test.people.remove_passkey(&who, &added.passkey.id, &by_app, from(2)),
    );
    assert_eq!(usize::from(app.is_ok()) + usize::from(passkey.is_ok()), 1, "one of the two stays");
    assert!(test.people.has_second_factor(who.known.person()).await.unwrap());
    assert_eq!(refused(test.log_in_staff("Ann", PASSWORD, None).await), "wrong_credentials");
}

#[tokio::test]
async fn a_reset_takes_passkeys_too() {
    let test = TestPeople::new();
    let enrolled = test.enrolled("Ann", Role::Manager).await;
    let (mut device, added) = test.with_passkey(&enrolled, &Proof::password(PASSWORD)).await;
    let id = match test.logged_in(&added.session).await.known.person() {
        punto_house::people::Person::Staff(id) => id,
        punto_house::people::Person::Patron(_) => panic!("Ann is staff"),
    };
    let reset = test.people.reset_staff(Actor::Operator, id).await.unwrap();
    let answer = test.used(&mut device, None).await;
    assert_eq!(refused(test.let_in_staff(&answer).await), "wrong_credentials");
    let session = test.people.enrol("Ann", &reset.code, PASSWORD, from(1)).await.unwrap();
    assert!(test.logged_in(&session).await.needs_second_factor);
}

#[tokio::test]
async fn nobody_has_too_many_passkeys() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (mut device, mut added) = test.with_passkey(&session, &Proof::password(PASSWORD)).await;
    for n in 1..=MOST_PASSKEYS {
        let who = test.logged_in(&added.session).await;
        let answer = test.used(&mut device, None).await;
        let proof = Proof::Passkey { site: &site(), used: &answer };
        let begun = test.people.begin_passkey(&who, &proof, from(1)).await;
        if n == MOST_PASSKEYS {
            assert_eq!(refused(begun), "too_many_passkeys");
            return;
        }
        let options = creation(&begun.unwrap());
        assert_eq!(options["excludeCredentials"].as_array().map(Vec::len), Some(n));
        let answer = made(&Device::default().make(ORIGIN, &options).await.unwrap());
        added = test.people.add_passkey(&site(), &who, "", &answer, from(1)).await.unwrap();
    }
}
