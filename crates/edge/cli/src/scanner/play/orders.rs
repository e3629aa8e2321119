//! The orders of a dealer and of a supervisor by script, as they are sent to the server.

use wire::error::ErrorBody;
use wire::live::{DealerAction, DealerOrder, LiveReceipt, SupervisorAction, SupervisorOrder};

use crate::lines::Problem;
use crate::remote::Remote;

/// Gives an order of the dealer. Returns why the table refuses it, if it does.
pub(super) fn deal(
    server: &Remote,
    table: u32,
    order: DealerAction,
) -> Result<Result<(), ErrorBody>, Problem> {
    let body = DealerOrder { order, seq: None, request_id: None };
    let answer = server.ask::<LiveReceipt>("POST", &format!("/tables/{table}/deal"), &body)?;
    Ok(answer.map(|_| ()))
}

/// Gives an order of a supervisor.
pub(super) fn supervise(server: &Remote, table: u32, order: SupervisorAction) -> Result<(), Problem> {
    let body = SupervisorOrder { order, seq: None, request_id: None };
    let answer = server.ask::<LiveReceipt>("POST", &format!("/tables/{table}/supervise"), &body)?;
    answer.map(|_| ()).map_err(|refusal| refused(&refusal))
}

/// The refusal of an order.
pub(super) fn refused(refusal: &ErrorBody) -> Problem {
    Problem::Input(format!("{} ({})", refusal.message, refusal.code))
}
