//! Log-ins and changes of credentials that are under way while another server changes the same credentials.

use std::sync::Arc;

use punto_house::Rejection;
use punto_house::log::Actor;
use punto_house::people::totp::TotpBody;
use punto_house::people::{CredentialKind, LogIn, LoggedIn, NewSession, People, Person, Proof, Role};
use punto_house::ports::ReadStore as _;

use crate::held_store::HeldStore;
use crate::test_people::{MINUTE, PASSWORD, TestPeople, again, from, refused};

const NEW: &str = "yellow kettle rolled";

/// What is held: a change of credentials, or an entry of the log.
const CHANGES: &[&str] = &["change_credentials", "append_entry"];

/// What is under way when something else happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnderWay {
    LogIn,
    Enrolment,
    NewPassword,
    SetSecondFactor,
    ConfirmSecondFactor,
    RemoveSecondFactor,
    RecoveryCodes,
}

/// What happens meanwhile, at another server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meanwhile {
    NewPassword,
    SecondFactor,
    Reset,
    Disabled,
}

/// Ann of the staff, with a session at another server and what she needs for the next step.
struct Ann {
    test: TestPeople,
    person: Person,
    session: NewSession,
    totp: Option<TotpBody>,
    enrolment: String,
}

impl Ann {
    /// Ann before a step: enrolled unless that is the step, and with a second factor if the step asks for one, or with
    /// two if it removes one.
    async fn before(under_way: UnderWay) -> Self {
        use UnderWay as U;
        let test = TestPeople::new();
        let added = test.people.add_staff(Actor::Operator, "Ann", [Role::Manager].into()).await;
        let added = added.expect("she is added");
        let person = Person::Staff(added.member.id);
        let (_, session) = test.patron("Nobody").await;
        let mut ann = Self { test, person, session, totp: None, enrolment: added.code };
        if under_way == U::Enrolment {
            return ann;
        }
        let enrolled = ann.test.people.enrol("Ann", &ann.enrolment, PASSWORD, from(1)).await;
        ann.session = enrolled.expect("she enrols");
        if matches!(under_way, U::RemoveSecondFactor | U::RecoveryCodes) {
            let (totp, _, session) = ann.test.with_second_factor(&ann.session).await;
            (ann.totp, ann.session) = (Some(totp), session);
        }
        if under_way == U::RemoveSecondFactor {
            ann.test.pass(MINUTE);
            let (_, added) = ann.test.with_passkey(&ann.session, &again(PASSWORD, &ann.code())).await;
            ann.session = added.session;
        }
        if under_way == U::ConfirmSecondFactor {
            let who = ann.who().await;
            let new = ann.test.people.set_second_factor(&who, &Proof::password(PASSWORD), from(1)).await;
            let new = new.expect("it waits for a code");
            ann.totp = Some(TotpBody { secret: new.secret, last_step: 0, confirmed: false });
        }
        ann.test.pass(MINUTE);
        ann
    }

    async fn who(&self) -> Arc<LoggedIn> {
        self.test.logged_in(&self.session).await
    }

    fn code(&self) -> String {
        self.totp.as_ref().and_then(|totp| totp.code(self.test.now())).expect("a code")
    }

    /// The step that is under way.
    async fn step(&self, people: &People, under_way: UnderWay) -> Result<(), Rejection> {
        use UnderWay as U;
        if under_way == U::LogIn {
            let log_in = LogIn { name: "Ann", password: PASSWORD, code: None, label: "" };
            return people.log_in_staff(&log_in, from(1)).await.map(drop);
        }
        if under_way == U::Enrolment {
            return people.enrol("Ann", &self.enrolment, PASSWORD, from(1)).await.map(drop);
        }
        let (who, from) = (self.who().await, from(1));
        match under_way {
            U::NewPassword => {
                people.change_password(&who, PASSWORD, "a kettle of somebody else", from).await.map(drop)
            }
            U::SetSecondFactor => {
                people.set_second_factor(&who, &Proof::password(PASSWORD), from).await.map(drop)
            }
            U::ConfirmSecondFactor => people.confirm_second_factor(&who, &self.code(), from).await.map(drop),
            U::RemoveSecondFactor => {
                people.remove_second_factor(&who, &again(PASSWORD, &self.code()), from).await.map(drop)
            }
            _ => people.renew_recovery_codes(&who, &again(PASSWORD, &self.code()), from).await.map(drop),
        }
    }

    /// What happens meanwhile; the session that is left after it.
    async fn change(&self, meanwhile: Meanwhile) -> Option<NewSession> {
        let people = self.test.elsewhere();
        let Person::Staff(id) = self.person else { return None };
        match meanwhile {
            Meanwhile::NewPassword => {
                let changed = people.change_password(&*self.who().await, PASSWORD, NEW, from(2)).await;
                Some(changed.expect("the password is changed"))
            }
            Meanwhile::SecondFactor => Some(self.test.with_second_factor(&self.session).await.2),
            Meanwhile::Reset => {
                people.reset_staff(Actor::Operator, id).await.expect("she is reset");
                None
            }
            Meanwhile::Disabled => {
                people.disable_staff(Actor::Operator, id).await.expect("she is disabled");
                None
            }
        }
    }
}

#[tokio::test]
async fn what_was_proven_before_a_change_of_rights_lets_nobody_in_after_it() {
    use Meanwhile as M;
    use UnderWay as U;
    for (under_way, meanwhile) in [
        (U::LogIn, M::NewPassword),
        (U::LogIn, M::SecondFactor),
        (U::LogIn, M::Reset),
        (U::LogIn, M::Disabled),
        (U::Enrolment, M::Reset),
        (U::Enrolment, M::Disabled),
        (U::NewPassword, M::NewPassword),
        (U::NewPassword, M::SecondFactor),
        (U::NewPassword, M::Reset),
        (U::SetSecondFactor, M::NewPassword),
        (U::SetSecondFactor, M::Reset),
        (U::ConfirmSecondFactor, M::NewPassword),
        (U::ConfirmSecondFactor, M::Reset),
        (U::RemoveSecondFactor, M::NewPassword),
        (U::RemoveSecondFactor, M::Reset),
        (U::RecoveryCodes, M::NewPassword),
        (U::RecoveryCodes, M::Disabled),
    ] {
        let ann = Ann::before(under_way).await;
        let held = HeldStore::new(&ann.test.store);
        let change = held.hold(CHANGES, 0).meanwhile(ann.change(meanwhile));
        let people = ann.test.on(held);
        let (done, left) = tokio::join!(ann.step(&people, under_way), change);
        assert_eq!(refused(done), "wrong_credentials", "{under_way:?} {meanwhile:?}");
        let open = ann.test.people.sessions_of(ann.person).await.unwrap();
        let expected = match &left {
            Some(session) => vec![ann.test.logged_in(session).await.session_id.clone()],
            None => vec![],
        };
        let open: Vec<String> = open.into_iter().map(|line| line.id).collect();
        assert_eq!(open, expected, "{under_way:?} {meanwhile:?}: no other session is left");
        let set = ann.test.people.has_second_factor(ann.person).await.unwrap();
        let kept = left.is_some() && matches!(under_way, U::RemoveSecondFactor | U::RecoveryCodes);
        assert_eq!(set, kept || meanwhile == M::SecondFactor, "{under_way:?} {meanwhile:?}");
        if under_way == U::SetSecondFactor {
            let key = ann.person.to_string();
            assert_eq!(ann.test.store.credential(CredentialKind::Totp, key).await.unwrap(), None);
        }
    }
}

#[tokio::test]
async fn a_change_that_is_refused_ends_no_session() {
    let ann = Ann::before(UnderWay::ConfirmSecondFactor).await;
    let held = HeldStore::new(&ann.test.store);
    let people = ann.test.on(held.clone());
    let who = people.authenticate(ann.session.secret.secret()).await.unwrap().unwrap();
    let (who, watch) = people.attend(&who).await.unwrap().unwrap();
    let hold = held.hold(CHANGES, 0);
    let code = ann.code();
    let other_secret = hold.meanwhile(async {
        ann.test.elsewhere().set_second_factor(&who, &Proof::password(PASSWORD), from(2)).await.unwrap();
    });
    let (done, ()) = tokio::join!(people.confirm_second_factor(&who, &code, from(1)), other_secret);
    assert_eq!(refused(done), "wrong_credentials");
    assert!(!watch.has_ended() && people.is_open(&who, false).await.unwrap());
}
