//! The gate of each patron: slips and changes of the patron's protection pass it, and it knows what they may stake.
//!
//! A slip of a patron without protection takes the gate shared and is judged by nothing here. A slip of a patron with
//! limits takes it alone until it is committed, so that two tables cannot pass a limit together. A change of protection
//! takes it alone, too: it waits for the slips under way, and every later one is judged by it. The slip has the gate
//! with it on its way to the table and back, so it stays closed also when the sender goes away.
//!
//! The gate is the one place where the house remembers something of a patron for the next slip. Slips of two patrons
//! share no lock but that of one of many parts of the map of gates.
//!
//! Tables report what they committed without waiting for a gate. What a report leaves open is read from the store by
//! the next slip.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use money::Amount;
use table::{Event, PatronId, Timestamp};
use tokio::sync::{Notify, OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

use super::allowance::Allowance;
use super::lines::add_lines;
use super::play_clock::PlayClock;
use super::refusal::ProtectionRefusal;
use super::spent::Spent;
use super::state::Protection;
use crate::log::{Entity, EntityKind, EntityRef, HouseEvent};
use crate::money::funding::BonusSeen;
use crate::patrons::range::RangeMemory;
use crate::ports::{Store, StoreFailure, Wallet};
use crate::shards::{PARTS, Shards};

/// How many gates each part of the map keeps for patrons who are doing nothing.
const KEPT: usize = 65_536 / PARTS;

/// The gates of all patrons who sent a slip or changed their protection lately.
#[derive(Default)]
pub(crate) struct Gates {
    all: Shards<HashMap<PatronId, Arc<Gate>>>,
    /// Those of them that are watched, for the keeper of time.
    watched: Mutex<HashMap<PatronId, Arc<Gate>>>,
    any_watched: AtomicBool,
    /// The patrons with a seat who may not play, and why: their Auto ends, and they get up after the round.
    leaving: Mutex<BTreeMap<PatronId, ProtectionRefusal>>,
    any_leaving: AtomicBool,
    changed: Notify,
}

/// The gate of one patron.
pub(crate) struct Gate {
    pub(crate) patron: PatronId,
    /// What the store says of the patron's protection; none until it is read.
    pub(crate) known: Arc<RwLock<Option<Known>>>,
    /// The range that a manager set for the patron.
    pub(crate) range: RangeMemory,
    /// Whether the patron's next slip waits for a look at the wallet.
    pub(crate) bonus: BonusSeen,
    /// Whether tables report what they commit of the patron.
    is_watched: AtomicBool,
    watch: Mutex<Watch>,
}

/// What the store says of a patron's protection.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// The number of the entry that has it; 0 for none.
    pub(crate) seq: u64,
    pub(crate) protection: Protection,
    /// What was staked and lost; none until it is asked for.
    pub(crate) spent: Option<Spent>,
}

/// A request has passed the gate of its patron, who has it closed to changes of protection, and under limits to other
/// slips, for as long as this is kept.
pub(crate) struct Entered {
    gate: Arc<Gate>,
    /// What the patron's protection allows; none for a patron without protection.
    pub(crate) allowance: Option<Allowance>,
    _shared: Option<OwnedRwLockReadGuard<Option<Known>>>,
    _alone: Option<OwnedRwLockWriteGuard<Option<Known>>>,
}

impl Entered {
    /// The patron has no protection.
    pub(crate) const fn free(gate: Arc<Gate>, shared: OwnedRwLockReadGuard<Option<Known>>) -> Self {
        Self { gate, allowance: None, _shared: Some(shared), _alone: None }
    }

    /// The patron's protection allows so much.
    pub(crate) const fn guarded(
        gate: Arc<Gate>,
        alone: OwnedRwLockWriteGuard<Option<Known>>,
        allowance: Allowance,
    ) -> Self {
        Self { gate, allowance: Some(allowance), _shared: None, _alone: Some(alone) }
    }

    /// The gate that was passed.
    pub(crate) const fn gate(&self) -> &Arc<Gate> {
        &self.gate
    }
}

impl fmt::Debug for Entered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entered({}, {:?})", self.gate.patron.0, self.allowance)
    }
}

/// What tables report of a patron who is watched.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// The stakes at risk at all tables, as far as they were reported.
    held: Amount,
    /// Those that were reported since the store was asked last.
    reported: Amount,
    /// How often something happened that only the store can say more about.
    changes: u64,
    /// How many of these changes are in what was read from the store last; none when nothing was read.
    read: Option<u64>,
    /// Whether nobody knows what became of a change of the patron's protection: it is to be read again.
    pub(crate) is_unread: bool,
    /// The patron's time at tables, while a limit counts it.
    pub(crate) clock: Option<PlayClock>,
}

impl Gates {
    /// The gate of a patron.
    pub(crate) fn of(&self, patron: PatronId) -> Arc<Gate> {
        let mut all = self.all.of(patron);
        if all.len() >= KEPT && !all.contains_key(&patron) {
            all.retain(|_, gate| Arc::strong_count(gate) > 1);
        }
        Arc::clone(all.entry(patron).or_insert_with(|| Arc::new(Gate::new(patron))))
    }

    /// Has tables report what they commit of this patron, or not any more.
    pub(crate) fn watch(&self, gate: &Arc<Gate>, is_watched: bool) {
        let mut watched = lock(&self.watched);
        gate.is_watched.store(is_watched, Ordering::Release);
        if is_watched {
            watched.insert(gate.patron, Arc::clone(gate));
        } else {
            watched.remove(&gate.patron);
        }
        self.any_watched.store(!watched.is_empty(), Ordering::Release);
    }

    /// Whether what is known of a patron says that they have no protection. Tables stop reporting what they commit of a
    /// patron whose protection has ended. The caller has the gate, shared at least.
    pub(crate) fn is_free(&self, gate: &Arc<Gate>, known: Option<&Known>, now: Timestamp) -> bool {
        let is_free = known.is_some_and(|own| own.protection.is_none(now));
        if is_free && gate.is_watched.load(Ordering::Acquire) {
            self.watch(gate, false);
        }
        is_free
    }

    /// The gate of a patron, if that one is watched.
    pub(crate) fn watched(&self, patron: PatronId) -> Option<Arc<Gate>> {
        let gate = self.any_watched.load(Ordering::Acquire).then(|| self.known(patron))?;
        gate.filter(|gate| gate.is_watched.load(Ordering::Acquire))
    }

    /// Remembers whether a wallet that was read has bonus money.
    pub(crate) fn note(&self, patron: PatronId, wallet: Wallet) {
        let gate = if wallet.bonus.is_zero() { self.known(patron) } else { Some(self.of(patron)) };
        if let Some(gate) = gate {
            gate.bonus.note(wallet);
        }
    }

    fn known(&self, patron: PatronId) -> Option<Arc<Gate>> {
        self.all.of(patron).get(&patron).cloned()
    }

    /// Every gate that is watched.
    pub(crate) fn all_watched(&self) -> Vec<Arc<Gate>> {
        lock(&self.watched).values().cloned().collect()
    }

    /// Has the keeper of time look again.
    pub(crate) fn wake(&self) {
        self.changed.notify_one();
    }

    /// Waits until [`wake`](Self::wake) is called.
    pub(crate) async fn woken(&self) {
        self.changed.notified().await;
    }

    /// Notes why a patron is to get up after the round, if so, and says whether. That is asked while nobody else can
    /// note it.
    pub(crate) fn set_leaving(
        &self,
        patron: PatronId,
        why: impl FnOnce() -> Option<ProtectionRefusal>,
    ) -> bool {
        let mut leaving = lock(&self.leaving);
        let why = why();
        if let Some(why) = why {
            leaving.insert(patron, why);
        } else {
            leaving.remove(&patron);
        }
        self.any_leaving.store(!leaving.is_empty(), Ordering::Release);
        why.is_some()
    }

    /// The patrons who are to get up after the round, and why. One who may play again by then keeps the seat.
    pub(crate) fn leaving(&self, now: Timestamp) -> Vec<(PatronId, ProtectionRefusal)> {
        if !self.any_leaving.load(Ordering::Acquire) {
            return Vec::new();
        }
        let mut leaving = lock(&self.leaving);
        leaving.retain(|_, why| !why.is_over(now));
        self.any_leaving.store(!leaving.is_empty(), Ordering::Release);
        leaving.iter().map(|(patron, why)| (*patron, *why)).collect()
    }

    /// Follows a seat that was taken or given up. Whether the patron has a seat anywhere is asked while no other table
    /// can report it, so that the answer of the last one to report stands.
    pub(crate) fn report_seat(&self, patron: PatronId, now: Timestamp, has_seat: impl Fn() -> bool) {
        if let Some(gate) = self.watched(patron) {
            if let Some(clock) = &mut gate.watch().clock {
                clock.seat(has_seat(), now);
            }
            self.wake();
        }
        if self.any_leaving.load(Ordering::Acquire) {
            let mut leaving = lock(&self.leaving);
            if !has_seat() {
                leaving.remove(&patron);
            }
            self.any_leaving.store(!leaving.is_empty(), Ordering::Release);
        }
    }

    /// Has a reality check that is due sent to a patron who has begun to listen.
    pub(crate) fn report_listener(&self, patron: PatronId) {
        if let Some(gate) = self.watched(patron) {
            if let Some(clock) = &mut gate.watch().clock {
                clock.send_again();
            }
            self.wake();
        }
    }

    /// Follows an event that a table committed.
    pub(crate) fn report(&self, event: &Event) {
        match event {
            Event::SlipAccepted { patron, wagers, replaced: None, .. } => {
                if let Some(gate) = self.watched(*patron) {
                    let stakes = wagers.iter().map(|wager| wager.stake.amount());
                    gate.report_stake(Amount::checked_sum(stakes).unwrap_or(Amount::MAX));
                }
            }
            Event::SlipAccepted { patron, .. } | Event::WagersCleared { patron, .. } => {
                self.report_changes([*patron]);
            }
            Event::RoundSettled { patrons, .. } => self.report_changes(patrons.iter().map(|own| own.patron)),
            Event::RoundVoided { returned, .. } => {
                self.report_changes(returned.iter().map(|own| own.patron));
            }
            Event::RoundCorrected { agreed, .. } => {
                self.report_changes(agreed.patrons.iter().map(|own| own.patron));
            }
            _ => {}
        }
    }

    /// Something was committed that moved the stakes or the money of these patrons.
    pub(crate) fn report_changes(&self, patrons: impl IntoIterator<Item = PatronId>) {
        if self.any_watched.load(Ordering::Acquire) {
            let watched = patrons.into_iter().filter_map(|patron| self.watched(patron));
            watched.for_each(|gate| gate.report_change());
        }
    }
}

impl Gate {
    fn new(patron: PatronId) -> Self {
        Self {
            patron,
            known: Arc::default(),
            range: RangeMemory::default(),
            bonus: BonusSeen::default(),
            is_watched: AtomicBool::default(),
            watch: Mutex::default(),
        }
    }

    pub(crate) fn watch(&self) -> MutexGuard<'_, Watch> {
        lock(&self.watch)
    }

    /// A slip of the patron was committed.
    pub(crate) fn report_stake(&self, stake: Amount) {
        let mut watch = self.watch();
        watch.held = watch.held.checked_add(stake).unwrap_or(Amount::MAX);
        watch.reported = watch.reported.checked_add(stake).unwrap_or(Amount::MAX);
    }

    /// Something else was committed that moved the patron's stakes or money.
    pub(crate) fn report_change(&self) {
        let mut watch = self.watch();
        watch.changes = watch.changes.saturating_add(1);
    }

    /// Whether the patron's protection has to be read again without waiting for a slip.
    pub(crate) fn set_unread(&self, is_unread: bool) {
        self.watch().is_unread = is_unread;
    }

    /// In how many milliseconds something is to be done about the patron's time or protection.
    pub(crate) fn due_in(&self, now: Timestamp) -> Option<u64> {
        let watch = self.watch();
        if watch.is_unread {
            return Some(0);
        }
        watch.clock.as_ref().and_then(|clock| clock.due_in(now))
    }

    /// The patron's stakes that are held at all tables, as of the latest [`refresh`](Self::refresh).
    pub(crate) fn held(&self) -> Amount {
        self.watch().held
    }

    /// Reads from the store what the reports left open. The caller has the gate for itself. What is known stays as it
    /// is until all is read: a failure, or a caller who goes away meanwhile, leaves it to be read.
    ///
    /// The stakes that are held are read first: what is settled meanwhile counts as at risk and as lost, never as
    /// neither.
    pub(crate) async fn refresh(
        &self,
        store: &dyn Store,
        known: &mut Known,
        now: Timestamp,
    ) -> Result<(), StoreFailure> {
        let (changes, is_fresh, since) = {
            let mut watch = self.watch();
            watch.reported = Amount::ZERO;
            let sitting = watch.clock.as_ref().and_then(|clock| clock.time(now).sitting);
            (watch.changes, watch.read == Some(watch.changes), sitting.map(|own| own.since))
        };
        let is_fresh = is_fresh && known.spent.is_some();
        let mut spent = known.spent.unwrap_or_else(|| Spent::nothing(now));
        spent.move_to(now);
        spent.sit(since);
        if !is_fresh {
            let held = store.held(self.patron).await?;
            add_lines(store, self.patron, &mut spent).await?;
            let mut watch = self.watch();
            watch.held = held.checked_add(watch.reported).unwrap_or(Amount::MAX);
            // A stake that was reported meanwhile may be in what was read, too.
            watch.read = watch.reported.is_zero().then_some(changes);
        }
        known.spent = Some(spent);
        Ok(())
    }
}

impl Watch {
    /// Holds the clock to these limits; false when there is none.
    pub(crate) fn limit(&mut self, protection: &Protection, now: Timestamp) -> bool {
        self.clock.as_mut().map(|clock| clock.limit(protection.clone(), now)).is_some()
    }

    /// Whether the patron may sit down and wager, limits on money and reality checks apart.
    pub(crate) fn may_play(&self, protection: &Protection, now: Timestamp) -> Result<(), ProtectionRefusal> {
        if let Some(exclusion) = protection.excluded(now) {
            return Err(ProtectionRefusal::Excluded { until: exclusion.until });
        }
        if let Some(until) = protection.paused(now) {
            return Err(ProtectionRefusal::Paused { until });
        }
        self.clock.as_ref().map_or(Ok(()), |clock| clock.judge(now))
    }

    /// Whether a reality check waits for the patron's answer.
    pub(crate) fn is_check_due(&self, now: Timestamp) -> bool {
        self.clock.as_ref().is_some_and(|clock| clock.is_check_due(now))
    }
}

impl Known {
    /// What the store says of a patron.
    pub(crate) async fn read(store: &dyn Store, patron: PatronId) -> Result<Self, StoreFailure> {
        let stored = store.entity(EntityRef { kind: EntityKind::Protection, number: patron.0 }).await?;
        let Some(entry) = stored else {
            return Ok(Self { seq: 0, protection: Protection::none(patron), spent: None });
        };
        let seq = entry.seq;
        match entry.event {
            HouseEvent::Changed { entity: Entity::Protection(protection), .. } => {
                Ok(Self { seq, protection, spent: None })
            }
            _ => Err(StoreFailure::Corrupt(format!("entry {seq} has no protection of patron {}", patron.0))),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::protection::limit::LimitKind;

    const ANA: PatronId = PatronId(1);

    /// A patron who limits their time and has a seat.
    fn seated() -> (Gates, Arc<Gate>) {
        let gates = Gates::default();
        let gate = gates.of(ANA);
        gates.watch(&gate, true);
        let mut protection = Protection::none(ANA);
        protection.limits.insert(LimitKind::TimeDayMinutes, 60);
        let mut clock = PlayClock::resumed(None, protection, Timestamp(0));
        clock.seat(true, Timestamp(0));
        gate.watch().clock = Some(clock);
        (gates, gate)
    }

    #[tokio::test]
    async fn tables_stop_reporting_of_a_patron_whose_pause_has_ended() {
        let gates = Gates::default();
        let gate = gates.of(ANA);
        let begun = Timestamp(0);
        let protection = Protection::none(ANA).with_pause(24, begun).expect("it may begin");
        let end = protection.paused(begun).expect("it lasts");
        *gate.known.write().await = Some(Known { seq: 1, protection, spent: None });
        gates.watch(&gate, true);
        let known = gate.known.read().await;
        for (now, is_free) in [(begun, false), (Timestamp(end.0 - 1), false), (end, true)] {
            assert_eq!(gates.is_free(&gate, known.as_ref(), now), is_free, "{now:?}");
            assert_eq!(gates.watched(ANA).is_some(), !is_free, "{now:?}");
            assert_eq!(gates.any_watched.load(Ordering::Acquire), !is_free, "{now:?}");
        }
        assert!(!gates.is_free(&gate, None, end), "nothing is known");
    }

    #[test]
    fn a_seat_taken_while_another_one_is_given_up_keeps_the_clock_running() {
        let ((gates, gate), has_seat) = (seated(), AtomicBool::new(false));
        let (asked, is_asked) = mpsc::channel();
        std::thread::scope(|tables| {
            tables.spawn(|| {
                gates.report_seat(ANA, Timestamp(1), || {
                    let has = has_seat.load(Ordering::SeqCst);
                    asked.send(()).expect("somebody waits for it");
                    has
                });
            });
            is_asked.recv().expect("one table asks");
            has_seat.store(true, Ordering::SeqCst);
            gates.report_seat(ANA, Timestamp(1), || has_seat.load(Ordering::SeqCst));
        });
        let time = gate.watch().clock.as_ref().expect("a limit counts it").time(Timestamp(1_000));
        assert!(time.sitting.is_some());
    }
}
