//! Law: a document either reads, and then its rules can settle every spot of their layout, or every fault has a
//! line that the document has.
#![no_main]

use baccarat::{Coup, HouseRules, Wager, Wagers, settle};
use libfuzzer_sys::fuzz_target;
use money::Stake;

fuzz_target!(|text: &str| {
    match text.parse::<HouseRules>() {
        Ok(rules) => {
            let mut wagers = Wagers::new();
            for spot in &rules.spots {
                wagers.add(Wager { spot: spot.spot, stake: Stake::MAX }).expect("each spot stands once");
            }
            let coup: Coup = "2h Kd Kh 3c 9h 3d".parse().expect("a coup");
            let settlement = settle(&coup, &wagers, &rules);
            assert_eq!(settlement.wagers.len(), rules.spots.len());
            assert!(rules.new_shoe().remaining() >= 6);
        }
        Err(errors) => {
            assert!(!errors.0.is_empty());
            let lines = text.split('\n').count();
            assert!(errors.0.iter().all(|error| (1..=lines).contains(&error.line)), "{errors}");
        }
    }
});
