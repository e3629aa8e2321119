//! What people are told of a finding before they answer it: what they need to see, and no card that they have to type.

use baccarat::Outcome;
use punto_table::live::{CardCount, CardRead, Fact, FindingCode, How, Read, Slot};

use crate::findings::raised;
use crate::live_table::{DEALER, LiveTable, SUPERVISOR, card};

#[test]
fn each_finding_says_what_people_have_to_see_and_no_card_that_they_may_have_to_type() {
    let shoe = Fact::Shoe { label: "BOX-0118".to_owned(), decks: 8 };
    for code in FindingCode::all().iter().filter(|code| **code != FindingCode::CutCardLate) {
        let expected = match code {
            FindingCode::SpareCard | FindingCode::EarlyCard => vec![Fact::Card(card("6h"))],
            FindingCode::TooManyCopies => vec![Fact::Card(card("9h"))],
            FindingCode::OutOfTurn => vec![Fact::Slot(Slot::B1)],
            FindingCode::WrongShoe => vec![shoe.clone()],
            FindingCode::MissedCard => vec![Fact::Missed(1)],
            FindingCode::LateReading => vec![Fact::Late(1)],
            FindingCode::DeviceDisagrees => vec![Fact::Outcome(Outcome::Tie)],
            FindingCode::Composition => {
                let facts = raised(*code).table.finding_facts();
                assert!(matches!(&facts[..], [Fact::Differs { .. }]), "{facts:?}");
                continue;
            }
            _ => Vec::new(),
        };
        assert_eq!(raised(*code).table.finding_facts(), expected, "{code:?}");
    }
}

#[test]
fn of_an_unsure_reading_people_hear_how_sure_it_is_and_not_which_card() {
    let mut live = LiveTable::closed();
    live.read(Read::Card(CardRead { conf: Some(700), ..CardRead::new(live.pass + 1, card("9h")) }));
    assert_eq!(live.finding(), Some(FindingCode::Unreadable));
    assert_eq!(live.table.finding_facts(), [Fact::Sure { conf: 700, at_least: 950 }]);
}

#[test]
fn a_count_that_differs_names_the_cards_also_after_a_restart() {
    let live = raised(FindingCode::Composition);
    let [Fact::Differs { missing, extra, unseen }] = &live.table.finding_facts()[..] else {
        panic!("{:?}", live.table.finding_facts())
    };
    let total = |counts: &[CardCount]| counts.iter().map(|one| u32::from(one.count)).sum::<u32>();
    assert!(!missing.is_empty());
    assert_ne!((total(missing), 0), (u32::from(*unseen), extra.len()));
    assert_eq!(live.replayed().finding_facts(), live.table.finding_facts());
}

#[test]
fn a_finding_that_is_over_says_nothing_more() {
    let mut live = raised(FindingCode::EarlyCard);
    live.resolved(How::Burn, &[DEALER]);
    assert_eq!(live.table.finding_facts(), []);
    let mut live = raised(FindingCode::OutOfTurn);
    live.resolved(How::GoOn, &[SUPERVISOR]);
    assert_eq!(live.table.finding_facts(), []);
}
