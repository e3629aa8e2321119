//! What staff ask of the house's own log, and how their reads get into it.

use std::str::FromStr as _;

use strum::{EnumString, VariantNames as _};
use table::PatronId;

use super::actor::Actor;
use super::entity::{Entity, EntityKind, EntityRef};
use super::event::HouseEvent;
use super::reads::Shared;
use crate::answer::{Failure, HouseRefusal, Rejection};
use crate::house::House;
use crate::ports::search::{Found, SCAN};
use crate::ports::{HouseEntry, HouseOutcome, RecordedEntry, StoreFailure};

/// How many bytes the name of what was read may have. It is on record whole, so what is longer is not read.
const READ_BYTES: usize = 1_000;

/// How many entries are read at a time.
const PAGE: u16 = 256;

/// Which entries are looked for: those for which everything holds that is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogSearch {
    /// The kind of the entry.
    pub kind: Option<LogKind>,
    /// Who caused it.
    pub by: Option<Actor>,
    /// The entity that it created or changed.
    pub entity: Option<EntityRef>,
}

/// A kind of entry: of the event, or of the entity that it changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogKind {
    /// All events of a type.
    Event(EventKind),
    /// All changes of entities of a kind.
    Entity(EntityKind),
}

/// The types of events of the house's own log, by the names that entries have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum EventKind {
    /// A patron was created.
    PatronCreated,
    /// Money moved outside the tables.
    MoneyPosted,
    /// House rules were put on record.
    HouseRulesUsed,
    /// Money was adjusted by hand.
    MoneyAdjusted,
    /// An entity was created or changed.
    Changed,
    /// Staff read what is known of patrons.
    PatronRead,
    /// An hour of a recording is over.
    RecordingClosed,
    /// A part of a recording is kept.
    RecordingHeld,
    /// A hold on a recording was released.
    RecordingReleased,
}

impl EventKind {
    /// The type of an event.
    pub const fn of(event: &HouseEvent) -> Self {
        match event {
            HouseEvent::PatronCreated { .. } => Self::PatronCreated,
            HouseEvent::MoneyPosted => Self::MoneyPosted,
            HouseEvent::HouseRulesUsed { .. } => Self::HouseRulesUsed,
            HouseEvent::MoneyAdjusted { .. } => Self::MoneyAdjusted,
            HouseEvent::Changed { .. } => Self::Changed,
            HouseEvent::PatronRead { .. } => Self::PatronRead,
            HouseEvent::RecordingClosed { .. } => Self::RecordingClosed,
            HouseEvent::RecordingHeld { .. } => Self::RecordingHeld,
            HouseEvent::RecordingReleased { .. } => Self::RecordingReleased,
        }
    }
}

impl LogKind {
    /// The names of all kinds: those of events, then those of entities.
    pub fn names() -> impl Iterator<Item = &'static str> {
        EventKind::VARIANTS.iter().chain(EntityKind::VARIANTS).copied()
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        let event = EventKind::from_str(name).ok().map(Self::Event);
        event.or_else(|| EntityKind::from_str(name).ok().map(Self::Entity))
    }
}

/// An entry of the house's own log with its digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The entry.
    pub entry: RecordedEntry,
    /// Its SHA-256.
    pub digest: [u8; 32],
    /// The state of its entity before it; none where the entity is new, or where it has none.
    pub before: Option<Entity>,
}

impl LogSearch {
    fn takes(&self, event: &HouseEvent) -> bool {
        let kind = match self.kind {
            None => true,
            Some(LogKind::Event(kind)) => EventKind::of(event) == kind,
            Some(LogKind::Entity(kind)) => event.entity().is_some_and(|it| it.entity_ref().kind == kind),
        };
        kind && self.by.is_none_or(|by| event.actor() == Some(by))
    }
}

impl House {
    /// Entries of the house's own log, newest first, at most `limit`, before entry `before`. A page that is short of
    /// its limit says where to go on.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn log_entries(
        &self,
        search: LogSearch,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Found<LogEntry, u64>, Failure> {
        let store = &self.context.store;
        let (mut fitting, mut before, mut looked_at) = (Vec::new(), before, 0_u16);
        let mut ended = false;
        while !ended && looked_at < SCAN && fitting.len() <= usize::from(limit) {
            let page = match search.entity {
                Some(entity) => store.entity_history(entity, before, PAGE).await?,
                None => store.house_log(before, PAGE).await?,
            };
            (ended, looked_at) = (page.len() < usize::from(PAGE), looked_at.saturating_add(PAGE));
            before = page.last().map(|last| last.seq).or(before);
            fitting.extend(page.into_iter().filter(|entry| search.takes(&entry.event)));
        }
        let mut page = Found::page(fitting, limit, |entry| entry.seq);
        if page.next.is_none() && !ended {
            page.next = before;
        }
        let mut found = Vec::with_capacity(page.found.len());
        for entry in page.found {
            let missing = || StoreFailure::Corrupt(format!("entry {} has no digest", entry.seq));
            let digest = store.house_digest(entry.seq).await?.ok_or_else(missing)?;
            let before = match entry.event.entity() {
                Some(entity) => store.entity_history(entity.entity_ref(), Some(entry.seq), 1).await?,
                None => Vec::new(),
            };
            let before = before.first().and_then(|earlier| earlier.event.entity()).cloned();
            found.push(LogEntry { entry, digest, before });
        }
        Ok(Found { found, next: page.next })
    }

    /// The number of the next entity of a kind whose numbers have no gaps, so that a search by halves finds it.
    pub(crate) async fn next_number(&self, kind: EntityKind) -> Result<u32, Failure> {
        let is_used = |number| self.context.store.entity(EntityRef { kind, number });
        let (mut used, mut free) = (0_u32, 1_u32);
        while is_used(free).await?.is_some() {
            (used, free) = (free, free.saturating_mul(2));
        }
        while free.saturating_sub(used) > 1 {
            let middle = used.midpoint(free);
            if is_used(middle).await?.is_some() { used = middle } else { free = middle }
        }
        Ok(free)
    }

    /// Puts a read of a member of staff on record, unless an entry covers it. The caller answers after this, and not at
    /// all when it fails.
    ///
    /// # Errors
    /// [`HouseRefusal::ReadTooLong`], or a [`Failure`] of the store.
    pub async fn record_read(
        &self,
        by: Actor,
        patron: Option<PatronId>,
        what: &str,
        shared: Shared,
    ) -> Result<(), Rejection> {
        if what.len() > READ_BYTES {
            return Err(HouseRefusal::ReadTooLong { most: READ_BYTES }.into());
        }
        let (now, what) = (self.now(), what.to_owned());
        let read = (by, patron, what.clone());
        if self.reads.covers(&read, now) {
            return Ok(());
        }
        let event = HouseEvent::PatronRead { by, patron, what };
        let entry = HouseEntry::new(now, event, 0);
        match self.context.store.append_entry(entry).await? {
            HouseOutcome::Appended { .. } => {
                self.reads.remember(read, now, shared);
                Ok(())
            }
            outcome => {
                Err(StoreFailure::Corrupt(format!("a read could not be put on record: {outcome:?}")).into())
            }
        }
    }
}
