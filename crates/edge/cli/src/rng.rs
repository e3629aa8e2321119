//! `punto rng`: writes the shoes that tables would deal, or the raw random bytes behind them, for test laboratories.
//! The shoes are those of `fair::lab`; nothing is drawn or judged here.

use std::io::{IsTerminal as _, StdoutLock, stdout};

use clap::value_parser;
use fair::{Secret, lab};
use house::OsEntropy;
use house::ports::Entropy as _;
use serde::Serialize;

use crate::lines::{Problem, write_now};
use crate::progress::Progress;

const HELP: &str = "\
The code is that of the tables: a secret of 32 bytes, HKDF-SHA-256, ChaCha20,
and a shuffle from its numbers. The secret of shoe N is computed from N, so a
run can be repeated. With --fresh, the operating system's generator gives every
secret, as it does at tables, and no run can be repeated.

--raw writes what the shuffle draws, shoe after shoe, before it becomes numbers
below a limit: four bytes a draw, little-endian. It ends when the reader closes
the pipe, or after --bytes. docs/PROOFS.md has the results of our own tests.

Examples:
  punto rng --shoes 1000 > shoes.txt
  punto rng --shoes 1000 --decks 6 --from 5000 --json
  punto rng --raw | dieharder -a -g 200
  punto rng --raw --bytes 100000000 --fresh > bytes.bin";

/// The arguments of `rng`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
#[command(group(clap::ArgGroup::new("what").args(["raw", "shoes"]).required(true)))]
pub(crate) struct Args {
    /// Write raw random bytes to a file or a pipe.
    #[arg(long)]
    raw: bool,
    /// Write this number of shoes, a line each, their cards in dealing order.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    shoes: Option<u64>,
    /// The number of raw bytes; by default, no end.
    #[arg(long, value_name = "N", conflicts_with = "shoes", value_parser = value_parser!(u64).range(1..))]
    bytes: Option<u64>,
    /// The decks of a shoe.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u8).range(1..=32))]
    decks: u8,
    /// The number of the first shoe.
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    /// Take every secret from the operating system, as tables do.
    #[arg(long, conflicts_with = "from")]
    fresh: bool,
    /// Write a JSON object for each shoe, with its number and its secret.
    #[arg(long, conflicts_with = "raw")]
    json: bool,
}

/// How many bytes are written at once.
const BUFFER: usize = 1 << 16;

/// Writes shoes or bytes. A reader that closes the pipe ends the run, which is no problem.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let secrets = Secrets { next: Some(args.from), fresh: args.fresh };
    match args.shoes {
        Some(shoes) => write_shoes(args, shoes, secrets)?,
        None => write_raw(args, secrets)?,
    }
    Ok(true)
}

fn write_shoes(args: &Args, shoes: u64, mut secrets: Secrets) -> Result<(), Problem> {
    let mut output = Output::new(Some(("shoes", shoes)), args.json);
    for _ in 0..shoes {
        let (number, secret) = secrets.take()?;
        let cards: Vec<String> = lab::cards(&secret, args.decks).iter().map(ToString::to_string).collect();
        let line = if args.json {
            let shoe = JsonShoe { number, secret: secret.reveal().to_string(), cards };
            serde_json::to_string(&shoe).map_err(Problem::failure)?
        } else {
            cards.join(" ")
        };
        if !output.push(format!("{line}\n").as_bytes(), 1)? {
            return Ok(());
        }
    }
    output.end()
}

fn write_raw(args: &Args, mut secrets: Secrets) -> Result<(), Problem> {
    if stdout().is_terminal() {
        return Err(Problem::Usage(
            "--raw writes bytes that no terminal can show: send them to a file, or to a program such as \
             dieharder -a -g 200"
                .to_owned(),
        ));
    }
    let mut output = Output::new(args.bytes.map(|bytes| ("bytes", bytes)), false);
    let mut left = args.bytes.unwrap_or(u64::MAX);
    while left > 0 {
        let (_, secret) = secrets.take()?;
        let raw = lab::raw(&secret, args.decks);
        let wanted = raw.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let count = u64::try_from(wanted).map_err(Problem::failure)?;
        if !output.push(&raw[..wanted], count)? {
            return Ok(());
        }
        if args.bytes.is_some() {
            left -= count;
        }
    }
    output.end()
}

#[derive(Serialize)]
struct JsonShoe {
    number: u64,
    secret: String,
    cards: Vec<String>,
}

/// The secrets of one shoe after the other.
struct Secrets {
    next: Option<u64>,
    fresh: bool,
}

impl Secrets {
    /// The number of the next shoe, and its secret.
    fn take(&mut self) -> Result<(u64, Secret), Problem> {
        let number = self.next.ok_or_else(|| Problem::Usage(format!("the last shoe is {}", u64::MAX)))?;
        self.next = number.checked_add(1);
        if self.fresh {
            let secret = OsEntropy.seed().map_err(Problem::failure)?;
            return Ok((number, Secret::new(secret)));
        }
        Ok((number, lab::secret(number)))
    }
}

/// Standard output, written in large parts, with the progress of the run.
struct Output {
    stdout: StdoutLock<'static>,
    pending: Vec<u8>,
    progress: Option<Progress>,
}

impl Output {
    /// `all` is the unit and the number of what will be written, if it has an end.
    fn new(all: Option<(&str, u64)>, json: bool) -> Self {
        // On a terminal, what is written shows how far the run is.
        let all = all.filter(|_| !stdout().is_terminal());
        let progress = all.map(|(unit, count)| Progress::new(unit, count, json));
        Self { stdout: stdout().lock(), pending: Vec::with_capacity(2 * BUFFER), progress }
    }

    /// Adds bytes that count as so many; false if the reader has closed the pipe.
    fn push(&mut self, bytes: &[u8], count: u64) -> Result<bool, Problem> {
        self.pending.extend_from_slice(bytes);
        if let Some(progress) = &mut self.progress {
            progress.add(count);
        }
        if self.pending.len() < BUFFER {
            return Ok(true);
        }
        let open = write_now(&mut self.stdout, &self.pending)?;
        self.pending.clear();
        Ok(open)
    }

    /// Writes what is pending.
    fn end(mut self) -> Result<(), Problem> {
        write_now(&mut self.stdout, &self.pending).map(drop)
    }
}
