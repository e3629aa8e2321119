//! A batch as it is judged: the facts, with what its orders change laid over them.

use std::collections::BTreeSet;

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use house::log::{EntityKind, EntityRef};
use house::ports::{
    DeviceRecord, NewPatron, NumberedWallet, Patron, StoreFailure, StoredBulletin, Unit, UnitOutcome, Wallet,
};
use house::statement::{Cause, lines};
use journal::{HouseEvent, HouseHead, Origin, StoredEntity, StoredPatron, accepted_slip};
use ledger::{
    Account, Action, Asked, Book, Changes, Judged, Posted, Transfer, TransferId, TransferRefusal,
    TransferRequest, judge, within_bounds,
};
use money::{Amount, Currency};
use table::{Event, PatronId, RecordRef, RequestId, RulesRef, TableId, Timestamp};

use super::credentials::session;
use super::encoded::EncodedUnit;
use super::facts::{Facts, NotJudged};
use super::lookup::Lookup;
use super::projection::{Projection, TransferRow};
use crate::rows;

/// A batch so far.
pub(super) struct Draft<'a, F> {
    pub(super) facts: &'a F,
    /// Where to look for postings that were made before.
    lookup: Lookup,
    pub(super) projection: Projection,
    /// The head of the house's own log, once something was written to it.
    pub(super) house: Option<HouseHead>,
    /// Where in the rows each new transfer is.
    places: HashMap<TransferId, usize>,
    reversed: HashSet<TransferId>,
    slips: HashSet<(PatronId, RequestId)>,
    records: HashSet<RecordRef>,
    tokens: HashSet<[u8; 32]>,
    /// The entities that this batch changed, as they are now.
    pub(super) entities: HashMap<EntityRef, StoredEntity>,
    /// The numbers of those of them that have a name, by kind and name.
    pub(super) names: HashMap<(EntityKind, String), u32>,
}

impl<'a, F: Facts> Draft<'a, F> {
    pub(super) fn new(facts: &'a F) -> Self {
        Self {
            facts,
            lookup: Lookup::Everywhere,
            projection: Projection::default(),
            house: None,
            places: HashMap::new(),
            reversed: HashSet::new(),
            slips: HashSet::new(),
            records: HashSet::new(),
            tokens: HashSet::new(),
            entities: HashMap::new(),
            names: HashMap::new(),
        }
    }

    /// The number of a table's last event.
    fn seq(&mut self, table: TableId) -> Result<u64, NotJudged> {
        if let Some(progress) = self.projection.progress.get(&table) {
            return Ok(progress.seq());
        }
        let progress = self.facts.progress(table)?;
        let seq = progress.seq();
        self.projection.progress.insert(table, progress);
        Ok(seq)
    }

    /// Judges the units of a table.
    pub(super) fn commit(
        &mut self,
        table: TableId,
        expected: u64,
        units: &[EncodedUnit],
    ) -> Result<Result<Vec<UnitOutcome>, StoreFailure>, NotJudged> {
        if !self.facts.runs(table) {
            return Ok(Err(StoreFailure::TakenOver { table }));
        }
        let last = self.seq(table)?;
        if last != expected {
            return Ok(Err(StoreFailure::Stale { table, expected, found: last }));
        }
        let mut outcomes: Vec<UnitOutcome> = Vec::with_capacity(units.len());
        for encoded in units {
            let is_written =
                |place| outcomes.get(place).is_some_and(|it| matches!(it, UnitOutcome::Committed { .. }));
            let outcome = if encoded.unit.after.is_none_or(is_written) {
                self.unit(table, encoded)?
            } else {
                UnitOutcome::Skipped
            };
            outcomes.push(outcome);
        }
        Ok(Ok(outcomes))
    }

    fn unit(&mut self, table: TableId, encoded: &EncodedUnit) -> Result<UnitOutcome, NotJudged> {
        if self.repeats_a_record(&encoded.unit)? {
            return Ok(UnitOutcome::Repeated);
        }
        let changes = match self.judge_unit(&encoded.unit)? {
            Ok(changes) => changes,
            Err(outcome) => return Ok(outcome),
        };
        let first_seq = self.seq(table)?.saturating_add(1);
        let changed = purses_of(&changes);
        if let Some(record) = &encoded.unit.record {
            self.records.insert(record.record_ref());
            self.projection.take_record(table, record);
        }
        match self.append(table, encoded, &changes.transfers)? {
            None => self.apply_outside(None, changes)?,
            Some(cause) => self.apply(changes, Origin::Table(table, first_seq), &cause)?,
        }
        self.prove(table, first_seq, &encoded.unit);
        let wallets =
            changed.into_iter().map(|purse| self.wallet(purse)).collect::<Result<Option<_>, _>>()?;
        Ok(UnitOutcome::Committed { first_seq, wallets: wallets.unwrap_or_default() })
    }

    /// The wallet of a patron as it is now, if the facts have it at hand.
    fn wallet(
        &self,
        (patron, currency): (PatronId, Currency),
    ) -> Result<Option<(PatronId, NumberedWallet)>, NotJudged> {
        let mut made = 0_i64;
        for account in Wallet::accounts(patron, currency) {
            let Some(before) = self.facts.transfers(account)? else { return Ok(None) };
            let drafted = self.projection.rows.moves.get(&account).copied().unwrap_or_default();
            made = made.saturating_add(before).saturating_add(drafted);
        }
        let (wallet, number) = (Wallet::of(self, patron, currency)?, rows::number(made)?);
        Ok(Some((patron, NumberedWallet { wallet, number })))
    }

    /// What a unit changes, or its outcome when it is refused or a repeat.
    ///
    /// Nothing is written of a unit that is refused or a repeat, so no unique key would reveal a mistake: it is judged
    /// with a look at the rows.
    fn judge_unit(&mut self, unit: &Unit) -> Result<Result<Changes, UnitOutcome>, NotJudged> {
        let lookup = self.facts.lookup();
        if self.repeats_a_slip(unit, lookup)? {
            return Ok(Err(UnitOutcome::Repeated));
        }
        if let Ok(judged) = self.judge_looking(lookup, &unit.postings)?
            && !judged.posted.contains(&Posted::Exists)
            && self.within_bounds(asked(unit), &judged.changes)?.is_ok()
        {
            return Ok(Ok(judged.changes));
        }
        self.facts.confirm_rejection()?;
        if self.repeats_a_slip(unit, Lookup::Everywhere)? {
            return Ok(Err(UnitOutcome::Repeated));
        }
        Ok(match judge(self, &unit.postings)? {
            Err((_, refusal)) => Err(UnitOutcome::refused(self, refusal)?),
            Ok(judged) if judged.posted.contains(&Posted::Exists) => Err(UnitOutcome::Repeated),
            Ok(judged) => match self.within_bounds(asked(unit), &judged.changes)? {
                Ok(()) => Ok(judged.changes),
                Err(refusal) => Err(UnitOutcome::refused(self, refusal)?),
            },
        })
    }

    /// Refuses what goes beyond the bounds of money, if anybody asked for it.
    pub(super) fn within_bounds(
        &self,
        asked: Option<Asked>,
        changes: &Changes,
    ) -> Result<Result<(), TransferRefusal>, NotJudged> {
        asked.map_or(Ok(Ok(())), |asked| within_bounds(self, asked, changes))
    }

    /// Judges postings outside the tables, within the bounds of money.
    fn judge_outside(
        &self,
        postings: &[TransferRequest],
    ) -> Result<Result<Changes, TransferRefusal>, NotJudged> {
        match judge(self, postings)? {
            Ok(Judged { changes, .. }) => {
                Ok(self.within_bounds(Some(Asked::Outside), &changes)?.map(|()| changes))
            }
            Err((_, refusal)) => Ok(Err(refusal)),
        }
    }

    /// Judges postings, and looks only there for postings that were made before.
    fn judge_looking(
        &mut self,
        lookup: Lookup,
        postings: &[TransferRequest],
    ) -> Result<Result<Judged, (usize, TransferRefusal)>, NotJudged> {
        let before = std::mem::replace(&mut self.lookup, lookup);
        let judged = judge(self, postings);
        self.lookup = before;
        judged
    }

    /// Whether a slip of this unit was accepted before, or comes earlier in the unit.
    fn repeats_a_slip(&self, unit: &Unit, lookup: Lookup) -> Result<bool, NotJudged> {
        let mut own = Vec::new();
        for slip in unit.events.iter().filter_map(|(_, event)| accepted_slip(event)) {
            let drafted = own.contains(&slip) || self.slips.contains(&slip);
            if drafted || lookup == Lookup::Everywhere && self.facts.slip_accepted(slip.0, slip.1)? {
                return Ok(true);
            }
            own.push(slip);
        }
        Ok(false)
    }

    /// Whether the record of this unit was taken before. That stays so, so nothing is left to be confirmed.
    fn repeats_a_record(&self, unit: &Unit) -> Result<bool, NotJudged> {
        let Some(record) = unit.record.as_ref().map(DeviceRecord::record_ref) else { return Ok(false) };
        Ok(self.records.contains(&record) || self.facts.record_taken(record)?)
    }

    /// Appends the events of a unit. Its transfers refer to the first, which says what caused them.
    fn append(
        &mut self,
        table: TableId,
        encoded: &EncodedUnit,
        mut transfers: &[Transfer],
    ) -> Result<Option<Cause>, StoreFailure> {
        let currency = transfers.first().map(|transfer| transfer.from.currency);
        let mut cause = None;
        for (at, event, body) in encoded.events() {
            let own =
                self.projection.append(table, (at, event, body), std::mem::take(&mut transfers), currency)?;
            cause = cause.or(Some(own));
            self.slips.extend(accepted_slip(event));
        }
        self.projection.rows.seeds.extend(encoded.unit.shoe_seed.map(|seed| (table, seed)));
        Ok(cause)
    }

    /// Adds what proves the shoe that a unit is about.
    fn prove(&mut self, table: TableId, first_seq: u64, unit: &Unit) {
        let rows = &mut self.projection.rows;
        rows.secrets.extend(unit.secret.map(|secret| (table, secret)));
        rows.bulletins.extend(unit.bulletins.iter().map(|new| {
            let seq = first_seq.saturating_add(u64::try_from(new.event).unwrap_or(u64::MAX));
            let (no, shoe_no, text) = (new.no, new.shoe_no, new.text.clone());
            (table, StoredBulletin { no, seq, shoe_no, text, key: new.key, signature: new.signature })
        }));
    }

    /// Judges money outside any table.
    pub(super) fn post(
        &mut self,
        at: Timestamp,
        postings: &[TransferRequest],
    ) -> Result<Result<(), TransferRefusal>, NotJudged> {
        match self.judge_outside(postings)? {
            Ok(changes) => self.apply_outside(Some(at), changes).map(Ok),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// Judges a new patron with the gift.
    pub(super) fn create_patron(
        &mut self,
        new: &NewPatron,
    ) -> Result<Result<Patron, StoreFailure>, NotJudged> {
        if self.tokens.contains(&new.token_hash) || self.facts.token_used(&new.token_hash)? {
            return Ok(Err(StoreFailure::Storage("another patron has that secret".to_owned())));
        }
        let id = self.facts.patron_number(self.projection.rows.patrons.len())?;
        let gift: Vec<TransferRequest> = new.gift_to(id).into_iter().collect();
        let changes = match self.judge_outside(&gift)? {
            Ok(changes) => changes,
            Err(refusal) => return Ok(Err(StoreFailure::NoGift(refusal))),
        };
        self.enter(Some(new.at), &HouseEvent::patron_created(id, new), changes)?;
        self.tokens.insert(new.token_hash);
        let NewPatron { nickname, token_hash, currency, at, .. } = new.clone();
        self.projection.rows.credentials.put(session(id, token_hash, at)?);
        let patron = Patron { id, nickname: nickname.clone(), currency };
        self.projection.rows.patrons.push((StoredPatron { id, nickname, token_hash, currency }, at));
        Ok(Ok(patron))
    }

    /// Puts house rules on record.
    pub(super) fn record_rules(
        &mut self,
        at: Timestamp,
        name: &RulesRef,
        document: &str,
    ) -> Result<(), NotJudged> {
        let used = HouseEvent::rules_used(name.clone(), document.to_owned());
        self.enter(Some(at), &used, Changes::default()).map(|_| ())
    }

    /// Applies money that no table is the cause of, with its entry. Nothing for nothing.
    fn apply_outside(&mut self, at: Option<Timestamp>, changes: Changes) -> Result<(), NotJudged> {
        if changes.transfers.is_empty() {
            return Ok(());
        }
        self.enter(at, &HouseEvent::MoneyPosted, changes).map(|_| ())
    }

    /// Appends an entry to the house's own log, and applies the money that belongs to it. Returns its number.
    pub(super) fn enter(
        &mut self,
        at: Option<Timestamp>,
        event: &HouseEvent,
        changes: Changes,
    ) -> Result<u64, NotJudged> {
        let head = match self.house {
            Some(head) => head,
            None => self.facts.house_head()?,
        };
        let row = head.next(at, event, &changes.transfers)?;
        let head = row.head;
        self.house = Some(head);
        self.projection.rows.house.push(row);
        self.apply(changes, Origin::House(head.seq), &Cause::posted(head.at))?;
        Ok(head.seq)
    }

    /// Applies judged money. `origin` is the entry it belongs to.
    fn apply(&mut self, changes: Changes, origin: Origin, cause: &Cause) -> Result<(), NotJudged> {
        let own = |id| changes.transfers.iter().find(|own| own.id == id).copied();
        let find = |id| Ok::<_, NotJudged>(self.transfer(id)?.or_else(|| own(id)));
        let stated = lines(cause, &changes.transfers, find)?;
        let rows = &mut self.projection.rows;
        rows.lines.extend(stated.into_iter().map(|line| (*cause, line)));
        for transfer in changes.transfers {
            if let Action::Reverse { transfer: undone } = transfer.action {
                self.reversed.insert(undone);
            }
            for account in [transfer.from, transfer.to] {
                let moves = rows.moves.entry(account).or_default();
                *moves = moves.saturating_add(1);
            }
            self.places.insert(transfer.id, rows.transfers.len());
            rows.transfers.push(TransferRow { transfer, origin });
        }
        rows.remaining.extend(changes.remaining);
        rows.balances.extend(changes.balances);
        Ok(())
    }

    /// The transfer of that id, if this batch made it.
    fn drafted(&self, id: TransferId) -> Option<Transfer> {
        let place = self.places.get(&id)?;
        self.projection.rows.transfers.get(*place).map(|row| row.transfer)
    }
}

/// The patrons whose wallets these changes touch, each with the currency.
fn purses_of(changes: &Changes) -> BTreeSet<(PatronId, Currency)> {
    let purses = changes.balances.keys().filter(|account| account.kind.is_of_patron());
    purses.map(|account| (PatronId(account.owner), account.currency)).collect()
}

/// What somebody asks for with a unit that moves money; none when it follows from what was asked for before.
fn asked(unit: &Unit) -> Option<Asked> {
    if unit.events.is_empty() {
        return Some(Asked::Outside);
    }
    if unit.postings.iter().any(|posting| matches!(posting.action, Action::Hold { .. })) {
        return Some(Asked::Stakes);
    }
    let corrects = |(_, event): &(Timestamp, Event)| matches!(event, Event::RoundCorrected { .. });
    unit.events.iter().any(corrects).then_some(Asked::Correction)
}

impl<F: Facts> Book for Draft<'_, F> {
    type Failure = NotJudged;

    /// A posting that is only looked for in the cache is taken for new when it is not at hand.
    fn posted(&self, posting: &TransferRequest) -> Result<Option<Transfer>, NotJudged> {
        if self.lookup.reaches(posting) {
            return self.transfer(posting.id);
        }
        Ok(self.drafted(posting.id).or_else(|| self.facts.cached(posting.id)))
    }

    fn transfer(&self, id: TransferId) -> Result<Option<Transfer>, NotJudged> {
        self.drafted(id).map_or_else(|| self.facts.transfer(id), |transfer| Ok(Some(transfer)))
    }

    fn is_reversed(&self, id: TransferId) -> Result<bool, NotJudged> {
        Ok(self.reversed.contains(&id) || self.facts.is_reversed(id)?)
    }

    fn remaining(&self, hold: TransferId) -> Result<Amount, NotJudged> {
        let drafted = self.projection.rows.remaining.get(&hold);
        drafted.map_or_else(|| self.facts.remaining(hold), |left| Ok(*left))
    }

    fn balance(&self, account: Account) -> Result<i64, NotJudged> {
        let drafted = self.projection.rows.balances.get(&account);
        drafted.map_or_else(|| self.facts.balance(account), |balance| Ok(*balance))
    }
}
