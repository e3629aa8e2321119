//! A copy of a file while others read and write it. Knows no tables.

use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use std::{fs, thread};

use house::ports::StoreFailure;
use rusqlite::Connection;

use super::failure::failure;
use super::open;
use crate::rows::about;

/// How often it is told how far the copy has come.
const LOOK: Duration = Duration::from_millis(200);

/// Who is told how many pages are written, of how many at most.
type Written<'a> = &'a mut dyn FnMut(u64, u64);

/// Copies the file as of one moment into the file `to`, which is empty or not there. What others commit meanwhile is
/// not in it, and they do not wait. The copy is one file, as small as it can be; it is not synced.
pub(super) fn backup(path: &Path, to: &Path, written: Written<'_>) -> Result<(), StoreFailure> {
    let conn = open::reader_of_ours(path)?;
    let name = to.to_str().ok_or_else(|| {
        StoreFailure::Storage(format!("{}: the name of the copy is not UTF-8", to.display()))
    })?;
    let [size, pages, free] = ["page_size", "page_count", "freelist_count"].map(|what| number(&conn, what));
    let (size, pages) = (size?, pages?.saturating_sub(free?));
    thread::scope(|scope| {
        let (ends, end) = channel::<()>();
        let copying = scope.spawn(move || {
            // Let go when the copy ends, in whichever way.
            let _ends = ends;
            let copied = conn.execute("VACUUM INTO ?1", [name]).map(|_| ());
            copied.map_err(|error| about(format!("{} to {name}", path.display()), failure(error)))
        });
        while end.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            // SQLite says nothing meanwhile; the file does.
            let bytes = fs::metadata(to).map_or(0, |copy| copy.len());
            written(bytes.checked_div(size).unwrap_or_default().min(pages), pages);
        }
        written(pages, pages);
        copying.join().unwrap_or_else(|bug| std::panic::resume_unwind(bug))
    })
}

/// A number that SQLite has about the file. All that are asked for here have 32 bits.
fn number(conn: &Connection, what: &str) -> Result<u64, StoreFailure> {
    conn.pragma_query_value(None, what, |row| row.get::<_, u32>(0)).map(u64::from).map_err(failure)
}
