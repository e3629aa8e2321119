//! What a live event or a reading does to a table. Here an event only has to follow from what happened before it.

use crate::event::RecordedEvent;
use crate::ids::Timestamp;
use crate::live::counted_shoe::CountedShoe;
use crate::live::event::LiveEvent;
use crate::live::findings::FindingCode;
use crate::live::notices::CardNotice;
use crate::live::open_finding::OpenFinding;
use crate::live::place::Place;
use crate::live::reading::{Reading, Slot};
use crate::live::state::{Call, RecordingState};
use crate::misfit::{Misfit, ensure};
use crate::phase::Phase;
use crate::round_wagers::RoundWagers;
use crate::state::Table;

/// Something that a table is the fold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happened<'a> {
    /// An event.
    Event(&'a RecordedEvent),
    /// A reading, at its place among the events.
    Reading(&'a Reading),
}

impl Table {
    /// Lets a reading wait until an event names it. Returns whether it is new; one that came before changes nothing.
    pub fn take(&mut self, reading: &Reading) -> bool {
        let new = self.live.is_new(reading.record);
        if new {
            self.live.push(reading);
        }
        new
    }

    /// Makes events and readings from a stored history part of this table.
    ///
    /// # Errors
    /// [`Misfit`] for the first event that cannot follow what was before it.
    pub fn follow_all<'a>(&mut self, happened: impl IntoIterator<Item = Happened<'a>>) -> Result<(), Misfit> {
        happened.into_iter().try_for_each(|happened| match happened {
            Happened::Event(recorded) => self.try_apply(recorded),
            Happened::Reading(reading) => {
                self.take(reading);
                Ok(())
            }
        })
    }

    /// Each arm says why not before it changes anything.
    pub(crate) fn follow_live(
        &mut self,
        (seq, at): (u64, Timestamp),
        event: &LiveEvent,
    ) -> Result<(), &'static str> {
        match event {
            LiveEvent::DealerSeated { .. }
            | LiveEvent::DealerLeft { .. }
            | LiveEvent::ReliefOffered { .. }
            | LiveEvent::ReliefWithdrawn { .. }
            | LiveEvent::HandOverAgreed { .. }
            | LiveEvent::SupervisorCalled { .. }
            | LiveEvent::CallAnswered { .. }
            | LiveEvent::HoldSet { .. }
            | LiveEvent::HoldEnded { .. } => self.follow_dealer(at, event)?,
            LiveEvent::DeviceJoined { device } => self.live.device = Some(*device),
            LiveEvent::DeviceLost { device, .. } => {
                ensure(self.live.device == Some(*device), "another device is connected")?;
                self.live.device = None;
            }
            LiveEvent::RecordingLost => self.live.recording = RecordingState::Lost,
            LiveEvent::RecordingRuns => self.live.recording = RecordingState::Runs,
            LiveEvent::UnrecordedAllowed { until, .. } => {
                ensure(self.live.recording != RecordingState::Runs, "the table is recorded")?;
                self.live.recording = RecordingState::Allowed { until: *until };
            }
            LiveEvent::ShoeAssigned { label, seal, .. } => self.live.assign(label, seal.as_deref()),
            LiveEvent::ShoeLoaded { record, label, decks } => self.load_shoe(*record, label, *decks)?,
            LiveEvent::RecordNoted { record } => self.note_record(*record)?,
            LiveEvent::FreeRoundOpened { round_no, .. } => self.open_free_round(*round_no)?,
            LiveEvent::CardBurned { card, record, why } => {
                self.burn_card(*card, *record, *why)?;
                let notice = CardNotice::Burned { card: *card, why: *why };
                self.live.notices.add(self.shoe.rounds(), notice);
            }
            LiveEvent::CutCardSeen { by } => self.see_cut_card(*by)?,
            LiveEvent::ShoeEnded { after_round, .. } => {
                ensure(self.live.scanned, "no device reads the cards of this shoe")?;
                ensure(*after_round >= self.shoe.rounds(), "the round was before")?;
                let before = self.live.ends_after.unwrap_or(u16::MAX);
                self.live.ends_after = Some(before.min(*after_round));
            }
            LiveEvent::FindingRaised { code, records, slot, .. } => {
                ensure(self.live.finding.is_none(), "another finding is open")?;
                self.ensure_waiting(records)?;
                self.live.finding = Some(OpenFinding::new((seq, at), *code, records.clone(), *slot));
                self.show_to_people(*code, *slot);
            }
            LiveEvent::CardKeyed { .. } | LiveEvent::ResolutionProposed { .. } => {
                self.follow_finding(event)?;
            }
            LiveEvent::FindingResolved { .. } => {
                self.follow_finding(event)?;
                self.live.resolved_at = at;
            }
            LiveEvent::CardAmended { slot, from, to, finding_no } => {
                self.amend_card(*slot, (*from, *to), *finding_no)?;
                if from != to {
                    let notice = CardNotice::Amended { slot: *slot, from: *from, to: *to };
                    self.live.notices.add(self.shoe.rounds(), notice);
                }
            }
            LiveEvent::ShoeCounted { records, missing, extra, unseen } => {
                let (missing, extra) = (missing.clone(), extra.clone());
                self.count_shoe(records, CountedShoe { missing, extra, unseen: *unseen })?;
            }
            LiveEvent::ShoeFinished { last, .. } => self.follow_finish(*last)?,
        }
        Ok(())
    }

    /// What dealers do beside dealing: they come and go, call and hold.
    fn follow_dealer(&mut self, at: Timestamp, event: &LiveEvent) -> Result<(), &'static str> {
        match event {
            LiveEvent::DealerSeated { dealer, .. } => {
                ensure(self.live.dealer.is_none(), "another dealer works here")?;
                (self.live.dealer, self.live.relief) = (Some(*dealer), None);
                self.live.dealer_since = Some(at);
            }
            LiveEvent::DealerLeft { dealer, .. } => {
                ensure(self.live.dealer == Some(*dealer), "another dealer works here")?;
                (self.live.dealer, self.live.handing_to) = (None, None);
                self.live.dealer_since = None;
            }
            LiveEvent::ReliefOffered { dealer } => {
                ensure(self.live.dealer.is_some(), "nobody deals here")?;
                self.live.relief = Some(*dealer);
            }
            LiveEvent::ReliefWithdrawn { dealer, .. } => {
                ensure(self.live.relief == Some(*dealer), "somebody else wants to take over")?;
                (self.live.relief, self.live.handing_to) = (None, None);
            }
            LiveEvent::HandOverAgreed { dealer, to } => {
                ensure(self.live.dealer == Some(*dealer), "another dealer works here")?;
                self.live.handing_to = Some(*to);
            }
            LiveEvent::SupervisorCalled { dealer } => {
                ensure(self.live.asked.call.is_none(), "a supervisor is called already")?;
                self.live.asked.call = Some(Call { dealer: *dealer, at });
            }
            LiveEvent::CallAnswered { .. } => {
                self.live.asked.call.take().ok_or("no supervisor is called")?;
            }
            LiveEvent::HoldSet { dealer } => {
                ensure(!self.live.is_held(), "the table is held already")?;
                self.live.asked.held = Some(*dealer);
            }
            LiveEvent::HoldEnded { .. } => {
                self.live.asked.held.take().ok_or("the table is not held")?;
            }
            _ => return Err("it is no event of a dealer"),
        }
        Ok(())
    }

    /// A card that people look at lies face up: the next one if it is about that, all of a round with a misread card.
    fn show_to_people(&mut self, code: FindingCode, slot: Option<Slot>) {
        let Some(squeeze) = &mut self.squeeze else { return };
        match slot {
            Some(_) if code == FindingCode::Misread => squeeze.end(),
            Some(slot) => squeeze.open(slot),
            None => {}
        }
    }

    fn open_free_round(&mut self, round_no: u16) -> Result<(), &'static str> {
        ensure(self.place() == Place::Between, "the table is not between rounds")?;
        ensure(!self.hides_cards(), "cards lie face down")?;
        ensure(round_no == self.shoe.rounds().saturating_add(1), "another round is next")?;
        self.shoe.begin_round();
        self.wagers = RoundWagers::default();
        self.phase = Phase::Closed;
        self.live.free_round = true;
        self.live.notices.keep_only(round_no);
        self.live.origins.clear();
        self.live.turn.clear();
        Ok(())
    }
}
