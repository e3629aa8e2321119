//! The wagers of a round as one digest: one leaf for each patron, hidden by the key of the shoe. Pure, so an audit
//! makes them again.

use fair::Digest;
use fair::wagers::{LeafError, Line, StandingWagers, WagerKey, WagerTree};
use table::round_wagers::PatronWagers;
use table::{Bytes32, PatronId, RoundRef, Table, WagersRoot};

/// The root over the wagers that stand at a table; none where the shoe has no proof, or no round is under way.
///
/// # Errors
/// [`LeafError`], which no wagers of a table lead to.
pub fn wagers_root(table: &Table) -> Result<Option<WagersRoot>, LeafError> {
    let (Some(open), Some(round)) = (table.proof(), table.round()) else { return Ok(None) };
    let key = WagerKey::new(open.proof.wager_key.0.0);
    let leaves = table.wagers().active().map(|(patron, own)| leaf(table, &key, round, patron, own));
    let tree = WagerTree::new(leaves.collect::<Result<_, _>>()?);
    Ok(Some(WagersRoot { count: tree.count(), root: Bytes32(tree.root().0) }))
}

/// The leaf of a patron.
fn leaf(
    table: &Table,
    key: &WagerKey,
    round: RoundRef,
    patron: PatronId,
    own: &PatronWagers,
) -> Result<Digest, LeafError> {
    let mut placed = own.placed();
    placed.sort_unstable_by_key(|wager| wager.spot.id());
    let minor = |amount: i64| u64::try_from(amount).unwrap_or_default();
    let line = |wager: &table::event::PlacedWager| Line {
        spot: wager.spot.id(),
        stake: wager.stake.minor(),
        bonus: minor(wager.bonus.signed()),
    };
    let lines: Vec<Line<'_>> = placed.iter().map(line).collect();
    let settings = table.settings();
    let standing = StandingWagers {
        table: settings.id.0,
        shoe_no: round.shoe_no,
        round_no: round.round_no,
        patron: patron.0,
        currency: settings.currency.code(),
        decimals: settings.currency.decimals(),
        lines: &lines,
    };
    standing.leaf(&key.salt(round.round_no, patron.0))
}
