//! Computes what a store of an earlier version lacks: the digest of each event and the house's own log, the sessions of
//! patrons. Each database writes it once, within the migration.

use std::collections::{HashMap, HashSet};

use house::postings::play_money;
use journal::{Digest, HouseEvent, HouseHead, HouseRow};
use ledger::{Transfer, TransferId};
use money::Amount;
use table::{PatronId, TableId};

use crate::derived::Rebuilds;
use crate::draft::{self, Rows};
use crate::queries::records::TABLES_ALONE;
use crate::queries::transfers::{transfer_row, transfers_by};
use crate::queries::{Reads, Snapshot, Sql, Value, all, first, records};
use crate::rows::column;
use crate::trouble::Result;

/// The time of the database.
const NOW: Sql<'_> =
    Sql { sqlite: "SELECT unixepoch() * 1000", postgres: "SELECT extract(epoch FROM now())::bigint * 1000" };

/// How many sessions are written at a time.
const PAGE: usize = 4_096;

/// Writes the house's own log and all digests, and forbids changes of history from here on.
pub(crate) async fn chain<R: Rebuilds>(session: &R) -> Result<()> {
    let (house, moved): (Vec<_>, Vec<_>) = house_log(session).await?.into_iter().unzip();
    let rows = Rows { house, ..Rows::default() };
    session.write_history(&mut R::Cache::default(), &rows).await?;
    let refer = "UPDATE transfer SET house_seq = $1 WHERE id = $2";
    for (row, moved) in rows.house.iter().zip(moved) {
        if let Some(id) = moved {
            all(session, refer, &[column(row.head.seq)?.into(), Value::id(id.0)], |_| Ok(())).await?;
        }
    }
    session.write_digests(&event_digests(session).await?).await?;
    session.execute(R::CLOSE_HISTORY).await
}

/// The house's own log, each entry with the transfer that belongs to it: the patrons by number, each with the first
/// gift, and then an entry for each other transfer outside the tables.
async fn house_log(session: &impl Reads) -> Result<Vec<(HouseRow, Option<TransferId>)>> {
    let patrons = all(session, records::PATRONS, &[], records::patron).await?;
    let outside = transfers_by!("WHERE t.table_id IS NULL ORDER BY t.transfer_no");
    let outside: Vec<Transfer> = all(session, outside, &[], |row| transfer_row(row)?.transfer).await?;
    let ids: HashSet<TransferId> = patrons.iter().map(|(patron, _)| first_gift(patron.id)).collect();
    let (gifts, others): (Vec<_>, Vec<_>) = outside.into_iter().partition(|moved| ids.contains(&moved.id));
    let gifts: HashMap<TransferId, Transfer> = gifts.into_iter().map(|gift| (gift.id, gift)).collect();
    let created = patrons.into_iter().map(|(patron, at)| {
        let event = HouseEvent::known(patron.id, &patron.nickname, patron.currency, patron.token_hash);
        (Some(at), event, gifts.get(&first_gift(patron.id)).copied())
    });
    let posted = others.into_iter().map(|moved| (None, HouseEvent::MoneyPosted, Some(moved)));
    let (mut log, mut head) = (Vec::new(), HouseHead::default());
    for (at, event, moved) in created.chain(posted) {
        let row = head.next(at, &event, moved.as_slice())?;
        head = row.head;
        log.push((row, moved.map(|moved| moved.id)));
    }
    Ok(log)
}

/// Makes a session of the secret of each patron, as of now.
pub(crate) async fn sessions<R: Rebuilds>(session: &R) -> Result<()> {
    let now = first(session, NOW, &[], |row| row.time(0)).await?.unwrap_or_default();
    let patrons = all(session, records::PATRONS, &[], records::patron).await?;
    for page in patrons.chunks(PAGE) {
        let mut rows = Rows::default();
        for (patron, _) in page {
            rows.credentials.put(draft::session(patron.id, patron.token_hash, now)?);
        }
        session.write_history(&mut R::Cache::default(), &rows).await?;
    }
    Ok(())
}

fn first_gift(patron: PatronId) -> TransferId {
    play_money(patron, 0, Amount::ZERO).id
}

/// The digest of each event, by its table and number.
async fn event_digests(snapshot: &impl Snapshot) -> Result<Vec<(TableId, u64, Digest)>> {
    let mut digests = Vec::<(TableId, u64, Digest)>::new();
    records::entries(snapshot, &[TABLES_ALONE], &mut |entry| {
        let before = digests.last().filter(|last| last.0 == entry.log).map(|last| last.2);
        let before = before.unwrap_or_else(|| Digest::start(entry.log));
        digests.push((entry.log, entry.seq, entry.digest_after(before)));
        Ok(true)
    })
    .await?;
    Ok(digests)
}
