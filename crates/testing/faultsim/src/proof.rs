//! Law for the end, under SQLite: the system's own audit finds no deviation in the store, so every hash chain and every
//! checkpoint holds; and its derived rows are those that history makes again. Reads the file.

use audit::{Trust, Walk};
use store::SqliteStore;
use table::Settings;

use crate::backing::Backing;

/// What the audit and the comparison of derived rows find. A store in memory has neither digests nor a file.
pub(crate) fn check(backing: &Backing, tables: &[Settings]) -> Vec<String> {
    let Some(file) = backing.file() else { return Vec::new() };
    backing.disk.meanwhile(|| {
        let mut walk = Walk::new(tables.iter().cloned(), Trust::default());
        let mut deviation = None;
        let read = SqliteStore::records(&file, &mut |record| {
            deviation = walk.take(record).err();
            deviation.is_none()
        });
        let mut flaws = match (deviation, read) {
            (Some(deviation), _) => vec![deviation.to_string()],
            (None, Err(failure)) => vec![failure.to_string()],
            (None, Ok(())) => {
                walk.finish().err().map(|deviation| deviation.to_string()).into_iter().collect()
            }
        };
        flaws.extend(match SqliteStore::check(&file, &mut |_, _| {}) {
            Ok(rebuilt) => rebuilt.first.map(|first| format!("a derived row differs: {first}")),
            Err(failure) => Some(failure.to_string()),
        });
        flaws
    })
}
