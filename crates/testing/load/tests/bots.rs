//! A short load against a server of this test: everything that the bots check must hold.

mod support;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use load::bots::{Crowd, Plan, Rest, Tally};
use load::swarm::Swarm;
use table::Timings;

use support::serve;

/// How long a run may take.
const PATIENCE: Duration = Duration::from_mins(2);
const TIMINGS: Timings = Timings {
    betting_ms: 1_500,
    drain_ms: 50,
    card_ms: 10,
    result_ms: 100,
    shuffle_ms: 50,
    pledge_ms: 0,
    reveal_ms: 0,
};

/// Whether every kind of request was sent, connections were dropped and resumed, and enough rounds have ended.
fn is_enough(tally: &Tally) -> bool {
    tally.settled >= 120 && tally.sent.len() == 4 && tally.resumed > 0
}

/// Lets bots play until it is enough, and then come to rest.
fn play(address: SocketAddr, plan: &Plan) -> Crowd {
    let (rest, start) = (Rest::new(address), Instant::now());
    let guests = (1..=plan.patrons).map(|number| rest.guest(&format!("Load {number}")).expect("a guest"));
    let mut crowd = Crowd::new(plan.clone(), guests.collect());
    let mut swarm = Swarm::new(address).expect("a swarm");
    while !is_enough(&crowd.tally) || !crowd.is_at_rest() {
        crowd.turn(&mut swarm, Duration::from_millis(20)).expect("it goes on");
        crowd.check(&rest);
        if is_enough(&crowd.tally) {
            crowd.end();
        }
        assert!(start.elapsed() < PATIENCE, "{:?}", crowd.tally);
    }
    crowd.compare(&rest);
    crowd
}

#[test]
fn every_bot_agrees_with_its_own_book_and_with_all_others() {
    let (address, _runtime, _data) = serve(4, TIMINGS);
    let plan = Plan {
        tables: vec![1, 2, 3, 4],
        sockets: 60,
        patrons: 24,
        slow_percent: 20,
        drop_percent: 10,
        drain_ms: 50,
        joining: Duration::from_millis(200),
        seed: 7,
    };
    let crowd = play(address, &plan);
    let tally = &crowd.tally;
    assert!(tally.problems.is_empty(), "{:#?}", tally.problems);
    assert!(tally.accepted * 10 > tally.sent.values().sum::<u64>() * 9, "{:?}", tally.refused);
    assert!(tally.paid > 0 && crowd.floor.rounds > 0 && crowd.floor.frames > crowd.floor.rounds);
}
