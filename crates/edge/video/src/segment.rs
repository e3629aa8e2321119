//! Segments: their names, the line of the index that each has, and the digest over several of them.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::time::{HOUR_MS, civil};

/// An hour of UTC, which is a folder of recorded files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hour(i64);

impl Hour {
    /// The hour of a moment.
    pub const fn of(at: i64) -> Self {
        Self(at.div_euclid(HOUR_MS))
    }

    /// Its first millisecond.
    pub const fn start(self) -> i64 {
        self.0.saturating_mul(HOUR_MS)
    }

    /// The first millisecond after it.
    pub const fn end(self) -> i64 {
        self.0.saturating_add(1).saturating_mul(HOUR_MS)
    }

    /// The hour before it.
    #[must_use]
    pub const fn before(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// Reads the name of its folder.
    pub fn named(text: &str) -> Option<Self> {
        let at = crate::time::read(&format!("{text}:00:00.000Z"))?;
        Some(Self::of(at)).filter(|hour| hour.to_string() == text)
    }
}

impl fmt::Display for Hour {
    /// `2026-03-01T09`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.0.div_euclid(24));
        write!(f, "{year:04}-{month:02}-{day:02}T{:02}", self.0.rem_euclid(24))
    }
}

/// A finished segment, as the index has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// The run of ffmpeg that made it: the time at which the run began.
    pub run: u64,
    /// Its number in the run, from 0.
    pub no: u32,
    /// When it begins.
    pub from: i64,
    /// How long it is, in milliseconds.
    pub ms: u32,
    /// How long its file is, in bytes.
    pub bytes: u64,
    /// SHA-256 of its file.
    #[serde(with = "hex")]
    pub sha256: [u8; 32],
    /// SHA-256 of the head of its run. Lines that were written before heads were noted have none.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "hex::serialize_any",
        deserialize_with = "hex::deserialize_some"
    )]
    pub head: Option<[u8; 32]>,
}

impl Segment {
    /// When it ends.
    pub fn to(&self) -> i64 {
        self.from.saturating_add(i64::from(self.ms))
    }

    /// The hour to which it belongs: the one in which it begins.
    pub const fn hour(&self) -> Hour {
        Hour::of(self.from)
    }

    /// Its file.
    pub const fn file(&self) -> FileName {
        FileName { hour: self.hour(), run: self.run, part: Part::Segment(self.no) }
    }

    /// Adds its line to a digest, with its head or without.
    fn write(&self, to: &mut Sha256, with_head: bool) {
        let Self { run, no, from, ms, bytes, sha256, head } = self;
        to.update(format!("{run} {no} {from} {ms} {bytes} {}", hex::text(sha256)));
        if with_head {
            to.update(format!(" {}", head.as_ref().map_or_else(|| "-".to_owned(), hex::text)));
        }
        to.update("\n");
    }

    /// The head that a player needs before it: that of its run, in its hour.
    pub const fn init(&self) -> FileName {
        FileName { part: Part::Init, ..self.file() }
    }
}

/// A single picture that is kept with an hour, as the index has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SinglePicture {
    /// SHA-256 of its file, which is named by it.
    #[serde(with = "hex")]
    pub picture: [u8; 32],
    /// How long its file is, in bytes.
    pub bytes: u64,
}

impl SinglePicture {
    /// The name of its file in the folder of its hour.
    pub fn file(&self) -> String {
        format!("{}.jpg", hex::text(&self.picture))
    }
}

/// The digest of an hour. Without pictures in its index it is [`digest_of`] its segments. With them it is SHA-256 over
/// the line `punto recording 3`, one line for each segment as there, with `HEAD`, and then one line for each picture,
/// `picture SHA256 BYTES`, in the order of the index.
pub fn digest_of_hour(segments: &[Segment], pictures: &[SinglePicture]) -> [u8; 32] {
    if pictures.is_empty() {
        return digest_of(segments);
    }
    let mut sha = Sha256::new_with_prefix("punto recording 3\n");
    for segment in segments {
        segment.write(&mut sha, true);
    }
    for SinglePicture { picture, bytes } in pictures {
        sha.update(format!("picture {} {bytes}\n", hex::text(picture)));
    }
    sha.finalize().into()
}

/// The digest over segments in their order: SHA-256 over one line each, `RUN NO FROM MS BYTES SHA256 HEAD`, after the
/// line `punto recording 2`. `HEAD` is `-` where none is noted. Segments of which none has a head noted have the digest
/// that they always had: over lines without `HEAD`, after the line `punto recording 1`.
pub fn digest_of(segments: &[Segment]) -> [u8; 32] {
    let has_heads = segments.iter().any(|segment| segment.head.is_some());
    let version = if has_heads { 2 } else { 1 };
    let mut sha = Sha256::new_with_prefix(format!("punto recording {version}\n"));
    for segment in segments {
        segment.write(&mut sha, has_heads);
    }
    sha.finalize().into()
}

/// The name of a recorded file. Only [`FileName::named`] reads one from outside, and nothing else becomes a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileName {
    /// The folder.
    pub hour: Hour,
    /// The run.
    pub run: u64,
    /// Which file of the run.
    pub part: Part,
}

/// A file of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The head of its segments.
    Init,
    /// A segment.
    Segment(u32),
}

impl FileName {
    /// Reads the name of a folder and the name of a file in it, which have one spelling each.
    pub fn named(hour: &str, file: &str) -> Option<Self> {
        let hour = Hour::named(hour)?;
        let (run, part) = if let Some(run) = file.strip_suffix(".mp4") {
            (run, Part::Init)
        } else {
            let (run, no) = file.strip_suffix(".m4s")?.split_once('-')?;
            (run, Part::Segment(no.parse().ok()?))
        };
        Some(Self { hour, run: run.parse().ok()?, part }).filter(|name| name.file() == file)
    }

    /// The name of the file in its folder.
    pub fn file(&self) -> String {
        match self.part {
            Part::Init => format!("{}.mp4", self.run),
            Part::Segment(no) => format!("{}-{no:08}.m4s", self.run),
        }
    }
}

impl fmt::Display for FileName {
    /// `2026-03-01T09/1772355900007-00000003.m4s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.hour, self.file())
    }
}

/// Digests as 64 hex digits.
pub mod hex {
    use data_encoding::HEXLOWER;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de};

    /// The digits of a digest.
    pub fn text(digest: &[u8; 32]) -> String {
        HEXLOWER.encode(digest)
    }

    pub(super) fn serialize<S: Serializer>(digest: &[u8; 32], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&text(digest))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = HEXLOWER.decode(text.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.ok_or_else(|| de::Error::custom("a digest has 64 hex digits"))
    }

    #[expect(clippy::ref_option, reason = "serde hands a field over by reference")]
    pub(super) fn serialize_any<S: Serializer>(
        digest: &Option<[u8; 32]>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        digest.as_ref().map(text).serialize(serializer)
    }

    pub(super) fn deserialize_some<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<[u8; 32]>, D::Error> {
        deserialize(deserializer).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SEGMENT: Segment =
        Segment { run: 7, no: 1, from: 1_000, ms: 40, bytes: 9, sha256: [3; 32], head: Some([5; 32]) };

    #[test]
    fn names_have_one_spelling() {
        let name = FileName::named("2026-03-01T09", "1772355900007-00000003.m4s").unwrap();
        assert_eq!((name.run, name.part), (1_772_355_900_007, Part::Segment(3)));
        assert_eq!(name.to_string(), "2026-03-01T09/1772355900007-00000003.m4s");
        assert_eq!(FileName::named("2026-03-01T09", "17.mp4").unwrap().part, Part::Init);
    }

    #[test]
    fn a_path_in_a_name_is_refused() {
        for (hour, file) in [
            ("..", "1-00000003.m4s"),
            ("2026-03-01T09/..", "1-00000003.m4s"),
            ("2026-03-01T09", "../1-00000003.m4s"),
            ("2026-03-01T09", "1-../../2.m4s"),
            ("2026-03-01T09", "/etc/passwd"),
            ("2026-03-01T09", "index.jsonl"),
            ("2026-03-01T09", "1-3.m4s"),
            ("2026-03-01T09", "01-00000003.m4s"),
            ("2026-03-01T09", "+1-00000003.m4s"),
            ("2026-03-01T09", "1-00000003.m4s\0"),
            ("2026-3-1T9", "1-00000003.m4s"),
            ("2026-02-30T09", "1-00000003.m4s"),
            ("", ""),
        ] {
            assert_eq!(FileName::named(hour, file), None, "{hour:?} {file:?}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_read_as_a_name_is_written_so(hour in "[0-9T./-]{0,14}", file in "[0-9./m4sp-]{0,24}") {
            if let Some(name) = FileName::named(&hour, &file) {
                prop_assert_eq!(name.to_string(), format!("{hour}/{file}"));
                prop_assert!(!file.contains('/') && !hour.contains('/') && !file.contains(".."));
            }
        }

        #[test]
        fn an_hour_is_read_as_it_is_written(at in 0_i64..253_402_300_800_000) {
            let hour = Hour::of(at);
            prop_assert_eq!(Hour::named(&hour.to_string()), Some(hour));
            prop_assert!((hour.start()..hour.end()).contains(&at));
        }
    }

    #[test]
    fn every_field_of_a_segment_is_under_the_digest() {
        let segment = SEGMENT;
        let known = digest_of(&[segment]);
        for changed in [
            Segment { run: 8, ..segment },
            Segment { no: 2, ..segment },
            Segment { from: 1_001, ..segment },
            Segment { ms: 41, ..segment },
            Segment { bytes: 8, ..segment },
            Segment { sha256: [4; 32], ..segment },
            Segment { head: Some([4; 32]), ..segment },
            Segment { head: None, ..segment },
        ] {
            assert_ne!(digest_of(&[changed]), known, "{changed:?}");
        }
        assert_ne!(digest_of(&[]), known);
        assert_ne!(digest_of(&[segment, segment]), known);
    }

    /// The digests are those that `sha256sum` makes of the lines.
    #[test]
    fn segments_without_heads_keep_the_digest_that_they_had() {
        let old = Segment { head: None, ..SEGMENT };
        for (segments, expected) in [
            (
                vec![old, Segment { no: 2, ..old }],
                "a4763f9022cade3a7c7316e5a7143b567510bf5b20dc0ad2703652454944cdd1",
            ),
            (
                vec![old, Segment { no: 2, ..SEGMENT }],
                "339f83836934416b2b1efc983441a748bf21a5d30b72d673d9f657f35abadb0e",
            ),
            (vec![SEGMENT], "7ca538d655b4593bed74c6cd8bf0fe4ae38202590420f17601c78bf95bb9e1f8"),
        ] {
            assert_eq!(hex::text(&digest_of(&segments)), expected, "{segments:?}");
        }
    }

    /// The digest is that which `sha256sum` makes of the lines.
    #[test]
    fn pictures_are_under_the_digest_of_their_hour_and_an_hour_without_keeps_its_own() {
        let picture = SinglePicture { picture: [9; 32], bytes: 5 };
        let old = Segment { head: None, ..SEGMENT };
        for segments in [vec![], vec![SEGMENT], vec![old]] {
            assert_eq!(digest_of_hour(&segments, &[]), digest_of(&segments));
        }
        let lines = format!(
            "punto recording 3\n7 1 1000 40 9 {} {}\n7 1 1000 40 9 {} -\npicture {} 5\n",
            "03".repeat(32),
            "05".repeat(32),
            "03".repeat(32),
            "09".repeat(32)
        );
        let known = digest_of_hour(&[SEGMENT, old], &[picture]);
        assert_eq!(known, <[u8; 32]>::from(Sha256::digest(lines)));
        for others in [vec![picture, picture], vec![SinglePicture { bytes: 6, ..picture }], vec![]] {
            assert_ne!(digest_of_hour(&[SEGMENT, old], &others), known, "{others:?}");
        }
        let line = serde_json::to_string(&picture).unwrap();
        assert!(serde_json::from_str::<Segment>(&line).is_err(), "{line} is no segment for older readers");
    }

    #[test]
    fn a_line_has_a_head_or_leaves_it_out() {
        let old = Segment { head: None, ..SEGMENT };
        for (segment, has_head) in [(SEGMENT, true), (old, false)] {
            let line = serde_json::to_string(&segment).unwrap();
            assert_eq!(line.contains("\"head\""), has_head, "{line}");
            assert_eq!(serde_json::from_str::<Segment>(&line).unwrap(), segment);
        }
        let line = serde_json::to_string(&SEGMENT).unwrap();
        for head in ["null", "\"\"", "\"05\""] {
            let other = line.replace(&format!("\"{}\"", "05".repeat(32)), head);
            assert!(other != line && serde_json::from_str::<Segment>(&other).is_err(), "{other}");
        }
    }
}
