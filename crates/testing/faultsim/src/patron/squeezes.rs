//! A simulated patron who turns cards, or tries to: those of their own side and of others. Notes what an edge
//! shows, and judges nothing.

use auditor::ShownEdge;
use baccarat::Side;
use house::{Lift, Lifted, LiftedEdge};
use table::live::Slot;
use table::{RoundRef, Settings};

use super::seat::{Patron, code};
use crate::sim_house::round_id;

/// The places where a card may lie face down.
const SLOTS: [Slot; 6] = [Slot::P1, Slot::B1, Slot::P2, Slot::B2, Slot::P3, Slot::B3];

/// How the names of the places of a side begin.
const fn letter(side: Side) -> char {
    match side {
        Side::Player => 'P',
        Side::Banker => 'B',
    }
}

impl Patron {
    /// Turns some cards, wherever cards lie face down.
    pub(super) async fn turn_cards(&mut self) {
        let with_squeeze = |settings: &&Settings| settings.squeeze.is_some();
        let tables: Vec<_> = self.at.sim.tables.iter().filter(with_squeeze).map(|own| own.id).collect();
        for table in tables {
            let Some(view) = self.at.sim.house.snapshot(table).map(|snapshot| snapshot.view) else {
                continue;
            };
            let lies = view.cards.iter().any(|shown| shown.card.is_none());
            let Some(round) = view.round.filter(|_| lies) else { continue };
            for _ in 0..self.at.planner.dice.within(1..=6) {
                self.turn(table, round).await;
            }
        }
    }

    async fn turn(&mut self, table: table::TableId, round: RoundRef) {
        let own = self.at.sim.house.patron_view(self.id, table).await.ok().and_then(|view| view.turns);
        let dice = &mut self.at.planner.dice;
        // Mostly cards of their own side, if they turn one.
        let is_own = |slot: &&Slot| own.is_none_or(|side| slot.id().starts_with(letter(side)));
        let slots: Vec<Slot> =
            if dice.per_mille(750) { SLOTS.iter().filter(is_own).copied().collect() } else { SLOTS.to_vec() };
        let Some(slot) = dice.pick(&slots).copied() else { return };
        let permille = u16::try_from(dice.within(0..=1_000)).unwrap_or_default();
        let lift = Lift { round, slot, edge: LiftedEdge::Short, permille };
        let turned = self.at.sim.house.squeeze(self.id, table, lift).await;
        let word = match &turned {
            Ok(Lifted::Shown) => "shown",
            Ok(Lifted::Down(None)) => "lifted",
            Ok(Lifted::Down(Some(edge))) => {
                let (round, slot, shows) =
                    (round_id(table, round), slot.id().to_owned(), edge.id().to_owned());
                self.observe(|own| own.edges.push(ShownEdge { round, slot, shows }));
                "edge"
            }
            Err(no) => code(no),
        };
        self.at.sim.shared.answer("squeeze", word);
    }
}
