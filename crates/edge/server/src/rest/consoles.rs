//! The consoles at live tables where dealers log in with number and PIN: supervisors open, list and close them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use house::people::{self, NewConsole};
use wire::consoles::{ConsoleLine, ConsoleOpened, Consoles, OpenConsole, ThisConsole};

use super::base::BASE;
use super::extract::{Authorized, Body, LoggedInAs};
use super::path::{Path, names, table, unknown};
use super::proof::{Caller, marked};
use super::route::Route;
use super::sender::Sender;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::{EVERYBODY, SUPERVISORS, SUPERVISORS_AND_AUDITORS};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/tables/{table}/console", EVERYBODY, this)
            .says("Says whether the caller's browser is an open console of a live table, where dealers log in with PINs")
            .answers::<ThisConsole>(200),
        marked("/tables/{table}/consoles", open)
            .says("Opens a console of a live table, where dealers log in with PINs for thirty days")
            .takes::<OpenConsole>()
            .answers::<ConsoleOpened>(201)
            .refuses(&["not_live", "unacceptable"]),
        Route::get("/consoles", SUPERVISORS_AND_AUDITORS, list)
            .says("Lists the dealers' consoles that are open")
            .answers::<Consoles>(200),
        Route::post("/consoles/{console}/close", SUPERVISORS, close)
            .not_for_programs()
            .says("Closes a dealer's console; the sessions of dealers that began there end at once")
            .answers_nothing(204),
    ]
}

async fn this(
    State(app): State<Arc<App>>,
    sender: Sender,
    Path(table_id): Path<String>,
) -> Result<Json<ThisConsole>, Problem> {
    let console = app.house.people().open_console_at(table(&app, &table_id)?, sender.console()).await?;
    Ok(Json(ThisConsole { console_no: console.map(|console| console.number()) }))
}

async fn open(
    State(app): State<Arc<App>>,
    LoggedInAs(who): LoggedInAs,
    sender: Sender,
    Path(table_id): Path<String>,
    Body(OpenConsole { cookie, proof }): Body<OpenConsole>,
) -> Result<(StatusCode, HeaderMap, Json<ConsoleOpened>), Problem> {
    let (table, by) = (table(&app, &table_id)?, Caller::new(&who, proof, &sender));
    let NewConsole { console, secret } = app.house.open_console(table, &by.again(&app)?).await?;
    let secret = secret.secret();
    let headers = if cookie {
        sender.made_console(secret, &format!("{BASE}/tables/{}", table.0))
    } else {
        HeaderMap::new()
    };
    let opened = ConsoleOpened {
        console_no: console.number,
        table_id: table.0,
        ends_at: console.ends_at.0,
        secret: (!cookie).then(|| secret.to_owned()),
    };
    Ok((StatusCode::CREATED, headers, Json(opened)))
}

async fn list(State(app): State<Arc<App>>) -> Result<Json<Consoles>, Problem> {
    let (consoles, name) = (app.house.people().consoles().await?, names(&app).await?);
    let line = |line: people::ConsoleLine| ConsoleLine {
        console_no: line.number,
        table_id: line.table.0,
        opened_by: line.opened_by.0,
        opened_by_name: name(line.opened_by),
        opened_at: line.opened_at.0,
        ends_at: line.ends_at.0,
        last_used_at: line.last_used_at.map(|at| at.0),
    };
    Ok(Json(Consoles { consoles: consoles.into_iter().map(line).collect() }))
}

async fn close(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(console): Path<String>,
) -> Result<StatusCode, Problem> {
    let number = console.parse().map_err(|_| unknown("console", &console))?;
    app.house.people().close_console(by.id, number).await?;
    Ok(StatusCode::NO_CONTENT)
}
