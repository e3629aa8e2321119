//! The house's own log: what happens outside the tables, and who did it. Knows no storage.

mod actor;
mod desk;
mod entity;
mod event;
pub(crate) mod reads;
mod recordings;

pub use actor::{Actor, ActorError};
pub use desk::{EventKind, LogEntry, LogKind, LogSearch};
pub use entity::{Entity, EntityKind, EntityRef};
pub use event::HouseEvent;
pub use reads::Shared;
pub use recordings::RecordedHour;
