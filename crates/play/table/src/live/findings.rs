//! What may be wrong with a reading, how it may be put right, and who decides it. A table of facts; whether a way is
//! open at this moment, [`judged`](crate::live) says.

use serde::{Deserialize, Serialize};

/// What is wrong.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FindingCode {
    /// A card passed and was not read, or the device is not sure enough.
    Unreadable,
    /// Two readings may be of one piece of card.
    ReadTwice,
    /// The device expects the card elsewhere than the table does.
    OutOfTurn,
    /// All copies of the card have come out of the shoe.
    TooManyCopies,
    /// A card came after the coup, or between rounds.
    SpareCard,
    /// A card came while wagers were taken.
    EarlyCard,
    /// A supervisor saw that the cards were not burned as the house rules say.
    BurnForgotten,
    /// The shoe that was loaded is not the one that is wanted, or cards come from a shoe that is not open.
    WrongShoe,
    /// Something passed that is no card of the house.
    ForeignCard,
    /// The dealer says that a card on the table was read wrongly.
    Misread,
    /// Something passed of which there is no reading.
    MissedCard,
    /// The reading of a card came late.
    LateReading,
    /// The cut card came before the cards were burned.
    CutCardEarly,
    /// So few cards are left that the cut card must have been overlooked.
    CutCardLate,
    /// The cards of the shoe are not those of its decks.
    Composition,
    /// The device thinks that another side won.
    DeviceDisagrees,
}

impl FindingCode {
    /// Its name in data.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// All of them.
    pub const fn all() -> &'static [Self] {
        <Self as strum::VariantArray>::VARIANTS
    }
}

/// How a finding is resolved.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum How {
    /// The card passes the sensor once more; this reading of it does not count.
    Rescan,
    /// Two people say what the card is.
    KeyIn,
    /// The round does not count.
    Void,
    /// The reading is of a card that was read before; it does not count.
    Drop,
    /// The reading is of another card than the one before it.
    Take,
    /// The order past the sensor stands.
    GoOn,
    /// The late reading stands.
    Accept,
    /// The round does not count, and the shoe ends.
    VoidAndEndShoe,
    /// The shoe ends after the round.
    EndShoe,
    /// The card is burned face up.
    Burn,
    /// The card opens a hand without wagers.
    FreeHand,
    /// Another shoe is loaded.
    LoadRight,
    /// The shoe that was loaded is the one that is wanted.
    Assign,
    /// The cut card came out.
    Seen,
    /// The round under way is the last of the shoe; between rounds the next one.
    LastRound,
    /// It is put on record, and nothing follows.
    Note,
}

impl How {
    /// Its name in data.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// All of them.
    pub const fn all() -> &'static [Self] {
        <Self as strum::VariantArray>::VARIANTS
    }
}

/// Who has to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Needs {
    /// The dealer.
    Dealer,
    /// A supervisor.
    Supervisor,
    /// The dealer, and a supervisor who is another person.
    DealerAndSupervisor,
    /// Two supervisors.
    TwoSupervisors,
}

impl Needs {
    /// Its name in data.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// Whether two people have to agree.
    pub const fn two(self) -> bool {
        matches!(self, Self::DealerAndSupervisor | Self::TwoSupervisors)
    }
}

/// How many times a card that cannot be read is scanned again.
pub const RESCANS: u8 = 3;
/// After how many rescans of a card that cannot be read its round may be voided.
pub const RESCANS_BEFORE_VOID: u8 = 2;
/// How many times two people may type different cards.
pub const TRIES: u8 = 3;

/// Who has to agree to resolve a finding like this; none when it is never resolved like this.
pub const fn needs(code: FindingCode, how: How) -> Option<Needs> {
    use FindingCode as Code;
    Some(match (code, how) {
        (Code::Unreadable | Code::TooManyCopies | Code::MissedCard, How::Rescan)
        | (Code::ReadTwice, How::Drop)
        | (Code::SpareCard | Code::EarlyCard, How::Burn)
        | (Code::WrongShoe, How::LoadRight)
        | (Code::CutCardEarly | Code::CutCardLate, How::Seen) => Needs::Dealer,
        (Code::OutOfTurn, How::GoOn)
        | (Code::LateReading, How::Accept)
        | (Code::SpareCard, How::FreeHand)
        | (
            Code::OutOfTurn | Code::LateReading | Code::MissedCard | Code::EarlyCard | Code::Misread,
            How::Void,
        )
        | (Code::BurnForgotten | Code::WrongShoe, How::EndShoe)
        | (Code::CutCardEarly | Code::CutCardLate, How::LastRound | How::EndShoe)
        | (Code::DeviceDisagrees, How::Note) => Needs::Supervisor,
        (Code::Unreadable | Code::TooManyCopies | Code::MissedCard | Code::Misread, How::KeyIn)
        | (Code::Unreadable, How::Void)
        | (Code::ReadTwice, How::Take) => Needs::DealerAndSupervisor,
        (Code::TooManyCopies | Code::ForeignCard, How::VoidAndEndShoe)
        | (Code::WrongShoe, How::Assign)
        | (Code::Composition, How::Note) => Needs::TwoSupervisors,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Transcribed from the table of findings: D the dealer, S a supervisor.
    const WAYS: [(FindingCode, &str); 16] = [
        (FindingCode::Unreadable, "rescan D, key_in DS, void DS"),
        (FindingCode::ReadTwice, "drop D, take DS"),
        (FindingCode::OutOfTurn, "void S, go_on S"),
        (FindingCode::TooManyCopies, "rescan D, key_in DS, void_and_end_shoe SS"),
        (FindingCode::SpareCard, "burn D, free_hand S"),
        (FindingCode::EarlyCard, "void S, burn D"),
        (FindingCode::BurnForgotten, "end_shoe S"),
        (FindingCode::WrongShoe, "end_shoe S, load_right D, assign SS"),
        (FindingCode::ForeignCard, "void_and_end_shoe SS"),
        (FindingCode::Misread, "key_in DS, void S"),
        (FindingCode::MissedCard, "rescan D, key_in DS, void S"),
        (FindingCode::LateReading, "void S, accept S"),
        (FindingCode::CutCardEarly, "end_shoe S, seen D, last_round S"),
        (FindingCode::CutCardLate, "end_shoe S, seen D, last_round S"),
        (FindingCode::Composition, "note SS"),
        (FindingCode::DeviceDisagrees, "note S"),
    ];

    #[test]
    fn each_finding_has_the_ways_of_the_table_and_no_other() {
        let who = |needs| match needs {
            Needs::Dealer => "D",
            Needs::Supervisor => "S",
            Needs::DealerAndSupervisor => "DS",
            Needs::TwoSupervisors => "SS",
        };
        assert!(WAYS.iter().map(|(code, _)| code).eq(FindingCode::all()));
        for (code, expected) in WAYS {
            let way = |how: &How| needs(code, *how).map(|needs| format!("{} {}", how.id(), who(needs)));
            let ways: Vec<String> = How::all().iter().filter_map(way).collect();
            assert_eq!(ways.join(", "), expected, "{}", code.id());
        }
    }
}
