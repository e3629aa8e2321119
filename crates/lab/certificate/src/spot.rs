//! The figures of one spot: its lines, its value, the effect of rounding, and the most it can pay.

use baccarat::rules::OddsShown;
use baccarat::{Facts, HouseRules, Pays, Paytable, SpotRules};
use money::{Amount, Odds, Rounding, Stake};
use odds::{Composition, Plan, Ratio, SpotLaw};
use serde::Serialize;

use crate::figures::{self, CURRENCY_DECIMALS, Chance, Figure, Money, Share};

/// The figures of one spot on a fresh shoe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpotFacts {
    /// Its id.
    pub spot: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Every line of its paytable in the order they are judged, and what is left over.
    pub lines: Vec<Line>,
    /// How often a wager is paid.
    pub hit: Chance,
    /// How often a stake is returned.
    pub push: Chance,
    /// How often a stake is lost.
    pub loss: Chance,
    /// The average return on a stake, returned stakes included.
    pub return_to_patron: Share,
    /// What the house keeps of a stake on average. A returned stake counts as staked, as is usual in the trade.
    pub house_edge: Share,
    /// What the house keeps of a stake that is won or lost: of effective turnover.
    pub house_edge_without_pushes: Share,
    /// The variance of the profit on a stake of one.
    pub variance: Figure,
    /// Its root.
    pub standard_deviation: String,
    /// The first round of a shoe in which it is refused.
    pub closed_from_round: Option<u16>,
    /// The least stake of a patron in a round: one minor unit, if the rules say nothing.
    pub minimum: Money,
    /// The largest stake of a patron in a round, where the rules name one.
    pub maximum: Option<Money>,
    /// What rounding does to the smallest stake.
    pub rounding: RoundingFacts,
    /// The most that one wager can cost the patron and the house.
    pub worst_case: WorstCase,
}

/// A line of a paytable, or what follows when none holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// `push`, `win` or `lose`.
    pub resolution: &'static str,
    /// The facts that must hold, as the document writes them; none for what is left over.
    pub when: Option<String>,
    /// What it pays, to one.
    pub odds: Option<String>,
    /// The same as these rules show it to patrons.
    pub shown: Option<String>,
    /// In how many draws this line decides.
    #[serde(flatten)]
    pub chance: Chance,
}

/// The smallest stake, where a profit that is no whole minor unit weighs most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundingFacts {
    /// The smallest stake.
    pub stake: Money,
    /// The edge on it, each profit rounded.
    pub house_edge: Share,
    /// How much more that is than the exact edge.
    pub difference: Share,
    /// Every stake that is a multiple of this is paid without rounding; none if there is no such stake.
    pub exact_multiple: Option<Money>,
    /// The first of these that may be staked; none if that is above the maximum.
    pub exact_from: Option<Money>,
}

/// The most that one wager can cost the patron and the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorstCase {
    /// The largest loss: the stake. At the maximum, where the rules name one.
    pub loss: Option<Money>,
    /// The longest odds that are ever paid, to one; none if the wager never wins.
    pub odds: Option<String>,
    /// How often.
    pub chance: Chance,
    /// What one stake is paid then, itself included, in stakes.
    pub payout_stakes: String,
    /// What the maximum is paid then, itself included.
    pub payout: Option<Money>,
}

impl SpotFacts {
    /// The spots of these rules, in layout order.
    pub(crate) fn of_rules(rules: &HouseRules, shoe: &Composition) -> Vec<Self> {
        let laws = Plan::of_rules(rules).laws(shoe).expect("a deck has 52 cards");
        let by_line: Vec<Paytable> = rules.spots.iter().map(|spot| numbered(&spot.paytable)).collect();
        let lines = Plan::of(&by_line).laws(shoe).expect("a deck has 52 cards");
        let spots = rules.spots.iter().zip(laws.iter().zip(&lines));
        spots.map(|(spot, (law, lines))| Self::of(spot, rules, law, lines)).collect()
    }

    fn of(spot: &SpotRules, rules: &HouseRules, law: &SpotLaw, by_line: &SpotLaw) -> Self {
        let limit = spot.limit(CURRENCY_DECIMALS);
        let draws = law.draws();
        let resolved = SpotLaw { push: 0, ..law.clone() };
        Self {
            spot: spot.spot.id(),
            title: spot.spot.title(),
            lines: lines(&spot.paytable, by_line, rules.odds_shown),
            hit: Chance::of(law.won(), draws),
            push: Chance::of(law.push, draws),
            loss: Chance::of(law.lose, draws),
            return_to_patron: Share::of(&law.return_to_patron()),
            house_edge: Share::of(&law.house_edge()),
            house_edge_without_pushes: Share::of(&resolved.house_edge()),
            variance: Figure::of(&law.variance()),
            standard_deviation: figures::root(&law.variance()),
            closed_from_round: spot.closed_from_round,
            minimum: Money::of(limit.minimum),
            maximum: limit.maximum.map(Money::of),
            rounding: RoundingFacts::of(law, rules.rounding, limit.minimum, limit.maximum),
            worst_case: WorstCase::of(law, rules.rounding, limit.maximum),
        }
    }
}

/// The same lines in the same order, each paying odds of its own: the law of this counts every line apart, those that
/// push and those that pay alike too.
fn numbered(paytable: &Paytable) -> Paytable {
    let pays = paytable.pays.iter().map(|line| line.when);
    let lines = paytable.push.iter().copied().chain(pays);
    let pays = (1..).zip(lines).map(|(number, when)| Pays {
        when,
        odds: Odds::new(number, Odds::MAX_DENOMINATOR).expect("a document has fewer lines than 300 million"),
    });
    Paytable { push: Vec::new(), pays: pays.collect() }
}

fn lines(paytable: &Paytable, by_line: &SpotLaw, shown: OddsShown) -> Vec<Line> {
    let draws = by_line.draws();
    let line = |resolution, when: Option<Facts>, odds: Option<Odds>, count| Line {
        resolution,
        when: when.map(|when| when.to_string()),
        odds: odds.map(|odds| odds.to_string()),
        shown: odds.map(|odds| shown.text(odds)),
        chance: Chance::of(count, draws),
    };
    let pushes = paytable.push.iter().map(|when| ("push", *when, None));
    let pays = paytable.pays.iter().map(|pays| ("win", pays.when, Some(pays.odds)));
    let counted = pushes.chain(pays).zip(&by_line.wins);
    counted
        .map(|((resolution, when, odds), win)| line(resolution, Some(when), odds, win.count))
        .chain([line("lose", None, None, by_line.lose)])
        .collect()
}

impl RoundingFacts {
    fn of(law: &SpotLaw, rounding: Rounding, minimum: Amount, maximum: Option<Amount>) -> Self {
        let stake = Stake::new(minimum.minor()).unwrap_or(Stake::MAX);
        let edge = law.mean_profit(stake, rounding).over(stake.minor()).opposite();
        let multiple = exact_multiple(law.wins.iter().map(|win| win.odds));
        let first = multiple.and_then(|multiple| {
            let first = minimum.minor().div_ceil(multiple.minor()).saturating_mul(multiple.minor());
            let first = Amount::new(first).ok()?;
            maximum.is_none_or(|maximum| first <= maximum).then_some(first)
        });
        Self {
            stake: Money::of(stake.amount()),
            house_edge: Share::of(&edge),
            difference: Share::of(&edge.plus(&law.expectation())),
            exact_multiple: multiple.map(Money::of),
            exact_from: first.map(Money::of),
        }
    }
}

/// The least stake on which every profit is whole: the least common multiple of the denominators.
fn exact_multiple(odds: impl Iterator<Item = Odds>) -> Option<Amount> {
    let mut multiple = 1_u64;
    for odds in odds {
        multiple = multiple.checked_mul(odds.denominator() / gcd(multiple, odds.denominator()))?;
    }
    Stake::new(multiple).ok().map(Stake::amount)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl WorstCase {
    fn of(law: &SpotLaw, rounding: Rounding, maximum: Option<Amount>) -> Self {
        let paid = law.wins.iter().filter(|win| win.count > 0);
        let longest = paid.max_by_key(|win| figures::in_stakes(win.odds));
        let stake = maximum.and_then(|maximum| Stake::try_from(maximum).ok());
        let payout = longest.zip(stake).map(|(win, stake)| win.odds.payout(stake, rounding));
        Self {
            loss: stake.map(|stake| Money::of(stake.amount())),
            odds: longest.map(|win| win.odds.to_string()),
            chance: Chance::of(longest.map_or(0, |win| win.count), law.draws()),
            payout_stakes: longest.map_or_else(
                || "0".to_owned(),
                |win| figures::stakes(&figures::in_stakes(win.odds).plus(&Ratio::share(1, 1))),
            ),
            payout: payout.map(Money::of),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(rules: &str, spot: &str) -> SpotFacts {
        let rules = HouseRules::builtin(rules).unwrap();
        let shoe = Composition::of_rules(rules).unwrap();
        SpotFacts::of_rules(rules, &shoe).into_iter().find(|facts| facts.spot == spot).unwrap()
    }

    #[test]
    fn every_line_is_counted_apart() {
        let big = facts("live-commission", "big");
        let lines: Vec<_> = big.lines.iter().map(|line| (line.resolution, line.when.as_deref())).collect();
        assert_eq!(
            lines,
            [("win", Some("five_cards")), ("win", Some("six_cards")), ("lose", None)],
            "both pay the same, and are two"
        );
        let banker = facts("live-no-commission", "banker");
        let brief: Vec<_> =
            banker.lines.iter().map(|line| (line.resolution, line.odds.as_deref().unwrap_or("-"))).collect();
        assert_eq!(brief, [("push", "-"), ("win", "0.5"), ("win", "1"), ("lose", "-")]);
        assert_eq!(banker.lines[1].chance.count, (186_173_936_904_192_u64 + 83_058_367_551_488).to_string());
    }

    #[test]
    fn rounding_takes_the_commission_of_the_smallest_stake_whole() {
        let banker = facts("live-commission", "banker").rounding;
        assert_eq!((banker.stake.minor, banker.exact_multiple.unwrap().minor), (1, 20));
        assert_eq!(banker.exact_from.unwrap().major, "0.20");
        // All of the profit is rounded away, so that only losses are left: they are Player's wins.
        assert_eq!(banker.house_edge.percent, "44.62466");
        assert!(banker.difference.percent.starts_with("43.5"), "{banker:?}", banker = banker.difference);
        let tie = facts("live-commission", "tie").rounding;
        assert_eq!((tie.difference.exact.as_str(), tie.exact_from.unwrap().minor), ("0", 1));
    }

    #[test]
    fn the_worst_case_is_the_longest_odds_at_the_maximum() {
        let pair = facts("sixty-round", "player_pair").worst_case;
        assert_eq!((pair.odds.as_deref(), pair.payout_stakes.as_str()), (Some("11"), "12"));
        assert_eq!(pair.payout.unwrap().major, "720000.00");
        assert_eq!(pair.loss.unwrap().minor, 6_000_000);
        let lucky = facts("gold-card", "lucky_6").worst_case;
        assert_eq!((lucky.odds.as_deref(), lucky.chance.count.as_str()), (Some("20"), "83058367551488"));
        assert_eq!((lucky.payout, lucky.loss), (None, None), "the document names no maximum");
    }

    #[test]
    fn stakes_without_rounding_are_common_multiples() {
        let multiple =
            |odds: &[&str]| exact_multiple(odds.iter().map(|odds| odds.parse().unwrap())).map(Amount::minor);
        assert_eq!(multiple(&["0.95"]), Some(20));
        assert_eq!(multiple(&["1/3", "0.5", "8"]), Some(6));
        assert_eq!(
            multiple(&["1/999983", "1/999979", "1/999961", "1/999959"]),
            None,
            "more than can be staked"
        );
    }
}
