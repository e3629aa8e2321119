//! Replays one table's log: every event must be what the table decides under its house rules, and every card the next
//! one of the shoe that its seed makes. Returns the transfers that belong to each event.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use baccarat::{Card, HouseRules, Side};
use fair::locked::ShoeKey;
use house::BonusRule;
use house::ports::ShoeSeed;
use house::postings::{RoundStakes, postings};
use house::proofs::wagers::wagers_root;
use journal::TableProgress;
use ledger::TransferRequest;
use money::Amount;
use table::correct::{approve, propose, withdraw};
use table::event::PlacedWager;
use table::live::Slot;
use table::round_wagers::PatronWagers;
use table::squeeze::RevealedBy;
use table::{
    Command, Decision, EntryTerms, Event, Known, LeaveReason, LiveCommand, Misfit, PatronId, Phase, Proposal,
    RawWager, RecordedEvent, Refusal, RequestId, RoundRecord, RoundRef, RulesRef, RulesUsed, ScannedProof,
    Seating, Settings, ShoeProof, Slip, SlipKind, SpotLimits, Table, TableId, Timestamp, Timings, decide,
};

use crate::compare::{difference, fits, json};
use crate::derived::Derived;
use crate::deviation::{Deviation, Place, refuse};
use crate::proofs::{Proofs, StoredProofs};
use crate::remark::Remark;
use crate::rulebook::Rulebook;

/// What is expected when an old log does not name the house rules of a shoe.
pub(crate) const NOT_GIVEN: &str = "house rules of the table among those given";

/// A table after the events so far.
#[derive(Debug)]
pub(crate) struct TableLog {
    table: Table,
    progress: TableProgress,
    /// What must follow next.
    due: Due,
    shoe: Vec<Card>,
    /// The events of the rounds that are corrected later on.
    kept: BTreeMap<RoundRef, Vec<RecordedEvent>>,
    /// The house rules of shoes that name none.
    given: Option<Arc<HouseRules>>,
    /// The house rules that each shoe names.
    shoes: BTreeMap<u32, RulesRef>,
    /// What the opening of each shoe says of its cards. Older shuffles without a commitment are as good as none: what
    /// was corrected then stays valid.
    known: BTreeMap<u32, Known>,
    /// The request ids of all proposals so far.
    request_ids: BTreeSet<RequestId>,
    bonus_rule: BonusRule,
    proofs: Proofs,
    remarks: Vec<Remark>,
}

/// The events of a unit that must follow, such as the settlement after the card that completed a coup.
#[derive(Debug, Default)]
struct Due {
    events: VecDeque<Event>,
    /// Whether the unit has begun: its money belongs to its first event.
    begun: bool,
}

impl TableLog {
    /// A table without events. `given` are the house rules of shoes that name none. The table's limits are left out:
    /// they are not house rules, and may have changed since. So is how long a result is shown, for how many it has
    /// seats, and for how many rounds Auto may run.
    pub(crate) fn new(settings: Settings, given: Option<Arc<HouseRules>>) -> Self {
        let timings = Timings { result_ms: 0, ..settings.timings };
        let seating = Seating { auto_rounds: u16::MAX, ..settings.seating };
        let (limits, entry) = (SpotLimits::none(), EntryTerms::default());
        let settings = Settings { limits, exposure: None, timings, entry, seating, ..settings };
        let progress = TableProgress::default();
        let (due, shoe, kept, shoes) = (Due::default(), Vec::new(), BTreeMap::new(), BTreeMap::new());
        let known = BTreeMap::new();
        let (table, request_ids, bonus_rule) =
            (Table::new(Arc::new(settings)), BTreeSet::new(), BonusRule::default());
        let (proofs, remarks) = (Proofs::default(), Vec::new());
        Self {
            table,
            progress,
            due,
            shoe,
            kept,
            given,
            shoes,
            known,
            request_ids,
            bonus_rule,
            proofs,
            remarks,
        }
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
        self.squeezed_like(&recorded.event);
        if self.due.events.is_empty() {
            let decided = self.decided(recorded, rulebook, derived).map_err(refused)?;
            self.due = Due { events: decided.into(), begun: false };
        }
        let expected = self.due.events.pop_front().ok_or_else(|| refused("no event at all".to_owned()))?;
        if !fits(&expected, &recorded.event) {
            let (expected, stored) = difference(&expected, &recorded.event);
            return refuse(place, expected, stored);
        }
        if let Event::ShoeOpened { shoe_no, rules, proof, .. } = &recorded.event {
            let committed: &[&str] =
                if proof.is_some() { &[fair::shoe::ALGORITHM, fair::draw::ALGORITHM] } else { &[] };
            self.known.insert(*shoe_no, Known::of(std::slice::from_ref(recorded), committed));
            self.begin_shoe(*shoe_no, rules.as_ref(), rulebook).map_err(refused)?;
        }
        self.card(recorded, seed).map_err(refused)?;
        self.bonus(&recorded.event).map_err(refused)?;
        self.request_id(&recorded.event).map_err(refused)?;
        self.remarks.extend(self.remark(recorded));
        let moved = self.moved(&recorded.event);
        self.due.begun = !self.due.events.is_empty();
        self.apply(recorded, derived).map_err(|misfit| refused(format!("an event that fits; {misfit}")))?;
        derived.follow(self.id(), &self.progress, recorded)?;
        Ok(moved)
    }

    /// A correction by cards that its shuffled shoe did not deal was possible once, and stays valid where nothing was
    /// published of the order.
    fn remark(&self, recorded: &RecordedEvent) -> Option<Remark> {
        let Event::RoundCorrected { agreed, .. } = &recorded.event else { return None };
        let record = self.record(agreed.round).ok()?;
        if record.known() != Known::Nothing {
            return None;
        }
        let record = record.with_known(Known::Order);
        let text =
            format!("round {} was corrected to cards that its shuffled shoe did not deal", agreed.round);
        let place = Place::Entry(self.id(), recorded.seq);
        record.is_off_order(&agreed.ruling).then_some(Remark { place, text })
    }

    /// Verifies what an event proves of its shoe, and the bulletin that follows from it. It comes before the event is
    /// replayed.
    pub(crate) fn prove(
        &mut self,
        recorded: &RecordedEvent,
        stored: &StoredProofs,
        key: Option<&ShoeKey>,
    ) -> Result<(), Deviation> {
        self.proofs.follow(&self.table, recorded, stored, key)
    }

    /// Refuses bulletins and secrets that follow from no event.
    pub(crate) fn proved(&self, stored: &StoredProofs) -> Result<(), Deviation> {
        self.proofs.finish(self.id(), stored)
    }

    /// The remarks about the entries so far.
    pub(crate) fn into_remarks(self) -> Vec<Remark> {
        self.remarks
    }

    /// What must come next, if the log may not end here.
    pub(crate) fn unfinished(&self) -> Option<String> {
        self.due.events.front().map(json)
    }

    /// What the table decides on the command that leads to this event, or what it expects instead.
    fn decided(
        &self,
        recorded: &RecordedEvent,
        rulebook: &Rulebook,
        derived: &Derived,
    ) -> Result<Vec<Event>, String> {
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
            event if self.is_live() => return self.decided_live(event, recorded.at),
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
            Event::ShoeOpened { algorithm, rules, proof, live, .. } => {
                let scanned = live.as_ref().and_then(|live| live.proof);
                opening(algorithm.clone(), rules.clone(), (*proof, scanned))
            }
            Event::ShoeCommitted { commitment, beacon, .. } => {
                Command::CommitShoe { commitment: *commitment, beacon: *beacon }
            }
            Event::NoncesPledged { pledges } => Command::FixPledges { now, pledges: pledges.clone() },
            Event::NoncesRevealed { nonces, excused } => {
                Command::FixNonces { now, nonces: nonces.clone(), excused: *excused }
            }
            Event::ShoeSealed { beacon, root } => Command::SealShoe { beacon: *beacon, root: *root },
            Event::ShoeFinished { shoe_no, ending, secret, by } => {
                Command::FinishShoe { shoe_no: *shoe_no, ending: *ending, secret: *secret, by: *by }
            }
            Event::KeyChanged { key } => Command::ChangeKey { key: *key },
            Event::CardsBurned { first, .. } => Command::BurnCards { first: *first, records: Vec::new() },
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
            Event::AutoStarted { patron, wagers, rounds, stop_at, request_id } => {
                let (patron, rounds, stop_at, request_id) =
                    (*patron, *rounds, (*stop_at).into(), *request_id);
                Command::StartAuto { patron, wagers: raw(wagers), rounds, stop_at, request_id, limits: None }
            }
            Event::AutoStopped { patron, refusal, .. } => {
                Command::StopAuto { patron: *patron, no: None, refusal: refusal.clone() }
            }
            Event::SeatTaken { patron } => Command::TakeSeat { patron: *patron },
            // The wagers that go back with an early leave are in the event before it. One that came with the close, or
            // later, leaves them.
            Event::SeatLeft { patron, reason } => {
                Command::Leave { patron: *patron, reason: *reason, received_at: now }
            }
            Event::CardDrawn { card, .. } => Command::DrawCard { card: *card, from: table::Origin::Shoe },
            Event::CardsRevealed { slots, by: RevealedBy::Holder } => self.opened(slots),
            Event::CardsRevealed { .. } => Command::RevealCards { now },
            Event::RoundVoided { reason, by, .. } => Command::VoidRound { reason: *reason, by: *by },
            Event::RoundDrawn { beacon } => Command::DrawRound { beacon: *beacon },
            event => {
                // A table's own wagers always have leaves.
                let wagers = wagers_root(&self.table).unwrap_or_default();
                let draw = if let Event::BettingClosed { draw, .. } = event { *draw } else { None };
                Command::CloseBetting { now, wagers, draw }
            }
        }
    }

    /// The command of the patron who shows a card: who turns the cards of its side.
    fn opened(&self, slots: &[Slot]) -> Command {
        let slot = slots.first().copied().unwrap_or(Slot::Burn);
        let holders = self.table.squeeze_view().map(|squeeze| squeeze.holders).unwrap_or_default();
        let shown = self.table.shown_cards();
        let side = shown.iter().find(|shown| shown.slot == slot).map_or(Side::Player, |shown| shown.side);
        let patron = holders.get(side).unwrap_or(PatronId(0));
        Command::OpenCard { patron, round: self.round(), slot }
    }

    /// Goes on with how the table was set up for the squeeze when this event closed the betting: the log alone says it.
    fn squeezed_like(&mut self, event: &Event) {
        let Event::BettingClosed { squeeze, .. } = event else { return };
        let squeeze = squeeze.map(|held| held.terms);
        if self.table.settings().squeeze != squeeze {
            self.table.set_up(Arc::new(Settings { squeeze, ..(**self.table.settings()).clone() }));
        }
    }

    /// The round's record after its events and corrections so far.
    fn record(&self, round: RoundRef) -> Result<RoundRecord, String> {
        let events = self.kept.get(&round).map(Vec::as_slice).unwrap_or_default();
        let record = RoundRecord::of(round, events);
        let record = record.ok_or_else(|| format!("a round that was played, not {round}"))?;
        Ok(record.with_known(self.known.get(&round.shoe_no).copied().unwrap_or_default()))
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
            Event::ShoeOpened { proof: Some(_), algorithm, .. } => {
                let known = [fair::shoe::ALGORITHM, fair::draw::ALGORITHM];
                if !known.contains(&algorithm.as_str()) {
                    return Err(format!("the algorithm {}", known.join(" or ")));
                }
                self.shoe = Vec::new();
                None
            }
            Event::ShoeOpened { live: Some(_), .. } => {
                self.shoe = Vec::new();
                None
            }
            Event::ShoeOpened { shoe_no, algorithm, .. } => {
                if algorithm != fair::ALGORITHM {
                    return Err(format!("the shuffle {}", fair::ALGORITHM));
                }
                let seed = seed(*shoe_no).ok_or_else(|| format!("a seed of shoe {shoe_no}"))?;
                self.shoe = fair::shuffle(&seed.seed, self.table.settings().rules.decks);
                None
            }
            // A record says which card it is, or two people do.
            Event::CardsBurned { first, records, .. } => first.filter(|_| records.is_empty()),
            Event::CardDrawn { card, from: table::Origin::Shoe, .. } => Some(*card),
            _ => None,
        };
        let next = self.shoe.get(usize::from(self.table.shoe().out())).copied();
        if seen.is_none() || seen == next || self.table.proof().is_some() {
            return Ok(());
        }
        let next = next.map_or_else(|| "no card, for the shoe is empty".to_owned(), |card| card.to_string());
        Err(format!("{next}, the next card of the shoe"))
    }

    /// The money that belongs to an event: all of its unit to the first.
    fn moved(&self, event: &Event) -> Vec<TransferRequest> {
        if self.due.begun {
            return Vec::new();
        }
        let mut moved = self.postings(event);
        moved.extend(self.due.events.iter().flat_map(|later| postings(later, &self.table)));
        moved
    }

    fn postings(&self, event: &Event) -> Vec<TransferRequest> {
        match event {
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

/// The command that opens a shoe, with the proof of its order or with the public record of its readings.
fn opening(
    algorithm: String,
    rules: Option<RulesRef>,
    (proof, scanned): (Option<ShoeProof>, Option<ScannedProof>),
) -> Command {
    match scanned {
        Some(ScannedProof { key, wager_key, .. }) => {
            Command::Live(LiveCommand::OpenShoe { rules, key, wager_key })
        }
        None => Command::OpenShoe { algorithm, rules, proof },
    }
}

mod live;
#[cfg(test)]
mod tests;
