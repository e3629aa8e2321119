//! How fast cards pass a simulated shoe.

use std::time::Duration;

use baccarat::Card;

/// The shortest pause between two cards, in milliseconds, and how much longer the next one is for each index of a
/// card: 900 to 1400 ms.
const PAUSE: (u64, u64) = (900, 10);
/// The shortest pause between cards that are counted one after the other: a device may send 20 frames a second.
const COUNTING: Duration = Duration::from_millis(60);
/// The shortest pause between two cards that look alike: a table takes what passes within 700 ms as one card.
const ALIKE: Duration = Duration::from_millis(800);

/// How fast cards pass.
pub(super) struct Pace {
    pauses: Vec<Duration>,
    next: usize,
}

impl Pace {
    /// This many times as fast as people deal, with pauses drawn by chance.
    pub(super) fn new(speed: u32, chance: &[Card]) -> Self {
        let pause = |card: &Card| {
            let index = u64::try_from(card.index()).unwrap_or_default();
            Duration::from_millis(PAUSE.0.saturating_add(PAUSE.1.saturating_mul(index.min(50)))) / speed
        };
        Self { pauses: chance.iter().map(pause).collect(), next: 0 }
    }

    /// The pause before the next card. `counts` says that all cards that are left pass, `alike` that it looks like the
    /// one before it.
    pub(super) fn pause(&mut self, counts: bool, alike: bool) -> Duration {
        let pause = self.pauses.get(self.next).copied().unwrap_or_default();
        self.next = self.next.saturating_add(1).checked_rem(self.pauses.len()).unwrap_or_default();
        match (counts, alike) {
            (true, _) => pause.max(COUNTING),
            (_, true) => pause.max(ALIKE),
            _ => pause,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_that_look_alike_never_pass_as_one() {
        let cards: Vec<Card> = ["As", "Kd"].iter().map(|text| text.parse().unwrap()).collect();
        let twice = Duration::from_millis(700);
        for speed in [1, 20, 1_000] {
            let mut pace = Pace::new(speed, &cards);
            assert!(pace.pause(false, true) > twice, "{speed}");
            assert!(
                pace.pause(true, true) >= COUNTING
                    && pace.pause(false, false) <= Duration::from_millis(1_400) / speed
            );
        }
    }
}
