//! An independent audit of a house: holds what a store has on record, and what patrons and supervisors observed,
//! against the laws, one file a law. The fault simulator and the kill test both use it.
//!
//! The auditor is given the house rules of each table; it computes everything else itself. It shares no code with what
//! it judges, except for the shuffle: events are text to it, accounts are names, and the tableau, the payouts and the
//! ledger are its own. So a mistake of the system is not repeated here.

mod attempts;
mod by_table;
mod card;
mod counts;
mod coup;
mod deviation;
mod event;
mod expectations;
#[cfg(test)]
mod fixture;
mod floor;
mod ids;
mod laws;
mod live_event;
mod live_observations;
mod manager;
mod observations;
mod onlooker;
mod patron;
mod people;
mod play_time;
mod proof_file;
mod protection;
mod read;
mod record;
mod round_history;
mod rules;
mod sums;
mod supervisor;
#[cfg(test)]
mod tests;
mod workload;

pub use attempts::{Attempts, RequestStatus};
pub use counts::Counts;
pub use deviation::{Deviation, listed};
pub use event::{Change, Returned, RulesUsed, Settlement, SpotResult, Wager};
pub use expectations::{Expectations, Moment, Table};
pub use floor::{FloorObservations, FloorRequest, FloorSubject, Life, Setup};
pub use ids::{EventId, FrameId, RoundId};
pub use laws::{Phase, phases, unused_records};
pub use live_observations::{DoneOrder, LiveObservations};
pub use manager::{ChangeRequest, ManagerObservations, Password, ReplaceRequest, password_key};
pub use observations::{
    AdjustmentRequest, ByTwoRequest, CheckAnswered, ClearRequest, ExclusionRequest, LatestWallet,
    Observations, PatronEnding, PatronObservations, ProposalRequest, ShownChange, ShownCorrection, ShownEdge,
    SlipKind, SlipRequest, SupervisorObservations,
};
pub use onlooker::{OnlookerObservations, ShownEvent};
pub use patron::{PatronAction, PatronRequest, Planner, SeenTable, SpotLimit, protect};
pub use people::{AccountRequest, PeopleObservations};
pub use play_time::{PlayTime, Sitting};
pub use proof_file::{pledge_of, proof_file_flaws};
pub use protection::{
    ExclusionState, PendingLimit, ProtectionAnswer, ProtectionAsk, ProtectionRequest, ProtectionState,
};
pub use read::{postgres, sqlite};
pub use record::{
    Account, Derived, DeviceRecord, EntityState, Entry, Event, Purse, Record, Transfer, TransferKind, Wallet,
};
pub use round_history::{Clear, End, Outcome, Round, RoundHistory, Slip};
pub use rules::Rules;
pub use sums::{StatementLine, Statements, Turnover, TurnoverPlace, Turnovers};
pub use supervisor::{
    Action, ActionAnswer, ActionGenerator, ByTwoAnswer, CorrectionAnswer, PastRound, Rounds, WHY, is_manager,
};
pub use workload::{Dice, Manner};

/// Holds a record and the observations against every law.
///
/// # Errors
/// All deviations.
pub fn audit(
    record: &Record,
    expected: Expectations<'_>,
    observed: Observations<'_>,
) -> Result<RoundHistory, Vec<Deviation>> {
    let history = RoundHistory::of(&record.events);
    let laws = laws::check(record, &history, expected, observed);
    let broken = laws.into_iter().flat_map(|(law, flaws)| flaws.into_iter().map(move |what| (law, what)));
    let deviations: Vec<_> = broken.map(|(law, what)| Deviation { law, what }).collect();
    if deviations.is_empty() { Ok(history) } else { Err(deviations) }
}
