//! What a scheme is, and the schemes there are. Knows neither limits nor results.

use baccarat::{Side, Spot};
use roads::{DerivedRoad, Mark, Roads};

use super::progression::Progression;

/// A betting scheme: where to wager, and how the stake follows from the last results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// The id on command lines and in data.
    pub id: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// What it does, as a sentence.
    pub what: &'static str,
    /// Where it wagers.
    pub pick: Pick,
    /// How much.
    pub progression: Progression,
}

/// Where a scheme wagers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// On the spot that was agreed on.
    Chosen,
    /// On the side of the running streak; nowhere before the first win of a shoe.
    Streak,
    /// On the side that would leave a red mark on this road; nowhere before the road has started.
    RedMark(DerivedRoad),
}

/// Every scheme there is.
pub const SCHEMES: [Scheme; 6] = [
    Scheme {
        id: "flat",
        title: "Flat",
        what: "The same stake every round.",
        pick: Pick::Chosen,
        progression: Progression::Flat,
    },
    Scheme {
        id: "martingale",
        title: "Martingale",
        what: "Twice the stake after a loss; the base stake again after a win.",
        pick: Pick::Chosen,
        progression: Progression::Martingale,
    },
    Scheme {
        id: "dalembert",
        title: "d'Alembert",
        what: "One base stake more after a loss, one less after a win, never less than one.",
        pick: Pick::Chosen,
        progression: Progression::DAlembert,
    },
    Scheme {
        id: "1-3-2-6",
        title: "1-3-2-6",
        what: "1, 3, 2, then 6 base stakes while it wins; from 1 again after a loss or the 6.",
        pick: Pick::Chosen,
        progression: Progression::OneThreeTwoSix,
    },
    Scheme {
        id: "follow-streak",
        title: "Follow the streak",
        what: "The same stake on the side that won last.",
        pick: Pick::Streak,
        progression: Progression::Flat,
    },
    Scheme {
        id: "follow-road",
        title: "Follow the road",
        what: "The same stake on the side whose win would be red, \"repeats\", on big eye boy.",
        pick: Pick::RedMark(DerivedRoad::BigEyeBoy),
        progression: Progression::Flat,
    },
];

impl Scheme {
    /// The scheme of that id.
    pub fn from_id(id: &str) -> Option<&'static Self> {
        SCHEMES.iter().find(|scheme| scheme.id == id)
    }

    /// The spots it may wager on.
    pub fn spots(&self, chosen: Spot) -> Vec<Spot> {
        match self.pick {
            Pick::Chosen => vec![chosen],
            Pick::Streak | Pick::RedMark(_) => Side::ALL.map(spot_of).to_vec(),
        }
    }
}

impl Pick {
    /// Where to wager in the round that follows on these roads.
    pub fn spot(self, chosen: Spot, roads: &Roads) -> Option<Spot> {
        match self {
            Self::Chosen => Some(chosen),
            Self::Streak => roads.big_road().streaks().next_back().map(|streak| spot_of(streak.side)),
            Self::RedMark(road) => {
                let red = |side: &Side| {
                    roads.ask(*side).derived.get(road).is_some_and(|next| next.mark == Mark::Red)
                };
                Side::ALL.into_iter().find(red).map(spot_of)
            }
        }
    }
}

const fn spot_of(side: Side) -> Spot {
    match side {
        Side::Player => Spot::Player,
        Side::Banker => Spot::Banker,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_lead_back() {
        for scheme in &SCHEMES {
            assert_eq!(Scheme::from_id(scheme.id), Some(scheme));
        }
        assert_eq!(Scheme::from_id("labouchere"), None);
    }

    #[test]
    fn roads_are_followed_only_where_they_have_started() {
        let eye = Pick::RedMark(DerivedRoad::BigEyeBoy);
        let mut roads = Roads::new();
        let picks = ["T", "B", "P", "P", "T", "B", "P"].map(|bead| {
            let picks = (Pick::Streak.spot(Spot::Tie, &roads), eye.spot(Spot::Tie, &roads));
            roads.push(bead.parse().unwrap());
            picks
        });
        let (banker, player) = (Some(Spot::Banker), Some(Spot::Player));
        assert_eq!(picks.map(|(streak, _)| streak), [None, None, banker, player, player, player, banker]);
        // P is as long as the B before it: to end repeats. PP is longer than B, B shorter than PP: to go on repeats.
        assert_eq!(picks.map(|(_, eye)| eye), [None, None, None, banker, player, player, banker]);
        assert_eq!(Pick::Chosen.spot(Spot::Tie, &roads), Some(Spot::Tie));
    }
}
