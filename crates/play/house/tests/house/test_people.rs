//! The people of a house without tables, on a store in memory, with a clock that tests set.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use money::{Amount, Currency};
use punto_house::log::Actor;
use punto_house::people::password::Passwords;
use punto_house::people::totp::TotpBody;
use punto_house::people::{
    LogIn, LoggedIn, NewConsole, NewSession, Origin, People, Proof, Role, Roles, SignedInAgain, hash_of,
};
use punto_house::ports::{Clock, CommitStore as _, NewPatron, Store};
use punto_house::{OsEntropy, Rejection, Token};
use store::MemoryStore;
use table::{PatronId, StaffId, TableId, Timestamp};

use crate::faults::Faults;
use crate::test_house::START;

pub(crate) const MINUTE: i64 = 60_000;
pub(crate) const DAY: i64 = 24 * 60 * MINUTE;
/// A password that is accepted.
pub(crate) const PASSWORD: &str = "green kettle unrolled";

/// A clock that stands until a test moves it.
#[derive(Default)]
struct SetClock(AtomicI64);

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        Timestamp(START.0 + self.0.load(Ordering::Relaxed))
    }
}

pub(crate) struct TestPeople {
    pub(crate) people: People,
    pub(crate) store: Arc<MemoryStore>,
    clock: Arc<SetClock>,
}

/// The origin of a request from a network of this number.
pub(crate) fn from(network: u8) -> Origin {
    let address = IpAddr::from([192, 0, 2, network]);
    Origin { address, network: address }
}

impl TestPeople {
    pub(crate) fn new() -> Self {
        let (store, clock) = (Arc::new(MemoryStore::new()), Arc::new(SetClock::default()));
        let people = People::new(store.clone(), clock.clone(), Arc::new(OsEntropy), Arc::default());
        Self { people, store, clock }
    }

    /// People on a store with faults to come.
    pub(crate) fn with_faults() -> (Self, Arc<Faults>) {
        let (test, faults) = (Self::new(), Arc::new(Faults::default()));
        let people = test.on(faults.clone());
        (Self { people, store: Arc::clone(&faults.store), ..test }, faults)
    }

    /// The people of a server on which every password finds that too many wait.
    pub(crate) fn busy(&self) -> People {
        let passwords = Arc::new(Passwords::new(0));
        People::new(self.store.clone(), self.clock.clone(), Arc::new(OsEntropy), passwords)
    }

    /// The people of another server on the same store.
    pub(crate) fn elsewhere(&self) -> People {
        self.on(self.store.clone())
    }

    /// The people of another server on that store.
    pub(crate) fn on(&self, store: Arc<dyn Store>) -> People {
        People::new(store, self.clock.clone(), Arc::new(OsEntropy), Arc::default())
    }

    /// Lets this much time pass, in milliseconds.
    pub(crate) fn pass(&self, ms: i64) {
        self.clock.0.fetch_add(ms, Ordering::Relaxed);
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// A guest with this nickname, and the secret of their session.
    pub(crate) async fn guest(&self, nickname: &str) -> (PatronId, String) {
        let secret = Token::new([u8::try_from(nickname.len()).expect("it is short"); 32]).secret().to_owned();
        let patron = NewPatron {
            nickname: nickname.to_owned(),
            token_hash: hash_of(&secret),
            currency: Currency::PLAY,
            gift: Amount::ZERO,
            at: self.now(),
        };
        (self.store.create_patron(patron).await.expect("it is created").id, secret)
    }

    /// A patron with an account of this nickname, and their session.
    pub(crate) async fn patron(&self, nickname: &str) -> (PatronId, NewSession) {
        let (patron, _) = self.guest(nickname).await;
        (patron, self.people.open_account(patron, nickname, PASSWORD, "").await.expect("it is opened"))
    }

    /// Who has this session.
    pub(crate) async fn known(&self, session: &NewSession) -> Option<Arc<LoggedIn>> {
        self.people.authenticate(session.secret.secret()).await.expect("the store answers")
    }

    pub(crate) async fn logged_in(&self, session: &NewSession) -> Arc<LoggedIn> {
        self.known(session).await.expect("the session counts")
    }

    pub(crate) async fn log_in(
        &self,
        name: &str,
        password: &str,
        code: Option<&str>,
    ) -> Result<NewSession, Rejection> {
        self.people.log_in(&LogIn { name, password, code, label: "" }, from(1)).await
    }

    pub(crate) async fn log_in_staff(
        &self,
        name: &str,
        password: &str,
        code: Option<&str>,
    ) -> Result<NewSession, Rejection> {
        self.people.log_in_staff(&LogIn { name, password, code, label: "" }, from(1)).await
    }

    /// Sets a second factor of somebody with [`PASSWORD`]. Gives its secret, the recovery codes and the session.
    pub(crate) async fn with_second_factor(
        &self,
        session: &NewSession,
    ) -> (TotpBody, Vec<String>, NewSession) {
        let who = self.logged_in(session).await;
        let new = self
            .people
            .set_second_factor(&who, &Proof::password(PASSWORD), from(1))
            .await
            .expect("it waits for a code");
        let totp = TotpBody { secret: new.secret, last_step: 0, confirmed: false };
        let code = totp.code(self.now()).expect("a code");
        let confirmed = self.people.confirm_second_factor(&who, &code, from(1)).await.expect("it is in use");
        (totp, confirmed.recovery_codes, confirmed.session)
    }

    /// A member of staff who has enrolled, with the second factor and the session.
    pub(crate) async fn staff(&self, name: &str, roles: &[Role]) -> (StaffId, TotpBody, NewSession) {
        let roles: Roles = roles.iter().copied().collect();
        let added = self.people.add_staff(Actor::Operator, name, roles).await.expect("they are added");
        let session = self.people.enrol(name, &added.code, PASSWORD, from(1)).await.expect("they enrol");
        let (totp, _, session) = self.with_second_factor(&session).await;
        (added.member.id, totp, session)
    }

    /// A console that a supervisor opens at this table with the code that the app shows now.
    pub(crate) async fn console(
        &self,
        table: TableId,
        supervisor: &(StaffId, TotpBody, NewSession),
    ) -> NewConsole {
        let (_, totp, session) = supervisor;
        let code = totp.code(self.now()).expect("a code");
        let who = &*self.logged_in(session).await;
        let by = SignedInAgain { who, proof: again(PASSWORD, &code), from: from(1) };
        self.people.open_console(table, &by).await.expect("it is opened")
    }
}

/// The proof of somebody with a second factor.
pub(crate) const fn again<'a>(password: &'a str, code: &'a str) -> Proof<'a> {
    Proof::Password { password, code: Some(code) }
}

/// The code of a refusal.
#[track_caller]
#[allow(clippy::panic, reason = "a test that finds something else has failed")]
pub(crate) fn refused<T: std::fmt::Debug>(result: Result<T, Rejection>) -> &'static str {
    match result {
        Err(Rejection::Refused(refusal)) => refusal.code(),
        other => panic!("{other:?}"),
    }
}
