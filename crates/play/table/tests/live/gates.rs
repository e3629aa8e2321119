//! When the gate of a device is open: for a card that is wanted, and for no other.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_table::live::{GateWhy, How, LiveCommand, LiveGate, ScannerSettings, Slot};

use crate::live_table::{DEALER, DEVICE, LiveTable, SUPERVISOR};

const fn open(slot: Option<Slot>, why: GateWhy) -> LiveGate {
    LiveGate { open: true, slot, why }
}

const fn shut(why: GateWhy) -> LiveGate {
    LiveGate { open: false, slot: None, why }
}

#[test]
fn the_gate_opens_for_the_burn_and_for_each_card_of_a_round_after_its_bets() {
    let mut live = LiveTable::new("live-commission");
    assert_eq!(live.table.live_gate(), shut(GateWhy::Settled));
    live.load("BOX-0117");
    live.open_shoe();
    assert_eq!(live.table.live_gate(), open(Some(Slot::Burn), GateWhy::Burn));
    live.cards("2d 9h 8c");
    assert_eq!(live.table.live_gate(), shut(GateWhy::Settled));
    live.start();
    assert_eq!(live.table.live_gate(), shut(GateWhy::Betting));
    live.close();
    for (card, slot) in
        [("4h", Slot::P1), ("Kd", Slot::B1), ("Ks", Slot::P2), ("3c", Slot::B2), ("2c", Slot::P3)]
    {
        assert_eq!(live.table.live_gate(), open(Some(slot), GateWhy::Deal));
        live.card(card);
    }
    live.card("Qh");
    assert!(live.is_over());
    assert_eq!(live.table.live_gate(), shut(GateWhy::Settled));
}

#[test]
fn a_finding_shuts_the_gate_unless_the_card_may_pass_again() {
    let mut live = LiveTable::closed();
    live.card("9h");
    live.unread();
    assert_eq!(live.table.live_gate(), open(Some(Slot::B1), GateWhy::Finding));
    live.card("Ks");
    assert_eq!(live.table.live_gate(), shut(GateWhy::Finding), "another card has passed");
    let mut live = LiveTable::closed();
    live.unread();
    live.resolved(How::Rescan, &[DEALER]);
    assert_eq!(live.table.live_gate(), open(Some(Slot::P1), GateWhy::Deal));
}

#[test]
fn the_gate_is_shut_while_no_device_is_connected() {
    let mut live = LiveTable::closed();
    live.card("9h");
    for finding in [false, true] {
        if finding {
            live.unread();
        }
        let before = live.table.live_gate();
        live.must(&LiveCommand::LoseDevice { device: DEVICE, why: "lost".to_owned() });
        assert_eq!((before.open, live.table.live_gate()), (true, shut(before.why)));
        live.must(&LiveCommand::JoinDevice { device: DEVICE });
        assert_eq!(live.table.live_gate(), before);
    }
}

#[test]
fn the_gate_is_open_while_a_shoe_is_counted() {
    let scanner = ScannerSettings { count_out: true, ..ScannerSettings::default() };
    let mut live = LiveTable::with("three-bet", scanner);
    live.load("BOX-0117");
    live.open_shoe();
    live.live(LiveCommand::EndShoe { by: SUPERVISOR.id(), why: "worn".to_owned() }).unwrap();
    assert_eq!(live.table.live_gate(), open(None, GateWhy::Settled));
}
