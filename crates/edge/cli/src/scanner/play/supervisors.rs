//! Two supervisors by script, in a demonstration: they decide what nobody else decided for a while, so that the table
//! goes on. A person at the console who is quicker decides instead. They never type a card.

use std::time::{Duration, Instant};

use wire::live::{DealerAction, FindingResolution, LiveFinding, LiveTable, SupervisorAction};
use wire::people::StaffMember;

use super::orders;
use crate::lines::Problem;
use crate::remote::Remote;

/// How long they leave a finding, or the call of a dealer, to the people who look at the table.
const TAKES: Duration = Duration::from_secs(20);

/// The ways that they take, the ones by which the deal goes on first.
const WAYS: [FindingResolution; 12] = [
    FindingResolution::Accept,
    FindingResolution::GoOn,
    FindingResolution::Take,
    FindingResolution::Seen,
    FindingResolution::Burn,
    FindingResolution::Drop,
    FindingResolution::LastRound,
    FindingResolution::Assign,
    FindingResolution::Note,
    FindingResolution::EndShoe,
    FindingResolution::Void,
    FindingResolution::VoidAndEndShoe,
];

/// What they write to a note.
const NOTE: &str = "Noted by the supervisors of the demonstration.";

/// Two supervisors by script.
pub(super) struct Supervisors {
    servers: [Remote; 2],
    takes: Duration,
    /// The call that nobody answered, and since when they hear it.
    called: Option<(i64, Instant)>,
}

/// Who agrees to a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Dealer,
    /// One of the two.
    Supervisor(usize),
}

impl Supervisors {
    /// Those who show these tokens.
    pub(super) const fn new(servers: [Remote; 2]) -> Self {
        Self { servers, takes: TAKES, called: None }
    }

    /// The same, so many times as fast as people are.
    pub(super) fn at_speed(self, speed: u32) -> Self {
        Self { takes: TAKES / speed, ..self }
    }

    /// Looks at the table, where a finding is open since then, and decides what waits for too long.
    pub(super) fn look(
        &mut self,
        status: &LiveTable,
        found: Option<Instant>,
        dealer: &Remote,
    ) -> Result<(), Problem> {
        let table = status.table_id;
        if self.called.map(|(at, _)| at) != status.call.map(|call| call.at) {
            self.called = status.call.map(|call| (call.at, Instant::now()));
        }
        let waited = |since: Option<Instant>| since.is_some_and(|since| since.elapsed() >= self.takes);
        if waited(self.called.map(|(_, since)| since)) {
            return self.order(table, 0, SupervisorAction::AnswerCall);
        }
        let Some(finding) = status.finding.as_ref().filter(|_| waited(found)) else { return Ok(()) };
        let Some((how, who)) = way(finding) else { return Ok(()) };
        let finding_no = finding.finding_no;
        for who in who {
            match who {
                Who::Supervisor(one) => {
                    let why = (how == FindingResolution::Note).then(|| NOTE.to_owned());
                    self.order(table, *one, SupervisorAction::Resolve { finding_no, how, why })?;
                }
                Who::Dealer => orders::deal(dealer, table, DealerAction::Resolve { finding_no, how })?
                    .map_err(|refusal| orders::refused(&refusal))?,
            }
        }
        Ok(())
    }

    /// Seats the dealer by script where an earlier start left somebody else seated.
    pub(super) fn seat(&self, status: &LiveTable, dealer: &Remote) -> Result<(), Problem> {
        let StaffMember { staff_id, .. } = dealer.get("/staff/me")?;
        if status.dealer.is_none_or(|seated| seated == staff_id) {
            return Ok(());
        }
        self.order(status.table_id, 0, SupervisorAction::Seat { dealer: staff_id })
    }

    fn order(&self, table: u32, one: usize, order: SupervisorAction) -> Result<(), Problem> {
        self.servers.get(one).map_or(Ok(()), |server| orders::supervise(server, table, order))
    }
}

/// The way that they take, and who agrees to it.
fn way(finding: &LiveFinding) -> Option<(FindingResolution, &'static [Who])> {
    let needs = |how: FindingResolution| finding.ways.iter().find(|way| way.how == how);
    let way = WAYS.into_iter().find_map(needs)?;
    let who: &[Who] = match way.needs.as_str() {
        "dealer" => &[Who::Dealer],
        "supervisor" => &[Who::Supervisor(0)],
        "dealer_and_supervisor" => &[Who::Dealer, Who::Supervisor(0)],
        "two_supervisors" => &[Who::Supervisor(0), Who::Supervisor(1)],
        _ => return None,
    };
    Some((way.how, who))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn finding(ways: &[(&str, &str)]) -> LiveFinding {
        let ways: Vec<_> = ways.iter().map(|(how, needs)| json!({"how": how, "needs": needs})).collect();
        serde_json::from_value(
            json!({"finding_no": 5, "code": "late_reading", "records": [], "slot": "B1", "at": 1,
            "tries": 0, "ways": ways, "proposed": null, "typed_by": []}),
        )
        .unwrap()
    }

    #[test]
    fn they_take_the_way_by_which_the_deal_goes_on_with_all_who_have_to_agree() {
        let [one, two] = [Who::Supervisor(0), Who::Supervisor(1)];
        let chosen = |ways: &[(&str, &str)]| way(&finding(ways)).map(|(how, who)| (how, who.to_vec()));
        let late = [("void", "supervisor"), ("accept", "supervisor")];
        assert_eq!(chosen(&late), Some((FindingResolution::Accept, vec![one])));
        let unreadable = [("key_in", "dealer_and_supervisor"), ("void", "dealer_and_supervisor")];
        assert_eq!(chosen(&unreadable), Some((FindingResolution::Void, vec![Who::Dealer, one])));
        let foreign = [("void_and_end_shoe", "two_supervisors")];
        assert_eq!(chosen(&foreign), Some((FindingResolution::VoidAndEndShoe, vec![one, two])));
        let typed = [("key_in", "dealer_and_supervisor")];
        assert_eq!(chosen(&typed), None, "they cannot see a card, so they type none");
    }
}
