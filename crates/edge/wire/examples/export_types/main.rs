//! Writes the TypeScript types of all messages to `messages.ts` in a given folder. `cargo xtask types` runs it.

mod layout;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs, io};

use punto_wire::by_hand::{
    AdjustmentLimits, AdjustmentResponse, Adjustments, ChangeAdjustmentLimits, ProposeAdjustment,
    WithdrawAdjustment,
};
use punto_wire::card_copies::OpenCopies;
use punto_wire::client::ClientMessage;
use punto_wire::consoles::{ConsoleOpened, Consoles, OpenConsole, ThisConsole};
use punto_wire::devices::{
    ApproveDevice, DeviceCode, DeviceResponse, Devices, EndDevice, MoveDevice, NewDeviceCode,
};
use punto_wire::error::ErrorEnvelope;
use punto_wire::ledger::FoundTransfers;
use punto_wire::live::{
    DealerOrder, Dealers, LiveReceipt, LiveStatus, ProvedOrder, SetPin, SupervisorOrder, TableLogIn,
};
use punto_wire::lobby::Lobby;
use punto_wire::passkeys::{
    AddPasskey, BeginPasskeyLogIn, PasskeyAdded, PasskeyChallenge, PasskeyCreation, PasskeyLogIn, Passkeys,
    ProveAgain, RenamePasskey,
};
use punto_wire::past_findings::{Findings, ReviewShoe, ShoeReviewReceipt};
use punto_wire::people::{
    ChangePassword, ConfirmSecondFactor, Enrol, LogIn, NewAccount, NewStaff, RecoveryCodes, SecondFactor,
    SecondFactorConfirmed, SessionInfo, SessionStarted, Sessions, SocketTicket, StaffDisplayName,
    StaffEnrolment, StaffList, StaffRoles,
};
use punto_wire::pictures::TablePicture;
use punto_wire::protection::{
    Exclude, ExcludePatron, OwnTurnover, Pause, Protection, ProtectionHistory, SetLimits,
};
use punto_wire::range::{Range, SetRange};
use punto_wire::reads::{
    Alerts, Exposures, FoundPatrons, FoundRounds, FoundSlips, HouseLog, OpenProposals, RulesOdds, TableEdges,
};
use punto_wire::recordings::{
    HoldRecording, Recording, RecordingHold, RecordingHolds, RecordingStates, ReleaseHold, RoundEvidence,
    RoundVideo,
};
use punto_wire::rest::{Guest, Health, History, NewGuest, ShoeBeads, Statement};
use punto_wire::road_map::RoadMap;
use punto_wire::server::ServerMessage;
use punto_wire::supervisor::{
    AbandonShoe, AdjustWallet, CorrectionResponse, Corrections, PatronWallet, ProposeCorrection, RoundRecord,
    RoundVoided, ShoeAbandoned, ShoeRounds, SupervisorName, VoidRound, WalletAdjusted,
};
use punto_wire::tables::{
    ChangeInvitations, ChangeTable, Floor, InvitationCode, Invitations, NewTable, StepTable, TableChanges,
};
use ts_rs::{Config, TS, TypeVisitor};

const HEADER: &str = "\
// Generated from crates/edge/wire by `cargo xtask types`. Change it there.
// Amounts are integers of minor units; times are milliseconds since the epoch, on the server's clock.
";

fn main() -> io::Result<()> {
    let no_folder = || io::Error::other("no folder was given; give the folder to write messages.ts to");
    let folder = PathBuf::from(env::args_os().nth(1).ok_or_else(no_folder)?);
    let file = folder.join("messages.ts");
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&file, text()));
    written.map_err(|error| io::Error::other(format!("cannot write {}: {error}", file.display())))
}

/// The whole file: every message and every type in it, by name.
fn text() -> String {
    let config = Config::default().with_large_int("number");
    let mut types = Types { config: &config, declarations: BTreeMap::new() };
    <(ClientMessage, ServerMessage)>::visit_generics(&mut types);
    <(NewGuest, Guest, Lobby, History, Statement, Health, ErrorEnvelope)>::visit_generics(&mut types);
    <(SupervisorName, ShoeRounds, RoundRecord, VoidRound, RoundVoided)>::visit_generics(&mut types);
    <(AbandonShoe, ShoeAbandoned)>::visit_generics(&mut types);
    <(ProposeCorrection, CorrectionResponse, Corrections)>::visit_generics(&mut types);
    <(PatronWallet, AdjustWallet, WalletAdjusted, Range, SetRange)>::visit_generics(&mut types);
    <(Floor, NewTable, ChangeTable, StepTable, TableChanges)>::visit_generics(&mut types);
    <(ChangeInvitations, InvitationCode, Invitations)>::visit_generics(&mut types);
    <(ProposeAdjustment, WithdrawAdjustment, AdjustmentResponse, Adjustments)>::visit_generics(&mut types);
    <(AdjustmentLimits, ChangeAdjustmentLimits)>::visit_generics(&mut types);
    <(Protection, ProtectionHistory, OwnTurnover)>::visit_generics(&mut types);
    <(SetLimits, Pause, Exclude, ExcludePatron)>::visit_generics(&mut types);
    <(NewAccount, LogIn, SessionStarted, SessionInfo, Sessions, SocketTicket)>::visit_generics(&mut types);
    <(ChangePassword, SecondFactor, ConfirmSecondFactor)>::visit_generics(&mut types);
    <(PasskeyCreation, AddPasskey, PasskeyAdded, Passkeys, RenamePasskey)>::visit_generics(&mut types);
    <(BeginPasskeyLogIn, PasskeyChallenge, PasskeyLogIn)>::visit_generics(&mut types);
    <(SecondFactorConfirmed, ProveAgain, RecoveryCodes)>::visit_generics(&mut types);
    <(Enrol, StaffList, NewStaff, StaffEnrolment, StaffRoles, StaffDisplayName)>::visit_generics(&mut types);
    <(TableLogIn, SetPin)>::visit_generics(&mut types);
    <(OpenConsole, ConsoleOpened, ThisConsole, Consoles)>::visit_generics(&mut types);
    <(NewDeviceCode, DeviceCode, ApproveDevice, MoveDevice, EndDevice)>::visit_generics(&mut types);
    <(ReviewShoe, ShoeReviewReceipt)>::visit_generics(&mut types);
    <(LiveStatus, Dealers, Findings, DealerOrder, SupervisorOrder, ProvedOrder, LiveReceipt)>::visit_generics(
        &mut types,
    );
    <(
        TablePicture,
        Recording,
        RoundVideo,
        RoundEvidence,
        RecordingStates,
        ReleaseHold,
        HoldRecording,
        RecordingHold,
        RecordingHolds,
    )>::visit_generics(&mut types);
    <(OpenCopies, DeviceResponse, Devices)>::visit_generics(&mut types);
    <(FoundRounds, FoundSlips, FoundPatrons, FoundTransfers, Exposures, TableEdges)>::visit_generics(
        &mut types,
    );
    <(Alerts, OpenProposals, HouseLog, RulesOdds, RoadMap, ShoeBeads)>::visit_generics(&mut types);
    let declarations: Vec<String> = types.declarations.into_values().collect();
    format!("{HEADER}\n{}", declarations.join("\n"))
}

/// Declarations by name, collected from types and their dependencies.
struct Types<'a> {
    config: &'a Config,
    declarations: BTreeMap<String, String>,
}

impl TypeVisitor for Types<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types of others, such as maps, have no name.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(self.config);
        if self.declarations.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let text = layout::comment(&docs, 0) + &layout::declaration(&T::decl(self.config));
        self.declarations.insert(name, text);
        T::visit_dependencies(self);
    }
}
