//! What the page tells, as JSON. Knows neither memory nor the page.

use baccarat::Card;
use fair::nonces::Nonce;
use fair::shoe::Salt;
use fair::wagers::WagerPath;
use fair::{Digest, PublicKey, Signature};
use serde::Deserialize;
use watch::{Kept, Opening, OwnWagers, Shown, Stake, Watch};

use crate::answer::{answered, unreadable};
use crate::file::File;
use crate::text::{Joined, Text};

/// The table that is watched; none before `begin`.
#[derive(Debug, Default)]
pub struct Watched(Option<Watch>);

/// A message of the page.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Message {
    Begin { table: u32, house: Option<Text<PublicKey>>, no: Option<u64>, digest: Option<Text<Digest>> },
    Resume,
    NoProof,
    File { text: String },
    Leaves { shoe: u32, leaves: Joined },
    Bulletin { text: String, key: Text<PublicKey>, signature: Text<Signature>, now: u64 },
    Burned { shoe: u32, first: Option<Text<Card>>, face_down: u8, proof: Option<Proof> },
    Card { shoe: u32, card: Text<Card>, proof: Option<Proof> },
    Staked { shoe: u32, round: u16, stakes: Vec<Line> },
    Wagers(Box<Wagers>),
    Settled { shoe: u32, round: u16 },
    Number { shoe: u32, nonce: Text<Nonce> },
    Answered { shoe: u32, taken: bool },
}

#[derive(Deserialize)]
struct Proof {
    index: u16,
    salt: Text<Salt>,
}

#[derive(Deserialize)]
struct Line {
    spot: String,
    stake: u64,
    #[serde(default)]
    bonus: u64,
}

#[derive(Deserialize)]
struct Wagers {
    shoe: u32,
    round: u16,
    patron: u32,
    currency: String,
    decimals: u8,
    #[serde(rename = "wagers")]
    lines: Vec<Line>,
    salt: Text<Salt>,
    index: u32,
    count: u32,
    path: Joined,
}

/// Takes a message, and answers how the shoe stands.
///
/// | `tell` | with |
/// |---|---|
/// | `begin` | `table`; what an earlier visit kept: `house`, `no`, `digest`, each or null |
/// | `resume` | nothing: the connection was lost and is back |
/// | `no_proof` | nothing: the open shoe is dealt without a proof |
/// | `file` | `text` of the proof file |
/// | `leaves` | `shoe`, and `leaves` joined in base64url |
/// | `bulletin` | `text`, `key`, `signature`, and `now` by the page's clock in milliseconds |
/// | `burned` | `shoe`, `first` card or null, `face_down`, `proof` of the first or null |
/// | `card` | `shoe`, `card`, `proof` with `index` and `salt`, or null |
/// | `staked` | `shoe`, `round`, `stakes`, each `spot` and `stake`, as the screen shows them |
/// | `wagers` | `shoe`, `round`, `patron`, `currency`, `decimals`, `wagers` (`spot`, `stake`, `bonus`), `salt`, `index`, `count`, `path` |
/// | `settled` | `shoe`, `round`: the patron has the result of their wagers |
/// | `number` | `shoe`, `nonce`: 32 fresh random bytes for a shoe that asks for them |
/// | `answered` | `shoe`, `taken`: whether the house took the pledge, or the number |
///
/// | answer | holds |
/// |---|---|
/// | `state` | `no_proof`, `waiting`, `checked` or `failed` |
/// | `cards`, `check` | of `checked` how many cards, and of `failed` which check failed first |
/// | `shoe`, `commitment`, `root`, `sealed_seen` | of the open shoe, or null |
/// | `findings` | each `check`, `verdict` (`ok`, `failed`, `not_checked`), `place` or null, `reason` |
/// | `head` | `no`, `digest` and `digits`, or null |
/// | `keep` | `house`, `no` and `digest` for the next visit, each or null |
/// | `wanted` | null, or `file` or `leaves` of a `shoe` |
/// | `give` | null, or what to give for a `shoe`: a `number`, or to the house a `pledge` or what to `reveal`, each with its `hex` |
/// | `problem` | instead of all others: the message cannot be read, and why |
pub fn answer_to(watched: &mut Watched, message: &[u8]) -> Vec<u8> {
    let read: Message = match serde_json::from_slice(message) {
        Ok(read) => read,
        Err(error) => return unreadable(&error),
    };
    if let Message::Begin { table, house, no, digest } = read {
        let head = no.zip(digest.map(|digest| digest.0));
        let watch = watched.0.insert(Watch::new(table, Kept { house: house.map(|key| key.0), head }));
        return answered(&watch.report());
    }
    let Some(watch) = &mut watched.0 else { return unreadable(&"`begin` was expected first") };
    if let Err(problem) = hand(watch, read) {
        return unreadable(&problem);
    }
    answered(&watch.report())
}

fn hand(watch: &mut Watch, message: Message) -> Result<(), String> {
    match message {
        Message::Begin { .. } => {}
        Message::Resume => watch.resume(),
        Message::NoProof => watch.no_proof(),
        Message::File { text } => {
            let file: File = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            let arrival = file.arrival().ok_or("a proof file of version 1 was expected")?;
            watch.arrive(arrival);
        }
        Message::Leaves { shoe, leaves } => watch.leaves(shoe, leaves.0),
        Message::Bulletin { text, key, signature, now } => watch.bulletin(&text, key.0, signature.0, now),
        Message::Burned { shoe, first, face_down, proof } => {
            watch.burned(shoe, first.map(|card| shown(card.0, proof)), face_down);
        }
        Message::Card { shoe, card, proof } => watch.card(shoe, shown(card.0, proof)),
        Message::Staked { shoe, round, stakes } => watch.staked(shoe, round, stakes_of(stakes)),
        Message::Wagers(own) => watch.wagers(own_wagers(*own)),
        Message::Settled { shoe, round } => watch.settled(shoe, round),
        Message::Number { shoe, nonce } => watch.give(shoe, nonce.0),
        Message::Answered { shoe, taken: true } => watch.taken(shoe),
        Message::Answered { shoe, taken: false } => watch.refused(shoe),
    }
    Ok(())
}

fn shown(card: Card, proof: Option<Proof>) -> Shown {
    Shown { card, opening: proof.map(|proof| Opening { index: proof.index, salt: proof.salt.0 }) }
}

fn stakes_of(lines: Vec<Line>) -> Vec<Stake> {
    let stake = |line: Line| Stake { spot: line.spot, minor: line.stake, bonus: line.bonus };
    lines.into_iter().map(stake).collect()
}

fn own_wagers(own: Wagers) -> OwnWagers {
    OwnWagers {
        shoe_no: own.shoe,
        round_no: own.round,
        patron: own.patron,
        currency: own.currency,
        decimals: own.decimals,
        stakes: stakes_of(own.lines),
        salt: own.salt.0,
        path: WagerPath { index: own.index, count: own.count, path: own.path.0 },
    }
}
