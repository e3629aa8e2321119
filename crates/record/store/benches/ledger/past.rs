//! How long a house with one table takes to open after ten thousand rounds. The rounds are dealt by the table itself,
//! from shuffled shoes, with nobody playing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use house::ports::{ShoeSeed, Unit};
use house::{House, OsEntropy, SystemClock, default_tables};
use table::{Command, Decision, Event, RecordedEvent, Table, Timestamp, Wants, decide};

use crate::kinds::Kind;

pub(crate) const ROUNDS: u32 = 10_000;

/// How often it is opened; the quickest counts.
const TURNS: usize = 5;

/// How long it takes from an open store to a house whose table runs. A connection costs the same without any past.
pub(crate) async fn time(kind: &Kind<'_>) -> Duration {
    let spot = kind.fresh();
    let settings = default_tables().swap_remove(0);
    let store = spot.open();
    let (table, seed) = (Table::new(Arc::new(settings.clone())), ShoeSeed { shoe_no: 0, seed: [0; 32] });
    let mut past = Past { table, seed, rounds: 0 };
    while past.rounds < ROUNDS {
        let (before, unit) = past.shoe();
        store.commit(settings.id, before, vec![unit]).await.expect("the store works");
    }
    drop(store);
    let mut best = Duration::MAX;
    for _ in 0..TURNS {
        let store = spot.open();
        let start = Instant::now();
        let house = House::start(store, Arc::new(SystemClock), Arc::new(OsEntropy), vec![settings.clone()]);
        let house = house.await.expect("the house opens");
        best = best.min(start.elapsed());
        house.shutdown().await;
    }
    best
}

/// A table that deals without waiting.
struct Past {
    table: Table,
    seed: ShoeSeed,
    rounds: u32,
}

impl Past {
    /// A whole shoe as one unit, and the number of the event before it.
    fn shoe(&mut self) -> (u64, Unit) {
        let before = self.table.seq();
        self.seed.shoe_no += 1;
        self.seed.seed[..4].copy_from_slice(&self.seed.shoe_no.to_be_bytes());
        let cards = fair::shuffle(&self.seed.seed, self.table.settings().rules.decks);
        let mut events = Vec::new();
        self.happen(
            &Command::OpenShoe { algorithm: fair::ALGORITHM.to_owned(), rules: None, proof: None },
            &mut events,
        );
        while self.rounds < ROUNDS {
            let card = || cards[usize::from(self.table.shoe().out())];
            let now = Timestamp::default();
            let command = match self.table.next_step().wants {
                Wants::OpenShoe => break,
                Wants::BurnCards { first } => {
                    Command::BurnCards { first: first.then(card), records: Vec::new() }
                }
                Wants::OpenBetting => Command::OpenBetting { now },
                Wants::CloseBetting => {
                    Command::CloseBetting { now: Timestamp(i64::MAX), wagers: None, draw: None }
                }
                Wants::Prove(_)
                | Wants::GoOn
                | Wants::Reveal
                | Wants::VoidAbandoned
                | Wants::VoidUnanswered => {
                    unreachable!("this shoe has no proof, and nobody deals it")
                }
                Wants::Card => Command::DrawCard { card: card(), from: table::Origin::Shoe },
            };
            self.happen(&command, &mut events);
        }
        (before, Unit { shoe_seed: Some(self.seed), ..Unit::new(events, Vec::new()) })
    }

    fn happen(&mut self, command: &Command, events: &mut Vec<(Timestamp, Event)>) {
        let Ok(Decision::Accepted(happened)) = decide(&self.table, command) else {
            unreachable!("the table asked for it");
        };
        for event in happened {
            self.rounds += u32::from(matches!(event, Event::RoundSettled { .. }));
            let at = Timestamp::default();
            self.table.apply(&RecordedEvent { seq: self.table.seq() + 1, at, event: event.clone() });
            events.push((at, event));
        }
    }
}
