//! The rows that go through the ports. Plain data.

use baccarat::{Coup, CoupRecord, Spot};
use ledger::{Account, Book, TransferRequest};
use money::{Amount, Currency};
use table::event::PlacedWager;
use table::{PatronId, RequestId, RoundRef, SlipKind, StaffId, TableId, Timestamp};

use crate::money::postings::gift;
use crate::money::purse::Purse;
use crate::reports::statement::{Cause, Sums};
use crate::reports::turnover::Turnover;

/// A patron to be created.
#[derive(Clone, Debug)]
pub struct NewPatron {
    /// The name that others see.
    pub nickname: String,
    /// SHA-256 of the secret.
    pub token_hash: [u8; 32],
    /// The currency of the wallet.
    pub currency: Currency,
    /// The gift that the patron begins with, in minor units.
    pub gift: Amount,
    /// When.
    pub at: Timestamp,
}

impl NewPatron {
    /// The transfer of the gift to the patron, who has a number now; none for no gift.
    pub fn gift_to(&self, patron: PatronId) -> Option<TransferRequest> {
        (!self.gift.is_zero()).then(|| gift(patron, self.currency, 0, self.gift))
    }
}

/// Money that a supervisor adds to a purse or takes out of it by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjustment {
    /// Whose purse.
    pub patron: PatronId,
    /// Which.
    pub purse: Purse,
    /// The currency of the wallet.
    pub currency: Currency,
    /// The change in minor units; below zero when money is taken out. Not zero.
    pub change: i64,
    /// Who adjusts it.
    pub by: StaffId,
    /// Why, in their words.
    pub why: String,
    /// The caller's id: sent twice, it counts once.
    pub request_id: RequestId,
    /// When.
    pub at: Timestamp,
}

/// A slip that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedSlip {
    /// At which table.
    pub table: TableId,
    /// In which round.
    pub round: RoundRef,
    /// What it did about the wagers before it.
    pub kind: SlipKind,
    /// Its wagers, as they were accepted.
    pub wagers: Vec<PlacedWager>,
}

/// What a patron has and owes, in minor units. Stakes that are held are not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wallet {
    /// What they can stake or take away. Staked first.
    pub cash: Amount,
    /// What they can stake only, once there is no cash left.
    pub bonus: Amount,
    /// What they owe: later winnings repay it first.
    pub owed: Amount,
}

impl Wallet {
    /// The wallet of a patron in a currency, as a book has it.
    ///
    /// # Errors
    /// The book's failure, when it could not be read.
    pub fn of<B: Book>(book: &B, patron: PatronId, currency: Currency) -> Result<Self, B::Failure> {
        let [cash, bonus, owed] = Self::accounts(patron, currency).map(|account| book.balance(account));
        let above_zero = |balance| Amount::try_from(balance).unwrap_or_default();
        Ok(Self {
            cash: above_zero(cash?),
            bonus: above_zero(bonus?),
            owed: above_zero(owed?.saturating_neg()),
        })
    }

    /// The accounts that a wallet shows: cash, bonus money, debt.
    pub const fn accounts(patron: PatronId, currency: Currency) -> [Account; 3] {
        [
            Account::patron_cash(patron.0, currency),
            Account::patron_bonus(patron.0, currency),
            Account::receivable(patron.0, currency),
        ]
    }
}

/// A wallet as it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberedWallet {
    /// What is in it.
    pub wallet: Wallet,
    /// In how many transfers its accounts gave or got: the number grows with every change, over restarts and on every
    /// server, so that of two wallets the one with the larger number is the newer one.
    pub number: u64,
}

/// A round of any shoe in its present state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRound {
    /// The round; number 0 is what happened before the first one.
    pub round: RoundRef,
    /// When it began.
    pub opened_at: Timestamp,
    /// The latest of: when it began, its latest card, its end, its latest correction.
    pub at: Timestamp,
    /// How many times it was settled or voided: 0 while it is open, 1 afterwards, more when it was corrected.
    pub revision: u16,
    /// Whether it does not count.
    pub voided: bool,
    /// Its cards in deal order; of round 0 the card that was turned over before the burn.
    pub cards: Vec<baccarat::Card>,
}

impl StoredRound {
    /// The coup of the round, if it is over and counts.
    pub fn coup(&self) -> Option<Coup> {
        let coup = CoupRecord { cards: self.cards.clone() }.into_coup(u8::MAX);
        coup.ok().filter(|_| self.revision > 0 && !self.voided)
    }
}

/// A round that is neither settled nor voided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenRound {
    /// Where.
    pub table: TableId,
    /// The round.
    pub round: RoundRef,
    /// The number of the table's last event.
    pub seq: u64,
    /// When that was.
    pub at: Timestamp,
}

/// A patron on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patron {
    /// Who.
    pub id: PatronId,
    /// The name that others see.
    pub nickname: String,
    /// The currency of the wallet.
    pub currency: Currency,
}

/// One round of a patron's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatronRound {
    /// Where to continue: pass it as `before` for older rounds.
    pub cursor: u64,
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: RoundRef,
    /// When it ended, or was corrected last.
    pub at: Timestamp,
    /// 1 for the first settlement or void of the round, one more for each correction.
    pub revision: u16,
    /// The cards in deal order.
    pub cards: Vec<baccarat::Card>,
    /// The patron's wagers as settled; empty when voided.
    pub wagers: Vec<table::event::SettledSpot>,
    /// What came back when the round was voided.
    pub voided: Option<Amount>,
}

/// A line of a patron's statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementLine {
    /// Where to continue: pass it as `before` for older lines. Counts the lines of the wallet, from 1.
    pub cursor: u64,
    /// The currency of the wallet.
    pub currency: Currency,
    /// Why the money moved, and when.
    pub cause: Cause,
    /// The sums that it came to.
    pub sums: Sums,
    /// The balance of the wallet after it: cash, bonus money, and what is held of them as stakes.
    pub balance: i64,
    /// What the patron owes after it.
    pub owed: i64,
}

/// What was staked and paid on one spot of a table on one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayTurnover {
    /// The first moment of the day, by the calendar of UTC.
    pub day: Timestamp,
    /// Where.
    pub table: TableId,
    /// On what.
    pub spot: Spot,
    /// In which currency.
    pub currency: Currency,
    /// Whether these are the differences made by the corrections of that day, also to rounds of earlier days.
    pub corrected: bool,
    /// How much.
    pub sums: Turnover,
}

/// What a table won over all days in one currency, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableResult {
    /// The table.
    pub table: TableId,
    /// The currency.
    pub currency: Currency,
    /// By its turnover: all stakes less all payouts.
    pub turned_over: i64,
    /// By its account.
    pub account: i64,
}

impl TableResult {
    /// Whether both say the same, as they must.
    pub const fn agrees(&self) -> bool {
        self.turned_over == self.account
    }
}

/// The check every ledger must pass at every moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialBalance {
    /// The signed sum of all balances, per currency code. Every sum is zero.
    pub sums: Vec<(String, i128)>,
    /// The holds that are neither captured nor released.
    pub open_holds: u64,
    /// The smallest balance of a patron's cash there is; never negative.
    pub lowest_patron_balance: i64,
}
