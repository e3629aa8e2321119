//! The parts of a proof file that a watching client uses. Other fields are passed over: `verify` reads them.

use baccarat::Card;
use fair::nonces::Nonce;
use fair::shoe::Salt;
use fair::{Bulletin, Digest, PublicKey, Signature};
use serde::Deserialize;
use watch::{Arrival, Opening, Shown, Signed};

use crate::text::{Joined, Text};

#[derive(Deserialize)]
pub(crate) struct File {
    format: String,
    version: u32,
    table: u32,
    shoe: u32,
    committed: FileSigned,
    rekeyed: Vec<FileSigned>,
    bulletins: Vec<Text<Bulletin>>,
    key: Text<PublicKey>,
    signature: Text<Signature>,
    pledges: Option<Vec<Text<Digest>>>,
    nonces: Option<Vec<Text<Nonce>>>,
    leaves: Option<Joined>,
    shown: Option<Vec<FileShown>>,
}

#[derive(Deserialize)]
struct FileSigned {
    text: Text<Bulletin>,
    key: Text<PublicKey>,
    signature: Text<Signature>,
}

#[derive(Deserialize)]
struct FileShown {
    index: u16,
    card: Text<Card>,
    salt: Text<Salt>,
}

impl File {
    /// What it holds; none when it is no proof file of version 1.
    pub(crate) fn arrival(self) -> Option<Arrival> {
        if (self.format.as_str(), self.version) != ("punto-shoe-proof", 1) {
            return None;
        }
        Some(Arrival {
            table: self.table,
            shoe_no: self.shoe,
            committed: self.committed.signed(),
            rekeyed: self.rekeyed.into_iter().map(FileSigned::signed).collect(),
            bulletins: self.bulletins.into_iter().map(|text| text.0).collect(),
            key: self.key.0,
            signature: self.signature.0,
            pledges: self.pledges.map(|pledges| pledges.into_iter().map(|text| text.0).collect()),
            nonces: self.nonces.map(|nonces| nonces.into_iter().map(|text| text.0).collect()),
            leaves: self.leaves.map(|leaves| leaves.0),
            shown: self.shown.map(|shown| shown.into_iter().map(FileShown::shown).collect()),
        })
    }
}

impl FileSigned {
    fn signed(self) -> Signed {
        Signed { bulletin: self.text.0, key: self.key.0, signature: self.signature.0 }
    }
}

impl FileShown {
    fn shown(self) -> Shown {
        let opening = Opening { index: self.index, salt: self.salt.0 };
        Shown { card: self.card.0, opening: Some(opening) }
    }
}
