//! What an audit finds in the folder of all recordings: each hour whose digest is in the house's own log is digested
//! again, from its index and from its files. Changes nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

use house::log::HouseEvent;
use journal::Record;
use serde_json::{Value, json};
use table::TableId;
use video::retention::{LEAST_DAYS, keeps};
use video::segment::hex;
use video::time::DAY_MS;
use video::{Archive, ClosedHour, Hour, Span};

use crate::wrap::wrapped;

/// How many files of an hour are named.
const NAMED: usize = 3;

/// What the house's own log says of recordings.
#[derive(Debug, Default)]
pub(super) struct OnRecord {
    /// The digests of each hour, in the order in which they were written.
    closed: BTreeMap<(TableId, Hour), Vec<String>>,
    /// The parts that are held.
    held: BTreeMap<(TableId, u32), Span>,
}

/// What the folders have of the hours on record.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Films {
    /// How many are as they were.
    same: u64,
    /// How many were deleted after their time.
    deleted: u64,
    /// Those that are not.
    flaws: Vec<Flaw>,
    /// Those that got another digest later, because something was recorded of them after the first one.
    grown: Vec<(TableId, Hour)>,
}

/// An hour that is not what the log says.
#[derive(Debug, PartialEq, Eq)]
struct Flaw {
    table: TableId,
    hour: Hour,
    expected: String,
    found: String,
}

impl OnRecord {
    /// Takes note of what an entry of the house's own log says.
    pub(super) fn take(&mut self, record: &Record) {
        let Record::Entry(entry) = record else { return };
        if entry.log == TableId(0) && entry.body.contains("\"recording_") {
            // What cannot be read is a deviation of the walk.
            let _ = serde_json::from_str(&entry.body).map(|event| self.note(event));
        }
    }

    fn note(&mut self, event: HouseEvent) {
        match event {
            HouseEvent::RecordingClosed { table, hour, digest, .. } => {
                if let Some(hour) = Hour::named(&hour) {
                    self.closed.entry((table, hour)).or_default().push(digest);
                }
            }
            HouseEvent::RecordingHeld { table, hold_no, from, to, .. } => {
                self.held.insert((table, hold_no), Span { from: from.0, to: to.0 });
            }
            HouseEvent::RecordingReleased { table, hold_no, .. } => _ = self.held.remove(&(table, hold_no)),
            _ => {}
        }
    }

    /// Holds the hours against the folder of all recordings.
    pub(super) fn judged(&self, folder: &Path, now: i64) -> io::Result<Films> {
        let mut films = Films::default();
        for ((table, hour), digests) in &self.closed {
            let archive = Archive::existing(&folder.join(table.0.to_string()));
            let Some(expected) = digests.last() else { continue };
            if digests.iter().any(|digest| digest != expected) {
                films.grown.push((*table, *hour));
            }
            match found(&archive, *hour, expected)? {
                Found::Same => films.same = films.same.saturating_add(1),
                Found::Gone if self.may_be_gone(&archive, (*table, *hour), now)? => {
                    films.deleted = films.deleted.saturating_add(1);
                }
                Found::Gone => films.flaw((*table, *hour), expected.clone(), "nothing"),
                Found::Changed { expected, found } => films.flaw((*table, *hour), expected, &found),
            }
        }
        Ok(films)
    }

    /// Whether an hour may have been deleted after its time: it is older than any recording is kept, nobody holds it,
    /// and nothing older is left but what is held.
    fn may_be_gone(&self, archive: &Archive, (table, hour): (TableId, Hour), now: i64) -> io::Result<bool> {
        let held: Vec<Span> =
            self.held.iter().filter(|((of, _), _)| *of == table).map(|(_, held)| *held).collect();
        let is_held = |hour: Hour| held.iter().any(|held| keeps(*held, hour));
        let kept = i64::from(LEAST_DAYS).saturating_mul(DAY_MS);
        let is_old = hour.end().saturating_add(kept) <= now;
        let older = archive.hours()?.into_iter().any(|left| left < hour && !is_held(left));
        Ok(is_old && !is_held(hour) && !older)
    }
}

/// What there is of an hour.
enum Found {
    Same,
    Gone,
    Changed { expected: String, found: String },
}

fn found(archive: &Archive, hour: Hour, expected: &str) -> io::Result<Found> {
    if archive.is_gone(hour, expected) {
        return Ok(Found::Gone);
    }
    let ClosedHour { segments, digest, .. } = archive.digest(hour)?;
    let digest = hex::text(&digest);
    if digest != expected {
        let found = format!("an index of {segments} segments with the digest {digest}");
        return Ok(Found::Changed { expected: format!("an index with the digest {expected}"), found });
    }
    let mut changed: Vec<String> = archive.changed(hour)?.iter().map(ToString::to_string).collect();
    changed.extend(archive.changed_pictures(hour)?);
    if changed.is_empty() {
        return Ok(Found::Same);
    }
    let named = changed.get(..NAMED).unwrap_or(&changed).join(", ");
    let more = if changed.len() > NAMED { ", ..." } else { "" };
    let found = format!("{} that are missing or changed: {named}{more}", changed.len());
    Ok(Found::Changed {
        expected: format!("{segments} segments, and pictures, as the index has them"),
        found,
    })
}

impl Films {
    fn flaw(&mut self, (table, hour): (TableId, Hour), expected: String, found: &str) {
        self.flaws.push(Flaw { table, hour, expected, found: found.to_owned() });
    }

    pub(super) const fn is_clean(&self) -> bool {
        self.flaws.is_empty()
    }

    pub(super) fn to_json(&self) -> Value {
        let flaw = |Flaw { table, hour, expected, found }: &Flaw| json!({"table": table.0, "hour": hour.to_string(), "expected": expected, "found": found});
        let grown = |(table, hour): &(TableId, Hour)| json!({"table": table.0, "hour": hour.to_string()});
        json!({"same": self.same, "deleted": self.deleted, "grown": self.grown.iter().map(grown).collect::<Vec<_>>(),
               "deviations": self.flaws.iter().map(flaw).collect::<Vec<_>>()})
    }

    pub(super) fn to_text(&self) -> String {
        let Self { same, deleted, flaws, grown } = self;
        let kept = format!(
            "Recordings: {same} hours are as they were, {deleted} were deleted after their time, {} deviate.",
            flaws.len()
        );
        let mut text = format!("\n{}\n", wrapped(&kept, ""));
        for (table, hour) in grown {
            let remark = format!("Remark on table {}, hour {hour}: it grew after its first digest.", table.0);
            // Writing into a string does not fail.
            let _ = writeln!(text, "\n{}", wrapped(&remark, ""));
        }
        for Flaw { table, hour, expected, found } in flaws {
            let place = wrapped(&format!("Deviation: the recording of table {}, hour {hour}", table.0), "");
            let (expected, found) = (wrapped(expected, "  "), wrapped(found, "  "));
            let _ = write!(text, "\n{place}\n\nExpected:\n{expected}\nFound:\n{found}\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use sha2::{Digest as _, Sha256};
    use table::{StaffId, Timestamp};
    use video::Segment;
    use video::segment::digest_of;

    use super::*;

    const NOW: i64 = 1_772_355_600_000;
    const HOUR_MS: i64 = 3_600_000;
    const HEAD: &str = "the head of the run";

    /// Three recorded hours of table 9, the last of which is over now, and what the log says of them.
    struct Filmed {
        folder: tempfile::TempDir,
        known: OnRecord,
        hours: Vec<Hour>,
    }

    impl Filmed {
        fn new(now: i64) -> Self {
            Self::with(now, Some(Sha256::digest(HEAD).into()))
        }

        /// The index notes this digest of heads.
        fn with(now: i64, head: Option<[u8; 32]>) -> Self {
            let (folder, mut known) = (tempfile::tempdir().unwrap(), OnRecord::default());
            let hours: Vec<Hour> = [3, 2, 1].iter().map(|ago| Hour::of(now - ago * HOUR_MS)).collect();
            for hour in &hours {
                let place = folder.path().join("9").join(hour.to_string());
                fs::create_dir_all(&place).unwrap();
                fs::write(place.join("7.mp4"), HEAD).unwrap();
                let segment = |no: u32| {
                    let film = format!("{hour} {no}");
                    let from = hour.start() + i64::from(no) * 1_000;
                    let sha256 = Sha256::digest(&film).into();
                    let bytes = film.len().try_into().unwrap();
                    let segment = Segment { run: 7, no, from, ms: 1_000, bytes, sha256, head };
                    fs::write(place.join(segment.file().file()), film).unwrap();
                    segment
                };
                let segments: Vec<Segment> = (0..3).map(segment).collect();
                let line = |segment: &Segment| serde_json::to_string(segment).unwrap() + "\n";
                fs::write(place.join("index.jsonl"), segments.iter().map(line).collect::<String>()).unwrap();
                let digest = hex::text(&digest_of(&segments));
                let (table, hour) = (TableId(9), hour.to_string());
                known.note(HouseEvent::RecordingClosed { table, hour, segments: 3, digest });
            }
            Self { folder, known, hours }
        }

        fn place(&self, hour: usize) -> std::path::PathBuf {
            self.folder.path().join("9").join(self.hours[hour].to_string())
        }

        fn judged(&self, now: i64) -> Films {
            self.known.judged(self.folder.path(), now).unwrap()
        }

        /// The hours that are not what the log says.
        fn flaws(&self, now: i64) -> Vec<Hour> {
            self.judged(now).flaws.iter().map(|flaw| flaw.hour).collect()
        }
    }

    #[test]
    fn hours_that_are_as_they_were_are_counted() {
        let filmed = Filmed::new(NOW);
        assert_eq!(filmed.judged(NOW), Films { same: 3, ..Films::default() });
        assert!(filmed.judged(NOW).to_text().contains("3 hours are as they were"));
    }

    #[test]
    fn a_changed_file_a_changed_index_and_a_missing_hour_are_each_named() {
        let filmed = Filmed::new(NOW);
        let file = fs::read_dir(filmed.place(0))
            .unwrap()
            .flatten()
            .find(|file| file.path().ends_with("7-00000001.m4s"));
        fs::write(file.unwrap().path(), "another film").unwrap();
        let index = filmed.place(1).join("index.jsonl");
        let lines = fs::read_to_string(&index).unwrap();
        fs::write(&index, lines.lines().take(2).map(|line| line.to_owned() + "\n").collect::<String>())
            .unwrap();
        fs::remove_dir_all(filmed.place(2)).unwrap();
        let films = filmed.judged(NOW);
        assert_eq!((films.same, films.flaws.len()), (0, 3), "{films:?}");
        assert!(!films.is_clean());
        for (flaw, found) in films.flaws.iter().zip(["7-00000001.m4s", "an index of 2 segments", "nothing"]) {
            assert!(flaw.found.contains(found), "{flaw:?}");
        }
        assert!(
            films.to_text().lines().all(|line| line.chars().count() <= crate::wrap::WIDTH),
            "{}",
            films.to_text()
        );
        assert_eq!(films.to_json()["deviations"][2]["hour"], filmed.hours[2].to_string());
    }

    #[test]
    fn a_head_that_was_changed_or_removed_is_named_and_another_index_does_not_hide_it() {
        let filmed = Filmed::new(NOW);
        fs::write(filmed.place(0).join("7.mp4"), "another head").unwrap();
        fs::remove_file(filmed.place(1).join("7.mp4")).unwrap();
        fs::write(filmed.place(2).join("7.mp4"), "another head").unwrap();
        let index = filmed.place(2).join("index.jsonl");
        let [known, other] = [HEAD, "another head"].map(|head| hex::text(&Sha256::digest(head).into()));
        let lines = fs::read_to_string(&index).unwrap();
        assert_eq!(lines.matches(&known).count(), 3);
        fs::write(&index, lines.replace(&known, &other)).unwrap();
        let films = filmed.judged(NOW);
        assert_eq!((films.same, films.flaws.len()), (0, 3), "{films:?}");
        for (flaw, found) in films.flaws.iter().zip(["/7.mp4", "/7.mp4", "an index of 3 segments"]) {
            assert!(flaw.found.contains(found), "{flaw:?}");
        }
    }

    #[test]
    fn a_picture_that_was_removed_is_named_and_an_hour_of_which_nothing_is_recorded_is_as_it_was() {
        let mut filmed = Filmed::new(NOW);
        let archive = Archive::existing(&filmed.folder.path().join("9"));
        let (hour, empty) = (filmed.hours[0], filmed.hours[0].before());
        archive.keep_picture(b"a card", hour.start()).unwrap();
        for hour in [hour, empty] {
            let ClosedHour { segments, digest, .. } = archive.digest(hour).unwrap();
            let (table, hour, digest) = (TableId(9), hour.to_string(), hex::text(&digest));
            filmed.known.note(HouseEvent::RecordingClosed { table, hour, segments, digest });
        }
        assert_eq!(filmed.judged(NOW).same, 4);
        let picture = format!("{}.jpg", hex::text(&Sha256::digest("a card").into()));
        fs::remove_file(filmed.place(0).join(&picture)).unwrap();
        let films = filmed.judged(NOW);
        assert_eq!((films.same, films.flaws.len()), (3, 1), "{films:?}");
        assert!(films.flaws[0].found.contains(&picture), "{films:?}");
    }

    #[test]
    fn hours_that_were_written_before_heads_were_noted_are_as_they_were() {
        let filmed = Filmed::with(NOW, None);
        assert_eq!(filmed.judged(NOW), Films { same: 3, ..Films::default() });
        fs::write(filmed.place(0).join("7.mp4"), "another head").unwrap();
        assert_eq!(filmed.flaws(NOW), [], "nothing says what it was");
        fs::remove_file(filmed.place(1).join("7.mp4")).unwrap();
        assert_eq!(filmed.flaws(NOW), [filmed.hours[1]], "nothing can be played");
    }

    #[test]
    fn the_oldest_hours_may_be_gone_after_a_week_and_no_others() {
        let (filmed, later) = (Filmed::new(NOW), NOW + 8 * DAY_MS);
        fs::remove_dir_all(filmed.place(0)).unwrap();
        assert_eq!(filmed.flaws(NOW), [filmed.hours[0]], "it is too young");
        assert_eq!(filmed.judged(later), Films { same: 2, deleted: 1, ..Films::default() });
        fs::remove_dir_all(filmed.place(2)).unwrap();
        assert_eq!(filmed.flaws(later), [filmed.hours[2]], "an older one is left");
    }

    #[test]
    fn what_is_held_is_never_gone_and_hides_nothing() {
        let (mut filmed, later) = (Filmed::new(NOW), NOW + 8 * DAY_MS);
        let (from, to) = (Timestamp(filmed.hours[0].start()), Timestamp(filmed.hours[0].start() + 5));
        let (table, by) = (TableId(9), StaffId(3));
        let held =
            |hold_no| HouseEvent::RecordingHeld { table, hold_no, from, to, by, why: "a dispute".to_owned() };
        filmed.known.note(held(1));
        fs::remove_dir_all(filmed.place(1)).unwrap();
        assert_eq!(filmed.flaws(later), [], "the one before it is held, so that it says nothing");
        fs::remove_dir_all(filmed.place(0)).unwrap();
        assert_eq!(filmed.flaws(later), [filmed.hours[0]]);
        filmed.known.note(HouseEvent::RecordingReleased { table, hold_no: 1, by });
        assert_eq!(filmed.flaws(later), []);
    }

    #[test]
    fn an_hour_that_grew_is_remarked_on() {
        let mut filmed = Filmed::new(NOW);
        let digests = filmed.known.closed.get_mut(&(TableId(9), filmed.hours[1])).unwrap();
        digests.insert(0, "ab".repeat(32));
        let films = filmed.judged(NOW);
        assert_eq!((films.same, films.grown.as_slice()), (3, [(TableId(9), filmed.hours[1])].as_slice()));
        assert!(films.to_text().contains("grew after its first digest"));
    }
}
