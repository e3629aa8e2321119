//! What every store must do about the searches of staff, and of patrons in their own rounds. Knows the port alone.

use std::collections::BTreeSet;

use baccarat::Outcome;
use house::ports::search::{EVENTS, Found, PatronRoundSearch, PatronSearch, RoundSearch, SCAN, SlipSearch};
use house::ports::{Store, Unit};
use table::{Event, LeaveReason, PatronId, RoundRef, TableId, Timestamp};

use crate::support::*;

/// All that a search finds, by pages of so many.
async fn pages<T, P, F>(limit: u16, mut page: impl FnMut(Option<P>, u16) -> F) -> Vec<T>
where
    F: Future<Output = Found<T, P>>,
{
    let (mut all, mut place) = (Vec::new(), None);
    loop {
        let Found { found, next } = page(place.take(), limit).await;
        assert!(found.len() <= usize::from(limit), "a page has at most `limit` entries");
        all.extend(found);
        match next {
            Some(next) => place = Some(next),
            None => return all,
        }
    }
}

fn at(second: i64) -> Timestamp {
    Timestamp(AT.0 + 1_000 * second)
}

fn unit_at(second: i64, events: impl IntoIterator<Item = Event>) -> Unit {
    Unit { events: events.into_iter().map(|event| (at(second), event)).collect(), ..unit([], []) }
}

/// A round that begins in that second, with these slips and cards, and that ends for the patrons of the slips.
fn round(second: i64, round_no: u16, slips: &[PatronId], cards: &str) -> Vec<Unit> {
    let mut units = vec![unit_at(second, [betting_opened(round_no)])];
    units.extend(slips.iter().map(|patron| unit_at(second + 1, [slip_accepted(*patron, fresh_slip(), 5)])));
    let patrons: BTreeSet<PatronId> = slips.iter().copied().collect();
    let ended: Vec<_> = patrons.into_iter().map(|patron| (patron, won(5))).collect();
    let drawn = cards.split(' ').map(card_drawn).chain([round_settled(1, &ended)]);
    units.push(unit_at(second + 2, drawn));
    units
}

const BANKER: &str = "2h 3d 3h 6c";
const PLAYER: &str = "9h Kd Ks 3c";
const TIE: &str = "9h 9d Ks Kc";

/// Two tables with rounds of every kind: the first has two shoes.
async fn played(store: &impl Store) -> (TableId, TableId, [PatronId; 2]) {
    let (one, two) = (fresh_table(), fresh_table());
    let patrons = [patron_with(store, 1_000).await, patron_with(store, 1_000).await];
    let mut first = vec![unit_at(0, [shoe_opened(1)])];
    first.extend(round(10, 1, &patrons, PLAYER));
    first.extend(round(20, 2, &patrons[..1], BANKER));
    first.extend(round(30, 3, &[], TIE));
    first.push(unit_at(40, [shoe_opened(2)]));
    first.extend(round(50, 1, &[patrons[1], patrons[1], patrons[0]], BANKER));
    first
        .push(unit_at(60, [round_corrected(1, agreed(RoundRef { shoe_no: 1, round_no: 2 }, 2, false, &[]))]));
    let mut second = vec![unit_at(0, [shoe_opened(1)])];
    second.extend(round(10, 1, &patrons, TIE));
    second.push(unit_at(20, [betting_opened(2)]));
    second.push(unit_at(21, [slip_accepted(patrons[0], fresh_slip(), 5)]));
    second.push(unit_at(22, [round_voided(&[(patrons[0], 5)])]));
    second.push(unit_at(30, [betting_opened(3)]));
    second.push(unit_at(31, [slip_accepted(patrons[1], fresh_slip(), 7)]));
    store.outcomes(one, 0, first).await.unwrap();
    store.outcomes(two, 0, second).await.unwrap();
    (one, two, patrons)
}

pub(crate) async fn rounds_are_found_page_by_page(store: &impl Store) {
    let (one, two, _) = played(store).await;
    let all = RoundSearch::default();
    let (a, b) = ('a', 'b');
    for (search, expected) in [
        (all, vec![(a, 2, 1), (b, 1, 3), (a, 1, 3), (b, 1, 2), (a, 1, 2), (b, 1, 1), (a, 1, 1)]),
        (RoundSearch { table: Some(one), ..all }, vec![(a, 2, 1), (a, 1, 3), (a, 1, 2), (a, 1, 1)]),
        (RoundSearch { table: Some(one), shoe_no: Some(1), ..all }, vec![(a, 1, 3), (a, 1, 2), (a, 1, 1)]),
        (RoundSearch { from: Some(at(20)), until: Some(at(30)), ..all }, vec![(b, 1, 2), (a, 1, 2)]),
        (RoundSearch { table: Some(two), from: Some(at(20)), ..all }, vec![(b, 1, 3), (b, 1, 2)]),
        (
            RoundSearch { table: Some(one), shoe_no: Some(1), until: Some(at(30)), ..all },
            vec![(a, 1, 2), (a, 1, 1)],
        ),
        (RoundSearch { outcome: Some(Outcome::Tie), ..all }, vec![(a, 1, 3), (b, 1, 1)]),
        (RoundSearch { outcome: Some(Outcome::Banker), ..all }, vec![(a, 2, 1)]),
        (RoundSearch { outcome: Some(Outcome::Player), ..all }, vec![(a, 1, 2), (a, 1, 1)]),
        (RoundSearch { voided: Some(true), ..all }, vec![(b, 1, 2)]),
        (RoundSearch { table: Some(one), voided: Some(true), ..all }, vec![]),
        (RoundSearch { corrected: Some(true), ..all }, vec![(a, 1, 2)]),
        (RoundSearch { table: Some(two), voided: Some(false), ..all }, vec![(b, 1, 3), (b, 1, 1)]),
        (RoundSearch { table: Some(TableId(1)), ..all }, vec![]),
    ] {
        for limit in [1, 2, 50] {
            let found =
                pages(limit, async |place, limit| store.search_rounds(search, place, limit).await.unwrap())
                    .await;
            let name = |table| if table == one { a } else { b };
            let found = found.iter().map(|found| {
                let RoundRef { shoe_no, round_no } = found.round.round;
                (name(found.table), shoe_no, round_no)
            });
            assert_eq!(found.collect::<Vec<_>>(), expected, "{search:?} by {limit}");
        }
    }
    let corrected = RoundSearch { corrected: Some(true), ..all };
    let corrected = store.search_rounds(corrected, None, 1).await.unwrap().found.remove(0).round;
    assert_eq!((corrected.opened_at, corrected.at, corrected.revision), (at(20), at(60), 2));
}

pub(crate) async fn slips_are_found_page_by_page(store: &impl Store) {
    let (one, two, [ann, bob]) = played(store).await;
    let all = SlipSearch::default();
    let everything = store.search_slips(all, None, 50).await.unwrap().found;
    let some = everything.last().unwrap();
    let minor: Vec<_> = everything.iter().map(|slip| slip.wagers[0].stake.minor()).collect();
    assert_eq!(minor, [5, 5, 5, 7, 5, 5, 5, 5, 5, 5]);
    for (search, expected) in [
        (all, "a:50 b:50 b:50 b:30 a:20 a:20 b:10 a:10 b:10 a:10"),
        (SlipSearch { patron: Some(ann), ..all }, "a:50 a:20 a:20 a:10 a:10"),
        (SlipSearch { patron: Some(bob), table: Some(one), ..all }, "b:50 b:50 b:10"),
        (SlipSearch { table: Some(two), ..all }, "b:30 a:20 b:10 a:10"),
        (SlipSearch { table: Some(one), shoe_no: Some(1), ..all }, "a:20 b:10 a:10"),
        (SlipSearch { table: Some(one), shoe_no: Some(1), round_no: Some(1), ..all }, "b:10 a:10"),
        (SlipSearch { table: Some(one), shoe_no: Some(1), from: Some(at(20)), ..all }, "a:20"),
        (SlipSearch { from: Some(at(20)), until: Some(at(50)), ..all }, "b:30 a:20 a:20"),
        (SlipSearch { slip: Some(some.slip), ..all }, "a:10"),
        (SlipSearch { slip: Some(some.slip), patron: Some(bob), ..all }, ""),
        (SlipSearch { slip: Some(fresh_slip()), ..all }, ""),
    ] {
        for limit in [1, 2, 3, 50] {
            let found =
                pages(limit, async |place, limit| store.search_slips(search, place, limit).await.unwrap())
                    .await;
            let found = found.iter().map(|slip| {
                let name = if slip.patron == ann { 'a' } else { 'b' };
                format!("{name}:{}", (slip.place.round.opened_at.0 - AT.0) / 1_000)
            });
            assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "{search:?} by {limit}");
        }
    }
}

/// Slips of patrons whose rounds did not end for them: they took all back, or the round is open.
pub(crate) async fn slips_are_found_after_they_were_taken_back(store: &impl Store) {
    let (table, ann, bob) = (fresh_table(), patron_with(store, 1_000).await, patron_with(store, 1_000).await);
    let slip = |patron| slip_accepted(patron, fresh_slip(), 5);
    let rounds = [
        vec![slip(ann), slip(bob), wagers_cleared(ann, 5), round_settled(1, &[(bob, won(5))])],
        vec![slip(ann), nothing_accepted(ann, fresh_slip(), 5), slip(bob), round_voided(&[(bob, 5)])],
        vec![slip(ann), wagers_cleared(ann, 5), slip(ann), wagers_cleared(ann, 5), round_settled(1, &[])],
        vec![slip(bob), round_settled(1, &[(bob, won(5))])],
        vec![slip(ann), wagers_cleared(ann, 5), slip(bob)],
    ];
    let mut units = vec![unit_at(0, [shoe_opened(1)])];
    for (round_no, events) in (1_u16..).zip(rounds) {
        let second = 10 * i64::from(round_no);
        units.push(unit_at(second, [betting_opened(round_no)]));
        units.extend(events.into_iter().map(|event| unit_at(second, [event])));
    }
    store.outcomes(table, 0, units).await.unwrap();
    let found = async |patron, limit| {
        let search = SlipSearch { patron: Some(patron), table: Some(table), ..SlipSearch::default() };
        let found = async |place, limit| store.search_slips(search, place, limit).await.unwrap();
        let found = pages(limit, found).await;
        assert!(found.iter().all(|slip| slip.patron == patron));
        found.iter().map(|slip| slip.place.round.round.round_no).collect::<Vec<_>>()
    };
    for limit in [1, 2, 50] {
        assert_eq!(found(ann, limit).await, [5, 3, 3, 2, 2, 1]);
        assert_eq!(found(bob, limit).await, [5, 4, 2, 1]);
    }
}

/// A page also ends after the rounds of so many events.
pub(crate) async fn a_search_of_slips_goes_on_behind_rounds_of_many_events(store: &impl Store) {
    let (table, patron) = (fresh_table(), patron_with(store, 1_000).await);
    let seats = usize::try_from(EVENTS / 4).unwrap();
    let mut units = vec![unit_at(0, [shoe_opened(1)])];
    for round_no in 1..=3 {
        let [begins, ends] = [0, 1].map(|second| 10 * i64::from(round_no) + second);
        units.push(unit_at(begins, [betting_opened(round_no)]));
        let taken = (0..seats).flat_map(|_| {
            let left = Event::SeatLeft { patron, reason: LeaveReason::Left };
            [Event::SeatTaken { patron }, left]
        });
        units.push(unit_at(begins, taken));
        units.push(unit_at(
            ends,
            [slip_accepted(patron, fresh_slip(), 5), round_settled(1, &[(patron, won(5))])],
        ));
    }
    store.outcomes(table, 0, units).await.unwrap();
    for patron in [None, Some(patron)] {
        let search = SlipSearch { patron, table: Some(table), ..SlipSearch::default() };
        let found = async |place, limit| store.search_slips(search, place, limit).await.unwrap();
        let found = pages(9, found).await;
        assert_eq!(found.iter().map(|slip| slip.place.round.round.round_no).collect::<Vec<_>>(), [3, 2, 1]);
    }
}

/// A page ends after so many candidates, and the next one goes on behind them.
pub(crate) async fn a_search_goes_on_behind_what_it_looked_at(store: &impl Store) {
    let (table, patron) = (fresh_table(), patron_with(store, 1_000).await);
    let rounds = SCAN + 10;
    let mut units = vec![unit_at(0, [shoe_opened(1)])];
    units.extend(round(1, 1, &[patron], TIE));
    units.extend((2..=rounds).flat_map(|round_no| round(10 * i64::from(round_no), round_no, &[], PLAYER)));
    store.outcomes(table, 0, units).await.unwrap();
    let ties = RoundSearch { outcome: Some(Outcome::Tie), ..RoundSearch::default() };
    let found = pages(9, async |place, limit| store.search_rounds(ties, place, limit).await.unwrap()).await;
    assert_eq!(found.iter().map(|found| found.round.round.round_no).collect::<Vec<_>>(), [1]);
    let slips = SlipSearch { patron: Some(patron), ..SlipSearch::default() };
    let found = pages(9, async |place, limit| store.search_slips(slips, place, limit).await.unwrap()).await;
    assert_eq!(found.iter().map(|slip| slip.place.round.round.round_no).collect::<Vec<_>>(), [1]);
}

pub(crate) async fn rounds_of_a_patron_are_found_page_by_page(store: &impl Store) {
    let (one, two, [ann, _]) = played(store).await;
    // The first round of this table ends at 82 and is corrected at 90, after the second has ended.
    let three = fresh_table();
    let mut units = vec![unit_at(0, [shoe_opened(1)])];
    units.extend(round(80, 1, &[ann], PLAYER));
    units.extend(round(84, 2, &[ann], PLAYER));
    let corrected = agreed(RoundRef { shoe_no: 1, round_no: 1 }, 2, false, &[ann]);
    units.push(unit_at(90, [round_corrected(1, corrected)]));
    store.outcomes(three, 0, units).await.unwrap();
    let all = PatronRoundSearch::default();
    let since = |second| PatronRoundSearch { from: Some(at(second)), ..all };
    let before = |second| PatronRoundSearch { until: Some(at(second)), ..all };
    for (search, expected) in [
        (all, "c2:86 c1:90 b2:22 b1:12 a1:52 a2:22 a1:12"),
        (PatronRoundSearch { table: Some(one), ..all }, "a1:52 a2:22 a1:12"),
        (PatronRoundSearch { table: Some(fresh_table()), ..all }, ""),
        (since(22), "c1:90 c2:86 a1:52 b2:22 a2:22"),
        (since(23), "c1:90 c2:86 a1:52"),
        (since(87), "c1:90"),
        (since(91), ""),
        (before(91), "c1:90 c2:86 a1:52 b2:22 a2:22 b1:12 a1:12"),
        (before(22), "b1:12 a1:12"),
        (before(12), ""),
        (PatronRoundSearch { until: Some(at(53)), ..since(22) }, "a1:52 b2:22 a2:22"),
        (PatronRoundSearch { table: Some(one), ..since(22) }, "a1:52 a2:22"),
        (PatronRoundSearch { table: Some(two), ..before(22) }, "b1:12"),
    ] {
        for limit in [1, 2, 3, 50] {
            let found =
                async |before, limit| store.search_patron_rounds(ann, search, before, limit).await.unwrap();
            let found = pages(limit, found).await;
            let found = found.iter().map(|round| {
                let name = [(one, 'a'), (two, 'b'), (three, 'c')].into_iter().find(|it| it.0 == round.table);
                let (round_no, second) = (round.round.round_no, (round.at.0 - AT.0) / 1_000);
                format!("{}{round_no}:{second}", name.unwrap().1)
            });
            assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "{search:?} by {limit}");
        }
    }
    let stranger = patron_with(store, 0).await;
    assert_eq!(store.search_patron_rounds(stranger, since(0), None, 9).await.unwrap().found, []);
    // A cursor that names no round is after the newest.
    for (search, newest) in [(all, 2), (since(0), 1)] {
        let found = store.search_patron_rounds(ann, search, Some(u64::MAX), 1).await.unwrap().found;
        assert_eq!(found[0].round.round_no, newest);
    }
}

pub(crate) async fn a_search_of_ones_rounds_goes_on_behind_what_it_looked_at(store: &impl Store) {
    let (one, two, patron) = (fresh_table(), fresh_table(), patron_with(store, 0).await);
    let ended =
        |second, round_no| unit_at(second, [betting_opened(round_no), round_settled(1, &[(patron, won(5))])]);
    store.outcomes(one, 0, vec![unit_at(0, [shoe_opened(1)]), ended(10, 1)]).await.unwrap();
    let mut units = vec![unit_at(0, [shoe_opened(1)])];
    units.extend((1..=SCAN + 10).map(|round_no| ended(10 + i64::from(round_no), round_no)));
    store.outcomes(two, 0, units).await.unwrap();
    for from in [None, Some(at(0))] {
        let search = PatronRoundSearch { table: Some(one), from, until: None };
        let found =
            async |before, limit| store.search_patron_rounds(patron, search, before, limit).await.unwrap();
        let found = pages(9, found).await;
        assert_eq!(found.iter().map(|round| round.table).collect::<Vec<_>>(), [one]);
    }
}

pub(crate) async fn patrons_are_found_page_by_page(store: &impl Store) {
    let mut ids = Vec::new();
    for nickname in ["Ann", "anna", "Bob", "ANN", "Ännchen", "an%", "ann\u{10ffff}"] {
        ids.push(store.create_patron(new_patron(nickname)).await.unwrap().id);
    }
    let named = |name: &str| PatronSearch::Named(name.to_owned());
    let beginning = |prefix: &str| PatronSearch::Beginning(prefix.to_owned());
    for (search, expected) in [
        (PatronSearch::All, &[6, 5, 4, 3, 2, 1, 0][..]),
        (named("ann"), &[3, 0]),
        (named("an"), &[]),
        (beginning("AN"), &[5, 0, 3, 1, 6]),
        (beginning("ann"), &[0, 3, 1, 6]),
        (beginning(""), &[5, 0, 3, 1, 6, 2, 4]),
        (beginning("ann\u{10ffff}"), &[6]),
        (beginning("än"), &[]),
        (beginning("Än"), &[4]),
        (beginning("an%"), &[5]),
        (beginning("_"), &[]),
    ] {
        for limit in [1, 2, 50] {
            let page = async |place, limit| store.search_patrons(search.clone(), place, limit).await.unwrap();
            let found = pages(limit, page).await;
            let found = found.iter().map(|patron| ids.iter().position(|id| *id == patron.id));
            let found: Vec<_> = found.flatten().collect();
            assert_eq!(found, expected, "{search:?} by {limit}");
        }
    }
}

pub(crate) async fn results_of_tables_agree_with_their_accounts(store: &impl Store) {
    let (table, patron) = (fresh_table(), patron_with(store, 1_000).await);
    let stake = hold(table, patron, 100);
    let mut units = vec![unit([shoe_opened(1), betting_opened(1)], [])];
    units.push(unit([slip_accepted(patron, fresh_slip(), 100)], [stake]));
    let paid = [release(stake, 100), profit(table, patron, 100)];
    units.push(unit([card_drawn("9h"), round_settled(1, &[(patron, won(100))])], paid));
    store.outcomes(table, 0, units).await.unwrap();
    for wanted in [None, Some(table)] {
        let results = store.table_results(wanted).await.unwrap();
        let own = results.iter().find(|result| result.table == table).unwrap();
        assert_eq!((own.turned_over, own.account, own.agrees(), own.currency), (-100, -100, true, PLAY));
    }
    assert_eq!(store.table_results(Some(fresh_table())).await, Ok(Vec::new()));
}
