//! Patrons: their accounts and tokens, and their private notices.

mod accounts;
pub(crate) mod channels;
pub mod nickname;
pub mod notice;
pub(crate) mod notice_builder;
mod own_range;
pub(crate) mod presence;
pub mod range;

pub use accounts::{GIFT, HISTORY_PAGE, LOW};
pub use nickname::{NICKNAME, NameRefusal};
pub use presence::Connection;
