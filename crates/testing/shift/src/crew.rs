//! What the dealer and the supervisors of a live table do next, by what the table shows them. Sends nothing.

use auditor::Dice;
use wire::live::{DealerAction, FindingResolution, LiveFinding, LiveTable, SupervisorAction};

/// What a dealer does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Gives an order.
    Order(DealerAction),
    /// Puts another shoe into the device.
    ChangeShoe,
}

/// The ways that a dealer takes alone, the first one that is open.
const ALONE: [FindingResolution; 5] = [
    FindingResolution::Rescan,
    FindingResolution::Burn,
    FindingResolution::Drop,
    FindingResolution::Seen,
    FindingResolution::LoadRight,
];

/// The ways that a supervisor takes alone, the likely ones first.
const DECIDED: [FindingResolution; 7] = [
    FindingResolution::Accept,
    FindingResolution::GoOn,
    FindingResolution::LastRound,
    FindingResolution::EndShoe,
    FindingResolution::Void,
    FindingResolution::Note,
    FindingResolution::FreeHand,
];

/// What supervisors write to a note.
const NOTE: &str = "looked at by both";

/// What the dealer does next; none while the table waits for something else. `begins` says whether the dealer begins
/// rounds and shoes.
pub fn dealer(status: &LiveTable, begins: bool) -> Option<Deed> {
    let order = |action| Some(Deed::Order(action));
    match (status.waits_for.as_deref(), &status.finding) {
        (Some("dealer"), _) => order(DealerAction::SitDown),
        (Some("finding"), Some(finding)) => {
            // The shoe reads no card twice, so two cards that look alike are two cards.
            let how = first(finding, "dealer_and_supervisor", &[FindingResolution::Take])
                .or_else(|| first(finding, "dealer", &ALONE))
                .or_else(|| together(finding, "dealer_and_supervisor"))?;
            order(DealerAction::Resolve { finding_no: finding.finding_no, how })
        }
        (Some("shoe"), _) if begins && status.shoe.is_some() => order(DealerAction::OpenShoe),
        (Some("shoe"), _) if begins => Some(Deed::ChangeShoe),
        (Some("start"), _) if begins => order(DealerAction::StartBetting),
        _ => None,
    }
}

/// What a supervisor does next about the open finding; none while nobody is needed.
pub fn supervisor(status: &LiveTable, dice: &mut Dice) -> Option<SupervisorAction> {
    let finding = status.finding.as_ref()?;
    let finding_no = finding.finding_no;
    let of_one: Vec<_> =
        finding.ways.iter().filter(|way| way.needs == "supervisor").map(|way| way.how).collect();
    let any = if dice.per_mille(250) { dice.pick(&of_one).copied() } else { None };
    let how = any
        .or_else(|| first(finding, "supervisor", &DECIDED))
        .or_else(|| finding.proposed.as_ref().map(|proposed| proposed.how))
        .or_else(|| together(finding, "two_supervisors"))?;
    let why = (how == FindingResolution::Note).then(|| NOTE.to_owned());
    Some(SupervisorAction::Resolve { finding_no, how, why })
}

/// The first of these ways that is open to these people.
fn first(finding: &LiveFinding, needs: &str, ways: &[FindingResolution]) -> Option<FindingResolution> {
    let is_open =
        |how: &&FindingResolution| finding.ways.iter().any(|way| way.how == **how && way.needs == needs);
    ways.iter().find(is_open).copied()
}

/// A way that two people take, and in which nobody types a card.
fn together(finding: &LiveFinding, needs: &str) -> Option<FindingResolution> {
    let mut ways =
        finding.ways.iter().filter(|way| way.needs == needs && way.how != FindingResolution::KeyIn);
    ways.next().map(|way| way.how)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn status(waits_for: &str, shoe: Option<&str>, ways: &[(&str, &str)]) -> LiveTable {
        let ways: Vec<Value> = ways.iter().map(|(how, needs)| json!({"how": how, "needs": needs})).collect();
        let finding = json!({"finding_no": 5, "code": "x", "records": [], "slot": null, "at": 1, "tries": 0,
            "ways": ways, "proposed": null, "typed_by": []});
        serde_json::from_value(json!({
            "table_id": 9, "seq": 1, "version": "1", "status": "open", "burn": null, "names": {}, "dealer": 7,
            "device_id": 1, "shoe": shoe, "fresh": true, "waits_for": waits_for, "waiting": 0, "held": false,
            "turn": [],
            "finding": if ways.is_empty() { Value::Null } else { finding },
            "gate": {"open": false, "slot": null, "why": "settled"},
        }))
        .unwrap()
    }

    #[test]
    fn a_dealer_follows_what_the_table_waits_for() {
        let does = |waits_for, shoe, begins| dealer(&status(waits_for, shoe, &[]), begins);
        assert_eq!(does("shoe", Some("BOX-1"), true), Some(Deed::Order(DealerAction::OpenShoe)));
        assert_eq!(does("shoe", None, true), Some(Deed::ChangeShoe));
        assert_eq!(does("start", None, true), Some(Deed::Order(DealerAction::StartBetting)));
        assert_eq!((does("start", None, false), does("card", None, true)), (None, None));
    }

    #[test]
    fn each_takes_the_ways_that_are_theirs() {
        let ways = [("void", "supervisor"), ("key_in", "dealer_and_supervisor"), ("rescan", "dealer")];
        let missed = status("finding", None, &ways);
        let rescan = DealerAction::Resolve { finding_no: 5, how: FindingResolution::Rescan };
        assert_eq!(dealer(&missed, true), Some(Deed::Order(rescan)));
        let void = SupervisorAction::Resolve { finding_no: 5, how: FindingResolution::Void, why: None };
        assert_eq!(supervisor(&missed, &mut Dice::new(1)), Some(void));
        let alike = status("finding", None, &[("drop", "dealer"), ("take", "dealer_and_supervisor")]);
        let take = DealerAction::Resolve { finding_no: 5, how: FindingResolution::Take };
        assert_eq!(dealer(&alike, true), Some(Deed::Order(take)), "the next card is on the table");
        let theirs = status("finding", None, &[("burn", "dealer")]);
        assert_eq!(supervisor(&theirs, &mut Dice::new(1)), None);
    }
}
