//! The wagers of a round as one digest: one leaf for each patron, hidden by the key of the shoe, and the path from each
//! leaf to it. Pure, so an audit makes them again.

use std::collections::BTreeMap;

use fair::Digest;
use fair::wagers::{LeafError, StandingWagers, WagerKey, WagerPath, WagerTree};
use money::Currency;
use table::event::PlacedWager;
use table::round_wagers::{PatronWagers, RoundWagers};
use table::{Bytes32, PatronId, RoundRef, Table, TableId, WagersRoot};
use verify::WagerFile;
use verify::wager_file::Standing;

/// The wagers of a round, and what their leaves hold beside them.
pub(crate) struct Standings<'a> {
    pub(crate) table: TableId,
    pub(crate) currency: Currency,
    pub(crate) round: RoundRef,
    pub(crate) key: WagerKey,
    pub(crate) wagers: &'a RoundWagers,
}

/// The root over the wagers that stand at a table; none where the shoe has no proof, or no round is under way.
///
/// # Errors
/// [`LeafError`], which no wagers of a table lead to.
pub fn wagers_root(table: &Table) -> Result<Option<WagersRoot>, LeafError> {
    let Some(standings) = Standings::at(table) else { return Ok(None) };
    let leaves = standings.files()?.into_iter().map(|(leaf, _)| leaf);
    let tree = WagerTree::new(leaves.collect());
    Ok(Some(WagersRoot { count: tree.count(), root: Bytes32(tree.root().0) }))
}

/// The key that hides the wagers of a shoe.
pub(crate) fn wager_key(key: table::WagerKey) -> WagerKey {
    WagerKey::new(key.0.0)
}

impl<'a> Standings<'a> {
    /// Those of the round under way at a table; none where the shoe has no proof.
    pub(crate) fn at(table: &'a Table) -> Option<Self> {
        let (key, round) = (wager_key(table.wager_key()?), table.round()?);
        let settings = table.settings();
        Some(Self { table: settings.id, currency: settings.currency, round, key, wagers: table.wagers() })
    }

    /// The wager file of each patron, before the settlement.
    ///
    /// # Errors
    /// [`LeafError`], which no wagers of a table lead to.
    pub(crate) fn wager_files(&self) -> Result<BTreeMap<PatronId, WagerFile>, LeafError> {
        let files = self.files()?;
        let tree = WagerTree::new(files.iter().map(|(leaf, _)| *leaf).collect());
        let mut paths: BTreeMap<Digest, WagerPath> = tree.paths().collect();
        let with_path = |(leaf, file): (Digest, WagerFile)| {
            let path = paths.remove(&leaf)?;
            Some((PatronId(file.patron), WagerFile { path, ..file }))
        };
        Ok(files.into_iter().filter_map(with_path).collect())
    }

    /// The leaf of each patron with wagers, and their file with no path yet.
    fn files(&self) -> Result<Vec<(Digest, WagerFile)>, LeafError> {
        self.wagers.active().map(|(patron, own)| self.file(patron, own)).collect()
    }

    fn file(&self, patron: PatronId, own: &PatronWagers) -> Result<(Digest, WagerFile), LeafError> {
        let RoundRef { shoe_no, round_no } = self.round;
        let (salt, wagers) = (self.key.salt(round_no, patron.0), standing(own));
        let (code, decimals) = (self.currency.code(), self.currency.decimals());
        let lines: Vec<_> = wagers.iter().map(Standing::line).collect();
        let leaf = StandingWagers {
            table: self.table.0,
            shoe_no,
            round_no,
            patron: patron.0,
            currency: code,
            decimals,
            lines: &lines,
        };
        let leaf = leaf.leaf(&salt)?;
        let file = WagerFile {
            table: self.table.0,
            shoe_no,
            round_no,
            patron: patron.0,
            currency: code.to_owned(),
            decimals,
            wagers,
            salt,
            path: WagerPath { index: 0, count: 0, path: Vec::new() },
            settled: Vec::new(),
        };
        Ok((leaf, file))
    }
}

/// The wagers of a patron in the order of their leaf.
fn standing(own: &PatronWagers) -> Vec<Standing> {
    let mut placed = own.placed();
    placed.sort_unstable_by_key(|wager| wager.spot.id());
    let line = |wager: PlacedWager| Standing {
        spot: wager.spot.id().to_owned(),
        stake: wager.stake.minor(),
        bonus: wager.bonus.minor(),
    };
    placed.into_iter().map(line).collect()
}
