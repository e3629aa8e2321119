//! Records what cameras see: one ffmpeg for each camera, its segments by the hour, and what of them is kept.
//!
//! What is decided is pure and has no input or output; what acts on it is small.
//!
//! | module | decides | module | acts |
//! |---|---|---|---|
//! | [`source`] | which sources there are, and what of them is secret | `child` | starts and ends ffmpeg |
//! | [`command`] | the arguments of ffmpeg | [`recorder`] | keeps a camera recorded |
//! | [`watch`] | whether a run still records, and when the next one begins | [`archive`] | the files of a camera |
//! | [`live_list`] | which segments ffmpeg has finished | [`disk`] | how much room there is |
//! | [`segment`] | names, the index, digests | | |
//! | [`span`], [`playlist`] | what of a span of time is recorded, and how it is played | | |
//! | [`retention`] | which hours are deleted | [`ring`] | the newest segments, in memory |
//! | [`jpeg`] | whether bytes are a picture | | |
//!
//! A camera is a number and a folder. The crate knows no table, no round and no house. Times are milliseconds of UTC
//! since 1970.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::float_arithmetic))]

pub mod archive;
mod child;
pub mod command;
pub mod disk;
pub mod hold;
pub mod jpeg;
pub mod live_list;
pub mod playlist;
pub mod recorder;
pub mod retention;
pub mod ring;
pub mod segment;
pub mod source;
pub mod span;
pub mod time;
pub mod watch;

pub use archive::{Archive, Checked, ClosedHour};
pub use disk::{Disk, Room, Space, SystemDisk};
pub use hold::Hold;
pub use recorder::{Camera, Clock, Picture, Recorder, Status};
pub use ring::Ring;
pub use segment::{FileName, Hour, Segment};
pub use source::Source;
pub use span::{Recorded, Span};
