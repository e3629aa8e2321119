//! `punto roads`: answers each shoe, one per line, with its road maps as data or as a drawing. Knows no cards and no
//! money.

use std::fmt;
use std::io::Write as _;

use clap::ValueEnum;
use roads::{Bead, Roads};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};
use serde_json::value::RawValue;
use wire::road_map::RoadMap;

use crate::draw::{SvgMap, TextMap, name_of};
use crate::lines::{Input, Problem};
use answers::line::Unreadable;
use answers::reply::{list, object, read, write_bad_line, write_json};

const HELP: &str = "\
A line is {\"id\":ANY,\"rounds\":[...]}. A round is P, B or T, then any of p (Player
pair), b (Banker pair), n (natural) and 6 (Lucky 6). Other fields are ignored. A
line that cannot be read is answered with an error in its place, and the exit
status is 1.

Examples:
  echo '{\"id\":1,\"rounds\":[\"B\",\"Bb\",\"T\",\"Pp\",\"B\"]}' | punto roads --format text
  punto roads shoes.jsonl > roads.jsonl
  head -1 shoes.jsonl | punto roads --format svg > shoe.svg";

/// The arguments of `roads`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The format of the answers.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    input: Input,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum Format {
    /// One JSON object per line.
    #[default]
    Json,
    /// A drawing of letters and shapes, 80 columns wide.
    Text,
    /// One self-contained SVG document per line.
    Svg,
}

/// Answers every line; true if all could be read.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    args.input.answer_lines(|line, reply| args.format.answer(line, reply))
}

#[derive(Deserialize)]
struct RequestLine<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(deserialize_with = "roads")]
    rounds: Roads,
}

impl Format {
    /// Answers one line; true if it could be read. A bad one gets text for people, or the same JSON in both other
    /// formats.
    pub(crate) fn answer(self, line: Result<&str, Unreadable>, reply: &mut Vec<u8>) -> bool {
        let line = read::<RequestLine<'_>>(line);
        match (self, &line) {
            (Self::Json, Ok(RequestLine { id, rounds })) => {
                write_json(reply, &object! { id, #[serde(flatten)] map: RoadMap::from(rounds) });
            }
            (Self::Text, Ok(RequestLine { id, rounds })) => {
                append(reply, format_args!("{}\n{}", name_of(*id), TextMap(rounds)));
            }
            (Self::Svg, Ok(RequestLine { id, rounds: roads })) => {
                append(reply, format_args!("{}", SvgMap { name: &name_of(*id), roads }));
            }
            (Self::Text, Err(bad)) => {
                append(reply, format_args!("{} cannot be read: {}\n", name_of(bad.id), bad.message));
            }
            (Self::Json | Self::Svg, Err(bad)) => write_bad_line(reply, bad),
        }
        line.is_ok()
    }
}

fn append(reply: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    reply.write_fmt(text).expect("memory takes all that is written to it");
}

/// The roads of a list of rounds.
fn roads<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Roads, D::Error> {
    let expected = "rounds to be a list such as [\"P\",\"Bb\",\"T\"]";
    Ok(list(deserializer, expected, |round_idx| Round { round_idx })?.into_iter().collect())
}

/// One round of the list; its index names it in errors.
struct Round {
    round_idx: usize,
}

impl<'de> DeserializeSeed<'de> for Round {
    type Value = Bead;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Bead, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Round {
    type Value = Bead;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rounds[{}] to be text: P, B or T, then any of p, b, n and 6", self.round_idx)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Bead, E> {
        text.parse().map_err(|error| E::custom(format_args!("rounds[{}]: {error}", self.round_idx)))
    }
}
