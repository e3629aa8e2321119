//! The private channels of patrons: one each, while somebody listens.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use table::PatronId;
use tokio::sync::{Notify, broadcast, watch};
use tokio::time::{Instant, sleep};

use crate::patrons::notice::{Notice, NumberedNotice};
use crate::ports::Store;
use crate::shards::Shards;

/// How many notices a listener may lag behind.
pub(crate) const LAG: usize = 64;
/// How many balances are read at once, at most.
const AT_ONCE: usize = 64;
/// How long to wait before a balance that could not be read is read again.
const RETRY: Duration = Duration::from_secs(1);

/// The channels of all patrons who listen.
#[derive(Debug, Default)]
pub(crate) struct PatronChannels {
    parts: Shards<Part>,
    changed: Notify,
}

/// The channels of some patrons.
#[derive(Debug, Default)]
struct Part {
    listeners: HashMap<PatronId, broadcast::Sender<NumberedNotice>>,
    /// Whose wallet is to be sent.
    dirty: BTreeSet<PatronId>,
}

impl PatronChannels {
    pub(crate) fn subscribe(&self, patron: PatronId) -> broadcast::Receiver<NumberedNotice> {
        let mut part = self.parts.of(patron);
        // Amortized: the map doubles before it is looked through again.
        if part.listeners.len() == part.listeners.capacity() {
            part.listeners.retain(|_, sender| sender.receiver_count() > 0);
        }
        part.listeners.entry(patron).or_insert_with(|| broadcast::Sender::new(LAG)).subscribe()
    }

    /// Sends a notice about no table to a patron who listens.
    pub(crate) fn send(&self, patron: PatronId, notice: Notice) {
        self.parts.of(patron).send(patron, NumberedNotice { seq: 0, round: None, notice });
    }

    /// Sends a notice about a table to a patron who listens, and soon the balance, where `mark` says that it may have
    /// changed and is not sent anyway.
    pub(crate) fn send_about(&self, patron: PatronId, notice: NumberedNotice, mark: bool) {
        let mut part = self.parts.of(patron);
        part.send(patron, notice);
        if mark && part.mark_dirty(patron) {
            self.changed.notify_one();
        }
    }

    /// Has the balance of a patron who listens sent soon. Several changes at once are sent once.
    pub(crate) fn mark_balance_dirty(&self, patron: PatronId) {
        if self.parts.of(patron).mark_dirty(patron) {
            self.changed.notify_one();
        }
    }

    /// Sends balances that changed, until the house closes. Runs beside the tables, so that none waits for it. A
    /// balance that could not be read is read again after a pause, as long as the patron listens.
    pub(crate) async fn send_balances(
        self: Arc<Self>,
        store: Arc<dyn Store>,
        mut stop: watch::Receiver<bool>,
    ) {
        let (mut failed, mut failed_at) = (BTreeSet::new(), Instant::now());
        loop {
            tokio::select! {
                biased;
                _ = stop.changed() => return,
                () = self.changed.notified() => {}
                () = sleep(RETRY.saturating_sub(failed_at.elapsed())), if !failed.is_empty() => {
                    for patron in std::mem::take(&mut failed) {
                        self.parts.of(patron).mark_again(patron);
                    }
                }
            }
            let dirty: Vec<_> =
                self.parts.all().flat_map(|mut part| std::mem::take(&mut part.dirty)).collect();
            for patrons in dirty.chunks(AT_ONCE) {
                match store.wallets(patrons.to_vec()).await {
                    Ok(wallets) => {
                        for (patron, wallet) in patrons.iter().zip(wallets) {
                            self.send(*patron, Notice::Wallet(wallet));
                        }
                    }
                    Err(failure) => {
                        let wallets = patrons.len();
                        tracing::warn!(wallets, %failure, "wallets were not sent; they are tried again");
                        if failed.is_empty() {
                            failed_at = Instant::now();
                        }
                        failed.extend(patrons);
                    }
                }
            }
        }
    }
}

impl Part {
    fn send(&mut self, patron: PatronId, notice: NumberedNotice) {
        let gone = self.listeners.get(&patron).is_some_and(|sender| sender.send(notice).is_err());
        if gone {
            self.listeners.remove(&patron);
        }
    }

    /// Marks the balance of a patron who listens as one to be sent; false when nobody listens.
    fn mark_dirty(&mut self, patron: PatronId) -> bool {
        let listens = self.listeners.contains_key(&patron);
        if listens {
            self.dirty.insert(patron);
        }
        listens
    }

    /// Marks a balance that was not sent, unless the patron has stopped listening meanwhile.
    fn mark_again(&mut self, patron: PatronId) {
        if self.listeners.get(&patron).is_some_and(|sender| sender.receiver_count() > 0) {
            self.dirty.insert(patron);
        }
    }
}

#[cfg(test)]
mod tests {
    use money::Amount;

    use super::*;
    use crate::ports::{NumberedWallet, Wallet};

    const FULL: NumberedWallet = NumberedWallet {
        wallet: Wallet { cash: Amount::MAX, bonus: Amount::ZERO, owed: Amount::ZERO },
        number: 1,
    };

    #[test]
    fn only_the_patron_gets_a_notice_and_only_while_listening() {
        let channels = PatronChannels::default();
        let (one, two) = (PatronId(1), PatronId(2));
        let mut listener = channels.subscribe(one);
        channels.send(two, Notice::Wallet(NumberedWallet::default()));
        channels.mark_balance_dirty(two);
        channels.send(one, Notice::Wallet(FULL));
        assert_eq!(listener.try_recv().map(|sent| sent.notice), Ok(Notice::Wallet(FULL)));
        assert!(listener.try_recv().is_err());
        drop(listener);
        channels.send(one, Notice::Wallet(NumberedWallet::default()));
        assert!(channels.parts.all().all(|part| part.listeners.is_empty() && part.dirty.is_empty()));
    }

    #[test]
    fn channels_of_patrons_who_stopped_listening_do_not_pile_up() {
        let channels = PatronChannels::default();
        let listener = channels.subscribe(PatronId(0));
        // All in the same part.
        (1..10_000).for_each(|number| drop(channels.subscribe(PatronId(number * 256))));
        let kept = channels.parts.of(PatronId(0)).listeners.len();
        assert!(kept < 8, "{kept} are kept for one who listens");
        channels.send(PatronId(0), Notice::Wallet(FULL));
        assert!(!listener.is_empty());
    }
}
