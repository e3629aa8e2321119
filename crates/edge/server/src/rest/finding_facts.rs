//! Turns the facts of an open finding into those of an answer.

use table::live::{CardCount, CountedShoe, Fact};
use wire::finding_facts::{CardsOfKind, FindingFact};

pub(super) fn said(fact: &Fact) -> FindingFact {
    match fact {
        Fact::Card(card) => FindingFact::Card { card: card.to_string() },
        Fact::Sure { conf, at_least } => FindingFact::Sure { conf: *conf, at_least: *at_least },
        Fact::Slot(slot) => FindingFact::Slot { slot: (*slot).into() },
        Fact::Shoe { label, decks, seal } => {
            FindingFact::Shoe { label: label.clone(), decks: *decks, seal: seal.clone() }
        }
        Fact::Missed(count) => FindingFact::Missed { count: *count },
        Fact::Late(count) => FindingFact::Late { count: u32::try_from(*count).unwrap_or(u32::MAX) },
        Fact::Outcome(outcome) => FindingFact::Outcome { outcome: <&str>::from(*outcome).to_owned() },
        Fact::Differs(CountedShoe { missing, extra, unseen }) => {
            FindingFact::Differs { missing: kinds(missing), extra: kinds(extra), unseen: *unseen }
        }
    }
}

fn kinds(counts: &[CardCount]) -> Vec<CardsOfKind> {
    counts.iter().map(|one| CardsOfKind { card: one.card.to_string(), count: one.count }).collect()
}
