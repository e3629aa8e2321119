//! A device and a server session for tests, joined by a perfect line, and frames signed by hand.

#![expect(unreachable_pub, reason = "each test file uses its own part")]
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    dead_code,
    reason = "in a test it says: this cannot fail here; and each test file uses its own part"
)]

use fair::{Bytes, Digest};
use punto_scanner::envelope::{digest, preimage};
use punto_scanner::frame::{
    Beat, CardRecord, DeviceState, GateState, Hello, SessionId, ShoeRecord, ShoeState,
};
use punto_scanner::server::{Enrolled, Line, Standing, Timing};
use punto_scanner::{
    About, Device, DeviceFrame, DeviceKey, Effect, Head, Kept, Record, ServerFrame, ServerSession, What,
};

/// The session of the vectors.
pub const SESSION: &str = "6f1d2c3b4a5968778695a4b3c2d1e0ff";
/// The time on the server's clock when the sessions of the tests begin.
pub const START: u64 = 1_772_409_600_000;

pub fn session_id() -> SessionId {
    SESSION.parse().unwrap()
}

/// The secret of the vectors.
pub fn secret() -> [u8; 32] {
    std::array::from_fn(|place| u8::try_from(place).unwrap())
}

pub fn key() -> DeviceKey {
    DeviceKey::new(secret())
}

pub fn about() -> About {
    About { model: "punto-sim".parse().unwrap(), firmware: "1.0".parse().unwrap() }
}

pub fn device() -> Device {
    Device::start(key(), about(), Kept { acked: Head::NONE, unacked: Vec::new() }).unwrap()
}

/// A frame with this body, signed by a key as a device signs it. The body may be no frame.
pub fn signed(key: [u8; 32], body: &str) -> String {
    signed_text(key, &preimage(body), body)
}

/// A frame with this body, whose signature is over another text.
pub fn signed_text(key: [u8; 32], text: &str, body: &str) -> String {
    let sig = fair::HouseKey::new(key).sign(text);
    json::write(|to| {
        to.record(|it| {
            it.field("body").text(&body);
            it.field("sig").text(&sig);
        });
    })
}

pub fn hello(head: Head, t: u64) -> Hello {
    Hello {
        key: key().public(),
        session: session_id(),
        model: about().model,
        firmware: about().firmware,
        last: head.n,
        head: head.digest,
        t,
    }
}

pub fn beat(b: u64, last: u64, t: u64) -> String {
    let (state, gate) = (DeviceState::Ready, GateState::Open);
    let beat = Beat { session: session_id(), b, last, t, state, gate };
    signed(secret(), &DeviceFrame::Beat(beat).write())
}

/// The body of a record that follows a head.
pub fn body(head: Head, t: u64, what: What) -> String {
    let record = Record { n: head.n + 1, prev: head.digest, t, what };
    DeviceFrame::Record(record).write()
}

pub fn card(pass: u64, card: &str) -> What {
    What::Card(CardRecord::new(pass, card.parse().unwrap()))
}

pub fn loaded() -> What {
    let shoe = "BOX-0117".parse().unwrap();
    What::Shoe(ShoeRecord { state: ShoeState::Loaded, shoe, decks: 8, seal: None })
}

/// A chain of records by the key of the tests: frames, and the head after each.
pub fn chain(count: u64) -> Vec<(String, Head)> {
    let mut head = Head::NONE;
    let mut frames = Vec::new();
    for n in 1..=count {
        let what = if n == 1 { loaded() } else { card(n - 1, "9h") };
        let body = body(head, n * 1000, what);
        head = Head { n, digest: digest(&body) };
        frames.push((signed(secret(), &body), head));
    }
    frames
}

/// A session whose device has not said hello.
pub fn challenged() -> ServerSession {
    ServerSession::begin(session_id(), Timing::default(), START).0
}

pub fn enrolled(head: Head, line: Option<Line>) -> Standing {
    Standing::Enrolled(Enrolled { table: 9, head, line })
}

/// A session that has let in a device with `made` records, at a server with `stored`.
pub fn live(made: Head, stored: Head) -> ServerSession {
    live_at(made, 0, stored, None)
}

pub fn live_at(made: Head, t: u64, stored: Head, line: Option<Line>) -> ServerSession {
    let mut session = challenged();
    let said = signed(secret(), &DeviceFrame::Hello(hello(made, t)).write());
    assert!(matches!(session.receive(&said, START).as_slice(), [Effect::Identify(_)]));
    let effects = session.admit(enrolled(stored, line), START);
    assert!(matches!(effects.first(), Some(Effect::Send(ServerFrame::Welcome(_)))), "{effects:?}");
    session
}

/// The frames that the effects send.
pub fn sent(effects: &[Effect]) -> Vec<ServerFrame> {
    let frame = |effect: &Effect| if let Effect::Send(frame) = effect { Some(*frame) } else { None };
    effects.iter().filter_map(frame).collect()
}

/// A digest of no record.
pub const fn other_digest() -> Digest {
    Bytes([0xee; 32])
}
