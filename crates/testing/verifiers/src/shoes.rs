//! Shoes by number: house rules, nonces, beacon, how far they go, how they end, and some crooked ones.

use std::collections::BTreeMap;

use baccarat::HouseRules;
use fair::bulletin::{Abandonment, Algorithm, Places};
use fair::{Notice, TaggedHash};
use verify::testing::{Plan, Stage, TestTable};

/// Bytes that follow from a number, one after the other.
struct Choices(std::array::IntoIter<u8, 32>);

impl Choices {
    fn of(number: u64) -> Self {
        Self(TaggedHash::new("test/plan").u64(number).finish().0.into_iter())
    }

    /// A number below this one.
    fn below(&mut self, count: u8) -> u8 {
        self.0.next().unwrap_or_default() % count
    }
}

/// The proof file of the shoe of this number.
pub(crate) fn file(number: u64) -> String {
    let mut choices = Choices::of(number);
    let plan = plan(&mut choices);
    // Every other shoe is drawn after betting has closed.
    let plan = if number % 2 == 1 { plan.drawn() } else { plan };
    let table = u32::try_from(number % 1_000_000).unwrap_or_default() + 1;
    let mut table = TestTable::new(table, u32::from(choices.below(100)) + 1, plan.beacon);
    let played = table.play(&plan);
    if plan.rekeyed_after.is_none() && choices.below(2) == 0 {
        make_crooked(&mut table, choices.below(4), u16::from(choices.below(5)) + 1);
    }
    table.file(&played).write()
}

fn plan(choices: &mut Choices) -> Plan {
    let names = HouseRules::BUILTIN;
    let rules = names.get(usize::from(choices.below(6)) % names.len()).copied().unwrap_or("live-commission");
    let pledged = choices.below(9);
    let rounds = u16::from(choices.below(40));
    let early = [Stage::Opened, Stage::Pledged, Stage::Revealed, Stage::Sealed, Stage::Burned];
    let (stage, finish) = match choices.below(8) {
        0 => (Stage::Rounds(rounds), None),
        1 => (Stage::Dealing(rounds, choices.below(4)), None),
        2 => (Stage::Rounds(rounds), Some(Some(Abandonment::Restored))),
        3 => (early.get(usize::from(choices.below(5))).copied().unwrap_or(Stage::Sealed), None),
        _ => (Stage::AllRounds, Some(None)),
    };
    let voided = u16::from(choices.below(20)) + 1;
    let cut = [None, Some(0), Some(1), Some(3)].get(usize::from(choices.below(4))).copied().flatten();
    Plan {
        rules,
        algorithm: Algorithm::Proof1,
        beacon: choices.below(2) == 0,
        pledged,
        missing: choices.below(pledged + 1),
        stage,
        finish,
        voids: if choices.below(3) == 0 { BTreeMap::from([(voided, cut)]) } else { BTreeMap::new() },
        corrected: if choices.below(4) == 0 { vec![voided + 1] } else { Vec::new() },
        rekeyed_after: (choices.below(5) == 0).then_some(2),
    }
}

/// What a house with its own keys does: all bulletins are signed again after it.
fn make_crooked(table: &mut TestTable, how: u8, round_no: u16) {
    table.rewrite(|bulletin| match (&mut bulletin.notice, how) {
        (Notice::Ended(it), 0) if it.round_no == round_no && it.cards.len() > 2 => it.cards.swap(0, 2),
        (Notice::Ended(it), 1) if it.round_no == round_no => match &mut it.at {
            Places::From(from) => *from += 1,
            Places::At(indices) => indices.reverse(),
            Places::Read(sources) => sources.reverse(),
        },
        (Notice::Closed(it), 2) if it.round_no == round_no => it.round_no += 1,
        (Notice::Burned(it), 3) => it.face_down += 1,
        _ => {}
    });
}

#[cfg(test)]
mod tests {
    use verify::testing::{house_key, test_pairing};
    use verify::{Known, check};

    use super::*;

    #[test]
    fn shoes_by_number_are_of_every_kind_and_always_the_same() {
        assert_eq!(file(3), file(3));
        let known =
            Known { key: Some(house_key(1).public()), pairing: Some(&test_pairing), ..Known::default() };
        let reports: Vec<_> = (0..40).map(|number| check(&file(number), &known)).collect();
        let failed = reports.iter().filter(|report| report.has_failed()).count();
        assert!((2..=20).contains(&failed), "{failed} of 40 are crooked");
        assert!(reports.iter().all(|report| report.shoe.is_some()));
    }
}
