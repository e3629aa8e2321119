//! The ids of transfers, made from what causes them: the same cause makes the same id, so a retry moves
//! nothing twice; different causes make different ids, because every part has bits of its own.
//!
//! | bits | part |
//! |---|---|
//! | 20 | table, from 1; 0 for money outside any table |
//! | 28 | shoe |
//! | 16 | round |
//! | 32 | patron |
//! | 1 | whether it is about bonus money |
//! | 9 | the slip's place among the patron's slips of the round; of what moves for all of them, which it is |
//! | 5 | spot |
//! | 3 | kind |
//! | 14 | revision of the settlement |
//!
//! Outside any table, shoe and round together hold the number of the gift, and the last 32 bits are 0. What a
//! supervisor adjusts has 107 bits of the SHA-256 of the caller's id there, and ends in a 1.

use baccarat::Spot;
use ledger::TransferId;
use sha2::{Digest as _, Sha256};
use table::{PatronId, RequestId, RoundRef, TableId};

use crate::money::purse::Purse;

/// What a transfer of a round is for, by its code. Codes are stored for good: never change one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind(u8);

impl Kind {
    /// A stake leaves the patron's cash.
    pub(crate) const HOLD: Self = Self(1);
    /// A stake goes back.
    pub(crate) const RELEASE: Self = Self(2);
    /// A stake is lost.
    pub(crate) const CAPTURE: Self = Self(3);
    /// What a won wager earns beyond its stake.
    pub(crate) const PROFIT: Self = Self(4);
    /// A stake that went back or was lost is held again.
    pub(crate) const HOLD_AGAIN: Self = Self(5);
    /// A profit goes back.
    pub(crate) const PROFIT_BACK: Self = Self(6);
    /// Something about all of a patron's wagers of the round together: a [`Whole`].
    const WHOLE: Self = Self(7);
}

/// What moves for all of a patron's wagers of a round together, by its place where a slip's would be. Places are stored
/// for good: never change one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Whole(usize);

impl Whole {
    /// A correction advances what it is about to take back.
    pub(crate) const ADVANCE: Self = Self(0);
    /// What the patron's cash lacks to return that is lent.
    pub(crate) const COVER: Self = Self(1);
    /// The advance returns.
    pub(crate) const RETURN: Self = Self(2);
    /// What the patron owes is paid back.
    pub(crate) const REPAY: Self = Self(3);
}

/// The round and the patron whose money moves, from which the ids of the transfers are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoundPatron {
    pub(crate) table: TableId,
    pub(crate) round: RoundRef,
    pub(crate) patron: PatronId,
}

impl RoundPatron {
    /// The id of a transfer of one purse's part of one wager of one slip.
    pub(crate) fn part(self, kind: Kind, purse: Purse, slip: usize, spot: Spot, revision: u16) -> TransferId {
        let bits = Bits(0)
            .then(u128::from(self.table.0), 20)
            .then(u128::from(self.round.shoe_no), 28)
            .then(u128::from(self.round.round_no), 16)
            .then(u128::from(self.patron.0), 32)
            .then(u128::from(purse == Purse::Bonus), 1)
            .then(number(slip), 9)
            .then(number(spot.index()), 5)
            .then(u128::from(kind.0), 3)
            .then(u128::from(revision), 14);
        TransferId(bits.0)
    }

    /// The id of the hold of a purse's part of one wager of one slip. The other transfers refer to it.
    pub(crate) fn hold(self, purse: Purse, slip: usize, spot: Spot) -> TransferId {
        self.part(Kind::HOLD, purse, slip, spot, 0)
    }

    /// The id of a purse's profit on a spot, all slips together.
    pub(crate) fn profit(self, purse: Purse, spot: Spot, revision: u16) -> TransferId {
        self.part(Kind::PROFIT, purse, 0, spot, revision)
    }

    /// The id of what moves for all of the patron's wagers of the round together.
    pub(crate) fn whole(self, whole: Whole, revision: u16) -> TransferId {
        self.of_purse(whole, Purse::Cash, revision)
    }

    /// The id of what moves for all of one purse's wagers of the round together.
    pub(crate) fn of_purse(self, whole: Whole, purse: Purse, revision: u16) -> TransferId {
        self.part(Kind::WHOLE, purse, whole.0, Spot::ALL[0], revision)
    }
}

/// The id of a gift of play money: number 0 when the patron is made, and any later number once.
pub(crate) fn gift_id(patron: PatronId, gift_no: u64) -> TransferId {
    let bits = Bits(0).then(0, 20).then(u128::from(gift_no), 44).then(u128::from(patron.0), 32).then(0, 32);
    TransferId(bits.0)
}

/// The id of what a supervisor adjusts, from the id the caller made for it.
pub(crate) fn adjustment(request_id: RequestId) -> TransferId {
    let digest: [u8; 32] = Sha256::digest(request_id.0.to_be_bytes()).into();
    let first = digest.iter().take(16).fold(0_u128, |bits, byte| (bits << 8) | u128::from(*byte));
    TransferId((first >> 20) | 1)
}

/// Numbers laid side by side.
#[derive(Clone, Copy)]
struct Bits(u128);

impl Bits {
    fn then(self, number: u128, width: u32) -> Self {
        assert!(
            number.checked_shr(width) == Some(0),
            "{number} has more than {width} bits: ids would collide"
        );
        Self(self.0.checked_shl(width).unwrap_or_default() | number)
    }
}

fn number(n: usize) -> u128 {
    u128::try_from(n).expect("no machine's words are wider")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// All that are about one wager.
    const KINDS: [Kind; 6] =
        [Kind::HOLD, Kind::RELEASE, Kind::CAPTURE, Kind::PROFIT, Kind::HOLD_AGAIN, Kind::PROFIT_BACK];

    #[test]
    fn every_part_makes_a_difference() {
        let mut ids = BTreeSet::new();
        let mut add = |id: TransferId| assert!(ids.insert(id), "{id} was made twice");
        for (table, shoe_no, round_no, patron) in [
            (1, 1, 1, 1),
            (2, 1, 1, 1),
            (1, 2, 1, 1),
            (1, 1, 2, 1),
            (1, 1, 1, 2),
            (1, 256, 1, 1),
            (1, 1, 256, 1),
        ] {
            let round = RoundRef { shoe_no, round_no };
            let whose = RoundPatron { table: TableId(table), round, patron: PatronId(patron) };
            for slip in [0, 1, 499] {
                for spot in Spot::ALL {
                    for kind in KINDS {
                        for revision in [0, 1, 2, 16_383] {
                            for purse in [Purse::Cash, Purse::Bonus] {
                                add(whose.part(kind, purse, slip, *spot, revision));
                            }
                        }
                    }
                }
            }
            for whole in [Whole::ADVANCE, Whole::COVER, Whole::RETURN, Whole::REPAY] {
                for revision in [0, 1, 2, 16_383] {
                    for purse in [Purse::Cash, Purse::Bonus] {
                        add(whose.of_purse(whole, purse, revision));
                    }
                }
            }
        }
        for patron in [1, 2, u32::MAX] {
            for number in [0, 1, 28_000_000] {
                add(gift_id(PatronId(patron), number));
            }
        }
        for request in 0..1_000 {
            let id = adjustment(RequestId(request));
            assert_eq!(id.0 >> 108, 0, "{id} is of a table");
            add(id);
        }
    }

    #[test]
    fn the_largest_numbers_fit() {
        let ids = RoundPatron {
            table: TableId(crate::House::TABLE_ID_MAX),
            round: RoundRef { shoe_no: (1 << 28) - 1, round_no: u16::MAX },
            patron: PatronId(u32::MAX),
        };
        let slip = usize::from(table::judge::SLIPS_A_ROUND);
        ids.part(Kind::PROFIT, Purse::Bonus, slip, *Spot::ALL.last().unwrap(), 16_383);
    }

    #[test]
    #[should_panic(expected = "ids would collide")]
    fn what_does_not_fit_is_a_bug() {
        let ids = RoundPatron {
            table: TableId(crate::House::TABLE_ID_MAX + 1),
            round: RoundRef { shoe_no: 1, round_no: 1 },
            patron: PatronId(1),
        };
        ids.hold(Purse::Cash, 0, Spot::Player);
    }

    #[test]
    fn ids_are_frozen() {
        let round = RoundRef { shoe_no: 2, round_no: 3 };
        let ids = RoundPatron { table: TableId(1), round, patron: PatronId(4) };
        assert_eq!(
            ids.part(Kind::CAPTURE, Purse::Cash, 5, Spot::Tie, 6).to_string(),
            "0000100000020003000000040144c006"
        );
        assert_eq!(
            ids.part(Kind::CAPTURE, Purse::Bonus, 5, Spot::Tie, 6).to_string(),
            "0000100000020003000000048144c006"
        );
    }
}
