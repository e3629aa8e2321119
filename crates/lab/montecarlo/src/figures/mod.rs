//! Statistics of counts beside the exact law: means with their errors, streaks, results of sessions. The only place
//! with floating point; it moves no money and decides nothing.

mod histogram;
mod sessions;
mod spots;
mod streaks;

pub use histogram::{Histogram, Scale};
pub use sessions::SchemeFigures;
pub use spots::{Comparison, CoupChances, NoLaw, ResolutionFigures, SpotFigures};
pub use streaks::{StreakLine, streak_lines};

pub use crate::number::{real, share};
