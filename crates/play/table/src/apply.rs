//! What an event does to a table. [`decide`](crate::decide::decide) judges; here an event only has to follow from what
//! happened before it.

use baccarat::{Card, Deal, Step, Wager, Wagers};
use money::Amount;

use crate::auto_slips::{Auto, AutoEnd, EndedAuto};
use crate::auto_stop::StopWatch;
use crate::correction::Proposal;
use crate::drawing::Drawing;
use crate::event::{Event, RecordedEvent};
use crate::ids::{PatronId, RoundRef, Timestamp};
use crate::live::carried::CarriedLive;
use crate::live::dealer::SCANNER_ALGORITHM;
use crate::live::origin::{Origin, RecordRef};
use crate::live::state::Live;
use crate::misfit::{Misfit, ensure};
use crate::nonces::{Nonces, Withheld};
use crate::own_result::OwnResult;
use crate::phase::{Burned, Phase, RoundEnd, VoidReason};
use crate::proof::{BeaconRound, Commitment, OpenProof, ProofStage, ShoeProof};
use crate::round_wagers::{PatronWagers, PlacedSlip, RoundWagers};
use crate::seats::{CarriedSeat, Seat, Seats};
use crate::settle::{checked_sums, sums};
use crate::squeeze::HeldRound;
use crate::squeeze::state::Squeeze;
use crate::state::Table;
use crate::wager::{PatronSettlement, PlacedWager, Replaced, Returned, SettledSpot, SlipKind};

impl Table {
    /// Makes an event that this table decided part of it.
    ///
    /// # Panics
    /// When it cannot follow: [`decide`](crate::decide::decide) and this function contradict each other.
    #[allow(clippy::panic, reason = "a bug stops the program")]
    pub fn apply(&mut self, recorded: &RecordedEvent) {
        if let Err(misfit) = self.try_apply(recorded) {
            panic!("a bug: {misfit}");
        }
    }

    /// Makes an event from a stored history part of this table. The first event of a new table may be the opening of
    /// any shoe.
    ///
    /// # Errors
    /// [`Misfit`] when it cannot follow; the table is as before.
    pub fn try_apply(&mut self, recorded: &RecordedEvent) -> Result<(), Misfit> {
        let RecordedEvent { seq, at, event } = recorded;
        self.follow((*seq, *at), event).map_err(|why| Misfit { seq: *seq, after: self.seq, why })?;
        self.seq = *seq;
        if event.is_public() {
            self.public_seq = self.next_public_seq(recorded);
        }
        if event.corrects().is_some() {
            self.corrections_seq = *seq;
        }
        if event.is_step() {
            self.since = *at;
        }
        Ok(())
    }

    /// Each arm says why not before it changes anything.
    fn follow(&mut self, (seq, at): (u64, Timestamp), event: &Event) -> Result<(), &'static str> {
        let first = self.seq == 0 && matches!(event, Event::ShoeOpened { .. });
        ensure(first || seq == self.seq.saturating_add(1), "its number is not the next one")?;
        match event {
            Event::ShoeOpened { shoe_no, algorithm, seats, public_seq, proof, withheld, live, .. } => {
                ensure(!self.phase.round_under_way(), "a round is under way")?;
                ensure(first || *shoe_no == self.next_shoe_no(), "another shoe is next")?;
                let is_next = |number: &u64| *number == self.public_seq.saturating_add(1);
                let counts = first && seq > 1 || public_seq.as_ref().is_none_or(is_next);
                ensure(counts, "its number among the public events is not the next one")?;
                let drawing = Drawing::of_algorithm(algorithm);
                ensure(
                    ShoeProof::fits(proof.as_ref(), drawing),
                    "its cards are drawn by a beacon, and it has none",
                )?;
                self.ensure_committed(first, proof.as_ref())?;
                let seats = self.carried_on(first, *shoe_no, seats.as_deref())?;
                let nonces = self.withheld_on(first, *shoe_no, withheld)?;
                let live = self.live_on(first, algorithm, live.as_deref())?;
                let open = |proof| OpenProof { proof, drawing, stage: ProofStage::Opened };
                self.open_shoe(*shoe_no, seats, proof.map(open), live);
                self.nonces = nonces;
            }
            Event::ShoeCommitted { .. }
            | Event::NoncesPledged { .. }
            | Event::NoncesRevealed { .. }
            | Event::ShoeSealed { .. }
            | Event::ShoeFinished { .. } => self.follow_proof(event)?,
            Event::KeyChanged { .. } => {}
            Event::CardsBurned { first, face_down, records } => self.burn(*first, *face_down, records)?,
            Event::BettingOpened { round_no, closes_at } => self.open_betting(*round_no, *closes_at)?,
            Event::SeatTaken { .. }
            | Event::SeatLeft { .. }
            | Event::AutoStarted { .. }
            | Event::AutoStopped { .. } => self.follow_seat(seq, event)?,
            Event::SlipAccepted { patron, slip_id, wagers, replaced } => {
                self.ensure_betting()?;
                ensure(self.may_wager(*patron), "the patron has no seat")?;
                let kind = SlipKind::of(*replaced);
                ensure(self.wagers.has_room(*patron, kind, wagers), "a stake is too large")?;
                self.ensure_replaced(*patron, *replaced, wagers)?;
                let slip = PlacedSlip { slip_id: *slip_id, kind, wagers: wagers.clone() };
                self.wagers.accept(seq, *patron, slip);
                self.count_auto_slip(*patron, *slip_id);
            }
            Event::WagersCleared { patron, request_id, returned } => {
                self.ensure_betting()?;
                ensure(self.active_stake(*patron) == Some(*returned), "other stakes stand")?;
                self.wagers.take_back(*patron, *request_id);
            }
            Event::BettingClosed { wagers, draw, squeeze } => {
                self.close_betting(wagers.is_some(), *draw, squeeze.as_ref())?;
            }
            Event::RoundDrawn { .. } => {
                self.awaited_draw.take().ok_or("the cards wait for no value of a beacon")?;
            }
            Event::CardDrawn { card, from, face_down } => self.draw((*card, *face_down), *from, at)?,
            Event::CardsRevealed { slots, by } => self.show(slots, *by)?,
            Event::RoundSettled { revision, patrons } => self.settle_round(*revision, patrons)?,
            Event::RoundVoided { reason, returned, .. } => self.void_round(*reason, returned)?,
            Event::CorrectionProposed(Proposal { round, .. }) | Event::CorrectionWithdrawn { round, .. } => {
                self.ensure_over(*round)?;
            }
            Event::RoundCorrected { agreed, .. } => self.correct_round(agreed)?,
            Event::Live(event) => self.follow_live((seq, at), event)?,
        }
        Ok(())
    }

    /// Each arm says why not before it changes anything.
    fn follow_seat(&mut self, seq: u64, event: &Event) -> Result<(), &'static str> {
        match event {
            Event::SeatTaken { patron } => {
                ensure(self.shoe_no > 0, "there is no shoe")?;
                ensure(self.seat(*patron).is_none(), "the patron has a seat")?;
                let since = self.next_round_to_wager();
                self.seats.get_or_insert_default().take(*patron, since);
                self.ended_autos.remove(patron);
            }
            Event::SeatLeft { patron, .. } => {
                ensure(self.seat(*patron).is_some(), "the patron has no seat")?;
                let rounds_left = self.auto(*patron).map(|auto| auto.rounds_left);
                let ended = rounds_left.map(|rounds_left| EndedAuto { end: AutoEnd::SeatLost, rounds_left });
                self.ended_autos.extend(ended.map(|ended| (*patron, ended)));
                self.seats.iter_mut().for_each(|seats| seats.give_up(*patron));
                self.squeeze.iter_mut().for_each(|squeeze| squeeze.leave(*patron));
            }
            Event::AutoStarted { patron, wagers, rounds, stop_at, request_id } => {
                ensure(*rounds > 0, "it has no round")?;
                let stop = StopWatch::start(*stop_at, self.next_round_to_wager());
                let seat = self.seat_mut(*patron)?;
                seat.auto = Some(Auto { no: seq, wagers: wagers.clone(), rounds_left: *rounds, stop });
                seat.auto_request = Some(*request_id);
                self.ended_autos.remove(patron);
            }
            Event::AutoStopped { patron, rounds_left, refusal } => {
                let seat = self.seat_mut(*patron)?;
                let left = seat.auto.as_ref().map(|auto| auto.rounds_left);
                ensure(left == Some(*rounds_left), "other rounds are left")?;
                seat.auto = None;
                let ended = EndedAuto { end: AutoEnd::by(refusal.as_deref()), rounds_left: *rounds_left };
                self.ended_autos.insert(*patron, ended);
            }
            _ => {}
        }
        Ok(())
    }

    fn open_betting(&mut self, round_no: u16, closes_at: Timestamp) -> Result<(), &'static str> {
        ensure(self.shoe_no > 0, "there is no shoe")?;
        ensure(!self.phase.round_under_way(), "a round is under way")?;
        ensure(self.may_deal(), "the shoe is not sealed, or finished")?;
        ensure(!self.hides_cards(), "cards lie face down")?;
        ensure(round_no == self.shoe.rounds().saturating_add(1), "another round is next")?;
        self.shoe.begin_round();
        self.wagers = RoundWagers::default();
        self.phase = Phase::Betting { closes_at };
        self.live.closes_at = self.live.scanned.then_some(closes_at);
        self.live.begin_round();
        Ok(())
    }

    fn close_betting(
        &mut self,
        fixes_wagers: bool,
        draw: Option<BeaconRound>,
        held: Option<&HeldRound>,
    ) -> Result<(), &'static str> {
        self.ensure_betting()?;
        ensure(fixes_wagers == self.wager_key().is_some(), "its wagers are not fixed as the shoe has it")?;
        ensure(self.names_draw(draw.as_ref()), "its cards are not drawn as the shoe has it")?;
        self.awaited_draw = draw;
        self.squeeze = held.map(Squeeze::begin);
        self.live.notices.keep_only(self.shoe.rounds());
        self.phase = Phase::Closed;
        Ok(())
    }

    /// The deal under way; a new one before the first card.
    pub(crate) fn deal(&self) -> Deal {
        match &self.phase {
            Phase::Dealing { deal } => deal.clone(),
            Phase::Squeezing { .. } => match self.squeeze.as_ref().map(Squeeze::step) {
                Some(Step::More(deal)) => deal,
                _ => Deal::new(),
            },
            _ => Deal::new(),
        }
    }

    /// Whether a card comes next: betting has closed, it is decided which, and no other one is to be shown before it.
    pub fn card_is_due(&self) -> bool {
        let wants = match self.phase {
            Phase::Closed | Phase::Dealing { .. } => true,
            Phase::Squeezing { .. } => !self.waits_for_reveal(),
            _ => false,
        };
        wants && self.awaited_draw.is_none()
    }

    /// Whether this is how betting names the round of the beacon that draws the cards: in a shoe that draws them after
    /// the bets one of its own chain, in another one none.
    pub(crate) fn names_draw(&self, draw: Option<&BeaconRound>) -> bool {
        let chain = self.proof.filter(|_| self.draws_after_bets()).and_then(|open| open.proof.beacon);
        draw.map(|draw| draw.chain) == chain.map(|beacon| beacon.chain)
    }

    fn seat_mut(&mut self, patron: PatronId) -> Result<&mut Seat, &'static str> {
        self.seats.as_mut().and_then(|seats| seats.of_mut(patron)).ok_or("the patron has no seat")
    }

    fn ensure_betting(&self) -> Result<(), &'static str> {
        ensure(matches!(self.phase, Phase::Betting { .. }), "no wagers are taken")
    }

    /// Whether a slip replaced the stakes that stand, and an undo by the wagers before the last slip.
    fn ensure_replaced(
        &self,
        patron: PatronId,
        replaced: Option<Replaced>,
        wagers: &[PlacedWager],
    ) -> Result<(), &'static str> {
        let Some(Replaced { returned, undo }) = replaced else { return Ok(()) };
        ensure(self.active_stake(patron).unwrap_or_default() == returned, "other stakes stand")?;
        let before = self.wagers.of(patron).and_then(PatronWagers::before_last);
        let same = |before: Wagers| {
            let now = wagers.iter().map(|wager| Wager { spot: wager.spot, stake: wager.stake });
            now.eq(before.iter().copied())
        };
        ensure(!undo || before.is_some_and(same), "other wagers stood before the last slip")
    }

    /// Whether a round of this or of an earlier shoe has ended, so that it can be corrected.
    fn ensure_over(&self, RoundRef { shoe_no, round_no }: RoundRef) -> Result<(), &'static str> {
        let last = self.shoe.rounds();
        let here = round_no < last || round_no == last && !self.phase.round_under_way();
        let over = shoe_no < self.shoe_no || shoe_no == self.shoe_no && here;
        ensure(over && round_no > 0, "the round it is about is not over")
    }

    /// The seats after the opening of a shoe. The first event of a table says who sits there; any other one has to
    /// carry on the seats that are taken.
    fn carried_on(
        &self,
        first: bool,
        shoe_no: u32,
        carried: Option<&[CarriedSeat]>,
    ) -> Result<Option<Seats>, &'static str> {
        let Some(carried) = carried else {
            ensure(self.seats.is_none(), "the seats are not carried on")?;
            return Ok(None);
        };
        let known = self.seats.as_ref().map(Seats::carried).unwrap_or_default();
        ensure(first || known == carried, "other seats are taken")?;
        Seats::carried_on(carried, shoe_no).map(Some).ok_or("a patron has two seats")
    }

    /// Who withheld a nonce lately, after the opening of a shoe. What was before the first event is not known.
    fn withheld_on(&self, first: bool, shoe_no: u32, carried: &[Withheld]) -> Result<Nonces, &'static str> {
        ensure(first || self.nonces.carried(shoe_no) == carried, "others withheld a nonce")?;
        Nonces::carried_on(carried).ok_or("a patron is named twice")
    }

    /// What a live table remembers after the opening of a shoe. What was before the first event is not known.
    fn live_on(
        &self,
        first: bool,
        algorithm: &str,
        carried: Option<&CarriedLive>,
    ) -> Result<Live, &'static str> {
        let fits = (algorithm == SCANNER_ALGORITHM) == carried.is_some();
        ensure(fits, "no device, or one too many, reads its cards")?;
        let same = || carried.is_none_or(|carried| self.live.is_carried_by(carried));
        ensure(first || same(), "the live table is another one")?;
        Ok(carried.map(Live::carried_on).unwrap_or_default())
    }

    /// A shoe opens as it was committed, and after the one before it is finished. What was before the first event is
    /// not known.
    fn ensure_committed(&self, first: bool, proof: Option<&ShoeProof>) -> Result<(), &'static str> {
        let committed = self.committed.map(|next| next.of_proof());
        ensure(first || committed == proof.map(ShoeProof::committed), "it is not the committed one")?;
        let finished = self.proof.is_none_or(|open| open.stage == ProofStage::Finished);
        ensure(finished, "the shoe before it is not finished")
    }

    /// Each arm says why not before it changes anything.
    fn follow_proof(&mut self, event: &Event) -> Result<(), &'static str> {
        if let Event::ShoeCommitted { shoe_no, commitment, beacon } = *event {
            ensure(self.committed.is_none(), "the next shoe is committed")?;
            ensure(shoe_no == self.next_shoe_no(), "another shoe is next")?;
            self.committed = Some(Commitment { shoe_no, commitment, beacon });
            return Ok(());
        }
        if let Event::ShoeFinished { shoe_no, ending, secret, .. } = *event {
            self.may_finish(shoe_no, ending, secret.is_some())?;
            self.finish_shoe(shoe_no);
            return Ok(());
        }
        let open = self.proof.ok_or("the shoe has no proof")?;
        let stage = match (event, open.stage) {
            (Event::NoncesPledged { pledges }, ProofStage::Opened) => {
                ensure(self.committed.is_some(), "the next shoe is not committed")?;
                self.nonces.misfit_of_pledges(pledges, self.shoe_no).map_or(Ok(()), Err)?;
                self.nonces.pledges.clone_from(pledges);
                ProofStage::Pledged
            }
            (Event::NoncesRevealed { nonces, excused }, ProofStage::Pledged) => {
                self.nonces.misfit_of_nonces(nonces).map_or(Ok(()), Err)?;
                self.nonces.reveal(nonces, self.shoe_no, *excused);
                ProofStage::Revealed
            }
            (Event::ShoeSealed { beacon, root }, ProofStage::Revealed) => {
                ensure(
                    beacon.is_some() == open.proof.beacon.is_some(),
                    "its beacon is not the one that it names",
                )?;
                ProofStage::Sealed { root: *root }
            }
            _ => return Err("the proof of the shoe is at another stage"),
        };
        self.proof = Some(OpenProof { stage, ..open });
        Ok(())
    }

    fn open_shoe(&mut self, shoe_no: u32, seats: Option<Seats>, proof: Option<OpenProof>, live: Live) {
        let rules = &self.settings.rules;
        self.phase = Phase::Shuffling { burned: rules.burn == baccarat::Burn::None };
        self.shoe_no = shoe_no;
        let shoe = rules.new_shoe();
        self.shoe = if live.scanned { shoe.with_signalled_cut_card() } else { shoe };
        self.live = live;
        self.burned = None;
        self.beads.clear();
        self.results.clear();
        self.ended_autos.clear();
        self.wagers = RoundWagers::default();
        self.seats = seats;
        self.proof = proof;
        self.committed = None;
        self.given_up_no = 0;
    }

    fn burn(
        &mut self,
        first: Option<Card>,
        face_down: u8,
        records: &[RecordRef],
    ) -> Result<(), &'static str> {
        ensure(self.may_deal(), "the shoe is not sealed")?;
        let fresh = self.shoe_no > 0 && self.burned.is_none() && self.shoe.rounds() == 0;
        ensure(fresh, "the shoe is not fresh")?;
        let count = usize::from(face_down).saturating_add(first.iter().count());
        self.ensure_burn(first, count, records)?;
        let mut shoe = self.shoe.clone();
        let seen = first.map_or(Ok(false), |card| shoe.see(card));
        ensure(seen.and_then(|_| shoe.burn(face_down)).is_ok(), "the shoe does not hold these cards")?;
        self.take_cards(records);
        self.shoe = shoe;
        self.burned = Some(Burned { first, face_down });
        self.phase = Phase::Shuffling { burned: true };
        Ok(())
    }

    fn draw(
        &mut self,
        (card, face_down): (Card, bool),
        from: Origin,
        at: Timestamp,
    ) -> Result<(), &'static str> {
        ensure(self.card_is_due(), "no card is due")?;
        ensure(face_down == self.falls_face_down(), "it lies the wrong way up")?;
        self.ensure_origin(card, from)?;
        self.shoe = self.shoe_after(card, face_down).map_err(|_| "the shoe does not hold this card")?;
        self.take_origin(card, from);
        if self.squeeze.is_some() {
            self.fall(card, face_down, at);
            return Ok(());
        }
        self.phase = match self.deal().draw(card) {
            Step::More(deal) => Phase::Dealing { deal },
            Step::Done(coup) => Phase::Complete { coup },
        };
        Ok(())
    }

    fn settle_round(&mut self, revision: u16, patrons: &[PatronSettlement]) -> Result<(), &'static str> {
        let Phase::Complete { coup } = self.phase else { return Err("no coup is complete") };
        ensure(revision == 1, "a first settlement is revision 1")?;
        let settled = patrons.iter().map(|settlement| settlement.patron);
        ensure(settled.eq(self.wagers.active().map(|(patron, _)| patron)), "others have wagers")?;
        ensure(patrons.iter().all(|own| checked_sums(&own.wagers).is_some()), "too much is paid")?;
        self.beads.insert(self.shoe.rounds(), coup.bead());
        if !self.live.free_round {
            self.count_round();
        }
        let round = self.round();
        for settlement in patrons {
            let (staked, paid) = sums(&settlement.wagers);
            self.remember(settlement.patron, &settlement.wagers, (staked, paid), None);
            if let Some(round) = round {
                self.count_result(settlement.patron, round, paid.signed().saturating_sub(staked.signed()));
            }
        }
        self.end_round(RoundEnd::Coup(coup));
        Ok(())
    }

    fn void_round(&mut self, reason: VoidReason, returned: &[Returned]) -> Result<(), &'static str> {
        ensure(self.phase.round_under_way(), "no round is under way")?;
        let back = returned.iter().map(|back| (back.patron, back.amount));
        let stakes = self.wagers.active().map(|(patron, own)| (patron, own.staked()));
        ensure(back.eq(stakes), "other stakes stand")?;
        for Returned { patron, amount } in returned {
            self.remember(*patron, &[], (*amount, *amount), Some(reason));
        }
        self.end_round(RoundEnd::Void { reason, cards: self.phase.cards() });
        Ok(())
    }

    /// Counts the round that is settled for every seat.
    fn count_round(&mut self) {
        let (Some(round), Some(seats)) = (self.round(), &mut self.seats) else { return };
        let wagers = &self.wagers;
        seats.count_round(round, |patron| wagers.of(patron).is_some_and(|own| !own.wagers().is_empty()));
    }

    fn end_round(&mut self, end: RoundEnd) {
        self.wagers = RoundWagers::default();
        self.awaited_draw = None;
        self.live.end_round();
        self.phase = Phase::Settled { end };
        self.forget_squeeze();
    }

    /// Makes a correction part of what this table remembers: rounds of its present shoe.
    fn correct_round(&mut self, agreed: &Proposal) -> Result<(), &'static str> {
        let RoundRef { shoe_no, round_no } = agreed.round;
        self.ensure_over(agreed.round)?;
        let end = agreed.end().ok_or("its cards are no coup")?;
        ensure(agreed.patrons.iter().all(|own| checked_sums(&own.after).is_some()), "too much is paid")?;
        for own in &agreed.patrons {
            self.count_result(own.patron, agreed.round, own.difference());
        }
        if shoe_no != self.shoe_no {
            return Ok(());
        }
        self.correct_cards(agreed);
        self.beads.remove(&round_no);
        self.beads.extend(end.bead().map(|bead| (round_no, bead)));
        if self.round() == Some(agreed.round) {
            self.phase = Phase::Settled { end };
        }
        for own in &agreed.patrons {
            if let Some(result) = self.results.get_mut(&own.patron).filter(|own| own.round == agreed.round) {
                result.wagers.clone_from(&own.after);
                (result.staked, result.paid) = (own.staked, own.paid_after());
                (result.voided, result.revision) = (agreed.voided(), agreed.revision);
            }
        }
        Ok(())
    }

    /// Keeps what a patron's wagers of the round that ends came to, `staked` and `paid` in all.
    fn remember(
        &mut self,
        patron: PatronId,
        wagers: &[SettledSpot],
        (staked, paid): (Amount, Amount),
        voided: Option<VoidReason>,
    ) {
        let Some(round) = self.round() else { return };
        let placed = self.wagers.of(patron).map(PatronWagers::placed).unwrap_or_default();
        let wagers = wagers.to_vec();
        self.results.insert(patron, OwnResult { round, placed, wagers, staked, paid, voided, revision: 1 });
    }
}
