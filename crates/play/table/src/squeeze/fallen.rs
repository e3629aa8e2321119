//! What follows when a card has fallen, or is shown: a round is settled when its cards are complete and everybody sees
//! them. Pure; nothing happens here.

use baccarat::Step;

use crate::event::Event;
use crate::settlement::settled;
use crate::squeeze::state::Squeeze;
use crate::squeeze::terms::RevealedBy;
use crate::state::Table;

/// What follows from the fall of a card, after which the round is like this.
pub(crate) fn fallen(table: &Table, mut after: Squeeze) -> Vec<Event> {
    let unheld = if after.is_turned() { after.unheld() } else { Vec::new() };
    for slot in &unheld {
        after.turn(*slot);
    }
    let settlement = settled_after(table, &after);
    let shown =
        (!unheld.is_empty()).then_some(Event::CardsRevealed { slots: unheld, by: RevealedBy::Nobody });
    shown.into_iter().chain(settlement).collect()
}

/// The settlement of the round, if its cards are complete and everybody sees them.
pub(crate) fn settled_after(table: &Table, after: &Squeeze) -> Option<Event> {
    match after.step() {
        Step::Done(coup) if after.hidden().next().is_none() => Some(settled(table, coup)),
        _ => None,
    }
}
