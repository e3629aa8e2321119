//! The arguments of `simulate`, and the order for a run made from them. Refuses bad arguments before the run.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::thread::available_parallelism;

use baccarat::rules::MajorUnits;
use baccarat::shoe::COUP_CARDS;
use baccarat::{HouseRules, Spot};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::value_parser;
use money::{Amount, Stake};
use montecarlo::schemes::{Bet, SCHEMES, Scheme, Terms};

use crate::lines::Problem;
use answers::settle::DECIMALS;

const HELP: &str = "\
--shoes deals whole shoes as tables do: it shuffles, burns, and plays to the end
set by the house rules. --rounds deals the given number of coups at full speed,
equally many from every shoe. The end of a shoe then does not depend on its
cards, so that every figure can be compared with the exact odds.

The same seed gives the same run with any number of threads. docs/simulate.md
explains the method, the figures and the JSON fields.

Examples:
  punto simulate --rules live-commission --rounds 100000000 --seed 1
  punto simulate --rules live-commission --shoes 10000 --seed 1
  punto simulate --rules gold-card --shoes 10000 --seed 1 --scheme martingale
  punto simulate --rules sixty-round --shoes 50000 --session-shoes 5 --seed 1 \\
      --scheme all --spot player --bankroll 500 --svg schemes.svg";

/// The usage line, which clap does not wrap.
const USAGE: &str = "\
punto simulate [OPTIONS] --rules <NAME|FILE> --seed <S>
                      <--shoes <N>|--rounds <N>>";

/// The arguments of `simulate`.
#[derive(clap::Args)]
#[command(after_help = HELP, override_usage = USAGE)]
#[command(group(clap::ArgGroup::new("how much").args(["shoes", "rounds"]).required(true)))]
pub(crate) struct Args {
    /// The house rules: a built-in name, or a file.
    #[arg(long, value_name = "NAME|FILE")]
    pub(super) rules: String,
    /// The number of whole shoes to deal.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    shoes: Option<u64>,
    /// The number of coups to deal, equally many from every shoe.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=10_000_000_000_000))]
    rounds: Option<u64>,
    /// The seed of the random numbers: a whole number below 2^64.
    #[arg(long, value_name = "S")]
    seed: u64,
    /// The number of threads; by default, the number of processors.
    #[arg(long, value_name = "T", value_parser = value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
    /// The number of coups per shoe; by default, the largest divisor of --rounds up to 60.
    #[arg(long, value_name = "C", conflicts_with = "shoes", value_parser = value_parser!(u16).range(1..=1000))]
    coups_per_shoe: Option<u16>,
    /// The betting schemes to play on the shoes, each separately.
    #[arg(long, value_name = "NAME", num_args = 1.., conflicts_with = "rounds", value_parser = scheme_ids())]
    scheme: Vec<String>,
    /// The spot for schemes that do not choose one themselves.
    #[arg(long, value_name = "SPOT", requires = "scheme", default_value = "banker", value_parser = spots())]
    spot: Spot,
    /// The bankroll at the start of a session, in major units.
    #[arg(long, value_name = "AMOUNT", requires = "scheme", default_value = "1000")]
    bankroll: MajorUnits,
    /// The base stake, in major units.
    #[arg(long, value_name = "AMOUNT", requires = "scheme", default_value = "10")]
    stake: MajorUnits,
    /// The table maximum, in major units, unless the house rules set a lower one.
    #[arg(long, value_name = "AMOUNT", requires = "scheme")]
    max_stake: Option<MajorUnits>,
    /// The number of shoes in a session.
    #[arg(long, value_name = "N", requires = "scheme", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1000))]
    session_shoes: u16,
    /// Print one JSON object instead of tables.
    #[arg(long)]
    pub(super) json: bool,
    /// Write a chart of the schemes' results to an SVG file.
    #[arg(long, value_name = "FILE", requires = "scheme")]
    pub(super) svg: Option<PathBuf>,
}

const ALL: &str = "all";

fn scheme_ids() -> PossibleValuesParser {
    let schemes = SCHEMES.iter().map(|scheme| PossibleValue::new(scheme.id).help(scheme.what));
    PossibleValuesParser::new(schemes.chain([PossibleValue::new(ALL).help("All schemes.")]))
}

fn spots() -> impl TypedValueParser<Value = Spot> {
    let ids = PossibleValuesParser::new(Spot::ALL.iter().map(|spot| spot.id()));
    ids.try_map(|id| Spot::from_id(&id).ok_or("not a spot"))
}

/// A validated order for a run.
pub(super) struct Order<'a> {
    pub(super) rules: &'a HouseRules,
    pub(super) seed: u64,
    pub(super) threads: NonZeroUsize,
    pub(super) what: What<'a>,
    /// Whether the output is JSON.
    pub(super) json: bool,
}

/// The cards to deal.
pub(super) enum What<'a> {
    /// Whole shoes.
    Shoes { sessions: NonZeroU64, session_shoes: NonZeroU32, play: Option<Play<'a>> },
    /// A fixed number of coups from every shoe.
    Rounds { shoes: u64, coups_per_shoe: u16 },
}

/// The schemes to play, and their terms.
pub(super) struct Play<'a> {
    pub(super) terms: Terms<'a>,
    pub(super) schemes: Vec<&'static Scheme>,
}

impl Args {
    /// Makes the order for a run under these house rules.
    pub(super) fn order<'a>(&self, rules: &'a HouseRules) -> Result<Order<'a>, Problem> {
        let what = match (self.shoes.and_then(NonZeroU64::new), self.rounds.and_then(NonZeroU64::new)) {
            (Some(shoes), _) => self.whole_shoes(rules, shoes)?,
            (None, Some(rounds)) => self.rounds_of_shoes(rules, rounds.get())?,
            (None, None) => unreachable!("clap requires one of them, at least 1"),
        };
        let threads = match self.threads.and_then(|threads| NonZeroUsize::new(usize::from(threads))) {
            Some(threads) => threads,
            None => available_parallelism().unwrap_or(NonZeroUsize::MIN),
        };
        Ok(Order { rules, seed: self.seed, threads, what, json: self.json })
    }

    fn whole_shoes<'a>(&self, rules: &'a HouseRules, shoes: NonZeroU64) -> Result<What<'a>, Problem> {
        let session_shoes = NonZeroU32::new(u32::from(self.session_shoes)).unwrap_or(NonZeroU32::MIN);
        let sessions = shoes.get() / u64::from(session_shoes.get());
        let whole = sessions * u64::from(session_shoes.get()) == shoes.get();
        let sessions = NonZeroU64::new(sessions).filter(|_| whole).ok_or_else(|| {
            Problem::Usage(format!(
                "{shoes} shoes are not a whole number of sessions of {session_shoes} shoes"
            ))
        })?;
        let play = if self.scheme.is_empty() { None } else { Some(self.play(rules)?) };
        Ok(What::Shoes { sessions, session_shoes, play })
    }

    fn play<'a>(&self, rules: &'a HouseRules) -> Result<Play<'a>, Problem> {
        let named = |scheme: &&Scheme| self.scheme.iter().any(|id| id == scheme.id || id == ALL);
        let schemes: Vec<_> = SCHEMES.iter().filter(named).collect();
        let base = minor("--stake", self.stake)?;
        let base = Stake::try_from(base).map_err(|error| Problem::Usage(format!("--stake: {error}")))?;
        let bet = Bet {
            spot: self.spot,
            bankroll: minor("--bankroll", self.bankroll)?,
            base,
            maximum: self.max_stake.map(|most| minor("--max-stake", most)).transpose()?,
        };
        let terms = Terms::new(rules, bet, &schemes).map_err(|error| Problem::Usage(error.to_string()))?;
        Ok(Play { terms, schemes })
    }

    /// Divides the rounds into shoes with equally many coups, few enough that six cards each fit.
    fn rounds_of_shoes<'a>(&self, rules: &HouseRules, rounds: u64) -> Result<What<'a>, Problem> {
        let size = rules.new_shoe().size();
        let most = size / COUP_CARDS;
        let divides = |coups: &u16| rounds.is_multiple_of(u64::from(*coups));
        let coups_per_shoe = match self.coups_per_shoe {
            None => (1..=most.min(60)).rev().find(divides).unwrap_or(1),
            Some(coups) if coups > most => {
                let needed = u32::from(coups) * u32::from(COUP_CARDS);
                return Err(Problem::Usage(format!(
                    "{coups} coups of up to {COUP_CARDS} cards may need {needed} cards, but the shoe of {} has {size}: \
                     use at most {most} coups",
                    rules.id
                )));
            }
            Some(coups) if !divides(&coups) => {
                return Err(Problem::Usage(format!(
                    "{rounds} rounds are not a whole number of shoes of {coups} coups each"
                )));
            }
            Some(coups) => coups,
        };
        Ok(What::Rounds { shoes: rounds / u64::from(coups_per_shoe), coups_per_shoe })
    }
}

/// Converts an amount to minor units, of which it must be a whole number.
fn minor(flag: &str, units: MajorUnits) -> Result<Amount, Problem> {
    let minor = units.minor_at_most(DECIMALS);
    if minor == units.minor_at_least(DECIMALS) {
        return Ok(minor);
    }
    Err(Problem::Usage(format!("{flag} {units}: amounts have at most {DECIMALS} decimals")))
}
