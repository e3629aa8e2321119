//! The chart of accounts: what an event moves between which accounts. Pure; knows no store.
//!
//! | event | from | to | amount |
//! |---|---|---|---|
//! | slip accepted | the patron's cash | stakes held for the table | each wager, as a hold |
//! | | their bonus money | stakes held for the table | what of a wager the cash lacks, as a hold of its own |
//! | slip that replaces | stakes held | where it came from | each hold of the patron in this round, released first |
//! | wagers cleared, round voided, push | stakes held | where it came from | each hold, released |
//! | lost | stakes held | the table | each hold, captured |
//! | won | stakes held | where it came from | each hold, released |
//! | | the table | the patron's cash | the profit on the spot, all slips together, less the next line |
//! | | the table | their bonus money | of that profit the share the bonus money had in the stake, rounded down |
//! | | the patron's cash | what the patron owes | of the profits in cash what the debt takes, if there is one |
//! | round corrected | | | see `correction_postings.rs` |
//!
//! Nothing else that happens at a table moves money. Outside any table are gifts of play money, and what a supervisor
//! grants or adjusts: an [`Adjustment`](crate::Adjustment).

use ledger::{Account, Action, TransferRequest};
use money::{Amount, Currency};
use table::{Event, PatronId};

use crate::money::correction_postings::correction_postings;
use crate::money::transfer_id::gift_id;

pub use crate::money::stakes::RoundStakes;

/// The money an event moves, by the round that it is about as that was before it.
pub fn postings<'a>(event: &Event, round: impl Into<RoundStakes<'a>>) -> Vec<TransferRequest> {
    let round = round.into();
    match event {
        Event::SlipAccepted { patron, wagers, replaced, .. } => {
            let released = replaced.map(|_| round.release_all(*patron)).unwrap_or_default();
            released.into_iter().chain(round.hold(*patron, wagers)).collect()
        }
        Event::WagersCleared { patron, .. } => round.release_all(*patron),
        Event::RoundVoided { returned, .. } => {
            returned.iter().flat_map(|returned| round.release_all(returned.patron)).collect()
        }
        Event::RoundSettled { revision, patrons } => {
            patrons.iter().flat_map(|settlement| round.settle(settlement, *revision)).collect()
        }
        Event::RoundCorrected { agreed, .. } => correction_postings(round, agreed),
        Event::ShoeOpened { .. }
        | Event::CardsBurned { .. }
        | Event::SeatTaken { .. }
        | Event::SeatLeft { .. }
        | Event::AutoStarted { .. }
        | Event::AutoStopped { .. }
        | Event::BettingOpened { .. }
        | Event::BettingClosed { .. }
        | Event::RoundDrawn { .. }
        | Event::ShoeCommitted { .. }
        | Event::NoncesPledged { .. }
        | Event::NoncesRevealed { .. }
        | Event::ShoeSealed { .. }
        | Event::ShoeFinished { .. }
        | Event::KeyChanged { .. }
        | Event::CardDrawn { .. }
        | Event::CardsRevealed { .. }
        | Event::CorrectionProposed(_)
        | Event::CorrectionWithdrawn { .. }
        | Event::Live(_) => Vec::new(),
    }
}

/// A gift of play money to a guest: number 0 when the guest is made, and any later number once.
pub fn play_money(patron: PatronId, gift_no: u64, amount: Amount) -> TransferRequest {
    gift(patron, Currency::PLAY, gift_no, amount)
}

/// A gift to a patron: number 0 when the patron is made, and any later number once.
pub(crate) fn gift(patron: PatronId, currency: Currency, gift_no: u64, amount: Amount) -> TransferRequest {
    let (from, to) = (Account::issue(currency), Account::patron_cash(patron.0, currency));
    TransferRequest { id: gift_id(patron, gift_no), action: Action::Move { from, to, amount } }
}
