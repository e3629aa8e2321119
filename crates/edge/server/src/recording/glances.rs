//! Whether the recordings of the last week are still what the house's own log says, also after a restart: all hours are
//! looked for at the start, and then each table has one glance a minute, at its hours in turn. No film is read.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use house::House;
use table::{TableId, Timestamp};
use video::Hour;
use video::retention::LEAST_DAYS;
use video::time::DAY_MS;

use super::cameras::{Cameras, Changed, TableCamera};

/// How much of the log is read once more each time, in milliseconds.
const OVERLAP_MS: i64 = 60_000;

/// The hours whose digests are on record, and how far the glances are.
#[derive(Debug, Default)]
pub(super) struct Glances {
    /// When the log was read last; none before.
    read_at: Option<Timestamp>,
    /// The latest digest of each hour.
    known: BTreeMap<(TableId, Hour), String>,
    /// The hour of each table that was looked at last.
    last: BTreeMap<TableId, Hour>,
    /// The hours of which an alarm told.
    told: BTreeSet<(TableId, Hour)>,
}

/// For how long an hour is looked at, in milliseconds: nothing younger is ever deleted.
fn week_ms() -> i64 {
    i64::from(LEAST_DAYS).saturating_mul(DAY_MS)
}

impl Glances {
    /// Looks for all hours at first, and then at one of each table.
    pub(super) async fn look(&mut self, house: &House, cameras: &Cameras) -> io::Result<()> {
        let (now, is_first) = (house.now(), self.read_at.is_none());
        self.read(house, now).await.map_err(io::Error::other)?;
        let mut looked = Ok(());
        for (table, camera) in cameras {
            let all = if is_first { self.look_for_all(*table, camera, now).await } else { Ok(()) };
            looked = looked.and(all).and(self.glance(*table, camera, now).await);
        }
        looked
    }

    /// Takes what went on record since the last look. What is older than a week may be deleted.
    async fn read(&mut self, house: &House, now: Timestamp) -> Result<(), house::Failure> {
        let begin = Timestamp(now.0.saturating_sub(week_ms()));
        // An entry may be written a moment after its time.
        let read = self.read_at.map_or(begin, |at| Timestamp(at.0.saturating_sub(OVERLAP_MS)));
        let mut hours = house.recordings_closed(read.max(begin)).await?;
        hours.reverse();
        for found in hours {
            if let Some(hour) = Hour::named(&found.hour) {
                self.known.insert((found.table, hour), found.digest);
            }
        }
        self.known.retain(|(_, hour), _| hour.end() > begin.0);
        self.read_at = Some(now);
        Ok(())
    }

    /// The hours of a table, the latest first.
    fn hours(&self, table: TableId) -> Vec<Hour> {
        let all = self.known.keys().rev();
        all.filter(|(of, _)| *of == table).map(|(_, hour)| *hour).collect()
    }

    async fn look_for_all(&mut self, table: TableId, camera: &TableCamera, now: Timestamp) -> io::Result<()> {
        let known = self.known.iter().filter(|((of, _), _)| *of == table);
        let hours: Vec<(Hour, String)> = known.map(|((_, hour), digest)| (*hour, digest.clone())).collect();
        let gone = camera.work(move |archive| {
            Ok(hours.into_iter().filter(|(hour, digest)| archive.is_gone(*hour, digest)).collect::<Vec<_>>())
        });
        for (hour, _) in gone.await? {
            self.tell((table, hour), camera, format!("{hour}/index.jsonl"), now);
        }
        Ok(())
    }

    async fn glance(&mut self, table: TableId, camera: &TableCamera, now: Timestamp) -> io::Result<()> {
        let hours = self.hours(table);
        let last = self.last.get(&table);
        let next = hours.iter().find(|hour| last.is_none_or(|last| *hour < last)).or_else(|| hours.first());
        let Some(hour) = next.copied() else { return Ok(()) };
        self.last.insert(table, hour);
        let Some(digest) = self.known.get(&(table, hour)).cloned() else { return Ok(()) };
        let found = camera.work(move |archive| archive.glance(hour, &digest)).await;
        let unreadable = found.is_err().then(|| format!("{hour}/index.jsonl"));
        if let Some(file) = found.as_ref().ok().cloned().flatten().or(unreadable) {
            self.tell((table, hour), camera, file, now);
        }
        found.map(drop)
    }

    /// Raises the alarm, once for each hour.
    fn tell(&mut self, place: (TableId, Hour), camera: &TableCamera, file: String, at: Timestamp) {
        if self.told.insert(place) {
            let table = place.0.0;
            tracing::error!(target: "alarm", table, %file, "a recording was changed or removed after it was recorded");
            camera.note_changed(Changed { at, file: Some(file) });
        }
    }
}
