//! What the people of a house refuse, as a problem of the command.

use house::{HouseRefusal, Rejection};

use crate::lines::Problem;

/// The problem of a refusal or a failure.
pub(super) fn refused(rejection: Rejection) -> Problem {
    match rejection {
        Rejection::Refused(HouseRefusal::People(refusal)) => Problem::Input(refusal.to_string()),
        other => Problem::failure(other),
    }
}
