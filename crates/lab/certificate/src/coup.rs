//! Figures of a coup without any wager: outcomes, numbers of cards, naturals, pairs, totals.

use baccarat::{BySide, Outcome};
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
                .map(|(id, happens)| {
                    let naturals = |ending: Ending| BySide::from_fn(|side| ending.is_natural(side));
                    event(id, law.sum(|ending| happens(naturals(ending))), &law)
                })
                .into(),
            pairs: WHO
                .map(|(id, happens)| {
                    let has_pair = |pairing: &Pairing| happens(pairing.pairs.map(|pair| pair != Pair::None));
                    let counts = Pairing::all().filter(has_pair).map(|pairing| pairs.count(pairing));
                    event(id, counts.sum(), &law)
                })
                .into(),
            totals: Totals::of(&law),
        }
    }
}

fn event(event: &'static str, count: u128, law: &Law) -> Event {
    Event { event, chance: Chance::of(count, law.draws()) }
}

/// Whether an event happens, from what holds of each side.
type Happens = fn(BySide<bool>) -> bool;

/// The sides that an event is about.
const WHO: [(&str, Happens); 4] = [
    ("player", |holds| holds.player),
    ("banker", |holds| holds.banker),
    ("either", |holds| holds.player || holds.banker),
    ("both", |holds| holds.player && holds.banker),
];

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
