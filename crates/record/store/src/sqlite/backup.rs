//! Copies a file while others read and write it.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use std::{fs, thread};

use house::ports::StoreFailure;
use rusqlite::Connection;

use super::failure::failure;
use super::open;
use crate::database::named;
use crate::trouble::Trouble;

/// How often the progress is reported.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// Takes the number of pages written, and of all pages.
type Written<'a> = &'a mut dyn FnMut(u64, u64);

/// Copies the file as of one moment into the file `to`, which is empty or does not exist. Others may commit meanwhile;
/// the copy leaves that out. It is one file, as small as it can be, and not synced.
pub(super) fn backup(path: &Path, to: &Path, written: Written<'_>) -> Result<(), StoreFailure> {
    let conn = open::reader(path)?;
    // Any version of the schema will do.
    named(path.display(), false, open::version_of_ours(&conn))?;
    let not_utf8 = || StoreFailure::Storage(format!("{}: the name of the copy is not UTF-8", to.display()));
    let name = to.to_str().ok_or_else(not_utf8)?;
    let [size, pages, free] = ["page_size", "page_count", "freelist_count"].map(|what| number(&conn, what));
    let (size, pages) = (size?, pages?.saturating_sub(free?));
    thread::scope(|scope| {
        let (ends, end) = channel::<()>();
        let copying = scope.spawn(move || {
            // Dropped when the copy ends, also by a panic.
            let _ends = ends;
            let copied = conn.execute("VACUUM INTO ?1", [name]).map(|_| ()).map_err(Trouble::from);
            named(format!("{} to {name}", path.display()), false, copied)
        });
        watch(&end, REPORT_EVERY, to, (size, pages), written);
        copying.join().unwrap_or_else(|bug| std::panic::resume_unwind(bug))
    })?;
    written(pages, pages);
    Ok(())
}

/// Reports now and then how many pages the file has, until the sender of `end` is dropped. SQLite reports nothing while
/// it writes, so the length of the file tells.
fn watch(end: &Receiver<()>, every: Duration, file: &Path, (size, pages): (u64, u64), written: Written<'_>) {
    while end.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
        let bytes = fs::metadata(file).map_or(0, |copy| copy.len());
        written(bytes.checked_div(size).unwrap_or_default().min(pages), pages);
    }
}

/// A pragma of the file that is a number of 32 bits.
fn number(conn: &Connection, what: &str) -> Result<u64, StoreFailure> {
    conn.pragma_query_value(None, what, |row| row.get::<_, u32>(0)).map(u64::from).map_err(failure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_watched_as_it_grows_until_its_writer_is_gone() {
        let dir = tempfile::tempdir().unwrap();
        let (file, mut reports) = (dir.path().join("copy"), Vec::new());
        let (ends, end) = channel();
        let mut ends = Some(ends);
        // The length of the file at each look: a page, half a page more, and more than expected.
        let mut next = [100, 150, 450].into_iter();
        watch(&end, Duration::from_millis(1), &file, (100, 4), &mut |done, all| {
            reports.push((done, all));
            match next.next() {
                Some(bytes) => fs::write(&file, vec![0; bytes]).unwrap(),
                None => drop(ends.take()),
            }
        });
        assert_eq!(reports, [(0, 4), (1, 4), (1, 4), (4, 4)]);
    }
}
