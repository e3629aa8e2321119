//! Which tables a server opens: those of the store, and those that it lacks.

use std::sync::Arc;

use baccarat::HouseRules;
use table::{Settings, Timings};
use tracing::warn;

use super::desk::{Change, FloorDesk, Kept};
use super::diff::{Difference, differences};
use super::door::TablePassword;
use super::record::TableRecord;
use super::refusal::FloorRejection;
use crate::defaults::default_tables;
use crate::log::{Actor, HouseEvent};
use crate::ports::{Beacon, Store, StoreFailure};
use crate::proofs::{NotedHeads, Recovery, ShoeKeys};
use crate::tables::rulebook::name_of;

/// How many entries of the house's own log are read at once.
const PAGE: u16 = 100;
/// The reason in the first entry of a built-in table.
const BUILT_IN: &str = "the built-in floor";
/// How many tables were built in when tables were not yet kept in the store.
const BUILT_IN_BEFORE: usize = 2;

/// A table as somebody gave it: its record, and the house rules that the record names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenTable {
    /// The record. A spot without limits gets the built-in ones, and place 0 becomes the number of the table.
    pub record: TableRecord,
    /// The house rules.
    pub rules: Arc<HouseRules>,
    /// The password, which the record is to keep as a hash; none where nobody gave one.
    pub password: Option<TablePassword>,
}

impl GivenTable {
    /// A table that is set up like this.
    pub fn of(settings: &Settings) -> Self {
        let record = TableRecord::of(settings, name_of(&settings.rules));
        Self { record, rules: Arc::clone(&settings.rules), password: None }
    }
}

/// What a server is started with.
#[derive(Clone, Debug, Default)]
pub struct FloorPlan {
    /// The tables that are added where the store lacks them; none for the built-in floor, which is added to a store
    /// without any table.
    pub tables: Option<Vec<GivenTable>>,
    /// The timings that hold at all tables while this server runs; they are not recorded.
    pub timings: GivenTimings,
    /// The keys that provable shoes are dealt with; none where new shoes are to have no proof.
    pub keys: Option<Arc<ShoeKeys>>,
    /// The beacon whose values go into provable shoes; none where new shoes use none.
    pub beacon: Option<Arc<dyn Beacon>>,
    /// Which shoes are given up first; none where the last server stopped by itself, or was killed.
    pub recovery: Recovery,
    /// The last bulletins that were published, as a file outside of the store has them; none that is not known. A store
    /// that is behind is not opened unless the plan says that it was restored.
    pub noted: NotedHeads,
}

/// The timings that somebody gave, in milliseconds; the others stay as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_field_names, reason = "the unit is part of the name")]
pub struct GivenTimings {
    /// How long wagers are taken.
    pub betting_ms: Option<u32>,
    /// How long the table waits for slips on their way.
    pub drain_ms: Option<u32>,
    /// From one card to the next.
    pub card_ms: Option<u32>,
    /// How long a result is shown.
    pub result_ms: Option<u32>,
    /// From a new shoe to its first card.
    pub shuffle_ms: Option<u32>,
    /// How long patrons may pledge a number for a new shoe.
    pub pledge_ms: Option<u32>,
    /// How long after that they may reveal it.
    pub reveal_ms: Option<u32>,
}

impl GivenTimings {
    /// These timings, and the others as they are.
    pub fn over(&self, others: Timings) -> Timings {
        Timings {
            betting_ms: self.betting_ms.unwrap_or(others.betting_ms),
            drain_ms: self.drain_ms.unwrap_or(others.drain_ms),
            card_ms: self.card_ms.unwrap_or(others.card_ms),
            result_ms: self.result_ms.unwrap_or(others.result_ms),
            shuffle_ms: self.shuffle_ms.unwrap_or(others.shuffle_ms),
            pledge_ms: self.pledge_ms.unwrap_or(others.pledge_ms),
            reveal_ms: self.reveal_ms.unwrap_or(others.reveal_ms),
        }
    }
}

/// Adds the tables that the store lacks, and answers with all tables of the store.
///
/// A table that has history and no record was run by a server that did not keep records: it keeps the settings it is
/// given. Any other one gets the built-in limits on spots that have none.
pub(crate) async fn take_up(
    desk: &FloorDesk,
    store: &dyn Store,
    tables: Option<Vec<GivenTable>>,
) -> Result<Vec<Kept>, FloorRejection> {
    let known = desk.tables().await?;
    let (given, why) = match tables {
        Some(given) => (given, "the file of tables at the start of the server"),
        // A start that was cut short may have added some of them.
        None if known.iter().all(|kept| kept.why == BUILT_IN) => (built_in(store).await?, BUILT_IN),
        None => return Ok(known),
    };
    let change = Change { by: Actor::Operator, why };
    for table in given {
        match known.iter().find(|kept| kept.record.id == table.record.id) {
            Some(kept) => report(kept, &hashed(desk, table, Some(kept)).await?),
            None => add(desk, store, hashed(desk, table, None).await?, change).await?,
        }
    }
    Ok(desk.tables().await?)
}

/// The table with the hash of the password that was given. The hash of a `known` table stays if it is of that password,
/// or if none was given.
async fn hashed(
    desk: &FloorDesk,
    mut table: GivenTable,
    known: Option<&Kept>,
) -> Result<GivenTable, FloorRejection> {
    let present = known.and_then(|kept| kept.record.entry.password_hash.as_deref());
    table.record.entry.password_hash = match table.password.take() {
        Some(password) => desk.password_hash(present, &password).await?,
        None => present.map(str::to_owned).or(table.record.entry.password_hash),
    };
    Ok(table)
}

async fn add(
    desk: &FloorDesk,
    store: &dyn Store,
    GivenTable { record, rules, .. }: GivenTable,
    change: Change<'_>,
) -> Result<(), FloorRejection> {
    desk.record_rules(&rules).await?;
    if store.latest_shoe(record.id).await?.is_empty() {
        desk.create(record, change).await?;
    } else {
        desk.adopt(record, change).await?;
    }
    Ok(())
}

/// Tells the operator that a table does not follow the file, as the store decides.
fn report(Kept { record, .. }: &Kept, file: &GivenTable) {
    let mut wanted = TableRecord { place: record.place, status: record.status, ..file.record.clone() };
    // A file does not say who is invited.
    wanted.entry.invitation = record.entry.invitation.clone().or(wanted.entry.invitation);
    wanted.complete(&file.rules);
    for Difference { field, before, after } in differences(Some(record), &wanted) {
        warn!(
            table = record.id.0,
            field,
            store = before,
            file = after,
            "the store decides; punto table apply changes it"
        );
    }
}

/// The built-in tables: all for a new store. One that was used before tables were kept in the store goes on with those
/// that were built in then.
async fn built_in(store: &dyn Store) -> Result<Vec<GivenTable>, StoreFailure> {
    let mut tables: Vec<_> = default_tables().iter().map(GivenTable::of).collect();
    if was_used(store, &tables).await? {
        tables.truncate(BUILT_IN_BEFORE);
    }
    Ok(tables)
}

/// Whether a server dealt at one of these tables, or let a patron in. Staff and house rules may be on record before.
async fn was_used(store: &dyn Store, tables: &[GivenTable]) -> Result<bool, StoreFailure> {
    for table in tables {
        if !store.latest_shoe(table.record.id).await?.is_empty() {
            return Ok(true);
        }
    }
    let mut before = None;
    loop {
        let page = store.house_log(before, PAGE).await?;
        let is_of_play = |event: &HouseEvent| {
            !matches!(event, HouseEvent::Changed { .. } | HouseEvent::HouseRulesUsed { .. })
        };
        if page.iter().any(|entry| is_of_play(&entry.event)) {
            return Ok(true);
        }
        match page.last() {
            Some(oldest) => before = Some(oldest.seq),
            None => return Ok(false),
        }
    }
}
