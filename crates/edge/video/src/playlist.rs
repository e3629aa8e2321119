//! The playlist of a span: what a player of HLS (RFC 8216) plays of it. Gaps are discontinuities with their time.

use std::fmt::Write as _;

use crate::segment::Segment;
use crate::span::joins;
use crate::time::{SECOND_MS, text};

/// The playlist of these segments, in order of time. `base` stands before the name of each file.
pub fn of(segments: &[Segment], base: &str) -> String {
    let longest = segments.iter().map(|segment| segment.ms).max().unwrap_or_default();
    let target = i64::from(longest).saturating_add(SECOND_MS.saturating_sub(1)) / SECOND_MS;
    let mut list = format!(
        "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:{}\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-INDEPENDENT-SEGMENTS\n",
        target.max(1)
    );
    let mut before: Option<&Segment> = None;
    for segment in segments {
        // Writing to a text does not fail.
        let _ = entry(&mut list, before, segment, base);
        before = Some(segment);
    }
    list.push_str("#EXT-X-ENDLIST\n");
    list
}

fn entry(list: &mut String, before: Option<&Segment>, segment: &Segment, base: &str) -> std::fmt::Result {
    let goes_on = before.is_some_and(|before| joins(before, segment));
    if before.is_some() && !goes_on {
        writeln!(list, "#EXT-X-DISCONTINUITY")?;
    }
    // The head of a run is kept in each hour that the run has segments in, so that an hour is complete by itself.
    if before.is_none_or(|before| (before.run, before.hour()) != (segment.run, segment.hour())) {
        writeln!(list, "#EXT-X-MAP:URI=\"{base}{}\"", segment.init())?;
    }
    if !goes_on {
        writeln!(list, "#EXT-X-PROGRAM-DATE-TIME:{}", text(segment.from))?;
    }
    writeln!(list, "#EXTINF:{}.{:03},\n{base}{}", segment.ms / 1_000, segment.ms % 1_000, segment.file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(run: u64, no: u32, from: i64) -> Segment {
        Segment { run, no, from, ms: 1_000, bytes: 1, sha256: [0; 32], head: None }
    }

    #[test]
    fn a_gap_and_a_new_run_are_discontinuities_with_their_time() {
        let at = 1_772_355_900_007;
        let segments = [segment(7, 3, at), segment(7, 4, at + 1_000), segment(9, 0, at + 5_000)];
        assert_eq!(
            of(&segments, "rec/"),
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:1\n#EXT-X-PLAYLIST-TYPE:VOD\n\
             #EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MAP:URI=\"rec/2026-03-01T09/7.mp4\"\n\
             #EXT-X-PROGRAM-DATE-TIME:2026-03-01T09:05:00.007Z\n#EXTINF:1.000,\nrec/2026-03-01T09/7-00000003.m4s\n\
             #EXTINF:1.000,\nrec/2026-03-01T09/7-00000004.m4s\n#EXT-X-DISCONTINUITY\n\
             #EXT-X-MAP:URI=\"rec/2026-03-01T09/9.mp4\"\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T09:05:05.007Z\n\
             #EXTINF:1.000,\nrec/2026-03-01T09/9-00000000.m4s\n#EXT-X-ENDLIST\n"
        );
    }

    #[test]
    fn a_segment_that_is_missing_in_a_run_is_a_gap() {
        let segments = [segment(7, 3, 0), segment(7, 5, 2_000)];
        assert_eq!(of(&segments, "").matches("#EXT-X-DISCONTINUITY\n").count(), 1);
        assert_eq!(of(&segments, "").matches("#EXT-X-PROGRAM-DATE-TIME:").count(), 2);
    }

    #[test]
    fn each_hour_has_the_head_of_its_run() {
        let segments = [segment(7, 3, 3_599_000), segment(7, 4, 3_600_000)];
        let list = of(&segments, "");
        assert!(list.contains("1970-01-01T00/7.mp4") && list.contains("1970-01-01T01/7.mp4"), "{list}");
        assert!(!list.contains("DISCONTINUITY"), "{list}");
    }

    #[test]
    fn nothing_recorded_is_a_list_that_ends() {
        assert!(of(&[], "").ends_with(
            "#EXT-X-TARGETDURATION:1\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-ENDLIST\n"
        ));
    }
}
