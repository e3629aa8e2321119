//! A thief has everything that a server stored, logged and sent while a shoe was in play, and not the key of the shoes:
//! no value in it leads to an undealt card. With the key, all do.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;

use baccarat::Card;
use fair::locked::{Place, ShoeKey};
use fair::{Bytes, Digest, Inputs, Notice, ProvableShoe, Secret};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use verify::ProofFile;

use crate::proofs::{TABLES, file, in_play};
use crate::support::{Serving, punto, text};

/// What the thief has.
#[derive(Default)]
struct Loot {
    /// Bytes of 32, as they stand in the stored values, or behind 64 hex digits of a text.
    values: BTreeSet<[u8; 32]>,
    /// Bytes of 16 behind 32 hex digits of a text, which is how a salt is written.
    short: BTreeSet<[u8; 16]>,
    /// Everything, byte by byte.
    raw: Vec<Vec<u8>>,
}

impl Loot {
    /// A text or a file.
    fn add(&mut self, bytes: Vec<u8>) {
        let is_hex = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        for run in bytes.split(|byte| !is_hex(byte)) {
            self.values.extend(run.windows(64).filter_map(from_hex));
            self.short.extend(from_hex(run));
        }
        self.raw.push(bytes);
    }

    /// Every value of a store. What is longer than any key is searched as raw bytes alone.
    fn add_store(&mut self, path: &Path) {
        let store = Connection::open(path).unwrap();
        let mut names = store.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").unwrap();
        let names = names.query_map([], |row| row.get::<_, String>(0)).unwrap();
        for name in names.map(Result::unwrap).collect::<Vec<_>>() {
            let mut all = store.prepare(&format!("SELECT * FROM \"{name}\"")).unwrap();
            let columns = all.column_count();
            let mut rows = all.query([]).unwrap();
            while let Some(row) = rows.next().unwrap() {
                for column in 0..columns {
                    match row.get_ref(column).unwrap() {
                        ValueRef::Text(text) => self.add(text.to_vec()),
                        ValueRef::Blob(blob) if blob.len() <= 128 => {
                            self.values.extend(windows(blob));
                        }
                        _ => {}
                    }
                }
            }
        }
        self.add(fs::read(path).unwrap());
    }

    /// What of it is the secret or the seed of a shoe, or opens a card that was not shown.
    fn leads_to(&self, shoes: &Shoes) -> Option<&'static str> {
        let raw = self.raw.iter().flat_map(|bytes| windows(bytes));
        if raw.chain(self.values.iter().copied()).any(|bytes| shoes.is_secret(bytes)) {
            return Some("a secret");
        }
        if self.values.iter().any(|bytes| shoes.is_seed(bytes)) {
            return Some("a seed");
        }
        self.short.iter().any(|bytes| shoes.opens_undealt(bytes)).then_some("a salt")
    }
}

/// All 32 bytes that stand side by side.
fn windows(bytes: &[u8]) -> impl Iterator<Item = [u8; 32]> {
    bytes.windows(32).filter_map(|window| window.try_into().ok())
}

/// The bytes behind hex digits, if there are as many as that.
fn from_hex<const N: usize>(digits: &[u8]) -> Option<[u8; N]> {
    let bytes: Bytes<N> = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some(bytes.0)
}

/// The shoe in play and the one that is committed, by what is public.
struct Shoes {
    commitments: [Digest; 2],
    decks: u8,
    shown: Vec<(u16, Card)>,
    leaves: Vec<Digest>,
}

impl Shoes {
    fn of(file: &ProofFile) -> Self {
        let said = |pick: fn(&Notice) -> Option<Digest>| {
            file.bulletins.iter().find_map(|bulletin| pick(&bulletin.notice)).unwrap()
        };
        let opened = said(|notice| match notice {
            Notice::Opened(it) => Some(it.commitment),
            _ => None,
        });
        let next = said(|notice| match notice {
            Notice::Committed(it) => Some(it.commitment),
            _ => None,
        });
        let leaves = file.leaves.clone().unwrap();
        let shown = file.shown.iter().flatten().map(|shown| (shown.index, shown.card)).collect();
        let decks = u8::try_from(leaves.len() / 52).unwrap();
        Self { commitments: [opened, next], decks, shown, leaves }
    }

    fn is_secret(&self, bytes: [u8; 32]) -> bool {
        let secret = Secret::new(bytes);
        (1..).zip(self.commitments).any(|(shoe_no, committed)| secret.commitment(1, shoe_no) == committed)
    }

    fn is_seed(&self, bytes: &[u8; 32]) -> bool {
        self.is_order(&fair::shuffle(bytes, self.decks))
    }

    fn is_order(&self, cards: &[Card]) -> bool {
        self.shown.iter().all(|(index, card)| cards[usize::from(*index)] == *card)
    }

    fn opens_undealt(&self, salt: &[u8; 16]) -> bool {
        let is_shown = |index: &u16| self.shown.iter().any(|(shown, _)| shown == index);
        let mut undealt = (0..).zip(&self.leaves).filter(|(index, _)| !is_shown(index));
        undealt.any(|(index, leaf)| {
            Card::deck().any(|card| fair::shoe::leaf(index, card, &Bytes(*salt)) == *leaf)
        })
    }
}

#[test]
fn what_a_thief_finds_leads_to_no_card_without_the_key_of_the_shoes() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let [data, tables, log, copy, export] =
        ["data", "tables.toml", "log", "copy.sqlite", "house.jsonl"].map(path);
    fs::write(&tables, TABLES).unwrap();
    let place = ["--data", text(&data)];
    let timings = ["--shuffle-ms=0", "--betting-ms=300", "--card-ms=0", "--result-ms=0"];
    let args = [&place[..], &["--tables", text(&tables)], &timings].concat();
    let serving = Serving::with_log(&args, &[("RUST_LOG", "trace")], File::create(&log).unwrap());
    let proof = file(&serving, 1, in_play);
    let mut loot = Loot::default();
    loot.add(proof.clone().into_bytes());
    for sent in [
        "proofs/heads",
        "proofs/tables/1/bulletins?limit=1000",
        "proofs/key",
        "tables",
        "tables/1",
        "tables/1/roads",
    ] {
        let answer = serving.get(&format!("/api/v1/{sent}"));
        assert!(!answer.contains("\"error\""), "{sent}: {answer}");
        loot.add(answer.into_bytes());
    }
    punto(&[&["backup"], &place[..], &[text(&copy)]].concat()).done();
    punto(&[&["export"], &place[..], &[text(&export)]].concat()).done();
    serving.stop();
    for name in ["audit.key", "bulletins.head"] {
        loot.add(fs::read(data.join(name)).unwrap());
    }
    for file in [&log, &export] {
        loot.add(fs::read(file).unwrap());
    }
    assert!(fs::read_to_string(&log).unwrap().contains("TRACE"), "the server logs all it can");
    loot.add_store(&copy);
    loot.add_store(&data.join("punto.sqlite"));
    let proof = ProofFile::read(&proof).unwrap();
    let shoes = Shoes::of(&proof);
    assert!(loot.values.len() > 50 && loot.short.len() > 8 && shoes.shown.len() > 8);
    assert_eq!(loot.leads_to(&shoes), None);

    // With the key, the same store gives both secrets, and they give every card.
    let key = fs::read_to_string(data.join("shoe.key")).unwrap();
    let key = ShoeKey::new(from_hex(key.trim().as_bytes()).expect("64 hex digits"));
    let store = Connection::open(&copy).unwrap();
    for (shoe_no, commitment) in (1..).zip(shoes.commitments) {
        let sql = "SELECT locked FROM locked_secret WHERE table_id = 1 AND shoe_no = ?1";
        let locked: Vec<u8> = store.query_row(sql, [shoe_no], |row| row.get(0)).unwrap();
        let locked = Bytes(locked.try_into().unwrap());
        let secret = key.unlock(&locked, &Place { table: 1, shoe_no, commitment }).unwrap();
        // The search finds what is there to be found, in bytes and in hex digits.
        for found in [secret.reveal().0.to_vec(), secret.reveal().to_string().into_bytes()] {
            let mut more = Loot::default();
            more.add([b"secret=".to_vec(), found, b";".to_vec()].concat());
            assert_eq!(more.leads_to(&shoes), Some("a secret"));
        }
        if shoe_no == 1 {
            let pledged = proof.bulletins.iter().find(|it| matches!(it.notice, Notice::Pledged(_))).unwrap();
            let inputs = Inputs { pledged: &pledged.digest(), nonces: &[], beacon: None };
            let shoe = ProvableShoe::derive(&secret, &inputs, shoes.decks);
            assert!(shoes.is_order(shoe.cards()) && shoe.leaves() == shoes.leaves);
            let undealt = u16::try_from(shoes.leaves.len() - 1).unwrap();
            let mut more = Loot::default();
            more.add(shoe.salt(undealt).unwrap().to_string().into_bytes());
            assert_eq!(more.leads_to(&shoes), Some("a salt"));
        }
    }
}
