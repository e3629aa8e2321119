//! What a patron has set for their protection, and every change of it. Pure: a change brings its time.
//!
//! Tighter counts at once. Looser counts after a day and a second yes, for each limit apart. A pause and an exclusion
//! only ever end later, also at the request of a manager.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::{PatronId, Timestamp};

use super::limit::LimitKind;
use super::refusal::ProtectionRefusal;

/// How long a looser limit waits for the second yes.
pub const WAIT_MS: i64 = 24 * 60 * 60 * 1_000;
/// How long the second yes may be given from then on. After that the request has lapsed.
pub const CONFIRM_MS: i64 = 7 * WAIT_MS;
/// The longest pause. A patron who wants more asks for an exclusion.
pub const PAUSE_HOURS: u32 = 42 * 24;
/// The longest exclusion that is not for good.
pub const EXCLUSION_DAYS: u32 = 36_500;

/// The protection of one patron. An empty one protects from nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protection {
    /// Whose.
    pub patron: PatronId,
    /// The limits that count.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<LimitKind, u64>,
    /// Looser values that wait for a second yes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pending: BTreeMap<LimitKind, Pending>,
    /// The end of the pause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused_until: Option<Timestamp>,
    /// The exclusion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exclusion: Option<Exclusion>,
}

/// A looser value of a limit that waits for a second yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// The value; none to remove the limit.
    pub value: Option<u64>,
    /// From when it can be confirmed.
    pub from: Timestamp,
}

/// An exclusion from sitting down and wagering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exclusion {
    /// Its end; none when it is for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
    /// Whether the house excluded the patron; else they did it themselves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_house: bool,
}

/// The values that a patron asks for, by limit; none to remove a limit. Limits that are not named stay.
pub type Wanted = BTreeMap<LimitKind, Option<u64>>;

impl Pending {
    /// From when it has lapsed.
    pub const fn lapses(&self) -> Timestamp {
        Timestamp(self.from.0.saturating_add(CONFIRM_MS))
    }

    /// Whether a second yes counts now.
    pub fn can_be_confirmed(&self, now: Timestamp) -> bool {
        (self.from..self.lapses()).contains(&now)
    }
}

/// Whether the value `a` of a limit forbids everything that the value `b` forbids.
const fn is_as_tight(a: Option<u64>, b: Option<u64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a <= b,
        (_, None) => true,
        (None, Some(_)) => false,
    }
}

impl Protection {
    /// Of a patron who has set nothing.
    pub const fn none(patron: PatronId) -> Self {
        Self {
            patron,
            limits: BTreeMap::new(),
            pending: BTreeMap::new(),
            paused_until: None,
            exclusion: None,
        }
    }

    /// Whether nothing is refused because of it, now or later.
    pub fn is_none(&self, now: Timestamp) -> bool {
        self.limits.is_empty() && self.paused(now).is_none() && self.excluded(now).is_none()
    }

    /// The value of a limit that counts.
    pub fn limit(&self, kind: LimitKind) -> Option<u64> {
        self.limits.get(&kind).copied()
    }

    /// The end of the pause, while it lasts.
    pub fn paused(&self, now: Timestamp) -> Option<Timestamp> {
        self.paused_until.filter(|until| now < *until)
    }

    /// The exclusion, while it lasts.
    pub fn excluded(&self, now: Timestamp) -> Option<Exclusion> {
        self.exclusion.filter(|exclusion| exclusion.until.is_none_or(|until| now < until))
    }

    /// After the patron asked for these limits. A tighter value counts at once and takes back what was asked for
    /// before; a looser one waits for the second yes. The value that counts already takes back a request, too.
    ///
    /// # Errors
    /// [`ProtectionRefusal::BadLimit`] for the first value that is not accepted; nothing is changed then.
    pub fn with_limits(&self, wanted: &Wanted, now: Timestamp) -> Result<Self, ProtectionRefusal> {
        let mut after = self.clone();
        for (kind, value) in wanted {
            let accepted = kind.accepted();
            if value.is_some_and(|value| !accepted.contains(&value)) {
                let (least, most) = accepted.into_inner();
                return Err(ProtectionRefusal::BadLimit { limit: *kind, least, most });
            }
            if is_as_tight(*value, self.limit(*kind)) {
                after.pending.remove(kind);
                after.set(*kind, *value);
            } else if self.pending.get(kind).is_none_or(|own| own.value != *value || now >= own.lapses()) {
                let from = Timestamp(now.0.saturating_add(WAIT_MS));
                after.pending.insert(*kind, Pending { value: *value, from });
            }
        }
        Ok(after)
    }

    /// After the patron's second yes to all looser values that can be confirmed now. What has lapsed is forgotten.
    ///
    /// # Errors
    /// [`ProtectionRefusal::NothingToConfirm`].
    pub fn confirmed(&self, now: Timestamp) -> Result<Self, ProtectionRefusal> {
        let mut after = self.clone();
        after.pending.retain(|_, pending| now < pending.from);
        let ripe = self.pending.iter().filter(|(_, pending)| pending.can_be_confirmed(now));
        let ripe: Vec<_> = ripe.map(|(kind, pending)| (*kind, pending.value)).collect();
        if ripe.is_empty() {
            let from = after.pending.values().map(|pending| pending.from).min();
            return Err(ProtectionRefusal::NothingToConfirm { from });
        }
        for (kind, value) in ripe {
            after.set(kind, value);
        }
        Ok(after)
    }

    /// After the patron asked for a pause of so many hours from now.
    ///
    /// # Errors
    /// [`ProtectionRefusal::BadDuration`], or [`ProtectionRefusal::NotShortened`] when the present pause ends later.
    pub fn with_pause(&self, hours: u32, now: Timestamp) -> Result<Self, ProtectionRefusal> {
        let until = later_by(now, hours, PAUSE_HOURS, 60 * 60 * 1_000)?;
        match self.paused(now) {
            Some(present) if present > until => Err(ProtectionRefusal::NotShortened { until: Some(present) }),
            _ => Ok(Self { paused_until: Some(until), ..self.clone() }),
        }
    }

    /// After an exclusion of so many days from now; none for good.
    ///
    /// # Errors
    /// [`ProtectionRefusal::BadDuration`], or [`ProtectionRefusal::NotShortened`] when the present exclusion ends
    /// later.
    pub fn with_exclusion(
        &self,
        days: Option<u32>,
        by_house: bool,
        now: Timestamp,
    ) -> Result<Self, ProtectionRefusal> {
        let until = days.map(|days| later_by(now, days, EXCLUSION_DAYS, WAIT_MS)).transpose()?;
        let is_later = |present: Timestamp| until.is_none_or(|until| until >= present);
        match self.excluded(now) {
            Some(Exclusion { until: present, .. }) if !present.map_or(until.is_none(), is_later) => {
                Err(ProtectionRefusal::NotShortened { until: present })
            }
            _ => Ok(Self { exclusion: Some(Exclusion { until, by_house }), ..self.clone() }),
        }
    }

    fn set(&mut self, kind: LimitKind, value: Option<u64>) {
        match value {
            Some(value) => self.limits.insert(kind, value),
            None => self.limits.remove(&kind),
        };
    }
}

fn later_by(now: Timestamp, count: u32, most: u32, unit_ms: i64) -> Result<Timestamp, ProtectionRefusal> {
    if !(1..=most).contains(&count) {
        return Err(ProtectionRefusal::BadDuration { most });
    }
    Ok(Timestamp(now.0.saturating_add(unit_ms.saturating_mul(count.into()))))
}
