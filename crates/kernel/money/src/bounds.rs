//! The bounds of money. They are chosen so that every settlement, void and repayment fits its accounts, and every
//! amount of one purse stays below 2^53; docs/DESIGN.md has the argument. All are in minor units, of any currency.

use crate::Amount;

/// What a purse may come to by hand or by a gift, and the most that may be in a purse from which stakes are taken:
/// 10^15.
pub const PURSE: Amount = amount(1_000_000_000_000_000);
/// The largest stake of one patron on one spot that the limits of a table may allow: 10^15.
pub const STAKE: Amount = amount(1_000_000_000_000_000);
/// The largest stake of one patron on a spot for which neither the table nor its house rules name one: 10^11.
pub const STAKE_WHERE_UNSET: Amount = amount(100_000_000_000);
/// The most that one patron may be paid in the rounds under way at all tables of a house, stakes included: 4 * 10^15.
pub const PAYOUT: Amount = amount(4_000_000_000_000_000);
/// What a purse may come to by a correction: as much as by a payout, 5 * 10^15.
pub const PURSE_CORRECTED: Amount = amount(PURSE.minor().saturating_add(PAYOUT.minor()));
/// The most that may be held as stakes at one table: 10^16.
pub const HELD: Amount = amount(10_000_000_000_000_000);
/// How far from zero an account of the house may come by what somebody asks for: 4 * 10^18.
pub const HOUSE: Amount = amount(4_000_000_000_000_000_000);
/// The largest change of a purse by one adjustment: 10^12.
pub const ADJUSTMENT: Amount = amount(1_000_000_000_000);
/// The largest whole number that every reader of JSON keeps exactly: 2^53 - 1.
pub const JSON: Amount = amount((1 << 53) - 1);

const _: () = {
    // A purse of a patron whose every open round wins, right after a correction.
    assert!(PURSE_CORRECTED.minor().saturating_add(PAYOUT.minor()) <= JSON.minor());
    // An account of a table after a round in which every stake wins the longest odds.
    let longest = HELD.minor().saturating_mul(crate::Odds::MAX_TO_ONE.saturating_add(1));
    assert!(HOUSE.minor().saturating_add(longest) <= Amount::MAX.minor());
};

const fn amount(minor: u64) -> Amount {
    match Amount::new(minor) {
        Ok(amount) => amount,
        Err(_) => Amount::MAX,
    }
}
