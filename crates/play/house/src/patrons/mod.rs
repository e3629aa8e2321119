//! Patrons: their accounts and tokens, and their private notices.

mod accounts;
pub(crate) mod channels;
pub mod nickname;
pub mod notice;
pub(crate) mod notice_builder;
pub(crate) mod presence;

pub use accounts::{GIFT, HISTORY_PAGE, LOW, Token, hash_of};
pub use nickname::{NICKNAME, NameRefusal};
pub use presence::Connection;
