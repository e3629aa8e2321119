//! What a simulated shoe does next, from a shoe file and the lamp that the server shows. Knows no line and no time.

use std::collections::BTreeMap;

use baccarat::{Card, HouseRules, ShoeFile};
use scanner::frame::{CardRecord, Gate, GateWhy, ShoeRecord, ShoeState, Slot, What};
use serde::{Deserialize, Serialize};

use super::fault::{Expected, Fault, Kind};
use super::faulty::{Faults, mark, misread, mixed};

/// The cards behind the cut card, where the shoe file does not say.
const BEHIND_CUT: usize = 14;

/// A shoe that is dealt card by card.
#[derive(Debug)]
pub(super) struct Script {
    label: String,
    decks: u8,
    /// The cards in the order in which they pass, burned ones first.
    cards: Vec<Card>,
    /// How many of them are burned. The lamp of the burn shows until the last of them is on record.
    burn: usize,
    behind_cut: usize,
    faults: Faults,
}

/// How far a shoe has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    /// How many shoes were before this one.
    pub(super) shoe: u64,
    loaded: bool,
    cut: bool,
    /// How many cards are out.
    out: usize,
    /// The round under way, or the latest one.
    pub(super) round: usize,
    /// How many things passed the sensor.
    pass: u64,
    /// How often the next card passed without being read, and the last pass of it.
    misses: u8,
    missed: Option<u64>,
    /// The lamp at the last card.
    #[serde(default, with = "super::lamp")]
    acted: Option<Gate>,
    /// Whether no further card passes before the lamp asks for one. It is kept with the record of that card, so that a
    /// shoe that was switched off before the lamp changed knows it.
    #[serde(default)]
    waits: bool,
    /// The pass of a card that is read once more, though it passed once.
    #[serde(default)]
    again: Option<u64>,
    /// The last rounds before and after which a card came that nobody wanted.
    #[serde(default)]
    unwanted: (usize, usize),
    /// How many faults were made since the shoe was switched on, by what the server answers to each.
    #[serde(skip)]
    pub(super) made: BTreeMap<Expected, u64>,
}

impl Position {
    /// The server shows this lamp; `is_new` says that it is the first one of a session, and newer than all records that
    /// were made. Within a session the lamp at a place may go on and off while people look at the card there.
    pub(super) fn see(&mut self, gate: Gate, is_new: bool) {
        let is_over = !gate.open && matches!(gate.why, GateWhy::Settled | GateWhy::Betting);
        let is_elsewhere = gate.open && self.acted.is_none_or(|acted| acted.slot != gate.slot);
        self.waits &= !(is_new || is_over || is_elsewhere);
    }

    /// The position at this lamp. A card that was not read is out as soon as the lamp asks for one elsewhere: people
    /// typed it, or its round is void.
    fn at(&self, gate: Gate) -> Self {
        let is_elsewhere = self.acted.is_some_and(|acted| acted.slot != gate.slot);
        if self.missed.is_none() || gate.why != GateWhy::Deal || !is_elsewhere {
            return self.clone();
        }
        Self { misses: 0, missed: None, out: self.out.saturating_add(1), ..self.clone() }
    }

    /// Before the first card of the next shoe.
    pub(super) fn next_shoe(&self) -> Self {
        Self { shoe: self.shoe.saturating_add(1), made: self.made.clone(), ..Self::default() }
    }

    /// Notes that a fault was made.
    fn make(&mut self, fault: Fault) {
        if let Some(expected) = fault.expected() {
            let made = self.made.entry(expected).or_default();
            *made = made.saturating_add(1);
        }
    }
}

impl Script {
    /// The shoe of a file. The file does not say which cards were burned face down: they come from `others`, the first
    /// ones that the file leaves in the shoe.
    pub(super) fn new(file: &ShoeFile, label: String, faults: Faults, others: &[Card]) -> Self {
        let dealt: Vec<Card> = file.coups.iter().flat_map(|coup| coup.cards().to_vec()).collect();
        let first = file.burned.and_then(|burned| burned.first);
        let mut left = [i32::from(file.decks); 52];
        for card in dealt.iter().copied().chain(first) {
            if let Some(copies) = left.get_mut(card.index()) {
                *copies -= 1;
            }
        }
        let hidden = others.iter().copied().filter(|card| {
            left.get_mut(card.index()).is_some_and(|copies| {
                *copies -= 1;
                *copies >= 0
            })
        });
        let face_down = file.burned.map_or(0, |burned| burned.face_down);
        let burned: Vec<Card> = first.into_iter().chain(hidden.take(face_down.into())).collect();
        let burn = burned.len();
        let cards = burned.into_iter().chain(dealt).collect();
        let cut = file.notes.iter().find(|(key, _)| key == "cut").and_then(|(_, value)| value.parse().ok());
        let behind_cut = cut.unwrap_or(BEHIND_CUT);
        Self { label, decks: file.decks, cards, burn, behind_cut, faults }
    }

    /// A whole shoe with the decks of these rules, in this order.
    pub(super) fn whole(cards: Vec<Card>, rules: &HouseRules, label: String, faults: Faults) -> Self {
        let face_down = cards.first().map_or(0, |first| rules.burn.face_down(first.points()));
        let burn = usize::from(face_down).saturating_add(usize::from(rules.burn.shows_first_card()));
        Self { label, decks: rules.decks, cards, burn, behind_cut: BEHIND_CUT, faults }
    }

    /// The label of the shoe.
    pub(super) fn label(&self) -> &str {
        &self.label
    }

    /// Whether all its cards are out.
    pub(super) fn is_over(&self, position: &Position) -> bool {
        position.out >= self.cards.len()
    }

    /// What happens at the shoe next, and the position after it; none while no card may pass.
    pub(super) fn next(&self, position: &Position, gate: Option<Gate>) -> Option<(What, Position)> {
        if !position.loaded {
            let shoe = self.label.parse().ok()?;
            let loaded = ShoeRecord { state: ShoeState::Loaded, shoe, decks: self.decks, seal: None };
            return Some((What::Shoe(loaded), Position { loaded: true, ..position.clone() }));
        }
        if let Some(first) = position.again {
            return self.read_again(position, first);
        }
        if let Some(unwanted) = self.unwanted(position, gate?) {
            return Some(unwanted);
        }
        let gate = gate.filter(|gate| gate.open)?;
        let position = &position.at(gate);
        let mut next = Position { pass: position.pass.saturating_add(1), ..position.clone() };
        let card = self.cards.get(position.out).copied();
        // At a change of dealers one card is burned, which belongs nowhere.
        if gate.why == GateWhy::Burn && gate.slot == Some(Slot::Burn) {
            if position.out >= self.burn {
                return None;
            }
            next.out = position.out.saturating_add(1);
            return Some((What::Card(CardRecord::new(next.pass, card?)), next));
        }
        // A card that was not read passes again at the same lamp. Its record says which pass it replaces.
        if position.waits && position.missed.is_none() {
            return None;
        }
        let left = (usize::from(self.decks) * 52).saturating_sub(position.out);
        if !position.cut && left <= self.behind_cut {
            next.cut = true;
            return Some((What::CutCard { pass: next.pass }, next));
        }
        let mut record = CardRecord::new(next.pass, card?);
        record.rescan = position.missed;
        (next.acted, next.waits) = (Some(gate), true);
        if gate.slot == Some(Slot::P1) && position.missed.is_none() {
            next.round = position.round.saturating_add(1);
        }
        let Some(fault) = self.fault_at(position, &next, gate.slot) else {
            (next.misses, next.missed) = (0, None);
            next.out = position.out.saturating_add(1);
            return Some((What::Card(record), next));
        };
        if position.misses == 0 {
            next.make(fault);
        }
        let what = misread(record, fault.kind, gate.slot);
        if fault.kind.passes_again() {
            next.misses = position.misses.saturating_add(1);
            next.missed = Some(next.pass);
        } else {
            (next.misses, next.missed) = (0, None);
            next.out = position.out.saturating_add(1);
            next.again = (fault.kind == Kind::Twice).then_some(next.pass);
        }
        Some((what, next))
    }

    /// The fault at the card that passes next, named or by chance.
    fn fault_at(&self, position: &Position, next: &Position, slot: Option<Slot>) -> Option<Fault> {
        let is_due = |fault: &&Fault| fault.is_at(next.round, slot) && position.misses < fault.times;
        let named = self.faults.named.iter().find(is_due).copied();
        let by_chance = || {
            let place = mixed(self.faults.seed, (position.shoe, position.out));
            let is_due = position.misses == 0 && place % 1_000 < self.faults.permille.into();
            slot.filter(|_| is_due).map(|slot| Fault::unreadable(next.round, slot))
        };
        named.or_else(by_chance)
    }

    /// The reading of a card that passed before, with its mark.
    fn read_again(&self, position: &Position, first: u64) -> Option<(What, Position)> {
        let card = self.cards.get(position.out.checked_sub(1)?).copied()?;
        let pass = position.pass.saturating_add(1);
        let record = CardRecord { tag: mark(first), ..CardRecord::new(pass, card) };
        Some((What::Card(record), Position { pass, again: None, ..position.clone() }))
    }

    /// The next card, if it comes at a lamp that wants none.
    fn unwanted(&self, position: &Position, gate: Gate) -> Option<(What, Position)> {
        let (before, after) = position.unwanted;
        let coming = position.round.saturating_add(1);
        let find = |is_due: &dyn Fn(&Fault) -> bool| self.faults.named.iter().find(|it| is_due(it)).copied();
        let (fault, unwanted) = match gate.why {
            _ if gate.open => return None,
            GateWhy::Betting if before < coming => {
                (find(&|it| it.is_unwanted_before(coming))?, (coming, after))
            }
            GateWhy::Settled if after < position.round => {
                (find(&|it| it.is_unwanted_after(position.round))?, (before, position.round))
            }
            _ => return None,
        };
        let card = self.cards.get(position.out).copied()?;
        let (pass, out) = (position.pass.saturating_add(1), position.out.saturating_add(1));
        let mut next = Position { out, pass, unwanted, ..position.clone() };
        next.make(fault);
        Some((What::Card(CardRecord::new(pass, card)), next))
    }
}

#[cfg(test)]
mod tests {
    use super::super::faulty::UNSURE;
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
        let again = Some(open(Slot::P2, GateWhy::Finding));
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
            let Some((what, next)) = script.next(&position, lamp) else {
                said.push("-".to_owned());
                continue;
            };
            position = next;
            said.push(match what {
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
        let Some((What::Card(unsure), _)) = script.next(&position, deal(Slot::P1)) else { panic!("a card") };
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
            if let Some((what, next)) = script.next(&position, Some(open(slot, GateWhy::Deal))) {
                position = next;
                passed.push(format!("{} {}", what.kind(), position.round));
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
        let (_, missed) = script.next(&burned, lamp(Slot::P1, GateWhy::Deal)).unwrap();
        let again = script.next(&missed, lamp(Slot::P1, GateWhy::Finding)).unwrap().0;
        let What::Card(again) = again else { panic!("{again:?}") };
        assert_eq!((again.card.text(), again.rescan), ("9h", Some(4)));
        let mut seen = missed.clone();
        seen.see(open(Slot::B1, GateWhy::Deal), false);
        let after = script.next(&seen, lamp(Slot::B1, GateWhy::Deal)).unwrap().0;
        let What::Card(after) = after else { panic!("{after:?}") };
        assert_eq!((after.card.text(), after.rescan), ("Kd", None));
    }

    #[test]
    fn a_lamp_that_goes_on_and_off_at_one_place_lets_no_further_card_pass() {
        let script = Script::new(&file(), "BOX-1".to_owned(), Faults::default(), &others());
        let burned = Position { loaded: true, out: script.burn, pass: 3, ..Position::default() };
        let (_, mut dealt) = script.next(&burned, Some(open(Slot::P2, GateWhy::Finding))).unwrap();
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
        let (_, loaded) = script.next(&Position::default(), None).unwrap();
        let lamp = open(Slot::P1, GateWhy::Deal);
        let (_, dealt) = script.next(&loaded, Some(lamp)).unwrap();
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

    /// What passes at these lamps, from the first card of the first round on.
    fn passed(faults: Faults, lamps: &[Gate]) -> (Vec<String>, Position) {
        let script = Script::new(&file(), "BOX-1".to_owned(), faults, &others());
        let mut position =
            Position { loaded: true, cut: true, out: script.burn, pass: 3, ..Position::default() };
        let mut said = Vec::new();
        for gate in lamps {
            position.see(*gate, false);
            let Some((what, next)) = script.next(&position, Some(*gate)) else { continue };
            position = next;
            said.push(match what {
                What::Card(card) => {
                    let tag = card.tag.map(|tag| tag.to_string()).unwrap_or_default();
                    format!("{} {} {:?} {tag}", card.pass, card.card, card.slot)
                }
                What::Unread(unread) => format!("{} {:?}", unread.pass, unread.why),
                other => other.kind().to_owned(),
            });
        }
        (said, position)
    }

    #[test]
    fn faulty_readings_are_what_their_names_say_and_are_counted() {
        let named = faults(&["misread:As@1.P1", "wrong-slot@1.B1", "two-at-once@1.P2", "twice@1.B2"]);
        let deal = |slot| open(slot, GateWhy::Deal);
        let lamps = [deal(Slot::P1), deal(Slot::B1), deal(Slot::P2), open(Slot::P2, GateWhy::Finding)];
        let (said, position) = passed(named, &[&lamps[..], &[deal(Slot::B2), deal(Slot::P3)]].concat());
        let expected = [
            "4 As None ",
            "5 Kd Some(P1) ",
            "6 TwoAtOnce",
            "7 Ks None ",
            "8 3c None piece-8",
            // The same piece of card once more, and nothing says so but its mark.
            "9 3c None piece-8",
        ];
        assert_eq!(said, expected);
        let made = [Expected::Unreadable, Expected::ReadTwice, Expected::OutOfTurn].map(|it| (it, 1));
        assert_eq!(position.made, BTreeMap::from(made));
    }

    #[test]
    fn a_card_that_nobody_wants_comes_once_while_bets_are_taken_or_after_the_round() {
        let shut = |why| Gate { open: false, slot: None, why };
        let named = faults(&["early@1.betting", "extra@1.after"]);
        let betting = shut(GateWhy::Betting);
        let (early, _) = passed(named.clone(), &[betting, shut(GateWhy::Finding), betting]);
        assert_eq!(early, ["4 9h None "]);
        let settled = shut(GateWhy::Settled);
        let lamps = [open(Slot::P1, GateWhy::Deal), settled, settled, betting];
        let (said, position) = passed(faults(&["extra@1.after"]), &lamps);
        assert_eq!((said, position.out), (vec!["4 9h None ".to_owned(), "5 Kd None ".to_owned()], 5));
        assert_eq!(position.made, BTreeMap::from([(Expected::SpareCard, 1)]));
    }

    #[test]
    fn by_chance_so_many_of_a_thousand_cards_are_not_read() {
        let missed = |seed, permille| {
            let is_missed = |out| mixed(seed, (3, out)) % 1_000 < permille;
            (0..100_000).filter(|out| is_missed(*out)).count()
        };
        assert!((1_800..2_200).contains(&missed(1, 20)), "{}", missed(1, 20));
        assert_eq!((missed(1, 0), missed(7, 1_000)), (0, 100_000));
        let all = Faults { permille: 1_000, ..Faults::default() };
        let lamps = [open(Slot::P1, GateWhy::Deal), open(Slot::P1, GateWhy::Finding)];
        assert_eq!(passed(all, &lamps).0, ["4 Smeared", "5 9h None "], "it is read when it is scanned again");
    }
}
