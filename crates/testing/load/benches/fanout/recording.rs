//! What one socket was sent: the control repeats it. A group is what one permit brought.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

/// What one socket was sent.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    /// The answers to its first messages.
    joined: Vec<String>,
    frames: Vec<Recorded>,
    /// The kinds of events that come with the one before.
    followers: BTreeSet<String>,
    /// From which frame on the control begins again.
    again: usize,
}

#[derive(Debug)]
struct Recorded {
    /// The number of the permit that was given last.
    permit: u64,
    /// How many groups had begun with this frame.
    groups: u64,
    text: String,
}

#[derive(Serialize)]
struct Written<'a> {
    joined: &'a [String],
    groups: Vec<Vec<&'a str>>,
    again: usize,
}

impl Recording {
    pub(crate) fn join(&mut self, text: &[u8]) {
        self.joined.push(String::from_utf8_lossy(text).into_owned());
    }

    pub(crate) fn add(&mut self, permit: u64, text: &[u8]) {
        let text = String::from_utf8_lossy(text).into_owned();
        let groups = self.groups(self.len()) + u64::from(!self.followers.contains(&kind(&text)));
        self.frames.push(Recorded { permit, groups, text });
    }

    /// How many frames there are.
    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// How many groups begin within the first `frames`.
    pub(crate) fn groups(&self, frames: usize) -> u64 {
        frames.checked_sub(1).and_then(|last| self.frames.get(last)).map_or(0, |frame| frame.groups)
    }

    /// How many rounds of the latest shoe have ended.
    pub(crate) fn rounds(&self) -> usize {
        let kinds = self.frames.iter().rev().map(|frame| kind(&frame.text));
        kinds.take_while(|kind| kind != "shoe_opened").filter(|kind| kind == "round_ended").count()
    }

    /// The length of the longest frame that ends a round, in bytes, from frame number `from` on.
    pub(crate) fn longest_end(&self, from: usize) -> usize {
        let texts = self.frames.iter().skip(from).map(|frame| &frame.text);
        texts.filter(|text| kind(text) == "round_ended").map(String::len).max().unwrap_or_default()
    }

    /// Forgets the frames; the control begins with the next.
    pub(crate) fn begin(&mut self) {
        self.frames.clear();
    }

    /// Learns which events come with the one before, from frames of one permit after the other. A frame that comes just
    /// after the next permit is an exception.
    pub(crate) fn learn(&mut self) {
        let mut seen: BTreeMap<String, i64> = BTreeMap::new();
        for pair in self.frames.windows(2) {
            if let [before, after] = pair {
                let follows = if before.permit == after.permit { 1 } else { -1 };
                *seen.entry(kind(&after.text)).or_default() += follows;
            }
        }
        self.followers = seen.into_iter().filter(|(_, more)| *more > 0).map(|(kind, _)| kind).collect();
    }

    /// An empty recording, in which the same events come with the one before.
    pub(crate) fn like(other: &Self) -> Self {
        Self { followers: other.followers.clone(), ..Self::default() }
    }

    /// What follows is what the control repeats in the end.
    pub(crate) const fn repeat_from_here(&mut self) {
        self.again = self.frames.len();
    }

    /// Writes it for the control.
    pub(crate) fn write(&self, file: &Path) -> Result<(), String> {
        let mut groups: Vec<Vec<&str>> = Vec::new();
        let mut again = 0;
        for (number, Recorded { text, .. }) in self.frames.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if self.followers.contains(&kind(text)) => group.push(text),
                _ => groups.push(vec![text]),
            }
            if number <= self.again {
                again = groups.len() - 1;
            }
        }
        let written = Written { joined: &self.joined, groups, again };
        let text = serde_json::to_vec(&written).map_err(|error| error.to_string())?;
        std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
    }
}

/// The kind of the event in a frame; that of the message when it has none.
fn kind(text: &str) -> String {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let of = |value: &Value| value["type"].as_str().map(str::to_owned);
    of(&value["event"]).or_else(|| of(&value)).unwrap_or_default()
}
