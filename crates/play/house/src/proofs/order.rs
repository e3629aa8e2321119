//! The order of a provable shoe, made again from what is stored: its locked secret, and the bulletin `pledged`.

use fair::nonces::Nonce;
use fair::shoe::BeaconValue;
use fair::{Bytes, Digest, Inputs, Notice, ProvableShoe, Secret};
use table::{Event, RecordedEvent, RoundRef, TableId};

use crate::ports::{Store, StoreFailure};
use crate::proofs::ShoeKeys;
use crate::proofs::notices::nonces_of;

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

/// The shoe of that number and so many decks, which is sealed.
pub(crate) async fn derived(
    store: &dyn Store,
    keys: &ShoeKeys,
    table: TableId,
    (shoe_no, decks): (u32, u8),
) -> Result<ProvableShoe, StoreFailure> {
    let given = Outside::of(&opening(store, table, shoe_no).await?);
    derived_with(store, keys, table, (shoe_no, decks), &given).await
}

/// The shoe of that number and so many decks, which is to be sealed with this value of the beacon.
pub(crate) async fn sealed_with(
    store: &dyn Store,
    keys: &ShoeKeys,
    table: TableId,
    (shoe_no, decks): (u32, u8),
    beacon: Option<BeaconValue>,
) -> Result<ProvableShoe, StoreFailure> {
    let given = Outside { beacon, ..Outside::of(&opening(store, table, shoe_no).await?) };
    derived_with(store, keys, table, (shoe_no, decks), &given).await
}

async fn derived_with(
    store: &dyn Store,
    keys: &ShoeKeys,
    table: TableId,
    (shoe_no, decks): (u32, u8),
    given: &Outside,
) -> Result<ProvableShoe, StoreFailure> {
    let secret = secret(store, keys, table, shoe_no).await?;
    for stored in store.shoe_bulletins(table, shoe_no).await? {
        let bulletin = stored.read()?;
        if matches!(bulletin.notice, Notice::Pledged(_)) {
            let (pledged, nonces) = (&bulletin.digest(), &given.nonces);
            let inputs = Inputs { pledged, nonces, beacon: given.beacon.as_ref() };
            return Ok(ProvableShoe::derive(&secret, &inputs, decks));
        }
    }
    Err(StoreFailure::Corrupt(format!("the pledges of shoe {shoe_no} of table {} are not fixed", table.0)))
}

/// What outsiders gave for a shoe.
#[derive(Debug, Default)]
pub(crate) struct Outside {
    /// The pledges, ascending.
    pub(crate) pledges: Vec<Digest>,
    /// The nonces, by ascending pledge.
    pub(crate) nonces: Vec<Nonce>,
    /// The value of the beacon; none before sealing, and where none is used.
    pub(crate) beacon: Option<BeaconValue>,
}

impl Outside {
    /// As these events from the opening of the shoe on have it.
    pub(crate) fn of(opening: &[RecordedEvent]) -> Self {
        let mut given = Self::default();
        for recorded in opening {
            match &recorded.event {
                Event::NoncesPledged { pledges } => {
                    given.pledges = pledges.iter().map(|own| Bytes(own.pledge.0)).collect();
                }
                Event::NoncesRevealed { nonces, .. } => given.nonces = nonces_of(nonces),
                Event::ShoeSealed { beacon, .. } => given.beacon = beacon.map(|value| Bytes(value.0)),
                _ => {}
            }
        }
        given
    }
}

/// The events of a shoe before its first round.
pub(crate) async fn opening(
    store: &dyn Store,
    table: TableId,
    shoe_no: u32,
) -> Result<Vec<RecordedEvent>, StoreFailure> {
    store.round_events(table, RoundRef { shoe_no, round_no: 0 }).await
}
