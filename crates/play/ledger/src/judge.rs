//! What postings do to a book: refused for the first reason that applies, or the changes to be made. Pure;
//! knows neither where the book is kept nor how changes are written down.

use std::collections::{BTreeMap, HashMap, HashSet};

use money::Amount;

use crate::{Account, AccountKind, Action, Posted, Transfer, TransferId, TransferRefusal, TransferRequest};

/// What must be known of the past to judge a posting. A book that is kept on disk may fail to answer.
pub trait Book {
    /// Why the book could not be read.
    type Failure;

    /// The transfer of that id, if it was made.
    fn transfer(&self, id: TransferId) -> Result<Option<Transfer>, Self::Failure>;

    /// The transfer that a posting would repeat.
    ///
    /// A book that cannot take a second transfer of an id may go by what it remembers, but for what
    /// [may come to nothing](Action::may_come_to_nothing): of that nothing is written, which would tell. For the same
    /// reason it has postings that are refused judged again, with a look.
    ///
    /// # Errors
    /// The book's failure, when it could not be read.
    fn posted(&self, posting: &TransferRequest) -> Result<Option<Transfer>, Self::Failure> {
        self.transfer(posting.id)
    }

    /// Whether the transfer of that id was reversed.
    fn is_reversed(&self, id: TransferId) -> Result<bool, Self::Failure>;

    /// What is left of the hold of that id. Asked only of holds that [`Book::transfer`] knows.
    fn remaining(&self, hold: TransferId) -> Result<Amount, Self::Failure>;

    /// The balance of an account in minor units; 0 for one that was never used.
    fn balance(&self, account: Account) -> Result<i64, Self::Failure>;
}

/// What accepted postings change in a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The new transfers, in the order of their postings.
    pub transfers: Vec<Transfer>,
    /// What is now left of each hold that was made, used or restored; zero when it is used up.
    pub remaining: BTreeMap<TransferId, Amount>,
    /// The new balance of each account that gave or got.
    pub balances: BTreeMap<Account, i64>,
}

/// Postings that are not refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// What becomes of each posting, in order.
    pub posted: Vec<Posted>,
    /// What they change together.
    pub changes: Changes,
}

/// Judges linked postings in order, each knowing the ones before it: all of them, or none.
///
/// A refusal comes with the index of the posting it is about.
///
/// # Errors
/// The book's failure, when it could not be read.
pub fn judge<B: Book>(
    book: &B,
    postings: &[TransferRequest],
) -> Result<Result<Judged, (usize, TransferRefusal)>, B::Failure> {
    let mut draft =
        Draft { book, changes: Changes::default(), places: HashMap::new(), reversed: HashSet::new() };
    let mut posted = Vec::with_capacity(postings.len());
    for (idx, posting) in postings.iter().enumerate() {
        match draft.post(posting) {
            Ok(outcome) => posted.push(outcome),
            Err(Stop::Refused(refusal)) => return Ok(Err((idx, refusal))),
            Err(Stop::Failed(failure)) => return Err(failure),
        }
    }
    Ok(Ok(Judged { posted, changes: draft.changes }))
}

/// Why judging a posting ends early.
enum Stop<F> {
    Refused(TransferRefusal),
    Failed(F),
}

impl<F> From<TransferRefusal> for Stop<F> {
    fn from(refusal: TransferRefusal) -> Self {
        Self::Refused(refusal)
    }
}

/// A book with the changes of earlier postings laid over it.
struct Draft<'a, B> {
    book: &'a B,
    changes: Changes,
    /// Where in the new transfers each of them is.
    places: HashMap<TransferId, usize>,
    /// The transfers that the new ones reverse.
    reversed: HashSet<TransferId>,
}

impl<B: Book> Draft<'_, B> {
    fn post(&mut self, posting: &TransferRequest) -> Result<Posted, Stop<B::Failure>> {
        check_shape(&posting.action)?;
        match self.posted(posting)? {
            Some(known) if known.posting() == *posting => return Ok(Posted::Exists),
            Some(_) => return Err(TransferRefusal::ExistsDifferent { id: posting.id }.into()),
            None => {}
        }
        let Some(transfer) = self.resolve(posting)? else { return Ok(Posted::Nothing) };
        self.cash_first(&transfer)?;
        self.move_money(&transfer)?;
        self.count_hold(&transfer)?;
        self.places.insert(transfer.id, self.changes.transfers.len());
        self.changes.transfers.push(transfer);
        Ok(Posted::New)
    }

    /// The accounts and the amount that a posting comes to; none when it comes to nothing.
    fn resolve(&self, posting: &TransferRequest) -> Result<Option<Transfer>, Stop<B::Failure>> {
        let (from, to, amount) = match posting.action {
            Action::Move { from, to, amount } | Action::Hold { from, held: to, amount } => (from, to, amount),
            Action::Cover { owed, purse: cash, amount } => (owed, cash, self.lacking(cash, amount)?),
            Action::Repay { cash, owed, amount } => (cash, owed, self.repayable(cash, owed, amount)?),
            Action::Capture { hold, to, amount } => (self.hold(hold)?.to, to, amount),
            Action::Release { hold, amount } => {
                let hold = self.hold(hold)?;
                (hold.to, hold.from, amount)
            }
            Action::Reverse { transfer: id } => {
                let undone = self.transfer(id)?.ok_or(TransferRefusal::UnknownTransfer { transfer: id })?;
                (undone.to, undone.from, undone.amount)
            }
        };
        if from.currency != to.currency {
            return Err(TransferRefusal::CurrencyMismatch { from: from.currency, to: to.currency }.into());
        }
        match posting.action {
            Action::Capture { hold, .. } | Action::Release { hold, .. } => self.check_left(hold, amount)?,
            Action::Reverse { transfer } => self.check_reversible(transfer)?,
            Action::Move { .. } | Action::Hold { .. } | Action::Cover { .. } | Action::Repay { .. } => {}
        }
        let transfer = Transfer { id: posting.id, action: posting.action, from, to, amount };
        Ok((!amount.is_zero()).then_some(transfer))
    }

    /// What the cash lacks to give `amount`.
    fn lacking(&self, cash: Account, amount: Amount) -> Result<Amount, Stop<B::Failure>> {
        let has = Amount::try_from(self.balance(cash)?).unwrap_or_default();
        Ok(amount.saturating_sub(has))
    }

    /// What of `amount` the cash has and the patron owes.
    fn repayable(&self, cash: Account, owed: Account, amount: Amount) -> Result<Amount, Stop<B::Failure>> {
        let has = Amount::try_from(self.balance(cash)?).unwrap_or_default();
        Ok(amount.min(has).min(debt(self.balance(owed)?)))
    }

    fn check_left(&self, hold: TransferId, wanted: Amount) -> Result<(), Stop<B::Failure>> {
        let remaining = self.remaining(hold)?;
        if remaining.is_zero() {
            return Err(TransferRefusal::HoldUsedUp { hold }.into());
        }
        if remaining < wanted {
            return Err(TransferRefusal::ExceedsHold { hold, remaining, wanted }.into());
        }
        Ok(())
    }

    fn check_reversible(&self, id: TransferId) -> Result<(), Stop<B::Failure>> {
        let action = self.transfer(id)?.map(|transfer| transfer.action);
        if matches!(action, Some(Action::Reverse { .. })) {
            return Err(TransferRefusal::NotReversible { transfer: id }.into());
        }
        if self.is_reversed(id)? {
            return Err(TransferRefusal::AlreadyReversed { transfer: id }.into());
        }
        if let Some(Action::Hold { amount, .. }) = action {
            let remaining = self.remaining(id)?;
            if remaining != amount {
                return Err(TransferRefusal::HoldInUse { hold: id, remaining }.into());
            }
        }
        Ok(())
    }

    /// Bonus money is staked when no cash is left, and not before.
    fn cash_first(&self, transfer: &Transfer) -> Result<(), Stop<B::Failure>> {
        let Action::Hold { from, .. } = transfer.action else { return Ok(()) };
        let Some(account) = from.spent_before() else { return Ok(()) };
        let left = Amount::try_from(self.balance(account)?).unwrap_or_default();
        if left.is_zero() { Ok(()) } else { Err(TransferRefusal::CashLeft { account, left }.into()) }
    }

    fn move_money(&mut self, transfer: &Transfer) -> Result<(), Stop<B::Failure>> {
        let Transfer { from, to, amount, .. } = *transfer;
        let (gives, gets) = (self.balance(from)?, self.balance(to)?);
        if !from.kind.may_be_negative() && gives < amount.signed() {
            let available = Amount::try_from(gives).unwrap_or_default();
            return Err(
                TransferRefusal::InsufficientFunds { account: from, available, wanted: amount }.into()
            );
        }
        if !to.kind.may_be_positive() && debt(gets) < amount {
            let owed = debt(gets);
            return Err(TransferRefusal::ExceedsDebt { account: to, owed, wanted: amount }.into());
        }
        let overflow = |account| TransferRefusal::Overflow { account };
        let gives = gives.checked_sub(amount.signed()).ok_or(overflow(from))?;
        let gets = gets.checked_add(amount.signed()).ok_or(overflow(to))?;
        self.changes.balances.extend([(from, gives), (to, gets)]);
        Ok(())
    }

    /// Keeps account of what is left of the hold that a transfer makes, uses or restores.
    fn count_hold(&mut self, transfer: &Transfer) -> Result<(), Stop<B::Failure>> {
        let amount = transfer.amount;
        let (hold, left) = match transfer.action {
            Action::Move { .. } | Action::Cover { .. } | Action::Repay { .. } => return Ok(()),
            Action::Hold { .. } => (transfer.id, Some(amount)),
            Action::Capture { hold, .. } | Action::Release { hold, .. } => {
                (hold, self.remaining(hold)?.checked_sub(amount))
            }
            Action::Reverse { transfer: id } => {
                self.reversed.insert(id);
                match self.transfer(id)?.map(|undone| undone.action) {
                    Some(Action::Hold { .. }) => (id, Some(Amount::ZERO)),
                    Some(Action::Capture { hold, .. } | Action::Release { hold, .. }) => {
                        (hold, self.remaining(hold)?.checked_add(amount))
                    }
                    _ => return Ok(()),
                }
            }
        };
        let left = left.expect("what was taken from a hold is between nothing and all of it");
        self.changes.remaining.insert(hold, left);
        Ok(())
    }

    fn hold(&self, hold: TransferId) -> Result<Transfer, Stop<B::Failure>> {
        let made = self.transfer(hold)?.filter(|transfer| matches!(transfer.action, Action::Hold { .. }));
        made.ok_or(TransferRefusal::UnknownHold { hold }.into())
    }

    fn posted(&self, posting: &TransferRequest) -> Result<Option<Transfer>, Stop<B::Failure>> {
        self.drafted(posting.id)
            .map_or_else(|| self.book.posted(posting).map_err(Stop::Failed), |transfer| Ok(Some(transfer)))
    }

    fn transfer(&self, id: TransferId) -> Result<Option<Transfer>, Stop<B::Failure>> {
        self.drafted(id)
            .map_or_else(|| self.book.transfer(id).map_err(Stop::Failed), |transfer| Ok(Some(transfer)))
    }

    /// The transfer of that id, if an earlier posting made it.
    fn drafted(&self, id: TransferId) -> Option<Transfer> {
        self.places.get(&id).and_then(|place| self.changes.transfers.get(*place)).copied()
    }

    fn is_reversed(&self, id: TransferId) -> Result<bool, Stop<B::Failure>> {
        Ok(self.reversed.contains(&id) || self.book.is_reversed(id).map_err(Stop::Failed)?)
    }

    fn remaining(&self, hold: TransferId) -> Result<Amount, Stop<B::Failure>> {
        let new = self.changes.remaining.get(&hold);
        new.map_or_else(|| self.book.remaining(hold).map_err(Stop::Failed), |left| Ok(*left))
    }

    fn balance(&self, account: Account) -> Result<i64, Stop<B::Failure>> {
        let new = self.changes.balances.get(&account);
        new.map_or_else(|| self.book.balance(account).map_err(Stop::Failed), |balance| Ok(*balance))
    }
}

/// How far a balance is below zero.
fn debt(balance: i64) -> Amount {
    Amount::new(balance.min(0).unsigned_abs()).unwrap_or(Amount::MAX)
}

/// What can be judged of a posting without a book.
fn check_shape(action: &Action) -> Result<(), TransferRefusal> {
    let zero = match action {
        Action::Move { amount, .. }
        | Action::Hold { amount, .. }
        | Action::Cover { amount, .. }
        | Action::Repay { amount, .. }
        | Action::Capture { amount, .. }
        | Action::Release { amount, .. } => amount.is_zero(),
        Action::Reverse { .. } => false,
    };
    if zero {
        return Err(TransferRefusal::ZeroAmount);
    }
    let wrong = match *action {
        Action::Move { from, to, .. } | Action::Hold { from, held: to, .. } if from == to => {
            return Err(TransferRefusal::SameAccount { account: from });
        }
        Action::Move { from, to, .. } => [from, to].into_iter().find(|account| account.holds_stakes()),
        Action::Hold { from, .. } if from.holds_stakes() || from.is_receivable() => Some(from),
        Action::Hold { held, .. } => Some(held).filter(|held| !held.holds_stakes()),
        Action::Cover { owed, purse: cash, .. } | Action::Repay { cash, owed, .. } => {
            let fits = owed.is_receivable() && owed.owner == cash.owner;
            let may = |kind| match action {
                Action::Cover { .. } => kind == AccountKind::PatronCash || kind == AccountKind::PatronBonus,
                _ => kind == AccountKind::PatronCash,
            };
            let wrong_cash = Some(cash).filter(|cash| !may(cash.kind));
            wrong_cash.or(Some(owed).filter(|_| !fits))
        }
        Action::Capture { to, .. } => Some(to).filter(|to| to.holds_stakes()),
        Action::Release { .. } | Action::Reverse { .. } => None,
    };
    wrong.map_or(Ok(()), |account| Err(TransferRefusal::WrongAccount { account }))
}
