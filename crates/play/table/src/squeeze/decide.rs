//! Which cards are shown, and what follows: a round is settled with the last one. Pure; nothing happens here.

use baccarat::Side;

use crate::dealing::out_of_turn;
use crate::event::Event;
use crate::ids::{PatronId, RoundRef, Timestamp};
use crate::live::reading::Slot;
use crate::refusal::Refusal;
use crate::squeeze::edge::EdgeClass;
use crate::squeeze::fallen::settled_after;
use crate::squeeze::holders::holders;
use crate::squeeze::terms::{HeldRound, RevealedBy, SqueezeRefusal};
use crate::state::Table;

/// Who turns the cards of the round whose betting closes; none when nobody does.
pub(crate) fn held_round(table: &Table) -> Option<HeldRound> {
    let terms = table.settings.squeeze?;
    let held = holders(&table.wagers, terms.from, |patron| table.may_wager(patron));
    let (player, banker) = (held.player, held.banker);
    (player.is_some() || banker.is_some()).then_some(HeldRound { terms, player, banker })
}

/// A patron shows a card.
pub(crate) fn open(
    table: &Table,
    patron: PatronId,
    round: RoundRef,
    slot: Slot,
) -> Result<Vec<Event>, Refusal> {
    table.may_turn(patron, round, slot)?;
    Ok(reveal(table, vec![slot], RevealedBy::Holder))
}

/// The time to turn the cards is over.
pub(crate) fn reveal_due(table: &Table, now: Timestamp) -> Result<Vec<Event>, Refusal> {
    let squeeze = table.squeeze.as_ref().filter(|_| table.phase.round_under_way());
    let due = squeeze.filter(|squeeze| squeeze.until().is_some_and(|until| now >= until));
    let squeeze = due.ok_or_else(|| out_of_turn(table))?;
    let slots = squeeze.hidden().map(|(slot, _)| slot).collect();
    Ok(reveal(table, slots, RevealedBy::Clock))
}

/// What follows when a patron leaves: the cards that they turn are shown, if all four lie.
pub(crate) fn leave(table: &Table, patron: PatronId) -> Vec<Event> {
    let squeeze =
        table.squeeze.as_ref().filter(|squeeze| squeeze.is_turned() && table.seat(patron).is_some());
    let slots = squeeze.map(|squeeze| squeeze.hidden_of(patron)).unwrap_or_default();
    reveal(table, slots, RevealedBy::Left)
}

/// What follows when people look at the cards of the round, or it does not count: all of them are shown.
pub(crate) fn show_all(table: &Table, by: RevealedBy) -> Vec<Event> {
    let squeeze = table.squeeze.iter();
    let slots = squeeze.flat_map(|squeeze| squeeze.hidden().map(|(slot, _)| slot)).collect();
    reveal(table, slots, by)
}

/// These cards are shown, and the round is settled if they are the last ones, and nobody disputes them.
fn reveal(table: &Table, slots: Vec<Slot>, by: RevealedBy) -> Vec<Event> {
    let Some(squeeze) = table.squeeze.as_ref().filter(|_| !slots.is_empty()) else { return Vec::new() };
    let mut after = squeeze.clone();
    for slot in &slots {
        after.turn(*slot);
    }
    let settles = !matches!(by, RevealedBy::Finding | RevealedBy::Void);
    let settled = settled_after(table, &after).filter(|_| settles);
    [Event::CardsRevealed { slots, by }].into_iter().chain(settled).collect()
}

impl Table {
    /// Whether a patron may turn the card there.
    ///
    /// # Errors
    /// The first [`Refusal`] that holds: another round is on the table, the patron does not hold the side, no card lies
    /// face down there to be turned.
    pub fn may_turn(&self, patron: PatronId, round: RoundRef, slot: Slot) -> Result<(), Refusal> {
        if self.round() != Some(round) || !self.phase.round_under_way() {
            return Err(Refusal::RoundNotOpen { round, open: self.open_round() });
        }
        let side = match slot {
            Slot::P1 | Slot::P2 | Slot::P3 => Side::Player,
            Slot::B1 | Slot::B2 | Slot::B3 => Side::Banker,
            Slot::Burn => return Err(SqueezeRefusal::NothingToTurn.into()),
        };
        let squeeze = self.squeeze.as_ref();
        if squeeze.is_none_or(|squeeze| *squeeze.holders().get(side) != Some(patron)) {
            return Err(SqueezeRefusal::NotHolder { side }.into());
        }
        let there = squeeze.filter(|squeeze| squeeze.is_turned()).and_then(|squeeze| squeeze.hidden_at(slot));
        there.map(|_| ()).ok_or_else(|| SqueezeRefusal::NothingToTurn.into())
    }

    /// What the patron who turns the card there sees of it who has lifted its edge. It is for that patron alone.
    ///
    /// # Errors
    /// As those of [`may_turn`](Self::may_turn).
    pub fn edge_for(&self, patron: PatronId, round: RoundRef, slot: Slot) -> Result<EdgeClass, Refusal> {
        self.may_turn(patron, round, slot)?;
        let card = self.squeeze.as_ref().and_then(|squeeze| squeeze.hidden_at(slot));
        card.map(EdgeClass::of).ok_or_else(|| SqueezeRefusal::NothingToTurn.into())
    }
}
