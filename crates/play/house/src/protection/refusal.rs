//! Why a patron's protection says no. Each refusal says until when, or what would be accepted.

use money::Amount;
use strum::IntoStaticStr;
use table::Timestamp;

use super::limit::LimitKind;

/// Why a patron may not sit down or wager, or may not change their protection, in the order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum ProtectionRefusal {
    /// The patron is excluded.
    #[error("the patron is excluded {}", ends(*until))]
    Excluded {
        /// The end of the exclusion; none when it is for good.
        until: Option<Timestamp>,
    },
    /// The patron has paused.
    #[error("the patron has paused until {}", until.0)]
    Paused {
        /// The end of the pause.
        until: Timestamp,
    },
    /// The patron's time at tables is used up.
    #[error("the limit {limit} of {minutes} minutes is reached until {}", until.0)]
    TimeLimit {
        /// Which limit.
        limit: LimitKind,
        /// Its value in minutes.
        minutes: u64,
        /// When the next period begins.
        until: Timestamp,
    },
    /// A reality check waits for the patron's answer.
    #[error("a reality check is to be acknowledged first")]
    RealityCheckDue,
    /// The slip would exceed a limit on stakes.
    #[error("the limit {limit} is {maximum}; {left} can be staked (minor units)")]
    StakeLimit {
        /// Which limit; of several that are exceeded, the one that leaves least.
        limit: LimitKind,
        /// Its value in minor units.
        maximum: Amount,
        /// What can still be staked, in minor units.
        left: Amount,
        /// When the next period begins; none for the limit of a round.
        until: Option<Timestamp>,
    },
    /// The slip could exceed a limit on net losses, together with the stakes that are at risk.
    #[error("the limit {limit} is {maximum}; {left} can be staked (minor units)")]
    LossLimit {
        /// Which limit; of several that are exceeded, the one that leaves least.
        limit: LimitKind,
        /// Its value in minor units.
        maximum: Amount,
        /// What can still be staked, in minor units.
        left: Amount,
        /// When the next period begins.
        until: Timestamp,
    },
    /// The value of a limit is not accepted.
    #[error("{limit} is from {least} to {most}")]
    BadLimit {
        /// Which limit.
        limit: LimitKind,
        /// The least value.
        least: u64,
        /// The largest value.
        most: u64,
    },
    /// A pause or an exclusion is too short or too long.
    #[error("the duration is from 1 to {most}")]
    BadDuration {
        /// The longest, in hours of a pause or days of an exclusion.
        most: u32,
    },
    /// The pause or the exclusion that lasts would end sooner.
    #[error("a pause or exclusion is never shortened; this one lasts {}", ends(*until))]
    NotShortened {
        /// Its end; none when it is for good.
        until: Option<Timestamp>,
    },
    /// No looser limit can be confirmed now.
    #[error("no looser limit can be confirmed now")]
    NothingToConfirm {
        /// From when the first one can be; none if none waits.
        from: Option<Timestamp>,
    },
}

impl ProtectionRefusal {
    /// Whether what it says has ended by then.
    pub(crate) fn is_over(&self, now: Timestamp) -> bool {
        match *self {
            Self::Excluded { until } => until.is_some_and(|until| until <= now),
            Self::Paused { until } | Self::TimeLimit { until, .. } => until <= now,
            _ => false,
        }
    }

    /// The stable code of this refusal, in snake case.
    pub fn code(&self) -> &'static str {
        self.into()
    }

    /// The codes of all refusals, in the order of precedence.
    pub const fn codes() -> &'static [&'static str] {
        <Self as strum::VariantNames>::VARIANTS
    }
}

fn ends(until: Option<Timestamp>) -> String {
    until.map_or_else(|| "for good".to_owned(), |until| format!("until {}", until.0))
}
