//! What a log-in costs beside the hash of its password, with few and with many accounts: through the house, in turn
//! with the bare hash, so that what else the machine does meets all of them.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use house::House;
use house::people::password::{PasswordBody, Passwords};
use house::people::{LogIn, Origin};
use tokio::task::JoinSet;

use crate::load::quantile;
use crate::people::{PASSWORD, name};
use crate::report::{Limit, Line, grouped, micros};

/// How many log-ins are timed of each kind, one after the other, and as many by each of those at once.
const TIMED: u32 = 500;
/// How many follow each other before the next kind has its turn.
const TURN: u32 = 10;

/// A house with so many accounts.
#[derive(Clone)]
pub(crate) struct Accounts {
    pub(crate) house: Arc<House>,
    pub(crate) people: u32,
}

/// What is timed.
#[derive(Clone)]
enum Timed {
    /// The hash of the password, verified.
    Hash(Arc<Passwords>, PasswordBody),
    LogIn(Accounts),
}

/// The cost of a log-in alone, and with as many at once as there are processors.
pub(crate) async fn compare(name: &str, hash: &PasswordBody, [few, many]: [Accounts; 2]) -> Vec<Line> {
    let (few_shown, many_shown) = (grouped(few.people.into()), grouped(many.people.into()));
    let hash = Timed::Hash(Arc::default(), hash.clone());
    let kinds = [hash, Timed::LogIn(few), Timed::LogIn(many)];
    let processors = available_parallelism().map_or(1, usize::from);
    let mut lines = Vec::new();
    for at_once in [1, processors] {
        let mut times = time(&kinds, at_once).await;
        let shown = if at_once == 1 { String::new() } else { format!(" x{at_once}") };
        for (share, per_mille) in [("p50", 500), ("p99", 990)] {
            let [hash, few, many] = times.each_mut().map(|times| micros(quantile(times, per_mille)));
            let held = Limit::at_most_hundredths(150, hash, "hash");
            lines.extend([
                Line::new(&format!("{name}, hash{shown} {share}"), hash, "us"),
                Line::new(&format!("{name}, log-in{shown} {share}, {few_shown}"), few, "us").held_to(held),
                Line::new(&format!("{name}, log-in{shown} {share}, {many_shown}"), many, "us").held_to(held),
            ]);
        }
    }
    lines
}

/// The times of each kind, with so many at once; the kinds take turns.
async fn time(kinds: &[Timed; 3], at_once: usize) -> [Vec<Duration>; 3] {
    let mut times = [const { Vec::new() }; 3];
    for turn in 0..TIMED / TURN {
        // Each is first as often as last: who follows another one meets what that has left to be done.
        for offset in 0..kinds.len() {
            let place = (usize::try_from(turn).unwrap_or_default() + offset) % kinds.len();
            let mut running = JoinSet::new();
            for worker in 0..u32::try_from(at_once).unwrap_or(1) {
                let first = (worker * TIMED + turn) * TURN;
                running.spawn(some(kinds[place].clone(), first));
            }
            times[place].extend(running.join_all().await.into_iter().flatten());
        }
    }
    times
}

/// A few, one after the other.
async fn some(timed: Timed, first: u32) -> Vec<Duration> {
    let mut times = Vec::new();
    for number in first..first + TURN {
        let begun = Instant::now();
        match &timed {
            Timed::Hash(passwords, hash) => {
                assert_eq!(passwords.verify(PASSWORD, Some(hash.clone())).await, Ok(true));
            }
            Timed::LogIn(accounts) => log_in(accounts, number).await,
        }
        times.push(begun.elapsed());
    }
    times
}

/// Logs in one of the patrons, who are far from each other.
async fn log_in(Accounts { house, people }: &Accounts, number: u32) {
    let name =
        name(1 + u32::try_from(u64::from(number) * 1_000_003 % u64::from(*people)).unwrap_or_default());
    let address = IpAddr::V4(Ipv4Addr::from_bits(number));
    let log_in = LogIn { name: &name, password: PASSWORD, code: None, label: "" };
    let logged_in = house.people().log_in(&log_in, Origin { address, network: address }).await;
    logged_in.expect("the password is right");
}
