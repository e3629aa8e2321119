//! A patron's own wagers of one round, with what proves that they were fixed and how they were paid.

use fair::shoe::Salt;
use fair::wagers::{LeafError, Line, StandingWagers, WagerPath};
use fair::{Bytes, Digest};
use serde::{Deserialize, Serialize};

use crate::file::FormError;
use crate::text::{Joined, Text, read_json, write_json};

/// The value of the field `format`.
pub const FORMAT: &str = "punto-wager-proof";

/// The version of the format.
pub const VERSION: u32 = 1;

/// The file. It is the patron's to show, and published nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagerFile {
    /// The table.
    pub table: u32,
    /// The shoe.
    pub shoe_no: u32,
    /// The round in its shoe.
    pub round_no: u16,
    /// The patron.
    pub patron: u32,
    /// The code of the currency.
    pub currency: String,
    /// How many of an amount's digits are decimals.
    pub decimals: u8,
    /// The standing wagers, by the ascending ids of their spots.
    pub wagers: Vec<Standing>,
    /// The salt of the leaf.
    pub salt: Salt,
    /// The way from the leaf to the root.
    pub path: WagerPath,
    /// How the wagers were settled, by ascending revision from 1; empty until the round ends.
    pub settled: Vec<Settled>,
}

/// A wager that stood when betting closed, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The id of the spot.
    pub spot: String,
    /// The stake.
    pub stake: u64,
    /// How much of it is bonus money.
    pub bonus: u64,
}

/// One settlement of the round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// Its number: 1, and one more for each correction.
    pub revision: u16,
    /// One line for each wager.
    pub wagers: Vec<Paid>,
}

/// What became of a wager, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paid {
    /// The id of the spot.
    pub spot: String,
    /// The stake.
    pub stake: u64,
    /// `win`, `push` or `lose`.
    pub resolution: String,
    /// What was paid, the stake included.
    pub payout: u64,
}

impl WagerFile {
    /// Reads a file, strictly: another spelling of the same values is refused.
    ///
    /// # Errors
    /// [`FormError`].
    pub fn read(text: &str) -> Result<Self, FormError> {
        let raw: Raw = read_json(text).map_err(|(field, reason)| FormError { field, reason })?;
        let wrong = |field: &str, reason: String| FormError { field: field.to_owned(), reason };
        if (raw.format.as_str(), raw.version) != (FORMAT, VERSION) {
            return Err(wrong("format", format!("{FORMAT:?} of version {VERSION} was expected")));
        }
        if write_json(&raw) != text {
            return Err(wrong(".", "the one spelling of the file was expected".to_owned()));
        }
        Ok(Self {
            table: raw.table,
            shoe_no: raw.shoe,
            round_no: raw.round,
            patron: raw.patron,
            currency: raw.currency,
            decimals: raw.decimals,
            wagers: raw.wagers,
            salt: raw.salt.0,
            path: WagerPath { index: raw.index, count: raw.count, path: raw.path.0 },
            settled: raw.settled,
        })
    }

    /// The siblings from the leaf upward, as the file writes them.
    pub fn path_text(&self) -> String {
        Joined(self.path.path.clone()).text()
    }

    /// The one text of this file.
    pub fn write(&self) -> String {
        let WagerPath { index, count, path } = self.path.clone();
        write_json(&Raw {
            format: FORMAT.to_owned(),
            version: VERSION,
            table: self.table,
            shoe: self.shoe_no,
            round: self.round_no,
            patron: self.patron,
            currency: self.currency.clone(),
            decimals: self.decimals,
            wagers: self.wagers.clone(),
            salt: Text(self.salt),
            index,
            count,
            path: Joined(path),
            settled: self.settled.clone(),
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    format: String,
    version: u32,
    table: u32,
    shoe: u32,
    round: u16,
    patron: u32,
    currency: String,
    decimals: u8,
    wagers: Vec<Standing>,
    salt: Text<Bytes<16>>,
    index: u32,
    count: u32,
    path: Joined,
    settled: Vec<Settled>,
}

impl Standing {
    /// The line of the leaf.
    pub fn line(&self) -> Line<'_> {
        Line { spot: &self.spot, stake: self.stake, bonus: self.bonus }
    }
}

impl WagerFile {
    /// The leaf of these wagers; what is wrong with them when they have none.
    pub(crate) fn leaf(&self) -> Result<Digest, LeafError> {
        let lines: Vec<Line<'_>> = self.wagers.iter().map(Standing::line).collect();
        let standing = StandingWagers {
            table: self.table,
            shoe_no: self.shoe_no,
            round_no: self.round_no,
            patron: self.patron,
            currency: &self.currency,
            decimals: self.decimals,
            lines: &lines,
        };
        standing.leaf(&self.salt)
    }
}
