//! The lines of an export file: a row of history as JSON, and back.

use house::ports::{ShoeSeed, StoreFailure};
use journal::{Digest, HexError, Signed, StoredPatron, from_hex, to_hex};
use ledger::{Account, Transfer, TransferId};
use serde::{Deserialize, Serialize};
use table::{PatronId, TableId, Timestamp};

use super::row::{ExportCounts, ExportEntry, ExportRow};
use crate::rows;

/// The version of the format.
pub(super) const VERSION: u32 = 1;

/// A line, by its one key.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Line {
    PuntoExport(Header),
    Patron(PatronLine),
    Seed(SeedLine),
    Entry(EntryLine),
    Transfer(TransferLine),
    Checkpoint(CheckpointLine),
    End(End),
}

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    version: u32,
    patrons: u64,
    seeds: u64,
    entries: u64,
    transfers: u64,
    checkpoints: u64,
}

/// The last line: how many lines precede it, and the SHA-256 of their bytes, ends of lines included.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    pub(super) lines: u64,
    pub(super) sha256: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PatronLine {
    id: u32,
    nickname: String,
    token_hash: String,
    currency: String,
    decimals: u8,
    created_at: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeedLine {
    table: u32,
    shoe: u32,
    seed: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntryLine {
    log: u32,
    seq: u64,
    at: i64,
    body: String,
    digest: String,
}

/// An account: its kind, its owner, the code of its currency, and how many decimals that has.
type AccountLine = (String, u32, String, u8);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TransferLine {
    id: String,
    log: u32,
    seq: u64,
    kind: String,
    from: AccountLine,
    to: AccountLine,
    amount: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asked: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    about: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckpointLine {
    text: String,
    key: String,
    signature: String,
}

/// Why a line is invalid.
pub(super) type Why = String;

impl From<&ExportRow> for Line {
    fn from(row: &ExportRow) -> Self {
        match row {
            ExportRow::Counts(counts) => {
                let ExportCounts { patrons, seeds, entries, transfers, checkpoints } = *counts;
                Self::PuntoExport(Header {
                    version: VERSION,
                    patrons,
                    seeds,
                    entries,
                    transfers,
                    checkpoints,
                })
            }
            ExportRow::Patron(patron, created_at) => Self::Patron(PatronLine {
                id: patron.id.0,
                nickname: patron.nickname.clone(),
                token_hash: to_hex(&patron.token_hash),
                currency: patron.currency.code().to_owned(),
                decimals: patron.currency.decimals(),
                created_at: created_at.0,
            }),
            ExportRow::Seed(table, ShoeSeed { shoe_no, seed }) => {
                Self::Seed(SeedLine { table: table.0, shoe: *shoe_no, seed: to_hex(seed) })
            }
            ExportRow::Entry(ExportEntry { log, seq, at, body, digest }) => Self::Entry(EntryLine {
                log: log.0,
                seq: *seq,
                at: at.0,
                body: body.clone(),
                digest: digest.to_string(),
            }),
            ExportRow::Transfer(transfer, origin) => Self::Transfer(transfer_line(transfer, *origin)),
            ExportRow::Checkpoint(Signed { text, signature, key }) => Self::Checkpoint(CheckpointLine {
                text: text.clone(),
                key: to_hex(key),
                signature: to_hex(signature),
            }),
        }
    }
}

fn transfer_line(transfer: &Transfer, (log, seq): (TableId, u64)) -> TransferLine {
    let (kind, about, asked) = rows::kind_of(&transfer.action);
    TransferLine {
        id: transfer.id.to_string(),
        log: log.0,
        seq,
        kind: kind.to_owned(),
        from: account_line(transfer.from),
        to: account_line(transfer.to),
        amount: transfer.amount.signed(),
        asked: asked.map(money::Amount::signed),
        about: about.map(|id| id.to_string()),
    }
}

fn account_line(account: Account) -> AccountLine {
    let Account { kind, owner, currency } = account;
    (kind.id().to_owned(), owner, currency.code().to_owned(), currency.decimals())
}

impl Line {
    /// The row of this line; none for the last line.
    pub(super) fn row(self) -> Result<Option<ExportRow>, Why> {
        Ok(Some(match self {
            Self::PuntoExport(header) => ExportRow::Counts(counts(&header)?),
            Self::Patron(line) => patron(line)?,
            Self::Seed(SeedLine { table, shoe, seed }) => {
                let seed = ShoeSeed { shoe_no: shoe, seed: hex("seed", &seed)? };
                ExportRow::Seed(TableId(table), seed)
            }
            Self::Entry(EntryLine { log, seq, at, body, digest }) => {
                let digest = Digest(hex("digest", &digest)?);
                ExportRow::Entry(ExportEntry { log: TableId(log), seq, at: Timestamp(at), body, digest })
            }
            Self::Transfer(line) => transfer(&line)?,
            Self::Checkpoint(CheckpointLine { text, key, signature }) => {
                let (key, signature) = (hex("key", &key)?, hex("signature", &signature)?);
                ExportRow::Checkpoint(Signed { text, signature, key })
            }
            Self::End(_) => return Ok(None),
        }))
    }
}

fn counts(header: &Header) -> Result<ExportCounts, Why> {
    let Header { version, patrons, seeds, entries, transfers, checkpoints } = *header;
    if version != VERSION {
        return Err(format!("this is version {version} of the format, and the one known here is {VERSION}"));
    }
    Ok(ExportCounts { patrons, seeds, entries, transfers, checkpoints })
}

fn patron(line: PatronLine) -> Result<ExportRow, Why> {
    let PatronLine { id, nickname, token_hash, currency, decimals, created_at } = line;
    let currency = rows::currency(&currency, decimals).map_err(message)?;
    let token_hash = hex("token_hash", &token_hash)?;
    let patron = StoredPatron { id: PatronId(id), nickname, token_hash, currency };
    Ok(ExportRow::Patron(patron, Timestamp(created_at)))
}

fn transfer(line: &TransferLine) -> Result<ExportRow, Why> {
    let TransferLine { id, log, seq, kind, from, to, amount, asked, about } = line;
    let id = transfer_id(id)?;
    let about = about.as_deref().map(transfer_id).transpose()?;
    let account = |(kind, owner, code, decimals): &AccountLine| {
        rows::account(kind, *owner, code, *decimals).map_err(message)
    };
    let transfer = rows::transfer(id, (kind, about, *asked), (account(from)?, account(to)?), *amount);
    Ok(ExportRow::Transfer(transfer.map_err(message)?, (TableId(*log), *seq)))
}

fn transfer_id(text: &str) -> Result<TransferId, Why> {
    hex("id", text).map(|bytes| TransferId(u128::from_be_bytes(bytes)))
}

fn hex<const N: usize>(what: &str, text: &str) -> Result<[u8; N], Why> {
    from_hex(text).map_err(|error: HexError| format!("{what}: {error}"))
}

/// The message of a failure, without the kind: no store has failed here.
fn message(failure: StoreFailure) -> Why {
    match failure {
        StoreFailure::Corrupt(message) | StoreFailure::Storage(message) => message,
        other => other.to_string(),
    }
}
