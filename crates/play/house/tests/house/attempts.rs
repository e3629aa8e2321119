//! Attempts to log in: what they ask of the store. Those that nobody judged do not count as failed: the store failed,
//! or too many passwords waited.

use std::sync::{Arc, Mutex};

use punto_house::Rejection;
use punto_house::log::Actor;
use punto_house::people::totp::TotpBody;
use punto_house::people::{LogIn, Proof, Role};
use punto_house::ports::{Call, Layer, PortFuture, Store};
use store::MemoryStore;

use crate::faults::{Fault, Faults};
use crate::test_people::{MINUTE, PASSWORD, TestPeople, from, refused};

/// More than the attempts that are free.
const TIMES: usize = 8;

/// Takes a step again and again while the store fails, and once when it works.
async fn succeeds_after_failures(faults: &Faults, step: impl AsyncFn() -> Result<(), Rejection>) {
    for n in 0..TIMES {
        faults.next(Call::Read("credential"), 1, Fault::Fails);
        let failed = step().await;
        assert!(matches!(failed, Err(Rejection::Failed(_))), "attempt {n}: {failed:?}");
    }
    step().await.expect("the store works, and no attempt failed");
}

#[tokio::test]
async fn attempts_that_the_store_failed_do_not_count() {
    let (test, faults) = TestPeople::with_faults();
    let (people, origin) = (&test.people, from(1));
    let added = people.add_staff(Actor::Operator, "Ann", [Role::Manager].into()).await.unwrap();
    succeeds_after_failures(&faults, async || {
        people.enrol("Ann", &added.code, PASSWORD, origin).await.map(drop)
    })
    .await;
    let (_, session) = test.patron("Mara").await;
    succeeds_after_failures(&faults, async || test.log_in("Mara", PASSWORD, None).await.map(drop)).await;
    let who = test.logged_in(&session).await;
    let proof = Proof::password(PASSWORD);
    succeeds_after_failures(&faults, async || people.begin_passkey(&who, &proof, origin).await.map(drop))
        .await;
    let new = people.set_second_factor(&who, &proof, origin).await.unwrap();
    let totp = TotpBody { secret: new.secret, last_step: 0, confirmed: false };
    let code = totp.code(test.now()).unwrap();
    succeeds_after_failures(&faults, async || {
        people.confirm_second_factor(&who, &code, origin).await.map(drop)
    })
    .await;
    let (_, session) = test.patron("Leonor").await;
    let (device, _) = test.with_passkey(&session, &proof).await;
    let device = tokio::sync::Mutex::new(device);
    succeeds_after_failures(&faults, async || {
        let used = test.used(&mut *device.lock().await, None).await;
        test.let_in(&used).await.map(drop)
    })
    .await;
}

#[tokio::test]
async fn attempts_whose_password_nobody_had_time_to_check_do_not_count() {
    let test = TestPeople::new();
    test.patron("Mara").await;
    let busy = test.busy();
    let log_in = LogIn { name: "Mara", password: PASSWORD, code: None, label: "" };
    for _ in 0..TIMES {
        assert_eq!(refused(busy.log_in(&log_in, from(1)).await), "busy");
    }
}

#[tokio::test]
async fn a_wrong_password_counts_although_the_one_who_sent_it_went_away() {
    let (test, faults) = TestPeople::with_faults();
    test.patron("Mara").await;
    for _ in 0..6 {
        faults.next(Call::Read("credential"), 1, Fault::TakesMs(1_000));
        let gone = futures_util::FutureExt::now_or_never(test.log_in("Mara", "wrong", None));
        assert!(gone.is_none(), "nobody waits for the answer");
    }
    assert_eq!(refused(test.log_in("Mara", "wrong", None).await), "too_many_attempts");
    test.pass(MINUTE);
    test.log_in("Mara", PASSWORD, None).await.expect("a minute is longer than the wait");
}

/// A store that notes its calls.
struct Noting {
    store: Arc<MemoryStore>,
    calls: Mutex<Vec<Call>>,
}

impl Layer for Noting {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        self.calls.lock().expect("no test holds it in a panic").push(call);
        go()
    }
}

#[tokio::test]
async fn a_log_in_writes_once_and_reads_the_same_for_a_known_and_an_unknown_name() {
    let test = TestPeople::new();
    test.patron("Mara").await;
    let noting = Arc::new(Noting { store: test.store.clone(), calls: Mutex::default() });
    let people = test.on(noting.clone());
    let credential = Call::Read("credential");
    let passkeys = Call::Read("credentials_of");
    let checks = [Call::Read("entity_named"), credential, credential, passkeys, credential];
    let begins = [Call::Read("credentials_of"), Call::Write("change_credentials")];
    for (name, password, expected) in [
        ("Mara", PASSWORD, [&checks[..], &begins].concat()),
        ("Mara", "wrong", checks.to_vec()),
        ("Nobody", PASSWORD, checks.to_vec()),
    ] {
        let answer = people.log_in(&LogIn { name, password, code: None, label: "" }, from(1)).await;
        assert_eq!(answer.is_ok(), expected.len() > checks.len(), "{name}");
        let calls = std::mem::take(&mut *noting.calls.lock().expect("no test holds it in a panic"));
        assert_eq!(calls, expected, "{name} {password}");
    }
}
