//! Tables that are created, changed, halted and closed while the house runs, each change on record with who and why.

use std::sync::Arc;

use baccarat::{HouseRules, Spot};
use punto_house::floor::{
    Change, FloorPlan, FloorRefusal, GivenTable, GivenTimings, Kept, SpotRange, TableRecord, TableStatus,
    TableStep,
};
use punto_house::log::{Actor, Entity, HouseEvent};
use punto_house::rulebook::name_of;
use punto_house::{ABANDONED_MS, House, HouseRefusal, Rejection, StartError, default_tables};
use store::MemoryStore;
use table::{Event, PublicEvent, Settings, StaffId, TableId, Timings};
use tokio::time::{Duration, sleep};

use crate::test_house::{CountingEntropy, GIFT, SALON, TestHouse, amount, code, written};

const GARDEN: TableId = TableId(7);

fn because(why: &str) -> Change<'_> {
    Change { by: Actor::Staff(StaffId(3)), why }
}

/// The record of a new table under built-in house rules.
fn garden() -> TableRecord {
    let settings = default_tables().remove(0);
    let record = TableRecord::of(&settings, name_of(&settings.rules));
    TableRecord { id: GARDEN, name: "Garden".to_owned(), place: 0, ..record }
}

fn range(minimum: u64, maximum: u64) -> SpotRange {
    SpotRange { minimum: amount(minimum), maximum: amount(maximum) }
}

async fn open(store: &Arc<MemoryStore>, plan: FloorPlan) -> Result<House, StartError> {
    let (clock, entropy) = (Arc::new(TestHouse::clock()), Arc::new(CountingEntropy::default()));
    House::open(store.clone(), clock, entropy, plan).await
}

/// A plan with this table alone.
fn given(settings: &Settings) -> FloorPlan {
    FloorPlan { tables: Some(vec![GivenTable::of(settings)]), ..FloorPlan::default() }
}

async fn change(
    house: &House,
    table: TableId,
    edit: impl Fn(&mut TableRecord) + Send + Sync,
) -> Result<Arc<Kept>, Rejection> {
    let edit = |record: &mut TableRecord| {
        edit(record);
        Ok(())
    };
    house.change_table(table, because("as agreed"), edit).await
}

fn names(house: &House) -> Vec<String> {
    house.tables().iter().map(|snapshot| snapshot.view.name.clone()).collect()
}

#[tokio::test(start_paused = true)]
async fn a_table_created_at_run_time_plays_and_is_there_after_a_restart() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store, FloorPlan::default()).await.unwrap();
    let count = house.tables().len();
    let created = house.create_table(TableRecord { id: TableId(0), ..garden() }, because("a new room")).await;
    let id = created.unwrap().record.id;
    assert_eq!(usize::try_from(id.0), Ok(count + 1), "it has the next number");
    while house.snapshot(id).is_none_or(|snapshot| snapshot.view.phase.id() != "betting") {
        sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(names(&house).last().map(String::as_str), Some("Garden"));
    // A round of it is not taken for one of a table that nobody opens.
    sleep(Duration::from_millis((2 * ABANDONED_MS).into())).await;
    let voids = |store: &MemoryStore| {
        store.events(id).iter().filter(|it| matches!(it.event, Event::RoundVoided { .. })).count()
    };
    assert_eq!(voids(&store), 0);
    house.shutdown().await;

    let house = open(&store, FloorPlan::default()).await.unwrap();
    assert_eq!(house.tables().len(), count + 1);
    let changes = house.table_changes(id, None, 10).await.unwrap();
    let [entry] = &changes[..] else { panic!("{changes:?}") };
    let HouseEvent::Changed { by, why, entity: Entity::Table(record) } = &entry.event else {
        panic!("a table")
    };
    assert_eq!((*by, why.as_str(), record.id), (Actor::Staff(StaffId(3)), "a new room", id));
    assert_eq!(voids(&store), 0);
}

#[tokio::test(start_paused = true)]
async fn a_halted_table_finishes_its_round_and_begins_none_until_it_is_resumed() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    let house = &test.house;
    house.step_table(SALON, TableStep::Halt, because("a spill")).await.unwrap();
    assert_eq!(house.snapshot(SALON).unwrap().status, TableStatus::Halted);
    test.place(patron, SALON, 1, "player 100").await.expect("betting stays open as it was promised");
    assert_eq!(test.end(SALON).await.view.round, Some(round));
    sleep(Duration::from_hours(1)).await;
    assert_eq!(house.snapshot(SALON).unwrap().view.round, Some(round), "no round begins");
    assert_eq!(house.seats_taken(SALON), 1, "the seats stay");
    assert_eq!(house.running(), 1, "it still answers");
    assert_eq!(test.history(patron).await.len(), 1);

    let test = test.restart_after(1).await;
    test.house.step_table(SALON, TableStep::Resume, because("dry again")).await.unwrap();
    assert_ne!(test.betting(SALON).await, round);
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_halted_table_is_still_halted_after_a_restart() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store, FloorPlan::default()).await.unwrap();
    house.step_table(SALON, TableStep::Halt, because("a spill")).await.unwrap();
    house.shutdown().await;
    let seq = store.events(SALON).len();
    let house = open(&store, FloorPlan::default()).await.unwrap();
    sleep(Duration::from_hours(1)).await;
    assert_eq!(house.snapshot(SALON).unwrap().status, TableStatus::Halted);
    assert!(store.events(SALON).len() <= seq + 20, "at most the round under way was finished");
    let seq = store.events(SALON).len();
    sleep(Duration::from_hours(1)).await;
    assert_eq!(store.events(SALON).len(), seq);
}

#[tokio::test(start_paused = true)]
async fn a_supervisor_voids_the_round_of_a_halted_table() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 100").await.unwrap();
    test.house.step_table(SALON, TableStep::Halt, because("a card on the floor")).await.unwrap();
    test.house.void_this_round(SALON, round, StaffId(3)).await.unwrap();
    assert_eq!(test.audit().await, 0);
    sleep(Duration::from_hours(1)).await;
    assert_eq!(test.house.snapshot(SALON).unwrap().view.round, Some(round));
}

#[tokio::test(start_paused = true)]
async fn a_limit_lowered_during_betting_keeps_what_lies_there_and_refuses_the_next() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 40000").await.unwrap();
    change(&test.house, SALON, |table| {
        table.limits.insert(Spot::Player, range(500, 30_000));
    })
    .await
    .unwrap();
    let view = test.house.patron_view(patron, SALON).await.unwrap();
    assert_eq!((view.round, written(&view.wagers).as_str()), (Some(round), "player 40000"));
    assert_eq!(code(&test.place(patron, SALON, 2, "player 100").await.unwrap_err()), "above_maximum");
    let other = test.guest("Ben").await;
    assert_eq!(code(&test.place(other, SALON, 1, "player 400").await.unwrap_err()), "below_minimum");
    let shown = test.house.snapshot(SALON).unwrap().view;
    let player = shown.spots.iter().find(|spot| spot.spot == Spot::Player).unwrap().limit;
    assert_eq!(player.maximum, Some(amount(30_000)), "everybody sees the new limit at once");
    test.end(SALON).await;
    assert_eq!((test.history(patron).await.len(), test.audit().await), (1, 0), "accepted wagers are settled");
}

#[tokio::test(start_paused = true)]
async fn a_betting_under_way_closes_when_it_was_said_to() {
    let (test, _, round) = TestHouse::with_guest(SALON).await;
    let promised = test.house.now().plus_ms(15_100);
    change(&test.house, SALON, |table| table.timings.betting_ms = 5_000).await.unwrap();
    let closed = test.until(SALON, |event| *event == PublicEvent::BettingClosed).await;
    assert_eq!((closed.view.round, closed.public.at), (Some(round), promised));
    test.end(SALON).await;
    test.betting(SALON).await;
    let opened = test.house.now();
    let closed = test.until(SALON, |event| *event == PublicEvent::BettingClosed).await;
    assert_eq!(closed.public.at, opened.plus_ms(5_100), "the next betting has the new length");
}

#[tokio::test(start_paused = true)]
async fn house_rules_change_with_the_next_shoe() {
    let (test, ..) = TestHouse::with_guest(SALON).await;
    let next = name_of(HouseRules::builtin("three-bet").unwrap());
    change(&test.house, SALON, |table| {
        table.rules = next.clone();
        table.timings = Timings {
            betting_ms: 1_000,
            drain_ms: 0,
            card_ms: 0,
            result_ms: 0,
            shuffle_ms: 0,
            ..Timings::default()
        };
    })
    .await
    .unwrap();
    let ended = test.end(SALON).await;
    assert_eq!(ended.view.rules.id, "live-commission", "the shoe keeps its rules");
    let opened = test.until(SALON, |event| *event == PublicEvent::ShoeOpened);
    tokio::time::timeout(Duration::from_hours(2), opened).await.expect("the shoe ends");
    let events = test.store.events(SALON);
    let ruled = events.iter().filter_map(|it| match &it.event {
        Event::ShoeOpened { rules, .. } => rules.clone(),
        _ => None,
    });
    assert_eq!(ruled.take(2).map(|rules| rules.id).collect::<Vec<_>>(), ["live-commission", "three-bet"]);
}

#[tokio::test(start_paused = true)]
async fn a_closed_table_finishes_its_round_and_keeps_its_history() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 100").await.unwrap();
    test.house.step_table(SALON, TableStep::Close, because("renovation")).await.unwrap();
    assert_eq!(names(&test.house), Vec::<String>::new(), "it has left the lobby");
    assert_eq!(test.house.seats_taken(SALON), 1, "patrons who sit there play the round to its end");
    test.end(SALON).await;
    sleep(Duration::from_hours(1)).await;
    let snapshot = test.house.snapshot(SALON).unwrap();
    assert_eq!((snapshot.view.round, snapshot.status), (Some(round), TableStatus::Closed));
    assert_eq!(test.house.seats_taken(SALON), 0, "then the seats are given up");
    assert_eq!(code(&test.sit(patron, SALON).await.unwrap_err()), "table_closed");
    assert_eq!(test.history(patron).await[0].round, round);
    let record = test.house.round(SALON, round).await.unwrap().expect("its rounds are readable");
    let cards = record.cards().iter().map(|card| card.text()).collect::<Vec<_>>().join(" ");
    assert_eq!(
        code(
            &test.propose(round, crate::test_house::cards(&cards), StaffId(3), "a doubt").await.unwrap_err()
        ),
        "nothing_to_correct"
    );

    for (step, expected) in [(TableStep::Halt, "table_closed"), (TableStep::Resume, "table_closed")] {
        let refused = test.house.step_table(SALON, step, because("?")).await.unwrap_err();
        assert_eq!(code(&refused), expected);
    }
    test.house.step_table(SALON, TableStep::Open, because("it is done")).await.unwrap();
    test.sit(patron, SALON).await.expect("it is open again");
    assert_ne!(test.betting(SALON).await, round);
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn what_is_not_acceptable_is_refused_with_its_code_and_changes_nothing() {
    type Edit = fn(&mut TableRecord);
    let test = TestHouse::with(SALON).await;
    let house = &test.house;
    let unknown =
        name_of(&HouseRules { id: "ours".to_owned(), ..HouseRules::builtin("three-bet").unwrap().clone() });
    let edits: [(Edit, &str); 2] = [
        (|table| table.name = " ".to_owned(), "bad_settings"),
        (|table| table.currency = money::Currency::new("EUR", 2).unwrap(), "bad_settings"),
    ];
    for (edit, expected) in edits {
        assert_eq!(code(&change(house, SALON, edit).await.unwrap_err()), expected);
    }
    let edit = |table: &mut TableRecord| table.rules = unknown.clone();
    assert_eq!(code(&change(house, SALON, edit).await.unwrap_err()), "unknown_house_rules");
    assert_eq!(code(&change(house, GARDEN, |_| ()).await.unwrap_err()), "unknown_table");
    let taken = TableRecord { id: SALON, ..garden() };
    assert_eq!(code(&house.create_table(taken, because("?")).await.unwrap_err()), "table_exists");
    for why in ["", "  ", &"x".repeat(501)] {
        let refused = house.step_table(SALON, TableStep::Halt, because(why)).await.unwrap_err();
        assert_eq!(code(&refused), "no_reason");
    }
    house.step_table(SALON, TableStep::Halt, because("a spill")).await.unwrap();
    let refused = house.step_table(SALON, TableStep::Open, because("?")).await.unwrap_err();
    assert_eq!(code(&refused), "table_halted");
    house.step_table(SALON, TableStep::Halt, because("again")).await.unwrap();
    let changes = house.table_changes(SALON, None, 10).await.unwrap();
    assert_eq!(changes.len(), 1, "only what changed something is on record");
}

#[tokio::test(start_paused = true)]
async fn tables_changed_at_run_time_keep_to_the_bounds_of_money_together() {
    let test = TestHouse::with(SALON).await;
    let house = &test.house;
    let stake = money::bounds::STAKE.minor();
    let on = |spot: Spot, maximum: u64| {
        move |table: &mut TableRecord| _ = table.limits.insert(spot, range(100, maximum))
    };
    let problem = |rejection: Rejection| match rejection {
        Rejection::Refused(HouseRefusal::Floor(FloorRefusal::BadSettings { problems })) => {
            problems[0].to_string()
        }
        other => other.to_string(),
    };
    let above = problem(change(house, SALON, on(Spot::Tie, stake + 1)).await.unwrap_err());
    assert!(above.starts_with("limits.tie: the maximum"), "{above}");

    // Tie pays nine stakes, so two tables with this maximum use up the bound, and their other spots exceed it.
    let much = money::bounds::PAYOUT.minor() / 18;
    change(house, SALON, on(Spot::Tie, much)).await.unwrap();
    let mut second = garden();
    on(Spot::Tie, much)(&mut second);
    let together = problem(house.create_table(second.clone(), because("a second")).await.unwrap_err());
    assert!(together.starts_with("limits: the limits of tables 1, 7"), "{together}");
    let created = house.create_table(garden(), because("a small one")).await.unwrap();
    let table = created.record.id;
    let together = problem(change(house, table, on(Spot::Tie, much)).await.unwrap_err());
    assert!(together.starts_with("limits: the limits of tables 1, 7"), "{together}");

    // A closed table pays nobody, so its limits count when it opens.
    house.step_table(table, TableStep::Close, because("for now")).await.unwrap();
    change(house, table, on(Spot::Tie, much)).await.unwrap();
    let together = problem(house.step_table(table, TableStep::Open, because("again")).await.unwrap_err());
    assert!(together.starts_with("limits: the limits of tables 1, 7"), "{together}");
}

#[tokio::test(start_paused = true)]
async fn the_changes_of_a_table_say_who_and_why_newest_first() {
    let test = TestHouse::with(SALON).await;
    change(&test.house, SALON, |table| table.name = "Salon Un".to_owned()).await.unwrap();
    test.house.step_table(SALON, TableStep::Close, because("renovation")).await.unwrap();
    let changes = test.house.table_changes(SALON, None, 10).await.unwrap();
    let told: Vec<_> = changes
        .iter()
        .map(|entry| match &entry.event {
            HouseEvent::Changed { by, why, entity: Entity::Table(record) } => {
                (by.to_string(), why.clone(), record.name.clone(), record.status)
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = |why: &str, status| ("staff:3".to_owned(), why.to_owned(), "Salon Un".to_owned(), status);
    assert_eq!(told, [expected("renovation", TableStatus::Closed), expected("as agreed", TableStatus::Open)]);
}

#[tokio::test(start_paused = true)]
async fn a_file_adds_only_the_tables_that_the_store_lacks() {
    let store = Arc::new(MemoryStore::new());
    let file = |name: &str, ids: &[u32]| {
        let base = default_tables().remove(0);
        let table = |id: &u32| Settings { id: TableId(*id), name: format!("{name} {id}"), ..base.clone() };
        let tables = ids.iter().map(|id| GivenTable::of(&table(id))).collect();
        FloorPlan { tables: Some(tables), ..FloorPlan::default() }
    };
    let house = open(&store, file("First", &[4, 9])).await.unwrap();
    assert_eq!(names(&house), ["First 4", "First 9"]);
    change(&house, TableId(9), |table| table.name = "Ninth".to_owned()).await.unwrap();
    house.shutdown().await;
    let house = open(&store, file("Second", &[4, 5])).await.unwrap();
    assert_eq!(names(&house), ["First 4", "Second 5", "Ninth"], "the store decides about the others");
    house.shutdown().await;
    let house = open(&store, FloorPlan::default()).await.unwrap();
    assert_eq!(names(&house), ["First 4", "Second 5", "Ninth"], "without a file too");
    let twice = open(&store, file("Third", &[1, 1])).await.err();
    assert_eq!(twice, Some(StartError::TableId(TableId(1))));
}

#[tokio::test(start_paused = true)]
async fn a_spot_without_limits_gets_those_for_play_money() {
    let store = Arc::new(MemoryStore::new());
    let bare = Settings { limits: table::SpotLimits::none(), ..default_tables().remove(0) };
    let house = open(&store, given(&bare)).await.unwrap();
    let record = house.table(SALON).unwrap();
    for spot in &record.rules.spots {
        assert!(record.record.limits.contains_key(&spot.spot), "{}", spot.spot);
    }
    assert_eq!(record.record.limits[&Spot::Tie], range(100, 50_000));
}

#[tokio::test(start_paused = true)]
async fn a_used_store_without_records_keeps_the_tables_it_had() {
    let store = Arc::new(MemoryStore::new());
    let before = TestHouse::salon_on(store.clone()).await;
    let (patron, round) = (before.guest("Mara").await, before.betting(SALON).await);
    before.place(patron, SALON, 1, "player 100").await.unwrap();
    before.house.shutdown().await;

    let house = open(&store, FloorPlan::default()).await.unwrap();
    assert_eq!(names(&house), ["Salon One", "Gold Room"], "no table is forced on it");
    let view = house.patron_view(patron, SALON).await.unwrap();
    assert_eq!((view.round, written(&view.wagers).as_str()), (Some(round), "player 100"));
    house.shutdown().await;
    assert_eq!(open(&store, FloorPlan::default()).await.unwrap().tables().len(), 2, "nor at the next start");
}

#[tokio::test(start_paused = true)]
async fn a_used_store_without_records_keeps_the_limits_of_its_file() {
    let store = Arc::new(MemoryStore::new());
    let before = TestHouse::salon_on(store.clone()).await;
    before.house.shutdown().await;
    let bare = Settings { limits: table::SpotLimits::none(), ..default_tables().remove(0) };
    let house = open(&store, given(&bare)).await.unwrap();
    assert!(house.table(SALON).unwrap().record.limits.is_empty());
}

#[tokio::test(start_paused = true)]
async fn timings_given_at_the_start_hold_for_this_run_alone() {
    let store = Arc::new(MemoryStore::new());
    let timings = GivenTimings { betting_ms: Some(50), ..GivenTimings::default() };
    let house = open(&store, FloorPlan { timings, ..FloorPlan::default() }).await.unwrap();
    change(&house, SALON, |table| table.name = "Salon Un".to_owned()).await.unwrap();
    assert_eq!(house.snapshot(SALON).unwrap().view.timings.betting_ms, 50);
    assert_eq!(house.table(SALON).unwrap().record.timings, Timings::default());
}

#[tokio::test(start_paused = true)]
async fn the_ante_of_a_change_is_asked_of_those_who_sit_down_from_then_on() {
    let (test, seated, _) = TestHouse::with_guest(SALON).await;
    change(&test.house, SALON, |table| table.entry.ante = Some(amount(2 * GIFT))).await.unwrap();
    test.place(seated, SALON, 1, "player 100").await.expect("who sits there keeps the seat");
    let late = test.stranger("Late").await;
    assert_eq!(code(&test.sit(late, SALON).await.unwrap_err()), "ante_not_met");
}

#[tokio::test(start_paused = true)]
async fn limits_have_room_under_the_house_rules_of_the_shoe_in_play_too() {
    let text = HouseRules::builtin_text("live-commission").expect("built in");
    let (tie, rich_tie) = (r#""tie", odds = "8""#, r#""tie", odds = "50""#);
    let rich: HouseRules = text.replacen(tie, rich_tie, 1).parse().expect("house rules");
    let store = Arc::new(MemoryStore::new());
    let settings = Settings { rules: Arc::new(rich), ..default_tables().remove(0) };
    let house = open(&store, given(&settings)).await.unwrap();
    let shoe = || house.snapshot(SALON).expect("the table").view.shoe_no;
    while shoe() == 0 {
        sleep(Duration::from_secs(1)).await;
    }
    let plain = name_of(HouseRules::builtin("live-commission").expect("built in"));
    // Nine times as much is little beside the bound, fifty-one times as much is beyond it.
    let raise = |table: &mut TableRecord| {
        table.limits.insert(Spot::Tie, range(100, 80_000_000_000_000));
    };
    let at_once = change(&house, SALON, |table| {
        table.rules = plain.clone();
        raise(table);
    });
    let refused = at_once.await.unwrap_err();
    assert!(refused.to_string().contains("of the shoe in play"), "{refused}");
    change(&house, SALON, |table| table.rules = plain.clone()).await.expect("its limits have room");
    let refused = change(&house, SALON, raise).await.unwrap_err();
    assert!(refused.to_string().contains("of the shoe in play"), "{refused}");
    while shoe() == 1 {
        sleep(Duration::from_mins(1)).await;
    }
    change(&house, SALON, raise).await.expect("the shoe in play is under the new rules");
}

#[tokio::test(start_paused = true)]
async fn those_who_follow_the_floor_are_told_of_each_change() {
    let test = TestHouse::with(SALON).await;
    let mut changes = test.house.floor_changes();
    test.house.create_table(garden(), because("a new room")).await.unwrap();
    assert_eq!(changes.next().await, Some(vec![SALON, GARDEN]));
    let before = test.house.snapshot(SALON).unwrap().changes;
    test.house.step_table(SALON, TableStep::Close, because("renovation")).await.unwrap();
    assert_eq!(changes.next().await, Some(vec![SALON, GARDEN]), "a closed table answers about its history");
    assert_eq!(test.house.snapshot(SALON).unwrap().changes, before + 1);
}
