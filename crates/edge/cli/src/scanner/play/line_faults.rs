//! What may go wrong with what a device says, or with its line: the names, the places, and the frames that a device in
//! order never sends. Knows no socket.

use std::fmt;

use scanner::frame::{Beat, DeviceFrame, DeviceState, GateState};
use scanner::{DeviceKey, Envelope, Record};

use super::place::Place;

/// How many frames a flood has: more than a second and a whole window of them.
pub(super) const FLOOD: usize = 80;
/// A text that is no frame.
pub(super) const GARBAGE: &str = "no frame at all";
/// The length of a text that is too long for a frame.
const TOO_LONG: usize = scanner::envelope::LONGEST + 1;
/// The longest silence or delay that can be asked for: an hour.
const MOST_MS: u64 = 3_600_000;

/// What goes wrong with what a device says, or with its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineFault {
    /// The device says nothing for so many milliseconds.
    Silence(u64),
    /// The line breaks.
    Drop,
    /// A record comes after the one that follows it.
    Reorder,
    /// A record comes once more.
    Replay,
    /// A record is lost on its way.
    Gap,
    /// The device signs a second record of the same number.
    Fork,
    /// A record comes with a signature that is of another text, and then as it is.
    BadSig,
    /// A record comes so many milliseconds late.
    Stale(u64),
    /// A beat is so many milliseconds before the one that it follows.
    Clock(u64),
    /// The device is switched off and on.
    Reboot,
    /// The device comes with an empty memory, and finds it again.
    Amnesia,
    /// A second device has the same key.
    Second,
    /// Too many frames at once.
    Flood,
    /// A text that is no frame.
    Garbage,
    /// A text that is too long for a frame.
    Oversize,
    /// The ack of a record is lost.
    LostAck,
}

use LineFault as F;

/// The faults that take no further word.
const PLAIN: [(&str, LineFault); 13] = [
    ("drop", F::Drop),
    ("reorder", F::Reorder),
    ("replay", F::Replay),
    ("gap", F::Gap),
    ("fork", F::Fork),
    ("bad-sig", F::BadSig),
    ("reboot", F::Reboot),
    ("amnesia", F::Amnesia),
    ("second", F::Second),
    ("flood", F::Flood),
    ("garbage", F::Garbage),
    ("oversize", F::Oversize),
    ("lost-ack", F::LostAck),
];

impl LineFault {
    /// The fault of this name, with what stands behind its colon.
    pub(super) fn read(name: &str, more: Option<&str>) -> Option<Self> {
        let ms = || more?.parse().ok().filter(|ms| (1..=MOST_MS).contains(ms));
        match (name, more) {
            ("silence", _) => ms().map(Self::Silence),
            ("stale", _) => ms().map(Self::Stale),
            ("clock", _) => ms().map(Self::Clock),
            (_, None) => PLAIN.iter().find(|(known, _)| *known == name).map(|(_, fault)| *fault),
            _ => None,
        }
    }

    /// Whether it can be made there.
    pub(super) const fn is_possible_at(self, place: Place) -> bool {
        match self {
            // Only a card of a round is looked at because it is late.
            Self::Stale(_) => matches!(place, Place::Card(..)),
            _ => place.has_record() || !self.is_of_record(),
        }
    }

    /// Whether it is made with a record on its way; the others follow when everything is acknowledged.
    pub(super) const fn is_of_record(self) -> bool {
        matches!(self, Self::Reorder | Self::Gap | Self::BadSig | Self::Stale(_) | Self::LostAck)
    }

    /// How long it lasts, in milliseconds.
    pub(super) const fn lasts_ms(self) -> u64 {
        match self {
            Self::Silence(ms) | Self::Stale(ms) => ms,
            _ => 0,
        }
    }
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silence(ms) => write!(f, "silence:{ms}"),
            Self::Stale(ms) => write!(f, "stale:{ms}"),
            Self::Clock(ms) => write!(f, "clock:{ms}"),
            plain => f.write_str(PLAIN.iter().find(|(_, fault)| fault == plain).map_or("", |(name, _)| name)),
        }
    }
}

/// A text that is too long for a frame.
pub(super) fn oversize() -> String {
    "x".repeat(TOO_LONG)
}

/// This frame, with the signature of another text.
pub(super) fn wrongly_signed(key: &DeviceKey, frame: &str) -> Option<String> {
    let right = Envelope::read(frame).ok()?;
    let other = Envelope::sign(key, "{}".to_owned());
    Envelope::new(right.body().to_owned(), other.sig()).ok().map(|wrong| wrong.write())
}

/// Another record in the place of this one, rightly signed.
pub(super) fn other_history(key: &DeviceKey, frame: &str) -> Option<String> {
    let DeviceFrame::Record(record) = said(frame)? else { return None };
    let other = Record { t: record.t.saturating_add(1), ..record };
    Some(Envelope::sign(key, DeviceFrame::Record(other).write()).write())
}

/// The beat that follows this hello or beat, so many milliseconds before it.
pub(super) fn clock_back(key: &DeviceKey, frame: &str, ms: u64) -> Option<String> {
    let (session, b, last, t) = match said(frame)? {
        DeviceFrame::Hello(hello) => (hello.session, 0, hello.last, hello.t),
        DeviceFrame::Beat(beat) => (beat.session, beat.b, beat.last, beat.t),
        DeviceFrame::Record(_) => return None,
    };
    let (state, gate) = (DeviceState::Ready, GateState::Shut);
    let beat = Beat { session, b: b.saturating_add(1), last, t: t.saturating_sub(ms), state, gate };
    Some(Envelope::sign(key, DeviceFrame::Beat(beat).write()).write())
}

/// Whether this frame is a beat.
pub(super) fn is_beat(frame: &str) -> bool {
    matches!(said(frame), Some(DeviceFrame::Beat(_)))
}

/// What a frame of a device says.
pub(super) fn said(frame: &str) -> Option<DeviceFrame> {
    DeviceFrame::read(Envelope::read(frame).ok()?.body()).ok()
}

#[cfg(test)]
mod tests {
    use scanner::frame::{CardRecord, What};

    use super::*;

    fn key() -> DeviceKey {
        DeviceKey::new([7; 32])
    }

    /// A record of a card, as the device signs it.
    fn record() -> String {
        let what = What::Card(CardRecord::new(1, "9h".parse().unwrap()));
        let record = Record { n: 1, prev: fair::Bytes::ZERO, t: 50, what };
        Envelope::sign(&key(), DeviceFrame::Record(record).write()).write()
    }

    #[test]
    fn a_record_with_a_wrong_signature_says_the_same_and_proves_nothing() {
        let (right, wrong) = (record(), wrongly_signed(&key(), &record()).unwrap());
        let read = |text: &str| Envelope::read(text).unwrap();
        assert_eq!(read(&right).body(), read(&wrong).body());
        assert!(
            read(&right).verify(&key().public()).is_ok() && read(&wrong).verify(&key().public()).is_err()
        );
    }

    #[test]
    fn a_second_history_has_the_number_of_the_first_and_another_digest() {
        let (one, other) = (record(), other_history(&key(), &record()).unwrap());
        let (first, second) = (Envelope::read(&one).unwrap(), Envelope::read(&other).unwrap());
        assert!(second.verify(&key().public()).is_ok() && first.digest() != second.digest());
        let n = |text: &str| match said(text) {
            Some(DeviceFrame::Record(record)) => record.n,
            other => panic!("{other:?}"),
        };
        assert_eq!(n(&one), n(&other));
    }

    #[test]
    fn a_clock_that_runs_back_is_seen_in_the_next_beat() {
        let beat = |b, t| {
            let (state, gate) = (DeviceState::Ready, GateState::Shut);
            let beat = Beat { session: "0".repeat(32).parse().unwrap(), b, last: 3, t, state, gate };
            Envelope::sign(&key(), DeviceFrame::Beat(beat).write()).write()
        };
        let back = clock_back(&key(), &beat(4, 9_000), 250).unwrap();
        assert_eq!(back, beat(5, 8_750));
        assert!(is_beat(&back) && !is_beat(&record()));
        assert_eq!(clock_back(&key(), &record(), 250), None);
    }

    #[test]
    fn what_is_no_frame_is_none() {
        assert!(Envelope::read(GARBAGE).is_err() && Envelope::read(&oversize()).is_err());
    }
}
