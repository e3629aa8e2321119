//! A server with a store, which commits late, or not at all before it is killed.

use std::collections::VecDeque;

use fair::Bytes;

use super::shoe::SECRET;
use crate::frame::{Hello, ServerFrame};
use crate::key::DeviceKey;
use crate::record::{Head, SignedRecord};
use crate::server::{Alarm, Arrival, Claim, Effect, Enrolled, Line, Notice, ServerSession, Standing, Timing};

#[derive(Default)]
pub(super) struct House {
    /// What is durable.
    pub(super) stored: Vec<SignedRecord>,
    /// The session on the line.
    session: Option<ServerSession>,
    /// A session whose line broke, and nobody noticed.
    old: Option<ServerSession>,
    storing: VecDeque<Arrival>,
    claims: VecDeque<Claim>,
    line: Option<Line>,
    sessions: u128,
    /// Whether the session on the line ended.
    pub(super) hangs_up: bool,
    pub(super) bad: usize,
}

impl House {
    fn head(&self) -> Head {
        self.stored.last().map_or(Head::NONE, SignedRecord::head)
    }

    /// A device connects.
    pub(super) fn begin(&mut self, now: u64) -> String {
        self.sessions = self.sessions.saturating_add(1);
        let id = Bytes(self.sessions.to_be_bytes());
        let (session, effect) = ServerSession::begin(id, Timing::default(), now);
        self.session = Some(session);
        self.hangs_up = false;
        let Effect::Send(frame) = effect else { unreachable!("a session begins with a challenge") };
        frame.write()
    }

    /// The line breaks; the server may not notice.
    pub(super) fn lose_line(&mut self, is_noticed: bool) {
        let Some(session) = self.session.take() else { return };
        if let Some(line) = session.line() {
            self.line = Some(line);
            self.claims.clear();
            if !is_noticed {
                self.old = Some(session);
            }
        }
    }

    /// The server is killed: sessions and what was not committed are gone.
    pub(super) fn kill(&mut self) {
        (self.session, self.old, self.line) = (None, None, None);
        self.storing.clear();
        self.claims.clear();
    }

    pub(super) fn receive(&mut self, text: &str, now: u64) -> Vec<String> {
        let effects = self.session.as_mut().map_or_else(Vec::new, |session| session.receive(text, now));
        self.carry_out(effects, now)
    }

    pub(super) fn tick(&mut self, now: u64) -> Vec<String> {
        if let Some(old) = &mut self.old {
            self.line = old.line().or(self.line);
            let _nobody_hears = old.tick(now);
            if old.has_ended() {
                self.old = None;
            }
        }
        let effects = self.session.as_mut().map_or_else(Vec::new, |session| session.tick(now));
        self.carry_out(effects, now)
    }

    /// Commits the next record, and says so unless the server is killed before.
    pub(super) fn commit(&mut self, says_so: bool, now: u64) -> Vec<String> {
        let Some(arrival) = self.storing.pop_front() else { return Vec::new() };
        let head = arrival.signed.head();
        assert_eq!(
            self.head().check(arrival.signed.record()),
            Ok(()),
            "records are handed over in order, once"
        );
        assert!(arrival.read_at <= arrival.received_at, "nothing is read after it came");
        self.stored.push(arrival.signed);
        if !says_so {
            self.kill();
            return Vec::new();
        }
        let session = self.session.as_mut().or(self.old.as_mut());
        let effects = session.map_or_else(Vec::new, |session| session.stored(head.n));
        self.carry_out(effects, now)
    }

    /// Looks up the next record that came again.
    pub(super) fn compare(&mut self, now: u64) -> Vec<String> {
        let Some(claim) = self.claims.pop_front() else { return Vec::new() };
        let stored = self.stored.iter().find(|signed| signed.head().n == claim.n);
        let stored = stored.expect("only records that are stored are compared").head().digest;
        let effects = self.session.as_mut().map_or_else(Vec::new, |session| session.compared(claim, stored));
        self.carry_out(effects, now)
    }

    fn carry_out(&mut self, effects: Vec<Effect>, now: u64) -> Vec<String> {
        let mut sent = Vec::new();
        for effect in effects {
            match effect {
                Effect::Send(frame) => {
                    self.judge(frame);
                    sent.push(frame.write());
                }
                Effect::Identify(hello) => sent.extend(self.admit(&hello, now)),
                Effect::Store(arrival) => self.storing.push_back(*arrival),
                Effect::Compare(claim) => self.claims.push_back(claim),
                Effect::Tell(Notice::Alarm(alarm)) => {
                    assert_eq!(alarm, Alarm::AlreadyConnected, "an honest device raises no other alarm");
                }
                Effect::Tell(_) => {}
                Effect::End(_) => self.hangs_up = true,
            }
        }
        sent
    }

    fn judge(&mut self, frame: ServerFrame) {
        match frame {
            ServerFrame::Ack { n } => assert!(n <= self.head().n, "an ack of {n}, which is not stored"),
            ServerFrame::Welcome(welcome) => assert_eq!(welcome.expect, self.head().next()),
            ServerFrame::Refused { expect: None, .. } => self.bad = self.bad.saturating_add(1),
            _ => {}
        }
    }

    fn admit(&mut self, hello: &Hello, now: u64) -> Vec<String> {
        assert_eq!(hello.key, DeviceKey::new(SECRET).public());
        let is_taken = self.old.as_ref().is_some_and(|old| old.is_alive(now));
        let standing = if is_taken {
            Standing::AlreadyConnected
        } else {
            // What an earlier session handed over is given up before the next one begins.
            self.storing.clear();
            let line = self.old.take().and_then(|old| old.line()).or(self.line);
            Standing::Enrolled(Enrolled { table: 9, head: self.head(), line })
        };
        let effects = self.session.as_mut().map_or_else(Vec::new, |session| session.admit(standing, now));
        self.carry_out(effects, now)
    }

    /// Whether a session is on the line.
    pub(super) const fn has_session(&self) -> bool {
        self.session.is_some()
    }
}
