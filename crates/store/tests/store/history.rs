//! Random histories: what may be asked of a store, in any order, sensible or not. Expects nothing.

use ledger::{Account, Action, Posting, TransferId};
use proptest::prelude::*;
use table::{PatronId, RequestId, TableId};

use crate::support::*;

const TABLES: u32 = 2;
pub(crate) const PATRONS: u32 = 3;

/// One thing that is asked of the store.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Commit { table: TableId, stale: bool, units: Vec<Draft> },
    Post(Vec<Posting>),
    Reopen,
}

/// A unit before the numbers of its shoes and rounds are known.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) happenings: Vec<Happening>,
    pub(crate) postings: Vec<Posting>,
}

#[derive(Clone, Debug)]
pub(crate) enum Happening {
    NewShoe,
    NewRound,
    Card,
    Slip(PatronId, RequestId),
    Settled(u16, Vec<PatronId>),
    Voided(Vec<PatronId>),
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
    ]
}

/// Few ids and accounts, so that repeats, conflicts and shortages are common.
fn any_posting() -> impl Strategy<Value = Posting> {
    let any_id = || (0..300_u128).prop_map(TransferId);
    let any_amount = || (0..40_u64).prop_map(amount);
    let cash = || any_patron().prop_map(|patron| Account::patron_cash(patron.0, PLAY));
    let any_account = || {
        prop_oneof![
            2 => cash(),
            2 => (1..=TABLES).prop_map(|table| Account::house_table(table, PLAY)),
            1 => Just(Account::issue(PLAY)),
        ]
    };
    let held = || (1..=TABLES).prop_map(|table| Account::stakes_held(table, PLAY));
    let action = prop_oneof![
        4 => (any_account(), any_account(), any_amount())
            .prop_map(|(from, to, amount)| Action::Move { from, to, amount }),
        5 => (cash(), held(), any_amount()).prop_map(|(from, held, amount)| Action::Hold { from, held, amount }),
        5 => (any_id(), any_account(), any_amount())
            .prop_map(|(hold, to, amount)| Action::Capture { hold, to, amount }),
        5 => (any_id(), any_amount()).prop_map(|(hold, amount)| Action::Release { hold, amount }),
        3 => any_id().prop_map(|transfer| Action::Reverse { transfer }),
    ];
    (any_id(), action).prop_map(|(id, action)| Posting { id, action })
}

fn any_draft() -> impl Strategy<Value = Draft> {
    (prop::collection::vec(any_happening(), 0..4), prop::collection::vec(any_posting(), 0..3))
        .prop_map(|(happenings, postings)| Draft { happenings, postings })
}

fn any_step() -> impl Strategy<Value = Step> {
    let units = prop::collection::vec(any_draft(), 0..6);
    prop_oneof![
        12 => (1..=TABLES, prop::bool::weighted(0.05), units)
            .prop_map(|(table, stale, units)| Step::Commit { table: TableId(table), stale, units }),
        5 => prop::collection::vec(any_posting(), 0..3).prop_map(Step::Post),
        1 => Just(Step::Reopen),
    ]
}

/// What is asked of a store, one after the other.
pub(crate) fn any_history() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(any_step(), 40..80)
}
