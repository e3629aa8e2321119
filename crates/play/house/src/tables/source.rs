//! Where the cards of a table come from. Knows no card but those of a shuffled shoe.

use table::Event;
use table::live::SCANNER_ALGORITHM;

use crate::tables::shuffled_shoe::ShuffledShoe;

/// Where the cards of the shoe on a table come from.
#[derive(Debug, Default)]
pub(crate) enum Source {
    /// A shuffled shoe, whose order is fixed.
    Shuffled(ShuffledShoe),
    /// A device reads them as a dealer draws them. Nobody can lose this source.
    Scanned,
    /// No shoe: none was opened yet, or it cannot be made again.
    #[default]
    None,
}

impl Source {
    /// The shuffled shoe, if the cards come from one.
    pub(crate) const fn shuffled(&self) -> Option<&ShuffledShoe> {
        match self {
            Self::Shuffled(shoe) => Some(shoe),
            Self::Scanned | Self::None => None,
        }
    }

    /// Gives up a shuffled shoe that does not fit the table.
    pub(crate) fn give_up(&mut self) {
        if let Self::Shuffled(_) = self {
            *self = Self::None;
        }
    }

    /// Whether this event opens a shoe whose cards a device reads.
    pub(crate) fn is_scanned_by(event: &Event) -> bool {
        matches!(event, Event::ShoeOpened { algorithm, .. } if algorithm == SCANNER_ALGORITHM)
    }
}

impl From<Option<ShuffledShoe>> for Source {
    fn from(shoe: Option<ShuffledShoe>) -> Self {
        shoe.map_or(Self::None, Self::Shuffled)
    }
}
