//! What people read about a finding before they answer it: all that they need, but never the card that they have to
//! type.

use baccarat::Outcome;
use punto_table::live::{
    CardCount, CardRead, CountedShoe, Fact, FindingCode, How, LiveCommand, LiveEvent, Read, ScannerSettings,
    Slot,
};

use crate::findings::raised;
use crate::live_table::{DEALER, LiveTable, SUPERVISOR, card, live_events};

#[test]
fn each_finding_says_what_people_have_to_see_and_no_card_that_they_may_have_to_type() {
    let shoe = Fact::Shoe { label: "BOX-0118".to_owned(), decks: 8, seal: None };
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
                assert!(matches!(&facts[..], [Fact::Differs(_)]), "{facts:?}");
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
fn a_count_that_differs_is_told_as_it_is_on_record_also_after_a_restart() {
    let scanner = ScannerSettings { count_out: true, ..ScannerSettings::default() };
    let mut live = LiveTable::with("three-bet", scanner);
    live.load("BOX-0117");
    live.open_shoe();
    live.must(&LiveCommand::EndShoe { by: SUPERVISOR.id(), why: "test".to_owned() });
    live.cards("9h 9h 9h 9h 9h 9h 9h 9h 9h 6c");
    live.unread();
    let events = live.must(&LiveCommand::CountOut { dealer: DEALER.id() });
    let counted = live_events(&events).find_map(|event| match event {
        LiveEvent::ShoeCounted { missing, extra, unseen, .. } => {
            Some(CountedShoe { missing: missing.clone(), extra: extra.clone(), unseen: *unseen })
        }
        _ => None,
    });
    assert_eq!(live.finding(), Some(FindingCode::Composition));
    let Some(counted) = counted else { panic!("no count: {events:?}") };
    assert_eq!((&counted.extra[..], counted.unseen), (&[CardCount { card: card("9h"), count: 1 }][..], 1));
    assert_eq!(live.table.finding_facts(), [Fact::Differs(counted)]);
    assert_eq!(live.replayed().finding_facts(), live.table.finding_facts());
    let before = live.table.finding_facts();
    live.card("2d");
    assert_eq!(live.table.finding_facts(), before, "a card that passes afterwards changes no count");
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
