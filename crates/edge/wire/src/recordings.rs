//! Recordings of tables over REST: what is recorded of a span, what shows a round, and what is kept.
//!
//! | request under `/api/v1` | body | answer |
//! |---|---|---|
//! | `GET /recordings` | | [`RecordingStates`] |
//! | `GET /tables/{id}/recording?from=&to=` | | [`Recording`] |
//! | `GET /tables/{id}/recording.m3u8?from=&to=` | | a playlist of HLS, whose files are beside it |
//! | `GET /tables/{id}/shoes/{shoe}/rounds/{round}/video` | | [`RoundVideo`] |
//! | `GET /tables/{id}/shoes/{shoe}/rounds/{round}/evidence` | | [`RoundEvidence`] |
//! | `GET /tables/{id}/recording/holds` | | [`RecordingHolds`] |
//! | `POST /tables/{id}/recording/holds` | [`HoldRecording`] | [`RecordingHold`] |
//! | `POST /tables/{id}/recording/holds/{no}/release` | [`ReleaseHold`] | |
//!
//! Times are milliseconds of UTC since 1970. A span has its first millisecond and not its last.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::client::RoundRef;
use crate::passkeys::ProveAgain;

/// How all recordings stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RecordingStates {
    /// The tables that have a camera, by number; then live tables that wait because no camera is named for them.
    pub tables: Vec<RecordingState>,
    /// The disk that keeps them; none without a camera, and where the operating system does not know its room.
    pub disk: Option<RecordingDisk>,
}

/// How the recording of a table stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RecordingState {
    /// The table.
    pub table_id: u32,
    /// `live`: it is recorded. `stalled`: it was, and no picture comes at the moment. `none`: no picture came since the
    /// server started. `full`: nothing is kept, because the disk is full. `no_camera`: no camera is named for the live
    /// table, nor a reason why it needs none, so it begins no round.
    pub state: String,
    /// Since when: of `live`, since when nothing is missing; of the others, since when nothing is kept.
    pub since: i64,
    /// Why it is not recorded, where that is known.
    pub why: Option<String>,
    /// The latest file that was found changed or gone since the server started.
    pub changed: Option<RecordingChange>,
}

/// A recording was changed after it was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RecordingChange {
    /// When that was found.
    pub at: i64,
    /// The file; none where evidence differs as a whole.
    pub file: Option<String>,
}

/// The disk that keeps recordings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RecordingDisk {
    /// How many bytes are free.
    pub free: u64,
    /// How many bytes it has.
    pub total: u64,
    /// `plenty`, `low` below a tenth, `full` below 2 GiB: then nothing is recorded.
    pub room: String,
    /// Whether the store is on it, too.
    pub shares_store: bool,
}

/// Which part of a recording is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordingAsked {
    /// When it begins; ten minutes before its end if it is left out.
    #[serde(default)]
    pub from: Option<i64>,
    /// When it ends; now if it is left out. A part has an hour at most.
    #[serde(default)]
    pub to: Option<i64>,
}

/// A span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RecordedSpan {
    /// Its first millisecond.
    pub from: i64,
    /// The first one after it.
    pub to: i64,
}

/// What is recorded of a span of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Recording {
    /// The table.
    pub table_id: u32,
    /// Whether it is recorded at the moment: `live`, `stalled`, `none`, or `off` where the server has no source for it.
    pub picture: String,
    /// Why it is not, where that is known.
    pub why: Option<String>,
    /// The span.
    pub span: RecordedSpan,
    /// How much of it is recorded: `all`, `part` or `none`.
    pub recorded: String,
    /// What is missing, in order.
    pub gaps: Vec<RecordedSpan>,
    /// The segments that have a part of it, in order.
    pub segments: Vec<RecordedSegment>,
    /// The digest over these segments and their heads, as 64 hex digits.
    pub digest: String,
}

/// A segment of a recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RecordedSegment {
    /// Its file under `recording/files`.
    pub file: String,
    /// When it begins.
    pub from: i64,
    /// How long it is, in milliseconds.
    pub ms: u32,
    /// How long its file is, in bytes.
    pub bytes: u64,
    /// SHA-256 of its file, as 64 hex digits.
    pub sha256: String,
    /// SHA-256 of the head of its run, as 64 hex digits, where the index notes it.
    pub head: Option<String>,
}

/// The part of a recording that shows a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RoundVideo {
    /// The table.
    pub table_id: u32,
    /// The round.
    pub round: RoundRef,
    /// From five seconds before its betting to ten seconds after its end; to now, while it is under way.
    pub span: RecordedSpan,
    /// How much of it is recorded: `all`, `part` or `none`.
    pub recorded: String,
    /// What is missing, in order.
    pub gaps: Vec<RecordedSpan>,
    /// The digest over its segments, as 64 hex digits.
    pub digest: String,
    /// What happened in it, in order.
    pub marks: Vec<VideoMark>,
}

/// What the corrections of a round name of the recording, read again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RoundEvidence {
    /// One for each correction that names a part, by number.
    pub evidence: Vec<CheckedEvidence>,
}

/// The part of a recording that a correction names, as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CheckedEvidence {
    /// The number of the correction.
    pub correction_no: u64,
    /// `same`, `changed` since the correction was proposed, or `gone` when nothing of it is left.
    pub state: String,
    /// The files that are missing or are not what was recorded.
    pub changed: Vec<String>,
    /// The hold that keeps it, unless it was released.
    pub hold_no: Option<u32>,
    /// The part, with what of the round happened in it. Its digest is the one of now.
    pub video: RoundVideo,
}

/// A moment of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct VideoMark {
    /// When.
    pub at: i64,
    /// What: `opened`, `closed`, `card`, `finding`, `settled` or `voided`.
    pub what: String,
    /// The card, or the code of the finding.
    pub which: Option<String>,
}

/// Keeps a part of a recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HoldRecording {
    /// The part.
    pub span: RecordedSpan,
    /// Why it is kept.
    pub why: String,
}

/// Releases a part that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReleaseHold {
    /// What proves again who the caller is.
    pub proof: ProveAgain,
}

/// A part of a recording that is kept until somebody releases it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RecordingHold {
    /// Its number at its table.
    pub hold_no: u32,
    /// The part.
    pub span: RecordedSpan,
    /// Who keeps it.
    pub staff_id: u32,
    /// Their name, where it is known.
    pub name: Option<String>,
    /// Why.
    pub why: String,
    /// Since when.
    pub at: i64,
}

/// The parts of a table's recording that are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RecordingHolds {
    /// By number.
    pub holds: Vec<RecordingHold>,
}
