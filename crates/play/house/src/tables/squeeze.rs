//! Patrons who turn the cards of a side: how far they lift a card, the edge that shows to them alone, and the card that
//! they show. How far a card is lifted is in no log, and no table waits for it.

use table::live::Slot;
use table::squeeze::{EdgeClass, SqueezeRefusal};
use table::{Command, Decision, PatronId, RoundRef, TableId, decide};

use crate::answer::Rejection;
use crate::house::House;
use crate::tables::lift::{Lift, LiftProgress, Lifted, LiftedEdge};
use crate::tables::request::{Request, Unbatched};
use crate::tables::runner::Runner;

/// How far a card is lifted when everybody sees it, in thousandths.
pub(crate) const SHOWN_AT: u16 = 900;

impl House {
    /// A patron who turns the cards of a side lifts one.
    ///
    /// # Errors
    /// [`Rejection`]: as those of [`Table::may_turn`](table::Table::may_turn), and when the patron says it too often.
    pub async fn squeeze(&self, patron: PatronId, table: TableId, lift: Lift) -> Result<Lifted, Rejection> {
        self.ask(table, |reply| Request::Unbatched(Unbatched::Squeeze { patron, lift, reply })).await
    }

    /// A patron who turns the cards of a side shows one.
    ///
    /// # Errors
    /// [`Rejection`]: as those of [`Table::may_turn`](table::Table::may_turn).
    pub async fn open_card(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
        slot: Slot,
    ) -> Result<Lifted, Rejection> {
        let lift = Lift { round, slot, edge: LiftedEdge::Long, permille: SHOWN_AT };
        self.squeeze(patron, table, lift).await
    }

    /// Has everybody read this name of a connected patron beside the cards that they turn; none to leave it out.
    pub fn show_name(&self, patron: PatronId, name: Option<String>) {
        self.context.presence.name(patron, name);
    }
}

impl Runner {
    /// Lifts a card, or shows it. Whose it is comes first, so that nobody learns anything by asking for another one.
    pub(crate) async fn squeeze(&mut self, patron: PatronId, lift: Lift) -> Result<Lifted, Rejection> {
        let Lift { round, slot, permille, .. } = lift;
        let edge = self.table.edge_for(patron, round, slot)?;
        if permille >= SHOWN_AT {
            let Decision::Accepted(events) = decide(&self.table, &Command::OpenCard { patron, round, slot })?
            else {
                return Ok(Lifted::Shown);
            };
            self.commit_own(events, None).await?;
            self.log_phase();
            return Ok(Lifted::Shown);
        }
        let now = self.context.clock.now();
        let lifts = self.lifts.of(round);
        if lifts.is_too_fast(patron, now) {
            return Err(table::Refusal::from(SqueezeRefusal::TooFast).into());
        }
        let ends_at = self.table.squeeze_view().and_then(|view| view.ends_at).unwrap_or(now);
        if lifts.is_told(slot, now) {
            self.feed.tell_lift(LiftProgress { lift, ends_at });
        }
        Ok(Lifted::Down((permille >= EdgeClass::SHOWS_AT).then_some(edge)))
    }
}
