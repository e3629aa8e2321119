//! Simulated managers of the floor: they add a table, change limits, timings and terms of others, halt, resume, close
//! and open them, and set ranges of patrons, all while patrons play. Often two do so at once, and what failed is sent
//! again.

use std::sync::Arc;
use std::time::Duration;

use auditor::{Attempts, Dice, FloorRequest, FloorSubject};
use baccarat::Spot;
use house::Rejection;
use house::floor::{Change, FloorRefusal, TableRecord, TableStatus, TableStep};
use house::log::Actor;
use house::patrons::range::{PatronRange, SpotRange};
use house::rulebook::name_of;
use serde_json::{Map, Value, json};
use table::{PatronId, StaffId, TableId};
use tokio::time::sleep;

use crate::patron::code;
use crate::plan::{FloorPlan, ask_more, fields, seating};
use crate::sim_house::SimHouse;

/// The first manager of the floor, and how many there are.
const FIRST: u64 = 11;
const MANAGERS: u64 = 2;
/// How often something is sent, at most.
const TRIES: u64 = 3;
/// A password that no patron knows, as the hash of it.
const PASSWORD: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5a25vd3MxMjM$xCkzh1vPWPn1rRZ0CFvVkkyg2s3TQ0cuWbVt7fVb0xA";

/// Something to be done.
enum Task {
    Create(Box<TableRecord>),
    Edit(TableId),
    Step(TableId, TableStep),
    Range(PatronRange),
}

/// Manages the floor for as long as the house runs.
pub(crate) async fn manage(sim: Arc<SimHouse>, mut dice: Dice, plan: FloorPlan, patrons: usize) {
    loop {
        sleep(Duration::from_millis(dice.within(1..=plan.pause_ms))).await;
        let one = choose(&sim, &mut dice, &plan, patrons);
        let two = if dice.per_mille(200) { choose(&sim, &mut dice, &plan, patrons) } else { None };
        let tries = dice.within(1..=TRIES);
        tokio::join!(send(&sim, one, tries), send(&sim, two, 1));
    }
}

/// What somebody does next, with the fields that it changes.
fn choose(sim: &SimHouse, dice: &mut Dice, plan: &FloorPlan, patrons: usize) -> Option<(String, Task)> {
    let by = u32::try_from(FIRST + dice.within(0..=MANAGERS - 1)).ok()?;
    let (task, subject, is_new, fields) = match dice.within(1..=100) {
        1..=15 if sim.house.table(plan.added.id).is_none() => {
            let record = TableRecord::of(&plan.added, name_of(&plan.added.rules));
            let (fields, subject) = (fields(&record), FloorSubject::Table(record.id.0));
            (Task::Create(Box::new(record)), subject, true, fields)
        }
        1..=25 => {
            let patron = PatronId(u32::try_from(dice.within(1..=u64::try_from(patrons).ok()?)).ok()?);
            let range = range(patron, dice);
            let fields =
                [("spots".to_owned(), serde_json::to_value(&range.spots).ok()?)].into_iter().collect();
            (Task::Range(range), FloorSubject::Range(patron.0), false, fields)
        }
        roll => {
            let table = dice.pick(&sim.tables)?.id;
            let record = sim.house.table(table)?.record.clone();
            let (task, fields) = if roll <= 60 {
                let (step, status) = step(record.status, dice);
                (Task::Step(table, step), [("status".to_owned(), json!(status))].into_iter().collect())
            } else {
                (Task::Edit(table), edit(&record, dice, patrons))
            };
            (task, FloorSubject::Table(table.0), false, fields)
        }
    };
    Some((announce(sim, by, (subject, is_new, fields), dice.id()), task))
}

/// Notes what somebody is about to send under this id.
fn announce(
    sim: &SimHouse,
    by: u32,
    (subject, is_new, fields): (FloorSubject, bool, Map<String, Value>),
    id: String,
) -> String {
    let (attempts, sent_at) = (Attempts::default(), sim.house.now().0);
    let request = FloorRequest { subject, is_new, fields, by, sent_at, done_at: None, attempts };
    sim.shared.observed().managers.floor.requests.insert(id.clone(), request);
    id
}

/// A supervisor takes this step with a table, which has this status then.
pub(crate) async fn step_table(
    sim: &SimHouse,
    by: StaffId,
    (table, step, status): (TableId, TableStep, &str),
    dice: &mut Dice,
) {
    let fields = [("status".to_owned(), json!(status))].into_iter().collect();
    let id = announce(sim, by.0, (FloorSubject::Table(table.0), false, fields), dice.id());
    send(sim, Some((id, Task::Step(table, step))), 1).await;
}

/// The next step of a table, mostly one that lets it play, and the status after it.
fn step(status: TableStatus, dice: &mut Dice) -> (TableStep, &'static str) {
    let steps = [
        (TableStep::Halt, "halted"),
        (TableStep::Resume, "open"),
        (TableStep::Close, "closed"),
        (TableStep::Open, "open"),
    ];
    let any = dice.within(1..=10);
    let [halt, resume, close, open] = steps;
    match (status, any) {
        (TableStatus::Closed, 1..=7) => open,
        (TableStatus::Open, 1..=5) | (_, 8) => halt,
        (TableStatus::Open, 6..=7) | (_, 9) => close,
        _ => resume,
    }
}

/// Fields of a table that change, in whole.
fn edit(record: &TableRecord, dice: &mut Dice, patrons: usize) -> Map<String, Value> {
    let (name, value) = match dice.within(1..=12) {
        1..=3 => {
            let (minimum, maximum) = (dice.within(1..=3_000), dice.within(4_000..=400_000));
            let all = record.limits.keys().map(|spot| spot.id().to_owned());
            let limits: Map<_, _> =
                all.map(|spot| (spot, json!({"minimum": minimum, "maximum": maximum}))).collect();
            ("limits", Value::Object(limits))
        }
        4..=5 => {
            let exposure = dice.per_mille(800).then(|| dice.within(5_000..=200_000));
            ("exposure", json!(exposure))
        }
        6..=8 => {
            let mut timings = record.timings;
            timings.betting_ms = u32::try_from(dice.within(1_000..=9_000)).unwrap_or(1_000);
            ("timings", json!(timings))
        }
        9 => ("seating", json!(seating(dice))),
        _ => {
            let mut entry = table::EntryTerms { ante: Some(money::Amount::ZERO), ..Default::default() };
            if dice.per_mille(150) {
                entry.password_hash = Some(PASSWORD.to_owned());
            } else if dice.per_mille(600) {
                ask_more(&mut entry, patrons, dice);
            }
            ("entry", json!(entry))
        }
    };
    [(name.to_owned(), value)].into_iter().collect()
}

/// A range for a patron: none at all, or less than most tables allow, on a few spots.
fn range(patron: PatronId, dice: &mut Dice) -> PatronRange {
    let mut range = PatronRange::none(patron);
    if dice.per_mille(250) {
        return range;
    }
    for spot in Spot::ALL {
        if dice.per_mille(600) {
            let (minimum, maximum) = (dice.within(0..=500), Some(dice.within(600..=20_000)));
            range
                .spots
                .insert(*spot, SpotRange { minimum, maximum: maximum.filter(|_| dice.per_mille(900)) });
        }
    }
    range
}

/// Sends a change, again if it failed, and notes and counts each answer.
async fn send(sim: &SimHouse, chosen: Option<(String, Task)>, tries: u64) {
    let Some((id, task)) = chosen else { return };
    for _ in 0..tries {
        let request = {
            let mut observed = sim.shared.observed();
            let Some(request) = observed.managers.floor.requests.get_mut(&id) else { return };
            request.attempts.send();
            request.clone()
        };
        let answer = ask(sim, &id, &task, &request).await;
        let what = match task {
            Task::Create(_) => "add a table",
            Task::Edit(_) => "change a table",
            Task::Step(..) => "halt or close a table",
            Task::Range(_) => "set a range",
        };
        sim.shared.answer(what, answer.as_ref().map_or_else(code, |()| "done"));
        if note(sim, &id, &answer) {
            return;
        }
        sleep(Duration::from_secs(1)).await;
    }
}

/// Notes an answer; whether it settles the change as far as its sender cares.
fn note(sim: &SimHouse, id: &str, answer: &Result<(), Rejection>) -> bool {
    let mut observed = sim.shared.observed();
    let Some(request) = observed.managers.floor.requests.get_mut(id) else { return true };
    match answer {
        Ok(()) => {
            request.attempts.acknowledge();
            request.done_at = Some(sim.house.now().0);
        }
        // An earlier attempt without an answer may have done it.
        Err(Rejection::Refused(_)) => request.attempts.refuse_without_settling(),
        Err(Rejection::Failed(_)) => request.attempts.lose(),
    }
    !matches!(answer, Err(Rejection::Failed(_)))
}

async fn ask(sim: &SimHouse, id: &str, task: &Task, request: &FloorRequest) -> Result<(), Rejection> {
    let by = StaffId(request.by);
    let change = Change { by: Actor::Staff(by), why: id };
    match task {
        Task::Create(record) => sim.house.create_table((**record).clone(), change).await.map(drop),
        Task::Edit(table) => {
            let edit = |record: &mut TableRecord| edited(record, &request.fields);
            sim.house.change_table(*table, change, edit).await.map(drop)
        }
        Task::Step(table, step) => sim.house.step_table(*table, *step, change).await.map(drop),
        Task::Range(range) => sim.house.set_range(range.clone(), by, id).await.map(drop),
    }
}

/// Gives a record these fields.
fn edited(record: &mut TableRecord, changes: &Map<String, Value>) -> Result<(), FloorRefusal> {
    let mut all = fields(record);
    all.extend(changes.clone());
    *record = serde_json::from_value(Value::Object(all)).map_err(|_| FloorRefusal::NoReason)?;
    Ok(())
}
