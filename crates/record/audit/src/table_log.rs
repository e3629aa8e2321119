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
use table::{
    Command, Decision, Event, Misfit, Phase, Proposal, RawWager, RecordedEvent, Refusal, RequestId,
    RoundRecord, RoundRef, RulesRef, RulesUsed, Settings, Slip, SpotLimits, Table, TableId, Timestamp,
    decide,
};

use crate::derived::Derived;
use crate::deviation::{Deviation, Place};
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
        let refused = |why: String| Deviation::new(place, why, in_words(&recorded.event));
        let decided = self.decided(recorded, rulebook, derived).map_err(refused)?;
        let mut decided = decided.into_iter();
        let expected = decided.next().ok_or_else(|| refused("no event at all".to_owned()))?;
        if !fits(&expected, &recorded.event) {
            let (expected, found) = difference(&expected, &recorded.event);
            return Err(Deviation::new(place, expected, found));
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
        self.due.as_ref().map(in_words)
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
                propose(rules, named, &record, &others, &proposal.asked())
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
            Event::SlipAccepted { patron, slip_id, wagers } => {
                let raw =
                    wagers.iter().map(|w| RawWager { spot: w.spot.id().to_owned(), stake: Some(w.stake) });
                let cash = Amount::checked_sum(wagers.iter().map(|wager| wager.cash()));
                let (patron, slip_id, wagers) = (*patron, *slip_id, raw.collect());
                Command::PlaceSlip(Slip { patron, slip_id, round, wagers, received_at, limits: None, cash })
            }
            Event::WagersCleared { patron, request_id: Some(id), .. } => {
                Command::ClearWagers { patron: *patron, round, request_id: *id, received_at }
            }
            Event::WagersCleared { patron, .. } => Command::Leave { patron: *patron, received_at },
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
        let Event::SlipAccepted { patron, wagers, .. } = event else { return Ok(()) };
        let (rules, own) = (&self.table.settings().rules, self.table.wagers().of(*patron));
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

/// Whether an event is the decided one. The time at which betting closes is not compared: it follows from the table's
/// timings, which are not on record.
fn fits(expected: &Event, found: &Event) -> bool {
    match (expected, found) {
        (Event::BettingOpened { round_no, .. }, Event::BettingOpened { round_no: found, .. }) => {
            round_no == found
        }
        (expected, found) => expected == found,
    }
}

/// The first part in which two events differ, of each event as text.
fn difference(expected: &Event, found: &Event) -> (String, String) {
    fn first<T: PartialEq + serde::Serialize>(expected: &[T], found: &[T]) -> Option<(String, String)> {
        let (one, two) = expected.iter().zip(found).find(|(one, two)| one != two)?;
        Some((json(one), json(two)))
    }
    let part = match (expected, found) {
        (Event::RoundSettled { patrons, .. }, Event::RoundSettled { patrons: others, .. }) => {
            first(patrons, others)
        }
        (Event::RoundVoided { returned, .. }, Event::RoundVoided { returned: others, .. }) => {
            first(returned, others)
        }
        (Event::CorrectionProposed(one), Event::CorrectionProposed(two)) => first(&one.patrons, &two.patrons),
        _ => None,
    };
    part.unwrap_or_else(|| (in_words(expected), in_words(found)))
}

fn in_words(event: &Event) -> String {
    json(event)
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| error.to_string())
}

fn why(refusal: &Refusal) -> String {
    format!("{refusal} ({})", refusal.code())
}

#[cfg(test)]
mod tests {
    use house::default_tables;
    use table::event::VoidReason;
    use table::{CorrectionRequest, Ruling, SupervisorId, Wants};

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

    /// The proposal of a ruling on a round, with this request id.
    fn proposed(log: &TableLog, rules: &HouseRules, round: RoundRef, ruling: Ruling, id: u128) -> Event {
        let (by, why) = (SupervisorId(1), "misread".to_owned());
        let request = CorrectionRequest { ruling, by, why, request_id: Some(RequestId(id)) };
        let record = log.record(round).unwrap();
        match propose(rules, None, &record, &[], &request) {
            Ok(Decision::Accepted(events)) => events[0].clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn no_id_stands_for_two_proposals_of_a_table() {
        let settings = default_tables().remove(0);
        let (table, given, rulebook) = (settings.id, Arc::clone(&settings.rules), Rulebook::default());
        let events = played(&settings, 2);
        let last = events.last().unwrap();
        let rounds = [1, 2].map(|round_no| RoundRef { shoe_no: 1, round_no });
        for (id, expected) in [(8, None), (7, Some(Place::Entry(table, last.seq + 2)))] {
            let mut derived = Derived::default();
            for (seq, round) in (last.seq + 1..).zip(rounds) {
                derived.correction(table, seq, round);
            }
            let mut log = TableLog::new(settings.clone(), Some(Arc::clone(&given)));
            let mut follow = |log: &mut TableLog, recorded: &RecordedEvent| {
                log.follow(recorded, |_| Some(SEED), &rulebook, &mut derived).map(|_| ())
            };
            for recorded in &events {
                follow(&mut log, recorded).unwrap();
            }
            let [first, second] =
                [(rounds[0], 7), (rounds[1], id)].map(|(round, id)| proposed(&log, &given, round, VOID, id));
            let entry = |after: u64, event| RecordedEvent { seq: last.seq + after, at: last.at, event };
            follow(&mut log, &entry(1, first)).unwrap();
            let deviation = follow(&mut log, &entry(2, second)).err();
            assert_eq!(deviation.as_ref().map(|deviation| deviation.place), expected, "{deviation:?}");
            assert!(deviation.is_none_or(|deviation| deviation.expected.contains("an id of its own")));
        }
    }

    #[test]
    fn a_correction_to_cards_that_the_shoe_did_not_deal_is_valid_and_remarked_on() {
        let settings = default_tables().remove(0);
        let (given, rulebook) = (Arc::clone(&settings.rules), Rulebook::default());
        let events = played(&settings, 1);
        let (last, round) = (events.last().unwrap(), RoundRef { shoe_no: 1, round_no: 1 });
        let drawn = events.iter().filter_map(|recorded| match recorded.event {
            Event::CardDrawn { card } => Some(card),
            _ => None,
        });
        let others = ["9h", "Kd", "Ks", "3c"].map(|card| card.parse().unwrap()).to_vec();
        let rulings =
            [Ruling::Cards { cards: others }, VOID, Ruling::Cards { cards: drawn.collect::<Vec<Card>>() }];
        let mut derived = Derived::default();
        let seqs = (1..).take(2 * rulings.len()).map(|after: u64| last.seq + after);
        seqs.for_each(|seq| derived.correction(settings.id, seq, round));
        let mut log = TableLog::new(settings.clone(), Some(Arc::clone(&given)));
        let mut follow = |log: &mut TableLog, event| {
            let recorded = RecordedEvent { seq: log.table.seq() + 1, at: last.at, event };
            log.follow(&recorded, |_| Some(SEED), &rulebook, &mut derived).unwrap();
        };
        for recorded in &events {
            follow(&mut log, recorded.event.clone());
        }
        for (id, ruling) in (1..).zip(rulings) {
            let proposal = proposed(&log, &given, round, ruling, id);
            follow(&mut log, proposal);
            let correction_no = log.table.seq();
            let approved = approve(&log.record(round).unwrap(), correction_no, SupervisorId(2));
            let Ok(Decision::Accepted(events)) = approved else { panic!("{approved:?}") };
            for event in events {
                follow(&mut log, event);
            }
        }
        let remark = Remark {
            place: Place::Entry(settings.id, last.seq + 2),
            text: "round 1-1 was corrected to cards that its shuffled shoe did not deal".to_owned(),
        };
        assert_eq!(log.into_remarks(), [remark], "a void is none, nor is taking it back");
    }

    #[test]
    fn how_long_betting_was_open_is_not_judged() {
        let opened = |round_no, closes_at| Event::BettingOpened { round_no, closes_at: Timestamp(closes_at) };
        assert!(fits(&opened(3, 15_000), &opened(3, 20)));
        assert!(!fits(&opened(3, 15_000), &opened(4, 15_000)));
    }
}
