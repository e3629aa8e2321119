//! Replays one table's log: every event must be what the table decides under its house rules, and every card the next
//! one of the shoe that its seed makes. Returns the transfers that belong to each event.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use baccarat::{Card, HouseRules};
use house::BonusRule;
use house::ports::ShoeSeed;
use house::postings::{RoundStakes, postings};
use journal::TableProgress;
use ledger::TransferRequest;
use money::Amount;
use table::correct::{approve, propose, withdraw};
use table::event::PlacedWager;
use table::round_wagers::PatronWagers;
use table::{
    Command, Decision, Event, LeaveReason, Misfit, Phase, Proposal, RawWager, RecordedEvent, Refusal,
    RequestId, RoundRecord, RoundRef, RulesRef, RulesUsed, Settings, Slip, SlipKind, SpotLimits, Table,
    TableId, Timestamp, decide,
};

use crate::compare::{difference, fits, json};
use crate::derived::Derived;
use crate::deviation::{Deviation, Place, refuse};
use crate::remark::Remark;
use crate::rulebook::Rulebook;

/// What is expected when an old log does not name the house rules of a shoe.
pub(crate) const NOT_GIVEN: &str = "house rules of the table among those given";

/// A table after the events so far.
#[derive(Debug)]
pub(crate) struct TableLog {
    table: Table,
    progress: TableProgress,
    /// The settlement that must follow the card that completed a coup.
    due: Option<Event>,
    shoe: Vec<Card>,
    /// The events of the rounds that are corrected later on.
    kept: BTreeMap<RoundRef, Vec<RecordedEvent>>,
    /// The house rules of shoes that name none.
    given: Option<Arc<HouseRules>>,
    /// The house rules that each shoe names.
    shoes: BTreeMap<u32, RulesRef>,
    /// The request ids of all proposals so far.
    request_ids: BTreeSet<RequestId>,
    bonus_rule: BonusRule,
    remarks: Vec<Remark>,
}

impl TableLog {
    /// A table without events. `given` are the house rules of shoes that name none. The table's limits are left out:
    /// they are not house rules, and may have changed since.
    pub(crate) fn new(settings: Settings, given: Option<Arc<HouseRules>>) -> Self {
        let settings = Settings { limits: SpotLimits::none(), exposure: None, ..settings };
        let progress = TableProgress::default();
        let (due, shoe, kept, shoes) = (None, Vec::new(), BTreeMap::new(), BTreeMap::new());
        let (table, request_ids, bonus_rule) =
            (Table::new(Arc::new(settings)), BTreeSet::new(), BonusRule::default());
        let remarks = Vec::new();
        Self { table, progress, due, shoe, kept, given, shoes, request_ids, bonus_rule, remarks }
    }

    fn id(&self) -> TableId {
        self.table.settings().id
    }

    /// The round at hand.
    pub(crate) const fn round(&self) -> RoundRef {
        self.progress.round()
    }

    /// Replays an event; returns the transfers that belong to it. `seed` gives the seed of one of the table's shoes.
    pub(crate) fn follow(
        &mut self,
        recorded: &RecordedEvent,
        seed: impl Fn(u32) -> Option<ShoeSeed>,
        rulebook: &Rulebook,
        derived: &mut Derived,
    ) -> Result<Vec<TransferRequest>, Deviation> {
        let place = Place::Entry(self.id(), recorded.seq);
        let refused = |why: String| Deviation::new(place, why, json(&recorded.event));
        let decided = self.decided(recorded, rulebook, derived).map_err(refused)?;
        let mut decided = decided.into_iter();
        let expected = decided.next().ok_or_else(|| refused("no event at all".to_owned()))?;
        if !fits(&expected, &recorded.event) {
            let (expected, stored) = difference(&expected, &recorded.event);
            return refuse(place, expected, stored);
        }
        if let Event::ShoeOpened { shoe_no, rules, .. } = &recorded.event {
            self.begin_shoe(*shoe_no, rules.as_ref(), rulebook).map_err(refused)?;
        }
        self.card(recorded, seed).map_err(refused)?;
        self.bonus(&recorded.event).map_err(refused)?;
        self.request_id(&recorded.event).map_err(refused)?;
        self.remarks.extend(self.remark(recorded));
        self.due = decided.next();
        let mut moved = self.postings(&recorded.event);
        moved.extend(self.due.iter().flat_map(|settled| postings(settled, &self.table)));
        self.apply(recorded, derived).map_err(|misfit| refused(format!("an event that fits; {misfit}")))?;
        derived.follow(self.id(), &self.progress, recorded)?;
        Ok(moved)
    }

    /// A correction by cards that its shuffled shoe did not deal was possible once, and stays valid.
    fn remark(&self, recorded: &RecordedEvent) -> Option<Remark> {
        let Event::RoundCorrected { agreed, .. } = &recorded.event else { return None };
        let record = self.record(agreed.round).ok()?.of_shuffled_shoe();
        let text =
            format!("round {} was corrected to cards that its shuffled shoe did not deal", agreed.round);
        let place = Place::Entry(self.id(), recorded.seq);
        record.is_off_order(&agreed.ruling).then_some(Remark { place, text })
    }

    /// The remarks about the entries so far.
    pub(crate) fn into_remarks(self) -> Vec<Remark> {
        self.remarks
    }

    /// What must come next, if the log may not end here.
    pub(crate) fn unfinished(&self) -> Option<String> {
        self.due.as_ref().map(json)
    }

    /// What the table decides on the command that leads to this event, or what it expects instead.
    fn decided(
        &self,
        recorded: &RecordedEvent,
        rulebook: &Rulebook,
        derived: &Derived,
    ) -> Result<Vec<Event>, String> {
        if let Some(settled) = &self.due {
            return Ok(vec![settled.clone()]);
        }
        let decision = match &recorded.event {
            Event::RoundSettled { .. } => return Err("no settlement before a coup is complete".to_owned()),
            Event::CorrectionProposed(proposal) => {
                let (record, others) =
                    (self.record(proposal.round)?, derived.cards_beside(self.id(), proposal.round));
                let (rules, named) = self.rules_for(proposal, rulebook)?;
                propose(rules, named, &record, &others, &proposal.request())
            }
            Event::CorrectionWithdrawn { correction_no, round, by } => {
                withdraw(&self.record(*round)?, *correction_no, *by)
            }
            Event::RoundCorrected { correction_no, approved_by, agreed } => {
                approve(&self.record(agreed.round)?, *correction_no, *approved_by)
            }
            event => decide(&self.table, &self.command(event, recorded.at)),
        };
        match decision {
            Ok(Decision::Accepted(events)) => Ok(events),
            Ok(Decision::Duplicate) => Err("no event: it repeats an earlier one".to_owned()),
            Err(refusal) => Err(format!("a refusal: {}", why(&refusal))),
        }
    }

    /// Sets the table up with the house rules of this shoe.
    fn begin_shoe(
        &mut self,
        shoe_no: u32,
        name: Option<&RulesRef>,
        rulebook: &Rulebook,
    ) -> Result<(), String> {
        let rules = match name {
            Some(name) => rulebook.find(name)?,
            None if !self.shoes.is_empty() => {
                return Err("the name of its house rules, as shoes before it have it".to_owned());
            }
            None => self.given.as_ref().ok_or(NOT_GIVEN)?,
        };
        let settings = Settings { rules: Arc::clone(rules), ..(**self.table.settings()).clone() };
        self.table.set_up(Arc::new(settings));
        self.shoes.extend(name.map(|name| (shoe_no, name.clone())));
        Ok(())
    }

    /// The house rules for the correction of a round, and how a proposal must name them.
    fn rules_for<'a>(
        &'a self,
        proposal: &Proposal,
        rulebook: &'a Rulebook,
    ) -> Result<(&'a HouseRules, Option<RulesUsed>), String> {
        let (name, assumed) = match (self.shoes.get(&proposal.round.shoe_no), &proposal.rules) {
            (Some(name), _) => (name, false),
            (None, Some(used)) => (&used.rules, true),
            (None, None) => return Ok((self.given.as_ref().ok_or(NOT_GIVEN)?, None)),
        };
        Ok((rulebook.find(name)?, Some(RulesUsed { rules: name.clone(), assumed })))
    }

    /// The command that leads to an event of the table itself.
    fn command(&self, event: &Event, now: Timestamp) -> Command {
        // When a request was received is not on record; that it came in time, the table has judged.
        let received_at = match self.table.phase() {
            Phase::Betting { closes_at } => Timestamp(closes_at.0.saturating_sub(1)),
            _ => Timestamp::default(),
        };
        let round = self.round();
        match event {
            Event::ShoeOpened { algorithm, rules, .. } => {
                Command::OpenShoe { algorithm: algorithm.clone(), rules: rules.clone() }
            }
            Event::CardsBurned { first, .. } => Command::BurnCards { first: *first },
            Event::BettingOpened { .. } => Command::OpenBetting { now },
            Event::SlipAccepted { patron, slip_id, wagers, replaced } => {
                let own = self.table.wagers().of(*patron).filter(|_| replaced.is_some());
                let given_back = own.map(PatronWagers::cash).unwrap_or_default();
                let cash = Amount::checked_sum(wagers.iter().map(|wager| wager.cash()));
                let cash = cash.map(|cash| cash.saturating_sub(given_back));
                let (patron, slip_id, kind) = (*patron, *slip_id, SlipKind::of(*replaced));
                let (wagers, limits) = (raw(wagers), None);
                Command::PlaceSlip(Slip { patron, slip_id, round, kind, wagers, received_at, limits, cash })
            }
            Event::WagersCleared { patron, request_id: Some(id), .. } => {
                Command::ClearWagers { patron: *patron, round, request_id: *id, received_at }
            }
            Event::WagersCleared { patron, .. } => {
                // Why the patron left is in the event after it, if there is one.
                Command::Leave { patron: *patron, reason: LeaveReason::Left, received_at }
            }
            Event::AutoStarted { patron, wagers, rounds, request_id } => {
                let (patron, rounds, request_id) = (*patron, *rounds, *request_id);
                Command::StartAuto { patron, wagers: raw(wagers), rounds, request_id, limits: None }
            }
            Event::AutoStopped { patron, refusal, .. } => {
                Command::StopAuto { patron: *patron, no: None, refusal: refusal.clone() }
            }
            Event::SeatTaken { patron } => Command::TakeSeat { patron: *patron },
            Event::SeatLeft { patron, reason } => {
                Command::Leave { patron: *patron, reason: *reason, received_at }
            }
            Event::CardDrawn { card } => Command::DrawCard { card: *card },
            Event::RoundVoided { reason, by, .. } => Command::VoidRound { reason: *reason, by: *by },
            _ => Command::CloseBetting { now },
        }
    }

    /// The round's record after its events and corrections so far.
    fn record(&self, round: RoundRef) -> Result<RoundRecord, String> {
        let events = self.kept.get(&round).map(Vec::as_slice).unwrap_or_default();
        RoundRecord::of(round, events).ok_or_else(|| format!("a round that was played, not {round}"))
    }

    /// Refuses a slip that breaches the rule for bonus money.
    fn bonus(&mut self, event: &Event) -> Result<(), String> {
        let Event::SlipAccepted { patron, wagers, replaced, .. } = event else { return Ok(()) };
        let own = self.table.wagers().of(*patron).filter(|_| replaced.is_none());
        let rules = &self.table.settings().rules;
        match self.bonus_rule.breach(rules, own, wagers) {
            Some(spots) => Err(format!("a refusal: {spots:?} breach the rule for bonus money (bonus_rule)")),
            None => Ok(()),
        }
    }

    /// Refuses a proposal whose request id was used before, even for another round.
    fn request_id(&mut self, event: &Event) -> Result<(), String> {
        let Event::CorrectionProposed(proposal) = event else { return Ok(()) };
        match proposal.request_id.filter(|id| !self.request_ids.insert(*id)) {
            Some(id) => Err(format!("a proposal with an id of its own, for {id} was used before")),
            None => Ok(()),
        }
    }

    /// Refuses a visible card that is not the next one of the shoe.
    fn card(
        &mut self,
        recorded: &RecordedEvent,
        seed: impl Fn(u32) -> Option<ShoeSeed>,
    ) -> Result<(), String> {
        let seen = match &recorded.event {
            Event::ShoeOpened { shoe_no, algorithm, .. } => {
                if algorithm != fair::ALGORITHM {
                    return Err(format!("the shuffle {}", fair::ALGORITHM));
                }
                let seed = seed(*shoe_no).ok_or_else(|| format!("a seed of shoe {shoe_no}"))?;
                self.shoe = fair::shuffle(&seed.seed, self.table.settings().rules.decks);
                None
            }
            Event::CardsBurned { first, .. } => *first,
            Event::CardDrawn { card } => Some(*card),
            _ => None,
        };
        let next = self.shoe.get(usize::from(self.table.shoe().out())).copied();
        if seen.is_none() || seen == next {
            return Ok(());
        }
        let next = next.map_or_else(|| "no card, for the shoe is empty".to_owned(), |card| card.to_string());
        Err(format!("{next}, the next card of the shoe"))
    }

    fn postings(&self, event: &Event) -> Vec<TransferRequest> {
        match event {
            // The card before it has brought its money.
            Event::RoundSettled { .. } => Vec::new(),
            Event::RoundCorrected { agreed, .. } => {
                let settings = self.table.settings();
                let moved = |record: RoundRecord| {
                    postings(event, RoundStakes::of(settings.id, settings.currency, &record))
                };
                self.record(agreed.round).map(moved).unwrap_or_default()
            }
            event => postings(event, &self.table),
        }
    }

    fn apply(&mut self, recorded: &RecordedEvent, derived: &Derived) -> Result<(), Misfit> {
        self.progress.follow(recorded.seq, &recorded.event);
        let about = recorded.event.corrects().unwrap_or(self.round());
        if derived.is_corrected(self.id(), about) {
            self.kept.entry(about).or_default().push(recorded.clone());
        }
        self.table.try_apply(recorded)
    }
}

/// Wagers as they may have been sent.
fn raw(wagers: &[PlacedWager]) -> Vec<RawWager> {
    wagers.iter().map(|w| RawWager { spot: w.spot.id().to_owned(), stake: Some(w.stake) }).collect()
}

fn why(refusal: &Refusal) -> String {
    format!("{refusal} ({})", refusal.code())
}

#[cfg(test)]
mod tests {
    use house::default_tables;
    use table::event::VoidReason;
    use table::{CorrectionRequest, Ruling, StaffId, Wants};

    use super::*;

    const SEED: ShoeSeed = ShoeSeed { shoe_no: 1, seed: [7; 32] };

    /// The events of a table until this many rounds are settled, without wagers.
    fn played(settings: &Settings, rounds: u16) -> Vec<RecordedEvent> {
        let shoe = fair::shuffle(&SEED.seed, settings.rules.decks);
        let (mut table, mut events) = (Table::new(Arc::new(settings.clone())), Vec::<RecordedEvent>::new());
        let settled = |recorded: &&RecordedEvent| matches!(recorded.event, Event::RoundSettled { .. });
        while events.iter().filter(settled).count() < usize::from(rounds) {
            let (step, card) = (table.next_step(), shoe[usize::from(table.shoe().out())]);
            let command = match step.wants {
                Wants::OpenShoe => Command::OpenShoe { algorithm: fair::ALGORITHM.to_owned(), rules: None },
                Wants::BurnCards { first } => Command::BurnCards { first: first.then_some(card) },
                Wants::OpenBetting => Command::OpenBetting { now: step.at },
                Wants::CloseBetting => Command::CloseBetting { now: step.at },
                Wants::Card => Command::DrawCard { card },
            };
            let Ok(Decision::Accepted(decided)) = decide(&table, &command) else { panic!("{command:?}") };
            for event in decided {
                let recorded = RecordedEvent { seq: table.seq() + 1, at: step.at, event };
                table.apply(&recorded);
                events.push(recorded);
            }
        }
        events
    }

    const VOID: Ruling = Ruling::Void { reason: VoidReason::Supervisor };

    const ROUNDS: [RoundRef; 2] =
        [RoundRef { shoe_no: 1, round_no: 1 }, RoundRef { shoe_no: 1, round_no: 2 }];

    /// A table whose two rounds are replayed, and are corrected next.
    struct Replay {
        log: TableLog,
        derived: Derived,
    }

    /// When corrections are made.
    const LATER: Timestamp = Timestamp(1 << 40);

    impl Replay {
        /// The events that follow are corrections of these rounds.
        fn then(corrected: &[RoundRef]) -> Self {
            let settings = default_tables().remove(0);
            let dealt = played(&settings, 2);
            let mut derived = Derived::default();
            for (seq, round) in (1..).skip(dealt.len()).zip(corrected) {
                derived.correction(settings.id, seq, *round);
            }
            let given = Arc::clone(&settings.rules);
            let mut replay = Self { log: TableLog::new(settings, Some(given)), derived };
            for recorded in dealt {
                replay.follow(recorded.at, recorded.event).unwrap();
            }
            replay
        }

        /// The place of the next event.
        fn next(&self) -> Place {
            Place::Entry(self.log.id(), self.log.table.seq() + 1)
        }

        fn follow(&mut self, at: Timestamp, event: Event) -> Result<(), Deviation> {
            let recorded = RecordedEvent { seq: self.log.table.seq() + 1, at, event };
            self.log.follow(&recorded, |_| Some(SEED), &Rulebook::default(), &mut self.derived).map(|_| ())
        }

        /// Follows the proposal of a ruling on a round, with this request id.
        fn propose(&mut self, round: RoundRef, ruling: Ruling, id: u128) -> Result<(), Deviation> {
            let (by, why) = (StaffId(1), "misread".to_owned());
            let request = CorrectionRequest { ruling, by, why, request_id: Some(RequestId(id)) };
            let rules = &Arc::clone(&self.log.table.settings().rules);
            let record = self.log.record(round).unwrap();
            match propose(rules, None, &record, &[], &request) {
                Ok(Decision::Accepted(events)) => self.follow(LATER, events[0].clone()),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn no_id_stands_for_two_proposals_of_a_table() {
        for (id, is_known) in [(8, false), (7, true)] {
            let mut replay = Replay::then(&ROUNDS);
            replay.propose(ROUNDS[0], VOID, 7).unwrap();
            let expected = is_known.then(|| replay.next());
            let deviation = replay.propose(ROUNDS[1], VOID, id).err();
            assert_eq!(deviation.as_ref().map(|deviation| deviation.place), expected, "{deviation:?}");
            assert!(deviation.is_none_or(|deviation| deviation.expected.contains("an id of its own")));
        }
    }

    #[test]
    fn a_correction_to_cards_that_the_shoe_did_not_deal_is_valid_and_remarked_on() {
        let round = ROUNDS[1];
        let mut replay = Replay::then(&[round; 6]);
        let dealt = replay.log.record(round).unwrap().cards().to_vec();
        let others = ["9h", "Kd", "Ks", "3c"].map(|card| card.parse().unwrap()).to_vec();
        let rulings = [Ruling::Cards { cards: others }, VOID, Ruling::Cards { cards: dealt }];
        let mut approved_at = Vec::new();
        for (id, ruling) in (1..).zip(rulings) {
            replay.propose(round, ruling, id).unwrap();
            approved_at.push(replay.next());
            let correction_no = replay.log.table.seq();
            let approved = approve(&replay.log.record(round).unwrap(), correction_no, StaffId(2));
            let Ok(Decision::Accepted(events)) = approved else { panic!("{approved:?}") };
            for event in events {
                replay.follow(LATER, event).unwrap();
            }
        }
        let text = "round 1-2 was corrected to cards that its shuffled shoe did not deal".to_owned();
        let remark = Remark { place: approved_at[0], text };
        assert_eq!(replay.log.into_remarks(), [remark], "a void is none, nor is taking it back");
    }

    #[test]
    fn how_long_betting_was_open_is_not_judged() {
        let opened = |round_no, closes_at| Event::BettingOpened { round_no, closes_at: Timestamp(closes_at) };
        assert!(fits(&opened(3, 15_000), &opened(3, 20)));
        assert!(!fits(&opened(3, 15_000), &opened(4, 15_000)));
    }
}
