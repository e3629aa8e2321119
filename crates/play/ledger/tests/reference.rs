//! The ledger beside a second one, written apart from it and as plainly as it can be: one long random life and
//! many short ones, every answer and every balance the same. `PUNTO_TRANSITIONS` says how many postings the long life
//! has at least; 20,000 when it is not set.
#![allow(clippy::panic, reason = "a deviation is a test that fails")]

mod postings;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use money::Amount;
use postings::{Life, any_chain, any_slices};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{RngAlgorithm, TestCaseError, TestRng, TestRunner};
use punto_ledger::{Account, AccountKind, Action, Ledger, Posted, TransferId, TransferRequest};

/// How many short lives there are, of about 50 postings each.
const SHORT_LIVES: u32 = 400;

/// What a posting of the plain ledger came to: who gave, who got, how much.
type Flow = (Account, Account, i128);

/// The second ledger. It knows no `Book` and no draft: it does one posting after the other, and undoes them when
/// a later one of the same chain is refused.
#[derive(Default)]
struct Plain {
    balances: BTreeMap<Account, i128>,
    made: HashMap<TransferId, (Action, Flow)>,
    left: HashMap<TransferId, i128>,
    reversed: HashSet<TransferId>,
}

impl Plain {
    fn chain(&mut self, postings: &[TransferRequest]) -> Result<Vec<Posted>, (usize, &'static str)> {
        let mut answers = Vec::new();
        for (idx, posting) in postings.iter().enumerate() {
            match self.post(*posting) {
                Ok(posted) => answers.push(posted),
                Err(code) => {
                    let new =
                        answers.iter().zip(postings).rev().filter(|(posted, _)| **posted == Posted::New);
                    new.for_each(|(_, posting)| self.unmake(posting.id));
                    return Err((idx, code));
                }
            }
        }
        Ok(answers)
    }

    fn post(&mut self, TransferRequest { id, action }: TransferRequest) -> Result<Posted, &'static str> {
        shape(action)?;
        if let Some((known, _)) = self.made.get(&id) {
            return if *known == action { Ok(Posted::Exists) } else { Err("exists_different") };
        }
        let (from, to, amount) = self.flow(action)?;
        if from.currency != to.currency {
            return Err("currency_mismatch");
        }
        self.may(action, amount)?;
        if amount == 0 {
            return Ok(Posted::Nothing);
        }
        let bonus = matches!(action, Action::Hold { .. }) && from.kind == AccountKind::PatronBonus;
        if bonus && self.balance(Account { kind: AccountKind::PatronCash, ..from }) > 0 {
            return Err("cash_left");
        }
        let (gives, gets) = (self.balance(from) - amount, self.balance(to) + amount);
        let poor = [AccountKind::PatronCash, AccountKind::PatronBonus, AccountKind::StakesHeld];
        if gives < 0 && poor.contains(&from.kind) {
            return Err("insufficient_funds");
        }
        if gets > 0 && to.kind == AccountKind::Receivable {
            return Err("exceeds_debt");
        }
        if gives < i128::from(i64::MIN) || gets > i128::from(i64::MAX) {
            return Err("overflow");
        }
        self.made.insert(id, (action, (from, to, amount)));
        self.shift(id, 1);
        Ok(Posted::New)
    }

    /// Moves what a transfer moved, forwards or back, and what is left of its hold with it.
    fn shift(&mut self, id: TransferId, times: i128) {
        let (action, (from, to, amount)) = self.made[&id];
        *self.balances.entry(from).or_default() -= times * amount;
        *self.balances.entry(to).or_default() += times * amount;
        match action {
            Action::Hold { .. } => *self.left.entry(id).or_default() += times * amount,
            Action::Capture { hold, .. } | Action::Release { hold, .. } => {
                *self.left.entry(hold).or_default() -= times * amount;
            }
            Action::Reverse { transfer } => {
                match self.made[&transfer].0 {
                    Action::Hold { .. } => *self.left.entry(transfer).or_default() -= times * amount,
                    Action::Capture { hold, .. } | Action::Release { hold, .. } => {
                        *self.left.entry(hold).or_default() += times * amount;
                    }
                    _ => {}
                }
                if times > 0 {
                    self.reversed.insert(transfer)
                } else {
                    self.reversed.remove(&transfer)
                };
            }
            Action::Move { .. } | Action::Cover { .. } | Action::Repay { .. } => {}
        }
    }

    fn unmake(&mut self, id: TransferId) {
        self.shift(id, -1);
        self.made.remove(&id);
    }

    fn flow(&self, action: Action) -> Result<Flow, &'static str> {
        let held = |hold| match self.made.get(&hold) {
            Some((Action::Hold { .. }, (from, to, _))) => Ok((*from, *to)),
            _ => Err("unknown_hold"),
        };
        let sum = |amount: Amount| i128::from(amount.minor());
        Ok(match action {
            Action::Move { from, to, amount } | Action::Hold { from, held: to, amount } => {
                (from, to, sum(amount))
            }
            Action::Cover { owed, purse: cash, amount } => {
                (owed, cash, (sum(amount) - self.balance(cash)).max(0))
            }
            Action::Repay { cash, owed, amount } => {
                (cash, owed, sum(amount).min(self.balance(cash)).min(-self.balance(owed)))
            }
            Action::Capture { hold, to, amount } => (held(hold)?.1, to, sum(amount)),
            Action::Release { hold, amount } => (held(hold)?.1, held(hold)?.0, sum(amount)),
            Action::Reverse { transfer } => {
                let (_, (from, to, amount)) = self.made.get(&transfer).ok_or("unknown_transfer")?;
                (*to, *from, *amount)
            }
        })
    }

    fn may(&self, action: Action, amount: i128) -> Result<(), &'static str> {
        let left = |hold| self.left.get(&hold).copied().unwrap_or_default();
        match action {
            Action::Capture { hold, .. } | Action::Release { hold, .. } if left(hold) == 0 => {
                Err("hold_used_up")
            }
            Action::Capture { hold, .. } | Action::Release { hold, .. } if left(hold) < amount => {
                Err("exceeds_hold")
            }
            Action::Reverse { transfer } => match self.made[&transfer].0 {
                Action::Reverse { .. } => Err("not_reversible"),
                _ if self.reversed.contains(&transfer) => Err("already_reversed"),
                Action::Hold { .. } if left(transfer) != amount => Err("hold_in_use"),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn balance(&self, account: Account) -> i128 {
        self.balances.get(&account).copied().unwrap_or_default()
    }
}

fn shape(action: Action) -> Result<(), &'static str> {
    let (held, owed) = (AccountKind::StakesHeld, AccountKind::Receivable);
    match action {
        Action::Move { amount, .. }
        | Action::Hold { amount, .. }
        | Action::Capture { amount, .. }
        | Action::Release { amount, .. }
        | Action::Cover { amount, .. }
        | Action::Repay { amount, .. }
            if amount.is_zero() =>
        {
            Err("zero_amount")
        }
        Action::Move { from, to, .. } | Action::Hold { from, held: to, .. } if from == to => {
            Err("same_account")
        }
        Action::Move { from, to, .. } if from.kind == held || to.kind == held => Err("wrong_account"),
        Action::Hold { from, held: to, .. } if [held, owed].contains(&from.kind) || to.kind != held => {
            Err("wrong_account")
        }
        Action::Capture { to, .. } if to.kind == held => Err("wrong_account"),
        Action::Cover { owed: debt, purse, .. }
            if ![AccountKind::PatronCash, AccountKind::PatronBonus].contains(&purse.kind)
                || debt.kind != owed
                || debt.owner != purse.owner =>
        {
            Err("wrong_account")
        }
        Action::Repay { cash, owed: debt, .. }
            if cash.kind != AccountKind::PatronCash || debt.kind != owed || debt.owner != cash.owner =>
        {
            Err("wrong_account")
        }
        _ => Ok(()),
    }
}

/// Both ledgers, and every answer they gave.
#[derive(Default)]
struct Both {
    ledger: Ledger,
    plain: Plain,
    answered: BTreeSet<String>,
}

impl Both {
    /// Posts a chain to both, and compares the answers and all balances.
    fn post(&mut self, chain: &[TransferRequest]) -> Result<(), TestCaseError> {
        let answers = self.ledger.post(chain).map_err(|(idx, refusal)| (idx, refusal.code()));
        prop_assert_eq!(&answers, &self.plain.chain(chain), "{:?}", chain);
        match answers {
            Ok(posted) => {
                self.answered.extend(posted.iter().map(|posted| format!("{posted:?}").to_lowercase()));
            }
            Err((_, code)) => _ = self.answered.insert(code.to_owned()),
        }
        self.agree()
    }

    fn agree(&self) -> Result<(), TestCaseError> {
        let Self { ledger, plain, .. } = self;
        prop_assert!(ledger.trial_balance().values().all(|sum| *sum == 0));
        for (account, balance) in &plain.balances {
            prop_assert_eq!(i128::from(ledger.balance(*account)), *balance, "{}", account);
        }
        prop_assert!(ledger.balances().keys().all(|account| plain.balances.contains_key(account)));
        prop_assert_eq!(ledger.transfers().len(), plain.made.len());
        Ok(())
    }
}

fn runner(cases: u32) -> TestRunner {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(ProptestConfig::with_cases(cases), rng)
}

#[test]
fn a_long_life_is_answered_as_the_plain_ledger_answers() {
    let transitions =
        std::env::var("PUNTO_TRANSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let (mut both, mut runner, chains) = (Both::default(), runner(1), any_chain());
    let (mut life, gifts) = Life::begin();
    let (mut chain, mut done) = (gifts, 0);
    while done < transitions {
        both.post(&chain).unwrap_or_else(|deviation| panic!("after {done} requests: {deviation}"));
        done += chain.len();
        let wishes = chains.new_tree(&mut runner).unwrap_or_else(|reason| panic!("{reason}"));
        chain = life.chain(wishes.current());
    }
    assert_eq!(both.answered.len(), 19, "not everything was answered: {:?}", both.answered);
}

/// A deviation shrinks to its smallest life.
#[test]
fn short_lives_are_answered_as_the_plain_ledger_answers() {
    let answered = RefCell::new(BTreeSet::new());
    let outcome = runner(SHORT_LIVES).run(&any_slices(), |chains| {
        let mut both = Both::default();
        chains.iter().try_for_each(|chain| both.post(chain))?;
        answered.borrow_mut().append(&mut both.answered);
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
    let answered = answered.into_inner();
    assert_eq!(answered.len(), 19, "not everything was answered: {answered:?}");
}
