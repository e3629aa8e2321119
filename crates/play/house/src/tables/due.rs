//! What a table's task does by itself. Data only; the runner decides what is due, and does it.

use table::{PatronId, Timestamp, Wants};

/// What the runner does by itself next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// What the table waits for.
    Step(Wants),
    /// Ask for the value of the beacon that the shoe or the round waits for.
    AskBeacon,
    /// Give up the shoe whose cards a beacon draws, because this house has none any more.
    LeaveBeacon,
    /// End a round that cannot be dealt, because its shoe is lost, or that was interrupted under house rules that
    /// do not finish it.
    Void,
    /// Give up the seats of patrons who have had no connection since then or longer.
    UnseatAbsent(Timestamp),
    /// Give up the seats of patrons who made no wager for too many rounds.
    UnseatIdle,
    /// End Auto of these patrons, whose protection forbids them to play, with these codes.
    StopAuto(Vec<(PatronId, &'static str)>),
    /// Remove these patrons, whose protection forbids them to play.
    Remove(Vec<PatronId>),
    /// Give up all seats of a closed table.
    UnseatAll,
    /// Give up the shoes of a closed table.
    CloseShoes,
}

impl Due {
    /// Its name, for those who watch the table.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Step(Wants::OpenShoe) => "open_shoe",
            Self::Step(Wants::BurnCards { .. }) => "burn_cards",
            Self::Step(Wants::OpenBetting) => "open_betting",
            Self::Step(Wants::CloseBetting) => "close_betting",
            Self::Step(Wants::Card) => "card",
            Self::Step(Wants::Reveal) => "reveal_cards",
            Self::Step(Wants::Prove(_)) => "prove",
            Self::Step(Wants::GoOn) => "go_on",
            Self::Step(Wants::VoidAbandoned | Wants::VoidUnanswered) => "void_unfinished",
            Self::AskBeacon => "ask_beacon",
            Self::LeaveBeacon => "leave_beacon",
            Self::Void => "void",
            Self::UnseatAbsent(_) => "unseat_absent",
            Self::UnseatIdle => "unseat_idle",
            Self::StopAuto(_) => "stop_auto",
            Self::Remove(_) => "remove",
            Self::UnseatAll => "unseat_all",
            Self::CloseShoes => "close_shoes",
        }
    }
}
