//! Laws of a table under commands in any order: it never panics, its history is its state, its money adds up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use baccarat::{BySide, Card, Facts, Side, Spot, Wager, Wagers, settle_facts};
use money::Amount;
use proptest::prelude::*;
use punto_table::event::{PatronSettlement, Replaced, ResolutionKind, VoidReason};
use punto_table::settle::sums;
use punto_table::{
    Command, Decision, Event, LeaveReason, PatronId, Phase, RecordedEvent, RequestId, RoundRef, SlipKind,
    SpotLimits, Table, decide,
};

use crate::test_table::{TestTable, amount, settings};

const EXPOSURE: u64 = 900;

#[derive(Clone, Debug)]
pub(crate) enum Move {
    /// The next due step, with this card if it wants one.
    Step(usize),
    Pass(u32),
    Slip {
        patron: u32,
        id: u128,
        wagers: Vec<(usize, u64)>,
        back_ms: u16,
        other_round: bool,
        kind: SlipKind,
    },
    Clear {
        patron: u32,
        id: u128,
    },
    Sit(u32),
    Leave(u32),
    Void,
    /// Something out of turn.
    Any(usize, Card),
}

fn any_card() -> impl Strategy<Value = Card> {
    (0..Card::KINDS).prop_map(|index| Card::from_index(index).expect("below 52"))
}

pub(crate) fn any_move() -> impl Strategy<Value = Move> {
    let slip = (
        1_u32..5,
        0_u128..400,
        prop::collection::vec((0_usize..6, 0_u64..300), 0..3),
        0_u16..300,
        prop::bool::weighted(0.05),
        prop::sample::select(vec![SlipKind::Adds, SlipKind::Adds, SlipKind::Replaces, SlipKind::Undoes]),
    );
    prop_oneof![
        12 => (0..Card::KINDS).prop_map(Move::Step),
        2 => (0_u32..5_000).prop_map(Move::Pass),
        24 => slip.prop_map(|(patron, id, wagers, back_ms, other_round, kind)| {
            Move::Slip { patron, id, wagers, back_ms, other_round, kind }
        }),
        2 => (1_u32..5, 0_u128..400).prop_map(|(patron, id)| Move::Clear { patron, id }),
        6 => (1_u32..5).prop_map(Move::Sit),
        1 => (1_u32..5).prop_map(Move::Leave),
        1 => Just(Move::Void),
        2 => (0_usize..5, any_card()).prop_map(|(which, card)| Move::Any(which, card)),
    ]
}

fn command(test: &TestTable, step: &Move) -> Option<Command> {
    let round = test.table.round().unwrap_or(RoundRef { shoe_no: 1, round_no: 1 });
    Some(match step {
        Move::Step(_) | Move::Pass(_) => return None,
        Move::Slip { patron, id, wagers, back_ms, other_round, kind } => {
            let texts = wagers.iter().map(|(spot, stake)| format!("{} {stake}", Spot::ALL[*spot].id()));
            Command::PlaceSlip(punto_table::Slip {
                patron: PatronId(*patron),
                slip_id: RequestId(*id),
                round: RoundRef { round_no: round.round_no + u16::from(*other_round), ..round },
                kind: *kind,
                wagers: crate::test_table::wagers(&texts.collect::<Vec<_>>().join(" ")),
                received_at: punto_table::Timestamp(test.now.0 - i64::from(*back_ms)),
                limits: None,
                cash: None,
            })
        }
        Move::Clear { patron, id } => Command::ClearWagers {
            patron: PatronId(*patron),
            round,
            request_id: RequestId(*id),
            received_at: test.now,
        },
        Move::Sit(patron) => Command::TakeSeat { patron: PatronId(*patron) },
        Move::Leave(patron) => {
            let reason = LeaveReason::Left;
            Command::Leave { patron: PatronId(*patron), reason, received_at: test.now }
        }
        Move::Void => Command::VoidRound { reason: VoidReason::Supervisor, by: None },
        Move::Any(0, _) => Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None },
        Move::Any(1, card) => Command::BurnCards { first: Some(*card), records: Vec::new() },
        Move::Any(2, _) => Command::OpenBetting { now: test.now },
        Move::Any(3, _) => Command::CloseBetting { now: test.now, wagers: None, draw: None },
        Move::Any(_, card) => Command::DrawCard { card: *card, from: punto_table::Origin::Shoe },
    })
}

/// Deals a card that is still in the shoe, beginning the search at `from`.
fn take_step(test: &mut TestTable, from: usize) {
    let shoe = test.table.shoe();
    let there = |index: &usize| shoe.seen()[*index] < shoe.decks();
    let index = (from..Card::KINDS).chain(0..from).find(there).expect("the shoe is never dealt out");
    test.step(Card::from_index(index).expect("below 52"));
}

/// Who sits at the table, and the payouts of a round's slips, computed again from its history and its coup.
#[derive(Default)]
struct Auditor {
    slips: BTreeMap<PatronId, Vec<Wagers>>,
    seated: BTreeSet<PatronId>,
    /// What stood before each slip that can be undone.
    before: BTreeMap<PatronId, Vec<Vec<Wagers>>>,
}

impl Auditor {
    fn see(&mut self, before: &Table, event: &Event) -> Result<(), TestCaseError> {
        match event {
            Event::ShoeOpened { seats, .. } => {
                let carried = seats.iter().flatten().map(|own| own.patron);
                prop_assert!(carried.eq(self.seated.iter().copied()), "{seats:?} after {:?}", self.seated);
            }
            Event::SeatTaken { patron } => prop_assert!(self.seated.insert(*patron)),
            Event::SeatLeft { patron, .. } => prop_assert!(self.seated.remove(patron)),
            Event::BettingOpened { .. } => {
                prop_assert!(self.slips.is_empty(), "stakes of an earlier round");
                self.before.clear();
            }
            Event::SlipAccepted { patron, wagers, replaced, .. } => {
                prop_assert!(self.seated.contains(patron), "a slip without a seat");
                let mut slip = Wagers::new();
                for wager in wagers {
                    let added = slip.add(Wager { spot: wager.spot, stake: wager.stake });
                    prop_assert!(added.is_ok() && slip.len() <= wagers.len());
                }
                self.place(*patron, slip, *replaced)?;
            }
            Event::WagersCleared { patron, returned, .. } => {
                self.before.remove(patron);
                prop_assert_eq!(Some(*returned), self.take(*patron));
            }
            Event::RoundVoided { returned, .. } => {
                for back in returned {
                    prop_assert_eq!(Some(back.amount), self.take(back.patron));
                }
                prop_assert!(self.slips.is_empty());
            }
            Event::RoundSettled { patrons, .. } => self.settle(before, patrons)?,
            _ => {}
        }
        Ok(())
    }

    fn place(
        &mut self,
        patron: PatronId,
        slip: Wagers,
        replaced: Option<Replaced>,
    ) -> Result<(), TestCaseError> {
        let standing = self.slips.get(&patron).cloned().unwrap_or_default();
        if let Some(Replaced { returned, .. }) = replaced {
            prop_assert_eq!(returned, self.take(patron).unwrap_or_default());
        }
        let steps = self.before.entry(patron).or_default();
        if replaced.is_some_and(|replaced| replaced.undo) {
            let before = steps.pop().map(|before| sum(&before));
            prop_assert_eq!(Some(&slip), before.as_ref(), "what stood before");
        } else {
            steps.push(standing);
        }
        if !slip.is_empty() {
            self.slips.entry(patron).or_default().push(slip);
        }
        Ok(())
    }

    fn take(&mut self, patron: PatronId) -> Option<Amount> {
        let slips = self.slips.remove(&patron)?;
        Amount::checked_sum(slips.iter().map(Wagers::total))
    }

    fn settle(&mut self, before: &Table, patrons: &[PatronSettlement]) -> Result<(), TestCaseError> {
        let Phase::Complete { coup } = before.phase() else {
            return Err(TestCaseError::fail("settled without a coup"));
        };
        for settlement in patrons {
            let all = sum(&self.slips.remove(&settlement.patron).unwrap_or_default());
            let expected = settle_facts(Facts::of(coup), &all, &before.settings().rules);
            prop_assert_eq!(sums(&settlement.wagers), (expected.staked, expected.paid));
            for line in &settlement.wagers {
                let sound = match line.resolution {
                    ResolutionKind::Win => line.payout >= line.stake.amount(),
                    ResolutionKind::Push => line.payout == line.stake.amount(),
                    ResolutionKind::Lose => line.payout == Amount::ZERO,
                };
                prop_assert!(sound, "{line:?}");
            }
        }
        prop_assert!(self.slips.is_empty(), "somebody's wagers were not resolved");
        Ok(())
    }
}

/// The wagers of slips together.
fn sum(slips: &[Wagers]) -> Wagers {
    let mut all = Wagers::new();
    slips.iter().flatten().for_each(|wager| all.add(*wager).expect("judged before"));
    all
}

/// Which phases one event may lead to from each.
const MAY_FOLLOW: [(&str, &[&str]); 5] = [
    ("shuffling", &["shuffling", "betting"]),
    ("betting", &["betting", "closed", "settled"]),
    ("closed", &["dealing", "settled"]),
    ("dealing", &["dealing", "settled"]),
    ("settled", &["betting", "shuffling"]),
];

fn may_follow(before: &Phase, after: &Phase) -> bool {
    MAY_FOLLOW.iter().any(|(from, to)| *from == before.id() && to.contains(&after.id()))
}

/// Holds every event against the table before it.
fn audit(test: &TestTable) -> Result<(), TestCaseError> {
    let (mut table, mut auditor) = (Table::new(Arc::clone(test.table.settings())), Auditor::default());
    let mut frames = test.frames.iter();
    let mut last_public = 0;
    for (seq, recorded) in (1..).zip(&test.history) {
        prop_assert_eq!(recorded.seq, seq);
        auditor.see(&table, &recorded.event)?;
        if recorded.event.is_public() {
            let frame = frames.next().expect("a frame for each public event");
            last_public += 1;
            prop_assert_eq!(frame.seq, last_public);
        }
        let (before, sides_before) = (table.phase().clone(), table.wagers().sides());
        table.apply(recorded);
        let follows = if recorded.event.is_public() {
            may_follow(&before, table.phase())
        } else {
            before == *table.phase()
        };
        prop_assert!(follows, "{before:?} then {:?}", table.phase());
        let sides = table.wagers().sides();
        let difference = sides.player.abs_diff(sides.banker);
        prop_assert!(
            difference <= u128::from(EXPOSURE)
                || difference <= sides_before.player.abs_diff(sides_before.banker)
                || is_void_or_clear(recorded)
                || takes_back(&recorded.event, sides_before, sides)
        );
        prop_assert_eq!(table.view().seq, last_public);
    }
    prop_assert!(frames.next().is_none());
    prop_assert_eq!(&table, &test.table, "the history is the state");
    let opened = |recorded: &RecordedEvent| matches!(recorded.event, Event::ShoeOpened { .. });
    let from = test.history.iter().rposition(opened).unwrap_or(0);
    let restored = Table::replay(Arc::clone(test.table.settings()), &test.history[from..]);
    prop_assert_eq!(restored.as_ref(), Ok(&test.table), "and so is that of the latest shoe");
    Ok(())
}

fn is_void_or_clear(recorded: &RecordedEvent) -> bool {
    matches!(recorded.event, Event::WagersCleared { .. } | Event::RoundVoided { .. })
}

/// Whether a replacing slip puts no more on the side that has more now.
fn takes_back(event: &Event, before: BySide<u128>, after: BySide<u128>) -> bool {
    let side = if after.player > after.banker { Side::Player } else { Side::Banker };
    matches!(event, Event::SlipAccepted { replaced: Some(_), .. }) && after.get(side) <= before.get(side)
}

pub(crate) fn play(rules: &str, moves: &[Move]) -> Result<TestTable, TestCaseError> {
    let mut settings = settings(rules);
    settings.exposure = Some(amount(EXPOSURE));
    settings.limits = SpotLimits::none().with(&[Spot::Player, Spot::Tie], amount(5), amount(500));
    let mut test = TestTable::with(settings);
    for step in moves {
        match step {
            Move::Step(card) => take_step(&mut test, *card),
            Move::Pass(ms) => test.pass_ms(*ms),
            _ => {}
        }
        let Some(command) = command(&test, step) else { continue };
        let before = test.table.clone();
        let again = decide(&before, &command);
        let decision = test.run(&command);
        prop_assert_eq!(&again, &decision, "deciding changes nothing");
        if decision.is_err() || decision == Ok(Decision::Duplicate) {
            prop_assert_eq!(&before, &test.table);
        }
        if matches!((&command, &decision), (Command::DrawCard { .. }, Ok(_))) {
            let dealing = matches!(before.phase(), Phase::Closed | Phase::Dealing { .. });
            prop_assert!(dealing, "a card fell while {:?}", before.phase());
        }
    }
    Ok(test)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn commands_in_any_order_keep_every_law(
        rules in prop::sample::select(&baccarat::HouseRules::BUILTIN[..]),
        moves in prop::collection::vec(any_move(), 0..250),
    ) {
        audit(&play(rules, &moves)?)?;
    }
}
