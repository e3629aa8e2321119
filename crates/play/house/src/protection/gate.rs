//! The gate of each patron: slips and changes of the patron's protection pass it, and it knows what they may stake.
//!
//! A slip of a patron without protection takes the gate shared and is judged by nothing here. A slip of a patron with
//! limits takes it alone until it is committed, so that two tables cannot pass a limit together. A change of protection
//! takes it alone, too: it waits for the slips under way, and every later one is judged by it.
//!
//! Tables report what they committed without waiting for a gate. What a report leaves open is read from the store by
//! the next slip.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use money::Amount;
use table::{Event, PatronId, Timestamp};
use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::allowance::Allowance;
use super::spent::Spent;
use super::state::Protection;
use crate::log::{Entity, EntityKind, EntityRef, HouseEvent};
use crate::ports::{Store, StoreFailure};

/// How many gates are kept for patrons who are doing nothing.
const KEPT: usize = 65_536;
/// How many lines of a statement are read at once, and how many at first when few can be new.
const PAGE: u16 = 500;
const FEW: u16 = 8;

/// The gates of all patrons who sent a slip or changed their protection lately.
#[derive(Default)]
pub(crate) struct Gates {
    all: Mutex<HashMap<PatronId, Arc<Gate>>>,
    /// Those of them that are watched, so that a report about anybody else costs nothing.
    watched: Mutex<HashMap<PatronId, Arc<Gate>>>,
    any_watched: AtomicBool,
}

/// The gate of one patron.
pub(crate) struct Gate {
    pub(crate) patron: PatronId,
    /// What the store says of the patron's protection; none until it is read.
    pub(crate) known: RwLock<Option<Known>>,
    pub(crate) watch: Mutex<Watch>,
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

/// A slip has passed the gate of its patron; the gate is held until it is committed.
pub(crate) enum Entered<'a> {
    /// The patron has no protection.
    Free(RwLockReadGuard<'a, Option<Known>>),
    /// What the patron's protection allows.
    Guarded(RwLockWriteGuard<'a, Option<Known>>, Allowance),
}

/// What tables report of a patron who is watched.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// The stakes at risk at all tables, as far as they were reported.
    held: Amount,
    /// Those that were reported since the store was asked last.
    reported: Amount,
    /// Whether something happened that only the store can say more about.
    is_stale: bool,
}

impl Gates {
    /// The gate of a patron.
    pub(crate) fn of(&self, patron: PatronId) -> Arc<Gate> {
        let mut all = lock(&self.all);
        if all.len() >= KEPT && !all.contains_key(&patron) {
            all.retain(|_, gate| Arc::strong_count(gate) > 1);
        }
        Arc::clone(all.entry(patron).or_insert_with(|| Arc::new(Gate::new(patron))))
    }

    /// Has tables report what they commit of this patron, or not any more.
    pub(crate) fn watch(&self, gate: &Arc<Gate>, is_watched: bool) {
        let mut watched = lock(&self.watched);
        if is_watched {
            watched.insert(gate.patron, Arc::clone(gate));
        } else {
            watched.remove(&gate.patron);
        }
        self.any_watched.store(!watched.is_empty(), Ordering::Release);
    }

    /// The gate of a patron, if that one is watched.
    pub(crate) fn watched(&self, patron: PatronId) -> Option<Arc<Gate>> {
        self.any_watched.load(Ordering::Acquire).then(|| lock(&self.watched).get(&patron).cloned())?
    }

    /// Follows an event that a table committed.
    pub(crate) fn report(&self, event: &Event) {
        if !self.any_watched.load(Ordering::Acquire) {
            return;
        }
        let report_change = |patron| {
            if let Some(gate) = self.watched(patron) {
                gate.report_change();
            }
        };
        match event {
            Event::SlipAccepted { patron, wagers, replaced: None, .. } => {
                if let Some(gate) = self.watched(*patron) {
                    let stakes = wagers.iter().map(|wager| wager.stake.amount());
                    gate.report_stake(Amount::checked_sum(stakes).unwrap_or(Amount::MAX));
                }
            }
            Event::SlipAccepted { patron, .. } | Event::WagersCleared { patron, .. } => {
                report_change(*patron);
            }
            Event::RoundSettled { patrons, .. } => patrons.iter().for_each(|own| report_change(own.patron)),
            Event::RoundVoided { returned, .. } => returned.iter().for_each(|own| report_change(own.patron)),
            Event::RoundCorrected { agreed, .. } => {
                agreed.patrons.iter().for_each(|own| report_change(own.patron));
            }
            _ => {}
        }
    }
}

impl Gate {
    fn new(patron: PatronId) -> Self {
        Self { patron, known: RwLock::default(), watch: Mutex::default() }
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
        self.watch().is_stale = true;
    }

    /// The patron's stakes that are held at all tables, as of the latest [`refresh`](Self::refresh).
    pub(crate) fn held(&self) -> Amount {
        self.watch().held
    }

    /// Reads from the store what the reports left open. The caller has the gate for itself.
    ///
    /// The stakes that are held are read first: what is settled meanwhile counts as at risk and as lost, never as
    /// neither.
    pub(crate) async fn refresh(
        &self,
        store: &dyn Store,
        known: &mut Known,
        now: Timestamp,
    ) -> Result<(), StoreFailure> {
        let is_stale = {
            let mut watch = self.watch();
            watch.reported = Amount::ZERO;
            std::mem::replace(&mut watch.is_stale, false) || known.spent.is_none()
        };
        let spent = known.spent.get_or_insert_with(|| Spent::nothing(now));
        spent.move_to(now);
        if !is_stale {
            return Ok(());
        }
        let read = async {
            let held = store.held(self.patron).await?;
            add_lines(store, self.patron, spent).await?;
            Ok(held)
        };
        let read = read.await;
        let mut watch = self.watch();
        match read {
            Ok(held) => {
                watch.held = held.checked_add(watch.reported).unwrap_or(Amount::MAX);
                watch.is_stale |= !watch.reported.is_zero();
                Ok(())
            }
            Err(failure) => {
                watch.is_stale = true;
                Err(failure)
            }
        }
    }
}

/// Counts the lines of the statement that are new, oldest first.
async fn add_lines(store: &dyn Store, patron: PatronId, spent: &mut Spent) -> Result<(), StoreFailure> {
    let (since, mut lines, mut before) = (spent.since(), Vec::new(), None);
    let mut limit = if spent.cursor() == 0 { PAGE } else { FEW };
    loop {
        let page = store.statement(patron, before, limit).await?;
        before = page.last().map(|line| line.cursor);
        let is_full = page.len() == usize::from(limit);
        let is_new = page.last().is_some_and(|line| line.cursor > spent.cursor() && line.cause.at >= since);
        lines.extend(page);
        limit = PAGE;
        if !is_full || !is_new {
            break;
        }
    }
    lines.iter().rev().for_each(|line| spent.add(line));
    Ok(())
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
