//! What a bridge says of itself: sentences on standard error, or JSON lines on standard output.

use std::io::{self, Write as _};

use scanner::frame::{Gate, Refusal};
use serde_json::{Value, json};

use crate::lines::{Problem, print};

/// Says what happens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Teller {
    /// As JSON lines.
    pub(super) json: bool,
}

impl Teller {
    /// Says that something happened: its name and its fields for programs, a sentence for people.
    pub(super) fn say(self, event: &str, fields: Value, sentence: &str) -> Result<(), Problem> {
        if !self.json {
            // A closed standard error is ignored.
            let _ = writeln!(io::stderr(), "{sentence}");
            return Ok(());
        }
        let mut line = json!({ "event": event });
        if let (Value::Object(line), Value::Object(fields)) = (&mut line, fields) {
            line.extend(fields);
        }
        print(&format!("{line}\n"))
    }

    /// Says what the lamp of the server shows.
    pub(super) fn lamp(self, gate: Gate) -> Result<(), Problem> {
        let (why, slot) = (<&str>::from(gate.why), gate.slot.map(<&str>::from));
        let place = slot.map(|slot| format!(" at {slot}")).unwrap_or_default();
        let state = if gate.open { "open" } else { "shut" };
        let sentence = format!("lamp: {state}{place} ({why})");
        self.say("lamp", json!({"open": gate.open, "slot": slot, "why": why}), &sentence)
    }

    /// Says that the device is welcome.
    pub(super) fn welcome(self, table: u32) -> Result<(), Problem> {
        self.say("welcome", json!({"table": table}), &format!("welcome at table {table}"))
    }

    /// Says that the server refuses something.
    pub(super) fn refusal(self, code: Refusal) -> Result<(), Problem> {
        let code = code.code();
        self.say("refused_by_server", json!({"code": code}), &format!("the server refuses: {code}"))
    }
}

/// Something that is tried again and again, which is told when the reason changes.
#[derive(Debug, Default)]
pub(super) struct Trouble(Option<String>);

impl Trouble {
    /// Whether the reason is another one than the last time.
    pub(super) fn is_new(&mut self, why: &str) -> bool {
        let is_new = self.0.as_deref() != Some(why);
        self.0 = Some(why.to_owned());
        is_new
    }

    /// It is over.
    pub(super) fn end(&mut self) {
        self.0 = None;
    }
}
