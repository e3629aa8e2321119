//! Turns ways to resolve a finding into their words in requests and answers, and back.

use table::live::How;
use wire::live::FindingResolution;

/// Defines the way between the words of requests and those of the table, which are the same.
macro_rules! same_words {
    ($($word:ident)+) => {
        pub(super) const fn how_of(said: FindingResolution) -> How {
            match said {
                $(FindingResolution::$word => How::$word,)+
            }
        }

        pub(super) const fn said_how(known: How) -> FindingResolution {
            match known {
                $(How::$word => FindingResolution::$word,)+
            }
        }
    };
}

same_words!(
    Rescan KeyIn Void Drop Take GoOn Accept VoidAndEndShoe EndShoe Burn FreeHand LoadRight Assign Seen LastRound Note
);
