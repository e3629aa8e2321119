//! The private channels of patrons: one each, while somebody listens.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use money::Amount;
use table::PatronId;
use tokio::sync::{Notify, broadcast, watch};

use crate::patrons::notice::Notice;
use crate::ports::{Store, Wallet};

/// How many notices a listener may lag behind.
const LAG: usize = 64;

/// The channels of all patrons who listen.
#[derive(Debug, Default)]
pub(crate) struct PatronChannels {
    listeners: Mutex<HashMap<PatronId, broadcast::Sender<Notice>>>,
    dirty: Mutex<BTreeSet<PatronId>>,
    changed: Notify,
    seen: Mutex<Seen>,
}

/// Who had bonus money, and who a debt, when their wallets were read last. The end of either is sent once.
#[derive(Debug, Default)]
struct Seen {
    bonus: BTreeSet<PatronId>,
    debts: BTreeSet<PatronId>,
}

impl PatronChannels {
    pub(crate) fn subscribe(&self, patron: PatronId) -> broadcast::Receiver<Notice> {
        let mut listeners = lock(&self.listeners);
        listeners.entry(patron).or_insert_with(|| broadcast::Sender::new(LAG)).subscribe()
    }

    /// Sends a notice to a patron who listens.
    pub(crate) fn send(&self, patron: PatronId, notice: Notice) {
        let mut listeners = lock(&self.listeners);
        let gone = listeners.get(&patron).is_some_and(|sender| sender.send(notice).is_err());
        if gone {
            listeners.remove(&patron);
        }
    }

    /// Has the balance of a patron who listens sent soon. Several changes at once are sent once.
    pub(crate) fn mark_balance_dirty(&self, patron: PatronId) {
        if lock(&self.listeners).contains_key(&patron) {
            lock(&self.dirty).insert(patron);
            self.changed.notify_one();
        }
    }

    /// Remembers who has bonus money or a debt, from a wallet that was read.
    pub(crate) fn note(&self, patron: PatronId, wallet: Wallet) {
        let Seen { bonus, debts } = &mut *lock(&self.seen);
        for (some, amount) in [(bonus, wallet.bonus), (debts, wallet.owed)] {
            if !amount.is_zero() {
                some.insert(patron);
            }
        }
    }

    /// Sends balances that changed, until the house closes. Runs beside the tables, so that none waits for it.
    pub(crate) async fn send_balances(
        self: Arc<Self>,
        store: Arc<dyn Store>,
        mut stop: watch::Receiver<bool>,
    ) {
        loop {
            tokio::select! {
                biased;
                _ = stop.changed() => return,
                () = self.changed.notified() => {}
            }
            let dirty = std::mem::take(&mut *lock(&self.dirty));
            for patron in dirty {
                match store.wallet(patron).await {
                    Ok(wallet) => {
                        self.send(patron, Notice::Balance(wallet.cash));
                        let Seen { bonus, debts } = &mut *lock(&self.seen);
                        if changed(bonus, patron, wallet.bonus) {
                            self.send(patron, Notice::Bonus(wallet.bonus));
                        }
                        if changed(debts, patron, wallet.owed) {
                            self.send(patron, Notice::Owed(wallet.owed));
                        }
                    }
                    Err(failure) => tracing::warn!(patron = patron.0, %failure, "a balance was not sent"),
                }
            }
        }
    }
}

/// Whether an amount is to be sent: there is one, or it has just ended. `some` are the patrons who had one.
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
    fn only_the_patron_gets_a_notice_and_only_while_listening() {
        let channels = PatronChannels::default();
        let (one, two) = (PatronId(1), PatronId(2));
        let mut listener = channels.subscribe(one);
        channels.send(two, Notice::Balance(Amount::ZERO));
        channels.mark_balance_dirty(two);
        channels.send(one, Notice::Balance(Amount::MAX));
        assert_eq!(listener.try_recv(), Ok(Notice::Balance(Amount::MAX)));
        assert!(listener.try_recv().is_err());
        drop(listener);
        channels.send(one, Notice::Balance(Amount::ZERO));
        assert!(lock(&channels.listeners).is_empty() && lock(&channels.dirty).is_empty());
    }
}
