//! The house's own log: what happens outside the tables, and who did it. Knows no storage.

mod actor;
mod entity;
mod event;

pub use actor::{Actor, ActorError};
pub use entity::{Entity, EntityKind, EntityRef};
pub use event::HouseEvent;
