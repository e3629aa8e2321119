//! The ledger beside a second one, written apart from it and as plainly as it can be: a long random life, every
//! answer and every balance the same. `PUNTO_TRANSITIONS` says how many postings; 20,000 when it is not set.

use std::collections::{BTreeMap, HashMap, HashSet};

use money::{Amount, Currency};
use punto_ledger::{Account, AccountKind, Action, Ledger, Posted, TransferId, TransferRequest};

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

/// A small generator, so that a run can be done again.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % count
    }

    fn account(&mut self) -> Account {
        let owner = 1 + u32::try_from(self.below(3)).expect("small");
        let currency =
            if self.below(40) == 0 { Currency::new("EUR", 2).expect("a code") } else { Currency::PLAY };
        match self.below(16) {
            0..7 => Account::patron_cash(owner, currency),
            7 => Account::patron_bonus(owner, currency),
            8 => Account::stakes_held(owner, currency),
            9..11 => Account::receivable(owner, currency),
            11 => Account::adjustments(currency),
            12 => Account::issue(currency),
            _ => Account::house_table(owner, currency),
        }
    }

    fn amount(&mut self) -> Amount {
        let minor = match self.below(200) {
            0 => 0,
            1 => Amount::MAX.minor(),
            _ => self.below(60),
        };
        Amount::new(minor).expect("within 63 bits")
    }

    /// One of the postings of late.
    fn late<'a>(&mut self, of: &'a [TransferRequest]) -> Option<&'a TransferRequest> {
        let back = usize::try_from(self.below(40)).expect("small");
        of.len().checked_sub(back + 1).and_then(|place| of.get(place))
    }

    fn posting(
        &mut self,
        number: u128,
        past: &[TransferRequest],
        holds: &[TransferRequest],
    ) -> TransferRequest {
        let fresh = TransferId(number);
        let (late, hold) = (self.late(past).copied(), self.late(holds).map_or(fresh, |hold| hold.id));
        if let Some(again) = late.filter(|_| self.below(25) == 0) {
            return again;
        }
        let id = late.map(|late| late.id).filter(|_| self.below(25) == 0).unwrap_or(fresh);
        let (from, to, amount) = (self.account(), self.account(), self.amount());
        let owed = |of: Account| Account::receivable(of.owner, of.currency);
        let action = match self.below(16) {
            0..3 => Action::Move { from, to, amount },
            3..7 => Action::Hold { from, held: Account::stakes_held(1, from.currency), amount },
            7..9 => Action::Capture { hold, to, amount },
            9..11 => Action::Release { hold, amount },
            11 => Action::Cover { owed: owed(to), purse: to, amount },
            12 => Action::Repay { cash: from, owed: owed(from), amount },
            13 => Action::Cover { owed: from, purse: to, amount },
            _ => Action::Reverse { transfer: late.map_or(fresh, |late| late.id) },
        };
        TransferRequest { id, action }
    }
}

#[test]
fn a_long_life_is_answered_as_the_plain_ledger_answers() {
    let transitions =
        std::env::var("PUNTO_TRANSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let (mut ledger, mut plain, mut chance) = (Ledger::default(), Plain::default(), Chance(7));
    let (mut past, mut holds, mut number) = (Vec::new(), Vec::new(), 0_u128);
    let mut answered = BTreeMap::<&str, u64>::new();
    while past.len() < transitions {
        let length = if chance.below(4) == 0 { 1 + chance.below(4) } else { 1 };
        let mut chain = Vec::new();
        for _ in 0..length {
            number += 1;
            chain.push(chance.posting(number, &past, &holds));
        }
        let answers = ledger.post(&chain).map_err(|(idx, refusal)| (idx, refusal.code()));
        assert_eq!(answers, plain.chain(&chain), "at {} in {chain:?}", past.len());
        let words =
            answers.map_or_else(|(_, code)| vec![code], |posted| posted.into_iter().map(word).collect());
        for word in words {
            *answered.entry(word).or_default() += 1;
        }
        holds.extend(chain.iter().filter(|posting| matches!(posting.action, Action::Hold { .. })));
        past.append(&mut chain);
        if past.len() % 64 == 0 {
            agree(&ledger, &plain);
        }
    }
    agree(&ledger, &plain);
    assert_eq!(answered.len(), 19, "not everything was answered: {answered:?}");
}

fn word(posted: Posted) -> &'static str {
    match posted {
        Posted::New => "new",
        Posted::Exists => "exists",
        Posted::Nothing => "nothing",
    }
}

fn agree(ledger: &Ledger, plain: &Plain) {
    assert!(ledger.trial_balance().values().all(|sum| *sum == 0));
    for (account, balance) in &plain.balances {
        assert_eq!(i128::from(ledger.balance(*account)), *balance, "{account}");
    }
    assert!(ledger.balances().keys().all(|account| plain.balances.contains_key(account)));
    assert_eq!(ledger.transfers().len(), plain.made.len());
}
