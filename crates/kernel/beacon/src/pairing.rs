//! Checks the value of a round: a BLS signature, by the pinned key of the network.

use drand_verify::{G2PubkeyRfc, Pubkey as _};

/// The key of the network. It is fixed here, so that no relay can bring another one.
const KEY: [u8; 96] =
    *b"\x83\xcf\x0f\x28\x96\xad\xee\x7e\xb8\xb5\xf0\x1f\xca\xd3\x91\x22\x12\xc4\x37\xe0\x07\x3e\x91\x1f\
\xb9\x00\x22\xd3\xe7\x60\x18\x3c\x8c\x4b\x45\x0b\x6a\x0a\x6c\x3a\xc6\xa5\x77\x6a\x2d\x10\x64\x51\
\x0d\x1f\xec\x75\x8c\x92\x1c\xc2\x2b\x0e\x17\xe6\x3a\xaf\x4b\xcb\x5e\xd6\x63\x04\xde\x9c\xf8\x09\
\xbd\x27\x4c\xa7\x3b\xab\x4a\xf5\xa6\xe9\xc7\x6a\x4b\xc0\x9e\x76\xea\xe8\x99\x1e\xf5\xec\xe4\x5a";

/// The value is not that of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeaconError {
    /// The round.
    pub round: u64,
}

impl core::fmt::Display for BeaconError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "this is not the value of round {} of quicknet", self.round)
    }
}

impl core::error::Error for BeaconError {}

/// Checks that this is the value of this round of quicknet: a signature over `SHA-256(u64 round)`.
///
/// # Errors
/// [`BeaconError`].
pub fn verify(round: u64, value: &[u8; 48]) -> Result<(), BeaconError> {
    verify_by(KEY, round, value)
}

fn verify_by(key: [u8; 96], round: u64, value: &[u8; 48]) -> Result<(), BeaconError> {
    let key = G2PubkeyRfc::from_fixed(key).map_err(|_| BeaconError { round })?;
    match key.verify(round, &[], value) {
        Ok(true) => Ok(()),
        Ok(false) | Err(_) => Err(BeaconError { round }),
    }
}
