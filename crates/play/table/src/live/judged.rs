//! Which ways out of the open finding there are at this moment. Judges no person.

use crate::live::findings::{self, FindingCode, How, Needs};
use crate::live::open_finding::OpenFinding;
use crate::live::place::Place;
use crate::live::reading::{Read, ShoeChange};
use crate::live::state::RecordingState;
use crate::live::state::Waiting;
use crate::state::Table;

impl Table {
    /// The ways to resolve the open finding now, and who has to agree to each.
    pub fn ways(&self) -> Vec<(How, Needs)> {
        let ways = How::all().iter().map(|how| (*how, self.way(*how)));
        ways.filter_map(|(how, needs)| needs.map(|needs| (how, needs))).collect()
    }

    /// Who has to agree to resolve the open finding like this; none when it cannot be.
    pub(crate) fn way(&self, how: How) -> Option<Needs> {
        let finding = self.live.finding.as_ref()?;
        let needs = findings::needs(finding.code, how)?;
        self.is_open_way(finding, how).then_some(needs)
    }

    fn is_open_way(&self, finding: &OpenFinding, how: How) -> bool {
        let (code, place) = (finding.code, self.place());
        // Without a round there is nothing to void, so two people try on.
        let tried = finding.tries >= findings::TRIES && self.phase.round_under_way();
        match how {
            How::Rescan => self.may_rescan(finding),
            How::KeyIn => match code {
                FindingCode::MissedCard | FindingCode::TooManyCopies => !tried && place == Place::Wanted,
                _ => !tried,
            },
            How::Void => self.phase.round_under_way() && self.may_void(code, tried),
            How::Take => self.about(finding).is_some_and(|waiting| !self.is_twice(waiting)),
            How::FreeHand => {
                let read = self.about(finding).and_then(|waiting| waiting.value(self.conf_min()));
                let recorded = self.live.recording != RecordingState::Lost;
                place == Place::Between && !self.shoe_is_over() && read.is_some() && recorded
            }
            How::Assign => self.may_assign(finding),
            // A shoe that is over by itself is ended all the same, because nothing else puts a forgotten burn right.
            How::EndShoe => code == FindingCode::BurnForgotten || self.shoe_in_play(),
            How::LastRound => self.shoe_in_play(),
            How::Drop
            | How::GoOn
            | How::Accept
            | How::VoidAndEndShoe
            | How::Burn
            | How::LoadRight
            | How::Seen
            | How::Note => true,
        }
    }

    /// A card passes once more before another one does, or its new reading says which pass it replaces.
    fn may_rescan(&self, finding: &OpenFinding) -> bool {
        let often = finding.code == FindingCode::Unreadable && self.live.rescans >= findings::RESCANS;
        let in_order = self.place() != Place::Wanted
            || finding.records.iter().all(|record| {
                self.live.replacement(*record).is_some() || self.live.cards_after(*record).next().is_none()
            });
        in_order && !often
    }

    /// A card that cannot be read voids its round after some rescans, one that was misread only when nobody agrees on
    /// what it is.
    const fn may_void(&self, code: FindingCode, tried: bool) -> bool {
        match code {
            FindingCode::Unreadable => tried || self.live.rescans >= findings::RESCANS_BEFORE_VOID,
            FindingCode::Misread => tried,
            _ => true,
        }
    }

    /// Only a label is a matter of supervisors: no shoe with other decks is opened, and none in the place of another.
    fn may_assign(&self, finding: &OpenFinding) -> bool {
        self.about(finding).is_some_and(|waiting| match &waiting.reading.what {
            Read::Shoe(shoe) => {
                let loaded = shoe.change == ShoeChange::Loaded;
                loaded && shoe.decks == self.settings.rules.decks && !self.shoe_in_play()
            }
            _ => false,
        })
    }

    /// The reading that a finding is about, if it is about one.
    pub(crate) fn about(&self, finding: &OpenFinding) -> Option<&Waiting> {
        finding.records.first().and_then(|record| self.live.find(*record))
    }
}
