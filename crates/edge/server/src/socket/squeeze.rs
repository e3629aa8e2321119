//! `squeeze`, `open` and `show_name`: a patron who turns the cards of a side. What the edge of a card shows is said to
//! the socket that lifts it, and to no other one.

use house::{Lift, Lifted, LiftedEdge};
use table::TableId;
use table::live::Slot;
use wire::client::RoundRef;
use wire::codec::MALFORMED;
use wire::error::ErrorBody;
use wire::server::ServerMessage;

use super::session::Session;

/// A card that a patron turns.
pub(super) struct SqueezedCard {
    pub(super) table_id: u32,
    pub(super) round: RoundRef,
    pub(super) slot: String,
}

impl Session {
    /// Lifts a card by an edge so far, or shows it.
    pub(super) async fn squeeze(&self, card: SqueezedCard, lifted: Option<(String, u16)>) {
        let Some(patron) = self.patron_id() else { return };
        let SqueezedCard { table_id, round, slot } = card;
        let Ok(at) = slot.parse::<Slot>() else {
            let what = format!("slot is P1, P2, P3, B1, B2 or B3, not {slot:.10}");
            return self.send_problem(ErrorBody::new(MALFORMED, what));
        };
        let (house, table) = (&self.app.house, TableId(table_id));
        let turned = match lifted {
            None => house.open_card(patron, table, round.into(), at).await,
            Some((edge, permille)) => {
                let Ok(edge) = edge.parse::<LiftedEdge>() else {
                    let what = format!("edge is long or short, not {edge:.10}");
                    return self.send_problem(ErrorBody::new(MALFORMED, what));
                };
                house.squeeze(patron, table, Lift { round: round.into(), slot: at, edge, permille }).await
            }
        };
        match turned {
            Ok(Lifted::Down(Some(edge))) => {
                let shows = edge.id().to_owned();
                self.send(&ServerMessage::SqueezeEdge { table_id, round, slot, shows });
            }
            Ok(Lifted::Down(None) | Lifted::Shown) => {}
            Err(rejection) => self.send_rejection(&rejection, |refusal| ServerMessage::SqueezeRefused {
                table_id,
                round,
                slot,
                refusal,
            }),
        }
    }

    /// Has everybody read the nickname of the patron beside the cards that they turn, or nobody.
    pub(super) fn show_name(&self, shown: bool) {
        let Some(patron) = self.caller.patron() else { return };
        self.app.house.show_name(patron.id, shown.then(|| patron.nickname.clone()));
    }
}
