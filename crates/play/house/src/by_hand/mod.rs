//! Money by hand: what one supervisor may adjust alone, what takes a second person, and the settings that say so.

pub mod adjuster;
mod alone;
mod desk;
pub mod proposal;
pub mod refusal;
pub mod settings;

pub use adjuster::Adjuster;
pub use desk::{MoneyStaff, ProposalReceipt};
pub use proposal::{AdjustmentProposal, AdjustmentState, Decided, ProposedChange};
pub use refusal::ByHandRefusal;
pub use settings::{AdjustmentLimits, HouseSettings};
