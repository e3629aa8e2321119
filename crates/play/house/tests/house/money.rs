//! The chart of accounts on the reference ledger: what a patron ends with is what the settlement says.

use std::collections::BTreeMap;
use std::sync::Arc;

use baccarat::Spot;
use ledger::{Account, Ledger, Posted};
use money::{Amount, Currency, Stake};
use proptest::prelude::*;
use punto_house::default_tables;
use punto_house::postings::{play_money, postings};
use table::settle::sums;
use table::{
    Command, Decision, Event, PatronId, Phase, RawWager, RecordedEvent, RequestId, Slip, Table, Timestamp,
    Wants, decide,
};

use crate::test_house::{GIFT, amount};

const PATRONS: u32 = 4;

/// A table whose events are posted as they happen, and what settlements and voids say of each patron.
struct Books {
    table: Table,
    ledger: Ledger,
    cards: Vec<baccarat::Card>,
    expected: BTreeMap<PatronId, (u64, u64)>,
}

impl Books {
    fn new(seed: u8) -> Self {
        let settings = Arc::new(default_tables().remove(0));
        let mut ledger = Ledger::default();
        let gifts: Vec<_> = (1..=PATRONS).map(|id| play_money(PatronId(id), 0, amount(GIFT))).collect();
        ledger.post(&gifts).expect("gifts are not refused");
        let cards = fair::shuffle(&[seed; 32], 8);
        Self { table: Table::new(settings), ledger, cards, expected: BTreeMap::new() }
    }

    fn run(&mut self, command: &Command) -> Result<(), TestCaseError> {
        let Ok(Decision::Accepted(events)) = decide(&self.table, command) else { return Ok(()) };
        let moved: Vec<_> = events.iter().flat_map(|event| postings(event, &self.table)).collect();
        let posted = self.ledger.post(&moved).expect("nothing is refused");
        prop_assert!(!posted.contains(&Posted::Exists), "every id is new");
        let before = self.ledger.clone();
        let again = self.ledger.post(&moved).expect("nothing is refused");
        prop_assert!(!again.contains(&Posted::New) && self.ledger == before, "a retry moves nothing");
        for event in events {
            self.expect(&event);
            let recorded = RecordedEvent { seq: self.table.seq() + 1, at: Timestamp(0), event };
            self.table.apply(&recorded);
        }
        Ok(())
    }

    fn expect(&mut self, event: &Event) {
        if let Event::RoundSettled { patrons, .. } = event {
            for own in patrons {
                let (staked, paid) = sums(&own.wagers);
                let sum = self.expected.entry(own.patron).or_default();
                *sum = (sum.0 + staked.minor(), sum.1 + paid.minor());
            }
        }
    }

    /// The next step of a table that deals by itself.
    fn step(&mut self) -> Result<Wants, TestCaseError> {
        let wants = self.table.next_step().wants;
        let card = self.cards[usize::from(self.table.shoe().out())];
        let now = Timestamp(i64::MAX);
        self.run(&match wants {
            Wants::OpenShoe => Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None },
            Wants::BurnCards { .. } => Command::BurnCards { first: Some(card) },
            Wants::OpenBetting => Command::OpenBetting { now: Timestamp(0) },
            Wants::CloseBetting => Command::CloseBetting { now },
            Wants::Card => Command::DrawCard { card },
        })?;
        Ok(wants)
    }

    fn check(&self) -> Result<(), TestCaseError> {
        for id in 1..=PATRONS {
            let (staked, paid) = self.expected.get(&PatronId(id)).copied().unwrap_or_default();
            let cash = self.ledger.balance(Account::patron_cash(id, Currency::PLAY));
            prop_assert_eq!(cash + staked.cast_signed(), (GIFT + paid).cast_signed());
        }
        prop_assert!(self.ledger.open_holds().is_empty());
        prop_assert!(self.ledger.trial_balance().values().all(|sum| *sum == 0));
        Ok(())
    }
}

#[derive(Clone, Debug)]
enum Move {
    Slip { patron: u32, wagers: Vec<(usize, u64)> },
    Clear(u32),
    Void,
    Deal,
}

fn any_move() -> impl Strategy<Value = Move> {
    let wagers = prop::collection::vec((0_usize..7, 100_u64..3_000), 1..5);
    prop_oneof![
        8 => (1..=PATRONS, wagers).prop_map(|(patron, wagers)| Move::Slip { patron, wagers }),
        2 => (1..=PATRONS).prop_map(Move::Clear),
        1 => Just(Move::Void),
        3 => Just(Move::Deal),
    ]
}

fn slip(number: u128, books: &Books, patron: u32, wagers: &[(usize, u64)]) -> Option<Command> {
    let raw = |(spot, stake): &(usize, u64)| RawWager {
        spot: Spot::ALL[*spot].id().to_owned(),
        stake: Stake::new(*stake).ok(),
    };
    Some(Command::PlaceSlip(Slip {
        patron: PatronId(patron),
        slip_id: RequestId(number),
        round: books.table.round()?,
        wagers: wagers.iter().map(raw).collect(),
        received_at: Timestamp(0),
        limits: None,
        cash: None,
    }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn cash_ends_where_settlements_say(seed in 1_u8.., moves in prop::collection::vec(any_move(), 1..60)) {
        let mut books = Books::new(seed);
        for (number, step) in (0..).zip(moves) {
            while !matches!(books.table.phase(), Phase::Betting { .. }) {
                books.step()?;
            }
            let command = match step {
                Move::Slip { patron, wagers } => slip(number, &books, patron, &wagers),
                Move::Clear(patron) => books.table.round().map(|round| Command::ClearWagers {
                    patron: PatronId(patron),
                    round,
                    request_id: RequestId(number),
                    received_at: Timestamp(0),
                }),
                Move::Void => Some(Command::VoidRound { reason: table::event::VoidReason::Supervisor, by: None }),
                Move::Deal => None,
            };
            match command {
                Some(command) => books.run(&command)?,
                None => while !matches!(books.table.phase(), Phase::Settled { .. }) {
                    books.step()?;
                },
            }
        }
        books.run(&Command::VoidRound { reason: table::event::VoidReason::Supervisor, by: None })?;
        books.check()?;
    }
}

#[test]
fn holds_captures_releases_and_profits_have_separate_sums() {
    let mut books = Books::new(1);
    while !matches!(books.table.phase(), Phase::Betting { .. }) {
        books.step().unwrap();
    }
    let command = slip(1, &books, 1, &[(0, 10_100), (1, 10_100), (2, 500)]).unwrap();
    books.run(&command).unwrap();
    let held = books.ledger.balance(Account::stakes_held(1, Currency::PLAY));
    assert_eq!((held, books.ledger.open_holds().len()), (20_700, 3));
    while !matches!(books.table.phase(), Phase::Settled { .. }) {
        books.step().unwrap();
    }
    books.check().unwrap();
    assert_eq!(books.ledger.balance(Account::stakes_held(1, Currency::PLAY)), 0);
    let house = books.ledger.balance(Account::house_table(1, Currency::PLAY));
    let patron = books.ledger.balance(Account::patron_cash(1, Currency::PLAY));
    assert_eq!(house + patron, GIFT.cast_signed(), "what one loses the other has");
    assert_ne!(house, 0);
    assert_eq!(Amount::try_from(patron).map(Amount::is_zero), Ok(false));
}
