//! What the six house rules say of spots, the burn, the end of a shoe and leaving. Written from the vendor documents
//! 000 to 004 and trade practice. Shares no line with the kernel, on purpose.

use crate::card::points;

/// The house rules the auditor knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Document 000, with commission.
    LiveCommission,
    /// Document 000, without.
    LiveNoCommission,
    /// Document 001.
    LivePairs,
    /// Document 002.
    GoldCard,
    /// Document 003.
    SixtyRound,
    /// Document 004.
    ThreeBet,
}

impl Rules {
    /// Each with its id.
    pub const ALL: [(&'static str, Self); 6] = [
        ("live-commission", Self::LiveCommission),
        ("live-no-commission", Self::LiveNoCommission),
        ("live-pairs", Self::LivePairs),
        ("gold-card", Self::GoldCard),
        ("sixty-round", Self::SixtyRound),
        ("three-bet", Self::ThreeBet),
    ];

    /// The rules of that id.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == id).map(|(_, rules)| *rules)
    }

    /// Why a patron may not have these spots in a round, if so.
    pub(crate) fn forbids<'a>(self, spots: impl Iterator<Item = &'a str>, round_no: u16) -> Option<String> {
        let spots: Vec<&str> = spots.collect();
        let closes = match self {
            Self::LiveCommission | Self::LiveNoCommission => Some(32),
            Self::SixtyRound => Some(30),
            _ => None,
        };
        let sizes = spots.contains(&"big") || spots.contains(&"small");
        if sizes && closes.is_some_and(|closes| round_no >= closes) {
            return Some(format!("a wager on the number of cards in round {round_no}"));
        }
        let both = spots.contains(&"player") && spots.contains(&"banker");
        (both && self == Self::SixtyRound).then(|| "wagers on both sides".to_owned())
    }

    /// Whether this is how these rules burn: the card turned over, and how many go face down.
    pub(crate) fn burns(self, first: Option<&str>, face_down: u8) -> bool {
        match (self, first) {
            (Self::LiveCommission | Self::LiveNoCommission | Self::LivePairs, Some(card)) => {
                points(card).is_ok_and(|points| face_down == if points == 0 { 10 } else { points })
            }
            (Self::GoldCard, None) => face_down == 8,
            _ => false,
        }
    }

    /// Whether a new shoe is played without burning any card.
    pub(crate) const fn burns_nothing(self) -> bool {
        matches!(self, Self::SixtyRound | Self::ThreeBet)
    }

    /// How many cards lie behind the gold or cut card and how many rounds follow the one in which it comes out, if
    /// there is one (documents 002 and 003, and the trade's practice where a document is silent).
    pub(crate) const fn cut_card(self) -> Option<(u32, u32)> {
        match self {
            Self::SixtyRound => None,
            Self::GoldCard => Some((156, 0)),
            _ => Some((14, 1)),
        }
    }

    /// After how many rounds a shoe ends in any case, if so.
    pub(crate) const fn round_limit(self) -> Option<u32> {
        match self {
            Self::SixtyRound => Some(60),
            _ => None,
        }
    }

    /// Whether a patron who leaves while betting is open takes the wagers along.
    pub(crate) const fn releases_on_leaving(self) -> bool {
        matches!(self, Self::GoldCard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_close_spots_and_burn_as_they_say() {
        let forbids =
            |rules: Rules, spots: &[&str], round| rules.forbids(spots.iter().copied(), round).is_some();
        assert!(
            forbids(Rules::LiveCommission, &["big"], 32) && !forbids(Rules::LiveCommission, &["big"], 31)
        );
        assert!(forbids(Rules::SixtyRound, &["small"], 30) && !forbids(Rules::SixtyRound, &["small"], 29));
        assert!(forbids(Rules::SixtyRound, &["player", "banker"], 1));
        assert!(!forbids(Rules::GoldCard, &["player", "banker"], 60));
        assert!(Rules::LivePairs.burns(Some("Kd"), 10) && Rules::LivePairs.burns(Some("7s"), 7));
        assert!(!Rules::LivePairs.burns(Some("7s"), 8) && Rules::GoldCard.burns(None, 8));
        assert!(!Rules::ThreeBet.burns(None, 0) && Rules::ThreeBet.burns_nothing());
    }
}
