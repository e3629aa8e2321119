//! Live tables over HTTP: how one stands, and the orders of its dealer and its supervisors.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use house::floor::TableStatus;
use house::live::{DealerCommand, FindingStatus, LiveOrder, LiveReceipt, LiveStatus, SupervisorCommand};
use scanner::Label;
use table::live::{BurnProgress, Call, CardDue, Proposed};
use table::{RequestId, StaffId, TableId};
use tokio::sync::watch;
use wire::live::{
    DealerAction, DealerOrder, DeviceRecordRef, FindingResolution, FindingWay, LiveAsked, LiveBurn, LiveCall,
    LiveCardDue, LiveFinding, LiveGate, LiveTable, ProposedWay, ProvedOrder, SupervisorAction,
    SupervisorOrder,
};

use super::asked::{Asked, unacceptable};
use super::card_pictures::told_of_open;
use super::corrections::card_of;
use super::extract::{Authorized, Body, LoggedInAs};
use super::finding_facts;
use super::live_words::{how_of, said_how};
use super::path::{Path, request_id, table};
use super::proof::{Caller as Prover, marked};
use super::route::Route;
use super::sender::Sender;
use crate::app::App;
use crate::caller::Caller;
use crate::client_files::half_digest;
use crate::problem::Problem;
use crate::role_lists::{DEALERS, STAFF, SUPERVISORS, SUPERVISORS_AND_AUDITORS};

/// How long an answer waits for a change: most of the time that a request may take, after which it fails.
fn longest_wait(app: &App) -> Duration {
    app.config.limits.request / 5 * 4
}

/// Why a live table refuses an order of its dealer or of a supervisor.
const REFUSED: [&str; 11] = [
    "not_live",
    "out_of_date",
    "waits",
    "bad_card",
    "no_card_there",
    "no_such_finding",
    "finding_open",
    "not_this_way",
    "not_theirs",
    "same_person",
    "not_independent",
];

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/tables/{table}/live", STAFF, status)
            .at_tables()
            .says("Shows how a live table stands, for those who work there; waits for a change if asked to")
            .asks::<LiveAsked>()
            .answers::<wire::live::LiveStatus>(200),
        Route::post("/tables/{table}/deal", DEALERS, deal)
            .at_tables()
            .says("Carries out what the dealer of a live table does")
            .takes::<DealerOrder>()
            .answers::<wire::live::LiveReceipt>(200)
            .refuses(&REFUSED)
            .refuses(&["request_id_used"])
            .refuses(&["not_dealer", "no_relief", "in_round", "too_early", "burn_first", "out_of_turn"])
            .refuses(&["table_halted", "table_closed", "impossible_card"]),
        Route::post("/tables/{table}/supervise", SUPERVISORS, supervise)
            .says("Carries out what a supervisor does at a live table")
            .takes::<SupervisorOrder>()
            .answers::<wire::live::LiveReceipt>(200)
            .refuses(&REFUSED)
            .refuses(&["not_dealer", "too_early", "burn_first", "out_of_turn", "unacceptable"])
            .refuses(&["no_reason"])
            .refuses(&["table_halted", "table_closed", "impossible_card"])
            .refuses(&["unknown_staff", "staff_disabled", "no_dealer", "request_id_used"]),
        marked("/tables/{table}/end-shoe", end_shoe)
            .says("Ends the shoe of a live table after its round")
            .takes::<ProvedOrder>()
            .answers::<wire::live::LiveReceipt>(200)
            .refuses(&["not_live", "out_of_date", "waits", "no_reason", "unacceptable", "request_id_used"]),
        marked("/tables/{table}/unrecorded", allow_unrecorded)
            .says("Allows rounds without a recording for an hour")
            .takes::<ProvedOrder>()
            .answers::<wire::live::LiveReceipt>(200)
            .refuses(&[
                "not_live",
                "out_of_date",
                "out_of_turn",
                "no_reason",
                "unacceptable",
                "request_id_used",
            ]),
    ]
}

async fn status(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table_id): Path<String>,
    Asked(LiveAsked { other_than }): Asked<LiveAsked>,
) -> Result<Json<wire::live::LiveStatus>, Problem> {
    let table = table(&app, &table_id)?;
    caller.check_table(table)?;
    let statuses = app.house.live_status(table).ok_or_else(|| Problem::unknown_table(&table_id))?;
    let mut sources = Sources {
        statuses,
        kept: app.studio.card_pictures.kept(),
        faults: app.device_places.faults(),
        film: app.studio.camera(table).map(|camera| camera.status.clone()),
    };
    if let Some(known) = other_than {
        let changed = sources.other((&app, table), &known);
        // When the time is over, the answer is the status that the caller has.
        tokio::select! {
            () = changed => {}
            () = tokio::time::sleep(longest_wait(&app)) => {}
            () = app.readiness.stopping() => {}
        }
    }
    let mut live = sources.now((&app, table));
    if let Some(live) = &mut live {
        if let Some(finding) = &mut live.finding {
            finding.pictures = told_of_open(&app, &caller, (table, finding.finding_no)).await?;
            if caller.holds_one_of(SUPERVISORS_AND_AUDITORS)
                && let Some(proposed) = &mut finding.proposed
            {
                let by = (finding.finding_no, proposed.staff_id);
                proposed.why = text_of(sources.statuses.borrow().as_ref(), by);
            }
        }
        let names = app.house.people().staff_names().await?;
        let name = |id| names.get(&StaffId(id)).map(|name| (id, name.clone()));
        live.names = named(live).into_iter().filter_map(name).collect();
    }
    Ok(Json(wire::live::LiveStatus { live }))
}

/// The text of the note that this member of staff proposed for the finding, if that is still how it stands.
fn text_of(status: Option<&LiveStatus>, (finding_no, staff_id): (u64, u32)) -> Option<String> {
    let finding = status?.finding.as_ref().filter(|finding| finding.no == finding_no)?;
    let proposed = finding.proposed.as_ref().filter(|proposed| proposed.by.id().0 == staff_id);
    proposed?.why.clone()
}

/// What the status of a table is made of.
struct Sources {
    statuses: watch::Receiver<Option<LiveStatus>>,
    /// How many pictures of cards are kept.
    kept: watch::Receiver<u64>,
    /// How many changes of faults of devices there were.
    faults: watch::Receiver<u64>,
    /// How the recording stands; none without a camera.
    film: Option<watch::Receiver<video::Status>>,
}

impl Sources {
    /// How the table stands now.
    fn now(&mut self, (app, table): (&App, TableId)) -> Option<LiveTable> {
        let kept = *self.kept.borrow_and_update();
        self.faults.borrow_and_update();
        let recorded = self.film.as_mut().map(|film| film.borrow_and_update().records());
        let status = self.statuses.borrow_and_update();
        let status = status.as_ref()?;
        let is_faulty = |device| app.device_places.faulty_since(device).is_some();
        let beside = Beside { kept, device_faulty: status.device.is_some_and(is_faulty), recorded };
        Some(shown(table, status, beside))
    }

    /// Waits until the table stands otherwise, or a picture of its open finding may have come.
    async fn other(&mut self, at: (&App, TableId), known: &str) {
        while self.now(at).is_some_and(|live| live.version == known) {
            let changed = tokio::select! {
                changed = self.statuses.changed() => changed,
                changed = self.kept.changed() => changed,
                changed = self.faults.changed() => changed,
                changed = next(self.film.as_mut()) => changed,
            };
            if changed.is_err() {
                return;
            }
        }
    }
}

/// Waits for the next change, for ever where there is none.
async fn next<T>(changes: Option<&mut watch::Receiver<T>>) -> Result<(), watch::error::RecvError> {
    match changes {
        Some(changes) => changes.changed().await,
        None => std::future::pending().await,
    }
}

/// What is said of a table beside what its task knows.
struct Beside {
    /// How many pictures of cards are kept.
    kept: u64,
    device_faulty: bool,
    recorded: Option<bool>,
}

async fn deal(
    State(app): State<Arc<App>>,
    caller: Caller,
    Authorized(by): Authorized,
    Path(table_id): Path<String>,
    Body(DealerOrder { order, seq, request_id }): Body<DealerOrder>,
) -> Result<Json<wire::live::LiveReceipt>, Problem> {
    let request_id = id_of(request_id.as_deref(), seq)?;
    let (table, command) = (table(&app, &table_id)?, dealers(order)?);
    caller.check_table(table)?;
    let receipt = app.house.deal(table, LiveOrder { by: by.id, command, seen: seq, request_id }).await?;
    Ok(Json(answer(receipt)))
}

async fn supervise(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(table_id): Path<String>,
    Body(SupervisorOrder { order, seq, request_id }): Body<SupervisorOrder>,
) -> Result<Json<wire::live::LiveReceipt>, Problem> {
    let request_id = id_of(request_id.as_deref(), seq)?;
    let (table, command) = (table(&app, &table_id)?, supervisors(order)?);
    if let SupervisorCommand::Seat { dealer } = &command {
        app.house.people().check_dealer(*dealer).await?;
    }
    let receipt = app.house.supervise(table, LiveOrder { by: by.id, command, seen: seq, request_id }).await?;
    Ok(Json(answer(receipt)))
}

macro_rules! proved {
    ($($handler:ident)+) => {$(
        async fn $handler(
            State(app): State<Arc<App>>,
            LoggedInAs(who): LoggedInAs,
            sender: Sender,
            Path(table_id): Path<String>,
            Body(ProvedOrder { why, seq, request_id, proof }): Body<ProvedOrder>,
        ) -> Result<Json<wire::live::LiveReceipt>, Problem> {
            let (table, by) = (table(&app, &table_id)?, Prover::new(&who, proof, &sender));
            let order = (why.as_str(), seq, id_of(request_id.as_deref(), seq)?);
            Ok(Json(answer(app.house.$handler(table, order, &by.again(&app)?).await?)))
        }
    )+};
}

proved! {
    end_shoe
    allow_unrecorded
}

/// The id of an order. One with an id names what the caller saw: that stops it, if it comes again later than the
/// server remembers its id.
fn id_of(text: Option<&str>, seq: Option<u64>) -> Result<Option<RequestId>, Problem> {
    if text.is_some() && seq.is_none() {
        let message = "an order with a `request_id` names the last public event that you saw, as `seq`";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unacceptable", message));
    }
    text.map(request_id).transpose()
}

const fn answer(LiveReceipt { table, seq, repeated }: LiveReceipt) -> wire::live::LiveReceipt {
    wire::live::LiveReceipt { table_id: table.0, seq, repeated }
}

fn dealers(order: DealerAction) -> Result<DealerCommand, Problem> {
    Ok(match order {
        DealerAction::SitDown => DealerCommand::SitDown,
        DealerAction::StandUp => DealerCommand::StandUp,
        DealerAction::HandOver { to } => DealerCommand::HandOver { to: StaffId(to) },
        DealerAction::Call => DealerCommand::Call,
        DealerAction::EndCall => DealerCommand::EndCall,
        DealerAction::Hold => DealerCommand::Hold,
        DealerAction::EndHold => DealerCommand::EndHold,
        DealerAction::OpenShoe => DealerCommand::OpenShoe,
        DealerAction::StartBetting => DealerCommand::StartBetting,
        DealerAction::CutCard => DealerCommand::CutCard,
        DealerAction::Misread { slot } => DealerCommand::Misread { slot: slot.into() },
        DealerAction::KeyIn { finding_no, card } => {
            DealerCommand::KeyIn { finding_no, card: card_of(&card)? }
        }
        DealerAction::Resolve { finding_no, how } => DealerCommand::Resolve { finding_no, how: how_of(how) },
        DealerAction::CountOut => DealerCommand::CountOut,
    })
}

fn supervisors(order: SupervisorAction) -> Result<SupervisorCommand, Problem> {
    Ok(match order {
        SupervisorAction::Seat { dealer } => SupervisorCommand::Seat { dealer: StaffId(dealer) },
        SupervisorAction::Unseat { dealer } => SupervisorCommand::Unseat { dealer: StaffId(dealer) },
        SupervisorAction::AnswerCall => SupervisorCommand::AnswerCall,
        SupervisorAction::AssignShoe { label, seal } => {
            let seal = seal.map(|seal| label_of(&seal)).transpose()?;
            SupervisorCommand::AssignShoe { label: label_of(&label)?, seal }
        }
        SupervisorAction::OpenFreeRound => SupervisorCommand::OpenFreeRound,
        SupervisorAction::CutCard => SupervisorCommand::CutCard,
        SupervisorAction::Misread { slot } => SupervisorCommand::Misread { slot: slot.into() },
        SupervisorAction::BurnForgotten => SupervisorCommand::BurnForgotten,
        SupervisorAction::KeyIn { finding_no, card } => {
            SupervisorCommand::KeyIn { finding_no, card: card_of(&card)? }
        }
        SupervisorAction::Resolve { finding_no, how, why } => {
            if why.is_some() && how != FindingResolution::Note {
                return Err(unacceptable("only a `note` has a `why`".to_owned()));
            }
            SupervisorCommand::Resolve { finding_no, how: how_of(how), why }
        }
    })
}

/// The label of a shoe, as a device may say it.
fn label_of(text: &str) -> Result<String, Problem> {
    let label = text.parse::<Label<1, 32>>();
    let unacceptable = |error: scanner::LabelError| {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unacceptable", error.to_string())
    };
    label.map(|label| label.to_string()).map_err(unacceptable)
}

/// The status of a table as it is said, without the names of its staff, the text of a note, and pictures.
fn shown(table: TableId, status: &LiveStatus, Beside { kept, device_faulty, recorded }: Beside) -> LiveTable {
    let gate = status.gate_frame();
    let begins = match status.status {
        TableStatus::Open => "open",
        TableStatus::Halted => "halted",
        TableStatus::Closed => "closed",
    };
    let mut live = LiveTable {
        table_id: table.0,
        seq: status.seq,
        version: String::new(),
        status: begins.to_owned(),
        dealer: status.dealer.map(|dealer| dealer.0),
        relief: status.relief.map(|relief| relief.0),
        device_id: status.device.map(|device| device.0),
        device_faulty,
        recorded,
        shoe: status.shoe.clone(),
        fresh: status.fresh,
        waits_for: status.wait.map(|wait| wait.id().to_owned()),
        call: status.call.map(|Call { dealer, at }| LiveCall { staff_id: dealer.0, at: at.0 }),
        held: status.held,
        card: status.card.map(|CardDue { since, reminds_at, calls_at }| LiveCardDue {
            since: since.0,
            reminds_at: reminds_at.0,
            calls_at: calls_at.0,
        }),
        burn: status.burn.map(|BurnProgress { passed, cards }| LiveBurn {
            passed: count(passed),
            cards: cards.map(count),
        }),
        finding: status.finding.as_ref().map(finding),
        waiting: count(status.waiting),
        gate: LiveGate {
            open: gate.open,
            slot: status.gate.slot.map(Into::into),
            why: <&str>::from(gate.why).to_owned(),
        },
        turn: status.turn.iter().map(|slot| slot.id().to_owned()).collect(),
        names: BTreeMap::new(),
    };
    // While pictures may be shown, each that comes makes another version.
    let awaits = status.finding.as_ref().is_some_and(|finding| !finding.pictures.is_empty());
    let said = serde_json::to_vec(&(&live, awaits.then_some(kept)));
    live.version = half_digest(&said.unwrap_or_default());
    live
}

fn count(cards: usize) -> u32 {
    u32::try_from(cards).unwrap_or(u32::MAX)
}

/// The members of staff whose numbers are in a status.
fn named(live: &LiveTable) -> BTreeSet<u32> {
    let finding = live.finding.iter();
    let answered = finding.flat_map(|finding| {
        finding.typed_by.iter().copied().chain(finding.proposed.as_ref().map(|proposed| proposed.staff_id))
    });
    let called = live.call.map(|call| call.staff_id);
    live.dealer.into_iter().chain(live.relief).chain(called).chain(answered).collect()
}

fn finding(finding: &FindingStatus) -> LiveFinding {
    let ways = finding.ways.iter();
    let ways = ways.map(|(how, needs)| FindingWay { how: said_how(*how), needs: needs.id().to_owned() });
    let records = finding.records.iter();
    let proposed = finding.proposed.as_ref();
    let proposed = proposed.map(|Proposed { how, by, .. }| ProposedWay {
        how: said_how(*how),
        staff_id: by.id().0,
        why: None,
    });
    LiveFinding {
        finding_no: finding.no,
        code: finding.code.id().to_owned(),
        records: records.map(|of| DeviceRecordRef { device_id: of.device.0, n: of.n }).collect(),
        slot: finding.slot.map(Into::into),
        facts: finding.facts.iter().map(finding_facts::said).collect(),
        pictures: Vec::new(),
        at: finding.at.0,
        tries: finding.tries,
        ways: ways.collect(),
        proposed,
        typed_by: finding.typed_by.iter().map(|who| who.0).collect(),
    }
}
