//! Random histories: what may be asked of a store, in any order, sensible or not. Expects nothing.

use ledger::{Account, Action, TransferId, TransferRequest};
use money::Amount;
use proptest::prelude::*;
use proptest::sample::Index;
use table::{PatronId, RequestId, TableId};

use crate::support::*;

const TABLES: u32 = 2;
pub(crate) const PATRONS: u32 = 3;

/// One thing that is asked of the store.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Commit { table: TableId, stale: bool, units: Vec<Draft> },
    Post(Vec<Money>),
    Reopen,
}

/// A unit before the numbers of its shoes and rounds are known.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) happenings: Vec<Happening>,
    pub(crate) money: Vec<Money>,
}

/// A posting before it is known what there is to use, to undo or to repeat.
#[derive(Clone, Debug)]
pub(crate) enum Money {
    /// As it stands, without a look at its result.
    TransferRequest(TransferRequest),
    /// Of one of the open holds.
    Capture(TransferId, Index, Account, Amount),
    /// Of one of the open holds.
    Release(TransferId, Index, Amount),
    /// Of one of the transfers.
    Reverse(TransferId, Index),
    /// One of the transfers, to the letter.
    Again(Index),
}

#[derive(Clone, Debug)]
pub(crate) enum Happening {
    NewShoe,
    NewRound,
    Card,
    Slip(PatronId, RequestId),
    Settled(u16, Vec<PatronId>),
    Voided(Vec<PatronId>),
    /// A correction of one of the rounds that ended, a void or a settlement.
    Corrected(Index, bool, Vec<PatronId>),
}

impl Happening {
    const fn ends_a_round(&self) -> bool {
        matches!(self, Self::Settled(..) | Self::Voided(_) | Self::Corrected(..))
    }
}

/// How many random histories are tried, unless `PUNTO_HISTORIES` says another number. A history asks for about
/// three hundred transfers.
pub(crate) fn histories(usual: u32) -> u32 {
    std::env::var("PUNTO_HISTORIES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn any_patron() -> impl Strategy<Value = PatronId> {
    (1..=PATRONS).prop_map(PatronId)
}

fn any_happening() -> impl Strategy<Value = Happening> {
    let patrons = || {
        prop::collection::btree_set(1..=PATRONS, 0..3)
            .prop_map(|numbers| numbers.into_iter().map(PatronId).collect())
    };
    prop_oneof![
        1 => Just(Happening::NewShoe),
        3 => Just(Happening::NewRound),
        4 => Just(Happening::Card),
        6 => (any_patron(), (0..400_u128)).prop_map(|(patron, slip)| Happening::Slip(patron, RequestId(slip))),
        2 => (1..3_u16, patrons()).prop_map(|(revision, patrons)| Happening::Settled(revision, patrons)),
        1 => patrons().prop_map(Happening::Voided),
        2 => (any::<Index>(), any::<bool>(), patrons())
            .prop_map(|(nth, void, patrons)| Happening::Corrected(nth, void, patrons)),
    ]
}

fn any_account() -> impl Strategy<Value = Account> {
    prop_oneof![
        2 => any_patron().prop_map(|patron| Account::patron_cash(patron.0, PLAY)),
        2 => (1..=TABLES).prop_map(|table| Account::house_table(table, PLAY)),
        1 => any_patron().prop_map(|patron| Account::patron_bonus(patron.0, PLAY)),
        1 => any_patron().prop_map(|patron| Account::receivable(patron.0, PLAY)),
        1 => Just(Account::adjustments(PLAY)),
        1 => Just(Account::issue(PLAY)),
    ]
}

/// Few ids and accounts, so that conflicts and shortages are common.
fn any_posting() -> impl Strategy<Value = TransferRequest> {
    let any_id = || (0..400_u128).prop_map(TransferId);
    let any_amount = || (0..40_u64).prop_map(amount);
    let purse = || {
        prop_oneof![
            3 => any_patron().prop_map(|patron| Account::patron_cash(patron.0, PLAY)),
            1 => any_patron().prop_map(|patron| Account::patron_bonus(patron.0, PLAY)),
        ]
    };
    let held = (1..=TABLES).prop_map(|table| Account::stakes_held(table, PLAY));
    let action = prop_oneof![
        4 => (any_account(), any_account(), any_amount())
            .prop_map(|(from, to, amount)| Action::Move { from, to, amount }),
        8 => (purse(), held, any_amount()).prop_map(|(from, held, amount)| Action::Hold { from, held, amount }),
        2 => (purse(), any_amount()).prop_map(|(purse, amount)| Action::Cover {
            owed: Account::receivable(purse.owner, PLAY),
            purse,
            amount: money::Amount::new(amount.minor() * 8).expect("small"),
        }),
        2 => (any_patron(), any_amount()).prop_map(|(patron, amount)| Action::Repay {
            cash: Account::patron_cash(patron.0, PLAY),
            owed: Account::receivable(patron.0, PLAY),
            amount,
        }),
        1 => (any_id(), any_amount()).prop_map(|(hold, amount)| Action::Release { hold, amount }),
        1 => any_id().prop_map(|transfer| Action::Reverse { transfer }),
    ];
    (any_id(), action).prop_map(|(id, action)| TransferRequest { id, action })
}

fn any_money() -> impl Strategy<Value = Money> {
    let new_id = || any::<u64>().prop_map(|number| TransferId(1_000_000 + u128::from(number)));
    let (nth, part) = (any::<Index>, || (1..20_u64).prop_map(amount));
    prop_oneof![
        10 => any_posting().prop_map(Money::TransferRequest),
        3 => (new_id(), nth(), any_account(), part()).prop_map(|(id, n, to, sum)| Money::Capture(id, n, to, sum)),
        3 => (new_id(), nth(), part()).prop_map(|(id, n, sum)| Money::Release(id, n, sum)),
        2 => (new_id(), nth()).prop_map(|(id, n)| Money::Reverse(id, n)),
        1 => nth().prop_map(Money::Again),
    ]
}

/// Each patron with wagers in a round is paid or pays when it ends.
fn some_money(id: TransferId) -> Money {
    let (from, to) = (Account::issue(PLAY), Account::patron_cash(1, PLAY));
    Money::TransferRequest(TransferRequest { id, action: Action::Move { from, to, amount: amount(1) } })
}

fn any_draft() -> impl Strategy<Value = Draft> {
    (prop::collection::vec(any_happening(), 0..4), prop::collection::vec(any_money(), 0..3))
        .prop_flat_map(|(happenings, money)| (Just(happenings), Just(money), any::<u64>()))
        .prop_map(|(happenings, mut money, id)| {
            if happenings.iter().any(Happening::ends_a_round) {
                money.push(some_money(TransferId(u128::from(id) << 64)));
            }
            Draft { happenings, money }
        })
}

fn any_step() -> impl Strategy<Value = Step> {
    let units = prop::collection::vec(any_draft(), 0..6);
    prop_oneof![
        12 => (1..=TABLES, prop::bool::weighted(0.05), units)
            .prop_map(|(table, stale, units)| Step::Commit { table: TableId(table), stale, units }),
        5 => prop::collection::vec(any_money(), 0..3).prop_map(Step::Post),
        1 => Just(Step::Reopen),
    ]
}

/// What is asked of a store, one after the other.
pub(crate) fn any_history() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(any_step(), 40..80)
}
