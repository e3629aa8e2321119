//! Whether an hour that is over still has what is on record of it, as a glance tells: its index is read, and its films
//! and pictures are not. One that was changed and kept its length is seen only when it is read. Blocking.

use std::fs;
use std::io;
use std::sync::PoisonError;

use super::{Archive, CLOSED, INDEX};
use crate::segment::{FileName, Hour, Segment, SinglePicture, digest_of, hex};

impl Archive {
    /// Whether nothing is left of an hour that has this digest on record.
    pub fn is_gone(&self, hour: Hour, digest: &str) -> bool {
        !self.has_index(hour) && digest != hex::text(&digest_of(&[]))
    }

    fn has_index(&self, hour: Hour) -> bool {
        self.index(hour).is_file()
    }

    /// The first file of an hour that is missing, or is not what this digest on record says; none where all is well. An
    /// hour that grew since has no digest yet.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn glance(&self, hour: Hour, digest: &str) -> io::Result<Option<String>> {
        // A segment that comes meanwhile is no change of what was there.
        let _guard = self.closing.lock().unwrap_or_else(PoisonError::into_inner);
        let is_open = !self.folder.join(hour.to_string()).join(CLOSED).exists();
        if self.has_index(hour) && is_open {
            return Ok(None);
        }
        if hex::text(&self.digest(hour)?.digest) != digest {
            return Ok(Some(format!("{hour}/{INDEX}")));
        }
        let segments = self.of_hour(hour)?;
        let mut heads: Vec<FileName> = Vec::new();
        for segment in &segments {
            if heads.last() != Some(&segment.init()) {
                heads.push(segment.init());
            }
        }
        let is_missing = |name: &FileName| self.length(*name).is_none();
        let head = heads.into_iter().find(is_missing);
        let other = || segments.iter().find(|it| self.length(it.file()) != Some(it.bytes));
        let film = head.or_else(|| other().map(Segment::file)).map(|name| name.to_string());
        let has_length = |it: &SinglePicture| {
            fs::metadata(self.picture_path(hour, it)).is_ok_and(|file| file.len() == it.bytes)
        };
        let picture = self.pictures_of(hour)?.into_iter().find(|picture| !has_length(picture));
        Ok(film.or_else(|| picture.map(|picture| format!("{hour}/{}", picture.file()))))
    }

    /// How long a file is; none where it is missing.
    fn length(&self, name: FileName) -> Option<u64> {
        fs::metadata(self.path(name)).ok().map(|file| file.len())
    }
}
