//! What a stored record of a device says, as a table takes it. Judges nothing.

use scanner::frame::{CardRecord, ShoeRecord, ShoeState, Slot as SaidSlot, UnreadWhy};
use scanner::{DeviceFrame, What};
use table::live::{CardRead, Read, Reading, ShoeChange, ShoeRead, Slot, UnreadRead};

use crate::ports::{DeviceRecord, StoreFailure};

/// The reading of a record. It is the same at any time, so that a table comes to the same after a restart.
///
/// # Errors
/// [`StoreFailure::Corrupt`] when the text is no record, or one of another number.
pub fn reading_of(record: &DeviceRecord) -> Result<Reading, StoreFailure> {
    let what = read_of(&what_of(record)?);
    Ok(Reading { record: record.record_ref(), read_at: record.read_at, late: record.late, what })
}

/// What a stored record says.
///
/// # Errors
/// As for [`reading_of`].
pub(crate) fn what_of(record: &DeviceRecord) -> Result<What, StoreFailure> {
    let corrupt = |why: &dyn std::fmt::Display| {
        StoreFailure::Corrupt(format!("record {} of device {}: {why}", record.n, record.device.0))
    };
    let said = match DeviceFrame::read(&record.body) {
        Ok(DeviceFrame::Record(said)) => said,
        Ok(_) => return Err(corrupt(&"the text is no record")),
        Err(error) => return Err(corrupt(&error)),
    };
    if said.n != record.n {
        return Err(corrupt(&format_args!("the text is that of record {}", said.n)));
    }
    Ok(said.what)
}

fn read_of(what: &What) -> Read {
    match what {
        What::Shoe(shoe) => Read::Shoe(shoe_of(shoe)),
        What::Card(card) => Read::Card(card_of(card)),
        What::Unread(unread) => {
            let foreign = unread.why == UnreadWhy::Foreign;
            Read::Unread(UnreadRead { pass: unread.pass, foreign, rescan: unread.rescan })
        }
        What::CutCard { pass } => Read::CutCard { pass: *pass },
        What::Result { outcome } => Read::Result { outcome: *outcome },
        What::Fault { .. } => Read::Fault,
    }
}

fn shoe_of(shoe: &ShoeRecord) -> ShoeRead {
    let change = match shoe.state {
        ShoeState::Loaded => ShoeChange::Loaded,
        ShoeState::Removed => ShoeChange::Removed,
        ShoeState::LidOpen => ShoeChange::LidOpen,
    };
    let seal = shoe.seal.as_ref().map(ToString::to_string);
    ShoeRead { change, label: shoe.shoe.to_string(), decks: shoe.decks, seal }
}

fn card_of(card: &CardRecord) -> CardRead {
    CardRead {
        pass: card.pass,
        card: card.card,
        slot: card.slot.map(slot_of),
        conf: card.conf,
        tag: card.tag.as_ref().map(ToString::to_string),
        rescan: card.rescan,
    }
}

const fn slot_of(slot: SaidSlot) -> Slot {
    match slot {
        SaidSlot::P1 => Slot::P1,
        SaidSlot::B1 => Slot::B1,
        SaidSlot::P2 => Slot::P2,
        SaidSlot::B2 => Slot::B2,
        SaidSlot::P3 => Slot::P3,
        SaidSlot::B3 => Slot::B3,
        SaidSlot::Burn => Slot::Burn,
    }
}

/// The word of a device for a place of a card.
pub(crate) const fn said_slot(slot: Slot) -> SaidSlot {
    match slot {
        Slot::P1 => SaidSlot::P1,
        Slot::B1 => SaidSlot::B1,
        Slot::P2 => SaidSlot::P2,
        Slot::B2 => SaidSlot::B2,
        Slot::P3 => SaidSlot::P3,
        Slot::B3 => SaidSlot::B3,
        Slot::Burn => SaidSlot::Burn,
    }
}

#[cfg(test)]
mod tests {
    use fair::Bytes;
    use table::{DeviceId, RecordRef, Timestamp};

    use super::*;

    fn said(n: u64, rest: &str) -> Result<Reading, String> {
        let zeros = "0".repeat(64);
        let record = DeviceRecord {
            device: DeviceId(4),
            n,
            received_at: Timestamp(9),
            read_at: Timestamp(7),
            late: true,
            body: format!(r#"{{"v":1,"n":2,"prev":"{zeros}","t":5,{rest}}}"#),
            sig: Bytes([0; 64]),
        };
        reading_of(&record).map_err(|failure| failure.to_string())
    }

    #[test]
    fn each_kind_of_record_is_the_reading_that_it_says() {
        let card = CardRead {
            slot: Some(Slot::B2),
            conf: Some(998),
            tag: Some("x1".to_owned()),
            rescan: Some(3),
            ..CardRead::new(4, "9h".parse().unwrap())
        };
        let shoe = |change| ShoeRead { change, label: "BOX-0117".to_owned(), decks: 8, seal: None };
        for (rest, what) in [
            (
                r#""type":"card","pass":4,"card":"9h","slot":"B2","conf":998,"tag":"x1","rescan":3"#,
                Read::Card(card),
            ),
            (r#""type":"card","pass":1,"card":"Kd""#, Read::Card(CardRead::new(1, "Kd".parse().unwrap()))),
            (
                r#""type":"unread","pass":2,"why":"smeared""#,
                Read::Unread(UnreadRead { pass: 2, foreign: false, rescan: None }),
            ),
            (
                r#""type":"unread","pass":2,"why":"foreign","rescan":1"#,
                Read::Unread(UnreadRead { pass: 2, foreign: true, rescan: Some(1) }),
            ),
            (r#""type":"cut_card","pass":9"#, Read::CutCard { pass: 9 }),
            (r#""type":"result","outcome":"tie""#, Read::Result { outcome: baccarat::Outcome::Tie }),
            (r#""type":"fault","code":"motor","text":"""#, Read::Fault),
            (
                r#""type":"shoe","state":"loaded","shoe":"BOX-0117","decks":8"#,
                Read::Shoe(shoe(ShoeChange::Loaded)),
            ),
            (
                r#""type":"shoe","state":"lid_open","shoe":"BOX-0117","decks":8"#,
                Read::Shoe(shoe(ShoeChange::LidOpen)),
            ),
        ] {
            let record = RecordRef { device: DeviceId(4), n: 2 };
            assert_eq!(
                said(2, rest),
                Ok(Reading { record, read_at: Timestamp(7), late: true, what }),
                "{rest}"
            );
        }
    }

    #[test]
    fn the_places_of_cards_have_the_same_names_at_both_ends() {
        for slot in [Slot::P1, Slot::B1, Slot::P2, Slot::B2, Slot::P3, Slot::B3, Slot::Burn] {
            let said = said_slot(slot);
            assert_eq!((slot_of(said), <&str>::from(said)), (slot, slot.id()));
        }
    }

    #[test]
    fn a_text_that_is_no_record_of_that_number_is_corrupt() {
        let card = r#""type":"card","pass":1,"card":"Kd""#;
        for (n, rest, why) in [
            (3, card, "record 3 of device 4: the text is that of record 2"),
            (2, r#""type":"card","pass":1,"card":"1x""#, "record 2 of device 4: "),
        ] {
            let failure = said(n, rest).unwrap_err();
            assert!(failure.contains(why), "{failure}");
        }
    }
}
