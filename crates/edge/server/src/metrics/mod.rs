//! What the server did, as numbers that Prometheus reads. Nothing here names a patron, an address or a secret.

mod commits;
mod counts;
mod encode;
mod http;
mod listen;
mod process;
mod scrape;
mod store;

pub use counts::Metrics;
pub use listen::serve;
pub use store::MeteredStore;
