//! Devices of live tables: on record by two supervisors or not at all. Each test is an attack, or what must work.

use std::sync::Arc;
use std::time::Duration;

use money::Currency;
use punto_house::devices::{CODE_MS, DeviceReceipt, EnrolmentRequest, KnownDevice, NewDeviceCode, Standing};
use punto_house::log::{Actor, EntityKind, EntityRef, HouseEvent};
use punto_house::people::totp::TotpBody;
use punto_house::people::{LoggedIn, Proof, Role, SignedInAgain};
use punto_house::ports::ReadStore as _;
use punto_house::{House, Rejection, default_tables};
use scanner::{DeviceKey, Fingerprint, Statement};
use table::{DeviceId, StaffId, TableId};

use crate::test_house::{GOLD, SALON, TestHouse, code};
use crate::test_people::{PASSWORD, from};

/// A supervisor with recovery codes, each of which proves once who they are.
struct Supervisor {
    id: StaffId,
    who: Arc<LoggedIn>,
    codes: Vec<String>,
}

impl Supervisor {
    async fn new(house: &House, name: &str, maker: Actor) -> Self {
        let people = house.people();
        let added = people.add_staff(maker, name, [Role::Supervisor].into()).await.expect("they are added");
        let session = people.enrol(name, &added.code, PASSWORD, from(1)).await.expect("they enrol");
        let known = people.authenticate(session.secret.secret()).await.expect("the store answers");
        let who = known.expect("the session counts");
        let factor = people.set_second_factor(&who, &Proof::password(PASSWORD), from(1)).await;
        let secret = factor.expect("it waits for a code").secret;
        let factor = TotpBody { secret, last_step: 0, confirmed: false };
        let first = factor.code(house.now()).expect("a code");
        let confirmed = people.confirm_second_factor(&who, &first, from(1)).await.expect("it is in use");
        let known = people.authenticate(confirmed.session.secret.secret()).await.expect("the store answers");
        let who = known.expect("the session counts");
        Self { id: added.member.id, who, codes: confirmed.recovery_codes }
    }

    /// The proof with a code that was not used before.
    fn again(&mut self) -> Again {
        Again { who: Arc::clone(&self.who), code: self.codes.pop().expect("a code is left") }
    }
}

/// Somebody with a recovery code.
struct Again {
    who: Arc<LoggedIn>,
    code: String,
}

impl Again {
    fn proof(&self) -> SignedInAgain<'_> {
        let proof = Proof::Password { password: PASSWORD, code: Some(&self.code) };
        SignedInAgain { who: &self.who, proof, from: from(1) }
    }
}

/// A house with two supervisors of whom neither made the other.
struct Stage {
    test: TestHouse,
    ann: Supervisor,
    ben: Supervisor,
}

fn key(secret: u8) -> DeviceKey {
    DeviceKey::new([secret; 32])
}

fn fingerprint(secret: u8) -> String {
    Fingerprint::of(&key(secret).public()).to_string()
}

fn refusal<T>(answer: Result<T, Rejection>) -> Option<&'static str> {
    answer.err().map(|rejection| code(&rejection))
}

impl Stage {
    async fn open() -> Self {
        Self::of(TestHouse::with(SALON).await).await
    }

    async fn of(test: TestHouse) -> Self {
        let ann = Supervisor::new(&test.house, "Ann", Actor::Operator).await;
        let ben = Supervisor::new(&test.house, "Ben", Actor::Operator).await;
        Self { test, ann, ben }
    }

    async fn code(&mut self) -> NewDeviceCode {
        self.test.house.device_code(SALON, false, &self.ann.again().proof()).await.expect("it is made")
    }

    /// Enrols the device of this secret with a code, as the device should. Each comes from a network of its own.
    async fn enrol(&self, secret: u8, code: &str) -> Result<KnownDevice, Rejection> {
        let signature = sign(secret, code, secret, SALON);
        self.enrol_signed(secret, (code, SALON, &signature), secret).await
    }

    async fn enrol_signed(
        &self,
        secret: u8,
        (code, table, signature): (&str, TableId, &str),
        network: u8,
    ) -> Result<KnownDevice, Rejection> {
        let key = key(secret).public().to_string();
        let request = EnrolmentRequest { code, key: &key, table, signature };
        self.test.house.enrol_device(request, from(network)).await
    }

    /// A device of this secret that Ben approved.
    async fn enrolled(&mut self, secret: u8) -> DeviceId {
        let code = self.code().await.code;
        let number = self.enrol(secret, &code).await.expect("it waits").device.number;
        let approved = self.approve(number, &fingerprint(secret)).await.expect("it is approved");
        assert!(!approved.repeated);
        number
    }

    /// An approval by Ben.
    async fn approve(&mut self, number: DeviceId, fingerprint: &str) -> Result<DeviceReceipt, Rejection> {
        self.test.house.approve_device(number, fingerprint, &self.ben.again().proof()).await
    }

    async fn standing(&self, number: DeviceId) -> Standing {
        self.test
            .house
            .device(number)
            .await
            .expect("the store answers")
            .expect("it is on record")
            .device
            .standing
    }
}

/// The signature by one secret over a code, the key of another secret, and a table.
fn sign(by: u8, code: &str, of: u8, table: TableId) -> String {
    let statement = Statement::enrolment(&code.parse().expect("a code"), &key(of).public(), table.0);
    statement.sign(&key(by)).to_string()
}

#[tokio::test(start_paused = true)]
async fn a_device_may_speak_when_two_supervisors_said_so_and_stays_on_record() {
    let mut stage = Stage::open().await;
    let (ann, ben) = (stage.ann.id, stage.ben.id);
    let new = stage.code().await;
    assert_eq!((new.table, new.simulator, new.code.len()), (SALON, false, 19));
    let waiting = stage.enrol(7, &new.code).await.unwrap();
    assert_eq!((waiting.device.number, waiting.device.standing), (DeviceId(1), Standing::Waiting));
    assert_eq!((waiting.device.by, waiting.device.confirmed_by), (ann, None));
    for repeated in [false, true] {
        let approved = stage.approve(DeviceId(1), &fingerprint(7).to_uppercase()).await.unwrap();
        assert_eq!(approved.repeated, repeated);
        let device = approved.device.device;
        assert_eq!((device.standing, device.confirmed_by), (Standing::Enrolled, Some(ben)));
    }
    let test = stage.test.restart_after(1).await;
    let known = test.house.device_of_key(&key(7).public()).await.unwrap().unwrap();
    assert_eq!(
        (known.device.number, known.device.table, known.device.standing),
        (DeviceId(1), SALON, Standing::Enrolled)
    );
    assert_eq!(test.house.devices().await.unwrap(), [known]);
    assert_eq!(test.house.device_of_key(&key(8).public()).await.unwrap(), None);
    let place = EntityRef { kind: EntityKind::Device, number: 1 };
    let history = test.store.entity_history(place, None, 9).await.unwrap();
    let authors: Vec<_> = history.iter().rev().filter_map(|entry| entry.event.actor()).collect();
    assert_eq!(authors, [Actor::Device(DeviceId(1)), Actor::Staff(ben)], "each step has its author");
    let HouseEvent::Changed { why, .. } = &history[1].event else { panic!("{history:?}") };
    assert_eq!(why, "came with a code and proved its key");
}

#[tokio::test(start_paused = true)]
async fn one_person_does_not_do_both_nor_somebody_whom_they_made() {
    let mut stage = Stage::open().await;
    let mut cid = Supervisor::new(&stage.test.house, "Cid", Actor::Staff(stage.ann.id)).await;
    let code = stage.code().await.code;
    let number = stage.enrol(7, &code).await.unwrap().device.number;
    let house = &stage.test.house;
    for (by, expected) in [(&mut stage.ann, "same_person"), (&mut cid, "not_independent")] {
        let answer = house.approve_device(number, &fingerprint(7), &by.again().proof()).await;
        assert_eq!(refusal(answer), Some(expected));
    }
    assert_eq!(stage.standing(number).await, Standing::Waiting);
    stage.approve(number, &fingerprint(7)).await.unwrap();
    // Who suspends it does not let it speak again, and anybody else may.
    let house = &stage.test.house;
    house.suspend_device(number, "left open", &stage.ben.again().proof()).await.unwrap();
    let own = house.approve_device(number, &fingerprint(7), &stage.ben.again().proof()).await;
    assert_eq!(refusal(own), Some("same_person"));
    house.approve_device(number, &fingerprint(7), &stage.ann.again().proof()).await.unwrap();
    assert_eq!(stage.standing(number).await, Standing::Enrolled);
}

#[tokio::test(start_paused = true)]
async fn a_code_counts_once_for_ten_minutes_and_one_table() {
    let mut stage = Stage::of(TestHouse::open(default_tables()).await).await;
    let used = stage.code().await.code;
    stage.enrol(7, &used).await.unwrap();
    assert_eq!(refusal(stage.enrol(8, &used).await), Some("bad_enrolment"), "used");
    assert_eq!(refusal(stage.enrol(8, "k7qx-93md-4f2a-h5wb").await), Some("bad_enrolment"), "never made");
    let elsewhere = stage.code().await.code;
    let signature = sign(8, &elsewhere, 8, GOLD);
    let moved = stage.enrol_signed(8, (&elsewhere, GOLD, &signature), 8).await;
    assert_eq!(refusal(moved), Some("bad_enrolment"), "for another table");
    let typed = elsewhere.to_uppercase().replace('-', " ");
    assert_eq!(stage.enrol(8, &typed).await.unwrap().device.number, DeviceId(2), "however it is typed");
    let old = stage.code().await;
    tokio::time::advance(Duration::from_millis(CODE_MS.unsigned_abs())).await;
    assert_eq!(refusal(stage.enrol(9, &old.code).await), Some("bad_enrolment"), "too old");
}

#[tokio::test(start_paused = true)]
async fn two_devices_that_use_one_code_at_once_do_not_both_come() {
    let mut stage = Stage::open().await;
    let code = stage.code().await.code;
    let (one, other) = tokio::join!(stage.enrol(7, &code), stage.enrol(8, &code));
    let refused: Vec<_> = [refusal(one), refusal(other)].into_iter().flatten().collect();
    assert_eq!(refused, ["bad_enrolment"]);
    assert_eq!(stage.test.house.devices().await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_signature_of_anything_else_proves_no_key() {
    let mut stage = Stage::open().await;
    let code = stage.code().await.code;
    let wrong_table = TableId(SALON.0 + 1);
    for (network, (what, signature)) in (100..).zip([
        ("another key signs for this one", sign(8, &code, 7, SALON)),
        ("its own key is signed for by it", sign(7, &code, 8, SALON)),
        ("another code", sign(7, "k7qx-93md-4f2a-h5wb", 7, SALON)),
        ("another table", sign(7, &code, 7, wrong_table)),
        ("no signature", String::new()),
        ("zeros", "0".repeat(128)),
    ]) {
        let answer = stage.enrol_signed(7, (&code, SALON, &signature), network).await;
        assert_eq!(refusal(answer), Some("bad_enrolment"), "{what}");
    }
    let house = &stage.test.house;
    // The point of order 1, the prime itself plus 1, and no point.
    let prime_and_one = format!("ee{}7f", "ff".repeat(30));
    for bad in [format!("01{}", "00".repeat(31)), prime_and_one, "ab".to_owned(), "zz".repeat(32)] {
        let signature = "0".repeat(128);
        let request = EnrolmentRequest { code: &code, key: &bad, table: SALON, signature: &signature };
        assert_eq!(refusal(house.enrol_device(request, from(99)).await), Some("bad_key"), "{bad}");
    }
    assert_eq!(house.devices().await.unwrap(), [], "and the code was not used up");
    stage.enrol(9, &code).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_key_is_enrolled_once_even_after_it_was_revoked() {
    let mut stage = Stage::open().await;
    let number = stage.enrolled(7).await;
    let again = stage.code().await.code;
    assert_eq!(refusal(stage.enrol(7, &again).await), Some("key_known"));
    let house = &stage.test.house;
    assert_eq!(
        refusal(house.revoke_device(number, " ", &stage.ann.again().proof()).await),
        Some("no_reason")
    );
    let by = Standing::Revoked { by: Actor::Staff(stage.ann.id) };
    for repeated in [false, true] {
        let revoked = house.revoke_device(number, "stolen", &stage.ann.again().proof()).await.unwrap();
        assert_eq!((revoked.repeated, revoked.device.device.standing), (repeated, by));
        assert_eq!(revoked.device.why, "stolen");
    }
    assert_eq!(refusal(stage.enrol(7, &again).await), Some("key_known"), "revoked is for good");
    let approved = stage.approve(number, &fingerprint(7)).await;
    assert_eq!(refusal(approved), Some("device_standing"));
    let house = &stage.test.house;
    let revoked = house.revoke_device(number, "too", &stage.ben.again().proof()).await;
    assert_eq!(refusal(revoked), Some("device_standing"), "by somebody else it is no repeat");
    let suspended = house.suspend_device(number, "too", &stage.ben.again().proof()).await;
    assert_eq!(refusal(suspended), Some("device_standing"));
    assert_eq!(refusal(house.suspend_forked_device(number).await), Some("device_standing"));
}

#[tokio::test(start_paused = true)]
async fn the_fingerprint_of_another_key_approves_nothing() {
    let mut stage = Stage::open().await;
    let code = stage.code().await.code;
    let number = stage.enrol(7, &code).await.unwrap().device.number;
    for other in [fingerprint(8), String::new(), fingerprint(7)[..18].to_owned()] {
        assert_eq!(refusal(stage.approve(number, &other).await), Some("other_fingerprint"), "{other}");
    }
    assert_eq!(stage.standing(number).await, Standing::Waiting);
    assert_eq!(refusal(stage.approve(DeviceId(2), &fingerprint(7)).await), Some("unknown_device"));
}

#[tokio::test(start_paused = true)]
async fn a_key_that_signed_two_histories_speaks_never_again() {
    let mut stage = Stage::open().await;
    let number = stage.enrolled(7).await;
    for repeated in [false, true] {
        let suspended = stage.test.house.suspend_forked_device(number).await.unwrap();
        assert_eq!(suspended.repeated, repeated);
        assert_eq!(suspended.device.device.standing, Standing::Suspended { by: Actor::House });
    }
    assert_eq!(refusal(stage.approve(number, &fingerprint(7)).await), Some("new_key_needed"));
    let house = &stage.test.house;
    house.revoke_device(number, "forked", &stage.ben.again().proof()).await.unwrap();
    let code = stage.code().await.code;
    assert_eq!(stage.enrol(8, &code).await.unwrap().device.number, DeviceId(2));
}

#[tokio::test(start_paused = true)]
async fn an_enrolled_device_moves_and_a_waiting_one_does_not() {
    let mut stage = Stage::of(TestHouse::open(default_tables()).await).await;
    let code = stage.code().await.code;
    let number = stage.enrol(7, &code).await.unwrap().device.number;
    let house = &stage.test.house;
    let early = house.move_device(number, GOLD, "needed there", &stage.ann.again().proof()).await;
    assert_eq!(refusal(early), Some("device_standing"), "it proved its key for the other table");
    stage.approve(number, &fingerprint(7)).await.unwrap();
    let house = &stage.test.house;
    for repeated in [false, true] {
        let moved =
            house.move_device(number, GOLD, "needed there", &stage.ann.again().proof()).await.unwrap();
        assert_eq!((moved.repeated, moved.device.device.table), (repeated, GOLD));
    }
    let nowhere = house.move_device(number, TableId(99), "x", &stage.ann.again().proof()).await;
    assert_eq!(refusal(nowhere), Some("unknown_table"));
    let code = house.device_code(TableId(99), false, &stage.ann.again().proof()).await;
    assert_eq!(refusal(code), Some("unknown_table"));
}

#[tokio::test(start_paused = true)]
async fn a_simulated_device_finds_play_money_alone() {
    let mut tables = default_tables();
    tables[1].currency = Currency::new("EUR", 2).unwrap();
    let mut stage = Stage::of(TestHouse::open(tables).await).await;
    let house = &stage.test.house;
    let real = house.device_code(GOLD, true, &stage.ann.again().proof()).await;
    assert_eq!(refusal(real), Some("play_money_only"));
    let code = house.device_code(SALON, true, &stage.ann.again().proof()).await.unwrap();
    let device = stage.enrol(7, &code.code).await.unwrap().device;
    assert!(code.simulator && device.simulator, "the supervisor says what it is");
    stage.approve(device.number, &fingerprint(7)).await.unwrap();
    let house = &stage.test.house;
    let moved = house.move_device(device.number, GOLD, "x", &stage.ann.again().proof()).await;
    assert_eq!(refusal(moved), Some("play_money_only"));
    house.device_code(GOLD, false, &stage.ann.again().proof()).await.expect("a real one may");
}

#[tokio::test(start_paused = true)]
async fn nothing_happens_without_a_proof_of_this_moment() {
    let mut stage = Stage::open().await;
    let number = stage.enrolled(7).await;
    let house = &stage.test.house;
    let used = stage.ann.again();
    house.suspend_device(number, "a look inside", &used.proof()).await.unwrap();
    house.approve_device(number, &fingerprint(7), &stage.ben.again().proof()).await.unwrap();
    let wrong = Again { who: Arc::clone(&stage.ann.who), code: "aaaa-aaaa-aaaa-aaaa".to_owned() };
    let stolen = Again { who: Arc::clone(&stage.ann.who), code: stage.ben.again().code };
    for (what, proof) in [("a used code", &used), ("a wrong code", &wrong), ("the code of another", &stolen)]
    {
        let revoked = house.revoke_device(number, "x", &proof.proof()).await;
        assert_eq!(refusal(revoked), Some("wrong_credentials"), "{what}");
    }
    let code = stage.test.house.device_code(SALON, false, &used.proof()).await;
    assert_eq!(refusal(code), Some("wrong_credentials"));
    assert_eq!(stage.standing(number).await, Standing::Enrolled);
}

#[tokio::test(start_paused = true)]
async fn the_code_of_a_supervisor_who_lost_the_role_or_left_is_gone() {
    let mut stage = Stage::open().await;
    let (first, second) = (stage.code().await.code, stage.code().await.code);
    let staff = stage.test.house.people();
    staff.change_roles(Actor::Operator, stage.ann.id, [Role::Dealer].into()).await.unwrap();
    assert_eq!(refusal(stage.enrol(7, &first).await), Some("bad_enrolment"));
    staff.disable_staff(Actor::Operator, stage.ann.id).await.unwrap();
    assert_eq!(refusal(stage.enrol(7, &second).await), Some("bad_enrolment"));
}

#[tokio::test(start_paused = true)]
async fn guesses_with_one_key_are_slowed_down_and_others_go_on() {
    let mut stage = Stage::open().await;
    let code = stage.code().await.code;
    let guess = async |secret: u8| refusal(stage.enrol(secret, "k7qx-93md-4f2a-h5wb").await);
    let mut answers = Vec::new();
    for _ in 0..7 {
        answers.push(guess(7).await.unwrap());
    }
    assert_eq!((answers[0], answers[6]), ("bad_enrolment", "too_many_attempts"), "{answers:?}");
    stage.enrol(8, &code).await.expect("the code is not used up, and another key is free");
}
