//! Accounts, log-in and log-out, and the sessions of the caller.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use house::people::{Known, Role};
use wire::people::{LogIn, NewAccount, SessionInfo, SessionLine, SessionStarted, Sessions, SocketTicket};

use super::extract::{Authenticated, Body, LoggedInAs};
use super::guests::{check_rate, check_sign_up_rate};
use super::path::Path;
use super::route::Route;
use super::sender::{Sender, Started, check_log_in_rate, counted};
use crate::app::App;
use crate::caller::Caller;
use crate::credentials::Delivery;
use crate::problem::Problem;
use crate::role_lists::{EVERYBODY, LOGGED_IN};
use crate::tickets::LIFETIME;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/accounts", EVERYBODY, sign_up)
            .says("Opens an account with play money")
            .takes::<NewAccount>()
            .answers::<SessionStarted>(201)
            .refuses(&["bad_nickname", "bad_name", "bad_password", "name_taken", "too_many_guests", "busy"]),
        Route::post("/me/account", &[Role::Guest], open_account)
            .checks_password()
            .says("Turns the guest into an account")
            .takes::<NewAccount>()
            .answers::<SessionStarted>(201)
            .refuses(&["bad_nickname", "bad_name", "bad_password", "name_taken", "account_exists", "busy"]),
        Route::post("/sessions", EVERYBODY, log_in)
            .says("Logs a patron in")
            .takes::<LogIn>()
            .answers::<SessionStarted>(201)
            .refuses(&["wrong_credentials", "too_many_attempts", "busy"]),
        Route::post("/staff/sessions", EVERYBODY, log_in_staff)
            .says("Logs a member of staff in")
            .takes::<LogIn>()
            .answers::<SessionStarted>(201)
            .refuses(&["wrong_credentials", "too_many_attempts", "busy"]),
        Route::get("/session", LOGGED_IN, show)
            .at_tables()
            .before_second_factor()
            .says("Shows who the caller is and what the session allows")
            .answers::<SessionInfo>(200),
        Route::delete("/session", LOGGED_IN, log_out)
            .at_tables()
            .before_second_factor()
            .says("Ends the session of the caller")
            .answers_nothing(204),
        Route::get("/sessions", LOGGED_IN, list)
            .before_second_factor()
            .says("Lists the sessions of the caller")
            .answers::<Sessions>(200),
        Route::delete("/sessions", LOGGED_IN, log_out_everywhere)
            .before_second_factor()
            .not_for_programs()
            .says("Ends all sessions of the caller")
            .answers_nothing(204),
        Route::delete("/sessions/{session}", LOGGED_IN, revoke)
            .before_second_factor()
            .not_for_programs()
            .says("Ends one session of the caller")
            .answers_nothing(204),
        Route::post("/socket-tickets", LOGGED_IN, ticket)
            .says("Makes a ticket that opens one socket")
            .answers::<SocketTicket>(201)
            .refuses(&["too_many_tickets"]),
    ]
}

async fn sign_up(
    State(app): State<Arc<App>>,
    sender: Sender,
    Body(account): Body<NewAccount>,
) -> Result<Started, Problem> {
    check_sign_up_rate(&app, &sender)?;
    let people = app.house.people();
    people.check_account(&account.nickname, &account.password).await?;
    check_rate(&app, &sender)?;
    let (patron, _) = app.house.new_guest(&account.nickname).await?;
    let session = people.open_account(patron.id, &account.nickname, &account.password, "").await?;
    Ok(sender.started(StatusCode::CREATED, Delivery::cookie(account.cookie), &session))
}

async fn open_account(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
    caller: Caller,
    sender: Sender,
    Body(account): Body<NewAccount>,
) -> Result<Started, Problem> {
    let people = app.house.people();
    let session = people.open_account(patron.id, &account.nickname, &account.password, "").await?;
    let delivery = if account.cookie { Delivery::Cookie } else { caller.delivery() };
    Ok(sender.started(StatusCode::CREATED, delivery, &session))
}

async fn log_in(
    State(app): State<Arc<App>>,
    sender: Sender,
    Body(body): Body<LogIn>,
) -> Result<Started, Problem> {
    check_log_in_rate(&app, &sender)?;
    let from = sender.origin();
    let session = counted(&app, app.house.people().log_in(&attempt(&body), from).await)?;
    Ok(sender.started(StatusCode::CREATED, Delivery::cookie(body.cookie), &session))
}

async fn log_in_staff(
    State(app): State<Arc<App>>,
    sender: Sender,
    Body(body): Body<LogIn>,
) -> Result<Started, Problem> {
    check_log_in_rate(&app, &sender)?;
    let from = sender.origin();
    let session = counted(&app, app.house.people().log_in_staff(&attempt(&body), from).await)?;
    Ok(sender.started(StatusCode::CREATED, Delivery::cookie(body.cookie), &session))
}

fn attempt(body: &LogIn) -> house::people::LogIn<'_> {
    let LogIn { name, password, code, label, .. } = body;
    house::people::LogIn { name, password, code: code.as_deref(), label }
}

async fn show(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    caller: Caller,
) -> Result<Json<SessionInfo>, Problem> {
    let person = session.known.person();
    let people = app.house.people();
    let code_app = people.has_code_app(person).await?;
    let second_factor = code_app || people.has_second_factor(person).await?;
    let (patron_id, staff_id, name) = match &session.known {
        Known::Patron(patron) => (Some(patron.id.0), None, patron.nickname.clone()),
        Known::Staff(member) => (None, Some(member.id.0), member.name.clone()),
    };
    Ok(Json(SessionInfo {
        session_id: session.session_id.clone(),
        patron_id,
        staff_id,
        name,
        roles: session.roles.iter().map(ToString::to_string).collect(),
        second_factor,
        code_app,
        needs_second_factor: session.needs_second_factor,
        table_id: session.at_table.map(|table| table.0),
        csrf: caller.csrf,
    }))
}

async fn log_out(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    sender: Sender,
) -> Result<(StatusCode, HeaderMap), Problem> {
    app.house.people().log_out(&session).await?;
    Ok((StatusCode::NO_CONTENT, sender.forget_session()))
}

async fn log_out_everywhere(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    sender: Sender,
) -> Result<(StatusCode, HeaderMap), Problem> {
    app.house.people().log_out_everywhere(session.known.person()).await?;
    Ok((StatusCode::NO_CONTENT, sender.forget_session()))
}

async fn list(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
) -> Result<Json<Sessions>, Problem> {
    let lines = app.house.people().sessions_of(session.known.person()).await?;
    let line = |line: house::people::SessionLine| {
        let [created_at, last_used_at, ends_at] = line.times.map(|at| at.0);
        let current = line.id == session.session_id;
        let (session_id, label, program) = (line.id, line.label, line.program);
        SessionLine { session_id, created_at, last_used_at, ends_at, label, program, current }
    };
    Ok(Json(Sessions { sessions: lines.into_iter().map(line).collect() }))
}

async fn revoke(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app.house.people().revoke(session.known.person(), &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn ticket(
    State(app): State<Arc<App>>,
    LoggedInAs(session): LoggedInAs,
) -> Result<(StatusCode, Json<SocketTicket>), Problem> {
    let bits = app.house.people().random_bits()?;
    let ticket = app.tickets.issue(bits, session, std::time::Instant::now());
    let ticket = ticket
        .ok_or_else(|| Problem::too_many("too_many_tickets", "too many tickets wait to be used", LIFETIME))?;
    let seconds = u32::try_from(LIFETIME.as_secs()).unwrap_or(u32::MAX);
    Ok((StatusCode::CREATED, Json(SocketTicket { ticket, seconds })))
}
