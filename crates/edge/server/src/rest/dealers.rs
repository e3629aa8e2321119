//! Dealers: their log-in at a table by number and PIN. Supervisors set and unlock PINs, and end sessions.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use house::people::{self, TableLogIn};
use table::StaffId;
use wire::live::{DealerLine, Dealers, SetPin};
use wire::people::SessionStarted;

use super::extract::{Authorized, Body, LoggedInAs};
use super::path::{Path, staff as staff_id, table};
use super::proof::ShownProof;
use super::route::Route;
use super::sender::{Sender, Started, check_log_in_rate, counted};
use crate::app::App;
use crate::caller::Caller;
use crate::credentials::Delivery;
use crate::problem::Problem;
use crate::role_lists::{DEALERS, EVERYBODY, SUPERVISORS, SUPERVISORS_AND_AUDITORS};

/// Why a PIN is not set.
const NOT_SET: [&str; 5] =
    ["wrong_credentials", "too_many_attempts", "busy", "passkeys_need_public_url", "bad_pin"];

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/tables/{table}/dealer-sessions", EVERYBODY, log_in)
            .says("Lets a dealer in at an open console of a live table by number and PIN, to deal there and nothing else")
            .takes::<wire::live::TableLogIn>()
            .answers::<SessionStarted>(201)
            .refuses(&["console_closed", "wrong_credentials", "pin_locked", "deals_elsewhere", "not_live"])
            .refuses(&["too_many_attempts", "busy"]),
        Route::post("/me/pin", DEALERS, set_own)
            .not_for_programs()
            .checks_password()
            .says("Sets the caller's PIN for log-ins at tables; sessions that began with the one before end")
            .takes::<SetPin>()
            .answers_nothing(204)
            .refuses(&NOT_SET),
        Route::get("/dealers", SUPERVISORS_AND_AUDITORS, list)
            .says("Lists the dealers, with their PINs and the tables at which they logged in")
            .answers::<Dealers>(200),
        Route::post("/dealers/{staff}/pin", SUPERVISORS, set)
            .not_for_programs()
            .checks_password()
            .says("Sets the PIN of a dealer; who does counts no more as a second person beside that dealer")
            .takes::<SetPin>()
            .answers_nothing(204)
            .refuses(&NOT_SET)
            .refuses(&["staff_disabled", "no_dealer"]),
        Route::post("/dealers/{staff}/unlock", SUPERVISORS, unlock)
            .not_for_programs()
            .says("Lets a dealer try again whose PIN was wrong too often")
            .answers_nothing(204)
            .refuses(&["staff_disabled", "no_dealer", "no_pin"]),
        Route::post("/dealers/{staff}/end-session", SUPERVISORS, end_session)
            .not_for_programs()
            .says("Ends the session of a dealer at a table at once")
            .answers_nothing(204)
            .refuses(&["staff_disabled", "no_dealer"]),
    ]
}

async fn log_in(
    State(app): State<Arc<App>>,
    sender: Sender,
    Path(table_id): Path<String>,
    Body(body): Body<wire::live::TableLogIn>,
) -> Result<Started, Problem> {
    check_log_in_rate(&app, &sender)?;
    let log_in = TableLogIn { dealer: StaffId(body.dealer), pin: &body.pin };
    let console = body.console.as_deref().or_else(|| sender.console());
    let at = (table(&app, &table_id)?, console);
    let session = counted(&app, app.house.log_in_at_table(at, log_in, sender.origin()).await)?;
    Ok(sender.started(StatusCode::CREATED, Delivery::cookie(body.cookie), &session))
}

async fn list(State(app): State<Arc<App>>) -> Result<Json<Dealers>, Problem> {
    let dealers = app.house.people().dealers().await?;
    Ok(Json(Dealers { dealers: dealers.into_iter().map(shown).collect() }))
}

async fn set_own(
    State(app): State<Arc<App>>,
    Authorized(member): Authorized,
    by: LoggedInAs,
    sender: Sender,
    Body(body): Body<SetPin>,
) -> Result<StatusCode, Problem> {
    set_pin(&app, member.id, by, &sender, body).await
}

async fn set(
    State(app): State<Arc<App>>,
    Path(dealer): Path<String>,
    by: LoggedInAs,
    sender: Sender,
    Body(body): Body<SetPin>,
) -> Result<StatusCode, Problem> {
    set_pin(&app, staff_id(&dealer)?, by, &sender, body).await
}

async fn set_pin(
    app: &App,
    dealer: StaffId,
    LoggedInAs(by): LoggedInAs,
    sender: &Sender,
    SetPin { pin, proof }: SetPin,
) -> Result<StatusCode, Problem> {
    let shown = ShownProof::from(proof);
    let proof = shown.proof(app)?;
    app.house.people().set_pin(dealer, &pin, (&by, &proof), sender.origin()).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn unlock(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(dealer): Path<String>,
) -> Result<StatusCode, Problem> {
    app.house.people().unlock_pin(by.id, staff_id(&dealer)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn end_session(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(dealer): Path<String>,
) -> Result<StatusCode, Problem> {
    app.house.people().end_at_tables(by.id, staff_id(&dealer)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn shown(people::DealerLine { member, pin, set_by, at_table }: people::DealerLine) -> DealerLine {
    DealerLine {
        staff_id: member.id.0,
        name: member.name,
        pin: <&str>::from(pin).to_owned(),
        pin_set_by: set_by.map(|by| by.0),
        at_table: at_table.map(|table| table.0),
    }
}

impl Caller {
    /// Refuses what a dealer who logged in at a table with a PIN asks for at another one.
    pub(super) fn check_table(&self, asked: table::TableId) -> Result<(), Problem> {
        match self.session.as_ref().and_then(|session| session.at_table) {
            Some(own) if own != asked => Err(Problem::only_deals(own)),
            _ => Ok(()),
        }
    }
}
