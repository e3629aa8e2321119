//! The notary's side of a database: the heads of all logs, single entries, the checkpoints.
//!
//! Several servers may write to the logs, so no head is remembered here: one query reads all that are committed.

use deadpool_postgres::Object;
use house::ports::PortFuture;
use journal::{Checkpoints, Digest, Head, Signed};
use table::{TableId, Timestamp};
use tokio_postgres::GenericClient;

use super::PostgresStore;
use super::failure::Trouble;
use crate::queries::notary;
use crate::rows::column;

impl Checkpoints for PostgresStore {
    fn heads(&self) -> PortFuture<'_, Vec<Head>> {
        self.read(|client| async move { notary::heads(&**client).await })
    }

    fn entry(&self, log: TableId, seq: u64) -> PortFuture<'_, Option<(Timestamp, Digest)>> {
        self.read(move |client| async move { notary::entry_head(&**client, log, seq).await })
    }

    fn latest_checkpoint(&self) -> PortFuture<'_, Option<(u64, Signed)>> {
        self.read(|client| async move { notary::latest_checkpoint(&**client).await })
    }

    fn add_checkpoint(&self, number: u64, signed: Signed) -> PortFuture<'_, bool> {
        self.read(move |client| {
            let signed = signed.clone();
            async move { add(&client, number, &signed).await }
        })
    }
}

/// Stores a checkpoint; true when the one of its number is this one. So a repeat after a lost answer is harmless.
async fn add(client: &Object, number: u64, signed: &Signed) -> Result<bool, Trouble> {
    let number = column(number)?;
    // A session that reads has the server's settings, which may be less.
    client.batch_execute("SET synchronous_commit = on").await?;
    insert(&***client, number, signed).await?;
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
