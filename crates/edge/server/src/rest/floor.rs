//! The floor over HTTP: managers create, change, open and close tables, supervisors halt and resume them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use house::floor::{Change, Kept, TableRecord, TableStep};
use house::log::Actor;
use house::people::StaffMember;
use wire::tables::{
    ChangeInvitations, ChangeTable, Floor, InvitationCode, Invitations, NewInvitationCode, NewTable,
    StepTable, TableChanges, TableSettings,
};

use super::extract::{Authorized, Body};
use super::page::Page;
use super::path::{Path, table};
use super::route::Route;
use crate::app::App;
use crate::floor::{change_of, codes_of, edit, invitations_of, new_record, password_of, settings_of};
use crate::problem::Problem;
use crate::role_lists::{MANAGERS, SUPERVISORS, SUPERVISORS_MANAGERS_AND_AUDITORS};

/// Why a table is not added.
const NOT_ADDED: [&str; 8] = [
    "no_reason",
    "unknown_house_rules",
    "bad_settings",
    "bad_password",
    "no_beacon",
    "table_exists",
    "not_booked",
    "busy",
];
/// Why a table is not changed.
const NOT_CHANGED: [&str; 6] =
    ["no_reason", "unknown_house_rules", "bad_settings", "bad_password", "no_beacon", "busy"];

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/floor", SUPERVISORS_MANAGERS_AND_AUDITORS, all)
            .says("Lists the settings of all tables")
            .answers::<Floor>(200),
        Route::post("/tables", MANAGERS, create)
            .says("Adds a table")
            .takes::<NewTable>()
            .answers::<TableSettings>(201)
            .refuses(&NOT_ADDED),
        Route::patch("/tables/{table}", MANAGERS, change)
            .says("Changes settings of a table")
            .takes::<ChangeTable>()
            .answers::<TableSettings>(200)
            .refuses(&NOT_CHANGED),
        Route::get("/tables/{table}/settings", SUPERVISORS_MANAGERS_AND_AUDITORS, settings)
            .says("Shows the settings of a table")
            .answers::<TableSettings>(200),
        Route::get("/tables/{table}/changes", SUPERVISORS_MANAGERS_AND_AUDITORS, changes)
            .says("Lists the changes of a table, newest first")
            .asks::<Page>()
            .answers::<TableChanges>(200),
        Route::get("/tables/{table}/invitations", SUPERVISORS_MANAGERS_AND_AUDITORS, invitations)
            .about_patrons()
            .says("Lists who is invited to a table")
            .answers::<Invitations>(200),
        Route::post("/tables/{table}/invitations", MANAGERS, change_invitations)
            .says("Invites patrons, or takes invitations back")
            .takes::<ChangeInvitations>()
            .answers::<TableSettings>(200)
            .refuses(&["no_reason", "unknown_patron", "shared_nickname", "bad_settings"]),
        Route::post("/tables/{table}/invitation-codes", MANAGERS, add_code)
            .says("Makes a code of an invitation")
            .takes::<NewInvitationCode>()
            .answers::<InvitationCode>(201)
            .refuses(&["no_reason", "bad_settings"]),
        Route::post("/tables/{table}/halt", SUPERVISORS, halt)
            .says("Halts a table after its round")
            .takes::<StepTable>()
            .answers::<TableSettings>(200)
            .refuses(&["no_reason", "table_closed"]),
        Route::post("/tables/{table}/resume", SUPERVISORS, resume)
            .says("Resumes a halted table")
            .takes::<StepTable>()
            .answers::<TableSettings>(200)
            .refuses(&["no_reason", "table_closed"]),
        Route::post("/tables/{table}/close", MANAGERS, close)
            .says("Closes a table after its round")
            .takes::<StepTable>()
            .answers::<TableSettings>(200)
            .refuses(&["no_reason"]),
        Route::post("/tables/{table}/open", MANAGERS, open)
            .says("Opens a closed table")
            .takes::<StepTable>()
            .answers::<TableSettings>(200)
            .refuses(&["no_reason", "table_halted", "no_beacon"]),
    ]
}

async fn all(State(app): State<Arc<App>>) -> Json<Floor> {
    Json(Floor { tables: app.house.all_tables().iter().map(|kept| settings_of(&kept.record)).collect() })
}

async fn settings(
    State(app): State<Arc<App>>,
    Path(table_id): Path<String>,
) -> Result<Json<TableSettings>, Problem> {
    let kept = app.house.table(table(&app, &table_id)?);
    kept.map(|kept| answer(&kept)).ok_or_else(|| Problem::unknown_table(&table_id))
}

async fn changes(
    State(app): State<Arc<App>>,
    Path(table_id): Path<String>,
    page: Page,
) -> Result<Json<TableChanges>, Problem> {
    let table = table(&app, &table_id)?;
    let entries = app.house.table_changes(table, page.before, page.read_limit()).await?;
    let (entries, next_before) = page.split(entries, |entry| entry.seq);
    Ok(Json(TableChanges { changes: entries.iter().filter_map(change_of).collect(), next_before }))
}

async fn create(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<TableSettings>), Problem> {
    let mut record = new_record(&new)?;
    if let Some(password) = password_of(&new.settings) {
        record.entry.password_hash = app.house.password_hash(None, &password).await?;
    }
    let kept = app.house.create_table(record, because(&by, &new.why)).await?;
    Ok((StatusCode::CREATED, answer(&kept)))
}

async fn change(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(table_id): Path<String>,
    Body(body): Body<ChangeTable>,
) -> Result<Json<TableSettings>, Problem> {
    let table = table(&app, &table_id)?;
    let hash = match password_of(&body.settings) {
        Some(password) => Some(app.house.password_hash(Some(table), &password).await?),
        None => None,
    };
    let edit = |record: &mut TableRecord| {
        if let Some(hash) = &hash {
            record.entry.password_hash.clone_from(hash);
        }
        edit(record, &body.settings)
    };
    let kept = app.house.change_table(table, because(&by, &body.why), edit).await?;
    Ok(answer(&kept))
}

async fn invitations(
    State(app): State<Arc<App>>,
    Path(table_id): Path<String>,
) -> Result<Json<Invitations>, Problem> {
    let kept = app.house.table(table(&app, &table_id)?).ok_or_else(|| Problem::unknown_table(&table_id))?;
    let invitation = kept.record.entry.invitation.as_ref();
    let patrons = invitation.iter().flat_map(|it| &it.patrons).map(|patron| patron.0).collect();
    Ok(Json(Invitations { needs_invitation: invitation.is_some(), patrons, codes: codes_of(&kept.record) }))
}

async fn change_invitations(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(table_id): Path<String>,
    Body(body): Body<ChangeInvitations>,
) -> Result<Json<TableSettings>, Problem> {
    let (table, change) = (table(&app, &table_id)?, because(&by, &body.why));
    let kept = app.house.change_invitations(table, change, &invitations_of(&body)).await?;
    Ok(answer(&kept))
}

async fn add_code(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(table_id): Path<String>,
    Body(body): Body<NewInvitationCode>,
) -> Result<(StatusCode, Json<InvitationCode>), Problem> {
    let (table, change) = (table(&app, &table_id)?, because(&by, &body.why));
    let new = app.house.add_invitation_code(table, change).await?;
    let answer = InvitationCode { code: new.code, settings: settings_of(&new.kept.record) };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Defines the handler of a step.
macro_rules! steps {
    ($($handler:ident: $step:ident;)+) => {$(
        async fn $handler(
            State(app): State<Arc<App>>,
            Authorized(by): Authorized,
            Path(table_id): Path<String>,
            Body(body): Body<StepTable>,
        ) -> Result<Json<TableSettings>, Problem> {
            let change = because(&by, &body.why);
            let kept = app.house.step_table(table(&app, &table_id)?, TableStep::$step, change).await?;
            Ok(answer(&kept))
        }
    )+};
}

steps! {
    halt: Halt;
    resume: Resume;
    close: Close;
    open: Open;
}

const fn because<'a>(by: &StaffMember, why: &'a str) -> Change<'a> {
    Change { by: Actor::Staff(by.id), why }
}

fn answer(kept: &Kept) -> Json<TableSettings> {
    Json(settings_of(&kept.record))
}
