//! What the public record says of the end of a round, at every table.

use baccarat::{Bead, Card, Deal, Step};
use fair::bulletin::VoidReason;

/// The bead of the coup that these cards make.
pub(super) fn bead(cards: &[Card]) -> Option<Bead> {
    let mut deal = Deal::new();
    for card in cards {
        match deal.draw(*card) {
            Step::More(more) => deal = more,
            Step::Done(coup) => return Some(coup.bead()),
        }
    }
    None
}

pub(super) const fn why(reason: table::event::VoidReason) -> VoidReason {
    use table::event::VoidReason as Stored;
    match reason {
        Stored::UnreadableCard => VoidReason::UnreadableCard,
        Stored::Interrupted => VoidReason::Interrupted,
        Stored::Supervisor => VoidReason::Supervisor,
        Stored::Irregular => VoidReason::Irregular,
        Stored::Abandoned => VoidReason::Abandoned,
    }
}
