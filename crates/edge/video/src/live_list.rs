//! The playlist that ffmpeg keeps while it records: which segments are finished. Reads only what ffmpeg writes.

use crate::time;

/// A segment that ffmpeg has finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its number in its run, from 0.
    pub no: u32,
    /// When it begins, by the clock of ffmpeg.
    pub from: i64,
    /// How long it is, in milliseconds.
    pub ms: u32,
}

impl Finished {
    /// When it ends.
    pub fn to(&self) -> i64 {
        self.from.saturating_add(i64::from(self.ms))
    }

    /// The name of its file in the folder of its run.
    pub(crate) fn file(&self) -> String {
        format!("{:08}.m4s", self.no)
    }
}

/// The segments that a playlist names, in their order. Lines that are not understood are passed over: a segment without
/// its length or its time is none.
pub fn read(list: &str) -> Vec<Finished> {
    let (mut found, mut from, mut ms) = (Vec::new(), None, None);
    for line in list.lines() {
        if let Some(length) = line.strip_prefix("#EXTINF:") {
            ms = milliseconds(length.trim_end_matches(','));
        } else if let Some(at) = line.strip_prefix("#EXT-X-PROGRAM-DATE-TIME:") {
            from = time::read(at);
        } else if let Some(no) = line.strip_suffix(".m4s") {
            let no = no.rsplit('/').next().and_then(|no| no.parse().ok());
            if let (Some(no), Some(from), Some(ms)) = (no, from, ms) {
                found.push(Finished { no, from, ms });
            }
            (from, ms) = (None, None);
        }
    }
    found
}

/// The milliseconds of `1.040000`.
fn milliseconds(seconds: &str) -> Option<u32> {
    let (whole, part) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let part: String = part.chars().chain("000".chars()).take(3).collect();
    whole.parse::<u32>().ok()?.checked_mul(1_000)?.checked_add(part.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_ffmpeg_is_read() {
        let list = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:3\n\
            #EXT-X-MAP:URI=\"init.mp4\"\n#EXTINF:1.000000,\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T09:05:00.007+0000\n\
            00000003.m4s\n#EXTINF:0.520000,\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T09:05:01.007+0000\n00000004.m4s\n";
        let from = 1_772_355_900_007;
        assert_eq!(
            read(list),
            [Finished { no: 3, from, ms: 1_000 }, Finished { no: 4, from: from + 1_000, ms: 520 }]
        );
    }

    #[test]
    fn what_has_no_time_or_no_length_is_no_segment() {
        assert_eq!(read("#EXTINF:1.0,\n00000001.m4s\n"), []);
        assert_eq!(read("#EXT-X-PROGRAM-DATE-TIME:2026-03-01T09:05:00.007+0000\n00000001.m4s\n"), []);
        assert_eq!(read("#EXTINF:x,\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T09:05:00.007+0000\n1.m4s\n"), []);
        assert_eq!(read(""), []);
    }
}
