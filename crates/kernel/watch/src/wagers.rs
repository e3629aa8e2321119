//! The patron's own wagers of a round: fixed under its root before the first card, and those that the screen shows.

use fair::bulletin::Closed;
use fair::wagers::{Line, StandingWagers};

use crate::cards::Round;
use crate::finding::{Check, Place, Step, failed};
use crate::seen::{OwnWagers, Stake};

#[derive(Debug, Default)]
pub(crate) struct Wagers {
    /// What the screen shows, and for which round.
    screen: Option<(u16, Vec<Stake>)>,
    given: Option<OwnWagers>,
    /// Of how many rounds the wagers were under the root.
    rounds: u16,
}

impl Wagers {
    /// Of how many rounds the wagers were under the root.
    pub(crate) const fn rounds(&self) -> u16 {
        self.rounds
    }

    /// The stakes of a round as the screen shows them, until its first card.
    pub(crate) fn show(&mut self, round_no: u16, mut stakes: Vec<Stake>, round: Option<&Round>) {
        let dealt = round.is_some_and(|it| it.closed.round_no == round_no && !it.cards.is_empty());
        if !dealt {
            stakes.retain(|stake| stake.minor > 0);
            stakes.sort_by(|one, other| one.spot.cmp(&other.spot));
            self.screen = Some((round_no, stakes));
        }
    }

    /// The wagers as the house fixed them, with their path.
    pub(crate) fn give(&mut self, table: u32, own: OwnWagers, ended: u16, round: Option<&Round>) -> Step {
        if self.given.as_ref() == Some(&own) {
            return Ok(());
        }
        let place = Place::Round(own.round_no);
        let open = round.filter(|round| round.closed.round_no == own.round_no);
        let (dealt, live) = open.map_or((false, false), |round| (!round.cards.is_empty(), round.live));
        if own.round_no <= ended || (dealt && !live) {
            // After a lost connection nobody can say when they were sent first.
            return Ok(());
        }
        if dealt {
            return failed(Check::Wagers, place, "the proof of your bets came after the first card");
        }
        let step = open.map_or(Ok(()), |round| self.under_root(table, &own, &round.closed));
        self.given = Some(own);
        step
    }

    /// Betting closed: the root is known.
    pub(crate) fn close(&mut self, table: u32, closed: &Closed) -> Step {
        match self.given.take() {
            Some(own) if own.round_no == closed.round_no => {
                let step = self.under_root(table, &own, closed);
                self.given = Some(own);
                step
            }
            _ => Ok(()),
        }
    }

    fn under_root(&mut self, table: u32, own: &OwnWagers, closed: &Closed) -> Step {
        let place = Place::Round(own.round_no);
        let lines: Vec<Line<'_>> = own.stakes.iter().map(Stake::line).collect();
        let standing = StandingWagers {
            table,
            shoe_no: own.shoe_no,
            round_no: own.round_no,
            patron: own.patron,
            currency: &own.currency,
            decimals: own.decimals,
            lines: &lines,
        };
        let leaf =
            standing.leaf(&own.salt).or_else(|error| failed(Check::Wagers, place, error.to_string()))?;
        if own.path.count != closed.patrons || own.path.root(&leaf) != Some(closed.root) {
            return failed(Check::Wagers, place, "your bets are not under the root of the round");
        }
        self.rounds = self.rounds.saturating_add(1);
        Ok(())
    }

    /// Before the first card of a round: what the screen shows is what the house fixed.
    pub(crate) fn before_first_card(&self, round: &Round) -> Step {
        let round_no = round.closed.round_no;
        let Some((_, screen)) = self.screen.as_ref().filter(|(shown, _)| *shown == round_no) else {
            return Ok(());
        };
        let place = Place::Round(round_no);
        let Some(given) = self.given.as_ref().filter(|own| own.round_no == round_no) else {
            if screen.is_empty() || !round.live {
                return Ok(());
            }
            return failed(Check::Wagers, place, "no proof of your bets came before the first card");
        };
        let same = given.stakes.len() == screen.len()
            && given
                .stakes
                .iter()
                .zip(screen)
                .all(|(own, shown)| (own.spot.as_str(), own.minor) == (shown.spot.as_str(), shown.minor));
        if same {
            Ok(())
        } else {
            failed(Check::Wagers, place, "the house fixed other bets than your screen shows")
        }
    }
}
