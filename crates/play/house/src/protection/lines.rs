//! Counts the lines of a patron's statement towards their limits, as far as the store has new ones.

use money::Amount;
use table::PatronId;

use super::spent::{Spent, settled_first};
use crate::ports::{StatementLine, Store, StoreFailure};
use crate::reports::statement::CauseKind;

/// How many lines of a statement are read at once, and how many at first when few can be new.
const PAGE: u16 = 500;
const FEW: u16 = 8;

/// Counts the lines of the statement that are new, oldest first.
pub(super) async fn add_lines(
    store: &dyn Store,
    patron: PatronId,
    spent: &mut Spent,
) -> Result<(), StoreFailure> {
    let (since, mut lines, mut before) = (spent.since(), Vec::new(), None);
    let mut limit = if spent.cursor() == 0 { PAGE } else { FEW };
    loop {
        let page = store.statement(patron, before, limit).await?;
        before = page.last().map(|line| line.cursor);
        let is_full = page.len() == usize::from(limit);
        let is_new = page.last().is_some_and(|line| spent.is_new(line) && line.cause.at >= since);
        lines.extend(page);
        limit = PAGE;
        if !is_full || !is_new {
            break;
        }
    }
    let mut after = *spent;
    for line in lines.iter().rev() {
        let counts = after.is_new(line) && line.cause.at >= since;
        let settled_first = if counts { settled_first_by(store, patron, line).await? } else { Amount::ZERO };
        after.add(line, settled_first);
    }
    *spent = after;
    Ok(())
}

/// The stakes that count by this line because it corrects the void of its round.
async fn settled_first_by(
    store: &dyn Store,
    patron: PatronId,
    line: &StatementLine,
) -> Result<Amount, StoreFailure> {
    let (CauseKind::Corrected, Some((table, round))) = (line.cause.kind, line.cause.round) else {
        return Ok(Amount::ZERO);
    };
    Ok(settled_first(patron, line.cause.revision, &store.round_events(table, round).await?))
}
