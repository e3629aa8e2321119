//! A shoe that waits for the value of its beacon, and a round whose cards such a value draws: the table asks for it,
//! and deals nothing until it is there. Nobody replaces it by nothing: a house that knows its secret could compare both
//! shoes and take the better one.

use fair::shoe::BeaconValue;
use table::drawing::DRAW_AHEAD_MS;
use table::{BeaconRound, ProofStage, Refusal, ShoeEnding, StaffId, TableId, Timestamp};
use tracing::warn;

use crate::answer::{AbandonedShoe, HouseRefusal, Rejection};
use crate::house::House;
use crate::tables::not_done::NotDone;
use crate::tables::request::{Request, Unbatched};
use crate::tables::runner::Runner;

/// How long a table waits before it asks again, in milliseconds.
const AGAIN_MS: u32 = 250;
/// The same after a failure.
const FAILED_MS: u32 = 1_000;

impl House {
    /// A supervisor gives up this shoe of a table, which waits too long for the value of its beacon. Its secret is
    /// public then, so that everybody sees which shoe was not dealt; the next shoe waits for a later round.
    ///
    /// # Errors
    /// [`Rejection`]; `not_waiting` when the shoe waits for no beacon, `wait_on` before its time.
    pub async fn abandon_shoe(
        &self,
        table: TableId,
        shoe_no: u32,
        by: StaffId,
    ) -> Result<AbandonedShoe, Rejection> {
        self.ask(table, |reply| Request::Unbatched(Unbatched::AbandonShoe { shoe_no, by, reply })).await
    }
}

impl Runner {
    /// The round of the beacon that the open shoe uses.
    fn beacon_round(&self) -> Option<BeaconRound> {
        self.table.proof().and_then(|open| open.proof.beacon)
    }

    /// The round whose value is waited for: the one that draws the cards, or else the one that seals the shoe.
    fn awaited_round(&self) -> Option<BeaconRound> {
        self.table.awaited_draw().copied().or_else(|| self.beacon_round())
    }

    /// The value of that round, if it is known.
    pub(crate) fn beacon_value(&self) -> Option<BeaconValue> {
        self.context.beacon.as_ref()?.value(self.awaited_round()?.round)
    }

    /// Whether the open shoe can only be sealed, or the round only be dealt, with a value that is not known yet.
    pub(crate) fn waits_for_beacon(&self) -> bool {
        let revealed = self.table.proof().is_some_and(|open| open.stage == ProofStage::Revealed);
        let waits = revealed && self.beacon_round().is_some() || self.table.awaited_draw().is_some();
        waits && self.beacon_value().is_none() && !self.lost_beacon()
    }

    /// Whether the open shoe names a beacon, and this house has none.
    pub(crate) fn lost_beacon(&self) -> bool {
        self.beacon_round().is_some() && self.context.beacon.is_none()
    }

    /// Whether no further card of the sealed shoe can come out, because a beacon draws them and this house has none. A
    /// round whose value is known goes on.
    pub(crate) fn cannot_draw(&self) -> bool {
        let sealed = self.table.proof().is_some_and(|open| matches!(open.stage, ProofStage::Sealed { .. }));
        sealed && self.table.draws_after_bets() && self.lost_beacon() && !self.table.card_is_due()
    }

    /// Whether the value that draws the cards of a round may exist before its betting closes by the clock of the
    /// tables, because that clock follows behind the machine's, which was set.
    pub(crate) fn is_behind(&self) -> bool {
        self.table.draws_after_bets()
            && self.context.clock.now().plus_ms(DRAW_AHEAD_MS) <= self.context.clock.wall()
    }

    /// Begins no round while the clock is behind.
    pub(crate) fn wait_for_clock(&mut self) {
        self.note_failure("the clock of the tables is behind the machine's, which was set".to_owned());
        self.wait_until(self.context.clock.now().plus_ms(FAILED_MS));
    }

    /// Whether the value of the open shoe's beacon exists by now.
    pub(crate) fn is_late(&self) -> bool {
        self.beacon_round().is_some_and(|beacon| self.public_now() >= beacon.at)
    }

    /// The time now for what others have, too. The clock of the tables may follow behind the machine's.
    pub(crate) fn public_now(&self) -> Timestamp {
        let clock = &self.context.clock;
        clock.now().max(clock.wall())
    }

    /// Asks for the value, and again after a while.
    pub(crate) fn ask_beacon(&mut self) {
        let Some((desk, beacon)) = self.context.beacon.clone().zip(self.awaited_round()) else { return };
        let failure = desk.ask(beacon.round);
        let wait = if failure.is_some() { FAILED_MS } else { AGAIN_MS };
        if let Some(failure) = failure {
            self.note_failure(failure.to_string());
        }
        self.wait_until(self.context.clock.now().plus_ms(wait));
    }

    /// Gives up the shoes that cannot go on without a beacon, because this house has none any more.
    pub(crate) async fn leave_beacon(&mut self) -> Result<(), NotDone> {
        let needs_value = |stage| match stage {
            ProofStage::Sealed { .. } => self.table.draws_after_bets(),
            ProofStage::Finished => false,
            _ => true,
        };
        let open = self.table.proof().filter(|open| needs_value(open.stage) && open.proof.beacon.is_some());
        let open = open.map(|_| self.table.shoe_no());
        let committed = self.table.committed().filter(|next| next.beacon.is_some()).map(|next| next.shoe_no);
        let named = [open, committed];
        let ending = |shoe_no| named.contains(&Some(shoe_no)).then_some(ShoeEnding::BeaconChanged);
        self.end_shoes(ending, None).await
    }

    /// Gives up the open shoe before its order is fixed.
    pub(crate) async fn give_up_unsealed(
        &mut self,
        ending: ShoeEnding,
        by: Option<StaffId>,
    ) -> Result<(), NotDone> {
        let open = self.table.shoe_no();
        self.end_shoes(|shoe_no| (shoe_no == open).then_some(ending), by).await
    }

    /// A supervisor gives up the shoe that waits.
    pub(crate) async fn abandon_shoe(
        &mut self,
        shoe_no: u32,
        by: StaffId,
    ) -> Result<AbandonedShoe, Rejection> {
        let table = self.table.settings().id;
        if shoe_no != self.table.shoe_no() {
            return Err(Refusal::NotWaiting { shoe_no }.into());
        }
        self.table.may_abandon(self.context.clock.now()).map_err(HouseRefusal::from)?;
        self.give_up_unsealed(ShoeEnding::NoBeacon, Some(by)).await?;
        warn!(supervisor = by.0, table = table.0, shoe_no, "a supervisor gave up a shoe without a beacon");
        Ok(AbandonedShoe { table, shoe_no })
    }
}
