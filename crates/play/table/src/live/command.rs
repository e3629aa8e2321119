//! The commands to a live table beside those to every table. No command names a winner.

use baccarat::Card;

use crate::ids::{DeviceId, StaffId, Timestamp};
use crate::live::event::SeenBy;
use crate::live::findings::How;
use crate::live::origin::RecordRef;
use crate::live::people::Person;
use crate::live::reading::{Reading, Slot};
use crate::proof::{Bytes32, WagerKey};
use crate::rules_ref::RulesRef;

/// A command to a live table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveCommand {
    /// Judge a reading that just came. The caller stores it together with what follows.
    Read(Reading),
    /// Do what follows from readings that wait, now that something else has changed.
    GoOn,
    /// Take the shoe that was loaded as the next one.
    LoadShoe {
        /// The record that says so.
        record: RecordRef,
    },
    /// Put a record in its place that changes nothing.
    NoteRecord {
        /// The record.
        record: RecordRef,
    },
    /// Take note that the cut card came out.
    SeeCutCard {
        /// Who saw it.
        by: SeenBy,
    },
    /// Let a dealer work at the table. While another one does, they wait until that one hands over; a supervisor seats
    /// them at once.
    SeatDealer {
        /// Who.
        dealer: StaffId,
        /// The supervisor who allows it; needed while a round is under way.
        by: Option<StaffId>,
    },
    /// Let the dealer go.
    UnseatDealer {
        /// Who.
        dealer: StaffId,
        /// The supervisor who allows it; needed while a round is under way.
        by: Option<StaffId>,
    },
    /// Hand the table over to the dealer who waits for that.
    HandOver {
        /// The dealer at the table.
        dealer: StaffId,
        /// Who deals from then on.
        to: StaffId,
    },
    /// Burn the card of this record, with which the dealer hands over.
    BurnAtHandOver {
        /// The record.
        record: RecordRef,
    },
    /// Call a supervisor.
    CallSupervisor {
        /// The dealer.
        dealer: StaffId,
    },
    /// Answer a call, or take it back.
    AnswerCall {
        /// A supervisor, or the dealer at the table.
        by: Person,
    },
    /// Begin no round after the one under way.
    SetHold {
        /// The dealer.
        dealer: StaffId,
    },
    /// Take the hold back.
    EndHold {
        /// The dealer.
        dealer: StaffId,
    },
    /// Take note that a device is connected.
    JoinDevice {
        /// Which.
        device: DeviceId,
    },
    /// Take note that the device is no longer connected.
    LoseDevice {
        /// Which.
        device: DeviceId,
        /// Why, in a word.
        why: String,
    },
    /// Take note whether the table is recorded; one that need not be counts as recorded.
    NoteRecording {
        /// Whether it is.
        runs: bool,
        /// Now.
        now: Timestamp,
    },
    /// Allow rounds without a recording for a time.
    AllowUnrecorded {
        /// The supervisor.
        by: StaffId,
        /// Why.
        why: String,
        /// Until when.
        until: Timestamp,
    },
    /// Name a shoe that may be loaded.
    AssignShoe {
        /// Its label.
        label: String,
        /// The number of its seal, which the device has to say, too; none when any will do.
        seal: Option<String>,
        /// The supervisor.
        by: StaffId,
    },
    /// Begin the next round, by the dealer.
    StartBetting {
        /// The dealer.
        dealer: StaffId,
        /// Now.
        now: Timestamp,
    },
    /// Begin a round without wagers.
    OpenFreeRound {
        /// The supervisor.
        by: StaffId,
    },
    /// End the shoe after the round.
    EndShoe {
        /// The supervisor.
        by: StaffId,
        /// Why.
        why: String,
    },
    /// Say that a card on the table was read wrongly.
    ReportMisread {
        /// Where it lies.
        slot: Slot,
        /// Who says so.
        by: Person,
    },
    /// Say that the cards were not burned as the house rules say.
    ReportBurnForgotten {
        /// The supervisor who saw it.
        by: StaffId,
    },
    /// Type which card it is, in a finding.
    KeyIn {
        /// The number of the finding.
        finding_no: u64,
        /// Who.
        by: Person,
        /// Which card they see.
        card: Card,
    },
    /// Resolve a finding, or agree to it.
    Resolve {
        /// The number of the finding.
        finding_no: u64,
        /// How.
        how: How,
        /// Who.
        by: Person,
        /// The text of a note. One that differs takes the place of the note before; none agrees to that.
        why: Option<String>,
    },
    /// Compare the shoe with its decks, now that all cards have passed.
    CountOut {
        /// The dealer.
        dealer: StaffId,
    },
    /// Open the shoe that was loaded, with a public record.
    OpenShoe {
        /// The house rules it runs under.
        rules: Option<RulesRef>,
        /// The public key of the device.
        key: Bytes32,
        /// The key that hides its wagers.
        wager_key: WagerKey,
    },
    /// Complete the public record of a shoe that is over.
    FinishShoe {
        /// The digest of the last record of the shoe.
        digest: Bytes32,
    },
}
