//! Refusals and failures of the house as error bodies, and as HTTP problems with a status.

use std::time::Duration;

use axum::http::StatusCode;
use house::by_hand::ByHandRefusal;
use house::devices::DeviceRefusal;
use house::floor::{FieldProblem, FloorRefusal};
use house::people::PeopleRefusal;
use house::ports::StoreFailure;
use house::protection::ProtectionRefusal;
use house::{Failure, HouseRefusal, Rejection};
use table::Refusal;
use table::live::LiveRefusal;
use wire::error::ErrorBody;

use crate::problem::Problem;

/// The code of a failure after which the same request may be sent again with the same id.
pub(crate) const UNAVAILABLE: &str = "unavailable";

/// How long to wait after a failure.
const PAUSE: Duration = Duration::from_secs(1);

const TRY_AGAIN: &str = "the house could not handle the request; send it again with the same id";

/// The error body of a refusal.
pub(crate) fn body(refusal: &HouseRefusal) -> ErrorBody {
    let body = ErrorBody::new(refusal.code(), refusal.to_string());
    match refusal {
        HouseRefusal::Table(refusal) => refusal.into(),
        HouseRefusal::InsufficientFunds { available, bonus, .. } => {
            body.with_limit(available.checked_add(*bonus).unwrap_or(*available))
        }
        HouseRefusal::BonusRule { spots } => body.with_spots(spots),
        HouseRefusal::BalanceNotLow { balance, below } => body.with_limit(*below).with_already(*balance),
        HouseRefusal::Protection(refusal) => of_protection(body, refusal),
        HouseRefusal::People(PeopleRefusal::TooManyAttempts { wait } | PeopleRefusal::Busy { wait }) => {
            body.with_retry_after(*wait)
        }
        HouseRefusal::NotSoMuch { available } => body.with_limit(*available),
        HouseRefusal::Floor(FloorRefusal::BadSettings { problems }) => {
            let field = |problem: &FieldProblem| (problem.field.clone(), problem.message.clone());
            body.with_fields(problems.iter().map(field))
        }
        HouseRefusal::ByHand(ByHandRefusal::AboveLimit { each, left }) => body.with_limit(*left.min(each)),
        HouseRefusal::BadAmount => body.with_limit(money::bounds::ADJUSTMENT),
        HouseRefusal::PurseFull { bound }
        | HouseRefusal::TableAccountFull { bound }
        | HouseRefusal::HouseFull { bound, .. } => body.with_limit(*bound),
        HouseRefusal::AnteNotMet { ante, available } => body.with_limit(*ante).with_already(*available),
        HouseRefusal::NoFreeSeat { ante, available } => {
            let body = body.with_already(*available);
            if let Some(ante) = ante { body.with_limit(*ante) } else { body }
        }
        _ => body,
    }
}

fn of_protection(body: ErrorBody, refusal: &ProtectionRefusal) -> ErrorBody {
    match refusal {
        ProtectionRefusal::Excluded { until } | ProtectionRefusal::NotShortened { until } => {
            body.with_until(*until)
        }
        ProtectionRefusal::Paused { until } => body.with_until(Some(*until)),
        ProtectionRefusal::TimeLimit { limit, minutes, until } => {
            let body = body.with_own_limit(limit.as_ref()).with_until(Some(*until));
            ErrorBody { limit: Some(*minutes), ..body }
        }
        ProtectionRefusal::StakeLimit { limit, maximum, left, until } => {
            body.with_own_limit(limit.as_ref()).with_limit(*maximum).with_left(*left).with_until(*until)
        }
        ProtectionRefusal::LossLimit { limit, maximum, left, until } => {
            body.with_own_limit(limit.as_ref()).with_limit(*maximum).with_left(*left).with_until(Some(*until))
        }
        ProtectionRefusal::BadLimit { limit, most, .. } => {
            ErrorBody { limit: Some(*most), ..body.with_own_limit(limit.as_ref()) }
        }
        ProtectionRefusal::BadDuration { most } => ErrorBody { limit: Some(u64::from(*most)), ..body },
        ProtectionRefusal::NothingToConfirm { from } => body.with_until(*from),
        _ => body,
    }
}

/// The error body of a failure, without its cause.
pub(crate) fn unavailable() -> ErrorBody {
    ErrorBody::new(UNAVAILABLE, TRY_AGAIN).with_retry_after(PAUSE)
}

/// The problem of a refusal about people.
fn people_problem(refusal: &PeopleRefusal) -> Problem {
    use PeopleRefusal as R;
    let status = match refusal {
        R::TooManyAttempts { wait } => {
            return Problem::new(StatusCode::TOO_MANY_REQUESTS, refusal.code(), refusal.to_string())
                .retry_after(*wait);
        }
        R::Busy { wait } => {
            return Problem::new(StatusCode::SERVICE_UNAVAILABLE, refusal.code(), refusal.to_string())
                .retry_after(*wait);
        }
        R::WrongCredentials => StatusCode::UNAUTHORIZED,
        R::OwnRoles | R::NotIndependent { .. } | R::SameMaker { .. } | R::KnownPin { .. } => {
            StatusCode::FORBIDDEN
        }
        R::PinLocked | R::ConsoleClosed(_) => StatusCode::FORBIDDEN,
        R::UnknownStaff(_)
        | R::UnknownConsole(_)
        | R::UnknownName
        | R::UnknownSession
        | R::UnknownPasskey => StatusCode::NOT_FOUND,
        R::BadRoles
        | R::RolesNotHeld
        | R::BadName(_)
        | R::BadDisplayName(_)
        | R::BadPassword(_)
        | R::BadTime
        | R::WrongCode
        | R::BadPin
        | R::BadPasskey => StatusCode::UNPROCESSABLE_ENTITY,
        R::StaffDisabled(_)
        | R::NoDealer(_)
        | R::NoPin
        | R::DealsElsewhere(_)
        | R::NameTaken
        | R::AccountExists
        | R::SecondFactorSet
        | R::NoSecondFactor
        | R::LastSecondFactor
        | R::TooManyPasskeys { .. } => StatusCode::CONFLICT,
    };
    Problem::new(status, refusal.code(), refusal.to_string())
}

impl From<HouseRefusal> for Problem {
    fn from(refusal: HouseRefusal) -> Self {
        let status = match &refusal {
            HouseRefusal::UnknownTable { .. }
            | HouseRefusal::Device(DeviceRefusal::UnknownDevice { .. })
            | HouseRefusal::Floor(FloorRefusal::UnknownTable { .. } | FloorRefusal::UnknownPatron { .. })
            | HouseRefusal::ByHand(ByHandRefusal::UnknownAdjustment { .. })
            | HouseRefusal::UnknownPatron { .. }
            | HouseRefusal::Table(Refusal::UnknownRound { .. } | Refusal::UnknownCorrection { .. }) => {
                StatusCode::NOT_FOUND
            }
            HouseRefusal::Device(DeviceRefusal::BadEnrolment) => StatusCode::UNAUTHORIZED,
            HouseRefusal::BadNickname(_)
            | HouseRefusal::Device(DeviceRefusal::BadKey)
            | HouseRefusal::Floor(
                FloorRefusal::NoReason
                | FloorRefusal::UnknownRules { .. }
                | FloorRefusal::SharedNickname { .. }
                | FloorRefusal::BadSettings { .. },
            )
            | HouseRefusal::BadAmount
            | HouseRefusal::ByHand(ByHandRefusal::BadLimits | ByHandRefusal::AboveLimit { .. })
            | HouseRefusal::PurseFull { .. }
            | HouseRefusal::TableAccountFull { .. }
            | HouseRefusal::HouseFull { .. }
            | HouseRefusal::Protection(
                ProtectionRefusal::BadLimit { .. } | ProtectionRefusal::BadDuration { .. },
            )
            | HouseRefusal::BadRange { .. }
            | HouseRefusal::Table(
                Refusal::NoReason
                | Refusal::Live(LiveRefusal::NoReason)
                | Refusal::IllegalCoup(_)
                | Refusal::Surplus { .. }
                | Refusal::BadEvidence,
            ) => StatusCode::UNPROCESSABLE_ENTITY,
            HouseRefusal::People(refusal) => return people_problem(refusal),
            HouseRefusal::ReadTooLong { .. } => StatusCode::URI_TOO_LONG,
            HouseRefusal::Table(Refusal::SameSupervisor | Refusal::Live(LiveRefusal::SamePerson))
            | HouseRefusal::ByHand(ByHandRefusal::SamePerson | ByHandRefusal::NeedsManager)
            | HouseRefusal::Device(DeviceRefusal::SamePerson)
            | HouseRefusal::NotInvited
            | HouseRefusal::WrongPassword => StatusCode::FORBIDDEN,
            _ => StatusCode::CONFLICT,
        };
        Self::of(status, body(&refusal))
    }
}

impl From<FloorRefusal> for Problem {
    fn from(refusal: FloorRefusal) -> Self {
        HouseRefusal::from(refusal).into()
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Store(StoreFailure::Corrupt(_)) => {
                let message =
                    "the stored data of the house is corrupt; the operator finds the cause in the log";
                Self::failed(StatusCode::INTERNAL_SERVER_ERROR, "internal", message, failure)
            }
            _ => Self::failed(StatusCode::SERVICE_UNAVAILABLE, UNAVAILABLE, TRY_AGAIN, failure)
                .retry_after(PAUSE),
        }
    }
}

impl From<StoreFailure> for Problem {
    fn from(failure: StoreFailure) -> Self {
        Failure::from(failure).into()
    }
}

impl From<Rejection> for Problem {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::Refused(refusal) => refusal.into(),
            Rejection::Failed(failure) => failure.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header;
    use axum::response::IntoResponse as _;
    use house::people::password::Busy;

    use super::*;

    #[test]
    fn a_busy_house_says_when_to_come_back() {
        let response = Problem::from(Rejection::from(Busy)).into_response();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()[header::RETRY_AFTER], "2");
    }
}
