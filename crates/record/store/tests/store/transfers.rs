//! What every store must do about the search of the ledger. Knows the port alone.

use house::ports::search::Found;
use house::ports::transfer_search::{
    AccountSearch, DISORDER_MS, FoundTransfer, TRANSFERS, TransferCause, TransferSearch,
};
use house::ports::{Store, Unit};
use ledger::{Account, AccountKind, Action, ActionKind, TransferId, TransferRequest};
use table::{Event, PatronId, RoundRef, TableId, Timestamp};

use crate::support::*;

/// All that a search finds, by pages of so many.
async fn pages(store: &impl Store, search: TransferSearch, limit: u16) -> Vec<FoundTransfer> {
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let Found { found, next } = store.search_transfers(search, before, limit).await.unwrap();
        assert!(found.len() <= usize::from(limit), "a page has at most `limit` entries");
        all.extend(found);
        let Some(next) = next else { return all };
        before = Some(next);
    }
}

/// So many times the most by which times may be out of order.
fn at(count: i64) -> Timestamp {
    Timestamp(AT.0 + DISORDER_MS * count)
}

fn unit_at<const N: usize>(count: i64, events: [Event; N], postings: &[TransferRequest]) -> Unit {
    let events = events.into_iter().map(|event| (at(count), event)).collect();
    Unit::new(events, postings.to_vec())
}

/// Two patrons who were given money and played a round each, of which the first was corrected. Names of all transfers.
struct Played {
    table: TableId,
    ann: PatronId,
    bob: PatronId,
    names: Vec<(TransferId, &'static str)>,
}

impl Played {
    async fn at(store: &impl Store) -> Self {
        let (table, ann, bob) = (fresh_table(), patron_with(store, 0).await, patron_with(store, 0).await);
        let gifts = [gift(ann, 1_000), gift(bob, 500), gift(ann, 1)];
        let (held, won) = (hold(table, ann, 100), hold(table, bob, 50));
        let ended = [capture(table, held, 60), release(held, 40)];
        let paid = [release(won, 50), profit(table, bob, 50)];
        let undone = request(Action::Reverse { transfer: ended[1].id });
        let corrected = agreed(RoundRef { shoe_no: 1, round_no: 1 }, 2, true, &[]);
        for (count, gift) in [(0, gifts[0]), (2, gifts[1])] {
            store.post(at(count), vec![gift]).await.unwrap().unwrap();
        }
        let units = vec![
            unit_at(4, [shoe_opened(1), betting_opened(1)], &[]),
            unit_at(4, [slip_accepted(ann, fresh_slip(), 100)], &[held]),
            unit_at(6, [round_settled(1, &[])], &ended),
            unit_at(8, [betting_opened(2)], &[]),
            unit_at(8, [slip_accepted(bob, fresh_slip(), 50)], &[won]),
            unit_at(10, [round_settled(1, &[])], &paid),
            unit_at(12, [round_corrected(1, corrected)], &[undone]),
        ];
        store.outcomes(table, 0, units).await.unwrap();
        // The second of these is older: the log of another table has a time of its own.
        store.post(at(14), vec![gifts[2]]).await.unwrap().unwrap();
        let (other, older) = (fresh_table(), Timestamp(at(14).0 - DISORDER_MS / 2));
        let late = profit(other, ann, 1);
        let opened = Unit::new(vec![(older, shoe_opened(1))], vec![late]);
        store.outcomes(other, 0, vec![opened]).await.unwrap();
        let all = [
            (gifts[0], "gift-ann"),
            (gifts[1], "gift-bob"),
            (held, "hold-ann"),
            (ended[0], "capture"),
            (ended[1], "release-ann"),
            (won, "hold-bob"),
            (paid[0], "release-bob"),
            (paid[1], "profit"),
            (undone, "reverse"),
            (gifts[2], "young"),
            (late, "old"),
        ];
        Self { table, ann, bob, names: all.map(|(request, name)| (request.id, name)).into() }
    }

    fn id(&self, name: &str) -> TransferId {
        self.names.iter().find(|(_, known)| *known == name).unwrap().0
    }

    /// The names of what a search finds.
    fn names(&self, found: &[FoundTransfer]) -> String {
        let name = |found: &FoundTransfer| {
            self.names.iter().find(|(id, _)| *id == found.transfer.id).map(|(_, name)| *name)
        };
        found.iter().filter_map(name).collect::<Vec<_>>().join(" ")
    }
}

const ALL: &str =
    "old young reverse profit release-bob hold-bob release-ann capture hold-ann gift-bob gift-ann";

pub(crate) async fn transfers_are_found_page_by_page(store: &impl Store) {
    let played = Played::at(store).await;
    let (all, id) = (TransferSearch::default(), |name| Some(played.id(name)));
    let kind = |kind| TransferSearch { kind: Some(kind), ..all };
    let account = |kind, owner| TransferSearch { account: Some(AccountSearch { kind, owner }), ..all };
    let cash = |patron: PatronId| account(AccountKind::PatronCash, Some(patron.0));
    let period = |from, until| TransferSearch { from: Some(at(from)), until: Some(at(until)), ..all };
    for (search, expected) in [
        (all, ALL),
        (kind(ActionKind::Hold), "hold-bob hold-ann"),
        (kind(ActionKind::Reverse), "reverse"),
        (kind(ActionKind::Cover), ""),
        (cash(played.ann), "old young reverse release-ann hold-ann gift-ann"),
        (cash(PatronId(fresh())), ""),
        (account(AccountKind::HouseTable, Some(played.table.0)), "profit capture"),
        (account(AccountKind::Issue, None), "young gift-bob gift-ann"),
        (account(AccountKind::Adjustments, None), ""),
        (TransferSearch { kind: Some(ActionKind::Move), ..cash(played.bob) }, "profit gift-bob"),
        (TransferSearch { id: id("capture"), ..all }, "capture"),
        (TransferSearch { id: id("capture"), ..kind(ActionKind::Hold) }, ""),
        (TransferSearch { id: Some(fresh_transfer()), ..all }, ""),
        (TransferSearch { until: Some(at(4)), ..all }, "gift-bob gift-ann"),
        (TransferSearch { from: Some(at(12)), ..all }, "old young reverse"),
        (period(6, 10), "hold-bob release-ann capture"),
        (period(0, 3), "gift-bob gift-ann"),
        (period(20, 30), ""),
        (TransferSearch { from: Some(at(9)), ..cash(played.bob) }, "profit release-bob"),
        // What is out of order is found by its time.
        (period(13, 14), "old"),
        (TransferSearch { from: Some(at(14)), ..all }, "young"),
    ] {
        for limit in [1, 2, 50] {
            let found = pages(store, search, limit).await;
            assert_eq!(played.names(&found), expected, "{search:?} by {limit}");
        }
    }
    let last = store.search_transfers(all, None, 1).await.unwrap().found.remove(0).place;
    let by_id = TransferSearch { id: id("old"), ..all };
    assert_eq!(store.search_transfers(by_id, Some(last), 1).await.unwrap().found, []);
}

pub(crate) async fn a_found_transfer_says_what_it_belongs_to(store: &impl Store) {
    let played = Played::at(store).await;
    let found = async |name| {
        let search = TransferSearch { id: Some(played.id(name)), ..TransferSearch::default() };
        store.search_transfers(search, None, 1).await.unwrap().found.remove(0)
    };
    let round = |round_no| RoundRef { shoe_no: 1, round_no };
    // The correction is about the first round, though it was made in the second.
    for (name, count, of, events) in
        [("hold-ann", 4, 1, 3), ("capture", 6, 1, 4), ("profit", 10, 2, 7), ("reverse", 12, 1, 8)]
    {
        let found = found(name).await;
        let cause = TransferCause::Event { table: played.table, round: round(of), seq: events };
        assert_eq!((found.at, found.cause), (at(count), cause), "{name}");
    }
    let gift = found("gift-bob").await;
    assert_eq!(gift.at, at(2));
    assert!(matches!(gift.cause, TransferCause::Entry { seq } if seq > 0), "{gift:?}");
    let capture = found("capture").await.transfer;
    assert_eq!(capture.action.kind(), ActionKind::Capture);
    assert_eq!(capture.from, Account::stakes_held(played.table.0, PLAY));
    assert_eq!((capture.to, capture.amount), (Account::house_table(played.table.0, PLAY), amount(60)));
}

/// A page ends after so many places, and the next one goes on behind them.
pub(crate) async fn a_search_of_the_ledger_goes_on_behind_what_it_looked_at(store: &impl Store) {
    let (ann, bob) = (patron_with(store, 7).await, patron_with(store, 0).await);
    let gifts: Vec<_> = (0..TRANSFERS + 10).map(|_| gift(bob, 1)).collect();
    store.post(AT, gifts).await.unwrap().unwrap();
    let of_ann = AccountSearch { kind: AccountKind::PatronCash, owner: Some(ann.0) };
    let search = TransferSearch { account: Some(of_ann), ..TransferSearch::default() };
    let found = pages(store, search, 9).await;
    assert_eq!(found.iter().map(|found| found.transfer.amount).collect::<Vec<_>>(), [amount(7)]);
}
