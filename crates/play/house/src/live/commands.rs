//! What dealers and supervisors may ask of a live table, and the answer. No command names a winner, and none can put a
//! reading in the place of a device's.

use baccarat::Card;
use table::correct::reason;
use table::live::{How, Person, SeenBy, Slot};
use table::{LiveCommand, RequestId, StaffId, TableId, Timestamp};

use crate::floor::FloorRefusal;

/// What a dealer does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealerCommand {
    /// Begin to work at the table; while another dealer does, wait until that one hands over.
    SitDown,
    /// Hand the table over to the dealer who waits for that.
    HandOver {
        /// Who.
        to: StaffId,
    },
    /// Go.
    StandUp,
    /// Call a supervisor.
    Call,
    /// Take the call back.
    EndCall,
    /// Begin no round after the one under way.
    Hold,
    /// Take the hold back.
    EndHold,
    /// Open the shoe that was loaded.
    OpenShoe,
    /// Begin the next round.
    StartBetting,
    /// Say that the cut card came out.
    CutCard,
    /// Say that a card on the table was read wrongly.
    Misread {
        /// Where it lies.
        slot: Slot,
    },
    /// Type which card it is, in a finding.
    KeyIn {
        /// The number of the finding.
        finding_no: u64,
        /// Which card they see.
        card: Card,
    },
    /// Resolve a finding, or agree to it.
    Resolve {
        /// The number of the finding.
        finding_no: u64,
        /// How.
        how: How,
    },
    /// Say that all cards that were left passed the sensor.
    CountOut,
}

/// What a supervisor does at a live table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SupervisorCommand {
    /// Let a dealer begin to work at the table, also in a round.
    Seat {
        /// Who.
        dealer: StaffId,
    },
    /// Let the dealer go, also in a round.
    Unseat {
        /// Who.
        dealer: StaffId,
    },
    /// Answer the call of the dealer.
    AnswerCall,
    /// Name a shoe that may be loaded.
    AssignShoe {
        /// Its label.
        label: String,
        /// The number of its seal; none when any will do.
        seal: Option<String>,
    },
    /// Begin a round without wagers.
    OpenFreeRound,
    /// End the shoe after the round. Over HTTP a supervisor proves again who they are
    /// ([`House::end_shoe`](crate::House::end_shoe)).
    EndShoe {
        /// Why.
        why: String,
    },
    /// Allow rounds without a recording for an hour. Over HTTP a supervisor proves again who they are
    /// ([`House::allow_unrecorded`](crate::House::allow_unrecorded)).
    AllowUnrecorded {
        /// Why.
        why: String,
    },
    /// Say that the cut card came out.
    CutCard,
    /// Say that a card on the table was read wrongly.
    Misread {
        /// Where it lies.
        slot: Slot,
    },
    /// Say that the cards of the shoe were not burned as the house rules say.
    BurnForgotten,
    /// Type which card it is, in a finding.
    KeyIn {
        /// The number of the finding.
        finding_no: u64,
        /// Which card they see.
        card: Card,
    },
    /// Resolve a finding, or agree to it.
    Resolve {
        /// The number of the finding.
        finding_no: u64,
        /// How.
        how: How,
        /// The text of a note. One that differs takes the place of the note before; none agrees to that.
        why: Option<String>,
    },
}

/// A command of somebody, and what they saw of the table when they gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveOrder<C> {
    /// Who gives it.
    pub by: StaffId,
    /// What.
    pub command: C,
    /// The number of the last public event that they saw. The table refuses the command if it has gone on since. With
    /// none it does not compare.
    pub seen: Option<u64>,
    /// The caller's id of it, of a supervisor: sent again, it is answered as the first time and nothing happens.
    pub request_id: Option<RequestId>,
}

/// A command to a live table was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveReceipt {
    /// At which table.
    pub table: TableId,
    /// The number of its last public event.
    pub seq: u64,
    /// Whether it was so before; then nothing happened.
    pub repeated: bool,
}

/// What a command asks of the task of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A command to the table.
    Command(LiveCommand),
    /// To take note whether the table is recorded; the table's task knows the time.
    Recording {
        /// Whether it is.
        runs: bool,
    },
    /// To allow rounds without a recording; the table's task knows the time.
    Unrecorded {
        /// The supervisor.
        by: StaffId,
        /// Why.
        why: String,
    },
    /// To begin a round; the table's task knows the time and whether the table is halted.
    Begin(BeginBy),
    /// To open the shoe that was loaded.
    OpenShoe {
        /// The dealer.
        dealer: StaffId,
    },
}

/// What somebody answers to a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Which card it is.
    Card,
    /// How it is resolved.
    How(How),
}

/// Who begins a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BeginBy {
    /// The dealer, one with wagers.
    Dealer(StaffId),
    /// A supervisor, one without.
    Supervisor(StaffId),
}

impl BeginBy {
    /// The command at this time.
    pub(crate) const fn at(self, now: Timestamp) -> LiveCommand {
        match self {
            Self::Dealer(dealer) => LiveCommand::StartBetting { dealer, now },
            Self::Supervisor(by) => LiveCommand::OpenFreeRound { by },
        }
    }
}

impl DealerCommand {
    /// What this answers to a finding, if it answers one.
    pub(super) const fn answers(&self) -> Option<Answer> {
        match self {
            Self::KeyIn { .. } => Some(Answer::Card),
            Self::Resolve { how, .. } => Some(Answer::How(*how)),
            _ => None,
        }
    }

    /// What this dealer asks of the table.
    pub(crate) fn asked(self, dealer: StaffId) -> Asked {
        let by = Person::Dealer(dealer);
        Asked::Command(match self {
            Self::OpenShoe => return Asked::OpenShoe { dealer },
            Self::StartBetting => return Asked::Begin(BeginBy::Dealer(dealer)),
            Self::SitDown => LiveCommand::SeatDealer { dealer, by: None },
            Self::StandUp => LiveCommand::UnseatDealer { dealer, by: None },
            Self::HandOver { to } => LiveCommand::HandOver { dealer, to },
            Self::Call => LiveCommand::CallSupervisor { dealer },
            Self::EndCall => LiveCommand::AnswerCall { by },
            Self::Hold => LiveCommand::SetHold { dealer },
            Self::EndHold => LiveCommand::EndHold { dealer },
            Self::CutCard => LiveCommand::SeeCutCard { by: SeenBy::Person(by) },
            Self::Misread { slot } => LiveCommand::ReportMisread { slot, by },
            Self::KeyIn { finding_no, card } => LiveCommand::KeyIn { finding_no, by, card },
            Self::Resolve { finding_no, how } => LiveCommand::Resolve { finding_no, how, by, why: None },
            Self::CountOut => LiveCommand::CountOut { dealer },
        })
    }
}

impl SupervisorCommand {
    /// What this answers to a finding, if it answers one.
    pub(super) const fn answers(&self) -> Option<Answer> {
        match self {
            Self::KeyIn { .. } => Some(Answer::Card),
            Self::Resolve { how, .. } => Some(Answer::How(*how)),
            _ => None,
        }
    }

    /// The same with its reason as it is put on record, if it needs one.
    pub(super) fn with_reason(mut self) -> Result<Self, FloorRefusal> {
        if let Self::EndShoe { why } | Self::AllowUnrecorded { why } = &mut self {
            *why = reason(why).map_err(|_| FloorRefusal::NoReason)?.to_owned();
        }
        Ok(self)
    }

    /// What this supervisor asks of the table.
    pub(crate) fn asked(self, supervisor: StaffId) -> Asked {
        let by = Person::Supervisor(supervisor);
        Asked::Command(match self {
            Self::OpenFreeRound => return Asked::Begin(BeginBy::Supervisor(supervisor)),
            Self::Seat { dealer } => LiveCommand::SeatDealer { dealer, by: Some(supervisor) },
            Self::Unseat { dealer } => LiveCommand::UnseatDealer { dealer, by: Some(supervisor) },
            Self::AnswerCall => LiveCommand::AnswerCall { by },
            Self::AssignShoe { label, seal } => LiveCommand::AssignShoe { label, seal, by: supervisor },
            Self::AllowUnrecorded { why } => return Asked::Unrecorded { by: supervisor, why },
            Self::EndShoe { why } => LiveCommand::EndShoe { by: supervisor, why },
            Self::CutCard => LiveCommand::SeeCutCard { by: SeenBy::Person(by) },
            Self::Misread { slot } => LiveCommand::ReportMisread { slot, by },
            Self::BurnForgotten => LiveCommand::ReportBurnForgotten { by: supervisor },
            Self::KeyIn { finding_no, card } => LiveCommand::KeyIn { finding_no, by, card },
            Self::Resolve { finding_no, how, why } => LiveCommand::Resolve { finding_no, how, by, why },
        })
    }
}
