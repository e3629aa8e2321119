//! Reports: the cause of each movement of a wallet's money, and the sums of stakes and payouts.

pub mod csv;
mod desk;
pub mod findings;
pub mod patron_turnover;
pub mod sheet;
pub mod statement;
pub mod turnover;
