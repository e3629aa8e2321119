//! What every store must do about statements and turnover. Knows the port alone.

use baccarat::Spot;
use house::ports::Store;
use house::statement::CauseKind;
use house::turnover::{DAY_MS, Turnover, day_of};
use table::event::{ResolutionKind, SettledSpot};
use table::{Event, PatronId, RoundRef, Timestamp};

use crate::support::*;

/// Line for line a statement adds up, and its last line is what the ledger has: cash, bonus money and what is held.
pub(crate) async fn states_what_the_ledger_has(store: &impl Store, patron: PatronId) {
    let lines = store.statement(patron, None, u16::MAX).await.unwrap();
    let (mut balance, mut owed) = (0, 0);
    for (cursor, line) in (1..).zip(lines.iter().rev()) {
        balance += line.sums.change;
        owed += line.sums.owed();
        assert_eq!((line.cursor, line.balance, line.owed), (cursor, balance, owed), "{line:?}");
    }
    let wallet = store.wallet(patron).await.unwrap().wallet;
    let held = store.held(patron).await.unwrap();
    assert_eq!(balance, wallet.cash.signed() + wallet.bonus.signed() + held.signed());
    assert_eq!(owed, wallet.owed.signed());
}

pub(crate) async fn a_statement_has_every_movement(store: &impl Store) {
    let (table, patron) = (fresh_table(), patron_with(store, 1_000).await);
    let stakes = [hold(table, patron, 100), hold(table, patron, 40), hold(table, patron, 7)];
    let slip = |stake| unit([slip_accepted(patron, fresh_slip(), 1)], [stake]);
    let back = amount(7);
    let cleared = Event::WagersCleared { patron, request_id: None, returned: back };
    let opened = unit([shoe_opened(1), betting_opened(1)], []);
    let mut units = vec![opened, slip(stakes[2]), unit([cleared], [release(stakes[2], 7)])];
    units.extend([slip(stakes[0]), slip(stakes[1])]);
    store.outcomes(table, 0, units).await.unwrap();
    let statement = async || store.statement(patron, None, 9).await.unwrap();
    assert_eq!(statement().await.len(), 1, "a slip is no line, nor one that is taken back");
    states_what_the_ledger_has(store, patron).await;

    let ended = unit(
        [card_drawn("9h"), round_settled(1, &[(patron, won(100))])],
        [release(stakes[0], 100), profit(table, patron, 95), capture(table, stakes[1], 40)],
    );
    let stake = hold(table, patron, 30);
    let next = [unit([betting_opened(2)], []), slip(stake)];
    let void = unit([round_voided(&[(patron, 30)])], [release(stake, 30)]);
    store.outcomes(table, 6, [vec![ended], next.into(), vec![void]].concat()).await.unwrap();
    let later = AT.plus_ms(1_000);
    assert_eq!(store.post(later, vec![gift(patron, 5)]).await, Ok(Ok(())));
    states_what_the_ledger_has(store, patron).await;

    let lines = statement().await;
    let round = |round_no| Some((table, RoundRef { shoe_no: 1, round_no }));
    let stated: Vec<_> = lines
        .iter()
        .map(|line| (line.cause.kind, line.cause.round, line.sums.staked, line.sums.paid, line.balance))
        .collect();
    let expected = [
        (CauseKind::Posted, None, 0, 0, 1_060),
        (CauseKind::Voided, round(2), 30, 30, 1_055),
        (CauseKind::Settled, round(1), 140, 195, 1_055),
        (CauseKind::Posted, None, 0, 0, 1_000),
    ];
    assert_eq!(stated, expected);
    let (newest, older) = lines.split_first().unwrap();
    assert!(newest.cause.at >= later && older.iter().all(|line| line.cause.at == AT), "{lines:?}");
    let page = store.statement(patron, Some(lines[0].cursor), 2).await.unwrap();
    assert_eq!(page, lines[1..3]);
    assert_eq!(store.statement(PatronId(u32::MAX), None, 9).await, Ok(Vec::new()));
}

pub(crate) async fn turnover_is_counted_by_day_and_spot(store: &impl Store) {
    let (table, patron) = (fresh_table(), patron_with(store, 1_000).await);
    let settled =
        |spot, resolution, payout: u64| SettledSpot { spot, resolution, payout: amount(payout), ..won(10) };
    let (push, lost) =
        (settled(Spot::Player, ResolutionKind::Push, 10), settled(Spot::Tie, ResolutionKind::Lose, 0));
    let midnight = day_of(AT).plus_ms(86_400_000);
    let round = |at: Timestamp, wagers: &[SettledSpot]| {
        let wagers: Vec<_> = wagers.iter().map(|wager| (patron, *wager)).collect();
        let mut unit = unit([round_settled(1, &wagers)], [profit(table, patron, 1)]);
        unit.events[0].0 = at;
        unit
    };
    let before = Timestamp(midnight.0 - 1);
    let units = vec![
        unit([shoe_opened(1), betting_opened(1)], []),
        round(before, &[push, lost]),
        round(before, &[lost]),
        round(midnight, &[push]),
        unit([round_voided(&[(patron, 9)])], [profit(table, patron, 1)]),
    ];
    store.outcomes(table, 0, units).await.unwrap();
    let of = |wagers: i64, effective, paid| Turnover { wagers, staked: wagers * 10, effective, paid };
    let turned = async |from, until| {
        let lines = store.turnover(from, until, Some(table)).await.unwrap();
        lines.iter().map(|line| (line.day, line.spot, line.corrected, line.sums)).collect::<Vec<_>>()
    };
    let first =
        [(day_of(AT), Spot::Player, false, of(1, 0, 10)), (day_of(AT), Spot::Tie, false, of(2, 20, 0))];
    let second = [(midnight, Spot::Player, false, of(1, 0, 10))];
    assert_eq!(turned(day_of(AT), midnight).await, first);
    assert_eq!(turned(midnight, Timestamp(i64::MAX)).await, second);
    assert_eq!(turned(Timestamp(0), Timestamp(i64::MAX)).await, [&first[..], &second].concat());
    let everywhere = store.turnover(day_of(AT), midnight, None).await.unwrap();
    assert_eq!(everywhere.iter().filter(|line| line.table == table).count(), 2);
    assert_eq!(store.turnover(day_of(AT), midnight, Some(fresh_table())).await, Ok(Vec::new()));
}

pub(crate) async fn the_turnover_of_a_patron_is_counted_by_day(store: &impl Store) {
    let (table, [mara, noor]) =
        (fresh_table(), [patron_with(store, 1_000).await, patron_with(store, 1_000).await]);
    let day = |days: i64| Timestamp(day_of(AT).0 + days * DAY_MS);
    let at = |at: Timestamp, event| {
        let mut unit = unit([event], [profit(table, mara, 1)]);
        unit.events[0].0 = at;
        unit
    };
    let settled = |spot, resolution, stakes: u64, payout: u64| {
        (mara, SettledSpot { spot, resolution, payout: amount(payout), ..won(stakes) })
    };
    let push = settled(Spot::Player, ResolutionKind::Push, 30, 30);
    let lost = settled(Spot::Tie, ResolutionKind::Lose, 10, 0);
    let round = |round_no| RoundRef { shoe_no: 1, round_no };
    let units = vec![
        unit([shoe_opened(1), betting_opened(1)], []),
        at(day(0), round_settled(1, &[(mara, won(2)), (noor, won(2))])),
        at(day(0), betting_opened(2)),
        at(day(1), round_settled(1, &[lost, (noor, won(5))])),
        at(day(1), betting_opened(3)),
        at(Timestamp(day(2).0 - 1), round_settled(1, &[push])),
        at(day(2), betting_opened(4)),
        at(day(2), round_voided(&[(mara, 9)])),
        at(day(2), betting_opened(5)),
        at(day(3), round_settled(1, &[(noor, won(5))])),
        // The oldest round is corrected last: to a void, and back.
        at(day(4), round_corrected(1, agreed(round(1), 2, true, &[mara]))),
        at(day(5), round_corrected(2, agreed(round(1), 3, false, &[mara]))),
    ];
    store.outcomes(table, 0, units).await.unwrap();
    let of = |wagers, staked, effective, paid| Turnover { wagers, staked, effective, paid };
    let turned = async |patron, since| store.patron_turnover(patron, since).await.unwrap();
    let all = turned(mara, day(0)).await;
    let expected = [(day(0), of(1, 2, 2, 4)), (day(1), of(2, 40, 10, 30))];
    assert_eq!(all[..2], expected, "{all:?}");
    assert_eq!(all[2..].iter().map(|(day, _)| *day).collect::<Vec<_>>(), [day(4), day(5)], "{all:?}");
    assert_eq!(turned(mara, day(1)).await, all[1..], "an older round is corrected since then");
    assert_eq!(turned(mara, day(5)).await, all[3..]);
    let of_noor = [(day(0), of(1, 2, 2, 4)), (day(1), of(1, 5, 5, 10)), (day(3), of(1, 5, 5, 10))];
    assert_eq!(turned(noor, day(0)).await, of_noor);
    assert_eq!(turned(PatronId(u32::MAX), day(0)).await, []);
}
