//! The task of one table: it waits for requests and for what is due, and does one thing at a time.
//!
//! [`serve`](crate::tables::serve) answers requests, [`commit`](crate::tables::commit) makes events durable. Nothing is
//! published before it is durable.

use std::collections::VecDeque;
use std::sync::Arc;

use baccarat::rules::InterruptedRound;
use table::event::VoidReason;
use table::{
    Arrived, Command, Decision, LiveCommand, Origin, PatronId, Phase, ProofStep, RoundRef, Table, Timestamp,
    Wants, decide,
};
use tokio::sync::{mpsc, watch};
use tracing::{debug, error, info};

use crate::context::Context;
use crate::floor::record::TableStatus;
use crate::live::latest_orders::LatestOrders;
use crate::live::status::LiveStatus;
use crate::money::funding::BonusRule;
use crate::patrons::presence::Absences;
use crate::ports::{ShoeSeed, StoreFailure};
use crate::proofs::beacon::round_to_draw;
use crate::proofs::bulletins::BulletinHead;
use crate::proofs::wagers::wagers_root;
use crate::proofs::{DealtRow, Recovery};
use crate::tables::due::Due;
use crate::tables::feed::Feed;
use crate::tables::lift::Lifts;
use crate::tables::not_done::NotDone;
use crate::tables::pulse::{Expected, Pulse};
use crate::tables::request::{INBOX, OwnInbox, Request};
use crate::tables::rulebook::TableSetup;
use crate::tables::source::Source;
use crate::tables::tally::Tally;
use crate::wait::sleep;

/// How long a table waits before it tries again what failed.
const RETRY_MS: u32 = 1_000;
/// How many times what waits is served before the betting closes, at most.
const DRAINS: u8 = 8;

/// A running table.
pub(crate) struct Runner {
    pub(crate) context: Context,
    /// Whether it begins rounds; one that is not open finishes the round under way and waits.
    pub(crate) status: TableStatus,
    /// How the table is set up, but for the house rules of a shoe that was opened under others.
    pub(crate) setup: TableSetup,
    pub(crate) table: Table,
    pub(crate) source: Source,
    /// What came out of the row of a shoe that draws its cards after the bets; none for another one.
    pub(crate) row: Option<DealtRow>,
    /// The numbers of patrons that arrived for the shoe on the table.
    pub(crate) arrived: Arrived,
    /// The shoe whose numbers were being taken when this table was taken up, so that some may be lost.
    pub(crate) interrupted_nonces: Option<u32>,
    /// The bulletins of the table so far.
    pub(crate) bulletins: BulletinHead,
    pub(crate) feed: Arc<Feed>,
    /// The status of a live table for dealer, supervisors and device.
    pub(crate) told: watch::Sender<Option<LiveStatus>>,
    pub(crate) waiting: VecDeque<Request>,
    /// The rule for bonus money, under house rules that have one.
    pub(crate) bonus_rule: BonusRule,
    /// The patrons who have a seat and no connection.
    pub(crate) absences: Arc<Absences>,
    /// The patrons for whom Auto may have a slip to place in the open round.
    pub(crate) auto_due: Vec<PatronId>,
    /// When patrons lifted cards, and when everybody heard of it.
    pub(crate) lifts: Lifts,
    /// The orders of supervisors that have an id, and their answers.
    pub(crate) orders: LatestOrders,
    /// What the table does, counted.
    pub(crate) tally: Arc<Tally>,
    /// The way into the inbox, for slips of Auto; none for a table that is not served.
    pub(crate) own_inbox: Option<OwnInbox>,
    inbox: mpsc::Receiver<Request>,
    stop: watch::Receiver<bool>,
    not_before: Timestamp,
    /// Another server runs this table now: nothing that happens here would become durable.
    pub(crate) taken_over: bool,
    /// Whether a commit failed and the table could not be read again since: it may have missed what was written.
    pub(crate) is_behind: bool,
    /// The round that was under way when this house was opened, if the house rules have it voided.
    interrupted: Option<RoundRef>,
    /// The latest card that was burned beside a deal: in which round, and by which event.
    pub(crate) burned: Option<(RoundRef, u64)>,
    /// Whether the ledger refuses what is due. Then the table does nothing by itself until its round is voided.
    refused: bool,
    pulse: Arc<Pulse>,
    /// Which shoes it gives up when it is loaded; none from then on.
    pub(crate) recovery: Recovery,
    /// The shoes whose secrets do not open, while a table is loaded whose key is lost.
    pub(crate) locked_out: Vec<u32>,
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.pulse.end();
    }
}

impl Runner {
    /// Takes a table up where the store left it.
    pub(crate) async fn load(
        context: Context,
        setup: TableSetup,
        status: TableStatus,
        inbox: mpsc::Receiver<Request>,
        stop: watch::Receiver<bool>,
    ) -> Result<Self, StoreFailure> {
        context.store.take_table(setup.settings.id).await?;
        let table = Table::new(Arc::clone(&setup.settings));
        let feed = Arc::new(Feed::new(&table, Arc::clone(&context.presence)));
        let mut runner = Self {
            feed,
            recovery: context.recovery,
            locked_out: Vec::new(),
            context,
            status,
            setup,
            told: watch::Sender::new(None),
            table,
            source: Source::None,
            row: None,
            arrived: Arrived::default(),
            interrupted_nonces: None,
            bulletins: BulletinHead::default(),
            waiting: VecDeque::new(),
            bonus_rule: BonusRule::default(),
            absences: Arc::default(),
            auto_due: Vec::new(),
            lifts: Lifts::default(),
            orders: LatestOrders::default(),
            tally: Arc::default(),
            own_inbox: None,
            inbox,
            stop,
            not_before: Timestamp::default(),
            taken_over: false,
            is_behind: false,
            interrupted: None,
            burned: None,
            refused: false,
            pulse: Arc::default(),
        };
        runner.catch_up().await?;
        runner.note_interrupted_nonces();
        runner.announce_key().await?;
        runner.give_up_shoes().await?;
        runner.lose_device().await?;
        if runner.table.settings().rules.interrupted_round == InterruptedRound::Void {
            runner.interrupted = runner.table.round().filter(|_| runner.table.phase().round_under_way());
        }
        Ok(runner)
    }

    /// Runs the table until the house closes, or another server takes it over.
    pub(crate) async fn run(mut self) {
        info!(seq = self.table.seq(), phase = self.table.phase().id(), "the table runs");
        self.context.pulses.add(self.table.settings().id, Arc::clone(&self.pulse));
        let (of_shoe, of_today) = (&self.table.settings().rules, &self.setup.settings.rules);
        if of_shoe != of_today {
            let (shoe, next) = (&of_shoe.id, &of_today.id);
            info!(
                shoe,
                next, "the shoe goes on under the house rules it began with; the next one has others"
            );
        }
        let mut finishing = self.context.finishing.clone();
        while !*self.stop.borrow() && !self.taken_over && !self.is_finished() {
            self.send_auto_slips();
            let wait = self.due_in().map(|(wait, _)| wait);
            if wait == Some(0) {
                // What waits for the first shoe is served after it is opened.
                if self.table.shoe_no() > 0 {
                    self.serve_waiting().await;
                }
                // A round that was voided just now wants no card any more, and a table that was halted no round.
                if let Some((0, due)) = self.due_in() {
                    self.do_due(due).await;
                }
                // Timings of zero must not keep everybody else waiting.
                tokio::task::yield_now().await;
                continue;
            }
            // In this order: what happens when two things are ready at once must not be left to chance.
            tokio::select! {
                biased;
                changed = self.stop.changed() => if changed.is_err() { break },
                request = self.inbox.recv() => match request {
                    Some(request) => {
                        self.waiting.push_back(request);
                        self.drain();
                        self.serve().await;
                    }
                    None => break,
                },
                () = self.absences.changed() => {}
                Ok(()) = finishing.changed() => {}
                () = sleep(wait) => {}
            }
        }
        if self.taken_over {
            error!(seq = self.table.seq(), "another server has taken the table over; it stops here");
        } else {
            self.context.pulses.remove(self.table.settings().id);
            info!(seq = self.table.seq(), "the table stops");
        }
    }

    /// Whether the house lets its rounds come to their end, and this table deals none by itself. A round whose cards a
    /// dealer draws goes on when a house is opened on the same store.
    fn is_finished(&self) -> bool {
        let deals = self.table.phase().is_dealt();
        *self.context.finishing.borrow() && (!deals || self.refused || self.source.shuffled().is_none())
    }

    /// Goes on by another setup. What was accepted stands, and a shoe keeps its house rules to its end. Everybody who
    /// follows the table takes a snapshot.
    pub(crate) fn set_up(&mut self, setup: TableSetup, status: TableStatus) {
        if self.table.seq() == 0 {
            self.table = Table::new(Arc::clone(&setup.settings));
        } else {
            self.table.set_up(setup.under(Arc::clone(&self.table.settings().rules)));
        }
        (self.setup, self.status) = (setup, status);
        self.feed.restart(&self.table);
        self.tell_staff();
        info!(?status, rules = self.setup.rules.id, "the table has another setup");
    }

    /// What is due next, and in how many milliseconds; none when nothing is. Everybody who watches the table sees it.
    fn due_in(&self) -> Option<(u64, Due)> {
        let now = self.context.clock.now();
        if self.refused {
            self.pulse.rest();
            return None;
        }
        let Some((due, step)) = self.due() else {
            self.pulse.rest();
            return None;
        };
        let takes_ms = u32::try_from(self.table.since().ms_until(due)).unwrap_or(u32::MAX);
        self.pulse.expect(Expected { step: step.name(), due, takes_ms }, now);
        Some((now.ms_until(due.max(self.not_before)), step))
    }

    /// What is due next, and when: the table's own step, or to give up the seats of patrons who may not play or are
    /// gone for too long.
    fn due(&self) -> Option<(Timestamp, Due)> {
        let now = self.context.clock.now();
        if let Some(due) = self.due_for_protection(now) {
            return Some((now, due));
        }
        let absent = self.absences.longest().map(|since| (self.after_grace(since), Due::UnseatAbsent(since)));
        match (absent, self.due_of_table()) {
            (Some(absent), Some(step)) => Some(if absent.0 <= step.0 { absent } else { step }),
            (absent, step) => absent.or(step),
        }
    }

    /// What the table does next, and when. A round whose shoe is lost is voided at once, and the next one gets a new
    /// shoe; so is one that was interrupted, where the house rules say so. A halted table begins nothing, but shows the
    /// secret of a shoe that is over; a closed one gives up its shoes.
    fn due_of_table(&self) -> Option<(Timestamp, Due)> {
        let next = self.table.next_step();
        let under_way = self.table.phase().round_under_way();
        let interrupted = under_way && self.interrupted.is_some() && self.interrupted == self.table.round();
        Some(match &self.source {
            _ if !self.table.idle_patrons().is_empty() => (Timestamp::default(), Due::UnseatIdle),
            _ if !under_way && self.status == TableStatus::Closed && self.table.seats_taken() > 0 => {
                (Timestamp::default(), Due::UnseatAll)
            }
            _ if next.wants == Wants::Prove(ProofStep::Finish) => (next.at?, Due::Step(next.wants)),
            _ if !under_way && self.status == TableStatus::Closed && self.has_secrets() => {
                (Timestamp::default(), Due::CloseShoes)
            }
            // A halted table judges readings, too: else they would wait until it is resumed.
            _ if next.wants == Wants::GoOn => (next.at?, Due::Step(next.wants)),
            _ if !under_way && self.status != TableStatus::Open => return None,
            _ if self.needs_commitment() => {
                (Timestamp::default(), Due::Step(Wants::Prove(ProofStep::Commit)))
            }
            _ if self.cannot_draw() => (Timestamp::default(), Due::LeaveBeacon),
            _ if interrupted => (Timestamp::default(), Due::Void),
            Source::None if under_way => (Timestamp::default(), Due::Void),
            _ if self.waits_for_beacon() => (next.at?, Due::AskBeacon),
            Source::Shuffled(_) | Source::Scanned => (next.at?, Due::Step(next.wants)),
            Source::None if !self.table.may_deal() => (next.at?, Due::Step(next.wants)),
            Source::None => (next.at?, Due::Step(Wants::OpenShoe)),
        })
    }

    /// Serves everything that was received before now: it may have come in time for a betting about to close.
    async fn serve_waiting(&mut self) {
        for _ in 0..DRAINS {
            self.drain();
            if self.waiting.is_empty() {
                return;
            }
            self.serve().await;
        }
    }

    pub(super) fn drain(&mut self) {
        while self.waiting.len() < INBOX {
            let Ok(request) = self.inbox.try_recv() else { return };
            self.waiting.push_back(request);
        }
    }

    async fn do_due(&mut self, due: Due) {
        let expected = self.pulse.expected();
        let done = match &due {
            Due::Step(wants) => self.step(*wants).await,
            Due::AskBeacon => {
                self.ask_beacon();
                Ok(())
            }
            Due::LeaveBeacon => self.leave_beacon().await,
            Due::Void => {
                let void = Command::VoidRound { reason: VoidReason::Interrupted, by: None };
                self.carry_out(&void, None).await
            }
            Due::UnseatAbsent(since) => self.unseat_absent(*since).await,
            Due::UnseatIdle => self.unseat_idle().await,
            Due::StopAuto(patrons) => self.stop_autos(patrons).await,
            Due::Remove(patrons) => self.remove_protected(patrons).await,
            Due::UnseatAll => self.unseat_all().await,
            Due::CloseShoes => self.close_shoes().await,
        };
        match done.map_err(NotDone::into_why) {
            Ok(()) => self.count_lateness(&due, expected),
            Err(Ok(why)) => self.refused(&due, &why),
            Err(Err(failure)) => {
                error!(?due, %failure, "what was due was not done; it is tried again");
                self.pulse.failed(failure.to_string());
                self.tally.failures.one();
                self.not_before = self.context.clock.now().plus_ms(RETRY_MS);
            }
        }
    }

    /// Tries what is due no sooner than then.
    pub(crate) const fn wait_until(&mut self, at: Timestamp) {
        self.not_before = at;
    }

    /// Shows to those who watch the table why it does not go on.
    pub(crate) fn note_failure(&self, why: String) {
        self.pulse.failed(why);
    }

    /// Counts by how much a step of the clock is late now that it is done.
    fn count_lateness(&self, due: &Due, expected: Option<Expected>) {
        if let (Due::Step(_), Some(Expected { due: at, .. })) = (due, expected) {
            self.tally.stepped(due.name(), at.ms_until(self.context.clock.now()));
        }
    }

    /// The ledger refuses what is due: a repeat would be refused again, so the table waits for a supervisor.
    fn refused(&mut self, due: &Due, why: &str) {
        error!(?due, why, "the ledger refuses what is due; the table stops until its round is voided");
        self.refused = true;
        self.pulse.refused(Some(format!("{}: {why}", due.name())));
    }

    /// Goes on after a stop.
    pub(crate) fn go_on(&mut self) {
        if std::mem::take(&mut self.refused) {
            info!(seq = self.table.seq(), "the round is void; the table goes on");
            self.pulse.refused(None);
        }
    }

    async fn step(&mut self, wants: Wants) -> Result<(), NotDone> {
        match (wants, self.context.keys.clone()) {
            (Wants::OpenBetting, _) if self.is_behind() => {
                self.wait_for_clock();
                Ok(())
            }
            (Wants::Prove(step), Some(keys)) => self.prove(step, &keys).await,
            (Wants::OpenShoe, Some(keys)) => self.open_provable_shoe(&keys).await,
            _ => {
                let (command, seed) = self.command_for(wants)?;
                self.carry_out(&command, seed).await
            }
        }
    }

    /// The command that does what the table waits for, and the seed of the shoe it opens.
    fn command_for(&self, wants: Wants) -> Result<(Command, Option<ShoeSeed>), StoreFailure> {
        let now = self.context.clock.now();
        let card = || {
            let card =
                self.source.shuffled().zip(self.next_index()).and_then(|(shoe, index)| shoe.card_at(index));
            card.ok_or_else(|| {
                StoreFailure::Corrupt("the shuffled shoe is shorter than the table's".to_owned())
            })
        };
        Ok(match wants {
            Wants::OpenShoe => {
                let shoe_no = self.table.shoe_no().saturating_add(1);
                let seed = ShoeSeed { shoe_no, seed: self.context.entropy.seed()? };
                let (algorithm, rules) = (fair::ALGORITHM.to_owned(), Some(self.setup.rules.clone()));
                (Command::OpenShoe { algorithm, rules, proof: None }, Some(seed))
            }
            Wants::BurnCards { first } => {
                let first = first.then(card).transpose()?;
                (Command::BurnCards { first, records: Vec::new() }, None)
            }
            Wants::OpenBetting => (Command::OpenBetting { now }, None),
            Wants::CloseBetting if self.is_behind() => {
                (Command::VoidRound { reason: VoidReason::Interrupted, by: None }, None)
            }
            Wants::CloseBetting => {
                let draw = self.table.draws_after_bets().then(|| round_to_draw(self.bulletins.time(now)));
                let wagers = wagers_root(&self.table);
                let wagers = wagers.map_err(|error| StoreFailure::Corrupt(error.to_string()))?;
                (Command::CloseBetting { now, wagers, draw: draw.flatten() }, None)
            }
            Wants::Card => (Command::DrawCard { card: card()?, from: Origin::Shoe }, None),
            Wants::Reveal => (Command::RevealCards { now }, None),
            Wants::GoOn => (Command::Live(LiveCommand::GoOn), None),
            Wants::VoidAbandoned => (Command::VoidRound { reason: VoidReason::Interrupted, by: None }, None),
            Wants::VoidUnanswered => {
                (Command::VoidRound { reason: VoidReason::UnreadableCard, by: None }, None)
            }
            Wants::Prove(_) => {
                return Err(StoreFailure::Storage("there is no key for provable shoes".to_owned()));
            }
        })
    }

    /// Does what is due. A step of its own that the table refuses means that a shuffled shoe and the table do not fit
    /// together: the shoe is given up, and with it the round. One whose cards a device reads never is.
    pub(crate) async fn carry_out(
        &mut self,
        command: &Command,
        seed: Option<ShoeSeed>,
    ) -> Result<(), NotDone> {
        match decide(&self.table, command) {
            Ok(Decision::Accepted(events)) => {
                let now = command.now().unwrap_or_else(|| self.context.clock.now());
                self.commit_at(now, events, seed).await?;
                self.log_phase();
                Ok(())
            }
            Ok(Decision::Duplicate) => Ok(()),
            Err(refusal) => {
                self.source.give_up();
                Err(StoreFailure::Corrupt(format!("the shoe does not fit the table: {refusal}")).into())
            }
        }
    }

    pub(crate) fn log_phase(&self) {
        let round = self.table.round().map(|round| round.to_string());
        let (seq, phase) = (self.table.seq(), self.table.phase());
        match phase {
            Phase::Dealing { deal } => debug!(seq, round, cards = ?deal.cards(), "a card was drawn"),
            Phase::Settled { end } => info!(seq, round, ?end, "the round is over"),
            _ => debug!(seq, round, phase = phase.id(), "the table went on"),
        }
    }
}
