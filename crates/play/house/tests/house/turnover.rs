//! A patron's own turnover by month, of more rounds than are read at once.

use baccarat::Spot;
use money::{Currency, Stake};
use punto_house::ports::{CommitStore as _, Patron, Unit};
use punto_house::turnover::DAY_MS;
use table::event::{PatronSettlement, ResolutionKind, SettledSpot, VoidReason};
use table::{Event, PatronCorrection, PatronId, Proposal, RoundRef, Ruling, StaffId, TableId, Timestamp};

use crate::corrections::{ONE, TWO};
use crate::test_house::{SALON, START, TestHouse, amount};

/// A table that the house does not run.
const ELSEWHERE: TableId = TableId(9);

fn unit(at: Timestamp, events: Vec<Event>) -> Unit {
    let events = events.into_iter().map(|event| (at, event)).collect();
    Unit::new(events, Vec::new())
}

/// The correction of a round to a void.
fn voided(round: RoundRef, patron: PatronId, before: Vec<SettledSpot>, by: StaffId) -> Event {
    let own = PatronCorrection { patron, staked: amount(10), before, after: Vec::new() };
    let agreed = Proposal {
        round,
        revision: 2,
        ruling: Ruling::Void { reason: VoidReason::Supervisor },
        by,
        why: "misread".to_owned(),
        request_id: None,
        rules: None,
        evidence: None,
        surplus_before: Vec::new(),
        cards_before: Vec::new(),
        patrons: vec![own],
    };
    Event::RoundCorrected { correction_no: 1, approved_by: TWO, agreed }
}

#[tokio::test(start_paused = true)]
async fn a_late_correction_counts_however_many_rounds_came_after_its_round() {
    let test = TestHouse::with(SALON).await;
    let patron = test.stranger("Mara").await;
    let wager = SettledSpot {
        spot: Spot::Player,
        stake: Stake::new(10).expect("a stake"),
        resolution: ResolutionKind::Lose,
        payout: amount(0),
    };
    let settled =
        Event::RoundSettled { revision: 1, patrons: vec![PatronSettlement { patron, wagers: vec![wager] }] };
    let long_ago = Timestamp(START.0 - 500 * DAY_MS);
    let opened = Event::ShoeOpened {
        shoe_no: 1,
        algorithm: "by hand".to_owned(),
        rules: None,
        seats: None,
        public_seq: None,
        proof: None,
        withheld: vec![],
        live: None,
    };
    let mut units = vec![unit(long_ago, vec![opened])];
    for round_no in 1..=600 {
        let closes_at = long_ago;
        units.push(unit(long_ago, vec![Event::BettingOpened { round_no, closes_at }, settled.clone()]));
    }
    let first = RoundRef { shoe_no: 1, round_no: 1 };
    units.push(unit(START, vec![voided(first, patron, vec![wager], ONE)]));
    test.store.commit(ELSEWHERE, 0, units).await.expect("it is written");
    let patron = Patron { id: patron, nickname: "Mara".to_owned(), currency: Currency::PLAY };
    let months = test.house.monthly_turnover(&patron).await.expect("readable");
    let months: Vec<_> = months.iter().map(|(month, sums)| (month.as_str(), sums.staked)).collect();
    assert_eq!(months, [("2023-11", -10)], "of the rest, all is more than a year old");
}
