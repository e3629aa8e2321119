//! The order of a provable shoe, made again from what is stored: its locked secret, and the bulletin `pledged`.

use fair::{Inputs, Notice, ProvableShoe, Secret};
use table::TableId;

use crate::ports::{Store, StoreFailure};
use crate::proofs::ShoeKeys;

/// The secret of a shoe.
pub(crate) async fn secret(
    store: &dyn Store,
    keys: &ShoeKeys,
    table: TableId,
    shoe_no: u32,
) -> Result<Secret, StoreFailure> {
    let stored = store.locked_secret(table, shoe_no).await?;
    let lost = || StoreFailure::Corrupt(format!("the secret of shoe {shoe_no} of table {} is lost", table.0));
    keys.open(table, &stored.ok_or_else(lost)?)
}

/// The shoe of that number and so many decks, whose nonces are fixed.
pub(crate) async fn derived(
    store: &dyn Store,
    keys: &ShoeKeys,
    table: TableId,
    (shoe_no, decks): (u32, u8),
) -> Result<ProvableShoe, StoreFailure> {
    let secret = secret(store, keys, table, shoe_no).await?;
    for stored in store.shoe_bulletins(table, shoe_no).await? {
        let bulletin = stored.read()?;
        if matches!(bulletin.notice, Notice::Pledged(_)) {
            let inputs = Inputs { pledged: &bulletin.digest(), nonces: &[], beacon: None };
            return Ok(ProvableShoe::derive(&secret, &inputs, decks));
        }
    }
    Err(StoreFailure::Corrupt(format!("the pledges of shoe {shoe_no} of table {} are not fixed", table.0)))
}
