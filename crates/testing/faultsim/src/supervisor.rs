//! Simulated supervisors. They void running rounds; propose to void rounds of any shoe and to take that back, now and
//! then with cards that were not dealt or are no coup, often twice; approve proposals of others and of their own, twice
//! and too late; withdraw; give bonus money and adjust cash by hand. They note every answer and judge none.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use auditor::{
    AdjustmentRequest, Attempts, Dice, EventId, ProposalRequest, RoundId, ShownCorrection,
    SupervisorObservations, Wallet,
};
use baccarat::{Card, Deal, Step};
use house::ports::StoredRound;
use house::{CorrectionReceipt, HouseRefusal, Purse, Rejection};
use table::event::VoidReason;
use table::{PatronId, RequestId, RoundRef, Ruling, SupervisorId, TableId, Timestamp};
use tokio::time::sleep;

use crate::sim_house::{SimHouse, request_id, round_id};

/// How many supervisors there are.
const SUPERVISORS: u64 = 3;

/// The reasons that they give.
const BY_HAND: &str = "by hand";
const RECORDING: &str = "the recording";

/// Supervises for as long as the house runs.
pub(crate) async fn supervise(sim: Arc<SimHouse>, dice: Dice, pause_ms: u64) {
    let mut turn = SupervisorTurn { sim, dice };
    loop {
        let ms = turn.dice.within(1..=pause_ms * 2);
        sleep(Duration::from_millis(ms)).await;
        let Some(table) = turn.dice.pick(&turn.sim.tables).map(|settings| settings.id) else { return };
        match turn.dice.within(1..=100) {
            1..=25 => turn.void(table).await,
            26..=40 => turn.adjust().await,
            41..=65 => turn.propose(table).await,
            66..=90 => turn.approve_one().await,
            _ => turn.withdraw_one().await,
        }
    }
}

struct SupervisorTurn {
    sim: Arc<SimHouse>,
    dice: Dice,
}

/// A request in the words of the auditor.
#[derive(Debug)]
enum Request {
    Propose(String),
    Approve(EventId, u32),
    Withdraw(EventId, u32),
    Void(RoundId, u32),
    Adjust(String),
}

impl Request {
    /// The attempts to send it.
    fn attempts<'a>(&self, observed: &'a mut SupervisorObservations) -> Option<&'a mut Attempts> {
        match self {
            Self::Propose(id) => observed.proposals.get_mut(id).map(|request| &mut request.attempts),
            Self::Adjust(id) => observed.adjustments.get_mut(id).map(|request| &mut request.attempts),
            Self::Approve(id, by) => Some(observed.approvals.entry((*id, *by)).or_default()),
            Self::Withdraw(id, by) => Some(observed.withdrawals.entry((*id, *by)).or_default()),
            Self::Void(round, by) => Some(observed.voids.entry((*round, *by)).or_default()),
        }
    }
}

/// The cards that a ruling names; none for a void.
fn cards(ruling: &Ruling) -> Option<Vec<String>> {
    match ruling {
        Ruling::Void { .. } => None,
        Ruling::Cards { cards } => Some(cards.iter().map(ToString::to_string).collect()),
    }
}

impl SupervisorTurn {
    async fn void(&mut self, table: TableId) {
        let round = self.sim.house.snapshot(table).and_then(|snapshot| snapshot.view.round);
        let (Some(round), by) = (round, self.somebody()) else { return };
        let request = Request::Void(round_id(table, round), by.0);
        self.send(&request);
        let answer = self.sim.house.void_this_round(table, round, by).await;
        self.receive(&request, &answer);
        self.count("running round voided", "void", answer);
    }

    /// Gives somebody bonus money, or adjusts their cash; often twice.
    async fn adjust(&mut self) {
        let known: Vec<u32> = self.sim.shared.observed().patrons.keys().copied().collect();
        let Some(patron) = self.dice.pick(&known).copied() else { return };
        let (id, by, bonus) = (self.dice.id(), self.somebody(), self.dice.per_mille(650));
        let amount = i64::try_from(self.dice.within(1..=2_000_000)).unwrap_or(1);
        let taken = self.dice.per_mille(if bonus { 150 } else { 800 });
        let change = if taken { -amount } else { amount };
        let (purse, own, done) = if bonus {
            (Purse::Bonus, auditor::Purse::Bonus, "bonus money adjusted")
        } else {
            (Purse::Cash, auditor::Purse::Cash, "cash adjusted")
        };
        let (by_no, why, wallets) = (by.0, BY_HAND.to_owned(), BTreeSet::new());
        let attempts = Attempts::default();
        let new = AdjustmentRequest { by: by_no, patron, purse: own, change, why, attempts, wallets };
        self.observe(|observed| observed.adjustments.insert(id.clone(), new));
        let request = Request::Adjust(id.clone());
        for _ in 0..self.dice.within(1..=2) {
            self.send(&request);
            let (house, patron) = (&self.sim.house, PatronId(patron));
            let answer = house.adjust(patron, purse, change, by, BY_HAND, request_id(&id)).await;
            self.receive(&request, &answer);
            if let Some(receipt) = self.count(done, "adjust", answer) {
                let wallet = Wallet {
                    cash: receipt.wallet.cash.signed(),
                    bonus: receipt.wallet.bonus.signed(),
                    owed: receipt.wallet.owed.signed(),
                };
                self.observe(|observed| {
                    observed.adjustments.entry(id.clone()).and_modify(|it| _ = it.wallets.insert(wallet));
                });
            }
        }
    }

    /// Proposes to correct a round, often twice, and usually has it approved soon. Now and then the id is used again
    /// for another round.
    async fn propose(&mut self, table: TableId) {
        let Some(stored) = self.some_round(table).await else { return };
        let (round, (ruling, kind)) = (stored.round, self.ruling(&stored));
        let (by, id) = (self.somebody(), self.dice.id());
        let new = ProposalRequest {
            by: by.0,
            round: round_id(table, round),
            ruling: cards(&ruling),
            why: RECORDING.to_owned(),
            attempts: Attempts::default(),
            shown: None,
        };
        self.observe(|observed| observed.proposals.insert(id.clone(), new));
        let (request, sent_id) = (Request::Propose(id.clone()), request_id(&id));
        let mut proposed = None;
        for _ in 0..self.dice.within(1..=2) {
            self.send(&request);
            let (house, ruling) = (&self.sim.house, ruling.clone());
            let answer = house.propose_correction(table, round, ruling, by, RECORDING, sent_id).await;
            self.receive(&request, &answer);
            if let Ok(receipt) = &answer {
                self.observe_dry_run(&id, receipt);
            }
            proposed = self.count_proposal(kind, proposed, answer).or(proposed);
        }
        let Some(number) = proposed else { return };
        if self.dice.per_mille(200) {
            self.misuse(table, (round, sent_id), by).await;
        }
        if self.dice.per_mille(600) {
            sleep(Duration::from_millis(self.dice.within(0..=3_000))).await;
            let by = self.somebody();
            self.approve(table, number, by).await;
        }
    }

    /// Notes the dry run of a proposal, which is the same each time.
    fn observe_dry_run(&self, id: &str, receipt: &CorrectionReceipt) {
        let event = EventId { table: receipt.table.0, seq: receipt.correction_no };
        let text = serde_json::to_string(&receipt.proposal).unwrap_or_default();
        self.observe(|observed| {
            let Some(request) = observed.proposals.get_mut(id) else { return };
            match ShownCorrection::read(event, &text) {
                Ok(shown) if request.shown.as_ref().is_none_or(|before| *before == shown) => {
                    request.shown = Some(shown);
                }
                other => observed.contradictions.push(format!("proposal {id} was shown as {other:?}")),
            }
        });
    }

    /// Proposes something for another round with the id of an acknowledged proposal. The house must refuse it.
    async fn misuse(&mut self, table: TableId, (used, id): (RoundRef, RequestId), by: SupervisorId) {
        let Some(stored) = self.some_round(table).await.filter(|stored| stored.round != used) else { return };
        let (round, (ruling, _)) = (stored.round, self.ruling(&stored));
        let answer = self.sim.house.propose_correction(table, round, ruling, by, RECORDING, id).await;
        let right = match &answer {
            Ok(_) => false,
            Err(Rejection::Refused(refusal)) => refusal.code() == "request_id_used",
            Err(Rejection::Failed(_)) => true,
        };
        if !right {
            let now = answer.as_ref().map(|receipt| receipt.correction_no);
            let wrong = format!("the id of a proposal about {used}, used for {round}: {now:?}");
            self.observe(|observed| observed.contradictions.push(wrong));
        }
        self.count("used id proposed", "use an id again", answer);
    }

    /// Approves any proposal, perhaps one from before a crash, perhaps one that is decided.
    async fn approve_one(&mut self) {
        let Some((table, number)) = self.some_proposal() else { return };
        let by = self.somebody();
        self.approve(table, number, by).await;
        if self.dice.per_mille(300) {
            self.approve(table, number, by).await;
        }
    }

    async fn approve(&mut self, table: TableId, number: u64, by: SupervisorId) {
        let request = Request::Approve(EventId { table: table.0, seq: number }, by.0);
        self.send(&request);
        let answer = self.sim.house.approve_correction(table, number, by).await;
        self.receive(&request, &answer);
        self.count_decision("correction approved", "approve", answer);
    }

    async fn withdraw_one(&mut self) {
        let Some((table, number)) = self.some_proposal() else { return };
        let by = self.somebody();
        let request = Request::Withdraw(EventId { table: table.0, seq: number }, by.0);
        self.send(&request);
        let answer = self.sim.house.withdraw_correction(table, number, by).await;
        self.receive(&request, &answer);
        self.count_decision("correction withdrawn", "withdraw", answer);
    }

    /// Notes that a request is about to be sent.
    fn send(&self, request: &Request) {
        self.observe(|observed| {
            if let Some(attempts) = request.attempts(observed) {
                attempts.send();
            }
        });
    }

    /// Notes the answer to a request.
    fn receive<T>(&self, request: &Request, answer: &Result<T, Rejection>) {
        self.observe(|observed| {
            let Some(attempts) = request.attempts(observed) else { return };
            match answer {
                Ok(_) => attempts.acknowledge(),
                Err(Rejection::Failed(_)) => attempts.lose(),
                Err(Rejection::Refused(refusal)) => {
                    // A round that was voided is over, so voiding it again is refused.
                    if attempts.refuse() && !matches!(request, Request::Void(..)) {
                        let code = refusal.code();
                        observed
                            .contradictions
                            .push(format!("{request:?} was done and then refused: {code}"));
                    }
                }
            }
        });
    }

    fn observe<T>(&self, note: impl FnOnce(&mut SupervisorObservations) -> T) -> T {
        note(&mut self.sim.shared.observed().supervisors)
    }

    /// A round of any shoe of a table, over or not; now and then one that never was.
    async fn some_round(&mut self, table: TableId) -> Option<StoredRound> {
        let shoe_no = self.sim.house.snapshot(table)?.view.shoe_no;
        let shoe_no = u32::try_from(self.dice.within(1..=u64::from(shoe_no))).ok()?;
        if self.dice.per_mille(30) {
            let (round, at) = (RoundRef { shoe_no, round_no: 999 }, Timestamp::default());
            return Some(StoredRound { round, at, revision: 0, voided: false, cards: Vec::new() });
        }
        let rounds = self.sim.house.rounds(table, shoe_no).await.ok()?;
        self.dice.pick(&rounds).cloned()
    }

    fn some_proposal(&mut self) -> Option<(TableId, u64)> {
        let mut known: Vec<EventId> =
            self.observe(|observed| observed.corrections().map(|(id, _)| id).collect());
        known.sort_unstable();
        self.dice.pick(&known).map(|id| (TableId(id.table), id.seq))
    }

    fn somebody(&mut self) -> SupervisorId {
        SupervisorId(u32::try_from(self.dice.within(1..=SUPERVISORS)).unwrap_or(1))
    }

    /// Mostly a void, or the cards that were dealt for a round that is void.
    fn ruling(&mut self, stored: &StoredRound) -> (Ruling, &'static str) {
        let dealt = Ruling::Cards { cards: stored.cards.clone() };
        match self.dice.within(1..=20) {
            1 => (Ruling::Cards { cards: self.cards(3) }, "no coup proposed"),
            2 => (Ruling::Cards { cards: self.coup() }, "other cards proposed"),
            3 => (dealt, "dealt cards proposed"),
            4..=18 if stored.voided => (dealt, "dealt cards proposed"),
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

    /// Counts the answer to a proposal; gives its number. A repeat of an acknowledged proposal, which is number
    /// `before`, must be answered with the same number.
    fn count_proposal(
        &self,
        done: &'static str,
        before: Option<u64>,
        answer: Result<CorrectionReceipt, Rejection>,
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
            self.observe(|observed| observed.contradictions.push(wrong));
        }
        if let Some(receipt) = answer.as_ref().ok().filter(|receipt| receipt.repeated) {
            self.sim.shared.tally().answer("propose: done before");
            return Some(receipt.correction_no);
        }
        self.count(done, "propose", answer).map(|receipt| receipt.correction_no)
    }

    /// Counts the answer to a decision about a correction.
    fn count_decision(&self, done: &'static str, what: &str, answer: Result<CorrectionReceipt, Rejection>) {
        if answer.as_ref().is_ok_and(|receipt| receipt.repeated) {
            self.sim.shared.tally().answer(&format!("{what}: done before"));
            return;
        }
        self.count(done, what, answer);
    }

    /// Counts an answer; gives the receipt, if it is one.
    fn count<T>(&self, done: &'static str, what: &str, answer: Result<T, Rejection>) -> Option<T> {
        let mut tally = self.sim.shared.tally();
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
