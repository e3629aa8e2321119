//! The views of a table: the public one, and what each patron sees of their own. With the public events of `public.rs`
//! they are all that an audience gets of a [`Table`]'s state; the slips of other patrons never take them.

use std::sync::Arc;

use baccarat::{Bead, HouseRules, Limit, Shoe, Side, Spot, SpotRules};
use money::{Amount, Currency};

use crate::auto_slips::EndedAuto;
use crate::ids::{PatronId, RoundRef, TableId, Timestamp};
use crate::live::LiveView;
use crate::own_result::OwnResult;
use crate::phase::{Burned, Phase};
use crate::proof::BeaconRound;
use crate::round_wagers::PatronWagers;
use crate::seats::Seat;
use crate::settings::Timings;
use crate::squeeze::{ShownCard, SqueezeView};
use crate::state::Table;
use crate::wager::PlacedWager;

/// A table as everybody may see it at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableView {
    /// The number of the last public event in it. The next public frame has the number after it.
    pub seq: u64,
    /// The table.
    pub table: TableId,
    /// The name people read.
    pub name: String,
    /// Its house rules.
    pub rules: Arc<HouseRules>,
    /// The currency of its stakes.
    pub currency: Currency,
    /// The spots of the layout, in layout order.
    pub spots: Vec<SpotView>,
    /// How long things take.
    pub timings: Timings,
    /// The shoe on the table, from 1; 0 before the first.
    pub shoe_no: u32,
    /// How many cards it held when full.
    pub shoe_size: u16,
    /// How many cards are left in it.
    pub cards_left: u16,
    /// That shoe as everybody may know it: the cards that were seen, and how many others are out.
    pub shoe: Shoe,
    /// The burned cards; none before the burn.
    pub burned: Option<Burned>,
    /// Whether the cut card has come out; never under house rules that have none.
    pub cut_card_out: bool,
    /// The present or the latest round of this shoe.
    pub round: Option<RoundRef>,
    /// Whether that round is the last of its shoe, as far as the cards out so far can tell.
    pub last_round: bool,
    /// What the table is doing, with the cards on it.
    pub phase: Phase,
    /// The cards of the present or the latest round, in deal order; those that lie face down are nobody's to see.
    pub cards: Vec<ShownCard>,
    /// Who turns the cards of the round; none when all of them fall face up.
    pub squeeze: Option<SqueezeView>,
    /// The round of the beacon that the cards wait for; none when they wait for none.
    pub awaited_draw: Option<BeaconRound>,
    /// Since when.
    pub since: Timestamp,
    /// When the next step is due: the close of betting, the next card, the next round. Where a dealer does it, the
    /// time before which no round begins.
    pub next_at: Timestamp,
    /// The rounds of this shoe that count, oldest first.
    pub beads: Vec<Bead>,
    /// How many seats are taken. Their patrons are not public, and no frame is sent when it changes.
    pub seats: u32,
    /// How many seats there are; none for no limit.
    pub capacity: Option<u32>,
    /// How much cash and bonus money together a patron must have when they sit down, in minor units; 0 for none.
    pub ante: Amount,
    /// For how many rounds Auto may be started; 0 when there is no Auto.
    pub auto_rounds: u16,
    /// How it stands as a live table; none when the clock deals it.
    pub live: Option<LiveView>,
}

/// A spot of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpotView {
    /// Which.
    pub spot: Spot,
    /// The least and largest total stake of one patron.
    pub limit: Limit,
    /// The first round of a shoe in which it takes no wagers, if there is one.
    pub closed_from_round: Option<u16>,
    /// Whether wagers on it are taken in the present round, while betting is open.
    pub open: bool,
}

/// What a patron may see of their own at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatronView {
    /// Who.
    pub patron: PatronId,
    /// The number of the last public event before it was taken.
    pub seq: u64,
    /// Their seat, if they have one, with the Auto that runs.
    pub seat: Option<Seat>,
    /// How their Auto of this shoe ended that was the last one, unless they started another or sat down since.
    pub ended_auto: Option<EndedAuto>,
    /// The present or the latest round of this shoe.
    pub round: Option<RoundRef>,
    /// The side whose cards they turn in the round under way; none when they turn none.
    pub turns: Option<Side>,
    /// Their wagers of the round under way, slips added up, one line a spot.
    pub wagers: Vec<PlacedWager>,
    /// All of them together, in minor units.
    pub staked: Amount,
    /// What became of the latest finished round of this shoe in which they had wagers.
    pub last: Option<OwnResult>,
    /// Their wagers of the latest finished round that had any, as far as this table remembers: since its latest shoe.
    pub last_wagers: Vec<PlacedWager>,
}

impl Table {
    /// What everybody may see.
    pub fn view(&self) -> TableView {
        let settings = &self.settings;
        TableView {
            seq: self.public_seq,
            table: settings.id,
            name: settings.name.clone(),
            rules: Arc::clone(&settings.rules),
            currency: settings.currency,
            spots: self.spot_views(),
            timings: settings.timings,
            shoe_no: self.shoe_no,
            shoe_size: self.shoe.size(),
            cards_left: self.shoe.remaining(),
            shoe: self.shoe.clone(),
            burned: self.burned,
            cut_card_out: self.shoe.cut_card_round().is_some(),
            round: self.round(),
            last_round: self.is_last_round(),
            phase: self.phase.clone(),
            cards: self.shown_cards(),
            squeeze: self.squeeze_view(),
            awaited_draw: self.awaited_draw,
            since: self.since,
            next_at: self.next_step().at.unwrap_or_else(|| self.since.plus_ms(settings.timings.result_ms)),
            beads: self.beads(),
            seats: self.seats_taken(),
            capacity: settings.entry.capacity,
            ante: settings.entry.least_balance(),
            auto_rounds: settings.seating.auto_rounds,
            live: self.live_view(),
        }
    }

    /// What one patron may see of their own, beside what everybody sees.
    pub fn patron_view(&self, patron: PatronId) -> PatronView {
        let (own, last) = (self.wagers.of(patron), self.results.get(&patron).cloned());
        PatronView {
            patron,
            seq: self.public_seq,
            seat: self.seat(patron).cloned(),
            ended_auto: self.ended_autos.get(&patron).cloned(),
            round: self.round(),
            turns: self.turns(patron),
            wagers: own.map(PatronWagers::placed).unwrap_or_default(),
            staked: own.map(PatronWagers::staked).unwrap_or_default(),
            last_wagers: last.as_ref().map(|last| last.placed.clone()).unwrap_or_default(),
            last,
        }
    }

    fn spot_views(&self) -> Vec<SpotView> {
        let view = |rules: &SpotRules| SpotView {
            spot: rules.spot,
            limit: self.settings.limit(rules.spot),
            closed_from_round: rules.closed_from_round,
            open: !rules.is_closed(self.shoe.rounds()),
        };
        self.settings.rules.spots.iter().map(view).collect()
    }
}
