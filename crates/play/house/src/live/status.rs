//! The status of a live table for its dealer, its supervisors and its device. It names no wager and no patron, and
//! hides what somebody typed.

use scanner::frame::{Gate, GateWhy as SaidWhy};
use table::live::{
    BurnProgress, Call, CardDue, Fact, FindingCode, GateWhy, How, LiveGate, LiveWait, Needs, Proposed, Slot,
};
use table::{DeviceId, RecordRef, StaffId, Table, Timestamp};

use crate::floor::record::TableStatus;
use crate::live::reading::said_slot;

/// How a live table stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveStatus {
    /// The number of its last public event.
    pub seq: u64,
    /// Whether it begins rounds.
    pub status: TableStatus,
    /// The dealer at the table.
    pub dealer: Option<StaffId>,
    /// The dealer who waits to take over.
    pub relief: Option<StaffId>,
    /// The device that is connected.
    pub device: Option<DeviceId>,
    /// The device that deals the shoe in play. No other one speaks for the table until that shoe is over.
    pub dealt_by: Option<DeviceId>,
    /// The label of the shoe in the device.
    pub shoe: Option<String>,
    /// Whether that shoe is the next one, which no card of was dealt; else it is in play, or over.
    pub fresh: bool,
    /// What it waits for, the first that holds; none when it waits for the clock, or is halted.
    pub wait: Option<LiveWait>,
    /// The call of a supervisor that nobody has answered.
    pub call: Option<Call>,
    /// Whether no round begins until the dealer says so.
    pub held: bool,
    /// The card that it waits for; none while it waits for none.
    pub card: Option<CardDue>,
    /// How far the burn of a new shoe is; none when no card is to be burned.
    pub burn: Option<BurnProgress>,
    /// What is wrong, if anything is.
    pub finding: Option<FindingStatus>,
    /// How many readings wait.
    pub waiting: usize,
    /// What the gate of the device shows.
    pub gate: LiveGate,
    /// Where the cards lie that the dealer turns, because everybody may see them now.
    pub turn: Vec<Slot>,
}

/// A finding that waits for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingStatus {
    /// Its number.
    pub no: u64,
    /// What is wrong.
    pub code: FindingCode,
    /// The records it is about.
    pub records: Vec<RecordRef>,
    /// Which card of the round it is about, if it is about one.
    pub slot: Option<Slot>,
    /// What the device or the count says of it.
    pub facts: Vec<Fact>,
    /// The records whose pictures the dealer and supervisors may see now.
    pub pictures: Vec<RecordRef>,
    /// When it was raised.
    pub at: Timestamp,
    /// How often two people typed different cards.
    pub tries: u8,
    /// How it can be resolved now, and who has to agree.
    pub ways: Vec<(How, Needs)>,
    /// What the first of two people wants.
    pub proposed: Option<Proposed>,
    /// Who has typed a card and waits for the other person.
    pub typed_by: Vec<StaffId>,
}

impl LiveStatus {
    /// What the device of the table is sent of its gate.
    pub fn gate_frame(&self) -> Gate {
        let LiveGate { open, slot, why } = self.gate;
        let halted = !open && why == GateWhy::Settled && self.status != TableStatus::Open;
        let why = match why {
            _ if halted => SaidWhy::Halted,
            GateWhy::Deal => SaidWhy::Deal,
            GateWhy::Burn => SaidWhy::Burn,
            GateWhy::Betting => SaidWhy::Betting,
            GateWhy::Settled => SaidWhy::Settled,
            GateWhy::Finding => SaidWhy::Finding,
        };
        Gate { open, slot: slot.map(said_slot), why }
    }

    /// The status of this table; none when the clock deals it.
    pub(crate) fn of(table: &Table, status: TableStatus) -> Option<Self> {
        table.settings().dealer.scanner()?;
        let live = table.live();
        let finding = live.finding().map(|finding| FindingStatus {
            no: finding.no,
            code: finding.code,
            records: finding.records.clone(),
            slot: finding.slot,
            facts: table.finding_facts(),
            pictures: table.shown_pictures(),
            at: finding.at,
            tries: finding.tries,
            ways: table.ways(),
            proposed: finding.proposed.clone(),
            typed_by: finding.typed_by().collect(),
        });
        Some(Self {
            seq: table.public_seq(),
            status,
            dealer: live.dealer(),
            relief: live.relief(),
            device: live.device(),
            dealt_by: table.dealing_device(),
            shoe: live.loaded().map(|loaded| loaded.label.clone()),
            fresh: live.loaded().is_some_and(|loaded| loaded.fresh),
            wait: table.live_wait(),
            call: live.call(),
            held: live.is_held(),
            card: table.card_due(),
            burn: table.burn_progress(),
            finding,
            waiting: live.waiting().len(),
            gate: table.live_gate(),
            turn: live.turn().to_vec(),
        })
    }
}
