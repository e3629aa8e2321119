//! A dealer by script: presses the keys of a live table, as one does who follows every line of the console. With hands
//! off it only looks, so that the shoe knows when the table is done with it.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use wire::live::{
    DealerAction, DealerOrder, FindingResolution, LiveFinding, LiveReceipt, LiveStatus, LiveTable,
};

use crate::lines::Problem;
use crate::remote::Remote;

/// How often the dealer looks at the table.
const LOOK: Duration = Duration::from_millis(100);
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

/// The findings that were seen, by number, with their codes.
pub(super) type Seen = Mutex<BTreeMap<u64, String>>;

/// Sits down at a table.
pub(super) fn sit_down(server: &Remote, table: u32) -> Result<(), Problem> {
    order(server, table, DealerAction::SitDown)?.map_err(Problem::Input)
}

/// Deals at a table, or only looks, until the shoes are over: the other end of `ends` says so by going away. Says the
/// label of a shoe that the table is done with.
pub(super) fn deal(
    server: &Remote,
    (table, hands): (u32, Hands),
    ends: &Receiver<()>,
    over: &watch::Sender<Option<String>>,
    seen: &Seen,
) {
    while ends.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
        // A server that restarts answers again, and an order that the table refuses now, such as a round while the last
        // result is shown, is tried again.
        if let Err(problem) = look(server, (table, hands), over, seen) {
            tracing::debug!(problem = problem.text(), "the dealer looks again");
        }
    }
}

/// Looks at the table, and does what it waits for.
fn look(
    server: &Remote,
    (table, hands): (u32, Hands),
    over: &watch::Sender<Option<String>>,
    seen: &Seen,
) -> Result<(), Problem> {
    let LiveStatus { live } = server.get(&format!("/tables/{table}/live"))?;
    let Some(status) = live else { return Ok(()) };
    if let Some(finding) = &status.finding {
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.insert(finding.finding_no, finding.code.clone());
    }
    if let Some(label) = done_with(&status) {
        over.send_replace(Some(label.to_owned()));
    }
    match next(&status).filter(|_| hands == Hands::On) {
        Some(action) => order(server, table, action)?.map_err(Problem::Input),
        None => Ok(()),
    }
}

/// The label of the shoe in the device that the table is done with; none while it wants that one, or a count of its
/// cards.
fn done_with(status: &LiveTable) -> Option<&str> {
    let over = status.waits_for.as_deref() == Some("shoe") && !status.fresh && !status.gate.open;
    status.shoe.as_deref().filter(|_| over)
}

/// What a dealer does next; none while the table waits for something else.
fn next(status: &LiveTable) -> Option<DealerAction> {
    match (status.waits_for.as_deref(), &status.finding) {
        (Some("finding"), Some(finding)) => alone(finding),
        (Some("dealer"), _) => Some(DealerAction::SitDown),
        (Some("shoe"), _) if status.fresh => Some(DealerAction::OpenShoe),
        (Some("start"), _) => Some(DealerAction::StartBetting),
        _ => None,
    }
}

/// The first way that the dealer may choose without a supervisor; none when one decides.
fn alone(finding: &LiveFinding) -> Option<DealerAction> {
    let may =
        |how: &FindingResolution| finding.ways.iter().any(|way| way.how == *how && way.needs == "dealer");
    let how = ALONE.into_iter().find(may)?;
    Some(DealerAction::Resolve { finding_no: finding.finding_no, how })
}

/// Gives an order. Returns why the table refuses it, if it does.
fn order(server: &Remote, table: u32, action: DealerAction) -> Result<Result<(), String>, Problem> {
    let body = DealerOrder { order: action, seq: None };
    let answer = server.ask::<LiveReceipt>("POST", &format!("/tables/{table}/deal"), &body)?;
    Ok(answer.map(|_| ()).map_err(|refusal| format!("{} ({})", refusal.message, refusal.code)))
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

    #[test]
    fn a_dealer_follows_what_the_table_waits_for() {
        let none = serde_json::Value::Null;
        assert_eq!(next(&status("shoe", &none)), Some(DealerAction::OpenShoe));
        assert_eq!(next(&status("start", &none)), Some(DealerAction::StartBetting));
        assert_eq!(next(&status("card", &none)), None);
        let finding = |how: &str, needs: &str| {
            json!({"finding_no": 5, "code": "unreadable", "records": [], "slot": "B1", "at": 1, "tries": 0,
                "ways": [{"how": "key_in", "needs": "dealer_and_supervisor"}, {"how": how, "needs": needs}],
                "proposed": null, "typed_by": []})
        };
        let rescan = DealerAction::Resolve { finding_no: 5, how: FindingResolution::Rescan };
        assert_eq!(next(&status("finding", &finding("rescan", "dealer"))), Some(rescan));
        assert_eq!(next(&status("finding", &finding("void", "supervisor"))), None, "a supervisor decides");
    }

    #[test]
    fn a_shoe_is_opened_once_and_taken_out_when_nothing_of_it_is_wanted() {
        let fresh = status("shoe", &serde_json::Value::Null);
        assert_eq!(done_with(&fresh), None);
        let over = LiveTable { fresh: false, ..fresh.clone() };
        assert_eq!((next(&over), done_with(&over)), (None, Some("BOX-1")));
        let empty = LiveTable { shoe: None, ..over.clone() };
        assert_eq!((next(&empty), done_with(&empty)), (None, None));
        let mut counted = over.clone();
        counted.gate.open = true;
        assert_eq!(done_with(&counted), None, "the cards that are left pass first");
        let dealt = LiveTable { waits_for: Some("card".to_owned()), ..over };
        assert_eq!(done_with(&dealt), None);
    }
}
