//! The law of a wager on one spot: how often it is resolved in each way, and the figures that follow. All exact.

use baccarat::{Paytable, Resolution};
use money::{Odds, Rounding, Stake};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;

use crate::ratio::Ratio;

/// How often a wager is paid at certain odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// The odds, to one.
    pub odds: Odds,
    /// In how many draws.
    pub count: u128,
}

/// How often a wager on one spot is won, returned and lost, as counts of ordered draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotLaw {
    /// Wins, each odds once, in the order of the paytable's lines.
    pub wins: Vec<Win>,
    /// Stakes returned.
    pub push: u128,
    /// Stakes lost.
    pub lose: u128,
}

impl SpotLaw {
    /// A law without draws, of a wager on this paytable.
    pub fn blank(paytable: &Paytable) -> Self {
        let mut law = Self { wins: Vec::new(), push: 0, lose: 0 };
        for odds in paytable.odds() {
            if law.wins.iter().all(|win| win.odds != odds) {
                law.wins.push(Win { odds, count: 0 });
            }
        }
        law
    }

    /// Counts draws in which the wager is resolved like this.
    ///
    /// # Panics
    /// When the wager is won at odds that the paytable of this law does not have.
    pub fn add(&mut self, resolution: Resolution, draws: u128) {
        match resolution {
            Resolution::Win(odds) => {
                let win = self.wins.iter_mut().find(|win| win.odds == odds);
                win.expect("odds of the paytable of this law").count += draws;
            }
            Resolution::Push => self.push += draws,
            Resolution::Lose => self.lose += draws,
        }
    }

    /// Adds the counts of another law of the same paytable.
    ///
    /// # Panics
    /// When the other law is of a paytable with other odds.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.wins.len(), other.wins.len(), "both laws are of the same paytable");
        for (win, more) in self.wins.iter_mut().zip(&other.wins) {
            assert_eq!(win.odds, more.odds, "both laws are of the same paytable");
            win.count += more.count;
        }
        self.push += other.push;
        self.lose += other.lose;
    }

    /// All draws.
    pub fn draws(&self) -> u128 {
        self.won() + self.push + self.lose
    }

    /// Draws in which the wager is won, at any odds.
    pub fn won(&self) -> u128 {
        self.wins.iter().map(|win| win.count).sum()
    }

    /// The share of draws in which the wager is won.
    pub fn hit_frequency(&self) -> Ratio {
        Ratio::share(self.won(), self.draws())
    }

    /// The share of all draws that so many are.
    pub fn share(&self, count: u128) -> Ratio {
        Ratio::share(count, self.draws())
    }

    /// All resolutions of the wager, each with its draws: wins in the order of the paytable's lines, push, loss.
    pub fn resolutions(&self) -> impl Iterator<Item = (Resolution, u128)> + '_ {
        let wins = self.wins.iter().map(|win| (Resolution::Win(win.odds), win.count));
        wins.chain([(Resolution::Push, self.push), (Resolution::Lose, self.lose)])
    }

    /// How often the wager is resolved like this.
    pub fn count(&self, resolution: Resolution) -> u128 {
        self.resolutions().find(|(other, _)| *other == resolution).map_or(0, |(_, count)| count)
    }

    /// The mean profit on a stake of one; a loss is a profit of minus one.
    pub fn expectation(&self) -> Ratio {
        let sums = self.sums();
        Ratio::new(sums.profit, sums.scale * BigUint::from(self.draws()))
    }

    /// What the house keeps of a stake on average. A pushed stake counts as staked, as is usual in the trade.
    pub fn house_edge(&self) -> Ratio {
        self.expectation().opposite()
    }

    /// [`SpotLaw::house_edge`] as text with that many decimals, in machine integers where they suffice. For many shoes
    /// this takes less than half the time.
    pub fn house_edge_decimal(&self, places: u8) -> String {
        self.edge_in_machine_integers(places).unwrap_or_else(|| self.house_edge().decimal(places.into()))
    }

    /// None where a sum or a product would not fit, or there are no draws.
    fn edge_in_machine_integers(&self, places: u8) -> Option<String> {
        let scale =
            self.wins.iter().map(|win| u128::from(win.odds.denominator())).try_fold(1, |scale, den| {
                let factor: u128 = den / den.gcd(&scale);
                factor.checked_mul(scale)
            })?;
        let parts = |count: u128, each: u128| i128::try_from(count.checked_mul(each)?).ok();
        let mut kept = parts(self.lose, scale)?;
        for Win { odds, count } in &self.wins {
            let profit = u128::from(odds.numerator()).checked_mul(scale / u128::from(odds.denominator()))?;
            kept = kept.checked_sub(parts(*count, profit)?)?;
        }
        let (one, doubled) =
            (10_u128.checked_pow(places.into())?, self.draws().checked_mul(scale)?.checked_mul(2)?);
        let halves = kept.unsigned_abs().checked_mul(one)?.checked_mul(2)?;
        let nearest = halves.checked_add(doubled / 2)?.checked_div(doubled)?;
        let sign = if kept < 0 && nearest > 0 { "-" } else { "" };
        let (whole, decimals, width) = (nearest / one, nearest % one, usize::from(places));
        Some(if places == 0 {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{decimals:0>width$}")
        })
    }

    /// The average return on a stake of one.
    pub fn return_to_patron(&self) -> Ratio {
        self.house_edge().complement()
    }

    /// The variance of the profit on a stake of one; its root is the standard deviation.
    pub fn variance(&self) -> Ratio {
        let Sums { scale, profit, square } = self.sums();
        let draws = BigInt::from(self.draws());
        let scale = scale * BigUint::from(self.draws());
        Ratio::new(square * draws - &profit * &profit, scale.pow(2))
    }

    /// The mean profit in minor units on a stake, with each payout rounded by `rounding`.
    pub fn mean_profit(&self, stake: Stake, rounding: Rounding) -> Ratio {
        let won =
            self.wins.iter().map(|win| BigInt::from(win.odds.profit(stake, rounding).minor()) * win.count);
        let lost = BigInt::from(stake.minor()) * self.lose;
        Ratio::new(won.sum::<BigInt>() - lost, BigUint::from(self.draws()))
    }

    /// Sums of profits and of their squares over all draws, in parts of a stake.
    fn sums(&self) -> Sums {
        let denominators = self.wins.iter().map(|win| BigUint::from(win.odds.denominator()));
        let scale = denominators.fold(BigUint::from(1_u8), |scale, den| scale.lcm(&den));
        let stake = BigInt::from(scale.clone());
        let mut sums = Sums { profit: -&stake * self.lose, square: &stake * &stake * self.lose, scale };
        for win in &self.wins {
            let profit = &stake * win.odds.numerator() / win.odds.denominator();
            sums.profit += &profit * win.count;
            sums.square += &profit * &profit * win.count;
        }
        sums
    }
}

/// Sums over all draws.
struct Sums {
    /// Into how many parts a stake is divided so that every profit is whole.
    scale: BigUint,
    profit: BigInt,
    square: BigInt,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law(wins: &[(&str, u128)], push: u128, lose: u128) -> SpotLaw {
        let wins = wins.iter().map(|(odds, count)| Win { odds: odds.parse().unwrap(), count: *count });
        SpotLaw { wins: wins.collect(), push, lose }
    }

    #[test]
    fn figures_of_a_fair_coin() {
        let coin = law(&[("1", 1)], 0, 1);
        assert_eq!(coin.expectation().to_string(), "0");
        assert_eq!(coin.variance().to_string(), "1");
        assert_eq!(coin.hit_frequency().to_string(), "1/2");
        assert_eq!(coin.return_to_patron().to_string(), "1");
    }

    #[test]
    fn figures_of_mixed_odds() {
        // Profits 19/20, 1/3, 0 and -1 on one draw each.
        let mixed = law(&[("0.95", 1), ("1/3", 1)], 1, 1);
        assert_eq!(mixed.expectation().to_string(), "17/240");
        assert_eq!(mixed.house_edge().to_string(), "-17/240");
        // (361/400 + 1/9 + 1) / 4 - (17/240)^2 = (7249/3600) / 4 - 289/57600 = 28707/57600.
        assert_eq!(mixed.variance().to_string(), "9569/19200");
    }

    #[test]
    fn an_edge_is_written_alike_in_integers_of_any_size() {
        let odds = ["1", "0.95", "1/3", "300", "0.000001"];
        let mut paths = [0; 2];
        for (idx, count) in
            [0, 1, 7, 8_640, 44_624_661, 1 << 40, 1 << 64, 1 << 90, 1 << 120].into_iter().enumerate()
        {
            for (odds, other) in odds.iter().zip(odds.iter().cycle().skip(idx)) {
                for (push, lose) in [(0, 0), (1, 2), (3, count), (count, 1 << 63)] {
                    let law = law(&[(odds, count), (other, 1)], push, lose);
                    for places in [0, 1, 5, 10] {
                        let quick = law.edge_in_machine_integers(places);
                        paths[usize::from(quick.is_some())] += 1;
                        let exact = law.house_edge().decimal(places.into());
                        assert_eq!(quick.unwrap_or_else(|| exact.clone()), exact, "{law:?} {places}");
                    }
                }
            }
        }
        assert!(paths.iter().all(|times| *times > 50), "{paths:?}");
        assert_eq!(law(&[], 0, 0).house_edge_decimal(3), "0.000");
        // The least common denominator of all of these just fits, and a profit of 300 times that does not.
        let primes = ["211", "999931", "999953", "999959", "999961", "999979", "999983"];
        let odds = primes.map(|prime| format!("1/{prime}"));
        let wins: Vec<_> =
            ["300"].into_iter().chain(odds.iter().map(String::as_str)).map(|odds| (odds, 1)).collect();
        let law = law(&wins, 0, 0);
        assert_eq!(law.house_edge_decimal(6), law.house_edge().decimal(6));
    }

    #[test]
    fn rounding_is_felt_by_the_smallest_stake() {
        let banker = law(&[("0.95", 1)], 0, 1);
        let stake = |minor| Stake::new(minor).unwrap();
        assert_eq!(banker.mean_profit(stake(1), Rounding::Down).to_string(), "-1/2");
        assert_eq!(banker.mean_profit(stake(1), Rounding::Up).to_string(), "0");
        assert_eq!(banker.mean_profit(stake(20), Rounding::Down).to_string(), "-1/2");
    }

    #[test]
    fn laws_of_one_paytable_are_added() {
        let mut sum = law(&[("8", 3), ("1", 1)], 2, 1);
        sum.add(Resolution::Win("1".parse().unwrap()), 4);
        sum.merge(&law(&[("8", 1), ("1", 2)], 3, 4));
        assert_eq!(sum, law(&[("8", 4), ("1", 7)], 5, 5));
    }

    #[test]
    #[should_panic(expected = "odds of the paytable of this law")]
    fn odds_of_another_paytable_are_not_counted() {
        law(&[("8", 3)], 2, 1).add(Resolution::Win("9".parse().unwrap()), 1);
    }

    #[test]
    #[should_panic(expected = "both laws are of the same paytable")]
    fn laws_of_different_paytables_are_not_added() {
        law(&[("8", 3)], 2, 1).merge(&law(&[("9", 3)], 2, 1));
    }

    #[test]
    fn counts_are_found_by_resolution() {
        let law = law(&[("8", 3)], 2, 1);
        let eight = "8".parse().unwrap();
        assert_eq!(law.count(Resolution::Win(eight)), 3);
        assert_eq!(law.count(Resolution::Win("9".parse().unwrap())), 0);
        assert_eq!((law.count(Resolution::Push), law.count(Resolution::Lose), law.draws()), (2, 1, 6));
    }
}
