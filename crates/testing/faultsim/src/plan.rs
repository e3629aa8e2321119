//! What a seed decides beforehand: the tables and their rules, who plays and how, how long, and how much goes wrong.
//! Simulates nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use auditor::{Dice, Manner, Rules, Table};
use baccarat::HouseRules;
use house::floor::TableRecord;
use house::rulebook::name_of;
use money::{Amount, Currency};
use serde_json::{Map, Value};
use table::squeeze::SqueezeTerms;
use table::{Drawing, EntryTerms, Invitation, PatronId, Seating, Settings, SpotLimits, TableId, Timings};

/// Everything a seed decides beforehand.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) tables: Vec<Settings>,
    /// What managers do to the tables while patrons play; none if they leave them alone.
    pub(crate) floor: Option<FloorPlan>,
    pub(crate) patrons: Vec<Manner>,
    /// How many of them protect themselves, from the first one on.
    pub(crate) careful: usize,
    /// For how long patrons play, in milliseconds of simulated time.
    pub(crate) play_ms: u64,
    /// How long a patron waits from one action to the next, on average, in milliseconds.
    pub(crate) pause_ms: u64,
    /// How often a supervisor looks in, in milliseconds.
    pub(crate) inspection_ms: u64,
    pub(crate) weather: Weather,
    /// Whether the house has a beacon.
    pub(crate) has_beacon: bool,
    /// How many rounds a shift at live tables has; none without live tables.
    pub(crate) rounds: Option<u64>,
}

/// What sort of house a seed makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// One whose cards come from shuffled shoes.
    Shuffled,
    /// One with live tables, and a shift of so many rounds.
    Live {
        /// How many rounds end there, at least.
        rounds: u64,
    },
}

/// What managers do to the floor.
#[derive(Clone, Debug)]
pub(crate) struct FloorPlan {
    /// The table that they add.
    pub(crate) added: Settings,
    /// How often they do something, in milliseconds.
    pub(crate) pause_ms: u64,
}

/// How much goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weather {
    /// In how many of a thousand writes something goes wrong.
    pub(crate) writes: u64,
    /// In how many of a thousand reads.
    pub(crate) reads: u64,
    /// After how many operations of the disk its power fails, at most; never, if none.
    pub(crate) power: Option<u64>,
    /// One in how many operations of the disk fails by itself; none does, if none.
    pub(crate) hiccups: Option<u64>,
    /// How many times the house is closed or lost, at most.
    pub(crate) lives: u32,
}

impl Weather {
    /// Nothing goes wrong.
    pub(crate) const CALM: Self = Self { writes: 0, reads: 0, power: None, hiccups: None, lives: 1 };
}

impl Plan {
    pub(crate) fn of(seed: u64) -> Self {
        let mut dice = Dice::part(seed, "plan", 0);
        // One in twelve plays whole shoes, with less going on in each round.
        let long = dice.within(1..=12) == 1;
        let tables = (1..=dice.within(1..=if long { 2 } else { 3 })).filter_map(|id| settings(id, &mut dice));
        let mut tables: Vec<Settings> = tables.collect();
        let patrons: Vec<Manner> = (0..dice.within(1..=if long { 3 } else { 10 }))
            .map(|_| if dice.per_mille(450) { Manner::Reckless } else { Manner::Steady })
            .collect();
        let minutes = if long { dice.within(30..=60) } else { dice.within(1..=6) };
        let mut dice_of_protection = Dice::part(seed, "protection", 0);
        let careful = if dice_of_protection.per_mille(400) { dice_of_protection.within(1..=4) } else { 0 };
        let mut dice_of_entry = Dice::part(seed, "entry", 0);
        if dice_of_entry.per_mille(300) {
            for table in &mut tables {
                ask_more(&mut table.entry, patrons.len(), &mut dice_of_entry);
            }
        }
        if Dice::part(seed, "hurry", 0).per_mille(150) {
            tables.iter_mut().for_each(hurry);
        }
        let floor = floor(&mut Dice::part(seed, "floor", 0), tables.len());
        let mut dice_of_squeezes = Dice::part(seed, "squeeze", 0);
        if dice_of_squeezes.per_mille(250) {
            for table in &mut tables {
                table.squeeze = Some(squeeze(&mut dice_of_squeezes));
            }
        }
        Self {
            tables,
            floor,
            patrons,
            careful: usize::try_from(careful).unwrap_or_default(),
            play_ms: minutes * 60_000,
            pause_ms: if long { 40_000 } else { dice.within(500..=5_000) },
            inspection_ms: if dice.per_mille(300) { 2_000 } else { dice.within(5_000..=60_000) },
            weather: weather(&mut dice),
            has_beacon: false,
            rounds: None,
        }
    }

    /// This plan in a house that may have a beacon, which draws the cards of some tables after the bets.
    pub(crate) fn with_beacon(mut self, seed: u64) -> Self {
        let mut dice = Dice::part(seed, "beacon", 0);
        self.has_beacon = dice.per_mille(350);
        let shuffled = |table: &&mut Settings| table.dealer.scanner().is_none();
        for table in self.tables.iter_mut().filter(shuffled).filter(|_| self.has_beacon) {
            if dice.per_mille(700) {
                table.draw = Drawing::AfterBets;
            }
        }
        self
    }

    /// The tables that there are, and the one that managers add.
    pub(crate) fn all_tables(&self) -> Vec<Settings> {
        self.tables.iter().chain(self.floor.as_ref().map(|floor| &floor.added)).cloned().collect()
    }

    /// The tables as the auditor knows them.
    pub(crate) fn audited(&self) -> BTreeMap<u32, Table> {
        let known = self.all_tables().into_iter().filter_map(|settings| {
            let rules = Rules::of(&settings.rules.id)?;
            let is_given = self.tables.iter().any(|given| given.id == settings.id);
            let setup = is_given.then(|| fields(&TableRecord::of(&settings, name_of(&settings.rules))));
            Some((settings.id.0, Table { rules, currency: settings.currency.code().to_owned(), setup }))
        });
        known.collect()
    }
}

/// The fields of a record, as the house writes them.
pub(crate) fn fields(record: &TableRecord) -> Map<String, Value> {
    match serde_json::to_value(record) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// How patrons turn the cards of a table: nearly every stake is large enough.
fn squeeze(dice: &mut Dice) -> SqueezeTerms {
    let from = amount(dice.within(1..=300));
    SqueezeTerms { from, ms: ms(dice, 3_000..=15_000), third_ms: ms(dice, 2_000..=9_000) }
}

/// What managers do to the floor, if they do anything; `tables` is how many tables there are before.
fn floor(dice: &mut Dice, tables: usize) -> Option<FloorPlan> {
    let is_changed = dice.per_mille(350);
    let added = settings(u64::try_from(tables).ok()?.saturating_add(1), dice)?;
    let pause_ms = dice.within(4_000..=30_000);
    is_changed.then_some(FloorPlan { added, pause_ms })
}

/// Has a table deal as fast as it can, and keep everybody's seat, so that patrons sit there when a shoe opens and give
/// numbers for it.
const fn hurry(table: &mut Settings) {
    (table.timings.betting_ms, table.timings.card_ms, table.timings.result_ms) = (1_000, 0, 0);
    table.seating.idle_limit = 0;
}

/// Has a table ask for more than it did at its door, among it that a patron is one of the first of so many.
pub(crate) fn ask_more(entry: &mut EntryTerms, patrons: usize, dice: &mut Dice) {
    match dice.within(1..=10) {
        1..=5 => entry.capacity = u32::try_from(dice.within(1..=4)).ok(),
        6..=7 => entry.ante = Some(amount(dice.within(500_000..=1_200_000))),
        8..=9 => {
            let some = (1..=u32::try_from(patrons).unwrap_or_default()).filter(|_| dice.per_mille(600));
            let patrons: BTreeSet<PatronId> = some.map(PatronId).collect();
            entry.invitation = Some(Invitation { patrons, ..Invitation::default() });
        }
        _ => {}
    }
}

fn weather(dice: &mut Dice) -> Weather {
    let (writes, reads) = match dice.within(1..=10) {
        1 => (0, 0),
        2..=6 => (dice.within(5..=20), dice.within(0..=10)),
        7..=9 => (dice.within(20..=60), dice.within(10..=40)),
        _ => (200, 100),
    };
    let power = dice.per_mille(700).then(|| dice.within(50..=4_000));
    let hiccups = dice.per_mille(300).then(|| dice.within(100..=3_000));
    Weather { writes, reads, power, hiccups, lives: u32::try_from(dice.within(2..=8)).unwrap_or(8) }
}

fn settings(id: u64, dice: &mut Dice) -> Option<Settings> {
    let (name, _) = dice.pick(&Rules::ALL)?;
    let timings = Timings {
        betting_ms: ms(dice, 1_000..=12_000),
        drain_ms: ms(dice, 0..=300),
        card_ms: ms(dice, 0..=1_000),
        result_ms: ms(dice, 0..=4_000),
        shuffle_ms: ms(dice, 0..=3_000),
        pledge_ms: 1_500,
        reveal_ms: 1_500,
    };
    let (minimum, most) = (amount(dice.within(1..=100)), amount(dice.within(20_000..=1_500_000)));
    let spots: Vec<_> = baccarat::Spot::ALL.to_vec();
    Some(Settings {
        id: TableId(u32::try_from(id).ok()?),
        name: format!("Table {id}"),
        rules: Arc::new(HouseRules::builtin(name)?.clone()),
        currency: Currency::PLAY,
        limits: SpotLimits::none().with(&spots, minimum, most),
        timings,
        exposure: dice.per_mille(500).then(|| amount(dice.within(50_000..=1_000_000))),
        entry: EntryTerms { ante: Some(Amount::ZERO), ..EntryTerms::default() },
        seating: seating(dice),
        draw: Drawing::Sealed,
        dealer: table::Dealer::Shuffle,
        squeeze: None,
    })
}

pub(crate) fn seating(dice: &mut Dice) -> Seating {
    let rounds = |dice: &mut Dice| u16::try_from(dice.within(0..=6)).unwrap_or_default();
    let (grace_ms, idle_warning, idle_limit) = (ms(dice, 0..=30_000), rounds(dice), rounds(dice));
    // A warning comes before the loss of the seat.
    let last = if idle_limit > 0 { idle_limit - 1 } else { u16::MAX };
    Seating { grace_ms, idle_warning: idle_warning.min(last), idle_limit, auto_rounds: 20 }
}

fn ms(dice: &mut Dice, range: std::ops::RangeInclusive<u64>) -> u32 {
    u32::try_from(dice.within(range)).unwrap_or(u32::MAX)
}

fn amount(minor: u64) -> Amount {
    Amount::new(minor).unwrap_or(Amount::MAX)
}
