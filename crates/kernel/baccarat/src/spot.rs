//! The spots of the layout on which a wager can lie. Names only: what they pay is data.

use core::fmt;

macro_rules! spots {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $title:literal;)+) => {
        /// A place on the layout. What it pays is a [`Paytable`](crate::paytable::Paytable), never a constant.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Spot { $($(#[$doc])* $name),+ }

        impl Spot {
            /// Every spot, in the order of the catalogue.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// How many there are.
            pub const COUNT: usize = Self::ALL.len();

            /// The id used in data and messages, such as `player_pair`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id),+ }
            }

            /// The name people read, in English.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title),+ }
            }

            /// The spot of that id.
            pub fn from_id(id: &str) -> Option<Self> {
                match id { $($id => Some(Self::$name),)+ _ => None }
            }

            /// Its place in [`ALL`](Self::ALL).
            #[allow(clippy::as_conversions, reason = "the discriminant of a fieldless enum of a byte")]
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

spots! {
    /// The Player hand wins.
    Player = "player", "Player";
    /// The Banker hand wins.
    Banker = "banker", "Banker";
    /// Equal totals.
    Tie = "tie", "Tie";
    /// Player's first two cards share their rank.
    PlayerPair = "player_pair", "Player Pair";
    /// Banker's first two cards share their rank.
    BankerPair = "banker_pair", "Banker Pair";
    /// Five or six cards.
    Big = "big", "Big";
    /// Four cards.
    Small = "small", "Small";
    /// Banker wins with six, paid by the number of Banker's cards.
    Lucky6 = "lucky_6", "Lucky 6";
    /// Either side holds a pair.
    EitherPair = "either_pair", "Either Pair";
    /// A pair of the same suit on one side or both.
    PerfectPair = "perfect_pair", "Perfect Pair";
    /// Player wins by a natural or by a margin.
    PlayerBonus = "player_bonus", "Player Bonus";
    /// Banker wins by a natural or by a margin.
    BankerBonus = "banker_bonus", "Banker Bonus";
    /// Banker wins with seven on three cards.
    Dragon7 = "dragon_7", "Dragon 7";
    /// Player wins with eight on three cards.
    Panda8 = "panda_8", "Panda 8";
    /// Banker wins with six.
    Super6 = "super_6", "Super 6";
    /// Banker wins with six on two cards.
    SmallTiger = "small_tiger", "Small Tiger";
    /// Banker wins with six on three cards.
    BigTiger = "big_tiger", "Big Tiger";
    /// A tie at six.
    TigerTie = "tiger_tie", "Tiger Tie";
    /// Pairs, paid by how many and whether alike.
    TigerPair = "tiger_pair", "Tiger Pair";
    /// Player wins with seven.
    Lucky7 = "lucky_7", "Lucky 7";
    /// Player's seven beats Banker's six.
    SuperLucky7 = "super_lucky_7", "Super Lucky 7";
    /// Player holds a natural.
    PlayerNatural = "player_natural", "Player Natural";
    /// Banker holds a natural.
    BankerNatural = "banker_natural", "Banker Natural";
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.title())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_places_lead_back() {
        assert_eq!(Spot::COUNT, 23);
        for (index, spot) in Spot::ALL.iter().enumerate() {
            assert_eq!(Spot::from_id(spot.id()), Some(*spot));
            assert_eq!(spot.index(), index);
        }
        assert_eq!(Spot::from_id("Player"), None);
    }
}
