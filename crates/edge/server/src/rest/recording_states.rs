//! `GET /api/v1/recordings`: whether each table that has a camera, or is to have one, is recorded, and how much room
//! their disk has. It shows no recording, so that the console may ask it again and again.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use table::{TableId, Timestamp};
use video::{Room, Space, Status};
use wire::recordings::{RecordingChange, RecordingDisk, RecordingState, RecordingStates};

use super::route::Route;
use crate::app::App;
use crate::recording::{Changed, TableCamera};
use crate::role_lists::SUPERVISORS_MANAGERS_AND_AUDITORS;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/recordings", SUPERVISORS_MANAGERS_AND_AUDITORS, list)
            .says("Says of each table that has a camera, or is to have one, whether it is recorded, and how much room their disk has")
            .answers::<RecordingStates>(200),
    ]
}

async fn list(State(app): State<Arc<App>>) -> Json<RecordingStates> {
    let cameras = app.studio.cameras();
    let filmed = cameras.iter().map(|(table, camera)| state(*table, camera));
    let without = app.studio.without_camera(&app.house).into_iter();
    let tables = filmed.chain(without.map(|table| no_camera(table, app.studio.since))).collect();
    let disk = app.studio.space().await.map(|Space { free, total }| RecordingDisk {
        free,
        total,
        room: Space { free, total }.room().id().to_owned(),
        shares_store: app.studio.shares_store,
    });
    Json(RecordingStates { tables, disk })
}

fn state(table: TableId, camera: &TableCamera) -> RecordingState {
    let status = camera.status.borrow().clone();
    let changed = camera.changed().map(|Changed { at, file }| RecordingChange { at: at.0, file });
    RecordingState {
        table_id: table.0,
        state: word(&status).to_owned(),
        since: since(&status),
        why: status.why,
        changed,
    }
}

fn no_camera(table: TableId, since: Timestamp) -> RecordingState {
    RecordingState {
        table_id: table.0,
        state: "no_camera".to_owned(),
        since: since.0,
        why: None,
        changed: None,
    }
}

/// How a recording stands, in a word. Without room, a picture is nothing that is kept.
fn word(status: &Status) -> &'static str {
    if status.room == Room::Full { "full" } else { status.picture.id() }
}

/// Since when it stands so. What is kept ends with the last segment, which is over before anybody notices.
fn since(status: &Status) -> i64 {
    if status.records() { status.since } else { status.recorded_to.unwrap_or(status.since) }
}
