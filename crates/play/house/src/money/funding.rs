//! What pays for a slip: cash as far as it goes, then bonus money. Knows wallets and no accounts; whether a slip is
//! paid as it says is judged by the ledger when it is committed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use baccarat::{HouseRules, Spot, Wager};
use money::Amount;
use odds::BonusJudge;
use table::event::PlacedWager;
use table::round_wagers::PatronWagers;
use table::{Slip, SlipKind};

use crate::ports::Wallet;

/// Whether this house has seen bonus money of a patron. Nobody else's slips wait for a look at the wallet: those are
/// tried in cash first, and the ledger says when that does not do.
#[derive(Debug, Default)]
pub(crate) struct BonusSeen(AtomicBool);

impl BonusSeen {
    pub(crate) fn is_seen(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Remembers what a wallet shows.
    pub(crate) fn note(&self, wallet: Wallet) {
        self.0.store(!wallet.bonus.is_zero(), Ordering::Relaxed);
    }
}

/// The rule for bonus money of the house rules at hand, made once for as long as they are the same.
#[derive(Debug, Default)]
pub struct BonusRule(Option<(Arc<HouseRules>, BonusJudge)>);

impl BonusRule {
    /// The spots that breach the rule of these house rules together, if the patron, who has `own` in the round, adds
    /// these wagers to it.
    pub fn breach(
        &mut self,
        rules: &Arc<HouseRules>,
        own: Option<&PatronWagers>,
        new: &[PlacedWager],
    ) -> Option<Vec<Spot>> {
        rules.bonus_money?;
        let bonus = own.map(PatronWagers::bonus).into_iter().chain(new.iter().map(|wager| wager.bonus));
        let bonus = Amount::checked_sum(bonus).unwrap_or(Amount::MAX);
        if bonus.is_zero() {
            return None;
        }
        let mut wagers = own.map(|own| own.wagers().clone()).unwrap_or_default();
        for PlacedWager { spot, stake, .. } in new {
            wagers.add(Wager { spot: *spot, stake: *stake }).ok()?;
        }
        self.judge(rules)?.breaching_set(&wagers, bonus)
    }

    fn judge(&mut self, rules: &Arc<HouseRules>) -> Option<&BonusJudge> {
        if !self.0.as_ref().is_some_and(|(of, _)| Arc::ptr_eq(of, rules)) {
            let judge = BonusJudge::of_rules(rules).expect("house rules have a shoe");
            self.0 = judge.map(|judge| (Arc::clone(rules), judge));
        }
        self.0.as_ref().map(|(_, judge)| judge)
    }
}

/// What a slip stakes in all, of a patron who has `own` in the round.
pub(crate) fn stake_of(slip: &Slip, own: Option<&PatronWagers>) -> Amount {
    if slip.kind == SlipKind::Undoes {
        return own.and_then(PatronWagers::before_last).map(|before| before.total()).unwrap_or_default();
    }
    let stakes = slip.wagers.iter().filter_map(|wager| Some(wager.stake?.amount()));
    Amount::checked_sum(stakes).unwrap_or(Amount::MAX)
}

/// What a slip can be paid from: the wallet, and the stakes that it replaces.
pub(crate) fn funds_for(slip: &Slip, wallet: Wallet, own: Option<&PatronWagers>) -> Wallet {
    let Some(own) = own.filter(|_| slip.kind.replaces()) else { return wallet };
    let cash = wallet.cash.checked_add(own.cash()).unwrap_or(Amount::MAX);
    let bonus = wallet.bonus.checked_add(own.bonus()).unwrap_or(Amount::MAX);
    Wallet { cash, bonus, ..wallet }
}

/// Whether cash and bonus money together cover so much.
pub(crate) fn covers(wallet: Wallet, stake: Amount) -> bool {
    wallet.cash.checked_add(wallet.bonus).unwrap_or(Amount::MAX) >= stake
}

/// How much of a slip cash is to pay, as [`Slip::cash`] has it: none where cash pays all, or would have to. One that
/// replaces is paid with the cash that comes back, too, which the table knows.
pub(crate) fn cash_for(slip: &Slip, wallet: Wallet) -> Option<Amount> {
    let stake = stake_of(slip, None);
    Some(wallet.cash).filter(|cash| slip.kind.replaces() || *cash < stake && covers(wallet, stake))
}

#[cfg(test)]
mod tests {
    use money::Stake;
    use table::{PatronId, RawWager, RequestId, RoundRef, Timestamp};

    use super::*;

    fn slip(stake: u64) -> Slip {
        let stake = Stake::new(stake).ok();
        let (round, wagers) =
            (RoundRef { shoe_no: 1, round_no: 1 }, vec![RawWager { spot: "tie".to_owned(), stake }]);
        Slip::new((PatronId(1), RequestId(1)), round, SlipKind::Adds, wagers, Timestamp(0))
    }

    fn wallet(cash: u64, bonus: u64) -> Wallet {
        let amount = |minor| Amount::new(minor).unwrap();
        Wallet { cash: amount(cash), bonus: amount(bonus), owed: Amount::ZERO }
    }

    #[test]
    fn cash_pays_first() {
        for (cash, bonus, stake, pays) in [
            (100, 0, 100, None),
            (100, 50, 100, None),
            (100, 50, 101, Some(100)),
            (100, 50, 150, Some(100)),
            (100, 50, 151, None),
            (0, 50, 50, Some(0)),
            (0, 0, 1, None),
        ] {
            let pays = pays.map(|minor| Amount::new(minor).unwrap());
            assert_eq!(cash_for(&slip(stake), wallet(cash, bonus)), pays, "{cash} {bonus} {stake}");
        }
    }

    #[test]
    fn only_who_has_bonus_money_is_remembered() {
        let bonus = BonusSeen::default();
        for (cash, minor) in [(5, 0), (0, 5), (0, 0)] {
            bonus.note(wallet(cash, minor));
            assert_eq!(bonus.is_seen(), minor > 0);
        }
    }
}
