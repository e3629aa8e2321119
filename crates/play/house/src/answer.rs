//! What the house answers: receipts, refusals (an expected no) and failures (infrastructure).

use baccarat::Spot;
use ledger::{Account, AccountKind, TransferRefusal};
use money::{Amount, Currency, bounds};
use strum::VariantNames as _;
use table::event::PlacedWager;
use table::{PatronId, Proposal, ProposalStatus, Refusal, RequestId, RoundRef, TableId};

use crate::by_hand::refusal::ByHandRefusal;
use crate::devices::refusal::DeviceRefusal;
use crate::floor::refusal::{FloorRefusal, FloorRejection};
use crate::patrons::nickname::NameRefusal;
use crate::people::PeopleRefusal;
use crate::people::password::Busy;
use crate::ports::{StoreFailure, Wallet};
use crate::protection::refusal::ProtectionRefusal;

/// A slip was accepted and is durable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlipReceipt {
    /// At which table.
    pub table: TableId,
    /// In which round.
    pub round: RoundRef,
    /// The caller's id of the slip.
    pub slip_id: RequestId,
    /// Whether it had been accepted before; nothing happened this time then.
    pub repeated: bool,
    /// The number of the last public event of the table before the answer.
    pub seq: u64,
    /// All of the patron's active wagers of that round, one line a spot. Empty when the round is
    /// over, or when the wagers were taken back since.
    pub wagers: Vec<PlacedWager>,
    /// All of those together, in minor units.
    pub staked: Amount,
}

/// A patron took wagers back, or left a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenBack {
    /// Whether this request had been answered before; nothing happened this time then.
    pub repeated: bool,
    /// How much went back, in minor units; nothing when repeated. What a patron who leaves does not get back stays on
    /// the table and is settled.
    pub returned: Amount,
}

/// A patron has a seat, which is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatReceipt {
    /// At which table.
    pub table: TableId,
    /// Whether they had it before; nothing happened this time then.
    pub repeated: bool,
}

/// A shoe that was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbandonedShoe {
    /// The table.
    pub table: TableId,
    /// The shoe.
    pub shoe_no: u32,
}

/// The answer to a number for a shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NonceReceipt {
    /// The table.
    pub table: TableId,
    /// The shoe.
    pub shoe_no: u32,
    /// Whether it had arrived before.
    pub repeated: bool,
}

/// Auto was started or stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutoReceipt {
    /// At which table.
    pub table: TableId,
    /// Whether that was done before; nothing happened this time then.
    pub repeated: bool,
    /// In how many more rounds the wagers are placed; 0 when Auto is off.
    pub rounds_left: u16,
}

/// A correction was proposed, approved or withdrawn; perhaps by the same request before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectionReceipt {
    /// At which table.
    pub table: TableId,
    /// The number to approve or withdraw it by.
    pub correction_no: u64,
    /// Whether the same request had done that before; then it does nothing now.
    pub repeated: bool,
    /// The proposal, with each patron's difference.
    pub proposal: Proposal,
    /// What became of it: a new proposal waits for a second supervisor.
    pub status: ProposalStatus,
}

/// A supervisor adjusted what a patron has; perhaps by the same request before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdjustmentReceipt {
    /// Whose wallet.
    pub patron: PatronId,
    /// Whether the same request had done that before; then it does nothing now.
    pub repeated: bool,
    /// What is in it now.
    pub wallet: Wallet,
}

/// Why the house says no.
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames, thiserror::Error)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum HouseRefusal {
    /// The floor stays as it is; it says why.
    #[error(transparent)]
    Floor(#[from] FloorRefusal),
    /// There is no such table.
    #[error("there is no table {}", table.0)]
    UnknownTable {
        /// The table of the request.
        table: TableId,
    },
    /// It is about accounts, staff, credentials or sessions.
    #[error(transparent)]
    People(#[from] PeopleRefusal),
    /// The table has gone on since the caller saw it.
    #[error("the table has gone on since then; its last public event is {seq}")]
    OutOfDate {
        /// The number of its last public event.
        seq: u64,
    },
    /// The table refused; it says why.
    #[error(transparent)]
    Table(#[from] Refusal),
    /// The table plays in another currency than the patron's wallet has.
    #[error("this table plays in {table}; the wallet is in {wallet}")]
    OtherCurrency {
        /// The currency of the table.
        table: Currency,
        /// The currency of the wallet.
        wallet: Currency,
    },
    /// Only invited patrons may sit down, and this one is not among them.
    #[error("this table is by invitation; sit down with the code of one")]
    NotInvited,
    /// The table has a password, and this is not it.
    #[error("this table has a password; sit down with it")]
    WrongPassword,
    /// The patron has less than the table asks for when they sit down.
    #[error(
        "this table asks for {ante} when you sit down, bonus money included; there are {available} (minor units)"
    )]
    AnteNotMet {
        /// What must be there, in minor units.
        ante: Amount,
        /// What is there: cash and bonus money.
        available: Amount,
    },
    /// No open table has a free seat for this patron.
    #[error("no table without a password or invitation has a free seat for {available} (minor units)")]
    NoFreeSeat {
        /// The smallest ante among the tables with a free seat; none when all of them are full.
        ante: Option<Amount>,
        /// What is there: cash and bonus money.
        available: Amount,
    },
    /// The slip breaches the house rules for bonus money, with the patron's other wagers of the round.
    #[error("too much of the stake is bonus money for wagers that win so often: {}", list(spots))]
    BonusRule {
        /// The spots that breach it together, in layout order; none of them can be spared.
        spots: Vec<Spot>,
    },
    /// A range of stakes whose least one is above its largest, or whose largest is no stake.
    #[error(
        "the least stake of a range is at most its largest, which is at most {}: {spot}",
        money::Stake::MAX
    )]
    BadRange {
        /// The spot.
        spot: Spot,
    },
    /// The patron had no wagers at the table that could be repeated.
    #[error("there are no wagers of an earlier round at this table")]
    NothingToRebet,
    /// The patron's own protection says no.
    #[error(transparent)]
    Protection(#[from] ProtectionRefusal),
    /// The patron's cash, and bonus money where there is some, do not cover the slip.
    #[error(
        "the balance is {available} with {bonus} of bonus money, the slip asks for {stake} (minor units)"
    )]
    InsufficientFunds {
        /// The patron's cash when the slip was judged.
        available: Amount,
        /// Their bonus money.
        bonus: Amount,
        /// What the slip stakes in all.
        stake: Amount,
    },
    /// The nickname is none that is accepted.
    #[error("{0}")]
    BadNickname(NameRefusal),
    /// Play money is topped up only when there is little left.
    #[error(
        "play money is topped up below {below}; there is {balance}, bonus money and stakes included (minor units)"
    )]
    BalanceNotLow {
        /// What the patron has: cash, bonus money, and stakes that are held.
        balance: Amount,
        /// Below what it is topped up.
        below: Amount,
    },
    /// Only wallets of play money are topped up.
    #[error("only play money is given away")]
    NotPlayMoney {
        /// Whose wallet it is.
        patron: PatronId,
    },
    /// There is no such patron.
    #[error("there is no patron {}", patron.0)]
    UnknownPatron {
        /// Who was named.
        patron: PatronId,
    },
    /// Nothing is adjusted by nothing, nor by more than [`bounds::ADJUSTMENT`].
    #[error("an adjustment is a whole number of minor units other than zero, {} at most", bounds::ADJUSTMENT)]
    BadAmount,
    /// The id was used for another adjustment or order.
    #[error("the request id {request_id} was used for another request")]
    RequestIdUsed {
        /// The id.
        request_id: RequestId,
    },
    /// What a member of staff asks to read is too long to be put on record whole.
    #[strum(serialize = "query_too_long")]
    #[error("a read is on record with its whole query, which has {most} bytes at most; ask for less at once")]
    ReadTooLong {
        /// How many bytes it may have.
        most: usize,
    },
    /// More was to be taken than there is.
    #[error("there are {available} to take (minor units)")]
    NotSoMuch {
        /// What there is.
        available: Amount,
    },
    /// An adjustment by hand takes a second person, or a step of it was refused.
    #[error(transparent)]
    ByHand(#[from] ByHandRefusal),
    /// A device is not enrolled, or stays as it is.
    #[error(transparent)]
    Device(#[from] DeviceRefusal),
    /// The purse would have more than it may, or has more than stakes are taken from.
    #[error("a purse may come to {bound} minor units; stakes are taken from one with no more than that")]
    PurseFull {
        /// What it may have.
        bound: Amount,
    },
    /// The table would hold more stakes than it may, or has won or lost as much as it may.
    #[error("the accounts of the table have no room for more; the bound is {bound} minor units")]
    TableAccountFull {
        /// The bound of its account.
        bound: Amount,
    },
    /// An account of the house outside the tables would be further from zero than it may be.
    #[error("the account {account} of the house has no room for more; the bound is {bound} minor units")]
    HouseFull {
        /// The name of the account's kind.
        account: &'static str,
        /// The bound of the account.
        bound: Amount,
    },
    /// The count of the shoe did not end with a note, so nothing of it waits for a review.
    #[error("shoe {shoe_no} of table {} has nothing to review", table.0)]
    NothingToReview {
        /// The table.
        table: TableId,
        /// The shoe.
        shoe_no: u32,
    },
    /// A shoe is reviewed once.
    #[error("shoe {shoe_no} of table {} was reviewed already", table.0)]
    ShoeReviewed {
        /// The table.
        table: TableId,
        /// The shoe.
        shoe_no: u32,
    },
    /// The ledger refuses the transfers of a decision: stored data is damaged, or the program has a bug.
    #[error("the ledger refuses it: {why}")]
    NotBooked {
        /// Why.
        why: String,
    },
}

impl HouseRefusal {
    /// The stable code of this refusal, in snake case.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Floor(refusal) => refusal.code(),
            Self::People(refusal) => refusal.code(),
            Self::Table(refusal) => refusal.code(),
            Self::Protection(refusal) => refusal.code(),
            Self::ByHand(refusal) => refusal.code(),
            Self::Device(refusal) => refusal.code(),
            own => own.into(),
        }
    }

    /// The codes of all refusals. A code may occur twice.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        // The refusal within stands for these.
        let within = ["floor", "people", "table", "protection", "by_hand", "device"];
        let own = Self::VARIANTS.iter().filter(move |code| !within.contains(code));
        let of_house = own.chain(FloorRefusal::codes()).chain(PeopleRefusal::codes());
        let of_money = ProtectionRefusal::codes().iter().chain(ByHandRefusal::codes());
        of_house.chain(of_money).chain(DeviceRefusal::codes()).copied().chain(Refusal::codes())
    }

    /// The refusal of a request whose money the ledger refused, for no reason that the caller knows better.
    pub(crate) fn by_ledger(refusal: &TransferRefusal) -> Self {
        let TransferRefusal::AboveBound { account: Account { kind, .. }, bound } = *refusal else {
            return Self::NotBooked { why: refusal.to_string() };
        };
        match kind {
            AccountKind::PatronCash | AccountKind::PatronBonus => Self::PurseFull { bound },
            AccountKind::StakesHeld | AccountKind::HouseTable => Self::TableAccountFull { bound },
            AccountKind::Receivable | AccountKind::Adjustments | AccountKind::Issue => {
                Self::HouseFull { account: kind.id(), bound }
            }
        }
    }
}

fn list(spots: &[Spot]) -> String {
    spots.iter().map(|spot| spot.id()).collect::<Vec<_>>().join(", ")
}

/// Why the house could not do its work. The request was not wrong; the same request may be sent again
/// with the same id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The store or the source of entropy failed.
    #[error(transparent)]
    Store(#[from] StoreFailure),
    /// The house is shutting down, or the table has stopped.
    #[error("table {} is not running", table.0)]
    NotRunning {
        /// Which table.
        table: TableId,
    },
}

/// Why a request was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// An expected no.
    #[error(transparent)]
    Refused(HouseRefusal),
    /// Infrastructure.
    #[error(transparent)]
    Failed(#[from] Failure),
}

impl<R: Into<HouseRefusal>> From<R> for Rejection {
    fn from(refusal: R) -> Self {
        Self::Refused(refusal.into())
    }
}

impl From<Busy> for HouseRefusal {
    fn from(busy: Busy) -> Self {
        Self::People(busy.into())
    }
}

impl From<FloorRejection> for Rejection {
    fn from(rejection: FloorRejection) -> Self {
        match rejection {
            FloorRejection::Refused(refusal) => HouseRefusal::from(refusal).into(),
            FloorRejection::Failed(failure) => failure.into(),
            FloorRejection::Busy(busy) => busy.into(),
        }
    }
}

impl From<StoreFailure> for Rejection {
    fn from(failure: StoreFailure) -> Self {
        match failure {
            StoreFailure::NoGift(refusal) => HouseRefusal::by_ledger(&refusal).into(),
            failure => Self::Failed(failure.into()),
        }
    }
}
