//! Who turns the cards of each side: decided once, when betting closes, from the wagers that stand.

use core::cmp::Reverse;

use baccarat::{BySide, Side};
use money::Amount;

use crate::ids::PatronId;
use crate::round_wagers::RoundWagers;

/// Decides who turns the cards of each side. The patron with the largest stake on a side does, if it is at least
/// `from`. Of two equal stakes, the one that was reached first counts. A patron who leads on both sides turns Player's
/// cards, and the next patron on Banker turns Banker's. `may` says which patrons are still there.
pub fn holders(
    wagers: &RoundWagers,
    from: Amount,
    may: impl Fn(PatronId) -> bool,
) -> BySide<Option<PatronId>> {
    let largest = |side: Side, but: Option<PatronId>| {
        let stakes = wagers.active().filter(|(patron, _)| Some(*patron) != but && may(*patron));
        let stakes =
            stakes.map(|(patron, own)| (*own.on_sides().get(side), Reverse(own.reached(side)), patron));
        let largest = stakes.filter(|(stake, ..)| !stake.is_zero() && *stake >= from).max();
        largest.map(|(.., patron)| patron)
    };
    let player = largest(Side::Player, None);
    BySide { player, banker: largest(Side::Banker, player) }
}

#[cfg(test)]
mod tests {
    use baccarat::Spot;
    use money::Stake;

    use super::*;
    use crate::ids::RequestId;
    use crate::round_wagers::PlacedSlip;
    use crate::wager::{PlacedWager, SlipKind};

    /// `ann banker 100` or `ann =player 200`, which replaces what she had; one event a line, from the first on.
    fn held(script: &[&str]) -> (Option<u32>, Option<u32>) {
        let mut wagers = RoundWagers::default();
        for (seq, line) in (1..).zip(script) {
            let words: Vec<&str> = line.split(' ').collect();
            let patron = (0..).zip(["", "ann", "bob", "cyd"]).find(|(_, name)| *name == words[0]).unwrap();
            let patron = PatronId(patron.0);
            let id = words[1].trim_start_matches('=');
            let spot = Spot::from_id(id).unwrap();
            let kind = if words[1].starts_with('=') { SlipKind::Replaces } else { SlipKind::Adds };
            let stake = Stake::new(words[2].parse().unwrap()).unwrap();
            let wager = PlacedWager { spot, stake, bonus: Amount::ZERO };
            let slip = PlacedSlip { slip_id: RequestId(u128::from(seq)), kind, wagers: vec![wager] };
            wagers.accept(seq, patron, slip);
        }
        let held = holders(&wagers, Amount::new(100).unwrap(), |patron| patron != PatronId(3));
        (held.player.map(|patron| patron.0), held.banker.map(|patron| patron.0))
    }

    #[test]
    fn the_largest_stake_of_those_that_are_large_enough_holds_its_side() {
        assert_eq!(held(&[]), (None, None));
        assert_eq!(held(&["ann player 99", "bob tie 500"]), (None, None), "too small, or on no side");
        assert_eq!(held(&["ann player 100", "bob player 101", "bob tie 5"]), (Some(2), None));
        assert_eq!(
            held(&["ann player 60", "ann player 60", "bob player 110"]),
            (Some(1), None),
            "slips add up"
        );
        assert_eq!(held(&["ann banker 100", "bob player 100"]), (Some(2), Some(1)));
    }

    #[test]
    fn among_equals_who_reached_the_stake_first_holds_it() {
        assert_eq!(held(&["ann banker 100", "bob banker 100"]), (None, Some(1)));
        assert_eq!(held(&["ann banker 50", "bob banker 100", "ann banker 50"]), (None, Some(2)));
        let same_again = ["ann banker 100", "bob banker 100", "ann =banker 100"];
        assert_eq!(
            held(&same_again),
            (None, Some(1)),
            "a slip that leaves the stake as it was moves nobody back"
        );
        let back = ["ann banker 100", "bob banker 100", "ann =banker 200", "ann =banker 100"];
        assert_eq!(held(&back), (None, Some(2)), "who went away from it reached it later");
    }

    #[test]
    fn who_would_hold_both_sides_holds_player_and_banker_goes_to_the_next() {
        assert_eq!(held(&["ann player 300", "ann banker 300"]), (Some(1), None));
        assert_eq!(held(&["ann player 300", "ann banker 300", "bob banker 100"]), (Some(1), Some(2)));
        assert_eq!(held(&["ann player 100", "bob player 200", "ann banker 300"]), (Some(2), Some(1)));
    }

    #[test]
    fn who_is_not_there_holds_nothing() {
        assert_eq!(held(&["cyd player 900", "ann player 100"]), (Some(1), None));
    }
}
