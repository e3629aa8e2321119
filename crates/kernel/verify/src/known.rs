//! What a verifier knows beside the file that it checks.

use fair::PublicKey;
use fair::nonces::Nonce;
use fair::shoe::BeaconValue;

use crate::wager_file::WagerFile;

/// Checks the value of a round of drand's quicknet.
pub type Pairing<'a> = &'a dyn Fn(u64, &BeaconValue) -> bool;

/// What a verifier knows beside the file.
#[derive(Clone, Copy, Default)]
pub struct Known<'a> {
    /// The house's public key, from a place where the house cannot change it for this verifier alone.
    pub key: Option<PublicKey>,
    /// The nonce that this patron sent.
    pub nonce: Option<Nonce>,
    /// The wagers of this patron in one round.
    pub wagers: Option<&'a WagerFile>,
    /// What checks the value of a beacon; without it that part is not checked.
    pub pairing: Option<Pairing<'a>>,
    /// The records of shoes whose cards a device read, each as it is published: a record a line.
    pub records: &'a [&'a str],
    /// The public keys of devices, from a place where the house cannot change them.
    pub devices: &'a [PublicKey],
}
