//! The burn of a new shoe: how many cards it takes, and how many of them have passed.

use baccarat::shoe::Burn;

use crate::live::place::Place;
use crate::live::state::Waiting;
use crate::state::Table;

/// How far the burn of a new shoe is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BurnProgress {
    /// How many cards have passed.
    pub passed: usize,
    /// How many the burn takes; none while the first card, which says it, was not read.
    pub cards: Option<usize>,
}

impl Table {
    /// How far the burn of the new shoe is; none when no card is to be burned.
    pub fn burn_progress(&self) -> Option<BurnProgress> {
        let cards = || self.live.waiting.iter().filter(|waiting| waiting.reading.what.is_card());
        let progress = BurnProgress { passed: cards().count(), cards: self.burn_takes(cards().next()) };
        (self.place() == Place::Burn).then_some(progress)
    }

    /// How many cards the burn takes that begins with this card; none when the card says it and was not read.
    pub(crate) fn burn_takes(&self, first: Option<&Waiting>) -> Option<usize> {
        let burn = self.settings().rules.burn;
        match burn {
            Burn::FirstCard { .. } => {
                let first = first?.value(self.conf_min())?;
                Some(usize::from(burn.face_down(first.points())).saturating_add(1))
            }
            Burn::None | Burn::Cards(_) => Some(usize::from(burn.at_most())),
        }
    }
}
