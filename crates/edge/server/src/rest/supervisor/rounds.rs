//! Rounds as supervisors see them: those of a shoe, one with everybody's wagers, and the void of the one under way.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use house::ports::StoredRound;
use wire::supervisor::{RoundLine, RoundRecord, RoundVoided, ShoeRounds, VoidRound};
use wire::supervisor_view::{outcome, texts};

use super::{Authorized, names, round, table, unknown};
use crate::app::App;
use crate::problem::Problem;
use crate::rest::Body;

pub(super) async fn of_shoe(
    State(app): State<Arc<App>>,
    Authorized(_): Authorized,
    Path((at, shoe)): Path<(String, String)>,
) -> Result<Json<ShoeRounds>, Problem> {
    let (table, unknown) = (table(&app, &at)?, || unknown("shoe", &shoe));
    let shoe_no = shoe.parse().map_err(|_| unknown())?;
    let rounds = app.house.rounds(table, shoe_no).await?;
    if rounds.is_empty() {
        return Err(unknown());
    }
    // Number 0 is what came before the first round.
    let rounds = rounds.iter().filter(|stands| stands.round.round_no > 0).map(line).collect();
    Ok(Json(ShoeRounds { table_id: table.0, shoe_no, rounds }))
}

fn line(stands: &StoredRound) -> RoundLine {
    RoundLine {
        round: stands.round.into(),
        at: stands.at.0,
        revision: stands.revision,
        outcome: outcome(&stands.cards, stands.revision, stands.voided),
        cards: texts(&stands.cards),
    }
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Authorized(_): Authorized,
    Path((at, shoe_no, round_no)): Path<(String, String, String)>,
) -> Result<Json<RoundRecord>, Problem> {
    let (table, round) = (table(&app, &at)?, round(&shoe_no, &round_no)?);
    let record = app.house.round(table, round).await?;
    let record = record.ok_or_else(|| unknown("round", &round.to_string()))?;
    Ok(Json(RoundRecord::new(table, &record, &names(&app))))
}

pub(super) async fn void(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(at): Path<String>,
    Body(asked): Body<VoidRound>,
) -> Result<Json<RoundVoided>, Problem> {
    let table = table(&app, &at)?;
    let round = app.house.void_this_round(table, asked.round.into(), by.id).await?;
    tracing::info!(supervisor = by.id.0, name = by.name, table = table.0, %round, "a supervisor voided a round");
    Ok(Json(RoundVoided { table_id: table.0, round: round.into() }))
}
