//! What a patron does next: pure choices from a seed, over the tables as the patron sees them. Sends nothing.

use super::requests::PatronRequest;
use crate::event::Wager;
use crate::ids::RoundId;
use crate::observations::{ClearRequest, PatronObservations, SlipKind, SlipRequest};
use crate::workload::{Dice, Manner};

/// How many requests in doubt are sent again at once: a server refuses more than a hundred messages as a flood.
const RESENT: usize = 40;

/// A table as a patron sees it.
#[derive(Clone, Debug, Default)]
pub struct SeenTable {
    /// The latest round.
    pub round: RoundId,
    /// The spots that take wagers.
    pub spots: Vec<SpotLimit>,
}

/// How much may be staked on a spot, in minor units.
#[derive(Clone, Debug)]
pub struct SpotLimit {
    /// The spot's id.
    pub spot: String,
    /// The least stake.
    pub minimum: u64,
    /// The largest stake.
    pub maximum: u64,
}

/// What a patron does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatronAction {
    /// Sends these, without waiting in between.
    Send(Vec<PatronRequest>),
    /// Asks for play money.
    TopUp,
    /// Drops the connection and comes back.
    Disconnect,
    /// Nothing this time.
    Wait,
}

/// One patron's choices. What is in a new slip or clear is noted in the observations.
pub struct Planner {
    /// Where the choices come from.
    pub dice: Dice,
    /// How the patron plays.
    pub manner: Manner,
}

impl Planner {
    /// What to do now at one of these tables.
    pub fn next(&mut self, tables: &[&SeenTable], own: &mut PatronObservations) -> PatronAction {
        match self.dice.within(1..=100) {
            1..=3 => return PatronAction::Disconnect,
            4..=5 => return PatronAction::TopUp,
            _ => {}
        }
        let Some(table) = self.dice.pick(tables).copied() else { return PatronAction::Wait };
        let request = match self.dice.within(1..=100) {
            1..=44 => Some(self.slip(table, own)),
            45..=52 => Some(self.replacing(table, own)),
            53..=58 => Some(self.undo(table.round, own)),
            59..=75 => self.again(own),
            76..=86 => return PatronAction::Send(self.clears(table.round, own)),
            87..=91 => Some(PatronRequest::Leave(table.round.table)),
            _ => Some(self.nonsense(table, own)),
        };
        PatronAction::Send(request.into_iter().collect())
    }

    /// Slips as they come at the last moment: several at once, one of them twice.
    pub fn burst(&mut self, table: &SeenTable, own: &mut PatronObservations) -> Vec<PatronRequest> {
        let mut slips: Vec<_> = (0..self.dice.within(2..=5)).map(|_| self.slip(table, own)).collect();
        slips.extend(self.dice.pick(&slips).cloned());
        slips
    }

    /// What is sent on coming back: requests that are in doubt, and again some that are not.
    pub fn resend(&mut self, own: &PatronObservations) -> Vec<PatronRequest> {
        let open = own.unanswered();
        let repeats = self.dice.within(0..=4);
        let repeats: Vec<_> = (0..repeats).filter_map(|_| self.again(own)).collect();
        // A request in doubt is sent alone, so that its answer settles it.
        let settled = repeats.into_iter().filter(|request| !open.contains(request));
        open.iter().take(RESENT).cloned().chain(settled).collect()
    }

    /// A slip that adds to what the patron has.
    pub fn slip(&mut self, table: &SeenTable, own: &mut PatronObservations) -> PatronRequest {
        let mut wagers = Vec::<Wager>::new();
        for _ in 0..self.dice.within(1..=3) {
            let Some(spot) = self.dice.pick(&table.spots) else { continue };
            if wagers.iter().all(|wager| wager.spot != spot.spot) {
                wagers.push(wager(&spot.spot, self.stake(spot, own)));
            }
        }
        self.note(table.round, wagers, own)
    }

    /// A slip that replaces all wagers, now and then by none.
    fn replacing(&mut self, table: &SeenTable, own: &mut PatronObservations) -> PatronRequest {
        let request = if self.dice.per_mille(150) {
            self.note(table.round, Vec::new(), own)
        } else {
            self.slip(table, own)
        };
        Self::becomes(request, SlipKind::Replaces, own)
    }

    fn undo(&mut self, round: RoundId, own: &mut PatronObservations) -> PatronRequest {
        let request = self.note(round, Vec::new(), own);
        Self::becomes(request, SlipKind::Undoes, own)
    }

    fn becomes(request: PatronRequest, kind: SlipKind, own: &mut PatronObservations) -> PatronRequest {
        if let PatronRequest::Slip(id) = &request
            && let Some(slip) = own.slips.get_mut(id)
        {
            slip.kind = kind;
        }
        request
    }

    fn note(&mut self, round: RoundId, wagers: Vec<Wager>, own: &mut PatronObservations) -> PatronRequest {
        let id = self.dice.id();
        own.slips.insert(id.clone(), SlipRequest::new(round, wagers));
        PatronRequest::Slip(id)
    }

    fn stake(&mut self, spot: &SpotLimit, own: &PatronObservations) -> i64 {
        let range = match self.manner {
            // Odd amounts, so that there is something to round.
            Manner::Steady => spot.minimum..=spot.minimum.saturating_mul(30).saturating_add(4_999),
            Manner::Reckless => {
                let (cash, bonus) = (own.latest.cash.unwrap_or(0), own.latest.bonus.unwrap_or(0));
                let balance = u64::try_from(cash.saturating_add(bonus)).unwrap_or(0);
                balance / 8..=balance.saturating_add(balance / 8).saturating_add(1)
            }
        };
        let stake = self.dice.within(range);
        let stake = match self.dice.within(1..=20) {
            1 => stake % spot.minimum.max(1),
            // It may be above the maximum.
            2..=3 => stake,
            _ => stake.clamp(spot.minimum, spot.maximum.max(spot.minimum)),
        };
        i64::try_from(stake).unwrap_or(i64::MAX)
    }

    fn again(&mut self, own: &PatronObservations) -> Option<PatronRequest> {
        let known: Vec<PatronRequest> = own.requests().map(|(request, _)| request).collect();
        self.dice.pick(&known).cloned()
    }

    /// A request to take wagers back, now and then twice at once.
    fn clears(&mut self, round: RoundId, own: &mut PatronObservations) -> Vec<PatronRequest> {
        let clear = self.clear(round, own);
        let times = if self.dice.per_mille(200) { 2 } else { 1 };
        vec![clear; times]
    }

    fn clear(&mut self, round: RoundId, own: &mut PatronObservations) -> PatronRequest {
        let id = self.dice.id();
        own.clears.insert(id.clone(), ClearRequest::new(round));
        PatronRequest::Clear(id)
    }

    /// A slip that has to be refused for its round, a spot or a stake.
    fn nonsense(&mut self, table: &SeenTable, own: &mut PatronObservations) -> PatronRequest {
        let Some(spot) = self.dice.pick(&table.spots) else { return self.slip(table, own) };
        let fair = self.stake(spot, own);
        let limit = |amount: u64| i64::try_from(amount).unwrap_or(i64::MAX);
        let next = RoundId { round_no: table.round.round_no.saturating_add(1), ..table.round };
        let (round, wagers) = match self.dice.within(0..=7) {
            0 => (next, vec![wager("player", fair)]),
            1 => (table.round, vec![wager("dragon", fair)]),
            2 => (table.round, vec![wager("banker", -fair)]),
            3 => (table.round, vec![wager("tie", fair), wager("tie", fair)]),
            4 => (table.round, vec![wager("player", i64::MAX)]),
            5 => (table.round, vec![wager(&spot.spot, limit(spot.minimum) - 1)]),
            6 => (table.round, vec![wager(&spot.spot, limit(spot.maximum).saturating_add(1))]),
            _ => (table.round, Vec::new()),
        };
        self.note(round, wagers, own)
    }
}

fn wager(spot: &str, stake: i64) -> Wager {
    Wager { spot: spot.to_owned(), stake, bonus: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> SeenTable {
        let limit = |spot: &str| SpotLimit { spot: spot.to_owned(), minimum: 100, maximum: 50_000 };
        let round = RoundId { table: 2, shoe_no: 1, round_no: 7 };
        SeenTable { round, spots: vec![limit("player"), limit("tie")] }
    }

    fn planner(seed: u64, manner: Manner) -> Planner {
        Planner { dice: Dice::new(seed), manner }
    }

    #[test]
    fn every_kind_of_action_comes_up_and_the_same_ones_again() {
        let table = table();
        let actions = |seed| {
            let (mut planner, mut own) = (planner(seed, Manner::Steady), PatronObservations::default());
            let actions = (0..400).map(|_| planner.next(&[&table], &mut own)).collect::<Vec<_>>();
            for kind in [SlipKind::Adds, SlipKind::Replaces, SlipKind::Undoes] {
                assert!(own.slips.values().any(|slip| slip.kind == kind), "no slip {kind:?}");
            }
            actions
        };
        let first = actions(1);
        assert_eq!(first, actions(1));
        assert_ne!(first, actions(2));
        assert!(first.contains(&PatronAction::Disconnect) && first.contains(&PatronAction::TopUp));
        assert!(first.contains(&PatronAction::Send(vec![PatronRequest::Leave(2)])));
        let twice = |action: &&PatronAction| first.iter().filter(|other| other == action).count() > 1;
        let again: Vec<String> = first.iter().filter(twice).map(|action| format!("{action:?}")).collect();
        for kind in ["Slip", "Clear"] {
            assert!(again.iter().any(|action| action.contains(kind)), "no {kind} is sent again");
        }
        let at_once = |action: &PatronAction| match action {
            PatronAction::Send(requests) => {
                matches!(&requests[..], [PatronRequest::Clear(first), PatronRequest::Clear(second)] if first == second)
            }
            _ => false,
        };
        assert!(first.iter().any(at_once), "no clear is sent twice at once");
        let nowhere = planner(1, Manner::Steady).next(&[], &mut PatronObservations::default());
        assert_eq!(nowhere, PatronAction::Wait);
    }

    #[test]
    fn slips_name_a_spot_once_and_few_leave_the_limits() {
        for (manner, largest) in [(Manner::Steady, 7_999), (Manner::Reckless, 1_125_001)] {
            let (mut planner, mut own) = (planner(3, manner), PatronObservations::default());
            own.observe_cash(1_000_000);
            for _ in 0..200 {
                planner.slip(&table(), &mut own);
            }
            assert_eq!(own.slips.len(), 200);
            let (mut below, mut within, mut above) = (0, 0, 0);
            for SlipRequest { wagers, .. } in own.slips.values() {
                assert!((1..=2).contains(&wagers.len()), "{wagers:?}");
                for stake in wagers.iter().map(|wager| wager.stake) {
                    match stake {
                        0..100 => below += 1,
                        100..=50_000 => within += 1,
                        _ => above += 1,
                    }
                    assert!((0..=largest).contains(&stake), "{stake}");
                }
            }
            assert!(below > 0 && within > 200, "{below} {within} {above}");
            assert_eq!(above > 0, manner == Manner::Reckless, "{above}");
        }
    }

    #[test]
    fn a_burst_repeats_one_of_its_slips() {
        let burst = planner(4, Manner::Steady).burst(&table(), &mut PatronObservations::default());
        let last = burst.last().unwrap();
        assert_eq!(burst.iter().filter(|slip| *slip == last).count(), 2);
    }

    #[test]
    fn what_is_in_doubt_is_sent_again_until_it_is_answered() {
        let (mut planner, mut own) = (planner(5, Manner::Steady), PatronObservations::default());
        let (slip, clear) = (planner.slip(&table(), &mut own), planner.clear(table().round, &mut own));
        assert!(own.unanswered().is_empty(), "nothing is sent");
        for request in [&slip, &clear] {
            own.send(request);
        }
        assert_eq!(own.unanswered(), [slip.clone(), clear.clone()]);
        assert_eq!(planner.resend(&own), [slip, clear], "each of them once");
        own.slips.values_mut().for_each(|slip| slip.attempts.acknowledge());
        own.clears.values_mut().for_each(|clear| clear.attempts.refuse_without_settling());
        assert!(own.unanswered().is_empty());
    }
}
