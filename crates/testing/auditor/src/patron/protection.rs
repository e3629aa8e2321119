//! What a patron asks for to protect themselves: pure choices from a seed. Sends nothing.

use std::collections::BTreeMap;

use crate::observations::PatronObservations;
use crate::protection::{ProtectionAnswer, ProtectionAsk, ProtectionRequest};
use crate::workload::Dice;

/// The limits, with values that are reached now and then; money in minor units.
const LIMITS: [(&str, &[u64]); 10] = [
    ("stake_round", MONEY),
    ("stake_day", MONEY),
    ("stake_week", MONEY),
    ("stake_month", MONEY),
    ("loss_day", MONEY),
    ("loss_week", MONEY),
    ("loss_month", MONEY),
    ("time_day_minutes", &[0, 1, 3, 10, 600]),
    ("time_week_minutes", &[1, 5, 20, 4_000]),
    ("reality_check_minutes", &[0, 1, 1, 2]),
];

const MONEY: &[u64] = &[0, 2_000, 10_000, 40_000, 150_000, 600_000, u64::MAX];

impl PatronObservations {
    /// Notes a request about protection that is about to be sent, and answers with its place.
    pub fn send_ask(&mut self, ask: ProtectionAsk) -> usize {
        self.protection.push(ProtectionRequest { ask, answer: ProtectionAnswer::Unknown });
        self.protection.len() - 1
    }

    /// Notes the answer to a request about protection.
    pub fn answer_ask(&mut self, place: usize, answer: ProtectionAnswer) {
        if let Some(request) = self.protection.get_mut(place) {
            request.answer = answer;
        }
    }
}

/// The next request of a patron about their protection. Few end the play, so that there is something to protect from.
pub fn protect(dice: &mut Dice) -> ProtectionAsk {
    match dice.within(1..=100) {
        1..=60 => {
            let mut wanted = BTreeMap::new();
            for _ in 0..dice.within(1..=2) {
                let Some((kind, values)) = dice.pick(&LIMITS) else { continue };
                let value = dice.pick(values).copied().filter(|_| !dice.per_mille(150));
                wanted.insert((*kind).to_owned(), value);
            }
            ProtectionAsk::Limits(wanted)
        }
        61..=92 => ProtectionAsk::Confirm,
        93..=96 => ProtectionAsk::Pause(u32::try_from(dice.within(0..=3)).unwrap_or(1)),
        97..=98 => ProtectionAsk::Exclude(Some(u32::try_from(dice.within(1..=2)).unwrap_or(1))),
        _ if dice.per_mille(200) => ProtectionAsk::Exclude(None),
        _ => ProtectionAsk::Confirm,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_request_comes_up_and_the_same_ones_again() {
        let asks = |seed| {
            let mut dice = Dice::new(seed);
            (0..2_000).map(|_| protect(&mut dice)).collect::<Vec<_>>()
        };
        let first = asks(1);
        assert_eq!(first, asks(1));
        for kind in ["Limits", "Confirm", "Pause(0)", "Pause(1)", "Exclude(Some(", "Exclude(None)"] {
            assert!(first.iter().any(|ask| format!("{ask:?}").starts_with(kind)), "no {kind}");
        }
        let limits = first.iter().filter_map(|ask| match ask {
            ProtectionAsk::Limits(wanted) => Some(wanted),
            _ => None,
        });
        let kinds: std::collections::BTreeSet<_> = limits.flat_map(BTreeMap::keys).collect();
        assert_eq!(kinds.len(), LIMITS.len());
    }
}
