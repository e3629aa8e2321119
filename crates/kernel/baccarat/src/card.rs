//! Cards: rank, suit, points, and how they are written. Knows no hands.

use core::fmt;
use core::str::FromStr;

/// What a card counts: ace 1, two to nine their number, ten and pictures 0.
///
/// A total is a sum of points modulo ten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u8);

impl Points {
    /// The points `0..=9`; anything above is taken modulo ten, as totals are.
    pub const fn new(n: u8) -> Self {
        Self(n % 10)
    }

    /// The number, 0 to 9.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The sum modulo ten.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self::new(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

macro_rules! lettered {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $letter:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The letter it is written with.
            pub const fn letter(self) -> char {
                match self { $(Self::$variant => $letter),+ }
            }

            /// Its place in [`ALL`](Self::ALL).
            #[allow(clippy::as_conversions, reason = "the discriminant of a fieldless enum of a byte")]
            const fn place(self) -> u8 {
                self as u8
            }

            /// The one written with that letter.
            pub const fn from_letter(letter: char) -> Option<Self> {
                match letter { $($letter => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

lettered! {
    /// The thirteen ranks, ace low.
    Rank {
        /// A
        Ace = 'A',
        /// 2
        Two = '2',
        /// 3
        Three = '3',
        /// 4
        Four = '4',
        /// 5
        Five = '5',
        /// 6
        Six = '6',
        /// 7
        Seven = '7',
        /// 8
        Eight = '8',
        /// 9
        Nine = '9',
        /// T, also read as 10
        Ten = 'T',
        /// J
        Jack = 'J',
        /// Q
        Queen = 'Q',
        /// K
        King = 'K',
    }
}

lettered! {
    /// The four suits, in the order compositions are written.
    Suit {
        /// s
        Spades = 's',
        /// h
        Hearts = 'h',
        /// d
        Diamonds = 'd',
        /// c
        Clubs = 'c',
    }
}

impl Rank {
    /// What a card of this rank counts.
    pub const fn points(self) -> Points {
        Points(match self {
            Self::Ace => 1,
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
            Self::Five => 5,
            Self::Six => 6,
            Self::Seven => 7,
            Self::Eight => 8,
            Self::Nine => 9,
            Self::Ten | Self::Jack | Self::Queen | Self::King => 0,
        })
    }
}

/// One of the 52 cards, ordered as in a composition: suit-major `s h d c`, each A to K.
///
/// Written rank then suit: `As`, `Th`, `9d`, `Kc`; `10h` is read as `Th`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

const RANKS: u8 = 13;

/// The texts of all cards, by index.
static TEXTS: [[u8; 2]; Card::KINDS] = {
    let (ranks, suits) = (*b"A23456789TJQK", *b"shdc");
    let (mut texts, mut index) = ([[0; 2]; Card::KINDS], 0);
    while index < Card::KINDS {
        texts[index] = [ranks[index % 13], suits[index / 13]];
        index = index.wrapping_add(1);
    }
    texts
};

impl Card {
    /// How many different cards there are.
    pub const KINDS: usize = 52;

    /// The card of that rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(suit.place().wrapping_mul(RANKS).wrapping_add(rank.place()))
    }

    /// Its rank.
    pub fn rank(self) -> Rank {
        Rank::ALL[usize::from(self.0 % RANKS)]
    }

    /// Its suit.
    pub fn suit(self) -> Suit {
        Suit::ALL[usize::from(self.0 / RANKS)]
    }

    /// What it counts.
    pub fn points(self) -> Points {
        self.rank().points()
    }

    /// How it is written: two letters, such as `9h`.
    pub fn text(self) -> &'static str {
        core::str::from_utf8(&TEXTS[self.index()]).unwrap_or_default()
    }

    /// Its place in a composition, 0 to 51.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The card at that place in a composition.
    pub fn from_index(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < Self::KINDS).map(Self)
    }

    /// The 52 cards of one deck, in composition order.
    pub fn deck() -> impl Iterator<Item = Self> {
        (0..Self::KINDS).filter_map(Self::from_index)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a card: write a rank (A 2-9 T J Q K, or 10) then a suit (s h d c), such as 9h")]
pub struct CardError {
    /// What was read, shortened to its first 12 characters.
    pub text: String,
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let ten = text.strip_prefix("10");
        let mut rest = ten.unwrap_or(text).chars();
        let rank = if ten.is_some() { Some('T') } else { rest.next() };
        match (rank.and_then(Rank::from_letter), rest.next().and_then(Suit::from_letter), rest.next()) {
            (Some(rank), Some(suit), None) => Ok(Self::new(rank, suit)),
            _ => Err(CardError { text: text.chars().take(12).collect() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_survives_its_own_text_and_index() {
        let deck: Vec<Card> = Card::deck().collect();
        assert_eq!(deck.len(), Card::KINDS);
        for (index, card) in deck.iter().enumerate() {
            assert_eq!(card.to_string().parse::<Card>().as_ref(), Ok(card));
            assert_eq!(card.index(), index);
            assert_eq!(Card::from_index(index), Some(*card));
        }
        assert_eq!(Card::from_index(52), None);
    }

    #[test]
    fn ten_is_read_both_ways() {
        assert_eq!("10h".parse::<Card>(), "Th".parse::<Card>());
        assert_eq!("10h".parse::<Card>().unwrap().to_string(), "Th");
    }

    #[test]
    fn what_is_no_card_is_named() {
        for bad in ["", "9", "h9", "9H", "1h", "10", "10hh", "9h ", "0s", "♠A", "Xx", "100h"] {
            assert_eq!(bad.parse::<Card>(), Err(CardError { text: bad.to_owned() }), "{bad:?}");
        }
    }

    #[test]
    fn points_are_those_of_every_vendor_document() {
        let points: Vec<u8> = Rank::ALL.iter().map(|r| r.points().get()).collect();
        assert_eq!(points, [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]);
        // Documents 000 and 001: "4 + 2 + 6 = 2", "5 + 6 + 8 = 9", "10 + 10 + 10 = 0".
        let total = |a, b, c| Points::new(a).plus(Points::new(b)).plus(Points::new(c)).get();
        assert_eq!((total(4, 2, 6), total(5, 6, 8), total(10, 10, 10)), (2, 9, 0));
    }
}
