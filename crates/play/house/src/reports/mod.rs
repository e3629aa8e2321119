//! Reports: what each movement of a wallet's money was for, and what was staked and paid.

pub mod patron_turnover;
pub mod statement;
pub mod turnover;
