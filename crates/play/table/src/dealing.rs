//! The events that more than one command leads to: a card with what it completes, the end of a round without a result.

use baccarat::{Card, Step};

use crate::event::{Event, Returned, VoidReason};
use crate::ids::StaffId;
use crate::live::origin::Origin;
use crate::refusal::Refusal;
use crate::settlement::settled;
use crate::squeeze::fallen::fallen;
use crate::state::Table;

/// The refusal of a step that the table does not wait for.
pub(crate) fn out_of_turn(table: &Table) -> Refusal {
    Refusal::OutOfTurn { phase: table.phase.id() }
}

/// The next card of the round, and its settlement if it is the last one.
pub(crate) fn card(table: &Table, card: Card, from: Origin) -> Result<Vec<Event>, Refusal> {
    if !table.card_is_due() {
        return Err(out_of_turn(table));
    }
    let (deal, face_down) = (table.deal(), table.falls_face_down());
    table.shoe_after(card, face_down)?;
    let drawn = Event::CardDrawn { card, from, face_down };
    if let Some(mut after) = table.squeeze.clone() {
        after.fall(&deal, card, face_down, table.since);
        return Ok([drawn].into_iter().chain(fallen(table, after)).collect());
    }
    Ok(match deal.draw(card) {
        Step::More(_) => vec![drawn],
        Step::Done(coup) => vec![drawn, settled(table, coup)],
    })
}

/// The end of a round that does not count.
pub(crate) fn void(table: &Table, reason: VoidReason, by: Option<StaffId>) -> Event {
    let active = table.wagers.active();
    let returned = active.map(|(patron, own)| Returned { patron, amount: own.staked() }).collect();
    Event::RoundVoided { reason, returned, by }
}
