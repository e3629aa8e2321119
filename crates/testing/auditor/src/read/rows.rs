//! Rows of a store as JSON, and the [`Record`] that they make. Judges nothing but whether a row makes sense.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;

use crate::ids::{EventId, RoundId};
use crate::record::{Account, Derived, DeviceRecord, Entry, Event, Record, Transfer};
use crate::sums::{StatementLine, Turnover, TurnoverPlace};

/// A row as JSON, under the name of what it is. A structure is an array of its fields in their order.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Row {
    Damage(String),
    Event(EventId, i64, RoundId, String),
    Transfer(Transfer),
    Account(i64, Account),
    Hold(i64, i64),
    Slip(u32, String, RoundId),
    Ending(u32, RoundId, Option<i64>),
    Seed(u32, u32, String),
    Locked(u32, u32, String),
    Bulletin(u32, u64, String),
    Entry(i64, i64, Box<Entry>),
    Entity(String, u32, Option<String>, i64),
    EntityEntry(String, u32, i64),
    Credential(String, String, String),
    Statement(u32, String, usize, StatementLine),
    Turnover(TurnoverPlace, Turnover),
    DeviceRecord(u32, DeviceRecord),
}

/// The record that these rows make, in the order of their numbers where they have one.
pub(super) fn record<'a>(rows: impl Iterator<Item = &'a str>) -> Result<Record, String> {
    let (mut record, mut derived) = (Record::default(), Derived::default());
    for row in rows {
        match serde_json::from_str(row).map_err(|error| format!("{error} in {row}"))? {
            Row::Damage(what) => record.damage.push(what),
            Row::Event(id, at, round, body) => record.events.push(Event::read(id, at, Some(round), body)?),
            Row::Transfer(transfer) => record.transfers.push(transfer),
            Row::Account(no, account) => once(&mut record.accounts, no, account)?,
            Row::Hold(transfer, remaining) => once(&mut record.open_holds, transfer, remaining)?,
            Row::Slip(patron, slip, round) => _ = derived.slips.insert((patron, slip, round)),
            Row::Ending(patron, round, voided) => _ = derived.ended.insert((patron, round, voided)),
            Row::Seed(table, shoe_no, hex) => once(&mut record.seeds, (table, shoe_no), seed(&hex)?)?,
            Row::Locked(table, shoe_no, hex) => once(&mut record.locked, (table, shoe_no), hex)?,
            Row::Bulletin(table, seq, text) => once(&mut record.bulletins, (table, seq), text)?,
            Row::Entity(kind, number, name, seq) => once(&mut derived.entities, (kind, number), (name, seq))?,
            Row::EntityEntry(kind, number, seq) => _ = derived.entity_entries.insert((kind, number, seq)),
            Row::Credential(kind, key, body) => once(&mut record.credentials, (kind, key), body)?,
            Row::Statement(patron, currency, line_no, line) => {
                let lines = record.statements.entry((patron, currency)).or_default();
                lines.push(line);
                if lines.len() != line_no {
                    record
                        .damage
                        .push(format!("line {line_no} of patron {patron} is number {}", lines.len()));
                }
            }
            Row::DeviceRecord(table, own) => record.device_records.entry(table).or_default().push(own),
            Row::Turnover(place, sums) => once(&mut record.turnover, place, sums)?,
            Row::Entry(seq, at, entry) => {
                record.house_times.insert(seq, at);
                once(&mut record.house, seq, *entry)?;
            }
        }
    }
    record.derived = Some(derived);
    Ok(record)
}

/// Inserts a row, whose key no other row may have.
fn once<K: Ord + Debug, V>(map: &mut BTreeMap<K, V>, key: K, value: V) -> Result<(), String> {
    let known = format!("two rows have the key {key:?}");
    if map.insert(key, value).is_some() { Err(known) } else { Ok(()) }
}

fn seed(hex: &str) -> Result<[u8; 32], String> {
    let number = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..hex.len()).step_by(2).map(number).collect();
    bytes.and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| format!("{hex:?} is no seed"))
}
