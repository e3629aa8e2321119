//! A run of shoes: which shoes, what is played on them, and by how many threads. Knows no statistics.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};

use baccarat::{Facts, HouseRules};
use roads::Roads;

use super::dealt::DealtShoe;
use super::spots::SpotPlan;
use super::tally::Tally;
use crate::crew::do_blocks;
use crate::schemes::{Scheme, SchemeTally, Session, Terms};

/// About how many shoes a thread deals before it hands over what it counted.
const BLOCK_SHOES: u64 = 64;

/// What is to be dealt and played. The same run counts the same, on any machine and by any number of threads.
#[derive(Clone, Debug)]
pub struct ShoeRun<'a> {
    /// The house rules.
    pub rules: &'a HouseRules,
    /// The seed, from which all shoes follow: see [`shoe_seed`](super::shoe_seed).
    pub seed: u64,
    /// How many sessions.
    pub sessions: NonZeroU64,
    /// How many shoes each session lasts.
    pub session_shoes: NonZeroU32,
    /// The schemes that are played, each by itself, and the terms.
    pub schemes: Option<(&'a Terms<'a>, Vec<&'static Scheme>)>,
}

impl ShoeRun<'_> {
    /// How many shoes there are in all.
    pub fn shoes(&self) -> u64 {
        self.sessions.get() * u64::from(self.session_shoes.get())
    }

    /// Deals all shoes. `progress` gets, every few shoes, the number of shoes since its last call.
    pub fn run(&self, threads: NonZeroUsize, mut progress: impl FnMut(u64)) -> Tally {
        let plans = SpotPlan::of_rules(self.rules);
        let mut whole = self.blank(&plans);
        let block = (BLOCK_SHOES / u64::from(self.session_shoes.get())).max(1);
        let work = |number: u64| {
            let first = number * block;
            let last = (first + block).min(self.sessions.get());
            self.part(&plans, first..last)
        };
        do_blocks(self.sessions.get().div_ceil(block), threads, work, |part| {
            progress(part.shoes);
            whole.merge(&part);
        });
        whole
    }

    fn blank(&self, plans: &[SpotPlan<'_>]) -> Tally {
        let schemes = self.schemes.iter().flat_map(|(_, schemes)| schemes);
        Tally::new(plans, schemes.map(|scheme| SchemeTally::new(scheme)).collect())
    }

    /// The counts of some sessions, by their numbers from 0.
    fn part(&self, plans: &[SpotPlan<'_>], sessions: std::ops::Range<u64>) -> Tally {
        let mut tally = self.blank(plans);
        let length = u64::from(self.session_shoes.get());
        for session in sessions {
            let mut players: Vec<Session<'_>> = match &self.schemes {
                Some((terms, schemes)) => schemes.iter().map(|it| Session::new(it, terms)).collect(),
                None => Vec::new(),
            };
            for shoe_idx in session * length..(session + 1) * length {
                let shoe = DealtShoe::of_run(self.rules, self.seed, shoe_idx);
                play(shoe, plans, &mut players, &mut tally);
            }
            tally.schemes.iter_mut().zip(&players).for_each(|(scheme, player)| scheme.count(player));
        }
        tally
    }
}

/// Plays one shoe to its end.
fn play(shoe: DealtShoe, plans: &[SpotPlan<'_>], players: &mut [Session<'_>], tally: &mut Tally) {
    let mut roads = Roads::new();
    for round in shoe {
        let facts = Facts::of(&round.coup);
        tally.count(plans, &round, facts);
        for player in &mut *players {
            if let Some(wager) = player.wager(round.round_no, &roads) {
                player.settle(wager, facts);
            }
        }
        roads.push(round.coup.bead());
    }
    tally.end_shoe(plans, &roads);
}
