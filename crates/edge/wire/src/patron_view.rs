//! Converts one patron's wagers, results and wallet to messages.

use baccarat::{Card, Deal, Step};
use money::{Amount, Stake};
use table::event::{PlacedWager, ResolutionKind, SettledSpot, VoidReason};
use table::{Auto, AutoEnd, OwnResult, RawWager};

use crate::auto::RunningStop;
use crate::client::{RoundRef, SlipWager};
use crate::public_view::void_id;
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
        let resolution = match wager.resolution {
            ResolutionKind::Win => "win",
            ResolutionKind::Push => "push",
            ResolutionKind::Lose => "lose",
        };
        Self {
            spot: wager.spot.id().to_owned(),
            stake: wager.stake.minor(),
            resolution: resolution.to_owned(),
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

    #[test]
    fn the_outcome_follows_from_the_cards() {
        let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
        assert_eq!(outcome_id(&cards("9h Kd Ks 3c"), false), "player");
        assert_eq!(outcome_id(&cards("9h Kd Ks 9c"), false), "tie");
        assert_eq!(outcome_id(&cards("9h Kd Ks 9c"), true), "voided");
        assert_eq!(outcome_id(&cards("9h Kd"), false), "voided");
    }
}
