//! What can be written: the units of a table, a new patron, money outside any table. Each runs within the
//! writer's transaction. Judges nothing itself.

use house::ports::{Adjustment, NewPatron, Patron, StoreFailure, Unit, UnitOutcome};
use house::statement::Cause;
use journal::{HouseEvent, Origin, accepted_slip, follow};
use ledger::{Judged, Posted, Transfer, TransferRefusal, TransferRequest};
use table::{PatronId, RulesRef, TableId, Timestamp};

use super::history::EventRow;
use super::writer::{Work, Writer};
use super::{history, statement};
use crate::look::Look;
use crate::rows::column;
use crate::worded::Worded;

/// Units of a table.
pub(super) struct Commit {
    table: TableId,
    expected_seq: u64,
    units: Vec<Worded>,
}

impl Commit {
    pub(super) fn new(table: TableId, expected_seq: u64, units: Vec<Unit>) -> Result<Self, StoreFailure> {
        Ok(Self { table, expected_seq, units: Worded::all(units)? })
    }
}

impl Work for Commit {
    /// A stale request fails by itself: it has written nothing, so the transaction goes on.
    type Answer = Result<Vec<UnitOutcome>, StoreFailure>;

    fn units(&self) -> usize {
        self.units.len()
    }

    fn run(&self, writer: &mut Writer) -> Result<Self::Answer, StoreFailure> {
        let found = writer.progress(self.table)?.seq();
        if found != self.expected_seq {
            let (table, expected) = (self.table, self.expected_seq);
            return Ok(Err(StoreFailure::Stale { table, expected, found }));
        }
        let outcomes = self.units.iter().map(|unit| commit_unit(writer, self.table, unit));
        outcomes.collect::<Result<_, _>>().map(Ok)
    }
}

fn commit_unit(writer: &mut Writer, table: TableId, worded: &Worded) -> Result<UnitOutcome, StoreFailure> {
    let unit = &worded.unit;
    let changes = match judge_unit(writer, unit)? {
        Ok(judged) => judged.changes,
        Err(outcome) => return Ok(outcome),
    };
    let first_seq = writer.progress(table)?.seq().saturating_add(1);
    match write_events(writer, table, worded, &changes.transfers)? {
        None => writer.post(None, &changes)?,
        Some(cause) => writer.write_money(&changes, Origin::Table(table, first_seq), &cause)?,
    }
    Ok(UnitOutcome::Committed { first_seq })
}

/// What a unit changes, or what is said to it instead.
fn judge_unit(writer: &Writer, unit: &Unit) -> Result<Result<Judged, UnitOutcome>, StoreFailure> {
    let look = writer.wariness.look();
    match judge_by(writer, unit, look)? {
        Err(_) if look == Look::Remembered => judge_by(writer, unit, Look::Everywhere),
        judged => Ok(judged),
    }
}

fn judge_by(writer: &Writer, unit: &Unit, look: Look) -> Result<Result<Judged, UnitOutcome>, StoreFailure> {
    if repeats_a_slip(writer, unit, look)? {
        return Ok(Err(UnitOutcome::Repeated));
    }
    Ok(match writer.judge(&unit.postings, look)? {
        Ok(judged) if judged.posted.contains(&Posted::Exists) => Err(UnitOutcome::Repeated),
        Ok(judged) => Ok(judged),
        Err((_, refusal)) => Err(UnitOutcome::refused(&writer.book(look), refusal)?),
    })
}

/// Whether a slip of this unit was taken before, be it earlier in the unit.
fn repeats_a_slip(writer: &Writer, unit: &Unit, look: Look) -> Result<bool, StoreFailure> {
    let mut slips = Vec::new();
    for (patron, slip) in unit.events.iter().filter_map(|(_, event)| accepted_slip(event)) {
        let taken = slips.contains(&(patron, slip)) || writer.appended.has_slip(patron, slip);
        if taken || look == Look::Everywhere && history::knows_slip(&writer.conn, patron, slip)? {
            return Ok(true);
        }
        slips.push((patron, slip));
    }
    Ok(false)
}

/// Writes the events of a unit. Its transfers refer to the first, which says what caused them.
fn write_events(
    writer: &mut Writer,
    table: TableId,
    worded: &Worded,
    mut transfers: &[Transfer],
) -> Result<Option<Cause>, StoreFailure> {
    let currency = transfers.first().map(|transfer| transfer.from.currency);
    let mut cause = None;
    for (at, event, body) in worded.events() {
        let Writer { conn, appended, .. } = writer;
        let progress = writer.tables.progress(conn, table)?;
        let digest = follow(progress, table, (at, event), body, std::mem::take(&mut transfers));
        let (seq, round) = (column(progress.seq())?, progress.round());
        cause = cause.or(Some(Cause::of(at, event, table, round)));
        history::project(conn, (table, seq), (at, event), progress)?;
        statement::count(conn, table, (at, event), currency)?;
        appended
            .event(EventRow { table, seq, at, round, body: body.to_owned(), digest }, accepted_slip(event));
    }
    worded.unit.shoe_seed.as_ref().map_or(Ok(()), |seed| history::write_seed(&writer.conn, table, seed))?;
    Ok(cause)
}

/// Money outside any table.
pub(super) struct Post {
    pub(super) at: Timestamp,
    pub(super) postings: Vec<TransferRequest>,
}

impl Work for Post {
    type Answer = Result<(), TransferRefusal>;

    fn run(&self, writer: &mut Writer) -> Result<Self::Answer, StoreFailure> {
        match writer.judge(&self.postings, Look::Everywhere)? {
            Ok(judged) => writer.post(Some(self.at), &judged.changes).map(Ok),
            Err((_, refusal)) => Ok(Err(refusal)),
        }
    }
}

/// House rules, to be put on record.
pub(super) struct RecordRules {
    pub(super) at: Timestamp,
    pub(super) name: RulesRef,
    pub(super) document: String,
}

impl Work for RecordRules {
    type Answer = ();

    fn run(&self, writer: &mut Writer) -> Result<(), StoreFailure> {
        let used = HouseEvent::rules_used(self.name.clone(), self.document.clone());
        writer.house_entry(Some(self.at), &used, &[]).map(|_| ())
    }
}

/// Money that a supervisor adjusts by hand.
pub(super) struct Adjust {
    pub(super) adjustment: Adjustment,
}

impl Work for Adjust {
    type Answer = Result<Posted, TransferRefusal>;

    fn run(&self, writer: &mut Writer) -> Result<Self::Answer, StoreFailure> {
        let posting = self.adjustment.posting();
        match writer.judge(&[posting], Look::Everywhere)? {
            Ok(judged) if judged.changes.transfers.is_empty() => Ok(Ok(Posted::Exists)),
            Ok(judged) => {
                let (at, event) = (Some(self.adjustment.at), HouseEvent::adjusted(&self.adjustment));
                let origin = writer.house_entry(at, &event, &judged.changes.transfers)?;
                writer.write_money_outside(&judged.changes, origin)?;
                Ok(Ok(Posted::New))
            }
            Err((_, refusal)) => Ok(Err(refusal)),
        }
    }
}

/// A new patron.
pub(super) struct CreatePatron {
    pub(super) patron: NewPatron,
}

impl Work for CreatePatron {
    type Answer = Patron;

    fn run(&self, writer: &mut Writer) -> Result<Patron, StoreFailure> {
        let NewPatron { nickname, token_hash, currency, at, .. } = &self.patron;
        let number = history::write_patron(&writer.conn, None, (nickname, *token_hash, *currency), *at)?;
        let id = u32::try_from(number)
            .map_err(|_| StoreFailure::Storage("there is no number left for another patron".to_owned()))?;
        let gift: Vec<TransferRequest> = self.patron.gift_to(PatronId(id)).into_iter().collect();
        match writer.judge(&gift, Look::Everywhere)? {
            Ok(judged) => {
                let created = HouseEvent::patron_created(PatronId(id), &self.patron);
                let origin = writer.house_entry(Some(*at), &created, &judged.changes.transfers)?;
                writer.write_money_outside(&judged.changes, origin)?;
            }
            Err((_, refusal)) => return Err(StoreFailure::Storage(format!("no gift: {refusal}"))),
        }
        Ok(Patron { id: PatronId(id), nickname: nickname.clone(), currency: *currency })
    }
}
