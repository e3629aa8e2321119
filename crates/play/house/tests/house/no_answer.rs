//! Sessions that end while the store fails: nobody knows whether it did what it was asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::FutureExt as _;
use punto_house::log::Actor;
use punto_house::people::{LoggedIn, NewSession, People, Person, Role};
use punto_house::ports::{Call, Layer, PortFuture, Store, StoreFailure};
use punto_house::{Failure, Rejection};
use store::MemoryStore;

use crate::test_people::{PASSWORD, TestPeople, from};

/// A store whose answers to changes are lost while `fails` is set, after the change is done if `is_done`.
struct Losing {
    store: Arc<MemoryStore>,
    fails: AtomicBool,
    is_done: bool,
}

impl Layer for Losing {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        let writes = [Call::Write("change_credentials"), Call::Write("append_entry")].contains(&call);
        if !writes || !self.fails.load(Ordering::Relaxed) {
            return go();
        }
        let is_done = self.is_done;
        Box::pin(async move {
            if is_done {
                go().await?;
            }
            Err(StoreFailure::Storage("no answer".to_owned()))
        })
    }
}

/// What ends the sessions of Ann of the staff.
const ENDS: [&str; 6] = ["log out", "everywhere", "revoke", "password", "roles", "reset"];

async fn end(people: &People, how: &str, who: &LoggedIn) -> Result<(), Rejection> {
    let owner = who.known.person();
    let Person::Staff(id) = owner else { return Ok(()) };
    match how {
        "log out" => people.log_out(who).await.map_err(Rejection::from),
        "everywhere" => people.log_out_everywhere(owner).await.map_err(Rejection::from),
        "revoke" => people.revoke(owner, &who.session_id).await,
        "password" => people.change_password(who, PASSWORD, "yellow kettle rolled", from(1)).await.map(drop),
        "roles" => people.change_roles(Actor::Operator, id, [Role::Auditor].into()).await.map(drop),
        _ => people.reset_staff(Actor::Operator, id).await.map(drop),
    }
}

#[tokio::test]
async fn after_an_end_without_an_answer_a_session_counts_as_the_store_has_it() {
    for (is_done, how) in [false, true].into_iter().flat_map(|is_done| ENDS.map(|how| (is_done, how))) {
        let test = TestPeople::new();
        let (_, _, session) = test.staff("Ann", &[Role::Manager]).await;
        let losing = Arc::new(Losing { store: test.store.clone(), fails: AtomicBool::new(false), is_done });
        let people = test.on(losing.clone());
        let secret = |session: &NewSession| session.secret.secret().to_owned();
        let who = people.authenticate(&secret(&session)).await.unwrap().unwrap();
        let (_, mut watch) = people.attend(&who).await.unwrap().unwrap();
        losing.fails.store(true, Ordering::Relaxed);
        let ended = end(&people, how, &who).await;
        assert!(matches!(ended, Err(Rejection::Failed(Failure::Store(_)))), "{how} {is_done}: {ended:?}");
        let known = people.authenticate(&secret(&session)).await.unwrap();
        assert_eq!(known.is_none(), is_done, "{how}: it counts as the store has it");
        assert!(watch.ended().now_or_never().is_none(), "{how}: no socket hears of what may not be");
    }
}
