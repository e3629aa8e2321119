//! Good roads: the patterns that a lobby points out, as data. Reads streaks, which leave ties out. The patterns predict
//! nothing.

use baccarat::Side;

use crate::big_road::{BigRoad, Run};

/// The sentence that must be shown with good roads.
pub const PREDICT_NOTHING: &str = "Good roads describe rounds already played and predict nothing: \
     the chances of the next round depend on the cards left in the shoe, not on the road.";

/// A pattern with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoodRoad {
    /// The id used in data, stable.
    pub id: &'static str,
    /// The pattern.
    pub pattern: Pattern,
    /// The same for people.
    pub description: &'static str,
}

/// A pattern at the end of the big road. It holds until a round breaks it: a running streak that is still too short for
/// its turn neither counts nor breaks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pattern {
    /// The running streak is this side's and has at least that many wins.
    Long {
        /// Whose streak.
        side: Side,
        /// From how many wins on.
        wins: usize,
    },
    /// The latest streaks have these lengths in turn, over and over, beginning anywhere in the turn.
    Chop {
        /// The lengths of one turn, each at least 1.
        turn: &'static [usize],
        /// From how many streaks of full length on.
        streaks: usize,
    },
    /// The other side answered each of the last wins of this side: the latest ended streaks of this side are single
    /// wins, and it has not just won twice running.
    Answered {
        /// Whose wins were answered.
        side: Side,
        /// From how many answered wins on.
        times: usize,
    },
}

/// The good roads of the trade. Thresholds are those commonly printed in lobbies: four wins, four streaks,
/// three answers.
pub const GOOD_ROADS: [GoodRoad; 7] = [
    GoodRoad {
        id: "long_banker",
        pattern: Pattern::Long { side: Side::Banker, wins: 4 },
        description: "Banker has won four or more times running.",
    },
    GoodRoad {
        id: "long_player",
        pattern: Pattern::Long { side: Side::Player, wins: 4 },
        description: "Player has won four or more times running.",
    },
    GoodRoad {
        id: "single_chop",
        pattern: Pattern::Chop { turn: &[1], streaks: 4 },
        description: "The last four or more columns are single wins, the sides taking turns.",
    },
    GoodRoad {
        id: "double_chop",
        pattern: Pattern::Chop { turn: &[2], streaks: 4 },
        description: "The last four or more columns are two wins each, the sides taking turns.",
    },
    GoodRoad {
        id: "one_hall_two_rooms",
        pattern: Pattern::Chop { turn: &[1, 2], streaks: 4 },
        description: "The last four or more columns alternate between one win and two.",
    },
    GoodRoad {
        id: "always_after_banker",
        pattern: Pattern::Answered { side: Side::Banker, times: 3 },
        description: "Each of the last three or more Banker wins was followed by a Player win.",
    },
    GoodRoad {
        id: "always_after_player",
        pattern: Pattern::Answered { side: Side::Player, times: 3 },
        description: "Each of the last three or more Player wins was followed by a Banker win.",
    },
];

impl Pattern {
    /// Whether the pattern stands at the end of this big road.
    pub fn stands_on(self, big_road: &BigRoad) -> bool {
        let Some((running, ended)) = big_road.runs().split_last() else { return false };
        match self {
            Self::Long { side, wins } => running.side == side && running.len >= wins,
            Self::Chop { turn, streaks } => {
                (0..turn.len()).any(|place| full_streaks(turn, place, *running, ended) >= streaks)
            }
            Self::Answered { side, times } => {
                let broken = running.side == side && running.len > 1;
                let singles = |run: &&Run| run.len == 1;
                !broken
                    && ended.iter().rev().filter(|run| run.side == side).take_while(singles).count() >= times
            }
        }
    }
}

/// Counts the latest streaks that have the length of their turn, if the running one is at `place` in the turn.
fn full_streaks(turn: &[usize], place: usize, running: Run, ended: &[Run]) -> usize {
    if running.len > turn[place] {
        return 0;
    }
    let pattern = turn[..place].iter().rev().chain(turn.iter().rev().cycle());
    let before = ended.iter().rev().zip(pattern).take_while(|(run, len)| run.len == **len).count();
    before + usize::from(running.len == turn[place])
}

#[cfg(test)]
mod tests {
    use crate::{GOOD_ROADS, Roads};

    /// The ids that stand after these rounds, one letter each.
    fn seen(rounds: &str) -> String {
        let beads = rounds.chars().filter(|letter| *letter != ' ');
        let roads: Roads = beads.map(|letter| letter.to_string().parse().unwrap()).collect();
        roads.good_roads().map(|good_road| good_road.id).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_good_road_stands_where_it_should_and_not_one_round_short_of_it() {
        for (rounds, expected) in [
            ("", ""),
            ("TTTT", ""),
            // Long: the running streak, ties left out.
            ("BBB", ""),
            ("BBBB", "long_banker"),
            ("PBTBTBTB", "long_banker"),
            ("BBBBP", ""),
            ("PPPTTT", ""),
            ("PPPPPPP", "long_player"),
            // Single chop: four columns, a doubled win ends it at once.
            ("BPB", ""),
            ("BPBP", "single_chop"),
            ("PPTBTPBTTP", "single_chop"),
            ("BPBPP", ""),
            ("BPPBP", ""),
            // Double chop: counted in full columns; the next one may be under way, a third win ends it.
            ("BB PP BB", ""),
            ("BB PP BB P", ""),
            ("BB PP BB PP", "double_chop"),
            ("BB PP BB PP B", "double_chop"),
            ("BB PP BB PP BBB", ""),
            ("BB PP BB PP B P", ""),
            ("BBB PP BB PP B", ""),
            ("BBB PP BB PP BB", "double_chop"),
            ("BB PP BBB PP BB PP", ""),
            // One hall two rooms, begun with either, either side the single.
            ("P BB P B", ""),
            ("P BB P BB", "one_hall_two_rooms"),
            ("PP B PP B", "one_hall_two_rooms"),
            ("PP B PP B P", "one_hall_two_rooms"),
            ("PP B PP BB", ""),
            ("PP B PP B PPP", ""),
            ("PPP B PP B P", ""),
            ("B PP B P", ""),
            // Answered: after three single wins of the side, over any run between.
            ("B PPP B P B", ""),
            ("B PPP B P B PPP", "always_after_banker"),
            ("BB P B PPP B P B PPP B", "always_after_banker"),
            ("B PPP B P B PPP BB", ""),
            ("B PPP BB P B PPP", ""),
            ("BBB P B PPP B PP", ""),
            ("P BBB P BB P", ""),
            ("P BBB P BB P TT B", "always_after_player"),
            ("P BBB P BB P BBBB", "long_banker always_after_player"),
            ("PP B PP B PP B P", "one_hall_two_rooms always_after_banker"),
            ("B P B P B P", "single_chop always_after_banker"),
            ("B P B P B P B", "single_chop always_after_banker always_after_player"),
        ] {
            assert_eq!(seen(rounds), expected, "{rounds:?}");
        }
    }

    #[test]
    fn ids_are_distinct_snake_case() {
        let mut ids: Vec<_> = GOOD_ROADS.iter().map(|good_road| good_road.id).collect();
        assert!(ids.iter().all(|id| id.chars().all(|letter| letter == '_' || letter.is_ascii_lowercase())));
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), GOOD_ROADS.len());
    }
}
