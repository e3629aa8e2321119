//! The chart of accounts on the reference ledger: what a patron ends with is what the settlements say. After any
//! corrections, in any order, everybody ends as if the last word on each round had been the first.

#![allow(clippy::panic, reason = "what a law forbids is a failed test")]

use std::collections::BTreeMap;
use std::sync::Arc;

use baccarat::{Card, Spot};
use ledger::{Account, AccountKind, Action, Ledger, Posted, TransferRequest};
use money::{Amount, Currency, Stake};
use proptest::prelude::*;
use proptest::sample::Index;
use punto_house::postings::{RoundStakes, play_money, postings};
use punto_house::{Purse, default_tables};
use table::correct::{approve, propose};
use table::event::{ResolutionKind, SettledSpot, VoidReason};
use table::settle::sums;
use table::{
    Command, CorrectionRequest, Decision, Event, PatronId, Phase, RawWager, RecordedEvent, Refusal,
    RequestId, RoundRecord, RoundRef, Ruling, Slip, SlipKind, StaffId, Table, TableId, Timestamp, Wants,
    decide,
};

use crate::corrections::void;
use crate::test_house::{adjustment, amount, cards};

const PATRONS: u32 = 3;
/// So little that much of it is spent again before it is taken back.
const GIFT: u64 = 4_000;
/// As little bonus money, so that wagers are paid from both purses, and both are empty at times.
const BONUS: u64 = 3_000;
const PLAY: Currency = Currency::PLAY;

/// Coups that differ in everything that is wagered on.
const COUPS: [&str; 5] = ["9h Kd Ks 3c", "2h 9d Ks Kc", "6h 6d Ks Kc", "2h Kd Kh 3c 9h 3d", "4h 4d 4s 4c"];

struct World {
    table: Table,
    ledger: Ledger,
    history: Vec<(RoundRef, RecordedEvent)>,
    cards: Vec<Card>,
    /// What each patron staked in each round, and what the last word on it pays.
    last_word: BTreeMap<(RoundRef, PatronId), (u64, u64)>,
    /// What each patron had on each spot of a round, and how much of it was bonus money.
    stakes: BTreeMap<(RoundRef, PatronId), BTreeMap<Spot, (u64, u64)>>,
    /// How much more bonus money the last word on a round leaves each patron with.
    bonus_won: BTreeMap<(RoundRef, PatronId), i64>,
    bonus: u64,
    rounds: Vec<RoundRef>,
}

impl World {
    fn new(seed: u8, bonus: u64) -> Self {
        let mut ledger = Ledger::default();
        let gifts: Vec<_> = (1..=PATRONS).map(|id| play_money(PatronId(id), 0, amount(GIFT))).collect();
        ledger.post(&gifts).expect("gifts are not refused");
        for id in (1..=PATRONS).filter(|_| bonus > 0) {
            let granted = adjustment(PatronId(id), Purse::Bonus, bonus.cast_signed(), id.into());
            ledger.post(&[granted.posting()]).expect("a grant is not refused");
        }
        let (table, cards) =
            (Table::new(Arc::new(default_tables().remove(0))), fair::shuffle(&[seed; 32], 8));
        let (history, last_word, rounds) = (Vec::new(), BTreeMap::new(), Vec::new());
        let (stakes, bonus_won) = (BTreeMap::new(), BTreeMap::new());
        Self { table, ledger, history, cards, last_word, stakes, bonus_won, bonus, rounds }
    }

    /// Lets events happen with their money; says whether the ledger took it.
    fn happen(&mut self, events: Vec<Event>, moved: &[TransferRequest]) -> bool {
        let Ok(posted) = self.ledger.post(moved) else { return false };
        assert!(!posted.contains(&Posted::Exists), "every id is new");
        for event in events {
            let recorded = RecordedEvent { seq: self.table.seq() + 1, at: Timestamp(0), event };
            self.table.apply(&recorded);
            let round = self.table.round().unwrap_or(RoundRef { shoe_no: 1, round_no: 0 });
            self.note(round, &recorded.event);
            self.history.push((round, recorded));
        }
        true
    }

    fn note(&mut self, round: RoundRef, event: &Event) {
        match event {
            Event::SlipAccepted { patron, wagers, replaced, .. } => {
                if replaced.is_some() {
                    self.stakes.remove(&(round, *patron));
                }
                let spots = self.stakes.entry((round, *patron)).or_default();
                for wager in wagers {
                    let on = spots.entry(wager.spot).or_default();
                    *on = (on.0 + wager.stake.minor(), on.1 + wager.bonus.minor());
                }
            }
            Event::WagersCleared { patron, .. } => {
                self.stakes.remove(&(round, *patron));
            }
            Event::RoundSettled { patrons, .. } => {
                for own in patrons {
                    self.count_bonus(round, own.patron, &own.wagers);
                    let (staked, paid) = sums(&own.wagers);
                    self.last_word.insert((round, own.patron), (staked.minor(), paid.minor()));
                }
                self.rounds.push(round);
            }
            Event::RoundVoided { returned, .. } => {
                for back in returned {
                    self.last_word.insert((round, back.patron), (back.amount.minor(), back.amount.minor()));
                }
                self.rounds.push(round);
            }
            Event::RoundCorrected { agreed, .. } => {
                for own in &agreed.patrons {
                    self.count_bonus(agreed.round, own.patron, &own.after);
                    let word = (own.staked.minor(), own.paid_after().minor());
                    self.last_word.insert((agreed.round, own.patron), word);
                }
            }
            _ => {}
        }
    }

    /// Counted again from the slips: the bonus money of a spot is lost, or earns its share of the profit.
    fn count_bonus(&mut self, round: RoundRef, patron: PatronId, lines: &[SettledSpot]) {
        let spots = &self.stakes[&(round, patron)];
        let won = lines.iter().map(|line| {
            let (stake, bonus) = spots[&line.spot];
            match line.resolution {
                ResolutionKind::Lose => -bonus.cast_signed(),
                _ => ((line.payout.minor() - stake) * bonus / stake).cast_signed(),
            }
        });
        let won = won.sum();
        self.bonus_won.insert((round, patron), won);
    }

    fn run(&mut self, command: &Command) {
        if let Ok(Decision::Accepted(events)) = decide(&self.table, command) {
            let moved: Vec<_> = events.iter().flat_map(|event| postings(event, &self.table)).collect();
            if self.happen(events, &moved) {
                let before = self.ledger.clone();
                let again = self.ledger.post(&moved).expect("nothing is refused");
                assert!(!again.contains(&Posted::New) && self.ledger == before, "a retry moves nothing");
            }
        }
    }

    fn step(&mut self) {
        let card = self.cards[usize::from(self.table.shoe().out())];
        let now = Timestamp(i64::MAX);
        self.run(&match self.table.next_step().wants {
            Wants::OpenShoe => {
                Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None }
            }
            Wants::BurnCards { .. } => Command::BurnCards { first: Some(card), records: Vec::new() },
            Wants::OpenBetting => Command::OpenBetting { now: Timestamp(0) },
            Wants::CloseBetting => Command::CloseBetting { now, wagers: None, draw: None },
            Wants::Prove(_) | Wants::GoOn | Wants::Reveal | Wants::VoidAbandoned | Wants::VoidUnanswered => {
                unreachable!("this shoe has no proof, and nobody deals it")
            }
            Wants::Card => Command::DrawCard { card, from: table::Origin::Shoe },
        });
    }

    fn record(&self, round: RoundRef) -> RoundRecord {
        let own = self.history.iter().filter(|(place, event)| match event.event.corrects() {
            Some(about) => about == round,
            None => *place == round,
        });
        let events: Vec<RecordedEvent> = own.map(|(_, event)| event.clone()).collect();
        RoundRecord::of(round, &events).expect("the round began")
    }

    fn correct(&mut self, round: RoundRef, ruling: &Ruling) {
        let (record, rules) = (self.record(round), Arc::clone(&self.table.settings().rules));
        let why = "misread".to_owned();
        let request = CorrectionRequest {
            ruling: ruling.clone(),
            by: StaffId(1),
            why,
            request_id: None,
            evidence: None,
        };
        let events = match propose(&rules, None, &record, &[], &request) {
            Ok(Decision::Accepted(events)) => events,
            Err(Refusal::NothingToCorrect { .. } | Refusal::NothingDealt { .. }) => return,
            other => panic!("{other:?}"),
        };
        assert!(self.happen(events, &[]));
        let (no, record) = (self.table.seq(), self.record(round));
        let Ok(Decision::Accepted(events)) = approve(&record, no, StaffId(2)) else { panic!("refused") };
        let round = RoundStakes::of(TableId(1), PLAY, &record);
        let moved: Vec<_> = events.iter().flat_map(|event| postings(event, round)).collect();
        assert!(self.happen(events, &moved), "the ledger refuses no correction");
    }

    fn check(&self) {
        let balance = |account| self.ledger.balance(account);
        let held: i64 = self.ledger.open_holds().values().map(|left| left.signed()).sum();
        let mut house = 0;
        let mut patrons = 0;
        for id in 1..=PATRONS {
            let own = self.last_word.iter().filter(|((_, patron), _)| patron.0 == id);
            let won: i64 = own.map(|(_, (staked, paid))| paid.cast_signed() - staked.cast_signed()).sum();
            let bonus_won: i64 =
                self.bonus_won.iter().filter(|((_, patron), _)| patron.0 == id).map(|(_, won)| won).sum();
            let (staked, bonus_staked) = (self.staked(id), self.bonus_staked(id));
            // What was lent to the bonus money is in it, and is owed with all else.
            let lent = self.lent(Account::patron_bonus(id, PLAY));
            let bonus = balance(Account::patron_bonus(id, PLAY)) - lent;
            assert_eq!(
                bonus + bonus_staked,
                self.bonus.cast_signed() + bonus_won,
                "bonus money of patron {id}"
            );
            let cash =
                balance(Account::patron_cash(id, PLAY)) + balance(Account::receivable(id, PLAY)) + lent;
            let cash_staked = staked - bonus_staked;
            assert_eq!(cash + cash_staked, GIFT.cast_signed() + won - bonus_won, "cash of patron {id}");
            (house, patrons) = (house - won, patrons + staked);
        }
        assert_eq!((balance(Account::house_table(1, PLAY)), held), (house, patrons));
        let granted = (self.bonus * u64::from(PATRONS)).cast_signed();
        assert_eq!(balance(Account::adjustments(PLAY)), -granted, "the advance returned");
        for (account, balance) in self.ledger.balances() {
            assert!(*balance >= 0 || account.kind.may_be_negative(), "{account}: {balance}");
            assert!(*balance <= 0 || account.kind != AccountKind::Receivable, "{account}: {balance}");
        }
        assert!(self.ledger.trial_balance().values().all(|sum| *sum == 0));
    }

    fn staked(&self, patron: u32) -> i64 {
        self.table.wagers().of(PatronId(patron)).map_or(0, |own| own.staked().signed())
    }

    fn bonus_staked(&self, patron: u32) -> i64 {
        self.table.wagers().of(PatronId(patron)).map_or(0, |own| own.bonus().signed())
    }

    fn lent(&self, purse: Account) -> i64 {
        let covers =
            self.ledger.transfers().iter().filter(|made| matches!(made.action, Action::Cover { .. }));
        covers.filter(|made| made.to == purse).map(|made| made.amount.signed()).sum()
    }

    /// Plays the round under way to its end, and opens the next one.
    fn play(&mut self) {
        while !matches!(self.table.phase(), Phase::Settled { .. }) {
            self.step();
        }
        self.open_betting();
    }

    fn open_betting(&mut self) {
        while !matches!(self.table.phase(), Phase::Betting { .. }) {
            self.step();
        }
    }

    fn slip(&mut self, number: u128, patron: u32, kind: SlipKind, wagers: &[(usize, u64)]) {
        let (Some(round), Phase::Betting { .. }) = (self.table.round(), self.table.phase()) else { return };
        self.run(&Command::TakeSeat { patron: PatronId(patron) });
        let spots = ["player", "banker", "tie", "player_pair", "banker_pair", "big", "small"];
        let wagers = wagers
            .iter()
            .map(|(spot, stake)| RawWager { spot: spots[*spot].to_owned(), stake: Stake::new(*stake).ok() });
        let cash = self.ledger.balance(Account::patron_cash(patron, PLAY));
        let slip = Slip {
            patron: PatronId(patron),
            slip_id: RequestId(number),
            round,
            kind,
            wagers: wagers.collect(),
            received_at: Timestamp(0),
            limits: None,
            cash: Amount::try_from(cash).ok(),
        };
        self.run(&Command::PlaceSlip(slip));
    }

    fn clear(&mut self, number: u128, patron: u32) {
        let (patron, request_id, received_at) = (PatronId(patron), RequestId(number), Timestamp(0));
        if let Some(round) = self.table.round() {
            self.run(&Command::ClearWagers { patron, round, request_id, received_at });
        }
    }
}

#[derive(Clone, Debug)]
enum Move {
    Slip { patron: u32, kind: SlipKind, wagers: Vec<(usize, u64)> },
    Clear(u32),
    Deal,
    Void,
    Correct(Index, Option<Index>),
}

fn any_move() -> impl Strategy<Value = Move> {
    let wagers = prop::collection::vec((0_usize..7, 100_u64..3_000), 1..4);
    let kind =
        prop::sample::select(vec![SlipKind::Adds, SlipKind::Adds, SlipKind::Replaces, SlipKind::Undoes]);
    prop_oneof![
        6 => (1..=PATRONS, kind, wagers).prop_map(|(patron, kind, wagers)| Move::Slip { patron, kind, wagers }),
        1 => (1..=PATRONS).prop_map(Move::Clear),
        4 => Just(Move::Deal),
        1 => Just(Move::Void),
        4 => (any::<Index>(), prop::option::weighted(0.7, any::<Index>())).prop_map(|(r, c)| Move::Correct(r, c)),
    ]
}

fn ruling(coup: Option<Index>) -> Ruling {
    match coup {
        None => void(),
        Some(coup) => cards(coup.get::<&str>(&COUPS)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn the_last_word_on_each_round_is_as_if_it_had_been_the_first(
        seed in any::<u8>(),
        moves in prop::collection::vec(any_move(), 1..60),
    ) {
        let mut world = World::new(seed, BONUS);
        for (number, step) in (1..).zip(moves) {
            match step {
                Move::Slip { patron, kind, wagers } => world.slip(number, patron, kind, &wagers),
                Move::Clear(patron) => world.clear(number, patron),
                Move::Void => world.run(&Command::VoidRound { reason: VoidReason::Supervisor, by: None }),
                Move::Correct(round, coup) if !world.rounds.is_empty() => {
                    let round = *round.get(&world.rounds);
                    world.correct(round, &ruling(coup));
                }
                Move::Deal | Move::Correct(..) => world.play(),
            }
            world.check();
        }
        let beads: Vec<_> = world.rounds.iter().filter_map(|round| {
            let record = world.record(*round);
            let coup = baccarat::CoupRecord { cards: record.cards().to_vec() }.into_coup(8);
            coup.ok().filter(|_| record.voided().is_none()).map(|coup| coup.bead())
        }).collect();
        prop_assert_eq!(world.table.beads(), beads);
    }
}

/// A round of one patron who staked everything on Player, was paid, and spent all of it.
#[test]
fn what_was_spent_is_owed_and_later_winnings_repay_it_first() {
    let mut world = World::new(1, 0);
    world.open_betting();
    world.slip(1, 1, SlipKind::Adds, &[(0, 4_000)]);
    // Seed 1 gives Player the first round and Banker the second.
    let balances = |world: &World| {
        let balance = |account| world.ledger.balance(account);
        (balance(Account::patron_cash(1, PLAY)), balance(Account::receivable(1, PLAY)))
    };
    let first = world.table.round().expect("a round");
    world.play();
    assert_eq!(balances(&world), (8_000, 0));
    world.slip(2, 1, SlipKind::Adds, &[(0, 7_000)]);
    assert_eq!(balances(&world), (1_000, 0));
    // It was Banker's: 8,000 must come back, and 1,000 is there.
    world.correct(first, &cards(COUPS[1]));
    assert_eq!(balances(&world), (0, -7_000));
    world.play();
    assert_eq!(balances(&world), (0, -7_000), "the second round is lost, too");
    world.ledger.post(&[play_money(PatronId(1), 9, amount(600))]).expect("a gift");
    assert_eq!(balances(&world), (600, -7_000), "a gift is no winnings");
    let third = world.table.round().expect("a round");
    world.slip(3, 1, SlipKind::Adds, &[(2, 500)]);
    world.play();
    world.correct(third, &cards(COUPS[2]));
    assert_eq!(balances(&world), (100, -2_500), "500 staked and 4,000 won, all of it to the debt");
    world.correct(first, &void());
    assert_eq!(balances(&world), (1_600, 0), "4,000 come back: 2,500 for the debt, the rest to the wallet");
}

#[test]
fn holds_captures_releases_and_profits_have_separate_sums() {
    let mut world = World::new(1, 0);
    world.open_betting();
    world.slip(1, 1, SlipKind::Adds, &[(0, 1_010), (1, 1_010), (2, 500)]);
    let balance = |world: &World, account| world.ledger.balance(account);
    let held = balance(&world, Account::stakes_held(1, PLAY));
    assert_eq!((held, world.ledger.open_holds().len()), (2_520, 3));
    world.play();
    world.check();
    assert_eq!(balance(&world, Account::stakes_held(1, PLAY)), 0);
    let house = balance(&world, Account::house_table(1, PLAY));
    let patron = balance(&world, Account::patron_cash(1, PLAY));
    assert_eq!((house, patron), (500, GIFT.cast_signed() - 500), "what one loses the other has");
}
