//! What everybody may see of the tables, as all bots saw it together: each frame must be the same for all of them.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;

use super::book::{Outcome, Round};
use super::ends::Ends;
use crate::series::Series;

/// How many frames of a table are remembered, for watchers that get them later.
const REMEMBERED: usize = 2_048;

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
    ends: Ends,
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
    /// What everybody was shown that does not follow from the cards.
    wrong: Vec<String>,
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

    /// How a round ended, once its cards and the odds of its shoe are known.
    pub fn outcome(&self, table: u32, round: Round) -> Option<&Outcome> {
        self.tables.get(&table)?.ends.outcome(round)
    }

    /// The number of the frame that ended a round, once it was seen.
    pub fn end_seq(&self, table: u32, round: Round) -> Option<u64> {
        self.tables.get(&table)?.ends.seq(round)
    }

    /// Whether everybody could see that a round ended, in a frame or in a snapshot.
    pub fn has_ended(&self, table: u32, round: Round) -> bool {
        self.tables.get(&table).is_some_and(|table| table.round > round || table.ends.has(round))
    }

    /// The tables whose odds in this shoe are not known: their house rules have to be read again.
    pub fn unread(&self) -> Vec<u32> {
        let unread = |table: &Table| table.round.shoe_no > 0 && !table.ends.knows(table.round.shoe_no);
        self.tables.iter().filter(|(_, table)| unread(table)).map(|(number, _)| *number).collect()
    }

    /// The house rules of a table were read: `TableView` of the protocol.
    pub fn read_rules(&mut self, table: u32, view: &Value) {
        let known = self.tables.entry(table).or_default();
        let read = known.read_rules(view);
        self.wrong.extend(read.err().map(|what| format!("table {table}: {what}")));
    }

    /// The server has these cards of a round on record, in deal order; none of one that was voided.
    pub fn recorded(&mut self, table: u32, round: Round, cards: Option<&[String]>) {
        let recorded = self.tables.entry(table).or_default().ends.recorded(round, cards);
        self.wrong.extend(recorded.err().map(|what| format!("table {table}: {what}")));
    }

    /// What everybody was shown since the last time that does not follow from the cards.
    pub fn take_wrong(&mut self) -> Vec<String> {
        std::mem::take(&mut self.wrong)
    }

    /// What was announced is no longer held against the server: it was started again.
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
        known.seq = seq;
        known.see(&view["phase"], &view["shoe"]);
        known.ends.cards(known.round, &view["cards"]);
        known.read_rules(view)?;
        if view["phase"]["name"] == "settled" {
            known.ends.ended(known.round, None, &view["result"])?;
        }
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
            let (seen, late, wrong) = known.read(seq, digest, &message, self.drain_ms);
            self.wrong.extend(wrong.map(|what| format!("table {table}: {what}")));
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

    /// Takes a frame over. Gives how much later than announced it happened, and what is wrong with it.
    fn read(
        &mut self,
        seq: u64,
        digest: u64,
        message: &Value,
        drain_ms: i64,
    ) -> (Seen, Option<i64>, Option<String>) {
        let at = message["at"].as_i64().unwrap_or_default();
        let event = &message["event"];
        if seq < self.seq {
            // Somebody who lags: later frames have said more.
            let (event, wrong) = self.event(seq, event);
            return (Seen { event, at, digest }, None, wrong);
        }
        let due = self.due.take().filter(|_| seq == self.seq.saturating_add(1));
        let drain = if event["type"] == "betting_closed" { drain_ms } else { 0 };
        let announced = matches!(event["type"].as_str(), Some("betting_opened" | "betting_closed"));
        let late = due.filter(|_| announced).map(|due| at.saturating_sub(due.saturating_add(drain)));
        self.seq = seq;
        self.see(&event["phase"], &event["shoe"]);
        let (event, wrong) = self.event(seq, event);
        (Seen { event, at, digest }, late, wrong)
    }

    /// Takes over the house rules of the shoe on the table.
    fn read_rules(&mut self, view: &Value) -> Result<(), String> {
        let (rules, shoe) = (&view["rules"], serde_json::from_value::<Round>(view["shoe"].clone()));
        let spots = rules["spots"].as_array().map(|spots| spots.iter().filter_map(spot).collect());
        self.spots = spots.ok_or_else(|| format!("no spots in {view}"))?;
        shoe.map_or(Ok(()), |shoe| self.ends.rules(shoe.shoe_no, rules))
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

    /// What an event says that a bot acts on, and what is wrong with it.
    fn event(&mut self, seq: u64, event: &Value) -> (Event, Option<String>) {
        let round = serde_json::from_value(event["shoe"].clone()).unwrap_or(self.round);
        match event["type"].as_str() {
            Some("betting_opened") => (Event::Opened(round), None),
            Some("betting_closed") => (Event::Closed, None),
            Some("card_drawn") => {
                self.ends.cards(round, &event["cards"]);
                (Event::Other, None)
            }
            Some("round_ended") => {
                (Event::Ended(round), self.ends.ended(round, Some(seq), &event["result"]).err())
            }
            _ => (Event::Other, None),
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
