//! What bots say when their socket opens, and what they make of the messages that arrive.

use std::borrow::Cow;
use std::time::Instant;

use serde::Deserialize;
use serde_json::{Value, json};

use super::book::{Book, Wagers};
use super::crowd::{Crowd, unix_ms};
use super::floor::Event;
use super::patron::{End, Patron, take_seat};
use super::rest::Recorded;
use super::tally::{Tally, count};
use crate::swarm::{Closed, Handler, Id, Link};

/// The part of a message that says what it is.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    table_id: Option<u32>,
    seq: Option<u64>,
}

/// Codes that refuse a request whose bot did nothing wrong: it came as the round ended.
const LATE: [&str; 2] = ["betting_closed", "round_not_open"];

impl Handler for Crowd {
    fn opened(&mut self, id: Id, link: &mut Link) {
        let Some(number) = self.owners.get(id).copied() else { return };
        let Some(bot) = self.bots.get_mut(number) else { return };
        let hello = match &bot.patron {
            Some(patron) => json!({ "type": "hello", "token": patron.token }),
            None => json!({ "type": "hello" }),
        };
        link.send(&hello.to_string());
        let watch = match bot.seq {
            Some(seq) => json!({ "type": "watch", "table_id": bot.table, "after": seq }),
            None => json!({ "type": "watch", "table_id": bot.table }),
        };
        link.send(&watch.to_string());
        self.tally.resumed = self.tally.resumed.saturating_add(u64::from(bot.seq.is_some()));
        if let Some(patron) = &mut bot.patron {
            link.send(&take_seat(bot.table));
            for repeat in patron.repeats(bot.table, &mut self.tally) {
                link.send(&repeat.to_string());
            }
        }
        self.linger(number);
    }

    fn text(&mut self, id: Id, _link: &mut Link, text: &[u8]) {
        let Some(number) = self.owners.get(id).copied() else { return };
        self.tally.messages = self.tally.messages.saturating_add(1);
        let head: Head<'_> = match serde_json::from_slice(text) {
            Ok(head) => head,
            Err(error) => return self.tally.problem("json", error.to_string()),
        };
        if let ("frame", Some(table), Some(seq)) = (&*head.kind, head.table_id, head.seq) {
            return self.frame(number, table, seq, text);
        }
        let Ok(message) = serde_json::from_slice::<Value>(text) else { return };
        if head.kind == "welcome" {
            self.bots.get_mut(number).into_iter().for_each(|bot| bot.is_here = true);
            // The message was under way for a while, so the largest difference is the closest.
            let ahead_ms = message["now"].as_i64().map(|now| now.saturating_sub(unix_ms()));
            self.ahead_ms = self.ahead_ms.max(ahead_ms);
        }
        match &*head.kind {
            "snapshot" => self.snapshot(number, &message),
            "problem" => {
                let code = code(&message["error"]);
                if !(self.is_disturbed && code == "unavailable") {
                    self.tally.problem("problem", format!("bot {number}: {}", message["error"]));
                }
            }
            kind => self.private(number, kind, &message),
        }
    }

    fn closed(&mut self, id: Id, why: Closed) {
        let Some(number) = self.owners.get(id).copied() else { return };
        count(&mut self.tally.closed, format!("{why:?}"));
        // A slow reader is cut, or notices late that the server was gone and is back.
        let is_slow = self.bots.get(number).is_some_and(|bot| bot.is_slow);
        let is_cut = matches!(why, Closed::Code(Some(1_013)) | Closed::Broken(_));
        let is_old = id < self.oldest;
        let is_expected = self.is_disturbed || is_old || (is_slow && is_cut);
        if !is_expected {
            self.tally.problem("closed", format!("bot {number}: {why:?}"));
        }
        self.come_back(number);
    }
}

impl Crowd {
    fn frame(&mut self, number: usize, table: u32, seq: u64, text: &[u8]) {
        let Some(bot) = self.bots.get_mut(number) else { return };
        let next = bot.seq.map(|last| last.saturating_add(1));
        if bot.table != table || next != Some(seq) {
            let last = bot.seq;
            let kind = if last >= Some(seq) { "repeat" } else { "gap" };
            self.tally.problem(
                kind,
                format!("bot {number} has {last:?} of table {}, and got {seq} of {table}", bot.table),
            );
        }
        (bot.seq, bot.is_watching) = (Some(seq), true);
        let is_patron = bot.patron.is_some();
        let seen = match self.floor.frame(table, seq, text) {
            Err(what) => return self.tally.problem("frames", what),
            Ok(None) => return,
            Ok(Some(seen)) => seen.clone(),
        };
        if !self.is_disturbed && is_patron {
            let now = unix_ms().saturating_add(self.ahead_ms.unwrap_or_default());
            self.tally.lags.add(u64::try_from(now.saturating_sub(seen.at)).unwrap_or_default());
        }
        if let Event::Ended(_) = seen.event {
            self.report_wrong();
        }
        if is_patron && matches!(seen.event, Event::Opened(_)) {
            self.plan_round(number);
        }
    }

    fn snapshot(&mut self, number: usize, message: &Value) {
        let Some(bot) = self.bots.get_mut(number) else { return };
        let (seq, view) = (message["seq"].as_u64(), &message["table"]);
        if seq < bot.seq {
            self.tally
                .problem("repeat", format!("bot {number} had {:?}, and got a snapshot of {seq:?}", bot.seq));
        }
        (bot.seq, bot.is_watching) = (seq, true);
        let (table, is_patron) = (bot.table, bot.patron.is_some());
        if let Err(what) = self.floor.snapshot(table, seq.unwrap_or_default(), view) {
            self.tally.problem("public", format!("table {table}: {what}"));
        }
        if is_patron {
            self.plan_round(number);
        }
    }

    /// What is wrong with the place of a private message among the frames on this socket, if anything. Before the
    /// server has answered that the socket watches the table, private messages need not wait for frames.
    fn misplaced(&self, number: usize, kind: &str, message: &Value) -> Option<String> {
        let bot = self.bots.get(number)?;
        let (named, table) = (message["seq"].as_u64()?, bot.table);
        if message["table_id"] != table || !bot.is_watching {
            return None;
        }
        if Some(named) > bot.seq {
            return Some(format!(
                "bot {number}: {kind} names frame {named}, and the last one was {:?}",
                bot.seq
            ));
        }
        let round = message["round"].clone();
        let round =
            serde_json::from_value(round).ok().filter(|_| ["you_settled", "you_voided"].contains(&kind))?;
        match self.floor.end_seq(table, round) {
            Some(end) if end == named => None,
            None if self.floor.has_ended(table, round) => None,
            end => Some(format!(
                "bot {number}: {kind} of {round:?} names frame {named}; the round ended with {end:?}"
            )),
        }
    }

    /// A message for a patron alone.
    fn private(&mut self, number: usize, kind: &str, message: &Value) {
        if let Some(what) = self.misplaced(number, kind, message) {
            self.tally.problem("order", what);
        }
        let Some(bot) = self.bots.get_mut(number) else { return };
        bot.is_watching |= kind == "yours";
        let (table, tally) = (bot.table, &mut self.tally);
        let Some(patron) = &mut bot.patron else { return };
        match kind {
            "welcome" => wallet(patron, &message["patron"], Book::welcomed, tally),
            "wallet" => wallet(patron, message, Book::wallet, tally),
            "slip_accepted" => patron.answered(id(message, "slip_id"), Ok(None), tally),
            "wagers_cleared" => {
                patron.answered(id(message, "request_id"), Ok(message["returned"].as_u64()), tally);
            }
            "slip_refused" | "clear_refused" => {
                let id = id(message, if kind == "slip_refused" { "slip_id" } else { "request_id" });
                let code = code(&message["refusal"]);
                if !LATE.contains(&code) {
                    patron.wrong(tally, "refused", &format!("{}", message["refusal"]));
                }
                patron.answered(id, Err(code), tally);
            }
            "you_settled" | "you_voided" => match serde_json::from_value::<End>(message.clone()) {
                Ok(mut end) => {
                    end.voided = (kind == "you_voided").then(String::new);
                    patron.ended(end);
                }
                Err(error) => patron.wrong(tally, "json", &format!("{error} in {message}")),
            },
            "yours" => {
                let wagers = message["wagers"].as_array().into_iter().flatten();
                let wagers: Wagers = wagers.filter_map(stake).collect();
                if let Ok(round) = serde_json::from_value(message["round"].clone()) {
                    patron.shows(round, wagers);
                }
                if let Ok(end) = serde_json::from_value(message["last"].clone()) {
                    patron.ended(end);
                }
            }
            "seat_taken" => patron.is_seated = true,
            "seat_left" | "seat_refused" => {
                patron.is_seated = false;
                count(
                    &mut tally.refused,
                    format!("{kind} {}{}", code(&message["refusal"]), id(message, "reason")),
                );
                return self.sit_again(number);
            }
            _ => {}
        }
        let floor = &self.floor;
        patron.settle(|round| floor.outcome(table, round), tally);
    }
}

impl From<Recorded> for End {
    fn from(recorded: Recorded) -> Self {
        let Recorded { round, outcome, wagers, staked, paid, .. } = recorded;
        let voided = (outcome == "voided").then_some(outcome);
        let wagers = if voided.is_some() { Vec::new() } else { wagers };
        Self { round, voided, wagers, staked, paid }
    }
}

/// The server sent a patron what they have. Bots have cash alone.
fn wallet(
    patron: &mut Patron,
    wallet: &Value,
    book: impl FnOnce(&mut Book, u64, u64, Instant) -> Result<(), String>,
    tally: &mut Tally,
) {
    let amount = |name: &str| wallet[name].as_u64();
    let (Some(cash), Some(number)) = (amount("balance"), amount("number")) else {
        return patron.wrong(tally, "json", &format!("no wallet: {wallet}"));
    };
    if (amount("bonus"), amount("owed")) != (Some(0), Some(0)) {
        patron.wrong(tally, "balance", &format!("other money than cash: {wallet}"));
    }
    if let Err(what) = book(&mut patron.book, cash, number, Instant::now()) {
        patron.wrong(tally, "balance", &what);
    }
}

fn id<'a>(message: &'a Value, field: &str) -> &'a str {
    message[field].as_str().unwrap_or_default()
}

fn code(error: &Value) -> &str {
    id(error, "code")
}

fn stake(wager: &Value) -> Option<(String, u64)> {
    Some((wager["spot"].as_str()?.to_owned(), wager["stake"].as_u64()?))
}
