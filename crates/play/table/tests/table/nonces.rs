//! The numbers of patrons: pledged, then revealed; each in its time, and one a patron.

use punto_table::nonces::{MOST_PLEDGES, SHOES_OUT};
use punto_table::proof::ShoeProof;
use punto_table::{
    Arrived, Bytes32, Command, Event, PatronId, Phase, Pledge, Refusal, RevealedNonce, ShoeEnding, Table,
    Timestamp, WagerKey,
};

use crate::test_table::{START, TestTable};

const PLEDGE_MS: u32 = 3_000;

const fn bytes(byte: u8) -> Bytes32 {
    Bytes32([byte; 32])
}

fn pledge(patron: u32, byte: u8) -> Pledge {
    Pledge { patron: PatronId(patron), pledge: bytes(byte) }
}

fn nonce(patron: u32, byte: u8) -> RevealedNonce {
    RevealedNonce { patron: PatronId(patron), nonce: bytes(byte) }
}

/// Commits and opens the next shoe, which takes pledges for three seconds and then numbers for three, and commits the
/// one after it.
fn open_shoe(test: &mut TestTable) {
    let commit = |test: &mut TestTable| {
        test.run(&Command::CommitShoe { commitment: bytes(7), beacon: None }).expect("it is due")
    };
    if test.table.committed().is_none() {
        commit(test);
    }
    let pledges_until = test.now.plus_ms(PLEDGE_MS);
    let proof = Some(ShoeProof {
        commitment: bytes(7),
        decks: 8,
        pledges_until,
        nonces_until: pledges_until.plus_ms(PLEDGE_MS),
        beacon: None,
        wager_key: WagerKey(bytes(9)),
    });
    test.run(&Command::OpenShoe { algorithm: String::new(), rules: None, proof }).expect("it is due");
    commit(test);
}

/// A table with its first shoe opened, where these patrons sit.
fn with_shoe(patrons: &[u32]) -> TestTable {
    let mut test = TestTable::new("live-commission");
    open_shoe(&mut test);
    for patron in patrons {
        test.run(&Command::TakeSeat { patron: PatronId(*patron) }).expect("it is due");
    }
    test
}

fn fix_pledges(test: &mut TestTable, pledges: &[Pledge]) -> Result<(), Refusal> {
    let fix = Command::FixPledges { now: test.now, pledges: pledges.to_vec() };
    test.run(&fix).map(|_| ())
}

fn fix_nonces(test: &mut TestTable, nonces: &[RevealedNonce], excused: bool) -> Result<(), Refusal> {
    test.run(&Command::FixNonces { now: test.now, nonces: nonces.to_vec(), excused }).map(|_| ())
}

/// A whole shoe in which patron 1 pledges, and reveals or not.
fn pledged_shoe(test: &mut TestTable, reveals: bool, excused: bool) {
    open_shoe(test);
    test.now = test.now.plus_ms(PLEDGE_MS);
    fix_pledges(test, &[pledge(1, 1)]).expect("it is due");
    test.now = test.now.plus_ms(PLEDGE_MS);
    let nonces = if reveals { vec![nonce(1, 11)] } else { Vec::new() };
    fix_nonces(test, &nonces, excused).expect("it is due");
    give_up(test);
}

fn give_up(test: &mut TestTable) {
    let shoe_no = test.table.shoe_no();
    let finish =
        Command::FinishShoe { shoe_no, ending: ShoeEnding::Restored, secret: Some(bytes(5)), by: None };
    test.run(&finish).expect("it is due");
}

#[test]
fn pledges_and_numbers_are_taken_each_in_its_time() {
    let mut test = with_shoe(&[1, 2]);
    let (mut arrived, closed) = (Arrived::default(), START.plus_ms(PLEDGE_MS));
    let not_open = |shoe_no| Err(Refusal::NonceNotOpen { shoe_no });
    let late = |now: Timestamp| Timestamp(now.0 - 1);

    assert_eq!(arrived.reveal(&test.table, nonce(1, 11), (1, bytes(1)), START), not_open(1), "too early");
    assert_eq!(arrived.pledge(&test.table, pledge(1, 1), 2, START), not_open(2), "another shoe");
    assert_eq!(arrived.pledge(&test.table, pledge(3, 3), 1, START), Err(Refusal::NotSeated));
    assert_eq!(arrived.pledge(&test.table, pledge(1, 1), 1, late(closed)), Ok(false));
    assert_eq!(arrived.pledge(&test.table, pledge(1, 1), 1, START), Ok(true), "a repeat");
    assert_eq!(arrived.pledge(&test.table, pledge(1, 2), 1, START), Err(Refusal::NonceRepeated), "a second");
    assert_eq!(arrived.pledge(&test.table, pledge(2, 1), 1, START), Err(Refusal::NonceRepeated), "a copy");
    assert_eq!(arrived.pledge(&test.table, pledge(2, 2), 1, closed), not_open(1), "too late");
    assert_eq!(arrived.pledge(&test.table, pledge(2, 0), 1, START), Ok(false));

    let pledges = arrived.pledges(&test.table);
    assert_eq!(pledges, [pledge(2, 0), pledge(1, 1)], "ascending");
    assert!(fix_pledges(&mut test, &pledges).is_err(), "not yet");
    test.now = closed;
    fix_pledges(&mut test, &pledges).unwrap();
    assert_eq!(test.table.pledges(), pledges);
    assert_eq!(arrived.pledge(&test.table, pledge(1, 1), 1, START), not_open(1), "the pledges are fixed");

    let until = closed.plus_ms(PLEDGE_MS);
    for (own, of) in [(nonce(1, 11), bytes(2)), (nonce(2, 11), bytes(1)), (nonce(3, 11), bytes(1))] {
        let unpledged = arrived.reveal(&test.table, own, (1, of), closed);
        assert_eq!(unpledged, Err(Refusal::NonceUnpledged), "{own:?}");
    }
    assert_eq!(arrived.reveal(&test.table, nonce(1, 11), (1, bytes(1)), until), not_open(1), "too late");
    assert_eq!(arrived.reveal(&test.table, nonce(1, 11), (1, bytes(1)), late(until)), Ok(false));
    assert_eq!(arrived.reveal(&test.table, nonce(1, 11), (1, bytes(1)), closed), Ok(true), "a repeat");
    assert_eq!(arrived.nonces(&test.table), [nonce(1, 11)]);
    test.now = until;
    let nonces = arrived.nonces(&test.table);
    fix_nonces(&mut test, &nonces, false).unwrap();
    assert_eq!(test.table.nonces(), nonces);
    assert_eq!(test.table.phase(), &Phase::Shuffling { burned: false });

    give_up(&mut test);
    open_shoe(&mut test);
    assert_eq!(arrived.pledges(&test.table), [], "what arrived was for the shoe before");
    assert_eq!((test.table.pledges(), test.table.nonces()), (&[][..], &[][..]));
}

#[test]
fn lists_that_cannot_be_are_refused() {
    let mut test = with_shoe(&[1, 2]);
    test.now = START.plus_ms(PLEDGE_MS);
    let many: Vec<_> = (0..=u32::from(MOST_PLEDGES))
        .map(|patron| {
            let mut own = [0; 32];
            own[..4].copy_from_slice(&patron.to_be_bytes());
            Pledge { patron: PatronId(patron), pledge: Bytes32(own) }
        })
        .collect();
    for bad in [
        &[pledge(1, 2), pledge(2, 1)][..],
        &[pledge(1, 1), pledge(2, 1)],
        &[pledge(1, 1), pledge(1, 2)],
        &many,
    ] {
        assert!(
            matches!(fix_pledges(&mut test, bad), Err(Refusal::OutOfTurn { .. })),
            "{} pledges",
            bad.len()
        );
    }
    fix_pledges(&mut test, &[pledge(2, 1), pledge(1, 2)]).unwrap();
    test.now = test.now.plus_ms(PLEDGE_MS);
    for bad in [&[nonce(3, 1)][..], &[nonce(1, 1), nonce(2, 2)], &[nonce(1, 1), nonce(1, 1)]] {
        assert!(matches!(fix_nonces(&mut test, bad, false), Err(Refusal::OutOfTurn { .. })), "{bad:?}");
    }
    fix_nonces(&mut test, &[nonce(2, 1), nonce(1, 2)], false).unwrap();
}

#[test]
fn a_shoe_takes_so_many_pledges_and_no_more() {
    let patrons: Vec<u32> = (1..=u32::from(MOST_PLEDGES) + 1).collect();
    let (test, mut arrived) = (with_shoe(&patrons), Arrived::default());
    let mut last = Ok(false);
    for patron in patrons {
        assert_eq!(last, Ok(false));
        let mut own = [0; 32];
        own[..4].copy_from_slice(&patron.to_be_bytes());
        let own = Pledge { patron: PatronId(patron), pledge: Bytes32(own) };
        last = arrived.pledge(&test.table, own, 1, START);
    }
    assert_eq!(last, Err(Refusal::NonceFull { limit: MOST_PLEDGES }));
}

#[test]
fn who_withholds_twice_sits_out_ten_shoes() {
    let mut test = with_shoe(&[1]);
    let mut arrived = Arrived::default();
    give_up(&mut test);
    pledged_shoe(&mut test, false, true);
    pledged_shoe(&mut test, false, false);
    pledged_shoe(&mut test, true, false);
    pledged_shoe(&mut test, false, false);
    let last = test.table.shoe_no();
    for _ in 0..SHOES_OUT {
        open_shoe(&mut test);
        let refused = arrived.pledge(&test.table, pledge(1, 1), test.table.shoe_no(), test.now);
        assert_eq!(refused, Err(Refusal::NonceWithheld { until: last + SHOES_OUT }));
        give_up(&mut test);
    }
    pledged_shoe(&mut test, false, false);
    open_shoe(&mut test);
    let taken = arrived.pledge(&test.table, pledge(1, 1), test.table.shoe_no(), test.now);
    assert_eq!(taken, Ok(false), "the count begins again");
    // A table that is resumed from its latest shoe knows the same.
    let opened = test.history.iter().rposition(|one| matches!(one.event, Event::ShoeOpened { .. })).unwrap();
    let resumed = Table::replay(test.table.settings().clone(), &test.history[opened..]).unwrap();
    assert_eq!(resumed, test.table);
}

#[test]
fn two_withheld_numbers_far_apart_do_not_count_together() {
    let mut test = with_shoe(&[1]);
    let mut arrived = Arrived::default();
    give_up(&mut test);
    pledged_shoe(&mut test, false, false);
    (0..SHOES_OUT).for_each(|_| pledged_shoe(&mut test, true, false));
    pledged_shoe(&mut test, false, false);
    open_shoe(&mut test);
    assert_eq!(arrived.pledge(&test.table, pledge(1, 1), test.table.shoe_no(), test.now), Ok(false));
}
