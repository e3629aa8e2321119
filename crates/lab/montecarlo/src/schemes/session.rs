//! One scheme played through one session, with a bankroll that lasts or does not. Knows how money moves, and no cards.

use std::collections::BTreeMap;

use baccarat::{Facts, Resolution, Spot, Wager, Wagers, settle_facts};
use money::{Amount, Stake};
use roads::Roads;

use super::progression::Ladder;
use super::scheme::Scheme;
use super::terms::Terms;

/// A session under way.
///
/// What the progression asks for is cut to what the table takes and to what is left. Once less than a base stake is
/// left the bankroll is ruined, and nothing more is wagered.
#[derive(Clone, Debug)]
pub struct Session<'a> {
    scheme: &'static Scheme,
    terms: &'a Terms<'a>,
    ladder: Ladder,
    left: Amount,
    /// The stakes on each spot, in minor units.
    pub(super) staked: BTreeMap<Spot, u64>,
    /// How many wagers were made.
    pub(super) wagers: u64,
    /// The largest stake so far.
    pub(super) largest: Amount,
}

impl<'a> Session<'a> {
    /// A session before its first round.
    pub fn new(scheme: &'static Scheme, terms: &'a Terms<'a>) -> Self {
        let bet = terms.bet();
        Self {
            scheme,
            terms,
            ladder: Ladder::new(scheme.progression),
            left: bet.bankroll,
            staked: BTreeMap::new(),
            wagers: 0,
            largest: Amount::ZERO,
        }
    }

    /// What the scheme wagers in this round of a shoe with these roads; nothing where it sits out.
    pub fn wager(&self, round_no: u16, roads: &Roads) -> Option<Wager> {
        if self.is_ruined() {
            return None;
        }
        let bet = self.terms.bet();
        let spot = self.scheme.pick.spot(bet.spot, roads)?;
        if self.terms.rules().spot(spot)?.is_closed(round_no) {
            return None;
        }
        let stake = bet.base.minor().saturating_mul(self.ladder.base_stakes());
        let most = self.terms.maximum(spot).min(self.left).minor();
        Some(Wager { spot, stake: Stake::new(stake.min(most)).ok()? })
    }

    /// The wager is settled on a coup of which these facts hold. Gives what was paid, the stake included.
    pub fn settle(&mut self, wager: Wager, facts: Facts) -> Amount {
        let mut wagers = Wagers::new();
        wagers.add(wager).expect("one stake fits on a spot");
        let settled = settle_facts(facts, &wagers, self.terms.rules());
        for wager in &settled.wagers {
            match wager.resolution {
                Resolution::Win(_) => self.ladder.win(),
                Resolution::Push => {}
                Resolution::Lose => self.ladder.lose(),
            }
        }
        let left = self.left.checked_sub(settled.staked).expect("no stake exceeds what is left");
        self.left = left.checked_add(settled.paid).expect("stakes are at most Terms::MOST");
        *self.staked.entry(wager.spot).or_default() += wager.stake.minor();
        self.wagers += 1;
        self.largest = self.largest.max(wager.stake.amount());
        settled.paid
    }

    /// Whether not even a base stake is left.
    pub fn is_ruined(&self) -> bool {
        self.left < self.terms.bet().base.amount()
    }

    /// What is left of the bankroll, winnings included.
    pub const fn left(&self) -> Amount {
        self.left
    }

    /// What was won, or lost where negative, in minor units.
    pub const fn result(&self) -> i64 {
        self.left.signed() - self.terms.bet().bankroll.signed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schemes::Bet;
    use baccarat::{Coup, HouseRules};

    /// Stakes and what was left after each, of a session with a bankroll of 1000.00 and a base stake of 10.00.
    /// `coups`: a letter for each winner, `T` for a tie.
    fn story(scheme: &str, spot: Spot, maximum: Option<u64>, coups: &str) -> Vec<(u64, u64)> {
        let rules = HouseRules::builtin("live-commission").unwrap();
        let scheme = Scheme::from_id(scheme).unwrap();
        let bet = Bet {
            spot,
            bankroll: Amount::new(100_000).unwrap(),
            base: Stake::new(1_000).unwrap(),
            maximum: maximum.map(|most| Amount::new(most).unwrap()),
        };
        let terms = Terms::new(rules, bet, &[scheme]).unwrap();
        let (mut session, mut roads) = (Session::new(scheme, &terms), Roads::new());
        let mut story = Vec::new();
        for (round_no, winner) in (1..).zip(coups.chars()) {
            let coup = match winner {
                'P' => "7h 6d Ks Kc",
                'B' => "6h 7d Ks Kc",
                _ => "6h 6d Ks Kc",
            };
            let coup: Coup = coup.parse().unwrap();
            if let Some(wager) = session.wager(round_no, &roads) {
                session.settle(wager, Facts::of(&coup));
                story.push((wager.stake.minor(), session.left().minor()));
            }
            roads.push(coup.bead());
        }
        assert_eq!(session.result(), i64::try_from(session.left().minor()).unwrap() - 100_000);
        assert_eq!(session.staked.values().sum::<u64>(), story.iter().map(|(stake, _)| stake).sum::<u64>());
        assert_eq!(session.largest.minor(), story.iter().map(|(stake, _)| *stake).max().unwrap_or(0));
        story
    }

    #[test]
    fn sessions_worked_by_hand() {
        for (scheme, spot, maximum, coups, expected) in [
            (
                "martingale",
                Spot::Banker,
                None,
                "PPTBB",
                &[(1_000, 99_000), (2_000, 97_000), (4_000, 97_000), (4_000, 100_800), (1_000, 101_750)][..],
            ),
            // It ends with the bankroll. 10 + 20 + ... + 320 is 630; the 640 that would come next are cut to the 370
            // left, and then nothing is wagered any more.
            (
                "martingale",
                Spot::Player,
                None,
                "BBBBBBBBB",
                &[
                    (1_000, 99_000),
                    (2_000, 97_000),
                    (4_000, 93_000),
                    (8_000, 85_000),
                    (16_000, 69_000),
                    (32_000, 37_000),
                    (37_000, 0),
                ],
            ),
            // A table takes no more than its maximum.
            (
                "martingale",
                Spot::Player,
                Some(5_000),
                "BBBBPB",
                &[
                    (1_000, 99_000),
                    (2_000, 97_000),
                    (4_000, 93_000),
                    (5_000, 88_000),
                    (5_000, 93_000),
                    (1_000, 92_000),
                ],
            ),
            (
                "1-3-2-6",
                Spot::Player,
                None,
                "PPTPPPBP",
                &[
                    (1_000, 101_000),
                    (3_000, 104_000),
                    (2_000, 104_000),
                    (2_000, 106_000),
                    (6_000, 112_000),
                    (1_000, 113_000),
                    (3_000, 110_000),
                    (1_000, 111_000),
                ],
            ),
            // A streak is followed from its first win.
            (
                "follow-streak",
                Spot::Tie,
                None,
                "TBBPTP",
                &[(1_000, 100_950), (1_000, 99_950), (1_000, 99_950), (1_000, 100_950)],
            ),
        ] {
            assert_eq!(story(scheme, spot, maximum, coups), expected, "{scheme} on {spot}: {coups}");
        }
    }

    #[test]
    fn a_closed_spot_takes_no_wager() {
        assert_eq!(story("flat", Spot::Small, None, &"T".repeat(40)).len(), 31);
    }
}
