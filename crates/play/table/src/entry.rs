//! Who may take a seat at a table. Data only: the house compares it with wallets, passwords and invitations when a
//! patron sits down, and never again after that.

use std::collections::BTreeSet;

use money::Amount;
use serde::{Deserialize, Serialize};

use crate::ids::PatronId;

/// Who may take a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryTerms {
    /// How much cash and bonus money together a patron must have when they sit down, in minor units; none when nobody
    /// has said it, which is as good as 0 but where the house rules have a room's ante.
    #[serde(with = "minor_or_none", default, skip_serializing_if = "Option::is_none")]
    pub ante: Option<Amount>,
    /// The Argon2id hash of the password that is asked for, in the PHC string format; none when none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
    /// Who is invited; none when everybody may sit down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<Invitation>,
    /// How many seats there are; none for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
}

/// Who is invited to a table: the patrons on a list, and those who know a code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invitation {
    /// The patrons who need no code.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub patrons: BTreeSet<PatronId>,
    /// The SHA-256 hashes of the codes in small letters without dashes, each as 64 hex digits. The codes are random, so
    /// a plain hash keeps them secret.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub code_hashes: BTreeSet<String>,
}

impl EntryTerms {
    /// How much cash and bonus money together a patron must have when they sit down, in minor units; 0 for none.
    pub fn least_balance(&self) -> Amount {
        self.ante.unwrap_or_default()
    }

    /// Whether a patron needs neither a password nor an invitation.
    pub const fn is_open(&self) -> bool {
        self.password_hash.is_none() && self.invitation.is_none()
    }
}

/// An optional amount in serialized form: an integer of minor units, or null.
pub mod minor_or_none {
    use money::Amount;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de::Error as _};

    /// Writes the minor units, or null.
    ///
    /// # Errors
    /// Those of the serializer.
    #[allow(clippy::ref_option, reason = "serde hands over a reference")]
    pub fn serialize<S: Serializer>(amount: &Option<Amount>, serializer: S) -> Result<S::Ok, S::Error> {
        amount.map(Amount::minor).serialize(serializer)
    }

    /// Reads the minor units, or null.
    ///
    /// # Errors
    /// Those of the deserializer, and a number that is too large for an amount.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Amount>, D::Error> {
        Option::<u64>::deserialize(deserializer)?.map(Amount::new).transpose().map_err(D::Error::custom)
    }
}
