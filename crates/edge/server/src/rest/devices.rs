//! `/api/v1/devices`: the devices of live tables, which enrol themselves and whom supervisors approve, move and end.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use house::devices::{self, EnrolmentRequest, KnownDevice, Standing};
use table::{DeviceId, StaffId, TableId};
use wire::devices::{
    ApproveDevice, Device, DeviceAlarm, DeviceCode, DeviceResponse, DeviceStaff, Devices, EndDevice,
    EnrolDevice, MoveDevice, NewDeviceCode,
};

use super::extract::{Body, LoggedInAs};
use super::path::{Path, names, unknown};
use super::proof::{Caller, marked};
use super::route::Route;
use super::sender::Sender;
use crate::app::App;
use crate::devices::{Condition, DeviceFault, recall};
use crate::problem::Problem;
use crate::role_lists::{EVERYBODY, SUPERVISORS_MANAGERS_AND_AUDITORS};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/devices/enrolment", EVERYBODY, enrol)
            .says("Puts a device on record, which waits for a second supervisor")
            .takes::<EnrolDevice>()
            .answers::<Device>(201)
            .refuses(&["bad_enrolment", "bad_key", "key_known", "too_many_attempts"]),
        Route::get("/devices", SUPERVISORS_MANAGERS_AND_AUDITORS, list)
            .says("Lists the devices of live tables")
            .answers::<Devices>(200),
        marked("/devices/codes", make_code)
            .says("Makes a one-time code for a device")
            .takes::<NewDeviceCode>()
            .answers::<DeviceCode>(201)
            .refuses(&["unknown_table", "play_money_only"]),
        marked("/devices/{device}/approve", approve)
            .says("Approves a device by its fingerprint, as a second supervisor")
            .takes::<ApproveDevice>()
            .answers::<DeviceResponse>(200)
            .refuses(&[
                "other_fingerprint",
                "same_person",
                "not_independent",
                "new_key_needed",
                "device_standing",
            ])
            .refuses(&["unknown_table", "play_money_only"]),
        marked("/devices/{device}/move", move_to)
            .says("Moves a device to another table")
            .takes::<MoveDevice>()
            .answers::<DeviceResponse>(200)
            .refuses(&["no_reason", "device_standing", "unknown_table", "play_money_only"]),
        marked("/devices/{device}/suspend", suspend)
            .says("Suspends a device until somebody else approves it again")
            .takes::<EndDevice>()
            .answers::<DeviceResponse>(200)
            .refuses(&["no_reason", "device_standing"]),
        marked("/devices/{device}/revoke", revoke)
            .says("Revokes a device for good")
            .takes::<EndDevice>()
            .answers::<DeviceResponse>(200)
            .refuses(&["no_reason", "device_standing"]),
    ]
}

async fn enrol(
    State(app): State<Arc<App>>,
    sender: Sender,
    Body(body): Body<EnrolDevice>,
) -> Result<(StatusCode, Json<Device>), Problem> {
    let EnrolDevice { code, key, table_id, signature } = &body;
    let request = EnrolmentRequest { code, key, table: TableId(*table_id), signature };
    let device = app.house.enrol_device(request, sender.origin()).await?;
    Ok((StatusCode::CREATED, Json(shown(&device, names(&app).await?))))
}

async fn list(State(app): State<Arc<App>>) -> Result<Json<Devices>, Problem> {
    let (known, names) = (app.house.devices().await?, names(&app).await?);
    let mut devices = Vec::with_capacity(known.len());
    for device in &known {
        let seen_at = seen_at(&app, device.device.number).await?;
        let alarm = app.device_places.alarm(device.device.number);
        let alarm = alarm.map(|(code, at)| DeviceAlarm { code: code.to_owned(), at: at.0 });
        recall(&app, device.device.number).await?;
        let Condition { fault, lid_open_at } = app.device_places.condition(device.device.number);
        let fault = fault.map(|DeviceFault { code, text, at }| wire::devices::DeviceFault {
            code: code.to_owned(),
            text,
            at: at.0,
        });
        let lid_open_at = lid_open_at.map(|at| at.0);
        let faulty_since = app.device_places.faulty_since(device.device.number).map(|at| at.0);
        devices.push(Device { seen_at, alarm, fault, faulty_since, lid_open_at, ..shown(device, &names) });
    }
    Ok(Json(Devices { devices }))
}

/// When a device was heard last. Of one that had no line since the server started, its latest record tells.
async fn seen_at(app: &App, device: DeviceId) -> Result<Option<i64>, Problem> {
    let (now, lost_ms) = (app.house.now().0, app.config.device_timing.lost_ms);
    let now = u64::try_from(now).unwrap_or_default();
    let seen_at =
        app.device_places.seen_at(device, lost_ms.into(), now).and_then(|at| i64::try_from(at).ok());
    match seen_at {
        Some(at) => Ok(Some(at)),
        None => Ok(app.house.last_record_at(device).await?.map(|at| at.0)),
    }
}

async fn make_code(
    State(app): State<Arc<App>>,
    LoggedInAs(who): LoggedInAs,
    sender: Sender,
    Body(body): Body<NewDeviceCode>,
) -> Result<(StatusCode, Json<DeviceCode>), Problem> {
    let by = Caller::new(&who, body.proof, &sender);
    let new = app.house.device_code(TableId(body.table_id), body.simulator, &by.again(&app)?).await?;
    let devices::NewDeviceCode { code, table, simulator, ends_at } = new;
    let code = DeviceCode { code, table_id: table.0, simulator, ends_at: ends_at.0 };
    Ok((StatusCode::CREATED, Json(code)))
}

async fn approve(
    State(app): State<Arc<App>>,
    LoggedInAs(who): LoggedInAs,
    sender: Sender,
    Path(device): Path<String>,
    Body(body): Body<ApproveDevice>,
) -> Result<Json<DeviceResponse>, Problem> {
    let (number, by) = (number(&device)?, Caller::new(&who, body.proof, &sender));
    let receipt = app.house.approve_device(number, &body.fingerprint, &by.again(&app)?).await?;
    answer(&app, receipt).await
}

async fn move_to(
    State(app): State<Arc<App>>,
    LoggedInAs(who): LoggedInAs,
    sender: Sender,
    Path(device): Path<String>,
    Body(body): Body<MoveDevice>,
) -> Result<Json<DeviceResponse>, Problem> {
    let (number, by) = (number(&device)?, Caller::new(&who, body.proof, &sender));
    let table = TableId(body.table_id);
    let receipt = app.house.move_device(number, table, &body.why, &by.again(&app)?).await?;
    answer(&app, receipt).await
}

async fn suspend(
    State(app): State<Arc<App>>,
    LoggedInAs(who): LoggedInAs,
    sender: Sender,
    Path(device): Path<String>,
    Body(body): Body<EndDevice>,
) -> Result<Json<DeviceResponse>, Problem> {
    let (number, by) = (number(&device)?, Caller::new(&who, body.proof, &sender));
    let receipt = app.house.suspend_device(number, &body.why, &by.again(&app)?).await?;
    answer(&app, receipt).await
}

async fn revoke(
    State(app): State<Arc<App>>,
    LoggedInAs(who): LoggedInAs,
    sender: Sender,
    Path(device): Path<String>,
    Body(body): Body<EndDevice>,
) -> Result<Json<DeviceResponse>, Problem> {
    let (number, by) = (number(&device)?, Caller::new(&who, body.proof, &sender));
    let receipt = app.house.revoke_device(number, &body.why, &by.again(&app)?).await?;
    answer(&app, receipt).await
}

/// The device that a path names.
fn number(text: &str) -> Result<DeviceId, Problem> {
    text.parse().map(DeviceId).map_err(|_| unknown("device", text))
}

async fn answer(app: &App, receipt: devices::DeviceReceipt) -> Result<Json<DeviceResponse>, Problem> {
    let devices::DeviceReceipt { repeated, device } = receipt;
    Ok(Json(DeviceResponse { repeated, device: shown(&device, names(app).await?) }))
}

fn shown(known: &KnownDevice, names: impl Fn(StaffId) -> Option<String>) -> Device {
    let KnownDevice { device, at, why, .. } = known;
    let staff = |id: StaffId| DeviceStaff { staff_id: id.0, name: names(id) };
    let is_waiting = device.standing == Standing::Waiting;
    let ended_by = match device.standing {
        Standing::Suspended { by } | Standing::Revoked { by } => Some(by.to_string()),
        Standing::Waiting | Standing::Enrolled => None,
    };
    Device {
        device_id: device.number.0,
        table_id: device.table.0,
        simulator: device.simulator,
        standing: device.standing.id().to_owned(),
        key: (!is_waiting).then(|| device.key.to_string()),
        fingerprint: (!is_waiting).then(|| device.fingerprint()),
        code_by: staff(device.by),
        confirmed_by: device.confirmed_by.map(staff),
        ended_by,
        at: at.0,
        seen_at: None,
        alarm: None,
        fault: None,
        faulty_since: None,
        lid_open_at: None,
        why: why.clone(),
    }
}
