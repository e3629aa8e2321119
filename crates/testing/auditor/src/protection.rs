//! The protection of a patron as it is on record and as it is asked for, with the auditor's own rules about both: what
//! a request makes of a protection, and which change may follow. Knows no slips.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

const HOUR_MS: i64 = 60 * 60 * 1_000;
/// How long a looser limit waits for the second yes.
pub(crate) const DAY_MS: i64 = 24 * HOUR_MS;
/// How long the second yes may be given then.
const CONFIRM_MS: i64 = 7 * DAY_MS;
/// How much later than its decision an entry may be dated: the store may be slow, and dates do not go back.
pub(crate) const LATE_MS: i64 = 60_000;

/// What a patron has set, after one entry of the house's own log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProtectionState {
    /// The limits that count, by name.
    #[serde(default)]
    pub limits: BTreeMap<String, u64>,
    /// The looser values that wait for the second yes.
    #[serde(default)]
    pub pending: BTreeMap<String, PendingLimit>,
    /// The end of the pause.
    #[serde(default)]
    pub paused_until: Option<i64>,
    /// The exclusion.
    #[serde(default)]
    pub exclusion: Option<ExclusionState>,
}

/// A looser value that waits for the second yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingLimit {
    /// The value; none to remove the limit.
    pub value: Option<u64>,
    /// From when the second yes counts.
    pub from: i64,
}

/// An exclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExclusionState {
    /// Its end; none when it is for good.
    #[serde(default)]
    pub until: Option<i64>,
    /// Whether the house excluded the patron.
    #[serde(default)]
    pub by_house: bool,
}

/// What a patron asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtectionAsk {
    /// These limits, by name; none to remove a limit.
    Limits(BTreeMap<String, Option<u64>>),
    /// The second yes to looser limits.
    Confirm,
    /// A pause of so many hours.
    Pause(u32),
    /// An exclusion of so many days; none for good.
    Exclude(Option<u32>),
}

/// The answer to a request about protection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtectionAnswer {
    /// There was none, or a failure: nobody knows what became of it.
    Unknown,
    /// It was done, and this is what counts now.
    Done(ProtectionState),
    /// It was refused.
    Refused,
}

/// A request of a patron about their protection. One at a time, in the order in which they were sent.
#[derive(Clone, Debug)]
pub struct ProtectionRequest {
    /// What was asked for.
    pub ask: ProtectionAsk,
    /// The answer.
    pub answer: ProtectionAnswer,
}

impl ProtectionState {
    /// A state from its text, as the house stores it.
    ///
    /// # Errors
    /// When the text is no protection.
    pub fn read(mut state: Value) -> Result<Self, serde_json::Error> {
        if let Value::Object(fields) = &mut state {
            fields.retain(|name, _| !["kind", "patron"].contains(&name.as_str()));
        }
        serde_json::from_value(state)
    }

    /// Whether the patron may not wager at that moment.
    pub(crate) fn is_closed(&self, at: i64) -> bool {
        let excluded = self.exclusion.is_some_and(|own| own.until.is_none_or(|until| at < until));
        excluded || self.paused_until.is_some_and(|until| at < until)
    }

    /// Whether an entry of that date may turn this state into `after` because the patron asked for it.
    pub(crate) fn becomes(&self, ask: &ProtectionAsk, after: &Self, at: i64) -> bool {
        let ends = |until: i64, ms: i64| (at - LATE_MS..=at).contains(&(until - ms));
        match ask {
            ProtectionAsk::Limits(wanted) => {
                let other = |kind: &&String| !wanted.contains_key(*kind);
                let same_rest = self
                    .limits
                    .keys()
                    .chain(after.limits.keys())
                    .filter(other)
                    .all(|kind| self.limits.get(kind) == after.limits.get(kind))
                    && self
                        .pending
                        .keys()
                        .chain(after.pending.keys())
                        .filter(other)
                        .all(|kind| self.pending.get(kind) == after.pending.get(kind));
                same_rest
                    && self.same_stays(after)
                    && wanted.iter().all(|(kind, value)| self.limit_becomes(kind, *value, after, at))
            }
            ProtectionAsk::Confirm => {
                let kinds = self.limits.keys().chain(self.pending.keys()).chain(after.limits.keys());
                self.same_stays(after)
                    && after.pending.keys().all(|kind| self.pending.contains_key(kind))
                    && kinds.into_iter().all(|kind| self.is_confirmed(kind, after, at))
            }
            ProtectionAsk::Pause(hours) => {
                let is_end = |until| ends(until, HOUR_MS * i64::from(*hours));
                let rest = Self { paused_until: self.paused_until, ..after.clone() };
                rest == *self && after.paused_until.is_some_and(is_end)
            }
            ProtectionAsk::Exclude(days) => {
                let is_end = |exclusion: ExclusionState| match (days, exclusion.until) {
                    (Some(days), Some(until)) => ends(until, DAY_MS * i64::from(*days)),
                    (days, until) => days.is_none() && until.is_none(),
                };
                let rest = Self { exclusion: self.exclusion, ..after.clone() };
                rest == *self && after.exclusion.is_some_and(|own| !own.by_house && is_end(own))
            }
        }
    }

    fn same_stays(&self, after: &Self) -> bool {
        (self.paused_until, self.exclusion) == (after.paused_until, after.exclusion)
    }

    /// Whether a limit that was asked for is as it must be: tighter at once, looser after a day.
    fn limit_becomes(&self, kind: &str, value: Option<u64>, after: &Self, at: i64) -> bool {
        let (before, now) = (self.limits.get(kind).copied(), after.limits.get(kind).copied());
        let (waited, waits) = (self.pending.get(kind), after.pending.get(kind));
        if is_looser(value, before) {
            let is_new = waits
                .is_some_and(|own| own.value == value && (at - LATE_MS..=at).contains(&(own.from - DAY_MS)));
            let is_old = waited.is_some_and(|own| own.value == value) && waits == waited;
            now == before && (is_new || is_old)
        } else {
            now == value && waits.is_none()
        }
    }

    /// Whether a limit is as it must be after a second yes.
    fn is_confirmed(&self, kind: &str, after: &Self, at: i64) -> bool {
        let (before, now) = (self.limits.get(kind).copied(), after.limits.get(kind).copied());
        match (self.pending.get(kind), after.pending.get(kind)) {
            (None, _) => now == before,
            (Some(waited), Some(waits)) => waits == waited && now == before && waited.from > at - LATE_MS,
            (Some(waited), None) => {
                let lapses = waited.from + CONFIRM_MS;
                let counts = now == waited.value && waited.from <= at && at - LATE_MS < lapses;
                counts || now == before && at >= lapses
            }
        }
    }

    /// What is wrong with `after` as what follows this state, by anybody's request. `asked`: when each value that waits
    /// was asked for.
    pub(crate) fn broken_by(&self, after: &Self, asked: &BTreeMap<String, i64>, at: i64) -> Option<String> {
        let ends_sooner = |before: Option<i64>, after: Option<i64>| {
            before.is_some_and(|before| before > at && after.is_none_or(|after| after < before))
        };
        if ends_sooner(self.paused_until, after.paused_until) {
            return Some(format!("ends a pause before {:?}", self.paused_until));
        }
        if let Some(before) = self.exclusion.filter(|own| own.until.is_none_or(|until| until > at)) {
            let until = before.until.unwrap_or(i64::MAX);
            let is_later = |own: ExclusionState| own.until.unwrap_or(i64::MAX) >= until;
            if !after.exclusion.is_some_and(is_later) {
                return Some(format!("ends an exclusion before {:?}", before.until));
            }
        }
        self.limits.iter().find_map(|(kind, before)| {
            let now = after.limits.get(kind).copied();
            if !is_looser(now, Some(*before)) {
                return None;
            }
            let waited = self.pending.get(kind).filter(|own| own.value == now && own.from <= at);
            let whole_day = asked.get(kind).is_some_and(|asked| at - asked >= DAY_MS - LATE_MS);
            (waited.is_none() || !whole_day)
                .then(|| format!("loosens {kind} from {before} to {now:?} too soon or without a second yes"))
        })
    }
}

/// Whether the value `a` of a limit allows something that the value `b` forbids.
pub(crate) const fn is_looser(a: Option<u64>, b: Option<u64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a > b,
        (None, Some(_)) => true,
        (_, None) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOON: i64 = 1_800_000_000_000;

    fn state(text: &Value) -> ProtectionState {
        serde_json::from_value(text.clone()).unwrap()
    }

    fn limits(wanted: &[(&str, Option<u64>)]) -> ProtectionAsk {
        ProtectionAsk::Limits(wanted.iter().map(|(kind, value)| ((*kind).to_owned(), *value)).collect())
    }

    #[test]
    fn a_request_makes_one_state_of_another() {
        let waits = |value: u64, from: i64| json!({"loss_day": {"value": value, "from": from}});
        let none = json!({});
        let five = json!({"limits": {"loss_day": 5}});
        let asked = json!({"limits": {"loss_day": 5}, "pending": waits(9, NOON + DAY_MS)});
        let ripe = json!({"limits": {"loss_day": 5}, "pending": waits(9, NOON)});
        let lapsed = json!({"limits": {"loss_day": 5}, "pending": waits(9, NOON - 8 * DAY_MS)});
        let nine = json!({"limits": {"loss_day": 9}});
        let paused = |ms: i64| json!({"paused_until": NOON + ms});
        for (before, ask, after, fits) in [
            (&none, limits(&[("loss_day", Some(5))]), &five, true),
            (&none, limits(&[("loss_day", Some(5))]), &nine, false),
            (&none, limits(&[("loss_week", Some(5))]), &five, false),
            (&five, limits(&[("loss_day", Some(9))]), &asked, true),
            (&five, limits(&[("loss_day", Some(9))]), &nine, false),
            (&five, limits(&[("loss_day", Some(9))]), &ripe, false),
            (&asked, limits(&[("loss_day", Some(9))]), &asked, true),
            (&asked, limits(&[("loss_day", Some(5))]), &five, true),
            (&asked, limits(&[("loss_day", Some(5))]), &asked, false),
            (&ripe, ProtectionAsk::Confirm, &nine, true),
            (&ripe, ProtectionAsk::Confirm, &ripe, true),
            (&asked, ProtectionAsk::Confirm, &nine, false),
            (&lapsed, ProtectionAsk::Confirm, &five, true),
            (&lapsed, ProtectionAsk::Confirm, &nine, false),
            (&none, ProtectionAsk::Pause(1), &paused(HOUR_MS), true),
            (&none, ProtectionAsk::Pause(1), &paused(HOUR_MS - 5), true),
            (&none, ProtectionAsk::Pause(1), &paused(2 * HOUR_MS), false),
            (&five, ProtectionAsk::Pause(1), &paused(HOUR_MS), false),
            (&none, ProtectionAsk::Exclude(None), &json!({"exclusion": {}}), true),
            (&none, ProtectionAsk::Exclude(None), &json!({"exclusion": {"by_house": true}}), false),
            (&none, ProtectionAsk::Exclude(Some(1)), &json!({"exclusion": {}}), false),
            (&none, ProtectionAsk::Exclude(Some(1)), &json!({"exclusion": {"until": NOON + DAY_MS}}), true),
        ] {
            assert_eq!(state(before).becomes(&ask, &state(after), NOON), fits, "{before} {ask:?} {after}");
        }
    }

    #[test]
    fn nothing_ends_sooner_and_nothing_is_loosened_at_once() {
        let waiting = json!({"limits": {"loss_day": 5}, "pending": {"loss_day": {"value": 9, "from": NOON}}});
        for (before, asked, after, what) in [
            (json!({"limits": {"loss_day": 5}}), 0, json!({"limits": {"loss_day": 4}}), None),
            (json!({"limits": {"loss_day": 5}}), 0, json!({"limits": {"loss_day": 6}}), Some("loosens")),
            (json!({"limits": {"loss_day": 5}}), 0, json!({}), Some("loosens")),
            (waiting.clone(), NOON - DAY_MS, json!({"limits": {"loss_day": 9}}), None),
            (waiting.clone(), NOON - HOUR_MS, json!({"limits": {"loss_day": 9}}), Some("too soon")),
            (waiting, NOON - DAY_MS, json!({"limits": {"loss_day": 8}}), Some("loosens")),
            (json!({"paused_until": NOON + 9}), 0, json!({"paused_until": NOON + 8}), Some("ends a pause")),
            (json!({"paused_until": NOON + 9}), 0, json!({"paused_until": NOON + 10}), None),
            (json!({"paused_until": NOON}), 0, json!({}), None),
            (json!({"exclusion": {}}), 0, json!({"exclusion": {"until": NOON + 9}}), Some("an exclusion")),
            (json!({"exclusion": {"until": NOON + 9}}), 0, json!({"exclusion": {}}), None),
            (json!({"exclusion": {"until": NOON + 9}}), 0, json!({}), Some("an exclusion")),
            (json!({"exclusion": {"until": NOON}}), 0, json!({}), None),
        ] {
            let times = BTreeMap::from([("loss_day".to_owned(), asked)]);
            let broken = state(&before).broken_by(&state(&after), &times, NOON);
            let fits = broken.as_deref().map(|broken| what.is_some_and(|what| broken.contains(what)));
            assert_eq!(fits, what.map(|_| true), "{before} {after}: {broken:?}");
        }
    }
}
