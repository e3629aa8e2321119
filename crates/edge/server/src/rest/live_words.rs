//! Turns places of cards and ways to resolve a finding into their words in requests and answers, and back.

use table::live::{How, Slot};
use wire::card_slot::CardSlot;
use wire::live::FindingResolution;

/// Defines the way between the words of requests and those of the table, which are the same.
macro_rules! same_words {
    ($said:ident, $known:ident, $to:ident, $from:ident: $($word:ident)+) => {
        pub(super) const fn $to(said: $said) -> $known {
            match said {
                $($said::$word => $known::$word,)+
            }
        }

        pub(super) const fn $from(known: $known) -> $said {
            match known {
                $($known::$word => $said::$word,)+
            }
        }
    };
}

same_words!(CardSlot, Slot, slot_of, said_slot: P1 B1 P2 B2 P3 B3 Burn);
same_words!(
    FindingResolution, How, how_of, said_how:
    Rescan KeyIn Void Drop Take GoOn Accept VoidAndEndShoe EndShoe Burn FreeHand LoadRight Assign Seen LastRound Note
);
