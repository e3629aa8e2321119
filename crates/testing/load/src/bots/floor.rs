//! What everybody may see of the tables, as all bots saw it together: each frame must be the same for all of them.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;

use super::book::{Outcome, Round};
use crate::series::Series;

/// How many frames of a table are remembered, for watchers that get them later.
const REMEMBERED: usize = 2_048;
/// How many rounds of a table are remembered.
const ROUNDS: usize = 64;

/// A spot that takes wagers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its id.
    pub id: String,
    /// The least stake.
    pub minimum: u64,
    /// The largest stake.
    pub maximum: u64,
}

/// What a frame says that a bot acts on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round takes wagers.
    Opened(Round),
    /// It takes no more.
    Closed,
    /// A round ended.
    Ended(Round),
    /// Anything else.
    Other,
}

/// A frame that was seen.
#[derive(Clone, Debug)]
pub struct Seen {
    /// What it says.
    pub event: Event,
    /// When it happened, on the server's clock.
    pub at: i64,
    digest: u64,
}

/// A table as it was last seen.
#[derive(Debug, Default)]
pub struct Table {
    /// The last frame.
    pub seq: u64,
    /// The round on the table.
    pub round: Round,
    /// Until when it takes wagers; none while it does not.
    pub closes_at: Option<i64>,
    /// The spots of its house rules.
    pub spots: Vec<Spot>,
    /// The spots that are closed in this round.
    pub closed_spots: Vec<String>,
    /// When what was announced is due.
    due: Option<i64>,
    frames: BTreeMap<u64, Seen>,
    ended: BTreeMap<Round, Outcome>,
}

/// The tables.
#[derive(Debug, Default)]
pub struct Floor {
    tables: BTreeMap<u32, Table>,
    /// How many milliseconds after the announced end of betting the server closes it.
    drain_ms: i64,
    /// How many frames were seen, each counted once.
    pub frames: u64,
    /// How many rounds ended.
    pub rounds: u64,
    /// How far from their announced time things happened, in milliseconds on the server's clock.
    pub drifts: Series,
}

impl Floor {
    /// A floor whose tables close betting so many milliseconds after they announce.
    pub fn new(drain_ms: i64) -> Self {
        Self { drain_ms, ..Self::default() }
    }

    /// A table, if anybody has seen it.
    pub fn table(&self, table: u32) -> Option<&Table> {
        self.tables.get(&table)
    }

    /// How a round ended, if that was seen and is remembered.
    pub fn outcome(&self, table: u32, round: Round) -> Option<&Outcome> {
        self.tables.get(&table)?.ended.get(&round)
    }

    /// What was announced is no longer held against the server: it was started anew.
    pub fn forget_announcements(&mut self) {
        self.tables.values_mut().for_each(|table| table.due = None);
    }

    /// A bot received a snapshot of a table.
    ///
    /// # Errors
    /// When it has not what a bot needs.
    pub fn snapshot(&mut self, table: u32, seq: u64, view: &Value) -> Result<(), String> {
        let known = self.tables.entry(table).or_default();
        if known.seq > seq {
            return Ok(());
        }
        let spots = view["rules"]["spots"].as_array().map(|spots| spots.iter().filter_map(spot).collect());
        known.spots = spots.ok_or_else(|| format!("no spots in {view}"))?;
        known.seq = seq;
        known.see(&view["phase"], &view["shoe"]);
        Ok(())
    }

    /// A bot received a frame. Gives what it says; none when it is too old to be remembered.
    ///
    /// # Errors
    /// When another bot received another frame under the same number.
    pub fn frame(&mut self, table: u32, seq: u64, text: &[u8]) -> Result<Option<&Seen>, String> {
        let known = self.tables.entry(table).or_default();
        let digest = digest(text);
        if !known.frames.contains_key(&seq) {
            let oldest = known.frames.first_key_value().map_or(seq, |(oldest, _)| *oldest);
            if seq < oldest && known.frames.len() >= REMEMBERED {
                return Ok(None);
            }
            let message: Value = serde_json::from_slice(text)
                .map_err(|error| format!("{error} in a frame of table {table}"))?;
            let (seen, late) = known.read(seq, digest, &message, self.drain_ms);
            if let Some(late) = late {
                self.drifts.add(late.unsigned_abs());
            }
            self.frames = self.frames.saturating_add(1);
            self.rounds = self.rounds.saturating_add(u64::from(matches!(seen.event, Event::Ended(_))));
            known.frames.insert(seq, seen);
            if known.frames.len() > REMEMBERED {
                known.frames.pop_first();
            }
        }
        let seen = known.frames.get(&seq);
        if seen.is_some_and(|seen| seen.digest != digest) {
            let text = String::from_utf8_lossy(text);
            return Err(format!("frame {seq} of table {table} is not the same for everybody: {text}"));
        }
        Ok(seen)
    }
}

impl Table {
    /// Whether a spot takes wagers in this round.
    pub fn is_open(&self, spot: &str) -> bool {
        !self.closed_spots.iter().any(|closed| closed == spot)
    }

    /// Takes a frame over, and says how much later than announced it happened.
    fn read(&mut self, seq: u64, digest: u64, message: &Value, drain_ms: i64) -> (Seen, Option<i64>) {
        let at = message["at"].as_i64().unwrap_or_default();
        let event = &message["event"];
        if seq < self.seq {
            // Somebody who lags: later frames have said more.
            let event = self.event(event);
            return (Seen { event, at, digest }, None);
        }
        let due = self.due.take().filter(|_| seq == self.seq.saturating_add(1));
        let drain = if event["type"] == "betting_closed" { drain_ms } else { 0 };
        let announced = matches!(event["type"].as_str(), Some("betting_opened" | "betting_closed"));
        let late = due.filter(|_| announced).map(|due| at.saturating_sub(due.saturating_add(drain)));
        self.seq = seq;
        self.see(&event["phase"], &event["shoe"]);
        (Seen { event: self.event(event), at, digest }, late)
    }

    /// Takes over the phase and the shoe.
    fn see(&mut self, phase: &Value, shoe: &Value) {
        if let Ok(round) = serde_json::from_value(shoe.clone()) {
            self.round = round;
            let closed = shoe["closed_spots"].as_array().into_iter().flatten();
            self.closed_spots = closed.filter_map(|spot| spot.as_str().map(str::to_owned)).collect();
        }
        if phase.is_object() {
            self.closes_at = phase["closes_at"].as_i64();
            self.due = self.closes_at.or_else(|| phase["next_at"].as_i64());
        }
    }

    fn event(&mut self, event: &Value) -> Event {
        let round = serde_json::from_value(event["shoe"].clone()).unwrap_or(self.round);
        match event["type"].as_str() {
            Some("betting_opened") => Event::Opened(round),
            Some("betting_closed") => Event::Closed,
            Some("round_ended") => {
                let result = &event["result"];
                let winners = result["winning_spots"].as_array().into_iter().flatten();
                let winners = winners.filter_map(|spot| spot.as_str().map(str::to_owned)).collect();
                let is_settled = result["name"] == "settled";
                let outcome = if is_settled { Outcome::Settled { winners } } else { Outcome::Voided };
                self.ended.insert(round, outcome);
                if self.ended.len() > ROUNDS {
                    self.ended.pop_first();
                }
                Event::Ended(round)
            }
            _ => Event::Other,
        }
    }
}

fn spot(view: &Value) -> Option<Spot> {
    let (minimum, maximum) = (view["minimum"].as_u64()?, view["maximum"].as_u64()?);
    Some(Spot { id: view["spot"].as_str()?.to_owned(), minimum, maximum })
}

fn digest(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
