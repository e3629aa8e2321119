//! The patron's own wagers of a round: under the root that was fixed before the first card, and those that the screen
//! shows.
//!
//! The root comes before the first card. The proof is a message of its own and may come later, without any harm: it
//! leads to that root or it does not.

use fair::bulletin::Closed;
use fair::wagers::{Line, StandingWagers};

use crate::finding::{Check, Place, Step, failed};
use crate::seen::{OwnWagers, Stake};

#[derive(Debug, Default)]
pub(crate) struct Wagers {
    /// What the screen shows, and for which round.
    screen: Option<(u16, Vec<Stake>)>,
    given: Option<OwnWagers>,
    /// The last round on which betting closed.
    closed: Option<Root>,
    /// The round before, whose bets the screen showed and whose proof has not come.
    unproved: Option<u16>,
    /// Of how many rounds the wagers were under the root.
    rounds: u16,
}

/// The root of a round.
#[derive(Debug)]
struct Root {
    closed: Closed,
    /// Whether nothing was missed since betting closed.
    live: bool,
}

impl Wagers {
    /// Of how many rounds the wagers were under the root.
    pub(crate) const fn rounds(&self) -> u16 {
        self.rounds
    }

    /// The stakes of a round as the screen shows them.
    pub(crate) fn show(&mut self, round_no: u16, mut stakes: Vec<Stake>) {
        stakes.retain(|stake| stake.minor > 0);
        stakes.sort_by(|one, other| one.spot.cmp(&other.spot));
        if let Some((before, _)) = self.screen.as_ref().filter(|(before, _)| *before < round_no)
            && self.lacks_proof(*before)
        {
            self.unproved = Some(*before);
        }
        self.screen = Some((round_no, stakes));
    }

    /// The wagers as the house fixed them, with their path.
    pub(crate) fn give(&mut self, table: u32, own: OwnWagers) -> Step {
        if self.given.as_ref() == Some(&own) {
            return Ok(());
        }
        self.unproved = self.unproved.filter(|round_no| *round_no > own.round_no);
        let closed = self.closed.as_ref().map(|root| root.closed);
        let step = match closed.filter(|closed| closed.round_no >= own.round_no) {
            Some(closed) if closed.round_no > own.round_no => return Ok(()),
            Some(closed) => self.check(table, &own, &closed),
            None => Ok(()),
        };
        self.given = Some(own);
        step
    }

    /// Betting closed: the root is known. By now the proof of the round before has come.
    pub(crate) fn close(&mut self, table: u32, closed: &Closed, live: bool) -> Step {
        let shown = self.screen.as_ref().map(|(round_no, _)| *round_no);
        let before = shown.filter(|round_no| *round_no < closed.round_no && self.lacks_proof(*round_no));
        if let Some(round_no) = self.unproved.take().or(before).filter(|_| live) {
            return no_proof(round_no);
        }
        self.closed = Some(Root { closed: *closed, live });
        let own = self.given.take();
        let step = match own.as_ref().filter(|own| own.round_no == closed.round_no) {
            Some(own) => self.check(table, own, closed),
            None => Ok(()),
        };
        self.given = own;
        step
    }

    /// The patron has the result of a round, so the proof of their wagers has come.
    pub(crate) fn settle(&self, round_no: u16) -> Step {
        if self.lacks_proof(round_no) { no_proof(round_no) } else { Ok(()) }
    }

    /// Whether betting closed on bets that the screen shows, nothing was missed since, and no proof of them came.
    fn lacks_proof(&self, round_no: u16) -> bool {
        let given = self.given.as_ref().is_some_and(|own| own.round_no >= round_no);
        let shows = self.screen.as_ref().is_some_and(|(no, stakes)| *no == round_no && !stakes.is_empty());
        let live = self.closed.as_ref().is_some_and(|root| root.live && root.closed.round_no == round_no);
        live && shows && !given
    }

    /// Something may have been missed: what did not come is not held against the house.
    pub(crate) const fn resume(&mut self) {
        self.unproved = None;
        if let Some(root) = &mut self.closed {
            root.live = false;
        }
    }

    /// The wagers are under the root, and are those that the screen shows.
    fn check(&mut self, table: u32, own: &OwnWagers, closed: &Closed) -> Step {
        self.under_root(table, own, closed)?;
        let screen = self.screen.as_ref().filter(|(round_no, _)| *round_no == own.round_no);
        let same = screen.is_none_or(|(_, stakes)| {
            let fixed = own.stakes.iter().map(|stake| (stake.spot.as_str(), stake.minor));
            fixed.eq(stakes.iter().map(|stake| (stake.spot.as_str(), stake.minor)))
        });
        if same {
            return Ok(());
        }
        failed(Check::Wagers, Place::Round(own.round_no), "the house fixed other bets than your screen shows")
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
}

fn no_proof(round_no: u16) -> Step {
    failed(Check::Wagers, Place::Round(round_no), "no proof of your bets came")
}
