//! What a seed decides beforehand of a house with live tables. Simulates nothing.

use auditor::Dice;
use table::live::{Dealer, ScannerSettings, Shoes, Start};
use table::{Drawing, Settings};

use crate::plan::{Plan, Weather};

/// How long a round takes at most on average, with everything that goes wrong.
const ROUND_MS: u64 = 120_000;

/// How many patrons there are at most: the cards matter here.
const PATRONS: usize = 4;

impl Plan {
    /// This plan as a shift of so many rounds at one or two live tables, now and then with one beside them that
    /// shuffles.
    pub(crate) fn with_live_tables(mut self, seed: u64, rounds: u64) -> Self {
        let mut dice = Dice::part(seed, "live", 0);
        let live = if dice.per_mille(350) { 2 } else { 1 };
        let shuffled = usize::from(dice.per_mille(250));
        self.tables.truncate(live + shuffled);
        for settings in self.tables.iter_mut().take(live) {
            deal_by_hand(settings, &mut dice);
        }
        self.patrons.truncate(PATRONS);
        self.careful = self.careful.min(1);
        let lives = dice.within(2..=5) + rounds / 25;
        self.weather = Weather { lives: u32::try_from(lives).unwrap_or(u32::MAX), ..self.weather };
        self.floor = None;
        self.pause_ms = dice.within(1_500..=6_000);
        self.inspection_ms = dice.within(20_000..=90_000);
        self.play_ms = rounds.saturating_mul(ROUND_MS);
        self.rounds = Some(rounds);
        self
    }
}

/// Has a dealer draw the cards of a table.
fn deal_by_hand(settings: &mut Settings, dice: &mut Dice) {
    let mut ms = |range| u32::try_from(dice.within(range)).unwrap_or(u32::MAX);
    let supervisor_ms = ms(8_000..=20_000);
    let scanner = ScannerSettings {
        start: Start::Dealer,
        shoes: Shoes::Any,
        count_out: false,
        burn_on_handover: false,
        conf_min: 950,
        dealer_ms: ms(2_000..=8_000),
        supervisor_ms,
        abandon_ms: supervisor_ms * 3 + ms(0..=100_000),
    };
    let start = if dice.per_mille(300) { Start::Auto } else { Start::Dealer };
    let shoes = if dice.per_mille(300) { Shoes::Assigned } else { Shoes::Any };
    let (count_out, burn_on_handover) = (dice.per_mille(200), dice.per_mille(300));
    let own = ScannerSettings { start, shoes, count_out, burn_on_handover, ..scanner };
    settings.dealer = Dealer::Scanner(own);
    settings.draw = Drawing::Sealed;
    settings.timings.betting_ms = u32::try_from(dice.within(1_000..=5_000)).unwrap_or(1_000);
    settings.timings.result_ms = u32::try_from(dice.within(0..=2_000)).unwrap_or_default();
}
