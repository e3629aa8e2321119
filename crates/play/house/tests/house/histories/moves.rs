//! Random histories of a house: who does what, with amounts at and around every bound. Plain data; expects nothing.

use baccarat::HouseRules;
use money::{Stake, bounds};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use punto_house::Purse;
use punto_house::by_hand::AdjustmentLimits;
use punto_house::floor::TableStep;
use punto_house::protection::LimitKind;

/// A house before it opens, and what happens in it.
#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) patrons: Vec<NewPurses>,
    pub(crate) tables: Vec<NewTable>,
    /// How far the accounts of the house are from zero.
    pub(crate) far: i64,
    pub(crate) steps: Vec<Step>,
}

/// What somebody puts into the purses of a patron, as far as the store takes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewPurses {
    pub(crate) cash: u64,
    pub(crate) bonus: u64,
    pub(crate) has_account: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct NewTable {
    /// Which of the built-in house rules.
    pub(crate) rules: usize,
    pub(crate) limits: Limits,
    pub(crate) exposure: Option<u64>,
    /// The cards of a round that was dealt by hand before the house opened: they may have been misread.
    pub(crate) by_hand: Option<&'static str>,
}

/// Limits by which a round pays that many parts of 64 of what a house may pay; of several tables at the start, each
/// gets its share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) parts: u64,
    /// The one spot with high limits; none for all.
    pub(crate) only: Option<Index>,
}

#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// At once.
    Now(Together),
    /// So many milliseconds pass.
    Pass(u64),
    /// The clock is set forward by so many days.
    Days(u16),
    /// The next round of a table: everybody sits down, and these things happen there, one after the other.
    Round(Index, Vec<Together>),
    /// The server stops and starts again on the same store.
    Restart,
}

/// What happens at the same time.
#[derive(Clone, Debug)]
pub(crate) enum Together {
    These(Vec<Act>),
    /// Every patron does the same.
    All(Act),
}

/// What one person does.
#[derive(Clone, Debug)]
pub(crate) struct Act {
    pub(crate) table: Index,
    pub(crate) patron: Index,
    /// Staff 1 to 4; 3 and 4 are managers.
    pub(crate) by: u32,
    /// An id that others use, too; none for a new one.
    pub(crate) id: Option<u8>,
    pub(crate) what: Move,
}

#[derive(Clone, Debug)]
pub(crate) enum Move {
    NewGuest,
    Sit,
    QuickSeat,
    Leave,
    Connect,
    Disconnect,
    Place(Vec<Wager>),
    Replace(Vec<Wager>),
    Undo,
    Rebet,
    Clear,
    StartAuto(u16, Vec<Wager>),
    StopAuto,
    TopUp,
    Limit(LimitKind, Option<u64>),
    ConfirmLimits,
    Pause(u32),
    Exclude(Option<u32>),
    ExcludeByHouse(Option<u32>),
    Acknowledge,
    Range(Index, u64, Option<u64>),
    Adjust(Purse, i64),
    ProposeAdjustment(Purse, i64),
    /// Two persons, of whom one is a manager.
    AdjustByTwo(Purse, i64),
    ApproveAdjustment(Index),
    WithdrawAdjustment(Index),
    AdjustmentLimits(AdjustmentLimits),
    Void,
    ProposeCorrection(Index, Ruled),
    /// Two persons.
    Correct(Index, Ruled),
    ApproveCorrection(Index),
    WithdrawCorrection(Index),
    Table(TableStep),
    CreateTable(NewTable),
    ChangeTable(Change),
}

/// A wager on a spot of the layout.
pub(crate) type Wager = (Index, Sum);

/// A sum, by what is there when it is staked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sum {
    Least,
    Most,
    AboveMost,
    HalfOfMost,
    /// As far as the limits allow it.
    AllCash,
    AllCashAndOne,
    AllMoney,
    Minor(u64),
}

/// What a round is said to have been.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ruled {
    Void,
    /// The cards on record.
    AsDealt,
    Cards(&'static str),
}

#[derive(Clone, Debug)]
pub(crate) enum Change {
    Limits(Limits),
    Exposure(Option<u64>),
    Rules(usize),
    Ante(u64),
    Capacity(Option<u32>),
    AutoRounds(u16),
    IdleLimit(u16),
    /// No time between cards and rounds.
    Quick,
}

/// Coups in which Player wins, Banker wins, Banker wins with 6, and a tie.
const COUPS: [&str; 4] = ["9h Kd Ks 3c", "2h 9d Ks Kc", "Kh 6d 7s Kc 5d 3s", "4h 4d 4s 4c"];
/// More than the bounds of a purse, and the end of 63 bits.
const BEYOND: [u64; 2] = [bounds::PURSE.minor() + 1, i64::MAX.cast_unsigned()];

/// Amounts at and around the bounds.
fn extreme() -> impl Strategy<Value = u64> {
    let near = [
        1,
        1_000_000,
        bounds::STAKE_WHERE_UNSET.minor(),
        bounds::PURSE.minor(),
        bounds::ADJUSTMENT.minor(),
        Stake::MAX.minor(),
    ];
    let around = |minor: u64| [minor.saturating_sub(1).max(1), minor, minor + 1, minor / 2 + 1];
    select(near.into_iter().flat_map(around).collect::<Vec<_>>())
}

/// A change of a purse, of every size.
fn change() -> impl Strategy<Value = i64> {
    let sizes = prop_oneof![8 => extreme(), 1 => select(BEYOND.to_vec()), 1 => Just(0)];
    (sizes, prop::bool::weighted(0.3)).prop_map(|(minor, out)| {
        let change = i64::try_from(minor).unwrap_or(i64::MAX);
        if out { -change } else { change }
    })
}

fn purse() -> impl Strategy<Value = Purse> {
    prop_oneof![3 => Just(Purse::Cash), 1 => Just(Purse::Bonus)]
}

fn purses() -> impl Strategy<Value = NewPurses> {
    const PURSE: u64 = bounds::PURSE.minor();
    let cash = prop_oneof![
        6 => select(vec![0, 1, PURSE / 2, PURSE - 1, PURSE, PURSE, PURSE]),
        1 => select(BEYOND.to_vec())
    ];
    let bonus = prop_oneof![6 => select(vec![0, 0, 0, 1, PURSE - 1, PURSE]), 1 => select(BEYOND.to_vec())];
    (cash, bonus, any::<bool>()).prop_map(|(cash, bonus, has_account)| NewPurses { cash, bonus, has_account })
}

fn limits() -> impl Strategy<Value = Limits> {
    let parts = prop_oneof![
        4 => Just(64_u64),
        4 => select(vec![1, 16, 32, 63]),
        1 => select(vec![65, 128, u64::MAX])
    ];
    (parts, prop::option::weighted(0.6, any::<Index>())).prop_map(|(parts, only)| Limits { parts, only })
}

fn exposure() -> impl Strategy<Value = Option<u64>> {
    prop::option::weighted(0.2, extreme())
}

fn table() -> impl Strategy<Value = NewTable> {
    let by_hand = prop::option::weighted(0.6, select(COUPS.to_vec()));
    (0..HouseRules::BUILTIN.len(), limits(), exposure(), by_hand)
        .prop_map(|(rules, limits, exposure, by_hand)| NewTable { rules, limits, exposure, by_hand })
}

fn wagers(least: usize) -> impl Strategy<Value = Vec<Wager>> {
    let sum = prop_oneof![
        2 => Just(Sum::Least),
        6 => Just(Sum::Most),
        1 => Just(Sum::AboveMost),
        3 => Just(Sum::HalfOfMost),
        4 => Just(Sum::AllCash),
        1 => Just(Sum::AllCashAndOne),
        1 => Just(Sum::AllMoney),
        1 => extreme().prop_map(Sum::Minor),
    ];
    prop::collection::vec((any::<Index>(), sum), least..5)
}

fn of_patron() -> impl Strategy<Value = Move> {
    let limit = select(vec![
        LimitKind::StakeRound,
        LimitKind::StakeDay,
        LimitKind::LossDay,
        LimitKind::LossMonth,
        LimitKind::TimeDayMinutes,
        LimitKind::RealityCheckMinutes,
    ]);
    let value = prop::option::weighted(0.7, prop_oneof![0..2_000_u64, extreme()]);
    prop_oneof![
        4 => Just(Move::Sit),
        1 => Just(Move::QuickSeat),
        1 => Just(Move::Leave),
        1 => Just(Move::Connect),
        1 => Just(Move::Disconnect),
        1 => Just(Move::NewGuest),
        10 => wagers(1).prop_map(Move::Place),
        4 => wagers(0).prop_map(Move::Replace),
        2 => Just(Move::Undo),
        2 => Just(Move::Rebet),
        1 => Just(Move::Clear),
        3 => (0..6_u16, wagers(1)).prop_map(|(rounds, wagers)| Move::StartAuto(rounds, wagers)),
        1 => Just(Move::StopAuto),
        1 => Just(Move::TopUp),
        1 => (limit, value).prop_map(|(limit, value)| Move::Limit(limit, value)),
        1 => Just(Move::ConfirmLimits),
        1 => Just(Move::Acknowledge),
    ]
}

/// What keeps a patron from playing, for long.
fn ends_play() -> impl Strategy<Value = Move> {
    let days = || prop::option::weighted(0.9, 0..400_u32);
    prop_oneof![
        2 => (0..50_u32).prop_map(Move::Pause),
        1 => days().prop_map(Move::Exclude),
        1 => days().prop_map(Move::ExcludeByHouse),
    ]
}

fn of_supervisor() -> impl Strategy<Value = Move> {
    let ruled = || {
        prop_oneof![
            3 => Just(Ruled::Void),
            3 => Just(Ruled::AsDealt),
            4 => select(COUPS.to_vec()).prop_map(Ruled::Cards)
        ]
    };
    let step = select(vec![TableStep::Halt, TableStep::Resume, TableStep::Resume, TableStep::Resume]);
    prop_oneof![
        2 => Just(Move::Void),
        8 => (any::<Index>(), ruled()).prop_map(|(round, ruled)| Move::Correct(round, ruled)),
        2 => (any::<Index>(), ruled()).prop_map(|(round, ruled)| Move::ProposeCorrection(round, ruled)),
        3 => any::<Index>().prop_map(Move::ApproveCorrection),
        1 => any::<Index>().prop_map(Move::WithdrawCorrection),
        2 => (purse(), change()).prop_map(|(purse, change)| Move::Adjust(purse, change)),
        2 => (purse(), change()).prop_map(|(purse, change)| Move::ProposeAdjustment(purse, change)),
        4 => (purse(), change()).prop_map(|(purse, change)| Move::AdjustByTwo(purse, change)),
        3 => any::<Index>().prop_map(Move::ApproveAdjustment),
        1 => any::<Index>().prop_map(Move::WithdrawAdjustment),
        2 => step.prop_map(Move::Table),
    ]
}

fn of_manager() -> impl Strategy<Value = Move> {
    let major = || select(vec![0, 1, 500, AdjustmentLimits::MOST, AdjustmentLimits::MOST + 1]);
    let by_hand =
        (major(), major(), major(), major()).prop_map(|(cash_each, cash_day, bonus_each, bonus_day)| {
            AdjustmentLimits { cash_each, cash_day, bonus_each, bonus_day }
        });
    let maximum = prop::option::weighted(0.7, prop_oneof![1 => Just(0), 4 => extreme()]);
    let step = select(vec![TableStep::Close, TableStep::Open, TableStep::Open, TableStep::Resume]);
    let change = prop_oneof![
        4 => limits().prop_map(Change::Limits),
        1 => exposure().prop_map(Change::Exposure),
        2 => (0..HouseRules::BUILTIN.len()).prop_map(Change::Rules),
        1 => extreme().prop_map(Change::Ante),
        1 => prop::option::of(0..4_u32).prop_map(Change::Capacity),
        1 => (0..200_u16).prop_map(Change::AutoRounds),
        1 => (0..6_u16).prop_map(Change::IdleLimit),
        1 => Just(Change::Quick),
    ];
    prop_oneof![
        1 => by_hand.prop_map(Move::AdjustmentLimits),
        2 => (any::<Index>(), extreme(), maximum).prop_map(|(spot, least, most)| Move::Range(spot, least - 1, most)),
        2 => step.prop_map(Move::Table),
        2 => table().prop_map(Move::CreateTable),
        5 => change.prop_map(Move::ChangeTable),
    ]
}

fn act(what: impl Strategy<Value = Move>) -> impl Strategy<Value = Act> {
    let id = prop::option::weighted(0.1, 0..3_u8);
    (any::<Index>(), any::<Index>(), 1..=4_u32, id, what).prop_map(|(table, patron, by, id, what)| Act {
        table,
        patron,
        by,
        id,
        what,
    })
}

fn together(what: impl Strategy<Value = Move> + 'static) -> impl Strategy<Value = Together> {
    prop_oneof![
        2 => prop::collection::vec(act(what), 1..5).prop_map(Together::These),
        1 => act(of_patron()).prop_map(Together::All),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let anything =
        prop_oneof![24 => of_patron(), 16 => of_supervisor(), 10 => of_manager(), 1 => ends_play()];
    let in_a_round = prop_oneof![20 => of_patron(), 3 => of_supervisor(), 2 => of_manager()];
    let round = (any::<Index>(), prop::collection::vec(together(in_a_round), 1..6));
    prop_oneof![
        8 => together(anything).prop_map(Step::Now),
        2 => select(vec![1, 100, 1_000, 5_000, 16_000, 61_000]).prop_map(Step::Pass),
        1 => (0..9_u16).prop_map(Step::Days),
        12 => round.prop_map(|(table, acts)| Step::Round(table, acts)),
        1 => Just(Step::Restart),
    ]
}

/// A history of a house whose accounts may be so far from zero before it opens.
pub(crate) fn history(far: &[i64]) -> impl Strategy<Value = History> {
    let patrons = prop_oneof![
        3 => prop::collection::vec(purses(), 1..4),
        1 => prop::collection::vec(purses(), 10..13)
    ];
    let tables = prop::collection::vec(table(), 1..4);
    let steps = prop::collection::vec(step(), 1..24);
    (patrons, tables, select(far.to_vec()), steps).prop_map(|(patrons, tables, far, steps)| History {
        patrons,
        tables,
        far,
        steps,
    })
}
