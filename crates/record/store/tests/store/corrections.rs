//! What every store must do about rounds of the past, corrections and debts. Knows the port alone.

use std::sync::Arc;

use baccarat::{HouseRules, Spot};
use house::default_tables;
use house::ports::{NewPatron, NumberedWallet, Store, UnitOutcome, Wallet};
use house::postings::{RoundStakes, postings};
use house::statement::{CauseKind, Sums};
use house::turnover::{Turnover, day_of};
use ledger::{Account, Action};
use table::correct::{approve, propose};
use table::event::VoidReason;
use table::{
    CorrectionRequest, Decision, Event, PatronId, Proposal, RecordedEvent, RoundRecord, RoundRef, Ruling,
    Settings, StaffId, Table, TableId,
};

use crate::conformance::{balance, committed, play};
use crate::statements::states_what_the_ledger_has;
use crate::support::*;

pub(crate) async fn a_round_is_read_whole_with_what_was_said_of_it_later(store: &impl Store) {
    let (table, patron) = (fresh_table(), patron_with(store, 0).await);
    play(store, table, patron, 2).await;
    let (first, second) = (RoundRef { shoe_no: 1, round_no: 1 }, RoundRef { shoe_no: 1, round_no: 2 });
    let (id, nested) = (fresh_slip(), fresh_slip());
    let proposed = |round| {
        let request_id = (round == second).then_some(id);
        Event::CorrectionProposed(Proposal { request_id, ..agreed(round, 2, true, &[patron]) })
    };
    let withdrawn = Event::CorrectionWithdrawn { correction_no: 15, round: second, by: StaffId(3) };
    let later = [proposed(first), proposed(second), withdrawn.clone(), shoe_opened(2)];
    let approved = Proposal { request_id: Some(nested), ..agreed(first, 2, true, &[patron]) };
    let corrected = round_corrected(14, approved);
    let units = vec![unit(later, []), unit([corrected.clone()], [])];
    assert_eq!(store.outcomes(table, 13, units).await, Ok(vec![committed(14), committed(18)]));

    let seqs = |events: &[RecordedEvent]| events.iter().map(|recorded| recorded.seq).collect::<Vec<_>>();
    let events = store.round_events(table, first).await.unwrap();
    assert_eq!(seqs(&events), [2, 3, 4, 5, 6, 7, 14, 18]);
    assert_eq!(events.last(), Some(&RecordedEvent { seq: 18, at: AT, event: corrected }));
    assert_eq!(seqs(&store.round_events(table, second).await.unwrap()), [8, 9, 10, 11, 12, 13, 15, 16]);
    let before = RoundRef { round_no: 0, ..first };
    assert_eq!(seqs(&store.round_events(table, before).await.unwrap()), [1]);
    let never = RoundRef { round_no: 3, ..first };
    assert_eq!(store.round_events(table, never).await, Ok(Vec::new()));

    assert_eq!(seqs(&store.corrections(table, None, 9).await.unwrap()), [18, 16, 15, 14]);
    let page = store.corrections(table, Some(16), 1).await.unwrap();
    assert_eq!((seqs(&page), &page[0].event), (vec![15], &proposed(second)));
    assert_eq!(store.corrections(fresh_table(), None, 9).await, Ok(Vec::new()));
    assert_eq!(seqs(&store.shoe_corrections(table, 1).await.unwrap()), [14, 15, 16, 18]);
    let seq_of =
        async |table, id| store.correction_asked(table, id).await.unwrap().map(|proposal| proposal.seq);
    assert_eq!(seq_of(table, id).await, Some(15));
    assert_eq!((seq_of(table, nested).await, seq_of(fresh_table(), id).await), (None, None));
    assert_eq!(store.shoe_corrections(table, 2).await, Ok(Vec::new()));

    let rounds = store.shoe_rounds(table, 1).await.unwrap();
    let stands = rounds.iter().map(|at| (at.round.round_no, at.revision, at.voided, at.cards.len()));
    assert_eq!(stands.collect::<Vec<_>>(), [(0, 0, false, 0), (1, 2, true, 2), (2, 1, false, 4)]);
    let history = store.patron_rounds(patron, None, 9).await.unwrap();
    let ended: Vec<_> =
        history.iter().map(|round| (round.revision, round.voided, round.wagers.len())).collect();
    assert_eq!(ended, [(1, None, 1), (2, Some(amount(2)), 0)]);
    // A correction of an earlier shoe is one of the latest shoe's events all the same.
    assert_eq!(seqs(&store.latest_shoe(table).await.unwrap()), [17, 18]);
}

pub(crate) async fn rounds_that_are_under_way_are_known(store: &impl Store) {
    let (table, patron) = (fresh_table(), patron_with(store, 0).await);
    let mine = async || {
        let open = store.open_rounds().await.unwrap();
        let own = open.into_iter().filter(|open| open.table == table);
        own.map(|open| (open.round.round_no, open.seq)).collect::<Vec<_>>()
    };
    store.outcomes(table, 0, vec![unit([shoe_opened(1)], [])]).await.unwrap();
    assert_eq!(mine().await, [], "a shoe is no round");
    let slip = unit([betting_opened(1), card_drawn("9h"), slip_accepted(patron, fresh_slip(), 1)], []);
    store.outcomes(table, 1, vec![slip]).await.unwrap();
    assert_eq!(mine().await, [(1, 4)]);
    store.outcomes(table, 4, vec![unit([round_voided(&[])], [])]).await.unwrap();
    assert_eq!(mine().await, []);
    store.outcomes(table, 5, vec![unit([betting_opened(2)], [])]).await.unwrap();
    assert_eq!(mine().await, [(2, 6)]);
    store.outcomes(table, 6, vec![unit([round_settled(1, &[])], [])]).await.unwrap();
    assert_eq!(mine().await, []);
}

pub(crate) async fn a_newcomer_and_the_gift_come_together(store: &impl Store) {
    let ann = NewPatron { gift: amount(500), ..new_patron("Ann") };
    let known = store.create_patron(ann.clone()).await.unwrap();
    assert_eq!(balance(store, known.id).await, 500);
    assert!(store.create_patron(ann).await.is_err());
    let bob = store.create_patron(new_patron("Bob")).await.unwrap();
    let wallet = store.wallet(bob.id).await.unwrap().wallet;
    assert_eq!(wallet, Wallet::default());
    assert_eq!(store.wallet(PatronId(u32::MAX)).await, Ok(NumberedWallet::default()));
}

pub(crate) async fn what_was_spent_is_lent_and_repaid(store: &impl Store) {
    let (table, patron) = (fresh_table(), patron_with(store, 100).await);
    let (cash, owed) = (Account::patron_cash(patron.0, PLAY), Account::receivable(patron.0, PLAY));
    let house = Account::house_table(table.0, PLAY);
    let post = async |action| store.post(AT, vec![request(action)]).await.unwrap();
    let wallet = async || {
        let wallet = store.wallet(patron).await.unwrap().wallet;
        (wallet.cash.minor(), wallet.owed.minor(), store.held(patron).await.unwrap().minor())
    };
    post(Action::Cover { owed, purse: cash, amount: amount(100) }).await.unwrap();
    assert_eq!(wallet().await, (100, 0, 0), "nothing lacks");
    let staked = hold(table, patron, 60);
    assert_eq!(store.post(AT, vec![staked]).await, Ok(Ok(())));
    assert_eq!(wallet().await, (40, 0, 60));
    let lend = request(Action::Cover { owed, purse: cash, amount: amount(90) });
    let take = Action::Move { from: cash, to: house, amount: amount(90) };
    let linked = vec![lend, request(take)];
    for _ in 0..2 {
        assert_eq!(store.post(AT, linked.clone()).await, Ok(Ok(())));
        assert_eq!(wallet().await, (0, 50, 60), "a repeat lends nothing");
    }
    let undo = Action::Reverse { transfer: lend.id };
    assert_eq!(post(undo).await.unwrap_err().code(), "insufficient_funds");
    post(Action::Move { from: house, to: cash, amount: amount(30) }).await.unwrap();
    post(Action::Repay { cash, owed, amount: amount(20) }).await.unwrap();
    assert_eq!(wallet().await, (10, 30, 60));
    let poor = store.outcomes(table, 0, vec![unit([], [hold(table, patron, 11)])]).await.unwrap();
    let lacking = Wallet { cash: amount(10), bonus: amount(0), owed: amount(30) };
    assert!(matches!(poor[..], [UnitOutcome::Refused { wallet: Some(own), .. }] if own == (patron, lacking)));
    assert_eq!(store.post(AT, vec![capture(table, staked, 20), release(staked, 40)]).await, Ok(Ok(())));
    post(Action::Repay { cash, owed, amount: amount(99) }).await.unwrap();
    assert_eq!(wallet().await, (20, 0, 0), "no more than the debt");
    post(Action::Move { from: house, to: cash, amount: amount(80) }).await.unwrap();
    assert_eq!(post(undo).await.unwrap_err().code(), "exceeds_debt");
    post(Action::Repay { cash, owed, amount: amount(99) }).await.unwrap();
    assert_eq!(wallet().await, (100, 0, 0), "nothing is owed");
}

/// A round is played and corrected as the house does it, on the store.
pub(crate) async fn a_correction_counts_once(store: &impl Store) {
    let (table, patron) = (fresh_table(), patron_with(store, 100).await);
    let round = RoundRef { shoe_no: 1, round_no: 1 };
    let cards = ["9h", "Kd", "Ks", "3c"].map(card_drawn);
    let opened = unit([shoe_opened(1), betting_opened(1)], []);
    store.outcomes(table, 0, vec![opened]).await.unwrap();
    let rules = HouseRules::builtin("live-commission").unwrap();
    let mut desk = Table::new(Arc::new(Settings {
        id: table,
        rules: Arc::new(rules.clone()),
        ..default_tables().swap_remove(0)
    }));
    for recorded in store.latest_shoe(table).await.unwrap() {
        desk.apply(&recorded);
    }
    let settled = round_settled(1, &[(patron, won(100))]);
    let mut units = Vec::new();
    let taken = [
        slip_accepted(patron, fresh_slip(), 100),
        Event::BettingClosed { wagers: None, draw: None, squeeze: None },
    ];
    for event in taken.into_iter().chain(cards).chain([settled]) {
        let seq = desk.seq() + 1;
        units.push(unit([event.clone()], postings(&event, &desk)));
        desk.apply(&RecordedEvent { seq, at: AT, event });
    }
    store.outcomes(table, 2, units).await.unwrap();
    assert_eq!(balance(store, patron).await, 200);
    // All of it is spent at another table.
    assert_eq!(store.post(AT, vec![hold(fresh_table(), patron, 200)]).await, Ok(Ok(())));

    let record = async || RoundRecord::of(round, &store.round_events(table, round).await.unwrap()).unwrap();
    let banker = Ruling::cards(["2h", "9d", "Ks", "Kc"].map(|card| card.parse().unwrap()).to_vec());
    let mut seq = 9;
    for (ruling, cash, owed) in [(banker, 0, 200), (Ruling::Void { reason: VoidReason::Supervisor }, 0, 100)]
    {
        let wanted = CorrectionRequest {
            ruling,
            by: StaffId(1),
            why: "misread".to_owned(),
            request_id: None,
            evidence: None,
        };
        let stands = record().await;
        let Ok(Decision::Accepted(events)) = propose(rules, None, &stands, &[], &wanted) else {
            panic!("refused")
        };
        store.outcomes(table, seq, vec![unit(events, [])]).await.unwrap();
        seq += 1;
        let stands = record().await;
        let Ok(Decision::Accepted(events)) = approve(&stands, seq, StaffId(2)) else { panic!("refused") };
        let round = RoundStakes::of(table, PLAY, &stands);
        let moved: Vec<_> = events.iter().flat_map(|event| postings(event, round)).collect();
        let corrected = unit(events, moved);
        let twice = vec![corrected.clone(), corrected];
        let outcomes = store.outcomes(table, seq, twice).await.unwrap();
        seq += 1;
        assert_eq!(outcomes, [committed(seq), UnitOutcome::Repeated]);
        let wallet = store.wallet(patron).await.unwrap().wallet;
        assert_eq!((wallet.cash.minor(), wallet.owed.minor()), (cash, owed));
        states_what_the_ledger_has(store, patron).await;
    }
    statement_and_turnover_follow(store, table, patron).await;
}

/// A round that was won, corrected to a loss and then voided, as statement and turnover have it.
async fn statement_and_turnover_follow(store: &impl Store, table: TableId, patron: PatronId) {
    let lines = store.statement(patron, None, 9).await.unwrap();
    let lines = lines.iter().rev().map(|line| {
        let Sums { staked, paid, lent, repaid, change } = line.sums;
        (line.cause.kind, line.cause.revision, [staked, paid, lent, repaid, change], line.balance, line.owed)
    });
    let expected = [
        (CauseKind::Posted, 0, [0, 0, 0, 0, 100], 100, 0),
        (CauseKind::Settled, 1, [100, 200, 0, 0, 100], 200, 0),
        (CauseKind::Corrected, 2, [0, -200, 200, 0, 0], 200, 200),
        (CauseKind::Corrected, 3, [0, 100, 0, 100, 0], 200, 100),
    ];
    assert_eq!(lines.collect::<Vec<_>>(), expected);
    let day = day_of(AT);
    let turned = store.turnover(day, day.plus_ms(1), Some(table)).await.unwrap();
    let turned = turned.iter().map(|line| {
        let Turnover { wagers, staked, effective, paid } = line.sums;
        (line.spot, line.corrected, [wagers, staked, effective, paid])
    });
    let expected = [(Spot::Player, false, [1, 100, 100, 200]), (Spot::Player, true, [-1, -100, -100, -200])];
    assert_eq!(turned.collect::<Vec<_>>(), expected);
}
