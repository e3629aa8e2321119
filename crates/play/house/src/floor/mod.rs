//! The floor: the tables of a house as data, which people create, change, halt and close while the house runs.

mod admin;
pub mod check;
pub mod desk;
pub mod diff;
pub mod door;
pub mod opening;
pub mod record;
pub mod refusal;
pub(crate) mod registry;

pub use admin::FloorChanges;
pub use check::{FieldProblem, check};
pub use desk::{Change, FloorDesk, Kept, TableStep};
pub use diff::{Difference, differences};
pub use door::{Invitations, NewInvitationCode, PatronName, TablePassword};
pub use opening::{FloorPlan, GivenTable, GivenTimings};
pub use record::{SpotRange, TableRecord, TableStatus};
pub use refusal::{FloorRefusal, FloorRejection};
