//! What a patron does next: pure choices from a seed, over the tables as the patron sees them. Sends nothing.

use auditor::{Dice, Manner, RoundId};
use wire::client::{ClientMessage, SlipWager};
use wire::table_view::{PhaseView, SpotView};

use crate::patron_observer::PatronObserver;
use crate::translate::round_ref;

/// How many messages in doubt are sent again at once: the server refuses more than a hundred as a flood.
const RESENT: usize = 40;

/// A table as a patron sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) round: RoundId,
    /// When betting closes, on the server's clock; none while it is not open.
    pub(crate) closes_at: Option<i64>,
    pub(crate) spots: Vec<SpotView>,
}

impl Seen {
    pub(crate) fn turn(&mut self, phase: &PhaseView) {
        self.closes_at = match phase {
            PhaseView::Betting { closes_at } => Some(*closes_at),
            _ => None,
        };
    }
}

/// What a patron does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PatronAction {
    /// Sends these, without waiting in between.
    Send(Vec<ClientMessage>),
    /// Asks for play money.
    TopUp,
    /// Drops the connection and comes back.
    Disconnect,
    /// Nothing this time.
    Wait,
}

/// One patron's choices in one cycle.
pub(crate) struct Planner {
    pub(crate) dice: Dice,
    pub(crate) manner: Manner,
}

impl Planner {
    /// What to do now, with these tables open.
    pub(crate) fn next(&mut self, open: &[&Seen], observer: &PatronObserver) -> PatronAction {
        match self.dice.within(1..=100) {
            1..=3 => return PatronAction::Disconnect,
            4..=5 => return PatronAction::TopUp,
            _ => {}
        }
        let Some(seen) = self.dice.pick(open).copied() else { return PatronAction::Wait };
        PatronAction::Send(match self.dice.within(1..=100) {
            1..=62 => vec![self.slip(seen, observer)],
            63..=76 => self.again(observer).into_iter().collect(),
            77..=82 => vec![self.clear(seen)],
            83..=85 => self.clear_again(observer).into_iter().collect(),
            86..=90 => vec![
                ClientMessage::Leave { table_id: seen.round.table },
                ClientMessage::Watch { table_id: seen.round.table, after: None },
            ],
            _ => vec![self.nonsense(seen, observer)],
        })
    }

    /// Slips as they come at the last moment: several at once, one of them twice.
    pub(crate) fn burst(&mut self, seen: &Seen, observer: &PatronObserver) -> Vec<ClientMessage> {
        let mut slips: Vec<_> = (0..self.dice.within(2..=5)).map(|_| self.slip(seen, observer)).collect();
        slips.extend(self.dice.pick(&slips).cloned());
        slips
    }

    /// What is sent on coming back: requests that are in doubt, and again some that are not.
    pub(crate) fn resend(&mut self, observer: &PatronObserver) -> Vec<ClientMessage> {
        let open = observer.unanswered();
        let repeats = self.dice.within(0..=4);
        let repeats: Vec<_> = (0..repeats).filter_map(|_| self.again(observer)).collect();
        // A request in doubt is sent alone, so that its answer settles it.
        let settled = repeats.into_iter().filter(|message| !open.contains(message));
        open.iter().take(RESENT).cloned().chain(settled).collect()
    }

    fn slip(&mut self, seen: &Seen, observer: &PatronObserver) -> ClientMessage {
        let mut wagers = Vec::<SlipWager>::new();
        for _ in 0..self.dice.within(1..=3) {
            let Some(spot) = self.dice.pick(&seen.spots) else { continue };
            if wagers.iter().all(|wager| wager.spot != spot.spot) {
                let stake = self.stake(spot, observer.observed.latest.cash.unwrap_or(0));
                wagers.push(SlipWager { spot: spot.spot.clone(), stake });
            }
        }
        place(seen.round, self.dice.id(), wagers)
    }

    fn stake(&mut self, spot: &SpotView, balance: i64) -> i64 {
        let range = match self.manner {
            // Odd amounts, so that there is something to round.
            Manner::Steady => spot.minimum..=spot.minimum.saturating_mul(30).saturating_add(7),
            Manner::Reckless => {
                let balance = u64::try_from(balance).unwrap_or(0);
                balance / 4..=balance.saturating_add(balance / 4).saturating_add(1)
            }
        };
        let stake = self.dice.within(range).clamp(spot.minimum, spot.maximum.max(spot.minimum));
        i64::try_from(stake).unwrap_or(i64::MAX)
    }

    fn again(&mut self, observer: &PatronObserver) -> Option<ClientMessage> {
        let known: Vec<_> = observer.observed.slips.keys().collect();
        observer.slip_again(self.dice.pick(&known)?)
    }

    fn clear(&mut self, seen: &Seen) -> ClientMessage {
        let (table_id, round) = (seen.round.table, round_ref(seen.round));
        ClientMessage::ClearWagers { table_id, round, request_id: self.dice.id() }
    }

    fn clear_again(&mut self, observer: &PatronObserver) -> Option<ClientMessage> {
        let known: Vec<_> = observer.observed.clears.keys().collect();
        observer.clear_again(self.dice.pick(&known)?)
    }

    /// A slip that has to be refused for its round, a spot or a stake.
    fn nonsense(&mut self, seen: &Seen, observer: &PatronObserver) -> ClientMessage {
        let fair = seen
            .spots
            .first()
            .map_or(100, |spot| self.stake(spot, observer.observed.latest.cash.unwrap_or(0)));
        let wager = |spot: &str, stake| SlipWager { spot: spot.to_owned(), stake };
        let next = RoundId { round_no: seen.round.round_no.saturating_add(1), ..seen.round };
        let (round, wagers) = match self.dice.within(0..=4) {
            0 => (next, vec![wager("player", fair)]),
            1 => (seen.round, vec![wager("dragon", fair)]),
            2 => (seen.round, vec![wager("banker", -fair)]),
            3 => (seen.round, vec![wager("tie", fair), wager("tie", fair)]),
            _ => (seen.round, Vec::new()),
        };
        place(round, self.dice.id(), wagers)
    }
}

fn place(round: RoundId, slip_id: String, wagers: Vec<SlipWager>) -> ClientMessage {
    ClientMessage::PlaceSlip { table_id: round.table, round: round_ref(round), slip_id, wagers }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen() -> Seen {
        let spot = |id: &str| SpotView {
            spot: id.to_owned(),
            title: String::new(),
            odds: Vec::new(),
            minimum: 100,
            maximum: 50_000,
            closed_from_round: None,
        };
        let round = RoundId { table: 2, shoe_no: 1, round_no: 7 };
        Seen { round, closes_at: Some(1), spots: vec![spot("player"), spot("tie")] }
    }

    fn with_cash(amount: i64) -> PatronObserver {
        let mut observer = PatronObserver::default();
        observer.observed.observe_cash(amount);
        observer
    }

    fn planner(seed: u64, manner: Manner) -> Planner {
        Planner { dice: Dice::new(seed), manner }
    }

    #[test]
    fn every_kind_of_action_comes_up_and_the_same_ones_again() {
        let (seen, observer) = (seen(), PatronObserver::default());
        let actions = |seed| {
            let mut planner = planner(seed, Manner::Steady);
            (0..400).map(|_| planner.next(&[&seen], &observer)).collect::<Vec<_>>()
        };
        let first = actions(1);
        assert_eq!(first, actions(1));
        assert_ne!(first, actions(2));
        assert!(first.contains(&PatronAction::Disconnect) && first.contains(&PatronAction::TopUp));
        let sent = first.iter().filter_map(|action| match action {
            PatronAction::Send(messages) => Some(messages.as_slice()),
            _ => None,
        });
        let sent: Vec<_> = sent.collect();
        assert!(sent.iter().any(|it| matches!(it, [ClientMessage::ClearWagers { .. }])));
        assert!(sent.iter().any(|it| matches!(it, [ClientMessage::Leave { .. }, _])));
        assert_eq!(planner(1, Manner::Steady).next(&[], &observer), PatronAction::Wait);
    }

    #[test]
    fn slips_stay_within_the_limits_and_name_a_spot_once() {
        let observer = with_cash(1_000_000);
        for manner in [Manner::Steady, Manner::Reckless] {
            let mut planner = planner(3, manner);
            for _ in 0..200 {
                let ClientMessage::PlaceSlip { wagers, .. } = planner.slip(&seen(), &observer) else {
                    panic!("a slip is a slip")
                };
                assert!((1..=2).contains(&wagers.len()), "{wagers:?}");
                assert!(wagers.iter().all(|wager| (100..=50_000).contains(&wager.stake)), "{wagers:?}");
            }
        }
    }

    #[test]
    fn a_burst_repeats_one_of_its_slips() {
        let burst = planner(4, Manner::Steady).burst(&seen(), &PatronObserver::default());
        let last = burst.last().unwrap();
        assert_eq!(burst.iter().filter(|slip| *slip == last).count(), 2);
    }
}
