//! A copy of a file while others read and write it. Knows no tables.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
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
        watch(&end, LOOK, to, (size, pages), written);
        copying.join().unwrap_or_else(|bug| std::panic::resume_unwind(bug))
    })?;
    written(pages, pages);
    Ok(())
}

/// Tells every so often how many pages of this size the file has, of so many, until nobody can end it any more. SQLite
/// says nothing while it writes; the file does.
fn watch(end: &Receiver<()>, every: Duration, file: &Path, (size, pages): (u64, u64), written: Written<'_>) {
    while end.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
        let bytes = fs::metadata(file).map_or(0, |copy| copy.len());
        written(bytes.checked_div(size).unwrap_or_default().min(pages), pages);
    }
}

/// A number that SQLite has about the file. All that are asked for here have 32 bits.
fn number(conn: &Connection, what: &str) -> Result<u64, StoreFailure> {
    conn.pragma_query_value(None, what, |row| row.get::<_, u32>(0)).map(u64::from).map_err(failure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_watched_as_it_grows_until_its_writer_is_gone() {
        let dir = tempfile::tempdir().unwrap();
        let (file, mut told) = (dir.path().join("copy"), Vec::new());
        let (ends, end) = channel();
        let mut ends = Some(ends);
        // What the file has when it is looked at next: a page, half a page more, and more than was expected.
        let mut next = [100, 150, 450].into_iter();
        watch(&end, Duration::from_millis(1), &file, (100, 4), &mut |done, all| {
            told.push((done, all));
            match next.next() {
                Some(bytes) => fs::write(&file, vec![0; bytes]).unwrap(),
                None => drop(ends.take()),
            }
        });
        assert_eq!(told, [(0, 4), (1, 4), (1, 4), (4, 4)]);
    }
}
