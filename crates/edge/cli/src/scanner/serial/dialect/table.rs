//! The table of a dialect: which bytes of a shoe mean what. Knows no line.

use std::collections::BTreeMap;
use std::path::Path;

use baccarat::{Card, Outcome};
use data_encoding::HEXLOWER_PERMISSIVE;
use scanner::Label;
use scanner::frame::{GateState, UnreadWhy};
use serde::Deserialize;

use crate::lines::{Input, Problem};

/// The dialects that are built in, with their tables.
const BUILTIN: [(&str, &str); 1] = [("angel-eye", include_str!("angel-eye.toml"))];

/// The shortest and the longest limit of a message.
const LONGEST: (usize, usize) = (8, 256);

/// What the bytes of a shoe mean.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) model: Label<1, 64>,
    pub(crate) baud: u32,
    pub(super) frame: Framing,
    pub(super) messages: BTreeMap<u8, Meaning>,
    pub(super) places: BTreeMap<u8, Place>,
    /// The cards, by their byte.
    pub(super) cards: BTreeMap<u8, Card>,
    pub(super) results: BTreeMap<u8, Winner>,
    pub(super) errors: BTreeMap<u8, UnreadWhy>,
    pub(super) locks: BTreeMap<u8, GateState>,
    /// What is sent when the gate opens and shuts.
    pub(crate) gate: (Vec<u8>, Vec<u8>),
}

/// How a message is framed.
#[derive(Clone, Debug)]
pub(super) struct Framing {
    pub(super) start: u8,
    pub(super) end: u8,
    pub(super) longest: usize,
    pub(super) ignore: Vec<u8>,
}

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Meaning {
    Card,
    LooseCard,
    Doubt,
    CutCard,
    Result,
    Error,
    Lock,
    NewRound,
    Note,
}

/// Where a card belongs, as the shoe says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Place {
    Player,
    Banker,
    Burn,
    None,
}

/// Who won, as the shoe says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Winner {
    Player,
    Banker,
    Tie,
    None,
}

impl Winner {
    pub(super) const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Player => Some(Outcome::Player),
            Self::Banker => Some(Outcome::Banker),
            Self::Tie => Some(Outcome::Tie),
            Self::None => None,
        }
    }
}

/// The table as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    model: String,
    baud: u32,
    frame: WrittenFrame,
    message: BTreeMap<String, Meaning>,
    place: BTreeMap<String, Place>,
    suit: BTreeMap<String, String>,
    rank: BTreeMap<String, String>,
    result: BTreeMap<String, Winner>,
    error: BTreeMap<String, String>,
    lock: BTreeMap<String, String>,
    gate: WrittenGate,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFrame {
    start: String,
    end: String,
    longest: usize,
    check: Check,
    ignore: String,
}

/// How the two digits after a message are made.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Check {
    Xor,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGate {
    #[serde(default)]
    open: String,
    #[serde(default)]
    shut: String,
}

impl Table {
    /// The names of the tables that are built in.
    pub(crate) fn builtin() -> Vec<&'static str> {
        BUILTIN.iter().map(|(name, _)| *name).collect()
    }

    /// The text of the built-in table of this name, or of the file at this path.
    pub(crate) fn text(name: &str) -> Result<String, Problem> {
        if let Some((_, text)) = BUILTIN.iter().find(|(builtin, _)| *builtin == name) {
            return Ok((*text).to_owned());
        }
        let path = Path::new(name);
        if !path.exists() {
            let known = Self::builtin().join(", ");
            return Err(Problem::Usage(format!(
                "{name:?} is neither a built-in dialect ({known}) nor a file"
            )));
        }
        Input::at(path).read_text()
    }

    /// The built-in table of this name, or the one in the file at this path.
    pub(crate) fn load(name: &str) -> Result<Self, Problem> {
        let text = Self::text(name)?;
        Self::read(&text)
            .map_err(|why| Problem::Input(format!("{name} is not the table of a dialect: {why}")))
    }

    /// Reads a table.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let written: Written = toml::from_str(text).map_err(|error| error.to_string())?;
        let model = written.model.parse().map_err(|error| format!("model: {error}"))?;
        if !(50..=4_000_000).contains(&written.baud) {
            return Err("baud: write 50 to 4000000".to_owned());
        }
        let why = |text: &str| text.parse::<UnreadWhy>().map_err(|_| format!("error: {text:?} is no reason"));
        let gate = |text: &str| text.parse::<GateState>().map_err(|_| format!("lock: {text:?} is no state"));
        Ok(Self {
            model,
            baud: written.baud,
            frame: framing(&written.frame)?,
            messages: keyed("message", written.message, letter)?,
            places: keyed("place", written.place, half)?,
            cards: cards(written.suit, written.rank)?,
            results: keyed("result", written.result, half)?,
            errors: valued(keyed("error", written.error, byte)?, why)?,
            locks: valued(keyed("lock", written.lock, byte)?, gate)?,
            gate: (hex("gate.open", &written.gate.open)?, hex("gate.shut", &written.gate.shut)?),
        })
    }
}

fn framing(written: &WrittenFrame) -> Result<Framing, String> {
    let Check::Xor = written.check;
    let one = |name: &str, text: &str| byte(text).ok_or_else(|| format!("{name}: write two hex digits"));
    let (start, end) = (one("frame.start", &written.start)?, one("frame.end", &written.end)?);
    if start == end {
        return Err("frame: start and end are the same byte".to_owned());
    }
    if !(LONGEST.0..=LONGEST.1).contains(&written.longest) {
        return Err(format!("frame.longest: write {} to {}", LONGEST.0, LONGEST.1));
    }
    let ignore = hex("frame.ignore", &written.ignore)?;
    if ignore.contains(&start) {
        return Err("frame.ignore: the start of a message cannot be ignored".to_owned());
    }
    Ok(Framing { start, end, longest: written.longest, ignore })
}

/// All cards by their bytes. Each of the 52 has exactly one.
fn cards(
    suits: BTreeMap<String, String>,
    ranks: BTreeMap<String, String>,
) -> Result<BTreeMap<u8, Card>, String> {
    let (suits, ranks) = (keyed("suit", suits, digit)?, keyed("rank", ranks, digit)?);
    let mut cards = BTreeMap::new();
    for (high, suit) in &suits {
        for (low, rank) in &ranks {
            let card: Card = format!("{rank}{suit}").parse().map_err(|_| {
                format!("suit and rank: {rank}{suit} is no card; write ranks A 2 to 9 T J Q K, suits s h d c")
            })?;
            cards.insert(high << 4 | low, card);
        }
    }
    let missing = Card::deck().find(|card| cards.values().filter(|it| *it == card).count() != 1);
    match missing {
        None => Ok(cards),
        Some(card) => Err(format!("suit and rank: {} has no byte, or more than one", card.text())),
    }
}

/// The values by what their keys stand for.
fn keyed<T>(
    name: &str,
    written: BTreeMap<String, T>,
    read: fn(&str) -> Option<u8>,
) -> Result<BTreeMap<u8, T>, String> {
    let mut keyed = BTreeMap::new();
    for (key, value) in written {
        let byte = read(&key).ok_or_else(|| format!("{name}: {key:?} is no key of this table"))?;
        if keyed.insert(byte, value).is_some() {
            return Err(format!("{name}: {key:?} is there twice"));
        }
    }
    Ok(keyed)
}

fn valued<T>(
    written: BTreeMap<u8, String>,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<BTreeMap<u8, T>, String> {
    written.into_iter().map(|(key, text)| Ok((key, read(&text)?))).collect()
}

/// The byte of a visible ASCII character.
fn letter(text: &str) -> Option<u8> {
    let [byte] = text.as_bytes() else { return None };
    Some(*byte).filter(u8::is_ascii_graphic)
}

/// The value of a hex digit.
fn digit(text: &str) -> Option<u8> {
    let mut characters = text.chars();
    let value = characters.next()?.to_digit(16)?;
    u8::try_from(value).ok().filter(|_| characters.next().is_none())
}

/// The high half of a byte, as it stands in the byte.
fn half(text: &str) -> Option<u8> {
    digit(text).map(|value| value << 4)
}

fn byte(text: &str) -> Option<u8> {
    match hex("", text).ok()?.as_slice() {
        [byte] => Some(*byte),
        _ => None,
    }
}

fn hex(name: &str, text: &str) -> Result<Vec<u8>, String> {
    let read = HEXLOWER_PERMISSIVE.decode(text.as_bytes());
    read.map_err(|_| format!("{name}: {text:?} is not hex digits, two a byte"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn angel_eye() -> String {
        Table::text("angel-eye").unwrap()
    }

    #[test]
    fn the_built_in_tables_read_and_have_every_card_once() {
        for name in Table::builtin() {
            let table = Table::load(name).unwrap();
            assert_eq!(table.cards.len(), 52, "{name}");
        }
        let table = Table::load("angel-eye").unwrap();
        let card = |byte| table.cards.get(&byte).map(|card| card.text());
        assert_eq!((card(0x91), card(0xbd), card(0xca)), (Some("Ad"), Some("Ks"), Some("Th")));
        assert_eq!((card(0x80), card(0xc0), card(0x9e), card(0x11)), (None, None, None, None));
    }

    #[test]
    fn a_table_that_would_guess_is_refused_with_what_is_wrong() {
        for (from, to, why) in [
            ("c = \"h\"", "c = \"s\"", "has no byte, or more than one"),
            ("d = \"K\"", "", "Ks has no byte"),
            ("a = \"T\"", "a = \"11\"", "is no card"),
            ("start = \"05\"", "start = \"03\"", "the same byte"),
            ("start = \"05\"", "start = \"5\"", "frame.start: write two hex digits"),
            ("longest = 64", "longest = 4", "write 8 to 256"),
            ("check = \"xor\"", "check = \"sum\"", "unknown variant"),
            ("ignore = \"\"", "ignore = \"05\"", "cannot be ignored"),
            ("baud = 4800", "baud = 1", "write 50 to 4000000"),
            ("81 = \"no_code\"", "81 = \"lost\"", "\"lost\" is no reason"),
            ("80 = \"open\"", "80 = \"ajar\"", "\"ajar\" is no state"),
            ("D = \"card\"", "DD = \"card\"", "\"DD\" is no key"),
            ("[gate]", "[gate]\nopen = \"0\"", "is not hex digits"),
            ("[gate]", "[gate]\nlamp = \"00\"", "unknown field"),
        ] {
            let text = angel_eye().replacen(from, to, 1);
            assert_ne!(text, angel_eye(), "{from}");
            let refused = Table::read(&text).expect_err(to);
            assert!(refused.contains(why), "{to}: {refused}");
        }
    }
}
