//! The public part of what happens at a live table. It names no supervisor, no reason, and no card that is not shown.

use baccarat::Card;

use crate::ids::{StaffId, Timestamp};
use crate::live::counted_shoe::CardCount;
use crate::live::event::{BurnWhy, LiveEvent};
use crate::live::findings::{FindingCode, How};
use crate::live::notices::CardNotice;
use crate::live::place::Place;
use crate::live::reading::Slot;
use crate::live::waits::LiveWait;
use crate::state::Table;

/// What everybody may know of a live event.
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LiveNews {
    /// The device of the table is connected.
    DeviceJoined,
    /// The device of the table is not connected any more.
    DeviceLost,
    /// The table is to be recorded, and is not.
    RecordingLost,
    /// The table is recorded again.
    RecordingRuns,
    /// Rounds may begin without a recording for a time.
    UnrecordedAllowed,
    /// A dealer began to work at the table.
    DealerSeated {
        /// Who.
        dealer: StaffId,
    },
    /// The dealer went.
    DealerLeft,
    /// The dealer hands over as soon as a card is burned.
    HandOverAgreed,
    /// The dealer called a supervisor.
    SupervisorCalled,
    /// The call is over.
    CallAnswered,
    /// No round begins until the dealer says so.
    HoldSet,
    /// Rounds go on.
    HoldEnded,
    /// A round without wagers began.
    FreeRoundOpened,
    /// A card was burned.
    CardBurned {
        /// The card; none when nobody saw it.
        card: Option<Card>,
        /// Why.
        why: BurnWhy,
    },
    /// The cut card came out.
    CutCardSeen,
    /// The shoe ends after this round, or after one more.
    ShoeEnded,
    /// Something is wrong, and people look at it.
    FindingRaised {
        /// What.
        code: FindingCode,
        /// Which card of the round it is about, if it is about one.
        slot: Option<Slot>,
    },
    /// It is put right.
    FindingResolved {
        /// What was wrong.
        code: FindingCode,
        /// How it was put right.
        how: How,
    },
    /// A card on the table is another one than was read.
    CardAmended {
        /// Where it lies.
        slot: Slot,
        /// What was read.
        from: Card,
        /// What it is.
        to: Card,
    },
    /// The shoe was compared with its decks.
    ShoeCounted {
        /// Which cards came out too rarely.
        missing: Vec<CardCount>,
        /// Which cards came out too often.
        extra: Vec<CardCount>,
        /// How many cards nobody knows.
        unseen: u16,
    },
}

/// How a live table stands, as everybody may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveView {
    /// What it waits for, the first that holds; none when it waits for the clock, or is halted.
    pub wait: Option<LiveWait>,
    /// Whether the round under way takes no wagers.
    pub free_round: bool,
    /// Whether the cards that are left after the last round pass to be counted.
    pub counting: bool,
    /// Who draws the cards; none while nobody does.
    pub dealer: Option<SeatedDealer>,
    /// Cards that were burned after the burn of the shoe or put right, each until the betting of a later round
    /// closes or the next shoe is opened.
    pub notices: Vec<CardNotice>,
}

/// The dealer who works at a live table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatedDealer {
    /// Who.
    pub id: StaffId,
    /// Since when; none where the log does not say.
    pub since: Option<Timestamp>,
    /// How everybody reads them. A table knows no names.
    pub name: Option<String>,
}

impl LiveNews {
    /// Its name in data.
    pub fn id(&self) -> &'static str {
        self.into()
    }
}

impl Table {
    /// How this table stands; none when the clock deals it.
    pub(crate) fn live_view(&self) -> Option<LiveView> {
        self.settings.dealer.scanner()?;
        let seated = |id| SeatedDealer { id, since: self.live.dealer_since, name: None };
        let dealer = self.live.dealer.map(seated);
        Some(LiveView {
            wait: self.live_wait(),
            free_round: self.live.is_free_round(),
            counting: self.place() == Place::Counting,
            dealer,
            notices: self.live.notices.all(),
        })
    }

    /// The public part of a live event that this table applies next; none when it is private.
    pub(crate) fn live_news(&self, event: &LiveEvent) -> Option<LiveNews> {
        Some(match event {
            LiveEvent::DeviceJoined { .. } => LiveNews::DeviceJoined,
            LiveEvent::DeviceLost { .. } => LiveNews::DeviceLost,
            LiveEvent::RecordingLost => LiveNews::RecordingLost,
            LiveEvent::RecordingRuns => LiveNews::RecordingRuns,
            LiveEvent::UnrecordedAllowed { .. } => LiveNews::UnrecordedAllowed,
            LiveEvent::DealerSeated { dealer, .. } => LiveNews::DealerSeated { dealer: *dealer },
            LiveEvent::DealerLeft { .. } => LiveNews::DealerLeft,
            LiveEvent::HandOverAgreed { .. } => LiveNews::HandOverAgreed,
            LiveEvent::SupervisorCalled { .. } => LiveNews::SupervisorCalled,
            LiveEvent::CallAnswered { .. } => LiveNews::CallAnswered,
            LiveEvent::HoldSet { .. } => LiveNews::HoldSet,
            LiveEvent::HoldEnded { .. } => LiveNews::HoldEnded,
            LiveEvent::FreeRoundOpened { .. } => LiveNews::FreeRoundOpened,
            LiveEvent::CardBurned { card, why, .. } => LiveNews::CardBurned { card: *card, why: *why },
            LiveEvent::CutCardSeen { .. } => LiveNews::CutCardSeen,
            LiveEvent::ShoeEnded { .. } => LiveNews::ShoeEnded,
            LiveEvent::FindingRaised { code, slot, .. } => {
                LiveNews::FindingRaised { code: *code, slot: *slot }
            }
            LiveEvent::FindingResolved { how, .. } => {
                let code = self.live.finding.as_ref()?.code;
                LiveNews::FindingResolved { code, how: *how }
            }
            LiveEvent::CardAmended { slot, from, to, .. } => {
                LiveNews::CardAmended { slot: *slot, from: *from, to: *to }
            }
            LiveEvent::ShoeCounted { missing, extra, unseen, .. } => {
                let (missing, extra) = (missing.clone(), extra.clone());
                LiveNews::ShoeCounted { missing, extra, unseen: *unseen }
            }
            LiveEvent::ReliefOffered { .. }
            | LiveEvent::ReliefWithdrawn { .. }
            | LiveEvent::ShoeAssigned { .. }
            | LiveEvent::ShoeFinished { .. }
            | LiveEvent::ShoeLoaded { .. }
            | LiveEvent::RecordNoted { .. }
            | LiveEvent::CardKeyed { .. }
            | LiveEvent::ResolutionProposed { .. } => return None,
        })
    }
}
