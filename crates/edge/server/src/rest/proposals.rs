//! `GET /api/v1/proposals`: how much waits for a second person. It names no patron.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use table::Timestamp;
use wire::reads::OpenProposals;

use super::route::Route;
use crate::app::App;
use crate::devices::recall;
use crate::problem::Problem;
use crate::role_lists::SUPERVISORS_MANAGERS_AND_AUDITORS;

/// For how long an alarm or a fault of a device is counted, in milliseconds. A lid counts while it is open.
const ALARM_MS: i64 = 3_600_000;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/proposals", SUPERVISORS_MANAGERS_AND_AUDITORS, open)
            .says("Counts the proposals that wait for a second person")
            .answers::<OpenProposals>(200),
    ]
}

async fn open(State(app): State<Arc<App>>) -> Result<Json<OpenProposals>, Problem> {
    let open = app.house.open_proposals().await?;
    let speaking: HashSet<_> = open.speaking.iter().copied().collect();
    for device in &speaking {
        recall(&app, *device).await?;
    }
    let since = Timestamp(app.house.now().0.saturating_sub(ALARM_MS));
    let count = |of: usize| u32::try_from(of).unwrap_or(u32::MAX);
    Ok(Json(OpenProposals {
        corrections: count(open.corrections),
        adjustments: count(open.adjustments),
        devices: count(open.devices),
        device_alarms: count(app.device_places.alarms_since(since, |device| speaking.contains(&device))),
    }))
}
