//! What every kind of store must do. Each case brings its own tables and patrons, so that
//! all may share one store. Knows the port alone.

use house::ports::{
    AcceptedSlip, NumberedWallet, ShoeSeed, Store, StoreFailure, StoredBulletin, Unit, UnitOutcome, Wallet,
};
use ledger::{Account, Action, TransferRefusal, TransferRequest};
use table::{PatronId, RecordedEvent, RoundRef, RulesDigest, RulesRef, SlipKind, TableId};

pub(crate) use crate::bonus::*;
pub(crate) use crate::corrections::*;
pub(crate) use crate::devices::*;
pub(crate) use crate::entries::*;
pub(crate) use crate::search::*;
pub(crate) use crate::statements::*;
use crate::support::*;
pub(crate) use crate::transfers::*;

/// One test a case for the store that `$open` opens. It gives what must outlive the store, too.
macro_rules! conformance {
    ($open:path) => {
        crate::conformance::conformance!($open =>
            events_are_numbered_without_a_gap, the_latest_shoe_is_given_back, a_stale_writer_writes_nothing,
            a_refused_unit_leaves_the_others, a_unit_that_rests_on_another_falls_with_it, units_see_the_units_before_them, a_slip_counts_once,
            a_transfer_counts_once, money_is_held_paid_and_returned, linked_postings_stand_or_fall_together,
            patrons_are_known_by_their_secret, strangers_have_nothing, seeds_are_kept_apart,
            secrets_and_bulletins_are_kept_with_their_event,
            records_are_kept_in_the_order_in_which_a_table_took_them, a_record_counts_once,
            a_record_and_what_follows_from_it_stand_or_fall_together,
            history_is_read_page_by_page, a_correction_replaces_what_it_corrects,
            one_patron_at_two_tables_never_overdraws, a_round_is_read_whole_with_what_was_said_of_it_later,
            rounds_that_are_under_way_are_known, a_newcomer_and_the_gift_come_together,
            what_was_spent_is_lent_and_repaid, a_correction_counts_once, house_rules_are_kept_by_their_digest,
            what_is_adjusted_counts_once, bonus_money_is_staked_when_no_cash_is_left,
            a_statement_has_every_movement, turnover_is_counted_by_day_and_spot,
            the_turnover_of_a_patron_is_counted_by_day,
            rounds_are_found_page_by_page, slips_are_found_page_by_page, patrons_are_found_page_by_page,
            rounds_of_a_patron_are_found_page_by_page,
            a_search_of_ones_rounds_goes_on_behind_what_it_looked_at,
            a_search_goes_on_behind_what_it_looked_at, slips_are_found_after_they_were_taken_back,
            a_search_of_slips_goes_on_behind_rounds_of_many_events, results_of_tables_agree_with_their_accounts,
            transfers_are_found_page_by_page, a_found_transfer_says_what_it_belongs_to,
            a_search_of_the_ledger_goes_on_behind_what_it_looked_at,
            an_entity_is_its_latest_entry, entities_are_listed_by_number_page_by_page, a_late_change_writes_nothing,
            a_name_belongs_to_one_at_a_time, changes_sent_together_happen_once, a_credential_is_replaced_once,
            credentials_are_added_replaced_and_removed_in_order,
            an_entry_and_what_changes_with_it_stand_or_fall_together, credentials_that_ended_are_removed,
            a_newcomer_has_a_session, a_device_comes_once_with_its_code_and_its_key,
        );
    };
    ($open:path => $($case:ident),+ $(,)?) => {$(
        #[tokio::test]
        async fn $case() {
            let (_place, store) = $open();
            crate::conformance::$case(&store).await;
            crate::conformance::adds_up(&store).await;
        }
    )+};
}
pub(crate) use conformance;

pub(crate) fn committed(first_seq: u64) -> UnitOutcome {
    UnitOutcome::Committed { first_seq, wallets: Vec::new() }
}

/// Refused for a reason that is about nobody's wallet.
pub(crate) const fn refused(refusal: TransferRefusal) -> UnitOutcome {
    UnitOutcome::Refused { refusal, wallet: None }
}

pub(crate) const fn refused_with(refusal: TransferRefusal, patron: PatronId, wallet: Wallet) -> UnitOutcome {
    UnitOutcome::Refused { refusal, wallet: Some((patron, wallet)) }
}

pub(crate) async fn balance(store: &impl Store, patron: PatronId) -> u64 {
    store.wallet(patron).await.unwrap().wallet.cash.minor()
}

pub(crate) async fn adds_up(store: &impl Store) {
    let trial = store.trial_balance().await.unwrap();
    assert!(trial.sums.iter().all(|(_, sum)| *sum == 0), "{trial:?}");
    assert!(trial.lowest_patron_balance >= 0, "{trial:?}");
}

pub(crate) async fn events_are_numbered_without_a_gap(store: &impl Store) {
    let (one, two) = (fresh_table(), fresh_table());
    assert_eq!(store.latest_shoe(one).await, Ok(Vec::new()));
    assert_eq!(store.outcomes(one, 0, Vec::new()).await, Ok(Vec::new()));
    let units = vec![
        unit([shoe_opened(1), betting_opened(1)], []),
        unit([], []),
        unit([card_drawn("9h"), card_drawn("Kd"), card_drawn("4s")], []),
        unit([card_drawn("3c")], []),
    ];
    let outcomes = store.outcomes(one, 0, units).await.unwrap();
    assert_eq!(outcomes, [committed(1), committed(3), committed(3), committed(6)]);
    assert_eq!(store.outcomes(two, 0, vec![unit([shoe_opened(1)], [])]).await, Ok(vec![committed(1)]));
    assert_eq!(store.outcomes(one, 6, vec![unit([betting_opened(2)], [])]).await, Ok(vec![committed(7)]));
    let events = store.latest_shoe(one).await.unwrap();
    assert_eq!(events.iter().map(|recorded| recorded.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(events[4], RecordedEvent { seq: 5, at: AT, event: card_drawn("4s") });
}

pub(crate) async fn the_latest_shoe_is_given_back(store: &impl Store) {
    let table = fresh_table();
    let first = unit([shoe_opened(1), betting_opened(1), card_drawn("9h")], []);
    store.outcomes(table, 0, vec![first]).await.unwrap();
    let second = unit([shoe_opened(2), betting_opened(1)], []);
    store.outcomes(table, 3, vec![second]).await.unwrap();
    let events = store.latest_shoe(table).await.unwrap();
    let expected = [(4, shoe_opened(2)), (5, betting_opened(1))];
    assert_eq!(events, expected.map(|(seq, event)| RecordedEvent { seq, at: AT, event }));
}

pub(crate) async fn a_stale_writer_writes_nothing(store: &impl Store) {
    let table = fresh_table();
    let patron = patron_with(store, 100).await;
    store.outcomes(table, 0, vec![unit([shoe_opened(1), betting_opened(1)], [])]).await.unwrap();
    for expected in [0, 1, 3] {
        let units = vec![unit([slip_accepted(patron, fresh_slip(), 10)], [hold(table, patron, 10)])];
        let stale = StoreFailure::Stale { table, expected, found: 2 };
        assert_eq!(store.outcomes(table, expected, units).await, Err(stale));
    }
    assert_eq!(store.latest_shoe(table).await.unwrap().len(), 2);
    assert_eq!(balance(store, patron).await, 100);
}

pub(crate) async fn a_refused_unit_leaves_the_others(store: &impl Store) {
    let table = fresh_table();
    let (rich, poor) = (patron_with(store, 100).await, patron_with(store, 5).await);
    store.outcomes(table, 0, vec![unit([shoe_opened(1), betting_opened(1)], [])]).await.unwrap();
    let (taken, refused) = (fresh_slip(), fresh_slip());
    let units = vec![
        unit([slip_accepted(rich, taken, 60)], [hold(table, rich, 60)]),
        unit([slip_accepted(poor, refused, 6)], [hold(table, poor, 3), hold(table, poor, 3)]),
        unit([slip_accepted(rich, fresh_slip(), 40)], [hold(table, rich, 40)]),
        unit([slip_accepted(rich, fresh_slip(), 1)], [hold(table, rich, 1)]),
    ];
    let insufficient = |patron: PatronId, available, wanted| {
        let account = Account::patron_cash(patron.0, PLAY);
        TransferRefusal::InsufficientFunds { account, available: amount(available), wanted: amount(wanted) }
    };
    // The wallet is that before the refused unit: what its first hold took is not missing.
    let cash = |minor| Wallet { cash: amount(minor), ..Wallet::default() };
    let refused_poor = refused_with(insufficient(poor, 2, 3), poor, cash(5));
    let refused_rich = refused_with(insufficient(rich, 0, 1), rich, cash(0));
    let outcomes = store.outcomes(table, 2, units).await.unwrap();
    assert_eq!(outcomes, [committed(3), refused_poor, committed(4), refused_rich]);
    assert_eq!(store.latest_shoe(table).await.unwrap().len(), 4);
    assert_eq!((balance(store, rich).await, balance(store, poor).await), (0, 5));
    assert!(store.accepted_slip(rich, taken).await.unwrap().is_some());
    assert_eq!(store.accepted_slip(poor, refused).await, Ok(None));
}

pub(crate) async fn a_unit_that_rests_on_another_falls_with_it(store: &impl Store) {
    let table = fresh_table();
    let (ann, bob) = (patron_with(store, 100).await, patron_with(store, 100).await);
    store.outcomes(table, 0, vec![unit([shoe_opened(1), betting_opened(1)], [])]).await.unwrap();
    let ids = [(); 7].map(|()| fresh_slip());
    let slip = |place: usize, patron, stake, after| {
        let accepted = unit([slip_accepted(patron, ids[place], stake)], [hold(table, patron, stake)]);
        Unit { after, ..accepted }
    };
    let units = vec![
        slip(0, ann, 60, None),
        slip(1, ann, 50, Some(0)),
        slip(2, bob, 10, None),
        slip(3, ann, 10, Some(1)),
        slip(4, ann, 10, Some(3)),
        slip(5, bob, 20, Some(2)),
        slip(6, ann, 40, Some(9)),
    ];
    let outcomes = store.outcomes(table, 2, units).await.unwrap();
    assert!(matches!(outcomes[1], UnitOutcome::Refused { .. }), "{outcomes:?}");
    for (place, first_seq) in [(0, 3), (2, 4), (5, 5)] {
        assert_eq!(outcomes[place], committed(first_seq));
    }
    for place in [3, 4, 6] {
        assert_eq!(outcomes[place], UnitOutcome::Skipped, "{place}");
        assert_eq!(store.accepted_slip(ann, ids[place]).await, Ok(None));
    }
    assert_eq!((balance(store, ann).await, balance(store, bob).await), (40, 70));
    // The one it rests on was committed before: it is not written again, and neither is the one after it.
    let again = vec![slip(0, ann, 60, None), slip(3, ann, 10, Some(0))];
    let outcomes = store.outcomes(table, 5, again).await.unwrap();
    assert_eq!(outcomes, [UnitOutcome::Repeated, UnitOutcome::Skipped]);
}

pub(crate) async fn units_see_the_units_before_them(store: &impl Store) {
    let table = fresh_table();
    let patron = patron_with(store, 0).await;
    let (won, staked) = (profit(table, patron, 50), hold(table, patron, 50));
    let units = vec![
        unit([shoe_opened(1), betting_opened(1)], []),
        unit([], [won]),
        unit([slip_accepted(patron, fresh_slip(), 50)], [staked]),
        unit([round_voided(&[(patron, 50)])], [release(staked, 50)]),
    ];
    let outcomes = store.outcomes(table, 0, units).await.unwrap();
    assert_eq!(outcomes, [committed(1), committed(3), committed(3), committed(4)]);
    assert_eq!(balance(store, patron).await, 50);
    let round = store.patron_rounds(patron, None, 1).await.unwrap().remove(0);
    assert_eq!(round.round, RoundRef { shoe_no: 1, round_no: 1 });
}

pub(crate) async fn a_slip_counts_once(store: &impl Store) {
    let (one, two) = (fresh_table(), fresh_table());
    let (ann, bob) = (patron_with(store, 100).await, patron_with(store, 100).await);
    for table in [one, two] {
        store.outcomes(table, 0, vec![unit([shoe_opened(7), betting_opened(9)], [])]).await.unwrap();
    }
    let slip = fresh_slip();
    let bet = |table, patron| unit([slip_accepted(patron, slip, 10)], [hold(table, patron, 10)]);
    let twice = vec![bet(one, ann), bet(one, ann)];
    assert_eq!(store.outcomes(one, 2, twice).await, Ok(vec![committed(3), UnitOutcome::Repeated]));
    assert_eq!(store.outcomes(one, 3, vec![bet(one, ann)]).await, Ok(vec![UnitOutcome::Repeated]));
    assert_eq!(store.outcomes(two, 2, vec![bet(two, ann)]).await, Ok(vec![UnitOutcome::Repeated]));
    let other = fresh_slip();
    let in_one_unit = unit([slip_accepted(ann, other, 1), slip_accepted(ann, other, 1)], []);
    assert_eq!(store.outcomes(one, 3, vec![in_one_unit]).await, Ok(vec![UnitOutcome::Repeated]));
    // Ids are the patron's own: somebody else's slip of the same id is another slip.
    assert_eq!(store.outcomes(two, 2, vec![bet(two, bob)]).await, Ok(vec![committed(3)]));
    let round = RoundRef { shoe_no: 7, round_no: 9 };
    let accepted = |table| Ok(Some(AcceptedSlip { table, round, kind: SlipKind::Adds, wagers: wagers(10) }));
    assert_eq!(store.accepted_slip(ann, slip).await, accepted(one));
    assert_eq!(store.accepted_slip(bob, slip).await, accepted(two));
    assert_eq!(store.accepted_slip(ann, other).await, Ok(None));
    assert_eq!((balance(store, ann).await, balance(store, bob).await), (90, 90));
    // A repeat is none too poor: the first took what it lacks.
    let (all, held) = (fresh_slip(), hold(two, bob, 90));
    let bet = |slip, held| vec![unit([slip_accepted(bob, slip, 90)], [held])];
    assert_eq!(store.outcomes(two, 3, bet(all, held)).await, Ok(vec![committed(4)]));
    for again in [bet(all, held), bet(all, hold(two, bob, 90)), bet(fresh_slip(), held)] {
        assert_eq!(store.outcomes(two, 4, again).await, Ok(vec![UnitOutcome::Repeated]));
    }
    let poor = store.outcomes(two, 4, bet(fresh_slip(), hold(two, bob, 90))).await;
    assert!(matches!(poor.as_deref(), Ok([UnitOutcome::Refused { .. }])), "{poor:?}");
}

pub(crate) async fn a_transfer_counts_once(store: &impl Store) {
    let table = fresh_table();
    let patron = patron_with(store, 100).await;
    let present = gift(patron, 50);
    for _ in 0..2 {
        assert_eq!(store.post(AT, vec![present]).await, Ok(Ok(())));
    }
    let changed = TransferRequest { id: present.id, ..gift(patron, 51) };
    let differs = TransferRefusal::ExistsDifferent { id: present.id };
    assert_eq!(store.post(AT, vec![changed]).await, Ok(Err(differs)));
    let units = vec![
        unit([shoe_opened(1)], [present]),
        unit([shoe_opened(1)], [changed]),
        unit([shoe_opened(1)], [hold(table, patron, 10)]),
    ];
    let outcomes = store.outcomes(table, 0, units).await.unwrap();
    assert_eq!(outcomes, [UnitOutcome::Repeated, refused(differs), committed(1)]);
    assert_eq!(balance(store, patron).await, 140);
    // A unit that begins with a repeat is judged to its end, like every other one.
    let (staked, smaller) = (hold(table, patron, 10), hold(table, patron, 9));
    let first = vec![unit([], [staked])];
    assert!(matches!(store.outcomes(table, 1, first).await.as_deref(), Ok([UnitOutcome::Committed { .. }])));
    let units =
        vec![unit([], [staked, changed]), unit([], [release(staked, 1)]), unit([], [staked, smaller])];
    let outcomes = store.outcomes(table, 1, units).await.unwrap();
    assert_eq!([&outcomes[0], &outcomes[2]], [&refused(differs), &UnitOutcome::Repeated]);
    assert_eq!(balance(store, patron).await, 131);
}

pub(crate) async fn money_is_held_paid_and_returned(store: &impl Store) {
    let table = fresh_table();
    let (ann, bob) = (patron_with(store, 100).await, patron_with(store, 100).await);
    let before = store.trial_balance().await.unwrap().open_holds;
    let (lost, won) = (hold(table, ann, 60), hold(table, bob, 60));
    let slips = vec![unit([shoe_opened(1), betting_opened(1)], []), unit([], [lost]), unit([], [won])];
    store.outcomes(table, 0, slips).await.unwrap();
    assert_eq!((balance(store, ann).await, balance(store, bob).await), (40, 40));
    assert_eq!(store.trial_balance().await.unwrap().open_holds, before + 2);
    // In two commits, so that the holds are found again rather than remembered.
    let settled = unit([], [capture(table, lost, 35), release(won, 60), profit(table, bob, 57)]);
    assert_eq!(store.outcomes(table, 2, vec![settled]).await, Ok(vec![committed(3)]));
    assert_eq!(store.trial_balance().await.unwrap().open_holds, before + 1);
    assert_eq!((store.held(ann).await, store.held(bob).await), (Ok(amount(25)), Ok(amount(0))));
    let too_much = unit([], [capture(table, lost, 26)]);
    let exceeds = TransferRefusal::ExceedsHold { hold: lost.id, remaining: amount(25), wanted: amount(26) };
    assert_eq!(store.outcomes(table, 2, vec![too_much]).await, Ok(vec![refused(exceeds)]));
    store.outcomes(table, 2, vec![unit([], [release(lost, 25)])]).await.unwrap();
    let used_up = TransferRefusal::HoldUsedUp { hold: won.id };
    assert_eq!(store.post(AT, vec![release(won, 1)]).await, Ok(Err(used_up)));
    assert_eq!((balance(store, ann).await, balance(store, bob).await), (65, 157));
    assert_eq!(store.trial_balance().await.unwrap().open_holds, before);
}

/// Of a store that has them at hand.
pub(crate) async fn a_commit_gives_the_wallets_that_it_changed(store: &impl Store) {
    let table = fresh_table();
    let (ann, bob) = (patron_with(store, 100).await, patron_with(store, 100).await);
    let (lost, won) = (hold(table, ann, 60), hold(table, bob, 60));
    let settled = [capture(table, lost, 60), release(won, 60), profit(table, bob, 57)];
    let units = vec![unit([shoe_opened(1)], []), unit([], [lost]), unit([], [won]), unit([], settled)];
    let outcomes = store.commit(table, 0, units).await.unwrap();
    let given = outcomes.iter().map(|outcome| match outcome {
        UnitOutcome::Committed { wallets, .. } => wallets
            .iter()
            .map(|(patron, NumberedWallet { wallet, number })| (*patron, wallet.cash.minor(), *number))
            .collect(),
        _ => Vec::new(),
    });
    let after = vec![(bob, 157, 4)];
    assert_eq!(given.collect::<Vec<_>>(), [vec![], vec![(ann, 40, 2)], vec![(bob, 40, 2)], after]);
    for (patron, cash, number) in [(ann, 40, 2), (bob, 157, 4)] {
        let read = store.wallet(patron).await.unwrap();
        assert_eq!((read.wallet.cash.minor(), read.number), (cash, number));
    }
    let both = store.wallets(vec![bob, PatronId(u32::MAX), ann]).await.unwrap();
    assert_eq!(both.iter().map(|read| read.number).collect::<Vec<_>>(), [4, 0, 2]);
}

pub(crate) async fn linked_postings_stand_or_fall_together(store: &impl Store) {
    let table = fresh_table();
    let patron = patron_with(store, 100).await;
    let first = hold(table, patron, 60);
    let linked = vec![first, hold(table, patron, 41)];
    assert!(matches!(store.post(AT, linked).await, Ok(Err(TransferRefusal::InsufficientFunds { .. }))));
    assert_eq!(balance(store, patron).await, 100);
    let undo = request(Action::Reverse { transfer: first.id });
    let unknown = TransferRefusal::UnknownTransfer { transfer: first.id };
    assert_eq!(store.post(AT, vec![undo]).await, Ok(Err(unknown)));
    assert_eq!(store.post(AT, vec![first, undo]).await, Ok(Ok(())));
    assert_eq!(balance(store, patron).await, 100);
    let again = request(Action::Reverse { transfer: first.id });
    let reversed = TransferRefusal::AlreadyReversed { transfer: first.id };
    assert_eq!(store.post(AT, vec![again]).await, Ok(Err(reversed)));
}

pub(crate) async fn patrons_are_known_by_their_secret(store: &impl Store) {
    let (ann, bob) = (new_patron("Ann 安"), new_patron("Bob"));
    let known = store.create_patron(ann.clone()).await.unwrap();
    let other = store.create_patron(bob.clone()).await.unwrap();
    assert_ne!(known.id, other.id);
    assert_eq!((known.nickname.as_str(), known.currency), ("Ann 安", PLAY));
    assert_eq!(store.patron(known.id).await, Ok(Some(known.clone())));
    assert_eq!(store.patron(PatronId(u32::MAX)).await, Ok(None));
    assert_eq!(store.patron_by_token(ann.token_hash).await, Ok(Some(known)));
    assert_eq!(store.patron_by_token(bob.token_hash).await, Ok(Some(other)));
    assert_eq!(store.patron_by_token([0xFF; 32]).await, Ok(None));
    let twice = store.create_patron(ann).await;
    assert!(matches!(twice, Err(StoreFailure::Storage(_))), "one secret, two patrons");
}

pub(crate) async fn strangers_have_nothing(store: &impl Store) {
    let (nobody, newcomer) = (PatronId(u32::MAX), patron_with(store, 0).await);
    for patron in [nobody, newcomer] {
        assert_eq!(balance(store, patron).await, 0);
        assert_eq!(store.patron_rounds(patron, None, 10).await, Ok(Vec::new()));
        assert_eq!(store.accepted_slip(patron, fresh_slip()).await, Ok(None));
    }
}

pub(crate) async fn seeds_are_kept_apart(store: &impl Store) {
    let (one, two) = (fresh_table(), fresh_table());
    let seed = ShoeSeed { shoe_no: 1, seed: [0xA5; 32] };
    let mut opening = unit([shoe_opened(1)], []);
    opening.shoe_seed = Some(seed);
    store.outcomes(one, 0, vec![opening]).await.unwrap();
    assert_eq!(store.shoe_seed(one, 1).await, Ok(Some(seed)));
    assert_eq!(store.shoe_seed(one, 2).await, Ok(None));
    assert_eq!(store.shoe_seed(two, 1).await, Ok(None));
    let mut refused = unit([shoe_opened(2)], [hold(one, PatronId(u32::MAX), 1)]);
    refused.shoe_seed = Some(ShoeSeed { shoe_no: 2, seed: [1; 32] });
    store.outcomes(one, 1, vec![refused]).await.unwrap();
    assert_eq!(store.shoe_seed(one, 2).await, Ok(None));
}

pub(crate) async fn secrets_and_bulletins_are_kept_with_their_event(store: &impl Store) {
    let (one, two) = (fresh_table(), fresh_table());
    assert_eq!(store.last_bulletin(one).await, Ok(None));
    store.outcomes(one, 0, vec![proved(1)]).await.unwrap();
    let mut refused = proved(2);
    refused.postings = vec![hold(one, PatronId(u32::MAX), 1)];
    store.outcomes(one, 2, vec![refused, proved(2), proved(3)]).await.unwrap();
    let (known, secret) = (proved(2), proved(2).secret);
    let [new] = &known.bulletins[..] else { panic!("one bulletin") };
    let stored = StoredBulletin {
        no: 2,
        seq: 4,
        shoe_no: 2,
        text: new.text.clone(),
        key: new.key,
        signature: new.signature,
    };
    assert_eq!(store.locked_secret(one, 2).await, Ok(secret));
    assert_eq!(store.shoe_bulletins(one, 2).await, Ok(vec![stored.clone()]));
    assert_eq!(store.bulletins(one, 2, 1).await, Ok(vec![stored]));
    let all = store.bulletins(one, 1, 9).await.unwrap();
    assert_eq!(all.iter().map(|own| (own.no, own.seq)).collect::<Vec<_>>(), [(1, 2), (2, 4), (3, 6)]);
    assert_eq!(store.last_bulletin(one).await, Ok(all.last().cloned()));
    assert_eq!((store.locked_secret(one, 4).await, store.locked_secret(two, 1).await), (Ok(None), Ok(None)));
    assert_eq!(store.bulletins(two, 1, 9).await, Ok(Vec::new()));
}

/// Plays rounds 1 to `last` of shoe 1, the patron winning as many minor units as the round's number.
pub(crate) async fn play(store: &impl Store, table: TableId, patron: PatronId, last: u16) {
    store.outcomes(table, 0, vec![unit([shoe_opened(1)], [])]).await.unwrap();
    for round_no in 1..=last {
        let cards = ["9h", "Kd", "4s", "3c"].map(card_drawn);
        let settled = round_settled(1, &[(patron, won(u64::from(round_no)))]);
        let events = [betting_opened(round_no)].into_iter().chain(cards).chain([settled]);
        let seq = 1 + 6 * u64::from(round_no - 1);
        store.outcomes(table, seq, vec![unit(events, [])]).await.unwrap();
    }
}

pub(crate) async fn house_rules_are_kept_by_their_digest(store: &impl Store) {
    let digest = |byte| RulesDigest([byte; 32]);
    assert_eq!(store.house_rules(digest(1)).await.unwrap(), None);
    store.create_patron(new_patron("Ann")).await.unwrap();
    for (byte, text) in [(1, "id = \"one\""), (2, "id = \"two\" # \u{e9}"), (1, "id = \"three\"")] {
        let name = RulesRef { id: format!("rules-{byte}"), digest: digest(byte) };
        store.record_house_rules(AT, name, text.to_owned()).await.unwrap();
    }
    let kept = store.house_rules(digest(1)).await.unwrap();
    assert_eq!(kept.as_deref(), Some("id = \"one\""), "what is on record stays");
    assert_eq!(store.house_rules(digest(2)).await.unwrap().as_deref(), Some("id = \"two\" # \u{e9}"));
    assert_eq!(store.house_rules(digest(3)).await.unwrap(), None);
    // They are an entry of the house's log, where time never runs back.
    let (later, patron) = (AT.plus_ms(5_000), patron_with(store, 0).await);
    let name = RulesRef { id: "rules-4".to_owned(), digest: digest(4) };
    store.record_house_rules(later, name, String::new()).await.unwrap();
    store.post(AT, vec![gift(patron, 1)]).await.unwrap().unwrap();
    assert_eq!(store.statement(patron, None, 1).await.unwrap()[0].cause.at, later);
}

pub(crate) async fn history_is_read_page_by_page(store: &impl Store) {
    let (table, patron) = (fresh_table(), patron_with(store, 0).await);
    let other = patron_with(store, 0).await;
    play(store, table, patron, 5).await;
    play(store, fresh_table(), other, 2).await;
    let (mut pages, mut before) = (Vec::new(), None);
    for _ in 0..4 {
        let page = store.patron_rounds(patron, before, 2).await.unwrap();
        before = page.last().map_or(before, |last| Some(last.cursor));
        pages.push(page.iter().map(|round| round.round.round_no).collect::<Vec<_>>());
    }
    assert_eq!(pages, [vec![5, 4], vec![3, 2], vec![1], vec![]]);
    assert_eq!(store.patron_rounds(patron, None, 0).await, Ok(Vec::new()));
    let newest = store.patron_rounds(patron, Some(u64::MAX), 9).await.unwrap().remove(0);
    assert_eq!((newest.table, newest.at, newest.voided), (table, AT, None));
    assert_eq!(newest.round, RoundRef { shoe_no: 1, round_no: 5 });
    assert_eq!(newest.wagers, [won(5)]);
    let cards: Vec<String> = newest.cards.iter().map(ToString::to_string).collect();
    assert_eq!(cards, ["9h", "Kd", "4s", "3c"]);
}

pub(crate) async fn a_correction_replaces_what_it_corrects(store: &impl Store) {
    let (table, patron) = (fresh_table(), patron_with(store, 0).await);
    play(store, table, patron, 2).await;
    let rounds = store.patron_rounds(patron, None, 9).await.unwrap();
    store.outcomes(table, 13, vec![unit([round_settled(2, &[(patron, won(7))])], [])]).await.unwrap();
    let corrected = store.patron_rounds(patron, None, 9).await.unwrap();
    assert_eq!((corrected[0].cursor, &corrected[1]), (rounds[0].cursor, &rounds[1]));
    assert_eq!(corrected[0].wagers, [won(7)]);
    assert_eq!(store.latest_round(patron, table).await, Ok(Some(corrected[0].clone())));
    assert_eq!(store.latest_round(patron, fresh_table()).await, Ok(None));
    store.outcomes(table, 14, vec![unit([round_voided(&[(patron, 7)])], [])]).await.unwrap();
    let voided = store.patron_rounds(patron, None, 9).await.unwrap();
    assert_eq!((voided.len(), voided[0].voided), (2, Some(amount(7))));
    assert!(voided[0].wagers.is_empty());
    assert_eq!(voided[0].cards, rounds[0].cards);
    assert_eq!(store.latest_round(patron, table).await, Ok(Some(rounds[1].clone())), "the one before counts");
}

pub(crate) async fn one_patron_at_two_tables_never_overdraws(store: &impl Store) {
    let patron = patron_with(store, 1_000).await;
    let before = store.trial_balance().await.unwrap().open_holds;
    let taken: u64 = std::thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(|| wager_everything(store, patron)));
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!((taken, balance(store, patron).await), (142, 1_000 - 142 * 7));
    assert_eq!(store.trial_balance().await.unwrap().open_holds, before + 142);
}

/// Places slips of 7 at a table of its own until there is no money left; says how many were taken.
pub(crate) fn wager_everything(store: &impl Store, patron: PatronId) -> u64 {
    runtime().block_on(async {
        let (table, mut seq) = (fresh_table(), 0);
        loop {
            let slip = || unit([slip_accepted(patron, fresh_slip(), 7)], [hold(table, patron, 7)]);
            let outcomes = store.outcomes(table, seq, vec![slip(), slip()]).await.unwrap();
            let taken = outcomes.iter().filter(|outcome| matches!(outcome, UnitOutcome::Committed { .. }));
            match u64::try_from(taken.count()).unwrap() {
                0 => return seq,
                taken => seq += taken,
            }
        }
    })
}
