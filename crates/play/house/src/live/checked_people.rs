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
