//! Rounds for supervisors: all of a shoe, one with every patron's wagers, and voiding the open one; and giving up a
//! shoe that waits for its beacon.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use house::ports::StoredRound;
use wire::supervisor::{
    AbandonShoe, RoundLine, RoundRecord, RoundVoided, ShoeAbandoned, ShoeRounds, VoidRound,
};
use wire::supervisor_view::{outcome, texts};

use super::extract::{Authorized, Body};
use super::path::{Path, names, round, table, unknown};
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::{SUPERVISORS, SUPERVISORS_AND_AUDITORS};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/tables/{table}/shoes/{shoe}", SUPERVISORS_AND_AUDITORS, of_shoe)
            .says("Lists the rounds of a shoe")
            .answers::<ShoeRounds>(200),
        Route::get("/tables/{table}/shoes/{shoe}/rounds/{round}", SUPERVISORS_AND_AUDITORS, show)
            .about_patrons()
            .says("Shows a round with every patron's wagers")
            .answers::<RoundRecord>(200),
        Route::post("/tables/{table}/void", SUPERVISORS, void)
            .says("Voids the open round")
            .takes::<VoidRound>()
            .answers::<RoundVoided>(200)
            .refuses(&["waits", "same_person"])
            .refuses(&["round_not_open", "not_booked", "table_closed", "table_halted"]),
        Route::post("/tables/{table}/abandon", SUPERVISORS, abandon)
            .says("Gives up a shoe that waits for its beacon")
            .takes::<AbandonShoe>()
            .answers::<ShoeAbandoned>(200)
            .refuses(&["not_waiting", "wait_on"]),
    ]
}

async fn of_shoe(
    State(app): State<Arc<App>>,
    Authorized(_): Authorized,
    Path((table_id, shoe)): Path<(String, String)>,
) -> Result<Json<ShoeRounds>, Problem> {
    let (table, unknown) = (table(&app, &table_id)?, || unknown("shoe", &shoe));
    let shoe_no = shoe.parse().map_err(|_| unknown())?;
    let rounds = app.house.rounds(table, shoe_no).await?;
    if rounds.is_empty() {
        return Err(unknown());
    }
    // Round 0 stands for what came before the first round.
    let rounds = rounds.iter().filter(|stored| stored.round.round_no > 0).map(line).collect();
    Ok(Json(ShoeRounds { table_id: table.0, shoe_no, rounds }))
}

fn line(stored: &StoredRound) -> RoundLine {
    RoundLine {
        round: stored.round.into(),
        at: stored.at.0,
        revision: stored.revision,
        outcome: outcome(&stored.cards, stored.revision, stored.voided),
        cards: texts(&stored.cards),
    }
}

async fn show(
    State(app): State<Arc<App>>,
    Authorized(_): Authorized,
    Path((table_id, shoe_no, round_no)): Path<(String, String, String)>,
) -> Result<Json<RoundRecord>, Problem> {
    let (table, round) = (table(&app, &table_id)?, round(&shoe_no, &round_no)?);
    let record = app.house.round(table, round).await?;
    let record = record.ok_or_else(|| unknown("round", &round.to_string()))?;
    Ok(Json(RoundRecord::new(table, &record, &names(&app).await?)))
}

async fn void(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(table_id): Path<String>,
    Body(body): Body<VoidRound>,
) -> Result<Json<RoundVoided>, Problem> {
    let table = table(&app, &table_id)?;
    let round = app.house.void_this_round(table, body.round.into(), by.id).await?;
    tracing::info!(supervisor = by.id.0, name = by.name, table = table.0, %round, "a supervisor voided a round");
    Ok(Json(RoundVoided { table_id: table.0, round: round.into() }))
}

async fn abandon(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(table_id): Path<String>,
    Body(body): Body<AbandonShoe>,
) -> Result<Json<ShoeAbandoned>, Problem> {
    let table = table(&app, &table_id)?;
    let given_up = app.house.abandon_shoe(table, body.shoe_no, by.id).await?;
    Ok(Json(ShoeAbandoned { table_id: given_up.table.0, shoe_no: given_up.shoe_no }))
}
