//! What tables and sockets count while they are used.

use table::TableId;

use crate::socket_client::id;
use crate::test_server::{QUICK, SLOW, TestServer};

#[tokio::test]
async fn a_table_counts_slips_refusals_stakes_and_payouts() {
    let (server, _, mut socket) = TestServer::with_ana().await;
    let tally = |table: u32| {
        let all = server.house.tallies();
        all.into_iter().find(|(snapshot, _)| snapshot.view.table == TableId(table)).expect("the table").1
    };
    let round = socket.betting(SLOW).await;
    for (number, stake, expected) in
        [(101, 1, "slip_refused"), (102, 500, "slip_accepted"), (102, 500, "slip_accepted")]
    {
        assert_eq!(socket.place(SLOW, &round, &id(number), &[("player", stake)]).await["type"], expected);
    }
    assert_eq!((tally(SLOW).slips.get(), tally(SLOW).staked.get()), (1, 0), "a repeat counts once");
    assert_eq!(tally(SLOW).refused.all(), [("below_minimum", 1)]);

    socket.place_in_next_round(QUICK, &[("player", 700)]).await;
    socket.receive_event("round_ended").await;
    let quick = tally(QUICK);
    assert_eq!((quick.slips.get(), quick.staked.get()), (1, 700));
    assert!([0, 700, 1_400].contains(&quick.paid.get()), "{}", quick.paid.get());
    assert!(quick.rounds.get() >= 1);
    let cards = quick.lateness().find(|(step, _)| *step == "card").expect("cards are timed").1;
    let (counts, above) = cards.counts();
    assert!(counts.iter().map(|(_, count)| count).sum::<u64>() + above >= 4, "{counts:?}");
}
