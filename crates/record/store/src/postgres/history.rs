//! What is read of tables and patrons. Changes nothing; knows no transactions.

use house::ports::{AcceptedSlip, Patron, PatronRound, ShoeSeed, StoreFailure, TrialBalance, Wallet};
use journal::{Digest, from_json};
use ledger::{AccountKind, TransferId};
use money::Amount;
use table::{Event, PatronId, RecordedEvent, RequestId, RoundRef, RulesDigest, TableId, Timestamp};
use tokio_postgres::{Client, GenericClient, Row};

use super::facts::small;
use super::failure::Trouble;
use super::id::Id;
use crate::rows::{self, about, amount, column, currency, number};

/// How many events are read at a time, newest first.
const PAGE: i64 = 1_024;

/// The events of the table's latest shoe, in order.
pub(super) async fn latest_shoe(client: &Client, table: TableId) -> Result<Vec<RecordedEvent>, Trouble> {
    let sql = "SELECT seq, at, body, shoe_no FROM event WHERE table_id = $1 AND seq < $2
               ORDER BY seq DESC LIMIT $3";
    let (mut events, mut latest, mut before) = (Vec::<RecordedEvent>::new(), None, i64::MAX);
    'pages: loop {
        let page = client.query(sql, &[&i64::from(table.0), &before, &PAGE]).await?;
        for row in &page {
            let shoe_no = small(row, 3)?;
            if *latest.get_or_insert(shoe_no) != shoe_no {
                break 'pages;
            }
            before = row.try_get(0)?;
            let recorded = rows::event(table, before, Timestamp(row.try_get(1)?), row.try_get(2)?)?;
            rows::no_gap(table, &recorded, events.last())?;
            events.push(recorded);
        }
        if page.is_empty() {
            break;
        }
    }
    events.reverse();
    Ok(events)
}

/// The digest of a table's last event, if it has any.
pub(super) async fn head(client: &Client, table: TableId) -> Result<Option<Digest>, Trouble> {
    let sql = "SELECT hash FROM event WHERE table_id = $1 ORDER BY seq DESC LIMIT 1";
    let found = client.query_opt(sql, &[&i64::from(table.0)]).await?;
    found.map(|row| Ok(journal::digest(row.try_get(0)?)?)).transpose()
}

/// The document of house rules that are on record: the first one that was put there under that digest.
pub(super) async fn house_rules(client: &Client, digest: RulesDigest) -> Result<Option<String>, Trouble> {
    // Word for word what the index of these entries says.
    let sql =
        r#"SELECT body FROM house_event WHERE left(body, 26) = '{"type":"house_rules_used"' ORDER BY seq"#;
    for row in client.query(sql, &[]).await? {
        if let Some(text) = journal::rules_text(row.try_get(0)?, digest)? {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

/// The entry of the house's own log that this transfer belongs to, as it is written there.
pub(super) async fn house_entry_of(client: &Client, transfer: TransferId) -> Result<Option<String>, Trouble> {
    let sql =
        "SELECT body FROM transfer JOIN house_event ON house_event.seq = house_seq WHERE transfer.id = $1";
    let found = client.query_opt(sql, &[&Id(transfer.0)]).await?;
    found.map(|row| Ok(row.try_get(0)?)).transpose()
}

/// The seed of a shoe.
pub(super) async fn seed(client: &Client, table: TableId, shoe_no: u32) -> Result<Option<ShoeSeed>, Trouble> {
    let sql = "SELECT seed FROM shoe_seed WHERE table_id = $1 AND shoe_no = $2";
    let Some(row) = client.query_opt(sql, &[&i64::from(table.0), &i64::from(shoe_no)]).await? else {
        return Ok(None);
    };
    let seed = row.try_get::<_, &[u8]>(0)?.try_into();
    let seed = seed.map_err(|_| StoreFailure::Corrupt(format!("the seed of shoe {shoe_no} is cut")))?;
    Ok(Some(ShoeSeed { shoe_no, seed }))
}

/// A slip as it was taken.
pub(super) async fn slip(
    client: &Client,
    patron: PatronId,
    slip: RequestId,
) -> Result<Option<AcceptedSlip>, Trouble> {
    let sql = "SELECT seq, at, body, table_id, event.shoe_no, event.round_no
               FROM accepted_slip JOIN event USING (table_id, seq) WHERE patron_id = $1 AND slip_id = $2";
    let Some(row) = client.query_opt(sql, &[&i64::from(patron.0), &Id(slip.0)]).await? else {
        return Ok(None);
    };
    let (table, round) = (TableId(small(&row, 3)?), round(&row, 4)?);
    match read_event(table, &row)?.event {
        Event::SlipAccepted { wagers, .. } => Ok(Some(AcceptedSlip { table, round, wagers })),
        _ => Err(StoreFailure::Corrupt(format!("slip {slip} of patron {} is no slip", patron.0)).into()),
    }
}

/// An event from the first three columns of a row: its number, its time, its body.
pub(super) fn read_event(table: TableId, row: &Row) -> Result<RecordedEvent, Trouble> {
    Ok(rows::event(table, row.try_get(0)?, Timestamp(row.try_get(1)?), row.try_get(2)?)?)
}

/// A round from two columns of a row.
pub(super) fn round(row: &Row, first: usize) -> Result<RoundRef, Trouble> {
    let round_no: i32 = row.try_get(first.saturating_add(1))?;
    let round_no = u16::try_from(round_no)
        .map_err(|_| StoreFailure::Corrupt(format!("{round_no} is no number of a round")))?;
    Ok(RoundRef { shoe_no: small(row, first)?, round_no })
}

/// The patron whose secret has that hash.
pub(super) async fn patron(client: &Client, token_hash: [u8; 32]) -> Result<Option<Patron>, Trouble> {
    let sql = "SELECT patron_id, nickname, currency, decimals::bigint FROM patron WHERE token_hash = $1";
    client.query_opt(sql, &[&token_hash.as_slice()]).await?.map(|row| read_patron(&row)).transpose()
}

/// The patron of that number.
pub(super) async fn patron_of(
    client: &impl GenericClient,
    patron: PatronId,
) -> Result<Option<Patron>, Trouble> {
    let sql = "SELECT patron_id, nickname, currency, decimals::bigint FROM patron WHERE patron_id = $1";
    client.query_opt(sql, &[&i64::from(patron.0)]).await?.map(|row| read_patron(&row)).transpose()
}

fn read_patron(row: &Row) -> Result<Patron, Trouble> {
    let decimals = u8::try_from(small(row, 3)?).unwrap_or(u8::MAX);
    let currency = currency(row.try_get(2)?, decimals)?;
    Ok(Patron { id: PatronId(small(row, 0)?), nickname: row.try_get(1)?, currency })
}

/// What a patron has and owes in the currency of the wallet; nothing for a stranger.
pub(super) async fn wallet(client: &Client, patron: PatronId) -> Result<Wallet, Trouble> {
    let sql = "SELECT account.kind, account.balance FROM patron
               JOIN account ON account.kind IN ('patron_cash', 'patron_bonus', 'receivable')
                    AND account.owner = patron.patron_id
                    AND account.currency = patron.currency AND account.decimals = patron.decimals
               WHERE patron.patron_id = $1";
    let mut wallet = Wallet::default();
    for row in client.query(sql, &[&i64::from(patron.0)]).await? {
        let (kind, balance): (&str, i64) = (row.try_get(0)?, row.try_get(1)?);
        match AccountKind::from_id(kind) {
            Some(AccountKind::PatronCash) => wallet.cash = amount(balance)?,
            Some(AccountKind::PatronBonus) => wallet.bonus = amount(balance)?,
            _ => wallet.owed = amount(balance.saturating_neg())?,
        }
    }
    Ok(wallet)
}

/// What is left of the holds of a patron's stakes.
pub(super) async fn held(client: &Client, patron: PatronId) -> Result<Amount, Trouble> {
    let sql = "SELECT coalesce(sum(hold.remaining), 0)::bigint FROM hold
               JOIN transfer USING (id)
               JOIN account ON account.account_no = transfer.from_account
               WHERE account.kind IN ('patron_cash', 'patron_bonus') AND account.owner = $1";
    Ok(amount(client.query_one(sql, &[&i64::from(patron.0)]).await?.try_get(0)?)?)
}

/// The latest rounds of a patron, newest first.
pub(super) async fn patron_rounds(
    client: &impl GenericClient,
    patron: PatronId,
    before: Option<u64>,
    limit: u16,
) -> Result<Vec<PatronRound>, Trouble> {
    let sql = "SELECT entry_no, table_id, shoe_no, round_no, at, voided, cards, wagers, revision
               FROM patron_round
               WHERE patron_id = $1 AND entry_no < $2 ORDER BY entry_no DESC LIMIT $3";
    let before = before.map(column).and_then(Result::ok).unwrap_or(i64::MAX);
    let found = client.query(sql, &[&i64::from(patron.0), &before, &i64::from(limit)]).await?;
    found.iter().map(|row| read_round(patron, row)).collect()
}

fn read_round(patron: PatronId, row: &Row) -> Result<PatronRound, Trouble> {
    let named = |failure| about(format!("a round of patron {}", patron.0), failure);
    Ok(PatronRound {
        cursor: number(row.try_get(0)?).map_err(named)?,
        table: TableId(small(row, 1)?),
        round: round(row, 2)?,
        at: Timestamp(row.try_get(4)?),
        revision: revision(row, 8)?,
        cards: from_json(row.try_get(6)?).map_err(named)?,
        wagers: from_json(row.try_get(7)?).map_err(named)?,
        voided: row.try_get::<_, Option<i64>>(5)?.map(amount).transpose().map_err(named)?,
    })
}

/// How many times a round was settled or voided, from its column.
pub(super) fn revision(row: &Row, column: usize) -> Result<u16, Trouble> {
    let revision: i32 = row.try_get(column)?;
    Ok(u16::try_from(revision).map_err(|_| StoreFailure::Corrupt(format!("{revision} is no revision")))?)
}

/// The sums of all balances, in one statement so that they are of one moment.
pub(super) async fn trial_balance(client: &Client) -> Result<TrialBalance, Trouble> {
    let sql = "SELECT currency, sum(balance)::text, (SELECT count(*) FROM hold),
                      (SELECT min(balance) FROM account WHERE kind = $1)
               FROM account GROUP BY currency ORDER BY currency COLLATE \"C\"";
    let mut trial = TrialBalance { sums: Vec::new(), open_holds: 0, lowest_patron_balance: 0 };
    for row in &client.query(sql, &[&AccountKind::PatronCash.id()]).await? {
        let sum: &str = row.try_get(1)?;
        let sum = sum.parse().map_err(|_| StoreFailure::Corrupt(format!("the sum {sum} of all balances")))?;
        trial.sums.push((row.try_get(0)?, sum));
        trial.open_holds = number(row.try_get(2)?)?;
        trial.lowest_patron_balance = row.try_get::<_, Option<i64>>(3)?.unwrap_or_default();
    }
    Ok(trial)
}
