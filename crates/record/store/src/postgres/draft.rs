//! A batch as it is judged: the facts, with what its orders change laid over them, and the rows to be written.
//! Pure; knows no database.

use std::collections::BTreeMap;

use baccarat::Spot;
use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use house::ports::{Adjustment, NewPatron, Patron, ShoeSeed, StoreFailure, Unit, UnitOutcome};
use house::statement::{Cause, WalletLine, lines};
use house::turnover::{Turnover, counted, day_of};
use journal::{
    Digest, HouseEvent, HouseHead, HouseRow, Origin, RoundState, StoredPatron, TableProgress, accepted_slip,
    endings, follow, round_state, to_json,
};
use ledger::{
    Account, Action, Book, Changes, Posted, Transfer, TransferId, TransferRefusal, TransferRequest, judge,
};
use money::{Amount, Currency};
use table::{Event, PatronId, RecordedEvent, RequestId, RoundRef, RulesRef, TableId, Timestamp};

use super::facts::Facts;
use super::needs::Missing;
use crate::look::Look;
use crate::worded::Worded;

/// Why a batch cannot be judged yet, or at all.
#[derive(Debug)]
pub(super) enum Stop {
    Missing(Missing),
    /// Something may be there already, which only a look can tell.
    Unsure,
    Failed(StoreFailure),
}

impl From<Missing> for Stop {
    fn from(missing: Missing) -> Self {
        Self::Missing(missing)
    }
}

impl From<StoreFailure> for Stop {
    fn from(failure: StoreFailure) -> Self {
        Self::Failed(failure)
    }
}

/// An event to be written.
pub(super) struct EventRow {
    pub(super) table: TableId,
    pub(super) seq: u64,
    pub(super) at: Timestamp,
    pub(super) round: RoundRef,
    pub(super) body: String,
    pub(super) digest: Digest,
}

/// A slip that was taken.
pub(super) struct SlipRow {
    pub(super) patron: PatronId,
    pub(super) slip: RequestId,
    pub(super) table: TableId,
    pub(super) round: RoundRef,
    pub(super) seq: u64,
}

/// A round as it stands.
pub(super) struct StandsRow {
    pub(super) opened_seq: u64,
    pub(super) at: Timestamp,
    pub(super) revision: u16,
    pub(super) voided: bool,
    pub(super) cards: String,
}

/// How a round ended for a patron.
pub(super) struct RoundRow {
    pub(super) patron: PatronId,
    pub(super) table: TableId,
    pub(super) round: RoundRef,
    pub(super) at: Timestamp,
    pub(super) cards: String,
    pub(super) wagers: String,
    pub(super) voided: Option<i64>,
    pub(super) revision: u16,
}

/// A transfer, and the entry it belongs to.
pub(super) struct TransferRow {
    pub(super) transfer: Transfer,
    pub(super) origin: Origin,
}

/// The rows that a batch writes.
#[derive(Default)]
pub(super) struct Rows {
    /// New patrons, and when they came.
    pub(super) patrons: Vec<(StoredPatron, Timestamp)>,
    pub(super) events: Vec<EventRow>,
    /// Entries of the house's own log.
    pub(super) house: Vec<HouseRow>,
    pub(super) seeds: Vec<(TableId, ShoeSeed)>,
    pub(super) slips: Vec<SlipRow>,
    pub(super) rounds: Vec<RoundRow>,
    pub(super) stands: BTreeMap<(TableId, RoundRef), StandsRow>,
    /// The events that are about an earlier round, and which.
    pub(super) corrections: Vec<(TableId, u64, RoundRef)>,
    pub(super) transfers: Vec<TransferRow>,
    /// Lines of statements.
    pub(super) lines: Vec<(Cause, WalletLine)>,
    /// What was turned over, by day, table, spot and currency; corrections apart.
    pub(super) turnover: BTreeMap<(Timestamp, TableId, Spot, Currency, bool), Turnover>,
    /// The new balance of each account that gave or got.
    pub(super) balances: BTreeMap<Account, i64>,
    /// What is now left of each hold that was made, used or restored.
    pub(super) remaining: BTreeMap<TransferId, Amount>,
}

/// A batch so far.
pub(super) struct Draft<'a> {
    facts: &'a Facts,
    pub(super) rows: Rows,
    pub(super) progress: HashMap<TableId, TableProgress>,
    /// Where the house's own log stands. Right when anything outside a table is judged.
    house: HouseHead,
    transfers: HashMap<TransferId, Transfer>,
    reversed: HashSet<TransferId>,
    slips: HashSet<(PatronId, RequestId)>,
    tokens: HashSet<[u8; 32]>,
    /// Where in the rows a patron's round is, so that a later ending replaces an earlier one.
    rounds: HashMap<(PatronId, TableId, RoundRef), usize>,
}

impl<'a> Draft<'a> {
    /// An empty batch of tables that have come this far.
    pub(super) fn new(facts: &'a Facts, progress: HashMap<TableId, TableProgress>, house: HouseHead) -> Self {
        Self {
            facts,
            progress,
            house,
            rows: Rows::default(),
            transfers: HashMap::new(),
            reversed: HashSet::new(),
            slips: HashSet::new(),
            tokens: HashSet::new(),
            rounds: HashMap::new(),
        }
    }

    /// Units of a table that this server runs.
    pub(super) fn commit(
        &mut self,
        table: TableId,
        expected: u64,
        units: &[Worded],
    ) -> Result<Result<Vec<UnitOutcome>, StoreFailure>, Stop> {
        let found = self.progress.entry(table).or_default().seq();
        if found != expected {
            return Ok(Err(StoreFailure::Stale { table, expected, found }));
        }
        units.iter().map(|unit| self.unit(table, unit)).collect::<Result<_, _>>().map(Ok)
    }

    fn unit(&mut self, table: TableId, worded: &Worded) -> Result<UnitOutcome, Stop> {
        let unit = &worded.unit;
        if self.repeats_a_slip(unit) {
            return Ok(UnitOutcome::Repeated);
        }
        let judged = match judge(&Seen { draft: self, look: self.facts.look }, &unit.postings)? {
            Ok(judged) if !judged.posted.contains(&Posted::Exists) => judged,
            // Of all else nothing is written that would tell.
            _ if !self.facts.locked => return Err(Stop::Unsure),
            Ok(_) => return Ok(UnitOutcome::Repeated),
            Err((_, refusal)) => return Ok(UnitOutcome::refused(self, refusal)?),
        };
        let first_seq = self.progress.entry(table).or_default().seq().saturating_add(1);
        match self.events(table, worded, &judged.changes.transfers)? {
            None => self.absorb_outside(None, judged.changes)?,
            Some(cause) => self.absorb(judged.changes, Origin::Table(table, first_seq), &cause)?,
        }
        Ok(UnitOutcome::Committed { first_seq })
    }

    /// Whether a slip of this unit was taken before, be it earlier in the unit.
    fn repeats_a_slip(&self, unit: &Unit) -> bool {
        let mut own = HashSet::new();
        let mut slips = unit.events.iter().filter_map(|(_, event)| accepted_slip(event));
        slips.any(|slip| self.facts.slips.contains(&slip) || self.slips.contains(&slip) || !own.insert(slip))
    }

    /// The events of a unit. Its transfers refer to the first, which says what caused them.
    fn events(
        &mut self,
        table: TableId,
        worded: &Worded,
        mut transfers: &[Transfer],
    ) -> Result<Option<Cause>, StoreFailure> {
        let currency = transfers.first().map(|transfer| transfer.from.currency);
        let mut cause = None;
        for (at, event, body) in worded.events() {
            let progress = self.progress.entry(table).or_default();
            let digest = follow(progress, table, (at, event), body, std::mem::take(&mut transfers));
            let (seq, round) = (progress.seq(), progress.round());
            self.rows.events.push(EventRow { table, seq, at, round, body: body.to_owned(), digest });
            cause = cause.or(Some(Cause::of(at, event, table, round)));
            self.project(table, (at, event), currency)?;
        }
        self.rows.seeds.extend(worded.unit.shoe_seed.map(|seed| (table, seed)));
        Ok(cause)
    }

    /// What follows from an event that the table's progress has taken in. `currency` is that of its money.
    fn project(
        &mut self,
        table: TableId,
        (at, event): (Timestamp, &Event),
        currency: Option<Currency>,
    ) -> Result<(), StoreFailure> {
        let progress = self.progress.entry(table).or_default();
        let (seq, round) = (progress.seq(), progress.round());
        let row = round_state(event, progress).map(|stands| {
            let RoundState { round, revision, voided, cards } = stands;
            to_json(cards).map(|cards| (round, StandsRow { opened_seq: seq, at, revision, voided, cards }))
        });
        let row = row.transpose()?;
        if let Some((patron, slip)) = accepted_slip(event) {
            self.slips.insert((patron, slip));
            self.rows.slips.push(SlipRow { patron, slip, table, round, seq });
        }
        if let (Some(counted), Some(currency)) = (counted(event), currency) {
            for (spot, sums) in counted.spots {
                let key = (day_of(at), table, spot, currency, counted.corrected);
                let sum = self.rows.turnover.entry(key).or_default();
                *sum = sum.plus(sums);
            }
        }
        self.rows.corrections.extend(event.corrects().map(|about| (table, seq, about)));
        let Some((round, row)) = row else { return Ok(()) };
        for ending in endings(event) {
            let (patron, cards, wagers) = (ending.patron, row.cards.clone(), to_json(ending.wagers)?);
            let (voided, revision) = (ending.voided.map(Amount::signed), row.revision);
            self.ended(RoundRow { patron, table, round, at, cards, wagers, voided, revision });
        }
        self.stands((table, round), row);
        Ok(())
    }

    /// An event of the past again: what follows from it, and nothing else. Says in which round it fell.
    pub(super) fn refold(
        &mut self,
        table: TableId,
        recorded: &RecordedEvent,
        currency: Option<Currency>,
    ) -> Result<RoundRef, StoreFailure> {
        let progress = self.progress.entry(table).or_default();
        progress.follow(recorded.seq, &recorded.event);
        let round = progress.round();
        self.project(table, (recorded.at, &recorded.event), currency)?;
        Ok(round)
    }

    /// Keeps how a round stands; what begins or deals says nothing of how it ended.
    fn stands(&mut self, place: (TableId, RoundRef), mut row: StandsRow) {
        if let Some(before) = self.rows.stands.get(&place) {
            row.opened_seq = before.opened_seq;
            if row.revision == 0 {
                (row.revision, row.voided) = (before.revision, before.voided);
            }
        }
        self.rows.stands.insert(place, row);
    }

    fn ended(&mut self, row: RoundRow) {
        let rows = &mut self.rows.rounds;
        let place = *self.rounds.entry((row.patron, row.table, row.round)).or_insert(rows.len());
        match rows.get_mut(place) {
            Some(earlier) => *earlier = row,
            None => rows.push(row),
        }
    }

    /// Money outside any table.
    pub(super) fn post(
        &mut self,
        at: Timestamp,
        postings: &[TransferRequest],
    ) -> Result<Result<(), TransferRefusal>, Stop> {
        match judge(self, postings)? {
            Ok(judged) => {
                self.absorb_outside(Some(at), judged.changes)?;
                Ok(Ok(()))
            }
            Err((_, refusal)) => Ok(Err(refusal)),
        }
    }

    /// Money that a supervisor adjusts by hand. A repeat has no entry of its own.
    pub(super) fn adjust(
        &mut self,
        adjustment: &Adjustment,
    ) -> Result<Result<Posted, TransferRefusal>, Stop> {
        let changes = match judge(self, &[adjustment.posting()])? {
            Ok(judged) => judged.changes,
            Err((_, refusal)) => return Ok(Err(refusal)),
        };
        if changes.transfers.is_empty() {
            return Ok(Ok(Posted::Exists));
        }
        let event = HouseEvent::adjusted(adjustment);
        let origin = self.house_entry(Some(adjustment.at), &event, &changes.transfers)?;
        self.absorb(changes, origin, &Cause::posted(self.house.at))?;
        Ok(Ok(Posted::New))
    }

    /// A new patron, whose number is there already, with the gift.
    pub(super) fn create_patron(
        &mut self,
        id: PatronId,
        new: &NewPatron,
    ) -> Result<Result<Patron, StoreFailure>, Stop> {
        if self.facts.tokens.contains(&new.token_hash) || !self.tokens.insert(new.token_hash) {
            return Ok(Err(StoreFailure::Storage("another patron has that secret".to_owned())));
        }
        let gift: Vec<TransferRequest> = new.gift_to(id).into_iter().collect();
        let judged = match judge(self, &gift)? {
            Ok(judged) => judged,
            Err((_, refusal)) => return Ok(Err(StoreFailure::Storage(format!("no gift: {refusal}")))),
        };
        let created = HouseEvent::patron_created(id, new);
        let origin = self.house_entry(Some(new.at), &created, &judged.changes.transfers)?;
        self.absorb(judged.changes, origin, &Cause::posted(self.house.at))?;
        let NewPatron { nickname, token_hash, currency, at, .. } = new.clone();
        self.rows.patrons.push((StoredPatron { id, nickname, token_hash, currency }, at));
        Ok(Ok(Patron { id, nickname: new.nickname.clone(), currency: new.currency }))
    }

    /// House rules that are to be on record.
    pub(super) fn record_rules(
        &mut self,
        at: Timestamp,
        name: &RulesRef,
        document: &str,
    ) -> Result<(), StoreFailure> {
        let used = HouseEvent::rules_used(name.clone(), document.to_owned());
        self.house_entry(Some(at), &used, &[]).map(|_| ())
    }

    /// An entry of the house's own log, to which these transfers belong.
    fn house_entry(
        &mut self,
        at: Option<Timestamp>,
        event: &HouseEvent,
        transfers: &[Transfer],
    ) -> Result<Origin, StoreFailure> {
        let row = self.house.next(at, event, transfers)?;
        self.house = row.head;
        self.rows.house.push(row);
        Ok(Origin::House(self.house.seq))
    }

    /// Money that no table is the cause of, and the entry it belongs to. Nothing for nothing.
    fn absorb_outside(&mut self, at: Option<Timestamp>, changes: Changes) -> Result<(), Stop> {
        if !changes.transfers.is_empty() {
            let origin = self.house_entry(at, &HouseEvent::MoneyPosted, &changes.transfers)?;
            self.absorb(changes, origin, &Cause::posted(self.house.at))?;
        }
        Ok(())
    }

    fn absorb(&mut self, changes: Changes, origin: Origin, cause: &Cause) -> Result<(), Missing> {
        let own = |id| changes.transfers.iter().find(|own| own.id == id).copied();
        let stated = lines(cause, &changes.transfers, |id| Ok(Book::transfer(self, id)?.or_else(|| own(id))));
        self.rows.lines.extend(stated?.into_iter().map(|line| (*cause, line)));
        for transfer in changes.transfers {
            if let Action::Reverse { transfer: undone } = transfer.action {
                self.reversed.insert(undone);
            }
            self.transfers.insert(transfer.id, transfer);
            self.rows.transfers.push(TransferRow { transfer, origin });
        }
        self.rows.remaining.extend(changes.remaining);
        self.rows.balances.extend(changes.balances);
        Ok(())
    }
}

impl Book for Draft<'_> {
    type Failure = Missing;

    fn transfer(&self, id: TransferId) -> Result<Option<Transfer>, Missing> {
        match self.transfers.get(&id) {
            Some(new) => Ok(Some(*new)),
            None => self.facts.transfers.get(&id).copied().ok_or(Missing::Transfer(id)),
        }
    }

    fn is_reversed(&self, id: TransferId) -> Result<bool, Missing> {
        if self.reversed.contains(&id) {
            return Ok(true);
        }
        self.facts.reversed.get(&id).copied().ok_or(Missing::Reversed(id))
    }

    fn remaining(&self, hold: TransferId) -> Result<Amount, Missing> {
        match self.rows.remaining.get(&hold) {
            Some(left) => Ok(*left),
            None => self.facts.remaining.get(&hold).copied().ok_or(Missing::Hold(hold)),
        }
    }

    fn balance(&self, account: Account) -> Result<i64, Missing> {
        match self.rows.balances.get(&account) {
            Some(balance) => Ok(*balance),
            None => self.facts.balances.get(&account).copied().ok_or(Missing::Account(account)),
        }
    }
}

/// A draft to which what a table adds is new until it is seen.
struct Seen<'a> {
    draft: &'a Draft<'a>,
    look: Look,
}

impl Book for Seen<'_> {
    type Failure = Missing;

    fn transfer(&self, id: TransferId) -> Result<Option<Transfer>, Missing> {
        self.draft.transfer(id)
    }

    fn posted(&self, posting: &TransferRequest) -> Result<Option<Transfer>, Missing> {
        match self.draft.transfer(posting.id) {
            Err(_) if !self.look.reaches(posting) => Ok(None),
            known => known,
        }
    }

    fn is_reversed(&self, id: TransferId) -> Result<bool, Missing> {
        self.draft.is_reversed(id)
    }

    fn remaining(&self, hold: TransferId) -> Result<Amount, Missing> {
        self.draft.remaining(hold)
    }

    fn balance(&self, account: Account) -> Result<i64, Missing> {
        self.draft.balance(account)
    }
}
