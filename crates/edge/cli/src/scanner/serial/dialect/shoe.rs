//! What a shoe that cannot sign says, as records. No byte is taken for a card that the table does not name.

use data_encoding::HEXLOWER;
use scanner::Label;
use scanner::frame::{
    CardRecord, FaultCode, GateState, ShoeRecord, ShoeState, Slot, UnreadRecord, UnreadWhy, What,
};
use serde::{Deserialize, Serialize};

use super::decoder::{Heard, Message};
use super::table::{Meaning, Place, Table};

/// How far a shoe has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    /// The label of the shoe; none before one is loaded.
    pub(crate) shoe: Option<String>,
    /// How many things passed the sensor.
    pass: u64,
    /// How many cards of the round went to each side.
    player: u8,
    banker: u8,
    /// Whether a card without a place passed in the round. The places of the later ones are not known then.
    is_loose: bool,
    /// The latest message with its counter, as hex digits.
    last: String,
    /// Whether bytes were refused since then.
    is_damaged: bool,
}

/// What follows from something that was heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The record that is made.
    pub(crate) what: Option<What>,
    /// How far the shoe has come then.
    pub(crate) position: Position,
    /// The message for the dealer.
    pub(crate) told: Told,
}

/// The message for the dealer after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// The record says everything.
    Record,
    /// The latest message came once more.
    Repeat,
    /// The shoe said something that leads to no record, in hex digits.
    Note(String),
    /// Its lock is open or shut.
    Lock(GateState),
    /// These bytes, in hex digits, are no message, or one without a meaning.
    Refused(String),
    /// Nothing is recorded before a shoe is loaded. What the shoe said, in hex digits.
    NoShoe(String),
    /// A message is missing, and bytes were refused in its place.
    Lost,
}

impl Position {
    /// The shoe with this label as it is loaded.
    pub(super) fn loaded(label: &str) -> Self {
        Self { shoe: Some(label.to_owned()), ..Self::default() }
    }

    fn next_pass(&self) -> u64 {
        self.pass.saturating_add(1)
    }

    /// The same, with one more thing that passed.
    fn passed(self) -> Self {
        Self { pass: self.next_pass(), ..self }
    }
}

/// Loads a shoe.
pub(crate) fn load(position: &Position, label: Label<1, 32>, decks: u8) -> Step {
    let Position { last, is_damaged, .. } = position.clone();
    let position = Position { last, is_damaged, ..Position::loaded(label.as_str()) };
    let loaded = ShoeRecord { state: ShoeState::Loaded, shoe: label, decks, seal: None };
    Step { what: Some(What::Shoe(loaded)), position, told: Told::Record }
}

/// The serial port is gone. What passes now is not known.
pub(crate) fn port_gone(position: &Position) -> Option<Step> {
    position.shoe.as_ref()?;
    let what = fault("the serial port is gone")?;
    Some(Step { what: Some(what), position: position.clone(), told: Told::Record })
}

/// What follows from something that was heard: at most two records, in order.
pub(crate) fn hear(table: &Table, before: &Position, heard: Heard) -> Vec<Step> {
    let message = match heard {
        Heard::Refused(bytes) => {
            let position = Position { is_damaged: true, ..before.clone() };
            return vec![Step { what: None, position, told: Told::Refused(HEXLOWER.encode(&bytes)) }];
        }
        Heard::Message(message) => message,
    };
    let text = HEXLOWER.encode(&[&[message.counter], message.data.as_slice()].concat());
    if text == before.last {
        let position = Position { is_damaged: false, ..before.clone() };
        return vec![Step { what: None, position, told: Told::Repeat }];
    }
    let mut steps = Vec::new();
    let mut position = before.clone();
    if before.is_damaged && before.shoe.is_some() && is_jump(&before.last, message.counter) {
        let what = unread(&position, UnreadWhy::Smeared);
        position = Position { is_damaged: false, ..position.passed() };
        steps.push(Step { what: Some(what), position: position.clone(), told: Told::Lost });
    }
    position = Position { last: text.clone(), is_damaged: false, ..position };
    let step = read(table, position.clone(), &message, &text);
    steps.push(match step {
        Step { what: Some(_), .. } if position.shoe.is_none() => {
            Step { what: None, position, told: Told::NoShoe(text) }
        }
        step => step,
    });
    steps
}

/// Whether a message is missing between the latest one and the one with this counter.
fn is_jump(last: &str, counter: u8) -> bool {
    let before = last.get(..2).and_then(|text| u8::from_str_radix(text, 16).ok());
    before.is_some_and(|before| before.wrapping_add(1) != counter)
}

fn read(table: &Table, position: Position, message: &Message, text: &str) -> Step {
    let letter = message.data.first().copied().unwrap_or_default();
    let rest = message.data.get(1..).unwrap_or_default();
    let Some(meaning) = table.messages.get(&letter) else {
        return Step { what: None, position, told: Told::Refused(text.to_owned()) };
    };
    let record = |what, position| Step { what: Some(what), position, told: Told::Record };
    match (meaning, rest) {
        (Meaning::Card, [place, card]) => read_card(table, position, Some(*place), *card),
        (Meaning::LooseCard, [_, card]) => {
            read_card(table, Position { is_loose: true, ..position }, None, *card)
        }
        (Meaning::Card | Meaning::LooseCard | Meaning::Doubt, _) => {
            record(unread(&position, UnreadWhy::NoCode), position.passed())
        }
        (Meaning::CutCard, _) => record(What::CutCard { pass: position.next_pass() }, position.passed()),
        (Meaning::Result, [result]) if table.results.contains_key(&(result & 0xf0)) => {
            let outcome = table.results.get(&(result & 0xf0)).and_then(|winner| winner.outcome());
            let told = if outcome.is_some() { Told::Record } else { Told::Note(text.to_owned()) };
            let what = outcome.map(|outcome| What::Result { outcome });
            Step { what, position: new_round(position), told }
        }
        (Meaning::Error, rest) => match rest {
            [code] if table.errors.contains_key(code) => {
                let why = table.errors.get(code).copied().unwrap_or(UnreadWhy::NoCode);
                record(unread(&position, why), position.passed())
            }
            _ => Step { what: fault(&format!("the shoe says {text}")), position, told: Told::Record },
        },
        (Meaning::Lock, [lock]) if table.locks.contains_key(lock) => {
            let state = table.locks.get(lock).copied().unwrap_or(GateState::Shut);
            Step { what: None, position, told: Told::Lock(state) }
        }
        (Meaning::NewRound, _) => {
            Step { what: None, position: new_round(position), told: Told::Note(text.to_owned()) }
        }
        (Meaning::Note, _) => Step { what: None, position, told: Told::Note(text.to_owned()) },
        (Meaning::Result | Meaning::Lock, _) => {
            Step { what: None, position, told: Told::Refused(text.to_owned()) }
        }
    }
}

/// The card of this byte, with the place that the shoe says.
fn read_card(table: &Table, position: Position, place: Option<u8>, card: u8) -> Step {
    let Some(card) = table.cards.get(&card) else {
        let what = unread(&position, UnreadWhy::NoCode);
        return Step { what: Some(what), position: position.passed(), told: Told::Record };
    };
    let place = place.and_then(|byte| table.places.get(&(byte & 0xf0))).copied().unwrap_or(Place::None);
    let mut after = position.clone().passed();
    let slot = match place {
        Place::Player | Place::Banker if position.is_loose => None,
        Place::Player => of_side(&mut after.player, [Slot::P1, Slot::P2, Slot::P3]),
        Place::Banker => of_side(&mut after.banker, [Slot::B1, Slot::B2, Slot::B3]),
        Place::Burn => Some(Slot::Burn),
        Place::None => None,
    };
    let read = CardRecord { slot, ..CardRecord::new(position.next_pass(), *card) };
    Step { what: Some(What::Card(read)), position: after, told: Told::Record }
}

/// The place of the next card of a side; none after the third.
fn of_side(cards: &mut u8, slots: [Slot; 3]) -> Option<Slot> {
    let slot = slots.get(usize::from(*cards)).copied();
    *cards = cards.saturating_add(1);
    slot
}

fn new_round(position: Position) -> Position {
    Position { player: 0, banker: 0, is_loose: false, ..position }
}

fn unread(position: &Position, why: UnreadWhy) -> What {
    What::Unread(UnreadRecord { pass: position.next_pass(), why, rescan: None, img: None })
}

fn fault(text: &str) -> Option<What> {
    let text = text.chars().take(200).collect::<String>().parse().ok()?;
    Some(What::Fault { code: FaultCode::Sensor, text })
}

#[cfg(test)]
mod tests {
    use baccarat::Outcome;

    use super::super::decoder::{Decoder, message};
    use super::*;

    /// A loaded shoe that says things.
    struct Shoe {
        table: Table,
        decoder: Decoder,
        position: Position,
    }

    impl Shoe {
        fn new() -> Self {
            let table = Table::load("angel-eye").unwrap();
            let decoder = Decoder::new(&table);
            Self { table, decoder, position: Position::loaded("BOX-1") }
        }

        /// What is recorded and told when these bytes come.
        fn hear(&mut self, bytes: &[u8]) -> Vec<(Option<What>, Told)> {
            let mut steps = Vec::new();
            for heard in self.decoder.feed(bytes) {
                for step in hear(&self.table, &self.position, heard) {
                    self.position = step.position;
                    steps.push((step.what, step.told));
                }
            }
            steps
        }

        /// What is recorded when the shoe says this once.
        fn records(&mut self, counter: u8, data: &[u8]) -> Option<What> {
            let mut steps = self.hear(&message(counter, data));
            assert_eq!(steps.len(), 1, "{steps:?}");
            steps.pop().unwrap().0
        }
    }

    fn card(pass: u64, card: &str, slot: Option<Slot>) -> What {
        What::Card(CardRecord { slot, ..CardRecord::new(pass, card.parse().unwrap()) })
    }

    fn missed(pass: u64, why: UnreadWhy) -> What {
        What::Unread(UnreadRecord { pass, why, rescan: None, img: None })
    }

    #[test]
    fn a_round_has_the_places_that_follow_from_the_sides() {
        let mut shoe = Shoe::new();
        let round: [(&[u8], Option<What>); 8] = [
            (&[b'D', 0x81, 0xc9], Some(card(1, "9h", Some(Slot::P1)))),
            (&[b'D', 0x92, 0x9d], Some(card(2, "Kd", Some(Slot::B1)))),
            (&[b'D', 0x83, 0xb1], Some(card(3, "As", Some(Slot::P2)))),
            (&[b'D', 0x94, 0xa3], Some(card(4, "3c", Some(Slot::B2)))),
            (&[b'D', 0x95, 0xba], Some(card(5, "Ts", Some(Slot::B3)))),
            (&[b'G', 0xa0], Some(What::Result { outcome: Outcome::Tie })),
            (b"P", None),
            (&[b'D', 0x81, 0xcc], Some(card(6, "Qh", Some(Slot::P1)))),
        ];
        for (counter, (data, expected)) in (b'0'..).zip(round) {
            assert_eq!(shoe.records(counter, data), expected, "{data:?}");
        }
    }

    #[test]
    fn after_a_card_without_a_place_no_place_is_named_before_the_next_round() {
        let mut shoe = Shoe::new();
        let said: [(&[u8], Option<What>); 5] = [
            (&[b'D', 0x81, 0xc9], Some(card(1, "9h", Some(Slot::P1)))),
            (&[b'd', 0x91, 0x9d], Some(card(2, "Kd", None))),
            (&[b'D', 0x83, 0xb1], Some(card(3, "As", None))),
            (b"P", None),
            (&[b'D', 0x91, 0xb1], Some(card(4, "As", Some(Slot::B1)))),
        ];
        for (counter, (data, expected)) in (b'0'..).zip(said) {
            assert_eq!(shoe.records(counter, data), expected, "{data:?}");
        }
    }

    #[test]
    fn what_is_no_card_of_the_table_is_never_one() {
        let mut shoe = Shoe::new();
        for (counter, byte) in (0..=255).zip(0u8..=255) {
            // Bytes of the frame itself are tested with the decoder.
            if matches!(byte, 3 | 5) {
                continue;
            }
            let named = shoe.table.cards.get(&byte).copied();
            let pass = shoe.position.next_pass();
            let recorded = shoe.records(counter, &[b'd', 0x80, byte]);
            match named {
                Some(named) => assert_eq!(recorded, Some(card(pass, named.text(), None))),
                None => assert_eq!(recorded, Some(missed(pass, UnreadWhy::NoCode)), "{byte:x}"),
            }
        }
    }

    #[test]
    fn burned_cards_the_cut_card_and_errors_pass_too() {
        let mut shoe = Shoe::new();
        let said: [(&[u8], Option<What>); 9] = [
            (&[b'D', 0xa0, 0x92], Some(card(1, "2d", Some(Slot::Burn)))),
            (&[b'D', 0xa0, 0x80], Some(missed(2, UnreadWhy::NoCode))),
            (&[b'E', 0xc4], Some(missed(3, UnreadWhy::Reversed))),
            (&[b'E', 0x87], Some(missed(4, UnreadWhy::TimeOut))),
            (b"R", Some(missed(5, UnreadWhy::NoCode))),
            (&[b'D', 0x80], Some(missed(6, UnreadWhy::NoCode))),
            (b"C", Some(What::CutCard { pass: 7 })),
            (&[b'G', 0xf0], None),
            (&[b'E', 0x82], fault("the shoe says 384582")),
        ];
        for (counter, (data, expected)) in (b'0'..).zip(said) {
            assert_eq!(shoe.records(counter, data), expected, "{data:?}");
        }
        assert_eq!(shoe.hear(&message(b'9', &[b'L', 0x80])), [(None, Told::Lock(GateState::Open))]);
        assert_eq!(shoe.hear(&message(b':', &[b'L', 0x90])), [(None, Told::Refused("3a4c90".to_owned()))]);
        assert_eq!(shoe.hear(&message(b';', b"?")), [(None, Told::Refused("3b3f".to_owned()))]);
    }

    #[test]
    fn a_message_that_comes_three_times_counts_once_also_if_a_copy_is_damaged() {
        let mut shoe = Shoe::new();
        let first = message(b'1', &[b'D', 0x81, 0xc9]);
        let mut damaged = first.clone();
        damaged[4] = 0xc8;
        let second = message(b'2', &[b'D', 0x91, 0xc9]);
        let line =
            [&damaged, &first, &damaged, &first, &damaged, &second, &second].map(Vec::as_slice).concat();
        let records: Vec<What> = shoe.hear(&line).into_iter().filter_map(|(what, _)| what).collect();
        let expected = [card(1, "9h", Some(Slot::P1)), card(2, "9h", Some(Slot::B1))];
        assert_eq!(records, expected);
    }

    #[test]
    fn a_message_that_never_came_whole_is_a_card_that_was_not_read() {
        let mut shoe = Shoe::new();
        let said = |counter, place| message(counter, &[b'D', place, 0xc9]);
        shoe.hear(&said(b'1', 0x81));
        let mut damaged = said(b'2', 0x91);
        damaged[4] = 0xc8;
        let steps = shoe.hear(&[damaged.clone(), damaged.clone(), said(b'3', 0x82)].concat());
        let expected = [
            (None, Told::Refused(HEXLOWER.encode(&[damaged.clone(), damaged].concat()))),
            (Some(missed(2, UnreadWhy::Smeared)), Told::Lost),
            (Some(card(3, "9h", Some(Slot::P2))), Told::Record),
        ];
        assert_eq!(steps, expected);
    }

    #[test]
    fn nothing_is_recorded_before_a_shoe_is_loaded() {
        let mut shoe = Shoe::new();
        shoe.position = Position::default();
        let said = message(b'1', &[b'D', 0x81, 0xc9]);
        assert_eq!(shoe.hear(&said), [(None, Told::NoShoe("3144 81c9".replace(' ', "")))]);
        assert_eq!(port_gone(&shoe.position), None);
        let loaded = load(&shoe.position, "BOX-2".parse().unwrap(), 8);
        shoe.position = loaded.position;
        assert_eq!(shoe.hear(&said), [(None, Told::Repeat)], "it passed before the shoe was loaded");
        assert_eq!(shoe.records(b'2', &[b'D', 0x91, 0xc9]), Some(card(1, "9h", Some(Slot::B1))));
    }
}
