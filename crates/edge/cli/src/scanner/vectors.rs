//! `punto scanner vectors`: the frozen vectors of the device protocol, made from their seed and compared with files.
//!
//! A separate program computed the files. So a build that makes the same bytes signs, chains and spells as devices do.

use fair::{Bytes, Digest, Signature};
use scanner::frame::{
    CardRecord, DeviceState, Gate, GateState, GateWhy, Refusal, ShoeRecord, ShoeState, Slot, UnreadRecord,
    UnreadWhy, Welcome,
};
use scanner::server::Timing;
use scanner::{
    About, Device, DeviceEffect, DeviceKey, Envelope, Fingerprint, Head, Kept, ServerFrame, Statement, What,
};
use serde::Serialize;
use serde_json::Value;

use crate::lines::{Problem, print};

const SESSION_FILE: &str = include_str!("../../../../../corpora/scanner/session.txt");
const VECTORS_FILE: &str = include_str!("../../../../../corpora/scanner/vectors.json");

/// The session of the vectors, their picture, their code and their table.
const SESSION: &str = "6f1d2c3b4a5968778695a4b3c2d1e0ff";
const PICTURE: &str = "92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b";
const CODE: &str = "K7QX-93MD";
const TABLE: u32 = 9;
/// The server's time at the challenge, and the device's at it.
const SERVER_TIME: u64 = 1_772_409_600_000;
const DEVICE_TIME: u64 = 5_120;

/// The arguments of `scanner vectors`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The vectors as this build makes them.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Vectors {
    seed: String,
    key: String,
    fingerprint: String,
    /// The frames of a session: `<` before those of the server, `>` before those of the device.
    session: Vec<String>,
    /// The digests of the records in it.
    session_digests: Vec<String>,
    enrolment: SignedText,
    picture: SignedText,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct SignedText {
    text: String,
    sig: String,
}

#[derive(Serialize)]
struct JsonReport<'a> {
    #[serde(flatten)]
    vectors: &'a Vectors,
    /// What is not as in the files.
    differences: &'a [String],
}

/// Prints the vectors; true if they are those of the files.
pub(super) fn run(args: &Args) -> Result<bool, Problem> {
    let vectors = made()?;
    let differences = differences(&vectors, SESSION_FILE, VECTORS_FILE)?;
    let text = if args.json {
        let report = JsonReport { vectors: &vectors, differences: &differences };
        serde_json::to_string(&report).map_err(Problem::failure)? + "\n"
    } else {
        to_text(&vectors, &differences)
    };
    print(&text)?;
    Ok(differences.is_empty())
}

/// The secret of the vectors: the bytes 0 to 31.
fn secret() -> [u8; 32] {
    let mut bytes = [0; 32];
    for (place, byte) in (0..).zip(&mut bytes) {
        *byte = place;
    }
    bytes
}

fn made() -> Result<Vectors, Problem> {
    let key = DeviceKey::new(secret());
    let public = key.public();
    let signed = |statement: &Statement| {
        let sig: Signature = statement.sign(&key);
        SignedText { text: statement.as_str().to_owned(), sig: sig.to_string() }
    };
    let code = CODE.parse().map_err(Problem::failure)?;
    let enrolment = signed(&Statement::enrolment(&code, &public, TABLE));
    let picture: Digest = PICTURE.parse().map_err(Problem::failure)?;
    let picture = signed(&Statement::picture(&SESSION.parse().map_err(Problem::failure)?, &picture));
    let talk = Talk::whole()?;
    Ok(Vectors {
        seed: Bytes(secret()).to_string(),
        key: public.to_string(),
        fingerprint: Fingerprint::of(&public).to_string(),
        session: talk.lines,
        session_digests: talk.digests.iter().map(ToString::to_string).collect(),
        enrolment,
        picture,
    })
}

/// A session of a device, line by line.
struct Talk {
    device: Device,
    lines: Vec<String>,
    digests: Vec<Digest>,
}

impl Talk {
    /// The whole session of the vectors.
    fn whole() -> Result<Self, Problem> {
        let model = "punto-sim".parse().map_err(Problem::failure)?;
        let about = About { model, firmware: "1.0".parse().map_err(Problem::failure)? };
        let kept = Kept { acked: Head::NONE, unacked: Vec::new() };
        let device = Device::start(DeviceKey::new(secret()), about, kept).map_err(Problem::failure)?;
        let mut talk = Self { device, lines: Vec::new(), digests: Vec::new() };
        talk.greet()?;
        talk.work()?;
        talk.rest();
        Ok(talk)
    }

    fn greet(&mut self) -> Result<(), Problem> {
        self.device.tick(0);
        self.device.connected(0);
        let session = SESSION.parse().map_err(Problem::failure)?;
        self.server(&ServerFrame::Challenge { session, now: SERVER_TIME }, DEVICE_TIME);
        let (Head { digest: head, .. }, Timing { beat_ms, lost_ms }) = (Head::NONE, Timing::default());
        let welcome = Welcome { table: TABLE, expect: Head::NONE.next(), head, beat_ms, lost_ms };
        self.server(&ServerFrame::Welcome(welcome), DEVICE_TIME);
        Ok(())
    }

    /// What happens at the shoe, with what the server answers.
    fn work(&mut self) -> Result<(), Problem> {
        let gate = |slot, why| Some(ServerFrame::Gate(Gate { open: true, slot: Some(slot), why }));
        let card = |pass, text: &str| {
            Ok::<_, Problem>(CardRecord::new(pass, text.parse().map_err(Problem::failure)?))
        };
        let shoe = "BOX-0117".parse().map_err(Problem::failure)?;
        let loaded = ShoeRecord { state: ShoeState::Loaded, shoe, decks: 8, seal: None };
        let first = CardRecord { slot: Some(Slot::P1), conf: Some(998), ..card(1, "9h")? };
        let unread = UnreadRecord { pass: 2, why: UnreadWhy::Smeared, rescan: None, img: None };
        let again = CardRecord { rescan: Some(2), ..card(3, "Kd")? };
        for (t, what, answer) in [
            (9_000, What::Shoe(loaded), gate(Slot::P1, GateWhy::Deal)),
            (61_250, What::Card(first), None),
            (62_610, What::Unread(unread), gate(Slot::B1, GateWhy::Finding)),
            (67_900, What::Card(again), None),
        ] {
            self.record(what, t)?;
            self.server(&ServerFrame::Ack { n: self.device.head().n }, t);
            if let Some(gate) = answer {
                self.server(&gate, t);
            }
        }
        self.record(What::CutCard { pass: 4 }, 91_300)?;
        // The vectors do not show this ack.
        self.device.receive(&ServerFrame::Ack { n: self.device.head().n }.write(), 91_300);
        Ok(())
    }

    /// The seventeenth beat, and a refusal.
    fn rest(&mut self) {
        self.device.set_state(DeviceState::Ready, GateState::Open);
        let shown = self.lines.len();
        for now in (76_000..=92_000).step_by(1_000) {
            self.lines.truncate(shown);
            let effects = self.device.tick(now);
            self.take(effects);
        }
        self.server(
            &ServerFrame::Refused { code: Refusal::Gap, expect: Some(self.device.head().next()) },
            92_000,
        );
    }

    fn record(&mut self, what: What, t: u64) -> Result<(), Problem> {
        let effects = self.device.record(what, t).map_err(Problem::failure)?;
        self.take(effects);
        Ok(())
    }

    /// The server says this, and the device answers.
    fn server(&mut self, frame: &ServerFrame, t: u64) {
        let text = frame.write();
        self.lines.push(format!("< {text}"));
        let effects = self.device.receive(&text, t);
        self.take(effects);
    }

    fn take(&mut self, effects: Vec<DeviceEffect>) {
        for effect in effects {
            match effect {
                DeviceEffect::Send(text) => self.lines.push(format!("> {text}")),
                DeviceEffect::Keep(signed) => self.digests.push(signed.head().digest),
                _ => {}
            }
        }
    }
}

/// What is not as in the files, or does not read and verify as what it is.
fn differences(vectors: &Vectors, session: &str, file: &str) -> Result<Vec<String>, Problem> {
    let file: Value = serde_json::from_str(file).map_err(Problem::failure)?;
    let mut found = Vec::new();
    let mut compare = |what: &str, made: &str, frozen: Option<&str>| {
        if Some(made) != frozen {
            let frozen = frozen.unwrap_or("nothing");
            found.push(format!("{what}: {made} is made, {frozen} is frozen"));
        }
    };
    compare("seed", &vectors.seed, file["seed"].as_str());
    compare("public key", &vectors.key, file["key"].as_str());
    compare("fingerprint", &vectors.fingerprint.replace(' ', ""), file["fingerprint"].as_str());
    for (what, made) in [("enrolment", &vectors.enrolment), ("picture", &vectors.picture)] {
        compare(&format!("text of the {what}"), &made.text, file[what]["text"].as_str());
        compare(&format!("signature of the {what}"), &made.sig, file[what]["sig"].as_str());
    }
    let frozen: Vec<&str> = session.lines().collect();
    for (no, line) in (1..).zip(&vectors.session) {
        compare(&format!("frame {no}"), line, frozen.get(no - 1).copied());
    }
    for (no, digest) in (1..).zip(&vectors.session_digests) {
        compare(&format!("digest of record {no}"), digest, file["session_digests"][no - 1].as_str());
    }
    let more = frozen.len().saturating_sub(vectors.session.len());
    found.extend((more > 0).then(|| format!("{more} more frames are frozen")));
    found.extend(
        vectors.session.iter().filter(|line| !is_whole(line)).map(|line| format!("not verified: {line}")),
    );
    Ok(found)
}

/// Whether a line reads, verifies and writes as itself.
fn is_whole(line: &str) -> bool {
    match line.split_at_checked(2) {
        Some(("< ", text)) => ServerFrame::read(text).is_ok_and(|frame| frame.write() == text),
        Some(("> ", text)) => Envelope::read(text).is_ok_and(|envelope| {
            envelope.verify(&DeviceKey::new(secret()).public()).is_ok() && envelope.write() == text
        }),
        _ => false,
    }
}

fn to_text(vectors: &Vectors, differences: &[String]) -> String {
    let Vectors { seed, key, fingerprint, session, session_digests, enrolment, picture } = vectors;
    let mut lines = vec![
        format!("secret       {seed}"),
        format!("public key   {key}"),
        format!("fingerprint  {fingerprint}"),
        String::new(),
    ];
    lines.extend(session.iter().cloned());
    lines.push(String::new());
    lines
        .extend((1..).zip(session_digests).map(|(no, digest): (u32, _)| format!("record {no}     {digest}")));
    for (what, SignedText { text, sig }) in [("enrolment", enrolment), ("picture", picture)] {
        lines.extend([String::new(), format!("{what}, signed as {sig}:"), text.clone()]);
    }
    lines.push(String::new());
    if differences.is_empty() {
        let frames = session.len();
        lines.push(format!("All {frames} frames, 5 digests and 2 signatures are the frozen ones."));
    } else {
        lines.extend(differences.iter().map(|difference| format!("DIFFERS: {difference}")));
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_byte_of_a_frozen_file_is_a_difference_by_name() {
        let vectors = made().unwrap();
        assert_eq!(differences(&vectors, SESSION_FILE, VECTORS_FILE).unwrap(), [""; 0]);
        for (from, to, named) in [
            ("\"pass\":1", "\"pass\":2", ""),
            ("\\\"pass\\\":1,", "\\\"pass\\\":2,", "frame 7"),
            ("7787857b", "7787857c", "frame 2"),
            ("\"expect\":6}", "\"expect\":7}", "frame 16"),
            ("< {\"type\":\"refused\"", "< {\"type\":\"gone\"}\n< {\"type\":\"refused\"", "frame"),
        ] {
            let changed = SESSION_FILE.replace(from, to);
            let found = differences(&vectors, &changed, VECTORS_FILE).unwrap();
            assert_eq!(found.is_empty(), named.is_empty(), "{from}");
            assert!(found.first().is_none_or(|first| first.starts_with(named)), "{from}: {found:?}");
        }
        for (from, named) in [
            ("03a107bf", "public key"),
            ("56475aa7", "fingerprint"),
            ("f3eee453", "digest of record 1"),
            ("a7ad48f3", "signature of the enrolment"),
            ("punto scanner picture 1", "text of the picture"),
        ] {
            let changed = VECTORS_FILE.replacen(from, "x", 1);
            let found = differences(&vectors, SESSION_FILE, &changed).unwrap();
            assert!(found.iter().any(|found| found.starts_with(named)), "{from}: {found:?}");
        }
    }

    #[test]
    fn a_frame_that_does_not_verify_is_not_whole() {
        let vectors = made().unwrap();
        assert!(vectors.session.iter().all(|line| is_whole(line)));
        let hello = vectors.session[1].replacen("5120", "5121", 1);
        assert!(!is_whole(&hello) && !is_whole("< {}") && !is_whole(""));
    }
}
