//! Counts the connections of patrons, and notes when a patron with a seat lost the last one. Every connection counts,
//! on any screen. Notes how everybody reads the members of staff, too. Knows tables only by their number.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::{PatronId, StaffId, TableId, Timestamp};
use tokio::sync::Notify;

use crate::ports::Clock;

/// The patrons who are connected or have a seat.
pub(crate) struct Presence {
    clock: Arc<dyn Clock>,
    patrons: Mutex<HashMap<PatronId, Known>>,
    staff: Mutex<Displayed>,
}

/// The display names of members of staff, and how many changes of names there had been when they were read.
#[derive(Default)]
struct Displayed {
    changes: u64,
    names: Arc<BTreeMap<StaffId, String>>,
}

struct Known {
    connections: u32,
    /// How everybody reads the patron where they turn cards; none when they are not named.
    name: Option<String>,
    /// Since when there is no connection, if there is none.
    gone_since: Timestamp,
    seats: HashMap<TableId, Arc<Absences>>,
}

/// The patrons who have a seat at one table and no connection, those who are gone longest first.
#[derive(Debug, Default)]
pub(crate) struct Absences {
    absent: Mutex<BTreeSet<(Timestamp, PatronId)>>,
    changed: Notify,
}

/// A connection of a patron, for as long as it is kept.
#[must_use = "the patron is connected for as long as this is kept"]
pub struct Connection {
    presence: Arc<Presence>,
    patron: PatronId,
}

impl fmt::Debug for Presence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Presence").finish_non_exhaustive()
    }
}

impl Presence {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, patrons: Mutex::default(), staff: Mutex::default() }
    }

    /// Notes the display names of members of staff, and how many changes of names there had been when they were read.
    /// What was read before the latest that are noted does not count.
    pub(crate) fn note_staff(&self, changes: u64, names: Arc<BTreeMap<StaffId, String>>) {
        let mut staff = lock(&self.staff);
        if changes >= staff.changes {
            *staff = Displayed { changes, names };
        }
    }

    /// How everybody reads a member of staff: by the display name, or else by the number. The name under which they log
    /// in is not known here.
    pub(crate) fn name_of_staff(&self, id: StaffId) -> String {
        lock(&self.staff).names.get(&id).cloned().unwrap_or_else(|| id.0.to_string())
    }

    /// Notes one more connection of a patron, who is absent nowhere then.
    pub(crate) fn connect(self: &Arc<Self>, patron: PatronId) -> Connection {
        let mut patrons = lock(&self.patrons);
        let known = patrons.entry(patron).or_insert_with(|| Known::gone(Timestamp::default()));
        known.seats.values().for_each(|absences| absences.remove(known.gone_since, patron));
        known.connections = known.connections.saturating_add(1);
        Connection { presence: Arc::clone(self), patron }
    }

    fn disconnect(&self, patron: PatronId) {
        let mut patrons = lock(&self.patrons);
        let Some(known) = patrons.get_mut(&patron) else { return };
        known.connections = known.connections.saturating_sub(1);
        if known.connections > 0 {
            return;
        }
        known.gone_since = self.clock.now();
        known.seats.values().for_each(|absences| absences.add(known.gone_since, patron));
        if known.seats.is_empty() {
            patrons.remove(&patron);
        }
    }

    /// Has everybody read this name of a patron who is connected or has a seat; none to leave it out.
    pub(crate) fn name(&self, patron: PatronId, name: Option<String>) {
        if let Some(known) = lock(&self.patrons).get_mut(&patron) {
            known.name = name;
        }
    }

    /// How everybody reads a patron; none when they are not named.
    pub(crate) fn name_of(&self, patron: PatronId) -> Option<String> {
        lock(&self.patrons).get(&patron).and_then(|known| known.name.clone())
    }

    /// Notes that a patron has a seat. One who is not connected is absent from now on.
    pub(crate) fn sit(&self, patron: PatronId, table: TableId, absences: &Arc<Absences>) {
        let mut patrons = lock(&self.patrons);
        let known = patrons.entry(patron).or_insert_with(|| Known::gone(self.clock.now()));
        if known.seats.insert(table, Arc::clone(absences)).is_none() && known.connections == 0 {
            absences.add(known.gone_since, patron);
        }
    }

    /// The tables at which a patron has a seat, by number.
    pub(crate) fn seats_of(&self, patron: PatronId) -> Vec<TableId> {
        let patrons = lock(&self.patrons);
        let mut tables: Vec<_> =
            patrons.get(&patron).into_iter().flat_map(|own| own.seats.keys().copied()).collect();
        tables.sort_unstable();
        tables
    }

    /// Whether a patron has a seat at any table.
    pub(crate) fn has_seat(&self, patron: PatronId) -> bool {
        lock(&self.patrons).get(&patron).is_some_and(|own| !own.seats.is_empty())
    }

    /// Has every table at which a patron has a seat look again whether they keep it.
    pub(crate) fn wake_tables(&self, patron: PatronId) {
        let patrons = lock(&self.patrons);
        let seats = patrons.get(&patron).into_iter().flat_map(|own| own.seats.values());
        seats.for_each(|absences| absences.changed.notify_one());
    }

    /// Every patron who has a seat.
    pub(crate) fn seated(&self) -> Vec<PatronId> {
        let patrons = lock(&self.patrons);
        patrons.iter().filter(|(_, known)| !known.seats.is_empty()).map(|(patron, _)| *patron).collect()
    }

    /// Notes that a patron no longer has a seat.
    pub(crate) fn leave(&self, patron: PatronId, table: TableId) {
        let mut patrons = lock(&self.patrons);
        let Some(known) = patrons.get_mut(&patron) else { return };
        if let Some(absences) = known.seats.remove(&table) {
            absences.remove(known.gone_since, patron);
        }
        if known.seats.is_empty() && known.connections == 0 {
            patrons.remove(&patron);
        }
    }
}

impl Known {
    fn gone(gone_since: Timestamp) -> Self {
        Self { connections: 0, name: None, gone_since, seats: HashMap::new() }
    }
}

impl Absences {
    /// Since when the patron who is gone longest has no connection.
    pub(crate) fn longest(&self) -> Option<Timestamp> {
        lock(&self.absent).first().map(|(since, _)| *since)
    }

    /// The patrons who have no connection since then or longer.
    pub(crate) fn gone_by(&self, since: Timestamp) -> Vec<PatronId> {
        lock(&self.absent).iter().take_while(|(gone, _)| *gone <= since).map(|(_, patron)| *patron).collect()
    }

    /// Waits until somebody is absent earlier than everybody else, or may have to get up for another reason.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    fn add(&self, since: Timestamp, patron: PatronId) {
        let mut absent = lock(&self.absent);
        absent.insert((since, patron));
        if absent.first() == Some(&(since, patron)) {
            self.changed.notify_one();
        }
    }

    fn remove(&self, since: Timestamp, patron: PatronId) {
        lock(&self.absent).remove(&(since, patron));
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.presence.disconnect(self.patron);
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Connection({})", self.patron.0)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;

    const ANA: PatronId = PatronId(1);
    const BEN: PatronId = PatronId(2);
    const TABLE: TableId = TableId(1);

    /// Each look at it shows one millisecond more.
    #[derive(Default)]
    struct Ticks(AtomicI64);

    impl Clock for Ticks {
        fn now(&self) -> Timestamp {
            Timestamp(self.0.fetch_add(1, Ordering::Relaxed).saturating_add(1))
        }
    }

    #[test]
    fn staff_are_read_by_their_latest_display_names_or_else_by_their_numbers() {
        let presence = Presence::new(Arc::new(Ticks::default()));
        let note = |changes, name: &str| {
            presence.note_staff(changes, Arc::new([(StaffId(7), name.to_owned())].into()));
        };
        assert_eq!(presence.name_of_staff(StaffId(7)), "7");
        note(2, "Dan");
        // Read before a change that is noted already.
        note(1, "Daniel");
        assert_eq!(presence.name_of_staff(StaffId(7)), "Dan");
        note(2, "Dani");
        assert_eq!(presence.name_of_staff(StaffId(7)), "Dani");
        assert_eq!(presence.name_of_staff(StaffId(8)), "8");
    }

    fn absent(absences: &Absences) -> Vec<u32> {
        absences.gone_by(Timestamp(i64::MAX)).iter().map(|patron| patron.0).collect()
    }

    #[test]
    fn any_connection_counts_and_the_last_one_ends_it() {
        let (presence, absences) = (Arc::new(Presence::new(Arc::new(Ticks::default()))), Arc::default());
        let (one, two) = (presence.connect(ANA), presence.connect(ANA));
        presence.sit(ANA, TABLE, &absences);
        presence.sit(BEN, TABLE, &absences);
        assert_eq!(absent(&absences), [2], "nobody saw Ben connect");
        drop(one);
        assert_eq!(absent(&absences), [2]);
        drop(two);
        assert_eq!((absent(&absences), absences.longest()), (vec![2, 1], Some(Timestamp(1))));
        assert_eq!(absences.gone_by(Timestamp(1)), [BEN]);
        let ben = presence.connect(BEN);
        assert_eq!((absent(&absences), absences.longest()), (vec![1], Some(Timestamp(2))));
        presence.leave(ANA, TABLE);
        presence.leave(BEN, TABLE);
        drop(ben);
        assert!(absent(&absences).is_empty() && lock(&presence.patrons).is_empty());
    }

    #[test]
    fn an_absence_is_one_at_every_table() {
        let (presence, gold) = (Arc::new(Presence::new(Arc::new(Ticks::default()))), Arc::default());
        let (salon, line) = (Arc::default(), presence.connect(ANA));
        presence.sit(ANA, TABLE, &salon);
        presence.sit(ANA, TableId(2), &gold);
        drop(line);
        assert_eq!((absent(&salon), absent(&gold)), (vec![1], vec![1]));
        presence.leave(ANA, TABLE);
        assert_eq!((absent(&salon), absent(&gold)), (vec![], vec![1]));
    }
}
