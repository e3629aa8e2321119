//! Converts one patron's wagers, results and wallet to messages.

use baccarat::{BySide, Card, Deal, Points, Step};
use money::{Amount, Stake};
use table::event::{PlacedWager, SettledSpot, VoidReason};
use table::{Auto, AutoEnd, OwnResult, RawWager};

use crate::auto::RunningStop;
use crate::client::{RoundRef, SlipWager};
use crate::public_view::void_id;
use crate::rest::DealtCard;
use crate::server::{EndedAuto, OwnEnd, RunningAuto, SettledLine, SpotStake};

impl From<table::RoundRef> for RoundRef {
    fn from(round: table::RoundRef) -> Self {
        Self { shoe_no: round.shoe_no, round_no: round.round_no }
    }
}

impl From<RoundRef> for table::RoundRef {
    fn from(round: RoundRef) -> Self {
        Self { shoe_no: round.shoe_no, round_no: round.round_no }
    }
}

impl RoundRef {
    /// Stands for no round; rounds count from 1.
    pub const NONE: Self = Self { shoe_no: 0, round_no: 0 };
}

impl From<SlipWager> for RawWager {
    fn from(wager: SlipWager) -> Self {
        let stake = u64::try_from(wager.stake).ok().and_then(|minor| Stake::new(minor).ok());
        Self { spot: wager.spot, stake }
    }
}

impl From<&PlacedWager> for SpotStake {
    fn from(wager: &PlacedWager) -> Self {
        Self { spot: wager.spot.id().to_owned(), stake: wager.stake.minor() }
    }
}

impl From<&Auto> for RunningAuto {
    fn from(auto: &Auto) -> Self {
        let (wagers, rounds_left) = (auto.wagers.iter().map(SpotStake::from).collect(), auto.rounds_left);
        Self { wagers, rounds_left, stop: auto.stop.map(RunningStop::from) }
    }
}

impl EndedAuto {
    /// An Auto that ended with so many rounds left.
    pub fn new(end: AutoEnd, rounds_left: u16) -> Self {
        let reason = end.id().to_owned();
        let refusal = if let AutoEnd::Refused(code) = end { Some(code) } else { None };
        Self { reason, refusal, rounds_left }
    }
}

impl From<&SettledSpot> for SpotStake {
    fn from(wager: &SettledSpot) -> Self {
        Self { spot: wager.spot.id().to_owned(), stake: wager.stake.minor() }
    }
}

impl OwnEnd {
    /// A patron's result of a settled or voided round. `paid` includes returned stakes.
    pub fn new(
        round: table::RoundRef,
        revision: u16,
        voided: Option<VoidReason>,
        wagers: &[SettledSpot],
        (staked, paid): (Amount, Amount),
    ) -> Self {
        Self {
            round: round.into(),
            revision,
            voided: voided.map(|reason| void_id(reason).to_owned()),
            wagers: wagers.iter().map(SettledLine::from).collect(),
            staked: staked.minor(),
            paid: paid.minor(),
        }
    }
}

impl From<&OwnResult> for OwnEnd {
    fn from(own: &OwnResult) -> Self {
        Self::new(own.round, own.revision, own.voided, &own.wagers, (own.staked, own.paid))
    }
}

impl From<&SettledSpot> for SettledLine {
    fn from(wager: &SettledSpot) -> Self {
        Self {
            spot: wager.spot.id().to_owned(),
            stake: wager.stake.minor(),
            resolution: wager.resolution.id().to_owned(),
            payout: wager.payout.minor(),
        }
    }
}

/// The outcome id of a finished round: `player`, `banker`, `tie` or `voided`.
///
/// Cards that make no coup count as `voided`.
pub fn outcome_id(cards: &[Card], voided: bool) -> &'static str {
    let mut deal = Deal::new();
    for card in cards {
        match deal.draw(*card) {
            Step::More(more) => deal = more,
            Step::Done(coup) if !voided => return coup.outcome().id(),
            Step::Done(_) => break,
        }
    }
    "voided"
}

/// Cards in deal order, each with its hand and the total of the hand with it. What follows a finished coup is left out.
pub fn dealt(cards: &[Card]) -> Vec<DealtCard> {
    let mut totals = BySide::<Points>::default();
    let mut deal = Deal::new();
    let mut dealt = Vec::with_capacity(cards.len());
    for card in cards {
        let side = deal.next_side();
        let total = totals.get(side).plus(card.points());
        *totals.get_mut(side) = total;
        dealt.push(DealtCard { card: card.text().to_owned(), side: side.into(), total: total.get() });
        match deal.draw(*card) {
            Step::More(more) => deal = more,
            Step::Done(_) => break,
        }
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_stake_is_passed_to_the_table_as_none() {
        for (stake, expected) in [(1, Some(1)), (0, None), (-5, None), (i64::MAX, None)] {
            let wager = RawWager::from(SlipWager { spot: "tie".to_owned(), stake });
            assert_eq!(wager.stake.map(Stake::minor), expected, "{stake}");
        }
    }

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn every_card_has_its_hand_and_the_total_with_it() {
        let told = |text: &str| {
            let lines = dealt(&cards(text));
            lines
                .iter()
                .map(|line| format!("{:?} {} {}", line.side, line.card, line.total))
                .collect::<Vec<_>>()
        };
        let four = ["Player Kd 0", "Banker 6h 6", "Player 5s 5", "Banker Qc 6"];
        assert_eq!(told("Kd 6h 5s Qc 6d 9h"), [&four[..], &["Player 6d 1", "Banker 9h 5"][..]].concat());
        assert_eq!(told("Kd 6h 5s Qc 9h"), [&four[..], &["Player 9h 4"][..]].concat(), "Banker stands on 6");
        let stands = ["Player 7d 7", "Banker 2h 2", "Player Ks 7", "Banker 3c 5", "Banker 9h 4"];
        assert_eq!(told("7d 2h Ks 3c 9h"), stands, "Player stands, so the fifth card is Banker's");
        assert_eq!(told("9h Kd"), ["Player 9h 9", "Banker Kd 0"]);
    }

    #[test]
    fn the_outcome_follows_from_the_cards() {
        assert_eq!(outcome_id(&cards("9h Kd Ks 3c"), false), "player");
        assert_eq!(outcome_id(&cards("9h Kd Ks 9c"), false), "tie");
        assert_eq!(outcome_id(&cards("9h Kd Ks 9c"), true), "voided");
        assert_eq!(outcome_id(&cards("9h Kd"), false), "voided");
    }
}
