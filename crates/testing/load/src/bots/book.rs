//! The book that a bot keeps of its own money, from what the server sent alone. Knows no socket.
//!
//! The server sends the cash after each change, and the answer to a request beside it, in either order. So the book
//! keeps the cash after each change that it knows of, and what was sent must come up there, in the same order.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::settlement::Verdicts;

/// How long what the server sent and what the book says may differ: a message of the same commit is under way.
const PATIENCE: Duration = Duration::from_secs(5);

/// A round of a table, as messages name it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Round {
    /// The shoe, counted over the table's life.
    pub shoe_no: u32,
    /// The round, counted in its shoe.
    pub round_no: u16,
}

/// The stake on each spot.
pub type Wagers = BTreeMap<String, u64>;

/// A change of the wagers that a bot asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// These wagers are added.
    Add(Wagers),
    /// These wagers replace those that stand.
    Replace(Wagers),
    /// The last slip is undone.
    Undo,
    /// All wagers are cleared.
    Clear,
}

/// A settled wager.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Line {
    /// The spot.
    pub spot: String,
    /// The stake.
    pub stake: u64,
    /// `win`, `push` or `lose`.
    pub resolution: String,
    /// The payout, stake included.
    pub payout: u64,
}

/// How a round ended for everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was settled, and this is what it pays.
    Settled(Verdicts),
    /// It does not count.
    Voided,
}

/// The wagers of a round that has not ended.
#[derive(Clone, Debug, Default)]
struct Open {
    wagers: Wagers,
    /// The wagers before each slip that may be undone.
    before: Vec<Wagers>,
}

/// The book.
#[derive(Clone, Debug, Default)]
pub struct Book {
    cash: u64,
    /// The cash after each change, from the one on that the server sent last.
    states: VecDeque<u64>,
    /// What the server sent and no change explains yet.
    sent: VecDeque<(u64, Instant)>,
    /// The largest number of a wallet that the server sent, with its cash.
    newest: Option<(u64, u64)>,
    /// The last number on this connection; none before its first wallet.
    last: Option<u64>,
    /// When the cash changed last.
    changed: Option<Instant>,
    rounds: BTreeMap<Round, Open>,
}

impl Book {
    /// The book of somebody with so much cash.
    pub fn new(cash: u64) -> Self {
        Self { cash, states: VecDeque::from([cash]), ..Self::default() }
    }

    /// The cash that the book says.
    pub const fn cash(&self) -> u64 {
        self.cash
    }

    /// The wagers of a round that has not ended.
    pub fn wagers(&self, round: Round) -> Wagers {
        self.rounds.get(&round).map(|open| open.wagers.clone()).unwrap_or_default()
    }

    /// How many slips of a round may be undone.
    pub fn undoable(&self, round: Round) -> usize {
        self.rounds.get(&round).map_or(0, |open| open.before.len())
    }

    /// The rounds with wagers that have not ended.
    pub fn open_rounds(&self) -> impl Iterator<Item = Round> {
        self.rounds.iter().filter(|(_, open)| !open.wagers.is_empty()).map(|(round, _)| *round)
    }

    /// A change was accepted. Gives the stakes that came back.
    ///
    /// # Errors
    /// When the cash does not cover the wagers.
    pub fn accepted(&mut self, round: Round, change: &Change) -> Result<u64, String> {
        let open = self.rounds.entry(round).or_default();
        let before = open.wagers.clone();
        match change {
            Change::Add(wagers) => {
                for (spot, stake) in wagers {
                    let sum = open.wagers.entry(spot.clone()).or_default();
                    *sum = sum.saturating_add(*stake);
                }
                open.before.push(before.clone());
            }
            Change::Replace(wagers) => {
                open.wagers.clone_from(wagers);
                open.before.push(before.clone());
            }
            Change::Undo => open.wagers = open.before.pop().unwrap_or_default(),
            Change::Clear => open.wagers.clear(),
        }
        let (was, is) = (sum(&before), sum(&open.wagers));
        let cash = self.cash.saturating_add(was).checked_sub(is);
        self.change(cash.ok_or_else(|| format!("wagers of {is} in {round:?} with cash of {}", self.cash))?);
        Ok(was.saturating_sub(is))
    }

    /// A round was settled. `outcome` is what follows from its cards, if they are known.
    ///
    /// # Errors
    /// When the lines are not those wagers, or do not follow from the outcome.
    pub fn settled(
        &mut self,
        round: Round,
        lines: &[Line],
        (staked, paid): (u64, u64),
        outcome: Option<&Outcome>,
    ) -> Result<(), String> {
        let wagers = self.rounds.remove(&round).map(|open| open.wagers).unwrap_or_default();
        self.change(self.cash.saturating_add(paid));
        let settled: Wagers = lines.iter().map(|line| (line.spot.clone(), line.stake)).collect();
        if settled != wagers || settled.len() != lines.len() {
            return Err(format!("{round:?} settled {lines:?}; the wagers were {wagers:?}"));
        }
        let sums = (sum(&wagers), lines.iter().fold(0_u64, |sum, line| sum.saturating_add(line.payout)));
        if sums != (staked, paid) {
            return Err(format!("{round:?} has {staked} staked and {paid} paid; its lines have {sums:?}"));
        }
        for line in lines {
            let due = match outcome {
                None => line.likely(),
                Some(Outcome::Settled(verdicts)) => verdicts.settle(&line.spot, line.stake),
                Some(Outcome::Voided) => return Err(format!("{round:?} was voided for everybody, not here")),
            };
            let Line { spot, stake, resolution, payout } = line;
            if due != Some((resolution.as_str(), *payout)) {
                return Err(format!(
                    "{round:?} settled {stake} on {spot} as {resolution}, {payout}; its cards and odds say {due:?}"
                ));
            }
        }
        Ok(())
    }

    /// A round was voided, and so much came back. `outcome` is what everybody saw, if it is known.
    ///
    /// # Errors
    /// When that is not what the wagers were, or everybody saw cards.
    pub fn voided(&mut self, round: Round, returned: u64, outcome: Option<&Outcome>) -> Result<(), String> {
        let wagers = self.rounds.remove(&round).map(|open| open.wagers).unwrap_or_default();
        self.change(self.cash.saturating_add(returned));
        let staked = sum(&wagers);
        match (staked == returned, outcome) {
            (true, None | Some(Outcome::Voided)) => Ok(()),
            (true, Some(Outcome::Settled(_))) => {
                Err(format!("{round:?} was settled for everybody, and voided here"))
            }
            (false, _) => Err(format!("{round:?} returned {returned}, and {staked} were staked")),
        }
    }

    /// The server welcomed the patron on a new connection, with the wallet as it is.
    ///
    /// # Errors
    /// When the wallet is older than one that was sent before, or has other cash under the same number.
    pub fn welcomed(&mut self, cash: u64, number: u64, now: Instant) -> Result<(), String> {
        if let Some((newest, _)) = self.newest.filter(|(newest, _)| number < *newest) {
            return Err(format!("wallet {number} welcomes after wallet {newest} was sent"));
        }
        self.last = None;
        self.know(cash, number, now)
    }

    /// The server sent the cash, with the number of that state of the wallet. After a welcome it may send states again
    /// that the welcome had; on one connection it never goes back.
    ///
    /// # Errors
    /// When a number goes back, or has other cash than before.
    pub fn wallet(&mut self, cash: u64, number: u64, now: Instant) -> Result<(), String> {
        if let Some(last) = self.last.replace(number).filter(|last| number < *last) {
            return Err(format!("wallet {number} comes after wallet {last}"));
        }
        self.know(cash, number, now)
    }

    fn know(&mut self, cash: u64, number: u64, now: Instant) -> Result<(), String> {
        match self.newest {
            Some((newest, _)) if number < newest => return Ok(()),
            Some((newest, known)) if number == newest && cash != known => {
                return Err(format!("wallet {number} has a balance of {known}, and of {cash}"));
            }
            _ => self.newest = Some((number, cash)),
        }
        self.sent.push_back((cash, now));
        self.explain();
        Ok(())
    }

    /// The connection is a new one: what is not explained so far may be from now on.
    pub fn wait_again(&mut self, now: Instant) {
        self.sent.iter_mut().for_each(|(_, at)| *at = now);
        self.changed = self.changed.map(|_| now);
    }

    /// What differs for too long, if anything.
    pub fn difference(&self, now: Instant) -> Option<String> {
        let is_late = |at: Instant| now.saturating_duration_since(at) > PATIENCE;
        if let Some((cash, _)) = self.sent.front().filter(|(_, at)| is_late(*at)) {
            return Some(format!("the server sent a balance of {cash}; the book has {:?}", self.states));
        }
        // Cash that came up twice may have been sent for the later time.
        let is_sent = self.states.len() <= 1 || self.newest.is_some_and(|(_, cash)| cash == self.cash);
        let changed = self.changed.filter(|at| !is_sent && is_late(*at));
        changed.map(|_| format!("the server did not send a balance of {}", self.cash))
    }

    fn change(&mut self, cash: u64) {
        if cash != self.cash {
            self.cash = cash;
            self.states.push_back(cash);
            self.changed = Some(Instant::now());
        }
        self.explain();
    }

    /// Finds what was sent among the states, each at or after the one before.
    fn explain(&mut self) {
        while let Some((cash, _)) = self.sent.front() {
            let Some(at) = self.states.iter().position(|state| state == cash) else { return };
            self.states.drain(..at);
            self.sent.pop_front();
        }
    }
}

impl Line {
    /// The resolution and the payout, if these fit each other without a look at the cards.
    fn likely(&self) -> Option<(&'static str, u64)> {
        match self.resolution.as_str() {
            "win" if self.payout > self.stake => Some(("win", self.payout)),
            "push" => Some(("push", self.stake)),
            "lose" => Some(("lose", 0)),
            _ => None,
        }
    }
}

fn sum(wagers: &Wagers) -> u64 {
    wagers.values().fold(0, |sum, stake| sum.saturating_add(*stake))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::settlement::{Hands, Odds};
    use super::*;

    const ROUND: Round = Round { shoe_no: 1, round_no: 7 };

    fn wagers(wagers: &[(&str, u64)]) -> Wagers {
        wagers.iter().map(|(spot, stake)| ((*spot).to_owned(), *stake)).collect()
    }

    fn line(spot: &str, stake: u64, resolution: &str, payout: u64) -> Line {
        Line { spot: spot.to_owned(), stake, resolution: resolution.to_owned(), payout }
    }

    fn banker_won() -> Outcome {
        let spots = json!([
            { "spot": "banker", "push": [["tie"]], "pays": [{ "when": ["banker_wins"], "odds": [19, 20] }] },
            { "spot": "tie", "push": [], "pays": [{ "when": ["tie"], "odds": [8, 1] }] },
        ]);
        let odds: Odds = serde_json::from_value(json!({ "rounding": "down", "spots": spots })).unwrap();
        let cards = ["2c", "9d", "Kc", "Kd"].map(str::to_owned);
        Outcome::Settled(odds.judge(&Hands::dealt(&cards).unwrap()).unwrap())
    }

    /// A book with 300 on Banker and 100 on Tie, placed in two slips.
    fn staked() -> Book {
        let mut book = Book::new(1_000);
        book.accepted(ROUND, &Change::Add(wagers(&[("banker", 200)]))).unwrap();
        book.accepted(ROUND, &Change::Add(wagers(&[("banker", 100), ("tie", 100)]))).unwrap();
        book
    }

    #[test]
    fn changes_of_wagers_move_cash() {
        for (change, cash, left) in [
            (Change::Undo, 800, wagers(&[("banker", 200)])),
            (Change::Clear, 1_000, wagers(&[])),
            (Change::Replace(wagers(&[("player", 50)])), 950, wagers(&[("player", 50)])),
            (Change::Add(wagers(&[("tie", 600)])), 0, wagers(&[("banker", 300), ("tie", 700)])),
        ] {
            let mut book = staked();
            assert_eq!((book.cash(), book.undoable(ROUND)), (600, 2));
            book.accepted(ROUND, &change).unwrap();
            assert_eq!((book.cash(), book.wagers(ROUND)), (cash, left), "{change:?}");
        }
        assert!(staked().accepted(ROUND, &Change::Add(wagers(&[("tie", 601)]))).is_err());
    }

    #[test]
    fn one_wallet_may_stand_for_several_changes() {
        let (mut book, now) = (Book::new(1_000), Instant::now());
        let add = Change::Add(wagers(&[("tie", 300)]));
        for change in [&add, &Change::Clear, &add] {
            book.accepted(ROUND, change).unwrap();
        }
        let later = now + Duration::from_mins(1);
        let missing = "the server did not send a balance of 700".to_owned();
        assert_eq!(book.difference(later), Some(missing));
        book.wallet(700, 4, now).unwrap();
        assert_eq!(book.difference(later), None);
    }

    #[test]
    fn a_settlement_must_be_that_of_the_wagers() {
        let good = [line("banker", 300, "win", 585), line("tie", 100, "lose", 0)];
        let mut book = staked();
        book.settled(ROUND, &good, (400, 585), Some(&banker_won())).unwrap();
        assert_eq!((book.cash(), book.open_rounds().count()), (1_185, 0));
        let tie = line("tie", 100, "lose", 0);
        for (lines, sums, why) in [
            (vec![line("banker", 300, "win", 585)], (300, 585), "a wager is missing"),
            (vec![line("banker", 200, "win", 390), tie.clone()], (300, 390), "another stake"),
            (vec![good[0].clone(), tie.clone(), tie.clone()], (500, 585), "a wager twice"),
            (good.to_vec(), (400, 600), "another sum"),
            (vec![line("banker", 300, "lose", 0), tie.clone()], (400, 0), "Banker won"),
            (vec![line("banker", 300, "win", 300), tie.clone()], (400, 300), "a win without a profit"),
            (vec![line("banker", 300, "win", 586), tie.clone()], (400, 586), "a profit that is one too much"),
            (vec![line("banker", 300, "push", 300), tie], (400, 300), "no push without a tie"),
        ] {
            assert!(staked().settled(ROUND, &lines, sums, Some(&banker_won())).is_err(), "{why}");
        }
        assert!(staked().settled(ROUND, &good, (400, 585), Some(&Outcome::Voided)).is_err());
        assert!(staked().settled(ROUND, &good, (400, 585), None).is_ok());
        for (resolution, payout) in [("win", 300), ("push", 301), ("lose", 1), ("draw", 300)] {
            let odd = [line("banker", 300, resolution, payout), line("tie", 100, "lose", 0)];
            assert!(staked().settled(ROUND, &odd, (400, payout), None).is_err(), "{resolution}");
        }
        assert!(staked().voided(ROUND, 399, Some(&Outcome::Voided)).is_err());
        assert!(staked().voided(ROUND, 400, Some(&banker_won())).is_err());
        assert!(staked().voided(ROUND, 400, Some(&Outcome::Voided)).is_ok());
    }

    /// The server sends this book that cash, in states of the wallet that follow each other.
    fn send(book: &mut Book, cash: &[u64], now: Instant) {
        (1..).zip(cash).try_for_each(|(number, cash)| book.wallet(*cash, number, now)).unwrap();
    }

    #[test]
    fn balances_come_up_in_the_book_in_order() {
        let now = Instant::now();
        let late = now + PATIENCE + Duration::from_mins(1);
        // Before the change or after it, one by one or only the last.
        for sent in [&[800, 600][..], &[600], &[600, 600]] {
            let mut early = Book::new(1_000);
            send(&mut early, sent, now);
            early.accepted(ROUND, &Change::Add(wagers(&[("banker", 200)]))).unwrap();
            early.accepted(ROUND, &Change::Add(wagers(&[("tie", 200)]))).unwrap();
            assert_eq!(early.difference(late), None, "{sent:?} before");
            let mut after = staked();
            send(&mut after, sent, now);
            assert_eq!(after.difference(late), None, "{sent:?} after");
        }
        for (sent, why) in
            [(&[][..], "never sent"), (&[800], "the last is not sent"), (&[600, 800], "out of order")]
        {
            let mut book = staked();
            send(&mut book, sent, now);
            assert!(book.difference(late).is_some(), "{why}");
            assert_eq!(book.difference(now), None, "{why}: it may come yet");
        }
    }

    #[test]
    fn the_numbers_of_wallets_rise() {
        let (mut book, now) = (staked(), Instant::now());
        assert_eq!(book.welcomed(600, 7, now), Ok(()));
        assert_eq!(book.wallet(800, 6, now), Ok(()), "the welcome had it already");
        assert_eq!(book.wallet(600, 7, now), Ok(()), "a repeat");
        assert!(book.wallet(800, 6, now).is_err(), "it goes back on the same connection");
        assert!(book.wallet(800, 7, now).is_err(), "the same state with other cash");
        assert!(book.welcomed(800, 6, now).is_err(), "a state was sent and is gone");
        assert_eq!(book.difference(now + PATIENCE + Duration::from_mins(1)), None);
    }
}
