//! The bulletins of a table as it writes them: each follows the one before, and is signed when its event is written.

use fair::{Bulletin, Digest, Notice};
use table::{Event, Table, TableId, Timestamp};

use crate::ports::{NewBulletin, StoreFailure, StoredBulletin};
use crate::proofs::ShoeKeys;
use crate::proofs::heads::NotedHead;
use crate::proofs::notices::{millis, notices};
use crate::proofs::row::DealtRow;

/// Where the bulletins of a table have come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BulletinHead {
    /// The first shoe that was committed; none before it was.
    pub(crate) first_shoe: Option<u32>,
    /// The last bulletin: its number, its time and its digest.
    last: Option<(u64, u64, Digest)>,
}

impl BulletinHead {
    /// The head, from the first and the last bulletin of a table.
    ///
    /// # Errors
    /// [`StoreFailure::Corrupt`] when one of them is no bulletin.
    pub(crate) fn of(
        first: Option<&StoredBulletin>,
        last: Option<&StoredBulletin>,
    ) -> Result<Self, StoreFailure> {
        let (Some(first), Some(last)) = (first, last) else { return Ok(Self::default()) };
        let first_shoe = first.read()?.notice.shoe_no();
        let last = last.read()?;
        Ok(Self { first_shoe, last: Some((last.no, last.at, last.digest())) })
    }

    /// The last bulletin; none before there is one.
    pub(crate) fn noted(&self) -> Option<NotedHead> {
        self.last.map(|(no, _, digest)| NotedHead { no, digest })
    }

    /// The head after these bulletins.
    pub(crate) fn after(&mut self, written: &[NewBulletin]) {
        for NewBulletin { no, at, digest, shoe_no, .. } in written {
            self.first_shoe = self.first_shoe.or(Some(*shoe_no));
            self.last = Some((*no, *at, *digest));
        }
    }

    /// The time that a bulletin of now has, which is never before the last one.
    pub(crate) fn time(&self, now: Timestamp) -> u64 {
        millis(now).max(self.last.map_or(0, |(_, since, _)| since))
    }

    /// The bulletins of events that follow `table` in one unit; `row` is the row of its shoe, if it draws from one.
    pub(crate) fn bulletins(
        mut self,
        keys: &ShoeKeys,
        (table, row): (&Table, Option<&DealtRow>),
        now: Timestamp,
        events: &[Event],
    ) -> Vec<NewBulletin> {
        let notices = notices(table, events, self.first_shoe, row);
        let mut written = Vec::with_capacity(notices.len());
        for (event, notice) in notices {
            let bulletin = self.next(keys, table.settings().id, now, (event, notice));
            self.after(std::slice::from_ref(&bulletin));
            written.push(bulletin);
        }
        written
    }

    /// The next bulletin, which says this of the event at that place.
    fn next(
        &self,
        keys: &ShoeKeys,
        table: TableId,
        now: Timestamp,
        (event, notice): (usize, Notice),
    ) -> NewBulletin {
        // The old key vouches for the new one, which signs from the next bulletin on.
        let signer = match (&notice, &keys.before) {
            (Notice::Rekeyed(_), Some(before)) => before,
            _ => &keys.house,
        };
        let house = signer.public();
        let (no, previous) = self.last.map_or((0, Digest::ZERO), |(no, _, digest)| (no, digest));
        let (no, at) = (no.saturating_add(1), self.time(now));
        let shoe_no = notice.shoe_no().unwrap_or_default();
        let bulletin = Bulletin { house, table: table.0, no, at, previous, notice };
        let (text, digest) = (bulletin.to_string(), bulletin.digest());
        let signature = signer.sign(&text);
        NewBulletin { event, no, at, shoe_no, digest, text, key: house, signature }
    }
}
