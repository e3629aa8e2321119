//! How a table is run, in words. `punto rules show` and the certificate both print these sentences; a certificate's
//! digest does not cover them, but its page must not change.

use std::collections::BTreeMap;

use money::Rounding;

use super::house_rules::{HouseRules, InterruptedRound, Leaving, OddsShown, RoadWindow};
use crate::shoe::{Burn, ShoeEnd};
use crate::words::{capital, counted, list};

/// What one sentence of the house rules is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// How many decks and cards there are.
    Shoe,
    /// When cards are drawn.
    Drawing,
    /// What is burned after a new shoe.
    Burn,
    /// When a shoe has had its last round.
    ShoeEnd,
    /// From which rounds on spots are refused.
    ClosingRounds,
    /// Wagers on Player and Banker in one round.
    OpposingSides,
    /// A patron who leaves while betting is open.
    Leaving,
    /// A patron who leaves after that.
    LeavingLater,
    /// A card that cannot be read.
    UnreadableCard,
    /// A result that proves wrong later.
    WrongResult,
    /// How the table's range for a spot and the patron's own range combine.
    StakeRange,
    /// What a patron's balance must reach to enter the room.
    Entry,
    /// How a profit is rounded to whole minor units.
    Rounding,
    /// How odds are shown to patrons.
    OddsShown,
    /// A round that a stop of the server interrupted.
    InterruptedRound,
    /// What a road map does when it is full.
    RoadWindow,
}

impl Matter {
    /// The heading of its sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Shoe => "The shoe",
            Self::Drawing => "Drawing",
            Self::Burn => "Burned",
            Self::ShoeEnd => "The shoe ends",
            Self::ClosingRounds => "Closing rounds",
            Self::OpposingSides => "Player and Banker in one round",
            Self::Leaving => "A patron leaves while betting is open",
            Self::LeavingLater => "A patron leaves later",
            Self::UnreadableCard => "A card cannot be read, even after rescans",
            Self::WrongResult => "A result is found wrong later",
            Self::StakeRange => "Stakes",
            Self::Entry => "Entry",
            Self::Rounding => "A profit that is no whole minor unit",
            Self::OddsShown => "Odds are shown to patrons",
            Self::InterruptedRound => "A stop of the machinery interrupts a round",
            Self::RoadWindow => "A road map is full",
        }
    }
}

impl HouseRules {
    /// How the table is run: each matter with what these rules say about it, as a sentence.
    ///
    /// Documents written before they could state the drawing rules have no sentence about them.
    pub fn conduct(&self) -> Vec<(Matter, String)> {
        let drawing = self.states("drawing").then(|| (Matter::Drawing, DRAWING.to_owned()));
        let others = vec![
            (Matter::Burn, burn(self.burn)),
            (Matter::ShoeEnd, shoe_end(self.shoe_end)),
            (Matter::ClosingRounds, closing_rounds(self)),
            (Matter::OpposingSides, opposing_sides(self.opposing_sides).to_owned()),
            (Matter::Leaving, leaving(self.leaving).to_owned()),
            (Matter::LeavingLater, "The wagers are settled, and paid if they win.".to_owned()),
            (Matter::UnreadableCard, "The round is void, and every stake goes back.".to_owned()),
            (Matter::WrongResult, "It is reversed and settled again.".to_owned()),
            (Matter::StakeRange, "What both the range of the table and that of the patron allow.".to_owned()),
            (Matter::Entry, entry(self.entry_ante).to_owned()),
            (Matter::Rounding, rounding(self.rounding).to_owned()),
            (Matter::OddsShown, odds_shown(self.odds_shown).to_owned()),
            (Matter::InterruptedRound, interrupted_round(self.interrupted_round).to_owned()),
            (Matter::RoadWindow, road_window(self.road_window).to_owned()),
        ];
        [(Matter::Shoe, shoe(self))].into_iter().chain(drawing).chain(others).collect()
    }
}

const DRAWING: &str = "A natural ends the coup. Player draws on 0 to 5. Then Banker draws by the standard tableau; when \
                       Player stands, on 0 to 5.";

fn shoe(rules: &HouseRules) -> String {
    format!("{}, {} cards.", counted(rules.decks.into(), "deck", "decks"), rules.new_shoe().size())
}

fn burn(burn: Burn) -> String {
    match burn {
        Burn::None => "No card.".to_owned(),
        Burn::Cards(count) => {
            let cards = capital(&counted(count.into(), "card", "cards"));
            format!("{cards}, face down, before the first round.")
        }
        Burn::FirstCard { zero_card } => format!(
            "A card is turned over before the first round, and as many as it counts are burned face down: {zero_card} \
             for a ten or a picture."
        ),
    }
}

fn shoe_end(end: ShoeEnd) -> String {
    match end {
        ShoeEnd::Rounds(rounds) => format!("After round {rounds}."),
        ShoeEnd::CutCard { from_end, more_rounds } => {
            let then = match more_rounds {
                0 => "the round in which it comes out is the last.".to_owned(),
                more => {
                    let more = counted(more, "more is played", "more are played");
                    format!("the round in which it comes out is finished, and {more}.")
                }
            };
            let behind = counted(from_end, "card", "cards");
            format!("The cut card lies in front of the last {behind}; {then}")
        }
    }
}

fn closing_rounds(rules: &HouseRules) -> String {
    let mut rounds = BTreeMap::<u16, Vec<&str>>::new();
    for spot in &rules.spots {
        if let Some(from) = spot.closed_from_round {
            rounds.entry(from).or_default().push(spot.spot.title());
        }
    }
    if rounds.is_empty() {
        return "No spot closes before the shoe ends.".to_owned();
    }
    let sentences = rounds.iter().map(|(round, titles)| format!("{} from round {round} on.", list(titles)));
    sentences.collect::<Vec<_>>().join(" ")
}

const fn opposing_sides(allowed: bool) -> &'static str {
    if allowed { "Allowed." } else { "Refused: a slip may hold one of them." }
}

const fn leaving(leaving: Leaving) -> &'static str {
    match leaving {
        Leaving::WagersStand => "The wagers stand.",
        Leaving::WagersReleased => "The wagers are released.",
    }
}

const fn entry(ante: bool) -> &'static str {
    if ante {
        "A patron\u{2019}s balance must reach the room\u{2019}s ante."
    } else {
        "No balance is asked for."
    }
}

const fn rounding(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Down => "Rounded down (down).",
        Rounding::Up => "Rounded up (up).",
        Rounding::HalfUp => "Rounded to the nearest, a half up (half_up).",
    }
}

const fn odds_shown(shown: OddsShown) -> &'static str {
    match shown {
        OddsShown::ToOne => "To one.",
        OddsShown::WithStake => "With the stake counted in.",
    }
}

const fn interrupted_round(policy: InterruptedRound) -> &'static str {
    match policy {
        InterruptedRound::Finish => {
            "The round is finished from the cards on record, or voided where that cannot be."
        }
        InterruptedRound::Void => "The round is void, and every stake goes back.",
    }
}

const fn road_window(window: RoadWindow) -> &'static str {
    match window {
        RoadWindow::Scroll => "It scrolls by whole columns.",
        RoadWindow::Clear => "It is cleared and starts again.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_card_and_one_round_are_singular() {
        assert_eq!(burn(Burn::Cards(1)), "One card, face down, before the first round.");
        let end = shoe_end(ShoeEnd::CutCard { from_end: 1, more_rounds: 2 });
        assert!(end.ends_with("is finished, and 2 more are played."), "{end}");
    }
}
