//! Stores checkpoints.

use journal::Signed;
use tokio_postgres::{Client, GenericClient};

use super::failure::Trouble;
use crate::rows::column;

/// Stores a checkpoint; true when the one of its number is this one. So a repeat after a lost answer is harmless.
pub(super) async fn add(client: &Client, number: u64, signed: Signed) -> Result<bool, Trouble> {
    let number = column(number)?;
    // A session that reads has the server's settings, which may be less.
    client.batch_execute("SET synchronous_commit = on").await?;
    insert(client, number, &signed).await?;
    let sql = "SELECT signature FROM checkpoint WHERE checkpoint_no = $1";
    let stored = client.query_one(sql, &[&number]).await?;
    Ok(stored.try_get::<_, &[u8]>(0)? == signed.signature)
}

/// Writes a checkpoint, unless there is one of that number.
pub(super) async fn insert(client: &impl GenericClient, number: i64, signed: &Signed) -> Result<(), Trouble> {
    let Signed { text, signature, key } = signed;
    let sql = "INSERT INTO checkpoint (checkpoint_no, text, signature, key) VALUES ($1, $2, $3, $4)
               ON CONFLICT DO NOTHING";
    client.execute(sql, &[&number, text, &signature.as_slice(), &key.as_slice()]).await?;
    Ok(())
}
