//! Simulated supervisors: they call running rounds void, propose to void rounds of any shoe and to take that back, now
//! and then with cards that were not dealt or are no coup, often twice, approve what others proposed and what they
//! proposed themselves, twice and too late, withdraw, give bonus money and put cash right by hand. They note every
//! answer and judge none.

use std::sync::Arc;
use std::time::Duration;

use baccarat::{Card, Deal, Step};
use house::ports::StoredRound;
use house::{CorrectionReceipt, HouseRefusal, ProposalReceipt, Purse, Rejection};
use table::event::VoidReason;
use table::{PatronId, RequestId, RoundRef, Ruling, SupervisorId, TableId, Timestamp};
use tokio::time::sleep;

use crate::dice::Dice;
use crate::hall::{Hall, round_id};
use crate::notes::AdjustedNote;

/// How many there are.
const SUPERVISORS: u64 = 3;

/// Supervises for as long as the house stands.
pub(crate) async fn supervise(hall: Arc<Hall>, dice: Dice, pause_ms: u64) {
    let mut desk = Desk { hall, dice };
    loop {
        let ms = desk.dice.within(1..=pause_ms * 2);
        sleep(Duration::from_millis(ms)).await;
        let Some(table) = desk.dice.pick(&desk.hall.tables).map(|settings| settings.id) else { return };
        match desk.dice.within(1..=100) {
            1..=25 => desk.void(table).await,
            26..=40 => desk.adjust().await,
            41..=65 => desk.propose(table).await,
            66..=90 => desk.approve_one().await,
            _ => desk.withdraw_one().await,
        }
    }
}

struct Desk {
    hall: Arc<Hall>,
    dice: Dice,
}

impl Desk {
    async fn void(&mut self, table: TableId) {
        let round = self.hall.house.snapshot(table).and_then(|snapshot| snapshot.view.round);
        let (Some(round), by) = (round, self.somebody()) else { return };
        let answer = self.hall.house.void_this_round(table, round, by).await;
        if let Some(round) = self.told("running round voided", "void", answer) {
            self.hall.memory.notes().voided.insert(round_id(table, round), by.0);
        }
    }

    /// Gives somebody bonus money, or puts their cash right; often twice.
    async fn adjust(&mut self) {
        let known: Vec<u32> = self.hall.memory.notes().patrons.keys().copied().collect();
        let Some(patron) = self.dice.pick(&known).copied() else { return };
        let (id, by, bonus) = (self.dice.id(), self.somebody(), self.dice.per_mille(650));
        let amount = i64::try_from(self.dice.within(1..=2_000_000)).unwrap_or(1);
        let taken = self.dice.per_mille(if bonus { 150 } else { 800 });
        let change = if taken { -amount } else { amount };
        let note = AdjustedNote { patron, bonus, change, done: false };
        self.hall.memory.notes().adjusted.insert(id, note);
        for _ in 0..self.dice.within(1..=2) {
            let purse = if bonus { Purse::Bonus } else { Purse::Cash };
            let asked = self.hall.house.adjust(PatronId(patron), purse, change, by, "by hand", RequestId(id));
            let answer = asked.await;
            let done = if bonus { "bonus money adjusted" } else { "cash adjusted" };
            if self.told(done, "adjust", answer).is_some() {
                let mut notes = self.hall.memory.notes();
                notes.adjusted.entry(id).and_modify(|note| note.done = true);
            }
        }
    }

    /// Proposes to correct a round, often twice, and as a rule has it approved soon. Now and then the id is used again
    /// for another round.
    async fn propose(&mut self, table: TableId) {
        let Some(stands) = self.some_round(table).await else { return };
        let (round, (ruling, kind)) = (stands.round, self.ruling(&stands));
        let (by, id) = (self.somebody(), RequestId(self.dice.id()));
        let mut proposed = None;
        for _ in 0..self.dice.within(1..=2) {
            let (house, ruling) = (&self.hall.house, ruling.clone());
            let answer = house.propose_correction(table, round, ruling, by, "the recording", id).await;
            proposed = self.told_proposal(kind, proposed, answer).or(proposed);
        }
        let Some(number) = proposed else { return };
        self.hall.memory.notes().proposed.insert((table.0, number), by.0);
        if self.dice.per_mille(200) {
            self.misuse(table, (round, id), by).await;
        }
        if self.dice.per_mille(600) {
            sleep(Duration::from_millis(self.dice.within(0..=3_000))).await;
            let by = self.somebody();
            self.approve(table, number, by).await;
        }
    }

    /// Proposes something for another round with the id of a proposal that was acknowledged: never taken, whatever
    /// round that is.
    async fn misuse(&mut self, table: TableId, (used, id): (RoundRef, RequestId), by: SupervisorId) {
        let Some(stands) = self.some_round(table).await.filter(|stands| stands.round != used) else { return };
        let (round, (ruling, _)) = (stands.round, self.ruling(&stands));
        let answer = self.hall.house.propose_correction(table, round, ruling, by, "the recording", id).await;
        let right = match &answer {
            Ok(_) => false,
            Err(Rejection::Refused(refusal)) => refusal.code() == "request_id_used",
            Err(Rejection::Failed(_)) => true,
        };
        if !right {
            let now = answer.as_ref().map(|receipt| receipt.correction_no);
            let wrong = format!("the id of a proposal about {used}, used for {round}: {now:?}");
            self.hall.memory.notes().contradictions.push(wrong);
        }
        self.told("used id proposed", "use an id again", answer);
    }

    /// Approves something that was proposed at any time, perhaps before a crash, perhaps before.
    async fn approve_one(&mut self) {
        let Some((table, number)) = self.some_proposal() else { return };
        let by = self.somebody();
        self.approve(table, number, by).await;
        if self.dice.per_mille(300) {
            self.approve(table, number, by).await;
        }
    }

    async fn approve(&mut self, table: TableId, number: u64, by: SupervisorId) {
        let answer = self.hall.house.approve_correction(table, number, by).await;
        if self.told_correction("correction approved", "approve", answer) {
            self.hall.memory.notes().approved.insert((table.0, number, by.0));
        }
    }

    async fn withdraw_one(&mut self) {
        let Some((table, number)) = self.some_proposal() else { return };
        let by = self.somebody();
        let answer = self.hall.house.withdraw_correction(table, number, by).await;
        if self.told_correction("correction withdrawn", "withdraw", answer) {
            self.hall.memory.notes().withdrawn.insert((table.0, number));
        }
    }

    /// A round of any shoe of a table, over or not; now and then one that never was.
    async fn some_round(&mut self, table: TableId) -> Option<StoredRound> {
        let shoe_no = self.hall.house.snapshot(table)?.view.shoe_no;
        let shoe_no = u32::try_from(self.dice.within(1..=u64::from(shoe_no))).ok()?;
        if self.dice.per_mille(30) {
            let (round, at) = (RoundRef { shoe_no, round_no: 999 }, Timestamp::default());
            return Some(StoredRound { round, at, revision: 0, voided: false, cards: Vec::new() });
        }
        let rounds = self.hall.house.rounds(table, shoe_no).await.ok()?;
        self.dice.pick(&rounds).cloned()
    }

    fn some_proposal(&mut self) -> Option<(TableId, u64)> {
        let known: Vec<(u32, u64)> = self.hall.memory.notes().proposed.keys().copied().collect();
        self.dice.pick(&known).map(|(table, number)| (TableId(*table), *number))
    }

    fn somebody(&mut self) -> SupervisorId {
        SupervisorId(u32::try_from(self.dice.within(1..=SUPERVISORS)).unwrap_or(1))
    }

    /// Mostly a void, or the cards that were dealt for a round that is void.
    fn ruling(&mut self, stands: &StoredRound) -> (Ruling, &'static str) {
        let dealt = Ruling::Cards { cards: stands.cards.clone() };
        match self.dice.within(1..=20) {
            1 => (Ruling::Cards { cards: self.cards(3) }, "no coup proposed"),
            2 => (Ruling::Cards { cards: self.coup() }, "other cards proposed"),
            3 => (dealt, "dealt cards proposed"),
            4..=18 if stands.voided => (dealt, "dealt cards proposed"),
            _ => (Ruling::Void { reason: VoidReason::Supervisor }, "void of a past round proposed"),
        }
    }

    /// A whole coup of any cards.
    fn coup(&mut self) -> Vec<Card> {
        let (mut deal, mut cards) = (Deal::new(), Vec::new());
        loop {
            let Some(card) = self.cards(1).pop() else { return cards };
            cards.push(card);
            match deal.draw(card) {
                Step::More(more) => deal = more,
                Step::Done(_) => return cards,
            }
        }
    }

    fn cards(&mut self, count: usize) -> Vec<Card> {
        let deck: Vec<Card> = Card::deck().collect();
        (0..count).filter_map(|_| self.dice.pick(&deck).copied()).collect()
    }

    /// The number of what was proposed, now or by the same request before. What is sent again, `before` having been
    /// acknowledged, is that one again.
    fn told_proposal(
        &self,
        done: &'static str,
        before: Option<u64>,
        answer: Result<ProposalReceipt, Rejection>,
    ) -> Option<u64> {
        let wrong = match (&answer, before) {
            (Ok(receipt), Some(no)) => !receipt.repeated || receipt.correction_no != no,
            (Ok(_), None) | (Err(Rejection::Failed(_)), _) => false,
            (Err(Rejection::Refused(_)), Some(_)) => true,
            (Err(Rejection::Refused(refusal)), None) => refusal.code() == "request_id_used",
        };
        if wrong {
            let now = answer.as_ref().map(|receipt| (receipt.correction_no, receipt.repeated));
            let wrong = format!("a proposal sent again, {before:?} before: {now:?}");
            self.hall.memory.notes().contradictions.push(wrong);
        }
        if let Some(receipt) = answer.as_ref().ok().filter(|receipt| receipt.repeated) {
            self.hall.memory.tally().answer("propose: done before");
            return Some(receipt.correction_no);
        }
        self.told(done, "propose", answer).map(|receipt| receipt.correction_no)
    }

    /// Whether a decision about a correction stands, be it a repeated one.
    fn told_correction(
        &self,
        done: &'static str,
        what: &str,
        answer: Result<CorrectionReceipt, Rejection>,
    ) -> bool {
        if answer.as_ref().is_ok_and(|receipt| receipt.repeated) {
            self.hall.memory.tally().answer(&format!("{what}: done before"));
            return true;
        }
        self.told(done, what, answer).is_some()
    }

    /// Counts an answer; what was done, if it was.
    fn told<T>(&self, done: &'static str, what: &str, answer: Result<T, Rejection>) -> Option<T> {
        let mut tally = self.hall.memory.tally();
        match answer {
            Ok(receipt) => {
                tally.correction(done);
                Some(receipt)
            }
            Err(Rejection::Refused(refusal)) => {
                tally.answer(&format!("{what}: {}", HouseRefusal::code(&refusal)));
                None
            }
            Err(Rejection::Failed(_)) => {
                tally.answer(&format!("{what}: failed"));
                None
            }
        }
    }
}
