//! The newest segments of a camera, in memory: what everybody may see of it at this moment, without a look at the disk.
//!
//! A file is found by its whole name among the few that the ring has. So no name becomes a path, and nothing older than
//! the ring can be asked for.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::segment::Segment;
use crate::span::joins;
use crate::time::{SECOND_MS, text};

/// How many segments the ring has.
pub const SEGMENTS: usize = 12;
/// How many bytes its segments have together at most, unless one alone has more.
pub const BYTES: usize = 48 << 20;

/// The newest segments.
#[derive(Debug, Default)]
pub struct Ring(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    entries: VecDeque<Entry>,
    /// The latest segment that was ever added.
    latest: Option<Segment>,
    /// How many segments have left.
    left: u64,
    /// How many of those did not join the one before.
    left_gaps: u64,
}

#[derive(Debug)]
struct Entry {
    segment: Segment,
    /// Whether it does not join the one before.
    is_after_gap: bool,
    head: Arc<[u8]>,
    bytes: Arc<[u8]>,
}

impl Ring {
    /// Adds the newest segment with its file and the head of its run. The oldest ones leave.
    pub(crate) fn push(&self, segment: Segment, head: Arc<[u8]>, bytes: Arc<[u8]>) {
        let mut kept = self.lock();
        let is_after_gap = kept.latest.is_some_and(|latest| !joins(&latest, &segment));
        kept.latest = Some(segment);
        kept.entries.push_back(Entry { segment, is_after_gap, head, bytes });
        while kept.entries.len() > SEGMENTS || (kept.entries.len() > 1 && kept.bytes() > BYTES) {
            kept.drop_oldest();
        }
    }

    /// Drops all of them.
    pub(crate) fn clear(&self) {
        let mut kept = self.lock();
        while !kept.entries.is_empty() {
            kept.drop_oldest();
        }
    }

    /// The playlist of the ring, which a player asks for again and again (RFC 8216, section 6.3.4). The names of files
    /// are relative to it. None while the ring is empty.
    pub fn playlist(&self) -> Option<String> {
        let kept = self.lock();
        let longest = kept.entries.iter().map(|entry| entry.segment.ms).max()?;
        let target = i64::from(longest).saturating_add(SECOND_MS.saturating_sub(1)) / SECOND_MS;
        let mut list = String::new();
        // Writing to a text does not fail.
        let _ = write!(
            list,
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:{}\n#EXT-X-MEDIA-SEQUENCE:{}\n\
             #EXT-X-DISCONTINUITY-SEQUENCE:{}\n#EXT-X-INDEPENDENT-SEGMENTS\n",
            target.max(1),
            kept.left,
            kept.left_gaps
        );
        let mut run = None;
        for entry in &kept.entries {
            let _ = entry.list(&mut list, run != Some(entry.segment.run));
            run = Some(entry.segment.run);
        }
        Some(list)
    }

    /// The file of this name, if the ring has it.
    pub fn file(&self, name: &str) -> Option<Arc<[u8]>> {
        let kept = self.lock();
        kept.entries.iter().find_map(|entry| {
            if entry.segment.file().file() == name {
                return Some(Arc::clone(&entry.bytes));
            }
            (entry.segment.init().file() == name).then(|| Arc::clone(&entry.head))
        })
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn bytes(&self) -> usize {
        self.entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.bytes.len()))
    }

    fn drop_oldest(&mut self) {
        if let Some(oldest) = self.entries.pop_front() {
            self.left = self.left.saturating_add(1);
            self.left_gaps = self.left_gaps.saturating_add(oldest.is_after_gap.into());
        }
    }
}

impl Entry {
    /// Its lines in the playlist. The first one of a run names the head.
    fn list(&self, list: &mut String, is_first_of_run: bool) -> std::fmt::Result {
        let Segment { from, ms, .. } = self.segment;
        if self.is_after_gap {
            writeln!(list, "#EXT-X-DISCONTINUITY")?;
        }
        if is_first_of_run {
            writeln!(list, "#EXT-X-MAP:URI=\"{}\"", self.segment.init().file())?;
        }
        writeln!(list, "#EXT-X-PROGRAM-DATE-TIME:{}", text(from))?;
        writeln!(list, "#EXTINF:{}.{:03},\n{}", ms / 1_000, ms % 1_000, self.segment.file().file())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: i64 = 1_772_355_900_007;

    /// The segment of a run that begins when the others before it are over.
    fn segment(run: u64, no: u32) -> Segment {
        Segment {
            run,
            no,
            from: AT + i64::from(no) * 1_000,
            ms: 1_000,
            bytes: 1,
            sha256: [0; 32],
            head: None,
        }
    }

    fn push(ring: &Ring, run: u64, no: u32) {
        let bytes = format!("{run} {no}").into_bytes();
        ring.push(segment(run, no), Arc::from(format!("head {run}").into_bytes()), Arc::from(bytes));
    }

    fn file(ring: &Ring, name: &str) -> Option<String> {
        ring.file(name).map(|bytes| String::from_utf8(bytes.to_vec()).unwrap())
    }

    #[test]
    fn the_newest_segments_are_listed_and_the_others_are_gone() {
        let ring = Ring::default();
        assert_eq!((ring.playlist(), ring.file("7-00000000.m4s")), (None, None));
        for no in 0..14 {
            push(&ring, 7, no);
        }
        let list = ring.playlist().unwrap();
        let begin = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:2\n\
             #EXT-X-DISCONTINUITY-SEQUENCE:0\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MAP:URI=\"7.mp4\"\n\
             #EXT-X-PROGRAM-DATE-TIME:2026-03-01T09:05:02.007Z\n#EXTINF:1.000,\n7-00000002.m4s\n";
        assert!(list.starts_with(begin), "{list}");
        assert!(list.ends_with("#EXTINF:1.000,\n7-00000013.m4s\n"), "it goes on: {list}");
        assert_eq!(list.matches("#EXTINF").count(), SEGMENTS);
        assert_eq!(file(&ring, "7-00000013.m4s").as_deref(), Some("7 13"));
        assert_eq!(file(&ring, "7.mp4").as_deref(), Some("head 7"));
        assert_eq!(file(&ring, "7-00000001.m4s"), None, "it left the ring");
    }

    #[test]
    fn only_a_whole_name_of_the_ring_is_a_file() {
        let ring = Ring::default();
        push(&ring, 7, 3);
        for name in [
            "",
            "7-3.m4s",
            "07-00000003.m4s",
            "../7-00000003.m4s",
            "2026-03-01T09/7-00000003.m4s",
            "index.jsonl",
            "8.mp4",
        ] {
            assert_eq!(ring.file(name), None, "{name}");
        }
    }

    #[test]
    fn a_gap_is_a_discontinuity_and_is_counted_when_it_leaves() {
        let ring = Ring::default();
        push(&ring, 7, 0);
        push(&ring, 7, 2);
        push(&ring, 9, 3);
        let list = ring.playlist().unwrap();
        assert_eq!(list.matches("#EXT-X-DISCONTINUITY\n").count(), 2, "{list}");
        assert!(list.contains("#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"9.mp4\"\n"), "{list}");
        assert_eq!(list.matches("#EXT-X-MAP").count(), 2, "{list}");
        for no in 4..14 {
            push(&ring, 9, no);
        }
        let list = ring.playlist().unwrap();
        assert!(list.contains("#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-DISCONTINUITY-SEQUENCE:0\n"), "{list}");
        push(&ring, 9, 14);
        let list = ring.playlist().unwrap();
        assert!(list.contains("#EXT-X-MEDIA-SEQUENCE:2\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n"), "{list}");
    }

    #[test]
    fn a_ring_that_was_cleared_counts_on() {
        let ring = Ring::default();
        push(&ring, 7, 0);
        push(&ring, 7, 1);
        ring.clear();
        assert_eq!((ring.playlist(), ring.file("7.mp4"), ring.file("7-00000001.m4s")), (None, None, None));
        push(&ring, 9, 5);
        let list = ring.playlist().unwrap();
        assert!(list.contains("#EXT-X-MEDIA-SEQUENCE:2\n#EXT-X-DISCONTINUITY-SEQUENCE:0\n"), "{list}");
        assert!(list.contains("#EXT-X-DISCONTINUITY\n"), "{list}");
    }

    #[test]
    fn segments_of_many_bytes_leave_sooner() {
        let ring = Ring::default();
        let large: Arc<[u8]> = vec![0; BYTES / 3].into();
        for no in 0..5 {
            ring.push(segment(7, no), Arc::from([0]), Arc::clone(&large));
        }
        assert_eq!(ring.playlist().unwrap().matches("#EXTINF").count(), 3);
        ring.push(segment(7, 5), Arc::from([0]), vec![0; BYTES + 1].into());
        assert_eq!(ring.playlist().unwrap().matches("#EXTINF").count(), 1, "the newest one is always there");
    }
}
