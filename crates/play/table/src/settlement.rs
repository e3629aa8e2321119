//! The event that settles a round, which more than one decision ends with.

use baccarat::Coup;

use crate::event::Event;
use crate::settle::settle_wagers;
use crate::state::Table;

/// The first settlement of the round under way.
pub(crate) fn settled(table: &Table, coup: Coup) -> Event {
    let patrons = settle_wagers(&table.wagers, coup, &table.settings.rules);
    Event::RoundSettled { revision: 1, patrons }
}
