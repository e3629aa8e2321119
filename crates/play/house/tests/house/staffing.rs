//! Staff: added, enrolled, changed, reset, disabled; tokens of their programs; staff of before.

use punto_house::Token;
use punto_house::log::Actor;
use punto_house::people::hash_of;
use punto_house::people::{ImportedStaff, Known, NewNames, NewSession, Person, Role, Roles, StaffMember};
use punto_house::ports::ReadStore as _;
use table::StaffId;

use crate::test_people::{DAY, MINUTE, PASSWORD, TestPeople, again, from, refused};

#[tokio::test]
async fn a_member_of_staff_enrols_once_and_needs_a_second_factor() {
    let test = TestPeople::new();
    let added =
        test.people.add_staff(Actor::Operator, " Ann Lee ", Roles::from([Role::Manager])).await.unwrap();
    assert_eq!((added.member.id, added.member.name.as_str()), (StaffId(1), "Ann Lee"));
    let enrol =
        async |name: &str, code: &str, password: &str| test.people.enrol(name, code, password, from(1)).await;
    assert_eq!(refused(enrol("Ann Lee", "aaaa-bbbb", PASSWORD).await), "wrong_credentials");
    assert_eq!(refused(enrol("Ben", &added.code, PASSWORD).await), "wrong_credentials");
    assert_eq!(refused(enrol("Ann Lee", &added.code, "12345678").await), "bad_password");
    let session = enrol("ann lee", &added.code.to_uppercase(), PASSWORD).await.unwrap();
    assert!(test.logged_in(&session).await.needs_second_factor);
    assert_eq!(refused(enrol("Ann Lee", &added.code, PASSWORD).await), "wrong_credentials", "it counts once");
    let (totp, _, session) = test.with_second_factor(&session).await;
    let who = test.logged_in(&session).await;
    assert!(!who.needs_second_factor && who.roles == Roles::from([Role::Manager]));
    assert_eq!(refused(test.log_in_staff("Ann Lee", PASSWORD, None).await), "wrong_credentials");
    test.pass(MINUTE);
    let code = totp.code(test.now()).unwrap();
    test.log_in_staff("Ann Lee", PASSWORD, Some(&code)).await.unwrap();
    test.pass(MINUTE);
    let code = totp.code(test.now()).unwrap();
    let last = test.people.remove_second_factor(&who, &again(PASSWORD, &code), from(1)).await;
    assert_eq!(refused(last), "last_second_factor");
    assert_eq!(refused(test.log_in_staff("Ann Lee", PASSWORD, None).await), "wrong_credentials");
    assert!(!test.logged_in(&session).await.needs_second_factor);
}

#[tokio::test]
async fn an_enrolment_code_ends_after_a_week() {
    let test = TestPeople::new();
    let added = test.people.add_staff(Actor::Operator, "Ann", Roles::from([Role::Auditor])).await.unwrap();
    test.pass(7 * DAY);
    let late = test.people.enrol("Ann", &added.code, PASSWORD, from(1)).await;
    assert_eq!(refused(late), "wrong_credentials");
}

#[tokio::test]
async fn changed_roles_and_disabled_staff_end_their_sessions_at_once() {
    let test = TestPeople::new();
    let (ann, _, manager) = test.staff("Ann", &[Role::Manager]).await;
    let (ben, _, session) = test.staff("Ben", &[Role::Supervisor]).await;
    let token = test.people.staff_token("Ben", &Roles::from([Role::Supervisor]), 5).await.unwrap();
    let by = Actor::Staff(ann);
    for change in ["roles", "disable"] {
        let session = if change == "roles" { session.clone() } else { token_of(&test).await };
        let (_, mut watch) = test.people.attend(&*test.logged_in(&session).await).await.unwrap().unwrap();
        if change == "roles" {
            let changed = test.people.change_roles(by, ben, Roles::from([Role::Auditor])).await.unwrap();
            assert_eq!(changed.roles, Roles::from([Role::Auditor]));
        } else {
            assert!(test.people.disable_staff(by, ben).await.unwrap().disabled);
        }
        watch.ended().await;
        assert!(test.known(&session).await.is_none() && test.known(&token).await.is_none());
        test.logged_in(&manager).await;
    }
    assert_eq!(refused(test.people.disable_staff(by, ben).await), "staff_disabled");
    test.pass(MINUTE);
    assert_eq!(refused(test.log_in_staff("Ben", PASSWORD, None).await), "wrong_credentials");
}

async fn token_of(test: &TestPeople) -> NewSession {
    test.people.staff_token("Ben", &Roles::from([Role::Auditor]), 5).await.expect("Ben is there")
}

#[tokio::test]
async fn nobody_changes_their_own_roles_and_names_and_roles_are_checked() {
    let test = TestPeople::new();
    let (ann, _, _) = test.staff("Ann", &[Role::Manager]).await;
    let (by, auditor) = (Actor::Staff(ann), Roles::from([Role::Auditor]));
    assert_eq!(refused(test.people.change_roles(by, ann, auditor.clone()).await), "own_roles");
    assert_eq!(refused(test.people.disable_staff(by, ann).await), "own_roles");
    assert_eq!(refused(test.people.reset_staff(by, ann).await), "own_roles");
    assert_eq!(refused(test.people.disable_staff(by, StaffId(9)).await), "unknown_staff");
    for (name, roles, expected) in [
        ("ANN", auditor.clone(), "name_taken"),
        ("", auditor.clone(), "bad_name"),
        ("A\u{202e}nn", auditor.clone(), "bad_name"),
        ("Ben", Roles::new(), "bad_roles"),
        ("Ben", Roles::from([Role::Manager, Role::Device]), "bad_roles"),
        ("Ben", Roles::from([Role::Patron]), "bad_roles"),
    ] {
        assert_eq!(refused(test.people.add_staff(by, name, roles).await), expected, "{name}");
    }
    let names = test.people.staff_names().await.unwrap();
    assert_eq!(names.get(&ann).map(String::as_str), Some("Ann"));
    test.people.add_staff(by, "Ben", auditor).await.unwrap();
    assert_eq!(test.people.staff_names().await.unwrap().len(), 2, "a new name is known at once");
}

#[tokio::test]
async fn a_display_name_changes_without_ending_a_session_and_need_not_be_unique() {
    let test = TestPeople::new();
    let (ann, _, _) = test.staff("Ann", &[Role::Manager]).await;
    let (dan, _, session) = test.staff("Dan Fox", &[Role::Dealer]).await;
    let by = Actor::Staff(ann);
    let set = async |id, name| test.people.set_display_name(by, id, name).await;
    let names = NewNames { name: "Eve", display_name: Some(" Rosa ") };
    let eve = test.people.add_staff(by, names, Roles::from([Role::Dealer])).await.unwrap().member;
    assert_eq!(eve.display_name.as_deref(), Some("Rosa"));
    let entries = async || test.store.house_log(None, 50).await.unwrap().len();
    let before = entries().await;
    assert_eq!(set(dan, None).await.unwrap().display_name, None);
    assert_eq!(entries().await, before, "an entry that changes nothing would say that a code was given");
    assert_eq!(set(dan, Some("Rosa")).await.unwrap().display_name.as_deref(), Some("Rosa"));
    assert_eq!((entries().await, set(dan, Some("Rosa")).await.is_ok()), (before + 1, true));
    assert_eq!(entries().await, before + 1);
    let who = test.logged_in(&session).await;
    assert!(
        matches!(&who.known, Known::Staff(member) if member.display_name.as_deref() == Some("Rosa")),
        "the session goes on, and says it: {who:?}"
    );
    let known = test.people.staff_names().await.unwrap();
    assert_eq!(known.get(&dan).map(String::as_str), Some("Dan Fox"), "staff are read by another name");
    for (id, name, expected) in [
        (ann, Some("Boss"), "own_roles"),
        (StaffId(99), Some("Rosa"), "unknown_staff"),
        (dan, Some(""), "bad_display_name"),
        (dan, Some("8"), "bad_display_name"),
        (dan, Some("R\u{202e}osa"), "bad_display_name"),
    ] {
        assert_eq!(refused(set(id, name).await), expected, "{name:?}");
    }
    let bad = NewNames { name: "Cid", display_name: Some("-") };
    assert_eq!(
        refused(test.people.add_staff(by, bad, Roles::from([Role::Dealer])).await),
        "bad_display_name"
    );
    test.people.set_display_name(Actor::Operator, ann, Some("Boss")).await.expect("the operator may");
    test.people.disable_staff(by, dan).await.unwrap();
    assert_eq!(refused(set(dan, None).await), "staff_disabled");
}

#[test]
fn a_member_without_a_display_name_is_kept_as_before_there_were_any() {
    let member = StaffMember::new(StaffId(3), "Ann", Roles::from([Role::Dealer]));
    let kept = r#"{"id":3,"name":"Ann","roles":["dealer"]}"#;
    assert_eq!(serde_json::to_string(&member).unwrap(), kept);
    assert_eq!(serde_json::from_str::<StaffMember>(kept).unwrap(), member);
    let shown = StaffMember { display_name: Some("Rosa".to_owned()), ..member };
    let kept = r#"{"id":3,"name":"Ann","display_name":"Rosa","roles":["dealer"]}"#;
    assert_eq!(serde_json::to_string(&shown).unwrap(), kept);
}

#[tokio::test]
async fn a_reset_takes_everything_and_gives_a_new_code() {
    let test = TestPeople::new();
    let (ben, totp, session) = test.staff("Ben", &[Role::Supervisor]).await;
    let reset = test.people.reset_staff(Actor::Operator, ben).await.unwrap();
    assert!(test.known(&session).await.is_none());
    test.pass(MINUTE);
    let code = totp.code(test.now()).unwrap();
    assert_eq!(refused(test.log_in_staff("Ben", PASSWORD, Some(&code)).await), "wrong_credentials");
    let session = test.people.enrol("Ben", &reset.code, PASSWORD, from(1)).await.unwrap();
    assert!(test.logged_in(&session).await.needs_second_factor);
}

#[tokio::test]
async fn a_token_of_a_program_has_a_scope_and_an_end() {
    let test = TestPeople::new();
    let (_, _, _) = test.staff("Ann", &[Role::Supervisor, Role::Manager]).await;
    let token =
        async |name: &str, role, days| test.people.staff_token(name, &Roles::from([role]), days).await;
    for (name, role, days, expected) in [
        ("Ben", Role::Supervisor, 1, "unknown_name"),
        ("Ann", Role::Auditor, 1, "roles_not_held"),
        ("Ann", Role::Manager, 0, "bad_time"),
        ("Ann", Role::Manager, 367, "bad_time"),
    ] {
        assert_eq!(refused(token(name, role, days).await), expected);
    }
    let session = token("Ann", Role::Manager, 2).await.unwrap();
    let who = test.logged_in(&session).await;
    assert!(!who.needs_second_factor && who.roles == Roles::from([Role::Manager]));
    test.pass(2 * DAY - 1);
    test.logged_in(&session).await;
    test.pass(1);
    assert!(test.known(&session).await.is_none());
}

#[tokio::test]
async fn staff_of_before_keep_number_name_and_secret() {
    let test = TestPeople::new();
    let member = |id, name: &str, disabled| StaffMember {
        disabled,
        ..StaffMember::new(StaffId(id), name, Roles::from([Role::Supervisor]))
    };
    let secret = Token::new([7; 32]);
    let staff = vec![
        ImportedStaff { member: member(3, "Ann", true), secret_hash: None },
        ImportedStaff { member: member(7, "Ben", false), secret_hash: Some(hash_of(secret.secret())) },
    ];
    test.people.import_staff(staff.clone()).await.unwrap();
    let who = test.people.authenticate(secret.secret()).await.unwrap().unwrap();
    assert_eq!(
        (who.known.person(), &who.roles),
        (Person::Staff(StaffId(7)), &Roles::from([Role::Supervisor]))
    );
    assert!(matches!(&who.known, Known::Staff(member) if member.name == "Ben"));
    assert_eq!(refused(test.people.import_staff(staff).await), "name_taken", "nothing is imported twice");
    let next = test.people.add_staff(Actor::Operator, "Cid", Roles::from([Role::Supervisor])).await.unwrap();
    assert_eq!(next.member.id, StaffId(8));
    test.pass(366 * DAY);
    assert!(test.people.authenticate(secret.secret()).await.unwrap().is_none());
}
