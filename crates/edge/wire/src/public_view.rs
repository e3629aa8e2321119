//! Converts the public view of a table and its public events to messages.
//!
//! The input is only what `table` makes public, so no message can contain a secret.

use baccarat::paytable::{Pays, Paytable};
use baccarat::rules::RoadWindow;
use baccarat::{Card, Coup, Facts, HouseRules, Points, Resolution, Side, SpotRules};
use money::{Currency, Rounding, Stake};
use table::event::VoidReason;
use table::live::{LiveWait, SeatedDealer};
use table::squeeze::ShownCard;
use table::{Phase, PublicFrame, RoundEnd};

use crate::proofs::CardProof;
use crate::public_event::PublicEvent;
use crate::server::ServerMessage;
use crate::table_view::{
    AwaitedDraw, BonusRuleView, CardNotice, CardsView, DealerView, HandView, HolderView, LiveView, PayLine,
    PhaseView, ResultView, RulesView, ShoeAfterRound, ShoeView, SpotView, SqueezeView, TableView,
};

impl TableView {
    /// The public state of an open table.
    pub fn new(view: &table::TableView) -> Self {
        Self {
            table_id: view.table.0,
            name: view.name.clone(),
            status: "open".to_owned(),
            rules: RulesView::of(view),
            currency: view.currency.code().to_owned(),
            decimals: view.currency.decimals(),
            play_money: view.currency == Currency::PLAY,
            phase: PhaseView::of(view),
            shoe: ShoeView::of(view),
            cards: CardsView::of(&view.cards),
            squeeze: SqueezeView::of(view),
            result: ResultView::of(view),
            rounds: bead_texts(view),
            totals: Vec::new(),
            patrons: view.seats,
            ante: view.ante.minor(),
            auto_rounds: view.auto_rounds,
            card_ms: view.timings.card_ms,
            live: view.live.as_ref().map(LiveView::of),
            filmed: None,
        }
    }
}

impl LiveView {
    pub(crate) fn of(live: &table::live::LiveView) -> Self {
        let finding = match live.wait {
            Some(LiveWait::Finding(code)) => Some(code.id().to_owned()),
            _ => None,
        };
        let waits_for = live.wait.map(|wait| wait.id().to_owned());
        let seated = |dealer: &SeatedDealer| {
            let name = dealer.name.clone()?;
            Some(DealerView { name, since: dealer.since.map(|at| at.0) })
        };
        let dealer = live.dealer.as_ref().and_then(seated);
        let notices = live.notices.iter().copied().map(CardNotice::of).collect();
        Self { waits_for, finding, free_round: live.free_round, counting: live.counting, dealer, notices }
    }
}

impl CardNotice {
    fn of(notice: table::live::CardNotice) -> Self {
        let text = |card: Card| card.text().to_owned();
        match notice {
            table::live::CardNotice::Burned { card, why } => {
                Self::Burned { card: card.map(text), why: why.id().to_owned() }
            }
            table::live::CardNotice::Amended { slot, from, to } => {
                Self::Amended { slot: slot.into(), from: text(from), to: text(to) }
            }
        }
    }
}

impl SqueezeView {
    fn of(view: &table::TableView) -> Option<Self> {
        let squeeze = view.squeeze.as_ref()?;
        let holder = |side| {
            let nickname = squeeze.names.get(side).clone();
            squeeze.holders.get(side).map(|_| HolderView { nickname })
        };
        let ends_at = squeeze.ends_at.map(|at| at.0);
        Some(Self { player: holder(Side::Player), banker: holder(Side::Banker), ends_at })
    }
}

impl RulesView {
    fn of(view: &table::TableView) -> Self {
        let rules = &view.rules;
        Self {
            id: rules.id.clone(),
            title: rules.title.clone(),
            opposing_sides: rules.opposing_sides,
            bonus_money: rules
                .bonus_money
                .map(|rule| BonusRuleView { stake_share: rule.stake_share, win_chance: rule.win_chance }),
            roads_clear: rules.road_window == RoadWindow::Clear,
            rounding: <&'static str>::from(rules.rounding).to_owned(),
            odds_shown: <&'static str>::from(rules.odds_shown).to_owned(),
            spots: view.spots.iter().map(|spot| SpotView::of(spot, rules)).collect(),
        }
    }
}

impl SpotView {
    fn of(spot: &table::SpotView, rules: &HouseRules) -> Self {
        let paytable = rules.spot(spot.spot).map(|spot| &spot.paytable);
        let mut odds: Vec<_> = paytable.into_iter().flat_map(Paytable::odds).collect();
        odds.sort_by_key(|odds| odds.profit(Stake::MAX, Rounding::Down));
        odds.dedup();
        Self {
            spot: spot.spot.id().to_owned(),
            title: spot.spot.title().to_owned(),
            push: paytable.map_or_else(Vec::new, |own| own.push.iter().copied().map(fact_names).collect()),
            pays: paytable.map_or_else(Vec::new, |own| PayLine::of(own, rules)),
            shown: odds.into_iter().map(|odds| rules.odds_shown.text(odds)).collect(),
            minimum: spot.limit.minimum.minor(),
            maximum: spot.limit.maximum.unwrap_or(Stake::MAX.amount()).minor(),
            closed_from_round: spot.closed_from_round,
        }
    }
}

impl PayLine {
    /// The lines of a paytable that pay, in the order they are judged.
    pub fn of(paytable: &Paytable, rules: &HouseRules) -> Vec<Self> {
        let line = |line: &Pays| Self {
            when: fact_names(line.when),
            odds: (line.odds.numerator(), line.odds.denominator()),
            shown: rules.odds_shown.text(line.odds),
        };
        paytable.pays.iter().map(line).collect()
    }
}

/// The names of facts.
pub fn fact_names(facts: Facts) -> Vec<String> {
    facts.to_string().split(' ').map(str::to_owned).collect()
}

impl PhaseView {
    pub(crate) fn of(view: &table::TableView) -> Self {
        match &view.phase {
            Phase::Shuffling { .. } => Self::Shuffling,
            Phase::Betting { closes_at } => Self::Betting { closes_at: closes_at.0 },
            Phase::Closed => {
                let awaited = |draw: table::BeaconRound| AwaitedDraw { round: draw.round, at: draw.at.0 };
                Self::Closed { draw: view.awaited_draw.map(awaited) }
            }
            Phase::Dealing { .. } | Phase::Squeezing { .. } | Phase::Complete { .. } => Self::Dealing,
            Phase::Settled { .. } => Self::Settled { next_at: view.next_at.0 },
        }
    }
}

impl ShoeView {
    fn of(view: &table::TableView) -> Self {
        let closed = view.spots.iter().filter(|spot| !spot.open);
        Self {
            shoe_no: view.shoe_no,
            round_no: view.round.map_or(0, |round| round.round_no),
            remaining: view.cards_left,
            size: view.shoe_size,
            cut_card_out: view.cut_card_out,
            last_round: view.last_round,
            closed_spots: closed.map(|spot| spot.spot.id().to_owned()).collect(),
        }
    }
}

impl From<&ShoeView> for ShoeAfterRound {
    fn from(shoe: &ShoeView) -> Self {
        let ShoeView { shoe_no, round_no, remaining, last_round, .. } = *shoe;
        Self { shoe_no, round_no, remaining, last_round }
    }
}

impl CardsView {
    /// Splits cards in deal order into both hands.
    fn of(cards: &[ShownCard]) -> Self {
        let mut hands = Self::default();
        for shown in cards {
            let hand = match shown.side {
                Side::Player => &mut hands.player,
                Side::Banker => &mut hands.banker,
            };
            hand.add(shown.card);
        }
        hands
    }
}

/// What a hand has in the place of a card that lies face down.
pub(crate) const FACE_DOWN: &str = "down";

impl HandView {
    fn add(&mut self, card: Option<Card>) {
        self.cards.push(card.map_or(FACE_DOWN, Card::text).to_owned());
        let points = card.map(Card::points).unwrap_or_default();
        self.total = Points::new(self.total).plus(points).get();
    }
}

impl ResultView {
    fn of(view: &table::TableView) -> Option<Self> {
        let Phase::Settled { end } = &view.phase else { return None };
        Some(Self::of_end(end, &view.rules))
    }

    fn of_end(end: &RoundEnd, rules: &HouseRules) -> Self {
        match end {
            RoundEnd::Coup(coup) => Self::settled(*coup, rules),
            RoundEnd::Void { reason, .. } => Self::voided(*reason),
        }
    }

    fn settled(coup: Coup, rules: &HouseRules) -> Self {
        let (facts, totals) = (Facts::of(&coup), coup.totals());
        let wins = |rules: &&SpotRules| matches!(rules.paytable.resolve(facts), Resolution::Win(_));
        let winning = rules.spots.iter().filter(wins);
        Self::Settled {
            outcome: coup.outcome().id().to_owned(),
            player_total: totals.player.get(),
            banker_total: totals.banker.get(),
            winning_spots: winning.map(|rules| rules.spot.id().to_owned()).collect(),
            bead: coup.bead().to_string(),
        }
    }

    fn voided(reason: VoidReason) -> Self {
        Self::Voided { reason: void_id(reason).to_owned() }
    }
}

/// The id of a void's reason.
pub const fn void_id(reason: VoidReason) -> &'static str {
    match reason {
        VoidReason::UnreadableCard => "unreadable_card",
        VoidReason::Interrupted => "interrupted",
        VoidReason::Supervisor => "supervisor",
        VoidReason::Abandoned => "abandoned",
        VoidReason::Irregular => "irregular",
    }
}

impl ServerMessage {
    /// The frame of a public event, from the table right after it, with what proves the card that it shows, and each
    /// that it turns over.
    pub fn frame(
        frame: &PublicFrame,
        view: &table::TableView,
        proof: Option<CardProof>,
        turned: Vec<CardProof>,
    ) -> Self {
        Self::Frame {
            table_id: view.table.0,
            seq: frame.seq,
            at: frame.at.0,
            event: Box::new(PublicEvent::of(&frame.event, view, proof, turned)),
            live: view.live.as_ref().map(LiveView::of),
        }
    }
}

impl PublicEvent {
    fn of(
        event: &table::PublicEvent,
        view: &table::TableView,
        proof: Option<CardProof>,
        proofs: Vec<CardProof>,
    ) -> Self {
        let (phase, shoe, squeeze) = (PhaseView::of(view), ShoeView::of(view), SqueezeView::of(view));
        match event {
            table::PublicEvent::ShoeOpened => Self::ShoeOpened { shoe },
            table::PublicEvent::CardsBurned { first, face_down } => Self::CardsBurned {
                first: first.map(|card| card.text().to_owned()),
                face_down: *face_down,
                shoe,
                proof,
            },
            table::PublicEvent::BettingOpened => Self::BettingOpened { phase, shoe },
            table::PublicEvent::BettingClosed => Self::BettingClosed { phase, squeeze },
            table::PublicEvent::RoundDrawn { beacon } => {
                Self::RoundDrawn { phase, value: beacon.to_string() }
            }
            table::PublicEvent::CardDrawn { side, card } => Self::CardDrawn {
                phase,
                card: card.text().to_owned(),
                side: (*side).into(),
                cards: CardsView::of(&view.cards),
                shoe,
                proof,
            },
            table::PublicEvent::CardFaceDown { side } => Self::CardFaceDown {
                phase,
                side: (*side).into(),
                cards: CardsView::of(&view.cards),
                shoe,
                squeeze,
            },
            table::PublicEvent::CardsRevealed { slots, by } => Self::CardsRevealed {
                phase,
                slots: slots.iter().map(|slot| slot.id().to_owned()).collect(),
                by: by.id().to_owned(),
                cards: CardsView::of(&view.cards),
                shoe,
                squeeze,
                proofs,
            },
            table::PublicEvent::RoundSettled { coup } => {
                let result = ResultView::settled(*coup, &view.rules);
                Self::RoundEnded { phase, result, shoe: (&shoe).into() }
            }
            table::PublicEvent::RoundVoided { reason } => {
                Self::RoundEnded { phase, result: ResultView::voided(*reason), shoe: (&shoe).into() }
            }
            table::PublicEvent::RoundCorrected { round, revision, end } => Self::RoundCorrected {
                round: (*round).into(),
                revision: *revision,
                end: ResultView::of_end(end, &view.rules),
                end_cards: end.cards().iter().map(|card| card.text().to_owned()).collect(),
                result: ResultView::of(view),
                cards: CardsView::of(&view.cards),
                rounds: bead_texts(view),
            },
            table::PublicEvent::Live(news) => Self::Live {
                what: news.id().to_owned(),
                phase,
                cards: CardsView::of(&view.cards),
                result: ResultView::of(view),
                shoe,
            },
        }
    }
}

/// The beads of the shoe.
fn bead_texts(view: &table::TableView) -> Vec<String> {
    view.beads.iter().map(ToString::to_string).collect()
}
