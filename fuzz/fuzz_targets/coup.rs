//! Law: a text that reads as a card or a coup prints as what it reads as; what does not read names its reasons
//! and gives the record back.
#![no_main]

use baccarat::{Bead, Card, Coup, CoupRecord};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(card) = text.parse::<Card>() {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    if let Ok(bead) = text.parse::<Bead>() {
        assert_eq!(bead.to_string().parse(), Ok(bead));
    }
    match text.parse::<Coup>() {
        Ok(coup) => {
            assert_eq!(coup.to_string().parse(), Ok(coup));
            assert_eq!(CoupRecord { cards: coup.cards().to_vec() }.into_coup(8), Ok(coup));
        }
        Err(error) => {
            assert!(!error.reasons.is_empty());
            assert!(error.record.cards.len() <= text.split_ascii_whitespace().count());
        }
    }
});
