//! The lines of an export file: a row of history as JSON, and back.

use house::people::Credential;
use house::ports::{DeviceRecord, LockedSecret, ShoeSeed, StoreFailure, StoredBulletin, StoredRecord};
use journal::{Digest, HexError, Signed, StoredPatron, from_hex, to_hex};
use ledger::{Account, TransferId};
use money::Amount;
use serde::{Deserialize, Serialize};
use table::{DeviceId, PatronId, TableId, Timestamp};

use super::header::{Header, Why};
use super::row::{ExportEntry, ExportRow};
use crate::rows;

/// An account: its kind, its owner, the code of its currency, and how many decimals that has.
type AccountLine = (String, u32, String, u8);

/// A line, by its one key.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Line {
    /// The first line.
    PuntoExport(Header),
    Patron {
        id: PatronId,
        nickname: String,
        token_hash: String,
        currency: String,
        decimals: u8,
        created_at: Timestamp,
    },
    Seed {
        table: TableId,
        shoe: u32,
        seed: String,
    },
    Secret {
        table: TableId,
        shoe: u32,
        commitment: String,
        locked: String,
    },
    Bulletin {
        table: TableId,
        no: u64,
        seq: u64,
        shoe: u32,
        text: String,
        key: String,
        signature: String,
    },
    Record {
        table: TableId,
        no: u64,
        seq: u64,
        device: DeviceId,
        n: u64,
        received_at: Timestamp,
        read_at: Timestamp,
        #[serde(default, skip_serializing_if = "is_false")]
        late: bool,
        body: String,
        sig: String,
    },
    Entry {
        log: TableId,
        seq: u64,
        at: Timestamp,
        body: String,
        digest: String,
    },
    Transfer {
        id: String,
        log: TableId,
        seq: u64,
        kind: String,
        from: AccountLine,
        to: AccountLine,
        amount: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asked: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<String>,
    },
    Checkpoint {
        text: String,
        key: String,
        signature: String,
    },
    Credential {
        kind: String,
        key: String,
        owner_kind: String,
        owner: u32,
        body: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expires_at: Option<Timestamp>,
    },
    /// The last line: how many lines precede it, and the SHA-256 of their bytes, ends of lines included.
    End {
        lines: u64,
        sha256: String,
    },
}

impl From<&ExportRow> for Line {
    fn from(row: &ExportRow) -> Self {
        match row {
            ExportRow::Counts(counts) => Self::PuntoExport(counts.into()),
            ExportRow::Patron(patron, created_at) => Self::Patron {
                id: patron.id,
                nickname: patron.nickname.clone(),
                token_hash: to_hex(&patron.token_hash),
                currency: patron.currency.code().to_owned(),
                decimals: patron.currency.decimals(),
                created_at: *created_at,
            },
            ExportRow::Seed(table, ShoeSeed { shoe_no, seed }) => {
                Self::Seed { table: *table, shoe: *shoe_no, seed: to_hex(seed) }
            }
            ExportRow::Secret(table, secret) => secret_line(*table, secret),
            ExportRow::Bulletin(table, bulletin) => bulletin_line(*table, bulletin),
            ExportRow::Record(table, stored) => record_line(*table, stored),
            ExportRow::Entry(ExportEntry { log, seq, at, body, digest }) => {
                let (body, digest) = (body.clone(), digest.to_string());
                Self::Entry { log: *log, seq: *seq, at: *at, body, digest }
            }
            ExportRow::Transfer(transfer, (log, seq)) => {
                let (kind, about, asked) = rows::kind_of(&transfer.action);
                Self::Transfer {
                    id: transfer.id.to_string(),
                    log: *log,
                    seq: *seq,
                    kind: kind.to_owned(),
                    from: account_line(transfer.from),
                    to: account_line(transfer.to),
                    amount: transfer.amount.signed(),
                    asked: asked.map(Amount::signed),
                    about: about.map(|id| id.to_string()),
                }
            }
            ExportRow::Checkpoint(Signed { text, signature, key }) => {
                Self::Checkpoint { text: text.clone(), key: to_hex(key), signature: to_hex(signature) }
            }
            ExportRow::Credential(Credential { kind, key, owner, body, expires_at }) => {
                let (owner_kind, owner) = rows::person_columns(*owner);
                Self::Credential {
                    kind: kind.as_ref().to_owned(),
                    key: key.clone(),
                    owner_kind: owner_kind.to_owned(),
                    owner,
                    body: body.clone(),
                    expires_at: *expires_at,
                }
            }
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

fn record_line(table: TableId, StoredRecord { no, seq, record }: &StoredRecord) -> Line {
    let DeviceRecord { device, n, received_at, read_at, late, body, sig } = record.clone();
    let sig = sig.to_string();
    Line::Record { table, no: *no, seq: *seq, device, n, received_at, read_at, late, body, sig }
}

fn secret_line(table: TableId, secret: &LockedSecret) -> Line {
    let (commitment, locked) = (secret.commitment.to_string(), secret.locked.to_string());
    Line::Secret { table, shoe: secret.shoe_no, commitment, locked }
}

fn bulletin_line(table: TableId, bulletin: &StoredBulletin) -> Line {
    let StoredBulletin { no, seq, shoe_no, text, key, signature } = bulletin.clone();
    let (key, signature) = (key.to_string(), signature.to_string());
    Line::Bulletin { table, no, seq, shoe: shoe_no, text, key, signature }
}

fn account_line(account: Account) -> AccountLine {
    let Account { kind, owner, currency } = account;
    (kind.id().to_owned(), owner, currency.code().to_owned(), currency.decimals())
}

impl Line {
    /// The row of this line; none for the last line.
    pub(super) fn row(self) -> Result<Option<ExportRow>, Why> {
        Ok(Some(match self {
            Self::PuntoExport(header) => ExportRow::Counts(header.counts()?),
            Self::Patron { id, nickname, token_hash, currency, decimals, created_at } => {
                let currency = rows::currency(&currency, decimals).map_err(message)?;
                let token_hash = hex("token_hash", &token_hash)?;
                ExportRow::Patron(StoredPatron { id, nickname, token_hash, currency }, created_at)
            }
            Self::Seed { table, shoe, seed } => {
                ExportRow::Seed(table, ShoeSeed { shoe_no: shoe, seed: hex("seed", &seed)? })
            }
            Self::Secret { table, shoe, commitment, locked } => {
                let (commitment, locked) = (bytes("commitment", &commitment)?, bytes("locked", &locked)?);
                ExportRow::Secret(table, LockedSecret { shoe_no: shoe, commitment, locked })
            }
            Self::Bulletin { table, no, seq, shoe, text, key, signature } => {
                let (key, signature) = (bytes("key", &key)?, bytes("signature", &signature)?);
                ExportRow::Bulletin(table, StoredBulletin { no, seq, shoe_no: shoe, text, key, signature })
            }
            Self::Record { table, no, seq, device, n, received_at, read_at, late, body, sig } => {
                let sig = bytes("sig", &sig)?;
                let record = DeviceRecord { device, n, received_at, read_at, late, body, sig };
                ExportRow::Record(table, StoredRecord { no, seq, record })
            }
            Self::Entry { log, seq, at, body, digest } => {
                let digest = Digest(hex("digest", &digest)?);
                ExportRow::Entry(ExportEntry { log, seq, at, body, digest })
            }
            Self::Transfer { id, log, seq, kind, from, to, amount, asked, about } => {
                let (id, about) = (transfer_id(&id)?, about.as_deref().map(transfer_id).transpose()?);
                let account = |(kind, owner, code, decimals): AccountLine| {
                    rows::account(&kind, owner, &code, decimals).map_err(message)
                };
                let accounts = (account(from)?, account(to)?);
                let transfer = rows::transfer(id, (&kind, about, asked), accounts, amount);
                ExportRow::Transfer(transfer.map_err(message)?, (log, seq))
            }
            Self::Checkpoint { text, key, signature } => {
                let (key, signature) = (hex("key", &key)?, hex("signature", &signature)?);
                ExportRow::Checkpoint(Signed { text, signature, key })
            }
            Self::Credential { kind, key, owner_kind, owner, body, expires_at } => {
                let kind = rows::credential_kind(&kind).map_err(message)?;
                let owner = rows::person(&owner_kind, owner).map_err(message)?;
                ExportRow::Credential(Credential { kind, key, owner, body, expires_at })
            }
            Self::End { .. } => return Ok(None),
        }))
    }
}

fn bytes<const N: usize>(what: &str, text: &str) -> Result<fair::Bytes<N>, Why> {
    text.parse().map_err(|error| format!("{what}: {error}"))
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
