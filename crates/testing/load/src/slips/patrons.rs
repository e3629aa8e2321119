//! Patrons who send slips and hold every answer against what they sent. Opens no socket and knows no time but answers'.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use serde::Deserialize;

use crate::bots::book::{Book, Change, Line, Round, Wagers};
use crate::bots::rest::Guest;
use crate::series::Series;
use crate::swarm::{Closed, Handler, Id, Link};

/// The wager of every slip.
const SPOT: &str = "banker";
const STAKE: u64 = 100;

/// What is wrong with a span that betting did not last for.
const CUT_SHORT: &str = "betting closed before the time of the slips was over";

/// The kinds of messages that everybody at a table gets.
const PUBLIC: [&str; 3] = ["frame", "snapshot", "spot_totals"];

/// The answer to a slip, as far as it matters here.
#[derive(Deserialize)]
struct Accepted<'a> {
    #[serde(borrow)]
    slip_id: Cow<'a, str>,
}

/// The answer to a slip that was refused, as far as it matters here.
#[derive(Deserialize)]
struct Refused<'a> {
    #[serde(borrow)]
    refusal: Refusal<'a>,
}

#[derive(Deserialize)]
struct Refusal<'a> {
    #[serde(borrow)]
    code: Cow<'a, str>,
}

/// A round that ended, as the server sent it to a patron.
#[derive(Deserialize)]
struct End {
    round: Round,
    #[serde(default)]
    wagers: Vec<Line>,
    #[serde(default)]
    staked: u64,
    #[serde(default)]
    paid: u64,
    #[serde(default)]
    returned: u64,
}

/// The event of a frame, as far as it matters here.
#[derive(Deserialize)]
struct Frame<'a> {
    #[serde(borrow)]
    event: Event<'a>,
}

#[derive(Deserialize)]
struct Event<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    shoe: Option<Round>,
}

/// Who sends a slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Their slips are measured.
    Measured,
    /// They send slips beside them, and see for everybody when their table takes wagers.
    Metronome,
}

#[derive(Debug)]
struct Patron {
    role: Role,
    table: u32,
    token: String,
    book: Book,
    is_seated: bool,
    /// The slips without an answer, in their order.
    pending: VecDeque<Pending>,
}

/// A slip without an answer.
#[derive(Debug)]
struct Pending {
    slip: u128,
    round: Round,
    sent: Instant,
}

/// What arrived since it was last asked for.
#[derive(Debug, Default)]
pub(super) struct Arrived {
    /// The time from a measured slip to its answer, in microseconds.
    pub(super) answers: Series,
    /// Messages for one patron alone.
    pub(super) private: u64,
    /// Messages for everybody at a table, counted at each patron.
    pub(super) public: u64,
    /// Pings.
    pub(super) pings: u64,
}

/// The patrons, by their sockets.
#[derive(Debug, Default)]
pub(super) struct Patrons {
    all: Vec<Patron>,
    /// The tables that take wagers, since rounds are waited for.
    open: BTreeMap<u32, Round>,
    /// Whether one of them closed since the span began.
    is_cut_short: bool,
    arrived: Arrived,
    /// The number of the slip that was sent last.
    slip: u128,
    /// What was wrong first.
    wrong: Option<String>,
}

impl Patrons {
    /// Adds a patron, whose socket is opened next.
    pub(super) fn add(&mut self, guest: Guest, role: Role, table: u32) {
        self.all.push(Patron {
            role,
            table,
            token: guest.token,
            book: Book::new(guest.cash),
            is_seated: false,
            pending: VecDeque::new(),
        });
    }

    /// The sockets of a role.
    pub(super) fn sockets(&self, role: Role) -> Vec<Id> {
        (0..).zip(&self.all).filter(|(_, patron)| patron.role == role).map(|(id, _)| id).collect()
    }

    /// How many have a seat.
    pub(super) fn seated(&self) -> usize {
        self.all.iter().filter(|patron| patron.is_seated).count()
    }

    /// Only rounds that open from now on count.
    pub(super) fn await_rounds(&mut self) {
        self.open.clear();
    }

    /// How many tables take wagers in such a round.
    pub(super) fn open(&self) -> usize {
        self.open.len()
    }

    /// Whether nobody has wagers in a round.
    pub(super) fn is_settled(&self) -> bool {
        self.all.iter().all(|patron| patron.book.open_rounds().next().is_none())
    }

    /// The tokens and the cash by the books.
    pub(super) fn books(&self) -> impl Iterator<Item = (&str, u64)> {
        self.all.iter().map(|patron| (patron.token.as_str(), patron.book.cash()))
    }

    /// The message of the next slip of a patron; none while their table takes no wagers.
    pub(super) fn slip(&mut self, id: Id) -> Option<String> {
        let patron = self.all.get_mut(id)?;
        let round = *self.open.get(&patron.table)?;
        let Round { shoe_no, round_no } = round;
        self.slip = self.slip.saturating_add(1);
        patron.pending.push_back(Pending { slip: self.slip, round, sent: Instant::now() });
        Some(format!(
            r#"{{"type":"place_slip","table_id":{},"round":{{"shoe_no":{shoe_no},"round_no":{round_no}}},"slip_id":"{:032x}","wagers":[{{"spot":"{SPOT}","stake":{STAKE}}}]}}"#,
            patron.table, self.slip
        ))
    }

    /// What was wrong, once.
    pub(super) fn check(&mut self) -> Result<(), String> {
        self.wrong.take().map_or(Ok(()), Err)
    }

    /// Counts from here.
    pub(super) fn begin(&mut self) {
        self.arrived = Arrived::default();
        self.is_cut_short = false;
    }

    /// Gives what arrived since the span began.
    ///
    /// # Errors
    /// When a slip has no answer, or one of so many tables takes no wagers or closed meanwhile.
    pub(super) fn end(&mut self, tables: usize) -> Result<Arrived, String> {
        let unanswered: usize = self.all.iter().map(|patron| patron.pending.len()).sum();
        if unanswered > 0 {
            return Err(format!("{unanswered} slips have no answer at the end of their time"));
        }
        if self.is_cut_short || self.open.len() < tables {
            return Err(CUT_SHORT.to_owned());
        }
        Ok(std::mem::take(&mut self.arrived))
    }

    /// A private message.
    fn private(&mut self, id: Id, kind: &str, text: &[u8]) -> Result<(), String> {
        let Some(patron) = self.all.get_mut(id) else { return Ok(()) };
        match kind {
            "slip_accepted" => {
                let took = patron.accepted(text)?;
                if patron.role == Role::Measured {
                    self.arrived.answers.add(took);
                }
            }
            "seat_taken" => patron.is_seated = true,
            "you_settled" => {
                let End { round, wagers, staked, paid, .. } = read(text)?;
                patron.book.settled(round, &wagers, (staked, paid), None)?;
            }
            "you_voided" => {
                let End { round, returned, .. } = read(text)?;
                patron.book.voided(round, returned, None)?;
            }
            "slip_refused" => {
                let Refused { refusal } = read(text)?;
                let why = String::from_utf8_lossy(text);
                return match &*refusal.code {
                    "betting_closed" | "round_not_open" => Err(format!("{CUT_SHORT}: {why}")),
                    _ => Err(why.into_owned()),
                };
            }
            "seat_refused" | "seat_left" | "problem" => {
                return Err(String::from_utf8_lossy(text).into_owned());
            }
            _ => {}
        }
        Ok(())
    }

    /// A frame, as the metronome of its table sees it.
    fn frame(&mut self, id: Id, text: &[u8]) -> Result<(), String> {
        let Some(Patron { role: Role::Metronome, table, .. }) = self.all.get(id) else { return Ok(()) };
        let Frame { event } = read(text)?;
        match (&*event.kind, event.shoe) {
            ("betting_opened", Some(round)) => {
                self.open.insert(*table, round);
            }
            ("betting_closed", _) => {
                self.is_cut_short = true;
                self.open.remove(table);
            }
            _ => {}
        }
        Ok(())
    }
}

impl Patron {
    /// A slip was accepted: it is in the book from now on. Gives the time since it was sent, in microseconds.
    fn accepted(&mut self, text: &[u8]) -> Result<u64, String> {
        let Accepted { slip_id } = read(text)?;
        let slip = u128::from_str_radix(&slip_id.replace('-', ""), 16).ok();
        let answered = self.pending.pop_front().filter(|pending| Some(pending.slip) == slip);
        let Pending { round, sent, .. } = answered.ok_or_else(|| {
            format!("accepted twice, out of order, or never sent: {}", String::from_utf8_lossy(text))
        })?;
        let took = sent.elapsed();
        self.book.accepted(round, &Change::Add(Wagers::from([(SPOT.to_owned(), STAKE)])))?;
        Ok(u64::try_from(took.as_micros()).unwrap_or(u64::MAX))
    }
}

impl Handler for Patrons {
    fn opened(&mut self, id: Id, link: &mut Link) {
        let Some(Patron { token, table, .. }) = self.all.get(id) else { return };
        link.send(&format!(r#"{{"type":"hello","token":"{token}"}}"#));
        link.send(&format!(r#"{{"type":"watch","table_id":{table}}}"#));
        link.send(&format!(r#"{{"type":"take_seat","table_id":{table}}}"#));
    }

    fn text(&mut self, id: Id, _link: &mut Link, text: &[u8]) {
        let kind = kind(text);
        let taken = if PUBLIC.contains(&kind) {
            self.arrived.public = self.arrived.public.saturating_add(1);
            if kind == "frame" { self.frame(id, text) } else { Ok(()) }
        } else {
            self.arrived.private = self.arrived.private.saturating_add(1);
            self.private(id, kind, text)
        };
        if let Err(what) = taken {
            self.wrong.get_or_insert_with(|| format!("patron {id}: {what}"));
        }
    }

    fn pinged(&mut self) {
        self.arrived.pings = self.arrived.pings.saturating_add(1);
    }

    fn closed(&mut self, id: Id, why: Closed) {
        self.wrong.get_or_insert_with(|| format!("the socket of patron {id} was closed: {why:?}"));
    }
}

fn read<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, String> {
    serde_json::from_slice(text).map_err(|error| format!("{error} in {}", String::from_utf8_lossy(text)))
}

/// The type of a message, which is its first field; empty when it is not.
fn kind(text: &[u8]) -> &str {
    let rest = text.strip_prefix(br#"{"type":""#).unwrap_or_default();
    let end = rest.iter().position(|byte| *byte == b'"').unwrap_or_default();
    rest.get(..end).and_then(|kind| std::str::from_utf8(kind).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A metronome with some cash, whose table has opened round 3.
    fn patrons() -> Patrons {
        let mut patrons = Patrons::default();
        patrons.add(Guest { token: "t".to_owned(), cash: 1_000 }, Role::Metronome, 7);
        hear(&mut patrons, r#"{"type":"seat_taken","table_id":7,"seq":9}"#);
        let shoe = r#"{"shoe_no":1,"round_no":3,"remaining":348}"#;
        let opened =
            format!(r#"{{"type":"frame","seq":9,"event":{{"type":"betting_opened","shoe":{shoe}}}}}"#);
        hear(&mut patrons, &opened);
        assert_eq!((patrons.seated(), patrons.open(), patrons.check()), (1, 1, Ok(())));
        patrons
    }

    fn hear(patrons: &mut Patrons, text: &str) {
        patrons.text(0, &mut Link::default(), text.as_bytes());
    }

    fn accepted(slip: u128) -> String {
        format!(r#"{{"type":"slip_accepted","table_id":7,"slip_id":"{slip:032x}"}}"#)
    }

    fn settled(stakes: &[u64]) -> String {
        let line = |stake| format!(r#"{{"spot":"banker","stake":{stake},"resolution":"lose","payout":0}}"#);
        let (lines, staked): (Vec<String>, u64) = (stakes.iter().map(line).collect(), stakes.iter().sum());
        let (round, lines) = (r#"{"shoe_no":1,"round_no":3}"#, lines.join(","));
        format!(r#"{{"type":"you_settled","round":{round},"wagers":[{lines}],"staked":{staked},"paid":0}}"#)
    }

    #[test]
    fn accepted_slips_are_in_the_book_until_they_are_settled() {
        let mut patrons = patrons();
        assert!(patrons.slip(0).unwrap().contains(r#""round":{"shoe_no":1,"round_no":3}"#));
        assert!(patrons.slip(0).is_some());
        hear(&mut patrons, &accepted(1));
        assert_eq!(patrons.end(1).unwrap_err(), "1 slips have no answer at the end of their time");
        hear(&mut patrons, &accepted(2));
        patrons.end(1).unwrap();
        assert_eq!((patrons.is_settled(), patrons.books().collect()), (false, vec![("t", 800)]));
        hear(&mut patrons, &settled(&[200]));
        assert_eq!((patrons.check(), patrons.is_settled()), (Ok(()), true));
    }

    #[test]
    fn a_slip_that_is_not_accepted_once_is_wrong() {
        let refused =
            r#"{"type":"slip_refused","slip_id":"1","refusal":{"code":"below_minimum"}}"#.to_owned();
        for (heard, why) in [
            (vec![accepted(2)], "out of order"),
            (vec![accepted(1), accepted(1)], "twice"),
            (vec![accepted(1), accepted(2), accepted(3)], "never sent"),
            (vec![refused], "refused"),
            (vec![r#"{"type":"problem","error":{"code":"unavailable"}}"#.to_owned()], "a problem"),
            (vec![r#"{"type":"slip_accepted"}"#.to_owned()], "of no slip"),
        ] {
            let mut patrons = patrons();
            assert!(patrons.slip(0).is_some() && patrons.slip(0).is_some());
            for text in &heard {
                hear(&mut patrons, text);
            }
            assert!(patrons.check().is_err(), "{why}");
        }
    }

    #[test]
    fn a_settlement_without_a_slip_is_wrong() {
        for (stakes, is_good) in [(&[200][..], true), (&[100], false), (&[], false), (&[200, 200], false)] {
            let mut patrons = patrons();
            assert!(patrons.slip(0).is_some() && patrons.slip(0).is_some());
            for slip in [1, 2] {
                hear(&mut patrons, &accepted(slip));
            }
            patrons.end(1).unwrap();
            hear(&mut patrons, &settled(stakes));
            assert_eq!(patrons.check().is_ok(), is_good, "{stakes:?}");
        }
    }

    #[test]
    fn a_round_that_is_settled_in_the_span_cuts_it_short_and_is_no_mistake() {
        let opened = r#"{"type":"betting_opened","shoe":{"shoe_no":1,"round_no":4,"remaining":342}}"#;
        let opened = format!(r#"{{"type":"frame","seq":11,"event":{opened}}}"#);
        let closed = r#"{"type":"frame","seq":10,"event":{"type":"betting_closed"}}"#.to_owned();
        let mut patrons = patrons();
        patrons.begin();
        assert!(patrons.slip(0).is_some());
        for text in [accepted(1), closed, settled(&[100]), opened] {
            hear(&mut patrons, &text);
        }
        assert_eq!((patrons.check(), patrons.open()), (Ok(()), 1));
        assert_eq!(patrons.end(1).unwrap_err(), CUT_SHORT);
    }

    #[test]
    fn a_slip_that_arrives_after_betting_says_that_the_span_was_cut_short() {
        for code in ["betting_closed", "round_not_open"] {
            let mut patrons = patrons();
            assert!(patrons.slip(0).is_some());
            hear(&mut patrons, &format!(r#"{{"type":"slip_refused","refusal":{{"code":"{code}"}}}}"#));
            assert!(patrons.check().unwrap_err().contains(CUT_SHORT), "{code}");
        }
    }

    #[test]
    fn no_slip_is_sent_while_the_table_takes_none() {
        let mut patrons = patrons();
        hear(&mut patrons, r#"{"type":"frame","seq":10,"event":{"type":"betting_closed"}}"#);
        assert_eq!((patrons.slip(0), patrons.end(1).is_err()), (None, true));
    }
}
