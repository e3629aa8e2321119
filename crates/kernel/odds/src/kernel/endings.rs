//! What is counted: a shoe by points, and draws by how they end.

/// Cards by what they count, 0 to 9.
pub(crate) type Points = [u16; 10];

/// Ordered draws of six by ending: `[thirds][Player's total][Banker's total]`.
pub(crate) type Counts = [[[u64; 10]; 10]; 4];

/// Nobody drew a third card; Player did; Banker did; both did.
pub(crate) const NOBODY: usize = 0;
pub(crate) const PLAYER: usize = 1;
pub(crate) const BANKER: usize = 2;
pub(crate) const BOTH: usize = 3;
