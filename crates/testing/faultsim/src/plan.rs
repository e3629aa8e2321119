//! What a seed decides beforehand: the tables and their rules, who plays and how, how long, and how much goes wrong.
//! Simulates nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use auditor::{Dice, Manner, Rules, Table};
use baccarat::HouseRules;
use money::{Amount, Currency};
use table::{EntryTerms, Seating, Settings, SpotLimits, TableId, Timings};

/// Everything a seed decides beforehand.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) tables: Vec<Settings>,
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
        let tables = tables.collect();
        let patrons = (0..dice.within(1..=if long { 3 } else { 10 }))
            .map(|_| if dice.per_mille(450) { Manner::Reckless } else { Manner::Steady })
            .collect();
        let minutes = if long { dice.within(30..=60) } else { dice.within(1..=6) };
        let mut dice_of_protection = Dice::part(seed, "protection", 0);
        let careful = if dice_of_protection.per_mille(400) { dice_of_protection.within(1..=4) } else { 0 };
        Self {
            tables,
            patrons,
            careful: usize::try_from(careful).unwrap_or_default(),
            play_ms: minutes * 60_000,
            pause_ms: if long { 40_000 } else { dice.within(500..=5_000) },
            inspection_ms: if dice.per_mille(300) { 2_000 } else { dice.within(5_000..=60_000) },
            weather: weather(&mut dice),
        }
    }

    /// The tables as the auditor knows them.
    pub(crate) fn audited(&self) -> BTreeMap<u32, Table> {
        let known = self.tables.iter().filter_map(|settings| {
            let rules = Rules::of(&settings.rules.id)?;
            Some((settings.id.0, Table { rules, currency: settings.currency.code().to_owned(), setup: None }))
        });
        known.collect()
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
        entry: EntryTerms::default(),
        seating: seating(dice),
    })
}

fn seating(dice: &mut Dice) -> Seating {
    let rounds = |dice: &mut Dice| u16::try_from(dice.within(0..=6)).unwrap_or_default();
    Seating {
        grace_ms: ms(dice, 0..=30_000),
        idle_warning: rounds(dice),
        idle_limit: rounds(dice),
        auto_rounds: 20,
    }
}

fn ms(dice: &mut Dice, range: std::ops::RangeInclusive<u64>) -> u32 {
    u32::try_from(dice.within(range)).unwrap_or(u32::MAX)
}

fn amount(minor: u64) -> Amount {
    Amount::new(minor).unwrap_or(Amount::MAX)
}
