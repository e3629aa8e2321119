//! Single pictures beside the segments of an hour: kept, held and deleted with it. Each has the name of its digest and
//! a line in the index, so that one that was changed or removed is noticed. Pictures of hours from before they had
//! lines are shown all the same. Blocking.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use sha2::{Digest as _, Sha256};

use super::{Archive, append_to_hour, digest_of_file, make_folder, write_whole};
use crate::segment::{Hour, SinglePicture};

impl Archive {
    /// Keeps a picture with the hour of this time; whether it is new there. It is durable before this returns.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_picture(&self, bytes: &[u8], at: i64) -> io::Result<bool> {
        let hour = Hour::of(at);
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let picture = SinglePicture { picture: Sha256::digest(bytes).into(), bytes: length };
        // Of two that come at once, one is new.
        let _guard = self.closing.lock().unwrap_or_else(PoisonError::into_inner);
        if self.keeps_picture(&picture.picture, at)? {
            return Ok(false);
        }
        let folder = self.folder.join(hour.to_string());
        make_folder(&folder)?;
        write_whole(&folder, &picture.file(), bytes)?;
        append_to_hour(&folder, &picture)?;
        Ok(true)
    }

    /// Whether the hour of this time keeps the picture with this digest.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn keeps_picture(&self, sha256: &[u8; 32], at: i64) -> io::Result<bool> {
        let hour = Hour::of(at);
        let known = self.pictures_of(hour)?.into_iter().find(|picture| picture.picture == *sha256);
        Ok(known.is_some_and(|picture| self.picture_path(hour, &picture).is_file()))
    }

    /// The pictures of an hour, in the order in which they came.
    pub(super) fn pictures_of(&self, hour: Hour) -> io::Result<Vec<SinglePicture>> {
        self.lines_of(hour)
    }

    /// The pictures of an hour that are missing or are not what the index says, each as `HOUR/FILE`.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn changed_pictures(&self, hour: Hour) -> io::Result<Vec<String>> {
        let is_changed = |it: &SinglePicture| {
            digest_of_file(&self.picture_path(hour, it)).ok() != Some((it.bytes, it.picture))
        };
        let changed = self.pictures_of(hour)?.into_iter().filter(is_changed);
        Ok(changed.map(|picture| format!("{hour}/{}", picture.file())).collect())
    }

    /// Where a picture of an hour is.
    pub(super) fn picture_path(&self, hour: Hour, picture: &SinglePicture) -> PathBuf {
        self.folder.join(hour.to_string()).join(picture.file())
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
    SinglePicture { picture: *sha256, bytes: 0 }.file()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::Room;
    use crate::segment::hex;
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
    fn a_picture_that_was_removed_or_changed_is_named_and_its_line_is_under_the_digest() {
        let (_kept, archive) = archive();
        let hour = Hour::of(NINE);
        let before = archive.digest(hour).unwrap().digest;
        archive.keep_picture(b"nine", NINE).unwrap();
        archive.keep_picture(b"ten", NINE + 1).unwrap();
        let digest = hex::text(&archive.digest(hour).unwrap().digest);
        assert_ne!(digest, hex::text(&before));
        archive.close(&archive.digest(hour).unwrap()).unwrap();
        assert_eq!(archive.changed_pictures(hour).unwrap(), [""; 0]);
        assert_eq!(archive.glance(hour, &digest).unwrap(), None);
        let [nine, ten] = [&b"nine"[..], b"ten"].map(|bytes| format!("{hour}/{}", file_of(&sha256(bytes))));
        fs::remove_file(archive.folder().join(&nine)).unwrap();
        fs::write(archive.folder().join(&ten), "TEN").unwrap();
        assert_eq!(archive.changed_pictures(hour).unwrap(), [nine.clone(), ten]);
        assert_eq!(archive.glance(hour, &digest).unwrap(), Some(nine));
        let index = archive.folder().join(hour.to_string()).join("index.jsonl");
        let lines = fs::read_to_string(&index).unwrap();
        fs::write(&index, lines.lines().next().unwrap()).unwrap();
        assert_eq!(archive.glance(hour, &digest).unwrap(), Some(format!("{hour}/index.jsonl")));
    }

    #[test]
    fn a_picture_that_is_kept_later_opens_its_hour_again_and_one_without_a_line_gets_it() {
        let (_kept, archive) = archive();
        let hour = Hour::of(NINE);
        archive.keep_picture(b"nine", NINE).unwrap();
        archive.close(&archive.digest(hour).unwrap()).unwrap();
        archive.keep_picture(b"nine", NINE).unwrap();
        assert_eq!(archive.to_close(NINE + DAY_MS).unwrap(), [], "nothing came");
        archive.keep_picture(b"ten", NINE).unwrap();
        assert_eq!(archive.to_close(NINE + DAY_MS).unwrap(), [archive.digest(hour).unwrap()]);
        // As if a crash came before the line.
        fs::remove_file(archive.folder().join(hour.to_string()).join("index.jsonl")).unwrap();
        assert!(!archive.keeps_picture(&sha256(b"nine"), NINE).unwrap());
        assert!(archive.keep_picture(b"nine", NINE).unwrap());
        assert!(archive.keeps_picture(&sha256(b"nine"), NINE).unwrap());
        assert!(!archive.keeps_picture(&sha256(b"nine"), NINE + HOUR_MS).unwrap(), "another hour");
    }

    #[test]
    fn a_picture_is_deleted_with_its_hour_and_not_while_somebody_holds_that() {
        let (_kept, archive) = archive();
        archive.keep_picture(b"nine", NINE).unwrap();
        let over = NINE + 40 * DAY_MS;
        let (hold, _) = archive.hold(Span { from: NINE, to: NINE + 1 }, "2", "a dispute", over).unwrap();
        assert_eq!(archive.expire(30, Room::Plenty, over).unwrap(), []);
        assert_eq!(archive.picture(&sha256(b"nine"), NINE).unwrap(), b"nine");
        archive.release(hold.no).unwrap();
        assert_eq!(archive.expire(30, Room::Plenty, over).unwrap(), [Hour::of(NINE)]);
        assert!(!archive.has_picture(&sha256(b"nine"), NINE).unwrap());
    }
}
