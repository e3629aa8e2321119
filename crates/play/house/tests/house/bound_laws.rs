//! Nothing wedges a table: no mix of slips, clears, voids, corrections, adjustments and gifts leads to an event of a
//! table that the ledger refuses, with amounts at and around every bound. Of what somebody asks for, the ledger refuses
//! what leaves the bounds, and then nothing of it happens.
#![allow(clippy::panic, reason = "what a law forbids is a failed test")]

use std::sync::Arc;

use baccarat::{Card, Spot};
use ledger::{
    Account, AccountKind, Action, Asked, Ledger, TransferId, TransferRefusal, TransferRequest, judge,
    within_bounds,
};
use money::{Amount, Currency, Stake, bounds};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use punto_house::postings::{RoundStakes, play_money, postings};
use punto_house::{Purse, check_payouts, default_tables, with_maxima};
use table::correct::{approve, propose};
use table::event::VoidReason;
use table::{
    Command, CorrectionRequest, Decision, Event, LeaveReason, PatronId, Phase, RawWager, RecordedEvent,
    RequestId, RoundRecord, RoundRef, Ruling, Settings, Slip, SlipKind, SpotLimits, StaffId, Table, TableId,
    Timestamp, Wants, decide,
};

use crate::corrections::void;
use crate::test_house::{adjustment, amount, cards};

const PATRONS: u32 = 2;
const PLAY: Currency = Currency::PLAY;
const COUPS: [&str; 4] = ["9h Kd Ks 3c", "2h 9d Ks Kc", "6h 6d Ks Kc", "4h 4d 4s 4c"];
/// The largest stakes on Player and Banker, and on Tie: two such tables pay one patron all but as much as may be.
const SIDE: u64 = 250_000_000_000_000;
const TIE: u64 = 111_111_111_111_111;

/// A table with its history and the cards to come.
struct Floor {
    table: Table,
    history: Vec<(RoundRef, RecordedEvent)>,
    rounds: Vec<RoundRef>,
    cards: Vec<Card>,
}

struct World {
    floors: Vec<Floor>,
    ledger: Ledger,
    next_id: u128,
}

fn settings(id: u32) -> Settings {
    let others = [Spot::PlayerPair, Spot::BankerPair, Spot::Big, Spot::Small];
    let limits = SpotLimits::none()
        .with(&[Spot::Player, Spot::Banker], amount(1), amount(SIDE))
        .with(&[Spot::Tie], amount(1), amount(TIE))
        .without(&others);
    let table = Settings { id: TableId(id), limits, exposure: None, ..default_tables().remove(0) };
    with_maxima(table).expect("the limits are within the bounds")
}

impl World {
    /// A world whose accounts of the house are that far from zero already.
    fn new(seed: u8, house: i64) -> Self {
        let tables = [settings(1), settings(2)];
        check_payouts(&tables).expect("both pay as much as may be");
        let floors = tables.into_iter().zip(0..).map(|(settings, more)| Floor {
            table: Table::new(Arc::new(settings)),
            history: Vec::new(),
            rounds: Vec::new(),
            cards: fair::shuffle(&[seed.wrapping_add(more); 32], 8),
        });
        let mut world = Self { floors: floors.collect(), ledger: Ledger::default(), next_id: 1 << 127 };
        let near = [Account::house_table(1, PLAY), Account::adjustments(PLAY), Account::issue(PLAY)];
        for (owner, account) in (900..).zip(near).filter(|_| house != 0) {
            let far = Account::house_table(owner, PLAY);
            let (from, to) = if house < 0 { (account, far) } else { (far, account) };
            let amount = amount(house.unsigned_abs());
            let posting = TransferRequest { id: world.id(), action: Action::Move { from, to, amount } };
            world.ledger.post(&[posting]).expect("the accounts were empty");
        }
        world
    }

    fn id(&mut self) -> TransferId {
        self.next_id += 1;
        TransferId(self.next_id)
    }

    /// Moves money; says why not if somebody asked for it and it is refused.
    fn post(&mut self, asked: Option<Asked>, moved: &[TransferRequest]) -> Result<(), TransferRefusal> {
        let Ok(judged) = judge(&self.ledger, moved);
        let changes = judged.map_err(|(_, refusal)| refusal)?.changes;
        if let Some(asked) = asked {
            let Ok(within) = within_bounds(&self.ledger, asked, &changes);
            within?;
        }
        self.ledger.apply(changes);
        Ok(())
    }

    fn happen(&mut self, floor: usize, events: Vec<Event>) {
        let Floor { table, history, rounds, .. } = &mut self.floors[floor];
        for event in events {
            let recorded = RecordedEvent { seq: table.seq() + 1, at: Timestamp(0), event };
            table.apply(&recorded);
            let round = table.round().unwrap_or(RoundRef { shoe_no: table.shoe_no(), round_no: 0 });
            if matches!(recorded.event, Event::RoundSettled { .. } | Event::RoundVoided { .. }) {
                rounds.push(round);
            }
            history.push((round, recorded));
        }
    }

    /// Carries a command out. What nobody asked for is not refused.
    fn run(&mut self, floor: usize, command: &Command) {
        let table = &self.floors[floor].table;
        let Ok(Decision::Accepted(events)) = decide(table, command) else { return };
        let moved: Vec<_> = events.iter().flat_map(|event| postings(event, table)).collect();
        let asked = matches!(command, Command::PlaceSlip(_)).then_some(Asked::Stakes);
        match (self.post(asked, &moved), asked) {
            (Ok(()), _) => self.happen(floor, events),
            (Err(refusal), None) => panic!("{command:?}: {refusal}"),
            (
                Err(
                    TransferRefusal::InsufficientFunds { .. }
                    | TransferRefusal::CashLeft { .. }
                    | TransferRefusal::AboveBound { .. },
                ),
                _,
            ) => {}
            (Err(refusal), _) => panic!("a slip: {refusal}"),
        }
    }

    fn step(&mut self, floor: usize) {
        let table = &self.floors[floor].table;
        let card = self.floors[floor].cards[usize::from(table.shoe().out())];
        let command = match table.next_step().wants {
            Wants::OpenShoe => {
                Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None }
            }
            Wants::BurnCards { .. } => Command::BurnCards { first: Some(card), records: Vec::new() },
            Wants::OpenBetting => Command::OpenBetting { now: Timestamp(0) },
            Wants::CloseBetting => {
                Command::CloseBetting { now: Timestamp(i64::MAX), wagers: None, draw: None }
            }
            Wants::Prove(_) | Wants::GoOn | Wants::Reveal | Wants::VoidAbandoned | Wants::VoidUnanswered => {
                unreachable!("this shoe has no proof, and nobody deals it")
            }
            Wants::Card => Command::DrawCard { card, from: table::Origin::Shoe },
        };
        self.run(floor, &command);
    }

    /// Plays the round under way to its end, and opens the next one.
    fn play(&mut self, floor: usize) {
        while !matches!(self.floors[floor].table.phase(), Phase::Settled { .. }) {
            self.step(floor);
        }
        while !matches!(self.floors[floor].table.phase(), Phase::Betting { .. }) {
            self.step(floor);
        }
    }

    fn slip(&mut self, floor: usize, patron: u32, kind: SlipKind, wagers: &[(&str, u64)]) {
        let (slip_id, round) = (RequestId(self.id().0), self.floors[floor].table.round());
        let cash = self.ledger.balance(Account::patron_cash(patron, PLAY));
        let wagers = wagers
            .iter()
            .map(|(spot, stake)| RawWager { spot: (*spot).to_owned(), stake: Stake::new(*stake).ok() });
        let (patron, received_at, wagers) = (PatronId(patron), Timestamp(0), wagers.collect());
        let cash = Amount::try_from(cash).ok();
        if let Some(round) = round {
            self.run(
                floor,
                &Command::PlaceSlip(Slip {
                    patron,
                    slip_id,
                    round,
                    kind,
                    wagers,
                    received_at,
                    limits: None,
                    cash,
                }),
            );
        }
    }

    fn correct(&mut self, floor: usize, round: RoundRef, ruling: &Ruling) {
        let rules = Arc::clone(&self.floors[floor].table.settings().rules);
        let request = CorrectionRequest {
            ruling: ruling.clone(),
            by: StaffId(1),
            why: "misread".to_owned(),
            request_id: None,
            evidence: None,
        };
        let Ok(Decision::Accepted(events)) = propose(&rules, None, &self.record(floor, round), &[], &request)
        else {
            return;
        };
        self.happen(floor, events);
        let (no, record) = (self.floors[floor].table.seq(), self.record(floor, round));
        let Ok(Decision::Accepted(events)) = approve(&record, no, StaffId(2)) else { panic!("refused") };
        let stakes = RoundStakes::of(self.floors[floor].table.settings().id, PLAY, &record);
        let moved: Vec<_> = events.iter().flat_map(|event| postings(event, stakes)).collect();
        match self.post(Some(Asked::Correction), &moved) {
            Ok(()) => self.happen(floor, events),
            Err(TransferRefusal::AboveBound { .. }) => {}
            Err(refusal) => panic!("a correction: {refusal}"),
        }
    }

    fn record(&self, floor: usize, round: RoundRef) -> RoundRecord {
        let own = self.floors[floor].history.iter().filter(|(place, event)| match event.event.corrects() {
            Some(about) => about == round,
            None => *place == round,
        });
        let events: Vec<RecordedEvent> = own.map(|(_, event)| event.clone()).collect();
        RoundRecord::of(round, &events).expect("the round began")
    }

    fn outside(&mut self, posting: TransferRequest) {
        match self.post(Some(Asked::Outside), &[posting]) {
            Ok(()) | Err(TransferRefusal::AboveBound { .. } | TransferRefusal::InsufficientFunds { .. }) => {}
            Err(refusal) => panic!("outside the tables: {refusal}"),
        }
    }

    /// Every purse can be written as JSON, and no account is near the end of 64 bits.
    fn check(&self) {
        for (account, balance) in self.ledger.balances() {
            let most = match account.kind {
                AccountKind::PatronCash | AccountKind::PatronBonus => bounds::JSON,
                AccountKind::StakesHeld => bounds::HELD,
                _ => Amount::MAX,
            };
            assert!(balance.unsigned_abs() <= most.minor(), "{account}: {balance}");
        }
    }
}

#[derive(Clone, Debug)]
enum Move {
    Slip { patron: u32, kind: SlipKind, wagers: Vec<(&'static str, u64)> },
    Clear(u32),
    Leave(u32),
    Deal,
    Void,
    Correct(Index, Option<Index>),
    Adjust { patron: u32, purse: Purse, change: i64 },
    Gift { patron: u32, minor: u64 },
}

/// Amounts at and around the bounds.
fn extreme() -> impl Strategy<Value = u64> {
    let near = [1, TIE, SIDE, bounds::PURSE.minor(), Stake::MAX.minor(), bounds::ADJUSTMENT.minor()];
    let around = |minor: u64| [minor.saturating_sub(1).max(1), minor, minor + 1, minor / 2 + 1];
    select(near.into_iter().flat_map(around).collect::<Vec<_>>())
}

fn any_move() -> impl Strategy<Value = Move> {
    let purse = || prop_oneof![3 => Just(Purse::Cash), 1 => Just(Purse::Bonus)];
    let wagers = prop::collection::vec((select(vec!["player", "banker", "tie"]), extreme()), 1..4);
    let kind = select(vec![SlipKind::Adds, SlipKind::Adds, SlipKind::Replaces, SlipKind::Undoes]);
    let adjusted = (1..=PATRONS, purse(), extreme(), prop::bool::weighted(0.3));
    prop_oneof![
        6 => (1..=PATRONS, kind, wagers).prop_map(|(patron, kind, wagers)| Move::Slip {
            patron,
            kind,
            wagers: if kind == SlipKind::Undoes { Vec::new() } else { wagers },
        }),
        1 => (1..=PATRONS).prop_map(Move::Clear),
        1 => (1..=PATRONS).prop_map(Move::Leave),
        4 => Just(Move::Deal),
        1 => Just(Move::Void),
        4 => (any::<Index>(), prop::option::weighted(0.8, any::<Index>())).prop_map(|(r, c)| Move::Correct(r, c)),
        4 => adjusted.prop_map(|(patron, purse, minor, out)| {
            let change = minor.cast_signed();
            Move::Adjust { patron, purse, change: if out { -change } else { change } }
        }),
        1 => (1..=PATRONS, extreme()).prop_map(|(patron, minor)| Move::Gift { patron, minor }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn no_history_leads_to_an_event_that_the_ledger_refuses(
        seed in any::<u8>(),
        house in select(vec![0, bounds::HOUSE.signed(), -bounds::HOUSE.signed(), bounds::HOUSE.signed() - 1]),
        moves in prop::collection::vec((0..2_usize, any_move()), 1..60),
    ) {
        let mut world = World::new(seed, house);
        for (floor, step) in moves {
            let id = RequestId(world.id().0);
            let round = world.floors[floor].table.round();
            match step {
                Move::Slip { patron, kind, wagers } => {
                    world.run(floor, &Command::TakeSeat { patron: PatronId(patron) });
                    world.slip(floor, patron, kind, &wagers);
                }
                Move::Clear(patron) => if let Some(round) = round {
                    let (patron, received_at) = (PatronId(patron), Timestamp(0));
                    world.run(floor, &Command::ClearWagers { patron, round, request_id: id, received_at });
                },
                Move::Leave(patron) => {
                    let (patron, received_at) = (PatronId(patron), Timestamp(0));
                    world.run(floor, &Command::Leave { patron, reason: LeaveReason::Left, received_at });
                }
                Move::Void => {
                    world.run(floor, &Command::VoidRound { reason: VoidReason::Supervisor, by: None });
                }
                Move::Correct(round, coup) if !world.floors[floor].rounds.is_empty() => {
                    let round = *round.get(&world.floors[floor].rounds);
                    let ruling = coup.map_or_else(void, |coup| cards(coup.get::<&str>(&COUPS)));
                    world.correct(floor, round, &ruling);
                }
                Move::Deal | Move::Correct(..) => world.play(floor),
                Move::Adjust { patron, purse, change } => {
                    world.outside(adjustment(PatronId(patron), purse, change, id.0).posting());
                }
                Move::Gift { patron, minor } => {
                    let number = u64::try_from(id.0 & 0xffff).expect("it is small");
                    world.outside(play_money(PatronId(patron), number, amount(minor)));
                }
            }
            world.check();
        }
        for floor in 0..2 {
            world.play(floor);
        }
    }
}
