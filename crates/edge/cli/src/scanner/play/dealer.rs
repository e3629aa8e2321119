//! A dealer by script: presses the keys of a live table, as one does who follows every line of the console.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use serde::Serialize;
use wire::live::{
    DealerAction, DealerOrder, FindingResolution, LiveFinding, LiveReceipt, LiveStatus, LiveTable,
};

use crate::lines::Problem;
use crate::remote::Remote;

/// How often the dealer looks at the table.
const LOOK: Duration = Duration::from_millis(100);
/// What a dealer does about a finding alone, the first that the table allows.
const ALONE: [FindingResolution; 4] =
    [FindingResolution::Rescan, FindingResolution::Burn, FindingResolution::Drop, FindingResolution::Seen];

/// Deals at a table until the shoe is over. The other end of `over` says so by going away.
pub(super) fn deal(server: &Remote, table: u32, over: &Receiver<()>) -> Result<(), Problem> {
    let path = format!("/tables/{table}/live");
    order(server, table, DealerAction::SitDown)?.map_err(Problem::Input)?;
    while over.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
        let LiveStatus { live } = server.get(&path)?;
        let Some(action) = live.as_ref().and_then(next) else { continue };
        // What the table refuses now, such as a round while the last result is shown, is tried again.
        let _ = order(server, table, action)?;
    }
    Ok(())
}

/// What a dealer does next; none while the table waits for something else.
fn next(status: &LiveTable) -> Option<DealerAction> {
    match (status.waits_for.as_deref(), &status.finding) {
        (Some("finding"), Some(finding)) => alone(finding),
        (Some("dealer"), _) => Some(DealerAction::SitDown),
        (Some("shoe"), _) if status.shoe.is_some() => Some(DealerAction::OpenShoe),
        (Some("start"), _) => Some(DealerAction::StartBetting),
        _ => None,
    }
}

fn alone(finding: &LiveFinding) -> Option<DealerAction> {
    // A rescan that is allowed already waits for the card.
    let may =
        |how: &FindingResolution| finding.ways.iter().any(|way| way.how == *how && way.needs == "dealer");
    let how = ALONE.into_iter().find(may)?;
    Some(DealerAction::Resolve { finding_no: finding.finding_no, how })
}

/// Gives an order: the receipt, or why it is refused.
fn order(server: &Remote, table: u32, action: DealerAction) -> Result<Result<LiveReceipt, String>, Problem> {
    let body = DealerOrder { order: action, seq: None };
    let answer = ask(server, &format!("/tables/{table}/deal"), &body)?;
    Ok(answer.map_err(|refusal| format!("{} ({})", refusal.message, refusal.code)))
}

fn ask(
    server: &Remote,
    path: &str,
    body: &impl Serialize,
) -> Result<Result<LiveReceipt, wire::error::ErrorBody>, Problem> {
    server.ask("POST", path, body)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn status(waits_for: &str, finding: &serde_json::Value) -> LiveTable {
        serde_json::from_value(json!({
            "table_id": 9, "seq": 1, "status": "open", "dealer": 7, "device_id": 1, "shoe": "BOX-1",
            "waits_for": waits_for, "finding": finding, "waiting": 0,
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
}
