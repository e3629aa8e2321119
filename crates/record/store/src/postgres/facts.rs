//! What must be known to judge a batch, read in few round trips and under lock where it can change. Judges
//! nothing.
//!
//! Balances and what is left of holds are read after their accounts are locked, so no other server can change
//! them before the commit. All else is either never changed (a transfer, the number of an account), or can only
//! be added, and adding it twice breaks a unique key: then the transaction is done again.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::{HashMap, HashSet};
use house::log::{EntityKind, EntityRef};
use house::people::{Credential, CredentialKind};
use journal::{HouseHead, StoredEntity, TableProgress};
use ledger::{Account, Book, Transfer, TransferId};
use money::Amount;
use table::{DeviceId, PatronId, RecordRef, RequestId, TableId};
use tokio_postgres::Row;

use super::id::Id;
use super::needs::Needs;
use super::session::{Parameter, Session};
use crate::draft::{Facts, Lookup, Missing, NotJudged};
use crate::queries::Columns;
use crate::rows;
use crate::trouble::Result;

/// Transfers by their ids.
const TRANSFERS: &str = "SELECT t.id, t.kind, t.amount, t.about,
        t.from_account, gives.kind, gives.owner, gives.currency, gives.decimals,
        t.to_account, gets.kind, gets.owner, gets.currency, gets.decimals, t.asked
    FROM unnest($1::uuid[]) AS wanted (id)
    JOIN transfer t ON t.id = wanted.id
    JOIN account gives ON gives.account_no = t.from_account
    JOIN account gets ON gets.account_no = t.to_account";

/// The numbers of accounts.
const NUMBERS: &str = "SELECT a.account_no, a.kind, a.owner, a.currency, a.decimals
    FROM unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[]) AS wanted (kind, owner, currency, decimals)
    JOIN account a USING (kind, owner, currency, decimals)";

/// Which of these transfers were reversed.
const REVERSED: &str = "SELECT about FROM transfer WHERE kind = 'reverse' AND about = ANY ($1::uuid[])";

/// Which of these slips were taken.
const SLIPS: &str =
    "SELECT s.patron_id, s.slip_id FROM unnest($1::bigint[], $2::uuid[]) AS wanted (patron_id, slip_id)
    JOIN accepted_slip s USING (patron_id, slip_id)";

/// Which of these records were taken.
const RECORDS: &str = "SELECT r.device, r.n FROM unnest($1::bigint[], $2::bigint[]) AS wanted (device, n)
    JOIN device_record r USING (device, n)";

/// Which of these secrets a patron has.
const TOKENS: &str = "SELECT token_hash FROM patron WHERE token_hash = ANY ($1::bytea[])";

/// Balances, locked in the order of their numbers so that two servers never wait for each other.
const BALANCES: &str = "SELECT account_no, balance FROM account WHERE account_no = ANY ($1::bigint[])
    ORDER BY account_no FOR NO KEY UPDATE";

/// What is left of holds.
const REMAINING: &str = "SELECT id, remaining FROM hold WHERE id = ANY ($1::uuid[])";

/// What a session prepares for this file.
pub(super) const STATEMENTS: &[&str] =
    &[TRANSFERS, NUMBERS, REVERSED, SLIPS, RECORDS, TOKENS, BALANCES, REMAINING];

/// How many accounts or holds the cache holds before it is emptied.
const CACHED: usize = 65_536;

/// The cache from one batch to the next, of what is never changed once it is committed.
#[derive(Debug, Default)]
pub(crate) struct RowCache {
    /// The numbers of accounts.
    pub(super) numbers: HashMap<Account, i64>,
    pub(super) holds: HashMap<TransferId, Transfer>,
}

impl RowCache {
    /// Empties itself when it is too large.
    pub(super) fn trim(&mut self) {
        if self.numbers.len() > CACHED {
            self.numbers.clear();
        }
        if self.holds.len() > CACHED {
            self.holds.clear();
        }
    }
}

/// The facts that were read for a batch. What was looked for and is not in the database is here too, as its absence.
#[derive(Debug, Default)]
pub(super) struct ReadFacts {
    /// Where duplicates were looked for.
    pub(super) lookup: Lookup,
    /// Whether that was done with the accounts locked. Otherwise another server may have added the same meanwhile, and
    /// taken the money: neither a refusal nor a repeat is certain.
    pub(super) locked: bool,
    /// How far the tables have come that this server runs.
    pub(super) progress: HashMap<TableId, TableProgress>,
    /// The head of the house's own log, if anything outside a table is judged.
    pub(super) house: HouseHead,
    /// The numbers of new patrons.
    pub(super) patron_numbers: Vec<u32>,
    pub(super) transfers: HashMap<TransferId, Option<Transfer>>,
    pub(super) reversed: HashMap<TransferId, bool>,
    pub(super) remaining: HashMap<TransferId, Amount>,
    pub(super) balances: HashMap<Account, i64>,
    pub(super) slips: HashSet<(PatronId, RequestId)>,
    pub(super) records: HashSet<RecordRef>,
    pub(super) tokens: HashSet<[u8; 32]>,
    pub(super) entities: HashMap<EntityRef, StoredEntity>,
    /// The numbers of these entities, by kind and name.
    pub(super) names: HashMap<(EntityKind, String), u32>,
    pub(super) credentials: HashMap<(CredentialKind, String), Credential>,
}

impl ReadFacts {
    /// Reads what is needed, within the transaction.
    pub(super) async fn read(
        &mut self,
        session: &Session,
        cache: &mut RowCache,
        mut needs: Needs,
    ) -> Result<()> {
        self.read_entries(session, &needs).await?;
        self.read_fixed(session, cache, &needs).await?;
        // A hold that is used or undone moves money of accounts that only the hold names.
        for about in &needs.holds {
            if let Some(Some(transfer)) = self.transfers.get(about) {
                needs.accounts.extend([transfer.from, transfer.to]);
            }
        }
        self.read_numbers(session, cache, &needs.accounts).await?;
        self.read_changing(session, cache, &needs).await
    }

    /// What can be read before anything is locked.
    async fn read_fixed(&mut self, session: &Session, cache: &mut RowCache, needs: &Needs) -> Result<()> {
        let mut unknown = Vec::new();
        for id in &needs.transfers {
            match cache.holds.get(id) {
                Some(hold) => _ = self.transfers.insert(*id, Some(*hold)),
                None => unknown.push(*id),
            }
        }
        let transfers = ids(&unknown);
        let reversed = ids(&needs.reversed);
        let (patrons, slips): (Vec<i64>, Vec<Id>) =
            needs.slips.iter().map(|(patron, slip)| (i64::from(patron.0), Id(slip.0))).unzip();
        let devices: Vec<i64> = needs.records.iter().map(|record| record.device.0.into()).collect();
        let numbers = needs.records.iter().map(|record| rows::column(record.n));
        let numbers = numbers.collect::<Result<Vec<i64>, _>>()?;
        let tokens: Vec<&[u8]> = needs.tokens.iter().map(<[u8; 32]>::as_slice).collect();
        let (transfers, reversed, slips, records, tokens) = tokio::try_join!(
            biased;
            async { rows_for(session, transfers.len(), TRANSFERS, &[&transfers]).await },
            async { rows_for(session, reversed.len(), REVERSED, &[&reversed]).await },
            async { rows_for(session, slips.len(), SLIPS, &[&patrons, &slips]).await },
            async { rows_for(session, numbers.len(), RECORDS, &[&devices, &numbers]).await },
            async { rows_for(session, tokens.len(), TOKENS, &[&tokens]).await },
        )?;
        self.transfers.extend(unknown.into_iter().map(|id| (id, None)));
        for row in &transfers {
            let transfer = read_transfer(row, cache)?;
            self.transfers.insert(transfer.id, Some(transfer));
        }
        self.reversed.extend(needs.reversed.iter().map(|id| (*id, false)));
        for row in each(&reversed) {
            self.reversed.insert(TransferId(row.id(0)?), true);
        }
        for row in each(&slips) {
            self.slips.insert((PatronId(row.number(0)?), RequestId(row.id(1)?)));
        }
        for row in each(&records) {
            self.records.insert(RecordRef { device: DeviceId(row.number(0)?), n: row.number(1)? });
        }
        for row in each(&tokens) {
            self.tokens.insert(row.bytes(0)?);
        }
        Ok(())
    }

    async fn read_numbers(
        &mut self,
        session: &Session,
        cache: &mut RowCache,
        accounts: &BTreeSet<Account>,
    ) -> Result<()> {
        let unknown: Vec<&Account> =
            accounts.iter().filter(|account| !cache.numbers.contains_key(account)).collect();
        let (kinds, owners, codes, decimals) = account_columns(unknown.iter().copied());
        let rows = rows_for(session, unknown.len(), NUMBERS, &[&kinds, &owners, &codes, &decimals]).await?;
        for row in each(&rows) {
            cache.numbers.insert(row.account(1)?, row.number(0)?);
        }
        Ok(())
    }

    /// Locks the accounts and then reads what only changes under their lock: what is left of a hold changes
    /// together with the balance of the account that holds the stake.
    async fn read_changing(&mut self, session: &Session, cache: &RowCache, needs: &Needs) -> Result<()> {
        let new = needs.accounts.iter().filter(|account| !self.balances.contains_key(account));
        let new: Vec<Account> = new.copied().collect();
        let by_number: BTreeMap<i64, Account> =
            new.iter().filter_map(|account| Some((*cache.numbers.get(account)?, *account))).collect();
        let numbers: Vec<i64> = by_number.keys().copied().collect();
        let holds = ids(&needs.holds);
        let (balances, remaining) = tokio::try_join!(
            biased;
            async { rows_for(session, numbers.len(), BALANCES, &[&numbers]).await },
            async { rows_for(session, holds.len(), REMAINING, &[&holds]).await },
        )?;
        self.balances.extend(new.into_iter().map(|account| (account, 0)));
        for row in each(&balances) {
            if let Some(account) = by_number.get(&row.number(0)?) {
                self.balances.insert(*account, row.number(1)?);
            }
        }
        self.remaining.extend(needs.holds.iter().map(|hold| (*hold, Amount::ZERO)));
        for row in each(&remaining) {
            self.remaining.insert(TransferId(row.id(0)?), row.amount(1)?);
        }
        Ok(())
    }
}

impl Book for ReadFacts {
    type Failure = NotJudged;

    fn transfer(&self, id: TransferId) -> Result<Option<Transfer>, NotJudged> {
        self.transfers.get(&id).copied().ok_or(NotJudged::Missing(Missing::Transfer(id)))
    }

    fn is_reversed(&self, id: TransferId) -> Result<bool, NotJudged> {
        self.reversed.get(&id).copied().ok_or(NotJudged::Missing(Missing::Reversed(id)))
    }

    fn remaining(&self, hold: TransferId) -> Result<Amount, NotJudged> {
        self.remaining.get(&hold).copied().ok_or(NotJudged::Missing(Missing::Hold(hold)))
    }

    fn balance(&self, account: Account) -> Result<i64, NotJudged> {
        self.balances.get(&account).copied().ok_or(NotJudged::Missing(Missing::Account(account)))
    }
}

impl Facts for ReadFacts {
    fn lookup(&self) -> Lookup {
        self.lookup
    }

    fn cached(&self, id: TransferId) -> Option<Transfer> {
        self.transfers.get(&id).copied().flatten()
    }

    fn confirm_rejection(&self) -> Result<(), NotJudged> {
        if self.locked { Ok(()) } else { Err(NotJudged::Unconfirmed) }
    }

    fn runs(&self, table: TableId) -> bool {
        self.progress.contains_key(&table)
    }

    fn progress(&self, table: TableId) -> Result<TableProgress, NotJudged> {
        Ok(self.progress.get(&table).cloned().unwrap_or_default())
    }

    fn house_head(&self) -> Result<HouseHead, NotJudged> {
        Ok(self.house)
    }

    fn entity(&self, entity: EntityRef) -> Result<Option<StoredEntity>, NotJudged> {
        Ok(self.entities.get(&entity).cloned())
    }

    fn name_holder(&self, kind: EntityKind, name: &str) -> Result<Option<u32>, NotJudged> {
        Ok(self.names.get(&(kind, name.to_owned())).copied())
    }

    fn credential(&self, kind: CredentialKind, key: &str) -> Result<Option<Credential>, NotJudged> {
        Ok(self.credentials.get(&(kind, key.to_owned())).cloned())
    }

    fn slip_accepted(&self, patron: PatronId, slip: RequestId) -> Result<bool, NotJudged> {
        Ok(self.slips.contains(&(patron, slip)))
    }

    fn record_taken(&self, record: RecordRef) -> Result<bool, NotJudged> {
        Ok(self.records.contains(&record))
    }

    fn token_used(&self, hash: &[u8; 32]) -> Result<bool, NotJudged> {
        Ok(self.tokens.contains(hash))
    }

    fn patron_number(&self, earlier: usize) -> Result<PatronId, NotJudged> {
        Ok(PatronId(*self.patron_numbers.get(earlier).expect("there is a number for each new patron")))
    }
}

/// The rows of a query, unless nothing is asked for.
pub(super) async fn rows_for(
    session: &Session,
    wanted: usize,
    sql: &'static str,
    parameters: &[Parameter<'_>],
) -> Result<Vec<Row>> {
    if wanted == 0 { Ok(Vec::new()) } else { session.query(sql, parameters).await }
}

/// Rows, to be read by the places of their columns.
pub(super) fn each(rows: &[Row]) -> impl Iterator<Item = &dyn Columns> {
    rows.iter().map(|row| -> &dyn Columns { row })
}

/// The columns by which accounts are known: kinds, owners, codes and decimals of their currencies.
pub(super) fn account_columns<'a>(
    accounts: impl Iterator<Item = &'a Account>,
) -> (Vec<&'static str>, Vec<i64>, Vec<&'a str>, Vec<i16>) {
    let columns = |account: &'a Account| {
        let Account { kind, owner, currency } = account;
        (kind.id(), i64::from(*owner), currency.code(), i16::from(currency.decimals()))
    };
    accounts.map(columns).collect()
}

pub(super) fn ids<'a>(ids: impl IntoIterator<Item = &'a TransferId>) -> Vec<Id> {
    ids.into_iter().map(|id| Id(id.0)).collect()
}

fn read_transfer(row: &dyn Columns, cache: &mut RowCache) -> Result<Transfer> {
    let (id, about) = (TransferId(row.id(0)?), row.uuid(3)?.map(TransferId));
    let (from, to) = (row.account(5)?, row.account(10)?);
    cache.numbers.extend([(from, row.number(4)?), (to, row.number(9)?)]);
    Ok(rows::transfer(id, (row.text(1)?, about, row.optional_number(14)?), (from, to), row.number(2)?)?)
}

/// An account from four columns of a row: kind, owner, currency, decimals.
pub(super) fn read_account(row: &Row, first: usize) -> Result<Account> {
    let row: &dyn Columns = row;
    Ok(row.account(first)?)
}

/// A number of 32 bits without a sign.
pub(super) fn small(row: &Row, column: usize) -> Result<u32> {
    let row: &dyn Columns = row;
    Ok(row.number(column)?)
}
