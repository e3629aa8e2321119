//! Who counts as a second person for an adjustment and for a correction: nobody whom the first one made, and for an
//! adjustment nobody who was made by the same person.

use punto_house::by_hand::MoneyStaff;
use punto_house::log::{Actor, HouseEvent};
use punto_house::people::{People, Role};
use punto_house::ports::ReadStore as _;
use punto_house::{Purse, Rejection};
use table::{PatronId, RequestId, RoundRef, StaffId};

use crate::corrections::{played, void};
use crate::test_house::{SALON, TestHouse, code};
use crate::test_people::{PASSWORD, TestPeople, from};

const ANN: StaffId = StaffId(1);
const BEN: StaffId = StaffId(2);
const CID: StaffId = StaffId(3);
const DAN: StaffId = StaffId(4);
const EVE: StaffId = StaffId(5);

/// The operator adds Ann, a manager, and Ben, a supervisor; Ann adds the supervisors Cid and Dan and the manager Eve.
async fn add_staff(people: &People) {
    let (manager, supervisor) = (Role::Manager, Role::Supervisor);
    for (id, by, name, role) in [
        (ANN, Actor::Operator, "Ann", manager),
        (BEN, Actor::Operator, "Ben", supervisor),
        (CID, Actor::Staff(ANN), "Cid", supervisor),
        (DAN, Actor::Staff(ANN), "Dan", supervisor),
        (EVE, Actor::Staff(ANN), "Eve", manager),
    ] {
        let added = people.add_staff(by, name, [role].into()).await.expect("they are added");
        assert_eq!(added.member.id, id);
    }
}

/// Each with what becomes of an approval by the second person of what the first one proposed.
type Cases<'a> = &'a [(StaffId, StaffId, Option<&'a str>)];

fn refusal<T>(answer: Result<T, Rejection>) -> Option<&'static str> {
    answer.err().map(|rejection| code(&rejection))
}

async fn adjustments(test: &TestHouse, patron: PatronId, cases: Cases<'_>) {
    let in_role = |id| {
        let role = if [ANN, EVE].contains(&id) { Role::Manager } else { Role::Supervisor };
        MoneyStaff { id, role }
    };
    for (one, other, expected) in cases {
        let number = test.store.house_log(None, 1).await.expect("the log is read")[0].seq;
        let (purse, id) = (Purse::Cash, RequestId(number.into()));
        let proposed = test.house.propose_adjustment(patron, purse, 200_000, in_role(*one), "paid in", id);
        let number = proposed.await.expect("it is proposed").proposal.number;
        let approved = test.house.approve_adjustment(number, in_role(*other)).await;
        assert_eq!(refusal(approved), *expected, "{one:?} {other:?}");
    }
}

/// The same for corrections of a round. Gives the numbers of those that were approved.
async fn corrections(test: &TestHouse, round: RoundRef, cases: Cases<'_>) -> Vec<u64> {
    let mut done = Vec::new();
    for (one, other, expected) in cases {
        let proposed = test.propose(round, void(), *one, "misread").await.expect("it is proposed");
        let no = proposed.correction_no;
        let approved = test.house.approve_correction(SALON, no, *other).await;
        assert_eq!(refusal(approved), *expected, "{one:?} {other:?}");
        match expected {
            None => done.push(no),
            Some(_) => drop(test.house.withdraw_correction(SALON, no, *one).await.expect("it is withdrawn")),
        }
    }
    done
}

#[tokio::test(start_paused = true)]
async fn nobody_agrees_with_a_person_whom_they_made() {
    let test = TestHouse::with(SALON).await;
    let (patron, round) = played(&test).await;
    add_staff(test.house.people()).await;
    let dependent = Some("not_independent");
    adjustments(
        &test,
        patron,
        &[
            (ANN, CID, dependent),
            (CID, ANN, dependent),
            (ANN, EVE, dependent),
            (ANN, BEN, None),
            (BEN, ANN, None),
            (CID, EVE, dependent),
            (EVE, CID, dependent),
            (BEN, EVE, None),
            (CID, CID, Some("same_person")),
            (CID, DAN, Some("needs_manager")),
        ],
    )
    .await;
    let approved = corrections(
        &test,
        round,
        &[
            (ANN, CID, dependent),
            (CID, ANN, dependent),
            (CID, CID, Some("same_supervisor")),
            (CID, DAN, None),
        ],
    )
    .await;
    // Dan gives roles to Cid later: what both agreed on stays, and is answered as before.
    let people = test.house.people();
    people.change_roles(Actor::Staff(DAN), CID, [Role::Supervisor, Role::Dealer].into()).await.unwrap();
    assert!(test.house.approve_correction(SALON, approved[0], DAN).await.unwrap().repeated);
    let no = approved[0];
    assert_eq!(refusal(test.house.approve_correction(SALON, no, BEN).await), Some("correction_outdated"));
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn roles_and_resets_make_dependent_and_the_operator_makes_independent() {
    let test = TestHouse::with(SALON).await;
    let patron = test.guest("Mara").await;
    let people = test.house.people();
    add_staff(people).await;
    let (ann, dependent) = (Actor::Staff(ANN), Some("not_independent"));
    people.change_roles(ann, BEN, [Role::Supervisor, Role::Dealer].into()).await.unwrap();
    adjustments(&test, patron, &[(ANN, BEN, dependent)]).await;
    people.reset_staff(Actor::Operator, BEN).await.unwrap();
    let cid = people.reset_staff(Actor::Operator, CID).await.unwrap();
    adjustments(&test, patron, &[(ANN, BEN, None), (ANN, CID, None)]).await;
    people.enrol("Cid", &cid.code, PASSWORD, from(1)).await.unwrap();
    adjustments(&test, patron, &[(ANN, CID, None)]).await;
    people.reset_staff(ann, CID).await.unwrap();
    adjustments(&test, patron, &[(ANN, CID, dependent), (EVE, CID, dependent)]).await;
    people.reset_staff(Actor::Operator, EVE).await.unwrap();
    adjustments(&test, patron, &[(EVE, CID, None), (CID, EVE, None), (EVE, DAN, None)]).await;
}

#[tokio::test(start_paused = true)]
async fn nobody_adjusts_alone_through_others_whom_they_made() {
    let test = TestHouse::with(SALON).await;
    let patron = test.guest("Mara").await;
    let people = test.house.people();
    add_staff(people).await;
    let dependent = Some("not_independent");
    // Ann made Eve, and Eve made Fay: Ann could act as all three.
    let fay = people.add_staff(Actor::Staff(EVE), "Fay", [Role::Supervisor].into()).await.unwrap().member.id;
    adjustments(
        &test,
        patron,
        &[(fay, ANN, dependent), (ANN, fay, dependent), (fay, BEN, Some("needs_manager"))],
    )
    .await;
    let number = test.store.house_log(None, 1).await.unwrap()[0].seq;
    let supervisor = MoneyStaff { id: fay, role: Role::Supervisor };
    let id = RequestId(number.into());
    let proposed =
        test.house.propose_adjustment(patron, Purse::Cash, 200_000, supervisor, "paid in", id).await;
    let ann = MoneyStaff { id: ANN, role: Role::Manager };
    let refused = test.house.approve_adjustment(proposed.unwrap().proposal.number, ann).await.unwrap_err();
    assert!(refused.to_string().contains("staff 1 added, reset or gave roles to both"), "{refused}");
    assert!(refused.to_string().contains("punto staff reset"), "{refused}");
    // Ann and Eve now made each other, and Ben is neither's.
    people.reset_staff(Actor::Staff(EVE), ANN).await.unwrap();
    adjustments(&test, patron, &[(ANN, BEN, None), (fay, ANN, dependent)]).await;
    people.reset_staff(Actor::Operator, fay).await.unwrap();
    adjustments(&test, patron, &[(fay, ANN, None), (EVE, fay, None)]).await;
}

#[tokio::test]
async fn the_log_says_who_was_added_enrolled_reset_and_given_roles() {
    let test = TestPeople::new();
    let (ann, _, _) = test.staff("Ann", &[Role::Manager]).await;
    let by = Actor::Staff(ann);
    let added = test.people.add_staff(by, "Ben", [Role::Supervisor].into()).await.unwrap();
    let ben = added.member.id;
    test.people.enrol("Ben", &added.code, PASSWORD, from(1)).await.unwrap();
    test.people.change_roles(by, ben, [Role::Auditor].into()).await.unwrap();
    test.people.reset_staff(by, ben).await.unwrap();
    test.people.disable_staff(Actor::Operator, ben).await.unwrap();
    let log = test.store.house_log(None, 5).await.unwrap();
    let said = log.iter().rev().map(|entry| match &entry.event {
        HouseEvent::Changed { by, why, .. } => (*by, why.as_str()),
        other => panic!("{other:?}"),
    });
    let own = Actor::Staff(ben);
    assert_eq!(
        said.collect::<Vec<_>>(),
        [(by, "added"), (own, "enrolled"), (by, "given roles"), (by, "reset"), (Actor::Operator, "disabled")]
    );
}
