//! A fault of the line under way: which frames of the device go on the line, and which of the server come off it. Knows
//! no socket.

use std::time::Duration;

use scanner::{DeviceKey, ServerFrame};
use tokio::time::Instant;

use super::fault::Fault;
use super::line_faults::{LineFault, is_beat, wrongly_signed};

/// A fault of the line under way.
#[derive(Debug)]
pub(super) struct Trouble {
    /// Which one.
    pub(super) fault: Fault,
    kind: LineFault,
    /// The record with which it is made, as it is sent; none if it is made without one.
    record: String,
    /// How often that was sent.
    sent: u32,
    /// What is held back until something else was sent.
    held: Option<String>,
    /// Until when it lasts, once it began.
    until: Option<Instant>,
    /// Whether it was made, if it is not made with a record.
    pub(super) is_done: bool,
}

impl Trouble {
    /// A fault that is made with this record.
    pub(super) fn new(fault: Fault, kind: LineFault, record: String, now: Instant) -> Self {
        let until = matches!(kind, LineFault::Stale(_)).then(|| now + Duration::from_millis(kind.lasts_ms()));
        Self { fault, kind, record, sent: 0, held: None, until, is_done: false }
    }

    /// What it is, if it is to be made when everything is acknowledged.
    pub(super) const fn due(&self) -> Option<LineFault> {
        if self.kind.is_of_record() || self.is_done { None } else { Some(self.kind) }
    }

    /// When something changes by itself.
    pub(super) const fn until(&self) -> Option<Instant> {
        self.until
    }

    /// Whether the device is not to connect.
    pub(super) const fn is_silent(&self) -> bool {
        matches!(self.kind, LineFault::Silence(_)) && self.until.is_some()
    }

    /// What goes on the line when the device sends this.
    pub(super) fn outgoing(&mut self, text: String, key: &DeviceKey, now: Instant) -> Vec<String> {
        if let LineFault::Silence(ms) = self.kind {
            return self.silenced(text, ms, now);
        }
        if !self.kind.is_of_record() || text != self.record {
            return [Some(text), self.held.take()].into_iter().flatten().collect();
        }
        self.sent = self.sent.saturating_add(1);
        match (self.kind, self.sent) {
            (LineFault::Gap, 1) => Vec::new(),
            (LineFault::Reorder, 1) => {
                self.held = Some(text);
                Vec::new()
            }
            (LineFault::BadSig, 1) => {
                [wrongly_signed(key, &text), Some(text)].into_iter().flatten().collect()
            }
            (LineFault::Stale(_), _) if self.until.is_some() => Vec::new(),
            _ => vec![text],
        }
    }

    /// A silence begins behind a beat, so that it is as long as it was asked for.
    fn silenced(&mut self, text: String, ms: u64, now: Instant) -> Vec<String> {
        if !self.is_done || self.until.is_some() {
            return if self.is_done { Vec::new() } else { vec![text] };
        }
        if is_beat(&text) && self.sent == 0 {
            self.sent = 1;
            self.until = Some(now + Duration::from_millis(ms));
        }
        vec![text]
    }

    /// Whether the device hears this frame.
    pub(super) const fn incoming(&self, frame: &ServerFrame) -> bool {
        let is_lost = matches!(self.kind, LineFault::LostAck) && self.sent < 2;
        !(is_lost && matches!(frame, ServerFrame::Ack { .. }))
    }

    /// What is sent when its time is over; nothing before.
    pub(super) fn end(&mut self, now: Instant) -> Option<String> {
        self.until.take_if(|until| now >= *until).map(|_| self.record.clone())
    }
}

#[cfg(test)]
mod tests {
    use scanner::Envelope;
    use scanner::frame::{Beat, DeviceFrame, DeviceState, GateState};

    use super::*;

    fn key() -> DeviceKey {
        DeviceKey::new([7; 32])
    }

    fn beat() -> String {
        let (state, gate) = (DeviceState::Ready, GateState::Shut);
        let beat = Beat { session: "0".repeat(32).parse().unwrap(), b: 1, last: 3, t: 9, state, gate };
        Envelope::sign(&key(), DeviceFrame::Beat(beat).write()).write()
    }

    /// What goes on the line of these texts, with a fault at the first of them.
    fn line(name: &str, texts: &[&str]) -> Vec<String> {
        let fault: Fault = format!("{name}@1.P1").parse().unwrap();
        let now = Instant::now();
        let mut trouble = Trouble::new(fault, fault.of_line().unwrap(), texts[0].to_owned(), now);
        texts.iter().flat_map(|text| trouble.outgoing((*text).to_owned(), &key(), now)).collect()
    }

    #[test]
    fn a_record_is_lost_overtaken_or_sent_wrongly_once() {
        assert_eq!(line("gap", &["one", "two", "one"]), ["two", "one"]);
        assert_eq!(line("reorder", &["one", "two", "one"]), ["two", "one", "one"]);
        assert_eq!(line("stale:5100", &["one", "two", "one"]), ["two"]);
        let beat = beat();
        let sent = line("bad-sig", &[&beat, &beat]);
        assert_eq!((sent.len(), &sent[1], &sent[2]), (3, &beat, &beat));
        assert_ne!(sent[0], beat);
        assert_eq!(line("lost-ack", &["one", "two"]), ["one", "two"]);
    }

    #[test]
    fn a_late_record_comes_when_its_time_is_over() {
        let fault: Fault = "stale:5100@1.P1".parse().unwrap();
        let now = Instant::now();
        let mut trouble = Trouble::new(fault, fault.of_line().unwrap(), "one".to_owned(), now);
        assert_eq!(trouble.end(now), None);
        assert_eq!(trouble.end(now + Duration::from_millis(5_100)), Some("one".to_owned()));
        assert_eq!(trouble.outgoing("one".to_owned(), &key(), now), ["one"]);
    }

    #[test]
    fn a_silence_begins_behind_a_beat() {
        let fault: Fault = "silence:500@1.after".parse().unwrap();
        let now = Instant::now();
        let mut trouble = Trouble::new(fault, fault.of_line().unwrap(), String::new(), now);
        trouble.is_done = true;
        let mut said = |text: &str, after: u64| {
            trouble.outgoing(text.to_owned(), &key(), now + Duration::from_millis(after)).len()
        };
        let beat = beat();
        assert_eq!(
            (said("a record", 0), said(&beat, 10), said(&beat, 20), said("a record", 400)),
            (1, 1, 0, 0)
        );
        assert_eq!(trouble.until(), Some(now + Duration::from_millis(510)));
        assert!(trouble.end(now + Duration::from_millis(510)).is_some() && !trouble.is_silent());
        assert_eq!(trouble.outgoing(beat.clone(), &key(), now), [beat]);
    }

    #[test]
    fn an_ack_is_lost_until_the_device_sends_its_record_again() {
        let fault: Fault = "lost-ack@1.P1".parse().unwrap();
        let now = Instant::now();
        let mut trouble = Trouble::new(fault, fault.of_line().unwrap(), "one".to_owned(), now);
        for hears in [false, true] {
            trouble.outgoing("one".to_owned(), &key(), now);
            assert_eq!(trouble.incoming(&ServerFrame::Ack { n: 1 }), hears);
        }
    }
}
