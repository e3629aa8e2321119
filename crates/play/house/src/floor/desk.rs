//! Reads and writes the records of tables in the house's own log. Knows no running table: a server that runs the table
//! acts on what was written here.

use std::sync::Arc;

use baccarat::HouseRules;
use table::correct::reason;
use table::{Drawing, RulesRef, Settings, TableId};

use super::check::{FieldProblem, check};
use super::record::{TableRecord, TableStatus};
use super::refusal::{FloorRefusal, FloorRejection};
use crate::log::{Actor, Entity, EntityKind, EntityRef, HouseEvent};
use crate::money::limits::{LimitsError, check_payouts, with_maxima};
use crate::people::password::Passwords;
use crate::ports::{Clock, Entropy, HouseEntry, HouseOutcome, RecordedEntry, Store, StoreFailure, TRIES};
use crate::tables::rulebook::{TableSetup, name_of, named_by, recorded};

/// How many tables are read at once.
const PAGE: u16 = 100;

/// The desk at which tables are created and changed.
#[derive(Clone)]
pub struct FloorDesk {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) entropy: Arc<dyn Entropy>,
    pub(crate) passwords: Arc<Passwords>,
    /// Whether the house deals shoes whose cards a beacon can draw.
    pub(crate) can_draw: bool,
}

/// A record with the number of its entry in the house's own log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The number; 0 for a table that runs and was never recorded.
    pub seq: u64,
    /// The record.
    pub record: TableRecord,
    /// The house rules of its next shoe.
    pub rules: Arc<HouseRules>,
    /// The reason in its entry.
    pub why: String,
}

/// Who changes a table, and why.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// Who.
    pub by: Actor,
    /// Why, in 1 to [`WHY`](table::correction::WHY) characters.
    pub why: &'a str,
}

/// A step between the statuses of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::AsRefStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum TableStep {
    /// The table finishes the round under way and waits.
    Halt,
    /// A halted table goes on.
    Resume,
    /// The table finishes the round under way and leaves the lobby.
    Close,
    /// A closed table is back in the lobby and goes on.
    Open,
}

impl TableStep {
    /// The status after this step of the table with that record.
    fn after(self, record: &TableRecord) -> Result<TableStatus, FloorRefusal> {
        let table = record.id;
        match (self, record.status) {
            (Self::Halt | Self::Resume, TableStatus::Closed) => Err(FloorRefusal::TableClosed { table }),
            (Self::Open, TableStatus::Halted) => Err(FloorRefusal::TableHalted { table }),
            (Self::Halt, _) => Ok(TableStatus::Halted),
            (Self::Close, _) => Ok(TableStatus::Closed),
            (Self::Resume | Self::Open, _) => Ok(TableStatus::Open),
        }
    }
}

impl FloorDesk {
    /// A desk that keeps its records in this store. All others of the program who hash passwords share `passwords` with
    /// it. It does not know whether the house has a beacon: a server without one does not start with tables that need
    /// one.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        passwords: Arc<Passwords>,
    ) -> Self {
        Self { store, clock, entropy, passwords, can_draw: true }
    }

    /// All tables of the store, by number.
    ///
    /// # Errors
    /// [`StoreFailure`].
    pub async fn tables(&self) -> Result<Vec<Kept>, StoreFailure> {
        let (mut tables, mut last) = (Vec::new(), 0);
        loop {
            let page = self.store.entities(EntityKind::Table, last, PAGE).await?;
            if page.is_empty() {
                return Ok(tables);
            }
            for entry in page {
                let kept = self.kept(entry).await?;
                last = kept.record.id.0;
                tables.push(kept);
            }
        }
    }

    /// One table of the store.
    ///
    /// # Errors
    /// [`StoreFailure`].
    pub async fn table(&self, table: TableId) -> Result<Option<Kept>, StoreFailure> {
        match self.store.entity(entity_ref(table)).await? {
            Some(entry) => Ok(Some(self.kept(entry).await?)),
            None => Ok(None),
        }
    }

    /// The changes of a table, newest first: at most `limit` before the entry `before`.
    ///
    /// # Errors
    /// [`StoreFailure`].
    pub async fn changes(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<RecordedEntry>, StoreFailure> {
        self.store.entity_history(entity_ref(table), before, limit).await
    }

    /// Puts house rules on record, so that tables may name them. The caller has checked their certificate.
    ///
    /// # Errors
    /// [`StoreFailure`].
    pub async fn record_rules(&self, rules: &HouseRules) -> Result<RulesRef, StoreFailure> {
        let name = name_of(rules);
        if self.store.house_rules(name.digest).await?.is_none() {
            let (at, text) = (self.clock.now(), rules.text.clone());
            self.store.record_house_rules(at, name.clone(), text).await?;
        }
        Ok(name)
    }

    /// Adds a table. With number 0 it gets the next one, with place 0 the place of its number. Spots without limits get
    /// the built-in ones.
    ///
    /// # Errors
    /// [`FloorRejection`]: the table is there already, its settings are not acceptable, or the store failed.
    pub async fn create(&self, new: TableRecord, change: Change<'_>) -> Result<Kept, FloorRejection> {
        self.create_after(TableId(0), new, change).await
    }

    /// Adds a table as [`create`](Self::create). The next number is also above `running`, the last table that runs:
    /// not every running table has a record.
    pub(super) async fn create_after(
        &self,
        running: TableId,
        new: TableRecord,
        change: Change<'_>,
    ) -> Result<Kept, FloorRejection> {
        reason(change.why).map_err(|_| FloorRefusal::NoReason)?;
        for _ in 0..TRIES {
            let mut record = new.clone();
            if record.id.0 == 0 {
                let last = self.tables().await?.last().map_or(0, |kept| kept.record.id.0);
                record.id = TableId(last.max(running.0).saturating_add(1));
            }
            let rules = self.rules(&record.rules).await?;
            record.complete(&rules);
            let mut problems = check(&record, &rules);
            problems.extend(self.payouts(&record, &rules).await?);
            acceptable(problems)?;
            self.drawable(None, &record)?;
            if let Some(seq) = self.append(0, &record, change).await? {
                return Ok(Kept { seq, record, rules, why: change.why.trim().to_owned() });
            }
            if new.id.0 != 0 {
                return Err(FloorRefusal::TableExists { table: new.id }.into());
            }
        }
        Err(StoreFailure::outrun("the table").into())
    }

    /// Adds the record of a table that has history and no record yet, as it is.
    pub(super) async fn adopt(&self, record: TableRecord, change: Change<'_>) -> Result<(), StoreFailure> {
        // Outdated means that another server has added it.
        self.append(0, &record, change).await.map(drop)
    }

    /// Changes a table by `edit`, which is given its present record. `running` is the record of a table that runs and
    /// was never recorded. A change that changes nothing is not recorded.
    ///
    /// # Errors
    /// [`FloorRejection`]: there is no such table, its new settings are not acceptable, or the store failed.
    pub async fn change(
        &self,
        table: TableId,
        running: Option<&Kept>,
        change: Change<'_>,
        edit: impl Fn(&mut TableRecord) -> Result<(), FloorRefusal> + Send,
    ) -> Result<Kept, FloorRejection> {
        reason(change.why).map_err(|_| FloorRefusal::NoReason)?;
        for _ in 0..TRIES {
            let now = self.table(table).await?.or_else(|| running.cloned());
            let now = now.ok_or(FloorRefusal::UnknownTable { table })?;
            let mut record = now.record.clone();
            edit(&mut record)?;
            if record == now.record {
                return Ok(now);
            }
            let rules = self.rules(&record.rules).await?;
            if record.rules != now.record.rules {
                record.fit_limits(&now.record, &rules);
            }
            acceptable(self.problems(&now, &record, &rules).await?)?;
            self.drawable(Some(&now.record), &record)?;
            if let Some(seq) = self.append(now.seq, &record, change).await? {
                return Ok(Kept { seq, record, rules, why: change.why.trim().to_owned() });
            }
        }
        Err(StoreFailure::outrun("the table").into())
    }

    /// Refuses to have cards drawn by a beacon in a house that has none. A table that is closed keeps that setting.
    fn drawable(&self, before: Option<&TableRecord>, after: &TableRecord) -> Result<(), FloorRefusal> {
        let is_kept = after.status == TableStatus::Closed
            && before.is_some_and(|before| before.draw == Drawing::AfterBets);
        if self.can_draw || after.draw == Drawing::Sealed || is_kept {
            return Ok(());
        }
        Err(FloorRefusal::NoBeacon { table: after.id })
    }

    /// Refuses tables that are not closed and whose cards a beacon draws, in a house that has none.
    pub(crate) fn all_drawable(&self, tables: &[Kept]) -> Result<(), FloorRefusal> {
        tables.iter().try_for_each(|kept| self.drawable(Some(&kept.record), &kept.record))
    }

    /// Halts, resumes, closes or opens a table. A step that was taken already changes nothing.
    ///
    /// # Errors
    /// As [`change`](Self::change); the table is closed or halted, so that another step comes first.
    pub async fn step(
        &self,
        table: TableId,
        running: Option<&Kept>,
        step: TableStep,
        change: Change<'_>,
    ) -> Result<Kept, FloorRejection> {
        let edit = |record: &mut TableRecord| {
            record.status = step.after(record)?;
            Ok(())
        };
        self.change(table, running, change, edit).await
    }

    /// Everything that a change makes wrong; what was wrong before it is left alone. The currency is fixed once the
    /// table has opened a shoe, and who draws the cards from the beginning: a reading that waits must never be lost.
    /// So is the number of decks of a live table: a shoe is loaded while the rules of the one before still hold.
    async fn problems(
        &self,
        before: &Kept,
        after: &TableRecord,
        rules: &Arc<HouseRules>,
    ) -> Result<Vec<FieldProblem>, StoreFailure> {
        let opens = before.record.status == TableStatus::Closed && after.status != TableStatus::Closed;
        let settings = TableRecord { status: before.record.status, ..after.clone() };
        if settings == before.record {
            return if opens { self.payouts(after, rules).await } else { Ok(Vec::new()) };
        }
        let known = check(&before.record, &before.rules);
        let mut problems = check(after, rules);
        problems.retain(|problem| !known.contains(problem));
        let currency = before.record.currency;
        if after.currency != currency && !self.store.latest_shoe(after.id).await?.is_empty() {
            let message = format!("the table has rounds in {currency}; open another table");
            problems.push(FieldProblem { field: "currency".to_owned(), message });
        }
        if after.scanner.is_some() != before.record.scanner.is_some() {
            let message = "who draws the cards of a table does not change; open another table".to_owned();
            problems.push(FieldProblem { field: "dealer".to_owned(), message });
        }
        let decks = before.rules.decks;
        if after.scanner.is_some() && rules.decks != decks {
            let message = format!("a live table keeps shoes of {decks} decks; open another table");
            problems.push(FieldProblem { field: "rules".to_owned(), message });
        }
        problems.extend(self.payouts(after, rules).await?);
        Ok(problems)
    }

    /// What is wrong with the limits of a table beside those of all others, which pay one patron together. They apply
    /// at once, also to a shoe that is played to its end under other house rules.
    async fn payouts(
        &self,
        record: &TableRecord,
        rules: &Arc<HouseRules>,
    ) -> Result<Vec<FieldProblem>, StoreFailure> {
        if record.status == TableStatus::Closed {
            return Ok(Vec::new());
        }
        let mut tables = self.tables().await?;
        tables.retain(|kept| kept.record.id != record.id);
        let problem = |message| vec![FieldProblem { field: "limits".to_owned(), message }];
        let checked = together(&tables).and_then(|mut all| {
            all.push(with_maxima(record.settings(Arc::clone(rules)))?);
            check_payouts(&all).map(|()| all)
        });
        let mut all = match checked {
            Ok(all) => all,
            Err(error) => return Ok(problem(error.to_string())),
        };
        let (Some(own), Some(played)) = (all.pop(), self.rules_in_play(record).await?) else {
            return Ok(Vec::new());
        };
        let own = TableSetup { settings: Arc::new(own), rules: record.rules.clone() };
        let settings = own.under(Arc::new(played));
        let in_play = check_payouts(all.iter().chain([&*settings])).err();
        let name = &settings.rules.id;
        let said = |error| problem(format!("{error}, under the house rules {name} of the shoe in play"));
        Ok(in_play.map(said).unwrap_or_default())
    }

    /// The house rules of the latest shoe of a table, if they are others than those of its next shoe.
    async fn rules_in_play(&self, record: &TableRecord) -> Result<Option<HouseRules>, StoreFailure> {
        let events = self.store.latest_shoe(record.id).await?;
        match named_by(&events).filter(|name| **name != record.rules) {
            Some(name) => Ok(Some(recorded(&*self.store, name).await?)),
            None => Ok(None),
        }
    }

    /// The house rules of that name, built in or on record.
    pub(crate) async fn rules(&self, name: &RulesRef) -> Result<Arc<HouseRules>, FloorRejection> {
        if let Some(rules) = HouseRules::builtin(&name.id).filter(|rules| name_of(rules) == *name) {
            self.record_rules(rules).await?;
            return Ok(Arc::new(rules.clone()));
        }
        if self.store.house_rules(name.digest).await?.is_none() {
            return Err(FloorRefusal::UnknownRules { rules: name.clone() }.into());
        }
        Ok(Arc::new(recorded(&*self.store, name).await?))
    }

    async fn kept(&self, entry: RecordedEntry) -> Result<Kept, StoreFailure> {
        let corrupt = |what: String| StoreFailure::Corrupt(format!("entry {} of log 0: {what}", entry.seq));
        let HouseEvent::Changed { entity: Entity::Table(record), why, .. } = entry.event else {
            return Err(corrupt("it is no change of a table".to_owned()));
        };
        let rules = match self.rules(&record.rules).await {
            Ok(rules) => rules,
            Err(FloorRejection::Failed(failure)) => return Err(failure),
            Err(refusal) => return Err(corrupt(refusal.to_string())),
        };
        Ok(Kept { seq: entry.seq, record: *record, rules, why })
    }

    /// Appends the record after the entry `expected`; none when another entry follows that one.
    async fn append(
        &self,
        expected: u64,
        record: &TableRecord,
        Change { by, why }: Change<'_>,
    ) -> Result<Option<u64>, StoreFailure> {
        let entity = Entity::Table(Box::new(record.clone()));
        let entry = HouseEntry::change(self.clock.now(), (by, why.trim()), entity, expected);
        let event = entry.event.clone();
        match self.store.append_entry(entry).await {
            Ok(HouseOutcome::Appended { seq }) => Ok(Some(seq)),
            Ok(HouseOutcome::Outdated) => Ok(None),
            Ok(other) => Err(StoreFailure::Corrupt(format!("the store answered for no table: {other:?}"))),
            // Nobody knows whether it was written; the store says.
            Err(failure) => match self.store.entity(entity_ref(record.id)).await {
                Ok(Some(latest)) if latest.seq > expected && latest.event == event => Ok(Some(latest.seq)),
                _ => Err(failure),
            },
        }
    }
}

/// Whether the bounds of money have room for what all of these tables that are not closed may pay.
pub(crate) fn check_together(tables: &[Kept]) -> Result<(), LimitsError> {
    check_payouts(&together(tables)?)
}

/// The settings of those of these tables that are not closed, with a maximum for every spot.
fn together(tables: &[Kept]) -> Result<Vec<Settings>, LimitsError> {
    let open = tables.iter().filter(|kept| kept.record.status != TableStatus::Closed);
    open.map(|kept| with_maxima(kept.record.settings(Arc::clone(&kept.rules)))).collect()
}

fn entity_ref(table: TableId) -> EntityRef {
    EntityRef { kind: EntityKind::Table, number: table.0 }
}

fn acceptable(problems: Vec<FieldProblem>) -> Result<(), FloorRefusal> {
    if problems.is_empty() { Ok(()) } else { Err(FloorRefusal::BadSettings { problems }) }
}
