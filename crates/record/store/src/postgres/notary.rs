//! Stores checkpoints.

use journal::Signed;
use tokio_postgres::Client;

use super::failure::Trouble;
use crate::queries::notary::NotaryQueries as _;
use crate::rows::column;

/// Stores a checkpoint; true when the one of its number is this one. So a repeat after a lost answer is harmless.
pub(super) async fn add(client: &Client, number: u64, signed: Signed) -> Result<bool, Trouble> {
    // A session that reads has the server's settings, which may be less.
    client.batch_execute("SET synchronous_commit = on").await?;
    client.add_checkpoint(number, &signed).await?;
    let sql = "SELECT signature FROM checkpoint WHERE checkpoint_no = $1";
    let stored = client.query_one(sql, &[&column(number)?]).await?;
    Ok(stored.try_get::<_, &[u8]>(0)? == signed.signature)
}
