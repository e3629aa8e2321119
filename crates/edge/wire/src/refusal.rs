//! Error bodies of refusals: the code, the spot and the limit.

use std::time::Duration;

use baccarat::{SlipRefusal, Spot};
use money::Amount;
use table::{Refusal, Timestamp};

use crate::error::ErrorBody;

impl ErrorBody {
    /// An error without a spot or a limit.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), ..Self::default() }
    }

    /// Sets the spots whose wagers breach a rule together.
    #[must_use]
    pub fn with_spots(self, spots: &[Spot]) -> Self {
        Self { spots: Some(spots.iter().map(|spot| spot.id().to_owned()).collect()), ..self }
    }

    /// Sets the fields that are not acceptable, each with its message.
    #[must_use]
    pub fn with_fields(self, fields: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { fields: Some(Box::new(fields.into_iter().collect())), ..self }
    }

    /// Sets the patron's own limit that was reached.
    #[must_use]
    pub fn with_own_limit(self, name: &str) -> Self {
        Self { own_limit: Some(name.to_owned()), ..self }
    }

    /// Sets what could be staked instead.
    #[must_use]
    pub fn with_left(self, left: Amount) -> Self {
        Self { left: Some(left.minor()), ..self }
    }

    /// Sets until when this is refused.
    #[must_use]
    pub fn with_until(self, until: Option<Timestamp>) -> Self {
        Self { until: until.map(|until| until.0), ..self }
    }

    /// Sets the server's clock, if the error says until when it holds.
    #[must_use]
    pub fn with_now(self, now: Timestamp) -> Self {
        Self { now: self.until.map(|_| now.0), ..self }
    }

    /// Sets how long to wait, in milliseconds, rounded up.
    #[must_use]
    pub fn with_retry_after(self, wait: Duration) -> Self {
        let ms = wait.as_nanos().div_ceil(1_000_000);
        Self { retry_after_ms: Some(u64::try_from(ms).unwrap_or(u64::MAX)), ..self }
    }

    /// Sets the limit that was exceeded.
    #[must_use]
    pub fn with_limit(self, limit: Amount) -> Self {
        Self { limit: Some(limit.minor()), ..self }
    }

    /// Sets what already counts towards the limit.
    #[must_use]
    pub fn with_already(self, already: Amount) -> Self {
        Self { already: Some(already.minor()), ..self }
    }
}

impl From<&Refusal> for ErrorBody {
    fn from(refusal: &Refusal) -> Self {
        let body = Self::new(refusal.code(), refusal.to_string());
        match refusal {
            Refusal::Slip(refusal) => refusal.into(),
            Refusal::Limit { refusal, by } => {
                let (limited_by, message) = (Some(by.id().to_owned()), body.message);
                Self { message, limited_by, ..refusal.into() }
            }
            Refusal::WaitOn { remaining_ms } => body.with_retry_after(Duration::from_millis(*remaining_ms)),
            Refusal::TooManySlips { limit } | Refusal::NonceFull { limit } => {
                Self { limit: Some(u64::from(*limit)), ..body }
            }
            Refusal::TableFull { capacity } => Self { limit: Some(u64::from(*capacity)), ..body },
            Refusal::ExposureLimit { side, limit, accepted } => {
                Self { spot: Some(side.id().to_owned()), accepted: Some(accepted.minor()), ..body }
                    .with_limit(*limit)
                    .with_already(limit.saturating_sub(*accepted))
            }
            _ => body,
        }
    }
}

impl From<&SlipRefusal> for ErrorBody {
    fn from(refusal: &SlipRefusal) -> Self {
        let spot = match refusal {
            SlipRefusal::UnknownSpot { spot, .. } => Some(spot.clone()),
            _ => refusal.spot().map(|spot| spot.id().to_owned()),
        };
        let body = Self { spot, ..Self::new(refusal.code(), refusal.to_string()) };
        match refusal {
            SlipRefusal::SpotClosed { from_round, .. } => {
                Self { limit: Some(u64::from(*from_round)), ..body }
            }
            SlipRefusal::OpposingSides => body.with_spots(&[Spot::Player, Spot::Banker]),
            SlipRefusal::BelowMinimum { minimum, .. } => body.with_limit(*minimum),
            SlipRefusal::AboveMaximum { maximum, already, .. } => {
                let accepted = Some(maximum.saturating_sub(*already).minor());
                Self { accepted, ..body }.with_limit(*maximum).with_already(*already)
            }
            _ => body,
        }
    }
}

#[cfg(test)]
mod tests {
    use baccarat::{Side, Spot};
    use money::Amount;
    use table::{LimitSource, RoundRef};

    use super::*;

    fn minor(minor: u64) -> Amount {
        Amount::new(minor).unwrap()
    }

    #[test]
    fn every_refusal_fills_its_fields() {
        let round = RoundRef { shoe_no: 1, round_no: 32 };
        let closed = SlipRefusal::SpotClosed { spot: Spot::Big, from_round: 32, round_no: 32 };
        let below = SlipRefusal::BelowMinimum { spot: Spot::Tie, minimum: minor(100), would_be: minor(5) };
        let unknown = SlipRefusal::UnknownSpot { spot: "dragon".to_owned(), accepted: vec![Spot::Player] };
        let exposure = Refusal::ExposureLimit { side: Side::Banker, limit: minor(900), accepted: minor(200) };
        let above =
            SlipRefusal::AboveMaximum { spot: Spot::Tie, maximum: minor(50_000), already: minor(45_000) };
        for (refusal, code, spot, limit, already) in [
            (
                Refusal::Limit { refusal: above, by: LimitSource::OwnRange },
                "above_maximum",
                Some("tie"),
                Some(50_000),
                Some(45_000),
            ),
            (Refusal::Slip(closed), "spot_closed", Some("big"), Some(32), None),
            (Refusal::Slip(below), "below_minimum", Some("tie"), Some(100), None),
            (Refusal::Slip(unknown), "unknown_spot", Some("dragon"), None, None),
            (Refusal::Slip(SlipRefusal::OpposingSides), "opposing_sides", None, None, None),
            (exposure, "exposure_limit", Some("banker"), Some(900), Some(700)),
            (Refusal::TableFull { capacity: 7 }, "table_full", None, Some(7), None),
            (Refusal::TooManySlips { limit: 50 }, "too_many_slips", None, Some(50), None),
            (Refusal::BettingClosed { round }, "betting_closed", None, None, None),
            (Refusal::RoundNotOpen { round, open: None }, "round_not_open", None, None, None),
            (Refusal::NothingToClear, "nothing_to_clear", None, None, None),
        ] {
            let body = ErrorBody::from(&refusal);
            assert_eq!((body.code.as_str(), body.spot.as_deref()), (code, spot));
            assert_eq!((body.limit, body.already), (limit, already), "{code}");
            assert_eq!(body.message, refusal.to_string());
            let source = matches!(refusal, Refusal::Limit { .. }).then_some("own_range");
            assert_eq!(body.limited_by.as_deref(), source, "{code}");
            let accepted = match code {
                "above_maximum" => Some(5_000),
                "exposure_limit" => Some(200),
                _ => None,
            };
            assert_eq!(body.accepted, accepted, "{code}");
            let spots = if code == "opposing_sides" { vec!["player", "banker"] } else { Vec::new() };
            assert_eq!(body.spots.unwrap_or_default().to_vec(), spots, "{code}");
        }
    }
}
