//! Who is told what in private: one channel a patron, while somebody listens.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use money::Amount;
use table::PatronId;
use tokio::sync::{Notify, broadcast, watch};

use crate::notice::Notice;
use crate::ports::{Store, Wallet};

/// How many notices a listener may lag behind.
const LAG: usize = 64;

/// All patrons who listen.
#[derive(Debug, Default)]
pub(crate) struct Noticeboard {
    listeners: Mutex<HashMap<PatronId, broadcast::Sender<Notice>>>,
    owed: Mutex<BTreeSet<PatronId>>,
    owing: Notify,
    seen: Mutex<Seen>,
}

/// Who has bonus money, and who a debt, as far as anybody looked: they are told when there is none any more.
#[derive(Debug, Default)]
struct Seen {
    bonus: BTreeSet<PatronId>,
    debts: BTreeSet<PatronId>,
}

impl Noticeboard {
    pub(crate) fn listen(&self, patron: PatronId) -> broadcast::Receiver<Notice> {
        let mut listeners = lock(&self.listeners);
        listeners.entry(patron).or_insert_with(|| broadcast::Sender::new(LAG)).subscribe()
    }

    /// Tells a patron, if they listen.
    pub(crate) fn tell(&self, patron: PatronId, notice: Notice) {
        let mut listeners = lock(&self.listeners);
        let gone = listeners.get(&patron).is_some_and(|sender| sender.send(notice).is_err());
        if gone {
            listeners.remove(&patron);
        }
    }

    /// Whoever has wagers or cash that changed is soon told their balance, if they listen. Asking for it many
    /// times at once tells it once.
    pub(crate) fn owe_balance(&self, patron: PatronId) {
        if lock(&self.listeners).contains_key(&patron) {
            lock(&self.owed).insert(patron);
            self.owing.notify_one();
        }
    }

    /// Somebody looked into a patron's wallet.
    pub(crate) fn note(&self, patron: PatronId, wallet: Wallet) {
        let Seen { bonus, debts } = &mut *lock(&self.seen);
        for (some, amount) in [(bonus, wallet.bonus), (debts, wallet.owed)] {
            if !amount.is_zero() {
                some.insert(patron);
            }
        }
    }

    /// Tells balances that are owed until the house closes. Apart from the tables, so that none waits for it.
    pub(crate) async fn tell_balances(
        self: Arc<Self>,
        store: Arc<dyn Store>,
        mut stop: watch::Receiver<bool>,
    ) {
        loop {
            tokio::select! {
                biased;
                _ = stop.changed() => return,
                () = self.owing.notified() => {}
            }
            let owed = std::mem::take(&mut *lock(&self.owed));
            for patron in owed {
                match store.wallet(patron).await {
                    Ok(wallet) => {
                        self.tell(patron, Notice::Balance(wallet.cash));
                        let Seen { bonus, debts } = &mut *lock(&self.seen);
                        if changed(bonus, patron, wallet.bonus) {
                            self.tell(patron, Notice::Bonus(wallet.bonus));
                        }
                        if changed(debts, patron, wallet.owed) {
                            self.tell(patron, Notice::Owed(wallet.owed));
                        }
                    }
                    Err(failure) => tracing::warn!(patron = patron.0, %failure, "a balance was not told"),
                }
            }
        }
    }
}

/// Whether there is something to tell: an amount, or that there is none any more. `some` are those who had one.
fn changed(some: &mut BTreeSet<PatronId>, patron: PatronId, amount: Amount) -> bool {
    if amount.is_zero() {
        return some.remove(&patron);
    }
    some.insert(patron);
    true
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use money::Amount;

    use super::*;

    #[test]
    fn only_the_patron_is_told_and_only_while_listening() {
        let board = Noticeboard::default();
        let (one, two) = (PatronId(1), PatronId(2));
        let mut listener = board.listen(one);
        board.tell(two, Notice::Balance(Amount::ZERO));
        board.owe_balance(two);
        board.tell(one, Notice::Balance(Amount::MAX));
        assert_eq!(listener.try_recv(), Ok(Notice::Balance(Amount::MAX)));
        assert!(listener.try_recv().is_err());
        drop(listener);
        board.tell(one, Notice::Balance(Amount::ZERO));
        assert!(lock(&board.listeners).is_empty() && lock(&board.owed).is_empty());
    }
}
