//! A dealer by script: presses the keys of a live table, as one does who follows every line of the console. With hands
//! off it only looks, so that the shoe knows when the table is done with it.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use wire::error::ErrorBody;
use wire::live::{DealerAction, FindingResolution, LiveFinding, LiveStatus, LiveTable};
use wire::people::StaffMember;

use super::desk::{Desk, SeenFinding, View, Wish, Wishes};
use super::expected::Answer;
use super::orders::{deal, refused};
use super::supervisors::Supervisors;
use crate::lines::Problem;
use crate::remote::Remote;

/// How often the dealer looks at the table.
const LOOK: Duration = Duration::from_millis(100);
/// How long a dealer whom the server does not know waits at least and at most before they look again.
const SHUT_OUT: (Duration, Duration) = (Duration::from_secs(1), Duration::from_mins(1));
/// How many findings the desk shows, the latest ones.
const REMEMBERED: usize = 64;

/// Whether the script presses the keys of the dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hands {
    /// It does.
    On,
    /// Somebody at the dealer's page does.
    Off,
}

/// The ways to resolve a finding that a dealer tries without anybody else, in this order.
const ALONE: [FindingResolution; 4] =
    [FindingResolution::Rescan, FindingResolution::Burn, FindingResolution::Drop, FindingResolution::Seen];

/// How long the dealer of a demonstration looks at a finding, so that people see it, too.
const TAKES: Duration = Duration::from_secs(4);

/// What became of a look at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    /// The dealer saw it, and did what it waited for.
    Table,
    /// The server does not let them look, which does not end by itself: the account was disabled, or the token ended.
    Refused(Box<ErrorBody>),
}

/// A dealer by script at a table.
pub(super) struct Dealer {
    server: Remote,
    table: u32,
    hands: Hands,
    /// How long the dealer looks at a finding before they resolve it.
    takes: Duration,
    /// The finding that is open, and since when the dealer sees it.
    seen: Option<(u64, Instant)>,
    /// Whether the right dealer was seated, in a demonstration.
    was_seated: bool,
    /// Those who decide what a dealer may not, in a demonstration.
    supervisors: Option<Supervisors>,
}

impl Dealer {
    /// The dealer who shows that token, alone.
    pub(super) const fn new(server: Remote, table: u32, hands: Hands) -> Self {
        Self { server, table, hands, takes: Duration::ZERO, seen: None, was_seated: false, supervisors: None }
    }

    /// The dealer of a demonstration that is so many times as fast as people are.
    pub(super) fn in_a_demonstration(self, supervisors: Supervisors, speed: u32) -> Self {
        Self { takes: TAKES / speed, supervisors: Some(supervisors.at_speed(speed)), ..self }
    }

    /// Sits down at the table.
    pub(super) fn sit_down(&self) -> Result<(), Problem> {
        deal(&self.server, self.table, DealerAction::SitDown)?.map_err(|refusal| refused(&refusal))
    }

    /// Deals, or only looks, until the shoes are over: the other end of `ends` says so by going away. Shows on the desk
    /// how the table stands.
    pub(super) fn deal(&mut self, ends: &Receiver<()>, desk: &Desk) {
        let mut wait = LOOK;
        while ends.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            wait = match self.look(desk) {
                Ok(Seen::Table) => LOOK,
                Ok(Seen::Refused(refusal)) => {
                    if wait == LOOK {
                        tracing::warn!(
                            "the dealer by script is not let to table {}: {}. If the account was disabled, it stays \
                             so: start again with --no-dealer and deal at /dealer.html, or begin with a new data folder",
                            self.table,
                            refusal.message
                        );
                    }
                    longer(wait)
                }
                // A server that restarts answers again, and an order that the table refuses now, such as a round while
                // the last result is shown, is tried again.
                Err(problem) => {
                    tracing::debug!(problem = problem.text(), "the dealer looks again");
                    wait
                }
            };
        }
    }

    /// Looks at the table, and does what it waits for.
    fn look(&mut self, desk: &Desk) -> Result<Seen, Problem> {
        let (server, table) = (&self.server, self.table);
        let LiveStatus { live } = match server.read(&format!("/tables/{table}/live"))? {
            Ok(status) => status,
            Err(refusal) if is_shut_out(&refusal) => return Ok(Seen::Refused(Box::new(refusal))),
            Err(refusal) => return Err(refused(&refusal)),
        };
        let Some(status) = live else { return Ok(Seen::Table) };
        desk.show(|view| show(view, &status));
        let open = status.finding.as_ref().map(|finding| finding.finding_no);
        if self.seen.map(|(no, _)| no) != open {
            self.seen = open.map(|no| (no, Instant::now()));
        }
        if let Some(supervisors) = &mut self.supervisors {
            if !self.was_seated {
                match self.hands {
                    Hands::On => supervisors.seat(&status, server)?,
                    Hands::Off => stand_up(&status, server)?,
                }
                self.was_seated = true;
            }
            supervisors.look(&status, self.seen.map(|(_, since)| since), server)?;
        }
        let wishes = desk.wishes();
        let Some(action) = next(&status, &wishes).filter(|_| self.hands == Hands::On) else {
            return Ok(Seen::Table);
        };
        let is_looking = self.seen.is_some_and(|(_, since)| since.elapsed() < self.takes);
        if is_looking && matches!(action, DealerAction::Resolve { .. }) {
            return Ok(Seen::Table);
        }
        let is_too_soon = wishes.wish == Wish::StartTooSoon && action == DealerAction::StartBetting;
        let answer = deal(server, table, action)?;
        if is_too_soon {
            let answer = match &answer {
                Ok(()) => Answer::OrderTaken,
                Err(refusal) => Answer::OrderRefused(refusal.code.clone()),
            };
            desk.show(|view| view.orders.push(answer));
        }
        answer.map(|()| Seen::Table).map_err(|refusal| refused(&refusal))
    }
}

/// Whether the server knows nobody with this token, or gives them no right to look.
fn is_shut_out(refusal: &ErrorBody) -> bool {
    ["unauthenticated", "not_allowed"].contains(&refusal.code.as_str())
}

/// How long a dealer who was refused again waits.
fn longer(wait: Duration) -> Duration {
    let (least, most) = SHUT_OUT;
    wait.saturating_mul(2).clamp(least, most)
}

/// Leaves the table to a person, where an earlier start left the dealer by script seated.
fn stand_up(status: &LiveTable, server: &Remote) -> Result<(), Problem> {
    let StaffMember { staff_id, .. } = server.get("/staff/me")?;
    if status.dealer != Some(staff_id) {
        return Ok(());
    }
    deal(server, status.table_id, DealerAction::StandUp)?.map_err(|refusal| refused(&refusal))
}

/// Shows how the table stands.
fn show(view: &mut View, status: &LiveTable) {
    view.has_device = status.device_id.is_some();
    view.open = status.finding.as_ref().map(|finding| finding.finding_no);
    if let Some(finding) = &status.finding {
        let records = finding.records.iter().map(|record| record.n).collect();
        view.findings.insert(finding.finding_no, SeenFinding { code: finding.code.clone(), records });
        if view.findings.len() > REMEMBERED {
            view.findings.pop_first();
        }
    }
    view.over = done_with(status).map(str::to_owned);
    if status.fresh || status.gate.open || status.gate.why == "betting" {
        view.in_play.clone_from(&status.shoe);
    }
}

/// The label of the shoe in the device that the table is done with; none while it wants that one, or a count of its
/// cards.
fn done_with(status: &LiveTable) -> Option<&str> {
    let over = status.waits_for.as_deref() == Some("shoe") && !status.fresh && !status.gate.open;
    status.shoe.as_deref().filter(|_| over)
}

/// What a dealer does next; none while the table waits for something else.
fn next(status: &LiveTable, wishes: &Wishes) -> Option<DealerAction> {
    let is_wanted = status.fresh && status.shoe.as_ref() == Some(&wishes.label);
    match (status.waits_for.as_deref(), &status.finding) {
        (Some("finding"), Some(finding)) => alone(finding, wishes),
        (Some("dealer"), _) => Some(DealerAction::SitDown),
        (Some("shoe"), _) if is_wanted => Some(DealerAction::OpenShoe),
        (Some("shoe"), _) if status.gate.open && wishes.wish == Wish::CountOut => {
            Some(DealerAction::CountOut)
        }
        (Some("burn"), _) if wishes.wish == Wish::StartTooSoon => Some(DealerAction::StartBetting),
        (Some("start"), _) if wishes.wish != Wish::Hold => Some(DealerAction::StartBetting),
        _ => None,
    }
}

/// The first way that the dealer may choose without a supervisor; none when one decides.
fn alone(finding: &LiveFinding, wishes: &Wishes) -> Option<DealerAction> {
    let may =
        |how: &FindingResolution| finding.ways.iter().any(|way| way.how == *how && way.needs == "dealer");
    let load_right = (wishes.wish == Wish::LoadAnother).then_some(FindingResolution::LoadRight);
    let how = ALONE.into_iter().chain(load_right).find(may)?;
    Some(DealerAction::Resolve { finding_no: finding.finding_no, how })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn status(waits_for: &str, finding: &serde_json::Value) -> LiveTable {
        serde_json::from_value(json!({
            "table_id": 9, "seq": 1, "version": "1", "status": "open", "burn": null, "names": {}, "dealer": 7,
            "device_id": 1, "shoe": "BOX-1", "fresh": true,
            "waits_for": waits_for, "finding": finding, "waiting": 0, "held": false, "turn": [],
            "gate": {"open": false, "slot": null, "why": "settled"},
        }))
        .unwrap()
    }

    fn wishes() -> Wishes {
        Wishes { label: "BOX-1".to_owned(), ..Wishes::default() }
    }

    #[test]
    fn a_dealer_follows_what_the_table_waits_for() {
        let none = serde_json::Value::Null;
        let next =
            |waits_for: &str, finding: &serde_json::Value| next(&status(waits_for, finding), &wishes());
        assert_eq!(next("shoe", &none), Some(DealerAction::OpenShoe));
        assert_eq!(next("start", &none), Some(DealerAction::StartBetting));
        assert_eq!((next("card", &none), next("burn", &none)), (None, None));
        let finding = |how: &str, needs: &str| {
            json!({"finding_no": 5, "code": "unreadable", "records": [], "slot": "B1", "at": 1, "tries": 0,
                "ways": [{"how": "key_in", "needs": "dealer_and_supervisor"}, {"how": how, "needs": needs}],
                "proposed": null, "typed_by": []})
        };
        let rescan = DealerAction::Resolve { finding_no: 5, how: FindingResolution::Rescan };
        assert_eq!(next("finding", &finding("rescan", "dealer")), Some(rescan));
        assert_eq!(next("finding", &finding("void", "supervisor")), None, "a supervisor decides");
        assert_eq!(next("finding", &finding("load_right", "dealer")), None, "no other shoe is there");
    }

    #[test]
    fn a_dealer_who_is_shut_out_asks_ever_more_seldom_and_others_at_once() {
        let refusal = |code: &str| ErrorBody { code: code.to_owned(), ..ErrorBody::default() };
        assert!(is_shut_out(&refusal("unauthenticated")) && is_shut_out(&refusal("not_allowed")));
        assert!(!is_shut_out(&refusal("unavailable")) && !is_shut_out(&refusal("too_many_requests")));
        let mut waits = vec![LOOK];
        for _ in 0..8 {
            waits.extend(waits.last().copied().map(longer));
        }
        let seconds: Vec<u64> = waits[1..].iter().map(Duration::as_secs).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 60, 60]);
    }

    #[test]
    fn a_dealer_does_what_the_shoe_wishes() {
        let none = serde_json::Value::Null;
        let other = Wishes { label: "BOX-2".to_owned(), ..wishes() };
        assert_eq!(next(&status("shoe", &none), &other), None, "another shoe is to be opened");
        let soon = Wishes { wish: Wish::StartTooSoon, ..wishes() };
        assert_eq!(next(&status("burn", &none), &soon), Some(DealerAction::StartBetting));
        let holds = Wishes { wish: Wish::Hold, ..wishes() };
        assert_eq!(next(&status("start", &none), &holds), None);
        let mut counting = LiveTable { fresh: false, ..status("shoe", &none) };
        counting.gate.open = true;
        assert_eq!(next(&counting, &wishes()), None);
        let counted = Wishes { wish: Wish::CountOut, ..wishes() };
        assert_eq!(next(&counting, &counted), Some(DealerAction::CountOut));
        let way = json!({"finding_no": 5, "code": "wrong_shoe", "records": [{"device_id": 1, "n": 3}], "slot": null,
            "at": 1, "tries": 0, "ways": [{"how": "load_right", "needs": "dealer"}], "proposed": null, "typed_by": []});
        let another = Wishes { wish: Wish::LoadAnother, ..wishes() };
        let load_right = DealerAction::Resolve { finding_no: 5, how: FindingResolution::LoadRight };
        assert_eq!(next(&status("finding", &way), &another), Some(load_right));
    }

    #[test]
    fn the_desk_shows_how_the_table_stands() {
        let mut view = View::default();
        let finding = json!({"finding_no": 5, "code": "unreadable", "records": [{"device_id": 1, "n": 3}],
            "slot": "B1", "at": 1, "tries": 0, "ways": [], "proposed": null, "typed_by": []});
        show(&mut view, &status("finding", &finding));
        let seen = SeenFinding { code: "unreadable".to_owned(), records: vec![3] };
        assert_eq!((view.findings.get(&5), view.open, view.has_device), (Some(&seen), Some(5), true));
        let none = serde_json::Value::Null;
        show(&mut view, &LiveTable { device_id: None, fresh: false, ..status("shoe", &none) });
        assert_eq!((view.findings.len(), view.open, view.has_device), (1, None, false));
        assert_eq!((view.in_play, view.over), (Some("BOX-1".to_owned()), Some("BOX-1".to_owned())));
    }

    #[test]
    fn a_shoe_is_opened_once_and_taken_out_when_nothing_of_it_is_wanted() {
        let fresh = status("shoe", &serde_json::Value::Null);
        assert_eq!(done_with(&fresh), None);
        let over = LiveTable { fresh: false, ..fresh.clone() };
        assert_eq!((next(&over, &wishes()), done_with(&over)), (None, Some("BOX-1")));
        let empty = LiveTable { shoe: None, ..over.clone() };
        assert_eq!((next(&empty, &wishes()), done_with(&empty)), (None, None));
        let mut counted = over.clone();
        counted.gate.open = true;
        assert_eq!(done_with(&counted), None, "the cards that are left pass first");
        let dealt = LiveTable { waits_for: Some("card".to_owned()), ..over };
        assert_eq!(done_with(&dealt), None);
    }
}
