//! The walk of an audit: takes every row of a store in order, and returns the first deviation.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use baccarat::HouseRules;
use fair::locked::ShoeKey;
use house::by_hand::AdjustmentProposal;
use house::by_hand::AdjustmentState::Approved;
use house::log::Entity;
use house::ports::{ShoeSeed, StoredRecord};
use house::postings::play_money;
use house::statement::Cause;
use journal::{Digest, Head, HouseEvent, Record, StoredEntry, StoredPatron};
use ledger::{Transfer, TransferId, TransferRequest};
use money::Currency;
use table::{
    EntryTerms, Event, LiveEvent, PatronId, RecordedEvent, RulesRef, Seating, Settings, SpotLimits, TableId,
    Timestamp, Timings,
};

use crate::books::{Books, in_words, posting_in_words};
use crate::by_hand::ByHand;
use crate::derived::Derived;
use crate::deviation::{Deviation, Place, refuse, same};
use crate::device_records::DeviceRecords;
use crate::devices::Devices;
use crate::entities::Entities;
use crate::independence::Independence;
use crate::proofs::StoredProofs;
use crate::protections::Protections;
use crate::remark::Remark;
use crate::rulebook::Rulebook;
use crate::setups::Setups;
use crate::sums::MoneyOverTime;
use crate::table_log::{NOT_GIVEN, TableLog};
use crate::trust::Trust;

/// The summary of an audit without deviations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walked {
    /// The head of each log, the house's own first.
    pub heads: Vec<Head>,
    /// The number of entries of all logs.
    pub entries: u64,
    /// The number of rounds that began.
    pub rounds: u64,
    /// The number of transfers.
    pub transfers: u64,
    /// The number of stored checkpoints.
    pub checkpoints: u64,
    /// The public key of the latest checkpoint.
    pub signed_by: Option<[u8; 32]>,
    /// Remarks about valid entries, table by table.
    pub remarks: Vec<Remark>,
}

/// An audit in progress.
#[derive(Debug)]
pub struct Walk {
    settings: BTreeMap<TableId, Settings>,
    trust: Trust,
    rulebook: Rulebook,
    heads: BTreeMap<TableId, (Head, Timestamp)>,
    tables: BTreeMap<TableId, TableLog>,
    seeds: BTreeMap<(TableId, u32), ShoeSeed>,
    /// The bulletins and locked secrets of tables.
    proofs: BTreeMap<TableId, StoredProofs>,
    /// The key that opens locked secrets, if it is given.
    shoe_key: Option<ShoeKey>,
    patrons: BTreeMap<PatronId, StoredPatron>,
    books: Books,
    derived: Derived,
    sums: MoneyOverTime,
    entities: Entities,
    by_hand: ByHand,
    devices: Devices,
    independence: Independence,
    protections: Protections,
    device_records: DeviceRecords,
    setups: Setups,
    entries: u64,
    rounds: u64,
    attached: BTreeSet<TransferId>,
}

impl Walk {
    /// Begins an audit with the given trust. `settings` have the house rules of shoes that were opened before house
    /// rules were put on record.
    pub fn new(settings: impl IntoIterator<Item = Settings>, trust: Trust) -> Self {
        let settings = settings.into_iter().map(|table| (table.id, table)).collect();
        Self {
            settings,
            trust,
            rulebook: Rulebook::default(),
            heads: BTreeMap::new(),
            tables: BTreeMap::new(),
            seeds: BTreeMap::new(),
            proofs: BTreeMap::new(),
            shoe_key: None,
            patrons: BTreeMap::new(),
            books: Books::default(),
            derived: Derived::default(),
            sums: MoneyOverTime::default(),
            entities: Entities::default(),
            by_hand: ByHand::default(),
            devices: Devices::default(),
            independence: Independence::default(),
            protections: Protections::default(),
            device_records: DeviceRecords::default(),
            setups: Setups::default(),
            entries: 0,
            rounds: 0,
            attached: BTreeSet::new(),
        }
    }

    /// Opens the locked secrets of shoes with this key, so that the cards of open shoes are verified, too.
    #[must_use]
    pub fn with_shoe_key(self, key: ShoeKey) -> Self {
        Self { shoe_key: Some(key), ..self }
    }

    /// Verifies the next row.
    ///
    /// # Errors
    /// The [`Deviation`] of this row. The audit ends there.
    pub fn take(&mut self, record: Record) -> Result<(), Deviation> {
        match record {
            Record::Checkpoint(signed) => self.trust.stored(&signed)?,
            Record::Account(account, balance, moves) => self.books.account(account, (balance, moves))?,
            Record::Patron(patron) => _ = self.patrons.insert(patron.id, patron),
            Record::Seed(table, seed) => _ = self.seeds.insert((table, seed.shoe_no), seed),
            Record::Secret(table, secret) => {
                self.proofs.entry(table).or_default().secret(table, secret, self.shoe_key.as_ref());
            }
            Record::Bulletin(table, bulletin) => {
                self.trust.bulletin(Place::Bulletin(table, bulletin.no), &bulletin.key.0)?;
                self.proofs.entry(table).or_default().bulletin(table, &bulletin)?;
            }
            Record::Correction(table, seq, round) => self.derived.correction(table, seq, round),
            Record::Entry(entry) => self.entry(&entry)?,
            Record::Uncovered(table, stored) => self.uncovered(table, &stored)?,
            Record::Transfer(transfer) => self.transfer(transfer)?,
            Record::Hold(hold, left) => self.books.hold(hold, left),
            Record::Slip(slip) => self.derived.slip(&slip)?,
            Record::Round(table, round, opened_seq) => self.derived.stored_round(table, round, opened_seq)?,
            Record::Entity(entity) => self.entities.stored(entity)?,
            Record::EntityEntry(entity, seq) => self.entities.stored_entry(entity, seq)?,
            Record::PatronRound(patron, table, ending) => self.derived.ending(patron, table, ending)?,
            Record::ClearedRound(patron, table, round) => self.derived.cleared_round(patron, table, round)?,
            Record::Statement(patron, line) => self.sums.line(patron, &line)?,
            Record::Turnover(line) => self.sums.turnover(&line)?,
        }
        Ok(())
    }

    /// Ends the audit after the last row.
    ///
    /// # Errors
    /// The [`Deviation`] of the first missing row.
    pub fn finish(self) -> Result<Walked, Deviation> {
        for (id, table) in &self.tables {
            if let Some(due) = table.unfinished() {
                let seq = self.heads.get(id).map_or(0, |(head, _)| head.seq);
                return refuse(Place::Entry(*id, seq.saturating_add(1)), due, "the end of the log");
            }
        }
        if let Some((table, shoe_no)) = self.seeds.keys().next() {
            return refuse(Place::Seed(*table, *shoe_no), "no such shoe", "a seed");
        }
        for (id, stored) in &self.proofs {
            self.tables.get(id).map_or_else(|| stored.finish(*id), |table| table.proved(stored))?;
        }
        if let Some(patron) = self.patrons.keys().next() {
            let expected = "an entry of the house's log that created the patron";
            return refuse(Place::Patron(*patron), expected, "none");
        }
        let (checkpoints, signed_by) = self.trust.finish(self.heads.values().map(|(head, _)| head))?;
        let transfers = self.books.finish()?;
        self.derived.finish()?;
        self.sums.finish()?;
        self.entities.finish()?;
        self.device_records.finish()?;
        let heads = self.heads.into_values().map(|(head, _)| head).collect();
        let (entries, rounds) = (self.entries, self.rounds);
        let remarks = self.tables.into_values().flat_map(TableLog::into_remarks).collect();
        Ok(Walked { heads, entries, rounds, transfers, checkpoints, signed_by, remarks })
    }

    /// Verifies the content of an entry before its digest, because a deviation of the content says more.
    fn entry(&mut self, entry: &StoredEntry) -> Result<(), Deviation> {
        let StoredEntry { log, seq, at, transfers, digest, .. } = entry;
        let start = Head { log: *log, seq: 0, digest: Digest::start(*log) };
        let (before, since) = self.heads.get(log).copied().unwrap_or((start, Timestamp(i64::MIN)));
        let next = before.seq.saturating_add(1);
        if *seq != next {
            return refuse(Place::Entry(*log, next), "an entry", format!("none; the next is {seq}"));
        }
        let place = Place::Entry(*log, *seq);
        for stored in &entry.records {
            self.record(*seq, *log, stored)?;
        }
        if *at < since {
            let stored = format!("{} ms before it", since.0.saturating_sub(at.0));
            return refuse(place, "a time not before that of the entry before", stored);
        }
        if *log == HouseEvent::LOG {
            self.house(entry)?;
            self.sums.moved(Cause::posted(*at), transfers);
        } else {
            self.table(entry)?;
        }
        let expected = entry.digest_after(before.digest);
        if *digest != Some(expected) {
            let stored = digest.map_or_else(|| "none".to_owned(), |digest| format!("digest {digest}"));
            return refuse(place, format!("digest {expected}"), stored);
        }
        let head = Head { log: *log, seq: *seq, digest: expected };
        self.trust.entry(&head)?;
        self.heads.insert(*log, (head, *at));
        self.entries = self.entries.saturating_add(1);
        self.attached.extend(transfers.iter().map(|transfer| transfer.id));
        Ok(())
    }

    /// Verifies the place of a record before this event of a table, and that a device of the table signed it.
    fn record(&mut self, seq: u64, table: TableId, stored: &StoredRecord) -> Result<(), Deviation> {
        self.device_records.follow(seq, table, stored)?;
        self.devices.check(Place::Record(table, stored.no), table, &stored.record)
    }

    /// Verifies a record that no event covers yet.
    fn uncovered(&mut self, table: TableId, stored: &StoredRecord) -> Result<(), Deviation> {
        let next = self.heads.get(&table).map_or(0, |(head, _)| head.seq).saturating_add(1);
        self.record(next, table, stored)?;
        match self.tables.get_mut(&table) {
            Some(log) => log.take(stored),
            None => Ok(()),
        }
    }

    fn table(&mut self, entry: &StoredEntry) -> Result<(), Deviation> {
        let StoredEntry { log, seq, at, body, transfers, round, .. } = entry;
        let place = Place::Entry(*log, *seq);
        let event = serde_json::from_str(body)
            .map_err(|error| Deviation::new(place, "an event", format!("{error} in {body}")))?;
        let table = match self.tables.entry(*log) {
            std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::btree_map::Entry::Vacant(unknown) => {
                let given = self.settings.get(log);
                let named = match &event {
                    Event::ShoeOpened { rules: Some(name), .. } => self.rulebook.find(name).map(Some),
                    // The first shoe, which is committed before it opens, sets the table up with its own rules; so does
                    // that of a live table, where others come first.
                    Event::ShoeCommitted { .. } | Event::Live(_) => Ok(self.rulebook.any()),
                    _ => Ok(None),
                };
                let named = named.map_err(|why| Deviation::new(place, why, body))?;
                let settings = match (given, named) {
                    (Some(settings), _) => settings.clone(),
                    (None, Some(rules)) => on_record(*log, rules, self.books.currency_of(*log)),
                    (None, None) => return refuse(place, NOT_GIVEN, "none"),
                };
                unknown.insert(TableLog::new(settings, given.map(|settings| Arc::clone(&settings.rules))))
            }
        };
        if let Event::RoundCorrected { agreed, approved_by, .. } = &event {
            self.independence.check(place, *at, [agreed.by, *approved_by])?;
        }
        if let Some(scanner) = self.setups.scanner(*log, *at, &event, table.is_live()) {
            table.run_like(scanner);
        }
        for stored in &entry.records {
            table.take(stored)?;
        }
        match &event {
            Event::ShoeOpened { live: Some(live), .. } if let Some(proof) = &live.proof => {
                self.devices.has_key(place, live.device, proof.key)?;
            }
            Event::Live(LiveEvent::ShoeFinished { last, digest }) => {
                self.device_records.has_digest(place, *last, *digest)?;
            }
            _ => {}
        }
        self.setups.check(place, *log, &event)?;
        let recorded = RecordedEvent { seq: *seq, at: *at, event };
        let seed = |shoe_no| self.seeds.get(&(*log, shoe_no)).copied();
        let none = StoredProofs::default();
        let stored = self.proofs.get(log).unwrap_or(&none);
        table.prove(&recorded, stored, self.shoe_key.as_ref())?;
        let moved = table.follow(&recorded, seed, &self.rulebook, &mut self.derived)?;
        same(place, &format!("an entry of round {}", table.round()), &format!("an entry of round {round}"))?;
        self.sums.event(*log, *round, &recorded, transfers);
        match recorded.event {
            // The seeds that remain belong to no shoe.
            Event::ShoeOpened { shoe_no, .. } => _ = self.seeds.remove(&(*log, shoe_no)),
            event if event.begins_round().is_some() => self.rounds = self.rounds.saturating_add(1),
            _ => {}
        }
        self.money(place, &moved, transfers)
    }

    /// Compares the transfers of an entry with the requests of its event.
    fn money(
        &mut self,
        place: Place,
        moved: &[TransferRequest],
        transfers: &[Transfer],
    ) -> Result<(), Deviation> {
        let (mut stored, mut last) = (transfers.iter().peekable(), None);
        for posting in moved {
            if let Some(transfer) = stored.next_if(|transfer| transfer.posting() == *posting) {
                last = Some(transfer.id);
            } else if !self.books.may_be_nothing(posting, last) {
                let there =
                    stored.peek().map_or_else(|| "no such transfer".to_owned(), |other| in_words(other));
                return refuse(place, posting_in_words(posting), there);
            }
        }
        stored.next().map_or(Ok(()), |more| refuse(place, "no more transfers", in_words(more)))
    }

    /// Verifies an entry of the house's own log: a new patron with the first gift, more gifts of play money, an
    /// adjustment by hand, or house rules.
    fn house(&mut self, entry: &StoredEntry) -> Result<(), Deviation> {
        let StoredEntry { log, seq, body, transfers, .. } = entry;
        let place = Place::Entry(*log, *seq);
        let event: HouseEvent = serde_json::from_str(body)
            .map_err(|error| Deviation::new(place, "an entry", format!("{error} in {body}")))?;
        let gift = |transfer: &Transfer| {
            let (patron, number) = gift_of(transfer.id)?;
            let gift = play_money(patron, number, transfer.amount);
            (transfer.posting() == gift).then_some((patron, number))
        };
        let created = match &event {
            HouseEvent::PatronCreated { patron, .. } => {
                let stored = self.patrons.remove(patron);
                let known =
                    stored.map(|one| HouseEvent::known(one.id, &one.nickname, one.currency, one.token_hash));
                same(place, &known, &Some(event.clone()))?;
                Some(*patron)
            }
            HouseEvent::MoneyPosted => None,
            HouseEvent::HouseRulesUsed { id, digest, text } => {
                self.rulebook.take(place, &RulesRef { id: id.clone(), digest: *digest }, text)?;
                return self.money(place, &[], transfers);
            }
            HouseEvent::MoneyAdjusted { counted, .. } => {
                let adjusted = event.adjustment(entry.at).ok_or_else(|| {
                    Deviation::new(place, "the currency of a wallet", format!("another in {body}"))
                })?;
                self.by_hand.alone(place, &adjusted, counted.as_ref())?;
                if let Some(counted) = counted {
                    self.entities.follow(place, counted, *seq)?;
                }
                return self.money(place, &[adjusted.posting()], transfers);
            }
            HouseEvent::PatronRead { .. }
            | HouseEvent::RecordingClosed { .. }
            | HouseEvent::RecordingHeld { .. }
            | HouseEvent::RecordingReleased { .. } => return self.money(place, &[], transfers),
            HouseEvent::Changed { by, why, entity } => {
                self.by_hand.changed(place, entity)?;
                self.setups.changed(entry.at, entity);
                if let Entity::Adjustment(AdjustmentProposal { by, state: Approved(second), .. }) = entity {
                    self.independence.check(place, entry.at, [*by, second.by])?;
                }
                if let Some(pair) = self.devices.follow(place, (*by, entry.at), entity)? {
                    self.independence.check(place, entry.at, pair)?;
                }
                self.independence.follow(*seq, entry.at, &event);
                self.protections.changed(place, (*by, why), entity, entry.at)?;
                let moved = self.entities.follow(place, entity, *seq)?;
                return self.money(place, &moved, transfers);
            }
        };
        for transfer in transfers {
            let expected = match (created, gift(transfer)) {
                (Some(patron), gift) if gift != Some((patron, 0)) => "the first gift to the patron",
                (None, None) => "a gift to a patron",
                _ => continue,
            };
            return refuse(place, expected, in_words(transfer));
        }
        Ok(())
    }

    fn transfer(&mut self, transfer: Transfer) -> Result<(), Deviation> {
        if !self.attached.remove(&transfer.id) {
            let place = Place::Transfer(transfer.id);
            return refuse(place, "a transfer that belongs to one entry", in_words(&transfer));
        }
        self.books.transfer(transfer)?;
        self.sums.transfer(transfer.id, |id| self.books.made(id));
        Ok(())
    }
}

/// The settings of a table of which only the house rules and the currency are on record.
fn on_record(id: TableId, rules: &Arc<HouseRules>, currency: Currency) -> Settings {
    Settings {
        id,
        name: String::new(),
        rules: Arc::clone(rules),
        currency,
        limits: SpotLimits::none(),
        timings: Timings::default(),
        exposure: None,
        entry: EntryTerms::default(),
        seating: Seating::default(),
        draw: table::Drawing::Sealed,
        dealer: table::Dealer::Shuffle,
        squeeze: None,
    }
}

/// The patron and the number in the id of a gift; none for any other id.
fn gift_of(id: TransferId) -> Option<(PatronId, u64)> {
    let patron = u32::try_from((id.0 >> 32) & u128::from(u32::MAX)).ok()?;
    let number = u64::try_from(id.0 >> 64).ok()?;
    Some((PatronId(patron), number))
}
