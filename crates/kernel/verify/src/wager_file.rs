//! A patron's own wagers of one round, with what proves that they were fixed and how they were paid.

use fair::shoe::Salt;
use fair::wagers::{LeafError, Line, StandingWagers, WagerPath};
use fair::{Digest, Joined};
use json::{Fields, Node, Record, Wrong};

use crate::file::{FormError, read_format, write_format};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The id of the spot.
    pub spot: String,
    /// The stake.
    pub stake: u64,
    /// How much of it is bonus money.
    pub bonus: u64,
}

/// One settlement of the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Its number: 1, and one more for each correction.
    pub revision: u16,
    /// One line for each wager.
    pub wagers: Vec<Paid>,
}

/// What became of a wager, in minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let file = json::read(text, |node| node.record(Self::read_fields))?;
        if file.write() != text {
            return Err(Wrong::new(&"the one spelling of the file was expected").into());
        }
        Ok(file)
    }

    /// The siblings from the leaf upward, as the file writes them.
    pub fn path_text(&self) -> String {
        Joined(self.path.path.clone()).to_string()
    }

    /// The one text of this file: JSON in one line, its fields in their order, then LF.
    pub fn write(&self) -> String {
        let mut text = json::write(|to| to.record(|it| self.write_fields(it)));
        text.push('\n');
        text
    }

    fn read_fields(it: &Record<'_>) -> Result<Self, Wrong> {
        read_format(it, FORMAT, VERSION)?;
        Ok(Self {
            table: it.get("table")?.number()?,
            shoe_no: it.get("shoe")?.number()?,
            round_no: it.get("round")?.number()?,
            patron: it.get("patron")?.number()?,
            currency: it.get("currency")?.string()?,
            decimals: it.get("decimals")?.number()?,
            wagers: it.get("wagers")?.list(Standing::read)?,
            salt: it.get("salt")?.text()?,
            path: WagerPath {
                index: it.get("index")?.number()?,
                count: it.get("count")?.number()?,
                path: it.get("path")?.text::<Joined>()?.0,
            },
            settled: it.get("settled")?.list(Settled::read)?,
        })
    }

    fn write_fields(&self, it: &mut Fields<'_>) {
        write_format(it, FORMAT, VERSION);
        it.field("table").number(self.table);
        it.field("shoe").number(self.shoe_no);
        it.field("round").number(self.round_no);
        it.field("patron").number(self.patron);
        it.field("currency").text(&self.currency);
        it.field("decimals").number(self.decimals);
        it.field("wagers").list(&self.wagers, |to, wager| to.record(|it| wager.write(it)));
        it.field("salt").text(&self.salt);
        it.field("index").number(self.path.index);
        it.field("count").number(self.path.count);
        it.field("path").text(&self.path_text());
        it.field("settled").list(&self.settled, |to, settled| to.record(|it| settled.write(it)));
    }
}

impl Standing {
    fn read(node: Node<'_>) -> Result<Self, Wrong> {
        node.record(|it| {
            Ok(Self {
                spot: it.get("spot")?.string()?,
                stake: it.get("stake")?.number()?,
                bonus: it.get("bonus")?.number()?,
            })
        })
    }

    fn write(&self, it: &mut Fields<'_>) {
        it.field("spot").text(&self.spot);
        it.field("stake").number(self.stake);
        it.field("bonus").number(self.bonus);
    }

    /// The line of the leaf.
    pub fn line(&self) -> Line<'_> {
        Line { spot: &self.spot, stake: self.stake, bonus: self.bonus }
    }
}

impl Settled {
    fn read(node: Node<'_>) -> Result<Self, Wrong> {
        node.record(|it| {
            let revision = it.get("revision")?.number()?;
            Ok(Self { revision, wagers: it.get("wagers")?.list(Paid::read)? })
        })
    }

    fn write(&self, it: &mut Fields<'_>) {
        it.field("revision").number(self.revision);
        it.field("wagers").list(&self.wagers, |to, paid| to.record(|it| paid.write(it)));
    }
}

impl Paid {
    fn read(node: Node<'_>) -> Result<Self, Wrong> {
        node.record(|it| {
            Ok(Self {
                spot: it.get("spot")?.string()?,
                stake: it.get("stake")?.number()?,
                resolution: it.get("resolution")?.string()?,
                payout: it.get("payout")?.number()?,
            })
        })
    }

    fn write(&self, it: &mut Fields<'_>) {
        it.field("spot").text(&self.spot);
        it.field("stake").number(self.stake);
        it.field("resolution").text(&self.resolution);
        it.field("payout").number(self.payout);
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
