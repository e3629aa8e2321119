//! What the house refused or failed to do, as the wire says it: the socket by its code, HTTP by a status too.

use std::time::Duration;

use axum::http::StatusCode;
use house::ports::StoreFailure;
use house::{Failure, HouseRefusal, Rejection};
use table::Refusal;
use wire::error::ErrorBody;

use crate::problem::Problem;

/// The code of an answer that failed below and may be asked for again with the same id.
pub(crate) const UNAVAILABLE: &str = "unavailable";

const TRY_AGAIN: &str = "the house could not do this now; send it again with the same id";

/// A refusal as clients read it.
pub(crate) fn body(refusal: &HouseRefusal) -> ErrorBody {
    let body = ErrorBody::new(refusal.code(), refusal.to_string());
    match refusal {
        HouseRefusal::Table(refusal) => refusal.into(),
        HouseRefusal::InsufficientFunds { available, bonus, .. } => {
            body.with_limit(available.checked_add(*bonus).unwrap_or(*available))
        }
        HouseRefusal::BonusRule { spots } => body.with_spots(spots),
        HouseRefusal::BalanceNotLow { balance, below } => body.with_limit(*below).with_already(*balance),
        HouseRefusal::NotSoMuch { available } => body.with_limit(*available),
        _ => body,
    }
}

/// What a client is told of a failure: that it happened.
pub(crate) fn unavailable() -> ErrorBody {
    ErrorBody::new(UNAVAILABLE, TRY_AGAIN)
}

impl From<HouseRefusal> for Problem {
    fn from(refusal: HouseRefusal) -> Self {
        let status = match refusal {
            HouseRefusal::UnknownTable { .. } | HouseRefusal::UnknownPatron { .. } => StatusCode::NOT_FOUND,
            HouseRefusal::BadNickname | HouseRefusal::BadAmount => StatusCode::UNPROCESSABLE_ENTITY,
            HouseRefusal::Table(Refusal::UnknownRound { .. } | Refusal::UnknownCorrection { .. }) => {
                StatusCode::NOT_FOUND
            }
            HouseRefusal::Table(Refusal::NoReason | Refusal::IllegalCoup(_)) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            HouseRefusal::Table(Refusal::SameSupervisor) => StatusCode::FORBIDDEN,
            _ => StatusCode::CONFLICT,
        };
        Self::of(status, body(&refusal))
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Store(StoreFailure::Corrupt(_)) => {
                let message = "something is wrong with what the house has on record";
                Self::failed(StatusCode::INTERNAL_SERVER_ERROR, "internal", message, failure)
            }
            _ => Self::failed(StatusCode::SERVICE_UNAVAILABLE, UNAVAILABLE, TRY_AGAIN, failure)
                .retry_after(Duration::from_secs(1)),
        }
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
