//! A bot that wagers: what it asked for and what it was answered, held against its book. Opens no socket.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::book::{Book, Change, Line, Outcome, Round, Wagers};
use super::dice::Dice;
use super::floor::Table;
use super::rest::Guest;
use super::tally::{Tally, count};

/// How long the server may leave a request without an answer, or show other wagers than the book has.
const PATIENCE: Duration = Duration::from_secs(20);

/// A request without an answer so far.
#[derive(Clone, Debug)]
struct Pending {
    id: String,
    round: Round,
    change: Change,
    /// When it was sent; none when it is sent again, because its first answer is lost.
    sent: Option<Instant>,
    since: Instant,
}

/// The end of a round, as the server sent it to the patron.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct End {
    pub(super) round: Round,
    #[serde(default)]
    pub(super) voided: Option<String>,
    #[serde(default)]
    pub(super) wagers: Vec<Line>,
    #[serde(default)]
    pub(super) staked: u64,
    /// All payouts; the returned stakes of a voided round.
    #[serde(alias = "returned")]
    pub(super) paid: u64,
}

/// A patron.
#[derive(Debug)]
pub(super) struct Patron {
    name: String,
    pub(super) token: String,
    pub(super) book: Book,
    pending: VecDeque<Pending>,
    /// Ends of rounds that wait for the answers before them.
    ends: Vec<End>,
    /// The wagers that the server showed last.
    shown: Option<(Round, Wagers, Instant)>,
    /// The round whose requests were planned last.
    pub(super) planned: Option<Round>,
    pub(super) is_seated: bool,
    /// Whether something was wrong before: what follows from it is not reported again.
    is_wrong: bool,
    dice: Dice,
}

impl Patron {
    pub(super) fn new(name: String, guest: Guest, dice: Dice) -> Self {
        Self {
            name,
            book: Book::new(guest.cash),
            token: guest.token,
            pending: VecDeque::new(),
            ends: Vec::new(),
            shown: None,
            planned: None,
            is_seated: false,
            is_wrong: false,
            dice,
        }
    }

    /// Whether it has neither requests without an answer nor wagers in a round.
    pub(super) fn is_at_rest(&self) -> bool {
        self.pending.is_empty() && self.ends.is_empty() && self.book.open_rounds().next().is_none()
    }

    /// The message of a change of its wagers, if it makes one now.
    pub(super) fn ask(
        &mut self,
        table_id: u32,
        table: &Table,
        wanted: &Change,
        tally: &mut Tally,
    ) -> Option<Value> {
        let round = table.round;
        let (is_idle, own) = (self.pending.is_empty(), self.book.wagers(round));
        let change = match wanted {
            Change::Add(_) => Change::Add(self.choose(table, &self.with_pending(round, own))?),
            Change::Replace(_) if is_idle && !own.is_empty() => Change::Replace(self.choose(table, &own)?),
            Change::Undo if is_idle && self.book.undoable(round) > 0 && !own.is_empty() => Change::Undo,
            Change::Clear if is_idle && !own.is_empty() => Change::Clear,
            _ => return None,
        };
        let now = Instant::now();
        let pending = Pending { id: self.dice.id(), round, change, sent: Some(now), since: now };
        let message = message(table_id, &pending);
        count(&mut tally.sent, kind(&pending.change));
        self.pending.push_back(pending);
        Some(message)
    }

    /// These wagers of a round, and those that wait for their answer.
    fn with_pending(&self, round: Round, mut own: Wagers) -> Wagers {
        let pending = self.pending.iter().filter(|pending| pending.round == round);
        for pending in pending {
            if let Change::Add(wagers) | Change::Replace(wagers) = &pending.change {
                own.extend(wagers.clone());
            }
        }
        own
    }

    /// Wagers on one side, sometimes with one more spot. Patrons stay on their side of a round.
    fn choose(&mut self, table: &Table, own: &Wagers) -> Option<Wagers> {
        let side = match () {
            () if own.contains_key("banker") => "banker",
            () if own.contains_key("player") || self.dice.percent(50) => "player",
            () => "banker",
        };
        let others = table.spots.iter().filter(|spot| !["player", "banker"].contains(&spot.id.as_str()));
        let others: Vec<_> = others.filter(|spot| table.is_open(&spot.id)).collect();
        let another = usize::try_from(self.dice.below(4).saturating_mul(7)).unwrap_or_default();
        let main = table.spots.iter().find(|spot| spot.id == side && table.is_open(side));
        let chosen = main.into_iter().chain(others.get(another).copied());
        let mut wagers = Wagers::new();
        for spot in chosen {
            let stake = spot.minimum.saturating_mul(self.dice.below(3).saturating_add(1));
            wagers.insert(spot.id.clone(), stake);
        }
        let cost = wagers.values().fold(0_u64, |sum, stake| sum.saturating_add(*stake));
        (!wagers.is_empty() && cost.saturating_mul(4) < self.book.cash()).then_some(wagers)
    }

    /// The requests without an answer, to be sent again over a new socket.
    pub(super) fn repeats(&mut self, table_id: u32, tally: &mut Tally) -> Vec<Value> {
        self.shown = None;
        self.book.wait_again(Instant::now());
        for pending in &mut self.pending {
            (pending.sent, pending.since) = (None, Instant::now());
            tally.repeated = tally.repeated.saturating_add(1);
        }
        self.pending.iter().map(|pending| message(table_id, pending)).collect()
    }

    /// A request was answered: accepted, or refused with a code.
    pub(super) fn answered(&mut self, id: &str, answer: Result<Option<u64>, &str>, tally: &mut Tally) {
        let Some(at) = self.pending.iter().position(|pending| pending.id == id) else {
            return self.wrong(tally, "answer", &format!("request {id} was answered twice, or never sent"));
        };
        let Some(Pending { round, change, sent, .. }) = self.pending.remove(at) else { return };
        if at > 0 {
            self.wrong(tally, "order", &format!("request {id} was answered before an earlier one"));
        }
        if let Some(sent) = sent {
            tally.answered(sent.elapsed());
        }
        match answer {
            Ok(returned) => {
                tally.accepted = tally.accepted.saturating_add(1);
                let booked = self.book.accepted(round, &change);
                let differs = returned.filter(|_| sent.is_some()).is_some_and(|it| booked != Ok(it));
                match booked {
                    Err(what) => self.wrong(tally, "book", &what),
                    Ok(own) if differs => {
                        self.wrong(tally, "book", &format!("{own} came back, not {returned:?}"));
                    }
                    Ok(_) => {}
                }
            }
            Err(code) => count(&mut tally.refused, code.to_owned()),
        }
    }

    /// A round ended, as the server sent it to the patron.
    pub(super) fn ended(&mut self, end: End) {
        let is_known = self.ends.iter().any(|known| known.round == end.round);
        let has_asked = self.pending.iter().any(|pending| pending.round == end.round);
        if !is_known && (has_asked || !self.book.wagers(end.round).is_empty()) {
            self.ends.push(end);
        }
    }

    /// The rounds whose end is known and whose outcome is not.
    pub(super) fn undecided(&self, is_decided: impl Fn(Round) -> bool) -> Vec<Round> {
        self.ends.iter().map(|end| end.round).filter(|round| !is_decided(*round)).collect()
    }

    /// Books the ends of rounds in their order, once nothing before them is open and their outcome is known.
    pub(super) fn settle<'a>(&mut self, outcome: impl Fn(Round) -> Option<&'a Outcome>, tally: &mut Tally) {
        if !self.pending.is_empty() {
            return;
        }
        let mut ends = VecDeque::from(std::mem::take(&mut self.ends));
        while let Some(end) = ends.pop_front() {
            if self.book.wagers(end.round).is_empty() && end.wagers.is_empty() {
                continue;
            }
            let Some(outcome) = outcome(end.round) else {
                ends.push_front(end);
                break;
            };
            tally.settled = tally.settled.saturating_add(1);
            tally.staked = tally.staked.saturating_add(end.staked);
            tally.paid = tally.paid.saturating_add(end.paid);
            let booked = if end.voided.is_some() {
                self.book.voided(end.round, end.paid, Some(outcome))
            } else {
                self.book.settled(end.round, &end.wagers, (end.staked, end.paid), Some(outcome))
            };
            if let Err(what) = booked {
                self.wrong(tally, "settlement", &what);
            }
        }
        self.ends = ends.into();
    }

    /// The server showed these wagers.
    pub(super) fn shows(&mut self, round: Round, wagers: Wagers) {
        self.shown = Some((round, wagers, Instant::now()));
    }

    /// Reports what differs for too long, while the patron is connected.
    pub(super) fn check(&mut self, now: Instant, tally: &mut Tally) {
        let is_late = |since: Instant| now.saturating_duration_since(since) > PATIENCE;
        if let Some(what) = self.book.difference(now) {
            self.wrong(tally, "balance", &what);
        }
        if let Some(pending) = self.pending.front().filter(|pending| is_late(pending.since)) {
            let what = format!("request {} has no answer", pending.id);
            self.wrong(tally, "lost", &what);
        }
        let shown = self.shown.take_if(|(.., since)| is_late(*since));
        if let Some((round, wagers, _)) = shown.filter(|_| self.pending.is_empty()) {
            let own = self.book.wagers(round);
            if !own.is_empty() && own != wagers {
                self.wrong(tally, "wagers", &format!("{round:?} shows {wagers:?}; the book has {own:?}"));
            }
        }
    }

    /// Something is wrong with this patron's money or requests.
    pub(super) fn wrong(&mut self, tally: &mut Tally, kind: &'static str, what: &str) {
        if !std::mem::replace(&mut self.is_wrong, true) {
            tally.problem(kind, format!("{}: {what}", self.name));
        }
    }
}

/// The message that takes a seat.
pub(super) fn take_seat(table: u32) -> String {
    json!({ "type": "take_seat", "table_id": table }).to_string()
}

const fn kind(change: &Change) -> &'static str {
    match change {
        Change::Add(_) => "add",
        Change::Replace(_) => "replace",
        Change::Undo => "undo",
        Change::Clear => "clear",
    }
}

fn message(table_id: u32, Pending { id, round, change, .. }: &Pending) -> Value {
    let lines = |wagers: &Wagers| -> Vec<Value> {
        wagers.iter().map(|(spot, stake)| json!({ "spot": spot, "stake": stake })).collect()
    };
    match change {
        Change::Add(wagers) => json!({
            "type": "place_slip", "table_id": table_id, "round": round, "slip_id": id, "wagers": lines(wagers),
        }),
        Change::Replace(wagers) => json!({
            "type": "place_slip", "table_id": table_id, "round": round, "slip_id": id, "wagers": lines(wagers),
            "replaces": true,
        }),
        Change::Undo => {
            json!({ "type": "undo_last", "table_id": table_id, "round": round, "request_id": id })
        }
        Change::Clear => {
            json!({ "type": "clear_wagers", "table_id": table_id, "round": round, "request_id": id })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::floor::Spot;
    use super::*;

    #[test]
    fn slips_without_an_answer_keep_the_patron_on_their_side() {
        let spot = |id: &str| Spot { id: id.to_owned(), minimum: 100, maximum: 500_000 };
        let mut table = Table::default();
        table.spots = ["player", "banker"].map(spot).to_vec();
        for seed in 0..20 {
            let guest = Guest { token: String::new(), cash: 1_000_000 };
            let mut patron = Patron::new("Ana".to_owned(), guest, Dice::new(seed));
            let mut tally = Tally::default();
            let mut ask = || patron.ask(1, &table, &Change::Add(Wagers::new()), &mut tally).expect("a slip");
            let sides: Vec<Value> = (0..8).map(|_| ask()["wagers"][0]["spot"].clone()).collect();
            assert!(sides.iter().all(|side| *side == sides[0]), "{sides:?}");
        }
    }
}
