//! What a house remembers of the risk of its tables.

use crate::risk::alerts::AlertBook;
use crate::risk::edges::EdgesBook;
use crate::risk::figures::FiguresBook;

/// The figures that were computed, and the alerts that were raised.
#[derive(Debug, Default)]
pub(crate) struct Risk {
    pub(crate) figures: FiguresBook,
    pub(crate) edges: EdgesBook,
    pub(crate) alerts: AlertBook,
}
