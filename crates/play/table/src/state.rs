//! The state of a table: a fold of its events. It decides nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use baccarat::{Bead, Shoe};

use crate::auto_slips::EndedAuto;
use crate::drawing::Drawing;
use crate::event::RecordedEvent;
use crate::ids::{PatronId, RoundRef, Timestamp};
use crate::live::state::Live;
use crate::misfit::Misfit;
use crate::nonces::Nonces;
use crate::own_result::OwnResult;
use crate::phase::{Burned, Phase};
use crate::proof::{BeaconRound, Commitment, OpenProof, ProofStage};
use crate::round_wagers::RoundWagers;
use crate::seats::{Seat, Seats};
use crate::settings::Settings;
use crate::squeeze::state::Squeeze;

/// A table at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(crate) settings: Arc<Settings>,
    pub(crate) seq: u64,
    pub(crate) public_seq: u64,
    pub(crate) corrections_seq: u64,
    pub(crate) since: Timestamp,
    pub(crate) shoe_no: u32,
    pub(crate) shoe: Shoe,
    pub(crate) burned: Option<Burned>,
    pub(crate) phase: Phase,
    pub(crate) beads: BTreeMap<u16, Bead>,
    pub(crate) wagers: RoundWagers,
    pub(crate) results: BTreeMap<PatronId, OwnResult>,
    /// Whose Auto ended in this shoe and was not started since, nor a seat taken.
    pub(crate) ended_autos: BTreeMap<PatronId, EndedAuto>,
    /// None as long as the events replayed know no seats: the shoe was opened before there were any.
    pub(crate) seats: Option<Seats>,
    /// The proof of the shoe on the table; none for a shoe that has none.
    pub(crate) proof: Option<OpenProof>,
    /// The round of the beacon that the cards of the round under way wait for.
    pub(crate) awaited_draw: Option<BeaconRound>,
    /// The shoe that is committed and not open yet.
    pub(crate) committed: Option<Commitment>,
    /// The last shoe that was given up before it was opened, since the opening of the one on the table; 0 for none.
    pub(crate) given_up_no: u32,
    /// The numbers of patrons for the shoe on the table, and who withheld theirs lately.
    pub(crate) nonces: Nonces,
    /// What a live table remembers beside that.
    pub(crate) live: Live,
    /// The cards of the round under way, and which of them lie face down; none when all of them fall face up.
    pub(crate) squeeze: Option<Squeeze>,
}

impl Table {
    /// A table to which nothing has happened yet.
    pub fn new(settings: Arc<Settings>) -> Self {
        Self {
            seq: 0,
            public_seq: 0,
            corrections_seq: 0,
            since: Timestamp::default(),
            shoe_no: 0,
            shoe: settings.rules.new_shoe(),
            burned: None,
            phase: Phase::Shuffling { burned: false },
            beads: BTreeMap::new(),
            wagers: RoundWagers::default(),
            results: BTreeMap::new(),
            ended_autos: BTreeMap::new(),
            seats: None,
            proof: None,
            awaited_draw: None,
            committed: None,
            given_up_no: 0,
            nonces: Nonces::default(),
            live: Live::default(),
            squeeze: None,
            settings,
        }
    }

    /// The table to which these events happened: all of its life, or from the opening of its latest shoe on.
    ///
    /// # Errors
    /// [`Misfit`] for the first event that cannot follow the ones before it.
    pub fn replay<'a>(
        settings: Arc<Settings>,
        events: impl IntoIterator<Item = &'a RecordedEvent>,
    ) -> Result<Self, Misfit> {
        let mut table = Self::new(settings);
        events.into_iter().try_for_each(|recorded| table.try_apply(recorded))?;
        Ok(table)
    }

    /// Replaces the settings. Under other house rules, only what opens a shoe may follow: a shoe has one set of house
    /// rules to its end.
    pub fn set_up(&mut self, settings: Arc<Settings>) {
        self.settings = settings;
    }

    /// How it is set up.
    pub const fn settings(&self) -> &Arc<Settings> {
        &self.settings
    }

    /// The number of its last event, 0 for none.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// How many public events it had, which is the number of the last one: 0 for none.
    pub const fn public_seq(&self) -> u64 {
        self.public_seq
    }

    /// The number of its last proposal, withdrawal or correction; 0 for none among the events replayed.
    pub const fn corrections_seq(&self) -> u64 {
        self.corrections_seq
    }

    /// What it is doing.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// When that began; while cards fall, when the last one fell.
    pub const fn since(&self) -> Timestamp {
        self.since
    }

    /// The shoe on it, counted over its life from 1; 0 before the first.
    pub const fn shoe_no(&self) -> u32 {
        self.shoe_no
    }

    /// That shoe, as far as everybody may know it.
    pub const fn shoe(&self) -> &Shoe {
        &self.shoe
    }

    /// The number of the next shoe that is committed or opened. One that was committed keeps its number for good.
    pub fn next_shoe_no(&self) -> u32 {
        self.shoe_no.max(self.given_up_no).saturating_add(1)
    }

    /// The present or the latest round of this shoe.
    pub fn round(&self) -> Option<RoundRef> {
        let round_no = self.shoe.rounds();
        (round_no > 0).then_some(RoundRef { shoe_no: self.shoe_no, round_no })
    }

    /// The round that takes wagers, if one does.
    pub fn open_round(&self) -> Option<RoundRef> {
        self.round().filter(|_| matches!(self.phase, Phase::Betting { .. }))
    }

    /// The proof of the shoe on the table; none for a shoe that has none.
    pub const fn proof(&self) -> Option<&OpenProof> {
        self.proof.as_ref()
    }

    /// Whether the cards of the shoe on the table are drawn after the bets of their round.
    pub fn draws_after_bets(&self) -> bool {
        self.proof.is_some_and(|open| open.drawing == Drawing::AfterBets)
    }

    /// The round of the beacon that the cards of the round under way wait for; none when they wait for none.
    pub const fn awaited_draw(&self) -> Option<&BeaconRound> {
        self.awaited_draw.as_ref()
    }

    /// The shoe that is committed and not open yet; none before the first one is.
    pub const fn committed(&self) -> Option<&Commitment> {
        self.committed.as_ref()
    }

    /// Whether the order of the cards is fixed as far as the shoe needs it: one with a proof is sealed, and not
    /// finished.
    pub fn may_deal(&self) -> bool {
        self.proof.is_none_or(|open| matches!(open.stage, ProofStage::Sealed { .. }))
    }

    /// The rounds of this shoe that count, oldest first.
    pub fn beads(&self) -> Vec<Bead> {
        self.beads.values().copied().collect()
    }

    /// The wagers of the round under way.
    pub const fn wagers(&self) -> &RoundWagers {
        &self.wagers
    }

    /// The seats that are taken; none in a shoe that was opened before there were seats, until one is taken.
    pub const fn seats(&self) -> Option<&Seats> {
        self.seats.as_ref()
    }

    /// How many seats are taken.
    pub fn seats_taken(&self) -> u32 {
        self.seats.as_ref().map_or(0, Seats::count)
    }

    /// A patron's seat, if they have one.
    pub fn seat(&self, patron: PatronId) -> Option<&Seat> {
        self.seats.as_ref().and_then(|seats| seats.of(patron))
    }

    /// Whether a patron may wager as far as seats go: they have one, or the events of this shoe know no seats.
    pub fn may_wager(&self, patron: PatronId) -> bool {
        self.seats.as_ref().is_none_or(|seats| seats.of(patron).is_some())
    }

    /// Who loses their seat, now that a round has ended: patrons without a wager in too many rounds in a row. Also
    /// before the first round of a shoe, which may have begun with a lower limit.
    pub fn idle_patrons(&self) -> Vec<PatronId> {
        let limit = self.settings.seating.idle_limit;
        if limit == 0 || !matches!(self.phase, Phase::Settled { .. } | Phase::Shuffling { .. }) {
            return Vec::new();
        }
        let seats = self.seats.iter().flat_map(Seats::iter);
        seats.filter(|(_, seat)| seat.idle_rounds >= limit).map(|(patron, _)| patron).collect()
    }

    /// The first round in which a patron who sits down now can wager.
    pub(crate) fn next_round_to_wager(&self) -> RoundRef {
        let round_no = self.shoe.rounds();
        let open = matches!(self.phase, Phase::Betting { .. });
        let round_no = if open { round_no } else { round_no.saturating_add(1) };
        RoundRef { shoe_no: self.shoe_no, round_no }
    }

    /// What a live table remembers beside that.
    pub const fn live(&self) -> &Live {
        &self.live
    }

    /// Whether no further round may be played from this shoe.
    pub(crate) fn shoe_is_over(&self) -> bool {
        let ended = self.live.ends_after.is_some_and(|last| self.shoe.rounds() >= last);
        self.shoe.is_over() || self.shoe.rounds() == u16::MAX || ended
    }

    /// Whether the round now begun is the last of its shoe.
    pub(crate) fn is_last_round(&self) -> bool {
        self.shoe.rounds() > 0 && self.shoe_is_over()
    }
}
