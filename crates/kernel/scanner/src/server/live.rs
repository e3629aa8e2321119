//! A session whose device is welcome: it takes beats and records, and answers each as the order of records demands.

use std::collections::VecDeque;

use fair::Digest;

use super::clock::{Offset, difference};
use super::effect::{
    Alarm, Arrival, Claim, Effect, Enrolled, LATE_MS, Line, Notice, SLOW_MS, Timing, code_of, refuse,
};
use super::rate::Rate;
use crate::device::WINDOW;
use crate::envelope::Envelope;
use crate::frame::{Beat, DeviceFrame, DeviceState, GateState, Hello, Record, Refusal, ServerFrame, Welcome};
use crate::record::{ChainError, Head, SignedRecord};

/// How long after a `gap` the same one is not sent again. A window in this time is within the rate.
const GAP_MS: u64 = 2_000;

#[derive(Clone, Debug)]
pub(super) struct Live {
    hello: Hello,
    /// When the hello came.
    since: u64,
    /// Whether the clock of the device goes on from the session before, and the line was gone for a short while only.
    goes_on: bool,
    /// The last record that is durable.
    durable: Head,
    /// The records after it that the caller stores at this moment.
    storing: VecDeque<Digest>,
    /// The last record that was taken.
    taken: Head,
    /// `t` of the last record that was made in this session.
    record_t: u64,
    beat: Heartbeat,
    offset: Offset,
    rate: Rate,
    /// The last gap: which record was expected, and when.
    gap: Option<(u64, u64)>,
}

#[derive(Clone, Copy, Debug)]
struct Heartbeat {
    b: u64,
    t: u64,
    at: u64,
    shown: Option<(DeviceState, GateState)>,
}

impl Live {
    /// Judges the hello of an enrolled device, which came at `since` and is answered at `now`.
    pub(super) fn new(
        hello: Hello,
        enrolled: &Enrolled,
        since: u64,
        now: u64,
    ) -> Result<Self, (Refusal, Alarm)> {
        let head = enrolled.head;
        if hello.last < head.n {
            return Err((Refusal::CounterLost, Alarm::CounterLost { last: hello.last }));
        }
        if hello.last == head.n && hello.head != head.digest {
            return Err((Refusal::Forked, Alarm::Forked { n: head.n }));
        }
        Ok(Self {
            since,
            goes_on: enrolled.line.is_some_and(|line| goes_on(line, since, hello.t)),
            durable: head,
            storing: VecDeque::new(),
            taken: head,
            record_t: hello.t,
            beat: Heartbeat { b: 0, t: hello.t, at: now, shown: None },
            offset: Offset::new(since, hello.t),
            rate: Rate::new(now),
            gap: None,
            hello,
        })
    }

    pub(super) const fn welcome(&self, table: u32, timing: Timing) -> Welcome {
        let Timing { beat_ms, lost_ms } = timing;
        Welcome { table, expect: self.durable.next(), head: self.durable.digest, beat_ms, lost_ms }
    }

    /// When the last beat came.
    pub(super) const fn beaten_at(&self) -> u64 {
        self.beat.at
    }

    pub(super) fn line(&self) -> Line {
        Line { heard_at: self.beat.at, offset: self.offset.get(self.beat.at) }
    }

    pub(super) fn receive(&mut self, text: &str, at: u64) -> Vec<Effect> {
        if !self.rate.take(at) {
            return refuse(Refusal::TooFast, None);
        }
        let envelope = match Envelope::read(text) {
            Ok(envelope) => envelope,
            Err(error) => return self.bad(code_of(&error), at),
        };
        if envelope.verify(&self.hello.key).is_err() {
            return self.bad(Refusal::BadSignature, at);
        }
        match DeviceFrame::read(envelope.body()) {
            Ok(DeviceFrame::Record(record)) => self.record(SignedRecord::verified(record, envelope), at),
            Ok(DeviceFrame::Beat(beat)) => self.beat(beat, at),
            // The line may bring the hello of this session again.
            Ok(DeviceFrame::Hello(hello)) if hello == self.hello => Vec::new(),
            Ok(DeviceFrame::Hello(_)) => self.bad(Refusal::BadFrame, at),
            Err(error) => self.bad(code_of(&error), at),
        }
    }

    /// A frame that has no effect. The third within a minute ends the session.
    fn bad(&mut self, code: Refusal, at: u64) -> Vec<Effect> {
        if self.rate.is_too_bad(at) {
            return refuse(code, None);
        }
        vec![Effect::Send(ServerFrame::Refused { code, expect: None })]
    }

    fn beat(&mut self, beat: Beat, at: u64) -> Vec<Effect> {
        if beat.session != self.hello.session {
            return self.bad(Refusal::BadSession, at);
        }
        // A beat that comes again, or was overtaken, is no sign of life.
        if beat.b <= self.beat.b {
            return Vec::new();
        }
        if beat.t < self.beat.t {
            return self.bad(Refusal::BadFrame, at);
        }
        self.offset.observe(at, beat.t);
        let shown = (beat.state, beat.gate);
        let has_changed = self.beat.shown != Some(shown);
        self.beat = Heartbeat { b: beat.b, t: beat.t, at, shown: Some(shown) };
        let mut effects = Vec::new();
        if has_changed {
            effects.push(Effect::Tell(Notice::Changed { state: beat.state, gate: beat.gate }));
        }
        if beat.last > self.taken.n {
            effects.extend(self.gap(at));
        }
        effects
    }

    fn record(&mut self, signed: SignedRecord, at: u64) -> Vec<Effect> {
        let claim = Claim { n: signed.head().n, digest: signed.head().digest };
        if claim.n <= self.durable.n {
            return vec![Effect::Compare(claim)];
        }
        if claim.n <= self.taken.n {
            return if self.is_storing(claim) { Vec::new() } else { forked(claim.n) };
        }
        match self.taken.check(signed.record()) {
            Err(ChainError::Number { .. }) => self.gap(at).into_iter().collect(),
            Err(ChainError::Previous { .. }) => forked(claim.n),
            Ok(()) => self.take(signed, at),
        }
    }

    /// Takes the next record of the chain.
    fn take(&mut self, signed: SignedRecord, at: u64) -> Vec<Effect> {
        let (head, record) = (signed.head(), signed.record());
        if head.n == self.hello.last && head.digest != self.hello.head {
            return forked(head.n);
        }
        if self.storing.len() >= WINDOW {
            return refuse(Refusal::TooFast, None);
        }
        if self.is_new(record) {
            if record.t < self.record_t {
                return self.bad(Refusal::BadFrame, at);
            }
            self.record_t = record.t;
            self.offset.observe(at, record.t);
        }
        let read_at = self.read_at(record, at);
        let delay_ms = at.saturating_sub(read_at);
        let is_late = delay_ms > LATE_MS || !(self.goes_on || self.is_new(record));
        self.taken = head;
        self.storing.push_back(head.digest);
        let mut effects = Vec::new();
        if delay_ms > SLOW_MS {
            effects.push(Effect::Tell(Notice::Slow { n: head.n, delay_ms }));
        }
        effects.push(Effect::Store(Box::new(Arrival { signed, received_at: at, read_at, is_late })));
        effects
    }

    /// Whether the device made the record in this session.
    const fn is_new(&self, record: &Record) -> bool {
        record.n > self.hello.last
    }

    /// When the record was read. Where the clock does not go on, only that it was before the hello is known.
    fn read_at(&self, record: &Record, at: u64) -> u64 {
        if self.goes_on || self.is_new(record) { self.offset.read_at(at, record.t) } else { self.since }
    }

    pub(super) fn stored(&mut self, n: u64) -> Vec<Effect> {
        let n = n.min(self.taken.n);
        if n <= self.durable.n {
            return Vec::new();
        }
        while self.durable.n < n
            && let Some(digest) = self.storing.pop_front()
        {
            self.durable = Head { n: self.durable.next(), digest };
        }
        vec![Effect::Send(ServerFrame::Ack { n: self.durable.n })]
    }

    pub(super) fn compared(&self, claim: Claim, stored: Digest) -> Vec<Effect> {
        if claim.digest != stored {
            return forked(claim.n);
        }
        vec![Effect::Send(ServerFrame::Ack { n: self.durable.n })]
    }

    /// Whether the caller stores exactly this record at this moment.
    fn is_storing(&self, claim: Claim) -> bool {
        let place = claim.n.checked_sub(self.durable.next()).and_then(|place| usize::try_from(place).ok());
        place.and_then(|place| self.storing.get(place)) == Some(&claim.digest)
    }

    /// Asks for the records after the last one that was taken, unless it was asked for a moment ago.
    fn gap(&mut self, at: u64) -> Option<Effect> {
        let expect = self.taken.next();
        if self.gap.is_some_and(|(last, asked)| last == expect && at.saturating_sub(asked) < GAP_MS) {
            return None;
        }
        self.gap = Some((expect, at));
        Some(Effect::Send(ServerFrame::Refused { code: Refusal::Gap, expect: Some(expect) }))
    }
}

/// Whether the line was gone for a short while only, and the device was not switched off in between.
fn goes_on(line: Line, at: u64, t: u64) -> bool {
    let drift = difference(at, t).abs_diff(line.offset);
    at.saturating_sub(line.heard_at) < LATE_MS && drift <= SLOW_MS
}

fn forked(n: u64) -> Vec<Effect> {
    refuse(Refusal::Forked, Some(Alarm::Forked { n }))
}
