//! The signed text that says where the bulletins of all tables stand, and the file in which a witness keeps them.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use fair::{Digest, PublicKey, Signature};
use serde::{Deserialize, Serialize};
use wire::proofs::SignedText;

use crate::lines::Problem;
use crate::new_file::cannot_write;

/// The first line of the text.
const TITLE: &str = "punto heads 1";

/// The last bulletin of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) no: u64,
    pub(super) digest: Digest,
}

/// Where the bulletins of all tables stand, as the house signed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heads {
    pub(super) house: PublicKey,
    /// When, by the clock of the house, in milliseconds since 1970.
    pub(super) at: u64,
    pub(super) tables: BTreeMap<u32, Head>,
}

/// Heads that a witness saw: one line of its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seen {
    /// When, by the clock of the witness, in milliseconds since 1970.
    pub(super) fetched_at: u64,
    pub(super) text: String,
    pub(super) key: String,
    pub(super) signature: String,
}

impl Seen {
    /// What a server answered at that time.
    pub(super) fn new(fetched_at: u64, signed: SignedText) -> Self {
        let SignedText { text, key, signature } = signed;
        Self { fetched_at, text, key, signature }
    }

    /// The heads, if the house signed them.
    pub(super) fn read(&self) -> Result<Heads, String> {
        let key: PublicKey = self.key.parse().map_err(|error| format!("the key: {error}"))?;
        let signature: Signature =
            self.signature.parse().map_err(|error| format!("the signature: {error}"))?;
        fair::verify(&key, &self.text, &signature).map_err(|error| error.to_string())?;
        let form =
            || format!("expected the lines {TITLE}, house KEY, at TIME, and table TABLE NUMBER DIGEST");
        let heads = parsed(&self.text).ok_or_else(form)?;
        if heads.house == key {
            Ok(heads)
        } else {
            Err("the text names another key than signed it".to_owned())
        }
    }
}

fn parsed(text: &str) -> Option<Heads> {
    let mut lines = text.strip_suffix('\n')?.split('\n');
    if lines.next() != Some(TITLE) {
        return None;
    }
    let house = lines.next()?.strip_prefix("house ")?.parse().ok()?;
    let at = lines.next()?.strip_prefix("at ")?.parse().ok()?;
    let mut tables = BTreeMap::new();
    for line in lines {
        let mut words = line.strip_prefix("table ")?.split(' ');
        let table = words.next()?.parse().ok()?;
        let head = Head { no: words.next()?.parse().ok()?, digest: words.next()?.parse().ok()? };
        if words.next().is_some() || tables.insert(table, head).is_some() {
            return None;
        }
    }
    Some(Heads { house, at, tables })
}

/// The heads in the last line of the file; none without the file.
pub(super) fn last_in(path: &Path) -> Result<Option<Heads>, Problem> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Problem::Usage(format!("cannot read {}: {error}", path.display()))),
        Ok(text) => text,
    };
    let Some(last) = text.lines().last() else { return Ok(None) };
    let damaged = |why: &dyn std::fmt::Display| {
        Problem::Input(format!("{}: the last line is damaged: {why}", path.display()))
    };
    if !text.ends_with('\n') {
        return Err(damaged(&"it has no end"));
    }
    let seen: Seen = serde_json::from_str(last).map_err(|error| damaged(&error))?;
    seen.read().map(Some).map_err(|why| damaged(&why))
}

/// Adds a line to the file, which is made if it is missing, and makes it durable.
pub(super) fn append(path: &Path, seen: &Seen) -> Result<(), Problem> {
    let mut line = serde_json::to_string(seen).map_err(Problem::failure)?;
    line.push('\n');
    let file = OpenOptions::new().append(true).create(true).open(path);
    let written = file.and_then(|mut file| {
        file.write_all(line.as_bytes())?;
        file.sync_all()
    });
    written.map_err(|error| cannot_write(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fair::HouseKey;

    fn signed(text: &str) -> Seen {
        let key = HouseKey::new([1; 32]);
        Seen {
            fetched_at: 1,
            text: text.to_owned(),
            key: key.public().to_string(),
            signature: key.sign(text).to_string(),
        }
    }

    fn text() -> String {
        let key = HouseKey::new([1; 32]).public();
        format!("punto heads 1\nhouse {key}\nat 5\ntable 7 3 {0}\ntable 9 41 {0}\n", "ab".repeat(32))
    }

    #[test]
    fn signed_heads_are_read_and_all_else_is_refused() {
        let heads = signed(&text()).read().unwrap();
        assert_eq!((heads.at, heads.tables.len(), heads.tables[&9].no), (5, 2, 41));
        let other = HouseKey::new([2; 32]).public().to_string();
        let own = HouseKey::new([1; 32]).public().to_string();
        for bad in [
            String::new(),
            text().replace("heads 1", "heads 2"),
            text().replace("table 9", "table 7"),
            text().replace(" 41 ", " x "),
            text().replace(&own, &other),
            text().trim_end().to_owned(),
        ] {
            assert!(signed(&bad).read().is_err(), "{bad}");
        }
        let changed = Seen { text: text().replace(" 41 ", " 42 "), ..signed(&text()) };
        assert!(changed.read().unwrap_err().contains("signature"));
    }

    #[test]
    fn the_last_line_of_the_file_counts_and_a_torn_one_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("heads.jsonl");
        assert_eq!(last_in(&path).unwrap(), None);
        append(&path, &signed(&text())).unwrap();
        append(&path, &signed(&text().replace("at 5", "at 6"))).unwrap();
        assert_eq!(last_in(&path).unwrap().map(|heads| heads.at), Some(6));
        let whole = fs::read_to_string(&path).unwrap();
        assert_eq!(whole.lines().count(), 2);
        for torn in [&whole[..whole.len() - 1], &whole[..whole.len() - 9], "{}\n"] {
            fs::write(&path, torn).unwrap();
            assert!(last_in(&path).unwrap_err().text().contains("damaged"), "{torn}");
        }
    }
}
