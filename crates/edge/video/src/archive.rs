//! The files of one camera: segments by the hour, their index, holds. Blocking.
//!
//! ```text
//! FOLDER/runs/1772355900007/          the run that ffmpeg writes now: pid, index.m3u8, init.mp4, segments
//! FOLDER/2026-03-01T09/               an hour: 1772355900007.mp4, 1772355900007-00000003.m4s, ...
//! FOLDER/2026-03-01T09/index.jsonl    one line for each segment, with the digests of its file and of its head, and one
//!                                     for each single picture
//! FOLDER/2026-03-01T09/DIGEST.jpg     a single picture, named by its SHA-256
//! FOLDER/2026-03-01T09/closed         made when the digest of the hour is on record elsewhere
//! FOLDER/holds.json                   the spans that are kept
//! ```

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use crate::command::INIT;
use crate::disk::Room;
use crate::hold::{Hold, Holds};
use crate::live_list::Finished;
use crate::retention::expired;
use crate::segment::{FileName, Hour, Part, Segment, digest_of_hour};
use crate::span::Span;

mod glance;
mod pictures;

const RUNS: &str = "runs";
const INDEX: &str = "index.jsonl";
const CLOSED: &str = "closed";
const HOLDS: &str = "holds.json";
/// How long after an hour its last segment may still come, in milliseconds.
const CLOSE_AFTER_MS: i64 = 60_000;
/// How long the longest segment is, in milliseconds.
pub const LONGEST_SEGMENT_MS: u32 = 10_000;

/// The files of one camera.
#[derive(Debug)]
pub struct Archive {
    folder: PathBuf,
    /// Taken while holds are changed, or hours deleted.
    holds: Mutex<()>,
    /// Taken while an index grows, or an hour is closed.
    closing: Mutex<()>,
}

/// An hour that is over, with the digest over its segments, their heads, and its pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedHour {
    /// The hour.
    pub hour: Hour,
    /// How many segments it has.
    pub segments: u32,
    /// The [digest of the hour](digest_of_hour).
    pub digest: [u8; 32],
}

/// The segments of a span, held against their files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The segments that have a part of the span, in order of time, as the index has them.
    pub segments: Vec<Segment>,
    /// The files among them that are missing or are not what the index says.
    pub changed: Vec<FileName>,
}

impl Archive {
    /// The files in this folder, which is made for its owner alone if it is missing.
    ///
    /// # Errors
    /// When the folder cannot be made, or others than its owner may open it.
    pub fn open(folder: &Path) -> io::Result<Self> {
        make_folder(&folder.join(RUNS))?;
        let mode = fs::metadata(folder)?.permissions().mode();
        if mode & 0o077 != 0 {
            let why = format!("others than the owner may open {}; run chmod 700 on it", folder.display());
            return Err(io::Error::new(ErrorKind::PermissionDenied, why));
        }
        Ok(Self { folder: folder.to_owned(), holds: Mutex::default(), closing: Mutex::default() })
    }

    /// The files in this folder, to be looked at: nothing is made. One that is not there has none.
    pub fn existing(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), holds: Mutex::default(), closing: Mutex::default() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of a run.
    pub(crate) fn run(&self, run: u64) -> PathBuf {
        self.folder.join(RUNS).join(run.to_string())
    }

    /// The runs whose folders are there, in their order.
    pub(crate) fn runs(&self) -> io::Result<Vec<u64>> {
        let mut runs: Vec<u64> =
            names(&self.folder.join(RUNS))?.iter().filter_map(|name| name.parse().ok()).collect();
        runs.sort_unstable();
        Ok(runs)
    }

    /// Takes a finished segment of a run with this head into its hour, and gives the bytes of its file, too. The file
    /// is durable before its line, and its line before this returns; so after a crash it is found in the run, or in
    /// the hour without its line, and is taken again.
    ///
    /// The head is the one that the recorder read first: one that is changed while the run goes on is not noted.
    pub(crate) fn take(
        &self,
        (run, head): (u64, &[u8]),
        finished: &Finished,
        offset_ms: i64,
    ) -> io::Result<(Segment, Vec<u8>)> {
        let mut segment = unread((run, head), finished, offset_ms);
        let folder = self.folder.join(segment.hour().to_string());
        make_folder(&folder)?;
        keep(&self.run(run).join(INIT), &self.path(segment.init()), |from, to| fs::hard_link(from, to))?;
        let to = self.path(segment.file());
        keep(&self.run(run).join(finished.file()), &to, |from, to| fs::rename(from, to))?;
        let bytes = fs::read(&to)?;
        (segment.bytes, segment.sha256) = digest_of_bytes(&bytes);
        File::open(&folder)?.sync_all()?;
        let _guard = self.closing.lock().unwrap_or_else(PoisonError::into_inner);
        append_to_hour(&folder, &segment)?;
        Ok((segment, bytes))
    }

    /// Reads a finished segment of a run and removes its file: there is no room to keep it.
    pub(crate) fn pass(
        &self,
        (run, head): (u64, &[u8]),
        finished: &Finished,
        offset_ms: i64,
    ) -> io::Result<(Segment, Vec<u8>)> {
        let path = self.run(run).join(finished.file());
        let bytes = fs::read(&path)?;
        let mut segment = unread((run, head), finished, offset_ms);
        (segment.bytes, segment.sha256) = digest_of_bytes(&bytes);
        fs::remove_file(&path)?;
        Ok((segment, bytes))
    }

    /// The head of a run.
    pub(crate) fn head(&self, run: u64) -> io::Result<Vec<u8>> {
        fs::read(self.run(run).join(INIT))
    }

    /// Takes a segment of a run that was cut short, unless it was taken. One that is gone is passed over.
    pub(crate) fn recover(&self, run: u64, finished: &Finished, offset_ms: i64) -> io::Result<()> {
        let hour = Hour::of(finished.from.saturating_sub(offset_ms));
        let is_it = |segment: &Segment| (segment.run, segment.no) == (run, finished.no);
        if self.of_hour(hour)?.iter().any(is_it) {
            return Ok(());
        }
        match self.head(run).and_then(|head| self.take((run, &head), finished, offset_ms)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Removes the folder of a run.
    pub(crate) fn drop_run(&self, run: u64) -> io::Result<()> {
        match fs::remove_dir_all(self.run(run)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// The segments that have a part of a span, in order of time.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn segments(&self, span: Span) -> io::Result<Vec<Segment>> {
        let first = Hour::of(span.from.saturating_sub(i64::from(LONGEST_SEGMENT_MS)));
        let last = Hour::of(span.to);
        let mut found = Vec::new();
        for hour in self.hours()?.into_iter().filter(|hour| (first..=last).contains(hour)) {
            let of_hour = self.of_hour(hour)?.into_iter();
            found.extend(of_hour.filter(|segment| span.meets(Span { from: segment.from, to: segment.to() })));
        }
        found.sort_by_key(|segment| (segment.from, segment.run, segment.no));
        Ok(found)
    }

    /// The segments of an hour, in the order in which they came. A line that a crash cut off is none.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn of_hour(&self, hour: Hour) -> io::Result<Vec<Segment>> {
        self.lines_of(hour)
    }

    /// The lines of one kind in the index of an hour. A line of another kind is passed over.
    fn lines_of<T: DeserializeOwned>(&self, hour: Hour) -> io::Result<Vec<T>> {
        match fs::read(self.index(hour)) {
            Ok(index) => Ok(lines(&index).collect()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// The hours of which something is recorded, in their order.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn hours(&self) -> io::Result<Vec<Hour>> {
        let there = match names(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            there => there?,
        };
        let mut hours: Vec<Hour> = there.iter().filter_map(|name| Hour::named(name)).collect();
        hours.sort_unstable();
        Ok(hours)
    }

    fn index(&self, hour: Hour) -> PathBuf {
        self.folder.join(hour.to_string()).join(INDEX)
    }

    /// Where a file is.
    fn path(&self, name: FileName) -> PathBuf {
        self.folder.join(name.hour.to_string()).join(name.file())
    }

    /// Reads a file that the index names. One that is not what the index says is refused with
    /// [`ErrorKind::InvalidData`]. A head of which the index notes no digest is given as it is.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] when the index does not name it, or when it is gone.
    pub fn read(&self, name: FileName) -> io::Result<Vec<u8>> {
        let of_hour = self.of_hour(name.hour)?;
        let noted = |segment: &Segment| match name.part {
            Part::Init => (segment.init() == name).then_some(segment.head),
            Part::Segment(_) => (segment.file() == name).then_some(Some(segment.sha256)),
        };
        let noted: Vec<Option<[u8; 32]>> = of_hour.iter().filter_map(noted).collect();
        if noted.is_empty() {
            return Err(io::Error::new(ErrorKind::NotFound, "the index does not name it"));
        }
        let bytes = fs::read(self.path(name))?;
        let sha256 = <[u8; 32]>::from(Sha256::digest(&bytes));
        if noted.iter().flatten().all(|noted| *noted == sha256) {
            Ok(bytes)
        } else {
            Err(io::Error::new(ErrorKind::InvalidData, "it was changed after it was recorded"))
        }
    }

    /// The files of an hour that are missing or are not what the index says.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn changed(&self, hour: Hour) -> io::Result<Vec<FileName>> {
        Ok(self.changed_of(&self.of_hour(hour)?))
    }

    /// The segments of a span, each of whose files is read again.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn check(&self, span: Span) -> io::Result<Checked> {
        let segments = self.segments(span)?;
        let changed = self.changed_of(&segments);
        Ok(Checked { segments, changed })
    }

    /// The heads of these segments that are missing or changed, and then the segments that are.
    fn changed_of(&self, segments: &[Segment]) -> Vec<FileName> {
        let is_changed = |segment: &&Segment| {
            digest_of_file(&self.path(segment.file())).ok() != Some((segment.bytes, segment.sha256))
        };
        let mut changed = self.changed_heads(segments);
        changed.extend(segments.iter().filter(is_changed).map(Segment::file));
        changed
    }

    /// Each head is read once, although every line of its run names it.
    fn changed_heads(&self, segments: &[Segment]) -> Vec<FileName> {
        let (mut seen, mut changed) = (Vec::new(), Vec::new());
        for (name, noted) in segments.iter().map(|segment| (segment.init(), segment.head)) {
            if seen.contains(&(name, noted)) {
                continue;
            }
            seen.push((name, noted));
            let is_same = digest_of_file(&self.path(name))
                .is_ok_and(|(_, sha256)| noted.is_none_or(|noted| noted == sha256));
            if !is_same && !changed.contains(&name) {
                changed.push(name);
            }
        }
        changed
    }

    /// The hour with its digest, as its index has it now.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn digest(&self, hour: Hour) -> io::Result<ClosedHour> {
        let segments = self.of_hour(hour)?;
        let count = u32::try_from(segments.len()).unwrap_or(u32::MAX);
        Ok(ClosedHour { hour, segments: count, digest: digest_of_hour(&segments, &self.pictures_of(hour)?) })
    }

    /// The hours that are over and whose digest is on no record yet. Tell [`Archive::close`] when it is.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn to_close(&self, now: i64) -> io::Result<Vec<ClosedHour>> {
        let is_over = |hour: &Hour| hour.end().saturating_add(CLOSE_AFTER_MS) <= now;
        let is_open = |hour: &Hour| !self.folder.join(hour.to_string()).join(CLOSED).exists();
        let hours = self.hours()?.into_iter().filter(|hour| is_over(hour) && is_open(hour));
        hours.map(|hour| self.digest(hour)).collect()
    }

    /// The digest of an hour is on record. The hour stays open if something came into it since that digest was made.
    ///
    /// # Errors
    /// When that cannot be noted, or the index cannot be read.
    pub fn close(&self, closed: &ClosedHour) -> io::Result<()> {
        let _guard = self.closing.lock().unwrap_or_else(PoisonError::into_inner);
        if self.digest(closed.hour)? == *closed {
            write_whole(&self.folder.join(closed.hour.to_string()), CLOSED, b"")?;
        }
        Ok(())
    }

    /// The holds.
    ///
    /// # Errors
    /// When their file cannot be read. Then nothing is deleted.
    pub fn holds(&self) -> io::Result<Vec<Hold>> {
        Ok(self.read_holds()?.held)
    }

    /// Holds a span, unless the same person holds it for the same reason; whether it is a new hold.
    ///
    /// # Errors
    /// When it cannot be noted.
    pub fn hold(&self, span: Span, by: &str, why: &str, at: i64) -> io::Result<(Hold, bool)> {
        let _guard = self.holds.lock().unwrap_or_else(PoisonError::into_inner);
        let mut holds = self.read_holds()?;
        if let Some(held) = holds.held.iter().find(|held| held.is_of(span, by, why)) {
            return Ok((held.clone(), false));
        }
        let hold = holds.hold(span, by, why, at);
        self.write_holds(&holds)?;
        Ok((hold, true))
    }

    /// Releases a hold; none when there is none of that number.
    ///
    /// # Errors
    /// When it cannot be noted.
    pub fn release(&self, no: u32) -> io::Result<Option<Hold>> {
        let _guard = self.holds.lock().unwrap_or_else(PoisonError::into_inner);
        let mut holds = self.read_holds()?;
        let released = holds.release(no);
        if released.is_some() {
            self.write_holds(&holds)?;
        }
        Ok(released)
    }

    /// Deletes the hours whose time is over, and says which.
    ///
    /// # Errors
    /// When one cannot be deleted, or the holds cannot be read.
    pub fn expire(&self, keep_days: u32, room: Room, now: i64) -> io::Result<Vec<Hour>> {
        let _guard = self.holds.lock().unwrap_or_else(PoisonError::into_inner);
        let hours = expired(&self.hours()?, &self.read_holds()?.held, keep_days, room, now);
        for hour in &hours {
            fs::remove_dir_all(self.folder.join(hour.to_string()))?;
        }
        Ok(hours)
    }

    fn read_holds(&self) -> io::Result<Holds> {
        match fs::read(self.folder.join(HOLDS)) {
            Ok(text) => {
                serde_json::from_slice(&text).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Holds::default()),
            Err(error) => Err(error),
        }
    }

    fn write_holds(&self, holds: &Holds) -> io::Result<()> {
        write_whole(&self.folder, HOLDS, &serde_json::to_vec(holds)?)
    }
}

/// Makes a folder for its owner alone, and those above it.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Brings a file to its place, for its owner alone, unless it is there already.
fn keep(from: &Path, to: &Path, bring: impl Fn(&Path, &Path) -> io::Result<()>) -> io::Result<()> {
    if to.exists() {
        return Ok(());
    }
    fs::set_permissions(from, Permissions::from_mode(0o600))?;
    File::open(from)?.sync_all()?;
    bring(from, to)
}

/// Appends a line to an index, on a line of its own even if a crash cut the one before off.
/// Adds a line to the index of an hour, whose digest on record does not cover it.
fn append_to_hour(folder: &Path, line: &impl Serialize) -> io::Result<()> {
    append(&folder.join(INDEX), line)?;
    remove(&folder.join(CLOSED))
}

fn append(index: &Path, line: &impl Serialize) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(index)?;
    let mut line = serde_json::to_vec(line)?;
    line.push(b'\n');
    let mut last = [b'\n'];
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last != *b"\n" {
        line.insert(0, b'\n');
    }
    file.write_all(&line)?;
    file.sync_data()
}

fn lines<T: DeserializeOwned>(index: &[u8]) -> impl Iterator<Item = T> {
    index.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

/// Writes a file, which is the old one or the new one at every moment.
fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    // Two calls may write the same file at once, each by way of a file of its own.
    static WRITES: AtomicU64 = AtomicU64::new(0);
    let number = WRITES.fetch_add(1, Ordering::Relaxed);
    let (new, path) = (folder.join(format!("{name}.{number}.new")), folder.join(name));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&new, &path)?;
    File::open(folder)?.sync_all()
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn names(folder: &Path) -> io::Result<Vec<String>> {
    let entries = fs::read_dir(folder)?;
    let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().into_string().unwrap_or_default());
    entries.map(name).collect()
}

fn digest_of_file(path: &Path) -> io::Result<(u64, [u8; 32])> {
    fs::read(path).map(|bytes| digest_of_bytes(&bytes))
}

fn digest_of_bytes(bytes: &[u8]) -> (u64, [u8; 32]) {
    (u64::try_from(bytes.len()).unwrap_or(u64::MAX), Sha256::digest(bytes).into())
}

/// A finished segment whose file was not read yet. Its picture comes `offset_ms` later than the scene.
fn unread((run, head): (u64, &[u8]), finished: &Finished, offset_ms: i64) -> Segment {
    let from = finished.from.saturating_sub(offset_ms);
    let head = Some(Sha256::digest(head).into());
    Segment { run, no: finished.no, from, ms: finished.ms, bytes: 0, sha256: [0; 32], head }
}

#[cfg(test)]
mod tests;
