//! What the house needs from outside: a store, a clock, entropy. Implementations live elsewhere; the house
//! knows neither SQL nor the operating system.

use std::future::Future;
use std::pin::Pin;

use baccarat::Spot;
use ledger::{Account, AccountKind, Book, Posted, TransferRefusal, TransferRequest};
use money::{Amount, Currency};
use table::event::PlacedWager;
use table::{
    Event, PatronId, RecordedEvent, RequestId, RoundRef, RulesDigest, RulesRef, SupervisorId, TableId,
    Timestamp,
};

use crate::postings::first_gift;
use crate::purse::Purse;
use crate::statement::{Cause, Sums};
use crate::turnover::Turnover;

/// A future that a port gives back.
pub type PortFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreFailure>> + Send + 'a>>;

/// Events of one table that stand or fall together with their transfers.
#[derive(Clone, Debug)]
pub struct Unit {
    /// What happened, in order. Sequence numbers are given by the store when it commits.
    pub events: Vec<(Timestamp, Event)>,
    /// The money these events move.
    pub postings: Vec<TransferRequest>,
    /// The seed of the shoe these events open, kept apart from the events because the shoe is still secret.
    pub shoe_seed: Option<ShoeSeed>,
}

/// The seed of a shuffled shoe.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ShoeSeed {
    /// The shoe, counted over the table's life.
    pub shoe_no: u32,
    /// 256 bits from the operating system.
    pub seed: [u8; 32],
}

impl std::fmt::Debug for ShoeSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ShoeSeed {{ shoe_no: {}, seed: <secret> }}", self.shoe_no)
    }
}

/// What became of one [`Unit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitOutcome {
    /// It is durable; its events have these numbers, contiguous.
    Committed {
        /// The number of its first event.
        first_seq: u64,
    },
    /// The ledger refused a transfer; nothing of this unit was written, the others stand.
    Refused {
        /// Why.
        refusal: TransferRefusal,
        /// For a lack of funds or cash that is staked first: whose money it is, and their wallet after the units before
        /// this one, so that the caller need not read it.
        wallet: Option<(PatronId, Wallet)>,
    },
    /// A slip or a transfer of this unit was committed before, so nothing of this unit was written; the others
    /// stand. [`Store::accepted_slip`] tells where a repeated slip counts.
    Repeated,
}

impl UnitOutcome {
    /// The outcome of a unit that the ledger refused, with the wallet that `book` holds if the refusal is about one.
    ///
    /// # Errors
    /// The book's failure, when it could not be read.
    pub fn refused<B: Book>(book: &B, refusal: TransferRefusal) -> Result<Self, B::Failure> {
        let account = match refusal {
            TransferRefusal::InsufficientFunds { account, .. }
            | TransferRefusal::CashLeft { account, .. } => Some(account),
            _ => None,
        };
        let is_purse =
            |account: &Account| matches!(account.kind, AccountKind::PatronCash | AccountKind::PatronBonus);
        let wallet = account.filter(is_purse).map(|account| {
            let patron = PatronId(account.owner);
            Ok((patron, Wallet::of(book, patron, account.currency)?))
        });
        Ok(Self::Refused { refusal, wallet: wallet.transpose()? })
    }
}

/// The only commit point of the system, and what can be asked of it.
pub trait Store: Send + Sync + 'static {
    /// Takes a table over from whoever ran it before: from now on the writes of any other opener of the same
    /// storage are refused with [`StoreFailure::TakenOver`]. Taking it again changes nothing for this opener.
    ///
    /// A store that only one program can open has nothing to do here.
    fn take_table(&self, _table: TableId) -> PortFuture<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// Commits the units of one table in order, in one transaction, each whole or not at all.
    ///
    /// `expected_seq` is the number of the table's last committed event (0 for none).
    ///
    /// # Errors
    /// [`StoreFailure::Stale`] when somebody else wrote to the table, [`StoreFailure::TakenOver`] when somebody
    /// else runs it now; nothing was written then.
    fn commit(&self, table: TableId, expected_seq: u64, units: Vec<Unit>)
    -> PortFuture<'_, Vec<UnitOutcome>>;

    /// The events of the table's latest shoe, from its opening on, in order; empty for a new table.
    fn latest_shoe(&self, table: TableId) -> PortFuture<'_, Vec<RecordedEvent>>;

    /// Puts house rules on record for good: their name and their document, in the house's own log. What was put there
    /// before under that digest stays what it is.
    fn record_house_rules(&self, at: Timestamp, name: RulesRef, document: String) -> PortFuture<'_, ()>;

    /// The document of the house rules with this digest, if they are on record.
    fn house_rules(&self, digest: RulesDigest) -> PortFuture<'_, Option<String>>;

    /// The seed of a shoe, if this store has it.
    fn shoe_seed(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Option<ShoeSeed>>;

    /// The events of one round of any shoe, in order, and after them what corrections say of it: proposals,
    /// withdrawals and corrections, whenever they were made. Round 0 of a shoe is what happened before its first
    /// round. Empty for a round that never began.
    fn round_events(&self, table: TableId, round: RoundRef) -> PortFuture<'_, Vec<RecordedEvent>>;

    /// The rounds of a shoe as they stand now, in order, round 0 first.
    fn shoe_rounds(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<StoredRound>>;

    /// The latest proposals, withdrawals and corrections of a table, newest first, at most `limit`, before event
    /// `before`.
    fn corrections(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<RecordedEvent>>;

    /// The first proposal of a table that was asked for with this id, whichever round it is about.
    fn correction_asked(
        &self,
        table: TableId,
        request_id: RequestId,
    ) -> PortFuture<'_, Option<RecordedEvent>>;

    /// All proposals, withdrawals and corrections of the rounds of a shoe, whenever they were made, by number.
    fn shoe_corrections(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<RecordedEvent>>;

    /// The rounds that are neither settled nor voided, by table.
    fn open_rounds(&self) -> PortFuture<'_, Vec<OpenRound>>;

    /// The slip of that id, if it was ever accepted from this patron.
    fn accepted_slip(&self, patron: PatronId, slip_id: RequestId) -> PortFuture<'_, Option<AcceptedSlip>>;

    /// Creates a patron and gives the gift, in one transaction. `token_hash` is the SHA-256 of the secret that
    /// proves who they are.
    fn create_patron(&self, patron: NewPatron) -> PortFuture<'_, Patron>;

    /// The patron whose secret has that hash.
    fn patron_by_token(&self, token_hash: [u8; 32]) -> PortFuture<'_, Option<Patron>>;

    /// The patron of that number.
    fn patron(&self, patron: PatronId) -> PortFuture<'_, Option<Patron>>;

    /// What a patron has and owes, in minor units of the wallet's currency; nothing for a stranger.
    fn wallet(&self, patron: PatronId) -> PortFuture<'_, Wallet>;

    /// What is left of the holds of a patron's stakes at all tables, in minor units.
    fn held(&self, patron: PatronId) -> PortFuture<'_, Amount>;

    /// Moves money outside any table, such as play money to a guest. A repeat of an id changes nothing. In the log it
    /// is never dated before what was written there last.
    fn post(
        &self,
        at: Timestamp,
        postings: Vec<TransferRequest>,
    ) -> PortFuture<'_, Result<(), TransferRefusal>>;

    /// Moves what a supervisor adjusts by hand, and writes down who and why in the house's own log. A repeat of its id
    /// changes nothing, and is told apart; with that id anything else, by somebody else, or for another reason is
    /// refused as [`TransferRefusal::ExistsDifferent`].
    fn adjust(&self, adjustment: Adjustment) -> PortFuture<'_, Result<Posted, TransferRefusal>>;

    /// The latest rounds in which the patron had wagers, newest first, at most `limit`, before round `before`.
    fn patron_rounds(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<PatronRound>>;

    /// The latest lines of a patron's statement in the currency of the wallet, newest first, at most `limit`, before
    /// the line `before`. Nothing for a stranger.
    fn statement(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<StatementLine>>;

    /// What was staked and paid on the days that began from `from` on and before `until`, by day, table, spot and
    /// currency, settlements before corrections. Of one table, or of all.
    fn turnover(
        &self,
        from: Timestamp,
        until: Timestamp,
        table: Option<TableId>,
    ) -> PortFuture<'_, Vec<DayTurnover>>;

    /// The sum of all account balances of each currency: always zero. And how many holds are open.
    fn trial_balance(&self) -> PortFuture<'_, TrialBalance>;
}

/// A patron to be created.
#[derive(Clone, Debug)]
pub struct NewPatron {
    /// What others see.
    pub nickname: String,
    /// SHA-256 of the secret.
    pub token_hash: [u8; 32],
    /// The currency of the wallet.
    pub currency: Currency,
    /// What the patron begins with, in minor units.
    pub gift: Amount,
    /// When.
    pub at: Timestamp,
}

impl NewPatron {
    /// What the gift moves once the patron has a number; nothing for no gift.
    pub fn gift_to(&self, patron: PatronId) -> Option<TransferRequest> {
        (!self.gift.is_zero()).then(|| first_gift(patron, self.currency, self.gift))
    }
}

/// Money that a supervisor gives to a purse or takes out of it by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjustment {
    /// Whose purse.
    pub patron: PatronId,
    /// Which.
    pub purse: Purse,
    /// The currency of the wallet.
    pub currency: Currency,
    /// How much more is in it then, in minor units; less when below zero. Not zero.
    pub change: i64,
    /// Who does it.
    pub by: SupervisorId,
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

/// A round as it stands, of any shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRound {
    /// The round; number 0 is what happened before the first one.
    pub round: RoundRef,
    /// When it began, when its latest card fell, when it ended, or when it was corrected: the latest of these.
    pub at: Timestamp,
    /// How many times it was settled or voided: 0 while it is open, 1 after that, more when it was corrected.
    pub revision: u16,
    /// Whether it does not count.
    pub voided: bool,
    /// Its cards in deal order; of round 0 the card that was turned over before the burn.
    pub cards: Vec<baccarat::Card>,
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
    /// What others see.
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
    /// How it ended: a settlement or a void, as the events say, and the cards in deal order.
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
    /// What moved the money, and when.
    pub cause: Cause,
    /// What it came to.
    pub sums: Sums,
    /// What the wallet has after it: cash, bonus money, and what is held of them as stakes.
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
    /// Whether these are the differences that corrections of that day made, be it to rounds of earlier days.
    pub corrected: bool,
    /// How much.
    pub sums: Turnover,
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

/// The store did not do its work. Not a refusal: nobody asked for anything wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreFailure {
    /// Somebody else wrote to this table since it was read.
    #[error("table {table:?} was expected at event {expected} but is at {found}")]
    Stale {
        /// The table.
        table: TableId,
        /// What the caller had seen.
        expected: u64,
        /// What the store has.
        found: u64,
    },
    /// Another server runs this table now. Trying again is in vain.
    #[error("table {} was taken over by another server", table.0)]
    TakenOver {
        /// The table.
        table: TableId,
    },
    /// The storage itself failed; what it said.
    #[error("storage failed: {0}")]
    Storage(String),
    /// What was read cannot have been written by this program.
    #[error("stored data is corrupt: {0}")]
    Corrupt(String),
    /// The store was shut down.
    #[error("the store is closed")]
    Closed,
}

/// The server's clock. Time enters the system here and nowhere else.
pub trait Clock: Send + Sync + 'static {
    /// Now.
    fn now(&self) -> Timestamp;
}

/// Randomness that nobody can predict.
pub trait Entropy: Send + Sync + 'static {
    /// 256 fresh bits.
    ///
    /// # Errors
    /// When the source is not available; no weaker one is ever used instead.
    fn seed(&self) -> Result<[u8; 32], StoreFailure>;
}
