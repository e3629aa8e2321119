//! Shoes whose cards are drawn after betting has closed: honest ones, and what a house with its own keys could try.

use crate::common::{file_of, known, line, played, report, with};
use baccarat::HouseRules;
use fair::bulletin::{Ended, Places, RoundResult, VoidReason};
use fair::{Bulletin, Bytes, Notice};
use punto_verify::testing::{Plan, Played, Stage, TestTable, test_value};
use punto_verify::{Check, Choices, Known, Report, Verdict, check};

/// What a file by itself leaves unchecked.
const ALONE: [&str; 4] = ["shoes", "fork", "wagers", "payouts"];

/// The report over a shoe of this plan whose record was changed like this.
fn changed(plan: &Plan, change: impl FnMut(&mut Bulletin)) -> Report {
    let (mut table, shoe) = played(plan);
    table.rewrite(change);
    report(&table.file(&shoe))
}

/// The checks that fail for it.
fn failing(plan: &Plan, change: impl FnMut(&mut Bulletin)) -> Vec<&'static str> {
    with(&changed(plan, change), Verdict::Failed)
}

/// A shoe of three rounds, in play. Nothing follows the third, so that a change of it changes no other draw.
fn three() -> Plan {
    Plan::in_play(Stage::Rounds(3)).drawn()
}

/// The same, and the third round is void with no card.
fn third_void() -> Plan {
    Plan { voids: [(3, Some(0))].into_iter().collect(), ..three() }
}

/// Changes how the third round ended.
fn third(change: impl Fn(&mut Ended)) -> impl Fn(&mut Bulletin) {
    move |bulletin| match &mut bulletin.notice {
        Notice::Ended(it) if it.round_no == 3 => change(it),
        _ => {}
    }
}

/// Changes the indices of a round's cards.
fn indices(ended: &mut Ended, change: impl Fn(&mut Vec<u16>)) {
    if let Places::At(indices) = &mut ended.at {
        change(indices);
    }
}

#[test]
fn a_drawn_shoe_holds_at_every_stage_and_under_all_house_rules() {
    let stages = [
        Stage::Opened,
        Stage::Pledged,
        Stage::Revealed,
        Stage::Sealed,
        Stage::Burned,
        Stage::Rounds(1),
        Stage::Dealing(2, 0),
        Stage::Dealing(2, 3),
        Stage::Rounds(30),
    ];
    let open = stages.map(|stage| Plan::in_play(stage).drawn());
    let played = HouseRules::BUILTIN.iter().map(|&rules| Plan { rules, ..Plan::default() }.drawn());
    for plan in open.into_iter().chain(played) {
        let report = report(&file_of(&plan));
        assert_eq!(with(&report, Verdict::Failed), [""; 0], "{plan:?}: {:#?}", report.findings);
        let open = with(&report, Verdict::NotChecked).iter().filter(|id| !ALONE.contains(id)).count();
        assert_eq!(open > 0, plan.finish.is_none(), "{plan:?}");
    }
}

#[test]
fn the_report_says_that_nobody_knew_a_card() {
    let plan = Plan::in_play(Stage::Dealing(3, 1)).drawn();
    let report = report(&file_of(&plan));
    assert_eq!(
        line(&report, Check::Beacon),
        "beacon: ok: round 1000 and those of 4 draws, each named before its time"
    );
    assert_eq!(report.choices, Some(Choices::Drawn));
    assert_eq!(
        report.choices.unwrap().to_string(),
        "Nobody could choose this shoe, and nobody knew a card before the bets were fixed."
    );
    let unchecked = check(&file_of(&plan).write(), &Known { pairing: None, ..known() });
    assert_eq!(
        line(&unchecked, Check::Beacon),
        "beacon: not checked: round 1000 and those of 4 draws, each named before its time; nothing here checks \
         their values"
    );
    assert_ne!(unchecked.choices, Some(Choices::Drawn));
}

#[test]
fn all_values_are_asked_for_at_once() {
    let text = file_of(&three()).write();
    let asked = std::cell::RefCell::new(Vec::new());
    let refusing = |round: u64, _: &fair::shoe::BeaconValue| {
        asked.borrow_mut().push(round);
        false
    };
    check(&text, &Known { pairing: Some(&refusing), ..known() });
    assert_eq!(asked.take().len(), 4, "that of the seal, and those of three draws");
}

#[test]
fn void_rounds_say_whether_they_were_drawn() {
    let voids = [(2, None), (3, Some(0)), (5, Some(3))].into_iter().collect();
    let voids = line(&report(&file_of(&Plan { voids, ..Plan::default() }.drawn())), Check::Voids);
    let start = "voids: ok: 3 void: round 2 (supervisor) not drawn; round 3 (supervisor) not drawn; \
                 round 5 (supervisor) would have been ";
    assert!(voids.starts_with(start), "{voids}");
}

#[test]
fn a_card_of_another_index_is_noticed() {
    // The card of the row's last index in place of the one that was drawn.
    for finish in [None, Some(Some(fair::bulletin::Abandonment::TableClosed))] {
        let plan = Plan { finish, ..three() };
        let (mut table, shoe) = played(&plan);
        let other = shoe.shoe.as_ref().unwrap().cards()[415];
        table.rewrite(third(|it| it.cards[0] = other));
        let mut file = table.file(&shoe);
        if let Some(shown) = &mut file.shown {
            let place = shown.len() - cards_of_third(&table);
            shown[place].card = other;
        }
        let found = line(&report(&file), Check::Cards);
        assert!(found.starts_with("cards: FAILED: round 3, card 1: "), "{found}");
        // The same with its index.
        table.rewrite(third(|it| indices(it, |all| all[0] = 415)));
        let found = line(&report(&table.file(&shoe)), Check::Cards);
        assert!(
            found.starts_with("cards: FAILED: round 3, card 1: its index is 415, and the draw gives "),
            "{found}"
        );
    }
}

fn cards_of_third(table: &TestTable) -> usize {
    let third = table.record.iter().find_map(|it| match &it.bulletin.notice {
        Notice::Ended(it) if it.round_no == 3 => Some(it.cards.len()),
        _ => None,
    });
    third.expect("the round has ended")
}

#[test]
fn a_skipped_index_and_an_index_that_is_out_are_noticed() {
    let skipped = failing(
        &three(),
        third(|it| {
            indices(it, |all| drop(all.drain(..1)));
            it.cards.remove(0);
        }),
    );
    assert!(skipped.contains(&"cards"), "{skipped:?}");
    let twice = changed(&three(), third(|it| indices(it, |all| all[1] = all[0])));
    assert!(line(&twice, Check::Cards).starts_with("cards: FAILED: round 3, card 2: its index is "));
    let burned = changed(&three(), third(|it| indices(it, |all| all[0] = 0)));
    assert!(line(&burned, Check::Cards).starts_with("cards: FAILED: round 3, card 1: its index is 0, "));
}

#[test]
fn a_draw_with_another_value_is_noticed() {
    let other = |bulletin: &mut Bulletin| {
        if let Notice::Drawn(it) = &mut bulletin.notice
            && it.round_no == 3
        {
            it.value = test_value(7);
        }
    };
    assert_eq!(failing(&three(), other), ["beacon", "cards"]);
    // A house that drew the cards by it gives itself away by the value alone.
    let none = |bulletin: &mut Bulletin| {
        other(bulletin);
        third(|it| {
            (it.at, it.cards) = (Places::At(Vec::new()), Vec::new());
            it.result = RoundResult::Void(VoidReason::Supervisor);
        })(bulletin);
    };
    let (mut table, shoe) = played(&three());
    table.rewrite(none);
    let mut file = table.file(&shoe);
    file.shown = Some(file.shown.unwrap());
    let report = report(&file);
    assert_eq!(with(&report, Verdict::Failed), ["beacon"]);
    assert!(line(&report, Check::Beacon).contains(": this is not the value of round "));
}

#[test]
fn a_value_before_its_time_and_a_round_that_is_not_the_first_are_noticed() {
    let early = |bulletin: &mut Bulletin| match &bulletin.notice {
        Notice::Drawn(it) if it.round_no == 3 => bulletin.at -= 801,
        _ => {}
    };
    let found = changed(&three(), early);
    assert_eq!(with(&found, Verdict::Failed), ["beacon"]);
    assert!(line(&found, Check::Beacon).ends_with(" existed"));
    for (back, forth) in [(1, 0), (2, 0), (10, 0), (0, 1), (0, 20)] {
        let named = |bulletin: &mut Bulletin| {
            if let Notice::Closed(it) = &mut bulletin.notice
                && it.round_no == 3
            {
                it.draw = it.draw.map(|(chain, round)| (chain, round - back + forth));
            }
        };
        let found = changed(&third_void(), named);
        assert_eq!(with(&found, Verdict::Failed), ["beacon"]);
        assert!(line(&found, Check::Beacon).ends_with(" is the first 1 s after it"));
    }
    let chain = |bulletin: &mut Bulletin| {
        if let Notice::Closed(it) = &mut bulletin.notice
            && it.round_no == 3
        {
            it.draw = it.draw.map(|(_, round)| (Bytes([1; 32]), round));
        }
    };
    assert_eq!(failing(&third_void(), chain), ["beacon"]);
}

/// A shoe whose record lacks one bulletin, with mended numbers.
fn without(plan: &Plan, kind: &str, round: usize) -> Report {
    let (mut table, shoe): (TestTable, Played) = played(plan);
    let places: Vec<usize> =
        (0..table.record.len()).filter(|place| table.record[*place].bulletin.notice.kind() == kind).collect();
    table.record.remove(places[round]);
    let mut no = 0;
    table.rewrite(|bulletin| {
        no += 1;
        bulletin.no = no;
    });
    report(&table.file(&shoe))
}

#[test]
fn a_bulletin_of_a_draw_out_of_its_place_is_noticed() {
    let form = |report: &Report| line(report, Check::Form);
    let missing = form(&without(&three(), "drawn", 2));
    assert!(missing.ends_with(": its cards came, and none were drawn"), "{missing}");
    let early = form(&without(&three(), "closed", 2));
    assert!(early.ends_with(": `drawn` does not follow `closed` of its round"), "{early}");
    let unnamed = changed(&third_void(), |bulletin| {
        if let Notice::Closed(it) = &mut bulletin.notice {
            it.draw = None;
        }
    });
    assert!(form(&unnamed).ends_with(": `closed` names no draw of its cards"));
    let from = changed(&three(), third(|it| it.at = Places::From(20)));
    assert!(form(&from).ends_with(": `at` was expected: the cards are drawn"));
    let old = |change: &dyn Fn(&mut Bulletin)| form(&changed(&Plan::in_play(Stage::Rounds(3)), change));
    let named = old(&|bulletin| {
        if let Notice::Closed(it) = &mut bulletin.notice {
            it.draw = Some((Bytes(beacon::CHAIN), 2_000));
        }
    });
    assert!(named.ends_with(": `closed` names a draw, and the cards come in the sealed order"));
    let at = old(&third(|it| it.at = Places::At(it.indices())));
    assert!(at.ends_with(": `from` was expected: the cards come in the sealed order"));
}
