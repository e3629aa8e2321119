//! `/api/v1/staff`: members of staff, whom managers add, change and disable.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use house::log::Actor;
use house::people::{self, NewNames, PeopleRefusal, Roles};
use wire::people::{
    Enrol, NewStaff, SessionStarted, StaffDisplayName, StaffEnrolment, StaffList, StaffMember, StaffRoles,
};

use super::extract::{Authorized, Body};
use super::path::{Path, staff as staff_id};
use super::route::Route;
use super::sender::{Sender, Started};
use crate::app::App;
use crate::credentials::Delivery;
use crate::problem::Problem;
use crate::role_lists::{EVERYBODY, MANAGERS, MANAGERS_AND_AUDITORS, STAFF};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/staff/enrolment", EVERYBODY, enrol)
            .says("Sets the first password of a member of staff")
            .takes::<Enrol>()
            .answers::<SessionStarted>(201)
            .refuses(&["wrong_credentials", "bad_password", "too_many_attempts", "busy"]),
        Route::get("/staff/me", STAFF, me)
            .says("Shows the member of staff who calls")
            .answers::<StaffMember>(200),
        Route::get("/staff", MANAGERS_AND_AUDITORS, list)
            .says("Lists the members of staff")
            .answers::<StaffList>(200),
        Route::post("/staff", MANAGERS, add)
            .says("Adds a member of staff")
            .takes::<NewStaff>()
            .answers::<StaffEnrolment>(201)
            .refuses(&["bad_roles", "bad_name", "bad_display_name", "name_taken"]),
        Route::post("/staff/{staff}/roles", MANAGERS, change_roles)
            .says("Gives a member of staff other roles")
            .takes::<StaffRoles>()
            .answers::<StaffMember>(200)
            .refuses(&["bad_roles", "own_roles", "staff_disabled"]),
        Route::post("/staff/{staff}/display-name", MANAGERS, change_display_name)
            .says(
                "Gives a member of staff another display name, which everybody sees while they deal, or none",
            )
            .takes::<StaffDisplayName>()
            .answers::<StaffMember>(200)
            .refuses(&["bad_display_name", "own_roles", "staff_disabled"]),
        Route::post("/staff/{staff}/disable", MANAGERS, disable)
            .says("Disables a member of staff")
            .answers::<StaffMember>(200)
            .refuses(&["own_roles", "staff_disabled"]),
        Route::post("/staff/{staff}/reset", MANAGERS, reset)
            .says("Resets a member of staff, who enrols again")
            .answers::<StaffEnrolment>(200)
            .refuses(&["own_roles", "staff_disabled"]),
    ]
}

async fn enrol(
    State(app): State<Arc<App>>,
    sender: Sender,
    Body(body): Body<Enrol>,
) -> Result<Started, Problem> {
    let from = sender.origin();
    let session = app.house.people().enrol(&body.name, &body.code, &body.password, from).await?;
    Ok(sender.started(StatusCode::CREATED, Delivery::cookie(body.cookie), &session))
}

async fn me(Authorized(member): Authorized) -> Json<StaffMember> {
    Json(shown(member))
}

async fn list(State(app): State<Arc<App>>) -> Result<Json<StaffList>, Problem> {
    let staff = app.house.people().staff().await?;
    Ok(Json(StaffList { staff: staff.into_iter().map(shown).collect() }))
}

async fn add(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Body(body): Body<NewStaff>,
) -> Result<(StatusCode, Json<StaffEnrolment>), Problem> {
    let roles = roles(&body.roles)?;
    let names = NewNames { name: &body.name, display_name: body.display_name.as_deref() };
    let enrolment = app.house.people().add_staff(Actor::Staff(by.id), names, roles).await?;
    Ok((StatusCode::CREATED, Json(enrolment_shown(enrolment))))
}

async fn change_roles(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(staff): Path<String>,
    Body(body): Body<StaffRoles>,
) -> Result<Json<StaffMember>, Problem> {
    let (staff, roles) = (staff_id(&staff)?, roles(&body.roles)?);
    let member = app.house.people().change_roles(Actor::Staff(by.id), staff, roles).await?;
    Ok(Json(shown(member)))
}

async fn change_display_name(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(staff): Path<String>,
    Body(body): Body<StaffDisplayName>,
) -> Result<Json<StaffMember>, Problem> {
    let (staff, name) = (staff_id(&staff)?, body.display_name.as_deref());
    let member = app.house.set_display_name(Actor::Staff(by.id), staff, name).await?;
    Ok(Json(shown(member)))
}

async fn disable(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(staff): Path<String>,
) -> Result<Json<StaffMember>, Problem> {
    let member = app.house.people().disable_staff(Actor::Staff(by.id), staff_id(&staff)?).await?;
    Ok(Json(shown(member)))
}

async fn reset(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(staff): Path<String>,
) -> Result<Json<StaffEnrolment>, Problem> {
    let enrolment = app.house.people().reset_staff(Actor::Staff(by.id), staff_id(&staff)?).await?;
    Ok(Json(enrolment_shown(enrolment)))
}

fn roles(names: &[String]) -> Result<Roles, Problem> {
    let roles: Result<Roles, _> = names.iter().map(|name| name.parse()).collect();
    Ok(roles.map_err(|_| house::HouseRefusal::from(PeopleRefusal::BadRoles))?)
}

fn shown(member: people::StaffMember) -> StaffMember {
    let people::StaffMember { id, name, display_name, roles, disabled } = member;
    let roles = roles.iter().map(ToString::to_string).collect();
    StaffMember { staff_id: id.0, name, display_name, roles, disabled }
}

fn enrolment_shown(enrolment: people::Enrolment) -> StaffEnrolment {
    let people::Enrolment { member, code, ends_at } = enrolment;
    StaffEnrolment { member: shown(member), code, ends_at: ends_at.0 }
}
