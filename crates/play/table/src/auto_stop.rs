//! The stop conditions of Auto: the loss and the win at which it ends before all its rounds are played, and the sum
//! that they are judged by. Exact minor units; knows no rules and no payouts.

use money::Stake;
use serde::{Deserialize, Serialize};

use crate::ids::RoundRef;

/// At which loss and at which win Auto ends; at neither by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopAt {
    /// When the patron has lost so much or more, in minor units.
    #[serde(default, with = "optional", skip_serializing_if = "Option::is_none")]
    pub loss: Option<Stake>,
    /// When the patron has won so much or more, in minor units.
    #[serde(default, with = "optional", skip_serializing_if = "Option::is_none")]
    pub win: Option<Stake>,
}

impl StopAt {
    /// Whether neither was chosen.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub const fn is_never(&self) -> bool {
        self.loss.is_none() && self.win.is_none()
    }
}

/// At which loss and at which win Auto is to end, as somebody sent it: any numbers of minor units, none for never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RawStopAt {
    /// The loss.
    pub loss: Option<i64>,
    /// The win.
    pub win: Option<i64>,
}

impl RawStopAt {
    /// The conditions; none when one of the numbers is no [`Stake`].
    pub(crate) fn judge(self) -> Option<StopAt> {
        let stake = |minor: i64| u64::try_from(minor).ok().and_then(|minor| Stake::new(minor).ok());
        let judged = |sent: Option<i64>| sent.map_or(Some(None), |minor| stake(minor).map(Some));
        Some(StopAt { loss: judged(self.loss)?, win: judged(self.win)? })
    }
}

impl From<StopAt> for RawStopAt {
    fn from(StopAt { loss, win }: StopAt) -> Self {
        let minor = |stake: Option<Stake>| stake.map(|stake| stake.amount().signed());
        Self { loss: minor(loss), win: minor(win) }
    }
}

/// The stop condition that ended an Auto.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopMet {
    /// The loss.
    Loss,
    /// The win.
    Win,
}

/// The stop conditions of an Auto that runs, with the results of the patron since.
///
/// All results of the patron at the table count from the first round on that Auto could place in, also of what they
/// wagered by hand. A void round counts nothing. A correction counts by its difference, also of a round that is long
/// over, and may end Auto itself; once Auto has ended, no correction starts it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopWatch {
    /// The conditions.
    pub at: StopAt,
    /// The first round that counts.
    pub from: RoundRef,
    /// Won less lost, in minor units.
    pub net: i64,
}

impl StopWatch {
    /// Of an Auto that starts; none when no condition was chosen.
    pub fn start(at: StopAt, from: RoundRef) -> Option<Self> {
        (!at.is_never()).then_some(Self { at, from, net: 0 })
    }

    /// Counts by how much the patron's result of a round changed.
    pub(crate) fn count(&mut self, round: RoundRef, change: i64) {
        if round >= self.from {
            self.net = self.net.saturating_add(change);
        }
    }

    /// The condition that is met, if one is.
    pub fn met(&self) -> Option<StopMet> {
        let is_met =
            |bound: Option<Stake>, sum: i64| bound.is_some_and(|bound| sum >= bound.amount().signed());
        if is_met(self.at.loss, self.net.saturating_neg()) {
            return Some(StopMet::Loss);
        }
        is_met(self.at.win, self.net).then_some(StopMet::Win)
    }
}

/// An optional stake as a whole number of minor units.
mod optional {
    use money::Stake;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de::Error as _};

    #[allow(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "serde hands over a reference")]
    pub(super) fn serialize<S: Serializer>(stake: &Option<Stake>, to: S) -> Result<S::Ok, S::Error> {
        stake.map(Stake::minor).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Stake>, D::Error> {
        let minor = Option::<u64>::deserialize(from)?;
        minor.map(Stake::new).transpose().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM: RoundRef = RoundRef { shoe_no: 2, round_no: 7 };

    fn watch(loss: Option<u64>, win: Option<u64>) -> StopWatch {
        let stake = |minor: Option<u64>| minor.map(|minor| Stake::new(minor).unwrap());
        StopWatch::start(StopAt { loss: stake(loss), win: stake(win) }, FROM).unwrap()
    }

    #[test]
    fn a_condition_is_met_at_its_amount_and_beyond() {
        for (net, end) in [
            (0, None),
            (-99, None),
            (-100, Some(StopMet::Loss)),
            (-101, Some(StopMet::Loss)),
            (249, None),
            (250, Some(StopMet::Win)),
            (i64::MAX, Some(StopMet::Win)),
            (i64::MIN, Some(StopMet::Loss)),
        ] {
            assert_eq!(StopWatch { net, ..watch(Some(100), Some(250)) }.met(), end, "{net}");
        }
        assert_eq!(StopWatch { net: i64::MIN, ..watch(None, Some(1)) }.met(), None);
        assert_eq!(StopWatch { net: i64::MAX, ..watch(Some(1), None) }.met(), None);
        assert_eq!(StopWatch::start(StopAt::default(), FROM), None);
    }

    #[test]
    fn what_was_sent_is_judged_as_stakes() {
        let judge = |loss, win| RawStopAt { loss, win }.judge();
        let most = Stake::MAX.amount().signed();
        for good in [None, Some(1), Some(most)] {
            let stop_at = judge(good, None).unwrap();
            assert_eq!(RawStopAt::from(stop_at), RawStopAt { loss: good, win: None });
            assert_eq!(judge(None, good), Some(StopAt { loss: None, win: stop_at.loss }));
        }
        for bad in [0, -1, most + 1, i64::MIN, i64::MAX] {
            assert_eq!((judge(Some(bad), Some(1)), judge(None, Some(bad))), (None, None), "{bad}");
        }
    }

    #[test]
    fn rounds_count_from_the_first_one_and_no_sum_is_too_large() {
        let mut own = watch(Some(100), None);
        own.count(RoundRef { round_no: 6, ..FROM }, -500);
        own.count(RoundRef { shoe_no: 1, round_no: 80 }, -500);
        assert_eq!(own.net, 0);
        own.count(FROM, -40);
        own.count(RoundRef { shoe_no: 3, round_no: 1 }, -60);
        assert_eq!((own.net, own.met()), (-100, Some(StopMet::Loss)));
        own.count(FROM, i64::MIN);
        assert_eq!((own.net, own.met()), (i64::MIN, Some(StopMet::Loss)));
    }

    #[test]
    fn what_was_not_chosen_is_not_written() {
        let text = |at: StopAt| serde_json::to_string(&at).unwrap();
        assert_eq!(text(watch(Some(100), None).at), r#"{"loss":100}"#);
        assert_eq!(text(StopAt::default()), "{}");
        for stop in [watch(Some(100), None).at, watch(Some(1), Some(2)).at, StopAt::default()] {
            assert_eq!(serde_json::from_str::<StopAt>(&text(stop)).unwrap(), stop);
        }
        assert!(serde_json::from_str::<StopAt>(r#"{"win":0}"#).is_err());
    }
}
