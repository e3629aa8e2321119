//! Law for the proof file of a shoe: its leaves give the sealed root, and each card that it shows opens the leaf of its
//! own index. Reads the file with types of its own; asks no store.

use data_encoding::BASE64URL_NOPAD;
use fair::{Bulletin, Bytes, Digest, Notice, shoe, tree};
use serde::Deserialize;

/// A proof file, as far as the law asks.
#[derive(Deserialize)]
struct File {
    bulletins: Vec<String>,
    leaves: Option<String>,
    shown: Option<Vec<Shown>>,
}

#[derive(Deserialize)]
struct Shown {
    index: u16,
    card: String,
    salt: String,
}

/// What is wrong with the leaves and the cards of a proof file; a shoe that is not in play shows none.
pub fn proof_file_flaws(text: &str) -> Vec<String> {
    match serde_json::from_str::<File>(text) {
        Ok(file) => file.flaws().unwrap_or_else(|why| vec![why]),
        Err(error) => vec![format!("{error} in a proof file")],
    }
}

/// The pledge of a number for a shoe, both as 64 hex digits; none when the number is none.
pub fn pledge_of(table: u32, shoe_no: u32, nonce: &str) -> Option<String> {
    let nonce = nonce.parse().ok()?;
    Some(fair::nonces::pledge(table, shoe_no, &nonce).to_string())
}

impl File {
    fn flaws(&self) -> Result<Vec<String>, String> {
        let Some(leaves) = &self.leaves else { return Ok(Vec::new()) };
        let leaves = BASE64URL_NOPAD.decode(leaves.as_bytes()).map_err(|error| error.to_string())?;
        let leaves: Vec<Digest> = leaves.as_chunks::<32>().0.iter().map(|leaf| Bytes(*leaf)).collect();
        let sealed = self.bulletins.iter().find_map(|text| match text.parse::<Bulletin>().ok()?.notice {
            Notice::Sealed(sealed) => Some(sealed.root),
            _ => None,
        });
        let mut flaws = Vec::new();
        if sealed != Some(tree::root(&leaves)) {
            flaws.push(format!("the leaves do not give the sealed root {sealed:?}"));
        }
        for Shown { index, card, salt } in self.shown.iter().flatten() {
            let read = card.parse().map_err(|_| format!("{card} is no card"))?;
            let salt = salt.parse().map_err(|_| format!("{salt} is no salt"))?;
            if leaves.get(usize::from(*index)) != Some(&shoe::leaf(*index, read, &salt)) {
                flaws.push(format!("{card} does not open leaf {index}"));
            }
        }
        Ok(flaws)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fair::bulletin::Sealed;
    use fair::{Inputs, ProvableShoe, Secret};
    use serde_json::{Value, json};

    /// The file of a shoe of one deck whose cards of these indexes were shown.
    fn file(indexes: &[u16]) -> Value {
        let inputs = Inputs { pledged: &Digest::ZERO, nonces: &[], beacon: None };
        let shoe = ProvableShoe::derive(&Secret::new([5; 32]), &inputs, 1);
        let notice = Notice::Sealed(Sealed { shoe_no: 1, beacon: None, cards: 52, root: shoe.root() });
        let (house, previous) = (Bytes([3; 32]), Digest::ZERO);
        let sealed = Bulletin { house, table: 7, no: 1, at: 0, previous, notice };
        let leaves: Vec<u8> = shoe.leaves().iter().flat_map(|leaf| leaf.0).collect();
        let shown = indexes.iter().map(|index| {
            let card = shoe.cards()[usize::from(*index)].to_string();
            json!({ "index": index, "card": card, "salt": shoe.salt(*index).unwrap().to_string() })
        });
        let (leaves, shown) = (BASE64URL_NOPAD.encode(&leaves), shown.collect::<Vec<_>>());
        json!({ "bulletins": [sealed.to_string()], "leaves": leaves, "shown": shown })
    }

    #[test]
    fn each_card_opens_its_own_leaf() {
        let whole = file(&[0, 6, 51]);
        assert_eq!(proof_file_flaws(&whole.to_string()), Vec::<String>::new());
        let mut moved = whole.clone();
        moved["shown"][1]["index"] = json!(7);
        assert_eq!(proof_file_flaws(&moved.to_string()).len(), 1);
        let mut other = whole;
        other["leaves"] = json!(other["leaves"].as_str().unwrap().replacen('A', "B", 1));
        assert!(proof_file_flaws(&other.to_string())[0].contains("sealed root"));
        assert_eq!(proof_file_flaws("{}").len(), 1);
    }
}
