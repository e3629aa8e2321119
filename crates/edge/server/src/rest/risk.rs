//! `GET /api/v1/exposure`, `/alerts`, and `/exposure` and `/edges` of a table: what supervisors watch while tables run.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use house::risk;
use wire::reads::{Alert, Alerts, Exposures, SpotEdge, SpotExposure, TableEdges, TableExposure};
use wire::supervisor_view::texts;

use super::path::{Path, table};
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::SUPERVISORS_MANAGERS_AND_AUDITORS;

/// An exact fraction with its decimals. A macro, because this crate does not know the type of fractions.
macro_rules! exact {
    ($ratio:expr) => {{
        let ratio = $ratio;
        wire::reads::Exact { fraction: ratio.to_string(), decimal: ratio.decimal(10) }
    }};
}
pub(super) use exact;

pub(super) fn routes() -> Vec<Route> {
    let staff = SUPERVISORS_MANAGERS_AND_AUDITORS;
    vec![
        Route::get("/exposure", staff, exposures)
            .says("Shows the exposure of all tables")
            .answers::<Exposures>(200),
        Route::get("/tables/{table}/exposure", staff, exposure)
            .says("Shows the exposure of a table")
            .answers::<TableExposure>(200)
            .refuses(&["table_closed"]),
        Route::get("/tables/{table}/edges", staff, edges)
            .says("Shows the exact edges of the shoe on a table")
            .answers::<TableEdges>(200),
        Route::get("/alerts", staff, alerts).says("Lists the latest alerts").answers::<Alerts>(200),
    ]
}

async fn exposures(State(app): State<Arc<App>>) -> Json<Exposures> {
    let (mut tables, mut not_running) = (Vec::new(), Vec::new());
    for table in app.house.tables().into_iter().map(|running| running.view.table) {
        match app.house.exposure(table).await {
            Ok(exposure) => tables.push(table_exposure(table.0, &exposure)),
            Err(_) => not_running.push(table.0),
        }
    }
    Json(Exposures { now: app.house.now().0, tables, not_running })
}

async fn exposure(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<TableExposure>, Problem> {
    let id = table(&app, &id)?;
    Ok(Json(table_exposure(id.0, &app.house.exposure(id).await?)))
}

fn table_exposure(table_id: u32, exposure: &risk::TableExposure) -> TableExposure {
    let totals = &exposure.totals;
    let signed = |stakes: u128| i128::try_from(stakes).unwrap_or(i128::MAX);
    let difference = signed(totals.sides.banker).saturating_sub(signed(totals.sides.player));
    let spot = |(totals, worst): (&risk::SpotTotals, &risk::Worst)| SpotExposure {
        spot: totals.spot.id().to_owned(),
        patrons: totals.patrons,
        cash: totals.cash.to_string(),
        bonus: totals.bonus.to_string(),
        pays_at_most: totals.pays_at_most().to_string(),
        paid_at_most: worst.paid.to_string(),
        result_at_least: worst.result.to_string(),
    };
    TableExposure {
        table_id,
        round: totals.round.map(Into::into),
        phase: totals.phase.to_owned(),
        currency: totals.settings.currency.code().to_owned(),
        decimals: totals.settings.currency.decimals(),
        patrons: totals.patrons,
        held: exposure.held.to_string(),
        paid_at_most: exposure.worst.paid.to_string(),
        result_at_least: exposure.worst.result.to_string(),
        banker_less_player: difference.to_string(),
        difference_limit: totals.settings.exposure.map(money::Amount::minor),
        spots: totals.spots.iter().zip(&exposure.spots).map(spot).collect(),
    }
}

async fn edges(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<TableEdges>, Problem> {
    let id = table(&app, &id)?;
    let unknown = || Problem::unknown_table(&id.0.to_string());
    let view = app.house.snapshot(id).ok_or_else(unknown)?.view;
    let edges = app.house.edges(id).await?;
    let open = |spot| view.spots.iter().any(|it| it.spot == spot && it.open);
    let Some(edges) = edges else {
        return Ok(Json(TableEdges {
            table_id: id.0,
            house_rules: view.rules.id.clone(),
            shoe_no: view.shoe_no,
            round: view.round.map(Into::into),
            dealt: texts(&view.phase.cards()),
            unseen: view.cards_left,
            spots: Vec::new(),
        }));
    };
    let spots = edges.spots.iter().map(|(spot, edge)| SpotEdge {
        spot: spot.id().to_owned(),
        open: open(*spot),
        house_edge: exact!(edge),
    });
    Ok(Json(TableEdges {
        table_id: id.0,
        house_rules: edges.rules.clone(),
        shoe_no: edges.shoe_no,
        round: edges.round.map(Into::into),
        dealt: texts(&edges.dealt),
        unseen: edges.unseen,
        spots: spots.collect(),
    }))
}

async fn alerts(State(app): State<Arc<App>>) -> Json<Alerts> {
    let alert = |alert: &risk::Alert| Alert {
        no: alert.no,
        table_id: alert.table.0,
        spot: alert.spot.id().to_owned(),
        round: alert.round.map(Into::into),
        house_edge: exact!(&alert.edge),
        since: alert.since.0,
        until: alert.until.map(|until| until.0),
    };
    Json(Alerts { now: app.house.now().0, alerts: app.house.alerts().iter().map(alert).collect() })
}
