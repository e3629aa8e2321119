//! What a live table waits for, as dealers, supervisors and patrons are shown it. Derived; no event.

use crate::live::dealer::Start;
use crate::live::findings::FindingCode;
use crate::live::state::RecordingState;
use crate::phase::Phase;
use crate::state::Table;

/// Above how many readings that wait a supervisor is called.
pub const CALLED_ABOVE: usize = 6;

/// What a live table waits for, the first that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LiveWait {
    /// The table is to be recorded, and is not.
    Recording,
    /// No device is connected.
    Device,
    /// Nobody deals.
    Dealer,
    /// No shoe is open that another round can be played from.
    Shoe,
    /// The burn of the new shoe, or the card that is burned at a change of dealers.
    Burn,
    /// People, because of a finding.
    Finding(FindingCode),
    /// A supervisor, because too many readings wait, or between rounds because the dealer called one.
    Supervisor,
    /// The dealer, who holds the table.
    Hold,
    /// The patrons who turn cards.
    Squeeze,
    /// The dealer, to begin a round.
    Start,
    /// A card.
    Card,
}

impl LiveWait {
    /// Its name in data.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

impl Table {
    /// What this table waits for, if it is a live one and waits for something but the clock.
    pub fn live_wait(&self) -> Option<LiveWait> {
        let scanner = self.live_settings()?;
        let under_way = self.phase.round_under_way();
        let fresh = matches!(self.phase, Phase::Shuffling { burned: false });
        let (dealing, betting) = (self.card_is_due(), matches!(self.phase, Phase::Betting { .. }));
        let no_shoe = !self.live.scanned || !under_way && self.shoe_is_over();
        let finding = self.live.finding.as_ref();
        let many = self.live.waiting.len() > CALLED_ABOVE && !no_shoe && !fresh;
        let called = many || self.live.asked.call.is_some() && !under_way;
        // A round under way goes on to its end; only the next one needs the recording.
        let unrecorded = !under_way && self.live.recording == RecordingState::Lost;
        let waits = [
            (unrecorded, LiveWait::Recording),
            (self.live.device.is_none(), LiveWait::Device),
            (self.live.dealer.is_none(), LiveWait::Dealer),
            (no_shoe && finding.is_none(), LiveWait::Shoe),
            (finding.is_none() && (fresh || self.waits_for_hand_over()), LiveWait::Burn),
        ];
        let first = waits.into_iter().find(|(holds, _)| *holds).map(|(_, wait)| wait);
        first.or_else(|| match finding {
            Some(finding) => Some(LiveWait::Finding(finding.code)),
            None if called => Some(LiveWait::Supervisor),
            None if self.waits_for_reveal() => Some(LiveWait::Squeeze),
            None if dealing => Some(LiveWait::Card),
            None if self.live.is_held() && !under_way => Some(LiveWait::Hold),
            None if !betting && scanner.start == Start::Dealer => Some(LiveWait::Start),
            None => None,
        })
    }
}
