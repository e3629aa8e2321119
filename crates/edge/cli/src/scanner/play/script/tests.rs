//! A simulated shoe by hand: lamps in, records out.

use super::super::card_faults::UNSURE;
use super::*;

fn file() -> ShoeFile {
    "shoe: 1\nrules: three-bet\ndecks: 8\nburned: 3d + 2\ncut: 410\n\n9h Kd Ks 3c\n4h 4d 2s 3c\n"
        .parse()
        .unwrap()
}

const fn open(slot: Slot, why: GateWhy) -> Gate {
    Gate { open: true, slot: Some(slot), why }
}

fn faults(named: &[&str]) -> Faults {
    let named = named.iter().map(|text| text.parse().unwrap()).collect();
    Faults { named, ..Faults::default() }
}

fn others() -> Vec<Card> {
    ["9h", "As", "2s", "Tc"].iter().map(|text| text.parse().unwrap()).collect()
}

#[test]
fn a_shoe_is_loaded_burned_cut_and_dealt_as_the_lamp_shows() {
    let shut = Some(Gate { open: false, slot: None, why: GateWhy::Finding });
    let faults = faults(&["unreadable:3@1.P2", "lowconf@2.P1"]);
    let script = Script::new(&file(), "BOX-1".to_owned(), faults, &others());
    let (mut position, mut said) = (Position::default(), Vec::new());
    let deal = |slot| Some(open(slot, GateWhy::Deal));
    let burn = Some(open(Slot::Burn, GateWhy::Burn));
    let again = Some(open(Slot::P2, GateWhy::Deal));
    let lamps = [
        None,
        None,
        burn,
        burn,
        burn,
        burn,
        deal(Slot::P1),
        deal(Slot::P1),
        deal(Slot::B1),
        deal(Slot::P2),
        shut,
        again,
        again,
        again,
        again,
        deal(Slot::B2),
        deal(Slot::B2),
        deal(Slot::B2),
    ];
    for lamp in lamps {
        if let Some(gate) = lamp {
            position.see(gate, false);
        }
        let Some(step) = script.next(&position, lamp) else {
            said.push("-".to_owned());
            continue;
        };
        position = step.position;
        said.push(match step.what {
            What::Card(card) => format!("{} {} {:?}", card.pass, card.card, card.rescan),
            What::Unread(unread) => format!("{} ? {:?}", unread.pass, unread.rescan),
            other => other.kind().to_owned(),
        });
    }
    let expected = [
        "shoe",
        "-",
        "1 3d None",
        "2 9h None",
        "3 As None",
        "-",
        "4 9h None",
        "-",
        "5 Kd None",
        "6 ? None",
        "-",
        "7 ? Some(6)",
        "8 ? Some(7)",
        "9 Ks Some(8)",
        "-",
        "cut_card",
        "11 3c None",
        "-",
    ];
    assert_eq!(said, expected);
    position.see(open(Slot::P1, GateWhy::Deal), false);
    let What::Card(unsure) = script.next(&position, deal(Slot::P1)).unwrap().what else { panic!("a card") };
    assert_eq!((unsure.card.text(), unsure.conf), ("4h", Some(UNSURE)));
    assert!(!script.is_over(&position));
}

fn whole(rules: &str) -> Script {
    Script::whole(others(), HouseRules::builtin(rules).unwrap(), "BOX-2".to_owned(), Faults::default())
}

#[test]
fn a_whole_shoe_burns_what_its_house_rules_say() {
    // The first card is a nine.
    assert_eq!((whole("live-commission").burn, whole("three-bet").burn), (10, 0));
}

#[test]
fn a_whole_shoe_is_dealt_as_long_as_the_lamp_asks_and_the_next_one_begins_again() {
    let script = whole("three-bet");
    let mut position = Position { pass: 40, round: 9, shoe: 3, ..Position::default() }.next_shoe();
    assert_eq!((position.shoe, position.round), (4, 0));
    let mut passed = Vec::new();
    for slot in [Slot::P1, Slot::P1, Slot::B1, Slot::P2, Slot::P1] {
        position.see(open(slot, GateWhy::Deal), false);
        if let Some(step) = script.next(&position, Some(open(slot, GateWhy::Deal))) {
            position = step.position;
            passed.push(format!("{} {}", step.what.kind(), position.round));
        }
    }
    assert_eq!(passed, ["shoe 0", "card 1", "card 1", "card 1", "card 2"]);
    assert!(script.is_over(&position));
    assert_eq!(script.next(&position, Some(open(Slot::B1, GateWhy::Deal))), None, "no card is left");
}

#[test]
fn a_card_that_people_typed_does_not_pass_again() {
    let faults = faults(&["unreadable@1.P1"]);
    let script = Script::new(&file(), "BOX-1".to_owned(), faults, &others());
    let burned = Position { loaded: true, out: script.burn, pass: 3, ..Position::default() };
    let lamp = |slot, why| Some(open(slot, why));
    let missed = script.next(&burned, lamp(Slot::P1, GateWhy::Deal)).unwrap().position;
    let again = script.next(&missed, lamp(Slot::P1, GateWhy::Deal)).unwrap().what;
    let What::Card(again) = again else { panic!("{again:?}") };
    assert_eq!((again.card.text(), again.rescan), ("9h", Some(4)));
    let mut seen = missed.clone();
    seen.see(open(Slot::B1, GateWhy::Deal), false);
    let after = script.next(&seen, lamp(Slot::B1, GateWhy::Deal)).unwrap().what;
    let What::Card(after) = after else { panic!("{after:?}") };
    assert_eq!((after.card.text(), after.rescan), ("Kd", None));
}

#[test]
fn a_lamp_that_goes_on_and_off_at_one_place_lets_no_further_card_pass() {
    let script = Script::new(&file(), "BOX-1".to_owned(), Faults::default(), &others());
    let burned = Position { loaded: true, out: script.burn, pass: 3, ..Position::default() };
    let mut dealt = script.next(&burned, Some(open(Slot::P2, GateWhy::Deal))).unwrap().position;
    for why in [GateWhy::Deal, GateWhy::Finding, GateWhy::Deal] {
        dealt.see(open(Slot::P2, why), false);
        assert_eq!(script.next(&dealt, Some(open(Slot::P2, why))), None);
    }
    dealt.see(Gate { open: false, slot: None, why: GateWhy::Betting }, false);
    assert!(script.next(&dealt, Some(open(Slot::P2, GateWhy::Deal))).is_some(), "another round");
}

#[test]
fn a_place_outlives_the_program() {
    let script = Script::new(&file(), "BOX-1".to_owned(), Faults::default(), &others());
    let loaded = script.next(&Position::default(), None).unwrap().position;
    let lamp = open(Slot::P1, GateWhy::Deal);
    let dealt = script.next(&loaded, Some(lamp)).unwrap().position;
    for position in [loaded, dealt.clone()] {
        let text = serde_json::to_string(&position).unwrap();
        assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), position);
    }
    let next = |is_new| {
        let mut position = dealt.clone();
        position.see(lamp, is_new);
        script.next(&position, Some(lamp))
    };
    assert_eq!(next(false), None, "the lamp may be that of the card that passed");
    assert!(next(true).is_some(), "the lamp is of a round that began since");
}

/// A step, as text.
fn said(step: &Step) -> String {
    let faults: Vec<String> = step.faults.iter().map(ToString::to_string).collect();
    let what = match &step.what {
        What::Card(card) => {
            let (slot, tag) = (card.slot.map(<&str>::from), card.tag.as_ref().map(ToString::to_string));
            let words =
                [Some(card.pass.to_string()), Some(card.card.to_string()), slot.map(str::to_owned), tag];
            words.into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        What::Unread(unread) => format!("{} {:?}", unread.pass, unread.why),
        What::Shoe(shoe) => format!("{} {}", shoe.shoe, shoe.decks),
        other => other.kind().to_owned(),
    };
    [vec![what], faults].concat().join(" ! ")
}

/// What passes at these lamps from this position on.
fn passed_from(mut position: Position, script: &Script, lamps: &[Gate]) -> (Vec<String>, Position) {
    let mut all = Vec::new();
    for gate in lamps {
        position.see(*gate, false);
        let Some(step) = script.next(&position, Some(*gate)) else { continue };
        all.push(said(&step));
        position = step.position;
    }
    (all, position)
}

/// What passes at these lamps, from the first card of the first round on.
fn passed(faults: Faults, lamps: &[Gate]) -> (Vec<String>, Position) {
    let script = Script::new(&file(), "BOX-1".to_owned(), faults, &others());
    let position = Position { loaded: true, cut: true, out: script.burn, pass: 3, ..Position::default() };
    passed_from(position, &script, lamps)
}

const fn shut(why: GateWhy) -> Gate {
    Gate { open: false, slot: None, why }
}

#[test]
fn faulty_readings_are_what_their_names_say_and_are_made_once() {
    let named = faults(&["misread:As@1.P1", "wrong-slot@1.B1", "two-at-once@1.P2", "twice@1.B2"]);
    let deal = |slot| open(slot, GateWhy::Deal);
    let lamps = [deal(Slot::P1), deal(Slot::B1), deal(Slot::P2), open(Slot::P2, GateWhy::Deal)];
    let (said, _) = passed(named, &[&lamps[..], &[deal(Slot::B2), deal(Slot::P3)]].concat());
    let expected = [
        "4 As ! misread:As@1.P1",
        "5 Kd P1 ! wrong-slot@1.B1",
        "6 TwoAtOnce ! two-at-once@1.P2",
        "7 Ks",
        "8 3c piece-8",
        // The same piece of card once more, and nothing says so but its mark.
        "9 3c piece-8 ! twice@1.B2",
    ];
    assert_eq!(said, expected);
}

#[test]
fn a_pass_that_is_skipped_leaves_a_hole_and_the_card_passes_again() {
    let lamps = [open(Slot::P1, GateWhy::Deal), open(Slot::P1, GateWhy::Deal), open(Slot::B1, GateWhy::Deal)];
    let (said, position) = passed(faults(&["skip-pass@1.P1"]), &lamps);
    assert_eq!(said, ["5 9h ! skip-pass@1.P1", "6 9h", "7 Kd"]);
    assert_eq!(position.pass, 7);
}

#[test]
fn something_foreign_is_no_card_of_the_shoe() {
    let named = faults(&["foreign@1.P1", "foreign@1.after", "foreign@2.betting"]);
    let lamps = [
        open(Slot::P1, GateWhy::Deal),
        shut(GateWhy::Settled),
        shut(GateWhy::Settled),
        shut(GateWhy::Betting),
    ];
    let (said, position) = passed(named, &lamps);
    let expected =
        ["4 Foreign ! foreign@1.P1", "5 Foreign ! foreign@1.after", "6 Foreign ! foreign@2.betting"];
    assert_eq!((said.as_slice(), position.out), (&expected.map(str::to_owned)[..], 3));
}

#[test]
fn a_ninth_copy_comes_only_when_all_copies_are_out() {
    let coups = "9h Kd 9h Kc\n9h Kd 9h Kc\n9h Kd 9h Kc\n9h Kd 9h Kc\n4h 4d 2s 3c\n";
    let file: ShoeFile = format!("shoe: 1\nrules: three-bet\ndecks: 8\n\n{coups}").parse().unwrap();
    let script = Script::new(&file, "BOX-1".to_owned(), faults(&["ninth@4.B2", "ninth@5.P1"]), &[]);
    let place = |out, round| Position { loaded: true, out, round, pass: 20, ..Position::default() };
    let (early, _) = passed_from(place(13, 4), &script, &[open(Slot::B2, GateWhy::Deal)]);
    assert_eq!(early, ["21 Kd"], "not all of any card are out");
    let lamps = [open(Slot::P1, GateWhy::Deal), open(Slot::P1, GateWhy::Deal)];
    let (late, _) = passed_from(place(16, 4), &script, &lamps);
    assert_eq!(late, ["21 9h ! ninth@5.P1", "22 4h"]);
}

#[test]
fn wrong_shoes_are_loaded_before_the_right_one() {
    let named = faults(&["wrong-shoe@shoe", "wrong-decks@shoe", "no-cut@shoe", "short-shoe@shoe"]);
    let script = Script::new(&file(), "BOX-1".to_owned(), named, &others());
    let (said, position) = passed_from(Position::default(), &script, &[shut(GateWhy::Settled); 4]);
    let expected = [
        "WRONG-0001 8 ! wrong-shoe@shoe",
        "BOX-1 6 ! wrong-decks@shoe",
        "BOX-1 8 ! no-cut@shoe ! short-shoe@shoe",
    ];
    assert_eq!((said, position.wrong_loads), (expected.map(str::to_owned).to_vec(), 2));
    let whole = Script::new(&file(), "BOX-1".to_owned(), Faults::default(), &others());
    assert_eq!(script.cards.len() + 1, whole.cards.len(), "one card is missing");
    let late = Position { loaded: true, out: 8, ..Position::default() };
    let lamp = Some(open(Slot::B1, GateWhy::Deal));
    assert_eq!(said_at(&whole, &late, lamp), "cut_card");
    assert_eq!(said_at(&script, &late, lamp), "1 4d", "the cut card never comes");
}

fn said_at(script: &Script, position: &Position, lamp: Option<Gate>) -> String {
    said(&script.next(position, lamp).unwrap())
}

#[test]
fn the_burn_has_its_faults_at_its_first_card_and_goes_on() {
    let burn = open(Slot::Burn, GateWhy::Burn);
    let looked_at = open(Slot::Burn, GateWhy::Finding);
    let start = Position { loaded: true, ..Position::default() };
    let at = |named: &str, lamps: &[Gate]| {
        let script = Script::new(&file(), "BOX-1".to_owned(), faults(&[named]), &others());
        passed_from(start.clone(), &script, lamps).0
    };
    let lamps = [burn, looked_at, looked_at, burn, burn, burn];
    let again = at("lowconf@burn", &lamps);
    assert_eq!(again, ["1 3d ! lowconf@burn", "2 3d", "3 9h", "4 As"]);
    assert_eq!(at("skip-pass@burn", &lamps)[..2], ["2 3d ! skip-pass@burn", "3 3d"]);
    assert_eq!(at("foreign@burn", &[burn]), ["1 Foreign ! foreign@burn"]);
    assert_eq!(at("cut-early@burn", &[burn; 5]), ["cut_card ! cut-early@burn", "2 3d", "3 9h", "4 As"]);
}

#[test]
fn a_dealer_begins_a_round_before_the_first_or_the_last_card_is_burned() {
    let burn = open(Slot::Burn, GateWhy::Burn);
    for (named, out) in [("no-burn@burn", 0), ("short-burn@burn", 2)] {
        let script = Script::new(&file(), "BOX-1".to_owned(), faults(&[named]), &others());
        for burned in 0..=3 {
            let position = Position { loaded: true, out: burned, ..Position::default() };
            assert_eq!(script.unburned(&position, burn).is_some(), burned == out, "{named} {burned}");
            assert_eq!(script.unburned(&position, open(Slot::P1, GateWhy::Deal)), None);
        }
    }
}

#[test]
fn what_is_left_passes_when_the_shoe_is_counted() {
    let script = Script::new(&file(), "BOX-1".to_owned(), Faults::default(), &others());
    let position = Position { loaded: true, out: script.dealt, pass: 30, waits: true, ..Position::default() };
    assert!(script.is_over(&position) && !script.is_empty(&position));
    let counting = Gate { open: true, slot: None, why: GateWhy::Settled };
    let (said, position) = passed_from(position, &script, &[counting; 4]);
    // What is left of the other cards: the ace and the nine were burned face down.
    assert_eq!((said, script.is_empty(&position)), (vec!["31 2s".to_owned(), "32 Tc".to_owned()], true));
}

#[test]
fn a_place_between_rounds_is_that_of_its_lamp() {
    let position = Position { round: 3, ..Position::default() };
    let at = |gate| Script::between(&position, gate);
    assert_eq!(at(shut(GateWhy::Settled)), Some(Place::After(3)));
    assert_eq!(at(shut(GateWhy::Betting)), Some(Place::Betting(4)));
    assert_eq!((at(shut(GateWhy::Finding)), at(open(Slot::P1, GateWhy::Deal))), (None, None));
}

#[test]
fn a_card_that_nobody_wants_comes_once_while_bets_are_taken_or_after_the_round() {
    let named = faults(&["early@1.betting", "extra@1.after"]);
    let betting = shut(GateWhy::Betting);
    let (early, _) = passed(named, &[betting, shut(GateWhy::Finding), betting]);
    assert_eq!(early, ["4 9h ! early@1.betting"]);
    let settled = shut(GateWhy::Settled);
    let lamps = [open(Slot::P1, GateWhy::Deal), settled, settled, betting];
    let (said, position) = passed(faults(&["extra@1.after"]), &lamps);
    assert_eq!((said, position.out), (vec!["4 9h".to_owned(), "5 Kd ! extra@1.after".to_owned()], 5));
}

#[test]
fn a_card_that_chance_leaves_unread_is_read_when_it_is_scanned_again() {
    let all = Faults { permille: 1_000, ..Faults::default() };
    let lamps = [open(Slot::P1, GateWhy::Deal), open(Slot::P1, GateWhy::Deal)];
    assert_eq!(passed(all, &lamps).0, ["4 Smeared ! unreadable@1.P1", "5 9h"]);
}

#[test]
fn a_card_that_looks_like_the_one_before_it_is_known() {
    let rules = HouseRules::builtin("live-commission").unwrap();
    let cards = fair::lab::cards(&fair::lab::secret(1), rules.decks);
    let script = Script::whole(cards, rules, "BOX-1".to_owned(), faults(&[]));
    let at = |out| Position { out, ..Position::default() };
    let pairs = script.cards.windows(2).map(|pair| pair[0] == pair[1]);
    let expected: Vec<bool> = [false].into_iter().chain(pairs).collect();
    let alike: Vec<bool> = (0..script.cards.len()).map(|out| script.is_alike(&at(out))).collect();
    assert!(expected.contains(&true) && !script.is_alike(&at(script.cards.len())));
    assert_eq!(alike, expected);
}
