//! Figures of a coup without any wager: outcomes, numbers of cards, naturals, pairs, totals.

use baccarat::{Outcome, Side};
use odds::{Composition, Ending, Law, Pair, PairLaw, Pairing, Ratio};
use serde::Serialize;

use crate::figures::Chance;

/// How often a coup from a fresh shoe ends in each way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CoupFacts {
    /// Player, Banker and tie.
    pub outcomes: Vec<Event>,
    /// Four, five and six cards.
    pub cards: Vec<Event>,
    /// Naturals of a side, of either, of both.
    pub naturals: Vec<Event>,
    /// Pairs of a side, of either, of both.
    pub pairs: Vec<Event>,
    /// Both totals together.
    pub totals: Totals,
}

/// One event of a coup, and how often it happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// Its id among its kind: `player`, `four`, `either`.
    pub event: &'static str,
    /// How often.
    #[serde(flatten)]
    pub chance: Chance,
}

/// How often each pair of totals occurs: ten rows by Player's total, ten columns by Banker's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Player's total alone, from 0 to 9.
    pub player: Vec<Chance>,
    /// Banker's.
    pub banker: Vec<Chance>,
    /// Numbers of draws.
    pub counts: Vec<Vec<String>>,
    /// Percents with two decimals, to look at.
    pub percents: Vec<Vec<String>>,
}

impl CoupFacts {
    /// The facts of a shoe that holds six cards or more, as a fresh one does.
    pub(crate) fn of(shoe: &Composition) -> Self {
        let law = Law::of(shoe).expect("a deck has 52 cards");
        let pairs = PairLaw::of(shoe).expect("a deck has 52 cards");
        Self {
            outcomes: Outcome::ALL.map(|outcome| event(outcome.id(), law.outcome(outcome), &law)).into(),
            cards: [("four", 4), ("five", 5), ("six", 6)]
                .map(|(id, cards)| event(id, law.sum(|ending| ending.cards() == cards), &law))
                .into(),
            naturals: WHO
                .map(|(id, who)| {
                    let holds = |ending: Ending| who.holds(|side| ending.is_natural(side));
                    event(id, law.sum(holds), &law)
                })
                .into(),
            pairs: WHO
                .map(|(id, who)| {
                    let holds = |pairing: Pairing| who.holds(|side| *pairing.pairs.get(side) != Pair::None);
                    let count =
                        Pairing::all().filter(|pairing| holds(*pairing)).map(|pairing| pairs.count(pairing));
                    event(id, count.sum(), &law)
                })
                .into(),
            totals: Totals::of(&law),
        }
    }
}

fn event(event: &'static str, count: u128, law: &Law) -> Event {
    Event { event, chance: Chance::of(count, law.draws()) }
}

/// The hand that a chance is about.
#[derive(Clone, Copy)]
enum Who {
    One(Side),
    Either,
    Both,
}

const WHO: [(&str, Who); 4] = [
    ("player", Who::One(Side::Player)),
    ("banker", Who::One(Side::Banker)),
    ("either", Who::Either),
    ("both", Who::Both),
];

impl Who {
    fn holds(self, holds: impl Fn(Side) -> bool) -> bool {
        match self {
            Self::One(side) => holds(side),
            Self::Either => Side::ALL.into_iter().any(holds),
            Self::Both => Side::ALL.into_iter().all(holds),
        }
    }
}

impl Totals {
    fn of(law: &Law) -> Self {
        let count = |player, banker| {
            law.sum(|ending| (ending.totals.player, ending.totals.banker) == (player, banker))
        };
        let table = |cell: &dyn Fn(u128) -> String| {
            (0..10).map(|player| (0..10).map(|banker| cell(count(player, banker))).collect()).collect()
        };
        let alone = |total: fn(Ending) -> u8| {
            let count = |of| law.sum(|ending| total(ending) == of);
            (0..10).map(|of| Chance::of(count(of), law.draws())).collect()
        };
        Self {
            player: alone(|ending| ending.totals.player),
            banker: alone(|ending| ending.totals.banker),
            counts: table(&|count| count.to_string()),
            percents: table(&|count| Ratio::share(count, law.draws()).percent(2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_decks() {
        let facts = CoupFacts::of(&Composition::of_decks(8).unwrap());
        let counts = |events: &[Event]| -> Vec<String> {
            events.iter().map(|event| format!("{} {}", event.event, event.chance.count)).collect()
        };
        assert_eq!(
            counts(&facts.outcomes),
            ["player 2230518282592256", "banker 2292252566437888", "tie 475627426473216"]
        );
        assert_eq!(counts(&facts.cards)[0], "four 1893735611458560");
        assert_eq!(facts.naturals[0].chance, facts.naturals[1].chance, "naturals know no side");
        assert_eq!(facts.pairs[0].chance.share.exact, "31/415");
        let sum: u128 =
            facts.totals.counts.iter().flatten().map(|count| count.parse::<u128>().unwrap()).sum();
        assert_eq!(sum, 4_998_398_275_503_360);
    }
}
