//! Queries about patrons: who they are, what they have, and the rounds that they had wagers in.

use house::ports::search::{Found, PatronRoundSearch, SCAN};
use house::ports::{NumberedWallet, Patron, PatronRound, StoreFailure};
use ledger::AccountKind;
use money::Amount;
use table::{PatronId, TableId};

#[cfg(test)]
use super::plans::Planned;
use super::{Columns, Reads, Value, all, before, first};
use crate::rows::{self, about};
use crate::trouble::Result;

const PATRON_BY_TOKEN: &str =
    "SELECT patron_id, nickname, currency, decimals FROM patron WHERE token_hash = $1";

const PATRON: &str = "SELECT patron_id, nickname, currency, decimals FROM patron WHERE patron_id = $1";

const WALLET: &str = "SELECT account.kind, account.balance, account.transfers FROM patron
     JOIN account ON account.kind IN ('patron_cash', 'patron_bonus', 'receivable')
          AND account.owner = patron.patron_id
          AND account.currency = patron.currency AND account.decimals = patron.decimals
     WHERE patron.patron_id = $1";

/// What the statement of a wallet has and its purses lack: the balance of a statement includes what is held.
const HELD: &str = "SELECT coalesce((SELECT statement.balance FROM statement
            WHERE statement.patron_id = patron.patron_id AND statement.currency = patron.currency
                AND statement.decimals = patron.decimals ORDER BY entry_no DESC LIMIT 1), 0)
        - coalesce((SELECT account.balance FROM account WHERE account.kind = 'patron_cash'
            AND account.owner = patron.patron_id AND account.currency = patron.currency
            AND account.decimals = patron.decimals), 0)
        - coalesce((SELECT account.balance FROM account WHERE account.kind = 'patron_bonus'
            AND account.owner = patron.patron_id AND account.currency = patron.currency
            AND account.decimals = patron.decimals), 0)
     FROM patron WHERE patron.patron_id = $1";

const PATRON_ROUNDS: &str =
    "SELECT entry_no, table_id, shoe_no, round_no, at, voided, cards, wagers, revision FROM patron_round
     WHERE patron_id = $1 AND entry_no < $2 ORDER BY entry_no DESC LIMIT $3";

/// The time of the round at which a page of a period begins.
const ROUND_TIME: &str = "SELECT at FROM patron_round WHERE patron_id = $1 AND entry_no = $2";

const ROUNDS_BY_TIME: &str =
    "SELECT entry_no, table_id, shoe_no, round_no, at, voided, cards, wagers, revision FROM patron_round
     WHERE patron_id = $1 AND (at, entry_no) < ($2, $3) AND at >= $4 ORDER BY at DESC, entry_no DESC LIMIT $5";

const LATEST_ROUND: &str =
    "SELECT entry_no, table_id, shoe_no, round_no, at, voided, cards, wagers, revision FROM patron_round
     WHERE patron_id = $1 AND table_id = $2 AND voided IS NULL
     ORDER BY shoe_no DESC, round_no DESC LIMIT 1";

/// The queries below, each with the index that it walks.
#[cfg(test)]
pub(crate) fn planned() -> Vec<Planned> {
    vec![
        Planned::new(PATRON_BY_TOKEN, "patron", "''"),
        Planned::new(PATRON, Planned::KEY, "1"),
        Planned::new(WALLET, "account", "1"),
        Planned::new(HELD, "statement", "1"),
        Planned::new(PATRON_ROUNDS, "patron_round_newest", "1, 1, 1"),
        Planned::new(ROUND_TIME, "patron_round_newest", "1, 1"),
        Planned::new(ROUNDS_BY_TIME, "patron_round_by_time", "1, 1, 1, 1, 1"),
        Planned::new(LATEST_ROUND, "patron_round", "1, 1"),
    ]
}

/// The queries about patrons.
pub(crate) trait PatronQueries: Reads + Sized {
    /// The patron whose secret has this hash.
    async fn patron_by_token(&self, token_hash: [u8; 32]) -> Result<Option<Patron>> {
        first(self, PATRON_BY_TOKEN, &[Value::Bytes(&token_hash)], read_patron).await
    }

    /// The patron of this number.
    async fn patron(&self, patron: PatronId) -> Result<Option<Patron>> {
        first(self, PATRON, &[patron.0.into()], read_patron).await
    }

    /// What a patron has and owes in the currency of the wallet; nothing for a stranger.
    async fn wallet(&self, patron: PatronId) -> Result<NumberedWallet> {
        let NumberedWallet { mut wallet, mut number } = NumberedWallet::default();
        let read = |row: &dyn Columns| {
            let balance: i64 = row.number(1)?;
            number = number.saturating_add(row.number(2)?);
            match AccountKind::from_id(row.text(0)?) {
                Some(AccountKind::PatronCash) => wallet.cash = rows::amount(balance)?,
                Some(AccountKind::PatronBonus) => wallet.bonus = rows::amount(balance)?,
                _ => wallet.owed = rows::amount(balance.saturating_neg())?,
            }
            Ok(())
        };
        all(self, WALLET, &[patron.0.into()], read).await?;
        Ok(NumberedWallet { wallet, number })
    }

    /// The wallets of several patrons, in their order.
    async fn wallets(&self, patrons: &[PatronId]) -> Result<Vec<NumberedWallet>> {
        let mut wallets = Vec::with_capacity(patrons.len());
        for patron in patrons {
            wallets.push(self.wallet(*patron).await?);
        }
        Ok(wallets)
    }

    /// What is left of the holds of a patron's stakes, in the currency of the wallet.
    async fn held(&self, patron: PatronId) -> Result<Amount> {
        Ok(first(self, HELD, &[patron.0.into()], |row| row.amount(0)).await?.unwrap_or_default())
    }

    /// The latest rounds of a patron, newest first.
    async fn patron_rounds(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<PatronRound>> {
        let named = |failure| about(format!("a round of patron {}", patron.0), failure);
        let values = [patron.0.into(), self::before(before), limit.into()];
        all(self, PATRON_ROUNDS, &values, |row| read_round(row).map_err(named)).await
    }

    /// The rounds of a patron that fit, newest first. No index is by table: of a page of one table, [`SCAN`] rounds are
    /// looked at.
    async fn search_patron_rounds(
        &self,
        patron: PatronId,
        search: PatronRoundSearch,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Found<PatronRound, u64>> {
        let most = if search.table.is_some() { SCAN } else { limit.saturating_add(1) };
        let candidates = if search.is_by_time() {
            self.rounds_by_time(patron, &search, before, most).await?
        } else {
            self.patron_rounds(patron, before, most).await?
        };
        let looked_at_all = candidates.len() < usize::from(most);
        let last = candidates.last().map(|round| round.cursor);
        let fitting = candidates.into_iter().filter(|round| search.takes(round)).collect();
        let mut page = Found::page(fitting, limit, |round| round.cursor);
        if page.next.is_none() && !looked_at_all {
            page.next = last;
        }
        Ok(page)
    }

    /// The rounds of a patron in a period, at any table, newest first.
    async fn rounds_by_time(
        &self,
        patron: PatronId,
        search: &PatronRoundSearch,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<PatronRound>> {
        let (from, until) =
            (search.from.map_or(i64::MIN, |from| from.0), search.until.map_or(i64::MAX, |until| until.0));
        let begin = match before {
            Some(before) => {
                let before = i64::try_from(before).unwrap_or(i64::MAX);
                let values = [patron.0.into(), Value::Number(before)];
                let at = first(self, ROUND_TIME, &values, |row| row.time(0)).await?;
                (at.map_or(i64::MAX, |at| at.0), before)
            }
            None => (i64::MAX, i64::MAX),
        };
        // No round has the number 0, so none of that moment is before this place.
        let (at, entry_no) = begin.min((until, 0));
        let named = |failure| about(format!("a round of patron {}", patron.0), failure);
        let values = [patron.0.into(), at.into(), entry_no.into(), from.into(), limit.into()];
        all(self, ROUNDS_BY_TIME, &values, |row| read_round(row).map_err(named)).await
    }

    /// The latest round of a patron at a table that counts. The index of what makes a round unique has this order.
    async fn latest_round(&self, patron: PatronId, table: TableId) -> Result<Option<PatronRound>> {
        let named = |failure| about(format!("a round of patron {}", patron.0), failure);
        let values = [patron.0.into(), table.0.into()];
        first(self, LATEST_ROUND, &values, |row| read_round(row).map_err(named)).await
    }
}

impl<R: Reads> PatronQueries for R {}

pub(super) fn read_patron(row: &dyn Columns) -> Result<Patron, StoreFailure> {
    let nickname = row.text(1)?.to_owned();
    Ok(Patron { id: PatronId(row.number(0)?), nickname, currency: row.currency(2)? })
}

fn read_round(row: &dyn Columns) -> Result<PatronRound, StoreFailure> {
    Ok(PatronRound {
        cursor: row.number(0)?,
        table: TableId(row.number(1)?),
        round: row.round(2)?,
        at: row.time(4)?,
        voided: row.optional_number(5)?.map(rows::amount).transpose()?,
        cards: row.json(6)?,
        wagers: row.json(7)?,
        revision: row.number(8)?,
    })
}
