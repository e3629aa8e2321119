//! Single pictures beside the segments of an hour: kept, held and deleted with it. Each has the name of its digest, so
//! that one that was changed is noticed. Blocking.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::{Archive, make_folder, write_whole};
use crate::segment::{Hour, hex};

impl Archive {
    /// Keeps a picture with the hour of this time; whether it is new there. It is durable before this returns.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_picture(&self, bytes: &[u8], at: i64) -> io::Result<bool> {
        let folder = self.folder.join(Hour::of(at).to_string());
        let name = file_of(&Sha256::digest(bytes).into());
        make_folder(&folder)?;
        if folder.join(&name).is_file() {
            return Ok(false);
        }
        write_whole(&folder, &name, bytes)?;
        Ok(true)
    }

    /// The picture with this digest that was kept in the hour of this time, the one before it, or later. One that was
    /// changed is refused with [`ErrorKind::InvalidData`].
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] when there is none.
    pub fn picture(&self, sha256: &[u8; 32], since: i64) -> io::Result<Vec<u8>> {
        let none = || io::Error::new(ErrorKind::NotFound, "no picture has this digest");
        let bytes = fs::read(self.place_of(sha256, since)?.ok_or_else(none)?)?;
        if <[u8; 32]>::from(Sha256::digest(&bytes)) == *sha256 {
            Ok(bytes)
        } else {
            Err(io::Error::new(ErrorKind::InvalidData, "it was changed after it was kept"))
        }
    }

    /// Whether [`Archive::picture`] has this one.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn has_picture(&self, sha256: &[u8; 32], since: i64) -> io::Result<bool> {
        Ok(self.place_of(sha256, since)?.is_some())
    }

    fn place_of(&self, sha256: &[u8; 32], since: i64) -> io::Result<Option<PathBuf>> {
        let (first, name) = (Hour::of(since).before(), file_of(sha256));
        let hours = self.hours()?.into_iter().filter(|hour| *hour >= first);
        let paths = hours.map(|hour| self.folder.join(hour.to_string()).join(&name));
        Ok(paths.into_iter().find(|path| Path::is_file(path)))
    }
}

fn file_of(sha256: &[u8; 32]) -> String {
    format!("{}.jpg", hex::text(sha256))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::Room;
    use crate::span::Span;
    use crate::time::{DAY_MS, HOUR_MS};

    const NINE: i64 = 1_772_355_600_000;

    fn archive() -> (tempfile::TempDir, Archive) {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::open(&folder.path().join("9")).unwrap();
        (folder, archive)
    }

    fn sha256(bytes: &[u8]) -> [u8; 32] {
        Sha256::digest(bytes).into()
    }

    #[test]
    fn a_picture_is_kept_once_and_found_by_its_digest_and_time() {
        let (_kept, archive) = archive();
        assert!(archive.keep_picture(b"nine", NINE + 5).unwrap());
        assert!(!archive.keep_picture(b"nine", NINE + 6).unwrap(), "it is there");
        for (since, there) in
            [(NINE, true), (NINE + HOUR_MS, true), (NINE - DAY_MS, true), (NINE + 2 * HOUR_MS, false)]
        {
            assert_eq!(archive.has_picture(&sha256(b"nine"), since).unwrap(), there, "{since}");
        }
        assert_eq!(archive.picture(&sha256(b"nine"), NINE).unwrap(), b"nine");
        let unknown = archive.picture(&sha256(b"ten"), NINE).unwrap_err();
        assert_eq!(unknown.kind(), ErrorKind::NotFound);
        let hour = Hour::of(NINE);
        assert_eq!(archive.of_hour(hour).unwrap(), [], "it is no segment");
        assert_eq!(archive.changed(hour).unwrap(), []);
    }

    #[test]
    fn a_picture_that_was_changed_is_refused() {
        let (_kept, archive) = archive();
        archive.keep_picture(b"nine", NINE).unwrap();
        let file = archive.folder().join("2026-03-01T09").join(file_of(&sha256(b"nine")));
        fs::write(file, b"ten").unwrap();
        let changed = archive.picture(&sha256(b"nine"), NINE).unwrap_err();
        assert_eq!(changed.kind(), ErrorKind::InvalidData);
    }

    #[test]
    fn a_picture_is_deleted_with_its_hour_and_not_while_somebody_holds_that() {
        let (_kept, archive) = archive();
        archive.keep_picture(b"nine", NINE).unwrap();
        let over = NINE + 40 * DAY_MS;
        let hold = archive.hold(Span { from: NINE, to: NINE + 1 }, "2", "a dispute", over).unwrap();
        assert_eq!(archive.expire(30, Room::Plenty, over).unwrap(), []);
        assert_eq!(archive.picture(&sha256(b"nine"), NINE).unwrap(), b"nine");
        archive.release(hold.no).unwrap();
        assert_eq!(archive.expire(30, Room::Plenty, over).unwrap(), [Hour::of(NINE)]);
        assert!(!archive.has_picture(&sha256(b"nine"), NINE).unwrap());
    }
}
