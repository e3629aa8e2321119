//! The people who have to agree about a finding, as they were when somebody's answer was checked. Pure.

use table::StaffId;
use table::live::Needs;

use super::commands::Answer;
use super::status::{FindingStatus, LiveStatus};

/// Who had to agree with an answer when it was checked that they are independent of the one who gives it. The table
/// refuses the answer if they are others by then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckedPeople {
    answer: Answer,
    others: Vec<StaffId>,
}

impl CheckedPeople {
    /// Those who have to agree with this answer as the table stands; nobody where one person decides.
    pub(super) fn of(live: Option<&LiveStatus>, answer: Answer) -> Self {
        Self { answer, others: live.map(|live| others(live, answer)).unwrap_or_default() }
    }

    /// Who has to agree.
    pub(super) fn others(&self) -> &[StaffId] {
        &self.others
    }

    /// Whether the same people have to agree as the table stands.
    pub(crate) fn still_hold(&self, live: &LiveStatus) -> bool {
        others(live, self.answer) == self.others
    }
}

/// The people who have to agree with an answer to a finding; empty where one person decides.
fn others(live: &LiveStatus, answer: Answer) -> Vec<StaffId> {
    let Some(FindingStatus { ways, proposed, typed_by, .. }) = &live.finding else { return Vec::new() };
    let needs = match answer {
        Answer::Card => Needs::DealerAndSupervisor,
        Answer::How(how) => match ways.iter().find(|(way, _)| *way == how) {
            Some((_, needs)) => *needs,
            None => return Vec::new(),
        },
    };
    if !needs.two() {
        return Vec::new();
    }
    let dealer = live.dealer.filter(|_| needs == Needs::DealerAndSupervisor);
    let proposed = proposed.as_ref().map(|proposed| proposed.by.id());
    dealer.into_iter().chain(proposed).chain(typed_by.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use table::Timestamp;
    use table::live::{FindingCode, GateWhy, How, LiveGate, Person, Proposed};

    use super::*;
    use crate::floor::TableStatus;

    fn finding(ways: Vec<(How, Needs)>) -> FindingStatus {
        FindingStatus {
            no: 5,
            code: FindingCode::Unreadable,
            records: Vec::new(),
            slot: None,
            facts: Vec::new(),
            pictures: Vec::new(),
            at: Timestamp(0),
            tries: 0,
            ways,
            proposed: None,
            typed_by: Vec::new(),
        }
    }

    fn status(dealer: Option<u32>, finding: FindingStatus) -> LiveStatus {
        LiveStatus {
            seq: 41,
            status: TableStatus::Open,
            dealer: dealer.map(StaffId),
            relief: None,
            device: None,
            dealt_by: None,
            shoe: None,
            fresh: false,
            wait: None,
            call: None,
            held: false,
            card: None,
            burn: None,
            finding: Some(finding),
            waiting: 0,
            gate: LiveGate { open: false, slot: None, why: GateWhy::Finding },
            turn: Vec::new(),
        }
    }

    #[test]
    fn whoever_takes_the_place_of_somebody_who_was_checked_is_noticed() {
        let typed = |by: &[u32]| {
            let typed_by = by.iter().copied().map(StaffId).collect();
            FindingStatus { typed_by, ..finding(vec![(How::KeyIn, Needs::DealerAndSupervisor)]) }
        };
        let before = CheckedPeople::of(Some(&status(None, typed(&[]))), Answer::Card);
        assert_eq!(before.others(), [], "nobody deals");
        assert!(before.still_hold(&status(None, typed(&[]))));
        assert!(!before.still_hold(&status(Some(7), typed(&[]))), "somebody was seated meanwhile");
        assert!(!before.still_hold(&status(None, typed(&[7]))), "somebody typed a card meanwhile");

        let two = || finding(vec![(How::VoidAndEndShoe, Needs::TwoSupervisors)]);
        let proposed = Proposed { how: How::VoidAndEndShoe, by: Person::Supervisor(StaffId(2)), why: None };
        let answer = Answer::How(How::VoidAndEndShoe);
        let before = CheckedPeople::of(Some(&status(Some(7), two())), answer);
        let after = FindingStatus { proposed: Some(proposed), ..two() };
        assert!(!before.still_hold(&status(Some(7), after)), "another supervisor proposed it meanwhile");
        assert!(before.still_hold(&status(Some(8), two())), "the dealer has no part in it");
    }
}
