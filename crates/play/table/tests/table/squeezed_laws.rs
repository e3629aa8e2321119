//! Nothing depends on a card that lies face down: two tables to which the same happens, but for hidden cards, look the
//! same to everybody until the first card that differs is shown.

use baccarat::Card;
use proptest::prelude::*;
use punto_table::live::Slot;
use punto_table::{Command, PatronId, Phase, Wants};

use crate::squeezed::betting;
use crate::test_table::TestTable;

/// What everybody and each patron sees, and what is due.
fn seen(test: &TestTable) -> String {
    let own: Vec<_> = (1..4).map(|patron| test.table.patron_view(PatronId(patron))).collect();
    format!("{:?} {own:?} {:?} {:?}", test.table.view(), test.table.next_step(), test.frames)
}

/// Whether a card that lies face up, or was shown, differs.
fn differ(one: &TestTable, other: &TestTable) -> bool {
    one.table.view().cards != other.table.view().cards
}

#[derive(Clone, Debug)]
enum Act {
    Step,
    Open(u32, usize),
    Leave(u32),
}

const SLOTS: [Slot; 6] = [Slot::P1, Slot::B1, Slot::P2, Slot::B2, Slot::P3, Slot::B3];

fn any_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        6 => Just(Act::Step),
        4 => (1_u32..4, 0_usize..6).prop_map(|(patron, slot)| Act::Open(patron, slot)),
        1 => (1_u32..4).prop_map(Act::Leave),
    ]
}

fn act(test: &mut TestTable, act: &Act, cards: &[Card]) -> String {
    let lie = test.table.view().cards.len();
    match act {
        Act::Step if matches!(test.table.phase(), Phase::Settled { .. }) => String::new(),
        Act::Step => {
            let drawn = matches!(test.table.next_step().wants, Wants::Card);
            test.step(cards[lie.min(5)]);
            drawn.to_string()
        }
        Act::Open(patron, slot) => {
            let (round, slot) = (test.round(), SLOTS[*slot]);
            let opened = test.run(&Command::OpenCard { patron: PatronId(*patron), round, slot });
            opened.map_or_else(|refusal| refusal.to_string(), |_| String::new())
        }
        Act::Leave(patron) => test.leave(*patron).is_ok().to_string(),
    }
}

proptest! {
    #[test]
    fn nobody_sees_anything_of_a_card_that_lies_face_down(
        one in prop::array::uniform6(0_usize..Card::KINDS),
        other in prop::array::uniform6(0_usize..Card::KINDS),
        acts in prop::collection::vec(any_act(), 1..30),
        banker in prop::bool::ANY,
    ) {
        let cards = |indices: [usize; 6]| indices.map(|index| Card::from_index(index).expect("below 52"));
        let (one, other) = (cards(one), cards(other));
        let wagers: &[(u32, &str)] =
            if banker { &[(1, "player 200"), (2, "banker 100"), (3, "tie 50")] } else { &[(1, "player 200"), (3, "tie 50")] };
        let (mut left, mut right) = (betting(wagers), betting(wagers));
        for step in &acts {
            let done = (act(&mut left, step, &one), act(&mut right, step, &other));
            if differ(&left, &right) {
                break;
            }
            prop_assert_eq!(&done.0, &done.1);
            // What both have shown in the same way still may end one of the rounds, once nothing lies face down.
            if left.table.view().cards.iter().all(|shown| shown.card.is_some()) && one != other {
                break;
            }
            prop_assert_eq!(seen(&left), seen(&right));
        }
    }
}
