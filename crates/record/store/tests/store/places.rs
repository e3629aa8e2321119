//! A place where a store is kept, and what every store must do that has one: it survives, answers its notary, says what
//! is wrong, and adds up. Sees its rows through SQL.

use house::ports::{CommitStore as _, ReadStore as _, Store, StoreFailure};
use journal::{Checkpoints, Record};
use punto_store::{ExportCounts, ExportRow, Rebuilt};

use crate::chain::recompute;
use crate::conformance::committed;
use crate::support::*;

/// A way in which a store ends and is opened again.
pub(crate) type End<P> = (&'static str, fn(&P, <P as Place>::Store) -> <P as Place>::Store);

/// A place where a store is kept.
pub(crate) trait Place: Sized + Sync + 'static {
    type Store: Store + Checkpoints;

    /// How many random histories are tried.
    const HISTORIES: u32;
    /// The column by which others name a transfer.
    const TRANSFER: &'static str;
    /// What is said of a row that is there already.
    const DUPLICATE: &'static str;
    /// Lets history be edited.
    const UNLOCK: &'static str;
    /// Marks a store as one of the version before [`crate::rebuild::DERIVED`] had `cleared_round`.
    const BEFORE_CLEARED_ROUNDS: &'static str;
    /// SQL that edits history, and what is said of it.
    const EDITS: &'static [(&'static str, &'static str)];
    /// The ways in which a store ends and is opened again.
    const ENDS: &'static [End<Self>];

    /// A place where no store was opened yet.
    fn new() -> Self;
    fn open(&self) -> Self::Store;
    fn rebuild(&self) -> Result<Rebuilt, StoreFailure>;
    fn check(&self) -> Result<Rebuilt, StoreFailure>;
    /// Every row of history and every credential, as an export has them.
    fn export(&self) -> Vec<ExportRow>;
    fn import(&self, rows: Vec<ExportRow>) -> Result<ExportCounts, StoreFailure>;
    /// Runs SQL that is no business of the store's; foreign keys are off.
    fn try_run(&self, sql: &str) -> Result<(), String>;
    fn run(&self, sql: &str) {
        self.try_run(sql).unwrap();
    }
    /// The number that a query gives.
    fn count(&self, sql: &str) -> i64;
    /// Every row of a table, all columns of it, in the order of the columns.
    fn rows(&self, table: &str) -> String;
    /// Every row as an audit reads it.
    fn records(&self, each: &mut dyn FnMut(Record) -> bool);
    /// The database itself finds nothing wrong, and nobody has left anything open.
    fn is_sound(&self);
}

/// One test a case for the stores of a place.
macro_rules! places {
    ($place:ty) => {
        fn open_new() -> ($place, <$place as Place>::Store) {
            let place = <$place>::new();
            let store = place.open();
            (place, store)
        }

        crate::conformance::conformance!(open_new);

        crate::places::places!($place =>
            crate::notary::its_notary_is_answered, crate::places::what_was_acknowledged_is_there_after_any_end,
            crate::places::unreadable_rows_are_named_and_harm_their_table_alone,
            crate::places::a_failing_request_fails_alone, crate::places::history_cannot_be_edited,
            crate::devices::records_are_there_after_any_end, crate::devices::an_import_brings_the_records,
            crate::devices::a_changed_record_shows_in_the_digest_of_the_event_after_it,
            crate::rebuild::tampering_beside_history_is_found_and_mended,
            crate::rebuild::play_goes_on_after_it_is_rebuilt,
            crate::rebuild::the_rounds_that_were_cleared_are_found_in_an_older_store,
            crate::moving::entities_and_credentials_are_there_after_any_end,
            crate::moving::an_import_brings_entities_and_credentials,
            crate::moving::an_import_from_before_gives_each_patron_a_session,
        );

        proptest! {
            #![proptest_config(ProptestConfig {
                cases: histories(<$place>::HISTORIES), ..ProptestConfig::default()
            })]

            #[test]
            fn it_is_its_model(history in any_history()) {
                let place = <$place>::new();
                runtime().block_on(is_its_model(|| place.open(), history));
                audit(&place);
                place.is_sound();
                is_rebuilt_to_the_byte(&place);
            }
        }
    };
    ($place:ty => $(crate::$module:ident::$case:ident),+ $(,)?) => {$(
        #[tokio::test]
        async fn $case() {
            crate::$module::$case(&<$place>::new()).await;
        }
    )+};
}
pub(crate) use places;

/// Adds everything up again from the transfers alone, which the store itself never does. Looks also for what
/// foreign keys would have found.
pub(crate) fn audit<P: Place>(place: &P) {
    let id = P::TRANSFER;
    for wrong in [
        "account WHERE balance <>
            (SELECT coalesce(sum(amount), 0) FROM transfer WHERE to_account = account_no) -
            (SELECT coalesce(sum(amount), 0) FROM transfer WHERE from_account = account_no)",
        &format!(
            "transfer t LEFT JOIN hold USING ({id}) LEFT JOIN
                (SELECT * FROM transfer t WHERE NOT EXISTS
                    (SELECT 1 FROM transfer r WHERE r.kind = 'reverse' AND r.about = t.{id})) s USING ({id})
            WHERE t.kind = 'hold' AND coalesce(remaining, 0) <> coalesce(s.amount, 0) -
                (SELECT coalesce(sum(amount), 0) FROM transfer u
                 WHERE u.kind IN ('capture', 'release') AND u.about = t.{id} AND NOT EXISTS
                    (SELECT 1 FROM transfer r WHERE r.kind = 'reverse' AND r.about = u.{id}))"
        ),
        &format!(
            "transfer t WHERE (about IS NOT NULL AND NOT EXISTS (SELECT 1 FROM transfer a WHERE a.{id} = t.about))
                OR (seq IS NOT NULL AND NOT EXISTS
                    (SELECT 1 FROM event e WHERE (e.table_id, e.seq) = (t.table_id, t.seq)))
                OR NOT EXISTS (SELECT 1 FROM account WHERE account_no = from_account)
                OR NOT EXISTS (SELECT 1 FROM account WHERE account_no = to_account)"
        ),
        &format!(
            "hold WHERE NOT EXISTS (SELECT 1 FROM transfer t WHERE t.{id} = hold.{id} AND kind = 'hold')"
        ),
        // The statement of a wallet has what its purses have, and what is held of them.
        &format!(
            "patron WHERE coalesce((SELECT s.balance FROM statement s WHERE s.patron_id = patron.patron_id
                    AND s.currency = patron.currency ORDER BY entry_no DESC LIMIT 1), 0) <>
                (SELECT coalesce(sum(balance), 0) FROM account
                 WHERE kind IN ('patron_cash', 'patron_bonus') AND owner = patron.patron_id) +
                (SELECT coalesce(sum(remaining), 0) FROM hold JOIN transfer USING ({id})
                    JOIN account ON account_no = from_account
                 WHERE account.kind IN ('patron_cash', 'patron_bonus') AND owner = patron.patron_id)"
        ),
        "(SELECT count(*) AS events, max(seq) AS last FROM event GROUP BY table_id) t WHERE events <> last",
    ] {
        assert_eq!(place.count(&format!("SELECT count(*) FROM {wrong}")), 0, "{wrong}");
    }
    recompute(place);
}

pub(crate) async fn what_was_acknowledged_is_there_after_any_end<P: Place>(place: &P) {
    for (end, reopen) in P::ENDS {
        let store = place.open();
        let (table, patron) = (fresh_table(), patron_with(&store, 100).await);
        let staked = hold(table, patron, 30);
        let opening = unit([shoe_opened(1), betting_opened(1)], []);
        let slip = unit([slip_accepted(patron, fresh_slip(), 30)], [staked]);
        store.outcomes(table, 0, vec![opening, slip]).await.unwrap();
        let reopened = reopen(place, store);
        assert_eq!(reopened.latest_shoe(table).await.unwrap().len(), 3, "{end}");
        assert_eq!(reopened.wallet(patron).await.unwrap().wallet.cash.minor(), 70, "{end}");
        let settled = unit([round_voided(&[(patron, 30)])], [release(staked, 30)]);
        assert_eq!(reopened.outcomes(table, 3, vec![settled]).await, Ok(vec![committed(4)]), "{end}");
        assert_eq!(reopened.wallet(patron).await.unwrap().wallet.cash.minor(), 100, "{end}");
    }
    place.is_sound();
}

pub(crate) async fn unreadable_rows_are_named_and_harm_their_table_alone<P: Place>(place: &P) {
    let (broken, gapped, sound) = (fresh_table(), fresh_table(), fresh_table());
    let store = place.open();
    for table in [broken, gapped, sound] {
        let opening = unit([shoe_opened(1), betting_opened(1), card_drawn("9h")], []);
        store.outcomes(table, 0, vec![opening]).await.unwrap();
    }
    drop(store);
    place.run(P::UNLOCK);
    let card = r#"UPDATE event SET body = '{"type":"card_drawn"}' WHERE seq = 3 AND table_id = "#;
    place.run(&format!("{card} {}", broken.0));
    place.run(&format!("DELETE FROM event WHERE seq = 2 AND table_id = {}", gapped.0));

    let store = place.open();
    let card = || vec![unit([card_drawn("Kd")], [])];
    for (table, expected) in [
        (broken, format!("event 3 of table {}: missing field `card`", broken.0)),
        (gapped, format!("table {} has no event after 1", gapped.0)),
    ] {
        let (read, written) = (store.latest_shoe(table).await, store.outcomes(table, 3, card()).await);
        for failure in [read.map(|_| ()), written.map(|_| ())] {
            let Err(StoreFailure::Corrupt(message)) = failure else { panic!("{failure:?}, not {expected}") };
            assert!(message.contains(&expected), "{message}");
        }
    }
    assert_eq!(store.outcomes(sound, 3, card()).await, Ok(vec![committed(4)]));
}

pub(crate) async fn a_failing_request_fails_alone<P: Place>(place: &P) {
    let (store, table, other) = (place.open(), fresh_table(), fresh_table());
    let (failed, made) = tokio::join!(
        store.outcomes(table, 0, impossible().to_vec()),
        store.outcomes(other, 0, vec![unit([shoe_opened(1)], [])]),
    );
    let Err(StoreFailure::Storage(message)) = failed else { panic!("{failed:?}") };
    assert!(message.contains(P::DUPLICATE), "{message}");
    assert_eq!(made, Ok(vec![committed(1)]));
    assert_eq!(store.latest_shoe(table).await, Ok(Vec::new()));
}

pub(crate) async fn history_cannot_be_edited<P: Place>(place: &P) {
    let store = place.open();
    patron_with(&store, 100).await;
    let [opening, _] = impossible();
    store.outcomes(fresh_table(), 0, vec![opening]).await.unwrap();
    crate::devices::waits(&store).await;
    for (sql, expected) in P::EDITS {
        let error = place.try_run(sql).unwrap_err();
        assert!(error.contains(expected), "{sql}: {error}");
    }
}
