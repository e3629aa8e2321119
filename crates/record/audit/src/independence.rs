//! Two persons: the entries about staff, and whether those who agreed on something were independent of each other.

use std::collections::BTreeMap;

use house::log::{Actor, Entity, HouseEvent};
use house::people::makers_of;
use house::ports::RecordedEntry;
use table::{StaffId, Timestamp};

use crate::deviation::{Deviation, Place, refuse};

/// The house reads the entries about two persons a little before their decision is on record. An entry that is younger
/// than this when they agree, in milliseconds, may have come in between.
const IN_BETWEEN_MS: u64 = 60_000;

/// The entries about each member of staff, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Independence(BTreeMap<StaffId, Vec<RecordedEntry>>);

impl Independence {
    /// Follows an entry of the house's own log.
    pub(crate) fn follow(&mut self, seq: u64, at: Timestamp, event: &HouseEvent) {
        if let Some(Entity::Staff(member)) = event.entity() {
            self.0.entry(member.id).or_default().push(RecordedEntry { seq, at, event: event.clone() });
        }
    }

    /// Verifies that two persons who agreed at this moment were independent, by the entries so far. A person who agrees
    /// with themselves is refused elsewhere.
    pub(crate) fn check(&self, place: Place, at: Timestamp, pair: [StaffId; 2]) -> Result<(), Deviation> {
        let [one, other] = pair;
        let entries = || pair.iter().flat_map(|id| self.entries(*id)).filter(|entry| entry.at <= at);
        let young = entries().filter(|entry| entry.at.ms_until(at) <= IN_BETWEEN_MS);
        let mut looked_at = young.map(|entry| entry.seq).chain([u64::MAX]);
        if one == other || looked_at.any(|end| !self.made(pair, at, end)) {
            return Ok(());
        }
        let (StaffId(one), StaffId(other)) = (one, other);
        refuse(place, "two persons of whom neither made the other", format!("staff {one} and staff {other}"))
    }

    fn entries(&self, id: StaffId) -> &[RecordedEntry] {
        self.0.get(&id).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether one of both had made the other by the entries up to a moment and before the one of a number.
    fn made(&self, [one, other]: [StaffId; 2], at: Timestamp, end: u64) -> bool {
        [(one, other), (other, one)].into_iter().any(|(made, by)| {
            let newest_first = self.entries(made).iter().rev();
            let known = newest_first.filter(|entry| entry.at <= at && entry.seq < end);
            makers_of(known).contains(&Actor::Staff(by))
        })
    }
}

#[cfg(test)]
mod tests {
    use house::people::{Role, StaffMember};
    use journal::{Digest, Entry, Record, StoredEntry};
    use serde_json::json;
    use table::RoundRef;

    use super::*;
    use crate::{Trust, Walk};

    const ANN: StaffId = StaffId(1);
    const BEN: StaffId = StaffId(2);
    const CID: Actor = Actor::Staff(StaffId(3));
    const AGREED: Timestamp = Timestamp(1_000_000);

    /// The audit of what Ann and Ben agreed on, after entries about Ben of these moments and authors.
    fn audited(entries: &[(i64, Actor, Role)]) -> Result<(), Deviation> {
        let mut staff = Independence::default();
        for (seq, (at, by, role)) in (1..).zip(entries) {
            let roles = [*role].into();
            let member = StaffMember::new(BEN, "Ben", roles);
            let event = HouseEvent::Changed { by: *by, why: String::new(), entity: Entity::Staff(member) };
            staff.follow(seq, Timestamp(*at), &event);
        }
        let place = Place::Entry(HouseEvent::LOG, 9);
        assert_eq!(staff.check(place, AGREED, [ANN, ANN]), Ok(()));
        let either_way = [[ANN, BEN], [BEN, ANN]].map(|pair| staff.check(place, AGREED, pair).is_ok());
        assert_eq!(either_way[0], either_way[1]);
        staff.check(place, AGREED, [ANN, BEN])
    }

    #[test]
    fn two_persons_agree_unless_one_made_the_other() {
        use Role::{Manager, Supervisor};
        let by_ann = Actor::Staff(ANN);
        for (entries, is_fine) in [
            (&[][..], true),
            (&[(0, Actor::Operator, Supervisor)], true),
            (&[(0, CID, Supervisor)], true),
            (&[(0, by_ann, Supervisor)], false),
            (&[(0, CID, Supervisor), (1, by_ann, Supervisor)], false),
            (&[(0, CID, Supervisor), (1, by_ann, Manager)], false),
            (&[(0, by_ann, Supervisor), (1, CID, Supervisor), (2, CID, Manager)], true),
            (&[(0, by_ann, Supervisor), (1, Actor::Operator, Supervisor)], true),
            // The house may have looked before the reset, and not a minute before it.
            (&[(0, CID, Supervisor), (940_000, by_ann, Supervisor)], true),
            (&[(0, CID, Supervisor), (939_999, by_ann, Supervisor)], false),
            // What came later says nothing about it.
            (&[(0, CID, Supervisor), (1_000_001, by_ann, Supervisor)], true),
            (&[(0, by_ann, Supervisor), (1_000_001, Actor::Operator, Supervisor)], false),
        ] {
            assert_eq!(audited(entries).is_ok(), is_fine, "{entries:?}");
        }
    }

    /// The audit of the house's own log: Ben is added by `maker`, and a day later approves what Ann proposed.
    fn walked(maker: Actor) -> Result<(), Deviation> {
        let proposed = json!({"kind": "adjustment", "number": 1, "patron": 7, "purse": "cash", "currency": "PLAY",
            "decimals": 2, "change": 5, "why": "Found.", "request_id": "1".repeat(32), "by": 1, "role": "manager",
            "at": 0, "state": {"is": "proposed"}});
        let mut approved = proposed.clone();
        approved["state"] = json!({"is": "approved", "by": 2, "role": "supervisor", "at": 0});
        let ben =
            json!({"kind": "staff", "id": 2, "name": "Ben", "roles": ["supervisor"], "disabled": false});
        let mut walk = Walk::new([], Trust::default());
        let mut digest = Digest::start(HouseEvent::LOG);
        for (seq, (by, entity)) in
            (1..).zip([(maker, ben), (Actor::Staff(ANN), proposed), (Actor::Staff(BEN), approved)])
        {
            let event = json!({"type": "changed", "by": by.to_string(), "why": "", "entity": entity});
            let event: HouseEvent = serde_json::from_value(event).unwrap();
            let (body, at) =
                (serde_json::to_string(&event).unwrap(), Timestamp(i64::from(seq > 1) * 86_400_000));
            digest = digest.then(&Entry { seq, at, body: &body, transfers: &[] });
            let (log, round, transfers) = (HouseEvent::LOG, RoundRef { shoe_no: 0, round_no: 0 }, Vec::new());
            walk.take(Record::Entry(StoredEntry {
                records: Vec::new(),
                log,
                seq,
                at,
                round,
                body,
                transfers,
                digest: Some(digest),
            }))?;
        }
        Ok(())
    }

    #[test]
    fn an_adjustment_by_two_dependent_persons_is_a_deviation() {
        let refused = |maker| walked(maker).unwrap_err().to_string();
        let dependent = "house event 3: two persons of whom neither made the other was expected";
        assert!(refused(Actor::Staff(ANN)).starts_with(dependent), "{}", refused(Actor::Staff(ANN)));
        // The next check finds that its money did not move.
        assert!(!refused(Actor::Operator).starts_with(dependent), "{}", refused(Actor::Operator));
    }
}
