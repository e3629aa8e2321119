//! Brings history into an empty database: all rows as they come, then everything that follows from them, then the
//! digests are held against the rows. In one transaction; what fails leaves the database empty.

use std::collections::{BTreeSet, HashMap};

use audit::{HouseEvent, Signed, StoredPatron};
use house::ports::{ShoeSeed, StoreFailure};
use ledger::{Account, Transfer};
use money::Amount;
use table::{RoundRef, TableId, Timestamp};
use tokio_postgres::{Config, Transaction};

use super::facts::read_account;
use super::failure::Trouble;
use super::id::Id;
use super::session::Parameter;
use super::{connect, migrate, rebuild, records};
use crate::past::{Chained, NextRow, PastCounts, PastEntry, PastRow, Rounds, not_empty};
use crate::rows::{column, kind_of};

/// How many rows are written at a time.
const PAGE: usize = 4_096;

/// Lets no server write until the end of the transaction, and has it on the disk then. A server that writes begins with
/// the first of these tables.
const ALONE: &str = "SET LOCAL synchronous_commit = on;
    LOCK TABLE writer, table_owner, patron, event, house_event, transfer, account, hold IN EXCLUSIVE MODE";

const IS_EMPTY: &str = "SELECT NOT EXISTS (SELECT FROM patron) AND NOT EXISTS (SELECT FROM event)
    AND NOT EXISTS (SELECT FROM house_event) AND NOT EXISTS (SELECT FROM transfer)
    AND NOT EXISTS (SELECT FROM shoe_seed) AND NOT EXISTS (SELECT FROM checkpoint)";

/// The next patron gets the next number.
const NUMBERS: &str = "SELECT setval('patron_number', max(patron_id)) FROM patron HAVING count(*) > 0";

/// Brings the rows in; answers how many they were.
pub(super) async fn import(config: &Config, next: NextRow<'_>) -> Result<PastCounts, Trouble> {
    let mut client = connect::auditor(config).await?;
    migrate::migrate(&mut client).await?;
    let transaction = client.transaction().await?;
    transaction.batch_execute(ALONE).await?;
    if !transaction.query_one(IS_EMPTY, &[]).await?.try_get::<_, bool>(0)? {
        return Err(not_empty().into());
    }
    let mut arriving = Arriving::default();
    let mut counts = PastCounts::default();
    while let Some(row) = next()? {
        counts.count(&row);
        arriving.take(row)?;
        if arriving.waiting >= PAGE {
            arriving.write(&transaction).await?;
        }
    }
    arriving.write(&transaction).await?;
    transaction.execute(NUMBERS, &[]).await?;
    transaction.batch_execute("ANALYZE").await?;
    rebuild::refold(&transaction, true).await?;
    let mut chained = Chained::default();
    let follow = &mut |entry| chained.follow(&entry).map(|()| true);
    records::house_entries(&transaction, follow).await?;
    records::table_entries(&transaction, follow).await?;
    transaction.commit().await?;
    Ok(counts)
}

/// Rows that wait to be written, and what must be known of those before.
#[derive(Default)]
struct Arriving {
    waiting: usize,
    patrons: Vec<(StoredPatron, Timestamp)>,
    seeds: Vec<(TableId, ShoeSeed)>,
    house: Vec<PastEntry>,
    events: Vec<(PastEntry, RoundRef)>,
    transfers: Vec<(Transfer, (TableId, u64))>,
    checkpoints: Vec<Signed>,
    numbered: i64,
    accounts: HashMap<Account, i64>,
    rounds: Rounds,
}

impl Arriving {
    fn take(&mut self, row: PastRow) -> Result<(), StoreFailure> {
        match row {
            PastRow::Counts(_) => {}
            PastRow::Patron(patron, at) => self.patrons.push((patron, at)),
            PastRow::Seed(table, seed) => self.seeds.push((table, seed)),
            PastRow::Entry(entry) => match self.rounds.of(&entry)? {
                Some(round) => self.events.push((entry, round)),
                None => self.house.push(entry),
            },
            PastRow::Transfer(transfer, origin) => self.transfers.push((transfer, origin)),
            PastRow::Checkpoint(signed) => self.checkpoints.push(signed),
        }
        self.waiting = self.waiting.saturating_add(1);
        Ok(())
    }

    async fn write(&mut self, transaction: &Transaction<'_>) -> Result<(), Trouble> {
        self.waiting = 0;
        patrons(transaction, &std::mem::take(&mut self.patrons)).await?;
        seeds(transaction, &std::mem::take(&mut self.seeds)).await?;
        house_events(transaction, &std::mem::take(&mut self.house)).await?;
        events(transaction, &std::mem::take(&mut self.events)).await?;
        let transfers = std::mem::take(&mut self.transfers);
        self.open_accounts(transaction, &transfers).await?;
        self.write_transfers(transaction, &transfers).await?;
        self.write_checkpoints(transaction).await
    }

    /// Opens the accounts that are new, with nothing in them.
    async fn open_accounts(
        &mut self,
        transaction: &Transaction<'_>,
        transfers: &[(Transfer, (TableId, u64))],
    ) -> Result<(), Trouble> {
        let named = transfers.iter().flat_map(|(transfer, _)| [transfer.from, transfer.to]);
        let new: BTreeSet<Account> = named.filter(|account| !self.accounts.contains_key(account)).collect();
        let kinds: Vec<&str> = new.iter().map(|account| account.kind.id()).collect();
        let owners: Vec<i64> = new.iter().map(|account| i64::from(account.owner)).collect();
        let codes: Vec<&str> = new.iter().map(|account| account.currency.code()).collect();
        let decimals: Vec<i16> = new.iter().map(|account| i16::from(account.currency.decimals())).collect();
        let sql = "INSERT INTO account (kind, owner, currency, decimals, balance)
            SELECT *, 0 FROM unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[])
            RETURNING account_no, kind, owner, currency, decimals";
        for row in transaction.query(sql, &[&kinds, &owners, &codes, &decimals]).await? {
            self.accounts.insert(read_account(&row, 1)?, row.try_get(0)?);
        }
        Ok(())
    }

    async fn write_transfers(
        &self,
        transaction: &Transaction<'_>,
        rows: &[(Transfer, (TableId, u64))],
    ) -> Result<(), Trouble> {
        let number = |account: &Account| self.accounts.get(account).copied();
        let each = || rows.iter().map(|(transfer, _)| transfer);
        let ids: Vec<Id> = each().map(|transfer| Id(transfer.id.0)).collect();
        let kinds: Vec<&str> = each().map(|transfer| kind_of(&transfer.action).0).collect();
        let from: Vec<Option<i64>> = each().map(|transfer| number(&transfer.from)).collect();
        let to: Vec<Option<i64>> = each().map(|transfer| number(&transfer.to)).collect();
        let amounts: Vec<i64> = each().map(|transfer| transfer.amount.signed()).collect();
        let abouts: Vec<Option<Id>> =
            each().map(|transfer| kind_of(&transfer.action).1.map(|id| Id(id.0))).collect();
        let asked: Vec<Option<i64>> =
            each().map(|transfer| kind_of(&transfer.action).2.map(Amount::signed)).collect();
        let (mut tables, mut seqs, mut house_seqs) = (Vec::new(), Vec::new(), Vec::new());
        for (_, (log, seq)) in rows {
            let (seq, outside) = (column(*seq)?, *log == HouseEvent::LOG);
            tables.push((!outside).then_some(i64::from(log.0)));
            seqs.push((!outside).then_some(seq));
            house_seqs.push(outside.then_some(seq));
        }
        let sql =
            "INSERT INTO transfer (id, kind, from_account, to_account, amount, about, asked, table_id, seq,
                house_seq)
            SELECT * FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::uuid[],
                $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])";
        let values: [Parameter<'_>; 10] =
            [&ids, &kinds, &from, &to, &amounts, &abouts, &asked, &tables, &seqs, &house_seqs];
        transaction.execute(sql, &values).await?;
        Ok(())
    }

    async fn write_checkpoints(&mut self, transaction: &Transaction<'_>) -> Result<(), Trouble> {
        for Signed { text, signature, key } in std::mem::take(&mut self.checkpoints) {
            self.numbered = self.numbered.saturating_add(1);
            let sql = "INSERT INTO checkpoint (checkpoint_no, text, signature, key) VALUES ($1, $2, $3, $4)";
            let values: [Parameter<'_>; 4] = [&self.numbered, &text, &signature.as_slice(), &key.as_slice()];
            transaction.execute(sql, &values).await?;
        }
        Ok(())
    }
}

async fn patrons(transaction: &Transaction<'_>, rows: &[(StoredPatron, Timestamp)]) -> Result<(), Trouble> {
    let ids: Vec<i64> = rows.iter().map(|(patron, _)| i64::from(patron.id.0)).collect();
    let nicknames: Vec<&str> = rows.iter().map(|(patron, _)| patron.nickname.as_str()).collect();
    let tokens: Vec<&[u8]> = rows.iter().map(|(patron, _)| patron.token_hash.as_slice()).collect();
    let codes: Vec<&str> = rows.iter().map(|(patron, _)| patron.currency.code()).collect();
    let decimals: Vec<i16> = rows.iter().map(|(patron, _)| i16::from(patron.currency.decimals())).collect();
    let times: Vec<i64> = rows.iter().map(|(_, at)| at.0).collect();
    let sql = "INSERT INTO patron (patron_id, nickname, token_hash, currency, decimals, created_at)
        SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::text[], $5::smallint[], $6::bigint[])";
    let values: [Parameter<'_>; 6] = [&ids, &nicknames, &tokens, &codes, &decimals, &times];
    transaction.execute(sql, &values).await?;
    Ok(())
}

async fn seeds(transaction: &Transaction<'_>, rows: &[(TableId, ShoeSeed)]) -> Result<(), Trouble> {
    let tables: Vec<i64> = rows.iter().map(|(table, _)| i64::from(table.0)).collect();
    let shoes: Vec<i64> = rows.iter().map(|(_, seed)| i64::from(seed.shoe_no)).collect();
    let seeds: Vec<&[u8]> = rows.iter().map(|(_, seed)| seed.seed.as_slice()).collect();
    let sql = "INSERT INTO shoe_seed (table_id, shoe_no, seed)
        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])";
    transaction.execute(sql, &[&tables, &shoes, &seeds]).await?;
    Ok(())
}

async fn house_events(transaction: &Transaction<'_>, rows: &[PastEntry]) -> Result<(), Trouble> {
    let seqs = rows.iter().map(|row| column(row.seq)).collect::<Result<Vec<i64>, _>>()?;
    let times: Vec<i64> = rows.iter().map(|row| row.at.0).collect();
    let bodies: Vec<&str> = rows.iter().map(|row| row.body.as_str()).collect();
    let hashes: Vec<&[u8]> = rows.iter().map(|row| row.digest.0.as_slice()).collect();
    let sql = "INSERT INTO house_event (seq, at, body, hash)
        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[])";
    transaction.execute(sql, &[&seqs, &times, &bodies, &hashes]).await?;
    Ok(())
}

async fn events(transaction: &Transaction<'_>, rows: &[(PastEntry, RoundRef)]) -> Result<(), Trouble> {
    let tables: Vec<i64> = rows.iter().map(|(row, _)| i64::from(row.log.0)).collect();
    let seqs = rows.iter().map(|(row, _)| column(row.seq)).collect::<Result<Vec<i64>, _>>()?;
    let times: Vec<i64> = rows.iter().map(|(row, _)| row.at.0).collect();
    let shoes: Vec<i64> = rows.iter().map(|(_, round)| i64::from(round.shoe_no)).collect();
    let rounds: Vec<i32> = rows.iter().map(|(_, round)| i32::from(round.round_no)).collect();
    let bodies: Vec<&str> = rows.iter().map(|(row, _)| row.body.as_str()).collect();
    let hashes: Vec<&[u8]> = rows.iter().map(|(row, _)| row.digest.0.as_slice()).collect();
    let sql = "INSERT INTO event (table_id, seq, at, shoe_no, round_no, body, hash)
        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::integer[], $6::text[],
            $7::bytea[])";
    let values: [Parameter<'_>; 7] = [&tables, &seqs, &times, &shoes, &rounds, &bodies, &hashes];
    transaction.execute(sql, &values).await?;
    Ok(())
}
